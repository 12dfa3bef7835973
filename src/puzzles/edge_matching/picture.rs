//! A tile board as a picture: SVG text, with four coloured triangles a tile.

use std::collections::BTreeMap;
use std::fmt;

use svg::Document;
use svg::node::element::{Circle, Definitions, Group, Line, Pattern, Polygon, Rectangle, Text, Title};

use super::{EdgeMatching, SeamRule};
use crate::cells::{Mates, PlacedTile, Side};
use crate::grid::Grid;
use crate::input::At;

/// The side of a slot. All lengths are in the picture's own unit.
const SLOT: f64 = 100.0;
/// Left of and above the board, where rows and columns are numbered.
const MARGIN: f64 = 30.0;
/// Right of and below the board.
const RIM: f64 = 12.0;

/// A board as SVG text, made by [`EdgeMatching::picture`].
///
/// Each side of a tile is a triangle in the colour of its label, with the label on it; the tile's number, from 0, is in the
/// middle. Mates that differ have one hue, one light and one dark; the frame's label is grey. A red bar lies on each seam
/// where two labels meet that are no mates (or are, where the seam is forbidden), and on each side of the rim that should show
/// the frame's label and does not. Empty slots are hatched, holes are left out.
///
/// The picture is 100 pixels a slot wide unless it is scaled. The same board always gives the same text.
pub struct Picture<'a> {
    puzzle: &'a EdgeMatching,
    board: Grid<Option<PlacedTile>>,
    name: Box<dyn Fn(i32) -> Option<String> + 'a>,
}

impl fmt::Debug for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Picture").field("puzzle", self.puzzle).field("board", &self.board).finish_non_exhaustive()
    }
}

impl EdgeMatching {
    /// A picture of a board, right or wrong, full (`Grid<PlacedTile>`) or with empty slots (`Grid<Option<PlacedTile>>`).
    ///
    /// ```
    /// use puzzle_ilp::{EdgeMatching, Grid, PlacedTile, Tile};
    /// let puzzle = EdgeMatching::new(1, 2, [[1, 2, 3, 4], [5, 6, 7, 8]].map(Tile::from))?;
    /// let board = Grid::from_fn(1, 2, |_, c| PlacedTile { tile: c, rotation: 0 });
    /// let picture = puzzle.picture(&board).to_string();
    /// assert!(picture.starts_with("<svg"));
    /// assert_eq!(picture.matches("class=\"mismatch\"").count(), 1);          // 2 meets 8
    /// # Ok::<(), puzzle_ilp::Error>(())
    /// ```
    pub fn picture<S: Copy + Into<Option<PlacedTile>>>(&self, board: &Grid<S>) -> Picture<'_> {
        Picture {
            puzzle: self,
            board: board.map(|&slot| slot.into().filter(|place| place.is_some())),
            name: Box::new(|_| None),
        }
    }
}

impl<'a> Picture<'a> {
    /// Writes names in place of labels, where `name` has one: those of [`CardList::name`](super::CardList::name), say.
    #[must_use]
    pub fn names(mut self, name: impl Fn(i32) -> Option<String> + 'a) -> Self {
        self.name = Box::new(name);
        self
    }

    /// The labels of a slot as they lie; `None` when it is empty, or holds a tile that is not in the set.
    fn lying(&self, cell: (usize, usize)) -> Option<[i32; 4]> {
        let place = (*self.board.get(cell)?)?;
        Some(self.puzzle.lying(place)?.labels)
    }

