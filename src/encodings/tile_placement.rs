//! Tile placement: the value of a slot is an oriented tile, and the slot is one-hot over those.
//!
//! A column says that one class of identical tiles lies in one distinct rotation in one slot. `Σ x = 1` for each slot, as
//! in [`super::one_hot`]; this file adds the views that look at a tile: which label it shows, which class it is.

use super::one_hot::OneHot;
use crate::cells::{Side, TileSet};
use crate::program::LinExpr;

/// Σ of the columns whose tile shows `label` on `side`.
pub(super) fn shows(slot: &OneHot, tiles: &TileSet, side: Side, label: i32) -> LinExpr {
    slot.weighted(|value| i64::from(tiles.label(value, side) == Some(label)))
}

/// Σ of the columns whose tile is of `class`.
pub(super) fn holds(slot: &OneHot, tiles: &TileSet, class: usize) -> LinExpr {
    slot.weighted(|value| i64::from(tiles.oriented().get(value as usize).is_some_and(|lying| lying.class == class)))
}

/// The column that says that the slot stays empty.
pub(super) fn empty(slot: &OneHot, tiles: &TileSet) -> LinExpr {
    slot.weighted(|value| i64::from(Some(value) == tiles.blank()))
}
