//! What of decisions a reader may not read yet: points and games show that there was one from its first
//! moment (T27); which, and by which Act, everybody reads once it is declared (Act III.2.4, T28).

use chrono::NaiveDateTime;
use diesel::prelude::*;

use super::DecisionId;
use crate::auth::Roles;
use crate::db::{
    Db,
    schema::{decisions, offences},
};
use crate::error::{Act, Error};
use crate::id::PersonId;
use crate::members;

/// What stands in place of a decision that is not declared yet.
const UNDECLARED: &str = "A decision that is not public";
/// What stands before who reads initials in place of any, declared or not: told apart, the day on which one
/// word becomes the other would lead to the declaration.
const INITIALS: &str = "Decided; the public reads decisions with initials, never beside a name";

/// Acts by which scores and games move without a word about anybody in particular: joining, playing, the
/// weeks, a guest's game, a rematch. Who reads initials reads no other cause, because decisions, judgments
/// and the Chief Justice's acts are published with initials, and what names them here would give the name.
const OPEN: [&str; 7] = ["0.12", "I.6", "II.1", "II.3", "II.6", "II.6.1", "II.6.2"];

/// What one reader may not read.
#[derive(Debug)]
pub struct Veil {
    /// Whatever was decided about anybody: who has not signed in, where the house rules give the public initials.
    all: bool,
    undeclared: Vec<DecisionId>,
}

impl Veil {
    /// Those who moderate, the accused and whoever decided read everything.
    pub fn before(db: &mut Db, reader: Option<(PersonId, Roles)>, now: NaiveDateTime) -> Result<Veil, Error> {
        if reader.is_some_and(|(_, roles)| roles.may_moderate()) {
            return Ok(Veil { all: false, undeclared: Vec::new() });
        }
        let reading = reader.map(|(person, _)| person);
        let all = members::store::reads_initials(db, reading.is_none(), now)?;
        let undeclared: Vec<(DecisionId, PersonId, Option<PersonId>)> = decisions::table
            .inner_join(offences::table.on(offences::id.eq(decisions::offence_id)))
            .filter(decisions::declared_at.is_null())
            .select((decisions::id, offences::accused_id, decisions::decider_id))
            .load(db)?;
        let others = |(_, accused, decider): &(DecisionId, PersonId, Option<PersonId>)| {
            reading.is_none() || (reading != Some(*accused) && reading != *decider)
        };
        let undeclared = undeclared.into_iter().filter(others).map(|(id, ..)| id).collect();
        Ok(Veil { all, undeclared })
    }

    pub fn hides(&self, decision: DecisionId) -> bool {
        self.all || self.undeclared.contains(&decision)
    }

    /// Covers a cause, and the Acts that go with it: one that names an undeclared decision ("Decision 7, …"),
    /// and before who reads initials any that rests on other Acts than the open ones.
    pub fn cover(&self, cause: &mut String, acts: &mut Vec<Act>) {
        let is_open = !acts.is_empty() && acts.iter().all(|act| OPEN.contains(&act.0.as_ref()));
        let cover = match self.all {
            true => (!is_open).then_some(INITIALS),
            false => decision_in(cause).filter(|id| self.undeclared.contains(id)).map(|_| UNDECLARED),
        };
        if let Some(cover) = cover {
            cover.clone_into(cause);
            acts.clear();
        }
    }
}

/// The decision that a cause begins with.
fn decision_in(cause: &str) -> Option<DecisionId> {
    let rest = cause.strip_prefix("Decision ")?;
    let end = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
    rest[..end].parse().ok().map(DecisionId)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_of_undeclared_decisions_are_covered() {
        let veil = Veil { all: false, undeclared: vec![DecisionId(7)] };
        let read = |veil: &Veil, cause: &str| {
            let (mut cause, mut acts) = (cause.to_owned(), vec![Act::new("II.5")]);
            veil.cover(&mut cause, &mut acts);
            (cause, acts.len())
        };
        assert_eq!(read(&veil, "Decision 7"), (UNDECLARED.to_owned(), 0));
        assert_eq!(read(&veil, "Decision 7, made anew"), (UNDECLARED.to_owned(), 0));
        for open in ["Decision 71", "Game 7", "Decision", "2026-C-007"] {
            assert_eq!(read(&veil, open), (open.to_owned(), 1));
        }
    }

    #[test]
    fn who_reads_initials_reads_no_cause_that_was_decided() {
        let veil = Veil { all: true, undeclared: vec![DecisionId(8)] };
        let read = |cause: &str, acts: &[&'static str]| {
            let (mut cause, mut acts) = (cause.to_owned(), acts.iter().copied().map(Act::new).collect());
            veil.cover(&mut cause, &mut acts);
            cause
        };
        for (cause, act) in [("Joined the leaderboard", "II.1"), ("Game 7", "II.3"), ("Absent", "II.6.1")] {
            assert_eq!(read(cause, &[act]), cause);
        }
        for (cause, act) in [
            ("Decision 71", "I.2.1"),
            ("Decision 8", "I.2.1"),
            ("Case 2026-C-014", "III.3.8"),
            ("Case 2026-C-014", "II.6.3"),
            ("Technical modification 2: thirty points", "III.5"),
            ("Game 7 voided: Case 2026-C-014", "I.9.7"),
            ("Game 7 corrected: misheard", "II.4"),
        ] {
            assert_eq!(read(cause, &[act]), INITIALS, "{cause}");
        }
        assert_eq!(read("Seen by three", &[]), INITIALS, "on what it rests is not said");
    }
}
