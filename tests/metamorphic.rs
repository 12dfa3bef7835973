//! A puzzle transposed, its rows exchanged, its tiles relabelled, its board turned: the same verdict and the same count, and
//! the count is that of brute force.

mod oracle;
mod plant;

use std::collections::BTreeSet;
use std::fmt::Debug;

use num_bigint::BigUint;
use oracle::{At, Board, Cross, Inequalities, Meet, Rooms, Rows};
use plant::config;
use proptest::prelude::{Just, Strategy as _, any, prop};
use proptest::sample::Index;
use proptest::{prop_assert_eq, proptest};
use puzzle_ilp::*;

const FAILURES: &str = "proptest-regressions/metamorphic.txt";

/// More answers than this are not counted.
const MOST: usize = 300;

/// The number of answers, up to [`MOST`], by the crate's own search, after every way to solve has come to the same verdict.
fn count<P: Puzzle>(puzzle: &P) -> Result<usize, String>
where
    P::Answer: Debug,
{
    let answers = plant::search().count(puzzle, MOST as u64).map_err(|error| error.to_string())?.answers as usize;
    for (name, solver) in plant::exact() {
        let solvable = match solver.solve(puzzle) {
            Ok(Outcome::Solved { .. }) => true,
            Ok(Outcome::Infeasible { .. }) => false,
            other => return Err(format!("{name}: {other:?}")),
        };
        if solvable != (answers > 0) {
            return Err(format!("{name}: solvable {solvable}, but counted {answers}"));
        }
    }
    Ok(answers)
}

fn transposed<T: Clone>(rows: &[Vec<T>]) -> Vec<Vec<T>> {
    (0..rows[0].len()).map(|c| rows.iter().map(|row| row[c].clone()).collect()).collect()
}

/// Moves of cells: to `(row, column)` after rows and columns were put in another order, and exchanged if `transpose`.
#[derive(Debug, Clone)]
struct Move {
    rows: Vec<usize>,
    cols: Vec<usize>,
    transpose: bool,
}

impl Move {
    fn of(&self, (r, c): At) -> At {
        let place = |order: &[usize], i: usize| order.iter().position(|&from| from == i).unwrap();
        let (r, c) = (place(&self.rows, r), place(&self.cols, c));
        if self.transpose { (c, r) } else { (r, c) }
    }

    fn grid<T: Clone>(&self, grid: &[Vec<T>]) -> Vec<Vec<T>> {
        let moved: Vec<Vec<T>> =
            self.rows.iter().map(|&r| self.cols.iter().map(|&c| grid[r][c].clone()).collect()).collect();
        if self.transpose { transposed(&moved) } else { moved }
    }
}

fn moves(rows: usize, cols: usize) -> impl proptest::strategy::Strategy<Value = Move> {
    let order = |n: usize| Just((0..n).collect::<Vec<usize>>()).prop_shuffle();
    (order(rows), order(cols), any::<bool>()).prop_map(|(rows, cols, transpose)| Move { rows, cols, transpose })
}

fn moved_cross(spec: &Cross, by: &Move) -> Cross {
    let (rows, cols) = (&spec.rows, &spec.cols);
    let rows: Vec<BigUint> = by.rows.iter().map(|&r| rows[r].clone()).collect();
    let cols: Vec<BigUint> = by.cols.iter().map(|&c| cols[c].clone()).collect();
    let (rows, cols) = if by.transpose { (cols, rows) } else { (rows, cols) };
    Cross { rows, cols, ..spec.clone() }
}

fn moved_inequalities(spec: &Inequalities, by: &Move) -> Inequalities {
    let (rows, cols) = if by.transpose { (spec.cols, spec.rows) } else { (spec.rows, spec.cols) };
    Inequalities {
        rows,
        cols,
        givens: spec.givens.iter().map(|&(cell, value)| (by.of(cell), value)).collect(),
        relations: spec.relations.iter().rev().map(|&(a, b, strict)| (by.of(a), by.of(b), strict)).collect(),
        ..spec.clone()
    }
}

/// All values turned round: the largest becomes the smallest, and what was below is above.
fn mirrored(spec: &Inequalities) -> Inequalities {
    let n = spec.values.len();
    let other = |value: u32| spec.values[n - 1 - spec.values.iter().position(|&v| v == value).unwrap()];
    Inequalities {
        givens: spec.givens.iter().map(|&(cell, value)| (cell, other(value))).collect(),
        relations: spec.relations.iter().map(|&(a, b, strict)| (b, a, strict)).collect(),
        ..spec.clone()
    }
}

fn moved_rooms(spec: &Rooms, by: &Move, names: &[usize]) -> Rooms {
    let room_of = by.grid(&spec.room_of).iter().map(|row| row.iter().map(|&room| names[room]).collect()).collect();
    let mut products = spec.products.clone();
    for (room, &name) in names.iter().enumerate() {
        products[name] = spec.products[room].clone();
    }
    Rooms { room_of, products }
}

