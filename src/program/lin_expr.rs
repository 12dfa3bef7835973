//! [`LinExpr`]: a linear expression with a constant, since the view of a settled cell is a constant.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use super::ColumnId;

/// `Σ coefficient·column + constant`, in integers.
///
/// An overflow of `i64` is remembered and reported when the expression enters a program.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LinExpr {
    terms: Vec<(ColumnId, i64)>,
    constant: i64,
    overflow: bool,
}

impl LinExpr {
    /// The expression 0.
    pub fn new() -> Self {
        Self::default()
    }

    pub(super) fn from_parts(terms: Vec<(ColumnId, i64)>, constant: i64) -> Self {
        Self { terms, constant, overflow: false }
    }

    /// The terms and the constant, or `None` after an overflow.
    pub(super) fn into_parts(self) -> Option<(Vec<(ColumnId, i64)>, i64)> {
        (!self.overflow).then_some((self.terms, self.constant))
    }

    /// The terms, in the order in which they were added.
    pub fn terms(&self) -> &[(ColumnId, i64)] {
        &self.terms
    }

    /// The constant.
    pub fn constant(&self) -> i64 {
        self.constant
    }

    /// Adds `coefficient·column`.
    pub fn add_term(&mut self, column: ColumnId, coefficient: i64) {
        if coefficient != 0 {
            self.terms.push((column, coefficient));
        }
    }

    /// Adds `factor·other`.
    pub fn add_scaled(&mut self, factor: i64, other: &LinExpr) {
        self.overflow |= other.overflow;
        for &(column, coefficient) in &other.terms {
            let scaled = self.keep(coefficient.checked_mul(factor));
            self.add_term(column, scaled);
        }
        let scaled = self.keep(other.constant.checked_mul(factor));
        self.constant = self.keep(self.constant.checked_add(scaled));
    }

    fn keep(&mut self, value: Option<i64>) -> i64 {
        self.overflow |= value.is_none();
        value.unwrap_or(0)
    }
}

impl From<ColumnId> for LinExpr {
    fn from(column: ColumnId) -> Self {
        Self::from_parts(vec![(column, 1)], 0)
    }
}

impl From<i64> for LinExpr {
    fn from(constant: i64) -> Self {
        Self::from_parts(Vec::new(), constant)
    }
}

impl AddAssign<LinExpr> for LinExpr {
    fn add_assign(&mut self, other: LinExpr) {
        self.add_scaled(1, &other);
    }
}

impl SubAssign<LinExpr> for LinExpr {
    fn sub_assign(&mut self, other: LinExpr) {
        self.add_scaled(-1, &other);
    }
}

impl Add for LinExpr {
    type Output = LinExpr;
    fn add(mut self, other: LinExpr) -> LinExpr {
        self += other;
        self
    }
}

impl Sub for LinExpr {
    type Output = LinExpr;
    fn sub(mut self, other: LinExpr) -> LinExpr {
        self -= other;
        self
    }
}

impl Neg for LinExpr {
    type Output = LinExpr;
    fn neg(self) -> LinExpr {
        self * -1
    }
}

impl Mul<i64> for LinExpr {
    type Output = LinExpr;
    fn mul(self, factor: i64) -> LinExpr {
        let mut scaled = LinExpr::new();
        scaled.add_scaled(factor, &self);
        scaled
    }
}

impl std::iter::Sum for LinExpr {
    fn sum<I: Iterator<Item = LinExpr>>(parts: I) -> LinExpr {
        let mut total = LinExpr::new();
        for part in parts {
            total += part;
        }
        total
    }
}
