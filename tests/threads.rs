//! Many threads, each with puzzles of its own.
#![cfg(feature = "highs")]

mod oracle;
mod plant;

use oracle::{Cross, Inequalities, Rooms, Rows};
use plant::rows_of;
use puzzle_ilp::*;

/// Numbers that look random, the same on every machine.
struct Draw(u64);

impl Draw {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    fn latin(&mut self, n: usize) -> Rows {
        let mut order = || {
            let mut all: Vec<usize> = (0..n).collect();
            (1..n).for_each(|i| all.swap(i, self.below(i + 1)));
            all
        };
        let (rows, cols, symbols) = (order(), order(), order());
        rows.iter().map(|r| cols.iter().map(|c| symbols[(r + c) % n] as u32 + 1).collect()).collect()
    }
}

/// Twelve threads solve fifty puzzles each, by whole programs and by the default path; every grid is checked by the oracle.
#[test]
fn twelve_threads_solve_fifty_puzzles_each() {
    let solver = Solver::new();
    let ilp = Solver::new().strategy(Strategy::Ilp);
    let solve = |thread: usize| {
        let mut draw = Draw(thread as u64 + 1);
        let mut solved = 0;
        for round in 0..50 {
            let solver = if round % 2 == 0 { &ilp } else { &solver };
            match round % 3 {
                0 => {
                    let (rows, cols) = (2 + draw.below(3), 2 + draw.below(3));
                    let grid = (0..rows).map(|_| (0..cols).map(|_| 1 + draw.below(9) as u32).collect()).collect();
                    let spec = Cross::of(&grid, &[1, 2, 3, 4, 5, 6, 7, 8, 9], false);
                    let found = solver.solve(&plant::cross(&spec)).unwrap().into_answer().unwrap();
                    assert_eq!(spec.check(&rows_of(&found)), Ok(()));
                }
                1 => {
                    let grid = draw.latin(4);
                    let pairs = (0..6).map(|_| ((draw.below(4), draw.below(4)), (draw.below(4), draw.below(4))));
                    let held = pairs.collect::<Vec<_>>().into_iter().filter_map(|(a, b)| {
                        match grid[a.0][a.1].cmp(&grid[b.0][b.1]) {
                            std::cmp::Ordering::Less => Some((a, b, true)),
                            std::cmp::Ordering::Equal => None,
                            std::cmp::Ordering::Greater => Some((b, a, true)),
                        }
                    });
                    let (values, relations) = ((1..=4).collect(), held.collect());
                    let spec = Inequalities { rows: 4, cols: 4, values, givens: Vec::new(), relations, latin: true };
                    let found = solver.solve(&plant::futoshiki(&spec)).unwrap().into_answer().unwrap();
                    assert_eq!(spec.check(&rows_of(&found)), Ok(()));
                }
                _ => {
                    let grid = draw.latin(4);
                    let room_of: Vec<Vec<usize>> =
                        (0..4).map(|r| (0..4).map(|c| r / 2 * 2 + c / 2).collect()).collect();
                    let spec = Rooms::of(&grid, &room_of, |_| true);
                    let found = solver.solve(&plant::factor_rooms(&spec)).unwrap().into_answer().unwrap();
                    assert_eq!(spec.check(&rows_of(&found)), Ok(()));
                }
            }
            solved += 1;
        }
        solved
    };
    let solved: usize = std::thread::scope(|scope| {
        let solve = &solve;
        let threads: Vec<_> = (0..12).map(|thread| scope.spawn(move || solve(thread))).collect();
        threads.into_iter().map(|thread| thread.join().expect("no thread panics")).sum()
    });
    assert_eq!(solved, 600);
}

/// One solver, lent to all threads: the same puzzle gives the same grid everywhere.
#[test]
fn the_answer_does_not_depend_on_the_thread() {
    let solver = Solver::new().strategy(Strategy::Ilp).seed(3);
    let puzzle = Futoshiki::new(5).unwrap().less((0, 0), (0, 1)).less((4, 4), (3, 4));
    let alone = solver.solve(&puzzle).unwrap();
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..12).map(|_| scope.spawn(|| solver.solve(&puzzle).unwrap())).collect();
        for thread in threads {
            assert_eq!(thread.join().expect("no thread panics"), alone);
        }
    });
}
