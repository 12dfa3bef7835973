//! Sum: the cells add up to a clue.
//!
//! Row: `Σ_c Σ_v v·x[c,v] = clue`.

use std::borrow::Borrow;

use super::cage::{MOST_CELLS, filter_by_tuples};
use super::{Constraint, ids};
use crate::cells::{Assignment, Cell, CellId, Digit, Domains, Wipeout};
use crate::encodings::{EncodeError, Encoder};
use crate::input::{Cause, Magnitude, ProductClue};
use crate::program::LinExpr;

/// The cells add up to a clue. See [`sum`].
#[derive(Debug, Clone)]
#[must_use = "a constraint says nothing until it is posted"]
pub struct Sum {
    scope: Vec<CellId>,
    clue: u64,
}

/// The cells add up to `clue`.
///
/// ```
/// use puzzle_ilp::{Model, all_different, sum};
/// let mut model = Model::new();
/// let x = model.digits("x", 1, 3, 1..=9);
/// model.rule("the run has no digit twice", all_different(x.row(0)));
/// model.post("the run's sum 7", sum(x.row(0), 7));               // a kakuro run: 1, 2 and 4
/// assert_eq!(model.posted().len(), 2);
/// ```
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

    fn filter(&self, domains: &mut Domains) -> Result<(), Wipeout> {
        // Bounds: a value fits when the others can make up the rest.
        let (mut least, mut most) = (0u64, 0u64);
        let mut open = 0;
        for &cell in &self.scope {
            least += u64::from(domains.min(cell).unwrap_or(0));
            most += u64::from(domains.max(cell).unwrap_or(0));
            open += usize::from(domains.size(cell) > 1);
        }
        let mut changed = false;
        for &cell in &self.scope {
            let low = u64::from(domains.min(cell).unwrap_or(0));
            let high = u64::from(domains.max(cell).unwrap_or(0));
            let (others_least, others_most) = (least - low, most - high);
            changed |= domains.retain(cell, |v| {
                let v = u64::from(v);
                v + others_least <= self.clue && v + others_most >= self.clue
            })?;
        }
        if changed || open == 0 {
            return Ok(());
        }
        if self.scope.len() <= MOST_CELLS {
            // Exact support; what the cells after a partial tuple can add bounds it.
            let n = self.scope.len();
            let (mut rest_least, mut rest_most) = ([0u64; MOST_CELLS + 1], [0u64; MOST_CELLS + 1]);
            for i in (0..n).rev() {
                rest_least[i] = rest_least[i + 1] + u64::from(domains.min(self.scope[i]).unwrap_or(0));
                rest_most[i] = rest_most[i + 1] + u64::from(domains.max(self.scope[i]).unwrap_or(0));
            }
            let step = |depth: usize, sum: u64, value: u32| {
                let sum = sum + u64::from(value);
                let fits = sum + rest_least[depth + 1] <= self.clue && sum + rest_most[depth + 1] >= self.clue;
                fits.then_some(sum)
            };
            return filter_by_tuples(domains, &self.scope, 0, step, |sum, _| sum == self.clue);
        }
        Ok(())
    }

    fn linearise(&self, encoder: &mut Encoder) -> Result<(), EncodeError> {
        let most: u64 = self.scope.iter().map(|&cell| u64::from(encoder.domains().max(cell).unwrap_or(0))).sum();
        for &cell in &self.scope {
            encoder.prune(cell, |v| u64::from(v) <= self.clue)?;
        }
        // Σ_c value(c) = clue
        let mut total = LinExpr::new();
        for &cell in &self.scope {
            total += encoder.value(cell)?;
        }
        match i64::try_from(self.clue) {
            Ok(clue) if self.clue <= most => encoder.row(format_args!("sum"), total, clue..=clue),
            // The clue may lie beyond what a row can hold exactly.
            _ => encoder.never(format_args!("sum")),
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
