//! Actions for "Is this you?": somebody who joins under the name of a known person without an account, or under a name
//! that is nearly the same, may claim to be that person. The account exists only once a moderator has
//! confirmed the claim.
//!
//! Names are compared only after a correct code. A person with a code can join and read the members' names anyway, so
//! the question reveals nothing more. A claim uses the code up as an account does.

use serde_json::json;

use super::{Joins, LetPowersRest, OpenAccount};
use crate::action::{Action, By, Deed, Record, perform};
use crate::audit::Word;
use crate::auth::rules;
use crate::auth::store::{self, Claim, CodeKind, NewClaim};
use crate::db::Tx;
use crate::error::Error;
use crate::id::PersonId;
use crate::notify::Topic;

/// Keeps what somebody says who they are, and tells the moderators.
pub struct MakeClaim<'a> {
    pub person: PersonId,
    /// As they typed it: nearly the person's, perhaps.
    pub name: &'a str,
    pub email: Option<&'a str>,
    pub password_hash: &'a str,
    pub joins_leaderboard: bool,
}

impl Action for MakeClaim<'_> {
    /// The claim's number.
    type Done = i64;

    fn carry_out(&self, tx: &mut Tx, _: &By) -> Result<Deed<i64>, Error> {
        let MakeClaim { person, name, email, password_hash, joins_leaderboard } = *self;
        let id = store::add_claim(tx, NewClaim { person, name, email, password_hash, joins_leaderboard })?;
        let record = Record::of(Word::AccountClaimed, person.subject(), json!({ "claim": id }));
        Ok(record.tell_of(Topic::AccountClaimed, None, json!({ "account": person })).done(id))
    }
}

/// A claim that waits, by its number; to be this person, where one is named.
pub struct WaitingClaim {
    pub id: i64,
    pub person: Option<PersonId>,
}

impl WaitingClaim {
    fn known(&self, tx: &mut Tx) -> Result<Claim, Error> {
        let claim = store::claim(tx.db, self.id)?;
        let claim = claim.filter(|claim| self.person.is_none_or(|person| person == claim.person));
        claim.ok_or_else(|| crate::not_found!("claim").into())
    }
}

/// Confirms a claim: the account opens, and its owner joins the leaderboard as they wished.
pub struct ConfirmClaim {
    pub claim: WaitingClaim,
    pub joins: Joins,
}

impl Action for ConfirmClaim {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let moderator = by.somebody()?.person;
        let Claim { id, person, email, password_hash, joins_leaderboard, .. } = self.claim.known(tx)?;
        rules::has_no_account(store::account(tx.db, person)?.is_some())?;
        // Another account may have taken the address since; one is opened all the same.
        let email = match email {
            Some(email) if !store::email_is_taken(tx.db, &email)? => Some(email),
            _ => None,
        };
        let (email, way) = (email.as_deref(), json!({ "by": "claim", "claim": id }));
        perform(tx, by, &OpenAccount { person, email, password_hash: &password_hash, way, address: "" })?;
        store::end_claims(tx, person)?;
        store::end_codes(tx, CodeKind::Invitation, Some(person))?;
        if store::roles(tx.db, person)?.have_powers() {
            perform(tx, &By::upkeep(), &LetPowersRest { person, code_by: Some(moderator) })?;
        }
        if joins_leaderboard {
            (self.joins)(tx, person, by)?;
        }
        Ok(Deed::of_its_parts(()))
    }
}

/// Says that somebody is not whom they say: nothing is kept of it but a line in the log.
pub struct DeclineClaim(pub WaitingClaim);

impl Action for DeclineClaim {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, _: &By) -> Result<Deed<()>, Error> {
        let Claim { id, person, .. } = self.0.known(tx)?;
        store::end_claim(tx, id)?;
        Ok(Record::of(Word::AccountClaimDeclined, person.subject(), json!({ "claim": id })).done(()))
    }
}
