//! Puzzles that were planted: a grid is drawn, clues are derived from it. And the way from the oracle's plain data to the
//! crate's puzzles and back.
#![allow(dead_code)] // each test file uses a part of it

use std::time::Duration;

use num_bigint::BigUint;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::{Just, ProptestConfig, Strategy, any, prop};
use proptest::sample::{Index, select, subsequence};
use puzzle_ilp::*;

use crate::oracle::{self, Board, Cross, Inequalities, Kenken, Meet, Op, Placed, Rooms, Rows};

/// A configuration that keeps its failures beside the tests. `PROPTEST_CASES` sets another number of cases.
pub fn config(cases: u32, file: &'static str) -> ProptestConfig {
    let persistence = proptest::test_runner::FileFailurePersistence::Direct(file);
    let wished = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    let cases = wished.unwrap_or(cases);
    ProptestConfig { cases, failure_persistence: Some(Box::new(persistence)), ..ProptestConfig::default() }
}

// ------------------------------------------------------------------------------------------------ solvers

pub fn search() -> Solver {
    Solver::new().strategy(puzzle_ilp::Strategy::Search)
}

/// Every way to solve a puzzle of digits exactly: the crate's own search, and with a backend every encoding that fits.
pub fn exact() -> Vec<(String, Solver)> {
    let mut solvers = vec![("search".to_owned(), search())];
    if cfg!(feature = "highs") {
        solvers.push(("auto".to_owned(), Solver::new()));
        for encoding in [Encoding::Auto, Encoding::OneHot] {
            let solver = Solver::new().strategy(puzzle_ilp::Strategy::Ilp).encoding(encoding);
            solvers.push((format!("ilp {encoding:?}"), solver));
        }
    }
    #[cfg(feature = "sat")]
    for encoding in [Encoding::Auto, Encoding::OneHot] {
        let solver = Solver::new().strategy(puzzle_ilp::Strategy::Ilp).backend(Sat::new()).encoding(encoding);
        solvers.push((format!("sat {encoding:?}"), solver));
    }
    solvers
}

/// The published rows. A generous limit, so that a hang would show as `Undecided`.
pub fn published() -> Vec<(String, Solver)> {
    let solver = Solver::new().strategy(puzzle_ilp::Strategy::Ilp).formulation(Formulation::as_published());
    let solver = solver.time_limit(Duration::from_secs(60));
    let mut solvers = Vec::new();
    if cfg!(feature = "highs") {
        solvers.push(("published".to_owned(), solver.clone()));
    }
    #[cfg(feature = "sat")]
    solvers.push(("sat published".to_owned(), solver.backend(Sat::new())));
    solvers
}

// ------------------------------------------------------------------------------------------------ there and back

pub fn rows_of(grid: &Grid<u32>) -> Rows {
    grid.rows().map(|row| row.copied().collect()).collect()
}

pub fn grid_of(rows: &Rows) -> Grid<u32> {
    Grid::from_rows(rows.iter().cloned()).expect("the tests draw rectangles")
}

pub fn placed_of(board: &Grid<PlacedTile>) -> Placed {
    board.rows().map(|row| row.map(|place| (place.tile, place.rotation)).collect()).collect()
}

pub fn board_of(placed: &Placed) -> Grid<PlacedTile> {
    Grid::from_fn(placed.len(), placed[0].len(), |r, c| PlacedTile { tile: placed[r][c].0, rotation: placed[r][c].1 })
}

pub fn cross(spec: &Cross) -> CrossProduct {
    let puzzle = CrossProduct::new(&spec.rows, &spec.cols).unwrap().digits(spec.digits.clone());
    if spec.all_different { puzzle.all_different() } else { puzzle }
}

pub fn futoshiki(spec: &Inequalities) -> Futoshiki {
    assert!(spec.latin);
    let mut puzzle = Futoshiki::new(spec.rows).unwrap();
    for &(cell, value) in &spec.givens {
        puzzle = puzzle.given(cell, value);
    }
    for &(a, b, strict) in &spec.relations {
        assert!(strict);
        puzzle = puzzle.less(a, b);
    }
    puzzle
}

pub fn inequality_grid(spec: &Inequalities) -> InequalityGrid {
    assert!(!spec.latin);
    let mut puzzle = InequalityGrid::new(spec.rows, spec.cols, spec.values.clone()).unwrap();
    for &(cell, value) in &spec.givens {
        puzzle = puzzle.given(cell, value);
    }
    for &(a, b, strict) in &spec.relations {
        puzzle = if strict { puzzle.less(a, b) } else { puzzle.at_most(a, b) };
    }
    puzzle
}

