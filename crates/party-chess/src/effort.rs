//! What one question may cost: the segments of chains that all its searches together look at (reading G36).
//!
//! Each search has its own bound, but a question asks many of them, one for every Tornado, King and doubtful play. The count is kept
//! by the thread, so that the many ways to a search need not carry it; the same question costs the same, always.

use std::cell::Cell;

use super::position::TooManyChains;

thread_local! {
    static LEFT: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// Answers a question whose searches look at so many segments at most; then they say [`TooManyChains`].
pub fn bounded<T>(segments: u64, question: impl FnOnce() -> T) -> T {
    let before = LEFT.replace(segments);
    let answer = question();
    LEFT.set(before);
    answer
}

/// Counts a segment that is looked at.
pub(super) fn spend() -> Result<(), TooManyChains> {
    LEFT.set(LEFT.get().checked_sub(1).ok_or(TooManyChains)?);
    Ok(())
}
