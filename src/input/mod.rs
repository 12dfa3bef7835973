//! What callers hand in and what can be wrong with it: clues, malformed input, violated clues, arithmetic causes.

mod cause;
mod magnitude;

pub use cause::Cause;
pub use magnitude::{Magnitude, ProductClue};

use std::fmt;

use crate::grid::RaggedRows;

/// A cell's coordinates `(row, column)`, from 0; printed from 1 as `r1c1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct At(pub usize, pub usize);

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A coordinate that was handed in may be the largest there is.
        write!(f, "r{}c{}", self.0 as u128 + 1, self.1 as u128 + 1)
    }
}

impl From<(usize, usize)> for At {
    fn from((row, col): (usize, usize)) -> Self {
        Self(row, col)
    }
}

/// Input that no puzzle could mean: malformed by itself, whatever its solutions.
///
/// Coordinates in the fields count from 0, in the messages from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InputError {
    /// Something that needs at least one entry has none.
    #[error("{what}: none given, expected at least one")]
    Empty {
        /// What is missing, for example "rows".
        what: &'static str,
    },
    /// Rows of different lengths.
    #[error("the rows do not form a rectangle: {0}")]
    Ragged(#[from] RaggedRows),
    /// A grid that has to be square is not.
    #[error("the grid has {rows} rows and {cols} columns, expected as many of each")]
    NotSquare {
        /// Its rows.
        rows: usize,
        /// Its columns.
        cols: usize,
    },
    /// A product clue below 0.
    #[error("{clue}: {value} is negative, expected a product of digits, which is at least 0")]
    NegativeClue {
        /// The clue.
        clue: String,
        /// Its value.
        value: Magnitude,
    },
    /// A value outside the range that the puzzle allows.
    #[error("{clue}: {value} is not a value of this puzzle, expected {expected}")]
    ValueOutOfRange {
        /// The clue.
        clue: String,
        /// The value given.
        value: i64,
        /// The values allowed, as text, for example "1..=5".
        expected: String,
    },
    /// A coordinate outside the grid.
    #[error("{clue}: {cell} lies outside the grid, expected a cell of {rows} rows × {cols} columns")]
    OutsideGrid {
        /// The clue.
        clue: String,
        /// The coordinate.
        cell: At,
        /// The grid's rows.
        rows: usize,
        /// The grid's columns.
        cols: usize,
    },
    /// A relation between a cell and itself that no value meets.
    #[error("{cell} is asked to be less than itself, expected two different cells")]
    SelfRelation {
        /// The cell.
        cell: At,
    },
    /// Two different values given for one cell.
    #[error("{cell} is given as {first} and as {second}, expected one value")]
    ConflictingGivens {
        /// The cell.
        cell: At,
        /// The value given first.
        first: String,
        /// The value given later.
        second: String,
    },
    /// More or fewer products than rooms.
    #[error("{products} products for {rooms} rooms, expected one product for each room")]
    ProductCount {
        /// The number of different rooms in the grid.
        rooms: usize,
        /// The number of products given.
        products: usize,
    },
    /// More or fewer tiles than the board needs.
    #[error("{tiles} tiles for {slots} slots, expected as many tiles as slots (more only with spare_tiles)")]
    TileCount {
        /// The number of tiles.
        tiles: usize,
        /// The number of slots.
        slots: usize,
    },
    /// A hint for a tile that is not in the set.
    #[error("the hint at {cell} names tile {tile}, expected one of the {tiles} tiles, numbered from 0")]
    UnknownTile {
        /// The hint's slot.
        cell: At,
        /// The tile named.
        tile: usize,
        /// The number of tiles.
        tiles: usize,
    },
    /// A hint turns a tile in a way that the puzzle does not allow.
    #[error("the hint at {cell} turns its tile {rotation} quarter turns, expected {expected}")]
    Rotation {
        /// The hint's slot.
        cell: At,
        /// The rotation given.
        rotation: u8,
        /// The rotations allowed, as text.
        expected: &'static str,
    },
    /// One tile is hinted at two slots.
    #[error("tile {tile} is hinted at {first} and at {second}, expected one slot for each tile")]
    TileHintedTwice {
        /// The tile.
        tile: usize,
        /// Its first slot.
        first: At,
        /// Its second slot.
        second: At,
    },
    /// A hint for a slot that the board does not have.
    #[error("the hint at {cell} is for a hole, expected a slot")]
    HintInHole {
        /// The hole.
        cell: At,
    },
    /// A seam is named where none is: on the rim or at a hole.
    #[error("{cell} has no seam at its {side}, expected a slot beyond that side")]
    NoSeam {
        /// The slot named.
        cell: At,
        /// Its side, as text.
        side: String,
    },
    /// A seam is called free and forbidden.
    #[error("the seam at {cell}'s {side} is both free and forbidden, expected one of them")]
    FreeAndForbidden {
        /// The slot left of the seam or above it.
        cell: At,
        /// Its side, as text.
        side: String,
    },
    /// A board that closes on itself, with a frame.
    #[error("a frame of label {label} on a torus, which has no rim")]
    FrameOnTorus {
        /// The frame's label.
        label: i32,
    },
    /// One label is listed with two different mates.
    #[error("label {label} is listed with the mates {first} and {second}, expected one mate for each label")]
    ConflictingMates {
        /// The label.
        label: i32,
        /// The mate listed first.
        first: i32,
        /// The mate listed later.
        second: i32,
    },
    /// A grid larger than the crate takes.
    #[error("a grid of {rows} × {cols} cells, expected at most {limit} cells")]
    TooManyCells {
        /// Its rows.
        rows: usize,
        /// Its columns.
        cols: usize,
        /// The most cells taken.
        limit: usize,
    },
}

/// The most cells that a puzzle of this crate takes.
pub const MAX_CELLS: usize = 1 << 22;

/// Refuses an empty grid and one above [`MAX_CELLS`], before anything is allocated for it.
pub(crate) fn check_grid_size(rows: usize, cols: usize) -> Result<(), InputError> {
    if rows == 0 {
        return Err(InputError::Empty { what: "rows" });
    }
    if cols == 0 {
        return Err(InputError::Empty { what: "columns" });
    }
    match rows.checked_mul(cols) {
        Some(cells) if cells <= MAX_CELLS => Ok(()),
        _ => Err(InputError::TooManyCells { rows, cols, limit: MAX_CELLS }),
    }
}

/// A rule or clue that an answer breaks.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{clue} does not hold: expected {expected}, found {found}")]
#[non_exhaustive]
pub struct Violation {
    /// The clue's label, for example "row 1's product 280".
    pub clue: String,
    /// What was expected.
    pub expected: String,
    /// What the answer has instead.
    pub found: String,
}

impl Violation {
    /// A violation of `clue`.
    pub fn new(clue: impl fmt::Display, expected: impl fmt::Display, found: impl fmt::Display) -> Self {
        Self { clue: clue.to_string(), expected: expected.to_string(), found: found.to_string() }
    }
}
