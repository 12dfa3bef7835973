//! Tools for those who set puzzles: candidates, redundant clues, minimal clue sets, the nearest valid grid.

use std::fmt;
use std::sync::Arc;

use super::enumeration::{Enumeration, Next, Want};
use super::explain::{Holds, Oracle};
use super::random::Random;
use super::{Error, Outcome, Puzzle, Solver};
use crate::cells::{Assignment, Cell, CellId, CellTable, Digit};
use crate::constraints::Fixed;
use crate::grid::Grid;
use crate::limits::Limit;
use crate::model::{Model, Role};

/// For each cell the values that it has in some answer.
#[derive(Debug, Clone)]
pub struct Candidates<C> {
    /// The puzzle's cells, as [`Puzzle::model`] gave them.
    pub cells: C,
    /// By cell its values, ascending.
    values: Vec<Vec<u32>>,
    /// By cell the values of which a limit kept it unknown whether they occur.
    open: Vec<Vec<u32>>,
    /// The limit that left values open, if one did.
    pub limit: Option<Limit>,
    table: Arc<CellTable>,
}

impl<C> Candidates<C> {
    fn position<K>(&self, cell: Cell<K>) -> Option<usize> {
        self.table.owns(cell.id()).then_some(cell.id().index())
    }

    /// The values of a cell that occur in some answer, ascending; for a slot the indices of oriented tiles. Empty for a cell
    /// of another model, and when the puzzle has no answer.
    pub fn values<K>(&self, cell: Cell<K>) -> &[u32] {
        self.position(cell).and_then(|i| self.values.get(i)).map_or(&[], Vec::as_slice)
    }

    /// The values of a cell that a limit left open: they may occur or not.
    pub fn open<K>(&self, cell: Cell<K>) -> &[u32] {
        self.position(cell).and_then(|i| self.open.get(i)).map_or(&[], Vec::as_slice)
    }

    /// The value that a cell has in every answer, if there is just one.
    pub fn forced<K>(&self, cell: Cell<K>) -> Option<u32> {
        match (self.values(cell), self.open(cell)) {
            (&[only], []) => Some(only),
            _ => None,
        }
    }
}

/// A set of clues that makes a puzzle unique, none of which can be dropped.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ClueSet {
    /// The numbers of the clues kept, from 0 in the order of posting, rules not counted.
    pub indices: Vec<usize>,
    /// Their labels.
    pub clues: Vec<String>,
    /// Is it known that the answer is unique under these clues? False when it was not so under all clues.
    pub unique: bool,
    /// Is it known that none of them can be dropped?
    pub minimal: bool,
}

impl fmt::Display for ClueSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.clues.join(", "))
    }
}

impl Solver {
    /// For each cell the values that it has in some answer: those that are not listed can be ruled out, a single one is
    /// forced.
    ///
    /// ```
    /// use puzzle_ilp::{InequalityGrid, Solver};
    /// let puzzle = InequalityGrid::new(1, 2, 1..=3)?.less((0, 0), (0, 1));
    /// let candidates = Solver::new().candidates(&puzzle)?;
    /// assert_eq!(candidates.values(candidates.cells[(0, 0)]), [1, 2]);
    /// # Ok::<(), puzzle_ilp::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Solver::solve`].
    pub fn candidates<P: Puzzle + ?Sized>(&self, puzzle: &P) -> Result<Candidates<P::Cells>, Error> {
        let (model, cells) = puzzle.model()?;
        model.validate()?;
        let ids: Vec<CellId> = model.table().ids().collect();
        let mut found = Candidates {
            cells,
            values: vec![Vec::new(); ids.len()],
            open: vec![Vec::new(); ids.len()],
            limit: None,
            table: Arc::clone(model.table()),
        };
        if model.first_cause().or_else(|| puzzle.cause()).is_some() {
            return Ok(found);
        }
        let mut oracle = Oracle::new(self, &model, self.stop());
        let note = |values: &mut Vec<Vec<u32>>, solution: &Assignment| {
            for (seen, &value) in values.iter_mut().zip(solution.values()) {
                if let Err(place) = seen.binary_search(&value) {
                    seen.insert(place, value);
                }
            }
        };
        let domains = match oracle.holds(|_| true)? {
            Holds::Yes(solution) => {
                note(&mut found.values, &solution);
                self.filtered(&model, &oracle)
            }
            Holds::No(_) => return Ok(found),
            Holds::Unknown(limit) => {
                found.limit = Some(limit);
                for (open, &cell) in found.open.iter_mut().zip(&ids) {
                    open.extend(model.domains().values(cell));
                }
                return Ok(found);
            }
        };
        for &cell in &ids {
            for value in domains.values(cell) {
                if found.values[cell.index()].binary_search(&value).is_ok() {
                    continue;
                }
                let mut trial = oracle.model().clone();
                trial.post("trial", Fixed::raw(cell, value));
                match oracle.holds_in(&trial)? {
                    Holds::Yes(solution) => note(&mut found.values, &solution),
                    Holds::No(_) => {}
                    Holds::Unknown(limit) => {
                        found.limit = Some(limit);
                        found.open[cell.index()].push(value);
                    }
                }
            }
        }
        // What was open when it was asked for may have turned up since.
        for (open, values) in found.open.iter_mut().zip(&found.values) {
            open.retain(|value| values.binary_search(value).is_err());
        }
        Ok(found)
    }

