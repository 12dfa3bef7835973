//! The backend CaDiCaL: clauses that mean the program, verdicts, limits, and certificates that a checker accepts.
#![cfg(feature = "veripb")]

mod oracle;
mod plant;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use plant::config;
use proptest::collection::vec;
use proptest::prelude::{Just, Strategy as _, any, prop_assert, prop_assert_eq, prop_oneof, proptest};
use puzzle_ilp::program::{LinExpr, Program};
use puzzle_ilp::*;

// ------------------------------------------------------------------------------------------------ helpers

/// An empty directory of the test's own.
fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sat").join(name);
    if path.exists() {
        fs::remove_dir_all(&path).unwrap();
    }
    fs::create_dir_all(&path).unwrap();
    path
}

/// Does VeriPB accept the proof that the formula cannot be satisfied?
fn accepts(formula: &Path, proof: &Path) -> Result<(), String> {
    let args = veripb::args::Args {
        formula: formula.to_owned(),
        derivation: proof.to_owned(),
        print_verification_result: false,
        ..Default::default()
    };
    let text = fs::read_to_string(proof).unwrap();
    if !text.contains("conclusion UNSAT") {
        return Err("it proves nothing".to_owned());
    }
    veripb::run_checker(args).map_err(|error| format!("{error:#}"))
}

fn ilp(backend: Sat) -> Solver {
    Solver::new().strategy(Strategy::Ilp).backend(backend)
}

fn solve(program: &Program) -> Result<Reply, BackendError> {
    Sat::new().solve(program, &Request::default())
}

fn sum(terms: &[(ColumnIdOf, i64)]) -> LinExpr {
    let mut sum = LinExpr::new();
    for &(column, coefficient) in terms {
        sum.add_term(column, coefficient);
    }
    sum
}

type ColumnIdOf = puzzle_ilp::program::ColumnId;

// ------------------------------------------------------------------------------------------------ clauses mean the program

/// A program as plain data: columns' bounds; rows of coefficients between bounds.
#[derive(Debug, Clone)]
struct Plain {
    columns: Vec<(i64, i64)>,
    rows: Vec<(Vec<i64>, Option<i64>, Option<i64>)>,
}

impl Plain {
    fn program(&self) -> (Program, Vec<ColumnIdOf>) {
        let mut program = Program::new();
        let columns: Vec<_> = self.columns.iter().map(|&(l, u)| program.add_column("x", l..=u).unwrap()).collect();
        for (coefficients, lower, upper) in &self.rows {
            let expr = || sum(&columns.iter().copied().zip(coefficients.iter().copied()).collect::<Vec<_>>());
            match (*lower, *upper) {
                (Some(l), Some(u)) => program.add_row("row", "", expr(), l.min(u)..=l.max(u)),
                (Some(l), None) => program.add_row("row", "", expr(), l..),
                (None, Some(u)) => program.add_row("row", "", expr(), ..=u),
                (None, None) => program.add_row("row", "", expr(), ..),
            }
            .unwrap();
        }
        (program, columns)
    }

    fn points(&self) -> Vec<Vec<i64>> {
        let mut points = vec![vec![]];
        for &(lower, upper) in &self.columns {
            points = points.iter().flat_map(|p| (lower..=upper).map(move |v| [p.clone(), vec![v]].concat())).collect();
        }
        points
    }
}

fn plain(
    column: impl proptest::strategy::Strategy<Value = (i64, i64)>,
    coefficient: impl proptest::strategy::Strategy<Value = i64> + Clone + 'static,
    bound: std::ops::RangeInclusive<i64>,
) -> impl proptest::strategy::Strategy<Value = Plain> {
    (vec(column, 1..6), 0..5usize).prop_flat_map(move |(columns, rows)| {
        let bound = || proptest::option::weighted(0.7, bound.clone());
        let row = (vec(coefficient.clone(), columns.len()), bound(), bound());
        (Just(columns), vec(row, rows)).prop_map(|(columns, rows)| Plain { columns, rows })
    })
}

