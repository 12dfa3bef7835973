//! Pencil puzzles as integer linear programs.
#![deny(unsafe_code)]
#![warn(missing_docs)]

mod backends;
mod cells;
mod constraints;
mod encodings;
mod filtering;
mod grid;
mod input;
pub mod laws;
mod limits;
mod model;
pub mod program;
mod puzzles;
mod search;
mod solver;

#[cfg(feature = "highs")]
pub use backends::Highs;
pub use backends::{Backend, BackendError, Reply, Request, Status};
pub use cells::{
    Assignment, Cell, CellId, CellTable, Digit, Domain, Domains, Kind, Mates, OrientedTile, PlacedTile, Side, Slot,
    Tile, TileClass, TileSet, Wipeout,
};
pub use constraints::*;
pub use encodings::{
    DecodeError, Decoder, EncodeError, Encoder, Encoding, ExponentDomain, Formulation, LessRows, ProductRows, SeamRows,
};
pub use grid::{Grid, RaggedRows};
pub use input::{At, Cause, InputError, MAX_CELLS, Magnitude, ProductClue, Violation};
pub use limits::{CancelToken, Deadline, Limit, Listener, Phase, Progress, Stop};
pub use model::{CompileOptions, Model, ModelError, Posted, Role, Solution};
pub use program::{LinExpr, Program};
pub use puzzles::*;
pub use solver::{
    Candidates, ClueSet, Count, Error, Explanation, Fault, Outcome, Proof, Puzzle, Report, Solutions, Solver, Strategy,
    Uniqueness, Verdict,
};
