//! Exact support for cages: which values of each cell occur in some tuple that meets the clue and the must-differ relation.

use crate::cells::{CellId, Domains, Wipeout, positions};

/// The most cells of a cage whose tuples are looked through.
pub(super) const MOST_CELLS: usize = 8;

/// How many partial tuples are looked at before giving up; giving up takes nothing away.
const MOST_STEPS: usize = 4000;

/// The same where sets of values may be looked at instead.
const FIRST_STEPS: usize = 200;

/// The most values of all cells together for sets of values to be looked at: there are 2ᵏ sets.
const MOST_SET_VALUES: usize = 10;

/// Takes away the values without support, for a scope of at most [`MOST_CELLS`]. `step(depth, state, value)` extends a
/// partial tuple, or refuses it; a full tuple counts when `accept` takes it.
pub(super) fn filter_by_tuples(
    domains: &mut Domains,
    scope: &[CellId],
    step: impl Fn(usize, u64, u32) -> Option<u64>,
    accept: impl Fn(u64, &[u32]) -> bool,
) -> Result<(), Wipeout> {
    let differs = differing(domains, scope);
    look_through(domains, scope, &differs, MOST_STEPS, step, accept).map(drop)
}

/// As [`filter_by_tuples`], where a full tuple counts when its state is `target`, and a state depends on the values alone, not
/// on their order. Then tuples of cells that all differ are looked at as sets.
pub(super) fn filter_by_states(
    domains: &mut Domains,
    scope: &[CellId],
    step: impl Fn(usize, u64, u32) -> Option<u64>,
    target: u64,
) -> Result<(), Wipeout> {
    let differs = differing(domains, scope);
    let all_differ = (0..scope.len()).all(|i| differs[i].count_ones() as usize == i);
    // Few tuples are looked through sooner than sets.
    let first = if all_differ { FIRST_STEPS } else { MOST_STEPS };
    if look_through(domains, scope, &differs, first, &step, |state, _| state == target)? || !all_differ {
        return Ok(());
    }
    let mut union: Vec<u32> = scope.iter().flat_map(|&cell| domains.values(cell)).collect();
    union.sort_unstable();
    union.dedup();
    if union.len() <= MOST_SET_VALUES {
        return filter_by_sets(domains, scope, &union, step, target);
    }
    look_through(domains, scope, &differs, MOST_STEPS, step, |state, _| state == target).map(drop)
}

/// Must some of the cells hold different values?
pub(super) fn some_must_differ(domains: &Domains, mut cells: impl Iterator<Item = CellId> + Clone) -> bool {
    while let Some(cell) = cells.next() {
        if cells.clone().any(|other| domains.must_differ(cell, other)) {
            return true;
        }
    }
    false
}

/// By cell which earlier cells must hold something else.
fn differing(domains: &Domains, scope: &[CellId]) -> [u8; MOST_CELLS] {
    let mut differs = [0u8; MOST_CELLS];
    for i in 0..scope.len() {
        for j in 0..i {
            if domains.must_differ(scope[i], scope[j]) {
                differs[i] |= 1 << j;
            }
        }
    }
    differs
}

/// Forward: which sets of values the first cells can hold. Backward: from which of them a set with the target's state is
/// reached, by which values. A set is a number whose bits are positions in `union`.
fn filter_by_sets(
    domains: &mut Domains,
    scope: &[CellId],
    union: &[u32],
    step: impl Fn(usize, u64, u32) -> Option<u64>,
    target: u64,
) -> Result<(), Wipeout> {
    let (n, sets) = (scope.len(), 1usize << union.len());
    let words = sets.div_ceil(64);
    // By cell its values, each with its bit.
    let bit_of = |value: u32| 1usize << union.binary_search(&value).unwrap_or(0);
    let moves: Vec<Vec<(u32, usize)>> =
        scope.iter().map(|&cell| domains.values(cell).map(|value| (value, bit_of(value))).collect()).collect();
    let mut state_of = domains.lend(sets);
    let mut layers = domains.lend(words * (n + 1));
    layers[0] = 1;
    let mut steps = 0;
    for depth in 0..n {
        let (before, after) = layers.split_at_mut(words * (depth + 1));
        for set in positions(&before[words * depth..]) {
            for &(value, bit) in moves[depth].iter().filter(|(_, bit)| set & bit == 0) {
                if let Some(next) = step(depth, state_of[set], value) {
                    state_of[set | bit] = next;
                    after[(set | bit) / 64] |= 1 << ((set | bit) % 64);
                }
                steps += 1;
            }
        }
    }
    let mut alive = domains.lend(words);
    for set in positions(&layers[words * n..]) {
        alive[set / 64] |= u64::from(state_of[set] == target) << (set % 64);
    }
    let mut outcome = Ok(());
    for depth in (0..n).rev() {
        let mut before = domains.lend(words);
        let mut supported = 0usize;
        for set in positions(&layers[words * depth..words * (depth + 1)]) {
            for &(_, bit) in moves[depth].iter().filter(|(_, bit)| set & bit == 0) {
                if alive[(set | bit) / 64] >> ((set | bit) % 64) & 1 == 1 {
                    before[set / 64] |= 1 << (set % 64);
                    supported |= bit;
                }
            }
        }
        outcome = domains.retain(scope[depth], |value| supported & bit_of(value) != 0).map(drop);
        domains.give_back(std::mem::replace(&mut alive, before));
        if outcome.is_err() {
            break;
        }
    }
    domains.count_work(STEP * 2 * steps);
    for lent in [state_of, layers, alive] {
        domains.give_back(lent);
    }
    outcome
}

/// The work of a step.
const STEP: u64 = 6;

/// Looks through the tuples, `most` partial ones at the most, and takes away what occurs in none that counts; says whether it
/// came to an end. When it did not, nothing is taken away.
fn look_through(
    domains: &mut Domains,
    scope: &[CellId],
    differs: &[u8; MOST_CELLS],
    most: usize,
    step: impl Fn(usize, u64, u32) -> Option<u64>,
    accept: impl Fn(u64, &[u32]) -> bool,
) -> Result<bool, Wipeout> {
    let n = scope.len();
    if n == 0 {
        return Ok(true);
    }
    // Cell by cell its values, with a mark each.
    let values: Vec<Vec<u32>> = scope.iter().map(|&cell| domains.values(cell).collect()).collect();
    let mut supported: Vec<Vec<bool>> = values.iter().map(|values| vec![false; values.len()]).collect();
    let mut missing: usize = values.iter().map(Vec::len).sum();
    let mut at = [0usize; MOST_CELLS];
    let mut tuple = [0u32; MOST_CELLS];
    let mut states = [0u64; MOST_CELLS];
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
        if steps > most {
            domains.count_work(STEP * most as u64);
            return Ok(false);
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
                domains.count_work(STEP * steps as u64);
                return Ok(true);
            }
        }
        at[depth] += 1;
    }
    domains.count_work(STEP * steps as u64);
    for ((&cell, values), marks) in scope.iter().zip(&values).zip(&supported) {
        let mut i = 0;
        domains.retain(cell, |value| {
            debug_assert_eq!(values[i], value);
            i += 1;
            marks[i - 1]
        })?;
    }
    Ok(true)
}
