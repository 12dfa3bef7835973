//! HiGHS, an open solver of mixed-integer programs, through the crate `highs`.

mod ffi;

use std::ops::Bound;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use highs::{HighsModelStatus, HighsSolutionStatus, Model, RowProblem, Sense};

use super::{Backend, BackendError, Reply, Request, Status};
use crate::limits::{Limit, Listener, Stop};
use crate::program::Program;

/// The default engine. Quiet, one thread unless asked for more, and a gap below 1 between incumbent and bound, which proves
/// an integer objective optimal.
///
/// Under a limit, and with more than one thread, it runs in a thread of its own. Under a limit that may outlive the call by
/// some seconds: HiGHS looks at its limits seldom.
#[derive(Debug, Clone, Default)]
pub struct Highs {
    log: bool,
}

impl Highs {
    /// HiGHS, quiet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Lets HiGHS write its log to the standard output.
    #[must_use]
    pub fn log(mut self, on: bool) -> Self {
        self.log = on;
        self
    }

    fn error(reason: impl std::fmt::Display) -> BackendError {
        BackendError { backend: "HiGHS".to_owned(), reason: reason.to_string() }
    }

    /// The binding's statuses have no text of their own.
    fn status_error(status: impl std::fmt::Debug) -> BackendError {
        Self::error(format_args!("{status:?}"))
    }

    fn load(program: &Program) -> Result<Model, BackendError> {
        let mut problem = RowProblem::new();
        let mut costs = vec![0f64; program.columns().len()];
        for &(column, k) in program.objective().terms() {
            costs[column.index()] = k as f64;
        }
        let handles: Vec<highs::Col> = program
            .columns()
            .iter()
            .zip(costs)
            .map(|(column, cost)| problem.add_integer_column(cost, column.lower as f64..=column.upper as f64))
            .collect();
        let heavy = |row: &crate::program::Row| row.terms.iter().any(|term| term.1.unsigned_abs() >= FROM_TOO_LARGE);
        if let Some(row) = program.rows().find(heavy) {
            let reason = format_args!("{:?} has a coefficient of 10^15 or more, which it does not take", row.label);
            return Err(Self::error(reason));
        }
        let bound = |side: Option<i64>| side.map_or(Bound::Unbounded, |b| Bound::Included(b as f64));
        for row in program.rows() {
            let terms = row.terms.iter().map(|&(column, k)| (handles[column.index()], k as f64));
            problem.add_row::<f64, _, _, _>((bound(row.lower), bound(row.upper)), terms);
        }
        let sense = if program.is_maximised() { Sense::Maximise } else { Sense::Minimise };
        let mut model = problem.try_optimise(sense).map_err(Self::status_error)?;
        ffi::set_constant(&mut model, program.objective().constant() as f64);
        Ok(model)
    }
}

impl Backend for Highs {
    fn name(&self) -> &str {
        "HiGHS"
    }

    fn solve(&self, program: &Program, request: &Request) -> Result<Reply, BackendError> {
        let size = program.size();
        if size.columns.max(size.rows).max(size.nonzeros) > i32::MAX as usize {
            return Err(Self::error("the program is larger than HiGHS's integers"));
        }
        if program.columns().is_empty() {
            // HiGHS calls such a program empty, without a look at its rows.
            let status = if program.check(&[]).is_ok() { Status::Solved } else { Status::Infeasible };
            return Ok(Reply { values: Some(Vec::new()), ..Reply::of(status) });
        }
        // More threads than the machine has help nobody, and HiGHS makes a queue for each.
        let threads = request.threads.min(std::thread::available_parallelism().map_or(1, |n| n.get() as u32)).max(1);
        let mut model = Self::load(program)?;
        let mut options = || -> Result<(), highs::TrySetOptionError> {
            // A model of its own for each call: HiGHS adds up the time of all runs of one object.
            if let Some(left) = request.stop.deadline.remaining() {
                model.try_set_option("time_limit", left.as_secs_f64())?;
            }
            model.try_set_option("threads", i32::try_from(threads).unwrap_or(1))?;
            model.try_set_option("random_seed", i32::try_from(request.seed & 0x7fff_ffff).unwrap_or(0))?;
            model.try_set_option("mip_rel_gap", 0.0)?;
            // Objectives are integers: a gap below 1 proves the optimum.
            model.try_set_option("mip_abs_gap", 0.99)?;
            model.try_set_option("presolve", if request.presolve { "on" } else { "off" })?;
            if self.log {
                model.try_set_option("output_flag", true)?;
                model.try_set_option("log_to_console", true)?;
            }
            Ok(())
        };
        options().map_err(Self::status_error)?;
        ffi::start_from(&mut model, &request.start);
        if let Some(limit) = request.stop.reached() {
            return Ok(Reply::of(Status::Stopped(limit)));
        }
        // HiGHS has one scheduler for each thread that calls it, which keeps its first number of threads: other numbers are
        // for threads of their own.
        if !request.stop.is_limited() && threads == 1 {
            return Self::run(ffi::Movable::new(model), &Arc::new(Shared::new(request)));
        }
        Self::run_beside(model, request)
    }
}

