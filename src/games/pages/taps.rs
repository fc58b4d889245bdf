//! Entering a game in two taps: choose an opponent who is present, then the result.

use std::collections::HashMap;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use askama::Template;
use chrono::NaiveDateTime;
use rookery_messages::Message;
use serde::Deserialize;
use shakmaty::Color;

use super::boards::{OwnMissing, open_boards, own_missing};
use super::confirmations::{ToConfirm, to_confirm};
use super::entry::{ENDINGS, FORM, Offered, page};
use crate::App;
use crate::auth::Actor;
use crate::conduct;
use crate::conduct::pages::banned::Banned;
use crate::db::Db;
use crate::error::{Error, Refusal};
use crate::games::api::{self, Preview};
use crate::games::store::{Filter, list, objections};
use crate::games::{Ending, State};
use crate::http::{PageRequest, Params};
use crate::id::{GameId, PersonId};
use crate::members;
use crate::ratings::Went;
use crate::rulebook;
use crate::sessions::{
    self, Session,
    store::pairs::{self, Announced},
};
use crate::tournaments::pages::{OwnSeat, own_seats};
use crate::web::catalogue::Language;
use crate::web::dates::{Dates, clock_time};
use crate::web::layout::{Frame, render};
use crate::web::typed::{Fields, Typed};

/// Whom one may have played just now.
#[derive(Template)]
#[template(path = "games/opponent.html")]
struct OpponentPage {
    frame: Frame,
    /// The ban that runs on the reader.
    banned: Option<Banned>,
    /// Those whom pairings name first.
    people: Vec<Offered>,
    paired: Vec<i64>,
    /// Where tournaments await the reader: those results are entered there.
    seats: Vec<OwnSeat>,
    /// Whether a session is on.
    is_on: bool,
    /// The reader's boards of the session that was last, whose results nobody entered.
    late: Vec<OwnMissing>,
}

impl OpponentPage {
    /// Whether the reader may enter what two others played.
    fn enters_any(&self) -> bool {
        crate::games::rules::registers_any(self.frame.roles)
    }
}

/// The result.
#[derive(Template)]
#[template(path = "games/result.html")]
struct ResultPage {
    frame: Frame,
    /// The ban that runs on the reader.
    banned: Option<Banned>,
    opponent: Offered,
    /// Whether a game of the two can count, as far as the reader is told: neither is banned (Act 0.7).
    plays: bool,
    /// Points that a win, a draw and a loss would bring, in this order.
    points: [(Went, i64); 3],
    my_score: i64,
    /// Whether the reader is on the leaderboard; a guest's game waits (0.12).
    is_member: bool,
    /// The colours in which the reader may have played, the announced one first.
    colours: [Color; 2],
    /// Whether a round announced the two and awaits their game: the other colours are then asked for first.
    is_paired: bool,
    /// The game whose rematch their board is for (Act I.6): its overseer records that.
    rematch: Option<GameId>,
    endings: &'static [Ending],
    /// Whether one of the two has to play with a clock (Act II.11).
    clocked: bool,
    /// Whether the reader is not on the register of this session.
    is_absent: bool,
    /// The opponent, where they are not.
    absent: Option<String>,
    earlier: Option<Earlier>,
    /// Boards of tournaments on which these two are awaited: a game for one of them is entered there.
    seats: Vec<OwnSeat>,
    /// What this opponent entered and the reader has not answered: what is entered beside it is another game.
    confirm: Vec<ToConfirm>,
    /// What is shown here, for the form to carry along.
    seen: String,
    key: String,
    /// How it was refused.
    typed: Typed,
}

impl ResultPage {
    /// Whether the reader plays Black as announced.
    fn announced_black(&self) -> bool {
        self.colours[0].is_black()
    }

    /// Whether the buttons of the other colours were tapped, and something else was wrong.
    fn tapped_other(&self) -> bool {
        !self.typed.value(FORM, &format!("as_{}", self.colours[1])).is_empty()
    }

    fn wrong(&self, field: &str) -> Message {
        self.typed.wrong(FORM, field)
    }
}

