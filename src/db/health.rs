//! The last known health of the database: whether it answers, and whether it accepts writes. Readiness probes read
//! this value and not the database, so they are answered at once even when the database hangs.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use tokio::sync::watch;

use crate::error::Error;

/// How long a batch of changes may be under way before readiness says so.
const LONG: Duration = Duration::from_secs(5);
/// How old the last look may be, once somebody looks.
const OUTDATED: Duration = Duration::from_secs(10);

/// Why the service is not ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unready {
    /// The database does not answer.
    Away,
    /// It answers, but takes no changes.
    TakesNoChanges,
}

/// The last known health of writes.
#[derive(Debug, Default)]
struct Writing {
    refused: bool,
    /// Since when the batch that is under way is.
    busy_since: Option<Instant>,
}

/// The state of the database as this process last saw it.
#[derive(Debug)]
pub struct Health {
    /// What the log says when it goes away, and when it is back.
    told: [&'static str; 2],
    away: watch::Sender<bool>,
    looked: Mutex<Option<Instant>>,
    writing: Mutex<Writing>,
    losses: AtomicU64,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl Health {
    pub(super) fn new(told: [&'static str; 2]) -> Health {
        let (away, _) = watch::channel(false);
        Health { told, away, looked: Mutex::default(), writing: Mutex::default(), losses: AtomicU64::new(0) }
    }

    /// A look was answered.
    pub(super) fn answers(&self) {
        *lock(&self.looked) = Some(Instant::now());
        if self.away.send_replace(false) {
            tracing::info!("{}", self.told[1]);
        }
    }

    /// A look was not answered.
    pub(super) fn is_silent(&self, why: &str) {
        *lock(&self.looked) = Some(Instant::now());
        if !self.away.send_replace(true) {
            tracing::error!(why, "{}", self.told[0]);
        }
    }

    pub fn is_away(&self) -> bool {
        *self.away.borrow()
    }

    /// Refuses at once while the database is away.
    pub(super) fn must_answer(&self) -> Result<(), Error> {
        if self.is_away() { Err(away()) } else { Ok(()) }
    }

    /// Ends when the database goes away.
    pub(super) async fn until_away(&self) -> Error {
        let mut changes = self.away.subscribe();
        // The sender lives as long as `self`.
        drop(changes.wait_for(|away| *away).await);
        away()
    }

    /// A connection was lost: those that were opened before have to show that they still work.
    pub(super) fn lost(&self) {
        self.losses.fetch_add(1, Ordering::Relaxed);
    }

    /// How many connections were lost so far.
    pub(super) fn losses(&self) -> u64 {
        self.losses.load(Ordering::Relaxed)
    }

    /// A batch of changes begins.
    pub(super) fn begins_to_write(&self) {
        lock(&self.writing).busy_since = Some(Instant::now());
    }

    /// It was committed.
    pub(super) fn wrote(&self) {
        let before = std::mem::take(&mut *lock(&self.writing));
        if before.refused {
            tracing::info!("the database takes changes again");
        }
    }

    /// It was not.
    pub(super) fn takes_no_changes(&self, why: &str) {
        let before = std::mem::replace(&mut *lock(&self.writing), Writing { refused: true, busy_since: None });
        if !before.refused && !self.is_away() {
            tracing::error!(why, "the database takes no changes; they are refused with 503 until it does");
        }
    }

    /// Whether the last changes were refused.
    pub(super) fn refuses_changes(&self) -> bool {
        lock(&self.writing).refused
    }

    /// Whether requests can be answered, reads and changes.
    pub fn is_ready(&self) -> Result<(), Unready> {
        let outdated = lock(&self.looked).is_some_and(|at| at.elapsed() > OUTDATED);
        if outdated || self.is_away() {
            return Err(Unready::Away);
        }
        let writing = lock(&self.writing);
        if writing.refused || writing.busy_since.is_some_and(|since| since.elapsed() > LONG) {
            return Err(Unready::TakesNoChanges);
        }
        Ok(())
    }
}

fn away() -> Error {
    Error::Away("the database does not answer".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readiness_is_what_was_last_known() {
        let health = Health::new(["away", "back"]);
        assert_eq!(health.is_ready(), Ok(()));
        health.is_silent("no route");
        assert_eq!((health.is_ready(), health.must_answer().is_err()), (Err(Unready::Away), true));
        health.answers();
        health.takes_no_changes("disk full");
        assert_eq!((health.is_ready(), health.must_answer().is_ok()), (Err(Unready::TakesNoChanges), true));
        health.wrote();
        health.begins_to_write();
        assert_eq!(health.is_ready(), Ok(()), "a change that has just begun holds nothing up");
    }
}
