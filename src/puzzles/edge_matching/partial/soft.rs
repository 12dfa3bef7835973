//! The model of partial boards: every seam that asks for mates may be given up, and as many as can be are kept.

use std::collections::BTreeMap;
use std::ops::Range;

use super::leftover::{Breakable, Leftover};
use super::{Partial, PartialBoard};
use crate::cells::{Cell, CellId, Mates, PlacedTile, Side, Slot, Tile, TileSet};
use crate::constraints::{hides, left_empty, parted, seam, shows, soft_seam, sum};
use crate::grid::Grid;
use crate::input::{At, InputError, Violation};
use crate::model::{Model, Solution};
use crate::puzzles::edge_matching::shape::SeamAt;
use crate::puzzles::edge_matching::symmetry::{Turns, turned_place};
use crate::puzzles::edge_matching::{EdgeMatching, Rules, SeamRule, verify};
use crate::solver::Puzzle;

/// An edge-matching puzzle of which as many seams as can be are to be matched. See [`EdgeMatching::partial`].
#[derive(Debug, Clone)]
pub struct PartialMatching {
    puzzle: EdgeMatching,
    partial: Partial,
    /// A board to start from.
    start: Option<PartialBoard>,
    /// The slots to be filled; all else stays as it is on the board to start from. `None` for all of them.
    window: Option<[Range<usize>; 2]>,
}

/// A seam with both of its slots in the window, or with one of them.
enum Place {
    Inside,
    /// The slot and side in the window, and the label that lies against it, if a tile does.
    Edge((usize, usize), Side, Option<i32>),
}

impl PartialMatching {
    pub(super) fn new(puzzle: &EdgeMatching, partial: Partial) -> Self {
        Self { puzzle: puzzle.clone(), partial, start: None, window: None }
    }

    /// Starts from a board, or from one of its turns: one that is left where turned boards are not looked at.
    pub(super) fn start_from(&mut self, board: Option<&PartialBoard>) {
        self.start = board.map(|board| {
            let turns = Turns::new(&self.puzzle);
            let lying = |slots: &Grid<Option<PlacedTile>>| slots.map(|slot| self.puzzle.lying((*slot)?));
            let mut turned = turns.of(&self.puzzle, &board.slots, turned_place);
            let held = turned.find(|slots| turns.holds(&self.puzzle, &lying(slots)));
            held.map_or_else(|| board.clone(), |slots| self.puzzle.counted(&slots))
        });
    }

    pub(super) fn check(&self) -> Result<(), InputError> {
        match self.partial {
            Partial::UnmatchedSeams => self.puzzle.validate(),
            Partial::EmptySlots if self.puzzle.tiles.len() > self.puzzle.shape.len() => self.puzzle.validate(),
            Partial::EmptySlots => self.puzzle.validate_board(),
        }
    }

    pub(super) fn check_board(&self, board: &PartialBoard) -> Result<(), Violation> {
        verify::verify_partial(&self.puzzle, self.partial == Partial::EmptySlots, board)
    }

    /// The puzzle of one window of a board; `None` when there is no slot in it.
    pub(super) fn window(&self, board: &PartialBoard, corner: (usize, usize), size: usize) -> Option<Self> {
        let (rows, cols) = (self.puzzle.shape.rows, self.puzzle.shape.cols);
        let rows = corner.0.min(rows)..corner.0.saturating_add(size).min(rows);
        let cols = corner.1.min(cols)..corner.1.saturating_add(size).min(cols);
        let window = Self { start: Some(board.clone()), window: Some([rows, cols]), ..self.clone() };
        let has_slot = window.puzzle.shape.slots().any(|slot| window.is_free(slot));
        has_slot.then_some(window)
    }

    fn is_free(&self, (r, c): (usize, usize)) -> bool {
        self.window.as_ref().is_none_or(|[rows, cols]| rows.contains(&r) && cols.contains(&c))
    }

    /// The rows and columns of the window.
    fn extent(&self) -> [Range<usize>; 2] {
        self.window.clone().unwrap_or([0..self.puzzle.shape.rows, 0..self.puzzle.shape.cols])
    }

    /// The tiles that may lie in the window: those that lie nowhere else.
    fn pool(&self) -> Vec<usize> {
        let mut elsewhere = vec![false; self.puzzle.tiles.len()];
        for (slot, place) in self.start.iter().flat_map(|board| board.slots.indexed()) {
            if let Some(mark) = place.and_then(|place| elsewhere.get_mut(place.tile)).filter(|_| !self.is_free(slot)) {
                *mark = true;
            }
        }
        (0..elsewhere.len()).filter(|&tile| !elsewhere[tile]).collect()
    }