    /// What is written for a label: characters that XML does not allow are replaced.
    fn text(&self, label: i32) -> String {
        let name = (self.name)(label).unwrap_or_else(|| label.to_string());
        name.chars()
            .map(|c| if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') { '\u{fffd}' } else { c })
            .collect()
    }

    /// The sides where labels touch what they may not, each by the slot that is left of or above it, or on the rim.
    fn mismatches(&self) -> Vec<((usize, usize), Side)> {
        let label = |cell, side: Side| self.lying(cell).map(|labels| labels[side as usize]);
        let shape = &self.puzzle.shape;
        let seams = shape.seams().filter_map(|at| {
            let (slot, side, other, other_side) = at;
            let (a, b) = (label(slot, side)?, label(other, other_side)?);
            let are_mates = self.puzzle.mates.mate(a) == Some(b);
            let is_wrong = match self.puzzle.seam_rule(at) {
                SeamRule::Mates => !are_mates,
                SeamRule::Forbidden => are_mates,
                SeamRule::Free => false,
            };
            is_wrong.then_some((slot, side))
        });
        let rim =
            self.board.indexed().flat_map(|(slot, _)| Side::ALL.map(|side| (slot, side))).filter(|&(slot, side)| {
                let wanted = self.puzzle.frame.map(|frame| frame.label);
                shape.on_rim(slot, side) && wanted.is_some() && label(slot, side).is_some_and(|l| Some(l) != wanted)
            });
        seams.chain(rim).collect()
    }
}

// ---------------------------------------------------------------- colours

/// A colour as red, green and blue.
#[derive(Clone, Copy)]
struct Colour([u8; 3]);

impl Colour {
    const GREY: Colour = Colour([178; 3]);

    /// The colour of a lightness from 0 to 1 and a hue in degrees, in Björn Ottosson's OKLCH (2020), where equal steps look
    /// equal.
    fn new(lightness: f64, chroma: f64, hue: f64) -> Self {
        let (a, b) = (chroma * hue.to_radians().cos(), chroma * hue.to_radians().sin());
        let l = (lightness + 0.3963377774 * a + 0.2158037573 * b).powi(3);
        let m = (lightness - 0.1055613458 * a - 0.0638541728 * b).powi(3);
        let s = (lightness - 0.0894841775 * a - 1.2914855480 * b).powi(3);
        let linear = [
            4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
            -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
            -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s,
        ];
        Colour(linear.map(|x| {
            let x = x.clamp(0.0, 1.0);
            let encoded = if x <= 0.0031308 { 12.92 * x } else { 1.055 * x.powf(1.0 / 2.4) - 0.055 };
            (255.0 * encoded).round() as u8
        }))
    }

    /// Black or white, whichever is easier to read on it.
    fn ink(self) -> &'static str {
        let [r, g, b] = self.0.map(f64::from);
        if 0.299 * r + 0.587 * g + 0.114 * b > 130.0 { "#000000" } else { "#ffffff" }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [r, g, b] = self.0;
        write!(f, "#{r:02x}{g:02x}{b:02x}")
    }
}

/// A colour for each label of the tiles: a hue for each pair of mates, a lighter and a darker tone for two that differ.
fn colours(puzzle: &EdgeMatching) -> BTreeMap<i32, Colour> {
    /// Of neighbouring hues one is lighter than the other, when there are many.
    const MANY: usize = 7;
    let frame = puzzle.frame.map(|frame| frame.label);
    // A pair goes by the larger of its labels.
    let pair = |mates: &Mates, label: i32| mates.mate(label).map_or(label, |mate| label.max(mate));
    let mut families: BTreeMap<i32, Vec<i32>> = BTreeMap::new();
    for label in puzzle.tiles.iter().flat_map(|tile| tile.labels).filter(|&label| Some(label) != frame) {
        families.entry(pair(&puzzle.mates, label)).or_default().push(label);
    }
    let mut colours: BTreeMap<i32, Colour> = frame.map(|label| (label, Colour::GREY)).into_iter().collect();
    let count = families.len();
    for (i, (name, labels)) in families.into_iter().enumerate() {
        let hue = 30.0 + 360.0 * i as f64 / count as f64;
        let step = if count > MANY { [0.08, -0.08, 0.0][i % 3] } else { 0.0 };
        for label in labels {
            let tone = match puzzle.mates.mate(label) {
                Some(mate) if mate == label => 0.74 + 1.5 * step,
                _ if label == name => 0.84 + 0.5 * step,
                _ => 0.56 + step,
            };
            colours.insert(label, Colour::new(tone, 0.14, hue));
        }
    }
    colours
}

