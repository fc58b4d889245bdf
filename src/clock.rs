//! The clock: the only place that asks the machine for the time.

use std::sync::{Arc, RwLock};

use chrono::{Days, NaiveDateTime, SubsecRound, TimeDelta, Utc};

/// Where the service gets its time from. All instants in the crate are UTC, truncated to
/// microseconds, which is what both databases keep.
#[derive(Clone, Debug, Default)]
pub enum Clock {
    /// The machine's clock.
    #[default]
    System,
    /// A clock that stands still until it is set: for tests and for playing a season through.
    Set(Arc<RwLock<NaiveDateTime>>),
}

impl Clock {
    pub fn at(instant: NaiveDateTime) -> Clock {
        Clock::Set(Arc::new(RwLock::new(instant)))
    }

    pub fn now(&self) -> NaiveDateTime {
        match self {
            Clock::System => Utc::now().naive_utc().trunc_subsecs(6),
            Clock::Set(instant) => *instant.read().unwrap_or_else(|poisoned| poisoned.into_inner()),
        }
    }

    /// Sets a [`Clock::Set`]; the machine's clock cannot be set.
    pub fn set(&self, instant: NaiveDateTime) {
        if let Clock::Set(held) = self {
            *held.write().unwrap_or_else(|poisoned| poisoned.into_inner()) = instant;
        }
    }
}

/// `instant` moved by a span, staying at the end of the calendar where it would leave it.
pub fn later(instant: NaiveDateTime, span: TimeDelta) -> NaiveDateTime {
    instant.checked_add_signed(span).unwrap_or(NaiveDateTime::MAX)
}

/// `instant` moved by whole days.
pub fn days_later(instant: NaiveDateTime, days: u64) -> NaiveDateTime {
    instant.checked_add_days(Days::new(days)).unwrap_or(NaiveDateTime::MAX)
}
