//! Imports as jobs.

use std::sync::Arc;

use actix_web::web;
use chrono::TimeDelta;
use diesel::prelude::*;
use rookery_messages::say;
use serde::Serialize;
use tokio::sync::Semaphore;

use super::undo::TakeBack;
use super::{Options, Report, Source, text};
use crate::App;
use crate::action::{By, perform};
use crate::clock::later;
use crate::db::{Database, Db, Tx, schema::jobs};
use crate::error::{Error, Refusal};
use crate::http::incoming::Room;
use crate::id::PersonId;
use crate::jobs::background::{self, End, Job, JobId, Kind, Progress};
use crate::{games, rulebook};

crate::words!(
    /// How far an import is.
    State as ImportState {
        Reading = "reading",
        Entering = "entering",
        /// The report says what was entered.
        Done = "done",
        /// Lines were refused, so nothing was entered.
        Refused = "refused",
        /// It was cut short; nothing was entered.
        Failed = "failed",
    }
);

/// Imports that are listed.
const LISTED: i64 = 20;
/// How long the file of a trial waits to be entered.
const KEPT: TimeDelta = TimeDelta::days(1);

/// An import, as the person who asked for it sees it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Import {
    pub id: JobId,
    pub asked_by: PersonId,
    pub name: String,
    pub options: Options,
    pub state: State,
    /// Lines of CSV files, and games of archives.
    pub lines_read: i64,
    /// Once it is done, refused or failed.
    pub report: Option<Report>,
    pub created_at: chrono::DateTime<chrono::Utc>,
    pub finished_at: Option<chrono::DateTime<chrono::Utc>>,
    /// Whether it entered anything that can be taken back as a whole.
    pub can_be_taken_back: bool,
    pub taken_back_at: Option<chrono::DateTime<chrono::Utc>>,
    /// Whether its file is still here to be entered.
    #[serde(skip)]
    pub kept: bool,
}

impl Import {
    fn of(job: Job) -> Result<Import, Error> {
        Ok(Import {
            id: job.id,
            asked_by: job.asked_by,
            options: serde_json::from_str(&job.options)?,
            state: background::word(&job.state)?,
            lines_read: job.entries_done,
            report: job.report.as_deref().map(serde_json::from_str).transpose()?,
            created_at: job.created_at.and_utc(),
            finished_at: job.finished_at.map(|at| at.and_utc()),
            can_be_taken_back: job.has_entered,
            taken_back_at: job.taken_back_at.map(|at| at.and_utc()),
            kept: job.has_file,
            name: job.about,
        })
    }
}

/// An import; `None` if the id is unknown.
pub fn find(db: &mut Db, id: JobId) -> Result<Option<Import>, Error> {
    background::find(db, Kind::Import, id)?.map(Import::of).transpose()
}

/// The latest imports that changed the club.
pub fn latest(db: &mut Db) -> Result<Vec<Import>, Error> {
    let changed = jobs::entered.is_not_null().or(jobs::taken_back_at.is_not_null());
    let of = jobs::table.filter(jobs::kind.eq(Kind::Import)).filter(changed).order(jobs::id.desc()).limit(LISTED);
    let jobs: Vec<Job> = of.select(background::columns()).load(db)?;
    jobs.into_iter().map(Import::of).collect()
}

/// Writes down that an import was asked for.
pub fn add(tx: &mut Tx, by: PersonId, name: &str, options: Options) -> Result<JobId, Error> {
    background::add(tx, Kind::Import, by, name, &serde_json::to_string(&options)?, State::Reading.as_str())
}

/// Keeps the file of a trial, so that it need not be chosen again to be entered.
pub fn keep(tx: &mut Tx, id: JobId, file: &[u8]) -> Result<(), Error> {
    diesel::update(jobs::table.find(id.0)).set(jobs::file.eq(file)).execute(tx.db)?;
    Ok(())
}

/// The text of a trial that its asker wants to correct; `None` if it is kept no longer, or is no text.
pub fn tried_text(db: &mut Db, id: JobId, by: PersonId) -> Result<Option<String>, Error> {
    let file: Option<Option<Vec<u8>>> =
        jobs::table.find(id.0).filter(jobs::asked_by.eq(by)).select(jobs::file).first(db).optional()?;
    Ok(file.flatten().and_then(|bytes| String::from_utf8(text::utf8(&bytes).into_owned()).ok()))
}

