//! What becomes of the lines of an import: who is meant, in which session a game was played, and
//! what the Terms say against it. Pure: what the club is and what was read, to what is to be entered.
//!
//! A game of the past is entered on the word of whoever imports it: that a moderator was in the
//! room (0.6) and that one approved (II.10) is not asked again. All else is: the session (0.5), who
//! was a member then (0.8, 0.12), bans (0.7), clock orders (II.11), moves and result (I.1).

mod people;
pub(super) mod places;

use std::collections::{HashMap, HashSet};

use chrono::{NaiveDate, NaiveDateTime, TimeDelta};
use chrono_tz::Tz;

use super::Refused;
use crate::error::Act;
use crate::id::{PersonId, SessionId};
use crate::ratings::{EventKind, Outcome};
use people::People;
use places::Places;

/// The file a line is of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    pub number: usize,
    pub name: String,
}

/// Something read, and where.
#[derive(Clone, Debug)]
pub struct Line<T> {
    /// Index into [`Lines::files`].
    pub file: usize,
    pub line: u64,
    pub value: T,
}

/// All that was read.
#[derive(Debug, Default)]
pub struct Lines {
    pub files: Vec<String>,
    pub members: Vec<Line<MemberLine>>,
    pub sessions: Vec<Line<SessionLine>>,
    pub stays: Vec<Line<StayLine>>,
    pub games: Vec<Line<GameLine>>,
    pub events: Vec<Line<EventLine>>,
}

/// A person, and one of their times on the leaderboard if any.
#[derive(Clone, Debug, PartialEq)]
pub struct MemberLine {
    pub handle: String,
    pub name: String,
    pub joined_at: Option<NaiveDateTime>,
    pub removed_at: Option<NaiveDateTime>,
    pub removal_reason: Option<String>,
    pub removal_act: Option<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct SessionLine {
    pub starts_at: NaiveDateTime,
    pub ends_at: NaiveDateTime,
    pub room: Option<String>,
    pub extra: bool,
    pub cancelled: bool,
    pub cancel_reason: Option<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct StayLine {
    pub session: When,
    pub person: String,
    /// With the session, where not told.
    pub arrived: Option<Moment>,
    pub left: Option<Moment>,
}

/// A point in time: exact, or a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum When {
    /// UTC.
    At(NaiveDateTime),
    /// In the club's time zone.
    On(NaiveDate),
}

/// A time of a stay: exact, or a time of the session's day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    At(NaiveDateTime),
    Clock(chrono::NaiveTime),
}

#[derive(Clone, Debug, PartialEq)]
pub struct GameLine {
    pub white: String,
    pub black: String,
    pub when: When,
    pub result: Outcome,
    /// A stored word.
    pub ending: &'static str,
    pub clocked: bool,
    pub online: bool,
    /// A stored word; `rated` where nothing else is told.
    pub state: &'static str,
    /// PGN.
    pub moves: Option<String>,
    /// FEN.
    pub final_position: Option<String>,
    /// Knows the game again.
    pub key: u128,
}

/// An event of the ratings other than joining, leaving and games.
#[derive(Clone, Debug, PartialEq)]
pub struct EventLine {
    pub at: NaiveDateTime,
    pub kind: EventKind,
    pub person: String,
    pub points: i64,
    pub session: Option<When>,
    pub cause: String,
    pub acts: Vec<Act>,
}

/// What the club is, as far as an import asks.
#[derive(Clone, Debug)]
pub struct World {
    pub now: NaiveDateTime,
    /// The house rules in force now: the zone, and the hours of sessions that are made.
    pub house: crate::rulebook::HouseRules,
    pub people: Vec<KnownPerson>,
    /// In order.
    pub sessions: Vec<KnownSession>,
    pub stays: HashSet<(SessionId, PersonId, NaiveDateTime)>,
    /// Of games that were imported before.
    pub keys: HashSet<u128>,
    /// When games that are there were played, by players, the smaller id first.
    pub games: HashMap<(PersonId, PersonId), Vec<NaiveDateTime>>,
    /// Deductions and the like in the log.
    pub events: HashSet<(NaiveDateTime, EventKind, PersonId)>,
}

