//! Product: the cells multiply to a clue of any size.
//!
//! Exact rows: for each prime p, `Σ_c ν_p(value of c) = ν_p(clue)`, where ν_p is the exponent of p. With one-hot cells this
//! is `Σ_c Σ_v ν_p(v)·x[c,v] = ν_p(clue)`; values that do not divide the clue are dropped. Published rows over one-hot
//! cells: logarithms in fixed point within a tolerance, which takes 3024 for 3025.

use std::borrow::Borrow;
use std::collections::BTreeSet;
use std::sync::OnceLock;

use super::cage::{MOST_CELLS, filter_by_states, some_must_differ};
use super::{Constraint, ScopeError, ids};
use crate::cells::{Assignment, Cell, CellId, CellTable, Digit, Domain, Domains, Wipeout, positions};
use crate::encodings::{EncodeError, Encoder, ProductRows, exponent_bounds, exponent_of, factorise};
use crate::input::{Cause, Magnitude, ProductClue};
use crate::program::LinExpr;

/// The cells multiply to a clue. See [`product`].
#[derive(Debug, Clone)]
#[must_use = "a constraint says nothing until it is posted"]
pub struct Product {
    scope: Vec<CellId>,
    clue: Magnitude,
    exponents: OnceLock<Exponents>,
}

/// What the filter looks up: exponents of the clue's primes for every posted value.
#[derive(Debug, Clone)]
struct Exponents {
    /// The exponents of the clue, by prime.
    target: Vec<u32>,
    /// What is left of the clue without the primes of its cells' values is not 1.
    foreign: bool,
    /// By different posted domain: the positions whose value divides the clue, and each position's exponents.
    domains: Vec<(Vec<u64>, Vec<u32>)>,
    /// By cell the index of its domain.
    domain_of: Vec<u32>,
}

impl Exponents {
    fn new(product: &Product, table: &CellTable) -> Self {
        let mut distinct: Vec<&Domain> = Vec::new();
        let mut domain_of = Vec::with_capacity(product.scope.len());
        for &cell in &product.scope {
            let domain = table.domain(cell);
            let index = distinct.iter().position(|known| *known == domain).unwrap_or_else(|| {
                distinct.push(domain);
                distinct.len() - 1
            });
            domain_of.push(index as u32);
        }
        let divides = |value: u32| product.clue.is_multiple_of(value);
        let dividing = distinct.iter().flat_map(|domain| domain.values()).filter(|&value| divides(value));
        let primes: BTreeSet<u32> = dividing.flat_map(factorise).map(|(prime, _)| prime).collect();
        let primes: Vec<u32> = primes.into_iter().collect();
        let (target, rest) = product.exponents_of(&primes);
        let mut domains = Vec::with_capacity(distinct.len());
        for domain in distinct {
            let mut mask = vec![0; domain.len().div_ceil(64)];
            let mut exponents = Vec::with_capacity(domain.len() * primes.len());
            for (position, value) in domain.values().enumerate() {
                if divides(value) {
                    mask[position / 64] |= 1 << (position % 64);
                }
                exponents.extend(primes.iter().map(|&prime| exponent_of(value, prime)));
            }
            domains.push((mask, exponents));
        }
        Self { target, foreign: rest.to_u32() != Some(1), domains, domain_of }
    }

    /// The exponents of a position of the `i`-th cell.
    fn of(&self, i: usize, position: usize) -> &[u32] {
        let primes = self.target.len();
        &self.domains[self.domain_of[i] as usize].1[position * primes..(position + 1) * primes]
    }
}

/// Eight exponents up to 127 in one word; the top bit of each byte is a guard.
const GUARD: u64 = 0x8080_8080_8080_8080;

/// Exponents packed for comparison; `None` when there are more than eight or one exceeds 127.
fn pack(exponents: &[u32]) -> Option<u64> {
    if exponents.len() > 8 {
        return None;
    }
    let mut packed = 0;
    for &k in exponents.iter().rev() {
        packed = packed << 8 | u64::from(u8::try_from(k).ok().filter(|k| *k < 128)?);
    }
    Some(packed)
}

/// `a + b` when it is at most `most` in every exponent.
fn add_up_to(a: u64, b: u64, most: u64) -> Option<u64> {
    let sum = a + b;
    (sum & GUARD == 0 && ((most | GUARD) - sum) & GUARD == GUARD).then_some(sum)
}

