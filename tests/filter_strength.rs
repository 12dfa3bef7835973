//! How much filters take away. That they take nothing with support is a law, tested elsewhere; here, run until nothing
//! changes, a constraint's filter leaves just the values with support, for the constraints and sizes that promise it.

mod oracle;
mod plant;

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;
use puzzle_ilp::{
    Assignment, Cell, CellId, Constraint, Digit, Domain, Domains, Mates, Model, Side, Slot, Tile, TileSet,
    all_different, at_most, difference, fixed, hides, less_than, not_equal, one_of, placed, product, ratio, seam,
    shows, sum, table, tile_use,
};

/// By cell of the constraint's scope the values that some tuple uses which meets it and the must-differ relation.
fn supported(constraint: &dyn Constraint, domains: &Domains) -> Vec<BTreeSet<u32>> {
    let scope = constraint.scope();
    let table = domains.table();
    let mut held: Vec<u32> = table.ids().map(|cell| table.domain(cell).values().next().unwrap()).collect();
    let mut tuples: Vec<Vec<u32>> = vec![vec![]];
    for &cell in scope {
        let values: Vec<u32> = domains.values(cell).collect();
        tuples = tuples.iter().flat_map(|t| values.iter().map(move |&v| [t.as_slice(), &[v]].concat())).collect();
    }
    let mut supported = vec![BTreeSet::new(); scope.len()];
    for tuple in tuples {
        let clash = |i: usize, j: usize| domains.must_differ(scope[i], scope[j]) && tuple[i] == tuple[j];
        if (0..scope.len()).any(|i| (0..i).any(|j| clash(i, j))) {
            continue;
        }
        for (&cell, &value) in scope.iter().zip(&tuple) {
            held[cell.index()] = value;
        }
        let assignment = Assignment::new(table.clone(), held.clone()).unwrap();
        if constraint.is_satisfied(&assignment) {
            for (set, &value) in supported.iter_mut().zip(&tuple) {
                set.insert(value);
            }
        }
    }
    supported
}

/// What the filter leaves, by cell of the scope, when it is run until nothing changes; none after a wipeout.
fn filtered(constraint: &dyn Constraint, domains: &Domains) -> Option<Vec<BTreeSet<u32>>> {
    let mut domains = domains.clone();
    loop {
        let left = |domains: &Domains| -> Vec<BTreeSet<u32>> {
            constraint.scope().iter().map(|&cell| domains.values(cell).collect()).collect()
        };
        let before = left(&domains);
        constraint.filter(&mut domains).ok()?;
        // Whatever a filter takes away, it says so by the sizes.
        for (&cell, values) in constraint.scope().iter().zip(left(&domains)) {
            assert_eq!(domains.size(cell), values.len());
        }
        if left(&domains) == before {
            return Some(before);
        }
    }
}

/// The model's domains without some values: each cell keeps those whose bit is set, and at least one.
fn shrunk(model: &Model, keep: &[u64]) -> Domains {
    let mut domains = model.domains();
    for (i, cell) in model.table().ids().enumerate() {
        let values: Vec<u32> = domains.values(cell).collect();
        for (bit, &value) in values.iter().enumerate() {
            if keep[i % keep.len()].rotate_left(i as u32) >> (bit % 64) & 1 == 0 && domains.size(cell) > 1 {
                domains.remove(cell, value).unwrap();
            }
        }
    }
    domains
}

/// Filters leave just what has support: checked for each constraint posted.
fn all_exact(model: &Model, keep: &[u64]) -> Result<(), TestCaseError> {
    model.validate().unwrap();
    let domains = shrunk(model, keep);
    for posted in model.posted() {
        let expected = supported(posted.constraint(), &domains);
        let found = filtered(posted.constraint(), &domains);
        match found {
            Some(found) => prop_assert_eq!(&found, &expected, "{}", posted.label()),
            None => prop_assert!(expected.iter().any(BTreeSet::is_empty), "{}: {:?}", posted.label(), expected),
        }
    }
    Ok(())
}

