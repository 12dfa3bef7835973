//! Planted puzzles of every kind: a grid is drawn, its clues derived, the puzzle solved in every way, and the answer checked
//! by an oracle that shares no code with the crate. Small ones are corrupted too: the verdict must be that of brute force.

mod oracle;
mod plant;

use std::collections::BTreeSet;
use std::fmt::Debug;

use num_bigint::BigUint;
use oracle::{Board, Checked, Cross, Inequalities, Rooms};
use plant::{board_of, config, grid_of, placed_of, rows_of};
use proptest::prelude::{Strategy as _, any, prop};
use proptest::sample::Index;
use proptest::{prop_assert, prop_assert_eq, proptest};
use puzzle_ilp::*;

const FAILURES: &str = "proptest-regressions/planted.txt";

/// Solves under every solver and checks the answer; a puzzle without one must be called infeasible, with a proof that
/// stands by itself. Under inexact rows a limit is the only other way out.
fn settle<P: Puzzle>(
    puzzle: &P,
    solvers: &[(String, Solver)],
    solvable: bool,
    check: impl Fn(&P::Answer) -> Checked,
) -> Result<(), String> {
    for (name, solver) in solvers {
        match solver.solve(puzzle) {
            Ok(Outcome::Solved { answer, .. }) => {
                check(&answer).map_err(|wrong| format!("{name}: {wrong}"))?;
                if !solvable {
                    return Err(format!("{name}: solved what brute force cannot solve"));
                }
            }
            Ok(Outcome::Infeasible { proof }) if !solvable => {
                if matches!(proof, Proof::Solver { confirmed: false, .. }) {
                    return Err(format!("{name}: unconfirmed without a limit"));
                }
            }
            Ok(Outcome::Infeasible { proof }) => return Err(format!("{name}: infeasible, {proof:?}")),
            Ok(Outcome::Undecided { limit, .. }) => return Err(format!("{name}: undecided, {limit}")),
            Err(error) => return Err(format!("{name}: {error}")),
        }
    }
    Ok(())
}

/// As [`settle`], in every way there is.
fn settle_all<P: Puzzle>(puzzle: &P, solvable: bool, check: impl Fn(&P::Answer) -> Checked) -> Result<(), String> {
    settle(puzzle, &[plant::exact(), plant::published()].concat(), solvable, check)
}

/// All answers of the crate's own search are those of brute force.
fn same_answers<P: Puzzle, T: Ord + Debug>(
    puzzle: &P,
    expected: impl IntoIterator<Item = T>,
    plain: impl Fn(&P::Answer) -> T,
) -> Result<(), String> {
    let expected: BTreeSet<T> = expected.into_iter().collect();
    let mut found = BTreeSet::new();
    for answer in plant::search().solutions(puzzle) {
        let answer = plain(&answer.map_err(|error| error.to_string())?);
        if found.contains(&answer) {
            return Err(format!("listed twice: {answer:?}"));
        }
        found.insert(answer);
    }
    if found == expected { Ok(()) } else { Err(format!("listed {found:?}, expected {expected:?}")) }
}

/// The encodings that puzzles of products alone can choose between: one-hot with published rows, and, where no digit is 0,
/// prime exponents.
fn other_encodings(digits: &[u32]) -> Vec<(String, Solver)> {
    if !cfg!(feature = "highs") {
        return Vec::new();
    }
    let solver = |encoding, formulation| {
        let solver = Solver::new().strategy(Strategy::Ilp).encoding(encoding).formulation(formulation);
        (format!("{encoding:?} {formulation:?}"), solver)
    };
    let mut solvers = vec![solver(Encoding::OneHot, Formulation::as_published())];
    if !digits.contains(&0) {
        solvers.push(solver(Encoding::PrimeExponent, Formulation::tight()));
        solvers.push(solver(Encoding::PrimeExponent, Formulation::as_published()));
    }
    solvers
}

// ------------------------------------------------------------------------------------------------ planted

