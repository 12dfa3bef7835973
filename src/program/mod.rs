//! [`Program`]: an integer linear program as plain data. Columns, rows and objective, all with `i64` coefficients.

mod display;
mod lin_expr;
mod lp;
mod mps;
mod names;
mod values;

pub use lin_expr::LinExpr;
pub use values::ReadError;
pub(crate) use values::{INTEGRALITY, nearest_integer};

use std::fmt;
use std::ops::{Bound, RangeBounds};
use std::sync::{Arc, OnceLock};

use names::Names;

/// The largest absolute value of a coefficient or bound: beyond it a solver's floating point is no longer exact.
pub const MAX_COEFFICIENT: i64 = 1 << 53;

/// A column (variable) of a [`Program`], by its index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ColumnId(pub(crate) u32);

impl ColumnId {
    /// The column's index, from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An integer column with finite bounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// A name that LP and MPS readers take, different from every other column's.
    pub name: String,
    /// The least value.
    pub lower: i64,
    /// The greatest value.
    pub upper: i64,
}

/// A row `lower ≤ Σ coefficient·column ≤ upper`.
#[derive(Debug, Clone, Copy)]
pub struct Row<'p> {
    program: &'p Program,
    index: usize,
    /// Whose row it is: the label of the rule or clue, as a person wrote it.
    pub label: &'p str,
    /// The least value; `None` for none.
    pub lower: Option<i64>,
    /// The greatest value; `None` for none.
    pub upper: Option<i64>,
    /// The terms, by ascending column, without zeros and with each column at most once.
    pub terms: &'p [(ColumnId, i64)],
}

impl<'p> Row<'p> {
    /// A name that LP and MPS readers take, different from every other row's.
    pub fn name(&self) -> &'p str {
        &self.program.row_names()[self.index]
    }
}

#[derive(Debug, Clone)]
struct RowHead {
    label: Arc<str>,
    /// Tells the rows of one label apart.
    part: Box<str>,
    lower: Option<i64>,
    upper: Option<i64>,
    /// Where its terms end in `Program::terms`.
    end: usize,
}

/// How large a program is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Size {
    /// Its columns.
    pub columns: usize,
    /// Its rows.
    pub rows: usize,
    /// Its nonzero coefficients.
    pub nonzeros: usize,
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} columns, {} rows, {} nonzeros", self.columns, self.rows, self.nonzeros)
    }
}

/// The most that a program may hold; what would exceed it is refused before it is allocated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SizeLimit {
    /// The most columns.
    pub columns: usize,
    /// The most nonzero coefficients.
    pub nonzeros: usize,
}

impl Default for SizeLimit {
    fn default() -> Self {
        Self { columns: 5_000_000, nonzeros: 50_000_000 }
    }
}

/// Why a program refused a column, a row or an objective.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProgramError {
    /// It would exceed the [`SizeLimit`].
    #[error("the program would exceed {} columns or {} nonzeros (at {label:?})", limit.columns, limit.nonzeros)]
    TooLarge {
        /// Where.
        label: String,
        /// The limit.
        limit: SizeLimit,
    },
    /// A coefficient or bound lies beyond ±2⁵³ ([`MAX_COEFFICIENT`]).
    #[error("{label:?} has a coefficient or bound beyond ±2^53, which a solver cannot hold exactly")]
    Coefficient {
        /// The row's label or the column's name.
        label: String,
    },
    /// A column's lower bound exceeds its upper bound.
    #[error("column {name:?} has the bounds {lower}..={upper}, expected at least one value")]
    EmptyColumn {
        /// The column's name.
        name: String,
        /// Its lower bound.
        lower: i64,
        /// Its upper bound.
        upper: i64,
    },
    /// A row speaks of a column that the program does not have.
    #[error("{label:?} speaks of column {column}, expected one of the {columns} columns")]
    UnknownColumn {
        /// The row's label.
        label: String,
        /// The column's index.
        column: usize,
        /// The number of columns.
        columns: usize,
    },
}