/// The same under a rule that the cells differ. The filters of cages use it among open cells; what settled cells take from
/// others is the rule's own to do.
fn exact_among_open(mut model: Model, x: &[Cell<Digit>], keep: &[u64]) -> Result<(), TestCaseError> {
    let cages = model.posted().len();
    model.rule("differ", all_different(x));
    let domains = shrunk(&model, keep);
    for posted in &model.posted()[..cages] {
        let expected = supported(posted.constraint(), &domains);
        match filtered(posted.constraint(), &domains) {
            Some(found) if found.iter().all(|values| values.len() > 1) => {
                prop_assert_eq!(&found, &expected, "{}", posted.label());
            }
            Some(_) => {}
            None => prop_assert!(expected.iter().any(BTreeSet::is_empty), "{}", posted.label()),
        }
    }
    Ok(())
}

/// Masks of which about half or three quarters of the bits are set.
fn masks() -> impl Strategy<Value = Vec<u64>> {
    let mask = (any::<u64>(), any::<u64>(), any::<bool>()).prop_map(|(a, b, both)| if both { a | b } else { a });
    vec(mask, 1..8)
}

fn cells(model: &mut Model, name: &str, n: usize, domain: impl Into<Domain>) -> Vec<Cell<Digit>> {
    model.digits(name, 1, n, domain).cells().copied().collect()
}

