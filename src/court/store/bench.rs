//! Leave, panels, the hearing's opening, en banc and withdrawal.

use diesel::prelude::*;
use rookery_messages::say;
use serde_json::json;

use super::super::rules::bench::{self as rules, Seat};
use super::super::rules::{Course, Step};
use super::super::{Stage, State, Subject};
use super::{By, Case, Facts, advance, docket, enter, proclaim, tell};
use crate::db::{
    Db, Tx,
    schema::{cases, leave_votes, seats},
};
use crate::error::{Error, Refusal};
use crate::id::PersonId;
use crate::members;
use crate::rulebook;
use crate::sessions::calendar::deadline;

/// The word of the Chief Justice or of a justice on hearing a case (Act III.3.6).
pub fn leave(tx: &mut Tx, number: &str, actor: &By, granted: bool, reason: &str) -> Result<State, Error> {
    let step = if granted { Step::GrantLeave } else { Step::RefuseLeave };
    let (facts, _) = enter(tx, number, actor, step)?;
    let least = if granted { 0 } else { 16 };
    let reason = members::rules::text("reason", reason, least, 2000).map_err(|refusal| refusal.act("III.3.6"))?;
    let alone = actor.roles.chief_justice && facts.case.state == State::Filed;
    let said: Vec<(PersonId, bool)> = leave_votes::table
        .filter(leave_votes::case_id.eq(facts.case.id))
        .select((leave_votes::justice_id, leave_votes::granted))
        .load(tx.db)?;
    if said.iter().any(|(person, _)| *person == actor.person) {
        let detail = say!("You have said already whether this case is to be heard.");
        return Err(Refusal::conflict(say!("Said already"), detail).act("III.3.6").into());
    }
    let now = tx.now;
    let needed = usize::try_from(rulebook::in_force(tx.db, now)?.leave_justices).unwrap_or(usize::MAX);
    // Only those who still are justices and free of conflicts count.
    let counts = |person: &PersonId| facts.justices.contains(person) && facts.conflicts(*person).is_empty();
    let granting = said.iter().filter(|(person, granted)| *granted && counts(person)).count();
    let leave_is_enough = alone || !granted || granting + 1 >= needed;
    diesel::insert_into(leave_votes::table)
        .values((
            leave_votes::case_id.eq(facts.case.id),
            leave_votes::justice_id.eq(actor.person),
            leave_votes::granted.eq(granted),
            leave_votes::reason.eq(&reason),
            leave_votes::said_at.eq(now),
        ))
        .execute(tx.db)?;
    let next = advance(tx, &facts.case, step, &Course { leave_is_enough, ..facts.course() })?;
    let said = json!({ "granted": granted, "reason": reason });
    if next == facts.case.state {
        tell(tx, &facts, Some(actor.person), "case.leave_supported", said)?;
        return Ok(next);
    }
    if granted {
        answer_is_due(tx, &facts.case)?;
        docket::notice(tx, &facts.case, Some(actor.person), "Leave to appeal is granted", &reason)?;
        if next == State::EnBancHearing {
            seat_everybody(tx, &facts)?;
        }
        let facts = super::facts(tx.db, number)?;
        proclaim(tx, &facts, Some(actor.person), "case.granted", said)?;
    } else {
        docket::notice(tx, &facts.case, Some(actor.person), "Leave to appeal is refused", &reason)?;
        proclaim(tx, &facts, Some(actor.person), "case.refused", said)?;
    }
    Ok(next)
}

/// The decider has the days of the house rules to answer.
fn answer_is_due(tx: &mut Tx, case: &Case) -> Result<(), Error> {
    if case.decider.is_none() || case.answered_at.is_some() {
        return Ok(());
    }
    let house = rulebook::in_force(tx.db, tx.now)?;
    let due = deadline(tx.now.and_utc(), house.answer_days, house.time_zone).naive_utc();
    diesel::update(cases::table.find(case.id)).set(cases::answer_due_at.eq(due)).execute(tx.db)?;
    Ok(())
}

/// The Chief Justice picks the panel, or another one before anybody votes; later, who fills an empty
/// seat (Act III.3.7).
pub fn empanel(tx: &mut Tx, number: &str, actor: &By, chosen: &[PersonId]) -> Result<(), Error> {
    let (facts, _) = enter(tx, number, actor, Step::Empanel)?;
    let candidates = facts.candidates();
    let size = usize::try_from(rulebook::in_force(tx.db, tx.now)?.panel_justices).unwrap_or(usize::MAX);
    let panel = rules::empanel(&candidates, chosen, size, &members::store::naming(tx.db, chosen)?)?;
    let case = &facts.case;
    let sitting = facts.panel();
    rules::differs(&sitting, &panel)?;
    if facts.panel_has_voted {
        rules::refill(&sitting, &candidates, chosen)?;
        // Another bench votes again, in the next round; what was cast before binds the panel still.
        diesel::update(cases::table.find(case.id)).set(cases::round.eq(case.round + 1)).execute(tx.db)?;
    }
    diesel::delete(seats::table.filter(seats::case_id.eq(case.id).and(seats::stage.eq(Stage::Panel))))
        .execute(tx.db)?;
    seat(tx, case, Stage::Panel, &panel)?;
    let course = facts.course();
    advance(tx, case, Step::Empanel, &course)?;
    let waived = panel.iter().filter(|seat| !seat.waived.is_empty()).count();
    let text = match waived {
        0 => "No conflict stands against it.".to_owned(),
        waived => format!("Conflicts waived for want of free justices: {waived} (Act III.3.5.1)."),
    };
    docket::notice_of_bench(tx, case, actor.person, "The panel is picked", &text, &panel)?;
    let told = super::facts(tx.db, number)?;
    proclaim(tx, &told, Some(actor.person), "case.empanelled", json!({ "panel": panel }))
}

