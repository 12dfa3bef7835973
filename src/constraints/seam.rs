//! Seam: two slots lie against each other, and their labels there are mates.
//!
//! [`SeamRows`] lists the ways to say it in rows. Between slots that may stay empty ([`Seam::or_empty`]) two filled slots
//! must still be mates.

use std::borrow::Borrow;
use std::collections::BTreeMap;

use super::touch::{Meeting, Touch};
use super::{Constraint, ScopeError};
use crate::cells::{Assignment, Cell, CellId, CellTable, Domains, Mates, Side, Slot, Wipeout};
use crate::encodings::{EncodeError, Encoder, SeamRows};
use crate::program::LinExpr;

/// Two sides lie against each other. See [`seam`].
#[derive(Debug, Clone)]
#[must_use = "a constraint says nothing until it is posted"]
pub struct Seam {
    touch: Touch,
    or_empty: bool,
}

/// `side` of the first slot lies against `other_side` of the second: their labels must be mates. The two may be one slot,
/// on a board that closes on itself.
pub fn seam(
    slot: impl Borrow<Cell<Slot>>,
    side: Side,
    other: impl Borrow<Cell<Slot>>,
    other_side: Side,
    mates: &Mates,
) -> Seam {
    Seam { touch: Touch::new([slot.borrow(), other.borrow()], [side, other_side], mates), or_empty: false }
}

impl Seam {
    /// A slot that stays empty meets it too, whatever the other shows. Otherwise an empty slot breaks it.
    pub fn or_empty(mut self) -> Self {
        self.or_empty = true;
        self
    }

    fn accepts(&self, meeting: Meeting) -> bool {
        match meeting {
            Meeting::Mates => true,
            Meeting::NoMates => false,
            Meeting::Empty => self.or_empty,
        }
    }

    /// The seam is not there when one of the slots stays empty.
    fn empty(&self, encoder: &mut Encoder, which: usize) -> Result<LinExpr, EncodeError> {
        if self.or_empty { encoder.empty(self.touch.slots[which]) } else { Ok(LinExpr::new()) }
    }

    fn per_label(&self, encoder: &mut Encoder, first: &[i32], second: &[i32]) -> Result<(), EncodeError> {
        let touch = &self.touch;
        if self.or_empty {
            // shows(s, side, k) ≤ shows(t, side', mate k) + empty(t)  ∀k, and the same from t to s
            for (one, other, labels) in [(0, 1, first), (1, 0, second)] {
                for &k in labels {
                    let mut row = touch.shows(encoder, one, k)?;
                    row -= touch.shows_mate(encoder, other, k)?;
                    row -= self.empty(encoder, other)?;
                    encoder.row(format_args!("{}{k}", ['k', 'l'][one]), row, ..=0)?;
                }
            }
            return Ok(());
        }
        // Σ shows(s, side, k) = Σ shows(t, side', mate k)  ∀k
        for &k in first {
            let mut row = touch.shows(encoder, 0, k)?;
            row -= touch.shows_mate(encoder, 1, k)?;
            encoder.row(format_args!("k{k}"), row, 0..=0)?;
        }
        // Σ shows(t, side', l) = 0  ∀l that is no mate of a label of the first side
        for &l in second {
            if touch.mates.mate(l).is_none_or(|k| first.binary_search(&k).is_err()) {
                let row = touch.shows(encoder, 1, l)?;
                encoder.row(format_args!("l{l}"), row, 0..=0)?;
            }
        }
        Ok(())
    }

    fn label_columns(&self, encoder: &mut Encoder, first: &[i32], second: &[i32]) -> Result<(), EncodeError> {
        let touch = &self.touch;
        let mates = |k: i32| touch.mates.mate(k).filter(|mate| second.binary_search(mate).is_ok());
        let mut labels = LinExpr::new();
        for &k in first {
            let Some(mate) = mates(k) else {
                // shows(s, side, k) ≤ empty(t)  ∀k without a mate at t
                let row = touch.shows(encoder, 0, k)? - self.empty(encoder, 1)?;
                encoder.row(format_args!("k{k}"), row, ..=0)?;
                continue;
            };
            // y[k] ≤ shows(s, side, k) ≤ y[k] + empty(t),  y[k] ≤ shows(t, side', mate k) ≤ y[k] + empty(s)  ∀k
            let y = encoder.column(format_args!("y{k}"), 0..=1)?;
            for (one, other, label) in [(0, 1, k), (1, 0, mate)] {
                let row = touch.shows(encoder, one, label)? - y.clone();
                let name = ['k', 'l'][one];
                if self.or_empty {
                    encoder.row(format_args!("{name}{label}_least"), row.clone(), 0..)?;
                    let row = row - self.empty(encoder, other)?;
                    encoder.row(format_args!("{name}{label}_most"), row, ..=0)?;
                } else {
                    encoder.row(format_args!("{name}{label}"), row, 0..=0)?;
                }
            }
            labels += y;
        }
        for &l in second {
            if touch.mates.mate(l).is_none_or(|k| first.binary_search(&k).is_err()) {
                // shows(t, side', l) ≤ empty(s)  ∀l that is no mate of a label of the first side
                let row = touch.shows(encoder, 1, l)? - self.empty(encoder, 0)?;
                encoder.row(format_args!("l{l}"), row, ..=0)?;
            }
        }
        // Σ_k y[k] = 1   (≤ where slots may stay empty)
        if self.or_empty {
            encoder.row(format_args!("label"), labels, ..=1)
        } else {
            encoder.row(format_args!("label"), labels, 1..=1)
        }
    }