#[derive(Clone, Debug, Default)]
pub struct KnownPerson {
    /// Nothing for one whom the import adds.
    pub id: Option<PersonId>,
    pub handle: String,
    pub name: String,
    /// Joined, and removed.
    pub memberships: Vec<(NaiveDateTime, Option<NaiveDateTime>)>,
    /// From, and to where it ended.
    pub bans: Vec<(NaiveDateTime, Option<NaiveDateTime>)>,
    pub clock_orders: Vec<(NaiveDateTime, Option<NaiveDateTime>)>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct KnownSession {
    /// Nothing for one that the import adds.
    pub id: Option<SessionId>,
    pub starts_at: NaiveDateTime,
    pub ends_at: NaiveDateTime,
    pub room: String,
    pub extra: bool,
    pub cancelled: bool,
    pub cancel_reason: Option<String>,
}

impl KnownSession {
    /// Both ends are in it (T1).
    pub fn contains(&self, at: NaiveDateTime) -> bool {
        self.starts_at <= at && at < self.ends_at + TimeDelta::seconds(1)
    }
}

/// What is to be entered. People and sessions are indices into the plan's own lists, in which the
/// known ones come first.
#[derive(Debug, Default)]
pub struct Plan {
    /// People whom the club does not know yet, after so many known ones.
    pub known_people: usize,
    pub people: Vec<(String, String)>,
    pub memberships: Vec<NewMembership>,
    pub sessions: Vec<KnownSession>,
    /// Sessions that are there and are cancelled by the import.
    pub cancelled: Vec<(SessionId, String)>,
    pub stays: Vec<NewStay>,
    pub games: Vec<NewGame>,
    pub events: Vec<NewEvent>,
    pub known: u64,
    pub refused: Vec<Refused>,
    /// The id of each person of the plan that is known.
    pub ids: Vec<Option<PersonId>>,
    /// The id of each session of the plan that is known, and when it starts.
    pub places: Vec<(Option<SessionId>, NaiveDateTime)>,
}

#[derive(Debug)]
pub struct NewMembership {
    pub person: usize,
    pub joined_at: NaiveDateTime,
    pub removed_at: Option<NaiveDateTime>,
    pub removal_reason: Option<String>,
    pub removal_act: Option<String>,
    /// Whether it is the person's first.
    pub first: bool,
    /// Whether only its end is new.
    pub ends: bool,
}

#[derive(Debug)]
pub struct NewStay {
    pub session: usize,
    pub person: usize,
    pub arrived_at: NaiveDateTime,
    pub left_at: Option<NaiveDateTime>,
}

#[derive(Debug)]
pub struct NewGame {
    /// Index into [`Lines::games`].
    pub line: usize,
    pub white: usize,
    pub black: usize,
    pub session: Option<usize>,
    pub played_at: NaiveDateTime,
    /// Its place in the log: a guest's game stands at the last joining (T13).
    pub place: NaiveDateTime,
}

#[derive(Debug)]
pub struct NewEvent {
    /// Index into [`Lines::events`].
    pub line: usize,
    pub person: usize,
    pub session: Option<usize>,
}

/// Why a line is refused.
#[derive(Debug, PartialEq, Eq)]
pub struct Against {
    pub detail: String,
    pub acts: Vec<Act>,
}

impl Against {
    fn new(act: &'static str, detail: impl Into<String>) -> Against {
        Against { detail: detail.into(), acts: vec![Act::new(act)] }
    }

    fn plain(detail: impl Into<String>) -> Against {
        Against { detail: detail.into(), acts: Vec::new() }
    }
}

/// Holds the lines against the club.
pub fn plan(world: &World, lines: &Lines, join_unknown: bool, make_sessions: bool) -> Plan {
    let mut planner = Planner {
        world,
        lines,
        people: People::new(&world.people),
        places: Places::new(&world.sessions, &world.house),
        plan: Plan { known_people: world.people.len(), ..Plan::default() },
        keys: HashSet::new(),
    };
    for line in &lines.members {
        planner.member(line);
    }
    for line in &lines.sessions {
        planner.session(line);
    }
    for line in &lines.stays {
        planner.stay(line);
    }
    let made = planner.games(join_unknown, make_sessions);
    planner.register_players(made);
    for (index, line) in lines.events.iter().enumerate() {
        planner.event(index, line);
    }
    planner.finish()
}

struct Planner<'a> {
    world: &'a World,
    lines: &'a Lines,
    people: People,
    places: Places,
    plan: Plan,
    keys: HashSet<u128>,
}

