//! The puzzles of the write-ups, each solved under every formulation and encoding that fits, checked by the oracle, and
//! their answers counted by the oracle's brute force.

mod oracle;
mod plant;

use num_bigint::BigUint;
use oracle::{Board, Cross, Inequalities, Meet, Rooms, Rows};
use puzzle_ilp::*;

fn big(clues: &[u64]) -> Vec<BigUint> {
    clues.iter().map(|&clue| BigUint::from(clue)).collect()
}

/// Rows of single digits.
fn digits(rows: &[&str]) -> Rows {
    rows.iter().map(|row| row.chars().map(|c| c.to_digit(10).unwrap()).collect()).collect()
}

fn cross_product() -> (Cross, Rows) {
    let spec = Cross {
        rows: big(&[280, 168, 162, 360, 60, 256, 126]),
        cols: big(&[183_708, 245_760, 117_600]),
        digits: (1..=9).collect(),
        all_different: false,
    };
    (spec, digits(&["785", "387", "963", "985", "354", "488", "927"]))
}

fn mysterious_numbers() -> (Cross, Rows) {
    let spec = Cross {
        rows: big(&[294, 216, 135, 98, 112, 84, 245, 40]),
        cols: big(&[8_890_560, 156_800, 55_566]),
        digits: (1..=9).collect(),
        all_different: false,
    };
    (spec, digits(&["776", "983", "953", "727", "827", "743", "577", "851"]))
}

fn futoshiki() -> (Inequalities, Rows) {
    // As in the write-up: row and column from 1.
    let less = [
        ((1, 1), (2, 1)),
        ((1, 5), (1, 4)),
        ((2, 5), (1, 5)),
        ((4, 4), (3, 4)),
        ((4, 1), (5, 1)),
        ((4, 3), (4, 4)),
        ((4, 5), (4, 4)),
        ((5, 5), (4, 5)),
    ];
    let givens = [((1, 5), 4), ((4, 1), 4), ((4, 5), 2)];
    let from_0 = |(r, c): (usize, usize)| (r - 1, c - 1);
    let spec = Inequalities {
        rows: 5,
        cols: 5,
        values: (1..=5).collect(),
        givens: givens.iter().map(|&(cell, value)| (from_0(cell), value)).collect(),
        relations: less.iter().map(|&(a, b)| (from_0(a), from_0(b), true)).collect(),
        latin: true,
    };
    (spec, digits(&["12354", "24513", "31245", "45132", "53421"]))
}

/// Four pairs with `>`, `<`, `≥`, `≤`, the numbers on the left given, and on the right too if `right`.
fn pairs_with_a_sign(right: bool) -> Inequalities {
    let (l, r) = (|row| (row, 0), |row| (row, 1));
    let mut givens = vec![(l(0), 4), (l(1), 7), (l(2), 5), (l(3), 8)];
    if right {
        givens.extend([(r(0), 2), (r(1), 9), (r(2), 4), (r(3), 9)]);
    }
    Inequalities {
        rows: 4,
        cols: 2,
        values: (1..=9).collect(),
        givens,
        relations: vec![(r(0), l(0), true), (l(1), r(1), true), (r(2), l(2), false), (l(3), r(3), false)],
        latin: false,
    }
}

const ROOMS: [&str; 5] = ["ABBCD", "AEEFD", "GGHFD", "IJHKK", "ILHMM"];
const PRODUCTS: [u64; 13] = [6, 15, 1, 12, 20, 8, 10, 6, 4, 4, 15, 1, 10];

fn factor_rooms() -> (Rooms, Rows) {
    let room_of = ROOMS.iter().map(|row| row.bytes().map(|letter| usize::from(letter - b'A')).collect()).collect();
    let spec = Rooms { room_of, products: big(&PRODUCTS).into_iter().map(Some).collect() };
    (spec, digits(&["23514", "35421", "52143", "14235", "41352"]))
}

/// Half animals: T, L, P, J are 1 to 4, a back is the negative of its front.
fn big_cat() -> Board {
    let tiles = [
        "JB,TB,LF,TF",
        "JF,LB,PF,JB",
        "LF,TB,JF,LB",
        "TF,JF,LB,TF",
        "TB,LF,PF,TB",
        "PF,LB,JF,TF",
        "LB,PB,JF,PB",
        "PB,LF,PF,JB",
        "PB,PF,JB,TF",
    ];
    let label = |half: &str| {
        let animal = 1 + "TLPJ".find(&half[..1]).unwrap() as i32;
        if half.ends_with('F') { animal } else { -animal }
    };
    let tiles = tiles.iter().map(|tile| {
        let labels: Vec<i32> = tile.split(',').map(label).collect();
        <[i32; 4]>::try_from(labels).unwrap()
    });
    Board {
        rows: 3,
        cols: 3,
        tiles: tiles.collect(),
        meet: Meet::Opposite,
        turns: true,
        frame: None,
        hints: Vec::new(),
    }
}

// ------------------------------------------------------------------------------------------------ by the oracle alone

