//! Opens connections to either backend, chosen by the URL's scheme, with a timeout for every wait.

use std::path::{Path, PathBuf};

use diesel::connection::{AnsiTransactionManager, SimpleConnection, TransactionManager, TransactionManagerStatus};
use diesel::prelude::*;
use diesel::r2d2::R2D2Connection as _;
use diesel::sql_types::Text;

use super::wal;
use crate::each;
use crate::error::Error;
use crate::files;

/// A connection to either backend; queries are written once against it.
#[derive(diesel::MultiConnection)]
pub enum Db {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backend {
    Sqlite,
    Postgres,
}

/// The oldest SQLite that is safe with a WAL under a pool.
const OLDEST_SQLITE: (u32, u32, u32) = (3, 51, 3);
/// The oldest PostgreSQL that is supported, as `server_version_num` counts.
const OLDEST_POSTGRES: i64 = 150_000;
/// Held by the process that writes to a PostgreSQL database, until its commit.
const WRITER_LOCK: i64 = 0x0052_4f4f_4b45_5259;

/// How PostgreSQL is reached, unless its address says otherwise: a server that is not there, or a network that swallows
/// everything, is noticed within two seconds.
const REACH: &str =
    "connect_timeout=2&tcp_user_timeout=2000&keepalives_idle=2&keepalives_interval=1&keepalives_count=2";
/// Bounds to a session that reads for requests.
const READING: &str = "SET statement_timeout = '30s'; SET idle_in_transaction_session_timeout = '30s';";
/// Bounds to the session that writes. A replica that stops in the middle of a transaction loses session and lock after
/// ten seconds, also where it does not take what the server sends.
const WRITING: &str = "SET statement_timeout = '30s'; SET idle_in_transaction_session_timeout = '10s'; \
     SET tcp_user_timeout = '10s';";
/// How long a writer waits for the lock that writers take turns by, in milliseconds.
const TURN: u32 = 3_000;

/// Opens connections to one database.
#[derive(Clone, Debug)]
pub struct Connector {
    backend: Backend,
    /// A file's path, or a PostgreSQL URL.
    target: String,
}

#[derive(QueryableByName)]
struct Answer {
    #[diesel(sql_type = Text)]
    answer: String,
}

impl Connector {
    /// `sqlite:PATH` or `postgres://…`; other schemes are refused.
    pub fn parse(url: &str) -> Result<Connector, Error> {
        if let Some(path) = url.strip_prefix("sqlite:") {
            let path = path.strip_prefix("//").unwrap_or(path);
            if path.is_empty() || path.contains(":memory:") {
                return Err(Error::Setting(
                    "ROOKERY_DATABASE: sqlite: needs the path of a file, as in sqlite:club.sqlite; what is only in memory is lost".into(),
                ));
            }
            return Ok(Connector { backend: Backend::Sqlite, target: path.to_owned() });
        }
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            return Ok(Connector { backend: Backend::Postgres, target: url.to_owned() });
        }
        let scheme = url.split(':').next().unwrap_or_default();
        Err(Error::Setting(format!(
            "ROOKERY_DATABASE: {scheme:?} is no kind of database; write sqlite:PATH or postgres://USER@HOST/NAME"
        )))
    }

    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// The file of an embedded database.
    pub fn file(&self) -> Option<&Path> {
        (self.backend == Backend::Sqlite).then(|| Path::new(&self.target))
    }

    pub fn url(&self) -> String {
        match self.backend {
            Backend::Sqlite => format!("sqlite:{}", self.target),
            Backend::Postgres => self.target.clone(),
        }
    }

    /// Whether an embedded database is yet to be made.
    pub fn is_new_file(&self) -> bool {
        self.file().is_some_and(|path| !PathBuf::from(path).exists())
    }

    pub fn open(&self) -> Result<Db, Error> {
        let unavailable = |error: &dyn std::fmt::Display| Error::Away(format!("{}: {error}", self.place()));
        match self.backend {
            Backend::Sqlite => {
                files::prepare_database(Path::new(&self.target)).map_err(|error| unavailable(&error))?;
                let mut connection = SqliteConnection::establish(&self.target).map_err(|error| unavailable(&error))?;
                connection.batch_execute(
                    "PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
                     PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON; PRAGMA cache_size = -4000;",
                )?;
                let version: Answer =
                    diesel::sql_query("SELECT sqlite_version() AS answer").get_result(&mut connection)?;
                if sqlite_version(&version.answer) < OLDEST_SQLITE {
                    return Err(unavailable(&format!("SQLite {} is too old; 3.51.3 is needed", version.answer)));
                }
                Ok(Db::Sqlite(connection))
            }
            Backend::Postgres => {
                let mut connection = PgConnection::establish(&self.reach()).map_err(|error| unavailable(&error))?;
                connection.batch_execute("SET TIME ZONE 'UTC'")?;
                let version: Answer = diesel::sql_query("SELECT current_setting('server_version_num') AS answer")
                    .get_result(&mut connection)?;
                if version.answer.parse().unwrap_or(0) < OLDEST_POSTGRES {
                    return Err(unavailable(&"PostgreSQL 15 or newer is needed"));
                }
                Ok(Db::Postgres(connection))
            }
        }
    }

    /// A connection on which requests are read; what takes long has [`open`](Connector::open).
    pub(super) fn open_for_reading(&self) -> Result<Db, Error> {
        self.open_with("", READING)
    }

