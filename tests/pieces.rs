//! Files of tiles: what is read, what is written reads back equal, every refusal names its place, and no text panics.

mod oracle;
mod plant;

use proptest::prelude::{Just, any, prop};
use proptest::sample::{Index, select};
use proptest::strategy::Strategy;
use proptest::{prop_assert, prop_assert_eq, prop_oneof, proptest};
use puzzle_ilp::{
    CardList, Cause, EdgeMatching, InputError, Mates, Outcome, PieceError, PieceErrorKind, PieceList, Proof, Solver,
    Strategy as Engine, Tile,
};

fn pieces(text: &str) -> PieceList {
    text.parse().unwrap_or_else(|error| panic!("{error} in {text:?}"))
}

fn labels(list: &PieceList) -> Vec<[i32; 4]> {
    list.tiles().iter().map(|tile| tile.labels).collect()
}

// ---------------------------------------------------------------- what is read

#[test]
fn four_integers_a_line() {
    let list = pieces("1 2 3 4\n-5 0 7 2147483647\n");
    assert_eq!(list.size(), None);
    assert_eq!(labels(&list), [[1, 2, 3, 4], [-5, 0, 7, i32::MAX]]);
}

#[test]
fn the_header_is_a_square_or_rows_and_columns() {
    assert_eq!(pieces("1\n1 2 3 4").size(), Some((1, 1)));
    assert_eq!(pieces("2 1\n1 2 3 4\n5 6 7 8").size(), Some((2, 1)));
    assert_eq!(pieces("1 2\n1 2 3 4\n5 6 7 8").size(), Some((1, 2)));
    assert_eq!(pieces("2\n1 2 3 4\n1 2 3 4\n1 2 3 4\n1 2 3 4").size(), Some((2, 2)));
}

#[test]
fn ids_from_0_or_1_are_left_out() {
    for text in ["0 1 2 3 4\n1 5 6 7 8", "1 1 2 3 4\n2 5 6 7 8", "1 2\n01 1 2 3 4\n02 5 6 7 8"] {
        assert_eq!(labels(&pieces(text)), [[1, 2, 3, 4], [5, 6, 7, 8]], "{text:?}");
    }
}

#[test]
fn comments_blanks_commas_and_line_ends_do_not_matter() {
    let plain = pieces("1 2\n1 2 3 4\n5 6 7 8");
    for text in [
        "# a board\n\n  1 2 # its size\n\n\t1 2 3 4#a tile\n   \n5 6 7 8\n\n#",
        "\u{feff}1 2\r\n1 2 3 4\r\n5 6 7 8\r\n",
        "1,2\n1,2,3,4\n5 , 6,7\t8",
        "+1 2\n+1 02 3 4\n5\u{a0}6\u{2003}7 8",
    ] {
        assert_eq!(pieces(text), plain, "{text:?}");
    }
}

#[test]
fn cards_are_numbered_as_they_come_up() {
    let cards: CardList = "2 1\n# heads and tails\nDT,AH,BT,MH\nMT, AT, DH, dT".parse().unwrap();
    assert_eq!(cards.pieces().size(), Some((2, 1)));
    assert_eq!(labels(cards.pieces()), [[1, -2, 3, -4], [4, 2, -1, 5]]);
    let name = |label| cards.name(label).unwrap_or_default();
    assert_eq!([1, -1, -2, 3, -4, -5].map(name), ["DT", "DH", "AH", "BT", "MH", "dH"]);
    assert_eq!([0, 6, -6, i32::MIN, i32::MAX].map(|label| cards.name(label)), [const { None }; 5]);
    assert_eq!(cards.to_string(), "2 1\nDT,AH,BT,MH\nMT,AT,DH,dT\n");
    // Letters and digits, separated by blanks, with ids.
    let cards: CardList = "1 1a 12b Łwa 1b".parse().unwrap();
    assert_eq!(labels(cards.pieces()), [[1, -2, 3, -1]]);
    assert_eq!(cards.to_string(), "1a,12b,Łwa,1b\n");
}

#[test]
fn the_other_half_may_be_unknown() {
    let cards: CardList = "DT,AT,BT,DT".parse().unwrap();
    assert_eq!(labels(cards.pieces()), [[1, 2, 3, 1]]);
    assert_eq!((cards.name(1).as_deref(), cards.name(-1)), (Some("DT"), None));
}