    fn clique(&self, encoder: &mut Encoder, first: &[i32], second: &[i32]) -> Result<(), EncodeError> {
        let touch = &self.touch;
        // shows(s, side, k) + Σ_{l: l ≠ mate k} shows(t, side', l) ≤ 1  ∀k, and the same from t to s where slots may stay
        // empty: without that the first rows imply the others
        for (one, other, labels, others) in [(0, 1, first, second), (1, 0, second, first)] {
            if one == 1 && !self.or_empty {
                continue;
            }
            for &k in labels {
                let mut row = touch.shows(encoder, one, k)?;
                for &l in others.iter().filter(|&&l| touch.mates.mate(k) != Some(l)) {
                    row += touch.shows(encoder, other, l)?;
                }
                encoder.row(format_args!("{}{k}", ['k', 'l'][one]), row, ..=1)?;
            }
        }
        Ok(())
    }

    fn weighted(&self, encoder: &mut Encoder, first: &[i32], second: &[i32]) -> Result<(), EncodeError> {
        let touch = &self.touch;
        // Numbers for the labels of the first side and for the mates of the second's, from 1.
        let mut weights: BTreeMap<Option<i32>, i64> = first.iter().map(|&k| (Some(k), 0)).collect();
        // A label that is nobody's mate is met by none of the first side's.
        let of_second = |l: i32| touch.mates.mate(l);
        weights.extend(second.iter().map(|&l| (of_second(l), 0)));
        for (number, weight) in (1..).zip(weights.values_mut()) {
            *weight = number;
        }
        let most = weights.len() as i64;
        // d = Σ_k w_k·shows(s, side, k) − Σ_l w_{k: mate k = l}·shows(t, side', l)
        let mut row = LinExpr::new();
        for &k in first {
            row.add_scaled(weights[&Some(k)], &touch.shows(encoder, 0, k)?);
        }
        for &l in second {
            row.add_scaled(-weights[&of_second(l)], &touch.shows(encoder, 1, l)?);
        }
        if !self.or_empty {
            // d = 0
            return encoder.row(format_args!("weighted"), row, 0..=0);
        }
        // −W·(empty(s) + empty(t)) ≤ d ≤ W·(empty(s) + empty(t)),  W the largest weight
        let mut slack = LinExpr::new();
        for which in 0..2 {
            slack.add_scaled(most, &self.empty(encoder, which)?);
        }
        encoder.row(format_args!("weighted_most"), row.clone() - slack.clone(), ..=0)?;
        encoder.row(format_args!("weighted_least"), row + slack, 0..)
    }
}

impl Constraint for Seam {
    fn scope(&self) -> &[CellId] {
        self.touch.scope()
    }

    fn is_satisfied(&self, values: &Assignment) -> bool {
        self.accepts(self.touch.of_values(values))
    }

    fn filter(&self, domains: &mut Domains) -> Result<(), Wipeout> {
        self.touch.keep_mates(domains, self.or_empty)
    }

    fn linearise(&self, encoder: &mut Encoder) -> Result<(), EncodeError> {
        let table = encoder.table().clone();
        if let Some(slot) = self.touch.itself() {
            let Some(tiles) = table.tile_set(slot) else { return encoder.empty(slot).map(drop) };
            let accepts = |value| self.accepts(self.touch.of_value(tiles, value));
            if encoder.formulation().prune {
                return encoder.restrict(slot, accepts);
            }
            // Σ_{v that meets itself} x[s,v] = 1
            let held = encoder.one_of(slot, accepts)?;
            return encoder.row(format_args!("itself"), held, 1..=1);
        }
        if !self.or_empty {
            // An empty slot breaks the seam.
            for slot in self.touch.slots {
                let blank = table.tile_set(slot).and_then(|tiles| tiles.blank());
                if blank.is_some() {
                    encoder.restrict(slot, |value| Some(value) != blank)?;
                }
            }
        }
        let (first, second) = (self.touch.labels(&table, 0), self.touch.labels(&table, 1));
        match encoder.formulation().seam {
            SeamRows::PerLabel => self.per_label(encoder, &first, &second),
            SeamRows::Weighted => self.weighted(encoder, &first, &second),
            SeamRows::LabelColumns => self.label_columns(encoder, &first, &second),
            SeamRows::Clique => self.clique(encoder, &first, &second),
        }
    }

    fn validate(&self, _cells: &CellTable) -> Result<(), ScopeError> {
        self.touch.validate()
    }
}
