//! People and memberships in the database.

use chrono::NaiveDateTime;
use diesel::prelude::*;

use super::{Membership, MembershipId, Person};
use crate::db::{
    Db, Tx,
    schema::{memberships, people},
};
use crate::error::{Error, Refusal};
use crate::id::PersonId;

/// Makes a person known to the club; joining the leaderboard is another step.
pub fn add_person(tx: &mut Tx, handle: &str, name: &str) -> Result<PersonId, Error> {
    Ok(diesel::insert_into(people::table)
        .values((people::handle.eq(handle), people::name.eq(name), people::created_at.eq(tx.now)))
        .returning(people::id)
        .get_result::<i64>(tx.db)
        .map(PersonId)?)
}

/// A person; nobody where the id is unknown.
pub fn person(db: &mut Db, id: PersonId) -> Result<Option<Person>, Error> {
    Ok(people::table.find(id).first(db).optional()?)
}

/// A person who must exist; refused as not found otherwise.
pub fn known(db: &mut Db, id: PersonId) -> Result<Person, Error> {
    person(db, id)?.ok_or_else(|| Refusal::not_found("person").into())
}

/// All of a person's times on the leaderboard, in order.
pub fn memberships(db: &mut Db, person: PersonId) -> Result<Vec<Membership>, Error> {
    Ok(memberships::table
        .filter(memberships::person_id.eq(person))
        .order((memberships::joined_at, memberships::id))
        .load(db)?)
}

/// The membership that was open at an instant.
pub fn membership_at(db: &mut Db, person: PersonId, at: NaiveDateTime) -> Result<Option<Membership>, Error> {
    let after = memberships::removed_at.is_null().or(memberships::removed_at.gt(at));
    Ok(memberships::table
        .filter(memberships::person_id.eq(person))
        .filter(memberships::joined_at.le(at))
        .filter(after)
        .order(memberships::id.desc())
        .first(db)
        .optional()?)
}

/// Puts a person on the leaderboard from an instant on, at the initial score (Acts II.1, II.7).
pub fn join(tx: &mut Tx, person: PersonId, at: NaiveDateTime) -> Result<MembershipId, Error> {
    let id: i64 = diesel::insert_into(memberships::table)
        .values((memberships::person_id.eq(person), memberships::joined_at.eq(at)))
        .returning(memberships::id)
        .get_result(tx.db)?;
    Ok(MembershipId(id))
}
