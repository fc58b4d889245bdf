//! The stored state of the clock: when it was last right, and a leap that waits for confirmation.

use chrono::NaiveDateTime;
use serde::{Deserialize, Serialize};

use super::rules::ClockReading;
use crate::db::{Db, Tx, forget_setting, set_setting, setting};
use crate::error::Error;

/// Where in `settings` it is kept how the clock was when it was last right.
const SEEN: &str = "clock";
/// Where the leap is kept that waits for a word.
const LEAP: &str = "clock.leap";

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
pub fn seen(db: &mut Db) -> Result<Option<ClockReading>, Error> {
    Ok(setting(db, SEEN)?.map(|text| serde_json::from_str(&text)).transpose()?)
}

/// Forgets all of it: the club comes from elsewhere, or from long ago.
pub fn forget(tx: &mut Tx) -> Result<(), Error> {
    forget_setting(tx.db, SEEN)?;
    forget_setting(tx.db, LEAP)
}

/// The leap that was told last.
pub fn told(db: &mut Db) -> Result<Option<Leap>, Error> {
    Ok(setting(db, LEAP)?.map(|text| serde_json::from_str(&text)).transpose()?)
}

/// The leap that waits for a word.
pub fn waiting(db: &mut Db) -> Result<Option<Leap>, Error> {
    Ok(told(db)?.filter(|leap| !leap.is_right))
}

/// Writes down how the clock is while it is right; returns whether a leap is over by that. One of another machine's, where
/// several work on one database, is that one's matter.
pub fn write_right(tx: &mut Tx, seen: &ClockReading) -> Result<bool, Error> {
    set_setting(tx.db, SEEN, &serde_json::to_string(seen)?)?;
    let Some(leap) = told(tx.db)? else { return Ok(false) };
    if leap.life != seen.life && seen.ahead.is_some() {
        return Ok(false);
    }
    forget_setting(tx.db, LEAP)?;
    Ok(true)
}

/// Keeps a leap.
pub fn keep(tx: &mut Tx, leap: &Leap) -> Result<(), Error> {
    set_setting(tx.db, LEAP, &serde_json::to_string(leap)?)
}
