//! Sessions as pages: the list, a session's wall chart, and the register for the thumb.

mod apart;
mod changes;
mod rounds;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use askama::Template;
use chrono::{DateTime, NaiveDateTime, NaiveTime, TimeDelta};
use chrono_tz::Tz;
use rookery_messages::say;
use serde::Deserialize;

use super::actions::{Arrive, Leave, Movement, TakeBackLeaving};
use super::store::pairs::{self, ChartGame};
use super::{Session, Stay, calendar, crosstable, rules, store};
use crate::App;
use crate::action::{By, perform};
use crate::auth::{Actor, Role, Roles, Viewpoint};
use crate::clock::later;
use crate::conduct::decisions::store::OwedPenalty;
use crate::conduct::decisions::veil::Veil;
use crate::db::Db;
use crate::error::{Act, Error, Refusal};
use crate::games::rules::afterwards::ObjectionState;
use crate::games::store::objections::{self, ObjectionView};
use crate::http::{Form, PageRequest, Params, problem};
use crate::id::{PersonId, SessionId};
use crate::members::{self, store::Comer};
use crate::routes;
use crate::rulebook;
use crate::tournaments::pages::{AtSession, at_session};
use crate::web::assets;
use crate::web::form::see;
use crate::web::layout::{Frame, render};
use crate::web::typed::{Fields, Typed};

routes! {
    GET "/sessions" => list, Leaderboard;
    POST "/sessions/now" => changes::start_now, ChiefJustice;
    GET "/sessions/{id}" => one, Club;
    GET "/sessions/{id}/register" => register, Desk;
    POST "/sessions/{id}/register" => take, Desk;
    POST "/sessions/{id}/register/removal" => changes::take_off, Moderator;
    POST "/sessions/{id}/rounds" => rounds::announce, Desk;
    GET "/sessions/{id}/rounds/{round}" => rounds::round, Club;
    POST "/sessions/{id}/rounds/{round}/withdrawal" => rounds::take_back, Moderator;
    POST "/sessions" => changes::add, ChiefJustice;
    POST "/sessions/{id}/cancellation" => changes::cancel, Moderator;
    POST "/sessions/{id}/holding" => changes::hold, Moderator;
    GET "/desk/pairs" => apart::apart, Moderator;
    POST "/desk/pairs" => apart::forbid, Moderator;
    POST "/desk/pairs/{id}/lifting" => apart::allow, Moderator;
    GET "/sessions.ics" => feed, Leaderboard;
}

/// How far back and ahead the list looks.
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
}

#[derive(Deserialize)]
struct Afterwards {
    /// Where the one who adds a session wants to go on.
    next: Option<String>,
}

async fn list(app: Data<App>, frame: Frame, query: Params<Afterwards>) -> Result<HttpResponse, Error> {
    let mut fields = Fields::default();
    if let Some(next) = &query.0.next {
        fields.set("next", next);
    }
    list_page(&app, frame, Typed::again("extra", fields)).await
}

