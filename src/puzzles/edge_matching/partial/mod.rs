//! The best partial board: as many matched seams as can be, where not all can.

mod assignment;
mod improve;
mod leftover;
mod soft;

use std::collections::BTreeMap;

use super::{EdgeMatching, SeamRule};
use crate::cells::{PlacedTile, Side};
use crate::grid::Grid;
use crate::limits::Limit;
use crate::solver::{Error, Outcome, Solver, Strategy};

pub use soft::{PartialCells, PartialMatching};

/// What a partial board may leave undone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Partial {
    /// Every slot holds a tile, and touching sides need not be mates.
    UnmatchedSeams,
    /// Touching sides are mates, and slots may stay empty: the seams of an empty slot do not count.
    EmptySlots,
}

/// A board that need not be complete. The rim, the hints and forbidden seams hold on it all the same.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PartialBoard {
    /// The tiles; `None` at a hole and in a slot that stays empty.
    pub slots: Grid<Option<PlacedTile>>,
    /// The number of seams where mates lie against each other.
    pub matched: usize,
    /// The other seams that ask for mates, each by the slot left of it or above it, `(row, column)` from 0, and that slot's
    /// side.
    pub unmatched: Vec<((usize, usize), Side)>,
}

impl PartialBoard {
    /// The number of seams that ask for mates.
    pub fn seams(&self) -> usize {
        self.matched + self.unmatched.len()
    }
}

/// A partial board, and what is known of better ones.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct BestBoard {
    /// The board, which was checked.
    pub board: PartialBoard,
    /// No board has more matched seams than this: proven by counting labels, by search, or by the backend's bound.
    pub bound: usize,
    /// The limit that ended the work before the bound was met, if one did.
    pub limit: Option<Limit>,
}

impl BestBoard {
    /// How many seams the bound lies above the board: 0 for a proven optimum.
    pub fn gap(&self) -> usize {
        self.bound.saturating_sub(self.board.matched)
    }

    /// Is it proven that no board has more matched seams?
    pub fn is_optimal(&self) -> bool {
        self.gap() == 0
    }
}

/// What came of freeing a window of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Improved {
    /// The board, at least as good as it was.
    pub board: PartialBoard,
    /// Is it proven that no other filling of the window, with the same tiles and the spare ones, does better?
    pub is_optimal: bool,
}

impl EdgeMatching {
    /// The puzzle to match as many seams as can be, to be handed to a [`Solver`] as any other: its answer is an optimal
    /// [`PartialBoard`]. [`EdgeMatching::best_board`] does more when time is short.
    pub fn partial(&self, partial: Partial) -> PartialMatching {
        PartialMatching::new(self, partial)
    }

    /// A board with as many matched seams as can be found, and a bound on the seams of any board.
    ///
    /// First labels are counted; then whole sets of tiles are laid anew at random places, each set in the best way at once;
    /// then windows of the board are freed and filled in the best way; then the [`Solver`] is asked for what remains to be
    /// proven. The board at its time limit is the best found by then. With [`Partial::EmptySlots`] there may be fewer tiles than
    /// slots.
    ///
    /// ```
    /// use puzzle_ilp::{EdgeMatching, Partial, Solver, Tile};
    /// // Every label twice, but 1 must meet 2 somewhere.
    /// let tiles = [[9, 1, 9, 9], [9, 2, 9, 1], [9, 9, 9, 2]].map(Tile::from);
    /// let puzzle = EdgeMatching::new(1, 3, &tiles)?.rotations(false);
    /// # #[cfg(feature = "highs")] {
    /// let best = puzzle.best_board(&Solver::new(), Partial::UnmatchedSeams)?;
    /// assert_eq!((best.board.matched, best.bound), (2, 2));
    /// # }
    /// # Ok::<(), puzzle_ilp::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Solver::solve`]; [`Error::Infeasible`] when the rim, the hints and the forbidden seams leave no board at all,
    /// [`Error::Undecided`] when a limit came before any board was found.
    pub fn best_board(&self, solver: &Solver, partial: Partial) -> Result<BestBoard, Error> {
        let stop = solver.stop();
        let mut puzzle = self.partial(partial);
        puzzle.check()?;
        let mut bound = self.label_bound();
        let mut found = improve::laid_out(self, partial, bound, solver, &stop);
        if let Some(board) = found.as_mut().filter(|board| board.matched < bound) {
            improve::windows(self, partial, board, bound, solver, &stop)?;
        }
        let mut limit = None;
        if found.as_ref().is_none_or(|board| board.matched < bound) {
            puzzle.start_from(found.as_ref());
            // The linear relaxation hardly says more than the count of labels: the search refutes one number of seams after
            // another.
            let rest = match solver.strategy_chosen() {
                Strategy::Auto => solver.clone().strategy(Strategy::Search),
                _ => solver.clone(),
            };
            let rest = match stop.deadline.remaining() {
                Some(left) => rest.time_limit(left),
                None => rest,
            };
            let (outcome, report) = rest.solve_with_report(&puzzle)?;
            match outcome {
                Outcome::Solved { answer, .. } => {
                    bound = answer.matched;
                    found = Some(answer);
                }
                Outcome::Infeasible { proof } => return Err(Error::Infeasible { cause: proof }),
                Outcome::Undecided { limit: reached, incumbent } => {
                    limit = Some(reached);
                    let proven = report.bound.and_then(|proven| usize::try_from(proven).ok());
                    bound = bound.min(proven.unwrap_or(bound));
                    if let Some(better) = incumbent
                        && found.as_ref().is_none_or(|board| board.matched < better.matched)
                    {
                        found = Some(better);
                    }
                }
            }
        }
        match (found, limit) {
            (Some(board), limit) => Ok(BestBoard { board, bound, limit }),
            (None, limit) => Err(Error::Undecided { limit: limit.unwrap_or(Limit::Work) }),
        }
    }

