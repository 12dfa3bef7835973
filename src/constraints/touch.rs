//! Two sides that touch: what the constraints on seams have in common.

use super::ScopeError;
use crate::cells::{Assignment, Cell, CellId, CellTable, Domains, Mates, Side, Slot, TileSet, Wipeout};
use crate::encodings::{EncodeError, Encoder};
use crate::program::LinExpr;

/// A side of one slot lies against a side of another, or of the same on a board that closes on itself.
#[derive(Debug, Clone)]
pub(super) struct Touch {
    /// The two slots; the same one twice if it touches itself.
    pub slots: [CellId; 2],
    pub sides: [Side; 2],
    pub mates: Mates,
}

/// What two touching sides can say to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meeting {
    Mates,
    NoMates,
    /// One of the slots stays empty.
    Empty,
}

impl Touch {
    pub fn new(slots: [&Cell<Slot>; 2], sides: [Side; 2], mates: &Mates) -> Self {
        Self { slots: slots.map(Cell::id), sides, mates: mates.clone() }
    }

    /// Each of the slots once.
    pub fn scope(&self) -> &[CellId] {
        let several = self.slots[0] != self.slots[1];
        &self.slots[..1 + usize::from(several)]
    }

    /// The slot, if it touches itself.
    pub fn itself(&self) -> Option<CellId> {
        (self.slots[0] == self.slots[1]).then_some(self.slots[0])
    }

    fn of_labels(&self, first: Option<i32>, second: Option<i32>) -> Meeting {
        match (first, second) {
            (Some(a), Some(b)) if self.mates.mate(a) == Some(b) => Meeting::Mates,
            (Some(_), Some(_)) => Meeting::NoMates,
            _ => Meeting::Empty,
        }
    }

    pub fn of_values(&self, values: &Assignment) -> Meeting {
        let [first, second] = [0, 1].map(|i| values.shows(self.slots[i], self.sides[i]));
        self.of_labels(first, second)
    }

    /// How a value of a slot that touches itself meets itself.
    pub fn of_value(&self, tiles: &TileSet, value: u32) -> Meeting {
        let [first, second] = self.sides.map(|side| tiles.label(value, side));
        self.of_labels(first, second)
    }

    /// The labels that the tiles of one of its slots have, ascending.
    pub fn labels(&self, cells: &CellTable, which: usize) -> Vec<i32> {
        let tiles = cells.tile_set(self.slots[which]);
        tiles.map_or_else(Vec::new, |set| set.by_label(self.sides[which]).iter().map(|(label, _)| *label).collect())
    }

    /// How often the `which`th slot shows `label` where they touch.
    pub fn shows(&self, encoder: &mut Encoder, which: usize, label: i32) -> Result<LinExpr, EncodeError> {
        encoder.shows(self.slots[which], self.sides[which], label)
    }

    /// How often the `which`th slot shows there what lies well against `label`; 0 for a label without mate.
    pub fn shows_mate(&self, encoder: &mut Encoder, which: usize, label: i32) -> Result<LinExpr, EncodeError> {
        match self.mates.mate(label) {
            Some(mate) => self.shows(encoder, which, mate),
            None => Ok(LinExpr::new()),
        }
    }

