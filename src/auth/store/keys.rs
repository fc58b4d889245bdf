//! The keys that sign access tokens.

use diesel::prelude::*;

use crate::auth::tokens::{ACCESS, SigningKey};
use crate::db::{Db, Tx, schema::signing_keys};
use crate::error::Error;

/// The key that signs: the newest that is not retired.
pub fn signing_key(db: &mut Db) -> Result<Option<SigningKey>, Error> {
    let row: Option<(i64, Vec<u8>)> = signing_keys::table
        .filter(signing_keys::retired_at.is_null())
        .order(signing_keys::id.desc())
        .select((signing_keys::id, signing_keys::secret))
        .first(db)
        .optional()?;
    Ok(row.map(|(id, secret)| SigningKey { id, secret }))
}

/// Makes a new key that signs from now on; returns its number.
pub fn add_signing_key(tx: &mut Tx, secret: &[u8]) -> Result<i64, Error> {
    Ok(diesel::insert_into(signing_keys::table)
        .values((signing_keys::secret.eq(secret), signing_keys::created_at.eq(tx.now)))
        .returning(signing_keys::id)
        .get_result(tx.db)?)
}

/// Retires all keys but one: at once, or when the last token that they signed has run out.
pub fn retire_signing_keys(tx: &mut Tx, but: i64, at_once: bool) -> Result<(), Error> {
    let at = if at_once { tx.now } else { crate::clock::later(tx.now, ACCESS) };
    diesel::update(
        signing_keys::table
            .filter(signing_keys::id.ne(but))
            .filter(signing_keys::retired_at.is_null().or(signing_keys::retired_at.gt(at))),
    )
    .set(signing_keys::retired_at.eq(at))
    .execute(tx.db)?;
    Ok(())
}
