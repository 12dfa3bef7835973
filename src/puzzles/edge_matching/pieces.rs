//! Files of tiles: piece lists, where labels are integers, and half-picture cards, where labels have names.
//!
//! Both have the same lines. `#` starts a comment, blank lines are skipped, and fields are separated by white space or by
//! commas. The number of fields says what a line is:
//!
//! | fields | where | meaning |
//! |---|---|---|
//! | 1 | first line | the board's size: as many rows as columns |
//! | 2 | first line | the board's size: rows, then columns |
//! | 4 | | a tile: its labels, clockwise from the top |
//! | 5 | | a tile's id, then its labels |
//!
//! Ids are on all lines or on none, from 0 or 1 on, without a gap; since they say no more than the order, they are not kept.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

use crate::cells::Tile;
use crate::input::InputError;

/// A text that is no list of tiles.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {kind}")]
#[non_exhaustive]
pub struct PieceError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// What is wrong there.
    pub kind: PieceErrorKind,
}

/// What is wrong with a list of tiles. Text found is cut off after 40 characters.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PieceErrorKind {
    /// There is no line with a tile.
    #[error("the end, expected a tile")]
    NoTiles,
    /// A line has more or fewer fields than a tile.
    #[error("a line of {found} fields, expected {expected}")]
    FieldCount {
        /// The number of fields.
        found: usize,
        /// The numbers allowed, as text.
        expected: &'static str,
    },
    /// The header is no size of a board.
    #[error("\"{found}\" as the board's size, expected an integer from 1")]
    Size {
        /// The field.
        found: String,
    },
    /// The header asks for more or fewer tiles than there are.
    #[error("a board of {rows} × {cols} slots for {tiles} tiles, expected one tile for each slot")]
    TileCount {
        /// The header's rows.
        rows: usize,
        /// The header's columns.
        cols: usize,
        /// The number of tiles.
        tiles: usize,
    },
    /// The ids do not count the tiles.
    #[error("\"{found}\" as a tile's id, expected {expected}")]
    Id {
        /// The field.
        found: String,
        /// The id that comes here, as text.
        expected: String,
    },
    /// A label that is no integer.
    #[error("\"{found}\" as a label, expected an integer")]
    Label {
        /// The field.
        found: String,
    },
    /// A label that is an integer too large or too small.
    #[error("{found} as a label, expected an integer from −2147483648 to 2147483647")]
    LabelRange {
        /// The field.
        found: String,
    },
    /// A label of a card that does not name a half of a picture.
    #[error(
        "\"{found}\" as a half of a picture, expected letters or digits for the picture and one letter for the half"
    )]
    HalfPicture {
        /// The field.
        found: String,
    },
    /// A third letter for the half of a picture.
    #[error("\"{found}\" as a half of a picture, expected one of the halves {first} and {second} at its end")]
    ThirdHalf {
        /// The field.
        found: String,
        /// The half that comes first in the file.
        first: char,
        /// The other half.
        second: char,
    },
}

// ---------------------------------------------------------------- lines and fields

/// Where a field starts, in bytes of its line, and its text; empty between two commas.
#[derive(Clone, Copy)]
struct Field<'a> {
    start: usize,
    text: &'a str,
}

impl Field<'_> {
    /// The text for an error, which may be asked to hold a file without line breaks.
    fn found(self) -> String {
        const MOST: usize = 40;
        match self.text.char_indices().nth(MOST) {
            Some((end, _)) => format!("{}…", &self.text[..end]),
            None => self.text.to_owned(),
        }
    }

    /// Digits with or without a sign: an integer, in range or not.
    fn is_integer(self) -> bool {
        let digits = self.text.strip_prefix(['-', '+']).unwrap_or(self.text);
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    }
}

/// A line without its comment, and its number from 1.
#[derive(Clone, Copy)]
struct Line<'a> {
    number: usize,
    text: &'a str,
}

impl<'a> Line<'a> {
    /// The parts between commas, each taken apart at white space. A part without text counts as one empty field, and a line
    /// without text as none.
    fn fields(self) -> Vec<Field<'a>> {
        let mut fields = Vec::new();
        if self.text.trim().is_empty() {
            return fields;
        }
        let mut start = 0;
        for part in self.text.split(',') {
            let before = fields.len();
            let mut at = 0;
            for text in part.split_whitespace() {
                at += part[at..].find(text).unwrap_or(0);
                fields.push(Field { start: start + at, text });
                at += text.len();
            }
            if fields.len() == before {
                fields.push(Field { start, text: "" });
            }
            start += part.len() + 1;
        }
        fields
    }

    /// An error at the byte `start` of the line.
    fn error(self, start: usize, kind: PieceErrorKind) -> PieceError {
        let column = self.text.get(..start).map_or(0, |before| before.chars().count()) + 1;
        PieceError { line: self.number, column, kind }
    }

    /// The error of a line that is no tile: at the first field too many, or behind the last where one is missing.
    fn wrong_count(self, fields: &[Field], most: usize, expected: &'static str) -> PieceError {
        let end = fields.last().map_or(0, |last| last.start + last.text.len());
        let start = fields.get(most).map_or(end, |surplus| surplus.start);
        self.error(start, PieceErrorKind::FieldCount { found: fields.len(), expected })
    }
}

