//! Background jobs that somebody asks for. Each has a row in the database, so that any replica can say how far it is.
//!
//! A kind of job brings the work and its own states; a job without `finished_at` is under way. The process that runs a job
//! writes a heartbeat every minute. After a heartbeat timeout of five minutes the job has failed.

use std::pin::pin;
use std::str::FromStr;
use std::time::{Duration, Instant};

use actix_web::web;
use chrono::{NaiveDateTime, TimeDelta};
use diesel::prelude::*;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::clock::later;
use crate::db::{
    Database, Db, Tx,
    schema::{job_pieces, jobs},
};
use crate::error::Error;
use crate::id::{NoneOf, PersonId};

crate::id!(
    /// A job that somebody asked for.
    JobId
);

crate::words!(
    /// What a job does.
    Kind as JobKind {
        /// Goes through the club's records.
        Check = "check",
        /// Makes a file ready.
        Export = "export",
        /// Reads a file and enters what is in it.
        Import = "import",
    }
);

/// The state of a job that did not finish, whatever its kind.
pub const FAILED: &str = "failed";
/// The heartbeat interval of a job that runs or waits for its turn.
const HEARTBEAT: Duration = Duration::from_secs(60);
/// Heartbeat timeout: a job without a heartbeat for this long has failed.
const ABANDONED: TimeDelta = TimeDelta::minutes(5);
/// The least time between two writes of progress.
const TELLING: Duration = Duration::from_millis(500);

/// A row of `jobs`. `about`, `options`, `state` and `report` are read by its kind.
#[derive(Clone, Debug, Queryable)]
pub struct Job {
    pub id: JobId,
    pub asked_by: PersonId,
    pub about: String,
    pub options: String,
    pub state: String,
    pub entries: i64,
    pub entries_done: i64,
    pub bytes: i64,
    pub report: Option<String>,
    pub created_at: NaiveDateTime,
    pub finished_at: Option<NaiveDateTime>,
    /// Whether it entered anything that can be taken back.
    pub has_entered: bool,
    pub taken_back_at: Option<NaiveDateTime>,
    /// Whether the file that it was given is still here.
    pub has_file: bool,
}

/// The columns of [`Job`].
#[diesel::dsl::auto_type(no_type_alias)]
pub fn columns() -> _ {
    (
        jobs::id,
        jobs::asked_by,
        jobs::about,
        jobs::options,
        jobs::state,
        jobs::entries,
        jobs::entries_done,
        jobs::bytes,
        jobs::report,
        jobs::created_at,
        jobs::finished_at,
        jobs::entered.is_not_null(),
        jobs::taken_back_at,
        jobs::file.is_not_null(),
    )
}

/// A state of a job, parsed as its kind's.
pub fn word<W: FromStr<Err = NoneOf>>(text: &str) -> Result<W, Error> {
    text.parse().map_err(Error::internal)
}

/// How far a job is that has done so many of its entries.
pub fn per_cent(done: i64, entries: i64) -> i64 {
    match entries {
        ..=0 => 0,
        entries => (100 * done / entries).min(100),
    }
}

/// A job of a kind; `None` if none has this number.
pub fn find(db: &mut Db, kind: Kind, id: JobId) -> Result<Option<Job>, Error> {
    let of = jobs::table.filter(jobs::kind.eq(kind)).filter(jobs::id.eq(id));
    Ok(of.select(columns()).first(db).optional()?)
}

/// The last job of a kind that is about this.
pub fn last(db: &mut Db, kind: Kind, about: &str) -> Result<Option<Job>, Error> {
    let of = jobs::table.filter(jobs::kind.eq(kind)).filter(jobs::about.eq(about));
    Ok(of.order(jobs::id.desc()).select(columns()).first(db).optional()?)
}

/// The jobs of a kind that somebody asked for, the last first.
pub fn of(db: &mut Db, kind: Kind, by: PersonId) -> Result<Vec<Job>, Error> {
    let of = jobs::table.filter(jobs::kind.eq(kind)).filter(jobs::asked_by.eq(by));
    Ok(of.order(jobs::id.desc()).select(columns()).load(db)?)
}

/// Writes down that a job was asked for; `options` is JSON.
pub fn add(tx: &mut Tx, kind: Kind, by: PersonId, about: &str, options: &str, state: &str) -> Result<JobId, Error> {
    Ok(diesel::insert_into(jobs::table)
        .values((
            jobs::kind.eq(kind),
            jobs::asked_by.eq(by),
            jobs::about.eq(about),
            jobs::options.eq(options),
            jobs::state.eq(state),
            jobs::created_at.eq(tx.now),
            jobs::told_at.eq(tx.now),
        ))
        .returning(jobs::id)
        .get_result::<i64>(tx.db)
        .map(JobId)?)
}

/// Writes down that somebody still carries a job out, or waits to.
pub fn goes_on(tx: &mut Tx, id: JobId) -> Result<(), Error> {
    diesel::update(jobs::table.find(id.0)).set(jobs::told_at.eq(tx.now)).execute(tx.db)?;
    Ok(())
}

