//! Sum: the cells add up to a clue.
//!
//! Row: `Σ_c Σ_v v·x[c,v] = clue`.

use std::borrow::Borrow;

use super::cage::{MOST_CELLS, filter_by_states, some_must_differ};
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

/// The most words of totals that the exact filter may go through, for all values of all cells.
const MOST_WORDS: usize = 20_000;

/// Exact support, whatever must differ: which totals the first cells can reach, from which of them the clue is reached, and
/// by which values. A set of totals is a row of bits; totals and values are counted from their least. Says whether it was
/// done: not where there are too many totals.
fn filter_by_totals(domains: &mut Domains, open: &[CellId], rest: u64) -> Result<bool, Wipeout> {
    let Some(words) = usize::try_from(rest / 64).ok().and_then(|words| words.checked_add(1)) else {
        return Ok(false);
    };
    let values: usize = open.iter().map(|&cell| domains.size(cell)).sum();
    if values.saturating_mul(words) > MOST_WORDS {
        return Ok(false);
    }
    domains.count_work(4 * (values * words) as u64);
    let least: Vec<u32> = open.iter().map(|&cell| domains.min(cell).unwrap_or(0)).collect();
    let mut forward = domains.lend(words * (open.len() + 1));
    forward[0] = 1;
    for (i, (&cell, &least)) in open.iter().zip(&least).enumerate() {
        let (before, after) = forward[words * i..].split_at_mut(words);
        for value in domains.values(cell) {
            add_shifted_up(&mut after[..words], before, (value - least) as usize);
        }
    }
    let mut alive = domains.lend(words);
    alive[words - 1] = 1 << (rest % 64);
    let mut outcome = Ok(true);
    for (i, (&cell, &least)) in open.iter().zip(&least).enumerate().rev() {
        let reached = &forward[words * i..words * (i + 1)];
        let mut before = domains.lend(words);
        for value in domains.values(cell) {
            add_shifted_down(&mut before, &alive, (value - least) as usize);
        }
        let kept = domains.retain(cell, |value| meets_shifted(reached, &alive, (value - least) as usize));
        domains.give_back(std::mem::replace(&mut alive, before));
        if let Err(wipeout) = kept {
            outcome = Err(wipeout);
            break;
        }
    }
    domains.give_back(forward);
    domains.give_back(alive);
    outcome
}

/// Exact support over tuples of open cells, of which some must differ, or whose totals are too many.
fn filter_cage(domains: &mut Domains, open: &[CellId], target: u64) -> Result<(), Wipeout> {
    // What the cells after a partial tuple can add bounds it.
    let n = open.len();
    let (mut rest_least, mut rest_most) = ([0u64; MOST_CELLS + 1], [0u64; MOST_CELLS + 1]);
    for i in (0..n).rev() {
        rest_least[i] = rest_least[i + 1] + u64::from(domains.min(open[i]).unwrap_or(0));
        rest_most[i] = rest_most[i + 1] + u64::from(domains.max(open[i]).unwrap_or(0));
    }
    let step = |depth: usize, sum: u64, value: u32| {
        let sum = sum + u64::from(value);
        let fits = sum + rest_least[depth + 1] <= target && sum + rest_most[depth + 1] >= target;
        fits.then_some(sum)
    };
    filter_by_states(domains, open, step, target)
}

/// Adds the bits of `from`, each `by` places higher; those beyond the end are left out.
fn add_shifted_up(to: &mut [u64], from: &[u64], by: usize) {
    let (skip, shift) = (by / 64, by % 64);
    for w in skip..to.len() {
        to[w] |= from[w - skip] << shift;
        if shift > 0 && w > skip {
            to[w] |= from[w - skip - 1] >> (64 - shift);
        }
    }
}

/// Adds the bits of `from`, each `by` places lower; those below 0 are left out.
fn add_shifted_down(to: &mut [u64], from: &[u64], by: usize) {
    let (skip, shift) = (by / 64, by % 64);
    for w in skip..from.len() {
        to[w - skip] |= from[w] >> shift;
        if shift > 0 && w > skip {
            to[w - skip - 1] |= from[w] << (64 - shift);
        }
    }
}

/// Is some bit of `from`, `by` places higher, one of `other`?
fn meets_shifted(from: &[u64], other: &[u64], by: usize) -> bool {
    let (skip, shift) = (by / 64, by % 64);
    (skip..other.len()).any(|w| {
        let high = from[w - skip] << shift;
        let low = if shift > 0 && w > skip { from[w - skip - 1] >> (64 - shift) } else { 0 };
        (high | low) & other[w] != 0
    })
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
        // What is left to be shared out above the least of each cell. Settled cells have taken their values from the others.
        let rest = self.clue - least;
        let open: Vec<CellId> = self.scope.iter().copied().filter(|&cell| domains.size(cell) > 1).collect();
        let all_totals = filter_by_totals(domains, &open, rest)?;
        if open.len() <= MOST_CELLS && (!all_totals || some_must_differ(domains, open.iter().copied())) {
            let open: Vec<CellId> = open.into_iter().filter(|&cell| domains.size(cell) > 1).collect();
            let settled: u64 = self.scope.iter().filter_map(|&cell| domains.fixed(cell)).map(u64::from).sum();
            return filter_cage(domains, &open, self.clue - settled);
        }
        if all_totals {
            domains.mark_fixpoint();
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
