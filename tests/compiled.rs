//! The way through a solver that runs elsewhere: the program's text out, column values in, and the checks between them and an
//! answer.

use puzzle_ilp::*;

fn values(text: &str, program: &Program) -> Vec<i64> {
    program.read_values(text).unwrap()
}

fn square() -> Futoshiki {
    Futoshiki::new(2).unwrap()
}

#[test]
fn column_values_become_an_answer() {
    let puzzle = square();
    let compiled = Solver::new().compile(&puzzle).unwrap();
    assert_eq!(compiled.program().to_string(), Solver::new().program(&puzzle).unwrap().to_string());
    let text = "x_r1c1_v2 1\nx_r1c2_v1 1.0\nx_r2c1_v1 0.9999999\nx_r2c2_v2 1\nx_r2c2_v1 -0.0000001\n";
    let answer = compiled.answer(&values(text, compiled.program())).unwrap();
    assert_eq!(answer, Grid::from_fn(2, 2, |r, c| if r == c { 2 } else { 1 }));
}

#[test]
fn what_does_not_hold_is_refused() {
    let puzzle = square();
    let compiled = Solver::new().compile(&puzzle).unwrap();
    assert_eq!(compiled.answer(&[1]), Err(Fault::Length { expected: 8, found: 1 }));
    // Nothing in r2c2.
    let text = "x_r1c1_v2 1\nx_r1c2_v1 1\nx_r2c1_v1 1";
    let refused = compiled.answer(&values(text, compiled.program()));
    assert!(matches!(refused, Err(Fault::Row(_))), "{refused:?}");
    // Under rows that round logarithms 3024 passes for 3025, but not for an answer.
    let mut model = Model::new();
    let x = model.digits("x", 1, 4, 1..=12);
    model.post("3025", product(x.cells(), 3025));
    let published = Solver::new().formulation(Formulation::as_published()).encoding(Encoding::OneHot);
    let compiled = published.compile(&model).unwrap();
    let text = "x_r1c1_v6 1\nx_r1c2_v7 1\nx_r1c3_v8 1\nx_r1c4_v9 1";
    let refused = compiled.answer(&values(text, compiled.program()));
    assert!(matches!(refused, Err(Fault::Model(_))), "{refused:?}");
}

/// A puzzle behind a pointer, for callers that choose its kind while they run, and constraints likewise.
#[test]
fn puzzles_and_constraints_behind_pointers() {
    type Digits = dyn Puzzle<Answer = Grid<u32>, Cells = Grid<Cell<Digit>>>;
    let puzzles: [Box<Digits>; 2] =
        [Box::new(square().given((0, 0), 1)), Box::new(InequalityGrid::new(1, 2, 1..=2).unwrap().less((0, 0), (0, 1)))];
    let solver = Solver::new().strategy(Strategy::Search);
    for puzzle in &puzzles {
        assert!(solver.uniqueness(&**puzzle).unwrap().is_unique());
        assert_eq!(solver.solutions(&**puzzle).count(), 1);
        assert_eq!(solver.candidates(&**puzzle).unwrap().limit, None);
    }
    let mut model = Model::new();
    let x = model.digits("x", 1, 2, 1..=9);
    let mut plain = model.clone();
    let constraints: Vec<Box<dyn Constraint>> = vec![Box::new(sum(&x, 17)), Box::new(less_than(x[(0, 0)], x[(0, 1)]))];
    for constraint in constraints {
        model.post("clue", constraint);
    }
    model.rule("digits differ", Box::new(all_different(&x)) as Box<dyn Constraint>);
    plain.post("clue", sum(&x, 17));
    plain.post("clue", less_than(x[(0, 0)], x[(0, 1)]));
    plain.rule("digits differ", all_different(&x));
    assert_eq!(solver.program(&model).unwrap().to_string(), solver.program(&plain).unwrap().to_string());
    assert!(model.domains().must_differ(x[(0, 0)].id(), x[(0, 1)].id()));
    let solution = solver.solve_model(&model).unwrap();
    assert_eq!(solution.grid(&x).to_string(), "8 9");
    let other = Assignment::new(std::sync::Arc::clone(model.table()), vec![9, 8]).unwrap();
    assert_eq!(model.check(&other), Err(Violation::new("clue", "the constraint to hold", "r1c1 = 9, r1c2 = 8")));
    assert!(model.check(solution.assignment()).is_ok());
    // Equal by what they say of the cells.
    assert_eq!(solution.assignment().to_string(), "r1c1 = 8, r1c2 = 9");
    assert_eq!(solution, solver.solve_model(&model.clone()).unwrap());
    let mut domains = model.domains();
    model.posted()[1].constraint().filter(&mut domains).unwrap();
    assert_eq!((domains.max(x[(0, 0)].id()), domains.min(x[(0, 1)].id())), (Some(8), Some(2)));
    assert!(!model.posted()[0].constraint().makes_cells_differ());
    // What a box passes on: the reason, the fault and the values that are left.
    model.post("too large", Box::new(sum(&x, 19)) as Box<dyn Constraint>);
    assert!(matches!(model.cause(), Some(Cause::TooLarge { .. })));
    model.post("no ratio", Box::new(ratio(&x, 0)) as Box<dyn Constraint>);
    assert!(matches!(model.validate(), Err(ModelError::Constraint { .. })));
}

/// The report of a listing, while it runs and afterwards.
#[test]
fn a_listing_reports_its_work() {
    let solver = Solver::new().strategy(Strategy::Search);
    let puzzle = Futoshiki::new(3).unwrap();
    let mut answers = solver.solutions(&puzzle);
    assert!(answers.next().is_some());
    let first = answers.report();
    assert!(first.search_nodes > 0 && answers.proof().is_none());
    assert_eq!(answers.by_ref().count(), 11);
    assert!(answers.report().search_nodes > first.search_nodes && answers.proof().is_some());
    assert!(answers.next().is_none() && answers.next().is_none());
    assert!(format!("{answers:?}").contains("search_nodes"));
}
