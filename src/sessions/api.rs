//! The calendar over HTTP; the register and the pairings beside it.

pub mod pairings;
mod register;

use actix_web::web::{Data, Path};
use chrono::{DateTime, NaiveDateTime, SubsecRound, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Session, calendar, extra, rules, store};
use crate::App;
use crate::audit::{self, Entry};
use crate::auth::{Actor, Viewpoint};
use crate::clock::later;
use crate::db::Tx;
use crate::error::{Error, Refusal};
use crate::http::{self, Answer, Body, Params, instant, problem::Problem};
use crate::id::SessionId;
use crate::members;
use crate::notify;
use crate::routes;

use pairings::{allow_pair, announce, chart, forbid_pair, forbidden_pairs, recommended, take_back};
use register::{add_stay, alter_stay, arrivals, departures, register, strike_stay};
use rookery_messages::say;

routes! {
    GET "/api/v1/sessions" => list, Leaderboard;
    POST "/api/v1/sessions" => add_extra, ChiefJustice;
    POST "/api/v1/sessions/now" => start_now, ChiefJustice;
    GET "/api/v1/sessions/{id}" => one, Club;
    POST "/api/v1/sessions/{id}/cancellation" => cancel, Moderator;
    DELETE "/api/v1/sessions/{id}/cancellation" => hold, Moderator;
    GET "/api/v1/sessions/{id}/register" => register, Entry;
    POST "/api/v1/sessions/{id}/arrivals" => arrivals, Desk;
    POST "/api/v1/sessions/{id}/departures" => departures, Desk;
    POST "/api/v1/sessions/{id}/stays" => add_stay, Moderator;
    PATCH "/api/v1/stays/{id}" => alter_stay, Moderator;
    DELETE "/api/v1/stays/{id}" => strike_stay, Moderator;
    GET "/api/v1/sessions/{id}/recommended_pairings" => recommended, Desk;
    POST "/api/v1/sessions/{id}/pairings" => announce, Desk;
    DELETE "/api/v1/sessions/{id}/pairings/{round}" => take_back, Moderator;
    GET "/api/v1/sessions/{id}/chart" => chart, Club;
    GET "/api/v1/forbidden_pairs" => forbidden_pairs, Moderator;
    POST "/api/v1/forbidden_pairs" => forbid_pair, Moderator;
    DELETE "/api/v1/forbidden_pairs/{id}" => allow_pair, Moderator;
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct Range {
    /// Sessions that start from here on (RFC 3339); four weeks ago, if not said.
    from: Option<DateTime<Utc>>,
    /// And before this; the longest range is 400 days. Twelve weeks later, if not said.
    to: Option<DateTime<Utc>>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
struct Sessions {
    sessions: Vec<Session>,
}

/// The calendar of sessions: made from the house rules, with cancelled and extra ones.
#[utoipa::path(get, path = "/api/v1/sessions", tag = "sessions", params(Range),
    responses((status = 200, body = Sessions), (status = 304), (status = 422, body = Problem)))]
async fn list(app: Data<App>, reader: Viewpoint, Params(range): Params<Range>) -> Result<Answer, Error> {
    let now = app.clock.now();
    let ahead = later(now, calendar::AHEAD);
    let from = instant::kept_if_any("from", range.from)?.unwrap_or_else(|| later(now, -TimeDelta::weeks(4)));
    let to = instant::kept_if_any("to", range.to)?.unwrap_or_else(|| later(from, TimeDelta::weeks(12)));
    if to < from || to - from > TimeDelta::days(400) {
        return Err(Refusal::field("to", say!("The range ends after it begins, within 400 days.")).into());
    }
    if app.db.read(move |db| store::calendar_lacks(db, ahead)).await? {
        app.db.write(move |tx| store::ensure_calendar(tx, ahead)).await?;
    }
    let sessions = app.db.read(move |db| store::told(db, reader, from, to)).await?;
    Ok(Answer::ok(&Sessions { sessions })?.tagged())
}

/// One session.
#[utoipa::path(get, path = "/api/v1/sessions/{id}", tag = "sessions", params(("id" = i64, Path)),
    responses((status = 200, body = Session), (status = 304), (status = 404, body = Problem)))]
