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
        let held: Vec<u32> = self.scope.iter().map(|&cell| values.value(cell)).collect();
        self.tuples.contains(&held)
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

/// The most tuples that a constraint lists for itself.
const MOST_TUPLES: usize = 100_000;

/// Lists the tuples over the cells' values that `accept` takes; `None` when there are too many to look at.
pub(super) fn list_tuples(
    domains: &Domains,
    scope: &[CellId],
    accept: impl Fn(&[u32]) -> bool,
) -> Option<Vec<Vec<u32>>> {
    let mut count = 1usize;
    for &cell in scope {
        count = count.saturating_mul(domains.size(cell));
    }
    if count > MOST_TUPLES {
        return None;
    }
    let mut tuples: Vec<Vec<u32>> = vec![Vec::new()];
    for &cell in scope {
        let values: Vec<u32> = domains.values(cell).collect();
        tuples = tuples
            .iter()
            .flat_map(|tuple| values.iter().map(move |&v| tuple.iter().copied().chain([v]).collect()))
            .collect();
    }
    tuples.retain(|tuple| accept(tuple));
    Some(tuples)
}

/// The rows of a constraint that can only be said by listing its tuples.
pub(super) fn listed_rows(
    encoder: &mut Encoder,
    scope: &[CellId],
    accept: impl Fn(&[u32]) -> bool,
) -> Result<(), EncodeError> {
    match list_tuples(encoder.domains(), scope, accept) {
        Some(tuples) => tuple_rows(encoder, scope, &tuples),
        None => Err(encoder.too_many_tuples(MOST_TUPLES)),
    }
}

/// Takes from each of two cells the values without a mate in the other.
pub(super) fn filter_by_mates(
    domains: &mut Domains,
    [a, b]: [CellId; 2],
    accept: impl Fn(u32, u32) -> bool,
) -> Result<(), Wipeout> {
    let differ = domains.must_differ(a, b);
    let mates = |v: u32, w: u32| accept(v, w) && !(differ && v == w);
    let of_b: Vec<u32> = domains.values(b).collect();
    domains.retain(a, |v| of_b.iter().any(|&w| mates(v, w)))?;
    let of_a: Vec<u32> = domains.values(a).collect();
    domains.retain(b, |w| of_a.iter().any(|&v| mates(v, w)))?;
    Ok(())
}

/// Rows of a relation between two cells: each value needs a mate.
pub(super) fn support_rows(
    encoder: &mut Encoder,
    [a, b]: [CellId; 2],
    accept: impl Fn(u32, u32) -> bool,
) -> Result<(), EncodeError> {
    for (i, (one, other)) in [(a, b), (b, a)].into_iter().enumerate() {
        let mates = |v: u32, w: u32| if i == 0 { accept(v, w) } else { accept(w, v) };
        let others: Vec<u32> = encoder.domains().values(other).collect();
        encoder.prune(one, |v| others.iter().any(|&w| mates(v, w)))?;
        encoder.indicator(one, 0)?;
        encoder.indicator(other, 0)?;
        let values: Vec<u32> = encoder.domains().values(one).collect();
        // x[a,v] ≤ Σ_{w mates v} x[b,w]  ∀v ∈ dom a, and the same with a and b exchanged
        for v in values {
            let row = encoder.indicator(one, v)? - encoder.one_of(other, |w| mates(v, w))?;
            encoder.row(format_args!("{}{v}", if i == 0 { 'a' } else { 'b' }), row, ..=0)?;
        }
    }
    Ok(())
}