proptest! {
    #![proptest_config(plant::config(300, "proptest-regressions/filter_strength.txt"))]

    #[test]
    fn of_all_different(keep in masks(), n in 1usize..=5, values in 1u32..=7) {
        let mut model = Model::new();
        let x = cells(&mut model, "x", n, 1..=values);
        let y = cells(&mut model, "y", 1, [2, 5, 9]);
        model.post("same domains", all_different(&x));
        model.post("two domains", all_different(x.iter().chain(&y)));
        model.post("a pair", not_equal(x[0], y[0]));
        all_exact(&model, &keep)?;
    }

    #[test]
    fn of_relations(keep in masks(), value in 0u32..12, some in vec(0u32..12, 0..4), clue in 0u32..6) {
        let mut model = Model::new();
        let x = cells(&mut model, "x", 2, 0..=8);
        let y = cells(&mut model, "y", 1, [0, 1, 3, 6, 9]);
        model.post("<", less_than(x[0], x[1]));
        model.post("≤", at_most(x[0], y[0]));
        model.post("> between groups", less_than(y[0], x[1]));
        model.post("fixed", fixed(x[0], value));
        model.post("one of", one_of(y[0], some));
        model.post("difference", difference([x[0], y[0]], clue));
        model.post("ratio", ratio([x[0], y[0]], clue.max(1)));
        all_exact(&model, &keep)?;
    }

    #[test]
    fn of_cages(
        keep in masks(), n in 1usize..=4, drawn in vec(0u32..7, 4), slip in 0u64..4, differ in any::<bool>(),
        tuples in vec(vec(0u32..7, 4), 0..12),
    ) {
        let mut model = Model::new();
        // Four cells of seven values: fewer tuples than are looked through at most.
        let x = cells(&mut model, "x", n, 0..=6);
        let held = &drawn[..n];
        if n > 1 {
            let largest = held.iter().max().copied().unwrap();
            let others = held.iter().sum::<u32>() - largest;
            let small = largest.saturating_sub(others) + u32::try_from(slip).unwrap();
            model.post("difference", difference(&x, small));
            model.post("ratio", ratio(&x, small.max(1)));
        }
        model.post("sum", sum(&x, held.iter().map(|&v| u64::from(v)).sum::<u64>() + slip));
        if held.iter().all(|&v| v != 0) {
            let clue: u64 = held.iter().map(|&v| u64::from(v)).product();
            model.post("product", product(&x, clue * [1, 1, 2, 11][slip as usize]));
        }
        if differ {
            return exact_among_open(model, &x, &keep);
        }
        model.post("table", table(&x, tuples.into_iter().map(|t| t[..n].to_vec())));
        model.post("product 0", product(&x, 0u8));
        all_exact(&model, &keep)?;
    }

    /// Cages of so many tuples that sets of values are looked at instead.
    #[test]
    fn of_cages_whose_cells_differ(keep in masks(), order in Just((1u32..=7).collect::<Vec<_>>()).prop_shuffle(), slip in 0u64..3) {
        let mut model = Model::new();
        let x = cells(&mut model, "x", 5, 1..=7);
        let held = &order[..5];
        model.post("sum", sum(&x, held.iter().map(|&v| u64::from(v)).sum::<u64>() + slip));
        model.post("product", product(&x, held.iter().map(|&v| u64::from(v)).product::<u64>() * [1, 1, 2][slip as usize]));
        exact_among_open(model, &x, &keep)?;
    }

    #[test]
    fn of_products_of_different_domains(keep in masks(), values in vec(1u32..=12, 4), slip in 0usize..4) {
        let mut model = Model::new();
        let mut x = cells(&mut model, "x", 2, 1..=12);
        x.extend(cells(&mut model, "y", 2, [1, 2, 3, 5, 7, 8, 11, 12]));
        let clue: u64 = values.iter().map(|&v| u64::from(v)).product();
        model.post("product", product(&x, clue * [1, 1, 5, 13][slip]));
        all_exact(&model, &keep)?;
    }

    #[test]
    fn of_slots(
        keep in masks(), tiles in vec([-2i32..=2, -2..=2, -2..=2, -2..=2], 1..5), repeated in any::<bool>(),
        turns in any::<bool>(), which in 0usize..3, label in -2i32..=2, class in 0usize..5,
    ) {
        let mut tiles: Vec<Tile> = tiles.into_iter().map(Tile::from).collect();
        if repeated {
            tiles.push(tiles[0].turned(u8::from(turns)));
        }
        let set = TileSet::new(&tiles, turns);
        let mates = [Mates::Equal, Mates::Opposite, Mates::Pairs(vec![(1, 2), (-1, 0)])][which].clone();
        let mut model = Model::new();
        let b: Vec<Cell<Slot>> = model.slots("b", 1, 3, &set).cells().copied().collect();
        model.post("seam", seam(b[0], Side::Right, b[1], Side::Left, &mates));
        model.post("seam upwards", seam(b[1], Side::Top, b[2], Side::Left, &mates));
        model.post("use of a class", tile_use(&b).of_class(class));
        model.post("use of a class with spares", tile_use(&b).of_class(class).with_spares());
        model.post("shows", shows(b[0], Side::Bottom, label));
        model.post("hides", hides(b[1], Side::Left, label));
        model.post("placed", placed(b[2], tiles.len() - 1, u8::from(turns)));
        all_exact(&model, &keep)?;
    }

    #[test]
    fn of_slots_that_may_stay_empty(
        keep in masks(), tiles in vec([-1i32..=1, -1..=1, -1..=1, -1..=1], 1..4), turns in any::<bool>(),
        opposite in any::<bool>(), label in -1i32..=1, blank in any::<bool>(),
    ) {
        let (model, _) = plant::slots_that_may_stay_empty(&tiles, turns, opposite, label, blank);
        all_exact(&model, &keep)?;
    }

    /// Of several classes at once a filter of tile uses does what those of the single classes do together.
    #[test]
    fn of_all_tile_uses(keep in masks(), tiles in vec([0i32..=2, 0..=2, 0..=2, 0..=2], 1..5), spare in any::<bool>()) {
        let tiles: Vec<Tile> = tiles.into_iter().map(Tile::from).collect();
        let set = TileSet::new(&tiles, true);
        let mut model = Model::new();
        let b: Vec<Cell<Slot>> = model.slots("b", 1, 3, &set).cells().copied().collect();
        let of = |rule: puzzle_ilp::TileUse| if spare { rule.with_spares() } else { rule };
        model.post("all", of(tile_use(&b)));
        for class in 0..set.classes().len() {
            model.post(format!("class {class}"), of(tile_use(&b).of_class(class)));
        }
        let domains = shrunk(&model, &keep);
        let mut together = domains.clone();
        let size = |domains: &Domains| b.iter().map(|slot| domains.size(slot.id())).sum::<usize>();
        let is_consistent = loop {
            let before = size(&together);
            if model.posted()[1..].iter().any(|posted| posted.constraint().filter(&mut together).is_err()) {
                break false;
            }
            if size(&together) == before {
                break true;
            }
        };
        let found = filtered(model.posted()[0].constraint(), &domains);
        let expected: Vec<BTreeSet<u32>> = b.iter().map(|slot| together.values(slot.id()).collect()).collect();
        prop_assert_eq!(found, is_consistent.then_some(expected));
    }
}

