//! [`Error`]: what can go wrong in solving a puzzle. Status is not among it, except where a caller asked for a grid.

use super::Proof;
use crate::backends::BackendError;
use crate::encodings::{DecodeError, EncodeError};
use crate::grid::RaggedRows;
use crate::input::{InputError, Violation};
use crate::limits::Limit;
use crate::model::ModelError;
use crate::program::{ProgramError, RowViolation};

/// Why there is no outcome, or, from a one-call door, no grid.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The clues are malformed.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A model was built wrongly.
    #[error(transparent)]
    Model(ModelError),
    /// A model could not be written as a program.
    #[error(transparent)]
    Encode(EncodeError),
    /// A board to start from breaks a rule.
    #[error("the board to start from: {0}")]
    Board(Violation),
    /// A grid was asked for, and there is none.
    #[error("there is no solution: {cause}")]
    Infeasible {
        /// How that is known.
        cause: Proof,
    },
    /// A grid was asked for, and the limit came first.
    #[error("undecided: {limit}")]
    Undecided {
        /// The limit.
        limit: Limit,
    },
    /// The puzzle would become larger than the limit allows.
    #[error("too large: {reason}")]
    TooLarge {
        /// What would exceed which limit.
        reason: String,
    },
    /// The puzzle needs an engine for programs, and the solver has none, or none that takes objectives:
    /// [`Strategy::Ilp`](crate::Strategy::Ilp) says so at once, [`Strategy::Auto`](crate::Strategy::Auto) after some seconds of
    /// search. [`Strategy::Search`](crate::Strategy::Search) goes on until it has decided.
    #[error(
        "no backend to ask: build with the feature `highs`, or give the solver one (for an objective, one that takes objectives)"
    )]
    NoBackend,
    /// An answer did not stand up to the checks: the backend's, with and without presolve; or one that the puzzle's model
    /// allows and its own check refuses.
    #[error("{backend} gave an answer that does not stand: {fault}")]
    Unverified {
        /// Who found it: the backend's name, or `the search`.
        backend: String,
        /// What is wrong with it.
        fault: Fault,
    },
    /// The backend failed.
    #[error(transparent)]
    Backend(#[from] BackendError),
}

/// What is wrong with a backend's answer.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// More or fewer values than columns, or none at all.
    #[error("{found} values for {expected} columns")]
    Length {
        /// The number of columns.
        expected: usize,
        /// The number of values.
        found: usize,
    },
    /// A value far from an integer.
    #[error("column {column} is {value}, expected an integer")]
    Fractional {
        /// The column's name.
        column: String,
        /// Its value.
        value: f64,
    },
    /// A row or bound does not hold.
    #[error(transparent)]
    Row(Box<RowViolation>),
    /// The columns of a cell encode no value.
    #[error(transparent)]
    Decode(#[from] DecodeError),
    /// A constraint of the model does not hold, though the rows do.
    #[error("the rows hold, but {0}")]
    Model(Violation),
    /// The answer breaks a clue, though the model holds.
    #[error("the model holds, but {0}")]
    Answer(Violation),
    /// It called a solution optimal that its own bound does not prove to be.
    #[error("a solution of objective {objective} called optimal, with a bound of {bound}")]
    Bound {
        /// The solution's objective.
        objective: i64,
        /// The bound.
        bound: f64,
    },
    /// It called the program infeasible once, and solved it in the run that was to confirm this.
    #[error("infeasible in one run, solved in another")]
    Disagreement,
}

impl From<RowViolation> for Fault {
    fn from(violation: RowViolation) -> Self {
        Self::Row(Box::new(violation))
    }
}

impl From<RaggedRows> for Error {
    fn from(error: RaggedRows) -> Self {
        Self::Input(error.into())
    }
}

impl From<ModelError> for Error {
    fn from(error: ModelError) -> Self {
        match error {
            ModelError::TooLarge { .. } => Self::TooLarge { reason: error.to_string() },
            _ => Self::Model(error),
        }
    }
}

impl From<EncodeError> for Error {
    fn from(error: EncodeError) -> Self {
        match error {
            EncodeError::Program(ProgramError::TooLarge { .. }) | EncodeError::TooManyTuples { .. } => {
                Self::TooLarge { reason: error.to_string() }
            }
            _ => Self::Encode(error),
        }
    }
}
