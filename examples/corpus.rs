//! Runs a file of puzzle instances and prints one JSON line for each.
//!
//! `corpus KIND FILE [auto|ilp|search|sat] [seconds] [directory]`, where KIND is `cross_product`, `futoshiki`,
//! `factor_rooms`, `kenken`, `sudoku`, `killer_sudoku`, `kakuro`, `edge`, or `edge_cases` (a file whose instances name their own
//! kind). `sat` (feature
//! `sat`) is `ilp` with CaDiCaL, which writes certificates into the directory if one is given. A line holds the instance's
//! id, the verdict, the proof, milliseconds, whether this example's own check of the grid holds, the uniqueness with its
//! proof and milliseconds, and what the file expects.
//!
//! FILE is JSON: a list of instances, or an object with `instances` and what they share. Cells are `[row, column]` from 0. An
//! instance has an `id`, and by its kind
//! - `rows` and `cols` (products), `lo` and `hi` (digits), `all_different`: cross product;
//! - `n`, `givens` (`[row, column, value]`), `less` (`[row, column, row, column]`, the smaller first): futoshiki;
//! - `n`, `rooms` (a grid of ids), `products` (by id, where there is one): factor rooms;
//! - `n`, `cages` (`cells`, `op`, `target`): kenken;
//! - `n`, `box_h`, `box_w`, `grid` (0 for an empty cell): sudoku, and with `cages` (`cells`, `sum`) and `cage_distinct` in place
//!   of `grid` killer sudoku;
//! - `rows`, `cols`, `play` (cells that hold a digit), `runs` (`cells`, `sum`): kakuro;
//! - `rows`, `cols`, `tiles` (four labels clockwise from the top), `mates` or `match`, `rotate`, `frame`: tile boards.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use num_bigint::BigUint;
use puzzle_ilp::{
    Cell, CrossProduct, Digit, EdgeMatching, Error, FactorRooms, Futoshiki, Grid, Mates, Model, Outcome, PlacedTile,
    Puzzle, Solver, Strategy, Tile, Uniqueness, all_different, difference, fixed, product, ratio, sum,
};
use serde_json::{Value, json};

type Result<T> = std::result::Result<T, String>;

// ------------------------------------------------------------------------------------------------ reading

fn number(value: &Value, what: &str) -> Result<u64> {
    value.as_u64().ok_or_else(|| format!("{what}: expected a number, found {value}"))
}

fn size(value: &Value, what: &str) -> Result<usize> {
    number(value, what).map(|n| n as usize)
}

fn list<'v>(value: &'v Value, what: &str) -> Result<&'v Vec<Value>> {
    value.as_array().ok_or_else(|| format!("{what}: expected a list, found {value}"))
}

fn cell(value: &Value) -> Result<(usize, usize)> {
    Ok((size(&value[0], "row")?, size(&value[1], "column")?))
}

fn numbers(value: &Value, what: &str) -> Result<Vec<u64>> {
    list(value, what)?.iter().map(|n| number(n, what)).collect()
}

/// A number or a decimal text: some products pass 64 bits.
fn big(value: &Value) -> Result<BigUint> {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    text.parse().map_err(|_| format!("expected a product, found {value}"))
}

/// Labels may be numbers or words; each word becomes a number of its own.
#[derive(Default)]
struct Labels(BTreeMap<String, i32>);

impl Labels {
    fn number(&mut self, value: &Value) -> Result<i32> {
        if let Some(number) = value.as_i64() {
            return i32::try_from(number).map_err(|_| format!("label {number} is too large"));
        }
        let word = value.as_str().ok_or_else(|| format!("expected a label, found {value}"))?;
        let next = 1_000_000 + self.0.len() as i32;
        Ok(*self.0.entry(word.to_owned()).or_insert(next))
    }
}

// ------------------------------------------------------------------------------------------------ running

type Rows = Vec<Vec<u32>>;

fn rows_of(grid: &Grid<u32>) -> Rows {
    grid.rows().map(|row| row.copied().collect()).collect()
}

