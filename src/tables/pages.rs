//! Tables as pages: the games room, and one table to play at and to watch. All of it works by forms; a
//! script puts the live board in their place.

use actix_web::HttpResponse;
use actix_web::http::{StatusCode, header};
use actix_web::web::{Data, Path};
use askama::Template;
use chrono_tz::Tz;
use serde::Deserialize;
use serde_json::{Value, json};

use super::api::{self, OpenRequest, PlayRequest, TableView};
use super::store::{self, Filter};
use super::{Entry, Seat, Stage, Table, TableId, Talk};
use crate::App;
use crate::auth::{Actor, Power};
use crate::chess::store::Consent;
use crate::chess::{self, rules::Claim};
use crate::conduct;
use crate::error::{Error, Refusal};
use crate::games::Ending;
use crate::games::diagram::{self, Drawn};
use crate::games::position::read_position;
use crate::http::{Form, problem};
use crate::id::PersonId;
use crate::ratings::board::Line;
use crate::routes;
use crate::rulebook;
use crate::web::assets;
use crate::web::layout::{Frame, render};

routes! {
    GET "/tables" => room, Anyone;
    POST "/tables" => open, SignedIn;
    GET "/tables/{id}" => one, Anyone;
    POST "/tables/{id}" => act, SignedIn;
}

/// Tables that the list shows, and members that can be invited.
const LISTED: i64 = 50;
const OFFERED: usize = 1_000;

#[derive(Template)]
#[template(path = "tables.html")]
struct RoomPage {
    frame: Frame,
    zone: Tz,
    tables: Vec<Table>,
    members: Vec<Line>,
    wrong: Option<Refusal>,
}

impl RoomPage {
    fn at(&self, table: &Table) -> String {
        self.frame.language.moment(&table.opened_at.and_utc().with_timezone(&self.zone))
    }
}

async fn room(app: Data<App>, frame: Frame) -> Result<HttpResponse, Error> {
    room_page(&app, frame, None).await
}

async fn room_page(app: &App, frame: Frame, wrong: Option<Refusal>) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let (zone, tables) = app
        .db
        .read(move |db| {
            Ok((rulebook::in_force(db, now)?.time_zone, store::list(db, &Filter::default(), None, LISTED)?))
        })
        .await?;
    let mut members = app.board.page(0, OFFERED).items;
    members.sort_by(|one, other| one.name.cmp(&other.name));
    let status = wrong.as_ref().map_or(StatusCode::OK, |refusal| problem::status(refusal.kind));
    render(status, &RoomPage { frame, zone, tables, members, wrong })
}

#[derive(Deserialize)]
struct OpenForm {
    minutes: u32,
    increment_seconds: u32,
    /// `0`, `1`, or nothing for the lot.
    #[serde(default)]
    seat: String,
    /// A person's id, or nothing for anybody.
    #[serde(default)]
    invite: String,
}

async fn open(app: Data<App>, frame: Frame, actor: Actor, form: Form<OpenForm>) -> Result<HttpResponse, Error> {
    let form = form.0;
    let request = OpenRequest {
        game: chess::NAME.to_owned(),
        options: json!({ "minutes": form.minutes, "increment_seconds": form.increment_seconds }),
        seat: form.seat.parse().ok(),
        invite: form.invite.parse().map(PersonId).into_iter().collect(),
    };
    let (room, seed) = (app.room.clone(), rand::random());
    match app.db.write(move |tx| api::open_table(tx, &room, actor.person, &request, seed)).await {
        Ok(id) => Ok(to_table(id)),
        Err(Error::Refused(refusal)) => room_page(&app, frame, Some(*refusal)).await,
        Err(error) => Err(error),
    }
}

fn to_table(id: TableId) -> HttpResponse {
    HttpResponse::SeeOther().insert_header((header::LOCATION, format!("/tables/{id}"))).finish()
}

