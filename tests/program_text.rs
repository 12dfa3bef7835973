//! The LP and MPS texts of programs, read back by HiGHS's own readers and solved; and column values as text.
//!
//! What HiGHS makes of a text is compared with the program entry by entry, through its C interface.
#![cfg(feature = "highs")]
#![allow(unsafe_code)]

use std::collections::BTreeMap;
use std::ffi::{CStr, CString, c_char, c_void};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use highs_sys::{HighsInt, STATUS_OK};
use proptest::prelude::*;
use puzzle_ilp::program::{ColumnId, LinExpr, Program, ReadError};
use puzzle_ilp::{
    Backend, CompileOptions, Encoding, Formulation, Highs, Mates, Model, Request, Side, Status, Tile, TileSet,
    all_different, less_than, product, seam, sum, table, tile_use,
};

/// A linear program as a reader sees it: everything by name, without an order.
#[derive(Debug, Clone, PartialEq)]
struct Read {
    maximise: bool,
    constant: f64,
    /// Lower bound, upper bound, cost, is it an integer?
    columns: BTreeMap<String, (f64, f64, f64, bool)>,
    /// Lower bound, upper bound, coefficients.
    rows: BTreeMap<String, (f64, f64, BTreeMap<String, f64>)>,
}

/// What a solver makes of it: the optimum, or none when it is infeasible.
type Optimum = Option<f64>;

#[derive(Debug, Clone, Copy, PartialEq)]
enum Format {
    Lp,
    Mps,
}

impl Format {
    fn text(self, program: &Program) -> String {
        let mut text = Vec::new();
        match self {
            Format::Lp => program.write_lp(&mut text),
            Format::Mps => program.write_mps(&mut text),
        }
        .expect("writing to memory");
        String::from_utf8(text).expect("UTF-8")
    }
}

/// A text in a file of its own, removed at the end.
struct TextFile(PathBuf);

impl TextFile {
    fn new(text: &str, format: Format) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let extension = if format == Format::Lp { "lp" } else { "mps" };
        let name = format!("puzzle-ilp-text-{}-{number}.{extension}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, text).expect("a file for the text");
        Self(path)
    }
}

impl Drop for TextFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// A HiGHS object, destroyed at the end.
struct Engine(*mut c_void);

impl Engine {
    fn new() -> Self {
        // SAFETY: creating needs nothing; the object is destroyed once, by `drop`.
        let engine = Self(unsafe { highs_sys::Highs_create() });
        // SAFETY: the object is alive, the option's name is a C string.
        let quiet = unsafe { highs_sys::Highs_setBoolOptionValue(engine.0, c"output_flag".as_ptr(), 0) };
        assert_eq!(quiet, STATUS_OK);
        engine
    }

    /// Reads the file; says whether HiGHS took it without a complaint.
    fn read(&mut self, file: &TextFile) -> bool {
        let path = CString::new(file.0.to_str().expect("a path of characters")).expect("no zero in a path");
        // SAFETY: the object is alive, the path is a C string.
        unsafe { highs_sys::Highs_readModel(self.0, path.as_ptr()) == STATUS_OK }
    }

    fn name(&self, index: usize, of: unsafe extern "C" fn(*const c_void, HighsInt, *mut c_char) -> HighsInt) -> String {
        let mut buffer: Vec<c_char> = vec![0; highs_sys::kHighsMaximumStringLength as usize + 1];
        // SAFETY: the object is alive, the buffer has the length that the interface asks for, and one more for its end.
        let status = unsafe { of(self.0, index as HighsInt, buffer.as_mut_ptr()) };
        assert_eq!(status, STATUS_OK, "the name of {index}");
        // SAFETY: the buffer was zeroed and is longer than any name: it holds a zero.
        let name = unsafe { CStr::from_ptr(buffer.as_ptr()) };
        name.to_str().expect("an ASCII name").to_owned()
    }

