//! An oracle in plain Rust: it checks grids against the rules as a person would state them, and lists all solutions of
//! small puzzles by backtracking. It shares no code with the crate and knows none of its types.
#![allow(dead_code)] // each test file uses a part of it

use num_bigint::BigUint;

pub type Rows = Vec<Vec<u32>>;
pub type At = (usize, usize);

/// What a check found wrong.
pub type Checked = Result<(), String>;

fn ensure(holds: bool, what: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(what()) }
}

pub fn product_of(values: impl IntoIterator<Item = u32>) -> BigUint {
    values.into_iter().map(BigUint::from).product()
}

fn shape(grid: &Rows, rows: usize, cols: usize) -> Checked {
    ensure(grid.len() == rows && grid.iter().all(|row| row.len() == cols), || format!("not {rows} × {cols}: {grid:?}"))
}

/// Lists up to `limit` ways to fill `cells` cells with `values`, in lexicographic order. `fits` looks at the cells filled so
/// far after each step, and at all of them in the end.
pub fn search(cells: usize, values: &[u32], limit: usize, mut fits: impl FnMut(&[u32]) -> bool) -> Vec<Vec<u32>> {
    fn step(
        cells: usize,
        values: &[u32],
        limit: usize,
        filled: &mut Vec<u32>,
        found: &mut Vec<Vec<u32>>,
        fits: &mut dyn FnMut(&[u32]) -> bool,
    ) {
        if found.len() == limit {
            return;
        }
        if filled.len() == cells {
            found.push(filled.clone());
            return;
        }
        for &value in values {
            filled.push(value);
            if fits(filled) {
                step(cells, values, limit, filled, found, fits);
            }
            filled.pop();
        }
    }
    let mut found = Vec::new();
    step(cells, values, limit, &mut Vec::new(), &mut found, &mut fits);
    found
}

fn in_rows(flat: Vec<Vec<u32>>, cols: usize) -> Vec<Rows> {
    flat.into_iter().map(|cells| cells.chunks(cols).map(<[u32]>::to_vec).collect()).collect()
}

/// Does the value last filled in differ from those before it in its row and column?
fn last_differs(filled: &[u32], cols: usize) -> bool {
    let last = filled.len() - 1;
    let (r, c) = (last / cols, last % cols);
    (r * cols..last).chain((0..r).map(|above| above * cols + c)).all(|i| filled[i] != filled[last])
}

pub fn check_latin(grid: &Rows) -> Checked {
    let n = grid.len();
    shape(grid, n, n)?;
    for line in 0..n {
        for (what, mut values) in
            [("row", grid[line].clone()), ("column", grid.iter().map(|row| row[line]).collect::<Vec<u32>>())]
        {
            values.sort_unstable();
            ensure(values.iter().copied().eq(1..=n as u32), || format!("{what} {line} is {values:?} in {grid:?}"))?;
        }
    }
    Ok(())
}

// ------------------------------------------------------------------------------------------------ cross products

/// Rows and columns multiply to given products.
#[derive(Debug, Clone, PartialEq)]
pub struct Cross {
    pub rows: Vec<BigUint>,
    pub cols: Vec<BigUint>,
    pub digits: Vec<u32>,
    pub all_different: bool,
}

impl Cross {
    /// The puzzle that a grid answers.
    pub fn of(grid: &Rows, digits: &[u32], all_different: bool) -> Self {
        let rows = grid.iter().map(|row| product_of(row.iter().copied())).collect();
        let cols = (0..grid[0].len()).map(|c| product_of(grid.iter().map(|row| row[c]))).collect();
        Self { rows, cols, digits: digits.to_vec(), all_different }
    }

    pub fn check(&self, grid: &Rows) -> Checked {
        shape(grid, self.rows.len(), self.cols.len())?;
        let cells: Vec<u32> = grid.concat();
        ensure(cells.iter().all(|v| self.digits.contains(v)), || format!("a digit that is not allowed in {grid:?}"))?;
        for (r, clue) in self.rows.iter().enumerate() {
            ensure(product_of(grid[r].iter().copied()) == *clue, || format!("row {r} in {grid:?}"))?;
        }
        for (c, clue) in self.cols.iter().enumerate() {
            ensure(product_of(grid.iter().map(|row| row[c])) == *clue, || format!("column {c} in {grid:?}"))?;
        }
        let repeats = (0..cells.len()).any(|i| cells[..i].contains(&cells[i]));
        ensure(!(self.all_different && repeats), || format!("a digit twice in {grid:?}"))
    }