#[derive(Template)]
#[template(path = "table.html")]
struct TablePage {
    frame: Frame,
    view: TableView,
    log: Vec<String>,
    talk: Vec<Talk>,
    squares: Vec<Drawn>,
    /// What the viewer has consented to, where that is asked.
    consent: Option<Consent>,
    wrong: Option<Refusal>,
    pieces: &'static str,
    script: &'static str,
    styles: [&'static str; 2],
}

impl TablePage {
    fn stage(&self, stage: Stage) -> bool {
        self.view.table.stage == stage
    }

    fn name(&self, seat: Seat) -> String {
        let chair = self.view.table.seats.iter().find(|chair| chair.seat == seat);
        let person = chair.and_then(|chair| chair.person.as_ref());
        person.map_or_else(|| self.frame.t("table-empty").to_string(), |person| person.name.clone())
    }

    fn is_ready(&self) -> bool {
        self.view.table.seats.iter().any(|chair| Some(chair.seat) == self.view.seat && chair.ready)
    }

    fn may_sit(&self) -> bool {
        self.view.seat.is_none()
            && self.frame.name.is_some()
            && self.view.table.seats.iter().any(|chair| chair.person.is_none())
    }

    fn may_talk(&self) -> bool {
        let plays = self.view.seat.is_some() || self.frame.roles.may_moderate();
        let runs = matches!(self.view.table.stage, Stage::Playing | Stage::Adjourned);
        self.frame.name.is_some() && !self.stage(Stage::Archived) && (plays || !runs)
    }

    fn left(&self, seat: usize) -> String {
        let left = self.state()["left_ms"][seat].as_i64().unwrap_or(0) / 1000;
        format!("{}:{:02}", left / 60, left % 60)
    }

    fn state(&self) -> Value {
        self.view.state.clone().unwrap_or(Value::Null)
    }

    fn state_json(&self) -> String {
        self.state().to_string()
    }

    /// What the page is about; the script comes again when it changes.
    fn key(&self) -> String {
        json!([self.view.table.stage, self.view.table.seats]).to_string()
    }

    fn aloud(&self) -> String {
        self.state()["aloud"].as_str().unwrap_or_default().to_owned()
    }

    fn option(&self, name: &str) -> String {
        self.view.table.options[name].to_string()
    }

    fn turn_is(&self, seat: Seat) -> bool {
        self.view.turn.contains(&seat)
    }

    /// How it ended: result, ending.
    fn ended(&self) -> Option<(String, String)> {
        let outcome = self.view.table.outcome.as_ref()?;
        let word = |name: &str| outcome[name].as_str().map(str::to_owned);
        Some((word("result")?, word("ending")?))
    }

    fn is_void(&self) -> bool {
        self.view.table.outcome.as_ref().is_some_and(|outcome| outcome["void"] == true)
    }

    fn endings(&self) -> [Ending; 8] {
        [
            Ending::Forfeit,
            Ending::Resignation,
            Ending::DrawAgreed,
            Ending::Checkmate,
            Ending::Stalemate,
            Ending::Repetition,
            Ending::FiftyMoves,
            Ending::DeadPosition,
        ]
    }
}

async fn one(app: Data<App>, frame: Frame, actor: Option<Actor>, id: Path<TableId>) -> Result<HttpResponse, Error> {
    table_page(&app, frame, actor.map(|actor| actor.person), *id, None).await
}

async fn table_page(
    app: &App,
    frame: Frame,
    viewer: Option<PersonId>,
    id: TableId,
    wrong: Option<Refusal>,
) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let live = app.room.open(&app.db, id).await?;
    let (view, log, talk) = live.read(|known| {
        let san = |entry: &Entry| entry.effect["san"].as_str().map(str::to_owned);
        let log: Vec<String> = known.log.iter().filter_map(|entry| san(entry)).collect();
        let talk: Vec<Talk> = known.talk.iter().map(|talk| (**talk).clone()).collect();
        (TableView::of(known, viewer, now), log, talk)
    });
    let asked = view.seat.is_some() && view.table.stage == Stage::Open && view.table.game == chess::NAME;
    let consent = match viewer.filter(|_| asked) {
        Some(person) => Some(app.db.read(move |db| chess::store::consent(db, person, now)).await?),
        None => None,
    };
    let fen = view.state.as_ref().and_then(|state| state["fen"].as_str().map(str::to_owned));
    let position = fen.and_then(|fen| read_position(&fen).ok());
    let address = |name| assets::address(name).unwrap_or_default();
    let page = TablePage {
        frame,
        log,
        talk,
        squares: position.map_or_else(Vec::new, |position| diagram::squares(&position, None)),
        consent,
        pieces: address("pieces.svg"),
        script: address("table.js"),
        styles: [address("chessground.css"), address("table.css")],
        view,
        wrong,
    };
    let status = page.wrong.as_ref().map_or(StatusCode::OK, |refusal| problem::status(refusal.kind));
    render(status, &page)
}

