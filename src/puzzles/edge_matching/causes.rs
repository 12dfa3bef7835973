//! Why a set of tiles cannot fill a board, by counting alone.

use std::collections::BTreeMap;

use super::{EdgeMatching, SeamRule};
use crate::cells::Side;
use crate::input::Cause;

impl EdgeMatching {
    pub(super) fn arithmetic_cause(&self) -> Option<Cause> {
        // With spare tiles nobody knows which labels are on the board.
        let all_lie = self.tiles.len() == self.shape.len();
        self.frame_tiles().or_else(|| if all_lie { self.labels() } else { None })
    }

    /// The number of slots with two neighbouring sides on the rim, and of those with one side there or more.
    fn rim_slots(&self) -> (usize, usize) {
        let on_rim = |slot, side: usize| self.shape.on_rim(slot, Side::ALL[side % 4]);
        let corners = self.shape.slots().filter(|&slot| (0..4).any(|s| on_rim(slot, s) && on_rim(slot, s + 1)));
        let borders = self.shape.slots().filter(|&slot| (0..4).any(|s| on_rim(slot, s)));
        (corners.count(), borders.count())
    }

    /// A frame needs enough corner tiles and enough border tiles.
    fn frame_tiles(&self) -> Option<Cause> {
        let label = self.frame?.label;
        let (corners, needed) = self.rim_slots();
        let shows = |tile: &crate::cells::Tile, side: usize| tile.labels[side % 4] == label;
        let corner_tiles =
            self.tiles.iter().filter(|tile| (0..4).any(|s| shows(tile, s) && shows(tile, s + 1))).count();
        if corner_tiles < corners {
            let sides = "two neighbouring sides";
            return Some(Cause::FrameTiles { label, sides, needed: corners, found: corner_tiles });
        }
        let border_tiles = self.tiles.iter().filter(|tile| (0..4).any(|s| shows(tile, s))).count();
        (border_tiles < needed).then_some(Cause::FrameTiles { label, sides: "a side", needed, found: border_tiles })
    }

    /// Every label inside lies against its mate: what is left over must fit on the rim.
    fn labels(&self) -> Option<Cause> {
        // Without rotations a right side meets a left side, and a bottom side a top side: two balances of their own.
        let balances: &[[&[Side]; 2]] = if self.rotations {
            &[[&Side::ALL, &Side::ALL]]
        } else {
            &[[&[Side::Right], &[Side::Left]], [&[Side::Bottom], &[Side::Top]]]
        };
        for &[here, there] in balances {
            let count = |sides: &[Side]| {
                let mut counts: BTreeMap<i32, usize> = BTreeMap::new();
                for tile in &self.tiles {
                    for &side in sides {
                        *counts.entry(tile.label(side)).or_default() += 1;
                    }
                }
                counts
            };
            let (ours, theirs) = (count(here), count(there));
            for (counts, others, sides) in [(&ours, &theirs, here), (&theirs, &ours, there)] {
                for (&label, &count) in counts {
                    let rim = self.free_room(label, sides);
                    let mate = self.mates.mate(label);
                    let mates = mate.and_then(|mate| others.get(&mate)).copied().unwrap_or(0);
                    if self.rotations && mate == Some(label) {
                        // Inside they lie in pairs.
                        if count % 2 == 1 && rim == 0 {
                            return Some(Cause::LabelParity { label, count });
                        }
                    } else if count > mates + rim {
                        let mate = mate.map_or_else(|| "none".to_owned(), |mate| mate.to_string());
                        return Some(Cause::LabelWithoutMate { label, mate, count, mates, rim });
                    }
                }
            }
        }
        None
    }

    /// How many of these sides could show `label` without a mate against it: on the rim, and where a seam asks for none.
    fn free_room(&self, label: i32, sides: &[Side]) -> usize {
        let may_stand = |slot, side| match (self.shape.seam_at(slot, side), self.frame) {
            (None, Some(frame)) => frame.label == label,
            (None, None) => true,
            (Some(_), Some(frame)) if frame.label == label && !frame.inside => false,
            (Some(at), _) => self.seam_rule(at) != SeamRule::Mates,
        };
        self.shape.slots().map(|slot| sides.iter().filter(|&&side| may_stand(slot, side)).count()).sum()
    }
}
