//! Every strategy finds the same set of answers as brute force, and says the same about uniqueness.

mod oracle;
mod plant;

use std::collections::BTreeSet;

use oracle::Rows;
use proptest::prelude::*;
use puzzle_ilp::{Strategy, *};

/// The answers by each strategy, as a set of texts.
fn sets<P: Puzzle>(puzzle: &P, text: impl Fn(&P::Answer) -> String) -> Vec<(&'static str, BTreeSet<String>)> {
    let mut strategies = vec![("search", Strategy::Search)];
    if cfg!(feature = "highs") {
        strategies.extend([("auto", Strategy::Auto), ("ilp", Strategy::Ilp)]);
    }
    let by = |strategy| {
        let answers: Vec<String> =
            Solver::new().strategy(strategy).solutions(puzzle).map(|answer| text(&answer.unwrap())).collect();
        let set: BTreeSet<String> = answers.iter().cloned().collect();
        assert_eq!(set.len(), answers.len(), "an answer came twice");
        set
    };
    strategies.into_iter().map(|(name, strategy)| (name, by(strategy))).collect()
}

/// With this many answers the integer program is spared listing them one run at a time.
const MOST: usize = 12;

fn agree<P: Puzzle>(puzzle: &P, expected: &[Rows], text: impl Fn(&P::Answer) -> String) -> Result<(), TestCaseError> {
    if expected.len() > MOST {
        return Ok(());
    }
    let expected_set: BTreeSet<String> = expected.iter().map(|rows| format!("{rows:?}")).collect();
    for (name, set) in sets(puzzle, &text) {
        prop_assert_eq!(&set, &expected_set, "{}", name);
    }
    for strategy in [Strategy::Auto, Strategy::Search] {
        let solver = Solver::new().strategy(strategy);
        match solver.uniqueness(puzzle) {
            Ok(Uniqueness::Unique { answer, .. }) => {
                prop_assert_eq!(expected.len(), 1);
                prop_assert!(expected_set.contains(&text(&answer)));
            }
            Ok(Uniqueness::Multiple([a, b])) => {
                prop_assert!(expected.len() > 1);
                prop_assert!(expected_set.contains(&text(&a)) && expected_set.contains(&text(&b)));
                prop_assert_ne!(text(&a), text(&b));
            }
            Ok(Uniqueness::None { .. }) => prop_assert_eq!(expected.len(), 0),
            other => return Err(TestCaseError::fail(format!("{:?}", other.map(|_| "undecided")))),
        }
        let count = solver.count(puzzle, 1_000).unwrap();
        prop_assert_eq!((count.answers, count.complete), (expected.len() as u64, true));
    }
    Ok(())
}

fn grid_text(grid: &Grid<u32>) -> String {
    format!("{:?}", plant::rows_of(grid))
}