/// A new import of the file that was tried, in earnest or another trial, as `options` are made of those of the trial. The
/// file goes with it; where a name of it was `meant` for a known one, with that.
pub fn again(
    tx: &mut Tx,
    by: PersonId,
    tried: JobId,
    options: impl Fn(Options) -> Options,
    meant: Option<&(String, String)>,
) -> Result<(JobId, Source, Options), Error> {
    let trial = find(tx.db, tried)?.ok_or_else(|| crate::not_found!("import"))?;
    let file: Option<Vec<u8>> = jobs::table.find(tried.0).select(jobs::file).first(tx.db)?;
    let bytes = file.ok_or_else(|| {
        let detail = say!("The file of a trial is kept for a day, and until it is entered. Choose it again.");
        Refusal::conflict(say!("File not kept"), detail)
    })?;
    let bytes = match meant {
        Some((written, known)) => text::renamed(&bytes, written, known),
        None => bytes,
    };
    diesel::update(jobs::table.find(tried.0)).set(jobs::file.eq(None::<Vec<u8>>)).execute(tx.db)?;
    let options = options(trial.options);
    let id = add(tx, by, &trial.name, options)?;
    if options.dry_run {
        keep(tx, id, &bytes)?;
    }
    Ok((id, Source { name: trial.name, bytes }, options))
}

/// Files of trials that nobody entered are kept no longer.
pub fn forget_trials(tx: &mut Tx) -> Result<usize, Error> {
    let old = jobs::created_at.lt(later(tx.now, -KEPT));
    let kept = jobs::table.filter(jobs::file.is_not_null().and(old));
    Ok(diesel::update(kept).set(jobs::file.eq(None::<Vec<u8>>)).execute(tx.db)?)
}

/// Larger files are read and entered one after another: each takes many times its size in memory.
static TURN: Semaphore = Semaphore::const_new(1);

/// [`carry_out`] when its turn comes; the file's room is held until it is done.
pub(crate) async fn run_in_turn(
    db: Database,
    id: JobId,
    by: PersonId,
    source: Source,
    options: Options,
    room: Option<Room>,
) {
    background::run_in_turn(db, id, &TURN, move |db| carry_out(db, id, by, source, options)).await;
    drop(room);
}

/// Carries an import out.
pub fn carry_out(db: &Database, id: JobId, by: PersonId, source: Source, options: Options) -> Result<End, Error> {
    let now = db.clock().now();
    let zone = db.read_now(|db| Ok(rulebook::in_force(db, now)?.time_zone))?;
    let mut progress = Progress::of(db, id, 0);
    let season = Arc::new(super::read(&[source], zone, options.month_first, &mut |read| progress.tell(read))?);
    progress.write(season.read);
    db.write_now(move |tx| enters(tx, id))?;
    let report = super::enter(db, &season, options, Some((id, by)))?;
    if report.entered {
        games::closing::run(db)?;
    }
    let state = if report.entered || options.dry_run { State::Done } else { State::Refused };
    Ok((state.as_str(), Some(serde_json::to_string(&report)?)))
}

/// Writes down that all was read, and is entered now.
fn enters(tx: &mut Tx, id: JobId) -> Result<(), Error> {
    let under_way = jobs::table.find(id.0).filter(jobs::finished_at.is_null());
    let far = (jobs::state.eq(State::Entering), jobs::told_at.eq(tx.now));
    still(diesel::update(under_way).set(far).execute(tx.db)? > 0)
}

/// Ends an import with what it enters: it has failed, or all of it is there.
pub(super) fn entered(tx: &mut Tx, id: JobId, report: &Report) -> Result<(), Error> {
    still(background::end(tx, id, State::Done.as_str(), Some(&serde_json::to_string(report)?))?)
}

/// An abandoned import enters nothing.
fn still(is_under_way: bool) -> Result<(), Error> {
    if is_under_way { Ok(()) } else { Err(Error::Unavailable("the import was given up meanwhile".into())) }
}

/// Takes an import back as a whole.
pub(crate) async fn take_back(app: &App, by: By, id: JobId) -> Result<(), Error> {
    app.db.write(move |tx| perform(tx, &by, &TakeBack(id))).await?;
    let db = app.db.clone();
    // Sessions that it had cancelled close after all; where that fails now, the job of the next minute does it.
    if let Err(error) = web::block(move || games::closing::run(&db)).await.map_err(Error::internal)? {
        tracing::warn!(%error, import = id.0, "sessions were not settled after an import was taken back");
    }
    Ok(())
}
