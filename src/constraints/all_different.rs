//! All different, and its case of two cells: not equal.
//!
//! Rows: `Σ_c x[c,v] ≤ 1  ∀v`, with `= 1` when there are as many values as cells.

use std::borrow::Borrow;
use std::sync::OnceLock;

use super::matching::{Choices, matchable};
use super::{Constraint, ids};
use crate::cells::{Assignment, Cell, CellId, CellTable, Digit, Domains, Wipeout, positions};
use crate::encodings::{EncodeError, Encoder};

/// No two cells hold the same value. See [`all_different`].
#[derive(Debug, Clone)]
#[must_use = "a constraint says nothing until it is posted"]
pub struct AllDifferent {
    scope: Vec<CellId>,
    numbering: OnceLock<Numbering>,
}

/// A common numbering of the values of all cells.
#[derive(Debug, Clone)]
struct Numbering {
    values: usize,
    /// By cell the number of each position of its posted domain; empty when all domains are the same, and so the positions.
    numbers: Vec<Vec<u32>>,
}

impl Numbering {
    fn new(scope: &[CellId], table: &CellTable) -> Self {
        let first = scope.first().map(|&cell| table.domain(cell));
        if let Some(first) = first.filter(|first| scope.iter().all(|&cell| table.domain(cell) == *first)) {
            return Self { values: first.len(), numbers: Vec::new() };
        }
        let mut union: Vec<u32> = scope.iter().flat_map(|&cell| table.domain(cell).values()).collect();
        union.sort_unstable();
        union.dedup();
        let number = |value: u32| union.binary_search(&value).map_or(0, |n| n as u32);
        let numbers = scope.iter().map(|&cell| table.domain(cell).values().map(number).collect()).collect();
        Self { values: union.len(), numbers }
    }
}

/// Above this many open cells the matching is left out: it takes their square.
const MOST_MATCHED: usize = 256;

/// No two of the cells hold the same value.
///
/// ```
/// use puzzle_ilp::{Model, all_different};
/// let mut model = Model::new();
/// let x = model.digits("x", 2, 2, 1..=2);
/// model.rule("row 1", all_different(x.row(0)));
/// ```
pub fn all_different(cells: impl IntoIterator<Item = impl Borrow<Cell<Digit>>>) -> AllDifferent {
    AllDifferent { scope: ids(cells), numbering: OnceLock::new() }
}

impl AllDifferent {
    /// The values left of each cell in the common numbering, row by row.
    fn choices(&self, domains: &mut Domains, numbering: &Numbering, words: usize) -> Vec<u64> {
        let mut bits = domains.lend(self.scope.len() * words);
        for (i, (&cell, row)) in self.scope.iter().zip(bits.chunks_mut(words)).enumerate() {
            match numbering.numbers.get(i) {
                None => row.copy_from_slice(domains.bits(cell)),
                Some(numbers) => {
                    for p in positions(domains.bits(cell)) {
                        row[numbers[p] as usize / 64] |= 1 << (numbers[p] % 64);
                    }
                }
            }
        }
        bits
    }

    /// Keeps the values of the `i`-th cell whose numbers are in `mask`.
    fn keep(&self, domains: &mut Domains, numbering: &Numbering, i: usize, mask: &[u64]) -> Result<bool, Wipeout> {
        let cell = self.scope[i];
        let Some(numbers) = numbering.numbers.get(i) else { return domains.retain_bits(cell, mask) };
        let mut own = domains.lend(domains.bits(cell).len());
        for p in positions(domains.bits(cell)) {
            own[p / 64] |= (mask[numbers[p] as usize / 64] >> (numbers[p] % 64) & 1) << (p % 64);
        }
        let kept = domains.retain_bits(cell, &own);
        domains.give_back(own);
        kept
    }

    /// Settled cells take their value from the others; a value that fits one cell alone settles it; then the matching.
    fn filter_numbered(
        &self,
        domains: &mut Domains,
        numbering: &Numbering,
        bits: &mut [u64],
        spare: &mut [u64],
        words: usize,
    ) -> Result<(), Wipeout> {
        let n = self.scope.len();
        let mut changed = false;
        let mut settled = 0;
        // Naked singles, to their end.
        let taken = &mut spare[..words];
        loop {
            let before = settled;
            settled = 0;
            taken.fill(0);
            for (i, row) in bits.chunks(words).enumerate() {
                if domains.size(self.scope[i]) == 1 {
                    settled += 1;
                    if taken.iter().zip(row).any(|(t, r)| t & r != 0) {
                        return Err(Wipeout { cell: self.scope[i] });
                    }
                    taken.iter_mut().zip(row).for_each(|(t, r)| *t |= r);
                }
            }
            if settled == before {
                break;
            }
            for (i, row) in bits.chunks_mut(words).enumerate() {
                if domains.size(self.scope[i]) > 1 && row.iter().zip(taken.iter()).any(|(r, t)| r & t != 0) {
                    row.iter_mut().zip(taken.iter()).for_each(|(r, t)| *r &= !t);
                    self.keep(domains, numbering, i, row)?;
                    changed = true;
                }
            }
        }
        if changed || settled == n {
            return Ok(());
        }
        // Hidden singles, when every value has to occur.
        if numbering.values == n {
            let (once, more) = spare.split_at_mut(words);
            let more = &mut more[..words];
            once.fill(0);
            more.fill(0);
            for row in bits.chunks(words) {
                for w in 0..words {
                    more[w] |= once[w] & row[w];
                    once[w] |= row[w];
                }
            }
            if once.iter().map(|w| w.count_ones() as usize).sum::<usize>() < n {
                return Err(Wipeout { cell: self.scope[0] });
            }
            once.iter_mut().zip(more.iter()).for_each(|(o, m)| *o &= !*m);
            for (i, row) in bits.chunks_mut(words).enumerate() {
                if domains.size(self.scope[i]) > 1 && row.iter().zip(once.iter()).any(|(r, o)| r & o != 0) {
                    row.iter_mut().zip(once.iter()).for_each(|(r, o)| *r &= o);
                    if row.iter().map(|w| w.count_ones()).sum::<u32>() > 1 {
                        return Err(Wipeout { cell: self.scope[i] });
                    }
                    self.keep(domains, numbering, i, row)?;
                    changed = true;
                }
            }
            if changed {
                return Ok(());
            }
        }
        // Two open cells: what is left of them is consistent, each value has another for the other cell. Settled ones have
        // taken their values from the others, and need no further look.
        let open = n - settled;
        if open > 2 && open <= MOST_MATCHED {
            let mut at = Vec::with_capacity(open);
            for i in 0..n {
                if domains.size(self.scope[i]) > 1 {
                    bits.copy_within(i * words..(i + 1) * words, at.len() * words);
                    at.push(i);
                }
            }
            let (bits, spare) = (&bits[..open * words], &mut spare[..open * words]);
            domains.count_work((open * open * words) as u64);
            let choices = Choices { cells: open, values: numbering.values, bits, words };
            if !matchable(&choices, spare) {
                return Err(Wipeout { cell: self.scope[at[0]] });
            }
            for (&i, (row, allowed)) in at.iter().zip(bits.chunks(words).zip(spare.chunks(words))) {
                if row != allowed {
                    self.keep(domains, numbering, i, allowed)?;
                }
            }
        }
        Ok(())
    }
}