proptest! {
    #![proptest_config(plant::config(60, "proptest-regressions/strategies.txt"))]

    #[test]
    fn on_cross_products((spec, _) in plant::planted_cross(3, 3)) {
        agree(&plant::cross(&spec), &spec.solve(MOST + 1), grid_text)?;
    }

    #[test]
    fn on_futoshiki((spec, _) in plant::planted_futoshiki(4)) {
        agree(&plant::futoshiki(&spec), &spec.solve(MOST + 1), grid_text)?;
    }

    #[test]
    fn on_inequality_grids((spec, _) in plant::planted_inequalities(2, 3)) {
        agree(&plant::inequality_grid(&spec), &spec.solve(MOST + 1), grid_text)?;
    }

    #[test]
    fn on_factor_rooms((spec, _) in plant::planted_rooms(4, false)) {
        agree(&plant::factor_rooms(&spec), &spec.solve(MOST + 1), grid_text)?;
    }

    #[test]
    fn on_kenken((spec, _) in plant::planted_kenken(4)) {
        let (model, x) = plant::kenken(&spec);
        agree(&model, &spec.solve(MOST + 1), |solution| grid_text(&solution.grid(&x)))?;
    }

    /// Placements, boards and boards up to turning are what the oracle counts when it turns boards and compares them.
    #[test]
    fn on_tile_boards((spec, _) in plant::planted_board(2, 3, 1)) {
        let all = spec.solve(400);
        if all.len() < 400 {
            let looks: BTreeSet<Vec<Vec<[i32; 4]>>> = all.iter().map(|board| spec.looks(board)).collect();
            let once: BTreeSet<_> = looks.iter().map(|board| spec.first_of_turned(board)).collect();
            let puzzle = plant::edge_matching(&spec);
            let strategies: &[Strategy] =
                if cfg!(feature = "highs") && looks.len() <= MOST { &[Strategy::Auto, Strategy::Search, Strategy::Ilp] } else { &[Strategy::Search] };
            for &strategy in strategies {
                let solver = Solver::new().strategy(strategy);
                let count = |distinct| solver.count(&puzzle.clone().distinct(distinct), 1_000).unwrap().answers;
                prop_assert_eq!(count(Distinct::Placements), all.len() as u64);
                prop_assert_eq!(count(Distinct::Boards), looks.len() as u64);
                prop_assert_eq!(count(Distinct::UpToTurning), once.len() as u64);
            }
        }
    }

    /// The best value of an objective is the same by the integer program and by the search, and by looking at all answers.
    #[test]
    fn on_objectives((spec, _) in plant::planted_futoshiki(3), weights in proptest::collection::vec(-9i64..=9, 9), maximise in any::<bool>()) {
        let (mut model, x) = plant::futoshiki(&spec).model().unwrap();
        let weight = |r: usize, c: usize, v: u32| weights[(3 * r + c) % 9] * i64::from(v);
        let mut all = Vec::new();
        for ((r, c), &cell) in x.indexed() {
            all.extend((1..=spec.rows as u32).map(|v| (cell, v, weight(r, c, v))));
        }
        if maximise { model.maximise(all) } else { model.minimise(all) }
        let values = spec.solve(1_000).into_iter().map(|rows| -> i64 {
            rows.iter().enumerate().flat_map(|(r, row)| row.iter().enumerate().map(move |(c, &v)| (r, c, v))).map(|(r, c, v)| weight(r, c, v)).sum()
        });
        let best = if maximise { values.max() } else { values.min() };
        let strategies: &[Strategy] = if cfg!(feature = "highs") { &[Strategy::Auto, Strategy::Search, Strategy::Ilp] } else { &[Strategy::Search] };
        for &strategy in strategies {
            let found = Solver::new().strategy(strategy).solve_model(&model).unwrap().objective();
            prop_assert_eq!(found, best, "{:?}", strategy);
        }
    }
}

/// A constraint without a filter of its own is searched all the same.
#[test]
fn a_constraint_without_a_filter() {
    #[derive(Debug)]
    struct Rising(Vec<CellId>);
    impl Constraint for Rising {
        fn scope(&self) -> &[CellId] {
            &self.0
        }
        fn is_satisfied(&self, values: &Assignment) -> bool {
            self.0.windows(2).all(|pair| values.value(pair[0]) < values.value(pair[1]))
        }
        fn linearise(&self, encoder: &mut Encoder) -> Result<(), EncodeError> {
            for (i, pair) in self.0.windows(2).enumerate() {
                let step = encoder.value(pair[1])? - encoder.value(pair[0])?;
                encoder.row(format_args!("{i}"), step, 1..)?;
            }
            Ok(())
        }
    }
    let mut model = Model::new();
    let x = model.digits("x", 1, 4, 1..=6);
    model.post("rising", Rising(x.cells().map(Cell::id).collect()));
    for strategy in [Strategy::Search, Strategy::Auto] {
        assert_eq!(Solver::new().strategy(strategy).count(&model, 100).unwrap().answers, 15);
    }
}

