//! The leaderboard in memory: a cache that carries the version the database owns.
//!
//! Every row of `standings` carries the leaderboard's version that last changed it, so a board catches up
//! by reading the rows above its own version, whichever process wrote them. The writer's board does so
//! before its writes are answered; other replicas poll for a newer version a few times a second.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, RwLock, mpsc};
use std::thread;

use arc_swap::{ArcSwap, ArcSwapOption};
use chrono::NaiveDateTime;
use diesel::prelude::*;
use rookery_ratings::short_names::ShortNames;
use rookery_ratings::standings::{Member, Record, Standing, Standings};
use serde::Serialize;
use tokio::sync::watch;

use super::trend::{self, Trend, Trends};
use crate::auth::{Viewpoint, Visitors};
use crate::clock::end_of_minute;
use crate::db::{
    Db,
    schema::{people, standings},
    versions,
};
use crate::error::Error;
use crate::for_each_row;
use crate::http::etag;
use crate::rulebook;

/// Members on a page of the leaderboard, and on its first page, which is kept ready.
pub const PAGE: usize = 50;

/// A member as the leaderboard tells it.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = LeaderboardLine)]
pub struct Line {
    /// Equal scores share a rank: 1, 2, 2, 4.
    pub rank: usize,
    /// The person; not told to people from outside.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<i64>,
    /// People from outside read the first name and the first letter of the last, and a number where two are alike.
    pub name: String,
    pub score: i64,
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
}

impl From<Standing<'_>> for Line {
    fn from(standing: Standing<'_>) -> Line {
        let Standing { rank, member } = standing;
        Line {
            rank,
            id: Some(member.id),
            name: member.name.to_string(),
            score: i64::from(member.score),
            wins: member.record.wins,
            draws: member.record.draws,
            losses: member.record.losses,
        }
    }
}

/// A page of the leaderboard.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Leaderboard {
    /// Raised by every change; the entity tag is made of it.
    pub version: i64,
    /// Members on the leaderboard.
    pub members: usize,
    /// Members above the first of this page.
    pub offset: usize,
    pub items: Vec<Line>,
}

/// The first page, ready to send.
#[derive(Debug, Default)]
pub struct Ready {
    pub body: actix_web::web::Bytes,
    pub etag: String,
}

impl Ready {
    fn of(page: &Leaderboard) -> Result<Ready, Error> {
        let body = serde_json::to_vec(page)?;
        Ok(Ready { etag: etag(&body), body: body.into() })
    }
}

/// The first page, for the club and for people from outside.
#[derive(Debug, Default)]
struct FirstPage {
    club: Ready,
    outside: Ready,
}

/// The placeholder for a name that people from outside can no longer read.
const NAMELESS: &str = "N. N.";

/// The standings of one version.
#[derive(Default)]
struct State {
    version: i64,
    /// How often the club was replaced by a backup: nothing from before one holds after it.
    restored: i64,
    standings: Standings,
    short_names: ShortNames,
}

/// The number of people that the reading thread hands to the sorting thread at a time.
const HANDED: usize = 4_096;

