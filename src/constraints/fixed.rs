//! Fixed values: a given digit, a hinted tile, a cell that is one of some values.
//!
//! No row: the other values lose their columns. Published row: `x[c,v] = 1`.

use std::borrow::Borrow;

use super::{Constraint, ScopeError};
use crate::cells::{Assignment, Cell, CellId, CellTable, Digit, Domains, Slot, Wipeout};
use crate::encodings::{EncodeError, Encoder};

/// A cell holds a given value. See [`fixed`] and [`placed`].
#[derive(Debug, Clone)]
#[must_use = "a constraint says nothing until it is posted"]
pub struct Fixed {
    scope: [CellId; 1],
    wanted: Wanted,
}

#[derive(Debug, Clone, Copy)]
enum Wanted {
    Value(u32),
    Tile { tile: usize, rotation: u8 },
}

/// The cell holds `value`. A value outside the cell's domain cannot hold: the model is then infeasible.
pub fn fixed(cell: impl Borrow<Cell<Digit>>, value: u32) -> Fixed {
    Fixed { scope: [cell.borrow().id()], wanted: Wanted::Value(value) }
}

/// The slot holds `tile` (its index in the list that the tile set was made of) after `rotation` clockwise quarter turns.
/// A tile that looks the same meets it too.
pub fn placed(slot: impl Borrow<Cell<Slot>>, tile: usize, rotation: u8) -> Fixed {
    Fixed { scope: [slot.borrow().id()], wanted: Wanted::Tile { tile, rotation } }
}

impl Fixed {
    /// The cell holds the value with this number of its domain's: of a slot the index of an oriented tile.
    pub(crate) fn raw(cell: CellId, value: u32) -> Self {
        Self { scope: [cell], wanted: Wanted::Value(value) }
    }

    /// The value wanted; `None` for a tile that the set does not have.
    fn value(&self, cells: &CellTable) -> Option<u32> {
        match self.wanted {
            Wanted::Value(value) => Some(value),
            Wanted::Tile { tile, rotation } => cells.tile_set(self.scope[0])?.value_of(tile, rotation),
        }
    }
}

impl Constraint for Fixed {
    fn scope(&self) -> &[CellId] {
        &self.scope
    }

    fn is_satisfied(&self, values: &Assignment) -> bool {
        self.value(values.table()) == Some(values.value(self.scope[0]))
    }

    fn filter(&self, domains: &mut Domains) -> Result<(), Wipeout> {
        let [cell] = self.scope;
        match self.value(domains.table()) {
            Some(value) => domains.fix(cell, value).map(drop),
            None => domains.retain(cell, |_| false).map(drop),
        }
    }

    fn linearise(&self, encoder: &mut Encoder) -> Result<(), EncodeError> {
        let [cell] = self.scope;
        let value = self.value(encoder.table());
        if encoder.formulation().prune {
            return encoder.restrict(cell, |v| Some(v) == value);
        }
        // x[c,v] = 1
        let held = encoder.one_of(cell, |v| Some(v) == value)?;
        encoder.row(format_args!("given"), held, 1..=1)
    }

    fn validate(&self, cells: &CellTable) -> Result<(), ScopeError> {
        match self.wanted {
            Wanted::Tile { tile, rotation } if self.value(cells).is_none() => Err(ScopeError::UnknownTile {
                tile,
                rotation,
                tiles: cells.tile_set(self.scope[0]).map_or(0, |set| set.len()),
            }),
            _ => Ok(()),
        }
    }
}

/// A cell holds one of some values. See [`one_of`].
#[derive(Debug, Clone)]
#[must_use = "a constraint says nothing until it is posted"]
pub struct OneOf {
    scope: [CellId; 1],
    /// Ascending.
    values: Vec<u32>,
}

/// The cell holds one of `values`.
pub fn one_of(cell: impl Borrow<Cell<Digit>>, values: impl IntoIterator<Item = u32>) -> OneOf {
    let mut values: Vec<u32> = values.into_iter().collect();
    values.sort_unstable();
    values.dedup();
    OneOf { scope: [cell.borrow().id()], values }
}

impl OneOf {
    /// The cell holds one of the values with these numbers of its domain's, ascending: of a slot indices of oriented tiles.
    pub(crate) fn raw(cell: CellId, values: Vec<u32>) -> Self {
        Self { scope: [cell], values }
    }

    fn accepts(&self, value: u32) -> bool {
        self.values.binary_search(&value).is_ok()
    }
}

impl Constraint for OneOf {
    fn scope(&self) -> &[CellId] {
        &self.scope
    }

    fn is_satisfied(&self, values: &Assignment) -> bool {
        self.accepts(values.value(self.scope[0]))
    }

    fn filter(&self, domains: &mut Domains) -> Result<(), Wipeout> {
        domains.retain(self.scope[0], |v| self.accepts(v)).map(drop)
    }

    fn linearise(&self, encoder: &mut Encoder) -> Result<(), EncodeError> {
        let [cell] = self.scope;
        if encoder.formulation().prune {
            return encoder.restrict(cell, |v| self.accepts(v));
        }
        // Σ_{v allowed} x[c,v] = 1
        let held = encoder.one_of(cell, |v| self.accepts(v))?;
        encoder.row(format_args!("allowed"), held, 1..=1)
    }
}
