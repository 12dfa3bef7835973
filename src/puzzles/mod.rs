//! Puzzles, one folder each: its clues and model, the check of an answer, and how it is printed.

mod cross_product;
mod edge_matching;
mod factor_rooms;
mod futoshiki;
mod inequality_grid;

pub use cross_product::{CrossProduct, exponents, solve_cross_product};
#[cfg(feature = "svg")]
pub use edge_matching::Picture;
pub use edge_matching::{
    BestBoard, CardList, Distinct, EdgeMatching, Improved, Partial, PartialBoard, PartialCells, PartialMatching,
    PieceError, PieceErrorKind, PieceList, solve_edge_matching,
};
pub use factor_rooms::{FactorRooms, solve_factor_rooms};
pub use futoshiki::{Futoshiki, solve_futoshiki};
pub use inequality_grid::InequalityGrid;
