//! Reports of offences over HTTP.

use actix_web::web::{Data, Path};
use serde::Deserialize;

use super::actions::{CloseReport, Closing, MakeReport};
use super::{Report, ReportId, State, store};
use crate::App;
use crate::action::api::{each_time, once};
use crate::auth::Actor;
use crate::error::Error;
use crate::http::{Answer, Body, Page, PageRequest, Params, problem::Problem};
use crate::routes;

routes! {
    GET "/api/v1/reports" => list, SignedIn;
    POST "/api/v1/reports" => report, Insider;
    POST "/api/v1/reports/{id}/dismissal" => dismiss, Moderator;
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct ReportsQuery {
    /// The `next` of the page before.
    after: Option<String>,
    /// Rows wanted, 1 to 200; 50 if not said.
    limit: Option<i64>,
    state: Option<State>,
}

/// Reports, newest first: for those who moderate all but those about themself, for others their own.
#[utoipa::path(get, path = "/api/v1/reports", tag = "reports", params(ReportsQuery),
    responses((status = 200, body = Page<Report>)))]
async fn list(app: Data<App>, actor: Actor, Params(wanted): Params<ReportsQuery>) -> Result<Page<Report>, Error> {
    let page = PageRequest { after: wanted.after, limit: wanted.limit };
    let (before, limit) = (page.after()?, page.limit()?);
    let (reader, moderates) = (actor.person, actor.roles.may_moderate());
    let rows = app.db.read(move |db| store::list(db, reader, moderates, wanted.state, before, limit + 1)).await?;
    Ok(Page::of(rows, limit, |report| report.id.0))
}

/// Reports an offence to the moderators (Act I.2). How many a day, and how many may wait at once, are
/// house rules.
#[utoipa::path(post, path = "/api/v1/reports", tag = "reports", request_body = MakeReport,
    responses((status = 201, body = Report), (status = 409, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem)))]
async fn report(app: Data<App>, actor: Actor, body: Body<MakeReport>) -> Result<Answer, Error> {
    once(&app, &actor, body, |_, report| Answer::created("/api/v1/reports".to_owned(), &report)).await
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct Dismissal {
    /// 16 to 500 characters; told to the reporter.
    reason: String,
}

/// Dismisses a report, by an independent moderator. One that a decision answers is named there.
#[utoipa::path(post, path = "/api/v1/reports/{id}/dismissal", tag = "reports", request_body = Dismissal,
    params(("id" = i64, Path)),
    responses((status = 200, body = Report), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem)))]
async fn dismiss(app: Data<App>, actor: Actor, id: Path<ReportId>, body: Body<Dismissal>) -> Result<Answer, Error> {
    let dismissal = CloseReport(*id, Closing::Dismissed(body.value.reason));
    each_time(&app, &actor, dismissal, |_, report| Answer::ok(&report)).await
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(list, report, dismiss))]
pub struct Docs;
