//! Bans, monitors and clock orders over HTTP.

use actix_web::web::{Data, Path};
use chrono::NaiveDate;
use rookery_messages::say;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::declarations::{self, Exercise, NewDeclaration};
use super::rules::{self, Parties};
use super::{Ban, BanId, ClockOrder, ClockOrderId, Monitor, MonitorId, store};
use crate::App;
use crate::audit::{self, Entry};
use crate::auth::{Actor, Viewpoint};
use crate::db::Tx;
use crate::error::{Act, Error, Refusal};
use crate::http::{self, Answer, Body, Page, PageRequest, Params, problem::Problem};
use crate::id::PersonId;
use crate::members;
use crate::routes;
use crate::rulebook;

routes! {
    GET "/api/v1/bans" => bans, Insider;
    POST "/api/v1/bans" => ban, Staff;
    POST "/api/v1/bans/{id}/lifting" => lift_ban, ModeratorOrStaff, PlacedByStaff;
    GET "/api/v1/monitors" => monitors, Insider;
    POST "/api/v1/monitors" => monitor, Moderator;
    POST "/api/v1/monitors/{id}/lifting" => lift_monitor, Moderator;
    GET "/api/v1/clock_orders" => clock_orders, Insider;
    POST "/api/v1/clock_orders" => order_clock, ChiefJustice;
    POST "/api/v1/clock_orders/{id}/lifting" => lift_clock_order, ChiefJustice;
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct Which {
    /// The `next` of the page before.
    after: Option<String>,
    /// Rows wanted, 1 to 200; 50 if not said.
    limit: Option<i64>,
    /// Only this person's.
    #[param(value_type = Option<i64>)]
    person: Option<PersonId>,
}

impl Which {
    fn page(&self) -> Result<(Option<i64>, i64), Error> {
        let page = PageRequest { after: self.after.clone(), limit: self.limit };
        Ok((page.after()?, page.limit()?))
    }
}

/// Bans, newest first: one's own, or all for those who moderate, for staff, and where the club reads of them with names
/// (`public_initials` off). The reason of one that is not declared yet is for the member and for those who moderate
/// (Act III.2.4).
#[utoipa::path(get, path = "/api/v1/bans", tag = "conduct", params(Which),
    responses((status = 200, body = Page<Ban>)))]
async fn bans(
    app: Data<App>,
    actor: Actor,
    reader: Viewpoint,
    Params(which): Params<Which>,
) -> Result<Page<Ban>, Error> {
    let ((before, limit), now) = (which.page()?, app.clock.now());
    let read = app.db.read(move |db| {
        let whose = members::store::told_of(db, &actor, which.person, now)?;
        let rows = store::bans(db, whose, before, limit + 1)?;
        store::as_read_by(db, rows, reader)
    });
    Ok(Page::of(read.await?, limit, |row| row.id.0))
}

/// Monitors, newest first: one's own, or all, as with bans.
#[utoipa::path(get, path = "/api/v1/monitors", tag = "conduct", params(Which),
    responses((status = 200, body = Page<Monitor>)))]
async fn monitors(app: Data<App>, actor: Actor, Params(which): Params<Which>) -> Result<Page<Monitor>, Error> {
    let ((before, limit), now) = (which.page()?, app.clock.now());
    let read = app.db.read(move |db| {
        let whose = members::store::told_of(db, &actor, which.person, now)?;
        store::monitors(db, whose, before, limit + 1)
    });
    Ok(Page::of(read.await?, limit, |row| row.id.0))
}

/// Clock orders, newest first: one's own, or all, as with bans.
#[utoipa::path(get, path = "/api/v1/clock_orders", tag = "conduct", params(Which),
    responses((status = 200, body = Page<ClockOrder>)))]