/// Every point of the program, given to the engine as further rows, is accepted just where the program's own check does.
fn means_the_same(plain: &Plain) -> Result<(), proptest::test_runner::TestCaseError> {
    let (program, columns) = plain.program();
    let mut any = false;
    for point in plain.points() {
        let mut fixed = program.clone();
        for (&column, &value) in columns.iter().zip(&point) {
            fixed.add_row("point", "", LinExpr::from(column), value..=value).unwrap();
        }
        let reply = solve(&fixed).unwrap();
        let expected = program.check(&point).is_ok();
        any |= expected;
        prop_assert_eq!(reply.status == Status::Solved, expected, "{:?}", point);
        if expected {
            let values: Vec<f64> = point.iter().map(|&value| value as f64).collect();
            prop_assert_eq!(reply.values, Some(values));
        }
    }
    let reply = solve(&program).unwrap();
    prop_assert_eq!(reply.status == Status::Solved, any);
    if let Some(values) = reply.values {
        let values: Vec<i64> = values.iter().map(|&value| value as i64).collect();
        prop_assert!(program.check(&values).is_ok());
    }
    Ok(())
}

/// An infeasible program comes with a certificate, and VeriPB accepts it.
fn is_certified(plain: &Plain, name: &str) -> Result<(), proptest::test_runner::TestCaseError> {
    let (program, _) = plain.program();
    let directory = directory(name);
    let reply = Sat::new().certificates(&directory).solve(&program, &Request::default()).unwrap();
    match reply.certificate {
        Some(Certificate { formula, proof }) => {
            prop_assert_eq!(reply.status, Status::Infeasible);
            prop_assert_eq!(accepts(&formula, &proof), Ok(()));
        }
        None => {
            prop_assert_eq!(reply.status, Status::Solved);
            prop_assert_eq!(fs::read_dir(&directory).unwrap().count(), 0);
        }
    }
    Ok(())
}

fn bits() -> impl proptest::strategy::Strategy<Value = Plain> {
    plain(Just((0, 1)), prop_oneof![3 => Just(1), 1 => Just(0), 1 => -1..=3i64], -2..=4)
}

fn integers() -> impl proptest::strategy::Strategy<Value = Plain> {
    let column = (-3..=2i64, 0..=4i64).prop_map(|(lower, width)| (lower, lower + width));
    plain(column, prop_oneof![2 => -2..=2i64, 1 => -9..=9i64], -12..=12).prop_map(|mut plain| {
        plain.columns.truncate(4);
        for row in &mut plain.rows {
            row.0.truncate(4);
        }
        plain
    })
}

/// Weights of which no two sums are equal, beyond what totalizers take, and columns in binary.
fn heavy() -> impl proptest::strategy::Strategy<Value = Plain> {
    let column = prop_oneof![4 => Just((0, 1)), 1 => Just((-20, 20))];
    let weight = prop_oneof![1 => -(1i64 << 52)..=(1i64 << 52), 3 => -2000..=2000i64, 1 => Just(1)];
    plain(column, weight, -3000..=3000).prop_map(|mut plain| {
        let mut wide = false;
        plain.columns.iter_mut().filter(|column| column.1 > 1).for_each(|column| {
            if std::mem::replace(&mut wide, true) {
                *column = (0, 1);
            }
        });
        if wide {
            plain.columns.truncate(4);
            plain.rows.iter_mut().for_each(|row| row.0.truncate(4));
        }
        plain
    })
}

/// Many 0/1 columns in groups of which at most one holds, and rows across the groups: too many points for brute force, and
/// enough for every way that rows are taken together.
fn grouped() -> impl proptest::strategy::Strategy<Value = Plain> {
    let group = (2..7usize, any::<bool>());
    (vec(group, 2..5), 0..4usize).prop_flat_map(|(groups, rows)| {
        let n: usize = groups.iter().map(|group| group.0).sum();
        let coefficient = prop_oneof![3 => Just(0), 2 => Just(1), 1 => Just(-1), 2 => -3..=3i64];
        let row = (vec(coefficient, n), proptest::option::of(-3..=4i64), proptest::option::of(-3..=4i64));
        (Just(groups), vec(row, rows)).prop_map(move |(groups, rows)| {
            let mut all = Vec::new();
            let mut start = 0;
            for (size, exact) in groups {
                let inside = start..start + size;
                let row = (0..n).map(|i| i64::from(inside.contains(&i))).collect();
                all.push((row, exact.then_some(1), Some(1)));
                start += size;
            }
            all.extend(rows);
            Plain { columns: vec![(0, 1); n], rows: all }
        })
    })
}

