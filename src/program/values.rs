//! Column values as text: a line `name value` for each column.

use std::collections::HashMap;
use std::io::{self, Write};

use super::{MAX_COEFFICIENT, Program};

/// What is wrong with a text of column values.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// A line that is not `name value`, or whose value is no integer.
    #[error("line {line}: expected a column's name and an integer, found {found:?}")]
    Malformed {
        /// The line, from 1.
        line: usize,
        /// What it says.
        found: String,
    },
    /// A name that no column has.
    #[error("line {line}: no column is called {name:?}")]
    UnknownColumn {
        /// The line, from 1.
        line: usize,
        /// The name.
        name: String,
    },
    /// A column that is given twice.
    #[error("line {line}: column {name:?} has a value already")]
    Repeated {
        /// The line, from 1.
        line: usize,
        /// The name.
        name: String,
    },
}

/// The farthest that a solver's value may lie from the integer that it means; HiGHS works to 10⁻⁶.
pub(crate) const INTEGRALITY: f64 = 1e-5;

/// The integer that a text says or nearly says.
fn integer(text: &str) -> Option<i64> {
    text.parse().ok().or_else(|| nearest_integer(text.parse().ok()?))
}

/// The integer that a value is near.
pub(crate) fn nearest_integer(value: f64) -> Option<i64> {
    let nearest = value.round();
    // Beyond that, decimal numbers are no longer exact. Written so that what is no number fails too.
    let is_near = (value - nearest).abs() <= INTEGRALITY && nearest.abs() <= MAX_COEFFICIENT as f64;
    is_near.then_some(nearest as i64)
}

impl Program {
    /// Writes column values as text, a line `name value` for each column; missing values count as 0.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_values(&self, values: &[i64], mut out: impl Write) -> io::Result<()> {
        for (index, column) in self.columns.iter().enumerate() {
            writeln!(out, "{} {}", column.name, values.get(index).copied().unwrap_or(0))?;
        }
        Ok(())
    }

    /// Reads column values written as `name value` lines. Blank lines and what follows a `#` are skipped; a column that is
    /// not named is 0. A decimal number within 10⁻⁵ of an integer, as solvers in floating point write them, stands for it.
    ///
    /// # Errors
    /// [`ReadError`] with the line.
    pub fn read_values(&self, text: &str) -> Result<Vec<i64>, ReadError> {
        let index: HashMap<&str, usize> = self.columns.iter().enumerate().map(|(i, c)| (c.name.as_str(), i)).collect();
        let mut values = vec![None; self.columns.len()];
        for (number, full) in text.lines().enumerate() {
            let line = number + 1;
            let content = full.split('#').next().unwrap_or("").trim();
            if content.is_empty() {
                continue;
            }
            let malformed = || ReadError::Malformed { line, found: full.to_owned() };
            let (name, value) = content.split_once(char::is_whitespace).ok_or_else(malformed)?;
            let value = integer(value.trim()).ok_or_else(malformed)?;
            let Some(&column) = index.get(name) else {
                return Err(ReadError::UnknownColumn { line, name: name.to_owned() });
            };
            if values[column].replace(value).is_some() {
                return Err(ReadError::Repeated { line, name: name.to_owned() });
            }
        }
        Ok(values.into_iter().map(|value| value.unwrap_or(0)).collect())
    }
}
