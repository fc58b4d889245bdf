//! Moot cases: the decision became void while the case was pending.

use diesel::prelude::*;

use super::super::{State, rules};
use crate::conduct::decisions::{self, DecisionId};
use crate::db::{
    Db,
    schema::{cases, decisions as decided},
};
use crate::error::Error;

/// Open cases about a void decision (Act III.2.4.2, T28).
pub fn moot(db: &mut Db) -> Result<Vec<(String, DecisionId)>, Error> {
    let going_on: Vec<State> =
        State::ALL.iter().copied().filter(|state| rules::when_moot(*state, false).is_some()).collect();
    Ok(cases::table
        .inner_join(decided::table.on(decided::id.nullable().eq(cases::decision_id)))
        .filter(cases::state.eq_any(going_on).and(decided::state.eq(decisions::State::Void)))
        .order(cases::id)
        .select((cases::number, decided::id))
        .load(db)?)
}