/// The most steps that the exact filter over sums of exponents may take.
const MOST_WORK: u64 = 30_000;

/// The cells multiply to `clue`, an integer of any type (big ones too). A negative clue is a
/// [`ModelError`](crate::ModelError) when the model is solved.
///
/// ```
/// use puzzle_ilp::{Model, Solver, product};
/// let mut model = Model::new();
/// let x = model.digits("x", 1, 3, [0, 2, 5]);
/// model.post("the row's product 20", product(x.row(0), 20u64));
/// # #[cfg(feature = "highs")] {
/// let solution = Solver::new().solve_model(&model)?;
/// assert_eq!(x.row(0).map(|&cell| solution.value(cell)).product::<u32>(), 20);
/// # }
/// # Ok::<(), puzzle_ilp::Error>(())
/// ```
pub fn product(cells: impl IntoIterator<Item = impl Borrow<Cell<Digit>>>, clue: impl ProductClue) -> Product {
    Product::new(cells, clue.magnitude())
}

impl Product {
    /// The cells multiply to `clue`, which was reduced before.
    pub fn new(cells: impl IntoIterator<Item = impl Borrow<Cell<Digit>>>, clue: Magnitude) -> Self {
        Self { scope: ids(cells), clue, exponents: OnceLock::new() }
    }

    /// The values that some cell can take, ascending.
    fn values(&self, domains: &Domains) -> BTreeSet<u32> {
        // Neighbours mostly have the same values: those are looked at once.
        let mut values = BTreeSet::new();
        for run in self.scope.chunk_by(|&a, &b| domains.same_values(a, b)) {
            values.extend(domains.values(run[0]));
        }
        values
    }

    /// The primes of the values that the cells can take, ascending.
    fn primes(&self, domains: &Domains) -> Vec<u32> {
        let values = self.values(domains);
        let primes: BTreeSet<u32> = values.into_iter().flat_map(factorise).map(|(prime, _)| prime).collect();
        primes.into_iter().collect()
    }

    /// For each of `primes` its exponent in the clue, and the factor that is left.
    fn exponents_of(&self, primes: &[u32]) -> (Vec<u32>, Magnitude) {
        let mut rest = self.clue.clone();
        let mut exponents = Vec::with_capacity(primes.len());
        for &prime in primes {
            let (exponent, left) = rest.split(prime);
            exponents.push(exponent);
            rest = left;
        }
        (exponents, rest)
    }
}

/// The tolerance of the published rows, in fixed point: 0.001.
const TOLERANCE: f64 = 0.001;
/// The fixed point of the published rows.
const SCALE: f64 = 1e6;

impl Product {
    /// Some cell is 0: when one alone can be, it is.
    fn filter_zero(&self, domains: &mut Domains) -> Result<(), Wipeout> {
        let mut able = self.scope.iter().filter(|&&cell| domains.contains(cell, 0));
        match (able.next(), able.next()) {
            (None, _) => Err(Wipeout { cell: self.scope[0] }),
            (Some(&only), None) => domains.fix(only, 0).map(drop),
            _ => Ok(()),
        }
    }

    /// Each exponent of a value must leave the other cells a sum that they can make. Says whether something changed.
    fn filter_bounds(&self, domains: &mut Domains, exponents: &Exponents) -> Result<bool, Wipeout> {
        let primes = exponents.target.len();
        let n = self.scope.len();
        domains.count_work(8 * (n * (primes + 1)) as u64);
        // By cell and prime the least and greatest exponent left; at the end their sums.
        let mut bounds = domains.lend(2 * primes * (n + 1));
        let (sums, of_cells) = bounds.split_at_mut(2 * primes);
        for (i, (&cell, own)) in self.scope.iter().zip(of_cells.chunks_mut((2 * primes).max(1))).enumerate() {
            own[..primes].fill(u64::MAX);
            for position in positions(domains.bits(cell)) {
                for (p, &k) in exponents.of(i, position).iter().enumerate() {
                    own[p] = own[p].min(u64::from(k));
                    own[primes + p] = own[primes + p].max(u64::from(k));
                }
            }
            sums.iter_mut().zip(own.iter()).for_each(|(sum, k)| *sum += k);
        }
        let mut outcome = Ok(false);
        for (i, (&cell, own)) in self.scope.iter().zip(of_cells.chunks((2 * primes).max(1))).enumerate() {
            let mut kept = domains.lend(domains.bits(cell).len());
            for position in positions(domains.bits(cell)) {
                let fits = exponents.of(i, position).iter().enumerate().all(|(p, &k)| {
                    let target = u64::from(exponents.target[p]);
                    let k = u64::from(k);
                    k + (sums[p] - own[p]) <= target && k + (sums[primes + p] - own[primes + p]) >= target
                });
                kept[position / 64] |= u64::from(fits) << (position % 64);
            }
            let retained = domains.retain_bits(cell, &kept);
            domains.give_back(kept);
            match retained {
                Ok(changed) => outcome = outcome.map(|before| before | changed),
                Err(wipeout) => {
                    outcome = Err(wipeout);
                    break;
                }
            }
        }
        domains.give_back(bounds);
        outcome
    }

