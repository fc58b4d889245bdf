//! Suggestions of members (Act IV.4), and change requests of moderators and justices (Act IV.5), over HTTP.

use actix_web::web::{Data, Path};
use rookery_messages::say;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::App;
use crate::audit::{self, Entry};
use crate::auth::{Actor, Power};
use crate::db::{Db, Tx};
use crate::error::{Act, Error, Refusal};
use crate::http::{self, Answer, Body, Page, PageRequest, Params, problem::Problem};
use crate::notify;
use crate::rulebook::announcing::announce;
use crate::rulebook::api::publishing::previewed;
use crate::rulebook::diff::Difference;
use crate::rulebook::proposals::{self, ChangeRequest, ChangeRequestId, Ending, RequestState};
use crate::rulebook::proposals::{Suggestion, SuggestionId, SuggestionState};
use crate::rulebook::rules::{self, Draft, Wanted};
use crate::rulebook::{HouseRules, store};

/// Logs what became of a proposal and tells those who moderate.
fn tell(tx: &mut Tx, actor: &Actor, act: &str, subject: String, what: &impl Serialize) -> Result<(), Error> {
    notify::enqueue(tx, act, None, what)?;
    audit::record(tx, Entry { actor: Some(actor.person), act, subject, body: what })
}

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

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::rulebook) struct NewSuggestion {
    /// Acts that it is about, at most 20.
    #[serde(default)]
    #[schema(value_type = Vec<String>)]
    acts: Vec<Act>,
    /// What should be otherwise and why, 10 to 2000 characters.
    text: String,
}

