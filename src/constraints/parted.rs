//! Parted sides: two sides lie against each other, and their labels there are not mates.
//!
//! Row for each label k: `shows(s, side, k) + shows(t, side', mate k) ≤ 1`.

use std::borrow::Borrow;

use super::touch::{Meeting, Touch};
use super::{Constraint, ScopeError};
use crate::cells::{Assignment, Cell, CellId, CellTable, Domains, Mates, Side, Slot, Wipeout};
use crate::encodings::{EncodeError, Encoder};

/// Two sides that must not be mates. See [`parted`].
#[derive(Debug, Clone)]
#[must_use = "a constraint says nothing until it is posted"]
pub struct Parted {
    touch: Touch,
}

/// `side` of the first slot lies against `other_side` of the second, and their labels must not be mates. A slot that stays
/// empty meets it.
pub fn parted(
    slot: impl Borrow<Cell<Slot>>,
    side: Side,
    other: impl Borrow<Cell<Slot>>,
    other_side: Side,
    mates: &Mates,
) -> Parted {
    Parted { touch: Touch::new([slot.borrow(), other.borrow()], [side, other_side], mates) }
}

impl Constraint for Parted {
    fn scope(&self) -> &[CellId] {
        self.touch.scope()
    }

    fn is_satisfied(&self, values: &Assignment) -> bool {
        self.touch.of_values(values) != Meeting::Mates
    }

    fn filter(&self, domains: &mut Domains) -> Result<(), Wipeout> {
        self.touch.drop_mates(domains)
    }

    fn linearise(&self, encoder: &mut Encoder) -> Result<(), EncodeError> {
        let table = encoder.table().clone();
        if let Some(slot) = self.touch.itself() {
            let Some(tiles) = table.tile_set(slot) else { return encoder.empty(slot).map(drop) };
            let accepts = |value| self.touch.of_value(tiles, value) != Meeting::Mates;
            if encoder.formulation().prune {
                return encoder.restrict(slot, accepts);
            }
            // Σ_{v that does not meet itself} x[s,v] = 1
            let held = encoder.one_of(slot, accepts)?;
            return encoder.row(format_args!("itself"), held, 1..=1);
        }
        // shows(s, side, k) + shows(t, side', mate k) ≤ 1  ∀k that has a mate
        let has_mate = |k: &i32| self.touch.mates.mate(*k).is_some();
        for k in self.touch.labels(&table, 0).into_iter().filter(has_mate) {
            let row = self.touch.shows(encoder, 0, k)? + self.touch.shows_mate(encoder, 1, k)?;
            encoder.row(format_args!("k{k}"), row, ..=1)?;
        }
        Ok(())
    }

    fn validate(&self, _cells: &CellTable) -> Result<(), ScopeError> {
        self.touch.validate()
    }
}
