//! Sessions as pages: the list, a session's wall chart, and what other calendars subscribe to.

mod apart;
mod changes;
mod register;
mod rounds;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use chrono::{NaiveDate, NaiveDateTime, NaiveTime, TimeDelta};
use chrono_tz::Tz;
use rookery_messages::Message;
use serde::Deserialize;

use super::actions::goes_on_until;
use super::store::pairs::{self, ChartGame};
use super::{Session, crosstable, rules, store};
use crate::App;
use crate::auth::{self, Role, Roles, Viewpoint};
use crate::clock::later;
use crate::conduct::decisions::store::OwedPenalty;
use crate::conduct::decisions::veil::Veil;
use crate::config::host_of;
use crate::db::Db;
use crate::error::Error;
use crate::games::rules::afterwards::ObjectionState;
use crate::games::store::objections::{self, ObjectionView};
use crate::http::{PageRequest, Params, instant};
use crate::id::{PersonId, SessionId};
use crate::members;
use crate::routes;
use crate::rulebook;
use crate::tournaments::pages::{AtSession, at_session};
use crate::web::catalogue::Language;
use crate::web::dates::clock_time;
use crate::web::layout::{Frame, render};
use crate::web::typed::{Fields, Typed};
use register::Hours;

routes! {
    GET "/sessions" => list, Leaderboard;
    POST "/sessions/now" => changes::start_now, ChiefJustice;
    GET "/sessions/{id}" => one, Club;
    GET "/sessions/{id}/register" => register::register, Desk;
    POST "/sessions/{id}/register" => register::take, Desk;
    POST "/sessions/{id}/register/removal" => changes::take_off, Moderator;
    POST "/sessions/{id}/rounds" => rounds::announce, Desk;
    GET "/sessions/{id}/rounds/{round}" => rounds::round, Club;
    POST "/sessions/{id}/rounds/{round}/withdrawal" => rounds::take_back, Moderator;
    POST "/sessions" => changes::add, ChiefJustice;
    POST "/sessions/{id}/cancellation" => changes::cancel, Moderator;
    POST "/sessions/{id}/holding" => changes::hold, Moderator;
    POST "/sessions/{id}/end" => changes::end, Moderator;
    POST "/sessions/{id}/undo" => changes::go_on, Moderator;
    POST "/sessions/{id}/hours" => changes::alter, Moderator;
    GET "/desk/pairs" => apart::apart, Moderator;
    POST "/desk/pairs" => apart::forbid, Moderator;
    POST "/desk/pairs/{id}/lifting" => apart::allow, Moderator;
    GET "/sessions.ics" => feed, Leaderboard;
}

/// How far back each page of the list looks, and how far ahead the first.
const PAST: TimeDelta = TimeDelta::weeks(26);
const COMING: TimeDelta = TimeDelta::weeks(4);
/// And how far the calendar that others subscribe to.
const FAR: TimeDelta = TimeDelta::weeks(52);
/// Objections that are looked through for the rematches of a session.
const REMATCHES: i64 = 200;

#[derive(Template)]
#[template(path = "sessions/list.html")]
struct ListPage {
    frame: Frame,
    zone: Tz,
    now: NaiveDateTime,
    /// What is on and what comes, the next one first.
    coming: Vec<Session>,
    /// What was, the last one first.
    past: Vec<Session>,
    /// Whether somebody set when the club meets.
    is_set: bool,
    /// The day before which all of these were, on a page of older ones.
    before: Option<NaiveDate>,
    /// The same for the next page, if there are older ones.
    older: Option<NaiveDate>,
    /// Whom the reader asks to start a session.
    who_starts: Option<String>,
    /// What was typed for an extra session, and what was wrong with it.
    typed: Typed,
}

