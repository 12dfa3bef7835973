//! The pipeline: from a puzzle through its model and program to an answer that was checked.

mod compiled;
mod enumeration;
mod error;
mod explain;
mod ilp;
mod outcome;
mod random;
mod setter;
mod solutions;

pub use compiled::Compiled;
pub use error::{Error, Fault};
pub use explain::{Explanation, Verdict};
pub use ilp::Report;
pub use outcome::{Count, Outcome, Proof, Uniqueness};
pub use setter::{Candidates, ClueSet};
pub use solutions::Solutions;

pub(crate) use random::Random;

use std::sync::Arc;
use std::time::Duration;

use enumeration::{Enumeration, Next, Want};

use crate::backends::{Backend, Request};
use crate::encodings::{Encoding, Formulation};
use crate::input::{Cause, InputError, Violation};
use crate::limits::{CancelToken, Deadline, Listener, Progress, Stop};
use crate::model::{CompileOptions, Model, Solution};
use crate::program::{Program, SizeLimit};

/// A puzzle: how its clues become a model, how a solution becomes its answer, and what an answer must meet.
///
/// Written once for each kind of puzzle; [`Model`] itself is one, for puzzles of your own.
pub trait Puzzle {
    /// What the caller gets.
    type Answer;
    /// The handles that [`decode`](Puzzle::decode) reads by.
    type Cells;

    /// The puzzle as cells and constraints.
    ///
    /// # Errors
    /// When the clues are malformed.
    fn model(&self) -> Result<(Model, Self::Cells), InputError>;

    /// The answer that a solution of the model means.
    fn decode(&self, cells: &Self::Cells, solution: &Solution) -> Self::Answer;

    /// Checks an answer against the clues, without the model.
    ///
    /// # Errors
    /// The first clue or rule that the answer breaks.
    fn verify(&self, answer: &Self::Answer) -> Result<(), Violation>;

    /// A reason, by arithmetic over several clues, why the puzzle has no solution. Causes in a single clue are found from
    /// the model.
    fn cause(&self) -> Option<Cause> {
        None
    }

    /// Adds rules under which not all of the answers that count as one are found (a board and its turns), but at least one of
    /// them. What [`variants`](Puzzle::variants) keeps must be among those found. By default none. Solving, counting and
    /// uniqueness ask for them, if the formulation does ([`Formulation::symmetry`]); explanations and the tools for setters,
    /// which look at parts of the clues or at each value of a cell, do not.
    fn break_symmetry(&self, _model: &mut Model, _cells: &Self::Cells) {}

    /// The different answers that one decoded answer stands for when all are listed: none when another stands for it (a
    /// turned board), several when identical pieces can be exchanged. By default itself.
    fn variants<'a>(&'a self, answer: Self::Answer) -> Box<dyn Iterator<Item = Self::Answer> + 'a>
    where
        Self::Answer: 'a,
    {
        Box::new(std::iter::once(answer))
    }
}

/// A model is a puzzle whose answer is its checked solution.
impl Puzzle for Model {
    type Answer = Solution;
    type Cells = ();

    fn model(&self) -> Result<(Model, ()), InputError> {
        Ok((self.clone(), ()))
    }

    fn decode(&self, (): &(), solution: &Solution) -> Solution {
        solution.clone()
    }

    fn verify(&self, answer: &Solution) -> Result<(), Violation> {
        self.check(answer.assignment())
    }
}

/// How to look for an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Strategy {
    /// Arithmetic, then filtering, then a search within a small budget, then the integer program of what is left. Without a
    /// backend the search goes on for some seconds, and then ends in [`Error::NoBackend`], or, where it has a solution to be
    /// bettered, in [`Limit::Work`](crate::Limit::Work) with that solution.
    #[default]
    Auto,
    /// The whole integer linear program, as posted and never filtered, so that encodings can be compared.
    Ilp,
    /// Filtering and the crate's own search alone, without a backend.
    Search,
}

