//! Boards with holes, boards that close on themselves, seams that are free or forbidden, and the best partial boards: against
//! an oracle that lays every tile in every slot and shares no code with the crate.

mod oracle;
mod plant;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use puzzle_ilp::laws;
use puzzle_ilp::{
    Distinct, EdgeMatching, Error, Grid, InputError, Mates, Outcome, Partial, PartialBoard, PlacedTile, Proof, Puzzle,
    Side, Solver, Strategy as How, Tile, Uniqueness,
};

type At = (usize, usize);

/// A board as the oracle knows it.
#[derive(Debug, Clone)]
struct Board {
    rows: usize,
    cols: usize,
    tiles: Vec<[i32; 4]>,
    opposite: bool,
    turns: bool,
    frame: Option<i32>,
    torus: bool,
    holes: Vec<At>,
    free: Vec<(At, usize)>,
    forbidden: Vec<(At, usize)>,
}

type Laid = Vec<Vec<Option<(usize, u8)>>>;

/// What the oracle counts on a board.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Counted {
    matched: usize,
    /// Seams that ask for mates, with two tiles that are none.
    clashes: usize,
    /// Seams that ask for mates, beside an empty slot.
    open: usize,
    /// A rim without the frame's label, the label inside, or mates at a forbidden seam.
    broken_rules: usize,
}

impl Board {
    fn puzzle(&self) -> EdgeMatching {
        let tiles: Vec<Tile> = self.tiles.iter().copied().map(Tile::from).collect();
        let mut puzzle = EdgeMatching::new(self.rows, self.cols, &tiles).unwrap().rotations(self.turns);
        if self.opposite {
            puzzle = puzzle.mates(Mates::Opposite);
        }
        if let Some(label) = self.frame {
            puzzle = puzzle.frame(label);
        }
        if self.torus {
            puzzle = puzzle.torus();
        }
        if self.tiles.len() > self.slots().len() {
            puzzle = puzzle.spare_tiles();
        }
        puzzle = self.holes.iter().fold(puzzle, |puzzle, &hole| puzzle.hole(hole));
        puzzle = self.free.iter().fold(puzzle, |puzzle, &(at, side)| puzzle.free_seam(at, Side::ALL[side]));
        self.forbidden.iter().fold(puzzle, |puzzle, &(at, side)| puzzle.forbidden_seam(at, Side::ALL[side]))
    }

    fn slots(&self) -> Vec<At> {
        let all = (0..self.rows).flat_map(|r| (0..self.cols).map(move |c| (r, c)));
        all.filter(|at| !self.holes.contains(at)).collect()
    }

    /// The slot beyond a side (0 top, 1 right, 2 bottom, 3 left).
    fn beyond(&self, (r, c): At, side: usize) -> Option<At> {
        let (r, c) = (i64::try_from(r).unwrap(), i64::try_from(c).unwrap());
        let (rows, cols) = (i64::try_from(self.rows).unwrap(), i64::try_from(self.cols).unwrap());
        let (r, c) = [(r - 1, c), (r, c + 1), (r + 1, c), (r, c - 1)][side];
        let inside = (0..rows).contains(&r) && (0..cols).contains(&c);
        let at = (usize::try_from(r.rem_euclid(rows)).unwrap(), usize::try_from(c.rem_euclid(cols)).unwrap());
        ((inside || self.torus) && !self.holes.contains(&at)).then_some(at)
    }

    fn count(&self, laid: &Laid) -> Counted {
        let looks = |(r, c): At| {
            laid[r][c].map(|(tile, turns): (usize, u8)| {
                let mut labels = self.tiles[tile];
                labels.rotate_right(usize::from(turns));
                labels
            })
        };
        let mut counted = Counted { matched: 0, clashes: 0, open: 0, broken_rules: 0 };
        for at in self.slots() {
            for side in 0..4 {
                let beyond = self.beyond(at, side);
                if let (Some(frame), Some(own)) = (self.frame, looks(at)) {
                    counted.broken_rules += usize::from(beyond.is_none() != (own[side] == frame));
                }
                let Some(other) = beyond.filter(|_| side == 1 || side == 2) else { continue };
                let named = |list: &[(At, usize)]| {
                    list.iter().any(|&named| named == (at, side) || named == (other, (side + 2) % 4))
                };
                if named(&self.free) {
                    continue;
                }
                let mates = looks(at).zip(looks(other)).map(|(own, theirs)| {
                    let (a, b) = (own[side], theirs[(side + 2) % 4]);
                    if self.opposite { a + b == 0 } else { a == b }
                });
                match (named(&self.forbidden), mates) {
                    (true, Some(true)) => counted.broken_rules += 1,
                    (true, _) => {}
                    (false, Some(true)) => counted.matched += 1,
                    (false, Some(false)) => counted.clashes += 1,
                    (false, None) => counted.open += 1,
                }
            }
        }
        counted
    }

