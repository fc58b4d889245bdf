//! What the service does at intervals while it runs; in [`background`], background jobs that somebody asks for.

pub mod background;

use std::sync::Arc;
use std::time::Duration;

use actix_web::{error, rt, web};
use chrono::TimeDelta;
use tokio::sync::Semaphore;

use crate::App;
use crate::audit::Checkpoints;
use crate::db::Database;
use crate::error::Error;
use crate::exchange::backup::kept::{self, Folder};
use crate::notify::Channel;
use crate::{
    auth, chess, conduct, court, deadlines, elections, exchange, games, http, members, notify, rulebook, sessions,
    tables,
};

/// How often sessions that have closed, and deadlines that have passed, are looked for.
const CLOSING: Duration = Duration::from_secs(20);
/// How often the clock is looked at.
const WATCHING: Duration = Duration::from_secs(5);
/// How often games are looked through that wait for a moderator or justice to have been there long enough.
const LOOKING: Duration = Duration::from_secs(1);
/// The interval of signed checkpoints of the act log, if it has grown.
const SIGNING: Duration = Duration::from_secs(10);
/// How often the outbox is looked into.
const DELIVERING: Duration = Duration::from_secs(1);
/// Receivers to which each channel delivers at the same time.
const AT_ONCE: usize = 8;
/// How often tables are looked through for what time does there.
const TICKING: Duration = Duration::from_millis(100);
/// The interval at which expired rows are deleted.
const HOUSEKEEPING: Duration = Duration::from_secs(600);
/// How long a message that was delivered is kept.
const DELIVERED_KEPT: TimeDelta = TimeDelta::days(30);

/// Starts the work of this replica; any number of replicas may do the same work.
pub fn start(app: &App) {
    let db = &app.db;
    let watch = app.watch.clone();
    rt::spawn(repeat(db.clone(), "a leap of the clock", WATCHING, move |db| watch.run(db)));
    rt::spawn(repeat(db.clone(), "closing of sessions", CLOSING, by_time(app, games::closing::run)));
    let waiting = by_time(app, games::waiting::run);
    rt::spawn(repeat(db.clone(), "games that wait for a moderator", LOOKING, waiting));
    rt::spawn(repeat(db.clone(), "lapse of remanded decisions", CLOSING, by_time(app, court::jobs::lapse_remands)));
    rt::spawn(repeat(db.clone(), "empty seats", CLOSING, court::jobs::tell_of_empty_seats));
    let removals = by_time(app, deadlines::removals::run);
    rt::spawn(repeat(db.clone(), "requests to be removed", CLOSING, removals));
    rt::spawn(repeat(db.clone(), "elections", CLOSING, by_time(app, elections::jobs::run)));
    rt::spawn(repeat(db.clone(), "undeclared penalties", CLOSING, by_time(app, undeclared)));
    match app.config.checkpoints_folder().map(Checkpoints::in_folder) {
        Some(checkpoints) => {
            rt::spawn(repeat(db.clone(), "checkpoints of the act log", SIGNING, move |db| sign(db, &checkpoints)));
        }
        None => tracing::warn!("no checkpoints of the act log are kept: ROOKERY_CHECKPOINTS names no folder"),
    }
    match app.config.backups.as_ref().map(Folder::new) {
        Some(folder) => {
            let erased = folder.clone();
            rt::spawn(repeat(db.clone(), "list of who was erased", CLOSING, move |db| erased.keep_erased(db)));
            rt::spawn(repeat(db.clone(), "backups", HOUSEKEEPING, by_time(app, move |db| kept::run(db, &folder))));
        }
        None => tracing::warn!("no backups are made: ROOKERY_BACKUPS names no folder"),
    }
    rt::spawn(repeat(db.clone(), "jobs whose process went away", CLOSING, by_time(app, background::watch)));
    rt::spawn(repeat(db.clone(), "letters of the day", CLOSING, by_time(app, letters_of_the_day)));
    let room = app.room.clone();
    rt::spawn(repeat(
        db.clone(),
        "what was due at tables",
        TICKING,
        by_time(app, move |db| tables::due::run(db, &room)),
    ));
    let safe = app.safe.clone();
    rt::spawn(repeat(db.clone(), "evidence on dockets", CLOSING, move |db| chess::evidence::docket::run(db, &safe)));
    if let Some(engine) = app.config.engine.clone() {
        let analyst = chess::analysis::Analyst::new(engine);
        rt::spawn(repeat(db.clone(), "games looked at by the engine", CLOSING, move |db| analyst.run(db)));
    }
    for &channel in Channel::ALL {
        let couriers = app.couriers.clone();
        let deliver = move |db: &Database| Ok(notify::worker::run(db, &couriers, channel)?.delivered);
        match channel {
            Channel::InApp => drop(rt::spawn(repeat(db.clone(), "delivery", DELIVERING, deliver))),
            Channel::Email | Channel::Discord | Channel::Webhook | Channel::Push => {
                drop(rt::spawn(carry(db.clone(), channel, deliver)));
            }
        }
    }
    rt::spawn(repeat(db.clone(), "cleaning after an erasure", CLOSING, members::erasure::cleaning::run));
    let room = app.room.clone();
    rt::spawn(repeat(db.clone(), "housekeeping", HOUSEKEEPING, by_time(app, move |db| housekeeping(db, &room))));
}

