//! Every way to be refused, by the variant and the fields that a caller can expect; and inputs of every kind thrown at every
//! door: none may panic, allocate what it will refuse, or run without end.

#[path = "oracle/mod.rs"]
mod oracle;
mod plant;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use num_bigint::{BigInt, BigUint};
use proptest::prelude::{Just, any, prop};
use proptest::sample::select;
use proptest::strategy::Strategy as Draw;
use proptest::{prop_oneof, proptest};
use puzzle_ilp::program::{LinExpr, Program, ProgramError, ReadError, SizeLimit};
use puzzle_ilp::*;

fn number(value: u64) -> Magnitude {
    value.magnitude()
}

/// The error of solving by the crate's own search: malformed input is found whatever the strategy.
fn error_of<P: Puzzle>(puzzle: &P) -> Error {
    match plant::search().solve(puzzle) {
        Ok(_) => panic!("it was solved"),
        Err(error) => error,
    }
}

fn input_error<P: Puzzle>(puzzle: &P) -> InputError {
    match error_of(puzzle) {
        Error::Input(error) => error,
        other => panic!("{other:?}"),
    }
}

/// The arithmetic cause for which a puzzle has no answer.
fn cause_of<P: Puzzle>(puzzle: &P) -> Cause {
    match plant::search().solve(puzzle) {
        Ok(Outcome::Infeasible { proof: Proof::Arithmetic(cause) }) => cause,
        Ok(_) => panic!("no arithmetic cause"),
        Err(error) => panic!("{error}"),
    }
}

/// What a door makes of it: an error with the same cause, whose text names clue, value and factor.
fn refused<T: std::fmt::Debug>(answer: Result<T, Error>, parts: &[&str]) -> Cause {
    let error = answer.unwrap_err();
    let text = error.to_string();
    for part in parts {
        assert!(text.contains(part), "{part:?} in {text:?}");
    }
    match error {
        Error::Infeasible { cause: Proof::Arithmetic(cause) } => cause,
        other => panic!("{other:?}"),
    }
}

fn tiles(labels: &[[i32; 4]]) -> Vec<Tile> {
    labels.iter().copied().map(Tile::from).collect()
}

// ------------------------------------------------------------------------------------------------ malformed input

#[test]
fn nothing_given() {
    let none: [u32; 0] = [];
    assert_eq!(CrossProduct::new(&none, &[1]).unwrap_err(), InputError::Empty { what: "rows" });
    assert_eq!(CrossProduct::new(&[1], &none).unwrap_err(), InputError::Empty { what: "columns" });
    let without_digits = CrossProduct::new(&[1], &[1]).unwrap().digits([]);
    assert_eq!(input_error(&without_digits), InputError::Empty { what: "digits" });
    assert_eq!(Futoshiki::new(0).unwrap_err(), InputError::Empty { what: "rows" });
    assert_eq!(InequalityGrid::new(0, 1, 1..=9).unwrap_err(), InputError::Empty { what: "rows" });
    assert_eq!(InequalityGrid::new(1, 0, 1..=9).unwrap_err(), InputError::Empty { what: "columns" });
    assert_eq!(InequalityGrid::new(1, 1, 3..3).unwrap_err(), InputError::Empty { what: "values" });
    let no_rooms: [&str; 0] = [];
    assert_eq!(FactorRooms::new(&no_rooms, &none).unwrap_err(), InputError::Empty { what: "rows" });
    assert_eq!(FactorRooms::new(&["", ""], &none).unwrap_err(), InputError::Empty { what: "columns" });
    let no_regions = Grid::from_fn(usize::MAX, 0, |_, _| 0usize);
    assert_eq!(FactorRooms::from_regions::<u32>(&no_regions, &[]).unwrap_err(), InputError::Empty { what: "columns" });
    assert_eq!(EdgeMatching::new(0, 1, tiles(&[[0; 4]])).unwrap_err(), InputError::Empty { what: "rows" });
    assert_eq!(EdgeMatching::new(1, 0, tiles(&[[0; 4]])).unwrap_err(), InputError::Empty { what: "columns" });
    assert_eq!(EdgeMatching::new(1, 1, tiles(&[])).unwrap_err(), InputError::Empty { what: "tiles" });
}

#[test]
fn rooms_that_form_no_square() {
    let ragged = InputError::Ragged(RaggedRows { row: 1, expected: 2, found: 3 });
    assert_eq!(FactorRooms::new(&["AB", "ABC"], &[1, 1, 1]).unwrap_err(), ragged);
    assert_eq!(FactorRooms::new(&["AB"], &[1, 1]).unwrap_err(), InputError::NotSquare { rows: 1, cols: 2 });
    let regions = Grid::from_fn(3, 2, |r, _| r);
    let error = FactorRooms::from_regions(&regions, &[Some(1), None, None]).unwrap_err();
    assert_eq!(error, InputError::NotSquare { rows: 3, cols: 2 });
}

#[test]
fn more_or_fewer_products_than_rooms() {
    let error = |products: &[u32]| FactorRooms::new(&["AB", "AC"], products).unwrap_err();
    assert_eq!(error(&[1, 2]), InputError::ProductCount { rooms: 3, products: 2 });
    assert_eq!(error(&[1, 2, 2, 1]), InputError::ProductCount { rooms: 3, products: 4 });
    let regions = Grid::from_fn(1, 1, |_, _| usize::MAX);
    let error = FactorRooms::from_regions::<u8>(&regions, &[]).unwrap_err();
    assert_eq!(error, InputError::ProductCount { rooms: 1, products: 0 });
}

#[test]
fn negative_clues() {
    let error = CrossProduct::new(&[6, -20], &[8, 15]).unwrap_err();
    let value = (-20i32).magnitude();
    assert_eq!(error, InputError::NegativeClue { clue: "row 2's product -20".to_owned(), value: value.clone() });
    let error = CrossProduct::new(&[6], &[8, 1, -20]).unwrap_err();
    assert_eq!(error, InputError::NegativeClue { clue: "column 3's product -20".to_owned(), value: value.clone() });
    let error = FactorRooms::new(&["AB", "AC"], &[1, -20, 1]).unwrap_err();
    assert_eq!(error, InputError::NegativeClue { clue: "room B's product -20".to_owned(), value });
    let least = CrossProduct::new(&[i128::MIN], &[1]).unwrap_err();
    assert!(least.to_string().contains("-170141183460469231731687303715884105728 is negative"), "{least}");
}

#[test]
fn givens_and_relations_that_mean_nothing() {
    let futoshiki = || Futoshiki::new(3).unwrap();
    let out_of_range = |value: u32| InputError::ValueOutOfRange {
        clue: format!("r1c2 = {value}"),
        value: i64::from(value),
        expected: "1..=3".to_owned(),
    };
    assert_eq!(input_error(&futoshiki().given((0, 1), 0)), out_of_range(0));
    assert_eq!(input_error(&futoshiki().given((0, 1), 4)), out_of_range(4));
    assert_eq!(input_error(&futoshiki().given((0, 1), u32::MAX)), out_of_range(u32::MAX));
    let outside = |clue: &str, cell| InputError::OutsideGrid { clue: clue.to_owned(), cell, rows: 3, cols: 3 };
    assert_eq!(input_error(&futoshiki().given((3, 0), 1)), outside("r4c1 = 1", At(3, 0)));
    assert_eq!(input_error(&futoshiki().less((0, 0), (0, 3))), outside("r1c1 < r1c4", At(0, 3)));
    let last = usize::MAX;
    assert_eq!(
        input_error(&futoshiki().less((last, 0), (0, 0))),
        outside("r18446744073709551616c1 < r1c1", At(last, 0))
    );
    assert_eq!(input_error(&futoshiki().less((1, 1), (1, 1))), InputError::SelfRelation { cell: At(1, 1) });
    let twice = InputError::ConflictingGivens { cell: At(0, 0), first: "1".to_owned(), second: "2".to_owned() };
    assert_eq!(input_error(&futoshiki().given((0, 0), 1).given((0, 0), 2)), twice);
    let grid = || InequalityGrid::new(3, 3, [2, 4, 6]).unwrap();
    assert_eq!(
        input_error(&grid().given((2, 2), 3)),
        InputError::ValueOutOfRange { clue: "r3c3 = 3".to_owned(), value: 3, expected: "{2, 4, 6}".to_owned() }
    );
    assert_eq!(input_error(&grid().at_most((0, 0), (9, 9))), outside("r1c1 ≤ r10c10", At(9, 9)));
    assert_eq!(input_error(&grid().at_most((9, 9), (9, 9))), outside("r10c10 ≤ r10c10", At(9, 9)));
    assert_eq!(input_error(&grid().less((1, 0), (1, 0))), InputError::SelfRelation { cell: At(1, 0) });
}

