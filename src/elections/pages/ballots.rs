//! Elections: who stands, the ballot, the count.

use std::collections::BTreeMap;

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;
use chrono::TimeDelta;
use serde_json::json;

use crate::App;
use crate::auth::Actor;
use crate::db::Db;
use crate::elections::{Candidate, Election, ElectionId, Phase, api, store};
use crate::error::Error;
use crate::http::{Form, Page, PageRequest, Params};
use crate::id::PersonId;
use crate::members::store::Listed;
use crate::rulebook::HouseRules;
use crate::web::dates::Dates;
use crate::web::done::{Done, see_done};
use crate::web::layout::{Frame, render};
use crate::web::typed::{Fields, Typed};
use crate::{members, rulebook};

/// Members that a form offers.
const MEMBERS: i64 = 1_000;

#[derive(Template)]
#[template(path = "elections/list.html")]
struct ListPage {
    frame: Frame,
    dates: Dates,
    typed: Typed,
    house: HouseRules,
    elections: Page<Election>,
    /// One is under way, and the next is called when it is over.
    one_runs: bool,
    now: chrono::NaiveDateTime,
    /// What a fresh form proposes.
    nominations: String,
    voting: String,
}

async fn list_page(app: &App, frame: Frame, page: PageRequest, typed: Typed) -> Result<HttpResponse, Error> {
    let (before, limit, now) = (page.after()?, page.limit()?, app.clock.now());
    let read = move |db: &mut Db| {
        let house = rulebook::in_force(db, now)?;
        let dates = Dates { zone: house.time_zone, language: frame.language };
        let elections = Page::of(store::elections(db, before, limit + 1)?, limit, |election| election.id.0);
        let days = |days: u32| dates.local(&(now + TimeDelta::days(days.into()) + TimeDelta::hours(1)));
        let one_runs = !store::running(db)?.is_empty();
        let (nominations, voting) = (days(house.election_least_days), days(2 * house.election_least_days + 1));
        Ok(ListPage { frame, dates, typed, house, elections, one_runs, now, nominations, voting })
    };
    let page = app.db.read(read).await?;
    render(page.typed.status(), &page)
}

pub(super) async fn list(app: Data<App>, frame: Frame, page: Params<PageRequest>) -> Result<HttpResponse, Error> {
    list_page(&app, frame, page.0, Typed::default()).await
}

pub(super) async fn call(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let (fields, now) = (form.0, app.clock.now());
    let called = async {
        let zone = app.db.read(move |db| Ok(rulebook::in_force(db, now)?.time_zone)).await?;
        let request = json!({
            "seats": fields.number("seats")?.unwrap_or(0), "term_weeks": fields.number("term_weeks")?.unwrap_or(0),
            "nominations_close_at": fields.instant("nominations_close_at", zone)?,
            "voting_closes_at": fields.instant("voting_closes_at", zone)?, "note": fields.text("note"),
        });
        api::call(app.clone(), actor, fields.request(request)?).await
    };
    match called.await {
        Ok(called) => Ok(see_done(called.location.unwrap_or_default().trim_start_matches("/api/v1"), Done::Called)),
        Err(error) => list_page(&app, frame, PageRequest::default(), Typed::refused("call", fields, error)?).await,
    }
}

#[derive(Template)]
#[template(path = "elections/one.html")]
struct ElectionPage {
    frame: Frame,
    dates: Dates,
    typed: Typed,
    election: Election,
    phase: Phase,
    candidates: Vec<Candidate>,
    people: Vec<Listed>,
    /// The reader's own nomination.
    own: Option<Candidate>,
    you_voted: bool,
}

async fn page(
    app: &App,
    reader: Option<PersonId>,
    frame: Frame,
    id: ElectionId,
    typed: Typed,
) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let read = move |db: &mut Db| {
        let dates = Dates { zone: rulebook::in_force(db, now)?.time_zone, language: frame.language };
        let election = store::election(db, id)?;
        let phase = election.phase(now);
        let candidates = store::candidates(db, id)?.into_iter();
        let candidates: Vec<Candidate> = candidates.filter(|one| one.withdrawn_at.is_none()).collect();
        let own = candidates.iter().find(|one| Some(one.person) == reader).cloned();
        let you_voted = match reader.filter(|_| phase == Phase::Voting) {
            Some(reader) => store::has_voted(db, id, reader)?,
            None => false,
        };
        let mut people = Vec::new();
        if phase == Phase::Nominations && reader.is_some() {
            people = members::store::list(db, true, None, None, MEMBERS)?;
            people.sort_by(|one, other| one.name.cmp(&other.name));
        }
        Ok(ElectionPage { frame, dates, typed, election, phase, candidates, people, own, you_voted })
    };
    let page = app.db.read(read).await?;
    render(page.typed.status(), &page)
}

pub(super) async fn one(
    app: Data<App>,
    actor: Option<Actor>,
    frame: Frame,
    id: Path<ElectionId>,
) -> Result<HttpResponse, Error> {
    page(&app, actor.map(|actor| actor.person), frame, *id, Typed::default()).await
}

/// The election's page after a step, with what was wrong where it was refused.
async fn after(
    app: &App,
    reader: PersonId,
    frame: Frame,
    id: ElectionId,
    (form, fields): (&str, Fields),
    done: Result<Done, Error>,
) -> Result<HttpResponse, Error> {
    match done {
        Ok(done) => Ok(see_done(format!("/elections/{id}"), done)),
        Err(error) => page(app, Some(reader), frame, id, Typed::refused(form, fields, error)?).await,
    }
}

pub(super) async fn call_off(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<ElectionId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let (reader, number) = (actor.person, *id);
    let body = form.0.request(json!({ "reason": form.0.text("reason") }))?;
    let done = api::call_off(app.clone(), actor, id, body).await;
    after(&app, reader, frame, number, ("call_off", form.0), done.map(|_| Done::CalledOff)).await
}

pub(super) async fn nominate(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<ElectionId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let (reader, number) = (actor.person, *id);
    let done = async {
        let request = json!({ "person": form.0.somebody("person")?, "statement": form.0.text("statement") });
        api::nominate(app.clone(), actor, id, form.0.request(request)?).await
    };
    let done = done.await;
    after(&app, reader, frame, number, ("nominate", form.0), done.map(|_| Done::Nominated)).await
}

pub(super) async fn accept(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<ElectionId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let (reader, number) = (actor.person, *id);
    let body = form.0.request(json!({ "statement": form.0.text("statement") }))?;
    let done = api::accept(app.clone(), actor, id, body).await;
    after(&app, reader, frame, number, ("accept", form.0), done.map(|_| Done::Stands)).await
}

pub(super) async fn withdraw(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<ElectionId>,
) -> Result<HttpResponse, Error> {
    let (reader, number) = (actor.person, *id);
    let done = api::withdraw(app.clone(), actor, id).await;
    after(&app, reader, frame, number, ("withdraw", Fields::default()), done.map(|_| Done::Withdrawn)).await
}

pub(super) async fn vote(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<ElectionId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let (reader, number) = (actor.person, *id);
    let scores: BTreeMap<&str, i64> =
        form.0.named("score-").filter_map(|(person, score)| Some((person, score.parse().ok()?))).collect();
    let body = form.0.request(json!({ "scores": scores }))?;
    let done = api::vote(app.clone(), actor, id, body).await;
    // What was on a refused ballot is not shown again: it is nobody's to see.
    after(&app, reader, frame, number, ("vote", Fields::default()), done.map(|_| Done::Voted)).await
}
