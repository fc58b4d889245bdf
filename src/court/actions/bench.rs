//! Leave, panels, the hearing's opening, en banc and withdrawal.

use rookery_messages::{Message, say};
use serde::Deserialize;
use serde_json::json;

use super::super::rules::bench::{self as rules, Seat};
use super::super::rules::{Course, Step};
use super::super::store::{self, Facts, bench, docket};
use super::super::{Stage, State};
use super::Numbered;
use crate::action::{Action, By, Deed};
use crate::audit;
use crate::db::Tx;
use crate::error::Error;
use crate::fields;
use crate::id::PersonId;
use crate::members;
use crate::rulebook;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Word {
    pub granted: bool,
    /// Needed to refuse, 16 to 2000 characters.
    #[serde(default)]
    pub reason: String,
}

impl Word {
    /// A refusal says why; returns the reason, trimmed.
    fn reason(&self, act: &'static str) -> Result<String, Error> {
        Ok(fields::reason("reason", &self.reason, if self.granted { 0 } else { 16 }, 2000, act)?)
    }
}

/// The word of the Chief Justice or of a justice on hearing a case (Act III.3.6, T32).
pub struct SayOnLeave(pub String, pub Word);

impl Action for SayOnLeave {
    type Done = Numbered;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Numbered>, Error> {
        let (SayOnLeave(number, word), me) = (self, by.somebody()?);
        let step = if word.granted { Step::GrantLeave } else { Step::RefuseLeave };
        let (facts, _) = store::enter(tx, number, me, step)?;
        let (case, reason) = (&facts.case, word.reason("III.3.6")?);
        let said = bench::said_on_leave(tx.db, case.id)?;
        rules::says_once(me.person, &said)?;
        let house = rulebook::in_force(tx.db, tx.now)?;
        let alone = me.roles.chief_justice && case.state == State::Filed;
        let granting = facts.granting(&said) + 1;
        let leave_is_enough = rules::is_settled(word.granted, alone, granting, house.leave_justices);
        bench::say_on_leave(tx, case.id, me.person, word.granted, &reason)?;
        let next = store::advance(tx, case, step, &Course { leave_is_enough, ..facts.course() })?;
        let body = json!({ "granted": word.granted, "reason": reason });
        if next == case.state {
            return Ok(facts.told(by, audit::Word::CaseLeaveSupported, body).done(facts.stands(next)));
        }
        if !word.granted {
            docket::notice(tx, case, by.person(), say!("Leave to appeal is refused"), Message::verbatim(&reason))?;
            return Ok(facts.proclaimed(tx, by, audit::Word::CaseRefused, body)?.done(facts.stands(next)));
        }
        bench::ask_for_answer(tx, case)?;
        docket::notice(tx, case, by.person(), say!("Leave to appeal is granted"), Message::verbatim(&reason))?;
        if next == State::EnBancHearing {
            seat_everybody(tx, &facts)?;
        }
        let facts = store::facts(tx.db, number)?;
        Ok(facts.proclaimed(tx, by, audit::Word::CaseGranted, body)?.done(facts.stands(next)))
    }
}

