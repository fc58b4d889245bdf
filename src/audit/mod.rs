//! The act log: every exercise of a power, written in the transaction that does it. Each row is sealed with the hash of
//! the row before, and every few seconds the last seal is signed outside the database. Erased people can be redacted
//! ([`redact`]) without breaking the chain.

mod chain;
mod checkpoints;
pub mod measure;
mod redaction;

use std::cell::Cell;

use chrono::NaiveDateTime;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Binary, Nullable, Text, Timestamp};
use serde::Serialize;

pub use chain::{Break, verify, walk};
pub use checkpoints::{Checkpoint, Checkpoints, Kept, forget_signed};
pub use redaction::{Redacted, redact};
pub use rookery_club::audit::*;

use crate::db::{Db, Tx, schema::acts};
use crate::error::Error;
use crate::id::PersonId;

/// Bytes of salt of an act.
const SALT: usize = 16;

/// An entry of the act log.
#[derive(Debug)]
pub struct Entry<B> {
    /// Who acted; `None` if the service did.
    pub actor: Option<PersonId>,
    /// What was done.
    pub act: Word,
    /// What it was done to, as `noun:id`: `game:17`.
    pub subject: String,
    /// The particulars.
    pub body: B,
}

/// How many acts are logged.
pub fn length(db: &mut Db) -> Result<i64, Error> {
    let last: Option<i64> = acts::table.select(diesel::dsl::max(acts::id)).first(db)?;
    Ok(last.unwrap_or(0))
}

#[derive(Insertable, Queryable, Debug)]
#[diesel(table_name = acts)]
struct Row {
    id: i64,
    at: NaiveDateTime,
    actor_id: Option<i64>,
    act: String,
    subject: String,
    body: String,
    hash: Vec<u8>,
    /// Chance that is sealed with the rest, so that nobody finds the words of a redacted act by trying; gone with them. Acts
    /// of older versions have none.
    salt: Option<Vec<u8>>,
}

/// Logs an act in the transaction that does it; refused where somebody did the same too often lately ([`measure`]).
pub fn record<B: Serialize>(tx: &mut Tx, entry: Entry<B>) -> Result<(), Error> {
    if let Some(actor) = entry.actor {
        measure::of_logged(tx, actor, entry.act)?;
    }
    let mut row = Row {
        id: 0,
        at: tx.now,
        actor_id: entry.actor.map(|person| person.0),
        act: entry.act.as_str().to_owned(),
        subject: entry.subject,
        body: serde_json::to_string(&entry.body)?,
        hash: Vec::new(),
        salt: Some(rand::random::<[u8; SALT]>().to_vec()),
    };
    let is_sealed = LAST.take().map_or(Ok(false), |last| row.append_after(tx, &last))?;
    if !is_sealed {
        let last: Option<(i64, Vec<u8>)> =
            acts::table.order(acts::id.desc()).select((acts::id, acts::hash)).first(tx.db).optional()?;
        row.seal_to(&last.unwrap_or_default());
        diesel::insert_into(acts::table).values(&row).execute(tx.db)?;
    }
    LAST.set(Some((row.id, row.hash)));
    Ok(())
}

thread_local! {
    /// The act that this thread logged last, its number and its seal. It may have been taken back since, or another
    /// process may have logged one: only the statement that seals the next act to it tells whether it is the last.
    static LAST: Cell<Option<(i64, Vec<u8>)>> = const { Cell::new(None) };
}

impl Row {
    fn seal_to(&mut self, (id, hash): &(i64, Vec<u8>)) {
        self.id = id + 1;
        self.hash = chain::seal(hash, self);
    }

    /// Appends this act where that one is the last in the database; whether it is.
    fn append_after(&mut self, tx: &mut Tx, last: &(i64, Vec<u8>)) -> Result<bool, Error> {
        self.seal_to(last);
        let newest = acts::table.order(acts::id.desc()).select(acts::hash).single_value();
        let row = diesel::select((
            self.id.into_sql::<BigInt>(),
            self.at.into_sql::<Timestamp>(),
            self.actor_id.into_sql::<Nullable<BigInt>>(),
            self.act.as_str().into_sql::<Text>(),
            self.subject.as_str().into_sql::<Text>(),
            self.body.as_str().into_sql::<Text>(),
            self.hash.as_slice().into_sql::<Binary>(),
            self.salt.as_deref().into_sql::<Nullable<Binary>>(),
        ))
        .filter(newest.eq(last.1.as_slice()));
        Ok(diesel::insert_into(acts::table).values(row).execute(tx.db)? > 0)
    }
}