/// Work that acts by time alone: points are taken, decisions lapse, flags fall, evidence is erased. It waits while the
/// clock has leapt.
fn by_time<W>(app: &App, work: W) -> impl Fn(&Database) -> Result<usize, Error> + Send + Sync + 'static
where
    W: Fn(&Database) -> Result<usize, Error> + Send + Sync + 'static,
{
    let watch = app.watch.clone();
    move |db| if watch.is_right(db.clock()) { work(db) } else { Ok(0) }
}

/// Does a piece of work at once and then again and again; it says how much there was to do.
pub(crate) async fn repeat<W>(db: Database, name: &'static str, pause: Duration, work: W)
where
    W: Fn(&Database) -> Result<usize, Error> + Send + Sync + 'static,
{
    let work = Arc::new(work);
    loop {
        let (database, work) = (db.clone(), work.clone());
        done(name, web::block(move || work(&database)).await);
        tokio::time::sleep(pause).await;
    }
}

/// Starts a worker for each receiver with a message that is due, up to a maximum at a time: a receiver that does
/// not answer delays only its own worker.
async fn carry<W>(db: Database, channel: Channel, deliver: W)
where
    W: Fn(&Database) -> Result<usize, Error> + Send + Sync + 'static,
{
    let (deliver, places) = (Arc::new(deliver), Arc::new(Semaphore::new(AT_ONCE)));
    loop {
        let now = db.clock().now();
        let due = db.read(move |db| notify::receivers::due(db, channel, now, AT_ONCE as i64)).await;
        if let Err(error) = &due
            && !matches!(error, Error::Away(_))
        {
            tracing::error!(%error, "the outbox could not be looked into; it will be tried again");
        }
        for _ in due.unwrap_or_default() {
            let Ok(place) = places.clone().try_acquire_owned() else { break };
            let (database, deliver) = (db.clone(), deliver.clone());
            rt::spawn(async move {
                done("delivery", web::block(move || deliver(&database)).await);
                drop(place);
            });
        }
        tokio::time::sleep(DELIVERING).await;
    }
}

/// Says what came of a piece of work.
fn done(name: &'static str, came_to: Result<Result<usize, Error>, error::BlockingError>) {
    match came_to {
        Ok(Ok(0)) => {}
        Ok(Ok(done)) => tracing::info!(done, "{name}"),
        // That the database is away is logged once, not by each job.
        Ok(Err(Error::Away(_))) => {}
        Ok(Err(error)) => tracing::error!(%error, "{name} failed; it will be tried again"),
        Err(error) => tracing::error!(%error, "{name} was cut short; it will be tried again"),
    }
}

/// Voids what was not declared in time, and ends the cases about it at once.
fn undeclared(db: &Database) -> Result<usize, Error> {
    Ok(conduct::declarations::deadline::run(db)? + court::jobs::end_moot(db)?)
}

/// Writes what waits for the letters of the day, once it is evening in the club.
pub fn letters_of_the_day(db: &Database) -> Result<usize, Error> {
    let now = db.clock().now();
    let zone = db.read_now(|db| Ok(rulebook::in_force(db, now)?.time_zone))?;
    notify::digests::run(db, sessions::calendar::last_at(notify::digests::EVENING, now, zone))
}

/// Writes a checkpoint of the act log, where there are new acts; returns how many.
pub fn sign(db: &Database, checkpoints: &Checkpoints) -> Result<usize, Error> {
    let now = db.clock().now();
    let signed = db.read_now(|db| checkpoints.write(db, now))?;
    if signed > 0 {
        let checkpoints = checkpoints.clone();
        db.write_now(move |tx| checkpoints.note(tx.db))?;
    }
    Ok(signed)
}

/// Deletes expired rows; returns how many.
pub fn housekeeping(db: &Database, room: &Arc<tables::Room>) -> Result<usize, Error> {
    let room = room.clone();
    db.write_now(move |tx| {
        let delivered_before = tx.now - DELIVERED_KEPT;
        Ok(http::forget_old_keys(tx)?
            + auth::housekeeping::forget_expired(tx)?
            + notify::worker::forget(tx, delivered_before)?
            + notify::webhooks::forget(tx, delivered_before)?
            + notify::push::devices::forget(tx)?
            + tables::store::clear(tx, &room)?
            + chess::evidence::store::sweep(tx)?
            + exchange::import::jobs::forget_trials(tx)?
            + exchange::export::jobs::forget(tx)?)
    })
}
