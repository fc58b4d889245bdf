//! Database access: the only folder that names a backend.
//!
//! [`Database::read`] gives a snapshot from a pool. [`Database::write`] hands a closure to the one
//! writer thread; closures that wait together share a transaction, each in its own savepoint, and
//! are answered after the commit. PostgreSQL's writers of all replicas take turns by an advisory
//! lock, so a closure may rely on what it reads on either backend, and nothing has to be retried.
//!
//! Every wait has a timeout: [`Health`] knows whether the database answers, and requests are refused
//! while it does not.

mod alone;
pub mod carried;
mod changes;
mod cited;
mod cleaning;
mod connection;
mod health;
mod meters;
mod migrations;
mod readers;
mod rewriting;
pub mod schema;
mod server;
mod settings;
mod shape;
pub mod standby;
pub mod tables;
mod taken_back;
mod untyped;
mod wal;
mod writer;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use chrono::NaiveDateTime;
use diesel::prelude::*;

pub use alone::Alone;
pub use changes::{CHANGES, RESTORED, Version};
pub use cited::Cited;
pub use connection::{Backend, Connector, Db};
pub use health::{Health, Unready};
pub use meters::Meters;
pub use migrations::{PROGRAM, applied, finish, go_back, migrate, pending, unknown};
pub use rewriting::{rewrite, rows_with};
pub use rookery_club::kept::Kept;
pub use settings::{forget_setting, set_setting, setting, settings_of};
pub use shape::differences;
pub use writer::OnCommit;

use untyped::{Change, Given, Query};

use crate::clock::Clock;
use crate::error::Error;

/// Runs a query that diesel cannot build for both backends at once, written once.
#[macro_export]
macro_rules! each {
    ($db:expr, $connection:ident => $query:expr) => {
        match $db {
            $crate::db::Db::Sqlite($connection) => $query,
            $crate::db::Db::Postgres($connection) => $query,
        }
    };
}

/// Inserts rows by one statement, or some for very many. One row or two, as a game mostly makes, are a statement that
/// stays prepared.
#[macro_export]
macro_rules! at_once {
    ($rows:expr, $these:ident => $insert:expr) => {
        match <[_; 2]>::try_from($rows) {
            Ok($these) => {
                $insert;
            }
            Err(rows) => match <[_; 1]>::try_from(rows) {
                Ok($these) => {
                    $insert;
                }
                Err(rows) => {
                    for $these in rows.chunks($crate::db::INSERTED_AT_ONCE) {
                        $insert;
                    }
                }
            },
        }
    };
}

/// Runs a query and takes its rows one by one, without holding them all.
#[macro_export]
macro_rules! for_each_row {
    ($db:expr, $query:expr, |$row:ident: $type:ty| $body:block) => {
        match $db {
            $crate::db::Db::Sqlite(connection) => {
                for $row in $query.load_iter::<$type, diesel::connection::DefaultLoadingMode>(connection)? {
                    let $row = $row?;
                    $body
                }
            }
            $crate::db::Db::Postgres(connection) => {
                for $row in $query.load_iter::<$type, diesel::pg::PgRowByRowLoadingMode>(connection)? {
                    let $row = $row?;
                    $body
                }
            }
        }
    };
}

/// A write under way: the connection inside its savepoint, and the instant the write happens at.
pub struct Tx<'a> {
    pub db: &'a mut Db,
    pub now: NaiveDateTime,
}

impl std::ops::Deref for Tx<'_> {
    type Target = Db;
    fn deref(&self) -> &Db {
        self.db
    }
}

impl std::ops::DerefMut for Tx<'_> {
    fn deref_mut(&mut self) -> &mut Db {
        self.db
    }
}

/// A handle to the database; cheap to clone.
///
/// What waits for an answer is boxed: requests that ask nothing, as of what is cached, do not carry room for it.
#[derive(Clone)]
pub struct Database {
    main: server::Server,
    standby: Option<standby::Standby>,
    writer: Arc<writer::Writer>,
    meters: Meters,
    clock: Clock,
}

/// What the log says when the database does not answer, and when it does again.
const TOLD: [&str; 2] =
    ["the database does not answer; requests are refused with 503 until it does", "the database answers again"];
/// How long a change may wait for its turn, and how long it may then take before nobody waits for it any more.
const TURN: Duration = Duration::from_secs(5);
const CHANGE: Duration = Duration::from_secs(60);

impl Database {
    /// Opens the pool and starts the writer. `on_commit` runs on the writer's connection after each
    /// commit and before its writes are answered: a writer always reads its own write.
    pub fn open(url: &str, readers: u32, clock: Clock, on_commit: OnCommit) -> Result<Database, Error> {
        let connector = Connector::parse(url)?;
        let (meters, main) = (Meters::new(), server::Server::open(connector.clone(), readers, TOLD));
        let writer = writer::Writer::start(connector, clock.clone(), on_commit, meters.clone(), main.health().clone())?;
        Ok(Database { main, standby: None, writer: Arc::new(writer), meters, clock })
    }

    /// The same with a standby, on which requests that change nothing are read.
    pub fn with_standby(self, url: &str, readers: u32) -> Result<Database, Error> {
        if self.backend() == Backend::Sqlite {
            let why =
                "ROOKERY_READ_DATABASE: an SQLite file has no standby; leave it out, or keep the club in PostgreSQL";
            return Err(Error::Setting(why.into()));
        }
        let connector = Connector::parse(url)?;
        let standby = standby::Standby::open(connector, &mut *self.main.readers().get()?, readers)?;
        Ok(Database { standby: Some(standby), ..self })
    }

    /// The standby, if there is one.
    pub fn standby(&self) -> Option<&standby::Standby> {
        self.standby.as_ref()
    }