pub fn factor_rooms(spec: &Rooms) -> FactorRooms {
    let n = spec.room_of.len();
    // Numbers with gaps: only their order counts.
    let regions = Grid::from_fn(n, n, |r, c| 7 * spec.room_of[r][c] + 3);
    FactorRooms::from_regions(&regions, &spec.products).unwrap()
}

/// The same puzzle drawn with letters; for specs in which every room has a product.
pub fn lettered_rooms(spec: &Rooms) -> FactorRooms {
    let letter = |&room: &usize| char::from_u32('A' as u32 + room as u32).unwrap();
    let drawn: Vec<String> = spec.room_of.iter().map(|row| row.iter().map(letter).collect()).collect();
    let products: Vec<_> = spec.products.iter().map(|product| product.clone().unwrap()).collect();
    FactorRooms::new(&drawn, &products).unwrap()
}

pub fn edge_matching(spec: &Board) -> EdgeMatching {
    let tiles: Vec<Tile> = spec.tiles.iter().copied().map(Tile::from).collect();
    let mates = match &spec.meet {
        Meet::Equal => Mates::Equal,
        Meet::Opposite => Mates::Opposite,
        Meet::Pairs(pairs) => Mates::Pairs(pairs.clone()),
    };
    let mut puzzle = EdgeMatching::new(spec.rows, spec.cols, &tiles).unwrap().mates(mates).rotations(spec.turns);
    match spec.frame {
        Some((label, true)) => puzzle = puzzle.rim(label),
        Some((label, false)) => puzzle = puzzle.frame(label),
        None => {}
    }
    if tiles.len() > spec.rows * spec.cols {
        puzzle = puzzle.spare_tiles();
    }
    for &(at, tile, turns) in &spec.hints {
        puzzle = puzzle.hint(at, tile, turns);
    }
    puzzle
}

/// KenKen by the public `Model` alone.
pub fn kenken(spec: &Kenken) -> (Model, Grid<Cell<Digit>>) {
    let mut model = Model::new();
    let x = model.digits("x", spec.n, spec.n, 1..=spec.n as u32);
    for i in 0..spec.n {
        model.rule(format!("row {}", i + 1), all_different(x.row(i)));
        model.rule(format!("column {}", i + 1), all_different(x.col(i)));
    }
    for (i, (cells, op, target)) in spec.cages.iter().enumerate() {
        let cage: Vec<Cell<Digit>> = cells.iter().map(|&cell| x[cell]).collect();
        let small = u32::try_from(*target).unwrap();
        match op {
            Op::Plus => model.post(format!("cage {i} = {target}+"), sum(cage, *target)),
            Op::Times => model.post(format!("cage {i} = {target}×"), product(cage, *target)),
            Op::Minus => model.post(format!("cage {i} = {target}−"), difference(cage, small)),
            Op::Over => model.post(format!("cage {i} = {target}÷"), ratio(cage, small)),
        }
    }
    (model, x)
}

// ------------------------------------------------------------------------------------------------ strategies

fn digit_sets() -> Vec<Vec<u32>> {
    vec![
        (1..=9).collect(),
        (0..=9).collect(),
        (1..=4).collect(),
        (1..=12).collect(),
        (7..=15).collect(),
        vec![2, 3, 5, 7],
        vec![1, 2, 4, 8],
        vec![0, 1],
        vec![0, 2, 3],
        vec![6, 10, 15],
        vec![1],
        vec![1, 65_521, 65_537, 4_294_967_291],
        vec![0, 4_294_967_295],
    ]
}

fn chunked<T: Clone>(flat: &[T], cols: usize) -> Vec<Vec<T>> {
    flat.chunks(cols).map(<[T]>::to_vec).collect()
}

/// A cross product and the grid that it was made from.
pub fn planted_cross(most_rows: usize, most_cols: usize) -> impl Strategy<Value = (Cross, Rows)> {
    (1..=most_rows, 1..=most_cols, select(digit_sets()), any::<bool>()).prop_flat_map(|(rows, cols, digits, differ)| {
        let differ = differ && digits.len() >= rows * cols;
        let cells = if differ {
            Just(digits.clone()).prop_shuffle().prop_map(move |all| all[..rows * cols].to_vec()).boxed()
        } else {
            vec(select(digits.clone()), rows * cols).boxed()
        };
        cells.prop_map(move |flat| {
            let grid = chunked(&flat, cols);
            (Cross::of(&grid, &digits, differ), grid)
        })
    })
}

