//! Removes traces of deleted rows from an SQLite file.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_types::Integer;

use super::{Database, Db};
use crate::error::Error;

#[derive(QueryableByName)]
struct Checkpointed {
    /// Whether somebody read the log, so that it could not be cut.
    #[diesel(sql_type = Integer)]
    busy: i32,
}

impl Database {
    /// Writes an embedded database's file out without its free pages and empties the log beside it; whether it came to
    /// that. Another database is its operator's to clean, and counts as done.
    pub fn clean_file(&self) -> Result<bool, Error> {
        let Db::Sqlite(mut connection) = self.connector().open()? else { return Ok(true) };
        connection.batch_execute("VACUUM")?;
        let done: Checkpointed = diesel::sql_query("PRAGMA wal_checkpoint(TRUNCATE)").get_result(&mut connection)?;
        Ok(done.busy == 0)
    }
}
