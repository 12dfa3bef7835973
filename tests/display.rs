//! The exact text of puzzles, answers, models and messages. Coordinates count from 1 in all of them.

use puzzle_ilp::program::{Program, ProgramError, SizeLimit};
use puzzle_ilp::*;

/// The lines between the first line break and the last, so that a text can stand here as it is printed.
fn text(block: &str) -> &str {
    block.strip_prefix('\n').and_then(|block| block.strip_suffix('\n')).expect("a block of lines")
}

fn grid(rows: &[&[u32]]) -> Grid<u32> {
    Grid::from_rows(rows.iter().map(|row| row.iter().copied())).unwrap()
}

#[test]
fn grids() {
    assert_eq!(grid(&[&[1, 20], &[3, 4]]).to_string(), " 1 20\n 3  4");
    assert_eq!(Grid::from_fn(0, 3, |_, _| 1).to_string(), "");
    assert_eq!(Grid::from_fn(usize::MAX, 0, |_, _| 1).to_string(), "");
    assert_eq!(Grid::from_fn(1, 2, |_, c| PlacedTile { tile: 8, rotation: c as u8 }).to_string(), "  8 8↻1");
}

#[test]
fn cross_products() {
    let puzzle = CrossProduct::new(&[6, 20], &[8, 15]).unwrap();
    let open = "
·  · │ 6
·  · │ 20
─────┘
8 15
";
    let answered = "
2  3 │ 6
4  5 │ 20
─────┘
8 15
";
    assert_eq!(puzzle.to_string(), text(open));
    assert_eq!(puzzle.display(&grid(&[&[2, 3], &[4, 5]])).to_string(), text(answered));
    // A digit wider than its column's product; and an answer of another size.
    let puzzle = CrossProduct::new(&[0, 144], &[0, 12]).unwrap().digits(0..=12);
    let wide = "
 0  1 │ 0
12 12 │ 144
──────┘
 0 12
";
    let missing = "
7  · │ 0
·  · │ 144
─────┘
0 12
";
    assert_eq!(puzzle.display(&grid(&[&[0, 1], &[12, 12]])).to_string(), text(wide));
    assert_eq!(puzzle.display(&grid(&[&[7]])).to_string(), text(missing));
}

#[test]
fn futoshikis() {
    let puzzle = Futoshiki::new(3).unwrap().given((0, 0), 2).less((0, 1), (0, 0)).less((1, 0), (1, 1));
    let puzzle = puzzle.less((0, 0), (1, 0)).less((2, 2), (1, 2)).less((0, 0), (2, 2));
    let open = "
2 > ·   ·
∧
· < ·   ·
        ∨
·   ·   ·
r1c1 < r3c3
";
    let answered = "
2 > 1   3
∧
3 < 2   1
        ∨
1   3   2
r1c1 < r3c3
";
    assert_eq!(puzzle.to_string(), text(open));
    assert_eq!(puzzle.display(&grid(&[&[2, 1, 3], &[3, 2, 1], &[1, 3, 2]])).to_string(), text(answered));
}

#[test]
fn inequality_grids() {
    let puzzle = InequalityGrid::new(2, 2, 5..=12).unwrap().given((0, 0), 12).at_most((0, 1), (0, 0));
    let puzzle = puzzle.at_most((1, 0), (1, 1)).at_most((0, 0), (1, 0)).at_most((1, 1), (0, 1));
    let open = "
12 ≥  ·
 ⊼    ⊻
 · ≤  ·
";
    let answered = "
12 ≥  5
 ⊼    ⊻
 7 ≤ 10
";
    assert_eq!(puzzle.to_string(), text(open));
    assert_eq!(puzzle.display(&grid(&[&[12, 5], &[7, 10]])).to_string(), text(answered));
    // Between two cells there is room for one sign; what finds none, or lies elsewhere, stands below.
    let last = usize::MAX;
    let puzzle = InequalityGrid::new(1, 2, 1..=9).unwrap().less((0, 0), (0, 1)).less((0, 1), (0, 0));
    let puzzle = puzzle.at_most((0, 0), (0, 1)).less((0, 1), (0, 2)).less((last, 0), (0, last)).given((0, 5), 3);
    let crowded = "
· < ·
r1c2 < r1c1
r1c1 ≤ r1c2
r1c2 < r1c3
r18446744073709551616c1 < r1c18446744073709551616
";
    assert_eq!(puzzle.to_string(), text(crowded));
}

