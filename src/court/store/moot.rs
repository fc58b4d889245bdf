//! Cases of which nothing is left to decide: the decision became void while the Court had it.

use diesel::prelude::*;
use serde_json::json;

use super::super::{State, rules};
use super::{docket, facts, proclaim, set_state};
use crate::conduct::decisions;
use crate::db::{
    Database, Db,
    schema::{cases, decisions as decided},
};
use crate::error::Error;

/// Ends the cases about decisions that were not declared in time (Act III.2.4.2, T28); gives how many.
pub fn end_moot(db: &Database) -> Result<usize, Error> {
    if db.read_now(moot)?.is_empty() {
        return Ok(0);
    }
    db.write_now(|tx| {
        let moot = moot(tx.db)?;
        for (number, decision) in &moot {
            let facts = facts(tx.db, number)?;
            let Some(next) = rules::when_moot(facts.case.state, facts.course().opinion_is_owed) else { continue };
            set_state(tx, &facts.case, next)?;
            let reason = format!(
                "Decision {decision} was not declared in time and is void (Act III.2.4.2): nothing is left for the Court to decide."
            );
            docket::notice(tx, &facts.case, None, "The case is moot", &reason)?;
            proclaim(tx, &facts, None, "case.moot", json!({ "reason": reason, "acts": ["III.2.4.2"] }))?;
        }
        Ok(moot.len())
    })
}

/// Cases that would go on about a void decision.
fn moot(db: &mut Db) -> Result<Vec<(String, decisions::DecisionId)>, Error> {
    let going_on: Vec<State> =
        State::ALL.iter().copied().filter(|state| rules::when_moot(*state, false).is_some()).collect();
    Ok(cases::table
        .inner_join(decided::table.on(decided::id.nullable().eq(cases::decision_id)))
        .filter(cases::state.eq_any(going_on).and(decided::state.eq(decisions::State::Void)))
        .order(cases::id)
        .select((cases::number, decided::id))
        .load(db)?)
}
