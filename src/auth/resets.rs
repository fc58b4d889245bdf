//! New passwords for those who lost theirs: asked for by an administrator, chosen with a code.
//!
//! Nobody comes into an office by a reset. Of somebody with powers the administrator who asks is never shown the code: it
//! goes to that person's e-mail address, or a moderator or justice hands it over. Nothing ends before the code is used, so
//! that asking takes nothing from anybody. Then their powers rest until they sign in with the authenticator that they had
//! before, or a justice confirms that it is them. They and all justices are told of each step. The operator of the host,
//! who could write to the database as well, has a command that spares all this: where there is nobody else.

use actix_web::web;
use chrono::{NaiveDateTime, TimeDelta};
use rookery_messages::say;

use super::rules;
use super::secret::Code;
use super::security_log::{self, Happened, SecurityEvent};
use super::sign_in::From;
use super::store::{self, CodeKind, NewCode};
use super::{Actor, Role, accounts, password, setup};
use crate::App;
use crate::audit::{self, Entry};
use crate::clock::later;
use crate::db::{Database, Db, Tx};
use crate::error::{Error, Refusal};
use crate::id::PersonId;
use crate::notify;

/// How long a code for a new password is good for.
const RESET: TimeDelta = TimeDelta::days(2);

/// How the code of a new password gets to its owner.
pub enum Asked {
    /// Of somebody without powers: the code, which the asking administrator hands over.
    Code(Code, NaiveDateTime),
    /// The code is on its way to the person's e-mail address.
    Mailed(NaiveDateTime),
    /// Another office holder hands it over.
    Held(NaiveDateTime),
}

/// A reset as it was written down.
struct Begun {
    expires_at: NaiveDateTime,
    has_powers: bool,
    email: Option<String>,
    /// The tag of the language that they read in.
    language: Option<String>,
}

/// Asks for a new password of somebody. `lost_authenticator`: the second factor is lifted as well.
pub async fn ask(app: &App, by: PersonId, person: PersonId, lost_authenticator: bool) -> Result<Asked, Error> {
    let code = accounts::fresh_code();
    let kept = code.clone();
    let begun = app.db.write(move |tx| begin(tx, Some(by), person, lost_authenticator, &kept)).await?;
    if !begun.has_powers {
        return Ok(Asked::Code(code, begun.expires_at));
    }
    let Some(address) = begun.email.filter(|_| app.couriers.has_mail()) else {
        return Ok(Asked::Held(begun.expires_at));
    };
    let link = accounts::link(app, "/reset", code.as_str());
    let (couriers, language, now) = (app.couriers.clone(), begun.language, app.clock.now());
    let club = app.club.now();
    // Past the outbox: what it carries is kept, and a code is only for its reader.
    match web::block(move || couriers.send_code(&club, &address, language.as_deref(), &link, now))
        .await
        .map_err(Error::internal)?
    {
        Ok(()) => Ok(Asked::Mailed(begun.expires_at)),
        Err(error) => {
            tracing::warn!(%error, "a code for a new password could not be sent; an office holder can hand one over");
            Ok(Asked::Held(begun.expires_at))
        }
    }
}

/// A code for a new password from the operator of the host, by which nobody's powers rest.
pub fn by_operator(db: &Database, handle: String, lost_authenticator: bool) -> Result<Code, Error> {
    let code = accounts::fresh_code();
    let kept = code.clone();
    db.write_now(move |tx| {
        let account = store::account_of(tx.db, &handle)?.ok_or_else(|| crate::not_found!("account"))?;
        begin(tx, None, account.person, lost_authenticator, &kept).map(drop)
    })?;
    Ok(code)
}