    /// How often each label lies at seams, where that is known beforehand: every tile lies on the board, and each of its sides
    /// at a seam that asks for mates or at a rim that shows the frame.
    fn known_counts(&self) -> Option<BTreeMap<i32, usize>> {
        let puzzle = &self.puzzle;
        let rim: usize =
            puzzle.shape.slots().map(|slot| Side::ALL.iter().filter(|&&s| puzzle.shape.on_rim(slot, s)).count()).sum();
        let is_known = self.window.is_none()
            && self.partial == Partial::UnmatchedSeams
            && puzzle.tiles.len() == puzzle.shape.len()
            && puzzle.free.is_empty()
            && puzzle.forbidden.is_empty()
            && (rim == 0 || puzzle.frame.is_some());
        let mut counts = puzzle.label_counts();
        if let Some(frame) = puzzle.frame {
            let count = counts.entry(frame.label).or_default();
            *count = count.checked_sub(rim)?;
        }
        counts.retain(|_, count| *count > 0);
        is_known.then_some(counts)
    }

    fn place_of(&self, at: SeamAt) -> Option<Place> {
        let (slot, side, other, other_side) = at;
        let fixed = |slot, side| self.start.as_ref().and_then(|board| self.puzzle.label_at(&board.slots, slot, side));
        match (self.is_free(slot), self.is_free(other)) {
            (true, true) => Some(Place::Inside),
            (true, false) => Some(Place::Edge(slot, side, fixed(other, other_side))),
            (false, true) => Some(Place::Edge(other, other_side, fixed(slot, side))),
            (false, false) => None,
        }
    }
}

/// The cells of the model of partial boards.
#[derive(Debug, Clone)]
pub struct PartialCells {
    /// The slots of the window.
    board: Grid<Cell<Slot>>,
    /// The tiles that may lie there, by their number in the puzzle's list.
    pool: Vec<usize>,
}

impl PartialCells {
    /// The slots, of the whole board or of the window.
    pub fn board(&self) -> &Grid<Cell<Slot>> {
        &self.board
    }

    /// The tiles of the slots' set, by their number (from 0) in the puzzle's list.
    pub fn tiles(&self) -> &[usize] {
        &self.pool
    }
}

/// The label that lies well against `label`.
fn mate_of(mates: &Mates, label: Option<i32>) -> Option<i32> {
    label.and_then(|label| mates.mate(label))
}

impl Puzzle for PartialMatching {
    type Answer = PartialBoard;
    type Cells = PartialCells;

