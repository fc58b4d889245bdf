//! Imports as jobs: the row says how far each is, whichever replica is asked.

use std::sync::Arc;
use std::time::{Duration, Instant};

use actix_web::web;
use chrono::{NaiveDateTime, TimeDelta};
use diesel::prelude::*;
use rookery_messages::say;
use serde::Serialize;
use tokio::sync::Semaphore;

use super::undo::TakeBack;
use super::{Options, Report, Source};
use crate::App;
use crate::action::{By, perform};
use crate::clock::later;
use crate::db::{Database, Db, Tx, schema::imports};
use crate::error::{Error, Refusal};
use crate::http::incoming::Room;
use crate::id::PersonId;
use crate::{games, rulebook};

crate::id!(
    /// An import that somebody asked for.
    ImportId
);

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

/// How often progress is written down.
const TELLING: Duration = Duration::from_millis(500);
/// After so long without an end, the replica that ran it is taken for dead.
const ABANDONED: TimeDelta = TimeDelta::hours(1);
/// Imports that are listed.
const LISTED: i64 = 20;
/// How long the file of a trial waits to be entered.
const KEPT: TimeDelta = TimeDelta::days(1);

/// An import, as the one who asked for it can look at it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Import {
    pub id: ImportId,
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

type Row =
    (ImportId, PersonId, String, String, State, i64, Option<String>, NaiveDateTime, Option<NaiveDateTime>, Undo, bool);
/// Whether it can be taken back, and when it was.
type Undo = (bool, Option<NaiveDateTime>);

/// What is told of an import.
#[diesel::dsl::auto_type(no_type_alias)]
fn told() -> _ {
    (
        imports::id,
        imports::asked_by,
        imports::name,
        imports::options,
        imports::state,
        imports::lines_read,
        imports::report,
        imports::created_at,
        imports::finished_at,
        (imports::entered.is_not_null(), imports::taken_back_at),
        imports::file.is_not_null(),
    )
}

impl Import {
    fn of(row: Row) -> Result<Import, Error> {
        let (id, asked_by, name, options, state, lines_read, report, created_at, finished_at, undo, kept) = row;
        Ok(Import {
            id,
            asked_by,
            name,
            options: serde_json::from_str(&options)?,
            state,
            lines_read,
            report: report.as_deref().map(serde_json::from_str).transpose()?,
            created_at: created_at.and_utc(),
            finished_at: finished_at.map(|at| at.and_utc()),
            can_be_taken_back: undo.0,
            taken_back_at: undo.1.map(|at| at.and_utc()),
            kept,
        })
    }
}

/// An import; nothing where the id is unknown.
pub fn find(db: &mut Db, id: ImportId) -> Result<Option<Import>, Error> {
    let row: Option<Row> = imports::table.find(id.0).select(told()).first(db).optional()?;
    row.map(Import::of).transpose()
}

/// The latest imports that changed the club.
pub fn latest(db: &mut Db) -> Result<Vec<Import>, Error> {
    let changed = imports::entered.is_not_null().or(imports::taken_back_at.is_not_null());
    let rows: Vec<Row> =
        imports::table.filter(changed).order(imports::id.desc()).limit(LISTED).select(told()).load(db)?;
    rows.into_iter().map(Import::of).collect()
}

/// Writes down that an import was asked for.
pub fn add(tx: &mut Tx, by: PersonId, name: &str, options: Options) -> Result<ImportId, Error> {
    Ok(diesel::insert_into(imports::table)
        .values((
            imports::asked_by.eq(by),
            imports::name.eq(name),
            imports::options.eq(serde_json::to_string(&options)?),
            imports::state.eq(State::Reading),
            imports::created_at.eq(tx.now),
        ))
        .returning(imports::id)
        .get_result::<i64>(tx.db)
        .map(ImportId)?)
}

/// Keeps the file of a trial, so that it need not be chosen again to be entered.
pub fn keep(tx: &mut Tx, id: ImportId, file: &[u8]) -> Result<(), Error> {
    diesel::update(imports::table.find(id.0)).set(imports::file.eq(file)).execute(tx.db)?;
    Ok(())
}

/// The text of a trial that its asker wants to correct; nothing where it is kept no longer, or is no text.
pub fn tried_text(db: &mut Db, id: ImportId, by: PersonId) -> Result<Option<String>, Error> {
    let file: Option<Option<Vec<u8>>> =
        imports::table.find(id.0).filter(imports::asked_by.eq(by)).select(imports::file).first(db).optional()?;
    Ok(file.flatten().and_then(|bytes| String::from_utf8(bytes).ok()))
}