proptest! {
    #![proptest_config(config(64, "proptest-regressions/sat.txt"))]

    #[test]
    fn clauses_over_bits_mean_the_program(plain in bits()) {
        means_the_same(&plain)?;
    }

    #[test]
    fn clauses_over_integers_mean_the_program(plain in integers()) {
        means_the_same(&plain)?;
    }

    #[test]
    fn clauses_of_heavy_rows_mean_the_program(plain in heavy()) {
        means_the_same(&plain)?;
    }

    /// A point of each group's choice at a time: where each group has one column set, or none where it may.
    #[test]
    fn clauses_of_grouped_rows_mean_the_program(plain in grouped(), picks in vec(any::<u32>(), 24)) {
        let (program, columns) = plain.program();
        for pick in picks {
            let point: Vec<i64> = (0..columns.len()).map(|i| i64::from(pick.rotate_left(i as u32 * 5) % 5 == 0)).collect();
            let mut fixed = program.clone();
            for (&column, &value) in columns.iter().zip(&point) {
                fixed.add_row("point", "", LinExpr::from(column), value..=value).unwrap();
            }
            prop_assert_eq!(solve(&fixed).unwrap().status == Status::Solved, program.check(&point).is_ok());
        }
        let reply = solve(&program).unwrap();
        let plain_reply = Sat::new().solve(&program, &{ let mut r = Request::default(); r.presolve = false; r }).unwrap();
        prop_assert_eq!(reply.status, plain_reply.status);
        if let Some(values) = reply.values {
            let values: Vec<i64> = values.iter().map(|&value| value as i64).collect();
            prop_assert!(program.check(&values).is_ok());
        }
    }

    #[test]
    fn infeasible_programs_over_bits_are_certified(plain in bits()) {
        is_certified(&plain, "bits")?;
    }

    #[test]
    fn infeasible_programs_over_integers_are_certified(plain in integers()) {
        is_certified(&plain, "integers")?;
    }

    #[test]
    fn infeasible_programs_with_heavy_rows_are_certified(plain in heavy()) {
        is_certified(&plain, "heavy")?;
    }

    #[test]
    fn infeasible_programs_with_grouped_rows_are_certified(plain in grouped()) {
        is_certified(&plain, "grouped")?;
    }
}

// ------------------------------------------------------------------------------------------------ programs at the edge

#[test]
fn programs_without_columns_rows_or_terms() {
    assert_eq!(solve(&Program::new()).unwrap().values, Some(vec![]));

    let mut program = Program::new();
    program.add_row("nothing is something", "", LinExpr::new(), 1..).unwrap();
    assert_eq!(solve(&program).unwrap().status, Status::Infeasible);

    let mut program = Program::new();
    let fixed = program.add_column("fixed", 7..=7).unwrap();
    let free = program.add_column("free", -5..=5).unwrap();
    assert!(solve(&program).unwrap().values.unwrap()[0] == 7.0);
    program.add_row("their sum", "", LinExpr::from(fixed) + LinExpr::from(free), 12..).unwrap();
    assert_eq!(solve(&program).unwrap().values, Some(vec![7.0, 5.0]));
    program.add_row("their sum", "", LinExpr::from(fixed) + LinExpr::from(free), ..=11).unwrap();
    assert_eq!(solve(&program).unwrap().status, Status::Infeasible);
}

#[test]
fn wide_columns_are_exact() {
    let most = puzzle_ilp::program::MAX_COEFFICIENT;
    let mut program = Program::new();
    let x = program.add_column("x", -most..=most).unwrap();
    program.add_row("x", "", LinExpr::from(x), most - 1..).unwrap();
    program.add_row("x", "", LinExpr::from(x), ..=most - 1).unwrap();
    assert_eq!(solve(&program).unwrap().values, Some(vec![(most - 1) as f64]));
}

