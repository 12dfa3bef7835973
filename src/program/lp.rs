//! LP text (the format of CPLEX that HiGHS, CBC, GLPK, SCIP and Gurobi read).

use std::io::{self, Write};

use super::{ColumnId, Program, Row};

/// Lines are broken here. With names of at most 220 characters none reaches the 255 at which old readers stop.
const LINE: usize = 120;

/// Stands in where a program has no column: the format cannot say a row without one.
const NO_COLUMN: &str = "no_column";

/// Writes words with a space before each, and breaks lines between them.
struct Words<W> {
    out: W,
    width: usize,
}

impl<W: Write> Words<W> {
    fn word(&mut self, word: &str) -> io::Result<()> {
        let length = 1 + word.len();
        if self.width > 0 && self.width + length > LINE {
            write!(self.out, "\n ")?;
            self.width = 1;
        }
        self.width += length;
        write!(self.out, " {word}")
    }

    fn end(&mut self) -> io::Result<()> {
        self.width = 0;
        writeln!(self.out)
    }

    /// A line of its own.
    fn line(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{text}")
    }
}

impl Program {
    /// Writes the program as LP text. A row with two different bounds becomes two rows, since not every reader takes ranges.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_lp(&self, out: impl Write) -> io::Result<()> {
        let mut words = Words { out, width: 0 };
        words.line(if self.maximise { "Maximize" } else { "Minimize" })?;
        words.word("obj:")?;
        self.write_terms(&mut words, self.objective.terms())?;
        match self.objective.constant() {
            0 => {}
            constant => {
                let sign = if constant < 0 { '-' } else { '+' };
                words.word(&format!("{sign} {}", constant.unsigned_abs()))?;
            }
        }
        words.end()?;
        words.line("Subject To")?;
        for row in self.rows() {
            match (row.lower, row.upper) {
                (Some(l), Some(u)) if l == u => self.write_row(&mut words, &row, "", "=", l)?,
                (Some(l), Some(u)) => {
                    self.write_row(&mut words, &row, "___lower", ">=", l)?;
                    self.write_row(&mut words, &row, "___upper", "<=", u)?;
                }
                (Some(l), None) => self.write_row(&mut words, &row, "", ">=", l)?,
                (None, Some(u)) => self.write_row(&mut words, &row, "", "<=", u)?,
                (None, None) => {}
            }
        }
        words.line("Bounds")?;
        for column in &self.columns {
            if column.lower == column.upper {
                words.line(&format!(" {} = {}", column.name, column.lower))?;
            } else {
                words.line(&format!(" {} <= {} <= {}", column.lower, column.name, column.upper))?;
            }
        }
        if self.columns.is_empty() {
            words.line(&format!(" {NO_COLUMN} = 0"))?;
        }
        words.line("General")?;
        for column in &self.columns {
            words.word(&column.name)?;
        }
        if !self.columns.is_empty() {
            words.end()?;
        }
        words.line("End")
    }

    fn write_row(
        &self,
        words: &mut Words<impl Write>,
        row: &Row<'_>,
        suffix: &str,
        sign: &str,
        bound: i64,
    ) -> io::Result<()> {
        words.word(&format!("{}{suffix}:", row.name()))?;
        self.write_terms(words, row.terms)?;
        words.word(&format!("{sign} {bound}"))?;
        words.end()
    }

    fn write_terms(&self, words: &mut Words<impl Write>, terms: &[(ColumnId, i64)]) -> io::Result<()> {
        for &(column, k) in terms {
            let name = &self.columns[column.index()].name;
            let sign = if k < 0 { '-' } else { '+' };
            match k.unsigned_abs() {
                1 => words.word(&format!("{sign} {name}"))?,
                size => words.word(&format!("{sign} {size} {name}"))?,
            }
        }
        if terms.is_empty() {
            // The format has no empty expression.
            words.word(&format!("0 {}", self.columns.first().map_or(NO_COLUMN, |column| &column.name)))?;
        }
        Ok(())
    }
}
