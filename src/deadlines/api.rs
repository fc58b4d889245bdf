//! Deadlines over HTTP.

use actix_web::HttpResponse;
use actix_web::web::Data;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::pages::calendar;
use super::{Deadline, all};
use crate::App;
use crate::action;
use crate::auth::actions::WithdrawCalendarAddress;
use crate::auth::{Actor, store};
use crate::error::Error;
use crate::http::{Answer, Params, problem::Problem};
use crate::routes;

routes! {
    GET "/api/v1/deadlines" => list, SignedIn;
    GET "/api/v1/me/calendar" => address, SignedIn;
    POST "/api/v1/me/calendar" => make, SignedIn;
    DELETE "/api/v1/me/calendar" => withdraw, SignedIn;
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct DeadlinesQuery {
    /// Only those that the caller has to keep; always so for who does not moderate.
    mine: Option<bool>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Deadlines)]
struct Due {
    /// The soonest first.
    deadlines: Vec<Deadline>,
}

/// What is due, from whom and by when; what is overdue says so.
#[utoipa::path(get, path = "/api/v1/deadlines", tag = "deadlines", params(DeadlinesQuery),
    responses((status = 200, body = Due)))]
async fn list(app: Data<App>, actor: Actor, Params(whose): Params<DeadlinesQuery>) -> Result<Answer, Error> {
    let mut deadlines = all(&app, actor.person).await?;
    if whose.mine == Some(true) || !actor.roles.may_moderate() {
        deadlines.retain(|deadline| deadline.is_for(actor.person, actor.roles));
    }
    Answer::ok(&Due { deadlines })
}

#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = CalendarAddress)]
struct Since {
    /// When the address was made; null if there is none.
    since: Option<DateTime<Utc>>,
}

/// The address at which calendar apps read the caller's calendar, without signing in.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = NewCalendarAddress)]
struct Made {
    /// `https://…/calendar/….ics`: shown this once. Anybody who has it reads when the club meets and what is due from the caller: keep it like a password.
    address: String,
}

/// Since when the caller has a calendar address. The address itself is shown only once, when it is
/// made.
#[utoipa::path(get, path = "/api/v1/me/calendar", tag = "deadlines", responses((status = 200, body = Since)))]
async fn address(app: Data<App>, actor: Actor) -> Result<Answer, Error> {
    let since = app.db.read(move |db| store::calendar_since(db, actor.person)).await?;
    Answer::ok(&Since { since: since.map(|at| at.and_utc()) })
}

/// Makes the caller's calendar address, in the place of the one before, which shows nothing from then on.
#[utoipa::path(post, path = "/api/v1/me/calendar", tag = "deadlines", responses((status = 201, body = Made)))]
async fn make(app: Data<App>, actor: Actor) -> Result<HttpResponse, Error> {
    let address = calendar::made(&app, &actor).await?;
    Ok(HttpResponse::Created().insert_header(("Cache-Control", "no-store")).json(Made { address }))
}

/// Withdraws the caller's calendar address, which answers 404 from then on.
#[utoipa::path(delete, path = "/api/v1/me/calendar", tag = "deadlines",
    responses((status = 204), (status = 404, body = Problem)))]
async fn withdraw(app: Data<App>, actor: Actor) -> Result<Answer, Error> {
    action::performed(&app, &actor, WithdrawCalendarAddress).await?;
    Ok(Answer::nothing())
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(list, address, make, withdraw))]
pub struct Docs;
