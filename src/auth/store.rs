//! Accounts, roles and keys in the database.

use diesel::prelude::*;

use super::tokens::SigningKey;
use super::{Actor, Role};
use crate::db::{
    Db, Tx,
    schema::{accounts, people, roles, signing_keys},
};
use crate::error::Error;
use crate::id::PersonId;

/// The actor behind a token of this generation; nobody where the account has moved on.
pub fn actor(db: &mut Db, person: PersonId, generation: i64) -> Result<Option<Actor>, Error> {
    let rows: Vec<(String, Option<Role>)> = accounts::table
        .inner_join(people::table.on(people::id.eq(accounts::person_id)))
        .left_join(roles::table.on(roles::person_id.eq(accounts::person_id).and(roles::taken_at.is_null())))
        .filter(accounts::person_id.eq(person).and(accounts::generation.eq(generation)))
        .select((people::name, roles::role.nullable()))
        .load(db)?;
    let Some((name, _)) = rows.first() else { return Ok(None) };
    Ok(Some(Actor { person, name: name.clone(), roles: rows.iter().filter_map(|(_, role)| *role).collect() }))
}

/// The keys that verify tokens, newest first.
pub fn signing_keys(db: &mut Db) -> Result<Vec<SigningKey>, Error> {
    let rows: Vec<(i64, Vec<u8>)> = signing_keys::table
        .filter(signing_keys::retired_at.is_null())
        .order(signing_keys::id.desc())
        .select((signing_keys::id, signing_keys::secret))
        .load(db)?;
    Ok(rows.into_iter().map(|(id, secret)| SigningKey { id, secret }).collect())
}

/// Makes a new key that signs from now on.
pub fn add_signing_key(tx: &mut Tx, secret: &[u8]) -> Result<(), Error> {
    diesel::insert_into(signing_keys::table)
        .values((signing_keys::secret.eq(secret), signing_keys::created_at.eq(tx.now)))
        .execute(tx.db)?;
    Ok(())
}

/// Opens a person's account.
pub fn open_account(tx: &mut Tx, person: PersonId, email: Option<&str>, password_hash: &str) -> Result<(), Error> {
    diesel::insert_into(accounts::table)
        .values((
            accounts::person_id.eq(person),
            accounts::email.eq(email),
            accounts::password_hash.eq(password_hash),
            accounts::created_at.eq(tx.now),
        ))
        .execute(tx.db)?;
    Ok(())
}

/// Gives a role; the log of roles keeps who gave it and why.
pub fn give_role(tx: &mut Tx, person: PersonId, role: Role, by: Option<PersonId>, reason: &str) -> Result<(), Error> {
    diesel::insert_into(roles::table)
        .values((
            roles::person_id.eq(person),
            roles::role.eq(role),
            roles::given_by.eq(by),
            roles::given_at.eq(tx.now),
            roles::given_reason.eq(reason),
        ))
        .execute(tx.db)?;
    Ok(())
}