/// A search that starts anew forbids what it has refuted, and loses no answer by it. The answers are few and no filter sees
/// them, so that the first one takes many nodes; with the rows of a Latin square the filters settle cells too.
#[test]
fn starting_anew_loses_no_answer() {
    #[derive(Debug)]
    struct Scattered(Vec<CellId>, u32);
    impl Scattered {
        fn holds(values: impl Iterator<Item = u32>, rest: u32) -> bool {
            values.fold(7, |sum, value| (sum * 31 + value * value) % 997) == rest
        }
    }
    impl Constraint for Scattered {
        fn scope(&self) -> &[CellId] {
            &self.0
        }
        fn is_satisfied(&self, values: &Assignment) -> bool {
            Self::holds(self.0.iter().map(|&cell| values.value(cell)), self.1)
        }
        fn linearise(&self, _: &mut Encoder) -> Result<(), EncodeError> {
            unreachable!("only searched")
        }
    }
    let search = Solver::new().strategy(Strategy::Search);
    let (mut started_anew, mut infeasible) = (0, 0);
    for (latin, rows, cols, values) in [(false, 1, 5, 6), (false, 2, 3, 4), (true, 4, 4, 4)] {
        for rest in 0..40 {
            let mut model = Model::new();
            let x = model.digits("x", rows, cols, 1..=values);
            if latin {
                (0..rows).for_each(|r| model.rule(format!("row {}", r + 1), all_different(x.row(r))));
                (0..cols).for_each(|c| model.rule(format!("column {}", c + 1), all_different(x.col(c))));
            }
            model.post("scattered", Scattered(x.cells().map(Cell::id).collect(), rest));
            let fits = |filled: &[u32]| {
                let last = filled.len() - 1;
                let differs =
                    |i: usize| filled[i] != filled[last] || (i / cols != last / cols && i % cols != last % cols);
                (!latin || (0..last).all(differs))
                    && (filled.len() < rows * cols || Scattered::holds(filled.iter().copied(), rest))
            };
            let expected = oracle::search(rows * cols, &(1..=values).collect::<Vec<_>>(), usize::MAX, fits);
            let mut listed: Vec<Vec<u32>> =
                search.solutions(&model).map(|answer| answer.unwrap().grid(&x).cells().copied().collect()).collect();
            listed.sort_unstable();
            assert_eq!(listed, expected, "{rows} × {cols}, {rest}");
            let (_, report) = search.solve_with_report(&model).unwrap();
            started_anew += usize::from(report.search_nodes > 100);
            infeasible += usize::from(expected.is_empty());
            model.maximise(x.cells().enumerate().map(|(i, &cell)| (cell, 2, 1 + i as i64)));
            let worth =
                |cells: &Vec<u32>| cells.iter().zip(1i64..).filter(|(v, _)| **v == 2).map(|(_, w)| w).sum::<i64>();
            let best = match search.solve(&model).unwrap() {
                Outcome::Solved { answer, .. } => answer.objective(),
                _ => None,
            };
            assert_eq!(best, expected.iter().map(worth).max(), "{rows} × {cols}, {rest}");
        }
    }
    assert!(started_anew > 40 && infeasible > 10, "{started_anew} {infeasible}");
}

/// The search is complete where no filter can see the end: no answer, and all nodes of a small tree looked at.
#[test]
fn a_search_without_an_answer_says_so() {
    // Three cells of three values whose pairwise differences are all 2 do not exist; each pair alone has mates.
    let mut model = Model::new();
    let x = model.digits("x", 1, 3, 1..=9);
    for (a, b) in [(0, 1), (1, 2), (0, 2)] {
        model.post(format!("{a} and {b}"), difference([x[(0, a)], x[(0, b)]], 2));
    }
    let outcome = Solver::new().strategy(Strategy::Search).solve(&model).unwrap();
    assert!(matches!(outcome, Outcome::Infeasible { proof: Proof::Search { nodes } } if nodes > 0), "{outcome:?}");
}

/// Where the search finds solutions and runs out of work, the engine gets what it has left: the best may lie behind it.
#[cfg(feature = "highs")]
#[test]
fn an_objective_handed_over_halfway() {
    let mut handed_over = 0;
    for seed in 0..8u64 {
        let mut state = seed;
        let mut draw = |limit: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % limit
        };
        let n = 5 + seed as usize % 2;
        let mut model = Model::new();
        let x = model.digits("x", n, n, 1..=n as u32);
        for i in 0..n {
            model.rule(format!("row {i}"), all_different(x.row(i)));
            model.rule(format!("column {i}"), all_different(x.col(i)));
        }
        let weights: Vec<_> = x
            .cells()
            .flat_map(|&cell| (1..=n as u32).map(move |v| (cell, v)))
            .map(|(c, v)| (c, v, draw(20) as i64))
            .collect();
        model.maximise(weights);
        let (outcome, report) = Solver::new().solve_with_report(&model).unwrap();
        let best = Solver::new().strategy(Strategy::Ilp).solve_model(&model).unwrap().objective();
        let Outcome::Solved { answer, .. } = outcome else { panic!("{seed}: {outcome:?}") };
        assert_eq!((answer.objective(), report.bound), (best, best), "{seed}");
        handed_over += usize::from(report.runs > 0 && report.search_nodes > 0);
    }
    assert!(handed_over > 0);
}