#[test]
fn a_seam_between_sets_of_different_sizes_is_exact() {
    // One tile against twenty, which in their rotations are more than a word of bits holds.
    let many: Vec<Tile> = (0..20).map(|i| Tile::from([i, i + 1, i + 20, i + 40])).collect();
    let mut model = Model::new();
    let a = model.slots("a", 1, 1, &TileSet::new(&[Tile::from([5, 6, 70, 80])], true))[(0, 0)];
    let b = model.slots("b", 1, 1, &TileSet::new(&many, true))[(0, 0)];
    model.post("seam", seam(a, Side::Right, b, Side::Left, &Mates::Equal));
    model.post("seam the other way", seam(b, Side::Top, a, Side::Bottom, &Mates::Equal));
    all_exact(&model, &[u64::MAX]).unwrap();
}

// ---------------------------------------------------------------- sizes at the edge of what is looked through

/// Where each cell's values are after its constraint's filter.
fn after(model: &Model, domains: &Domains) -> Option<Vec<Vec<u32>>> {
    let found = filtered(model.posted()[0].constraint(), domains)?;
    Some(found.into_iter().map(|set| set.into_iter().collect()).collect())
}

#[test]
fn sums_of_many_cells_are_exact() {
    // Cells of 0 or 10, and one of 0 to 9 that has to make the last digit: in one word of totals and in several.
    for (large, clue) in [(3, 13), (8, 33), (8, 63), (8, 64), (40, 203), (40, 123), (40, 333)] {
        let mut model = Model::new();
        let mut x = cells(&mut model, "x", large, [0, 10]);
        x.extend(cells(&mut model, "y", 1, 0..=9));
        model.post("sum", sum(&x, clue));
        let left = after(&model, &model.domains()).unwrap();
        assert_eq!(left[large], [(clue % 10) as u32], "{large} cells, {clue}");
        assert_eq!(left[0], [0, 10], "{large} cells, {clue}");
    }
    // Far more tuples than could be looked through.
    for clue in [383, 453, 533] {
        let mut model = Model::new();
        let mut x = cells(&mut model, "x", 7, [50, 60, 70, 80]);
        x.extend(cells(&mut model, "y", 1, 0..=9));
        model.post("sum", sum(&x, clue));
        assert_eq!(after(&model, &model.domains()).unwrap()[7], [3]);
    }
    // No total of the first cells fits: a last digit that nothing makes.
    let mut model = Model::new();
    let x = cells(&mut model, "x", 9, [0, 10, 64, 128]);
    model.post("sum", sum(&x, 201));
    assert_eq!(after(&model, &model.domains()), None);
    // What the others can make at most and at least.
    for (clue, expected) in [(80, [8, 9]), (10, [1, 2])] {
        let mut model = Model::new();
        let x = cells(&mut model, "x", 9, 1..=9);
        model.post("sum", sum(&x, clue));
        assert_eq!(after(&model, &model.domains()).unwrap(), [expected; 9]);
    }
}

