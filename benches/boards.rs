//! Tile boards: the four ways to write a seam, by size of the board; and the best partial boards.
//!
//! Single-shot under a cap: an integer program of a board of 6 × 6 may take minutes.

mod support;

use std::time::{Duration, Instant};

use highs::{HighsModelStatus, RowProblem, Sense};
use puzzle_ilp::{EdgeMatching, Formulation, Grid, Partial, Program, SeamRows, Solver, Strategy, Tile};
use support::{Measured, Numbers, geometric_mean, median, once};

/// The tiles of a board that was drawn: labels 1 to `labels` inside, the frame's label 0 on the rim where there is one.
fn planted(size: usize, labels: usize, framed: bool, numbers: &mut Numbers) -> Vec<Tile> {
    let mut label = |rim: bool| if rim && framed { 0 } else { numbers.below(labels) as i32 + 1 };
    let above = Grid::from_fn(size + 1, size, |r, _| label(r == 0 || r == size));
    let beside = Grid::from_fn(size, size + 1, |_, c| label(c == 0 || c == size));
    let lying = Grid::from_fn(size, size, |r, c| {
        Tile::from([above[(r, c)], beside[(r, c + 1)], above[(r + 1, c)], beside[(r, c)]])
    });
    let mut tiles: Vec<Tile> = lying.cells().map(|tile| tile.turned(numbers.below(4) as u8)).collect();
    numbers.shuffle(&mut tiles);
    tiles
}

fn board(size: usize, framed: bool, tiles: &[Tile]) -> EdgeMatching {
    let puzzle = EdgeMatching::new(size, size, tiles).unwrap();
    if framed { puzzle.frame(0) } else { puzzle }
}

/// The best value of a random objective over the linear relaxation, as a share of what the slots could earn one by one.
fn root_bound(program: &Program, seed: u64) -> f64 {
    let mut numbers = Numbers::new(seed);
    let mut problem = RowProblem::new();
    let columns: Vec<highs::Col> = program
        .columns()
        .iter()
        .map(|column| {
            // The slots' own columns come first, whatever the seams are written with; other columns earn nothing.
            let is_tile = column.name.starts_with("b_");
            let weight = if is_tile { numbers.below(100) as f64 } else { 0.0 };
            problem.add_column(weight, column.lower as f64..=column.upper as f64)
        })
        .collect();
    for row in program.rows() {
        let bounds = (
            row.lower.map_or(std::ops::Bound::Unbounded, |b| std::ops::Bound::Included(b as f64)),
            row.upper.map_or(std::ops::Bound::Unbounded, |b| std::ops::Bound::Included(b as f64)),
        );
        problem.add_row::<f64, _, _, _>(bounds, row.terms.iter().map(|&(c, k)| (columns[c.index()], k as f64)));
    }
    let mut numbers = Numbers::new(seed);
    let mut of_slot: std::collections::BTreeMap<&str, usize> = std::collections::BTreeMap::new();
    for column in program.columns().iter().filter(|column| column.name.starts_with("b_")) {
        let weight = numbers.below(100);
        let slot = column.name.split("_t").next().unwrap_or_default();
        let best = of_slot.entry(slot).or_default();
        *best = weight.max(*best);
    }
    let earned = of_slot.values().sum::<usize>() as f64;
    let solved = problem.optimise(Sense::Maximise).solve();
    assert_eq!(solved.status(), HighsModelStatus::Optimal);
    solved.objective_value() / earned
}

const SEAMS: [(&str, SeamRows); 4] = [
    ("weighted sum, as published", SeamRows::Weighted),
    ("per label (default)", SeamRows::PerLabel),
    ("label columns", SeamRows::LabelColumns),
    ("clique", SeamRows::Clique),
];

/// Sizes, root bound, nodes and time of each way to write a seam.
fn ablation(cap: Duration) {
    println!("| board | seams | columns | rows | nonzeros | root bound | nodes | time |");
    println!("|---|---|---|---|---|---|---|---|");
    let sizes: &[(usize, bool)] = if support::is_test() {
        &[(3, true)]
    } else {
        &[(3, false), (3, true), (4, false), (4, true), (5, false), (5, true), (6, true), (7, true)]
    };
    let seeds = if support::is_test() { 1 } else { 3 };
    for &(size, framed) in sizes {
        let labels = size + 2;
        let puzzles: Vec<EdgeMatching> = (1..=seeds)
            .map(|seed| board(size, framed, &planted(size, labels, framed, &mut Numbers::new(seed))))
            .collect();
        let name = format!("{size} × {size}, {}{labels} labels", if framed { "framed, " } else { "" });
        for (rows, seam) in SEAMS {
            let formulation = Formulation::tight().with_seam(seam);
            let solver = Solver::new().strategy(Strategy::Ilp).formulation(formulation).time_limit(cap);
            let program = solver.program(&puzzles[0]).unwrap();
            let bound = root_bound(&program, 7);
            let runs = until_undecided(&puzzles, &solver);
            report(&name, rows, Some((&program, bound)), &runs, cap);
        }
        let solver = Solver::new().strategy(Strategy::Search).time_limit(cap);
        let runs = until_undecided(&puzzles, &solver);
        report(&name, "(search, no program)", None, &runs, cap);
    }
}

