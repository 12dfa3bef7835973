//! Law: a filter takes away no value that has support, whatever is left of the domains.

mod oracle;
mod plant;

use proptest::collection::vec;
use proptest::prelude::*;
use puzzle_ilp::{
    Assignment, Cell, CellId, Constraint, Digit, Domains, EncodeError, Encoder, Mates, Model, Side, Tile, TileSet,
    all_different, at_most, difference, fixed, hides, laws, less_than, not_equal, one_of, placed, product, ratio, seam,
    shows, sum, table, tile_use,
};

/// Takes values away from each cell, as `keep` says bit by bit, but never the last one.
fn shrunk(model: &Model, keep: &[u64]) -> Domains {
    let mut domains = model.domains();
    let cells: Vec<CellId> = model.table().ids().collect();
    for (i, cell) in cells.into_iter().enumerate() {
        let values: Vec<u32> = domains.values(cell).collect();
        let mask = keep[i % keep.len()].rotate_left(i as u32);
        for (bit, value) in values.into_iter().enumerate() {
            if mask >> (bit % 64) & 1 == 0 && domains.size(cell) > 1 {
                domains.remove(cell, value).unwrap();
            }
        }
    }
    domains
}

fn holds(model: &Model, keep: &[u64]) -> Result<usize, TestCaseError> {
    laws::filters_keep_support(model, &shrunk(model, keep))
        .map_err(|violation| TestCaseError::fail(violation.to_string()))
}

/// Masks of which about three bits in four are set.
fn masks() -> impl Strategy<Value = Vec<u64>> {
    vec((any::<u64>(), any::<u64>()).prop_map(|(a, b)| a | b), 1..8)
}

proptest! {
    #![proptest_config(plant::config(400, "proptest-regressions/filters.txt"))]

    #[test]
    fn of_digits(
        keep in masks(), n in 1usize..=5, low in 0u32..3, high in 3u32..9, clue in 0u64..200, small in 0u32..12,
        differ in any::<bool>(), tuples in vec(vec(0u32..9, 3), 0..12),
    ) {
        let mut model = Model::new();
        let x = model.digits("x", 1, n, low..=high);
        let y = model.digits("y", 1, 2, [1, 4, 6, 30]);
        let all: Vec<Cell<Digit>> = x.cells().chain(y.cells()).copied().collect();
        if differ {
            model.rule("x differ", all_different(x.cells()));
        }
        model.post("all differ", all_different(&all));
        model.post("product", product(x.cells(), clue));
        model.post("product over two groups", product(&all, clue * 12));
        model.post("sum", sum(x.cells(), clue / 6));
        model.post("sum over two groups", sum(&all, clue / 2));
        model.post("less", less_than(y[(0, 0)], y[(0, 1)]));
        model.post("at most", at_most(x[(0, 0)], y[(0, 1)]));
        model.post("not equal", not_equal(x[(0, 0)], y[(0, 0)]));
        model.post("fixed", fixed(x[(0, 0)], small));
        model.post("one of", one_of(x[(0, 0)], [1, small]));
        if n >= 2 {
            model.post("difference", difference(x.cells(), small));
            model.post("ratio", ratio(x.cells(), small.max(1)));
        }
        if n == 3 {
            model.post("table", table(x.cells(), tuples));
        }
        holds(&model, &keep)?;
    }

    #[test]
    fn of_large_products(keep in masks(), n in 2usize..=4, values in vec(1u32..40, 4), exponent in 0u32..3) {
        let mut model = Model::new();
        let x = model.digits("x", 1, n, 1..=20);
        let clue: u64 = values[..n].iter().map(|&v| u64::from(v.min(20))).product();
        model.post("product", product(x.cells(), clue));
        model.post("big product", product(x.cells(), num_bigint::BigUint::from(clue).pow(exponent)));
        holds(&model, &keep)?;
    }

    #[test]
    fn of_slots(
        keep in masks(), tiles in vec([-2i32..=2, -2..=2, -2..=2, -2..=2], 1..5), repeated in any::<bool>(),
        turns in any::<bool>(), which in 0usize..3, label in -2i32..=2,
    ) {
        let mut tiles: Vec<Tile> = tiles.into_iter().map(Tile::from).collect();
        if repeated {
            tiles.push(tiles[0].turned(u8::from(turns)));
        }
        let set = TileSet::new(&tiles, turns);
        let mates = [Mates::Equal, Mates::Opposite, Mates::Pairs(vec![(1, 2), (-1, 0)])][which].clone();
        let mut model = Model::new();
        let b = model.slots("b", 1, 3, &set);
        model.post("seam", seam(b[(0, 0)], Side::Right, b[(0, 1)], Side::Left, &mates));
        model.post("seam upwards", seam(b[(0, 1)], Side::Top, b[(0, 2)], Side::Left, &mates));
        model.post("use", tile_use(b.cells()));
        model.post("use with spares", tile_use(b.cells()).with_spares());
        model.post("use of one class", tile_use(b.cells()).of_class(0));
        model.post("shows", shows(b[(0, 0)], Side::Bottom, label));
        model.post("hides", hides(b[(0, 1)], Side::Left, label));
        model.post("placed", placed(b[(0, 2)], 0, 0));
        holds(&model, &keep)?;
    }

    #[test]
    fn of_slots_that_may_stay_empty(
        keep in masks(), tiles in vec([-2i32..=2, -2..=2, -2..=2, -2..=2], 1..4), turns in any::<bool>(),
        opposite in any::<bool>(), label in -2i32..=2, blank in any::<bool>(),
    ) {
        let (mut model, b) = plant::slots_that_may_stay_empty(&tiles, turns, opposite, label, blank);
        model.post("use with spares", tile_use(b).with_spares());
        holds(&model, &keep)?;
    }
}

