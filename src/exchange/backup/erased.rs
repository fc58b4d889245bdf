//! Who was erased, so that restoring a backup does not bring them back. The list comes from the club that is replaced
//! and from a file beside the daily backups; it has ids and times, no names.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::Path;

use chrono::NaiveDateTime;
use diesel::prelude::*;
use rookery_messages::{Value, say};
use serde::{Deserialize, Serialize};

use super::{folder_of, io, unusable};
use crate::action::{By, perform};
use crate::auth::actions::TakeAllOffices;
use crate::db::schema::{erasure_requests, people};
use crate::db::{Database, Db, Tx};
use crate::error::Error;
use crate::files;
use crate::id::PersonId;
use crate::members::actions::erasure::EraseAgain;
use crate::members::erasure::State;

/// The list, in the folder of the backups.
const LIST: &str = "erased.json";

/// Somebody who was erased. Another club may have the same number, but not from the same instant on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Queryable)]
pub struct Erased {
    person: PersonId,
    known_since: NaiveDateTime,
}

/// Who was erased from a club, as far as it knows.
pub fn of(db: &mut Db) -> Result<BTreeSet<Erased>, Error> {
    let carried_out = erasure_requests::table
        .filter(erasure_requests::state.eq(State::CarriedOut))
        .select(erasure_requests::person_id);
    let erased: Vec<Erased> =
        people::table.filter(people::id.eq_any(carried_out)).select((people::id, people::created_at)).load(db)?;
    Ok(erased.into_iter().collect())
}

/// Who is on the list beside a backup, or on the one in the club's own folder of backups.
pub fn known(file: &Path, own: Option<&Path>) -> Result<BTreeSet<Erased>, Error> {
    let mut known = listed(folder_of(file))?;
    if let Some(own) = own {
        known.extend(listed(own)?);
    }
    Ok(known)
}

/// Who is on the list in a folder; empty if it has no list.
fn listed(folder: &Path) -> Result<BTreeSet<Erased>, Error> {
    let list = folder.join(LIST);
    match std::fs::read(&list) {
        Ok(text) => serde_json::from_slice(&text).map_err(|error| unusable(&list, Value::text(error))),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(BTreeSet::new()),
        Err(error) => Err(io(&list)(error)),
    }
}

/// Puts on the list in a folder who is not on it yet; returns how many. Nobody is taken off it: a backup may be older.
pub fn keep(db: &Database, folder: &Path) -> Result<usize, Error> {
    let mut list = listed(folder)?;
    let before = list.len();
    list.extend(db.read_now(of)?);
    let added = list.len() - before;
    if added > 0 {
        files::create_folder(folder).map_err(io(folder))?;
        let mut file = tempfile::NamedTempFile::new_in(folder).map_err(io(folder))?;
        serde_json::to_writer(&mut file, &list)?;
        file.as_file().sync_all().map_err(io(folder))?;
        file.persist(folder.join(LIST)).map_err(|error| io(folder)(error.error))?;
    }
    Ok(added)
}

/// Erases people whom a backup has brought back; returns how many.
pub fn erase_again(tx: &mut Tx, erased: &BTreeSet<Erased>) -> Result<usize, Error> {
    let done = of(tx.db)?;
    let mut again = 0;
    for one in erased.difference(&done) {
        let since: Option<NaiveDateTime> =
            people::table.find(one.person).select(people::created_at).first(tx.db).optional()?;
        if since == Some(one.known_since) {
            let (person, reason) = (one.person, say!("erased before, and brought back by a backup"));
            perform(tx, &By::upkeep(), &TakeAllOffices { person, reason: &reason })?;
            perform(tx, &By::upkeep(), &EraseAgain(person))?;
            again += 1;
        }
    }
    Ok(again)
}
