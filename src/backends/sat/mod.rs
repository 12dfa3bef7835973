//! CaDiCaL, a solver of propositional formulas, through the crate `rustsat`: the rows of a program become clauses.
//!
//! The way there: [`formula`] writes the program over bits, [`clauses`] turns its rows into clauses with the help of
//! [`exclusive`] and [`adder`], [`cnf`] collects these and keeps the proof, which [`certificate`] writes to its end.

mod adder;
mod certificate;
mod clauses;
mod cnf;
mod exclusive;
mod formula;

use std::io;
use std::path::{Path, PathBuf};

use rustsat::solvers::{ControlSignal, GetInternalStats, Solve, SolverResult, Terminate};
use rustsat::types::{Lit, TernaryVal, Var};
use rustsat_cadical::{CaDiCaL, Config};

use super::{Backend, BackendError, Reply, Request, Status};
use crate::limits::Limit;
use crate::program::Program;
use certificate::{Files, Tracer};
use cnf::Cnf;
use formula::Formula;

const NAME: &str = "CaDiCaL";

/// CaDiCaL, for programs without an objective. One thread, whatever is asked for.
///
/// ```
/// use puzzle_ilp::{CrossProduct, Sat, Solver, Strategy};
/// let puzzle = CrossProduct::new(&[6, 20], &[8, 15])?;
/// let solver = Solver::new().strategy(Strategy::Ilp).backend(Sat::new());
/// assert_eq!(solver.solve(&puzzle)?.into_answer()?.to_string(), "2 3\n4 5");
/// # Ok::<(), puzzle_ilp::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Sat {
    certificates: Option<PathBuf>,
}

/// What can go wrong on the way.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error("it takes no objective; HiGHS does")]
    Objective,
    #[error("the coefficients of {label:?} add up to more than 2^62")]
    TooHeavy { label: String },
    #[error("the program is too large to be written as clauses")]
    TooLarge,
    #[error("the certificate could not be written: {0}")]
    Certificate(#[from] io::Error),
    #[error("{0}")]
    Engine(String),
}

impl Failure {
    fn engine(error: impl std::fmt::Display) -> Self {
        Failure::Engine(format!("{error:#}"))
    }
}

impl From<rustsat::OutOfMemory> for Failure {
    fn from(_: rustsat::OutOfMemory) -> Self {
        Failure::TooLarge
    }
}

impl From<rustsat::encodings::cert::EncodingError> for Failure {
    fn from(error: rustsat::encodings::cert::EncodingError) -> Self {
        match error {
            rustsat::encodings::cert::EncodingError::OutOfMemory(_) => Failure::TooLarge,
            rustsat::encodings::cert::EncodingError::Proof(error) => Failure::Certificate(error),
        }
    }
}

impl Sat {
    /// CaDiCaL, without certificates.
    pub fn new() -> Self {
        Self::default()
    }

    /// Writes a certificate into this directory, which is made where it is missing, for each program that has no solution:
    /// `N.opb`, the program over 0/1 variables, and `N.pbp`, a proof that VeriPB checks, with `N` the first number that is
    /// free. The verdict then comes with [`Proof::Certificate`](crate::Proof::Certificate).
    ///
    /// Take [`Strategy::Ilp`](crate::Strategy::Ilp) for a certificate of the whole puzzle: the other strategies ask an
    /// engine only for what filtering and search have left, and often not at all.
    #[must_use]
    pub fn certificates(mut self, directory: impl AsRef<Path>) -> Self {
        self.certificates = Some(directory.as_ref().to_owned());
        self
    }

    fn run(&self, program: &Program, request: &Request) -> Result<Reply, Failure> {
        if !program.objective().terms().is_empty() {
            return Err(Failure::Objective);
        }
        let formula = Formula::new(program)?;
        let (files, proof) = match &self.certificates {
            Some(directory) => {
                let (files, proof) = Files::create(directory, program, &formula)?;
                (Some(files), Some(proof))
            }
            None => (None, None),
        };
        let mut cnf = Cnf::new(formula.bits, proof);
        if let Some(limit) = clauses::encode(&formula, &mut cnf, &request.stop)? {
            return Ok(Reply::of(Status::Stopped(limit)));
        }
        let variables = cnf.variables();
        let Cnf { clauses, proof, .. } = cnf;
        // Declared before the solver, and so dropped after it: the solver calls it until its end.
        let tracer;
        let mut solver = CaDiCaL::default();
        if !request.presolve {
            solver.set_configuration(Config::Plain).map_err(Failure::engine)?;
        }
        // Its largest seed is 2·10⁹.
        solver.set_option("seed", (request.seed % 2_000_000_000) as i32).map_err(Failure::engine)?;
        tracer = match proof {
            Some(proof) => {
                // The definitions of this technique are no consequences of clauses, and the proof has no other steps.
                solver.set_option("factor", 0).map_err(Failure::engine)?;
                Some(solver.connect_proof_tracer(Tracer::new(proof, clauses.numbers), true))
            }
            None => None,
        };
        if variables > 0 {
            solver.reserve(Var::new(variables - 1)).map_err(Failure::engine)?;
        }
        for clause in &clauses.clauses {
            solver.add_clause_ref(clause).map_err(Failure::engine)?;
        }
        drop(clauses.clauses);
        if request.stop.is_limited() {
            let stop = request.stop.clone();
            solver.attach_terminator(move || match stop.reached() {
                Some(_) => ControlSignal::Terminate,
                None => ControlSignal::Continue,
            });
        }
        let result = solver.solve().map_err(Failure::engine)?;
        let nodes = solver.conflicts() as u64;
        let status = match result {
            SolverResult::Sat => Status::Solved,
            SolverResult::Unsat => Status::Infeasible,
            SolverResult::Interrupted => Status::Stopped(request.stop.reached().unwrap_or(Limit::Backend)),
        };
        let mut reply = Reply { nodes, ..Reply::of(status) };
        match result {
            SolverResult::Sat => {
                let is_set = |bit: Lit| matches!(solver.lit_val(bit), Ok(TernaryVal::True));
                reply.values = Some(formula.values(is_set));
            }
            SolverResult::Unsat => {
                if let (Some(handle), Some(files)) = (tracer, files) {
                    let tracer = solver.disconnect_proof_tracer(handle).map_err(Failure::engine)?;
                    tracer.conclude()?;
                    reply.certificate = Some(files.keep());
                }
            }
            SolverResult::Interrupted => {}
        }
        Ok(reply)
    }
}

impl Backend for Sat {
    fn name(&self) -> &str {
        NAME
    }

    fn takes_objectives(&self) -> bool {
        false
    }

    fn solve(&self, program: &Program, request: &Request) -> Result<Reply, BackendError> {
        self.run(program, request)
            .map_err(|failure| BackendError { backend: NAME.to_owned(), reason: failure.to_string() })
    }
}