#[test]
fn factor_rooms() {
    let rooms = ["ABBCD", "AEEFD", "GGHFD", "IJHKK", "ILHMM"];
    let puzzle = FactorRooms::new(&rooms, &[6, 15, 1, 12, 20, 8, 10, 6, 4, 4, 15, 1, 10]).unwrap();
    let answer = grid(&[&[2, 3, 5, 1, 4], &[3, 5, 4, 2, 1], &[5, 2, 1, 4, 3], &[1, 4, 2, 3, 5], &[4, 1, 3, 5, 2]]);
    let answered = "
┌───┬───────┬───┬───┐
│6  │15     │1  │12 │
│ 2 │ 3   5 │ 1 │ 4 │
│   ├───────┼───┤   │
│   │20     │8  │   │
│ 3 │ 5   4 │ 2 │ 1 │
├───┴───┬───┤   │   │
│10     │6  │   │   │
│ 5   2 │ 1 │ 4 │ 3 │
├───┬───┤   ├───┴───┤
│4  │4  │   │15     │
│ 1 │ 4 │ 2 │ 3   5 │
│   ├───┤   ├───────┤
│   │1  │   │10     │
│ 4 │ 1 │ 3 │ 5   2 │
└───┴───┴───┴───────┘
";
    assert_eq!(puzzle.display(&answer).to_string(), text(answered));
    let open: String = text(answered).lines().enumerate().fold(String::new(), |all, (i, line)| {
        let open = if i % 3 == 2 { line.replace(|c: char| c.is_ascii_digit(), "·") } else { line.to_owned() };
        all + if i == 0 { "" } else { "\n" } + &open
    });
    assert_eq!(puzzle.to_string(), open);
    // Two rooms of separate cells, one without a product.
    let puzzle = FactorRooms::from_regions(&Grid::from_fn(2, 2, |r, c| (r + c) % 2), &[Some(1u32), None]).unwrap();
    let crossed = "
┌───┬───┐
│1  │   │
│ · │ · │
├───┼───┤
│   │   │
│ · │ · │
└───┴───┘
";
    assert_eq!(puzzle.to_string(), text(crossed));
}

#[test]
fn tile_boards() {
    let tiles = [[1, 2, 3, 4], [5, 6, 7, 2]].map(Tile::from);
    let puzzle = EdgeMatching::new(1, 2, tiles).unwrap().hint((0, 1), 1, 0);
    let listed = "
1 × 2 slots, 2 tiles which may be turned, equal labels meet
tile 0: 1 2 3 4
tile 1: 5 6 7 2
r1c2 holds tile 1 turned 0
";
    assert_eq!(puzzle.to_string(), text(listed));
    let first_line = |puzzle: EdgeMatching| puzzle.to_string().lines().next().unwrap().to_owned();
    let board = || EdgeMatching::new(1, 2, tiles).unwrap();
    assert_eq!(
        first_line(board().mates(Mates::Opposite).frame(9)),
        "1 × 2 slots, 2 tiles which may be turned, opposite labels meet, frame 9"
    );
    assert_eq!(
        first_line(board().mates(Mates::Pairs(vec![(1, 2), (3, -3)])).rim(-9).rotations(false)),
        "1 × 2 slots, 2 tiles not to be turned, labels 1 and 2, 3 and -3 meet, rim -9"
    );
    let placed = Grid::from_fn(1, 2, |_, c| PlacedTile { tile: c, rotation: c as u8 });
    let turned = "
┌───────┬───────┐
│   1   │   2   │
│4  0  2│7 1↻1 5│
│   3   │   6   │
└───────┴───────┘
";
    assert_eq!(puzzle.display(&placed).to_string(), text(turned));
    let tiles = [[-10, 2, 3, 4], [5, 6, 7, 2], [5, 6, 7, 2], [5, 6, 7, 2]].map(Tile::from);
    let puzzle = EdgeMatching::new(2, 2, tiles).unwrap();
    let placed = Grid::from_fn(2, 2, |r, c| PlacedTile { tile: 2 * r + c, rotation: 0 });
    let wide = "
┌─────────┬─────────┐
│   -10   │    5    │
│4   0   2│2   1   6│
│    3    │    7    │
├─────────┼─────────┤
│    5    │    5    │
│2   2   6│2   3   6│
│    7    │    7    │
└─────────┴─────────┘
";
    assert_eq!(puzzle.display(&placed).to_string(), text(wide));
}

