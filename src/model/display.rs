//! A model as a person reads it.

use std::fmt;

use super::{Model, Role};
use crate::cells::GroupKind;

/// The groups with their domains, then rules and clues by label with the cells that they speak of.
impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for group in &self.table.groups {
            write!(f, "{}: {} × {} ", group.name, group.rows, group.cols)?;
            match &group.kind {
                GroupKind::Digits => writeln!(f, "digits, each in {}", group.domain)?,
                GroupKind::Slots(tiles) => {
                    writeln!(f, "slots for {} tiles ({} ways to lie)", tiles.len(), tiles.oriented().len())?;
                }
            }
        }
        for posted in &self.posted {
            let role = match posted.role {
                Role::Rule => "rule",
                Role::Clue => "clue",
            };
            let scope = posted.constraint.scope();
            let known = scope.iter().map(|&cell| {
                if self.table.owns(cell) { self.table.name(cell) } else { "a cell of another model".to_owned() }
            });
            writeln!(f, "{role} {}: {}", posted.label, known.collect::<Vec<_>>().join(" "))?;
        }
        if let Some(objective) = &self.objective {
            write!(f, "{}", if objective.maximise { "maximise" } else { "minimise" })?;
            for (cell, value, weight) in &objective.weights {
                write!(f, " {weight:+}·[{} = {value}]", self.table.name(*cell))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
