//! Tile use: each tile is placed once.
//!
//! Row for each class of identical tiles: `Σ_slots holds(slot, class) = multiplicity`, or `≤` with spare tiles.

use std::borrow::Borrow;

use super::{Constraint, ScopeError, ids};
use crate::cells::{Assignment, Cell, CellId, CellTable, Domains, Slot, Wipeout};
use crate::encodings::{EncodeError, Encoder};
use crate::program::LinExpr;

/// The tiles of a set are placed as often as there are copies of them. See [`tile_use`].
#[derive(Debug, Clone)]
#[must_use = "a constraint says nothing until it is posted"]
pub struct TileUse {
    scope: Vec<CellId>,
    class: Option<usize>,
    spare: bool,
}

/// Each tile of the slots' set lies in just one of the slots.
pub fn tile_use(slots: impl IntoIterator<Item = impl Borrow<Cell<Slot>>>) -> TileUse {
    TileUse { scope: ids(slots), class: None, spare: false }
}

impl TileUse {
    /// Speaks of one class of identical tiles only (an index into [`TileSet::classes`](crate::TileSet::classes)).
    pub fn of_class(mut self, class: usize) -> Self {
        self.class = Some(class);
        self
    }

    /// Tiles may be left over: at most, instead of just, as many as there are copies.
    pub fn with_spares(mut self) -> Self {
        self.spare = true;
        self
    }

    /// The classes it speaks of, with the number of their members.
    fn classes(&self, cells: &CellTable) -> Vec<(usize, usize)> {
        let Some(tiles) = self.scope.first().and_then(|&slot| cells.tile_set(slot)) else { return Vec::new() };
        let all = tiles.classes().iter().map(|class| class.members.len()).enumerate();
        all.filter(|(class, _)| self.class.is_none_or(|only| only == *class)).collect()
    }
}

impl Constraint for TileUse {
    fn scope(&self) -> &[CellId] {
        &self.scope
    }

    fn is_satisfied(&self, values: &Assignment) -> bool {
        self.classes(values.table()).iter().all(|&(class, members)| {
            let used = self.scope.iter().filter(|&&slot| values.class(slot) == Some(class)).count();
            if self.spare { used <= members } else { used == members }
        })
    }

    fn filter(&self, domains: &mut Domains) -> Result<(), Wipeout> {
        let Some(tiles) = self.scope.first().and_then(|&slot| domains.table().tile_set(slot)).cloned() else {
            return Ok(());
        };
        let one;
        let classes = match self.class {
            Some(class) => {
                one = [class];
                one.as_slice()
            }
            None => tiles.class_numbers(),
        };
        domains.count_work(2 * (classes.len() * self.scope.len()) as u64);
        for &class in classes {
            let Some(mask) = tiles.of_class(class) else { continue };
            let members = tiles.classes()[class].members.len();
            let (mut possible, mut certain) = (0, 0);
            for &slot in &self.scope {
                let held: u32 = mask.iter(domains.bits(slot)).map(|(m, d)| (m & d).count_ones()).sum();
                possible += usize::from(held > 0);
                certain += usize::from(held as usize == domains.size(slot));
            }
            if certain > members || (possible < members && !self.spare) {
                return Err(Wipeout { cell: self.scope[0] });
            }
            if possible == certain {
                continue;
            }
            let full = certain == members;
            let all_needed = !self.spare && possible == members;
            if !full && !all_needed {
                continue;
            }
            for &slot in &self.scope {
                let held: u32 = mask.iter(domains.bits(slot)).map(|(m, d)| (m & d).count_ones()).sum();
                if held == 0 || held as usize == domains.size(slot) {
                    continue;
                }
                let mut kept = domains.lend(domains.bits(slot).len());
                for (w, (k, d)) in kept.iter_mut().zip(domains.bits(slot)).enumerate() {
                    *k = if full { d & !mask.word(w) } else { d & mask.word(w) };
                }
                let outcome = domains.retain_bits(slot, &kept);
                domains.give_back(kept);
                outcome?;
            }
        }
        Ok(())
    }

    fn linearise(&self, encoder: &mut Encoder) -> Result<(), EncodeError> {
        let table = encoder.table().clone();
        // Σ_s holds(s, class) = multiplicity  ∀class   (≤ with spare tiles)
        for (class, members) in self.classes(&table) {
            let mut used = LinExpr::new();
            for &slot in &self.scope {
                used += encoder.holds(slot, class)?;
            }
            let members = members as i64;
            if self.spare {
                encoder.row(format_args!("t{class}"), used, ..=members)?;
            } else {
                encoder.row(format_args!("t{class}"), used, members..=members)?;
            }
        }
        Ok(())
    }

    fn validate(&self, cells: &CellTable) -> Result<(), ScopeError> {
        let sets: Vec<_> = self.scope.iter().map(|&slot| cells.tile_set(slot)).collect();
        let same = sets.windows(2).all(|pair| match (pair[0], pair[1]) {
            (Some(a), Some(b)) => std::sync::Arc::ptr_eq(a, b) || a == b,
            _ => false,
        });
        if same { Ok(()) } else { Err(ScopeError::TileSets) }
    }
}
