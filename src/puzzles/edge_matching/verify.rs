//! Checks a board of placed tiles against the rules, without the model.

use super::EdgeMatching;
use crate::grid::Grid;
use crate::input::{At, Violation};

/// The labels of a placed tile as they lie: `turned[i] = tile[(i + 4 − rotation) % 4]`.
fn lying(labels: [i32; 4], rotation: u8) -> [i32; 4] {
    let mut turned = labels;
    turned.rotate_right(usize::from(rotation % 4));
    turned
}

pub(super) fn verify(puzzle: &EdgeMatching, answer: &Grid<super::PlacedTile>) -> Result<(), Violation> {
    let (rows, cols) = (puzzle.rows, puzzle.cols);
    if (answer.height(), answer.width()) != (rows, cols) {
        let found = format!("{} × {}", answer.height(), answer.width());
        return Err(Violation::new("the board's shape", format!("{rows} × {cols}"), found));
    }
    let mut first_use = vec![None; puzzle.tiles.len()];
    for (cell, place) in answer.indexed() {
        let Some(seen) = first_use.get_mut(place.tile) else {
            let expected = format!("a tile below {}", puzzle.tiles.len());
            return Err(Violation::new(At::from(cell), expected, place.tile));
        };
        if let Some(before) = seen.replace(cell) {
            let found = format!("at {} and {}", At::from(before), At::from(cell));
            return Err(Violation::new(format!("tile {}", place.tile), "one slot", found));
        }
        if place.rotation > 3 || (place.rotation > 0 && !puzzle.rotations) {
            return Err(Violation::new(At::from(cell), "a rotation that is allowed", place.rotation));
        }
    }
    let labels = answer.map(|place| lying(puzzle.tiles[place.tile].labels, place.rotation));
    for r in 0..rows {
        for c in 0..cols {
            let [top, right, bottom, left] = labels[(r, c)];
            if c + 1 < cols {
                meets(puzzle, (At(r, c), right), (At(r, c + 1), labels[(r, c + 1)][3]))?;
            }
            if r + 1 < rows {
                meets(puzzle, (At(r, c), bottom), (At(r + 1, c), labels[(r + 1, c)][0]))?;
            }
            if let Some(frame) = puzzle.frame {
                let rim = [(top, r == 0), (right, c + 1 == cols), (bottom, r + 1 == rows), (left, c == 0)];
                for (label, outside) in rim {
                    if outside != (label == frame.label) && (outside || !frame.inside) {
                        let expected = if outside { "the frame's label on the rim" } else { "another label inside" };
                        return Err(Violation::new(format!("frame {} at {}", frame.label, At(r, c)), expected, label));
                    }
                }
            }
        }
    }
    for hint in &puzzle.hints {
        let found = answer[(hint.cell.0, hint.cell.1)];
        if (found.tile, found.rotation) != (hint.tile, hint.rotation) {
            return Err(Violation::new(hint.label(), hint.label(), found));
        }
    }
    Ok(())
}

fn meets(puzzle: &EdgeMatching, (a, label): (At, i32), (b, other): (At, i32)) -> Result<(), Violation> {
    match puzzle.mates.mate(label) {
        Some(mate) if mate == other => Ok(()),
        mate => {
            let expected = mate.map_or_else(|| "no label at all".to_owned(), |mate| mate.to_string());
            Err(Violation::new(format!("seam {a} {b}"), format!("{label} to meet {expected}"), other))
        }
    }
}
