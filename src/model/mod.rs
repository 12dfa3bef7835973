//! [`Model`]: what a puzzle says, as plain data. Cells with finite domains, constraints with labels, an objective.

mod compile;
mod display;
mod objective;
mod solution;

use objective::Objective;

pub use compile::CompileOptions;
pub use solution::Solution;

use std::borrow::Borrow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::cells::{
    Assignment, Cell, CellId, CellTable, Digit, Domain, Domains, Group, GroupKind, Slot, TileSet, Wipeout,
};
use crate::constraints::{Constraint, ScopeError};
use crate::encodings::Encoding;
use crate::grid::Grid;
use crate::input::{Cause, MAX_CELLS, Violation};

/// Is a constraint one of the puzzle's rules, or a clue of the instance?
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// Background: explanations never blame it.
    Rule,
    /// Its label is its name in explanations.
    Clue,
}

/// A constraint with its label and role.
#[derive(Debug, Clone)]
pub struct Posted {
    pub(crate) label: Arc<str>,
    pub(crate) role: Role,
    pub(crate) constraint: Arc<dyn Constraint>,
}

impl Posted {
    /// The label, as it was given.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// Rule or clue.
    pub fn role(&self) -> Role {
        self.role
    }

    /// The constraint.
    pub fn constraint(&self) -> &dyn Constraint {
        &*self.constraint
    }
}

/// What is wrong with a model as it was built; found when it is solved, since building never fails.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// The cells of a group have no value.
    #[error("group {group:?} has an empty domain, expected at least one value")]
    EmptyDomain {
        /// The group's name.
        group: String,
    },
    /// Two groups have one name.
    #[error("two groups are called {group:?}, expected different names")]
    RepeatedGroup {
        /// The name.
        group: String,
    },
    /// A group brings the model above what the crate takes.
    #[error("group {group:?} of {rows} × {cols} cells with {values} values each, expected at most {limit} {of}")]
    TooLarge {
        /// The group's name.
        group: String,
        /// Its rows.
        rows: usize,
        /// Its columns.
        cols: usize,
        /// The size of its domain.
        values: usize,
        /// The limit that it exceeds.
        limit: usize,
        /// What the limit counts, as text.
        of: &'static str,
    },
    /// A constraint speaks of no cell.
    #[error("{label:?} speaks of no cell, expected at least one")]
    EmptyScope {
        /// The constraint's label.
        label: String,
    },
    /// A constraint names a cell twice.
    #[error("{label:?} names {cell} twice, expected each cell once")]
    RepeatedCell {
        /// The constraint's label.
        label: String,
        /// The cell's name.
        cell: String,
    },
    /// A constraint, an objective or an encoding names a cell of another model.
    #[error("{label:?} names a cell of another model")]
    ForeignCell {
        /// The constraint's label, or what else names the cell.
        label: String,
    },
    /// A constraint is wrong in itself.
    #[error("{label:?}: {source}")]
    Constraint {
        /// The constraint's label.
        label: String,
        /// What is wrong.
        source: ScopeError,
    },
    /// The objective's weights exceed what integers hold exactly.
    #[error("the objective's weights exceed ±2^53")]
    ObjectiveWeight,
}

/// The most values of one cell. Every constraint looks at each of them, and their factors are found by trial division.
pub(crate) const MAX_VALUES: usize = 1 << 16;

/// The most bits that the domains of a model take: 32 megabytes, enough for [`MAX_CELLS`] cells of 64 values each. A
/// program with a column for each value would have long been refused.
const MAX_DOMAIN_BITS: usize = 1 << 28;