/// Writes down that a new password was asked for, and by whom.
fn begin(
    tx: &mut Tx,
    by: Option<PersonId>,
    person: PersonId,
    lost_authenticator: bool,
    code: &Code,
) -> Result<Begun, Error> {
    let account = store::account(tx.db, person)?.ok_or_else(|| crate::not_found!("account"))?;
    let has_powers = store::roles(tx.db, person)?.have_powers();
    end(tx, person)?;
    let expires_at = later(tx.now, RESET);
    let new = NewCode { kind: CodeKind::PasswordReset, person: Some(person), uses: 1, by, expires_at };
    store::add_reset(tx, code, new, lost_authenticator)?;
    if !has_powers {
        // The old password lets nobody in from now on.
        store::demand_new_password(tx, person)?;
        store::raise_generation(tx, person)?;
        if lost_authenticator {
            lift_authenticator(tx, person)?;
        }
    }
    let body = serde_json::json!({ "lost_authenticator": lost_authenticator });
    audit::record(tx, Entry { actor: by, act: "password.reset", subject: format!("person:{person}"), body })?;
    security_log::note(tx, Happened { by, ..Happened::to(person, SecurityEvent::ResetAsked) })?;
    if has_powers {
        tell(tx, "password.asked", person, by)?;
    } else {
        notify::enqueue(tx, "password.reset", Some(person), &serde_json::json!({ "by": by }))?;
    }
    let language = store::language(tx.db, person)?;
    Ok(Begun { expires_at, has_powers, email: account.email, language })
}

/// Ends what codes for a new password a person has.
pub fn end(tx: &mut Tx, person: PersonId) -> Result<(), Error> {
    store::end_codes(tx, CodeKind::PasswordReset, Some(person))
}

fn lift_authenticator(tx: &mut Tx, person: PersonId) -> Result<(), Error> {
    store::set_totp(tx, person, None)?;
    store::end_codes(tx, CodeKind::Recovery, Some(person))?;
    security_log::note(tx, Happened::to(person, SecurityEvent::AuthenticatorLifted))
}

/// Gives a moderator or justice the code for somebody with powers, whom they have before their eyes; one that was given
/// before ends.
pub fn hand_over(tx: &mut Tx, by: &Actor, person: PersonId, code: &Code) -> Result<NaiveDateTime, Error> {
    let now = tx.now;
    let asked =
        store::open_reset(tx.db, person, now)?.ok_or_else(|| crate::not_found!("request for a new password"))?;
    if by.person == person || asked.created_by == Some(by.person) {
        let detail = say!(
            "Another moderator or justice hands this code over: not the one who asked for it, and not the person it is for."
        );
        return Err(Refusal::forbidden(detail, "III.2").into());
    }
    end(tx, person)?;
    let (expires_at, asked_by) = (asked.expires_at, asked.created_by);
    let new = NewCode { kind: CodeKind::PasswordReset, person: Some(person), uses: 1, by: asked_by, expires_at };
    store::add_reset(tx, code, new, asked.lifts_authenticator)?;
    let (by, subject) = (Some(by.person), format!("person:{person}"));
    audit::record(tx, Entry { actor: by, act: "password.handed_over", subject, body: serde_json::json!({}) })?;
    security_log::note(tx, Happened { by, ..Happened::to(person, SecurityEvent::ResetHandedOver) })?;
    Ok(expires_at)
}

/// Chooses the new password with a code of [`ask`] or [`hand_over`].
pub async fn choose(app: &App, code: String, new: &str, from: &From) -> Result<(), Error> {
    let (typed, now) = (code.clone(), app.clock.now());
    let account = app.db.read(move |db| {
        let kept = store::code(db, &typed, now)?.filter(|kept| kept.kind == CodeKind::PasswordReset);
        let Some(person) = kept.and_then(|kept| kept.person_id) else { return Ok(None) };
        store::account(db, person)
    });
    let Some(account) = account.await? else { return Err(accounts::closed(app, from).await) };
    let hash = password::hash(&rules::new_password(new, &account.owner())?).await?;
    let person = account.person;
    app.db
        .write(move |tx| {
            let kept = store::code(tx.db, &code, tx.now)?;
            let kept = kept.filter(|kept| kept.kind == CodeKind::PasswordReset && kept.person_id == Some(person));
            let kept = kept.ok_or_else(setup::closed)?;
            store::use_code(tx, kept.id)?;
            store::set_password(tx, person, &hash)?;
            store::raise_generation(tx, person)?;
            if kept.lifts_authenticator {
                lift_authenticator(tx, person)?;
            }
            match kept.created_by {
                Some(_) if !store::roles(tx.db, person)?.have_powers() => {}
                Some(by) => rest(tx, person, Some(by))?,
                None => store::wake_powers(tx, person)?,
            }
            let (body, subject) = (serde_json::json!({ "by_code": true }), format!("person:{person}"));
            audit::record(tx, Entry { actor: Some(person), act: "password.changed", subject, body })?;
            security_log::note(tx, Happened::to(person, SecurityEvent::PasswordChanged))
        })
        .await
}

