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
        let held = |cell: At| answer[(cell.0, cell.1)];
        for given in &self.givens {
            if held(given.cell) != given.value {
                return Err(Violation::new(given.label(), given.value, held(given.cell)));
            }
        }
        for relation in &self.relations {
            let (a, b) = (held(relation.smaller), held(relation.larger));
            let holds = if relation.strict { a < b } else { a <= b };
            if !holds {
                return Err(Violation::new(relation.label(), relation.label(), format!("{a} and {b}")));
            }
        }
        Ok(())
    }
}
