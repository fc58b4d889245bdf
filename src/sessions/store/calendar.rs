//! The calendar made from the house rules: a row a session, some weeks ahead.

use std::collections::HashMap;

use chrono::{NaiveDate, NaiveDateTime, TimeDelta};
use chrono_tz::Tz;
use diesel::dsl::{exists, max};
use diesel::prelude::*;
use diesel::result::DatabaseErrorKind;
use diesel::result::Error::DatabaseError;
use rookery_messages::say;
use serde::{Deserialize, Serialize};

use crate::clock::later;
use crate::db::{
    Db, Kept, Tx,
    schema::{house_rules, sessions, settings},
    set_setting, setting,
};
use crate::error::Error;
use crate::id::SessionId;
use crate::rulebook::{self, HouseRules};
use crate::sessions::calendar::local_date;
use crate::sessions::rules::{self, SessionSlot};

/// Where in `settings` it is kept how far the calendar was made.
const MADE: &str = "calendar";
/// Made beyond what was asked, so that asking often is cheap.
const AHEAD: TimeDelta = TimeDelta::weeks(1);

#[derive(Serialize, Deserialize)]
struct CalendarMark {
    until: NaiveDateTime,
    /// The version of the house rules it was made by.
    rules: i64,
}

/// Whether [`ensure_calendar`] would have something to do.
pub fn calendar_lacks(db: &mut Db, until: NaiveDateTime) -> Result<bool, Error> {
    let newest = rulebook::newest(db)?;
    Ok(lacks(made(db)?.as_ref(), newest, until))
}

fn lacks(made: Option<&CalendarMark>, newest: i64, until: NaiveDateTime) -> bool {
    made.is_none_or(|made| made.until < until || made.rules != newest)
}

/// What the house goes by at an instant.
pub struct House {
    pub rules: HouseRules,
    /// Whether a session that ended since is settled.
    pub settled_since: bool,
}

/// The house at an instant, once its calendar is made as far as now: by one statement, where it is made.
pub fn house_at(tx: &mut Tx, at: NaiveDateTime) -> Result<House, Error> {
    let (newest, made, stored, settled_since): (Option<i64>, Option<String>, Option<String>, bool) = diesel::select((
        house_rules::table.select(max(house_rules::version)).single_value(),
        settings::table.find(MADE).select(settings::value).single_value(),
        rulebook::stored_at(at).single_value(),
        exists(super::settled_since(at)),
    ))
    .get_result(tx.db)?;
    if lacks(read(made)?.as_ref(), newest.unwrap_or(0), tx.now) {
        let now = tx.now;
        ensure_calendar(tx, now)?;
    }
    Ok(House { rules: rulebook::read_stored(stored)?, settled_since })
}

/// Makes the sessions that start by `until` and are not there yet, and moves those to come where
/// new house rules want them. A club's calendar begins when it is first asked for: with the session that
/// is on then, and with none that is over.
pub fn ensure_calendar(tx: &mut Tx, until: NaiveDateTime) -> Result<(), Error> {
    if !calendar_lacks(tx.db, until)? {
        return Ok(());
    }
    let earlier = made(tx.db)?;
    let begins = earlier.is_none();
    let made = match earlier {
        Some(made) => made,
        None => CalendarMark { until: tx.now - TimeDelta::days(1), rules: rulebook::newest(tx.db)? },
    };
    let versions = rulebook::versions(tx.db)?;
    let newest = versions.last().map_or(0, |version| version.version);
    let changed = versions.iter().find(|version| version.version > made.rules).map(|version| version.published_at);
    let from = changed.map_or(made.until, |changed| changed.min(made.until));
    let until = made.until.max(later(until, AHEAD));
    let zone = rulebook::in_force(tx.db, tx.now)?.time_zone;
    let periods: Vec<_> = versions.into_iter().map(|version| (version.published_at, version.rules)).collect();
    let mut wanted = rules::wanted(&periods, from, until);
    wanted.retain(|wanted| !begins || tx.now <= wanted.ends_at);
    align(tx, wanted, from, zone)?;
    remember(tx, &CalendarMark { until, rules: newest })
}

