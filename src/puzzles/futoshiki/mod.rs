//! Futoshiki: a Latin square with inequalities between cells.

mod format;
mod verify;

pub(super) use verify::latin;

use super::inequality_grid::Clues;
use crate::cells::{Cell, Digit, Domain};
use crate::constraints::all_different;
use crate::grid::Grid;
use crate::input::{InputError, Violation};
use crate::model::{Model, Solution};
use crate::solver::{Error, Puzzle, Solver};

/// An n × n grid with each of 1 to n once in every row and column, some cells given, some less than others.
///
/// The signs may stand between any two cells, not only neighbours. Cells are `(row, column)`, from 0.
///
/// What is malformed in givens and relations (a cell outside the grid, a value outside 1 to n, two values for one cell, a cell
/// less than itself) is an [`InputError`] when the puzzle is solved. The same given or relation twice is fine.
///
/// The default rows of the signs are the convex hull of their pairs of values; those with big M, of
/// [`LessRows::BigM`](crate::LessRows::BigM), are the published ones.
///
/// ```
/// use puzzle_ilp::{Futoshiki, Solver};
/// let puzzle = Futoshiki::new(3)?.given((0, 0), 2).less((0, 1), (0, 0)).less((1, 0), (1, 1));
/// # #[cfg(feature = "highs")]
/// assert_eq!(Solver::new().solve(&puzzle)?.into_answer()?.to_string(), "2 1 3\n1 3 2\n3 2 1");
/// # Ok::<(), puzzle_ilp::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Futoshiki {
    clues: Clues,
}

/// Solves a futoshiki of order `n`: `givens` are cells with their value, `less` pairs of cells, the first less than the
/// second. Cells are `(row, column)` from 0.
///
/// # Errors
/// [`InputError`] for a value or cell outside the grid, a cell less than itself or two values in one cell;
/// [`Error::Infeasible`] when nothing fits.
///
/// ```
/// # #[cfg(feature = "highs")] {
/// let grid = puzzle_ilp::solve_futoshiki(2, &[], &[((0, 0), (0, 1))])?;
/// assert_eq!(grid.to_string(), "1 2\n2 1");
/// # }
/// # Ok::<(), puzzle_ilp::Error>(())
/// ```
pub fn solve_futoshiki(
    n: usize,
    givens: &[((usize, usize), u32)],
    less: &[((usize, usize), (usize, usize))],
) -> Result<Grid<u32>, Error> {
    let mut puzzle = Futoshiki::new(n)?;
    for &(cell, value) in givens {
        puzzle = puzzle.given(cell, value);
    }
    for &(smaller, larger) in less {
        puzzle = puzzle.less(smaller, larger);
    }
    Solver::new().solve(&puzzle)?.into_answer()
}

impl Futoshiki {
    /// An empty futoshiki of order `n`: n × n cells with the values 1 to n.
    ///
    /// # Errors
    /// [`InputError`] when `n` is 0 or the grid too large.
    pub fn new(n: usize) -> Result<Self, InputError> {
        let largest = u32::try_from(n).unwrap_or(u32::MAX);
        Ok(Self { clues: Clues::new(n, n, Domain::from(1..=largest.max(1)))? })
    }

    /// The cell `(row, column)`, from 0, holds `value`.
    #[must_use]
    pub fn given(mut self, cell: (usize, usize), value: u32) -> Self {
        self.clues.add_given(cell, value);
        self
    }

    /// The first cell is less than the second; both are `(row, column)`, from 0.
    #[must_use]
    pub fn less(mut self, smaller: (usize, usize), larger: (usize, usize)) -> Self {
        self.clues.add_relation(smaller, larger, true);
        self
    }
}

impl Puzzle for Futoshiki {
    type Answer = Grid<u32>;
    type Cells = Grid<Cell<Digit>>;

    fn model(&self) -> Result<(Model, Self::Cells), InputError> {
        let (mut model, x) = self.clues.model()?;
        for r in 0..self.clues.rows {
            model.rule(format!("row {}", r + 1), all_different(x.row(r)));
        }
        for c in 0..self.clues.cols {
            model.rule(format!("column {}", c + 1), all_different(x.col(c)));
        }
        Ok((model, x))
    }

    fn decode(&self, cells: &Self::Cells, solution: &Solution) -> Grid<u32> {
        solution.grid(cells)
    }

    fn verify(&self, answer: &Grid<u32>) -> Result<(), Violation> {
        self.clues.verify(answer)?;
        verify::latin(answer)
    }
}
