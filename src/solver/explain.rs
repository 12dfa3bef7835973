//! Why a puzzle has no answer: a minimal set of clues that cannot hold together.
//!
//! QuickXplain (U. Junker, "QUICKXPLAIN: preferred explanations and relaxations for over-constrained problems", AAAI 2004)
//! over the clues, with the rules as background.

use std::fmt;
use std::sync::Arc;

use super::enumeration::{Enumeration, Next, Want};
use super::{Error, Proof, Puzzle, Solver};
use crate::cells::Assignment;
use crate::limits::{Limit, Stop};
use crate::model::{Model, Role};

/// What is known about the clues of a puzzle holding together.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// They do not, and this is how that is known.
    Contradiction(Proof),
    /// They do: the puzzle has an answer, and there is nothing to explain.
    Consistent,
    /// A limit came first.
    Undecided(Limit),
}

/// A set of clues that cannot hold together.
///
/// Printed, it is a sentence in the clues' own words.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Explanation {
    /// Can all clues hold together?
    pub verdict: Verdict,
    /// The clues that cannot, by their labels, in the order of posting. Empty when the rules alone cannot hold, and without a
    /// contradiction.
    pub clues: Vec<String>,
    /// Is each of them needed: can the others hold together without it? False when a limit kept a clue that may not be.
    pub minimal: bool,
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.verdict {
            Verdict::Consistent => write!(f, "the clues hold together"),
            Verdict::Undecided(limit) => write!(f, "undecided: {limit}"),
            Verdict::Contradiction(proof) => {
                match self.clues.as_slice() {
                    [] => write!(f, "the rules alone cannot hold")?,
                    [one] => write!(f, "{one} cannot hold")?,
                    [first @ .., last] => write!(f, "{} and {last} cannot hold together", first.join(", "))?,
                }
                if let Proof::Arithmetic(cause) = proof {
                    write!(f, " ({cause})")?;
                }
                Ok(())
            }
        }
    }
}

/// Decides whether some of a model's constraints can hold together, remembering every solution that it met.
pub(super) struct Oracle<'s> {
    solver: &'s Solver,
    model: Arc<Model>,
    stop: Stop,
    witnesses: Vec<Assignment>,
    /// Some question stayed undecided.
    pub(super) undecided: Option<Limit>,
}

/// More solutions are not kept: looking through them would cost more than it saves.
const MOST_WITNESSES: usize = 64;

/// An answer of the oracle.
pub(super) enum Holds {
    Yes(Assignment),
    No(Proof),
    Unknown(Limit),
}

impl<'s> Oracle<'s> {
    pub(super) fn new(solver: &'s Solver, model: &Model, stop: Stop) -> Self {
        let model = Arc::new(model.without_objective());
        Self { solver, model, stop, witnesses: Vec::new(), undecided: None }
    }

    pub(super) fn model(&self) -> &Model {
        &self.model
    }

    pub(super) fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Can the constraints that `keep` takes hold together?
    pub(super) fn holds(&mut self, keep: impl Fn(usize) -> bool) -> Result<Holds, Error> {
        let satisfies = |witness: &&Assignment| {
            let posted = self.model.posted().iter().enumerate().filter(|(i, _)| keep(*i));
            posted.map(|(_, posted)| posted.constraint()).all(|constraint| constraint.is_satisfied(witness))
        };
        if let Some(witness) = self.witnesses.iter().rev().find(satisfies) {
            return Ok(Holds::Yes(witness.clone()));
        }
        let part = self.model.with_constraints(keep);
        self.holds_in(&part)
    }

    /// Has this model, over the same cells, a solution?
    pub(super) fn holds_in(&mut self, part: &Model) -> Result<Holds, Error> {
        if let Some(cause) = part.first_cause() {
            return Ok(Holds::No(Proof::Arithmetic(cause)));
        }
        let mut solutions = Enumeration::new(self.solver, part, self.stop.clone(), Want::One)?;
        Ok(match solutions.next()? {
            Next::Solution(assignment, _) => {
                if self.witnesses.len() == MOST_WITNESSES {
                    self.witnesses.remove(0);
                }
                self.witnesses.push(assignment.clone());
                Holds::Yes(assignment)
            }
            Next::Exhausted(proof) => Holds::No(proof),
            Next::Stopped(limit, _) => {
                self.undecided = Some(limit);
                Holds::Unknown(limit)
            }
        })
    }

