//! Pictures of tile boards, read back as XML: a group for each slot, its labels as they lie, and a mark where, and only where,
//! an oracle of the test's own finds that labels touch what they may not.
#![cfg(feature = "svg")]

mod oracle;
mod plant;

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::{Just, any, prop};
use proptest::sample::select;
use proptest::strategy::Strategy;
use proptest::{prop_assert, prop_assert_eq, prop_oneof, proptest};
use puzzle_ilp::{CardList, EdgeMatching, Grid, Mates, PlacedTile, Tile};
use roxmltree::{Document, Node};

// ---------------------------------------------------------------- reading a picture

fn number(node: Node, attribute: &str) -> f64 {
    node.attribute(attribute).and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("{attribute} of {node:?}"))
}

fn elements<'a>(node: Node<'a, 'a>, name: &'a str) -> impl Iterator<Item = Node<'a, 'a>> {
    node.descendants().filter(move |node| node.has_tag_name(("http://www.w3.org/2000/svg", name)))
}

fn texts<'a>(node: Node<'a, 'a>, name: &'a str) -> Vec<String> {
    elements(node, name).map(|node| node.text().unwrap_or_default().trim().to_owned()).collect()
}

/// A slot as it is drawn.
#[derive(Debug, PartialEq)]
struct Drawn {
    corner: (f64, f64),
    empty: bool,
    title: String,
    texts: Vec<String>,
    fills: Vec<String>,
}

fn groups<'a>(document: &'a Document<'a>, class: &'a str) -> impl Iterator<Item = Node<'a, 'a>> {
    let has = move |node: &Node| node.attribute("class").is_some_and(|all| all.split(' ').any(|one| one == class));
    elements(document.root(), "g").filter(has)
}

fn slots(document: &Document) -> Vec<Drawn> {
    groups(document, "slot")
        .map(|group| {
            let place = group.attribute("transform").and_then(|text| text.strip_prefix("translate("));
            let (x, y) = place.and_then(|text| text.strip_suffix(')')).and_then(|text| text.split_once(' ')).unwrap();
            let fill = |node: Node| node.attribute("fill").unwrap().to_owned();
            Drawn {
                corner: (x.parse().unwrap(), y.parse().unwrap()),
                empty: group.attribute("class").unwrap().ends_with(" empty"),
                title: texts(group, "title").concat(),
                texts: texts(group, "text"),
                fills: elements(group, "polygon").map(fill).collect(),
            }
        })
        .collect()
}

/// The middle of each mark, and which way it lies, in the order of the picture.
fn marks(document: &Document) -> Vec<((f64, f64), bool)> {
    groups(document, "mismatch")
        .map(|group| {
            let lines: BTreeSet<String> = elements(group, "line")
                .map(|line| {
                    let [x1, y1, x2, y2] = ["x1", "y1", "x2", "y2"].map(|name| number(line, name));
                    format!("{} {} {}", (x1 + x2) / 2.0, (y1 + y2) / 2.0, x1 == x2)
                })
                .collect();
            // All bars of a mark lie over each other.
            assert_eq!(lines.len(), 1, "{lines:?}");
            let line = lines.first().unwrap().clone();
            let [x, y, upright] = *line.split(' ').collect::<Vec<_>>() else { panic!("{line}") };
            ((x.parse().unwrap(), y.parse().unwrap()), upright == "true")
        })
        .collect()
}

// ---------------------------------------------------------------- the oracle

/// A board as plain data.
#[derive(Debug, Clone)]
struct Plain {
    rows: usize,
    cols: usize,
    tiles: Vec<[i32; 4]>,
    mates: Mates,
    frame: Option<i32>,
    /// By row: tile and clockwise quarter turns.
    slots: Vec<Option<(usize, u8)>>,
}

impl Plain {
    fn puzzle(&self) -> EdgeMatching {
        let tiles: Vec<Tile> = self.tiles.iter().map(|&labels| Tile::from(labels)).collect();
        let puzzle = EdgeMatching::new(self.rows, self.cols, tiles).unwrap().mates(self.mates.clone());
        match self.frame {
            Some(label) => puzzle.frame(label),
            None => puzzle,
        }
    }

