//! Certificates: the formula in the OPB format and a proof in the format of VeriPB that it cannot be satisfied.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use pigeons::{Conclusion, ConstraintId, OutputGuarantee, Proof};
use rustsat::types::{Clause, Var};
use rustsat_cadical::{CaDiCaLClause, ClauseId, TraceProof};

use super::cnf::ProofFile;
use super::formula::{Formula, Number};
use crate::backends::Certificate;
use crate::program::Program;

/// A certificate on its way: its files are removed unless it is kept.
#[derive(Debug)]
pub struct Files {
    paths: Certificate,
    is_kept: bool,
}

impl Files {
    /// Writes the formula into the first free file `N.opb` of the directory, and opens `N.pbp` beside it for the proof.
    pub fn create(directory: &Path, program: &Program, formula: &Formula) -> io::Result<(Self, ProofFile)> {
        fs::create_dir_all(directory)?;
        let mut n = 1u64;
        let (file, path) = loop {
            let path = directory.join(format!("{n}.opb"));
            match File::create_new(&path) {
                Ok(file) => break (file, path),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => n += 1,
                Err(error) => return Err(error),
            }
        };
        let proof = path.with_extension("pbp");
        let files = Self { paths: Certificate { formula: path, proof }, is_kept: false };
        let mut out = BufWriter::new(file);
        formula.write_opb(program, &mut out)?;
        out.flush()?;
        let out = BufWriter::new(File::create(&files.paths.proof)?);
        Ok((files, Proof::new(out, formula.constraints, false)?))
    }

    /// The finished certificate.
    pub fn keep(mut self) -> Certificate {
        self.is_kept = true;
        self.paths.clone()
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        if !self.is_kept {
            for path in [&self.paths.formula, &self.paths.proof] {
                // What cannot be removed is left lying about; there is nobody to tell.
                let _: io::Result<()> = fs::remove_file(path);
            }
        }
    }
}

/// Writes down what CaDiCaL derives: each clause follows from its antecedents by unit propagation.
pub struct Tracer {
    proof: ProofFile,
    /// The numbers of the clauses that are yet to be given to CaDiCaL, in that order.
    originals: std::vec::IntoIter<Number>,
    numbers: HashMap<ClauseId, Number>,
    empty: Option<Number>,
    failure: Option<io::Error>,
}

impl Tracer {
    pub fn new(proof: ProofFile, originals: Vec<Number>) -> Self {
        let originals = originals.into_iter();
        Self { proof, originals, numbers: HashMap::new(), empty: None, failure: None }
    }

    /// Ends the proof, which must have come to the empty clause.
    pub fn conclude(self) -> io::Result<()> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        let empty = self.empty.ok_or_else(|| io::Error::other("the proof did not come to its end"))?;
        let conclusion: Conclusion<Var> = Conclusion::Unsat(Some(empty.into()));
        self.proof.conclude(OutputGuarantee::None, &conclusion)?.flush()
    }

    fn known(&mut self, id: ClauseId, clause: &CaDiCaLClause, number: Number) {
        if clause.is_empty() {
            self.empty.get_or_insert(number);
        }
        self.numbers.insert(id, number);
    }
}

impl TraceProof for Tracer {
    fn add_original_clause(&mut self, id: ClauseId, _redundant: bool, clause: &CaDiCaLClause, restored: bool) {
        if restored {
            return;
        }
        match self.originals.next() {
            Some(number) => self.known(id, clause, number),
            None => self.failure = Some(io::Error::other("the engine made up a clause")),
        }
    }

    fn add_derived_clause(&mut self, id: ClauseId, _redundant: bool, clause: &CaDiCaLClause, antecedents: &[ClauseId]) {
        if self.failure.is_some() || self.empty.is_some() {
            return;
        }
        let from = antecedents.iter().filter_map(|id| self.numbers.get(id)).map(|&number| number.into());
        let from: Vec<ConstraintId> = from.collect();
        match self.proof.reverse_unit_prop(clause, from) {
            Ok(number) => self.known(id, clause, number),
            Err(error) => self.failure = Some(error),
        }
    }

    fn delete_clause(&mut self, id: ClauseId, _redundant: bool, _clause: &CaDiCaLClause) {
        if self.failure.is_some() || self.empty.is_some() {
            return;
        }
        if let Some(number) = self.numbers.remove(&id)
            && let Err(error) = self.proof.delete_ids::<Var, Clause, _, _>([number.into()], std::iter::empty())
        {
            self.failure = Some(error);
        }
    }
}