// ---------------------------------------------------------------- drawing

/// The corners of a slot's side, clockwise, from its top left corner.
fn ends(side: Side) -> [(f64, f64); 2] {
    match side {
        Side::Top => [(0.0, 0.0), (SLOT, 0.0)],
        Side::Right => [(SLOT, 0.0), (SLOT, SLOT)],
        Side::Bottom => [(SLOT, SLOT), (0.0, SLOT)],
        Side::Left => [(0.0, SLOT), (0.0, 0.0)],
    }
}

/// The point that lies `share` of the way from `from` to `to`.
fn between(from: (f64, f64), to: (f64, f64), share: f64) -> (f64, f64) {
    (from.0 + share * (to.0 - from.0), from.1 + share * (to.1 - from.1))
}

/// The top left corner of a slot.
fn corner((row, col): (usize, usize)) -> (f64, f64) {
    (MARGIN + SLOT * col as f64, MARGIN + SLOT * row as f64)
}

/// Text around a point.
fn text(content: impl Into<String>, (x, y): (f64, f64), size: f64) -> Text {
    // Half the height of capitals and digits, so that they stand in the middle.
    Text::new(content).set("x", x).set("y", rounded(y + 0.35 * size)).set("font-size", rounded(size))
}

/// To hundredths.
fn rounded(x: f64) -> f64 {
    (100.0 * x).round() / 100.0
}

/// The largest text size up to `most` at which a text is no wider than `room`.
fn fitting(text: &str, room: f64, most: f64) -> f64 {
    // Of common fonts no digit is wider than this share of the size, and few letters are.
    let width: f64 = text.chars().map(|c| if c == '-' { 0.38 } else { 0.64 }).sum();
    most.min(room / width.max(0.64))
}

impl Picture<'_> {
    fn slot(
        &self,
        cell: (usize, usize),
        place: Option<PlacedTile>,
        colours: &BTreeMap<i32, Colour>,
        size: f64,
    ) -> Group {
        let (x, y) = corner(cell);
        let group = Group::new().set("transform", format!("translate({x} {y})"));
        let middle = (SLOT / 2.0, SLOT / 2.0);
        if self.puzzle.shape.holes.contains(&cell) && place.is_none() {
            return group.set("class", "hole").add(Title::new(format!("{}: a hole", At::from(cell))));
        }
        let Some(place) = place else {
            let hatched = Rectangle::new().set("width", SLOT).set("height", SLOT).set("fill", "url(#empty)");
            return group.set("class", "slot empty").add(Title::new(format!("{}: empty", At::from(cell)))).add(hatched);
        };
        let title = format!("{}: tile {place}", At::from(cell));
        let mut group = group.set("class", "slot").add(Title::new(title));
        match self.lying(cell) {
            Some(labels) => {
                let mut triangles = Group::new().set("stroke", "#ffffff").set("stroke-width", 1);
                let mut texts = Group::new();
                for (side, label) in Side::ALL.into_iter().zip(labels) {
                    let colour = colours.get(&label).copied().unwrap_or(Colour::GREY);
                    let [a, b] = ends(side);
                    let points = [a, b, middle].map(|(x, y)| format!("{x},{y}")).join(" ");
                    triangles = triangles.add(Polygon::new().set("points", points).set("fill", colour.to_string()));
                    let at = between(between(a, b, 0.5), middle, 0.41);
                    texts = texts.add(text(self.text(label), at, size).set("fill", colour.ink()));
                }
                group = group.add(triangles).add(texts);
            }
            None => {
                group = group.add(Rectangle::new().set("width", SLOT).set("height", SLOT).set("fill", "#ffffff"));
            }
        }
        let number = place.tile.to_string();
        let (radius, size) = (0.135 * SLOT, fitting(&number, 0.235 * SLOT, 0.16 * SLOT));
        group
            .add(Circle::new().set("cx", middle.0).set("cy", middle.1).set("r", radius).set("fill", "#ffffff"))
            .add(text(number, middle, size).set("fill", "#000000").set("font-weight", "bold"))
    }
}

