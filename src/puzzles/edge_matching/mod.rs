//! Edge matching: tiles with labelled sides, laid so that touching sides are mates.

mod causes;
mod distinct;
mod format;
mod partial;
#[cfg(feature = "svg")]
mod picture;
mod pieces;
mod shape;
mod symmetry;
mod verify;

pub use distinct::Distinct;
pub use partial::{BestBoard, Improved, Partial, PartialBoard, PartialCells, PartialMatching};
#[cfg(feature = "svg")]
pub use picture::Picture;
pub use pieces::{CardList, PieceError, PieceErrorKind, PieceList};

use crate::cells::{Cell, Mates, PlacedTile, Side, Slot, Tile, TileSet};
use crate::constraints::{OneOf, filled, hides, left_empty, parted, placed, seam, shows, tile_use};
use crate::grid::Grid;
use crate::input::{At, Cause, InputError, Violation, check_grid_size};
use crate::model::{Model, Solution};
use crate::solver::{Error, Puzzle, Solver};

use shape::{SeamAt, Shape};
use symmetry::Turns;

/// A tile that is known to lie somewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Hint {
    cell: At,
    tile: usize,
    rotation: u8,
}

impl Hint {
    fn label(&self) -> String {
        format!("{} holds tile {} turned {}", self.cell, self.tile, self.rotation)
    }
}

/// What the rim of the board must show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Frame {
    label: i32,
    /// The label may also lie inside.
    inside: bool,
}

/// A board of `rows` × `cols` slots to be filled with tiles, so that touching sides are mates.
///
/// A tile has four labels, clockwise from the top, and may be turned unless [`rotations`](EdgeMatching::rotations) says
/// otherwise. Touching sides must be equal unless [`mates`](EdgeMatching::mates) says otherwise. Tiles count from 0, in
/// messages too.
///
/// What is malformed in the options (a hint, hole or seam outside the board, a seam where none is, a seam both free and
/// forbidden, a frame on a torus, a label with two mates) is an [`InputError`] when the puzzle is solved. Of `frame` and `rim`
/// the last one holds.
///
/// ```
/// use puzzle_ilp::{EdgeMatching, Mates, Solver, Tile};
/// let tiles = [[1, 2, 3, 4], [-2, 5, 6, 7]].map(Tile::from);
/// let puzzle = EdgeMatching::new(1, 2, &tiles)?.mates(Mates::Opposite);
/// # #[cfg(feature = "highs")]
/// let board = Solver::new().solve(&puzzle)?.into_answer()?;
/// # Ok::<(), puzzle_ilp::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EdgeMatching {
    shape: Shape,
    tiles: Vec<Tile>,
    mates: Mates,
    rotations: bool,
    frame: Option<Frame>,
    spare_tiles: bool,
    hints: Vec<Hint>,
    /// Seams whose sides need not be mates, and seams whose sides must not be; as they were named.
    free: Vec<((usize, usize), Side)>,
    forbidden: Vec<((usize, usize), Side)>,
    distinct: Option<Distinct>,
}

/// Solves an edge-matching board of `rows` × `cols` slots with just as many tiles, which may be turned.
///
/// # Errors
/// [`InputError`] when the tiles are more or fewer than the slots; [`Error::Infeasible`] when they do not fit.
///
/// ```
/// use puzzle_ilp::{Mates, Tile, solve_edge_matching};
/// # #[cfg(feature = "highs")] {
/// let tiles = [[1, 2, 3, 4], [5, 6, 7, 2]].map(Tile::from);
/// let board = solve_edge_matching(1, 2, &tiles, Mates::Equal)?;
/// let laid = board.map(|place| tiles[place.tile].turned(place.rotation));
/// assert_eq!(laid[(0, 0)].labels[1], laid[(0, 1)].labels[3]);
/// # }
/// # Ok::<(), puzzle_ilp::Error>(())
/// ```
pub fn solve_edge_matching(rows: usize, cols: usize, tiles: &[Tile], mates: Mates) -> Result<Grid<PlacedTile>, Error> {
    Solver::new().solve(&EdgeMatching::new(rows, cols, tiles)?.mates(mates))?.into_answer()
}

impl EdgeMatching {
    /// A board of `rows` × `cols` slots and the tiles to fill it with.
    ///
    /// # Errors
    /// [`InputError`] when there is no slot or no tile, or the board is too large.
    pub fn new(rows: usize, cols: usize, tiles: impl AsRef<[Tile]>) -> Result<Self, InputError> {
        check_grid_size(rows, cols)?;
        let tiles = tiles.as_ref();
        if tiles.is_empty() {
            return Err(InputError::Empty { what: "tiles" });
        }
        Ok(Self {
            shape: Shape::rectangle(rows, cols),
            tiles: tiles.to_vec(),
            mates: Mates::Equal,
            rotations: true,
            frame: None,
            spare_tiles: false,
            hints: Vec::new(),
            free: Vec::new(),
            forbidden: Vec::new(),
            distinct: None,
        })
    }