#[test]
fn the_same_clue_twice_is_fine() {
    let once = Futoshiki::new(3).unwrap().given((0, 0), 2).less((0, 1), (0, 0)).less((1, 0), (1, 1));
    let twice = once.clone().given((0, 0), 2).less((1, 0), (1, 1)).less((0, 1), (0, 0));
    assert_eq!(twice, once);
    assert!(matches!(plant::search().solve(&twice).unwrap(), Outcome::Solved { .. }));
    // At most itself is true of every cell.
    let weak = InequalityGrid::new(1, 1, 4..=4).unwrap().at_most((0, 0), (0, 0));
    assert_eq!(plant::search().solve(&weak).unwrap().into_answer().unwrap().to_string(), "4");
    let hint = EdgeMatching::new(1, 1, tiles(&[[1, 2, 3, 4]])).unwrap().hint((0, 0), 0, 3);
    assert!(matches!(plant::search().solve(&hint.hint((0, 0), 0, 3)).unwrap(), Outcome::Solved { .. }));
}

#[test]
fn tiles_and_hints_that_do_not_fit_the_board() {
    let set = tiles(&[[1, 2, 3, 4], [5, 6, 7, 8]]);
    let board = |rows, cols| EdgeMatching::new(rows, cols, &set).unwrap();
    assert_eq!(input_error(&board(1, 1)), InputError::TileCount { tiles: 2, slots: 1 });
    assert_eq!(input_error(&board(1, 3)), InputError::TileCount { tiles: 2, slots: 3 });
    assert_eq!(input_error(&board(1, 3).spare_tiles()), InputError::TileCount { tiles: 2, slots: 3 });
    assert!(matches!(plant::search().solve(&board(1, 1).spare_tiles()).unwrap(), Outcome::Solved { .. }));
    let board = || board(1, 2);
    let outside =
        InputError::OutsideGrid { clue: "r2c1 holds tile 0 turned 0".to_owned(), cell: At(1, 0), rows: 1, cols: 2 };
    assert_eq!(input_error(&board().hint((1, 0), 0, 0)), outside);
    let last = usize::MAX;
    assert!(matches!(input_error(&board().hint((last, last), last, 255)), InputError::OutsideGrid { .. }));
    assert_eq!(input_error(&board().hint((0, 1), 2, 0)), InputError::UnknownTile { cell: At(0, 1), tile: 2, tiles: 2 });
    assert_eq!(
        input_error(&board().hint((0, 1), 1, 4)),
        InputError::Rotation { cell: At(0, 1), rotation: 4, expected: "0 to 3" }
    );
    assert_eq!(
        input_error(&board().rotations(false).hint((0, 1), 1, 1)),
        InputError::Rotation { cell: At(0, 1), rotation: 1, expected: "0, since tiles are not turned" }
    );
    assert_eq!(
        input_error(&board().hint((0, 0), 1, 0).hint((0, 1), 1, 0)),
        InputError::TileHintedTwice { tile: 1, first: At(0, 0), second: At(0, 1) }
    );
    assert_eq!(
        input_error(&board().hint((0, 0), 1, 0).hint((0, 0), 1, 2)),
        InputError::ConflictingGivens {
            cell: At(0, 0),
            first: "tile 1 turned 0".to_owned(),
            second: "tile 1 turned 2".to_owned()
        }
    );
    let mates = Mates::Pairs(vec![(1, 2), (3, 1)]);
    assert_eq!(input_error(&board().mates(mates)), InputError::ConflictingMates { label: 1, first: 2, second: 3 });
}

#[test]
fn grids_too_large_are_refused_before_they_are_made() {
    let too_many = |rows, cols| InputError::TooManyCells { rows, cols, limit: MAX_CELLS };
    assert_eq!(Futoshiki::new(2049).unwrap_err(), too_many(2049, 2049));
    assert_eq!(Futoshiki::new(1_000_000).unwrap_err(), too_many(1_000_000, 1_000_000));
    assert_eq!(Futoshiki::new(usize::MAX).unwrap_err(), too_many(usize::MAX, usize::MAX));
    let (most, two) = (usize::MAX, 2);
    assert_eq!(InequalityGrid::new(most, two, 1..=9).unwrap_err(), too_many(most, two));
    assert_eq!(EdgeMatching::new(two, most, tiles(&[[0; 4]])).unwrap_err(), too_many(two, most));
    let clues = vec![1u8; 2049];
    assert_eq!(CrossProduct::new(&clues, &clues).unwrap_err(), too_many(2049, 2049));
    let regions = Grid::from_fn(2049, 2048, |_, _| 0usize);
    assert_eq!(FactorRooms::from_regions(&regions, &[None::<u8>]).unwrap_err(), too_many(2049, 2048));
}

/// Within the cells, but with more values than a model takes; a given used to make this panic.
#[test]
fn models_too_large_are_refused_before_they_are_made() {
    let reason = |error: Error| match error {
        Error::TooLarge { reason } => reason,
        other => panic!("{other:?}"),
    };
    let futoshiki = Futoshiki::new(2000).unwrap().given((0, 0), 1).less((0, 0), (0, 1));
    assert_eq!(
        reason(error_of(&futoshiki)),
        "group \"x\" of 2000 × 2000 cells with 2000 values each, expected at most 268435456 values in a model"
    );
    let wide = "group \"x\" of 1 × 1 cells with 4294967296 values each, expected at most 65536 values in a cell";
    let grid = InequalityGrid::new(1, 1, 0..=u32::MAX).unwrap().given((0, 0), 7);
    assert_eq!(reason(error_of(&grid)), wide);
    assert_eq!(reason(error_of(&CrossProduct::new(&[7], &[7]).unwrap().digits(0..=u32::MAX))), wide);
    let many = vec![Tile::from([0; 4]); 1];
    let board = EdgeMatching::new(1, 1, &many).unwrap();
    assert!(matches!(plant::search().solve(&board).unwrap(), Outcome::Solved { .. }));
    let different: Vec<Tile> = (0..20_000).map(|i| Tile::from([i, 1, 2, 3])).collect();
    let board = EdgeMatching::new(1, 1, &different).unwrap().spare_tiles().hint((0, 0), 5, 0);
    assert_eq!(
        reason(error_of(&board)),
        "group \"b\" of 1 × 1 cells with 80000 values each, expected at most 65536 values in a cell"
    );
}

// ------------------------------------------------------------------------------------------------ arithmetic causes

#[test]
fn eleven_and_zero_and_sixteen_and_totals() {
    let cause = refused(solve_cross_product(&[11], &[11]), &["row 1's product 11", "11", "factor 11"]);
    let clue = "row 1's product 11".to_owned();
    assert_eq!(cause, Cause::ForeignFactor { clue, value: number(11), factor: number(11) });

    let cause = refused(solve_cross_product(&[0], &[0]), &["row 1's product 0", "factor 0"]);
    assert_eq!(cause, Cause::NoZero { clue: "row 1's product 0".to_owned(), value: number(0) });

    let cause = refused(solve_cross_product(&[16], &[16]), &["row 1's product 16", "factor 2"]);
    let clue = "row 1's product 16".to_owned();
    assert_eq!(cause, Cause::FactorTooOften { clue, value: number(16), factor: 2, needed: 4, most: 3 });

    let cause = refused(solve_cross_product(&[6, 10], &[6, 9]), &["all rows", "the product 6", "factor 2"]);
    let clue = "the products of all rows against those of all columns".to_owned();
    assert_eq!(cause, Cause::TotalsDiffer { clue, value: number(6), factor: 2, in_rows: 2, in_columns: 1 });
}

