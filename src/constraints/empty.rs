//! A slot stays empty, or must not: holes of a board are made of these.
//!
//! No row: the values that it excludes lose their columns.

use std::borrow::Borrow;

use super::Constraint;
use crate::cells::{Assignment, Cell, CellId, CellTable, Domains, Slot, Wipeout};
use crate::encodings::{EncodeError, Encoder};

/// A slot stays empty, or must not. See [`left_empty`] and [`filled`].
#[derive(Debug, Clone)]
#[must_use = "a constraint says nothing until it is posted"]
pub struct Empty {
    scope: [CellId; 1],
    wanted: bool,
}

/// The slot stays empty; it cannot unless its set has a blank ([`TileSet::with_blank`](crate::TileSet::with_blank)).
pub fn left_empty(slot: impl Borrow<Cell<Slot>>) -> Empty {
    Empty { scope: [slot.borrow().id()], wanted: true }
}

/// The slot holds a tile.
pub fn filled(slot: impl Borrow<Cell<Slot>>) -> Empty {
    Empty { scope: [slot.borrow().id()], wanted: false }
}

impl Empty {
    fn accepts(&self, cells: &CellTable, value: u32) -> bool {
        let blank = cells.tile_set(self.scope[0]).and_then(|tiles| tiles.blank());
        (blank == Some(value)) == self.wanted
    }
}

impl Constraint for Empty {
    fn scope(&self) -> &[CellId] {
        &self.scope
    }

    fn is_satisfied(&self, values: &Assignment) -> bool {
        self.accepts(values.table(), values.value(self.scope[0]))
    }

    fn filter(&self, domains: &mut Domains) -> Result<(), Wipeout> {
        let table = domains.table().clone();
        domains.retain(self.scope[0], |value| self.accepts(&table, value)).map(drop)
    }

    fn linearise(&self, encoder: &mut Encoder) -> Result<(), EncodeError> {
        let table = encoder.table().clone();
        encoder.restrict(self.scope[0], |value| self.accepts(&table, value))
    }
}
