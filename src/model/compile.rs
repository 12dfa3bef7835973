//! From a model to a program: rehearsal, columns, rows, objective.

use std::sync::Arc;

use super::{Model, Objective};
use crate::cells::Domains;
use crate::encodings::{Decoder, EncodeError, Encoder, Encoding, Formulation};
use crate::program::{LinExpr, Program, SizeLimit};

/// How to write a model as a program.
#[derive(Debug, Clone, Copy, Default)]
pub struct CompileOptions {
    /// The encoding of groups for which the model wishes none.
    pub encoding: Encoding,
    /// Which rows to write.
    pub formulation: Formulation,
    /// The most columns and nonzeros.
    pub limit: SizeLimit,
    /// Give every cell a column for each of its values, so that any assignment can be cut off by a row.
    pub all_values: bool,
}

impl Model {
    /// Writes the model as an integer linear program, with the decoder that reads its cells back.
    ///
    /// `domains` are the values left for each cell; [`Domains::posted`] for all of them.
    ///
    /// # Errors
    /// When a constraint cannot be written, the program would be too large, or the domains are another model's.
    pub fn compile(&self, domains: Domains, options: &CompileOptions) -> Result<(Program, Decoder), EncodeError> {
        if !domains.table().is_same(&self.table) {
            return Err(EncodeError::ForeignCell { label: "domains".to_owned() });
        }
        let mut encoder = Encoder::rehearse(Arc::clone(&self.table), domains, options.formulation, options.limit);
        self.linearise_all(&mut encoder)?;
        let choice = |group: usize| match self.encodings[group] {
            Encoding::Auto => options.encoding,
            wish => wish,
        };
        encoder.make_columns(choice, options.all_values)?;
        let objective = self.linearise_all(&mut encoder)?;
        if let Some(Objective { maximise, .. }) = &self.objective {
            let program = encoder.program_mut();
            if *maximise { program.maximise(objective)? } else { program.minimise(objective)? }
        }
        Ok(encoder.finish())
    }

    /// The rows of every constraint; returns the objective.
    fn linearise_all(&self, encoder: &mut Encoder) -> Result<LinExpr, EncodeError> {
        for posted in &self.posted {
            encoder.enter(&posted.label);
            posted.constraint.linearise(encoder)?;
        }
        // Σ weight·x[c,v]
        let mut objective = LinExpr::new();
        if let Some(Objective { weights, .. }) = &self.objective {
            for &(cell, value, weight) in weights {
                objective.add_scaled(weight, &encoder.indicator(cell, value)?);
            }
        }
        Ok(objective)
    }
}
