//! Requests to be removed (Act II.8) in the database.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use serde::Serialize;

use crate::db::{
    Db, Tx,
    schema::{people, removal_requests},
};
use crate::error::Error;
use crate::http::instant;
use crate::id::PersonId;
use crate::members::RemovalRequestId;

/// A member's request to be removed.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct Request {
    pub id: RemovalRequestId,
    pub person: PersonId,
    pub name: String,
    pub reason: String,
    #[serde(serialize_with = "instant::utc")]
    pub requested_at: NaiveDateTime,
    /// Granted by this instant, itself included (T2); null while it waits because the member is banned or a party
    /// to an open case (Act II.8.1): its days begin when that has passed (T44).
    #[serde(serialize_with = "instant::utc_if_any")]
    pub due_at: Option<NaiveDateTime>,
}

type Row = (RemovalRequestId, PersonId, String, String, NaiveDateTime, NaiveDateTime, bool);

fn read((id, person, name, reason, requested_at, due_at, waits): Row) -> Request {
    Request { id, person, name, reason, requested_at, due_at: Some(due_at).filter(|_| !waits) }
}

/// The requests that wait, the one due first first.
pub fn requests(db: &mut Db) -> Result<Vec<Request>, Error> {
    let rows: Vec<Row> =
        open().order((removal_requests::waits, removal_requests::due_at, removal_requests::id)).load(db)?;
    Ok(rows.into_iter().map(read).collect())
}

/// A request that waits.
pub fn request(db: &mut Db, id: RemovalRequestId) -> Result<Option<Request>, Error> {
    let row: Option<Row> = open().filter(removal_requests::id.eq(id)).first(db).optional()?;
    Ok(row.map(read))
}

/// A person's request that waits.
pub fn open_request(db: &mut Db, person: PersonId) -> Result<Option<Request>, Error> {
    let row: Option<Row> = open().filter(removal_requests::person_id.eq(person)).first(db).optional()?;
    Ok(row.map(read))
}

#[diesel::dsl::auto_type(no_type_alias)]
fn open() -> _ {
    let waits = removal_requests::withdrawn_at.is_null().and(removal_requests::granted_at.is_null());
    removal_requests::table
        .inner_join(people::table.on(people::id.eq(removal_requests::person_id)))
        .filter(waits)
        .select((
            removal_requests::id,
            removal_requests::person_id,
            people::name,
            removal_requests::reason,
            removal_requests::requested_at,
            removal_requests::due_at,
            removal_requests::waits,
        ))
}

/// Stores a request; the days of a waiting one begin when it no longer waits.
pub fn ask(
    tx: &mut Tx,
    person: PersonId,
    reason: &str,
    due_at: NaiveDateTime,
    waits: bool,
) -> Result<RemovalRequestId, Error> {
    Ok(diesel::insert_into(removal_requests::table)
        .values((
            removal_requests::person_id.eq(person),
            removal_requests::reason.eq(reason),
            removal_requests::requested_at.eq(tx.now),
            removal_requests::due_at.eq(due_at),
            removal_requests::waits.eq(waits),
        ))
        .returning(removal_requests::id)
        .get_result::<i64>(tx.db)
        .map(RemovalRequestId)?)
}

/// Lets a request wait, or begins its days.
pub fn set_waiting(tx: &mut Tx, id: RemovalRequestId, due_at: Option<NaiveDateTime>) -> Result<(), Error> {
    let request = removal_requests::table.find(id);
    match due_at {
        None => diesel::update(request).set(removal_requests::waits.eq(true)).execute(tx.db)?,
        Some(due_at) => diesel::update(request)
            .set((removal_requests::waits.eq(false), removal_requests::due_at.eq(due_at)))
            .execute(tx.db)?,
    };
    Ok(())
}

/// Marks a person's request as granted, if one waits.
pub(super) fn grant(tx: &mut Tx, person: PersonId) -> Result<(), Error> {
    let now = tx.now;
    diesel::update(removal_requests::table)
        .filter(removal_requests::person_id.eq(person))
        .filter(removal_requests::withdrawn_at.is_null().and(removal_requests::granted_at.is_null()))
        .set(removal_requests::granted_at.eq(now))
        .execute(tx.db)?;
    Ok(())
}

pub fn withdraw(tx: &mut Tx, id: RemovalRequestId) -> Result<(), Error> {
    let now = tx.now;
    diesel::update(removal_requests::table.find(id)).set(removal_requests::withdrawn_at.eq(now)).execute(tx.db)?;
    Ok(())
}