impl ListPage {
    fn parts(&self) -> [(&'static str, &[Session]); 2] {
        [("sessions-coming", &self.coming), ("sessions-past", &self.past)]
    }

    fn is_on(&self, session: &Session) -> bool {
        session.contains(self.now) && !session.is_cancelled()
    }

    fn none_is_on(&self) -> bool {
        !self.coming.iter().any(|session| self.is_on(session))
    }
}

#[derive(Deserialize)]
struct Afterwards {
    /// Where the one who adds a session wants to go on.
    next: Option<String>,
    /// Those that began before this day, in UTC.
    before: Option<NaiveDate>,
}

async fn list(app: Data<App>, frame: Frame, query: Params<Afterwards>) -> Result<HttpResponse, Error> {
    let mut fields = Fields::default();
    if let Some(next) = &query.0.next {
        fields.set("next", next);
    }
    let before = query.0.before.map(|before| instant::day("before", before)).transpose()?;
    list_before(&app, frame, before, Typed::again("extra", fields)).await
}

async fn list_page(app: &App, frame: Frame, typed: Typed) -> Result<HttpResponse, Error> {
    list_before(app, frame, None, typed).await
}

async fn list_before(app: &App, frame: Frame, before: Option<NaiveDate>, typed: Typed) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    if app.db.read(move |db| store::calendar_lacks(db, later(now, COMING))).await? {
        app.db.write(move |tx| store::ensure_calendar(tx, later(tx.now, COMING))).await?;
    }
    let (reader, asks) = (frame.viewpoint, frame.clone());
    let until = before.map(|before| before.and_time(NaiveTime::MIN));
    // Whole days, so that no session stands on two pages.
    let from = later(until.unwrap_or(now), -PAST).date().and_time(NaiveTime::MIN);
    let (zone, sessions, is_set, earlier, who_starts) = app
        .db
        .read(move |db| {
            let zone = rulebook::in_force(db, now)?.time_zone;
            let sessions = store::told_as_set(db, reader, [from, until.unwrap_or(later(now, COMING))], now)?;
            Ok((zone, sessions, store::is_set(db)?, store::last_before(db, from)?, who_starts(db, &asks)?))
        })
        .await?;
    let older = earlier.and_then(|earlier| earlier.date().succ_opt());
    let (coming, mut past): (Vec<_>, Vec<_>) = sessions.into_iter().partition(|session| session.ends_at > now);
    past.reverse();
    render(typed.status(), &ListPage { frame, zone, now, coming, past, is_set, before, older, who_starts, typed })
}

/// Said to moderators and teachers, who look for the button that only the Chief Justice has (Acts 0.5, III.4): whom they ask to
/// start a session. `None` for everybody else.
pub(crate) fn who_starts(db: &mut Db, frame: &Frame) -> Result<Option<String>, Error> {
    let roles = frame.roles;
    let looks_for_it = roles.may_moderate() || roles.staff;
    if roles.chief_justice || !looks_for_it {
        return Ok(None);
    }
    let chief = auth::store::holders(db, Role::ChiefJustice)?;
    let said = match members::store::names(db, &chief)?.into_values().next() {
        Some(name) => frame.t("session-start-ask").with("name", name),
        None => frame.t("session-start-who"),
    };
    Ok(Some(said.to_string()))
}

#[derive(Template)]
#[template(path = "sessions/one.html")]
struct SessionPage {
    frame: Frame,
    zone: Tz,
    session: Session,
    names: HashMap<PersonId, String>,
    /// Boards by round; a board without Black is a bye.
    rounds: Vec<Vec<pairs::Announced>>,
    /// By round and board.
    played: BTreeMap<(i64, i64), ChartGame>,
    games: Vec<ChartGame>,
    /// Empty where most cells would be.
    table: Vec<crosstable::Row>,
    /// Whether the caller takes the register, and it has begun.
    desk: bool,
    is_on: bool,
    /// Whether it can still be cancelled, or held after all.
    is_coming: bool,
    /// Whether it is on and can be called off all the same.
    can_be_called_off: bool,
    /// For how many seconds the reader, who ended it just now, can undo that.
    goes_on: Option<i64>,
    /// The round that the reader may announce, and the one that they may take back.
    next_round: Option<i64>,
    last_round: Option<i64>,
    /// The round that stays, as a game of it is entered.
    being_played: Option<i64>,
    /// For moderators: objections whose rematch is due at this session (Act I.6).
    rematches: Vec<ObjectionView>,
    /// Of those who were paired or played.
    penalties: Vec<OwedPenalty>,
    typed: Typed,
    /// Rounds of tournaments that are played here.
    tournaments: Vec<AtSession>,
}