#[test]
fn models() {
    let mut model = Model::new();
    let x = model.digits("x", 2, 2, [2, 5, 9]);
    model.rule("row 1", all_different(x.row(0)));
    model.post("r1c1 < r2c1", less_than(x[(0, 0)], x[(1, 0)]));
    let one_group = "
x: 2 × 2 digits, each in {2, 5, 9}
rule row 1: r1c1 r1c2
clue r1c1 < r2c1: r1c1 r2c1

";
    assert_eq!(model.to_string(), text(one_group));
    model.maximise([(x[(1, 1)], 5, -4), (x[(0, 0)], 2, 3)]);
    let tiles = [[1, 2, 3, 4], [5, 6, 5, 6]].map(Tile::from);
    let board = model.slots("b", 1, 2, &TileSet::new(&tiles, true));
    model.rule("seam", seam(board[(0, 0)], Side::Right, board[(0, 1)], Side::Left, &Mates::Equal));
    model.rule("elsewhere", fixed(Model::new().digits("y", 1, 1, 1..=1)[(0, 0)], 1));
    let two_groups = "
x: 2 × 2 digits, each in {2, 5, 9}
b: 1 × 2 slots for 2 tiles (6 ways to lie)
rule row 1: x r1c1 x r1c2
clue r1c1 < r2c1: x r1c1 x r2c1
rule seam: b r1c1 b r1c2
rule elsewhere: a cell of another model
maximise +3·[x r1c1 = 2] -4·[x r2c2 = 5]

";
    assert_eq!(model.to_string(), text(two_groups));
}

#[test]
fn programs() {
    // Digits that divide their row's and column's product: 1 2, 1 3 / 1 2 4, 1 5; one prime each.
    let program = Solver::new().program(&CrossProduct::new(&[6, 20], &[8, 15]).unwrap()).unwrap();
    let rows = "
4 columns, 7 rows, 8 nonzeros
row 1's product 6:
  x_r1c1_p2 = 1
  x_r1c2_p3 = 1
row 2's product 20:
  x_r2c1_p2 = 2
  x_r2c2_p5 = 1
column 1's product 8:
  x_r1c1_p2 + x_r2c1_p2 = 3
column 2's product 15:
  x_r1c2_p3 = 1
  x_r2c2_p5 = 1
columns:
  x_r1c1_p2, x_r1c2_p3 ∈ 0..=1
  x_r2c1_p2 ∈ 0..=2
  x_r2c2_p5 ∈ 0..=1

";
    assert_eq!(program.to_string(), text(rows));
}

// ------------------------------------------------------------------------------------------------ messages

#[test]
fn messages_about_input() {
    let error = |error: InputError| error.to_string();
    let clue = || "r1c2 = 9".to_owned();
    assert_eq!(error(InputError::Empty { what: "rows" }), "rows: none given, expected at least one");
    let ragged = RaggedRows { row: 2, expected: 5, found: 4 };
    assert_eq!(error(ragged.into()), "the rows do not form a rectangle: row 3 has 4 cells, expected 5 as in row 1");
    assert_eq!(
        error(InputError::NotSquare { rows: 2, cols: 3 }),
        "the grid has 2 rows and 3 columns, expected as many of each"
    );
    assert_eq!(
        error(CrossProduct::new(&[1, -6], &[6]).unwrap_err()),
        "row 2's product -6: -6 is negative, expected a product of digits, which is at least 0"
    );
    assert_eq!(
        error(InputError::ValueOutOfRange { clue: clue(), value: 9, expected: "1..=5".to_owned() }),
        "r1c2 = 9: 9 is not a value of this puzzle, expected 1..=5"
    );
    assert_eq!(
        error(InputError::OutsideGrid { clue: clue(), cell: At(0, 1), rows: 1, cols: 1 }),
        "r1c2 = 9: r1c2 lies outside the grid, expected a cell of 1 rows × 1 columns"
    );
    assert_eq!(
        error(InputError::SelfRelation { cell: At(2, 0) }),
        "r3c1 is asked to be less than itself, expected two different cells"
    );
    let (first, second) = ("1".to_owned(), "2".to_owned());
    assert_eq!(
        error(InputError::ConflictingGivens { cell: At(2, 0), first, second }),
        "r3c1 is given as 1 and as 2, expected one value"
    );
    assert_eq!(
        error(InputError::ProductCount { rooms: 13, products: 12 }),
        "12 products for 13 rooms, expected one product for each room"
    );
    assert_eq!(
        error(InputError::TileCount { tiles: 10, slots: 9 }),
        "10 tiles for 9 slots, expected as many tiles as slots (more only with spare_tiles)"
    );
    assert_eq!(
        error(InputError::UnknownTile { cell: At(0, 0), tile: 9, tiles: 9 }),
        "the hint at r1c1 names tile 9, expected one of the 9 tiles, numbered from 0"
    );
    assert_eq!(
        error(InputError::Rotation { cell: At(0, 0), rotation: 4, expected: "0 to 3" }),
        "the hint at r1c1 turns its tile 4 quarter turns, expected 0 to 3"
    );
    assert_eq!(
        error(InputError::TileHintedTwice { tile: 3, first: At(0, 0), second: At(0, 1) }),
        "tile 3 is hinted at r1c1 and at r1c2, expected one slot for each tile"
    );
    assert_eq!(
        error(InputError::ConflictingMates { label: 1, first: 2, second: 3 }),
        "label 1 is listed with the mates 2 and 3, expected one mate for each label"
    );
    assert_eq!(error(Futoshiki::new(3000).unwrap_err()), "a grid of 3000 × 3000 cells, expected at most 4194304 cells");
    let last = At(usize::MAX, 0);
    assert_eq!(last.to_string(), "r18446744073709551616c1");
}

