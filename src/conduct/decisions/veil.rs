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

/// What stands where the cause may not be read.
const COVER: &str = "A decision that is not public";

/// What one reader may not read.
#[derive(Debug)]
pub struct Veil {
    /// No decision at all: who has not signed in, where the house rules give the public initials.
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

    /// Covers a cause that names a decision ("Decision 7, …"), and the Acts that go with it.
    pub fn cover(&self, cause: &mut String, acts: &mut Vec<Act>) {
        let number = |cause: &str| {
            let rest = cause.strip_prefix("Decision ")?;
            rest[..rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len())].parse().ok()
        };
        if number(cause).is_some_and(|id| self.hides(DecisionId(id))) {
            COVER.clone_into(cause);
            acts.clear();
        }
    }
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
        assert_eq!(read(&veil, "Decision 7"), (COVER.to_owned(), 0));
        assert_eq!(read(&veil, "Decision 7, made anew"), (COVER.to_owned(), 0));
        for open in ["Decision 71", "Game 7", "Decision", "2026-C-007"] {
            assert_eq!(read(&veil, open), (open.to_owned(), 1));
        }
        assert_eq!(read(&Veil { all: true, undeclared: vec![] }, "Decision 71"), (COVER.to_owned(), 0));
    }
}