#[test]
fn what_it_cannot_take_is_said() {
    let mut program = Program::new();
    let most = puzzle_ilp::program::MAX_COEFFICIENT;
    let x = program.add_column("x", 0..=most).unwrap();
    program.add_row("too heavy", "", sum(&[(x, most)]), 1..).unwrap();
    let error = solve(&program).unwrap_err();
    assert_eq!(error.to_string(), "CaDiCaL failed: the coefficients of \"too heavy\" add up to more than 2^62");

    let mut program = Program::new();
    let x = program.add_column("x", 0..=1).unwrap();
    program.maximise(LinExpr::from(x)).unwrap();
    let error = solve(&program).unwrap_err();
    assert_eq!(error.to_string(), "CaDiCaL failed: it takes no objective; HiGHS does");

    let mut model = Model::new();
    let x = model.digits("x", 1, 2, 1..=3);
    model.rule("they differ", all_different(x.cells()));
    model.maximise([(x[(0, 0)], 3, 1)]);
    assert!(matches!(ilp(Sat::new()).solve_model(&model), Err(Error::Backend(_))));
}

#[test]
fn a_directory_that_cannot_be_written_is_an_error() {
    let file = directory("not a directory").join("file");
    fs::write(&file, "").unwrap();
    let error = Sat::new().certificates(&file).solve(&Program::new(), &Request::default()).unwrap_err();
    assert!(error.reason.starts_with("the certificate could not be written"), "{error}");
}

#[test]
fn the_same_call_gives_the_same_answer() {
    let puzzle = Futoshiki::new(7).unwrap().less((0, 0), (0, 1)).less((3, 3), (4, 3));
    let answers = |seed| {
        let solver = ilp(Sat::new()).seed(seed);
        let answers: Vec<String> =
            solver.solutions(&puzzle).take(3).map(|answer| answer.unwrap().to_string()).collect();
        answers
    };
    assert_eq!(answers(5), answers(5));
}

// ------------------------------------------------------------------------------------------------ limits

/// An unframed board beyond what is solved in a moment: 9 × 9, eight labels.
fn hard_board() -> EdgeMatching {
    let n = 9;
    let mut state = 3u64;
    let mut number = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as i32 % 8
    };
    let across = Grid::from_fn(n + 1, n, |_, _| number());
    let down = Grid::from_fn(n, n + 1, |_, _| number());
    let mut tiles = Vec::new();
    for r in 0..n {
        for c in 0..n {
            let tile = Tile::from([across[(r, c)], down[(r, c + 1)], across[(r + 1, c)], down[(r, c)]]);
            tiles.push(tile.turned(number() as u8 % 4));
        }
    }
    tiles.sort_unstable();
    EdgeMatching::new(n, n, &tiles).unwrap()
}

#[test]
fn limits_leave_it_undecided() {
    let directory = directory("limits");
    for backend in [Sat::new(), Sat::new().certificates(&directory)] {
        for limit in [Duration::ZERO, Duration::from_millis(300)] {
            let outcome = ilp(backend.clone()).time_limit(limit).solve(&hard_board()).unwrap();
            assert!(matches!(outcome, Outcome::Undecided { limit: Limit::Time, incumbent: None }));
        }
        let token = CancelToken::new();
        let solver = ilp(backend).cancel(token.clone());
        let other = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(200));
            token.cancel();
        });
        let outcome = solver.solve(&hard_board()).unwrap();
        other.join().unwrap();
        assert!(matches!(outcome, Outcome::Undecided { limit: Limit::Cancelled, .. }));
    }
    // What was begun is taken back.
    assert_eq!(fs::read_dir(&directory).unwrap().count(), 0);
}

// ------------------------------------------------------------------------------------------------ certificates

/// The futoshiki of the write-up, which has one answer.
fn futoshiki() -> Futoshiki {
    let puzzle = Futoshiki::new(5).unwrap().given((0, 4), 4).given((3, 0), 4).given((3, 4), 2);
    let less = [
        ((0, 0), (1, 0)),
        ((0, 4), (0, 3)),
        ((1, 4), (0, 4)),
        ((3, 3), (2, 3)),
        ((3, 0), (4, 0)),
        ((3, 2), (3, 3)),
        ((3, 4), (3, 3)),
        ((4, 4), (3, 4)),
    ];
    less.into_iter().fold(puzzle, |puzzle, (a, b)| puzzle.less(a, b))
}

/// Big Cat: nine tiles of half animals, one board in four turns.
fn big_cat() -> EdgeMatching {
    let tiles = [
        [-4, -1, 2, 1],
        [4, -2, 3, -4],
        [2, -1, 4, -2],
        [1, 4, -2, 1],
        [-1, 2, 3, -1],
        [3, -2, 4, 1],
        [-2, -3, 4, -3],
        [-3, 2, 3, -4],
        [-3, 3, -4, 1],
    ];
    EdgeMatching::new(3, 3, tiles.map(Tile::from)).unwrap().mates(Mates::Opposite).distinct(Distinct::Boards)
}

