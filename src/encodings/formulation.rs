//! [`Formulation`]: which rows express what, where `docs/formulations/README.md` lists a choice.

/// Rows that hold a prime-exponent cell in its domain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ExponentDomain {
    /// Small integer rows that admit exactly the domain, for 1..9 its convex hull.
    Hull,
    /// `Σ ln p·e_p ≤ ln n`, in fixed point, for domains 1..n; as the published programs have it.
    Logarithm,
}

/// Rows of a product over one-hot cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ProductRows {
    /// For each prime, its exponents add up to the clue's. Exact.
    Exponents,
    /// `|Σ ln v·x − ln clue| ≤ 0.001` in fixed point, as published. **Inexact**: 3024 passes for 3025.
    Logarithm,
}

/// Rows of `a < b`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LessRows {
    /// For each value k of b: `a ≥ k` and `b ≤ k` exclude each other.
    Conflict,
    /// `Σ_{w≥k} x[a,w] ≤ 100·(1 − x[b,k])`, as published.
    BigM,
}

/// Rows of a seam between two slots.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SeamRows {
    /// For each label, one side shows it as often as the other shows its mate.
    PerLabel,
    /// One row in which each label weighs a number of its own, as published.
    Weighted,
    /// A column for each label of the seam: it lies there, so that one side shows it and the other its mate.
    LabelColumns,
    /// For each label of one side: it excludes all labels of the other that are not its mate.
    Clique,
}

/// One choice for each constraint that can be written in several ways.
///
/// ```
/// use puzzle_ilp::{Formulation, LessRows};
/// let mixed = Formulation::tight().with_less(LessRows::BigM);
/// assert!(mixed.is_exact());
/// assert!(!Formulation::as_published().is_exact());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Formulation {
    /// The domain of a prime-exponent cell.
    pub exponent_domain: ExponentDomain,
    /// A product on one-hot cells.
    pub product: ProductRows,
    /// `a < b` and `a ≤ b`.
    pub less: LessRows,
    /// A seam between two slots.
    pub seam: SeamRows,
    /// Leave out the columns of values that a clue excludes by itself (a given, a value that does not divide a product).
    pub prune: bool,
    /// Leave out answers that are others turned, where the puzzle knows how.
    pub symmetry: bool,
}

impl Formulation {
    /// The tightest rows known: the default.
    pub const fn tight() -> Self {
        Self {
            exponent_domain: ExponentDomain::Hull,
            product: ProductRows::Exponents,
            less: LessRows::Conflict,
            seam: SeamRows::PerLabel,
            prune: true,
            symmetry: true,
        }
    }

    /// The rows of the published write-ups, for comparison. **Inexact** for products on one-hot cells.
    pub const fn as_published() -> Self {
        Self {
            exponent_domain: ExponentDomain::Logarithm,
            product: ProductRows::Logarithm,
            less: LessRows::BigM,
            seam: SeamRows::Weighted,
            prune: false,
            symmetry: false,
        }
    }

    /// With other rows for the domain of a prime-exponent cell.
    #[must_use]
    pub const fn with_exponent_domain(self, exponent_domain: ExponentDomain) -> Self {
        Self { exponent_domain, ..self }
    }

    /// With other rows for a product on one-hot cells.
    #[must_use]
    pub const fn with_product(self, product: ProductRows) -> Self {
        Self { product, ..self }
    }

    /// With other rows for `a < b`.
    #[must_use]
    pub const fn with_less(self, less: LessRows) -> Self {
        Self { less, ..self }
    }

    /// With other rows for a seam.
    #[must_use]
    pub const fn with_seam(self, seam: SeamRows) -> Self {
        Self { seam, ..self }
    }

    /// With or without the columns of values that a clue excludes by itself.
    #[must_use]
    pub const fn with_prune(self, prune: bool) -> Self {
        Self { prune, ..self }
    }

    /// With or without the answers that are others turned.
    #[must_use]
    pub const fn with_symmetry(self, symmetry: bool) -> Self {
        Self { symmetry, ..self }
    }

    /// Do its rows accept exactly what the constraints mean?
    pub const fn is_exact(&self) -> bool {
        matches!(self.product, ProductRows::Exponents)
    }
}

impl Default for Formulation {
    fn default() -> Self {
        Self::tight()
    }
}
