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
}
