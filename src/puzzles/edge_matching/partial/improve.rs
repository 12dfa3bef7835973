//! Bettering a board: whole sets of tiles that touch nowhere are laid anew, each set in the best way at once.
//!
//! Slots of which no two touch see only tiles that stay, so that the best way to lay their tiles anew is an assignment
//! problem (P. Schaus and Y. Deville, "Hybridization of CP and VLNS for Eternity II", JFPC 2008). When that finds nothing
//! better for a while, a few tiles are exchanged at random and it begins again from there.

use super::assignment::assign;
use super::{Partial, PartialBoard};
use crate::cells::{PlacedTile, Side};
use crate::grid::Grid;
use crate::limits::{Phase, Progress, Stop};
use crate::puzzles::edge_matching::{EdgeMatching, SeamRule};
use crate::solver::{Error, Outcome, Random, Solver};

/// Larger boards are left to the solver: a first way to lay all tiles is an assignment problem of all slots.
const MOST_SLOTS: usize = 1024;

/// The most slots laid anew at once.
const SET: usize = 36;

/// Rounds without a better board before some tiles are exchanged.
const PATIENCE: u32 = 20;

/// The most tiles exchanged with another at once.
const EXCHANGES: usize = 6;

/// One exchange in so many may end a seam worse.
const WORSE: usize = 4;

/// After so many exchanges in vain the best board is taken up again.
const STRAY: usize = 200;

/// After so many exchanges in vain for each slot it is over, where no time limit says so before.
const MOST_IN_VAIN: usize = 40;

/// The part of the time that goes into this, of 8; the rest is for windows and for proof.
const EIGHTHS: u32 = 5;

/// What lies against a side of a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Against {
    /// The rim shows this label.
    Rim(u32),
    /// A seam that asks for mates, with this slot.
    Mates(usize),
    /// A seam that forbids them.
    NoMates(usize),
    Nothing,
}

/// Labels by number; this one is no tile's.
const NO_LABEL: u32 = u32::MAX;

struct Table {
    slots: Vec<(usize, usize)>,
    /// By slot and side.
    against: Vec<[Against; 4]>,
    /// By tile and quarter turns the labels as they lie.
    lying: Vec<[[u32; 4]; 4]>,
    turns: u8,
    /// By label its mate.
    mates: Vec<u32>,
    /// The label that lies at no seam.
    hidden: u32,
    /// By slot the tile hinted there; by tile whether it is hinted.
    hinted: Vec<Option<(usize, u8)>>,
    is_hinted: Vec<bool>,
}

impl Table {
    fn new(puzzle: &EdgeMatching) -> Self {
        let mut labels: Vec<i32> = puzzle.tiles.iter().flat_map(|tile| tile.labels).collect();
        labels.extend(puzzle.frame.map(|frame| frame.label));
        labels.sort_unstable();
        labels.dedup();
        let number = |label: i32| labels.binary_search(&label).map_or(NO_LABEL, |at| at as u32);
        let slots: Vec<(usize, usize)> = puzzle.shape.slots().collect();
        let place = |slot: (usize, usize)| slots.binary_search(&slot).ok();
        let against = slots
            .iter()
            .map(|&slot| {
                Side::ALL.map(|side| match (puzzle.shape.seam_at(slot, side), puzzle.shape.beyond(slot, side)) {
                    (Some(at), Some(other)) => match (puzzle.seam_rule(at), place(other)) {
                        (SeamRule::Mates, Some(other)) => Against::Mates(other),
                        (SeamRule::Forbidden, Some(other)) => Against::NoMates(other),
                        _ => Against::Nothing,
                    },
                    _ => puzzle.frame.map_or(Against::Nothing, |frame| Against::Rim(number(frame.label))),
                })
            })
            .collect();
        let mut hinted = vec![None; slots.len()];
        let mut is_hinted = vec![false; puzzle.tiles.len()];
        for hint in &puzzle.hints {
            if let Some(slot) = place((hint.cell.0, hint.cell.1)) {
                hinted[slot] = Some((hint.tile, hint.rotation));
                is_hinted[hint.tile] = true;
            }
        }
        Self {
            against,
            lying: puzzle.tiles.iter().map(|t| [0, 1, 2, 3].map(|turns| t.turned(turns).labels.map(number))).collect(),
            turns: if puzzle.rotations { 4 } else { 1 },
            mates: labels.iter().map(|&label| puzzle.mates.mate(label).map_or(NO_LABEL, number)).collect(),
            hidden: puzzle.frame.filter(|frame| !frame.inside).map_or(NO_LABEL, |frame| number(frame.label)),
            slots,
            hinted,
            is_hinted,
        }
    }

