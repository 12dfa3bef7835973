//! Backends that lie. Whatever an engine says, nothing that does not stand up to the exact checks comes out as an answer.

mod oracle;
mod plant;

use std::fmt;
use std::sync::{Arc, Mutex};

use plant::rows_of;
use puzzle_ilp::program::{ColumnId, Program, RowViolation};
use puzzle_ilp::*;

/// An engine whose replies the test writes. It sees the program, the request and the number of the run, from 0.
#[derive(Clone)]
struct Scripted<F> {
    reply: F,
    /// Presolve and seed of each run.
    runs: Arc<Mutex<Vec<(bool, u32)>>>,
}

impl<F> fmt::Debug for Scripted<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Scripted")
    }
}

impl<F: Fn(&Program, &Request, usize) -> Result<Reply, BackendError> + Send + Sync> Backend for Scripted<F> {
    fn name(&self) -> &str {
        "liar"
    }

    fn solve(&self, program: &Program, request: &Request) -> Result<Reply, BackendError> {
        let run = {
            let mut runs = self.runs.lock().unwrap();
            runs.push((request.presolve, request.seed));
            runs.len() - 1
        };
        (self.reply)(program, request, run)
    }
}

fn scripted<F>(reply: F) -> Scripted<F>
where
    F: Fn(&Program, &Request, usize) -> Result<Reply, BackendError> + Send + Sync,
{
    Scripted { reply, runs: Arc::default() }
}

/// A solver that asks the backend at once.
fn asking(backend: impl Backend + 'static) -> Solver {
    Solver::new().strategy(Strategy::Ilp).backend(backend)
}

fn solved(values: Vec<f64>) -> Result<Reply, BackendError> {
    Ok(Reply { values: Some(values), ..Reply::of(Status::Solved) })
}

fn infeasible() -> Result<Reply, BackendError> {
    Ok(Reply::of(Status::Infeasible))
}

fn stopped(values: Option<Vec<f64>>) -> Result<Reply, BackendError> {
    Ok(Reply { values, ..Reply::of(Status::Stopped(Limit::Backend)) })
}

/// Two cells of 1..3, the first less than the second: columns x_r1c1_v1 … x_r1c2_v3, of which some are left out.
fn puzzle() -> InequalityGrid {
    InequalityGrid::new(1, 2, 1..=3).unwrap().less((0, 0), (0, 1))
}

/// The column values of a grid of one-hot cells, by the columns' names.
fn one_hot(program: &Program, grid: &[&[u32]]) -> Vec<f64> {
    let held = |name: &str| {
        let (cell, value) = name.strip_prefix("x_r").unwrap().split_once("_v").unwrap();
        let (r, c) = cell.split_once('c').unwrap();
        let at = |text: &str| text.parse::<usize>().unwrap() - 1;
        grid[at(r)][at(c)] == value.parse::<u32>().unwrap()
    };
    program.columns().iter().map(|column| f64::from(u8::from(held(&column.name)))).collect()
}

fn fault<T: fmt::Debug>(outcome: Result<T, Error>) -> Fault {
    match outcome {
        Err(Error::Unverified { backend, fault }) => {
            assert_eq!(backend, "liar");
            fault
        }
        other => panic!("{other:?}"),
    }
}

/// The fault of an engine that gives these values every time; it was asked twice, the second time without presolve.
fn fault_of(values: impl Fn(&Program) -> Vec<f64> + Clone + Send + Sync + 'static) -> Fault {
    let backend = scripted(move |program: &Program, _: &Request, _| solved(values(program)));
    let fault = fault(asking(backend.clone()).seed(5).solve(&puzzle()));
    assert_eq!(*backend.runs.lock().unwrap(), [(true, 5), (false, 5)]);
    fault
}

