//! Actions: recording offences; making, declaring, undoing and restoring decisions; serving penalties.

mod effects;

use chrono::{DateTime, NaiveDateTime, Utc};
use rookery_messages::{Message, Value, say};
use serde::Deserialize;
use serde_json::json;

use super::rules::{self, Decider};
use super::store::{self, subject};
use super::{BanTerm, Decision, DecisionId, Finding, OffenceId, Sanction, SanctionId, State};
use crate::action::{Action, By, Deed, Record, perform};
use crate::audit::Word;
use crate::conduct::BanId;
use crate::conduct::declarations::{self, Exercise, case_of};
use crate::conduct::reports::actions::{CloseReport, Closing};
use crate::conduct::reports::{self, ReportId};
use crate::db::{Db, Tx};
use crate::error::{Act, Error, Refusal};
use crate::fields;
use crate::games;
use crate::http::instant;
use crate::id::{GameId, PersonId};
use crate::members;
use crate::notify::text;
use crate::ratings;
use crate::ratings::store::Cause;
use crate::rulebook;
use crate::sessions::calendar::deadline;

/// An offence that is not on record yet.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OffenceRequest {
    #[schema(value_type = i64)]
    pub accused: PersonId,
    /// The Act it breaks: `I.2`, `II.4.1`, …
    pub act: String,
    /// What happened, 16 to 2000 characters.
    pub what: String,
    pub happened_at: DateTime<Utc>,
    /// The games concerned, at most 50.
    #[serde(default)]
    #[schema(value_type = Vec<i64>)]
    pub games: Vec<GameId>,
    /// An offence like it was answered already, and this is another one.
    #[serde(default)]
    pub insist: bool,
}

/// A decision: on an offence on record (`offence_id`), or on a new one (`offence`).
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DecisionRequest)]
pub struct Decide {
    #[schema(value_type = Option<i64>)]
    pub offence_id: Option<OffenceId>,
    pub offence: Option<OffenceRequest>,
    /// 16 to 2000 characters: what is declared. With a ban 500 at most (Act II.9.1).
    pub reasons: String,
    /// Needed for a ban, a halving or a reset (Act III.2.3).
    pub finding: Option<Finding>,
    /// 1 to 10.
    pub sanctions: Vec<Sanction>,
    /// Open reports of this offence, which the decision answers.
    #[serde(default)]
    #[schema(value_type = Vec<i64>)]
    pub reports: Vec<ReportId>,
}

impl Action for Decide {
    type Done = DecisionId;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<DecisionId>, Error> {
        if !by.somebody()?.roles.may_moderate() {
            return Err(Refusal::forbidden(say!("Decisions are for moderators and justices."), "III.2").into());
        }
        if self.offence_id.is_some() == self.offence.is_some() {
            let detail = say!("A decision answers one offence: send either offence_id or offence.");
            return Err(Refusal::field("offence", detail).act("III.2.2").into());
        }
        let (now, mut wrong) = (tx.now, Vec::new());
        let new = self.offence.as_ref().map(WrittenOffence::of);
        let new = new.map(|new| new.recorded(tx.db, now, &mut wrong)).transpose()?.flatten();
        let (reasons, finding) = (self.reasons.as_str(), self.finding.as_ref());
        let sanctions = WrittenSanctions { count: self.sanctions.len(), read: &self.sanctions };
        wrong.extend(faults(tx.db, now, reasons, finding, sanctions)?);
        Refusal::together(wrong)?;
        let offence = match (self.offence_id, new) {
            (Some(id), _) => id,
            (None, Some(new)) => {
                is_another(tx, &new, self.offence.as_ref().is_some_and(|new| new.insist))?;
                perform(tx, by, &new)?
            }
            (None, None) => return Err(Error::internal("an offence was neither taken nor refused")),
        };
        let new = NewDecision {
            offence,
            reasons: self.reasons.clone(),
            finding: self.finding.clone(),
            sanctions: self.sanctions.clone(),
        };
        let id = perform(tx, by, &DecideAbout(&new))?;
        let accused = store::decision(tx.db, id)?.offence.accused;
        for report in &self.reports {
            if reports::store::report(tx.db, *report)?.accused != accused {
                let detail = say!("Report {report} is about somebody else.", report = Value::text(report));
                return Err(Refusal::field("reports", detail).act("III.2.2").into());
            }
            perform(tx, by, &CloseReport(*report, Closing::TakenUp(id)))?;
        }
        Ok(Deed::of_its_parts(id))
    }
}

