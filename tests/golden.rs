//! The text of small programs, written by hand from the formulations that the documentation gives.

use std::ops::Bound;

use num_bigint::BigUint;
use puzzle_ilp::program::{LinExpr, Program};
use puzzle_ilp::{
    Cell, CompileOptions, Digit, Domain, EdgeMatching, Encoding, ExponentDomain, Formulation, LessRows, Mates, Model,
    ProductRows, SeamRows, Side, Slot, Solver, Tile, TileSet, all_different, at_most, difference, filled, fixed, hides,
    left_empty, less_than, not_equal, one_of, parted, placed, product, ratio, seam, shows, soft_seam, sum, table,
    tile_use,
};

const TIGHT: Formulation = Formulation::tight();

fn compiled(model: &Model, encoding: Encoding, formulation: Formulation) -> Program {
    model.validate().unwrap();
    let options = CompileOptions { encoding, formulation, ..CompileOptions::default() };
    model.compile(model.domains(), &options).unwrap().0
}

fn lp(program: &Program) -> String {
    let mut text = Vec::new();
    program.write_lp(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

fn mps(program: &Program) -> String {
    let mut text = Vec::new();
    program.write_mps(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

/// The rows of the LP text, from the end of the line before them.
fn rows(model: &Model, encoding: Encoding, formulation: Formulation) -> String {
    let text = lp(&compiled(model, encoding, formulation));
    let (_, rest) = text.split_once("\nSubject To").unwrap();
    let (rows, _) = rest.split_once("Bounds\n").unwrap();
    rows.to_owned()
}

fn one_hot(model: &Model, formulation: Formulation) -> String {
    rows(model, Encoding::OneHot, formulation)
}

fn digits(n: usize, domain: impl Into<Domain>, post: impl FnOnce(&mut Model, &[Cell<Digit>])) -> Model {
    let mut model = Model::new();
    let x: Vec<Cell<Digit>> = model.digits("x", 1, n, domain).cells().copied().collect();
    post(&mut model, &x);
    model
}

fn slots(tiles: &[[i32; 4]], turn: bool, post: impl FnOnce(&mut Model, &[Cell<Slot>])) -> Model {
    let tiles: Vec<Tile> = tiles.iter().copied().map(Tile::from).collect();
    let mut model = Model::new();
    let board: Vec<Cell<Slot>> = model.slots("b", 1, 2, &TileSet::new(&tiles, turn)).cells().copied().collect();
    post(&mut model, &board);
    model
}

// ---------------------------------------------------------------- whole texts, one for each encoding

#[test]
fn one_hot_latin_square() {
    let mut model = Model::new();
    let x = model.digits("x", 2, 2, 1..=2);
    model.rule("row 1", all_different(x.row(0)));
    model.rule("row 2", all_different(x.row(1)));
    model.rule("column 1", all_different(x.col(0)));
    model.rule("column 2", all_different(x.col(1)));
    let expected = "\
Minimize
 obj: 0 x_r1c1_v1
Subject To
 r1c1_holds_one_value: + x_r1c1_v1 + x_r1c1_v2 = 1
 r1c2_holds_one_value: + x_r1c2_v1 + x_r1c2_v2 = 1
 r2c1_holds_one_value: + x_r2c1_v1 + x_r2c1_v2 = 1
 r2c2_holds_one_value: + x_r2c2_v1 + x_r2c2_v2 = 1
 row_1_v1: + x_r1c1_v1 + x_r1c2_v1 = 1
 row_1_v2: + x_r1c1_v2 + x_r1c2_v2 = 1
 row_2_v1: + x_r2c1_v1 + x_r2c2_v1 = 1
 row_2_v2: + x_r2c1_v2 + x_r2c2_v2 = 1
 column_1_v1: + x_r1c1_v1 + x_r2c1_v1 = 1
 column_1_v2: + x_r1c1_v2 + x_r2c1_v2 = 1
 column_2_v1: + x_r1c2_v1 + x_r2c2_v1 = 1
 column_2_v2: + x_r1c2_v2 + x_r2c2_v2 = 1
Bounds
 0 <= x_r1c1_v1 <= 1
 0 <= x_r1c1_v2 <= 1
 0 <= x_r1c2_v1 <= 1
 0 <= x_r1c2_v2 <= 1
 0 <= x_r2c1_v1 <= 1
 0 <= x_r2c1_v2 <= 1
 0 <= x_r2c2_v1 <= 1
 0 <= x_r2c2_v2 <= 1
General
 x_r1c1_v1 x_r1c1_v2 x_r1c2_v1 x_r1c2_v2 x_r2c1_v1 x_r2c1_v2 x_r2c2_v1 x_r2c2_v2
End
";
    for encoding in [Encoding::OneHot, Encoding::Auto] {
        for formulation in [TIGHT, Formulation::as_published()] {
            assert_eq!(lp(&compiled(&model, encoding, formulation)), expected);
        }
    }
}

/// Two digits with the product 45360.
fn row_of_two() -> Model {
    let mut model = Model::new();
    let x = model.digits("x", 1, 2, 1..=9);
    model.post("row 1's product 45360", product(x.row(0), 45360u32));
    model
}

#[test]
fn prime_exponents_of_a_product() {
    // 45360 = 2⁴·3⁴·5·7 is a multiple of every digit, so that none is left out.
    let expected = "\
Minimize
 obj: 0 x_r1c1_p2
Subject To
 r1c1_holds_one_value_d1: + 2 x_r1c1_p2 + 3 x_r1c1_p3 + 6 x_r1c1_p5 + 6 x_r1c1_p7 <= 6
 r1c2_holds_one_value_d1: + 2 x_r1c2_p2 + 3 x_r1c2_p3 + 6 x_r1c2_p5 + 6 x_r1c2_p7 <= 6
 row_1s_product_45360_p2: + x_r1c1_p2 + x_r1c2_p2 = 4
 row_1s_product_45360_p3: + x_r1c1_p3 + x_r1c2_p3 = 4
 row_1s_product_45360_p5: + x_r1c1_p5 + x_r1c2_p5 = 1
 row_1s_product_45360_p7: + x_r1c1_p7 + x_r1c2_p7 = 1
Bounds
 0 <= x_r1c1_p2 <= 3
 0 <= x_r1c1_p3 <= 2
 0 <= x_r1c1_p5 <= 1
 0 <= x_r1c1_p7 <= 1
 0 <= x_r1c2_p2 <= 3
 0 <= x_r1c2_p3 <= 2
 0 <= x_r1c2_p5 <= 1
 0 <= x_r1c2_p7 <= 1
General
 x_r1c1_p2 x_r1c1_p3 x_r1c1_p5 x_r1c1_p7 x_r1c2_p2 x_r1c2_p3 x_r1c2_p5 x_r1c2_p7
End
";
    for encoding in [Encoding::PrimeExponent, Encoding::Auto] {
        assert_eq!(lp(&compiled(&row_of_two(), encoding, TIGHT)), expected);
    }
    // As published: ln 2, ln 3, ln 5, ln 7 against ln 9, times 10⁶, with a slack of 10 for rounding.
    let published = rows(&row_of_two(), Encoding::PrimeExponent, Formulation::as_published());
    let expected = "
 r1c1_holds_one_value_ln: + 693147 x_r1c1_p2 + 1098612 x_r1c1_p3 + 1609438 x_r1c1_p5 + 1945910 x_r1c1_p7 <= 2197235
 r1c2_holds_one_value_ln: + 693147 x_r1c2_p2 + 1098612 x_r1c2_p3 + 1609438 x_r1c2_p5 + 1945910 x_r1c2_p7 <= 2197235
 row_1s_product_45360_p2: + x_r1c1_p2 + x_r1c2_p2 = 4
 row_1s_product_45360_p3: + x_r1c1_p3 + x_r1c2_p3 = 4
 row_1s_product_45360_p5: + x_r1c1_p5 + x_r1c2_p5 = 1
 row_1s_product_45360_p7: + x_r1c1_p7 + x_r1c2_p7 = 1
";
    assert_eq!(published, expected);
}

#[test]
fn tiles_in_slots() {
    let model = slots(&[[1, 2, 3, 4], [1, 1, 1, 1]], true, |model, b| model.rule("use", tile_use(b)));
    let expected = "\
Minimize
 obj: 0 b_r1c1_t0_q0
Subject To
 r1c1_holds_one_value: + b_r1c1_t0_q0 + b_r1c1_t0_q1 + b_r1c1_t0_q2 + b_r1c1_t0_q3 + b_r1c1_t1_q0 = 1
 r1c2_holds_one_value: + b_r1c2_t0_q0 + b_r1c2_t0_q1 + b_r1c2_t0_q2 + b_r1c2_t0_q3 + b_r1c2_t1_q0 = 1
 use_t0: + b_r1c1_t0_q0 + b_r1c1_t0_q1 + b_r1c1_t0_q2 + b_r1c1_t0_q3 + b_r1c2_t0_q0 + b_r1c2_t0_q1 + b_r1c2_t0_q2
  + b_r1c2_t0_q3 = 1
 use_t1: + b_r1c1_t1_q0 + b_r1c2_t1_q0 = 1
Bounds
 0 <= b_r1c1_t0_q0 <= 1
 0 <= b_r1c1_t0_q1 <= 1
 0 <= b_r1c1_t0_q2 <= 1
 0 <= b_r1c1_t0_q3 <= 1
 0 <= b_r1c1_t1_q0 <= 1
 0 <= b_r1c2_t0_q0 <= 1
 0 <= b_r1c2_t0_q1 <= 1
 0 <= b_r1c2_t0_q2 <= 1
 0 <= b_r1c2_t0_q3 <= 1
 0 <= b_r1c2_t1_q0 <= 1
General
 b_r1c1_t0_q0 b_r1c1_t0_q1 b_r1c1_t0_q2 b_r1c1_t0_q3 b_r1c1_t1_q0 b_r1c2_t0_q0 b_r1c2_t0_q1 b_r1c2_t0_q2 b_r1c2_t0_q3
  b_r1c2_t1_q0
End
";
    // Slots have one encoding, whatever the digits have.
    for encoding in [Encoding::Auto, Encoding::OneHot, Encoding::PrimeExponent] {
        assert_eq!(lp(&compiled(&model, encoding, TIGHT)), expected);
    }
}

// ---------------------------------------------------------------- domains of prime exponents

#[test]
fn domains_of_prime_exponents() {
    // A clue that every value divides, and more often than two cells can: only the names and domain rows matter here.
    let domain_rows = |n: u32, clue: u64| {
        let model = digits(1, 1..=n, |model, x| model.post("clue", product(x, clue)));
        let rows = rows(&model, Encoding::PrimeExponent, TIGHT);
        let of_domain =
            rows.lines().filter(|line| line.contains("holds")).map(|line| line.trim().replace("x_r1c1_", ""));
        of_domain.collect::<Vec<_>>()
    };
    assert_eq!(domain_rows(2, 2520), [""; 0]);
    assert_eq!(domain_rows(3, 2520), ["r1c1_holds_one_value_d1: + p2 + p3 <= 1"]);
    assert_eq!(domain_rows(4, 2520), ["r1c1_holds_one_value_d1: + p2 + 2 p3 <= 2"]);
    assert_eq!(domain_rows(5, 2520), ["r1c1_holds_one_value_d1: + p2 + 2 p3 + 2 p5 <= 2"]);
    let six = ["r1c1_holds_one_value_d1: + p2 + p3 + 2 p5 <= 2", "r1c1_holds_one_value_d2: + p3 + p5 <= 1"];
    assert_eq!(domain_rows(6, 2520), six);
    let seven =
        ["r1c1_holds_one_value_d1: + p2 + p3 + 2 p5 + 2 p7 <= 2", "r1c1_holds_one_value_d2: + p3 + p5 + p7 <= 1"];
    assert_eq!(domain_rows(7, 2520), seven);
    let eight =
        ["r1c1_holds_one_value_d1: + p2 + 2 p3 + 3 p5 + 3 p7 <= 3", "r1c1_holds_one_value_d2: + p3 + p5 + p7 <= 1"];
    assert_eq!(domain_rows(8, 2520), eight);
    assert_eq!(domain_rows(9, 2520), ["r1c1_holds_one_value_d1: + 2 p2 + 3 p3 + 6 p5 + 6 p7 <= 6"]);
    // 12 is a multiple of 1, 2, 3, 4, 6 alone; their exponents are bounded by 2 and 1, and the rows say the rest.
    assert_eq!(domain_rows(9, 12), ["r1c1_holds_one_value_d1: + 2 p2 + 3 p3 <= 6"]);
    // 4 is a multiple of 1, 2, 4: the bounds of the exponents say all.
    assert_eq!(domain_rows(9, 4), [""; 0]);
}

#[test]
fn domains_that_are_boxes_of_exponents() {
    // Every choice of exponents within their bounds is a value: no row is needed.
    let columns = |domain: &[u32], clue: u32| {
        let model = digits(1, domain, |model, x| model.post("clue", product(x, clue)));
        let program = compiled(&model, Encoding::Auto, TIGHT);
        assert!(program.rows().all(|row| row.label == "clue"), "{program}");
        let names =
            program.columns().iter().map(|c| format!("{} {}..={}", c.name.replace("x_r1c1_", ""), c.lower, c.upper));
        names.collect::<Vec<_>>()
    };
    assert_eq!(columns(&[1, 2, 3, 6], 6), ["p2 0..=1", "p3 0..=1"]);
    assert_eq!(columns(&[2, 4], 4), ["p2 1..=2"]);
    assert_eq!(columns(&[6, 12, 18, 36], 36), ["p2 1..=2", "p3 1..=2"]);
    // 7 does not divide the clue, and what is left is a box.
    assert_eq!(columns(&[1, 2, 3, 6, 7], 6), ["p2 0..=1", "p3 0..=1"]);
    // 0 neither.
    assert_eq!(columns(&[0, 2, 4], 4), ["p2 1..=2"]);
    // Of 1..=12 the divisors of 10.
    assert_eq!(columns(&(1..=12).collect::<Vec<_>>(), 10), ["p2 0..=1", "p5 0..=1"]);
}

#[test]
fn a_domain_that_needs_one_hot_columns_beside_its_exponents() {
    let model = digits(1, [1, 6, 10], |model, x| model.post("product 6", product(x, 60u32)));
    let expected = "
 r1c1_holds_one_value: + x_r1c1_v1 + x_r1c1_v6 + x_r1c1_v10 = 1
 r1c1_holds_one_value_p2: + x_r1c1_p2 - x_r1c1_v6 - x_r1c1_v10 = 0
 r1c1_holds_one_value_p3: + x_r1c1_p3 - x_r1c1_v6 = 0
 r1c1_holds_one_value_p5: + x_r1c1_p5 - x_r1c1_v10 = 0
 product_6_p2: + x_r1c1_p2 = 2
 product_6_p3: + x_r1c1_p3 = 1
 product_6_p5: + x_r1c1_p5 = 1
";
    assert_eq!(rows(&model, Encoding::PrimeExponent, TIGHT), expected);
    // Left to itself the cell is one-hot.
    let expected = "
 r1c1_holds_one_value: + x_r1c1_v1 + x_r1c1_v6 + x_r1c1_v10 = 1
 product_6_p2: + x_r1c1_v6 + x_r1c1_v10 = 2
 product_6_p3: + x_r1c1_v6 = 1
 product_6_p5: + x_r1c1_v10 = 1
";
    assert_eq!(rows(&model, Encoding::Auto, TIGHT), expected);
}

// ---------------------------------------------------------------- constraints

/// The rows of the one-hot domain of two cells, followed by others.
fn with_domains(values: &[u32], more: &str) -> String {
    let mut text = String::new();
    for cell in ["r1c1", "r1c2"] {
        let terms: Vec<String> = values.iter().map(|v| format!("+ x_{cell}_v{v}")).collect();
        text.push_str(&format!("\n {cell}_holds_one_value: {} = 1", terms.join(" ")));
    }
    text + more
}

#[test]
fn all_different_with_values_to_spare() {
    let model = digits(2, 1..=3, |model, x| model.rule("row 1", all_different(x)));
    let more = "
 row_1_v1: + x_r1c1_v1 + x_r1c2_v1 <= 1
 row_1_v2: + x_r1c1_v2 + x_r1c2_v2 <= 1
 row_1_v3: + x_r1c1_v3 + x_r1c2_v3 <= 1
";
    assert_eq!(one_hot(&model, TIGHT), with_domains(&[1, 2, 3], more));
    // A given takes its value from the others: the settled cell counts as 1, and its other values as 0.
    let model = digits(3, 1..=4, |model, x| {
        model.rule("row 1", all_different(x));
        model.post("r1c3 = 2", fixed(x[2], 2));
    });
    let more = "
 row_1_v1: + x_r1c1_v1 + x_r1c2_v1 <= 1
 row_1_v2: + x_r1c1_v2 + x_r1c2_v2 <= 0
 row_1_v3: + x_r1c1_v3 + x_r1c2_v3 <= 1
 row_1_v4: + x_r1c1_v4 + x_r1c2_v4 <= 1
";
    assert_eq!(one_hot(&model, TIGHT), with_domains(&[1, 2, 3, 4], more));
    // A value that one cell alone can take needs no row.
    let mut model = Model::new();
    let (x, y) = (model.digits("x", 1, 1, 1..=2)[(0, 0)], model.digits("y", 1, 1, 2..=3)[(0, 0)]);
    model.rule("both", all_different([x, y]));
    let rows = one_hot(&model, TIGHT);
    let own: Vec<&str> = rows.lines().filter(|line| line.contains("both")).collect();
    assert_eq!(own, [" both_v2: + x_r1c1_v2 + y_r1c1_v2 <= 1"]);
}

#[test]
fn not_equal_cells() {
    let model = digits(2, 1..=2, |model, x| model.rule("r1c1 ≠ r1c2", not_equal(x[0], x[1])));
    let more = "
 r1c1_ne_r1c2_v1: + x_r1c1_v1 + x_r1c2_v1 <= 1
 r1c1_ne_r1c2_v2: + x_r1c1_v2 + x_r1c2_v2 <= 1
";
    assert_eq!(one_hot(&model, TIGHT), with_domains(&[1, 2], more));
}

#[test]
fn less_than_rows() {
    let model = digits(2, 1..=3, |model, x| model.post("r1c1 < r1c2", less_than(x[0], x[1])));
    // The first cell is not 3, the second not 1.
    let tight = "
 r1c1_holds_one_value: + x_r1c1_v1 + x_r1c1_v2 = 1
 r1c2_holds_one_value: + x_r1c2_v2 + x_r1c2_v3 = 1
 r1c1_lt_r1c2_k2: + x_r1c1_v2 + x_r1c2_v2 <= 1
";
    assert_eq!(one_hot(&model, TIGHT), tight);
    let unpruned = "
 r1c1_lt_r1c2_k1: + x_r1c1_v1 + x_r1c1_v2 + x_r1c1_v3 + x_r1c2_v1 <= 1
 r1c1_lt_r1c2_k2: + x_r1c1_v2 + x_r1c1_v3 + x_r1c2_v1 + x_r1c2_v2 <= 1
 r1c1_lt_r1c2_k3: + x_r1c1_v3 + x_r1c2_v1 + x_r1c2_v2 + x_r1c2_v3 <= 1
";
    assert_eq!(one_hot(&model, TIGHT.with_prune(false)), with_domains(&[1, 2, 3], unpruned));
    let published = "
 r1c1_lt_r1c2_k1: + x_r1c1_v1 + x_r1c1_v2 + x_r1c1_v3 + 100 x_r1c2_v1 <= 100
 r1c1_lt_r1c2_k2: + x_r1c1_v2 + x_r1c1_v3 + 100 x_r1c2_v2 <= 100
 r1c1_lt_r1c2_k3: + x_r1c1_v3 + 100 x_r1c2_v3 <= 100
";
    assert_eq!(one_hot(&model, Formulation::as_published()), with_domains(&[1, 2, 3], published));
    assert_eq!(one_hot(&model, TIGHT.with_less(LessRows::BigM).with_prune(false)), with_domains(&[1, 2, 3], published));
}

#[test]
fn at_most_rows() {
    let model = digits(2, 1..=3, |model, x| model.post("r1c1 ≤ r1c2", at_most(x[0], x[1])));
    let tight = "
 r1c1_le_r1c2_k1: + x_r1c1_v2 + x_r1c1_v3 + x_r1c2_v1 <= 1
 r1c1_le_r1c2_k2: + x_r1c1_v3 + x_r1c2_v1 + x_r1c2_v2 <= 1
";
    assert_eq!(one_hot(&model, TIGHT), with_domains(&[1, 2, 3], tight));
    let published = "
 r1c1_le_r1c2_k1: + x_r1c1_v2 + x_r1c1_v3 + 100 x_r1c2_v1 <= 100
 r1c1_le_r1c2_k2: + x_r1c1_v3 + 100 x_r1c2_v2 <= 100
 r1c1_le_r1c2_k3: + 100 x_r1c2_v3 <= 100
";
    assert_eq!(one_hot(&model, Formulation::as_published()), with_domains(&[1, 2, 3], published));
}

#[test]
fn product_rows() {
    let model = digits(2, 1..=4, |model, x| model.post("product 8", product(x, 8u8)));
    // 3 does not divide 8.
    let tight = "\n product_8_p2: + x_r1c1_v2 + 2 x_r1c1_v4 + x_r1c2_v2 + 2 x_r1c2_v4 = 3\n";
    assert_eq!(one_hot(&model, TIGHT), with_domains(&[1, 2, 4], tight));
    let unpruned = "
 product_8_p2: + x_r1c1_v2 + 2 x_r1c1_v4 + x_r1c2_v2 + 2 x_r1c2_v4 = 3
 product_8_p3: + x_r1c1_v3 + x_r1c2_v3 = 0
";
    assert_eq!(one_hot(&model, TIGHT.with_prune(false)), with_domains(&[1, 2, 3, 4], unpruned));
    // ln 8 = 2.079442 ± 0.001
    let published = "
 product_8_ln___lower: + 693147 x_r1c1_v2 + 1098612 x_r1c1_v3 + 1386294 x_r1c1_v4 + 693147 x_r1c2_v2 + 1098612 x_r1c2_v3
  + 1386294 x_r1c2_v4 >= 2078442
 product_8_ln___upper: + 693147 x_r1c1_v2 + 1098612 x_r1c1_v3 + 1386294 x_r1c1_v4 + 693147 x_r1c2_v2 + 1098612 x_r1c2_v3
  + 1386294 x_r1c2_v4 <= 2080442
";
    assert_eq!(one_hot(&model, Formulation::as_published()), with_domains(&[1, 2, 3, 4], published));
    // Exponents: without 3 the bounds say it all; with it the rows of the domain do.
    assert_eq!(rows(&model, Encoding::Auto, TIGHT), "\n product_8_p2: + x_r1c1_p2 + x_r1c2_p2 = 3\n");
    let unpruned = "
 r1c1_holds_one_value_d1: + x_r1c1_p2 + 2 x_r1c1_p3 <= 2
 r1c2_holds_one_value_d1: + x_r1c2_p2 + 2 x_r1c2_p3 <= 2
 product_8_p2: + x_r1c1_p2 + x_r1c2_p2 = 3
 product_8_p3: + x_r1c1_p3 + x_r1c2_p3 = 0
";
    assert_eq!(rows(&model, Encoding::Auto, TIGHT.with_prune(false)), unpruned);
    let published = Formulation::as_published().with_exponent_domain(ExponentDomain::Hull);
    assert_eq!(rows(&model, Encoding::Auto, published), unpruned);
    assert_eq!(published.product, ProductRows::Logarithm);
}

/// The published tolerance is 0.001 on each side, and half a unit more for each cell where that is not enough.
#[test]
fn tolerance_of_published_products() {
    for (cells, width) in [(4, 2000), (1998, 2000), (2000, 2002), (3000, 3002)] {
        let model = digits(cells, [1, 2, 4], |model, x| {
            model.post("all", product(x, BigUint::from(4u8).pow(cells as u32)));
        });
        let program = compiled(&model, Encoding::OneHot, Formulation::as_published());
        let row = program.rows().find(|row| row.terms.len() > cells).unwrap();
        assert_eq!(row.upper.unwrap() - row.lower.unwrap(), width, "{cells} cells");
    }
}

#[test]
fn product_zero() {
    let model = digits(2, 0..=2, |model, x| model.post("product 0", product(x, 0u8)));
    let more = "\n product_0_zero: + x_r1c1_v0 + x_r1c2_v0 >= 1\n";
    for encoding in [Encoding::OneHot, Encoding::Auto] {
        assert_eq!(rows(&model, encoding, TIGHT), with_domains(&[0, 1, 2], more));
    }
    // Of another product no cell is 0, even where values that do not divide it keep their columns.
    let model = digits(2, 0..=2, |model, x| model.post("product 2", product(x, 2u8)));
    let more = "\n product_2_p2: + x_r1c1_v2 + x_r1c2_v2 = 1\n";
    assert_eq!(one_hot(&model, TIGHT.with_prune(false)), with_domains(&[1, 2], more));
}

#[test]
fn a_foreign_factor() {
    let model = digits(2, 1..=2, |model, x| model.post("product 11", product(x, 11u8)));
    let expected = "\
Minimize
 obj: 0 no_column
Subject To
 product_11_foreign: 0 no_column = 1
Bounds
 no_column = 0
General
End
";
    assert_eq!(lp(&compiled(&model, Encoding::OneHot, TIGHT)), expected);
}

#[test]
fn sum_rows() {
    let model = digits(2, 1..=9, |model, x| model.post("sum 3", sum(x, 3)));
    let more = "\n sum_3_sum: + x_r1c1_v1 + 2 x_r1c1_v2 + 3 x_r1c1_v3 + x_r1c2_v1 + 2 x_r1c2_v2 + 3 x_r1c2_v3 = 3\n";
    assert_eq!(one_hot(&model, TIGHT), with_domains(&[1, 2, 3], more));
}

#[test]
fn difference_rows() {
    let model = digits(2, 1..=3, |model, x| model.post("2−", difference(x, 2)));
    // 2 has no mate.
    let more = "
 n_2minus_a1: + x_r1c1_v1 - x_r1c2_v3 <= 0
 n_2minus_a3: + x_r1c1_v3 - x_r1c2_v1 <= 0
 n_2minus_b1: - x_r1c1_v3 + x_r1c2_v1 <= 0
 n_2minus_b3: - x_r1c1_v1 + x_r1c2_v3 <= 0
";
    assert_eq!(one_hot(&model, TIGHT), with_domains(&[1, 3], more));
    // Each value is its own mate, once.
    let model = digits(2, 1..=2, |model, x| model.post("same", difference(x, 0)));
    let more = "
 same_a1: + x_r1c1_v1 - x_r1c2_v1 <= 0
 same_a2: + x_r1c1_v2 - x_r1c2_v2 <= 0
 same_b1: - x_r1c1_v1 + x_r1c2_v1 <= 0
 same_b2: - x_r1c1_v2 + x_r1c2_v2 <= 0
";
    assert_eq!(one_hot(&model, TIGHT), with_domains(&[1, 2], more));
}

#[test]
fn ratio_rows() {
    let model = digits(2, 1..=4, |model, x| model.post("cage A = 2÷", ratio(x, 2)));
    let more = "
 cage_A_eq_2over_a1: + x_r1c1_v1 - x_r1c2_v2 <= 0
 cage_A_eq_2over_a2: + x_r1c1_v2 - x_r1c2_v1 - x_r1c2_v4 <= 0
 cage_A_eq_2over_a4: + x_r1c1_v4 - x_r1c2_v2 <= 0
 cage_A_eq_2over_b1: - x_r1c1_v2 + x_r1c2_v1 <= 0
 cage_A_eq_2over_b2: - x_r1c1_v1 - x_r1c1_v4 + x_r1c2_v2 <= 0
 cage_A_eq_2over_b4: - x_r1c1_v2 + x_r1c2_v4 <= 0
";
    assert_eq!(one_hot(&model, TIGHT), with_domains(&[1, 2, 4], more));
}

#[test]
fn table_rows() {
    let model = digits(2, 1..=4, |model, x| model.post("pairs", table(x, [[1, 2], [2, 1], [3, 3], [9, 9]])));
    let more = "
 pairs_one: + pairs_y_1_2 + pairs_y_2_1 + pairs_y_3_3 = 1
 pairs_c1_v1: + x_r1c1_v1 - pairs_y_1_2 = 0
 pairs_c1_v2: + x_r1c1_v2 - pairs_y_2_1 = 0
 pairs_c1_v3: + x_r1c1_v3 - pairs_y_3_3 = 0
 pairs_c2_v1: + x_r1c2_v1 - pairs_y_2_1 = 0
 pairs_c2_v2: + x_r1c2_v2 - pairs_y_1_2 = 0
 pairs_c2_v3: + x_r1c2_v3 - pairs_y_3_3 = 0
";
    assert_eq!(one_hot(&model, TIGHT), with_domains(&[1, 2, 3], more));
    // Without leaving out values, the one without a tuple gets a row of its own.
    let unpruned = one_hot(&model, TIGHT.with_prune(false));
    assert!(unpruned.contains(" pairs_c1_v4: + x_r1c1_v4 = 0\n"), "{unpruned}");
    // A difference of three cells is a table: 2 = 1 + 1.
    let model = digits(3, 1..=2, |model, x| model.post("0−", difference(x, 0)));
    let expected = "
 r1c1_holds_one_value: + x_r1c1_v1 + x_r1c1_v2 = 1
 r1c2_holds_one_value: + x_r1c2_v1 + x_r1c2_v2 = 1
 r1c3_holds_one_value: + x_r1c3_v1 + x_r1c3_v2 = 1
 n_0minus_one: + n_0minus_y_1_1_2 + n_0minus_y_1_2_1 + n_0minus_y_2_1_1 = 1
 n_0minus_c1_v1: + x_r1c1_v1 - n_0minus_y_1_1_2 - n_0minus_y_1_2_1 = 0
 n_0minus_c1_v2: + x_r1c1_v2 - n_0minus_y_2_1_1 = 0
 n_0minus_c2_v1: + x_r1c2_v1 - n_0minus_y_1_1_2 - n_0minus_y_2_1_1 = 0
 n_0minus_c2_v2: + x_r1c2_v2 - n_0minus_y_1_2_1 = 0
 n_0minus_c3_v1: + x_r1c3_v1 - n_0minus_y_1_2_1 - n_0minus_y_2_1_1 = 0
 n_0minus_c3_v2: + x_r1c3_v2 - n_0minus_y_1_1_2 = 0
";
    assert_eq!(one_hot(&model, TIGHT), expected);
}

#[test]
fn givens_and_candidates() {
    let model = digits(2, 1..=3, |model, x| {
        model.post("r1c1 = 2", fixed(x[0], 2));
        model.post("r1c2 odd", one_of(x[1], [1, 3]));
    });
    // The given cell has no column, and the other only two.
    assert_eq!(one_hot(&model, TIGHT), "\n r1c2_holds_one_value: + x_r1c2_v1 + x_r1c2_v3 = 1\n");
    let published = "
 r1c1_eq_2_given: + x_r1c1_v2 = 1
 r1c2_odd_allowed: + x_r1c2_v1 + x_r1c2_v3 = 1
";
    assert_eq!(one_hot(&model, Formulation::as_published()), with_domains(&[1, 2, 3], published));
    // Outside the domain: no value is left.
    let model = digits(1, 1..=3, |model, x| model.post("r1c1 = 9", fixed(x[0], 9)));
    assert_eq!(one_hot(&model, TIGHT), "\n r1c1_holds_one_value: 0 no_column = 1\n");
}

/// The rows of two slots that hold a tile with four labels, in any rotation, or one with four equal labels.
const SLOT_ROWS: &str = "
 r1c1_holds_one_value: + b_r1c1_t0_q0 + b_r1c1_t0_q1 + b_r1c1_t0_q2 + b_r1c1_t0_q3 + b_r1c1_t1_q0 = 1
 r1c2_holds_one_value: + b_r1c2_t0_q0 + b_r1c2_t0_q1 + b_r1c2_t0_q2 + b_r1c2_t0_q3 + b_r1c2_t1_q0 = 1";

#[test]
fn seam_rows() {
    let model = slots(&[[1, 2, 3, 4], [1, 1, 1, 1]], true, |model, b| {
        model.rule("seam", seam(b[0], Side::Right, b[1], Side::Left, &Mates::Equal));
    });
    // Turned 0, 1, 2, 3 times the first tile shows 2, 1, 4, 3 on its right and 4, 3, 2, 1 on its left.
    let tight = "
 seam_k1: + b_r1c1_t0_q1 + b_r1c1_t1_q0 - b_r1c2_t0_q3 - b_r1c2_t1_q0 = 0
 seam_k2: + b_r1c1_t0_q0 - b_r1c2_t0_q2 = 0
 seam_k3: + b_r1c1_t0_q3 - b_r1c2_t0_q1 = 0
 seam_k4: + b_r1c1_t0_q2 - b_r1c2_t0_q0 = 0
";
    assert_eq!(one_hot(&model, TIGHT), format!("{SLOT_ROWS}{tight}"));
    let weighted = "
 seam_weighted: + 2 b_r1c1_t0_q0 + b_r1c1_t0_q1 + 4 b_r1c1_t0_q2 + 3 b_r1c1_t0_q3 + b_r1c1_t1_q0 - 4 b_r1c2_t0_q0
  - 3 b_r1c2_t0_q1 - 2 b_r1c2_t0_q2 - b_r1c2_t0_q3 - b_r1c2_t1_q0 = 0
";
    assert_eq!(one_hot(&model, TIGHT.with_seam(SeamRows::Weighted)), format!("{SLOT_ROWS}{weighted}"));
}

#[test]
fn seam_rows_of_opposite_labels() {
    let model = slots(&[[0, 1, 0, 2], [0, 3, 0, -1]], false, |model, b| {
        model.rule("seam", seam(b[0], Side::Right, b[1], Side::Left, &Mates::Opposite));
    });
    // 1 meets −1; 3 has no mate on the other side, and neither has 2.
    let expected = "
 r1c1_holds_one_value: + b_r1c1_t0_q0 + b_r1c1_t1_q0 = 1
 r1c2_holds_one_value: + b_r1c2_t0_q0 + b_r1c2_t1_q0 = 1
 seam_k1: + b_r1c1_t0_q0 - b_r1c2_t1_q0 = 0
 seam_k3: + b_r1c1_t1_q0 = 0
 seam_l2: + b_r1c2_t0_q0 = 0
";
    assert_eq!(one_hot(&model, TIGHT), expected);
    // Weights by ascending label of the first side: −2 (the mate of 2), 1, 3 weigh 1, 2, 3.
    let expected = "
 r1c1_holds_one_value: + b_r1c1_t0_q0 + b_r1c1_t1_q0 = 1
 r1c2_holds_one_value: + b_r1c2_t0_q0 + b_r1c2_t1_q0 = 1
 seam_weighted: + 2 b_r1c1_t0_q0 + 3 b_r1c1_t1_q0 - b_r1c2_t0_q0 - 2 b_r1c2_t1_q0 = 0
";
    assert_eq!(one_hot(&model, Formulation::as_published()), expected);
}

#[test]
fn seam_rows_by_columns_and_cliques() {
    // On the right 1 and 3, on the left 2 and 1.
    let tiles = [[0, 1, 0, 2], [0, 3, 0, 1]];
    let model = slots(&tiles, false, |model, b| {
        model.rule("seam", seam(b[0], Side::Right, b[1], Side::Left, &Mates::Equal));
    });
    let slot_rows = "
 r1c1_holds_one_value: + b_r1c1_t0_q0 + b_r1c1_t1_q0 = 1
 r1c2_holds_one_value: + b_r1c2_t0_q0 + b_r1c2_t1_q0 = 1";
    let columns = "
 seam_k1: + b_r1c1_t0_q0 - seam_y1 = 0
 seam_l1: + b_r1c2_t1_q0 - seam_y1 = 0
 seam_k3: + b_r1c1_t1_q0 <= 0
 seam_l2: + b_r1c2_t0_q0 <= 0
 seam_label: + seam_y1 = 1
";
    assert_eq!(one_hot(&model, TIGHT.with_seam(SeamRows::LabelColumns)), format!("{slot_rows}{columns}"));
    let cliques = "
 seam_k1: + b_r1c1_t0_q0 + b_r1c2_t0_q0 <= 1
 seam_k3: + b_r1c1_t1_q0 + b_r1c2_t0_q0 + b_r1c2_t1_q0 <= 1
";
    assert_eq!(one_hot(&model, TIGHT.with_seam(SeamRows::Clique)), format!("{slot_rows}{cliques}"));
    // Slots that may stay empty: the rows of the second slot's labels say more.
    let mut model = Model::new();
    let b = model.slots("b", 1, 2, &TileSet::new(&tiles.map(Tile::from), false).with_blank());
    model.rule("seam", seam(b[(0, 0)], Side::Right, b[(0, 1)], Side::Left, &Mates::Equal).or_empty());
    let slot_rows = slot_rows.replace("c1_t1_q0 =", "c1_t1_q0 + b_r1c1_empty =");
    let slot_rows = slot_rows.replace("c2_t1_q0 =", "c2_t1_q0 + b_r1c2_empty =");
    let second = " seam_l1: + b_r1c1_t1_q0 + b_r1c2_t1_q0 <= 1
 seam_l2: + b_r1c1_t0_q0 + b_r1c1_t1_q0 + b_r1c2_t0_q0 <= 1
";
    assert_eq!(one_hot(&model, TIGHT.with_seam(SeamRows::Clique)), format!("{slot_rows}{cliques}{second}"));
}

#[test]
fn tile_use_rows() {
    // Two copies of one tile, and one other.
    let tiles = [[1, 2, 3, 4], [1, 1, 1, 1], [2, 3, 4, 1]];
    let model = slots(&tiles, true, |model, b| model.rule("use", tile_use(b)));
    let exact = "
 use_t0: + b_r1c1_t0_q0 + b_r1c1_t0_q1 + b_r1c1_t0_q2 + b_r1c1_t0_q3 + b_r1c2_t0_q0 + b_r1c2_t0_q1 + b_r1c2_t0_q2
  + b_r1c2_t0_q3 = 2
 use_t1: + b_r1c1_t1_q0 + b_r1c2_t1_q0 = 1
";
    assert_eq!(one_hot(&model, TIGHT), format!("{SLOT_ROWS}{exact}"));
    let model = slots(&tiles, true, |model, b| model.rule("use", tile_use(b).with_spares()));
    assert_eq!(one_hot(&model, TIGHT), format!("{SLOT_ROWS}{}", exact.replace(" = ", " <= ")));
    let model = slots(&tiles, true, |model, b| model.rule("use", tile_use(b).of_class(1)));
    assert_eq!(one_hot(&model, TIGHT), format!("{SLOT_ROWS}\n use_t1: + b_r1c1_t1_q0 + b_r1c2_t1_q0 = 1\n"));
}

#[test]
fn frames_and_hints() {
    let model = slots(&[[1, 2, 3, 4], [1, 1, 1, 1]], true, |model, b| {
        model.post("rim", shows(b[0], Side::Left, 1));
        model.post("inside", hides(b[1], Side::Left, 1));
        model.post("hint", placed(b[1], 0, 2));
    });
    // On the left 1 is shown by the first tile turned thrice and by the second one; the hint settles the other slot.
    assert_eq!(one_hot(&model, TIGHT), "\n r1c1_holds_one_value: + b_r1c1_t0_q3 + b_r1c1_t1_q0 = 1\n");
    let published = "
 rim_left: + b_r1c1_t0_q3 + b_r1c1_t1_q0 = 1
 inside_left: + b_r1c2_t0_q3 + b_r1c2_t1_q0 = 0
 hint_given: + b_r1c2_t0_q2 = 1
";
    assert_eq!(one_hot(&model, Formulation::as_published()), format!("{SLOT_ROWS}{published}"));
}

// ---------------------------------------------------------------- other texts

/// Every kind of row and bound, an objective with a constant, a label that is no name.
fn assorted() -> Program {
    let mut program = Program::new();
    let x = program.add_column("x", -5..=7).unwrap();
    let y = program.add_column("y", 0..=1).unwrap();
    let z = program.add_column("z", 3..=3).unwrap();
    let expr = |terms: &[(_, i64)]| {
        let mut expr = LinExpr::new();
        terms.iter().for_each(|&(column, k)| expr.add_term(column, k));
        expr
    };
    program.add_row("cage A = 24×", "p2", expr(&[(x, 2), (y, -1)]), 4..=4).unwrap();
    program.add_row("cage A = 24×", "p3", expr(&[(x, 1), (z, 1)]), ..=9).unwrap();
    program.add_row("at least", "", expr(&[(y, -3)]), -2..).unwrap();
    program.add_row("between", "", expr(&[(x, 1), (y, 1)]), -1..=6).unwrap();
    program.add_row("never", "", LinExpr::new(), 1..=1).unwrap();
    program.add_row("always", "", LinExpr::new(), 0..=1).unwrap();
    program.add_row("anything", "", expr(&[(x, 1)]), ..).unwrap();
    program.maximise(expr(&[(x, 1), (y, -2)]) + LinExpr::from(-7)).unwrap();
    program
}

#[test]
fn display() {
    let expected = "\
3 columns, 6 rows, 8 nonzeros
maximise x − 2 y − 7
cage A = 24×:
  2 x − y = 4
  x + z ≤ 9
at least:
  −3 y ≥ -2
between:
  -1 ≤ x + y ≤ 6
never:
  0 = 1
anything:
  x free
columns:
  x ∈ -5..=7
  y ∈ 0..=1
  z ∈ {3}
";
    assert_eq!(assorted().to_string(), expected);
    assert_eq!(Program::new().to_string(), "0 columns, 0 rows, 0 nonzeros\ncolumns:\n");
}

#[test]
fn lp_of_every_kind_of_row() {
    let expected = "\
Maximize
 obj: + x - 2 y - 7
Subject To
 cage_A_eq_24times_p2: + 2 x - y = 4
 cage_A_eq_24times_p3: + x + z <= 9
 at_least: - 3 y >= -2
 between___lower: + x + y >= -1
 between___upper: + x + y <= 6
 never: 0 x = 1
Bounds
 -5 <= x <= 7
 0 <= y <= 1
 z = 3
General
 x y z
End
";
    assert_eq!(lp(&assorted()), expected);
    let mut constant = Program::new();
    constant.add_column("x", 0..=1).unwrap();
    constant.minimise(LinExpr::from(5)).unwrap();
    assert_eq!(lp(&constant), "Minimize\n obj: 0 x + 5\nSubject To\nBounds\n 0 <= x <= 1\nGeneral\n x\nEnd\n");
}

#[test]
fn mps_of_every_kind_of_row() {
    let expected = "\
NAME puzzle
OBJSENSE
    MAX
ROWS
 N ___obj
 E cage_A_eq_24times_p2
 L cage_A_eq_24times_p3
 G at_least
 L between
 E never
 N anything
COLUMNS
    MARKER 'MARKER' 'INTORG'
    x ___obj 1
    x cage_A_eq_24times_p2 2
    x cage_A_eq_24times_p3 1
    x between 1
    x anything 1
    y ___obj -2
    y cage_A_eq_24times_p2 -1
    y at_least -3
    y between 1
    z cage_A_eq_24times_p3 1
    MARKER 'MARKER' 'INTEND'
RHS
    RHS ___obj 7
    RHS cage_A_eq_24times_p2 4
    RHS cage_A_eq_24times_p3 9
    RHS at_least -2
    RHS between 6
    RHS never 1
RANGES
    RNG between 7
BOUNDS
 LO BND x -5
 UP BND x 7
 LO BND y 0
 UP BND y 1
 FX BND z 3
ENDATA
";
    assert_eq!(mps(&assorted()), expected);
    // A column without entries is named all the same; without ranges there is no such section.
    let mut alone = Program::new();
    alone.add_column("x", 0..=1).unwrap();
    let expected = "\
NAME puzzle
OBJSENSE
    MIN
ROWS
 N ___obj
COLUMNS
    MARKER 'MARKER' 'INTORG'
    x ___obj 0
    MARKER 'MARKER' 'INTEND'
RHS
BOUNDS
 LO BND x 0
 UP BND x 1
ENDATA
";
    assert_eq!(mps(&alone), expected);
}

#[test]
fn a_row_that_no_integer_meets_is_the_row_0_is_1() {
    let mut program = Program::new();
    let x = program.add_column("x", 0..=9).unwrap();
    program.add_row("crossed", "", LinExpr::from(x), (Bound::Included(5), Bound::Included(4))).unwrap();
    program.add_row("between two integers", "", LinExpr::from(x), (Bound::Excluded(5), Bound::Excluded(6))).unwrap();
    assert_eq!(program.to_string().lines().nth(2), Some("  0 = 1"));
    assert!(mps(&program).contains("\n E crossed\n E between_two_integers\n"));
    for value in 0..=9 {
        assert_eq!(program.check(&[value]).unwrap_err().label, "crossed");
    }
}

#[test]
fn bounds_that_no_solver_holds_are_refused() {
    let mut program = Program::new();
    let x = program.add_column("x", 0..=9).unwrap();
    let limit = 1i64 << 53;
    for bounds in [(i64::MIN, 0), (-limit - 1, 0), (0, limit + 1), (0, i64::MAX)] {
        let error = program.add_row("wide", "", LinExpr::from(x), bounds.0..=bounds.1).unwrap_err();
        assert_eq!(
            error.to_string(),
            "\"wide\" has a coefficient or bound beyond ±2^53, which a solver cannot hold exactly"
        );
    }
    program.add_row("wide", "", LinExpr::from(x), -limit..=limit).unwrap();
    assert!(program.add_row("far", "", LinExpr::from(x) + LinExpr::from(1), -limit..).is_err());
}

// ---------------------------------------------------------------- sizes

#[test]
fn size_of_nine_cat_tiles_as_published() {
    // Nine different tiles without symmetry, as in Big Cat: heads and tails of four colours.
    let tiles: Vec<Tile> = [
        [1, 2, -1, -3],
        [1, 3, -2, -4],
        [1, 4, -3, -2],
        [2, 1, -4, -3],
        [2, 4, -1, -2],
        [3, 1, -2, -4],
        [3, 2, -4, -1],
        [4, 3, -1, -2],
        [4, 2, -3, -1],
    ]
    .map(Tile::from)
    .to_vec();
    let puzzle = EdgeMatching::new(3, 3, &tiles).unwrap().mates(Mates::Opposite);
    let published = Solver::new().formulation(Formulation::as_published()).program(&puzzle).unwrap();
    // 9 slots and 9 tiles with 4·81 columns each, 12 seams of 2·36.
    assert_eq!(published.size().to_string(), "324 columns, 30 rows, 1512 nonzeros");
    // Tight: the same slots and tiles; a seam has a row for each label.
    let tight = Solver::new().program(&puzzle).unwrap();
    // One tile is held to 9 of its 36 places, so that no board is found with its turns.
    assert_eq!(tight.size().to_string(), "297 columns, 114 rows, 1386 nonzeros");
    let with_turns = Solver::new().formulation(Formulation::tight().with_symmetry(false)).program(&puzzle).unwrap();
    assert_eq!(with_turns.size().to_string(), "324 columns, 114 rows, 1512 nonzeros");
}

#[test]
fn parted_rows() {
    let tiles = [[0, 1, 0, 2], [0, 3, 0, 1]];
    let slot_rows = "
 r1c1_holds_one_value: + b_r1c1_t0_q0 + b_r1c1_t1_q0 = 1
 r1c2_holds_one_value: + b_r1c2_t0_q0 + b_r1c2_t1_q0 = 1
";
    let model = slots(&tiles, false, |model, b| {
        model.rule("apart", parted(b[0], Side::Right, b[1], Side::Left, &Mates::Equal));
    });
    // Label 3 has no mate on the other side: its row says nothing more.
    let apart = " apart_k1: + b_r1c1_t0_q0 + b_r1c2_t1_q0 <= 1
 apart_k3: + b_r1c1_t1_q0 <= 1
";
    assert_eq!(one_hot(&model, TIGHT), format!("{slot_rows}{apart}"));
}

#[test]
fn soft_seam_rows_and_empty_slots() {
    let tiles = [[0, 1, 0, 2], [0, 3, 0, 1]];
    let mut model = Model::new();
    let set = TileSet::new(&tiles.map(Tile::from), false).with_blank();
    let b = model.slots("b", 1, 2, &set);
    let broken = model.digits("broken", 1, 1, 0..=1);
    model.rule("soft", soft_seam(broken[(0, 0)], b[(0, 0)], Side::Right, b[(0, 1)], Side::Left, &Mates::Equal));
    model.post("laid", filled(b[(0, 0)]));
    // A slot that must be filled has no column for nothing; label 3 has no mate, so that it keeps no seam.
    let soft = "
 b_r1c1_holds_one_value: + b_r1c1_t0_q0 + b_r1c1_t1_q0 = 1
 b_r1c2_holds_one_value: + b_r1c2_t0_q0 + b_r1c2_t1_q0 + b_r1c2_empty = 1
 broken_r1c1_holds_one_value: + broken_r1c1_v0 + broken_r1c1_v1 = 1
 soft_k1: - b_r1c1_t0_q0 + soft_y1 <= 0
 soft_l1: - b_r1c2_t1_q0 + soft_y1 <= 0
 soft_kept: - broken_r1c1_v0 + soft_y1 = 0
";
    assert_eq!(one_hot(&model, TIGHT), soft);
    model.post("bare", left_empty(b[(0, 1)]));
    // An empty slot shows nothing, so that the seam is broken.
    let bare = "
 b_r1c1_holds_one_value: + b_r1c1_t0_q0 + b_r1c1_t1_q0 = 1
 broken_r1c1_holds_one_value: + broken_r1c1_v0 + broken_r1c1_v1 = 1
 soft_k1: - b_r1c1_t0_q0 + soft_y1 <= 0
 soft_l1: + soft_y1 <= 0
 soft_kept: - broken_r1c1_v0 + soft_y1 = 0
";
    assert_eq!(one_hot(&model, TIGHT), bare);
}
