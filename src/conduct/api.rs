//! Bans, monitors and clock orders over HTTP.

use actix_web::web::{Data, Path};
use serde::Deserialize;

use super::actions::{LiftBan, LiftClockOrder, LiftMonitor, Lifting, OrderClock, PlaceBan, PlaceMonitor};
use super::{Ban, BanId, ClockOrder, ClockOrderId, Monitor, MonitorId, store};
use crate::App;
use crate::action::api::once;
use crate::auth::{Actor, Viewpoint};
use crate::error::Error;
use crate::http::{Answer, Body, Page, PageRequest, Params, problem::Problem};
use crate::id::PersonId;
use crate::members;
use crate::routes;

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
struct ListQuery {
    /// The `next` of the page before.
    after: Option<String>,
    /// Rows wanted, 1 to 200; 50 if not said.
    limit: Option<i64>,
    /// Only this person's.
    #[param(value_type = Option<i64>)]
    person: Option<PersonId>,
}

impl ListQuery {
    fn page(&self) -> Result<(Option<i64>, i64), Error> {
        let page = PageRequest { after: self.after.clone(), limit: self.limit };
        Ok((page.after()?, page.limit()?))
    }
}

/// Bans, newest first: one's own, or all for those who moderate, for staff, and where the club reads of them with names
/// (`public_initials` off). The reason of one that is not declared yet is for the member and for those who moderate
/// (Act III.2.4).
#[utoipa::path(get, path = "/api/v1/bans", tag = "conduct", params(ListQuery),
    responses((status = 200, body = Page<Ban>)))]
async fn bans(
    app: Data<App>,
    actor: Actor,
    reader: Viewpoint,
    Params(which): Params<ListQuery>,
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
#[utoipa::path(get, path = "/api/v1/monitors", tag = "conduct", params(ListQuery),
    responses((status = 200, body = Page<Monitor>)))]
async fn monitors(app: Data<App>, actor: Actor, Params(which): Params<ListQuery>) -> Result<Page<Monitor>, Error> {
    let ((before, limit), now) = (which.page()?, app.clock.now());
    let read = app.db.read(move |db| {
        let whose = members::store::told_of(db, &actor, which.person, now)?;
        store::monitors(db, whose, before, limit + 1)
    });
    Ok(Page::of(read.await?, limit, |row| row.id.0))
}

/// Clock orders, newest first: one's own, or all, as with bans.
#[utoipa::path(get, path = "/api/v1/clock_orders", tag = "conduct", params(ListQuery),
    responses((status = 200, body = Page<ClockOrder>)))]
async fn clock_orders(
    app: Data<App>,
    actor: Actor,
    Params(which): Params<ListQuery>,
) -> Result<Page<ClockOrder>, Error> {
    let ((before, limit), now) = (which.page()?, app.clock.now());
    let read = app.db.read(move |db| {
        let whose = members::store::told_of(db, &actor, which.person, now)?;
        store::clock_orders(db, whose, before, limit + 1)
    });
    Ok(Page::of(read.await?, limit, |row| row.id.0))
}

/// Bans a member, by staff (Act III.6). A moderator's ban is a sanction of a decision: see
/// `/api/v1/decisions`.
#[utoipa::path(post, path = "/api/v1/bans", tag = "conduct", request_body = PlaceBan,
    responses((status = 201, body = Ban), (status = 403, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
async fn ban(app: Data<App>, actor: Actor, body: Body<PlaceBan>) -> Result<Answer, Error> {
    once(&app, &actor, body, |_, placed| Answer::created(format!("/api/v1/bans?person={}", placed.person), &placed))
        .await
}

/// Lifts a ban that staff placed; a moderator's is lifted by the Court only (Act II.9.4).
#[utoipa::path(post, path = "/api/v1/bans/{id}/lifting", tag = "conduct", request_body = Lifting,
    params(("id" = i64, Path)),
    responses((status = 200, body = Ban), (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn lift_ban(app: Data<App>, actor: Actor, id: Path<BanId>, body: Body<Lifting>) -> Result<Answer, Error> {
    once(&app, &actor, body.map(|lifting| LiftBan(*id, lifting)), |_, lifted| Answer::ok(&lifted)).await
}

/// Sets a member to monitored: games wait for a moderator's approval (Act II.10).
#[utoipa::path(post, path = "/api/v1/monitors", tag = "conduct", request_body = PlaceMonitor,
    responses((status = 201, body = Monitor), (status = 409, body = Problem), (status = 422, body = Problem)))]
async fn monitor(app: Data<App>, actor: Actor, body: Body<PlaceMonitor>) -> Result<Answer, Error> {
    once(&app, &actor, body, |_, placed| Answer::created(format!("/api/v1/monitors?person={}", placed.person), &placed))
        .await
}

/// Lifts a monitor; any moderator may (Act II.10.2).
#[utoipa::path(post, path = "/api/v1/monitors/{id}/lifting", tag = "conduct", request_body = Lifting,
    params(("id" = i64, Path)),
    responses((status = 200, body = Monitor), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn lift_monitor(app: Data<App>, actor: Actor, id: Path<MonitorId>, body: Body<Lifting>) -> Result<Answer, Error> {
    once(&app, &actor, body.map(|lifting| LiftMonitor(*id, lifting)), |_, lifted| Answer::ok(&lifted)).await
}

/// Orders a member to play every game with a clock (Act II.11).
#[utoipa::path(post, path = "/api/v1/clock_orders", tag = "conduct", request_body = OrderClock,
    responses((status = 201, body = ClockOrder), (status = 409, body = Problem), (status = 422, body = Problem)))]
async fn order_clock(app: Data<App>, actor: Actor, body: Body<OrderClock>) -> Result<Answer, Error> {
    once(&app, &actor, body, |_, placed| {
        Answer::created(format!("/api/v1/clock_orders?person={}", placed.person), &placed)
    })
    .await
}

/// Lifts a clock order (Act II.11.3).
#[utoipa::path(post, path = "/api/v1/clock_orders/{id}/lifting", tag = "conduct", request_body = Lifting,
    params(("id" = i64, Path)),
    responses((status = 200, body = ClockOrder), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn lift_clock_order(
    app: Data<App>,
    actor: Actor,
    id: Path<ClockOrderId>,
    body: Body<Lifting>,
) -> Result<Answer, Error> {
    once(&app, &actor, body.map(|lifting| LiftClockOrder(*id, lifting)), |_, lifted| Answer::ok(&lifted)).await
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(bans, ban, lift_ban, monitors, monitor, lift_monitor, clock_orders, order_clock, lift_clock_order))]
pub struct Docs;
