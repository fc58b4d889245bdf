//! Empty seats: the Chief Justice gets a notice when a panel needs another justice (Act III.3.7).

use diesel::prelude::*;
use serde_json::json;

use super::super::State;
use super::super::rules::bench::staying;
use super::{Facts, facts};
use crate::audit::{self, Entry};
use crate::db::{
    Database, Db, Tx,
    schema::{acts, cases},
};
use crate::error::Error;
use crate::id::PersonId;
use crate::notify;

/// What is logged, and told the Chief Justice.
const EMPTY: &str = "case.seat_empty";

/// Tells the Chief Justice of each seat of a panel whose justice left office or came into a conflict before the
/// verdict, once; gives how many were told of.
pub fn tell_of_empty_seats(db: &Database) -> Result<usize, Error> {
    if db.read_now(untold)?.is_empty() {
        return Ok(0);
    }
    db.write_now(|tx| {
        let untold = untold(tx.db)?;
        for (facts, justice) in &untold {
            tell(tx, facts, *justice)?;
        }
        Ok(untold.len())
    })
}

fn untold(db: &mut Db) -> Result<Vec<(Facts, PersonId)>, Error> {
    let panels = cases::table.filter(cases::state.eq_any([State::Empanelled, State::Hearing]));
    let numbers: Vec<String> = panels.order(cases::id).select(cases::number).load(db)?;
    let mut untold = Vec::new();
    for number in numbers {
        let facts = facts(db, &number)?;
        for justice in empty(&facts) {
            if !was_told(db, &facts, justice)? {
                untold.push((facts.clone(), justice));
            }
        }
    }
    Ok(untold)
}

/// Those who had a seat on the panel and cannot sit any more.
fn empty(facts: &Facts) -> Vec<PersonId> {
    let (panel, justices) = (facts.panel(), facts.candidates());
    let stay: Vec<PersonId> = staying(&panel, &justices).into_iter().map(|justice| justice.person).collect();
    panel.into_iter().map(|seat| seat.person).filter(|justice| !stay.contains(justice)).collect()
}

fn was_told(db: &mut Db, facts: &Facts, justice: PersonId) -> Result<bool, Error> {
    let told = acts::table.filter(acts::act.eq(EMPTY).and(acts::subject.eq(facts.case.log_subject())));
    // Since the case came to where it stands.
    let told = told.filter(acts::at.ge(facts.case.state_at).and(acts::body.eq(body(justice).to_string())));
    let told: i64 = told.count().get_result(db)?;
    Ok(told > 0)
}

fn body(justice: PersonId) -> serde_json::Value {
    json!({ "justice": justice, "acts": ["III.3.7"] })
}

fn tell(tx: &mut Tx, facts: &Facts, justice: PersonId) -> Result<(), Error> {
    if let Some(chief) = facts.chief_justice {
        let told = json!({ "case": facts.case.number, "title": facts.case.title, "person": justice });
        notify::enqueue(tx, EMPTY, Some(chief), &told)?;
    }
    audit::record(tx, Entry { actor: None, act: EMPTY, subject: facts.case.log_subject(), body: body(justice) })
}
