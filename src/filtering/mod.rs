//! Runs the constraints' filters to a fixpoint.

mod nogoods;

use std::sync::Arc;

use nogoods::NoGoods;

use crate::cells::{CellId, Domains, Wipeout};
use crate::limits::{Limit, Stop};
use crate::model::Model;

/// The constraints of a model, ready to be filtered: which of them watch which cell, and a queue.
#[derive(Debug)]
pub(crate) struct Filters {
    model: Arc<Model>,
    /// By cell its constraints: `watchers[ends[c]..ends[c + 1]]`.
    watchers: Vec<u32>,
    ends: Vec<u32>,
    /// Cheap constraints (of one or two cells) run before all others.
    cheap: Queue,
    costly: Queue,
    queued: Vec<bool>,
    is_cheap: Vec<bool>,
    touched: Vec<u32>,
    /// By cell how often a constraint of it failed: hard cells are branched on first.
    pub(crate) weights: Vec<u64>,
    nogoods: NoGoods,
}

/// First in, first out, without moving what is left.
#[derive(Debug, Default)]
struct Queue {
    items: Vec<u32>,
    head: usize,
}

impl Queue {
    fn push(&mut self, item: u32) {
        self.items.push(item);
    }

    fn pop(&mut self) -> Option<u32> {
        let item = self.items.get(self.head).copied();
        self.head += usize::from(item.is_some());
        if self.head == self.items.len() {
            self.clear();
        }
        item
    }

    fn clear(&mut self) {
        self.items.clear();
        self.head = 0;
    }
}

/// Why filtering ended early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Halt {
    /// The constraints cannot hold together.
    Wipeout(Wipeout),
    /// A limit came first; what was taken away until then stays sound.
    Limit(Limit),
}

impl Filters {
    /// The filters of all constraints of a model.
    pub(crate) fn new(model: Arc<Model>) -> Self {
        let posted = model.posted();
        let cells = model.table().len();
        let mut ends = vec![0u32; cells + 1];
        for constraint in posted {
            for cell in constraint.constraint().scope() {
                ends[cell.index() + 1] += 1;
            }
        }
        let weights = ends[1..].iter().map(|&degree| u64::from(degree).max(1)).collect();
        for i in 0..cells {
            ends[i + 1] += ends[i];
        }
        let mut next = ends.clone();
        let mut watchers = vec![0; ends[cells] as usize];
        for (number, constraint) in posted.iter().enumerate() {
            for cell in constraint.constraint().scope() {
                watchers[next[cell.index()] as usize] = number as u32;
                next[cell.index()] += 1;
            }
        }
        let is_cheap = posted.iter().map(|constraint| constraint.constraint().scope().len() <= 2).collect();
        Self {
            queued: vec![false; posted.len()],
            is_cheap,
            model,
            watchers,
            ends,
            cheap: Queue::default(),
            costly: Queue::default(),
            touched: Vec::new(),
            weights,
            nogoods: NoGoods::default(),
        }
    }

    /// Forbids that these values, each of another cell, come together. What `domains` hold must be so for good.
    pub(crate) fn forbid(&mut self, values: &[(CellId, u32)], domains: &mut Domains) -> Result<(), Wipeout> {
        self.nogoods.add(values, domains)
    }

    fn enqueue(&mut self, number: u32) {
        if !std::mem::replace(&mut self.queued[number as usize], true) {
            if self.is_cheap[number as usize] { self.cheap.push(number) } else { self.costly.push(number) }
        }
    }

    fn enqueue_touched(&mut self, domains: &mut Domains, except: Option<u32>) {
        let mut touched = std::mem::take(&mut self.touched);
        domains.take_touched(&mut touched);
        for &cell in &touched {
            let id = domains.table().id(cell as usize);
            if !self.nogoods.is_empty() && domains.size(id) == 1 {
                self.nogoods.settle(id);
            }
            for w in self.ends[cell as usize]..self.ends[cell as usize + 1] {
                let number = self.watchers[w as usize];
                if Some(number) != except {
                    self.enqueue(number);
                }
            }
        }
        self.touched = touched;
    }