/// Solves, checks with `holds`, asks for uniqueness; the line without the id.
fn run<P: Puzzle>(solver: &Solver, puzzle: &P, holds: impl Fn(&P::Answer) -> bool) -> Value {
    let start = Instant::now();
    let outcome = solver.solve(puzzle);
    let ms = start.elapsed().as_secs_f64() * 1e3;
    let (verdict, proof, ok) = match &outcome {
        Ok(Outcome::Solved { answer, proof }) => ("solved", proof.to_string(), Some(holds(answer))),
        Ok(Outcome::Infeasible { proof }) => ("infeasible", proof.to_string(), None),
        Ok(Outcome::Undecided { limit, .. }) => ("undecided", limit.to_string(), None),
        Err(error @ (Error::Input(_) | Error::Model(_))) => ("invalid_input", error.to_string(), None),
        Err(error) => ("error", error.to_string(), None),
    };
    let start = Instant::now();
    let unless_wrong = |verdict, right| if right { verdict } else { "wrong" };
    let (uniqueness, reason) = match solver.uniqueness(puzzle) {
        Ok(Uniqueness::Unique { answer, proof }) => (unless_wrong("unique", holds(&answer)), proof.to_string()),
        Ok(Uniqueness::Multiple([a, b])) => (unless_wrong("multiple", holds(&a) && holds(&b)), String::new()),
        Ok(Uniqueness::None { proof }) => ("none", proof.to_string()),
        Ok(Uniqueness::Undecided { limit, .. }) => ("undecided", limit.to_string()),
        Err(error) => (verdict, error.to_string()),
    };
    let unique_ms = start.elapsed().as_secs_f64() * 1e3;
    let round = |ms: f64| (ms * 1e3).round() / 1e3;
    json!({"verdict": verdict, "proof": proof, "ms": round(ms), "ok": ok, "uniqueness": uniqueness,
           "uniqueness_proof": reason, "uniqueness_ms": round(unique_ms)})
}

fn invalid(error: &dyn std::fmt::Display) -> Value {
    json!({"verdict": "invalid_input", "proof": error.to_string(), "ms": 0.0, "ok": null, "uniqueness": "invalid_input"})
}

fn latin(rows: &Rows, n: usize) -> bool {
    let once = |line: Vec<u32>| {
        let mut sorted = line;
        sorted.sort_unstable();
        sorted == (1..=n as u32).collect::<Vec<_>>()
    };
    rows.len() == n
        && rows.iter().all(|row| once(row.clone()))
        && (0..n).all(|c| once(rows.iter().map(|r| r[c]).collect()))
}

fn cross_product(p: &Value, solver: &Solver) -> Result<Value> {
    let side = |key: &str| list(&p[key], key)?.iter().map(big).collect::<Result<Vec<_>>>();
    let (rows, cols) = (side("rows")?, side("cols")?);
    let bound = |key: &str, default: u64| if p[key].is_null() { Ok(default) } else { number(&p[key], key) };
    let (low, high) = (bound("lo", 1)? as u32, bound("hi", 9)? as u32);
    let differ = p["all_different"].as_bool() == Some(true);
    let mut puzzle = match CrossProduct::new(&rows, &cols) {
        Ok(puzzle) => puzzle.digits(low..=high),
        Err(error) => return Ok(invalid(&error)),
    };
    if differ {
        puzzle = puzzle.all_different();
    }
    let product = |line: Vec<u32>| line.into_iter().map(BigUint::from).product::<BigUint>();
    Ok(run(solver, &puzzle, |grid| {
        let grid = rows_of(grid);
        let mut all = grid.concat();
        all.sort_unstable();
        let distinct = all.windows(2).all(|pair| pair[0] != pair[1]);
        grid.iter().zip(&rows).all(|(row, clue)| product(row.clone()) == *clue)
            && (0..cols.len()).all(|c| product(grid.iter().map(|row| row[c]).collect()) == cols[c])
            && all.iter().all(|v| (low..=high).contains(v))
            && (distinct || !differ)
    }))
}

fn futoshiki(p: &Value, solver: &Solver) -> Result<Value> {
    let n = size(&p["n"], "n")?;
    let mut puzzle = match Futoshiki::new(n) {
        Ok(puzzle) => puzzle,
        Err(error) => return Ok(invalid(&error)),
    };
    let mut givens = Vec::new();
    for given in list(&p["givens"], "givens")? {
        givens.push((cell(given)?, number(&given[2], "given")? as u32));
    }
    let mut less = Vec::new();
    for pair in list(&p["less"], "less")? {
        less.push((cell(pair)?, (size(&pair[2], "row")?, size(&pair[3], "column")?)));
    }
    for &(at, value) in &givens {
        puzzle = puzzle.given(at, value);
    }
    for &(a, b) in &less {
        puzzle = puzzle.less(a, b);
    }
    Ok(run(solver, &puzzle, |grid| {
        let grid = rows_of(grid);
        latin(&grid, n)
            && givens.iter().all(|&((r, c), v)| grid[r][c] == v)
            && less.iter().all(|&((a, b), (c, d))| grid[a][b] < grid[c][d])
    }))
}