/// A row or bound that some column values break.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{name} ({label}): {value} is not in {bounds}")]
pub struct RowViolation {
    /// The name of the row, or of the column whose bound is broken.
    pub name: String,
    /// The label of the row's rule or clue.
    pub label: String,
    /// The value found.
    pub value: i128,
    /// The values allowed, as text.
    pub bounds: String,
}

/// An integer linear program: optimise `objective` over integer columns between bounds, subject to rows.
///
/// Plain data: it can be printed ([`Display`](fmt::Display)), written as LP or MPS text, and checked exactly, all without a solver.
///
/// ```
/// use puzzle_ilp::program::{LinExpr, Program};
/// let mut program = Program::new();
/// let x = program.add_column("x", 0..=3)?;
/// let y = program.add_column("y", 0..=3)?;
/// program.add_row("their sum", "", LinExpr::from(x) + LinExpr::from(y), 5..)?;
/// assert_eq!(program.size().to_string(), "2 columns, 1 rows, 2 nonzeros");
/// assert!(program.check(&[2, 3]).is_ok());
/// assert_eq!(program.check(&[2, 2]).unwrap_err().to_string(), "their_sum (their sum): 4 is not in 5..");
/// # Ok::<(), puzzle_ilp::program::ProgramError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Program {
    columns: Vec<Column>,
    rows: Vec<RowHead>,
    terms: Vec<(ColumnId, i64)>,
    maximise: bool,
    objective: LinExpr,
    limit: SizeLimit,
    /// Stems of columns' names: those of groups of cells.
    stems: Names,
    column_names: Names,
    /// How many columns `column_names` knows of.
    columns_named: usize,
    /// Made when they are first asked for: solving needs none.
    row_names: OnceLock<Vec<String>>,
}

impl Program {
    /// A program without columns and rows, under the default [`SizeLimit`].
    pub fn new() -> Self {
        Self::default()
    }

    /// A program without columns and rows, under a size limit.
    pub fn with_limit(limit: SizeLimit) -> Self {
        Self { limit, ..Self::default() }
    }

    /// Adds an integer column. Its name is made legal and unique.
    ///
    /// # Errors
    /// When the bounds hold no value or exceed ±2⁵³, or the program would be too large.
    pub fn add_column(&mut self, name: &str, bounds: std::ops::RangeInclusive<i64>) -> Result<ColumnId, ProgramError> {
        // Refused under the caller's name for it, and without taking that name.
        self.check_column(name, &bounds)?;
        // Names of cells' columns are claimed only when others come.
        for known in &self.columns[self.columns_named..] {
            self.column_names.claim(&known.name);
        }
        let name = self.column_names.claim(name);
        let column = self.add_named_column(name, bounds)?;
        self.columns_named = self.columns.len();
        Ok(column)
    }

    /// A legal name that other columns may be numbered from by suffixes of single underscores.
    pub(crate) fn claim_stem(&mut self, wanted: &str) -> String {
        self.stems.claim(wanted)
    }

    /// Adds a column whose name is known to be legal and different from all others so far.
    pub(crate) fn add_named_column(
        &mut self,
        name: String,
        bounds: std::ops::RangeInclusive<i64>,
    ) -> Result<ColumnId, ProgramError> {
        self.check_column(&name, &bounds)?;
        let (lower, upper) = bounds.into_inner();
        self.columns.push(Column { name, lower, upper });
        Ok(ColumnId(self.columns.len() as u32 - 1))
    }

    fn check_column(&self, name: &str, bounds: &std::ops::RangeInclusive<i64>) -> Result<(), ProgramError> {
        let (lower, upper) = (*bounds.start(), *bounds.end());
        if self.columns.len() >= self.limit.columns.min(u32::MAX as usize) {
            return Err(ProgramError::TooLarge { label: name.to_owned(), limit: self.limit });
        }
        if lower > upper {
            return Err(ProgramError::EmptyColumn { name: name.to_owned(), lower, upper });
        }
        if lower < -MAX_COEFFICIENT || upper > MAX_COEFFICIENT {
            return Err(ProgramError::Coefficient { label: name.to_owned() });
        }
        Ok(())
    }

