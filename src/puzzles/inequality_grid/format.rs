//! A grid with inequalities as text: `<` and `>` between neighbours of a row, `∧` and `∨` between neighbours of a column
//! (the open side towards the larger), the others in a list below.

use std::fmt;

use super::{Clues, InequalityGrid, Relation};
use crate::grid::Grid;
use crate::input::At;

/// The grid with its relations; the givens without an answer, the answer with one.
pub(in crate::puzzles) fn board<'a>(clues: &'a Clues, answer: Option<&'a Grid<u32>>) -> impl fmt::Display + 'a {
    Board { clues, answer }
}

struct Board<'a> {
    clues: &'a Clues,
    answer: Option<&'a Grid<u32>>,
}

impl InequalityGrid {
    /// An answer with the relations between its cells.
    pub fn display<'a>(&'a self, answer: &'a Grid<u32>) -> impl fmt::Display + 'a {
        board(&self.clues, Some(answer))
    }
}

/// The givens, `·` for an open cell, and the relations between the cells.
impl fmt::Display for InequalityGrid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        board(&self.clues, None).fmt(f)
    }
}

impl Board<'_> {
    /// The sign between two neighbours, first one left of or above the second: smaller-first, larger-first, their weak forms.
    fn sign(&self, first: At, second: At, signs: [char; 4]) -> char {
        let between = |smaller, larger, strict| self.clues.relations.contains(&Relation { smaller, larger, strict });
        let [less, greater, at_most, at_least] = signs;
        if between(first, second, true) {
            less
        } else if between(second, first, true) {
            greater
        } else if between(first, second, false) {
            at_most
        } else if between(second, first, false) {
            at_least
        } else {
            ' '
        }
    }
}

impl fmt::Display for Board<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut texts = Grid::from_fn(self.clues.rows, self.clues.cols, |r, c| {
            self.answer.and_then(|grid| grid.get((r, c))).map_or_else(|| "·".to_owned(), ToString::to_string)
        });
        if self.answer.is_none() {
            for given in &self.clues.givens {
                if texts.get((given.cell.0, given.cell.1)).is_some() {
                    texts[(given.cell.0, given.cell.1)] = given.value.to_string();
                }
            }
        }
        let width = texts.cells().map(|text| text.chars().count()).max().unwrap_or(1);
        let mut lines = Vec::new();
        for r in 0..self.clues.rows {
            let mut line = String::new();
            for c in 0..self.clues.cols {
                if c > 0 {
                    let sign = self.sign(At(r, c - 1), At(r, c), ['<', '>', '≤', '≥']);
                    line.push_str(&format!(" {sign} "));
                }
                line.push_str(&format!("{:>width$}", texts[(r, c)]));
            }
            lines.push(line);
            if r + 1 < self.clues.rows {
                let mut line = String::new();
                for c in 0..self.clues.cols {
                    let sign = self.sign(At(r, c), At(r + 1, c), ['∧', '∨', '⊼', '⊻']);
                    line.push_str(&format!("{}{sign:>width$}", if c > 0 { "   " } else { "" }));
                }
                lines.push(line);
            }
        }
        for relation in &self.clues.relations {
            let (a, b) = (relation.smaller, relation.larger);
            if a.0.abs_diff(b.0).saturating_add(a.1.abs_diff(b.1)) != 1 {
                lines.push(relation.label());
            }
        }
        let text: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
        f.write_str(&text.join("\n"))
    }
}
