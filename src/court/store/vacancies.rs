//! Empty seats: a panel needs another justice (Act III.3.7).

use diesel::prelude::*;

use super::super::State;
use super::super::actions::{SEAT_EMPTY, seat_empty};
use super::super::rules::bench::staying;
use super::{Facts, facts};
use crate::db::{
    Db,
    schema::{acts, cases},
};
use crate::error::Error;
use crate::id::PersonId;

/// Seats of panels whose justice left office or came into a conflict before the verdict, and of which nobody was told yet.
pub fn untold(db: &mut Db) -> Result<Vec<(Facts, PersonId)>, Error> {
    let panels = cases::table.filter(cases::state.eq_any([State::Empanelled, State::Hearing]));
    let numbers: Vec<String> = panels.order(cases::id).select(cases::number).load(db)?;
    let mut untold = Vec::new();
    for number in numbers {
        let facts = facts(db, &number)?;
        for justice in empty_seats(&facts) {
            if !was_told(db, &facts, justice)? {
                untold.push((facts.clone(), justice));
            }
        }
    }
    Ok(untold)
}

/// Panel members who can no longer sit, while the panel has not judged.
pub fn empty_seats(facts: &Facts) -> Vec<PersonId> {
    if !matches!(facts.case.state, State::Empanelled | State::Hearing) {
        return Vec::new();
    }
    let (panel, justices) = (facts.panel(), facts.candidates());
    let stay: Vec<PersonId> = staying(&panel, &justices).into_iter().map(|justice| justice.person).collect();
    panel.into_iter().map(|seat| seat.person).filter(|justice| !stay.contains(justice)).collect()
}

fn was_told(db: &mut Db, facts: &Facts, justice: PersonId) -> Result<bool, Error> {
    let told = acts::table.filter(acts::act.eq(SEAT_EMPTY).and(acts::subject.eq(facts.case.log_subject())));
    // Since the case entered its present state.
    let told = told.filter(acts::at.ge(facts.case.state_at).and(acts::body.eq(seat_empty(justice).to_string())));
    let told: i64 = told.count().get_result(db)?;
    Ok(told > 0)
}