impl State {
    /// Of everybody who is or was on the leaderboard, put in order by a second thread while this one reads on.
    fn of_everybody(db: &mut Db) -> Result<State, Error> {
        let (hand, handed) = mpsc::sync_channel::<Vec<Place>>(4);
        thread::scope(move |scope| {
            let ordering = scope.spawn(move || State::of(handed.into_iter().flatten()));
            let mut people = Vec::new();
            for_each_row!(db, everybody(), |row: StandingRow| {
                people.push(place(row));
                if people.len() == HANDED && hand.send(std::mem::take(&mut people)).is_err() {
                    break;
                }
            });
            // Whether anybody still takes them, `join` tells.
            let _ = hand.send(people);
            drop(hand);
            Ok(ordering.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        })
    }

    fn of(people: impl Iterator<Item = Place>) -> State {
        let mut state = State::default();
        let names = &mut state.short_names;
        let members = people.filter_map(|place| match place {
            Place::On(member) => {
                names.put(member.id, &member.name);
                Some(member)
            }
            Place::Off(person, name) => {
                names.put(person, &name);
                None
            }
        });
        state.standings = members.collect();
        state
    }

    /// Takes over who is on the leaderboard, or off it, now.
    fn take_over(&mut self, place: Place) {
        match place {
            Place::On(member) => {
                self.short_names.put(member.id, &member.name);
                self.standings.put(member);
            }
            Place::Off(person, name) => {
                self.short_names.put(person, &name);
                self.standings.remove(person);
            }
        }
    }

    fn page(&self, offset: usize, limit: usize) -> Leaderboard {
        let items = self.standings.page(offset, limit).into_iter().map(Line::from).collect();
        Leaderboard { version: self.version, members: self.standings.len(), offset, items }
    }

    /// A page as people from outside read it: nobody has a number, names are short, and on the page of an earlier day
    /// those who have left since have none.
    fn for_visitors(&self, mut page: Leaderboard) -> Leaderboard {
        for line in &mut page.items {
            let person = line.id.take().filter(|person| self.standings.get(*person).is_some());
            line.name = person.and_then(|person| self.short_names.get(person)).unwrap_or_else(|| NAMELESS.into());
        }
        page
    }
}

/// The leaderboard as this replica knows it.
pub struct Board {
    state: RwLock<State>,
    /// Held from asking to taking over: older rows must not overtake newer ones.
    catching_up: Mutex<()>,
    first_page: ArcSwap<FirstPage>,
    /// The page of trends that was last asked for.
    trends: ArcSwapOption<Trends>,
    changed: watch::Sender<i64>,
    /// What people from outside may read of the club: a house rule, by which the gate hears them.
    visitors: watch::Sender<Visitors>,
}

impl Default for Board {
    fn default() -> Board {
        let (changed, _) = watch::channel(-1);
        Board {
            state: RwLock::default(),
            catching_up: Mutex::default(),
            first_page: ArcSwap::default(),
            trends: ArcSwapOption::empty(),
            changed,
            visitors: watch::Sender::new(Visitors::Nothing),
        }
    }
}

type StandingRow = (i64, String, Option<i64>, i64, i64, i64);

/// Who is or was on the leaderboard.
#[diesel::dsl::auto_type(no_type_alias)]
fn everybody() -> _ {
    standings::table.inner_join(people::table.on(people::id.eq(standings::person_id))).select((
        standings::person_id,
        people::name,
        standings::score,
        standings::wins,
        standings::draws,
        standings::losses,
    ))
}

/// Whether somebody is on the leaderboard.
enum Place {
    On(Member),
    /// The number and the name of who was on it.
    Off(i64, String),
}

fn place((id, name, score, wins, draws, losses): StandingRow) -> Place {
    let count = |games: i64| u32::try_from(games).unwrap_or(0);
    let record = Record { wins: count(wins), draws: count(draws), losses: count(losses) };
    match score.and_then(|score| i32::try_from(score).ok()) {
        Some(score) => Place::On(Member { id, score, record, name: name.into() }),
        None => Place::Off(id, name),
    }
}

impl Board {
    /// Takes over what changed since the version this board carries.
    pub fn catch_up(&self, db: &mut Db) -> Result<(), Error> {
        let _one_at_a_time = self.catching_up.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let known = *self.changed.borrow();
        let (latest, restored) = versions_now(db)?;
        let is_another_club = restored != self.read(|state| state.restored);
        if latest == known && !is_another_club {
            return Ok(());
        }
        let visitors = rulebook::visitors(db)?;
        let (mut whole, mut changes) = (None, Vec::new());
        if known < 0 || is_another_club {
            whole = Some(State::of_everybody(db)?);
        } else {
            for_each_row!(db, everybody().filter(standings::version.gt(known)), |row: StandingRow| {
                changes.push(place(row));
            });
        }
        let mut state = self.state.write().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(whole) = whole {
            *state = whole;
        }
        changes.into_iter().for_each(|place| state.take_over(place));
        (state.version, state.restored) = (state.version.max(latest), restored);
        let club = state.page(0, PAGE);
        let outside = Ready::of(&state.for_visitors(club.clone()))?;
        self.first_page.store(Arc::new(FirstPage { club: Ready::of(&club)?, outside }));
        self.visitors.send_if_modified(|known| std::mem::replace(known, visitors) != visitors);
        self.changed.send_replace(state.version);
        Ok(())
    }

    /// The first page, ready to send to a reader.
    pub fn first_page<T>(&self, reader: Viewpoint, send: impl FnOnce(&Ready) -> T) -> T {
        let page = self.first_page.load();
        send(if reader.reads_the_club() { &page.club } else { &page.outside })
    }

    /// A page as a reader may read it.
    pub fn as_read_by(&self, reader: Viewpoint, page: Leaderboard) -> Leaderboard {
        if reader.reads_the_club() { page } else { self.read(|state| state.for_visitors(page)) }
    }

    /// Tells when the leaderboard has changed.
    pub fn changes(&self) -> watch::Receiver<i64> {
        self.changed.subscribe()
    }

    /// What people from outside may read now.
    pub fn visitors(&self) -> Visitors {
        *self.visitors.borrow()
    }

    /// Tells when they may read something else.
    pub fn visitors_changes(&self) -> watch::Receiver<Visitors> {
        self.visitors.subscribe()
    }

    fn read<T>(&self, look: impl FnOnce(&State) -> T) -> T {
        look(&self.state.read().unwrap_or_else(|poisoned| poisoned.into_inner()))
    }

    pub fn page(&self, offset: usize, limit: usize) -> Leaderboard {
        self.read(|state| state.page(offset, limit))
    }

    /// The page with a member as near its middle as the ends of the board allow.
    pub fn around(&self, person: i64, limit: usize) -> Option<Leaderboard> {
        self.read(|state| {
            let (offset, page) = state.standings.page_around(person, limit)?;
            let items = page.into_iter().map(Line::from).collect();
            Some(Leaderboard { version: state.version, members: state.standings.len(), offset, items })
        })
    }

