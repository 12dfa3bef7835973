//! When to stop: the deadline of a call and the reason for stopping early.

use std::fmt;
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

/// Why a call stopped before it could decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// The time limit was reached.
    Time,
    /// The backend stopped for a reason of its own (an iteration or memory limit).
    Backend,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limit::Time => "the time limit was reached",
            Limit::Backend => "the backend reached a limit of its own",
        })
    }
}