    /// Every way to lay numbered tiles; slots may stay empty if `empties`.
    fn each(&self, empties: bool, visit: &mut dyn FnMut(&Laid, Counted)) {
        let mut laid = vec![vec![None; self.cols]; self.rows];
        self.step(&self.slots(), empties, &mut laid, visit);
    }

    fn step(&self, slots: &[At], empties: bool, laid: &mut Laid, visit: &mut dyn FnMut(&Laid, Counted)) {
        let Some((&(r, c), rest)) = slots.split_first() else {
            visit(laid, self.count(laid));
            return;
        };
        if empties {
            self.step(rest, empties, laid, visit);
        }
        for tile in 0..self.tiles.len() {
            if laid.concat().iter().flatten().any(|&(used, _)| used == tile) {
                continue;
            }
            for turns in 0..if self.turns { 4 } else { 1 } {
                laid[r][c] = Some((tile, turns));
                self.step(rest, empties, laid, visit);
                laid[r][c] = None;
            }
        }
    }

    /// All boards on which everything holds.
    fn complete(&self) -> Vec<Laid> {
        let mut found = Vec::new();
        self.each(false, &mut |laid, counted| {
            if counted.clashes + counted.broken_rules == 0 {
                found.push(laid.clone());
            }
        });
        found
    }

    /// The most matched seams of a partial board; `None` if there is no such board.
    fn most(&self, partial: Partial) -> Option<usize> {
        let mut most = None;
        self.each(partial == Partial::EmptySlots, &mut |_, counted| {
            let fits = counted.broken_rules == 0 && (partial == Partial::UnmatchedSeams || counted.clashes == 0);
            if fits {
                most = most.max(Some(counted.matched));
            }
        });
        most
    }
}

fn laid<'a>(slots: impl Iterator<Item = Option<PlacedTile>> + 'a, cols: usize) -> Laid {
    let flat: Vec<_> = slots.map(|slot| slot.map(|place| (place.tile, place.rotation))).collect();
    flat.chunks(cols).map(<[_]>::to_vec).collect()
}

fn laid_whole(board: &Grid<PlacedTile>) -> Laid {
    laid(board.cells().map(|&place| place.is_some().then_some(place)), board.width())
}

fn laid_part(board: &PartialBoard) -> Laid {
    laid(board.slots.cells().copied(), board.slots.width())
}

/// Small boards of few labels, so that mates are common.
fn boards(turns: bool, most_slots: usize) -> impl Strategy<Value = Board> {
    let sizes: Vec<At> =
        (1..=3).flat_map(|r| (1..=3).map(move |c| (r, c))).filter(|&(r, c)| r * c <= most_slots).collect();
    (select(sizes), any::<bool>(), any::<bool>(), 0u8..4)
        .prop_flat_map(move |((rows, cols), opposite, torus, spice)| {
            let cells: Vec<At> = (0..rows).flat_map(|r| (0..cols).map(move |c| (r, c))).collect();
            let most_holes = if spice % 2 == 1 { (cells.len() - 1).min(2) } else { 0 };
            let labels = if opposite { vec![1, -1, 0] } else { vec![1, 2] };
            let label = select(labels);
            (
                subsequence(cells.clone(), 0..=most_holes),
                vec([label.clone(), label.clone(), label.clone(), label], cells.len() + 1),
                subsequence(
                    cells.into_iter().flat_map(|at| (0..4).map(move |side| (at, side))).collect::<Vec<_>>(),
                    0..=2,
                ),
                any::<(bool, bool, bool)>(),
                Just((rows, cols, opposite, torus)),
            )
        })
        .prop_map(move |(holes, mut tiles, seams, (spare, first_is_free, framed), (rows, cols, opposite, torus))| {
            let slots = rows * cols - holes.len();
            tiles.truncate(slots + usize::from(spare && slots < 4));
            let mut board = Board {
                rows,
                cols,
                tiles,
                opposite,
                turns,
                frame: None,
                torus,
                holes,
                free: Vec::new(),
                forbidden: Vec::new(),
            };
            let across = |&(at, side): &(At, usize)| board.beyond(at, side).map(|other| (other, (side + 2) % 4));
            let real: Vec<(At, usize)> =
                seams.into_iter().filter(|at| !board.holes.contains(&at.0) && across(at).is_some()).collect();
            let same = |a: &(At, usize), b: &(At, usize)| a == b || across(a) == Some(*b);
            let (free, forbidden) = match real[..] {
                [a, b] if !same(&a, &b) => (vec![a], vec![b]),
                [a, ..] if first_is_free => (vec![a], vec![]),
                [a, ..] => (vec![], vec![a]),
                [] => (vec![], vec![]),
            };
            (board.free, board.forbidden) = (free, forbidden);
            if framed && !torus && board.tiles.len() == slots {
                // The tiles as they are listed, laid in reading order, get a rim.
                board.frame = Some(9);
                for (i, at) in board.slots().into_iter().enumerate() {
                    for side in 0..4 {
                        if board.beyond(at, side).is_none() {
                            board.tiles[i][side] = 9;
                        }
                    }
                }
            }
            board
        })
}

