//! Column values as text: a line `name value` for each column.

use std::collections::HashMap;
use std::io::{self, Write};

use super::Program;

/// What is wrong with a text of column values.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// A line that is not `name value`.
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

    /// Reads column values written as `name value` lines. Blank lines and lines from `#` are skipped; a column that is not
    /// named is 0.
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
            let value: i64 = value.trim().parse().map_err(|_| malformed())?;
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