/// Reads size and tiles; `label` reads one label.
fn read(text: &str, mut label: impl FnMut(Field) -> Result<i32, PieceErrorKind>) -> Result<PieceList, PieceError> {
    let mut header: Option<(Line, (usize, usize))> = None;
    let mut tiles: Vec<Tile> = Vec::new();
    // On the first line with a tile: the id there, or that there is none.
    let mut first_id: Option<Option<usize>> = None;
    let mut end = 1;
    // A byte order mark is no part of the text.
    for (i, text) in text.strip_prefix('\u{feff}').unwrap_or(text).lines().enumerate() {
        let line = Line { number: i + 1, text: text.split('#').next().unwrap_or_default() };
        end = i + 2;
        let fields = line.fields();
        if fields.is_empty() {
            continue;
        }
        if tiles.is_empty() && header.is_none() && fields.len() <= 2 {
            let mut size = [0; 2];
            for (&field, length) in fields.iter().cycle().zip(&mut size) {
                let positive = field.text.parse().ok().filter(|&length: &usize| length > 0);
                *length =
                    positive.ok_or_else(|| line.error(field.start, PieceErrorKind::Size { found: field.found() }))?;
            }
            header = Some((line, size.into()));
            continue;
        }
        let (most, expected) = match (first_id, &header) {
            (Some(None), _) => (4, "4 (a tile's labels), as on the lines before"),
            (Some(Some(_)), _) => (5, "5 (a tile's id and labels), as on the lines before"),
            (None, Some(_)) => (5, "4 (a tile's labels) or 5 (its id before them)"),
            (None, None) => (5, "4 (a tile's labels), 5 (its id before them), or 1 or 2 (the board's size)"),
        };
        let (id, labels) = match (first_id, &*fields) {
            (None | Some(None), labels @ [_, _, _, _]) => (None, labels),
            (None | Some(Some(_)), [id, labels @ ..]) if labels.len() == 4 => (Some(*id), labels),
            _ => return Err(line.wrong_count(&fields, most, expected)),
        };
        let mut number = None;
        if let Some(id) = id {
            number = id.text.parse::<usize>().ok().filter(|&number| match first_id.flatten() {
                None => number <= 1,
                Some(first) => number == first + tiles.len(),
            });
            if number.is_none() {
                let next = first_id.flatten().map(|first| (first + tiles.len()).to_string());
                let expected = next.unwrap_or_else(|| "0 or 1".to_owned());
                return Err(line.error(id.start, PieceErrorKind::Id { found: id.found(), expected }));
            }
        }
        first_id.get_or_insert(number);
        let mut tile = [0; 4];
        for (&field, value) in labels.iter().zip(&mut tile) {
            *value = label(field).map_err(|kind| line.error(field.start, kind))?;
        }
        tiles.push(Tile::from(tile));
    }
    if tiles.is_empty() {
        return Err(PieceError { line: end, column: 1, kind: PieceErrorKind::NoTiles });
    }
    match header {
        Some((line, (rows, cols))) if rows.checked_mul(cols) != Some(tiles.len()) => {
            let start = line.fields().first().map_or(0, |field| field.start);
            Err(line.error(start, PieceErrorKind::TileCount { rows, cols, tiles: tiles.len() }))
        }
        header => Ok(PieceList { size: header.map(|(_, size)| size), tiles }),
    }
}

fn write_size(f: &mut fmt::Formatter<'_>, size: Option<(usize, usize)>) -> fmt::Result {
    size.map_or(Ok(()), |(rows, cols)| writeln!(f, "{rows} {cols}"))
}

// ---------------------------------------------------------------- piece lists

/// A list of tiles, with the board's size where the file has one.
///
/// A line is a tile: four integers, clockwise from the top. Before the tiles there may be a line with the board's size, one
/// integer for a square or rows and columns; then there are as many tiles as slots. Before the labels there may be a column
/// of ids from 0 or 1. Fields are separated by white space or commas; `#` starts a comment.
///
/// Files agree on neither the order of the size (some have the columns first) nor that of the labels (some start at the left,
/// or go round the other way), and nothing in them tells. A label may lack a mate: on the rim it needs none, and solving
/// finds out.
///
/// ```
/// use puzzle_ilp::PieceList;
/// let list: PieceList = "2 1        # two rows, one column
///     1 2 3 4
///     3 5 6 7
/// ".parse()?;
/// assert_eq!(list.size(), Some((2, 1)));
/// assert_eq!(list.tiles()[1].labels, [3, 5, 6, 7]);
/// assert_eq!(list.to_string(), "2 1\n1 2 3 4\n3 5 6 7\n");
///
/// let error = "1 2 3 4\n1 2 x 4".parse::<PieceList>().unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 5: \"x\" as a label, expected an integer");
/// # Ok::<(), puzzle_ilp::PieceError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PieceList {
    size: Option<(usize, usize)>,
    tiles: Vec<Tile>,
}