#[test]
fn zero_is_solved_where_zero_is_a_digit() {
    let puzzle = CrossProduct::new(&[0], &[0]).unwrap().digits(0..=9);
    let grid = plant::search().solve(&puzzle).unwrap().into_answer().unwrap();
    assert_eq!(grid.to_string(), "0");
    let puzzle = CrossProduct::new(&[0, 12], &[0, 8]).unwrap().digits(0..=4);
    let grid = plant::search().solve(&puzzle).unwrap().into_answer().unwrap();
    assert_eq!((grid[(1, 0)] * grid[(1, 1)], grid[(0, 0)] * grid[(0, 1)]), (12, 0));
    assert_eq!((grid[(0, 0)] * grid[(1, 0)], grid[(0, 1)] * grid[(1, 1)]), (0, 8));
}

#[test]
fn causes_of_a_product() {
    let cause =
        |rows: &[u32], cols: &[u32], digits: Domain| cause_of(&CrossProduct::new(rows, cols).unwrap().digits(digits));
    let clue = |text: &str| text.to_owned();
    // What is left after the digits' own primes, not the first foreign prime alone.
    assert_eq!(
        cause(&[286], &[286], (1..=9).into()),
        Cause::ForeignFactor { clue: clue("row 1's product 286"), value: number(286), factor: number(143) }
    );
    assert_eq!(
        cause(&[1], &[1], [2, 4].into()),
        Cause::FactorTooRare { clue: clue("row 1's product 1"), value: number(1), factor: 2, needed: 0, least: 1 }
    );
    assert_eq!(
        cause(&[5184], &[1, 1], (1..=9).into()),
        Cause::TooLarge { clue: clue("row 1's product 5184"), value: number(5184), most: number(81) }
    );
    assert_eq!(
        cause(&[1], &[1], [4, 9].into()),
        Cause::TooSmall { clue: clue("row 1's product 1"), value: number(1), least: number(4) }
    );
    assert_eq!(
        cause(&[0, 1], &[1], (0..=1).into()),
        Cause::ZeroNotCrossed { clue: clue("row 1's product 0"), value: number(0) }
    );
    assert_eq!(
        cause(&[1], &[1, 0], (0..=1).into()),
        Cause::ZeroNotCrossed { clue: clue("column 2's product 0"), value: number(0) }
    );
    // Factor rooms and models of one's own find the same.
    let rooms = FactorRooms::new(&["AB", "AC"], &[3, 2, 1]).unwrap();
    assert_eq!(
        cause_of(&rooms),
        Cause::ForeignFactor { clue: clue("room A's product 3"), value: number(3), factor: number(3) }
    );
    let huge = BigUint::from(10u8).pow(60);
    let room = FactorRooms::new(&["A"], std::slice::from_ref(&huge)).unwrap();
    assert_eq!(
        cause_of(&room),
        Cause::ForeignFactor {
            clue: format!("room A's product {huge}"),
            value: huge.magnitude(),
            factor: huge.magnitude()
        }
    );
    assert_eq!(cause_of(&room).clue(), format!("room A's product {huge}"));
}

#[test]
fn causes_of_a_sum() {
    let cause = |clue: u64| {
        let mut model = Model::new();
        let x = model.digits("x", 1, 2, 3..=9);
        model.post("the sum", sum(x.cells(), clue));
        cause_of(&model)
    };
    let clue = || "the sum".to_owned();
    assert_eq!(cause(19), Cause::TooLarge { clue: clue(), value: number(19), most: number(18) });
    assert_eq!(cause(u64::MAX), Cause::TooLarge { clue: clue(), value: number(u64::MAX), most: number(18) });
    assert_eq!(cause(5), Cause::TooSmall { clue: clue(), value: number(5), least: number(6) });
    // The largest and the smallest sum there are.
    for (clue, value) in [(18, 9), (6, 3)] {
        let mut model = Model::new();
        let x = model.digits("x", 1, 2, 3..=9);
        model.post("the sum", sum(x.cells(), clue));
        let solution = Solver::new().solve_model(&model).unwrap();
        assert_eq!(x.map(|&cell| solution.value(cell)), Grid::from_fn(1, 2, |_, _| value));
    }
}

#[test]
fn causes_of_a_tile_board() {
    let board = |rows, cols, labels: &[[i32; 4]]| EdgeMatching::new(rows, cols, tiles(labels)).unwrap();
    // Eight times 5, no -5, and six sides on the rim.
    let lonely = board(1, 2, &[[5; 4], [5; 4]]).mates(Mates::Opposite);
    let mate = "-5".to_owned();
    assert_eq!(cause_of(&lonely), Cause::LabelWithoutMate { label: 5, mate, count: 8, mates: 0, rim: 6 });
    // The least label has no opposite at all.
    let least = board(1, 2, &[[i32::MIN; 4], [i32::MIN; 4]]).mates(Mates::Opposite);
    let mate = "none".to_owned();
    assert_eq!(cause_of(&least), Cause::LabelWithoutMate { label: i32::MIN, mate, count: 8, mates: 0, rim: 6 });
    // Four corners, and inside the label 1 three times.
    let odd = board(2, 2, &[[0, 1, 1, 0], [0, 0, 1, 2], [2, 0, 0, 2], [2, 2, 0, 0]]).frame(0);
    assert_eq!(cause_of(&odd), Cause::LabelParity { label: 1, count: 3 });
    let corners = board(2, 2, &[[0, 1, 1, 0], [0, 1, 1, 0], [0, 1, 0, 1], [0, 0, 1, 1]]).frame(0);
    assert_eq!(
        cause_of(&corners),
        Cause::FrameTiles { label: 0, sides: "two neighbouring sides", needed: 4, found: 3 }
    );
    let corner = [0, 1, 1, 0];
    let borders = board(2, 3, &[corner, corner, corner, corner, [0, 1, 1, 1], [1; 4]]).frame(0);
    assert_eq!(cause_of(&borders), Cause::FrameTiles { label: 0, sides: "a side", needed: 6, found: 5 });
    let cause = refused(solve_edge_matching(1, 2, &tiles(&[[5; 4], [5; 4]]), Mates::Opposite), &["label 5", "-5"]);
    assert_eq!(cause.clue(), "label 5");
}

#[test]
fn doors_refuse_malformed_input_too() {
    assert_eq!(solve_futoshiki(0, &[], &[]), Err(Error::Input(InputError::Empty { what: "rows" })));
    let no_clues: [u64; 0] = [];
    assert_eq!(solve_cross_product(&no_clues, &no_clues), Err(Error::Input(InputError::Empty { what: "rows" })));
    assert_eq!(
        solve_factor_rooms(&["A"], &[1, 2]),
        Err(Error::Input(InputError::ProductCount { rooms: 1, products: 2 }))
    );
    assert_eq!(
        solve_edge_matching(1, 2, &tiles(&[[0; 4]]), Mates::Equal),
        Err(Error::Input(InputError::TileCount { tiles: 1, slots: 2 }))
    );
}

// ------------------------------------------------------------------------------------------------ verdicts and limits

#[test]
fn a_contradiction_names_its_clues() {
    let puzzle = Futoshiki::new(3).unwrap().given((1, 1), 1).less((0, 0), (0, 1)).less((0, 1), (0, 0));
    let Outcome::Infeasible { proof } = plant::search().solve(&puzzle).unwrap() else { panic!("a < b < a") };
    assert!(matches!(proof, Proof::Filtering | Proof::Search { .. }), "{proof:?}");
    let explanation = plant::search().explain(&puzzle).unwrap();
    assert_eq!(explanation.clues, ["r1c1 < r1c2", "r1c2 < r1c1"]);
    assert!(explanation.minimal);
    let door = solve_futoshiki(3, &[], &[((0, 0), (0, 1)), ((0, 1), (0, 0))]);
    assert!(matches!(door, Err(Error::Infeasible { cause: Proof::Filtering | Proof::Search { .. } })), "{door:?}");
}

/// A puzzle that filtering leaves open.
fn open() -> Futoshiki {
    Futoshiki::new(6).unwrap()
}