    pub fn backend(&self) -> Backend {
        self.connector().backend()
    }

    pub fn connector(&self) -> &Connector {
        self.main.connector()
    }

    /// Reads one consistent snapshot, off the async threads; on the standby, where the request under way allows it.
    pub async fn read<T, F>(&self, query: F) -> Result<T, Error>
    where
        T: Send + 'static,
        F: FnOnce(&mut Db) -> Result<T, Error> + Send + 'static,
    {
        untyped::typed(Box::pin(self.read_untyped(untyped::query(query))).await?)
    }

    async fn read_untyped(&self, query: Query) -> Result<Given, Error> {
        let query = match self.standby.as_ref().zip(standby::sees()) {
            Some((standby, sees)) => match standby.read(sees, query).await {
                Ok(read) => return read,
                Err(query) => query,
            },
            None => query,
        };
        self.main.ask(Box::new(move |db| db.snapshot(query))).await
    }

    /// Asks one query, which is its own snapshot: no transaction around it.
    pub async fn ask<T, F>(&self, query: F) -> Result<T, Error>
    where
        T: Send + 'static,
        F: FnOnce(&mut Db) -> Result<T, Error> + Send + 'static,
    {
        untyped::typed(Box::pin(self.main.ask(untyped::query(query))).await?)
    }

    /// [`Database::read`] for callers that may block.
    pub fn read_now<T>(&self, query: impl FnOnce(&mut Db) -> Result<T, Error>) -> Result<T, Error> {
        self.main.readers().get()?.snapshot(query)
    }

    /// Reads a snapshot on a separate connection at intervals, which also shows whether the database answers.
    pub async fn look<T, F>(&self, query: F) -> Result<T, Error>
    where
        T: Send + 'static,
        F: Fn(&mut Db) -> Result<T, Error> + Send + 'static,
    {
        self.main.look(query).await
    }

    /// Writes in a transaction; the answer comes after the commit. The closure may run again when a
    /// neighbour in its batch panicked, so it must not consume what it captured.
    ///
    /// A change that waits too long for its turn is taken back. One that takes too long is not waited for; whether
    /// it happened is then unknown, as after a commit whose answer was lost.
    pub async fn write<T, F>(&self, change: F) -> Result<T, Error>
    where
        T: Send + 'static,
        F: Fn(&mut Tx) -> Result<T, Error> + Send + 'static,
    {
        untyped::typed(Box::pin(self.write_untyped(untyped::change(change))).await?)
    }

    async fn write_untyped(&self, change: Change) -> Result<Given, Error> {
        standby::changes();
        let (sender, mut receiver) = tokio::sync::oneshot::channel();
        let turn = self.writer.submit(change, Box::new(move |result| drop(sender.send(result))))?;
        let mut answer = tokio::time::timeout(TURN, &mut receiver).await;
        if answer.is_err() {
            if turn.give_up() {
                return Err(Error::Away("other changes take too long".into()));
            }
            answer = tokio::time::timeout(CHANGE, receiver).await;
        }
        match answer {
            Ok(answer) => answer.map_err(|_| Error::Away("the writer has stopped".into()))?,
            Err(_) => Err(Error::Away("the change takes too long".into())),
        }
    }

    /// [`Database::write`] for callers that may block.
    pub fn write_now<T, F>(&self, change: F) -> Result<T, Error>
    where
        T: Send + 'static,
        F: Fn(&mut Tx) -> Result<T, Error> + Send + 'static,
    {
        let (sender, receiver) = std::sync::mpsc::sync_channel(1);
        self.writer.submit(untyped::change(change), Box::new(move |result| drop(sender.send(result))))?;
        untyped::typed(receiver.recv().map_err(|_| Error::Away("the writer has stopped".into()))??)
    }

    /// What is last known of the database.
    pub fn health(&self) -> &Health {
        self.main.health()
    }

    /// What the writer counts.
    pub fn meters(&self) -> &Meters {
        &self.meters
    }

    /// How many connections for reading there are, and how many of them nobody uses now.
    pub fn pool(&self) -> diesel::r2d2::State {
        self.main.readers().state()
    }

    pub fn clock(&self) -> &Clock {
        &self.clock
    }
}

/// Rows of the widest table that one statement can insert: SQLite takes 32,766 values in all.
pub const INSERTED_AT_ONCE: usize = 1_000;

#[derive(diesel::QueryableByName)]
struct Now {
    #[diesel(sql_type = diesel::sql_types::Timestamp)]
    now: NaiveDateTime,
}

/// What the database's own clock shows; `None` if that is the clock of this machine.
pub fn own_time(db: &mut Db) -> Result<Option<NaiveDateTime>, Error> {
    match db {
        Db::Sqlite(_) => Ok(None),
        Db::Postgres(_) => {
            let now: Now = diesel::sql_query("SELECT clock_timestamp() AT TIME ZONE 'UTC' AS now").get_result(db)?;
            Ok(Some(now.now))
        }
    }
}

/// The value of a cache's counter (`leaderboard`).
pub fn version(db: &mut Db, name: &str) -> Result<i64, Error> {
    use schema::versions;
    Ok(versions::table.find(name).select(versions::value).first(db)?)
}

/// The counters of all caches.
pub fn versions(db: &mut Db) -> Result<HashMap<String, i64>, Error> {
    Ok(schema::versions::table.load::<(String, i64)>(db)?.into_iter().collect())
}

/// Raises a cache's counter in the write's own transaction and gives the new value.
pub fn raise_version(tx: &mut Tx, name: &str) -> Result<i64, Error> {
    use schema::versions;
    Ok(diesel::update(versions::table.find(name))
        .set(versions::value.eq(versions::value + 1))
        .returning(versions::value)
        .get_result(tx.db)?)
}
