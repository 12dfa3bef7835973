//! [`Decoder`]: from column values back to the cells.

use std::sync::Arc;

use super::one_hot::OneHot;
use super::prime_exponent::Exponents;
use crate::cells::{Assignment, CellId, CellTable};
use crate::program::{ColumnId, LinExpr};

/// The columns of one cell.
#[derive(Debug, Clone)]
pub(super) struct Plan {
    pub one_hot: Option<OneHot>,
    pub exponents: Option<Exponents>,
}

/// Column values that say nothing a cell could hold.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the columns of {name} encode none of its values")]
pub struct DecodeError {
    /// The cell.
    pub cell: CellId,
    /// Its name.
    pub name: String,
}

/// Reads an assignment of the cells from the columns of a compiled program.
#[derive(Debug, Clone)]
pub struct Decoder {
    table: Arc<CellTable>,
    plans: Vec<Plan>,
}

impl Decoder {
    pub(super) fn new(table: Arc<CellTable>, plans: Vec<Plan>) -> Self {
        Self { table, plans }
    }

    /// The number of the program's first columns that the cells are read from.
    pub(crate) fn columns(&self) -> usize {
        let ends = self.plans.iter().map(|plan| {
            let of_values = plan.one_hot.as_ref().map_or(0, OneHot::end);
            of_values.max(plan.exponents.as_ref().map_or(0, Exponents::end))
        });
        ends.max().unwrap_or(0)
    }

    /// The cells' values under these column values.
    ///
    /// # Errors
    /// [`DecodeError`] with the first cell whose columns encode none of its values.
    pub fn decode(&self, columns: &[i64]) -> Result<Assignment, DecodeError> {
        let mut values = Vec::with_capacity(self.plans.len());
        for (cell, plan) in self.table.ids().zip(&self.plans) {
            let value = match (&plan.one_hot, &plan.exponents) {
                (Some(one_hot), _) => one_hot.decode(columns),
                (None, Some(exponents)) => exponents.decode(columns),
                (None, None) => None,
            };
            match value.filter(|&value| self.table.domain(cell).contains(value)) {
                Some(value) => values.push(value),
                None => return Err(DecodeError { cell, name: self.table.name(cell) }),
            }
        }
        Assignment::new(Arc::clone(&self.table), values)
            .ok_or_else(|| DecodeError { cell: CellId { stamp: 0, index: 0 }, name: "the model".to_owned() })
    }

    /// The values of columns that say what these cells hold, where they are one-hot.
    pub(crate) fn columns_at(&self, values: impl Iterator<Item = (CellId, u32)>) -> Vec<(ColumnId, i64)> {
        let one_hot = |cell: CellId| self.plans.get(cell.index())?.one_hot.as_ref();
        let known = values.filter_map(|(cell, value)| Some(one_hot(cell)?.columns_at(value)));
        known.flatten().collect()
    }

    /// `Σ indicator(cell, value)` over some cells at their values in `assignment`: it is below their number exactly when
    /// another assignment is meant. `None` when a cell has no one-hot columns.
    pub fn agreement(&self, assignment: &Assignment, cells: impl IntoIterator<Item = CellId>) -> Option<LinExpr> {
        let mut sum = LinExpr::new();
        for cell in cells {
            let value = assignment.value(cell);
            sum += self.plans.get(cell.index())?.one_hot.as_ref()?.weighted(|v| i64::from(v == value));
        }
        Some(sum)
    }
}