/// The reader's own board that is on: enough to enter its result by one tap.
pub struct OwnBoard {
    pub round: i64,
    pub board: i64,
    pub opponent: PersonId,
    pub name: String,
    /// Whether a game of the two can count: neither is banned (Act 0.7).
    pub plays: bool,
    /// The reader's colour.
    pub colour: Color,
    /// Points that a win, a draw and a loss would bring, in this order.
    pub points: [(Went, i64); 3],
    /// Whether one of the two has to play with a clock (Act II.11).
    pub clocked: bool,
    /// What is shown here, for the form to carry along.
    pub seen: String,
    pub key: String,
    /// The game whose rematch is played here (Act I.6): its overseer records that.
    pub rematch: Option<GameId>,
    /// The game that was entered here and is void by now.
    pub void: Option<GameId>,
    /// Boards that come after it: rounds were announced together, or one while another was played.
    pub others: Vec<OtherBoard>,
}

/// Another board of the reader whose game is not there yet.
pub struct OtherBoard {
    pub round: i64,
    pub board: i64,
    pub opponent: PersonId,
    pub name: String,
}

/// The board that somebody is awaited at, until its game is entered: of several that can be played the one announced first
/// whose other player is still here.
pub fn own_board(db: &mut Db, me: PersonId, now: NaiveDateTime) -> Result<Option<OwnBoard>, Error> {
    let Some(session) = sessions::store::session_at(db, now)? else { return Ok(None) };
    let mut open = own_open_boards(db, &session, me)?;
    let people: Vec<PersonId> = open.iter().map(|(_, (opponent, _))| *opponent).chain([me]).collect();
    let banned = conduct::store::banned_among(db, &people, now)?;
    let here = sessions::store::present_at(db, &session, now)?;
    open.sort_by_key(|(_, (opponent, _))| (banned.contains(opponent), !here.contains(opponent)));
    let mut open = open.into_iter();
    let Some((row, (opponent, colour))) = open.next() else { return Ok(None) };
    let mut others = Vec::new();
    for (row, (opponent, _)) in open.filter(|(_, (opponent, _))| !banned.contains(opponent)) {
        let name = members::store::known(db, opponent)?.name;
        others.push(OtherBoard { round: row.round, board: row.board, opponent, name });
    }
    let preview = api::previewed(db, me, opponent, false, now)?;
    let seen = shown(&preview);
    let Preview { white, draw, black, .. } = preview;
    Ok(Some(OwnBoard {
        round: row.round,
        board: row.board,
        opponent,
        name: members::store::known(db, opponent)?.name,
        plays: ![me, opponent].iter().any(|player| banned.contains(player)),
        colour,
        points: [(Went::Win, white.white), (Went::Draw, draw.white), (Went::Loss, black.white)],
        clocked: !conduct::store::clock_ordered_among(db, &[me, opponent], now)?.is_empty(),
        seen,
        key: Typed::default().key(""),
        rematch: objections::due_of(db, &session, [me, opponent])?,
        void: void_game(db, &session, row.round, [me, opponent])?,
        others,
    }))
}

/// The game of a board that was entered and does not count any more: the last void one of its two since its round was announced.
fn void_game(db: &mut Db, session: &Session, round: i64, two: [PersonId; 2]) -> Result<Option<GameId>, Error> {
    let [person, opponent] = two.map(Some);
    let void = Filter { state: Some(State::Void), session: Some(session.id), person, opponent, ..Filter::default() };
    let last = PageRequest { after: None, limit: Some(1) };
    let Some(game) = list(db, &void, &last)?.items.into_iter().next() else { return Ok(None) };
    let announced = pairs::rounds_by(db, session.id, game.played_at.naive_utc())?;
    Ok(announced.contains(&round).then_some(game.id))
}

/// Somebody's boards whose games are not there yet, each with the other one and the own colour.
fn own_open_boards(db: &mut Db, session: &Session, me: PersonId) -> Result<Vec<(Announced, Paired)>, Error> {
    let side = |row: Announced| {
        let black = row.black?;
        let paired = if row.white == me { (black, Color::White) } else { (row.white, Color::Black) };
        (row.white == me || black == me).then_some((row, paired))
    };
    Ok(open_boards(db, session.id)?.into_iter().filter_map(side).collect())
}