    /// May the tile lie so, whatever lies around it?
    fn fits(&self, slot: usize, lying: &[u32; 4]) -> bool {
        self.against[slot].iter().zip(lying).all(|(against, &label)| match against {
            Against::Rim(rim) => *rim == label,
            _ => label != self.hidden,
        })
    }
}

/// A board at rest.
#[derive(Debug, Clone)]
struct Layout {
    score: i64,
    at: Vec<(usize, u8)>,
    spare: Vec<usize>,
}

struct Board<'a> {
    table: &'a Table,
    /// By slot the tile and its quarter turns.
    at: Vec<(usize, u8)>,
    /// The tiles that lie nowhere.
    spare: Vec<usize>,
}

/// Worth less than any way that the rim and the hints allow.
const FORBIDDEN: i64 = -1_000_000_000;

/// What one matched seam is worth; random bits below it choose among equals.
const SEAM: i64 = 1 << 12;

impl<'a> Board<'a> {
    /// A way to lay the tiles that the rim and the hints allow; `None` if there is none.
    fn first(table: &'a Table, random: &mut Random) -> Option<Self> {
        let open: Vec<usize> = (0..table.slots.len()).filter(|&slot| table.hinted[slot].is_none()).collect();
        let tiles: Vec<usize> = (0..table.lying.len()).filter(|&tile| !table.is_hinted[tile]).collect();
        if tiles.len() < open.len() {
            return None;
        }
        let turns = |slot: usize, tile: usize| {
            (0..table.turns).find(|&turns| table.fits(slot, &table.lying[tile][usize::from(turns)]))
        };
        let noise: Vec<i64> = (0..open.len() * tiles.len()).map(|_| (random.next() % 1024) as i64).collect();
        let worth = |row: usize, col: usize| match turns(open[row], tiles[col]) {
            Some(_) => noise[row * tiles.len() + col],
            None => FORBIDDEN,
        };
        let columns = assign(open.len(), tiles.len(), worth);
        let mut at: Vec<(usize, u8)> = table.hinted.iter().map(|hinted| hinted.unwrap_or((usize::MAX, 0))).collect();
        let mut is_used = table.is_hinted.clone();
        for (&slot, &col) in open.iter().zip(&columns) {
            at[slot] = (tiles[col], turns(slot, tiles[col])?);
            is_used[tiles[col]] = true;
        }
        let hints_fit = (0..at.len()).all(|s| table.fits(s, &table.lying[at[s].0][usize::from(at[s].1)]));
        let spare = (0..is_used.len()).filter(|&tile| !is_used[tile]).collect();
        hints_fit.then_some(Self { table, at, spare })
    }

    fn layout(&self) -> Layout {
        Layout { score: self.score(), at: self.at.clone(), spare: self.spare.clone() }
    }

    fn restore(&mut self, layout: &Layout) {
        self.at.clone_from(&layout.at);
        self.spare.clone_from(&layout.spare);
    }

    fn lying(&self, slot: usize) -> &[u32; 4] {
        let (tile, turns) = self.at[slot];
        &self.table.lying[tile][usize::from(turns)]
    }

    /// The matched seams, less the forbidden ones that are.
    fn score(&self) -> i64 {
        let mut score = 0;
        for slot in 0..self.at.len() {
            // Each seam from its left or upper side.
            for side in [1, 2] {
                score += self.worth_of(self.table.against[slot][side], side, self.lying(slot)[side]);
            }
        }
        score
    }

    /// What a label is worth against what lies there.
    fn worth_of(&self, against: Against, side: usize, label: u32) -> i64 {
        let (other, worth) = match against {
            Against::Mates(other) => (other, 1),
            Against::NoMates(other) => (other, -16),
            Against::Rim(_) | Against::Nothing => return 0,
        };
        let there = self.lying(other)[(side + 2) % 4];
        if self.table.mates[there as usize] == label { worth } else { 0 }
    }

