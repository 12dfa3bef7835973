//! [`CellTable`]: which cells a model has, in which groups, with which posted domains.

use std::sync::Arc;

use super::{CellId, Domain, OrientedTile, TileSet};

/// What the cells of a group hold.
#[derive(Debug, Clone)]
pub(crate) enum GroupKind {
    Digits,
    Slots(Arc<TileSet>),
}

/// A named rectangle of cells that share a posted domain.
#[derive(Debug, Clone)]
pub(crate) struct Group {
    pub name: Arc<str>,
    pub rows: usize,
    pub cols: usize,
    /// No other group has it, be it of a copy of the model: a handle of one is not taken for a handle of another.
    pub stamp: u32,
    /// The index of its first cell.
    pub first: usize,
    pub kind: GroupKind,
    /// For digits the numbers; for slots the indices of the oriented tiles.
    pub domain: Domain,
}

impl Group {
    pub fn len(&self) -> usize {
        self.rows * self.cols
    }

    /// Its cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = CellId> + Clone + use<> {
        let stamp = self.stamp;
        (self.first..self.first + self.len()).map(move |index| CellId { stamp, index: index as u32 })
    }

    /// `(row, column)` of a cell of the group.
    pub fn position(&self, cell: usize) -> (usize, usize) {
        let offset = cell - self.first;
        (offset / self.cols, offset % self.cols)
    }
}

/// The cells of a model: their groups, positions and posted domains.
///
/// What it tells of a cell it tells of its own: for a cell of another model ([`CellTable::owns`]) a method panics, or answers
/// for another cell.
#[derive(Debug, Clone)]
pub struct CellTable {
    pub(crate) groups: Vec<Group>,
    /// The group of each cell.
    pub(crate) group_of: Vec<u32>,
}

impl CellTable {
    /// The number of cells.
    pub fn len(&self) -> usize {
        self.group_of.len()
    }

    /// Has it no cell?
    pub fn is_empty(&self) -> bool {
        self.group_of.is_empty()
    }

    /// The identities of all cells, in the order in which the groups were made, each row by row.
    pub fn ids(&self) -> impl Iterator<Item = CellId> + Clone + '_ {
        self.groups.iter().flat_map(Group::cells)
    }

    /// The cell of an index below [`CellTable::len`].
    pub(crate) fn id(&self, index: usize) -> CellId {
        CellId { stamp: self.groups[self.group_of[index] as usize].stamp, index: index as u32 }
    }

    /// Is it a cell of this model?
    pub fn owns(&self, cell: CellId) -> bool {
        let group = self.group_of.get(cell.index());
        group.is_some_and(|&group| self.groups[group as usize].stamp == cell.stamp)
    }

    /// Has the other table the same cells?
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        std::ptr::eq(self, other) || self.groups.iter().map(|g| g.stamp).eq(other.groups.iter().map(|g| g.stamp))
    }

    /// Are the two cells of one group, and so of one posted domain?
    pub(crate) fn same_group(&self, a: CellId, b: CellId) -> bool {
        self.group_of[a.index()] == self.group_of[b.index()]
    }

    pub(crate) fn group(&self, cell: CellId) -> &Group {
        &self.groups[self.group_of[cell.index()] as usize]
    }

    /// The posted domain of a cell: its numbers, or for a slot the indices into [`TileSet::oriented`].
    pub fn domain(&self, cell: CellId) -> &Domain {
        &self.group(cell).domain
    }

    /// Does some group hold tiles?
    pub(crate) fn has_slots(&self) -> bool {
        self.groups.iter().any(|group| matches!(group.kind, GroupKind::Slots(_)))
    }

    /// The tile set of a slot; `None` for a digit.
    pub fn tile_set(&self, cell: CellId) -> Option<&Arc<TileSet>> {
        match &self.group(cell).kind {
            GroupKind::Digits => None,
            GroupKind::Slots(tiles) => Some(tiles),
        }
    }

    /// What a value of a slot looks like; `None` for a digit, and for a slot that stays empty.
    pub fn oriented(&self, cell: CellId, value: u32) -> Option<&OrientedTile> {
        self.tile_set(cell)?.oriented().get(value as usize)
    }

    /// The cell's name: `r1c2` (from 1), with its group before it where the model has several.
    pub fn name(&self, cell: CellId) -> String {
        let group = self.group(cell);
        let (row, col) = group.position(cell.index());
        if self.groups.len() == 1 {
            format!("r{}c{}", row + 1, col + 1)
        } else {
            format!("{} r{}c{}", group.name, row + 1, col + 1)
        }
    }
}