/// Whether the board that awaits a game of these two, White first, was announced with the other colours.
pub(super) fn announced_otherwise(
    db: &mut Db,
    [white, black]: [PersonId; 2],
    at: NaiveDateTime,
) -> Result<bool, Error> {
    let Some(session) = sessions::store::session_at(db, at)? else { return Ok(false) };
    let boards = own_open_boards(db, &session, white)?;
    let board = boards.into_iter().find(|(_, (opponent, _))| *opponent == black);
    Ok(board.is_some_and(|(_, (_, colour))| colour.is_black()))
}

#[derive(Deserialize)]
pub struct OpponentQuery {
    opponent: Option<i64>,
    /// The whole form, with everybody in it.
    whole: Option<String>,
}

pub(crate) async fn form(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    which: Params<OpponentQuery>,
) -> Result<HttpResponse, Error> {
    if actor.roles.kiosk || which.0.whole.is_some() {
        return page(&app, &actor, frame, Fields::default(), None).await;
    }
    let (me, now) = (actor.person, app.clock.now());
    // Nobody plays themselves: whom, then?
    if let Some(opponent) = which.0.opponent.filter(|opponent| *opponent != me.0) {
        let (opponent, language) = (PersonId(opponent), frame.language);
        let late = app.db.read(move |db| afterwards(db, me, opponent, language, now)).await?;
        return match late {
            Some(fields) => page(&app, &actor, frame, fields, None).await,
            None => result_page(&app, frame, me, opponent, now, Typed::default()).await,
        };
    }
    let reader = frame.clone();
    let read = app.db.read(move |db| {
        let (mut people, paired) = those_here(db, me, now)?;
        let banned_reader = Banned::of(db, &reader, now)?;
        if banned_reader.is_some() {
            people.clear();
        }
        let ids: Vec<PersonId> = people.iter().map(|one| PersonId(one.id)).collect();
        // Who is banned plays nobody (Act 0.7); that they are is not for everybody to read (T42).
        let banned = conduct::store::banned_among(db, &ids, now)?;
        people.retain(|one| !banned.contains(&PersonId(one.id)));
        let is_on = sessions::store::session_at(db, now)?.is_some();
        Ok((people, paired, own_seats(db, me, now)?, banned_reader, is_on, own_missing(db, me, now)?))
    });
    let (people, paired, seats, banned, is_on, late) = read.await?;
    if people.is_empty() && seats.is_empty() && late.is_empty() {
        return page(&app, &actor, frame, Fields::default(), None).await;
    }
    let paired = paired.into_iter().map(|(opponent, _)| opponent.0).collect();
    render(StatusCode::OK, &OpponentPage { frame, banned, people, paired, seats, is_on, late })
}

/// What the whole form begins with for a game with somebody while no session is on: it asks when the game was played, and
/// knows that of a board of the session that was last. `None` while one is on.
fn afterwards(
    db: &mut Db,
    me: PersonId,
    opponent: PersonId,
    language: Language,
    now: NaiveDateTime,
) -> Result<Option<Fields>, Error> {
    if sessions::store::session_at(db, now)?.is_some() {
        return Ok(None);
    }
    let mut fields = Fields::default();
    let board = own_missing(db, me, now)?.into_iter().find(|board| board.opponent == opponent);
    let Some(board) = board else {
        fields.set("black", &opponent.to_string());
        return Ok(Some(fields));
    };
    let (white, black) = if board.is_white { (me, opponent) } else { (opponent, me) };
    fields.set("white", &white.to_string());
    fields.set("black", &black.to_string());
    let dates = Dates { zone: rulebook::in_force(db, now)?.time_zone, language };
    fields.set("played_at", &dates.local(&board.played_at));
    Ok(Some(fields))
}

/// A game that the same two have at this session already.
pub(super) struct Earlier {
    pub game: GameId,
    /// When it was played, by the club's clock.
    pub time: String,
}

pub(super) fn earlier(db: &mut Db, players: [PersonId; 2], at: NaiveDateTime) -> Result<Option<Earlier>, Error> {
    let Some(session) = sessions::store::session_at(db, at)? else { return Ok(None) };
    let zone = rulebook::in_force(db, at)?.time_zone;
    let last = pairs::last_met(db, session.id, players)?;
    Ok(last.map(|game| Earlier { game: game.id, time: clock_time(game.played_at, zone) }))
}

