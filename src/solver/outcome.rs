//! Verdicts: what is known of a puzzle, and how.

use std::fmt;

use super::Error;
use crate::input::Cause;
use crate::limits::Limit;

/// How a verdict was reached.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Proof {
    /// By arithmetic on the clues alone.
    Arithmetic(Cause),
    /// By an engine for programs. A grid proves itself, since it is checked. That there is none is the engine's claim:
    /// `confirmed` says whether a second run, without presolve and with another seed, came to the same.
    Solver {
        /// The engine.
        name: String,
        /// Did a second run agree? Always true for a checked grid.
        confirmed: bool,
    },
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Proof::Arithmetic(cause) => write!(f, "{cause}"),
            Proof::Solver { name, confirmed: true } => write!(f, "found by {name}, and confirmed"),
            Proof::Solver { name, confirmed: false } => write!(f, "found by {name}, unconfirmed"),
        }
    }
}

/// What is known of a puzzle after solving.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome<A> {
    /// It has this answer, which was checked; an optimal one where there is an objective.
    Solved {
        /// The answer.
        answer: A,
        /// How it was found.
        proof: Proof,
    },
    /// It has no answer.
    Infeasible {
        /// How that is known.
        proof: Proof,
    },
    /// A limit came first.
    Undecided {
        /// The limit.
        limit: Limit,
        /// With an objective, the best checked answer found by then.
        incumbent: Option<A>,
    },
}

impl<A> Outcome<A> {
    /// The answer, for a caller who asked for one.
    ///
    /// # Errors
    /// [`Error::Infeasible`] or [`Error::Undecided`].
    pub fn into_answer(self) -> Result<A, Error> {
        match self {
            Outcome::Solved { answer, .. } => Ok(answer),
            Outcome::Infeasible { proof } => Err(Error::Infeasible { cause: proof }),
            Outcome::Undecided { limit, .. } => Err(Error::Undecided { limit }),
        }
    }
}
