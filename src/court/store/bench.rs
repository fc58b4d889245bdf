//! Who sits on a bench, and what was said on hearing a case.

use diesel::prelude::*;

use super::super::rules::bench::Seat;
use super::super::{CaseId, Stage, State, Subject};
use super::Case;
use crate::db::{
    Db, Tx,
    schema::{cases, leave_votes, seats},
};
use crate::error::Error;
use crate::id::PersonId;
use crate::rulebook;
use crate::sessions::calendar::deadline;

/// Who has said by now whether a case is to be heard, and what.
pub fn said_on_leave(db: &mut Db, case: CaseId) -> Result<Vec<(PersonId, bool)>, Error> {
    let said = leave_votes::table.filter(leave_votes::case_id.eq(case));
    Ok(said.select((leave_votes::said_by, leave_votes::granted)).load(db)?)
}

pub fn say_on_leave(tx: &mut Tx, case: CaseId, justice: PersonId, granted: bool, reason: &str) -> Result<(), Error> {
    diesel::insert_into(leave_votes::table)
        .values((
            leave_votes::case_id.eq(case),
            leave_votes::said_by.eq(justice),
            leave_votes::granted.eq(granted),
            leave_votes::reason.eq(reason),
            leave_votes::said_at.eq(tx.now),
        ))
        .execute(tx.db)?;
    Ok(())
}

/// The decider has the days of the house rules to answer.
pub fn ask_for_answer(tx: &mut Tx, case: &Case) -> Result<(), Error> {
    if case.decider.is_none() || case.answered_at.is_some() {
        return Ok(());
    }
    let house = rulebook::in_force(tx.db, tx.now)?;
    let due = deadline(tx.now.and_utc(), house.answer_days, house.time_zone).naive_utc();
    diesel::update(cases::table.find(case.id)).set(cases::answer_due_at.eq(due)).execute(tx.db)?;
    Ok(())
}

/// Seats a bench in the place of the one before.
pub fn seat(tx: &mut Tx, case: &Case, stage: Stage, bench: &[Seat]) -> Result<(), Error> {
    diesel::delete(seats::table.filter(seats::case_id.eq(case.id).and(seats::stage.eq(stage)))).execute(tx.db)?;
    for (place, seat) in (0_i64..).zip(bench) {
        diesel::insert_into(seats::table)
            .values((
                seats::case_id.eq(case.id),
                seats::stage.eq(stage),
                seats::place.eq(place),
                seats::justice_id.eq(seat.person),
                seats::waived.eq(serde_json::to_string(&seat.waived)?),
            ))
            .execute(tx.db)?;
    }
    Ok(())
}

/// In which round the bench votes.
pub fn set_round(tx: &mut Tx, case: &Case, round: i64) -> Result<(), Error> {
    diesel::update(cases::table.find(case.id)).set(cases::round.eq(round)).execute(tx.db)?;
    Ok(())
}

/// The whole Court will not hear the case.
pub fn decline_en_banc(tx: &mut Tx, case: &Case) -> Result<(), Error> {
    diesel::update(cases::table.find(case.id)).set(cases::en_banc_declined_at.eq(tx.now)).execute(tx.db)?;
    Ok(())
}

/// Another case about the same matter that is open.
pub fn other_open_case(db: &mut Db, case: &Case) -> Result<Option<String>, Error> {
    if case.subject == Subject::Question {
        return Ok(None);
    }
    let others: Vec<(String, State)> = cases::table
        .filter(cases::id.ne(case.id))
        .filter(
            (cases::subject.eq(case.subject).and(cases::subject_id.eq(case.subject_id)))
                .or(cases::decision_id.eq(case.decision)),
        )
        .select((cases::number, cases::state))
        .load(db)?;
    Ok(others.into_iter().find(|(_, state)| state.is_open()).map(|(number, _)| number))
}
