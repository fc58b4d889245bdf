//! Checks as jobs: the row says how far each is, whichever replica is asked.

use std::time::{Duration, Instant};

use chrono::{NaiveDateTime, TimeDelta};
use diesel::prelude::*;
use rookery_messages::Message;
use serde::Serialize;

use super::{Found, Subject};
use crate::audit::{Checkpoints, Kept};
use crate::clock::later;
use crate::db::{self, Database, Db, Tx, schema::checks};
use crate::error::Error;
use crate::id::PersonId;
use crate::tables::Room;

crate::id!(
    /// A check that somebody asked for.
    CheckId
);

crate::words!(
    /// How far a check is.
    State as CheckState {
        UnderWay = "under_way",
        /// All of it agrees.
        Sound = "sound",
        /// The faults say what does not.
        Faulty = "faulty",
        /// It was cut short.
        Failed = "failed",
    }
);

/// How often progress is written down.
const TELLING: Duration = Duration::from_millis(500);
/// Heartbeat timeout: after so long without a word, the process that ran it is gone.
const ABANDONED: TimeDelta = TimeDelta::minutes(5);

/// A check, as administrators can look at it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Check {
    pub id: CheckId,
    pub asked_by: PersonId,
    pub subject: Subject,
    pub state: State,
    /// How many entries there were when it began.
    pub entries: i64,
    pub entries_read: i64,
    /// Where records do not agree, a sentence each; of very many, the first and how many more there are.
    #[schema(value_type = Vec<String>)]
    pub faults: Vec<db::Kept>,
    pub created_at: chrono::DateTime<chrono::Utc>,
    pub finished_at: Option<chrono::DateTime<chrono::Utc>>,
}

impl Check {
    /// How far it is.
    pub fn per_cent(&self) -> i64 {
        match self.entries {
            ..=0 => 0,
            entries => (100 * self.entries_read / entries).min(100),
        }
    }
}

type Row = (CheckId, PersonId, Subject, State, i64, i64, String, NaiveDateTime, Option<NaiveDateTime>);
type Columns = (
    checks::id,
    checks::asked_by,
    checks::subject,
    checks::state,
    checks::entries,
    checks::entries_read,
    checks::faults,
    checks::created_at,
    checks::finished_at,
);

const COLUMNS: Columns = (
    checks::id,
    checks::asked_by,
    checks::subject,
    checks::state,
    checks::entries,
    checks::entries_read,
    checks::faults,
    checks::created_at,
    checks::finished_at,
);

fn check(row: Row) -> Result<Check, Error> {
    let (id, asked_by, subject, state, entries, entries_read, faults, created_at, finished_at) = row;
    // An older version kept them as sentences.
    let faults: Vec<Message> = serde_json::from_str(&faults).or_else(|_| {
        serde_json::from_str::<Vec<String>>(&faults).map(|old| old.iter().map(Message::verbatim).collect())
    })?;
    let faults = faults.into_iter().map(db::Kept::of).collect();
    let (created_at, finished_at) = (created_at.and_utc(), finished_at.map(|at| at.and_utc()));
    Ok(Check { id, asked_by, subject, state, entries, entries_read, faults, created_at, finished_at })
}

/// A check; nothing where the id is unknown.
pub fn find(db: &mut Db, id: CheckId) -> Result<Option<Check>, Error> {
    let row: Option<Row> = checks::table.find(id.0).select(COLUMNS).first(db).optional()?;
    row.map(check).transpose()
}

/// The last check of some records.
fn last(db: &mut Db, subject: Subject) -> Result<Option<Check>, Error> {
    let of = checks::table.filter(checks::subject.eq(subject)).order(checks::id.desc());
    let row: Option<Row> = of.select(COLUMNS).first(db).optional()?;
    row.map(check).transpose()
}

/// The last check of some records and, where that came to no result, the last one before it that did.
pub fn latest(db: &mut Db, subject: Subject) -> Result<Vec<Check>, Error> {
    let came_to_one = checks::state.eq_any([State::Sound, State::Faulty]);
    let of = checks::table.filter(checks::subject.eq(subject).and(came_to_one)).order(checks::id.desc());
    let row: Option<Row> = of.select(COLUMNS).first(db).optional()?;
    let mut latest: Vec<Check> = last(db, subject)?.into_iter().collect();
    latest.extend(row.map(check).transpose()?);
    latest.dedup_by_key(|check| check.id);
    Ok(latest)
}