/// What a puzzle says: cells with finite domains, labelled rules and clues, an objective.
///
/// Building never fails; what is wrong with a model is reported, with its place, when it is solved.
///
/// ```
/// use puzzle_ilp::{Model, all_different, less_than};
/// let mut model = Model::new();
/// let x = model.digits("x", 2, 2, 1..=2);                       // Grid<Cell<Digit>>
/// for r in 0..2 { model.rule(format!("row {}", r + 1), all_different(x.row(r))); }
/// for c in 0..2 { model.rule(format!("column {}", c + 1), all_different(x.col(c))); }
/// model.post("r1c1 < r2c1", less_than(x[(0, 0)], x[(1, 0)]));
/// # #[cfg(feature = "highs")] {
/// let solution = puzzle_ilp::Solver::new().solve_model(&model)?;
/// assert_eq!(solution.grid(&x).to_string(), "1 2\n2 1");
/// # }
/// # Ok::<(), puzzle_ilp::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Model {
    table: Arc<CellTable>,
    posted: Vec<Posted>,
    /// The encoding wished for each group; `Auto` leaves it to the solver's choice.
    encodings: Vec<Encoding>,
    objective: Option<Objective>,
    /// Where optimising may start from.
    start: Vec<(CellId, u32)>,
    /// The first thing that is wrong with it.
    error: Option<ModelError>,
}

/// The stamp of the next group of cells, of whatever model. No answer depends on it.
static NEXT_STAMP: AtomicU32 = AtomicU32::new(0);

impl Default for Model {
    fn default() -> Self {
        Self::new()
    }
}

impl Model {
    /// A model without cells.
    pub fn new() -> Self {
        Self {
            table: Arc::new(CellTable { groups: Vec::new(), group_of: Vec::new() }),
            posted: Vec::new(),
            encodings: Vec::new(),
            objective: None,
            start: Vec::new(),
            error: None,
        }
    }

    /// A grid of cells that each hold a number of `domain`, indexed by `(row, column)` from 0. `name` is the group's, and begins the
    /// names of its columns (`x_r1c2_v5`); groups have different names.
    ///
    /// A grid above [`MAX_CELLS`], or cells of more than 65,536 values, come back empty, and solving reports it.
    pub fn digits(&mut self, name: &str, rows: usize, cols: usize, domain: impl Into<Domain>) -> Grid<Cell<Digit>> {
        self.add_group(name, rows, cols, GroupKind::Digits, domain.into())
    }

    /// A grid of slots that each hold a tile of `tiles`, in any of its rotations, indexed by `(row, column)` from 0.
    ///
    /// A grid above [`MAX_CELLS`] comes back empty, and solving reports it.
    pub fn slots(&mut self, name: &str, rows: usize, cols: usize, tiles: &TileSet) -> Grid<Cell<Slot>> {
        let values = tiles.values() as u32;
        self.add_group(name, rows, cols, GroupKind::Slots(Arc::new(tiles.clone())), Domain::from(0..values))
    }

    fn add_group<K>(&mut self, name: &str, rows: usize, cols: usize, kind: GroupKind, domain: Domain) -> Grid<Cell<K>> {
        let first = self.table.len();
        let cells = rows.checked_mul(cols).filter(|&new| new <= MAX_CELLS - first.min(MAX_CELLS));
        let bits: usize = self.table.groups.iter().map(|g| g.len() * g.domain.len().next_multiple_of(64)).sum();
        let new_bits = cells.and_then(|n| n.checked_mul(domain.len().next_multiple_of(64)));
        let fits = new_bits.and_then(|new| new.checked_add(bits)).is_some_and(|all| all <= MAX_DOMAIN_BITS);
        let (Some(cells), true, true) = (cells, fits, domain.len() <= MAX_VALUES) else {
            let (limit, of) = match cells {
                None => (MAX_CELLS, "cells in a model"),
                Some(_) if domain.len() > MAX_VALUES => (MAX_VALUES, "values in a cell"),
                Some(_) => (MAX_DOMAIN_BITS, "values in a model"),
            };
            let group = name.to_owned();
            self.fail(ModelError::TooLarge { group, rows, cols, values: domain.len(), limit, of });
            return Grid::from_fn(0, 0, |_, _| unreachable!("an empty grid has no cell"));
        };
        if domain.is_empty() && cells > 0 {
            self.fail(ModelError::EmptyDomain { group: name.to_owned() });
        }
        if self.table.groups.iter().any(|group| &*group.name == name) {
            self.fail(ModelError::RepeatedGroup { group: name.to_owned() });
        }
        let table = Arc::make_mut(&mut self.table);
        let group = table.groups.len() as u32;
        let stamp = NEXT_STAMP.fetch_add(1, Ordering::Relaxed);
        table.groups.push(Group { name: name.into(), rows, cols, stamp, first, kind, domain });
        table.group_of.extend(std::iter::repeat_n(group, cells));
        self.encodings.push(Encoding::Auto);
        Grid::from_fn(rows, cols, |r, c| Cell::new(CellId { stamp, index: (first + r * cols + c) as u32 }))
    }