    fn board(&self) -> Grid<Option<PlacedTile>> {
        let place = |slot: &Option<(usize, u8)>| slot.map(|(tile, rotation)| PlacedTile { tile, rotation });
        Grid::from_rows(self.slots.chunks(self.cols).map(|row| row.iter().map(place))).unwrap()
    }

    /// The labels of a slot from the top, as they lie.
    fn lying(&self, r: usize, c: usize) -> Option<[i32; 4]> {
        let (tile, turns) = self.slots[r * self.cols + c]?;
        let mut labels = self.tiles[tile];
        for _ in 0..turns {
            let [top, right, bottom, left] = labels;
            labels = [left, top, right, bottom];
        }
        Some(labels)
    }

    fn may_touch(&self, a: i32, b: i32) -> bool {
        match &self.mates {
            Mates::Opposite => i64::from(a) + i64::from(b) == 0,
            Mates::Pairs(pairs) => {
                let listed = pairs.iter().any(|&(x, y)| x == a || y == a);
                pairs.contains(&(a, b)) || pairs.contains(&(b, a)) || (!listed && a == b)
            }
            _ => a == b,
        }
    }

    /// The middle of each side that is wrong, in slots from the board's corner, and whether it is upright.
    fn wrong(&self) -> Vec<((f64, f64), bool)> {
        let mut wrong = Vec::new();
        for r in 0..self.rows {
            for c in 0..self.cols {
                let Some([top, right, bottom, left]) = self.lying(r, c) else { continue };
                let (x, y) = (c as f64, r as f64);
                let beside = (c + 1 < self.cols).then(|| self.lying(r, c + 1)).flatten();
                let below = (r + 1 < self.rows).then(|| self.lying(r + 1, c)).flatten();
                let rim = |label: i32, outside: bool| outside && self.frame.is_some_and(|frame| frame != label);
                let sides = [
                    (rim(top, r == 0), (x + 0.5, y), false),
                    (rim(left, c == 0), (x, y + 0.5), true),
                    (
                        rim(right, c + 1 == self.cols) || beside.is_some_and(|there| !self.may_touch(right, there[3])),
                        (x + 1.0, y + 0.5),
                        true,
                    ),
                    (
                        rim(bottom, r + 1 == self.rows) || below.is_some_and(|there| !self.may_touch(bottom, there[0])),
                        (x + 0.5, y + 1.0),
                        false,
                    ),
                ];
                wrong.extend(sides.into_iter().filter(|side| side.0).map(|(_, at, upright)| (at, upright)));
            }
        }
        wrong
    }
}

fn any_board() -> impl Strategy<Value = Plain> {
    let label = prop_oneof![8 => -3..4i32, 1 => select(vec![i32::MIN, i32::MAX, 1000])];
    let mates = prop_oneof![
        Just(Mates::Equal),
        Just(Mates::Opposite),
        Just(Mates::Pairs(vec![(1, 2), (0, 0), (3, i32::MIN)])),
    ];
    (1..5usize, 1..5usize, 1..10usize, mates, prop::option::of(-1..2i32)).prop_flat_map(
        move |(rows, cols, count, mates, frame)| {
            let tiles = prop::collection::vec(prop::array::uniform4(label.clone()), count);
            let slot = prop::option::weighted(0.8, (0..count, 0..4u8));
            let slots = prop::collection::vec(slot, rows * cols);
            (tiles, slots).prop_map(move |(tiles, slots)| Plain {
                rows,
                cols,
                tiles,
                mates: mates.clone(),
                frame,
                slots,
            })
        },
    )
}

fn sorted(mut marks: Vec<((f64, f64), bool)>) -> Vec<((f64, f64), bool)> {
    marks.sort_by(|a, b| a.partial_cmp(b).unwrap());
    marks
}