    /// A board with its seams counted, as [`EdgeMatching::improve_window`] takes it; whether it keeps the rules is not checked.
    /// It has as many rows and columns as the puzzle's, and `None` where no tile lies.
    pub fn counted(&self, slots: &Grid<Option<PlacedTile>>) -> PartialBoard {
        let (mut matched, mut unmatched) = (0, Vec::new());
        for at in self.shape.seams().filter(|&at| self.seam_rule(at) == SeamRule::Mates) {
            let (slot, side, other, other_side) = at;
            let mate = self.label_at(slots, slot, side).and_then(|label| self.mates.mate(label));
            if mate.is_some() && mate == self.label_at(slots, other, other_side) {
                matched += 1;
            } else {
                unmatched.push((slot, side));
            }
        }
        PartialBoard { slots: slots.clone(), matched, unmatched }
    }

    /// The label that a slot of a board shows.
    fn label_at(&self, slots: &Grid<Option<PlacedTile>>, slot: (usize, usize), side: Side) -> Option<i32> {
        let place = slots.get(slot).copied().flatten()?;
        Some(self.lying(place)?.label(side))
    }

    /// Frees the `size` × `size` slots of a board from `corner`, `(row, column)` from 0, on, and fills them in the best way
    /// with the tiles that lay there and those that lie nowhere. All else stays as it is. A window that does not fit on the
    /// board is cut at its edge.
    ///
    /// # Errors
    /// As for [`Solver::solve`]; [`Error::Board`] when the board given breaks a rule that partial boards keep too.
    pub fn improve_window(
        &self,
        solver: &Solver,
        partial: Partial,
        board: &PartialBoard,
        corner: (usize, usize),
        size: usize,
    ) -> Result<Improved, Error> {
        let whole = self.partial(partial);
        whole.check()?;
        // Counts are made anew: the board may come from elsewhere.
        let board = self.counted(&board.slots);
        whole.check_board(&board).map_err(Error::Board)?;
        let Some(window) = whole.window(&board, corner, size) else {
            return Ok(Improved { board, is_optimal: true });
        };
        Ok(match solver.solve(&window)? {
            Outcome::Solved { answer, .. } => Improved { board: answer, is_optimal: true },
            Outcome::Undecided { incumbent, .. } => {
                let better = incumbent.filter(|answer| answer.matched > board.matched);
                Improved { board: better.unwrap_or(board), is_optimal: false }
            }
            // The board itself fills the window.
            Outcome::Infeasible { proof } => return Err(Error::Infeasible { cause: proof }),
        })
    }

    /// By label how many sides show it.
    fn label_counts(&self) -> BTreeMap<i32, usize> {
        let mut counts = BTreeMap::new();
        for label in self.tiles.iter().flat_map(|tile| tile.labels) {
            *counts.entry(label).or_default() += 1;
        }
        counts
    }

    /// An upper bound on matched seams: two labels that are mates meet at most as often as there are sides of both, a label
    /// that is its own mate at most half as often as there are sides of it.
    fn label_bound(&self) -> usize {
        let seams = self.shape.seams().filter(|&at| self.seam_rule(at) == SeamRule::Mates).count();
        let mut counts = self.label_counts();
        if let Some(frame) = self.frame.filter(|frame| !frame.inside) {
            // The frame's label lies at no seam.
            counts.remove(&frame.label);
        }
        let meetings = counts.iter().map(|(&label, &count)| match self.mates.mate(label) {
            Some(mate) if mate == label => count / 2,
            // Each pair is looked at from both of its labels.
            Some(mate) if label < mate => counts.get(&mate).map_or(0, |&other| count.min(other)),
            _ => 0,
        });
        seams.min(meetings.sum())
    }
}