    /// What the settled cells leave of the clue's exponents, and which cells are open.
    fn open(&self, domains: &Domains, exponents: &Exponents) -> Result<(Vec<u32>, Vec<usize>), Wipeout> {
        let mut target = exponents.target.clone();
        let mut open = Vec::with_capacity(self.scope.len());
        for (i, &cell) in self.scope.iter().enumerate() {
            if domains.size(cell) > 1 {
                open.push(i);
                continue;
            }
            for position in positions(domains.bits(cell)) {
                for (t, &k) in target.iter_mut().zip(exponents.of(i, position)) {
                    *t = t.checked_sub(k).ok_or(Wipeout { cell })?;
                }
            }
        }
        Ok((target, open))
    }

    /// Exact support over the sums of exponents that the open cells can reach, where those sums are few enough. Says whether
    /// nothing is left to do: otherwise bounds and tuples may find more.
    fn filter_exactly(&self, domains: &mut Domains, exponents: &Exponents) -> Result<bool, Wipeout> {
        let (target, open) = self.open(domains, exponents)?;
        let Some(packed_target) = pack(&target) else { return Ok(false) };
        if open.is_empty() {
            return if packed_target == 0 { Ok(true) } else { Err(Wipeout { cell: self.scope[0] }) };
        }
        let mut states = 1u64;
        let mut strides = Vec::with_capacity(target.len());
        for &t in &target {
            strides.push(states);
            states = states.saturating_mul(u64::from(t) + 1);
        }
        let values: u64 = open.iter().map(|&i| domains.size(self.scope[i]) as u64).sum();
        if states.saturating_mul(values) > MOST_WORK {
            return Ok(false);
        }
        domains.count_work(2 * states * values);
        self.filter_by_sums(domains, exponents, &open, packed_target, states as usize, &strides)?;
        if self.is_cage(domains, &open) {
            return Ok(false);
        }
        domains.mark_fixpoint();
        Ok(true)
    }

    /// Is it a small cage in which open cells must differ? Settled ones have taken their values from the others.
    fn is_cage(&self, domains: &Domains, open: &[usize]) -> bool {
        open.len() <= MOST_CELLS && some_must_differ(domains, open.iter().map(|&i| self.scope[i]))
    }

    /// Exact support over tuples, for a small cage in which cells must differ.
    fn filter_cage(&self, domains: &mut Domains, exponents: &Exponents) -> Result<(), Wipeout> {
        let (target, open) = self.open(domains, exponents)?;
        let Some(packed_target) = pack(&target) else { return Ok(()) };
        if !self.is_cage(domains, &open) {
            return Ok(());
        }
        let cells: Vec<CellId> = open.iter().map(|&i| self.scope[i]).collect();
        let mut packed: Vec<Vec<(u32, u64)>> = Vec::with_capacity(open.len());
        for (&i, &cell) in open.iter().zip(&cells) {
            let values = domains.values(cell).zip(positions(domains.bits(cell)));
            packed.push(values.map(|(v, p)| (v, pack(exponents.of(i, p)).unwrap_or(GUARD))).collect());
        }
        let step = |depth: usize, sum: u64, value: u32| {
            let own = &packed[depth];
            let at = own.binary_search_by_key(&value, |entry| entry.0).ok()?;
            add_up_to(sum, own[at].1, packed_target)
        };
        filter_by_states(domains, &cells, step, packed_target)
    }

