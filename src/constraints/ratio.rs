//! Ratio: the largest value is the clue times all the others.
//!
//! Two cells: `x[a,v] ≤ Σ_{v = clue·w or w = clue·v} x[b,w]`, both ways. More cells: the rows of a table of its tuples.

use std::borrow::Borrow;

use super::cage::{MOST_CELLS, filter_by_tuples};
use super::difference::at_least_two;
use super::table::{filter_by_mates, listed_rows, support_rows};
use super::{Constraint, ScopeError, ids};
use crate::cells::{Assignment, Cell, CellId, CellTable, Digit, Domains, Wipeout};
use crate::encodings::{EncodeError, Encoder};

/// The largest value is the clue times all the others. See [`ratio`].
#[derive(Debug, Clone)]
pub struct Ratio {
    scope: Vec<CellId>,
    clue: u32,
}

/// The largest of the cells is `clue` times the product of all the others; of two cells, one is `clue` times the other.
///
/// Fewer than two cells, and the clue 0, are a [`ModelError`](crate::ModelError) when the model is solved. Of more than two cells
/// the same holds as for [`difference`](crate::difference()).
pub fn ratio(cells: impl IntoIterator<Item = impl Borrow<Cell<Digit>>>, clue: u32) -> Ratio {
    Ratio { scope: ids(cells), clue }
}

impl Ratio {
    fn accepts(&self, values: &[u32]) -> bool {
        let Some(largest) = values.iter().enumerate().max_by_key(|(_, v)| **v).map(|(i, _)| i) else { return false };
        let mut others = u128::from(self.clue);
        for (i, &v) in values.iter().enumerate() {
            if i != largest {
                others = others.saturating_mul(u128::from(v));
            }
        }
        u128::from(values[largest]) == others
    }
}

impl Constraint for Ratio {
    fn scope(&self) -> &[CellId] {
        &self.scope
    }

    fn is_satisfied(&self, values: &Assignment) -> bool {
        let held: Vec<u32> = self.scope.iter().map(|&cell| values.value(cell)).collect();
        self.accepts(&held)
    }

    fn filter(&self, domains: &mut Domains) -> Result<(), Wipeout> {
        match *self.scope.as_slice() {
            [a, b] => filter_by_mates(domains, [a, b], |v, w| self.accepts(&[v, w])),
            _ if self.scope.len() <= MOST_CELLS => {
                filter_by_tuples(domains, &self.scope, 0, |_, _, _| Some(0), |_, tuple| self.accepts(tuple))
            }
            _ => domains.forward_check(&self.scope, |values| self.is_satisfied(values)),
        }
    }

    fn linearise(&self, encoder: &mut Encoder) -> Result<(), EncodeError> {
        match *self.scope.as_slice() {
            [a, b] => support_rows(encoder, [a, b], |v, w| self.accepts(&[v, w])),
            _ => listed_rows(encoder, &self.scope, |tuple| self.accepts(tuple)),
        }
    }

    fn validate(&self, _cells: &CellTable) -> Result<(), ScopeError> {
        if self.clue == 0 {
            return Err(ScopeError::ZeroRatio);
        }
        at_least_two(&self.scope)
    }
}
