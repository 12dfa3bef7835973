//! Checks a board of placed tiles against the rules, without the model.

use super::{EdgeMatching, Side};
use crate::grid::Grid;
use crate::input::{At, Violation};

/// The labels of a placed tile as they lie: `turned[i] = tile[(i + 4 − rotation) % 4]`.
fn lying(labels: [i32; 4], rotation: u8) -> [i32; 4] {
    let mut turned = labels;
    turned.rotate_right(usize::from(rotation % 4));
    turned
}

/// What a board need not meet.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leave {
    Nothing,
    UnmatchedSeams,
    EmptySlots,
}

pub(super) fn verify(puzzle: &EdgeMatching, answer: &Grid<super::PlacedTile>) -> Result<(), Violation> {
    laid(puzzle, answer, Leave::Nothing).map(drop)
}

/// Checks a partial board, and counts its seams again.
pub(super) fn verify_partial(
    puzzle: &EdgeMatching,
    empty_slots: bool,
    board: &super::PartialBoard,
) -> Result<(), Violation> {
    let leave = if empty_slots { Leave::EmptySlots } else { Leave::UnmatchedSeams };
    let (matched, unmatched) = laid(puzzle, &board.slots.map(|slot| slot.unwrap_or(super::PlacedTile::NONE)), leave)?;
    if board.matched != matched {
        return Err(Violation::new("the number of matched seams", matched, board.matched));
    }
    if board.unmatched != unmatched {
        let text = |seams: &[((usize, usize), Side)]| {
            let names = seams.iter().map(|&(cell, side)| format!("{}'s {side}", At::from(cell)));
            names.collect::<Vec<_>>().join(", ")
        };
        return Err(Violation::new("the unmatched seams", text(&unmatched), text(&board.unmatched)));
    }
    Ok(())
}

/// The number of seams with mates, and the others of those that ask for mates, by slot and side from the left or from above.
type Seams = (usize, Vec<((usize, usize), Side)>);

fn laid(puzzle: &EdgeMatching, answer: &Grid<super::PlacedTile>, leave: Leave) -> Result<Seams, Violation> {
    let shape = &puzzle.shape;
    let (rows, cols) = (shape.rows, shape.cols);
    if (answer.height(), answer.width()) != (rows, cols) {
        let found = format!("{} × {}", answer.height(), answer.width());
        return Err(Violation::new("the board's shape", format!("{rows} × {cols}"), found));
    }
    let mut first_use = vec![None; puzzle.tiles.len()];
    for (cell, place) in answer.indexed() {
        if shape.holes.contains(&cell) {
            if place.is_some() {
                return Err(Violation::new(At::from(cell), "a hole", place));
            }
            continue;
        }
        if leave == Leave::EmptySlots && !place.is_some() {
            continue;
        }
        let Some(seen) = first_use.get_mut(place.tile) else {
            let expected = format!("a tile below {}", puzzle.tiles.len());
            return Err(Violation::new(At::from(cell), expected, place));
        };
        if let Some(before) = seen.replace(cell) {
            let found = format!("at {} and {}", At::from(before), At::from(cell));
            return Err(Violation::new(format!("tile {}", place.tile), "one slot", found));
        }
        if place.rotation > 3 || (place.rotation > 0 && !puzzle.rotations) {
            return Err(Violation::new(At::from(cell), "a rotation that is allowed", place.rotation));
        }
    }
    // By slot its four labels; none where no tile lies.
    let labels = answer.map(|place| puzzle.tiles.get(place.tile).map(|tile| lying(tile.labels, place.rotation)));
    let (mut matched, mut unmatched) = (0, Vec::new());
    for (cell, here) in labels.indexed() {
        for side in 0..4 {
            let beyond = neighbour(puzzle, cell, side).filter(|other| !shape.holes.contains(other));
            let from_here = side == 1 || side == 2;
            if let Some(other) = beyond
                && !shape.holes.contains(&cell)
                && from_here
            {
                let touching = here.zip(labels[other]).map(|(here, there)| (here[side], there[across(side)]));
                match meets(puzzle, (cell, side), other, touching) {
                    Ok(None) => {}
                    Ok(Some(true)) => matched += 1,
                    Ok(Some(false)) => unmatched.push((cell, Side::ALL[side])),
                    Err(Unmet { violation, is_forbidden }) => {
                        if is_forbidden || leave != Leave::UnmatchedSeams {
                            return Err(violation);
                        }
                        unmatched.push((cell, Side::ALL[side]));
                    }
                }
            }
            let (Some(here), Some(frame)) = (here, puzzle.frame) else { continue };
            let outside = beyond.is_none();
            if outside != (here[side] == frame.label) && (outside || !frame.inside) {
                let expected = if outside { "the frame's label on the rim" } else { "another label inside" };
                let clue = format!("frame {} at {}", frame.label, At::from(cell));
                return Err(Violation::new(clue, expected, here[side]));
            }
        }
    }
    for hint in &puzzle.hints {
        let found = answer.get((hint.cell.0, hint.cell.1));
        if found.map(|found| (found.tile, found.rotation)) != Some((hint.tile, hint.rotation)) {
            let found = found.map_or("no such cell".to_owned(), ToString::to_string);
            return Err(Violation::new(hint.label(), hint.label(), found));
        }
    }
    Ok((matched, unmatched))
}