/// A new import of the file that was tried, in earnest or another trial, as `options` are made of those of the trial. The
/// file goes with it.
pub fn again(
    tx: &mut Tx,
    by: PersonId,
    tried: ImportId,
    options: impl Fn(Options) -> Options,
) -> Result<(ImportId, Source, Options), Error> {
    let trial = find(tx.db, tried)?.ok_or_else(|| crate::not_found!("import"))?;
    let file: Option<Vec<u8>> = imports::table.find(tried.0).select(imports::file).first(tx.db)?;
    let bytes = file.ok_or_else(|| {
        let detail = say!("The file of a trial is kept for a day, and until it is entered. Choose it again.");
        Refusal::conflict(say!("File not kept"), detail)
    })?;
    diesel::update(imports::table.find(tried.0)).set(imports::file.eq(None::<Vec<u8>>)).execute(tx.db)?;
    let options = options(trial.options);
    let id = add(tx, by, &trial.name, options)?;
    if options.dry_run {
        keep(tx, id, &bytes)?;
    }
    Ok((id, Source { name: trial.name, bytes }, options))
}

/// Files of trials that nobody entered are kept no longer.
pub fn forget_trials(tx: &mut Tx) -> Result<usize, Error> {
    let old = imports::created_at.lt(later(tx.now, -KEPT));
    let kept = imports::table.filter(imports::file.is_not_null().and(old));
    Ok(diesel::update(kept).set(imports::file.eq(None::<Vec<u8>>)).execute(tx.db)?)
}

/// Larger files are read and entered one after another: each takes many times its size in memory.
static TURN: Semaphore = Semaphore::const_new(1);

/// [`run`] when its turn comes; the file's room is held until it is done.
pub async fn run_in_turn(
    db: Database,
    id: ImportId,
    by: PersonId,
    source: Source,
    options: Options,
    room: Option<Room>,
) {
    let _turn = TURN.acquire().await;
    if let Err(error) = web::block(move || run(&db, id, by, source, options)).await {
        tracing::error!(%error, import = id.0, "an import was cut short");
    }
    drop(room);
}

/// Carries an import out, writing down how far it is.
pub fn run(db: &Database, id: ImportId, by: PersonId, source: Source, options: Options) {
    let finished = carry_out(db, id, by, source, options);
    let (state, report) = match &finished {
        Ok(report) if !report.entered && !options.dry_run => (State::Refused, Some(report)),
        Ok(report) => (State::Done, Some(report)),
        Err(error) => {
            tracing::error!(%error, import = id.0, "an import failed");
            (State::Failed, None)
        }
    };
    let report = report.and_then(|report| serde_json::to_string(report).ok());
    let told = db.write_now(move |tx| {
        diesel::update(imports::table.find(id.0))
            .set((imports::state.eq(state), imports::report.eq(&report), imports::finished_at.eq(tx.now)))
            .execute(tx.db)?;
        Ok(())
    });
    if let Err(error) = told {
        tracing::error!(%error, import = id.0, "the end of an import could not be written down");
    }
}

fn carry_out(db: &Database, id: ImportId, by: PersonId, source: Source, options: Options) -> Result<Report, Error> {
    let now = db.clock().now();
    let zone = db.read_now(|db| Ok(rulebook::in_force(db, now)?.time_zone))?;
    let mut last = Instant::now();
    let mut tell = |read: u64| {
        if last.elapsed() >= TELLING {
            last = Instant::now();
            progress(db, id, State::Reading, read);
        }
    };
    let season = Arc::new(super::read(&[source], zone, options.month_first, &mut tell)?);
    progress(db, id, State::Entering, season.read);
    let report = super::enter(db, &season, options, Some((id, by)))?;
    if report.entered {
        games::closing::run(db)?;
    }
    Ok(report)
}

/// Takes an import back as a whole.
pub async fn take_back(app: &App, by: By, id: ImportId) -> Result<(), Error> {
    app.db.write(move |tx| perform(tx, &by, &TakeBack(id))).await?;
    let db = app.db.clone();
    // Sessions that it had cancelled close after all; where that fails now, the job of the next minute does it.
    if let Err(error) = web::block(move || games::closing::run(&db)).await.map_err(Error::internal)? {
        tracing::warn!(%error, import = id.0, "sessions were not settled after an import was taken back");
    }
    Ok(())
}

fn progress(db: &Database, id: ImportId, state: State, read: u64) {
    let read = i64::try_from(read).unwrap_or(i64::MAX);
    let told = db.write_now(move |tx| {
        diesel::update(imports::table.find(id.0))
            .set((imports::state.eq(state), imports::lines_read.eq(read)))
            .execute(tx.db)?;
        Ok(())
    });
    if let Err(error) = told {
        tracing::warn!(%error, import = id.0, "progress of an import could not be written down");
    }
}

/// Imports whose replica went away under them have failed; what they had done is rolled back.
pub fn fail_abandoned(tx: &mut Tx) -> Result<usize, Error> {
    let now = tx.now;
    let under_way = [State::Reading, State::Entering];
    Ok(diesel::update(imports::table)
        .filter(imports::state.eq_any(under_way).and(imports::created_at.lt(later(now, -ABANDONED))))
        .set((imports::state.eq(State::Failed), imports::finished_at.eq(now)))
        .execute(tx.db)?)
}
