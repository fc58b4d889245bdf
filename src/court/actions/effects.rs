//! Carries judgments out. Each function brings the matter into the state that the judgment requires,
//! whatever an earlier judgment of the same case did: en banc judges the original again (T34), so a
//! reversal is undone by the same function that made it.

use chrono::NaiveDateTime;
use rookery_messages::{Message, Value, say};

use super::super::rules::verdict::{Disposition, Outcome, Settled};
use super::super::store::{self, Case, Facts};
use super::super::{Ground, Stage, Subject};
use crate::action::{By, perform};
use crate::conduct::actions::{LiftByCourt, PlaceAgain};
use crate::conduct::chief_acts::ChiefActId;
use crate::conduct::chief_acts::actions::SetUndone;
use crate::conduct::decisions::actions::{DecideInCourt, NewDecision, change_state, set_ban_end};
use crate::conduct::decisions::store::{self as decisions, Filter};
use crate::conduct::decisions::{BanTerm, DecisionId, SanctionKind, State};
use crate::conduct::declarations::{self, Exercise, NewDeclaration};
use crate::conduct::{self, MonitorId};
use crate::db::{Kept, Tx};
use crate::error::{Act, Error};
use crate::games;
use crate::games::actions::{JudgeBeneath, NeverMonitored, RestoreBy, VoidBy, declared};
use crate::games::rules::afterwards::Ruling;
use crate::games::store::held_games::{self, Footing};
use crate::id::{EventId, GameId};
use crate::members::MembershipId;
use crate::members::undone::SetRemovalUndone;
use crate::ratings::store::Cause;
use crate::rulebook;
use crate::sessions::deductions;

/// Does all that a judgment says; returns it in a sentence.
pub(super) fn carry_out(
    tx: &mut Tx,
    facts: &Facts,
    disposition: &Disposition,
    settled: &Settled,
) -> Result<Message, Error> {
    let case = &facts.case;
    let effect = match case.subject {
        Subject::Decision | Subject::Ban => decision(tx, case, disposition)?,
        Subject::Question => say!("The question is answered."),
        subject => {
            let overturned = disposition.outcome == Outcome::Overturn;
            let id = case.subject_id.ok_or_else(|| Error::Internal(format!("{} is about nothing", case.number)))?;
            let what = match subject {
                Subject::Game => online_game(tx, case, GameId(id), overturned)?,
                _ => {
                    other(tx, case, subject, id, overturned)?;
                    // In records it always stood with spaces: `clock order`.
                    Value::word("subject", subject.to_string().replace('_', " "))
                }
            };
            match overturned {
                true => say!("The {subject} is undone.", subject = what),
                false => say!("The {subject} is upheld.", subject = what),
            }
        }
    };
    store::set_barred(tx, case, settled.barred_until)?;
    interpret(tx, facts, disposition)?;
    declare(tx, facts, disposition, &effect)?;
    Ok(effect)
}

/// What of the decision under appeal still runs and is over with a judgment that undoes it, in sentences; asked before the
/// judgment is carried out.
pub(super) fn ends(tx: &mut Tx, case: &Case, disposition: &Disposition) -> Result<Option<Message>, Error> {
    let Some(id) = case.decision.filter(|_| disposition.undoes()) else { return Ok(None) };
    let found = decisions::decision(tx.db, id)?;
    if !found.is_in_force() {
        return Ok(None);
    }
    let runs = |ends: Option<NaiveDateTime>| ends.is_none_or(|ends| ends >= tx.now);
    let bans = found.sanctions.iter().any(|one| one.bans && !one.ban_lifted && runs(one.ban_ends_at));
    let takes_time = found.sanctions.iter().any(|one| one.kind == SanctionKind::TimePenalty && one.served_at.is_none());
    Ok(match (bans, takes_time) {
        (true, true) => {
            Some(say!("The ban of this decision is over.").then(say!("The time penalty of this decision is over.")))
        }
        (true, false) => Some(say!("The ban of this decision is over.")),
        (false, true) => Some(say!("The time penalty of this decision is over.")),
        (false, false) => None,
    })
}

fn cause(case: &Case, act: &'static str) -> Cause {
    Cause::correction(case.citation(), act)
}