async fn clock_orders(app: Data<App>, actor: Actor, Params(which): Params<Which>) -> Result<Page<ClockOrder>, Error> {
    let ((before, limit), now) = (which.page()?, app.clock.now());
    let read = app.db.read(move |db| {
        let whose = members::store::told_of(db, &actor, which.person, now)?;
        store::clock_orders(db, whose, before, limit + 1)
    });
    Ok(Page::of(read.await?, limit, |row| row.id.0))
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewBan {
    #[schema(value_type = i64)]
    person: PersonId,
    /// 16 to 500 characters; told to the member, and public.
    reason: String,
    /// The last day; for ever, if not said.
    until: Option<NaiveDate>,
}

/// Bans a member, by staff (Act III.6). A moderator's ban is a sanction of a decision: see
/// `/api/v1/decisions`.
#[utoipa::path(post, path = "/api/v1/bans", tag = "conduct", request_body = NewBan,
    responses((status = 201, body = Ban), (status = 403, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
pub(super) async fn ban(app: Data<App>, actor: Actor, body: Body<NewBan>) -> Result<Answer, Error> {
    http::create(&app.db, actor.person, body, move |tx, request| {
        let parties = parties(tx, &actor, request.person)?;
        let now = tx.now;
        let running = store::ban_at(tx.db, request.person, now)?;
        let zone = rulebook::in_force(tx.db, now)?.time_zone;
        let decided = rules::staff_ban(&parties, running.as_ref(), &request.reason, request.until, zone, now)?;
        let ban = store::add_ban(tx, request.person, Some(actor.person), &decided)?;
        let until = match request.until {
            Some(day) => format!("Banned through {day}."),
            None => "Banned for ever.".to_owned(),
        };
        tell(
            tx,
            &actor,
            &Done {
                act: "ban.placed",
                exercise: Exercise::Ban,
                subject: format!("ban:{}", ban.id),
                person: request.person,
                rests_on: "III.6",
                reason: &decided.reason,
                effect: &until,
                what: &ban,
            },
        )?;
        Answer::created(format!("/api/v1/bans?person={}", request.person), &ban)
    })
    .await
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Lifting {
    /// 16 to 500 characters.
    pub reason: String,
}

/// Lifts a ban that staff placed; a moderator's is lifted by the Court only (Act II.9.4).
#[utoipa::path(post, path = "/api/v1/bans/{id}/lifting", tag = "conduct", request_body = Lifting,
    params(("id" = i64, Path)),
    responses((status = 200, body = Ban), (status = 403, body = Problem), (status = 404, body = Problem)))]
pub(super) async fn lift_ban(
    app: Data<App>,
    actor: Actor,
    id: Path<BanId>,
    body: Body<Lifting>,
) -> Result<Answer, Error> {
    http::create(&app.db, actor.person, body, move |tx, request| {
        let ban = store::ban(tx.db, *id)?.ok_or_else(|| crate::not_found!("ban"))?;
        let reason = rules::lift_ban(actor.roles, &ban, &request.reason, tx.now)?;
        let ban = store::lift_ban(tx, *id, &reason)?;
        tell(
            tx,
            &actor,
            &Done {
                act: "ban.lifted",
                exercise: Exercise::BanLifted,
                subject: format!("ban:{id}"),
                person: ban.person,
                rests_on: "III.6",
                reason: &reason,
                effect: "The ban ends.",
                what: &ban,
            },
        )?;
        Answer::ok(&ban)
    })
    .await
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewMonitor {
    #[schema(value_type = i64)]
    pub person: PersonId,
    /// 16 to 500 characters: what is suspected, and on what grounds.
    pub suspicion: String,
}

/// Sets a member to monitored: games wait for a moderator's approval (Act II.10).
#[utoipa::path(post, path = "/api/v1/monitors", tag = "conduct", request_body = NewMonitor,
    responses((status = 201, body = Monitor), (status = 409, body = Problem), (status = 422, body = Problem)))]
pub async fn monitor(app: Data<App>, actor: Actor, body: Body<NewMonitor>) -> Result<Answer, Error> {
    http::create(&app.db, actor.person, body, move |tx, request| {
        let parties = parties(tx, &actor, request.person)?;
        let now = tx.now;
        let running = store::monitored_at(tx.db, request.person, now)?;
        let suspicion = rules::monitor(&parties, running.as_ref(), &request.suspicion)?;
        let monitor = store::add_monitor(tx, request.person, actor.person, &suspicion)?;
        tell(
            tx,
            &actor,
            &Done {
                act: "monitor.placed",
                exercise: Exercise::Monitor,
                subject: store::subject(monitor.id),
                person: request.person,
                rests_on: "II.10",
                reason: &monitor.suspicion,
                effect: "Games wait for a moderator's approval.",
                what: &monitor,
            },
        )?;
        Answer::created(format!("/api/v1/monitors?person={}", request.person), &monitor)
    })
    .await
}

/// Lifts a monitor; any moderator may (Act II.10.2).
#[utoipa::path(post, path = "/api/v1/monitors/{id}/lifting", tag = "conduct", request_body = Lifting,
    params(("id" = i64, Path)),
    responses((status = 200, body = Monitor), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub async fn lift_monitor(
    app: Data<App>,
    actor: Actor,
    id: Path<MonitorId>,
    body: Body<Lifting>,
) -> Result<Answer, Error> {
    http::create(&app.db, actor.person, body, move |tx, request| {
        let monitor = store::monitor(tx.db, *id)?.ok_or_else(|| crate::not_found!("monitor"))?;
        let parties = parties(tx, &actor, monitor.person)?;
        let reason = rules::lift_monitor(&parties, &monitor, &request.reason)?;
        let monitor = store::lift_monitor(tx, *id, actor.person, &reason)?;
        tell(
            tx,
            &actor,
            &Done {
                act: "monitor.lifted",
                exercise: Exercise::MonitorLifted,
                subject: store::subject(*id),
                person: monitor.person,
                rests_on: "II.10.2",
                reason: &reason,
                effect: "Games count without approval again.",
                what: &monitor,
            },
        )?;
        Answer::ok(&monitor)
    })
    .await
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewClockOrder {
    #[schema(value_type = i64)]
    pub person: PersonId,
    /// 16 to 500 characters.
    pub reason: String,
}

/// Orders a member to play every game with a clock (Act II.11).
#[utoipa::path(post, path = "/api/v1/clock_orders", tag = "conduct", request_body = NewClockOrder,
    responses((status = 201, body = ClockOrder), (status = 409, body = Problem), (status = 422, body = Problem)))]
pub async fn order_clock(app: Data<App>, actor: Actor, body: Body<NewClockOrder>) -> Result<Answer, Error> {
    http::create(&app.db, actor.person, body, move |tx, request| {
        let parties = parties(tx, &actor, request.person)?;
        let now = tx.now;
        let is_running = store::clock_order_at(tx.db, request.person, now)?.is_some();
        let reason = rules::clock_order(&parties, is_running, &request.reason)?;
        let order = store::add_clock_order(tx, request.person, actor.person, &reason)?;
        tell(
            tx,
            &actor,
            &Done {
                act: "clock_order.placed",
                exercise: Exercise::ClockOrder,
                subject: format!("clock_order:{}", order.id),
                person: request.person,
                rests_on: "II.11",
                reason: &order.reason,
                effect: "Plays every game with a clock.",
                what: &order,
            },
        )?;
        Answer::created(format!("/api/v1/clock_orders?person={}", request.person), &order)
    })
    .await
}

/// Lifts a clock order (Act II.11.3).
#[utoipa::path(post, path = "/api/v1/clock_orders/{id}/lifting", tag = "conduct", request_body = Lifting,
    params(("id" = i64, Path)),
    responses((status = 200, body = ClockOrder), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub async fn lift_clock_order(
    app: Data<App>,
    actor: Actor,
    id: Path<ClockOrderId>,
    body: Body<Lifting>,
) -> Result<Answer, Error> {
    http::create(&app.db, actor.person, body, move |tx, request| {
        let order = store::clock_order(tx.db, *id)?.ok_or_else(|| crate::not_found!("clock order"))?;
        if order.lifted_at.is_some() {
            return Err(Refusal::conflict(say!("Lifted already"), say!("This order is not in force."))
                .act("II.11.3")
                .into());
        }
        let reason = rules::reason("reason", &request.reason, "II.11.3")?;
        let order = store::lift_clock_order(tx, *id, &reason)?;
        tell(
            tx,
            &actor,
            &Done {
                act: "clock_order.lifted",
                exercise: Exercise::ClockOrderLifted,
                subject: format!("clock_order:{id}"),
                person: order.person,
                rests_on: "II.11.3",
                reason: &reason,
                effect: "May play without a clock again.",
                what: &order,
            },
        )?;
        Answer::ok(&order)
    })
    .await
}

fn parties(tx: &mut Tx, actor: &Actor, person: PersonId) -> Result<Parties, Error> {
    members::store::known(tx.db, person)?;
    let now = tx.now;
    let is_member = members::store::membership_at(tx.db, person, now)?.is_some();
    Ok(Parties { actor: actor.person, roles: actor.roles, person, is_member })
}

/// An act of conduct to be logged and declared.
struct Done<'a, T> {
    /// `ban.placed`.
    act: &'a str,
    exercise: Exercise,
    subject: String,
    person: PersonId,
    /// The Act of the Terms.
    rests_on: &'static str,
    reason: &'a str,
    effect: &'a str,
    what: &'a T,
}

/// Logs an act and declares it, to the member, the club and the public (Act III.2.4).
fn tell<T: Serialize>(tx: &mut Tx, actor: &Actor, done: &Done<'_, T>) -> Result<(), Error> {
    let declaration = NewDeclaration {
        exercise: done.exercise,
        by: Some(actor.person),
        person: Some(done.person),
        act: Act::new(done.rests_on),
        reason: done.reason.to_owned(),
        effect: done.effect.to_owned(),
        subject: done.subject.clone(),
    };
    if let Some(what) = done.act.strip_suffix(".lifted") {
        // Why stands in the lifting's own declaration.
        let undone_by = format!("Lifting of the {}", what.replace('_', " "));
        declarations::store::set_undone(tx, &done.subject, Some(&undone_by))?;
    }
    declarations::store::publish(tx, &declaration)?;
    let (act, subject, body) = (done.act, done.subject.clone(), json!(done.what));
    audit::record(tx, Entry { actor: Some(actor.person), act, subject, body })
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(bans, ban, lift_ban, monitors, monitor, lift_monitor, clock_orders, order_clock, lift_clock_order))]
pub struct Docs;
