//! Checks as jobs.

use diesel::prelude::*;
use rookery_messages::Message;
use serde::Serialize;

use super::Subject;
use crate::audit::{Checkpoints, Kept};
use crate::db::{self, Database, Db, Tx, schema::jobs};
use crate::error::Error;
use crate::id::PersonId;
use crate::jobs::background::{self, End, Job, JobId, Kind, Progress};
use crate::tables::Room;

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

/// A check, as administrators can look at it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Check {
    pub id: JobId,
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
    fn of(job: Job) -> Result<Check, Error> {
        let faults = job.report.as_deref().unwrap_or("[]");
        // An older version kept them as sentences.
        let faults: Vec<Message> = serde_json::from_str(faults).or_else(|_| {
            serde_json::from_str::<Vec<String>>(faults).map(|old| old.iter().map(Message::verbatim).collect())
        })?;
        Ok(Check {
            id: job.id,
            asked_by: job.asked_by,
            subject: background::word(&job.about)?,
            state: background::word(&job.state)?,
            entries: job.entries,
            entries_read: job.entries_done,
            faults: faults.into_iter().map(db::Kept::of).collect(),
            created_at: job.created_at.and_utc(),
            finished_at: job.finished_at.map(|at| at.and_utc()),
        })
    }

    /// How far it is.
    pub fn per_cent(&self) -> i64 {
        background::per_cent(self.entries_read, self.entries)
    }
}

/// A check; `None` if the id is unknown.
pub fn find(db: &mut Db, id: JobId) -> Result<Option<Check>, Error> {
    background::find(db, Kind::Check, id)?.map(Check::of).transpose()
}

/// The last check of some records and, where that came to no result, the last one before it that did.
pub fn latest(db: &mut Db, subject: Subject) -> Result<Vec<Check>, Error> {
    let mut latest: Vec<Job> = background::last(db, Kind::Check, subject.as_str())?.into_iter().collect();
    let of = jobs::table.filter(jobs::kind.eq(Kind::Check)).filter(jobs::about.eq(subject));
    let came_to_one = of.filter(jobs::state.eq_any([State::Sound, State::Faulty])).order(jobs::id.desc());
    latest.extend(came_to_one.select(background::columns()).first::<Job>(db).optional()?);
    latest.dedup_by_key(|job| job.id);
    latest.into_iter().map(Check::of).collect()
}

/// Writes down that a check was asked for; returns whether it is a new one. While the same records are being gone
/// through, everybody who asks is given that check.
pub fn add(tx: &mut Tx, by: PersonId, subject: Subject) -> Result<(JobId, bool), Error> {
    background::fail_abandoned(tx)?;
    let last = background::last(tx.db, Kind::Check, subject.as_str())?;
    if let Some(under_way) = last.filter(|last| last.finished_at.is_none()) {
        return Ok((under_way.id, false));
    }
    let id = background::add(tx, Kind::Check, by, subject.as_str(), "{}", State::UnderWay.as_str())?;
    Ok((id, true))
}

/// Carries a check out.
pub fn carry_out(
    db: &Database,
    id: JobId,
    subject: Subject,
    room: &Room,
    checkpoints: Option<&Checkpoints>,
) -> Result<End, Error> {
    // Before the snapshot: later checkpoints speak of acts that it does not have.
    let kept = checkpoints.map_or(Ok(Kept::default()), Checkpoints::read)?;
    // A separate connection: a check takes long, and the pool for pages is small.
    let found = db.connector().open()?.snapshot(|snapshot| {
        let mut progress = Progress::of(db, id, super::length(snapshot, subject)?);
        let found = super::go_through(snapshot, subject, room, &kept, &mut |read| progress.tell(read))?;
        progress.write(found.entries);
        Ok(found)
    })?;
    let state = if found.faults.is_empty() { State::Sound } else { State::Faulty };
    Ok((state.as_str(), Some(serde_json::to_string(&found.faults)?)))
}
