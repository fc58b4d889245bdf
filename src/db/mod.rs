//! The databases: the only folder that names a backend.
//!
//! [`Database::read`] gives a snapshot from a pool. [`Database::write`] hands a closure to the one
//! writer thread; closures that wait together share a transaction, each in its own savepoint, and
//! are answered after the commit. PostgreSQL's writers of all replicas take turns by an advisory
//! lock, so a closure may rely on what it reads on either backend, and nothing has to be retried.

mod connection;
mod meters;
mod migrations;
pub mod schema;
mod settings;
mod shape;
pub mod tables;
mod taken_back;
mod writer;

use std::collections::HashMap;
use std::sync::Arc;

use actix_web::web;
use chrono::NaiveDateTime;
use diesel::prelude::*;

pub use connection::{Backend, Connector, Db};
pub use meters::Meters;
pub use migrations::{PROGRAM, applied, finish, go_back, migrate, pending, unknown};
pub use settings::{forget_setting, set_setting, setting, settings_of};
pub use shape::differences;
pub use writer::OnCommit;

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
#[derive(Clone)]
pub struct Database {
    connector: Connector,
    readers: diesel::r2d2::Pool<Connector>,
    writer: Arc<writer::Writer>,
    meters: Meters,
    clock: Clock,
}

impl Database {
    /// Opens the pool and starts the writer. `on_commit` runs on the writer's connection after each
    /// commit and before its writes are answered: a writer always reads its own write.
    pub fn open(url: &str, readers: u32, clock: Clock, on_commit: OnCommit) -> Result<Database, Error> {
        let connector = Connector::parse(url)?;
        let pool = diesel::r2d2::Pool::builder()
            .max_size(readers)
            .min_idle(Some(1))
            .test_on_check_out(false)
            .build(connector.clone())
            .map_err(|error| Error::Unavailable(error.to_string()))?;
        let meters = Meters::new();
        let writer = writer::Writer::start(connector.clone(), clock.clone(), on_commit, meters.clone())?;
        Ok(Database { connector, readers: pool, writer: Arc::new(writer), meters, clock })
    }

    pub fn backend(&self) -> Backend {
        self.connector.backend()
    }

    pub fn connector(&self) -> &Connector {
        &self.connector
    }

    /// Reads one consistent snapshot, off the async threads.
    pub async fn read<T, F>(&self, query: F) -> Result<T, Error>
    where
        T: Send + 'static,
        F: FnOnce(&mut Db) -> Result<T, Error> + Send + 'static,
    {
        let database = self.clone();
        web::block(move || database.read_now(query)).await.map_err(Error::internal)?
    }

    /// Asks one query, which is its own snapshot: no transaction around it.
    pub async fn ask<T, F>(&self, query: F) -> Result<T, Error>
    where
        T: Send + 'static,
        F: FnOnce(&mut Db) -> Result<T, Error> + Send + 'static,
    {
        let readers = self.readers.clone();
        let asked = move || {
            let mut connection = readers.get().map_err(|error| Error::Unavailable(error.to_string()))?;
            query(&mut connection)
        };
        web::block(asked).await.map_err(Error::internal)?
    }

    /// [`Database::read`] for callers that may block.
    pub fn read_now<T>(&self, query: impl FnOnce(&mut Db) -> Result<T, Error>) -> Result<T, Error> {
        let mut connection = self.readers.get().map_err(|error| Error::Unavailable(error.to_string()))?;
        connection.snapshot(query)
    }

    /// Writes in a transaction; the answer comes after the commit. The closure may run again when a
    /// neighbour in its batch panicked, so it must not consume what it captured.
    pub async fn write<T, F>(&self, change: F) -> Result<T, Error>
    where
        T: Send + 'static,
        F: Fn(&mut Tx) -> Result<T, Error> + Send + 'static,
    {
        let (sender, receiver) = tokio::sync::oneshot::channel();
        self.writer.submit(change, move |result| drop(sender.send(result)))?;
        receiver.await.map_err(|_| Error::Unavailable("the writer has stopped".into()))?
    }

    /// [`Database::write`] for callers that may block.
    pub fn write_now<T, F>(&self, change: F) -> Result<T, Error>
    where
        T: Send + 'static,
        F: Fn(&mut Tx) -> Result<T, Error> + Send + 'static,
    {
        let (sender, receiver) = std::sync::mpsc::sync_channel(1);
        self.writer.submit(change, move |result| drop(sender.send(result)))?;
        receiver.recv().map_err(|_| Error::Unavailable("the writer has stopped".into()))?
    }

    /// What the writer counts.
    pub fn meters(&self) -> &Meters {
        &self.meters
    }

    /// How many connections for reading there are, and how many of them nobody uses now.
    pub fn pool(&self) -> diesel::r2d2::State {
        self.readers.state()
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

/// What the database's own clock shows; nothing where that is the clock of this machine.
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
