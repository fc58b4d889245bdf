//! Bans, monitors and clock orders in the database, and which time penalties are owed.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use rookery_messages::Message;

use super::decisions::{DecisionId, SanctionKind, State};
use super::rules::NewBan;
use super::{Ban, BanId, ClockOrder, ClockOrderId, Monitor, MonitorId};
use crate::auth::Viewpoint;
use crate::db::{
    Db, Kept, Tx,
    schema::{bans, clock_orders, decisions, monitors, offences, sanctions},
};
use crate::error::Error;
use crate::id::PersonId;

/// Bans that run at an instant: as [`Ban::runs_at`].
#[diesel::dsl::auto_type(no_type_alias)]
pub fn bans_at(at: NaiveDateTime) -> _ {
    bans::table
        .filter(bans::placed_at.le(at))
        .filter(bans::ends_at.is_null().or(bans::ends_at.ge(at)))
        .filter(bans::lifted_at.is_null().or(bans::lifted_at.gt(at)))
}

/// Monitors that are in force at an instant: as [`Monitor::runs_at`].
#[diesel::dsl::auto_type(no_type_alias)]
pub fn monitors_at(at: NaiveDateTime) -> _ {
    monitors::table
        .filter(monitors::placed_at.le(at))
        .filter(monitors::lifted_at.is_null().or(monitors::lifted_at.gt(at)))
}

/// Clock orders that are in force at an instant: as [`ClockOrder::runs_at`].
#[diesel::dsl::auto_type(no_type_alias)]
pub fn clock_orders_at(at: NaiveDateTime) -> _ {
    clock_orders::table
        .filter(clock_orders::ordered_at.le(at))
        .filter(clock_orders::lifted_at.is_null().or(clock_orders::lifted_at.gt(at)))
}

/// Time penalties that are owed: of decisions that stand, and not served.
#[diesel::dsl::auto_type(no_type_alias)]
pub fn owed() -> _ {
    let kind: SanctionKind = SanctionKind::TimePenalty;
    let state: State = State::Standing;
    sanctions::table
        .inner_join(decisions::table.on(decisions::id.eq(sanctions::decision_id)))
        .inner_join(offences::table.on(offences::id.eq(decisions::offence_id)))
        .filter(sanctions::kind.eq(kind).and(sanctions::served_at.is_null()))
        .filter(decisions::state.eq(state))
}

/// The ban in force on a person at an instant; of several, the one that lasts longest.
pub fn ban_at(db: &mut Db, person: PersonId, at: NaiveDateTime) -> Result<Option<Ban>, Error> {
    let running: Vec<Ban> = bans_at(at).filter(bans::person_id.eq(person)).load(db)?;
    Ok(running.into_iter().max_by_key(|ban| ban.ends_at.unwrap_or(NaiveDateTime::MAX)))
}

/// The monitor on a person at an instant.
pub fn monitored_at(db: &mut Db, person: PersonId, at: NaiveDateTime) -> Result<Option<Monitor>, Error> {
    Ok(monitors_at(at).filter(monitors::person_id.eq(person)).order(monitors::id).first(db).optional()?)
}

/// The clock order on a person at an instant.
pub fn clock_order_at(db: &mut Db, person: PersonId, at: NaiveDateTime) -> Result<Option<ClockOrder>, Error> {
    Ok(clock_orders_at(at).filter(clock_orders::person_id.eq(person)).order(clock_orders::id).first(db).optional()?)
}

/// A ban, whatever became of it.
pub fn ban(db: &mut Db, id: BanId) -> Result<Option<Ban>, Error> {
    Ok(bans::table.find(id).first(db).optional()?)
}

/// Whether one of these people was monitored at an instant, by another monitor than this.
pub fn monitored_besides(
    db: &mut Db,
    people: &[PersonId],
    at: NaiveDateTime,
    besides: MonitorId,
) -> Result<bool, Error> {
    let others: i64 = monitors_at(at)
        .filter(monitors::id.ne(besides))
        .filter(monitors::person_id.eq_any(people.iter().map(|person| person.0).collect::<Vec<_>>()))
        .count()
        .get_result(db)?;
    Ok(others > 0)
}

/// A monitor, whatever became of it.
pub fn monitor(db: &mut Db, id: MonitorId) -> Result<Option<Monitor>, Error> {
    Ok(monitors::table.find(id).first(db).optional()?)
}