    /// Which labels may touch.
    #[must_use]
    pub fn mates(mut self, mates: Mates) -> Self {
        self.mates = mates;
        self
    }

    /// May tiles be turned?
    #[must_use]
    pub fn rotations(mut self, allowed: bool) -> Self {
        self.rotations = allowed;
        self
    }

    /// Every side on the rim shows `label`, and no side inside does. The rim runs along holes too.
    #[must_use]
    pub fn frame(mut self, label: i32) -> Self {
        self.frame = Some(Frame { label, inside: false });
        self
    }

    /// Every side on the rim shows `label`; sides inside may show it too.
    #[must_use]
    pub fn rim(mut self, label: i32) -> Self {
        self.frame = Some(Frame { label, inside: true });
        self
    }

    /// There may be more tiles than slots. Without this, or with fewer tiles, solving is [`InputError::TileCount`].
    #[must_use]
    pub fn spare_tiles(mut self) -> Self {
        self.spare_tiles = true;
        self
    }

    /// The slot `cell`, `(row, column)` from 0, holds `tile`, an index into the tiles, after `rotation` clockwise quarter turns
    /// (0 to 3).
    #[must_use]
    pub fn hint(mut self, cell: (usize, usize), tile: usize, rotation: u8) -> Self {
        let hint = Hint { cell: cell.into(), tile, rotation };
        if !self.hints.contains(&hint) {
            self.hints.push(hint);
        }
        self
    }

    /// The board has no slot at `cell`, `(row, column)` from 0: the answer holds [`PlacedTile::NONE`] there. Sides along a hole
    /// lie on the rim. A hole is one slot less to fill, so that one tile fewer is needed.
    #[must_use]
    pub fn hole(mut self, cell: (usize, usize)) -> Self {
        self.shape.holes.insert(cell);
        self
    }

    /// The board closes on itself: the last column lies against the first, the last row against the first. It has no rim.
    #[must_use]
    pub fn torus(mut self) -> Self {
        self.shape.is_torus = true;
        self
    }

    /// The seam at `side` of `cell`, `(row, column)` from 0, is free: what touches there need not be mates.
    #[must_use]
    pub fn free_seam(mut self, cell: (usize, usize), side: Side) -> Self {
        self.free.push((cell, side));
        self
    }

    /// The seam at `side` of `cell`, `(row, column)` from 0, is forbidden: what touches there must not be mates.
    #[must_use]
    pub fn forbidden_seam(mut self, cell: (usize, usize), side: Side) -> Self {
        self.forbidden.push((cell, side));
        self
    }

    /// Which boards count as different when answers are listed or counted. By default turned boards (and shifted ones, on a
    /// torus) count once, unless hints or tiles that must not be turned tell them apart, and identical tiles exchanged never
    /// count.
    #[must_use]
    pub fn distinct(mut self, distinct: Distinct) -> Self {
        self.distinct = Some(distinct);
        self
    }

    /// Looks for what is malformed, alone or together with another option.
    fn validate(&self) -> Result<(), InputError> {
        self.validate_board()?;
        let (tiles, slots) = (self.tiles.len(), self.shape.len());
        if tiles < slots || (tiles > slots && !self.spare_tiles) {
            return Err(InputError::TileCount { tiles, slots });
        }
        Ok(())
    }

