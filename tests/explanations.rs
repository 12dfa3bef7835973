//! Explanations are contradictions, each clue in them is needed, and they hold the clue that was changed; and the tools for
//! those who set puzzles.

mod oracle;
mod plant;

use oracle::{Inequalities, Rows};
use proptest::prelude::*;
use puzzle_ilp::*;

/// Has the puzzle a solution with only these clues?
fn can_hold(spec: &Inequalities, kept: &[String]) -> bool {
    let mut part = spec.clone();
    part.givens.retain(|&((r, c), v)| kept.contains(&format!("r{}c{} = {v}", r + 1, c + 1)));
    part.relations.retain(|&(a, b, _)| kept.contains(&format!("r{}c{} < r{}c{}", a.0 + 1, a.1 + 1, b.0 + 1, b.1 + 1)));
    !part.solve(1).is_empty()
}

/// A small generator of numbers, so that five hundred cases are the same everywhere.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// A futoshiki of order 4 with one answer, and its grid.
fn unique_futoshiki(numbers: &mut Numbers) -> (Inequalities, Rows) {
    loop {
        let n = 4;
        let (a, b) = (numbers.below(n), 1 + 2 * numbers.below(2));
        let grid: Rows = (0..n).map(|r| (0..n).map(|c| ((r * b + c + a) % n) as u32 + 1).collect()).collect();
        let mut spec = Inequalities {
            rows: n,
            cols: n,
            values: (1..=n as u32).collect(),
            givens: vec![],
            relations: vec![],
            latin: true,
        };
        for _ in 0..6 {
            let (r, c) = (numbers.below(n), numbers.below(n));
            let (low, high) =
                if numbers.below(2) == 0 { ((r, c), ((r + 1) % n, c)) } else { ((r, c), (r, (c + 1) % n)) };
            let (low, high) = if grid[low.0][low.1] < grid[high.0][high.1] { (low, high) } else { (high, low) };
            if !spec.relations.contains(&(low, high, true)) {
                spec.relations.push((low, high, true));
            }
        }
        for _ in 0..4 {
            let (r, c) = (numbers.below(n), numbers.below(n));
            if !spec.givens.contains(&((r, c), grid[r][c])) {
                spec.givens.push(((r, c), grid[r][c]));
            }
        }
        if spec.solve(2).len() == 1 {
            return (spec, grid);
        }
    }
}

#[test]
fn of_a_changed_clue_hold_it_and_are_minimal() {
    let mut numbers = Numbers(1);
    let mut cases = 0;
    while cases < 500 {
        let (mut spec, _) = unique_futoshiki(&mut numbers);
        // One clue is changed: a given to another value, or a sign turned round.
        let changed = if numbers.below(2) == 0 {
            let i = numbers.below(spec.givens.len());
            let ((r, c), v) = spec.givens[i];
            let other = (v + numbers.below(3) as u32) % 4 + 1;
            spec.givens[i] = ((r, c), other);
            format!("r{}c{} = {other}", r + 1, c + 1)
        } else {
            let i = numbers.below(spec.relations.len());
            let (a, b, strict) = spec.relations[i];
            spec.relations[i] = (b, a, strict);
            format!("r{}c{} < r{}c{}", b.0 + 1, b.1 + 1, a.0 + 1, a.1 + 1)
        };
        if !spec.solve(1).is_empty() {
            continue;
        }
        cases += 1;
        let puzzle = plant::futoshiki(&spec);
        let explanation = Solver::new().explain(&puzzle).unwrap();
        assert!(matches!(explanation.verdict, Verdict::Contradiction(_)), "{explanation}");
        assert!(explanation.minimal && explanation.clues.contains(&changed), "{changed}: {explanation}");
        assert!(!can_hold(&spec, &explanation.clues), "{explanation} can hold");
        for i in 0..explanation.clues.len() {
            let mut rest = explanation.clues.clone();
            let left_out = rest.remove(i);
            assert!(can_hold(&spec, &rest), "{left_out} is not needed in: {explanation}");
        }
    }
}

#[test]
fn speak_in_the_words_of_the_puzzle() {
    let solver = Solver::new();
    let text = |puzzle: &CrossProduct| solver.explain(puzzle).unwrap().to_string();
    let foreign = text(&CrossProduct::new(&[11, 6], &[6, 11]).unwrap());
    assert!(
        foreign.starts_with("row 1's product 11 cannot hold (row 1's product 11: 11 has the factor 11"),
        "{foreign}"
    );
    let rooms = FactorRooms::new(&["AB", "AB"], &[2, 4]).unwrap();
    assert!(solver.explain(&rooms).unwrap().to_string().starts_with("room B's product 4 cannot hold"));
    let loose = Futoshiki::new(3).unwrap().given((0, 0), 1);
    let explanation = solver.explain(&loose).unwrap();
    assert_eq!(
        (explanation.to_string().as_str(), &explanation.verdict),
        ("the clues hold together", &Verdict::Consistent)
    );
    assert!(explanation.clues.is_empty());
}