/// A clock order, whatever became of it.
pub fn clock_order(db: &mut Db, id: ClockOrderId) -> Result<Option<ClockOrder>, Error> {
    Ok(clock_orders::table.find(id).first(db).optional()?)
}

/// Bans by id, newest first, from before a cursor on; of one person, if asked.
pub fn bans(db: &mut Db, person: Option<PersonId>, before: Option<i64>, limit: i64) -> Result<Vec<Ban>, Error> {
    let mut query = bans::table.order(bans::id.desc()).limit(limit).into_boxed();
    if let Some(person) = person {
        query = query.filter(bans::person_id.eq(person));
    }
    if let Some(before) = before {
        query = query.filter(bans::id.lt(before));
    }
    Ok(query.load(db)?)
}

/// [`bans()`] for monitors.
pub fn monitors(db: &mut Db, person: Option<PersonId>, before: Option<i64>, limit: i64) -> Result<Vec<Monitor>, Error> {
    let mut query = monitors::table.order(monitors::id.desc()).limit(limit).into_boxed();
    if let Some(person) = person {
        query = query.filter(monitors::person_id.eq(person));
    }
    if let Some(before) = before {
        query = query.filter(monitors::id.lt(before));
    }
    Ok(query.load(db)?)
}

/// [`bans()`] for clock orders.
pub fn clock_orders(
    db: &mut Db,
    person: Option<PersonId>,
    before: Option<i64>,
    limit: i64,
) -> Result<Vec<ClockOrder>, Error> {
    let mut query = clock_orders::table.order(clock_orders::id.desc()).limit(limit).into_boxed();
    if let Some(person) = person {
        query = query.filter(clock_orders::person_id.eq(person));
    }
    if let Some(before) = before {
        query = query.filter(clock_orders::id.lt(before));
    }
    Ok(query.load(db)?)
}

/// Bans as somebody reads them: without the reasons of those that are not declared yet, but for whom
/// they concern and those who moderate (Act III.2.4, T28).
pub fn as_read_by(db: &mut Db, mut bans: Vec<Ban>, reader: Viewpoint) -> Result<Vec<Ban>, Error> {
    if reader.moderates() {
        return Ok(bans);
    }
    let theirs: Vec<DecisionId> = bans.iter().filter_map(|ban| ban.decision).collect();
    let undeclared: Vec<DecisionId> = decisions::table
        .filter(decisions::id.eq_any(theirs).and(decisions::declared_at.is_null()))
        .select(decisions::id)
        .load(db)?;
    for ban in &mut bans {
        let concerned = reader.is(ban.person) || ban.placed_by.is_some_and(|by| reader.is(by));
        if !concerned && ban.decision.is_some_and(|decision| undeclared.contains(&decision)) {
            ban.reason = None;
        }
    }
    Ok(bans)
}

pub fn add_ban(tx: &mut Tx, person: PersonId, by: Option<PersonId>, ban: &NewBan) -> Result<Ban, Error> {
    Ok(diesel::insert_into(bans::table)
        .values((
            bans::person_id.eq(person),
            bans::placed_by.eq(by),
            bans::staff.eq(ban.staff),
            bans::reason.eq(&ban.reason),
            bans::placed_at.eq(tx.now),
            bans::ends_at.eq(ban.ends_at),
            bans::decision_id.eq(ban.decision),
        ))
        .returning(bans::all_columns)
        .get_result(tx.db)?)
}

/// Lets a ban end at another instant, or never.
pub fn set_ban_end(tx: &mut Tx, id: BanId, ends_at: Option<NaiveDateTime>) -> Result<Ban, Error> {
    Ok(diesel::update(bans::table.find(id))
        .set(bans::ends_at.eq(ends_at))
        .returning(bans::all_columns)
        .get_result(tx.db)?)
}

/// Lifts a ban from now on.
pub fn lift_ban(tx: &mut Tx, id: BanId, reason: &Message) -> Result<Ban, Error> {
    let now = tx.now;
    Ok(diesel::update(bans::table.find(id))
        .set((bans::lifted_at.eq(now), bans::lift_reason.eq(Kept::of(reason.clone()))))
        .returning(bans::all_columns)
        .get_result(tx.db)?)
}