    pub fn solve(&self, limit: usize) -> Vec<Rows> {
        let small = |clues: &[BigUint]| -> Vec<u128> {
            clues.iter().map(|clue| clue.try_into().expect("brute force is for clues up to u128")).collect()
        };
        let (rows, cols) = (small(&self.rows), small(&self.cols));
        let (height, width) = (rows.len(), cols.len());
        // A clue that is not 0 is a multiple of what was filled in so far, and in the end equal to it.
        let line_fits = |clue: u128, full: bool, values: &mut dyn Iterator<Item = u32>| {
            let mut product = 1u128;
            for value in values {
                match product.checked_mul(u128::from(value)) {
                    Some(next) => product = next,
                    None if clue == 0 => {}
                    None => return false,
                }
            }
            if full { product == clue } else { clue == 0 || (product != 0 && clue.is_multiple_of(product)) }
        };
        let fits = |filled: &[u32]| {
            let last = filled.len() - 1;
            let (r, c) = (last / width, last % width);
            line_fits(rows[r], c + 1 == width, &mut filled[r * width..].iter().copied())
                && line_fits(cols[c], r + 1 == height, &mut filled[c..].iter().step_by(width).copied())
                && !(self.all_different && filled[..last].contains(&filled[last]))
        };
        in_rows(search(height * width, &self.digits, limit, fits), width)
    }
}

// ------------------------------------------------------------------------------------------------ inequalities

/// Givens and inequalities on a grid; with `latin` a futoshiki.
#[derive(Debug, Clone, PartialEq)]
pub struct Inequalities {
    pub rows: usize,
    pub cols: usize,
    pub values: Vec<u32>,
    pub givens: Vec<(At, u32)>,
    /// First below second; `true` for `<`, `false` for `≤`.
    pub relations: Vec<(At, At, bool)>,
    pub latin: bool,
}

impl Inequalities {
    pub fn check(&self, grid: &Rows) -> Checked {
        shape(grid, self.rows, self.cols)?;
        ensure(grid.concat().iter().all(|v| self.values.contains(v)), || format!("a foreign value in {grid:?}"))?;
        for &((r, c), value) in &self.givens {
            ensure(grid[r][c] == value, || format!("given {value} at {:?} in {grid:?}", (r, c)))?;
        }
        for &(a, b, strict) in &self.relations {
            let (x, y) = (grid[a.0][a.1], grid[b.0][b.1]);
            ensure(x < y || (!strict && x == y), || format!("{a:?} below {b:?} ({strict}) in {grid:?}"))?;
        }
        if self.latin { check_latin(grid) } else { Ok(()) }
    }

    pub fn solve(&self, limit: usize) -> Vec<Rows> {
        let cols = self.cols;
        let fits = |filled: &[u32]| {
            let last = filled.len() - 1;
            let at = (last / cols, last % cols);
            let value = |(r, c): At| filled.get(r * cols + c).copied();
            let givens = self.givens.iter().all(|&(cell, given)| cell != at || given == filled[last]);
            let relations = self.relations.iter().all(|&(a, b, strict)| match (value(a), value(b)) {
                (Some(x), Some(y)) => x < y || (!strict && x == y),
                _ => true,
            });
            givens && relations && (!self.latin || last_differs(filled, cols))
        };
        in_rows(search(self.rows * cols, &self.values, limit, fits), cols)
    }
}

// ------------------------------------------------------------------------------------------------ factor rooms

/// A Latin square in rooms with products.
#[derive(Debug, Clone, PartialEq)]
pub struct Rooms {
    /// The room of each cell: 0, 1, 2, … without gaps.
    pub room_of: Vec<Vec<usize>>,
    /// By room.
    pub products: Vec<Option<BigUint>>,
}

impl Rooms {
    /// The puzzle that a grid answers; `told` says which rooms have a product.
    pub fn of(grid: &Rows, room_of: &[Vec<usize>], told: impl Fn(usize) -> bool) -> Self {
        let rooms = room_of.concat().iter().max().map_or(0, |last| last + 1);
        let mut spec = Self { room_of: room_of.to_vec(), products: vec![None; rooms] };
        for room in (0..rooms).filter(|&room| told(room)) {
            spec.products[room] = Some(spec.product_in(&grid.concat(), room));
        }
        spec
    }

    fn product_in(&self, filled: &[u32], room: usize) -> BigUint {
        let rooms = self.room_of.concat();
        product_of(filled.iter().zip(rooms).filter(|(_, r)| *r == room).map(|(v, _)| *v))
    }

    pub fn check(&self, grid: &Rows) -> Checked {
        check_latin(grid)?;
        shape(grid, self.room_of.len(), self.room_of.len())?;
        for (room, clue) in self.products.iter().enumerate() {
            let Some(clue) = clue else { continue };
            ensure(self.product_in(&grid.concat(), room) == *clue, || format!("room {room} in {grid:?}"))?;
        }
        Ok(())
    }