/// A Latin square.
pub fn latin(n: usize) -> impl Strategy<Value = Rows> {
    let order = || Just((0..n).collect::<Vec<usize>>()).prop_shuffle();
    (order(), order(), order()).prop_map(move |(rows, cols, symbols)| {
        rows.iter().map(|r| cols.iter().map(|c| symbols[(r + c) % n] as u32 + 1).collect()).collect()
    })
}

fn cell(rows: usize, cols: usize) -> impl Strategy<Value = (usize, usize)> {
    (0..rows, 0..cols)
}

/// Relations that hold in a grid, between any two cells of it.
fn relations(
    grid: Rows,
    most: usize,
    weak: bool,
) -> impl Strategy<Value = Vec<((usize, usize), (usize, usize), bool)>> {
    let (rows, cols) = (grid.len(), grid[0].len());
    vec((cell(rows, cols), cell(rows, cols), any::<bool>()), 0..=most).prop_map(move |pairs| {
        let mut held = Vec::new();
        for (a, b, strict) in pairs {
            let (x, y) = (grid[a.0][a.1], grid[b.0][b.1]);
            let (low, high) = if x <= y { (a, b) } else { (b, a) };
            match (strict || !weak, x == y) {
                (true, false) => held.push((low, high, true)),
                (false, _) => held.push((low, high, false)),
                (true, true) => {}
            }
        }
        held
    })
}

fn givens(grid: Rows, most: usize) -> impl Strategy<Value = Vec<((usize, usize), u32)>> {
    let (rows, cols) = (grid.len(), grid[0].len());
    vec(cell(rows, cols), 0..=most)
        .prop_map(move |cells| cells.into_iter().map(|(r, c)| ((r, c), grid[r][c])).collect())
}

pub fn planted_futoshiki(most: usize) -> impl Strategy<Value = (Inequalities, Rows)> {
    (1..=most).prop_flat_map(latin).prop_flat_map(|grid| {
        let n = grid.len();
        (givens(grid.clone(), n), relations(grid.clone(), 2 * n, false)).prop_map(move |(givens, relations)| {
            let values = (1..=n as u32).collect();
            (Inequalities { rows: n, cols: n, values, givens, relations, latin: true }, grid.clone())
        })
    })
}

pub fn planted_inequalities(most_rows: usize, most_cols: usize) -> impl Strategy<Value = (Inequalities, Rows)> {
    let values =
        select(vec![(1..=9).collect::<Vec<u32>>(), (0..=3).collect(), vec![2, 5, 7, 100], vec![4], vec![0, u32::MAX]]);
    (1..=most_rows, 1..=most_cols, values)
        .prop_flat_map(|(rows, cols, values)| {
            vec(select(values.clone()), rows * cols).prop_map(move |flat| (chunked(&flat, cols), values.clone()))
        })
        .prop_flat_map(|(grid, values)| {
            let (rows, cols) = (grid.len(), grid[0].len());
            (givens(grid.clone(), 2), relations(grid.clone(), 2 * rows * cols, true)).prop_map(
                move |(givens, relations)| {
                    let values = values.clone();
                    (Inequalities { rows, cols, values, givens, relations, latin: false }, grid.clone())
                },
            )
        })
}

/// The same with about half of the cells given, so that few answers are left.
pub fn told(planted: impl Strategy<Value = (Inequalities, Rows)>) -> impl Strategy<Value = (Inequalities, Rows)> {
    planted.prop_flat_map(|(spec, grid)| {
        let told = vec(any::<bool>(), spec.rows * spec.cols);
        (Just(spec), Just(grid), told).prop_map(|(mut spec, grid, told)| {
            let cells = grid.iter().enumerate().flat_map(|(r, row)| (0..row.len()).map(move |c| (r, c)));
            spec.givens = cells.zip(told).filter(|(_, told)| *told).map(|((r, c), _)| ((r, c), grid[r][c])).collect();
            (spec, grid)
        })
    })
}

