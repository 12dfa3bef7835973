//! Tiles with four labelled sides, their rotations, and sets of tiles.

use std::fmt;

/// A side of a tile or slot, clockwise from the top.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The upper side.
    Top,
    /// The right side.
    Right,
    /// The lower side.
    Bottom,
    /// The left side.
    Left,
}

impl Side {
    /// All four, clockwise from the top.
    pub const ALL: [Side; 4] = [Side::Top, Side::Right, Side::Bottom, Side::Left];

    /// The side across: top and bottom, left and right.
    pub fn opposite(self) -> Self {
        Self::ALL[(self as usize + 2) % 4]
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Top => "top",
            Side::Right => "right",
            Side::Bottom => "bottom",
            Side::Left => "left",
        })
    }
}

/// A tile: four labels, clockwise from the top.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tile {
    /// The labels, clockwise from the top.
    pub labels: [i32; 4],
}

impl Tile {
    /// The tile after `rotation` clockwise quarter turns: `turned[i] = tile[(i + 4 − rotation) % 4]`.
    pub fn turned(self, rotation: u8) -> Self {
        let r = usize::from(rotation % 4);
        Self { labels: std::array::from_fn(|i| self.labels[(i + 4 - r) % 4]) }
    }

    /// The label on one side.
    pub fn label(self, side: Side) -> i32 {
        self.labels[side as usize]
    }
}

impl From<[i32; 4]> for Tile {
    fn from(labels: [i32; 4]) -> Self {
        Self { labels }
    }
}

/// A tile in a slot: its number in the caller's list (from 0) and its clockwise quarter turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlacedTile {
    /// The tile's index in the caller's list.
    pub tile: usize,
    /// Clockwise quarter turns, 0 to 3.
    pub rotation: u8,
}

impl PlacedTile {
    /// No tile: what stands at a hole of a board, and in a slot that may stay empty and does. Its number is that of no tile.
    pub const NONE: PlacedTile = PlacedTile { tile: usize::MAX, rotation: 0 };

    /// Does a tile lie there?
    pub fn is_some(self) -> bool {
        self.tile != Self::NONE.tile
    }
}

/// The tile number, and the quarter turns as `↻1` to `↻3` where there are any; `·` where no tile lies.
impl fmt::Display for PlacedTile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self.rotation {
            _ if !self.is_some() => "·".to_owned(),
            0 => self.tile.to_string(),
            r => format!("{}↻{r}", self.tile),
        };
        f.pad(&text)
    }
}

/// Which label may lie against which.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mates {
    /// A label meets itself.
    Equal,
    /// A label meets its negative; 0 meets itself.
    Opposite,
    /// The listed pairs meet, in both orders; a label that is not listed meets itself.
    Pairs(Vec<(i32, i32)>),
}

impl Mates {
    /// The label that must lie against `label`; `None` when no label can (`i32::MIN` has no negative).
    pub fn mate(&self, label: i32) -> Option<i32> {
        match self {
            Mates::Equal => Some(label),
            Mates::Opposite => label.checked_neg(),
            Mates::Pairs(pairs) => Some(
                pairs
                    .iter()
                    .find_map(|&(a, b)| if a == label { Some(b) } else { (b == label).then_some(a) })
                    .unwrap_or(label),
            ),
        }
    }
}

impl Mates {
    /// A label that the list of pairs gives two mates: the label, its first mate, the other. Without one, mating is mutual.
    pub fn conflict(&self) -> Option<(i32, i32, i32)> {
        let Mates::Pairs(pairs) = self else { return None };
        pairs.iter().flat_map(|&(a, b)| [(a, b), (b, a)]).find_map(|(label, second)| {
            let first = self.mate(label)?;
            (first != second).then_some((label, first, second))
        })
    }
}

/// Tiles that cannot be told apart once turned: one class with a multiplicity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TileClass {
    /// The labels of the class's first tile.
    pub tile: Tile,
    /// Its members: index in the caller's list, and the quarter turns that take `tile` to that member as listed.
    pub members: Vec<(usize, u8)>,
}

/// A tile class in one of its distinct rotations: one value of a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OrientedTile {
    /// The class's index in [`TileSet::classes`].
    pub class: usize,
    /// Clockwise quarter turns of the class's tile.
    pub rotation: u8,
    /// The labels as they lie.
    pub tile: Tile,
}

/// A set of tiles: identical tiles form one class, and a symmetric tile has fewer rotations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TileSet {
    classes: Vec<TileClass>,
    oriented: Vec<OrientedTile>,
    /// The class of each tile of the caller's list.
    class_of: Vec<usize>,
    /// By side the labels, ascending, each with the oriented tiles that show it there.
    by_label: [Vec<(i32, Vec<u64>)>; 4],
    /// By class the range of its oriented tiles.
    ranges: Vec<std::ops::Range<usize>>,
    class_numbers: Vec<usize>,
    /// One more value of a slot, after the oriented tiles: it stays empty.
    blank: bool,
}

/// The oriented tiles of a class, as a bit set.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ClassMask {
    start: usize,
    end: usize,
}

impl ClassMask {
    /// One word of the bit set.
    pub(crate) fn word(self, w: usize) -> u64 {
        let below = |position: usize| match position.saturating_sub(w * 64) {
            0 => 0,
            bits if bits >= 64 => u64::MAX,
            bits => (1 << bits) - 1,
        };
        below(self.end) & !below(self.start)
    }

    /// Its words that are not 0, each with the same word of `bits`.
    pub(crate) fn iter(self, bits: &[u64]) -> impl Iterator<Item = (u64, u64)> + '_ {
        (self.start / 64..self.end.div_ceil(64)).filter_map(move |w| Some((self.word(w), *bits.get(w)?)))
    }
}