/// Runs one after another; the first that reaches the cap is the last.
fn until_undecided(puzzles: &[EdgeMatching], solver: &Solver) -> Vec<Measured> {
    let mut runs = Vec::new();
    for puzzle in puzzles {
        runs.push(once(puzzle, solver));
        if runs.last().is_some_and(|run| !run.is_solved) {
            break;
        }
    }
    runs
}

/// One line: the median over the seeds, or how many were not solved under the cap.
fn report(name: &str, rows: &str, program: Option<(&Program, f64)>, runs: &[Measured], cap: Duration) {
    let sizes = match program {
        Some((program, bound)) => {
            let size = program.size();
            format!("{} | {} | {} | {bound:.3}", size.columns, size.rows, size.nonzeros)
        }
        None => "– | – | – | –".to_owned(),
    };
    let mut nodes: Vec<f64> = runs.iter().map(|run| (run.report.nodes + run.report.search_nodes) as f64).collect();
    let mut times: Vec<f64> = runs.iter().map(|run| if run.is_solved { run.seconds } else { f64::INFINITY }).collect();
    let time = if runs.iter().any(|run| !run.is_solved) { f64::INFINITY } else { median(&mut times) };
    let time = match time {
        time if time.is_infinite() => format!("above {} s", cap.as_secs()),
        time if time < 1.0 => format!("{:.1} ms", 1e3 * time),
        time => format!("{time:.1} s"),
    };
    println!("| {name} | {rows} | {sizes} | {} | {time} |", median(&mut nodes));
}

/// Framed boards with one tile changed: the most matched seams, proven.
fn partial() {
    println!();
    println!("| framed board, one tile changed | boards | proven | most broken seams | median | longest |");
    println!("|---|---|---|---|---|---|");
    // Size, labels, boards.
    let sizes: &[(usize, usize, u64)] =
        if support::is_test() { &[(4, 4, 1)] } else { &[(4, 4, 20), (5, 5, 20), (6, 6, 5)] };
    for &(size, labels, seeds) in sizes {
        let (mut times, mut proven, mut broken) = (Vec::new(), 0, 0);
        for seed in 1..=seeds {
            let mut numbers = Numbers::new(seed);
            let mut tiles = planted(size, labels, true, &mut numbers);
            let inner: Vec<usize> = (0..tiles.len()).filter(|&i| !tiles[i].labels.contains(&0)).collect();
            let changed = inner[numbers.below(inner.len())];
            tiles[changed] = Tile { labels: std::array::from_fn(|_| numbers.below(labels) as i32 + 1) };
            let start = Instant::now();
            let solver = Solver::new().time_limit(Duration::from_secs(60));
            let best = board(size, true, &tiles).best_board(&solver, Partial::UnmatchedSeams).unwrap();
            times.push(start.elapsed().as_secs_f64());
            proven += usize::from(best.is_optimal());
            broken = broken.max(best.board.unmatched.len());
        }
        let longest = times.iter().copied().fold(0.0, f64::max);
        println!(
            "| {size} × {size}, {labels} labels | {seeds} | {proven} | {broken} | {:.3} s | {longest:.3} s |",
            median(&mut times)
        );
    }
}

/// Per label against weighted, over the tile orders of Big Cat and small planted boards, alternately.
fn compare() {
    let seeds = if support::is_test() { 1 } else { 6 };
    let mut ratios = Vec::new();
    for seed in 1..=seeds {
        let mut tiles = support::big_cat_tiles();
        Numbers::new(seed).shuffle(&mut tiles);
        let puzzle = support::big_cat(&tiles);
        let solver = |seam| {
            let formulation = Formulation::tight().with_seam(seam);
            Solver::new().strategy(Strategy::Ilp).formulation(formulation).time_limit(Duration::from_secs(20))
        };
        let (mut tight, mut weighted) = (Vec::new(), Vec::new());
        for _ in 0..3 {
            tight.push(once(&puzzle, &solver(SeamRows::PerLabel)).seconds);
            weighted.push(once(&puzzle, &solver(SeamRows::Weighted)).seconds);
        }
        ratios.push(median(&mut tight) / median(&mut weighted));
    }
    println!();
    println!("Big Cat, tile orders: per label / weighted = {:.3} (geometric mean)", geometric_mean(&ratios));
}

fn main() {
    ablation(Duration::from_secs(if support::is_test() { 10 } else { 30 }));
    compare();
    partial();
}