/// Rooms of any shape, connected or not, some without a product unless `all_told`; with `many` up to a room for each cell.
pub fn planted_rooms(most: usize, all_told: bool) -> impl Strategy<Value = (Rooms, Rows)> {
    (1..=most)
        .prop_flat_map(|n| (latin(n), 1..=n * n))
        .prop_flat_map(move |(grid, rooms)| {
            let cells = grid.len() * grid.len();
            (Just(grid), vec(0..rooms, cells), vec(prop::bool::weighted(0.8), rooms))
        })
        .prop_map(move |(grid, drawn, told)| {
            let mut names: Vec<usize> = drawn.clone();
            names.sort_unstable();
            names.dedup();
            let numbers: Vec<usize> = drawn.iter().map(|room| names.binary_search(room).unwrap()).collect();
            let room_of = chunked(&numbers, grid.len());
            (Rooms::of(&grid, &room_of, |room| all_told || told[room]), grid)
        })
}

pub fn planted_kenken(most: usize) -> impl Strategy<Value = (Kenken, Rows)> {
    (1..=most)
        .prop_flat_map(latin)
        .prop_flat_map(|grid| {
            let cells = grid.len() * grid.len();
            (Just(grid), vec(0..cells, cells), vec(select(vec![Op::Plus, Op::Times, Op::Minus, Op::Over]), cells))
        })
        .prop_map(|(grid, drawn, ops)| {
            let n = grid.len();
            let mut cages = Vec::new();
            for cage in 0..n * n {
                let cells: Vec<(usize, usize)> =
                    (0..n * n).filter(|&i| drawn[i] == cage).map(|i| (i / n, i % n)).collect();
                let values: Vec<u32> = cells.iter().map(|&(r, c)| grid[r][c]).collect();
                let small = cells.len() <= 3;
                let op = if (2..=3).contains(&cells.len()) { ops[cage] } else { Op::Plus };
                match Kenken::target(op, &values) {
                    Some(target) if small && (op != Op::Over || target > 0) => cages.push((cells, op, target)),
                    Some(_) | None if !cells.is_empty() => {
                        let sum = Kenken::target(Op::Plus, &values).unwrap();
                        cages.push((cells, Op::Plus, sum));
                    }
                    _ => {}
                }
            }
            (Kenken { n, cages }, grid)
        })
}

/// How planted boards vary.
#[derive(Debug, Clone)]
struct Wishes {
    rows: usize,
    cols: usize,
    meet: Meet,
    labels: Vec<i32>,
    turns: bool,
    frame: Option<(i32, bool)>,
}

fn wishes(most_rows: usize, most_cols: usize) -> impl Strategy<Value = Wishes> {
    let ways = vec![
        (Meet::Equal, vec![1, 2]),
        (Meet::Equal, vec![1]),
        (Meet::Equal, vec![3, -5, 0, i32::MAX, i32::MIN]),
        (Meet::Opposite, vec![1, -1, 2, -2]),
        (Meet::Opposite, vec![0, 7, -7]),
        (Meet::Pairs(vec![(1, 2), (3, 3)]), vec![1, 2, 3]),
        (Meet::Pairs(vec![(4, -4), (i32::MIN, 9)]), vec![4, -4, i32::MIN, 9, 5]),
    ];
    // A label that no side inside has, or one that some may have.
    let frames = select(vec![None, None, Some((-99, false)), Some((-99, true)), Some((1, true)), Some((0, true))]);
    (1..=most_rows, 1..=most_cols, select(ways), any::<bool>(), frames)
        .prop_map(|(rows, cols, (meet, labels), turns, frame)| Wishes { rows, cols, meet, labels, turns, frame })
}

