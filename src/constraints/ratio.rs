//! Ratio: the largest value is the clue times all the others.
//!
//! Two cells: `x[a,v] ≤ Σ_{v = clue·w or w = clue·v} x[b,w]`, both ways. More cells: the rows of a table of its tuples.

use std::borrow::Borrow;

use super::relation::{at_least_two, filter_relation, relation_rows};
use super::{Constraint, ScopeError, ids};
use crate::cells::{Assignment, Cell, CellId, CellTable, Digit, Domains, Wipeout};
use crate::encodings::{EncodeError, Encoder};

/// The largest value is the clue times all the others. See [`ratio`].
#[derive(Debug, Clone)]
#[must_use = "a constraint says nothing until it is posted"]
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
    /// The values that `v` is the clue times of, and the other way round.
    fn mates(&self, v: u32) -> [Option<u32>; 2] {
        let less = v.checked_div(self.clue).filter(|less| less * self.clue == v);
        [less, v.checked_mul(self.clue).filter(|&more| less != Some(more))]
    }

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
        self.accepts(&values.tuple(&self.scope))
    }

    fn filter(&self, domains: &mut Domains) -> Result<(), Wipeout> {
        filter_relation(domains, &self.scope, |v| self.mates(v), |tuple| self.accepts(tuple))
    }

    fn linearise(&self, encoder: &mut Encoder) -> Result<(), EncodeError> {
        relation_rows(encoder, &self.scope, |v| self.mates(v), |tuple| self.accepts(tuple))
    }

    fn validate(&self, _cells: &CellTable) -> Result<(), ScopeError> {
        if self.clue == 0 {
            return Err(ScopeError::ZeroRatio);
        }
        at_least_two(&self.scope)
    }
}
