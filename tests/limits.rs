//! Time limits, cancellation and news: what they do, not how fast.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use puzzle_ilp::*;

/// An unframed board that no engine solves in a moment: 10 × 10, twelve labels.
fn hard_board() -> EdgeMatching {
    let mut state = 3u64;
    let mut number = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as i32 % 12
    };
    let n = 10;
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

fn strategies() -> &'static [Strategy] {
    if cfg!(feature = "highs") { &[Strategy::Auto, Strategy::Ilp, Strategy::Search] } else { &[Strategy::Search] }
}

#[test]
fn a_limit_of_no_time_leaves_everything_undecided() {
    for &strategy in strategies() {
        let solver = Solver::new().strategy(strategy).time_limit(Duration::ZERO);
        let board = hard_board();
        let outcome = solver.solve(&board).unwrap();
        assert!(matches!(outcome, Outcome::Undecided { limit: Limit::Time, incumbent: None }), "{strategy:?}");
        let uniqueness = solver.uniqueness(&board).unwrap();
        assert!(matches!(uniqueness, Uniqueness::Undecided { limit: Limit::Time, found: None }), "{strategy:?}");
        let answers: Vec<_> = solver.solutions(&board).collect();
        assert!(matches!(answers.as_slice(), [Err(Error::Undecided { limit: Limit::Time })]), "{strategy:?}");
        assert!(matches!(solver.count(&board, 5), Err(Error::Undecided { limit: Limit::Time })), "{strategy:?}");
        let explanation = solver.explain(&board).unwrap();
        assert_eq!((explanation.verdict, explanation.minimal), (Verdict::Undecided(Limit::Time), false));
    }
}

#[test]
fn a_short_limit_is_kept() {
    for &strategy in strategies() {
        let solver = Solver::new().strategy(strategy).time_limit(Duration::from_millis(30));
        let outcome = solver.solve(&hard_board()).unwrap();
        assert!(matches!(outcome, Outcome::Undecided { limit: Limit::Time, .. }), "{strategy:?}");
    }
}

#[test]
fn cancelled_before_and_meanwhile() {
    for &strategy in strategies() {
        let token = CancelToken::new();
        let solver = Solver::new().strategy(strategy).cancel(token.clone());
        let other = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(20));
            token.cancel();
        });
        let meanwhile = solver.solve(&hard_board()).unwrap();
        other.join().unwrap();
        let before = solver.solve(&hard_board()).unwrap();
        for outcome in [meanwhile, before] {
            assert!(matches!(outcome, Outcome::Undecided { limit: Limit::Cancelled, .. }), "{strategy:?}");
        }
    }
}

#[test]
fn a_limit_that_is_not_reached_changes_nothing() {
    let puzzle = CrossProduct::new(&[6, 20], &[8, 15]).unwrap();
    for &strategy in strategies() {
        let solver = Solver::new().strategy(strategy).time_limit(Duration::from_secs(600)).cancel(CancelToken::new());
        assert_eq!(solver.solve(&puzzle).unwrap().into_answer().unwrap().to_string(), "2 3\n4 5");
    }
}

#[test]
fn news_name_the_phases() {
    for &strategy in strategies() {
        let expected: &[Phase] = match strategy {
            Strategy::Ilp => &[Phase::Solver],
            _ => &[Phase::Filtering, Phase::Search],
        };
        let phases = Arc::new(Mutex::new(Vec::new()));
        let (heard, token) = (Arc::clone(&phases), CancelToken::new());
        let nodes = Arc::new(AtomicU64::new(0));
        let (counted, switch) = (Arc::clone(&nodes), token.clone());
        // Cancelled once all was heard, so that no clock decides.
        let solver = Solver::new().strategy(strategy).cancel(token).on_progress(move |news| {
            let mut phases = heard.lock().unwrap();
            if phases.last() != Some(&news.phase) {
                phases.push(news.phase);
            }
            counted.fetch_max(news.nodes, Ordering::Relaxed);
            if phases.len() == expected.len() {
                switch.cancel();
            }
        });
        let outcome = solver.solve(&hard_board()).unwrap();
        assert!(matches!(outcome, Outcome::Undecided { limit: Limit::Cancelled, .. }), "{strategy:?}");
        assert_eq!(*phases.lock().unwrap(), expected, "{strategy:?}");
        assert_eq!(nodes.load(Ordering::Relaxed) > 0, strategy != Strategy::Ilp);
    }
}

