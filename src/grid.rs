//! [`Grid`]: a rectangle of values, row by row.

use std::fmt;
use std::ops::{Index, IndexMut};

/// A rectangle of values in row-major order; rectangular by construction.
///
/// Coordinates are `(row, column)`, both from 0.
///
/// ```
/// use puzzle_ilp::Grid;
/// let grid = Grid::from_fn(2, 3, |r, c| 10 * r + c);
/// assert_eq!(grid[(1, 2)], 12);
/// assert_eq!(grid.row(0).sum::<usize>(), 3);
/// assert_eq!(grid.to_string(), " 0  1  2\n10 11 12");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Grid<T> {
    rows: usize,
    cols: usize,
    cells: Vec<T>,
}

/// A list of rows that does not form a rectangle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("row {} has {found} cells, expected {expected} as in row 1", row + 1)]
pub struct RaggedRows {
    /// The first row (from 0) whose length differs.
    pub row: usize,
    /// The length of row 0.
    pub expected: usize,
    /// The length found.
    pub found: usize,
}

impl<T> Grid<T> {
    /// Builds a grid by calling `value(row, column)` for each cell, row by row.
    pub fn from_fn(rows: usize, cols: usize, mut value: impl FnMut(usize, usize) -> T) -> Self {
        let mut cells = Vec::new();
        // Rows without cells are not walked through: there may be ever so many.
        for r in 0..if cols == 0 { 0 } else { rows } {
            for c in 0..cols {
                cells.push(value(r, c));
            }
        }
        Self { rows, cols, cells }
    }

    /// Builds a grid from its rows.
    ///
    /// # Errors
    /// [`RaggedRows`] when a row's length differs from the first row's.
    pub fn from_rows<R: IntoIterator<Item = T>>(rows: impl IntoIterator<Item = R>) -> Result<Self, RaggedRows> {
        let mut cells = Vec::new();
        let mut count = 0;
        let mut cols = 0;
        for row in rows {
            let before = cells.len();
            cells.extend(row);
            let found = cells.len() - before;
            if count == 0 {
                cols = found;
            } else if found != cols {
                return Err(RaggedRows { row: count, expected: cols, found });
            }
            count += 1;
        }
        Ok(Self { rows: count, cols, cells })
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.cols
    }

    /// The cell at `(row, column)`, or `None` outside the grid.
    pub fn get(&self, (row, col): (usize, usize)) -> Option<&T> {
        (row < self.rows && col < self.cols).then(|| &self.cells[row * self.cols + col])
    }

    /// The cells of one row, left to right; empty outside the grid.
    pub fn row(&self, row: usize) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator + Clone {
        let start = row.saturating_mul(self.cols).min(self.cells.len());
        let end = start.saturating_add(self.cols).min(self.cells.len());
        self.cells[start..end].iter()
    }

    /// The cells of one column, top to bottom; empty outside the grid.
    pub fn col(&self, col: usize) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator + Clone {
        let height = if col < self.cols { self.rows } else { 0 };
        (0..height).map(move |row| &self.cells[row * self.cols + col])
    }

    /// The rows, top to bottom.
    pub fn rows(&self) -> impl Iterator<Item = impl DoubleEndedIterator<Item = &T> + ExactSizeIterator + Clone> {
        (0..self.rows).map(|row| self.row(row))
    }

    /// The columns, left to right.
    pub fn cols(&self) -> impl Iterator<Item = impl DoubleEndedIterator<Item = &T> + ExactSizeIterator + Clone> {
        (0..self.cols).map(|col| self.col(col))
    }

    /// All cells, row by row.
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator + Clone {
        self.cells.iter()
    }

    /// All cells with their `(row, column)`, row by row.
    pub fn indexed(&self) -> impl Iterator<Item = ((usize, usize), &T)> {
        let cols = self.cols;
        self.cells.iter().enumerate().map(move |(i, cell)| ((i / cols, i % cols), cell))
    }

    /// A grid of the same shape holding `f` of each cell.
    pub fn map<U>(&self, f: impl FnMut(&T) -> U) -> Grid<U> {
        Grid { rows: self.rows, cols: self.cols, cells: self.cells.iter().map(f).collect() }
    }
}

/// All cells, row by row.
impl<'a, T> IntoIterator for &'a Grid<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.cells.iter()
    }
}

/// All cells, row by row.
impl<T> IntoIterator for Grid<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;
    fn into_iter(self) -> Self::IntoIter {
        self.cells.into_iter()
    }
}

/// Reads a cell by `(row, column)`; like a slice, it panics outside the grid ([`Grid::get`] does not).
impl<T> Index<(usize, usize)> for Grid<T> {
    type Output = T;
    fn index(&self, (row, col): (usize, usize)) -> &T {
        assert!(row < self.rows && col < self.cols, "({row}, {col}) outside a {}×{} grid", self.rows, self.cols);
        &self.cells[row * self.cols + col]
    }
}

/// Writes a cell by `(row, column)`; like a slice, it panics outside the grid.
impl<T> IndexMut<(usize, usize)> for Grid<T> {
    fn index_mut(&mut self, (row, col): (usize, usize)) -> &mut T {
        assert!(row < self.rows && col < self.cols, "({row}, {col}) outside a {}×{} grid", self.rows, self.cols);
        &mut self.cells[row * self.cols + col]
    }
}

/// One line a row, cells right-aligned to the widest one and separated by a space.
impl<T: fmt::Display> fmt::Display for Grid<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts = self.map(ToString::to_string);
        let width = texts.cells().map(|t| t.chars().count()).max().unwrap_or(0);
        for (r, row) in texts.rows().enumerate().take_while(|_| self.cols > 0) {
            if r > 0 {
                writeln!(f)?;
            }
            for (c, text) in row.enumerate() {
                if c > 0 {
                    write!(f, " ")?;
                }
                write!(f, "{text:>width$}")?;
            }
        }
        Ok(())
    }
}
