//! The path through an engine for programs: compile, run, round, check exactly; a second run before anything is refused.

use std::sync::Arc;

use super::enumeration::Next;
use super::{Error, Fault, Proof, Solver};
use crate::backends::{Backend, Certificate, Request, Status};
use crate::cells::{Assignment, Domains};
use crate::encodings::{Decoder, EncodeError};
use crate::input::Violation;
use crate::limits::{Limit, Phase, Progress, Stop};
use crate::model::{CompileOptions, Model};
use crate::program::{INTEGRALITY, Program, Size, nearest_integer};

/// How large the program was and what work it took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Report {
    /// The program's size; zero where none was needed.
    pub size: Size,
    /// The nodes of the engine's search trees (of CaDiCaL, its conflicts), over all runs.
    pub nodes: u64,
    /// The nodes of the crate's own search.
    pub search_nodes: u64,
    /// With an objective, a proven bound: no answer does better.
    pub bound: Option<i64>,
    /// How often the engine ran.
    pub runs: u32,
    /// Wrong grids that an inexact formulation let through, each cut off before solving went on.
    pub rejected: u32,
}

impl Report {
    /// A bound found where values that cannot better a known solution were taken away speaks of better ones alone: it is at
    /// least as good as that solution.
    pub(super) fn admit(&mut self, model: &Model, known: Option<&Assignment>) {
        if let (Some(bound), Some(known)) = (self.bound, known.and_then(|known| model.objective_value(known)))
            && model.is_better(known, bound)
        {
            self.bound = Some(known);
        }
    }
}

/// What one run came to.
enum Run {
    Found(Assignment),
    /// The rows hold, but the model does not: possible only under an inexact formulation.
    Wrong(Assignment),
    Infeasible(Option<Certificate>),
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
    /// A solution to be bettered.
    start: Option<Assignment>,
    compiled: Option<(Program, Decoder)>,
    /// The name of the engine that was asked.
    asked: Option<String>,
}

impl Ilp {
    pub(super) fn new(model: Arc<Model>, domains: Domains, many: bool) -> Self {
        let start = if model.has_objective() { model.start_solution() } else { None };
        Self { model, domains, many, avoided: Vec::new(), start, compiled: None, asked: None }
    }

    /// The engine that was asked, if one was.
    pub(super) fn asked(&self) -> Option<&str> {
        self.asked.as_deref()
    }

    /// These solutions are known and not wanted again.
    pub(super) fn avoid(&mut self, known: Vec<Assignment>) {
        self.avoided.extend(known);
    }

    /// This solution is to be bettered; it is at least as good as the model's own start.
    pub(super) fn start_from(&mut self, incumbent: Option<Assignment>) {
        self.start = incumbent.or(self.start.take());
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
        if solver.backend.is_none() {
            return Err(Error::NoBackend);
        }
        let (mut program, decoder) = self.compile(solver)?;
        let Some(backend) = solver.backend_for(&self.model, &program).cloned() else { return Err(Error::NoBackend) };
        self.asked = Some(backend.name().to_owned());
        report.size = program.size();
        let model = Arc::clone(&self.model);
        let context = Context { solver, backend: &*backend, model: &model, decoder: &decoder };
        let start = match &self.start {
            Some(start) => decoder.columns_at(start.table().ids().map(|cell| (cell, start.value(cell)))),
            None if model.has_objective() => decoder.columns_at(model.start_values().iter().copied()),
            None => Vec::new(),
        };
        let request = Request { start, ..solver.request(stop) };
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
                    if let Some(start) = better_start(&model, self.start.as_ref(), Some(&assignment)) {
                        let objective = model.objective_value(&assignment).unwrap_or_default();
                        let bound = model.objective_value(start).unwrap_or_default() as f64;
                        self.ensure_elsewhere(start, || context.unverified(Fault::Bound { objective, bound }))?;
                        report.bound = model.objective_value(start);
                        break Next::Solution(start.clone(), context.proof(true));
                    }
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
                Run::Infeasible(certificate) => {
                    if let Some(start) = &self.start {
                        self.ensure_elsewhere(start, || context.unverified(Fault::Disagreement))?;
                    }
                    let proof = match certificate {
                        Some(Certificate { formula, proof }) => Proof::Certificate { formula, proof },
                        None => context.confirm(&program, &request, report)?,
                    };
                    break match &self.start {
                        Some(start) => {
                            report.bound = model.objective_value(start);
                            Next::Solution(start.clone(), proof)
                        }
                        None => Next::Exhausted(proof),
                    };
                }
                Run::Stopped(limit, incumbent) => break self.stopped(limit, incumbent, report),
            }
            if let Some(limit) = stop.reached() {
                break self.stopped(limit, None, report);
            }
        };
        self.compiled = Some((program, decoder));
        Ok(next)
    }

    /// A start as good as any in the domains may lie outside them: what a search cannot better it takes away. Inside them it
    /// contradicts an engine that says otherwise.
    fn ensure_elsewhere(&self, start: &Assignment, fault: impl FnOnce() -> Error) -> Result<(), Error> {
        let is_inside = start.table().ids().all(|cell| self.domains.contains(cell, start.value(cell)));
        if is_inside { Err(fault()) } else { Ok(()) }
    }

    /// A limit came first: the better one of an incumbent and the start, and a bound that holds for both.
    fn stopped(&self, limit: Limit, incumbent: Option<Assignment>, report: &mut Report) -> Next {
        let start = better_start(&self.model, self.start.as_ref(), incumbent.as_ref());
        report.admit(&self.model, self.start.as_ref());
        Next::Stopped(limit, start.cloned().or(incumbent))
    }
}

