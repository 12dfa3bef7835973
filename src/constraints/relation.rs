//! What a relation given by a predicate over tuples needs: a filter and rows, for two cells by mates and for more by tuples.

use super::ScopeError;
use super::cage::{MOST_CELLS, filter_by_tuples};
use super::table::tuple_rows;
use crate::cells::{CellId, Domains, Wipeout};
use crate::encodings::{EncodeError, Encoder};

/// Refuses a scope of one cell.
pub(super) fn at_least_two(scope: &[CellId]) -> Result<(), ScopeError> {
    if scope.len() < 2 {
        return Err(ScopeError::Cells { found: scope.len(), expected: "at least two" });
    }
    Ok(())
}

/// Takes away the values that no accepted tuple uses, as far as the number of cells allows. `mates` gives the values, one or
/// two different ones, that go with a value in the other of two cells, whichever that is.
pub(super) fn filter_relation(
    domains: &mut Domains,
    scope: &[CellId],
    mates: impl Fn(u32) -> [Option<u32>; 2],
    accept: impl Fn(&[u32]) -> bool,
) -> Result<(), Wipeout> {
    match *scope {
        [a, b] => filter_by_mates(domains, [a, b], mates),
        _ if scope.len() <= MOST_CELLS => filter_by_tuples(domains, scope, |_, _, _| Some(0), |_, tuple| accept(tuple)),
        _ => domains.forward_check(scope, |values| accept(&values.tuple(scope))),
    }
}

/// The rows that accept just the accepted tuples; `mates` as for [`filter_relation`].
pub(super) fn relation_rows(
    encoder: &mut Encoder,
    scope: &[CellId],
    mates: impl Fn(u32) -> [Option<u32>; 2],
    accept: impl Fn(&[u32]) -> bool,
) -> Result<(), EncodeError> {
    match *scope {
        [a, b] => support_rows(encoder, [a, b], mates),
        _ => listed_rows(encoder, scope, accept),
    }
}

/// The most tuples that a constraint lists for itself.
const MOST_TUPLES: usize = 100_000;

/// Lists the tuples over the cells' values that `accept` takes; `None` when there are too many to look at.
fn list_tuples(domains: &Domains, scope: &[CellId], accept: impl Fn(&[u32]) -> bool) -> Option<Vec<Vec<u32>>> {
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
fn listed_rows(encoder: &mut Encoder, scope: &[CellId], accept: impl Fn(&[u32]) -> bool) -> Result<(), EncodeError> {
    match list_tuples(encoder.domains(), scope, accept) {
        Some(tuples) => tuple_rows(encoder, scope, &tuples),
        None => Err(encoder.too_many_tuples(MOST_TUPLES)),
    }
}

/// Takes from each of two cells the values without a mate in the other.
fn filter_by_mates(
    domains: &mut Domains,
    [a, b]: [CellId; 2],
    mates: impl Fn(u32) -> [Option<u32>; 2],
) -> Result<(), Wipeout> {
    let differ = domains.must_differ(a, b);
    for (one, other) in [(a, b), (b, a)] {
        let others: Vec<u32> = domains.values(other).collect();
        let has_mate =
            |v: u32| mates(v).into_iter().flatten().any(|w| others.binary_search(&w).is_ok() && !(differ && v == w));
        domains.retain(one, has_mate)?;
    }
    Ok(())
}

/// Rows of a relation between two cells: each value needs a mate.
fn support_rows(
    encoder: &mut Encoder,
    [a, b]: [CellId; 2],
    mates: impl Fn(u32) -> [Option<u32>; 2],
) -> Result<(), EncodeError> {
    for (side, one, other) in [('a', a, b), ('b', b, a)] {
        let others: Vec<u32> = encoder.domains().values(other).collect();
        encoder.prune(one, |v| mates(v).into_iter().flatten().any(|w| others.binary_search(&w).is_ok()))?;
        encoder.indicator(one, 0)?;
        encoder.indicator(other, 0)?;
        let values: Vec<u32> = encoder.domains().values(one).collect();
        // x[a,v] ≤ Σ_{w mates v} x[b,w]  ∀v ∈ dom a, and the same with a and b exchanged
        for v in values {
            let mut row = encoder.indicator(one, v)?;
            for w in mates(v).into_iter().flatten() {
                row -= encoder.indicator(other, w)?;
            }
            encoder.row(format_args!("{side}{v}"), row, ..=0)?;
        }
    }
    Ok(())
}
