//! Each encoding and formulation on the write-ups' puzzles, and each strategy on tile boards: size and time, as tables.
//!
//! A quick look (median of five runs, one run above a second, 20 s at most); `benches/` measures with care.

use std::time::{Duration, Instant};

use puzzle_ilp::{
    CrossProduct, EdgeMatching, Encoding, Error, FactorRooms, Formulation, Futoshiki, Grid, Mates, Outcome, Puzzle,
    Solver, Strategy, Tile,
};

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

fn compare<P: Puzzle>(name: &str, puzzle: &P, encodings: &[(&str, Encoding)]) -> Result<(), Error> {
    for &(encoding_name, encoding) in encodings {
        for (rows, formulation) in [("tight", Formulation::tight()), ("as published", Formulation::as_published())] {
            let solver = Solver::new().strategy(Strategy::Ilp).time_limit(LIMIT);
            let solver = solver.encoding(encoding).formulation(formulation);
            let size = solver.program(puzzle)?.size();
            let (columns, rows_, nonzeros) = (size.columns, size.rows, size.nonzeros);
            let time = text(time(&solver, puzzle)?);
            println!("| {name} | {encoding_name} | {rows} | {columns} | {rows_} | {nonzeros} | {time} |");
        }
    }
    Ok(())
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
    let one_hot = [("one-hot", Encoding::OneHot)];
    let both = [("prime exponents", Encoding::PrimeExponent), ("one-hot", Encoding::OneHot)];

    println!("| puzzle | encoding | rows as | columns | rows | nonzeros | time |\n|---|---|---|---|---|---|---|");
    let puzzle = CrossProduct::new(&[280, 168, 162, 360, 60, 256, 126], &[183_708, 245_760, 117_600])?;
    compare("cross product 7 × 3", &puzzle, &both)?;
    let puzzle = CrossProduct::new(&[294, 216, 135, 98, 112, 84, 245, 40], &[8_890_560, 156_800, 55_566])?;
    compare("cross product 8 × 3", &puzzle, &both)?;
    let mut puzzle = Futoshiki::new(5)?.given((0, 4), 4).given((3, 0), 4).given((3, 4), 2);
    for (smaller, larger) in [
        ((0, 0), (1, 0)),
        ((0, 4), (0, 3)),
        ((1, 4), (0, 4)),
        ((3, 3), (2, 3)),
        ((3, 0), (4, 0)),
        ((3, 2), (3, 3)),
        ((3, 4), (3, 3)),
        ((4, 4), (3, 4)),
    ] {
        puzzle = puzzle.less(smaller, larger);
    }
    compare("futoshiki 5 × 5", &puzzle, &one_hot)?;
    let rooms = ["ABBCD", "AEEFD", "GGHFD", "IJHKK", "ILHMM"];
    let puzzle = FactorRooms::new(&rooms, &[6, 15, 1, 12, 20, 8, 10, 6, 4, 4, 15, 1, 10])?;
    compare("factor rooms 5 × 5", &puzzle, &one_hot)?;
    // Half animals: tiger 1, lion 2, panther 3, jaguar 4; fronts positive, backs negative.
    let tiles = [
        [-4, -1, 2, 1],
        [4, -2, 3, -4],
        [2, -1, 4, -2],
        [1, 4, -2, 1],
        [-1, 2, 3, -1],
        [3, -2, 4, 1],
        [-2, -3, 4, -3],
        [-3, 2, 3, -4],
        [-3, 3, -4, 1],
    ];
    let puzzle = EdgeMatching::new(3, 3, tiles.map(Tile::from))?.mates(Mates::Opposite);
    compare("Big Cat 3 × 3", &puzzle, &[("tile placement", Encoding::OneHot)])?;

    println!("\n| tile board, 8 labels | integer program | search |\n|---|---|---|");
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