/// More cells than a word has bits, and more values: the matching still sees what fits.
#[test]
fn all_different_beyond_a_word() {
    let mut model = Model::new();
    let x = model.digits("x", 1, 70, 1..=70);
    let cells: Vec<CellId> = x.cells().map(Cell::id).collect();
    model.rule("differ", all_different(x.cells()));
    let mut domains = model.domains();
    // The first 69 cells share 1..=69, without a pair that would show it at a glance: the last one must be 70.
    for (i, &cell) in cells[..69].iter().enumerate() {
        domains.retain(cell, |v| v != 70 && !(v as usize + i).is_multiple_of(7)).unwrap();
    }
    let constraint = model.posted()[0].constraint();
    for _ in 0..4 {
        constraint.filter(&mut domains).unwrap();
    }
    assert_eq!(domains.fixed(cells[69]), Some(70));
}

/// Cells far apart that share a few values take them from all others, and nothing else is taken.
#[test]
fn naked_sets_are_used_beyond_a_word() {
    let sets: [(&[usize], [u32; 2]); 3] = [(&[1, 66], [1, 2]), (&[3, 64], [69, 70]), (&[10, 63, 69], [3, 5])];
    for values in [70, 71] {
        let mut model = Model::new();
        let x = model.digits("x", 1, 70, 1..=values);
        model.rule("differ", all_different(x.cells()));
        let mut domains = model.domains();
        for (members, [low, high]) in sets {
            for &c in members {
                domains.retain(x[(0, c)].id(), |v| (low..=high).contains(&v)).unwrap();
            }
        }
        model.posted()[0].constraint().filter(&mut domains).unwrap();
        for (c, cell) in x.cells().enumerate() {
            let own = sets.iter().find(|(members, _)| members.contains(&c)).map(|(_, range)| range);
            let taken = |v: u32| sets.iter().any(|(_, [low, high])| (*low..=*high).contains(&v));
            let expected: Vec<u32> =
                (1..=values).filter(|&v| own.map_or(!taken(v), |[low, high]| (*low..=*high).contains(&v))).collect();
            assert_eq!(domains.values(cell.id()).collect::<Vec<_>>(), expected, "cell {c} of {values} values");
        }
    }
}

/// Four cells of which three share two values cannot all differ, though no value is settled.
#[test]
fn too_few_values_are_noticed() {
    let mut model = Model::new();
    let x = model.digits("x", 1, 4, 1..=5);
    model.rule("differ", all_different(x.cells()));
    let mut domains = model.domains();
    for cell in x.cells().take(3) {
        domains.retain(cell.id(), |v| v == 2 || v == 4).unwrap();
    }
    assert!(model.posted()[0].constraint().filter(&mut domains).is_err());
}

/// A pair of cells that shares two values takes them from the others.
#[test]
fn naked_pairs_are_used() {
    let mut model = Model::new();
    let x = model.digits("x", 1, 4, 1..=5);
    model.rule("differ", all_different(x.cells()));
    let mut domains = model.domains();
    for cell in x.cells().take(2) {
        domains.retain(cell.id(), |v| v == 2 || v == 4).unwrap();
    }
    model.posted()[0].constraint().filter(&mut domains).unwrap();
    assert_eq!(domains.values(x[(0, 2)].id()).collect::<Vec<_>>(), [1, 3, 5]);
}

