//! Requests to be erased: asked, taken back, refused or carried out; and entries by mistake, which nobody need ask about.

use chrono::NaiveDateTime;
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::erasure::{ErasureRequest, ErasureRequestId, State, forgetting, rules, store};
use super::super::rules::{is_only_an_entry, text};
use super::super::store::{besides_the_entry, known, void_own_events};
use super::{TakeFromLeaderboard, asked_for, standing};
use crate::action::{Action, By, Deed, Record, perform};
use crate::audit::Word;
use crate::db::{Db, Tx};
use crate::error::Error;
use crate::id::PersonId;
use crate::notify::Topic;
use crate::rulebook;

/// Refuses where somebody may not be erased now.
pub fn may_be_erased(db: &mut Db, person: PersonId, now: NaiveDateTime) -> Result<(), Error> {
    let zone = rulebook::in_force(db, now)?.time_zone;
    let standing = standing(db, person, now)?;
    Ok(rules::may_be_erased(&standing, store::offices(db, person)? > 0, zone)?)
}

#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AskErasure {}

impl Action for AskErasure {
    type Done = Option<ErasureRequest>;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Option<ErasureRequest>>, Error> {
        let person = by.somebody()?.person;
        may_be_erased(tx.db, person, tx.now)?;
        rules::asks_once(store::own(tx.db, person)?.is_some())?;
        asked(tx, person)
    }
}

/// Asks that somebody be erased who has no account to ask with: they or their parents have asked an administrator. Nor can they
/// ask to leave the leaderboard, so this asks for both.
pub struct AskErasureFor(pub PersonId);

impl Action for AskErasureFor {
    type Done = Option<ErasureRequest>;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Option<ErasureRequest>>, Error> {
        let person = known(tx.db, self.0)?.id;
        rules::may_be_asked_for(store::has_account(tx.db, person)?, store::is_settled(tx.db, person)?)?;
        leave(tx, by, person)?;
        may_be_erased(tx.db, person, tx.now)?;
        asked(tx, person)
    }
}

/// Takes somebody from the leaderboard, if they are on it, whose request to be erased is the one to leave it (Act II.8).
fn leave(tx: &mut Tx, by: &By, person: PersonId) -> Result<(), Error> {
    if standing(tx.db, person, tx.now)?.is_member() {
        perform(tx, by, &TakeFromLeaderboard { person, act: "II.8", reason: asked_for() })?;
    }
    Ok(())
}

/// A request that waits for an administrator.
fn asked(tx: &mut Tx, person: PersonId) -> Result<Deed<Option<ErasureRequest>>, Error> {
    let id = store::ask(tx, person)?;
    let record = Record::of(Word::ErasureRequested, person.subject(), json!({ "request": id }));
    let administrators = store::administrators(tx.db)?.into_iter();
    let record = administrators.fold(record, |record, administrator| {
        record.tell_of(Topic::ErasureRequested, Some(administrator), json!({ "person": person }))
    });
    Ok(record.done(store::request(tx.db, id)?))
}

/// Takes one's own request back, until it is carried out.
pub struct WithdrawErasure;

impl Action for WithdrawErasure {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let me = by.somebody()?.person;
        let own = store::own(tx.db, me)?.ok_or_else(|| crate::not_found!("request"))?;
        store::close(tx, own.id, State::Withdrawn, Some(me), "")?;
        Ok(Record::of(Word::ErasureWithdrawn, me.subject(), json!({ "request": own.id })).done(()))
    }
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ErasureAnswer {
    /// Whether the person is erased, for good.
    pub erase: bool,
    /// Why not, where it is refused: 3 to 500 characters, for the person.
    pub reason: Option<String>,
}

/// Carries a request out, which nobody can take back, or refuses it.
pub struct AnswerErasure(pub ErasureRequestId, pub ErasureAnswer);

impl Action for AnswerErasure {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let (AnswerErasure(id, answer), me, now) = (self, by.somebody()?.person, tx.now);
        let request = store::request(tx.db, *id)?.ok_or_else(|| crate::not_found!("request"))?;
        let person = request.person;
        if answer.erase {
            // Somebody may have put them on the leaderboard since it was asked for.
            if !store::has_account(tx.db, person)? {
                leave(tx, by, person)?;
            }
            may_be_erased(tx.db, person, now)?;
            store::close(tx, *id, State::CarriedOut, Some(me), "")?;
            perform(tx, by, &Erase { person, particulars: json!({ "request": id }) })?;
            return Ok(Deed::of_its_parts(()));
        }
        let reason = text("reason", answer.reason.as_deref().unwrap_or_default(), 3, 500)?;
        store::close(tx, *id, State::Refused, Some(me), &reason)?;
        let record = Record::of(Word::ErasureRefused, person.subject(), json!({ "request": id, "reason": reason }));
        Ok(record.tell_of(Topic::ErasureRefused, Some(person), json!({ "reason": reason })).done(()))
    }
}

/// Erases somebody whom a backup from before their erasure has brought back, perhaps as a member. Offices are taken
/// from them before.
pub struct EraseAgain(pub PersonId);

impl Action for EraseAgain {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let EraseAgain(person) = *self;
        let id = match store::own(tx.db, person)? {
            Some(open) => open.id,
            None => store::ask(tx, person)?,
        };
        leave(tx, by, person)?;
        store::close(tx, id, State::CarriedOut, None, "")?;
        perform(tx, by, &Erase { person, particulars: json!({ "request": id, "again": true }) })?;
        Ok(Deed::of_its_parts(()))
    }
}

/// Takes somebody out who was entered by mistake, of whom nothing but the entry is known.
pub struct RemoveEntry(pub PersonId);

impl Action for RemoveEntry {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, _: &By) -> Result<Deed<()>, Error> {
        let person = known(tx.db, self.0)?.id;
        is_only_an_entry(&besides_the_entry(tx.db, person)?)?;
        let mut particulars = json!({ "entered_by_mistake": true });
        let was_rated = void_own_events(tx, person)?;
        if was_rated {
            // Who is in the log of ratings stays in it, by a number, and is as though erased.
            let request = store::ask(tx, person)?;
            store::close(tx, request, State::CarriedOut, None, "")?;
            particulars["request"] = json!(request);
        }
        forgetting::take_entry_out(tx, person, !was_rated, &mut particulars)?;
        Ok(Record::of(Word::PersonErased, person.subject(), particulars).done(()))
    }
}

/// Erases a person; whether that may be is asked by [`AnswerErasure`].
pub struct Erase {
    pub person: PersonId,
    /// What the log has of it, besides which of its entries were redacted.
    pub particulars: Value,
}

impl Action for Erase {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, _: &By) -> Result<Deed<()>, Error> {
        let mut particulars = self.particulars.clone();
        forgetting::erase(tx, self.person, &mut particulars)?;
        Ok(Record::of(Word::PersonErased, self.person.subject(), particulars).done(()))
    }
}