/// The fields of an offence; of a form, those that could be read.
pub struct WrittenOffence<'a> {
    pub accused: PersonId,
    pub act: &'a str,
    pub what: &'a str,
    pub happened_at: Option<DateTime<Utc>>,
    pub games: &'a [GameId],
}

impl WrittenOffence<'_> {
    fn of(asked: &OffenceRequest) -> WrittenOffence<'_> {
        let OffenceRequest { accused, act, what, happened_at, games, .. } = asked;
        WrittenOffence { accused: *accused, act, what, happened_at: Some(*happened_at), games }
    }

    /// The offence, where its fields are right; all that is wrong with them is added.
    pub fn recorded(
        &self,
        db: &mut Db,
        now: NaiveDateTime,
        wrong: &mut Vec<Refusal>,
    ) -> Result<Option<RecordOffence>, Error> {
        members::store::known(db, self.accused)?;
        if members::store::membership_at(db, self.accused, now)?.is_none() {
            wrong.push(Refusal::field("offence.accused", say!("This person is not on the leaderboard.")).act("0.9"));
        }
        let what = fields::text("offence.what", self.what, 16, 2000).map_err(|refusal| refusal.act("III.2.2"));
        let future = || Refusal::field("offence.happened_at", say!("This lies in the future.")).act("III.2.2");
        let kept = |at| instant::kept("offence.happened_at", at);
        let past = |at| if at > now { Err(future()) } else { Ok(at) };
        let happened_at = self.happened_at.map(|at| kept(at).and_then(past)).transpose();
        // An Act is looked up in the Terms of that day, or of today where the day is wrong.
        let at = happened_at.as_ref().ok().copied().flatten().unwrap_or(now);
        let act = match rulebook::cited(db, at, "offence.act", self.act, "III.2.2") {
            Err(Error::Refused(refusal)) => Err(*refusal),
            cited => Ok(cited?),
        };
        let mut games = self.games.to_vec();
        games.sort_unstable();
        games.dedup();
        if games.len() > 50 {
            wrong.push(Refusal::field("offence.games", say!("An offence concerns at most 50 games.")).act("III.2.2"));
        }
        match (act, what, happened_at) {
            (Ok(act), Ok(what), Ok(happened_at)) => Ok(happened_at.map(|happened_at| RecordOffence {
                accused: self.accused,
                act,
                what,
                happened_at,
                games,
            })),
            (act, what, at) => {
                wrong.extend(act.err().into_iter().chain(what.err()).chain(at.err()));
                Ok(None)
            }
        }
    }
}

/// How many sanctions are asked for, and those of them that could be read.
#[derive(Clone, Copy)]
pub struct WrittenSanctions<'a> {
    pub count: usize,
    pub read: &'a [Sanction],
}

/// All that is wrong with the words and the sanctions of a decision.
pub fn faults(
    db: &mut Db,
    now: NaiveDateTime,
    reasons: &str,
    finding: Option<&Finding>,
    WrittenSanctions { count, read }: WrittenSanctions,
) -> Result<Vec<Refusal>, Error> {
    let zone = rulebook::in_force(db, now)?.time_zone;
    let mut wrong = rules::faults(reasons, finding, count, read);
    wrong.extend(rules::wrong_days(read, zone, now));
    Ok(wrong)
}