#[test]
fn a_label_without_a_mate_is_for_the_solver_to_judge() {
    let solver = Solver::new().strategy(Engine::Search);
    // 8 lies at four sides and has no mate, which the rim of one slot does not ask for.
    let list = pieces("8 8 8 8");
    let puzzle = EdgeMatching::new(1, 1, list.tiles()).unwrap().mates(Mates::Opposite);
    assert!(matches!(solver.solve(&puzzle), Ok(Outcome::Solved { .. })));
    // With two slots the rim has room for six of the eight.
    let list = pieces("1 2\n8 8 8 8\n8 8 8 8");
    let puzzle = EdgeMatching::new(1, 2, list.tiles()).unwrap().mates(Mates::Opposite);
    match solver.solve(&puzzle) {
        Ok(Outcome::Infeasible { proof: Proof::Arithmetic(Cause::LabelWithoutMate { label, count, .. }) }) => {
            assert_eq!((label, count), (8, 8));
        }
        other => panic!("{other:?}"),
    }
    // The label whose negative is no label.
    assert_eq!(labels(&pieces("-2147483648 1 2 3")), [[i32::MIN, 1, 2, 3]]);
}

// ---------------------------------------------------------------- what is refused, and where

/// Where a text is refused, and why.
fn refusal<T: std::str::FromStr<Err = PieceError> + std::fmt::Debug>(text: &str) -> (usize, usize, PieceErrorKind) {
    let error = text.parse::<T>().unwrap_err();
    assert!(error.to_string().starts_with(&format!("line {}, column {}: ", error.line, error.column)), "{error}");
    (error.line, error.column, error.kind)
}

fn at(line: usize, column: usize, kind: PieceErrorKind) -> (usize, usize, PieceErrorKind) {
    (line, column, kind)
}

#[test]
fn texts_without_tiles() {
    for (text, line) in [("", 1), ("\n", 2), ("# none\n   \n", 3), ("2 2\n", 2), ("1", 2)] {
        assert_eq!(refusal::<PieceList>(text), at(line, 1, PieceErrorKind::NoTiles), "{text:?}");
        assert_eq!(refusal::<CardList>(text), at(line, 1, PieceErrorKind::NoTiles), "{text:?}");
    }
}

#[test]
fn lines_of_a_wrong_length() {
    let refused = |text: &str| match refusal::<PieceList>(text) {
        (line, column, PieceErrorKind::FieldCount { found, expected }) => {
            (line, column, found, expected.split(' ').next().unwrap_or_default())
        }
        other => panic!("{other:?} for {text:?}"),
    };
    // Behind the last field when one is missing, at the first one too many.
    assert_eq!(refused("1 2 3"), (1, 6, 3, "4"));
    assert_eq!(refused("1 2 3 4 5 6"), (1, 11, 6, "4"));
    assert_eq!(refused("2\n3 3\n"), (2, 4, 2, "4"));
    assert_eq!(refused("2\n1 2 3 4\n 1 2 3 # 4\n"), (3, 7, 3, "4"));
    // The first tile decides whether there are ids.
    assert_eq!(refused("1 2 3 4\n2 1 2 3 4"), (2, 9, 5, "4"));
    assert_eq!(refused("1 1 2 3 4\n1 2 3 4"), (2, 8, 4, "5"));
    // A header comes first or not at all.
    assert_eq!(refused("1 2 3 4\n2 2"), (2, 4, 2, "4"));
    assert_eq!(refused("1 2 3 4\n7"), (2, 2, 1, "4"));
    // Between two commas there is a field, if an empty one.
    assert_eq!(refused("1,2,3,4\n1,2,3,,4"), (2, 8, 5, "4"));
    assert_eq!(refused(",,"), (1, 3, 3, "4"));
}

#[test]
fn headers_that_are_no_size() {
    let size = |found: &str| PieceErrorKind::Size { found: found.to_owned() };
    assert_eq!(refusal::<PieceList>("0\n1 2 3 4"), at(1, 1, size("0")));
    assert_eq!(refusal::<PieceList>("\n 3 -3"), at(2, 4, size("-3")));
    assert_eq!(refusal::<PieceList>("4x4"), at(1, 1, size("4x4")));
    assert_eq!(refusal::<PieceList>("2 99999999999999999999999"), at(1, 3, size("99999999999999999999999")));
    assert_eq!(refusal::<CardList>("Big Cat\nDT,AH,BT,MH"), at(1, 1, size("Big")));
    assert_eq!(refusal::<PieceList>("1,"), at(1, 3, size("")));
}