    fn program(&self) -> Read {
        // SAFETY: the object is alive.
        let (columns, rows, entries) = unsafe {
            (
                highs_sys::Highs_getNumCol(self.0) as usize,
                highs_sys::Highs_getNumRow(self.0) as usize,
                highs_sys::Highs_getNumNz(self.0) as usize,
            )
        };
        let (mut num_col, mut num_row, mut num_nz, mut sense, mut offset) = (0, 0, 0, 0, 0f64);
        let (mut cost, mut lower, mut upper) = (vec![0f64; columns], vec![0f64; columns], vec![0f64; columns]);
        let (mut row_lower, mut row_upper) = (vec![0f64; rows], vec![0f64; rows]);
        let mut start: Vec<HighsInt> = vec![0; rows];
        let mut index: Vec<HighsInt> = vec![0; entries];
        let mut value = vec![0f64; entries];
        let mut integrality: Vec<HighsInt> = vec![0; columns];
        // SAFETY: the object is alive; the numbers are places for one each, and the arrays have the lengths that the
        // interface states: one for each column, row or entry.
        let status = unsafe {
            highs_sys::Highs_getLp(
                self.0,
                highs_sys::kHighsMatrixFormatRowwise,
                &raw mut num_col,
                &raw mut num_row,
                &raw mut num_nz,
                &raw mut sense,
                &raw mut offset,
                cost.as_mut_ptr(),
                lower.as_mut_ptr(),
                upper.as_mut_ptr(),
                row_lower.as_mut_ptr(),
                row_upper.as_mut_ptr(),
                start.as_mut_ptr(),
                index.as_mut_ptr(),
                value.as_mut_ptr(),
                integrality.as_mut_ptr(),
            )
        };
        assert_eq!(status, STATUS_OK);
        let names: Vec<String> = (0..columns).map(|c| self.name(c, highs_sys::Highs_getColName)).collect();
        let of_column = |c: usize| (lower[c], upper[c], cost[c], integrality[c] == highs_sys::kHighsVarTypeInteger);
        let of_row = |r: usize| {
            let end = start.get(r + 1).map_or(entries, |&end| end as usize);
            let own = start[r] as usize..end;
            let terms = own.map(|e| (names[index[e] as usize].clone(), value[e])).collect();
            (row_lower[r], row_upper[r], terms)
        };
        let read = Read {
            maximise: sense == highs_sys::kHighsObjSenseMaximize,
            constant: offset,
            columns: (0..columns).map(|c| (names[c].clone(), of_column(c))).collect(),
            rows: (0..rows).map(|r| (self.name(r, highs_sys::Highs_getRowName), of_row(r))).collect(),
        };
        assert_eq!((read.columns.len(), read.rows.len()), (columns, rows), "names occur once");
        read
    }

