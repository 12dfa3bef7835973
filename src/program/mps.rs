//! MPS text (free format).

use std::io::{self, Write};

use super::Program;

impl Program {
    /// Writes the program as free-format MPS text.
    ///
    /// The sense of the objective is written as an `OBJSENSE` section, which HiGHS, CBC, SCIP, CPLEX and Gurobi read.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_mps(&self, mut out: impl Write) -> io::Result<()> {
        writeln!(out, "NAME puzzle")?;
        writeln!(out, "OBJSENSE\n    {}", if self.maximise { "MAX" } else { "MIN" })?;
        writeln!(out, "ROWS\n N ___obj")?;
        for row in self.rows() {
            let kind = match (row.lower, row.upper) {
                (Some(l), Some(u)) if l == u => 'E',
                (_, Some(_)) => 'L',
                (Some(_), None) => 'G',
                (None, None) => 'N',
            };
            writeln!(out, " {kind} {}", row.name())?;
        }
        writeln!(out, "COLUMNS")?;
        writeln!(out, "    MARKER 'MARKER' 'INTORG'")?;
        for (column, entries) in self.columns.iter().zip(self.by_column()) {
            // A column without entries has to be named all the same.
            if entries.is_empty() {
                writeln!(out, "    {} ___obj 0", column.name)?;
            }
            for (row, k) in entries {
                writeln!(out, "    {} {} {k}", column.name, row.unwrap_or("___obj"))?;
            }
        }
        writeln!(out, "    MARKER 'MARKER' 'INTEND'")?;
        writeln!(out, "RHS")?;
        if self.objective.constant() != 0 {
            // MPS gives the objective's constant with its sign turned.
            writeln!(out, "    RHS ___obj {}", -i128::from(self.objective.constant()))?;
        }
        for row in self.rows() {
            if let Some(side) = row.upper.or(row.lower)
                && side != 0
            {
                writeln!(out, "    RHS {} {side}", row.name())?;
            }
        }
        let ranged = |row: &super::Row<'_>| match (row.lower, row.upper) {
            (Some(l), Some(u)) if l != u => Some(u - l),
            _ => None,
        };
        if self.rows().any(|row| ranged(&row).is_some()) {
            writeln!(out, "RANGES")?;
            for row in self.rows() {
                if let Some(width) = ranged(&row) {
                    writeln!(out, "    RNG {} {width}", row.name())?;
                }
            }
        }
        writeln!(out, "BOUNDS")?;
        for column in &self.columns {
            if column.lower == column.upper {
                writeln!(out, " FX BND {} {}", column.name, column.lower)?;
            } else {
                writeln!(out, " LO BND {} {}", column.name, column.lower)?;
                writeln!(out, " UP BND {} {}", column.name, column.upper)?;
            }
        }
        writeln!(out, "ENDATA")
    }

    /// For each column its coefficients: the objective's first (`None`), then those of the rows.
    fn by_column(&self) -> Vec<Vec<(Option<&str>, i64)>> {
        let mut entries = vec![Vec::new(); self.columns.len()];
        for &(column, k) in self.objective.terms() {
            entries[column.index()].push((None, k));
        }
        for row in self.rows() {
            for &(column, k) in row.terms {
                entries[column.index()].push((Some(row.name()), k));
            }
        }
        entries
    }
}