#[test]
fn of_totals_name_clues_that_are_all_needed() {
    // 2·3 and 4·5 against 8·30: the columns hold one 2 more than the rows.
    if !cfg!(feature = "highs") {
        return;
    }
    let puzzle = CrossProduct::new(&[6u32, 20], &[8, 30]).unwrap();
    let explanation = Solver::new().explain(&puzzle).unwrap();
    assert!(matches!(&explanation.verdict, Verdict::Contradiction(Proof::Arithmetic(Cause::TotalsDiffer { .. }))));
    assert!(explanation.minimal && explanation.clues.len() > 1, "{explanation}");
    // Each clue alone left out, the others have a grid: as a model of the remaining products.
    for left_out in &explanation.clues {
        let mut model = Model::new();
        let x = model.digits("x", 2, 2, 1..=9);
        for (i, (row, col)) in [(6u32, 8u32), (20, 30)].into_iter().enumerate() {
            for (label, cells, clue) in [
                (format!("row {}'s product {row}", i + 1), x.row(i).copied().collect::<Vec<_>>(), row),
                (format!("column {}'s product {col}", i + 1), x.col(i).copied().collect(), col),
            ] {
                if explanation.clues.contains(&label) && label != *left_out {
                    model.post(label, product(cells, clue));
                }
            }
        }
        assert!(Solver::new().solve_model(&model).is_ok(), "{left_out} is not needed");
    }
}

#[test]
fn rules_alone_are_told_apart_from_clues() {
    let mut model = Model::new();
    let x = model.digits("x", 1, 3, 1..=2);
    model.rule("differ", all_different(x.cells()));
    model.post("r1c1 = 1", fixed(x[(0, 0)], 1));
    let explanation = Solver::new().explain(&model).unwrap();
    assert_eq!(explanation.to_string(), "the rules alone cannot hold");
    assert!(explanation.clues.is_empty() && explanation.minimal);
}

