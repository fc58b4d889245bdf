//! Actions: what the Chief Justice does alone, and its undoing by the Court.

use chrono::NaiveDate;
use rookery_messages::{Message, say};
use serde::Deserialize;
use serde_json::json;

use super::store;
use super::{Adjustment, Basis, ChiefActId, rules};
use crate::action::{Action, By, Deed, Record, perform};
use crate::audit::Word;
use crate::conduct::decisions::Finding;
use crate::conduct::declarations::{self, Exercise, NewDeclaration};
use crate::db::Tx;
use crate::error::{Act, Error};
use crate::id::PersonId;
use crate::members;
use crate::ratings::store::Cause;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ChiefActRequest)]
pub struct ActAlone {
    /// `III.5`: a technical modification. `II.12`: what the Terms demand. `III.4`: what nobody else has the
    /// authority for.
    pub act: Basis,
    /// 16 to 2000 characters; public.
    pub reason: String,
    /// What is done, 3 to 500 characters; public.
    pub effect: String,
    /// Of scores, by technical modification.
    #[serde(default)]
    pub adjustments: Vec<Adjustment>,
}

impl Action for ActAlone {
    type Done = ChiefActId;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<ChiefActId>, Error> {
        let now = tx.now;
        let mut on_the_board = Vec::new();
        for adjustment in &self.adjustments {
            if members::store::membership_at(tx.db, adjustment.person, now)?.is_some() {
                on_the_board.push(adjustment.person);
            }
        }
        let (reason, effect) = (self.reason.trim(), self.effect.trim());
        let adjusted: Vec<PersonId> = self.adjustments.iter().map(|adjustment| adjustment.person).collect();
        let name = members::store::naming(tx.db, &adjusted)?;
        rules::chief_act(self.act, reason, effect, &self.adjustments, &on_the_board, &name)?;
        let new = NewChiefAct {
            act: self.act,
            reason: reason.to_owned(),
            effect: Message::verbatim(effect),
            adjustments: self.adjustments.clone(),
        };
        Ok(Deed::of_its_parts(perform(tx, by, &new)?))
    }
}

/// An act that is allowed: done and announced (Acts II.12.1, III.5.1).
#[derive(Clone, Debug)]
pub struct NewChiefAct {
    pub act: Basis,
    pub reason: String,
    pub effect: Message,
    pub adjustments: Vec<Adjustment>,
}

impl NewChiefAct {
    /// Makes something void after an error (Act I.9.10); `what` begins a sentence: `The game at table 7`.
    pub fn voiding(what: Message, reason: &str) -> NewChiefAct {
        let effect = say!("{what} is null and void (Act I.9.10).", what);
        NewChiefAct { act: Basis::Mandated, reason: reason.to_owned(), effect, adjustments: Vec::new() }
    }

    fn exercise(&self) -> Exercise {
        match self.act {
            Basis::Mandated => Exercise::MandatedAct,
            Basis::Unilateral => Exercise::Unilateral,
            Basis::TechnicalModification => Exercise::TechnicalModification,
        }
    }
}

impl Action for NewChiefAct {
    type Done = ChiefActId;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<ChiefActId>, Error> {
        let chief = by.somebody()?.person;
        let NewChiefAct { act, reason, effect, adjustments } = self;
        let id = store::add(tx, chief, self)?;
        let declaration = NewDeclaration {
            exercise: self.exercise(),
            by: Some(chief),
            person: adjustments.first().filter(|_| adjustments.len() == 1).map(|only| only.person),
            act: Act::new(act.as_str()),
            reason: Message::verbatim(reason),
            effect: effect.clone(),
            subject: subject(id),
        };
        declarations::store::publish(tx, &declaration)?;
        let body = json!({ "act": act, "reason": reason, "effect": effect, "adjustments": adjustments });
        Ok(Record::of(Word::ChiefActDone, subject(id), body).done(id))
    }
}

fn subject(id: ChiefActId) -> String {
    format!("chief_act:{id}")
}

/// Undoes an act on the Court's word, or (`undone` false) brings it back: its adjustments of scores follow (Act III.5).
pub struct SetUndone<'a> {
    pub act: ChiefActId,
    pub undone: bool,
    pub cause: &'a Cause,
}

impl Action for SetUndone<'_> {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, _: &By) -> Result<Deed<()>, Error> {
        let SetUndone { act, undone, cause } = *self;
        if store::chief_act(tx.db, act)?.undone_at.is_some() == undone {
            return Ok(Deed::of_its_parts(()));
        }
        store::set_undone(tx, act, undone, cause)?;
        declarations::store::set_undone(tx, &subject(act), undone.then_some(&cause.text))?;
        let word = if undone { Word::ChiefActUndone } else { Word::ChiefActRestored };
        Ok(Record::of(word, subject(act), json!({ "cause": cause.text, "acts": cause.acts })).done(()))
    }
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = BreachRequest)]
pub struct AnswerBreach {
    #[schema(value_type = i64)]
    pub person: PersonId,
    /// 16 to 500 characters; public.
    pub reason: String,
    /// A ban through this Friday, if there is to be one (T41).
    pub ban_until: Option<NaiveDate>,
    /// Needed for a ban (Act III.2.3).
    pub finding: Option<Finding>,
}