#[test]
fn a_limit_of_time_leaves_it_undecided() {
    let solver = plant::search().time_limit(Duration::ZERO);
    assert_eq!(solver.solve(&open()).unwrap(), Outcome::Undecided { limit: Limit::Time, incumbent: None });
    assert_eq!(solver.solve(&open()).unwrap().into_answer(), Err(Error::Undecided { limit: Limit::Time }));
    let answers: Vec<_> = solver.solutions(&open()).collect();
    assert_eq!(answers, [Err(Error::Undecided { limit: Limit::Time })]);
    assert_eq!(solver.uniqueness(&open()).unwrap(), Uniqueness::Undecided { limit: Limit::Time, found: None });
    assert_eq!(solver.count(&open(), 10), Err(Error::Undecided { limit: Limit::Time }));
    #[cfg(feature = "highs")]
    for solver in [Solver::new(), Solver::new().strategy(Strategy::Ilp)] {
        let solver = solver.time_limit(Duration::ZERO);
        assert_eq!(solver.solve(&open()).unwrap(), Outcome::Undecided { limit: Limit::Time, incumbent: None });
    }
}

#[test]
fn a_cancelled_call_is_undecided() {
    let token = CancelToken::new();
    token.cancel();
    let solver = plant::search().cancel(token.clone());
    assert_eq!(solver.solve(&open()).unwrap(), Outcome::Undecided { limit: Limit::Cancelled, incumbent: None });
    #[cfg(feature = "highs")]
    {
        let solver = Solver::new().strategy(Strategy::Ilp).cancel(token);
        assert_eq!(solver.solve(&open()).unwrap(), Outcome::Undecided { limit: Limit::Cancelled, incumbent: None });
    }
}

#[test]
fn a_program_above_the_cap_is_too_large() {
    let few_columns = SizeLimit { columns: 215, nonzeros: usize::MAX };
    let few_nonzeros = SizeLimit { columns: usize::MAX, nonzeros: 100 };
    for limit in [few_columns, few_nonzeros] {
        let error = Solver::new().size_limit(limit).program(&open()).unwrap_err();
        let Error::TooLarge { reason } = error else { panic!("{error:?}") };
        let stated = format!("the program would exceed {} columns or {} nonzeros", limit.columns, limit.nonzeros);
        assert!(reason.starts_with(&stated), "{reason}");
    }
    let enough = SizeLimit { columns: 216, nonzeros: 3 * 216 };
    assert_eq!(Solver::new().size_limit(enough).program(&open()).unwrap().size().columns, 216);
}

#[test]
#[cfg(feature = "highs")]
fn a_solve_above_the_cap_is_too_large() {
    let limit = SizeLimit { columns: 215, nonzeros: usize::MAX };
    let error = Solver::new().strategy(Strategy::Ilp).size_limit(limit).solve(&open()).unwrap_err();
    assert!(matches!(error, Error::TooLarge { .. }), "{error:?}");
}

#[test]
#[cfg(not(any(feature = "highs", feature = "sat")))]
fn without_a_backend() {
    let error = Solver::new().strategy(Strategy::Ilp).solve(&open()).unwrap_err();
    assert_eq!(error, Error::NoBackend);
    assert!(error.to_string().contains("`highs`"), "{error}");
    // What search settles needs none.
    assert!(solve_futoshiki(3, &[((0, 0), 1)], &[]).is_ok());
}

// ------------------------------------------------------------------------------------------------ models

#[test]
fn models_that_were_built_wrongly() {
    let built = |build: &dyn Fn(&mut Model)| {
        let mut model = Model::new();
        build(&mut model);
        let error = model.validate().unwrap_err();
        match error_of(&model) {
            Error::Model(same) => assert_eq!(same, error),
            Error::TooLarge { reason } => assert_eq!(reason, error.to_string()),
            other => panic!("{other:?}"),
        }
        error
    };
    let x = |model: &mut Model| model.digits("x", 1, 3, 1..=3);
    let name = |text: &str| text.to_owned();
    assert_eq!(built(&|m| drop(m.digits("y", 1, 1, []))), ModelError::EmptyDomain { group: name("y") });
    assert_eq!(
        built(&|m| {
            x(m);
            x(m);
        }),
        ModelError::RepeatedGroup { group: name("x") }
    );
    let too_large =
        |rows, cols, values, limit, of| ModelError::TooLarge { group: name("g"), rows, cols, values, limit, of };
    assert_eq!(
        built(&|m| drop(m.digits("g", usize::MAX, usize::MAX, 1..=2))),
        too_large(usize::MAX, usize::MAX, 2, MAX_CELLS, "cells in a model")
    );
    assert_eq!(
        built(&|m| drop(m.digits("g", 1, 1, 0..=u32::MAX))),
        too_large(1, 1, 1 << 32, 1 << 16, "values in a cell")
    );
    assert_eq!(
        built(&|m| drop(m.digits("g", 2048, 2048, 1..=65))),
        too_large(2048, 2048, 65, 1 << 28, "values in a model")
    );
    assert_eq!(
        built(&|m| m.post("nothing", all_different(Vec::<Cell<Digit>>::new()))),
        ModelError::EmptyScope { label: name("nothing") }
    );
    assert_eq!(
        built(&|m| {
            let x = x(m);
            m.post("twice", sum([x[(0, 1)], x[(0, 1)]], 4));
        }),
        ModelError::RepeatedCell { label: name("twice"), cell: name("r1c2") }
    );
    let foreign = Model::new().digits("z", 1, 1, 1..=9)[(0, 0)];
    assert_eq!(
        built(&|m| {
            let x = x(m);
            m.post("elsewhere", less_than(x[(0, 0)], foreign));
        }),
        ModelError::ForeignCell { label: name("elsewhere") }
    );
    assert_eq!(built(&|m| m.maximise([(foreign, 1, 1)])), ModelError::ForeignCell { label: name("objective") });
    let grid = Grid::from_fn(1, 1, |_, _| foreign);
    assert_eq!(built(&|m| m.encode(&grid, Encoding::OneHot)), ModelError::ForeignCell { label: name("encode") });
    for weight in [i64::MAX, i64::MIN, (1 << 53) + 1] {
        assert_eq!(
            built(&|m| {
                let x = x(m);
                m.minimise([(x[(0, 0)], 1, weight)]);
            }),
            ModelError::ObjectiveWeight
        );
    }
    // The first fault is told, later ones may follow from it.
    assert_eq!(
        built(&|m| {
            m.digits("y", 1, 1, []);
            m.maximise([(foreign, 1, 1)]);
        }),
        ModelError::EmptyDomain { group: name("y") }
    );
}

#[test]
fn constraints_that_are_wrong_in_themselves() {
    let scope_error = |post: &dyn Fn(&mut Model, &Grid<Cell<Digit>>)| {
        let mut model = Model::new();
        let x = model.digits("x", 1, 3, 1..=3);
        post(&mut model, &x);
        match error_of(&model) {
            Error::Model(ModelError::Constraint { label, source }) => {
                assert_eq!(label, "it");
                source
            }
            other => panic!("{other:?}"),
        }
    };
    let too_few = || ScopeError::Cells { found: 1, expected: "at least two" };
    assert_eq!(scope_error(&|m, x| m.post("it", difference([x[(0, 0)]], 1))), too_few());
    assert_eq!(scope_error(&|m, x| m.post("it", ratio([x[(0, 0)]], 1))), too_few());
    assert_eq!(scope_error(&|m, x| m.post("it", ratio(x.cells(), 0))), ScopeError::ZeroRatio);
    assert_eq!(
        scope_error(&|m, x| m.post("it", table(x.cells(), [vec![1, 2, 3], vec![2, 1]]))),
        ScopeError::Tuple { tuple: 1, found: 2, expected: 3 }
    );
    assert_eq!(
        scope_error(&|m, x| m.post("it", product(x.cells(), -6i8))),
        ScopeError::NegativeProduct { value: (-6).magnitude() }
    );

    let slot_error = |post: &dyn Fn(&mut Model, Cell<Slot>, Cell<Slot>)| {
        let mut model = Model::new();
        let set = |label| TileSet::new(&[Tile::from([label, 2, 3, 4])], false);
        let (a, b) = (model.slots("a", 1, 1, &set(1)), model.slots("b", 1, 1, &set(9)));
        post(&mut model, a[(0, 0)], b[(0, 0)]);
        match error_of(&model) {
            Error::Model(ModelError::Constraint { source, .. }) => source,
            other => panic!("{other:?}"),
        }
    };
    let mates = Mates::Pairs(vec![(1, 1), (2, 1)]);
    let conflict = || ScopeError::ConflictingMates { label: 1, first: 1, second: 2 };
    assert_eq!(slot_error(&|m, a, b| m.post("it", seam(a, Side::Right, b, Side::Left, &mates))), conflict());
    assert_eq!(slot_error(&|m, a, b| m.post("it", parted(a, Side::Right, b, Side::Left, &mates))), conflict());
    let soft = |m: &mut Model, a: Cell<Slot>, b: Cell<Slot>| {
        let broken = m.digits("broken", 1, 1, 0..=1)[(0, 0)];
        m.post("it", soft_seam(broken, a, Side::Right, b, Side::Left, &mates));
    };
    assert_eq!(slot_error(&soft), conflict());
    assert_eq!(slot_error(&|m, a, b| m.post("it", tile_use([a, b]))), ScopeError::TileSets);
    assert_eq!(
        slot_error(&|m, a, _| m.post("it", placed(a, 1, 0))),
        ScopeError::UnknownTile { tile: 1, rotation: 0, tiles: 1 }
    );
    assert_eq!(
        slot_error(&|m, a, _| m.post("it", placed(a, 0, 2))),
        ScopeError::UnknownTile { tile: 0, rotation: 2, tiles: 1 }
    );
}