    /// The best way to turn a tile in a slot, and the seams that it matches; `None` where it may not lie.
    fn best_turn(&self, slot: usize, tile: usize, from: u8) -> Option<(i64, u8)> {
        let against = &self.table.against[slot];
        let mut best = None;
        for offset in 0..self.table.turns {
            let turns = (from + offset) % self.table.turns;
            let lying = &self.table.lying[tile][usize::from(turns)];
            if !self.table.fits(slot, lying) {
                continue;
            }
            let worth: i64 = (0..4).map(|side| self.worth_of(against[side], side, lying[side])).sum();
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, turns));
            }
        }
        best
    }

    /// Lays the tiles of some slots that touch nowhere, and some spare ones, anew in the best way.
    fn lay_anew(&mut self, set: &[usize], random: &mut Random) {
        let mut tiles: Vec<usize> = set.iter().map(|&slot| self.at[slot].0).collect();
        random.shuffle(&mut self.spare);
        let taken = self.spare.len().min(SET / 2);
        tiles.extend(self.spare.drain(..taken));
        let mut ways = Vec::with_capacity(set.len() * tiles.len());
        for &slot in set {
            for &tile in &tiles {
                let from = (random.next() & 3) as u8 % self.table.turns;
                // Random bits add up to less than a seam.
                let noise = (random.next() % (SEAM as u64 / (set.len() as u64 + 1))) as i64;
                ways.push(self.best_turn(slot, tile, from).map(|(worth, turns)| (worth * SEAM + noise, turns)));
            }
        }
        let way = |row: usize, col: usize| ways[row * tiles.len() + col];
        let columns = assign(set.len(), tiles.len(), |row, col| way(row, col).map_or(FORBIDDEN, |(worth, _)| worth));
        let mut is_used = vec![false; tiles.len()];
        let mut laid: Vec<(usize, u8)> = Vec::with_capacity(set.len());
        for (row, &col) in columns.iter().enumerate() {
            is_used[col] = true;
            match way(row, col) {
                Some((_, turns)) => laid.push((tiles[col], turns)),
                // Not reached: the tiles as they lay are a way that is allowed.
                None => break,
            }
        }
        if laid.len() == set.len() {
            for (&slot, &place) in set.iter().zip(&laid) {
                self.at[slot] = place;
            }
        } else {
            is_used = (0..tiles.len()).map(|tile| tile < set.len()).collect();
        }
        self.spare.extend(tiles.iter().zip(&is_used).filter(|(_, used)| !**used).map(|(&tile, _)| tile));
    }

    /// Exchanges some tiles at random.
    fn shake(&mut self, exchanges: usize, random: &mut Random) {
        for _ in 0..exchanges {
            let (a, b) = (random.below(self.at.len()), random.below(self.at.len()));
            if a == b || self.table.hinted[a].is_some() || self.table.hinted[b].is_some() {
                continue;
            }
            let from = (random.next() & 3) as u8 % self.table.turns;
            let (tile_a, tile_b) = (self.at[a].0, self.at[b].0);
            if let (Some((_, there)), Some((_, here))) =
                (self.best_turn(b, tile_a, from), self.best_turn(a, tile_b, from))
            {
                self.at[a] = (tile_b, here);
                self.at[b] = (tile_a, there);
            }
        }
    }
}

/// Slots of which no two touch, in random order.
fn apart(table: &Table, random: &mut Random, order: &mut [usize]) -> Vec<usize> {
    random.shuffle(order);
    let mut is_near = vec![false; table.slots.len()];
    let mut set = Vec::new();
    for &slot in order.iter() {
        if set.len() == SET {
            break;
        }
        let touches_itself =
            table.against[slot].iter().any(|a| matches!(a, Against::Mates(s) | Against::NoMates(s) if *s == slot));
        if is_near[slot] || touches_itself {
            continue;
        }
        set.push(slot);
        is_near[slot] = true;
        for against in &table.against[slot] {
            if let Against::Mates(other) | Against::NoMates(other) = *against {
                is_near[other] = true;
            }
        }
    }
    set
}

/// A board found by laying tiles anew; `None` where there is none to start from, or the board is too large.
pub(super) fn laid_out(
    puzzle: &EdgeMatching,
    partial: Partial,
    bound: usize,
    solver: &Solver,
    stop: &Stop,
) -> Option<PartialBoard> {
    if puzzle.shape.len() > MOST_SLOTS || puzzle.tiles.len() < puzzle.shape.len() {
        return None;
    }
    let table = Table::new(puzzle);
    let mut random = Random::new(u64::from(solver.seed_value()));
    let mut board = Board::first(&table, &mut random)?;
    let mut order: Vec<usize> = (0..table.slots.len()).filter(|&slot| table.hinted[slot].is_none()).collect();
    let until = stop.deadline.remaining().and_then(|left| std::time::Instant::now().checked_add(left / 8 * EIGHTHS));
    let mut best = board.layout();
    // Where exchanges start from, and how often they led to nothing since the best.
    let (mut base, mut in_vain) = (best.clone(), 0);
    let (mut current, mut since_better) = (best.score, 0);
    let mut round = 0u64;
    while best.score < bound as i64 && in_vain < MOST_IN_VAIN * order.len().max(1) {
        if stop.reached().is_some() || until.is_some_and(|until| std::time::Instant::now() >= until) {
            break;
        }
        let set = apart(&table, &mut random, &mut order);
        board.lay_anew(&set, &mut random);
        let score = board.score();
        since_better = if score > current { 0 } else { since_better + 1 };
        current = score;
        if score > best.score {
            best = board.layout();
            in_vain = 0;
        }
        if since_better >= PATIENCE {
            in_vain += 1;
            // A board as good as before, or now and then a little worse, is where the next exchange starts.
            if score >= base.score - i64::from(random.below(WORSE) == 0) {
                base = board.layout();
            } else if in_vain % STRAY == 0 {
                base = best.clone();
            }
            board.restore(&base);
            board.shake(1 + random.below(EXCHANGES), &mut random);
            (current, since_better) = (board.score(), 0);
        }
        if round.is_multiple_of(256) {
            let news = Progress::new(Phase::Improving, round);
            solver.tell(&Progress { best: Some(best.score as f64), bound: Some(bound as f64), ..news });
        }
        round += 1;
    }
    let mut slots = Grid::from_fn(puzzle.shape.rows, puzzle.shape.cols, |_, _| None);
    for (&slot, &(tile, rotation)) in table.slots.iter().zip(&best.at) {
        slots[slot] = Some(PlacedTile { tile, rotation });
    }
    let mut found = puzzle.counted(&slots);
    if partial == Partial::EmptySlots {
        found = without_mismatches(puzzle, found);
    }
    puzzle.partial(partial).check_board(&found).is_ok().then_some(found)
}