/// A panic must not run through the frames of HiGHS: it ends the solve there.
#[cfg(feature = "highs")]
#[test]
fn a_listener_that_panics_inside_highs_ends_the_solve() {
    let program = Solver::new().formulation(Formulation::as_published()).program(&hard_board()).unwrap();
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let mut request = Request::default();
    request.listener = Some(Listener::new(|_| panic!("a fault of the listener's")));
    let reply = Highs::new().solve(&program, &request);
    std::panic::set_hook(hook);
    assert!(matches!(&reply, Ok(Reply { status: Status::Stopped(_), .. })), "{reply:?}");
}

#[test]
fn an_incumbent_is_checked_and_comes_with_the_limit() {
    if !cfg!(feature = "highs") {
        return;
    }
    // A large Latin square with weights: feasible at once, optimal only after long.
    let n = 12;
    let mut model = Model::new();
    let x = model.digits("x", n, n, 1..=n as u32);
    for i in 0..n {
        model.rule(format!("row {i}"), all_different(x.row(i)));
        model.rule(format!("column {i}"), all_different(x.col(i)));
    }
    let weight = |r: usize, c: usize, v: u32| ((r * 31 + c * 17 + v as usize * 13) * 7919 % 101) as i64;
    let mut weights = Vec::new();
    for ((r, c), &cell) in x.indexed() {
        weights.extend((1..=n as u32).map(|v| (cell, v, weight(r, c, v))));
    }
    model.maximise(weights);
    let solver = Solver::new().time_limit(Duration::from_secs(2));
    match solver.solve(&model).unwrap() {
        Outcome::Undecided { limit: Limit::Time, incumbent: Some(solution) }
        | Outcome::Solved { answer: solution, .. } => {
            assert!(model.check(solution.assignment()).is_ok());
            assert!(solution.objective().is_some());
            assert_eq!(solution.objective(), model.objective_value(solution.assignment()));
        }
        other => panic!("{other:?}"),
    }
}

/// HiGHS keeps the first number of threads of the thread that calls it: another number is for a thread of its own.
#[cfg(feature = "highs")]
#[test]
fn any_number_of_threads_after_any_other() {
    let puzzle = Futoshiki::new(4).unwrap().given((0, 0), 1).less((1, 1), (0, 1));
    let solver = Solver::new().strategy(Strategy::Ilp);
    for threads in [1, 2, 1, 3, u32::MAX, 0, 2] {
        let outcome = solver.clone().threads(threads).solve(&puzzle);
        assert!(matches!(outcome, Ok(Outcome::Solved { .. })), "{threads} threads: {outcome:?}");
    }
}

/// Two cells of many values: their mates are computed, not looked for, so that a limit is kept.
#[test]
fn a_difference_over_large_domains() {
    let mut model = Model::new();
    let x = model.digits("x", 1, 2, 0..=65_535);
    model.post("far apart", difference(x.cells(), 65_535));
    let y = model.digits("y", 1, 2, 1..=65_535);
    model.post("many times", ratio(y.cells(), 40_000));
    let solver = Solver::new().strategy(Strategy::Search);
    let candidates = solver.candidates(&model).unwrap();
    assert_eq!(candidates.values(x[(0, 0)]), [0, 65_535]);
    assert_eq!(candidates.values(y[(0, 1)]), [1, 40_000]);
}