/// The board after a clockwise quarter turn.
fn quarter(spec: &Board) -> Board {
    let hint = |&((r, c), tile, turns): &(At, usize, u8)| ((c, spec.rows - 1 - r), tile, (turns + 1) % 4);
    let mut turned = Board { rows: spec.cols, cols: spec.rows, ..spec.clone() };
    if spec.turns {
        turned.hints = spec.hints.iter().map(hint).collect();
    } else {
        // Where tiles are not turned, they come turned.
        turned.tiles = spec.tiles.iter().map(|&tile| oracle::turned(tile, 1)).collect();
        turned.hints = spec.hints.iter().map(hint).map(|(cell, tile, _)| (cell, tile, 0)).collect();
    }
    turned
}

/// The board mirrored at its diagonal, tiles and all.
fn mirrored_board(spec: &Board) -> Board {
    Board {
        rows: spec.cols,
        cols: spec.rows,
        tiles: spec.tiles.iter().map(|&[top, right, bottom, left]| [left, bottom, right, top]).collect(),
        // What was turned clockwise is turned the other way in a mirror.
        hints: spec.hints.iter().map(|&((r, c), tile, turns)| ((c, r), tile, (4 - turns) % 4)).collect(),
        ..spec.clone()
    }
}

/// Each tile comes turned by so many quarters; a hint then turns it by so many less.
fn turned_tiles(spec: &Board, by: &[u8]) -> Board {
    let by = |tile: usize| by[tile % by.len()] % 4;
    Board {
        tiles: spec.tiles.iter().enumerate().map(|(tile, &labels)| oracle::turned(labels, by(tile))).collect(),
        hints: spec.hints.iter().map(|&(at, tile, turns)| (at, tile, (turns + 4 - by(tile)) % 4)).collect(),
        ..spec.clone()
    }
}

/// How many boards there are when those that look alike once the whole board is turned count once.
fn orbits(spec: &Board) -> usize {
    let all: BTreeSet<Vec<Vec<[i32; 4]>>> = spec.solve(usize::MAX).iter().map(|board| spec.looks(board)).collect();
    let turned = |looks: &Vec<Vec<[i32; 4]>>| -> Vec<Vec<[i32; 4]>> {
        let upended: Vec<_> = looks.iter().rev().cloned().collect();
        let turn = |row: &Vec<[i32; 4]>| row.iter().map(|&tile| oracle::turned(tile, 1)).collect();
        transposed(&upended).iter().map(turn).collect()
    };
    let is_first = |looks: &&Vec<Vec<[i32; 4]>>| {
        let quarter = turned(looks);
        let half = turned(&quarter);
        let three = turned(&half);
        [quarter, half, three].iter().all(|other| !all.contains(other) || *looks <= other)
    };
    if spec.turns { all.iter().filter(is_first).count() } else { all.len() }
}

/// Other labels, and the tiles in another order.
fn relabelled(spec: &Board, order: &[usize], shift: i32) -> Board {
    let label = |label: i32| match spec.meet {
        Meet::Opposite => -label,
        _ => label.wrapping_add(shift),
    };
    let meet = match &spec.meet {
        Meet::Pairs(pairs) => Meet::Pairs(pairs.iter().map(|&(a, b)| (label(b), label(a))).collect()),
        other => other.clone(),
    };
    let mut tiles = vec![[0; 4]; spec.tiles.len()];
    for (tile, labels) in spec.tiles.iter().enumerate() {
        tiles[order[tile]] = labels.map(label);
    }
    Board {
        tiles,
        meet,
        frame: spec.frame.map(|(frame, inside)| (label(frame), inside)),
        hints: spec.hints.iter().map(|&(cell, tile, turns)| (cell, order[tile], turns)).collect(),
        ..spec.clone()
    }
}