#[test]
fn large_sums_are_exact_by_totals_or_tuples_or_filtered_by_bounds() {
    // Totals from the least one on: some ten times the scale of them. With too many, eight cells have too many tuples as
    // well, but for clues near either end, where bounds leave few.
    for (tens, scale, exact) in [(45, 100, true), (38, 10_000, true), (45, 10_000, false), (53, 10_000, true)] {
        let mut model = Model::new();
        let mut x = cells(&mut model, "x", 7, [5, 6, 7, 8].map(|v| v * scale));
        x.extend(cells(&mut model, "y", 1, 0..=9));
        model.post("sum", sum(&x, u64::from(tens * scale + 3)));
        let left = after(&model, &model.domains()).unwrap();
        assert_eq!(left[7], if exact { vec![3] } else { (0..=9).collect() });
    }
    // Two cells have few tuples.
    let mut model = Model::new();
    let x = cells(&mut model, "x", 2, [1_000_000, 4_000_000, 5_000_000, 9_000_000]);
    model.post("sum", sum(&x, 10_000_000));
    assert_eq!(after(&model, &model.domains()).unwrap(), vec![vec![1_000_000, 5_000_000, 9_000_000]; 2]);
}

/// That two cells must differ takes nothing from what the totals say, and a settled cell counts with what it holds.
#[test]
fn totals_and_cages_together() {
    // Eight odd numbers make no odd sum; a pair that differs leaves far more tuples than are looked through.
    let mut model = Model::new();
    let x = cells(&mut model, "x", 8, [1, 3, 5, 7, 9]);
    model.post("sum", sum(&x, 41));
    model.rule("a pair", not_equal(x[0], x[1]));
    assert_eq!(after(&model, &model.domains()), None);
    // Nine cells that differ, seven of them settled at 1 to 7: 18 is 8 and 10, not 9 and 9.
    let mut model = Model::new();
    let x = cells(&mut model, "x", 9, 1..=12);
    model.post("sum", sum(&x, 46));
    model.rule("differ", all_different(&x));
    let mut domains = model.domains();
    for (i, cell) in x.iter().enumerate() {
        if i < 7 {
            domains.fix(cell.id(), i as u32 + 1).unwrap()
        } else {
            domains.retain(cell.id(), |v| (8..=10).contains(&v)).unwrap()
        };
    }
    let left = after(&model, &domains).unwrap();
    assert_eq!(left[7..], [[8, 10], [8, 10]]);
}

/// Cells that differ and add up to 36 or 37 are 1 to 8, or 1 to 7 and 9: found by sets of values, of which there are few, where
/// there are far more tuples than are looked through.
#[test]
fn sums_of_eight_cells_that_differ() {
    let left = |values: u32, clue: u64| {
        let mut model = Model::new();
        let x = cells(&mut model, "x", 8, 1..=values);
        model.post("sum", sum(&x, clue));
        model.rule("differ", all_different(&x));
        after(&model, &model.domains()).unwrap()
    };
    let but = |missing: &[u32], most: u32| (1..=most).filter(|v| !missing.contains(v)).collect::<Vec<_>>();
    assert_eq!(left(9, 36), vec![but(&[9], 9); 8]);
    assert_eq!(left(9, 37), vec![but(&[8], 9); 8]);
    assert_eq!(left(10, 36), vec![but(&[9, 10], 10); 8]);
    assert_eq!(left(10, 52), vec![but(&[1, 2], 10); 8]);
    // Of eleven values there are too many sets: bounds alone.
    assert_eq!(left(11, 36), vec![but(&[], 11); 8]);
    // Of twelve, too, but three cells have few tuples: to 41 go 35 with twice 3, and 37 with twice 2, and with nothing else.
    let mut model = Model::new();
    let x = cells(&mut model, "x", 3, [0, 2, 3, 7, 12, 15, 23, 27, 32, 35, 37, 38]);
    model.post("sum", sum(&x, 41));
    assert_eq!(after(&model, &model.domains()).unwrap()[0].len(), 12);
    model.rule("differ", all_different(&x));
    assert_eq!(after(&model, &model.domains()).unwrap(), vec![vec![0, 2, 3, 7, 12, 15, 23, 27, 32, 38]; 3]);
    // Nine cells that differ are too many for tuples.
    let mut model = Model::new();
    let x = cells(&mut model, "x", 9, 1..=10);
    model.post("sum", sum(&x, 46));
    model.rule("differ", all_different(&x));
    assert_eq!(after(&model, &model.domains()).unwrap(), vec![but(&[], 10); 9]);
}