/// … beside a cell that is settled, too, when every value has to occur.
#[test]
fn naked_pairs_are_used_beside_settled_cells() {
    let mut model = Model::new();
    let x = model.digits("x", 1, 5, 1..=5);
    model.rule("differ", all_different(x.cells()));
    let mut domains = model.domains();
    domains.fix(x[(0, 0)].id(), 5).unwrap();
    for c in 1..5 {
        domains.retain(x[(0, c)].id(), |v| if c < 3 { v <= 2 } else { v <= 4 }).unwrap();
    }
    model.posted()[0].constraint().filter(&mut domains).unwrap();
    assert_eq!(domains.values(x[(0, 4)].id()).collect::<Vec<_>>(), [3, 4]);
}

/// A row too long for the matching: a value that is left in one cell alone settles it all the same, and one that is left
/// nowhere is a contradiction.
#[test]
fn long_rows_are_filtered_by_singles() {
    let mut model = Model::new();
    let n = 300;
    let x = model.digits("x", 1, n, 1..=300);
    model.rule("differ", all_different(x.cells()));
    let constraint = model.posted()[0].constraint();
    let mut domains = model.domains();
    for c in (0..n).filter(|&c| c != 200) {
        domains.remove(x[(0, c)].id(), 7).unwrap();
    }
    domains.fix(x[(0, 1)].id(), 299).unwrap();
    for _ in 0..3 {
        constraint.filter(&mut domains).unwrap();
    }
    assert_eq!(domains.fixed(x[(0, 200)].id()), Some(7));
    assert_eq!(domains.size(x[(0, 2)].id()), 298, "neither 7 nor 299");
    // Nowhere 8.
    let mut without = domains.clone();
    for cell in x.cells() {
        let _ = without.remove(cell.id(), 8);
    }
    assert!(constraint.filter(&mut without).is_err());
    // Two values that only one cell can take.
    for c in (0..n).filter(|&c| c != 100) {
        domains.retain(x[(0, c)].id(), |v| v != 8 && v != 9).unwrap();
    }
    assert!(constraint.filter(&mut domains).is_err());
}

/// A cage whose cells must differ loses the values that only equal ones could make.
#[test]
fn cages_honour_cells_that_differ() {
    let mut model = Model::new();
    let x = model.digits("x", 1, 2, 1..=9);
    model.rule("row", all_different(x.cells()));
    model.post("4 by two", product(x.cells(), 4));
    model.post("4 in all", sum(x.cells(), 4));
    model.post("a ratio of 1", ratio(x.cells(), 1));
    let constraint = |i: usize| model.posted()[i].constraint();
    for i in [1, 2] {
        let mut domains = model.domains();
        for _ in 0..3 {
            constraint(i).filter(&mut domains).unwrap();
        }
        assert!(!domains.contains(x[(0, 0)].id(), 2), "2 and 2 are not allowed");
    }
    assert!(constraint(3).filter(&mut model.domains()).is_err());
}

/// Which rules make cells differ: those that say so, and no clue, whatever it says.
#[test]
fn rules_say_which_cells_differ() {
    let mut model = Model::new();
    let x: Vec<Cell<Digit>> = model.digits("x", 1, 8, 1..=9).cells().copied().collect();
    model.rule("all different", all_different(&x[..2]));
    model.rule("not equal", not_equal(x[2], x[3]));
    model.rule("a sum", sum(&x[4..6], 4));
    model.post("a clue", not_equal(x[6], x[7]));
    let domains = model.domains();
    let differ: Vec<bool> = x.chunks(2).map(|pair| domains.must_differ(pair[0].id(), pair[1].id())).collect();
    assert_eq!(differ, [true, true, false, false]);
}

/// The cells hold values at least two apart. It has a meaning and no filter of its own.
#[derive(Debug)]
struct Apart([CellId; 2]);

impl Constraint for Apart {
    fn scope(&self) -> &[CellId] {
        &self.0
    }

    fn is_satisfied(&self, values: &Assignment) -> bool {
        values.value(self.0[0]).abs_diff(values.value(self.0[1])) >= 2
    }

    fn linearise(&self, _encoder: &mut Encoder) -> Result<(), EncodeError> {
        Ok(())
    }
}

/// Without a filter of its own a constraint takes from its last open cell what breaks it.
#[test]
fn a_meaning_alone_filters_the_last_cell() {
    let mut model = Model::new();
    let x = model.digits("x", 1, 2, 1..=5);
    let (a, b) = (x[(0, 0)].id(), x[(0, 1)].id());
    model.post("apart", Apart([a, b]));
    let constraint = model.posted()[0].constraint();
    let mut domains = model.domains();
    constraint.filter(&mut domains).unwrap();
    assert_eq!((domains.size(a), domains.size(b)), (5, 5));
    domains.fix(b, 2).unwrap();
    constraint.filter(&mut domains).unwrap();
    assert_eq!(domains.values(a).collect::<Vec<_>>(), [4, 5]);
}
