//! Literals of which at most one holds, and what they are good for: in another row, those with the same weight count as one.
//!
//! A slot's columns, say, exclude each other. A seam's row then asks less than it seems to: not how many of them show a
//! label, but whether one does. So a new literal stands for "one of these", and sums become short.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use rustsat::types::Lit;

use super::Failure;
use super::cnf::{AtLeast, Cnf, Steps};
use super::formula::Number;

/// Different weights of one group beyond which it is left alone.
const MOST_LEVELS: usize = 64;

/// A literal that stands for "one of these", where at most one of them can hold.
#[derive(Debug, Clone)]
pub struct Or {
    pub literal: Lit,
    /// For each of them: it implies the literal.
    implies: Vec<Number>,
    /// The literal implies that one of them holds: `¬literal + Σ members ≥ 1`.
    pub some: Number,
    /// `literal ≥ Σ members`, written `literal + Σ ¬members ≥ number of members`.
    covers: Number,
}

/// The groups so far, and the literals that were made for parts of them.
#[derive(Default)]
pub struct Exclusive {
    groups: Vec<Vec<Lit>>,
    /// For each group its row `Σ ¬members ≥ number of members − 1`.
    numbers: Vec<Number>,
    /// For each variable the groups that it is in.
    memberships: Vec<Vec<u32>>,
    ors: BTreeMap<Vec<Lit>, Or>,
}

impl Exclusive {
    /// Of the negated literals of this row at most one holds: `Σ literals ≥ number of literals − 1`.
    pub fn add(&mut self, row: &AtLeast) {
        let group = self.groups.len() as u32;
        for literal in row.literals() {
            if self.memberships.len() <= literal.vidx() {
                self.memberships.resize_with(literal.vidx() + 1, Vec::new);
            }
            self.memberships[literal.vidx()].push(group);
        }
        let mut members: Vec<Lit> = row.literals().map(|literal| !literal).collect();
        members.sort_unstable();
        self.groups.push(members);
        self.numbers.push(row.number);
    }

    fn groups_of(&self, literal: Lit) -> &[u32] {
        self.memberships.get(literal.vidx()).map_or(&[], Vec::as_slice)
    }

    /// The row, with literals that exclude each other taken together.
    pub fn collapse(&mut self, row: &AtLeast, cnf: &mut Cnf) -> Result<AtLeast, Failure> {
        let (parts, alone) = self.parts(row);
        if parts.is_empty() {
            return Ok(row.clone());
        }
        let mut terms: Vec<(i64, Lit)> = alone.into_iter().map(|i| row.terms[i]).collect();
        let mut bound = row.bound;
        let mut facts = Vec::new();
        for Part { group, holds, members } in parts {
            // w₁ < w₂ < … the weights, S_j the members of weight w_j and more, y_j the literal for S_j:
            //   Σ w·m becomes Σ_j (w_j − w_{j−1})·y_j, and Σ w·¬m becomes Σ_j (w_j − w_{j−1})·¬y_j
            let mut levels: Vec<i64> = members.iter().map(|&(weight, _)| weight).collect();
            levels.sort_unstable();
            levels.dedup();
            if !holds {
                bound -= members.iter().map(|(weight, _)| weight).sum::<i64>();
            }
            let mut below = 0;
            let mut last: Option<Or> = None;
            for level in levels {
                let mut set: Vec<Lit> = members.iter().filter(|m| m.0 >= level).map(|m| m.1).collect();
                set.sort_unstable();
                let step = level - below;
                below = level;
                let literal = if let [single] = set[..] {
                    single
                } else {
                    let or = self.or(group, set, cnf)?;
                    facts.push((step, if holds { or.covers } else { or.some }));
                    if let Some(last) = &last {
                        // y_j ⇒ y_{j−1}
                        let mut from = last.implies.clone();
                        from.push(or.some);
                        cnf.follows(&[!or.literal, last.literal], &from)?;
                    }
                    let literal = or.literal;
                    last = Some(or);
                    literal
                };
                terms.push((step, if holds { literal } else { !literal }));
                if !holds {
                    bound += step;
                }
            }
        }
        let number =
            cnf.derive(|| facts.iter().fold(Steps::of(row.number), |steps, &(factor, fact)| steps.add(factor, fact)))?;
        Ok(AtLeast { terms, bound, number })
    }