impl TileSet {
    /// The set of `tiles`, which may be turned if `rotations`.
    pub fn new(tiles: &[Tile], rotations: bool) -> Self {
        let turns = if rotations { 4 } else { 1 };
        let mut classes: Vec<TileClass> = Vec::new();
        let mut class_of = Vec::new();
        // Look-ups only: the order of the classes is that of the caller's list.
        let mut known = std::collections::HashMap::new();
        for (index, &tile) in tiles.iter().enumerate() {
            let canonical = (0..turns).map(|r| tile.turned(r)).min().unwrap_or(tile);
            let class = *known.entry(canonical).or_insert_with(|| {
                classes.push(TileClass { tile, members: Vec::new() });
                classes.len() - 1
            });
            let offset = (0..turns).find(|&r| classes[class].tile.turned(r) == tile).unwrap_or(0);
            classes[class].members.push((index, offset));
            class_of.push(class);
        }
        let mut oriented: Vec<OrientedTile> = Vec::new();
        for (class, entry) in classes.iter().enumerate() {
            let first = oriented.len();
            for rotation in 0..turns {
                let tile = entry.tile.turned(rotation);
                if oriented[first..].iter().all(|seen| seen.tile != tile) {
                    oriented.push(OrientedTile { class, rotation, tile });
                }
            }
        }
        let words = oriented.len().div_ceil(64);
        let by_label = Side::ALL.map(|side| {
            let mut masks = std::collections::BTreeMap::new();
            for (position, lying) in oriented.iter().enumerate() {
                let mask = masks.entry(lying.tile.label(side)).or_insert_with(|| vec![0u64; words]);
                mask[position / 64] |= 1 << (position % 64);
            }
            masks.into_iter().collect()
        });
        let mut ranges = Vec::with_capacity(classes.len());
        for lies in oriented.chunk_by(|a, b| a.class == b.class) {
            let start = ranges.last().map_or(0, |range: &std::ops::Range<usize>| range.end);
            ranges.push(start..start + lies.len());
        }
        let class_numbers = (0..classes.len()).collect();
        Self { classes, oriented, class_of, by_label, ranges, class_numbers, blank: false }
    }

    /// A slot may also stay empty: it then holds [`PlacedTile::NONE`], shows no label, and uses no tile.
    #[must_use]
    pub fn with_blank(mut self) -> Self {
        self.blank = true;
        self
    }

    /// The value of a slot that stays empty, if it may: one more than the last oriented tile's.
    pub fn blank(&self) -> Option<u32> {
        self.blank.then_some(self.oriented.len() as u32)
    }

    /// The number of values of a slot: the oriented tiles, and one more if it may stay empty.
    pub fn values(&self) -> usize {
        self.oriented.len() + usize::from(self.blank)
    }

    /// The label that a value of a slot shows on one side; `None` when it stays empty.
    pub fn label(&self, value: u32, side: Side) -> Option<i32> {
        self.oriented.get(value as usize).map(|lying| lying.tile.label(side))
    }

    /// The labels shown on one side, ascending, each with the oriented tiles that show it, as a bit set.
    pub(crate) fn by_label(&self, side: Side) -> &[(i32, Vec<u64>)] {
        &self.by_label[side as usize]
    }

    /// The oriented tiles that show `label` on `side`, as a bit set.
    pub(crate) fn showing(&self, side: Side, label: i32) -> Option<&[u64]> {
        let labels = &self.by_label[side as usize];
        labels.binary_search_by_key(&label, |entry| entry.0).ok().map(|i| labels[i].1.as_slice())
    }

    /// The oriented tiles of a class, as a bit set.
    pub(crate) fn of_class(&self, class: usize) -> Option<ClassMask> {
        self.ranges.get(class).map(|range| ClassMask { start: range.start, end: range.end })
    }

    /// 0, 1, 2, … for each class.
    pub(crate) fn class_numbers(&self) -> &[usize] {
        &self.class_numbers
    }

    /// The number of tiles.
    pub fn len(&self) -> usize {
        self.class_of.len()
    }

    /// Has it no tile?
    pub fn is_empty(&self) -> bool {
        self.class_of.is_empty()
    }

    /// The classes of identical tiles, in the order of their first member.
    pub fn classes(&self) -> &[TileClass] {
        &self.classes
    }

    /// The values of a slot: each class in each of its distinct rotations.
    pub fn oriented(&self) -> &[OrientedTile] {
        &self.oriented
    }

    /// The class of a tile of the caller's list.
    pub fn class_of(&self, tile: usize) -> Option<usize> {
        self.class_of.get(tile).copied()
    }

    /// The values of a slot that put down `tile` (of the caller's list) after `rotation` quarter turns.
    pub(crate) fn value_of(&self, tile: usize, rotation: u8) -> Option<u32> {
        let class = self.class_of(tile)?;
        let &(_, offset) = self.classes[class].members.iter().find(|(member, _)| *member == tile)?;
        let lying = self.classes[class].tile.turned(offset).turned(rotation);
        self.oriented.iter().position(|o| o.class == class && o.tile == lying).map(|i| i as u32)
    }

    /// The `nth` member of the class of a slot's value, with the quarter turns that make it lie so.
    pub(crate) fn member(&self, value: u32, nth: usize) -> PlacedTile {
        let Some(oriented) = self.oriented.get(value as usize) else { return PlacedTile::NONE };
        let members = &self.classes[oriented.class].members;
        let (tile, offset) = members[nth % members.len()];
        PlacedTile { tile, rotation: (oriented.rotation + 4 - offset) % 4 }
    }
}
