//! Suggestions of members (Act IV.4), and change requests of moderators and justices (Act IV.5), over HTTP.

use actix_web::web::{Data, Path};
use serde::{Deserialize, Serialize};

use crate::App;
use crate::action::api::{each_time, once};
use crate::auth::{Actor, Power};
use crate::db::Db;
use crate::error::{Act, Error};
use crate::http::{Answer, Body, Page, PageRequest, Params, problem::Problem};
use crate::rulebook::actions::{
    AcceptRequest, AnswerSuggestion, DeclineRequest, Declining, NewAnswer, RequestChange, Suggest, WithdrawRequest,
    WithdrawSuggestion,
};
use crate::rulebook::diff::Difference;
use crate::rulebook::proposals::{self, ChangeRequest, ChangeRequestId, RequestState, Suggestion, SuggestionId};
use crate::rulebook::{rules, store};

/// Suggestions, the newest first: anybody who moderates sees all, others their own.
#[utoipa::path(get, path = "/api/v1/suggestions", tag = "rulebook", params(PageRequest),
    responses((status = 200, body = Page<Suggestion>), (status = 401, body = Problem)))]
pub(in crate::rulebook) async fn suggestions(
    app: Data<App>,
    actor: Actor,
    Params(page): Params<PageRequest>,
) -> Result<Page<Suggestion>, Error> {
    let (before, limit) = (page.after()?, page.limit()?);
    let author = if Power::Moderator.is_held_by(&actor) { None } else { Some(actor.person) };
    let rows = app.db.read(move |db| proposals::suggestions(db, author, before, limit + 1)).await?;
    Ok(Page::of(rows, limit, |suggestion| suggestion.id.0))
}

