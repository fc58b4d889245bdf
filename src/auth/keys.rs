//! The keys that sign access tokens: made at the first start, turned by an administrator.

use super::security_log::{self, Happened, SecurityEvent};
use super::{Actor, secret, store};
use crate::audit::{self, Entry};
use crate::db::{Database, Tx};
use crate::error::Error;

/// Makes the first key where there is none yet.
pub fn ensure(db: &Database) -> Result<(), Error> {
    if db.read_now(store::signing_key)?.is_some() {
        return Ok(());
    }
    let fresh = secret::random::<32>();
    db.write_now(move |tx| {
        // Another replica may have been first.
        if store::signing_key(tx.db)?.is_none() {
            store::add_signing_key(tx, &fresh)?;
        }
        Ok(())
    })
}

/// Puts a new key in the place of all others; gives its number. The old ones hold until their last
/// token has run out, or end at once where they may have leaked.
pub fn rotate(tx: &mut Tx, by: Option<&Actor>, fresh: &[u8], at_once: bool) -> Result<i64, Error> {
    let id = store::add_signing_key(tx, fresh)?;
    store::retire_signing_keys(tx, id, at_once)?;
    let entry = Entry {
        actor: by.map(|actor| actor.person),
        act: "signing_key.rotated",
        subject: format!("signing_key:{id}"),
        body: serde_json::json!({ "at_once": at_once }),
    };
    audit::record(tx, entry)?;
    let by = by.map(|actor| actor.person);
    security_log::note(tx, Happened { by, ..Happened::of(SecurityEvent::KeyTurned) })?;
    Ok(id)
}
