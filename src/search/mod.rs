//! Exact depth-first search over filtered domains: complete, deterministic, without recursion.
//!
//! It branches in two: a cell takes a value, or loses it. The cell is the one with the fewest values for its weight, where a
//! weight grows each time a constraint of the cell fails (F. Boussemart and others, "Boosting systematic search by
//! weighting constraints", ECAI 2004). Before the first solution it starts anew from time to time, keeping the weights and
//! what it has refuted, so that a bad first choice costs little; later starts are allowed ever more nodes, so that it stays
//! complete.

use std::sync::Arc;

use crate::cells::{Assignment, CellId, Domains, Wipeout};
use crate::filtering::{Filters, Halt};
use crate::limits::{Limit, Listener, Phase, Progress, Stop};
use crate::model::Model;

/// What a search came to.
#[derive(Debug)]
pub(crate) enum Step {
    /// A solution, different from all before.
    Solution(Assignment),
    /// There is no other.
    Exhausted,
    /// A limit came first; the search can go on. With the best solution so far, for whoever collects it.
    Stopped(Limit, Option<Assignment>),
}

/// One decision: a cell took a value, and where the domains' trail was before.
#[derive(Debug, Clone, Copy)]
struct Decision {
    cell: CellId,
    value: u32,
    mark: usize,
}

/// A search for all solutions of a model, one at a time.
#[derive(Debug)]
pub(crate) struct Search {
    model: Arc<Model>,
    filters: Filters,
    domains: Domains,
    decisions: Vec<Decision>,
    /// The decisions refuted on the way to this node: the number of decisions before it, its cell and value.
    refuted: Vec<(usize, CellId, u32)>,
    state: State,
    nodes: u64,
    /// Nodes since the last start, and how many are allowed before the next.
    since_start: u64,
    until_restart: u64,
    starts: u32,
    found: u64,
    optimise: bool,
    /// A solution must do better than this, where the search optimises.
    incumbent: Option<i64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Nothing was filtered yet.
    Fresh,
    /// The domains are filtered and open for a decision or a solution.
    Open,
    /// The last decision led nowhere, or to a solution that was handed out.
    Failed,
    Exhausted,
}

/// Nodes of the first start.
const FIRST_START: u64 = 100;

impl Search {
    /// A search from the posted domains. One that optimises hands out only solutions better than those before.
    pub(crate) fn new(model: Arc<Model>, optimise: bool) -> Self {
        Self {
            filters: Filters::new(Arc::clone(&model)),
            domains: model.domains(),
            optimise: optimise && model.has_objective(),
            model,
            decisions: Vec::new(),
            refuted: Vec::new(),
            state: State::Fresh,
            nodes: 0,
            since_start: 0,
            until_restart: FIRST_START,
            starts: 0,
            found: 0,
            incumbent: None,
        }
    }

    /// Only solutions better than this one count.
    pub(crate) fn better_than(&mut self, incumbent: &Assignment) {
        self.incumbent = self.model.objective_value(incumbent);
    }

    /// A bound of the objective, by the values that are left at the root. `None` without objective.
    pub(crate) fn root_bound(&self) -> Option<i64> {
        let mut root = self.domains.clone();
        root.undo_to(0);
        self.model.bound(&root)
    }

    /// The nodes looked at so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The values that no argument at the root has taken away: every solution lies within them.
    pub(crate) fn into_root_domains(mut self) -> Domains {
        self.domains.undo_to(0);
        self.domains
    }

    /// Is every cell settled?
    pub(crate) fn is_settled(&self) -> bool {
        self.choose().is_none()
    }

    /// The number of cells that are not settled.
    pub(crate) fn open_cells(&self) -> usize {
        self.domains.table().ids().filter(|&cell| self.domains.size(cell) > 1).count()
    }

    /// The number of values left, over all cells that are not settled.
    pub(crate) fn open_values(&self) -> usize {
        self.domains.table().ids().map(|cell| self.domains.size(cell)).filter(|&size| size > 1).sum()
    }