proptest! {
    #![proptest_config(config(40, FAILURES))]

    #[test]
    fn cross_products((spec, _) in plant::planted_cross(4, 4)) {
        let puzzle = plant::cross(&spec);
        let check = |grid: &Grid<u32>| spec.check(&rows_of(grid));
        prop_assert_eq!(settle_all(&puzzle, true, check), Ok(()));
        prop_assert_eq!(settle(&puzzle, &other_encodings(&spec.digits), true, check), Ok(()));
    }

    #[test]
    fn futoshikis((spec, _) in plant::planted_futoshiki(6)) {
        let check = |grid: &Grid<u32>| spec.check(&rows_of(grid));
        prop_assert_eq!(settle_all(&plant::futoshiki(&spec), true, check), Ok(()));
    }

    #[test]
    fn inequality_grids((spec, _) in plant::planted_inequalities(4, 4)) {
        let check = |grid: &Grid<u32>| spec.check(&rows_of(grid));
        prop_assert_eq!(settle_all(&plant::inequality_grid(&spec), true, check), Ok(()));
    }

    #[test]
    fn factor_rooms((spec, _) in plant::planted_rooms(5, false)) {
        let check = |grid: &Grid<u32>| spec.check(&rows_of(grid));
        prop_assert_eq!(settle_all(&plant::factor_rooms(&spec), true, check), Ok(()));
    }

    #[test]
    fn factor_rooms_in_letters((spec, _) in plant::planted_rooms(5, true)) {
        let check = |grid: &Grid<u32>| spec.check(&rows_of(grid));
        prop_assert_eq!(settle_all(&plant::lettered_rooms(&spec), true, check), Ok(()));
    }

    #[test]
    fn kenkens((spec, _) in plant::planted_kenken(5)) {
        let (model, x) = plant::kenken(&spec);
        let check = |solution: &Solution| spec.check(&rows_of(&solution.grid(&x)));
        prop_assert_eq!(settle_all(&model, true, check), Ok(()));
    }

    #[test]
    fn edge_boards((spec, _) in plant::planted_board(3, 4, 2)) {
        let check = |board: &Grid<PlacedTile>| spec.check(&placed_of(board));
        prop_assert_eq!(settle_all(&plant::edge_matching(&spec), true, check), Ok(()));
    }
}

// ------------------------------------------------------------------------------------------------ larger ones, once each

/// Forty rooms of a 7 × 7 grid, so more than 26; one of nine separate cells.
#[test]
fn more_rooms_than_letters() {
    let grid: oracle::Rows = (0..7).map(|r| (0..7).map(|c| (2 * r + c) % 7 + 1).collect()).collect();
    let room_of: Vec<Vec<usize>> =
        (0..7).map(|r| (0..7).map(|c| if (r + c) % 5 == 0 { 0 } else { 1 + (7 * r + c) % 39 }).collect()).collect();
    let used: BTreeSet<usize> = room_of.concat().into_iter().collect();
    let room_of: Vec<Vec<usize>> =
        room_of.iter().map(|row| row.iter().map(|room| used.range(..room).count()).collect()).collect();
    assert!(used.len() > 26);
    let spec = Rooms::of(&grid, &room_of, |_| true);
    for puzzle in [plant::factor_rooms(&spec), plant::lettered_rooms(&spec)] {
        assert_eq!(settle(&puzzle, &plant::exact(), true, |grid| spec.check(&rows_of(grid))), Ok(()));
    }
}

/// One room with all 144 cells: its product, 12!¹², is far above `u128`.
#[test]
fn one_room_for_all() {
    let grid: oracle::Rows = (0..12).map(|r| (0..12).map(|c| (5 * r + c) % 12 + 1).collect()).collect();
    let spec = Rooms::of(&grid, &vec![vec![0; 12]; 12], |_| true);
    assert!(*spec.products[0].as_ref().unwrap() > BigUint::from(u128::MAX));
    assert_eq!(settle(&plant::factor_rooms(&spec), &plant::exact(), true, |grid| spec.check(&rows_of(grid))), Ok(()));
}

