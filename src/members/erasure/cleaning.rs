//! Cleans the database's file after an erasure, so that deleted data cannot be recovered from it.

use diesel::prelude::*;

use crate::db::{Database, Db, Tx, schema::settings};
use crate::error::Error;

/// Where in `settings` it stands that the file is to be cleaned, and how often that was asked for since it was.
const ASKED: &str = "cleaning";

/// Has the file cleaned once the write that asks is committed, also where the service ends before that.
pub fn ask(tx: &mut Tx) -> Result<(), Error> {
    let Some(asked) = asked(tx.db)? else {
        diesel::insert_into(settings::table)
            .values((settings::name.eq(ASKED), settings::value.eq("1")))
            .execute(tx.db)?;
        return Ok(());
    };
    let again = asked.parse::<u64>().unwrap_or_default().saturating_add(1);
    diesel::update(settings::table.find(ASKED)).set(settings::value.eq(again.to_string())).execute(tx.db)?;
    Ok(())
}

fn asked(db: &mut Db) -> Result<Option<String>, Error> {
    Ok(settings::table.find(ASKED).select(settings::value).first(db).optional()?)
}

/// Cleans the file where that was asked for; returns how often.
pub fn run(db: &Database) -> Result<usize, Error> {
    let Some(seen) = db.read_now(asked)? else { return Ok(0) };
    if !db.clean_file()? {
        return Ok(0);
    }
    // If somebody is erased while the file is cleaned, it is asked for again.
    db.write_now(move |tx| {
        Ok(diesel::delete(settings::table.find(ASKED)).filter(settings::value.eq(&seen)).execute(tx.db)?)
    })
}
