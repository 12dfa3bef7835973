//! Which values can take part in a complete assignment of different values: matching in the graph of cells and values.
//!
//! J.-C. Régin, "A filtering algorithm for constraints of difference in CSPs", AAAI 1994, over bit sets.

/// A bit matrix with the values that each cell could take.
pub(super) struct Choices<'a> {
    pub cells: usize,
    /// The number of different values.
    pub values: usize,
    /// Row by row, `words` words a cell.
    pub bits: &'a [u64],
    pub words: usize,
}

impl Choices<'_> {
    fn row(&self, cell: usize) -> &[u64] {
        &self.bits[cell * self.words..(cell + 1) * self.words]
    }
}

const NONE: u32 = u32::MAX;

/// Leaves in `allowed` (as large as the matrix) the values of each cell that occur in some assignment of different values
/// to all cells; `false` when there is no such assignment.
pub(super) fn matchable(choices: &Choices<'_>, allowed: &mut [u64]) -> bool {
    let Choices { cells, values, words, .. } = *choices;
    let mut mate = vec![NONE; cells];
    let mut owner = vec![NONE; values];
    let mut came_from = vec![NONE; values];
    let mut seen = vec![0u64; words];
    let mut queue: Vec<u32> = Vec::with_capacity(cells);
    for start in 0..cells {
        // Shortest augmenting path from a cell without value.
        seen.fill(0);
        queue.clear();
        queue.push(start as u32);
        let mut head = 0;
        let mut end = NONE;
        'path: while head < queue.len() {
            let cell = queue[head];
            head += 1;
            for w in 0..words {
                let mut fresh = choices.row(cell as usize)[w] & !seen[w];
                seen[w] |= fresh;
                while fresh != 0 {
                    let value = w * 64 + fresh.trailing_zeros() as usize;
                    fresh &= fresh - 1;
                    came_from[value] = cell;
                    if owner[value] == NONE {
                        end = value as u32;
                        break 'path;
                    }
                    queue.push(owner[value]);
                }
            }
        }
        if end == NONE {
            return false;
        }
        while end != NONE {
            let cell = came_from[end as usize];
            owner[end as usize] = cell;
            end = std::mem::replace(&mut mate[cell as usize], end);
        }
    }
    if cells <= FEW {
        let (reach, freed) = closure(choices, &owner);
        // What the owner of a value can come to has the cell in it, or is a value that nobody has.
        keep(choices, &owner, allowed, |cell, other| (reach[other] >> cell | freed >> other) & 1 == 1 || other == cell);
    } else {
        let (component, freed) = components(choices, &owner, allowed);
        keep(choices, &owner, allowed, |cell, other| component[other] == component[cell] || freed[other]);
    }
    true
}

/// Up to so many cells the closure of the graph "cell c could take the value of cell c'" is taken: it needs no memory of its
/// own.
const FEW: usize = 16;

/// By cell the cells whose values it could come to take by a chain of moves, and the cells from which a chain leads to a value
/// that nobody has.
fn closure(choices: &Choices<'_>, owner: &[u32]) -> ([u32; FEW], u32) {
    let (mut reach, mut freed) = ([0u32; FEW], 0u32);
    for cell in 0..choices.cells {
        for (w, &word) in choices.row(cell).iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                match owner[w * 64 + rest.trailing_zeros() as usize] {
                    NONE => freed |= 1 << cell,
                    other => reach[cell] |= 1 << other,
                }
                rest &= rest - 1;
            }
        }
    }
    for via in 0..choices.cells {
        let through = reach[via];
        for cell in 0..choices.cells {
            if reach[cell] >> via & 1 == 1 {
                reach[cell] |= through;
                freed |= (freed >> via & 1) << cell;
            }
        }
    }
    (reach, freed)
}

/// Leaves in `allowed` the values that nobody has, and those of other cells that `fits(cell, other)` takes.
fn keep(choices: &Choices<'_>, owner: &[u32], allowed: &mut [u64], fits: impl Fn(usize, usize) -> bool) {
    allowed.fill(0);
    for cell in 0..choices.cells {
        for (w, &word) in choices.row(cell).iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                let other = owner[w * 64 + rest.trailing_zeros() as usize];
                if other == NONE || fits(cell, other as usize) {
                    allowed[cell * choices.words + w] |= rest & rest.wrapping_neg();
                }
                rest &= rest - 1;
            }
        }
    }
}

/// The strongly connected components of the graph "cell c could take the value of cell c'", by cell, and whether a chain of
/// such moves leads from a cell to a value that nobody has. `todo` is as large as the matrix; what is in it does not count.
///
/// R. Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1972; without recursion.
fn components(choices: &Choices<'_>, owner: &[u32], todo: &mut [u64]) -> (Vec<u32>, Vec<bool>) {
    let Choices { cells, words, .. } = *choices;
    todo.copy_from_slice(choices.bits);
    let mut component = vec![NONE; cells];
    let mut freed = vec![false; cells];
    // When a cell was reached, and the earliest cell of its component that is known.
    let mut reached = vec![NONE; cells];
    let mut earliest = vec![NONE; cells];
    let mut clock = 0;
    let mut path: Vec<u32> = Vec::with_capacity(cells);
    let mut pending: Vec<u32> = Vec::with_capacity(cells);
    for start in 0..cells {
        if reached[start] != NONE {
            continue;
        }
        let mut next = start as u32;
        loop {
            if next != NONE {
                (reached[next as usize], earliest[next as usize]) = (clock, clock);
                clock += 1;
                path.push(next);
                pending.push(next);
            }
            let Some(&top) = path.last() else { break };
            let cell = top as usize;
            next = NONE;
            let row = &mut todo[cell * words..(cell + 1) * words];
            while let Some(value) = take_first(row) {
                let Some(&other) = owner.get(value).filter(|&&other| other != NONE) else {
                    freed[cell] = true;
                    continue;
                };
                let other = other as usize;
                if reached[other] == NONE {
                    next = other as u32;
                    break;
                }
                if component[other] == NONE {
                    earliest[cell] = earliest[cell].min(reached[other]);
                } else {
                    freed[cell] |= freed[other];
                }
            }
            if next != NONE {
                continue;
            }
            path.pop();
            if earliest[cell] == reached[cell] {
                let from = pending.iter().rposition(|&member| member == top).unwrap_or(0);
                let any = pending[from..].iter().any(|&member| freed[member as usize]);
                for member in pending.drain(from..) {
                    (component[member as usize], freed[member as usize]) = (top, any);
                }
            }
            if let Some(&before) = path.last() {
                earliest[before as usize] = earliest[before as usize].min(earliest[cell]);
                freed[before as usize] |= freed[cell];
            }
        }
    }
    (component, freed)
}

/// Takes the first set bit out of a row.
fn take_first(row: &mut [u64]) -> Option<usize> {
    let (w, word) = row.iter_mut().enumerate().find(|(_, word)| **word != 0)?;
    let bit = word.trailing_zeros() as usize;
    *word &= *word - 1;
    Some(w * 64 + bit)
}
