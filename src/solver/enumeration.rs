//! The pipeline, written once: one solution after another of a model, by filtering, search and an engine for programs.
//!
//! Every solution handed out was checked by the model's own meaning. The end of the solutions comes with its proof.

use std::sync::Arc;

use super::ilp::Ilp;
use super::{Error, Fault, Proof, Report, Solver, Strategy};
use crate::cells::Assignment;
use crate::input::Violation;
use crate::limits::{Limit, Phase, Progress, Stop};
use crate::model::Model;
use crate::search::{Search, Step};

/// What the next solution is, or why there is none.
#[derive(Debug)]
pub(super) enum Next {
    /// A solution different from all before; with an objective, when optimising, the best.
    Solution(Assignment, Proof),
    /// There is no other.
    Exhausted(Proof),
    /// A limit came first; with an objective, the best solution found by then.
    Stopped(Limit, Option<Assignment>),
}

/// What is wanted of the solutions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Want {
    /// The first one, or the best where there is an objective.
    One,
    /// One after another; the objective does not count.
    Many,
}

/// Work (roughly nanoseconds) that a search may do before the engine is asked: the smallest calls of HiGHS take some
/// milliseconds, and longer the more values are open.
const SEARCH_FIRST: u64 = 3_000_000;
const SEARCH_FIRST_A_VALUE: u64 = 5_000;

/// The same beside it where every constraint that does more than make cells differ speaks of few cells, for each open value
/// up to so many values. Filters see through such constraints, and the linear relaxation does not: HiGHS takes seconds on
/// grids of sums, killer sudokus and factor rooms that the search settles in some dozen milliseconds. With constraints over
/// many cells it is the other way round. On larger puzzles a search ends soon or never, so that it is given less again.
const SEARCH_SHORT_A_VALUE: u64 = 1_000_000;
const MOST_SHORT_VALUES: u64 = 500;
const FEW_CELLS: usize = 9;

/// The same for boards of tiles: HiGHS takes seconds and minutes where the search takes milliseconds and seconds. A SAT solver
/// is as fast as the search on the larger ones.
const SEARCH_FIRST_TILES: u64 = 4_000_000_000;
const SEARCH_FIRST_TILES_SAT: u64 = 200_000_000;

/// With more open cells than this, the engine is asked at once.
const MOST_OPEN_CELLS: usize = 1_500;

/// Work after which a search without an engine behind it gives up: some seconds.
const SEARCH_ALONE: u64 = 5_000_000_000;

/// After this many solutions the search goes on alone: a row for each of them would choke the engine.
const MOST_CUT_OFF: usize = 200;

/// The solutions of a model, one at a time.
#[derive(Debug)]
pub(super) struct Enumeration<'s> {
    solver: &'s Solver,
    model: Arc<Model>,
    stop: Stop,
    want: Want,
    engine: Engine,
    /// The solutions so far, as long as an engine may have to be told of them.
    found: Vec<Assignment>,
    count: u64,
    /// The work that the search may do for each solution before the engine is asked, once it is known.
    budget: Option<u64>,
    pub(super) report: Report,
}

#[derive(Debug)]
enum Engine {
    Search(Box<Search>),
    Ilp(Box<Ilp>),
    Exhausted(Proof),
}

impl<'s> Enumeration<'s> {
    pub(super) fn new(solver: &'s Solver, model: &Model, stop: Stop, want: Want) -> Result<Self, Error> {
        // Of solutions one after another, and where nothing has a weight, none is the best.
        let optimises = want == Want::One && model.weighed_cells().next().is_some();
        let model = if optimises { model.clone() } else { model.without_objective() };
        let model = Arc::new(model);
        let engine = match solver.strategy {
            Strategy::Ilp => Engine::Ilp(Box::new(Ilp::new(Arc::clone(&model), model.domains(), want == Want::Many))),
            Strategy::Auto | Strategy::Search => {
                Engine::Search(Box::new(Search::new(Arc::clone(&model), want == Want::One)))
            }
        };
        Ok(Self {
            solver,
            model,
            stop,
            want,
            engine,
            found: Vec::new(),
            count: 0,
            budget: None,
            report: Report::default(),
        })
    }

    fn optimises(&self) -> bool {
        self.want == Want::One && self.model.has_objective()
    }

    /// The fault of an answer that the puzzle's own check refuses, with who found it.
    pub(super) fn unverified(&self, violation: Violation) -> Error {
        let backend = match &self.engine {
            Engine::Ilp(ilp) => ilp.asked(),
            Engine::Exhausted(Proof::Solver { name, .. }) => Some(name.as_str()),
            Engine::Search(_) | Engine::Exhausted(_) => None,
        };
        Error::Unverified { backend: backend.unwrap_or("the search").to_owned(), fault: Fault::Answer(violation) }
    }

    pub(super) fn next(&mut self) -> Result<Next, Error> {
        loop {
            match &mut self.engine {
                Engine::Exhausted(proof) => return Ok(Next::Exhausted(proof.clone())),
                Engine::Ilp(ilp) => {
                    let next = ilp.next(self.solver, &self.stop, &mut self.report)?;
                    if let Next::Exhausted(proof) = &next {
                        self.engine = Engine::Exhausted(proof.clone());
                    }
                    return Ok(next);
                }
                Engine::Search(_) => {
                    if let Some(next) = self.search()? {
                        return Ok(next);
                    }
                }
            }
        }
    }