pub fn add_monitor(tx: &mut Tx, person: PersonId, by: PersonId, suspicion: &str) -> Result<Monitor, Error> {
    Ok(diesel::insert_into(monitors::table)
        .values((
            monitors::person_id.eq(person),
            monitors::placed_by.eq(by),
            monitors::suspicion.eq(suspicion),
            monitors::placed_at.eq(tx.now),
        ))
        .returning(monitors::all_columns)
        .get_result(tx.db)?)
}

pub fn lift_monitor(tx: &mut Tx, id: MonitorId, by: PersonId, reason: &Message) -> Result<Monitor, Error> {
    let now = tx.now;
    Ok(diesel::update(monitors::table.find(id))
        .set((
            monitors::lifted_at.eq(now),
            monitors::lifted_by.eq(by),
            monitors::lift_reason.eq(Kept::of(reason.clone())),
        ))
        .returning(monitors::all_columns)
        .get_result(tx.db)?)
}

pub fn add_clock_order(tx: &mut Tx, person: PersonId, by: PersonId, reason: &str) -> Result<ClockOrder, Error> {
    Ok(diesel::insert_into(clock_orders::table)
        .values((
            clock_orders::person_id.eq(person),
            clock_orders::ordered_by.eq(by),
            clock_orders::reason.eq(reason),
            clock_orders::ordered_at.eq(tx.now),
        ))
        .returning(clock_orders::all_columns)
        .get_result(tx.db)?)
}

pub fn lift_clock_order(tx: &mut Tx, id: ClockOrderId, reason: &str) -> Result<ClockOrder, Error> {
    let now = tx.now;
    Ok(diesel::update(clock_orders::table.find(id))
        .set((clock_orders::lifted_at.eq(now), clock_orders::lift_reason.eq(reason)))
        .returning(clock_orders::all_columns)
        .get_result(tx.db)?)
}

/// Who of some people is banned at an instant.
pub fn banned_among(db: &mut Db, people: &[PersonId], at: NaiveDateTime) -> Result<Vec<PersonId>, Error> {
    Ok(bans_at(at)
        .filter(bans::person_id.eq_any(people.iter().map(|person| person.0).collect::<Vec<_>>()))
        .select(bans::person_id)
        .load(db)?)
}

/// Who of some people is monitored at an instant (Act II.10).
pub fn monitored_among(db: &mut Db, people: &[PersonId], at: NaiveDateTime) -> Result<Vec<PersonId>, Error> {
    Ok(monitors_at(at)
        .filter(monitors::person_id.eq_any(people.iter().map(|person| person.0).collect::<Vec<_>>()))
        .select(monitors::person_id)
        .load(db)?)
}

/// Who of some people has to play with a clock at an instant (Act II.11).
pub fn clock_ordered_among(db: &mut Db, people: &[PersonId], at: NaiveDateTime) -> Result<Vec<PersonId>, Error> {
    Ok(clock_orders_at(at)
        .filter(clock_orders::person_id.eq_any(people.iter().map(|person| person.0).collect::<Vec<_>>()))
        .select(clock_orders::person_id)
        .load(db)?)
}

/// The newest ban that a decision came with.
pub fn ban_of(db: &mut Db, decision: DecisionId) -> Result<Option<BanId>, Error> {
    let bans = bans::table.filter(bans::decision_id.eq(decision)).order(bans::id.desc());
    Ok(bans.select(bans::id).first(db).optional()?)
}

/// Lifts a monitor by the Court's word; `None` if it is lifted already.
pub fn lift_by_court(tx: &mut Tx, id: MonitorId, citation: &Message) -> Result<Option<Monitor>, Error> {
    Ok(diesel::update(monitors::table.find(id).filter(monitors::lifted_at.is_null()))
        .set((monitors::lifted_at.eq(tx.now), monitors::lift_reason.eq(Kept::of(citation.clone()))))
        .returning(monitors::all_columns)
        .get_result(tx.db)
        .optional()?)
}

/// A monitor that the Court lifted by this word.
pub fn lifted_by_court(db: &mut Db, id: MonitorId, citation: &Message) -> Result<Option<Monitor>, Error> {
    let by_court = monitors::lifted_by.is_null().and(monitors::lift_reason.eq(Kept::of(citation.clone())));
    Ok(monitors::table.find(id).filter(by_court).first(db).optional()?)
}

/// What the act log and the declarations call a monitor.
pub fn subject(id: MonitorId) -> String {
    format!("monitor:{id}")
}