#[test]
fn an_honest_answer_passes() {
    let backend = scripted(|program: &Program, _: &Request, _| solved(one_hot(program, &[&[1, 3]])));
    let outcome = asking(backend.clone()).solve(&puzzle()).unwrap();
    let proof = Proof::Solver { name: "liar".to_owned(), confirmed: true };
    assert_eq!(outcome, Outcome::Solved { answer: plant::grid_of(&vec![vec![1, 3]]), proof });
    assert_eq!(*backend.runs.lock().unwrap(), [(true, 0)]);
    // A little off an integer, as engines are.
    let backend = scripted(|program: &Program, _: &Request, _| {
        solved(one_hot(program, &[&[2, 3]]).into_iter().map(|x| x + 1.2e-7 - x * 9e-6).collect())
    });
    assert_eq!(asking(backend).solve(&puzzle()).unwrap().into_answer().unwrap().to_string(), "2 3");
}

#[test]
fn too_few_or_too_many_values() {
    let columns = Solver::new().program(&puzzle()).unwrap().size().columns;
    let length = |found| Fault::Length { expected: columns, found };
    assert_eq!(fault_of(|_| Vec::new()), length(0));
    assert_eq!(fault_of(|program| vec![0.0; program.columns().len() - 1]), length(columns - 1));
    assert_eq!(fault_of(|program| [one_hot(program, &[&[1, 3]]), vec![0.0]].concat()), length(columns + 1));
    let silent = scripted(|_: &Program, _: &Request, _| Ok(Reply::of(Status::Solved)));
    assert_eq!(fault(asking(silent).solve(&puzzle())), length(0));
}

#[test]
fn values_that_are_no_integers() {
    for value in [0.5, 1.0001, -0.01, 1e-4, f64::INFINITY, f64::NEG_INFINITY, 1e300, -1e300, 9.1e15, f64::MAX] {
        let fault = fault_of(move |program| {
            let mut values = one_hot(program, &[&[1, 3]]);
            values[1] = value;
            values
        });
        let column = Solver::new().program(&puzzle()).unwrap().columns()[1].name.clone();
        assert_eq!(fault, Fault::Fractional { column, value });
    }
    let fault = fault_of(|program| vec![f64::NAN; program.columns().len()]);
    assert!(matches!(fault, Fault::Fractional { value, .. } if value.is_nan()), "{fault:?}");
    let text = fault.to_string();
    assert!(text.ends_with("is NaN, expected an integer"), "{text}");
}

#[test]
fn values_beyond_the_bounds_of_their_columns() {
    let column = |i: usize| Solver::new().program(&puzzle()).unwrap().columns()[i].name.clone();
    for value in [2i64, -1, 1 << 53, -(1 << 53)] {
        let fault = fault_of(move |program| {
            let mut values = one_hot(program, &[&[1, 3]]);
            values[0] = value as f64;
            values
        });
        let (name, label, bounds) = (column(0), "bounds".to_owned(), "0..=1".to_owned());
        assert_eq!(fault, Fault::Row(Box::new(RowViolation { name, label, value: i128::from(value), bounds })));
    }
}

#[test]
fn values_that_break_a_row() {
    // Two values in one cell, none in the other, and two that are not in order.
    let fault = fault_of(|program| vec![1.0; program.columns().len()]);
    let Fault::Row(broken) = fault else { panic!("{fault:?}") };
    assert_eq!((broken.label.as_str(), broken.value, broken.bounds.as_str()), ("r1c1 holds one value", 2, "{1}"));
    let fault = fault_of(|program| vec![0.0; program.columns().len()]);
    let Fault::Row(broken) = fault else { panic!("{fault:?}") };
    assert_eq!((broken.label.as_str(), broken.value), ("r1c1 holds one value", 0));
    let fault = fault_of(|program| one_hot(program, &[&[2, 2]]));
    let Fault::Row(broken) = fault else { panic!("{fault:?}") };
    assert_eq!(broken.label, "r1c1 < r1c2");
    let text = Fault::Row(broken).to_string();
    assert!(text.contains("r1c1 < r1c2"), "{text}");
}

/// Prime exponents far beyond any digit; with the bounds of their columns they are refused before anything overflows.
#[test]
fn huge_values_of_exponents() {
    let puzzle = CrossProduct::new(&[6, 20], &[8, 15]).unwrap();
    for value in [62.0, 1e9, 9e15, -1.0, -9e15, 3.0] {
        let backend = scripted(move |program: &Program, _: &Request, _| solved(vec![value; program.columns().len()]));
        for formulation in [Formulation::tight(), Formulation::as_published()] {
            let solver = asking(backend.clone()).encoding(Encoding::PrimeExponent).formulation(formulation);
            let fault = fault(solver.solve(&puzzle));
            assert!(matches!(fault, Fault::Row(_)), "{fault:?}");
        }
    }
}

