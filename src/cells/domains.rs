//! [`Domains`]: the values that are still possible, for all cells of a model.

use std::sync::Arc;

use super::{CellId, CellTable};

/// A cell lost its last value: the constraints cannot hold together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("cell {} has no value left", cell.index)]
pub struct Wipeout {
    /// The cell.
    pub cell: CellId,
}

/// The values still possible for each cell: one flat array of bit sets with an offset for each cell.
///
/// A copy is one copy of that array, without an allocation for each cell.
#[derive(Debug, Clone)]
pub struct Domains {
    table: Arc<CellTable>,
    /// The first word of each cell, and the end.
    offsets: Arc<[u32]>,
    words: Vec<u64>,
    sizes: Vec<u32>,
}

impl Domains {
    /// The posted domains.
    pub fn posted(table: Arc<CellTable>) -> Self {
        let mut offsets = vec![0u32];
        let mut words = Vec::new();
        let mut sizes = Vec::with_capacity(table.len());
        for group in &table.groups {
            let len = group.domain.len();
            for _ in 0..group.len() {
                words.extend(std::iter::repeat_n(u64::MAX, len / 64));
                if len % 64 > 0 {
                    words.push((1 << (len % 64)) - 1);
                }
                offsets.push(words.len() as u32);
                sizes.push(len as u32);
            }
        }
        Self { table, offsets: offsets.into(), words, sizes }
    }

    /// The cells that these are the domains of.
    pub fn table(&self) -> &Arc<CellTable> {
        &self.table
    }

    fn words_of(&self, cell: CellId) -> &[u64] {
        let i = cell.index();
        &self.words[self.offsets[i] as usize..self.offsets[i + 1] as usize]
    }

    /// The number of values left.
    pub fn size(&self, cell: CellId) -> usize {
        self.sizes[cell.index()] as usize
    }

    /// Is the value still possible?
    pub fn contains(&self, cell: CellId, value: u32) -> bool {
        self.table.domain(cell).position(value).is_some_and(|p| self.words_of(cell)[p / 64] >> (p % 64) & 1 == 1)
    }

    /// The values left, ascending.
    pub fn values(&self, cell: CellId) -> impl Iterator<Item = u32> + '_ {
        let domain = self.table.domain(cell);
        self.words_of(cell).iter().enumerate().flat_map(move |(w, &word)| {
            let mut bits = word;
            std::iter::from_fn(move || {
                (bits != 0).then(|| {
                    let bit = bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    domain.value(w * 64 + bit)
                })
            })
        })
    }

    /// The smallest value left.
    pub fn min(&self, cell: CellId) -> Option<u32> {
        self.values(cell).next()
    }

    /// The largest value left.
    pub fn max(&self, cell: CellId) -> Option<u32> {
        let words = self.words_of(cell);
        let (w, &word) = words.iter().enumerate().rev().find(|(_, word)| **word != 0)?;
        Some(self.table.domain(cell).value(w * 64 + 63 - word.leading_zeros() as usize))
    }

    /// The only value left, if there is just one.
    pub fn fixed(&self, cell: CellId) -> Option<u32> {
        if self.size(cell) == 1 { self.min(cell) } else { None }
    }

    /// Takes a value away; says whether it was there.
    ///
    /// # Errors
    /// [`Wipeout`] when it was the last one.
    pub fn remove(&mut self, cell: CellId, value: u32) -> Result<bool, Wipeout> {
        let Some(p) = self.table.domain(cell).position(value) else { return Ok(false) };
        let word = &mut self.words[self.offsets[cell.index()] as usize + p / 64];
        let bit = 1u64 << (p % 64);
        if *word & bit == 0 {
            return Ok(false);
        }
        *word &= !bit;
        let size = &mut self.sizes[cell.index()];
        *size -= 1;
        if *size == 0 { Err(Wipeout { cell }) } else { Ok(true) }
    }

    /// Keeps the values that `keep` accepts; says whether one was taken away.
    ///
    /// # Errors
    /// [`Wipeout`] when none is left.
    pub fn retain(&mut self, cell: CellId, mut keep: impl FnMut(u32) -> bool) -> Result<bool, Wipeout> {
        let table = Arc::clone(&self.table);
        let domain = table.domain(cell);
        let start = self.offsets[cell.index()] as usize;
        let end = self.offsets[cell.index() + 1] as usize;
        let mut size = 0;
        for (w, word) in self.words[start..end].iter_mut().enumerate() {
            let mut bits = *word;
            while bits != 0 {
                let bit = bits.trailing_zeros() as usize;
                bits &= bits - 1;
                if !keep(domain.value(w * 64 + bit)) {
                    *word &= !(1 << bit);
                }
            }
            size += word.count_ones();
        }
        let changed = size != self.sizes[cell.index()];
        self.sizes[cell.index()] = size;
        if size == 0 { Err(Wipeout { cell }) } else { Ok(changed) }
    }
}