    /// Adds a row `expr ∈ bounds` that belongs to the rule or clue `label`; `part` tells its rows apart in their names.
    ///
    /// Terms of one column are merged and the expression's constant moves to the bounds. A row without terms is kept when
    /// its bounds refuse 0 (the program is then infeasible) and dropped when they hold. Excluded bounds are taken as the
    /// next integer; bounds that hold no integer give the row 0 = 1.
    ///
    /// # Errors
    /// When a column is unknown, a coefficient or bound exceeds ±2⁵³, or the program would be too large.
    pub fn add_row(
        &mut self,
        label: impl Into<Arc<str>>,
        part: &str,
        expr: LinExpr,
        bounds: impl RangeBounds<i64>,
    ) -> Result<(), ProgramError> {
        let label = label.into();
        let (mut terms, constant) = self.merged(&label, expr)?;
        let beyond = || ProgramError::Coefficient { label: label.to_string() };
        let shift = |bound: Option<i64>| match bound {
            None => Ok(None),
            Some(b) => match b.checked_sub(constant) {
                Some(b) if b.unsigned_abs() <= MAX_COEFFICIENT as u64 => Ok(Some(b)),
                _ => Err(beyond()),
            },
        };
        let mut lower = shift(match bounds.start_bound() {
            Bound::Included(&b) => Some(b),
            Bound::Excluded(&b) => Some(b.checked_add(1).ok_or_else(beyond)?),
            Bound::Unbounded => None,
        })?;
        let mut upper = shift(match bounds.end_bound() {
            Bound::Included(&b) => Some(b),
            Bound::Excluded(&b) => Some(b.checked_sub(1).ok_or_else(beyond)?),
            Bound::Unbounded => None,
        })?;
        if let (Some(l), Some(u)) = (lower, upper)
            && l > u
        {
            // 0 = 1: no reader of the formats agrees with another on a row whose bounds cross.
            terms.clear();
            (lower, upper) = (Some(1), Some(1));
        }
        let holds_without_terms = lower.is_none_or(|l| l <= 0) && upper.is_none_or(|u| u >= 0);
        if terms.is_empty() && holds_without_terms {
            return Ok(());
        }
        if self.terms.len() + terms.len() > self.limit.nonzeros || self.rows.len() >= i32::MAX as usize {
            return Err(ProgramError::TooLarge { label: label.to_string(), limit: self.limit });
        }
        self.terms.extend_from_slice(&terms);
        self.row_names.take();
        self.rows.push(RowHead { label, part: part.into(), lower, upper, end: self.terms.len() });
        Ok(())
    }

    /// Sets the objective to maximise.
    ///
    /// # Errors
    /// When a column is unknown or a coefficient exceeds ±2⁵³.
    pub fn maximise(&mut self, objective: LinExpr) -> Result<(), ProgramError> {
        self.set_objective(objective, true)
    }

    /// Sets the objective to minimise.
    ///
    /// # Errors
    /// When a column is unknown or a coefficient exceeds ±2⁵³.
    pub fn minimise(&mut self, objective: LinExpr) -> Result<(), ProgramError> {
        self.set_objective(objective, false)
    }

    fn set_objective(&mut self, objective: LinExpr, maximise: bool) -> Result<(), ProgramError> {
        let (terms, constant) = self.merged("objective", objective)?;
        self.objective = LinExpr::from_parts(terms, constant);
        self.maximise = maximise;
        Ok(())
    }

    /// The terms by ascending column, each column once and without zeros, and the constant.
    fn merged(&self, label: &str, expr: LinExpr) -> Result<(Vec<(ColumnId, i64)>, i64), ProgramError> {
        let beyond = || ProgramError::Coefficient { label: label.to_owned() };
        let (mut terms, constant) = expr.into_parts().ok_or_else(beyond)?;
        if !terms.is_sorted_by(|a, b| a.0 < b.0) {
            terms.sort_by_key(|term| term.0);
            let mut merged: Vec<(ColumnId, i64)> = Vec::with_capacity(terms.len());
            for (column, coefficient) in terms {
                match merged.last_mut() {
                    Some(last) if last.0 == column => {
                        last.1 = last.1.checked_add(coefficient).ok_or_else(beyond)?;
                    }
                    _ => merged.push((column, coefficient)),
                }
            }
            terms = merged;
        }
        terms.retain(|term| term.1 != 0);
        if terms.iter().any(|term| term.1.unsigned_abs() > MAX_COEFFICIENT as u64) {
            return Err(beyond());
        }
        if let Some(&(column, _)) = terms.last()
            && column.index() >= self.columns.len()
        {
            return Err(ProgramError::UnknownColumn {
                label: label.to_owned(),
                column: column.index(),
                columns: self.columns.len(),
            });
        }
        Ok((terms, constant))
    }