// ------------------------------------------------------------------------------------------------ programs

/// A constraint of one's own whose rows are what the test wants; it always holds.
struct Odd<F> {
    scope: Vec<CellId>,
    rows: F,
}

impl<F> std::fmt::Debug for Odd<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Odd({:?})", self.scope)
    }
}

impl<F: Fn(&mut Encoder, CellId) -> Result<(), EncodeError> + Send + Sync> Constraint for Odd<F> {
    fn scope(&self) -> &[CellId] {
        &self.scope
    }

    fn is_satisfied(&self, _values: &Assignment) -> bool {
        true
    }

    fn linearise(&self, encoder: &mut Encoder) -> Result<(), EncodeError> {
        (self.rows)(encoder, self.scope[0])
    }
}

/// The error of compiling a model with two digits, a slot, and an odd constraint on the first digit.
fn compile_error(rows: impl Fn(&mut Encoder, CellId) -> Result<(), EncodeError> + Send + Sync + 'static) -> Error {
    let mut model = Model::new();
    let x = model.digits("x", 1, 2, 1..=9);
    model.slots("b", 1, 1, &TileSet::new(&[Tile::from([1, 2, 3, 4])], true));
    model.post("the product", product(x.cells(), 12));
    model.post("odd", Odd { scope: vec![x[(0, 0)].id()], rows });
    Solver::new().program(&model).unwrap_err()
}

#[test]
fn models_that_cannot_be_written() {
    let label = || "odd".to_owned();
    let first = || "x r1c1".to_owned();
    // Asked for in the second run only: the cell is known by its exponents alone.
    let runs = AtomicUsize::new(0);
    let late = move |encoder: &mut Encoder, cell: CellId| {
        if runs.fetch_add(1, Ordering::Relaxed) > 0 { encoder.indicator(cell, 3).map(drop) } else { Ok(()) }
    };
    assert_eq!(compile_error(late), Error::Encode(EncodeError::Unrehearsed { label: label(), name: first() }));
    assert_eq!(
        compile_error(|encoder, cell| encoder.shows(cell, Side::Top, 1).map(drop)),
        Error::Encode(EncodeError::WrongKind { label: label(), name: first(), expected: "a slot" })
    );
    assert_eq!(
        compile_error(|encoder, _| {
            let slot = encoder.table().ids().last().unwrap();
            encoder.exponent(slot, 2).map(drop)
        }),
        Error::Encode(EncodeError::WrongKind { label: label(), name: "b r1c1".to_owned(), expected: "a digit" })
    );
    let foreign = Model::new().digits("z", 1, 1, 1..=9)[(0, 0)].id();
    assert_eq!(
        compile_error(move |encoder, _| encoder.value(foreign).map(drop)),
        Error::Encode(EncodeError::ForeignCell { label: label() })
    );
    assert_eq!(
        compile_error(move |encoder, _| encoder.prune(foreign, |_| true)),
        Error::Encode(EncodeError::ForeignCell { label: label() })
    );
    let coefficient = || Error::Encode(EncodeError::Program(ProgramError::Coefficient { label: label() }));
    for factor in [(1 << 53) + 1, i64::MAX, i64::MIN] {
        assert_eq!(
            compile_error(move |encoder, cell| {
                let row = encoder.value(cell)? * factor;
                encoder.row(format_args!("large"), row, 0..)
            }),
            coefficient()
        );
    }
    for bound in [i64::MIN, i64::MAX, -(1 << 53) - 1] {
        assert_eq!(
            compile_error(move |encoder, cell| {
                let row = encoder.value(cell)?;
                encoder.row(format_args!("far"), row, ..=bound)
            }),
            coefficient(),
            "{bound}"
        );
    }
    #[expect(clippy::reversed_empty_ranges, reason = "that is what is refused")]
    let empty = compile_error(|encoder, _| encoder.column(format_args!("empty"), 5..=3).map(drop));
    assert_eq!(
        empty,
        Error::Encode(EncodeError::Program(ProgramError::EmptyColumn {
            name: "odd_empty".to_owned(),
            lower: 5,
            upper: 3
        }))
    );
    let mut other = Program::new();
    let columns: Vec<_> = (0..100).map(|_| other.add_column("y", 0..=1).unwrap()).collect();
    let error = compile_error(move |encoder, _| encoder.row(format_args!("other"), columns[99].into(), 0..=1));
    assert!(
        matches!(
            &error,
            Error::Encode(EncodeError::Program(ProgramError::UnknownColumn { label, column: 99, .. })) if label == "odd"
        ),
        "{error:?}"
    );
}

#[test]
fn zero_has_no_prime_exponents() {
    let puzzle = CrossProduct::new(&[0], &[0]).unwrap().digits(0..=9);
    let error = Solver::new().encoding(Encoding::PrimeExponent).program(&puzzle).unwrap_err();
    assert_eq!(error, Error::Encode(EncodeError::ZeroExponent { name: "r1c1".to_owned() }));
    // A clue that is not 0 takes the 0 away.
    let puzzle = CrossProduct::new(&[6], &[6]).unwrap().digits(0..=9);
    assert!(Solver::new().encoding(Encoding::PrimeExponent).program(&puzzle).is_ok());
}

#[test]
fn too_many_tuples_to_list() {
    let mut model = Model::new();
    let x = model.digits("x", 1, 6, 1..=9);
    model.post("six cells", ratio(x.cells(), 2));
    assert_eq!(
        Solver::new().program(&model).unwrap_err(),
        Error::TooLarge { reason: "\"six cells\" would need more than 100000 tuples of values".to_owned() }
    );
    // 10·10·1000 tuples are as many as are listed.
    for (n, fits) in [(1000, true), (1001, false)] {
        let mut model = Model::new();
        let (x, y) = (model.digits("x", 1, 2, 1..=10), model.digits("y", 1, 1, 1..=n));
        model.post("three cells", difference(x.cells().chain(y.cells()), 990));
        let program = Solver::new().program(&model);
        assert_eq!(program.is_ok(), fits, "{n}");
        assert_eq!(matches!(program, Err(Error::TooLarge { .. })), !fits, "{n}");
    }
}

#[test]
fn programs_that_refuse() {
    let limit = SizeLimit { columns: 1, nonzeros: 1 };
    let mut program = Program::with_limit(limit);
    let x = program.add_column("x", 0..=1).unwrap();
    assert_eq!(program.add_column("y", 0..=1).unwrap_err(), ProgramError::TooLarge { label: "y".to_owned(), limit });
    program.add_row("first", "", x.into(), 1..).unwrap();
    assert_eq!(
        program.add_row("second", "", x.into(), 1..).unwrap_err(),
        ProgramError::TooLarge { label: "second".to_owned(), limit }
    );
    let mut program = Program::new();
    let name = || "x".to_owned();
    #[expect(clippy::reversed_empty_ranges, reason = "that is what is refused")]
    let empty = program.add_column("x", 1..=0).unwrap_err();
    assert_eq!(empty, ProgramError::EmptyColumn { name: name(), lower: 1, upper: 0 });
    assert_eq!(program.add_column("x", 0..=i64::MAX).unwrap_err(), ProgramError::Coefficient { label: name() });
    assert_eq!(program.add_column("x", i64::MIN..=0).unwrap_err(), ProgramError::Coefficient { label: name() });
    assert_eq!(
        program.add_row("row", "", x.into(), 1..).unwrap_err(),
        ProgramError::UnknownColumn { label: "row".to_owned(), column: 0, columns: 0 }
    );
    let beyond = || ProgramError::Coefficient { label: "row".to_owned() };
    let one = LinExpr::from(1);
    assert_eq!(program.add_row("row", "", one.clone(), i64::MIN..).unwrap_err(), beyond());
    assert_eq!(program.add_row("row", "", one.clone(), ..i64::MIN).unwrap_err(), beyond());
    assert_eq!(program.add_row("row", "", one.clone() * i64::MAX, ..0).unwrap_err(), beyond());
    assert_eq!(program.add_row("row", "", one * i64::MAX + LinExpr::from(1), ..0).unwrap_err(), beyond());
    assert!(program.maximise(LinExpr::from(x) * i64::MAX).unwrap_err().to_string().contains("objective"));
}

