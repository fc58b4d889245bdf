//! Live games, games that lack the reader's *ready*, and challenges to them, shown at the top of every page. A separate page shows the
//! same, and scripts fetch it.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use askama::Template;
use serde::Deserialize;

use super::game_page;
use super::own::opener;
use crate::App;
use crate::auth::Actor;
use crate::error::Error;
use crate::http::Params;
use crate::id::PersonId;
use crate::tables::room::Known;
use crate::tables::{Stage, Table, rules};
use crate::web::catalogue::Language;
use crate::web::layout::{About, Call, Frame, render};

/// The most tables on a page that have not begun; the games room lists them all.
const MOST: usize = 3;

/// Where these lines are fetched again.
pub const ADDRESS: &str = "/tables/calls";

/// What is going on at the live games of somebody, in a sentence each. Only those who play none read who challenges them and
/// who waits for them to be ready: a game is not disturbed.
pub(crate) async fn calls(app: &App, person: PersonId, language: Language) -> Result<Vec<Call>, Error> {
    let sittings = app.room.sittings(&app.db, person).await?;
    if sittings.is_empty() {
        let at_rest = app.room.at_rest(&app.db, person).await?;
        let unready = at_rest.iter().filter_map(|live| live.read(|known| unready(app, known, person, language)));
        let challenges = app.room.challenges(person).into_iter().filter(|table| !opener(table).is_empty());
        let challenges = challenges.map(|table| challenge(&table, language));
        return Ok(unready.chain(challenges).take(MOST).collect());
    }
    Ok(sittings.iter().filter_map(|live| live.read(|known| call(known, person, language))).collect())
}

fn title(table: &Table, language: Language) -> String {
    game_page(&table.game).map_or_else(|_| table.game.clone(), |page| page.title(language))
}

fn unready(app: &App, known: &Known, person: PersonId, language: Language) -> Option<Call> {
    let table = &known.table;
    let game = app.room.game(&table.game).ok()?;
    if !rules::waits_for_ready(table, game, known.state.as_deref(), person) {
        return None;
    }
    let others = table.seats.iter().filter_map(|chair| chair.person.as_ref()).filter(|other| other.id != person);
    let others: Vec<&str> = others.map(|other| other.name.as_str()).collect();
    let said = language.t("table-call-ready").with("who", language.listed(&others));
    let said = said.with("game", title(table, language)).to_string();
    let address = format!("/tables/{}", table.id);
    Some(Call { address, said, go: "table-call-ready-go", is_challenge: false, is_turn: true })
}

fn challenge(table: &Table, language: Language) -> Call {
    let game = title(table, language);
    let said = language.t("table-call-challenge").with("who", opener(table)).with("game", game).to_string();
    Call { address: format!("/tables/{}", table.id), said, go: "table-call-answer", is_challenge: true, is_turn: false }
}

fn call(known: &Known, person: PersonId, language: Language) -> Option<Call> {
    let (table, state) = (&known.table, known.state.as_ref()?);
    if table.stage != Stage::Playing {
        return None;
    }
    let seat = table.seat_of(person).filter(|seat| state.plays(*seat))?;
    let has_just_begun = known.log.is_empty() && table.opened_by == person;
    let is_turn = state.turn().contains(&seat);
    let text = match (has_just_begun, is_turn) {
        (true, true) => "table-call-accepted-turn",
        (true, false) => "table-call-accepted",
        (false, true) => "table-call-turn",
        (false, false) => return None,
    };
    let others = table.seats.iter().filter(|chair| chair.seat != seat).filter_map(|chair| chair.person.as_ref());
    let others: Vec<&str> = others.map(|other| other.name.as_str()).collect();
    let said = language.t(text).with("who", language.listed(&others)).to_string();
    Some(Call { address: format!("/tables/{}", table.id), said, go: "table-call-go", is_challenge: false, is_turn })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Shown {
    /// What the page is about that shows the line, as [`About`] writes it: its own table is left out.
    at: Option<String>,
}

#[derive(Template)]
#[template(path = "tables/calls.html")]
struct CallsPage {
    frame: Frame,
}

/// Fails where the games cannot be looked for: then what a page shows of them stays.
pub(super) async fn page(
    app: Data<App>,
    mut frame: Frame,
    actor: Option<Actor>,
    shown: Params<Shown>,
) -> Result<HttpResponse, Error> {
    let all = match actor {
        Some(actor) => calls(&app, actor.person, frame.language).await?,
        None => Vec::new(),
    };
    frame.about = shown.0.at.map(About::from);
    frame.calls = Some(all);
    render(StatusCode::OK, &CallsPage { frame })
}
