//! Laws that every constraint keeps, as functions: run them on a constraint of your own.
//!
//! **Rows mean the model** ([`rows_mean_the_model`]): the rows that [`Model::compile`] writes accept an assignment of the
//! cells, for some values of the further columns, exactly when every constraint's
//! [`is_satisfied`](crate::Constraint::is_satisfied) does. Meaning is looked up by brute force over the posted domains, and
//! the program's points are enumerated in exact integers, without a solver.
//!
//! **Filters keep support** ([`filters_keep_support`]): a [`filter`](crate::Constraint::filter) takes away no value that an
//! assignment uses which meets its constraint and the must-differ relation. Both are meant for small models: one or a few
//! constraints over a handful of cells.
//!
//! ```
//! use puzzle_ilp::{Assignment, CellId, CompileOptions, Constraint, EncodeError, Encoder, Encoding, Model, laws};
//!
//! /// The two cells add up to an even number.
//! #[derive(Debug)]
//! struct EvenSum([CellId; 2]);
//!
//! impl Constraint for EvenSum {
//!     fn scope(&self) -> &[CellId] {
//!         &self.0
//!     }
//!
//!     fn is_satisfied(&self, values: &Assignment) -> bool {
//!         let [a, b] = self.0;
//!         (values.value(a) + values.value(b)) % 2 == 0
//!     }
//!
//!     fn linearise(&self, encoder: &mut Encoder) -> Result<(), EncodeError> {
//!         let [a, b] = self.0;
//!         // value(a) + value(b) = 2·half, with a column of the constraint's own
//!         let half = encoder.column(format_args!("half"), 0..=9)?;
//!         let row = encoder.value(a)? + encoder.value(b)? - half * 2;
//!         encoder.row(format_args!("even"), row, 0..=0)
//!     }
//! }
//!
//! let mut model = Model::new();
//! let x = model.digits("x", 1, 2, 1..=9);
//! model.post("an even sum", EvenSum([x[(0, 0)].id(), x[(0, 1)].id()]));
//! for encoding in [Encoding::OneHot, Encoding::PrimeExponent] {
//!     let options = CompileOptions { encoding, ..CompileOptions::default() };
//!     assert_eq!(laws::rows_mean_the_model(&model, &options)?, 41); // 5·5 + 4·4 of the 81 pairs
//! }
//! # Ok::<(), laws::LawViolation>(())
//! ```

use std::collections::BTreeSet;

use crate::cells::{Assignment, Domains};
use crate::constraints::Constraint;
use crate::encodings::{DecodeError, Decoder, EncodeError};
use crate::model::{CompileOptions, Model, ModelError};
use crate::program::Program;

/// The most assignments that [`rows_mean_the_model`] looks at, and [`filters_keep_support`] for each constraint.
pub const MOST_ASSIGNMENTS: usize = 1 << 20;

/// The most terms of rows that [`rows_mean_the_model`] looks at while it enumerates a program's points.
pub const MOST_STEPS: usize = 1 << 30;

/// The most columns, and the most terms, of a program that is enumerated.
const MOST_TERMS: usize = 1 << 20;

/// A law that does not hold, or could not be looked at.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LawViolation {
    /// The model itself is malformed.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The model could not be written as a program.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// There is more to look at than the limit allows: nothing is known.
    #[error("more than {limit} {what} to look at, expected a smaller model")]
    TooLarge {
        /// What there is too much of.
        what: &'static str,
        /// The most that is looked at.
        limit: usize,
    },
    /// The rows accept what a constraint refuses.
    #[error("the rows accept {assignment}, which breaks {label:?}")]
    Accepted {
        /// The label of the first constraint that it breaks.
        label: String,
        /// The cells with their values.
        assignment: String,
        /// The values, in the order of the cells.
        values: Vec<u32>,
    },
    /// The rows refuse what every constraint accepts.
    #[error("the rows refuse {assignment}, which meets every constraint")]
    Refused {
        /// The cells with their values.
        assignment: String,
        /// The values, in the order of the cells.
        values: Vec<u32>,
    },
    /// A filter took away a value that an assignment uses which meets the constraint and the must-differ relation.
    #[error("the filter of {label:?} takes {value} from {cell}, though {assignment} meets it")]
    Filtered {
        /// The constraint's label.
        label: String,
        /// The cell's name.
        cell: String,
        /// The value.
        value: u32,
        /// The assignment of the constraint's cells.
        assignment: String,
    },
    /// Column values that meet every row but encode no value of some cell.
    #[error("the rows accept {columns}, but {source}")]
    Undecoded {
        /// The columns with their values.
        columns: String,
        /// The cell.
        source: DecodeError,
    },
}

