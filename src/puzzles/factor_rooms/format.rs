//! Factor rooms as text: walls between rooms, each room's product in its first cell.

use std::fmt;

use super::FactorRooms;
use crate::grid::Grid;

struct Board<'a> {
    puzzle: &'a FactorRooms,
    answer: Option<&'a Grid<u32>>,
}

impl FactorRooms {
    /// An answer with the walls and products.
    pub fn display<'a>(&'a self, answer: &'a Grid<u32>) -> impl fmt::Display + 'a {
        Board { puzzle: self, answer: Some(answer) }
    }
}

/// The empty grid with walls and products.
impl fmt::Display for FactorRooms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Board { puzzle: self, answer: None }.fmt(f)
    }
}

/// The box-drawing character with lines up, right, down and left.
fn corner(up: bool, right: bool, down: bool, left: bool) -> char {
    let index = usize::from(up) + 2 * usize::from(right) + 4 * usize::from(down) + 8 * usize::from(left);
    [' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'][index]
}

impl fmt::Display for Board<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = self.puzzle.room_of.height();
        let clues = Grid::from_fn(n, n, |r, c| {
            let room = &self.puzzle.rooms[self.puzzle.room_of[(r, c)]];
            match &room.product {
                Some(product) if room.cells.first() == Some(&(r, c)) => product.to_string(),
                _ => String::new(),
            }
        });
        let values = Grid::from_fn(n, n, |r, c| {
            self.answer.and_then(|grid| grid.get((r, c))).map_or_else(|| "·".to_owned(), ToString::to_string)
        });
        let longest = clues.cells().chain(values.cells()).map(|text| text.chars().count()).max();
        let width = longest.unwrap_or(0).max(2) + 1;
        // The room of a cell given from 1, so that 0 and n + 1 lie outside.
        let room = |r: usize, c: usize| {
            r.checked_sub(1).zip(c.checked_sub(1)).and_then(|cell| self.puzzle.room_of.get(cell)).copied()
        };
        for r in 0..=n {
            for c in 0..=n {
                let (above_left, above, left, here) = (room(r, c), room(r, c + 1), room(r + 1, c), room(r + 1, c + 1));
                let up = above_left != above;
                let right = above != here;
                let (down, back) = (left != here, above_left != left);
                write!(f, "{}", corner(up, right, down, back))?;
                if c < n {
                    write!(f, "{}", if right { "─" } else { " " }.repeat(width))?;
                }
            }
            if r == n {
                break;
            }
            writeln!(f)?;
            for (texts, to_left) in [(&clues, true), (&values, false)] {
                for c in 0..=n {
                    write!(f, "{}", if room(r + 1, c) == room(r + 1, c + 1) { ' ' } else { '│' })?;
                    if c < n {
                        let text = &texts[(r, c)];
                        if to_left { write!(f, "{text:<width$}")? } else { write!(f, "{text:^width$}")? }
                    }
                }
                writeln!(f)?;
            }
        }
        Ok(())
    }
}
