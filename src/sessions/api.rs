//! The calendar over HTTP; the register and the pairings beside it.

mod pairings;
mod register;

use actix_web::web::{Data, Path};
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use super::actions::{Cancel, ChangeSession, EndNow, GoOn, HoldAfterAll, NewSession, Reason, SessionChange, StartNow};
use super::{Session, calendar, store};
use crate::App;
use crate::action::api::{each_time, once};
use crate::auth::{Actor, Viewpoint};
use crate::clock::later;
use crate::db::Tx;
use crate::error::{Error, Refusal};
use crate::http::{Answer, Body, Params, instant, problem::Problem};
use crate::id::SessionId;
use crate::routes;

use pairings::{allow_pair, announce, chart, forbid_pair, forbidden_pairs, recommended, take_back};
use register::{add_stay, alter_stay, arrivals, departures, register, strike_stay, take_off};
use rookery_messages::say;

routes! {
    GET "/api/v1/sessions" => list, Leaderboard;
    POST "/api/v1/sessions" => add_extra, ChiefJustice;
    POST "/api/v1/sessions/now" => start_now, ChiefJustice;
    GET "/api/v1/sessions/{id}" => one, Club;
    PATCH "/api/v1/sessions/{id}" => change, Moderator;
    POST "/api/v1/sessions/{id}/end" => end, Moderator;
    DELETE "/api/v1/sessions/{id}/end" => go_on, Moderator;
    POST "/api/v1/sessions/{id}/cancellation" => cancel, Moderator;
    DELETE "/api/v1/sessions/{id}/cancellation" => hold, Moderator;
    GET "/api/v1/sessions/{id}/register" => register, Entry;
    DELETE "/api/v1/sessions/{id}/register/{person}" => take_off, Moderator;
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

/// Adds an extra session.
#[utoipa::path(post, path = "/api/v1/sessions", tag = "sessions", request_body = NewSession,
    responses((status = 201, body = Session), (status = 409, body = Problem), (status = 422, body = Problem)))]
async fn add_extra(app: Data<App>, actor: Actor, body: Body<NewSession>) -> Result<Answer, Error> {
    once(&app, &actor, body, created).await
}

fn created(_: &mut Tx, session: Session) -> Result<Answer, Error> {
    Answer::created(format!("/api/v1/sessions/{}", session.id), &session)
}

/// Starts a session at this moment: in the house rules' room and until their time of day, with who starts it on the
/// register. While nobody has said when and where the club meets, its room is empty and it lasts three hours. A session
/// that is on already is not started twice.
#[utoipa::path(post, path = "/api/v1/sessions/now", tag = "sessions",
    responses((status = 201, body = Session), (status = 409, body = Problem)))]
async fn start_now(app: Data<App>, actor: Actor) -> Result<Answer, Error> {
    each_time(&app, &actor, StartNow, created).await
}

/// Cancels a session that has not begun, or an extra one under way in which nothing was played yet.
#[utoipa::path(post, path = "/api/v1/sessions/{id}/cancellation", tag = "sessions", request_body = Reason,
    params(("id" = i64, Path)),
    responses((status = 200, body = Session), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn cancel(app: Data<App>, actor: Actor, id: Path<SessionId>, body: Body<Reason>) -> Result<Answer, Error> {
    once(&app, &actor, body.map(|reason| Cancel(*id, reason)), |_, session| Answer::ok(&session)).await
}

/// Holds a cancelled session after all.
#[utoipa::path(delete, path = "/api/v1/sessions/{id}/cancellation", tag = "sessions", params(("id" = i64, Path)),
    responses((status = 200, body = Session), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn hold(app: Data<App>, actor: Actor, id: Path<SessionId>) -> Result<Answer, Error> {
    each_time(&app, &actor, HoldAfterAll(*id), |_, session| Answer::ok(&session)).await
}

/// Gives a session that is on other times, or another room.
///
/// Codes that live until its end live until the new one.
#[utoipa::path(patch, path = "/api/v1/sessions/{id}", tag = "sessions", request_body = SessionChange,
    params(("id" = i64, Path)),
    responses((status = 200, body = Session), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
async fn change(app: Data<App>, actor: Actor, id: Path<SessionId>, body: Body<SessionChange>) -> Result<Answer, Error> {
    once(&app, &actor, body.map(|change| ChangeSession(*id, change)), |_, session| Answer::ok(&session)).await
}

/// Ends a session that is on: its last second is the one before, and what follows from its end comes 60 seconds later.
#[utoipa::path(post, path = "/api/v1/sessions/{id}/end", tag = "sessions", params(("id" = i64, Path)),
    responses((status = 200, body = Session), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn end(app: Data<App>, actor: Actor, id: Path<SessionId>) -> Result<Answer, Error> {
    each_time(&app, &actor, EndNow(*id), |_, session| Answer::ok(&session)).await
}

/// Goes on with a session that was ended by mistake: for the one who ended it, within 60 seconds. It ends as it would have.
#[utoipa::path(delete, path = "/api/v1/sessions/{id}/end", tag = "sessions", params(("id" = i64, Path)),
    responses((status = 200, body = Session), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn go_on(app: Data<App>, actor: Actor, id: Path<SessionId>) -> Result<Answer, Error> {
    each_time(&app, &actor, GoOn(*id), |_, session| Answer::ok(&session)).await
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(
    list,
    add_extra,
    start_now,
    one,
    change,
    end,
    go_on,
    cancel,
    hold,
    register::register,
    register::arrivals,
    register::departures,
    register::add_stay,
    register::alter_stay,
    register::strike_stay,
    register::take_off,
    pairings::recommended,
    pairings::announce,
    pairings::take_back,
    pairings::chart,
    pairings::forbidden_pairs,
    pairings::forbid_pair,
    pairings::allow_pair
))]
pub struct Docs;
