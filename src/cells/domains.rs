//! [`Domains`]: the values that are still possible, for all cells of a model.

use std::sync::Arc;

use super::{Assignment, CellId, CellTable, Domain};

/// A cell lost its last value: the constraints cannot hold together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("cell {} has no value left", cell.index)]
pub struct Wipeout {
    /// The cell.
    pub cell: CellId,
}

/// Where the bits of a cell lie and what they mean.
#[derive(Debug, Clone)]
struct Shape {
    /// Its first word.
    start: u32,
    /// Its number of words.
    words: u32,
    /// The posted domain, whose positions the bits are.
    domain: Domain,
}

/// What does not change while domains shrink.
#[derive(Debug)]
struct Frame {
    table: Arc<CellTable>,
    shapes: Vec<Shape>,
    /// The sets of cells that rules make all different, by cell: `sets[ends[c]..ends[c + 1]]`, ascending.
    sets: Vec<u32>,
    ends: Vec<u32>,
}

/// The values still possible for each cell: one flat array of bit sets with an offset for each cell.
///
/// Cells are cells of this model ([`CellTable::owns`]): for one of another model a method panics, or answers for another cell.
///
/// A copy is one copy of that array, without an allocation for each cell. Filters take values away; which cells they
/// touched is recorded for the queue that runs them, and what words were before for the search that comes back.
#[derive(Debug, Clone)]
pub struct Domains {
    frame: Arc<Frame>,
    words: Vec<u64>,
    sizes: Vec<u32>,
    touched: Vec<u32>,
    is_touched: Vec<bool>,
    scratch: Vec<Vec<u64>>,
    at_fixpoint: bool,
    /// What words were before they changed, while a search wants to come back: cell, word, its bits.
    trail: Vec<(u32, u32, u64)>,
    is_recording: bool,
    work: u64,
}

impl Domains {
    /// The posted domains of a model without rules that make cells differ.
    pub fn posted(table: Arc<CellTable>) -> Self {
        Self::with_differing(table, &[])
    }

    /// The posted domains; the cells of each of `sets` are known to hold different values.
    pub(crate) fn with_differing(table: Arc<CellTable>, sets: &[&[CellId]]) -> Self {
        let mut words = Vec::new();
        let mut shapes = Vec::with_capacity(table.len());
        let mut sizes = Vec::with_capacity(table.len());
        for group in &table.groups {
            let len = group.domain.len();
            for _ in 0..group.len() {
                let start = words.len();
                words.extend(std::iter::repeat_n(u64::MAX, len / 64));
                if len % 64 > 0 {
                    words.push((1 << (len % 64)) - 1);
                }
                let domain = group.domain.clone();
                shapes.push(Shape { start: start as u32, words: (words.len() - start) as u32, domain });
                sizes.push(len as u32);
            }
        }
        let mut ends = vec![0u32; table.len() + 1];
        for cell in sets.iter().flat_map(|set| set.iter()) {
            ends[cell.index() + 1] += 1;
        }
        for i in 0..table.len() {
            ends[i + 1] += ends[i];
        }
        let mut next = ends.clone();
        let mut members = vec![0; ends.last().map_or(0, |&end| end as usize)];
        for (number, set) in sets.iter().enumerate() {
            for cell in *set {
                members[next[cell.index()] as usize] = number as u32;
                next[cell.index()] += 1;
            }
        }
        let cells = table.len();
        Self {
            frame: Arc::new(Frame { table, shapes, sets: members, ends }),
            words,
            sizes,
            touched: Vec::new(),
            is_touched: vec![false; cells],
            scratch: Vec::new(),
            at_fixpoint: false,
            trail: Vec::new(),
            is_recording: false,
            work: 0,
        }
    }

    /// The cells that these are the domains of.
    pub fn table(&self) -> &Arc<CellTable> {
        &self.frame.table
    }

    /// Does a rule say that the two cells hold different values?
    pub fn must_differ(&self, a: CellId, b: CellId) -> bool {
        let sets = |cell: CellId| {
            &self.frame.sets[self.frame.ends[cell.index()] as usize..self.frame.ends[cell.index() + 1] as usize]
        };
        let (mut of_a, mut of_b) = (sets(a), sets(b));
        while let (Some(x), Some(y)) = (of_a.first(), of_b.first()) {
            match x.cmp(y) {
                std::cmp::Ordering::Less => of_a = &of_a[1..],
                std::cmp::Ordering::Greater => of_b = &of_b[1..],
                std::cmp::Ordering::Equal => return true,
            }
        }
        false
    }

    // ---------------------------------------------------------------- reading

