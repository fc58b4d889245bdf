//! `demo --reset-at`: every day at that time the demonstration starts over, with a season that ends at that time.
//! Visitors only have to sign in again.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use actix_web::rt;
use chrono::{NaiveDateTime, NaiveTime, TimeDelta};

use crate::audit::Checkpoints;
use crate::chess::evidence::Safe;
use crate::db::{Connector, Database, migrate};
use crate::error::Error;
use crate::exchange::backup::{self, Manner};
use crate::{App, jobs};

/// How often it is looked whether the time has come.
const LOOKING: Duration = Duration::from_secs(20);

/// Starts the demonstration over each day at a time (UTC).
pub fn start(app: &App, at: NaiveTime, seed: u64) {
    let (safe, checkpoints) = (app.safe.clone(), app.config.checkpoints_folder().map(Checkpoints::in_folder));
    let due = Mutex::new(next(at, app.clock.now()));
    rt::spawn(jobs::repeat(app.db.clone(), "the demonstration begins anew", LOOKING, move |db| {
        let mut due = due.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let now = db.clock().now();
        if now < *due {
            return Ok(0);
        }
        begin_anew(db, &safe, checkpoints.as_ref(), seed)?;
        *due = next(at, now);
        Ok(1)
    }));
}

/// The next time of day after an instant.
fn next(at: NaiveTime, now: NaiveDateTime) -> NaiveDateTime {
    let today = now.date().and_time(at);
    if now < today { today } else { today + TimeDelta::days(1) }
}

/// Plays a season that ends now in a database beside the one that is served, and puts it in its place.
pub fn begin_anew(db: &Database, safe: &Arc<Safe>, checkpoints: Option<&Checkpoints>, seed: u64) -> Result<(), Error> {
    let folder = super::passing_folder()?;
    let beside = format!("sqlite:{}", folder.path().join("club.sqlite").display());
    let file = folder.path().join("club.backup");
    let (connector, now) = (Connector::parse(&beside)?, db.clock().now());
    migrate(&mut connector.open()?)?;
    super::build_with(&beside, safe, seed, now)?;
    backup::write(&mut connector.open()?, now, &file)?;
    db.write_now(move |tx| backup::restore(tx, &file, Manner { replace: true, force: false }, &BTreeSet::new()))?;
    checkpoints.map_or(Ok(()), |checkpoints| db.read_now(|snapshot| checkpoints.restored(snapshot, now)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_time_is_today_or_tomorrow() {
        let next = |now: &str| next("04:00".parse().unwrap(), now.parse().unwrap()).to_string();
        assert_eq!(next("2026-11-24T03:59:59"), "2026-11-24 04:00:00");
        assert_eq!(next("2026-11-24T04:00:00"), "2026-11-25 04:00:00");
        assert_eq!(next("2026-12-31T23:00:00"), "2027-01-01 04:00:00");
    }
}