/// Makes the calendar from an earlier day on, for a season that was played before the club was here.
pub fn begin_calendar(tx: &mut Tx, from: NaiveDateTime) -> Result<(), Error> {
    let Some(made) = made(tx.db)? else {
        let rules = rulebook::newest(tx.db)?;
        remember(tx, &CalendarMark { until: from, rules })?;
        let until = tx.now;
        return ensure_calendar(tx, until);
    };
    let periods: Vec<_> =
        rulebook::versions(tx.db)?.into_iter().map(|version| (version.published_at, version.rules)).collect();
    for wanted in rules::wanted(&periods, from, made.until) {
        add(tx, &wanted)?;
    }
    Ok(())
}

fn made(db: &mut Db) -> Result<Option<CalendarMark>, Error> {
    read(setting(db, MADE)?)
}

fn read(made: Option<String>) -> Result<Option<CalendarMark>, Error> {
    Ok(made.map(|text| serde_json::from_str(&text)).transpose()?)
}

fn remember(tx: &mut Tx, made: &CalendarMark) -> Result<(), Error> {
    set_setting(tx.db, MADE, &serde_json::to_string(made)?)
}

/// Makes the calendar from `from` on what is wanted. A session stays the same one, with what is
/// known of it, where only its hours or its room change; extra sessions are nobody's but their own.
fn align(tx: &mut Tx, wanted: Vec<SessionSlot>, from: NaiveDateTime, zone: Tz) -> Result<(), Error> {
    let rows: Vec<(SessionId, NaiveDateTime)> = sessions::table
        .filter(sessions::starts_at.ge(from).and(sessions::extra.eq(false)))
        .select((sessions::id, sessions::starts_at))
        .load(tx.db)?;
    let date = |starts_at: NaiveDateTime| local_date(starts_at.and_utc(), zone);
    let mut there: HashMap<NaiveDate, SessionId> = rows.into_iter().map(|(id, starts)| (date(starts), id)).collect();
    let mut missing = Vec::new();
    for wanted in wanted {
        match there.remove(&date(wanted.starts_at)) {
            Some(id) => change(tx, id, &wanted)?,
            None => missing.push(wanted),
        }
    }
    for id in there.into_values() {
        take_out(tx, id)?;
    }
    for wanted in missing {
        add(tx, &wanted)?;
    }
    Ok(())
}

/// Takes a session to come out of the calendar; one that is already pointed at, for people came early or
/// were paired, stays and is cancelled.
fn take_out(tx: &mut Tx, id: SessionId) -> Result<(), Error> {
    match tx.db.transaction(|db| diesel::delete(sessions::table.find(id)).execute(db)) {
        Err(DatabaseError(DatabaseErrorKind::ForeignKeyViolation, _)) => {
            let now = tx.now;
            diesel::update(sessions::table.find(id).filter(sessions::cancelled_at.is_null()))
                .set((
                    sessions::cancelled_at.eq(now),
                    sessions::cancel_reason.eq(Kept::of(say!("The house rules have no session then any more."))),
                ))
                .execute(tx.db)?;
        }
        deleted => {
            deleted?;
        }
    }
    Ok(())
}

/// Gives a session these times and this room.
pub fn change(tx: &mut Tx, id: SessionId, wanted: &SessionSlot) -> Result<(), Error> {
    diesel::update(sessions::table.find(id))
        .set((
            sessions::starts_at.eq(wanted.starts_at),
            sessions::ends_at.eq(wanted.ends_at),
            sessions::room.eq(&wanted.room),
        ))
        .execute(tx.db)?;
    Ok(())
}

/// Adds a session of the calendar unless one starts then already.
fn add(tx: &mut Tx, wanted: &SessionSlot) -> Result<(), Error> {
    let there: i64 = sessions::table.filter(sessions::starts_at.eq(wanted.starts_at)).count().get_result(tx.db)?;
    if there > 0 {
        return Ok(());
    }
    diesel::insert_into(sessions::table)
        .values((
            sessions::starts_at.eq(wanted.starts_at),
            sessions::ends_at.eq(wanted.ends_at),
            sessions::room.eq(&wanted.room),
        ))
        .execute(tx.db)?;
    Ok(())
}
