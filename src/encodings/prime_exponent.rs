//! Prime exponents: `e[c,p]` is how often prime `p` divides the value of cell `c`.
//!
//! A product of cells is then a sum of exponents for each prime. The rows of a domain must admit exactly its values; for
//! the domains 1..=n up to 9 small integer rows do that, for 1..=9 the one row `2·e₂ + 3·e₃ + 6·e₅ + 6·e₇ ≤ 6`, whose
//! vertices are 1, 8, 9, 5, 7: the convex hull. Any other domain that is not a box of exponents is tied to one-hot columns.

use super::primes::{exponent_bounds, exponent_of, factorise};
use crate::cells::{CellId, Domain, Domains};
use crate::program::{ColumnId, LinExpr};

/// `Σ coefficient·e_p ≤ bound`, with the prime of each coefficient.
pub(super) type DomainRow = (&'static [(u32, i64)], i64);

/// Rows that together with the bounds `0 ≤ e_p ≤ max ν_p(v)` admit exactly the domain 1..=n, for n up to 9.
pub(super) fn rows_up_to(n: u32) -> Option<&'static [DomainRow]> {
    Some(match n {
        1 | 2 => &[],
        3 => &[(&[(2, 1), (3, 1)], 1)],
        4 => &[(&[(2, 1), (3, 2)], 2)],
        5 => &[(&[(2, 1), (3, 2), (5, 2)], 2)],
        6 => &[(&[(2, 1), (3, 1), (5, 2)], 2), (&[(3, 1), (5, 1)], 1)],
        7 => &[(&[(2, 1), (3, 1), (5, 2), (7, 2)], 2), (&[(3, 1), (5, 1), (7, 1)], 1)],
        8 => &[(&[(2, 1), (3, 2), (5, 3), (7, 3)], 3), (&[(3, 1), (5, 1), (7, 1)], 1)],
        9 => &[(&[(2, 2), (3, 3), (5, 6), (7, 6)], 6)],
        _ => return None,
    })
}

/// The largest n for which `Σ ln p·e_p ≤ ln n` in fixed point ×10⁶ is known to admit exactly 1..=n: the gap
/// `ln(n+1) − ln n` is then above 0.00099, and the rounding of at most 10 exponents stays below 10⁻⁵.
const LARGEST_LOGARITHM: u32 = 1000;

/// Is the posted domain 1..=n? Then n.
pub(super) fn initial_segment(domain: &Domain) -> Option<u32> {
    let mut values = domain.values();
    let (first, last) = (values.next()?, values.next_back());
    let n = last.unwrap_or(first);
    (first == 1 && domain.len() == n as usize).then_some(n)
}

/// What the rows of a domain look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DomainRows {
    /// The rows of [`rows_up_to`].
    Hull(u32),
    /// The logarithm row for 1..=n.
    Logarithm(u32),
    /// The bounds of the exponents admit exactly the domain.
    Box,
}

/// How `values` (those left of `posted`) can be held by rows over exponents alone, if they can.
///
/// `required` are the values that no other row excludes: what the rows admit must lie within them.
pub(super) fn domain_rows(
    posted: &Domain,
    exponents: &Exponents,
    required: impl Fn(u32) -> bool,
    logarithm: bool,
) -> Option<DomainRows> {
    let in_box =
        |value: u32| exponents.entries.iter().all(|e| (e.least..=e.most).contains(&exponent_of(value, e.prime)));
    if let Some(n) = initial_segment(posted) {
        let admitted_are_required = || posted.values().all(|value| !in_box(value) || required(value));
        if logarithm && n <= LARGEST_LOGARITHM {
            return admitted_are_required().then_some(DomainRows::Logarithm(n));
        }
        if rows_up_to(n).is_some() {
            return admitted_are_required().then_some(DomainRows::Hull(n));
        }
    }
    // The box holds as many points as the product of its sides; it is exact when each of them is a required value.
    let mut points = 1u64;
    for entry in &exponents.entries {
        points = points.saturating_mul(u64::from(entry.most - entry.least) + 1);
    }
    if points > posted.len() as u64 {
        return None;
    }
    let admitted = posted.values().filter(|&value| value != 0 && in_box(value) && required(value)).count();
    (points == admitted as u64).then_some(DomainRows::Box)
}

/// One prime of a cell.
#[derive(Debug, Clone)]
pub(super) struct Exponent {
    pub prime: u32,
    /// The least exponent among the values left.
    pub least: u32,
    /// The greatest exponent among the values left.
    pub most: u32,
    /// Its column; none while `least = most`.
    pub column: Option<ColumnId>,
}

impl Exponent {
    pub fn view(&self) -> LinExpr {
        self.column.map_or_else(|| LinExpr::from(i64::from(self.least)), LinExpr::from)
    }

    /// Adds `factor·e[c,p]` to a sum.
    pub fn add_to(&self, sum: &mut LinExpr, factor: i64) {
        match self.column {
            Some(column) => sum.add_term(column, factor),
            None => sum.add_scaled(factor, &LinExpr::from(i64::from(self.least))),
        }
    }
}

/// The exponents of a cell, by ascending prime.
#[derive(Debug, Clone)]
pub(super) struct Exponents {
    pub entries: Box<[Exponent]>,
}