#[test]
fn a_lie_under_presolve_alone_is_mended() {
    let honest = |program: &Program| one_hot(program, &[&[1, 2]]);
    let lies: [fn(&Program) -> Vec<f64>; 4] = [
        |_| Vec::new(),
        |program| vec![f64::NAN; program.columns().len()],
        |program| vec![0.4; program.columns().len()],
        |program| vec![1.0; program.columns().len()],
    ];
    for lie in lies {
        let backend = scripted(move |program: &Program, request: &Request, _| {
            solved(if request.presolve { lie(program) } else { honest(program) })
        });
        let (outcome, report) = asking(backend).solve_with_report(&puzzle()).unwrap();
        assert_eq!(outcome.into_answer().unwrap().to_string(), "1 2");
        assert_eq!((report.runs, report.rejected), (2, 0));
    }
}

/// A program with a solution is called infeasible; the confirming run, without presolve and with another seed, finds one.
#[test]
fn infeasible_in_one_run_and_solved_in_the_next() {
    let backend = scripted(
        |program: &Program, _: &Request, run| {
            if run == 0 { infeasible() } else { solved(one_hot(program, &[&[1, 2]])) }
        },
    );
    assert_eq!(fault(asking(backend.clone()).seed(7).solve(&puzzle())), Fault::Disagreement);
    assert_eq!(*backend.runs.lock().unwrap(), [(true, 7), (false, 8)]);
    // Even one found just before a limit is enough to doubt.
    let backend = scripted(
        |program: &Program, _: &Request, run| {
            if run == 0 { infeasible() } else { stopped(Some(one_hot(program, &[&[1, 2]]))) }
        },
    );
    assert_eq!(fault(asking(backend).solve(&puzzle())), Fault::Disagreement);
    // The seed may be the last one.
    let backend = scripted(|_: &Program, _: &Request, _| infeasible());
    asking(backend.clone()).seed(u32::MAX).solve(&puzzle()).unwrap();
    assert_eq!(*backend.runs.lock().unwrap(), [(true, u32::MAX), (false, 0)]);
}

#[test]
fn infeasible_in_one_run_and_nonsense_in_the_next() {
    let backend = scripted(
        |program: &Program, _: &Request, run| {
            if run == 0 { infeasible() } else { solved(vec![0.5; program.columns().len()]) }
        },
    );
    assert!(matches!(fault(asking(backend).solve(&puzzle())), Fault::Fractional { .. }));
}

/// Nonsense, then infeasible without presolve: that is confirmed by a third run.
#[test]
fn nonsense_in_one_run_and_infeasible_in_the_next() {
    let backend = scripted(|_: &Program, _: &Request, run| if run == 0 { solved(Vec::new()) } else { infeasible() });
    let outcome = asking(backend.clone()).solve(&puzzle()).unwrap();
    let proof = Proof::Solver { name: "liar".to_owned(), confirmed: true };
    assert_eq!(outcome, Outcome::Infeasible { proof });
    assert_eq!(*backend.runs.lock().unwrap(), [(true, 0), (false, 0), (false, 1)]);
}

#[test]
fn infeasible_and_then_a_limit_is_unconfirmed() {
    let lies: [fn() -> Result<Reply, BackendError>; 2] = [|| stopped(None), || stopped(Some(vec![0.5]))];
    for second in lies {
        let backend = scripted(move |_: &Program, _: &Request, run| if run == 0 { infeasible() } else { second() });
        let outcome = asking(backend).solve(&puzzle()).unwrap();
        let proof = Proof::Solver { name: "liar".to_owned(), confirmed: false };
        assert_eq!(outcome, Outcome::Infeasible { proof });
    }
}

