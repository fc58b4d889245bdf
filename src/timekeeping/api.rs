//! The clock over HTTP: whether it is trusted, and confirming it.

use actix_web::web::Data;
use chrono::{DateTime, Utc};
use serde::Serialize;

use super::actions::ConfirmClock;
use super::store;
use crate::App;
use crate::action::api::each_time;
use crate::auth::Actor;
use crate::error::Error;
use crate::http::{Answer, problem::Problem};
use crate::routes;

routes! {
    GET "/api/v1/clock" => clock, Administrator;
    POST "/api/v1/clock/confirmation" => confirm, Administrator;
}

/// The service's clock.
#[derive(Serialize, utoipa::ToSchema)]
struct ClockAnswer {
    /// What it shows.
    now: DateTime<Utc>,
    /// Where it leapt and nobody said yet that it is right.
    leapt: Option<LeaptAnswer>,
}

#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = ClockLeap)]
struct LeaptAnswer {
    /// What it ought to have shown when the leap was noticed.
    expected: DateTime<Utc>,
    /// What it showed then.
    shown: DateTime<Utc>,
}

/// What the clock shows, and whether it leapt. While it has, nothing happens by time alone: no session is settled,
/// no decision lapses, no vote is counted, no flag falls. They continue as soon as the clock is right again.
#[utoipa::path(get, path = "/api/v1/clock", tag = "service",
    responses((status = 200, body = ClockAnswer), (status = 403, body = Problem)))]
async fn clock(app: Data<App>) -> Result<Answer, Error> {
    let leap = app.db.read(store::waiting).await?;
    let leapt = leap.map(|leap| LeaptAnswer { expected: leap.expected.and_utc(), shown: leap.shown.and_utc() });
    Answer::ok(&ClockAnswer { now: app.clock.now().and_utc(), leapt })
}

/// Confirms that a clock which leapt is right: what waited for it continues within seconds.
#[utoipa::path(post, path = "/api/v1/clock/confirmation", tag = "service",
    responses((status = 204), (status = 403, body = Problem), (status = 409, body = Problem)))]
async fn confirm(app: Data<App>, actor: Actor) -> Result<Answer, Error> {
    each_time(&app, &actor, ConfirmClock, |_, ()| Ok(Answer::nothing())).await
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(clock, confirm))]
pub struct Docs;
