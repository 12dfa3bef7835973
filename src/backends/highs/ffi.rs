//! What the crate `highs` does not offer, by its C interface: the interrupt, the objective's constant, a start and the
//! node count. All unsafe code of the crate is here.
#![allow(unsafe_code)]

use std::ffi::{c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};

use highs::{HighsStatus, Model, SolvedModel};
use highs_sys::{
    HighsCallbackDataIn, HighsCallbackDataOut, HighsInt, kHighsCallbackIpmInterrupt,
    kHighsCallbackMipImprovingSolution, kHighsCallbackMipInterrupt, kHighsCallbackSimplexInterrupt,
};

use super::Shared;
use crate::limits::{Phase, Progress};
use crate::program::ColumnId;

/// A loaded model on its way to the thread that runs it.
pub(super) struct Movable(Model);

// SAFETY: a HiGHS object has no tie to the thread that made it. It is moved, not shared: one thread at a time uses it.
unsafe impl Send for Movable {}

impl Movable {
    pub(super) fn new(model: Model) -> Self {
        Self(model)
    }

    pub(super) fn into_model(self) -> Model {
        self.0
    }
}

/// What the callback needs; it lives on the stack of [`solve`] for as long as HiGHS runs.
struct Watch<'a> {
    shared: &'a Shared,
    /// The nodes told last, so that nothing is told twice.
    told: Option<u64>,
}

impl Watch<'_> {
    /// Keeps an incumbent, tells the listener the news, and says whether to stop.
    fn look(&mut self, kind: c_int, data: Option<&HighsCallbackDataOut>, solution: &[f64]) -> bool {
        let is_abandoned = self.shared.is_abandoned.load(std::sync::atomic::Ordering::Relaxed);
        if kind == kHighsCallbackMipImprovingSolution
            && !solution.is_empty()
            && let Ok(mut incumbent) = self.shared.incumbent.lock()
        {
            *incumbent = Some(solution.to_vec());
        }
        if let (Some(listener), Some(data), true) =
            (&self.shared.listener, data, kind == kHighsCallbackMipInterrupt && !is_abandoned)
        {
            let nodes = u64::try_from(data.mip_node_count).unwrap_or(0);
            if self.told != Some(nodes) {
                self.told = Some(nodes);
                let finite = |bound: f64| Some(bound).filter(|b| b.is_finite() && b.abs() < 1e29);
                let (best, bound) = (finite(data.mip_primal_bound), finite(data.mip_dual_bound));
                listener.tell(&Progress { best, bound, ..Progress::new(Phase::Solver, nodes) });
            }
        }
        is_abandoned || self.shared.stop.reached().is_some()
    }
}

/// Called by HiGHS now and then while it runs.
///
/// # Safety
/// `data` is null or points to a valid record for the time of the call, `answer` likewise, and `watch` points to a
/// [`Watch`] that nobody else uses during the call.
unsafe extern "C" fn watch(
    kind: c_int,
    _message: *const c_char,
    data: *const HighsCallbackDataOut,
    answer: *mut HighsCallbackDataIn,
    watch: *mut c_void,
) {
    // SAFETY: by this function's contract the pointers are null or valid, and the record is not used elsewhere meanwhile.
    let (data, answer, watch) = unsafe { (data.as_ref(), answer.as_mut(), watch.cast::<Watch<'_>>().as_mut()) };
    let Some(watch) = watch else { return };
    let solution = match data {
        Some(data) if kind == kHighsCallbackMipImprovingSolution && !data.mip_solution.is_null() => {
            let len = usize::try_from(data.mip_solution_size).unwrap_or(0);
            // SAFETY: for this kind of call HiGHS gives a solution of that many values, valid for the time of the call.
            unsafe { std::slice::from_raw_parts(data.mip_solution, len) }
        }
        _ => &[],
    };
    // A panic of the caller's listener must not run through frames of C++: it ends the solve instead.
    let stop = catch_unwind(AssertUnwindSafe(|| watch.look(kind, data, solution))).unwrap_or(true);
    if let Some(answer) = answer.filter(|_| stop) {
        answer.user_interrupt = 1;
    }
}

/// Runs HiGHS, stopping at the deadline or when cancelled.
pub(super) fn solve(mut model: Model, shared: &Shared) -> Result<SolvedModel, HighsStatus> {
    let mut record = Watch { shared, told: None };
    let pointer = model.as_mut_ptr();
    let kinds = [
        kHighsCallbackMipInterrupt,
        kHighsCallbackSimplexInterrupt,
        kHighsCallbackIpmInterrupt,
        kHighsCallbackMipImprovingSolution,
    ];
    // SAFETY: `pointer` is the live model's; `record` outlives the run below, which is the only time that HiGHS calls back,
    // and is not touched by us while it runs; `watch` keeps the contract of the callback type.
    unsafe {
        highs_sys::Highs_setCallback(pointer, Some(watch), (&raw mut record).cast::<c_void>());
        for kind in kinds {
            highs_sys::Highs_startCallback(pointer, kind);
        }
    }
    let mut solved = model.try_solve()?;
    // SAFETY: the solved model is the same object, still alive; without callbacks it keeps no pointer to `record`.
    unsafe {
        highs_sys::Highs_setCallback(solved.as_mut_ptr(), None, std::ptr::null_mut());
    }
    Ok(solved)
}

/// Sets the constant of the objective, so that the bounds that HiGHS reports hold it.
pub(super) fn set_constant(model: &mut Model, constant: f64) {
    // SAFETY: the pointer comes from a live model that this borrow keeps alive.
    unsafe {
        highs_sys::Highs_changeObjectiveOffset(model.as_mut_ptr(), constant);
    }
}

/// Tells HiGHS the values of some columns to start from. It completes them by itself, or drops them.
pub(super) fn start_from(model: &mut Model, start: &[(ColumnId, i64)]) {
    let indices: Vec<HighsInt> = start.iter().filter_map(|(column, _)| column.index().try_into().ok()).collect();
    let values: Vec<f64> = start.iter().map(|&(_, value)| value as f64).collect();
    let Ok(count) = HighsInt::try_from(indices.len()) else { return };
    if count == 0 || indices.len() != values.len() {
        return;
    }
    // SAFETY: the pointer comes from a live model that this borrow keeps alive; both arrays hold `count` entries, and HiGHS
    // copies them. Indices that it does not know it refuses.
    unsafe {
        highs_sys::Highs_setSparseSolution(model.as_mut_ptr(), count, indices.as_ptr(), values.as_ptr());
    }
}

/// The nodes of the last run's search tree; 0 where HiGHS does not say.
pub(super) fn node_count(model: &mut SolvedModel) -> u64 {
    let mut nodes = 0i64;
    // SAFETY: the pointer comes from a live model that this borrow keeps alive; the name is a C string with its final 0;
    // `nodes` is a valid place for the one i64 that HiGHS writes for an information of 64-bit type, which this one is.
    let status =
        unsafe { highs_sys::Highs_getInt64InfoValue(model.as_mut_ptr(), c"mip_node_count".as_ptr(), &raw mut nodes) };
    if status == highs_sys::STATUS_OK { u64::try_from(nodes).unwrap_or(0) } else { 0 }
}
