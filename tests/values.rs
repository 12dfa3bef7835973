//! Numbers of any size, domains, grids, tiles and what they mean, against independent arithmetic.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use num_bigint::{BigInt, BigUint, Sign};
use proptest::prelude::*;
use puzzle_ilp::{
    Assignment, Domain, Grid, Magnitude, Mates, Model, PlacedTile, ProductClue, RaggedRows, Side, Tile, TileSet,
};

// ---------------------------------------------------------------- numbers of any size

/// Compares a clue with what it is as a big integer.
fn assert_is<T: ProductClue + ToString>(clue: T) {
    let text = clue.to_string();
    let expected: BigInt = text.parse().expect("a decimal number");
    let magnitude = clue.magnitude();
    assert_eq!(magnitude.to_string(), text);
    assert_eq!(magnitude, expected.magnitude_of());
    assert_eq!(magnitude.is_zero(), expected == BigInt::ZERO, "{text}");
    assert_eq!(magnitude.is_negative(), expected < BigInt::ZERO, "{text}");
    assert_eq!(magnitude.to_u32(), u32::try_from(&expected).ok(), "{text}");
}

/// The magnitude of a big integer, told apart from the trait's method in the tests of the latter.
trait MagnitudeOf {
    fn magnitude_of(&self) -> Magnitude;
}

impl MagnitudeOf for BigInt {
    fn magnitude_of(&self) -> Magnitude {
        ProductClue::magnitude(self)
    }
}

macro_rules! every_integer_type {
    ($($type:ty)*) => {
        #[test]
        fn every_integer_type() {
            $(
                for value in [<$type>::MIN, <$type>::MIN + 1, 0, 1, 2, 63, 64, 100, <$type>::MAX - 1, <$type>::MAX] {
                    assert_is(value);
                }
                for shift in 0..<$type>::BITS {
                    assert_is((1 as $type) << shift);
                    assert_is(<$type>::MAX >> shift);
                    assert_is(<$type>::MIN >> shift);
                }
            )*
        }
    };
}

every_integer_type!(i8 u8 i16 u16 i32 u32 i64 u64 i128 u128 isize usize);

#[test]
fn the_least_numbers_of_their_types() {
    assert_eq!(i8::MIN.magnitude().to_string(), "-128");
    assert_eq!(i128::MIN.magnitude().to_string(), "-170141183460469231731687303715884105728");
    assert_eq!(i128::MIN.magnitude().exponent(2), 127);
    assert_eq!((-1i8).magnitude(), (-1i128).magnitude());
    assert_eq!(0i8.magnitude(), BigUint::ZERO.magnitude());
}

#[test]
fn numbers_that_fill_and_cross_limbs() {
    for exponent in [31, 32, 33, 63, 64, 65, 95, 96, 97, 1000] {
        let power = BigInt::from(2).pow(exponent);
        for value in [&power - 1, power.clone(), &power + 1, -&power] {
            assert_is(value);
        }
        assert_eq!(power.magnitude_of().exponent(2), exponent);
    }
    // Groups of nine digits that start with zeros.
    for text in ["1000000000", "1000000001", "1000000000000000000", "9000000000000000007", "-12000000000000000034"] {
        assert_is(text.parse::<BigInt>().unwrap());
    }
}

#[test]
fn exponents() {
    let clue = 2520u16.magnitude();
    assert_eq!([2, 3, 5, 7, 11].map(|p| clue.exponent(p)), [3, 2, 1, 1, 0]);
    assert_eq!([0, 1].map(|p| clue.exponent(p)), [0, 0]);
    assert_eq!(0u8.magnitude().exponent(2), 0);
    assert_eq!((-48i8).magnitude().exponent(2), 4);
    assert_eq!(1u8.magnitude().exponent(2), 0);
    let large = BigUint::from(4_294_967_291u32).pow(40) * 7u8;
    assert_eq!(large.magnitude().exponent(4_294_967_291), 40);
    assert_eq!(large.magnitude().exponent(7), 1);
}

#[test]
fn multiples() {
    let clue = 12u8.magnitude();
    let divisors: Vec<u32> = (0..=20).filter(|&d| clue.is_multiple_of(d)).collect();
    assert_eq!(divisors, [1, 2, 3, 4, 6, 12]);
    assert!((0..=20).all(|d| 0u8.magnitude().is_multiple_of(d)));
    assert!(!1u8.magnitude().is_multiple_of(0));
    assert!((-12i8).magnitude().is_multiple_of(4) && !(-12i8).magnitude().is_multiple_of(5));
}

