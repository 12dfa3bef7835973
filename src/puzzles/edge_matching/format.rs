//! A tile board as text: each tile in a box with its four labels, its number in the middle, and its quarter turns.

use std::fmt;

use super::EdgeMatching;
use crate::cells::{Mates, PlacedTile};
use crate::grid::Grid;
use crate::input::At;

struct Board<'a> {
    puzzle: &'a EdgeMatching,
    answer: &'a Grid<PlacedTile>,
}

impl EdgeMatching {
    /// A board of placed tiles: number, quarter turns (`↻`) and the four labels as they lie.
    pub fn display<'a>(&'a self, answer: &'a Grid<PlacedTile>) -> impl fmt::Display + 'a {
        Board { puzzle: self, answer }
    }
}

/// The board's size, its rules, and the tiles with their labels clockwise from the top.
impl fmt::Display for EdgeMatching {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turned = if self.rotations { "which may be turned" } else { "not to be turned" };
        write!(f, "{} × {} slots, {} tiles {turned}", self.shape.rows, self.shape.cols, self.tiles.len())?;
        if self.shape.is_torus {
            write!(f, ", closed on itself")?;
        }
        match &self.mates {
            Mates::Equal => write!(f, ", equal labels meet")?,
            Mates::Pairs(pairs) if pairs.is_empty() => write!(f, ", equal labels meet")?,
            Mates::Opposite => write!(f, ", opposite labels meet")?,
            Mates::Pairs(pairs) => {
                let pairs: Vec<String> = pairs.iter().map(|(a, b)| format!("{a} and {b}")).collect();
                write!(f, ", labels {} meet", pairs.join(", "))?;
            }
        }
        if let Some(frame) = self.frame {
            write!(f, ", {} {}", if frame.inside { "rim" } else { "frame" }, frame.label)?;
        }
        for (i, tile) in self.tiles.iter().enumerate() {
            let [top, right, bottom, left] = tile.labels;
            write!(f, "\ntile {i}: {top} {right} {bottom} {left}")?;
        }
        for hint in &self.hints {
            write!(f, "\n{}", hint.label())?;
        }
        for &hole in &self.shape.holes {
            write!(f, "\nhole {}", At::from(hole))?;
        }
        for (word, seams) in [("free", &self.free), ("forbidden", &self.forbidden)] {
            for &(cell, side) in seams {
                write!(f, "\n{word} seam at {}'s {side}", At::from(cell))?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Board<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let labels = self.answer.map(|&place| match self.puzzle.lying(place) {
            Some(tile) => tile.labels.map(|label| label.to_string()),
            None => [const { String::new() }; 4],
        });
        let names = self.answer.map(ToString::to_string);
        let longest =
            |texts: &mut dyn Iterator<Item = &String>| texts.map(|text| text.chars().count()).max().unwrap_or(0);
        let label = longest(&mut labels.cells().flatten());
        let name = longest(&mut names.cells());
        // left label, space, number, space, right label
        let width = 2 * label + name + 2;
        let rule = |f: &mut fmt::Formatter<'_>, [left, middle, right]: [char; 3]| {
            write!(f, "{left}")?;
            for c in 0..self.answer.width() {
                let end = if c + 1 == self.answer.width() { right } else { middle };
                write!(f, "{}{end}", "─".repeat(width))?;
            }
            Ok(())
        };
        // Rows without slots are not walked through: there may be ever so many.
        for r in (0..self.answer.height()).take_while(|_| self.answer.width() > 0) {
            rule(f, if r == 0 { ['┌', '┬', '┐'] } else { ['├', '┼', '┤'] })?;
            for line in 0..3 {
                write!(f, "\n│")?;
                for (labels, number) in labels.row(r).zip(names.row(r)) {
                    let [top, right, bottom, left] = labels;
                    match line {
                        0 => write!(f, "{top:^width$}")?,
                        1 => write!(f, "{left:<label$} {number:^name$} {right:>label$}")?,
                        _ => write!(f, "{bottom:^width$}")?,
                    }
                    write!(f, "│")?;
                }
            }
            writeln!(f)?;
        }
        rule(f, ['└', '┴', '┘'])
    }
}