/// HiGHS refuses a program with such a coefficient in a row.
const FROM_TOO_LARGE: u64 = 1_000_000_000_000_000;

/// What the thread that runs HiGHS shares with the one that waits for it.
struct Shared {
    stop: Stop,
    listener: Option<Listener>,
    /// The column values of the best solution so far.
    incumbent: Mutex<Option<Vec<f64>>>,
    /// Nobody waits any more.
    is_abandoned: AtomicBool,
}

impl Shared {
    fn new(request: &Request) -> Self {
        Self {
            stop: request.stop.clone(),
            listener: request.listener.clone(),
            incumbent: Mutex::new(None),
            is_abandoned: AtomicBool::new(false),
        }
    }
}

/// How often a wait looks at the token that cancels it.
const GLANCE: Duration = Duration::from_millis(2);

/// How long HiGHS may take to notice a limit before it is left to itself.
const GRACE: Duration = Duration::from_millis(25);

/// HiGHS recurses into sub-problems; as much as a main thread usually has.
const STACK: usize = 8 << 20;

impl Highs {
    /// Runs HiGHS in a thread of its own. It looks at its clock and at the interrupt seldom, not at all in some of its
    /// heuristics; past the limit and a short grace it is left to end by itself, which it does at its next look.
    fn run_beside(model: Model, request: &Request) -> Result<Reply, BackendError> {
        let shared = Arc::new(Shared::new(request));
        let (sender, receiver) = mpsc::channel();
        let movable = ffi::Movable::new(model);
        let theirs = Arc::clone(&shared);
        let work = move || {
            // Nobody listens after a limit: the reply is then dropped.
            let _ = sender.send(Self::run(movable, &theirs));
        };
        std::thread::Builder::new().name("HiGHS".to_owned()).stack_size(STACK).spawn(work).map_err(Self::error)?;
        let panicked = || Self::error("its thread panicked");
        if !request.stop.is_limited() {
            return receiver.recv().unwrap_or_else(|_| Err(panicked()));
        }
        let mut passed: Option<(Instant, Limit)> = None;
        loop {
            let wait = match request.stop.deadline.remaining() {
                Some(left) if request.stop.cancel.is_none() && passed.is_none() => left.max(GLANCE),
                _ => GLANCE,
            };
            match receiver.recv_timeout(wait) {
                Ok(reply) => return reply,
                Err(RecvTimeoutError::Disconnected) => return Err(panicked()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            match (passed, request.stop.reached()) {
                (None, Some(limit)) => passed = Some((Instant::now(), limit)),
                (Some((since, limit)), _) if since.elapsed() >= GRACE => {
                    shared.is_abandoned.store(true, Ordering::Relaxed);
                    let values = shared.incumbent.lock().ok().and_then(|mut best| best.take());
                    return Ok(Reply { values, ..Reply::of(Status::Stopped(limit)) });
                }
                _ => {}
            }
        }
    }

    fn run(model: ffi::Movable, shared: &Arc<Shared>) -> Result<Reply, BackendError> {
        let mut solved = ffi::solve(model.into_model(), shared).map_err(Self::status_error)?;
        let status = match solved.status() {
            HighsModelStatus::Optimal => Status::Solved,
            // Every column is bounded, so that no program is unbounded.
            HighsModelStatus::Infeasible | HighsModelStatus::UnboundedOrInfeasible => Status::Infeasible,
            HighsModelStatus::ReachedTimeLimit => Status::Stopped(Limit::Time),
            HighsModelStatus::ReachedInterrupt => Status::Stopped(shared.stop.reached().unwrap_or(Limit::Backend)),
            HighsModelStatus::ReachedIterationLimit
            | HighsModelStatus::ReachedSolutionLimit
            | HighsModelStatus::ReachedMemoryLimit => Status::Stopped(Limit::Backend),
            other => return Err(Self::status_error(other)),
        };
        // After any other status the values returned are no solution.
        let has_values =
            status != Status::Infeasible && solved.primal_solution_status() == HighsSolutionStatus::Feasible;
        let values = has_values.then(|| solved.get_solution().columns().to_vec());
        let bound = solved.double_info_value(c"mip_dual_bound").ok().filter(|b| b.is_finite());
        let nodes = ffi::node_count(&mut solved);
        Ok(Reply { values, bound, nodes, ..Reply::of(status) })
    }
}