/// A board and one way to fill it.
pub fn planted_board(most_rows: usize, most_cols: usize, most_spare: usize) -> impl Strategy<Value = (Board, Placed)> {
    wishes(most_rows, most_cols)
        .prop_flat_map(move |wishes| {
            let slots = wishes.rows * wishes.cols;
            let labels = select(wishes.labels.clone());
            let spare = vec([labels.clone(), labels.clone(), labels.clone(), labels.clone()], 0..=most_spare);
            (
                // The labels of all sides in reading order: more than enough of them.
                vec(labels, 4 * slots + 4),
                spare,
                vec(0u8..4, slots),
                subsequence((0..slots).collect::<Vec<usize>>(), 0..=slots.min(2)),
                Just(wishes),
            )
        })
        .prop_flat_map(|(sides, spare, turns, hinted, wishes)| {
            let order = Just((0..wishes.rows * wishes.cols + spare.len()).collect::<Vec<usize>>()).prop_shuffle();
            (order, Just((sides, spare, turns, hinted, wishes)))
        })
        .prop_map(|(order, (sides, spare, turns, hinted, wishes))| {
            let Wishes { rows, cols, meet, turns: may_turn, frame, .. } = wishes;
            let mut sides = sides.into_iter();
            let mut lying: Vec<[i32; 4]> = Vec::new();
            let rim = |own: i32| frame.map_or(own, |(label, _)| label);
            for slot in 0..rows * cols {
                let (r, c) = (slot / cols, slot % cols);
                let mut own = || sides.next().unwrap();
                let mate = |label: i32| i32::try_from(meet.mate(label).unwrap()).unwrap();
                let top = if r == 0 { rim(own()) } else { mate(lying[slot - cols][2]) };
                let left = if c == 0 { rim(own()) } else { mate(lying[slot - 1][1]) };
                let right = if c + 1 == cols { rim(own()) } else { own() };
                let bottom = if r + 1 == rows { rim(own()) } else { own() };
                lying.push([top, right, bottom, left]);
            }
            // Tile number `order[i]` is the i-th one laid, turned away from how it lies; the spare ones come after.
            let mut tiles = vec![[0; 4]; order.len()];
            let mut placed = Vec::new();
            for (slot, &labels) in lying.iter().enumerate() {
                let away = if may_turn { turns[slot] } else { 0 };
                tiles[order[slot]] = oracle::turned(labels, away);
                placed.push((order[slot], (4 - away) % 4));
            }
            for (i, labels) in spare.into_iter().enumerate() {
                tiles[order[rows * cols + i]] = labels;
            }
            let hints =
                hinted.iter().map(|&slot| ((slot / cols, slot % cols), placed[slot].0, placed[slot].1)).collect();
            let board = Board { rows, cols, tiles, meet, turns: may_turn, frame, hints };
            (board, chunked(&placed, cols))
        })
}

// ------------------------------------------------------------------------------------------------ corrupted

// A clue is changed, or some are added, so that there may be another answer, more of them, or none.

/// Changes one of the clues, or exchanges two.
fn corrupt_products(clues: &mut [BigUint], at: &Index, by: u8, with: &Index) {
    let (i, j) = (at.index(clues.len()), with.index(clues.len()));
    match by % 6 {
        0 => clues.swap(i, j),
        1 => clues[i] += 1u32,
        2 => clues[i] *= 2u32,
        3 => clues[i] *= 11u32,
        4 => clues[i] /= 3u32,
        _ => clues[i] = BigUint::from(0u8),
    }
}

pub fn corrupt_cross(planted: impl Strategy<Value = (Cross, Rows)>) -> impl Strategy<Value = Cross> {
    let index = any::<Index>;
    (planted, any::<bool>(), index(), any::<u8>(), index(), option::of(index())).prop_map(
        |((mut spec, _), in_rows, at, by, with, in_cell)| {
            match in_cell {
                // One cell changed in its row's clue only.
                Some(cell) => {
                    let row = at.index(spec.rows.len());
                    let digit = spec.digits[cell.index(spec.digits.len())];
                    spec.rows[row] = &spec.rows[row] / digit.max(2) * spec.digits[with.index(spec.digits.len())];
                }
                None => corrupt_products(if in_rows { &mut spec.rows } else { &mut spec.cols }, &at, by, &with),
            }
            spec
        },
    )
}

pub fn corrupt_futoshiki(planted: impl Strategy<Value = (Inequalities, Rows)>) -> impl Strategy<Value = Inequalities> {
    let more = vec((any::<Index>(), any::<Index>()), 1..4);
    (planted, more, option::of(any::<Index>())).prop_map(|((mut spec, grid), more, given)| {
        let n = grid.len();
        let cell = |index: &Index| (index.index(n * n) / n, index.index(n * n) % n);
        for (a, b) in &more {
            if cell(a) != cell(b) {
                spec.relations.push((cell(a), cell(b), true));
            }
        }
        if let Some(index) = given {
            let at = cell(&index);
            spec.givens.retain(|(known, _)| *known != at);
            spec.givens.push((at, grid[at.0][at.1] % n as u32 + 1));
        }
        spec
    })
}