/// En banc every justice sits, and conflicts do not apply (Act III.3.5.3).
fn seat_everybody(tx: &mut Tx, facts: &Facts) -> Result<(), Error> {
    let everybody: Vec<Seat> =
        facts.justices.iter().map(|person| Seat { person: *person, waived: Vec::new() }).collect();
    bench::seat(tx, &facts.case, Stage::EnBanc, &everybody)?;
    bench::set_round(tx, &facts.case, 1)?;
    docket::notice(
        tx,
        &facts.case,
        None,
        say!("The whole Court hears the case"),
        say!("Every justice sits (Act {act}).", act = "III.3.5.3"),
    )?;
    Ok(())
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Panel {
    /// As many as the house rules say; the first presides unless the Chief Justice sits.
    #[schema(value_type = Vec<i64>)]
    pub justices: Vec<PersonId>,
}

/// The Chief Justice picks the panel, or another one before anybody votes; later, who fills an empty
/// seat (Act III.3.7).
pub struct Empanel(pub String, pub Panel);

impl Action for Empanel {
    type Done = Numbered;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Numbered>, Error> {
        let Empanel(number, Panel { justices: chosen }) = self;
        let me = by.somebody()?;
        let (facts, _) = store::enter(tx, number, me, Step::Empanel)?;
        let (case, candidates, sitting) = (&facts.case, facts.candidates(), facts.panel());
        let size = usize::try_from(rulebook::in_force(tx.db, tx.now)?.panel_justices).unwrap_or(usize::MAX);
        let panel = rules::empanel(&candidates, chosen, size, &members::store::naming(tx.db, chosen)?)?;
        rules::differs(&sitting, &panel)?;
        if facts.panel_has_voted {
            rules::refill(&sitting, &candidates, chosen)?;
            // Another bench votes again, in the next round; what was cast before binds the panel still.
            bench::set_round(tx, case, case.round + 1)?;
        }
        bench::seat(tx, case, Stage::Panel, &panel)?;
        let next = store::advance(tx, case, Step::Empanel, &facts.course())?;
        let waived = panel.iter().filter(|seat| !seat.waived.is_empty()).count();
        let text = match waived {
            0 => say!("No conflict stands against it."),
            count => say!("Conflicts waived for want of free justices: {count} (Act {act}).", count, act = "III.3.5.1"),
        };
        docket::notice_of_bench(tx, case, me.person, say!("The panel is picked"), text, &panel)?;
        let facts = store::facts(tx.db, number)?;
        Ok(facts.proclaimed(tx, by, audit::Word::CaseEmpanelled, json!({ "panel": panel }))?.done(facts.stands(next)))
    }
}

/// The presiding justice opens the hearing.
pub struct OpenHearing(pub String);

impl Action for OpenHearing {
    type Done = Numbered;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Numbered>, Error> {
        let (facts, _) = store::enter(tx, &self.0, by.somebody()?, Step::OpenHearing)?;
        let next = store::advance(tx, &facts.case, Step::OpenHearing, &facts.course())?;
        docket::notice(tx, &facts.case, by.person(), say!("The hearing is open"), say!("Hearing opened."))?;
        Ok(facts.told(by, audit::Word::CaseHearingOpened, json!({})).done(facts.stands(next)))
    }
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = WithdrawalReason)]
pub struct Reason {
    #[serde(default)]
    pub reason: String,
}

/// The petitioner takes the petition back, before any verdict.
pub struct Withdraw(pub String, pub Reason);

impl Action for Withdraw {
    type Done = Numbered;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Numbered>, Error> {
        let (facts, _) = store::enter(tx, &self.0, by.somebody()?, Step::Withdraw)?;
        let reason = fields::reason("reason", &self.1.reason, 0, 2000, "III.3")?;
        let next = store::advance(tx, &facts.case, Step::Withdraw, &facts.course())?;
        docket::notice(tx, &facts.case, by.person(), say!("The petition is withdrawn"), Message::verbatim(&reason))?;
        Ok(facts.told(by, audit::Word::CaseWithdrawn, json!({ "reason": reason })).done(facts.stands(next)))
    }
}

/// A party or the decider asks the whole Court to hear the case (Act III.3.9, T38).
pub struct AskEnBanc(pub String, pub Reason);

impl Action for AskEnBanc {
    type Done = Numbered;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Numbered>, Error> {
        let (facts, _) = store::enter(tx, &self.0, by.somebody()?, Step::RequestEnBanc)?;
        let reason = fields::reason("reason", &self.1.reason, 16, 4000, "III.3.9")?;
        rules::comes_alone(bench::other_open_case(tx.db, &facts.case)?)?;
        let next = store::advance(tx, &facts.case, Step::RequestEnBanc, &facts.course())?;
        docket::notice(
            tx,
            &facts.case,
            by.person(),
            say!("A hearing en banc is asked for"),
            Message::verbatim(&reason),
        )?;
        Ok(facts.told(by, audit::Word::CaseEnBancRequested, json!({ "reason": reason })).done(facts.stands(next)))
    }
}

/// The Chief Justice accepts or declines that the whole Court hears the case (Act III.3.9.1).
pub struct DecideEnBanc(pub String, pub Word);

impl Action for DecideEnBanc {
    type Done = Numbered;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Numbered>, Error> {
        let DecideEnBanc(number, word) = self;
        let (step, title, told) = match word.granted {
            true => (Step::AcceptEnBanc, say!("A hearing en banc is accepted"), audit::Word::CaseEnBancAccepted),
            false => (Step::DeclineEnBanc, say!("A hearing en banc is declined"), audit::Word::CaseEnBancDeclined),
        };
        let (facts, _) = store::enter(tx, number, by.somebody()?, step)?;
        let reason = word.reason("III.3.9.1")?;
        let next = store::advance(tx, &facts.case, step, &facts.course())?;
        docket::notice(tx, &facts.case, by.person(), title, Message::verbatim(&reason))?;
        match word.granted {
            true => seat_everybody(tx, &facts)?,
            false => bench::decline_en_banc(tx, &facts.case)?,
        }
        let facts = store::facts(tx.db, number)?;
        Ok(facts.proclaimed(tx, by, told, json!({ "reason": reason }))?.done(facts.stands(next)))
    }
}
