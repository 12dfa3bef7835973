//! [`Encoder`]: turns cells into columns and gives constraints linear views of them.

use std::fmt::{self, Write as _};
use std::ops::{RangeBounds, RangeInclusive};
use std::sync::Arc;

use super::decoder::{Decoder, Plan};
use super::formulation::{ExponentDomain, Formulation};
use super::one_hot::OneHot;
use super::prime_exponent::{self, DomainRows, Exponents, fixed_ln};
use super::primes::exponent_of;
use super::{Encoding, tile_placement};
use crate::cells::{CellId, CellTable, Domains, GroupKind, Side};
use crate::program::{ColumnId, LinExpr, Program, ProgramError, SizeLimit};

/// Why a model could not be written as a program.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EncodeError {
    /// The program refused a column or row.
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// Prime exponents were asked for a cell that may be 0, which has none.
    #[error("{name} may be 0, which has no prime exponents; encode its group one-hot")]
    ZeroExponent {
        /// The cell's name.
        name: String,
    },
    /// A constraint asked for a view in its second run that it did not ask for in its first.
    #[error("{label:?} asked for a view of {name} that it had not asked for in the rehearsal")]
    Unrehearsed {
        /// The constraint's label.
        label: String,
        /// The cell's name.
        name: String,
    },
    /// A digit's view was asked of a slot, or a slot's view of a digit.
    #[error("{label:?} asked for a view that {name} does not have: expected {expected}")]
    WrongKind {
        /// The constraint's label.
        label: String,
        /// The cell's name.
        name: String,
        /// The kind of cell expected.
        expected: &'static str,
    },
    /// A view was asked of a cell of another model.
    #[error("{label:?} asked for a view of a cell of another model")]
    ForeignCell {
        /// The constraint's label.
        label: String,
    },
    /// A constraint would need more tuples of values than it may list.
    #[error("{label:?} would need more than {limit} tuples of values")]
    TooManyTuples {
        /// The constraint's label.
        label: String,
        /// The most tuples listed.
        limit: usize,
    },
}

/// The views that the constraints have asked a cell for.
#[derive(Debug, Clone, Copy, Default)]
struct Wants {
    values: bool,
    exponents: bool,
}

/// Gives constraints linear views of cells and takes their rows.
///
/// [`Model::compile`](crate::Model::compile) runs every constraint's
/// [`linearise`](crate::Constraint::linearise) twice. The first run is a rehearsal: views are noted and answered by the
/// expression 0, rows are ignored, and values taken away are remembered. Then the encoder makes just the columns that were
/// asked for, and the second run writes the rows. A constraint need not know which run it is in.
#[derive(Debug)]
pub struct Encoder {
    table: Arc<CellTable>,
    formulation: Formulation,
    /// What the rows of other constraints do not exclude: the encoding itself must hold the cells in it.
    required: Domains,
    /// The values that get columns: those required, less those that some row excludes anyway.
    kept: Domains,
    wants: Vec<Wants>,
    /// None in the rehearsal.
    plans: Option<Vec<Plan>>,
    program: Program,
    label: Arc<str>,
    part: String,
}

impl Encoder {
    /// An encoder in its rehearsal. `kept` are the values left after filtering; the posted ones without filtering.
    pub(crate) fn rehearse(table: Arc<CellTable>, kept: Domains, formulation: Formulation, limit: SizeLimit) -> Self {
        let cells = table.len();
        Self {
            required: Domains::posted(Arc::clone(&table)),
            kept,
            table,
            formulation,
            wants: vec![Wants::default(); cells],
            plans: None,
            program: Program::with_limit(limit),
            label: Arc::from(""),
            part: String::new(),
        }
    }

    /// The rows that follow belong to this label.
    pub(crate) fn enter(&mut self, label: &Arc<str>) {
        self.label = Arc::clone(label);
    }

    pub(crate) fn finish(self) -> (Program, Decoder) {
        (self.program, Decoder::new(self.table, self.plans.unwrap_or_default()))
    }

    pub(crate) fn program_mut(&mut self) -> &mut Program {
        &mut self.program
    }

    /// The cells of the model.
    pub fn table(&self) -> &Arc<CellTable> {
        &self.table
    }

    /// Which rows to write.
    pub fn formulation(&self) -> Formulation {
        self.formulation
    }