/// The trust that is left, as `Proof` says: an engine that calls a solvable program infeasible in both runs is believed by
/// the path through programs. The crate's own search is not fooled: it decides before the engine is asked.
#[test]
fn infeasible_twice_is_believed() {
    let backend = scripted(|_: &Program, _: &Request, _| infeasible());
    let outcome = asking(backend.clone()).solve(&puzzle()).unwrap();
    let proof = Proof::Solver { name: "liar".to_owned(), confirmed: true };
    assert_eq!(outcome, Outcome::Infeasible { proof: proof.clone() });
    assert_eq!(outcome.into_answer(), Err(Error::Infeasible { cause: proof }));
    let auto = Solver::new().backend(backend.clone()).solve(&puzzle()).unwrap();
    assert!(matches!(auto, Outcome::Solved { .. }), "{auto:?}");
    assert_eq!(backend.runs.lock().unwrap().len(), 2);
}

// ------------------------------------------------------------------------------------------------ late answers

/// A model that wants the largest sum of two cells; the best is 2 3.
fn optimisation() -> (Model, Grid<Cell<Digit>>) {
    let mut model = Model::new();
    let x = model.digits("x", 1, 2, 1..=3);
    model.post("r1c1 < r1c2", less_than(x[(0, 0)], x[(0, 1)]));
    let weights: Vec<_> = x.cells().flat_map(|&cell| (1..=3).map(move |v| (cell, v, i64::from(v)))).collect();
    model.maximise(weights);
    (model, x)
}

