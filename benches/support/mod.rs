//! Seeded puzzles for the benches: a grid is drawn, and clues are derived from it.
#![allow(dead_code)] // each bench uses a part of it

use std::time::Instant;

use num_bigint::BigUint;
use puzzle_ilp::{
    CrossProduct, EdgeMatching, FactorRooms, Futoshiki, Grid, Mates, Outcome, Puzzle, Report, Solver, Tile,
};

/// SplitMix64: the same numbers on every machine.
pub struct Numbers(u64);

impl Numbers {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

/// Are the benches only to be run once, to see that they work (`-- --test`, or without `--bench`)?
pub fn is_test() -> bool {
    !std::env::args().any(|arg| arg == "--bench") || std::env::args().any(|arg| arg == "--test")
}

pub fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

pub fn geometric_mean(values: &[f64]) -> f64 {
    (values.iter().map(|v| v.ln()).sum::<f64>() / values.len() as f64).exp()
}

pub const ROWS: [u64; 7] = [280, 168, 162, 360, 60, 256, 126];
pub const COLS: [u64; 3] = [183_708, 245_760, 117_600];
pub const MYSTERIOUS_ROWS: [u64; 8] = [294, 216, 135, 98, 112, 84, 245, 40];
pub const MYSTERIOUS_COLS: [u64; 3] = [8_890_560, 156_800, 55_566];

pub fn written_cross_product() -> CrossProduct {
    CrossProduct::new(&ROWS, &COLS).unwrap()
}

pub const ROOMS: [&str; 5] = ["ABBCD", "AEEFD", "GGHFD", "IJHKK", "ILHMM"];
pub const PRODUCTS: [u32; 13] = [6, 15, 1, 12, 20, 8, 10, 6, 4, 4, 15, 1, 10];

pub fn written_factor_rooms() -> FactorRooms {
    FactorRooms::new(&ROOMS, &PRODUCTS).unwrap()
}

/// The write-up's futoshiki: its givens, and its pairs of a smaller cell and a larger one.
pub const GIVENS: [((usize, usize), u32); 3] = [((0, 4), 4), ((3, 0), 4), ((3, 4), 2)];
pub const LESS: [((usize, usize), (usize, usize)); 8] = [
    ((0, 0), (1, 0)),
    ((0, 4), (0, 3)),
    ((1, 4), (0, 4)),
    ((3, 3), (2, 3)),
    ((3, 0), (4, 0)),
    ((3, 2), (3, 3)),
    ((3, 4), (3, 3)),
    ((4, 4), (3, 4)),
];

pub fn written_futoshiki() -> Futoshiki {
    let puzzle = GIVENS.iter().fold(Futoshiki::new(5).unwrap(), |puzzle, &(cell, value)| puzzle.given(cell, value));
    LESS.iter().fold(puzzle, |puzzle, &(a, b)| puzzle.less(a, b))
}

/// The half animals of Big Cat: T, L, P, J; front positive, back negative.
pub fn big_cat_tiles() -> Vec<Tile> {
    let (t, l, p, j) = (1, 2, 3, 4);
    [
        [-j, -t, l, t],
        [j, -l, p, -j],
        [l, -t, j, -l],
        [t, j, -l, t],
        [-t, l, p, -t],
        [p, -l, j, t],
        [-l, -p, j, -p],
        [-p, l, p, -j],
        [-p, p, -j, t],
    ]
    .map(Tile::from)
    .to_vec()
}

pub fn big_cat(tiles: &[Tile]) -> EdgeMatching {
    EdgeMatching::new(3, 3, tiles).unwrap().mates(Mates::Opposite)
}

/// A cross product of n × n digits 1 to 9, with clues of any size.
pub fn cross_product(n: usize, seed: u64) -> CrossProduct {
    let mut numbers = Numbers::new(seed);
    let grid = Grid::from_fn(n, n, |_, _| numbers.below(9) as u32 + 1);
    let product = |line: &mut dyn Iterator<Item = &u32>| line.fold(BigUint::from(1u8), |all, &digit| all * digit);
    let rows: Vec<BigUint> = grid.rows().map(|mut row| product(&mut row)).collect();
    let cols: Vec<BigUint> = grid.cols().map(|mut col| product(&mut col)).collect();
    CrossProduct::new(&rows, &cols).unwrap()
}

/// A Latin square, far from cyclic: rows, columns and symbols exchanged.
pub fn latin(n: usize, numbers: &mut Numbers) -> Grid<u32> {
    let mut order = || {
        let mut items: Vec<usize> = (0..n).collect();
        numbers.shuffle(&mut items);
        items
    };
    let (rows, cols, symbols) = (order(), order(), order());
    Grid::from_fn(n, n, |r, c| symbols[(rows[r] + cols[c]) % n] as u32 + 1)
}

/// Factor rooms of order n with connected rooms of one to four cells.
pub fn factor_rooms(n: usize, seed: u64) -> FactorRooms {
    let mut numbers = Numbers::new(seed);
    let grid = latin(n, &mut numbers);
    let mut room_of: Grid<Option<usize>> = Grid::from_fn(n, n, |_, _| None);
    let mut products: Vec<Option<u64>> = Vec::new();
    let mut order: Vec<(usize, usize)> = (0..n).flat_map(|r| (0..n).map(move |c| (r, c))).collect();
    numbers.shuffle(&mut order);
    for start in order {
        if room_of[start].is_some() {
            continue;
        }
        let mut room = vec![start];
        room_of[start] = Some(products.len());
        for _ in 0..numbers.below(4) {
            let (r, c) = room[numbers.below(room.len())];
            let around = [(r.wrapping_sub(1), c), (r + 1, c), (r, c.wrapping_sub(1)), (r, c + 1)];
            let free: Vec<_> = around.into_iter().filter(|&at| room_of.get(at) == Some(&None)).collect();
            if !free.is_empty() {
                let next = free[numbers.below(free.len())];
                room_of[next] = Some(products.len());
                room.push(next);
            }
        }
        products.push(Some(room.iter().map(|&at| u64::from(grid[at])).product()));
    }
    FactorRooms::from_regions(&room_of.map(|room| room.unwrap_or(0)), &products).unwrap()
}

/// A futoshiki of order n with the given numbers of givens and of signs between neighbours.
pub fn futoshiki(n: usize, givens: usize, signs: usize, seed: u64) -> Futoshiki {
    let mut numbers = Numbers::new(seed);
    let grid = latin(n, &mut numbers);
    let mut puzzle = Futoshiki::new(n).unwrap();
    for _ in 0..givens {
        let at = (numbers.below(n), numbers.below(n));
        puzzle = puzzle.given(at, grid[at]);
    }
    for _ in 0..signs {
        let a = (numbers.below(n), numbers.below(n - 1));
        let b = (a.0, a.1 + 1);
        let (a, b) = if numbers.below(2) == 0 { (a, b) } else { ((a.1, a.0), (b.1, b.0)) };
        puzzle = if grid[a] < grid[b] { puzzle.less(a, b) } else { puzzle.less(b, a) };
    }
    puzzle
}

/// 7 × 7 futoshiki with minimal clue sets; every second one made ambiguous by leaving out one clue.
pub fn generated_futoshiki(count: usize) -> Vec<Futoshiki> {
    let n = 7;
    let solver = Solver::new();
    let mut puzzles = Vec::new();
    let mut seed = 0;
    while puzzles.len() < count {
        seed += 1;
        let mut numbers = Numbers::new(seed);
        let grid = latin(n, &mut numbers);
        let mut clues: Vec<((usize, usize), Option<(usize, usize)>)> = Vec::new();
        for r in 0..n {
            for c in 0..n {
                clues.push(((r, c), None));
                if c + 1 < n {
                    clues.push(((r, c), Some((r, c + 1))));
                }
                if r + 1 < n {
                    clues.push(((r, c), Some((r + 1, c))));
                }
            }
        }
        numbers.shuffle(&mut clues);
        clues.truncate(60);
        let build = |clues: &[((usize, usize), Option<(usize, usize)>)]| {
            // Givens first, as the model posts them: clue numbers then fit this list.
            clues.iter().fold(Futoshiki::new(n).unwrap(), |puzzle, &(a, b)| match b {
                None => puzzle.given(a, grid[a]),
                Some(b) if grid[a] < grid[b] => puzzle.less(a, b),
                Some(b) => puzzle.less(b, a),
            })
        };
        clues.sort_by_key(|clue| clue.1.is_some());
        let kept = solver.minimise(&build(&clues), seed).unwrap();
        if !kept.unique {
            continue;
        }
        let mut minimal: Vec<_> = kept.indices.iter().map(|&i| clues[i]).collect();
        if puzzles.len() % 2 == 1 {
            minimal.remove(numbers.below(minimal.len()));
        }
        puzzles.push(build(&minimal));
    }
    puzzles
}

/// One call: its time, what it took, and whether it came to an answer, which was checked outside the timer.
pub struct Measured {
    pub seconds: f64,
    pub report: Report,
    pub is_solved: bool,
}

pub fn once<P: Puzzle>(puzzle: &P, solver: &Solver) -> Measured {
    let start = Instant::now();
    let (outcome, report) = solver.solve_with_report(puzzle).unwrap();
    let seconds = start.elapsed().as_secs_f64();
    let is_solved = match &outcome {
        Outcome::Solved { answer, .. } => {
            puzzle.verify(answer).unwrap();
            true
        }
        _ => false,
    };
    Measured { seconds, report, is_solved }
}

/// Solves and checks once, outside every timer.
pub fn verified<P: Puzzle>(solver: &Solver, puzzle: &P) {
    let answer = solver.solve(puzzle).unwrap().into_answer().unwrap();
    puzzle.verify(&answer).unwrap();
}
