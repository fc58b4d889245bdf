//! Actions: new passwords for those who lost theirs, and the powers that rest afterwards (see
//! [`resets`](crate::auth::resets)).

use chrono::{NaiveDateTime, TimeDelta};
use serde_json::json;

use super::roles::own;
use super::{account, lift};
use crate::action::{Action, By, Deed, Record, perform};
use crate::audit::Word;
use crate::auth::secret::Code;
use crate::auth::security_log::{self, Happened, SecurityEvent};
use crate::auth::store::{self, CodeKind, NewCode};
use crate::auth::{Role, accounts, rules, setup};
use crate::clock::later;
use crate::db::{Db, Tx};
use crate::error::Error;
use crate::id::PersonId;
use crate::notify::Topic;

/// How long a code for a new password is good for.
const RESET: TimeDelta = TimeDelta::days(2);

/// Asks for a new password of somebody.
pub struct AskForPassword {
    pub person: PersonId,
    /// The second factor is lifted as well.
    pub lost_authenticator: bool,
}

/// A stored reset.
pub struct Begun {
    pub code: Code,
    pub expires_at: NaiveDateTime,
    pub has_powers: bool,
    pub email: Option<String>,
    /// The tag of the language that they read in.
    pub language: Option<String>,
}

impl Action for AskForPassword {
    type Done = Begun;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Begun>, Error> {
        let AskForPassword { person, lost_authenticator } = *self;
        let by = by.person();
        let (account, code) = (account(tx, person)?, accounts::fresh_code());
        let has_powers = store::roles(tx.db, person)?.have_powers();
        store::end_codes(tx, CodeKind::PasswordReset, Some(person))?;
        let expires_at = later(tx.now, RESET);
        let new = NewCode { kind: CodeKind::PasswordReset, person: Some(person), uses: 1, by, expires_at };
        store::add_reset(tx, &code, new, lost_authenticator)?;
        if !has_powers {
            // The old password lets nobody in from now on.
            store::demand_new_password(tx, person)?;
            store::raise_generation(tx, person)?;
            if lost_authenticator {
                lift(tx, person)?;
            }
        }
        security_log::note(tx, Happened { by, ..Happened::to(person, SecurityEvent::ResetAsked) })?;
        let what = json!({ "lost_authenticator": lost_authenticator });
        let record = Record::of(Word::PasswordReset, person.subject(), what);
        let record = match has_powers {
            true => told(tx, record, Topic::PasswordAsked, person, by)?,
            false => record.tell_of(Topic::PasswordReset, Some(person), json!({ "by": by })),
        };
        let language = store::language(tx.db, person)?;
        Ok(record.done(Begun { code, expires_at, has_powers, email: account.email, language }))
    }
}

/// Gives a moderator or justice the code for somebody with powers, whom they have before their eyes; one that was given
/// before ends.
pub struct HandOverCode(pub PersonId);

impl Action for HandOverCode {
    type Done = (Code, NaiveDateTime);

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Self::Done>, Error> {
        let (person, by, now) = (self.0, by.somebody()?.person, tx.now);
        let asked = store::open_reset(tx.db, person, now)?;
        let asked = asked.ok_or_else(|| crate::not_found!("request for a new password"))?;
        rules::hand_code_over(by, person, asked.created_by)?;
        store::end_codes(tx, CodeKind::PasswordReset, Some(person))?;
        let (code, expires_at) = (accounts::fresh_code(), asked.expires_at);
        let (kind, uses, asked_by) = (CodeKind::PasswordReset, 1, asked.created_by);
        let new = NewCode { kind, person: Some(person), uses, by: asked_by, expires_at };
        store::add_reset(tx, &code, new, asked.lifts_authenticator)?;
        let handed = Happened { by: Some(by), ..Happened::to(person, SecurityEvent::ResetHandedOver) };
        security_log::note(tx, handed)?;
        Ok(Record::of(Word::PasswordHandedOver, person.subject(), json!({})).done((code, expires_at)))
    }
}