pub fn corrupt_inequalities(
    planted: impl Strategy<Value = (Inequalities, Rows)>,
) -> impl Strategy<Value = Inequalities> {
    let more = vec((any::<Index>(), any::<Index>(), any::<bool>()), 1..6);
    (planted, more).prop_map(|((mut spec, _), more)| {
        let cols = spec.cols;
        let cells = spec.rows * cols;
        let cell = |index: &Index| (index.index(cells) / cols, index.index(cells) % cols);
        for (a, b, strict) in &more {
            if cell(a) != cell(b) || !strict {
                spec.relations.push((cell(a), cell(b), *strict));
            }
        }
        spec
    })
}

pub fn corrupt_rooms(planted: impl Strategy<Value = (Rooms, Rows)>) -> impl Strategy<Value = Rooms> {
    (planted, any::<Index>(), any::<u8>(), any::<Index>()).prop_map(|((mut spec, _), at, by, with)| {
        let told: Vec<usize> = (0..spec.products.len()).filter(|&room| spec.products[room].is_some()).collect();
        let mut clues: Vec<BigUint> = told.iter().map(|&room| spec.products[room].clone().unwrap()).collect();
        if !clues.is_empty() {
            corrupt_products(&mut clues, &at, by, &with);
        }
        for (room, clue) in told.into_iter().zip(clues) {
            spec.products[room] = Some(clue);
        }
        spec
    })
}

pub fn corrupt_kenken(planted: impl Strategy<Value = (Kenken, Rows)>) -> impl Strategy<Value = Kenken> {
    (planted, any::<Index>(), 0u8..4).prop_map(|((mut spec, _), at, by)| {
        let cage = at.index(spec.cages.len());
        let (_, op, target) = &mut spec.cages[cage];
        *target = match by {
            0 => *target + 1,
            1 => target.saturating_sub(1),
            2 => *target * 2,
            _ => *target + 7,
        };
        if *op == Op::Over {
            *target = (*target).max(1);
        }
        spec
    })
}

pub fn corrupt_board(planted: impl Strategy<Value = (Board, Placed)>) -> impl Strategy<Value = Board> {
    (planted, any::<Index>(), 0usize..4, any::<Index>(), 0u8..4).prop_map(|((mut spec, _), at, side, with, by)| {
        let (i, j) = (at.index(spec.tiles.len()), with.index(spec.tiles.len()));
        match by {
            0 => spec.tiles[i] = spec.tiles[j],
            1 => spec.tiles[i][side] = spec.tiles[j][side],
            2 => spec.tiles[i][side] = 77,
            _ => spec.tiles[i].swap(side, (side + 1) % 4),
        }
        spec
    })
}

/// Two slots that may stay empty, if `blank`, and one constraint of each kind that speaks of such slots.
pub fn slots_that_may_stay_empty(
    tiles: &[[i32; 4]],
    turns: bool,
    opposite: bool,
    label: i32,
    blank: bool,
) -> (Model, [Cell<Slot>; 2]) {
    let tiles: Vec<Tile> = tiles.iter().copied().map(Tile::from).collect();
    let set = TileSet::new(&tiles, turns);
    let set = if blank { set.with_blank() } else { set };
    let mates = if opposite { Mates::Opposite } else { Mates::Equal };
    let mut model = Model::new();
    let b = model.slots("b", 1, 2, &set);
    let broken = model.digits("broken", 1, 2, 0..=2);
    let (s, t) = (b[(0, 0)], b[(0, 1)]);
    model.post("seam", seam(s, Side::Right, t, Side::Left, &mates));
    model.post("seam or empty", seam(s, Side::Right, t, Side::Left, &mates).or_empty());
    model.post("parted", parted(t, Side::Top, s, Side::Left, &mates));
    model.post("soft", soft_seam(broken[(0, 0)], s, Side::Bottom, t, Side::Top, &mates));
    model.post("seam with itself", seam(s, Side::Right, s, Side::Left, &mates));
    model.post("itself or empty", seam(s, Side::Right, s, Side::Left, &mates).or_empty());
    model.post("parted from itself", parted(s, Side::Right, s, Side::Left, &mates));
    model.post("soft with itself", soft_seam(broken[(0, 1)], t, Side::Bottom, t, Side::Top, &mates));
    model.post("shows", shows(s, Side::Bottom, label).or_empty());
    model.post("hides", hides(t, Side::Left, label));
    model.post("filled", filled(s));
    model.post("hole", left_empty(t));
    (model, [s, t])
}
