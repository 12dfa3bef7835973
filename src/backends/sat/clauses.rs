//! Rows to clauses. Each row is taken apart into its halves `Σ weight·literal ≥ bound`, made small, and then written in the
//! way that its shape asks for: a clause, "at most one", a totalizer, or an adder.

use num_integer::Integer;
use rustsat::types::Lit;

use super::cnf::{AtLeast, Cnf, Steps};
use super::exclusive::{Exclusive, or_of};
use super::formula::{Formula, Sum};
use super::{Failure, adder};
use crate::limits::{Limit, Stop};

/// Up to this many literals "at most one" is written pair by pair; more are taken together in bunches first.
const MOST_PAIRED: usize = 8;

/// How many literals a bunch has.
const BUNCH: usize = 5;

/// With more different sums than this a row is added up in binary.
const MOST_SUMS: usize = 400;

/// Adds the clauses of the formula, up to the first that is empty. Returns the limit that was reached before all were added, if one was.
pub fn encode(formula: &Formula, cnf: &mut Cnf, stop: &Stop) -> Result<Option<Limit>, Failure> {
    let mut exclusive = Exclusive::default();
    // First the rows by which literals exclude each other, each with the help of those before it: were two rows to help
    // each other, neither would be there in full.
    let mut others = Vec::new();
    for sum in &formula.sums {
        if cnf.is_refuted {
            return Ok(None);
        }
        if let Some(limit) = stop.reached() {
            return Ok(Some(limit));
        }
        let (lower, upper) = halves(sum, cnf)?;
        let is_exclusive = |half: &Option<AtLeast>| half.as_ref().is_some_and(|half| shape(half) == Shape::AllButOne);
        if !is_exclusive(&lower) && !is_exclusive(&upper) {
            others.push((lower, upper));
            continue;
        }
        for half in [lower, upper].into_iter().flatten() {
            if shape(&half) == Shape::AllButOne {
                let small = if half.terms.len() > MOST_PAIRED { exclusive.collapse(&half, cnf)? } else { half.clone() };
                encode_half(small, cnf)?;
                exclusive.add(&half);
            } else {
                others.push((Some(half), None));
            }
        }
    }
    for (lower, upper) in others {
        if cnf.is_refuted {
            return Ok(None);
        }
        if let Some(limit) = stop.reached() {
            return Ok(Some(limit));
        }
        let mut collapsed = |half: Option<AtLeast>, cnf: &mut Cnf| -> Result<Option<AtLeast>, Failure> {
            match half {
                Some(half) if shape(&half) == Shape::General => Ok(Some(exclusive.collapse(&half, cnf)?)),
                half => Ok(half),
            }
        };
        let lower = collapsed(lower, cnf)?;
        let upper = collapsed(upper, cnf)?;
        match (lower, upper) {
            (Some(lower), Some(upper)) if is_exact_count(&lower, &upper) => {
                // The totalizer of both halves takes their numbers to follow each other.
                let number = cnf.derive(|| Steps::of(lower.number))?;
                cnf.derive(|| Steps::of(upper.number))?;
                cnf.exact_totalizer(&AtLeast { number, ..lower })?;
            }
            (lower, upper) => {
                for half in [lower, upper].into_iter().flatten() {
                    encode_half(half, cnf)?;
                    if cnf.is_refuted {
                        return Ok(None);
                    }
                }
            }
        }
    }
    Ok(None)
}

/// What a row asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// Nothing.
    Void,
    /// More than it can get.
    Impossible,
    /// One of its literals.
    Clause,
    /// All of its literals but one: of their negations at most one holds.
    AllButOne,
    General,
}

fn shape(half: &AtLeast) -> Shape {
    let n = half.terms.len() as i64;
    if half.bound <= 0 {
        Shape::Void
    } else if half.total() < half.bound {
        Shape::Impossible
    } else if half.terms.iter().all(|&(weight, _)| weight >= half.bound) {
        Shape::Clause
    } else if half.bound == n - 1 && half.terms.iter().all(|&(weight, _)| weight == 1) {
        Shape::AllButOne
    } else {
        Shape::General
    }
}

/// The halves of a row, each divided by what its weights have in common.
fn halves(sum: &Sum, cnf: &mut Cnf) -> Result<(Option<AtLeast>, Option<AtLeast>), Failure> {
    let total: i64 = sum.terms.iter().map(|(weight, _)| weight).sum();
    let lower = sum.lower.map(|(bound, number)| AtLeast { terms: sum.terms.clone(), bound, number });
    // Σ w·l ≤ bound  ⇔  Σ w·¬l ≥ Σ w − bound
    let negated = || sum.terms.iter().map(|&(weight, literal)| (weight, !literal)).collect();
    let upper = sum.upper.map(|(bound, number)| AtLeast { terms: negated(), bound: total - bound, number });
    let divided = |half: Option<AtLeast>, cnf: &mut Cnf| half.map(|half| divided(half, cnf)).transpose();
    Ok((divided(lower, cnf)?, divided(upper, cnf)?))
}

