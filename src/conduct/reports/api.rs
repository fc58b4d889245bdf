//! Reports of offences over HTTP.

use actix_web::web::{Data, Path};
use chrono::{DateTime, NaiveDateTime, Utc};
use serde::Deserialize;
use serde_json::json;

use super::store::{self, Closing, NewReport};
use super::{Report, ReportId, State, rules};
use crate::App;
use crate::audit::{self, Entry};
use crate::auth::Actor;
use crate::conduct::rules::reason;
use crate::db::Db;
use crate::error::{Error, Kind, Refusal};
use crate::games;
use crate::http::{self, Answer, Body, Page, PageRequest, Params, instant, problem::Problem};
use crate::id::{GameId, PersonId};
use crate::members;
use crate::notify;
use crate::routes;
use crate::rulebook;

routes! {
    GET "/api/v1/reports" => list, SignedIn;
    POST "/api/v1/reports" => report, Insider;
    POST "/api/v1/reports/{id}/dismissal" => dismiss, Moderator;
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct Wanted {
    /// The `next` of the page before.
    after: Option<String>,
    /// Rows wanted, 1 to 200; 50 if not said.
    limit: Option<i64>,
    state: Option<State>,
}

/// Reports, newest first: for those who moderate all but those about themself, for others their own.
#[utoipa::path(get, path = "/api/v1/reports", tag = "reports", params(Wanted),
    responses((status = 200, body = Page<Report>)))]
async fn list(app: Data<App>, actor: Actor, Params(wanted): Params<Wanted>) -> Result<Page<Report>, Error> {
    let page = PageRequest { after: wanted.after, limit: wanted.limit };
    let (before, limit) = (page.after()?, page.limit()?);
    let (reader, moderates) = (actor.person, actor.roles.may_moderate());
    let rows = app.db.read(move |db| store::list(db, reader, moderates, wanted.state, before, limit + 1)).await?;
    Ok(Page::of(rows, limit, |report| report.id.0))
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ReportRequest {
    #[schema(value_type = i64)]
    accused: PersonId,
    /// The game in which it happened, if it was in one.
    #[schema(value_type = Option<i64>)]
    game: Option<GameId>,
    /// What was seen, 16 to 2000 characters.
    what: String,
    happened_at: DateTime<Utc>,
}

/// All that is wrong with a report's fields by themselves.
pub(super) fn looked_over(db: &mut Db, now: NaiveDateTime, request: &ReportRequest) -> Result<Vec<Refusal>, Error> {
    let there = |field, looked_up: Result<(), Error>| match looked_up.map_err(|error| error.at(field)) {
        Err(Error::Refused(refusal)) => Ok(Some(*refusal)),
        looked_up => looked_up.map(|()| None),
    };
    let accused = there("accused", members::store::known(db, request.accused).map(drop))?;
    let what = members::rules::text("what", &request.what, 16, 2000).err();
    let happened_at = instant::kept("happened_at", request.happened_at).and_then(|at| rules::past(at, now)).err();
    let game = match request.game {
        Some(game) => there("game", games::store::row(db, game).map(drop))?,
        None => None,
    };
    Ok([accused, what, happened_at, game].into_iter().flatten().collect())
}

/// Several faults are told together, in the form's order, also where one is that something is not there.
pub(super) fn together(mut wrong: Vec<Refusal>) -> Result<(), Refusal> {
    let of = |refusal: &Refusal, name: &str| refusal.errors.first().is_some_and(|error| error.field == name);
    wrong.sort_by_key(|refusal| ["accused", "what", "happened_at", "game"].iter().position(|name| of(refusal, name)));
    if wrong.len() > 1 {
        wrong.iter_mut().for_each(|refusal| refusal.kind = Kind::Invalid);
    }
    Refusal::together(wrong)
}

/// Reports an offence to the moderators (Act I.2). How many a day, and how many may wait at once, are
/// house rules.
#[utoipa::path(post, path = "/api/v1/reports", tag = "reports", request_body = ReportRequest,
    responses((status = 201, body = Report), (status = 409, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem)))]
pub(super) async fn report(app: Data<App>, actor: Actor, body: Body<ReportRequest>) -> Result<Answer, Error> {
    http::create(&app.db, actor.person, body, move |tx, request| {
        let now = tx.now;
        together(looked_over(tx.db, now, request)?)?;
        let new = NewReport {
            accused: request.accused,
            game: request.game,
            what: members::rules::text("what", &request.what, 16, 2000)?,
            happened_at: instant::kept("happened_at", request.happened_at)?,
        };
        let house = rulebook::in_force(tx.db, now)?;
        let facts = store::facts(tx, actor.person, &new)?;
        rules::report(&facts, new.happened_at, &house, now)?;
        let report = store::add(tx, actor.person, &new)?;
        let body = json!({ "report": report.id, "accused": report.accused, "game": report.game });
        // Not of whom: that may be one of those who are told.
        notify::enqueue(tx, "report.made", None, &json!({ "report": report.id }))?;
        let subject = format!("report:{}", report.id);
        audit::record(tx, Entry { actor: Some(actor.person), act: "report.made", subject, body })?;
        Answer::created("/api/v1/reports".to_owned(), &report)
    })
    .await
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Dismissal {
    /// 16 to 500 characters; told to the reporter.
    reason: String,
}

/// Dismisses a report, by an independent moderator. One that a decision answers is named there.
#[utoipa::path(post, path = "/api/v1/reports/{id}/dismissal", tag = "reports", request_body = Dismissal,
    params(("id" = i64, Path)),
    responses((status = 200, body = Report), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem)))]
pub(super) async fn dismiss(
    app: Data<App>,
    actor: Actor,
    id: Path<ReportId>,
    body: Body<Dismissal>,
) -> Result<Answer, Error> {
    let (id, by, roles) = (*id, actor.person, actor.roles);
    let reason = reason("reason", &body.value.reason, "III.2")?;
    app.db.write(move |tx| Answer::ok(&store::close(tx, id, by, roles, Closing::Dismissed(&reason))?)).await
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(list, report, dismiss))]
pub struct Docs;