/// The side across: top and bottom, right and left. Sides are numbered clockwise from the top, as labels are.
fn across(side: usize) -> usize {
    (side + 2) % 4
}

/// The cell beyond a side, hole or not; `None` outside the board.
fn neighbour(puzzle: &EdgeMatching, (r, c): (usize, usize), side: usize) -> Option<(usize, usize)> {
    let (rows, cols) = (puzzle.shape.rows, puzzle.shape.cols);
    let step = |at: usize, size: usize, forward: bool| match (forward, puzzle.shape.is_torus) {
        (true, false) => (at + 1 < size).then_some(at + 1),
        (false, false) => at.checked_sub(1),
        (true, true) => Some((at + 1) % size),
        (false, true) => Some((at + size - 1) % size),
    };
    match side {
        0 => step(r, rows, false).map(|r| (r, c)),
        1 => step(c, cols, true).map(|c| (r, c)),
        2 => step(r, rows, true).map(|r| (r, c)),
        _ => step(c, cols, false).map(|c| (r, c)),
    }
}

/// Labels that touch and should not.
struct Unmet {
    violation: Violation,
    is_forbidden: bool,
}

/// What touches at a seam must be mates, or must not be, or need not be. Of a seam that asks for mates: are there mates? Not
/// where a slot is empty.
fn meets(
    puzzle: &EdgeMatching,
    (a, side): ((usize, usize), usize),
    b: (usize, usize),
    touching: Option<(i32, i32)>,
) -> Result<Option<bool>, Unmet> {
    let is_here = |at: ((usize, usize), usize)| at == (a, side) || at == (b, across(side));
    if puzzle.free.iter().any(|&(cell, side)| is_here((cell, side as usize))) {
        return Ok(None);
    }
    let is_forbidden = puzzle.forbidden.iter().any(|&(cell, side)| is_here((cell, side as usize)));
    let Some((label, other)) = touching else { return Ok((!is_forbidden).then_some(false)) };
    let mate = puzzle.mates.mate(label);
    let are_mates = mate == Some(other);
    if are_mates != is_forbidden {
        return Ok(are_mates.then_some(true));
    }
    let expected = match mate {
        _ if are_mates => format!("{label} to meet another label"),
        Some(mate) => format!("{label} to meet {mate}"),
        None => format!("{label} to meet no label at all"),
    };
    let violation = Violation::new(format!("seam {} {}", At::from(a), At::from(b)), expected, other);
    Err(Unmet { violation, is_forbidden })
}