    /// The values that filtering leaves.
    fn filtered(&self, model: &Model, oracle: &Oracle<'_>) -> crate::cells::Domains {
        let mut search = crate::search::Search::new(std::sync::Arc::new(model.clone()), false);
        let _ = search.filter(oracle.stop());
        search.into_root_domains()
    }

    /// The clues, by label, that the others imply: each of them, by itself, could be dropped without a new answer.
    ///
    /// A clue for which a limit comes first is not listed.
    ///
    /// ```
    /// use puzzle_ilp::{InequalityGrid, Solver};
    /// let (a, b, c) = ((0, 0), (0, 1), (0, 2));
    /// let puzzle = InequalityGrid::new(1, 3, 1..=5)?.less(a, b).less(b, c).less(a, c);
    /// assert_eq!(Solver::new().redundant_clues(&puzzle)?, ["r1c1 < r1c3"]);
    /// # Ok::<(), puzzle_ilp::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Solver::solve`].
    pub fn redundant_clues<P: Puzzle + ?Sized>(&self, puzzle: &P) -> Result<Vec<String>, Error> {
        let (model, _) = puzzle.model()?;
        model.validate()?;
        let stop = self.stop();
        let mut redundant = Vec::new();
        for (i, posted) in model.posted().iter().enumerate().filter(|(_, posted)| posted.role() == Role::Clue) {
            let others = model.with_constraints(|j| j != i);
            if self.always(&others, stop.clone(), |solution| posted.constraint().is_satisfied(solution))? == Some(true)
            {
                redundant.push(posted.label().to_owned());
            }
        }
        Ok(redundant)
    }

    /// Does every solution of the model satisfy `holds`? `None` when a limit came first.
    fn always(
        &self,
        model: &Model,
        stop: crate::limits::Stop,
        holds: impl Fn(&Assignment) -> bool,
    ) -> Result<Option<bool>, Error> {
        if model.first_cause().is_some() {
            return Ok(Some(true));
        }
        let mut solutions = Enumeration::new(self, model, stop, Want::Many)?;
        loop {
            match solutions.next()? {
                Next::Solution(solution, _) if holds(&solution) => {}
                Next::Solution(..) => return Ok(Some(false)),
                Next::Exhausted(_) => return Ok(Some(true)),
                Next::Stopped(..) => return Ok(None),
            }
        }
    }