#[test]
fn a_late_answer_is_checked_before_it_is_an_incumbent() {
    let (model, x) = optimisation();
    let incumbent = |values: fn(&Program) -> Option<Vec<f64>>| {
        let backend = scripted(move |program: &Program, _: &Request, _| stopped(values(program)));
        match asking(backend).solve(&model).unwrap() {
            Outcome::Undecided { limit: Limit::Backend, incumbent } => incumbent.map(|solution| {
                assert_eq!(solution.objective(), Some(i64::from(solution.grid(&x).cells().sum::<u32>())));
                rows_of(&solution.grid(&x))
            }),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(incumbent(|program| Some(one_hot(program, &[&[1, 2]]))), Some(vec![vec![1, 2]]));
    assert_eq!(incumbent(|_| None), None);
    assert_eq!(incumbent(|_| Some(Vec::new())), None);
    assert_eq!(incumbent(|program| Some(one_hot(program, &[&[2, 1]]))), None);
    assert_eq!(incumbent(|program| Some(vec![f64::NAN; program.columns().len()])), None);
    assert_eq!(incumbent(|program| Some(vec![0.5; program.columns().len()])), None);
    assert_eq!(incumbent(|program| Some(vec![1.0; program.columns().len()])), None);
}

/// An engine is told where to start by all columns of the cells in question: 1 for the value held, 0 for the others.
#[test]
fn an_engine_is_told_where_to_start() {
    let told = |start: &[(usize, u32)]| {
        let (mut model, x) = optimisation();
        model.start(start.iter().map(|&(c, value)| (x[(0, c)].id(), value)));
        let backend = scripted(|program: &Program, request: &Request, _| {
            let named = |&(column, value): &(ColumnId, i64)| (program.columns()[column.index()].name.clone(), value);
            let told: Vec<(String, i64)> = request.start.iter().map(named).collect();
            Err(BackendError { backend: "liar".to_owned(), reason: format!("{told:?}") })
        });
        asking(backend).solve(&model).unwrap_err().to_string()
    };
    // The first cell is 1 or 2, the second 2 or 3: less than and more than some value.
    let first = r#"("x_r1c1_v1", 1), ("x_r1c1_v2", 0)"#;
    let second = r#"("x_r1c2_v2", 0), ("x_r1c2_v3", 1)"#;
    for (start, expected) in [
        (vec![], String::new()),
        (vec![(0, 1)], first.to_owned()),
        (vec![(1, 3)], second.to_owned()),
        (vec![(0, 1), (1, 3)], format!("{first}, {second}")),
        // A value that cannot be has no column to say so.
        (vec![(0, 3), (1, 3)], second.to_owned()),
    ] {
        let told = told(&start);
        assert!(told.contains(&format!("[{expected}]")), "{start:?}: {told}");
    }
}

/// Without an objective there is nothing to wait for: a grid that holds is the answer, however late.
#[test]
fn a_late_grid_that_holds_is_the_answer() {
    let backend = scripted(|program: &Program, _: &Request, _| stopped(Some(one_hot(program, &[&[1, 2]]))));
    let outcome = asking(backend).solve(&puzzle()).unwrap();
    assert!(matches!(outcome, Outcome::Solved { .. }), "{outcome:?}");
    assert_eq!(outcome.into_answer().unwrap().to_string(), "1 2");
}

#[test]
fn a_late_lie_never_is_an_answer() {
    let lies: [fn(&Program) -> Option<Vec<f64>>; 4] = [
        |_| None,
        |_| Some(vec![1.0]),
        |program| Some(one_hot(program, &[&[3, 1]])),
        |program| Some(vec![f64::INFINITY; program.columns().len()]),
    ];
    for lie in lies {
        let backend = scripted(move |program: &Program, _: &Request, _| stopped(lie(program)));
        let outcome = asking(backend).solve(&puzzle()).unwrap();
        assert_eq!(outcome, Outcome::Undecided { limit: Limit::Backend, incumbent: None });
    }
}

/// The checks know no better value of the objective than the engine's: that an answer is optimal is its claim, that the
/// answer holds is not.
#[test]
fn an_answer_that_is_not_optimal_is_checked_all_the_same() {
    let (model, x) = optimisation();
    let backend = scripted(|program: &Program, _: &Request, _| solved(one_hot(program, &[&[1, 2]])));
    let solution = asking(backend).solve_model(&model).unwrap();
    assert_eq!((solution.grid(&x).to_string().as_str(), solution.objective()), ("1 2", Some(3)));
    let backend = scripted(|program: &Program, _: &Request, _| solved(one_hot(program, &[&[3, 3]])));
    assert!(matches!(fault(asking(backend).solve_model(&model)), Fault::Row(_)));
}

/// A solution that was known before is neither denied nor undercut.
#[test]
fn a_start_contradicts_an_engine() {
    let (mut model, x) = optimisation();
    model.start([(x[(0, 0)].id(), 2), (x[(0, 1)].id(), 3)]);
    let backend = scripted(|_: &Program, _: &Request, _| infeasible());
    assert_eq!(fault(asking(backend).solve_model(&model)), Fault::Disagreement);
    let backend = scripted(|program: &Program, _: &Request, _| solved(one_hot(program, &[&[1, 2]])));
    assert_eq!(fault(asking(backend).solve_model(&model)), Fault::Bound { objective: 3, bound: 5.0 });
    // After a limit the better one of both is the incumbent.
    let backend = scripted(|program: &Program, _: &Request, _| stopped(Some(one_hot(program, &[&[1, 2]]))));
    let outcome = asking(backend).solve(&model).unwrap();
    let Outcome::Undecided { incumbent: Some(incumbent), .. } = outcome else { panic!("{outcome:?}") };
    assert_eq!(incumbent.objective(), Some(5));
}

// ------------------------------------------------------------------------------------------------ failures

#[test]
fn an_engine_that_fails() {
    let failure = || BackendError { backend: "liar".to_owned(), reason: "no licence".to_owned() };
    let backend = scripted(move |_: &Program, _: &Request, _| Err(failure()));
    let error = asking(backend).solve(&puzzle()).unwrap_err();
    assert_eq!(error, Error::Backend(failure()));
    assert_eq!(error.to_string(), "liar failed: no licence");
    // In the confirming run too.
    let backend = scripted(move |_: &Program, _: &Request, run| if run == 0 { infeasible() } else { Err(failure()) });
    assert_eq!(asking(backend).solve(&puzzle()).unwrap_err(), Error::Backend(failure()));
}

// ------------------------------------------------------------------------------------------------ rows that are too weak

/// A constraint of one's own whose rows say nothing: what an engine finds may break it.
#[derive(Debug)]
struct Weak([CellId; 1]);

impl Constraint for Weak {
    fn scope(&self) -> &[CellId] {
        &self.0
    }

    fn is_satisfied(&self, values: &Assignment) -> bool {
        values.value(self.0[0]) == 3
    }

    fn linearise(&self, encoder: &mut Encoder) -> Result<(), EncodeError> {
        encoder.indicator(self.0[0], 3).map(drop)
    }
}

#[test]
fn a_constraint_that_its_rows_do_not_say() {
    let mut model = Model::new();
    let x = model.digits("x", 1, 1, 1..=3);
    model.post("it is three", Weak([x[(0, 0)].id()]));
    let backend = scripted(|program: &Program, _: &Request, _| solved(one_hot(program, &[&[2]])));
    let fault = fault(asking(backend).solve(&model));
    let violation = Violation::new("it is three", "the constraint to hold", "r1c1 = 2");
    assert_eq!(fault, Fault::Model(violation));
    assert_eq!(
        fault.to_string(),
        "the rows hold, but it is three does not hold: expected the constraint to hold, found r1c1 = 2"
    );
    let honest = scripted(|program: &Program, _: &Request, _| solved(one_hot(program, &[&[3]])));
    assert_eq!(asking(honest).solve_model(&model).unwrap().value(x[(0, 0)]), 3);
}

/// A puzzle whose own check is stricter than its model.
struct Strict;

impl Puzzle for Strict {
    type Answer = Grid<u32>;
    type Cells = Grid<Cell<Digit>>;

    fn model(&self) -> Result<(Model, Self::Cells), InputError> {
        puzzle().model()
    }

    fn decode(&self, cells: &Self::Cells, solution: &Solution) -> Grid<u32> {
        solution.grid(cells)
    }

    fn verify(&self, answer: &Grid<u32>) -> Result<(), Violation> {
        if answer[(0, 0)] == 1 { Ok(()) } else { Err(Violation::new("r1c1", 1, answer[(0, 0)])) }
    }
}

#[test]
fn an_answer_that_the_puzzle_refuses() {
    let backend = scripted(|program: &Program, _: &Request, _| solved(one_hot(program, &[&[2, 3]])));
    let solver = asking(backend);
    let fault = fault(solver.solve(&Strict));
    assert_eq!(fault, Fault::Answer(Violation::new("r1c1", 1, 2)));
    assert_eq!(fault.to_string(), "the model holds, but r1c1 does not hold: expected 1, found 2");
    // Neither is it listed.
    let listed: Vec<_> = solver.solutions(&Strict).collect();
    assert!(matches!(listed[..], [Err(Error::Unverified { fault: Fault::Answer(_), .. })]), "{listed:?}");
    // No engine is blamed for what the search has found.
    let solver = solver.strategy(Strategy::Search);
    let refused = solver.solutions(&Strict).find_map(Result::err).unwrap();
    assert!(matches!(&refused, Error::Unverified { backend, .. } if backend == "the search"), "{refused}");
}

/// An engine that takes no objectives is not asked for the best: the search goes on, as if there were none.
#[test]
fn an_engine_without_objectives() {
    #[derive(Debug)]
    struct Plain;
    impl Backend for Plain {
        fn name(&self) -> &str {
            "plain"
        }
        fn takes_objectives(&self) -> bool {
            false
        }
        fn solve(&self, program: &Program, _: &Request) -> Result<Reply, BackendError> {
            assert!(program.objective().terms().is_empty(), "asked for the best");
            infeasible()
        }
    }
    // More cells than the search is given where an engine is there to ask.
    let mut model = Model::new();
    let x = model.digits("x", 40, 40, 1..=2);
    model.rule("differ", not_equal(x[(0, 0)], x[(0, 1)]));
    model.maximise(x.cells().map(|cell| (cell, 2, 1)));
    // Boxed, as an engine that is chosen while the program runs.
    let chosen: Box<dyn Backend> = Box::new(Plain);
    let solver = Solver::new().backend(chosen);
    assert_eq!(solver.solve_model(&model).unwrap().objective(), Some(1599));
    assert!(matches!(solver.strategy(Strategy::Ilp).solve(&puzzle()), Ok(Outcome::Infeasible { .. })));
}

// ------------------------------------------------------------------------------------------------ inexact rows

/// Under the published rows an engine may, without a lie, come with 3024 for 3025: it is cut off, counted, and asked again.
#[test]
fn what_inexact_rows_let_through_is_cut_off() {
    let mut model = Model::new();
    let x = model.digits("x", 1, 4, 1..=12);
    model.post("3025", product(x.cells(), 3025));
    model.encode(&x, Encoding::OneHot);
    let answers: [&[u32]; 3] = [&[9, 7, 8, 6], &[6, 7, 8, 9], &[5, 11, 11, 5]];
    let backend = scripted(move |program: &Program, _: &Request, run| solved(one_hot(program, &[answers[run]])));
    let solver = asking(backend).formulation(Formulation::as_published());
    let (outcome, report) = solver.solve_with_report(&model).unwrap();
    assert_eq!(outcome.into_answer().unwrap().grid(&x).to_string(), " 5 11 11  5");
    assert_eq!((report.runs, report.rejected), (3, 2));
    // One that comes with the same wrong grid again breaks the row that forbids it.
    let backend = scripted(|program: &Program, _: &Request, _| solved(one_hot(program, &[&[9, 7, 8, 6]])));
    let fault = fault(asking(backend).formulation(Formulation::as_published()).solve(&model));
    let Fault::Row(broken) = fault else { panic!("{fault:?}") };
    assert_eq!((broken.value, broken.bounds.as_str()), (4, "..=3"));
    // Under exact rows it is a lie at once.
    let backend = scripted(|program: &Program, _: &Request, _| {
        solved(program.columns().iter().map(|column| f64::from(u8::from(column.name.ends_with("v1")))).collect())
    });
    let outcome = asking(backend).solve(&model);
    assert!(matches!(outcome, Err(Error::Unverified { .. })), "{outcome:?}");
}

// ------------------------------------------------------------------------------------------------ many answers

/// An engine that comes with the same answer again and again while all are wanted.
#[test]
fn the_same_answer_is_not_listed_twice() {
    let backend = scripted(|program: &Program, _: &Request, _| solved(one_hot(program, &[&[1, 3]])));
    let solver = asking(backend);
    let puzzle = puzzle();
    let listed: Vec<_> = solver.solutions(&puzzle).collect();
    assert_eq!(listed.len(), 2, "{listed:?}");
    assert_eq!(rows_of(listed[0].as_ref().unwrap()), [[1, 3]]);
    assert!(matches!(listed[1], Err(Error::Unverified { fault: Fault::Row(_), .. })), "{listed:?}");
    assert!(matches!(solver.uniqueness(&puzzle), Err(Error::Unverified { fault: Fault::Row(_), .. })));
}

/// One that calls it a day after the first answer, unconfirmed: that is said.
#[test]
fn a_uniqueness_that_is_only_claimed_says_so() {
    let backend = scripted(|program: &Program, _: &Request, run| match run {
        0 => solved(one_hot(program, &[&[1, 3]])),
        1 => infeasible(),
        _ => stopped(None),
    });
    let found = asking(backend).uniqueness(&puzzle()).unwrap();
    let proof = Proof::Solver { name: "liar".to_owned(), confirmed: false };
    assert_eq!(found, Uniqueness::Unique { answer: plant::grid_of(&vec![vec![1, 3]]), proof });
}

/// Tiles: two in one slot, and one tile twice.
#[test]
fn lies_about_tiles() {
    let tiles = [[1, 2, 3, 4], [5, 6, 7, 2]].map(Tile::from);
    let puzzle = EdgeMatching::new(1, 2, tiles).unwrap().distinct(Distinct::Boards);
    let backend = scripted(|program: &Program, _: &Request, _| solved(vec![1.0; program.columns().len()]));
    assert!(matches!(fault(asking(backend).solve(&puzzle)), Fault::Row(_)));
    let backend = scripted(|program: &Program, _: &Request, _| {
        let twice = |name: &str| name.starts_with("b_r1c1_t0_q0") || name.starts_with("b_r1c2_t0_q0");
        solved(program.columns().iter().map(|column| f64::from(u8::from(twice(&column.name)))).collect())
    });
    let fault = fault(asking(backend).solve(&puzzle));
    let Fault::Row(broken) = fault else { panic!("{fault:?}") };
    assert_eq!((broken.label.as_str(), broken.value), ("use of tile 0", 2));
}
