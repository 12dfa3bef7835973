//! Exponents of primes in small numbers.

/// How often `prime` (at least 2) divides `value`; 0 for the value 0.
pub(crate) fn exponent_of(mut value: u32, prime: u32) -> u32 {
    let mut count = 0;
    while value != 0 && value.is_multiple_of(prime) {
        value /= prime;
        count += 1;
    }
    count
}

/// The primes that divide `value`, ascending, with their exponents; none for 0 and 1.
pub(crate) fn factorise(mut value: u32) -> Vec<(u32, u32)> {
    let mut factors = Vec::new();
    let mut candidate = 2u32;
    while value > 1 {
        if u64::from(candidate) * u64::from(candidate) > u64::from(value) {
            factors.push((value, 1));
            break;
        }
        let count = exponent_of(value, candidate);
        if count > 0 {
            factors.push((candidate, count));
            value /= candidate.pow(count);
        }
        candidate += 1 + candidate % 2;
    }
    factors
}

/// Which of `primes` divide `value`, by index, with their exponents; nothing for 0. `primes` are ascending and hold every
/// prime that divides `value`. A value of a wide domain has few of its many primes: this does not try them all.
pub(crate) fn each_exponent(value: u32, primes: &[u32], mut tell: impl FnMut(usize, u32)) {
    let mut rest = value;
    for (i, &prime) in primes.iter().enumerate() {
        if u64::from(prime) * u64::from(prime) > u64::from(rest) {
            break;
        }
        let count = exponent_of(rest, prime);
        if count > 0 {
            rest /= prime.pow(count);
            tell(i, count);
        }
    }
    // What is left is a prime, or 1 or 0, which are among no primes.
    if let Ok(i) = primes.binary_search(&rest) {
        tell(i, 1);
    }
}

/// For each of `primes` the least and the greatest exponent among some values; 0 and 0 without values.
pub(crate) fn exponent_bounds(values: impl Iterator<Item = u32>, primes: &[u32]) -> Vec<(u32, u32)> {
    // How many values the prime divides, its least exponent among those, its greatest.
    let mut seen = vec![(0usize, u32::MAX, 0u32); primes.len()];
    let mut count = 0;
    for value in values {
        count += 1;
        each_exponent(value, primes, |i, k| {
            let (divides, least, most) = &mut seen[i];
            *divides += 1;
            *least = k.min(*least);
            *most = k.max(*most);
        });
    }
    let in_all = |(divides, least, most)| (if divides == count && count > 0 { least } else { 0 }, most);
    seen.into_iter().map(in_all).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_multiply_back() {
        for value in (1..3000).chain([u32::MAX, 4_294_967_291, 65_537 * 65_521]) {
            let factors = factorise(value);
            assert_eq!(factors.iter().map(|&(p, k)| p.pow(k)).product::<u32>(), value);
            assert!(factors.is_sorted_by(|a, b| a.0 < b.0));
        }
        assert_eq!(factorise(360), [(2, 3), (3, 2), (5, 1)]);
        assert_eq!(factorise(0), []);
        assert_eq!(exponent_of(48, 2), 4);
        assert_eq!(exponent_of(0, 2), 0);
    }

    #[test]
    fn exponents_over_primes_are_those_one_by_one() {
        let primes: Vec<u32> = (2..3000).filter(|&p| factorise(p) == [(p, 1)]).collect();
        for value in 0..3000 {
            let mut told = Vec::new();
            each_exponent(value, &primes, |i, k| told.push((primes[i], k)));
            assert_eq!(told, factorise(value), "{value}");
        }
        let sets: [&[u32]; 6] = [&[], &[0], &[12], &[12, 18], &[12, 18, 1], &[8, 4, 0]];
        for values in sets {
            for (&prime, bounds) in primes.iter().zip(exponent_bounds(values.iter().copied(), &primes)) {
                let each = || values.iter().map(|&v| exponent_of(v, prime));
                assert_eq!(bounds, (each().min().unwrap_or(0), each().max().unwrap_or(0)), "{prime} in {values:?}");
            }
        }
    }
}
