//! Inequality grid: numbers with givens and inequalities between cells, without an all-different rule.

mod format;
mod verify;

pub(super) use format::board;

use crate::cells::{Cell, Digit, Domain};
use crate::constraints::{at_most, fixed, less_than};
use crate::grid::Grid;
use crate::input::{At, InputError, Violation, check_grid_size};
use crate::model::{Model, Solution};
use crate::solver::Puzzle;

/// A relation between two cells, smaller one first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Relation {
    pub smaller: At,
    pub larger: At,
    /// `<` rather than `≤`.
    pub strict: bool,
}

impl Relation {
    pub(super) fn label(&self) -> String {
        format!("{} {} {}", self.smaller, if self.strict { "<" } else { "≤" }, self.larger)
    }
}

/// A given value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Given {
    pub cell: At,
    pub value: u32,
}

impl Given {
    pub(super) fn label(&self) -> String {
        format!("{} = {}", self.cell, self.value)
    }
}

/// The clues of a grid with inequalities: shared with Futoshiki, which adds its rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Clues {
    pub rows: usize,
    pub cols: usize,
    pub values: Domain,
    pub givens: Vec<Given>,
    pub relations: Vec<Relation>,
}

impl Clues {
    pub(super) fn new(rows: usize, cols: usize, values: Domain) -> Result<Self, InputError> {
        check_grid_size(rows, cols)?;
        if values.is_empty() {
            return Err(InputError::Empty { what: "values" });
        }
        Ok(Self { rows, cols, values, givens: Vec::new(), relations: Vec::new() })
    }

    /// The same given or relation twice counts once.
    pub(super) fn add_given(&mut self, cell: (usize, usize), value: u32) {
        let given = Given { cell: cell.into(), value };
        if !self.givens.contains(&given) {
            self.givens.push(given);
        }
    }

    pub(super) fn add_relation(&mut self, smaller: (usize, usize), larger: (usize, usize), strict: bool) {
        let relation = Relation { smaller: smaller.into(), larger: larger.into(), strict };
        if !self.relations.contains(&relation) {
            self.relations.push(relation);
        }
    }

    /// Looks for what is malformed.
    fn validate(&self) -> Result<(), InputError> {
        let inside = |clue: &dyn Fn() -> String, cell: At| {
            if cell.0 < self.rows && cell.1 < self.cols {
                return Ok(());
            }
            Err(InputError::OutsideGrid { clue: clue(), cell, rows: self.rows, cols: self.cols })
        };
        let mut seen: Grid<Option<u32>> = Grid::from_fn(self.rows, self.cols, |_, _| None);
        for given in &self.givens {
            inside(&|| given.label(), given.cell)?;
            if !self.values.contains(given.value) {
                return Err(InputError::ValueOutOfRange {
                    clue: given.label(),
                    value: i64::from(given.value),
                    expected: self.values.to_string(),
                });
            }
            let before = seen[(given.cell.0, given.cell.1)].replace(given.value);
            if let Some(first) = before.filter(|&first| first != given.value) {
                return Err(InputError::ConflictingGivens {
                    cell: given.cell,
                    first: first.to_string(),
                    second: given.value.to_string(),
                });
            }
        }
        for relation in &self.relations {
            inside(&|| relation.label(), relation.smaller)?;
            inside(&|| relation.label(), relation.larger)?;
            // A cell at most itself says nothing; less than itself means nothing.
            if relation.smaller == relation.larger && relation.strict {
                return Err(InputError::SelfRelation { cell: relation.smaller });
            }
        }
        Ok(())
    }

    /// The cells and clues; the caller adds its rules.
    pub(super) fn model(&self) -> Result<(Model, Grid<Cell<Digit>>), InputError> {
        self.validate()?;
        let mut model = Model::new();
        let x = model.digits("x", self.rows, self.cols, &self.values);
        if x.height() != self.rows {
            // Too large: solving reports it.
            return Ok((model, x));
        }
        for given in &self.givens {
            model.post(given.label(), fixed(x[(given.cell.0, given.cell.1)], given.value));
        }
        for relation in self.relations.iter().filter(|relation| relation.smaller != relation.larger) {
            let (a, b) = (relation.smaller, relation.larger);
            let (a, b) = (x[(a.0, a.1)], x[(b.0, b.1)]);
            model.post(relation.label(), if relation.strict { less_than(a, b) } else { at_most(a, b) });
        }
        Ok((model, x))
    }
}

/// A grid of numbers with givens, `<` and `≤` between any two cells, and no other rule. Cells are `(row, column)`, from 0.
///
/// What is malformed in givens and relations is an [`InputError`] when the grid is solved, as for
/// [`Futoshiki`](crate::Futoshiki).
///
/// ```
/// use puzzle_ilp::{InequalityGrid, Solver};
/// let puzzle = InequalityGrid::new(1, 3, 1..=3)?.less((0, 0), (0, 1)).less((0, 1), (0, 2));
/// # #[cfg(feature = "highs")]
/// assert_eq!(Solver::new().solve(&puzzle)?.into_answer()?.to_string(), "1 2 3");
/// # Ok::<(), puzzle_ilp::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InequalityGrid {
    clues: Clues,
}

impl InequalityGrid {
    /// A grid of `rows` × `cols` cells that each hold one of `values`.
    ///
    /// # Errors
    /// [`InputError`] when there is no row, column or value, or the grid is too large.
    pub fn new(rows: usize, cols: usize, values: impl Into<Domain>) -> Result<Self, InputError> {
        Ok(Self { clues: Clues::new(rows, cols, values.into())? })
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

    /// The first cell is at most the second; both are `(row, column)`, from 0.
    #[must_use]
    pub fn at_most(mut self, smaller: (usize, usize), larger: (usize, usize)) -> Self {
        self.clues.add_relation(smaller, larger, false);
        self
    }
}

impl Puzzle for InequalityGrid {
    type Answer = Grid<u32>;
    type Cells = Grid<Cell<Digit>>;

    fn model(&self) -> Result<(Model, Self::Cells), InputError> {
        self.clues.model()
    }

    fn decode(&self, cells: &Self::Cells, solution: &Solution) -> Grid<u32> {
        solution.grid(cells)
    }

    fn verify(&self, answer: &Grid<u32>) -> Result<(), Violation> {
        self.clues.verify(answer)
    }
}
