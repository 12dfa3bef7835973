//! [`Magnitude`]: an integer of any size, reduced to what a clue needs.

use std::cmp::Ordering;
use std::fmt;

use num_integer::Integer;

/// A product clue of any integer type: the caller's number is turned into a [`Magnitude`] once, when the clue is posted.
///
/// Implemented for every `num_integer::Integer + Clone`: `i8` … `u128`, and the big integers of any
/// version of `num-bigint` or of another crate that implements that trait.
///
/// ```
/// use puzzle_ilp::ProductClue;
/// assert_eq!(2520u64.magnitude().to_string(), "2520");
/// assert_eq!((num_bigint::BigUint::from(9u8).pow(100)).magnitude().exponent(3), 200);
/// ```
pub trait ProductClue {
    /// The clue's value.
    fn magnitude(&self) -> Magnitude;
}

impl<T: Integer + Clone> ProductClue for T {
    fn magnitude(&self) -> Magnitude {
        // Base 64 is the largest power of two that fits every integer type, i8 included.
        let two = T::one() + T::one();
        let mut powers = vec![T::one()];
        for _ in 0..5 {
            powers.push(powers[powers.len() - 1].clone() * two.clone());
        }
        let base = powers[5].clone() * two;
        let negative = *self < T::zero();
        let mut rest = self.clone();
        let mut limbs: Vec<u32> = Vec::new();
        let (mut pending, mut bits) = (0u64, 0u32);
        while !rest.is_zero() {
            let (quotient, mut digit) = rest.div_rem(&base);
            rest = quotient;
            if negative {
                digit = T::zero() - digit;
            }
            let mut small = 0u64;
            for (i, power) in powers.iter().enumerate().rev() {
                if digit >= *power {
                    digit = digit - power.clone();
                    small |= 1 << i;
                }
            }
            pending |= small << bits;
            bits += 6;
            if bits >= 32 {
                limbs.push(pending as u32);
                pending >>= 32;
                bits -= 32;
            }
        }
        limbs.push(pending as u32);
        Magnitude::new(negative, limbs)
    }
}

/// A clue that was computed, as by [`Magnitude::product`].
impl ProductClue for Magnitude {
    fn magnitude(&self) -> Magnitude {
        self.clone()
    }
}

impl From<u32> for Magnitude {
    fn from(value: u32) -> Self {
        value.magnitude()
    }
}

impl From<u64> for Magnitude {
    fn from(value: u64) -> Self {
        value.magnitude()
    }
}

impl From<u128> for Magnitude {
    fn from(value: u128) -> Self {
        value.magnitude()
    }
}

/// An integer of any size with the few operations that a clue needs: exponents of small primes, comparison, decimal text.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Magnitude {
    negative: bool,
    /// Little-endian, without leading zeros; zero is empty.
    limbs: Vec<u32>,
}

impl Magnitude {
    fn new(negative: bool, mut limbs: Vec<u32>) -> Self {
        while limbs.last() == Some(&0) {
            limbs.pop();
        }
        Self { negative: negative && !limbs.is_empty(), limbs }
    }

    /// The product of some values; 1 for none.
    pub fn product(values: impl IntoIterator<Item = u32>) -> Self {
        let mut limbs = vec![1u32];
        for value in values {
            let mut carry = 0u64;
            for limb in &mut limbs {
                let wide = u64::from(*limb) * u64::from(value) + carry;
                *limb = wide as u32;
                carry = wide >> 32;
            }
            if carry > 0 {
                limbs.push(carry as u32);
            }
        }
        Self::new(false, limbs)
    }

    /// Is it 0?
    pub fn is_zero(&self) -> bool {
        self.limbs.is_empty()
    }

    /// Is it below 0?
    pub fn is_negative(&self) -> bool {
        self.negative
    }