#[test]
fn headers_that_disagree_with_the_count() {
    let count = |rows, cols, tiles| PieceErrorKind::TileCount { rows, cols, tiles };
    assert_eq!(refusal::<PieceList>("# size\n  2\n1 2 3 4"), at(2, 3, count(2, 2, 1)));
    assert_eq!(refusal::<PieceList>("1 1\n1 2 3 4\n1 2 3 4"), at(1, 1, count(1, 1, 2)));
    // Nothing is set aside for as many slots, and nothing wraps round: 2³² · 2³² is 0 in 64 bits.
    let most = usize::MAX;
    assert_eq!(refusal::<PieceList>(&format!("{most}\n1 2 3 4")), at(1, 1, count(most, most, 1)));
    let half = 1 << (usize::BITS / 2);
    assert_eq!(refusal::<CardList>(&format!("{half} {half}\nDT,AH,BT,MH")), at(1, 1, count(half, half, 1)));
    assert_eq!(
        "3\n1 2 3 4".parse::<PieceList>().unwrap_err().to_string(),
        "line 1, column 1: a board of 3 × 3 slots for 1 tiles, expected one tile for each slot"
    );
}

#[test]
fn ids_that_do_not_count() {
    let id =
        |found: &str, expected: &str| PieceErrorKind::Id { found: found.to_owned(), expected: expected.to_owned() };
    assert_eq!(refusal::<PieceList>("2 1 2 3 4"), at(1, 1, id("2", "0 or 1")));
    assert_eq!(refusal::<PieceList>("-1 1 2 3 4"), at(1, 1, id("-1", "0 or 1")));
    assert_eq!(refusal::<PieceList>("A 1 2 3 4"), at(1, 1, id("A", "0 or 1")));
    assert_eq!(refusal::<PieceList>("0 1 2 3 4\n 2 1 2 3 4"), at(2, 2, id("2", "1")));
    assert_eq!(refusal::<PieceList>("1 1 2 3 4\n1 1 2 3 4"), at(2, 1, id("1", "2")));
    assert_eq!(refusal::<CardList>("DT,AH,BT,MH,DT"), at(1, 1, id("DT", "0 or 1")));
}

#[test]
fn labels_that_are_no_labels() {
    let label = |found: &str| PieceErrorKind::Label { found: found.to_owned() };
    assert_eq!(refusal::<PieceList>("1 2 3 4\n1 2 x 4"), at(2, 5, label("x")));
    assert_eq!(refusal::<PieceList>("1 2 3 1.5"), at(1, 7, label("1.5")));
    assert_eq!(refusal::<PieceList>("1 2 3 --4"), at(1, 7, label("--4")));
    assert_eq!(refusal::<PieceList>("1 2 3 -"), at(1, 7, label("-")));
    assert_eq!(refusal::<PieceList>("1 2 3 ٣"), at(1, 7, label("٣")));
    assert_eq!(refusal::<PieceList>("1,2,,4"), at(1, 5, label("")));
    // Columns are counted in characters, and what was found is cut off.
    let long = "é".repeat(41);
    assert_eq!(refusal::<PieceList>(&format!("1 2 é {long}")), at(1, 5, label("é")));
    assert_eq!(refusal::<PieceList>(&format!("1 2 3 {long}")), at(1, 7, label(&format!("{}…", "é".repeat(40)))));
    let range = |found: &str| PieceErrorKind::LabelRange { found: found.to_owned() };
    assert_eq!(refusal::<PieceList>("1 2147483648 3 4"), at(1, 3, range("2147483648")));
    assert_eq!(refusal::<PieceList>("1 -2147483649 3 4"), at(1, 3, range("-2147483649")));
}

#[test]
fn cards_that_are_no_cards() {
    let half = |found: &str| PieceErrorKind::HalfPicture { found: found.to_owned() };
    for text in ["T", "12", "D1", "D-T", "D_T", "", "-1"] {
        assert_eq!(refusal::<CardList>(&format!("DT,AH,{text},MH")), at(1, 7, half(text)));
    }
    let third = |found: &str, first, second| PieceErrorKind::ThirdHalf { found: found.to_owned(), first, second };
    assert_eq!(refusal::<CardList>("DT,AH,BT,MH\nDT,AH,Bt,MH"), at(2, 7, third("Bt", 'T', 'H')));
    assert_eq!(
        "DT,AH,BT,MX".parse::<CardList>().unwrap_err().to_string(),
        "line 1, column 10: \"MX\" as a half of a picture, expected one of the halves T and H at its end"
    );
}