proptest! {
    #![proptest_config(config(40, FAILURES))]

    #[test]
    fn cross_products(
        (spec, by) in plant::planted_cross(3, 3).prop_flat_map(|(spec, _)| {
            let by = moves(spec.rows.len(), spec.cols.len());
            (Just(spec), by)
        }),
        spoil in prop::option::weighted(0.3, any::<Index>()),
    ) {
        let mut spec = spec;
        if let Some(at) = spoil {
            let row = at.index(spec.rows.len());
            spec.rows[row] *= 2u32;
        }
        let moved = moved_cross(&spec, &by);
        let expected = spec.solve(MOST).len();
        prop_assert_eq!(moved.solve(MOST).len(), expected);
        prop_assert_eq!(count(&plant::cross(&spec)), Ok(expected));
        prop_assert_eq!(count(&plant::cross(&moved)), Ok(expected));
    }

    #[test]
    fn futoshikis(
        (spec, by) in plant::planted_futoshiki(4).prop_flat_map(|(spec, _)| {
            let by = moves(spec.rows, spec.cols);
            (Just(spec), by)
        }),
        more in prop::collection::vec((0usize..16, 0usize..16), 0..3),
    ) {
        let mut spec = spec;
        let n = spec.rows;
        let cell = |i: usize| (i / 4 % n, i % 4 % n);
        let other = more.iter().filter(|(a, b)| cell(*a) != cell(*b));
        spec.relations.extend(other.map(|&(a, b)| (cell(a), cell(b), true)));
        let expected = spec.solve(MOST).len();
        for same in [spec.clone(), moved_inequalities(&spec, &by), mirrored(&spec)] {
            prop_assert_eq!(same.solve(MOST).len(), expected);
            prop_assert_eq!(count(&plant::futoshiki(&same)), Ok(expected));
        }
    }

    #[test]
    fn inequality_grids(
        (spec, by) in plant::planted_inequalities(3, 3).prop_flat_map(|(spec, _)| {
            let by = moves(spec.rows, spec.cols);
            (Just(spec), by)
        }),
        more in prop::collection::vec((0usize..9, 0usize..9), 0..3),
    ) {
        let mut spec = spec;
        let cell = |i: usize| (i / 3 % spec.rows, i % 3 % spec.cols);
        let other = more.iter().map(|&(a, b)| (cell(a), cell(b), true)).filter(|(a, b, _)| a != b);
        let other: Vec<_> = other.collect();
        spec.relations.extend(other);
        let expected = spec.solve(MOST).len();
        for same in [spec.clone(), moved_inequalities(&spec, &by), mirrored(&spec)] {
            prop_assert_eq!(same.solve(MOST).len(), expected);
            prop_assert_eq!(count(&plant::inequality_grid(&same)), Ok(expected));
        }
    }

    #[test]
    fn factor_rooms(
        (spec, by, names) in plant::planted_rooms(4, false).prop_flat_map(|(spec, _)| {
            let (by, rooms) = (moves(spec.room_of.len(), spec.room_of.len()), spec.products.len());
            (Just(spec), by, Just((0..rooms).collect::<Vec<usize>>()).prop_shuffle())
        }),
        spoil in prop::option::weighted(0.3, any::<Index>()),
    ) {
        let mut spec = spec;
        if let Some(at) = spoil {
            let room = at.index(spec.products.len());
            spec.products[room] = spec.products[room].take().map(|clue| clue * 2u32);
        }
        let moved = moved_rooms(&spec, &by, &names);
        let expected = spec.solve(MOST).len();
        prop_assert_eq!(moved.solve(MOST).len(), expected);
        prop_assert_eq!(count(&plant::factor_rooms(&spec)), Ok(expected));
        prop_assert_eq!(count(&plant::factor_rooms(&moved)), Ok(expected));
    }

    #[test]
    fn edge_boards(
        (spec, order) in plant::planted_board(2, 3, 1).prop_flat_map(|(spec, _)| {
            let tiles = spec.tiles.len();
            (Just(spec), Just((0..tiles).collect::<Vec<usize>>()).prop_shuffle())
        }),
        shift in 1i32..5, by in prop::collection::vec(0u8..4, 1..6), spoil in prop::option::weighted(0.3, (any::<Index>(), 0usize..4)),
    ) {
        let mut spec = spec;
        if let Some((tile, side)) = spoil {
            let tile = tile.index(spec.tiles.len());
            spec.tiles[tile][side] = 55;
        }
        let expected = spec.solve(MOST).len();
        let twice = quarter(&quarter(&spec));
        let came_turned = if spec.turns { turned_tiles(&spec, &by) } else { spec.clone() };
        let others = [quarter(&spec), twice, relabelled(&spec, &order, shift), mirrored_board(&spec), came_turned.clone()];
        for same in std::iter::once(spec.clone()).chain(others) {
            prop_assert_eq!(same.solve(MOST).len(), expected);
            let placements = plant::edge_matching(&same).distinct(Distinct::Placements);
            prop_assert_eq!(count(&placements), Ok(expected));
        }
        // However the board is turned, it counts once up to turning.
        let up_to_turning = |spec: &Board| count(&plant::edge_matching(spec).distinct(Distinct::UpToTurning));
        let apart = up_to_turning(&spec);
        prop_assert_eq!(&up_to_turning(&quarter(&spec)), &apart);
        prop_assert_eq!(&up_to_turning(&relabelled(&spec, &order, shift)), &apart);
        prop_assert_eq!(&up_to_turning(&mirrored_board(&spec)), &apart);
        prop_assert_eq!(&up_to_turning(&came_turned), &apart);
        if expected < MOST {
            prop_assert_eq!(apart, Ok(orbits(&spec)));
        }
    }
}

/// The Latin squares of order 4, under every move and mirrored: 576 each time.
#[test]
fn the_latin_squares_of_order_four() {
    let puzzle = Futoshiki::new(4).unwrap();
    let counted = plant::search().count(&puzzle, 1000).unwrap();
    assert_eq!(counted, Count { answers: 576, complete: true });
    let grids: Result<Vec<_>, _> = plant::search().solutions(&puzzle).collect();
    let mut grids: Vec<Rows> = grids.unwrap().iter().map(plant::rows_of).collect();
    let mut moved: Vec<Rows> = grids.iter().map(|grid| transposed(grid)).collect();
    grids.sort_unstable();
    moved.sort_unstable();
    assert_eq!(grids, moved);
    grids.dedup();
    assert_eq!(grids.len(), 576);
}
