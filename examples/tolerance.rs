//! A room of four cells with the product 3025 in a 12 × 12 Latin square: exact rows against the published logarithms.
//!
//! The published rows accept every product within 0.1 % of the clue. For 3025 and values up to 12 there is one more of
//! these: 3024. A grid that holds it is cut off and counted, and solving goes on. Takes a few seconds.

use std::time::Instant;

use puzzle_ilp::{FactorRooms, Formulation, Grid, Solver, Strategy};

fn main() -> Result<(), puzzle_ilp::Error> {
    let room = Grid::from_fn(12, 12, |r, c| usize::from(r > 1 || c > 1));
    let puzzle = FactorRooms::from_regions(&room, &[Some(3025), None])?;
    for (name, formulation) in [("tight", Formulation::tight()), ("as published", Formulation::as_published())] {
        let start = Instant::now();
        let solver = Solver::new().strategy(Strategy::Ilp).formulation(formulation);
        let (outcome, report) = solver.solve_with_report(&puzzle)?;
        let grid = outcome.into_answer()?;
        let [a, b, c, d] = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|cell| grid[cell]);
        println!(
            "{name}: {a}·{b}·{c}·{d} = {}, wrong grids cut off: {}, {:.2} s",
            a * b * c * d,
            report.rejected,
            start.elapsed().as_secs_f64()
        );
    }
    Ok(())
}