#[test]
fn products_of_values() {
    assert_eq!(Magnitude::product([]), 1u8.magnitude());
    assert_eq!(Magnitude::product([0]), 0u8.magnitude());
    assert_eq!(Magnitude::product([7; 5]), 16807u16.magnitude());
    let many = Magnitude::product([u32::MAX; 50]);
    assert_eq!(many, BigUint::from(u32::MAX).pow(50).magnitude());
    let zero = Magnitude::product([u32::MAX, u32::MAX, 0, u32::MAX]);
    assert!(zero.is_zero() && zero == 0u8.magnitude());
}

/// Numbers that tests draw: small ones, near powers of two, of many limbs.
fn number() -> impl Strategy<Value = BigInt> {
    prop_oneof![
        (-3000i64..=3000).prop_map(BigInt::from),
        any::<i128>().prop_map(BigInt::from),
        (any::<bool>(), prop::collection::vec(any::<u32>(), 0..9)).prop_map(|(negative, digits)| {
            let sign = if negative { Sign::Minus } else { Sign::Plus };
            BigInt::from_biguint(sign, BigUint::new(digits))
        }),
        (0u32..300, -2i32..=2).prop_map(|(e, near)| BigInt::from(2).pow(e) + near),
    ]
}

proptest! {
    #[test]
    fn numbers_print_as_they_are(n in number(), width in 0usize..30) {
        let magnitude = n.magnitude_of();
        prop_assert_eq!(magnitude.to_string(), n.to_string());
        prop_assert_eq!(format!("{magnitude:?}"), n.to_string());
        prop_assert_eq!(format!("{magnitude:>width$}|{magnitude:<width$}|"), format!("{n:>width$}|{n:<width$}|"));
        prop_assert_eq!(format!("{magnitude:+}|{magnitude:0width$}"), format!("{n:+}|{n:0width$}"));
    }

    #[test]
    fn numbers_are_ordered(a in number(), b in number()) {
        let (x, y) = (a.magnitude_of(), b.magnitude_of());
        prop_assert_eq!(x.cmp(&y), a.cmp(&b));
        prop_assert_eq!(x.partial_cmp(&y), Some(a.cmp(&b)));
        prop_assert_eq!(x == y, a == b);
        prop_assert_eq!(x.cmp(&x.clone()), std::cmp::Ordering::Equal);
    }

    #[test]
    fn exponents_and_multiples_agree_with_division(n in number(), p in prop_oneof![2u32..40, any::<u32>()], k in 0u32..6) {
        let p = p.max(2);
        let n = n * BigInt::from(p).pow(k);
        let mut expected = 0;
        if n != BigInt::ZERO {
            while &n % BigInt::from(p).pow(expected + 1) == BigInt::ZERO {
                expected += 1;
            }
        }
        prop_assert_eq!(n.magnitude_of().exponent(p), expected);
        prop_assert_eq!(n.magnitude_of().is_multiple_of(p), &n % p == BigInt::ZERO);
    }

    #[test]
    fn products_agree_with_multiplication(values in prop::collection::vec(prop_oneof![0u32..20, any::<u32>()], 0..12)) {
        let expected: BigUint = values.iter().map(|&v| BigUint::from(v)).product();
        prop_assert_eq!(Magnitude::product(values), expected.magnitude());
    }
}

// ---------------------------------------------------------------- domains

#[test]
fn domains_from_everything() {
    let expected: Vec<u32> = (2..=5).collect();
    let slice: &[u32] = &[5, 4, 3, 2];
    let known = Domain::from(2..=5);
    for domain in [
        Domain::from(2..6),
        Domain::from([3, 2, 5, 4, 2]),
        Domain::from(vec![2, 3, 4, 5]),
        slice.into(),
        (&known).into(),
    ] {
        assert_eq!(domain, known);
        assert_eq!(domain.values().collect::<Vec<_>>(), expected);
        assert_eq!(domain.to_string(), "2..=5");
    }
}

