//! People and memberships in the database.

use diesel::prelude::*;

use crate::db::{Tx, schema::people};
use crate::error::Error;
use crate::id::PersonId;

/// Makes a person known to the club; joining the leaderboard is another step.
pub fn add_person(tx: &mut Tx, handle: &str, name: &str) -> Result<PersonId, Error> {
    Ok(diesel::insert_into(people::table)
        .values((people::handle.eq(handle), people::name.eq(name), people::created_at.eq(tx.now)))
        .returning(people::id)
        .get_result::<i64>(tx.db)
        .map(PersonId)?)
}