/// Digits of which there are four, among them 1 and 4, without being 1 to 4.
#[test]
fn powers_of_two() {
    let spec = Cross::of(&vec![vec![8]], &[1, 2, 4, 8], false);
    let check = |grid: &Grid<u32>| spec.check(&rows_of(grid));
    assert_eq!(settle_all(&plant::cross(&spec), true, check), Ok(()));
    assert_eq!(settle(&plant::cross(&spec), &other_encodings(&spec.digits), true, check), Ok(()));
}

/// A cross product whose row products are big integers.
#[test]
#[cfg(feature = "highs")]
fn clues_above_u128() {
    let grid: oracle::Rows = (0..3).map(|r| (0..120).map(|c| (r * 7 + c * c + c) % 9 + 1).collect()).collect();
    let spec = Cross::of(&grid, &[1, 2, 3, 4, 5, 6, 7, 8, 9], false);
    assert!(spec.rows.iter().all(|clue| *clue > BigUint::from(u128::MAX)));
    let check = |grid: &Grid<u32>| spec.check(&rows_of(grid));
    let exponents = Solver::new().strategy(Strategy::Ilp).encoding(Encoding::PrimeExponent);
    let solvers = [("auto".to_owned(), Solver::new()), ("prime exponents".to_owned(), exponents)];
    assert_eq!(settle(&plant::cross(&spec), &solvers, true, check), Ok(()));
}

// ------------------------------------------------------------------------------------------------ the logarithms

/// A 12 × 12 Latin square in which four cells that touch hold 5, 11, 11, 5: their product is 3025. No other room is told.
fn room_of_3025() -> Rooms {
    // Rows 0 and 6 of the cyclic square hold 5 and 11 in the same two columns; they are brought together.
    let order = [0, 6, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11];
    let columns = [4, 10, 0, 1, 2, 3, 5, 6, 7, 8, 9, 11];
    let grid: oracle::Rows = order.iter().map(|r| columns.iter().map(|c| (r + c) % 12 + 1).collect()).collect();
    assert_eq!((grid[0][..2].to_vec(), grid[1][..2].to_vec()), (vec![5, 11], vec![11, 5]));
    let room_of: Vec<Vec<usize>> = (0..12).map(|r| (0..12).map(|c| usize::from(r > 1 || c > 1)).collect()).collect();
    let spec = Rooms::of(&grid, &room_of, |room| room == 0);
    assert_eq!(spec.products[0], Some(BigUint::from(3025u32)));
    assert_eq!(spec.check(&grid), Ok(()));
    spec
}

#[test]
fn the_room_of_3025_is_solved_exactly() {
    let spec = room_of_3025();
    assert_eq!(settle(&plant::factor_rooms(&spec), &plant::exact(), true, |grid| spec.check(&rows_of(grid))), Ok(()));
}

/// The published rows take 9·7·8·6 = 3024 for 3025: the difference of the logarithms is below the tolerance.
#[test]
fn the_published_rows_take_3024_for_3025() {
    let spec = room_of_3025();
    let published = Solver::new().formulation(Formulation::as_published());
    let program = published.program(&plant::factor_rooms(&spec)).unwrap();
    let with_room = |room: [[u32; 2]; 2]| {
        // A Latin square that begins with these four cells, by brute force.
        let starts = Inequalities {
            rows: 12,
            cols: 12,
            values: (1..=12).collect(),
            givens: (0..2).flat_map(|r| (0..2).map(move |c| ((r, c), room[r][c]))).collect(),
            relations: Vec::new(),
            latin: true,
        };
        let found = plant::search().solve(&plant::futoshiki(&starts)).unwrap().into_answer().unwrap();
        let grid = rows_of(&found);
        assert_eq!(starts.check(&grid), Ok(()));
        grid
    };
    let accepts = |grid: &oracle::Rows| {
        let value = |column: &str| {
            let (cell, value) = column.strip_prefix("x_r").unwrap().split_once("_v").unwrap();
            let (r, c) = cell.split_once('c').unwrap();
            let at = |text: &str| text.parse::<usize>().unwrap() - 1;
            i64::from(grid[at(r)][at(c)] == value.parse::<u32>().unwrap())
        };
        let values: Vec<i64> = program.columns().iter().map(|column| value(&column.name)).collect();
        program.check(&values).is_ok()
    };
    let wrong = with_room([[9, 7], [8, 6]]);
    assert!(spec.check(&wrong).is_err());
    assert!(accepts(&wrong));
    assert!(accepts(&with_room([[5, 11], [11, 5]])));
    assert!(!accepts(&with_room([[9, 7], [8, 5]])));
    let puzzle = plant::factor_rooms(&spec);
    assert!(puzzle.verify(&plant::grid_of(&wrong)).is_err());
}