#[test]
fn lists_from_tiles_are_checked_too() {
    let tile = Tile::from([1, 2, 3, 4]);
    assert_eq!(PieceList::new(None, []).unwrap_err(), InputError::Empty { what: "tiles" });
    assert_eq!(PieceList::new(Some((2, 2)), [tile; 3]).unwrap_err(), InputError::TileCount { tiles: 3, slots: 4 });
    let most = InputError::TileCount { tiles: 1, slots: usize::MAX };
    assert_eq!(PieceList::new(Some((usize::MAX, 2)), [tile]).unwrap_err(), most);
    assert_eq!(PieceList::new(Some((3, 1)), [tile; 3]).unwrap().tiles().len(), 3);
}

// ---------------------------------------------------------------- what is written reads back equal

fn any_label() -> impl Strategy<Value = i32> {
    prop_oneof![0..5i32, -30..30i32, any::<i32>(), Just(i32::MIN), Just(i32::MAX)]
}

fn any_list() -> impl Strategy<Value = PieceList> {
    let tiles = |count| prop::collection::vec(prop::array::uniform4(any_label()).prop_map(Tile::from), count);
    prop_oneof![
        (1..5usize, 1..5usize)
            .prop_flat_map(move |(rows, cols)| (Just(Some((rows, cols))), tiles(rows * cols..=rows * cols))),
        (Just(None), tiles(1..=12)),
    ]
    .prop_map(|(size, tiles)| PieceList::new(size, tiles).unwrap())
}

/// The text of a list in some of the forms that files have.
fn in_a_form_of_its_own() -> impl Strategy<Value = (PieceList, String)> {
    (any_list(), 0..3usize, select(vec![" ", "\t", ",", " , ", "  "]), select(vec!["\n", "\r\n", "\n\n", " # x\n"]))
        .prop_map(|(list, ids, separator, end)| {
            let mut lines = Vec::new();
            match list.size() {
                Some((rows, cols)) if rows == cols => lines.push(rows.to_string()),
                Some((rows, cols)) => lines.push(format!("{rows}{separator}{cols}")),
                None => {}
            }
            for (i, tile) in list.tiles().iter().enumerate() {
                // 0 and 1: ids from there on; 2: none.
                let id = (ids < 2).then(|| (i + ids).to_string());
                let fields: Vec<String> = id.into_iter().chain(tile.labels.map(|label| label.to_string())).collect();
                lines.push(fields.join(separator));
            }
            let text = lines.iter().map(|line| format!("{line}{end}")).collect();
            (list, text)
        })
}

/// Card files: names of some pictures, halves x and y.
fn any_cards() -> impl Strategy<Value = String> {
    let half = (select(vec!["A", "B", "12", "Big", "Ł", "x"]), select(vec!['x', 'y']));
    let card = prop::array::uniform4(half.prop_map(|(picture, half)| format!("{picture}{half}")));
    prop::collection::vec(card.prop_map(|names| names.join(",")), 1..9).prop_map(|lines| lines.join("\n"))
}

proptest! {
    #![proptest_config(plant::config(1_000, "proptest-regressions/pieces.txt"))]

    #[test]
    fn lists_read_back_equal(list in any_list()) {
        prop_assert_eq!(list.to_string().parse::<PieceList>(), Ok(list));
    }

    #[test]
    fn lists_are_read_in_every_form((list, text) in in_a_form_of_its_own()) {
        prop_assert_eq!(text.parse::<PieceList>(), Ok(list), "{:?}", text);
    }

    #[test]
    fn cards_read_back_equal(text in any_cards()) {
        let cards: CardList = text.parse().unwrap();
        prop_assert_eq!(cards.to_string(), format!("{text}\n"));
        prop_assert_eq!(cards.to_string().parse::<CardList>(), Ok(cards.clone()));
        // A half meets the other half of its picture.
        let known: Vec<(i32, String)> = cards
            .pieces()
            .tiles()
            .iter()
            .flat_map(|tile| tile.labels)
            .map(|label| (label, cards.name(label).unwrap()))
            .collect();
        for (a, first) in &known {
            for (b, second) in &known {
                let split = |name: &str| (name[..name.len() - 1].to_owned(), name.ends_with('x'));
                let ((picture, half), (other, other_half)) = (split(first), split(second));
                prop_assert_eq!(Mates::Opposite.mate(*a) == Some(*b), picture == other && half != other_half);
            }
        }
    }
}

// ---------------------------------------------------------------- fuzzed