/// Lets a person's powers rest, whose account was opened or reset by a code that `by` had made.
pub fn rest(tx: &mut Tx, person: PersonId, by: Option<PersonId>) -> Result<(), Error> {
    store::rest_powers(tx, person, by)?;
    let body = serde_json::json!({ "code_by": by });
    audit::record(tx, Entry { actor: None, act: "powers.rest", subject: format!("person:{person}"), body })?;
    security_log::note(tx, Happened { by, ..Happened::to(person, SecurityEvent::PowersRest) })?;
    tell(tx, "password.powers_rest", person, None)
}

/// A sign-in with the authenticator that was there before the reset confirms who it is.
pub fn confirm_by_authenticator(tx: &mut Tx, account: &store::Account) -> Result<(), Error> {
    let had_it = |since| account.totp_confirmed_at.is_some_and(|at| at < since);
    if account.powers_rest_since.is_some_and(had_it) {
        confirm(tx, account.person, None)?;
    }
    Ok(())
}

/// A justice confirms who somebody is whose powers rest; where no other is in office, a moderator does.
pub fn confirm_by_justice(tx: &mut Tx, by: &Actor, person: PersonId) -> Result<(), Error> {
    let account = store::account(tx.db, person)?.ok_or_else(|| crate::not_found!("account"))?;
    if account.powers_rest_since.is_none() {
        return Err(Refusal::conflict(say!("Nothing to confirm"), say!("This person's powers do not rest.")).into());
    }
    if by.person == person || account.powers_rest_by == Some(by.person) {
        let detail =
            say!("Somebody else confirms this: not the person it is about, and not the one who asked for the code.");
        return Err(Refusal::forbidden(detail, "III.3").into());
    }
    let is_justice = by.roles.justice || by.roles.chief_justice;
    let others = justices(tx.db, person)?.into_iter().filter(|other| account.powers_rest_by != Some(*other));
    if !is_justice && others.count() > 0 {
        return Err(Refusal::forbidden(say!("A justice confirms this."), "III.3").into());
    }
    confirm(tx, person, Some(by.person))
}

fn confirm(tx: &mut Tx, person: PersonId, by: Option<PersonId>) -> Result<(), Error> {
    store::wake_powers(tx, person)?;
    let body = serde_json::json!({ "by_authenticator": by.is_none() });
    audit::record(tx, Entry { actor: by, act: "powers.confirmed", subject: format!("person:{person}"), body })?;
    security_log::note(tx, Happened { by, ..Happened::to(person, SecurityEvent::PowersConfirmed) })?;
    tell(tx, "password.confirmed", person, by)
}

/// The justices in office but one, whose own powers do not rest.
fn justices(db: &mut Db, but: PersonId) -> Result<Vec<PersonId>, Error> {
    let mut justices = store::awake_holders(db, &[Role::Justice, Role::ChiefJustice])?;
    justices.retain(|person| *person != but);
    Ok(justices)
}

/// Tells a person, and all justices, of whom there may be none but them: then all moderators.
fn tell(tx: &mut Tx, topic: &str, person: PersonId, by: Option<PersonId>) -> Result<(), Error> {
    notify::enqueue(tx, topic, Some(person), &serde_json::json!({ "by": by }))?;
    let mut others = justices(tx.db, person)?;
    if others.is_empty() {
        others = store::awake_holders(tx.db, &[Role::Moderator])?;
        others.retain(|other| *other != person);
    }
    let body = serde_json::json!({ "account": person, "person": person, "by": by });
    others.into_iter().try_for_each(|other| notify::enqueue(tx, topic, Some(other), &body))
}
