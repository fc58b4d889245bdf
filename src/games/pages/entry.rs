//! Entering a game: in two taps from those who are there, or by the whole form.

use std::collections::HashMap;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use askama::Template;
use chrono::NaiveDateTime;
use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::App;
use crate::auth::Actor;
use crate::db::{Db, Tx};
use crate::error::{Error, Refusal};
use crate::games::api::{self, GameRequest, Preview};
use crate::games::rules::registers_any;
use crate::games::store::timed::TimedGameView;
use crate::games::{Assent, Authority, Ending, NewGame, State, TimedGameId, store};
use crate::http::{Answer, Body, Form, PageRequest, Params, create, problem};
use crate::id::PersonId;
use crate::members;
use crate::ratings::Outcome;
use crate::ratings::tried::tried;
use crate::sessions::{self, store::pairs};
use crate::web::form::{chosen, see};
use crate::web::layout::{Frame, render};

/// Endings that the form offers; the bell has a page of its own.
const ENDINGS: [Ending; 8] = [
    Ending::Checkmate,
    Ending::Resignation,
    Ending::DrawAgreed,
    Ending::Stalemate,
    Ending::Repetition,
    Ending::FiftyMoves,
    Ending::DeadPosition,
    Ending::Flag,
];

/// What the forms send.
#[derive(Debug, Default, Deserialize)]
pub struct GameForm {
    #[serde(default)]
    white: i64,
    #[serde(default)]
    black: i64,
    #[serde(default)]
    result: String,
    #[serde(default)]
    ending: String,
    #[serde(default)]
    moves: String,
    /// Made with the form: sent twice, it enters one game.
    #[serde(default)]
    key: String,
    /// Played with a clock, to which both agreed (Act I.7.2).
    clock: Option<String>,
    /// The time limit that it was played under (Act I.8).
    #[serde(default)]
    timed_game: String,
    insist: Option<String>,
    /// By a player: the colour, where the form asks for it by itself.
    #[serde(default)]
    mine: String,
    /// By two taps: whom one played, and how it went with which colour (`win`, `draw`, `loss`).
    opponent: Option<i64>,
    as_white: Option<String>,
    as_black: Option<String>,
    /// Sent once it was shown what the game will change, to enter it or to change what was typed.
    confirm: Option<String>,
    again: Option<String>,
    /// What the preview showed.
    #[serde(default)]
    seen: String,
}

impl GameForm {
    /// Whether it was shown what the game will change: each of the two taps' results says it.
    fn is_shown(&self) -> bool {
        self.confirm.is_some() || self.as_white.is_some() || self.as_black.is_some()
    }

    /// What two taps say, as the whole form says it.
    fn written_out(mut self, me: PersonId) -> GameForm {
        let Some(opponent) = self.opponent else { return self };
        if !self.mine.is_empty() {
            let players = if self.mine == "black" { (opponent, me.0) } else { (me.0, opponent) };
            (self.white, self.black) = players;
            return self;
        }
        let (went, won, lost) = match (self.as_white.take(), self.as_black.take()) {
            (Some(went), _) => {
                (self.white, self.black) = (me.0, opponent);
                (went, "white", "black")
            }
            (None, went) => {
                (self.white, self.black) = (opponent, me.0);
                (went.unwrap_or_default(), "black", "white")
            }
        };
        self.result = match went.as_str() {
            "win" => won,
            "loss" => lost,
            _ => "draw",
        }
        .to_owned();
        if self.ending == "usual" {
            self.ending = if self.result == "draw" { "draw_agreed" } else { "checkmate" }.to_owned();
        }
        self
    }
}

struct Offered {
    id: i64,
    name: String,
}

fn fresh_key() -> String {
    format!("{:032x}", rand::random::<u128>())
}

#[derive(Template)]
#[template(path = "new_game.html")]
struct GamePage {
    frame: Frame,
    people: Vec<Offered>,
    form: GameForm,
    key: String,
    refusal: Option<Refusal>,
    /// The game like it that is there already.
    same_game: Option<String>,
    me: PersonId,
    /// Whether the reader enters games of others, too (Act II.4).
    any: bool,
    /// Time limits of this session that no game was entered for.
    limits: Vec<Limit>,
    results: &'static [Outcome],
    endings: &'static [Ending],
}

