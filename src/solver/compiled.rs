//! [`Compiled`]: a puzzle's program with the way back, for solvers that run elsewhere.

use super::{Error, Fault, Puzzle, Solver};
use crate::cells::Domains;
use crate::encodings::Decoder;
use crate::model::{Model, Solution};
use crate::program::Program;

/// The whole program of a puzzle, and what its column values mean: for solvers other than a [`Backend`](crate::Backend),
/// which read LP or MPS text.
///
/// ```
/// use puzzle_ilp::{Futoshiki, Solver};
/// let puzzle = Futoshiki::new(2)?.less((0, 0), (0, 1));
/// let compiled = Solver::new().compile(&puzzle)?;
/// let mut text = Vec::new();
/// compiled.program().write_lp(&mut text).unwrap();
/// // … and what a solver says of that text:
/// let values = compiled.program().read_values("x_r2c1_v1 0\nx_r2c1_v2 1\nx_r2c2_v1 1").unwrap();
/// assert_eq!(compiled.answer(&values).unwrap().to_string(), "1 2\n2 1");
/// # Ok::<(), puzzle_ilp::Error>(())
/// ```
#[derive(Debug)]
#[must_use]
pub struct Compiled<'p, P: Puzzle + ?Sized> {
    puzzle: &'p P,
    cells: P::Cells,
    model: Model,
    program: Program,
    decoder: Decoder,
}

impl<P: Puzzle + ?Sized> Compiled<'_, P> {
    /// The program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The answer that column values mean (one for each column, by its index), after the checks that a backend's reply
    /// goes through: every row, every cell, every constraint by its meaning, and the puzzle's own check.
    ///
    /// # Errors
    /// What does not hold.
    pub fn answer(&self, columns: &[i64]) -> Result<P::Answer, Fault> {
        let expected = self.program.columns().len();
        if columns.len() != expected {
            return Err(Fault::Length { expected, found: columns.len() });
        }
        self.program.check(columns)?;
        let assignment = self.decoder.decode(columns)?;
        self.model.check(&assignment).map_err(Fault::Model)?;
        let objective = self.model.objective_value(&assignment);
        let answer = self.puzzle.decode(&self.cells, &Solution::new(assignment, objective));
        self.puzzle.verify(&answer).map_err(Fault::Answer)?;
        Ok(answer)
    }
}

impl Solver {
    /// The whole integer linear program of a puzzle, before any filtering, with the way back from column values.
    ///
    /// # Errors
    /// When the input is malformed or the program too large.
    pub fn compile<'p, P: Puzzle + ?Sized>(&self, puzzle: &'p P) -> Result<Compiled<'p, P>, Error> {
        let (mut model, cells) = puzzle.model()?;
        model.validate()?;
        self.break_symmetry(puzzle, &mut model, &cells);
        let domains = Domains::posted(std::sync::Arc::clone(model.table()));
        let (program, decoder) = model.compile(domains, &self.compile_options())?;
        Ok(Compiled { puzzle, cells, model, program, decoder })
    }

    /// The whole integer linear program of a puzzle, before any filtering: that of [`Solver::compile`].
    ///
    /// # Errors
    /// When the input is malformed or the program too large.
    pub fn program<P: Puzzle + ?Sized>(&self, puzzle: &P) -> Result<Program, Error> {
        Ok(self.compile(puzzle)?.program)
    }
}