    /// Only the first fault is reported: later ones may follow from it.
    fn fail(&mut self, error: ModelError) {
        self.error.get_or_insert(error);
    }

    /// Posts a rule of the puzzle: background that explanations never blame.
    pub fn rule(&mut self, label: impl AsRef<str>, constraint: impl Constraint + 'static) {
        self.push(label.as_ref(), Role::Rule, constraint);
    }

    /// Posts a clue: its label is its name in explanations and on its rows.
    pub fn post(&mut self, label: impl AsRef<str>, constraint: impl Constraint + 'static) {
        self.push(label.as_ref(), Role::Clue, constraint);
    }

    fn push(&mut self, label: &str, role: Role, constraint: impl Constraint + 'static) {
        self.posted.push(Posted { label: label.into(), role, constraint: Arc::new(constraint) });
    }

    /// Wishes an encoding for a group of digits, before the solver's own choice ([`Solver::encoding`](crate::Solver::encoding)).
    pub fn encode(&mut self, cells: &Grid<Cell<Digit>>, encoding: Encoding) {
        for cell in cells.cells() {
            if !self.table.owns(cell.id()) {
                self.fail(ModelError::ForeignCell { label: "encode".to_owned() });
                return;
            }
            self.encodings[self.table.group_of[cell.id().index()] as usize] = encoding;
        }
    }

    /// Asks for the solution with the greatest sum of weights: `(cell, value, weight)` earns its weight when its cell holds its
    /// value. A later objective replaces an earlier one. Weights of more than 2⁵³ in all are a [`ModelError`] when the model is
    /// solved.
    pub fn maximise(&mut self, weights: impl IntoIterator<Item = (impl Borrow<Cell<Digit>>, u32, i64)>) {
        self.set_objective(weights, true);
    }

    /// Asks for the solution with the least sum of weights, given as for [`Model::maximise`].
    pub fn minimise(&mut self, weights: impl IntoIterator<Item = (impl Borrow<Cell<Digit>>, u32, i64)>) {
        self.set_objective(weights, false);
    }

    fn set_objective(
        &mut self,
        weights: impl IntoIterator<Item = (impl Borrow<Cell<Digit>>, u32, i64)>,
        maximise: bool,
    ) {
        let weights: Vec<_> = weights.into_iter().map(|(cell, value, w)| (cell.borrow().id(), value, w)).collect();
        if weights.iter().any(|(cell, ..)| !self.table.owns(*cell)) {
            self.fail(ModelError::ForeignCell { label: "objective".to_owned() });
            return;
        }
        let total = weights.iter().fold(0i128, |sum, (.., w)| sum + i128::from(w.unsigned_abs()));
        if total > i128::from(crate::program::MAX_COEFFICIENT) {
            self.fail(ModelError::ObjectiveWeight);
            return;
        }
        let weights = weights.into_iter().filter(|&(.., weight)| weight != 0).collect();
        self.objective = Some(Objective::new(weights, maximise));
    }

