//! Engines for a [`Program`].

#[cfg(feature = "highs")]
mod highs;
#[cfg(feature = "sat")]
mod sat;

#[cfg(feature = "highs")]
pub use highs::Highs;
#[cfg(feature = "sat")]
pub use sat::Sat;

use std::fmt::Debug;
use std::path::PathBuf;
use std::sync::Arc;

use crate::limits::{Limit, Listener, Stop};
use crate::program::{ColumnId, Program};

/// How an engine should run.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Request {
    /// When to give up: a deadline and a token.
    pub stop: Stop,
    /// How many threads to use.
    pub threads: u32,
    /// The seed of the engine's random choices.
    pub seed: u32,
    /// May the engine simplify the program first? Off for the second opinion.
    pub presolve: bool,
    /// Values of some columns to start from: a hint, which need not be right.
    pub start: Vec<(ColumnId, i64)>,
    /// Who wants to hear how it goes.
    pub listener: Option<Listener>,
}

impl Default for Request {
    fn default() -> Self {
        Self { stop: Stop::default(), threads: 1, seed: 0, presolve: true, start: Vec::new(), listener: None }
    }
}

/// How an engine ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Status {
    /// It has column values, optimal ones where there is an objective.
    Solved,
    /// It says that no column values satisfy the program.
    Infeasible,
    /// It stopped early.
    Stopped(Limit),
}

/// Where a proof lies that a program has no solution, for a checker that is independent of the engine and of this crate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certificate {
    /// The file with the program as the proof speaks of it.
    pub formula: PathBuf,
    /// The file with the proof.
    pub proof: PathBuf,
}

/// What an engine says. Nothing of it is believed before it is checked.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply {
    /// How it ended.
    pub status: Status,
    /// A value for each column, by its index: the solution, or after a stop the best found so far.
    pub values: Option<Vec<f64>>,
    /// A proven bound of the objective, its constant included.
    pub bound: Option<f64>,
    /// The nodes of its search tree; of CaDiCaL, its conflicts.
    pub nodes: u64,
    /// With [`Status::Infeasible`], where its proof lies, if it wrote one.
    pub certificate: Option<Certificate>,
}

impl Reply {
    /// A reply without values, bound, nodes and certificate.
    pub fn of(status: Status) -> Self {
        Self { status, values: None, bound: None, nodes: 0, certificate: None }
    }
}

/// Why an engine gave no reply.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{backend} failed: {reason}")]
pub struct BackendError {
    /// The engine.
    pub backend: String,
    /// What it said.
    pub reason: String,
}

/// An engine for integer linear programs. Implement it to plug in one of your own.
pub trait Backend: Debug + Send + Sync {
    /// Its name, as it stands in proofs and errors.
    fn name(&self) -> &str;

    /// Does it look for the best solution where the program has an objective? One that does not is never asked about a
    /// program with an objective, unless by [`Strategy::Ilp`](crate::Strategy::Ilp): the search goes on as if there were none.
    fn takes_objectives(&self) -> bool {
        true
    }

    /// Solves the program, or says why it stopped.
    ///
    /// # Errors
    /// When the engine itself fails.
    fn solve(&self, program: &Program, request: &Request) -> Result<Reply, BackendError>;
}

/// An engine behind a pointer, chosen while the program runs.
macro_rules! behind_pointer {
    ($($pointer:ident),+) => {$(
        impl<B: Backend + ?Sized> Backend for $pointer<B> {
            fn name(&self) -> &str {
                (**self).name()
            }

            fn takes_objectives(&self) -> bool {
                (**self).takes_objectives()
            }

            fn solve(&self, program: &Program, request: &Request) -> Result<Reply, BackendError> {
                (**self).solve(program, request)
            }
        }
    )+};
}

behind_pointer!(Box, Arc);
