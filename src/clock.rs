//! The clock: the only place that asks the machine for the time.

use std::sync::{Arc, RwLock};

use chrono::{NaiveDateTime, SubsecRound, TimeDelta, Utc};
pub use rookery_club::instant::{days_later, end_of_minute, later};
use serde::{Deserialize, Serialize};

/// Where the service gets its time from. All instants in the crate are UTC, truncated to
/// microseconds, which is what both databases keep.
#[derive(Clone, Debug, Default)]
pub enum Clock {
    /// The machine's clock.
    #[default]
    System,
    /// A clock that stands still until it is set: for tests and for playing a season through.
    Set(Arc<RwLock<StoppedClock>>),
}

/// What a clock shows that stands still.
#[derive(Clone, Debug)]
pub struct StoppedClock {
    now: NaiveDateTime,
    uptime: Option<Uptime>,
}

/// How long a machine has been up; unlike its clock, this cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Uptime {
    /// Another one each time the machine is started.
    pub life: String,
    /// Microseconds since then, those that it slept included.
    pub passed: i64,
}

impl Clock {
    pub fn at(instant: NaiveDateTime) -> Clock {
        Clock::Set(Arc::new(RwLock::new(StoppedClock { now: instant, uptime: None })))
    }

    /// A clock at an instant, of a machine that has been up for a day: what it shows and how long it is up are two things.
    pub fn of_a_machine(instant: NaiveDateTime) -> Clock {
        let uptime =
            Uptime { life: "the first".to_owned(), passed: TimeDelta::days(1).num_microseconds().unwrap_or(0) };
        Clock::Set(Arc::new(RwLock::new(StoppedClock { now: instant, uptime: Some(uptime) })))
    }

    pub fn now(&self) -> NaiveDateTime {
        match self {
            Clock::System => Utc::now().naive_utc().trunc_subsecs(6),
            Clock::Set(held) => held.read().unwrap_or_else(|poisoned| poisoned.into_inner()).now,
        }
    }

    /// How long the machine has been up; `None` if the clock is no machine's.
    pub fn uptime(&self) -> Option<Uptime> {
        match self {
            Clock::System => machine::uptime(),
            Clock::Set(held) => held.read().unwrap_or_else(|poisoned| poisoned.into_inner()).uptime.clone(),
        }
    }

    /// Sets a [`Clock::Set`]; the machine's clock cannot be set.
    pub fn set(&self, instant: NaiveDateTime) {
        self.hold(|held| held.now = instant);
    }

    /// Lets time pass by a [`Clock::Set`], for its machine too.
    pub fn pass(&self, span: TimeDelta) {
        self.hold(|held| {
            held.now = later(held.now, span);
            if let (Some(uptime), Some(passed)) = (&mut held.uptime, span.num_microseconds()) {
                uptime.passed += passed;
            }
        });
    }

    /// Starts the machine of a [`Clock::Set`] another time.
    pub fn start_again(&self, life: &str) {
        self.hold(|held| held.uptime = Some(Uptime { life: life.to_owned(), passed: 0 }));
    }

    fn hold(&self, change: impl FnOnce(&mut StoppedClock)) {
        if let Clock::Set(held) = self {
            change(&mut held.write().unwrap_or_else(|poisoned| poisoned.into_inner()));
        }
    }
}

#[cfg(target_os = "linux")]
mod machine {
    use std::sync::LazyLock;

    use super::Uptime;

    static LIFE: LazyLock<Option<String>> =
        LazyLock::new(|| Some(std::fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?.trim().to_owned()));

    pub fn uptime() -> Option<Uptime> {
        let up = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
        Some(Uptime { life: LIFE.clone()?, passed: up.tv_sec * 1_000_000 + up.tv_nsec / 1_000 })
    }
}

/// Elsewhere a life is one of this process.
#[cfg(not(target_os = "linux"))]
mod machine {
    use std::sync::LazyLock;
    use std::time::Instant;

    use super::Uptime;

    static BEGAN: LazyLock<(Instant, u64)> = LazyLock::new(|| (Instant::now(), rand::random()));

    pub fn uptime() -> Option<Uptime> {
        let (began, life) = *BEGAN;
        Some(Uptime { life: life.to_string(), passed: i64::try_from(began.elapsed().as_micros()).ok()? })
    }
}