/// Writes down that a check was asked for; gives whether it is a new one. While the same records are being gone
/// through, everybody who asks is given that check.
pub fn add(tx: &mut Tx, by: PersonId, subject: Subject) -> Result<(CheckId, bool), Error> {
    fail_abandoned(tx)?;
    if let Some(last) = last(tx.db, subject)?.filter(|last| last.state == State::UnderWay) {
        return Ok((last.id, false));
    }
    let id: i64 = diesel::insert_into(checks::table)
        .values((
            checks::asked_by.eq(by),
            checks::subject.eq(subject),
            checks::state.eq(State::UnderWay),
            checks::created_at.eq(tx.now),
            checks::told_at.eq(tx.now),
        ))
        .returning(checks::id)
        .get_result(tx.db)?;
    Ok((CheckId(id), true))
}

/// Carries a check out, writing down how far it is.
pub fn run(db: &Database, id: CheckId, subject: Subject, room: &Room, checkpoints: Option<&Checkpoints>) {
    let (state, entries_read, faults) = match carry_out(db, id, subject, room, checkpoints) {
        Ok(found) if found.faults.is_empty() => (State::Sound, found.entries, found.faults),
        Ok(found) => (State::Faulty, found.entries, found.faults),
        Err(error) => {
            tracing::error!(%error, check = id.0, "a check failed");
            (State::Failed, 0, Vec::new())
        }
    };
    let told = serde_json::to_string(&faults).map_err(Error::from).and_then(|faults| {
        let entries_read = i64::try_from(entries_read).unwrap_or(i64::MAX);
        db.write_now(move |tx| {
            let end = (
                checks::state.eq(state),
                checks::entries_read.eq(entries_read),
                checks::faults.eq(&faults),
                checks::finished_at.eq(tx.now),
            );
            diesel::update(checks::table.find(id.0)).set(end).execute(tx.db)?;
            Ok(())
        })
    });
    if let Err(error) = told {
        tracing::error!(%error, check = id.0, "the end of a check could not be written down");
    }
}

fn carry_out(
    db: &Database,
    id: CheckId,
    subject: Subject,
    room: &Room,
    checkpoints: Option<&Checkpoints>,
) -> Result<Found, Error> {
    // Before the snapshot: later checkpoints speak of acts that it does not have.
    let kept = checkpoints.map_or(Ok(Kept::default()), Checkpoints::read)?;
    // A connection of its own: it takes long, and those that pages read by are few.
    db.connector().open()?.snapshot(|snapshot| {
        let entries = super::length(snapshot, subject)?;
        progress(db, id, entries, 0);
        let mut last = Instant::now();
        let mut tell = |read: u64| {
            if last.elapsed() >= TELLING {
                last = Instant::now();
                progress(db, id, entries, read);
            }
        };
        super::go_through(snapshot, subject, room, &kept, &mut tell)
    })
}

fn progress(db: &Database, id: CheckId, entries: i64, read: u64) {
    let read = i64::try_from(read).unwrap_or(i64::MAX);
    let told = db.write_now(move |tx| {
        let far = (checks::entries.eq(entries), checks::entries_read.eq(read), checks::told_at.eq(tx.now));
        diesel::update(checks::table.find(id.0)).set(far).execute(tx.db)?;
        Ok(())
    });
    if let Err(error) = told {
        tracing::warn!(%error, check = id.0, "progress of a check could not be written down");
    }
}

/// Checks whose replica went away under them have failed.
pub fn fail_abandoned(tx: &mut Tx) -> Result<usize, Error> {
    let silent = checks::state.eq(State::UnderWay).and(checks::told_at.lt(later(tx.now, -ABANDONED)));
    Ok(diesel::update(checks::table.filter(silent))
        .set((checks::state.eq(State::Failed), checks::finished_at.eq(tx.now)))
        .execute(tx.db)?)
}