/// Refuses an offence like one that was decided already, unless the moderator insists.
fn is_another(tx: &mut Tx, new: &RecordOffence, insist: bool) -> Result<(), Error> {
    for game in &new.games {
        games::store::row(tx.db, *game)?;
    }
    let known = store::known_offences(tx.db, new.accused)?;
    let zone = rulebook::in_force(tx.db, tx.now)?.time_zone;
    match rules::same_offence(&known, &new.act.0, new.happened_at, &new.games, zone) {
        Some(same) if !insist => {
            let detail = say!(
                "Offence {offence} looks like this one and was decided. If this is another one, say so.",
                offence = Value::text(same.id),
            );
            Err(Refusal::conflict(say!("Decided already"), detail)
                .act("III.2.2")
                .with("offence", same.id)
                .with("insist", insist)
                .into())
        }
        _ => Ok(()),
    }
}

/// Puts an offence on record; what is decided about it is another action.
#[derive(Clone, Debug)]
pub struct RecordOffence {
    pub accused: PersonId,
    pub act: Act,
    pub what: String,
    pub happened_at: NaiveDateTime,
    pub games: Vec<GameId>,
}

impl Action for RecordOffence {
    type Done = OffenceId;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<OffenceId>, Error> {
        let RecordOffence { accused, act, what, happened_at, games } = self;
        let id = store::add_offence(tx, by.person(), self)?;
        let body = json!({ "accused": accused, "act": act, "what": what, "happened_at": happened_at, "games": games });
        Ok(Record::of(Word::OffenceRecorded, format!("offence:{id}"), body).done(id))
    }
}

/// A decision to be made.
#[derive(Clone, Debug)]
pub struct NewDecision {
    pub offence: OffenceId,
    /// 16 to 2000 characters, with a ban 500 at most (Act II.9.1).
    pub reasons: String,
    pub finding: Option<Finding>,
    pub sanctions: Vec<Sanction>,
}

/// A moderator's decision; in force at once (T27), void if it is not declared in time (Act III.2.4). It
/// replaces a remanded decision, which only the moderator who made it makes again (Act III.3.8).
pub struct DecideAbout<'a>(pub &'a NewDecision);

impl Action for DecideAbout<'_> {
    type Done = DecisionId;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<DecisionId>, Error> {
        let id = perform(tx, by, &Make { new: self.0, citation: None })?;
        for old in store::remanded(tx.db, self.0.offence)? {
            let cause = Cause::correction(say!("Decision {decision}, made anew", decision = id.0), "III.3.8");
            change_state(tx, old, State::Replaced, &cause)?;
            store::set_replaces(tx, id, Some(old))?;
        }
        Ok(Deed::of_its_parts(id))
    }
}

/// The Court's own decision in a case, in place of another (which must stand no longer) or of none.
/// It needs no declaration (T29) and is public at once.
pub struct DecideInCourt<'a> {
    pub new: &'a NewDecision,
    pub replaces: Option<DecisionId>,
    pub citation: &'a Message,
}

impl Action for DecideInCourt<'_> {
    type Done = DecisionId;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<DecisionId>, Error> {
        let id = perform(tx, by, &Make { new: self.new, citation: Some(self.citation) })?;
        store::set_replaces(tx, id, self.replaces)?;
        store::publish(tx, id, Exercise::Judgment)?;
        Ok(Deed::of_its_parts(id))
    }
}

/// Makes a decision, with all that its sanctions do; in a case that is cited, the Court's.
struct Make<'a> {
    new: &'a NewDecision,
    citation: Option<&'a Message>,
}