/// Characters that mean something to the reader, or nothing to anybody.
fn any_fragment() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ -~]{0,3}",
        any::<char>().prop_map(String::from),
        select(vec![
            "\n",
            "\r",
            "\r\n",
            "\t",
            ",",
            ",,",
            "#",
            "-",
            "0",
            "1",
            "9999999999",
            "-2147483649",
            "99999999999999999999",
            "T",
            "DT",
            "Dx",
            "1 2",
            "1 2 3 4\n",
            "4 4\n",
            "\u{feff}",
            "\u{2028}",
            "\u{a0}",
            "\0",
            "é",
            "𝟜",
        ])
        .prop_map(String::from),
    ]
}

/// A valid file with some of its characters, and some of its lines, replaced, doubled, exchanged or left out.
fn mutated() -> impl Strategy<Value = String> {
    let valid = prop_oneof![in_a_form_of_its_own().prop_map(|(_, text)| text), any_cards()];
    let change = (any::<Index>(), 0..4usize, 0..5u8, any_fragment());
    (valid, prop::collection::vec(change, 1..4)).prop_map(|(mut text, changes)| {
        for (place, length, what, fragment) in changes {
            if what < 3 {
                let mut chars: Vec<char> = text.chars().collect();
                let start = place.index(chars.len() + 1);
                let end = (start + length).min(chars.len());
                chars.splice(start..end, fragment.chars());
                text = chars.into_iter().collect();
            } else {
                let mut lines: Vec<&str> = text.lines().collect();
                if !lines.is_empty() {
                    let line = place.index(lines.len());
                    match what {
                        3 => lines.insert(line, lines[line]),
                        _ => drop(lines.remove(line)),
                    }
                }
                text = lines.join("\n");
            }
        }
        text
    })
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => mutated(),
        2 => prop::collection::vec(any_fragment(), 0..20).prop_map(|fragments| fragments.concat()),
        1 => any::<String>(),
        1 => prop::collection::vec(any::<u8>(), 0..60).prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
    ]
}

/// Is the place of an error one of the text, or the end of it?
fn is_in(error: &PieceError, text: &str) -> bool {
    let lines: Vec<&str> = text.strip_prefix('\u{feff}').unwrap_or(text).lines().collect();
    match lines.get(error.line.wrapping_sub(1)) {
        Some(line) => (1..=line.chars().count() + 1).contains(&error.column),
        None => (error.line, error.column, &error.kind) == (lines.len() + 1, 1, &PieceErrorKind::NoTiles),
    }
}

proptest! {
    #![proptest_config(plant::config(10_000, "proptest-regressions/pieces.txt"))]

    #[test]
    fn fuzzed_texts_are_read_or_refused_at_a_place(text in any_text()) {
        match text.parse::<PieceList>() {
            Ok(list) => {
                prop_assert!(list.size().is_none_or(|(rows, cols)| rows * cols == list.tiles().len()));
                prop_assert_eq!(list.to_string().parse(), Ok(list));
            }
            Err(error) => prop_assert!(is_in(&error, &text), "{error} for {text:?}"),
        }
        match text.parse::<CardList>() {
            Ok(cards) => prop_assert_eq!(cards.to_string().parse(), Ok(cards)),
            Err(error) => prop_assert!(is_in(&error, &text), "{error} for {text:?}"),
        }
    }

    /// A line that is spoilt is the line that is named.
    #[test]
    fn the_line_that_is_named_is_the_one_that_is_wrong(
        (_, text) in in_a_form_of_its_own(),
        place in any::<Index>(),
        stray in select(vec!["x", "1.5", "--1", "0x10", "½"]),
    ) {
        let mut lines: Vec<&str> = text.lines().collect();
        let fields = |line: &str| {
            line.split('#').next().unwrap().split([' ', '\t', ',']).filter(|field| !field.is_empty()).count()
        };
        let tiles: Vec<usize> = (0..lines.len()).filter(|&i| fields(lines[i]) >= 4).collect();
        let number = *place.get(&tiles);
        // Its last field.
        let line = lines[number].split(" #").next().unwrap();
        let start = line.rfind([' ', '\t', ',']).unwrap() + 1;
        let spoilt = format!("{}{stray}", &line[..start]);
        lines[number] = &spoilt;
        let error = lines.join("\n").parse::<PieceList>().unwrap_err();
        prop_assert_eq!((error.line, error.column), (number + 1, start + 1));
        prop_assert_eq!(error.kind, PieceErrorKind::Label { found: stray.to_owned() });
    }
}
