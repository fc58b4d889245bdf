//! Reports as pages: members say what they saw; moderators answer with a decision or a reason.

use std::collections::HashMap;

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;
use serde::Deserialize;

use super::actions::{CloseReport, Closing, MakeReport, Written, together};
use super::store::Quotation;
use super::{Report, ReportId, State, store};
use crate::App;
use crate::action::pages::sent;
use crate::action::performed;
use crate::auth::Actor;
use crate::db::Db;
use crate::error::Error;
use crate::games::store::GameView;
use crate::http::{Form, Page, PageRequest, Params};
use crate::id::{GameId, PersonId};
use crate::members::store::Listed;
use crate::routes;
use crate::tables::TableId;
use crate::tables::pages::{Called, Mentioned};
use crate::web::dates::Dates;
use crate::web::done::{Done, see_done};
use crate::web::layout::{Frame, render};
use crate::web::typed::{Fields, Typed};
use crate::{games, members, rulebook};

routes! {
    GET "/reports" => list, SignedIn;
    POST "/reports" => report, Insider;
    GET "/reports/new" => open, Insider;
    POST "/reports/{id}/dismissal" => dismiss, Moderator;
}

/// Members that the form offers.
const MEMBERS: i64 = 1_000;
/// Games that the form offers.
const GAMES: i64 = 10;

#[derive(Template)]
#[template(path = "conduct/reports.html")]
struct ReportsPage {
    frame: Frame,
    dates: Dates,
    typed: Typed,
    reader: PersonId,
    reports: Page<Report>,
    names: HashMap<PersonId, String>,
    called: Called,
}

impl ReportsPage {
    fn name(&self, person: &PersonId) -> &str {
        self.names.get(person).map_or("", String::as_str)
    }

    fn table(&self, table: &i64) -> String {
        self.called.table(&TableId(*table))
    }

    /// Whether the reader answers it: a moderator who is no part of it.
    fn is_mine_to_answer(&self, report: &Report) -> bool {
        self.frame.roles.may_moderate() && report.state == State::Open && report.reporter != self.reader
    }
}

async fn page(app: &App, actor: &Actor, frame: Frame, page: PageRequest, typed: Typed) -> Result<HttpResponse, Error> {
    let (before, limit, now) = (page.after()?, page.limit()?, app.clock.now());
    let (reader, moderates) = (actor.person, actor.roles.may_moderate());
    let read = move |db: &mut Db| {
        let rows = store::list(db, reader, moderates, None, before, limit + 1)?;
        let people: Vec<PersonId> = rows.iter().flat_map(|report| [report.reporter, report.accused]).collect();
        let names = members::store::names(db, &people)?;
        let dates = Dates { zone: rulebook::in_force(db, now)?.time_zone, language: frame.language };
        let games = rows.iter().filter_map(|report| report.game);
        let tables = rows.iter().filter_map(|report| report.table.map(TableId));
        let called = Mentioned::default().games(games).tables(tables).called(db, frame.viewpoint, dates, now)?;
        let reports = Page::of(rows, limit, |report| report.id.0);
        Ok(ReportsPage { frame, dates, typed, reader, reports, names, called })
    };
    let page = app.db.read(read).await?;
    render(page.typed.status(), &page)
}

async fn list(app: Data<App>, actor: Actor, frame: Frame, asked: Params<PageRequest>) -> Result<HttpResponse, Error> {
    page(&app, &actor, frame, asked.0, Typed::default()).await
}

#[derive(Template)]
#[template(path = "conduct/report.html")]
struct ReportPage {
    frame: Frame,
    typed: Typed,
    people: Vec<Listed>,
    /// The reporter's own last games.
    games: Vec<GameView>,
    dates: Dates,
    now: String,
    /// What the accused wrote last at the table that the form names, and what that is called: the report has it by itself.
    quoted: Option<(String, Quotation)>,
    /// A game that was named, on its own page for example, and is none of these.
    other: Option<(GameId, String)>,
}

impl ReportPage {
    /// What the reporter is asked to write: nothing has to be added to a quotation.
    fn what_hint(&self) -> &'static str {
        if self.quoted.is_some() { "report-what-more" } else { "report-what-hint" }
    }

    fn played(&self, game: &GameView) -> String {
        format!("{} – {}, {}", game.white.name, game.black.name, self.dates.day(&game.played_at.naive_utc()))
    }
}