#[test]
fn domains_without_values_are_all_the_same() {
    let (five, four) = (5, 4);
    let empty = [Domain::from([]), Domain::from(5..5), Domain::from(five..=four), Domain::from(five..four)];
    for domain in &empty {
        assert!(domain.is_empty());
        assert_eq!(domain.len(), 0);
        assert_eq!(domain.values().next(), None);
        assert!(!domain.contains(0) && !domain.contains(5));
        assert_eq!(domain.to_string(), "{}");
        assert_eq!(*domain, empty[0]);
    }
}

#[test]
fn domains_at_the_end_of_the_numbers() {
    let all = Domain::from(0..=u32::MAX);
    assert_eq!(all.len(), 1 << 32);
    assert!(all.contains(0) && all.contains(u32::MAX));
    assert_eq!(all.values().next_back(), Some(u32::MAX));
    let last = Domain::from(u32::MAX..=u32::MAX);
    assert_eq!(last.values().collect::<Vec<_>>(), [u32::MAX]);
    assert_eq!(last.to_string(), "{4294967295}");
    assert_eq!(last, Domain::from([u32::MAX]));
    assert!(!last.contains(0) && !last.contains(u32::MAX - 1));
    let ends = Domain::from([0, u32::MAX]);
    assert_eq!(ends.to_string(), "{0, 4294967295}");
    assert!(ends.contains(u32::MAX) && !ends.contains(1));
}

proptest! {
    #[test]
    fn domains_are_sets(values in prop::collection::vec(prop_oneof![0u32..12, any::<u32>()], 0..12), probe in 0u32..14) {
        let set: BTreeSet<u32> = values.iter().copied().collect();
        let domain = Domain::from(values);
        prop_assert_eq!(domain.len(), set.len());
        prop_assert_eq!(domain.is_empty(), set.is_empty());
        prop_assert!(domain.values().eq(set.iter().copied()));
        prop_assert!(domain.values().rev().eq(set.iter().rev().copied()));
        prop_assert_eq!(domain.values().len(), set.len());
        prop_assert_eq!(domain.contains(probe), set.contains(&probe));
        let ends = (set.first().copied(), set.last().copied());
        if let (Some(low), Some(high)) = ends {
            let is_range = (high - low) as usize == set.len() - 1;
            prop_assert_eq!(domain == Domain::from(low..=high), is_range);
        }
        let text: Vec<String> = set.iter().map(ToString::to_string).collect();
        let expected = match ends {
            (Some(low), Some(high)) if set.len() > 1 && (high - low) as usize == set.len() - 1 => format!("{low}..={high}"),
            _ => format!("{{{}}}", text.join(", ")),
        };
        prop_assert_eq!(domain.to_string(), expected.clone());
        prop_assert_eq!(format!("{domain:?}"), expected);
    }
}

// ---------------------------------------------------------------- grids

#[test]
fn grids_are_read_by_row_and_column() {
    let mut grid = Grid::from_fn(2, 3, |r, c| 10 * r + c);
    assert_eq!((grid.height(), grid.width()), (2, 3));
    assert_eq!(grid.cells().copied().collect::<Vec<_>>(), [0, 1, 2, 10, 11, 12]);
    assert_eq!(grid.row(1).copied().collect::<Vec<_>>(), [10, 11, 12]);
    assert_eq!(grid.col(2).copied().collect::<Vec<_>>(), [2, 12]);
    assert_eq!(grid.row(1).rev().copied().collect::<Vec<_>>(), [12, 11, 10]);
    assert_eq!(grid.col(2).len(), 2);
    assert_eq!(grid.rows().map(|row| row.sum::<usize>()).collect::<Vec<_>>(), [3, 33]);
    assert_eq!(grid.cols().map(|col| col.sum::<usize>()).collect::<Vec<_>>(), [10, 12, 14]);
    let places: Vec<((usize, usize), usize)> = grid.indexed().map(|(place, &cell)| (place, cell)).collect();
    assert_eq!(places[3..5], [((1, 0), 10), ((1, 1), 11)]);
    assert_eq!(grid[(1, 2)], 12);
    assert_eq!(grid.get((1, 2)), Some(&12));
    grid[(0, 1)] = 7;
    assert_eq!(grid.map(|cell| cell + 1), Grid::from_rows([[1, 8, 3], [11, 12, 13]]).unwrap());
}