fn strategies() -> Vec<How> {
    if cfg!(feature = "highs") { vec![How::Auto, How::Search, How::Ilp] } else { vec![How::Search] }
}

/// The answers, the verdict on uniqueness, and the count, all as the oracle has them.
fn settle(board: &Board) -> Result<(), TestCaseError> {
    let mut expected = board.complete();
    expected.sort();
    let puzzle = board.puzzle().distinct(Distinct::Placements);
    for strategy in strategies() {
        let solver = Solver::new().strategy(strategy);
        let mut found: Vec<Laid> = Vec::new();
        for answer in solver.solutions(&puzzle) {
            let answer = answer.map_err(|error| TestCaseError::fail(error.to_string()))?;
            found.push(laid_whole(&answer));
        }
        found.sort();
        prop_assert_eq!(&found, &expected, "{:?}", strategy);
    }
    let outcome = Solver::new().strategy(How::Search).uniqueness(&puzzle).unwrap();
    match outcome {
        Uniqueness::Unique { .. } => prop_assert_eq!(expected.len(), 1),
        Uniqueness::Multiple(_) => prop_assert!(expected.len() > 1),
        Uniqueness::None { .. } => prop_assert!(expected.is_empty()),
        Uniqueness::Undecided { .. } => prop_assert!(false, "undecided"),
    }
    Ok(())
}

/// The best partial board, as good as the oracle's best, counted by the oracle, and proven.
fn settle_partial(board: &Board, partial: Partial) -> Result<(), TestCaseError> {
    let most = board.most(partial);
    let puzzle = board.puzzle();
    let check = |found: &PartialBoard| -> Result<(), TestCaseError> {
        let counted = board.count(&laid_part(found));
        prop_assert_eq!(counted.broken_rules, 0);
        prop_assert_eq!(counted.matched, found.matched);
        prop_assert_eq!(counted.clashes + counted.open, found.unmatched.len());
        prop_assert!(partial == Partial::UnmatchedSeams || counted.clashes == 0);
        Ok(())
    };
    for strategy in strategies() {
        let solver = Solver::new().strategy(strategy);
        match (solver.solve(&puzzle.partial(partial)).unwrap(), most) {
            (Outcome::Solved { answer, .. }, Some(most)) => {
                check(&answer)?;
                prop_assert_eq!(answer.matched, most, "{:?}", strategy);
            }
            (Outcome::Infeasible { .. }, None) => {}
            (outcome, most) => prop_assert!(false, "{:?}: {:?}, {:?}", strategy, outcome, most),
        }
        match (puzzle.best_board(&solver, partial), most) {
            (Ok(best), Some(most)) => {
                check(&best.board)?;
                prop_assert_eq!((best.board.matched, best.bound, best.gap()), (most, most, 0));
            }
            (Err(Error::Infeasible { .. }), None) => {}
            (outcome, most) => prop_assert!(false, "{:?}: {:?}, {:?}", strategy, outcome, most),
        }
    }
    Ok(())
}