    /// Runs every filter, and again after each change of its cells, until nothing changes.
    pub(crate) fn run_all(&mut self, domains: &mut Domains, stop: &Stop) -> Result<(), Halt> {
        for number in 0..self.queued.len() as u32 {
            self.enqueue(number);
        }
        self.run(domains, stop)
    }

    /// Runs the filters of the cells touched, until nothing changes.
    pub(crate) fn run(&mut self, domains: &mut Domains, stop: &Stop) -> Result<(), Halt> {
        loop {
            self.run_queue(domains, stop)?;
            // Refuted combinations last: most nodes fail before.
            match self.nogoods.filter(domains) {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                Err(wipeout) => {
                    self.abandon();
                    return Err(Halt::Wipeout(wipeout));
                }
            }
        }
    }

    fn run_queue(&mut self, domains: &mut Domains, stop: &Stop) -> Result<(), Halt> {
        self.enqueue_touched(domains, None);
        let mut looked_at = domains.work();
        let model = Arc::clone(&self.model);
        while let Some(number) = self.cheap.pop().or_else(|| self.costly.pop()) {
            self.queued[number as usize] = false;
            let constraint = model.posted()[number as usize].constraint();
            domains.count_work(30 + 4 * constraint.scope().len() as u64);
            let filtered = constraint.filter(domains);
            let at_fixpoint = domains.take_fixpoint();
            if let Err(wipeout) = filtered {
                for cell in constraint.scope() {
                    self.weights[cell.index()] += 1;
                }
                self.abandon();
                return Err(Halt::Wipeout(wipeout));
            }
            self.enqueue_touched(domains, at_fixpoint.then_some(number));
            // The clock is read seldom: a filter of a small constraint takes less time than that.
            if domains.work() - looked_at > 1_000_000 {
                looked_at = domains.work();
                if let Some(limit) = stop.reached() {
                    self.abandon();
                    return Err(Halt::Limit(limit));
                }
            }
        }
        Ok(())
    }

    fn abandon(&mut self) {
        for queue in [&mut self.cheap, &mut self.costly] {
            while let Some(number) = queue.pop() {
                self.queued[number as usize] = false;
            }
        }
        self.nogoods.abandon();
    }

    /// Fixes each open cell to each of its values in turn, filters, and drops the value if that fails. Returns to `domains`
    /// what is left, filtered. Cells with few values come first, and the end when it has done as much work as was done before:
    /// on a large model it would take longer than all that.
    pub(crate) fn probe(&mut self, domains: &mut Domains, stop: &Stop) -> Result<(), Halt> {
        let mut cells: Vec<CellId> = domains.table().ids().collect();
        cells.sort_by_key(|&cell| domains.size(cell));
        let most = domains.work().saturating_mul(2);
        for cell in cells {
            if domains.size(cell) < 2 {
                continue;
            }
            let values: Vec<u32> = domains.values(cell).collect();
            for value in values {
                if domains.work() > most {
                    return Ok(());
                }
                if domains.size(cell) < 2 || !domains.contains(cell, value) {
                    continue;
                }
                if let Some(limit) = stop.reached() {
                    return Err(Halt::Limit(limit));
                }
                let mark = domains.mark();
                let tried = domains.fix(cell, value).map_err(Halt::Wipeout).and_then(|_| self.run(domains, stop));
                domains.undo_to(mark);
                match tried {
                    Ok(()) => {}
                    Err(Halt::Wipeout(_)) => {
                        domains.remove(cell, value).map_err(Halt::Wipeout)?;
                        self.run(domains, stop)?;
                    }
                    Err(limit) => return Err(limit),
                }
            }
        }
        Ok(())
    }
}