#[test]
fn outside_a_grid_there_is_nothing() {
    let grid = Grid::from_fn(2, 3, |r, c| (r, c));
    for place in [(2, 0), (0, 3), (1, 3), (usize::MAX, 0), (0, usize::MAX), (usize::MAX, usize::MAX)] {
        assert_eq!(grid.get(place), None, "{place:?}");
    }
    for line in [2, 3, usize::MAX] {
        assert_eq!(grid.row(line).count(), 0, "row {line}");
    }
    for line in [3, 4, usize::MAX] {
        assert_eq!(grid.col(line).count(), 0, "column {line}");
    }
}

#[test]
fn indexing_outside_a_grid_panics() {
    // (0, 3) would be (1, 0) in the flat list.
    for place in [(0, 3), (2, 0), (usize::MAX, usize::MAX)] {
        let read = std::panic::catch_unwind(|| Grid::from_fn(2, 3, |r, c| r + c)[place]);
        assert!(read.is_err(), "{place:?}");
        let write = std::panic::catch_unwind(|| Grid::from_fn(2, 3, |r, c| r + c)[place] = 1);
        assert!(write.is_err(), "{place:?}");
    }
}

#[test]
fn grids_from_rows() {
    let grid = Grid::from_rows(["ab".chars(), "cd".chars(), "ef".chars()]).unwrap();
    assert_eq!((grid.height(), grid.width()), (3, 2));
    assert_eq!(grid[(2, 0)], 'e');
    let ragged = Grid::from_rows([vec![1, 2], vec![3, 4], vec![5]]).unwrap_err();
    assert_eq!(ragged, RaggedRows { row: 2, expected: 2, found: 1 });
    assert_eq!(ragged.to_string(), "row 3 has 1 cells, expected 2 as in row 1");
    assert_eq!(Grid::from_rows([vec![1], vec![]]).unwrap_err(), RaggedRows { row: 1, expected: 1, found: 0 });
    assert_eq!(Grid::from_rows([vec![], vec![1]]).unwrap_err(), RaggedRows { row: 1, expected: 0, found: 1 });
}

#[test]
fn grids_without_cells() {
    let none: [Vec<u8>; 0] = [];
    let no_rows = Grid::from_rows(none).unwrap();
    assert_eq!((no_rows.height(), no_rows.width()), (0, 0));
    let no_columns = Grid::from_rows([Vec::<u8>::new(), vec![]]).unwrap();
    assert_eq!((no_columns.height(), no_columns.width()), (2, 0));
    assert_eq!(no_columns.rows().map(|row| row.count()).collect::<Vec<_>>(), [0, 0]);
    assert_eq!(no_columns.cols().count(), 0);
    assert_eq!(no_columns.indexed().count(), 0);
    assert_eq!(no_columns.get((0, 0)), None);
    assert_eq!(no_rows.to_string(), "");
    // The shape counts, even of nothing.
    assert_ne!(no_rows, no_columns);
    assert_ne!(Grid::from_fn(1, 2, |_, _| 0), Grid::from_fn(2, 1, |_, _| 0));
}

#[test]
fn grids_print_aligned() {
    let grid = Grid::from_rows([["1", "×"], ["longer", ""]]).unwrap();
    assert_eq!(grid.to_string(), "     1      ×\nlonger       ");
    assert_eq!(Grid::from_fn(1, 3, |_, c| c).to_string(), "0 1 2");
    assert_eq!(Grid::from_fn(2, 1, |r, _| -(r as i32)).to_string(), " 0\n-1");
}

// ---------------------------------------------------------------- tiles

#[test]
fn tiles_turn_clockwise() {
    let tile = Tile::from([1, 2, 3, 4]);
    let turned = [[1, 2, 3, 4], [4, 1, 2, 3], [3, 4, 1, 2], [2, 3, 4, 1]];
    for rotation in 0..=255u8 {
        assert_eq!(tile.turned(rotation).labels, turned[usize::from(rotation % 4)], "{rotation}");
    }
    // A quarter turn takes what was on top to the right.
    assert_eq!(tile.turned(1).label(Side::Right), tile.label(Side::Top));
    assert_eq!(Side::ALL.map(|side| tile.label(side)), [1, 2, 3, 4]);
    assert_eq!(Side::ALL.map(|side| side.to_string()), ["top", "right", "bottom", "left"]);
}