    /// Is it known that the rules, `background` and `clues` cannot hold together?
    fn contradicts(&mut self, background: &[usize], clues: &[usize]) -> Result<bool, Error> {
        let model = Arc::clone(&self.model);
        let keep = |i: usize| model.posted()[i].role() == Role::Rule || background.contains(&i) || clues.contains(&i);
        Ok(matches!(self.holds(keep)?, Holds::No(_)))
    }

    /// A minimal part of `clues` that contradicts the rules and `background`, knowing that all of `clues` do. `fresh` says
    /// whether the background has grown since it was last found not to contradict.
    fn minimal(&mut self, background: &[usize], fresh: bool, clues: &[usize]) -> Result<Vec<usize>, Error> {
        if fresh && self.contradicts(background, &[])? {
            return Ok(Vec::new());
        }
        if clues.len() == 1 {
            return Ok(clues.to_vec());
        }
        let (left, right) = clues.split_at(clues.len() / 2);
        let with_left = [background, left].concat();
        let of_right = self.minimal(&with_left, true, right)?;
        let with_right = [background, &of_right].concat();
        let mut of_left = self.minimal(&with_right, !of_right.is_empty(), left)?;
        of_left.extend(of_right);
        Ok(of_left)
    }
}

/// Is it a reason in what the puzzle is made of, whatever its clues say?
fn speaks_of_tiles(proof: &Proof) -> bool {
    use crate::input::Cause::{FrameTiles, LabelParity, LabelWithoutMate};
    matches!(proof, Proof::Arithmetic(FrameTiles { .. } | LabelParity { .. } | LabelWithoutMate { .. }))
}

impl Solver {
    /// A minimal set of clues that cannot hold together, in the puzzle's own words; rules are background.
    ///
    /// A single clue that arithmetic refutes is found without solving. Where a limit leaves a question open, the clue in
    /// question stays, and the explanation says that it is not known to be minimal.
    ///
    /// ```
    /// use puzzle_ilp::{Futoshiki, Solver};
    /// let puzzle = Futoshiki::new(3)?.given((0, 0), 3).less((0, 0), (0, 1)).given((2, 2), 1);
    /// let explanation = Solver::new().explain(&puzzle)?;
    /// assert_eq!(explanation.to_string(), "r1c1 = 3 and r1c1 < r1c2 cannot hold together");
    /// # Ok::<(), puzzle_ilp::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Solver::solve`].
    pub fn explain<P: Puzzle + ?Sized>(&self, puzzle: &P) -> Result<Explanation, Error> {
        let (model, _) = puzzle.model()?;
        model.validate()?;
        let nothing = |verdict| Explanation { verdict, clues: Vec::new(), minimal: true };
        let mut oracle = Oracle::new(self, &model, self.stop());
        let proof = match model.first_cause().or_else(|| puzzle.cause()) {
            Some(cause) => Proof::Arithmetic(cause),
            None => match oracle.holds(|_| true)? {
                Holds::No(proof) => proof,
                Holds::Yes(_) => return Ok(nothing(Verdict::Consistent)),
                Holds::Unknown(limit) => {
                    return Ok(Explanation { minimal: false, ..nothing(Verdict::Undecided(limit)) });
                }
            },
        };
        let is_clue = |i: &usize| model.posted()[*i].role() == Role::Clue;
        let mut clues: Vec<usize> = (0..model.posted().len()).filter(is_clue).collect();
        // A clue that arithmetic refutes by itself needs no other.
        let domains = model.domains();
        let refuted = |i: &usize| {
            let posted = &model.posted()[*i];
            posted.constraint().cause(posted.label(), &domains).is_some()
        };
        if let Some(&alone) = clues.iter().find(|i| refuted(i)) {
            clues = vec![alone];
        }
        let all = clues.len();
        let mut needed = if clues.is_empty() { Vec::new() } else { oracle.minimal(&[], true, &clues)? };
        needed.sort_unstable();
        let clues = needed.iter().map(|&i| model.posted()[i].label().to_owned()).collect();
        let minimal = oracle.undecided.is_none();
        // The reason found first may speak of clues that are not among those needed. Where that of the needed ones is not
        // found, the first one stays: it is one for all clues.
        let proof = if needed.len() < all {
            match oracle.holds(|i| model.posted()[i].role() == Role::Rule || needed.contains(&i)) {
                Ok(Holds::No(of_needed)) if !speaks_of_tiles(&proof) => of_needed,
                _ => proof,
            }
        } else {
            proof
        };
        Ok(Explanation { verdict: Verdict::Contradiction(proof), clues, minimal })
    }
}