/// Empties slots until no seam is left where tiles lie against each other that are no mates: the ones with most such seams
/// first, of equals the one with fewest matched ones.
fn without_mismatches(puzzle: &EdgeMatching, mut board: PartialBoard) -> PartialBoard {
    let is_hinted = |slot: (usize, usize)| puzzle.hints.iter().any(|hint| (hint.cell.0, hint.cell.1) == slot);
    loop {
        let beyond = |(slot, side): ((usize, usize), Side)| puzzle.shape.beyond(slot, side);
        let clashes: Vec<[(usize, usize); 2]> = board
            .unmatched
            .iter()
            .filter_map(|&at| Some([at.0, beyond(at)?]))
            .filter(|slots| slots.iter().all(|&slot| board.slots[slot].is_some()))
            .collect();
        let of_slot = |slot: (usize, usize)| clashes.iter().filter(|slots| slots.contains(&slot)).count();
        let candidates = clashes.iter().flatten().copied().filter(|&slot| !is_hinted(slot));
        let Some(worst) = candidates.max_by_key(|&slot| (of_slot(slot), std::cmp::Reverse(slot))) else { return board };
        let mut slots = board.slots.clone();
        slots[worst] = None;
        board = puzzle.counted(&slots);
    }
}

/// The sides of the windows that are freed, and the most time that goes into one of them.
const WINDOW: usize = 3;
const WINDOW_TIME: std::time::Duration = std::time::Duration::from_secs(2);

/// Frees windows of the board around seams that are not matched, as long as that makes it better.
pub(super) fn windows(
    puzzle: &EdgeMatching,
    partial: Partial,
    board: &mut PartialBoard,
    bound: usize,
    solver: &Solver,
    stop: &Stop,
) -> Result<(), Error> {
    let whole = puzzle.partial(partial);
    let (rows, cols) = (puzzle.shape.rows, puzzle.shape.cols);
    if rows <= WINDOW + 1 && cols <= WINDOW + 1 {
        // The whole board is not much larger.
        return Ok(());
    }
    let mut has_changed = true;
    while has_changed && board.matched < bound {
        has_changed = false;
        for r in 0..rows.saturating_sub(WINDOW - 1).max(1) {
            for c in 0..cols.saturating_sub(WINDOW - 1).max(1) {
                let inside =
                    |slot: (usize, usize)| (r..r + WINDOW).contains(&slot.0) && (c..c + WINDOW).contains(&slot.1);
                let is_flawed = board
                    .unmatched
                    .iter()
                    .any(|&(slot, side)| inside(slot) || puzzle.shape.beyond(slot, side).is_some_and(inside));
                if !is_flawed {
                    continue;
                }
                if stop.reached().is_some() {
                    return Ok(());
                }
                let Some(window) = whole.window(board, (r, c), WINDOW) else { continue };
                let left = stop.deadline.remaining().unwrap_or(WINDOW_TIME);
                let short = solver.clone().time_limit(left.min(WINDOW_TIME));
                let better = match short.solve(&window) {
                    Ok(Outcome::Solved { answer, .. }) => Some(answer),
                    Ok(Outcome::Undecided { incumbent, .. }) => incumbent,
                    Ok(Outcome::Infeasible { .. }) | Err(Error::NoBackend) => None,
                    Err(error) => return Err(error),
                };
                if let Some(better) = better.filter(|better| better.matched > board.matched) {
                    *board = better;
                    has_changed = true;
                }
            }
        }
    }
    Ok(())
}
