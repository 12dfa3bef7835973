//! Combinations of values that a search has refuted.

use crate::cells::{CellId, Domains, Wipeout};

/// The longest combination that is kept: a longer one would seldom come together again.
const LONGEST: usize = 100;

/// Combinations of values that no solution holds, each looked at only when one of two values of it that it watches is
/// settled: while there are two that are not, nothing follows from it (M. Moskewicz and others, "Chaff: engineering an
/// efficient SAT solver", DAC 2001). Which two are watched need not be undone when domains are.
#[derive(Debug, Default)]
pub(crate) struct NoGoods {
    /// All combinations, one after another; the first two values of each are those watched.
    values: Vec<(CellId, u32)>,
    /// By number the first and the end.
    spans: Vec<(u32, u32)>,
    /// By cell the numbers of the combinations that watch a value of it.
    watchers: Vec<Vec<u32>>,
    /// Cells settled since they were last looked at.
    settled: Vec<CellId>,
}

impl NoGoods {
    pub(crate) fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// Forbids that these values, each of another cell, come together. What `domains` hold must be so for good.
    pub(crate) fn add(&mut self, values: &[(CellId, u32)], domains: &mut Domains) -> Result<(), Wipeout> {
        if values.iter().any(|&(cell, value)| !domains.contains(cell, value)) {
            return Ok(());
        }
        let first = self.values.len();
        self.values.extend(values.iter().filter(|(cell, _)| domains.size(*cell) > 1));
        match self.values[first..] {
            [] => values.first().map_or(Ok(()), |&(cell, _)| Err(Wipeout { cell })),
            [(cell, value)] => {
                self.values.truncate(first);
                domains.remove(cell, value).map(|_| ())
            }
            ref kept if kept.len() > LONGEST => {
                self.values.truncate(first);
                Ok(())
            }
            [(a, _), (b, _), ..] => {
                self.watchers.resize_with(domains.table().len(), Vec::new);
                for cell in [a, b] {
                    self.watchers[cell.index()].push(self.spans.len() as u32);
                }
                self.spans.push((first as u32, self.values.len() as u32));
                Ok(())
            }
        }
    }

    /// A cell has one value left.
    pub(crate) fn settle(&mut self, cell: CellId) {
        self.settled.push(cell);
    }

    /// Forgets what was settled: it is undone.
    pub(crate) fn abandon(&mut self) {
        self.settled.clear();
    }

    /// Takes away the last value of each combination whose others are all settled; says whether one was there.
    pub(crate) fn filter(&mut self, domains: &mut Domains) -> Result<bool, Wipeout> {
        let mut changed = false;
        while let Some(cell) = self.settled.pop() {
            let mut watchers = std::mem::take(&mut self.watchers[cell.index()]);
            let mut wiped_out = Ok(());
            let mut looked_at = 0;
            watchers.retain(|&number| {
                looked_at += 1;
                if wiped_out.is_err() {
                    return true;
                }
                match self.look(number, cell, domains) {
                    Look::Elsewhere => false,
                    Look::Here => true,
                    Look::Refutes((cell, value)) => {
                        wiped_out = domains.remove(cell, value).map(|removed| changed |= removed);
                        true
                    }
                }
            });
            domains.count_work(10 * looked_at);
            self.watchers[cell.index()] = watchers;
            wiped_out?;
        }
        Ok(changed)
    }

    /// Looks at a combination that watches a value of this cell, which is settled.
    fn look(&mut self, number: u32, cell: CellId, domains: &Domains) -> Look {
        let (first, end) = self.spans[number as usize];
        let values = &mut self.values[first as usize..end as usize];
        if values[0].0 == cell {
            values.swap(0, 1);
        }
        if !holds(values[1], domains) {
            return Look::Here;
        }
        match values[2..].iter().position(|&other| !holds(other, domains)) {
            Some(other) => {
                values.swap(1, 2 + other);
                self.watchers[values[1].0.index()].push(number);
                Look::Elsewhere
            }
            None => Look::Refutes(values[0]),
        }
    }
}

/// What a look at a combination shows.
enum Look {
    /// Nothing: it goes on watching this cell.
    Here,
    /// Nothing: it watches another cell now.
    Elsewhere,
    /// All its values hold but this one.
    Refutes((CellId, u32)),
}

/// Has the cell this value, and no other left?
fn holds((cell, value): (CellId, u32), domains: &Domains) -> bool {
    domains.size(cell) == 1 && domains.contains(cell, value)
}