proptest! {
    #![proptest_config(plant::config(1_000, "proptest-regressions/picture.txt"))]

    #[test]
    fn a_picture_shows_the_board(plain in any_board()) {
        let text = plain.puzzle().picture(&plain.board()).to_string();
        let document = Document::parse(&text).unwrap();
        let drawn = slots(&document);
        prop_assert_eq!(drawn.len(), plain.rows * plain.cols);
        // Slots lie row by row, side by side.
        let (x, y) = drawn[0].corner;
        let side = 100.0;
        let mut fill_of: BTreeMap<i32, String> = BTreeMap::new();
        for (i, slot) in drawn.iter().enumerate() {
            let (r, c) = (i / plain.cols, i % plain.cols);
            prop_assert_eq!(slot.corner, (x + side * c as f64, y + side * r as f64));
            prop_assert!(slot.title.starts_with(&format!("r{}c{}: ", r + 1, c + 1)), "{}", slot.title);
            match plain.lying(r, c) {
                None => prop_assert!(slot.empty && slot.texts.is_empty() && slot.fills.is_empty(), "{slot:?}"),
                Some(labels) => {
                    let tile = plain.slots[i].unwrap().0;
                    let texts: Vec<String> = labels.iter().map(i32::to_string).chain([tile.to_string()]).collect();
                    prop_assert!(!slot.empty);
                    prop_assert_eq!(&slot.texts, &texts);
                    prop_assert_eq!(slot.fills.len(), 4);
                    for (label, fill) in labels.iter().zip(&slot.fills) {
                        prop_assert_eq!(fill_of.entry(*label).or_insert_with(|| fill.clone()), fill);
                    }
                }
            }
        }
        // Each label has a colour of its own.
        let different: BTreeSet<&String> = fill_of.values().collect();
        prop_assert_eq!(different.len(), fill_of.len(), "{:?}", fill_of);
        // Marks lie where labels are wrong, and nowhere else.
        let placed = |((across, down), upright)| ((x + side * across, y + side * down), upright);
        prop_assert_eq!(sorted(marks(&document)), sorted(plain.wrong().into_iter().map(placed).collect()));
        // Nothing lies outside.
        let svg = document.root_element();
        prop_assert!(number(svg, "width") >= x + side * plain.cols as f64);
        prop_assert!(number(svg, "height") >= y + side * plain.rows as f64);
        prop_assert_eq!(plain.puzzle().picture(&plain.board()).to_string(), text);
    }

    /// Boards that do not fit the puzzle, tiles that there are not, names of any kind.
    #[test]
    fn any_board_and_any_name_make_a_picture(
        plain in any_board(),
        (rows, cols) in (0..4usize, 0..4usize),
        place in (any::<usize>(), any::<u8>()),
        name in any::<String>(),
    ) {
        let board = Grid::from_fn(rows, cols, |r, c| {
            if (r + c) % 2 == 0 { Some(PlacedTile { tile: place.0, rotation: place.1 }) } else { None }
        });
        let puzzle = plain.puzzle();
        let text = puzzle.picture(&board).names(|_| Some(name.clone())).to_string();
        prop_assert_eq!(slots(&Document::parse(&text).unwrap()).len(), rows * cols);
        let text = puzzle.picture(&plain.board()).names(|_| Some(name.clone())).to_string();
        let document = Document::parse(&text).unwrap();
        if let Some(full) = slots(&document).iter().find(|slot| !slot.empty) {
            let legal = name.replace(|c: char| c.is_control() || c == '\u{fffe}' || c == '\u{ffff}', "\u{fffd}");
            prop_assert_eq!(&full.texts[0], legal.trim());
        }
    }
}

// ---------------------------------------------------------------- single cases

fn row(tiles: &[[i32; 4]]) -> (EdgeMatching, Grid<PlacedTile>) {
    let puzzle = EdgeMatching::new(1, tiles.len(), tiles.iter().map(|&labels| Tile::from(labels)).collect::<Vec<_>>());
    (puzzle.unwrap(), Grid::from_fn(1, tiles.len(), |_, c| PlacedTile { tile: c, rotation: 0 }))
}

/// Red, green and blue.
fn rgb(fill: &str) -> [u8; 3] {
    [1, 3, 5].map(|i| u8::from_str_radix(&fill[i..i + 2], 16).unwrap())
}

#[test]
fn a_full_board_and_one_with_options_make_the_same_picture() {
    let (puzzle, board) = row(&[[1, 2, 3, 4], [5, 6, 7, 2]]);
    assert_eq!(puzzle.picture(&board).to_string(), puzzle.picture(&board.map(|&place| Some(place))).to_string());
}