    pub(super) fn open_for_writing(&self) -> Result<Db, Error> {
        let sqlite = format!("PRAGMA busy_timeout = {TURN}; PRAGMA wal_autocheckpoint = {};", wal::MOST);
        self.open_with(&sqlite, WRITING)
    }

    fn open_with(&self, sqlite: &str, postgres: &str) -> Result<Db, Error> {
        let mut db = self.open()?;
        match &mut db {
            Db::Sqlite(connection) => connection.batch_execute(sqlite)?,
            Db::Postgres(connection) => connection.batch_execute(postgres)?,
        }
        Ok(db)
    }

    /// The address of a PostgreSQL database with what is not said in it; of two values the last counts.
    fn reach(&self) -> String {
        match self.target.split_once('?') {
            Some((address, settings)) => format!("{address}?{REACH}&{settings}"),
            None => format!("{}?{REACH}", self.target),
        }
    }

    /// Where the database is, without its password: that stands before the host's `@`, or among the settings
    /// behind the `?`.
    pub fn place(&self) -> String {
        if self.backend == Backend::Sqlite {
            return self.target.clone();
        }
        let address = self.target.split_once("://").map_or("", |(_, address)| address);
        let (host, name) = address.split_once('/').unwrap_or((address, ""));
        let host = host.rsplit('@').next().unwrap_or_default();
        let bare = |text: &str| text.split('?').next().unwrap_or_default().to_owned();
        format!("postgres://{}/{}", bare(host), bare(name))
    }
}

fn sqlite_version(text: &str) -> (u32, u32, u32) {
    let mut parts = text.split('.').map(|part| part.parse().unwrap_or(0));
    let mut next = || parts.next().unwrap_or(0);
    (next(), next(), next())
}

impl Db {
    pub fn backend(&self) -> Backend {
        match self {
            Db::Sqlite(_) => Backend::Sqlite,
            Db::Postgres(_) => Backend::Postgres,
        }
    }

    /// Reads in one transaction, so that all queries see the same state.
    pub fn snapshot<T>(&mut self, query: impl FnOnce(&mut Db) -> Result<T, Error>) -> Result<T, Error> {
        self.transaction(|db| {
            if let Db::Postgres(connection) = db {
                connection.batch_execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")?;
            }
            query(db)
        })
    }

    /// Begins a transaction that may write, alone among all writers of this database.
    pub(super) fn begin_write(&mut self) -> QueryResult<()> {
        match self {
            Db::Sqlite(c) => AnsiTransactionManager::begin_transaction_sql(c, "BEGIN IMMEDIATE"),
            Db::Postgres(c) => {
                AnsiTransactionManager::begin_transaction_sql(c, "BEGIN")?;
                c.batch_execute(&format!(
                    "SET LOCAL lock_timeout = {TURN}; SELECT pg_advisory_xact_lock({WRITER_LOCK}); \
                     SET LOCAL lock_timeout = 0"
                ))
            }
        }
    }

    /// Whether the connection is gone, or its transaction is: nothing more can be done on it.
    pub(super) fn is_lost(&mut self) -> bool {
        let is_lost = |status: &TransactionManagerStatus| matches!(status, TransactionManagerStatus::InError);
        each!(self, c => is_lost(AnsiTransactionManager::transaction_manager_status_mut(c)))
    }

    /// Whether nobody may be given the connection: it is lost, or was left in the middle of a transaction.
    pub(super) fn is_unusable(&mut self) -> bool {
        each!(self, c => c.is_broken())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemes_are_told_apart_and_unknown_ones_refused() {
        assert_eq!(Connector::parse("sqlite:club.sqlite").unwrap().backend(), Backend::Sqlite);
        assert_eq!(
            Connector::parse("sqlite:///tmp/club.sqlite").unwrap().file().unwrap(),
            Path::new("/tmp/club.sqlite")
        );
        assert_eq!(Connector::parse("postgres://club@localhost/club").unwrap().backend(), Backend::Postgres);
        for url in ["mysql://x", "club.sqlite", "", "sqlite:", "sqlite::memory:"] {
            assert!(Connector::parse(url).is_err(), "{url}");
        }
    }

    #[test]
    fn what_the_operator_says_of_reaching_postgres_comes_last() {
        let reach = |url: &str| Connector::parse(url).unwrap().reach();
        assert_eq!(reach("postgres://club@host/club"), format!("postgres://club@host/club?{REACH}"));
        let own = reach("postgres://club@host/club?sslmode=require&connect_timeout=9");
        assert_eq!(own, format!("postgres://club@host/club?{REACH}&sslmode=require&connect_timeout=9"));
    }

    /// `.cargo/config.toml` says so.
    #[test]
    fn sqlite_plans_a_statement_once() {
        let mut db = SqliteConnection::establish(":memory:").unwrap();
        let planned: i64 =
            diesel::select(diesel::dsl::sql::<diesel::sql_types::BigInt>("sqlite_compileoption_used('ENABLE_QPSG')"))
                .get_result(&mut db)
                .unwrap();
        assert_eq!(planned, 1);
    }

    #[test]
    fn a_password_is_not_shown() {
        for url in [
            "postgres://club:secret@localhost/club",
            "postgres://club:top@secret@localhost/club",
            "postgresql://localhost/club?user=club&password=secret",
        ] {
            assert_eq!(Connector::parse(url).unwrap().place(), "postgres://localhost/club");
        }
    }
}
