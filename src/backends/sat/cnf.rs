//! Clauses under construction, and beside them, where a certificate is wanted, the proof that each of them follows from the
//! formula: without one a [`Number`] means nothing and costs nothing.

use std::fs::File;
use std::io::{self, BufWriter};

use pigeons::{Axiom, ConstraintLike, OperationSequence, Proof};
use rustsat::OutOfMemory;
use rustsat::encodings::{CollectClauses, card, cert, pb};
use rustsat::instances::{BasicVarManager, ManageVars};
use rustsat::types::constraints::{CardConstraint, PbConstraint};
use rustsat::types::{Clause, Lit, Var};

use super::Failure;
use super::formula::Number;

/// The most literals of all clauses together.
const MOST_LITERALS: usize = 200_000_000;

/// A proof on its way into a file.
pub type ProofFile = Proof<BufWriter<File>>;

/// `Σ weight·literal ≥ bound`, with positive weights and each variable at most once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AtLeast {
    pub terms: Vec<(i64, Lit)>,
    pub bound: i64,
    pub number: Number,
}

impl AtLeast {
    /// The sum of the weights.
    pub fn total(&self) -> i64 {
        self.terms.iter().map(|(weight, _)| weight).sum()
    }

    pub fn literals(&self) -> impl Iterator<Item = Lit> + '_ {
        self.terms.iter().map(|&(_, literal)| literal)
    }
}

impl ConstraintLike<Var> for AtLeast {
    fn rhs(&self) -> isize {
        self.bound as isize
    }

    fn sum_iter(&self) -> impl Iterator<Item = (isize, Axiom<Var>)> {
        self.terms.iter().map(|&(weight, literal)| (weight as isize, Axiom::from(literal)))
    }
}

/// A step of a proof that adds up constraints.
pub struct Steps(OperationSequence<Var>);

impl Steps {
    pub fn of(number: Number) -> Self {
        Self(number.into())
    }

    /// Adds `factor` times a constraint.
    pub fn add(self, factor: i64, number: Number) -> Self {
        Self(self.0 + OperationSequence::from(number) * factor as usize)
    }

    /// Adds `factor·literal ≥ 0`: takes `factor·¬literal` out.
    pub fn weaken(self, factor: i64, literal: Lit) -> Self {
        Self(self.0 + OperationSequence::from(Axiom::from(literal)) * factor as usize)
    }

    pub fn times(self, factor: i64) -> Self {
        Self(self.0 * factor as usize)
    }

    /// Divides, all weights and the bound rounded up.
    pub fn over(self, divisor: i64) -> Self {
        if divisor == 1 { self } else { Self(self.0 / divisor as usize) }
    }
}

/// The clauses so far.
pub struct Cnf {
    variables: BasicVarManager,
    pub clauses: Clauses,
    pub proof: Option<ProofFile>,
    /// Is the empty clause among them? Nothing that is added after it has a meaning.
    pub is_refuted: bool,
}

/// Clauses with their numbers in the proof.
#[derive(Default)]
pub struct Clauses {
    pub clauses: Vec<Clause>,
    pub numbers: Vec<Number>,
    literals: usize,
}

impl CollectClauses for Clauses {
    fn n_clauses(&self) -> usize {
        self.clauses.len()
    }

    fn extend_clauses<T: IntoIterator<Item = Clause>>(&mut self, clauses: T) -> Result<(), OutOfMemory> {
        for clause in clauses {
            self.push(clause)?;
        }
        Ok(())
    }
}

impl cert::CollectClauses for Clauses {
    fn extend_cert_clauses<T>(&mut self, clauses: T) -> Result<(), OutOfMemory>
    where
        T: IntoIterator<Item = (Clause, Number)>,
    {
        for (clause, number) in clauses {
            self.push(clause)?;
            self.numbers.push(number);
        }
        Ok(())
    }
}

impl Clauses {
    fn push(&mut self, clause: Clause) -> Result<(), OutOfMemory> {
        self.literals += clause.len();
        if self.literals > MOST_LITERALS {
            return Err(OutOfMemory::ExternalApi);
        }
        self.clauses.push(clause);
        Ok(())
    }
}

impl Cnf {
    /// No clauses yet over variables of which the first `bits` are taken.
    pub fn new(bits: u32, proof: Option<ProofFile>) -> Self {
        let variables = BasicVarManager::from_next_free(Var::new(bits));
        Self { variables, clauses: Clauses::default(), proof, is_refuted: false }
    }