    /// The same, whatever the number of tiles.
    fn validate_board(&self) -> Result<(), InputError> {
        let (rows, cols) = (self.shape.rows, self.shape.cols);
        let outside = |cell: (usize, usize)| cell.0 >= rows || cell.1 >= cols;
        if let Some(&hole) = self.shape.holes.iter().find(|&&hole| outside(hole)) {
            return Err(InputError::OutsideGrid { clue: "a hole".to_owned(), cell: hole.into(), rows, cols });
        }
        let tiles = self.tiles.len();
        if self.shape.len() == 0 {
            return Err(InputError::Empty { what: "slots" });
        }
        if let Some((label, first, second)) = self.mates.conflict() {
            return Err(InputError::ConflictingMates { label, first, second });
        }
        for (i, hint) in self.hints.iter().enumerate() {
            let cell = hint.cell;
            if outside((cell.0, cell.1)) {
                return Err(InputError::OutsideGrid { clue: hint.label(), cell, rows, cols });
            }
            if !self.shape.has_slot((cell.0, cell.1)) {
                return Err(InputError::HintInHole { cell });
            }
            if hint.tile >= tiles {
                return Err(InputError::UnknownTile { cell, tile: hint.tile, tiles });
            }
            if hint.rotation > 3 || (hint.rotation > 0 && !self.rotations) {
                let expected = if self.rotations { "0 to 3" } else { "0, since tiles are not turned" };
                return Err(InputError::Rotation { cell, rotation: hint.rotation, expected });
            }
            for earlier in &self.hints[..i] {
                if earlier.cell == cell {
                    let text = |hint: &Hint| format!("tile {} turned {}", hint.tile, hint.rotation);
                    return Err(InputError::ConflictingGivens { cell, first: text(earlier), second: text(hint) });
                }
                if earlier.tile == hint.tile {
                    return Err(InputError::TileHintedTwice { tile: hint.tile, first: earlier.cell, second: cell });
                }
            }
        }
        for &(cell, side) in self.free.iter().chain(&self.forbidden) {
            if outside(cell) {
                let clue = format!("a seam at the {side} of {}", At::from(cell));
                return Err(InputError::OutsideGrid { clue, cell: cell.into(), rows, cols });
            }
            if self.shape.seam_at(cell, side).is_none() {
                return Err(InputError::NoSeam { cell: cell.into(), side: side.to_string() });
            }
        }
        for &(cell, side) in &self.free {
            let at = self.shape.seam_at(cell, side);
            if let Some((cell, side, ..)) = at
                && self.forbidden.iter().any(|&(cell, side)| self.shape.seam_at(cell, side) == at)
            {
                return Err(InputError::FreeAndForbidden { cell: cell.into(), side: side.to_string() });
            }
        }
        match self.frame {
            Some(frame) if self.shape.is_torus => Err(InputError::FrameOnTorus { label: frame.label }),
            _ => Ok(()),
        }
    }

    /// A placed tile as it lies: its labels clockwise from the top after its turns. `None` for [`PlacedTile::NONE`], and for
    /// a tile that is not in the list.
    pub fn lying(&self, place: PlacedTile) -> Option<Tile> {
        self.tiles.get(place.tile).map(|tile| tile.turned(place.rotation))
    }

    /// Posts what every board must meet, whole or partial, but for its seams: holes, hints, the frame, and each tile's use.
    /// `board` holds the slots from `corner` on, and `pool` the tiles that may lie there, by their number in the list.
    fn post_rules(
        &self,
        model: &mut Model,
        corner: (usize, usize),
        board: &Grid<Cell<Slot>>,
        pool: &[usize],
        rules: Rules,
    ) {
        let first = board.cells().next().map(Cell::id);
        let Some(set) = first.and_then(|slot| model.table().tile_set(slot).cloned()) else { return };
        let all: Vec<((usize, usize), Cell<Slot>)> =
            board.indexed().map(|((r, c), &cell)| ((r + corner.0, c + corner.1), cell)).collect();
        if set.blank().is_some() {
            for &(at, cell) in &all {
                if !self.shape.has_slot(at) {
                    model.rule(format!("hole {}", At::from(at)), left_empty(cell));
                } else if !rules.may_be_empty {
                    model.rule(format!("{} is filled", At::from(at)), filled(cell));
                }
            }
        }
        for hint in &self.hints {
            let slot = all.iter().find(|(at, _)| At::from(*at) == hint.cell);
            if let (Some(&(_, cell)), Some(tile)) = (slot, pool.iter().position(|&tile| tile == hint.tile)) {
                model.post(hint.label(), placed(cell, tile, hint.rotation));
            }
        }
        let slots = || all.iter().filter(|(at, _)| self.shape.has_slot(*at));
        if let Some(frame) = self.frame {
            for &(at, cell) in slots() {
                for side in Side::ALL {
                    let label = format!("frame {} at {}'s {side}", frame.label, At::from(at));
                    if self.shape.on_rim(at, side) {
                        model.post(label, shows(cell, side, frame.label).or_empty());
                    } else if !frame.inside {
                        model.post(label, hides(cell, side, frame.label));
                    }
                }
            }
        }
        for (class, entry) in set.classes().iter().enumerate() {
            let tiles: Vec<String> = entry.members.iter().map(|(tile, _)| pool[*tile].to_string()).collect();
            let rule = tile_use(slots().map(|(_, cell)| cell)).of_class(class);
            let plural = if tiles.len() == 1 { "" } else { "s" };
            let label = format!("use of tile{plural} {}", tiles.join(", "));
            model.post(label, if rules.spare { rule.with_spares() } else { rule });
        }
    }