    fn solve(&mut self) -> Optimum {
        // SAFETY: the object is alive.
        let (status, model, objective) = unsafe {
            let status = highs_sys::Highs_run(self.0);
            (status, highs_sys::Highs_getModelStatus(self.0), highs_sys::Highs_getObjectiveValue(self.0))
        };
        assert_eq!(status, STATUS_OK);
        match model {
            highs_sys::kHighsModelStatusOptimal | highs_sys::kHighsModelStatusModelEmpty => {
                assert!((objective - objective.round()).abs() < 1e-6, "an integer, found {objective}");
                Some(objective.round())
            }
            highs_sys::kHighsModelStatusInfeasible => None,
            other => panic!("model status {other}"),
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // SAFETY: the object was created by `new`, is alive, and nobody uses it after this.
        unsafe { highs_sys::Highs_destroy(self.0) }
    }
}

/// What the program's text should be read as.
fn expected(program: &Program, format: Format) -> Read {
    let costs: BTreeMap<ColumnId, i64> = program.objective().terms().iter().copied().collect();
    let name = |column: ColumnId| program.columns()[column.index()].name.clone();
    let costs: BTreeMap<String, i64> = costs.into_iter().map(|(column, k)| (name(column), k)).collect();
    let columns = program.columns().iter().map(|column| {
        let cost = costs.get(&column.name).copied().unwrap_or(0);
        (column.name.clone(), (column.lower as f64, column.upper as f64, cost as f64, true))
    });
    let mut rows = BTreeMap::new();
    for row in program.rows() {
        let terms: BTreeMap<String, f64> = row.terms.iter().map(|&(column, k)| (name(column), k as f64)).collect();
        let lower = row.lower.map_or(f64::NEG_INFINITY, |bound| bound as f64);
        let upper = row.upper.map_or(f64::INFINITY, |bound| bound as f64);
        match (row.lower, row.upper) {
            // Neither format has a row that holds for every value.
            (None, None) => {}
            (Some(l), Some(u)) if l != u && format == Format::Lp => {
                rows.insert(format!("{}___lower", row.name()), (lower, f64::INFINITY, terms.clone()));
                rows.insert(format!("{}___upper", row.name()), (f64::NEG_INFINITY, upper, terms));
            }
            _ => {
                rows.insert(row.name().to_owned(), (lower, upper, terms));
            }
        }
    }
    Read {
        maximise: program.is_maximised(),
        constant: program.objective().constant() as f64,
        columns: columns.collect(),
        rows,
    }
}

/// The optimum by the crate's own door to HiGHS, checked.
fn own_optimum(program: &Program) -> Optimum {
    let reply = Highs::new().solve(program, &Request::default()).expect("HiGHS runs");
    match reply.status {
        Status::Solved => {
            let values: Vec<i64> = reply.values.expect("values").iter().map(|v| v.round() as i64).collect();
            program.check(&values).expect("the values hold");
            Some(program.objective_value(&values).expect("a small objective") as f64)
        }
        Status::Infeasible => None,
        other => panic!("{other:?}"),
    }
}

/// Writes the program in both formats, reads it back and compares it entry by entry.
fn reads_back(program: &Program) -> Result<(), TestCaseError> {
    let own = own_optimum(program);
    for format in [Format::Lp, Format::Mps] {
        let text = format.text(program);
        let mut engine = Engine::new();
        prop_assert!(engine.read(&TextFile::new(&text, format)), "{format:?} is not read:\n{text}");
        let read = engine.program();
        prop_assert_eq!(&read, &expected(program, format), "{:?}:\n{}", format, text);
        prop_assert_eq!(engine.solve(), own, "{:?}:\n{}", format, text);
    }
    Ok(())
}

fn assert_reads_back(program: &Program) {
    reads_back(program).unwrap_or_else(|error| panic!("{error}"));
}

fn expr(terms: &[(ColumnId, i64)]) -> LinExpr {
    let mut expr = LinExpr::new();
    terms.iter().for_each(|&(column, k)| expr.add_term(column, k));
    expr
}

// ---------------------------------------------------------------- compiled models

#[test]
fn compiled_models() {
    let mut digits = Model::new();
    let x = digits.digits("x", 3, 3, 1..=3);
    for r in 0..3 {
        digits.rule(format!("row {}", r + 1), all_different(x.row(r)));
        digits.rule(format!("column {}", r + 1), all_different(x.col(r)));
    }
    digits.post("r1c1 < r1c2", less_than(x[(0, 0)], x[(0, 1)]));
    digits.post("cage A = 6×", product([x[(0, 0)], x[(0, 1)], x[(1, 0)]], 6u8));
    digits.post("cage B = 4+", sum([x[(1, 1)], x[(2, 1)]], 4));
    digits.post("(a pair)", table([x[(2, 0)], x[(2, 2)]], [[1, 2], [3, 2], [2, 1], [1, 3]]));
    digits.maximise([(x[(0, 0)], 1, 5), (x[(2, 2)], 3, -2), (x[(1, 1)], 2, 1)]);
    let mut products = Model::new();
    let y = products.digits("y", 2, 2, 1..=9);
    for (line, clue) in [(y.row(0), 6u32), (y.row(1), 20)] {
        products.post(format!("product {clue}"), product(line, clue));
    }
    for (c, clue) in [8u32, 15].into_iter().enumerate() {
        products.post(format!("product {clue}"), product(y.col(c), clue));
    }
    let mut board = Model::new();
    let tiles = [[1, -2, 3, 4], [2, 1, -2, 2], [-3, 0, 0, 1]].map(Tile::from);
    let slots = board.slots("b", 1, 3, &TileSet::new(&tiles, true));
    board.rule("each tile once", tile_use(slots.cells()));
    board.rule("seam", seam(slots[(0, 0)], Side::Right, slots[(0, 1)], Side::Left, &Mates::Opposite));
    let mut solved = 0;
    for model in [digits, products, board] {
        for encoding in [Encoding::OneHot, Encoding::PrimeExponent] {
            for formulation in [Formulation::tight(), Formulation::as_published()] {
                let options = CompileOptions { encoding, formulation, ..CompileOptions::default() };
                let (program, _) = model.compile(model.domains(), &options).unwrap();
                assert_reads_back(&program);
                solved += usize::from(own_optimum(&program).is_some());
            }
        }
    }
    assert_eq!(solved, 12);
}

// ---------------------------------------------------------------- awkward programs

const AWKWARD: [&str; 58] = [
    "",
    " ",
    "_",
    "__",
    "a b",
    "a  b",
    "24×",
    "row 1's \"product\"",
    "x + y",
    "x - y",
    "-x",
    "3x",
    "3",
    "e",
    "e5",
    "E12",
    "1e5",
    "x:",
    "x\ty",
    "x\ny",
    "\\ comment",
    "[x]",
    "x^2",
    "x*y",
    "x/2",
    "a<b",
    "a≤b",
    "a=b",
    "a>=b",
    "≥",
    "漢字",
    "naïve",
    "😀",
    ".5",
    "free",
    "FREE",
    "inf",
    "Infinity",
    "end",
    "End",
    "bounds",
    "general",
    "st",
    "s.t.",
    "subject to",
    "such that",
    "binary",
    "semi",
    "sos1",
    "obj",
    "nan",
    "RHS",
    "BOUNDS",
    "ENDATA",
    "MARKER",
    "ROWS",
    "NAME",
    "___obj",
];

#[test]
fn awkward_labels() {
    // Each as the name of a column and of a row; all together, so that they meet.
    let mut all = Program::new();
    let mut columns = Vec::new();
    for label in AWKWARD.iter().chain(&AWKWARD).chain(&["no_column", "RNG", "BND", "OBJSENSE", "max", "min"]) {
        let mut program = Program::new();
        let x = program.add_column(label, 0..=3).unwrap();
        let other = program.add_column("other", 0..=3).unwrap();
        program.add_row(*label, "", expr(&[(x, 1), (other, 1)]), ..=4).unwrap();
        program.add_row(*label, "part 2", expr(&[(x, 1), (other, -1)]), 1..=2).unwrap();
        program.maximise(expr(&[(x, 1), (other, 2)])).unwrap();
        assert_reads_back(&program);
        columns.push(all.add_column(label, 0..=1).unwrap());
        all.add_row(*label, "", columns.iter().map(|&c| LinExpr::from(c)).sum(), ..=2).unwrap();
    }
    all.maximise(columns.iter().map(|&c| LinExpr::from(c)).sum()).unwrap();
    assert_reads_back(&all);
    assert_eq!(own_optimum(&all), Some(2.0));
}

#[test]
fn labels_of_1000_characters() {
    let mut program = Program::new();
    let long = "long ".repeat(200);
    let terms: Vec<(ColumnId, i64)> =
        (0..100).map(|i| (program.add_column(&long, 0..=2).unwrap(), 1 + i % 3)).collect();
    for part in ["", "a", "b", &long] {
        program.add_row(long.as_str(), part, expr(&terms), 10..=200).unwrap();
    }
    program.minimise(expr(&terms)).unwrap();
    assert_reads_back(&program);
    // No line is longer than what the oldest readers take.
    let longest = Format::Lp.text(&program).lines().map(str::len).max();
    assert!(longest > Some(200) && longest < Some(255), "{longest:?}");
    // Short names share a line.
    let mut program = Program::new();
    let terms: Vec<(ColumnId, i64)> = (0..100).map(|i| (program.add_column("x", 0..=9).unwrap(), i + 2)).collect();
    program.add_row("sum", "", expr(&terms), 10..=200).unwrap();
    let text = Format::Lp.text(&program);
    let longest = text.lines().map(str::len).max();
    assert!(longest > Some(100) && longest <= Some(120), "{longest:?}");
    assert!(text.lines().filter(|line| line.contains('+')).count() < 30, "{text}");
}

#[test]
fn groups_of_awkward_names() {
    let mut model = Model::new();
    for (i, label) in AWKWARD.iter().enumerate() {
        let x = model.digits(label, 1, 2, 1..=3);
        model.post(format!("{label} {i}"), less_than(x[(0, 0)], x[(0, 1)]));
        model.post("same", table(x.row(0), [[1, 2], [2, 3]]));
    }
    model.validate().unwrap();
    let options = CompileOptions { formulation: Formulation::tight().with_prune(false), ..CompileOptions::default() };
    let (program, _) = model.compile(model.domains(), &options).unwrap();
    assert_reads_back(&program);
}

#[test]
fn no_objective() {
    let mut program = Program::new();
    let x = program.add_column("x", 0..=9).unwrap();
    program.add_row("at least", "", expr(&[(x, 2)]), 5..).unwrap();
    assert_reads_back(&program);
    assert_eq!(own_optimum(&program), Some(0.0));
}

#[test]
fn an_objective_with_a_constant() {
    for constant in [7, -7, 1 << 52] {
        for maximise in [true, false] {
            let mut program = Program::new();
            let x = program.add_column("x", -3..=9).unwrap();
            let objective = expr(&[(x, 2)]) + LinExpr::from(constant);
            if maximise { program.maximise(objective) } else { program.minimise(objective) }.unwrap();
            assert_reads_back(&program);
            let best = if maximise { 18 } else { -6 };
            assert_eq!(own_optimum(&program), Some((best + constant) as f64));
            let reply = Highs::new().solve(&program, &Request::default()).unwrap();
            assert_eq!(reply.bound, Some((best + constant) as f64));
        }
    }
    let mut program = Program::new();
    program.add_column("x", 0..=0).unwrap();
    program.maximise(LinExpr::from(5)).unwrap();
    assert_reads_back(&program);
}

#[test]
fn ranged_empty_and_free_rows() {
    let mut program = Program::new();
    let x = program.add_column("x", -9..=9).unwrap();
    let y = program.add_column("y", -9..=-2).unwrap();
    let z = program.add_column("z", 4..=4).unwrap();
    program.add_row("ranged", "", expr(&[(x, 3), (y, -2)]), -7..=11).unwrap();
    program.add_row("equal", "", expr(&[(x, 1), (y, 1), (z, 1)]), 0..=0).unwrap();
    program.add_row("free", "", expr(&[(x, 1), (y, -1)]), ..).unwrap();
    program.add_row("holds", "", LinExpr::new(), -1..=1).unwrap();
    program.minimise(expr(&[(x, -1), (y, 1)])).unwrap();
    assert_reads_back(&program);
    assert!(own_optimum(&program).is_some());
    program
        .add_row("crossed", "", expr(&[(x, 1)]), (std::ops::Bound::Excluded(3), std::ops::Bound::Excluded(4)))
        .unwrap();
    assert_reads_back(&program);
    assert_eq!(own_optimum(&program), None);
}

#[test]
fn the_row_0_is_1() {
    let mut program = Program::new();
    program.add_column("x", 0..=9).unwrap();
    program.add_row("foreign factor", "", LinExpr::new(), 1..=1).unwrap();
    assert_reads_back(&program);
    assert_eq!(own_optimum(&program), None);
}

#[test]
fn a_program_without_columns() {
    let mut program = Program::new();
    for infeasible in [false, true] {
        if infeasible {
            program.add_row("never", "", LinExpr::new(), 1..=1).unwrap();
        }
        let expected = if infeasible { None } else { Some(0.0) };
        assert_eq!(own_optimum(&program), expected);
        for format in [Format::Lp, Format::Mps] {
            let text = format.text(&program);
            let mut engine = Engine::new();
            assert!(engine.read(&TextFile::new(&text, format)), "{format:?}:\n{text}");
            // The LP format cannot say a row without a column: one that is 0 stands in.
            let columns = usize::from(format == Format::Lp);
            assert_eq!(engine.program().columns.len(), columns, "{format:?}:\n{text}");
            assert_eq!(engine.program().rows.len(), usize::from(infeasible));
            if columns > 0 {
                assert_eq!(engine.solve(), expected, "{format:?}:\n{text}");
            }
        }
    }
}

#[test]
fn numbers_up_to_the_largest() {
    // HiGHS takes no coefficient of a row above 10¹⁵; bounds and costs may be as large as the crate allows.
    let (limit, coefficient) = (1i64 << 53, 999_999_999_999_999);
    let mut program = Program::new();
    let x = program.add_column("x", -limit..=limit).unwrap();
    let y = program.add_column("y", 0..=1).unwrap();
    program.add_row("large", "", expr(&[(x, coefficient), (y, 1 - coefficient)]), -limit..=limit).unwrap();
    program.maximise(expr(&[(x, limit), (y, 1 - limit)])).unwrap();
    for format in [Format::Lp, Format::Mps] {
        let text = format.text(&program);
        let mut engine = Engine::new();
        assert!(engine.read(&TextFile::new(&text, format)), "{text}");
        assert_eq!(engine.program(), expected(&program, format), "{text}");
    }
}

// ---------------------------------------------------------------- random programs

fn label() -> impl Strategy<Value = String> {
    prop_oneof![
        2 => prop::sample::select(&AWKWARD[..]).prop_map(str::to_owned),
        2 => "[a-c]{1,2}",
        1 => "[ -~]{0,12}",
        1 => "\\PC{0,8}",
    ]
}

/// Columns by name, lower bound and width.
type Columns = Vec<(String, i64, i64)>;
/// Rows by label, part, coefficients, lower bound, width; bit 0 of the last leaves the lower bound out, bit 1 the upper.
type Rows = Vec<(String, String, Vec<i64>, i64, i64, u8)>;

fn program() -> impl Strategy<Value = Program> {
    let columns = prop::collection::vec((label(), -4i64..=4, 0i64..=5), 1..12);
    let row = (label(), label(), prop::collection::vec(-5i64..=5, 12), -9i64..=9, 0i64..=4, 0u8..=3);
    let rows = prop::collection::vec(row, 0..8);
    let objective = (any::<bool>(), prop::collection::vec(-3i64..=3, 12), -9i64..=9);
    (columns, rows, objective).prop_map(|(columns, rows, objective): (Columns, Rows, _)| {
        let mut program = Program::new();
        let ids: Vec<ColumnId> =
            columns.iter().map(|(name, low, width)| program.add_column(name, *low..=low + width).unwrap()).collect();
        let expr = |coefficients: &[i64]| {
            ids.iter().zip(coefficients).map(|(&column, &k)| LinExpr::from(column) * k).sum::<LinExpr>()
        };
        for (label, part, coefficients, low, width, open) in rows {
            let lower = if open & 1 == 0 { std::ops::Bound::Included(low) } else { std::ops::Bound::Unbounded };
            let upper = if open & 2 == 0 { std::ops::Bound::Included(low + width) } else { std::ops::Bound::Unbounded };
            program.add_row(label, &part, expr(&coefficients), (lower, upper)).unwrap();
        }
        let (maximise, coefficients, constant) = objective;
        let objective = expr(&coefficients) + LinExpr::from(constant);
        if maximise { program.maximise(objective) } else { program.minimise(objective) }.unwrap();
        program
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn random_programs_are_read_back(program in program()) {
        reads_back(&program)?;
    }

    #[test]
    fn values_are_read_back(program in program(), values in prop::collection::vec(any::<i64>(), 12)) {
        let values = &values[..program.columns().len()];
        let mut text = Vec::new();
        program.write_values(values, &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        prop_assert_eq!(text.lines().count(), values.len());
        prop_assert_eq!(program.read_values(&text), Ok(values.to_vec()));
        // In any order.
        let reversed: Vec<&str> = text.lines().rev().collect();
        prop_assert_eq!(program.read_values(&reversed.join("\n")), Ok(values.to_vec()));
    }
}

// ---------------------------------------------------------------- column values

#[test]
fn values_as_text() {
    let mut program = Program::new();
    for name in ["x", "cage A = 24×", "x"] {
        program.add_column(name, -9..=9).unwrap();
    }
    let mut text = Vec::new();
    // A missing value counts as 0, one too many is left out.
    program.write_values(&[1, -2], &mut text).unwrap();
    assert_eq!(text, b"x 1\ncage_A_eq_24times -2\nx__2 0\n");
    text.clear();
    program.write_values(&[1, 2, 3, 4], &mut text).unwrap();
    assert_eq!(text, b"x 1\ncage_A_eq_24times 2\nx__2 3\n");
    let read = |text: &str| program.read_values(text);
    assert_eq!(read(""), Ok(vec![0, 0, 0]));
    assert_eq!(read("# solved\n\n  x__2\t-9223372036854775808  # the least\r\nx   4"), Ok(vec![4, 0, i64::MIN]));
    // As solvers in floating point write integers.
    assert_eq!(read("x 1.0\ncage_A_eq_24times -0.99999999\nx__2 3e0"), Ok(vec![1, -1, 3]));
    assert_eq!(read("x 1.000009\nx__2 -1e-9"), Ok(vec![1, 0, 0]));
    assert_eq!(read("x 9007199254740992.0"), Ok(vec![1 << 53, 0, 0]));
}

#[test]
fn each_read_error() {
    let mut program = Program::new();
    program.add_column("x", 0..=9).unwrap();
    program.add_column("y", 0..=9).unwrap();
    let error = |text: &str| program.read_values(text).unwrap_err();
    for malformed in [
        "x",
        "x one",
        "x 1.4",
        "x 1.00002",
        "x NaN",
        "x -inf",
        "x 1e300",
        "x 1 2",
        "x 9223372036854775808",
        "1 x",
        "x -",
        "x # 1",
    ] {
        let found = malformed.to_owned();
        assert_eq!(error(&format!("y 1\n{malformed}\n")), ReadError::Malformed { line: 2, found }, "{malformed}");
    }
    assert_eq!(error("\n\nz 1"), ReadError::UnknownColumn { line: 3, name: "z".to_owned() });
    assert_eq!(error("X 1"), ReadError::UnknownColumn { line: 1, name: "X".to_owned() });
    assert_eq!(error("x 1\ny 2\nx 1"), ReadError::Repeated { line: 3, name: "x".to_owned() });
    assert_eq!(error("x 1\ny").to_string(), "line 2: expected a column's name and an integer, found \"y\"");
    assert_eq!(error("z 1").to_string(), "line 1: no column is called \"z\"");
    assert_eq!(error("x 1\nx 2").to_string(), "line 2: column \"x\" has a value already");
}