/// Checks that the rows accept just what the constraints mean; returns the number of solutions.
///
/// # Errors
/// [`LawViolation`] with the first assignment on which they differ, or why that could not be found out.
pub fn rows_mean_the_model(model: &Model, options: &CompileOptions) -> Result<usize, LawViolation> {
    let meant = solutions_by_meaning(model, MOST_ASSIGNMENTS)?;
    let accepted = solutions_by_rows(model, options, MOST_STEPS)?;
    // Both ascend: the first difference is the first assignment that only one of them has.
    let mut accepted_rest = accepted.iter().peekable();
    for assignment in &meant {
        match accepted_rest.next_if(|other| other.values() <= assignment.values()) {
            Some(same) if same.values() == assignment.values() => {}
            Some(wrong) => return Err(accepted_wrongly(model, wrong)),
            None => {
                return Err(LawViolation::Refused {
                    assignment: assignment.to_string(),
                    values: assignment.values().to_vec(),
                });
            }
        }
    }
    match accepted_rest.next() {
        Some(wrong) => Err(accepted_wrongly(model, wrong)),
        None => Ok(meant.len()),
    }
}

/// Checks that each constraint's filter, run on `domains` until it changes nothing, keeps every value that some assignment
/// within them uses which meets that constraint and the must-differ relation of the rules; returns how many values the
/// filters took away, each from `domains` as given.
///
/// # Errors
/// [`LawViolation::Filtered`] with the value that should have stayed, or why that could not be found out.
pub fn filters_keep_support(model: &Model, domains: &Domains) -> Result<usize, LawViolation> {
    model.validate()?;
    let mut taken = 0;
    for posted in model.posted() {
        let scope = posted.constraint().scope();
        let mut filtered = domains.clone();
        let mut is_consistent = true;
        loop {
            let before: usize = scope.iter().map(|&cell| filtered.size(cell)).sum();
            is_consistent &= posted.constraint().filter(&mut filtered).is_ok();
            let after: usize = scope.iter().map(|&cell| filtered.size(cell)).sum();
            if !is_consistent || before == after {
                break;
            }
        }
        for tuple in supports(posted.constraint(), domains)? {
            let lost = scope.iter().zip(&tuple).find(|&(&cell, &v)| !is_consistent || !filtered.contains(cell, v));
            if let Some((&cell, &value)) = lost {
                let table = model.table();
                let held = scope.iter().zip(&tuple).map(|(&cell, v)| format!("{} = {v}", table.name(cell)));
                return Err(LawViolation::Filtered {
                    label: posted.label().to_owned(),
                    cell: table.name(cell),
                    value,
                    assignment: held.collect::<Vec<_>>().join(", "),
                });
            }
        }
        for &cell in scope {
            taken += if is_consistent { domains.size(cell) - filtered.size(cell) } else { domains.size(cell) };
        }
    }
    Ok(taken)
}

/// The tuples of values within `domains` that meet a constraint and the must-differ relation among its cells.
fn supports(constraint: &dyn Constraint, domains: &Domains) -> Result<Vec<Vec<u32>>, LawViolation> {
    let scope = constraint.scope();
    let values: Vec<Vec<u32>> = scope.iter().map(|&cell| domains.values(cell).collect()).collect();
    let count = values.iter().try_fold(1usize, |count, values| count.checked_mul(values.len()));
    let Some(count) = count.filter(|&count| count <= MOST_ASSIGNMENTS) else {
        return Err(LawViolation::TooLarge { what: "assignments", limit: MOST_ASSIGNMENTS });
    };
    // Cells outside the scope hold anything.
    let table = domains.table();
    let mut held: Vec<u32> = table.ids().map(|cell| table.domain(cell).value(0)).collect();
    let mut tuples = Vec::new();
    for number in 0..count {
        let mut rest = number;
        let tuple: Vec<u32> = values
            .iter()
            .map(|values| {
                let value = values[rest % values.len()];
                rest /= values.len();
                value
            })
            .collect();
        for (&cell, &value) in scope.iter().zip(&tuple) {
            held[cell.index()] = value;
        }
        let differ = |i: usize, j: usize| !domains.must_differ(scope[i], scope[j]) || tuple[i] != tuple[j];
        if (0..scope.len()).all(|i| (0..i).all(|j| differ(i, j)))
            && let Some(assignment) = Assignment::new(table.clone(), held.clone())
            && constraint.is_satisfied(&assignment)
        {
            tuples.push(tuple);
        }
    }
    Ok(tuples)
}