fn factor_rooms(p: &Value, solver: &Solver) -> Result<Value> {
    let n = size(&p["n"], "n")?;
    let mut regions = Vec::new();
    for row in list(&p["rooms"], "rooms")? {
        regions.push(numbers(row, "room")?.into_iter().map(|room| room as usize).collect::<Vec<_>>());
    }
    let mut rooms: Vec<usize> = regions.concat();
    rooms.sort_unstable();
    rooms.dedup();
    let clue = |room: &usize| {
        let value = &p["products"][room.to_string()];
        if value.is_null() { Ok(None) } else { big(value).map(Some) }
    };
    let products = rooms.iter().map(clue).collect::<Result<Vec<_>>>()?;
    let grid = Grid::from_rows(regions.clone()).map_err(|error| error.to_string())?;
    let puzzle = match FactorRooms::from_regions(&grid, &products) {
        Ok(puzzle) => puzzle,
        Err(error) => return Ok(invalid(&error)),
    };
    Ok(run(solver, &puzzle, |grid| {
        let grid = rows_of(grid);
        let made = |room: usize| -> BigUint {
            let cells = (0..n).flat_map(|r| (0..n).map(move |c| (r, c))).filter(|&(r, c)| regions[r][c] == room);
            cells.map(|(r, c)| BigUint::from(grid[r][c])).product()
        };
        latin(&grid, n)
            && rooms.iter().zip(&products).all(|(&room, clue)| clue.as_ref().is_none_or(|c| made(room) == *c))
    }))
}

/// Does a cage hold? `−` and `÷`: the largest less, or over, all the others. `?`: some operator does.
fn cage_holds(op: &str, target: &BigUint, held: &[u64]) -> bool {
    let held: Vec<BigUint> = held.iter().map(|&v| BigUint::from(v)).collect();
    let largest = held.iter().max().cloned().unwrap_or_default();
    let (total, all): (BigUint, BigUint) = (held.iter().sum(), held.iter().product());
    match op {
        "+" => total == *target,
        "*" => all == *target,
        "-" => &largest * 2u8 == total + target,
        "/" => &largest * &largest == target * all,
        "=" => held == [target.clone()],
        _ => {
            let held: Vec<u64> = held.iter().map(|v| u64::try_from(v).unwrap_or(u64::MAX)).collect();
            ["+", "*", "-", "/"].iter().any(|op| cage_holds(op, target, &held))
        }
    }
}

fn latin_model(n: usize) -> (Model, Grid<Cell<Digit>>) {
    let mut model = Model::new();
    let x = model.digits("x", n, n, 1..=n as u32);
    for i in 0..n {
        model.rule(format!("row {}", i + 1), all_different(x.row(i)));
        model.rule(format!("column {}", i + 1), all_different(x.col(i)));
    }
    (model, x)
}

fn kenken(p: &Value, solver: &Solver) -> Result<Value> {
    let n = size(&p["n"], "n")?;
    let (mut model, x) = latin_model(n);
    let mut cages = Vec::new();
    for (i, cage) in list(&p["cages"], "cages")?.iter().enumerate() {
        let at = list(&cage["cells"], "cells")?.iter().map(cell).collect::<Result<Vec<_>>>()?;
        let op = cage["op"].as_str().unwrap_or("?").to_owned();
        let target = big(&cage["target"])?;
        let label = format!("cage {} = {target}{op}", i + 1);
        let Some(cells) = at.iter().map(|&at| x.get(at).copied()).collect::<Option<Vec<Cell<Digit>>>>() else {
            return Ok(invalid(&format!("{label}: a cell outside the grid")));
        };
        let small = u32::try_from(&target).unwrap_or(u32::MAX);
        match op.as_str() {
            "+" => model.post(label, sum(&cells, u64::from(small))),
            "*" => model.post(label, product(&cells, target.clone())),
            "-" => model.post(label, difference(&cells, small)),
            "/" => model.post(label, ratio(&cells, small)),
            "=" => model.post(label, fixed(cells[0], small)),
            _ => {
                let tuples = tuples(n as u32, at.len(), |held| cage_holds("?", &target, held));
                model.post(label, puzzle_ilp::table(&cells, tuples));
            }
        }
        cages.push((at, op, target));
    }
    Ok(run(solver, &model, |solution| {
        let grid = rows_of(&solution.grid(&x));
        latin(&grid, n)
            && cages.iter().all(|(at, op, target)| {
                let held: Vec<u64> = at.iter().map(|&(r, c)| u64::from(grid[r][c])).collect();
                cage_holds(op, target, &held)
            })
    }))
}

