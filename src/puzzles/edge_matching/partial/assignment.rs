//! The assignment problem: to each row a column of its own, so that the sum of what they are worth is greatest.
//!
//! By shortest augmenting paths with potentials (the "Hungarian method"; R. Jonker and A. Volgenant, "A shortest augmenting
//! path algorithm for dense and sparse linear assignment problems", Computing 38, 1987).

/// By row the column that it gets. `worth(row, column)`; there must be at least as many columns as rows.
pub(super) fn assign(rows: usize, cols: usize, worth: impl Fn(usize, usize) -> i64) -> Vec<usize> {
    debug_assert!(rows <= cols);
    // Row and column 0 stand for "none"; rows and columns are numbered from 1.
    let mut row_price = vec![0i64; rows + 1];
    let mut col_price = vec![0i64; cols + 1];
    let mut row_of = vec![0usize; cols + 1];
    let mut from = vec![0usize; cols + 1];
    let mut least = vec![i64::MAX; cols + 1];
    let mut seen = vec![false; cols + 1];
    for row in 1..=rows {
        row_of[0] = row;
        let mut col = 0;
        least.fill(i64::MAX);
        seen.fill(false);
        // The shortest path from the row to a column that no row has.
        loop {
            seen[col] = true;
            let here = row_of[col];
            let (mut next, mut step) = (0, i64::MAX);
            for c in (1..=cols).filter(|&c| !seen[c]) {
                let cost = -worth(here - 1, c - 1) - row_price[here] - col_price[c];
                if cost < least[c] {
                    (least[c], from[c]) = (cost, col);
                }
                if least[c] < step {
                    (step, next) = (least[c], c);
                }
            }
            if next == 0 {
                // More rows than columns: the caller's promise is broken, and the row stays without one.
                break;
            }
            for c in 0..=cols {
                if seen[c] {
                    row_price[row_of[c]] += step;
                    col_price[c] -= step;
                } else {
                    least[c] = least[c].saturating_sub(step);
                }
            }
            col = next;
            if row_of[col] == 0 {
                break;
            }
        }
        // Along the path every row takes the column that led to it.
        while col != 0 {
            let before = from[col];
            row_of[col] = row_of[before];
            col = before;
        }
    }
    let mut columns = vec![0; rows];
    for (c, &row) in row_of.iter().enumerate().skip(1) {
        if row > 0 {
            columns[row - 1] = c - 1;
        }
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::assign;

    /// Every way to give the rows columns of their own, tried.
    fn best(rows: usize, cols: usize, worth: &dyn Fn(usize, usize) -> i64, used: &mut Vec<usize>) -> i64 {
        let row = used.len();
        if row == rows {
            return 0;
        }
        let mut most = i64::MIN;
        for col in 0..cols {
            if !used.contains(&col) {
                used.push(col);
                most = most.max(worth(row, col) + best(rows, cols, worth, used));
                used.pop();
            }
        }
        most
    }

    #[test]
    fn as_good_as_the_best_of_all() {
        let mut state = 1u64;
        for (rows, cols) in [(0, 0), (0, 2), (1, 1), (2, 3), (4, 4), (4, 6), (5, 5)] {
            for _ in 0..40 {
                let table: Vec<i64> = (0..rows * cols)
                    .map(|_| {
                        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                        i64::try_from(state >> 60).unwrap() - 5
                    })
                    .collect();
                let worth = |row: usize, col: usize| table[row * cols + col];
                let columns = assign(rows, cols, worth);
                let mut different = columns.clone();
                different.sort_unstable();
                different.dedup();
                assert_eq!(different.len(), rows);
                let sum: i64 = columns.iter().enumerate().map(|(row, &col)| worth(row, col)).sum();
                assert_eq!(sum, best(rows, cols, &worth, &mut Vec::new()), "{rows} × {cols}: {table:?}");
            }
        }
    }
}
