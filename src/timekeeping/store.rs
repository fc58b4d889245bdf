//! What is kept of the clock: when it was last right, and the leap that waits for a word.

use chrono::NaiveDateTime;
use rookery_messages::say;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::rules::Seen;
use crate::audit::{self, Entry};
use crate::auth::{Role, store::holders};
use crate::db::{Db, Tx, forget_setting, set_setting, setting};
use crate::error::{Error, Refusal};
use crate::id::PersonId;
use crate::notify;

/// Where in `settings` it is kept how the clock was when it was last right.
const SEEN: &str = "clock";
/// Where the leap is kept that waits for a word.
const LEAP: &str = "clock.leap";
/// What the act log calls it.
const SUBJECT: &str = "clock";

/// A clock that shows what it should not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leap {
    /// What it ought to have shown when it was noticed, and what it showed.
    pub expected: NaiveDateTime,
    pub shown: NaiveDateTime,
    /// Which machine, and since which start.
    pub life: String,
    /// An administrator says that it is right all the same.
    pub is_right: bool,
}

/// How the clock was when it was last right, as the last process wrote it down.
pub fn seen(db: &mut Db) -> Result<Option<Seen>, Error> {
    Ok(setting(db, SEEN)?.map(|text| serde_json::from_str(&text)).transpose()?)
}

/// Forgets all of it: the club comes from elsewhere, or from long ago.
pub fn forget(tx: &mut Tx) -> Result<(), Error> {
    forget_setting(tx.db, SEEN)?;
    forget_setting(tx.db, LEAP)
}

/// The leap that was told last.
fn told(db: &mut Db) -> Result<Option<Leap>, Error> {
    Ok(setting(db, LEAP)?.map(|text| serde_json::from_str(&text)).transpose()?)
}

/// The leap that waits for a word.
pub fn waiting(db: &mut Db) -> Result<Option<Leap>, Error> {
    Ok(told(db)?.filter(|leap| !leap.is_right))
}

/// Writes down how the clock is while it is right. A leap of this machine is over; one of another's, where several
/// work on one database, is that one's matter.
pub fn write_right(tx: &mut Tx, seen: &Seen) -> Result<(), Error> {
    set_setting(tx.db, SEEN, &serde_json::to_string(seen)?)?;
    let Some(leap) = told(tx.db)? else { return Ok(()) };
    if leap.life != seen.life && seen.ahead.is_some() {
        return Ok(());
    }
    forget_setting(tx.db, LEAP)?;
    let body = json!({ "shows": seen.shown.and_utc() });
    audit::record(tx, Entry { actor: None, act: "clock.right", subject: SUBJECT.into(), body })
}

/// Whether an administrator said that a clock which leapt is right. Where nobody knows of the leap yet, the
/// administrators are told.
pub fn hear(tx: &mut Tx, leap: &Leap) -> Result<bool, Error> {
    if let Some(told) = told(tx.db)? {
        return Ok(told.is_right && told.life == leap.life);
    }
    set_setting(tx.db, LEAP, &serde_json::to_string(leap)?)?;
    let body = json!({ "expected": leap.expected.and_utc(), "shows": leap.shown.and_utc() });
    for administrator in holders(tx.db, Role::Administrator)? {
        notify::enqueue(tx, "clock.leapt", Some(administrator), &body)?;
    }
    audit::record(tx, Entry { actor: None, act: "clock.leapt", subject: SUBJECT.into(), body })?;
    Ok(false)
}

/// An administrator's word that the clock is right.
pub fn give_word(tx: &mut Tx, by: PersonId) -> Result<(), Error> {
    let Some(leap) = waiting(tx.db)? else {
        return Err(Refusal::conflict(
            say!("Nothing to confirm"),
            say!("No clock has leapt: nothing waits for a word."),
        )
        .into());
    };
    let body = json!({ "expected": leap.expected.and_utc(), "shows": leap.shown.and_utc() });
    set_setting(tx.db, LEAP, &serde_json::to_string(&Leap { is_right: true, ..leap })?)?;
    audit::record(tx, Entry { actor: Some(by), act: "clock.confirmed", subject: SUBJECT.into(), body })
}
