//! A seam that may be given up: where a digit is 0, the two sides must be mates.
//!
//! Rows, with a column y[k] that says "label k lies there": `y[k] ≤ shows(s, side, k)`, `y[k] ≤ shows(t, side', mate k)` for
//! each label k, and `Σ_k y[k] = [broken = 0]`. They are the convex hull of one seam's choices, once each slot holds one tile.

use std::borrow::Borrow;

use super::touch::{Meeting, Touch};
use super::{Constraint, ScopeError};
use crate::cells::{Assignment, Cell, CellId, CellTable, Digit, Domains, Mates, Side, Slot, Wipeout};
use crate::encodings::{EncodeError, Encoder};
use crate::program::LinExpr;

/// A seam that holds where a digit is 0. See [`soft_seam`].
#[derive(Debug, Clone)]
#[must_use = "a constraint says nothing until it is posted"]
pub struct SoftSeam {
    /// The digit, then the slots.
    scope: Vec<CellId>,
    touch: Touch,
}

/// Where `broken` holds 0, `side` of the first slot and `other_side` of the second show mates. With any other value of `broken`
/// they may show what they like. An empty slot shows no mate.
pub fn soft_seam(
    broken: impl Borrow<Cell<Digit>>,
    slot: impl Borrow<Cell<Slot>>,
    side: Side,
    other: impl Borrow<Cell<Slot>>,
    other_side: Side,
    mates: &Mates,
) -> SoftSeam {
    let touch = Touch::new([slot.borrow(), other.borrow()], [side, other_side], mates);
    let scope = std::iter::once(broken.borrow().id()).chain(touch.scope().iter().copied()).collect();
    SoftSeam { scope, touch }
}

impl Constraint for SoftSeam {
    fn scope(&self) -> &[CellId] {
        &self.scope
    }

    fn is_satisfied(&self, values: &Assignment) -> bool {
        values.value(self.scope[0]) != 0 || self.touch.of_values(values) == Meeting::Mates
    }

    fn filter(&self, domains: &mut Domains) -> Result<(), Wipeout> {
        let broken = self.scope[0];
        if !domains.contains(broken, 0) {
            return Ok(());
        }
        if domains.fixed(broken) == Some(0) {
            return self.touch.keep_mates(domains, false);
        }
        if self.touch.can_meet(domains) { Ok(()) } else { domains.remove(broken, 0).map(drop) }
    }

    fn linearise(&self, encoder: &mut Encoder) -> Result<(), EncodeError> {
        let kept = encoder.indicator(self.scope[0], 0)?;
        let table = encoder.table().clone();
        if let Some(slot) = self.touch.itself() {
            let Some(tiles) = table.tile_set(slot) else { return encoder.empty(slot).map(drop) };
            // [broken = 0] ≤ Σ_{v that meets itself} x[s,v]
            let meets = encoder.one_of(slot, |value| self.touch.of_value(tiles, value) == Meeting::Mates)?;
            return encoder.row(format_args!("itself"), kept - meets, ..=0);
        }
        let second = self.touch.labels(&table, 1);
        let mut labels = LinExpr::new();
        for k in self.touch.labels(&table, 0) {
            if self.touch.mates.mate(k).is_none_or(|mate| second.binary_search(&mate).is_err()) {
                continue;
            }
            let y = encoder.column(format_args!("y{k}"), 0..=1)?;
            // y[k] ≤ shows(s, side, k),  y[k] ≤ shows(t, side', mate k)  ∀k
            let first = self.touch.shows(encoder, 0, k)?;
            encoder.row(format_args!("k{k}"), y.clone() - first, ..=0)?;
            let mate = self.touch.shows_mate(encoder, 1, k)?;
            encoder.row(format_args!("l{k}"), y.clone() - mate, ..=0)?;
            labels += y;
        }
        // Σ_k y[k] = [broken = 0]
        encoder.row(format_args!("kept"), labels - kept, 0..=0)
    }

    fn validate(&self, _cells: &CellTable) -> Result<(), ScopeError> {
        self.touch.validate()
    }
}