    /// The literal that stands for these members of a group, made when it is first asked for.
    pub fn or(&mut self, group: usize, set: Vec<Lit>, cnf: &mut Cnf) -> Result<Or, Failure> {
        if let Some(or) = self.ors.get(&set) {
            return Ok(or.clone());
        }
        let or = or_of(&set, &self.groups[group], self.numbers[group], cnf)?;
        self.ors.insert(set, or.clone());
        Ok(or)
    }

    /// Which terms of the row exclude each other, largest groups first, and the terms that are left.
    fn parts(&self, row: &AtLeast) -> (Vec<Part>, Vec<usize>) {
        // For each group the terms of the row that are in it.
        let mut inside: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (i, literal) in row.literals().enumerate() {
            for &group in self.groups_of(literal) {
                inside.entry(group).or_default().push(i);
            }
        }
        let mut is_free = vec![true; row.terms.len()];
        let mut heap: BinaryHeap<(usize, Reverse<u32>)> =
            inside.iter().map(|(&g, terms)| (terms.len(), Reverse(g))).collect();
        let mut parts = Vec::new();
        while let Some((size, Reverse(group))) = heap.pop() {
            if size < 2 {
                break;
            }
            let free: Vec<usize> = inside[&group].iter().copied().filter(|&i| is_free[i]).collect();
            if free.len() < size {
                // Others have taken some meanwhile.
                heap.push((free.len(), Reverse(group)));
                continue;
            }
            let group = group as usize;
            for holds in [true, false] {
                let of_sign = |&i: &usize| {
                    let (weight, literal) = row.terms[i];
                    let member = if holds { literal } else { !literal };
                    self.groups[group].binary_search(&member).is_ok().then_some((weight, member))
                };
                let members: Vec<(i64, Lit)> = free.iter().filter_map(of_sign).collect();
                let mut weights: Vec<i64> = members.iter().map(|m| m.0).collect();
                weights.sort_unstable();
                weights.dedup();
                if members.len() < 2 || weights.len() > MOST_LEVELS {
                    continue;
                }
                for &i in &free {
                    if of_sign(&i).is_some() {
                        is_free[i] = false;
                    }
                }
                parts.push(Part { group, holds, members });
            }
        }
        let alone = (0..row.terms.len()).filter(|&i| is_free[i]).collect();
        (parts, alone)
    }
}

/// Terms of a row whose literals, or whose literals' negations, are in one group.
struct Part {
    group: usize,
    /// Do the members stand in the row as they are, and not negated?
    holds: bool,
    members: Vec<(i64, Lit)>,
}

/// A new literal for "one of `set`", which is a part of `group`; `number` is the group's row.
pub fn or_of(set: &[Lit], group: &[Lit], number: Number, cnf: &mut Cnf) -> Result<Or, Failure> {
    let literal = cnf.fresh();
    // ∀ m ∈ set: m ⇒ y;  y ⇒ ∨ set
    let mut implies = Vec::with_capacity(set.len());
    for &member in set {
        implies.push(cnf.define(&[literal, !member], literal)?);
    }
    let clause: Vec<Lit> = std::iter::once(!literal).chain(set.iter().copied()).collect();
    let some = cnf.define(&clause, !literal)?;
    // With n = |set|: the group's row without the other members is Σ ¬m ≥ n − 1; n − 1 times that and the n implications
    // are n·y + n·Σ ¬m ≥ (n − 1)² + n = n(n − 1) + 1; divided by n, y + Σ ¬m ≥ n.
    let covers = cnf.derive(|| {
        let others = group.iter().filter(|member| set.binary_search(member).is_err());
        let row = others.fold(Steps::of(number), |steps, &member| steps.weaken(1, member));
        let sum = implies.iter().fold(row.times(set.len() as i64 - 1), |steps, &implication| steps.add(1, implication));
        sum.over(set.len() as i64)
    })?;
    Ok(Or { literal, implies, some, covers })
}