    /// Forward: which sums the first cells reach. Backward: from which of them the target is reached, by which values.
    fn filter_by_sums(
        &self,
        domains: &mut Domains,
        exponents: &Exponents,
        open: &[usize],
        target: u64,
        states: usize,
        strides: &[u64],
    ) -> Result<(), Wipeout> {
        let words = states.div_ceil(64);
        let n = open.len();
        // Where a state is in the mixed radix of the target, and its packed exponents.
        let mut packed_of = domains.lend(states);
        for (state, packed) in packed_of.iter_mut().enumerate() {
            for (p, &stride) in strides.iter().enumerate() {
                let span = (target >> (8 * p) & 0xff) + 1;
                *packed |= (state as u64 / stride % span) << (8 * p);
            }
        }
        // By open cell its values: packed exponents, what they add to a state, position.
        let mut moves: Vec<(u64, usize, usize)> = Vec::new();
        let mut ends = Vec::with_capacity(n);
        for &i in open {
            for position in positions(domains.bits(self.scope[i])) {
                let own = exponents.of(i, position);
                let jump: u64 = own.iter().zip(strides).map(|(&k, &stride)| u64::from(k) * stride).sum();
                moves.push((pack(own).unwrap_or(GUARD), jump as usize, position));
            }
            ends.push(moves.len());
        }
        let of_cell = |j: usize| if j == 0 { 0..ends[0] } else { ends[j - 1]..ends[j] };
        let mut forward = domains.lend(words * (n + 1));
        forward[0] = 1;
        for j in 0..n {
            let (before, after) = forward.split_at_mut(words * (j + 1));
            for state in positions(&before[words * j..]) {
                for &(packed, jump, _) in &moves[of_cell(j)] {
                    if add_up_to(packed_of[state], packed, target).is_some() {
                        after[(state + jump) / 64] |= 1 << ((state + jump) % 64);
                    }
                }
            }
        }
        let mut outcome = Ok(());
        let mut alive = domains.lend(words);
        alive[(states - 1) / 64] |= 1 << ((states - 1) % 64);
        for j in (0..n).rev() {
            let cell = self.scope[open[j]];
            let mut supported = domains.lend(domains.bits(cell).len());
            let mut before = domains.lend(words);
            for state in positions(&forward[words * j..words * (j + 1)]) {
                for &(packed, jump, position) in &moves[of_cell(j)] {
                    if add_up_to(packed_of[state], packed, target).is_some() {
                        let next = state + jump;
                        if alive[next / 64] >> (next % 64) & 1 == 1 {
                            before[state / 64] |= 1 << (state % 64);
                            supported[position / 64] |= 1 << (position % 64);
                        }
                    }
                }
            }
            let retained = domains.retain_bits(cell, &supported);
            domains.give_back(supported);
            domains.give_back(std::mem::replace(&mut alive, before));
            if let Err(wipeout) = retained {
                outcome = Err(wipeout);
                break;
            }
        }
        domains.give_back(alive);
        domains.give_back(forward);
        domains.give_back(packed_of);
        outcome
    }
}

impl Constraint for Product {
    fn scope(&self) -> &[CellId] {
        &self.scope
    }

    fn is_satisfied(&self, values: &Assignment) -> bool {
        Magnitude::product(self.scope.iter().map(|&cell| values.value(cell))) == self.clue
    }

    fn filter(&self, domains: &mut Domains) -> Result<(), Wipeout> {
        if self.clue.is_zero() {
            return self.filter_zero(domains);
        }
        let exponents = self.exponents.get_or_init(|| Exponents::new(self, domains.table()));
        if exponents.foreign {
            return Err(Wipeout { cell: self.scope[0] });
        }
        for (&cell, &index) in self.scope.iter().zip(&exponents.domain_of) {
            domains.retain_bits(cell, &exponents.domains[index as usize].0)?;
        }
        if self.filter_exactly(domains, exponents)? || self.filter_bounds(domains, exponents)? {
            return Ok(());
        }
        self.filter_cage(domains, exponents)
    }

