//! Failed sign-ins, counted by where they come from.

use diesel::prelude::*;

use crate::auth::secret;
use crate::auth::throttle::{self, Count, Scope};
use crate::db::{Db, Tx, schema::sign_in_failures};
use crate::error::Error;

type Row = (String, i64, chrono::NaiveDateTime, Option<chrono::NaiveDateTime>);

/// Each subject's count.
pub fn failures(db: &mut Db, subjects: &[(Scope, String)]) -> Result<Vec<(Scope, Option<Count>)>, Error> {
    let names: Vec<&str> = subjects.iter().map(|(_, subject)| subject.as_str()).collect();
    let rows: Vec<Row> = sign_in_failures::table.filter(sign_in_failures::subject.eq_any(names)).load(db)?;
    let count = |subject: &str| {
        let row = rows.iter().find(|row| row.0 == subject)?;
        Some(Count { failures: row.1, last_at: row.2, blocked_until: row.3 })
    };
    Ok(subjects.iter().map(|(scope, subject)| (*scope, count(subject))).collect())
}

/// Counts one more failure for each subject.
pub fn count_failure(tx: &mut Tx, subjects: &[(Scope, String)]) -> Result<(), Error> {
    let counts = failures(tx.db, subjects)?;
    for ((scope, subject), (_, count)) in subjects.iter().zip(counts) {
        let next = throttle::failed(*scope, count, tx.now);
        let values = (
            sign_in_failures::failures.eq(next.failures),
            sign_in_failures::last_at.eq(next.last_at),
            sign_in_failures::blocked_until.eq(next.blocked_until),
        );
        if count.is_some() {
            diesel::update(sign_in_failures::table.find(subject)).set(values).execute(tx.db)?;
        } else {
            diesel::insert_into(sign_in_failures::table)
                .values((sign_in_failures::subject.eq(subject), values.0, values.1, values.2))
                .execute(tx.db)?;
        }
    }
    Ok(())
}

/// Forgets the failures of subjects that turned out to be the real person.
pub fn forget_failures(tx: &mut Tx, subjects: &[(Scope, String)]) -> Result<(), Error> {
    let names = subjects.iter().map(|(_, subject)| subject.as_str());
    diesel::delete(sign_in_failures::table.filter(sign_in_failures::subject.eq_any(names))).execute(tx.db)?;
    Ok(())
}

/// Uses a proof of work; false if its challenge was answered before. It is deleted with the failures.
pub fn spend_proof(tx: &mut Tx, proof: &str) -> Result<bool, Error> {
    let challenge = proof.split('.').next().unwrap_or_default();
    let spent = format!("proof:{}", subject(challenge));
    let row = sign_in_failures::table.find(&spent).select(sign_in_failures::failures);
    if row.first::<i64>(tx.db).optional()?.is_some() {
        return Ok(false);
    }
    let values =
        (sign_in_failures::subject.eq(&spent), sign_in_failures::failures.eq(0), sign_in_failures::last_at.eq(tx.now));
    diesel::insert_into(sign_in_failures::table).values(values).execute(tx.db)?;
    Ok(true)
}

/// The key under which a login is counted: a hash, for existing and unknown logins alike.
pub fn subject(login: &str) -> String {
    secret::encode(&secret::hash(login.as_bytes())[..16])
}
