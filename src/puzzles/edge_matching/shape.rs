//! The shape of a board: which slots there are, and what lies beyond each of their sides.

use std::collections::BTreeSet;

use crate::cells::Side;

/// A rectangle of slots, perhaps with holes, perhaps closed on itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Shape {
    pub rows: usize,
    pub cols: usize,
    pub holes: BTreeSet<(usize, usize)>,
    pub is_torus: bool,
}

/// A seam: a slot, its side there, the slot beyond, and that one's side.
pub(super) type SeamAt = ((usize, usize), Side, (usize, usize), Side);

impl Shape {
    pub fn rectangle(rows: usize, cols: usize) -> Self {
        Self { rows, cols, holes: BTreeSet::new(), is_torus: false }
    }

    /// Is there a slot?
    pub fn has_slot(&self, (r, c): (usize, usize)) -> bool {
        r < self.rows && c < self.cols && !self.holes.contains(&(r, c))
    }

    /// The slots, row by row.
    pub fn slots(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.rows).flat_map(|r| (0..self.cols).map(move |c| (r, c))).filter(|&slot| self.has_slot(slot))
    }

    /// The number of slots. Holes may be named outside the board, which is reported when the board is solved.
    pub fn len(&self) -> usize {
        let inside = self.holes.iter().filter(|hole| hole.0 < self.rows && hole.1 < self.cols).count();
        self.rows * self.cols - inside
    }

    /// The slot beyond a side; `None` on the rim, which runs along holes too.
    pub fn beyond(&self, (r, c): (usize, usize), side: Side) -> Option<(usize, usize)> {
        let (dr, dc) = match side {
            Side::Top => (self.rows - 1, 0),
            Side::Right => (0, 1),
            Side::Bottom => (1, 0),
            Side::Left => (0, self.cols - 1),
        };
        let next = ((r + dr) % self.rows, (c + dc) % self.cols);
        let wraps = match side {
            Side::Top => r == 0,
            Side::Right => c + 1 == self.cols,
            Side::Bottom => r + 1 == self.rows,
            Side::Left => c == 0,
        };
        ((self.is_torus || !wraps) && self.has_slot(next)).then_some(next)
    }

    /// Does this side of this slot lie on the rim?
    pub fn on_rim(&self, slot: (usize, usize), side: Side) -> bool {
        self.beyond(slot, side).is_none()
    }

    /// The seams, each once: from the slot on its left or above it.
    pub fn seams(&self) -> impl Iterator<Item = SeamAt> + '_ {
        self.slots().flat_map(move |slot| {
            let sides = [Side::Right, Side::Bottom].into_iter();
            sides.filter_map(move |side| Some((slot, side, self.beyond(slot, side)?, side.opposite())))
        })
    }

    /// A seam as it is listed, given from either of its sides; `None` where no seam is.
    pub fn seam_at(&self, slot: (usize, usize), side: Side) -> Option<SeamAt> {
        let beyond = if self.has_slot(slot) { self.beyond(slot, side)? } else { return None };
        Some(match side {
            Side::Right | Side::Bottom => (slot, side, beyond, side.opposite()),
            Side::Top | Side::Left => (beyond, side.opposite(), slot, side),
        })
    }

    /// The ways to turn the board (and on a torus to shift it) onto itself, each as "which slot moves to this one" and the
    /// clockwise quarter turns; staying as it is comes first.
    pub fn symmetries(&self) -> Vec<Symmetry> {
        let turns: &[u8] = if self.rows == self.cols { &[0, 1, 2, 3] } else { &[0, 2] };
        let shifts = if self.is_torus { (self.rows, self.cols) } else { (1, 1) };
        let all = turns.iter().flat_map(|&turn| {
            (0..shifts.0).flat_map(move |down| (0..shifts.1).map(move |right| Symmetry { turn, down, right }))
        });
        // A board without holes keeps its slots, of which a torus has as many as it has shifts.
        let keeps_slots = |symmetry: &Symmetry| {
            self.holes.is_empty() || self.slots().all(|slot| self.has_slot(symmetry.from(self, slot)))
        };
        all.filter(keeps_slots).collect()
    }
}

/// A way to move the whole board onto itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Symmetry {
    /// Clockwise quarter turns, first.
    pub turn: u8,
    /// Then rows down, around the torus.
    down: usize,
    /// And columns to the right.
    right: usize,
}

impl Symmetry {
    /// Which slot moves to this one.
    pub fn from(self, shape: &Shape, (r, c): (usize, usize)) -> (usize, usize) {
        let (rows, cols) = (shape.rows, shape.cols);
        let (r, c) = ((r + rows - self.down) % rows, (c + cols - self.right) % cols);
        match self.turn % 4 {
            0 => (r, c),
            1 => (cols - 1 - c, r),
            2 => (rows - 1 - r, cols - 1 - c),
            _ => (c, rows - 1 - r),
        }
    }

    /// Which slot this one moves to.
    pub fn to(self, shape: &Shape, (r, c): (usize, usize)) -> (usize, usize) {
        let (rows, cols) = (shape.rows, shape.cols);
        let (r, c) = match self.turn % 4 {
            0 => (r, c),
            1 => (c, rows - 1 - r),
            2 => (rows - 1 - r, cols - 1 - c),
            _ => (cols - 1 - c, r),
        };
        ((r + self.down) % rows, (c + self.right) % cols)
    }

    /// Which side moves to this one.
    pub fn side_from(self, side: Side) -> Side {
        Side::ALL[(side as usize + 4 - usize::from(self.turn % 4)) % 4]
    }
}
