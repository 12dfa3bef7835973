//! How a cell becomes columns of a program, and the views through which constraints see it.

mod decoder;
mod encoder;
mod formulation;
mod one_hot;
mod prime_exponent;
mod primes;
mod tile_placement;

pub use decoder::{DecodeError, Decoder};
pub use encoder::{EncodeError, Encoder};
pub use formulation::{ExponentDomain, Formulation, LessRows, ProductRows, SeamRows};
pub(crate) use primes::{exponent_bounds, exponent_of, factorise};

/// How the digits of a group become columns. Slots of tiles always use tile placement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Encoding {
    /// The smallest set of columns that answers the views which the posted constraints ask for: prime exponents where products alone speak of the
    /// group's cells and rows without further columns hold its domain, one-hot otherwise.
    #[default]
    Auto,
    /// `x[c,v] ∈ {0,1}`: cell `c` holds value `v`.
    OneHot,
    /// `e[c,p] ≥ 0`: how often prime `p` divides the value of cell `c`. Refused for a domain that holds 0.
    PrimeExponent,
}
