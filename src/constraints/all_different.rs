//! All different, and its case of two cells: not equal.
//!
//! Rows: `Σ_c x[c,v] ≤ 1  ∀v`, with `= 1` when there are as many values as cells.

use std::borrow::Borrow;

use super::{Constraint, ids};
use crate::cells::{Assignment, Cell, CellId, Digit};
use crate::encodings::{EncodeError, Encoder};

/// No two cells hold the same value. See [`all_different`].
#[derive(Debug, Clone)]
pub struct AllDifferent {
    scope: Vec<CellId>,
}

/// No two of the cells hold the same value.
///
/// ```
/// use puzzle_ilp::{Model, all_different};
/// let mut model = Model::new();
/// let x = model.digits("x", 2, 2, 1..=2);
/// model.rule("row 1", all_different(x.row(0)));
/// ```
pub fn all_different(cells: impl IntoIterator<Item = impl Borrow<Cell<Digit>>>) -> AllDifferent {
    AllDifferent { scope: ids(cells) }
}

impl Constraint for AllDifferent {
    fn scope(&self) -> &[CellId] {
        &self.scope
    }

    fn is_satisfied(&self, values: &Assignment) -> bool {
        let mut seen: Vec<u32> = self.scope.iter().map(|&cell| values.value(cell)).collect();
        seen.sort_unstable();
        seen.is_sorted_by(|a, b| a < b)
    }

    fn linearise(&self, encoder: &mut Encoder) -> Result<(), EncodeError> {
        let mut union: Vec<u32> = Vec::new();
        for &cell in &self.scope {
            union.extend(encoder.domains().values(cell));
        }
        union.sort_unstable();
        union.dedup();
        let least = if union.len() == self.scope.len() { 1 } else { 0 };
        // Σ_c x[c,v] ≤ 1  ∀v   (= 1 when there are as many values as cells)
        for v in union {
            let mut sum = crate::program::LinExpr::new();
            for &cell in &self.scope {
                sum += encoder.indicator(cell, v)?;
            }
            let trivial = least == 0 && sum.terms().len() + sum.constant() as usize <= 1;
            if !trivial {
                encoder.row(format_args!("v{v}"), sum, least..=1)?;
            }
        }
        Ok(())
    }
}

/// Two cells hold different values. See [`not_equal`].
#[derive(Debug, Clone)]
pub struct NotEqual {
    scope: [CellId; 2],
}

/// The two cells hold different values.
pub fn not_equal(a: impl Borrow<Cell<Digit>>, b: impl Borrow<Cell<Digit>>) -> NotEqual {
    NotEqual { scope: [a.borrow().id(), b.borrow().id()] }
}

impl Constraint for NotEqual {
    fn scope(&self) -> &[CellId] {
        &self.scope
    }

    fn is_satisfied(&self, values: &Assignment) -> bool {
        let [a, b] = self.scope;
        values.value(a) != values.value(b)
    }

    fn linearise(&self, encoder: &mut Encoder) -> Result<(), EncodeError> {
        let [a, b] = self.scope;
        let common: Vec<u32> = encoder.domains().values(a).filter(|&v| encoder.domains().contains(b, v)).collect();
        // In the rehearsal too: the views have to be asked for even where no value is common yet.
        encoder.indicator(a, 0)?;
        encoder.indicator(b, 0)?;
        // x[a,v] + x[b,v] ≤ 1  ∀v ∈ dom a ∩ dom b
        for v in common {
            let sum = encoder.indicator(a, v)? + encoder.indicator(b, v)?;
            encoder.row(format_args!("v{v}"), sum, ..=1)?;
        }
        Ok(())
    }
}
