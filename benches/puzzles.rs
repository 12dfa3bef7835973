//! The doors end to end, from plain clues to a checked grid; uniqueness, explanations, and uniqueness while generating.

mod support;

use criterion::{Criterion, criterion_group, criterion_main};
use puzzle_ilp::{
    CrossProduct, FactorRooms, Mates, Solver, solve_cross_product, solve_edge_matching, solve_factor_rooms,
    solve_futoshiki,
};
use support::{COLS, GIVENS, LESS, MYSTERIOUS_COLS, MYSTERIOUS_ROWS, PRODUCTS, ROOMS, ROWS};

fn puzzles(criterion: &mut Criterion) {
    let solver = Solver::new();
    // Each answer is checked once, outside the timers.
    support::verified(&solver, &CrossProduct::new(&ROWS, &COLS).unwrap());
    support::verified(&solver, &CrossProduct::new(&MYSTERIOUS_ROWS, &MYSTERIOUS_COLS).unwrap());
    support::verified(&solver, &FactorRooms::new(&ROOMS, &PRODUCTS).unwrap());
    support::verified(&solver, &support::written_futoshiki());
    let tiles = support::big_cat_tiles();
    support::verified(&solver, &support::big_cat(&tiles));
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
    criterion.bench_function("futoshiki 5×5", |b| b.iter(|| solve_futoshiki(5, &GIVENS, &LESS).unwrap()));
    criterion.bench_function("factor rooms 5×5", |b| b.iter(|| solve_factor_rooms(&ROOMS, &PRODUCTS).unwrap()));
    criterion.bench_function("Big Cat", |b| b.iter(|| solve_edge_matching(3, 3, &tiles, Mates::Opposite).unwrap()));
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
