//! The encoder's views, one at a time, through constraints of one's own: each view says of a cell just what it promises,
//! under every encoding.

use puzzle_ilp::program::{LinExpr, Program};
use puzzle_ilp::{
    Assignment, Cell, CellId, CompileOptions, Constraint, Digit, Domain, EncodeError, Encoder, Encoding, Formulation,
    Model, Side, Slot, Tile, TileSet, fixed, laws, one_of, product,
};

/// Says that a function of the cells' values is 0, by a view that is that function.
struct Zero<F, V> {
    scope: Vec<CellId>,
    meaning: F,
    view: V,
}

impl<F, V> std::fmt::Debug for Zero<F, V> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Zero({:?})", self.scope)
    }
}

impl<F, V> Constraint for Zero<F, V>
where
    F: Fn(&Assignment, &[CellId]) -> i64 + Send + Sync,
    V: Fn(&mut Encoder, &[CellId]) -> Result<LinExpr, EncodeError> + Send + Sync,
{
    fn scope(&self) -> &[CellId] {
        &self.scope
    }

    fn is_satisfied(&self, values: &Assignment) -> bool {
        (self.meaning)(values, &self.scope) == 0
    }

    fn linearise(&self, encoder: &mut Encoder) -> Result<(), EncodeError> {
        let view = (self.view)(encoder, &self.scope)?;
        encoder.row(format_args!("zero"), view, 0..=0)
    }
}

const DOMAINS: [&[u32]; 6] =
    [&[1, 2, 3, 4, 5, 6, 7, 8, 9], &[0, 1, 2, 3], &[1, 2, 4, 8], &[6, 10, 15], &[7], &[12, 18]];

/// Checks `view(value) = k` over a digit for each k; returns how often it held for some value.
fn digit_view(
    meaning: impl Fn(u32) -> i64 + Copy + Send + Sync + 'static,
    view: impl Fn(&mut Encoder, CellId) -> Result<LinExpr, EncodeError> + Copy + Send + Sync + 'static,
) -> usize {
    let mut held = 0;
    for domain in DOMAINS {
        for k in -1..=10 {
            let mut model = Model::new();
            let x: Vec<Cell<Digit>> = model.digits("x", 1, 2, domain).cells().copied().collect();
            let zero = Zero {
                scope: vec![x[0].id()],
                meaning: move |values: &Assignment, scope: &[CellId]| meaning(values.value(scope[0])) - k,
                view: move |encoder: &mut Encoder, scope: &[CellId]| Ok(view(encoder, scope[0])? - LinExpr::from(k)),
            };
            model.post("view", zero);
            for encoding in [Encoding::Auto, Encoding::OneHot, Encoding::PrimeExponent] {
                let options = CompileOptions { encoding, ..CompileOptions::default() };
                match laws::rows_mean_the_model(&model, &options) {
                    Ok(count) => held += count,
                    Err(laws::LawViolation::Encode(EncodeError::ZeroExponent { .. })) => {
                        assert!(domain.contains(&0) && encoding == Encoding::PrimeExponent);
                    }
                    Err(error) => panic!("{domain:?} = {k} under {encoding:?}: {error}"),
                }
            }
        }
    }
    held
}

fn exponent(value: u32, prime: u32) -> i64 {
    (1..).take_while(|&k| value != 0 && value.is_multiple_of(prime.pow(k))).count() as i64
}

#[test]
fn views_of_digits() {
    assert!(digit_view(|v| i64::from(v == 3), |encoder, cell| encoder.indicator(cell, 3)) > 0);
    assert!(digit_view(|v| i64::from(v == 99), |encoder, cell| encoder.indicator(cell, 99)) > 0);
    assert!(digit_view(|v| i64::from(v % 3 == 1), |encoder, cell| encoder.one_of(cell, |v| v % 3 == 1)) > 0);
    for bound in [0, 1, 3, 9, 10, 12] {
        assert!(digit_view(move |v| i64::from(v >= bound), move |encoder, cell| encoder.at_least(cell, bound)) > 0);
    }
    assert!(digit_view(i64::from, |encoder, cell| encoder.value(cell)) > 0);
    assert!(
        digit_view(
            |v| (i64::from(v) - 4).pow(2),
            |encoder, cell| encoder.function(cell, |v| (i64::from(v) - 4).pow(2))
        ) > 0
    );
    for prime in [2, 3, 5, 7, 11] {
        assert!(digit_view(move |v| exponent(v, prime), move |encoder, cell| encoder.exponent(cell, prime)) > 0);
    }
    // 0 and 1 divide nothing and everything: their exponent counts as 0.
    for no_prime in [0, 1] {
        assert!(digit_view(|_| 0, move |encoder, cell| encoder.exponent(cell, no_prime)) > 0);
    }
    // Two views of one cell.
    let both = |encoder: &mut Encoder, cell| Ok(encoder.exponent(cell, 2)? + encoder.at_least(cell, 5)?);
    assert!(digit_view(|v| exponent(v, 2) + i64::from(v >= 5), both) > 0);
    // A column of the constraint's own, tied to a view: any value will do.
    let column = |encoder: &mut Encoder, cell| {
        let own = encoder.column(format_args!("own"), 0..=20)?;
        let row = encoder.value(cell)? - own.clone();
        encoder.row(format_args!("tie"), row, 0..=0)?;
        Ok(own)
    };
    assert!(digit_view(i64::from, column) > 0);
}