impl Constraint for AllDifferent {
    fn scope(&self) -> &[CellId] {
        &self.scope
    }

    fn is_satisfied(&self, values: &Assignment) -> bool {
        let mut seen: Vec<u32> = self.scope.iter().map(|&cell| values.value(cell)).collect();
        seen.sort_unstable();
        seen.is_sorted_by(|a, b| a < b)
    }

    fn filter(&self, domains: &mut Domains) -> Result<(), Wipeout> {
        let numbering = self.numbering.get_or_init(|| Numbering::new(&self.scope, domains.table()));
        if self.scope.len() > numbering.values {
            return Err(Wipeout { cell: self.scope[0] });
        }
        let words = numbering.values.div_ceil(64);
        domains.count_work(4 * (self.scope.len() * words) as u64);
        let mut bits = self.choices(domains, numbering, words);
        let mut spare = domains.lend(words * self.scope.len().max(2));
        let filtered = self.filter_numbered(domains, numbering, &mut bits, &mut spare, words);
        domains.give_back(bits);
        domains.give_back(spare);
        filtered
    }

    fn makes_cells_differ(&self) -> bool {
        true
    }

    fn linearise(&self, encoder: &mut Encoder) -> Result<(), EncodeError> {
        if encoder.is_rehearsal() {
            // One view of each cell will do: a row of many cells has many times as many.
            return self.scope.iter().try_for_each(|&cell| encoder.indicator(cell, 0).map(drop));
        }
        let mut union: Vec<u32> = Vec::new();
        for &cell in &self.scope {
            union.extend(encoder.domains().values(cell));
        }
        union.sort_unstable();
        union.dedup();
        let exactly = union.len() == self.scope.len();
        // Σ_c x[c,v] ≤ 1  ∀v   (= 1 when there are as many values as cells)
        for v in union {
            let mut sum = crate::program::LinExpr::new();
            for &cell in &self.scope {
                sum += encoder.indicator(cell, v)?;
            }
            if exactly {
                encoder.row(format_args!("v{v}"), sum, 1..=1)?;
            } else if sum.terms().len() + sum.constant() as usize > 1 {
                encoder.row(format_args!("v{v}"), sum, ..=1)?;
            }
        }
        Ok(())
    }
}

/// Two cells hold different values. See [`not_equal`].
#[derive(Debug, Clone)]
#[must_use = "a constraint says nothing until it is posted"]
pub struct NotEqual {
    scope: [CellId; 2],
}

/// The two cells hold different values.
pub fn not_equal(a: impl Borrow<Cell<Digit>>, b: impl Borrow<Cell<Digit>>) -> NotEqual {
    NotEqual { scope: [a.borrow().id(), b.borrow().id()] }
}

impl Constraint for NotEqual {
    fn scope(&self) -> &[CellId] {
        &self.scope
    }

    fn is_satisfied(&self, values: &Assignment) -> bool {
        let [a, b] = self.scope;
        values.value(a) != values.value(b)
    }

    fn filter(&self, domains: &mut Domains) -> Result<(), Wipeout> {
        for [one, other] in [self.scope, [self.scope[1], self.scope[0]]] {
            if let Some(value) = domains.fixed(one) {
                domains.remove(other, value)?;
            }
        }
        Ok(())
    }

    fn makes_cells_differ(&self) -> bool {
        true
    }

    fn linearise(&self, encoder: &mut Encoder) -> Result<(), EncodeError> {
        let [a, b] = self.scope;
        let common: Vec<u32> = encoder.domains().values(a).filter(|&v| encoder.domains().contains(b, v)).collect();
        // In the rehearsal too: the views have to be asked for even where no value is common yet.
        encoder.indicator(a, 0)?;
        encoder.indicator(b, 0)?;
        // x[a,v] + x[b,v] ≤ 1  ∀v ∈ dom a ∩ dom b
        for v in common {
            let sum = encoder.indicator(a, v)? + encoder.indicator(b, v)?;
            encoder.row(format_args!("v{v}"), sum, ..=1)?;
        }
        Ok(())
    }
}