/// Every way to lay the tiles, checked by the puzzle and by the oracle; partial boards with right and with wrong counts.
fn checks(board: &Board) -> Result<(), TestCaseError> {
    let puzzle = board.puzzle();
    let mut wrong = Vec::new();
    board.each(true, &mut |laid, counted| {
        let is_full = board.slots().iter().all(|&(r, c)| laid[r][c].is_some());
        let slots = Grid::from_fn(board.rows, board.cols, |r, c| {
            laid[r][c].map(|(tile, rotation)| PlacedTile { tile, rotation })
        });
        let found = puzzle.verify(&slots.map(|slot| slot.unwrap_or(PlacedTile::NONE))).is_ok();
        let mut agrees = found == (is_full && counted.clashes + counted.broken_rules == 0);
        for partial in [Partial::UnmatchedSeams, Partial::EmptySlots] {
            let fits = if partial == Partial::EmptySlots { counted.clashes == 0 } else { is_full };
            let checked = puzzle.partial(partial);
            let given = puzzle.counted(&slots);
            agrees &= checked.verify(&given).is_ok() == (fits && counted.broken_rules == 0);
            let (mut more, mut fewer) = (given.clone(), given);
            more.matched += 1;
            agrees &= checked.verify(&more).is_err();
            agrees &= fewer.unmatched.pop().is_none() || checked.verify(&fewer).is_err();
        }
        if !agrees {
            wrong.push((laid.clone(), counted));
        }
    });
    prop_assert!(wrong.is_empty(), "{:?}", wrong.first());
    Ok(())
}

proptest! {
    #![proptest_config(plant::config(96, "proptest-regressions/boards.txt"))]

    #[test]
    fn every_board_of_tiles_that_are_not_turned(board in boards(false, 6)) {
        settle(&board)?;
    }

    #[test]
    fn the_most_matched_seams(board in boards(true, 4)) {
        settle_partial(&board, Partial::UnmatchedSeams)?;
    }

    #[test]
    fn the_most_matched_seams_of_tiles_that_are_not_turned(board in boards(false, 6)) {
        settle_partial(&board, Partial::UnmatchedSeams)?;
    }

    #[test]
    fn the_most_matched_seams_with_empty_slots(board in boards(false, 6)) {
        settle_partial(&board, Partial::EmptySlots)?;
    }

    #[test]
    fn a_window_is_filled_in_the_best_way(board in boards(false, 6), seed in 0u32..4) {
        let (puzzle, partial) = (board.puzzle(), Partial::UnmatchedSeams);
        // Some board to begin with: any that the rules allow.
        let mut boards = Vec::new();
        board.each(false, &mut |laid, counted| if counted.broken_rules == 0 { boards.push((laid.clone(), counted)); });
        let Some((start, counted)) = boards.get(seed as usize * boards.len() / 4) else { return Ok(()) };
        let slots = Grid::from_fn(board.rows, board.cols, |r, c| {
            start[r][c].map(|(tile, rotation)| PlacedTile { tile, rotation })
        });
        let given = puzzle.counted(&slots);
        prop_assert_eq!(given.matched, counted.matched);
        let solver = Solver::new().strategy(How::Search);
        let improved = puzzle.improve_window(&solver, partial, &given, (0, 0), 2).unwrap();
        let after = laid_part(&improved.board);
        prop_assert!(improved.is_optimal);
        // The best of all boards that differ in the window alone.
        let same_outside = |laid: &Laid| {
            board.slots().iter().all(|&(r, c)| (r < 2 && c < 2) || laid[r][c] == start[r][c])
        };
        prop_assert!(same_outside(&after));
        let most = boards.iter().filter(|(laid, _)| same_outside(laid)).map(|(_, counted)| counted.matched).max();
        prop_assert_eq!(Some(improved.board.matched), most);
    }
}

proptest! {
    #![proptest_config(plant::config(24, "proptest-regressions/boards.txt"))]

    #[test]
    fn every_board_is_found_as_by_hand(board in boards(true, 4)) {
        settle(&board)?;
    }

    /// Of every way to lay the tiles, slots left empty or not, the check of answers says what the oracle says.
    #[test]
    fn boards_are_checked_as_by_hand(board in boards(true, 3)) {
        checks(&board)?;
    }

    #[test]
    fn boards_of_tiles_that_are_not_turned_are_checked_as_by_hand(board in boards(false, 4)) {
        checks(&board)?;
    }

}