/// HiGHS, stopped after a number of runs: a limit that is the same on every machine.
#[cfg(feature = "highs")]
#[derive(Debug)]
struct SomeRuns {
    highs: Highs,
    left: std::sync::atomic::AtomicU32,
}

#[cfg(feature = "highs")]
impl Backend for SomeRuns {
    fn name(&self) -> &str {
        "HiGHS, a few times"
    }

    fn solve(&self, program: &Program, request: &Request) -> Result<Reply, BackendError> {
        use std::sync::atomic::Ordering;
        if self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err() {
            return Ok(Reply::of(Status::Stopped(Limit::Backend)));
        }
        self.highs.solve(program, request)
    }
}

#[test]
#[cfg(feature = "highs")]
fn published_rows_never_return_3024() {
    let spec = room_of_3025();
    let backend = SomeRuns { highs: Highs::new(), left: 6.into() };
    let solver = Solver::new().strategy(Strategy::Ilp).formulation(Formulation::as_published()).backend(backend);
    let solver = solver.time_limit(std::time::Duration::from_secs(60));
    let (outcome, report) = solver.solve_with_report(&plant::factor_rooms(&spec)).unwrap();
    match outcome {
        Outcome::Solved { answer, .. } => assert_eq!(spec.check(&rows_of(&answer)), Ok(())),
        Outcome::Undecided { incumbent: None, .. } => assert!(report.rejected > 0, "{report:?}"),
        other => panic!("{other:?}"),
    }
}

// ------------------------------------------------------------------------------------------------ corrupted

