//! The lock that lets only one service run on an SQLite file, and the mark of those that run on a PostgreSQL database.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::time::Duration;

use diesel::prelude::*;
use diesel::sql_types::Bool;

use super::{Connector, Db};
use crate::error::Error;

/// PostgreSQL's lock that services share as long as they run.
const SERVED: i64 = 0x0052_4f4f_4b53_5256;
/// How often a service looks whether it still has it: PostgreSQL lets go of it where the connection is lost.
const LOOKS: Duration = Duration::from_secs(10);

/// Held for as long as a service runs. The system lets go of it when the process ends, however it ends. Commands beside
/// the service do not ask for it, but for the one that puts another club in the place of the one that is served.
#[must_use = "the database is this service's own for as long as this is held"]
pub struct Alone {
    _lock: Option<File>,
    /// The connection that holds PostgreSQL's lock alone.
    _connection: Option<Db>,
}

impl Alone {
    /// Refuses where another service has the file. Any number of services may share a PostgreSQL database.
    pub fn on(connector: &Connector) -> Result<Alone, Error> {
        if let Some(database) = connector.file() {
            let lock = lock(database)?.ok_or_else(|| {
                Error::Unavailable(format!(
                    "another service is running on {}; one SQLite file is served by one service (several share a PostgreSQL database)",
                    database.display()
                ))
            })?;
            return Ok(Alone { _lock: Some(lock), _connection: None });
        }
        let mut connection = marked(connector)?;
        let connector = connector.clone();
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(LOOKS);
                if diesel::sql_query("SELECT 1").execute(&mut connection).is_err()
                    && let Ok(again) = marked(&connector)
                {
                    connection = again;
                }
            }
        });
        Ok(Alone { _lock: None, _connection: None })
    }

    /// Refuses where any service has the database, and keeps all away as long as it is held.
    pub fn without_a_service(connector: &Connector) -> Result<Alone, Error> {
        let served = || {
            Error::Unavailable(format!(
                "a service has the club at {} open: stop it first (sudo systemctl stop rookery), and start it again afterwards",
                connector.place()
            ))
        };
        if let Some(database) = connector.file() {
            return Ok(Alone { _lock: Some(lock(database)?.ok_or_else(served)?), _connection: None });
        }
        #[derive(QueryableByName)]
        struct Lock {
            #[diesel(sql_type = Bool)]
            taken: bool,
        }
        let mut connection = connector.open()?;
        let query = format!("SELECT pg_try_advisory_lock({SERVED}) AS taken");
        let lock: Lock = diesel::sql_query(query).get_result(&mut connection)?;
        if lock.taken { Ok(Alone { _lock: None, _connection: Some(connection) }) } else { Err(served()) }
    }
}

/// A connection that shares PostgreSQL's lock with all other services.
fn marked(connector: &Connector) -> Result<Db, Error> {
    let mut connection = connector.open()?;
    diesel::sql_query(format!("SELECT pg_advisory_lock_shared({SERVED})")).execute(&mut connection)?;
    Ok(connection)
}

/// The lock of an SQLite file; `None` where somebody holds it.
fn lock(database: &Path) -> Result<Option<File>, Error> {
    // A link leads to the same club.
    let database = database.canonicalize().unwrap_or_else(|_| database.to_owned());
    let mut path = database.as_os_str().to_owned();
    path.push(".lock");
    let path = std::path::PathBuf::from(path);
    let failed = |error: std::io::Error| {
        Error::Setting(format!(
            "ROOKERY_DATABASE: {} cannot be written: {error}; name a file in a folder that is there and that the service may write to",
            path.display()
        ))
    };
    let mut options = File::options();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(&path).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}
