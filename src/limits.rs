//! When to stop: the deadline of a call, a token to cancel it, the reason for stopping early, and news on the way.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The moment at which a call gives up; `Deadline::none()` never does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Deadline(Option<Instant>);

impl Deadline {
    /// No deadline.
    pub fn none() -> Self {
        Self(None)
    }

    /// A deadline that lies `limit` from now; one too far off to be written is none.
    pub fn after(limit: Duration) -> Self {
        Self(Instant::now().checked_add(limit))
    }

    /// Has the moment come?
    pub fn passed(&self) -> bool {
        self.0.is_some_and(|end| Instant::now() >= end)
    }

    /// The time left (zero once passed), or `None` without a deadline.
    pub fn remaining(&self) -> Option<Duration> {
        self.0.map(|end| end.saturating_duration_since(Instant::now()))
    }
}

/// Cancels a call from another thread. Clones share one switch.
///
/// ```
/// use puzzle_ilp::{CancelToken, Solver};
/// let token = CancelToken::new();
/// let solver = Solver::new().cancel(token.clone());
/// token.cancel();                       // from wherever the wish comes
/// assert!(token.is_cancelled());
/// # let _ = solver;
/// ```
#[derive(Debug, Clone, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// A token that is not cancelled.
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks every call that holds this token to stop.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Was it cancelled?
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// When to stop: at a deadline, or when cancelled.
#[derive(Debug, Clone, Default)]
pub struct Stop {
    /// The deadline.
    pub deadline: Deadline,
    /// The token that cancels the call, if there is one.
    pub cancel: Option<CancelToken>,
}

impl Stop {
    /// Can it ever be reached?
    pub fn is_limited(&self) -> bool {
        self.cancel.is_some() || self.deadline.remaining().is_some()
    }

    /// The limit that was reached, if one was.
    pub fn reached(&self) -> Option<Limit> {
        if self.cancel.as_ref().is_some_and(CancelToken::is_cancelled) {
            Some(Limit::Cancelled)
        } else {
            self.deadline.passed().then_some(Limit::Time)
        }
    }
}

/// Why a call stopped before it could decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// The time limit was reached.
    Time,
    /// The call was cancelled.
    Cancelled,
    /// The search did as much work as it may.
    Work,
    /// The backend stopped for a reason of its own (an iteration or memory limit).
    Backend,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Time => "the time limit was reached",
            Limit::Cancelled => "the call was cancelled",
            Limit::Work => "the search reached its limit of work",
            Limit::Backend => "the backend reached a limit of its own",
        })
    }
}

/// What a call is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Phase {
    /// Taking away values that no solution has.
    Filtering,
    /// Searching.
    Search,
    /// Bettering a partial answer by local changes.
    Improving,
    /// Solving the integer program.
    Solver,
}

/// News of a call on its way.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// What it is doing.
    pub phase: Phase,
    /// The nodes looked at: of the search, or of the engine in its present run; in [`Phase::Improving`] the rounds of laying
    /// tiles anew.
    pub nodes: u64,
    /// The objective of the best solution so far, where there is an objective and a solution.
    pub best: Option<f64>,
    /// A proven bound of the objective, where there is one.
    pub bound: Option<f64>,
}

impl Progress {
    /// News without an objective.
    pub fn new(phase: Phase, nodes: u64) -> Self {
        Self { phase, nodes, best: None, bound: None }
    }
}

/// A function that is told the news.
#[derive(Clone)]
pub struct Listener(Arc<dyn Fn(&Progress) + Send + Sync>);

impl Listener {
    /// A listener that calls `f`.
    pub fn new(f: impl Fn(&Progress) + Send + Sync + 'static) -> Self {
        Self(Arc::new(f))
    }

    /// Tells it.
    pub fn tell(&self, progress: &Progress) {
        (self.0)(progress);
    }
}

impl fmt::Debug for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Listener(..)")
    }
}
