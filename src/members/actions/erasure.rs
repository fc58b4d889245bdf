//! Requests to be erased: asked, taken back, refused or carried out.

use chrono::NaiveDateTime;
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::erasure::{ErasureRequest, ErasureRequestId, State, forgetting, rules, store};
use super::super::rules::text;
use super::{standing, subject};
use crate::action::{Action, By, Deed, Record, perform};
use crate::audit::Word;
use crate::db::{Db, Tx};
use crate::error::Error;
use crate::id::PersonId;
use crate::notify::Topic;
use crate::rulebook;

/// Refuses where somebody may not be erased as things stand.
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
        let (person, now) = (by.somebody()?.person, tx.now);
        may_be_erased(tx.db, person, now)?;
        rules::asks_once(store::own(tx.db, person)?.is_some())?;
        let id = store::ask(tx, person)?;
        let record = Record::of(Word::ErasureRequested, subject(person), json!({ "request": id }));
        let administrators = store::administrators(tx.db)?.into_iter();
        let record = administrators.fold(record, |record, administrator| {
            record.tell_of(Topic::ErasureRequested, Some(administrator), json!({ "person": person }))
        });
        Ok(record.done(store::request(tx.db, id)?))
    }
}

/// Takes one's own request back, until it is carried out.
pub struct WithdrawErasure;

impl Action for WithdrawErasure {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let me = by.somebody()?.person;
        let own = store::own(tx.db, me)?.ok_or_else(|| crate::not_found!("request"))?;
        store::close(tx, own.id, State::Withdrawn, me, "")?;
        Ok(Record::of(Word::ErasureWithdrawn, subject(me), json!({ "request": own.id })).done(()))
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
            may_be_erased(tx.db, person, now)?;
            store::close(tx, *id, State::CarriedOut, me, "")?;
            perform(tx, by, &Erase { person, particulars: json!({ "request": id }) })?;
            return Ok(Deed::of_its_parts(()));
        }
        let reason = text("reason", answer.reason.as_deref().unwrap_or_default(), 3, 500)?;
        store::close(tx, *id, State::Refused, me, &reason)?;
        let record = Record::of(Word::ErasureRefused, subject(person), json!({ "request": id, "reason": reason }));
        Ok(record.tell_of(Topic::ErasureRefused, Some(person), json!({ "reason": reason })).done(()))
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
        Ok(Record::of(Word::PersonErased, subject(self.person), particulars).done(()))
    }
}
