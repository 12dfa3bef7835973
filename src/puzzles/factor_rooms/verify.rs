//! Checks a grid against the rooms' products and the rule of rows and columns, without the model.

use super::FactorRooms;
use crate::grid::Grid;
use crate::input::{At, Magnitude, Violation};
use crate::puzzles::futoshiki::latin;

pub(super) fn verify(puzzle: &FactorRooms, answer: &Grid<u32>) -> Result<(), Violation> {
    let n = puzzle.room_of.height();
    if (answer.height(), answer.width()) != (n, n) {
        let found = format!("{} × {}", answer.height(), answer.width());
        return Err(Violation::new("the grid's shape", format!("{n} × {n}"), found));
    }
    for (cell, &value) in answer.indexed() {
        if value == 0 || value as usize > n {
            return Err(Violation::new(At::from(cell), format!("1..={n}"), value));
        }
    }
    latin(answer)?;
    for room in &puzzle.rooms {
        let product = Magnitude::product(room.cells.iter().map(|&cell| answer[cell]));
        if let Some(clue) = room.product.as_ref().filter(|clue| **clue != product) {
            return Err(Violation::new(room.label(), clue, product));
        }
    }
    Ok(())
}