#[test]
fn placed_tiles_print_their_turns() {
    let placed = |tile, rotation| PlacedTile { tile, rotation };
    assert_eq!(placed(7, 0).to_string(), "7");
    assert_eq!(placed(7, 3).to_string(), "7↻3");
    assert_eq!(format!("{:>6}|{:<4}|", placed(12, 1), placed(3, 0)), "  12↻1|3   |");
}

#[test]
fn mates() {
    let labels = [i32::MIN, i32::MIN + 1, -1, 0, 1, 7, i32::MAX];
    assert_eq!(labels.map(|label| Mates::Equal.mate(label)), labels.map(Some));
    let opposite = [None, Some(i32::MAX), Some(1), Some(0), Some(-1), Some(-7), Some(i32::MIN + 1)];
    assert_eq!(labels.map(|label| Mates::Opposite.mate(label)), opposite);
    let pairs = Mates::Pairs(vec![(1, 2), (i32::MIN, 7), (5, 5), (2, 1)]);
    assert_eq!([1, 2, i32::MIN, 7, 5, 0].map(|label| pairs.mate(label)), [2, 1, 7, i32::MIN, 5, 0].map(Some));
    assert_eq!(pairs.conflict(), None);
    assert_eq!(Mates::Equal.conflict(), None);
    assert_eq!(Mates::Opposite.conflict(), None);
    assert_eq!(Mates::Pairs(vec![(1, 2), (3, 1)]).conflict(), Some((1, 2, 3)));
    assert_eq!(Mates::Pairs(vec![(1, 2), (2, 3)]).conflict(), Some((2, 1, 3)));
    assert_eq!(Mates::Pairs(vec![(1, 2), (2, 2)]).conflict(), Some((2, 1, 2)));
}

proptest! {
    #[test]
    fn mating_is_mutual_or_a_conflict(pairs in prop::collection::vec((0i32..6, 0i32..6), 0..5)) {
        let mates = Mates::Pairs(pairs.clone());
        // By hand: a label's mates are all that it is listed with.
        let mut listed: BTreeMap<i32, BTreeSet<i32>> = BTreeMap::new();
        for &(a, b) in &pairs {
            listed.entry(a).or_default().insert(b);
            listed.entry(b).or_default().insert(a);
        }
        let is_clear = listed.values().all(|mates| mates.len() == 1);
        match mates.conflict() {
            None => {
                prop_assert!(is_clear);
                for label in 0..7 {
                    let expected = listed.get(&label).and_then(|mates| mates.first().copied()).unwrap_or(label);
                    prop_assert_eq!(mates.mate(label), Some(expected));
                    prop_assert_eq!(mates.mate(expected), Some(label));
                }
            }
            Some((label, first, second)) => {
                prop_assert!(!is_clear);
                prop_assert!(first != second && listed[&label].contains(&first) && listed[&label].contains(&second));
            }
        }
    }

    #[test]
    fn tile_sets_sort_tiles_into_classes(
        labels in prop::collection::vec([0i32..3, 0i32..3, 0i32..3, 0i32..3], 0..10),
        may_turn in any::<bool>(),
    ) {
        let tiles: Vec<Tile> = labels.iter().copied().map(Tile::from).collect();
        let set = TileSet::new(&tiles, may_turn);
        prop_assert_eq!(set.len(), tiles.len());
        prop_assert_eq!(set.is_empty(), tiles.is_empty());
        prop_assert_eq!(set.class_of(tiles.len()), None);
        let turns = if may_turn { 4 } else { 1 };
        let looks_like = |a: Tile, b: Tile| (0..turns).any(|r| {
            let mut labels = a.labels;
            labels.rotate_right(r);
            labels == b.labels
        });
        for i in 0..tiles.len() {
            for j in 0..tiles.len() {
                prop_assert_eq!(set.class_of(i) == set.class_of(j), looks_like(tiles[i], tiles[j]));
            }
        }
        // Classes in the order of their first member; every tile is a member once, and turns as it says.
        let mut members = vec![];
        for (number, class) in set.classes().iter().enumerate() {
            prop_assert_eq!(class.tile, tiles[class.members[0].0]);
            prop_assert_eq!(class.members[0].1, 0);
            prop_assert!(class.members.is_sorted());
            for &(tile, offset) in &class.members {
                prop_assert!(usize::from(offset) < turns);
                prop_assert_eq!(class.tile.turned(offset), tiles[tile]);
                prop_assert_eq!(set.class_of(tile), Some(number));
                members.push(tile);
            }
        }
        prop_assert!(set.classes().is_sorted_by_key(|class| class.members[0].0));
        members.sort_unstable();
        prop_assert!(members.into_iter().eq(0..tiles.len()));
        // Ways to lie: class by class each picture once, turned as it says.
        prop_assert!(set.oriented().is_sorted_by_key(|lying| (lying.class, lying.rotation)));
        for lying in set.oriented() {
            prop_assert_eq!(lying.tile, set.classes()[lying.class].tile.turned(lying.rotation));
        }
        let pictures: HashSet<[i32; 4]> = set.oriented().iter().map(|lying| lying.tile.labels).collect();
        prop_assert_eq!(pictures.len(), set.oriented().len());
        let expected: HashSet<[i32; 4]> =
            tiles.iter().flat_map(|tile| (0..turns as u8).map(|r| tile.turned(r).labels)).collect();
        prop_assert_eq!(pictures, expected);
    }
}