    /// Is this the first run, in which views are noted and rows ignored? A constraint that would ask for one view over and over
    /// may then ask for it once.
    pub fn is_rehearsal(&self) -> bool {
        self.plans.is_none()
    }

    /// The values of a cell that have columns. Final only in the second run, when rows count.
    pub fn domains(&self) -> &Domains {
        &self.kept
    }

    fn check(&self, cell: CellId) -> Result<(), EncodeError> {
        if self.table.owns(cell) { Ok(()) } else { Err(EncodeError::ForeignCell { label: self.label.to_string() }) }
    }

    // ---------------------------------------------------------------- values taken away

    /// Keeps only the values that `keep` accepts. The encoding enforces it: no row is needed.
    ///
    /// # Errors
    /// When the cell is of another model.
    pub fn restrict(&mut self, cell: CellId, keep: impl Fn(u32) -> bool) -> Result<(), EncodeError> {
        self.check(cell)?;
        if self.plans.is_none() {
            // A wipeout leaves the cell without values: its `Σ_v x[c,v] = 1` is then the row 0 = 1.
            let _ = self.required.retain(cell, &keep);
            let _ = self.kept.retain(cell, &keep);
        }
        Ok(())
    }

    /// Drops the columns of values that the constraint's own rows exclude anyway; does nothing under a formulation without
    /// [`prune`](Formulation::prune).
    ///
    /// # Errors
    /// When the cell is of another model.
    pub fn prune(&mut self, cell: CellId, keep: impl Fn(u32) -> bool) -> Result<(), EncodeError> {
        self.check(cell)?;
        if self.plans.is_none() && self.formulation.prune {
            let _ = self.kept.retain(cell, keep);
        }
        Ok(())
    }

    // ---------------------------------------------------------------- views

    /// Is the cell encoded by prime exponents? In the rehearsal, when that is not settled, yes.
    pub fn has_exponents(&self, cell: CellId) -> bool {
        self.plans.as_ref().is_none_or(|plans| plans.get(cell.index()).is_some_and(|plan| plan.exponents.is_some()))
    }

    /// Σ weight(v)·[cell = v]
    fn weighted(&mut self, cell: CellId, weight: impl FnMut(u32) -> i64) -> Result<LinExpr, EncodeError> {
        self.view(cell, |one_hot| one_hot.weighted(weight))
    }

    /// A view of a cell's values; 0 in the rehearsal.
    fn view(&mut self, cell: CellId, view: impl FnOnce(&OneHot) -> LinExpr) -> Result<LinExpr, EncodeError> {
        self.check(cell)?;
        let Some(plans) = &self.plans else {
            self.wants[cell.index()].values = true;
            return Ok(LinExpr::new());
        };
        match &plans[cell.index()].one_hot {
            Some(one_hot) => Ok(view(one_hot)),
            None => Err(self.unrehearsed(cell)),
        }
    }

    fn unrehearsed(&self, cell: CellId) -> EncodeError {
        EncodeError::Unrehearsed { label: self.label.to_string(), name: self.table.name(cell) }
    }

    fn wrong_kind(&self, cell: CellId, expected: &'static str) -> EncodeError {
        EncodeError::WrongKind { label: self.label.to_string(), name: self.table.name(cell), expected }
    }

    /// 1 when the cell holds `value`, else 0.
    ///
    /// # Errors
    /// When the cell is of another model, as for every view.
    pub fn indicator(&mut self, cell: CellId, value: u32) -> Result<LinExpr, EncodeError> {
        self.view(cell, |one_hot| one_hot.at(value))
    }

    /// 1 when `accept` holds of the cell's value, else 0.
    ///
    /// # Errors
    /// As for [`Encoder::indicator`].
    pub fn one_of(&mut self, cell: CellId, accept: impl Fn(u32) -> bool) -> Result<LinExpr, EncodeError> {
        self.weighted(cell, |v| i64::from(accept(v)))
    }

    /// 1 when the cell's value is at least `value`, else 0.
    ///
    /// # Errors
    /// As for [`Encoder::indicator`].
    pub fn at_least(&mut self, cell: CellId, value: u32) -> Result<LinExpr, EncodeError> {
        self.weighted(cell, |v| i64::from(v >= value))
    }

