//! All answers of a puzzle, lazily; uniqueness and counting on top of them.

use std::fmt;
use std::iter::FusedIterator;

use super::enumeration::{Enumeration, Next, Want};
use super::{Count, Error, Proof, Puzzle, Report, Solver, Uniqueness};
use crate::limits::{Limit, Stop};
use crate::model::Solution;

/// The different answers of a puzzle, one at a time. Ending early is free.
///
/// A limit, or anything else that goes wrong, is an item too, the last one: the end without it means that there is no other.
#[must_use = "answers are found as they are asked for"]
pub struct Solutions<'a, P: Puzzle + ?Sized> {
    puzzle: &'a P,
    state: State<'a, P>,
    /// What is known once the answers have ended.
    end: Option<Proof>,
    /// The work done until they had.
    report: Report,
}

enum State<'a, P: Puzzle + ?Sized> {
    Running(Box<Running<'a, P>>),
    /// An error that was there from the start.
    Failed(Option<Error>),
    Ended,
}

struct Running<'a, P: Puzzle + ?Sized> {
    cells: P::Cells,
    solutions: Enumeration<'a>,
    /// Further answers that the last solution stands for.
    variants: Box<dyn Iterator<Item = P::Answer> + 'a>,
}

impl<'a, P: Puzzle + ?Sized> Solutions<'a, P> {
    pub(super) fn new(solver: &'a Solver, puzzle: &'a P, stop: Stop) -> Self {
        let mut solutions = Self { puzzle, state: State::Ended, end: None, report: Report::default() };
        let start = || -> Result<Result<Running<'a, P>, Proof>, Error> {
            let (mut model, cells) = puzzle.model()?;
            model.validate()?;
            solver.break_symmetry(puzzle, &mut model, &cells);
            if let Some(cause) = model.first_cause().or_else(|| puzzle.cause()) {
                return Ok(Err(Proof::Arithmetic(cause)));
            }
            let enumeration = Enumeration::new(solver, &model, stop, Want::Many)?;
            Ok(Ok(Running { cells, solutions: enumeration, variants: Box::new(std::iter::empty()) }))
        };
        match start() {
            Ok(Ok(running)) => solutions.state = State::Running(Box::new(running)),
            Ok(Err(proof)) => solutions.end = Some(proof),
            Err(error) => solutions.state = State::Failed(Some(error)),
        }
        solutions
    }
}

impl<P: Puzzle + ?Sized> Solutions<'_, P> {
    /// The size of the program, if one was made, and the work done so far.
    pub fn report(&self) -> Report {
        match &self.state {
            State::Running(running) => running.solutions.report,
            State::Failed(_) | State::Ended => self.report,
        }
    }

    /// After the last answer: how it is known that there is no other.
    pub fn proof(&self) -> Option<&Proof> {
        self.end.as_ref()
    }

    fn advance(&mut self) -> Result<Option<P::Answer>, Error> {
        let running = match &mut self.state {
            State::Running(running) => running,
            State::Failed(error) => return error.take().map_or(Ok(None), Err),
            State::Ended => return Ok(None),
        };
        loop {
            if let Some(answer) = running.variants.next() {
                self.puzzle.verify(&answer).map_err(|violation| running.solutions.unverified(violation))?;
                return Ok(Some(answer));
            }
            match running.solutions.next()? {
                Next::Solution(assignment, _) => {
                    let answer = self.puzzle.decode(&running.cells, &Solution::new(assignment, None));
                    running.variants = self.puzzle.variants(answer);
                }
                Next::Exhausted(proof) => {
                    self.end = Some(proof);
                    return Ok(None);
                }
                Next::Stopped(limit, _) => return Err(Error::Undecided { limit }),
            }
        }
    }
}

impl<P: Puzzle + ?Sized> Iterator for Solutions<'_, P> {
    type Item = Result<P::Answer, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.advance().transpose();
        if !matches!(next, Some(Ok(_))) {
            self.report = self.report();
            self.state = State::Ended;
        }
        next
    }
}

impl<P: Puzzle + ?Sized> FusedIterator for Solutions<'_, P> {}

impl<P: Puzzle + ?Sized> fmt::Debug for Solutions<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solutions").field("proof", &self.end).field("report", &self.report()).finish_non_exhaustive()
    }
}

impl Solver {
    /// The different answers of a puzzle, lazily, over the puzzle's own cells. An objective does not count here.
    ///
    /// ```
    /// use puzzle_ilp::{InequalityGrid, Solver};
    /// let puzzle = InequalityGrid::new(1, 2, 1..=3)?.less((0, 0), (0, 1));
    /// let answers: Result<Vec<_>, _> = Solver::new().solutions(&puzzle).collect();
    /// assert_eq!(answers?.len(), 3);
    /// # Ok::<(), puzzle_ilp::Error>(())
    /// ```
    pub fn solutions<'a, P: Puzzle + ?Sized>(&'a self, puzzle: &'a P) -> Solutions<'a, P> {
        Solutions::new(self, puzzle, self.stop())
    }

    /// Has the puzzle one answer, more, or none?
    ///
    /// ```
    /// use puzzle_ilp::{Futoshiki, Solver};
    /// assert!(Solver::new().uniqueness(&Futoshiki::new(2)?.given((0, 0), 1))?.is_unique());
    /// assert!(!Solver::new().uniqueness(&Futoshiki::new(2)?)?.is_unique());
    /// # Ok::<(), puzzle_ilp::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Solver::solve`].
    pub fn uniqueness<P: Puzzle + ?Sized>(&self, puzzle: &P) -> Result<Uniqueness<P::Answer>, Error> {
        let mut solutions = self.solutions(puzzle);
        let undecided = |limit: Limit, found| Ok(Uniqueness::Undecided { limit, found });
        let first = match solutions.next() {
            None => return Ok(Uniqueness::None { proof: solutions.end.unwrap_or(Proof::Filtering) }),
            Some(Ok(answer)) => answer,
            Some(Err(Error::Undecided { limit })) => return undecided(limit, None),
            Some(Err(error)) => return Err(error),
        };
        match solutions.next() {
            None => Ok(Uniqueness::Unique { answer: first, proof: solutions.end.unwrap_or(Proof::Filtering) }),
            Some(Ok(second)) => Ok(Uniqueness::Multiple([first, second])),
            Some(Err(Error::Undecided { limit })) => undecided(limit, Some(first)),
            Some(Err(error)) => Err(error),
        }
    }

    /// How many different answers the puzzle has, counted up to `limit`.
    ///
    /// # Errors
    /// As for [`Solver::solve`], and [`Error::Undecided`] when a limit of time comes first.
    pub fn count<P: Puzzle + ?Sized>(&self, puzzle: &P, limit: u64) -> Result<Count, Error> {
        let mut answers = 0;
        for answer in self.solutions(puzzle) {
            answer?;
            if answers == limit {
                return Ok(Count { answers, complete: false });
            }
            answers += 1;
        }
        Ok(Count { answers, complete: true })
    }
}
