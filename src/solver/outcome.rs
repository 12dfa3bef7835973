//! Verdicts: what is known of a puzzle, and how.

use std::fmt;
use std::path::PathBuf;

use super::Error;
use crate::input::Cause;
use crate::limits::Limit;

/// How a verdict was reached.
///
/// A grid proves itself, since it is checked; that there is none, or no second one, rests on an exhaustive argument.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Proof {
    /// By arithmetic on the clues alone.
    Arithmetic(Cause),
    /// By taking away values that no solution has, without a guess.
    Filtering,
    /// By a complete search.
    Search {
        /// The nodes that it looked at.
        nodes: u64,
    },
    /// By an engine for programs. That there is no (other) grid is then the engine's claim: `confirmed` says whether a
    /// second run, without presolve and with another seed, came to the same.
    Solver {
        /// The engine.
        name: String,
        /// Did a second run agree? Always true for a checked grid.
        confirmed: bool,
    },
    /// By an engine that wrote its reasons down, for an independent checker to read: that there is no (other) grid rests on
    /// the checker and on the formula, not on the engine. The crate itself does not check it.
    Certificate {
        /// The file with the program as the proof speaks of it.
        formula: PathBuf,
        /// The file with the proof.
        proof: PathBuf,
    },
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Proof::Arithmetic(cause) => write!(f, "{cause}"),
            Proof::Filtering => write!(f, "by filtering alone"),
            Proof::Search { nodes } => write!(f, "by a complete search of {nodes} nodes"),
            Proof::Solver { name, confirmed: true } => write!(f, "by {name}, confirmed"),
            Proof::Solver { name, confirmed: false } => write!(f, "by {name}, unconfirmed"),
            Proof::Certificate { proof, .. } => write!(f, "by the certificate {}", proof.display()),
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
    /// The answer, or the best one found before a limit came.
    pub fn answer(&self) -> Option<&A> {
        match self {
            Outcome::Solved { answer, .. } => Some(answer),
            Outcome::Undecided { incumbent, .. } => incumbent.as_ref(),
            Outcome::Infeasible { .. } => None,
        }
    }

    /// How the verdict was reached; `None` where there is none.
    pub fn proof(&self) -> Option<&Proof> {
        match self {
            Outcome::Solved { proof, .. } | Outcome::Infeasible { proof } => Some(proof),
            Outcome::Undecided { .. } => None,
        }
    }

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

/// How many answers a puzzle has: none, one, or more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Uniqueness<A> {
    /// This is its only answer.
    Unique {
        /// The answer, which was checked.
        answer: A,
        /// How it is known that there is no other.
        proof: Proof,
    },
    /// It has these two answers, and perhaps more. Both were checked.
    Multiple([A; 2]),
    /// It has no answer.
    None {
        /// How that is known.
        proof: Proof,
    },
    /// A limit came first.
    Undecided {
        /// The limit.
        limit: Limit,
        /// The one answer found by then, if there was one.
        found: Option<A>,
    },
}

impl<A> Uniqueness<A> {
    /// An answer, if one was found; the only one if [`is_unique`](Uniqueness::is_unique).
    pub fn answer(&self) -> Option<&A> {
        match self {
            Uniqueness::Unique { answer, .. } | Uniqueness::Multiple([answer, _]) => Some(answer),
            Uniqueness::Undecided { found, .. } => found.as_ref(),
            Uniqueness::None { .. } => None,
        }
    }

    /// Is it known that there is just one answer?
    pub fn is_unique(&self) -> bool {
        matches!(self, Uniqueness::Unique { .. })
    }
}

/// How many answers a puzzle has, up to a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    /// The different answers found.
    pub answers: u64,
    /// Are these all? Otherwise counting stopped at the number asked for.
    pub complete: bool,
}
