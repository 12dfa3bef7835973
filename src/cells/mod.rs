//! Cells: typed handles, finite domains, assignments, tile sets.

mod assignment;
mod domain;
mod domains;
mod table;
mod tiles;

pub use assignment::Assignment;
pub use domain::Domain;
pub(crate) use domains::positions;
pub use domains::{Domains, Wipeout};
pub use table::CellTable;
pub(crate) use table::{Group, GroupKind};
pub use tiles::{Mates, OrientedTile, PlacedTile, Side, Tile, TileClass, TileSet};

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

/// A cell's identity: its index in its model, stamped with its group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CellId {
    pub(crate) stamp: u32,
    pub(crate) index: u32,
}

impl CellId {
    /// The cell's index in its model, from 0 in the order in which the groups were made, each row by row.
    pub fn index(self) -> usize {
        self.index as usize
    }
}

/// What a cell holds: a [`Digit`] or a tile's [`Slot`].
pub trait Kind: sealed::Sealed {
    /// How its value reads back: `u32` for a digit, [`PlacedTile`] for a slot.
    type Value: Copy + fmt::Debug + PartialEq;
    #[doc(hidden)]
    fn read(raw: u32, tile: PlacedTile) -> Self::Value;
}

/// The kind of a cell that holds a number.
#[derive(Debug, Clone, Copy)]
pub struct Digit;

/// The kind of a cell that holds a placed tile.
#[derive(Debug, Clone, Copy)]
pub struct Slot;

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Digit {}
    impl Sealed for super::Slot {}
}

impl Kind for Digit {
    type Value = u32;
    fn read(raw: u32, _: PlacedTile) -> u32 {
        raw
    }
}

impl Kind for Slot {
    type Value = PlacedTile;
    fn read(_: u32, tile: PlacedTile) -> PlacedTile {
        tile
    }
}

/// A typed handle of one cell of one model.
///
/// A constraint takes only the kind it speaks of:
///
/// ```compile_fail
/// use puzzle_ilp::{Model, Tile, TileSet, all_different};
/// let mut model = Model::new();
/// let board = model.slots("b", 1, 2, &TileSet::new(&[Tile::from([1, 2, 3, 4])], true));
/// model.rule("tiles differ", all_different(board.cells())); // slots hold no digits
/// ```
pub struct Cell<K> {
    id: CellId,
    kind: PhantomData<fn() -> K>,
}

impl<K> Cell<K> {
    pub(crate) fn new(id: CellId) -> Self {
        Self { id, kind: PhantomData }
    }

    /// The cell's identity, as constraints store it.
    pub fn id(&self) -> CellId {
        self.id
    }
}

impl<K> Clone for Cell<K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K> Copy for Cell<K> {}

impl<K> PartialEq for Cell<K> {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl<K> Eq for Cell<K> {}

impl<K> Hash for Cell<K> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

impl<K> fmt::Debug for Cell<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cell({})", self.id.index)
    }
}