proptest! {
    #![proptest_config(plant::config(80, "proptest-regressions/explanations.txt"))]

    /// The candidates are the values of all answers put together.
    #[test]
    fn candidates_are_the_values_of_all_answers((spec, _) in plant::planted_futoshiki(4)) {
        let puzzle = plant::futoshiki(&spec);
        let answers = spec.solve(5_000);
        let candidates = Solver::new().candidates(&puzzle).unwrap();
        for ((r, c), &cell) in candidates.cells.indexed() {
            let mut expected: Vec<u32> = answers.iter().map(|rows| rows[r][c]).collect();
            expected.sort_unstable();
            expected.dedup();
            prop_assert_eq!(candidates.values(cell), expected.as_slice());
            prop_assert_eq!(candidates.forced(cell), if expected.len() == 1 { Some(expected[0]) } else { None });
            prop_assert!(candidates.open(cell).is_empty());
        }
    }

    /// A clue is redundant when the others have no answer that breaks it.
    #[test]
    fn redundant_clues_are_implied((spec, _) in plant::planted_futoshiki(4)) {
        let puzzle = plant::futoshiki(&spec);
        let redundant = Solver::new().redundant_clues(&puzzle).unwrap();
        let all = spec.solve(5_000).len();
        let mut distinct = spec.clone();
        distinct.givens.sort_unstable();
        distinct.givens.dedup();
        distinct.relations.sort_unstable();
        distinct.relations.dedup();
        for i in 0..distinct.givens.len() {
            let ((r, c), v) = distinct.givens[i];
            let mut rest = distinct.clone();
            rest.givens.remove(i);
            let implied = rest.solve(5_000).len() == all;
            prop_assert_eq!(redundant.contains(&format!("r{}c{} = {v}", r + 1, c + 1)), implied);
        }
        for i in 0..distinct.relations.len() {
            let (a, b, _) = distinct.relations[i];
            let mut rest = distinct.clone();
            rest.relations.remove(i);
            let implied = rest.solve(5_000).len() == all;
            prop_assert_eq!(redundant.contains(&format!("r{}c{} < r{}c{}", a.0 + 1, a.1 + 1, b.0 + 1, b.1 + 1)), implied);
        }
    }

    /// A minimal clue set keeps the answer unique, and no clue of it can be dropped.
    #[test]
    fn minimised_clues_are_all_needed(seed in any::<u64>(), order in any::<u64>()) {
        let (spec, grid) = unique_futoshiki(&mut Numbers(seed));
        let puzzle = plant::futoshiki(&spec);
        let (model, _) = puzzle.model().unwrap();
        let kept = Solver::new().minimise(&puzzle, order).unwrap();
        prop_assert!(kept.unique && kept.minimal);
        let labels: Vec<String> = model.posted().iter().filter(|p| p.role() == Role::Clue).map(|p| p.label().to_owned()).collect();
        prop_assert_eq!(&kept.indices.iter().map(|&i| labels[i].clone()).collect::<Vec<_>>(), &kept.clues);
        let answers = |clues: &[String]| {
            let mut part = spec.clone();
            part.givens.retain(|&((r, c), v)| clues.contains(&format!("r{}c{} = {v}", r + 1, c + 1)));
            part.relations.retain(|&(a, b, _)| clues.contains(&format!("r{}c{} < r{}c{}", a.0 + 1, a.1 + 1, b.0 + 1, b.1 + 1)));
            part.solve(2)
        };
        prop_assert_eq!(answers(&kept.clues), vec![grid]);
        for i in 0..kept.clues.len() {
            let mut rest = kept.clues.clone();
            rest.remove(i);
            prop_assert_eq!(answers(&rest).len(), 2);
        }
        prop_assert!(can_hold(&spec, &kept.clues));
        // The same seed gives the same set.
        prop_assert_eq!(&Solver::new().minimise(&puzzle, order).unwrap(), &kept);
    }

    /// No valid grid agrees with a wrong one in more cells than the nearest.
    #[test]
    fn the_nearest_grid_is_the_nearest((spec, _) in plant::planted_futoshiki(3), wrong in proptest::collection::vec(0u32..5, 9)) {
        let puzzle = plant::futoshiki(&spec);
        let n = spec.rows;
        let wrong = Grid::from_fn(n, n, |r, c| wrong[r * n + c]);
        let agreement = |rows: &Rows| (0..n).flat_map(|r| (0..n).map(move |c| (r, c))).filter(|&(r, c)| rows[r][c] == wrong[(r, c)]).count();
        let best = spec.solve(1_000).iter().map(agreement).max().unwrap();
        let strategies: &[puzzle_ilp::Strategy] = if cfg!(feature = "highs") { &[puzzle_ilp::Strategy::Auto, puzzle_ilp::Strategy::Search] } else { &[puzzle_ilp::Strategy::Search] };
        for &strategy in strategies {
            let nearest = Solver::new().strategy(strategy).nearest(&puzzle, &wrong).unwrap().into_answer().unwrap();
            let rows = plant::rows_of(&nearest);
            prop_assert!(spec.check(&rows).is_ok());
            prop_assert_eq!(agreement(&rows), best);
        }
    }
}

/// The reason that is found first may speak of other clues than those that are needed.
#[test]
fn the_reason_is_about_the_clues_named() {
    // 49 is no divisor of 8, and 49·1 is not 8·8.
    let puzzle = CrossProduct::new(&[49u32, 1], &[8, 8]).unwrap();
    let explanation = Solver::new().strategy(puzzle_ilp::Strategy::Search).explain(&puzzle).unwrap();
    assert_eq!(explanation.clues.len(), 2);
    assert!(matches!(explanation.verdict, Verdict::Contradiction(Proof::Filtering)), "{explanation:?}");
    assert_eq!(explanation.to_string(), "row 1's product 49 and column 1's product 8 cannot hold together");
    // Where all clues are needed, the reason stays: 2·2 is not 8.
    let puzzle = CrossProduct::new(&[2u32, 2], &[8]).unwrap();
    let explanation = Solver::new().strategy(puzzle_ilp::Strategy::Search).explain(&puzzle).unwrap();
    assert_eq!(explanation.clues.len(), 3);
    assert!(
        matches!(
            explanation.verdict,
            Verdict::Contradiction(Proof::Arithmetic(Cause::TotalsDiffer { factor: 2, in_rows: 2, in_columns: 3, .. }))
        ),
        "{explanation:?}"
    );
    // A reason in the tiles stays, too: a board of tiles without mates, and a hint that has nothing to do with it.
    let tiles = vec![Tile::from([1, 1, 1, 1]); 4];
    let board = EdgeMatching::new(2, 2, &tiles).unwrap().mates(Mates::Opposite).hint((0, 0), 0, 0);
    let explanation = Solver::new().strategy(puzzle_ilp::Strategy::Search).explain(&board).unwrap();
    assert!(explanation.clues.is_empty(), "{explanation}");
    assert!(
        matches!(explanation.verdict, Verdict::Contradiction(Proof::Arithmetic(Cause::LabelWithoutMate { .. }))),
        "{explanation:?}"
    );
    println!("{explanation}");
}
