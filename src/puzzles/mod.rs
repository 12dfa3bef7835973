//! Puzzles, one folder each: its clues and model, the check of an answer, and how it is printed.

mod cross_product;

pub use cross_product::{CrossProduct, solve_cross_product};