/// The proof of a verdict, which must be a certificate that VeriPB accepts.
fn accepted(proof: &Proof) -> (PathBuf, PathBuf) {
    let Proof::Certificate { formula, proof } = proof else { panic!("no certificate: {proof}") };
    assert_eq!(accepts(formula, proof), Ok(()));
    (formula.clone(), proof.clone())
}

#[test]
fn that_an_answer_is_the_only_one_is_certified() {
    let solver = ilp(Sat::new().certificates(directory("futoshiki")));
    let Uniqueness::Unique { proof, .. } = solver.uniqueness(&futoshiki()).unwrap() else {
        panic!("it has one answer")
    };
    let (formula, _) = accepted(&proof);
    // The formula is the whole program and the answer that is cut off.
    let text = fs::read_to_string(formula).unwrap();
    for name in ["x_r1c1_v1", "known_solution"] {
        assert!(text.contains(name), "{name}");
    }

    let solver = ilp(Sat::new().certificates(directory("cross product")));
    let puzzle = CrossProduct::new(&[280, 168, 162, 360, 60, 256, 126], &[183_708, 245_760, 117_600]).unwrap();
    for encoding in [Encoding::OneHot, Encoding::PrimeExponent] {
        let solver = solver.clone().encoding(encoding);
        let Uniqueness::Unique { proof, .. } = solver.uniqueness(&puzzle).unwrap() else { panic!("it has one answer") };
        accepted(&proof);
    }

    let rooms = ["ABBCD", "AEEFD", "GGHFD", "IJHKK", "ILHMM"];
    let puzzle = FactorRooms::new(&rooms, &[6, 15, 1, 12, 20, 8, 10, 6, 4, 4, 15, 1, 10]).unwrap();
    let solver = ilp(Sat::new().certificates(directory("factor rooms")));
    let Uniqueness::Unique { proof, .. } = solver.uniqueness(&puzzle).unwrap() else { panic!("it has one answer") };
    accepted(&proof);
}

#[test]
fn that_there_are_no_more_boards_is_certified() {
    let puzzle = big_cat();
    let solver = ilp(Sat::new().certificates(directory("big cat")));
    let mut boards = solver.solutions(&puzzle);
    assert_eq!(boards.by_ref().map(Result::unwrap).count(), 4);
    accepted(boards.proof().unwrap());
}

#[test]
fn that_there_is_no_answer_is_certified() {
    // Rows and columns that agree in their products, and still no grid: found by brute force over small clues.
    let mut count = 0;
    let directory = directory("infeasible");
    for a in 1..=40u64 {
        for b in a..=40 {
            for c in 1..=40 {
                if (a * b) % c != 0 || a * b / c < c || a * b / c > 40 {
                    continue;
                }
                let puzzle = CrossProduct::new(&[a, b], &[c, a * b / c]).unwrap().digits(1..=6);
                let solvable = (1..=6).any(|w| {
                    let (x, y) = (a / w, c / w);
                    a % w == 0 && c % w == 0 && x <= 6 && y <= 6 && b % y == 0 && b / y <= 6 && x * (b / y) == a * b / c
                });
                if solvable || Solver::new().strategy(Strategy::Search).solve(&puzzle).is_err() || count == 12 {
                    continue;
                }
                let solver = ilp(Sat::new().certificates(&directory));
                match solver.solve(&puzzle).unwrap() {
                    Outcome::Infeasible { proof: Proof::Arithmetic(_) } => {}
                    Outcome::Infeasible { proof } => {
                        accepted(&proof);
                        count += 1;
                    }
                    other => panic!("{a} {b} / {c}: {other:?}"),
                }
            }
        }
    }
    assert_eq!(count, 12);
    assert_eq!(fs::read_dir(&directory).unwrap().count(), 24);
}