/// Suggests a change of the Terms (Act IV.4): at most 3 may wait, and 5 a day are heard.
#[utoipa::path(post, path = "/api/v1/suggestions", tag = "rulebook", request_body = NewSuggestion,
    responses((status = 201, body = Suggestion), (status = 403, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
pub(in crate::rulebook) async fn suggest(
    app: Data<App>,
    actor: Actor,
    body: Body<NewSuggestion>,
) -> Result<Answer, Error> {
    http::create(&app.db, actor.person, body, move |tx, request| {
        let by = proposals::suggester(tx, actor.person)?;
        let newest = store::newest(tx.db)?;
        let (_, book) = store::version(tx.db, newest)?;
        let text = rules::suggest(by, &book.terms, &request.acts, &request.text)?;
        let id = proposals::add_suggestion(tx, actor.person, &request.acts, &text)?;
        let suggestion = proposals::suggestion(tx.db, id)?;
        tell(tx, &actor, "suggestion.made", format!("suggestion:{id}"), &suggestion)?;
        Answer::created("/api/v1/suggestions".to_owned(), &suggestion)
    })
    .await
}

fn must_wait(state: SuggestionState) -> Result<(), Refusal> {
    let detail = match state {
        SuggestionState::Open => return Ok(()),
        SuggestionState::TakenUp => say!("This suggestion is taken up; nothing more is due."),
        SuggestionState::Declined => say!("This suggestion is declined; nothing more is due."),
        SuggestionState::Withdrawn => say!("This suggestion is withdrawn; nothing more is due."),
    };
    Err(Refusal::conflict(say!("Closed already"), detail).act("IV.4"))
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::rulebook) struct NewAnswer {
    /// Whether the suggestion is taken up; otherwise it is declined.
    taken_up: bool,
    /// What its author is told, 3 to 2000 characters.
    answer: String,
}

/// Answers a suggestion.
#[utoipa::path(post, path = "/api/v1/suggestions/{id}/answer", tag = "rulebook", params(("id" = i64, Path)),
    request_body = NewAnswer,
    responses((status = 200, body = Suggestion), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub(in crate::rulebook) async fn answer(
    app: Data<App>,
    actor: Actor,
    id: Path<SuggestionId>,
    body: Body<NewAnswer>,
) -> Result<Answer, Error> {
    http::create(&app.db, actor.person, body, move |tx, request| {
        must_wait(proposals::suggestion(tx.db, *id)?.state)?;
        let answer = rules::plain("answer", &request.answer, 3, 2000, say!("Answer in 3 to 2000 characters."))?;
        let state = if request.taken_up { SuggestionState::TakenUp } else { SuggestionState::Declined };
        let suggestion = proposals::close_suggestion(tx, *id, state, Some(&answer), actor.person)?;
        notify::enqueue(tx, "suggestion.answered", Some(suggestion.author), &suggestion)?;
        tell(tx, &actor, "suggestion.answered", format!("suggestion:{id}"), &suggestion)?;
        Answer::ok(&suggestion)
    })
    .await
}

/// Withdraws one's own suggestion.
#[utoipa::path(post, path = "/api/v1/suggestions/{id}/withdrawal", tag = "rulebook", params(("id" = i64, Path)),
    responses((status = 200, body = Suggestion), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub(in crate::rulebook) async fn withdraw_suggestion(
    app: Data<App>,
    actor: Actor,
    id: Path<SuggestionId>,
) -> Result<Answer, Error> {
    let withdraw = move |tx: &mut Tx| {
        let suggestion = proposals::suggestion(tx.db, *id)?;
        if suggestion.author != actor.person {
            return Err(crate::not_found!("suggestion").into());
        }
        must_wait(suggestion.state)?;
        let suggestion = proposals::close_suggestion(tx, *id, SuggestionState::Withdrawn, None, actor.person)?;
        tell(tx, &actor, "suggestion.withdrawn", format!("suggestion:{id}"), &suggestion)?;
        Answer::ok(&suggestion)
    };
    app.db.write(withdraw).await
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(in crate::rulebook) struct Which {
    /// The `next` of the page before.
    after: Option<String>,
    /// Rows wanted, 1 to 200; 50 if not said.
    limit: Option<i64>,
    /// Only those of this state: open, accepted, declined or withdrawn.
    state: Option<RequestState>,
}

/// Change requests, the newest first.
#[utoipa::path(get, path = "/api/v1/change_requests", tag = "rulebook", params(Which),
    responses((status = 200, body = Page<ChangeRequest>)))]
pub(in crate::rulebook) async fn requests(
    app: Data<App>,
    Params(which): Params<Which>,
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

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::rulebook) struct NewRequest {
    /// The version that it is written against.
    base: i64,
    /// What changes and why, 1 to 1000 characters.
    note: String,
    #[serde(default)]
    acts: Vec<Wanted>,
    /// The house rules that are to change.
    #[serde(default)]
    #[schema(value_type = HouseRules)]
    rules: Map<String, Value>,
}

/// Asks for a change, worded as it would be published (Act IV.5).
#[utoipa::path(post, path = "/api/v1/change_requests", tag = "rulebook", request_body = NewRequest,
    responses((status = 201, body = RequestAnswer), (status = 403, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
pub(in crate::rulebook) async fn request(
    app: Data<App>,
    actor: Actor,
    body: Body<NewRequest>,
) -> Result<Answer, Error> {
    http::create(&app.db, actor.person, body, move |tx, asked| {
        if proposals::waiting_requests(tx.db, actor.person)? >= rules::MOST_REQUESTS {
            let count = rules::MOST_REQUESTS;
            let detail = say!("{count} of your change requests wait; withdraw one first.", count);
            return Err(Refusal::conflict(say!("Enough change requests"), detail).act("IV.5").into());
        }
        let note = rules::note(&asked.note)?;
        let (_, base) = store::version(tx.db, asked.base)?;
        let draft = Draft { acts: asked.acts.clone(), rules: asked.rules.clone() };
        previewed(tx.db, &base, &draft)?;
        let id = proposals::add_request(tx, actor.person, asked.base, &note, &draft)?;
        let request = proposals::change_request(tx.db, id)?;
        tell(tx, &actor, "change_request.made", format!("change_request:{id}"), &request)?;
        Answer::created(format!("/api/v1/change_requests/{id}"), &told(tx.db, request)?)
    })
    .await
}

/// Ends a change request that waits, logs it and tells its author.
fn end(
    tx: &mut Tx,
    actor: &Actor,
    act: &str,
    id: ChangeRequestId,
    ending: &Ending<'_>,
) -> Result<ChangeRequest, Error> {
    let request = proposals::close_request(tx, id, ending)?;
    let news = json!({ "id": id, "state": request.state, "reason": request.reason, "published": request.published });
    notify::enqueue(tx, act, Some(request.author), &news)?;
    let subject = format!("change_request:{id}");
    audit::record(tx, Entry { actor: Some(actor.person), act, subject, body: news })?;
    Ok(request)
}

fn waiting(db: &mut Db, id: ChangeRequestId) -> Result<ChangeRequest, Error> {
    let request = proposals::change_request(db, id)?;
    let detail = match request.state {
        RequestState::Open => return Ok(request),
        RequestState::Accepted => say!("This change request is accepted; nothing more is due."),
        RequestState::Declined => say!("This change request is declined; nothing more is due."),
        RequestState::Withdrawn => say!("This change request is withdrawn; nothing more is due."),
    };
    Err(Refusal::conflict(say!("Closed already"), detail).act("IV.5").into())
}

/// Accepts a change request: publishes a version with it. Where versions came in between, it is carried
/// over to the newest, unless they changed the same Acts or house rules.
#[utoipa::path(post, path = "/api/v1/change_requests/{id}/acceptance", tag = "rulebook", params(("id" = i64, Path)),
    responses((status = 200, body = ChangeRequest), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub(in crate::rulebook) async fn accept(
    app: Data<App>,
    actor: Actor,
    id: Path<ChangeRequestId>,
) -> Result<Answer, Error> {
    let accept = move |tx: &mut Tx| {
        let request = waiting(tx.db, *id)?;
        let newest = store::newest(tx.db)?;
        let (_, base) = store::version(tx.db, request.base)?;
        let (_, book) = store::version(tx.db, newest)?;
        let next = rules::rebase(&base, &book, &request.draft)?;
        let published = announce(tx, Some(actor.person), &request.note, &next)?;
        let (state, published) = (RequestState::Accepted, Some(published.version));
        let ending = Ending { state, reason: None, by: actor.person, published };
        Answer::ok(&end(tx, &actor, "change_request.accepted", *id, &ending)?)
    };
    app.db.write(accept).await
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::rulebook) struct Declining {
    /// Why, 3 to 2000 characters.
    reason: String,
}

/// Declines a change request, with the reason.
#[utoipa::path(post, path = "/api/v1/change_requests/{id}/declining", tag = "rulebook", params(("id" = i64, Path)),
    request_body = Declining,
    responses((status = 200, body = ChangeRequest), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
pub(in crate::rulebook) async fn decline(
    app: Data<App>,
    actor: Actor,
    id: Path<ChangeRequestId>,
    body: Body<Declining>,
) -> Result<Answer, Error> {
    http::create(&app.db, actor.person, body, move |tx, declining| {
        waiting(tx.db, *id)?;
        let reason = rules::plain("reason", &declining.reason, 3, 2000, say!("Say why, in 3 to 2000 characters."))
            .map_err(|refusal| refusal.act("IV.5"))?;
        let (state, reason) = (RequestState::Declined, Some(reason.as_str()));
        let ending = Ending { state, reason, by: actor.person, published: None };
        Answer::ok(&end(tx, &actor, "change_request.declined", *id, &ending)?)
    })
    .await
}

/// Withdraws one's own change request.
#[utoipa::path(post, path = "/api/v1/change_requests/{id}/withdrawal", tag = "rulebook", params(("id" = i64, Path)),
    responses((status = 200, body = ChangeRequest), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem)))]
pub(in crate::rulebook) async fn withdraw_request(
    app: Data<App>,
    actor: Actor,
    id: Path<ChangeRequestId>,
) -> Result<Answer, Error> {
    let withdraw = move |tx: &mut Tx| {
        if waiting(tx.db, *id)?.author != actor.person {
            return Err(Refusal::forbidden(say!("Only its author withdraws a change request."), "IV.5").into());
        }
        let ending = Ending { state: RequestState::Withdrawn, reason: None, by: actor.person, published: None };
        Answer::ok(&end(tx, &actor, "change_request.withdrawn", *id, &ending)?)
    };
    app.db.write(withdraw).await
}
