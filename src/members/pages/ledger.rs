//! A member's points by session: what each session brought, and on days without one what came then.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use askama::Template;
use chrono::{NaiveDate, NaiveDateTime, TimeDelta};
use chrono_tz::Tz;
use rookery_messages::Message;

use crate::App;
use crate::clock::later;
use crate::conduct::decisions::veil::{self, Veil};
use crate::db::Db;
use crate::error::Error;
use crate::id::{GameId, PersonId, SessionId};
use crate::members::store::{self, Played};
use crate::ratings::Went;
use crate::ratings::history::{Entry, Petitionable};
use crate::rulebook;
use crate::sessions::calendar::local_date;
use crate::sessions::{self, Session};
use crate::tables::pages::{Called, Mentioned};
use crate::web::dates::Dates;
use crate::web::layout::{Frame, render};

/// Entries on the page of them all; older ones are in the club's files.
const MOST: i64 = 1_000;

/// Entries that lie open under their heading; more are folded.
const OPEN: usize = 5;

/// What one session brought, or a day's entries that are of no session.
pub struct Group {
    pub session: Option<SessionId>,
    /// What came at some time from a session to the next one: when, and by which Acts, is hidden from the reader.
    pub is_between: bool,
    day: NaiveDate,
    /// When the session began, or else the newest of the entries came.
    pub at: NaiveDateTime,
    /// As they were posted, newest first.
    pub entries: Vec<Entry>,
}

impl Group {
    pub fn points(&self) -> i64 {
        self.entries.iter().map(|entry| entry.delta).sum()
    }

    pub fn is_long(&self) -> bool {
        self.entries.len() > OPEN
    }
}

/// A game as the member tells it.
pub struct GameLine {
    pub went: Went,
    pub opponent: String,
}

/// The latest of a member's ledger, as a reader may know it.
pub struct Ledger {
    /// Newest first, and each whole, so that its points are those of its session.
    pub groups: Vec<Group>,
    /// The games that count, with the results that they were entered with.
    games: HashMap<GameId, GameLine>,
    /// Whether there are older ones.
    pub goes_on: bool,
    /// Whether the ledger is the reader's own.
    is_own: bool,
    /// What the games and tables are called that are a cause.
    called: Called,
}

impl Ledger {
    /// At the most so many entries, and the member's rated games.
    pub fn of(
        db: &mut Db,
        (person, played): (PersonId, &[Played]),
        most: i64,
        dates: Dates,
        veil: &Veil,
    ) -> Result<Ledger, Error> {
        let entries = veil::entries(db, person, None, most + 1, veil)?;
        let goes_on = entries.len() > most as usize;
        let calendar = Calendar::of(db, &entries, dates.zone)?;
        let told = |game: &Played| (game.game, GameLine { went: game.result, opponent: game.opponent_name.clone() });
        // Of one that was corrected, the first entry is of the result before.
        let corrected: HashSet<GameId> =
            entries.iter().filter(|entry| entry.correction).filter_map(|entry| entry.game).collect();
        let games: HashMap<GameId, GameLine> =
            played.iter().filter(|game| !corrected.contains(&game.game)).map(told).collect();
        let is_own = veil.reader.is(person);
        // The result of a game that counts is told by whom it was against.
        let is_result = |entry: &&Entry| result_of(entry).is_some_and(|game| games.contains_key(&game));
        let causes = entries.iter().filter(|entry| !is_result(entry)).map(|entry| &entry.cause);
        let called = Mentioned::default().records(causes).called_behind(db, veil, dates)?;
        Ok(Ledger { groups: calendar.grouped(entries, goes_on), games, goes_on, is_own, called })
    }

    /// The game that an entry is the result of, as long as it counts as it was entered.
    pub fn game(&self, entry: &Entry) -> Option<&GameLine> {
        self.games.get(&result_of(entry)?)
    }

    /// Why an entry came, where it is not the result of a game.
    pub fn cause(&self, entry: &Entry) -> Message {
        self.called.told(&entry.cause)
    }

    /// The correction by which points that an entry took were given back: the last one, where all of them together do so. A
    /// correction has the instant of what it corrects, and says by which Acts, unless its cause is hidden from the reader.
    pub fn given_back(&self, entry: &Entry) -> Option<&Entry> {
        if entry.delta >= 0 || entry.correction || entry.game.is_some() {
            return None;
        }
        let entries = || self.groups.iter().flat_map(|group| &group.entries);
        let corrects = |other: &Entry| other.correction && other.game.is_none() && !other.acts.is_empty();
        let undoes = |other: &&Entry| corrects(other) && other.happened_at == entry.happened_at;
        let back: i64 = entries().filter(undoes).map(|other| other.delta).sum();
        entries().filter(undoes).max_by_key(|other| (other.posted_at, other.id)).filter(|_| back >= -entry.delta)
    }

    /// How many entries there are in all groups.
    pub fn shown(&self) -> usize {
        self.groups.iter().map(|group| group.entries.len()).sum()
    }

