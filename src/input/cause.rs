//! [`Cause`]: a reason, found by arithmetic alone, why clues cannot be met.

use super::Magnitude;

/// Why a clue, or a set of clues, cannot be met whatever the grid: found by arithmetic before anything is solved.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Cause {
    /// A product clue has a factor that no value of its cells has.
    #[error("{clue}: {value} has the factor {factor}, which divides no product of the values allowed")]
    ForeignFactor {
        /// The clue.
        clue: String,
        /// Its value.
        value: Magnitude,
        /// The factor that no value can supply.
        factor: Magnitude,
    },
    /// A product clue holds a prime more often than its cells can.
    #[error("{clue}: {value} holds the factor {factor} {needed} times, but its cells hold it at most {most} times")]
    FactorTooOften {
        /// The clue.
        clue: String,
        /// Its value.
        value: Magnitude,
        /// The prime.
        factor: u32,
        /// How often the clue holds it.
        needed: u64,
        /// How often its cells can hold it.
        most: u64,
    },
    /// A product clue holds a prime less often than its cells must.
    #[error("{clue}: {value} holds the factor {factor} {needed} times, but its cells hold it at least {least} times")]
    FactorTooRare {
        /// The clue.
        clue: String,
        /// Its value.
        value: Magnitude,
        /// The prime.
        factor: u32,
        /// How often the clue holds it.
        needed: u64,
        /// How often its cells must hold it.
        least: u64,
    },
    /// A clue above what its cells can make.
    #[error("{clue}: {value} is too large, its cells make at most {most}")]
    TooLarge {
        /// The clue.
        clue: String,
        /// Its value.
        value: Magnitude,
        /// The most that its cells can make.
        most: Magnitude,
    },
    /// A clue below what its cells can make.
    #[error("{clue}: {value} is too small, its cells make at least {least}")]
    TooSmall {
        /// The clue.
        clue: String,
        /// Its value.
        value: Magnitude,
        /// The least that its cells can make.
        least: Magnitude,
    },
    /// A product clue is 0 and none of its cells can be 0.
    #[error("{clue}: {value} needs a cell with the factor 0, and 0 is not among the values allowed")]
    NoZero {
        /// The clue.
        clue: String,
        /// Its value, 0.
        value: Magnitude,
    },
    /// A line's product is 0 while no line that crosses it has the product 0.
    #[error("{clue}: {value} puts a factor 0 into a crossing line, and none of those has the product 0")]
    ZeroNotCrossed {
        /// The clue.
        clue: String,
        /// Its value, 0.
        value: Magnitude,
    },
    /// The rows' products and the columns' products do not multiply to the same number.
    #[error(
        "{clue}: all rows together hold the factor {factor} {in_rows} times, all columns together {in_columns} times \
         (the product {value} holds it), and both count the same cells"
    )]
    TotalsDiffer {
        /// The clues that differ: all row products against all column products.
        clue: String,
        /// A row or column product that holds the factor.
        value: Magnitude,
        /// The prime whose totals differ.
        factor: u32,
        /// Its total over the rows.
        in_rows: u64,
        /// Its total over the columns.
        in_columns: u64,
    },
    /// A label occurs on the tiles more often than its mates and the rim can take.
    #[error(
        "label {label} occurs {count} times on the tiles, its mate {mate} {mates} times, and the rim has room for {rim} sides"
    )]
    LabelWithoutMate {
        /// The label.
        label: i32,
        /// The label that it has to meet (as text, "none" where there is no such label).
        mate: String,
        /// How often the label occurs.
        count: usize,
        /// How often its mate occurs.
        mates: usize,
        /// How many sides of the rim could hold the label.
        rim: usize,
    },
    /// A label that meets itself occurs an odd number of times, and the rim cannot hold the odd one.
    #[error("label {label} meets itself and occurs {count} times on the tiles, expected an even number")]
    LabelParity {
        /// The label.
        label: i32,
        /// How often it occurs.
        count: usize,
    },
    /// The frame needs more tiles with adjacent frame sides than there are.
    #[error("the frame {label} needs {needed} tiles that show it on {sides}, and the set has {found}")]
    FrameTiles {
        /// The frame's label.
        label: i32,
        /// Which sides of a tile must show it, as text.
        sides: &'static str,
        /// How many such tiles the board needs.
        needed: usize,
        /// How many there are.
        found: usize,
    },
}

impl Cause {
    /// The clue that cannot be met (for a set of clues: how they are called together).
    pub fn clue(&self) -> String {
        match self {
            Self::ForeignFactor { clue, .. }
            | Self::FactorTooOften { clue, .. }
            | Self::FactorTooRare { clue, .. }
            | Self::TooLarge { clue, .. }
            | Self::TooSmall { clue, .. }
            | Self::NoZero { clue, .. }
            | Self::ZeroNotCrossed { clue, .. }
            | Self::TotalsDiffer { clue, .. } => clue.clone(),
            Self::LabelWithoutMate { label, .. } | Self::LabelParity { label, .. } => format!("label {label}"),
            Self::FrameTiles { label, .. } => format!("frame {label}"),
        }
    }
}
