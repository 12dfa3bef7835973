//! A slot shows, or does not show, a label on one side: frames are made of these.
//!
//! No row: the other oriented tiles lose their columns. Published row: `Σ shows(slot, side, label) = 1` (or 0).

use std::borrow::Borrow;

use super::Constraint;
use crate::cells::{Assignment, Cell, CellId, Domains, Side, Slot, TileSet, Wipeout};
use crate::encodings::{EncodeError, Encoder};

/// A slot shows, or does not show, a label on one side. See [`shows`] and [`hides`].
#[derive(Debug, Clone)]
#[must_use = "a constraint says nothing until it is posted"]
pub struct Shows {
    scope: [CellId; 1],
    side: Side,
    label: i32,
    wanted: bool,
    or_empty: bool,
}

/// The slot shows `label` on `side`.
pub fn shows(slot: impl Borrow<Cell<Slot>>, side: Side, label: i32) -> Shows {
    Shows { scope: [slot.borrow().id()], side, label, wanted: true, or_empty: false }
}

/// The slot does not show `label` on `side`.
pub fn hides(slot: impl Borrow<Cell<Slot>>, side: Side, label: i32) -> Shows {
    Shows { scope: [slot.borrow().id()], side, label, wanted: false, or_empty: false }
}

impl Shows {
    fn accepts(&self, tiles: &TileSet, value: u32) -> bool {
        (tiles.label(value, self.side) == Some(self.label)) == self.wanted
            || (self.or_empty && tiles.blank() == Some(value))
    }

    /// A slot that stays empty meets it too.
    pub fn or_empty(mut self) -> Self {
        self.or_empty = true;
        self
    }
}

impl Constraint for Shows {
    fn scope(&self) -> &[CellId] {
        &self.scope
    }

    fn is_satisfied(&self, values: &Assignment) -> bool {
        let [slot] = self.scope;
        values.table().tile_set(slot).is_some_and(|tiles| self.accepts(tiles, values.value(slot)))
    }

    fn filter(&self, domains: &mut Domains) -> Result<(), Wipeout> {
        let [slot] = self.scope;
        let Some(tiles) = domains.table().tile_set(slot).cloned() else { return Ok(()) };
        domains.retain(slot, |value| self.accepts(&tiles, value)).map(drop)
    }

    fn linearise(&self, encoder: &mut Encoder) -> Result<(), EncodeError> {
        let [slot] = self.scope;
        if encoder.formulation().prune {
            let Some(tiles) = encoder.table().tile_set(slot).cloned() else {
                return encoder.shows(slot, self.side, self.label).map(drop);
            };
            return encoder.restrict(slot, |value| self.accepts(&tiles, value));
        }
        // Σ shows(slot, side, label) = 1, or 0 when it must not   (+ empty(slot), where that will do)
        let mut shown = encoder.shows(slot, self.side, self.label)?;
        let wanted = i64::from(self.wanted);
        if self.or_empty && self.wanted {
            shown += encoder.empty(slot)?;
        }
        encoder.row(format_args!("{}", self.side), shown, wanted..=wanted)
    }
}
