//! Changing the register: people come and go, and moderators correct entries.

use chrono::NaiveDateTime;
use diesel::prelude::*;

use crate::db::{Db, Tx, schema::attendance};
use crate::error::Error;
use crate::id::{PersonId, SessionId};
use crate::sessions::{Stay, StayId};

/// Begins a stay.
pub fn arrive(
    tx: &mut Tx,
    session: SessionId,
    person: PersonId,
    arrived_at: NaiveDateTime,
    left_at: Option<NaiveDateTime>,
    by: PersonId,
) -> Result<StayId, Error> {
    Ok(diesel::insert_into(attendance::table)
        .values((
            attendance::session_id.eq(session),
            attendance::person_id.eq(person),
            attendance::arrived_at.eq(arrived_at),
            attendance::left_at.eq(left_at),
            attendance::recorded_by.eq(by),
            attendance::recorded_at.eq(tx.now),
        ))
        .returning(attendance::id)
        .get_result::<i64>(tx.db)
        .map(StayId)?)
}

/// Ends an open stay.
pub fn leave(tx: &mut Tx, stay: StayId, left_at: NaiveDateTime) -> Result<(), Error> {
    diesel::update(attendance::table.find(stay)).set(attendance::left_at.eq(left_at)).execute(tx.db)?;
    Ok(())
}

/// Strikes a stay from the register; its row remains.
pub fn strike(tx: &mut Tx, stay: StayId, by: PersonId) -> Result<(), Error> {
    let now = tx.now;
    diesel::update(attendance::table.find(stay))
        .set((attendance::struck_at.eq(now), attendance::struck_by.eq(by)))
        .execute(tx.db)?;
    Ok(())
}

/// A stay that is not struck, and its session.
pub fn stay(db: &mut Db, id: StayId) -> Result<Option<(SessionId, Stay)>, Error> {
    let row: Option<(SessionId, PersonId, NaiveDateTime, Option<NaiveDateTime>)> = attendance::table
        .find(id)
        .filter(attendance::struck_at.is_null())
        .select((attendance::session_id, attendance::person_id, attendance::arrived_at, attendance::left_at))
        .first(db)
        .optional()?;
    Ok(row.map(|(session, person, arrived_at, left_at)| (session, Stay { id, person, arrived_at, left_at })))
}
