//! The path through an engine for programs: compile, run, round, check exactly; a second run before anything is refused.

use std::sync::Arc;

use super::enumeration::Next;
use super::{Error, Fault, Proof, Solver};
use crate::backends::{Backend, Request, Status};
use crate::cells::{Assignment, Domains};
use crate::encodings::{Decoder, EncodeError};
use crate::input::Violation;
use crate::limits::{Limit, Phase, Progress, Stop};
use crate::model::{CompileOptions, Model};
use crate::program::{Program, Size};

/// How large the program was and what work it took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Report {
    /// The program's size; zero where none was needed.
    pub size: Size,
    /// The nodes of the engine's search trees, over all runs.
    pub nodes: u64,
    /// The nodes of the crate's own search.
    pub search_nodes: u64,
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

/// A model on its way through an engine, with the solutions that are not wanted again.
#[derive(Debug)]
pub(super) struct Ilp {
    model: Arc<Model>,
    domains: Domains,
    /// Further solutions will be asked for, so that each one has to be cut off.
    many: bool,
    avoided: Vec<Assignment>,
    compiled: Option<(Program, Decoder)>,
}

impl Ilp {
    pub(super) fn new(model: Arc<Model>, domains: Domains, many: bool) -> Self {
        Self { model, domains, many, avoided: Vec::new(), compiled: None }
    }

    /// These solutions are known and not wanted again.
    pub(super) fn avoid(&mut self, known: Vec<Assignment>) {
        self.avoided.extend(known);
    }

    fn compile(&mut self, solver: &Solver) -> Result<(Program, Decoder), Error> {
        if let Some(compiled) = self.compiled.take() {
            return Ok(compiled);
        }
        let options = CompileOptions { all_values: self.many, ..solver.compile_options() };
        let (mut program, decoder) = self.model.compile(self.domains.clone(), &options)?;
        for known in &self.avoided {
            cut_off(&mut program, &decoder, known, known.table().ids(), "known solution")?;
        }
        Ok((program, decoder))
    }

    /// The next solution, optimal where there is an objective.
    pub(super) fn next(&mut self, solver: &Solver, stop: &Stop, report: &mut Report) -> Result<Next, Error> {
        let Some(backend) = solver.backend.clone() else { return Err(Error::NoBackend) };
        let (mut program, decoder) = self.compile(solver)?;
        report.size = program.size();
        let model = Arc::clone(&self.model);
        let context = Context { solver, backend: &*backend, model: &model, decoder: &decoder };
        let request = solver.request(stop);
        if let Some(listener) = &solver.listener {
            listener.tell(&Progress::new(Phase::Solver, report.nodes));
        }
        let next = loop {
            let run = match context.run_twice(&program, &request, report)? {
                // Where nothing is to be optimised, a solution found just before a limit is as good as any.
                Run::Stopped(_, Some(found)) if !model.has_objective() => Run::Found(found),
                run => run,
            };
            match run {
                Run::Found(assignment) => {
                    if self.many {
                        cut_off(&mut program, &decoder, &assignment, model.table().ids(), "known solution")?;
                    }
                    break Next::Solution(assignment, context.proof(true));
                }
                Run::Wrong(wrong) => {
                    // The values that it gives to the cells of the first constraint that it breaks are forbidden. Only
                    // products over one-hot cells have inexact rows, so that those cells have a column for each value.
                    let Some(broken) = model.first_broken(&wrong) else { continue };
                    let scope = broken.constraint().scope().iter().copied();
                    cut_off(&mut program, &decoder, &wrong, scope, broken.label())?;
                    report.rejected += 1;
                }
                Run::Infeasible => break Next::Exhausted(context.confirm(&program, &request, report)?),
                Run::Stopped(limit, incumbent) => break Next::Stopped(limit, incumbent),
            }
            if let Some(limit) = stop.reached() {
                break Next::Stopped(limit, None);
            }
        };
        self.compiled = Some((program, decoder));
        Ok(next)
    }
}

/// Forbids that these cells all hold their values of `assignment` again.
fn cut_off(
    program: &mut Program,
    decoder: &Decoder,
    assignment: &Assignment,
    cells: impl Iterator<Item = crate::cells::CellId> + Clone,
    label: &str,
) -> Result<(), Error> {
    let count = cells.clone().count() as i64;
    let Some(agreement) = decoder.agreement(assignment, cells) else {
        let violation = Violation::new(label, "columns for each value", "cells encoded without");
        return Err(Error::Unverified { backend: "the program".to_owned(), fault: Fault::Model(violation) });
    };
    // Σ_c x[c, its value] ≤ number of cells − 1
    program.add_row(label, "cut", agreement, ..=count - 1).map_err(|error| EncodeError::from(error).into())
}

/// What every run needs.
struct Context<'a> {
    solver: &'a Solver,
    backend: &'a dyn Backend,
    model: &'a Model,
    decoder: &'a Decoder,
}

impl Context<'_> {
    fn proof(&self, confirmed: bool) -> Proof {
        Proof::Solver { name: self.backend.name().to_owned(), confirmed }
    }

    fn unverified(&self, fault: Fault) -> Error {
        Error::Unverified { backend: self.backend.name().to_owned(), fault }
    }

    /// Runs the engine; what does not stand up to the checks is run once more without presolve.
    fn run_twice(&self, program: &Program, request: &Request, report: &mut Report) -> Result<Run, Error> {
        match self.run(program, request, report)? {
            Ok(run) => Ok(run),
            Err(_) => {
                let careful = Request { presolve: false, ..request.clone() };
                self.run(program, &careful, report)?.map_err(|fault| self.unverified(fault))
            }
        }
    }

    /// One run: the engine's values are rounded, put into every row, decoded, and put into every constraint.
    fn run(&self, program: &Program, request: &Request, report: &mut Report) -> Result<Result<Run, Fault>, Error> {
        let reply = self.backend.solve(program, request)?;
        report.runs += 1;
        report.nodes += reply.nodes;
        let check = |values: Option<&[f64]>| -> Result<Assignment, Fault> {
            let values = round(program, values.unwrap_or_default())?;
            program.check(&values)?;
            Ok(self.decoder.decode(&values)?)
        };
        Ok(match reply.status {
            Status::Infeasible => Ok(Run::Infeasible),
            Status::Stopped(limit) => {
                // An incumbent that does not stand is dropped: there is nothing to decide by it.
                let incumbent = reply.values.as_deref().and_then(|values| check(Some(values)).ok());
                Ok(Run::Stopped(limit, incumbent.filter(|assignment| self.model.check(assignment).is_ok())))
            }
            Status::Solved => {
                check(reply.values.as_deref()).and_then(|assignment| match self.model.check(&assignment) {
                    Ok(()) => Ok(Run::Found(assignment)),
                    Err(_) if !self.solver.formulation.is_exact() => Ok(Run::Wrong(assignment)),
                    Err(violation) => Err(Fault::Model(violation)),
                })
            }
        })
    }

    /// A second opinion on "infeasible": another seed, no presolve.
    fn confirm(&self, program: &Program, request: &Request, report: &mut Report) -> Result<Proof, Error> {
        let second = Request { presolve: false, seed: request.seed.wrapping_add(1), ..request.clone() };
        match self.run(program, &second, report)? {
            Ok(Run::Infeasible) => Ok(self.proof(true)),
            Ok(Run::Stopped(_, None)) => Ok(self.proof(false)),
            Ok(Run::Found(_) | Run::Wrong(_) | Run::Stopped(_, Some(_))) => Err(self.unverified(Fault::Disagreement)),
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
