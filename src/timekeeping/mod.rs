//! Whether the clock can be trusted. A clock that leaps by a year would deduct a year's points from everybody in a
//! second. So whatever happens by time alone waits while the clock agrees with neither the machine's uptime nor the
//! database's own clock, until it is right again or an administrator confirms it.

pub mod actions;
pub mod api;
pub mod pages;
pub mod rules;
pub mod store;

use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::NaiveDateTime;

use crate::action::{By, perform};
use crate::clock::Clock;
use crate::db::{Database, Db, own_time};
use crate::error::Error;
use actions::{NoteLeap, NoteRight};
use rules::{ClockReading, expected};
pub use store::Leap;

/// Microseconds after which it is written down again what the clock showed, for the next process.
const WRITING: i64 = 600_000_000;

/// What this replica knows of its clock.
#[derive(Debug, Default)]
pub struct Watch(Mutex<Known>);

#[derive(Clone, Debug, Default)]
struct Known {
    /// How it was when it was last right.
    right: Option<ClockReading>,
    /// What it ought to have shown, since it leapt.
    leapt: Option<NaiveDateTime>,
    /// How long the machine was up when that was last written down.
    written: Option<i64>,
    /// Whether the leap was told.
    told: bool,
}

/// The clock's reading; `None` for a clock that tests set.
fn look(clock: &Clock, database: Option<NaiveDateTime>) -> Option<ClockReading> {
    let (uptime, shown) = (clock.uptime()?, clock.now());
    let ahead = database.and_then(|database| (shown - database).num_microseconds());
    Some(ClockReading { shown, life: uptime.life, up: uptime.passed, ahead })
}

/// What a clock ought to show, where it has leapt since a service last found it right; `None` if it is right, as far
/// as can be told. For who looks from outside of the service.
pub fn leapt(db: &mut Db, clock: &Clock) -> Result<Option<NaiveDateTime>, Error> {
    let database = own_time(db)?;
    let Some(now) = look(clock, database) else { return Ok(None) };
    let before = store::seen(db)?;
    Ok(expected(before.as_ref(), &now))
}

impl Watch {
    /// Begins where the last process left off: starting again hides no leap.
    pub fn open(db: &mut Db, clock: &Clock) -> Result<Watch, Error> {
        let watch = Watch(Mutex::new(Known { right: store::seen(db)?, ..Known::default() }));
        let database = own_time(db)?;
        if let Some(now) = look(clock, database) {
            watch.judge(&now);
        }
        Ok(watch)
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Compares a reading of the clock with the stored state; returns whether it is right.
    fn judge(&self, now: &ClockReading) -> bool {
        let mut known = self.known();
        let Some(expected) = expected(known.right.as_ref(), now) else {
            if known.leapt.take().is_some() {
                tracing::info!(shown = %now.shown, "the clock is right again: what waited for it goes on");
            }
            let ahead = now.ahead.or(known.right.as_ref().and_then(|right| right.ahead));
            known.right = Some(ClockReading { ahead, ..now.clone() });
            return true;
        };
        if known.leapt.is_none() {
            tracing::error!(
                shown = %now.shown, %expected,
                "the clock leapt: what acts by time alone waits until it is right, or an administrator says that it is"
            );
        }
        known.leapt = Some(expected);
        false
    }

    /// Whether what acts by time alone may act: asked each time before it does. Only [`Watch::run`], which asks the
    /// database too, ends a leap.
    pub fn is_right(&self, clock: &Clock) -> bool {
        let Some(now) = look(clock, None) else { return true };
        !self.has_leapt() && self.judge(&now)
    }

    /// Whether the clock of this replica has leapt.
    pub fn has_leapt(&self) -> bool {
        self.known().leapt.is_some()
    }

    /// Looks at the clock, at the database's and whether an administrator gave their word; writes down and tells what
    /// is new. Gives whether anything was.
    pub fn run(&self, db: &Database) -> Result<usize, Error> {
        let database = db.read_now(own_time)?;
        let Some(now) = look(db.clock(), database) else { return Ok(0) };
        let (is_right, known) = (self.judge(&now), self.known().clone());
        let leap = Leap {
            expected: known.leapt.unwrap_or(now.shown),
            shown: now.shown,
            life: now.life.clone(),
            is_right: false,
        };
        if !is_right && !db.write_now(move |tx| perform(tx, &By::upkeep(), &NoteLeap(&leap)))? {
            self.known().told = true;
            return Ok(usize::from(!known.told));
        }
        // It is right, or is said to be.
        let is_news = !is_right || known.told;
        if is_news || known.written.is_none_or(|written| now.up - written >= WRITING) {
            let seen = now.clone();
            db.write_now(move |tx| perform(tx, &By::upkeep(), &NoteRight(&seen)))?;
            let (leapt, told) = (None, false);
            *self.known() = Known { written: Some(now.up), right: Some(now), leapt, told };
        }
        Ok(usize::from(is_news))
    }
}
