//! Checks a grid against givens and inequalities, without the model.

use super::Clues;
use crate::grid::Grid;
use crate::input::{At, Violation};

impl Clues {
    pub(in crate::puzzles) fn verify(&self, answer: &Grid<u32>) -> Result<(), Violation> {
        if (answer.height(), answer.width()) != (self.rows, self.cols) {
            let expected = format!("{} × {}", self.rows, self.cols);
            let found = format!("{} × {}", answer.height(), answer.width());
            return Err(Violation::new("the grid's shape", expected, found));
        }
        for (cell, &value) in answer.indexed() {
            if !self.values.contains(value) {
                return Err(Violation::new(At::from(cell), &self.values, value));
            }
        }
        // Clues may name any cell: whether the grid has it is looked at when the puzzle is solved.
        let held = |cell: At, label: String| match answer.get((cell.0, cell.1)) {
            Some(&value) => Ok(value),
            None => Err(Violation::new(label, "a cell of the grid", cell)),
        };
        for given in &self.givens {
            let found = held(given.cell, given.label())?;
            if found != given.value {
                return Err(Violation::new(given.label(), given.value, found));
            }
        }
        for relation in &self.relations {
            let (a, b) = (held(relation.smaller, relation.label())?, held(relation.larger, relation.label())?);
            let holds = if relation.strict { a < b } else { a <= b };
            if !holds {
                return Err(Violation::new(relation.label(), relation.label(), format!("{a} and {b}")));
            }
        }
        Ok(())
    }
}
