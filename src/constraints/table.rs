//! Table: the cells take one of the listed tuples of values.
//!
//! Rows: `y_t ∈ {0,1}`, `Σ_t y_t = 1`, `x[c,v] = Σ_{t: t_c = v} y_t`; values without a tuple are dropped.

use std::borrow::Borrow;
use std::fmt;

use super::{Constraint, ScopeError, ids};
use crate::cells::{Assignment, Cell, CellId, CellTable, Digit, Domains, Wipeout};
use crate::encodings::{EncodeError, Encoder};
use crate::program::LinExpr;

/// The cells take one of the listed tuples. See [`table`].
#[derive(Debug, Clone)]
#[must_use = "a constraint says nothing until it is posted"]
pub struct Table {
    scope: Vec<CellId>,
    tuples: Vec<Vec<u32>>,
}

/// The cells, in their order, take one of the listed tuples of values. A tuple with more or fewer values than cells is a
/// [`ModelError`](crate::ModelError) when the model is solved.
///
/// ```
/// use puzzle_ilp::{Model, table};
/// let mut model = Model::new();
/// let x = model.digits("x", 1, 2, 1..=9);
/// model.post("a knight's move apart", table(x.row(0), [[1, 3], [3, 1], [2, 4], [4, 2]]));
/// ```
pub fn table<T: Into<Vec<u32>>>(
    cells: impl IntoIterator<Item = impl Borrow<Cell<Digit>>>,
    tuples: impl IntoIterator<Item = T>,
) -> Table {
    let mut tuples: Vec<Vec<u32>> = tuples.into_iter().map(Into::into).collect();
    tuples.sort_unstable();
    tuples.dedup();
    Table { scope: ids(cells), tuples }
}

impl Constraint for Table {
    fn scope(&self) -> &[CellId] {
        &self.scope
    }

    fn is_satisfied(&self, values: &Assignment) -> bool {
        self.tuples.contains(&values.tuple(&self.scope))
    }

    fn filter(&self, domains: &mut Domains) -> Result<(), Wipeout> {
        let mut supported: Vec<Vec<u32>> = vec![Vec::new(); self.scope.len()];
        for tuple in &self.tuples {
            if self.scope.iter().zip(tuple).all(|(&cell, &v)| domains.contains(cell, v)) {
                for (values, &v) in supported.iter_mut().zip(tuple) {
                    values.push(v);
                }
            }
        }
        for (&cell, values) in self.scope.iter().zip(&mut supported) {
            values.sort_unstable();
            values.dedup();
            domains.retain(cell, |v| values.binary_search(&v).is_ok())?;
        }
        Ok(())
    }

    fn linearise(&self, encoder: &mut Encoder) -> Result<(), EncodeError> {
        tuple_rows(encoder, &self.scope, &self.tuples)
    }

    fn validate(&self, _cells: &CellTable) -> Result<(), ScopeError> {
        match self.tuples.iter().position(|tuple| tuple.len() != self.scope.len()) {
            Some(tuple) => {
                Err(ScopeError::Tuple { tuple, found: self.tuples[tuple].len(), expected: self.scope.len() })
            }
            None => Ok(()),
        }
    }
}

/// The rows of a table, for constraints that list their tuples.
pub(super) fn tuple_rows(encoder: &mut Encoder, scope: &[CellId], tuples: &[Vec<u32>]) -> Result<(), EncodeError> {
    let possible =
        |domains: &Domains, tuple: &[u32]| scope.iter().zip(tuple).all(|(&cell, &v)| domains.contains(cell, v));
    let tuples: Vec<&Vec<u32>> = tuples.iter().filter(|tuple| possible(encoder.domains(), tuple)).collect();
    let mut supported: Vec<Vec<u32>> = vec![Vec::new(); scope.len()];
    for tuple in &tuples {
        for (values, &v) in supported.iter_mut().zip(tuple.iter()) {
            values.push(v);
        }
    }
    for (&cell, values) in scope.iter().zip(&mut supported) {
        values.sort_unstable();
        values.dedup();
        encoder.prune(cell, |v| values.binary_search(&v).is_ok())?;
        encoder.indicator(cell, 0)?;
    }
    let mut chosen = Vec::with_capacity(tuples.len());
    for tuple in &tuples {
        chosen.push(encoder.column(format_args!("y{}", Joined(tuple)), 0..=1)?);
    }
    // Σ_t y_t = 1
    let one: LinExpr = chosen.iter().cloned().sum();
    encoder.row(format_args!("one"), one, 1..=1)?;
    for (i, &cell) in scope.iter().enumerate() {
        let values: Vec<u32> = encoder.domains().values(cell).collect();
        // x[c,v] = Σ_{t: t_c = v} y_t  ∀c,v
        for v in values {
            let mut tie = encoder.indicator(cell, v)?;
            for (tuple, y) in tuples.iter().zip(&chosen) {
                if tuple[i] == v {
                    tie.add_scaled(-1, y);
                }
            }
            encoder.row(format_args!("c{}_v{v}", i + 1), tie, 0..=0)?;
        }
    }
    Ok(())
}

/// The values of a tuple with `_` between them.
struct Joined<'a>(&'a [u32]);

impl fmt::Display for Joined<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for value in self.0 {
            write!(f, "_{value}")?;
        }
        Ok(())
    }
}