/// The SVG text.
impl fmt::Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colours = colours(self.puzzle);
        // Between a mark on the seam and the number in the middle.
        let fits = |&label: &i32| fitting(&self.text(label), 0.3 * SLOT, 0.2 * SLOT);
        let size = colours.keys().map(fits).fold(0.2 * SLOT, f64::min);
        // A grid without cells may have ever so many rows or columns.
        let slots = self.board.cells().len();
        let (rows, cols) = if slots == 0 { (0, 0) } else { (self.board.height(), self.board.width()) };
        let (right, below) = corner((rows, cols));
        let (width, height) = (right + RIM, below + RIM);

        let stripe = Line::new().set("y2", 10).set("stroke", "#b8b8b8").set("stroke-width", 6);
        let hatching = Pattern::new()
            .set("id", "empty")
            .set("width", 10)
            .set("height", 10)
            .set("patternUnits", "userSpaceOnUse")
            .set("patternTransform", "rotate(45)")
            .add(Rectangle::new().set("width", 10).set("height", 10).set("fill", "#f4f4f4"))
            .add(stripe);
        let mut document = Document::new()
            .set("width", width)
            .set("height", height)
            .set("viewBox", (0, 0, width, height))
            .set("font-family", "DejaVu Sans, Verdana, Arial, sans-serif")
            .set("text-anchor", "middle")
            .add(Definitions::new().add(hatching))
            .add(Rectangle::new().set("width", width).set("height", height).set("fill", "#ffffff"));

        let mut numbers = Group::new().set("fill", "#606060");
        for col in 0..cols {
            numbers = numbers.add(text((col + 1).to_string(), (corner((0, col)).0 + SLOT / 2.0, MARGIN / 2.0), 14.0));
        }
        for row in 0..rows {
            numbers = numbers.add(text((row + 1).to_string(), (MARGIN / 2.0, corner((row, 0)).1 + SLOT / 2.0), 14.0));
        }
        document = document.add(numbers);

        for (cell, &place) in self.board.indexed() {
            document = document.add(self.slot(cell, place, &colours, size));
        }

        // The lines between slots, over the edges of the triangles.
        let mut lines = Group::new().set("stroke", "#202020").set("stroke-width", 2.5).set("stroke-linecap", "square");
        let ruled = |(x1, y1): (f64, f64), (x2, y2): (f64, f64)| {
            Line::new().set("x1", x1).set("y1", y1).set("x2", x2).set("y2", y2)
        };
        for row in 0..=rows {
            lines = lines.add(ruled(corner((row, 0)), corner((row, cols))));
        }
        for col in 0..=cols {
            lines = lines.add(ruled(corner((0, col)), corner((rows, col))));
        }
        document = document.add(lines);

        for (slot, side) in self.mismatches() {
            let (x, y) = corner(slot);
            let [a, b] = ends(side).map(|(dx, dy)| (x + dx, y + dy));
            let bar = |colour: &str, width: u32| {
                let line = ruled(between(a, b, 0.2), between(a, b, 0.8));
                line.set("stroke", colour).set("stroke-width", width)
            };
            let title = Title::new(format!("{}'s {side}", At::from(slot)));
            let mark = Group::new().set("class", "mismatch").set("stroke-linecap", "round").add(title);
            document = document.add(mark.add(bar("#202020", 13)).add(bar("#ffffff", 11)).add(bar("#e00000", 7)));
        }
        writeln!(f, "{document}")
    }
}
