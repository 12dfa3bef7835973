//! A program as a person reads it: each row under its label.

use std::fmt;

use super::{LinExpr, Program, bounds_text};

impl Program {
    /// `2 x − y + 3`, with the columns' names.
    fn expr_text(&self, terms: &[(super::ColumnId, i64)], constant: i64) -> String {
        let mut text = String::new();
        for &(column, k) in terms {
            let sign = if k < 0 { "−" } else { "+" };
            if !text.is_empty() {
                text.push_str(&format!(" {sign} "));
            } else if k < 0 {
                text.push('−');
            }
            if k.unsigned_abs() != 1 {
                text.push_str(&format!("{} ", k.unsigned_abs()));
            }
            text.push_str(&self.columns[column.index()].name);
        }
        if constant != 0 || text.is_empty() {
            match (text.is_empty(), constant < 0) {
                (true, _) => text = constant.to_string(),
                (false, true) => text.push_str(&format!(" − {}", constant.unsigned_abs())),
                (false, false) => text.push_str(&format!(" + {constant}")),
            }
        }
        text
    }
}

/// The size, the objective, each row under its label, and the bounds of the columns.
impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.size())?;
        if *self.objective() != LinExpr::new() {
            let sense = if self.is_maximised() { "maximise" } else { "minimise" };
            writeln!(f, "{sense} {}", self.expr_text(self.objective().terms(), self.objective().constant()))?;
        }
        let mut label = None;
        for row in self.rows() {
            if label != Some(row.label) {
                writeln!(f, "{}:", row.label)?;
                label = Some(row.label);
            }
            let left = self.expr_text(row.terms, 0);
            match (row.lower, row.upper) {
                (Some(l), Some(u)) if l == u => writeln!(f, "  {left} = {l}")?,
                (Some(l), Some(u)) => writeln!(f, "  {l} ≤ {left} ≤ {u}")?,
                (Some(l), None) => writeln!(f, "  {left} ≥ {l}")?,
                (None, Some(u)) => writeln!(f, "  {left} ≤ {u}")?,
                (None, None) => writeln!(f, "  {left} free")?,
            }
        }
        writeln!(f, "columns:")?;
        // Neighbours with the same bounds share a line, so that a grid of binaries stays readable.
        for run in self.columns.chunk_by(|a, b| (a.lower, a.upper) == (b.lower, b.upper)) {
            let names: Vec<&str> = run.iter().map(|column| column.name.as_str()).collect();
            writeln!(f, "  {} ∈ {}", names.join(", "), bounds_text(Some(run[0].lower), Some(run[0].upper)))?;
        }
        Ok(())
    }
}
