//! What is proposed and done about the rules in the demonstration's season: a suggestion, a change
//! request, an election, an act of the Chief Justice, a report.

use chrono::TimeDelta;
use rookery_messages::{Message, say};
use serde_json::json;

use crate::action::{Somebody, perform};
use crate::auth::{Roles, secret};
use crate::conduct::chief_acts::{Basis, actions::NewChiefAct};
use crate::conduct::reports::{self, store::NewReport};
use crate::db::Tx;
use crate::elections::{self, rules::Call};
use crate::error::{Act, Error};
use crate::id::PersonId;
use crate::rulebook::{self, Draft, Rulebook};

/// Who acts.
#[derive(Clone, Copy)]
pub struct Proposers {
    pub chief: PersonId,
    pub moderator: PersonId,
    pub member: PersonId,
    pub other: PersonId,
}

/// Puts one of each on record.
pub fn make(tx: &mut Tx, who: Proposers) -> Result<(), Error> {
    let now = tx.now;
    let mut book: Rulebook = rulebook::version_at(tx.db, now)?;
    book.rules.elections = true;
    // Said by the program, so that readers of every language understand what the rulebook begins with.
    let note = say!("Moderators may be elected from now on.");
    let version = rulebook::publish(tx, &book, Some(who.chief), &note)?;
    let text = "A rematch should be played at ten minutes each: five are over before one has thought.";
    rulebook::add_suggestion(tx, who.member, &[Act::new("I.6")], text)?;
    let draft = Draft { rules: [("rematch_minutes".to_owned(), json!(10))].into_iter().collect(), ..Draft::default() };
    rulebook::add_request(tx, who.moderator, version, "Ten minutes each in a rematch, as was suggested.", &draft)?;
    let call = Call {
        seats: 1,
        term_weeks: 12,
        nominations_close_at: now + TimeDelta::days(4),
        voting_closes_at: now + TimeDelta::days(8),
        note: "One more moderator for the spring.".into(),
    };
    let election = elections::store::call(tx, who.chief, &call, &secret::random::<32>())?;
    elections::store::nominate(tx, election, who.member, who.member, true, "I am there every Friday anyway.")?;
    let act = NewChiefAct {
        act: Basis::Unilateral,
        reason: "The clocks were bought for everybody, and nobody else is named to say who may use them.".into(),
        effect: Message::verbatim("Anyone who signs for them may borrow two clocks."),
        adjustments: Vec::new(),
    };
    let roles = Roles { chief_justice: true, ..Roles::default() };
    perform(tx, &Somebody { person: who.chief, roles }.into(), &act)?;
    let report = NewReport {
        accused: who.other,
        game: None,
        what: "Two games were reported that nobody in the room saw being played.".into(),
        happened_at: now - TimeDelta::hours(1),
        table: None,
        quoted: String::new(),
    };
    reports::store::add(tx, who.member, &report)?;
    Ok(())
}