    fn model(&self) -> Result<(Model, PartialCells), InputError> {
        self.check()?;
        let (puzzle, mates) = (&self.puzzle, &self.puzzle.mates);
        let may_be_empty = self.partial == Partial::EmptySlots;
        let [rows, cols] = self.extent();
        let pool = self.pool();
        let tiles: Vec<Tile> = pool.iter().map(|&tile| puzzle.tiles[tile]).collect();
        let set = TileSet::new(&tiles, puzzle.rotations).with_blank();
        let mut model = Model::new();
        let board = model.slots("b", rows.len(), cols.len(), &set);
        let cells = PartialCells { board, pool };
        if cells.board.height() != rows.len() {
            // Too large: solving reports it.
            return Ok((model, cells));
        }
        let cell = |(r, c): (usize, usize)| cells.board[(r - rows.start, c - cols.start)];
        let is_here = |slot: &(usize, usize)| self.is_free(*slot);
        let slots: Vec<(usize, usize)> = puzzle.shape.slots().filter(is_here).collect();
        let spare = may_be_empty || cells.pool.len() > slots.len();
        let rules = Rules { may_be_empty, spare };
        puzzle.post_rules(&mut model, (rows.start, cols.start), &cells.board, &cells.pool, rules);
        let seams: Vec<(SeamAt, Place)> =
            puzzle.shape.seams().filter_map(|at| Some((at, self.place_of(at)?))).collect();
        let asks = |at: SeamAt| puzzle.seam_rule(at);
        let inside = |(at, place): &&(SeamAt, Place)| matches!(place, Place::Inside) && asks(*at) == SeamRule::Mates;
        let soft: Vec<SeamAt> = seams.iter().filter(inside).map(|(at, _)| *at).collect();
        let broken = model.digits("broken", 1, soft.len(), 0..=1);
        for (&(slot, side, other, other_side), broken) in soft.iter().zip(broken.cells()) {
            let label = format!("seam {} {}", At::from(slot), At::from(other));
            if may_be_empty {
                let hard = seam(cell(slot), side, cell(other), other_side, mates).or_empty();
                model.rule(format!("{label} or empty"), hard);
            }
            model.rule(label, soft_seam(broken, cell(slot), side, cell(other), other_side, mates));
        }
        // Counting labels says that some seams cannot be matched.
        let most = if self.window.is_none() { puzzle.label_bound().min(soft.len()) } else { soft.len() };
        let counts = self.known_counts();
        // Where nothing need be left over, a single broken seam is none: its two sides would be mates.
        let balanced = counts.as_ref().is_some_and(|counts| !Leftover::leaves_some(counts, mates));
        let sums: Vec<u32> = (0..=most as u32).filter(|&v| !balanced || v as usize + 1 != soft.len()).collect();
        let Some(&matched) = model.digits("matched", 1, 1, sums.as_slice()).get((0, 0)) else {
            // Too large: solving reports it.
            return Ok((model, cells));
        };
        model.rule("matched seams", sum(broken.cells().chain([&matched]), soft.len() as u64));
        if let Some(counts) = counts {
            let breakable = soft.iter().zip(broken.cells()).map(|(&(slot, side, other, other_side), broken)| {
                Breakable { sides: [(cell(slot).id(), side), (cell(other).id(), other_side)], broken: broken.id() }
            });
            let slots = slots.iter().map(|&at| cell(at));
            model.rule("labels left over", Leftover::new(slots, breakable.collect(), matched, mates, counts));
        }
        let mut weights: Vec<(CellId, u32, i64)> =
            sums.iter().map(|&value| (matched.id(), value, i64::from(value))).collect();
        for (at, place) in &seams {
            let (slot, side, other, other_side) = *at;
            let label = format!("forbidden seam {} {}", At::from(slot), At::from(other));
            match (asks(*at), place) {
                (SeamRule::Forbidden, Place::Inside) => {
                    model.post(label, parted(cell(slot), side, cell(other), other_side, mates));
                }
                (SeamRule::Forbidden, Place::Edge(slot, side, against)) => {
                    if let Some(mate) = mate_of(mates, *against) {
                        model.post(label, hides(cell(*slot), *side, mate));
                    }
                }
                (SeamRule::Mates, Place::Edge(slot, side, Some(against))) => {
                    let mate = mates.mate(*against);
                    if may_be_empty {
                        let label = format!("seam {} {} or empty", At::from(at.0), At::from(other));
                        match mate {
                            Some(mate) => model.rule(label, shows(cell(*slot), *side, mate).or_empty()),
                            None => model.rule(label, left_empty(cell(*slot))),
                        }
                    }
                    let values =
                        (0..set.oriented().len() as u32).filter(|&v| mate.is_some() && set.label(v, *side) == mate);
                    weights.extend(values.map(|value| (cell(*slot).id(), value, 1)));
                }
                _ => {}
            }
        }
        model.maximise_values(weights);
        if let Some(start) = &self.start {
            let value = |at| match start.slots.get(at).copied().flatten() {
                None => set.blank(),
                Some(place) => {
                    let tile = cells.pool.iter().position(|&tile| tile == place.tile)?;
                    set.value_of(tile, place.rotation)
                }
            };
            let mut values: Vec<(CellId, u32)> = Vec::new();
            for (offset, slot) in cells.board.indexed() {
                values.extend(value((offset.0 + rows.start, offset.1 + cols.start)).map(|value| (slot.id(), value)));
            }
            let mut lost = 0;
            for (at, cell) in soft.iter().zip(broken.cells()) {
                let is_broken = start.unmatched.contains(&(at.0, at.1));
                lost += usize::from(is_broken);
                values.push((cell.id(), u32::from(is_broken)));
            }
            values.push((matched.id(), (soft.len() - lost) as u32));
            model.start(values);
        }
        Ok((model, cells))
    }

    fn decode(&self, cells: &PartialCells, solution: &Solution) -> PartialBoard {
        let [rows, cols] = self.extent();
        let laid = solution.grid(&cells.board);
        let slots = Grid::from_fn(self.puzzle.shape.rows, self.puzzle.shape.cols, |r, c| {
            if !self.is_free((r, c)) {
                return self.start.as_ref().and_then(|board| board.slots.get((r, c)).copied().flatten());
            }
            let place = laid[(r - rows.start, c - cols.start)];
            Some(PlacedTile { tile: *cells.pool.get(place.tile)?, ..place })
        });
        // Identical tiles were handed out in the order of the slots: hinted ones go to their slots.
        let placed = self.puzzle.hints_first(slots.map(|slot| slot.unwrap_or(PlacedTile::NONE)));
        self.puzzle.counted(&placed.map(|place| place.is_some().then_some(*place)))
    }

    fn break_symmetry(&self, model: &mut Model, cells: &PartialCells) {
        if self.window.is_none() {
            Turns::new(&self.puzzle).post(&self.puzzle, model, &cells.board);
        }
    }

    fn verify(&self, answer: &PartialBoard) -> Result<(), Violation> {
        self.check_board(answer)
    }
}
