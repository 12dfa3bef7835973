//! Cross product: a grid of digits whose rows and columns multiply to given products.

mod exponents;
mod format;
mod verify;

pub use exponents::exponents;

use crate::cells::{Cell, Digit, Domain};
use crate::constraints::{Product, all_different};
use crate::encodings::factorise;
use crate::grid::Grid;
use crate::input::{Cause, InputError, Magnitude, ProductClue, Violation, check_grid_size};
use crate::model::{MAX_VALUES, Model, Solution};
use crate::solver::{Error, Puzzle, Solver};

/// A grid of digits whose rows and columns multiply to given products.
///
/// The digits are 1 to 9 unless [`digits`](CrossProduct::digits) says otherwise.
///
/// ```
/// use puzzle_ilp::{CrossProduct, Solver};
/// let puzzle = CrossProduct::new(&[0, 12], &[0, 8])?.digits(0..=4);
/// # #[cfg(feature = "highs")]
/// let answer = Solver::new().solve(&puzzle)?.into_answer()?;
/// # Ok::<(), puzzle_ilp::Error>(())
/// ```
///
/// The formulation with prime exponents is the published one of the Riddler's cross-product puzzles; here its rows are
/// integers and the convex hull of the digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CrossProduct {
    rows: Vec<Magnitude>,
    cols: Vec<Magnitude>,
    digits: Domain,
    all_different: bool,
}

/// Solves a cross product with digits 1 to 9: `rows` are the products of the rows from the top, `cols` those of the columns
/// from the left, of any integer type.
///
/// # Errors
/// [`InputError`] for an empty side or a negative product; [`Error::Infeasible`] when no grid has these products;
/// [`Error::NoBackend`] when the crate was built without one and the puzzle needs it.
///
/// ```
/// # #[cfg(feature = "highs")] {
/// let grid = puzzle_ilp::solve_cross_product(&[6, 20], &[8, 15])?;
/// assert_eq!(grid.to_string(), "2 3\n4 5");
/// # }
/// # Ok::<(), puzzle_ilp::Error>(())
/// ```
pub fn solve_cross_product<T: ProductClue>(rows: &[T], cols: &[T]) -> Result<Grid<u32>, Error> {
    Solver::new().solve(&CrossProduct::new(rows, cols)?)?.into_answer()
}

fn row_label(row: usize, product: &Magnitude) -> String {
    format!("row {}'s product {product}", row + 1)
}

fn column_label(col: usize, product: &Magnitude) -> String {
    format!("column {}'s product {product}", col + 1)
}

impl CrossProduct {
    /// A puzzle with these products of its rows, from the top, and of its columns, from the left.
    ///
    /// # Errors
    /// [`InputError`] when a side is empty, a product negative, or the grid too large.
    pub fn new<T: ProductClue>(rows: &[T], cols: &[T]) -> Result<Self, InputError> {
        check_grid_size(rows.len(), cols.len())?;
        let rows: Vec<Magnitude> = rows.iter().map(ProductClue::magnitude).collect();
        let cols: Vec<Magnitude> = cols.iter().map(ProductClue::magnitude).collect();
        let negative = |lines: &[Magnitude], label: fn(usize, &Magnitude) -> String| {
            let at = lines.iter().position(Magnitude::is_negative)?;
            Some(InputError::NegativeClue { clue: label(at, &lines[at]), value: lines[at].clone() })
        };
        if let Some(error) = negative(&rows, row_label).or_else(|| negative(&cols, column_label)) {
            return Err(error);
        }
        Ok(Self { rows, cols, digits: Domain::from(1..=9), all_different: false })
    }

    /// The digits to use: a range such as `0..=9`, or any set.
    #[must_use]
    pub fn digits(mut self, digits: impl Into<Domain>) -> Self {
        self.digits = digits.into();
        self
    }

    /// No digit may occur twice in the whole grid.
    #[must_use]
    pub fn all_different(mut self) -> Self {
        self.all_different = true;
        self
    }

    /// A zero in a row is a zero in a column.
    fn zero_not_crossed(&self) -> Option<Cause> {
        let zero = |lines: &[Magnitude]| lines.iter().position(Magnitude::is_zero);
        let (clue, value) = match (zero(&self.rows), zero(&self.cols)) {
            (Some(r), None) => (row_label(r, &self.rows[r]), self.rows[r].clone()),
            (None, Some(c)) => (column_label(c, &self.cols[c]), self.cols[c].clone()),
            _ => return None,
        };
        Some(Cause::ZeroNotCrossed { clue, value })
    }

    /// Rows and columns multiply the same cells, so each prime occurs equally often in both.
    fn totals_differ(&self) -> Option<Cause> {
        // More digits than a model takes are refused when it is made.
        let refused = self.digits.len() > MAX_VALUES;
        if refused || self.rows.iter().chain(&self.cols).any(Magnitude::is_zero) {
            return None;
        }
        let mut primes: Vec<u32> = self.digits.values().flat_map(factorise).map(|(prime, _)| prime).collect();
        primes.sort_unstable();
        primes.dedup();
        let total = |lines: &[Magnitude], prime| lines.iter().map(|line| u64::from(line.exponent(prime))).sum::<u64>();
        primes.into_iter().find_map(|factor| {
            let (in_rows, in_columns) = (total(&self.rows, factor), total(&self.cols, factor));
            if in_rows == in_columns {
                return None;
            }
            let most = self.rows.iter().chain(&self.cols).max_by_key(|line| line.exponent(factor))?;
            Some(Cause::TotalsDiffer {
                clue: "the products of all rows against those of all columns".to_owned(),
                value: most.clone(),
                factor,
                in_rows,
                in_columns,
            })
        })
    }
}

impl Puzzle for CrossProduct {
    type Answer = Grid<u32>;
    type Cells = Grid<Cell<Digit>>;

    fn model(&self) -> Result<(Model, Self::Cells), InputError> {
        if self.digits.is_empty() {
            return Err(InputError::Empty { what: "digits" });
        }
        let mut model = Model::new();
        let x = model.digits("x", self.rows.len(), self.cols.len(), &self.digits);
        for (r, value) in self.rows.iter().enumerate() {
            model.post(row_label(r, value), Product::new(x.row(r), value.clone()));
        }
        for (c, value) in self.cols.iter().enumerate() {
            model.post(column_label(c, value), Product::new(x.col(c), value.clone()));
        }
        if self.all_different {
            model.rule("all digits differ", all_different(x.cells()));
        }
        Ok((model, x))
    }

    fn decode(&self, cells: &Self::Cells, solution: &Solution) -> Grid<u32> {
        solution.grid(cells)
    }

    fn verify(&self, answer: &Grid<u32>) -> Result<(), Violation> {
        verify::verify(self, answer)
    }

    fn cause(&self) -> Option<Cause> {
        self.zero_not_crossed().or_else(|| self.totals_differ())
    }
}
