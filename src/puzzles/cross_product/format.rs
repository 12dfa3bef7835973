//! A cross product as text: the grid, the products of the rows to its right and those of the columns below.

use std::fmt;

use super::CrossProduct;
use crate::grid::Grid;

/// The grid of a cross product with its clues in the margin.
struct Board<'a> {
    puzzle: &'a CrossProduct,
    answer: Option<&'a Grid<u32>>,
}

impl CrossProduct {
    /// An answer with the products in the margin.
    pub fn display<'a>(&'a self, answer: &'a Grid<u32>) -> impl fmt::Display + 'a {
        Board { puzzle: self, answer: Some(answer) }
    }
}

/// The empty grid with the products in the margin.
impl fmt::Display for CrossProduct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Board { puzzle: self, answer: None }.fmt(f)
    }
}

impl fmt::Display for Board<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns: Vec<String> = self.puzzle.cols.iter().map(ToString::to_string).collect();
        let cell = |r: usize, c: usize| {
            self.answer.and_then(|grid| grid.get((r, c))).map_or_else(|| "·".to_owned(), ToString::to_string)
        };
        let widths: Vec<usize> = (0..columns.len())
            .map(|c| (0..self.puzzle.rows.len()).map(|r| cell(r, c).chars().count()).fold(columns[c].len(), usize::max))
            .collect();
        for (r, product) in self.puzzle.rows.iter().enumerate() {
            for c in 0..columns.len() {
                write!(f, "{:>width$} ", cell(r, c), width = widths[c])?;
            }
            writeln!(f, "│ {product}")?;
        }
        for width in &widths {
            write!(f, "{}", "─".repeat(width + 1))?;
        }
        writeln!(f, "┘")?;
        let columns: Vec<String> =
            columns.iter().zip(&widths).map(|(clue, &width)| format!("{clue:>width$}")).collect();
        write!(f, "{}", columns.join(" "))
    }
}