#[test]
fn products_beyond_a_word_of_exponents_are_filtered_by_bounds() {
    // Nine primes: more than are packed into a word. 2·all needs a 2 in both cells.
    let all = 2 * 3 * 5 * 7 * 11 * 13 * 17 * 19 * 23;
    let mut model = Model::new();
    let x = cells(&mut model, "x", 2, [1, 2, 3, all]);
    model.post("product", product(&x, 2 * u64::from(all)));
    assert_eq!(after(&model, &model.domains()).unwrap(), vec![vec![2, all]; 2]);
    // Of 1 or 4, times 1, 2 or 4, no pair with a 2 makes 4. Eight primes are few enough to see that, nine are not.
    for (others, exact) in [(3 * 5 * 7 * 11 * 13 * 17 * 19, true), (3 * 5 * 7 * 11 * 13 * 17 * 19 * 23, false)] {
        let mut model = Model::new();
        let mut x = cells(&mut model, "x", 1, [1, 4]);
        x.extend(cells(&mut model, "y", 1, [1, 2, 4]));
        x.extend(cells(&mut model, "z", 1, [others]));
        model.post("product", product(&x, 4 * u64::from(others)));
        let left = after(&model, &model.domains()).unwrap();
        assert_eq!(left[1], if exact { vec![1, 4] } else { vec![1, 2, 4] });
    }
}

#[test]
fn high_exponents_are_filtered_by_bounds() {
    // 2¹⁴⁰ is beyond an exponent of 127.
    let mut model = Model::new();
    let x = cells(&mut model, "x", 5, [1, 2, 1 << 10, 1 << 20, 1 << 30]);
    model.post("product", product(&x, num_bigint::BigUint::from(2u8).pow(140)));
    let left = after(&model, &model.domains()).unwrap();
    assert_eq!(left, vec![vec![1 << 20, 1 << 30]; 5]);
    // 2¹²⁷ is the largest that is looked at exactly: of 30 + 30 + 30 + 30 + 7 only that.
    let mut model = Model::new();
    let mut x = cells(&mut model, "x", 4, [1 << 28, 1 << 30]);
    x.extend(cells(&mut model, "y", 1, [1 << 5, 1 << 6, 1 << 7, 1 << 8]));
    model.post("product", product(&x, 1u128 << 127));
    let left = after(&model, &model.domains()).unwrap();
    assert_eq!(left[4], [1 << 7]);
    // 2¹²⁸ is one more: 30 + 30 + 30 + 30 + 8, by bounds.
    let mut model = Model::new();
    let mut x = cells(&mut model, "x", 4, [1 << 28, 1 << 30]);
    x.extend(cells(&mut model, "y", 1, [1 << 5, 1 << 6, 1 << 7, 1 << 8]));
    model.post("product", product(&x, num_bigint::BigUint::from(2u8).pow(128)));
    let left = after(&model, &model.domains()).unwrap();
    assert_eq!(left, [vec![1 << 30; 1], vec![1 << 30], vec![1 << 30], vec![1 << 30], vec![1 << 8]]);
}

#[test]
fn cages_with_cells_that_differ_find_what_sums_alone_do_not() {
    // 1 to 4 in a row of which two cells multiply to 4: 1 and 4, not 2 and 2; and with three open cells of one row.
    let mut model = Model::new();
    let x = cells(&mut model, "x", 3, 1..=9);
    model.post("product", product(&x, 8u8));
    model.rule("row", all_different(&x));
    let left = after(&model, &model.domains()).unwrap();
    assert_eq!(left, vec![vec![1, 2, 4]; 3]);
    let mut model = Model::new();
    let x = cells(&mut model, "x", 2, 1..=9);
    model.post("product", product(&x, 36u8));
    model.rule("row", all_different(&x));
    assert_eq!(after(&model, &model.domains()).unwrap(), vec![vec![4, 9]; 2]);
}

