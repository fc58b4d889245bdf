//! What follows when a session closes: guests' games lapse (Act 0.12), then deductions fall (Act II.6).
//! Once for each session, in order, whichever replica runs it; what was missed while the service was down
//! is caught up. A session that was ended early is settled once that can no longer be undone.

use chrono::{NaiveDateTime, TimeDelta};
use diesel::prelude::*;
use rookery_messages::say;
use serde_json::json;

use super::actions::AcceptSilence;
use super::store::confirmations;
use super::waiting::lapse_waiting;
use crate::action::{Action, By, Deed, Record, perform};
use crate::audit::Word;
use crate::clock::later;
use crate::db::{Database, Db, Tx, schema::sessions};
use crate::error::Error;
use crate::sessions::Session;
use crate::sessions::calendar::AHEAD;
use crate::sessions::deductions::reckon_until;
use crate::sessions::store::{WeeksOf, calendar_lacks, ensure_calendar, may_go_on};

/// Makes the calendar and settles every session that has closed; returns how many it settled.
pub fn run(db: &Database) -> Result<usize, Error> {
    let until = later(db.clock().now(), AHEAD);
    if db.read_now(|db| calendar_lacks(db, until))? {
        db.write_now(move |tx| ensure_calendar(tx, until))?;
    }
    let mut settled = 0;
    loop {
        let now = db.clock().now();
        if !db.read_now(|db| settled_early(db, now))?.is_empty() {
            settled += db.write_now(|tx| perform(tx, &By::service("II.6"), &Unsettle))?;
        }
        if db.read_now(|db| unsettled(db, now))?.is_empty() {
            return Ok(settled);
        }
        settled += db.write_now(|tx| perform(tx, &By::service("II.6"), &Settle))?;
    }
}

/// Settles within a change that is only tried what has closed by then, so that it tells of the deductions, too.
pub fn settle(tx: &mut Tx) -> Result<(), Error> {
    while perform(tx, &By::service("II.6"), &Settle)? > 0 {}
    Ok(())
}

/// Sessions settled in one transaction: a season that was imported has hundreds.
const TOGETHER: i64 = 1_000;

/// The sessions that have closed and are not settled yet, in order; not one that may yet go on.
fn unsettled(db: &mut Db, now: NaiveDateTime) -> Result<Vec<Session>, Error> {
    let mut closed: Vec<Session> = sessions::table
        .filter(sessions::settled_at.is_null().and(sessions::cancelled_at.is_null()))
        .filter(sessions::ends_at.le(now - TimeDelta::seconds(1)))
        .order(sessions::starts_at)
        .limit(TOGETHER)
        .load(db)?;
    let going_on = may_go_on(db, &closed, now)?;
    closed.retain(|session| !going_on.contains(&session.id));
    Ok(closed)
}

/// Sessions that were settled before they closed: a clock was ahead of the time.
fn settled_early(db: &mut Db, now: NaiveDateTime) -> Result<Vec<Session>, Error> {
    let early = sessions::settled_at.is_not_null().and(sessions::ends_at.gt(now - TimeDelta::seconds(1)));
    Ok(sessions::table.filter(early).order(sessions::starts_at).load(db)?)
}

/// Takes back what fell for them: they are settled once they have closed.
struct Unsettle;

impl Action for Unsettle {
    type Done = usize;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<usize>, Error> {
        let early = settled_early(tx.db, tx.now)?;
        let unsettled: Option<NaiveDateTime> = None;
        for session in &early {
            diesel::update(sessions::table.find(session.id)).set(sessions::settled_at.eq(unsettled)).execute(tx.db)?;
        }
        let last: Option<Session> = sessions::table
            .filter(sessions::settled_at.is_not_null())
            .order(sessions::starts_at.desc())
            .first(tx.db)
            .optional()?;
        let until = last.map_or(tx.now, |last| last.closes_at());
        let changed = reckon_until(tx, &WeeksOf::Members, until, &say!("The session has not closed yet"))?;
        for session in &early {
            let deductions = changed.iter().filter(|changed| **changed == session.id).count();
            record(Word::SessionUnsettled, session, json!({ "deductions": deductions })).logged(tx, by)?;
        }
        Ok(Deed::of_its_parts(early.len()))
    }
}

/// Settles all that have closed, unless another replica was faster. Deductions follow from calendar,
/// register and games alone, so those of many sessions are reckoned at once.
struct Settle;

impl Action for Settle {
    type Done = usize;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<usize>, Error> {
        let now = tx.now;
        let closed = unsettled(tx.db, now)?;
        let Some(last) = closed.last() else { return Ok(Deed::of_its_parts(0)) };
        let mut lapsed = Vec::with_capacity(closed.len());
        for session in &closed {
            lapsed.push(lapse_waiting(tx, session.id)?);
        }
        for game in confirmations::unanswered(tx.db, now)? {
            perform(tx, &By::service("II.4"), &AcceptSilence(&game))?;
        }
        let why = say!("Reckoned again at the close of {day}", day = last.starts_at.date());
        let changed = reckon_until(tx, &WeeksOf::Members, last.closes_at(), &why)?;
        for (session, lapsed) in closed.iter().zip(lapsed) {
            diesel::update(sessions::table.find(session.id)).set(sessions::settled_at.eq(now)).execute(tx.db)?;
            let deductions = changed.iter().filter(|changed| **changed == session.id).count();
            let body = json!({ "lapsed_games": lapsed, "deductions": deductions });
            record(Word::SessionSettled, session, body).logged(tx, by)?;
        }
        Ok(Deed::of_its_parts(closed.len()))
    }
}

fn record(word: Word, session: &Session, body: serde_json::Value) -> Record {
    Record::of(word, session.id.subject(), body)
}