/// What a win, a draw and a loss would bring the reader, as the form carries it.
pub(super) fn shown(preview: &Preview) -> String {
    let Preview { white_score, white, draw, black, .. } = preview;
    format!("{white_score}/{}/{}/{}", white.white, draw.white, black.white)
}

/// An announced opponent, and the reader's own colour.
type Paired = (PersonId, Color);

/// Who is on the register now besides the reader, by name, and whom the rounds pair them with
/// in which colour, until those games are there.
fn those_here(db: &mut Db, me: PersonId, now: NaiveDateTime) -> Result<(Vec<Offered>, Vec<Paired>), Error> {
    let Some(session) = sessions::store::session_at(db, now)? else { return Ok((Vec::new(), Vec::new())) };
    let present = sessions::store::present_at(db, &session, now)?;
    if !present.contains(&me) {
        return Ok((Vec::new(), Vec::new()));
    }
    let names: HashMap<PersonId, String> = members::store::names(db, &present)?;
    let mut people: Vec<Offered> = names
        .into_iter()
        .filter(|(person, _)| *person != me)
        .map(|(person, name)| Offered { id: person.0, name })
        .collect();
    let paired: Vec<Paired> = own_open_boards(db, &session, me)?.into_iter().map(|(_, paired)| paired).collect();
    let is_paired = |one: &Offered| paired.iter().any(|(opponent, _)| opponent.0 == one.id);
    people.sort_by(|one, other| (!is_paired(one), &one.name).cmp(&(!is_paired(other), &other.name)));
    Ok((people, paired))
}

/// Whether whatever was wrong is asked on this page: then it is put right here, and not in the whole form.
pub(super) fn is_asked_here(refusal: &Refusal) -> bool {
    !refusal.errors.is_empty() && refusal.errors.iter().all(|error| error.field == "clock" || error.field == "ending")
}

pub(super) async fn result_page(
    app: &App,
    frame: Frame,
    me: PersonId,
    opponent: PersonId,
    now: NaiveDateTime,
    typed: Typed,
) -> Result<HttpResponse, Error> {
    let mut page = app
        .db
        .read(move |db| {
            let name = members::store::known(db, opponent)?.name;
            let preview = api::previewed(db, me, opponent, false, now)?;
            let seen = shown(&preview);
            let Preview { white_score, white, draw, black, .. } = preview;
            let absent = sessions::store::absent(db, now, &[me, opponent])?;
            let names = members::store::names(db, &absent)?;
            let paired = those_here(db, me, now)?.1.into_iter().find(|(paired, _)| *paired == opponent);
            let announced = paired.map_or(Color::White, |(_, colour)| colour);
            let mut banned = conduct::store::banned_among(db, &[me, opponent], now)?;
            // A reader who is not paired with the opponent is not told of their ban (T42).
            if paired.is_none() && members::store::reads_initials(db, frame.roles, now)? {
                banned.retain(|person| *person == me);
            }
            Ok(ResultPage {
                frame: frame.clone(),
                banned: Banned::of(db, &frame, now)?,
                opponent: Offered { id: opponent.0, name },
                plays: banned.is_empty(),
                points: [(Went::Win, white.white), (Went::Draw, draw.white), (Went::Loss, black.white)],
                my_score: white_score,
                is_member: members::store::membership_at(db, me, now)?.is_some(),
                colours: [announced, announced.other()],
                is_paired: paired.is_some(),
                rematch: match sessions::store::session_at(db, now)?.filter(|_| paired.is_some() && banned.is_empty()) {
                    Some(session) => objections::due_of(db, &session, [me, opponent])?,
                    None => None,
                },
                endings: &ENDINGS,
                clocked: !conduct::store::clock_ordered_among(db, &[me, opponent], now)?.is_empty(),
                is_absent: absent.contains(&me),
                absent: names.get(&opponent).cloned(),
                earlier: earlier(db, [me, opponent], now)?,
                seats: {
                    let mut seats = own_seats(db, me, now)?;
                    seats.retain(|seat| seat.against == opponent);
                    seats
                },
                confirm: {
                    let mut all = to_confirm(db, me, usize::MAX, now)?;
                    all.retain(|one| one.with == opponent);
                    all
                },
                seen,
                key: Typed::default().key(""),
                typed: Typed::default(),
            })
        })
        .await?;
    page.typed = typed;
    render(page.typed.status(), &page)
}
