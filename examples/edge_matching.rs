//! Solves a board of tiles from a file: a piece list, or cards such as `DT,AH,BT,MH` (`docs/how-to/edge-matching-files.md`).
//!
//! ```sh
//! cargo run --release --example edge_matching examples/tiles/framed_5x6.txt --frame 0
//! cargo run --release --features svg --example edge_matching examples/tiles/big_cat.txt --svg big_cat.svg
//! ```

use std::error::Error;
use std::str::FromStr;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use puzzle_ilp::{
    BestBoard, CardList, EdgeMatching, Error as Failure, Grid, Mates, Outcome, Partial, Phase, PieceList, PlacedTile,
    Solver,
};

const USAGE: &str = "usage: edge_matching FILE [options]
  --rows N, --cols N     the board's size, in place of the file's (default: a square)
  --mates equal|opposite which labels meet (default: equal, for cards opposite)
  --frame LABEL          the label all round the board and nowhere inside
  --rim LABEL            the label all round the board, and perhaps inside
  --no-rotations         tiles lie as they are in the file
  --spare-tiles          there may be more tiles than slots
  --best unmatched|empty as many matched seams as can be: seams may disagree, or slots stay empty
  --seconds N            give up after so long
  --svg FILE             write a picture of the board (feature `svg`)";

#[derive(Default)]
struct Options {
    file: String,
    rows: Option<usize>,
    cols: Option<usize>,
    mates: Option<Mates>,
    frame: Option<i32>,
    rim: Option<i32>,
    no_rotations: bool,
    spare_tiles: bool,
    best: Option<Partial>,
    seconds: Option<u64>,
    svg: Option<String>,
}

fn number<T: FromStr>(option: &str, text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{option} {text}: expected a number"))
}

fn options(mut arguments: impl Iterator<Item = String>) -> Result<Options, Box<dyn Error>> {
    let mut options = Options::default();
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or_else(|| format!("{argument}: a value is missing\n{USAGE}"));
        match argument.as_str() {
            "--rows" => options.rows = Some(number(&argument, &value()?)?),
            "--cols" => options.cols = Some(number(&argument, &value()?)?),
            "--mates" => {
                options.mates = match value()?.as_str() {
                    "equal" => Some(Mates::Equal),
                    "opposite" => Some(Mates::Opposite),
                    other => return Err(format!("--mates {other}: expected equal or opposite").into()),
                }
            }
            "--best" => {
                options.best = match value()?.as_str() {
                    "unmatched" => Some(Partial::UnmatchedSeams),
                    "empty" => Some(Partial::EmptySlots),
                    other => return Err(format!("--best {other}: expected unmatched or empty").into()),
                }
            }
            "--frame" => options.frame = Some(number(&argument, &value()?)?),
            "--rim" => options.rim = Some(number(&argument, &value()?)?),
            "--no-rotations" => options.no_rotations = true,
            "--spare-tiles" => options.spare_tiles = true,
            "--seconds" => options.seconds = Some(number(&argument, &value()?)?),
            "--svg" => options.svg = Some(value()?),
            file if options.file.is_empty() && !file.starts_with("--") => options.file = file.to_owned(),
            other => return Err(format!("{other}: unknown\n{USAGE}").into()),
        }
    }
    if options.file.is_empty() {
        return Err(USAGE.into());
    }
    if options.svg.is_some() && !cfg!(feature = "svg") {
        return Err("--svg: build with --features svg".into());
    }
    Ok(options)
}

/// Does the first line with more than a size end in a letter? Then it is a card: labels end in a digit.
fn holds_cards(text: &str) -> bool {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim_end());
    let is_tile = |line: &&str| line.split([' ', '\t', ',']).filter(|field| !field.is_empty()).count() > 2;
    lines.into_iter().find(is_tile).is_some_and(|line| line.ends_with(char::is_alphabetic))
}

/// The board's rows and columns: those asked for, then the file's, then a square with room for all tiles.
fn size(options: &Options, list: &PieceList) -> Result<(usize, usize), Box<dyn Error>> {
    let tiles = list.tiles().len();
    match (options.rows, options.cols, list.size()) {
        (Some(rows), Some(cols), _) => Ok((rows, cols)),
        (Some(rows), None, _) => Ok((rows, tiles / rows.max(1))),
        (None, Some(cols), _) => Ok((tiles / cols.max(1), cols)),
        (None, None, Some(size)) => Ok(size),
        (None, None, None) if tiles.isqrt().pow(2) == tiles => Ok((tiles.isqrt(), tiles.isqrt())),
        (None, None, None) => Err(format!("{tiles} tiles make no square: say --rows or --cols").into()),
    }
}

