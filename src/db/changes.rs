//! The number of transactions that have changed the database: what was read at one count is valid
//! until the next.

use diesel::prelude::*;
use diesel::sql_types::BigInt;

use super::{Db, versions};
use crate::error::Error;

/// The name of the count among the `versions`.
pub const CHANGES: &str = "changes";
/// And of how often the club was replaced by a backup, whose count is another one.
pub const RESTORED: &str = "restored";

/// What the database is at. Every change makes it another one, whichever replica or command it comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Version {
    pub changes: i64,
    pub restored: i64,
}

impl Version {
    pub fn now(db: &mut Db) -> Result<Version, Error> {
        let all = versions(db)?;
        let value = |name: &str| all.get(name).copied().unwrap_or(0);
        Ok(Version { changes: value(CHANGES), restored: value(RESTORED) })
    }

    /// Whether this version has everything that an earlier one had.
    pub fn has_come_to(self, earlier: Version) -> bool {
        (self.restored, self.changes) >= (earlier.restored, earlier.changes)
    }
}

#[derive(QueryableByName)]
struct Rows {
    #[diesel(sql_type = BigInt)]
    rows: i64,
}

/// How many rows this connection has changed so far. PostgreSQL is not asked: it knows of a transaction whether it has
/// changed anything.
pub(super) fn rows(db: &mut Db) -> QueryResult<i64> {
    match db {
        Db::Sqlite(_) => Ok(diesel::sql_query("SELECT total_changes() AS rows").get_result::<Rows>(db)?.rows),
        Db::Postgres(_) => Ok(0),
    }
}

/// Counts the transaction under way, if it has changed anything since the connection had changed so many `rows`: most of
/// what the service looks after again and again finds nothing to do.
pub(super) fn count(db: &mut Db, rows: i64) -> QueryResult<usize> {
    let has_changed = match db {
        Db::Sqlite(_) => format!("total_changes() > {rows}"),
        Db::Postgres(_) => "pg_current_xact_id_if_assigned() IS NOT NULL".to_owned(),
    };
    diesel::sql_query(format!(
        "INSERT INTO versions (name, value) SELECT '{CHANGES}', 1 WHERE {has_changed} \
         ON CONFLICT (name) DO UPDATE SET value = versions.value + 1"
    ))
    .execute(db)
}
