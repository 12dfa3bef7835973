//! Solves the cross product of the README and prints it with its clues.

use puzzle_ilp::{CrossProduct, solve_cross_product};

fn main() -> Result<(), puzzle_ilp::Error> {
    let rows = [280u64, 168, 162, 360, 60, 256, 126];
    let cols = [183_708, 245_760, 117_600];
    let grid = solve_cross_product(&rows, &cols)?;
    println!("{}", CrossProduct::new(&rows, &cols)?.display(&grid));
    Ok(())
}