#[test]
fn the_oracle_finds_the_only_answers() {
    for (spec, answer) in [cross_product(), mysterious_numbers()] {
        assert_eq!(spec.solve(2), std::slice::from_ref(&answer));
        assert_eq!(spec.check(&answer), Ok(()));
    }
    let (spec, answer) = futoshiki();
    assert_eq!(spec.solve(2), [answer]);
    let (spec, answer) = factor_rooms();
    assert_eq!(spec.solve(2), [answer]);
}

#[test]
fn the_oracle_counts_the_pairs_with_a_sign() {
    assert_eq!(pairs_with_a_sign(false).solve(1000).len(), 60);
    assert_eq!(pairs_with_a_sign(true).solve(1000), [digits(&["42", "79", "54", "89"])]);
}

#[test]
fn the_oracle_finds_one_big_cat_in_four_turns() {
    let spec = big_cat();
    let boards = spec.solve(100);
    assert_eq!(boards.len(), 4);
    let tiles: Vec<Vec<Vec<usize>>> = boards
        .iter()
        .map(|board| board.iter().map(|row| row.iter().map(|place| place.0).collect()).collect())
        .collect();
    assert!(tiles.contains(&vec![vec![3, 7, 2], vec![4, 5, 0], vec![6, 1, 8]]));
    // Turning a board a quarter gives the next one: rows become columns from the right, each tile turns once more.
    for board in &boards {
        let quarter: oracle::Placed =
            (0..3).map(|r| (0..3).map(|c| board[2 - c][r]).map(|(tile, by)| (tile, (by + 1) % 4)).collect()).collect();
        assert_ne!(quarter, *board);
        assert!(boards.contains(&quarter));
    }
}

// ------------------------------------------------------------------------------------------------ by the crate

/// The solvers of [`plant`], exact and published, and every encoding by name under both.
fn every_encoding() -> Vec<(String, Solver)> {
    let mut solvers = [plant::exact(), plant::published()].concat();
    if cfg!(feature = "highs") {
        for formulation in [Formulation::tight(), Formulation::as_published()] {
            for encoding in [Encoding::OneHot, Encoding::PrimeExponent] {
                let solver = Solver::new().strategy(Strategy::Ilp).encoding(encoding).formulation(formulation);
                solvers.push((format!("{encoding:?} {formulation:?}"), solver));
            }
        }
    }
    solvers
}

#[test]
fn cross_products() {
    for (spec, answer) in [cross_product(), mysterious_numbers()] {
        for (name, solver) in every_encoding() {
            let grid = solver.solve(&plant::cross(&spec)).unwrap().into_answer().unwrap();
            assert_eq!(spec.check(&plant::rows_of(&grid)), Ok(()), "{name}");
            assert_eq!(plant::rows_of(&grid), answer, "{name}");
        }
    }
}

#[test]
fn mysterious_numbers_and_their_twos() {
    let (_, answer) = mysterious_numbers();
    let grid = plant::grid_of(&answer);
    let twos = exponents(&grid, 2);
    assert_eq!(twos.to_string(), "0 0 1\n0 3 0\n0 0 0\n0 1 0\n3 1 0\n0 2 0\n0 0 0\n3 0 0");
    // By counting, without a division.
    for p in [2u32, 3, 5, 7, 11] {
        let counted =
            grid.map(|&value| (1..=9).take_while(|&k| (1..=value).any(|m| m * p.pow(k) == value)).count() as u32);
        assert_eq!(exponents(&grid, p), counted, "{p}");
    }
}

#[test]
fn exponents_of_what_has_none() {
    let grid = Grid::from_fn(1, 4, |_, c| [0, 1, u32::MAX, 1 << 31][c]);
    for p in [0, 1] {
        assert_eq!(exponents(&grid, p).to_string(), "0 0 0 0");
    }
    assert_eq!(exponents(&grid, 2).to_string(), " 0  0  0 31");
    assert_eq!(exponents(&grid, 65_537).to_string(), "0 0 1 0");
    assert_eq!(exponents(&grid, u32::MAX).to_string(), "0 0 1 0");
    assert_eq!(exponents(&Grid::from_fn(0, 0, |_, _| 1), 2).height(), 0);
}

#[test]
fn futoshikis() {
    let (spec, answer) = futoshiki();
    for (name, solver) in [plant::exact(), plant::published()].concat() {
        let grid = solver.solve(&plant::futoshiki(&spec)).unwrap().into_answer().unwrap();
        assert_eq!(spec.check(&plant::rows_of(&grid)), Ok(()), "{name}");
        assert_eq!(plant::rows_of(&grid), answer, "{name}");
    }
}

#[test]
fn pairs_with_signs() {
    for right in [false, true] {
        let spec = pairs_with_a_sign(right);
        for (name, solver) in [plant::exact(), plant::published()].concat() {
            let grid = solver.solve(&plant::inequality_grid(&spec)).unwrap().into_answer().unwrap();
            assert_eq!(spec.check(&plant::rows_of(&grid)), Ok(()), "{name}");
        }
        for (name, solver) in plant::exact() {
            let puzzle = plant::inequality_grid(&spec);
            let answers: Result<Vec<_>, _> = solver.solutions(&puzzle).collect();
            let mut answers: Vec<Rows> = answers.unwrap().iter().map(plant::rows_of).collect();
            answers.sort_unstable();
            assert_eq!(answers, spec.solve(1000), "{name}");
        }
    }
}

