//! Requests to be erased in the database, and carrying them out.

use diesel::prelude::*;

use super::{ErasureRequest, ErasureRequestId, State};
use crate::auth::Role;
use crate::db::{
    Db, Tx,
    schema::{accounts, erasure_requests, people, roles},
};
use crate::error::Error;
use crate::id::PersonId;

/// The requests that wait, the oldest first.
pub fn waiting(db: &mut Db) -> Result<Vec<ErasureRequest>, Error> {
    Ok(all().filter(erasure_requests::state.eq(State::Open)).order(erasure_requests::id).load(db)?)
}

/// A request that waits.
pub fn request(db: &mut Db, id: ErasureRequestId) -> Result<Option<ErasureRequest>, Error> {
    Ok(all().filter(erasure_requests::id.eq(id).and(erasure_requests::state.eq(State::Open))).first(db).optional()?)
}

/// A person's request that waits.
pub fn own(db: &mut Db, person: PersonId) -> Result<Option<ErasureRequest>, Error> {
    Ok(all()
        .filter(erasure_requests::person_id.eq(person).and(erasure_requests::state.eq(State::Open)))
        .first(db)
        .optional()?)
}

/// Whether nobody need ask for a person any more: a request waits, or was carried out.
pub fn is_settled(db: &mut Db, person: PersonId) -> Result<bool, Error> {
    let settled = erasure_requests::state.eq_any([State::Open, State::CarriedOut]);
    let requests = erasure_requests::table.filter(erasure_requests::person_id.eq(person).and(settled));
    Ok(requests.count().get_result::<i64>(db)? > 0)
}

/// Whether a person can ask for themself.
pub fn has_account(db: &mut Db, person: PersonId) -> Result<bool, Error> {
    Ok(accounts::table.find(person).count().get_result::<i64>(db)? > 0)
}

/// What an administrator answered to a person's last request, where that was refused.
pub fn refused(db: &mut Db, person: PersonId) -> Result<Option<String>, Error> {
    let last: Option<(State, String)> = erasure_requests::table
        .filter(erasure_requests::person_id.eq(person))
        .order(erasure_requests::id.desc())
        .select((erasure_requests::state, erasure_requests::answer))
        .first(db)
        .optional()?;
    Ok(last.filter(|(state, _)| *state == State::Refused).map(|(_, answer)| answer))
}

#[diesel::dsl::auto_type(no_type_alias)]
fn all() -> _ {
    erasure_requests::table.inner_join(people::table.on(people::id.eq(erasure_requests::person_id))).select((
        erasure_requests::id,
        erasure_requests::person_id,
        people::name,
        erasure_requests::requested_at,
    ))
}

/// How many offices a person holds.
pub fn offices(db: &mut Db, person: PersonId) -> Result<i64, Error> {
    let held = roles::table.filter(roles::person_id.eq(person).and(roles::taken_at.is_null()));
    Ok(held.count().get_result(db)?)
}

/// The people who get a notice of a request.
pub fn administrators(db: &mut Db) -> Result<Vec<PersonId>, Error> {
    Ok(roles::table
        .filter(roles::role.eq(Role::Administrator).and(roles::taken_at.is_null()))
        .select(roles::person_id)
        .load::<i64>(db)?
        .into_iter()
        .map(PersonId)
        .collect())
}

pub fn ask(tx: &mut Tx, person: PersonId) -> Result<ErasureRequestId, Error> {
    Ok(diesel::insert_into(erasure_requests::table)
        .values((
            erasure_requests::person_id.eq(person),
            erasure_requests::requested_at.eq(tx.now),
            erasure_requests::state.eq(State::Open),
            erasure_requests::answer.eq(""),
        ))
        .returning(erasure_requests::id)
        .get_result(tx.db)?)
}

/// Closes a request, by whom and with what answer.
pub fn close(tx: &mut Tx, id: ErasureRequestId, state: State, by: Option<PersonId>, answer: &str) -> Result<(), Error> {
    let now = tx.now;
    diesel::update(erasure_requests::table.find(id))
        .set((
            erasure_requests::state.eq(state),
            erasure_requests::closed_by.eq(by),
            erasure_requests::closed_at.eq(now),
            erasure_requests::answer.eq(answer),
        ))
        .execute(tx.db)?;
    Ok(())
}