#[test]
fn names_stand_in_place_of_labels() {
    let (puzzle, board) = row(&[[1, 2, 3, 4]]);
    let text = puzzle.picture(&board).names(|label| (label != 2).then(|| format!("<{label} & \"co\">"))).to_string();
    let drawn = slots(&Document::parse(&text).unwrap());
    assert_eq!(drawn[0].texts, ["<1 & \"co\">", "2", "<3 & \"co\">", "<4 & \"co\">", "0"]);
}

#[test]
fn many_labels_have_different_colours_and_the_frame_is_grey() {
    let labels: Vec<[i32; 4]> = (0..8).map(|i| [4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3]).collect();
    let (puzzle, board) = row(&labels);
    let text = puzzle.frame(0).picture(&board).to_string();
    let fills: Vec<String> = slots(&Document::parse(&text).unwrap()).into_iter().flat_map(|slot| slot.fills).collect();
    let [r, g, b] = rgb(&fills[0]);
    assert!(r == g && g == b, "{}", fills[0]);
    for (i, first) in fills.iter().enumerate() {
        for second in &fills[..i] {
            let distance: u32 = rgb(first).iter().zip(rgb(second)).map(|(a, b)| u32::from(a.abs_diff(b))).sum();
            assert!(distance >= 20, "{first} and {second}");
        }
    }
}

#[test]
fn mates_that_differ_have_a_lighter_and_a_darker_tone() {
    let (puzzle, board) = row(&[[1, -1, 2, -2], [3, -3, 0, 0]]);
    let text = puzzle.mates(Mates::Opposite).picture(&board).to_string();
    let fills: Vec<String> = slots(&Document::parse(&text).unwrap()).into_iter().flat_map(|slot| slot.fills).collect();
    for pair in fills[..6].chunks(2) {
        let [light, dark] = [rgb(&pair[0]), rgb(&pair[1])];
        assert!((0..3).all(|i| light[i] > dark[i]), "{pair:?}");
        // Which of red, green and blue is the most, and which the least, stays.
        let order = |colour: [u8; 3]| {
            let mut order = [0, 1, 2];
            order.sort_by_key(|&i| colour[i]);
            order[2]
        };
        assert_eq!(order(light), order(dark), "{pair:?}");
    }
}

#[test]
fn boards_without_slots_make_pictures() {
    let (puzzle, _) = row(&[[1, 2, 3, 4]]);
    for (rows, cols) in [(0, 0), (usize::MAX, 0), (0, usize::MAX)] {
        let board = Grid::from_fn(rows, cols, |_, _| PlacedTile { tile: 0, rotation: 0 });
        let text = puzzle.picture(&board).to_string();
        assert!(slots(&Document::parse(&text).unwrap()).is_empty());
    }
}

/// `docs/img/big_cat.svg` is what the README says that it is: the one answer, whichever way round it is found. When pictures
/// change, the README's command makes it anew.
#[test]
fn the_picture_of_the_readme_is_the_board_of_its_file() {
    let cards: CardList = include_str!("../examples/tiles/big_cat.txt").parse().unwrap();
    let puzzle = EdgeMatching::new(3, 3, cards.pieces().tiles()).unwrap().mates(Mates::Opposite);
    let places = [[(3, 3), (7, 2), (2, 1)], [(4, 1), (5, 0), (0, 1)], [(6, 0), (1, 1), (8, 1)]];
    let board = Grid::from_fn(3, 3, |r, c| PlacedTile { tile: places[r][c].0, rotation: places[r][c].1 });
    let turned = |board: &Grid<PlacedTile>| {
        Grid::from_fn(3, 3, |r, c| {
            let PlacedTile { tile, rotation } = board[(2 - c, r)];
            PlacedTile { tile, rotation: (rotation + 1) % 4 }
        })
    };
    let boards = std::iter::successors(Some(board), |board| Some(turned(board))).take(4);
    let pictures: Vec<String> =
        boards.map(|board| puzzle.picture(&board).names(|label| cards.name(label)).to_string()).collect();
    for picture in &pictures {
        assert!(marks(&Document::parse(picture).unwrap()).is_empty());
    }
    assert!(pictures.iter().any(|picture| picture == include_str!("../docs/img/big_cat.svg")));
}