    /// The cell's value.
    ///
    /// # Errors
    /// As for [`Encoder::indicator`].
    pub fn value(&mut self, cell: CellId) -> Result<LinExpr, EncodeError> {
        self.weighted(cell, i64::from)
    }

    /// A function of the cell's value: `Σ_v weight(v)·[cell = v]`.
    ///
    /// # Errors
    /// As for [`Encoder::indicator`].
    pub fn function(&mut self, cell: CellId, weight: impl Fn(u32) -> i64) -> Result<LinExpr, EncodeError> {
        self.weighted(cell, weight)
    }

    /// How often `prime` divides the cell's value; a cell that may be 0 counts 0 there.
    ///
    /// # Errors
    /// When the cell is of another model or a slot.
    pub fn exponent(&mut self, cell: CellId, prime: u32) -> Result<LinExpr, EncodeError> {
        self.exponents(&[cell], prime)
    }

    /// How often `prime` divides the product of the cells: the sum of [`Encoder::exponent`] over them.
    ///
    /// # Errors
    /// As for [`Encoder::exponent`].
    pub fn exponents(&mut self, cells: &[CellId], prime: u32) -> Result<LinExpr, EncodeError> {
        let mut sum = LinExpr::new();
        for &cell in cells {
            self.check(cell)?;
            if self.table.tile_set(cell).is_some() {
                return Err(self.wrong_kind(cell, "a digit"));
            }
            let Some(plans) = &self.plans else {
                self.wants[cell.index()].exponents = true;
                continue;
            };
            let plan = &plans[cell.index()];
            match (&plan.exponents, &plan.one_hot) {
                (Some(exponents), _) => {
                    if let Some(entry) = exponents.get(prime) {
                        entry.add_to(&mut sum, 1);
                    }
                }
                (None, Some(one_hot)) if prime >= 2 => sum += one_hot.weighted(|v| i64::from(exponent_of(v, prime))),
                (None, Some(_)) => {}
                (None, None) => return Err(self.unrehearsed(cell)),
            }
        }
        Ok(sum)
    }

    /// 1 when the slot shows `label` on `side`, else 0.
    ///
    /// # Errors
    /// When the cell is of another model or a digit.
    pub fn shows(&mut self, slot: CellId, side: Side, label: i32) -> Result<LinExpr, EncodeError> {
        self.slot_view(slot, |one_hot, tiles| tile_placement::shows(one_hot, tiles, side, label))
    }

    /// 1 when the slot stays empty, else 0; 0 for a slot that must not.
    ///
    /// # Errors
    /// When the cell is of another model or a digit.
    pub fn empty(&mut self, slot: CellId) -> Result<LinExpr, EncodeError> {
        self.slot_view(slot, tile_placement::empty)
    }

    /// 1 when the slot holds a tile of `class` (an index into [`TileSet::classes`](crate::TileSet::classes)), else 0.
    ///
    /// # Errors
    /// When the cell is of another model or a digit.
    pub fn holds(&mut self, slot: CellId, class: usize) -> Result<LinExpr, EncodeError> {
        self.slot_view(slot, |one_hot, tiles| tile_placement::holds(one_hot, tiles, class))
    }

    fn slot_view(
        &mut self,
        slot: CellId,
        view: impl FnOnce(&OneHot, &crate::cells::TileSet) -> LinExpr,
    ) -> Result<LinExpr, EncodeError> {
        self.check(slot)?;
        let Some(tiles) = self.table.tile_set(slot) else { return Err(self.wrong_kind(slot, "a slot")) };
        let Some(plans) = &self.plans else {
            self.wants[slot.index()].values = true;
            return Ok(LinExpr::new());
        };
        match &plans[slot.index()].one_hot {
            Some(one_hot) => Ok(view(one_hot, tiles)),
            None => Err(self.unrehearsed(slot)),
        }
    }

    // ---------------------------------------------------------------- rows and further columns

    /// Adds the row `expr ∈ bounds`; `part` tells the rows of one constraint apart in their names. Ignored in the rehearsal.
    ///
    /// # Errors
    /// When the program refuses it.
    pub fn row(
        &mut self,
        part: fmt::Arguments<'_>,
        expr: LinExpr,
        bounds: impl RangeBounds<i64>,
    ) -> Result<(), EncodeError> {
        if self.plans.is_some() {
            self.part.clear();
            // Writing into a String cannot fail.
            let _ = self.part.write_fmt(part);
            self.program.add_row(Arc::clone(&self.label), &self.part, expr, bounds)?;
        }
        Ok(())
    }

