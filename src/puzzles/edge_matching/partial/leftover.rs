//! Which labels can lie at broken seams, by counting: a consequence of the other constraints that no filter of theirs sees.
//!
//! Where every side of every tile lies at a seam or shows the frame, each label is there a known number of times. Matched
//! seams use a label and its mate once each, so that what is left over at broken seams is known but for pairs: an odd number
//! of a label that is its own mate, otherwise the difference of the two. A broken seam has two sides. So a budget of broken
//! seams that is just enough for what must be left over says which labels lie there: at all other sides a mate must follow.

use std::collections::BTreeMap;

use crate::cells::{Assignment, Cell, CellId, Digit, Domains, Mates, Side, Slot, Wipeout};
use crate::constraints::Constraint;
use crate::encodings::{EncodeError, Encoder};

/// A seam that may be broken: its slots with their sides, and the digit that is 0 where it is matched.
#[derive(Debug, Clone)]
pub(super) struct Breakable {
    pub sides: [(CellId, Side); 2],
    pub broken: CellId,
}

#[derive(Debug)]
pub(super) struct Leftover {
    scope: Vec<CellId>,
    seams: Vec<Breakable>,
    /// The digit that counts the matched seams.
    matched: CellId,
    mates: Mates,
    /// How often each label lies at the seams.
    counts: BTreeMap<i32, usize>,
}

impl Leftover {
    pub fn new(
        slots: impl IntoIterator<Item = Cell<Slot>>,
        seams: Vec<Breakable>,
        matched: Cell<Digit>,
        mates: &Mates,
        counts: BTreeMap<i32, usize>,
    ) -> Self {
        let slots = slots.into_iter().map(|slot| slot.id());
        let scope = slots.chain(seams.iter().map(|seam| seam.broken)).chain([matched.id()]).collect();
        Self { scope, seams, matched: matched.id(), mates: mates.clone(), counts }
    }

    fn count(&self, label: i32) -> usize {
        self.counts.get(&label).copied().unwrap_or(0)
    }

    /// Must labels be left over, or can all seams be matched, as far as the counts go?
    pub fn leaves_some(counts: &BTreeMap<i32, usize>, mates: &Mates) -> bool {
        counts.iter().any(|(&label, &count)| match mates.mate(label) {
            Some(mate) if mate == label => count % 2 == 1,
            Some(mate) => counts.get(&mate) != Some(&count),
            None => count > 0,
        })
    }

    /// The least that is left over of each label, when so many sides at broken seams show it already; `None` when the counts
    /// do not allow it.
    fn least(&self, used: &BTreeMap<i32, usize>) -> Option<BTreeMap<i32, usize>> {
        let of = |label: i32| used.get(&label).copied().unwrap_or(0);
        let mut least = BTreeMap::new();
        for (&label, &count) in &self.counts {
            let left = match self.mates.mate(label) {
                Some(mate) if mate == label => of(label) + (of(label) + count) % 2,
                // max(used, used of the mate + count − count of the mate)
                Some(mate) => of(label).max((of(mate) + count).saturating_sub(self.count(mate))),
                None => count,
            };
            if left < of(label) || left > count {
                return None;
            }
            least.insert(label, left);
        }
        Some(least)
    }
}

/// The labels that a slot can still show on a side, ascending.
fn labels(domains: &Domains, (slot, side): (CellId, Side)) -> Vec<i32> {
    let Some(tiles) = domains.table().tile_set(slot) else { return Vec::new() };
    let shown = tiles.by_label(side).iter();
    let possible = shown.filter(|(_, mask)| mask.iter().zip(domains.bits(slot)).any(|(m, d)| m & d != 0));
    possible.map(|(label, _)| *label).collect()
}

impl Constraint for Leftover {
    fn scope(&self) -> &[CellId] {
        &self.scope
    }

    /// Each label lies at the seams as often as it is there; where a seam is not broken, mates lie; and so many seams are
    /// matched. That what is left over at the broken ones is at least what must be, follows.
    fn is_satisfied(&self, values: &Assignment) -> bool {
        let mut counts: BTreeMap<i32, usize> = BTreeMap::new();
        let mut broken = 0;
        for seam in &self.seams {
            let [Some(first), Some(second)] = seam.sides.map(|(slot, side)| values.shows(slot, side)) else {
                return false;
            };
            *counts.entry(first).or_default() += 1;
            *counts.entry(second).or_default() += 1;
            if values.value(seam.broken) != 0 {
                broken += 1;
            } else if self.mates.mate(first) != Some(second) {
                return false;
            }
        }
        counts == self.counts && values.value(self.matched) as usize + broken <= self.seams.len()
    }

    fn filter(&self, domains: &mut Domains) -> Result<(), Wipeout> {
        let failed = Wipeout { cell: self.matched };
        let open = |domains: &Domains, seam: &Breakable| domains.size(seam.broken) > 1;
        let possible = self.seams.iter().filter(|seam| domains.contains(seam.broken, 1)).count();
        let asked = self.seams.len().saturating_sub(domains.min(self.matched).unwrap_or(0) as usize);
        let budget = possible.min(asked);
        let mut used: BTreeMap<i32, usize> = BTreeMap::new();
        for seam in self.seams.iter().filter(|seam| domains.fixed(seam.broken) == Some(1)) {
            for &side in &seam.sides {
                if let [label] = labels(domains, side)[..] {
                    *used.entry(label).or_default() += 1;
                }
            }
        }
        domains.count_work(40 * self.seams.len() as u64);
        let Some(least) = self.least(&used) else { return Err(failed) };
        let needed: usize = least.values().sum();
        if needed > 2 * budget {
            return Err(failed);
        }
        if needed + 2 <= 2 * budget {
            return Ok(());
        }
        // Just the labels of which more must be left over can lie at further broken seams.
        let free = |label: i32| least.get(&label).copied().unwrap_or(0) > used.get(&label).copied().unwrap_or(0);
        let all_used =
            least.iter().map(|(label, left)| left - used.get(label).copied().unwrap_or(0)).sum::<usize>() < 2;
        domains.count_work(400 * self.seams.len() as u64);
        for seam in &self.seams {
            if !domains.contains(seam.broken, 1) {
                continue;
            }
            let [first, second] = seam.sides.map(|side| labels(domains, side));
            if open(domains, seam) && (all_used || !first.iter().any(|&k| free(k)) || !second.iter().any(|&k| free(k)))
            {
                domains.remove(seam.broken, 1)?;
                continue;
            }
            let may_match = open(domains, seam);
            for ((slot, side), own, others) in [(seam.sides[0], &first, &second), (seam.sides[1], &second, &first)] {
                if own.len() == 1 && !may_match {
                    // Counted as used.
                    continue;
                }
                let fits = |label: i32| {
                    let mate = if may_match { self.mates.mate(label) } else { None };
                    free(label) || mate.is_some_and(|mate| others.binary_search(&mate).is_ok())
                };
                if own.iter().all(|&label| fits(label)) {
                    continue;
                }
                let Some(tiles) = domains.table().tile_set(slot).cloned() else { continue };
                domains.retain(slot, |value| tiles.label(value, side).is_none_or(fits))?;
            }
        }
        Ok(())
    }

    fn linearise(&self, _encoder: &mut Encoder) -> Result<(), EncodeError> {
        // The rows of the seams and of the tiles' use imply it.
        Ok(())
    }
}