#[test]
fn symmetric_tiles_have_fewer_ways_to_lie() {
    let tiles = [[1, 2, 3, 4], [1, 2, 1, 2], [5, 5, 5, 5], [3, 4, 1, 2], [2, 1, 2, 1]].map(Tile::from);
    let set = TileSet::new(&tiles, true);
    let ways = |class: usize| set.oriented().iter().filter(|lying| lying.class == class).count();
    assert_eq!((0..3).map(ways).collect::<Vec<_>>(), [4, 2, 1]);
    assert_eq!(set.classes()[0].members, [(0, 0), (3, 2)]);
    assert_eq!(set.classes()[1].members, [(1, 0), (4, 1)]);
    assert_eq!([0, 1, 2, 3, 4].map(|tile| set.class_of(tile)), [0, 1, 2, 0, 1].map(Some));
    // Not turned, tiles are the same only as they are.
    let fixed = TileSet::new(&tiles, false);
    assert_eq!(fixed.classes().len(), 5);
    assert_eq!(fixed.oriented().len(), 5);
}

// ---------------------------------------------------------------- assignments

#[test]
fn assignments_hold_values_of_the_posted_domains() {
    let mut model = Model::new();
    let x = model.digits("x", 1, 2, [2, 5]);
    let tiles = [[1, 2, 3, 4], [7, 7, 7, 7]].map(Tile::from);
    let b = model.slots("b", 1, 1, &TileSet::new(&tiles, true));
    let assign = |values: &[u32]| Assignment::new(model.table().clone(), values.to_vec());
    for wrong in [vec![], vec![2, 5], vec![2, 5, 0, 0], vec![3, 5, 0], vec![2, 5, 5], vec![2, 0, 4]] {
        assert!(assign(&wrong).is_none(), "{wrong:?}");
    }
    let assignment = assign(&[5, 2, 1]).unwrap();
    assert_eq!(assignment.values(), [5, 2, 1]);
    assert_eq!([0, 1].map(|c| assignment.value(x[(0, c)].id())), [5, 2]);
    let slot = b[(0, 0)].id();
    // Value 1 is the first tile turned once.
    assert_eq!(Side::ALL.map(|side| assignment.shows(slot, side)), [4, 1, 2, 3].map(Some));
    assert_eq!(assignment.class(slot), Some(0));
    assert_eq!(assign(&[5, 2, 4]).unwrap().class(slot), Some(1));
    assert_eq!(assignment.shows(x[(0, 0)].id(), Side::Top), None);
    assert_eq!(assignment.class(x[(0, 0)].id()), None);
}

#[test]
fn an_assignment_has_no_value_for_a_cell_of_another_model() {
    let (mut one, mut other) = (Model::new(), Model::new());
    one.digits("x", 1, 1, 1..=2);
    let foreign = other.digits("x", 1, 1, 1..=2)[(0, 0)].id();
    let assignment = Assignment::new(one.table().clone(), vec![1]).unwrap();
    assert!(std::panic::catch_unwind(|| assignment.value(foreign)).is_err());
    assert!(one.table().ids().all(|cell| cell != foreign));
    assert!(!one.table().owns(foreign) && other.table().owns(foreign));
}