    /// Takes away the values that show a label whose mate the other slot cannot show any more; `or_empty` spares them as
    /// long as the other slot may stay empty.
    pub fn keep_mates(&self, domains: &mut Domains, or_empty: bool) -> Result<(), Wipeout> {
        if let Some(slot) = self.itself() {
            let Some(tiles) = domains.table().tile_set(slot).cloned() else { return Ok(()) };
            let keeps = |value| match self.of_value(&tiles, value) {
                Meeting::Mates => true,
                Meeting::NoMates => false,
                Meeting::Empty => or_empty,
            };
            return domains.retain(slot, keeps).map(drop);
        }
        let [s, t] = self.slots;
        let (Some(of_s), Some(of_t)) = (domains.table().tile_set(s).cloned(), domains.table().tile_set(t).cloned())
        else {
            return Ok(());
        };
        let words = domains.bits(s).len() + domains.bits(t).len();
        domains.count_work((words * of_s.by_label(self.sides[0]).len()) as u64);
        // A label of one side is supported when its mate can still be shown by the other.
        for (one, other, ones, others) in [(0, 1, &of_s, &of_t), (1, 0, &of_t, &of_s)] {
            let blank = |tiles: &TileSet| tiles.blank().filter(|_| or_empty);
            if blank(others).is_some_and(|blank| domains.contains(self.slots[other], blank)) {
                continue;
            }
            let mut allowed = domains.lend(domains.bits(self.slots[one]).len());
            for (label, showing) in ones.by_label(self.sides[one]) {
                let mate = self.mates.mate(*label).and_then(|mate| others.showing(self.sides[other], mate));
                let met = |mask: &[u64]| mask.iter().zip(domains.bits(self.slots[other])).any(|(m, d)| m & d != 0);
                if mate.is_some_and(met) {
                    allowed.iter_mut().zip(showing).for_each(|(a, m)| *a |= m);
                }
            }
            if let Some(blank) = blank(ones) {
                // The values of a slot are numbered from 0: a value's bit is its number's.
                allowed[blank as usize / 64] |= 1 << (blank % 64);
            }
            let kept = domains.retain_bits(self.slots[one], &allowed);
            domains.give_back(allowed);
            kept?;
        }
        Ok(())
    }

    /// Once one of the slots shows one label for sure, takes away the values of the other that show its mate.
    pub fn drop_mates(&self, domains: &mut Domains) -> Result<(), Wipeout> {
        let [s, t] = self.slots;
        let (Some(of_s), Some(of_t)) = (domains.table().tile_set(s).cloned(), domains.table().tile_set(t).cloned())
        else {
            return Ok(());
        };
        if let Some(slot) = self.itself() {
            return domains.retain(slot, |value| self.of_value(&of_s, value) != Meeting::Mates).map(drop);
        }
        for (one, other, ones, others) in [(0, 1, &of_s, &of_t), (1, 0, &of_t, &of_s)] {
            let label = |value| ones.label(value, self.sides[one]);
            let first = domains.min(self.slots[one]).and_then(label);
            let is_sure = domains.values(self.slots[one]).all(|value| label(value) == first);
            let Some(mate) = first.filter(|_| is_sure).and_then(|label| self.mates.mate(label)) else { continue };
            domains.retain(self.slots[other], |value| others.label(value, self.sides[other]) != Some(mate))?;
        }
        Ok(())
    }

    /// Can the slots still show mates where they touch?
    pub fn can_meet(&self, domains: &mut Domains) -> bool {
        let [s, t] = self.slots;
        let (Some(of_s), Some(of_t)) = (domains.table().tile_set(s).cloned(), domains.table().tile_set(t).cloned())
        else {
            return true;
        };
        if let Some(slot) = self.itself() {
            return domains.values(slot).any(|value| self.of_value(&of_s, value) == Meeting::Mates);
        }
        let words = domains.bits(s).len() + domains.bits(t).len();
        domains.count_work((words * of_s.by_label(self.sides[0]).len()) as u64 / 2);
        let meets = |mask: &[u64], slot| mask.iter().zip(domains.bits(slot)).any(|(m, d)| m & d != 0);
        of_s.by_label(self.sides[0]).iter().any(|(label, showing)| {
            let mate = self.mates.mate(*label).and_then(|mate| of_t.showing(self.sides[1], mate));
            mate.is_some_and(|mate| meets(showing, s) && meets(mate, t))
        })
    }

    pub fn validate(&self) -> Result<(), ScopeError> {
        match self.mates.conflict() {
            Some((label, first, second)) => Err(ScopeError::ConflictingMates { label, first, second }),
            None => Ok(()),
        }
    }
}
