//! Turns of the board: one tile is held to some places, so that of boards that are turns of each other not all are found.
//!
//! A tile that is there once lies, on the turns of a board, in all the places of one orbit: pairs of a slot and a way to
//! lie. It is held to the first place of each orbit. Every board has a turn on which the tile lies in such a place, or has it
//! nowhere; so that no board is lost but for its turns. Only where nothing else tells the slots apart: no hints, no seams that
//! are free or forbidden. Holes count by what they leave of the turns.

use super::shape::Symmetry;
use super::{EdgeMatching, OneOf};
use crate::cells::{Cell, PlacedTile, Slot, Tile, TileSet};
use crate::grid::Grid;
use crate::input::At;
use crate::model::Model;

/// The ways to move a board onto itself, and the tile that is held.
#[derive(Debug)]
pub(super) struct Turns {
    symmetries: Vec<Symmetry>,
    /// The number of the tile in the caller's list.
    held: Option<usize>,
}

impl Turns {
    /// The turns of a puzzle's board; on a torus with its shifts.
    pub fn new(puzzle: &EdgeMatching) -> Self {
        let symmetries = puzzle.symmetries();
        let held = if symmetries.len() > 1 && puzzle.tells_no_slots_apart() { puzzle.tile_to_hold() } else { None };
        Self { symmetries, held }
    }

    /// Is it the first of the places that the held tile has on the turns of a board where it lies so?
    fn is_first(&self, puzzle: &EdgeMatching, slot: (usize, usize), lying: Tile) -> bool {
        let turned = |symmetry: &Symmetry| (symmetry.to(&puzzle.shape, slot), lying.turned(symmetry.turn));
        self.symmetries.iter().all(|symmetry| (slot, lying) <= turned(symmetry))
    }

    /// Does the held tile lie in the first of its places, or nowhere?
    pub fn holds(&self, puzzle: &EdgeMatching, lying: &Grid<Option<Tile>>) -> bool {
        let Some(held) = self.held else { return true };
        // It is there once: what looks like it on the board is it.
        let look = |tile: Tile| (0..4).map(|turns| tile.turned(turns)).min();
        let own = puzzle.tiles[held];
        let is_held = |tile: &Tile| if puzzle.rotations { look(*tile) == look(own) } else { *tile == own };
        lying.indexed().all(|(at, tile)| tile.filter(is_held).is_none_or(|tile| self.is_first(puzzle, at, tile)))
    }

    /// Holds the tile to the first of its places.
    pub fn post(&self, puzzle: &EdgeMatching, model: &mut Model, board: &Grid<Cell<Slot>>) {
        let first = board.cells().next().map(Cell::id);
        let Some(set) = first.and_then(|slot| model.table().tile_set(slot).cloned()) else { return };
        let Some(class) = self.held.and_then(|held| set.class_of(held)) else { return };
        for (at, cell) in board.indexed() {
            let is_kept = |value: u32| match set.oriented().get(value as usize) {
                Some(lying) if lying.class == class => self.is_first(puzzle, at, lying.tile),
                _ => true,
            };
            let kept: Vec<u32> = (0..set.values() as u32).filter(|&value| is_kept(value)).collect();
            if kept.len() < set.values() && puzzle.shape.has_slot(at) {
                model.rule(format!("{} on one of the board's turns", At::from(at)), OneOf::raw(cell.id(), kept));
            }
        }
    }

    /// The turns of what lies on a board: itself first.
    pub fn of<'a, T: Copy>(
        &'a self,
        puzzle: &'a EdgeMatching,
        board: &'a Grid<T>,
        turned: impl Fn(T, u8) -> T + Copy + 'a,
    ) -> impl Iterator<Item = Grid<T>> + 'a {
        self.symmetries.iter().map(move |symmetry| {
            Grid::from_fn(puzzle.shape.rows, puzzle.shape.cols, |r, c| {
                turned(board[symmetry.from(&puzzle.shape, (r, c))], symmetry.turn)
            })
        })
    }
}

/// A placed tile, if there is one, after further quarter turns of the board.
pub(super) fn turned_place(place: Option<PlacedTile>, turn: u8) -> Option<PlacedTile> {
    place.map(|place| PlacedTile { rotation: (place.rotation + turn) % 4, ..place })
}

impl EdgeMatching {
    /// Are all slots alike but for where they lie?
    pub(super) fn tells_no_slots_apart(&self) -> bool {
        self.hints.is_empty() && self.free.is_empty() && self.forbidden.is_empty()
    }

    /// A tile that is there once: a corner tile of a framed board, or one that looks different on each of its turns, or any.
    fn tile_to_hold(&self) -> Option<usize> {
        let set = TileSet::new(&self.tiles, self.rotations);
        let single = set.classes().iter().filter(|class| class.members.len() == 1).map(|class| class.members[0].0);
        let is_corner = |tile: &Tile| {
            let on_rim = |side: usize| self.frame.is_some_and(|frame| tile.labels[side % 4] == frame.label);
            (0..4).any(|side| on_rim(side) && on_rim(side + 1))
        };
        let turns = |tile: Tile| (1..4).filter(|&turns| tile.turned(turns) != tile).count();
        single.max_by_key(|&number| {
            let tile = self.tiles[number];
            // The first of equals.
            (is_corner(&tile), turns(tile), std::cmp::Reverse(number))
        })
    }
}
