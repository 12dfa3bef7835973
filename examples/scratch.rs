//! scratch
use num_bigint::BigUint;
use puzzle_ilp::*;
use std::time::Instant;
fn main() {
    let mut seed = 12345u64;
    let mut rnd = move || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as u32
    };
    for n in [20, 40, 80, 150, 300] {
        let g: Vec<Vec<u32>> = (0..n).map(|_| (0..n).map(|_| rnd() % 9 + 1).collect()).collect();
        let prod = |it: &mut dyn Iterator<Item = u32>| it.fold(BigUint::from(1u8), |a, b| a * b);
        let rows: Vec<BigUint> = (0..n).map(|r| prod(&mut (0..n).map(|c| g[r][c]))).collect();
        let cols: Vec<BigUint> = (0..n).map(|c| prod(&mut (0..n).map(|r| g[r][c]))).collect();
        let t0 = Instant::now();
        let p = CrossProduct::new(&rows, &cols).unwrap();
        let tn = t0.elapsed();
        for s in [Strategy::Ilp, Strategy::Auto] {
            let sv = Solver::new().strategy(s);
            let t = Instant::now();
            let (m, _) = p.model().unwrap();
            m.validate().unwrap();
            let tm = t.elapsed();
            let t = Instant::now();
            let c = m.cause().or_else(|| p.cause());
            let tc = t.elapsed();
            let t = Instant::now();
            let (prog, _) = m.compile(m.domains(), &CompileOptions::default()).unwrap();
            let tp = t.elapsed();
            let t = Instant::now();
            let rep = Highs::new().solve(&prog, &Request::default()).unwrap();
            let th = t.elapsed();
            let t = Instant::now();
            let o = sv.solve_with_report(&p).unwrap();
            println!(
                "{n} {s:?} new {tn:?} model {tm:?} cause {tc:?} {} compile {tp:?} bare {th:?} {:?} | whole {:?} {:?} {}",
                c.is_some(),
                rep.status,
                t.elapsed(),
                o.1,
                matches!(o.0, Outcome::Solved { .. })
            );
            if n == 300 && s == Strategy::Ilp {
                println!(
                    "{}",
                    std::fs::read_to_string("/proc/self/status")
                        .unwrap()
                        .lines()
                        .filter(|l| l.starts_with("VmHWM"))
                        .collect::<String>()
                );
            }
        }
    }
}
