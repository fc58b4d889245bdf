//! "Is this you?": who joins under the name of somebody whom the club knows, and has no account yet, may say that it is
//! them; a moderator confirms it, and only then is there an account.
//!
//! A name is compared only once a code was right. Whoever has a code may join and then read the members' names, so the
//! question tells nobody more than that. A claim uses the code as an account does.

use rookery_messages::say;

use super::accounts::Joins;
use super::store::{self, Claim, CodeKind, NewClaim};
use super::{Actor, resets, security_log};
use crate::audit::{self, Entry};
use crate::auth::rules::NewAccount;
use crate::auth::security_log::{Happened, SecurityEvent};
use crate::db::Tx;
use crate::error::{Error, Kind, Refusal};
use crate::id::PersonId;
use crate::notify;

/// The member of the refusal that asks whether somebody is the one of that name.
pub const IS_IT_YOU: &str = "is_it_you";

/// The refusal that asks.
pub fn is_it_you() -> Refusal {
    let detail = say!(
        "Somebody of this name is known here and has no account yet. Is this you? Then say so: a moderator confirms it. If not, write more of your name."
    );
    let mut refusal = Refusal::field("name", detail);
    refusal.kind = Kind::Conflict;
    refusal.title = say!("Is this you?");
    refusal.with(IS_IT_YOU, true)
}

/// Keeps what somebody says who they are, and tells the moderators; gives the claim's number.
pub fn make(
    tx: &mut Tx,
    person: PersonId,
    account: &NewAccount,
    hash: &str,
    joins_leaderboard: bool,
) -> Result<i64, Error> {
    let email = account.email.as_deref();
    let id = store::add_claim(tx, NewClaim { person, email, password_hash: hash, joins_leaderboard })?;
    let body = serde_json::json!({ "claim": id });
    audit::record(tx, Entry { actor: None, act: "account.claimed", subject: format!("person:{person}"), body })?;
    notify::enqueue(tx, "account.claimed", None, &serde_json::json!({ "account": person }))?;
    Ok(id)
}

/// A claim that waits; of this person, where one is named.
fn known(tx: &mut Tx, id: i64, of: Option<PersonId>) -> Result<Claim, Error> {
    let claim = store::claim(tx.db, id)?.filter(|claim| of.is_none_or(|of| of == claim.person));
    claim.ok_or_else(|| crate::not_found!("claim").into())
}

/// A moderator says that somebody is whom they say: their account opens, and they join the leaderboard as they wished.
pub fn confirm(tx: &mut Tx, by: &Actor, id: i64, of: Option<PersonId>, joins: Joins) -> Result<PersonId, Error> {
    let claim = known(tx, id, of)?;
    let person = claim.person;
    if store::account(tx.db, person)?.is_some() {
        let detail = say!("This person has an account.");
        return Err(Refusal::conflict(say!("Account already there"), detail).into());
    }
    // Another account may have taken the address since; one is opened all the same.
    let email = match claim.email {
        Some(email) if !store::email_is_taken(tx.db, &email)? => Some(email),
        _ => None,
    };
    store::open_account(tx, person, email.as_deref(), &claim.password_hash)?;
    store::end_claims(tx, person)?;
    store::end_codes(tx, CodeKind::Invitation, Some(person))?;
    let body = serde_json::json!({ "by": "claim", "claim": id });
    let subject = format!("person:{person}");
    audit::record(tx, Entry { actor: Some(by.person), act: "account.opened", subject, body })?;
    let opened = Happened { by: Some(by.person), ..Happened::to(person, SecurityEvent::AccountOpened) };
    security_log::note(tx, opened)?;
    if store::roles(tx.db, person)?.have_powers() {
        resets::rest(tx, person, Some(by.person))?;
    }
    if claim.joins_leaderboard {
        joins(tx, person, by.person)?;
    }
    Ok(person)
}

/// A moderator says that somebody is not whom they say.
pub fn decline(tx: &mut Tx, by: &Actor, id: i64, of: Option<PersonId>) -> Result<PersonId, Error> {
    let person = known(tx, id, of)?.person;
    store::end_claim(tx, id)?;
    let body = serde_json::json!({ "claim": id });
    let subject = format!("person:{person}");
    audit::record(tx, Entry { actor: Some(by.person), act: "account.claim_declined", subject, body })?;
    Ok(person)
}
