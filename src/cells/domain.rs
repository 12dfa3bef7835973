//! [`Domain`]: the finite set of values that a cell may take as posted.

use std::fmt;
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

/// A finite set of values, ascending. Made from a range (`1..=9`, `0..10`), an array, a slice, a vector or an iterator.
///
/// ```
/// use puzzle_ilp::Domain;
/// assert_eq!(Domain::from([9, 2, 2, 5]).to_string(), "{2, 5, 9}");
/// assert_eq!(Domain::from(1..=9).to_string(), "1..=9");
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Domain {
    low: u32,
    len: usize,
    /// The values when they are not `low, low + 1, …`.
    list: Option<Arc<[u32]>>,
}

impl Domain {
    fn range(low: u64, end: u64) -> Self {
        let len = end.saturating_sub(low);
        // All empty sets are equal.
        Self { low: if len == 0 { 0 } else { low as u32 }, len: len as usize, list: None }
    }

    fn list(mut values: Vec<u32>) -> Self {
        values.sort_unstable();
        values.dedup();
        let (Some(&low), Some(&high)) = (values.first(), values.last()) else {
            return Self::range(0, 0);
        };
        let len = values.len();
        let contiguous = (high - low) as usize == len - 1;
        Self { low, len, list: (!contiguous).then(|| values.into()) }
    }

    /// The number of values.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Has it no value?
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The value at a position below [`Domain::len`].
    pub(crate) fn value(&self, position: usize) -> u32 {
        match &self.list {
            None => self.low + position as u32,
            Some(list) => list[position],
        }
    }

    /// The position of a value, if it is one of the domain's.
    pub(crate) fn position(&self, value: u32) -> Option<usize> {
        match &self.list {
            None => value.checked_sub(self.low).map(|d| d as usize).filter(|&d| d < self.len),
            Some(list) => list.binary_search(&value).ok(),
        }
    }

    /// Is `value` one of its values?
    pub fn contains(&self, value: u32) -> bool {
        self.position(value).is_some()
    }

    /// Its values, ascending.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = u32> + ExactSizeIterator + '_ {
        (0..self.len).map(|i| self.value(i))
    }
}

impl From<RangeInclusive<u32>> for Domain {
    fn from(range: RangeInclusive<u32>) -> Self {
        Self::range(u64::from(*range.start()), u64::from(*range.end()) + 1)
    }
}

impl From<Range<u32>> for Domain {
    fn from(range: Range<u32>) -> Self {
        Self::range(u64::from(range.start), u64::from(range.end))
    }
}

impl From<Vec<u32>> for Domain {
    fn from(values: Vec<u32>) -> Self {
        Self::list(values)
    }
}

impl FromIterator<u32> for Domain {
    fn from_iter<I: IntoIterator<Item = u32>>(values: I) -> Self {
        Self::list(values.into_iter().collect())
    }
}

impl From<&Vec<u32>> for Domain {
    fn from(values: &Vec<u32>) -> Self {
        Self::list(values.clone())
    }
}

impl From<&[u32]> for Domain {
    fn from(values: &[u32]) -> Self {
        Self::list(values.to_vec())
    }
}

impl<const N: usize> From<[u32; N]> for Domain {
    fn from(values: [u32; N]) -> Self {
        Self::list(values.to_vec())
    }
}

impl From<&Domain> for Domain {
    fn from(domain: &Domain) -> Self {
        domain.clone()
    }
}

/// A range as `1..=9`, any other set as `{2, 5, 9}`.
impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.list {
            None if self.len == 0 => f.write_str("{}"),
            None if self.len == 1 => write!(f, "{{{}}}", self.low),
            None => write!(f, "{}..={}", self.low, self.value(self.len - 1)),
            Some(list) => {
                f.write_str("{")?;
                for (i, value) in list.iter().enumerate() {
                    write!(f, "{}{value}", if i == 0 { "" } else { ", " })?;
                }
                f.write_str("}")
            }
        }
    }
}

impl fmt::Debug for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