fn accepted_wrongly(model: &Model, assignment: &Assignment) -> LawViolation {
    let label = model.posted().iter().find(|posted| !posted.constraint().is_satisfied(assignment));
    LawViolation::Accepted {
        label: label.map_or_else(String::new, |posted| posted.label().to_owned()),
        assignment: assignment.to_string(),
        values: assignment.values().to_vec(),
    }
}

/// The assignments over the posted domains that meet every constraint, in ascending order of their values.
///
/// # Errors
/// When the model is malformed, or there are more than `limit` assignments to look at.
pub fn solutions_by_meaning(model: &Model, limit: usize) -> Result<Vec<Assignment>, LawViolation> {
    model.validate()?;
    let table = model.table();
    let domains: Vec<_> = table.ids().map(|cell| table.domain(cell)).collect();
    let count = domains.iter().try_fold(1usize, |count, domain| count.checked_mul(domain.len()));
    if count.is_none_or(|count| count > limit) {
        return Err(LawViolation::TooLarge { what: "assignments", limit });
    }
    let mut solutions = Vec::new();
    // An odometer over the positions of the values, the last cell fastest.
    let mut at = vec![0; domains.len()];
    for _ in 0..count.unwrap_or(0) {
        let values = at.iter().zip(&domains).map(|(&position, domain)| domain.value(position)).collect();
        if let Some(assignment) = Assignment::new(table.clone(), values)
            && model.check(&assignment).is_ok()
        {
            solutions.push(assignment);
        }
        for (position, domain) in at.iter_mut().zip(&domains).rev() {
            *position += 1;
            if *position < domain.len() {
                break;
            }
            *position = 0;
        }
    }
    Ok(solutions)
}

/// The assignments that the compiled rows accept for some values of the further columns, in ascending order of their values.
///
/// # Errors
/// When the model is malformed or cannot be written as a program, a point of the program does not decode
/// ([`LawViolation::Undecoded`]), or its enumeration would look at more than `limit` terms of rows.
pub fn solutions_by_rows(
    model: &Model,
    options: &CompileOptions,
    limit: usize,
) -> Result<Vec<Assignment>, LawViolation> {
    model.validate()?;
    let (program, decoder) = model.compile(model.domains(), options)?;
    accepted(&program, &decoder, limit)
}

fn accepted(program: &Program, decoder: &Decoder, limit: usize) -> Result<Vec<Assignment>, LawViolation> {
    let mut found = BTreeSet::new();
    let mut solutions = Vec::new();
    let mut points = Points::new(program, limit)?;
    let cell_columns = decoder.columns();
    while let Some(point) = points.next(cell_columns)? {
        let assignment = decoder.decode(&point).map_err(|source| {
            let columns =
                program.columns().iter().zip(&point).map(|(column, value)| format!("{} = {value}", column.name));
            LawViolation::Undecoded { columns: columns.collect::<Vec<_>>().join(", "), source }
        })?;
        if found.insert(assignment.values().to_vec()) {
            solutions.push(assignment);
        }
    }
    solutions.sort_by(|a, b| a.values().cmp(b.values()));
    Ok(solutions)
}

/// A row of the program under enumeration.
struct EnumeratedRow {
    terms: Vec<(usize, i128)>,
    lower: Option<i128>,
    upper: Option<i128>,
}

/// A column that was fixed to its least value, and how long the trail was before.
struct Branch {
    column: usize,
    trail: usize,
}

/// The integer points of a program, by depth-first search with bounds propagation along the rows.
struct Points {
    rows: Vec<EnumeratedRow>,
    rows_of: Vec<Vec<usize>>,
    bounds: Vec<(i128, i128)>,
    /// Columns whose bounds changed, with the bounds before.
    trail: Vec<(usize, (i128, i128))>,
    branches: Vec<Branch>,
    waiting: Vec<usize>,
    is_waiting: Vec<bool>,
    steps: usize,
    limit: usize,
    started: bool,
}