async fn form(app: &App, actor: &Actor, frame: Frame, typed: Typed) -> Result<HttpResponse, Error> {
    let (now, reader) = (app.clock.now(), actor.person);
    let number = |name| typed.value("report", name).parse::<i64>().ok();
    let last = number("last");
    let named = number("game").map(GameId);
    let at_table = number("table").zip(number("accused").map(PersonId));
    let read = move |db: &mut Db| {
        let mut quoted = None;
        if let Some((table, accused)) = at_table {
            quoted = store::quoted(db, table, accused, last)?;
            // The line is of another person, who was chosen before: this one is quoted instead.
            if quoted.is_none() && last.is_some() {
                quoted = store::quoted(db, table, accused, None)?;
            }
        }
        let mut people = members::store::list(db, true, None, None, MEMBERS)?;
        people.retain(|person| person.id != reader);
        people.sort_by(|one, other| one.name.cmp(&other.name));
        let own = games::store::Filter { person: Some(reader), ..games::store::Filter::default() };
        let games = games::store::list(db, &own, &PageRequest { after: None, limit: Some(GAMES) })?.items;
        let dates = Dates { zone: rulebook::in_force(db, now)?.time_zone, language: frame.language };
        let other = named.filter(|named| games.iter().all(|game| game.id != *named));
        let table = at_table.map(|(table, _)| TableId(table));
        let called = Mentioned::default().games(other).tables(table).called(db, frame.viewpoint, dates, now)?;
        let other = other.map(|game| (game, called.game(&game)));
        let quoted = table.zip(quoted).map(|(table, quoted)| (called.table(&table), quoted));
        Ok(ReportPage { now: dates.local(&now), frame, typed, people, games, dates, quoted, other })
    };
    let page = app.db.read(read).await?;
    render(page.typed.status(), &page)
}

/// Whom a player met in a game; `None` if they did not play it.
fn opponent(game: &games::store::Row, player: PersonId) -> Option<PersonId> {
    let other = if player == game.white { game.black } else { game.white };
    [game.white, game.black].contains(&player).then_some(other)
}

#[derive(Deserialize)]
struct Opened {
    accused: Option<PersonId>,
    game: Option<GameId>,
    /// The table of the games room where they wrote something.
    table: Option<i64>,
}

async fn open(app: Data<App>, actor: Actor, frame: Frame, opened: Params<Opened>) -> Result<HttpResponse, Error> {
    let reader = actor.person;
    let opponent = match opened.0.game {
        Some(game) => app.db.read(move |db| Ok(opponent(&games::store::row(db, game)?, reader))).await?,
        None => None,
    };
    let accused = opened.0.accused.or(opponent).map(|accused| ("accused".to_owned(), accused.to_string()));
    let game = opened.0.game.map(|game| ("game".to_owned(), game.to_string()));
    let table = opened.0.table.map(|table| ("table".to_owned(), table.to_string()));
    let fields: Vec<(String, String)> = accused.into_iter().chain(game).chain(table).collect();
    form(&app, &actor, frame, Typed::again("report", Fields::from(fields))).await
}

/// What a form reports; refused with all that is wrong with its fields.
async fn reported(app: &App, fields: &Fields) -> Result<MakeReport, Error> {
    let now = app.clock.now();
    let zone = app.db.read(move |db| Ok(rulebook::in_force(db, now)?.time_zone)).await?;
    let accused = fields.somebody("accused").map(PersonId);
    let game = fields.number("game").map(|game| game.map(GameId));
    let (what, table, last) = (fields.text("what").to_owned(), fields.number("table")?, fields.number("last")?);
    match (accused, game, fields.instant("happened_at", zone)) {
        (Ok(accused), Ok(game), Ok(happened_at)) => Ok(MakeReport { accused, game, what, happened_at, table, last }),
        (accused, game, happened_at) => {
            let faults = app.db.read(move |db| {
                let (who, when) = (accused.as_ref().ok().copied(), happened_at.as_ref().ok().copied());
                let game_of = game.clone().unwrap_or_default();
                let written = Written { accused: who, game: game_of, what: &what, happened_at: when, table, last };
                let mut wrong = written.faults(db, now)?;
                wrong.extend(accused.err().into_iter().chain(game.err()).chain(happened_at.err()));
                Ok(wrong)
            });
            together(faults.await?)?;
            Err(Error::internal("a report was neither taken nor refused"))
        }
    }
}

async fn report(app: Data<App>, actor: Actor, frame: Frame, form: Form<Fields>) -> Result<HttpResponse, Error> {
    let fields = form.0;
    let made = async { sent(&app, &actor, &fields, reported(&app, &fields).await?, |_| "/reports").await };
    match made.await {
        Ok(place) => Ok(see_done(place, Done::Reported)),
        Err(error) => self::form(&app, &actor, frame, Typed::refused("report", fields, error)?).await,
    }
}

async fn dismiss(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<ReportId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let name = format!("dismiss-{}", *id);
    let dismissal = CloseReport(*id, Closing::Dismissed(form.0.text("reason").to_owned()));
    match performed(&app, &actor, dismissal).await {
        Ok(_) => Ok(see_done("/reports", Done::ReportDismissed)),
        Err(error) => page(&app, &actor, frame, PageRequest::default(), Typed::refused(&name, form.0, error)?).await,
    }
}