impl SessionPage {
    /// When it begins and ends, on the club's wall.
    fn hours(&self) -> (String, String) {
        let Session { starts_at, ends_at, .. } = self.session;
        (clock_time(starts_at, self.zone), clock_time(ends_at, self.zone))
    }

    fn game(&self, board: &pairs::Announced) -> Option<&ChartGame> {
        self.played.get(&(board.round, board.board))
    }

    /// Whether any of these boards was played: until then a column for results would only take the names' room.
    fn has_results(&self, boards: &[pairs::Announced]) -> bool {
        boards.iter().any(|board| self.game(board).is_some())
    }

    /// Whether a board of these has no result yet.
    fn awaits_results(&self, boards: &[pairs::Announced]) -> bool {
        boards.iter().any(|board| board.black.is_some() && self.game(board).is_none())
    }

    /// How many boards of the session's rounds have no result.
    fn open_boards(&self) -> usize {
        let boards = self.rounds.iter().flatten();
        boards.filter(|board| board.black.is_some() && self.game(board).is_none()).count()
    }

    /// A line's place in the crosstable.
    fn rank(&self, row: &crosstable::Row) -> usize {
        crosstable::rank(&self.table, row)
    }

    fn initials(&self, person: &PersonId) -> String {
        members::rules::initials(self.name(person))
    }

    fn name(&self, person: &PersonId) -> &str {
        self.names.get(person).map_or("", String::as_str)
    }
}

/// Rematches that are due at a session and not played yet.
fn rematches_at(db: &mut Db, session: &Session) -> Result<Vec<ObjectionView>, Error> {
    let page = PageRequest { after: None, limit: Some(REMATCHES) };
    let mut rematches = objections::list(db, Some(ObjectionState::Open), None, &page)?.items;
    rematches.retain(|rematch| rematch.due_at == Some(session.starts_at.and_utc()));
    Ok(rematches)
}

/// Boards of rematches, of each player one.
fn first_of(rematches: &[ObjectionView]) -> Vec<(PersonId, PersonId)> {
    let mut boards: Vec<(PersonId, PersonId)> = Vec::new();
    for one in rematches {
        let is_free = |player: PersonId| boards.iter().all(|(white, black)| ![*white, *black].contains(&player));
        if is_free(one.white) && is_free(one.black) {
            boards.push((one.white, one.black));
        }
    }
    boards
}

fn takes_the_register(roles: Roles) -> bool {
    roles.kiosk || roles.may_moderate()
}

async fn one(app: Data<App>, frame: Frame, id: Path<SessionId>) -> Result<HttpResponse, Error> {
    session_page(&app, frame, *id, Typed::default()).await
}