impl Planner<'_> {
    fn refuse<T>(&mut self, line: &Line<T>, against: Against) {
        let file = self.lines.files.get(line.file).cloned().unwrap_or_default();
        self.plan.refused.push(Refused { file, line: line.line, detail: against.detail, acts: against.acts });
    }

    fn zone(&self) -> Tz {
        self.world.house.time_zone
    }

    fn member(&mut self, line: &Line<MemberLine>) {
        match self.people.add_membership(&line.value, self.world.now) {
            Ok(Some(membership)) => self.plan.memberships.push(membership),
            Ok(None) => {}
            Err(against) => return self.refuse(line, against),
        }
        if !self.people.take_changed() {
            self.plan.known += 1;
        }
    }

    fn session(&mut self, line: &Line<SessionLine>) {
        match self.places.add(&line.value) {
            Ok(places::Added::New) => {}
            Ok(places::Added::Cancelled(id, reason)) => self.plan.cancelled.push((id, reason)),
            Ok(places::Added::Known) => self.plan.known += 1,
            Err(against) => self.refuse(line, against),
        }
    }

    fn stay(&mut self, line: &Line<StayLine>) {
        match self.stay_of(&line.value) {
            Ok(Some(stay)) => self.plan.stays.push(stay),
            Ok(None) => self.plan.known += 1,
            Err(against) => self.refuse(line, against),
        }
    }

    fn stay_of(&mut self, stay: &StayLine) -> Result<Option<NewStay>, Against> {
        let person = self.people.find(&stay.person)?.ok_or_else(|| unknown(&stay.person))?;
        let session = self.places.find(stay.session)?;
        let place = self.places.get(session);
        let zone = self.zone();
        let instant = |moment: Moment| match moment {
            Moment::At(at) => Ok(at),
            Moment::Clock(time) => places::instant(places::day(place.starts_at, zone).and_time(time), zone)
                .ok_or_else(|| Against::new("0.5", format!("{time} did not exist on that day: the clocks changed."))),
        };
        let arrived_at = stay.arrived.map_or(Ok(place.starts_at), instant)?;
        let left_at = stay.left.map(instant).transpose()?;
        if left_at.is_some_and(|left| left < arrived_at) {
            return Err(Against::new("0.9", "Somebody left before they arrived."));
        }
        if arrived_at > place.ends_at || left_at.is_some_and(|left| left < place.starts_at) {
            return Err(Against::new("0.9", "The stay lies outside the session."));
        }
        let known = match (place.id, self.people.id(person)) {
            (Some(session), Some(person)) => self.world.stays.contains(&(session, person, arrived_at)),
            _ => false,
        };
        let again = known || !self.places.arrive(session, person, arrived_at, left_at)?;
        Ok((!again).then_some(NewStay { session, person, arrived_at, left_at }))
    }

    /// Places all games; gives the sessions that were made for them, which have no register.
    fn games(&mut self, join_unknown: bool, make_sessions: bool) -> HashSet<usize> {
        let lines = self.lines;
        let mut made = HashSet::new();
        if make_sessions {
            made =
                self.places.make_for(lines.games.iter().filter(|line| !line.value.online).map(|line| line.value.when));
        }
        // First where and when each was played, in the order of the files; then, in order of time, who played.
        let mut placed: Vec<(usize, Option<usize>, NaiveDateTime)> = Vec::with_capacity(lines.games.len());
        for (index, line) in lines.games.iter().enumerate() {
            if self.world.keys.contains(&line.value.key) || !self.keys.insert(line.value.key) {
                self.plan.known += 1;
                continue;
            }
            match self.place_game(&line.value) {
                Ok((session, at)) => placed.push((index, session, at)),
                Err(against) => self.refuse(line, against),
            }
        }
        placed.sort_by_key(|&(_, _, at)| at);
        for (index, session, played_at) in placed {
            let line = &lines.games[index];
            match self.players(&line.value, session, played_at, join_unknown) {
                Ok((white, black, place)) => {
                    self.plan.games.push(NewGame { line: index, white, black, session, played_at, place });
                }
                Err(against) => self.refuse(line, against),
            }
        }
        made
    }

    fn place_game(&mut self, game: &GameLine) -> Result<(Option<usize>, NaiveDateTime), Against> {
        let future = |at: NaiveDateTime| {
            (at > self.world.now).then(|| Against::new("II.4.1", format!("{at}Z is in the future.")))
        };
        if game.online {
            return match game.when {
                When::At(at) => future(at).map_or(Ok((None, at)), Err),
                When::On(_) => {
                    Err(Against::new("I.9", "An online game needs the time it was played at, not only the day."))
                }
            };
        }
        if let When::At(at) = game.when
            && let Some(against) = future(at)
        {
            return Err(against);
        }
        let session = self.places.find(game.when)?;
        let at = match game.when {
            When::At(at) => at,
            When::On(_) => self.places.next_instant(session),
        };
        match future(at) {
            Some(against) => Err(against),
            None => Ok((Some(session), at)),
        }
    }

    /// Who played, and the game's place in the log.
    fn players(
        &mut self,
        game: &GameLine,
        session: Option<usize>,
        at: NaiveDateTime,
        join_unknown: bool,
    ) -> Result<(usize, usize, NaiveDateTime), Against> {
        let closes = session.map(|session| self.places.get(session).ends_at + TimeDelta::seconds(1));
        if people::same(&game.white, &game.black) {
            return Err(Against::new("I.1", "A game has two players; Black is White again."));
        }
        // Both are looked at before either joins: a refused game makes nobody a member.
        for name in [&game.white, &game.black] {
            match self.people.find(name)? {
                None if !join_unknown => return Err(unknown(name)),
                None => people::new_name(name)?,
                Some(person) => self.people.fit(person, name, game, at, closes, join_unknown)?,
            }
        }
        let (white, black) = (self.people.find(&game.white)?, self.people.find(&game.black)?);
        if let (Some(white), Some(black)) = (white, black) {
            if white == black {
                return Err(Against::new("I.1", "A game has two players; Black is White again."));
            }
            if matches!(game.when, When::At(_)) {
                self.not_there(white, black, at)?;
            }
        }
        let mut place = at;
        let mut both = [0; 2];
        for (slot, name) in both.iter_mut().zip([&game.white, &game.black]) {
            let (person, joined) = self.people.take_part(name, at, &mut self.plan.memberships)?;
            *slot = person;
            place = place.max(joined);
        }
        Ok((both[0], both[1], place))
    }

    /// The same game may be there from the desk or from another file (T19).
    fn not_there(&self, white: usize, black: usize, at: NaiveDateTime) -> Result<(), Against> {
        let (Some(white), Some(black)) = (self.people.id(white), self.people.id(black)) else { return Ok(()) };
        let few = TimeDelta::minutes(self.world.house.same_game_minutes);
        let times = self.world.games.get(&(white.min(black), white.max(black)));
        match times.into_iter().flatten().find(|there| (**there - at).abs() <= few) {
            Some(there) => Err(Against::new(
                "II.4.1",
                format!("A game of these two players, played at {there}Z, is there already."),
            )),
            None => Ok(()),
        }
    }

    /// Whoever played in a session that was made for its games was there (Act 0.9).
    fn register_players(&mut self, made: HashSet<usize>) {
        for index in 0..self.plan.games.len() {
            let game = &self.plan.games[index];
            let Some(session) = game.session.filter(|session| made.contains(session)) else { continue };
            for person in [game.white, game.black] {
                let arrived_at = self.places.get(session).starts_at;
                if self.places.arrive(session, person, arrived_at, None) == Ok(true) {
                    self.plan.stays.push(NewStay { session, person, arrived_at, left_at: None });
                }
            }
        }
    }

    fn event(&mut self, index: usize, line: &Line<EventLine>) {
        match self.event_of(index, &line.value) {
            Ok(Some(event)) => self.plan.events.push(event),
            Ok(None) => self.plan.known += 1,
            Err(against) => self.refuse(line, against),
        }
    }

    fn event_of(&mut self, index: usize, event: &EventLine) -> Result<Option<NewEvent>, Against> {
        let person = self.people.find(&event.person)?.ok_or_else(|| unknown(&event.person))?;
        let session = event.session.map(|session| self.places.find(session)).transpose()?;
        if matches!(event.kind, EventKind::Absence | EventKind::Idleness) && session.is_none() {
            return Err(Against::new("II.6", "A deduction names the session it fell at."));
        }
        if event.at > self.world.now {
            return Err(Against::new("II.3", format!("{}Z is in the future.", event.at)));
        }
        let id = self.people.id(person);
        let known = id.is_some_and(|id| self.world.events.contains(&(event.at, event.kind, id)));
        Ok((!known).then_some(NewEvent { line: index, person, session }))
    }

    fn finish(self) -> Plan {
        let Planner { people, places, mut plan, .. } = self;
        plan.ids = people.ids();
        plan.people = people.added();
        (plan.places, plan.sessions) = places.finish();
        plan
    }
}

fn unknown(name: &str) -> Against {
    Against::new("0.12", format!("The club knows nobody called {name:?}; write a handle or a name that is known."))
}