#[test]
fn messages_about_causes() {
    let clue = || "row 1's product 11".to_owned();
    let value = 11.magnitude();
    let (twelve, factor) = (12.magnitude(), 2);
    let message = |cause: Cause| cause.to_string();
    assert_eq!(
        message(Cause::ForeignFactor { clue: clue(), value: value.clone(), factor: value.clone() }),
        "row 1's product 11: 11 has the factor 11, which divides no product of the values allowed"
    );
    assert_eq!(
        message(Cause::FactorTooOften { clue: clue(), value: value.clone(), factor, needed: 4, most: 3 }),
        "row 1's product 11: 11 holds the factor 2 4 times, but its cells hold it at most 3 times"
    );
    assert_eq!(
        message(Cause::FactorTooRare { clue: clue(), value: value.clone(), factor, needed: 0, least: 1 }),
        "row 1's product 11: 11 holds the factor 2 0 times, but its cells hold it at least 1 times"
    );
    assert_eq!(
        message(Cause::TooLarge { clue: clue(), value: value.clone(), most: 9.magnitude() }),
        "row 1's product 11: 11 is too large, its cells make at most 9"
    );
    assert_eq!(
        message(Cause::TooSmall { clue: clue(), value, least: twelve.clone() }),
        "row 1's product 11: 11 is too small, its cells make at least 12"
    );
    assert_eq!(
        message(Cause::NoZero { clue: "row 1's product 0".to_owned(), value: 0.magnitude() }),
        "row 1's product 0: 0 needs a cell with the factor 0, and 0 is not among the values allowed"
    );
    assert_eq!(
        message(Cause::ZeroNotCrossed { clue: "row 1's product 0".to_owned(), value: 0.magnitude() }),
        "row 1's product 0: 0 puts a factor 0 into a crossing line, and none of those has the product 0"
    );
    assert_eq!(
        message(Cause::TotalsDiffer { clue: "all".to_owned(), value: twelve, factor, in_rows: 2, in_columns: 3 }),
        "all: all rows together hold the factor 2 2 times, all columns together 3 times (the product 12 holds it), and \
         both count the same cells"
    );
    assert_eq!(
        message(Cause::LabelWithoutMate { label: 5, mate: "-5".to_owned(), count: 8, mates: 0, rim: 6 }),
        "label 5 occurs 8 times on the tiles, its mate -5 0 times, and the rim has room for 6 sides"
    );
    assert_eq!(
        message(Cause::LabelParity { label: 1, count: 3 }),
        "label 1 meets itself and occurs 3 times on the tiles, expected an even number"
    );
    assert_eq!(
        message(Cause::FrameTiles { label: 0, sides: "a side", needed: 6, found: 5 }),
        "the frame 0 needs 6 tiles that show it on a side, and the set has 5"
    );
    assert_eq!(Cause::FrameTiles { label: 0, sides: "a side", needed: 6, found: 5 }.clue(), "frame 0");
    assert_eq!(Cause::LabelParity { label: 1, count: 3 }.clue(), "label 1");
}