/// Writes down now and then how far a job is.
pub struct Progress<'a> {
    db: &'a Database,
    id: JobId,
    entries: i64,
    last: Instant,
}

impl<'a> Progress<'a> {
    /// Of a job with so many entries to go through; 0 where that is not known.
    pub fn of(db: &'a Database, id: JobId, entries: i64) -> Progress<'a> {
        let progress = Progress { db, id, entries, last: Instant::now() };
        progress.write(0);
        progress
    }

    pub fn tell(&mut self, done: u64) {
        if self.last.elapsed() >= TELLING {
            self.last = Instant::now();
            self.write(done);
        }
    }

    /// The same at once.
    pub fn write(&self, done: u64) {
        let (id, entries, done) = (self.id, self.entries, i64::try_from(done).unwrap_or(i64::MAX));
        let told = self.db.write_now(move |tx| {
            let far = (jobs::entries.eq(entries), jobs::entries_done.eq(done), jobs::told_at.eq(tx.now));
            diesel::update(jobs::table.find(id.0)).set(far).execute(tx.db)?;
            Ok(())
        });
        if let Err(error) = told {
            tracing::warn!(%error, job = id.0, "progress of a job could not be written down");
        }
    }
}

/// How a job ended: where it stands now and, as JSON, what came of it.
pub type End = (&'static str, Option<String>);

/// Ends a job; false if it was no longer under way. Nothing that a failed job made is kept.
pub fn end(tx: &mut Tx, id: JobId, state: &str, report: Option<&str>) -> Result<bool, Error> {
    let under_way = jobs::table.find(id.0).filter(jobs::finished_at.is_null());
    let ended = diesel::update(under_way)
        .set((jobs::state.eq(state), jobs::report.eq(report), jobs::finished_at.eq(tx.now)))
        .execute(tx.db)?;
    if ended > 0 && state == FAILED {
        diesel::delete(job_pieces::table.filter(job_pieces::job_id.eq(id))).execute(tx.db)?;
    }
    Ok(ended > 0)
}

/// Carries a job out and writes down how it ended, unless it did so itself.
pub fn run(db: &Database, id: JobId, work: impl FnOnce() -> Result<End, Error>) {
    let (state, report) = work().unwrap_or_else(|error| {
        tracing::error!(%error, job = id.0, "a job failed");
        (FAILED, None)
    });
    if let Err(error) = db.write_now(move |tx| end(tx, id, state, report.as_deref())) {
        tracing::error!(%error, job = id.0, "the end of a job could not be written down");
    }
}

/// [`run`] when its turn comes; meanwhile it is said that somebody is with it.
pub(crate) async fn run_in_turn<W>(db: Database, id: JobId, turns: &'static Semaphore, work: W)
where
    W: FnOnce(&Database) -> Result<End, Error> + Send + 'static,
{
    let own = db.clone();
    let mut running = pin!(async move {
        let _turn = turns.acquire().await;
        web::block(move || run(&own, id, || work(&own))).await
    });
    loop {
        match timeout(HEARTBEAT, running.as_mut()).await {
            Ok(Ok(())) => return,
            Ok(Err(error)) => {
                tracing::error!(%error, job = id.0, "a job was cut short");
                if let Err(error) = db.write(move |tx| end(tx, id, FAILED, None)).await {
                    tracing::error!(%error, job = id.0, "the end of a job could not be written down");
                }
                return;
            }
            Err(_) => {
                if let Err(error) = db.write(move |tx| goes_on(tx, id)).await {
                    tracing::warn!(%error, job = id.0, "that a job goes on could not be written down");
                }
            }
        }
    }
}

/// Ends the jobs whose process went away under them.
pub fn fail_abandoned(tx: &mut Tx) -> Result<usize, Error> {
    let silent = jobs::finished_at.is_null().and(jobs::told_at.lt(later(tx.now, -ABANDONED)));
    let abandoned: Vec<JobId> = jobs::table.filter(silent).select(jobs::id).load(tx.db)?;
    for id in &abandoned {
        end(tx, *id, FAILED, None)?;
    }
    Ok(abandoned.len())
}

/// Looks for such jobs, and writes only where there are any.
pub fn watch(db: &Database) -> Result<usize, Error> {
    let before = later(db.clock().now(), -ABANDONED);
    let silent = jobs::finished_at.is_null().and(jobs::told_at.lt(before));
    let any: i64 = db.read_now(|db| Ok(jobs::table.filter(silent).count().get_result(db)?))?;
    if any == 0 { Ok(0) } else { db.write_now(fail_abandoned) }
}

/// After a restore: jobs that were under way when the backup was made have failed, and their files are not
/// in the backup.
pub fn forget_restored(tx: &mut Tx) -> Result<(), Error> {
    diesel::delete(jobs::table.filter(jobs::kind.eq(Kind::Export))).execute(tx.db)?;
    let under_way: Vec<JobId> = jobs::table.filter(jobs::finished_at.is_null()).select(jobs::id).load(tx.db)?;
    for id in under_way {
        end(tx, id, FAILED, None)?;
    }
    Ok(())
}