    /// Asks for the greatest sum of weights, over raw values: of a slot the index of an oriented tile.
    pub(crate) fn maximise_values(&mut self, weights: Vec<(CellId, u32, i64)>) {
        self.objective = Some(Objective::new(weights, true));
    }

    /// Tells where optimising may start from: cells with their values (for a slot the index into
    /// [`TileSet::oriented`]). Values for all cells that meet every constraint are an answer to be bettered; values for some, or
    /// wrong ones, are a hint to the backend and no more. A later start replaces an earlier one.
    pub fn start(&mut self, values: impl IntoIterator<Item = (CellId, u32)>) {
        self.start = values.into_iter().collect();
        if self.start.iter().any(|(cell, _)| !self.table.owns(*cell)) {
            self.fail(ModelError::ForeignCell { label: "start".to_owned() });
        }
    }

    /// The values to start from, as they were given.
    pub(crate) fn start_values(&self) -> &[(CellId, u32)] {
        &self.start
    }

    /// The start, if it is a solution.
    pub(crate) fn start_solution(&self) -> Option<Assignment> {
        let mut values = vec![None; self.table.len()];
        for &(cell, value) in &self.start {
            *values.get_mut(cell.index())? = Some(value);
        }
        let values: Option<Vec<u32>> = values.into_iter().collect();
        let assignment = Assignment::new(Arc::clone(&self.table), values?)?;
        self.first_broken(&assignment).is_none().then_some(assignment)
    }

    /// The cells.
    pub fn table(&self) -> &Arc<CellTable> {
        &self.table
    }

    /// The rules and clues, in the order of posting.
    pub fn posted(&self) -> &[Posted] {
        &self.posted
    }

    /// Is there something to optimise?
    pub fn has_objective(&self) -> bool {
        self.objective.is_some()
    }

    /// Looks for what is wrong with the model as it was built.
    ///
    /// # Errors
    /// The first [`ModelError`].
    pub fn validate(&self) -> Result<(), ModelError> {
        if let Some(error) = &self.error {
            return Err(error.clone());
        }
        let mut seen = Vec::new();
        for posted in &self.posted {
            let label = || posted.label.to_string();
            let scope = posted.constraint.scope();
            if scope.is_empty() {
                return Err(ModelError::EmptyScope { label: label() });
            }
            if !self.owns_scope(posted) {
                return Err(ModelError::ForeignCell { label: label() });
            }
            seen.clear();
            seen.extend_from_slice(scope);
            seen.sort_unstable();
            if let Some(pair) = seen.windows(2).find(|pair| pair[0] == pair[1]) {
                return Err(ModelError::RepeatedCell { label: label(), cell: self.table.name(pair[0]) });
            }
            if let Err(source) = posted.constraint.validate(&self.table) {
                return Err(ModelError::Constraint { label: label(), source });
            }
        }
        Ok(())
    }

    /// The model with those of its constraints that `keep` takes (by index in [`Model::posted`]).
    pub(crate) fn with_constraints(&self, keep: impl Fn(usize) -> bool) -> Self {
        let kept = self.posted.iter().enumerate().filter(|(i, _)| keep(*i));
        Self { posted: kept.map(|(_, posted)| posted.clone()).collect(), ..self.without_constraints() }
    }

    fn without_constraints(&self) -> Self {
        Self {
            table: Arc::clone(&self.table),
            posted: Vec::new(),
            encodings: self.encodings.clone(),
            objective: self.objective.clone(),
            start: self.start.clone(),
            error: self.error.clone(),
        }
    }

    /// The model without its objective.
    pub(crate) fn without_objective(&self) -> Self {
        Self { objective: None, ..self.clone() }
    }

