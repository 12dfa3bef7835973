//! LP text (the format of CPLEX that HiGHS, CBC, GLPK, SCIP and Gurobi read).

use std::io::{self, Write};

use super::{ColumnId, Program, Row};

/// Lines are broken well before the 255 or 510 characters at which old readers stop.
const TERMS_PER_LINE: usize = 8;

impl Program {
    /// Writes the program as LP text. A row with two different bounds becomes two rows, since not every reader takes ranges.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_lp(&self, mut out: impl Write) -> io::Result<()> {
        writeln!(out, "{}", if self.maximise { "Maximize" } else { "Minimize" })?;
        write!(out, " obj:")?;
        self.write_terms(&mut out, self.objective.terms())?;
        writeln!(out)?;
        writeln!(out, "Subject To")?;
        for row in self.rows() {
            match (row.lower, row.upper) {
                (Some(l), Some(u)) if l == u => self.write_row(&mut out, &row, "", "=", l)?,
                (Some(l), Some(u)) => {
                    self.write_row(&mut out, &row, "___lower", ">=", l)?;
                    self.write_row(&mut out, &row, "___upper", "<=", u)?;
                }
                (Some(l), None) => self.write_row(&mut out, &row, "", ">=", l)?,
                (None, Some(u)) => self.write_row(&mut out, &row, "", "<=", u)?,
                (None, None) => {}
            }
        }
        writeln!(out, "Bounds")?;
        for column in &self.columns {
            if column.lower == column.upper {
                writeln!(out, " {} = {}", column.name, column.lower)?;
            } else {
                writeln!(out, " {} <= {} <= {}", column.lower, column.name, column.upper)?;
            }
        }
        if self.columns.is_empty() {
            writeln!(out, " {NO_COLUMN} = 0")?;
        }
        writeln!(out, "General")?;
        for chunk in self.columns.chunks(TERMS_PER_LINE) {
            let names: Vec<&str> = chunk.iter().map(|column| column.name.as_str()).collect();
            writeln!(out, " {}", names.join(" "))?;
        }
        writeln!(out, "End")
    }

    fn write_row(&self, out: &mut impl Write, row: &Row<'_>, suffix: &str, sign: &str, bound: i64) -> io::Result<()> {
        write!(out, " {}{suffix}:", row.name())?;
        self.write_terms(out, row.terms)?;
        writeln!(out, " {sign} {bound}")
    }

    fn write_terms(&self, out: &mut impl Write, terms: &[(ColumnId, i64)]) -> io::Result<()> {
        for (i, &(column, k)) in terms.iter().enumerate() {
            if i > 0 && i % TERMS_PER_LINE == 0 {
                write!(out, "\n  ")?;
            }
            let name = &self.columns[column.index()].name;
            let sign = if k < 0 { '-' } else { '+' };
            match k.unsigned_abs() {
                1 => write!(out, " {sign} {name}")?,
                size => write!(out, " {sign} {size} {name}")?,
            }
        }
        if terms.is_empty() {
            // The format has no empty expression.
            write!(out, " 0 {}", self.columns.first().map_or(NO_COLUMN, |column| &column.name))?;
        }
        Ok(())
    }
}

/// Stands in where a program has no column: the format cannot say a row without one.
const NO_COLUMN: &str = "no_column";