proptest! {
    #![proptest_config(plant::config(500, "proptest-regressions/boards.txt"))]

    /// What the counts of labels take away is in no solution.
    #[test]
    fn the_model_of_partial_boards_keeps_the_laws(board in boards(false, 4), keep in vec(any::<u64>(), 1..5)) {
        // A torus of four slots has too many seams to look at every assignment.
        prop_assume!(!board.torus || board.slots().len() < 4);
        let (model, _) = board.puzzle().partial(Partial::UnmatchedSeams).model().unwrap();
        let mut domains = model.domains();
        for (i, cell) in model.table().ids().enumerate() {
            let values: Vec<u32> = domains.values(cell).collect();
            for (bit, value) in values.into_iter().enumerate() {
                if (keep[i % keep.len()] | keep[i % keep.len()].rotate_left(7)) >> (bit % 64) & 1 == 0 && domains.size(cell) > 1 {
                    domains.remove(cell, value).unwrap();
                }
            }
        }
        laws::filters_keep_support(&model, &domains).map_err(|error| TestCaseError::fail(error.to_string()))?;
    }
}

/// A framed board with one tile changed, from a seed: `size`², `labels` inside.
fn changed_board(size: usize, labels: u64, seed: u64) -> Board {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(77);
    let mut random = move |limit: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) % limit
    };
    let mut label = |rim: bool| if rim { 0 } else { 1 + i32::try_from(random(labels)).unwrap() };
    let lines: Vec<Vec<[i32; 2]>> = (0..=size)
        .map(|r| (0..=size).map(|c| [label(r == 0 || r == size), label(c == 0 || c == size)]).collect())
        .collect();
    let cells = (0..size).flat_map(|r| (0..size).map(move |c| (r, c)));
    let mut tiles: Vec<[i32; 4]> =
        cells.map(|(r, c)| [lines[r][c][0], lines[r][c + 1][1], lines[r + 1][c][0], lines[r][c][1]]).collect();
    tiles[size + 1] = [label(false), label(false), label(false), label(false)];
    tiles.sort_unstable();
    let (rows, cols) = (size, size);
    let (holes, free, forbidden) = (vec![], vec![], vec![]);
    Board { rows, cols, tiles, opposite: false, turns: true, frame: Some(0), torus: false, holes, free, forbidden }
}

/// Is there a board with at most `broken` seams that are not matched? Slot by slot, in every way.
fn fits(board: &Board, looks: &mut Vec<[i32; 4]>, used: &mut Vec<bool>, broken: usize) -> bool {
    let (slot, cols) = (looks.len(), board.cols);
    if slot == board.rows * cols {
        return true;
    }
    for tile in 0..board.tiles.len() {
        if used[tile] || board.tiles[..tile].iter().zip(&*used).any(|(same, used)| !used && *same == board.tiles[tile])
        {
            continue;
        }
        for turns in 0..4 {
            let mut own = board.tiles[tile];
            own.rotate_right(turns);
            let rim = (0..4).all(|side| (own[side] == 0) == board.beyond((slot / cols, slot % cols), side).is_none());
            let up = usize::from(slot >= cols && looks[slot - cols][2] != own[0]);
            let left = usize::from(slot % cols > 0 && looks[slot - 1][1] != own[3]);
            if !rim || up + left > broken {
                continue;
            }
            used[tile] = true;
            looks.push(own);
            let found = fits(board, looks, used, broken - up - left);
            looks.pop();
            used[tile] = false;
            if found {
                return true;
            }
        }
    }
    false
}

#[test]
fn boards_with_one_tile_changed() {
    let mut lost = Vec::new();
    for seed in 0..20 {
        let board = changed_board(4, 4, seed);
        let solver = Solver::new();
        let best = board.puzzle().best_board(&solver, Partial::UnmatchedSeams).unwrap();
        let counted = board.count(&laid_part(&best.board));
        assert_eq!((counted.matched, counted.broken_rules), (best.board.matched, 0));
        assert!(best.is_optimal() && best.limit.is_none());
        let broken = 24 - best.board.matched;
        let try_with = |broken| fits(&board, &mut Vec::new(), &mut vec![false; 16], broken);
        assert!(try_with(broken), "{seed}");
        assert!(broken == 0 || !try_with(broken - 1), "{seed}");
        lost.push(broken);
    }
    assert!(lost.iter().any(|&broken| broken > 1), "{lost:?}");
}