    /// The posted domains, with the must-differ relation that the rules imply. A rule that names a cell of another model,
    /// which [`Model::validate`] reports, implies nothing.
    pub fn domains(&self) -> Domains {
        let rules = self.posted.iter().filter(|posted| posted.role == Role::Rule);
        let differing = rules.filter(|posted| posted.constraint.makes_cells_differ() && self.owns_scope(posted));
        let sets: Vec<&[CellId]> = differing.map(|posted| posted.constraint.scope()).collect();
        Domains::with_differing(Arc::clone(&self.table), &sets)
    }

    fn owns_scope(&self, posted: &Posted) -> bool {
        posted.constraint.scope().iter().all(|&cell| self.table.owns(cell))
    }

    /// A bound of the objective over these domains, cell by cell. `None` without objective.
    pub(crate) fn bound(&self, domains: &Domains) -> Option<i64> {
        self.objective.as_ref().map(|objective| objective.bound(domains))
    }

    /// Takes away the values with which no solution can do better than `incumbent`.
    ///
    /// # Errors
    /// [`Wipeout`] when none can.
    pub(crate) fn cut(&self, domains: &mut Domains, incumbent: i64) -> Result<(), Wipeout> {
        self.objective.as_ref().map_or(Ok(()), |objective| objective.cut(domains, incumbent))
    }

    /// The value left that earns most, if the cell has weights.
    pub(crate) fn best_value(&self, domains: &Domains, cell: CellId) -> Option<u32> {
        self.objective.as_ref()?.best_value(domains, cell)
    }

    /// The cells that the objective weighs.
    pub(crate) fn weighed_cells(&self) -> impl Iterator<Item = CellId> + '_ {
        self.objective.iter().flat_map(Objective::weighed_cells)
    }

    /// Is the first value of the objective better than the second? False without objective.
    pub(crate) fn is_better(&self, value: i64, other: i64) -> bool {
        self.objective.as_ref().is_some_and(|objective| if objective.maximise { value > other } else { value < other })
    }

    /// A reason, by arithmetic on single constraints, why the model has no solution. `None` for a model that
    /// [`Model::validate`] refuses.
    pub fn cause(&self) -> Option<Cause> {
        self.validate().ok()?;
        self.first_cause()
    }

    /// [`Model::cause`] of a model that is known to be valid.
    pub(crate) fn first_cause(&self) -> Option<Cause> {
        let domains = self.domains();
        self.posted.iter().find_map(|posted| posted.constraint.cause(&posted.label, &domains))
    }

    /// Checks an assignment against every constraint, by meaning and in exact integers.
    ///
    /// # Errors
    /// The first constraint that it breaks, with the values of its cells; a constraint that names a cell of another model
    /// is one.
    ///
    /// # Panics
    /// For an assignment of another model.
    pub fn check(&self, assignment: &Assignment) -> Result<(), Violation> {
        self.assert_own(assignment);
        if let Some(posted) = self.posted.iter().find(|posted| !self.owns_scope(posted)) {
            return Err(Violation::new(&posted.label, "cells of this model", "a cell of another"));
        }
        match self.first_broken(assignment) {
            None => Ok(()),
            Some(posted) => {
                let held: Vec<String> = posted
                    .constraint
                    .scope()
                    .iter()
                    .map(|&cell| format!("{} = {}", self.table.name(cell), assignment.value(cell)))
                    .collect();
                Err(Violation::new(&posted.label, "the constraint to hold", held.join(", ")))
            }
        }
    }

    pub(crate) fn first_broken(&self, assignment: &Assignment) -> Option<&Posted> {
        self.posted.iter().find(|posted| !posted.constraint.is_satisfied(assignment))
    }

    fn assert_own(&self, assignment: &Assignment) {
        assert!(self.table.is_same(assignment.table()), "an assignment of another model");
    }

    /// The objective's value at an assignment; `None` without objective.
    ///
    /// # Panics
    /// For an assignment of another model.
    pub fn objective_value(&self, assignment: &Assignment) -> Option<i64> {
        self.assert_own(assignment);
        self.objective.as_ref().map(|objective| objective.value(assignment))
    }
}
