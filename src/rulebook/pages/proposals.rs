//! Suggestions of members and change requests of moderators and justices, with what became of them.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;

use super::Panels;
use super::book::dates;
use crate::App;
use crate::action::pages::sent;
use crate::action::performed;
use crate::auth::{Actor, Power};
use crate::db::Db;
use crate::error::{Act, Error};
use crate::http::{Form, Page, PageRequest, Params};
use crate::id::PersonId;
use crate::rulebook::actions::{
    AcceptRequest, AnswerSuggestion, DeclineRequest, Declining, NewAnswer, Suggest, WithdrawRequest, WithdrawSuggestion,
};
use crate::rulebook::api::proposals::{RequestAnswer, told};
use crate::rulebook::proposals::{
    self, ChangeRequest, ChangeRequestId, RequestState, Suggestion, SuggestionId, SuggestionState,
};
use crate::rulebook::{self, ActToChoose};
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
    /// The Acts that a suggestion may be about.
    acts: Vec<ActToChoose>,
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
        let acts = rulebook::acts_to_choose(&rulebook::version_at(db, now)?, frame.language);
        Ok(SuggestionsPage { dates: dates(db, &frame, now)?, frame, typed, reader, suggestions, acts })
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
    let fields = form.0;
    let acts = fields.named("acts").filter(|(_, act)| !act.is_empty());
    let acts = acts.map(|(_, act)| Act(act.to_owned().into())).collect();
    let suggestion = Suggest { acts, text: fields.text("text").to_owned() };
    let done = sent(&app, &actor, &fields, suggestion, |_| "/suggestions").await;
    suggestions_after(&app, &actor, frame, "suggest", fields, done.map(|_| Done::Suggested)).await
}

pub(super) async fn answer(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<SuggestionId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let (fields, name) = (form.0, format!("answer-{}", *id));
    let answer = NewAnswer { taken_up: fields.text("taken_up") == "yes", answer: fields.text("answer").to_owned() };
    let done = sent(&app, &actor, &fields, AnswerSuggestion(*id, answer), |_| "/suggestions").await;
    suggestions_after(&app, &actor, frame, &name, fields, done.map(|_| Done::Decided)).await
}

pub(super) async fn withdraw_suggestion(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<SuggestionId>,
) -> Result<HttpResponse, Error> {
    let name = format!("withdraw-{}", *id);
    let done = performed(&app, &actor, WithdrawSuggestion(*id)).await;
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
    told: RequestAnswer,
    /// What to mind before it is accepted.
    panels: Option<Panels>,
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
        let told = told(db, request)?;
        let panels = match told.request.state {
            RequestState::Open => Panels::proposed(db, &told.changes)?,
            _ => None,
        };
        Ok(RequestPage { dates: dates(db, &frame, now)?, told, panels, frame, typed, reader })
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
    let done = performed(&app, &actor, AcceptRequest(number)).await;
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
    let why = Declining { reason: form.0.text("reason").to_owned() };
    let place = move |_: &ChangeRequest| format!("/change_requests/{number}");
    let done = sent(&app, &actor, &form.0, DeclineRequest(number, why), place).await;
    request_after(&app, &actor, frame, number, ("decline", form.0), done.map(|_| Done::Decided)).await
}

pub(super) async fn withdraw_request(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<ChangeRequestId>,
) -> Result<HttpResponse, Error> {
    let number = *id;
    let done = performed(&app, &actor, WithdrawRequest(number)).await;
    request_after(&app, &actor, frame, number, ("withdraw", Fields::default()), done.map(|_| Done::Withdrawn)).await
}
