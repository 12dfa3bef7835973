//! Which boards count as different.

use super::EdgeMatching;
use super::shape::Symmetry;
use super::symmetry::Turns;
use crate::cells::{PlacedTile, Tile};
use crate::grid::Grid;

/// Which boards count as different answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Distinct {
    /// Every assignment of tile numbers and rotations: identical tiles exchanged, or a symmetric tile turned, is another.
    Placements,
    /// Boards that look different.
    Boards,
    /// Boards that look different however they are turned as a whole.
    UpToTurning,
}

impl EdgeMatching {
    /// What counts as different; where nothing was chosen, turned boards count once unless something else than the tiles
    /// tells them apart.
    pub(super) fn distinctness(&self) -> Distinct {
        let symmetric = self.is_symmetric();
        self.distinct.unwrap_or(if symmetric { Distinct::UpToTurning } else { Distinct::Boards })
    }

    /// The ways to move the board onto itself under which an answer remains one, if it meets the hints there.
    pub(super) fn symmetries(&self) -> Vec<Symmetry> {
        let mut symmetries = self.shape.symmetries();
        symmetries.retain(|symmetry| {
            let keeps_seams = self.shape.seams().all(|at| {
                let from = (symmetry.from(&self.shape, at.0), symmetry.side_from(at.1));
                self.shape.seam_at(from.0, from.1).is_some_and(|from| self.seam_rule(from) == self.seam_rule(at))
            });
            keeps_seams && (self.rotations || symmetry.turn == 0)
        });
        symmetries
    }

    /// Does the board stand for its turns? Of those that are answers too, and on which the tile that is held to some places
    /// lies in one, it is the first by its labels, row by row.
    pub(super) fn stands_for_its_turns(&self, board: &Grid<PlacedTile>) -> bool {
        let labels = board.map(|&place| self.lying(place));
        let turns = Turns::new(self);
        let meets_hints = |turned: &Grid<Option<Tile>>| {
            self.hints.iter().all(|hint| {
                let hinted = self.lying(PlacedTile { tile: hint.tile, rotation: hint.rotation });
                turned.get((hint.cell.0, hint.cell.1)) == Some(&hinted)
            })
        };
        let turned_tile = |tile: Option<Tile>, turn: u8| tile.map(|tile| tile.turned(turn));
        turns.holds(self, &labels)
            && turns
                .of(self, &labels, turned_tile)
                .all(|turned| !meets_hints(&turned) || !turns.holds(self, &turned) || labels.cells().le(turned.cells()))
    }

    /// All ways to lay numbered tiles so that the board looks like this one.
    pub(super) fn placements(&self, board: &Grid<PlacedTile>) -> Placements {
        let labels = board.map(|&place| self.lying(place));
        let choices = labels
            .indexed()
            .map(|(cell, look)| {
                let hinted = self.hints.iter().find(|hint| (hint.cell.0, hint.cell.1) == cell);
                let mut choices = Vec::new();
                if look.is_none() {
                    return vec![PlacedTile::NONE];
                }
                for (tile, labels) in self.tiles.iter().enumerate() {
                    for rotation in 0..if self.rotations { 4 } else { 1 } {
                        let elsewhere = self.hints.iter().any(|hint| hint.tile == tile && hinted != Some(hint));
                        let allowed = match hinted {
                            Some(hint) => (hint.tile, hint.rotation) == (tile, rotation),
                            None => !elsewhere,
                        };
                        if allowed && Some(labels.turned(rotation)) == *look {
                            choices.push(PlacedTile { tile, rotation });
                        }
                    }
                }
                choices
            })
            .collect();
        Placements {
            cols: self.shape.cols,
            rows: self.shape.rows,
            choices,
            chosen: Vec::new(),
            used: vec![false; self.tiles.len()],
            started: false,
        }
    }
}

/// Assigns numbered tiles to the slots of a board, slot by slot, in every way.
pub(super) struct Placements {
    rows: usize,
    cols: usize,
    /// By slot the numbered tiles that look right there.
    choices: Vec<Vec<PlacedTile>>,
    /// By slot so far the choice taken.
    chosen: Vec<usize>,
    used: Vec<bool>,
    started: bool,
}

impl Placements {
    /// The tile of a choice is in use, or not any more; a hole uses none.
    fn mark(&mut self, slot: usize, choice: usize, used: bool) {
        if let Some(mark) = self.used.get_mut(self.choices[slot][choice].tile) {
            *mark = used;
        }
    }

    fn take_back(&mut self) -> Option<usize> {
        let slot = self.chosen.len().checked_sub(1)?;
        let choice = self.chosen.pop()?;
        self.mark(slot, choice, false);
        Some(choice + 1)
    }
}

impl Iterator for Placements {
    type Item = Grid<PlacedTile>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut from = if std::mem::replace(&mut self.started, true) { self.take_back()? } else { 0 };
        while self.chosen.len() < self.choices.len() {
            let slot = self.chosen.len();
            let is_used = |place: &PlacedTile| self.used.get(place.tile).is_some_and(|used| *used);
            let next = (from..self.choices[slot].len()).find(|&i| !is_used(&self.choices[slot][i]));
            match next {
                Some(choice) => {
                    self.mark(slot, choice, true);
                    self.chosen.push(choice);
                    from = 0;
                }
                None => from = self.take_back()?,
            }
        }
        let place = |slot: usize| self.choices[slot][self.chosen[slot]];
        Some(Grid::from_fn(self.rows, self.cols, |r, c| place(r * self.cols + c)))
    }
}
