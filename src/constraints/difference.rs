//! Difference: the largest value less all the others is the clue.
//!
//! Two cells: `x[a,v] ≤ Σ_{|v−w| = clue} x[b,w]`, both ways. More cells: the rows of a table of its tuples.

use std::borrow::Borrow;

use super::cage::{MOST_CELLS, filter_by_tuples};
use super::table::{filter_by_mates, listed_rows, support_rows};
use super::{Constraint, ScopeError, ids};
use crate::cells::{Assignment, Cell, CellId, CellTable, Digit, Domains, Wipeout};
use crate::encodings::{EncodeError, Encoder};

/// The largest value less all the others is the clue. See [`difference`].
#[derive(Debug, Clone)]
pub struct Difference {
    scope: Vec<CellId>,
    clue: u32,
}

/// The largest of the cells less all the others is `clue`; of two cells, their difference.
///
/// Fewer than two cells are a [`ModelError`](crate::ModelError) when the model is solved. More than two cells need their combinations
/// of values listed: over 100,000 of them are [`Error::TooLarge`](crate::Error::TooLarge).
pub fn difference(cells: impl IntoIterator<Item = impl Borrow<Cell<Digit>>>, clue: u32) -> Difference {
    Difference { scope: ids(cells), clue }
}

impl Difference {
    fn accepts(&self, values: &[u32]) -> bool {
        let largest = i128::from(values.iter().copied().max().unwrap_or(0));
        let total: i128 = values.iter().map(|&v| i128::from(v)).sum();
        2 * largest - total == i128::from(self.clue)
    }
}

impl Constraint for Difference {
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
        at_least_two(&self.scope)
    }
}

/// Refuses a scope of one cell.
pub(super) fn at_least_two(scope: &[CellId]) -> Result<(), ScopeError> {
    if scope.len() < 2 {
        return Err(ScopeError::Cells { found: scope.len(), expected: "at least two" });
    }
    Ok(())
}