#[test]
fn exponents_of_several_cells() {
    for k in 0..=6 {
        for prime in [2, 3] {
            let mut model = Model::new();
            let x = model.digits("x", 1, 2, 1..=9);
            let y = model.digits("y", 1, 1, [1, 6, 12]);
            let scope: Vec<CellId> = x.cells().chain(y.cells()).map(Cell::id).collect();
            let meaning = move |values: &Assignment, scope: &[CellId]| {
                scope.iter().map(|&cell| exponent(values.value(cell), prime)).sum::<i64>() - k
            };
            let view =
                move |encoder: &mut Encoder, scope: &[CellId]| Ok(encoder.exponents(scope, prime)? - LinExpr::from(k));
            model.post("sum", Zero { scope, meaning, view });
            for encoding in [Encoding::Auto, Encoding::OneHot, Encoding::PrimeExponent] {
                let options = CompileOptions { encoding, ..CompileOptions::default() };
                laws::rows_mean_the_model(&model, &options).unwrap();
            }
        }
    }
}

#[test]
fn views_of_slots() {
    let tiles = [[1, 2, 3, -1], [1, 2, 1, 2], [3, 3, 3, 3], [2, 3, -1, 1]].map(Tile::from);
    let check = |meaning: &'static (dyn Fn(&Assignment, CellId) -> bool + Sync),
                 view: &'static (dyn Fn(&mut Encoder, CellId) -> Result<LinExpr, EncodeError> + Sync)| {
        let mut counts = [0, 0];
        for (k, count) in (0..).zip(&mut counts) {
            let mut model = Model::new();
            let b = model.slots("b", 1, 1, &TileSet::new(&tiles, true));
            model.post(
                "view",
                Zero {
                    scope: vec![b[(0, 0)].id()],
                    meaning: move |values: &Assignment, scope: &[CellId]| i64::from(meaning(values, scope[0])) - k,
                    view: move |encoder: &mut Encoder, scope: &[CellId]| Ok(view(encoder, scope[0])? - LinExpr::from(k)),
                },
            );
            *count = laws::rows_mean_the_model(&model, &CompileOptions::default()).unwrap();
        }
        counts
    };
    assert_eq!(
        check(&|values, slot| values.shows(slot, Side::Left) == Some(1), &|encoder, slot| {
            encoder.shows(slot, Side::Left, 1)
        }),
        [5, 2]
    );
    assert_eq!(check(&|values, slot| values.class(slot) == Some(1), &|encoder, slot| encoder.holds(slot, 1)), [5, 2]);
    assert_eq!(check(&|_, _| false, &|encoder, slot| encoder.holds(slot, 9)), [7, 0]);
}

// ---------------------------------------------------------------- what an encoder tells

/// Says nothing, and shows the encoder of the rehearsal (true) and of the second run (false) to a check.
struct Spy<F>(CellId, std::sync::atomic::AtomicUsize, F);

impl<F> std::fmt::Debug for Spy<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Spy({:?})", self.0)
    }
}

impl<F: Fn(&mut Encoder, CellId, bool) -> Result<(), EncodeError> + Send + Sync> Constraint for Spy<F> {
    fn scope(&self) -> &[CellId] {
        std::slice::from_ref(&self.0)
    }

    fn is_satisfied(&self, _values: &Assignment) -> bool {
        true
    }

    fn linearise(&self, encoder: &mut Encoder) -> Result<(), EncodeError> {
        let run = self.1.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        assert!(run < 2, "a rehearsal and a second run");
        (self.2)(encoder, self.0, run == 0)
    }
}