proptest! {
    #![proptest_config(config(60, FAILURES))]

    #[test]
    fn corrupt_cross_products(spec in plant::corrupt_cross(plant::planted_cross(3, 3))) {
        let answers = spec.solve(200);
        let puzzle = plant::cross(&spec);
        let check = |grid: &Grid<u32>| spec.check(&rows_of(grid));
        prop_assert_eq!(settle_all(&puzzle, !answers.is_empty(), check), Ok(()));
        prop_assert_eq!(settle(&puzzle, &other_encodings(&spec.digits), !answers.is_empty(), check), Ok(()));
        if answers.len() < 200 {
            prop_assert_eq!(same_answers(&puzzle, answers, rows_of), Ok(()));
        }
    }

    #[test]
    fn corrupt_futoshikis(spec in plant::corrupt_futoshiki(plant::planted_futoshiki(4))) {
        let answers = spec.solve(600);
        let puzzle = plant::futoshiki(&spec);
        let check = |grid: &Grid<u32>| spec.check(&rows_of(grid));
        prop_assert_eq!(settle_all(&puzzle, !answers.is_empty(), check), Ok(()));
        if answers.len() < 600 {
            prop_assert_eq!(same_answers(&puzzle, answers, rows_of), Ok(()));
        }
    }

    #[test]
    fn corrupt_inequality_grids(spec in plant::corrupt_inequalities(plant::planted_inequalities(3, 3))) {
        let answers = spec.solve(300);
        let puzzle = plant::inequality_grid(&spec);
        let check = |grid: &Grid<u32>| spec.check(&rows_of(grid));
        prop_assert_eq!(settle_all(&puzzle, !answers.is_empty(), check), Ok(()));
        if answers.len() < 300 {
            prop_assert_eq!(same_answers(&puzzle, answers, rows_of), Ok(()));
        }
    }

    #[test]
    fn corrupt_factor_rooms(spec in plant::corrupt_rooms(plant::planted_rooms(4, false))) {
        let answers = spec.solve(600);
        let puzzle = plant::factor_rooms(&spec);
        let check = |grid: &Grid<u32>| spec.check(&rows_of(grid));
        prop_assert_eq!(settle_all(&puzzle, !answers.is_empty(), check), Ok(()));
        if answers.len() < 600 {
            prop_assert_eq!(same_answers(&puzzle, answers, rows_of), Ok(()));
        }
    }

    #[test]
    fn corrupt_kenkens(spec in plant::corrupt_kenken(plant::planted_kenken(4))) {
        let answers = spec.solve(600);
        let (model, x) = plant::kenken(&spec);
        let check = |solution: &Solution| spec.check(&rows_of(&solution.grid(&x)));
        prop_assert_eq!(settle_all(&model, !answers.is_empty(), check), Ok(()));
        if answers.len() < 600 {
            prop_assert_eq!(same_answers(&model, answers, |solution| rows_of(&solution.grid(&x))), Ok(()));
        }
    }

    #[test]
    fn corrupt_edge_boards(spec in plant::corrupt_board(plant::planted_board(2, 3, 1))) {
        let boards = spec.solve(3000);
        let puzzle = plant::edge_matching(&spec);
        let check = |board: &Grid<PlacedTile>| spec.check(&placed_of(board));
        prop_assert_eq!(settle_all(&puzzle, !boards.is_empty(), check), Ok(()));
        if boards.len() < 3000 {
            let looks: Vec<_> = boards.iter().map(|board| spec.looks(board)).collect();
            let placements = puzzle.clone().distinct(Distinct::Placements);
            prop_assert_eq!(same_answers(&placements, boards, placed_of), Ok(()));
            let by_looks = puzzle.clone().distinct(Distinct::Boards);
            prop_assert_eq!(same_answers(&by_looks, looks, |board| spec.looks(&placed_of(board))), Ok(()));
        }
    }
}

// ------------------------------------------------------------------------------------------------ wrong answers

/// The answer with some cells changed: each to the value of another cell, or to one more.
fn corrupt_grid(mut grid: Vec<Vec<u32>>, changes: &[(Index, Index, bool)]) -> Vec<Vec<u32>> {
    let cols = grid[0].len();
    let cells = grid.len() * cols;
    for (at, with, by_one) in changes {
        let (at, with) = (at.index(cells), with.index(cells));
        let value = if *by_one { grid[at / cols][at % cols].wrapping_add(1) } else { grid[with / cols][with % cols] };
        grid[at / cols][at % cols] = value;
    }
    grid
}

fn changes() -> impl proptest::strategy::Strategy<Value = Vec<(Index, Index, bool)>> {
    prop::collection::vec((any::<Index>(), any::<Index>(), any::<bool>()), 0..3)
}

