//! What the service does by itself, again and again while it runs.

use std::sync::Arc;
use std::time::Duration;

use actix_web::{rt, web};
use chrono::TimeDelta;

use crate::App;
use crate::audit::Checkpoints;
use crate::db::Database;
use crate::error::Error;
use crate::notify::Channel;
use crate::{auth, checks, chess, conduct, court, elections, exchange, games, http, notify, tables};

/// How often sessions that have closed, and deadlines that have passed, are looked for.
const CLOSING: Duration = Duration::from_secs(20);
/// How often what the act log comes to is signed, where it has grown.
const SIGNING: Duration = Duration::from_secs(10);
/// How often the outbox is looked into.
const DELIVERING: Duration = Duration::from_secs(1);
/// How often tables are looked through for what time does there.
const TICKING: Duration = Duration::from_millis(100);
/// How often what has had its day is swept out.
const HOUSEKEEPING: Duration = Duration::from_secs(600);
/// How long a message that was delivered is kept.
const DELIVERED_KEPT: TimeDelta = TimeDelta::days(30);

/// Starts the work of this replica; any number of replicas may do the same work.
pub fn start(app: &App) {
    let db = &app.db;
    rt::spawn(repeat(db.clone(), "closing of sessions", CLOSING, games::closing::run));
    rt::spawn(repeat(db.clone(), "lapse of remanded decisions", CLOSING, court::store::lapse_remands));
    rt::spawn(repeat(db.clone(), "elections", CLOSING, elections::jobs::run));
    rt::spawn(repeat(db.clone(), "undeclared penalties", CLOSING, undeclared));
    match app.config.checkpoints_folder().map(Checkpoints::in_folder) {
        Some(checkpoints) => {
            rt::spawn(repeat(db.clone(), "checkpoints of the act log", SIGNING, move |db| sign(db, &checkpoints)));
        }
        None => tracing::warn!("no checkpoints of the act log are kept: ROOKERY_CHECKPOINTS names no folder"),
    }
    let room = app.room.clone();
    rt::spawn(repeat(db.clone(), "what was due at tables", TICKING, move |db| tables::due::run(db, &room)));
    let safe = app.safe.clone();
    rt::spawn(repeat(db.clone(), "evidence on dockets", CLOSING, move |db| chess::evidence::docket::run(db, &safe)));
    // A channel at a time: a mail server that does not answer holds nothing else up.
    for &channel in Channel::ALL {
        let couriers = app.couriers.clone();
        let deliver = move |db: &Database| Ok(notify::worker::run(db, &couriers, channel)?.delivered);
        rt::spawn(repeat(db.clone(), "delivery", DELIVERING, deliver));
    }
    let room = app.room.clone();
    rt::spawn(repeat(db.clone(), "housekeeping", HOUSEKEEPING, move |db| housekeeping(db, &room)));
}

/// Does a piece of work at once and then again and again; it says how much there was to do.
async fn repeat<W>(db: Database, name: &'static str, pause: Duration, work: W)
where
    W: Fn(&Database) -> Result<usize, Error> + Send + Sync + 'static,
{
    let work = Arc::new(work);
    loop {
        let (database, work) = (db.clone(), work.clone());
        match web::block(move || work(&database)).await {
            Ok(Ok(0)) => {}
            Ok(Ok(done)) => tracing::info!(done, "{name}"),
            Ok(Err(error)) => tracing::error!(%error, "{name} failed; it will be tried again"),
            Err(error) => tracing::error!(%error, "{name} was cut short; it will be tried again"),
        }
        tokio::time::sleep(pause).await;
    }
}

/// Voids what was not declared in time, and ends the cases about it at once.
fn undeclared(db: &Database) -> Result<usize, Error> {
    Ok(conduct::declarations::deadline::run(db)? + court::store::end_moot(db)?)
}

/// Writes a checkpoint of the act log, where there are new acts; gives how many.
pub fn sign(db: &Database, checkpoints: &Checkpoints) -> Result<usize, Error> {
    let now = db.clock().now();
    db.read_now(|db| checkpoints.write(db, now))
}

/// Sweeps out what has had its day; gives how many rows.
pub fn housekeeping(db: &Database, room: &Arc<tables::Room>) -> Result<usize, Error> {
    let room = room.clone();
    db.write_now(move |tx| {
        let delivered_before = tx.now - DELIVERED_KEPT;
        Ok(http::forget_old_keys(tx)?
            + auth::housekeeping::forget_expired(tx)?
            + notify::worker::forget(tx, delivered_before)?
            + notify::webhooks::forget(tx, delivered_before)?
            + tables::store::clear(tx, &room)?
            + chess::evidence::store::sweep(tx)?
            + checks::jobs::fail_abandoned(tx)?
            + exchange::import::jobs::fail_abandoned(tx)?
            + exchange::import::jobs::forget_trials(tx)?
            + exchange::export::jobs::fail_abandoned(tx)?
            + exchange::export::jobs::forget(tx)?)
    })
}
