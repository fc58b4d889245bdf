//! What the commands of the binary do; `main.rs` only names them.

pub mod backup;
pub mod check;
pub mod console;
pub mod demo;
pub mod doctor;
pub mod exchange;
pub mod init;
pub mod pair;
pub mod ready;
pub mod reset;
pub mod serve;

use std::sync::Arc;

use crate::auth::security_log::{self, Happened, SecurityEvent};
use crate::clock::Clock;
use crate::config::Config;
use crate::db::{Backend, Connector, Database, Db, Tx, migrate, pending};
use crate::error::Error;

/// Opens a database that is there and up to date; commands that only look do not make one.
fn open(config: &Config) -> Result<Db, Error> {
    let connector = Connector::parse(&config.database)?;
    if connector.is_new_file() {
        let place = connector.place();
        return Err(Error::Unavailable(format!(
            "there is no database at {place}; say where it is by --database or ROOKERY_DATABASE"
        )));
    }
    let mut db = connector.open()?;
    must_be_migrated(&mut db)?;
    Ok(db)
}

/// Refuses a database that migrations are pending for.
fn must_be_migrated(db: &mut Db) -> Result<(), Error> {
    let pending = pending(db)?;
    if pending.is_empty() {
        return Ok(());
    }
    Err(Error::Unavailable(format!("migrations are pending ({}); run `rookery migrate` first", pending.join(", "))))
}

/// Opens a database that is up to date for changes, each of which waits for its turn beside those of a service that runs.
fn for_changes(config: &Config) -> Result<Database, Error> {
    Database::open(&config.database, 1, Clock::System, Arc::new(|_| {}))
}

/// Writes into the security log what was done on the host itself.
fn noted(tx: &mut Tx, event: SecurityEvent, detail: &str) -> Result<(), Error> {
    security_log::note(tx, Happened { detail, ..Happened::of(event) })
}

/// An SQLite database is migrated automatically; a PostgreSQL one only by `migrate`.
pub fn prepare(config: &Config) -> Result<(), Error> {
    let connector = Connector::parse(&config.database)?;
    let mut connection = connector.open()?;
    if connector.backend() == Backend::Sqlite {
        migrate(&mut connection)?;
        return Ok(());
    }
    must_be_migrated(&mut connection)
}