/// All tuples of 1..=n that `holds` takes.
fn tuples(n: u32, len: usize, holds: impl Fn(&[u64]) -> bool) -> Vec<Vec<u32>> {
    let mut all: Vec<Vec<u32>> = vec![vec![]];
    for _ in 0..len {
        all = all.into_iter().flat_map(|t| (1..=n).map(move |v| [t.clone(), vec![v]].concat())).collect();
    }
    all.retain(|tuple| holds(&tuple.iter().map(|&v| u64::from(v)).collect::<Vec<_>>()));
    all
}

/// The cells of each box; `None` where boxes of this size do not make the square.
fn boxes_of(p: &Value, n: usize) -> Result<Option<Vec<Vec<(usize, usize)>>>> {
    let (height, width) = (size(&p["box_h"], "box_h")?, size(&p["box_w"], "box_w")?);
    let cells_of = |b: usize| {
        let (top, left) = (b / (n / width) * height, b % (n / width) * width);
        (0..n).map(|i| (top + i / width, left + i % width)).collect()
    };
    Ok((height.checked_mul(width) == Some(n) && n > 0).then(|| (0..n).map(cells_of).collect()))
}

/// The model of a sudoku without givens.
fn sudoku_model(n: usize, boxes: &[Vec<(usize, usize)>]) -> (Model, Grid<Cell<Digit>>) {
    let (mut model, x) = latin_model(n);
    for (b, cells) in boxes.iter().enumerate() {
        model.rule(format!("box {}", b + 1), all_different(cells.iter().map(|&at| x[at])));
    }
    (model, x)
}

/// Does every box hold each digit once?
fn boxes_hold(grid: &Rows, boxes: &[Vec<(usize, usize)>], n: usize) -> bool {
    boxes.iter().all(|cells| {
        let mut held: Vec<u32> = cells.iter().map(|&(r, c)| grid[r][c]).collect();
        held.sort_unstable();
        held == (1..=n as u32).collect::<Vec<_>>()
    })
}

/// A list of cells with the sum of what they hold.
fn sums(value: &Value, what: &str) -> Result<Vec<(Vec<(usize, usize)>, u64)>> {
    let one = |v: &Value| {
        let cells = list(&v["cells"], "cells")?.iter().map(cell).collect::<Result<Vec<_>>>()?;
        Ok((cells, number(&v["sum"], "sum")?))
    };
    list(value, what)?.iter().map(one).collect()
}

/// Do the cells add up to the sum, and where they must differ, do they?
fn sum_holds(grid: &Rows, cells: &[(usize, usize)], clue: u64, differ: bool) -> bool {
    let mut held: Vec<u32> = cells.iter().map(|&(r, c)| grid[r][c]).collect();
    held.sort_unstable();
    held.iter().map(|&v| u64::from(v)).sum::<u64>() == clue
        && (!differ || held.windows(2).all(|pair| pair[0] < pair[1]))
}

fn killer_sudoku(p: &Value, solver: &Solver) -> Result<Value> {
    let n = size(&p["n"], "n")?;
    let Some(boxes) = boxes_of(p, n)? else { return Ok(invalid(&"boxes that do not make the square")) };
    let (mut model, x) = sudoku_model(n, &boxes);
    let (cages, differ) = (sums(&p["cages"], "cages")?, p["cage_distinct"] == true);
    for (i, (at, clue)) in cages.iter().enumerate() {
        let Some(cells) = at.iter().map(|&at| x.get(at)).collect::<Option<Vec<_>>>() else {
            return Ok(invalid(&format!("cage {}: a cell outside the grid", i + 1)));
        };
        if differ {
            model.rule(format!("cage {} differs", i + 1), all_different(cells.iter().copied()));
        }
        model.post(format!("cage {} = {clue}", i + 1), sum(cells, *clue));
    }
    Ok(run(solver, &model, |solution| {
        let grid = rows_of(&solution.grid(&x));
        latin(&grid, n)
            && boxes_hold(&grid, &boxes, n)
            && cages.iter().all(|(at, clue)| sum_holds(&grid, at, *clue, differ))
    }))
}

