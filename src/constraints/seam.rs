//! Seam: two slots lie against each other, and their labels there are mates.
//!
//! Tight rows, for each label k: `Σ shows(s, side, k) = Σ shows(t, side', mate k)`. Published row: each label weighs a number
//! of its own, and the weighted sums of both sides are equal.

use std::borrow::Borrow;
use std::collections::BTreeMap;

use super::{Constraint, ScopeError};
use crate::cells::{Assignment, Cell, CellId, CellTable, Domains, Mates, Side, Slot, Wipeout};
use crate::encodings::{EncodeError, Encoder, SeamRows};
use crate::program::LinExpr;

/// Two sides lie against each other. See [`seam`].
#[derive(Debug, Clone)]
pub struct Seam {
    scope: [CellId; 2],
    sides: [Side; 2],
    mates: Mates,
}

/// `side` of the first slot lies against `other_side` of the second: their labels must be mates.
pub fn seam(
    slot: impl Borrow<Cell<Slot>>,
    side: Side,
    other: impl Borrow<Cell<Slot>>,
    other_side: Side,
    mates: &Mates,
) -> Seam {
    Seam { scope: [slot.borrow().id(), other.borrow().id()], sides: [side, other_side], mates: mates.clone() }
}

impl Seam {
    /// The labels that the tiles of one of its slots have, ascending.
    fn labels(&self, cells: &CellTable, which: usize) -> Vec<i32> {
        let tiles = cells.tile_set(self.scope[which]);
        let mut labels: Vec<i32> =
            tiles.map_or_else(Vec::new, |set| set.oriented().iter().map(|o| o.tile.label(self.sides[which])).collect());
        labels.sort_unstable();
        labels.dedup();
        labels
    }
}

impl Constraint for Seam {
    fn scope(&self) -> &[CellId] {
        &self.scope
    }

    fn is_satisfied(&self, values: &Assignment) -> bool {
        let [s, t] = self.scope;
        match (values.shows(s, self.sides[0]), values.shows(t, self.sides[1])) {
            (Some(a), Some(b)) => self.mates.mate(a) == Some(b),
            _ => false,
        }
    }

    fn filter(&self, domains: &mut Domains) -> Result<(), Wipeout> {
        let [s, t] = self.scope;
        let (Some(of_s), Some(of_t)) = (domains.table().tile_set(s).cloned(), domains.table().tile_set(t).cloned())
        else {
            return Ok(());
        };
        let words = domains.bits(s).len() + domains.bits(t).len();
        domains.count_work((words * of_s.by_label(self.sides[0]).len()) as u64);
        // A label of one side is supported when its mate can still be shown by the other.
        for (one, other, ones, others) in [(0, 1, &of_s, &of_t), (1, 0, &of_t, &of_s)] {
            let mut allowed = domains.lend(domains.bits(self.scope[one]).len());
            for (label, showing) in ones.by_label(self.sides[one]) {
                let mate = self.mates.mate(*label).and_then(|mate| others.showing(self.sides[other], mate));
                let met = |mask: &[u64]| mask.iter().zip(domains.bits(self.scope[other])).any(|(m, d)| m & d != 0);
                if mate.is_some_and(met) {
                    allowed.iter_mut().zip(showing).for_each(|(a, m)| *a |= m);
                }
            }
            let kept = domains.retain_bits(self.scope[one], &allowed);
            domains.give_back(allowed);
            kept?;
        }
        Ok(())
    }

    fn linearise(&self, encoder: &mut Encoder) -> Result<(), EncodeError> {
        let [s, t] = self.scope;
        let [side, other] = self.sides;
        let table = encoder.table().clone();
        let (first, second) = (self.labels(&table, 0), self.labels(&table, 1));
        if encoder.formulation().seam == SeamRows::Weighted {
            // Numbers for the labels of the first side and for the mates of the second's, from 1.
            let mut weights: BTreeMap<Option<i32>, i64> = first.iter().map(|&k| (Some(k), 0)).collect();
            // A label that is nobody's mate is met by none of the first side's.
            let of_second = |l: i32| self.mates.mate(l);
            weights.extend(second.iter().map(|&l| (of_second(l), 0)));
            for (number, weight) in (1..).zip(weights.values_mut()) {
                *weight = number;
            }
            // Σ_k w_k·shows(s, side, k) = Σ_l w_{k: mate k = l}·shows(t, side', l)
            let mut row = LinExpr::new();
            for &k in &first {
                row.add_scaled(weights[&Some(k)], &encoder.shows(s, side, k)?);
            }
            for &l in &second {
                row.add_scaled(-weights[&of_second(l)], &encoder.shows(t, other, l)?);
            }
            return encoder.row(format_args!("weighted"), row, 0..=0);
        }
        // Σ shows(s, side, k) = Σ shows(t, side', mate k)  ∀k
        for &k in &first {
            let mut row = encoder.shows(s, side, k)?;
            if let Some(mate) = self.mates.mate(k) {
                row -= encoder.shows(t, other, mate)?;
            }
            encoder.row(format_args!("k{k}"), row, 0..=0)?;
        }
        // Σ shows(t, side', l) = 0  ∀l that is no mate of a label of the first side
        for &l in &second {
            if self.mates.mate(l).is_none_or(|k| first.binary_search(&k).is_err()) {
                let row = encoder.shows(t, other, l)?;
                encoder.row(format_args!("l{l}"), row, 0..=0)?;
            }
        }
        Ok(())
    }

    fn validate(&self, _cells: &CellTable) -> Result<(), ScopeError> {
        match self.mates.conflict() {
            Some((label, first, second)) => Err(ScopeError::ConflictingMates { label, first, second }),
            None => Ok(()),
        }
    }
}