    /// Does `divisor` divide it? Only 0 is a multiple of 0.
    pub fn is_multiple_of(&self, divisor: u32) -> bool {
        if divisor == 0 { self.is_zero() } else { self.remainder(divisor) == 0 }
    }

    /// How often `factor` (at least 2) divides it; 0 for zero and for a factor below 2.
    pub fn exponent(&self, factor: u32) -> u32 {
        self.split(factor).0
    }

    /// Its exponent of `factor` (at least 2), and what is left without that factor.
    pub(crate) fn split(&self, factor: u32) -> (u32, Self) {
        let mut rest = self.clone();
        let mut count = 0;
        if factor < 2 || self.is_zero() {
            return (count, rest);
        }
        // As many factors at once as one limb holds: the exponent in a number is the one in its remainder, unless that is 0.
        let most = u32::MAX.ilog(factor);
        let chunk = factor.pow(most);
        loop {
            let remainder = rest.remainder(chunk);
            let exponent = if remainder == 0 { most } else { exponent_in(remainder, factor) };
            if exponent > 0 {
                rest = rest.div_rem(factor.pow(exponent)).0;
                count += exponent;
            }
            if remainder != 0 {
                return (count, rest);
            }
        }
    }

    /// The value when it lies in `0..=u32::MAX`.
    pub fn to_u32(&self) -> Option<u32> {
        match (self.negative, self.limbs.as_slice()) {
            (false, []) => Some(0),
            (false, [small]) => Some(*small),
            _ => None,
        }
    }

    /// The natural logarithm of the absolute value (−∞ for 0).
    pub(crate) fn ln(&self) -> f64 {
        let top = self.limbs.len().saturating_sub(3);
        let mut mantissa = 0f64;
        for limb in self.limbs[top..].iter().rev() {
            mantissa = mantissa * 4_294_967_296.0 + f64::from(*limb);
        }
        mantissa.ln() + top as f64 * 32.0 * std::f64::consts::LN_2
    }

    fn remainder(&self, divisor: u32) -> u32 {
        let divisor = u64::from(divisor);
        self.limbs.iter().rev().fold(0, |remainder, &limb| ((remainder << 32) | u64::from(limb)) % divisor) as u32
    }

    fn div_rem(&self, divisor: u32) -> (Self, u32) {
        let mut quotient = vec![0; self.limbs.len()];
        let mut remainder = 0u64;
        for (slot, limb) in quotient.iter_mut().zip(&self.limbs).rev() {
            let wide = (remainder << 32) | u64::from(*limb);
            *slot = (wide / u64::from(divisor)) as u32;
            remainder = wide % u64::from(divisor);
        }
        (Self::new(self.negative, quotient), remainder as u32)
    }

    fn cmp_absolute(&self, other: &Self) -> Ordering {
        let by_length = self.limbs.len().cmp(&other.limbs.len());
        by_length.then_with(|| self.limbs.iter().rev().cmp(other.limbs.iter().rev()))
    }
}

/// How often `factor` (at least 2) divides `number`, which is not 0.
fn exponent_in(mut number: u32, factor: u32) -> u32 {
    let mut count = 0;
    while number.is_multiple_of(factor) {
        number /= factor;
        count += 1;
    }
    count
}

impl Ord for Magnitude {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.negative, other.negative) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => self.cmp_absolute(other),
            (true, true) => other.cmp_absolute(self),
        }
    }
}

impl PartialOrd for Magnitude {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Decimal digits.
impl fmt::Display for Magnitude {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut groups = Vec::new();
        let mut rest = Self::new(false, self.limbs.clone());
        while !rest.is_zero() {
            let (quotient, group) = rest.div_rem(1_000_000_000);
            groups.push(group);
            rest = quotient;
        }
        let mut text = groups.pop().unwrap_or(0).to_string();
        for group in groups.iter().rev() {
            text.push_str(&format!("{group:09}"));
        }
        f.pad_integral(!self.negative, "", &text)
    }
}

impl fmt::Debug for Magnitude {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
