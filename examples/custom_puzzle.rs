//! A puzzle of one's own: KenKen 4 × 4, from cells and constraints alone.

use puzzle_ilp::{Model, Solver, all_different, difference, fixed, product, ratio, sum};

fn main() -> Result<(), puzzle_ilp::Error> {
    let mut model = Model::new();
    let x = model.digits("x", 4, 4, 1..=4);
    for i in 0..4 {
        model.rule(format!("row {}", i + 1), all_different(x.row(i)));
        model.rule(format!("column {}", i + 1), all_different(x.col(i)));
    }
    // operator, target, cells (row, column) from 0
    let cages: [(char, u32, &[(usize, usize)]); 8] = [
        ('×', 24, &[(0, 0), (1, 0), (1, 1)]),
        ('÷', 2, &[(0, 1), (0, 2)]),
        ('−', 1, &[(0, 3), (1, 3)]),
        ('+', 5, &[(1, 2), (2, 2)]),
        ('−', 1, &[(2, 0), (3, 0)]),
        ('+', 7, &[(2, 1), (3, 1)]),
        ('÷', 2, &[(2, 3), (3, 3)]),
        ('=', 3, &[(3, 2)]),
    ];
    for (operator, target, at) in cages {
        let label = format!("cage {target}{operator}");
        let cage = at.iter().map(|&cell| x[cell]);
        match operator {
            '+' => model.post(label, sum(cage, target.into())),
            '×' => model.post(label, product(cage, target)),
            '−' => model.post(label, difference(cage, target)),
            '÷' => model.post(label, ratio(cage, target)),
            _ => model.post(label, fixed(x[at[0]], target)),
        }
    }
    println!("{}", Solver::new().solve_model(&model)?.grid(&x));
    Ok(())
}
