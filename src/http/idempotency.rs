//! `Idempotency-Key`: a request that creates something is carried out once, however often it
//! arrives.
//!
//! The key's row is written in the request's own transaction, and writes are serial, so a retry
//! finds either the answer or nothing done.

use chrono::TimeDelta;
use diesel::prelude::*;
use rookery_messages::say;

use super::{Answer, Body};
use crate::db::{Database, Db, Tx, schema::idempotency_keys};
use crate::error::{Error, Refusal};
use crate::id::PersonId;

/// How long a key is remembered.
const KEPT: TimeDelta = TimeDelta::hours(48);

#[derive(Queryable, Selectable)]
#[diesel(table_name = idempotency_keys)]
struct StoredAnswer {
    fingerprint: Vec<u8>,
    status: i64,
    location: Option<String>,
    body: Vec<u8>,
}

/// Carries out a request that creates something, or repeats the answer it got before.
pub(crate) async fn create<T, F>(db: &Database, person: PersonId, body: Body<T>, change: F) -> Result<Answer, Error>
where
    T: Send + Sync + 'static,
    F: Fn(&mut Tx, &T) -> Result<Answer, Error> + Send + 'static,
{
    let Body { value, key, fingerprint } = body;
    db.write(move |tx| {
        let Some(key) = &key else { return change(tx, &value) };
        if let Some(answer) = given(tx.db, person, key, &fingerprint)? {
            return Ok(answer);
        }
        let answer = change(tx, &value)?;
        diesel::insert_into(idempotency_keys::table)
            .values((
                idempotency_keys::person_id.eq(person),
                idempotency_keys::key.eq(key),
                idempotency_keys::fingerprint.eq(&fingerprint),
                idempotency_keys::status.eq(i64::from(answer.status)),
                idempotency_keys::location.eq(&answer.location),
                idempotency_keys::body.eq(&answer.body),
                idempotency_keys::created_at.eq(tx.now),
            ))
            .execute(tx.db)?;
        Ok(answer)
    })
    .await
}

/// What a request that came before with its key was answered: asked where carrying it out takes more than a
/// transaction.
pub(crate) async fn answered<T>(db: &Database, person: PersonId, body: &Body<T>) -> Result<Option<Answer>, Error> {
    let Some(key) = body.key.clone() else { return Ok(None) };
    let fingerprint = body.fingerprint.clone();
    db.read(move |db| given(db, person, &key, &fingerprint)).await
}

fn given(db: &mut Db, person: PersonId, key: &str, fingerprint: &[u8]) -> Result<Option<Answer>, Error> {
    let given: Option<StoredAnswer> = idempotency_keys::table
        .filter(idempotency_keys::person_id.eq(person).and(idempotency_keys::key.eq(key)))
        .select((
            idempotency_keys::fingerprint,
            idempotency_keys::status,
            idempotency_keys::location,
            idempotency_keys::body,
        ))
        .first(db)
        .optional()?;
    let Some(given) = given else { return Ok(None) };
    if given.fingerprint != fingerprint {
        return Err(Refusal::invalid(
            say!("Idempotency-Key used before"),
            say!("This Idempotency-Key came with another request. Use a new key each time."),
        )
        .into());
    }
    let status = u16::try_from(given.status).unwrap_or(200);
    Ok(Some(Answer { status, location: given.location, body: given.body, etag: None }))
}

/// Deletes expired keys; returns how many.
pub fn forget_old_keys(tx: &mut Tx) -> Result<usize, Error> {
    let oldest = tx.now - KEPT;
    Ok(diesel::delete(idempotency_keys::table.filter(idempotency_keys::created_at.lt(oldest))).execute(tx.db)?)
}
