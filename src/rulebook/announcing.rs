//! Publishing a version of the rulebook, by people or by the club's game of Nomic.

use rookery_messages::{self as messages, Join, Message, say};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::diff::{Difference, difference};
use super::rules::{self, Draft};
use super::{HouseRules, Rulebook, store};
use crate::action::{Action, By, Deed, Record, perform};
use crate::audit::Word;
use crate::db::{Kept, Tx};
use crate::error::{Error, Refusal};
use crate::notify::Topic;

/// What members read of a version.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Published {
    pub version: i64,
    #[schema(value_type = String)]
    pub note: Kept,
    /// Against the version before.
    pub changes: Difference,
}

/// Publishes a rulebook, in force from now on.
pub struct Announce<'a> {
    pub note: &'a Message,
    pub next: &'a Rulebook,
}

impl Action for Announce<'_> {
    type Done = Published;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Published>, Error> {
        let Announce { note, next } = *self;
        let newest = store::newest(tx.db)?;
        let (_, before) = store::version(tx.db, newest)?;
        let changes = difference(&before, next);
        store::check_governing(tx.db, &changes)?;
        let version = store::publish(tx, next, by.person(), note)?;
        let published = Published { version, note: Kept::of(note.clone()), changes };
        let record = Record::of(Word::RulebookPublished, format!("rulebook:{version}"), json!(published));
        let acts: Vec<_> = published.changes.acts.iter().map(|act| &act.citation).collect();
        let rules = &published.changes.rules;
        let news = json!({ "version": version, "note": note, "acts": acts, "rules": rules });
        Ok(record.tell_of(Topic::RulebookPublished, None, news).done(published))
    }
}

/// Publishes house rules that the club's game of Nomic sets: from now on, and only those that are open to it.
pub fn follow(tx: &mut Tx, changes: &Map<String, Value>, note: &Message) -> Result<Published, Error> {
    let newest = store::newest(tx.db)?;
    let (_, book) = store::version(tx.db, newest)?;
    let next = governed(&book, changes)?;
    perform(tx, &By::service("IV.1"), &Announce { note, next: &next })
}

/// Refuses house rules that no game of Nomic may ever change.
pub fn open_to_nomic(changes: &Map<String, Value>) -> Result<(), Refusal> {
    let closed: Vec<&str> =
        changes.keys().map(String::as_str).filter(|name| !HouseRules::OPEN_TO_NOMIC.contains(name)).collect();
    if closed.is_empty() {
        return Ok(());
    }
    let detail = say!(
        "Not open to a game of Nomic, but the Chief Justice's: {rules}. Open to it are {open}.",
        rules = messages::Value::list(Join::Commas, closed),
        open = messages::Value::list(Join::Commas, HouseRules::OPEN_TO_NOMIC)
    );
    Err(Refusal::invalid(say!("House rules that stay the Chief Justice's"), detail).act("IV.1"))
}

/// The rulebook with house rules changed that a game of Nomic may change.
pub fn governed(book: &Rulebook, changes: &Map<String, Value>) -> Result<Rulebook, Refusal> {
    open_to_nomic(changes)?;
    rules::apply(book, &Draft { acts: Vec::new(), rules: changes.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(rules: Value) -> Result<Rulebook, Refusal> {
        governed(&Rulebook::shipped(), rules.as_object().expect("an object"))
    }

    #[test]
    fn what_the_leaderboard_goes_by_is_open_to_nomic_and_nothing_else() {
        assert_eq!(changed(json!({ "k": 32 })).map(|book| book.rules.k), Ok(32));
        for closed in ["public_initials", "visitors", "panel_justices", "elections", "nomic_table", "k9"] {
            let refusal = changed(json!({ closed: 1 })).expect_err(closed);
            assert!(refusal.detail.to_string().contains(closed), "{refusal}");
        }
        assert!(changed(json!({ "k": 0 })).is_err(), "a house rule must be one that can be published");
        assert!(changed(json!({ "k": HouseRules::default().k })).is_err(), "nothing changes");
        let known = HouseRules::default().members();
        assert!(HouseRules::OPEN_TO_NOMIC.iter().all(|open| known.iter().any(|(name, _)| name == open)));
    }
}
