//! Sums with large weights: added up in binary, then compared bit by bit. Linear in size, weak in propagation: for the rows
//! that totalizers would be too large for.

use std::collections::VecDeque;

use rustsat::types::Lit;

use super::Failure;
use super::cnf::{AtLeast, Cnf, Steps};
use super::formula::Number;

/// Adds clauses for the constraint.
pub fn encode(at_least: &AtLeast, cnf: &mut Cnf) -> Result<(), Failure> {
    let mut columns: Vec<VecDeque<Lit>> = Vec::new();
    for &(weight, literal) in &at_least.terms {
        for place in (0..i64::BITS as usize).filter(|&place| weight >> place & 1 == 1) {
            if columns.len() <= place {
                columns.resize_with(place + 1, VecDeque::new);
            }
            columns[place].push_back(literal);
        }
    }
    // Three literals of one place, or two, become a sum of that place and a carry of the next, until each place has one.
    let mut outputs = Vec::new();
    let mut facts = Vec::new();
    let mut place = 0;
    while place < columns.len() {
        while columns[place].len() > 1 {
            let count = columns[place].len().min(3);
            let inputs: Vec<Lit> = columns[place].drain(..count).collect();
            let (sum, carry, fact) = add(&inputs, cnf)?;
            facts.push((1i64 << place, fact));
            columns[place].push_back(sum);
            if columns.len() == place + 1 {
                columns.push(VecDeque::new());
            }
            columns[place + 1].push_back(carry);
        }
        outputs.push(columns[place].pop_front());
        place += 1;
    }
    // Σ 2^i·output i ≥ bound
    let number =
        cnf.derive(|| facts.iter().fold(Steps::of(at_least.number), |steps, &(factor, fact)| steps.add(factor, fact)))?;
    let wanted = |place: usize| place < i64::BITS as usize && at_least.bound >> place & 1 == 1;
    let places = outputs.len().max((i64::BITS - at_least.bound.leading_zeros()) as usize);
    // ∀ i with bit i of the bound set: output i holds, or one above it that the bound does not have
    for place in (0..places).filter(|&place| wanted(place)) {
        let above = (place + 1..outputs.len()).filter(|&above| !wanted(above));
        let clause: Vec<Lit> =
            std::iter::once(place).chain(above).filter_map(|i| outputs.get(i).copied().flatten()).collect();
        cnf.follows(&clause, &[number])?;
    }
    Ok(())
}

/// `sum + 2·carry = Σ inputs`, for two or three inputs. The number is that of `Σ inputs ≤ sum + 2·carry`.
fn add(inputs: &[Lit], cnf: &mut Cnf) -> Result<(Lit, Lit, Number), Failure> {
    let n = inputs.len() as i64;
    let (sum, carry) = (cnf.fresh(), cnf.fresh());
    let row = |negated: bool, more: &[(i64, Lit)], bound: i64| {
        let literals = inputs.iter().map(|&input| (1, if negated { !input } else { input }));
        AtLeast { terms: literals.chain(more.iter().copied()).collect(), bound, number: Number::default() }
    };
    // carry ⇒ Σ inputs ≥ 2;  ¬carry ⇒ Σ inputs ≤ 1
    let two = cnf.assume(&row(false, &[(2, !carry)], 2), !carry)?;
    let one = cnf.assume(&row(true, &[(n - 1, carry)], n - 1), carry)?;
    // sum ⇒ Σ inputs ≥ 1 + 2·carry;  ¬sum ⇒ Σ inputs ≤ 2·carry
    let odd = cnf.assume(&row(false, &[(2, !carry), (3, !sum)], 3), !sum)?;
    let even = cnf.assume(&row(true, &[(2, carry), (n, sum)], n), sum)?;
    // Σ inputs ≤ sum + 2·carry: (2·one + even) / 3
    let fact = cnf.derive(|| Steps::of(even).add(2, one).over(3))?;
    // Every assignment of the inputs, the sum and the carry that is not an addition is forbidden, each by the shortest
    // clauses: two inputs that hold give a carry, two that do not give none; and the sum is the parity.
    let from = [two, one, odd, even];
    for (i, &a) in inputs.iter().enumerate() {
        for &b in &inputs[i + 1..] {
            cnf.follows(&[!a, !b, carry], &from)?;
            if n == 3 {
                cnf.follows(&[a, b, !carry], &from)?;
            }
        }
        if n == 2 {
            cnf.follows(&[a, !carry], &from)?;
        }
    }
    for set in 0..1u32 << n {
        let mut clause: Vec<Lit> =
            inputs.iter().enumerate().map(|(i, &input)| if set >> i & 1 == 1 { !input } else { input }).collect();
        clause.push(if set.count_ones() % 2 == 1 { sum } else { !sum });
        cnf.follows(&clause, &from)?;
    }
    Ok((sum, carry, fact))
}
