//! Cases over HTTP: filing, reading, and every step by which they go on.

mod bench;
pub(super) mod docket;
mod verdict;

use actix_web::web::{Data, Path};
use chrono::{DateTime, Utc};
use serde::Deserialize;

use super::State;
use super::actions::{Numbered, Petition};
use super::store::{self, CaseView, Filter, Listed};
use crate::App;
use crate::action::Somebody;
use crate::action::api::once;
use crate::auth::Actor;
use crate::db::Tx;
use crate::error::Error;
use crate::http::{Answer, Body, Page, PageRequest, Params, instant, problem::Problem};
use crate::id::PersonId;
use crate::routes;

routes! {
    GET "/api/v1/cases" => list, Club;
    POST "/api/v1/cases" => petition, Insider, Concerned;
    GET "/api/v1/cases/{number}" => one, Club;
    POST "/api/v1/cases/{number}/leave" => bench::leave, Justice, Part;
    POST "/api/v1/cases/{number}/panel" => bench::panel, ChiefJustice;
    POST "/api/v1/cases/{number}/hearing" => bench::hearing, Justice, Part;
    POST "/api/v1/cases/{number}/withdrawal" => bench::withdrawal, Insider, Part;
    POST "/api/v1/cases/{number}/en_banc" => bench::ask_en_banc, Insider, Part;
    POST "/api/v1/cases/{number}/en_banc_leave" => bench::decide_en_banc, ChiefJustice;
    POST "/api/v1/cases/{number}/filings" => docket::file, Insider, Part;
    POST "/api/v1/cases/{number}/exhibits" => docket::upload, Insider, Part;
    GET "/api/v1/cases/{number}/filings/{filing}/file" => docket::download, Club;
    POST "/api/v1/cases/{number}/filings/{filing}/rulings" => docket::rule, Justice, Part;
    POST "/api/v1/cases/{number}/drafts" => verdict::draft, Justice, Part;
    POST "/api/v1/cases/{number}/drafts/{draft}/withdrawal" => verdict::withdraw_draft, Justice, Part;
    POST "/api/v1/cases/{number}/votes" => verdict::vote, Justice, Part;
    POST "/api/v1/cases/{number}/count" => verdict::count, Justice, Part;
    POST "/api/v1/cases/{number}/author" => verdict::author, ChiefJustice;
    POST "/api/v1/cases/{number}/opinions" => verdict::opinion, Justice, Part;
    POST "/api/v1/cases/{number}/opinions/{opinion}/joins" => verdict::join, Justice, Part;
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct CasesQuery {
    /// The `next` of the page before.
    after: Option<String>,
    /// Rows wanted, 1 to 200; 50 if not said.
    limit: Option<i64>,
    state: Option<State>,
    /// Only open cases (T12), or only those that are not.
    open: Option<bool>,
    /// Only cases that this person petitioned, that concern them, that they decided or sit in.
    #[param(value_type = Option<i64>)]
    person: Option<PersonId>,
    /// Only cases in which something is due by this instant.
    due_by: Option<DateTime<Utc>>,
}

/// The Court's cases, newest first. Where the club reads of cases without names (`public_initials`), letters stand for
/// people to anybody who is not concerned, and days for times.
#[utoipa::path(get, path = "/api/v1/cases", tag = "court", params(CasesQuery),
    responses((status = 200, body = Page<Listed>)))]
async fn list(app: Data<App>, actor: Option<Actor>, Params(which): Params<CasesQuery>) -> Result<Page<Listed>, Error> {
    let page = PageRequest { after: which.after, limit: which.limit };
    let (before, limit) = (page.after()?, page.limit()?);
    let due_by = instant::kept_if_any("due_by", which.due_by)?;
    let filter = Filter { state: which.state, open: which.open, person: which.person, due_by };
    let (now, by) = (app.clock.now(), actor.as_ref().map(Somebody::from));
    let rows = app.db.read(move |db| store::list(db, &filter, by.as_ref(), before, limit + 1, now)).await?;
    Ok(Page::of(rows, limit, |row| row.id))
}

/// One case: the matter, leave, benches and conflicts, the docket as far as the caller may see it,
/// judgments, what is due, and what the caller can do. Where the club reads of cases without names (`public_initials`),
/// letters stand for people to anybody who is not concerned, days for times, and decision, exhibits, conflicts and sanctions
/// are left out.
#[utoipa::path(get, path = "/api/v1/cases/{number}", tag = "court", params(("number" = String, Path)),
    responses((status = 200, body = CaseView), (status = 304), (status = 404, body = Problem)))]
async fn one(app: Data<App>, actor: Option<Actor>, number: Path<String>) -> Result<Answer, Error> {
    let now = app.clock.now();
    let view = app.db.read(move |db| store::one(db, &number, actor.as_ref().map(Somebody::from).as_ref(), now)).await?;
    Ok(Answer::ok(&view)?.tagged())
}

/// Files a petition to the Court (Act III.3).
#[utoipa::path(post, path = "/api/v1/cases", tag = "court", request_body = Petition,
    responses((status = 201, body = Numbered), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem)))]
async fn petition(app: Data<App>, actor: Actor, body: Body<Petition>) -> Result<Answer, Error> {
    once(&app, &actor, body, |_, case| Answer::created(format!("/api/v1/cases/{}", case.number), &case)).await
}

/// Where the case stands after a step.
fn stands(_: &mut Tx, case: Numbered) -> Result<Answer, Error> {
    Answer::ok(&case)
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(
    list,
    petition,
    one,
    bench::leave,
    bench::panel,
    bench::hearing,
    bench::withdrawal,
    bench::ask_en_banc,
    bench::decide_en_banc,
    docket::file,
    docket::upload,
    docket::download,
    docket::rule,
    verdict::draft,
    verdict::withdraw_draft,
    verdict::vote,
    verdict::count,
    verdict::author,
    verdict::opinion,
    verdict::join
))]
pub struct Docs;
