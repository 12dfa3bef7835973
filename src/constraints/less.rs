//! Less than, and at most.
//!
//! Tight rows: for each value k of b, `a ≥ k` and `b ≤ k` exclude each other (`a > k` for at most). Published rows: the big-M
//! form of a futoshiki program with `M = 100`.

use std::borrow::Borrow;

use super::Constraint;
use crate::cells::{Assignment, Cell, CellId, Digit, Domains, Wipeout};
use crate::encodings::{EncodeError, Encoder, LessRows};

/// One cell is less than, or at most, another. See [`less_than`] and [`at_most`].
#[derive(Debug, Clone)]
#[must_use = "a constraint says nothing until it is posted"]
pub struct Less {
    scope: [CellId; 2],
    strict: bool,
}

/// The first cell is less than the second.
pub fn less_than(a: impl Borrow<Cell<Digit>>, b: impl Borrow<Cell<Digit>>) -> Less {
    Less { scope: [a.borrow().id(), b.borrow().id()], strict: true }
}

/// The first cell is at most the second.
pub fn at_most(a: impl Borrow<Cell<Digit>>, b: impl Borrow<Cell<Digit>>) -> Less {
    Less { scope: [a.borrow().id(), b.borrow().id()], strict: false }
}

/// The constant of the published program; any number above 0 is exact, since the left side is at most 1.
const BIG_M: i64 = 100;

impl Constraint for Less {
    fn scope(&self) -> &[CellId] {
        &self.scope
    }

    fn is_satisfied(&self, values: &Assignment) -> bool {
        let [a, b] = self.scope.map(|cell| values.value(cell));
        if self.strict { a < b } else { a <= b }
    }

    fn filter(&self, domains: &mut Domains) -> Result<(), Wipeout> {
        let [a, b] = self.scope;
        let (Some(least), Some(most)) = (domains.min(a), domains.max(b)) else { return Ok(()) };
        if self.strict {
            domains.retain(a, |v| v < most)?;
            domains.retain(b, |v| v > least)?;
        } else {
            domains.retain(a, |v| v <= most)?;
            domains.retain(b, |v| v >= least)?;
        }
        Ok(())
    }

    fn linearise(&self, encoder: &mut Encoder) -> Result<(), EncodeError> {
        let [a, b] = self.scope;
        let strict = self.strict;
        let too_much = move |w: u32, k: u32| if strict { w >= k } else { w > k };
        if let (Some(least), Some(most)) = (encoder.domains().min(a), encoder.domains().max(b)) {
            encoder.prune(a, |w| !too_much(w, most))?;
            encoder.prune(b, |k| !too_much(least, k))?;
        }
        // The views have to be asked for even where b has no value.
        encoder.indicator(a, 0)?;
        encoder.indicator(b, 0)?;
        let values: Vec<u32> = encoder.domains().values(b).collect();
        for k in values {
            let above = encoder.one_of(a, |w| too_much(w, k))?;
            match encoder.formulation().less {
                LessRows::BigM => {
                    // Σ_{w≥k} x[a,w] ≤ M·(1 − x[b,k])  ∀k ∈ dom b   (w>k for at most)
                    let row = above + encoder.indicator(b, k)? * BIG_M;
                    encoder.row(format_args!("k{k}"), row, ..=BIG_M)?;
                }
                LessRows::Conflict => {
                    // Σ_{w≥k} x[a,w] + Σ_{w≤k} x[b,w] ≤ 1  ∀k ∈ dom b   (w>k in the first sum for at most)
                    let nothing_above = above.terms().is_empty() && above.constant() == 0;
                    let row = above + encoder.one_of(b, |w| w <= k)?;
                    if !nothing_above {
                        encoder.row(format_args!("k{k}"), row, ..=1)?;
                    }
                }
            }
        }
        Ok(())
    }
}