#[test]
fn column_values_that_cannot_be_read() {
    let mut program = Program::new();
    program.add_column("x", 0..=1).unwrap();
    assert_eq!(program.read_values("# a comment\n\n x 1").unwrap(), [1]);
    let malformed = |line, found: &str| ReadError::Malformed { line, found: found.to_owned() };
    assert_eq!(program.read_values("x").unwrap_err(), malformed(1, "x"));
    assert_eq!(program.read_values("\nx 0.5").unwrap_err(), malformed(2, "x 0.5"));
    assert_eq!(program.read_values("x 99999999999999999999").unwrap_err(), malformed(1, "x 99999999999999999999"));
    assert_eq!(program.read_values("y 1").unwrap_err(), ReadError::UnknownColumn { line: 1, name: "y".to_owned() });
    assert_eq!(program.read_values("x 1\nx 1").unwrap_err(), ReadError::Repeated { line: 2, name: "x".to_owned() });
}

#[test]
fn columns_that_encode_no_value() {
    let mut model = Model::new();
    let x = model.digits("x", 1, 2, 1..=3);
    model.rule("row 1", all_different(x.cells()));
    let (program, decoder) = model.compile(model.domains(), &CompileOptions::default()).unwrap();
    assert_eq!(program.size().columns, 6);
    let none = DecodeError { cell: x[(0, 0)].id(), name: "r1c1".to_owned() };
    for values in [vec![0; 6], vec![1, 1, 0, 0, 0, 1], vec![2, 0, 0, 0, 0, 1], vec![-1, 1, 1, 0, 0, 1], vec![], vec![1]]
    {
        assert_eq!(decoder.decode(&values).unwrap_err(), none, "{values:?}");
    }
    assert_eq!(decoder.decode(&[1, 0, 0]).unwrap_err().name, "r1c2");
    assert_eq!(decoder.decode(&[0, 1, 0, 0, 0, 1]).unwrap().values(), [2, 3]);
    // Prime exponents that make no digit, or no number at all.
    let mut model = Model::new();
    let x = model.digits("x", 1, 1, 1..=9);
    model.post("the product", product(x.cells(), 6));
    let published = CompileOptions { formulation: Formulation::as_published(), ..CompileOptions::default() };
    let (program, decoder) = model.compile(model.domains(), &published).unwrap();
    assert_eq!(program.size().columns, 4);
    assert_eq!(decoder.decode(&[1, 1, 0, 0]).unwrap().values(), [6]);
    for values in [[4, 0, 0, 0], [-1, 0, 0, 0], [i64::MAX; 4], [i64::MIN; 4], [0, 0, 0, 2]] {
        assert_eq!(decoder.decode(&values).unwrap_err().name, "r1c1", "{values:?}");
    }
}

// ------------------------------------------------------------------------------------------------ anything at all

const FAILURES: &str = "proptest-regressions/errors.txt";

/// Everything a caller can do with a puzzle. What comes out is checked elsewhere; here nothing may panic or hang, the
/// limits of time are for that and are not asserted.
fn exercise<P: Puzzle>(puzzle: &P) {
    let limit = SizeLimit { columns: 2_000, nonzeros: 20_000 };
    let brief = Duration::from_millis(100);
    for strategy in [Strategy::Auto, Strategy::Search, Strategy::Ilp] {
        for formulation in [Formulation::tight(), Formulation::as_published()] {
            let solver = Solver::new().strategy(strategy).size_limit(limit).formulation(formulation).time_limit(brief);
            if let Err(error) = solver.solve(puzzle) {
                assert!(!error.to_string().is_empty());
            }
        }
    }
    let solver = plant::search().size_limit(limit).time_limit(brief);
    let _ = solver.uniqueness(puzzle).map(drop);
    let _ = solver.explain(puzzle).map(|explanation| explanation.to_string());
    let _ = puzzle.cause().map(|cause| cause.to_string());
    for encoding in [Encoding::Auto, Encoding::OneHot, Encoding::PrimeExponent] {
        if let Ok(program) = solver.clone().encoding(encoding).program(puzzle) {
            program.write_lp(std::io::sink()).unwrap();
            program.write_mps(std::io::sink()).unwrap();
        }
    }
    if let Ok((model, _)) = puzzle.model() {
        let _ = model.validate().map(|()| model.to_string());
    }
}

fn any_domain() -> impl Draw<Value = Domain> {
    prop_oneof![
        4 => (0u32..4, 0u32..12).prop_map(|(low, width)| Domain::from(low..=low + width)),
        2 => prop::collection::vec(0u32..40, 0..6).prop_map(Domain::from),
        1 => prop::collection::vec(any::<u32>(), 0..6).prop_map(Domain::from),
        1 => (any::<u32>(), any::<u32>()).prop_map(|(low, high)| Domain::from(low..=high)),
        1 => any::<u32>().prop_map(|low| Domain::from(low..=u32::MAX)),
        1 => any::<u32>().prop_map(|high| Domain::from(0..high)),
        1 => (0u32..9, 60_000u32..70_000).prop_map(|(low, high)| Domain::from(low..high)),
    ]
}

fn any_clue() -> impl Draw<Value = BigInt> {
    prop_oneof![
        4 => (0i64..100).prop_map(BigInt::from),
        1 => any::<i64>().prop_map(BigInt::from),
        1 => any::<u128>().prop_map(BigInt::from),
        1 => prop::collection::vec(any::<u32>(), 0..80).prop_map(|limbs| BigInt::from(BigUint::new(limbs))),
        1 => (1u32..12, 0u32..2000).prop_map(|(base, power)| BigInt::from(base).pow(power)),
    ]
}

fn any_coordinate() -> impl Draw<Value = usize> {
    prop_oneof![6 => 0usize..3, 1 => select(vec![3, 7, usize::MAX - 1, usize::MAX]), 1 => any::<usize>()]
}

fn any_cell() -> impl Draw<Value = (usize, usize)> {
    (any_coordinate(), any_coordinate())
}

fn any_relations() -> impl Draw<Value = Vec<((usize, usize), (usize, usize), bool)>> {
    prop::collection::vec((any_cell(), any_cell(), any::<bool>()), 0..5)
}

fn any_label() -> impl Draw<Value = i32> {
    prop_oneof![4 => -1i32..3, 1 => select(vec![i32::MIN, i32::MAX, -i32::MAX]), 1 => any::<i32>()]
}

fn any_mates() -> impl Draw<Value = Mates> {
    prop_oneof![
        Just(Mates::Equal),
        Just(Mates::Opposite),
        prop::collection::vec((any_label(), any_label()), 0..3).prop_map(Mates::Pairs),
    ]
}

