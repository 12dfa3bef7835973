//! Product: the cells multiply to a clue of any size.
//!
//! Exact rows: for each prime p, `Σ_c ν_p(value of c) = ν_p(clue)`, where ν_p is the exponent of p. With one-hot cells this
//! is `Σ_c Σ_v ν_p(v)·x[c,v] = ν_p(clue)`; values that do not divide the clue are dropped. Published rows over one-hot
//! cells: logarithms in fixed point within a tolerance, which takes 3024 for 3025.

use std::borrow::Borrow;
use std::collections::BTreeSet;

use super::{Constraint, ScopeError, ids};
use crate::cells::{Assignment, Cell, CellId, CellTable, Digit, Domains};
use crate::encodings::{EncodeError, Encoder, ProductRows, exponent_of, factorise};
use crate::input::{Cause, Magnitude, ProductClue};
use crate::program::LinExpr;

/// The cells multiply to a clue. See [`product`].
#[derive(Debug, Clone)]
pub struct Product {
    scope: Vec<CellId>,
    clue: Magnitude,
}

/// The cells multiply to `clue`, an integer of any type (big ones too).
///
/// ```
/// use puzzle_ilp::{Model, Solver, product};
/// let mut model = Model::new();
/// let x = model.digits("x", 1, 3, [0, 2, 5]);
/// model.post("the row's product 20", product(x.row(0), 20u64));
/// # #[cfg(feature = "highs")] {
/// let solution = Solver::new().solve_model(&model)?;
/// assert_eq!(x.row(0).map(|&cell| solution.value(cell)).product::<u32>(), 20);
/// # }
/// # Ok::<(), puzzle_ilp::Error>(())
/// ```
pub fn product(cells: impl IntoIterator<Item = impl Borrow<Cell<Digit>>>, clue: impl ProductClue) -> Product {
    Product::new(cells, clue.magnitude())
}

impl Product {
    /// The cells multiply to `clue`, which was reduced before.
    pub fn new(cells: impl IntoIterator<Item = impl Borrow<Cell<Digit>>>, clue: Magnitude) -> Self {
        Self { scope: ids(cells), clue }
    }

    /// The primes of the values that the cells can take, ascending.
    fn primes(&self, domains: &Domains) -> Vec<u32> {
        let mut values = BTreeSet::new();
        for &cell in &self.scope {
            values.extend(domains.values(cell));
        }
        let primes: BTreeSet<u32> = values.into_iter().flat_map(factorise).map(|(prime, _)| prime).collect();
        primes.into_iter().collect()
    }

    /// For each of `primes` its exponent in the clue, and the factor that is left.
    fn exponents(&self, primes: &[u32]) -> (Vec<u32>, Magnitude) {
        let mut rest = self.clue.clone();
        let mut exponents = Vec::with_capacity(primes.len());
        for &prime in primes {
            let (exponent, left) = rest.split(prime);
            exponents.push(exponent);
            rest = left;
        }
        (exponents, rest)
    }
}

/// The tolerance of the published rows, in fixed point: 0.001.
const TOLERANCE: f64 = 0.001;
/// The fixed point of the published rows.
const SCALE: f64 = 1e6;

impl Constraint for Product {
    fn scope(&self) -> &[CellId] {
        &self.scope
    }

    fn is_satisfied(&self, values: &Assignment) -> bool {
        Magnitude::product(self.scope.iter().map(|&cell| values.value(cell))) == self.clue
    }

    fn linearise(&self, encoder: &mut Encoder) -> Result<(), EncodeError> {
        if self.clue.is_zero() {
            // Σ_c x[c,0] ≥ 1
            let mut zeros = LinExpr::new();
            for &cell in &self.scope {
                zeros += encoder.indicator(cell, 0)?;
            }
            return encoder.row(format_args!("zero"), zeros, 1..);
        }
        for &cell in &self.scope {
            encoder.restrict(cell, |v| v != 0)?;
            encoder.prune(cell, |v| self.clue.is_multiple_of(v))?;
        }
        let primes = self.primes(encoder.domains());
        let (exponents, rest) = self.exponents(&primes);
        for &cell in &self.scope {
            // Asked for even where no prime is left, so that the group is known to be seen through exponents.
            encoder.exponent(cell, 2)?;
        }
        let has_exponents = self.scope.iter().any(|&cell| encoder.has_exponents(cell));
        if encoder.formulation().product == ProductRows::Logarithm && !has_exponents {
            // ln clue − 0.001 ≤ Σ_c Σ_v ln v·x[c,v] ≤ ln clue + 0.001, times 10⁶
            let mut sum = LinExpr::new();
            for &cell in &self.scope {
                sum += encoder.function(cell, |v| (f64::from(v).ln() * SCALE).round() as i64)?;
            }
            let (low, high) = (self.clue.ln() - TOLERANCE, self.clue.ln() + TOLERANCE);
            return encoder.row(format_args!("ln"), sum, (low * SCALE).round() as i64..=(high * SCALE).round() as i64);
        }
        if rest.to_u32() != Some(1) {
            return encoder.never(format_args!("foreign"));
        }
        // Σ_c e[c,p] = ν_p(clue)  ∀p
        for (&prime, &exponent) in primes.iter().zip(&exponents) {
            let mut sum = LinExpr::new();
            for &cell in &self.scope {
                sum += encoder.exponent(cell, prime)?;
            }
            let exponent = i64::from(exponent);
            encoder.row(format_args!("p{prime}"), sum, exponent..=exponent)?;
        }
        Ok(())
    }

    fn validate(&self, _cells: &CellTable) -> Result<(), ScopeError> {
        if self.clue.is_negative() {
            return Err(ScopeError::NegativeProduct { value: self.clue.clone() });
        }
        Ok(())
    }

    fn cause(&self, label: &str, domains: &Domains) -> Option<Cause> {
        let clue = label.to_owned();
        let value = self.clue.clone();
        if value.is_zero() {
            let some_zero = self.scope.iter().any(|&cell| domains.contains(cell, 0));
            return (!some_zero).then_some(Cause::NoZero { clue, value });
        }
        let primes = self.primes(domains);
        let (exponents, rest) = self.exponents(&primes);
        if rest.to_u32() != Some(1) {
            return Some(Cause::ForeignFactor { clue, value, factor: rest });
        }
        let nonzero = |cell: CellId| domains.values(cell).filter(|&v| v != 0);
        for (&factor, &needed) in primes.iter().zip(&exponents) {
            let (mut least, mut most) = (0u64, 0u64);
            for &cell in &self.scope {
                let (mut low, mut high) = (u32::MAX, 0);
                for v in nonzero(cell) {
                    let k = exponent_of(v, factor);
                    (low, high) = (low.min(k), high.max(k));
                }
                least += u64::from(low.min(high));
                most += u64::from(high);
            }
            let needed = u64::from(needed);
            if needed > most {
                return Some(Cause::FactorTooOften { clue, value, factor, needed, most });
            }
            if needed < least {
                return Some(Cause::FactorTooRare { clue, value, factor, needed, least });
            }
        }
        let most = Magnitude::product(self.scope.iter().map(|&cell| domains.max(cell).unwrap_or(0)));
        if value > most {
            return Some(Cause::TooLarge { clue, value, most });
        }
        let least = Magnitude::product(self.scope.iter().map(|&cell| nonzero(cell).next().unwrap_or(0)));
        if value < least {
            return Some(Cause::TooSmall { clue, value, least });
        }
        None
    }
}