fn spied(
    domain: impl Into<Domain>,
    options: CompileOptions,
    check: impl Fn(&mut Encoder, CellId, bool) -> Result<(), EncodeError> + Send + Sync + 'static,
) -> Program {
    let mut model = Model::new();
    let x = model.digits("x", 1, 2, domain)[(0, 0)];
    model.post("spy", Spy(x.id(), 0.into(), check));
    model.compile(model.domains(), &options).unwrap().0
}

#[test]
fn which_cells_have_exponents() {
    for (encoding, expected) in [(Encoding::OneHot, false), (Encoding::PrimeExponent, true), (Encoding::Auto, false)] {
        let options = CompileOptions { encoding, ..CompileOptions::default() };
        spied(1..=9, options, move |encoder, cell, is_rehearsal| {
            encoder.indicator(cell, 1)?;
            // Before that is settled, yes.
            assert_eq!(encoder.has_exponents(cell), is_rehearsal || expected, "{encoding:?}");
            Ok(())
        });
    }
    spied(1..=9, CompileOptions::default(), |encoder, cell, _| {
        encoder.exponent(cell, 2)?;
        assert!(encoder.has_exponents(cell), "products alone speak of the cell");
        Ok(())
    });
}

#[test]
fn the_formulation_and_the_cells_are_told() {
    let formulation = Formulation::as_published();
    let options = CompileOptions { formulation, ..CompileOptions::default() };
    spied(1..=9, options, move |encoder, cell, is_rehearsal| {
        assert_eq!(encoder.is_rehearsal(), is_rehearsal);
        assert_eq!(encoder.formulation(), formulation);
        assert!(encoder.table().owns(cell));
        assert_eq!(encoder.table().len(), 2);
        Ok(())
    });
}

#[test]
fn values_taken_away_lose_their_columns() {
    let kept = |encoder: &Encoder, cell| encoder.domains().values(cell).collect::<Vec<_>>();
    for prune in [true, false] {
        let formulation = Formulation::tight().with_prune(prune);
        let options = CompileOptions { encoding: Encoding::OneHot, formulation, ..CompileOptions::default() };
        // Taken away for good.
        let program = spied(1..=4, options, move |encoder, cell, _| {
            encoder.restrict(cell, |v| v != 2)?;
            assert_eq!(kept(encoder, cell), [1, 3, 4]);
            Ok(())
        });
        assert_eq!(program.size().columns, 3 + 4);
        // Taken away because rows exclude it anyway: only where the formulation wants it so.
        let program = spied(1..=4, options, move |encoder, cell, _| {
            encoder.prune(cell, |v| v != 2)?;
            assert_eq!(kept(encoder, cell).contains(&2), !prune);
            Ok(())
        });
        assert_eq!(program.size().columns, if prune { 7 } else { 8 });
        // In the second run it is too late.
        let program = spied(1..=4, options, move |encoder, cell, is_rehearsal| {
            if !is_rehearsal {
                encoder.restrict(cell, |v| v != 2)?;
                encoder.prune(cell, |v| v != 3)?;
                assert_eq!(kept(encoder, cell), [1, 2, 3, 4]);
            }
            Ok(())
        });
        assert_eq!(program.size().columns, 8);
    }
}

#[test]
fn only_the_columns_asked_for_are_made() {
    let mut model = Model::new();
    let x = model.digits("x", 1, 2, 1..=9);
    let y = model.digits("y", 1, 2, 1..=9);
    model.post("product", product(x.cells(), 2520u32 * 18));
    model.post("given", one_of(y[(0, 0)], 1..=9));
    let columns = |encoding, all_values| {
        let options = CompileOptions { encoding, all_values, ..CompileOptions::default() };
        model.compile(model.domains(), &options).unwrap().0.size().columns
    };
    // 4 exponents for each cell of the product, 9 values for each other cell.
    assert_eq!(columns(Encoding::Auto, false), 8 + 18);
    assert_eq!(columns(Encoding::OneHot, false), 36);
    assert_eq!(columns(Encoding::PrimeExponent, false), 16);
    // With a column for each value of each cell. Left to itself a group then needs no exponents.
    assert_eq!(columns(Encoding::Auto, true), 36);
    assert_eq!(columns(Encoding::OneHot, true), 36);
    assert_eq!(columns(Encoding::PrimeExponent, true), 16 + 36);
    // A group's own wish comes first.
    let mut wished = model.clone();
    wished.encode(&x, Encoding::OneHot);
    wished.encode(&y, Encoding::PrimeExponent);
    for encoding in [Encoding::Auto, Encoding::OneHot, Encoding::PrimeExponent] {
        let options = CompileOptions { encoding, ..CompileOptions::default() };
        assert_eq!(wished.compile(wished.domains(), &options).unwrap().0.size().columns, 18 + 8);
    }
}

