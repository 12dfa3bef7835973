//! [`Assignment`]: a value for each cell of a model.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::{CellId, CellTable, Side};

/// A value for each cell of a model: the number of a digit, the index of an oriented tile for a slot.
///
/// Two are equal when they give the same values to the same cells.
#[derive(Clone)]
pub struct Assignment {
    table: Arc<CellTable>,
    values: Vec<u32>,
}

impl PartialEq for Assignment {
    fn eq(&self, other: &Self) -> bool {
        self.table.is_same(&other.table) && self.values == other.values
    }
}

impl Eq for Assignment {}

impl Hash for Assignment {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.values.hash(state);
    }
}

/// `r1c1 = 2, r1c2 = 1`, by the cells' names.
impl fmt::Display for Assignment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (cell, value)) in self.table.ids().zip(&self.values).enumerate() {
            write!(f, "{}{} = {value}", if i == 0 { "" } else { ", " }, self.table.name(cell))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Assignment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Assignment({self})")
    }
}

impl Assignment {
    /// The assignment of `values`, one for each cell in the order of [`CellTable::ids`].
    ///
    /// `None` when there are more or fewer values than cells, or one is not in its cell's posted domain.
    pub fn new(table: Arc<CellTable>, values: Vec<u32>) -> Option<Self> {
        let fits = values.len() == table.len()
            && table.ids().zip(&values).all(|(cell, &value)| table.domain(cell).contains(value));
        fits.then_some(Self { table, values })
    }

    /// An assignment of values that are known to fit.
    pub(super) fn unchecked(table: Arc<CellTable>, values: Vec<u32>) -> Self {
        Self { table, values }
    }

    pub(super) fn set(&mut self, cell: CellId, value: u32) {
        self.values[cell.index()] = value;
    }

    /// The cells that it gives values to.
    pub fn table(&self) -> &Arc<CellTable> {
        &self.table
    }

    /// The values, in the order of the cells.
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// The value of a cell; like a slice, it panics for a cell of another model.
    pub fn value(&self, cell: CellId) -> u32 {
        assert!(self.table.owns(cell), "a cell of another model");
        self.values[cell.index()]
    }

    /// The values of some cells, in their order.
    pub(crate) fn tuple(&self, cells: &[CellId]) -> Vec<u32> {
        cells.iter().map(|&cell| self.value(cell)).collect()
    }

    /// The label that a slot shows on one side; `None` for a digit, and for a slot that stays empty.
    pub fn shows(&self, slot: CellId, side: Side) -> Option<i32> {
        self.table.oriented(slot, self.value(slot)).map(|oriented| oriented.tile.label(side))
    }

    /// The class of the tile in a slot; `None` for a digit, and for a slot that stays empty.
    pub fn class(&self, slot: CellId) -> Option<usize> {
        self.table.oriented(slot, self.value(slot)).map(|oriented| oriented.class)
    }
}