/// A time limit without a clock, as the form offers it (Act I.8).
struct Limit {
    id: String,
    white: String,
    black: String,
    minutes: i64,
}

fn limits(db: &mut Db, now: NaiveDateTime) -> Result<Vec<Limit>, Error> {
    let Some(session) = sessions::store::session_at(db, now)? else { return Ok(Vec::new()) };
    let page = PageRequest { limit: Some(200), after: None };
    let mut open = store::timed::list(db, Some(session.id), false, &page, now)?.items;
    open.retain(|limit| limit.game.is_none());
    let players: Vec<PersonId> = open.iter().flat_map(|limit| [limit.white, limit.black]).collect();
    let names = members::store::names(db, &players)?;
    let name = |person: PersonId| names.get(&person).cloned().unwrap_or_default();
    let limit = |limit: TimedGameView| Limit {
        id: limit.id.to_string(),
        white: name(limit.white),
        black: name(limit.black),
        minutes: limit.limit_seconds / 60,
    };
    Ok(open.into_iter().map(limit).collect())
}

impl GamePage {
    /// Whether the reader plays Black in what was sent.
    fn is_black(&self) -> bool {
        self.form.black == self.me.0
    }

    /// The reader's opponent in what was sent.
    fn opponent(&self) -> i64 {
        if self.is_black() { self.form.white } else { self.form.black }
    }

    /// Field, label and choice of each player.
    fn sides(&self) -> [(&'static str, &'static str, i64); 2] {
        [("white", "game-white", self.form.white), ("black", "game-black", self.form.black)]
    }

    /// What was wrong with a field.
    fn wrong(&self, field: &str) -> &str {
        let errors = self.refusal.iter().flat_map(|refusal| &refusal.errors);
        errors.into_iter().find(|error| error.field == field).map_or("", |error| error.detail.as_str())
    }
}

async fn page(
    app: &App,
    actor: &Actor,
    frame: Frame,
    form: GameForm,
    refusal: Option<Refusal>,
) -> Result<HttpResponse, Error> {
    let (me, now) = (actor.person, app.clock.now());
    let read = app.db.read(move |db| Ok((members::store::may_play(db)?, limits(db, now)?)));
    let (listed, limits) = read.await?;
    let any = registers_any(actor.roles);
    let offered = listed.into_iter().filter(|listed| any || listed.id != me);
    let people: Vec<Offered> = offered.map(|listed| Offered { id: listed.id.0, name: listed.name }).collect();
    let status = refusal.as_ref().map_or(StatusCode::OK, |refusal| problem::status(refusal.kind));
    let page = GamePage {
        frame,
        people,
        form,
        key: fresh_key(),
        same_game: refusal.as_ref().and_then(|refusal| refusal.more.get("game")).map(ToString::to_string),
        refusal,
        me,
        any,
        limits,
        results: Outcome::ALL,
        endings: &ENDINGS,
    };
    render(status, &page)
}

/// Whom one may have played just now.
#[derive(Template)]
#[template(path = "game_opponent.html")]
struct OpponentPage {
    frame: Frame,
    /// The one that a pairing names first.
    people: Vec<Offered>,
    paired: Option<i64>,
}