    pub fn solve(&self, limit: usize) -> Vec<Rows> {
        let n = self.room_of.len();
        let rooms = self.room_of.concat();
        let values: Vec<u32> = (1..=n as u32).collect();
        let last_of: Vec<Option<usize>> =
            (0..self.products.len()).map(|room| rooms.iter().rposition(|&r| r == room)).collect();
        let zero = BigUint::from(0u8);
        let fits = |filled: &[u32]| {
            let last = filled.len() - 1;
            if !last_differs(filled, n) {
                return false;
            }
            let room = rooms[last];
            let Some(clue) = &self.products[room] else { return true };
            let so_far = self.product_in(filled, room);
            if last_of[room] == Some(last) { so_far == *clue } else { clue % so_far == zero }
        };
        in_rows(search(n * n, &values, limit, fits), n)
    }
}

// ------------------------------------------------------------------------------------------------ KenKen

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Op {
    Plus,
    Times,
    /// The largest less all the others.
    Minus,
    /// The largest over the product of all the others.
    Over,
}

/// A Latin square in cages.
#[derive(Debug, Clone, PartialEq)]
pub struct Kenken {
    pub n: usize,
    pub cages: Vec<(Vec<At>, Op, u64)>,
}

impl Kenken {
    /// The target of a cage with these values, if it has one.
    pub fn target(op: Op, values: &[u32]) -> Option<u64> {
        let largest = u64::from(*values.iter().max()?);
        let sum: u64 = values.iter().map(|&v| u64::from(v)).sum();
        let product: u64 = values.iter().map(|&v| u64::from(v)).product();
        match op {
            Op::Plus => Some(sum),
            Op::Times => Some(product),
            Op::Minus => (2 * largest).checked_sub(sum),
            Op::Over => (largest * largest % product == 0).then(|| largest * largest / product),
        }
    }

    pub fn check(&self, grid: &Rows) -> Checked {
        check_latin(grid)?;
        shape(grid, self.n, self.n)?;
        for (cells, op, target) in &self.cages {
            let values: Vec<u32> = cells.iter().map(|&(r, c)| grid[r][c]).collect();
            ensure(Self::target(*op, &values) == Some(*target), || {
                format!("cage {cells:?} {op:?} {target}: {grid:?}")
            })?;
        }
        Ok(())
    }

    pub fn solve(&self, limit: usize) -> Vec<Rows> {
        let n = self.n;
        let values: Vec<u32> = (1..=n as u32).collect();
        let fits = |filled: &[u32]| {
            let last = filled.len() - 1;
            let at = (last / n, last % n);
            last_differs(filled, n)
                && self.cages.iter().filter(|(cells, ..)| cells.contains(&at)).all(|(cells, op, target)| {
                    let held: Option<Vec<u32>> = cells.iter().map(|&(r, c)| filled.get(r * n + c).copied()).collect();
                    held.is_none_or(|held| Self::target(*op, &held) == Some(*target))
                })
        };
        in_rows(search(n * n, &values, limit, fits), n)
    }
}

// ------------------------------------------------------------------------------------------------ edge matching

#[derive(Debug, Clone, PartialEq)]
pub enum Meet {
    Equal,
    Opposite,
    Pairs(Vec<(i32, i32)>),
}

impl Meet {
    /// The label that has to lie against this one.
    pub fn mate(&self, label: i32) -> Option<i64> {
        let label = i64::from(label);
        match self {
            Meet::Equal => Some(label),
            // No tile can carry the opposite of the least label.
            Meet::Opposite => Some(-label).filter(|&mate| mate <= i64::from(i32::MAX)),
            Meet::Pairs(pairs) => {
                let wide = pairs.iter().map(|&(a, b)| (i64::from(a), i64::from(b)));
                let mut mates = wide.filter_map(|(a, b)| match label {
                    _ if a == label => Some(b),
                    _ if b == label => Some(a),
                    _ => None,
                });
                Some(mates.next().unwrap_or(label))
            }
        }
    }
}

/// A board of tiles with labelled sides, clockwise from the top.
#[derive(Debug, Clone, PartialEq)]
pub struct Board {
    pub rows: usize,
    pub cols: usize,
    pub tiles: Vec<[i32; 4]>,
    pub meet: Meet,
    pub turns: bool,
    /// The label on the rim, and whether it may lie inside too.
    pub frame: Option<(i32, bool)>,
    pub hints: Vec<(At, usize, u8)>,
}

/// Tile number and clockwise quarter turns of each slot.
pub type Placed = Vec<Vec<(usize, u8)>>;

/// A tile after clockwise quarter turns: its top is what was on its left before.
pub fn turned(mut tile: [i32; 4], turns: u8) -> [i32; 4] {
    for _ in 0..turns {
        let [top, right, bottom, left] = tile;
        tile = [left, top, right, bottom];
    }
    tile
}