/// The decision under appeal, the Court's own in its place, and the ban that comes with it.
fn decision(tx: &mut Tx, case: &Case, disposition: &Disposition) -> Result<Message, Error> {
    let id = case.decision.ok_or_else(|| Error::Internal(format!("{} names no decision", case.number)))?;
    let cause = cause(case, "III.3.8");
    let found = decisions::decision(tx.db, id)?;
    let void = found.state == State::Void;
    let wanted = match disposition.outcome {
        Outcome::Overturn if disposition.replacement.is_some() => State::Replaced,
        Outcome::Overturn => State::Overturned,
        Outcome::Remand => State::Suspended,
        _ => State::Standing,
    };
    // It replaces the result of an earlier judgment, or of a later decision of the moderator.
    let filter = Filter { offence: Some(found.offence.id), ..Filter::default() };
    let others = decisions::decisions(tx.db, &filter, None, i64::MAX)?;
    for other in others.into_iter().filter(|other| other.id != id && other.state == State::Standing) {
        change_state(tx, other.id, State::Overturned, &cause)?;
    }
    if let (Some(ban), Some(first)) = (case.ban, case.ban_term()?) {
        let term = match (disposition.outcome, disposition.until) {
            (Outcome::Lift, _) => BanTerm::Lifted,
            (Outcome::Shorten | Outcome::Lengthen, Some(day)) => BanTerm::Through { day },
            _ => first,
        };
        if decisions::ban_term(tx, ban)? != term {
            set_ban_end(tx, ban, term, &self::cause(case, "II.9.3"))?;
        }
    }
    if !void {
        change_state(tx, id, wanted, &cause)?;
    }
    let mut effect = sentence(id, disposition);
    if void {
        effect = effect.then(say!("It was void already, not having been declared (Act III.2.4.2)."));
    }
    if let Some(replacement) = &disposition.replacement {
        let new = NewDecision {
            offence: found.offence.id,
            reasons: replacement.reasons.clone(),
            finding: replacement.finding.clone(),
            sanctions: replacement.sanctions.clone(),
        };
        let decide = DecideInCourt { new: &new, replaces: Some(id), citation: &case.citation() };
        let own = perform(tx, &By::service("III.3.8"), &decide)?;
        effect = effect.then(say!("Decision {decision} of the Court stands in its place.", decision = own.0));
    }
    Ok(effect)
}

fn sentence(id: DecisionId, disposition: &Disposition) -> Message {
    let decision = id.0;
    match (disposition.outcome, disposition.until, disposition.due) {
        (Outcome::Overturn, ..) => say!("Decision {decision} is overturned.", decision),
        (Outcome::Remand, _, Some(due)) => {
            say!(
                "Decision {decision} is sent back and on hold. It lapses unless it is decided again by {day}.",
                decision,
                day = due
            )
        }
        (Outcome::Shorten, Some(day), _) => {
            say!("The ban of decision {decision} is shortened: it ends with {day}.", decision, day)
        }
        (Outcome::Lengthen, Some(day), _) => {
            say!("The ban of decision {decision} is lengthened: it ends with {day}.", decision, day)
        }
        (Outcome::Lift, ..) => say!("The ban of decision {decision} is lifted.", decision),
        _ => say!("Decision {decision} is upheld.", decision),
    }
}

/// Matters other than decisions: undoes them, or restores them.
fn other(tx: &mut Tx, case: &Case, subject: Subject, id: i64, overturned: bool) -> Result<(), Error> {
    match subject {
        Subject::Monitor => {
            let (monitor, citation) = (MonitorId(id), &case.citation());
            if !overturned {
                return perform(tx, &By::service("II.10"), &PlaceAgain { monitor, citation });
            }
            perform(tx, &By::service("II.10"), &LiftByCourt { monitor, citation })?;
            if case.ground == Some(Ground::Unreasonable) { never_monitored(tx, monitor, citation) } else { Ok(()) }
        }
        Subject::Deduction => deductions::lift(tx, EventId(id), overturned, &cause(case, "II.6.3")),
        Subject::TechnicalModification | Subject::ChiefAct => {
            let rests_on = if subject == Subject::ChiefAct { "II.12.2" } else { "III.5" };
            let (act, cause) = (ChiefActId(id), &cause(case, rests_on));
            perform(tx, &By::service(rests_on), &SetUndone { act, undone: overturned, cause })
        }
        Subject::Removal => {
            let (membership, cause) = (MembershipId(id), &cause(case, "II.7"));
            let undo = SetRemovalUndone { membership, undone: overturned, remover: case.decider, cause };
            perform(tx, &By::service("II.7"), &undo)
        }
        _ => Err(Error::internal(format!("{} is about a {subject}, which is not for the Court", case.number))),
    }
}

