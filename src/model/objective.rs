//! What to optimise: the sum of the weights of the "cell holds value" that come true.

use crate::cells::{Assignment, CellId, Domains, Wipeout};

/// Weights of "cell holds value", and which way they count.
#[derive(Debug, Clone)]
pub struct Objective {
    pub(crate) maximise: bool,
    /// Cell, raw value, weight; by cell and value, each pair once.
    pub(crate) weights: Vec<(CellId, u32, i64)>,
}

impl Objective {
    pub(super) fn new(mut weights: Vec<(CellId, u32, i64)>, maximise: bool) -> Self {
        weights.sort_by_key(|(cell, value, _)| (*cell, *value));
        weights.dedup_by(|next, kept| {
            let same = (next.0, next.1) == (kept.0, kept.1);
            if same {
                kept.2 += next.2;
            }
            same
        });
        Self { maximise, weights }
    }

    pub(super) fn value(&self, assignment: &Assignment) -> i64 {
        self.weights.iter().filter(|(cell, value, _)| assignment.value(*cell) == *value).map(|(.., w)| w).sum()
    }

    /// What a weight earns: more is better.
    fn earns(&self, weight: i64) -> i128 {
        i128::from(if self.maximise { weight } else { -weight })
    }

    /// By cell with weights those weights.
    fn cells(&self) -> impl Iterator<Item = (CellId, &[(CellId, u32, i64)])> {
        self.weights.chunk_by(|a, b| a.0 == b.0).map(|of_cell| (of_cell[0].0, of_cell))
    }

    pub(super) fn weighed_cells(&self) -> impl Iterator<Item = CellId> + '_ {
        self.cells().map(|(cell, _)| cell)
    }

    /// The most and the least that the values left for a cell earn.
    fn range(&self, domains: &Domains, cell: CellId, of_cell: &[(CellId, u32, i64)]) -> (i128, i128) {
        let listed = of_cell.iter().filter(|(_, value, _)| domains.contains(cell, *value));
        let (mut most, mut least, mut count) = (i128::MIN, i128::MAX, 0);
        for &(.., weight) in listed {
            (most, least) = (most.max(self.earns(weight)), least.min(self.earns(weight)));
            count += 1;
        }
        if count < domains.size(cell) || count == 0 {
            // Values without a weight earn nothing.
            (most, least) = (most.max(0), least.min(0));
        }
        (most, least)
    }

    /// The best that values out of these domains can earn, cell by cell.
    fn most(&self, domains: &Domains) -> i128 {
        self.cells().map(|(cell, of_cell)| self.range(domains, cell, of_cell).0).sum()
    }

    /// A bound of the objective over these domains.
    pub(super) fn bound(&self, domains: &Domains) -> i64 {
        let most = self.most(domains);
        // Weights of more than 2⁵³ in all were refused.
        i64::try_from(if self.maximise { most } else { -most }).unwrap_or(i64::MAX)
    }

    /// Takes away the values with which no solution can do better than `incumbent`.
    pub(super) fn cut(&self, domains: &mut Domains, incumbent: i64) -> Result<(), Wipeout> {
        let Some(&(cell, ..)) = self.weights.first() else { return Ok(()) };
        let slack = self.most(domains) - (self.earns(incumbent) + 1);
        if slack < 0 {
            return Err(Wipeout { cell });
        }
        for (cell, of_cell) in self.cells() {
            let (most, least) = self.range(domains, cell, of_cell);
            if most - least > slack {
                domains.retain(cell, |value| most - self.earns(weight_of(of_cell, value)) <= slack)?;
            }
        }
        Ok(())
    }

    /// The value left that earns most, if the cell has weights; the smallest of equals.
    pub(super) fn best_value(&self, domains: &Domains, cell: CellId) -> Option<u32> {
        let from = self.weights.partition_point(|weight| weight.0 < cell);
        let len = self.weights[from..].partition_point(|weight| weight.0 == cell);
        let of_cell = &self.weights[from..from + len];
        if of_cell.is_empty() {
            return None;
        }
        domains.values(cell).min_by_key(|&value| std::cmp::Reverse(self.earns(weight_of(of_cell, value))))
    }
}

/// The weight of one value of a cell; 0 where none is listed.
fn weight_of(of_cell: &[(CellId, u32, i64)], value: u32) -> i64 {
    of_cell.binary_search_by_key(&value, |weight| weight.1).map_or(0, |i| of_cell[i].2)
}