    /// One step of the search; `None` when the engine for programs takes over.
    fn search(&mut self) -> Result<Option<Next>, Error> {
        let optimises = self.optimises();
        let start = if optimises { self.model.start_solution() } else { None };
        let alone = self.solver.strategy == Strategy::Search;
        let has_backend = self.solver.has_backend(optimises);
        let Engine::Search(search) = &mut self.engine else { return Ok(None) };
        let listener = self.solver.listener.as_ref();
        if let Some(listener) = listener.filter(|_| search.nodes() == 0) {
            listener.tell(&Progress::new(Phase::Filtering, 0));
        }
        // Filtering is worth its while for every engine.
        let mut step = search.filter(&self.stop);
        if optimises && step.is_none() {
            self.report.bound = search.root_bound();
            if let Some(start) = &start {
                search.better_than(start);
            }
        }
        if step.is_none() {
            let hand_over = !alone
                && has_backend
                && !search.is_settled()
                && self.count == 0
                && search.open_cells() > MOST_OPEN_CELLS;
            if hand_over {
                self.hand_over(start);
                return Ok(None);
            }
            let budget = match (has_backend, alone) {
                (_, true) => u64::MAX,
                (true, _) if self.found.len() < MOST_CUT_OFF => {
                    let clauses = !optimises && self.solver.has_clause_backend();
                    // By what is open at the root: later questions, for further solutions, start where this search stands.
                    *self.budget.get_or_insert_with(|| {
                        let few_cells = !optimises && speaks_of_few_cells(&self.model);
                        first_budget(search.open_values() as u64, self.model.table().has_slots(), clauses, few_cells)
                    })
                }
                (true, _) => u64::MAX,
                (false, _) => SEARCH_ALONE,
            };
            let until = search.work().saturating_add(budget);
            step = Some(if optimises {
                best(search, start.clone(), until, &self.stop, listener)
            } else {
                search.next(until, &self.stop, listener)
            });
        }
        let nodes = search.nodes();
        self.report.search_nodes = nodes;
        let proof = if nodes == 0 { Proof::Filtering } else { Proof::Search { nodes } };
        Ok(match step {
            Some(Step::Solution(assignment)) => {
                if optimises {
                    self.report.bound = self.model.objective_value(&assignment);
                    self.engine = Engine::Exhausted(proof.clone());
                } else {
                    self.count += 1;
                    if self.want == Want::Many && self.found.len() < MOST_CUT_OFF {
                        self.found.push(assignment.clone());
                    }
                }
                Some(Next::Solution(assignment, proof))
            }
            Some(Step::Exhausted) | None => {
                self.engine = Engine::Exhausted(proof.clone());
                Some(Next::Exhausted(proof))
            }
            Some(Step::Stopped(limit, incumbent)) => {
                if optimises {
                    // What was refuted at the root counts, wherever the search is now.
                    self.report.bound = search.root_bound();
                    self.report.admit(&self.model, incumbent.as_ref().or(start.as_ref()));
                }
                if limit == Limit::Work && !alone {
                    if !has_backend {
                        // An incumbent is worth more than the news that nobody can prove it.
                        return if incumbent.is_some() {
                            Ok(Some(Next::Stopped(limit, incumbent)))
                        } else {
                            Err(Error::NoBackend)
                        };
                    }
                    self.hand_over(incumbent);
                    return Ok(None);
                }
                Some(Next::Stopped(limit, incumbent.or(start)))
            }
        })
    }

    /// The engine for programs gets what filtering and search have left, and the best solution so far where it optimises.
    fn hand_over(&mut self, incumbent: Option<Assignment>) {
        let exhausted = Engine::Exhausted(Proof::Filtering);
        if let Engine::Search(search) = std::mem::replace(&mut self.engine, exhausted) {
            let domains = search.into_root_domains();
            let mut ilp = Ilp::new(Arc::clone(&self.model), domains, self.want == Want::Many);
            ilp.avoid(std::mem::take(&mut self.found));
            ilp.start_from(incumbent);
            self.engine = Engine::Ilp(Box::new(ilp));
        }
    }
}

/// The work that a search may do before the engine is asked.
fn first_budget(values: u64, has_slots: bool, clauses: bool, few_cells: bool) -> u64 {
    let first = match (has_slots, clauses) {
        (true, false) => SEARCH_FIRST_TILES,
        (true, true) => SEARCH_FIRST_TILES_SAT,
        (false, _) if few_cells => {
            let counted = values.min(MOST_SHORT_VALUES * MOST_SHORT_VALUES / values.max(1));
            SEARCH_FIRST + SEARCH_SHORT_A_VALUE * counted
        }
        (false, _) => SEARCH_FIRST,
    };
    first + SEARCH_FIRST_A_VALUE * values
}

/// Does every constraint that does more than make its cells differ speak of few cells?
fn speaks_of_few_cells(model: &Model) -> bool {
    let constraints = model.posted().iter().map(crate::model::Posted::constraint);
    constraints.into_iter().all(|constraint| constraint.makes_cells_differ() || constraint.scope().len() <= FEW_CELLS)
}

/// The best solution: each one found must be better than those before, `start` among them, until there is none.
fn best(
    search: &mut Search,
    start: Option<Assignment>,
    work: u64,
    stop: &Stop,
    listener: Option<&crate::limits::Listener>,
) -> Step {
    let mut incumbent = start;
    loop {
        match search.next(work, stop, listener) {
            Step::Solution(better) => incumbent = Some(better),
            Step::Exhausted => return incumbent.map_or(Step::Exhausted, Step::Solution),
            Step::Stopped(limit, _) => return Step::Stopped(limit, incumbent),
        }
    }
}