#[test]
fn a_certificate_that_was_tampered_with_is_refused() {
    // Unit propagation alone does not settle it.
    let solver = ilp(Sat::new().certificates(directory("tampered"))).encoding(Encoding::OneHot);
    let puzzle = CrossProduct::new(&[280, 168, 162, 360, 60, 256, 126], &[183_708, 245_760, 117_600]).unwrap();
    let Uniqueness::Unique { proof, .. } = solver.uniqueness(&puzzle).unwrap() else { panic!("it has one answer") };
    let (formula, proof) = accepted(&proof);
    let (rows, steps) = (fs::read_to_string(&formula).unwrap(), fs::read_to_string(&proof).unwrap());

    // Without the row that forbids the answer, the formula has a solution.
    let lines: Vec<&str> = rows.lines().collect();
    let weakened = [&lines[..lines.len() - 1], &["+1 x1 >= 0 ;"]].concat().join("\n") + "\n";
    fs::write(&formula, weakened).unwrap();
    assert!(accepts(&formula, &proof).is_err());
    fs::write(&formula, &rows).unwrap();
    assert_eq!(accepts(&formula, &proof), Ok(()));

    // A proof that claims the end too early.
    let first = steps.lines().position(|line| line.starts_with("rup")).unwrap();
    let mut lines: Vec<&str> = steps.lines().collect();
    lines.truncate(first);
    lines.extend(["rup >= 1 ;", "output NONE", "conclusion UNSAT : -1", "end pseudo-Boolean proof"]);
    fs::write(&proof, lines.join("\n") + "\n").unwrap();
    assert!(accepts(&formula, &proof).is_err());
}

#[test]
fn strategies_that_need_no_engine_write_no_certificate() {
    let directory = directory("auto");
    let solver = Solver::new().backend(Sat::new().certificates(&directory));
    let Uniqueness::Unique { proof, .. } = solver.uniqueness(&futoshiki()).unwrap() else {
        panic!("it has one answer")
    };
    assert!(matches!(proof, Proof::Filtering | Proof::Search { .. }), "{proof}");
    assert_eq!(fs::read_dir(&directory).unwrap().count(), 0);
}

#[test]
fn the_second_run_confirms_where_no_certificate_is_asked_for() {
    let solver = ilp(Sat::new());
    let Uniqueness::Unique { proof, .. } = solver.uniqueness(&futoshiki()).unwrap() else {
        panic!("it has one answer")
    };
    assert_eq!(proof, Proof::Solver { name: "CaDiCaL".to_owned(), confirmed: true });
}

// ------------------------------------------------------------------------------------------------ which engine is asked

/// The engine that found the answer.
fn asked<P: Puzzle<Answer = Grid<u32>>>(solver: Solver, puzzle: &P) -> String {
    match solver.solve(puzzle).unwrap() {
        Outcome::Solved { proof: Proof::Solver { name, .. }, .. } => name,
        other => panic!("no engine was asked: {other:?}"),
    }
}

#[test]
fn where_nothing_is_counted_it_is_asked_unless_another_engine_was_named() {
    // So many open cells that there is no search first.
    let mut puzzle = InequalityGrid::new(40, 40, 1..=3).unwrap();
    for r in 0..40 {
        puzzle = puzzle.less((r, 0), (r, 1)).at_most((r, 1), (r, 2));
    }
    assert_eq!(asked(Solver::new(), &puzzle), "CaDiCaL");
    assert_eq!(asked(Solver::new().backend(Other), &puzzle), "other");
}

/// CaDiCaL under another name.
#[derive(Debug)]
struct Other;

impl Backend for Other {
    fn name(&self) -> &str {
        "other"
    }

    fn solve(&self, program: &Program, request: &Request) -> Result<Reply, BackendError> {
        Sat::new().solve(program, request)
    }
}

/// Products over many cells count further than clauses like to.
#[test]
#[cfg(feature = "highs")]
fn products_are_for_highs() {
    let digit = |r: usize, c: usize| num_bigint::BigUint::from((r * 5 + c * 7 + r * c) % 9 + 1);
    let rows: Vec<_> = (0..40).map(|r| (0..40).map(|c| digit(r, c)).product::<num_bigint::BigUint>()).collect();
    let cols: Vec<_> = (0..40).map(|c| (0..40).map(|r| digit(r, c)).product::<num_bigint::BigUint>()).collect();
    let puzzle = CrossProduct::new(&rows, &cols).unwrap();
    assert_eq!(asked(Solver::new(), &puzzle), "HiGHS");
    assert_eq!(asked(Solver::new().strategy(Strategy::Ilp), &puzzle), "HiGHS");
}