    /// Its columns, by index.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// A row by its index.
    pub fn row(&self, index: usize) -> Option<Row<'_>> {
        let head = self.rows.get(index)?;
        let start = if index == 0 { 0 } else { self.rows[index - 1].end };
        Some(Row {
            program: self,
            index,
            label: &head.label,
            lower: head.lower,
            upper: head.upper,
            terms: &self.terms[start..head.end],
        })
    }

    /// Its rows, in order.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = Row<'_>> {
        let mut start = 0;
        self.rows.iter().enumerate().map(move |(index, head)| {
            let terms = &self.terms[start..head.end];
            start = head.end;
            Row { program: self, index, label: &head.label, lower: head.lower, upper: head.upper, terms }
        })
    }

    fn row_names(&self) -> &[String] {
        self.row_names.get_or_init(|| {
            let mut names = Names::default();
            self.rows.iter().map(|row| names.claim_parts(&row.label, &row.part)).collect()
        })
    }

    /// The objective; without terms where none was set.
    pub fn objective(&self) -> &LinExpr {
        &self.objective
    }

    /// Is the objective maximised?
    pub fn is_maximised(&self) -> bool {
        self.maximise
    }

    /// Columns, rows and nonzeros.
    pub fn size(&self) -> Size {
        Size { columns: self.columns.len(), rows: self.rows.len(), nonzeros: self.terms.len() }
    }

    /// Checks column values against every bound and row, in exact integers.
    ///
    /// # Errors
    /// The first bound or row that the values break. Missing values count as 0.
    pub fn check(&self, values: &[i64]) -> Result<(), RowViolation> {
        let value = |column: ColumnId| i128::from(values.get(column.index()).copied().unwrap_or(0));
        for (index, column) in self.columns.iter().enumerate() {
            let found = value(ColumnId(index as u32));
            if found < i128::from(column.lower) || found > i128::from(column.upper) {
                return Err(RowViolation {
                    name: column.name.clone(),
                    label: "bounds".to_owned(),
                    value: found,
                    bounds: bounds_text(Some(column.lower), Some(column.upper)),
                });
            }
        }
        for row in self.rows() {
            let found: i128 = row.terms.iter().map(|&(c, k)| i128::from(k) * value(c)).sum();
            if row.lower.is_some_and(|l| found < i128::from(l)) || row.upper.is_some_and(|u| found > i128::from(u)) {
                return Err(RowViolation {
                    name: row.name().to_owned(),
                    label: row.label.to_owned(),
                    value: found,
                    bounds: bounds_text(row.lower, row.upper),
                });
            }
        }
        Ok(())
    }

    /// The objective's value at some column values; `None` when it exceeds `i64`.
    pub fn objective_value(&self, values: &[i64]) -> Option<i64> {
        let mut total = i128::from(self.objective.constant());
        for &(column, k) in self.objective.terms() {
            total += i128::from(k) * i128::from(values.get(column.index()).copied().unwrap_or(0));
        }
        i64::try_from(total).ok()
    }
}

fn bounds_text(lower: Option<i64>, upper: Option<i64>) -> String {
    match (lower, upper) {
        (Some(l), Some(u)) if l == u => format!("{{{l}}}"),
        (Some(l), Some(u)) => format!("{l}..={u}"),
        (Some(l), None) => format!("{l}.."),
        (None, Some(u)) => format!("..={u}"),
        (None, None) => "..".to_owned(),
    }
}
