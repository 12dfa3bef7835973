//! How often a prime divides each cell of a grid.

use crate::encodings::exponent_of;
use crate::grid::Grid;

/// How often `p` divides each cell, as one write-up prints how many 2s each cell of its answer holds. A cell that is 0
/// counts 0, and so does every cell for a `p` below 2.
///
/// ```
/// use puzzle_ilp::{Grid, exponents};
/// let grid = Grid::from_fn(2, 2, |r, c| [[7, 8], [3, 4]][r][c]);
/// assert_eq!(exponents(&grid, 2).to_string(), "0 3\n0 2");
/// ```
pub fn exponents(grid: &Grid<u32>, p: u32) -> Grid<u32> {
    grid.map(|&value| if p < 2 { 0 } else { exponent_of(value, p) })
}
