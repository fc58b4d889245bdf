//! Entering a game by the whole form.

use actix_web::HttpResponse;
use actix_web::web::Data;
use askama::Template;
use chrono::NaiveDateTime;
use chrono_tz::Tz;
use rookery_messages::say;

use super::foreseen::{Signed, changed, preview};
use super::taps;
use crate::App;
use crate::action::api::once;
use crate::auth::Actor;
use crate::conduct::pages::banned::Banned;
use crate::db::Db;
use crate::error::{Act, Error, Refusal};
use crate::games::actions::{Register, Registered};
use crate::games::api::GameRequest;
use crate::games::rules::{self, registers_any};
use crate::games::store::timed::TimedGameView;
use crate::games::{Assent, Ending, TimedGameId, store};
use crate::http::{Answer, Form, PageRequest};
use crate::id::{PersonId, SessionId};
use crate::members;
use crate::ratings::Outcome;
use crate::rulebook;
use crate::sessions;
use crate::web::dates::Dates;
use crate::web::done::{Done, see_done};
use crate::web::layout::{Frame, own_path, render};
use crate::web::typed::{Fields, Typed};

/// The form's name on its page.
pub(super) const FORM: &str = "game";

/// Endings that the forms offer, first that nobody says how it ended; the bell has a page of its own.
pub(super) const ENDINGS: [Ending; 9] = [
    Ending::Unstated,
    Ending::Checkmate,
    Ending::Resignation,
    Ending::DrawAgreed,
    Ending::Stalemate,
    Ending::Repetition,
    Ending::FiftyMoves,
    Ending::DeadPosition,
    Ending::Flag,
];

/// Whether it was shown what the game will change, as each of the two taps' results says; at a board of a list it can be taken back.
fn is_shown(form: &Fields) -> bool {
    ["confirm", "as_white", "as_black", "at_once"].iter().any(|name| form.has(name))
}

/// What players send of their own game, by the whole form or by two taps, as those send it who enter any game.
fn written_out(mut form: Fields, me: PersonId) -> Fields {
    let (opponent, me) = (form.text("opponent").to_owned(), me.to_string());
    let by_form = form.sent("mine").is_some();
    if opponent.is_empty() && !by_form {
        return form;
    }
    // A player who has not said their colour is asked for it; the chosen opponent is kept.
    let me = if form.sent("mine") == Some("") { String::new() } else { me };
    let is_black = if by_form { form.text("mine") == "black" } else { !form.has("as_white") };
    let (white, black) = if is_black { (opponent, me) } else { (me, opponent) };
    form.set("white", &white);
    form.set("black", &black);
    if by_form {
        return form;
    }
    let result = match (form.text(if is_black { "as_black" } else { "as_white" }), is_black) {
        ("win", false) | ("loss", true) => "white",
        ("win", true) | ("loss", false) => "black",
        _ => "draw",
    };
    form.set("result", result);
    form
}

/// A field by its name on the form and its label, for what a program calls so.
fn own(frame: &Frame, any: bool, is_black: bool, field: &str) -> Option<(String, String)> {
    let is_mine = field == if is_black { "black" } else { "white" };
    let (name, label) = match field {
        "white" | "black" if !any && is_mine => ("mine", "entry-mine"),
        "white" | "black" if !any => ("opponent", "entry-opponent"),
        "white" => ("white", "game-white"),
        "black" => ("black", "game-black"),
        "result" => ("result", "result"),
        "ending" => ("ending", "game-ending"),
        "clock" => ("clock", "entry-clock"),
        "timed_game" => ("timed_game", "entry-limit"),
        "moves" => ("moves", "game-moves"),
        "played_at" => ("played_at", "entry-played"),
        "began_at" => ("began_at", "entry-began"),
        "room" => ("room", "entry-room"),
        _ => return None,
    };
    Some((name.to_owned(), frame.t(label).to_string()))
}