/// Chooses the new password with a code of [`AskForPassword`] or [`HandOverCode`]: its owner does.
pub struct ChoosePassword {
    pub code: String,
    pub password_hash: String,
}

impl Action for ChoosePassword {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let person = by.somebody()?.person;
        let kept = store::code(tx.db, &self.code, tx.now)?;
        let kept = kept.filter(|kept| kept.kind == CodeKind::PasswordReset && kept.person_id == Some(person));
        let kept = kept.ok_or_else(setup::closed)?;
        store::use_code(tx, kept.id)?;
        store::set_password(tx, person, &self.password_hash)?;
        store::raise_generation(tx, person)?;
        if kept.lifts_authenticator {
            lift(tx, person)?;
        }
        match kept.created_by {
            Some(_) if !store::roles(tx.db, person)?.have_powers() => {}
            Some(by) => perform(tx, &By::upkeep(), &LetPowersRest { person, code_by: Some(by) })?,
            None => store::wake_powers(tx, person)?,
        }
        security_log::note(tx, Happened::to(person, SecurityEvent::PasswordChanged))?;
        Ok(Record::of(Word::PasswordChanged, person.subject(), json!({ "by_code": true })).done(()))
    }
}

/// Lets a person's powers rest, whose account was opened or reset by a code that somebody had made.
pub struct LetPowersRest {
    pub person: PersonId,
    pub code_by: Option<PersonId>,
}

impl Action for LetPowersRest {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, _: &By) -> Result<Deed<()>, Error> {
        let LetPowersRest { person, code_by } = *self;
        store::rest_powers(tx, person, code_by)?;
        security_log::note(tx, Happened { by: code_by, ..Happened::to(person, SecurityEvent::PowersRest) })?;
        let record = Record::of(Word::PowersRest, person.subject(), json!({ "code_by": code_by }));
        Ok(told(tx, record, Topic::PasswordPowersRest, person, None)?.done(()))
    }
}

/// Confirms who somebody is whose powers rest. A justice does; where no other is in office, a moderator; or the service,
/// where they sign in with the authenticator that was there before.
pub struct ConfirmPowers(pub PersonId);

impl Action for ConfirmPowers {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let (person, account) = (self.0, account(tx, self.0)?);
        if let By::Somebody(by) = by {
            let asked_by = account.powers_rested_by;
            let others = justices(tx.db, person)?.into_iter().any(|other| asked_by != Some(other));
            rules::confirm_powers(own(*by), person, account.powers_rest_since.is_some(), asked_by, others)?;
        }
        let by = by.person();
        store::wake_powers(tx, person)?;
        security_log::note(tx, Happened { by, ..Happened::to(person, SecurityEvent::PowersConfirmed) })?;
        let record = Record::of(Word::PowersConfirmed, person.subject(), json!({ "by_authenticator": by.is_none() }));
        Ok(told(tx, record, Topic::PasswordConfirmed, person, by)?.done(()))
    }
}

/// The justices in office but one, whose own powers do not rest.
fn justices(db: &mut Db, but: PersonId) -> Result<Vec<PersonId>, Error> {
    let mut justices = store::awake_holders(db, &[Role::Justice, Role::ChiefJustice])?;
    justices.retain(|person| *person != but);
    Ok(justices)
}

/// Tells a person and all other justices; if there is no other justice, all other moderators.
fn told(tx: &mut Tx, record: Record, topic: Topic, person: PersonId, by: Option<PersonId>) -> Result<Record, Error> {
    let mut others = justices(tx.db, person)?;
    if others.is_empty() {
        others = store::awake_holders(tx.db, &[Role::Moderator])?;
        others.retain(|other| *other != person);
    }
    let record = record.tell_of(topic, Some(person), json!({ "by": by }));
    let what = json!({ "account": person, "person": person, "by": by });
    Ok(others.into_iter().fold(record, |record, other| record.tell_of(topic, Some(other), what.clone())))
}
