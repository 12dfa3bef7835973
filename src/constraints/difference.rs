//! Difference: the largest value less all the others is the clue.
//!
//! Two cells: `x[a,v] ≤ Σ_{|v−w| = clue} x[b,w]`, both ways. More cells: the rows of a table of its tuples.

use std::borrow::Borrow;

use super::relation::{at_least_two, filter_relation, relation_rows};
use super::{Constraint, ScopeError, ids};
use crate::cells::{Assignment, Cell, CellId, CellTable, Digit, Domains, Wipeout};
use crate::encodings::{EncodeError, Encoder};

/// The largest value less all the others is the clue. See [`difference`].
#[derive(Debug, Clone)]
#[must_use = "a constraint says nothing until it is posted"]
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
    /// The values that differ from `v` by the clue.
    fn mates(&self, v: u32) -> [Option<u32>; 2] {
        [v.checked_sub(self.clue), v.checked_add(self.clue).filter(|_| self.clue > 0)]
    }

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
        self.accepts(&values.tuple(&self.scope))
    }

    fn filter(&self, domains: &mut Domains) -> Result<(), Wipeout> {
        filter_relation(domains, &self.scope, |v| self.mates(v), |tuple| self.accepts(tuple))
    }

    fn linearise(&self, encoder: &mut Encoder) -> Result<(), EncodeError> {
        relation_rows(encoder, &self.scope, |v| self.mates(v), |tuple| self.accepts(tuple))
    }

    fn validate(&self, _cells: &CellTable) -> Result<(), ScopeError> {
        at_least_two(&self.scope)
    }
}