impl Action for Make<'_> {
    type Done = DecisionId;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<DecisionId>, Error> {
        let (Make { new, citation }, now) = (self, tx.now);
        let (offence, facts) = store::facts(tx, new)?;
        let reasons = new.reasons.trim();
        let decider = match by {
            By::Somebody(by) => Decider::Moderator { person: by.person, roles: by.roles },
            By::Service(_) => Decider::Court,
        };
        let resolved = rules::decide(decider, &facts, reasons, new.finding.as_ref(), &new.sanctions, now)?;
        let due = || deadline(now.and_utc(), facts.declaration_days, facts.zone).naive_utc();
        let due_at = by.person().map(|_| due());
        let before = ratings::store::score(tx.db, offence.accused)?;
        let id = store::add_decision(tx, by.person(), (new, &resolved), due_at, *citation)?;
        let text = citation.cloned().unwrap_or_else(|| say!("Decision {decision}", decision = id.0));
        // Each sanction moves the ledger by its own Act.
        effects::settle(tx, id, &|kind| Cause::new(text.clone(), kind.act()))?;
        let logged = json!({
            "decision": id, "offence": new.offence, "what": offence.what, "act": offence.act, "reasons": reasons,
            "finding": new.finding, "sanctions": new.sanctions, "declaration_due_at": due_at, "case": citation,
        });
        let mut told = logged.clone();
        told["effect"] = json!(store::effect(tx, id)?);
        told["case"] = json!(citation.and_then(case_of));
        text::set_points(&mut told, before, ratings::store::score(tx.db, offence.accused)?);
        let record = Record::of(Word::DecisionMade, subject(id), logged);
        Ok(record.tell_what(Some(offence.accused), told).done(id))
    }
}

/// The one way to undo a decision and to bring it back: all of its effects are in force exactly if its state is
/// `standing`. Points, games, bans and time penalties follow in this transaction; the ledger, the declaration and the
/// accused are told the cause.
pub struct ChangeState<'a> {
    pub decision: DecisionId,
    pub to: State,
    pub cause: &'a Cause,
}

impl Action for ChangeState<'_> {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, _: &By) -> Result<Deed<()>, Error> {
        let ChangeState { decision: id, to, cause } = *self;
        let before = store::decision(tx.db, id)?;
        if before.state == to {
            return Ok(Deed::of_its_parts(()));
        }
        rules::may_become(before.state, to)?;
        if to == State::Standing {
            nothing_else_stands(tx, &before)?;
        }
        let accused = before.offence.accused;
        let score = ratings::store::score(tx.db, accused)?;
        store::set_state(tx, id, to, &cause.text)?;
        effects::settle(tx, id, &|_| Cause { correction: true, ..cause.clone() })?;
        let undone_by = (to != State::Standing).then_some(&cause.text);
        declarations::store::set_undone(tx, &subject(id), undone_by)?;
        let mut logged =
            json!({ "decision": id, "before": before.state, "after": to, "cause": cause.text, "acts": cause.acts });
        let mut told = logged.clone();
        told["case"] = json!(case_of(&cause.text));
        let mut of_oneself = told.clone();
        text::set_points(&mut of_oneself, score, ratings::store::score(tx.db, accused)?);
        if let Some(due_at) = declared_anew(tx, &before, to)? {
            logged["declaration_due_at"] = json!(due_at);
        }
        let record = Record::of(Word::DecisionChanged, subject(id), logged).tell_what(Some(accused), of_oneself);
        let record = if before.decider.is_some() { record.tell_what(before.decider, told) } else { record };
        Ok(record.done(()))
    }
}

/// A decision could not be declared while it was undone: where it comes back undeclared, its days begin again (Act III.2.4).
fn declared_anew(tx: &mut Tx, before: &Decision, to: State) -> Result<Option<NaiveDateTime>, Error> {
    let waits = before.declaration_due_at.is_some() && before.declared_at.is_none();
    if !waits || before.state.is_to_be_declared() || !to.is_to_be_declared() {
        return Ok(None);
    }
    let house = rulebook::in_force(tx.db, tx.now)?;
    let due_at = deadline(tx.now.and_utc(), house.declaration_days, house.time_zone).naive_utc();
    store::set_declaration_due(tx, before.id, due_at)?;
    Ok(Some(due_at))
}

/// [`ChangeState`] without an officer: by the Act that its cause names.
pub fn change_state(tx: &mut Tx, decision: DecisionId, to: State, cause: &Cause) -> Result<(), Error> {
    perform(tx, &rests_on(cause)?, &ChangeState { decision, to, cause })
}

