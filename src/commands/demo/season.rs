//! The season of the demonstration: thirty members, twelve sessions and one that is on now.

use std::sync::Arc;

use chrono::{NaiveDateTime, SubsecRound, TimeDelta};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rookery_messages::say;

use super::nomic::Playing;
use super::proposals::{self, Proposers};
use super::tournaments::Cups;
use super::{PASSWORD, play};
use crate::action::{By, Somebody, perform};
use crate::auth::{self, Role, Roles};
use crate::chess::evidence::Safe;
use crate::conduct;
use crate::db::{Database, Tx};
use crate::error::{Error, Refusal};
use crate::games::actions::{Approval, Approve, Verdict};
use crate::games::record::Record;
use crate::games::{self, Assent, NewGame, State};
use crate::id::{GameId, PersonId};
use crate::members::{self, actions::Join};
use crate::ratings::Outcome;
use crate::rulebook::HouseRules;
use crate::sessions::actions::{NewSession, PutDown};
use crate::sessions::calendar::{self, Calendar};
use crate::sessions::{self, Session};

const SESSIONS: usize = 12;

/// Who is in the club; the first eight have accounts.
const NAMES: [&str; 30] = [
    "Imogen Hartley",
    "Rafael Okonkwo",
    "Tess Lindqvist",
    "Milo Fairweather",
    "Priya Raman",
    "Jonas Becker",
    "Aisha Mensah",
    "Callum Reid",
    "Yuki Tanabe",
    "Leonie Fuchs",
    "Dmitri Sokolov",
    "Nia Bowen",
    "Oscar Delgado",
    "Freya Nørgaard",
    "Samuel Adeyemi",
    "Clara Benoit",
    "Hamza Siddiqui",
    "Elin Vestergaard",
    "Theo Papadakis",
    "Maya Goldberg",
    "Luca Ferri",
    "Zara Whitcombe",
    "Patrick Doyle",
    "Anouk de Vries",
    "Kofi Asante",
    "Beatrix Holm",
    "Ravi Chandran",
    "Ingrid Solberg",
    "Marcus Tully",
    "Sofia Marchetti",
];

/// Who can sign in.
pub struct Cast(Vec<(&'static str, String)>);

impl Cast {
    /// What each is, and the handle.
    pub fn accounts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(role, handle)| (*role, handle.as_str()))
    }
}

#[derive(Clone)]
pub(super) struct Member {
    pub id: PersonId,
    /// 0 to 1.
    skill: f64,
    /// How likely they come, and that they play when they are there.
    comes: f64,
    plays: f64,
    /// The session at which they joined.
    since: usize,
}

pub(super) struct Season<'a> {
    pub db: &'a Database,
    pub random: StdRng,
    pub members: Vec<Member>,
}

/// Somebody who moderates.
pub(super) fn moderator(person: PersonId) -> By {
    By::from(Somebody { person, roles: Roles { moderator: true, ..Roles::default() } })
}

/// Plays the season up to `now`.
pub fn play(db: &Database, safe: &Arc<Safe>, seed: u64, now: NaiveDateTime) -> Result<Cast, Error> {
    let starts = calendar_before(now)?;
    let Some(&first) = starts.first() else { return Err(Error::Internal("the calendar has no sessions".into())) };
    let mut season = Season { db, random: play::seeded(seed), members: Vec::new() };
    db.clock().set(first - TimeDelta::days(3));
    let cast = season.found()?;
    let (mut disputed, mut nomic) = (None, None);
    let mut cups = season.cups(seed);
    for (index, &start) in starts.iter().enumerate() {
        db.clock().set(start);
        let session = db.read_now(|db| sessions::store::session_at(db, start))?;
        let session = session.ok_or_else(|| Error::Internal(format!("no session at {start}")))?;
        season.newcomers(index)?;
        let present = season.arrivals(index, &session)?;
        season.conduct(index, &session)?;
        if let Some(objection) = disputed.take() {
            season.rematch(objection, &session)?;
        }
        let lost = season.rounds(index, &session, &present, 3)?;
        season.cups_at(&mut cups, index, &session, &present)?;
        db.clock().set(session.closes_at());
        games::closing::run(db)?;
        if matches!(index, 5 | 7 | 11) {
            disputed = season.objection(lost)?;
        }
        season.court(index, &session)?;
        if index + 3 == SESSIONS {
            let players = season.members.iter().take(5).map(|member| member.id).collect();
            nomic = Some(Playing::begin(db, players)?);
        }
        if let Some(nomic) = &mut nomic {
            nomic.until(db, starts.get(index + 1).copied().unwrap_or(now))?;
        }
    }
    let over = db.clock().now() + TimeDelta::minutes(10);
    season.now_on(&mut cups, now)?;
    season.online(safe, over, now)?;
    season.several(now)?;
    season.party(now)?;
    season.proposals()?;
    Ok(cast)
}