    /// A set of the puzzle's clues under which its answer is still unique, and none of which can be dropped. Which one depends
    /// on `seed`: it sets the order in which clues are tried.
    ///
    /// The answer is unique here as an assignment of the cells. Where the puzzle is not unique to begin with, all clues are
    /// kept and [`ClueSet::unique`] is false.
    ///
    /// # Errors
    /// As for [`Solver::solve`].
    pub fn minimise<P: Puzzle + ?Sized>(&self, puzzle: &P, seed: u64) -> Result<ClueSet, Error> {
        let (model, _) = puzzle.model()?;
        model.validate()?;
        let stop = self.stop();
        let clues: Vec<usize> = (0..model.posted().len()).filter(|&i| model.posted()[i].role() == Role::Clue).collect();
        let mut dropped = vec![false; model.posted().len()];
        let answer = if model.first_cause().or_else(|| puzzle.cause()).is_some() {
            None
        } else {
            match Enumeration::new(self, &model, stop.clone(), Want::Many)?.next()? {
                Next::Solution(solution, _) => Some(solution),
                Next::Exhausted(_) | Next::Stopped(..) => None,
            }
        };
        let mut minimal = true;
        let mut unique = false;
        if let Some(answer) = answer {
            let same = |solution: &Assignment| solution.values() == answer.values();
            unique = self.always(&model, stop.clone(), same)? == Some(true);
            if unique {
                let mut order = clues.clone();
                Random::new(seed).shuffle(&mut order);
                for i in order {
                    dropped[i] = true;
                    let rest = model.with_constraints(|j| !dropped[j]);
                    let still = self.always(&rest, stop.clone(), same)?;
                    dropped[i] = still == Some(true);
                    minimal &= still.is_some();
                }
            }
        }
        let kept = clues.iter().enumerate().filter(|(_, i)| !dropped[**i]);
        let (indices, clues) = kept.map(|(number, &i)| (number, model.posted()[i].label().to_owned())).unzip();
        Ok(ClueSet { indices, clues, unique, minimal: minimal && unique })
    }

    /// The valid grid that agrees with `wrong` in the most cells, as an objective of the integer program. Cells that `wrong`
    /// lacks, and values that no cell can hold, count as different.
    ///
    /// ```
    /// use puzzle_ilp::{Futoshiki, Grid, Solver};
    /// # #[cfg(feature = "highs")] {
    /// let puzzle = Futoshiki::new(3)?.given((0, 0), 1);
    /// let wrong = Grid::from_rows([[1, 2, 3], [3, 1, 2], [2, 3, 3]]).unwrap();
    /// let nearest = Solver::new().nearest(&puzzle, &wrong)?.into_answer()?;
    /// assert_eq!(nearest.to_string(), "1 2 3\n3 1 2\n2 3 1");
    /// # }
    /// # Ok::<(), puzzle_ilp::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Solver::solve`].
    pub fn nearest<P>(&self, puzzle: &P, wrong: &Grid<u32>) -> Result<Outcome<Grid<u32>>, Error>
    where
        P: Puzzle<Answer = Grid<u32>, Cells = Grid<Cell<Digit>>> + ?Sized,
    {
        self.solve(&Nearest { puzzle, wrong })
    }
}

/// A puzzle with the objective to agree with a grid.
struct Nearest<'a, P: ?Sized> {
    puzzle: &'a P,
    wrong: &'a Grid<u32>,
}

impl<P: Puzzle<Answer = Grid<u32>, Cells = Grid<Cell<Digit>>> + ?Sized> Puzzle for Nearest<'_, P> {
    type Answer = Grid<u32>;
    type Cells = Grid<Cell<Digit>>;

    fn model(&self) -> Result<(Model, Self::Cells), crate::input::InputError> {
        let (mut model, cells) = self.puzzle.model()?;
        let wished = cells.indexed().filter_map(|(at, cell)| self.wrong.get(at).map(|&value| (*cell, value, 1)));
        model.maximise(wished.collect::<Vec<_>>());
        Ok((model, cells))
    }

    fn decode(&self, cells: &Self::Cells, solution: &crate::model::Solution) -> Grid<u32> {
        self.puzzle.decode(cells, solution)
    }

    fn verify(&self, answer: &Grid<u32>) -> Result<(), crate::input::Violation> {
        self.puzzle.verify(answer)
    }

    fn cause(&self) -> Option<crate::input::Cause> {
        self.puzzle.cause()
    }
}