/// Solves puzzles. Built once, used for any number of them, from any number of threads.
///
/// ```
/// use puzzle_ilp::{CrossProduct, Encoding, Outcome, Solver, Strategy};
/// # #[cfg(feature = "highs")] {
/// let puzzle = CrossProduct::new(&[6, 20], &[8, 15])?;
/// let solver = Solver::new().strategy(Strategy::Ilp).encoding(Encoding::OneHot);
/// let Outcome::Solved { answer, .. } = solver.solve(&puzzle)? else { panic!("it has a solution") };
/// assert_eq!(answer.to_string(), "2 3\n4 5");
/// # }
/// # Ok::<(), puzzle_ilp::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Solver {
    time_limit: Option<Duration>,
    threads: u32,
    seed: u32,
    strategy: Strategy,
    encoding: Encoding,
    formulation: Formulation,
    size_limit: SizeLimit,
    backend: Option<Arc<dyn Backend>>,
    /// The engine for programs that clauses suit, under [`Strategy::Auto`], unless the caller has chosen one for all.
    clause_backend: Option<Arc<dyn Backend>>,
    cancel: Option<CancelToken>,
    listener: Option<Listener>,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver {
    /// A solver with one thread and no time limit. Behind it is HiGHS where the feature `highs` is on; CaDiCaL where only
    /// `sat` is on. Where both are, [`Strategy::Auto`] gives CaDiCaL what has no objective and is a board of tiles or
    /// has no row that counts further than one, as a futoshiki or a sudoku.
    pub fn new() -> Self {
        let highs: Option<Arc<dyn Backend>> = None;
        #[cfg(feature = "highs")]
        let highs = highs.or(Some(Arc::new(crate::backends::Highs::new())));
        let sat: Option<Arc<dyn Backend>> = None;
        #[cfg(feature = "sat")]
        let sat = sat.or(Some(Arc::new(crate::backends::Sat::new())));
        Self {
            time_limit: None,
            threads: 1,
            seed: 0,
            strategy: Strategy::Auto,
            encoding: Encoding::Auto,
            formulation: Formulation::tight(),
            size_limit: SizeLimit::default(),
            backend: highs.or(sat.clone()),
            clause_backend: sat,
            cancel: None,
            listener: None,
        }
    }

    /// Gives up after this time, over the whole of a call; of [`Solver::solutions`] from its call on, the caller's own time
    /// between two answers included.
    #[must_use]
    pub fn time_limit(mut self, limit: Duration) -> Self {
        self.time_limit = Some(limit);
        self
    }

    /// The threads that the backend may use (at least 1).
    #[must_use]
    pub fn threads(mut self, threads: u32) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// The seed of random choices (0 by default): of the backend, and of how
    /// [`EdgeMatching::best_board`](crate::EdgeMatching::best_board) lays tiles.
    #[must_use]
    pub fn seed(mut self, seed: u32) -> Self {
        self.seed = seed;
        self
    }

    /// How to look for an answer.
    #[must_use]
    pub fn strategy(mut self, strategy: Strategy) -> Self {
        self.strategy = strategy;
        self
    }

    /// How digits become columns, where the model does not wish an encoding itself.
    #[must_use]
    pub fn encoding(mut self, encoding: Encoding) -> Self {
        self.encoding = encoding;
        self
    }

    /// Which rows express what.
    #[must_use]
    pub fn formulation(mut self, formulation: Formulation) -> Self {
        self.formulation = formulation;
        self
    }

    /// The most columns and nonzeros of a program; a larger one is [`Error::TooLarge`].
    #[must_use]
    pub fn size_limit(mut self, limit: SizeLimit) -> Self {
        self.size_limit = limit;
        self
    }

    /// Stops a call when the token is cancelled, from whichever thread.
    #[must_use]
    pub fn cancel(mut self, token: CancelToken) -> Self {
        self.cancel = Some(token);
        self
    }

    /// Tells `listener` how a call goes: phase, nodes, and with an objective the best value and the bound.
    #[must_use]
    pub fn on_progress(mut self, listener: impl Fn(&Progress) + Send + Sync + 'static) -> Self {
        self.listener = Some(Listener::new(listener));
        self
    }

    /// Another engine, for all programs.
    #[must_use]
    pub fn backend(mut self, backend: impl Backend + 'static) -> Self {
        self.backend = Some(Arc::new(backend));
        self.clause_backend = None;
        self
    }

    /// Is there an engine for programs, with an objective or without?
    fn has_backend(&self, optimises: bool) -> bool {
        self.backend.as_ref().is_some_and(|backend| !optimises || backend.takes_objectives())
    }

    /// Is there an engine of its own for programs that clauses suit?
    fn has_clause_backend(&self) -> bool {
        self.clause_backend.is_some()
    }

    /// The engine for the program of a model.
    fn backend_for(&self, model: &Model, program: &Program) -> Option<&Arc<dyn Backend>> {
        let clauses_suit = || !model.has_objective() && (model.table().has_slots() || counts_to_one(program));
        match &self.clause_backend {
            Some(backend) if self.strategy == Strategy::Auto && clauses_suit() => Some(backend),
            _ => self.backend.as_ref(),
        }
    }

    /// Solves a puzzle: a checked answer, a proof that there is none, or the limit that was reached.
    ///
    /// # Errors
    /// When the input is malformed, the program too large, no backend is there to ask, or a backend's answers do not stand
    /// up to the checks.
    pub fn solve<P: Puzzle + ?Sized>(&self, puzzle: &P) -> Result<Outcome<P::Answer>, Error> {
        Ok(self.solve_with_report(puzzle)?.0)
    }

    /// As [`Solver::solve`], with the size of the program and the work that it took.
    ///
    /// # Errors
    /// As for [`Solver::solve`].
    pub fn solve_with_report<P: Puzzle + ?Sized>(&self, puzzle: &P) -> Result<(Outcome<P::Answer>, Report), Error> {
        let stop = self.stop();
        let (mut model, cells) = puzzle.model()?;
        model.validate()?;
        self.break_symmetry(puzzle, &mut model, &cells);
        if let Some(cause) = model.first_cause().or_else(|| puzzle.cause()) {
            return Ok((Outcome::Infeasible { proof: Proof::Arithmetic(cause) }, Report::default()));
        }
        let mut solutions = Enumeration::new(self, &model, stop, Want::One)?;
        let next = solutions.next()?;
        let checked = |assignment| -> Result<P::Answer, Error> {
            let objective = model.objective_value(&assignment);
            let answer = puzzle.decode(&cells, &Solution::new(assignment, objective));
            match puzzle.verify(&answer) {
                Ok(()) => Ok(answer),
                Err(violation) => Err(solutions.unverified(violation)),
            }
        };
        let outcome = match next {
            Next::Solution(assignment, proof) => Outcome::Solved { answer: checked(assignment)?, proof },
            Next::Exhausted(proof) => Outcome::Infeasible { proof },
            Next::Stopped(limit, incumbent) => {
                Outcome::Undecided { limit, incumbent: incumbent.map(checked).transpose()? }
            }
        };
        Ok((outcome, solutions.report))
    }

    /// Solves a model of your own and asks for its solution: infeasible and undecided are errors here.
    ///
    /// # Errors
    /// As for [`Solver::solve`], and [`Error::Infeasible`] and [`Error::Undecided`].
    pub fn solve_model(&self, model: &Model) -> Result<Solution, Error> {
        self.solve(model)?.into_answer()
    }

    fn break_symmetry<P: Puzzle + ?Sized>(&self, puzzle: &P, model: &mut Model, cells: &P::Cells) {
        if self.formulation.symmetry {
            puzzle.break_symmetry(model, cells);
        }
    }

    fn compile_options(&self) -> CompileOptions {
        CompileOptions {
            encoding: self.encoding,
            formulation: self.formulation,
            limit: self.size_limit,
            all_values: false,
        }
    }

    /// The limits of a call that starts now.
    pub(crate) fn stop(&self) -> Stop {
        let deadline = self.time_limit.map_or(Deadline::none(), Deadline::after);
        Stop { deadline, cancel: self.cancel.clone() }
    }

    fn request(&self, stop: &Stop) -> Request {
        let (threads, seed, listener) = (self.threads, self.seed, self.listener.clone());
        Request { stop: stop.clone(), threads, seed, listener, ..Request::default() }
    }

    /// The strategy, as it was chosen.
    pub(crate) fn strategy_chosen(&self) -> Strategy {
        self.strategy
    }

    /// The seed of random choices.
    pub(crate) fn seed_value(&self) -> u32 {
        self.seed
    }

    /// Tells the listener, if there is one.
    pub(crate) fn tell(&self, progress: &Progress) {
        if let Some(listener) = &self.listener {
            listener.tell(progress);
        }
    }
}

/// Does every row speak of 0/1 columns, and ask for at least one of them, at most one, or not all?
fn counts_to_one(program: &Program) -> bool {
    let columns = program.columns();
    program.rows().all(|row| {
        let is_bit = |index: usize| columns[index].lower >= 0 && columns[index].upper <= 1;
        let all = row.terms.len() as i64;
        row.terms.iter().all(|&(column, coefficient)| coefficient == 1 && is_bit(column.index()))
            && row.lower.is_none_or(|lower| lower <= 1)
            && row.upper.is_none_or(|upper| upper == 1 || upper == all - 1)
    })
}