    /// What the reader may petition about, of their own points.
    pub fn appeal(&self, entry: &Entry) -> Option<Petitionable> {
        entry.petition.filter(|_| self.is_own)
    }
}

/// The sessions that some entries may be of.
struct Calendar {
    /// In order.
    sessions: Vec<Session>,
    /// By the games that were played in them, which those online were not.
    of_games: HashMap<GameId, SessionId>,
    zone: Tz,
}

/// When an entry came. A correction came when it was posted: until then the score was another.
fn came(entry: &Entry) -> NaiveDateTime {
    let at = if entry.correction { entry.posted_at } else { entry.happened_at };
    at.naive_utc()
}

/// Whether the reader may not know when an entry came: it stands at the session before ([`veil::entries`]), but is not of it.
fn is_between(entry: &Entry) -> bool {
    entry.correction && entry.acts.is_empty()
}

/// The game whose result an entry is.
fn result_of(entry: &Entry) -> Option<GameId> {
    entry.game.filter(|_| !entry.correction)
}

impl Calendar {
    fn of(db: &mut Db, entries: &[Entry], zone: Tz) -> Result<Calendar, Error> {
        let games: Vec<GameId> = entries.iter().filter_map(result_of).collect();
        let of_games = sessions::store::of_games(db, &games)?;
        let (first, last) = (entries.iter().map(came).min(), entries.iter().map(came).max());
        let sessions = match first.zip(last) {
            // One that was on at the first began up to half a day before.
            Some((first, last)) => {
                let (from, to) = (later(first, TimeDelta::days(-1)), later(last, TimeDelta::seconds(1)));
                sessions::store::between(db, from, to)?
            }
            None => Vec::new(),
        };
        Ok(Calendar { sessions, of_games, zone })
    }

    /// The session that an entry is of: a game's own, else the one that was on, its close included, when deductions fall.
    fn session(&self, entry: &Entry) -> Option<&Session> {
        if is_between(entry) {
            return None;
        }
        if let Some(game) = result_of(entry) {
            let id = self.of_games.get(&game)?;
            return self.sessions.iter().find(|session| session.id == *id);
        }
        let at = came(entry);
        let was_on =
            |session: &&Session| !session.is_cancelled() && session.starts_at <= at && at <= session.closes_at();
        self.sessions.iter().rfind(was_on)
    }

    /// Where entries are cut off, the session or day of the last one is left out, as some of it may be missing.
    fn grouped(&self, entries: Vec<Entry>, is_cut: bool) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        let mut last = 0;
        for entry in entries {
            let (session, at) = match self.session(&entry) {
                Some(session) => (Some(session.id), session.starts_at),
                None => (None, came(&entry)),
            };
            let day = local_date(at.and_utc(), self.zone);
            let is_between = is_between(&entry);
            let is_there = |group: &Group| (group.session, group.is_between, group.day) == (session, is_between, day);
            let known = groups.iter().position(is_there);
            last = known.unwrap_or(groups.len());
            if known.is_none() {
                groups.push(Group { session, is_between, day, at, entries: Vec::new() });
            }
            groups[last].entries.push(entry);
        }
        if is_cut && groups.len() > 1 {
            groups.remove(last);
        }
        groups.sort_by_key(|group| Reverse(group.at));
        groups
    }
}

#[derive(Template)]
#[template(path = "members/points.html")]
struct PointsPage {
    frame: Frame,
    zone: Tz,
    person: PersonId,
    name: String,
    ledger: Ledger,
}

