//! The same instance under each encoding and formulation: size, nodes and time side by side; and what the tight rows buy.
//!
//! Single-shot and alternating, not sampled: a published formulation may take seconds, and runs under a cap.

mod support;

use std::time::Duration;

use puzzle_ilp::{
    Encoding, ExponentDomain, Formulation, LessRows, ProductRows, Puzzle, Report, SeamRows, Solver, Strategy,
};
use support::{Measured, Numbers, geometric_mean, median, once};

const CAP: Duration = Duration::from_secs(20);

fn capped<P: Puzzle>(puzzle: &P, encoding: Encoding, formulation: Formulation) -> Measured {
    let solver = Solver::new().strategy(Strategy::Ilp).encoding(encoding).formulation(formulation).time_limit(CAP);
    once(puzzle, &solver)
}

/// One line of the table: the median of some runs.
fn line<P: Puzzle>(name: &str, puzzle: &P, encoding: Encoding, formulation: Formulation) {
    let runs = if support::is_test() { 1 } else { 5 };
    let mut times = Vec::new();
    let mut last = capped(puzzle, encoding, formulation);
    for _ in 1..runs {
        times.push(last.seconds);
        if last.seconds > 2.0 {
            break;
        }
        last = capped(puzzle, encoding, formulation);
    }
    times.push(last.seconds);
    let Report { size, nodes, .. } = last.report;
    println!(
        "| {name} | {} | {} | {} | {nodes} | {:.1} ms{} |",
        size.columns,
        size.rows,
        size.nonzeros,
        1e3 * median(&mut times),
        if last.is_solved { "" } else { " (undecided)" }
    );
}

/// Tight against published on several instances, alternately; the geometric mean of the ratios.
fn compare<P: Puzzle>(name: &str, instances: &[P]) {
    let mut ratios = Vec::new();
    for puzzle in instances {
        let runs = if support::is_test() { 1 } else { 3 };
        let (mut tight, mut published) = (Vec::new(), Vec::new());
        for _ in 0..runs {
            let measured = capped(puzzle, Encoding::Auto, Formulation::tight());
            assert!(measured.is_solved);
            tight.push(measured.seconds);
            published.push(capped(puzzle, Encoding::Auto, Formulation::as_published()).seconds);
        }
        ratios.push(median(&mut tight) / median(&mut published));
    }
    let (low, high) = ratios.iter().fold((f64::MAX, 0f64), |(low, high), &ratio| (low.min(ratio), high.max(ratio)));
    println!("{name}: tight / published = {:.3} (geometric mean; {low:.3} to {high:.3})", geometric_mean(&ratios));
}

fn main() {
    let (tight, published) = (Formulation::tight(), Formulation::as_published());
    println!("| instance, encoding, rows | columns | rows | nonzeros | nodes | median |");
    println!("|---|---|---|---|---|---|");
    let cross = support::written_cross_product();
    line("cross product 7×3, prime exponents, tight", &cross, Encoding::PrimeExponent, tight);
    line("cross product 7×3, prime exponents, published", &cross, Encoding::PrimeExponent, published);
    line("cross product 7×3, one-hot, tight", &cross, Encoding::OneHot, tight);
    line("cross product 7×3, one-hot, published", &cross, Encoding::OneHot, published);
    let logarithm = tight.with_exponent_domain(ExponentDomain::Logarithm);
    line("cross product 7×3, prime exponents, logarithm domain", &cross, Encoding::PrimeExponent, logarithm);
    let futoshiki = support::written_futoshiki();
    line("futoshiki 5×5, one-hot, tight", &futoshiki, Encoding::OneHot, tight);
    line("futoshiki 5×5, one-hot, big M", &futoshiki, Encoding::OneHot, tight.with_less(LessRows::BigM));
    line("futoshiki 5×5, one-hot, published", &futoshiki, Encoding::OneHot, published);
    let rooms = support::written_factor_rooms();
    line("factor rooms 5×5, one-hot, tight", &rooms, Encoding::OneHot, tight);
    line("factor rooms 5×5, one-hot, unpruned", &rooms, Encoding::OneHot, tight.with_prune(false));
    line("factor rooms 5×5, one-hot, logarithms", &rooms, Encoding::OneHot, tight.with_product(ProductRows::Logarithm));
    line("factor rooms 5×5, one-hot, published", &rooms, Encoding::OneHot, published);
    line("factor rooms 5×5, exponents tied to one-hot, tight", &rooms, Encoding::PrimeExponent, tight);
    let cat = support::big_cat(&support::big_cat_tiles());
    line("Big Cat 3×3, tile placement, tight", &cat, Encoding::Auto, tight);
    line("Big Cat 3×3, tile placement, weighted seams", &cat, Encoding::Auto, tight.with_seam(SeamRows::Weighted));
    line("Big Cat 3×3, tile placement, published", &cat, Encoding::Auto, published);

    let seeds = if support::is_test() { 1 } else { 8 };
    let cats: Vec<_> = (1..=seeds)
        .map(|seed| {
            let mut tiles = support::big_cat_tiles();
            Numbers::new(seed).shuffle(&mut tiles);
            support::big_cat(&tiles)
        })
        .collect();
    compare("Big Cat, tile orders", &cats);
    let order = if support::is_test() { 5 } else { 12 };
    let rooms: Vec<_> = (1..=seeds).map(|seed| support::factor_rooms(order, seed)).collect();
    compare("factor rooms 12×12, seeds, published capped at 20 s", &rooms);
}
