//! Actions: messages in a game of Nomic, and updating the house rules that the game governs.

use rookery_messages::say;
use rookery_nomic::Play;
use rookery_nomic::ledger::Reason;
use serde_json::{Map, Value, json};

use super::table::NAME;
use crate::action::{Action, By, Deed, Record, perform};
use crate::audit::Word;
use crate::db::Tx;
use crate::error::Error;
use crate::notify::Topic;
use crate::rulebook;
use crate::tables::actions::{self, At};
use crate::tables::{Entry, Table, erased, store as tables};

/// Says something in a thread, or does what a line there stands for. It names no last entry: a message may follow any other.
pub struct Say {
    pub at: At,
    pub play: Play,
}

impl Action for Say {
    type Done = Entry;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Entry>, Error> {
        if tables::table(tx.db, self.at.id)?.game != NAME {
            return Err(crate::not_found!("game of Nomic").into());
        }
        let play = actions::Play { at: self.at.clone(), answers: -1, play: erased(&self.play)? };
        Ok(Deed::of_its_parts(perform(tx, by, &play)?))
    }
}

/// Publishes the house rules that the game governs; what cannot be a house rule is reported and skipped.
pub struct Follow<'a> {
    pub table: &'a Table,
    /// By which proposal or Judgement.
    pub cause: &'a Reason,
    pub rules: &'a Map<String, Value>,
}

impl Action for Follow<'_> {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, _: &By) -> Result<Deed<()>, Error> {
        let Follow { table, rules, .. } = *self;
        if rulebook::in_force(tx.db, tx.now)?.nomic_table != table.id.0 {
            return Ok(Deed::of_its_parts(()));
        }
        let (cause, table_id) = (self.cause, table.id.0);
        let (said, note) = match cause {
            &Reason::Proposal(number) => (
                say!("rule-change {number}", number),
                say!("By rule-change {number} of the game of Nomic at table {table}.", number, table = table_id),
            ),
            Reason::Judgement(id) => (
                say!("Judgement {id}", id),
                say!("By Judgement {id} of the game of Nomic at table {table}.", id, table = table_id),
            ),
            _ => (say!("its course"), say!("By its course of the game of Nomic at table {table}.", table = table_id)),
        };
        let refusal = match rulebook::follow(tx, rules, &note) {
            Ok(_) => return Ok(Deed::of_its_parts(())),
            Err(Error::Refused(refusal)) => refusal,
            Err(error) => return Err(error),
        };
        let (reason, acts) = (refusal.detail, refusal.acts);
        let told = json!({ "table": table.id, "cause": said, "rules": rules, "reason": reason, "acts": acts });
        let record = Record::of(Word::NomicHouseRulesRefused, tables::subject(table.id), told.clone());
        Ok(record.tell_each(Topic::NomicHouseRulesRefused, &table.people(), &told).tell(None).done(()))
    }
}
