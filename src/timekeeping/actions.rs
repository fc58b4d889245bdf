//! Actions: noting that the clock leapt, that an administrator confirmed it, or that it is right
//! again.

use serde_json::{Value, json};

use super::rules::{self, ClockReading};
use super::store::{self, Leap};
use crate::action::{Action, By, Deed, Record};
use crate::audit::Word;
use crate::auth::{Role, store::holders};
use crate::db::Tx;
use crate::error::Error;

/// What the act log calls the clock.
const SUBJECT: &str = "clock";

impl Leap {
    fn in_the_log(&self) -> Value {
        json!({ "expected": self.expected.and_utc(), "shows": self.shown.and_utc() })
    }
}

/// Writes down how the clock is while it is right; a leap of this machine is over then.
pub struct NoteRight<'a>(pub &'a ClockReading);

impl Action for NoteRight<'_> {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, _: &By) -> Result<Deed<()>, Error> {
        if !store::write_right(tx, self.0)? {
            return Ok(Deed::of_its_parts(()));
        }
        Ok(Record::of(Word::ClockRight, SUBJECT, json!({ "shows": self.0.shown.and_utc() })).done(()))
    }
}

/// Notes that the clock leapt, where nobody knows of it yet, and tells the administrators.
pub struct NoteLeap<'a>(pub &'a Leap);

impl Action for NoteLeap<'_> {
    /// Whether an administrator said that the clock is right all the same.
    type Done = bool;

    fn carry_out(&self, tx: &mut Tx, _: &By) -> Result<Deed<bool>, Error> {
        let leap = self.0;
        if let Some(told) = store::told(tx.db)? {
            return Ok(Deed::of_its_parts(told.is_right && told.life == leap.life));
        }
        store::keep(tx, leap)?;
        let record = Record::of(Word::ClockLeapt, SUBJECT, leap.in_the_log());
        let administrators = holders(tx.db, Role::Administrator)?;
        Ok(administrators.into_iter().fold(record, |record, reader| record.tell(Some(reader))).done(false))
    }
}

/// Confirms that a clock which leapt is right: what waited for it continues within seconds.
pub struct ConfirmClock;

impl Action for ConfirmClock {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, _: &By) -> Result<Deed<()>, Error> {
        let leap = store::waiting(tx.db)?.ok_or_else(rules::nothing_waits)?;
        let record = Record::of(Word::ClockConfirmed, SUBJECT, leap.in_the_log());
        store::keep(tx, &Leap { is_right: true, ..leap })?;
        Ok(record.done(()))
    }
}