#[test]
fn zero_only_where_no_exponent_is_asked_for() {
    // Groups that may be 0 stay one-hot, even where one of their cells may not.
    let mut model = Model::new();
    let x = model.digits("x", 1, 2, 0..=3);
    model.post("given", fixed(x[(0, 0)], 2));
    model.post("product", product([x[(0, 0)]], 2u8));
    let program = model.compile(model.domains(), &CompileOptions::default()).unwrap().0;
    assert_eq!(program.size().columns, 4);
}

#[test]
fn cells_of_another_model_have_no_view() {
    let foreign = Model::new().digits("y", 1, 1, 1..=9)[(0, 0)].id();
    let slot = Model::new().slots("c", 1, 1, &TileSet::new(&[Tile::from([1; 4])], true))[(0, 0)].id();
    type Ask = fn(&mut Encoder, CellId) -> Result<(), EncodeError>;
    let asks: [(CellId, Ask); 10] = [
        (foreign, |encoder, cell| encoder.restrict(cell, |_| true)),
        (foreign, |encoder, cell| encoder.prune(cell, |_| true)),
        (foreign, |encoder, cell| encoder.indicator(cell, 1).map(drop)),
        (foreign, |encoder, cell| encoder.one_of(cell, |_| true).map(drop)),
        (foreign, |encoder, cell| encoder.at_least(cell, 1).map(drop)),
        (foreign, |encoder, cell| encoder.value(cell).map(drop)),
        (foreign, |encoder, cell| encoder.function(cell, |_| 1).map(drop)),
        (foreign, |encoder, cell| encoder.exponents(&[cell], 2).map(drop)),
        (slot, |encoder, cell| encoder.shows(cell, Side::Top, 1).map(drop)),
        (slot, |encoder, cell| encoder.holds(cell, 0).map(drop)),
    ];
    for (i, (cell, ask)) in asks.into_iter().enumerate() {
        spied(1..=9, CompileOptions::default(), move |encoder, _, is_rehearsal| {
            let expected = EncodeError::ForeignCell { label: "spy".to_owned() };
            assert_eq!(ask(encoder, cell), Err(expected), "{i} {is_rehearsal}");
            Ok(())
        });
    }
}

// ---------------------------------------------------------------- objectives

#[test]
fn objectives_are_written_by_indicators() {
    let mut model = Model::new();
    let x = model.digits("x", 1, 2, 1..=3);
    model.post("r1c2 = 3", fixed(x[(0, 1)], 3));
    model.maximise([(x[(0, 0)], 1, 5), (x[(0, 0)], 3, -2), (x[(0, 1)], 3, 7), (x[(0, 1)], 1, 100), (x[(0, 0)], 9, 50)]);
    let text = |model: &Model| {
        let (program, _) = model.compile(model.domains(), &CompileOptions::default()).unwrap();
        program.to_string().lines().nth(1).unwrap().to_owned()
    };
    // The settled cell earns its weight in any case; values that cannot be earn nothing.
    assert_eq!(text(&model), "maximise 5 x_r1c1_v1 − 2 x_r1c1_v3 + 7");
    model.minimise([(x[(0, 0)], 2, 1)]);
    assert_eq!(text(&model), "minimise x_r1c1_v2");
}

// ---------------------------------------------------------------- decoders

