//! Tile boards by the integer program and by the search, as a table.
//!
//! A quick look (median of five runs, one run above a second, 20 s at most). Encodings and formulations are compared by
//! `cargo bench --bench encodings`.

use std::time::{Duration, Instant};

use puzzle_ilp::{EdgeMatching, Error, Grid, Outcome, Puzzle, Solver, Strategy, Tile};

const LIMIT: Duration = Duration::from_secs(20);

/// The median time of some calls; `None` when the limit came first.
fn time<P: Puzzle>(solver: &Solver, puzzle: &P) -> Result<Option<Duration>, Error> {
    let mut times = Vec::new();
    for _ in 0..5 {
        let start = Instant::now();
        if !matches!(solver.solve(puzzle)?, Outcome::Solved { .. }) {
            return Ok(None);
        }
        times.push(start.elapsed());
        if times[0] > Duration::from_secs(1) {
            break;
        }
    }
    times.sort_unstable();
    Ok(Some(times[times.len() / 2]))
}

fn text(time: Option<Duration>) -> String {
    match time {
        Some(time) if time < Duration::from_secs(1) => format!("{:.1} ms", time.as_secs_f64() * 1e3),
        Some(time) => format!("{:.1} s", time.as_secs_f64()),
        None => format!("above {} s", LIMIT.as_secs()),
    }
}

/// A small generator of numbers below `n` (xorshift), so that every run sees the same boards.
fn below(state: &mut u64, n: u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state % n
}

/// The tiles of a board that was drawn, turned and shuffled: labels 1 to `labels`, no frame.
fn planted_tiles(state: &mut u64, size: usize, labels: u64) -> Vec<Tile> {
    let mut draw = || below(state, labels) as i32 + 1;
    let beside = Grid::from_fn(size, size + 1, |_, _| draw());
    let below_each = Grid::from_fn(size + 1, size, |_, _| draw());
    let cut = Grid::from_fn(size, size, |r, c| {
        Tile::from([below_each[(r, c)], beside[(r, c + 1)], below_each[(r + 1, c)], beside[(r, c)]])
    });
    let mut tiles: Vec<Tile> = cut.cells().map(|tile| tile.turned(below(state, 4) as u8)).collect();
    for i in (1..tiles.len()).rev() {
        tiles.swap(i, below(state, i as u64 + 1) as usize);
    }
    tiles
}

fn main() -> Result<(), Error> {
    println!("| tile board, 8 labels | integer program | search |\n|---|---|---|");
    let mut state = 12_345;
    for size in [4, 5, 6] {
        for board in 1..=3 {
            let puzzle = EdgeMatching::new(size, size, planted_tiles(&mut state, size, 8))?;
            let by = |strategy| time(&Solver::new().strategy(strategy).time_limit(LIMIT), &puzzle).map(text);
            println!("| {size} × {size}, {board} | {} | {} |", by(Strategy::Ilp)?, by(Strategy::Search)?);
        }
    }
    Ok(())
}