impl Exponents {
    /// The exponents of the values left of a cell, over the given primes.
    pub fn new(cell: CellId, domains: &Domains, primes: &[u32]) -> Self {
        let bounds = exponent_bounds(domains.values(cell), primes);
        let entry = |(&prime, (least, most)): (&u32, (u32, u32))| Exponent { prime, least, most, column: None };
        Self { entries: primes.iter().zip(bounds).map(entry).collect() }
    }

    pub fn get(&self, prime: u32) -> Option<&Exponent> {
        self.entries.binary_search_by_key(&prime, |entry| entry.prime).ok().map(|i| &self.entries[i])
    }

    /// One more than the index of its last column; 0 without columns.
    pub fn end(&self) -> usize {
        self.entries.iter().filter_map(|entry| entry.column).map(|column| column.index() + 1).max().unwrap_or(0)
    }

    /// The value with these exponents, if it fits `u32`.
    pub fn decode(&self, columns: &[i64]) -> Option<u32> {
        let mut value = 1u32;
        for entry in &self.entries {
            let k = match entry.column {
                None => entry.least,
                Some(column) => u32::try_from(*columns.get(column.index())?).ok()?,
            };
            value = value.checked_mul(entry.prime.checked_pow(k)?)?;
        }
        Some(value)
    }
}

/// The primes that divide some nonzero value of a domain, ascending.
pub(super) fn primes_of(domain: &Domain) -> Vec<u32> {
    let mut primes: Vec<u32> = domain.values().flat_map(factorise).map(|(prime, _)| prime).collect();
    primes.sort_unstable();
    primes.dedup();
    primes
}

/// Fixed-point scale of logarithms.
pub(super) const LOGARITHM_SCALE: f64 = 1e6;

/// Rounding may lift the sum of a value's prime logarithms above the logarithm of the value by half a unit a factor.
pub(super) const LOGARITHM_SLACK: i64 = 10;

/// A logarithm in fixed point.
pub(super) fn fixed_ln(ln: f64) -> i64 {
    (ln * LOGARITHM_SCALE).round() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every vector of exponents within the bounds is admitted by the rows exactly if it is a value of 1..=n.
    fn admitted(n: u32, holds: impl Fn(&[(u32, u32)]) -> bool) -> Vec<u32> {
        let primes = primes_of(&Domain::from(1..=n));
        let mut vectors: Vec<Vec<(u32, u32)>> = vec![vec![]];
        for &p in &primes {
            let most = (1..=n).map(|v| exponent_of(v, p)).max().unwrap();
            vectors = vectors
                .iter()
                .flat_map(|v| (0..=most).map(move |k| v.iter().copied().chain([(p, k)]).collect()))
                .collect();
        }
        let mut values: Vec<u32> =
            vectors.iter().filter(|v| holds(v)).map(|v| v.iter().map(|&(p, k)| p.pow(k)).product()).collect();
        values.sort_unstable();
        values
    }

    #[test]
    fn an_initial_segment_has_no_gap() {
        assert_eq!(initial_segment(&Domain::from(1..=1)), Some(1));
        assert_eq!(initial_segment(&Domain::from(1..=9)), Some(9));
        // Three values, 1 and 3 among them.
        assert_eq!(initial_segment(&Domain::from([1, 3, 5])), None);
        assert_eq!(initial_segment(&Domain::from([0, 1, 2, 4])), None);
        assert_eq!(initial_segment(&Domain::from(0..=1)), None);
        assert_eq!(initial_segment(&Domain::from([2])), None);
        assert_eq!(initial_segment(&Domain::from([])), None);
    }

    #[test]
    fn hull_rows_admit_exactly_the_domain() {
        for n in 1..=9 {
            let rows = rows_up_to(n).unwrap();
            let holds = |vector: &[(u32, u32)]| {
                rows.iter().all(|(terms, bound)| {
                    let sum: i64 = terms
                        .iter()
                        .map(|&(p, k)| k * i64::from(vector.iter().find(|e| e.0 == p).map_or(0, |e| e.1)))
                        .sum();
                    sum <= *bound
                })
            };
            assert_eq!(admitted(n, holds), (1..=n).collect::<Vec<_>>(), "1..={n}");
        }
        assert!(rows_up_to(10).is_none());
    }

    #[test]
    fn logarithm_rows_admit_exactly_the_domain() {
        // All products of primes that the row for 1..=n admits, whatever their exponents.
        fn products(primes: &[(u32, i64)], room: i64, product: u64, found: &mut Vec<u64>) {
            let Some((&(prime, ln), rest)) = primes.split_first() else { return found.push(product) };
            let (mut room, mut product) = (room, product);
            while room >= 0 {
                products(rest, room, product, found);
                (room, product) = (room - ln, product * u64::from(prime));
            }
        }
        for n in 1..=LARGEST_LOGARITHM {
            let primes = primes_of(&Domain::from(1..=n));
            let primes: Vec<(u32, i64)> = primes.into_iter().map(|p| (p, fixed_ln(f64::from(p).ln()))).collect();
            let mut found = Vec::new();
            // Large primes first: what does not fit is then seen soon.
            let primes: Vec<(u32, i64)> = primes.into_iter().rev().collect();
            products(&primes, fixed_ln(f64::from(n).ln()) + LOGARITHM_SLACK, 1, &mut found);
            found.sort_unstable();
            assert_eq!(found, (1..=u64::from(n)).collect::<Vec<_>>(), "1..={n}");
        }
    }
}