impl Board {
    /// The labels of a board as they lie.
    pub fn looks(&self, board: &Placed) -> Vec<Vec<[i32; 4]>> {
        board.iter().map(|row| row.iter().map(|&(tile, turns)| turned(self.tiles[tile], turns)).collect()).collect()
    }

    /// Of a board and what it becomes by turning as a whole, the first by its labels. Where tiles may not turn, itself.
    pub fn first_of_turned(&self, looks: &[Vec<[i32; 4]>]) -> Vec<Vec<[i32; 4]>> {
        let mut board = looks.to_vec();
        let mut first = looks.to_vec();
        for _ in 0..if self.turns { 3 } else { 0 } {
            let (rows, cols) = (board.len(), board[0].len());
            board = (0..cols).map(|r| (0..rows).map(|c| turned(board[rows - 1 - c][r], 1)).collect()).collect();
            first = first.min(board.clone());
        }
        first
    }

    fn meets(&self, label: i32, other: i32) -> bool {
        self.meet.mate(label) == Some(i64::from(other))
    }

    /// Does a tile that lies so fit its slot and the slots above and to the left?
    fn fits(&self, (r, c): At, lying: [i32; 4], above: Option<[i32; 4]>, left: Option<[i32; 4]>) -> bool {
        if above.is_some_and(|above| !self.meets(above[2], lying[0])) {
            return false;
        }
        if left.is_some_and(|left| !self.meets(left[1], lying[3])) {
            return false;
        }
        let Some((label, inside)) = self.frame else { return true };
        let rim = [r == 0, c + 1 == self.cols, r + 1 == self.rows, c == 0];
        lying.iter().zip(rim).all(|(&side, on_rim)| if on_rim { side == label } else { inside || side != label })
    }

    pub fn check(&self, board: &Placed) -> Checked {
        let right_shape = board.len() == self.rows && board.iter().all(|row| row.len() == self.cols);
        ensure(right_shape, || format!("not {} × {}: {board:?}", self.rows, self.cols))?;
        let all = board.concat();
        for (i, &(tile, turns)) in all.iter().enumerate() {
            ensure(tile < self.tiles.len(), || format!("tile {tile} in {board:?}"))?;
            ensure(turns < 4 && (self.turns || turns == 0), || format!("turn {turns} in {board:?}"))?;
            ensure(!all[..i].iter().any(|&(before, _)| before == tile), || format!("tile {tile} twice in {board:?}"))?;
        }
        let looks = self.looks(board);
        for r in 0..self.rows {
            for c in 0..self.cols {
                let above = (r > 0).then(|| looks[r - 1][c]);
                let left = (c > 0).then(|| looks[r][c - 1]);
                ensure(self.fits((r, c), looks[r][c], above, left), || format!("{:?} in {board:?} {looks:?}", (r, c)))?;
            }
        }
        for &((r, c), tile, turns) in &self.hints {
            ensure(board[r][c] == (tile, turns), || format!("hint {:?} in {board:?}", ((r, c), tile, turns)))?;
        }
        Ok(())
    }

    /// Up to `limit` boards, numbered tiles and their turns counted apart.
    pub fn solve(&self, limit: usize) -> Vec<Placed> {
        let mut found = Vec::new();
        self.step(&mut Vec::new(), &mut Vec::new(), limit, &mut found);
        found.into_iter().map(|flat: Vec<(usize, u8)>| flat.chunks(self.cols).map(<[_]>::to_vec).collect()).collect()
    }

    fn step(
        &self,
        filled: &mut Vec<(usize, u8)>,
        looks: &mut Vec<[i32; 4]>,
        limit: usize,
        found: &mut Vec<Vec<(usize, u8)>>,
    ) {
        if found.len() == limit {
            return;
        }
        let slot = filled.len();
        if slot == self.rows * self.cols {
            found.push(filled.clone());
            return;
        }
        let (r, c) = (slot / self.cols, slot % self.cols);
        for tile in 0..self.tiles.len() {
            if filled.iter().any(|&(used, _)| used == tile) {
                continue;
            }
            for turns in 0..if self.turns { 4 } else { 1 } {
                let hinted = self
                    .hints
                    .iter()
                    .all(|&(at, hint, by)| if at == (r, c) { (hint, by) == (tile, turns) } else { hint != tile });
                let lying = turned(self.tiles[tile], turns);
                let above = (r > 0).then(|| looks[slot - self.cols]);
                let left = (c > 0).then(|| looks[slot - 1]);
                if hinted && self.fits((r, c), lying, above, left) {
                    filled.push((tile, turns));
                    looks.push(lying);
                    self.step(filled, looks, limit, found);
                    filled.pop();
                    looks.pop();
                }
            }
        }
    }
}
