//! The path through an engine for programs: compile, run, round, check exactly; a second run before anything is refused.

use std::sync::Arc;

use super::{Error, Fault, Outcome, Proof, Solver};
use crate::backends::{Backend, Request, Status};
use crate::cells::{Assignment, Domains};
use crate::encodings::Decoder;
use crate::limits::{Deadline, Limit};
use crate::model::{Model, Solution};
use crate::program::{Program, Size};

/// How large the program was and what work it took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Report {
    /// The program's size; zero where none was needed.
    pub size: Size,
    /// The nodes of the engine's search trees, over all runs.
    pub nodes: u64,
    /// How often the engine ran.
    pub runs: u32,
    /// Wrong grids that an inexact formulation let through, each cut off before solving went on.
    pub rejected: u32,
}

/// The farthest that a value may lie from an integer; HiGHS works to 10⁻⁶.
const INTEGRALITY: f64 = 1e-5;

/// What one run came to.
enum Run {
    Found(Assignment),
    /// The rows hold, but the model does not: possible only under an inexact formulation.
    Wrong(Assignment),
    Infeasible,
    Stopped(Limit, Option<Assignment>),
}

impl Solver {
    pub(super) fn solve_program(
        &self,
        model: &Model,
        deadline: Deadline,
    ) -> Result<(Outcome<Solution>, Report), Error> {
        let Some(backend) = self.backend.as_deref() else { return Err(Error::NoBackend) };
        let domains = Domains::posted(Arc::clone(model.table()));
        let (mut program, decoder) = model.compile(domains, &self.compile_options())?;
        let mut report = Report { size: program.size(), ..Report::default() };
        let solution = |assignment: Assignment| {
            let objective = model.objective_value(&assignment);
            Solution::new(assignment, objective)
        };
        loop {
            let request = self.request(deadline);
            let outcome = match self.run_twice(backend, model, &program, &decoder, &request, &mut report)? {
                Run::Found(assignment) => Outcome::Solved {
                    answer: solution(assignment),
                    proof: Proof::Solver { name: backend.name().to_owned(), confirmed: true },
                },
                Run::Wrong(assignment) => {
                    self.cut_off(model, &mut program, &decoder, &assignment)?;
                    report.rejected += 1;
                    continue;
                }
                Run::Infeasible => self.confirm(backend, model, &program, &decoder, &request, &mut report)?,
                Run::Stopped(limit, incumbent) => {
                    Outcome::Undecided { limit, incumbent: incumbent.filter(|_| model.has_objective()).map(solution) }
                }
            };
            return Ok((outcome, report));
        }
    }

    /// Runs the engine; what does not stand up to the checks is run once more without presolve.
    fn run_twice(
        &self,
        backend: &dyn Backend,
        model: &Model,
        program: &Program,
        decoder: &Decoder,
        request: &Request,
        report: &mut Report,
    ) -> Result<Run, Error> {
        match self.run(backend, model, program, decoder, request, report)? {
            Ok(run) => Ok(run),
            Err(_) => {
                let careful = Request { presolve: false, ..*request };
                self.run(backend, model, program, decoder, &careful, report)?.map_err(|fault| self.unverified(fault))
            }
        }
    }

    /// One run: the engine's values are rounded, put into every row, decoded, and put into every constraint.
    fn run(
        &self,
        backend: &dyn Backend,
        model: &Model,
        program: &Program,
        decoder: &Decoder,
        request: &Request,
        report: &mut Report,
    ) -> Result<Result<Run, Fault>, Error> {
        let reply = backend.solve(program, request)?;
        report.runs += 1;
        report.nodes += reply.nodes;
        let check = |values: Option<&[f64]>| -> Result<Assignment, Fault> {
            let values = round(program, values.unwrap_or_default())?;
            program.check(&values)?;
            Ok(decoder.decode(&values)?)
        };
        Ok(match reply.status {
            Status::Infeasible => Ok(Run::Infeasible),
            Status::Stopped(limit) => {
                // An incumbent that does not stand is dropped: there is nothing to decide by it.
                let incumbent = reply.values.as_deref().and_then(|values| check(Some(values)).ok());
                Ok(Run::Stopped(limit, incumbent.filter(|assignment| model.check(assignment).is_ok())))
            }
            Status::Solved => check(reply.values.as_deref()).and_then(|assignment| match model.check(&assignment) {
                Ok(()) => Ok(Run::Found(assignment)),
                Err(_) if !self.formulation.is_exact() => Ok(Run::Wrong(assignment)),
                Err(violation) => Err(Fault::Model(violation)),
            }),
        })
    }

    /// Forbids the values that a wrong grid gives to the cells of the first constraint that it breaks. Only products over
    /// one-hot cells have inexact rows, so that those cells have a column for each value.
    fn cut_off(
        &self,
        model: &Model,
        program: &mut Program,
        decoder: &Decoder,
        wrong: &Assignment,
    ) -> Result<(), Error> {
        let Some(broken) = model.first_broken(wrong) else { return Ok(()) };
        let scope = broken.constraint().scope();
        let uncuttable = || {
            self.unverified(Fault::Model(model.check(wrong).err().unwrap_or_else(|| {
                crate::input::Violation::new(broken.label(), "the constraint to hold", "a grid that breaks it")
            })))
        };
        let agreement = decoder.agreement(wrong, scope.iter().copied()).ok_or_else(uncuttable)?;
        // Σ_{c ∈ scope} x[c, its wrong value] ≤ |scope| − 1
        let most = scope.len() as i64 - 1;
        program
            .add_row(broken.label(), "wrong", agreement, ..=most)
            .map_err(|error| Error::from(crate::encodings::EncodeError::from(error)))
    }

    /// A second opinion on "infeasible": another seed, no presolve.
    fn confirm(
        &self,
        backend: &dyn Backend,
        model: &Model,
        program: &Program,
        decoder: &Decoder,
        request: &Request,
        report: &mut Report,
    ) -> Result<Outcome<Solution>, Error> {
        let second = Request { presolve: false, seed: request.seed.wrapping_add(1), ..*request };
        let name = backend.name().to_owned();
        match self.run(backend, model, program, decoder, &second, report)? {
            Ok(Run::Infeasible) => Ok(Outcome::Infeasible { proof: Proof::Solver { name, confirmed: true } }),
            Ok(Run::Stopped(_, None)) => Ok(Outcome::Infeasible { proof: Proof::Solver { name, confirmed: false } }),
            Ok(Run::Found(_) | Run::Stopped(_, Some(_))) => Err(self.unverified(Fault::Disagreement)),
            Ok(Run::Wrong(_)) => Err(self.unverified(Fault::Disagreement)),
            Err(fault) => Err(self.unverified(fault)),
        }
    }
}

/// The nearest integers, if every value is near one.
fn round(program: &Program, values: &[f64]) -> Result<Vec<i64>, Fault> {
    let columns = program.columns();
    if values.len() != columns.len() {
        return Err(Fault::Length { expected: columns.len(), found: values.len() });
    }
    let mut rounded = Vec::with_capacity(values.len());
    for (column, &value) in columns.iter().zip(values) {
        let nearest = value.round();
        // Written so that a value that is no number fails too.
        let near = (value - nearest).abs() <= INTEGRALITY && nearest.abs() <= crate::program::MAX_COEFFICIENT as f64;
        if !near {
            return Err(Fault::Fractional { column: column.name.clone(), value });
        }
        rounded.push(nearest as i64);
    }
    Ok(rounded)
}