fn kakuro(p: &Value, solver: &Solver) -> Result<Value> {
    let (rows, cols) = (size(&p["rows"], "rows")?, size(&p["cols"], "cols")?);
    let cells: BTreeSet<(usize, usize)> = list(&p["play"], "play")?.iter().map(cell).collect::<Result<_>>()?;
    let play: BTreeMap<(usize, usize), usize> = cells.into_iter().enumerate().map(|(i, at)| (at, i)).collect();
    // One row of cells, those that hold a digit.
    let mut model = Model::new();
    let x = model.digits("x", 1, play.len(), 1..=9);
    let runs = sums(&p["runs"], "runs")?;
    for (i, (at, clue)) in runs.iter().enumerate() {
        let of = |at: &(usize, usize)| play.get(at).map(|&i| x[(0, i)]);
        let Some(cells) = at.iter().map(of).collect::<Option<Vec<_>>>() else {
            return Ok(invalid(&format!("run {}: a cell without digit", i + 1)));
        };
        model.rule(format!("run {} differs", i + 1), all_different(&cells));
        model.post(format!("run {} = {clue}", i + 1), sum(&cells, *clue));
    }
    Ok(run(solver, &model, |solution| {
        let held = solution.grid(&x);
        let grid: Rows =
            (0..rows).map(|r| (0..cols).map(|c| play.get(&(r, c)).map_or(0, |&i| held[(0, i)])).collect()).collect();
        held.cells().all(|v| (1..=9).contains(v)) && runs.iter().all(|(at, clue)| sum_holds(&grid, at, *clue, true))
    }))
}

fn sudoku(p: &Value, solver: &Solver) -> Result<Value> {
    let n = size(&p["n"], "n")?;
    let given = list(&p["grid"], "grid")?.iter().map(|row| numbers(row, "grid")).collect::<Result<Vec<_>>>()?;
    let boxes = boxes_of(p, n)?.filter(|_| given.len() == n && given.iter().all(|row| row.len() == n));
    let Some(boxes) = boxes else {
        return Ok(invalid(&"boxes that do not make the square, or a row of another length"));
    };
    let (mut model, x) = sudoku_model(n, &boxes);
    for (r, row) in given.iter().enumerate() {
        for (c, &v) in row.iter().enumerate().filter(|(_, v)| **v > 0) {
            model.post(format!("r{}c{} = {v}", r + 1, c + 1), fixed(x[(r, c)], v as u32));
        }
    }
    Ok(run(solver, &model, |solution| {
        let grid = rows_of(&solution.grid(&x));
        latin(&grid, n)
            && boxes_hold(&grid, &boxes, n)
            && given.iter().zip(&grid).all(|(g, row)| g.iter().zip(row).all(|(&g, &v)| g == 0 || g == u64::from(v)))
    }))
}