/// All of a member's points.
pub(crate) async fn points(app: Data<App>, frame: Frame, id: Path<PersonId>) -> Result<HttpResponse, Error> {
    let (id, now) = (*id, app.clock.now());
    let page = app
        .db
        .read(move |db| {
            let zone = rulebook::in_force(db, now)?.time_zone;
            let person = store::known(db, id)?;
            let veil = Veil::before(db, frame.viewpoint, now)?;
            let played = store::played(db, id)?;
            let dates = Dates { zone, language: frame.language };
            let ledger = Ledger::of(db, (id, &played), MOST, dates, &veil)?;
            Ok(PointsPage { frame: frame.clone(), zone, person: id, name: person.name, ledger })
        })
        .await?;
    render(StatusCode::OK, &page)
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, Utc};

    use super::*;
    use crate::db::Kept;
    use crate::web::catalogue::Language;

    fn at(text: &str) -> NaiveDateTime {
        format!("2026-11-{text}:00").parse().unwrap()
    }

    fn utc(text: &str) -> DateTime<Utc> {
        at(text).and_utc()
    }

    fn session(id: i64, day: u32) -> Session {
        Session {
            id: SessionId(id),
            starts_at: at(&format!("{day:02}T12:30")),
            ends_at: at(&format!("{day:02}T13:10")),
            room: "322".to_owned(),
            extra: false,
            cancelled_at: None,
            cancelled_by: None,
            cancel_reason: None,
            settled_at: None,
        }
    }

    /// Sessions on 6 and 13 November, and on 20 November one that was cancelled. Games 1 and 2 were played in the first.
    fn calendar() -> Calendar {
        let cancelled = Session { cancelled_at: Some(at("19T08:00")), ..session(3, 20) };
        Calendar {
            sessions: vec![session(1, 6), session(2, 13), cancelled],
            of_games: HashMap::from([(GameId(1), SessionId(1)), (GameId(2), SessionId(1))]),
            zone: chrono_tz::Europe::London,
        }
    }

    fn entry(happened: &str, game: Option<i64>, delta: i64) -> Entry {
        Entry {
            id: 0,
            posted_at: utc(happened),
            happened_at: utc(happened),
            game: game.map(GameId),
            delta,
            balance: 0,
            correction: false,
            cause: Kept::of(Message::verbatim("Why")),
            acts: vec!["II.3".into()],
            petition: None,
        }
    }

    /// Session, or else day of the month; how many entries; points.
    fn told(entries: Vec<Entry>, is_cut: bool) -> Vec<(Option<i64>, String, usize, i64)> {
        let groups = calendar().grouped(entries, is_cut);
        let told = |group: &Group| {
            let day = group.day.format("%-d").to_string();
            (group.session.map(|session| session.0), day, group.entries.len(), group.points())
        };
        groups.iter().map(told).collect()
    }

    fn of(session: i64, day: &str, entries: usize, points: i64) -> (Option<i64>, String, usize, i64) {
        (Some(session).filter(|session| *session > 0), day.to_owned(), entries, points)
    }

    #[test]
    fn points_stand_under_the_session_that_brought_them() {
        let closing = Entry { happened_at: utc("06T13:10") + TimeDelta::seconds(1), ..entry("06T13:12", None, -15) };
        let voided = Entry { correction: true, happened_at: utc("06T12:40"), ..entry("10T09:00", Some(1), -20) };
        let hidden = Entry { correction: true, acts: Vec::new(), ..entry("06T13:10", None, -15) };
        let late = Entry { posted_at: utc("13T18:00"), ..entry("06T12:50", Some(2), 7) };
        for (name, entries, expected) in [
            (
                "a session and the joining before it",
                vec![entry("06T12:40", Some(1), 20), entry("06T12:00", None, 100)],
                vec![of(1, "6", 1, 20), of(0, "6", 1, 100)],
            ),
            ("what falls at its close is of it", vec![closing, entry("06T12:40", Some(1), 20)], vec![of(1, "6", 2, 5)]),
            (
                "what came after it at a time that is hidden is not",
                vec![hidden, entry("06T12:40", Some(1), 20)],
                vec![of(0, "6", 1, -15), of(1, "6", 1, 20)],
            ),
            (
                "a correction came when it was posted",
                vec![voided, entry("06T12:40", Some(1), 20)],
                vec![of(0, "10", 1, -20), of(1, "6", 1, 20)],
            ),
            (
                "a game that counts late is of its session",
                vec![late, entry("13T12:45", None, 3), entry("06T12:40", Some(1), 20)],
                vec![of(2, "13", 1, 3), of(1, "6", 2, 27)],
            ),
            (
                "an online game is of its day, though a session was on",
                vec![entry("13T12:45", Some(9), 4)],
                vec![of(0, "13", 1, 4)],
            ),
            ("nothing is of a cancelled session", vec![entry("20T12:45", None, 4)], vec![of(0, "20", 1, 4)]),
            (
                "a day is the club's",
                vec![entry("09T23:30", None, 1), entry("09T00:10", None, 2)],
                vec![of(0, "9", 2, 3)],
            ),
        ] {
            assert_eq!(told(entries, false), expected, "{name}");
        }
    }

    #[test]
    fn a_session_that_is_cut_off_is_left_out_unless_it_is_all() {
        let entries =
            || vec![entry("13T12:45", None, 3), entry("06T12:50", Some(2), 7), entry("06T12:40", Some(1), 20)];
        assert_eq!(told(entries(), true), [of(2, "13", 1, 3)]);
        assert_eq!(told(entries(), false), [of(2, "13", 1, 3), of(1, "6", 2, 27)]);
        assert_eq!(told(vec![entry("13T12:45", None, 3)], true), [of(2, "13", 1, 3)]);
        assert!(told(Vec::new(), false).is_empty());
    }

    #[test]
    fn points_are_given_back_once_all_of_them_are() {
        let back = |delta: &i64| Entry {
            correction: true,
            posted_at: utc("10T09:00"),
            acts: vec!["III.3.8".into()],
            ..entry("06T13:00", None, *delta)
        };
        for (deltas, expected) in
            [(vec![], false), (vec![4], false), (vec![4, 6], true), (vec![12], true), (vec![10, -10], false)]
        {
            let ledger = Ledger {
                groups: calendar().grouped(deltas.iter().map(back).collect(), false),
                games: HashMap::new(),
                goes_on: false,
                is_own: false,
                called: Called::by_number(Language::English),
            };
            let taken = entry("06T13:00", None, -10);
            assert_eq!(ledger.given_back(&taken).is_some(), expected, "{deltas:?}");
        }
    }
}
