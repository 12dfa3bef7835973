//! A futoshiki as text: as an inequality grid.

use std::fmt;

use super::Futoshiki;
use crate::grid::Grid;
use crate::puzzles::inequality_grid::board;

impl Futoshiki {
    /// An answer with the signs between its cells.
    pub fn display<'a>(&'a self, answer: &'a Grid<u32>) -> impl fmt::Display + 'a {
        board(&self.clues, Some(answer))
    }
}

/// The givens, `·` for an open cell, and the signs between the cells.
impl fmt::Display for Futoshiki {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        board(&self.clues, None).fmt(f)
    }
}
