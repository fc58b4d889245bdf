//! SQLite's write-ahead log, copied into the database by a thread of its own. Otherwise the commit that fills the log copies it,
//! and all who wait for that commit wait for the copy, too.
//!
//! A change is kept once it is in the log, which each commit syncs; when the log is copied makes no difference to that.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use diesel::prelude::*;
use diesel::sql_types::Integer;

use super::{Backend, Connector, Db};
use crate::error::Error;

/// Pages that are copied together; of 4 KiB each.
const ENOUGH: i32 = 1_000;
/// Pages in the log from which on a commit copies the rest all the same. The log begins again only where all of it was copied
/// before the next change, which the thread does not bring about while one change follows the other.
pub const MOST: u32 = 4_000;

#[derive(QueryableByName)]
struct Log {
    /// Pages in it; less than none where there is no log.
    #[diesel(sql_type = Integer)]
    log: i32,
    /// Those of them that are in the database already.
    #[diesel(sql_type = Integer)]
    checkpointed: i32,
}

/// `NOOP` only looks; `PASSIVE` copies what it can without anybody's waiting for it.
fn checkpoint(connection: &mut SqliteConnection, mode: &str) -> QueryResult<Log> {
    diesel::sql_query(format!("PRAGMA wal_checkpoint({mode})")).get_result(connection)
}

/// Has the thread copy; the thread ends with it.
pub struct Copier(SyncSender<()>);

impl Copier {
    /// None for a database that has no such log.
    pub fn start(connector: &Connector) -> Result<Option<Copier>, Error> {
        if connector.backend() != Backend::Sqlite {
            return Ok(None);
        }
        let ((sender, wanted), connector) = (sync_channel(1), connector.clone());
        let copying = move || copy(&connector, &wanted);
        std::thread::Builder::new().name("log".into()).spawn(copying).map_err(Error::internal)?;
        Ok(Some(Copier(sender)))
    }

    /// Looks, on a connection with no transaction under way, whether there is enough to be copied.
    pub fn look(&self, db: &mut Db) {
        if let Db::Sqlite(connection) = db
            && let Ok(log) = checkpoint(connection, "NOOP")
            && log.log - log.checkpointed >= ENOUGH
        {
            // Where it is to copy already, it will.
            let _ = self.0.try_send(());
        }
    }
}

/// Opens a connection each time: that is seldom, and an idle club has none more than it needs.
fn copy(connector: &Connector, wanted: &Receiver<()>) {
    while wanted.recv().is_ok() {
        let copied = connector.open().and_then(|db| match db {
            Db::Sqlite(mut connection) => Ok(checkpoint(&mut connection, "PASSIVE").map(drop)?),
            Db::Postgres(_) => Ok(()),
        });
        if let Err(error) = copied {
            // The log is whole, and the writer tells where nothing can be written.
            tracing::debug!(%error, "the log could not be copied");
        }
    }
}
