//! Pages that show decisions, with the steps that the reader can take.

use std::collections::HashMap;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use askama::Template;
use serde::Deserialize;

use crate::App;
use crate::action::performed;
use crate::auth::Actor;
use crate::conduct::decisions::actions::{Declare, Serve};
use crate::conduct::decisions::store::Filter;
use crate::conduct::decisions::veil::Veil;
use crate::conduct::decisions::{Decision, DecisionId, SanctionId, State, store};
use crate::court;
use crate::db::Db;
use crate::error::Error;
use crate::games::pages::game_page;
use crate::http::{Form, Page, PageRequest, Params};
use crate::id::{GameId, PersonId};
use crate::members;
use crate::rulebook;
use crate::tables::pages::{Called, Mentioned};
use crate::web::dates::Dates;
use crate::web::done::{Done, see_done};
use crate::web::layout::{Frame, render};
use crate::web::typed::{Fields, Typed};

#[derive(Template)]
#[template(path = "conduct/decisions.html")]
struct DecisionsPage {
    frame: Frame,
    dates: Dates,
    decisions: Page<Decision>,
    /// Whether the reader reads only what concerns them: there may be others.
    is_partial: bool,
    /// Whom alone they are about, where that was asked.
    about: Option<PersonId>,
    names: HashMap<PersonId, String>,
    called: Called,
}

impl DecisionsPage {
    fn name(&self, person: &PersonId) -> &str {
        self.names.get(person).map_or("", String::as_str)
    }
}

fn names(db: &mut Db, decisions: &[Decision]) -> Result<HashMap<PersonId, String>, Error> {
    let people = decisions.iter().flat_map(|decision| [Some(decision.offence.accused), decision.decider]);
    members::store::names(db, &people.flatten().collect::<Vec<_>>())
}

/// Which decisions are read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DecisionsQuery {
    /// The `next` of the page before.
    after: Option<String>,
    /// Rows wanted, 1 to 200; 50 if not said.
    limit: Option<i64>,
    /// Only those about this person.
    about: Option<PersonId>,
}

pub(super) async fn list(app: Data<App>, frame: Frame, wanted: Params<DecisionsQuery>) -> Result<HttpResponse, Error> {
    let DecisionsQuery { after, limit, about } = wanted.0;
    let page = PageRequest { after, limit };
    let (before, limit, now) = (page.after()?, page.limit()?, app.clock.now());
    let page = app.db.read(move |db| {
        let filter = Filter { accused: about, ..Veil::before(db, frame.viewpoint, now)?.decisions() };
        let rows = store::decisions(db, &filter, before, limit + 1)?;
        let is_partial = filter.concerned_only && !frame.viewpoint.moderates();
        let names = names(db, &rows)?;
        let dates = Dates { zone: rulebook::in_force(db, now)?.time_zone, language: frame.language };
        let called = Mentioned::default().decisions(&rows).called(db, frame.viewpoint, dates, now)?;
        let decisions = Page::of(rows, limit, |decision| decision.id.0);
        Ok(DecisionsPage { frame, dates, decisions, is_partial, about, names, called })
    });
    render(StatusCode::OK, &page.await?)
}

#[derive(Template)]
#[template(path = "conduct/decision.html")]
struct DecisionPage {
    frame: Frame,
    dates: Dates,
    typed: Typed,
    decision: Decision,
    names: HashMap<PersonId, String>,
    /// Its games, and those of what was done to it.
    called: Called,
    reader: PersonId,
    /// Who reads its reasons once it is declared.
    readers: &'static str,
    is_overdue: bool,
    /// The case about it that is open, if there is one.
    open_case: Option<String>,
}

impl DecisionPage {
    fn name(&self, person: &PersonId) -> &str {
        self.names.get(person).map_or("", String::as_str)
    }

    fn is_mine(&self) -> bool {
        self.decision.offence.accused == self.reader
    }

    fn is_to_be_declared_by_me(&self) -> bool {
        let waits = self.decision.to_be_declared_by().is_some() && !self.is_overdue;
        waits && self.decision.decider == Some(self.reader)
    }

    /// A ban or a step that takes much, which the accused may also petition against.
    fn may_be_appealed(&self) -> bool {
        let stands = self.decision.state == State::Standing && self.decision.court_case.is_none();
        self.is_mine() && stands && self.open_case.is_none()
    }
}

async fn page(app: &App, actor: Actor, frame: Frame, id: DecisionId, typed: Typed) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let read = move |db: &mut Db| {
        let decision = store::seen(db, actor.person, actor.roles, id, now)?;
        let names = names(db, std::slice::from_ref(&decision))?;
        let house = rulebook::in_force(db, now)?;
        let (dates, readers) = (Dates { zone: house.time_zone, language: frame.language }, house.reasons_are_for());
        let called = Mentioned::default().decisions([&decision]).called(db, frame.viewpoint, dates, now)?;
        let is_overdue = decision.to_be_declared_by().is_some_and(|due| due < now);
        let open_case = court::store::open_case_about(db, id)?;
        let reader = actor.person;
        Ok(DecisionPage { frame, dates, typed, decision, names, called, reader, readers, is_overdue, open_case })
    };
    let page = app.db.read(read).await?;
    render(page.typed.status(), &page)
}

pub(super) async fn one(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<DecisionId>,
) -> Result<HttpResponse, Error> {
    page(&app, actor, frame, *id, Typed::default()).await
}

pub(super) async fn declare(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<DecisionId>,
) -> Result<HttpResponse, Error> {
    let number = *id;
    match performed(&app, &actor, Declare(number)).await {
        Ok(()) => Ok(see_done(format!("/decisions/{number}"), Done::Declared)),
        Err(error) => page(&app, actor, frame, number, Typed::refused("declare", Fields::default(), error)?).await,
    }
}

/// The game in which a time penalty was served.
#[derive(Deserialize)]
pub(super) struct Served {
    game: GameId,
}

pub(super) async fn serve(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<SanctionId>,
    form: Form<Served>,
) -> Result<HttpResponse, Error> {
    let game = form.0.game;
    match performed(&app, &actor, Serve(*id, Some(game))).await {
        Ok(_) => Ok(see_done(format!("/games/{game}"), Done::Served)),
        Err(error) => game_page(&app, frame, game, None, Typed::refused("serve", Fields::default(), error)?).await,
    }
}
