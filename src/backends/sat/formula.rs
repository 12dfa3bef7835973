//! The program over 0/1 variables: each column as a weighted sum of bits, each row as a sum of bits between bounds; and
//! its text in the OPB format.

use std::io::{self, Write};

use pigeons::AbsConstraintId;
use rustsat::types::Lit;

use super::Failure;
use crate::program::Program;

/// Columns with at most this many values above the least one get a bit for each of them.
const MOST_UNARY: i64 = 32;

/// The largest sum of weights in one row: sums and their differences then stay within `i64`.
const MOST_WEIGHT: i128 = 1 << 62;

/// The most literals of the program's rows together: what is beyond would not fit into memory as clauses.
const MOST_LITERALS: usize = 100_000_000;

/// The number of a constraint in the formula and the proof, from 1. Where no proof is written it has no meaning.
pub type Number = AbsConstraintId;

/// `Σ weight·literal`, with positive weights and each variable at most once, between bounds that say something.
#[derive(Debug, Clone)]
pub struct Sum {
    pub terms: Vec<(i64, Lit)>,
    /// The least value, where it is above 0.
    pub lower: Option<(i64, Number)>,
    /// The greatest value, where it is below the sum of all weights.
    pub upper: Option<(i64, Number)>,
}

/// How a column becomes bits: `lower + Σ weight·bit`, the bits being numbered from `first`.
#[derive(Debug)]
struct Bits {
    first: u32,
    lower: i64,
    weights: Vec<i64>,
}

/// The program over bits.
#[derive(Debug)]
pub struct Formula {
    columns: Vec<Bits>,
    /// How many bits there are.
    pub bits: u32,
    /// The rows of the bits (which the columns' bounds give), then those of the program.
    pub sums: Vec<Sum>,
    /// How many constraints these are in the OPB format, which knows lower bounds alone.
    pub constraints: usize,
    /// For each of these sums the row of the program; none for rows of the bits.
    rows: Vec<Option<usize>>,
}

impl Formula {
    pub fn new(program: &Program) -> Result<Self, Failure> {
        let mut formula = Formula { columns: Vec::new(), bits: 0, sums: Vec::new(), constraints: 0, rows: Vec::new() };
        for column in program.columns() {
            formula.add_column(column.lower, column.upper)?;
        }
        let mut literals = 0;
        for (index, row) in program.rows().enumerate() {
            let mut terms = Vec::with_capacity(row.terms.len());
            let (mut least, mut total) = (0i128, 0i128);
            for &(column, coefficient) in row.terms {
                let bits = &formula.columns[column.index()];
                least += i128::from(coefficient) * i128::from(bits.lower);
                for (i, &weight) in bits.weights.iter().enumerate() {
                    let bit = Lit::positive(bits.first + i as u32);
                    let weight = i128::from(coefficient) * i128::from(weight);
                    total += weight.abs();
                    // w·b = |w|·¬b − |w| for w < 0
                    terms.push((weight.abs(), if weight < 0 { !bit } else { bit }));
                    least += weight.min(0);
                }
            }
            literals += terms.len();
            if total > MOST_WEIGHT {
                return Err(Failure::TooHeavy { label: row.label.to_owned() });
            }
            if literals > MOST_LITERALS {
                return Err(Failure::TooLarge);
            }
            let terms = terms.into_iter().map(|(weight, literal)| (weight as i64, literal)).collect();
            // A bound beyond what the sum can be is as good as one just beyond.
            let lower = row.lower.map(|bound| (i128::from(bound) - least).min(total + 1) as i64);
            let upper = row.upper.map(|bound| (i128::from(bound) - least).clamp(-1, total) as i64);
            formula.add_sum(terms, lower.filter(|&bound| bound > 0), upper.filter(|&bound| i128::from(bound) < total));
            formula.rows.resize(formula.sums.len(), Some(index));
        }
        Ok(formula)
    }

    fn add_column(&mut self, lower: i64, upper: i64) -> Result<(), Failure> {
        let width = upper - lower;
        let weights: Vec<i64> = if width <= MOST_UNARY {
            vec![1; width as usize]
        } else {
            (0..i64::BITS - width.leading_zeros()).map(|i| 1 << i).collect()
        };
        let first = self.bits;
        self.bits = u32::try_from(weights.len()).ok().and_then(|n| first.checked_add(n)).ok_or(Failure::TooLarge)?;
        if self.bits as usize > MOST_LITERALS {
            return Err(Failure::TooLarge);
        }
        let bit = |i: usize| Lit::positive(first + i as u32);
        if width <= MOST_UNARY {
            // ∀ i > 0: bit i ≤ bit i − 1
            for i in 1..weights.len() {
                self.add_sum(vec![(1, bit(i - 1)), (1, !bit(i))], Some(1), None);
            }
        } else {
            // Σ 2^i·bit i ≤ upper − lower
            let terms: Vec<_> = weights.iter().enumerate().map(|(i, &weight)| (weight, bit(i))).collect();
            let total: i64 = weights.iter().sum();
            self.add_sum(terms, None, Some(width).filter(|&width| width < total));
        }
        self.rows.resize(self.sums.len(), None);
        self.columns.push(Bits { first, lower, weights });
        Ok(())
    }

    fn add_sum(&mut self, terms: Vec<(i64, Lit)>, lower: Option<i64>, upper: Option<i64>) {
        let mut numbered = |bound: Option<i64>| {
            bound.map(|bound| {
                self.constraints += 1;
                (bound, Number::new(self.constraints))
            })
        };
        let (lower, upper) = (numbered(lower), numbered(upper));
        if lower.is_some() || upper.is_some() {
            self.sums.push(Sum { terms, lower, upper });
        }
    }

    /// The columns' values, given which bits are set.
    pub fn values(&self, is_set: impl Fn(Lit) -> bool) -> Vec<f64> {
        let value = |column: &Bits| {
            let set =
                column.weights.iter().enumerate().filter(|(i, _)| is_set(Lit::positive(column.first + *i as u32)));
            (column.lower + set.map(|(_, weight)| weight).sum::<i64>()) as f64
        };
        self.columns.iter().map(value).collect()
    }

    /// Writes the formula in the OPB format. Comments say which bits a column has and whose rows follow.
    pub fn write_opb(&self, program: &Program, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "* #variable= {} #constraint= {}", self.bits, self.constraints)?;
        for (column, bits) in program.columns().iter().zip(&self.columns) {
            write!(out, "* {} = {}", column.name, bits.lower)?;
            for (i, weight) in bits.weights.iter().enumerate() {
                write!(out, " +{weight} x{}", bits.first + i as u32 + 1)?;
            }
            writeln!(out)?;
        }
        for (sum, row) in self.sums.iter().zip(&self.rows) {
            if let Some(row) = row.and_then(|index| program.row(index)) {
                writeln!(out, "* {}", row.name())?;
            }
            // Literals that are negated move to the other side: w·¬x = w − w·x.
            let moved: i64 = sum.terms.iter().filter(|(_, literal)| literal.is_neg()).map(|(weight, _)| weight).sum();
            for (sign, bound) in [(1, sum.lower), (-1, sum.upper)] {
                let Some((bound, _)) = bound else { continue };
                for &(weight, literal) in &sum.terms {
                    let signed = if literal.is_neg() { -weight * sign } else { weight * sign };
                    write!(out, "{signed:+} x{} ", literal.vidx() + 1)?;
                }
                writeln!(out, ">= {} ;", (bound - moved) * sign)?;
            }
        }
        Ok(())
    }
}