fn seat(tx: &mut Tx, case: &Case, stage: Stage, bench: &[Seat]) -> Result<(), Error> {
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

/// En banc every justice sits, and conflicts do not apply (Act III.3.5.3).
fn seat_everybody(tx: &mut Tx, facts: &Facts) -> Result<(), Error> {
    let bench: Vec<Seat> = facts.justices.iter().map(|person| Seat { person: *person, waived: Vec::new() }).collect();
    seat(tx, &facts.case, Stage::EnBanc, &bench)?;
    diesel::update(cases::table.find(facts.case.id)).set(cases::round.eq(1)).execute(tx.db)?;
    docket::notice(tx, &facts.case, None, "The whole Court hears the case", "Every justice sits (Act III.3.5.3).")?;
    Ok(())
}

/// The presiding justice opens the hearing.
pub fn open_hearing(tx: &mut Tx, number: &str, actor: &By) -> Result<(), Error> {
    let (facts, _) = enter(tx, number, actor, Step::OpenHearing)?;
    advance(tx, &facts.case, Step::OpenHearing, &facts.course())?;
    docket::notice(tx, &facts.case, Some(actor.person), "The hearing is open", "Hearing opened.")?;
    tell(tx, &facts, Some(actor.person), "case.hearing_opened", json!({}))
}

/// The petitioner takes the petition back, before any verdict.
pub fn withdraw(tx: &mut Tx, number: &str, actor: &By, reason: &str) -> Result<(), Error> {
    let (facts, _) = enter(tx, number, actor, Step::Withdraw)?;
    let reason = members::rules::text("reason", reason, 0, 2000).map_err(|refusal| refusal.act("III.3"))?;
    advance(tx, &facts.case, Step::Withdraw, &facts.course())?;
    docket::notice(tx, &facts.case, Some(actor.person), "The petition is withdrawn", &reason)?;
    tell(tx, &facts, Some(actor.person), "case.withdrawn", json!({ "reason": reason }))
}

/// A party or the decider asks the whole Court to hear the case (Act III.3.9, T38).
pub fn ask_en_banc(tx: &mut Tx, number: &str, actor: &By, reason: &str) -> Result<(), Error> {
    let (facts, _) = enter(tx, number, actor, Step::RequestEnBanc)?;
    let reason = members::rules::text("reason", reason, 16, 4000).map_err(|refusal| refusal.act("III.3.9"))?;
    if let Some(other) = other_open_case(tx.db, &facts.case)? {
        let detail = say!("Case {number} about the same matter is open; it has to end first.", number = &other);
        return Err(Refusal::conflict(say!("Before the Court already"), detail)
            .act("III.3.9")
            .with("case", other)
            .into());
    }
    advance(tx, &facts.case, Step::RequestEnBanc, &facts.course())?;
    docket::notice(tx, &facts.case, Some(actor.person), "A hearing en banc is asked for", &reason)?;
    tell(tx, &facts, Some(actor.person), "case.en_banc_requested", json!({ "reason": reason }))
}

/// Another case about the same matter that is open.
fn other_open_case(db: &mut Db, case: &Case) -> Result<Option<String>, Error> {
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

/// The Chief Justice accepts or declines that the whole Court hears the case (Act III.3.9.1).
pub fn decide_en_banc(tx: &mut Tx, number: &str, actor: &By, accepted: bool, reason: &str) -> Result<(), Error> {
    let step = if accepted { Step::AcceptEnBanc } else { Step::DeclineEnBanc };
    let (facts, _) = enter(tx, number, actor, step)?;
    let least = if accepted { 0 } else { 16 };
    let reason = members::rules::text("reason", reason, least, 2000).map_err(|refusal| refusal.act("III.3.9.1"))?;
    advance(tx, &facts.case, step, &facts.course())?;
    let (title, act) = match accepted {
        true => ("A hearing en banc is accepted", "case.en_banc_accepted"),
        false => ("A hearing en banc is declined", "case.en_banc_declined"),
    };
    docket::notice(tx, &facts.case, Some(actor.person), title, &reason)?;
    if accepted {
        seat_everybody(tx, &facts)?;
    } else {
        let declined = cases::en_banc_declined_at.eq(tx.now);
        diesel::update(cases::table.find(facts.case.id)).set(declined).execute(tx.db)?;
    }
    let facts = super::facts(tx.db, number)?;
    proclaim(tx, &facts, Some(actor.person), act, json!({ "reason": reason }))
}