#[test]
fn settled_cells_do_not_make_a_cage_large() {
    // Ten cells, of which two are open and must differ; the others are 1.
    let mut model = Model::new();
    let mut x = cells(&mut model, "x", 2, 1..=9);
    let row = x.clone();
    x.extend(cells(&mut model, "y", 8, 1..=2));
    model.post("product", product(&x, 36u8));
    model.rule("row", all_different(&row));
    let mut domains = model.domains();
    for cell in &x[2..] {
        domains.fix(cell.id(), 1).unwrap();
    }
    assert_eq!(after(&model, &domains).unwrap()[..2], [[4, 9], [4, 9]]);
}

#[test]
fn large_products_of_cells_that_differ_are_filtered_by_sums() {
    // Nine cells that hold 1 to 9: too many to look through their tuples. One is 5 and one 7, as sums of exponents say.
    let mut model = Model::new();
    let mut x = cells(&mut model, "x", 7, [1, 2, 3, 4, 6, 8, 9]);
    x.extend(cells(&mut model, "y", 2, 1..=9));
    model.post("product", product(&x, (1..=9u32).product::<u32>()));
    model.rule("row", all_different(&x));
    assert_eq!(after(&model, &model.domains()).unwrap()[7..], [[5, 7], [5, 7]]);
}

#[test]
fn products_with_too_many_sums_of_exponents_are_filtered_by_bounds() {
    // Each of eight exponents runs from 0 to 120: 121⁸ sums.
    let all = 2 * 3 * 5 * 7 * 11 * 13 * 17 * 19;
    let mut model = Model::new();
    let x = cells(&mut model, "x", 120, [1, all]);
    model.post("product", product(&x, num_bigint::BigUint::from(all).pow(120)));
    assert_eq!(after(&model, &model.domains()).unwrap(), vec![[all]; 120]);
}

#[test]
fn pairs_with_many_values_are_exact() {
    // Ten thousand pairs.
    let mut model = Model::new();
    let x = cells(&mut model, "x", 2, 1..=100);
    model.post("difference", difference(&x, 97));
    let left = after(&model, &model.domains()).unwrap();
    assert_eq!(left, [[1, 2, 3, 98, 99, 100], [1, 2, 3, 98, 99, 100]]);
}

/// Nine cells, one more than tuples are looked through for: the filter waits until one is open.
#[test]
fn large_cages_wait_for_their_last_cell() {
    let mut model = Model::new();
    let x = cells(&mut model, "x", 9, 0..=9);
    model.post("difference", difference(&x, 1));
    model.post("ratio", ratio(&x, 2));
    let ids: Vec<CellId> = x.iter().map(Cell::id).collect();
    let last = |index: usize, held: u32| {
        let mut domains = model.domains();
        let constraint = model.posted()[index].constraint();
        constraint.filter(&mut domains).unwrap();
        assert!(ids.iter().all(|&cell| domains.size(cell) == 10), "nothing is known yet");
        for &cell in &ids[1..] {
            domains.fix(cell, held).unwrap();
        }
        constraint.filter(&mut domains).map(|()| domains.values(ids[0]).collect::<Vec<_>>())
    };
    // Eight zeros: the open one is 1 more than all of them. Eight ones: twice their product.
    assert_eq!(last(0, 0).ok(), Some(vec![1]));
    assert_eq!(last(1, 1).ok(), Some(vec![2]));
}

/// Rows of more cells than the closure is taken of: five cells keep five values to themselves, with values to spare or not.
#[test]
fn different_values_of_many_cells() {
    for (n, values) in [(16, 16), (17, 17), (17, 30), (40, 40), (70, 80)] {
        let mut model = Model::new();
        let x = cells(&mut model, "x", n, 1..=values);
        model.post("differ", all_different(&x));
        let mut domains = model.domains();
        // In a chain, so that no four of them hold four values alone.
        for i in 0..5 {
            let two = [i as u32 + 1, (i as u32 + 1) % 5 + 1];
            domains.retain(x[i].id(), |v| two.contains(&v)).unwrap();
        }
        let left = after(&model, &domains).unwrap();
        for (i, held) in left.iter().enumerate() {
            if i < 5 {
                assert_eq!(held.len(), 2);
            } else {
                assert_eq!(*held, (6..=values).collect::<Vec<_>>(), "{n} cells, {values} values");
            }
        }
    }
}
