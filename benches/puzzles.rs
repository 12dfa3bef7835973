//! The doors end to end, from plain clues to a checked grid; uniqueness, explanations, and uniqueness while generating.

mod support;

use criterion::{Criterion, criterion_group, criterion_main};
use puzzle_ilp::{CrossProduct, Solver, solve_cross_product, solve_factor_rooms};
use support::{COLS, MYSTERIOUS_COLS, MYSTERIOUS_ROWS, PRODUCTS, ROOMS, ROWS};

fn puzzles(criterion: &mut Criterion) {
    let solver = Solver::new();
    criterion.bench_function("cross product 7×3", |b| b.iter(|| solve_cross_product(&ROWS, &COLS).unwrap()));
    criterion.bench_function("mysterious numbers 8×3", |b| {
        b.iter(|| solve_cross_product(&MYSTERIOUS_ROWS, &MYSTERIOUS_COLS).unwrap());
    });
    criterion.bench_function("cross product 7×3, uniqueness", |b| {
        b.iter(|| solver.uniqueness(&CrossProduct::new(&ROWS, &COLS).unwrap()).unwrap().is_unique());
    });
    criterion.bench_function("mysterious numbers 8×3, uniqueness", |b| {
        b.iter(|| solver.uniqueness(&CrossProduct::new(&MYSTERIOUS_ROWS, &MYSTERIOUS_COLS).unwrap()).unwrap());
    });
    criterion.bench_function("futoshiki 5×5", |b| b.iter(|| solver.solve(&support::written_futoshiki()).unwrap()));
    criterion.bench_function("factor rooms 5×5", |b| b.iter(|| solve_factor_rooms(&ROOMS, &PRODUCTS).unwrap()));
    let tiles = support::big_cat_tiles();
    criterion.bench_function("Big Cat, uniqueness up to turning", |b| {
        b.iter(|| assert!(solver.uniqueness(&support::big_cat(&tiles)).unwrap().is_unique()));
    });
    // One sign turned round: 5×5 futoshiki without an answer.
    let wrong = support::written_futoshiki().less((1, 0), (0, 0));
    criterion.bench_function("futoshiki 5×5, explanation", |b| b.iter(|| solver.explain(&wrong).unwrap()));
    let generated = support::generated_futoshiki(if support::is_test() { 4 } else { 200 });
    let mut next = 0;
    criterion.bench_function("futoshiki 7×7 while generating, uniqueness", |b| {
        b.iter(|| {
            next = (next + 1) % generated.len();
            let is_unique = solver.uniqueness(&generated[next]).unwrap().is_unique();
            assert_eq!(is_unique, next % 2 == 0);
        });
    });
}

criterion_group!(benches, puzzles);
criterion_main!(benches);