/// Suggests a change of the Terms (Act IV.4): at most 3 may wait, and 5 a day are heard.
#[utoipa::path(post, path = "/api/v1/suggestions", tag = "rulebook", request_body = Suggest,
    responses((status = 201, body = Suggestion), (status = 403, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
pub(super) async fn suggest(app: Data<App>, actor: Actor, body: Body<Suggest>) -> Result<Answer, Error> {
    once(&app, &actor, body, |_, suggestion| Answer::created("/api/v1/suggestions".to_owned(), &suggestion)).await
}

/// Answers a suggestion.
#[utoipa::path(post, path = "/api/v1/suggestions/{id}/answer", tag = "rulebook", params(("id" = i64, Path)),
    request_body = NewAnswer,
    responses((status = 200, body = Suggestion), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub(super) async fn answer(
    app: Data<App>,
    actor: Actor,
    id: Path<SuggestionId>,
    body: Body<NewAnswer>,
) -> Result<Answer, Error> {
    once(&app, &actor, body.map(|answer| AnswerSuggestion(*id, answer)), |_, suggestion| Answer::ok(&suggestion)).await
}

/// Withdraws one's own suggestion.
#[utoipa::path(post, path = "/api/v1/suggestions/{id}/withdrawal", tag = "rulebook", params(("id" = i64, Path)),
    responses((status = 200, body = Suggestion), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub(super) async fn withdraw_suggestion(app: Data<App>, actor: Actor, id: Path<SuggestionId>) -> Result<Answer, Error> {
    each_time(&app, &actor, WithdrawSuggestion(*id), |_, suggestion| Answer::ok(&suggestion)).await
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(in crate::rulebook) struct ChangeRequestsQuery {
    /// The `next` of the page before.
    after: Option<String>,
    /// Rows wanted, 1 to 200; 50 if not said.
    limit: Option<i64>,
    /// Only those of this state: open, accepted, declined or withdrawn.
    state: Option<RequestState>,
}

/// Change requests, the newest first.
#[utoipa::path(get, path = "/api/v1/change_requests", tag = "rulebook", params(ChangeRequestsQuery),
    responses((status = 200, body = Page<ChangeRequest>)))]
pub(in crate::rulebook) async fn requests(
    app: Data<App>,
    Params(which): Params<ChangeRequestsQuery>,
) -> Result<Page<ChangeRequest>, Error> {
    let page = PageRequest { after: which.after, limit: which.limit };
    let (before, limit) = (page.after()?, page.limit()?);
    let rows = app.db.read(move |db| proposals::change_requests(db, which.state, before, limit + 1)).await?;
    Ok(Page::of(rows, limit, |request| request.id.0))
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(in crate::rulebook) struct RequestAnswer {
    #[serde(flatten)]
    pub(in crate::rulebook) request: ChangeRequest,
    /// What it changes of the version that it was written against.
    pub(in crate::rulebook) changes: Difference,
    /// While it waits: Acts and house rules that another version changed since, so that it cannot be accepted.
    #[schema(value_type = Vec<String>)]
    pub(in crate::rulebook) stale_acts: Vec<Act>,
    pub(in crate::rulebook) stale_rules: Vec<String>,
}

pub(in crate::rulebook) fn told(db: &mut Db, request: ChangeRequest) -> Result<RequestAnswer, Error> {
    let (_, base) = store::version(db, request.base)?;
    let changes = rules::preview(&base, &request.draft)?;
    let (mut stale_acts, mut stale_rules) = Default::default();
    if request.state == RequestState::Open {
        let newest = store::newest(db)?;
        let since = crate::rulebook::diff::difference(&base, &store::version(db, newest)?.1);
        (stale_acts, stale_rules) = changes.shared_with(&since);
    }
    Ok(RequestAnswer { request, changes, stale_acts, stale_rules })
}

/// A change request with its diff.
#[utoipa::path(get, path = "/api/v1/change_requests/{id}", tag = "rulebook", params(("id" = i64, Path)),
    responses((status = 200, body = RequestAnswer), (status = 304), (status = 404, body = Problem)))]
pub(in crate::rulebook) async fn one_request(app: Data<App>, id: Path<ChangeRequestId>) -> Result<Answer, Error> {
    let read = move |db: &mut Db| {
        let request = proposals::change_request(db, *id)?;
        told(db, request)
    };
    Ok(Answer::ok(&app.db.read(read).await?)?.tagged())
}

/// Asks for a change, worded as it would be published (Act IV.5).
#[utoipa::path(post, path = "/api/v1/change_requests", tag = "rulebook", request_body = RequestChange,
    responses((status = 201, body = RequestAnswer), (status = 403, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
pub(super) async fn request(app: Data<App>, actor: Actor, body: Body<RequestChange>) -> Result<Answer, Error> {
    once(&app, &actor, body, |tx, request| {
        Answer::created(format!("/api/v1/change_requests/{}", request.id), &told(tx.db, request)?)
    })
    .await
}

/// Accepts a change request: publishes a version with it. Where versions came in between, it is carried
/// over to the newest, unless they changed the same Acts or house rules.
#[utoipa::path(post, path = "/api/v1/change_requests/{id}/acceptance", tag = "rulebook", params(("id" = i64, Path)),
    responses((status = 200, body = ChangeRequest), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub(super) async fn accept(app: Data<App>, actor: Actor, id: Path<ChangeRequestId>) -> Result<Answer, Error> {
    each_time(&app, &actor, AcceptRequest(*id), |_, request| Answer::ok(&request)).await
}

/// Declines a change request, with the reason.
#[utoipa::path(post, path = "/api/v1/change_requests/{id}/declining", tag = "rulebook", params(("id" = i64, Path)),
    request_body = Declining,
    responses((status = 200, body = ChangeRequest), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
pub(super) async fn decline(
    app: Data<App>,
    actor: Actor,
    id: Path<ChangeRequestId>,
    body: Body<Declining>,
) -> Result<Answer, Error> {
    once(&app, &actor, body.map(|why| DeclineRequest(*id, why)), |_, request| Answer::ok(&request)).await
}

/// Withdraws one's own change request.
#[utoipa::path(post, path = "/api/v1/change_requests/{id}/withdrawal", tag = "rulebook", params(("id" = i64, Path)),
    responses((status = 200, body = ChangeRequest), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem)))]
pub(super) async fn withdraw_request(app: Data<App>, actor: Actor, id: Path<ChangeRequestId>) -> Result<Answer, Error> {
    each_time(&app, &actor, WithdrawRequest(*id), |_, request| Answer::ok(&request)).await
}
