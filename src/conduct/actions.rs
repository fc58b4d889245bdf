//! Actions: bans by staff, monitors and clock orders, and the Court's judgment on a monitor.

use chrono::NaiveDate;
use rookery_messages::{Message, say};
use serde::Deserialize;
use serde_json::json;

use super::declarations::{self, Exercise, NewDeclaration};
use super::rules::{self, Parties};
use super::{Ban, BanId, ClockOrder, ClockOrderId, Monitor, MonitorId, store};
use crate::action::{Action, By, Deed, Record};
use crate::audit::Word;
use crate::db::Tx;
use crate::error::{Act, Error, Refusal};
use crate::id::PersonId;
use crate::members;
use crate::rulebook;

// By staff (Act III.6); a moderator's ban is a sanction of a decision.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewBan)]
pub struct PlaceBan {
    #[schema(value_type = i64)]
    pub person: PersonId,
    /// 16 to 500 characters; told to the member, and public.
    pub reason: String,
    /// The last day; for ever, if not said.
    pub until: Option<NaiveDate>,
}

impl Action for PlaceBan {
    type Done = Ban;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Ban>, Error> {
        let parties = parties(tx, by, self.person)?;
        let now = tx.now;
        let running = store::ban_at(tx.db, self.person, now)?;
        let zone = rulebook::in_force(tx.db, now)?.time_zone;
        let decided = rules::staff_ban(&parties, running.as_ref(), &self.reason, self.until, zone, now)?;
        let ban = store::add_ban(tx, self.person, Some(parties.actor), &decided)?;
        let effect = match self.until {
            Some(day) => say!("Banned through {day}.", day),
            None => say!("Banned for ever."),
        };
        let subject = format!("ban:{}", ban.id);
        declare(tx, by, Exercise::Ban, (&subject, self.person), "III.6", &Message::verbatim(&decided.reason), effect)?;
        Ok(Record::of(Word::BanPlaced, subject, json!(ban)).done(ban))
    }
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Lifting {
    /// 16 to 500 characters.
    pub reason: String,
}

/// Lifts a ban that staff placed.
pub struct LiftBan(pub BanId, pub Lifting);

impl Action for LiftBan {
    type Done = Ban;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Ban>, Error> {
        let LiftBan(id, Lifting { reason }) = self;
        let ban = store::ban(tx.db, *id)?.ok_or_else(|| crate::not_found!("ban"))?;
        let reason = rules::lift_ban(by.somebody()?.roles, &ban, reason, tx.now)?;
        let reason = Message::verbatim(reason);
        let ban = store::lift_ban(tx, *id, &reason)?;
        let subject = format!("ban:{id}");
        // Why stands in the lifting's own declaration.
        declarations::store::set_undone(tx, &subject, Some(&say!("Lifting of the ban")))?;
        declare(tx, by, Exercise::BanLifted, (&subject, ban.person), "III.6", &reason, say!("The ban ends."))?;
        Ok(Record::of(Word::BanLifted, subject, json!(ban)).done(ban))
    }
}

// The member's games wait for a moderator's approval (Act II.10).
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewMonitor)]
pub struct PlaceMonitor {
    #[schema(value_type = i64)]
    pub person: PersonId,
    /// 16 to 500 characters: what is suspected, and on what grounds.
    pub suspicion: String,
}

impl Action for PlaceMonitor {
    type Done = Monitor;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Monitor>, Error> {
        let parties = parties(tx, by, self.person)?;
        let running = store::monitored_at(tx.db, self.person, tx.now)?;
        let suspicion = rules::monitor(&parties, running.as_ref(), &self.suspicion)?;
        let monitor = store::add_monitor(tx, self.person, parties.actor, &suspicion)?;
        let (subject, effect) = (store::subject(monitor.id), say!("Games wait for a moderator's approval."));
        declare(tx, by, Exercise::Monitor, (&subject, self.person), "II.10", &Message::verbatim(suspicion), effect)?;
        Ok(Record::of(Word::MonitorPlaced, subject, json!(monitor)).done(monitor))
    }
}

/// Lifts a monitor; any moderator may (Act II.10.2).
pub struct LiftMonitor(pub MonitorId, pub Lifting);

impl Action for LiftMonitor {
    type Done = Monitor;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Monitor>, Error> {
        let LiftMonitor(id, Lifting { reason }) = self;
        let monitor = store::monitor(tx.db, *id)?.ok_or_else(|| crate::not_found!("monitor"))?;
        let parties = parties(tx, by, monitor.person)?;
        let reason = Message::verbatim(rules::lift_monitor(&parties, &monitor, reason, tx.now)?);
        let monitor = store::lift_monitor(tx, *id, parties.actor, &reason)?;
        let (subject, effect) = (store::subject(*id), say!("Games count without approval again."));
        declarations::store::set_undone(tx, &subject, Some(&say!("Lifting of the monitor")))?;
        declare(tx, by, Exercise::MonitorLifted, (&subject, monitor.person), "II.10.2", &reason, effect)?;
        Ok(Record::of(Word::MonitorLifted, subject, json!(monitor)).done(monitor))
    }
}

