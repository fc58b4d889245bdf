//! Elections: who stands, the ballot, the count.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;
use chrono::{NaiveDateTime, TimeDelta};

use crate::App;
use crate::action::pages::sent;
use crate::action::performed;
use crate::auth::Actor;
use crate::db::Db;
use crate::elections::actions::{
    Accept, Acceptance, Ballot, Call, CallOff, CallingOff, NewNomination, Nominate, Vote, Withdraw,
};
use crate::elections::rules::Written;
use crate::elections::{Candidate, Election, ElectionId, Phase, store};
use crate::error::{Error, Refusal};
use crate::http::{Form, Page, PageRequest, Params, instant};
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
    /// The one under way: the next is called when it is over.
    running: Option<Election>,
    now: NaiveDateTime,
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
        let running = store::running(db)?.pop();
        let (nominations, voting) = (days(house.election_least_days), days(2 * house.election_least_days + 1));
        Ok(ListPage { frame, dates, typed, house, elections, running, now, nominations, voting })
    };
    let page = app.db.read(read).await?;
    render(page.typed.status(), &page)
}

pub(super) async fn list(app: Data<App>, frame: Frame, page: Params<PageRequest>) -> Result<HttpResponse, Error> {
    list_page(&app, frame, page.0, Typed::default()).await
}

/// What the form asks; refused with all that is wrong with its fields where one of them cannot be read.
fn read(fields: &Fields, house: &HouseRules, now: NaiveDateTime) -> Result<Call, Error> {
    let mut wrong = Vec::new();
    let seats = Refusal::keep(fields.needed("seats").map(Some), &mut wrong);
    let term_weeks = Refusal::keep(fields.needed("term_weeks").map(Some), &mut wrong);
    let mut time = |name: &'static str| {
        let kept = |at| instant::kept(name, at).map(|_| Some(at));
        Refusal::keep(fields.instant(name, house.time_zone).and_then(kept), &mut wrong)
    };
    let (nominations, voting) = (time("nominations_close_at"), time("voting_closes_at"));
    let note = fields.text("note");
    if let (Some(seats), Some(term_weeks), Some(nominations_close_at), Some(voting_closes_at)) =
        (seats, term_weeks, nominations, voting)
    {
        return Ok(Call { seats, term_weeks, nominations_close_at, voting_closes_at, note: note.to_owned() });
    }
    let written = Written {
        seats,
        term_weeks,
        nominations_close_at: nominations.map(|at| at.naive_utc()),
        voting_closes_at: voting.map(|at| at.naive_utc()),
        note,
    };
    wrong.extend(written.faults(house, now));
    Refusal::together(wrong)?;
    Err(Error::internal("an election was neither called nor refused"))
}

pub(super) async fn call(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let (fields, now) = (form.0, app.clock.now());
    let called = async {
        let house = app.db.read(move |db| rulebook::in_force(db, now)).await?;
        let call = read(&fields, &house, now)?;
        sent(&app, &actor, &fields, call, |election| format!("/elections/{}", election.id)).await
    };
    match called.await {
        Ok(place) => Ok(see_done(place, Done::Called)),
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
            people.retain(|person| Some(person.id) != reader);
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
    actor: &Actor,
    frame: Frame,
    id: ElectionId,
    (form, fields): (&str, Fields),
    done: Result<Done, Error>,
) -> Result<HttpResponse, Error> {
    match done {
        Ok(done) => Ok(see_done(place(id), done)),
        Err(error) => page(app, Some(actor.person), frame, id, Typed::refused(form, fields, error)?).await,
    }
}

fn place(id: ElectionId) -> String {
    format!("/elections/{id}")
}

pub(super) async fn call_off(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<ElectionId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let (id, fields) = (*id, form.0);
    let why = CallingOff { reason: fields.text("reason").to_owned() };
    let done = sent(&app, &actor, &fields, CallOff(id, why), move |_| place(id)).await;
    after(&app, &actor, frame, id, ("call_off", fields), done.map(|_| Done::CalledOff)).await
}

pub(super) async fn nominate(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<ElectionId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let (id, fields) = (*id, form.0);
    let is_own = fields.text("person") == actor.person.to_string();
    let done = async {
        let person = PersonId(fields.somebody("person")?);
        let nomination = NewNomination { person, statement: fields.text("statement").to_owned() };
        sent(&app, &actor, &fields, Nominate(id, nomination), move |_| place(id)).await
    };
    let (form, said) = if is_own { ("stand", Done::Stands) } else { ("nominate", Done::Nominated) };
    let done = done.await.map(|_| said);
    after(&app, &actor, frame, id, (form, fields), done).await
}

pub(super) async fn accept(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<ElectionId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let acceptance = Acceptance { statement: form.0.text("statement").to_owned() };
    let done = performed(&app, &actor, Accept(*id, acceptance)).await;
    after(&app, &actor, frame, *id, ("accept", form.0), done.map(|()| Done::Stands)).await
}

pub(super) async fn withdraw(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<ElectionId>,
) -> Result<HttpResponse, Error> {
    let done = performed(&app, &actor, Withdraw(*id)).await;
    after(&app, &actor, frame, *id, ("withdraw", Fields::default()), done.map(|()| Done::Withdrawn)).await
}

pub(super) async fn vote(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<ElectionId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let given = form.0.named("score-").filter_map(|(person, score)| Some((person.to_owned(), score.parse().ok()?)));
    let done = performed(&app, &actor, Vote(*id, Ballot { scores: given.collect() })).await;
    // A refused ballot's scores are not shown again: they are secret.
    after(&app, &actor, frame, *id, ("vote", Fields::default()), done.map(|()| Done::Voted)).await
}
