//! Claims: accounts that wait for a moderator to say whose they are.

use chrono::NaiveDateTime;
use diesel::prelude::*;

use crate::db::{
    Db, Tx,
    schema::{accounts, claims, people},
};
use crate::error::Error;
use crate::id::PersonId;
use crate::members;
use crate::members::handles::{ERASED, Looks};
use crate::members::rules::are_nearly_one;

/// Somebody says that they are a person whom the club knows.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = claims)]
pub struct Claim {
    pub id: i64,
    #[diesel(column_name = person_id)]
    pub person: PersonId,
    pub email: Option<String>,
    pub password_hash: String,
    pub joins_leaderboard: bool,
    pub made_at: NaiveDateTime,
    /// What they typed that they are called; not kept of claims by earlier versions.
    pub name: Option<String>,
}

/// What a new claim says.
#[derive(Clone, Copy, Debug)]
pub struct NewClaim<'a> {
    pub person: PersonId,
    /// As it was typed.
    pub name: &'a str,
    pub email: Option<&'a str>,
    pub password_hash: &'a str,
    pub joins_leaderboard: bool,
}

/// Stores a claim; returns its number.
pub fn add_claim(tx: &mut Tx, new: NewClaim) -> Result<i64, Error> {
    Ok(diesel::insert_into(claims::table)
        .values((
            claims::person_id.eq(new.person),
            claims::email.eq(new.email),
            claims::password_hash.eq(new.password_hash),
            claims::joins_leaderboard.eq(new.joins_leaderboard),
            claims::made_at.eq(tx.now),
            claims::name.eq(new.name),
        ))
        .returning(claims::id)
        .get_result(tx.db)?)
}

/// A claim that waits.
pub fn claim(db: &mut Db, id: i64) -> Result<Option<Claim>, Error> {
    Ok(claims::table.find(id).select(Claim::as_select()).first(db).optional()?)
}

/// The claims that wait, oldest first: all, or those to be one person.
pub fn claims(db: &mut Db, person: Option<PersonId>) -> Result<Vec<Claim>, Error> {
    let mut waiting = claims::table.select(Claim::as_select()).order(claims::id).into_boxed();
    if let Some(person) = person {
        waiting = waiting.filter(claims::person_id.eq(person));
    }
    Ok(waiting.load(db)?)
}

/// Ends a claim.
pub fn end_claim(tx: &mut Tx, id: i64) -> Result<(), Error> {
    diesel::delete(claims::table.find(id)).execute(tx.db)?;
    Ok(())
}

/// Ends every claim to be a person.
pub fn end_claims(tx: &mut Tx, person: PersonId) -> Result<(), Error> {
    diesel::delete(claims::table.filter(claims::person_id.eq(person))).execute(tx.db)?;
    Ok(())
}

/// Those whom the club knows and who have no account, by name; without those who were erased.
pub fn without_account(db: &mut Db) -> Result<Vec<(PersonId, String)>, Error> {
    let query = people::table
        .left_join(accounts::table.on(accounts::person_id.eq(people::id)))
        .filter(accounts::person_id.nullable().is_null())
        .filter(people::handle.not_like(format!("{ERASED}%")))
        .order((people::name, people::id))
        .select((people::id, people::name));
    Ok(query.load(db)?)
}

/// Whether nobody can join under a name because it is another person's. Of somebody without an account it is asked instead
/// whether it is them.
pub fn is_anothers(db: &mut Db, name: &str) -> Result<bool, Error> {
    let is_asked = called_without_account(db, name)?.iter().any(|called| !called.is_empty());
    Ok(!is_asked && members::store::namesake(db, name, None)?.is_some())
}

/// Those without an account who are called so, to the eye, and those who are called nearly so.
pub fn called_without_account(db: &mut Db, name: &str) -> Result<[Vec<PersonId>; 2], Error> {
    let looks = Looks::of(name);
    let [mut so, mut nearly] = [Vec::new(), Vec::new()];
    for (person, other) in without_account(db)? {
        if Looks::of(&other).like(&looks) {
            so.push(person);
        } else if are_nearly_one(&other, name) {
            nearly.push(person);
        }
    }
    Ok([so, nearly])
}