    /// Says that the constraint cannot hold: the row 0 = 1.
    ///
    /// # Errors
    /// When the program refuses it.
    pub fn never(&mut self, part: fmt::Arguments<'_>) -> Result<(), EncodeError> {
        self.row(part, LinExpr::new(), 1..=1)
    }

    /// The error of a constraint that would have to list more than `limit` tuples of values.
    pub fn too_many_tuples(&self, limit: usize) -> EncodeError {
        EncodeError::TooManyTuples { label: self.label.to_string(), limit }
    }

    /// A further integer column of the constraint's own. In the rehearsal the expression 0.
    ///
    /// # Errors
    /// When the program refuses it.
    pub fn column(&mut self, part: fmt::Arguments<'_>, bounds: RangeInclusive<i64>) -> Result<LinExpr, EncodeError> {
        if self.plans.is_none() {
            return Ok(LinExpr::new());
        }
        let name = format!("{}_{part}", self.label);
        Ok(self.program.add_column(&name, bounds)?.into())
    }

    // ---------------------------------------------------------------- between rehearsal and second run

    /// Makes the columns that were asked for. `choice(group)` is the encoding wished for a group of digits; with
    /// `all_values` every cell gets a column for each value, so that any assignment can be cut off.
    pub(crate) fn make_columns(
        &mut self,
        choice: impl Fn(usize) -> Encoding,
        all_values: bool,
    ) -> Result<(), EncodeError> {
        let table = Arc::clone(&self.table);
        let mut plans = Vec::with_capacity(table.len());
        for (index, group) in table.groups.iter().enumerate() {
            let cells: Vec<CellId> = group.cells().collect();
            let logarithm = self.formulation.exponent_domain == ExponentDomain::Logarithm;
            let wish = match &group.kind {
                GroupKind::Slots(_) => Encoding::OneHot,
                GroupKind::Digits => choice(index),
            };
            let stem = self.program.claim_stem(&group.name);
            let mut planned: Vec<(Option<Exponents>, Option<DomainRows>)> = Vec::new();
            if wish != Encoding::OneHot {
                let asked_for_values = all_values || cells.iter().any(|cell| self.wants[cell.index()].values);
                let asked_for_exponents = cells.iter().any(|cell| self.wants[cell.index()].exponents);
                if wish == Encoding::PrimeExponent || (asked_for_exponents && !asked_for_values) {
                    let primes = prime_exponent::primes_of(&group.domain);
                    for &cell in &cells {
                        if self.kept.contains(cell, 0) {
                            planned.clear();
                            if wish == Encoding::PrimeExponent {
                                return Err(EncodeError::ZeroExponent { name: table.name(cell) });
                            }
                            break;
                        }
                        // Neighbours mostly have the same values left, and then the same plan.
                        let same = |other| self.kept.same_values(other, cell) && self.required.same_values(other, cell);
                        let before = planned.last().filter(|_| same(cells[planned.len() - 1]));
                        let (exponents, rows) = if let Some((Some(exponents), rows)) = before {
                            (exponents.clone(), *rows)
                        } else {
                            let exponents = Exponents::new(cell, &self.kept, &primes);
                            let required = |value| self.required.contains(cell, value);
                            let rows = prime_exponent::domain_rows(&group.domain, &exponents, required, logarithm);
                            (exponents, rows)
                        };
                        if rows.is_none() && wish == Encoding::Auto {
                            planned.clear();
                            break;
                        }
                        planned.push((Some(exponents), rows));
                    }
                }
            }
            planned.resize_with(cells.len(), || (None, None));
            for (&cell, (exponents, rows)) in cells.iter().zip(planned) {
                let plan = self.columns_of(cell, &stem, exponents, rows, all_values)?;
                plans.push(plan);
            }
        }
        self.plans = Some(plans);
        Ok(())
    }