/// A solver that shows on the terminal what it is doing.
fn solver(options: &Options) -> Result<(Solver, ProgressBar), Box<dyn Error>> {
    // The time goes on between two pieces of news.
    let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}")?;
    let bar = ProgressBar::new_spinner().with_style(style);
    bar.enable_steady_tick(Duration::from_millis(100));
    let shown = bar.clone();
    let mut solver = Solver::new().on_progress(move |progress| {
        let phase = match progress.phase {
            Phase::Filtering => "filtering",
            Phase::Search => "search",
            Phase::Improving => "laying tiles anew",
            _ => "integer program",
        };
        let best = match (progress.best, progress.bound) {
            (Some(best), Some(bound)) => format!(", {best} of at most {bound}"),
            (Some(best), None) => format!(", {best}"),
            _ => String::new(),
        };
        shown.set_message(format!("{phase}, {} steps{best}", progress.nodes));
    });
    if let Some(seconds) = options.seconds {
        solver = solver.time_limit(Duration::from_secs(seconds));
    }
    Ok((solver, bar))
}

/// A board, if there is one, and what is known of it.
type Known = Result<(Option<Grid<Option<PlacedTile>>>, String), Failure>;

fn whole(puzzle: &EdgeMatching, solver: &Solver) -> Known {
    Ok(match solver.solve(puzzle)? {
        Outcome::Solved { answer, proof } => (Some(answer.map(|place| Some(*place))), format!("found {proof}")),
        Outcome::Infeasible { proof } => (None, format!("there is no solution: {proof}")),
        Outcome::Undecided { limit, .. } => (None, format!("undecided: {limit}")),
    })
}

fn best(puzzle: &EdgeMatching, solver: &Solver, partial: Partial) -> Known {
    let best: BestBoard = puzzle.best_board(solver, partial)?;
    let (matched, seams) = (best.board.matched, best.board.seams());
    let known =
        if best.is_optimal() { "as many as can be".to_owned() } else { format!("at most {} can be", best.bound) };
    Ok((Some(best.board.slots), format!("{matched} of {seams} seams matched, {known}")))
}

fn run() -> Result<(), Box<dyn Error>> {
    let options = options(std::env::args().skip(1))?;
    let text = std::fs::read_to_string(&options.file).map_err(|error| format!("{}: {error}", options.file))?;
    let located = |error| format!("{}: {error}", options.file);
    let cards: Option<CardList> = if holds_cards(&text) { Some(text.parse().map_err(located)?) } else { None };
    let list = match &cards {
        Some(cards) => cards.pieces().clone(),
        None => text.parse().map_err(located)?,
    };
    let name = |label| cards.as_ref().and_then(|cards| cards.name(label));

    let (rows, cols) = size(&options, &list)?;
    let mates = if cards.is_some() { Mates::Opposite } else { Mates::Equal };
    let mates = options.mates.clone().unwrap_or(mates);
    let mut puzzle = EdgeMatching::new(rows, cols, list.tiles())?.mates(mates).rotations(!options.no_rotations);
    if let Some(label) = options.frame {
        puzzle = puzzle.frame(label);
    }
    if let Some(label) = options.rim {
        puzzle = puzzle.rim(label);
    }
    if options.spare_tiles {
        puzzle = puzzle.spare_tiles();
    }

    let (solver, bar) = solver(&options)?;
    let outcome = match options.best {
        Some(partial) => best(&puzzle, &solver, partial),
        None => whole(&puzzle, &solver),
    };
    bar.finish_and_clear();
    match outcome? {
        (Some(slots), text) => {
            println!("{}\n{text}", puzzle.display(&slots.map(|slot| slot.unwrap_or(PlacedTile::NONE))));
            #[cfg(feature = "svg")]
            if let Some(path) = &options.svg {
                std::fs::write(path, puzzle.picture(&slots).names(name).to_string())
                    .map_err(|error| format!("{path}: {error}"))?;
            }
        }
        (None, text) => println!("{text}"),
    }
    let mut labels: Vec<i32> = list.tiles().iter().flat_map(|tile| tile.labels).collect();
    labels.sort_unstable_by_key(|label| (label.unsigned_abs(), *label < 0));
    labels.dedup();
    for (label, name) in labels.into_iter().filter_map(|label| Some((label, name(label)?))) {
        println!("{label:>3} is {name}");
    }
    Ok(())
}

fn main() {
    if let Err(error) = run() {
        eprintln!("{error}");
        std::process::exit(1);
    }
}
