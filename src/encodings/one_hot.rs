//! One-hot: `x[c,v] ∈ {0,1}` says that cell `c` holds value `v`.
//!
//! Row: `Σ_v x[c,v] = 1`. Only values that are still possible get a column; a cell with one value left gets none.

use crate::cells::{CellId, Domains};
use crate::program::{ColumnId, LinExpr};

/// The one-hot columns of a cell: one for each value left, next to each other; none when one value is left.
#[derive(Debug, Clone)]
pub(super) struct OneHot {
    pub values: Box<[u32]>,
    first: Option<ColumnId>,
}

impl OneHot {
    pub fn new(cell: CellId, domains: &Domains) -> Self {
        Self { values: domains.values(cell).collect(), first: None }
    }

    /// Does it need columns, or is it settled?
    pub fn needs_columns(&self) -> bool {
        self.values.len() > 1
    }

    /// Takes the first of its columns; the others follow it.
    pub fn start_at(&mut self, first: ColumnId) {
        self.first = Some(first);
    }

    /// One more than the index of its last column; 0 without columns.
    pub fn end(&self) -> usize {
        self.first.map_or(0, |first| first.index() + self.values.len())
    }

    /// Σ weight(v)·x[c,v]
    pub fn weighted(&self, mut weight: impl FnMut(u32) -> i64) -> LinExpr {
        let Some(first) = self.first else {
            return LinExpr::from(self.values.first().map_or(0, |&value| weight(value)));
        };
        let mut expr = LinExpr::new();
        for (offset, &value) in self.values.iter().enumerate() {
            expr.add_term(ColumnId(first.0 + offset as u32), weight(value));
        }
        expr
    }

    /// x[c,v]
    pub fn at(&self, value: u32) -> LinExpr {
        let Some(first) = self.first else { return LinExpr::from(i64::from(self.values.first() == Some(&value))) };
        // The values ascend.
        let offset = self.values.binary_search(&value).ok();
        offset.map_or_else(LinExpr::new, |offset| ColumnId(first.0 + offset as u32).into())
    }

    /// The values of its columns when the cell holds `value`; none if `value` has no column.
    pub fn columns_at(&self, value: u32) -> impl Iterator<Item = (ColumnId, i64)> + '_ {
        let first = self.first.filter(|_| self.values.contains(&value));
        let columns = first.map(|first| (first.0..).zip(&self.values));
        columns.into_iter().flatten().map(move |(column, &v)| (ColumnId(column), i64::from(v == value)))
    }

    /// The value whose column is 1, if just one is and the others are 0.
    pub fn decode(&self, columns: &[i64]) -> Option<u32> {
        let Some(first) = self.first else { return self.values.first().copied() };
        let own = columns.get(first.index()..first.index() + self.values.len())?;
        let mut chosen = None;
        for (&value, &x) in self.values.iter().zip(own) {
            match x {
                0 => {}
                1 if chosen.is_none() => chosen = Some(value),
                _ => return None,
            }
        }
        chosen
    }
}