    fn linearise(&self, encoder: &mut Encoder) -> Result<(), EncodeError> {
        if self.clue.is_zero() {
            // Σ_c x[c,0] ≥ 1
            let mut zeros = LinExpr::new();
            for &cell in &self.scope {
                zeros += encoder.indicator(cell, 0)?;
            }
            return encoder.row(format_args!("zero"), zeros, 1..);
        }
        // The clue may be large: it is divided once by each value, not by each cell's.
        let dividing: Vec<u32> =
            self.values(encoder.domains()).into_iter().filter(|&v| self.clue.is_multiple_of(v)).collect();
        for &cell in &self.scope {
            encoder.restrict(cell, |v| v != 0)?;
            encoder.prune(cell, |v| dividing.binary_search(&v).is_ok())?;
        }
        let primes = self.primes(encoder.domains());
        let (exponents, rest) = self.exponents_of(&primes);
        // Asked for even where no prime is left, so that the group is known to be seen through exponents.
        encoder.exponents(&self.scope, 2)?;
        let has_exponents = self.scope.iter().any(|&cell| encoder.has_exponents(cell));
        if encoder.formulation().product == ProductRows::Logarithm && !has_exponents {
            // ln clue − 0.001 ≤ Σ_c Σ_v ln v·x[c,v] ≤ ln clue + 0.001, times 10⁶; each of the rounded logarithms is off by up
            // to half a unit, which over 2,000 cells is more than the published tolerance
            let mut sum = LinExpr::new();
            for &cell in &self.scope {
                sum += encoder.function(cell, |v| (f64::from(v).ln() * SCALE).round() as i64)?;
            }
            let rounded = (self.scope.len() as f64 / 2.0 + 1.0) / SCALE;
            let tolerance = TOLERANCE.max(rounded);
            let (low, high) = (self.clue.ln() - tolerance, self.clue.ln() + tolerance);
            return encoder.row(format_args!("ln"), sum, (low * SCALE).round() as i64..=(high * SCALE).round() as i64);
        }
        if rest.to_u32() != Some(1) {
            return encoder.never(format_args!("foreign"));
        }
        // Σ_c e[c,p] = ν_p(clue)  ∀p
        for (&prime, &exponent) in primes.iter().zip(&exponents) {
            let sum = encoder.exponents(&self.scope, prime)?;
            let exponent = i64::from(exponent);
            encoder.row(format_args!("p{prime}"), sum, exponent..=exponent)?;
        }
        Ok(())
    }

    fn validate(&self, _cells: &CellTable) -> Result<(), ScopeError> {
        if self.clue.is_negative() {
            return Err(ScopeError::NegativeProduct { value: self.clue.clone() });
        }
        Ok(())
    }

    fn cause(&self, label: &str, domains: &Domains) -> Option<Cause> {
        let clue = label.to_owned();
        let value = self.clue.clone();
        if value.is_zero() {
            let some_zero = self.scope.iter().any(|&cell| domains.contains(cell, 0));
            return (!some_zero).then_some(Cause::NoZero { clue, value });
        }
        let primes = self.primes(domains);
        let (exponents, rest) = self.exponents_of(&primes);
        if rest.to_u32() != Some(1) {
            return Some(Cause::ForeignFactor { clue, value, factor: rest });
        }
        let nonzero = |cell: CellId| domains.values(cell).filter(|&v| v != 0);
        // Neighbours mostly have the same values, and so the same bounds of their exponents.
        let mut bounds = vec![(0u64, 0u64); primes.len()];
        for run in self.scope.chunk_by(|&a, &b| domains.same_values(a, b)) {
            let cells = run.len() as u64;
            for ((least, most), (low, high)) in bounds.iter_mut().zip(exponent_bounds(nonzero(run[0]), &primes)) {
                *least += cells * u64::from(low);
                *most += cells * u64::from(high);
            }
        }
        for ((&factor, &needed), (least, most)) in primes.iter().zip(&exponents).zip(bounds) {
            let needed = u64::from(needed);
            if needed > most {
                return Some(Cause::FactorTooOften { clue, value, factor, needed, most });
            }
            if needed < least {
                return Some(Cause::FactorTooRare { clue, value, factor, needed, least });
            }
        }
        let most = Magnitude::product(self.scope.iter().map(|&cell| domains.max(cell).unwrap_or(0)));
        if value > most {
            return Some(Cause::TooLarge { clue, value, most });
        }
        let least = Magnitude::product(self.scope.iter().map(|&cell| nonzero(cell).next().unwrap_or(0)));
        if value < least {
            return Some(Cause::TooSmall { clue, value, least });
        }
        None
    }
}
