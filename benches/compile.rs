//! From puzzle to model to program, without a solver.

mod support;

use criterion::{Criterion, criterion_group, criterion_main};
use puzzle_ilp::{CompileOptions, Encoding, Puzzle};

fn program<P: Puzzle>(criterion: &mut Criterion, name: &str, puzzle: &P, encoding: Encoding) {
    let options = CompileOptions { encoding, ..CompileOptions::default() };
    let (model, _) = puzzle.model().unwrap();
    let size = model.compile(model.domains(), &options).unwrap().0.size();
    println!("{name}: {size}");
    criterion.bench_function(name, |bencher| {
        bencher.iter(|| {
            let (model, _) = puzzle.model().unwrap();
            model.compile(model.domains(), &options).unwrap()
        });
    });
}

fn compile(criterion: &mut Criterion) {
    let large = if support::is_test() { 6 } else { 40 };
    program(criterion, "cross product 7×3, exponents", &support::written_cross_product(), Encoding::PrimeExponent);
    program(criterion, "cross product 7×3, one-hot", &support::written_cross_product(), Encoding::OneHot);
    program(criterion, "cross product 40×40", &support::cross_product(large, 1), Encoding::Auto);
    program(criterion, "futoshiki 5×5", &support::written_futoshiki(), Encoding::Auto);
    program(criterion, "factor rooms 12×12", &support::factor_rooms(12, 1), Encoding::Auto);
    program(criterion, "Big Cat", &support::big_cat(&support::big_cat_tiles()), Encoding::Auto);
}

criterion_group!(benches, compile);
criterion_main!(benches);