fn edge(p: &Value, common: &Value, solver: &Solver) -> Result<Value> {
    let field = |key: &str| if p[key].is_null() { &common[key] } else { &p[key] };
    let mut labels = Labels::default();
    let mut tiles: Vec<[i32; 4]> = Vec::new();
    for tile in list(&p["tiles"], "tiles")? {
        let sides = list(tile, "tile")?.iter().map(|side| labels.number(side)).collect::<Result<Vec<_>>>()?;
        tiles.push(sides.try_into().map_err(|_| format!("expected four labels, found {tile}"))?);
    }
    let (rows, cols) = (size(&p["rows"], "rows")?, size(&p["cols"], "cols")?);
    let mut pairs = Vec::new();
    if let Some(mates) = p["mates"].as_object() {
        for (a, b) in mates {
            pairs.push((labels.number(&json!(a))?, labels.number(b)?));
        }
    }
    let opposite = field("match").as_str() == Some("opposite");
    let mate = |label: i32| {
        let listed = pairs.iter().find(|(a, _)| *a == label).map(|(_, b)| *b);
        listed.unwrap_or(if opposite { -label } else { label })
    };
    let mates = match (pairs.is_empty(), opposite) {
        (false, _) => Mates::Pairs(pairs.clone()),
        (true, true) => Mates::Opposite,
        (true, false) => Mates::Equal,
    };
    // A frame's label lies on the rim alone; where the file says in words that it may lie inside too, it is a rim.
    let framed = field("framed");
    let frame = if !p["frame"].is_null() {
        Some((labels.number(&p["frame"])?, false))
    } else if framed.as_bool() == Some(true) {
        Some((0, false))
    } else {
        framed.is_string().then_some((0, true))
    };
    let turns = field("rotate").as_bool() != Some(false);
    let set: Vec<Tile> = tiles.iter().copied().map(Tile::from).collect();
    let mut puzzle = match EdgeMatching::new(rows, cols, &set) {
        Ok(puzzle) => puzzle.mates(mates).rotations(turns),
        Err(error) => return Ok(invalid(&error)),
    };
    match frame {
        Some((label, false)) => puzzle = puzzle.frame(label),
        Some((label, true)) => puzzle = puzzle.rim(label),
        None => {}
    }
    let mut hints = Vec::new();
    for hint in p["fixed"].as_array().into_iter().flatten() {
        let at = size(&hint["cell"], "cell")?;
        let (r, c) = (at / cols.max(1), at % cols.max(1));
        let (tile, turn) = (size(&hint["tile"], "tile")?, number(&hint["rot"], "rotation")? as u8);
        hints.push(((r, c), tile, turn));
        puzzle = puzzle.hint((r, c), tile, turn);
    }
    let holds = |board: &Grid<PlacedTile>| {
        let mut used: Vec<usize> = board.cells().map(|place| place.tile).collect();
        used.sort_unstable();
        used.dedup();
        let look = |r: usize, c: usize, side: usize| {
            let place = board[(r, c)];
            tiles[place.tile][(side + 4 - usize::from(place.rotation)) % 4]
        };
        let slots = || (0..rows).flat_map(|r| (0..cols).map(move |c| (r, c)));
        used.len() == rows * cols
            && board.cells().all(|place| turns || place.rotation == 0)
            && slots().all(|(r, c)| c + 1 == cols || mate(look(r, c, 1)) == look(r, c + 1, 3))
            && slots().all(|(r, c)| r + 1 == rows || mate(look(r, c, 2)) == look(r + 1, c, 0))
            && frame.is_none_or(|(label, inside)| {
                slots().all(|(r, c)| {
                    let rim = [r == 0, c + 1 == cols, r + 1 == rows, c == 0];
                    (0..4).all(|side| rim[side] == (look(r, c, side) == label) || (inside && !rim[side]))
                })
            })
            && hints.iter().all(|&(at, tile, rotation)| board[at] == PlacedTile { tile, rotation })
    };
    Ok(run(solver, &puzzle, holds))
}

fn instance(kind: &str, p: &Value, common: &Value, solver: &Solver) -> Result<Value> {
    match kind {
        "cross_product" => cross_product(p, solver),
        "futoshiki" => futoshiki(p, solver),
        "factor_rooms" => factor_rooms(p, solver),
        "kenken" => kenken(p, solver),
        "sudoku" => sudoku(p, solver),
        "killer_sudoku" => killer_sudoku(p, solver),
        "kakuro" => kakuro(p, solver),
        "edge" | "edge3x3" | "edge_boards" => edge(p, common, solver),
        "edge_cases" => instance(p["kind"].as_str().unwrap_or("nothing"), p, common, solver),
        other => Err(format!("no such kind: {other}")),
    }
}

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [kind, file, rest @ ..] = args.as_slice() else {
        return Err("usage: corpus KIND FILE [auto|ilp|search|sat] [seconds] [directory]".to_owned());
    };
    let solver = match rest.first().map(String::as_str) {
        None | Some("auto") => Solver::new(),
        Some("ilp") => Solver::new().strategy(Strategy::Ilp),
        Some("search") => Solver::new().strategy(Strategy::Search),
        #[cfg(feature = "sat")]
        Some("sat") => {
            let engine = puzzle_ilp::Sat::new();
            let engine = rest.get(2).map_or(engine.clone(), |directory| engine.certificates(directory));
            Solver::new().strategy(Strategy::Ilp).backend(engine)
        }
        Some(other) => return Err(format!("expected auto, ilp, search or (feature sat) sat, found {other}")),
    };
    let seconds =
        rest.get(1).map_or(Ok(30), |text| text.parse().map_err(|_| format!("expected seconds, found {text}")))?;
    let solver = solver.time_limit(Duration::from_secs(seconds));
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let data: Value = serde_json::from_str(&text).map_err(|error| format!("{file}: {error}"))?;
    let instances = if data.is_array() { &data } else { &data["instances"] };
    for p in list(instances, file)? {
        let mut line = match instance(kind, p, &data, &solver) {
            Ok(line) => line,
            Err(error) => json!({"verdict": "unread", "proof": error}),
        };
        line["id"] = p["id"].clone();
        line["expected"] = json!({"unique": p["unique"], "feasible": p["feasible"], "expect": p["expect"]});
        println!("{line}");
    }
    Ok(())
}