async fn one(app: Data<App>, id: Path<SessionId>) -> Result<Answer, Error> {
    let session = app.db.read(move |db| store::known(db, *id)).await?;
    Ok(Answer::ok(&session)?.tagged())
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewSession {
    pub starts_at: DateTime<Utc>,
    /// Its last second.
    pub ends_at: DateTime<Utc>,
    /// The house rules' room, if not said.
    pub room: Option<String>,
    /// 3 to 500 characters.
    pub reason: String,
}

/// Adds an extra session.
#[utoipa::path(post, path = "/api/v1/sessions", tag = "sessions", request_body = NewSession,
    responses((status = 201, body = Session), (status = 409, body = Problem), (status = 422, body = Problem)))]
pub async fn add_extra(app: Data<App>, actor: Actor, body: Body<NewSession>) -> Result<Answer, Error> {
    http::create(&app.db, actor.person, body, move |tx, request| {
        let times = (whole("starts_at", request.starts_at)?, whole("ends_at", request.ends_at)?);
        let session = extra::add(tx, &actor, times, request.room.as_deref(), &request.reason)?;
        Answer::created(format!("/api/v1/sessions/{}", session.id), &session)
    })
    .await
}

/// Starts a session at this moment: in the house rules' room and until their time of day, with who starts it on the
/// register. A session that is on already is not started twice.
#[utoipa::path(post, path = "/api/v1/sessions/now", tag = "sessions",
    responses((status = 201, body = Session), (status = 409, body = Problem)))]
pub async fn start_now(app: Data<App>, actor: Actor) -> Result<Answer, Error> {
    let started = app.db.write(move |tx| {
        let session = extra::start_now(tx, &actor)?;
        Answer::created(format!("/api/v1/sessions/{}", session.id), &session)
    });
    started.await
}

/// An instant without a zone, cut to whole seconds, as session times are.
fn whole(field: &'static str, at: DateTime<Utc>) -> Result<NaiveDateTime, Refusal> {
    Ok(instant::kept(field, at)?.trunc_subsecs(0))
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CancellationReason)]
pub struct Reason {
    /// 3 to 500 characters.
    pub reason: String,
}

/// Cancels a session that has not begun, such as one in a holiday.
#[utoipa::path(post, path = "/api/v1/sessions/{id}/cancellation", tag = "sessions", request_body = Reason,
    params(("id" = i64, Path)),
    responses((status = 200, body = Session), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub async fn cancel(app: Data<App>, actor: Actor, id: Path<SessionId>, body: Body<Reason>) -> Result<Answer, Error> {
    http::create(&app.db, actor.person, body, move |tx, request| {
        let reason = members::rules::text("reason", &request.reason, 3, 500)?;
        set_cancelled(tx, &actor, *id, Some(&reason))
    })
    .await
}

/// Holds a cancelled session after all.
#[utoipa::path(delete, path = "/api/v1/sessions/{id}/cancellation", tag = "sessions", params(("id" = i64, Path)),
    responses((status = 200, body = Session), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub async fn hold(app: Data<App>, actor: Actor, id: Path<SessionId>) -> Result<Answer, Error> {
    app.db.write(move |tx| set_cancelled(tx, &actor, *id, None)).await
}

fn set_cancelled(tx: &mut Tx, actor: &Actor, id: SessionId, reason: Option<&str>) -> Result<Answer, Error> {
    let session = store::known(tx.db, id)?;
    rules::cancel(&session, reason.is_some(), tx.now)?;
    store::set_cancelled(tx, id, reason.map(|reason| (actor.person, reason)))?;
    let act = if reason.is_some() { "session.cancelled" } else { "session.held_after_all" };
    let session = store::known(tx.db, id)?;
    log(tx, actor, act, id, json!({ "reason": reason }))?;
    notify::enqueue(tx, act, None, &session)?;
    Answer::ok(&session)
}

fn log(tx: &mut Tx, actor: &Actor, act: &str, session: SessionId, body: serde_json::Value) -> Result<(), Error> {
    audit::record(tx, Entry { actor: Some(actor.person), act, subject: format!("session:{session}"), body })
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(
    list,
    add_extra,
    start_now,
    one,
    cancel,
    hold,
    register::register,
    register::arrivals,
    register::departures,
    register::add_stay,
    register::alter_stay,
    register::strike_stay,
    pairings::recommended,
    pairings::announce,
    pairings::take_back,
    pairings::chart,
    pairings::forbidden_pairs,
    pairings::forbid_pair,
    pairings::allow_pair
))]
pub struct Docs;