    /// Members whose names contain a text, ignoring case, from the top; at most `limit`.
    pub fn search(&self, text: &str, limit: usize) -> Leaderboard {
        let text = text.to_lowercase();
        self.read(|state| {
            let all = state.standings.page(0, state.standings.len());
            let found = all.into_iter().filter(|standing| standing.member.name.to_lowercase().contains(&text));
            let items: Vec<Line> = found.take(limit).map(Line::from).collect();
            Leaderboard { version: state.version, members: state.standings.len(), offset: 0, items }
        })
    }

    /// The trends of a page's members if they were asked for before and still hold.
    pub fn known_trends(&self, page: &Leaderboard, now: NaiveDateTime) -> Option<Arc<Trends>> {
        let holds = |trends: &Arc<Trends>| {
            (trends.version, trends.offset) == (page.version, page.offset)
                && trends.until.is_none_or(|until| now < until)
                && page.items.iter().filter_map(|line| line.id).all(|person| trends.of.contains_key(&person))
        };
        self.trends.load_full().filter(holds)
    }

    /// The trends of a page's members, which are kept for anybody who asks next; `next` is when the club meets.
    pub fn trends(
        &self,
        db: &mut Db,
        page: &Leaderboard,
        next: Option<NaiveDateTime>,
        now: NaiveDateTime,
    ) -> Result<Arc<Trends>, Error> {
        let wanted: Vec<i64> = page.items.iter().filter_map(|line| line.id).collect();
        let last = trend::last_session(db, now)?;
        let on = trend::on(db, now)?;
        let round = trend::last_round(db)?;
        let before = match last {
            Some(since) => trend::scores_before(db, since)?,
            None => HashMap::new(),
        };
        let mut movements = match last {
            Some(_) => trend::movements(&self.scores(), &before, &wanted),
            None => HashMap::new(),
        };
        let scores: HashMap<i64, i64> = page.items.iter().filter_map(|line| Some((line.id?, line.score))).collect();
        let mut forms = trend::forms(db, &wanted)?;
        let mut trend = |id: &i64| {
            let form = forms.remove(id).unwrap_or_default();
            let gained = scores.get(id).is_some_and(|score| trend::has_gained(*id, *score, &before));
            (*id, Trend { movement: movements.remove(id), since: last, gained, form })
        };
        let of = wanted.iter().map(&mut trend).collect();
        let zone = rulebook::in_force(db, now)?.time_zone;
        // Somebody may start a session at any time: what is kept of the calendar goes with the minute, as the pages do that are
        // held and tell of it.
        let until = [next, on.map(|on| on.until), Some(end_of_minute(now))].into_iter().flatten().min();
        let Leaderboard { version, offset, .. } = *page;
        let (since, zone) = (last, Some(zone));
        let trends = Arc::new(Trends { version, offset, until, since, on, next, round, zone, of });
        self.trends.store(Some(trends.clone()));
        Ok(trends)
    }

    /// The trend of one member; costs what changed since the last session, not what the leaderboard holds.
    pub fn trend(&self, db: &mut Db, person: i64, now: NaiveDateTime) -> Result<Trend, Error> {
        let since = trend::last_session(db, now)?;
        let before = match since {
            Some(since) => trend::scores_before(db, since)?,
            None => HashMap::new(),
        };
        let (movement, gained) = self.read(|state| {
            let score_of = |id: i64| state.standings.get(id).map(|member| i64::from(member.score));
            let rank = |score: i64| i32::try_from(score).map_or(1, |score| state.standings.rank_of_score(score));
            let gained = score_of(person).is_some_and(|score| trend::has_gained(person, score, &before));
            (trend::movement(person, &before, score_of, rank), gained)
        });
        let form = trend::forms(db, &[person])?.remove(&person).unwrap_or_default();
        Ok(Trend { movement, since, gained, form })
    }

    fn scores(&self) -> Vec<(i64, i64)> {
        self.read(|state| {
            let all = state.standings.page(0, state.standings.len());
            all.into_iter().map(|standing| (standing.member.id, i64::from(standing.member.score))).collect()
        })
    }

    /// Whether several members all have the same points: then nobody leads.
    pub fn is_level(&self) -> bool {
        self.read(|state| {
            let members = state.standings.len();
            let last = state.standings.page(members.saturating_sub(1), 1);
            members > 1 && last.iter().all(|standing| standing.rank == 1)
        })
    }

    /// Whom a member passes next: the last of those with more points.
    pub fn next_above(&self, person: i64) -> Option<Line> {
        self.read(|state| {
            let place = state.standings.rank(person)?.checked_sub(2)?;
            state.standings.page(place, 1).into_iter().next().map(Line::from)
        })
    }

    pub fn line(&self, person: i64) -> Option<Line> {
        self.read(|state| {
            let standing = Standing { rank: state.standings.rank(person)?, member: state.standings.get(person)? };
            Some(standing.into())
        })
    }
}

/// The leaderboard's version, and how often the club was replaced by a backup.
fn versions_now(db: &mut Db) -> Result<(i64, i64), Error> {
    let all = versions(db)?;
    let value = |name: &str| all.get(name).copied().unwrap_or(0);
    Ok((value("leaderboard"), value("restored")))
}