#[test]
fn messages_about_solving() {
    let infeasible = |cause| Error::Infeasible { cause }.to_string();
    let by = |confirmed| Proof::Solver { name: "HiGHS".to_owned(), confirmed };
    assert_eq!(infeasible(Proof::Filtering), "there is no solution: by filtering alone");
    assert_eq!(infeasible(Proof::Search { nodes: 7 }), "there is no solution: by a complete search of 7 nodes");
    assert_eq!(infeasible(by(true)), "there is no solution: by HiGHS, confirmed");
    assert_eq!(infeasible(by(false)), "there is no solution: by HiGHS, unconfirmed");
    let parity = Proof::Arithmetic(Cause::LabelParity { label: 1, count: 3 });
    assert_eq!(
        infeasible(parity),
        "there is no solution: label 1 meets itself and occurs 3 times on the tiles, expected an even number"
    );
    let limits = [Limit::Time, Limit::Cancelled, Limit::Backend];
    assert_eq!(
        limits.map(|limit| Error::Undecided { limit }.to_string()),
        [
            "undecided: the time limit was reached",
            "undecided: the call was cancelled",
            "undecided: the backend reached a limit of its own",
        ]
    );
    assert_eq!(
        Error::NoBackend.to_string(),
        "no backend to ask: build with the feature `highs`, or give the solver one (for an objective, one that takes objectives)"
    );
    assert_eq!(
        Error::Input(InputError::Empty { what: "tiles" }).to_string(),
        "tiles: none given, expected at least one"
    );
    assert_eq!(Error::TooLarge { reason: "so and so".to_owned() }.to_string(), "too large: so and so");
    let fault = Fault::Fractional { column: "x_r1c1_v1".to_owned(), value: 0.5 };
    assert_eq!(
        Error::Unverified { backend: "HiGHS".to_owned(), fault }.to_string(),
        "HiGHS gave an answer that does not stand: column x_r1c1_v1 is 0.5, expected an integer"
    );
    assert_eq!(Fault::Length { expected: 6, found: 0 }.to_string(), "0 values for 6 columns");
    assert_eq!(Fault::Disagreement.to_string(), "infeasible in one run, solved in another");
}

#[test]
fn messages_about_models_and_programs() {
    let name = |text: &str| text.to_owned();
    assert_eq!(
        ModelError::EmptyDomain { group: name("x") }.to_string(),
        "group \"x\" has an empty domain, expected at least one value"
    );
    assert_eq!(
        ModelError::RepeatedGroup { group: name("x") }.to_string(),
        "two groups are called \"x\", expected different names"
    );
    assert_eq!(
        ModelError::RepeatedCell { label: name("cage A"), cell: name("r1c2") }.to_string(),
        "\"cage A\" names r1c2 twice, expected each cell once"
    );
    let source = ScopeError::Tuple { tuple: 0, found: 2, expected: 3 };
    assert_eq!(
        ModelError::Constraint { label: name("it"), source }.to_string(),
        "\"it\": tuple 1 has 2 values, expected 3, one for each cell"
    );
    let limit = SizeLimit { columns: 5, nonzeros: 9 };
    assert_eq!(
        ProgramError::TooLarge { label: name("row 1"), limit }.to_string(),
        "the program would exceed 5 columns or 9 nonzeros (at \"row 1\")"
    );
    let mut program = Program::new();
    let x = program.add_column("x", 0..=3).unwrap();
    program.add_row("at least two", "", x.into(), 2..).unwrap();
    assert_eq!(program.check(&[1]).unwrap_err().to_string(), "at_least_two (at least two): 1 is not in 2..");
    assert_eq!(program.check(&[4]).unwrap_err().to_string(), "x (bounds): 4 is not in 0..=3");
}

