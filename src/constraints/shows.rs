//! A slot shows, or does not show, a label on one side: frames are made of these.
//!
//! No row: the other oriented tiles lose their columns. Published row: `Σ shows(slot, side, label) = 1` (or 0).

use std::borrow::Borrow;

use super::Constraint;
use crate::cells::{Assignment, Cell, CellId, Domains, Side, Slot, Wipeout};
use crate::encodings::{EncodeError, Encoder};

/// A slot shows, or does not show, a label on one side. See [`shows`] and [`hides`].
#[derive(Debug, Clone)]
pub struct Shows {
    scope: [CellId; 1],
    side: Side,
    label: i32,
    wanted: bool,
}

/// The slot shows `label` on `side`.
pub fn shows(slot: impl Borrow<Cell<Slot>>, side: Side, label: i32) -> Shows {
    Shows { scope: [slot.borrow().id()], side, label, wanted: true }
}

/// The slot does not show `label` on `side`.
pub fn hides(slot: impl Borrow<Cell<Slot>>, side: Side, label: i32) -> Shows {
    Shows { scope: [slot.borrow().id()], side, label, wanted: false }
}

impl Constraint for Shows {
    fn scope(&self) -> &[CellId] {
        &self.scope
    }

    fn is_satisfied(&self, values: &Assignment) -> bool {
        (values.shows(self.scope[0], self.side) == Some(self.label)) == self.wanted
    }

    fn filter(&self, domains: &mut Domains) -> Result<(), Wipeout> {
        let [slot] = self.scope;
        let Some(tiles) = domains.table().tile_set(slot).cloned() else { return Ok(()) };
        let shown = |value: u32| tiles.oriented()[value as usize].tile.label(self.side) == self.label;
        domains.retain(slot, |value| shown(value) == self.wanted).map(drop)
    }

    fn linearise(&self, encoder: &mut Encoder) -> Result<(), EncodeError> {
        let [slot] = self.scope;
        if encoder.formulation().prune {
            let Some(tiles) = encoder.table().tile_set(slot).cloned() else {
                return encoder.shows(slot, self.side, self.label).map(drop);
            };
            return encoder.restrict(slot, |value| {
                (tiles.oriented()[value as usize].tile.label(self.side) == self.label) == self.wanted
            });
        }
        // Σ shows(slot, side, label) = 1, or 0 when it must not
        let shown = encoder.shows(slot, self.side, self.label)?;
        let wanted = i64::from(self.wanted);
        encoder.row(format_args!("{}", self.side), shown, wanted..=wanted)
    }
}
