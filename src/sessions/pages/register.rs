//! The register of a session as a page for the thumb: a tap says that somebody came, or left.

use std::collections::{BTreeMap, HashMap};

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use askama::Template;
use chrono::{DateTime, NaiveDateTime, NaiveTime};
use chrono_tz::Tz;
use rookery_messages::say;
use serde::Deserialize;

use super::rounds;
use crate::App;
use crate::action::{By, perform};
use crate::auth::{Actor, Role};
use crate::conduct;
use crate::error::{Act, Error, Refusal};
use crate::http::{Form, Params, problem};
use crate::id::{PersonId, SessionId};
use crate::members::{self, store::Comer};
use crate::rulebook;
use crate::sessions::actions::{Arrive, Leave, Movement, TakeBackLeaving};
use crate::sessions::store::pairs;
use crate::sessions::{Session, Stay, calendar, rules, store};
use crate::web::assets;
use crate::web::dates::clock_time;
use crate::web::done::Done;
use crate::web::form::see;
use crate::web::layout::{Frame, render};

/// A person on the register's page.
struct Row {
    id: PersonId,
    name: String,
    /// Whether they are on the leaderboard.
    is_member: bool,
    offices: Vec<Role>,
    /// Whether they are banned, for those who moderate (T42).
    is_banned: bool,
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

    /// The stay without an end yet.
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

    /// Whether the reader has just started the session, and could call it off.
    fn may_be_a_mistake(&self) -> bool {
        self.frame.done == Some(Done::SessionStarted) && self.frame.roles.may_moderate()
    }

    /// Whether no name was found.
    fn nobody(&self) -> bool {
        self.letters.iter().all(|(_, people)| people.is_empty())
    }
}

/// How a register can be taken now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hours {
    /// It is not begun yet.
    Early,
    /// For this moment.
    Now,
    /// Afterwards: for a time that is said.
    Late,
}

impl Hours {
    pub(super) fn of(session: &Session, now: NaiveDateTime) -> Hours {
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
pub(super) struct Search {
    #[serde(default)]
    q: String,
    /// The time of a register that is taken afterwards.
    #[serde(default)]
    at: String,
}

pub(super) async fn register(
    app: Data<App>,
    frame: Frame,
    id: Path<SessionId>,
    search: Params<Search>,
) -> Result<HttpResponse, Error> {
    register_page(&app, frame, *id, search.0, None).await
}

pub(super) async fn register_page(
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
            let looked_up: Vec<PersonId> =
                comers.iter().map(|comer| comer.id).filter(|_| frame.roles.may_moderate()).collect();
            let banned = conduct::store::banned_among(db, &looked_up, now)?;
            let row = |Comer { id, name, membership, offices }: Comer| {
                let stay = stays.remove(&id);
                let counts = stay.as_ref().is_some_and(|stay| rules::is_presence(&session, stay, &house, now));
                let just_left = stay.as_ref().is_some_and(|stay| rules::left_just_now(stay, now));
                let (is_member, is_banned) = (membership == Some(true), banned.contains(&id));
                Row { id, name, is_member, offices, is_banned, stay, counts, just_left }
            };
            let letters = by_letter(comers.into_iter().map(row).collect());
            let on_now = session.contains(now) && !session.is_cancelled();
            let next_round = if on_now { Some(pairs::rounds_announced(db, session.id)? + 1) } else { None };
            let still = match next_round {
                Some(next) => rounds::unfinished(db, session.id, next - 1, now)?,
                None => None,
            };
            let begins = || clock_time(session.starts_at, zone);
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
pub(super) struct Tap {
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

pub(super) async fn take(
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
