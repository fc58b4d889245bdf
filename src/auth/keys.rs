//! The key that signs access tokens, made at the first start; an administrator can rotate it
//! (`actions`).

use super::{secret, store};
use crate::db::Database;
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
