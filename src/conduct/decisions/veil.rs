//! Hides decisions from readers who may not know of them: in ledgers, scores, games, past standings and exports.
//! What is hidden is left out, without a sign that anything is missing.
//!
//! Hidden is what was decided about others: from who reads initials (`public_initials`) all of it, because cases and
//! declarations are published without names, and what stood beside a name would give it; from everybody else but
//! those who moderate what is not declared yet (Act III.2.4, T28), though it works already (T27). That somebody is banned is no
//! secret where names are read: nobody can play them from the first moment on. The reason is one (`conduct/store.rs`).

mod games;
mod scores;

use chrono::NaiveDateTime;
use diesel::prelude::*;
use rookery_messages::{Message, Value, say};

pub use scores::{all_entries, entries, past_standings, scores};

use super::DecisionId;
use super::store::{Filter, OwedPenalty, owed_penalties};
use crate::auth::Viewpoint;
use crate::db::{
    Db,
    schema::{decisions, offences},
};
use crate::error::{Act, Error};
use crate::id::PersonId;
use crate::members;

/// The cause of what moved a score where the real one is hidden, and of all that moves scores beside games.
fn hidden() -> Message {
    say!("Correction")
}

/// Acts by which scores and games move without a word about anybody in particular: joining, playing, the
/// weeks, a guest's game, a rematch. What rests on others was decided.
const OPEN: [&str; 7] = ["0.12", "I.6", "II.1", "II.3", "II.6", "II.6.1", "II.6.2"];

/// What one reader may not know.
#[derive(Debug)]
pub struct Veil {
    pub reader: Viewpoint,
    /// The reader sees initials: all decisions about others are hidden.
    initials: bool,
    /// Decisions of others about others that are not declared yet.
    undeclared: Vec<DecisionId>,
}

impl Veil {
    /// Those who moderate know everything.
    pub fn before(db: &mut Db, reader: Viewpoint, now: NaiveDateTime) -> Result<Veil, Error> {
        if reader.moderates() {
            return Ok(Veil { reader, initials: false, undeclared: Vec::new() });
        }
        let initials = members::store::reads_initials(db, reader.roles, now)?;
        let undeclared: Vec<(DecisionId, PersonId, Option<PersonId>)> = decisions::table
            .inner_join(offences::table.on(offences::id.eq(decisions::offence_id)))
            .filter(decisions::declared_at.is_null())
            .select((decisions::id, offences::accused_id, decisions::decided_by))
            .load(db)?;
        let others = |(_, accused, decider): &(DecisionId, PersonId, Option<PersonId>)| {
            !reader.is(*accused) && !decider.is_some_and(|decider| reader.is(decider))
        };
        let undeclared = undeclared.into_iter().filter(others).map(|(id, ..)| id).collect();
        Ok(Veil { reader, initials, undeclared })
    }

    /// Whether the reader may know what was decided about a person: that they are banned, monitored, penalised.
    pub fn tells_of(&self, person: PersonId) -> bool {
        !self.initials || self.reader.is(person)
    }

    /// The decisions that the reader may read: declared ones where names are read, and those that concern them.
    pub fn decisions(&self) -> Filter {
        let shown_to = self.reader.person.filter(|_| !self.reader.moderates());
        Filter { shown_to, concerned_only: self.initials, ..Filter::default() }
    }

    /// The time penalties of some people that the reader may know of.
    pub fn owed_penalties(&self, db: &mut Db, people: &[PersonId]) -> Result<Vec<OwedPenalty>, Error> {
        let mut owed = owed_penalties(db, Some(people))?;
        owed.retain(|owed| self.tells_of(owed.person));
        Ok(owed)
    }

    /// Whether a person's score is shown without its decisions. Where names are read, everybody's is while any
    /// decision waits to be declared, so that it shows nobody in particular.
    fn covers(&self, person: PersonId) -> bool {
        !self.reader.is(person) && (self.initials || !self.undeclared.is_empty())
    }

    /// Whether a cause is hidden that moved what is `own`, the reader's, or only came to it from others.
    fn hides_cause(&self, cause: &Message, acts: &[Act], own: bool) -> bool {
        let is_open = !acts.is_empty() && acts.iter().all(|act| OPEN.contains(&act.0.as_ref()));
        let undeclared = decision_in(cause).is_some_and(|id| self.undeclared.contains(&id));
        undeclared || (self.initials && !own && !is_open)
    }
}

/// The decision that a cause names.
fn decision_in(cause: &Message) -> Option<DecisionId> {
    match cause.argument("decision") {
        Some(Value::Number(id)) => Some(DecisionId(*id)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::carried;

    fn hides(veil: &Veil, cause: &str, act: &'static str, own: bool) -> bool {
        veil.hides_cause(&carried::message(cause), &[Act::new(act)], own)
    }

    #[test]
    fn causes_of_undeclared_decisions_are_hidden() {
        let veil = Veil { reader: Viewpoint::outside(), initials: false, undeclared: vec![DecisionId(7)] };
        for own in [true, false] {
            assert!(hides(&veil, "Decision 7", "II.5", own) && hides(&veil, "Decision 7, made anew", "II.5", own));
            for open in ["Decision 71", "Game 7", "Decision", "2026-C-007"] {
                assert!(!hides(&veil, open, "II.5", own), "{open}");
            }
        }
    }

    #[test]
    fn who_reads_initials_reads_no_cause_that_was_decided_about_others() {
        let veil = Veil { reader: Viewpoint::outside(), initials: true, undeclared: vec![DecisionId(8)] };
        for (cause, act) in [("Joined the leaderboard", "II.1"), ("Game 7", "II.3"), ("Absent", "II.6.1")] {
            assert!(!hides(&veil, cause, act, false), "{cause}");
        }
        for (cause, act) in [
            ("Decision 71", "I.2.1"),
            ("Case 2026-C-014", "III.3.8"),
            ("Case 2026-C-014", "II.6.3"),
            ("Technical modification 2: thirty points", "III.5"),
            ("Game 7 voided: Case 2026-C-014", "I.9.7"),
            ("Game 7 corrected: misheard", "II.4"),
        ] {
            assert!(hides(&veil, cause, act, false), "{cause}");
            assert!(!hides(&veil, cause, act, true), "{cause}, which is the reader's own");
        }
        assert!(veil.hides_cause(&Message::verbatim("Seen by three"), &[], false), "on what it rests is not said");
        assert!(hides(&veil, "Decision 8", "I.2.1", true), "about an opponent, not declared yet");
    }
}