#[test]
fn factor_rooms_in_letters() {
    let (spec, answer) = factor_rooms();
    let puzzle = FactorRooms::new(&ROOMS, &PRODUCTS).unwrap();
    for (name, solver) in [plant::exact(), plant::published()].concat() {
        let grid = solver.solve(&puzzle).unwrap().into_answer().unwrap();
        assert_eq!(spec.check(&plant::rows_of(&grid)), Ok(()), "{name}");
        assert_eq!(plant::rows_of(&grid), answer, "{name}");
    }
}

#[test]
fn big_cats() {
    let spec = big_cat();
    let boards = spec.solve(100);
    let puzzle = plant::edge_matching(&spec);
    for (name, solver) in [plant::exact(), plant::published()].concat() {
        let board = plant::placed_of(&solver.solve(&puzzle).unwrap().into_answer().unwrap());
        assert_eq!(spec.check(&board), Ok(()), "{name}");
        assert!(boards.contains(&board), "{name}");
    }
    let count = |distinct| plant::search().count(&puzzle.clone().distinct(distinct), 100).unwrap();
    assert_eq!(count(Distinct::Placements), Count { answers: 4, complete: true });
    assert_eq!(count(Distinct::Boards), Count { answers: 4, complete: true });
    assert_eq!(count(Distinct::UpToTurning), Count { answers: 1, complete: true });
}

/// What is unique by brute force is so for the crate too.
#[test]
fn the_only_answers_are_unique() {
    for (spec, answer) in [cross_product(), mysterious_numbers()] {
        let Uniqueness::Unique { answer: found, .. } = plant::search().uniqueness(&plant::cross(&spec)).unwrap() else {
            panic!("it has one answer");
        };
        assert_eq!(plant::rows_of(&found), answer);
    }
    assert!(plant::search().uniqueness(&plant::futoshiki(&futoshiki().0)).unwrap().is_unique());
    assert!(plant::search().uniqueness(&plant::factor_rooms(&factor_rooms().0)).unwrap().is_unique());
    assert!(plant::search().uniqueness(&plant::inequality_grid(&pairs_with_a_sign(true))).unwrap().is_unique());
    assert!(plant::search().uniqueness(&plant::edge_matching(&big_cat())).unwrap().is_unique());
}

// ------------------------------------------------------------------------------------------------ one-call doors

#[test]
#[cfg(feature = "highs")]
fn doors() {
    let (spec, answer) = cross_product();
    assert_eq!(plant::rows_of(&solve_cross_product(&spec.rows, &spec.cols).unwrap()), answer);
    let grid = solve_cross_product(&[280, 168, 162, 360, 60, 256, 126], &[183_708, 245_760, 117_600]).unwrap();
    assert_eq!(plant::rows_of(&grid), answer);
    let (spec, answer) = futoshiki();
    let less: Vec<_> = spec.relations.iter().map(|&(a, b, _)| (a, b)).collect();
    assert_eq!(plant::rows_of(&solve_futoshiki(5, &spec.givens, &less).unwrap()), answer);
    let (_, answer) = factor_rooms();
    assert_eq!(plant::rows_of(&solve_factor_rooms(&ROOMS, &PRODUCTS).unwrap()), answer);
    let spec = big_cat();
    let tiles: Vec<Tile> = spec.tiles.iter().copied().map(Tile::from).collect();
    let board = solve_edge_matching(3, 3, &tiles, Mates::Opposite).unwrap();
    assert_eq!(spec.check(&plant::placed_of(&board)), Ok(()));
}

// ------------------------------------------------------------------------------------------------ sizes

fn size(puzzle: &impl Puzzle, encoding: Encoding, formulation: Formulation) -> (usize, usize, usize) {
    let size = Solver::new().encoding(encoding).formulation(formulation).program(puzzle).unwrap().size();
    (size.columns, size.rows, size.nonzeros)
}

#[test]
fn sizes_of_the_programs() {
    // 9 tiles in 4 turns on 9 slots. Rows: 9 slots, 9 tiles, 12 seams; each column stands in its slot's row, its tile's, and
    // its slot's seams: 324 · 2 + 36 · 24 = 1512.
    let cat = plant::edge_matching(&big_cat());
    assert_eq!(size(&cat, Encoding::Auto, Formulation::as_published()), (324, 30, 1512));
    // 21 cells with 4 primes each; a row for each cell, and one a prime for each of 10 lines. Each column stands in three.
    let cross = plant::cross(&cross_product().0);
    assert_eq!(size(&cross, Encoding::PrimeExponent, Formulation::as_published()), (84, 61, 252));
    // With one column for each digit, and logarithms: a column stands in its cell's row and in two lines, the digit 1 in none.
    assert_eq!(size(&cross, Encoding::OneHot, Formulation::as_published()), (189, 31, 189 + 2 * 168));
}
