//! The security log, for administrators: who signed in, who tried, what changed about accounts, what was
//! downloaded. It is separate from the act log because strangers could otherwise add to that log's chain.
//!
//! An event that repeats within the hour is counted in its line, and each kind of event has a maximum of lines an hour,
//! so that an attacker cannot fill the disk. Nothing that was typed is kept, since it may be a password.

use chrono::{NaiveDateTime, TimeDelta};
use diesel::prelude::*;

use crate::db::{Db, Tx, schema::security_log};
use crate::error::Error;
use crate::id::PersonId;

/// How long a line is kept.
pub const KEPT: TimeDelta = TimeDelta::days(90);
/// What happens again within it is counted in the same line.
const TOGETHER: TimeDelta = TimeDelta::hours(1);
/// The most lines of an event within that time; further ones are counted in one line without
/// particulars.
const LINES: i64 = 200;

crate::words!(
    /// What happened.
    SecurityEvent {
        SignedIn = "signed_in",
        WrongPassword = "wrong_password",
        /// The password was right, the authenticator's code was not.
        WrongCode = "wrong_code",
        SignedOut = "signed_out",
        SignedOutEverywhere = "signed_out_everywhere",
        /// A refresh token was used twice, or its owner ended a sign-in.
        SignInEnded = "sign_in_ended",
        /// A code for joining or for a new password let nobody in.
        CodeRefused = "code_refused",
        AccountOpened = "account_opened",
        CodeMade = "code_made",
        PasswordChanged = "password_changed",
        ResetAsked = "reset_asked",
        ResetHandedOver = "reset_handed_over",
        PowersRest = "powers_rest",
        PowersConfirmed = "powers_confirmed",
        EmailChanged = "email_changed",
        AuthenticatorSetUp = "authenticator_set_up",
        AuthenticatorLifted = "authenticator_lifted",
        CalendarAddressMade = "calendar_address_made",
        CalendarAddressWithdrawn = "calendar_address_withdrawn",
        RoleGiven = "role_given",
        RoleTaken = "role_taken",
        KeyTurned = "key_turned",
        Downloaded = "downloaded",
        BackupMade = "backup_made",
        /// The club was put back to a backup: to which, says when that was made.
        Restored = "restored",
        WebhookAdded = "webhook_added",
        WebhookSecretChanged = "webhook_secret_changed",
        WebhookEnded = "webhook_ended",
        /// Somebody who is signed in asked for what they have no power for.
        Refused = "refused",
    }
);

/// Something that happened.
#[derive(Clone, Copy, Debug)]
pub struct Happened<'a> {
    pub event: SecurityEvent,
    /// Whose account it was; nobody's where the login was nobody's.
    pub person: Option<PersonId>,
    /// Who did it, where that was somebody else.
    pub by: Option<PersonId>,
    pub address: &'a str,
    /// A role or a file, by its word; the instant of a backup that was restored; a webhook, by its host; what a sign-in brought besides the password; the route that was refused.
    pub detail: &'a str,
}

impl Happened<'_> {
    /// To nobody's account.
    pub fn of(event: SecurityEvent) -> Happened<'static> {
        Happened { event, person: None, by: None, address: "", detail: "" }
    }

    /// To somebody's account.
    pub fn to(person: PersonId, event: SecurityEvent) -> Happened<'static> {
        Happened { person: Some(person), ..Happened::of(event) }
    }
}

/// A line of the log.
#[derive(Clone, Debug, Queryable)]
pub struct Line {
    pub id: i64,
    pub event: SecurityEvent,
    pub person: Option<PersonId>,
    pub by: Option<PersonId>,
    pub address: String,
    pub detail: String,
    pub times: i64,
    pub first_at: NaiveDateTime,
    pub last_at: NaiveDateTime,
}

/// Writes down what happened, in the transaction in which it did.
pub fn note(tx: &mut Tx, happened: Happened) -> Result<(), Error> {
    if again(tx, &happened)? {
        return Ok(());
    }
    let lately = security_log::table
        .filter(security_log::event.eq(happened.event).and(security_log::first_at.gt(tx.now - TOGETHER)));
    let lines: i64 = lately.count().get_result(tx.db)?;
    if lines < LINES {
        return add(tx, &happened);
    }
    let rest = Happened::of(happened.event);
    if again(tx, &rest)? { Ok(()) } else { add(tx, &rest) }
}

/// Counts a repeat in the existing line, if there is one.
fn again(tx: &mut Tx, happened: &Happened) -> Result<bool, Error> {
    let mut same = security_log::table
        .filter(security_log::event.eq(happened.event).and(security_log::first_at.gt(tx.now - TOGETHER)))
        .filter(security_log::address.eq(happened.address).and(security_log::detail.eq(happened.detail)))
        .select(security_log::id)
        .into_boxed();
    same = match happened.person {
        Some(person) => same.filter(security_log::person_id.eq(person)),
        None => same.filter(security_log::person_id.is_null()),
    };
    same = match happened.by {
        Some(by) => same.filter(security_log::done_by.eq(by)),
        None => same.filter(security_log::done_by.is_null()),
    };
    let Some(line) = same.first::<i64>(tx.db).optional()? else { return Ok(false) };
    diesel::update(security_log::table.find(line))
        .set((security_log::times.eq(security_log::times + 1), security_log::last_at.eq(tx.now)))
        .execute(tx.db)?;
    Ok(true)
}

fn add(tx: &mut Tx, happened: &Happened) -> Result<(), Error> {
    diesel::insert_into(security_log::table)
        .values((
            security_log::event.eq(happened.event),
            security_log::person_id.eq(happened.person),
            security_log::done_by.eq(happened.by),
            security_log::address.eq(happened.address),
            security_log::detail.eq(happened.detail),
            security_log::times.eq(1),
            security_log::first_at.eq(tx.now),
            security_log::last_at.eq(tx.now),
        ))
        .execute(tx.db)?;
    Ok(())
}

/// The lines, what happened last first; after the line of a number, what happened before it. Where that line was counted again
/// meanwhile, what came since is read once more: nothing is missed.
pub fn lines(db: &mut Db, before: Option<i64>, limit: i64) -> Result<Vec<Line>, Error> {
    let mut lines = security_log::table.into_boxed();
    if let Some(before) = before {
        let at: Option<NaiveDateTime> =
            security_log::table.find(before).select(security_log::last_at).first(db).optional()?;
        lines = match at {
            Some(at) => lines
                .filter(security_log::last_at.lt(at).or(security_log::last_at.eq(at).and(security_log::id.lt(before)))),
            // It was forgotten, or belonged to somebody who was erased.
            None => lines.filter(security_log::id.lt(before)),
        };
    }
    Ok(lines
        .order((security_log::last_at.desc(), security_log::id.desc()))
        .limit(limit)
        .select((
            security_log::id,
            security_log::event,
            security_log::person_id,
            security_log::done_by,
            security_log::address,
            security_log::detail,
            security_log::times,
            security_log::first_at,
            security_log::last_at,
        ))
        .load(db)?)
}

/// Deletes expired lines; returns how many.
pub fn forget_old(tx: &mut Tx) -> Result<usize, Error> {
    Ok(diesel::delete(security_log::table.filter(security_log::last_at.lt(tx.now - KEPT))).execute(tx.db)?)
}
