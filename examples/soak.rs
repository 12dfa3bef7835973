//! Solves planted puzzles of a kind in every way there is and compares what is said of them.
//!
//! `soak KIND COUNT [SEED]`, where KIND is `cross_product`, `futoshiki`, `inequality_grid`, `factor_rooms`, `edge_matching`
//! or `kenken`. A third of the puzzles are corrupted, so that some have no answer. `Auto`, `Search` and `Ilp` each get a
//! short time. Every grid is checked by the tests' oracle, which shares no code with the crate. Of every fourth puzzle
//! the uniqueness is compared too, and where it is small, the list of all answers with that of brute force. A fault is
//! printed with its seed, and `soak KIND 1 SEED` examines that puzzle alone. The last line sums up.

#[path = "../tests/oracle/mod.rs"]
mod oracle;
#[path = "../tests/plant/mod.rs"]
mod plant;

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use oracle::{Checked, Inequalities, Placed, Rows};
use plant::{placed_of, rows_of};
use proptest::prelude::prop::bool::weighted;
use proptest::prelude::{BoxedStrategy, any};
use proptest::sample::select;
use proptest::strategy::{Strategy as Draws, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use puzzle_ilp::*;

/// The time that each call may take.
const TIME_LIMIT: Duration = Duration::from_millis(400);

/// Brute force lists up to this many answers; the integer program, a run for each, up to the smaller number.
const MOST_LISTED: usize = 600;
const MOST_CUT_OFF: usize = 12;

/// By size class its share in percent and the largest sizes: of grids, rows and columns of tile boards, spare tiles.
const SIZES: [(f64, usize, (usize, usize, usize)); 3] =
    [(0.65, 3, (2, 3, 1)), (0.75, 6, (3, 4, 2)), (1.0, 12, (6, 6, 2))];

/// What was found so far.
#[derive(Debug, Default)]
struct Tally {
    puzzles: u64,
    corrupt: u64,
    /// By size class.
    sizes: [u64; 3],
    /// By way of solving.
    decided: [u64; 3],
    /// Puzzles that no way decided, and those found without an answer.
    undecided: u64,
    infeasible: u64,
    /// By the number of answers, 0, 1 or more, where uniqueness was decided.
    answers: [u64; 3],
    listed: u64,
    /// Refuted by the engine without the time to confirm it.
    unconfirmed: u64,
    differing: u64,
    wrong: u64,
    unverified: u64,
    errors: u64,
}

/// A puzzle that is drawn, and how it is to be examined.
struct Drawn<'t> {
    runner: TestRunner,
    most: usize,
    board: (usize, usize, usize),
    corrupt: bool,
    /// Look at uniqueness, and at all answers where the puzzle is small.
    closely: bool,
    small: bool,
    ways: [(&'static str, Solver); 3],
    tally: &'t mut Tally,
    faults: Vec<String>,
}

fn draw<T: Debug>(runner: &mut TestRunner, from: impl Draws<Value = T>) -> T {
    from.new_tree(runner).expect("these strategies reject nothing").current()
}

impl<'t> Drawn<'t> {
    fn new(seed: u64, tally: &'t mut Tally) -> Self {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        let config = Config { failure_persistence: None, ..Config::default() };
        let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &bytes));
        let class = SIZES.iter().position(|(share, ..)| draw(&mut runner, weighted(*share))).unwrap_or_default();
        let corrupt = draw(&mut runner, weighted(1.0 / 3.0));
        let closely = draw(&mut runner, weighted(0.25));
        let encoding = draw(&mut runner, select(vec![Encoding::Auto, Encoding::OneHot]));
        tally.puzzles += 1;
        tally.corrupt += u64::from(corrupt);
        tally.sizes[class] += 1;
        let solver = |strategy| Solver::new().strategy(strategy).time_limit(TIME_LIMIT);
        let ways = [
            ("auto", solver(Strategy::Auto)),
            ("search", solver(Strategy::Search)),
            ("ilp", solver(Strategy::Ilp).encoding(encoding)),
        ];
        let (_, most, board) = SIZES[class];
        Self { runner, most, board, corrupt, closely, small: class == 0, ways, tally, faults: Vec::new() }
    }

    /// The planted puzzle, or what corruption makes of it.
    fn spec<S: Debug, A: Debug, P: Draws<Value = (S, A)>, C: Draws<Value = S>>(
        &mut self,
        planted: P,
        corrupt: impl FnOnce(P) -> C,
    ) -> S {
        if self.corrupt { draw(&mut self.runner, corrupt(planted)) } else { draw(&mut self.runner, planted).0 }
    }

    /// The same, half of the time with many givens.
    fn told_or_not<C: Draws<Value = Inequalities>>(
        &mut self,
        planted: impl Draws<Value = (Inequalities, Rows)> + 'static,
        corrupt: impl FnOnce(BoxedStrategy<(Inequalities, Rows)>) -> C,
    ) -> Inequalities {
        let told = draw(&mut self.runner, any::<bool>());
        self.spec(if told { plant::told(planted).boxed() } else { planted.boxed() }, corrupt)
    }

    fn wrong(&mut self, what: String) {
        self.tally.wrong += 1;
        self.faults.push(what);
    }

    fn check(&mut self, name: &str, checked: Checked) {
        if let Err(wrong) = checked {
            self.wrong(format!("{name}: {wrong}"));
        }
    }

    fn proof(&mut self, proof: &Proof) {
        self.tally.unconfirmed += u64::from(matches!(proof, Proof::Solver { confirmed: false, .. }));
    }

    /// A limit is no fault.
    fn error(&mut self, name: &str, error: &Error) {
        match error {
            Error::Undecided { .. } => return,
            Error::Unverified { .. } => self.tally.unverified += 1,
            _ => self.tally.errors += 1,
        }
        self.faults.push(format!("{name}: {error}"));
    }

    /// Solves in every way, checks each answer, compares. `text` tells answers apart that count as different; `brute` lists
    /// the texts of all answers, some of them perhaps more than once, up to [`MOST_LISTED`].
    fn examine<P: Puzzle>(
        &mut self,
        puzzle: &P,
        check: impl Fn(&P::Answer) -> Checked,
        text: impl Fn(&P::Answer) -> String,
        brute: impl Fn() -> Vec<String>,
    ) {
        // How many answers each way has seen (2 for more), and whether that is all of them.
        let mut verdicts: Vec<(&str, usize, bool)> = Vec::new();
        let mut solvable = None;
        for (i, (name, solver)) in self.ways.clone().into_iter().enumerate() {
            match solver.solve(puzzle) {
                Ok(Outcome::Solved { answer, .. }) => {
                    self.check(name, check(&answer));
                    verdicts.push((name, 1, false));
                }
                Ok(Outcome::Infeasible { proof }) => {
                    self.proof(&proof);
                    verdicts.push((name, 0, true));
                }
                Ok(Outcome::Undecided { .. }) => continue,
                Err(error) => {
                    self.error(name, &error);
                    continue;
                }
            }
            self.tally.decided[i] += 1;
            solvable = verdicts.last().map(|(_, answers, _)| *answers > 0);
        }
        self.tally.undecided += u64::from(solvable.is_none());
        self.tally.infeasible += u64::from(solvable == Some(false));
        if !self.corrupt {
            verdicts.push(("planted", 1, false));
        }
        if self.closely {
            self.uniqueness(puzzle, &check, &text, &mut verdicts);
            if self.small {
                let found = brute();
                let cut_short = found.len() == MOST_LISTED;
                let all: BTreeSet<String> = found.into_iter().collect();
                verdicts.push(("brute force", all.len().min(2), !cut_short && all.len() < 2));
                if !cut_short {
                    self.list(puzzle, &text, &all);
                }
            }
        }
        // Where one says that these are all, no other has seen more.
        let fewest = verdicts.iter().filter(|(.., all)| *all).map(|(_, answers, _)| *answers).min();
        let most = verdicts.iter().map(|(_, answers, _)| *answers).max();
        if fewest.is_some_and(|fewest| most > Some(fewest)) {
            self.tally.differing += 1;
            self.faults.push(format!("the verdicts differ (answers, all of them?): {verdicts:?}"));
        }
    }

    fn uniqueness<P: Puzzle>(
        &mut self,
        puzzle: &P,
        check: impl Fn(&P::Answer) -> Checked,
        text: impl Fn(&P::Answer) -> String,
        verdicts: &mut Vec<(&'static str, usize, bool)>,
    ) {
        let mut known = None;
        for (name, solver) in self.ways.clone() {
            match solver.uniqueness(puzzle) {
                Ok(Uniqueness::Unique { answer, proof }) => {
                    self.check(name, check(&answer));
                    self.proof(&proof);
                    verdicts.push((name, 1, true));
                }
                Ok(Uniqueness::Multiple([a, b])) => {
                    self.check(name, check(&a).and(check(&b)));
                    if text(&a) == text(&b) {
                        self.wrong(format!("{name}: twice {}", text(&a)));
                    }
                    verdicts.push((name, 2, false));
                }
                Ok(Uniqueness::None { proof }) => {
                    self.proof(&proof);
                    verdicts.push((name, 0, true));
                }
                Ok(Uniqueness::Undecided { found, .. }) => {
                    if let Some(answer) = found {
                        self.check(name, check(&answer));
                        verdicts.push((name, 1, false));
                    }
                    continue;
                }
                Err(error) => {
                    self.error(name, &error);
                    continue;
                }
            }
            known = verdicts.last().map(|(_, answers, _)| *answers);
        }
        if let Some(answers) = known {
            self.tally.answers[answers] += 1;
        }
    }

    /// Lists all answers in every way; the integer program, with a no-good row for each, only where they are few.
    fn list<P: Puzzle>(&mut self, puzzle: &P, text: impl Fn(&P::Answer) -> String, all: &BTreeSet<String>) {
        for (name, solver) in self.ways.clone() {
            if name == "ilp" && all.len() > MOST_CUT_OFF {
                continue;
            }
            let listed: Result<Vec<String>, Error> =
                solver.solutions(puzzle).map(|answer| answer.map(|answer| text(&answer))).collect();
            match listed {
                Err(error) => self.error(name, &error),
                Ok(listed) => {
                    self.tally.listed += 1;
                    let set: BTreeSet<String> = listed.iter().cloned().collect();
                    if set.len() < listed.len() || set != *all {
                        self.wrong(format!("{name}: listed {listed:?}, brute force {all:?}"));
                    }
                }
            }
        }
    }

    /// Draws a puzzle of a kind and examines it. The puzzle as text; `None` for a kind that there is not.
    fn run(&mut self, kind: &str) -> Option<String> {
        let most = self.most;
        let text = |grid: &Grid<u32>| format!("{:?}", rows_of(grid));
        let texts = |grids: Vec<Rows>| grids.iter().map(|rows| format!("{rows:?}")).collect();
        match kind {
            "cross_product" => {
                let spec = self.spec(plant::planted_cross(most, most), plant::corrupt_cross);
                let check = |grid: &Grid<u32>| spec.check(&rows_of(grid));
                self.examine(&plant::cross(&spec), check, text, || texts(spec.solve(MOST_LISTED)));
                Some(format!("{spec:?}"))
            }
            "futoshiki" => {
                let spec = self.told_or_not(plant::planted_futoshiki(most + 1), plant::corrupt_futoshiki);
                let check = |grid: &Grid<u32>| spec.check(&rows_of(grid));
                self.examine(&plant::futoshiki(&spec), check, text, || texts(spec.solve(MOST_LISTED)));
                Some(format!("{spec:?}"))
            }
            "inequality_grid" => {
                let spec = self.told_or_not(plant::planted_inequalities(most, most), plant::corrupt_inequalities);
                let check = |grid: &Grid<u32>| spec.check(&rows_of(grid));
                self.examine(&plant::inequality_grid(&spec), check, text, || texts(spec.solve(MOST_LISTED)));
                Some(format!("{spec:?}"))
            }
            "factor_rooms" => {
                let spec = self.spec(plant::planted_rooms(most + 1, false), plant::corrupt_rooms);
                let check = |grid: &Grid<u32>| spec.check(&rows_of(grid));
                self.examine(&plant::factor_rooms(&spec), check, text, || texts(spec.solve(MOST_LISTED)));
                Some(format!("{spec:?}"))
            }
            "kenken" => {
                let spec = self.spec(plant::planted_kenken(most + 1), plant::corrupt_kenken);
                let (model, x) = plant::kenken(&spec);
                let rows = |solution: &Solution| rows_of(&solution.grid(&x));
                let text = |solution: &Solution| format!("{:?}", rows(solution));
                self.examine(&model, |solution| spec.check(&rows(solution)), text, || texts(spec.solve(MOST_LISTED)));
                Some(format!("{spec:?}"))
            }
            "edge_matching" => {
                let (rows, cols, spare) = self.board;
                let spec = self.spec(plant::planted_board(rows, cols, spare), plant::corrupt_board);
                let all = vec![Distinct::Placements, Distinct::Boards, Distinct::UpToTurning];
                let distinct = draw(&mut self.runner, select(all));
                let text = |board: &Placed| match distinct {
                    Distinct::Placements => format!("{board:?}"),
                    Distinct::Boards => format!("{:?}", spec.looks(board)),
                    _ => format!("{:?}", spec.first_of_turned(&spec.looks(board))),
                };
                let check = |board: &Grid<PlacedTile>| spec.check(&placed_of(board));
                let brute = || spec.solve(MOST_LISTED).iter().map(&text).collect();
                let puzzle = plant::edge_matching(&spec).distinct(distinct);
                self.examine(&puzzle, check, |board| text(&placed_of(board)), brute);
                Some(format!("{spec:?} {distinct:?}"))
            }
            _ => None,
        }
    }
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Option<Vec<u64>> = args.iter().skip(1).map(|text| text.parse().ok()).collect();
    let (Some(kind), Some([count, rest @ ..])) = (args.first(), numbers.as_deref()) else {
        eprintln!("usage: soak KIND COUNT [SEED]");
        return ExitCode::FAILURE;
    };
    let first = rest.first().copied().unwrap_or(0);
    let start = Instant::now();
    let mut tally = Tally::default();
    let mut faulty = false;
    for seed in (0..*count).map(|i| first.wrapping_add(i)) {
        let mut drawn = Drawn::new(seed, &mut tally);
        let Some(puzzle) = drawn.run(kind) else {
            eprintln!("no such kind: {kind}");
            return ExitCode::FAILURE;
        };
        for fault in &drawn.faults {
            faulty = true;
            println!("FAULT {kind} seed {seed}: {fault}\n  {puzzle}");
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{kind} from seed {first}: {tally:?}, {seconds:.0} s");
    if faulty { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