async fn list_page(app: &App, frame: Frame, typed: Typed) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    if app.db.read(move |db| store::calendar_lacks(db, later(now, COMING))).await? {
        app.db.write(move |tx| store::ensure_calendar(tx, later(tx.now, COMING))).await?;
    }
    let reader = frame.viewpoint;
    let (zone, sessions) = app
        .db
        .read(move |db| {
            let zone = rulebook::in_force(db, now)?.time_zone;
            Ok((zone, store::told(db, reader, later(now, -PAST), later(now, COMING))?))
        })
        .await?;
    let (coming, mut past): (Vec<_>, Vec<_>) = sessions.into_iter().partition(|session| session.ends_at > now);
    past.reverse();
    render(typed.status(), &ListPage { frame, zone, now, coming, past, typed })
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
    fn game(&self, board: &pairs::Announced) -> Option<&ChartGame> {
        self.played.get(&(board.round, board.board))
    }

    /// Whether any of these boards was played: until then a column for results would only take the names' room.
    fn has_results(&self, boards: &[pairs::Announced]) -> bool {
        boards.iter().any(|board| self.game(board).is_some())
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
            let counted = games.iter().filter(|game| game.state == "rated");
            let results: Vec<_> =
                counted.filter_map(|game| Some((game.white, game.black, game.result.parse().ok()?))).collect();
            Ok(SessionPage {
                frame: frame.clone(),
                zone,
                names,
                rounds,
                played,
                games,
                table: Some(crosstable::crosstable(&results))
                    .filter(|table| crosstable::is_dense(table))
                    .unwrap_or_default(),
                desk: takes_the_register(frame.roles) && Hours::of(&session, now) != Hours::Early,
                is_on,
                is_coming: session.starts_at > now,
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

/// The sessions that calendars have, as a reader may know them.
pub async fn told(app: &App, reader: Viewpoint) -> Result<Vec<Session>, Error> {
    let now = app.clock.now();
    if app.db.read(move |db| store::calendar_lacks(db, later(now, COMING))).await? {
        app.db.write(move |tx| store::ensure_calendar(tx, later(tx.now, COMING))).await?;
    }
    app.db.read(move |db| store::told(db, reader, later(now, -PAST), later(now, FAR))).await
}

/// The sessions as other calendars subscribe to them.
async fn feed(app: Data<App>, reader: Viewpoint) -> Result<HttpResponse, Error> {
    let sessions = told(&app, reader).await?;
    let host = app.config.url.split("//").last().unwrap_or_default().trim_end_matches('/');
    let calendar = super::feed::calendar(&sessions, host, app.clock.now());
    Ok(HttpResponse::Ok().content_type("text/calendar; charset=utf-8").body(calendar))
}

/// A person on the register's page.
struct Row {
    id: PersonId,
    name: String,
    /// Whether they are on the leaderboard.
    is_member: bool,
    offices: Vec<Role>,
    /// The last stay.
    stay: Option<Stay>,
    /// Whether it is long enough to count (Act 0.9), so far.
    counts: bool,
    /// Whether they left so lately that a tap takes that back.
    just_left: bool,
}

impl Row {
    fn is_here(&self) -> bool {
        self.here().is_some()
    }

    /// The stay that goes on.
    fn here(&self) -> Option<&Stay> {
        self.stay.as_ref().filter(|stay| stay.left_at.is_none())
    }
}

/// Names that a register shows without letters to jump to.
const AT_A_GLANCE: usize = 40;

/// People under the letters that their names begin with; so few that nobody has to look for a name stay together.
fn by_letter(people: Vec<Row>) -> Vec<(String, Vec<Row>)> {
    if people.len() <= AT_A_GLANCE {
        return vec![(String::new(), people)];
    }
    let mut letters: BTreeMap<String, Vec<Row>> = BTreeMap::new();
    for row in people {
        let letter = row.name.chars().next().map(|letter| letter.to_uppercase().to_string());
        letters.entry(letter.unwrap_or_default()).or_default().push(row);
    }
    letters.into_iter().collect()
}

#[derive(Template)]
#[template(path = "sessions/register.html")]
struct RegisterPage {
    frame: Frame,
    zone: Tz,
    /// On the club's wall.
    now: DateTime<Tz>,
    session: Session,
    /// By the letter that their names begin with, where there are many; else all together.
    letters: Vec<(String, Vec<Row>)>,
    here: usize,
    /// What is looked for in the names.
    query: String,
    hours: Hours,
    /// The time that was said, or that is offered: `12:30` on the club's wall.
    at: String,
    /// The round that can be announced, while the session is on.
    next_round: Option<i64>,
    /// The round before it and how many of its boards have no result.
    still: Option<(i64, usize)>,
    refusal: Option<Refusal>,
    script: &'static str,
}

impl RegisterPage {
    /// Those who came, as it says: one of them may stand there by mistake.
    fn on_it(&self) -> Vec<&Row> {
        self.letters.iter().flat_map(|(_, people)| people).filter(|row| row.stay.is_some()).collect()
    }

    /// Whether no name was found.
    fn nobody(&self) -> bool {
        self.letters.iter().all(|(_, people)| people.is_empty())
    }
}

/// How a register can be taken now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hours {
    /// It is not begun yet.
    Early,
    /// For this moment.
    Now,
    /// Afterwards: for a time that is said.
    Late,
}

impl Hours {
    fn of(session: &Session, now: NaiveDateTime) -> Hours {
        if rules::is_on_register(session, now) {
            Hours::Now
        } else if now < session.starts_at {
            Hours::Early
        } else {
            Hours::Late
        }
    }
}

#[derive(Clone, Default, Deserialize)]
struct Search {
    #[serde(default)]
    q: String,
    /// The time of a register that is taken afterwards.
    #[serde(default)]
    at: String,
}

async fn register(
    app: Data<App>,
    frame: Frame,
    id: Path<SessionId>,
    search: Params<Search>,
) -> Result<HttpResponse, Error> {
    register_page(&app, frame, *id, search.0, None).await
}

async fn register_page(
    app: &App,
    frame: Frame,
    id: SessionId,
    search: Search,
    refusal: Option<Refusal>,
) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let status = refusal.as_ref().map_or(StatusCode::OK, |refusal| problem::status(refusal.kind));
    let page = app
        .db
        .read(move |db| {
            let session = store::known(db, id)?;
            // Presence goes by the rules of then, the wall clock by those of now.
            let house = rulebook::in_force(db, session.starts_at)?;
            let zone = rulebook::in_force(db, now)?.time_zone;
            let mut stays: HashMap<PersonId, Stay> = HashMap::new();
            for stay in store::stays(db, session.id)? {
                stays.insert(stay.person, stay);
            }
            let here = stays.values().filter(|stay| stay.left_at.is_none()).count();
            let wanted = search.q.trim().to_lowercase();
            let mut comers = members::store::comers(db)?;
            comers.retain(|comer| match wanted.as_str() {
                "" => comer.is_expected() || stays.contains_key(&comer.id),
                wanted => comer.name.to_lowercase().contains(wanted),
            });
            let row = |Comer { id, name, membership, offices }: Comer| {
                let stay = stays.remove(&id);
                let counts = stay.as_ref().is_some_and(|stay| rules::is_presence(&session, stay, &house, now));
                let just_left = stay.as_ref().is_some_and(|stay| rules::left_just_now(stay, now));
                Row { id, name, is_member: membership == Some(true), offices, stay, counts, just_left }
            };
            let letters = by_letter(comers.into_iter().map(row).collect());
            let on_now = session.contains(now) && !session.is_cancelled();
            let next_round = if on_now { Some(pairs::rounds_announced(db, session.id)? + 1) } else { None };
            let still = match next_round {
                Some(next) => rounds::unfinished(db, session.id, next - 1, now)?,
                None => None,
            };
            let begins = || session.starts_at.and_utc().with_timezone(&zone).format("%H:%M").to_string();
            Ok(RegisterPage {
                frame: frame.clone(),
                zone,
                now: now.and_utc().with_timezone(&zone),
                letters,
                here,
                query: search.q.clone(),
                hours: Hours::of(&session, now),
                at: Some(search.at.clone()).filter(|at| !at.is_empty()).unwrap_or_else(begins),
                next_round,
                still,
                refusal: refusal.clone(),
                session,
                script: assets::address("register.js").unwrap_or_default(),
            })
        })
        .await?;
    render(status, &page)
}

/// One tap: somebody came, or left.
#[derive(Deserialize)]
struct Tap {
    arrive: Option<PersonId>,
    leave: Option<PersonId>,
    #[serde(flatten)]
    search: Search,
}

/// The instant of a time on the day of a session, as a form says it; none said is now.
fn said(session: &Session, zone: Tz, text: &str) -> Result<Option<NaiveDateTime>, Refusal> {
    if text.is_empty() {
        return Ok(None);
    }
    let time: NaiveTime = text.parse().or_else(|_| NaiveTime::parse_from_str(text, "%H:%M")).map_err(|_| {
        let text = format!("{text:?}");
        let detail = say!("{text} is no time; write hours and minutes: 12:45.", text);
        Refusal::field("at", detail).act("0.9")
    })?;
    let day = calendar::local_date(session.starts_at.and_utc(), zone);
    Ok(Some(calendar::instant(day.and_time(time), zone)))
}

async fn take(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<SessionId>,
    form: Form<Tap>,
) -> Result<HttpResponse, Error> {
    let (id, tap) = (*id, form.0);
    let Some(person) = tap.arrive.or(tap.leave) else {
        let refusal = Refusal::field("arrive", say!("Say who came or left.")).act("0.9");
        return register_page(&app, frame, id, tap.search, Some(refusal)).await;
    };
    let (by, came) = (By::from(&actor), tap.arrive.is_some());
    let at = tap.search.at.clone();
    // The next tap is for the same time.
    let again = if at.is_empty() { String::new() } else { format!("?at={at}") };
    let taken = app
        .db
        .write(move |tx| {
            let session = store::known(tx.db, id)?;
            let zone = rulebook::in_force(tx.db, tx.now)?.time_zone;
            let at = said(&session, zone, &at)?.map(|at| at.and_utc());
            let last = store::stays(tx.db, id)?.into_iter().rev().find(|stay| stay.person == person);
            let mistaken = last.filter(|stay| came && at.is_none() && rules::left_just_now(stay, tx.now));
            let movement = Movement { people: vec![person], at };
            match (came, mistaken) {
                (true, Some(stay)) => perform(tx, &by, &TakeBackLeaving(stay.id)),
                (true, None) => perform(tx, &by, &Arrive(id, movement)),
                (false, _) => perform(tx, &by, &Leave(id, movement)),
            }
        })
        .await;
    match taken {
        Ok(_) => Ok(see(format!("/sessions/{id}/register{again}#p{person}"))),
        Err(Error::Refused(refusal)) => register_page(&app, frame, id, tap.search, Some(*refusal)).await,
        Err(error) => Err(error),
    }
}
