//! Suggestions of members and change requests of moderators and justices, with what became of them.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;
use serde_json::json;

use super::book::dates;
use crate::App;
use crate::auth::{Actor, Power};
use crate::db::Db;
use crate::error::Error;
use crate::http::{Form, Page, PageRequest, Params};
use crate::id::PersonId;
use crate::rulebook::api::proposals as api;
use crate::rulebook::proposals::{
    self, ChangeRequest, ChangeRequestId, RequestState, Suggestion, SuggestionId, SuggestionState,
};
use crate::web::dates::Dates;
use crate::web::done::{Done, see_done};
use crate::web::layout::{Frame, render};
use crate::web::typed::{Fields, Typed};

#[derive(Template)]
#[template(path = "rulebook/suggestions.html")]
struct SuggestionsPage {
    frame: Frame,
    dates: Dates,
    typed: Typed,
    reader: PersonId,
    suggestions: Page<Suggestion>,
}

async fn suggestions_page(
    app: &App,
    actor: &Actor,
    frame: Frame,
    page: PageRequest,
    typed: Typed,
) -> Result<HttpResponse, Error> {
    let (before, limit, now, reader) = (page.after()?, page.limit()?, app.clock.now(), actor.person);
    let author = if Power::Moderator.is_held_by(actor) { None } else { Some(reader) };
    let read = move |db: &mut Db| {
        let rows = proposals::suggestions(db, author, before, limit + 1)?;
        let suggestions = Page::of(rows, limit, |suggestion| suggestion.id.0);
        Ok(SuggestionsPage { dates: dates(db, &frame, now)?, frame, typed, reader, suggestions })
    };
    let page = app.db.read(read).await?;
    render(page.typed.status(), &page)
}

pub(super) async fn suggestions(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    page: Params<PageRequest>,
) -> Result<HttpResponse, Error> {
    suggestions_page(&app, &actor, frame, page.0, Typed::default()).await
}

/// After a change of the suggestions: the list, with what was wrong where it was refused.
async fn suggestions_after(
    app: &App,
    actor: &Actor,
    frame: Frame,
    form: &str,
    fields: Fields,
    done: Result<Done, Error>,
) -> Result<HttpResponse, Error> {
    match done {
        Ok(done) => Ok(see_done("/suggestions", done)),
        Err(error) => {
            let typed = Typed::refused(form, fields, error)?;
            suggestions_page(app, actor, frame, PageRequest::default(), typed).await
        }
    }
}

pub(super) async fn suggest(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let acts: Vec<&str> = form.0.text("acts").split([',', ' ']).filter(|act| !act.is_empty()).collect();
    let body = form.0.request(json!({ "acts": acts, "text": form.0.text("text") }))?;
    let done = api::suggest(app.clone(), actor.clone(), body).await;
    suggestions_after(&app, &actor, frame, "suggest", form.0, done.map(|_| Done::Suggested)).await
}

pub(super) async fn answer(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<SuggestionId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let asked = json!({ "taken_up": form.0.text("taken_up") == "yes", "answer": form.0.text("answer") });
    let name = format!("answer-{}", *id);
    let done = api::answer(app.clone(), actor.clone(), id, form.0.request(asked)?).await;
    suggestions_after(&app, &actor, frame, &name, form.0, done.map(|_| Done::Decided)).await
}

pub(super) async fn withdraw_suggestion(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<SuggestionId>,
) -> Result<HttpResponse, Error> {
    let name = format!("withdraw-{}", *id);
    let done = api::withdraw_suggestion(app.clone(), actor.clone(), id).await;
    suggestions_after(&app, &actor, frame, &name, Fields::default(), done.map(|_| Done::Withdrawn)).await
}

#[derive(Template)]
#[template(path = "rulebook/requests.html")]
struct RequestsPage {
    frame: Frame,
    dates: Dates,
    requests: Page<ChangeRequest>,
}

pub(super) async fn requests(app: Data<App>, frame: Frame, page: Params<PageRequest>) -> Result<HttpResponse, Error> {
    let (before, limit, now) = (page.0.after()?, page.0.limit()?, app.clock.now());
    let page = app.db.read(move |db| {
        let rows = proposals::change_requests(db, None, before, limit + 1)?;
        let requests = Page::of(rows, limit, |request| request.id.0);
        Ok(RequestsPage { dates: dates(db, &frame, now)?, frame, requests })
    });
    render(Typed::default().status(), &page.await?)
}

#[derive(Template)]
#[template(path = "rulebook/request.html")]
struct RequestPage {
    frame: Frame,
    dates: Dates,
    typed: Typed,
    reader: Option<PersonId>,
    told: api::RequestAnswer,
}

impl RequestPage {
    fn is_own(&self) -> bool {
        self.reader == Some(self.told.request.author)
    }
}

async fn request_page(
    app: &App,
    reader: Option<PersonId>,
    frame: Frame,
    id: ChangeRequestId,
    typed: Typed,
) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let read = move |db: &mut Db| {
        let request = proposals::change_request(db, id)?;
        Ok(RequestPage { dates: dates(db, &frame, now)?, told: api::told(db, request)?, frame, typed, reader })
    };
    let page = app.db.read(read).await?;
    render(page.typed.status(), &page)
}

pub(super) async fn one_request(
    app: Data<App>,
    actor: Option<Actor>,
    frame: Frame,
    id: Path<ChangeRequestId>,
) -> Result<HttpResponse, Error> {
    request_page(&app, actor.map(|actor| actor.person), frame, *id, Typed::default()).await
}

async fn request_after(
    app: &App,
    actor: &Actor,
    frame: Frame,
    id: ChangeRequestId,
    (form, fields): (&str, Fields),
    done: Result<Done, Error>,
) -> Result<HttpResponse, Error> {
    match done {
        Ok(done) => Ok(see_done(format!("/change_requests/{id}"), done)),
        Err(error) => request_page(app, Some(actor.person), frame, id, Typed::refused(form, fields, error)?).await,
    }
}

pub(super) async fn accept(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<ChangeRequestId>,
) -> Result<HttpResponse, Error> {
    let number = *id;
    let done = api::accept(app.clone(), actor.clone(), id).await;
    request_after(&app, &actor, frame, number, ("accept", Fields::default()), done.map(|_| Done::Published)).await
}

pub(super) async fn decline(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<ChangeRequestId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let number = *id;
    let body = form.0.request(json!({ "reason": form.0.text("reason") }))?;
    let done = api::decline(app.clone(), actor.clone(), id, body).await;
    request_after(&app, &actor, frame, number, ("decline", form.0), done.map(|_| Done::Decided)).await
}

pub(super) async fn withdraw_request(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<ChangeRequestId>,
) -> Result<HttpResponse, Error> {
    let number = *id;
    let done = api::withdraw_request(app.clone(), actor.clone(), id).await;
    request_after(&app, &actor, frame, number, ("withdraw", Fields::default()), done.map(|_| Done::Withdrawn)).await
}