#[test]
fn agreement_counts_the_cells_that_hold_the_same() {
    let mut model = Model::new();
    let x: Vec<Cell<Digit>> = model.digits("x", 1, 3, 1..=3).cells().copied().collect();
    model.post("r1c3 = 2", fixed(x[2], 2));
    let slot: Cell<Slot> = model.slots("b", 1, 1, &TileSet::new(&[Tile::from([1, 2, 1, 2])], true))[(0, 0)];
    let (program, decoder) = model.compile(model.domains(), &CompileOptions::default()).unwrap();
    assert_eq!(program.size().columns, 3 + 3 + 2);
    // A point of the program for the values of the first two digits and the slot.
    let point = |a: usize, b: usize, lying: usize| {
        let mut point = vec![0i64; 8];
        for column in [a - 1, 3 + b - 1, 6 + lying] {
            point[column] = 1;
        }
        point
    };
    let count = |sum: &LinExpr, point: &[i64]| {
        sum.constant() + sum.terms().iter().map(|&(column, k)| k * point[column.index()]).sum::<i64>()
    };
    let cells: Vec<CellId> = x.iter().map(Cell::id).chain([slot.id()]).collect();
    for (a, b, lying) in [(1, 1, 0), (2, 3, 1), (3, 1, 1)] {
        let assignment = decoder.decode(&point(a, b, lying)).unwrap();
        assert_eq!(assignment.values(), [a as u32, b as u32, 2, lying as u32]);
        let agreement = decoder.agreement(&assignment, cells.iter().copied()).unwrap();
        for (c, d, other) in [(1, 1, 0), (2, 3, 1), (3, 1, 1), (1, 3, 0), (2, 1, 1)] {
            let expected = [a == c, b == d, true, lying == other].iter().filter(|same| **same).count() as i64;
            assert_eq!(count(&agreement, &point(c, d, other)), expected);
        }
        let of_one = decoder.agreement(&assignment, [cells[0]]).unwrap();
        assert_eq!(count(&of_one, &point(a, 1, 0)), 1);
    }
    // Without a column for each value there is nothing to count by.
    let mut model = Model::new();
    let y = model.digits("y", 1, 1, 1..=9);
    model.post("product", product(y.cells(), 6u8));
    let compiled = |all_values| {
        let options = CompileOptions { all_values, encoding: Encoding::PrimeExponent, ..CompileOptions::default() };
        model.compile(model.domains(), &options).unwrap()
    };
    let (_, decoder) = compiled(false);
    let six = decoder.decode(&[1, 1]).unwrap();
    assert_eq!(six.values(), [6]);
    assert!(decoder.agreement(&six, [y[(0, 0)].id()]).is_none());
    let (_, decoder) = compiled(true);
    assert!(decoder.agreement(&six, [y[(0, 0)].id()]).is_some());
}

#[test]
fn columns_that_encode_no_value_are_refused() {
    let mut model = Model::new();
    let x = model.digits("x", 1, 2, 1..=3);
    let (_, decoder) = model.compile(model.domains(), &CompileOptions::default()).unwrap();
    let name = |columns: &[i64]| decoder.decode(columns).map_err(|error| (error.cell, error.name));
    assert!(name(&[0, 1, 0, 0, 0, 1]).is_ok());
    let first = Err((x[(0, 0)].id(), "r1c1".to_owned()));
    let second = Err((x[(0, 1)].id(), "r1c2".to_owned()));
    let values = |columns: &[i64]| name(columns).map(|assignment| assignment.values().to_vec());
    assert_eq!(values(&[0, 0, 0, 0, 0, 1]), first);
    assert_eq!(values(&[1, 1, 0, 0, 0, 1]), first);
    assert_eq!(values(&[2, 0, 0, 0, 0, 1]), first);
    assert_eq!(values(&[-1, 1, 1, 0, 0, 1]), first);
    assert_eq!(values(&[0, 1, 0, 0, 1, 1]), second);
    // Too few columns.
    assert_eq!(values(&[]), first);
    assert_eq!(values(&[0, 1, 0, 0, 0]), second);
    // Exponents: of a value outside the domain, below 0, beyond the numbers.
    let mut model = Model::new();
    let y = model.digits("y", 1, 1, 1..=9);
    model.post("product", product(y.cells(), 2520u32));
    let (program, decoder) = model.compile(model.domains(), &CompileOptions::default()).unwrap();
    assert_eq!(program.size().columns, 4);
    let value = |columns: &[i64]| decoder.decode(columns).ok().map(|assignment| assignment.values()[0]);
    assert_eq!(value(&[0, 0, 0, 0]), Some(1));
    assert_eq!(value(&[3, 0, 0, 0]), Some(8));
    assert_eq!(value(&[1, 1, 0, 0]), Some(6));
    assert_eq!(value(&[1, 0, 1, 0]), None);
    assert_eq!(value(&[-1, 0, 0, 0]), None);
    assert_eq!(value(&[32, 0, 0, 0]), None);
    assert_eq!(value(&[i64::MAX, 0, 0, 0]), None);
    assert_eq!(value(&[31, 1, 0, 0]), None);
    assert_eq!(value(&[0, 0, 0]), None);
}
