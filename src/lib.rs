//! Pencil puzzles as exact integer linear programs.
//!
//! A puzzle becomes a [`Model`] (cells with finite domains, and constraints as values), the model becomes a [`Program`] (an
//! integer linear program as plain data), an engine solves the program, and the grid that comes back is checked against the
//! clues, in exact integers, before you see it. Models and programs can be printed, checked and tested without an engine.
//!
//! - [One call](#one-call) for the puzzles that the crate knows.
//! - [Puzzles and outcomes](#puzzles-and-outcomes): options, verdicts, limits.
//! - [A puzzle of your own](#a-puzzle-of-your-own), from cells and constraints.
//! - [More than one answer](#more-than-one-answer): uniqueness, listing, contradicting clues.
//! - [Reading the program](#reading-the-program), and writing it as LP or MPS text.
//! - [Encodings and formulations](#encodings-and-formulations).
//! - [Errors](#errors), [big integers](#big-integers), [several threads](#several-threads), [features](#features).
//! - [Further pages](#further-pages) in the repository.
//!
//! Coordinates are `(row, column)` and count from 0 wherever they are numbers. Where they are text (labels, names, messages)
//! they count from 1, as people read grids: the cell `(0, 1)` is called `r1c2`.
//!
//! # One call
//!
//! | puzzle | function | type |
//! |---|---|---|
//! | rows and columns multiply to given products | [`solve_cross_product`] | [`CrossProduct`] |
//! | Latin square with inequalities | [`solve_futoshiki`] | [`Futoshiki`] |
//! | grid with inequalities and no other rule | | [`InequalityGrid`] |
//! | Latin square in rooms with products (*inshi no heya*) | [`solve_factor_rooms`] | [`FactorRooms`] |
//! | square tiles whose touching sides match | [`solve_edge_matching`] | [`EdgeMatching`] |
//!
//! ```
//! # #[cfg(feature = "highs")] {
//! let grid = puzzle_ilp::solve_cross_product(&[280, 168, 162, 360, 60, 256, 126], &[183708, 245760, 117600])?;
//! assert_eq!(grid.row(0).copied().collect::<Vec<_>>(), [7, 8, 5]);
//! assert_eq!(grid[(6, 2)], 7);                                      // row 7, column 3
//! assert_eq!(grid.col(0).product::<u32>(), 183708);
//! # }
//! # Ok::<(), puzzle_ilp::Error>(())
//! ```
//!
//! These functions are for callers who want the grid: that there is none is an [`Error`] here.
//!
//! # Puzzles and outcomes
//!
//! A puzzle type has options, and a [`Solver`] says how to look for its answer. What the solver returns is an [`Outcome`]: an
//! answer, a proof that there is none, or the limit that came first. None of these is an error.
//!
//! ```
//! use std::time::Duration;
//! use puzzle_ilp::{Cause, CrossProduct, Futoshiki, Outcome, Proof, Solver};
//!
//! // 11 is no product of digits: arithmetic says so, and nothing is solved.
//! let solver = Solver::new().time_limit(Duration::from_secs(10));
//! match solver.solve(&CrossProduct::new(&[11], &[11])?)? {
//!     Outcome::Infeasible { proof: Proof::Arithmetic(Cause::ForeignFactor { clue, factor, .. }) } => {
//!         assert_eq!(clue, "row 1's product 11");
//!         assert_eq!(factor.to_string(), "11");
//!     }
//!     other => panic!("{other:?}"),
//! }
//!
//! # #[cfg(feature = "highs")] {
//! let puzzle = Futoshiki::new(4)?.given((0, 0), 3).less((0, 1), (0, 2)).less((2, 0), (1, 0)).less((3, 3), (2, 3));
//! if let Outcome::Solved { answer, proof } = solver.solve(&puzzle)? {
//!     println!("{}\n{proof}", puzzle.display(&answer));              // the grid with its signs, and how it was found
//! }
//! # }
//! # Ok::<(), puzzle_ilp::Error>(())
//! ```
//!
//! [`Solver::solve_with_report`] also tells the size of the program and the work that it took. A call can be cancelled
//! ([`CancelToken`]) and watched ([`Solver::on_progress`]).
//!
//! # A puzzle of your own
//!
//! A [`Model`] has groups of typed cells, rules and clues. [`Model::digits`] makes cells that hold numbers, [`Model::slots`]
//! cells that hold tiles. A rule is what holds for every puzzle of the kind; a clue is what this one adds, and its label is its
//! name in explanations and in the program. Building never fails: what is wrong with a model is reported, with its place, when
//! it is solved.
//!
//! Here a KenKen of order 3:
//!
//! ```
//! use puzzle_ilp::{Model, Solver, all_different, difference, fixed, product, sum};
//!
//! let mut model = Model::new();
//! let x = model.digits("x", 3, 3, 1..=3);                           // Grid<Cell<Digit>>
//! for i in 0..3 {
//!     model.rule(format!("row {}", i + 1), all_different(x.row(i)));
//!     model.rule(format!("column {}", i + 1), all_different(x.col(i)));
//! }
//! model.post("cage 2−", difference([x[(0, 0)], x[(1, 0)]], 2));
//! model.post("cage 6×", product([x[(0, 1)], x[(0, 2)]], 6));
//! model.post("cage 3+", sum([x[(1, 1)], x[(1, 2)]], 3));
//! model.post("cage 6×, below", product([x[(2, 0)], x[(2, 1)]], 6));
//! model.post("cage 1", fixed(x[(2, 2)], 1));
//! # #[cfg(feature = "highs")] {
//! let solution = Solver::new().solve_model(&model)?;
//! assert_eq!(solution.grid(&x).to_string(), "1 2 3\n3 1 2\n2 3 1");
//! assert_eq!(solution.value(x[(0, 2)]), 3);
//! # }
//! # Ok::<(), puzzle_ilp::Error>(())
//! ```
//!
//! | constraint | says of its cells |
//! |---|---|
//! | [`all_different`], [`not_equal`] | no value twice |
//! | [`product`], [`sum`] | they multiply, or add up, to the clue |
//! | [`difference`], [`ratio`] | the largest less, or divided by, all the others is the clue |
//! | [`less_than`], [`at_most`] | the first is less than, or at most, the second |
//! | [`fixed`], [`one_of`] | it holds this value, or one of these |
//! | [`table`](fn@table) | together they hold one of the listed tuples |
//! | [`seam`], [`parted`], [`soft_seam`] | touching sides of two slots are mates, are not, or are where a digit is 0 |
//! | [`tile_use`], [`placed`], [`shows`], [`hides`], [`filled`], [`left_empty`] | what slots of tiles hold |
//!
//! [`Model::maximise`] and [`Model::minimise`] set an objective. [`Constraint`] is public, so that a constraint can be one of
//! your own, and [`laws`] checks that its rows mean what it means. A whole kind of puzzle is a type that implements [`Puzzle`];
//! `Model` is one itself, so that the methods of the solver take models too (all but [`Solver::nearest`], whose answers are
//! grids).
//!
//! # More than one answer
//!
//! ```
//! use puzzle_ilp::{Futoshiki, Solver, Uniqueness};
//!
//! let solver = Solver::new();
//! let puzzle = Futoshiki::new(2)?;
//! assert!(matches!(solver.uniqueness(&puzzle)?, Uniqueness::Multiple(_)));
//! assert_eq!(solver.solutions(&puzzle).count(), 2);
//!
//! let puzzle = puzzle.less((0, 0), (0, 1)).less((1, 0), (1, 1));
//! assert_eq!(solver.explain(&puzzle)?.clues, ["r1c1 < r1c2", "r2c1 < r2c2"]);
//! # Ok::<(), puzzle_ilp::Error>(())
//! ```
//!
//! # Reading the program
//!
//! [`Solver::program`] is the whole program of a puzzle, with nothing filtered out. Printed, it has each row under the label of
//! its rule or clue. [`Program::write_lp`] and [`Program::write_mps`] write what other solvers read,
//! [`Program::read_values`] and [`Program::check`] take in what they found, and [`Solver::compile`] makes an answer of it.
//!
//! ```
//! use puzzle_ilp::{CrossProduct, Encoding, Solver};
//!
//! let puzzle = CrossProduct::new(&[6, 20], &[8, 15])?;
//! let program = Solver::new().encoding(Encoding::PrimeExponent).program(&puzzle)?;
//! assert_eq!(
//!     program.to_string(),
//!     "\
//! 4 columns, 7 rows, 8 nonzeros
//! row 1's product 6:
//!   x_r1c1_p2 = 1
//!   x_r1c2_p3 = 1
//! row 2's product 20:
//!   x_r2c1_p2 = 2
//!   x_r2c2_p5 = 1
//! column 1's product 8:
//!   x_r1c1_p2 + x_r2c1_p2 = 3
//! column 2's product 15:
//!   x_r1c2_p3 = 1
//!   x_r2c2_p5 = 1
//! columns:
//!   x_r1c1_p2, x_r1c2_p3 ∈ 0..=1
//!   x_r2c1_p2 ∈ 0..=2
//!   x_r2c2_p5 ∈ 0..=1
//! "
//! );
//! let mut text = Vec::new();
//! program.write_lp(&mut text)?;
//! assert!(String::from_utf8(text)?.contains(" column_1s_product_8_p2: + x_r1c1_p2 + x_r2c1_p2 = 3\n"));
//!
//! let values = program.read_values("x_r1c1_p2 1\nx_r1c2_p3 1\nx_r2c1_p2 2\nx_r2c2_p5 1")?;
//! assert!(program.check(&values).is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Encodings and formulations
//!
//! An [`Encoding`] says how a cell becomes columns: one for each value, or one for each prime in its value. A [`Formulation`]
//! says which rows stand for a constraint: [`Formulation::tight`] is the default, [`Formulation::as_published`] follows the
//! write-ups that these puzzles come from, and each choice can be made on its own. Constraints do not depend on encodings: they
//! see cells through the linear views of an [`Encoder`].
//!
//! ```
//! use puzzle_ilp::{CrossProduct, Encoding, Formulation, Solver};
//!
//! let puzzle = CrossProduct::new(&[6, 20], &[8, 15])?;
//! let size = |encoding, formulation| -> Result<String, puzzle_ilp::Error> {
//!     Ok(Solver::new().encoding(encoding).formulation(formulation).program(&puzzle)?.size().to_string())
//! };
//! assert_eq!(size(Encoding::Auto, Formulation::tight())?, "4 columns, 7 rows, 8 nonzeros");
//! assert_eq!(size(Encoding::OneHot, Formulation::tight())?, "9 columns, 11 rows, 19 nonzeros");
//! assert_eq!(size(Encoding::PrimeExponent, Formulation::as_published())?, "16 columns, 20 rows, 48 nonzeros");
//! # Ok::<(), puzzle_ilp::Error>(())
//! ```
//!
//! One formulation is inexact: the published product over one-hot cells, which accepts 3024 for 3025. A grid that only such
//! rows accept is never returned: it is cut off, counted in [`Report::rejected`], and solving goes on.
//! [`Model::encode`] chooses an encoding for one group of cells.
//!
//! # Errors
//!
//! An [`Error`] says that a question could not be answered: the input is malformed ([`InputError`], [`ModelError`]), the program
//! would be too large, there is no backend, or a backend's answers did not stand up to the checks. Every variant says which clue,
//! cell or row it speaks of, and what was expected. No input makes the crate panic; only an index outside a grid does, as with slices,
//! and a cell or an assignment of another model handed to [`Solution::value`], [`Solution::grid`], [`Assignment::value`], [`Domains`],
//! [`CellTable`], [`Model::check`] or [`Model::objective_value`].
//!
//! ```
//! use puzzle_ilp::{Error, Futoshiki, InputError, Solver, solve_cross_product};
//!
//! let error = Solver::new().solve(&Futoshiki::new(4)?.given((0, 0), 5)).unwrap_err();
//! assert!(matches!(&error, Error::Input(InputError::ValueOutOfRange { value: 5, .. })));
//! assert_eq!(error.to_string(), "r1c1 = 5: 5 is not a value of this puzzle, expected 1..=4");
//!
//! // A function that was asked for a grid says that there is none.
//! let error = solve_cross_product(&[11], &[11]).unwrap_err();
//! assert!(matches!(error, Error::Infeasible { .. }));
//! # Ok::<(), puzzle_ilp::Error>(())
//! ```
//!
//! # Big integers
//!
//! Product clues may be of any integer type: `i8` to `u128`, and the big integers of any crate that implements
//! `num_integer::Integer`. A clue is turned into a [`Magnitude`] once, when it is posted.
//!
//! ```
//! use num_bigint::BigUint;
//! use puzzle_ilp::{CrossProduct, Solver};
//!
//! // One row of a hundred sevens.
//! let seven = BigUint::from(7u8);
//! let puzzle = CrossProduct::new(&[seven.pow(100)], &vec![seven; 100])?;
//! # #[cfg(feature = "highs")]
//! assert!(Solver::new().solve(&puzzle)?.into_answer()?.cells().all(|&digit| digit == 7));
//! # Ok::<(), puzzle_ilp::Error>(())
//! ```
//!
//! # Several threads
//!
//! A solver is built once and used from any number of threads. HiGHS itself uses one thread for each call unless
//! [`Solver::threads`] says otherwise; for many small puzzles, calls side by side are the better use of cores.
//!
//! ```
//! use puzzle_ilp::{FactorRooms, Solver};
//!
//! let solver = Solver::new();
//! let puzzles = [FactorRooms::new(&["AB", "AC"], &[2, 2, 1])?, FactorRooms::new(&["AA", "BC"], &[2, 2, 1])?];
//! # #[cfg(feature = "highs")]
//! std::thread::scope(|scope| {
//!     for puzzle in &puzzles {
//!         let solver = &solver;
//!         scope.spawn(move || println!("{}", solver.solve(puzzle).unwrap().into_answer().unwrap()));
//!     }
//! });
//! # Ok::<(), puzzle_ilp::Error>(())
//! ```
//!
//! # Features
//!
//! - `highs` (default): the backend `Highs`. Compiles HiGHS from source, which needs cmake, make, a C++ compiler and libclang.
//!   Without it everything else builds; [`Solver::backend`] takes a [`Backend`] of your own, and [`Strategy::Search`] needs none.
//! - `sat`: the backend `Sat`, for puzzles without an objective: CaDiCaL, compiled from source, which needs a C++ compiler and
//!   libclang. It can write certificates that an independent checker accepts; see [`Proof::Certificate`].
//! - `svg`: pictures of tile boards, `EdgeMatching::picture`.
//! - `veripb`: `sat` with the checker of its certificates, for this crate's own tests.
//!
//! # Further pages
//!
//! In the repository's folder `docs/`:
//!
//! - `docs/formulations/`: columns and rows of each encoding, why they are exact, how large they are.
//! - `docs/how-to/`: how to add a constraint, an encoding, a puzzle, a backend; how to check uniqueness while
//!   generating, to read and write files of tiles, to find the best partial board.
//! - `docs/adr/`: decisions and their reasons. `docs/glossary.md`: the words used here.
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
#[cfg(feature = "sat")]
pub use backends::Sat;
pub use backends::{Backend, BackendError, Certificate, Reply, Request, Status};
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
pub use program::{LinExpr, Program, SizeLimit};
pub use puzzles::*;
pub use solver::{
    Candidates, ClueSet, Compiled, Count, Error, Explanation, Fault, Outcome, Proof, Puzzle, Report, Solutions, Solver,
    Strategy, Uniqueness, Verdict,
};

// The code of the pages is compiled and run with the doctests.
#[cfg(all(doctest, feature = "highs"))]
#[doc = include_str!("../README.md")]
mod readme {}
#[cfg(all(doctest, feature = "highs"))]
#[doc = include_str!("../docs/formulations/README.md")]
mod formulations {}
#[cfg(doctest)]
#[doc = include_str!("../docs/how-to/add-a-constraint.md")]
mod how_to_add_a_constraint {}
#[cfg(all(doctest, feature = "highs"))]
#[doc = include_str!("../docs/how-to/add-a-puzzle.md")]
mod how_to_add_a_puzzle {}
#[cfg(doctest)]
#[doc = include_str!("../docs/how-to/check-uniqueness-while-generating.md")]
mod how_to_check_uniqueness {}
#[cfg(doctest)]
#[doc = include_str!("../docs/how-to/find-the-best-partial-board.md")]
mod how_to_find_the_best_partial_board {}
#[cfg(doctest)]
#[doc = include_str!("../docs/how-to/edge-matching-files.md")]
mod how_to_edge_matching_files {}
#[cfg(doctest)]
#[doc = include_str!("../docs/how-to/add-a-backend.md")]
mod how_to_add_a_backend {}
