//! Exact support for cages: which values of each cell occur in some tuple that meets the clue and the must-differ relation.

use crate::cells::{CellId, Domains, Wipeout};

/// The most cells of a cage whose tuples are looked through.
pub(super) const MOST_CELLS: usize = 8;

/// How many partial tuples are looked at before giving up; giving up takes nothing away.
const MOST_STEPS: usize = 4000;

/// Takes away the values without support, for a scope of at most [`MOST_CELLS`]. `step(depth, state, value)` extends a
/// partial tuple, or refuses it; a full tuple counts when `accept` takes it.
pub(super) fn filter_by_tuples(
    domains: &mut Domains,
    scope: &[CellId],
    start: u64,
    step: impl Fn(usize, u64, u32) -> Option<u64>,
    accept: impl Fn(u64, &[u32]) -> bool,
) -> Result<(), Wipeout> {
    let n = scope.len();
    if n == 0 {
        return Ok(());
    }
    // Cell by cell its values with a mark each, and which earlier cells must hold something else.
    let values: Vec<Vec<u32>> = scope.iter().map(|&cell| domains.values(cell).collect()).collect();
    let mut differs = [0u8; MOST_CELLS];
    for i in 0..n {
        for j in 0..i {
            if domains.must_differ(scope[i], scope[j]) {
                differs[i] |= 1 << j;
            }
        }
    }
    let mut supported: Vec<Vec<bool>> = values.iter().map(|values| vec![false; values.len()]).collect();
    let mut missing: usize = values.iter().map(Vec::len).sum();
    let mut at = [0usize; MOST_CELLS];
    let mut tuple = [0u32; MOST_CELLS];
    let mut states = [start; MOST_CELLS];
    let mut depth = 0;
    let mut steps = 0;
    loop {
        let Some(&value) = values[depth].get(at[depth]) else {
            if depth == 0 {
                break;
            }
            depth -= 1;
            at[depth] += 1;
            continue;
        };
        steps += 1;
        if steps > MOST_STEPS {
            domains.count_work(4 * MOST_STEPS as u64);
            return Ok(());
        }
        let clashes = (0..depth).any(|j| differs[depth] >> j & 1 == 1 && tuple[j] == value);
        let next = if clashes { None } else { step(depth, states[depth], value) };
        let Some(next) = next else {
            at[depth] += 1;
            continue;
        };
        tuple[depth] = value;
        if depth + 1 < n {
            states[depth + 1] = next;
            depth += 1;
            at[depth] = 0;
            continue;
        }
        if accept(next, &tuple[..n]) {
            for (marks, &i) in supported.iter_mut().zip(&at) {
                if !std::mem::replace(&mut marks[i], true) {
                    missing -= 1;
                }
            }
            if missing == 0 {
                domains.count_work(4 * steps as u64);
                return Ok(());
            }
        }
        at[depth] += 1;
    }
    domains.count_work(4 * steps as u64);
    for ((&cell, values), marks) in scope.iter().zip(&values).zip(&supported) {
        let mut i = 0;
        domains.retain(cell, |value| {
            debug_assert_eq!(values[i], value);
            i += 1;
            marks[i - 1]
        })?;
    }
    Ok(())
}