impl PieceList {
    /// A list of tiles for a board of `size`, rows and columns, or of a size that is left open.
    ///
    /// # Errors
    /// [`InputError`] when there is no tile, or when there are more or fewer tiles than slots.
    pub fn new(size: Option<(usize, usize)>, tiles: impl Into<Vec<Tile>>) -> Result<Self, InputError> {
        let tiles = tiles.into();
        if tiles.is_empty() {
            return Err(InputError::Empty { what: "tiles" });
        }
        match size {
            Some((rows, cols)) if rows.checked_mul(cols) != Some(tiles.len()) => {
                Err(InputError::TileCount { tiles: tiles.len(), slots: rows.saturating_mul(cols) })
            }
            _ => Ok(Self { size, tiles }),
        }
    }

    /// The board's rows and columns, where the file has them.
    pub fn size(&self) -> Option<(usize, usize)> {
        self.size
    }

    /// The tiles in the order of the file.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }
}

impl FromStr for PieceList {
    type Err = PieceError;

    fn from_str(text: &str) -> Result<Self, PieceError> {
        read(text, |field| match field.text.parse() {
            Ok(label) => Ok(label),
            Err(_) if field.is_integer() => Err(PieceErrorKind::LabelRange { found: field.found() }),
            Err(_) => Err(PieceErrorKind::Label { found: field.found() }),
        })
    }
}

/// The list as a file that reads back as the same list: rows and columns, if known, then a line for each tile.
impl fmt::Display for PieceList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_size(f, self.size)?;
        self.tiles
            .iter()
            .try_for_each(|Tile { labels: [top, right, bottom, left] }| writeln!(f, "{top} {right} {bottom} {left}"))
    }
}

// ---------------------------------------------------------------- half-picture cards

/// A list of cards with half a picture on each side, such as `DT,AH,BT,MH`.
///
/// A field is the name of a picture, of letters or digits, and one letter for the half. A file has two halves at most, and a
/// half meets the other half of its picture. The lines are those of a [`PieceList`].
///
/// The pictures are numbered from 1 in the order in which they come up; the label of the half that comes up first is that
/// number, the other one's its negative, so that [`Mates::Opposite`](crate::Mates::Opposite) says which meet.
///
/// ```
/// use puzzle_ilp::CardList;
/// let cards: CardList = "DT,AH,BT,MH\nDH,AT,MT,BT".parse()?;
/// assert_eq!(cards.pieces().tiles()[1].labels, [-1, 2, 4, 3]);
/// assert_eq!(cards.name(-2).as_deref(), Some("AH"));
/// assert_eq!(cards.to_string(), "DT,AH,BT,MH\nDH,AT,MT,BT\n");
/// # Ok::<(), puzzle_ilp::PieceError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardList {
    pieces: PieceList,
    pictures: Vec<String>,
    /// One or two, in the order in which they come up.
    halves: Vec<char>,
}

impl CardList {
    /// The cards with labels in place of names.
    pub fn pieces(&self) -> &PieceList {
        &self.pieces
    }

    /// The half picture of a label, as the file writes it; `None` for a label of no card nor a card's mate.
    pub fn name(&self, label: i32) -> Option<String> {
        let number = usize::try_from(label.unsigned_abs()).ok()?;
        let picture = self.pictures.get(number.checked_sub(1)?)?;
        let half = self.halves.get(usize::from(label < 0))?;
        Some(format!("{picture}{half}"))
    }
}

impl FromStr for CardList {
    type Err = PieceError;

    fn from_str(text: &str) -> Result<Self, PieceError> {
        let mut pictures = Vec::new();
        let mut halves = Vec::new();
        // Look-ups only: the numbers are those of the file's order.
        let mut numbers: HashMap<String, i32> = HashMap::new();
        let pieces = read(text, |field| {
            let mut picture = field.text.chars();
            let half = picture.next_back().filter(|half| half.is_alphabetic());
            let picture = picture.as_str();
            let (Some(half), false, true) = (half, picture.is_empty(), picture.chars().all(char::is_alphanumeric))
            else {
                return Err(PieceErrorKind::HalfPicture { found: field.found() });
            };
            if let [first, second] = *halves
                && half != first
                && half != second
            {
                return Err(PieceErrorKind::ThirdHalf { found: field.found(), first, second });
            }
            if !halves.contains(&half) {
                halves.push(half);
            }
            let number = match numbers.get(picture) {
                Some(&number) => number,
                None => {
                    let number = i32::try_from(pictures.len() + 1)
                        .map_err(|_| PieceErrorKind::LabelRange { found: field.found() })?;
                    pictures.push(picture.to_owned());
                    numbers.insert(picture.to_owned(), number);
                    number
                }
            };
            Ok(if half == halves[0] { number } else { -number })
        })?;
        Ok(Self { pieces, pictures, halves })
    }
}

/// The cards as a file that reads back as the same list: rows and columns, if known, then a line for each card.
impl fmt::Display for CardList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_size(f, self.pieces.size)?;
        self.pieces.tiles.iter().try_for_each(|tile| {
            let names = tile.labels.map(|label| self.name(label).unwrap_or_default());
            writeln!(f, "{}", names.join(","))
        })
    }
}
