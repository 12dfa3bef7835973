//! Checks that no row or column of a grid repeats a value.

use crate::grid::Grid;
use crate::input::Violation;

pub(in crate::puzzles) fn latin(answer: &Grid<u32>) -> Result<(), Violation> {
    for (r, row) in answer.rows().enumerate() {
        once(&format!("row {}", r + 1), row)?;
    }
    for (c, col) in answer.cols().enumerate() {
        once(&format!("column {}", c + 1), col)?;
    }
    Ok(())
}

fn once<'a>(line: &str, cells: impl Iterator<Item = &'a u32>) -> Result<(), Violation> {
    let mut values: Vec<u32> = cells.copied().collect();
    values.sort_unstable();
    match values.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(Violation::new(line, "each value once", format!("{} twice", pair[0]))),
        None => Ok(()),
    }
}
