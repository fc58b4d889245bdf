//! Connections for reading: a pool for requests, and a separate connection for the health check, so that a queue of
//! requests does not make the database look dead.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::time::{Duration, Instant};

use diesel::prelude::*;
use diesel::r2d2::{ManageConnection, NopErrorHandler, Pool, PooledConnection, State};

use super::health::Health;
use super::{Connector, Db};
use crate::error::Error;

/// How long a read waits for a connection while others use them all.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often it looks meanwhile whether the database is there; connections are opened again at most so far apart.
const STEP: Duration = Duration::from_millis(500);

/// A connection, and how many had been lost when it last worked.
pub struct Reader {
    db: Db,
    losses: u64,
}

impl Deref for Reader {
    type Target = Db;
    fn deref(&self) -> &Db {
        &self.db
    }
}

impl DerefMut for Reader {
    fn deref_mut(&mut self) -> &mut Db {
        &mut self.db
    }
}

/// Opens connections for the pool and throws those away that do not work any more.
#[derive(Debug)]
pub struct Opener {
    connector: Connector,
    health: Arc<Health>,
}

impl ManageConnection for Opener {
    type Connection = Reader;
    type Error = Error;

    fn connect(&self) -> Result<Reader, Error> {
        let losses = self.health.losses();
        Ok(Reader { db: self.connector.open_for_reading()?, losses })
    }

    /// Asks only where a connection was lost meanwhile: a restart of the server takes them all.
    fn is_valid(&self, reader: &mut Reader) -> Result<(), Error> {
        let losses = self.health.losses();
        if reader.losses != losses {
            diesel::sql_query("SELECT 1").execute(&mut reader.db)?;
            reader.losses = losses;
        }
        Ok(())
    }

    fn has_broken(&self, reader: &mut Reader) -> bool {
        if reader.db.is_lost() {
            self.health.lost();
        }
        reader.db.is_unusable()
    }
}

#[derive(Clone)]
pub struct Readers {
    pool: Pool<Opener>,
    health: Arc<Health>,
}

impl Readers {
    pub fn open(connector: Connector, size: u32, health: Arc<Health>) -> Readers {
        let pool = Pool::builder()
            .max_size(size)
            .min_idle(Some(1))
            .connection_timeout(2 * STEP)
            .error_handler(Box::new(NopErrorHandler))
            .build_unchecked(Opener { connector, health: health.clone() });
        Readers { pool, health }
    }

    pub fn get(&self) -> Result<PooledConnection<Opener>, Error> {
        let began = Instant::now();
        loop {
            self.health.must_answer()?;
            match self.pool.get_timeout(STEP) {
                Ok(reader) => return Ok(reader),
                Err(error) if began.elapsed() > PATIENCE => {
                    return Err(Error::Away(format!("no connection for reading came free: {error}")));
                }
                Err(_) => {}
            }
        }
    }

    /// A connection, if one is free.
    pub fn get_at_once(&self) -> Option<PooledConnection<Opener>> {
        self.pool.try_get()
    }

    pub fn state(&self) -> State {
        self.pool.state()
    }
}

/// The connection of who looks whether the database answers.
#[derive(Default)]
pub struct Lookout(Option<Db>);

impl Lookout {
    /// Reads a snapshot; a connection that is lost is opened again at once. Only a server where that fails is away:
    /// one that was restarted answers.
    pub fn read<T>(
        &mut self,
        connector: &Connector,
        health: &Health,
        query: impl Fn(&mut Db) -> Result<T, Error>,
    ) -> Result<T, Error> {
        if let Some(db) = &mut self.0 {
            let read = db.snapshot(&query);
            if !db.is_lost() {
                return read;
            }
            self.0 = None;
            health.lost();
        }
        let mut db = connector.open_for_reading()?;
        let read = db.snapshot(query);
        self.0 = Some(db);
        read
    }
}
