//! What follows when a session closes: guests' games lapse (Act 0.12), then deductions fall (Act
//! II.6). Once for each session, in order, whoever runs it and however often; what was missed while
//! the service was down is made up.

use chrono::{NaiveDateTime, TimeDelta};
use diesel::prelude::*;
use serde_json::json;

use super::store::lapse_waiting;
use crate::audit::{self, Entry};
use crate::clock::later;
use crate::db::{Database, Db, Tx, schema::sessions};
use crate::error::Error;
use crate::sessions::Session;
use crate::sessions::calendar::AHEAD;
use crate::sessions::deductions::reckon_until;
use crate::sessions::store::{Whose, calendar_lacks, ensure_calendar};

/// Makes the calendar and settles every session that has closed; gives how many it settled.
pub fn run(db: &Database) -> Result<usize, Error> {
    let until = later(db.clock().now(), AHEAD);
    if db.read_now(|db| calendar_lacks(db, until))? {
        db.write_now(move |tx| ensure_calendar(tx, until))?;
    }
    let mut settled = 0;
    loop {
        let now = db.clock().now();
        if db.read_now(|db| unsettled(db, now))?.is_empty() {
            return Ok(settled);
        }
        settled += db.write_now(settle)?;
    }
}

/// Sessions settled in one transaction: a season that was imported has hundreds.
const TOGETHER: i64 = 1_000;

/// The sessions that have closed and are not settled yet, in order.
fn unsettled(db: &mut Db, now: NaiveDateTime) -> Result<Vec<Session>, Error> {
    Ok(sessions::table
        .filter(sessions::settled_at.is_null().and(sessions::cancelled_at.is_null()))
        .filter(sessions::ends_at.le(now - TimeDelta::seconds(1)))
        .order(sessions::starts_at)
        .limit(TOGETHER)
        .load(db)?)
}

/// Settles all that have closed, unless another replica was faster. Deductions follow from calendar,
/// register and games alone, so those of many sessions are reckoned at once.
fn settle(tx: &mut Tx) -> Result<usize, Error> {
    let now = tx.now;
    let closed = unsettled(tx.db, now)?;
    let Some(last) = closed.last() else { return Ok(0) };
    let mut lapsed = Vec::with_capacity(closed.len());
    for session in &closed {
        lapsed.push(lapse_waiting(tx, session.id)?);
    }
    let why = format!("Reckoned again at the close of {}", last.starts_at.date());
    let changed = reckon_until(tx, &Whose::Members, last.closes_at(), &why)?;
    for (session, lapsed) in closed.iter().zip(lapsed) {
        let id = session.id;
        diesel::update(sessions::table.find(id)).set(sessions::settled_at.eq(now)).execute(tx.db)?;
        let deductions = changed.iter().filter(|session| **session == id).count();
        let body = json!({ "lapsed_games": lapsed, "deductions": deductions });
        audit::record(tx, Entry { actor: None, act: "session.settled", subject: format!("session:{id}"), body })?;
    }
    Ok(closed.len())
}