    /// Filters the root. `Some` when that decides already.
    pub(crate) fn filter(&mut self, stop: &Stop) -> Option<Step> {
        if self.state != State::Fresh {
            return None;
        }
        match self.filters.run_all(&mut self.domains, stop) {
            Ok(()) => {
                self.domains.commit();
                self.state = State::Open;
                None
            }
            Err(Halt::Wipeout(_)) => {
                self.state = State::Exhausted;
                Some(Step::Exhausted)
            }
            Err(Halt::Limit(limit)) => Some(Step::Stopped(limit, None)),
        }
    }

    /// The work done so far, roughly in nanoseconds, but the same on every machine.
    pub(crate) fn work(&self) -> u64 {
        self.domains.work()
    }

    /// Looks for the next solution, until `work` is done.
    pub(crate) fn next(&mut self, work: u64, stop: &Stop, listener: Option<&Listener>) -> Step {
        if let Some(step) = self.filter(stop) {
            return step;
        }
        loop {
            match self.state {
                State::Exhausted | State::Fresh => return Step::Exhausted,
                State::Failed => {
                    let Some(decision) = self.decisions.pop() else {
                        self.state = State::Exhausted;
                        continue;
                    };
                    let depth = self.decisions.len();
                    while self.refuted.pop_if(|(before, ..)| *before > depth).is_some() {}
                    self.refuted.push((depth, decision.cell, decision.value));
                    // The other branch: the cell loses the value.
                    self.domains.undo_to(decision.mark);
                    let removed = self.domains.remove(decision.cell, decision.value).map_err(Halt::Wipeout);
                    match removed.and_then(|_| self.filters.run(&mut self.domains, stop)) {
                        Ok(()) => {
                            self.state = State::Open;
                            if self.decisions.is_empty() {
                                // Refuted at the root: no later start need refute it again.
                                self.domains.commit();
                            }
                        }
                        Err(Halt::Wipeout(_)) => self.state = State::Failed,
                        Err(Halt::Limit(limit)) => {
                            // As before the decision was taken back.
                            self.refuted.pop();
                            self.decisions.push(decision);
                            return Step::Stopped(limit, None);
                        }
                    }
                }
                State::Open => {
                    match self.cut(stop) {
                        Ok(()) => {}
                        Err(Halt::Wipeout(_)) => {
                            self.state = State::Failed;
                            continue;
                        }
                        Err(Halt::Limit(limit)) => return Step::Stopped(limit, None),
                    }
                    let Some(cell) = self.choose() else {
                        self.state = State::Failed;
                        if let Some(assignment) = self.solution() {
                            self.found += 1;
                            if self.optimise {
                                self.incumbent = self.model.objective_value(&assignment);
                            }
                            return Step::Solution(assignment);
                        }
                        continue;
                    };
                    if self.work() >= work {
                        return Step::Stopped(Limit::Work, None);
                    }
                    if let Some(limit) = stop.reached() {
                        return Step::Stopped(limit, None);
                    }
                    if self.found == 0 && self.since_start >= self.until_restart {
                        if let Some(step) = self.restart(stop) {
                            return step;
                        }
                        continue;
                    }
                    self.nodes += 1;
                    self.since_start += 1;
                    self.domains.count_work(100 + 3 * self.domains.table().len() as u64);
                    if (self.nodes == 1 || self.nodes.is_multiple_of(1024))
                        && let Some(listener) = listener
                    {
                        let best = self.incumbent.map(|best| best as f64);
                        listener.tell(&Progress { best, ..Progress::new(Phase::Search, self.nodes) });
                    }
                    self.decide(cell, stop);
                }
            }
        }
    }