#[derive(Template)]
#[template(path = "games/new.html")]
struct GamePage {
    frame: Frame,
    /// The ban that runs on the reader.
    banned: Option<Banned>,
    people: Vec<Offered>,
    typed: Typed,
    /// The game like it that is there already.
    same_game: Option<String>,
    /// The session whose register the reader takes first: nobody who oversees games is on it (Act 0.6).
    register: Option<SessionId>,
    /// Whether a session is on; games are played in one (Act 0.5).
    is_on: bool,
    /// Whom the reader asks to start one.
    who_starts: Option<String>,
    /// Whether a session is on whose register does not have the reader, who enters only games of their own.
    is_absent: bool,
    /// Whether it is asked when the game was played: not while that is now.
    asks_when: bool,
    /// When the session was that was last.
    last: String,
    me: PersonId,
    /// Whether the reader enters games of others, too (Act II.4).
    any: bool,
    /// Time limits of this session that no game was entered for.
    limits: Vec<Limit>,
    results: &'static [Outcome],
    endings: &'static [Ending],
}

/// Somebody to choose.
pub(super) struct Offered {
    pub id: i64,
    pub name: String,
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
    /// Whether the reader plays White in what was sent.
    fn is_white(&self) -> bool {
        self.typed.chose(FORM, "white", self.me)
    }

    /// Whether the reader plays Black in what was sent.
    fn is_black(&self) -> bool {
        self.typed.chose(FORM, "black", self.me)
    }

    /// Whether what seldom matters was sent, or was wrong.
    fn has_more(&self) -> bool {
        let told = |field| !self.typed.value(FORM, field).is_empty() || !self.typed.wrong(FORM, field).is_empty();
        ["began_at", "room", "moves"].into_iter().any(told)
    }

    /// Whether the reader played this person in what was sent.
    fn is_opponent(&self, person: &i64) -> bool {
        self.typed.chose(FORM, if self.is_black() { "white" } else { "black" }, person)
    }
}

/// The whole form: fresh, with what was typed, or with how that was refused.
pub(super) async fn page(
    app: &App,
    actor: &Actor,
    frame: Frame,
    mut fields: Fields,
    refusal: Option<Refusal>,
) -> Result<HttpResponse, Error> {
    let (me, now) = (actor.person, app.clock.now());
    let any = registers_any(actor.roles);
    let reader = frame.clone();
    let read = app.db.read(move |db| {
        let session = sessions::store::session_at(db, now)?.map(|session| session.id);
        let zone = rulebook::in_force(db, now)?.time_zone;
        let over = sessions::store::just_over(db, now)?;
        let banned = Banned::of(db, &reader, now)?;
        let is_absent = !any && !sessions::store::absent(db, now, &[me])?.is_empty();
        let who_starts = sessions::pages::who_starts(db, &reader)?;
        Ok((members::store::may_play(db)?, limits(db, now)?, session, over, zone, banned, is_absent, who_starts))
    });
    let (listed, limits, session, over, zone, banned, is_absent, who_starts) = read.await?;
    let lacks_an_overseer = refusal.as_ref().is_some_and(|refusal| refusal.acts.contains(&Act::new("0.6")));
    let takes_the_register = actor.roles.kiosk || actor.roles.may_moderate();
    let is_on = session.is_some();
    let asks_when = !is_on || fields.has("played_at");
    let dates = Dates { zone, language: frame.language };
    let told = |held: sessions::Session| {
        let (from, to) = (dates.moment(&held.starts_at), dates.time(&held.ends_at));
        frame.t("entry-played-hint").with("from", from).with("to", to).to_string()
    };
    let last = over.map(told).unwrap_or_default();
    let register = session.filter(|_| lacks_an_overseer && takes_the_register);
    let offered = listed.into_iter().filter(|listed| any || listed.id != me);
    let people: Vec<Offered> = offered.map(|listed| Offered { id: listed.id.0, name: listed.name }).collect();
    let is_black = fields.text("black") == me.to_string();
    // A rematch that is due says so itself.
    let same_game = refusal.as_ref().filter(|refusal| !refusal.more.contains_key("rematch_due"));
    let same_game = same_game.and_then(|refusal| refusal.more.get("game")).map(ToString::to_string);
    // A form that is filled in again is another request.
    fields.set("key", "");
    let typed = match refusal {
        Some(refusal) => Typed::refused(FORM, fields, refusal.into())?
            .called(|field| own(&frame, any, is_black, field).filter(|_| asks_when || field != "played_at")),
        None => Typed::again(FORM, fields),
    };
    let (results, endings) = (Outcome::ALL, &ENDINGS);
    let page = GamePage {
        frame,
        banned,
        people,
        typed,
        same_game,
        register,
        is_on,
        who_starts,
        is_absent,
        asks_when,
        last,
        me,
        any,
        limits,
        results,
        endings,
    };
    render(page.typed.status(), &page)
}

