//! Cross products from 20×20 to 300×300 with clues of hundreds of digits: the whole door against the bare call of HiGHS on the same
//! program, alternately.

mod support;

use std::time::Instant;

use puzzle_ilp::{Backend, CompileOptions, Highs, Outcome, Puzzle, Request, Solver, Strategy};
use support::median;

/// The most memory that the process has held, where the system tells.
fn peak_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    status.lines().find_map(|line| line.strip_prefix("VmHWM:")).map_or_else(String::new, |kib| kib.trim().to_owned())
}

fn main() {
    let sizes: &[(usize, usize)] = if support::is_test() { &[(6, 1)] } else { &[(20, 9), (40, 9), (150, 5), (300, 3)] };
    println!("| size | columns | bare | Ilp | Auto | Ilp / bare | Auto / Ilp | peak memory |");
    println!("|---|---|---|---|---|---|---|---|");
    for &(n, runs) in sizes {
        let puzzle = support::cross_product(n, 7);
        let (model, _) = puzzle.model().unwrap();
        let (program, _) = model.compile(model.domains(), &CompileOptions::default()).unwrap();
        let (mut bare, mut ilp, mut auto) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..runs {
            let start = Instant::now();
            Highs::new().solve(&program, &Request::default()).unwrap();
            bare.push(start.elapsed().as_secs_f64());
            for (strategy, times) in [(Strategy::Ilp, &mut ilp), (Strategy::Auto, &mut auto)] {
                let solver = Solver::new().strategy(strategy);
                let start = Instant::now();
                let outcome = solver.solve(&puzzle).unwrap();
                times.push(start.elapsed().as_secs_f64());
                let Outcome::Solved { answer, .. } = outcome else { panic!("undecided") };
                puzzle.verify(&answer).unwrap();
            }
        }
        let (bare, ilp, auto) = (median(&mut bare), median(&mut ilp), median(&mut auto));
        println!(
            "| {n}×{n} | {} | {bare:.3} s | {ilp:.3} s | {auto:.3} s | {:.2} | {:.2} | {} |",
            program.size().columns,
            ilp / bare,
            auto / ilp,
            peak_memory()
        );
    }
}