async fn session_page(app: &App, frame: Frame, id: SessionId, typed: Typed) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let page = app
        .db
        .read(move |db| {
            let session = store::known(db, id)?;
            let zone = rulebook::in_force(db, now)?.time_zone;
            let announced = pairs::announced(db, session.id)?;
            let veil = Veil::before(db, frame.viewpoint, now)?;
            let (mut games, mut played) = (pairs::games_of(db, session.id)?, pairs::played(db, session.id)?);
            played.retain(|_, game| veil.shows_on_chart(game));
            games.retain(|game| veil.shows_on_chart(game));
            let rematches = if frame.roles.may_moderate() { rematches_at(db, &session)? } else { Vec::new() };
            let paired = announced.iter().flat_map(|row| [Some(row.white), row.black]).flatten();
            let players = games.iter().flat_map(|game| [game.white, game.black]);
            let due = rematches.iter().flat_map(|rematch| [rematch.white, rematch.black]);
            let people: BTreeSet<PersonId> = paired.chain(players).chain(due).collect();
            let people: Vec<PersonId> = people.into_iter().collect();
            let names = members::store::names(db, &people)?;
            let rounds = announced.chunk_by(|one, next| one.round == next.round).map(<[_]>::to_vec).collect();
            let is_on = session.contains(now) && !session.is_cancelled();
            let last = announced.last().map(|row| row.round).filter(|_| is_on && frame.roles.may_moderate());
            let announces = is_on && takes_the_register(frame.roles);
            let next_round = announces.then(|| announced.last().map_or(0, |row| row.round) + 1);
            let entered = last.map(|round| pairs::entered_of(db, session.id, round)).transpose()?.flatten();
            let counted = games.iter().filter(|game| game.state.counts());
            let results: Vec<_> = counted.map(|game| (game.white, game.black, game.result)).collect();
            Ok(SessionPage {
                frame: frame.clone(),
                zone,
                names,
                rounds,
                played,
                games,
                table: crosstable::dense(&results),
                desk: takes_the_register(frame.roles)
                    && !session.is_cancelled()
                    && Hours::of(&session, now) != Hours::Early,
                is_on,
                is_coming: session.starts_at > now,
                goes_on: goes_on(db, &frame, &session, now)?,
                can_be_called_off: rules::can_be_called_off(&session, pairs::is_played(db, session.id)?, now),
                next_round,
                rematches,
                last_round: last.filter(|_| entered.is_none()),
                being_played: last.filter(|_| entered.is_some()),
                penalties: veil.owed_penalties(db, &people)?,
                tournaments: at_session(db, session.id, now)?,
                typed,
                session,
            })
        })
        .await?;
    render(page.typed.status(), &page)
}

/// For how many seconds the reader can undo that a session was ended; `None` if they cannot.
fn goes_on(db: &mut Db, frame: &Frame, session: &Session, now: NaiveDateTime) -> Result<Option<i64>, Error> {
    let Some(person) = frame.person.filter(|_| frame.roles.may_moderate()) else { return Ok(None) };
    match goes_on_until(db, session, Some(PersonId(person)), now) {
        Ok(_) => Ok(store::ended(db, &[session.id])?.pop().map(|(_, ended)| ended.seconds_left(now))),
        Err(Error::Refused(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The session that the reader ended just now, and for how many seconds they can undo that.
pub(crate) fn just_ended(db: &mut Db, frame: &Frame, now: NaiveDateTime) -> Result<Option<(Session, i64)>, Error> {
    if !frame.roles.may_moderate() {
        return Ok(None);
    }
    let Some(session) = store::just_over(db, now)? else { return Ok(None) };
    let seconds = goes_on(db, frame, &session, now)?;
    Ok(seconds.map(|seconds| (session, seconds)))
}

/// The sessions that calendars have, as a reader may know them.
pub(crate) async fn told(app: &App, reader: Viewpoint) -> Result<Vec<Session>, Error> {
    let now = app.clock.now();
    if app.db.read(move |db| store::calendar_lacks(db, later(now, COMING))).await? {
        app.db.write(move |tx| store::ensure_calendar(tx, later(tx.now, COMING))).await?;
    }
    app.db.read(move |db| store::told_as_set(db, reader, [later(now, -PAST), later(now, FAR)], now)).await
}

/// The sessions as other calendars subscribe to them.
async fn feed(app: Data<App>, request: HttpRequest, reader: Viewpoint) -> Result<HttpResponse, Error> {
    let sessions = told(&app, reader).await?;
    let (host, language) = (host_of(&app.config.url), Language::of(&request));
    let say = |message: &Message| language.say(message);
    let calendar = super::feed::calendar(&sessions, &app.club.now(), &say, host, app.clock.now());
    Ok(HttpResponse::Ok().content_type("text/calendar; charset=utf-8").body(calendar))
}