proptest! {
    #![proptest_config(config(400, FAILURES))]

    /// `verify` takes just the answers that the oracle takes, right ones and wrong ones.
    #[test]
    fn verify_knows_right_from_wrong(
        (cross, of_cross) in plant::planted_cross(3, 3),
        (futoshiki, of_futoshiki) in plant::planted_futoshiki(3),
        (mut inequalities, of_inequalities) in plant::planted_inequalities(2, 3),
        (rooms, of_rooms) in plant::planted_rooms(3, false),
        changes in changes(), more in prop::option::of((any::<Index>(), any::<Index>(), any::<bool>())),
    ) {
        let answer = corrupt_grid(of_cross, &changes);
        prop_assert_eq!(plant::cross(&cross).verify(&grid_of(&answer)).is_ok(), cross.check(&answer).is_ok());
        let answer = corrupt_grid(of_futoshiki, &changes);
        let verified = plant::futoshiki(&futoshiki).verify(&grid_of(&answer)).is_ok();
        prop_assert_eq!(verified, futoshiki.check(&answer).is_ok());
        let answer = corrupt_grid(of_rooms, &changes);
        prop_assert_eq!(plant::factor_rooms(&rooms).verify(&grid_of(&answer)).is_ok(), rooms.check(&answer).is_ok());
        // One more relation between any two cells, which the planted grid need not meet.
        if let Some((a, b, strict)) = more {
            let (a, b) = (a.index(inequalities.rows), b.index(inequalities.cols));
            inequalities.relations.push(((a, 0), (0, b), strict));
            inequalities.relations.retain(|(a, b, _)| a != b);
        }
        let answer = corrupt_grid(of_inequalities, &changes);
        let verified = plant::inequality_grid(&inequalities).verify(&grid_of(&answer)).is_ok();
        prop_assert_eq!(verified, inequalities.check(&answer).is_ok());
    }

    #[test]
    fn verify_knows_right_boards_from_wrong(
        (mut spec, mut placed) in plant::planted_board(2, 3, 1),
        at in any::<Index>(), with in any::<Index>(), turns in 0u8..6, side in 0usize..4, by in 0u8..7,
    ) {
        let slots = spec.rows * spec.cols;
        let (at, with) = (at.index(slots), with.index(slots));
        let (slot, other) = ((at / spec.cols, at % spec.cols), (with / spec.cols, with % spec.cols));
        // The board changed in one way, or the puzzle.
        match by {
            0 => placed[slot.0][slot.1].1 = turns,
            1 => {
                let held = placed[slot.0][slot.1];
                placed[slot.0][slot.1] = placed[other.0][other.1];
                placed[other.0][other.1] = held;
            }
            2 => placed[slot.0][slot.1].0 = with + usize::from(turns % 2),
            3 => spec.turns = false,
            4 => spec.frame = Some((spec.looks(&placed)[slot.0][slot.1][side], turns % 2 == 0)),
            5 => spec.hints = vec![(slot, placed[other.0][other.1].0, turns % 4)],
            _ => {}
        }
        let verified = plant::edge_matching(&spec).verify(&board_of(&placed)).is_ok();
        prop_assert_eq!(verified, spec.check(&placed).is_ok());
    }
}

#[test]
fn answers_of_another_shape_are_wrong() {
    let square = grid_of(&vec![vec![1]]);
    let (wide, tall) = (grid_of(&vec![vec![1, 1]]), grid_of(&vec![vec![1], vec![1]]));
    for (rows, cols, own) in [(1, 1, &square), (1, 2, &wide), (2, 1, &tall)] {
        let cross = CrossProduct::new(&vec![1; rows], &vec![1; cols]).unwrap();
        let inequalities = InequalityGrid::new(rows, cols, [1]).unwrap();
        let tiles = [Tile::from([0; 4]), Tile::from([0; 4])];
        let board = EdgeMatching::new(rows, cols, &tiles[..rows * cols]).unwrap();
        for grid in [&square, &wide, &tall] {
            let is_own = grid == own;
            assert_eq!(cross.verify(grid).is_ok(), is_own);
            assert_eq!(inequalities.verify(grid).is_ok(), is_own);
            let placed = Grid::from_fn(grid.height(), grid.width(), |r, c| PlacedTile { tile: r + c, rotation: 0 });
            assert_eq!(board.verify(&placed).is_ok(), is_own);
        }
    }
    for grid in [&wide, &tall] {
        assert!(FactorRooms::new(&["A"], &[1]).unwrap().verify(grid).is_err());
        assert!(Futoshiki::new(1).unwrap().verify(grid).is_err());
    }
}

// ------------------------------------------------------------------------------------------------ arithmetic causes

