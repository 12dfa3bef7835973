//! Checks a grid against the products, without the model.

use super::CrossProduct;
use crate::grid::Grid;
use crate::input::{At, Magnitude, Violation};

pub(super) fn verify(puzzle: &CrossProduct, answer: &Grid<u32>) -> Result<(), Violation> {
    let (rows, cols) = (puzzle.rows.len(), puzzle.cols.len());
    if (answer.height(), answer.width()) != (rows, cols) {
        let found = format!("{} × {}", answer.height(), answer.width());
        return Err(Violation::new("the grid's shape", format!("{rows} × {cols}"), found));
    }
    for (cell, &digit) in answer.indexed() {
        if !puzzle.digits.contains(digit) {
            return Err(Violation::new(At::from(cell), &puzzle.digits, digit));
        }
    }
    for (r, clue) in puzzle.rows.iter().enumerate() {
        let product = Magnitude::product(answer.row(r).copied());
        if product != *clue {
            return Err(Violation::new(super::row_label(r, clue), clue, product));
        }
    }
    for (c, clue) in puzzle.cols.iter().enumerate() {
        let product = Magnitude::product(answer.col(c).copied());
        if product != *clue {
            return Err(Violation::new(super::column_label(c, clue), clue, product));
        }
    }
    if puzzle.all_different {
        let mut digits: Vec<u32> = answer.cells().copied().collect();
        digits.sort_unstable();
        if let Some(pair) = digits.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(Violation::new("all digits differ", "each digit once", format!("{} twice", pair[0])));
        }
    }
    Ok(())
}
