//! Constraints as values: one file each, with its meaning and its rows.

mod all_different;
mod cage;
mod difference;
mod empty;
mod fixed;
mod less;
mod matching;
mod parted;
mod product;
mod ratio;
mod relation;
mod seam;
mod shows;
mod soft_seam;
mod sum;
mod table;
mod tile_use;
mod touch;

pub use all_different::{AllDifferent, NotEqual, all_different, not_equal};
pub use difference::{Difference, difference};
pub use empty::{Empty, filled, left_empty};
pub use fixed::{Fixed, OneOf, fixed, one_of, placed};
pub use less::{Less, at_most, less_than};
pub use parted::{Parted, parted};
pub use product::{Product, product};
pub use ratio::{Ratio, ratio};
pub use seam::{Seam, seam};
pub use shows::{Shows, hides, shows};
pub use soft_seam::{SoftSeam, soft_seam};
pub use sum::{Sum, sum};
pub use table::{Table, table};
pub use tile_use::{TileUse, tile_use};

use std::borrow::Borrow;
use std::fmt::Debug;

use crate::cells::{Assignment, Cell, CellId, CellTable, Domains, Wipeout};
use crate::encodings::{EncodeError, Encoder};
use crate::input::{Cause, Magnitude};

/// What is wrong with a constraint in itself, whatever its cells hold.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ScopeError {
    /// It speaks of more or fewer cells than it can.
    #[error("it speaks of {found} cells, expected {expected}")]
    Cells {
        /// The number of cells.
        found: usize,
        /// What was expected.
        expected: &'static str,
    },
    /// A tuple of a table has more or fewer values than the scope has cells.
    #[error("tuple {} has {found} values, expected {expected}, one for each cell", tuple + 1)]
    Tuple {
        /// The tuple's index, from 0.
        tuple: usize,
        /// Its number of values.
        found: usize,
        /// The number of cells.
        expected: usize,
    },
    /// A product clue below 0.
    #[error("the product {value} is negative, expected at least 0")]
    NegativeProduct {
        /// The clue.
        value: Magnitude,
    },
    /// A quotient of 0: no value is 0 times another but 0 itself.
    #[error("the ratio is 0, expected at least 1")]
    ZeroRatio,
    /// A label is listed with two mates.
    #[error("label {label} is listed with the mates {first} and {second}, expected one mate for each label")]
    ConflictingMates {
        /// The label.
        label: i32,
        /// The mate listed first.
        first: i32,
        /// The mate listed later.
        second: i32,
    },
    /// Its slots belong to different tile sets.
    #[error("its slots take tiles of different sets, expected one set")]
    TileSets,
    /// It names a tile, or a rotation of it, that its slot's set does not have.
    #[error("tile {tile} with rotation {rotation} is not in the slot's set of {tiles} tiles")]
    UnknownTile {
        /// The tile.
        tile: usize,
        /// The rotation.
        rotation: u8,
        /// The number of tiles in the set.
        tiles: usize,
    },
}

/// A constraint: which cells it speaks of, what it means, and which rows say the same.
///
/// Implement it for a constraint of your own, and let [`laws`](crate::laws) check that meaning and rows agree.
pub trait Constraint: Debug + Send + Sync {
    /// The cells that it speaks of, each once.
    fn scope(&self) -> &[CellId];

    /// Its meaning: exact, ignorant of encodings.
    fn is_satisfied(&self, values: &Assignment) -> bool;

    /// Its rows, through the encoder's views. Called twice: see [`Encoder`].
    ///
    /// # Errors
    /// What the encoder's calls return.
    fn linearise(&self, encoder: &mut Encoder) -> Result<(), EncodeError>;

    /// Takes away values that no assignment uses which meets the constraint and the must-differ relation
    /// ([`Domains::must_differ`]). It need not find all of them, and may stop after a first few: it runs again after every
    /// change of its cells, its own included. By default it waits until one cell is open, and tries that cell's values.
    ///
    /// # Errors
    /// [`Wipeout`] when a cell has no value left.
    fn filter(&self, domains: &mut Domains) -> Result<(), Wipeout> {
        domains.forward_check(self.scope(), |values| self.is_satisfied(values))
    }

    /// Does it say, among other things, that its cells all hold different values? Where it is a rule, the filters of other
    /// constraints use that.
    fn makes_cells_differ(&self) -> bool {
        false
    }

    /// What is wrong with the constraint in itself; looked at before anything is solved. The model itself refuses an
    /// empty scope, a repeated cell and a cell of another model.
    ///
    /// # Errors
    /// What is wrong.
    fn validate(&self, _cells: &CellTable) -> Result<(), ScopeError> {
        Ok(())
    }

    /// A reason, by arithmetic alone, why no values out of these domains can meet it.
    fn cause(&self, _label: &str, _domains: &Domains) -> Option<Cause> {
        None
    }
}

/// A constraint whose kind is known only while the program runs.
impl<C: Constraint + ?Sized> Constraint for Box<C> {
    fn scope(&self) -> &[CellId] {
        (**self).scope()
    }

    fn is_satisfied(&self, values: &Assignment) -> bool {
        (**self).is_satisfied(values)
    }

    fn linearise(&self, encoder: &mut Encoder) -> Result<(), EncodeError> {
        (**self).linearise(encoder)
    }

    fn filter(&self, domains: &mut Domains) -> Result<(), Wipeout> {
        (**self).filter(domains)
    }

    fn makes_cells_differ(&self) -> bool {
        (**self).makes_cells_differ()
    }

    fn validate(&self, cells: &CellTable) -> Result<(), ScopeError> {
        (**self).validate(cells)
    }

    fn cause(&self, label: &str, domains: &Domains) -> Option<Cause> {
        (**self).cause(label, domains)
    }
}

/// The identities of some cells.
fn ids<K>(cells: impl IntoIterator<Item = impl Borrow<Cell<K>>>) -> Vec<CellId> {
    cells.into_iter().map(|cell| cell.borrow().id()).collect()
}