/// Boards that were not planted: labels at random, so that many have no solution and many an arithmetic cause. A cause must
/// never be given where brute force finds a board.
fn any_board() -> impl proptest::strategy::Strategy<Value = Board> {
    let meets = proptest::sample::select(vec![
        (oracle::Meet::Equal, vec![0, 1]),
        (oracle::Meet::Equal, vec![0, 1, 2]),
        (oracle::Meet::Opposite, vec![0, 1, -1]),
        (oracle::Meet::Opposite, vec![1, -1, 2]),
        (oracle::Meet::Opposite, vec![1, -1, i32::MIN]),
        (oracle::Meet::Pairs(vec![(0, 1)]), vec![0, 1, 2]),
        (oracle::Meet::Pairs(vec![(1, 2), (3, 3)]), vec![0, 1, 2, 3]),
    ]);
    let frames =
        proptest::sample::select(vec![None, Some((0, true)), Some((0, false)), Some((1, true)), Some((1, false))]);
    let shapes = proptest::sample::select(vec![(1, 1), (1, 2), (2, 1), (1, 3), (2, 2), (2, 3), (3, 2)]);
    (shapes, meets, any::<bool>(), frames, prop::bool::weighted(0.8)).prop_flat_map(
        |((rows, cols), (meet, labels), turns, frame, framed_tiles)| {
            let slots = rows * cols;
            let label = proptest::sample::select(labels);
            let tiles = proptest::collection::vec([label.clone(), label.clone(), label.clone(), label], slots);
            tiles.prop_map(move |mut tiles| {
                // Random tiles seldom make a frame: mostly they are given one.
                if let Some((label, _)) = frame.filter(|_| framed_tiles) {
                    for (slot, tile) in tiles.iter_mut().enumerate() {
                        let (r, c) = (slot / cols, slot % cols);
                        let rim = [r == 0, c + 1 == cols, r + 1 == rows, c == 0];
                        (0..4).filter(|&side| rim[side]).for_each(|side| tile[side] = label);
                    }
                }
                Board { rows, cols, tiles, meet: meet.clone(), turns, frame, hints: Vec::new() }
            })
        },
    )
}

proptest! {
    #![proptest_config(config(3000, FAILURES))]

    #[test]
    fn no_cause_where_a_board_exists(spec in any_board()) {
        let puzzle = plant::edge_matching(&spec);
        let cause = puzzle.cause();
        let boards = spec.solve(1);
        prop_assert!(cause.is_none() || boards.is_empty(), "{:?} for {:?}", cause, boards);
        let outcome = plant::search().solve(&puzzle).unwrap();
        match outcome {
            Outcome::Solved { answer, .. } => prop_assert_eq!(spec.check(&placed_of(&answer)), Ok(())),
            Outcome::Infeasible { .. } => prop_assert!(boards.is_empty()),
            Outcome::Undecided { limit, .. } => prop_assert!(false, "{}", limit),
        }
    }

    /// Products and sums of a few cells with domains of their own, and clues that may or may not be met.
    #[test]
    fn no_cause_where_values_exist(
        sets in prop::collection::vec(prop::collection::vec(0u32..8, 1..4), 1..4), clue in 0u64..60, product_clue in any::<bool>(),
    ) {
        let mut model = Model::new();
        let cells: Vec<Cell<Digit>> = sets
            .iter()
            .enumerate()
            .map(|(i, set)| model.digits(&format!("x{i}"), 1, 1, set.clone())[(0, 0)])
            .collect();
        if product_clue { model.post("clue", product(&cells, clue)) } else { model.post("clue", sum(&cells, clue)) }
        let total = |values: &[u32]| {
            let wide = values.iter().map(|&v| u64::from(v));
            if product_clue { wide.product::<u64>() } else { wide.sum() }
        };
        let all: Vec<u32> = (0..8).collect();
        let fits = |filled: &[u32]| {
            sets[filled.len() - 1].contains(&filled[filled.len() - 1])
                && (filled.len() < sets.len() || total(filled) == clue)
        };
        let exists = !oracle::search(sets.len(), &all, 1, fits).is_empty();
        prop_assert!(!(exists && model.cause().is_some()), "{:?}", model.cause());
        let solved = matches!(plant::search().solve(&model).unwrap(), Outcome::Solved { .. });
        prop_assert_eq!(solved, exists);
    }
}