/// What somebody does at a table, by a form.
#[derive(Clone, Deserialize)]
struct ActForm {
    /// What: one of the page's buttons.
    act: String,
    /// The number that a play answers.
    #[serde(default)]
    answers: String,
    /// A move, something said, a reason.
    #[serde(default)]
    text: String,
    /// The version that is consented to.
    #[serde(default)]
    version: String,
    #[serde(default)]
    result: String,
    #[serde(default)]
    ending: String,
}

impl ActForm {
    /// The play of chess that a button stands for, if it is one.
    fn play(&self) -> Option<Value> {
        Some(match self.act.as_str() {
            "move" => json!({ "kind": "move", "move": self.text }),
            "resign" | "offer_draw" | "accept_draw" | "decline_draw" => json!({ "kind": self.act }),
            "claim_repetition" => json!({ "kind": "claim", "reason": Claim::Repetition }),
            "claim_fifty_moves" => json!({ "kind": "claim", "reason": Claim::FiftyMoves }),
            _ => return None,
        })
    }
}

async fn act(
    app: Data<App>,
    frame: Frame,
    actor: Actor,
    id: Path<TableId>,
    form: Form<ActForm>,
) -> Result<HttpResponse, Error> {
    let (id, person) = (*id, actor.person);
    match done(&app, actor, id, form.0).await {
        Ok(()) => Ok(to_table(id)),
        Err(Error::Refused(refusal)) if refusal.kind != crate::error::Kind::NotFound => {
            table_page(&app, frame, Some(person), id, Some(*refusal)).await
        }
        Err(error) => Err(error),
    }
}

async fn done(app: &App, actor: Actor, id: TableId, form: ActForm) -> Result<(), Error> {
    let (room, person) = (app.room.clone(), actor.person);
    app.room.open(&app.db, id).await?;
    if let Some(play) = form.play() {
        let answers = form.answers.parse().map_err(|_| Refusal::field("answers", "This is no number of the log."))?;
        return api::made(app, person, id, PlayRequest { answers, play }).await.map(drop);
    }
    match form.act.as_str() {
        "sit" => app.db.write(move |tx| store::take_seat(tx, id, person, None)).await.map(drop),
        "leave" => app.db.write(move |tx| store::leave(tx, id, person)).await,
        "ready" => app.db.write(move |tx| store::set_ready(tx, &room, id, person, true)).await,
        "pause" => app.db.write(move |tx| store::set_ready(tx, &room, id, person, false)).await,
        "talk" => {
            let moderates = actor.roles.may_moderate();
            app.db.write(move |tx| store::say(tx, id, person, moderates, &form.text)).await.map(drop)
        }
        "consent" => {
            let version = form.version.parse().unwrap_or(-1);
            app.db.write(move |tx| chess::store::give_consent(tx, person, version)).await.map(drop)
        }
        "rule" => {
            actor.must(Power::Justice)?;
            let reason = conduct::rules::reason("reason", &form.text, "I.9.6")?;
            let ruling = json!({ "result": form.result, "ending": form.ending, "reason": reason });
            app.db.write(move |tx| store::rule(tx, &room, id, person, &ruling)).await.map(drop)
        }
        "void" => {
            actor.must(Power::ChiefJustice)?;
            let reason = conduct::rules::reason("reason", &form.text, "I.9.10")?;
            app.db.write(move |tx| store::void(tx, &room, id, person, &reason)).await
        }
        _ => Err(Refusal::field("act", "This is nothing that is done at a table.").into()),
    }
}
