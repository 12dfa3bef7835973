//! Which values can take part in a complete assignment of different values: matching in the graph of cells and values.
//!
//! J.-C. Régin, "A filtering algorithm for constraints of difference in CSPs", AAAI 1994. Instead of strongly connected
//! components, the closure of the graph "cell c could take the value of cell c'" is taken with bit sets: for the few
//! dozen cells of a row that is faster.

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
    // reach[c] ∋ c' when c can take the value of c' after a chain of such moves; freed[c] when a chain ends at an unused value.
    let span = cells.div_ceil(64);
    let mut reach = vec![0u64; cells * span];
    let mut freed = vec![false; cells];
    let each_value = |cell: usize, act: &mut dyn FnMut(usize)| {
        for (w, &word) in choices.row(cell).iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                act(w * 64 + rest.trailing_zeros() as usize);
                rest &= rest - 1;
            }
        }
    };
    for cell in 0..cells {
        each_value(cell, &mut |value| match owner[value] {
            NONE => freed[cell] = true,
            other => reach[cell * span + other as usize / 64] |= 1 << (other % 64),
        });
    }
    for via in 0..cells {
        let (word, bit) = (via / 64, via % 64);
        for cell in 0..cells {
            if cell != via && reach[cell * span + word] >> bit & 1 == 1 {
                for w in 0..span {
                    reach[cell * span + w] |= reach[via * span + w];
                }
                freed[cell] |= freed[via];
            }
        }
    }
    allowed.fill(0);
    for cell in 0..cells {
        each_value(cell, &mut |value| {
            let fits = mate[cell] == value as u32
                || match owner[value] {
                    NONE => true,
                    other => freed[other as usize] || reach[other as usize * span + cell / 64] >> (cell % 64) & 1 == 1,
                };
            if fits {
                allowed[cell * words + value / 64] |= 1 << (value % 64);
            }
        });
    }
    true
}