/// The same for the causes of a cross product: every pair of clue lists up to a bound, for small digit sets.
#[test]
fn no_cause_where_a_cross_product_exists() {
    let mut with_cause = 0;
    let mut without = 0;
    for digits in [vec![0, 1, 2], vec![1, 2, 4], vec![2, 3, 6], vec![0, 3]] {
        for clues in oracle::search(4, &(0..=12).collect::<Vec<u32>>(), usize::MAX, |_| true) {
            let big: Vec<BigUint> = clues.iter().map(|&clue| BigUint::from(clue)).collect();
            let (rows, cols) = (big[..2].to_vec(), big[2..].to_vec());
            let spec = Cross { rows, cols, digits: digits.clone(), all_different: false };
            let puzzle = plant::cross(&spec);
            let (model, _) = puzzle.model().unwrap();
            if let Some(cause) = model.cause().or_else(|| puzzle.cause()) {
                assert!(spec.solve(1).is_empty(), "{cause} for {spec:?}");
                with_cause += 1;
            } else {
                without += 1;
            }
        }
    }
    assert!(with_cause > 1000 && without > 100, "{with_cause} {without}");
}

// ------------------------------------------------------------------------------------------------ every proof

/// Infeasible puzzles for which each way to prove it has to be taken.
#[test]
fn every_way_to_prove_that_there_is_no_answer() {
    let proof = |solver: &Solver, puzzle: &Futoshiki| match solver.solve(puzzle).unwrap() {
        Outcome::Infeasible { proof } => proof,
        other => panic!("{other:?}"),
    };
    // A chain of four cells in a grid of order 3.
    let chain = Inequalities {
        rows: 3,
        cols: 3,
        values: vec![1, 2, 3],
        givens: Vec::new(),
        relations: [((0, 0), (0, 1)), ((0, 1), (0, 2)), ((0, 2), (1, 2))].map(|(a, b)| (a, b, true)).to_vec(),
        latin: true,
    };
    assert!(chain.solve(1).is_empty());
    assert_eq!(proof(&plant::search(), &plant::futoshiki(&chain)), Proof::Filtering);
    let arithmetic = CrossProduct::new(&[11], &[11]).unwrap();
    let Outcome::Infeasible { proof: Proof::Arithmetic(cause) } = plant::search().solve(&arithmetic).unwrap() else {
        panic!("11 is no product of digits");
    };
    assert!(matches!(cause, Cause::ForeignFactor { .. }), "{cause:?}");
    // Three cells, two values, each pair different: no single filter sees it.
    let mut triangle = Model::new();
    let x = triangle.digits("x", 1, 3, 1..=2);
    for (a, b) in [(0, 1), (0, 2), (1, 2)] {
        triangle.post(format!("r1c{} ≠ r1c{}", a + 1, b + 1), not_equal(x[(0, a)], x[(0, b)]));
    }
    let Outcome::Infeasible { proof: Proof::Search { nodes } } = plant::search().solve(&triangle).unwrap() else {
        panic!("it takes a search");
    };
    assert!(nodes > 0);
    #[cfg(feature = "highs")]
    {
        let ilp = Solver::new().strategy(Strategy::Ilp);
        let by_highs = Proof::Solver { name: "HiGHS".to_owned(), confirmed: true };
        assert_eq!(proof(&ilp, &plant::futoshiki(&chain)), by_highs);
        assert!(matches!(ilp.solve(&triangle).unwrap(), Outcome::Infeasible { proof } if proof == by_highs));
    }
}

/// Rounded logarithms of many cells are off by more than the published tolerance: the row allows for that, so that an answer
/// is never taken for none.
#[cfg(feature = "highs")]
#[test]
fn a_published_row_of_three_thousand_cells() {
    let puzzle = CrossProduct::new(&[BigUint::from(4u8).pow(3000)], &vec![BigUint::from(4u8); 3000]).unwrap();
    let solver = Solver::new().encoding(Encoding::OneHot).formulation(Formulation::as_published());
    match solver.strategy(puzzle_ilp::Strategy::Ilp).solve(&puzzle).unwrap() {
        Outcome::Solved { answer, .. } => assert!(answer.cells().all(|&digit| digit == 4)),
        other => panic!("{other:?}"),
    }
}