/// How it went.
#[derive(Template)]
#[template(path = "game_result.html")]
struct ResultPage {
    frame: Frame,
    opponent: Offered,
    /// Points that a win, a draw and a loss would bring, in this order.
    points: [(&'static str, i64); 3],
    my_score: i64,
    /// Whether the reader is on the leaderboard; a guest's game waits (0.12).
    is_member: bool,
    /// The colours in which the reader may have played, the announced one first.
    colours: [&'static str; 2],
    endings: &'static [Ending],
    key: String,
}

impl ResultPage {
    /// Whether the reader plays Black as announced.
    fn announced_black(&self) -> bool {
        self.colours[0] == "black"
    }
}

#[derive(Deserialize)]
pub struct Which {
    opponent: Option<i64>,
    /// The whole form, with everybody in it.
    whole: Option<String>,
}

pub async fn form(app: Data<App>, actor: Actor, frame: Frame, which: Params<Which>) -> Result<HttpResponse, Error> {
    if actor.roles.kiosk || which.0.whole.is_some() {
        return page(&app, &actor, frame, GameForm::default(), None).await;
    }
    let (me, now) = (actor.person, app.clock.now());
    if let Some(opponent) = which.0.opponent {
        return result_page(&app, frame, me, PersonId(opponent), now).await;
    }
    let (people, paired) = app.db.read(move |db| those_here(db, me, now)).await?;
    if people.is_empty() {
        return page(&app, &actor, frame, GameForm::default(), None).await;
    }
    render(StatusCode::OK, &OpponentPage { frame, people, paired: paired.map(|(opponent, _)| opponent.0) })
}

/// An announced opponent, and the reader's own colour.
type Paired = (PersonId, &'static str);

/// Who is on the register now besides the reader, by name, and whom the last round pairs them with
/// in which colour.
fn those_here(db: &mut Db, me: PersonId, now: NaiveDateTime) -> Result<(Vec<Offered>, Option<Paired>), Error> {
    let Some(session) = sessions::store::session_at(db, now)? else { return Ok((Vec::new(), None)) };
    let present = sessions::store::present_at(db, &session, now)?;
    if !present.contains(&me) {
        return Ok((Vec::new(), None));
    }
    let names: HashMap<PersonId, String> = members::store::names(db, &present)?;
    let mut people: Vec<Offered> = names
        .into_iter()
        .filter(|(person, _)| *person != me)
        .map(|(person, name)| Offered { id: person.0, name })
        .collect();
    let paired = pairs::announced(db, session.id)?.into_iter().rev().find_map(|row| match row.black {
        Some(black) if row.white == me => Some((black, "white")),
        Some(black) if black == me => Some((row.white, "black")),
        _ => None,
    });
    let first = paired.map(|(opponent, _)| opponent.0);
    people.sort_by(|one, other| (Some(one.id) != first, &one.name).cmp(&(Some(other.id) != first, &other.name)));
    Ok((people, paired))
}

async fn result_page(
    app: &App,
    frame: Frame,
    me: PersonId,
    opponent: PersonId,
    now: NaiveDateTime,
) -> Result<HttpResponse, Error> {
    let page = app
        .db
        .read(move |db| {
            let name = members::store::known(db, opponent)?.name;
            let Preview { white_score, white, draw, black, .. } = api::previewed(db, me, opponent, false, now)?;
            let paired = those_here(db, me, now)?.1.filter(|(paired, _)| *paired == opponent);
            Ok(ResultPage {
                frame: frame.clone(),
                opponent: Offered { id: opponent.0, name },
                points: [("win", white.white), ("draw", draw.white), ("loss", black.white)],
                my_score: white_score,
                is_member: members::store::membership_at(db, me, now)?.is_some(),
                colours: if paired.is_some_and(|(_, colour)| colour == "black") {
                    ["black", "white"]
                } else {
                    ["white", "black"]
                },
                endings: &ENDINGS,
                key: fresh_key(),
            })
        })
        .await?;
    render(StatusCode::OK, &page)
}

fn request(form: &GameForm) -> Result<GameRequest, Refusal> {
    let chosen_player = |field: &'static str, id: i64| {
        if id > 0 { Ok(PersonId(id)) } else { Err(Refusal::field(field, "Choose a player.")) }
    };
    let limit = chosen(Some(&form.timed_game)).map(|limit| limit.parse().map(TimedGameId)).transpose();
    Ok(GameRequest {
        white: chosen_player("white", form.white)?,
        black: chosen_player("black", form.black)?,
        result: Some(form.result.parse::<Outcome>().map_err(|wrong| Refusal::field("result", wrong))?),
        ending: form.ending.parse::<Ending>().map_err(|wrong| Refusal::field("ending", wrong))?,
        played_at: None,
        clock: form.clock.as_ref().map(|_| Assent { white: true, black: true }),
        moves: chosen(Some(&form.moves)).map(str::to_owned),
        final_position: None,
        captures: None,
        timed_game: limit.map_err(|_| Refusal::field("timed_game", "There is no such time limit."))?,
        insist: form.insist.is_some(),
    })
}

/// A player in a game that is not entered yet.
struct Foreseen {
    name: String,
    colour: &'static str,
    before: i64,
    change: i64,
}

/// What a game would change, before it is entered.
#[derive(Template)]
#[template(path = "game_entry.html")]
struct EntryPage {
    frame: Frame,
    form: GameForm,
    players: [Foreseen; 2],
    result: Outcome,
    ending: Ending,
    /// Where it would stand: it may have to wait.
    state: State,
    /// Why it is shown anew.
    changed: Option<Refusal>,
}

/// What a game would change; refused as entering it would be.
fn foreseen(tx: &mut Tx, by: &Authority, game: &NewGame, result: Outcome) -> Result<([Foreseen; 2], State), Error> {
    let (state, _) = tried(tx, |tx| Ok(store::enter(tx, by, game)?.decision.stands.state))?;
    let points = api::previewed(tx.db, game.white, game.black, false, tx.now)?;
    let changes = match result {
        Outcome::White => points.white,
        Outcome::Draw => points.draw,
        Outcome::Black => points.black,
    };
    let names = members::store::names(tx.db, &[game.white, game.black])?;
    let player = |person, colour, before, change| {
        let name = names.get(&person).cloned().unwrap_or_default();
        Foreseen { name, colour, before, change }
    };
    let white = player(game.white, "white", points.white_score, changes.white);
    Ok(([white, player(game.black, "black", points.black_score, changes.black)], state))
}

/// What a preview showed, as its form carries it.
fn shown([white, black]: &[Foreseen; 2], state: State) -> String {
    format!("{}/{}/{}/{}/{state}", white.before, white.change, black.before, black.change)
}

/// The title of what is refused because the preview showed something else.
const CHANGED: &str = "Changed since you looked";

/// Shows what a game would change: for the first time, or anew.
async fn preview(
    app: &App,
    actor: &Actor,
    frame: Frame,
    form: GameForm,
    game: NewGame,
    result: Outcome,
    changed: Option<Refusal>,
) -> Result<HttpResponse, Error> {
    let (by, ending) = (Authority::from(actor), game.ending);
    let status = changed.as_ref().map_or(StatusCode::OK, |refusal| problem::status(refusal.kind));
    match app.db.write(move |tx| foreseen(tx, &by, &game, result)).await {
        Ok((players, state)) => {
            let form = GameForm { seen: shown(&players, state), ..form };
            render(status, &EntryPage { frame, form, players, result, ending, state, changed })
        }
        Err(Error::Refused(refusal)) => page(app, actor, frame, form, Some(*refusal)).await,
        Err(error) => Err(error),
    }
}

pub async fn enter(app: Data<App>, actor: Actor, frame: Frame, form: Form<GameForm>) -> Result<HttpResponse, Error> {
    let is_shown = form.0.is_shown();
    let form = form.0.written_out(actor.person);
    if form.again.is_some() {
        return page(&app, &actor, frame, form, None).await;
    }
    let game = match request(&form).and_then(|request| request.read(app.clock.now())) {
        Ok(game) => game,
        Err(refusal) => return page(&app, &actor, frame, form, Some(refusal)).await,
    };
    if let Some(result) = game.result.filter(|_| !is_shown) {
        return preview(&app, &actor, frame, form, game, result, None).await;
    }
    let by = Authority::from(&actor);
    // Of two taps each says beside it what it brings; only the whole preview is compared.
    let seen = form.confirm.is_some().then(|| form.seen.clone());
    let asked = game.clone();
    let fingerprint = Sha256::digest(format!("{form:?}"));
    let key = Some(form.key.clone()).filter(|key| !key.is_empty());
    let body = Body { value: game, key, fingerprint: fingerprint.to_vec() };
    let entered = create(&app.db, actor.person, body, move |tx, game| {
        if let (Some(result), Some(seen)) = (game.result, &seen) {
            let (players, state) = foreseen(tx, &by, game, result)?;
            if shown(&players, state) != *seen {
                let detail = "What this game changes is no longer what you looked at. Nothing was entered; this is what it comes to now.";
                return Err(Refusal::conflict(CHANGED, detail).into());
            }
        }
        let entered = store::enter(tx, &by, game)?;
        Answer::created(format!("/games/{}", entered.id), &entered.id)
    })
    .await;
    match entered {
        Ok(answer) => Ok(see(answer.location.as_deref().unwrap_or("/"))),
        Err(Error::Refused(refusal)) => match asked.result.filter(|_| refusal.title == CHANGED) {
            Some(result) => preview(&app, &actor, frame, form, asked, result, Some(*refusal)).await,
            None => page(&app, &actor, frame, form, Some(*refusal)).await,
        },
        Err(error) => Err(error),
    }
}