/// When the last sessions before an instant started.
fn calendar_before(now: NaiveDateTime) -> Result<Vec<NaiveDateTime>, Error> {
    let house = HouseRules::default();
    let calendar = Calendar::new(house.time_zone, house.session_weekday, house.session_start, house.session_end);
    let calendar = calendar.map_err(Error::internal)?;
    let from = now - TimeDelta::weeks(SESSIONS as i64 + 2);
    let over = |times: &calendar::SessionTimes| times.end.naive_utc() < now - TimeDelta::hours(1);
    let mut starts: Vec<NaiveDateTime> =
        calendar.between(from.and_utc(), now.and_utc()).filter(over).map(|times| times.start.naive_utc()).collect();
    starts.drain(..starts.len().saturating_sub(SESSIONS));
    Ok(starts)
}

impl Season<'_> {
    pub(super) fn write<T: Send + 'static>(
        &self,
        change: impl Fn(&mut Tx) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        self.db.write_now(change)
    }

    /// The club is founded: accounts, and those who join at once.
    fn found(&mut self) -> Result<Cast, Error> {
        // The other two justices are appointed after the first session.
        let roles: [(&str, &[Role]); 8] = [
            ("Chief Justice, who also runs the host", &[Role::ChiefJustice, Role::Administrator]),
            ("justice", &[Role::Justice]),
            ("moderator", &[Role::Moderator]),
            ("member", &[]),
            ("justice", &[]),
            ("justice", &[]),
            ("member", &[]),
            ("member", &[]),
        ];
        let mut cast = Vec::new();
        let mut joining: Vec<PersonId> = Vec::new();
        for ((title, roles), name) in roles.into_iter().zip(NAMES) {
            let handle = members::rules::handle_of(name);
            cast.push((title, handle.clone()));
            joining.push(self.write(move |tx| auth::open_with_password(tx, &handle, name, PASSWORD, roles))?);
        }
        cast.push(("kiosk, while a session is on", "kiosk".into()));
        self.write(|tx| auth::open_with_password(tx, "kiosk", "The desk in room 322", PASSWORD, &[Role::Kiosk]))?;
        let until = self.db.clock().now() + TimeDelta::weeks(SESSIONS as i64 + 10);
        self.write(move |tx| sessions::store::ensure_calendar(tx, until))?;
        for name in &NAMES[joining.len()..24] {
            joining.push(self.write(move |tx| Ok(members::store::add_guest(tx, name)?.0))?);
        }
        for person in joining {
            self.join(person, 0)?;
        }
        Ok(Cast(cast))
    }

    fn join(&mut self, person: PersonId, since: usize) -> Result<(), Error> {
        let by = By::oneself(person);
        self.write(move |tx| perform(tx, &by, &Join { person: None }).map(drop))?;
        let officer = self.members.len() < 3;
        let comes = if officer { 1.0 } else { self.random.random_range(0.62..1.0) };
        let plays = if officer { 0.6 } else { self.random.random_range(0.75..1.0) };
        self.members.push(Member { id: person, skill: self.random.random_range(0.1..0.9), comes, plays, since });
        // One hardly ever comes, one comes and never plays: Act II.6 finds them.
        match self.members.len() {
            18 => self.members[17].comes = 0.15,
            21 => (self.members[20].comes, self.members[20].plays) = (0.95, 0.05),
            _ => {}
        }
        Ok(())
    }

    /// What is proposed and done about the rules.
    fn proposals(&self) -> Result<(), Error> {
        let [chief, _, moderator, member, other, ..] = self.members.as_slice() else { return Ok(()) };
        let who = Proposers { chief: chief.id, moderator: moderator.id, member: member.id, other: other.id };
        self.write(move |tx| proposals::make(tx, who))
    }

    /// Those who join during the season.
    fn newcomers(&mut self, index: usize) -> Result<(), Error> {
        let names: &[&'static str] = match index {
            2 => &NAMES[24..26],
            4 => &NAMES[26..28],
            7 => &NAMES[28..30],
            _ => &[],
        };
        for name in names {
            let person = self.write(move |tx| Ok(members::store::add_guest(tx, name)?.0))?;
            self.join(person, index)?;
        }
        Ok(())
    }

    /// Takes the register; returns who is there, by index.
    fn arrivals(&mut self, index: usize, session: &Session) -> Result<Vec<usize>, Error> {
        let mut present = Vec::new();
        let mut stays = Vec::new();
        for member in 0..self.members.len() {
            let Member { id, comes, since, .. } = self.members[member];
            if since > index || !self.random.random_bool(comes) {
                continue;
            }
            let late = if member < 3 { 0 } else { self.random.random_range(0..9) };
            // Of a session that is on now, nobody knows yet who leaves early.
            let leaves = self.random.random_bool(0.1) && member >= 3 && index < SESSIONS;
            let left = leaves.then(|| session.ends_at - TimeDelta::minutes(self.random.random_range(1..4)));
            stays.push((id, session.starts_at + TimeDelta::minutes(late), left));
            present.push(member);
        }
        let (session, by) = (session.id, self.members[2].id);
        self.write(move |tx| {
            for &(person, arrived_at, left_at) in &stays {
                perform(tx, &moderator(by), &PutDown { session, person, arrived_at, left_at })?;
            }
            Ok(())
        })?;
        Ok(present)
    }

    /// Plays rounds among those present; returns the last game that was lost by resignation.
    fn rounds(
        &mut self,
        index: usize,
        session: &Session,
        present: &[usize],
        rounds: i64,
    ) -> Result<Option<(GameId, PersonId)>, Error> {
        let mut lost = None;
        for round in 0..rounds {
            let ended = session.starts_at + TimeDelta::minutes(12 * (round + 1));
            self.db.clock().set(ended);
            let at = ended;
            let ids: Vec<PersonId> = present.iter().map(|&member| self.members[member].id).collect();
            let banned = self.db.read_now(|db| conduct::store::banned_among(db, &ids, at))?;
            let mut players: Vec<usize> = Vec::new();
            for &member in present {
                let Member { id, plays, .. } = self.members[member];
                if !banned.contains(&id) && self.random.random_bool(plays) {
                    players.push(member);
                }
            }
            players.shuffle(&mut self.random);
            for pair in players.chunks_exact(2) {
                let last = index + 1 == SESSIONS || index == SESSIONS;
                if let Some(game) = self.game(pair[0], pair[1], at, last && round == rounds - 1)? {
                    lost = Some(game);
                }
            }
        }
        Ok(lost)
    }

    /// Plays and enters one game; returns it and its loser where that one resigned.
    fn game(
        &mut self,
        white: usize,
        black: usize,
        at: NaiveDateTime,
        leave_waiting: bool,
    ) -> Result<Option<(GameId, PersonId)>, Error> {
        let expects = self.expects([white, black]);
        let played = play::game(&mut self.random, expects);
        let resigned = played.ending == games::Ending::Resignation;
        let (id, result) = self.enter([white, black], played, at, leave_waiting)?;
        Ok(match result {
            Outcome::White if resigned => Some((id, self.members[black].id)),
            Outcome::Black if resigned => Some((id, self.members[white].id)),
            _ => None,
        })
    }

    /// White's part of the points by what the two can.
    pub(super) fn expects(&self, [white, black]: [usize; 2]) -> f64 {
        1.0 / (1.0 + 10_f64.powf((self.members[black].skill - self.members[white].skill) * 2.0))
    }

    /// Enters a game at the desk; returns how it came out.
    pub(super) fn enter(
        &self,
        [white, black]: [usize; 2],
        played: play::Played,
        at: NaiveDateTime,
        leave_waiting: bool,
    ) -> Result<(GameId, Outcome), Error> {
        let (white, black) = (self.members[white].id, self.members[black].id);
        let (result, ending) = (played.result, played.ending);
        // A moderator who plays does not enter or approve their own game (III.3.5).
        let desk = [2, 1, 0].map(|member| self.members[member].id);
        let by = desk.into_iter().find(|&by| by != white && by != black).unwrap_or(desk[0]);
        self.write(move |tx| {
            let record = Record::read(Some(&played.moves), None, None)?;
            let clocked = conduct::store::clock_order_at(tx.db, white, at)?.is_some()
                || conduct::store::clock_order_at(tx.db, black, at)?.is_some();
            let game = NewGame {
                white,
                black,
                result,
                ending,
                played_at: at,
                room: None,
                began_at: None,
                online: false,
                clock: clocked.then_some(Assent { white: true, black: true }),
                record,
                timed_game: None,
                rematch_of: None,
                import_key: None,
                insist: true,
            };
            let entered = perform(tx, &moderator(by), &game)?;
            if entered.decision.stands.state == State::AwaitingApproval && !leave_waiting {
                let reason = "I watched the game from the next board.".to_owned();
                let approval = Approval { verdict: Verdict::Approve, reason };
                perform(tx, &moderator(by), &Approve(entered.id, approval))?;
            }
            Ok((entered.id, entered.decision.settled.result))
        })
    }

    /// An extra session that is on now, with its first round just over.
    fn now_on(&mut self, cups: &mut Cups, now: NaiveDateTime) -> Result<(), Error> {
        let start = now.trunc_subsecs(0) - TimeDelta::minutes(20);
        let ends = start + TimeDelta::hours(2);
        self.db.clock().set(start - TimeDelta::minutes(5));
        let overlaps = self.db.read_now(|db| sessions::store::overlapping(db, start, ends))?;
        let session = match overlaps {
            Some(session) => session,
            None => {
                let by = self.members[0].id;
                let (starts_at, ends_at, reason) = (start.and_utc(), ends.and_utc(), "Open day".to_owned());
                let open_day = NewSession { starts_at, ends_at, room: Some("Library".to_owned()), reason };
                self.write(move |tx| perform(tx, &moderator(by), &open_day))?
            }
        };
        if session.starts_at > now - TimeDelta::minutes(12) {
            return Ok(());
        }
        self.db.clock().set(session.starts_at.max(start));
        let present = self.arrivals(SESSIONS, &session)?;
        if present.is_empty() {
            return Err(Refusal::invalid(say!("Nobody came"), say!("The demonstration needs somebody to play.")).into());
        }
        self.rounds(SESSIONS, &session, &present, 1)?;
        // Its boards are being played.
        self.championship_round(cups, &session, &present)?;
        self.db.clock().set(now);
        Ok(())
    }
}