fn request(form: &Fields, zone: Tz) -> Result<GameRequest, Refusal> {
    let player = |field: &'static str| match form.number(field)? {
        Some(id) => Ok(PersonId(id)),
        None if field == "white" && form.sent("mine") == Some("") => {
            Err(Refusal::field(field, say!("Choose your colour.")))
        }
        None => Err(Refusal::field(field, say!("Choose a player."))),
    };
    let (white, black) = (player("white"), player("black"));
    let result = match form.text("result") {
        "" => Err(Refusal::field("result", say!("Choose how the game went."))),
        text => text.parse::<Outcome>().map_err(|wrong| Refusal::field("result", wrong)),
    };
    let ending = match form.text("ending") {
        "" => Err(Refusal::field("ending", say!("Choose how the game ended."))),
        text => text.parse::<Ending>().map_err(|wrong| Refusal::field("ending", wrong)),
    };
    let limit = form.some("timed_game").map(|limit| limit.parse().map(TimedGameId)).transpose();
    let limit = limit.map_err(|_| rules::timed::none());
    let wrong =
        [white.clone().err(), black.clone().err(), result.clone().err(), ending.clone().err(), limit.clone().err()];
    Refusal::together(wrong.into_iter().flatten().collect())?;
    Ok(GameRequest {
        white: white?,
        black: black?,
        result: Some(result?),
        ending: ending?,
        played_at: form.has("played_at").then(|| form.instant("played_at", zone)).transpose()?,
        began_at: form.has("began_at").then(|| form.instant("began_at", zone)).transpose()?,
        room: form.some("room").map(str::to_owned),
        clock: form.has("clock").then_some(Assent { white: true, black: true }),
        moves: form.some("moves").map(str::to_owned),
        final_position: None,
        captures: None,
        timed_game: limit?,
        insist: form.has("insist"),
    })
}

pub(crate) async fn enter(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let is_shown = is_shown(&form.0);
    let tapped = form.0.clone();
    let form = written_out(form.0, actor.person);
    if form.has("again") {
        return page(&app, &actor, frame, form, None).await;
    }
    let now = app.clock.now();
    let zone = app.db.read(move |db| Ok(rulebook::in_force(db, now)?.time_zone)).await?;
    let game = match request(&form, zone).and_then(|request| request.read(now)) {
        Ok(game) => game,
        Err(refusal) => return page(&app, &actor, frame, form, Some(refusal)).await,
    };
    if let Some(result) = game.result.filter(|_| !is_shown) {
        return preview(&app, &actor, frame, form, game, result, None).await;
    }
    let (me, by_taps) = (actor.person, !form.has("confirm") && !form.has("at_once"));
    let seen = (form.has("confirm") || by_taps).then(|| form.text("seen").to_owned());
    let signed = Signed { game: Register(game.clone()), me, by_taps, seen };
    let entered = once(&app, &actor, form.body(signed), |_, Registered { id, entered }| {
        let status = if entered.is_some() { 201 } else { 200 };
        Ok(Answer { status, location: Some(format!("/games/{id}")), ..Answer::nothing() })
    })
    .await;
    match entered {
        Ok(answer) => {
            // The other player entered it before: its page says what they say of it.
            let done = if answer.status == 201 { Done::Entered } else { Done::Answered };
            // Who enters a round board by board goes on at the list.
            let next = form.some("next").filter(|_| done == Done::Entered).map(|next| own_path(Some(next)));
            Ok(see_done(next.or(answer.location.as_deref()).unwrap_or("/"), done))
        }
        Err(Error::Refused(refusal)) => match game.result.filter(|_| refusal.title == changed()) {
            Some(result) => preview(&app, &actor, frame, form, game, result, Some(*refusal)).await,
            None if by_taps && taps::is_asked_here(&refusal) => {
                let opponent = if game.white == me { game.black } else { game.white };
                let typed = Typed::refused(FORM, tapped, (*refusal).into())?;
                taps::result_page(&app, frame, me, opponent, app.clock.now(), typed).await
            }
            None => page(&app, &actor, frame, form, Some(*refusal)).await,
        },
        Err(error) => Err(error),
    }
}