impl Points {
    fn new(program: &Program, limit: usize) -> Result<Self, LawViolation> {
        let size = program.size();
        // Sums of this many terms, each a product of two numbers up to 2⁵³, stay within i128.
        if size.columns > MOST_TERMS || size.nonzeros > MOST_TERMS {
            return Err(LawViolation::TooLarge { what: "columns or terms", limit: MOST_TERMS });
        }
        let rows: Vec<EnumeratedRow> = program
            .rows()
            .map(|row| EnumeratedRow {
                terms: row.terms.iter().map(|&(column, k)| (column.index(), i128::from(k))).collect(),
                lower: row.lower.map(i128::from),
                upper: row.upper.map(i128::from),
            })
            .collect();
        let mut rows_of = vec![Vec::new(); size.columns];
        for (index, row) in rows.iter().enumerate() {
            for &(column, _) in &row.terms {
                rows_of[column].push(index);
            }
        }
        let bounds = program.columns().iter().map(|c| (i128::from(c.lower), i128::from(c.upper))).collect();
        let is_waiting = vec![false; rows.len()];
        Ok(Self {
            rows,
            rows_of,
            bounds,
            trail: Vec::new(),
            branches: Vec::new(),
            waiting: Vec::new(),
            is_waiting,
            steps: 0,
            limit,
            started: false,
        })
    }

    /// The next point. Of the points that agree on the first `projected` columns only one is found.
    fn next(&mut self, projected: usize) -> Result<Option<Vec<i64>>, LawViolation> {
        let mut consistent = if self.started {
            // Leave the last point: what lies beyond the projection need not be varied.
            while self.branches.last().is_some_and(|branch| branch.column >= projected) {
                self.leave_branch();
            }
            self.backtrack()?
        } else {
            self.started = true;
            (0..self.rows.len()).for_each(|row| self.wait(row));
            if self.propagate()? { true } else { self.backtrack()? }
        };
        while consistent {
            let Some(column) = self.bounds.iter().position(|(lower, upper)| lower < upper) else {
                return Ok(Some(self.bounds.iter().map(|&(value, _)| value as i64).collect()));
            };
            self.branches.push(Branch { column, trail: self.trail.len() });
            let (lower, _) = self.bounds[column];
            self.set(column, (lower, lower));
            consistent = if self.propagate()? { true } else { self.backtrack()? };
        }
        Ok(None)
    }

    /// Undoes the last branch and returns its column.
    fn leave_branch(&mut self) -> Option<usize> {
        let branch = self.branches.pop()?;
        while self.trail.len() > branch.trail {
            if let Some((column, before)) = self.trail.pop() {
                self.bounds[column] = before;
            }
        }
        Some(branch.column)
    }