    /// A variable of its own.
    pub fn fresh(&mut self) -> Lit {
        self.variables.new_lit()
    }

    /// How many variables there are.
    pub fn variables(&self) -> u32 {
        self.variables.n_used()
    }

    fn push(&mut self, clause: Clause, number: Option<Number>) -> Result<Number, Failure> {
        self.clauses.push(clause)?;
        self.clauses.numbers.extend(number);
        Ok(number.unwrap_or_default())
    }

    /// Adds a clause that follows by unit propagation from these constraints.
    pub fn follows(&mut self, literals: &[Lit], from: &[Number]) -> Result<(), Failure> {
        let clause: Clause = literals.iter().copied().collect();
        let number = match &mut self.proof {
            Some(proof) => Some(proof.reverse_unit_prop(&clause, from.iter().map(|&number| number.into()))?),
            None => None,
        };
        self.push(clause, number)?;
        self.is_refuted |= literals.is_empty();
        Ok(())
    }

    /// Adds a clause that is part of the definition of a fresh variable: it holds when `witness` does.
    pub fn define(&mut self, literals: &[Lit], witness: Lit) -> Result<Number, Failure> {
        let clause: Clause = literals.iter().copied().collect();
        let number = match &mut self.proof {
            Some(proof) => Some(redundant(proof, &clause, witness)?),
            None => None,
        };
        self.push(clause, number)
    }

    /// Adds to the proof alone a part of the definition of a fresh variable: it holds when `witness` does.
    pub fn assume(&mut self, constraint: &AtLeast, witness: Lit) -> Result<Number, Failure> {
        match &mut self.proof {
            Some(proof) => Ok(redundant(proof, constraint, witness)?),
            None => Ok(Number::default()),
        }
    }

    /// Adds to the proof alone a constraint that is a sum of others.
    pub fn derive(&mut self, steps: impl FnOnce() -> Steps) -> Result<Number, Failure> {
        match &mut self.proof {
            Some(proof) => Ok(proof.operations(&steps().0)?),
            None => Ok(Number::default()),
        }
    }

    /// Adds clauses for a constraint whose weights are all 1: a totalizer.
    pub fn totalizer(&mut self, at_least: &AtLeast) -> Result<(), Failure> {
        self.cardinality(CardConstraint::new_lb(at_least.literals(), at_least.bound as usize), at_least.number)
    }

    /// The same where the sum must be the bound: `at_least` and `at_most` are its two halves, of consecutive numbers.
    pub fn exact_totalizer(&mut self, at_least: &AtLeast) -> Result<(), Failure> {
        self.cardinality(CardConstraint::new_eq(at_least.literals(), at_least.bound as usize), at_least.number)
    }

    fn cardinality(&mut self, constraint: CardConstraint, number: Number) -> Result<(), Failure> {
        let Self { variables, clauses, proof, .. } = self;
        match proof {
            Some(proof) => {
                let numbered = (constraint, number);
                Ok(card::cert::default_encode_cardinality_constraint(numbered, clauses, variables, proof)?)
            }
            None => Ok(card::default_encode_cardinality_constraint(constraint, clauses, variables)?),
        }
    }

    /// Adds clauses for a constraint with few different sums: a generalized totalizer.
    pub fn generalized_totalizer(&mut self, at_least: &AtLeast) -> Result<(), Failure> {
        let terms = at_least.terms.iter().map(|&(weight, literal)| (literal, weight as usize));
        let constraint = PbConstraint::new_lb_unsigned(terms, at_least.bound as isize);
        let Self { variables, clauses, proof, .. } = self;
        match proof {
            Some(proof) => {
                let numbered = (constraint, at_least.number);
                Ok(pb::cert::default_encode_pb_constraint(numbered, clauses, variables, proof)?)
            }
            None => Ok(pb::default_encode_pb_constraint(constraint, clauses, variables)?),
        }
    }
}

fn redundant<C: ConstraintLike<Var>>(proof: &mut ProofFile, constraint: &C, witness: Lit) -> io::Result<Number> {
    let witness = Axiom::from(witness).into();
    proof.redundant::<Var, C, _, _>(constraint, [witness], std::iter::empty())
}
