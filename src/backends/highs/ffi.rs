//! What the crate `highs` does not offer, by its C interface. All unsafe code of the crate is here.
#![allow(unsafe_code)]

use highs::SolvedModel;

/// The nodes of the last run's search tree; 0 where HiGHS does not say.
pub(super) fn node_count(model: &mut SolvedModel) -> u64 {
    let mut nodes = 0i64;
    // SAFETY: the pointer comes from a live model that this borrow keeps alive; the name is a C string with its final 0;
    // `nodes` is a valid place for the one i64 that HiGHS writes for an information of 64-bit type, which this one is.
    let status =
        unsafe { highs_sys::Highs_getInt64InfoValue(model.as_mut_ptr(), c"mip_node_count".as_ptr(), &raw mut nodes) };
    if status == highs_sys::STATUS_OK { u64::try_from(nodes).unwrap_or(0) } else { 0 }
}
