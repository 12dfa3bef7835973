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
    /// The relation that is drawn between two neighbours, the first left of or above the second, and the place of its sign
    /// among: smaller first, larger first, their weak forms. There is room for one; of several the first of these.
    fn drawn(&self, first: At, second: At) -> Option<(Relation, usize)> {
        let ways = [(first, second, true), (second, first, true), (first, second, false), (second, first, false)];
        let relations = ways.map(|(smaller, larger, strict)| Relation { smaller, larger, strict });
        let place = relations.iter().position(|relation| self.clues.relations.contains(relation))?;
        Some((relations[place], place))
    }

    fn sign(&self, first: At, second: At, signs: [char; 4]) -> char {
        self.drawn(first, second).map_or(' ', |(_, place)| signs[place])
    }

    /// Is the relation drawn between two neighbours of the grid?
    fn is_drawn(&self, relation: Relation) -> bool {
        let (first, second) = (relation.smaller.min(relation.larger), relation.smaller.max(relation.larger));
        let inside = second.0 < self.clues.rows && first.1.max(second.1) < self.clues.cols;
        let distance = first.0.abs_diff(second.0).saturating_add(first.1.abs_diff(second.1));
        inside && distance == 1 && self.drawn(first, second).is_some_and(|(drawn, _)| drawn == relation)
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
        let listed = self.clues.relations.iter().filter(|relation| !self.is_drawn(**relation));
        lines.extend(listed.map(Relation::label));
        let text: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
        f.write_str(&text.join("\n"))
    }
}