proptest! {
    #![proptest_config(plant::config(60, FAILURES))]

    #[test]
    fn anything_as_a_cross_product(
        rows in prop::collection::vec(any_clue(), 0..4), cols in prop::collection::vec(any_clue(), 0..4),
        digits in any_domain(), differ in any::<bool>(),
    ) {
        if let Ok(puzzle) = CrossProduct::new(&rows, &cols) {
            let puzzle = puzzle.digits(digits);
            let puzzle = if differ { puzzle.all_different() } else { puzzle };
            assert!(!puzzle.to_string().is_empty());
            let odd = Grid::from_fn(2, 5, |r, c| (r + c) as u32);
            assert!(!puzzle.display(&odd).to_string().is_empty());
            let _ = puzzle.verify(&odd);
            exercise(&puzzle);
        }
    }

    #[test]
    fn any_integer_as_a_product(
        small in any::<i8>(), byte in any::<u8>(), wide in any::<i128>(), widest in any::<u128>(), limbs in prop::collection::vec(any::<u32>(), 0..9),
    ) {
        let big = BigUint::new(limbs);
        let texts = [small.magnitude(), byte.magnitude(), wide.magnitude(), widest.magnitude(), big.magnitude()].map(|m| m.to_string());
        assert_eq!(texts, [small.to_string(), byte.to_string(), wide.to_string(), widest.to_string(), big.to_string()]);
        assert_eq!(wide.magnitude() < small.magnitude(), wide < i128::from(small));
        let factors = big.magnitude().exponent(2);
        assert_eq!(u64::from(factors), big.trailing_zeros().unwrap_or(0));
    }

    #[test]
    fn anything_as_a_futoshiki(
        n in prop_oneof![6 => 0usize..5, 1 => select(vec![1000, 2048, 2049, 1_000_000, usize::MAX])],
        givens in prop::collection::vec((any_cell(), prop_oneof![0u32..5, any::<u32>()]), 0..4), relations in any_relations(),
    ) {
        if let Ok(mut puzzle) = Futoshiki::new(n) {
            for (cell, value) in givens {
                puzzle = puzzle.given(cell, value);
            }
            for (a, b, _) in relations {
                puzzle = puzzle.less(a, b);
            }
            if n < 5 {
                assert!(!puzzle.to_string().is_empty());
                let odd = Grid::from_fn(2, 5, |r, c| (r + c) as u32);
                assert!(!puzzle.display(&odd).to_string().is_empty());
                let _ = puzzle.verify(&odd);
                // A grid that no rule speaks against, so that the clues are looked at.
                let _ = puzzle.verify(&Grid::from_fn(n, n, |r, c| ((r + c) % n) as u32 + 1));
                exercise(&puzzle);
            } else {
                let _ = plant::search().solve(&puzzle);
            }
        }
    }

    #[test]
    fn anything_as_an_inequality_grid(
        rows in any_coordinate(), cols in any_coordinate(), values in any_domain(),
        givens in prop::collection::vec((any_cell(), prop_oneof![0u32..5, any::<u32>()]), 0..4), relations in any_relations(),
    ) {
        let least = values.values().next();
        if let Ok(mut puzzle) = InequalityGrid::new(rows, cols, values) {
            for (cell, value) in givens {
                puzzle = puzzle.given(cell, value);
            }
            for (a, b, strict) in relations {
                puzzle = if strict { puzzle.less(a, b) } else { puzzle.at_most(a, b) };
            }
            if rows.saturating_mul(cols) < 50 {
                if let Some(value) = least {
                    let _ = puzzle.verify(&Grid::from_fn(rows, cols, |_, _| value));
                }
                assert!(!puzzle.to_string().is_empty());
                exercise(&puzzle);
            }
        }
    }

    #[test]
    fn anything_as_factor_rooms(
        drawn in prop::collection::vec("[A-C\u{0}\u{301}é漢🦀 ]{0,4}", 0..5), clues in prop::collection::vec(any_clue(), 0..6),
        side in 0usize..4, regions in prop::collection::vec(any::<usize>(), 9), missing in any::<bool>(),
    ) {
        if let Ok(puzzle) = FactorRooms::new(&drawn, &clues) {
            assert!(!puzzle.to_string().is_empty());
            exercise(&puzzle);
        }
        let square: Vec<String> = (0..side).map(|r| (0..side).map(|c| char::from(b'A' + (regions[3 * r.min(2) + c.min(2)] % 3) as u8)).collect()).collect();
        let letters: std::collections::BTreeSet<char> = square.concat().chars().collect();
        let some: Vec<BigInt> = letters.iter().enumerate().map(|(i, _)| clues.get(i).cloned().unwrap_or_default()).collect();
        if let Ok(puzzle) = FactorRooms::new(&square, &some) {
            exercise(&puzzle);
        }
        let grid = Grid::from_fn(side, side, |r, c| regions[3 * r.min(2) + c.min(2)]);
        let distinct: std::collections::BTreeSet<usize> = grid.cells().copied().collect();
        let some: Vec<Option<BigInt>> = (0..distinct.len()).map(|i| clues.get(i).cloned().filter(|_| !missing || i % 2 == 0)).collect();
        if let Ok(puzzle) = FactorRooms::from_regions(&grid, &some) {
            let odd = Grid::from_fn(2, 5, |r, c| (r + c) as u32);
            assert!(!puzzle.display(&odd).to_string().is_empty());
            let _ = puzzle.verify(&odd);
            exercise(&puzzle);
        }
    }

    #[test]
    fn anything_as_a_tile_board(
        rows in any_coordinate(), cols in any_coordinate(),
        labels in prop::collection::vec([any_label(), any_label(), any_label(), any_label()], 0..10), mates in any_mates(),
        turns in any::<bool>(), spare in any::<bool>(), frame in prop::option::of((any_label(), any::<bool>())),
        hints in prop::collection::vec((any_cell(), any_coordinate(), prop_oneof![0u8..4, any::<u8>()]), 0..3),
        holes in prop::collection::vec(any_cell(), 0..3), torus in any::<bool>(),
        seams in prop::collection::vec((any_cell(), 0usize..4, any::<bool>()), 0..3),
    ) {
        for count in [labels.len(), rows.saturating_mul(cols).min(9)] {
            let mut set = tiles(&labels);
            set.resize(count, Tile::from([1; 4]));
            let Ok(mut puzzle) = EdgeMatching::new(rows, cols, &set) else { continue };
            puzzle = puzzle.mates(mates.clone()).rotations(turns);
            if spare {
                puzzle = puzzle.spare_tiles();
            }
            match frame {
                Some((label, true)) => puzzle = puzzle.rim(label),
                Some((label, false)) => puzzle = puzzle.frame(label),
                None => {}
            }
            for &(cell, tile, rotation) in &hints {
                puzzle = puzzle.hint(cell, tile, rotation);
            }
            for &hole in &holes {
                puzzle = puzzle.hole(hole);
            }
            for &(cell, side, free) in &seams {
                let side = Side::ALL[side];
                puzzle = if free { puzzle.free_seam(cell, side) } else { puzzle.forbidden_seam(cell, side) };
            }
            if torus {
                puzzle = puzzle.torus();
            }
            assert!(!puzzle.to_string().is_empty());
            let odd = Grid::from_fn(2, 2, |r, c| PlacedTile { tile: r * usize::MAX, rotation: 255 - c as u8 });
            assert!(!puzzle.display(&odd).to_string().is_empty());
            let _ = puzzle.verify(&odd);
            let wide = Grid::from_fn(usize::MAX, 0, |_, _| PlacedTile::NONE);
            assert!(!puzzle.display(&wide).to_string().is_empty());
            // Tiles in the order of the list, so that seams, frame and hints are looked at.
            if rows.saturating_mul(cols) < 10 {
                let laid = Grid::from_fn(rows, cols, |r, c| PlacedTile { tile: r * cols + c, rotation: 0 });
                let _ = puzzle.verify(&laid);
            }
            exercise(&puzzle);
            let brief = plant::search().time_limit(Duration::from_millis(3));
            for partial in [Partial::UnmatchedSeams, Partial::EmptySlots] {
                let _ = puzzle.best_board(&brief, partial);
            }
        }
    }

    #[test]
    fn anything_as_a_model(
        shapes in prop::collection::vec((any_coordinate(), any_coordinate(), any_domain()), 0..3),
        posts in prop::collection::vec((0u8..14, any::<[u8; 6]>(), any::<u64>(), any::<u32>(), any_clue()), 0..5),
        weights in prop::collection::vec((any::<u8>(), any::<u32>(), any::<i64>()), 0..3), small in any::<bool>(),
    ) {
        let mut model = Model::new();
        let mut cells: Vec<Cell<Digit>> = Model::new().digits("elsewhere", 1, 1, 1..=2).cells().copied().collect();
        for (i, (rows, cols, domain)) in shapes.into_iter().enumerate() {
            // Large ones are made only where they are refused.
            let refused = rows.checked_mul(cols).is_none_or(|cells| cells > MAX_CELLS);
            if refused || rows * cols < 10 {
                cells.extend(model.digits(&format!("x{}", i / 2), rows, cols, domain).cells());
            }
        }
        for (kind, picks, number, clue, big) in posts {
            let cell = |i: usize| cells[usize::from(picks[i]) % cells.len()];
            let scope: Vec<Cell<Digit>> = (0..usize::from(picks[5] % 5)).map(cell).collect();
            let clue = if small { clue % 20 } else { clue };
            match kind {
                0 => model.post("a", all_different(&scope)),
                1 => model.rule("b", all_different(&scope)),
                2 => model.post("c", product(&scope, big)),
                3 => model.post("d", sum(&scope, if small { number % 30 } else { number })),
                4 => model.post("e", difference(&scope, clue)),
                5 => model.post("f", ratio(&scope, clue)),
                6 => model.post("g", less_than(cell(0), cell(1))),
                7 => model.post("h", at_most(cell(0), cell(1))),
                8 => model.post("i", not_equal(cell(0), cell(1))),
                9 => model.post("j", fixed(cell(0), clue)),
                10 => model.post("k", one_of(cell(0), [clue, 1, 2, u32::MAX])),
                11 => model.post("l", table(&scope, [vec![clue; scope.len()], vec![1; usize::from(picks[0] % 6)]])),
                12 => model.encode(&Grid::from_fn(1, 1, |_, _| cell(0)), Encoding::PrimeExponent),
                _ => model.rule("", product(&scope, number)),
            }
        }
        let weights = weights.into_iter().map(|(i, value, weight)| (cells[usize::from(i) % cells.len()], value % 12, weight));
        if small { model.minimise(weights.map(|(cell, value, w)| (cell, value, w % 100))) } else { model.maximise(weights) }
        let text = model.to_string();
        assert!(model.posted().iter().all(|posted| text.contains(posted.label())), "{text}");
        // Before anything is validated, too.
        let (domains, cause) = (model.domains(), model.cause());
        assert_eq!(domains.table().len(), model.table().len());
        assert!(cause.is_none() || model.validate().is_ok());
        let least: Vec<u32> = model.table().ids().map_while(|cell| model.table().domain(cell).values().next()).collect();
        if let Some(assignment) = Assignment::new(std::sync::Arc::clone(model.table()), least) {
            let _ = (model.check(&assignment), model.objective_value(&assignment));
        }
        exercise(&model);
    }
}