/// The start, if it is better than what was found, or nothing was.
fn better_start<'a>(
    model: &Model,
    start: Option<&'a Assignment>,
    found: Option<&Assignment>,
) -> Option<&'a Assignment> {
    let value = |assignment: &Assignment| model.objective_value(assignment);
    start.filter(|start| match (value(start), found.and_then(value)) {
        (Some(started), Some(found)) => model.is_better(started, found),
        _ => found.is_none(),
    })
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
            Status::Infeasible => Ok(Run::Infeasible(reply.certificate)),
            Status::Stopped(limit) => {
                self.note_bound(reply.bound, report);
                // An incumbent that does not stand is dropped: there is nothing to decide by it.
                let incumbent = reply.values.as_deref().and_then(|values| check(Some(values)).ok());
                Ok(Run::Stopped(limit, incumbent.filter(|assignment| self.model.check(assignment).is_ok())))
            }
            Status::Solved => {
                check(reply.values.as_deref()).and_then(|assignment| match self.model.check(&assignment) {
                    Ok(()) => match self.optimality(&assignment, reply.bound) {
                        Ok(objective) => {
                            report.bound = objective;
                            Ok(Run::Found(assignment))
                        }
                        Err(fault) => Err(fault),
                    },
                    Err(_) if !self.solver.formulation.is_exact() => Ok(Run::Wrong(assignment)),
                    Err(violation) => Err(Fault::Model(violation)),
                })
            }
        })
    }

    /// Is the solution as good as the engine's bound, both being integers? Returns the objective.
    fn optimality(&self, assignment: &Assignment, bound: Option<f64>) -> Result<Option<i64>, Fault> {
        let objective = self.model.objective_value(assignment);
        match (objective, bound) {
            (Some(objective), Some(bound)) => {
                // A bound that is no number proves nothing.
                let is_proven = (objective as f64 - bound).abs() < 1.0 - INTEGRALITY;
                if is_proven { Ok(Some(objective)) } else { Err(Fault::Bound { objective, bound }) }
            }
            _ => Ok(objective),
        }
    }

    /// Keeps the better of the bounds known, as an integer.
    fn note_bound(&self, bound: Option<f64>, report: &mut Report) {
        let limit = crate::program::MAX_COEFFICIENT as f64;
        let Some(bound) = bound.filter(|bound| bound.abs() < limit && self.model.has_objective()) else { return };
        // Rounded towards the incumbent, with room for the engine's tolerance.
        let rounded =
            if self.model.is_better(1, 0) { (bound + INTEGRALITY).floor() } else { (bound - INTEGRALITY).ceil() };
        let rounded = rounded as i64;
        if report.bound.is_none_or(|known| self.model.is_better(known, rounded)) {
            report.bound = Some(rounded);
        }
    }

    /// A second opinion on "infeasible": another seed, no presolve.
    fn confirm(&self, program: &Program, request: &Request, report: &mut Report) -> Result<Proof, Error> {
        let second = Request { presolve: false, seed: request.seed.wrapping_add(1), ..request.clone() };
        match self.run(program, &second, report)? {
            Ok(Run::Infeasible(_)) => Ok(self.proof(true)),
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
        let fractional = || Fault::Fractional { column: column.name.clone(), value };
        rounded.push(nearest_integer(value).ok_or_else(fractional)?);
    }
    Ok(rounded)
}