#[test]
fn a_limit_leaves_a_board_and_a_bound() {
    let board = changed_board(7, 9, 3);
    let solver = Solver::new().time_limit(std::time::Duration::from_millis(300));
    let best = board.puzzle().best_board(&solver, Partial::UnmatchedSeams).unwrap();
    assert_eq!(board.count(&laid_part(&best.board)).matched, best.board.matched);
    assert!(best.limit.is_some() && best.gap() > 0 && best.bound <= 84);
    assert_eq!(best.board.seams(), 84);
}

#[test]
fn fewer_tiles_than_slots_are_laid_as_far_as_they_go() {
    let tiles = [[0, 1, 0, 2], [0, 3, 0, 1], [5, 5, 5, 5]].map(Tile::from);
    let puzzle = EdgeMatching::new(2, 2, tiles).unwrap();
    let expected = Err(Error::Input(InputError::TileCount { tiles: 3, slots: 4 }));
    assert_eq!(puzzle.best_board(&Solver::new(), Partial::UnmatchedSeams), expected);
    let best = puzzle.best_board(&Solver::new().strategy(How::Search), Partial::EmptySlots).unwrap();
    assert_eq!((best.board.matched, best.bound), (1, 1));
}

#[test]
fn what_is_malformed_is_told_with_its_place() {
    let tiles = vec![Tile::from([1, 1, 1, 1]); 4];
    let board = EdgeMatching::new(2, 2, &tiles).unwrap();
    let told = |puzzle: EdgeMatching| match Solver::new().solve(&puzzle) {
        Err(Error::Input(error)) => error.to_string(),
        other => panic!("{other:?}"),
    };
    assert_eq!(
        told(board.clone().hole((2, 0))),
        "a hole: r3c1 lies outside the grid, expected a cell of 2 rows × 2 columns"
    );
    let holes = [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter().fold(board.clone(), EdgeMatching::hole);
    assert_eq!(told(holes), "slots: none given, expected at least one");
    let spare = board.clone().spare_tiles();
    assert_eq!(told(spare.clone().hole((0, 1)).hint((0, 1), 0, 0)), "the hint at r1c2 is for a hole, expected a slot");
    assert_eq!(
        told(board.clone().hole((0, 0))),
        "4 tiles for 3 slots, expected as many tiles as slots (more only with spare_tiles)"
    );
    assert_eq!(
        told(board.clone().free_seam((0, 0), Side::Top)),
        "r1c1 has no seam at its top, expected a slot beyond that side"
    );
    assert_eq!(
        told(spare.hole((0, 0)).forbidden_seam((0, 1), Side::Left)),
        "r1c2 has no seam at its left, expected a slot beyond that side"
    );
    assert_eq!(
        told(board.clone().free_seam((5, 0), Side::Top)),
        "a seam at the top of r6c1: r6c1 lies outside the grid, expected a cell of 2 rows × 2 columns"
    );
    assert_eq!(
        told(board.clone().free_seam((0, 0), Side::Right).forbidden_seam((0, 1), Side::Left)),
        "the seam at r1c1's right is both free and forbidden, expected one of them"
    );
    assert_eq!(told(board.torus().frame(1)), "a frame of label 1 on a torus, which has no rim");
}

#[test]
fn what_a_board_breaks_is_told() {
    let tiles = [[1, 2, 3, 4], [5, 6, 7, -2], [8, 9, 1, 3], [i32::MIN, 0, 0, i32::MIN]].map(Tile::from);
    let board = EdgeMatching::new(2, 2, &tiles[..3]).unwrap().mates(Mates::Opposite).hole((1, 1));
    let lay = |places: [(usize, u8); 4]| {
        Grid::from_fn(2, 2, |r, c| PlacedTile { tile: places[2 * r + c].0, rotation: places[2 * r + c].1 })
    };
    let none = (PlacedTile::NONE.tile, PlacedTile::NONE.rotation);
    let told = |puzzle: &EdgeMatching, places| puzzle.verify(&lay(places)).unwrap_err().to_string();
    // 2 meets −2; 3 meets 8.
    let laid = [(0, 0), (1, 0), (2, 0), none];
    assert_eq!(told(&board, laid), "seam r1c1 r2c1 does not hold: expected 3 to meet -3, found 8");
    let free = board.clone().free_seam((0, 0), Side::Bottom);
    assert_eq!(free.verify(&lay(laid)), Ok(()));
    assert_eq!(
        told(&free.clone().forbidden_seam((0, 1), Side::Left), laid),
        "seam r1c1 r1c2 does not hold: expected 2 to meet another label, found -2"
    );
    assert!(told(&free, [(0, 0), (1, 0), (2, 0), (3, 0)]).starts_with("r2c2 does not hold: expected a hole, found 3"));
    assert!(
        told(&free, [(0, 0), none, (2, 0), none]).starts_with("r1c2 does not hold: expected a tile below 3, found")
    );
    let wide = Grid::from_fn(1, 2, |_, c| PlacedTile { tile: c, rotation: 0 });
    assert_eq!(
        free.verify(&wide).unwrap_err().to_string(),
        "the board's shape does not hold: expected 2 × 2, found 1 × 2"
    );
    // The least integer has no opposite.
    let lone = EdgeMatching::new(1, 2, [tiles[3].turned(2), tiles[0]]).unwrap().mates(Mates::Opposite);
    assert_eq!(
        lone.verify(&wide).unwrap_err().to_string(),
        "seam r1c1 r1c2 does not hold: expected -2147483648 to meet no label at all, found 4"
    );
    // Counts of a partial board.
    let slots = lay(laid).map(|place| place.is_some().then_some(*place));
    let partial = board.partial(Partial::UnmatchedSeams);
    let mut given = board.counted(&slots);
    assert_eq!(
        (given.matched, &given.unmatched[..], partial.verify(&given)),
        (1, &[((0, 0), Side::Bottom)][..], Ok(()))
    );
    given.unmatched.push(((0, 1), Side::Bottom));
    let text = partial.verify(&given).unwrap_err().to_string();
    assert!(text.starts_with("the unmatched seams does not hold"), "{text}");
    given.matched = 3;
    let text = partial.verify(&given).unwrap_err().to_string();
    assert_eq!(text, "the number of matched seams does not hold: expected 1, found 3");
}

/// A board handed in to be bettered is checked first.
#[test]
fn a_wrong_board_is_not_bettered() {
    let puzzle = changed_board(3, 2, 1).puzzle();
    let slots = Grid::from_fn(3, 3, |_, _| Some(PlacedTile { tile: 0, rotation: 0 }));
    let given = puzzle.counted(&slots);
    let outcome = puzzle.improve_window(&Solver::new(), Partial::UnmatchedSeams, &given, (0, 0), 2);
    assert!(matches!(outcome, Err(Error::Board(_))), "{outcome:?}");
}

/// One tile on a board that closes on itself touches itself on both of its axes.
#[test]
fn the_smallest_torus() {
    let count = |labels: [i32; 4]| {
        let puzzle = EdgeMatching::new(1, 1, [Tile::from(labels)]).unwrap().torus();
        Solver::new().strategy(How::Search).count(&puzzle.distinct(Distinct::Placements), u64::MAX).unwrap().answers
    };
    assert_eq!(count([1, 2, 1, 2]), 4);
    assert_eq!(count([1, 2, 3, 2]), 0);
}

/// On a torus a board that is shifted or turned counts once, unless asked otherwise.
#[test]
fn shifted_boards_count_once() {
    let tiles = [[1, 2, 1, 2], [1, 2, 1, 3], [1, 3, 1, 2], [1, 3, 1, 3]].map(Tile::from);
    let puzzle = EdgeMatching::new(1, 4, tiles).unwrap().torus();
    let count = |puzzle: &EdgeMatching| Solver::new().strategy(How::Search).count(puzzle, u64::MAX).unwrap().answers;
    let (all, once) = (count(&puzzle.clone().distinct(Distinct::Boards)), count(&puzzle));
    // Four shifts, each turned or not.
    assert!(once > 0 && all > once, "{all} {once}");
    assert!(all <= 8 * once);
    let infeasible =
        Solver::new().solve(&EdgeMatching::new(1, 2, [[1, 2, 1, 3], [1, 2, 1, 2]].map(Tile::from)).unwrap().torus());
    assert!(matches!(infeasible, Ok(Outcome::Infeasible { proof: Proof::Arithmetic(_) })), "{infeasible:?}");
}
