//! [`Solution`]: a checked assignment, read by typed handles.

use crate::cells::{Assignment, Cell, CellId, GroupKind, Kind, PlacedTile};
use crate::grid::Grid;

/// An assignment that was checked against the model, read by the cells' typed handles.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Solution {
    assignment: Assignment,
    /// The placed tile of each slot, identical tiles handed out in the order of the slots; empty without slots.
    placed: Vec<PlacedTile>,
    objective: Option<i64>,
}

impl Solution {
    pub(crate) fn new(assignment: Assignment, objective: Option<i64>) -> Self {
        let table = assignment.table();
        let mut placed = Vec::new();
        for group in &table.groups {
            let GroupKind::Slots(tiles) = &group.kind else { continue };
            placed.resize(table.len(), PlacedTile::NONE);
            let mut used = vec![0; tiles.classes().len()];
            for cell in group.first..group.first + group.len() {
                let value = assignment.values()[cell];
                let Some(lying) = tiles.oriented().get(value as usize) else { continue };
                placed[cell] = tiles.member(value, used[lying.class]);
                used[lying.class] += 1;
            }
        }
        Self { assignment, placed, objective }
    }

    fn read<K: Kind>(&self, cell: CellId) -> K::Value {
        let tile = self.placed.get(cell.index()).copied().unwrap_or(PlacedTile::NONE);
        K::read(self.assignment.value(cell), tile)
    }

    /// The value of a cell: a number, or a placed tile. Among identical tiles the first slot, row by row, gets the first.
    ///
    /// # Panics
    /// For a cell of another model, as an index outside a slice does; [`Solution::get`] does not.
    pub fn value<K: Kind>(&self, cell: impl std::borrow::Borrow<Cell<K>>) -> K::Value {
        self.read::<K>(cell.borrow().id())
    }

    /// The value of a cell, or `None` for a cell of another model.
    pub fn get<K: Kind>(&self, cell: impl std::borrow::Borrow<Cell<K>>) -> Option<K::Value> {
        let cell = cell.borrow();
        self.assignment.table().owns(cell.id()).then(|| self.read::<K>(cell.id()))
    }

    /// The values of a grid of cells.
    ///
    /// # Panics
    /// As for [`Solution::value`].
    pub fn grid<K: Kind>(&self, cells: &Grid<Cell<K>>) -> Grid<K::Value> {
        cells.map(|cell| self.value(*cell))
    }

    /// The objective's value; `None` when the model has no objective, and where all solutions are listed
    /// ([`Solver::solutions`](crate::Solver::solutions)), in which it does not count.
    pub fn objective(&self) -> Option<i64> {
        self.objective
    }

    /// The values by cell identity.
    pub fn assignment(&self) -> &Assignment {
        &self.assignment
    }
}
