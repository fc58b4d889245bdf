//! Addresses at which somebody's calendar is read: one a person, whose secret is kept as a hash.

use chrono::NaiveDateTime;
use diesel::dsl::exists;
use diesel::prelude::*;

use crate::db::{
    Db, Tx,
    schema::{accounts, calendar_addresses, memberships, roles},
};
use crate::error::Error;
use crate::id::PersonId;

/// Whose calendar an address shows.
#[derive(Clone, Debug, Queryable)]
pub struct Subscriber {
    pub person: PersonId,
    /// The tag of the language that they read in.
    pub language: String,
    has_joined: bool,
    holds_office: bool,
}

impl Subscriber {
    /// Whether they are of the club (T42).
    pub fn is_of_the_club(&self) -> bool {
        self.has_joined || self.holds_office
    }
}

/// The owner of the calendar with this secret; `None` if it was replaced or withdrawn.
pub fn subscriber(db: &mut Db, secret: &[u8], now: NaiveDateTime) -> Result<Option<Subscriber>, Error> {
    let person = calendar_addresses::person_id;
    let has_ended = roles::ends_at.is_not_null().and(roles::ends_at.assume_not_null().le(now));
    let offices = roles::table.filter(roles::person_id.eq(person).and(roles::taken_at.is_null()));
    Ok(calendar_addresses::table
        .inner_join(accounts::table.on(accounts::person_id.eq(person)))
        .filter(calendar_addresses::secret.eq(secret))
        .select((
            person,
            accounts::language,
            exists(memberships::table.filter(memberships::person_id.eq(person))),
            exists(offices.filter(diesel::dsl::not(has_ended))),
        ))
        .first(db)
        .optional()?)
}

/// Since when somebody has an address.
pub fn calendar_since(db: &mut Db, person: PersonId) -> Result<Option<NaiveDateTime>, Error> {
    Ok(calendar_addresses::table.find(person).select(calendar_addresses::created_at).first(db).optional()?)
}

/// Stores somebody's new address, which replaces the earlier one.
pub fn set_calendar(tx: &mut Tx, person: PersonId, secret: &[u8]) -> Result<(), Error> {
    end_calendar(tx, person)?;
    diesel::insert_into(calendar_addresses::table)
        .values((
            calendar_addresses::person_id.eq(person),
            calendar_addresses::secret.eq(secret),
            calendar_addresses::created_at.eq(tx.now),
        ))
        .execute(tx.db)?;
    Ok(())
}

/// Ends somebody's address; whether there was one.
pub fn end_calendar(tx: &mut Tx, person: PersonId) -> Result<bool, Error> {
    Ok(diesel::delete(calendar_addresses::table.find(person)).execute(tx.db)? > 0)
}