#[test]
fn messages_about_answers() {
    let cross = CrossProduct::new(&[6, 20], &[8, 15]).unwrap();
    let wrong = |rows: &[&[u32]]| cross.verify(&grid(rows)).unwrap_err().to_string();
    assert_eq!(wrong(&[&[2, 3]]), "the grid's shape does not hold: expected 2 × 2, found 1 × 2");
    assert_eq!(wrong(&[&[2, 3], &[4, 10]]), "r2c2 does not hold: expected 1..=9, found 10");
    assert_eq!(wrong(&[&[2, 3], &[4, 4]]), "row 2's product 20 does not hold: expected 20, found 16");
    assert_eq!(wrong(&[&[3, 2], &[4, 5]]), "column 1's product 8 does not hold: expected 8, found 12");
    let twice = CrossProduct::new(&[4], &[2, 2]).unwrap().all_different();
    assert_eq!(
        twice.verify(&grid(&[&[2, 2]])).unwrap_err().to_string(),
        "all digits differ does not hold: expected each digit once, found 2 twice"
    );
    let futoshiki = Futoshiki::new(2).unwrap().given((1, 1), 1).less((0, 0), (0, 1));
    let wrong = |rows: &[&[u32]]| futoshiki.verify(&grid(rows)).unwrap_err().to_string();
    assert_eq!(wrong(&[&[1, 2], &[2, 2]]), "r2c2 = 1 does not hold: expected 1, found 2");
    assert_eq!(wrong(&[&[2, 1], &[2, 1]]), "r1c1 < r1c2 does not hold: expected r1c1 < r1c2, found 2 and 1");
    assert_eq!(wrong(&[&[1, 2], &[1, 1]]), "row 2 does not hold: expected each value once, found 1 twice");
    assert_eq!(wrong(&[&[1, 2], &[1, 3]]), "r2c2 does not hold: expected 1..=2, found 3");
    let rooms = FactorRooms::new(&["AB", "AC"], &[2, 2, 1]).unwrap();
    let wrong = |rows: &[&[u32]]| rooms.verify(&grid(rows)).unwrap_err().to_string();
    assert_eq!(wrong(&[&[2, 1], &[1, 2]]), "room B's product 2 does not hold: expected 2, found 1");
    assert_eq!(wrong(&[&[1, 2], &[1, 2]]), "column 1 does not hold: expected each value once, found 1 twice");
    assert_eq!(wrong(&[&[0, 2], &[2, 1]]), "r1c1 does not hold: expected 1..=2, found 0");
    let tiles = [[1, 2, 3, 4], [5, 6, 7, 2]].map(Tile::from);
    let board = EdgeMatching::new(1, 2, tiles).unwrap().hint((0, 0), 0, 0);
    let wrong = |places: [(usize, u8); 2]| {
        let board_of = Grid::from_fn(1, 2, |_, c| PlacedTile { tile: places[c].0, rotation: places[c].1 });
        board.verify(&board_of).unwrap_err().to_string()
    };
    assert_eq!(wrong([(0, 0), (0, 0)]), "tile 0 does not hold: expected one slot, found at r1c1 and r1c2");
    assert_eq!(wrong([(0, 0), (2, 0)]), "r1c2 does not hold: expected a tile below 2, found 2");
    assert_eq!(wrong([(0, 0), (1, 4)]), "r1c2 does not hold: expected a rotation that is allowed, found 4");
    assert_eq!(wrong([(0, 0), (1, 1)]), "seam r1c1 r1c2 does not hold: expected 2 to meet 2, found 7");
    assert_eq!(
        wrong([(1, 2), (0, 2)]),
        "r1c1 holds tile 0 turned 0 does not hold: expected r1c1 holds tile 0 turned 0, found 1↻2"
    );
    let upright = EdgeMatching::new(2, 1, tiles).unwrap();
    let stacked = Grid::from_fn(2, 1, |r, _| PlacedTile { tile: r, rotation: 0 });
    assert_eq!(
        upright.verify(&stacked).unwrap_err().to_string(),
        "seam r1c1 r2c1 does not hold: expected 3 to meet 3, found 5"
    );
    let framed = EdgeMatching::new(1, 1, [Tile::from([1, 1, 1, 2])]).unwrap().frame(1);
    let lone = Grid::from_fn(1, 1, |_, _| PlacedTile { tile: 0, rotation: 0 });
    assert_eq!(
        framed.verify(&lone).unwrap_err().to_string(),
        "frame 1 at r1c1 does not hold: expected the frame's label on the rim, found 2"
    );
}

#[test]
fn explanations() {
    let puzzle = Futoshiki::new(3).unwrap().given((0, 0), 3).less((0, 0), (0, 1)).given((2, 2), 1);
    let solver = Solver::new().strategy(Strategy::Search);
    assert_eq!(solver.explain(&puzzle).unwrap().to_string(), "r1c1 = 3 and r1c1 < r1c2 cannot hold together");
    assert_eq!(solver.explain(&Futoshiki::new(3).unwrap()).unwrap().to_string(), "the clues hold together");
    let puzzle = CrossProduct::new(&[11], &[11]).unwrap();
    assert_eq!(
        solver.explain(&puzzle).unwrap().to_string(),
        "row 1's product 11 cannot hold (row 1's product 11: 11 has the factor 11, which divides no product of the values \
         allowed)"
    );
}