/// Clues may name cells that the grid has not: solving reports it, and a check says so.
#[test]
fn a_check_of_clues_outside_the_grid() {
    let latin = Grid::from_fn(2, 2, |r, c| (r + c) as u32 % 2 + 1);
    let given = Futoshiki::new(2).unwrap().given((9, 9), 1);
    assert_eq!(given.verify(&latin), Err(Violation::new("r10c10 = 1", "a cell of the grid", "r10c10")));
    let relation = Futoshiki::new(2).unwrap().less((0, 0), (0, 7));
    assert_eq!(relation.verify(&latin), Err(Violation::new("r1c1 < r1c8", "a cell of the grid", "r1c8")));
    let relation = InequalityGrid::new(2, 2, 1..=2).unwrap().at_most((5, 0), (0, 1));
    assert_eq!(relation.verify(&latin), Err(Violation::new("r6c1 ≤ r1c2", "a cell of the grid", "r6c1")));
    let hint = EdgeMatching::new(1, 1, tiles(&[[1, 2, 3, 4]])).unwrap().hint((5, 5), 0, 0);
    let laid = Grid::from_fn(1, 1, |_, _| PlacedTile { tile: 0, rotation: 0 });
    let label = "r6c6 holds tile 0 turned 0";
    assert_eq!(hint.verify(&laid), Err(Violation::new(label, label, "no such cell")));
}

/// What a model tells of itself before it is validated is no panic either.
#[test]
fn cells_of_another_model_before_validation() {
    let others = Model::new().digits("x", 3, 3, 1..=3);
    let mut model = Model::new();
    let x = model.digits("y", 1, 1, 1..=3);
    model.rule("foreign", all_different(others.row(2)));
    assert!(!model.domains().must_differ(x[(0, 0)].id(), x[(0, 0)].id()));
    assert_eq!(model.cause(), None);
    let assignment = Assignment::new(std::sync::Arc::clone(model.table()), vec![1]).unwrap();
    let refused = Violation::new("foreign", "cells of this model", "a cell of another");
    assert_eq!(model.check(&assignment), Err(refused));
}

/// A copy of a model has the same cells, and those that are made afterwards are the copy's alone.
#[test]
fn cells_of_a_copy() {
    let mut first = Model::new();
    let shared = first.digits("shared", 1, 1, 1..=2);
    let mut second = first.clone();
    let of_first = first.digits("a", 1, 1, 1..=9);
    second.digits("b", 1, 1, 1..=3);
    second.post("shared", fixed(shared[(0, 0)], 2));
    assert_eq!(second.validate(), Ok(()));
    second.post("of the first", fixed(of_first[(0, 0)], 2));
    assert_eq!(second.validate(), Err(ModelError::ForeignCell { label: "of the first".to_owned() }));
}

/// A hole outside the board is reported, whatever is asked first.
#[test]
fn holes_outside_the_board_are_counted_nowhere() {
    let puzzle = EdgeMatching::new(1, 1, tiles(&[[1, 2, 3, 4]])).unwrap().hole((5, 5)).hole((6, 6));
    for partial in [Partial::UnmatchedSeams, Partial::EmptySlots] {
        assert!(matches!(puzzle.best_board(&plant::search(), partial), Err(Error::Input(_))));
    }
    assert_eq!(puzzle.cause(), None);
    assert!(matches!(error_of(&puzzle), Error::Input(_)));
}

/// A limit that no clock reaches.
#[test]
fn a_limit_of_ages() {
    let solver = plant::search().time_limit(Duration::from_secs(u64::MAX / 4));
    let puzzle = EdgeMatching::new(1, 2, tiles(&[[1, 2, 3, 4], [2, 3, 1, 2]])).unwrap();
    assert!(puzzle.best_board(&solver, Partial::UnmatchedSeams).is_ok());
    assert!(solver.solve(&Futoshiki::new(2).unwrap()).is_ok());
}

/// A clue beyond what a row can hold is one that no cell can make; a coefficient beyond what an engine takes is refused by name.
#[test]
fn numbers_beyond_a_row() {
    for clue in [7, 1 << 53, (1 << 53) + 1, 1 << 60, i64::MAX as u64, u64::MAX] {
        let mut model = Model::new();
        let x = model.digits("x", 1, 2, 1..=3);
        model.post("sum", sum(x.cells(), clue));
        let program = Solver::new().program(&model).unwrap();
        assert!(program.rows().any(|row| row.terms.is_empty() && row.lower == Some(1)), "{clue}: {program}");
    }
    // HiGHS takes less than a program may hold, and says of which row.
    #[cfg(feature = "highs")]
    for (heavy, taken) in [(999_999_999_999_999, true), (1_000_000_000_000_000, false), (-(1 << 53), false)] {
        let mut program = Program::new();
        let x = program.add_column("x", 0..=1).unwrap();
        program.add_row("wide", "", LinExpr::from(x) * heavy, ..=1).unwrap();
        let reply = Highs::new().solve(&program, &Request::default());
        match reply {
            Ok(_) => assert!(taken, "{heavy}"),
            Err(error) => {
                assert!(!taken, "{heavy}");
                let expected = "HiGHS failed: \"wide\" has a coefficient of 10^15 or more, which it does not take";
                assert_eq!(error.to_string(), expected);
            }
        }
    }
}

/// A door without an engine, on a puzzle that the search does not settle: 20 × 20, with clues of many digits.
#[cfg(not(any(feature = "highs", feature = "sat")))]
#[test]
fn a_door_without_backend() {
    let mut state = 11u64;
    let mut digit = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % 9 + 1
    };
    let grid: Vec<Vec<u64>> = (0..20).map(|_| (0..20).map(|_| digit()).collect()).collect();
    let rows: Vec<u64> = grid.iter().map(|row| row.iter().product()).collect();
    let cols: Vec<u64> = (0..20).map(|c| grid.iter().map(|row| row[c]).product()).collect();
    assert!(matches!(solve_cross_product(&rows, &cols), Err(Error::NoBackend)));
}