    /// The columns of one cell and the rows that hold it in its domain.
    fn columns_of(
        &mut self,
        cell: CellId,
        stem: &str,
        exponents: Option<Exponents>,
        rows: Option<DomainRows>,
        all_values: bool,
    ) -> Result<Plan, EncodeError> {
        let group = self.table.group(cell);
        let (row, col) = group.position(cell.index());
        let stem = format!("{stem}_r{}c{}", row + 1, col + 1);
        let tiles = self.table.tile_set(cell).cloned();
        let label: Arc<str> = format!("{} holds one value", self.table.name(cell)).into();
        let program = &mut self.program;
        if self.kept.size(cell) == 0 {
            // Σ_v x[c,v] = 1 without values: 0 = 1
            program.add_row(Arc::clone(&label), "", LinExpr::new(), 1..=1)?;
        }
        let mut exponents = exponents;
        if let Some(exponents) = &mut exponents {
            for entry in &mut exponents.entries {
                if entry.least < entry.most {
                    let name = format!("{stem}_p{}", entry.prime);
                    let bounds = i64::from(entry.least)..=i64::from(entry.most);
                    entry.column = Some(program.add_named_column(name, bounds)?);
                }
            }
        }
        let needs_one_hot = exponents.is_none() || rows.is_none() || all_values || self.wants[cell.index()].values;
        let mut one_hot = None;
        if needs_one_hot {
            let mut columns = OneHot::new(cell, &self.kept);
            if columns.needs_columns() {
                let mut first: Option<ColumnId> = None;
                for &value in &columns.values {
                    let name = match &tiles {
                        None => format!("{stem}_v{value}"),
                        Some(tiles) => match tiles.oriented().get(value as usize) {
                            Some(lying) => format!("{stem}_t{}_q{}", lying.class, lying.rotation),
                            None => format!("{stem}_empty"),
                        },
                    };
                    let column = program.add_named_column(name, 0..=1)?;
                    first.get_or_insert(column);
                }
                if let Some(first) = first {
                    columns.start_at(first);
                }
                // Σ_v x[c,v] = 1  ∀c
                program.add_row(Arc::clone(&label), "", columns.weighted(|_| 1), 1..=1)?;
            }
            one_hot = Some(columns);
        }
        match (&exponents, &one_hot) {
            (Some(exponents), Some(one_hot)) => {
                // e[c,p] = Σ_v ν_p(v)·x[c,v]  ∀c,p
                for entry in &exponents.entries {
                    let tie = entry.view() - one_hot.weighted(|v| i64::from(exponent_of(v, entry.prime)));
                    program.add_row(Arc::clone(&label), &format!("p{}", entry.prime), tie, 0..=0)?;
                }
            }
            (Some(exponents), None) => add_domain_rows(program, &label, exponents, rows)?,
            (None, _) => {}
        }
        Ok(Plan { one_hot, exponents })
    }
}

/// The rows that hold a cell's exponents in its domain.
fn add_domain_rows(
    program: &mut Program,
    label: &Arc<str>,
    exponents: &Exponents,
    rows: Option<DomainRows>,
) -> Result<(), ProgramError> {
    match rows {
        Some(DomainRows::Hull(n)) => {
            // Σ_p a[i,p]·e[c,p] ≤ b[i]  ∀c, rows i of the domain 1..=n
            for (i, (terms, bound)) in prime_exponent::rows_up_to(n).unwrap_or_default().iter().enumerate() {
                let mut sum = LinExpr::new();
                let mut most = 0;
                for &(prime, k) in *terms {
                    if let Some(entry) = exponents.get(prime) {
                        entry.add_to(&mut sum, k);
                        most += k * i64::from(entry.most);
                    }
                }
                // The bounds of the columns may say it already.
                if most > *bound {
                    program.add_row(Arc::clone(label), &format!("d{}", i + 1), sum, ..=*bound)?;
                }
            }
        }
        Some(DomainRows::Logarithm(n)) => {
            // Σ_p ln p·e[c,p] ≤ ln n + 10⁻⁵  ∀c, times 10⁶ and rounded
            let mut sum = LinExpr::new();
            for entry in &exponents.entries {
                entry.add_to(&mut sum, fixed_ln(f64::from(entry.prime).ln()));
            }
            let bound = fixed_ln(f64::from(n).ln()) + prime_exponent::LOGARITHM_SLACK;
            program.add_row(Arc::clone(label), "ln", sum, ..=bound)?;
        }
        Some(DomainRows::Box) | None => {}
    }
    Ok(())
}
