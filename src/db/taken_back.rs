//! Previews: carries an action out in a savepoint, reads the result, and rolls it back.

use std::convert::Infallible;

use diesel::prelude::*;
use diesel::result::Error::RollbackTransaction;
use diesel::sql_types::{BigInt, Bool, Text};

use super::{Db, Tx};
use crate::error::Error;

/// How far a sequence of PostgreSQL has counted.
#[derive(PartialEq, QueryableByName)]
struct Counted {
    #[diesel(sql_type = Text)]
    sequence: String,
    #[diesel(sql_type = BigInt)]
    number: i64,
    /// Whether the number was given out; else it is the next to be.
    #[diesel(sql_type = Bool)]
    is_given: bool,
}

/// How a sequence is read.
#[derive(QueryableByName)]
struct Reading {
    #[diesel(sql_type = Text)]
    query: String,
}

/// The sequences of ids; empty on SQLite, which takes its numbers back by itself. Each sequence is read itself:
/// `pg_sequences` is wrong about one whose next number was set, as those of a restored club are.
fn counted(db: &mut Db) -> QueryResult<Vec<Counted>> {
    let Db::Postgres(connection) = db else { return Ok(Vec::new()) };
    let readings: Vec<Reading> = diesel::sql_query(
        "SELECT format('SELECT %L AS sequence, last_value AS number, is_called AS is_given FROM %1$s',
                       format('%I.%I', schemaname, sequencename)) AS query
         FROM pg_sequences WHERE schemaname = current_schema()",
    )
    .load(connection)?;
    if readings.is_empty() {
        return Ok(Vec::new());
    }
    let queries: Vec<String> = readings.into_iter().map(|reading| reading.query).collect();
    diesel::sql_query(queries.join(" UNION ALL ")).load(connection)
}

/// Resets each sequence to its earlier value. No other writer can take an id meanwhile: writers
/// take turns.
fn count_from(db: &mut Db, before: &[Counted]) -> QueryResult<()> {
    let now = counted(db)?;
    let Db::Postgres(connection) = db else { return Ok(()) };
    for was in before.iter().filter(|was| !now.contains(was)) {
        diesel::sql_query("SELECT setval($1::regclass, $2, $3)")
            .bind::<Text, _>(&was.sequence)
            .bind::<BigInt, _>(was.number)
            .bind::<Bool, _>(was.is_given)
            .execute(connection)?;
    }
    Ok(())
}

impl Tx<'_> {
    /// What an act gives or how it is refused, with nothing changed: it is carried out in a savepoint and rolled
    /// back, and the ids that it took are the next ones again. PostgreSQL's sequences do not roll back by themselves.
    pub fn taken_back<T>(&mut self, act: impl FnOnce(&mut Tx) -> Result<T, Error>) -> Result<T, Error> {
        let (before, now) = (counted(self.db)?, self.now);
        let mut given = None;
        let Err(end) = self.db.transaction(|db| {
            given = Some(act(&mut Tx { db, now })?);
            Err::<Infallible, Error>(Error::Database(RollbackTransaction))
        });
        let came_to = match (end, given) {
            (Error::Database(RollbackTransaction), Some(given)) => Ok(given),
            (refused @ Error::Refused(_), _) => Err(refused),
            (error, _) => return Err(error),
        };
        count_from(self.db, &before)?;
        came_to
    }
}