/// Lifts a monitor by the Court's word (Act II.10). Does nothing if it is lifted already.
pub struct LiftByCourt<'a> {
    pub monitor: MonitorId,
    pub citation: &'a Message,
}

impl Action for LiftByCourt<'_> {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, _: &By) -> Result<Deed<()>, Error> {
        let Some(lifted) = store::lift_by_court(tx, self.monitor, self.citation)? else {
            return Ok(Deed::of_its_parts(()));
        };
        let subject = store::subject(self.monitor);
        declarations::store::set_undone(tx, &subject, Some(self.citation))?;
        Ok(Record::of(Word::MonitorLifted, subject, json!(lifted)).done(()))
    }
}

/// Restores a monitor that the Court had lifted, if none was placed since. It is a new row, so that history is not
/// rewritten, with its own declaration, which lifting that row will find.
pub struct PlaceAgain<'a> {
    pub monitor: MonitorId,
    pub citation: &'a Message,
}

impl Action for PlaceAgain<'_> {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let now = tx.now;
        let lifted = store::lifted_by_court(tx.db, self.monitor, self.citation)?;
        let Some(lifted) = lifted else { return Ok(Deed::of_its_parts(())) };
        if store::monitored_at(tx.db, lifted.person, now)?.is_some() {
            return Ok(Deed::of_its_parts(()));
        }
        let again = store::add_monitor(tx, lifted.person, lifted.placed_by, &lifted.suspicion)?;
        let subject = store::subject(again.id);
        let reason = say!("{case}: {text}", case = self.citation, text = &again.suspicion);
        let effect = say!("Games wait for a moderator's approval again.");
        declare(tx, by, Exercise::Monitor, (&subject, again.person), "II.10", &reason, effect)?;
        Ok(Record::of(Word::MonitorPlaced, subject, json!(again)).done(()))
    }
}

// The member plays every game with a clock (Act II.11).
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewClockOrder)]
pub struct OrderClock {
    #[schema(value_type = i64)]
    pub person: PersonId,
    /// 16 to 500 characters.
    pub reason: String,
}

impl Action for OrderClock {
    type Done = ClockOrder;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<ClockOrder>, Error> {
        let parties = parties(tx, by, self.person)?;
        let is_running = store::clock_order_at(tx.db, self.person, tx.now)?.is_some();
        let reason = rules::clock_order(&parties, is_running, &self.reason)?;
        let order = store::add_clock_order(tx, self.person, parties.actor, &reason)?;
        let (subject, effect) = (format!("clock_order:{}", order.id), say!("Plays every game with a clock."));
        declare(tx, by, Exercise::ClockOrder, (&subject, self.person), "II.11", &Message::verbatim(reason), effect)?;
        Ok(Record::of(Word::ClockOrderPlaced, subject, json!(order)).done(order))
    }
}

/// Lifts a clock order (Act II.11.3).
pub struct LiftClockOrder(pub ClockOrderId, pub Lifting);

impl Action for LiftClockOrder {
    type Done = ClockOrder;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<ClockOrder>, Error> {
        let LiftClockOrder(id, Lifting { reason }) = self;
        let order = store::clock_order(tx.db, *id)?.ok_or_else(|| crate::not_found!("clock order"))?;
        if !order.runs_at(tx.now) {
            let refusal = Refusal::conflict(say!("Lifted already"), say!("This order is not in force."));
            return Err(refusal.act("II.11.3").into());
        }
        let reason = rules::reason("reason", reason, "II.11.3")?;
        let order = store::lift_clock_order(tx, *id, &reason)?;
        let (subject, effect) = (format!("clock_order:{id}"), say!("May play without a clock again."));
        declarations::store::set_undone(tx, &subject, Some(&say!("Lifting of the clock order")))?;
        declare(
            tx,
            by,
            Exercise::ClockOrderLifted,
            (&subject, order.person),
            "II.11.3",
            &Message::verbatim(reason),
            effect,
        )?;
        Ok(Record::of(Word::ClockOrderLifted, subject, json!(order)).done(order))
    }
}

fn parties(tx: &mut Tx, by: &By, person: PersonId) -> Result<Parties, Error> {
    let by = by.somebody()?;
    members::store::known(tx.db, person)?;
    let is_member = members::store::membership_at(tx.db, person, tx.now)?.is_some();
    Ok(Parties { actor: by.person, roles: by.roles, person, is_member })
}

/// Declares what was done to a person, to the member, the club and the public (Act III.2.4).
fn declare(
    tx: &mut Tx,
    by: &By,
    exercise: Exercise,
    (subject, person): (&str, PersonId),
    act: &'static str,
    reason: &Message,
    effect: Message,
) -> Result<(), Error> {
    let declaration = NewDeclaration {
        exercise,
        by: by.person(),
        person: Some(person),
        act: Act::new(act),
        reason: reason.clone(),
        effect,
        subject: subject.to_owned(),
    };
    declarations::store::publish(tx, &declaration).map(drop)
}