fn rests_on(cause: &Cause) -> Result<By, Error> {
    let act = cause.acts.first().ok_or_else(|| Error::internal(format!("{} rests on no Act", cause.text)))?;
    Ok(By::service(act.clone()))
}

/// At most one decision stands on an offence (Act III.2.2).
fn nothing_else_stands(tx: &mut Tx, decision: &Decision) -> Result<(), Error> {
    match store::standing_on(tx.db, decision.offence.id)? {
        Some(other) => {
            let detail =
                say!("Decision {decision} stands on this offence. It has to go first.", decision = Value::text(other),);
            Err(Refusal::conflict(say!("Decided already"), detail).act("III.2.2").with("decision", other).into())
        }
        None => Ok(()),
    }
}

/// The decider declares a decision: it is public from now on (Act III.2.4, T28).
#[derive(Clone, Copy)]
pub struct Declare(pub DecisionId);

impl Action for Declare {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let (Declare(id), by, now) = (*self, by.somebody()?, tx.now);
        let found = store::seen(tx.db, by.person, by.roles, id, now)?;
        rules::declare(by.person, found.decider, found.state, found.declared_at, found.declaration_due_at, now)?;
        store::set_declared(tx, id)?;
        store::publish(tx, id, Exercise::Decision)?;
        Ok(Record::of(Word::DecisionDeclared, subject(id), json!({})).done(()))
    }
}

/// Marks a time penalty as served; in which game, once that is registered.
#[derive(Clone, Copy)]
pub struct Serve(pub SanctionId, pub Option<GameId>);

impl Action for Serve {
    /// The decision that the penalty is of.
    type Done = DecisionId;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<DecisionId>, Error> {
        let (Serve(id, game), by) = (*self, by.somebody()?);
        let (decision, sanction) = store::sanction(tx.db, id)?;
        let played = game.map(|game| games::store::row(tx.db, game)).transpose()?.map(|row| row.game());
        let in_force = decision.state == State::Standing && sanction.minutes.is_some();
        let (accused, served) = (decision.offence.accused, sanction.served_at.is_some());
        rules::serve(by.person, by.roles, accused, in_force, served, played.as_ref())?;
        store::serve(tx, id, by.person, game)?;
        let body = json!({ "minutes": sanction.minutes, "game": game, "person": accused });
        Ok(Record::of(Word::TimePenaltyServed, format!("sanction:{id}"), body).done(decision.id))
    }
}

/// Shortens, lengthens or lifts the ban of a decision, or brings it back (Acts II.9.3, II.9.4, T40); for the Court.
/// Gives the term it had, by which this can be undone.
pub struct SetBanTerm<'a> {
    pub ban: BanId,
    pub term: BanTerm,
    pub cause: &'a Cause,
}

impl Action for SetBanTerm<'_> {
    type Done = BanTerm;

    fn carry_out(&self, tx: &mut Tx, _: &By) -> Result<Deed<BanTerm>, Error> {
        let SetBanTerm { ban, term, cause } = *self;
        let before = store::ban_term(tx, ban)?;
        let (decision, until) = effects::set_ban_term(tx, ban, term, cause)?;
        let word = &json!(term)["term"];
        let logged = json!({
            "decision": decision.id, "ban": ban, "before": before, "after": term, "term": word, "until": until,
            "cause": cause.text, "acts": cause.acts,
        });
        let mut told = logged.clone();
        told["case"] = json!(case_of(&cause.text));
        let record = Record::of(Word::BanTermSet, subject(decision.id), logged);
        Ok(record.tell_what(Some(decision.offence.accused), told).done(before))
    }
}

/// [`SetBanTerm`] by the Court, by the Act that its cause rests on.
pub fn set_ban_end(tx: &mut Tx, ban: BanId, term: BanTerm, cause: &Cause) -> Result<BanTerm, Error> {
    perform(tx, &rests_on(cause)?, &SetBanTerm { ban, term, cause })
}