/// A monitor that was never reasonable broke the Terms (Act II.10.6): games that waited for approval because of it alone
/// count. Where there was a reason once, and there is none any more (II.10.5), what was played under it still waits.
/// Games that count so go on counting if the whole Court places the monitor again.
fn never_monitored(tx: &mut Tx, monitor: MonitorId, citation: &Message) -> Result<(), Error> {
    let Some(undone) = conduct::store::monitor(tx.db, monitor)? else { return Ok(()) };
    for game in games::store::waiting::for_approval(tx.db, undone.person)? {
        let players = game.players();
        let then = conduct::store::monitored_besides(tx.db, &players, game.played_at, monitor)?;
        if !then && !conduct::store::monitored_besides(tx.db, &players, tx.now, monitor)? {
            perform(tx, &By::service("II.10.6"), &NeverMonitored(game.id, citation))?;
        }
    }
    Ok(())
}

/// The game itself, or the voiding of it, whichever was petitioned against (Acts I.9.7, I.9.10); returns which. Upheld,
/// it comes back only where this case undid it: what others did to the game meanwhile stands. Of a game that a
/// decision holds void since, that is judged which shows again when the decision is undone (III.3.8).
fn online_game(tx: &mut Tx, case: &Case, id: GameId, overturned: bool) -> Result<Value, Error> {
    let game = games::store::row(tx.db, id)?;
    let held = held_games::beneath(tx.db, id)?;
    let is_held = held.is_some();
    let Footing { state, reason, acts } = match held {
        Some(beneath) => beneath,
        None => Footing { state: game.state, reason: game.state_reason.clone(), acts: game.state_acts.clone() },
    };
    let changes = games::store::changes_of_state(tx.db, id)?;
    let citation = case.citation();
    let by_case = |reason: &Kept| **reason == citation;
    let filed = changes.iter().rfind(|(at, _, reason)| *at <= case.filed_at && !by_case(reason));
    let about_voiding = filed.is_some_and(|(_, state, _)| *state == games::State::Void);
    let last = changes.iter().rfind(|(_, after, _)| *after == state);
    let last_by_case = last.is_some_and(|(.., reason)| by_case(reason));
    let brought_back = !overturned && reason.as_ref().map_or(last_by_case, by_case);
    let (what, act, void, restore) = if about_voiding {
        (say!("voiding of the game").into(), "I.9.10", brought_back, overturned && acts.contains(&Act::new("I.9.10")))
    } else {
        (Value::word("subject", "game"), "I.9.7", overturned, brought_back)
    };
    let (by, ruling) = (By::service(act), Ruling::new(citation.clone(), act));
    let voids = void && state == games::State::Rated;
    let restores = restore && state == games::State::Void;
    match (voids, restores) {
        (false, false) => return Ok(what),
        _ if is_held => perform(tx, &by, &JudgeBeneath { game: id, void: voids, ruling: &ruling })?,
        (true, _) => perform(tx, &by, &VoidBy(id, &ruling))?,
        (_, true) => perform(tx, &by, &RestoreBy(id, &ruling))?,
    }
    if about_voiding {
        let undone_by = restores.then_some(&citation);
        declarations::store::set_undone(tx, &declared(Exercise::Voiding, id), undone_by)?;
    }
    Ok(what)
}

/// The interpretations of this judgment, in the place of those of an earlier one.
fn interpret(tx: &mut Tx, facts: &Facts, disposition: &Disposition) -> Result<(), Error> {
    if facts.last_judgment().is_some() {
        rulebook::withdraw_interpretations(tx, &facts.case.number, say!("The whole Court judged the case anew."))?;
    }
    for (place, reading) in disposition.interpretations.iter().enumerate() {
        let field = format!("interpretations.{place}.acts");
        let cited = |act: &String| rulebook::cited(tx.db, tx.now, field.clone(), act, "III.3.1");
        let acts = reading.acts.iter().map(cited).collect::<Result<Vec<Act>, Error>>()?;
        rulebook::add_interpretation(tx, &facts.case.number, &acts, reading.text.trim())?;
    }
    Ok(())
}

/// Says publicly what the Court decided; an earlier judgment of the case is undone by a later one.
fn declare(tx: &mut Tx, facts: &Facts, disposition: &Disposition, effect: &Message) -> Result<(), Error> {
    let case = &facts.case;
    let subject = |stage: Stage| format!("judgment:{}:{stage}", case.number);
    if facts.last_judgment().is_some() {
        let by = say!("Case {case}, en banc", case = &case.number);
        declarations::store::set_undone(tx, &subject(Stage::Panel), Some(&by))?;
    }
    let act = if disposition.outcome == Outcome::Answer { "III.3.1" } else { "III.3.8" };
    let new = NewDeclaration {
        exercise: Exercise::Judgment,
        by: None,
        person: case.concerns.or(Some(case.petitioner)),
        act: Act::new(act),
        reason: say!("Case {case}: {title}", case = &case.number, title = &case.title),
        effect: effect.clone(),
        subject: subject(case.stage()),
    };
    declarations::store::publish(tx, &new)?;
    Ok(())
}