    /// The bits of a cell by position in its posted domain: bit 0 of the first word is the smallest value.
    pub fn bits(&self, cell: CellId) -> &[u64] {
        let shape = &self.frame.shapes[cell.index()];
        &self.words[shape.start as usize..(shape.start + shape.words) as usize]
    }

    /// Have two cells of one group the same values left?
    pub(crate) fn same_values(&self, a: CellId, b: CellId) -> bool {
        self.table().same_group(a, b) && self.bits(a) == self.bits(b)
    }

    /// The number of values left.
    pub fn size(&self, cell: CellId) -> usize {
        self.sizes[cell.index()] as usize
    }

    /// The number of values left, over all cells.
    pub(crate) fn values_left(&self) -> u64 {
        self.sizes.iter().map(|&size| u64::from(size)).sum()
    }

    /// Is the value still possible?
    pub fn contains(&self, cell: CellId, value: u32) -> bool {
        self.position(cell, value).is_some_and(|p| self.bits(cell)[p / 64] >> (p % 64) & 1 == 1)
    }

    fn position(&self, cell: CellId, value: u32) -> Option<usize> {
        self.frame.shapes[cell.index()].domain.position(value)
    }

    /// The values left, ascending.
    pub fn values(&self, cell: CellId) -> impl Iterator<Item = u32> + '_ {
        let shape = &self.frame.shapes[cell.index()];
        positions(self.bits(cell)).map(move |p| shape.domain.value(p))
    }

    /// The smallest value left.
    pub fn min(&self, cell: CellId) -> Option<u32> {
        self.values(cell).next()
    }

    /// The largest value left.
    pub fn max(&self, cell: CellId) -> Option<u32> {
        let bits = self.bits(cell);
        let (w, word) = bits.iter().enumerate().rev().find(|(_, word)| **word != 0)?;
        Some(self.frame.shapes[cell.index()].domain.value(w * 64 + 63 - word.leading_zeros() as usize))
    }

    /// The only value left, if there is just one.
    pub fn fixed(&self, cell: CellId) -> Option<u32> {
        if self.size(cell) == 1 { self.min(cell) } else { None }
    }

    /// The assignment, once every cell has one value left.
    pub fn assignment(&self) -> Option<Assignment> {
        let values: Option<Vec<u32>> = self.table().ids().map(|cell| self.fixed(cell)).collect();
        Some(Assignment::unchecked(Arc::clone(self.table()), values?))
    }

    // ---------------------------------------------------------------- taking values away

    fn touch(&mut self, cell: CellId) {
        let seen = &mut self.is_touched[cell.index()];
        if !*seen {
            *seen = true;
            self.touched.push(cell.index);
        }
    }

    /// Takes a value away; says whether it was there.
    ///
    /// # Errors
    /// [`Wipeout`] when it was the last one.
    pub fn remove(&mut self, cell: CellId, value: u32) -> Result<bool, Wipeout> {
        let Some(p) = self.position(cell, value) else { return Ok(false) };
        let index = self.frame.shapes[cell.index()].start as usize + p / 64;
        let word = self.words[index];
        let bit = 1u64 << (p % 64);
        if word & bit == 0 {
            return Ok(false);
        }
        self.write(cell, index, word & !bit);
        self.sizes[cell.index()] -= 1;
        self.touch(cell);
        if self.size(cell) == 0 { Err(Wipeout { cell }) } else { Ok(true) }
    }

    /// Keeps the values that `keep` accepts; says whether one was taken away.
    ///
    /// # Errors
    /// [`Wipeout`] when none is left.
    pub fn retain(&mut self, cell: CellId, mut keep: impl FnMut(u32) -> bool) -> Result<bool, Wipeout> {
        let frame = Arc::clone(&self.frame);
        let shape = &frame.shapes[cell.index()];
        let mut size = 0;
        for w in 0..shape.words as usize {
            let index = shape.start as usize + w;
            let mut kept = self.words[index];
            let mut bits = kept;
            while bits != 0 {
                let bit = bits.trailing_zeros() as usize;
                bits &= bits - 1;
                if !keep(shape.domain.value(w * 64 + bit)) {
                    kept &= !(1 << bit);
                }
            }
            self.write(cell, index, kept);
            size += kept.count_ones();
        }
        self.resize(cell, size)
    }

    /// Keeps the positions whose bit is set in `mask`; says whether one was taken away. Words that `mask` lacks count as 0.
    ///
    /// # Errors
    /// [`Wipeout`] when none is left.
    pub fn retain_bits(&mut self, cell: CellId, mask: &[u64]) -> Result<bool, Wipeout> {
        let shape = &self.frame.shapes[cell.index()];
        let (start, words) = (shape.start as usize, shape.words as usize);
        let mut size = 0;
        for w in 0..words {
            let kept = self.words[start + w] & mask.get(w).copied().unwrap_or(0);
            self.write(cell, start + w, kept);
            size += kept.count_ones();
        }
        self.resize(cell, size)
    }

    fn write(&mut self, cell: CellId, index: usize, bits: u64) {
        let before = std::mem::replace(&mut self.words[index], bits);
        if self.is_recording && before != bits {
            self.trail.push((cell.index, index as u32, before));
        }
    }

    fn resize(&mut self, cell: CellId, size: u32) -> Result<bool, Wipeout> {
        let changed = size != self.sizes[cell.index()];
        if changed {
            self.sizes[cell.index()] = size;
            self.touch(cell);
        }
        if size == 0 { Err(Wipeout { cell }) } else { Ok(changed) }
    }

    /// Leaves one value; says whether another was taken away.
    ///
    /// # Errors
    /// [`Wipeout`] when it is not possible any more.
    pub fn fix(&mut self, cell: CellId, value: u32) -> Result<bool, Wipeout> {
        if self.fixed(cell) == Some(value) { Ok(false) } else { self.retain(cell, |v| v == value) }
    }

    /// Filters by meaning alone: once all of `scope` but at most one cell are settled, the values of that one that break
    /// `holds` are taken away. What a constraint without a filter of its own gets.
    ///
    /// # Errors
    /// [`Wipeout`] when no value is left.
    pub fn forward_check(&mut self, scope: &[CellId], holds: impl Fn(&Assignment) -> bool) -> Result<(), Wipeout> {
        let mut open = None;
        for &cell in scope {
            if self.size(cell) > 1 && open.replace(cell).is_some() {
                return Ok(());
            }
        }
        let Some(cell) = open.or_else(|| scope.first().copied()) else { return Ok(()) };
        // Cells outside the scope get any value: a constraint looks at its scope alone.
        let any = |c: CellId| self.min(c).or_else(|| self.table().domain(c).values().next()).unwrap_or(0);
        let values = self.table().ids().map(any).collect();
        let mut trial = Assignment::unchecked(Arc::clone(self.table()), values);
        self.retain(cell, |value| {
            trial.set(cell, value);
            holds(&trial)
        })?;
        Ok(())
    }

    /// Counts work that a filter did, roughly in nanoseconds: a search with a budget spends it. A filter that takes no more
    /// than a few steps for each of its cells need not count.
    pub fn count_work(&mut self, steps: u64) {
        self.work += steps;
    }

    /// The work counted so far.
    pub(crate) fn work(&self) -> u64 {
        self.work
    }

    /// Said by a filter that another run of it, after its own changes alone, would take nothing more away.
    pub fn mark_fixpoint(&mut self) {
        self.at_fixpoint = true;
    }

    // ---------------------------------------------------------------- for the queue and the search

    /// Did the filter that just ran say that it is done?
    pub(crate) fn take_fixpoint(&mut self) -> bool {
        std::mem::take(&mut self.at_fixpoint)
    }

    /// The cells touched since they were last taken.
    pub(crate) fn take_touched(&mut self, into: &mut Vec<u32>) {
        into.clear();
        std::mem::swap(&mut self.touched, into);
        for &cell in into.iter() {
            self.is_touched[cell as usize] = false;
        }
    }

    /// A place to come back to with [`Domains::undo_to`]. Changes are recorded from the first mark on.
    pub(crate) fn mark(&mut self) -> usize {
        self.is_recording = true;
        self.trail.len()
    }

    /// Undoes the changes since a mark; nothing counts as touched.
    pub(crate) fn undo_to(&mut self, mark: usize) {
        while self.trail.len() > mark {
            let Some((cell, index, before)) = self.trail.pop() else { break };
            let now = std::mem::replace(&mut self.words[index as usize], before);
            let size = &mut self.sizes[cell as usize];
            *size = *size + before.count_ones() - now.count_ones();
        }
        for cell in self.touched.drain(..) {
            self.is_touched[cell as usize] = false;
        }
    }

    /// Makes the changes so far permanent: earlier marks are void.
    pub(crate) fn commit(&mut self) {
        self.trail.clear();
    }

    /// Lends some zeroed words, to be given back with [`Domains::give_back`].
    pub fn lend(&mut self, words: usize) -> Vec<u64> {
        let mut lent = self.scratch.pop().unwrap_or_default();
        lent.clear();
        lent.resize(words, 0);
        lent
    }

    /// Takes lent words back for the next filter.
    pub fn give_back(&mut self, lent: Vec<u64>) {
        self.scratch.push(lent);
    }
}

/// The positions of the bits that are set, ascending.
pub(crate) fn positions(bits: &[u64]) -> impl Iterator<Item = usize> + '_ {
    bits.iter().enumerate().flat_map(|(w, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let bit = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                w * 64 + bit
            })
        })
    })
}