    /// The cell takes its first value, or the one that earns most.
    fn decide(&mut self, cell: CellId, stop: &Stop) {
        let best = if self.optimise { self.model.best_value(&self.domains, cell) } else { None };
        let Some(value) = best.or_else(|| self.domains.min(cell)) else {
            self.state = State::Failed;
            return;
        };
        let mark = self.domains.mark();
        self.decisions.push(Decision { cell, value, mark });
        let fixed = self.domains.fix(cell, value).map_err(Halt::Wipeout);
        match fixed.and_then(|_| self.filters.run(&mut self.domains, stop)) {
            Ok(()) => {}
            Err(Halt::Wipeout(_)) => self.state = State::Failed,
            Err(Halt::Limit(_)) => {
                // Undone: the caller sees the limit when it asks again.
                self.decisions.pop();
                self.domains.undo_to(mark);
            }
        }
    }

    /// Back to the root, with what was learned: the weights, the refuted combinations, and after a few starts the values
    /// that probing refutes.
    fn restart(&mut self, stop: &Stop) -> Option<Step> {
        self.domains.undo_to(0);
        self.starts += 1;
        self.since_start = 0;
        self.until_restart = self.until_restart.saturating_mul(3) / 2;
        let mut learned = self.learn().map_err(Halt::Wipeout).and_then(|()| self.filters.run(&mut self.domains, stop));
        if learned.is_ok() && self.starts == 4 {
            learned = self.filters.probe(&mut self.domains, stop);
        }
        match learned {
            Ok(()) => {
                self.domains.commit();
                None
            }
            Err(Halt::Wipeout(_)) => {
                self.state = State::Exhausted;
                Some(Step::Exhausted)
            }
            Err(Halt::Limit(limit)) => Some(Step::Stopped(limit, None)),
        }
    }

    /// Forbids what this start has refuted: the decisions before a refuted one and its value do not go together. No
    /// solution was found yet, so that none is lost. The refuted decisions between them need no mention (C. Lecoutre and
    /// others, "Recording and minimizing nogoods from restarts", JSAT 2007).
    fn learn(&mut self) -> Result<(), Wipeout> {
        let decisions: Vec<(CellId, u32)> = self.decisions.drain(..).map(|d| (d.cell, d.value)).collect();
        let mut combination = Vec::new();
        for (before, cell, value) in std::mem::take(&mut self.refuted) {
            combination.clear();
            combination.extend_from_slice(&decisions[..before]);
            combination.push((cell, value));
            self.filters.forbid(&combination, &mut self.domains)?;
        }
        Ok(())
    }

    /// The open cell with the fewest values for its weight; the first of equals. One that the objective weighs comes first.
    fn choose(&self) -> Option<CellId> {
        let weighed = self.optimise.then(|| self.first_of(self.model.weighed_cells())).flatten();
        weighed.or_else(|| self.first_of(self.domains.table().ids()))
    }

    fn first_of(&self, cells: impl Iterator<Item = CellId>) -> Option<CellId> {
        let mut best: Option<(CellId, u64, u64)> = None;
        for cell in cells {
            let size = self.domains.size(cell) as u64;
            if size < 2 {
                continue;
            }
            let weight = self.filters.weights[cell.index()];
            // size / weight < best size / best weight, without a division
            if best.is_none_or(|(_, s, w)| size * w < s * weight) {
                best = Some((cell, size, weight));
            }
        }
        best.map(|(cell, ..)| cell)
    }

    /// The assignment that the settled domains mean, if it meets every constraint: filters need not be complete.
    fn solution(&self) -> Option<Assignment> {
        let assignment = self.domains.assignment()?;
        self.model.first_broken(&assignment).is_none().then_some(assignment)
    }

    /// Takes away what cannot do better than the incumbent, and what follows.
    fn cut(&mut self, stop: &Stop) -> Result<(), Halt> {
        let Some(incumbent) = self.incumbent else { return Ok(()) };
        loop {
            let before = self.domains.values_left();
            self.model.cut(&mut self.domains, incumbent).map_err(Halt::Wipeout)?;
            if self.domains.values_left() == before {
                return Ok(());
            }
            self.filters.run(&mut self.domains, stop)?;
        }
    }
}