    /// Goes back to the last branch whose column can be more than its least value; false when there is none.
    fn backtrack(&mut self) -> Result<bool, LawViolation> {
        while let Some(column) = self.leave_branch() {
            let (lower, upper) = self.bounds[column];
            self.set(column, (lower + 1, upper));
            if self.propagate()? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn wait(&mut self, row: usize) {
        if !std::mem::replace(&mut self.is_waiting[row], true) {
            self.waiting.push(row);
        }
    }

    fn set(&mut self, column: usize, bounds: (i128, i128)) {
        let before = std::mem::replace(&mut self.bounds[column], bounds);
        self.trail.push((column, before));
        for i in 0..self.rows_of[column].len() {
            self.wait(self.rows_of[column][i]);
        }
    }

    /// Tightens bounds along the rows until nothing changes; false when a row cannot hold.
    fn propagate(&mut self) -> Result<bool, LawViolation> {
        while let Some(row) = self.waiting.pop() {
            self.is_waiting[row] = false;
            self.steps = self.steps.saturating_add(self.rows[row].terms.len() + 1);
            if self.steps > self.limit {
                return Err(LawViolation::TooLarge { what: "terms of rows", limit: self.limit });
            }
            if !self.tighten(row) {
                for row in self.waiting.drain(..) {
                    self.is_waiting[row] = false;
                }
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Tightens the bounds of the columns of one row; false when it cannot hold.
    fn tighten(&mut self, row: usize) -> bool {
        let EnumeratedRow { terms, lower, upper } = &self.rows[row];
        let (lower, upper) = (*lower, *upper);
        let (mut least, mut most) = (0, 0);
        for &(column, k) in terms {
            let (low, high) = self.bounds[column];
            let (a, b) = (k * low, k * high);
            least += a.min(b);
            most += a.max(b);
        }
        if upper.is_some_and(|upper| least > upper) || lower.is_some_and(|lower| most < lower) {
            return false;
        }
        for i in 0..self.rows[row].terms.len() {
            let (column, k) = self.rows[row].terms[i];
            let (low, high) = self.bounds[column];
            let (mut new_low, mut new_high) = (low, high);
            // The room is at least 0, so that division rounds down. Bounds that tighten here only make it smaller.
            if let Some(upper) = upper {
                let most_steps = (upper - least) / k.abs();
                if k > 0 { new_high = new_high.min(low + most_steps) } else { new_low = new_low.max(high - most_steps) }
            }
            if let Some(lower) = lower {
                let most_steps = (most - lower) / k.abs();
                if k > 0 { new_low = new_low.max(high - most_steps) } else { new_high = new_high.min(low + most_steps) }
            }
            if new_low > new_high {
                return false;
            }
            if (new_low, new_high) != (low, high) {
                self.set(column, (new_low, new_high));
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::LinExpr;

    /// All points, by brute force over the bounds.
    fn by_force(program: &Program) -> Vec<Vec<i64>> {
        let mut points = vec![vec![]];
        for column in program.columns() {
            let extend = |point: &Vec<i64>| {
                let point = point.clone();
                (column.lower..=column.upper).map(move |v| point.iter().copied().chain([v]).collect())
            };
            points = points.iter().flat_map(extend).collect();
        }
        points.retain(|point| program.check(point).is_ok());
        points
    }

    fn enumerated(program: &Program, projected: usize) -> Vec<Vec<i64>> {
        let mut points = Points::new(program, 1_000_000).unwrap();
        let mut found = Vec::new();
        while let Some(point) = points.next(projected).unwrap() {
            found.push(point);
        }
        found
    }

    #[test]
    fn points_are_those_that_satisfy_every_row() {
        // Small programs with coefficients of both signs, open and closed rows, drawn by a linear congruence.
        let mut state = 12345u64;
        let mut draw = |n: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % n
        };
        let mut seen = 0;
        for _ in 0..300 {
            let mut program = Program::new();
            let columns: Vec<_> = (0..4)
                .map(|i| {
                    let low = draw(4) as i64 - 2;
                    program.add_column(&format!("x{i}"), low..=low + draw(4) as i64).unwrap()
                })
                .collect();
            for r in 0..2 {
                let mut expr = LinExpr::new();
                for &column in &columns {
                    expr.add_term(column, draw(9) as i64 - 4);
                }
                let low = draw(9) as i64 - 4;
                match draw(4) {
                    0 => program.add_row(format!("r{r}"), "", expr, low..),
                    1 => program.add_row(format!("r{r}"), "", expr, ..=low),
                    2 => program.add_row(format!("r{r}"), "", expr, low..=low),
                    _ => program.add_row(format!("r{r}"), "", expr, low - 2..=low + 2),
                }
                .unwrap();
            }
            let expected = by_force(&program);
            assert_eq!(enumerated(&program, 4), expected, "{program}");
            seen += expected.len();
            // Projected on two columns: each pair that extends to a point, once.
            let mut pairs: Vec<_> = expected.iter().map(|point| point[..2].to_vec()).collect();
            pairs.dedup();
            let found: Vec<_> = enumerated(&program, 2).iter().map(|point| point[..2].to_vec()).collect();
            assert_eq!(found, pairs, "{program}");
        }
        assert!(seen > 1000, "{seen}: the programs drawn have points");
    }

    #[test]
    fn a_point_that_does_not_decode_is_a_violation() {
        let mut model = Model::new();
        model.digits("x", 1, 1, 1..=2);
        let (program, decoder) = model.compile(model.domains(), &CompileOptions::default()).unwrap();
        assert_eq!(accepted(&program, &decoder, 1000).unwrap().len(), 2);
        let mut loose = Program::new();
        for column in program.columns() {
            loose.add_column(&column.name, 0..=1).unwrap();
        }
        let error = accepted(&loose, &decoder, 1000).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the rows accept x_r1c1_v1 = 0, x_r1c1_v2 = 0, but the columns of r1c1 encode none of its values"
        );
    }

    #[test]
    fn wide_columns_and_long_chases_end_at_the_limit() {
        let mut program = Program::new();
        let x = program.add_column("x", 0..=1 << 50).unwrap();
        let y = program.add_column("y", 0..=1 << 50).unwrap();
        // x > y > x: propagation alone would take 2⁵⁰ rounds.
        program.add_row("x above y", "", LinExpr::from(x) - LinExpr::from(y), 1..).unwrap();
        program.add_row("y above x", "", LinExpr::from(y) - LinExpr::from(x), 1..).unwrap();
        let error = Points::new(&program, 10_000).unwrap().next(2).unwrap_err();
        assert_eq!(error, LawViolation::TooLarge { what: "terms of rows", limit: 10_000 });
    }
}