/// The half, divided by what its weights have in common.
fn divided(half: AtLeast, cnf: &mut Cnf) -> Result<AtLeast, Failure> {
    let divisor = half.terms.iter().fold(0, |divisor: i64, (weight, _)| divisor.gcd(weight));
    if divisor <= 1 || half.bound <= 0 {
        return Ok(half);
    }
    let number = cnf.derive(|| Steps::of(half.number).over(divisor))?;
    let terms = half.terms.iter().map(|&(weight, literal)| (weight / divisor, literal)).collect();
    Ok(AtLeast { terms, bound: (half.bound - 1) / divisor + 1, number })
}

/// Do the halves say that just so many of the literals hold, and neither is a simple shape by itself?
fn is_exact_count(lower: &AtLeast, upper: &AtLeast) -> bool {
    let mirrored = |((w, a), (v, b)): (&(i64, Lit), &(i64, Lit))| *w == 1 && *v == 1 && *a == !*b;
    shape(lower) == Shape::General
        && shape(upper) == Shape::General
        && lower.terms.len() == upper.terms.len()
        && lower.terms.iter().zip(&upper.terms).all(mirrored)
        && lower.bound + upper.bound == lower.total()
}

/// Adds the clauses of one half.
fn encode_half(half: AtLeast, cnf: &mut Cnf) -> Result<(), Failure> {
    let half = without_forced(half, cnf)?;
    match shape(&half) {
        Shape::Void => Ok(()),
        Shape::Impossible => cnf.follows(&[], &[half.number]),
        Shape::Clause => cnf.follows(&half.literals().collect::<Vec<_>>(), &[half.number]),
        Shape::AllButOne => all_but_one(half, cnf),
        Shape::General if half.terms.iter().all(|&(weight, _)| weight == 1) => cnf.totalizer(&half),
        Shape::General if has_few_sums(&half) => cnf.generalized_totalizer(&half),
        Shape::General => adder::encode(&half, cnf),
    }
}

/// The half without the literals that it cannot do without, which become clauses of their own, and divided by what the
/// other weights have in common.
fn without_forced(mut half: AtLeast, cnf: &mut Cnf) -> Result<AtLeast, Failure> {
    loop {
        half = divided(half, cnf)?;
        let spare = half.total() - half.bound;
        if half.bound <= 0 || spare < 0 {
            return Ok(half);
        }
        let (forced, rest): (Vec<_>, Vec<_>) = half.terms.iter().copied().partition(|&(weight, _)| weight > spare);
        if forced.is_empty() || half.terms.len() == 1 {
            return Ok(half);
        }
        for &(_, literal) in &forced {
            cnf.follows(&[literal], &[half.number])?;
        }
        let number = cnf.derive(|| {
            forced.iter().fold(Steps::of(half.number), |steps, &(weight, literal)| steps.weaken(weight, !literal))
        })?;
        let taken: i64 = forced.iter().map(|(weight, _)| weight).sum();
        half = AtLeast { terms: rest, bound: half.bound - taken, number };
    }
}

/// ∀ l ≠ m: l ∨ m. Many literals are first taken together in bunches: at most one literal of a bunch fails, and at most
/// one bunch has a literal that fails.
fn all_but_one(mut half: AtLeast, cnf: &mut Cnf) -> Result<(), Failure> {
    while half.terms.len() > MOST_PAIRED {
        let mut members: Vec<Lit> = half.literals().map(|literal| !literal).collect();
        let mut terms = Vec::new();
        let mut facts = Vec::new();
        let bunches: Vec<Vec<Lit>> = members.chunks(BUNCH).map(<[Lit]>::to_vec).collect();
        members.sort_unstable();
        for mut bunch in bunches {
            pairs(&bunch.iter().map(|&member| !member).collect::<Vec<_>>(), &half, cnf)?;
            if let [single] = bunch[..] {
                terms.push((1, !single));
                continue;
            }
            bunch.sort_unstable();
            let or = or_of(&bunch, &members, half.number, cnf)?;
            facts.push(or.some);
            terms.push((1, !or.literal));
        }
        let number = cnf.derive(|| facts.iter().fold(Steps::of(half.number), |steps, &fact| steps.add(1, fact)))?;
        let bound = terms.len() as i64 - 1;
        half = AtLeast { terms, bound, number };
    }
    pairs(&half.literals().collect::<Vec<_>>(), &half, cnf)
}

fn pairs(literals: &[Lit], half: &AtLeast, cnf: &mut Cnf) -> Result<(), Failure> {
    for (i, &a) in literals.iter().enumerate() {
        for &b in &literals[i + 1..] {
            cnf.follows(&[a, b], &[half.number])?;
        }
    }
    Ok(())
}

/// Are there few enough different sums of the weights for a totalizer?
fn has_few_sums(half: &AtLeast) -> bool {
    let mut sums = vec![0];
    for &(weight, _) in &half.terms {
        let mut more: Vec<i64> = sums.iter().map(|sum| sum + weight).chain(sums.iter().copied()).collect();
        more.sort_unstable();
        more.dedup();
        if more.len() > MOST_SUMS {
            return false;
        }
        sums = more;
    }
    true
}
