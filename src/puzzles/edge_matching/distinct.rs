//! Which boards count as different.

use super::EdgeMatching;
use crate::cells::{PlacedTile, Tile};
use crate::grid::Grid;

/// Which boards count as different answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Distinct {
    /// Every assignment of tile numbers and rotations: identical tiles exchanged, or a symmetric tile turned, is another.
    Placements,
    /// Boards that look different.
    Boards,
    /// Boards that look different however they are turned as a whole.
    UpToTurning,
}

impl EdgeMatching {
    /// What counts as different; where nothing was chosen, turned boards count once unless hints or unturned tiles tell them
    /// apart.
    pub(super) fn distinctness(&self) -> Distinct {
        let symmetric = self.rotations && self.hints.is_empty();
        self.distinct.unwrap_or(if symmetric { Distinct::UpToTurning } else { Distinct::Boards })
    }

    fn lying(&self, board: &Grid<PlacedTile>) -> Grid<Tile> {
        board.map(|place| self.tiles[place.tile].turned(place.rotation))
    }

    /// Is the board the first, by its labels row by row, of those that it becomes by turning and that are answers too?
    pub(super) fn is_first_of_turned(&self, board: &Grid<PlacedTile>) -> bool {
        if !self.rotations {
            return true;
        }
        let labels = self.lying(board);
        let turns: &[u8] = if self.rows == self.cols { &[1, 2, 3] } else { &[2] };
        turns.iter().all(|&turn| {
            let turned = turned_board(&labels, turn);
            let meets_hints = self.hints.iter().all(|hint| {
                turned.get((hint.cell.0, hint.cell.1)) == Some(&self.tiles[hint.tile].turned(hint.rotation))
            });
            !meets_hints || labels.cells().le(turned.cells())
        })
    }

    /// All ways to lay numbered tiles so that the board looks like this one.
    pub(super) fn placements(&self, board: &Grid<PlacedTile>) -> Placements {
        let labels = self.lying(board);
        let choices = labels
            .indexed()
            .map(|(cell, look)| {
                let hinted = self.hints.iter().find(|hint| (hint.cell.0, hint.cell.1) == cell);
                let mut choices = Vec::new();
                for (tile, labels) in self.tiles.iter().enumerate() {
                    for rotation in 0..if self.rotations { 4 } else { 1 } {
                        let elsewhere = self.hints.iter().any(|hint| hint.tile == tile && hinted != Some(hint));
                        let allowed = match hinted {
                            Some(hint) => (hint.tile, hint.rotation) == (tile, rotation),
                            None => !elsewhere,
                        };
                        if allowed && labels.turned(rotation) == *look {
                            choices.push(PlacedTile { tile, rotation });
                        }
                    }
                }
                choices
            })
            .collect();
        Placements {
            cols: self.cols,
            rows: self.rows,
            choices,
            chosen: Vec::new(),
            used: vec![false; self.tiles.len()],
            started: false,
        }
    }
}

/// The board after `turn` clockwise quarter turns (two, if it is not square).
fn turned_board(labels: &Grid<Tile>, turn: u8) -> Grid<Tile> {
    let (rows, cols) = (labels.height(), labels.width());
    Grid::from_fn(rows, cols, |r, c| {
        let from = match turn % 4 {
            0 => (r, c),
            1 => (cols - 1 - c, r),
            2 => (rows - 1 - r, cols - 1 - c),
            _ => (c, rows - 1 - r),
        };
        labels[from].turned(turn)
    })
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
    fn take_back(&mut self) -> Option<usize> {
        let slot = self.chosen.len().checked_sub(1)?;
        let choice = self.chosen.pop()?;
        self.used[self.choices[slot][choice].tile] = false;
        Some(choice + 1)
    }
}

impl Iterator for Placements {
    type Item = Grid<PlacedTile>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut from = if std::mem::replace(&mut self.started, true) { self.take_back()? } else { 0 };
        while self.chosen.len() < self.choices.len() {
            let slot = self.chosen.len();
            let next = (from..self.choices[slot].len()).find(|&i| !self.used[self.choices[slot][i].tile]);
            match next {
                Some(choice) => {
                    self.used[self.choices[slot][choice].tile] = true;
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
