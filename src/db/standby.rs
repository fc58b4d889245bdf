//! A standby of PostgreSQL: a server that replays the commits of the primary, a moment later. Requests that change nothing are
//! read there if it has replayed every change that this process knew of when they arrived; otherwise on the primary.

use std::cell::Cell;
use std::time::Duration;

use actix_web::web;
use diesel::prelude::*;
use diesel::result::{DatabaseErrorKind, Error as Diesel};
use diesel::sql_types::{Bool, Text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;

use super::readers::Readers;
use super::server::Server;
use super::untyped::{Given, Query};
use super::{Connector, Db, Version};
use crate::error::Error;

tokio::task_local! {
    /// What the request under way has to see at least; `None` if it reads on the main server.
    static SEES: Cell<Option<Version>>;
}

/// Answers a request that changes nothing: it may read on a standby that has replayed `version` or a later
/// one.
pub(crate) async fn reading<F: Future>(version: Option<Version>, request: F) -> F::Output {
    SEES.scope(Cell::new(version), request).await
}

/// What the request under way has to see, where it may read on a standby.
pub(super) fn sees() -> Option<Version> {
    SEES.try_with(Cell::get).ok().flatten()
}

/// The request under way changes something after all: what it reads from now on may be that.
pub(super) fn changes() {
    let _ = SEES.try_with(|sees| sees.set(None));
}

/// What the log says when the standby does not answer, and when it does again.
const TOLD: [&str; 2] = [
    "the standby does not answer, or is none; all is read on the main server until it does",
    "the standby answers again; it is read on",
];
/// How often a standby is looked at.
const LOOK: Duration = Duration::from_secs(1);
/// How much longer a read that is under way may take when the standby goes away: one that was promoted still answers, on
/// a laden machine after a while.
const MOMENT: Duration = Duration::from_secs(5);

/// What is counted of a standby; clones show the same numbers.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// Reads on the standby.
    pub reads: Counter,
    /// Reads on the primary because the standby was behind, was away, or had no free connection.
    pub passed: Counter,
    /// Changes that it had yet to replay when it was last looked at.
    pub behind: Gauge,
}

#[derive(QueryableByName)]
struct ServerRow {
    #[diesel(sql_type = Bool)]
    follows: bool,
    /// The number that a server has from its making on, and its standbys with it; the database within it.
    #[diesel(sql_type = Text)]
    system: String,
}

impl ServerRow {
    fn is(db: &mut Db) -> Result<ServerRow, Error> {
        let asked = "SELECT pg_is_in_recovery() AS follows, \
             (SELECT system_identifier FROM pg_control_system())::text || '/' || current_database() AS system";
        Ok(diesel::sql_query(asked).get_result(db)?)
    }
}

/// A standby, as this process reads on it.
#[derive(Clone)]
pub struct Standby {
    server: Server,
    /// Of the main server.
    system: String,
    counts: Counts,
}

impl Standby {
    /// A standby of the server that `main` is connected to. One that is not there yet is read on when it comes.
    pub fn open(connector: Connector, main: &mut Db, readers: u32) -> Result<Standby, Error> {
        let system = ServerRow::is(main)?.system;
        let looked = connector.open_for_reading().and_then(|mut db| look(&mut db, &system));
        let server = Server::open(connector, readers, TOLD);
        if let Err(error) = looked {
            server.health().is_silent(&error.to_string());
        }
        Ok(Standby { server, system, counts: Counts::default() })
    }

    /// Whether nothing is read on it now.
    pub fn is_away(&self) -> bool {
        self.server.health().is_away()
    }

    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Reads a snapshot, off the async threads; returns the query back where it has to be asked of the main server.
    pub async fn read(&self, sees: Version, query: Query) -> Result<Result<Given, Error>, Query> {
        if self.is_away() {
            self.counts.passed.inc();
            return Err(query);
        }
        let readers = self.server.readers().clone();
        let read = match self.finished(web::block(move || ask(&readers, sees, query))).await {
            Ok(Ok(read)) => read,
            Ok(Err(panicked)) => Ok(Err(Error::internal(panicked))),
            Err(away) => Ok(Err(away)),
        };
        let count = if read.is_ok() { &self.counts.reads } else { &self.counts.passed };
        count.inc();
        read
    }

    /// Waits for a read; if the standby goes away, only a moment longer.
    async fn finished<R: Future>(&self, read: R) -> Result<R::Output, Error> {
        tokio::pin!(read);
        tokio::select! {
            biased;
            finished = &mut read => Ok(finished),
            away = self.server.health().until_away() => tokio::time::timeout(MOMENT, read).await.map_err(|_| away),
        }
    }

    /// Looks at it for as long as the runtime lives: whether it answers, is a standby still, and how far behind it is.
    pub async fn watch(self, main: impl Fn() -> Option<Version>) {
        let mut looks = tokio::time::interval(LOOK);
        looks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            looks.tick().await;
            let (known, system) = (main(), self.system.clone());
            let look = move |db: &mut Db| look(db, &system);
            if let (Ok(version), Some(known)) = (self.server.look(look).await, known) {
                self.counts.behind.set((known.changes - version.changes).max(0));
            }
        }
    }
}

/// The progress of a standby. A standby that has stopped replaying, or that belongs to another server, counts as absent,
/// because its data is not the club's.
fn look(db: &mut Db, system: &str) -> Result<Version, Error> {
    let away = |error: Error| Error::Away(error.to_string());
    let who = ServerRow::is(db).map_err(away)?;
    if !who.follows || who.system != system {
        return Err(Error::Away("it is no standby of the main server".into()));
    }
    Version::now(db).map_err(away)
}

/// How many changes a standby has yet to replay; an error where it is none of the `main` server's.
pub fn behind(main: &mut Db, standby: &Connector) -> Result<i64, Error> {
    let (system, newest) = (ServerRow::is(main)?.system, Version::now(main)?);
    let version = look(&mut standby.open()?, &system)?;
    Ok((newest.changes - version.changes).max(0))
}

/// The error of a read. One that the standby cancelled, since it was in the way of what is replayed, can be asked again: it is
/// answered as though the standby were away.
fn broken_off(error: Error) -> Error {
    match error {
        Error::Database(Diesel::DatabaseError(DatabaseErrorKind::SerializationFailure, why)) => {
            Error::Away(why.message().to_owned())
        }
        error => error,
    }
}

/// Asks a query of the standby; returns it where there is no free connection that works, or where the standby is behind.
fn ask(readers: &Readers, sees: Version, query: Query) -> Result<Result<Given, Error>, Query> {
    let Some(mut reader) = readers.get_at_once() else { return Err(query) };
    let mut unasked = Some(query);
    let answer = reader.snapshot(|db| {
        if !Version::now(db)?.has_come_to(sees) {
            return Ok(None);
        }
        unasked.take().map(|query| query(db)).transpose()
    });
    if let Some(query) = unasked {
        return Err(query);
    }
    let lost = || Error::internal("a query was asked and has no answer");
    Ok(answer.map_err(broken_off).and_then(|answer| answer.ok_or_else(lost)))
}