    /// What is asked of a seam.
    fn seam_rule(&self, at: SeamAt) -> SeamRule {
        let named = |list: &[((usize, usize), Side)]| {
            list.iter().any(|&(cell, side)| self.shape.seam_at(cell, side) == Some(at))
        };
        match (named(&self.free), named(&self.forbidden)) {
            (true, _) => SeamRule::Free,
            (false, true) => SeamRule::Forbidden,
            (false, false) => SeamRule::Mates,
        }
    }

    /// Identical tiles were handed out in the order of the slots: a hinted one goes to its slot, in exchange.
    fn hints_first(&self, mut board: Grid<PlacedTile>) -> Grid<PlacedTile> {
        for hint in &self.hints {
            let cell = (hint.cell.0, hint.cell.1);
            let elsewhere = board.indexed().find(|(_, place)| place.tile == hint.tile).map(|(other, _)| other);
            let here = board[cell];
            if let Some(other) = elsewhere.filter(|&other| other != cell) {
                let lying = self.tiles[hint.tile].turned(board[other].rotation);
                let turns = (0..4).find(|&r| self.tiles[here.tile].turned(r) == lying);
                board[other] = PlacedTile { tile: here.tile, rotation: turns.unwrap_or(0) };
            }
            board[cell] = PlacedTile { tile: hint.tile, rotation: hint.rotation };
        }
        board
    }

    /// Can the board look the same in another place? Not where something else than the tiles tells its slots apart.
    fn is_symmetric(&self) -> bool {
        self.rotations && self.tells_no_slots_apart()
    }
}

/// What a board need not do.
#[derive(Debug, Clone, Copy)]
struct Rules {
    /// Slots may stay empty.
    may_be_empty: bool,
    /// Tiles may be left over.
    spare: bool,
}

/// What is asked of a seam.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SeamRule {
    Mates,
    Free,
    Forbidden,
}

impl Puzzle for EdgeMatching {
    type Answer = Grid<PlacedTile>;
    type Cells = Grid<Cell<Slot>>;

    fn model(&self) -> Result<(Model, Self::Cells), InputError> {
        self.validate()?;
        let mut model = Model::new();
        let has_holes = !self.shape.holes.is_empty();
        let set = TileSet::new(&self.tiles, self.rotations);
        let set = if has_holes { set.with_blank() } else { set };
        let board = model.slots("b", self.shape.rows, self.shape.cols, &set);
        if board.height() != self.shape.rows {
            // Too large: solving reports it.
            return Ok((model, board));
        }
        let pool: Vec<usize> = (0..self.tiles.len()).collect();
        self.post_rules(&mut model, (0, 0), &board, &pool, Rules { may_be_empty: false, spare: self.spare_tiles });
        for at in self.shape.seams() {
            let (slot, side, other, other_side) = at;
            let label = format!("seam {} {}", At::from(slot), At::from(other));
            match self.seam_rule(at) {
                SeamRule::Mates => model.rule(label, seam(board[slot], side, board[other], other_side, &self.mates)),
                SeamRule::Forbidden => {
                    model.post(
                        format!("forbidden {label}"),
                        parted(board[slot], side, board[other], other_side, &self.mates),
                    );
                }
                SeamRule::Free => {}
            }
        }
        Ok((model, board))
    }

    fn decode(&self, cells: &Self::Cells, solution: &Solution) -> Grid<PlacedTile> {
        self.hints_first(solution.grid(cells))
    }

    fn break_symmetry(&self, model: &mut Model, cells: &Grid<Cell<Slot>>) {
        if self.distinctness() == Distinct::UpToTurning {
            Turns::new(self).post(self, model, cells);
        }
    }

    fn verify(&self, answer: &Grid<PlacedTile>) -> Result<(), Violation> {
        verify::verify(self, answer)
    }

    fn cause(&self) -> Option<Cause> {
        self.arithmetic_cause()
    }

    fn variants<'a>(&'a self, board: Grid<PlacedTile>) -> Box<dyn Iterator<Item = Grid<PlacedTile>> + 'a>
    where
        Self::Answer: 'a,
    {
        match self.distinctness() {
            Distinct::Placements => Box::new(self.placements(&board)),
            Distinct::Boards => Box::new(std::iter::once(board)),
            Distinct::UpToTurning => Box::new(self.stands_for_its_turns(&board).then_some(board).into_iter()),
        }
    }
}
