//! Sum: the cells add up to a clue.
//!
//! Row: `Σ_c Σ_v v·x[c,v] = clue`.

use std::borrow::Borrow;

use super::{Constraint, ids};
use crate::cells::{Assignment, Cell, CellId, Digit, Domains};
use crate::encodings::{EncodeError, Encoder};
use crate::input::{Cause, Magnitude, ProductClue};
use crate::program::LinExpr;

/// The cells add up to a clue. See [`sum`].
#[derive(Debug, Clone)]
pub struct Sum {
    scope: Vec<CellId>,
    clue: u64,
}

/// The cells add up to `clue`.
pub fn sum(cells: impl IntoIterator<Item = impl Borrow<Cell<Digit>>>, clue: u64) -> Sum {
    Sum { scope: ids(cells), clue }
}

impl Constraint for Sum {
    fn scope(&self) -> &[CellId] {
        &self.scope
    }

    fn is_satisfied(&self, values: &Assignment) -> bool {
        let total: u128 = self.scope.iter().map(|&cell| u128::from(values.value(cell))).sum();
        total == u128::from(self.clue)
    }

    fn linearise(&self, encoder: &mut Encoder) -> Result<(), EncodeError> {
        for &cell in &self.scope {
            encoder.prune(cell, |v| u64::from(v) <= self.clue)?;
        }
        // Σ_c value(c) = clue
        let mut total = LinExpr::new();
        for &cell in &self.scope {
            total += encoder.value(cell)?;
        }
        match i64::try_from(self.clue) {
            Ok(clue) => encoder.row(format_args!("sum"), total, clue..=clue),
            // Above what any cells of u32 that fit a program can make.
            Err(_) => encoder.never(format_args!("sum")),
        }
    }

    fn cause(&self, label: &str, domains: &Domains) -> Option<Cause> {
        let total = |of: &dyn Fn(CellId) -> Option<u32>| -> u128 {
            self.scope.iter().map(|&cell| u128::from(of(cell).unwrap_or(0))).sum()
        };
        let least = total(&|cell| domains.min(cell));
        let most = total(&|cell| domains.max(cell));
        let (clue, value) = (label.to_owned(), self.clue.magnitude());
        let size = |n: u128| -> Magnitude { n.magnitude() };
        if u128::from(self.clue) > most {
            return Some(Cause::TooLarge { clue, value, most: size(most) });
        }
        (u128::from(self.clue) < least).then(|| Cause::TooSmall { clue, value, least: size(least) })
    }
}
