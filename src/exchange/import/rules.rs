//! From the lines of an import to what is to be entered: who is meant, in which session a game was
//! played, and what the Terms forbid. Pure.
//!
//! A game of the past is entered on the word of the one who imports it: that a moderator was in the
//! room (0.6) is not asked again. All else is as at the desk: the session (0.5), who was a member then
//! (0.8, 0.12), bans (0.7), clock orders (II.11), moves and result (I.1); and a monitored player's game
//! waits for approval (II.10.4).

pub(super) mod people;
pub(super) mod places;

use std::collections::HashSet;

use chrono::{NaiveDateTime, TimeDelta};
use chrono_tz::Tz;
use rookery_messages::{Join, Message, Value, say};

use super::Refused;
use super::faults::after;
use super::lines::{EventLine, GameLine, Line, Lines, MemberLine, Moment, SessionLine, StayLine, When};
use super::plan::{NewEvent, NewGame, NewStay, Plan, World};
use crate::error::{Act, quoted};
use crate::games::State;
use crate::games::rules::{AlreadyGiven, Breach, Oversight, Player, Stands, against, stands, where_and_when};
use crate::ratings::EventKind;
use people::People;
use places::Places;

/// Why a line is refused.
#[derive(Debug, PartialEq, Eq)]
pub struct Against {
    pub detail: Message,
    pub acts: Vec<Act>,
}

impl From<Vec<Breach>> for Against {
    fn from(breaches: Vec<Breach>) -> Against {
        let mut acts: Vec<Act> = Vec::new();
        for act in breaches.iter().filter_map(|breach| breach.act.as_ref()) {
            if !acts.contains(act) {
                acts.push(act.clone());
            }
        }
        Against { detail: Message::joined(Join::Sentences, breaches.into_iter().map(|breach| breach.detail)), acts }
    }
}

impl Against {
    fn new(act: &'static str, detail: Message) -> Against {
        Against { detail, acts: vec![Act::new(act)] }
    }

    fn plain(detail: Message) -> Against {
        Against { detail, acts: Vec::new() }
    }

    /// Both, where one line breaks both.
    fn and(self, other: Against) -> Against {
        let mut acts = self.acts;
        let new: Vec<Act> = other.acts.into_iter().filter(|act| !acts.contains(act)).collect();
        acts.extend(new);
        Against { detail: after(self.detail, other.detail), acts }
    }
}

/// Independent checks all run, so that a line's faults are reported together.
fn both<A, B>(one: Result<A, Against>, other: Result<B, Against>) -> Result<(A, B), Against> {
    match (one, other) {
        (Ok(one), Ok(other)) => Ok((one, other)),
        (Err(one), Err(other)) => Err(one.and(other)),
        (Err(against), _) | (_, Err(against)) => Err(against),
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
    planner.register_players(&made);
    for (index, line) in lines.events.iter().enumerate() {
        planner.event(index, line);
    }
    planner.drop_idle(made);
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
        let Against { detail, acts } = against;
        self.plan.refused.push(Refused::of(file, line.line, detail, acts));
    }

    fn zone(&self) -> Tz {
        self.world.house.time_zone
    }

    /// Whom the club knows by this name.
    fn known(&mut self, name: &str) -> Result<usize, Against> {
        self.people.find(name)?.ok_or_else(|| unknown(name))
    }

    fn member(&mut self, line: &Line<MemberLine>) {
        match self.people.add_membership(&line.value, self.world.now, self.zone()) {
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
            Ok(places::Added::New) => {
                let room = &self.world.house.room;
                if line.value.room.is_none() && !room.is_empty() {
                    self.plan.usual_room = Some(room.clone());
                }
            }
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
        let (person, session) = both(self.known(&stay.person), self.session_of(stay.session))?;
        let place = self.places.get(session);
        let zone = self.zone();
        let instant = |moment: Moment| match moment {
            Moment::At(at) => Ok(at),
            Moment::Clock(time) => {
                places::instant(places::day(place.starts_at, zone).and_time(time), zone).ok_or_else(|| {
                    let time = Value::text(time);
                    Against::new("0.5", say!("{time} did not exist on that day: the clocks changed.", time))
                })
            }
        };
        let arrived_at = stay.arrived.map_or(Ok(place.starts_at), instant)?;
        let left_at = stay.left.map(instant).transpose()?;
        if left_at.is_some_and(|left| left < arrived_at) {
            return Err(Against::new("0.9", say!("Somebody left before they arrived.")));
        }
        if arrived_at > place.ends_at || left_at.is_some_and(|left| left < place.starts_at) {
            return Err(Against::new("0.9", say!("The stay lies outside the session.")));
        }
        let known = match (place.id, self.people.id(person)) {
            (Some(session), Some(person)) => self.world.stays.contains(&(session, person, arrived_at)),
            _ => false,
        };
        let again = known || !self.places.arrive(session, person, arrived_at, left_at)?;
        Ok((!again).then_some(NewStay { session, person, arrived_at, left_at }))
    }

    /// Places all games; returns the sessions that were made for them, which have no register.
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
                Err(against) => {
                    let against = self.not_placed(&line.value, against, join_unknown);
                    self.refuse(line, against);
                }
            }
        }
        placed.sort_by_key(|&(_, _, at)| at);
        for (index, session, played_at) in placed {
            let line = &lines.games[index];
            match self.players(&line.value, session, played_at, join_unknown) {
                Ok(Played { players: [white, black], place, stands }) => {
                    self.plan.games.push(NewGame { line: index, white, black, session, played_at, place, stands });
                }
                Err(against) => {
                    let game = &line.value;
                    if self.has_to_join(game, played_at, self.closing(session), join_unknown)
                        && self.who_plays(game, played_at, self.closing(session), true).is_ok()
                    {
                        self.plan.without_membership += 1;
                    }
                    self.refuse(line, against);
                }
            }
        }
        made
    }

    /// All that stands against a game that has no place. That a session be made for it is offered only where it would
    /// then stand, at most with its players let in.
    fn not_placed(&mut self, game: &GameLine, against: Against, join_unknown: bool) -> Against {
        let Some((at, closes)) = self.if_made(game) else {
            let names = [&game.white, &game.black].into_iter().filter(|_| !join_unknown);
            return names.filter_map(|name| self.known(name).err()).fold(against, Against::and);
        };
        let against = if self.who_plays(game, at, Some(closes), true).is_ok() {
            self.plan.without_session += 1;
            self.plan.without_membership += u64::from(self.has_to_join(game, at, Some(closes), join_unknown));
            against.and(Against::plain(say!("Import its sessions, or have them made.")))
        } else {
            against
        };
        match self.who_plays(game, at, Some(closes), join_unknown) {
            Ok(_) => against,
            Err(more) => against.and(more),
        }
    }

    /// When a game without a session would have been played, and its session closed, were one made for its day.
    fn if_made(&self, game: &GameLine) -> Option<(NaiveDateTime, NaiveDateTime)> {
        if game.online || self.places.find(game.when).is_ok() {
            return None;
        }
        let (starts_at, ends_at) = self.places.could_be_made(game.when)?;
        let (at, ended_at) = match game.when {
            When::At(at) => (at, at),
            When::On(_) => (starts_at, ends_at),
        };
        let told = (game.room.as_deref(), game.began_at);
        let breaches = where_and_when((&self.world.house.room, starts_at), told, ended_at, self.zone());
        (at <= self.world.now && breaches.is_empty()).then_some((at, ends_at + TimeDelta::seconds(1)))
    }

    /// The session that a line names.
    fn session_of(&self, when: When) -> Result<usize, Against> {
        self.places.find(when).map_err(|against| match self.places.could_be_made(when) {
            Some(_) => against.and(Against::plain(say!("Import its sessions first."))),
            None => against,
        })
    }

    fn closing(&self, session: Option<usize>) -> Option<NaiveDateTime> {
        session.map(|session| self.places.get(session).ends_at + TimeDelta::seconds(1))
    }

    /// Whether a player of a game would have to join first, which the options do not let them.
    fn has_to_join(
        &mut self,
        game: &GameLine,
        at: NaiveDateTime,
        closes: Option<NaiveDateTime>,
        join_unknown: bool,
    ) -> bool {
        !join_unknown && [&game.white, &game.black].into_iter().any(|name| self.joins_with(name, at, closes))
    }

    /// Whether somebody is new to the club, or known and was no member before.
    fn joins_with(&mut self, name: &str, at: NaiveDateTime, closes: Option<NaiveDateTime>) -> bool {
        match self.people.find(name) {
            Ok(None) => true,
            Ok(Some(person)) => self.people.never_joined(person) || self.people.may_begin(person, at, closes),
            Err(_) => false,
        }
    }

    fn place_game(&mut self, game: &GameLine) -> Result<(Option<usize>, NaiveDateTime), Against> {
        let (now, zone) = (self.world.now, self.zone());
        let future = |at: NaiveDateTime| (at > now).then(|| Against::new("II.4.1", in_the_future(at, zone)));
        if game.online {
            return match game.when {
                When::At(at) => future(at).map_or(Ok((None, at)), Err),
                When::On(_) => {
                    let detail = say!("An online game needs the time it was played at, not only the day.");
                    Err(Against::new("I.9", detail))
                }
            };
        }
        match game.when {
            When::At(at) => future(at).map_or(Ok(()), Err)?,
            When::On(date) if date > places::day(now, zone) => {
                let detail = say!("{date} is in the future. Correct it, or leave the line out.", date);
                return Err(Against::new("II.4.1", detail));
            }
            When::On(_) => {}
        }
        let session = self.places.find(game.when)?;
        let at = match game.when {
            When::At(at) => at,
            When::On(_) => self.places.next_instant(session),
        };
        let place = self.places.get(session);
        let ended_at = if matches!(game.when, When::At(_)) { at } else { place.ends_at };
        let told = (game.room.as_deref(), game.began_at);
        let breaches = where_and_when((&place.room, place.starts_at), told, ended_at, zone);
        match future(at) {
            Some(against) => Err(against),
            None if !breaches.is_empty() => Err(breaches.into()),
            None => Ok((Some(session), at)),
        }
    }

    /// Who played, and where the game stands.
    fn players(
        &mut self,
        game: &GameLine,
        session: Option<usize>,
        at: NaiveDateTime,
        join_unknown: bool,
    ) -> Result<Played, Against> {
        if people::same(&game.white, &game.black) {
            return Err(Against::new("I.1", say!("A game has two players; Black is White again.")));
        }
        // Both are looked at before either joins: a refused game makes nobody a member.
        let closes = self.closing(session);
        let players = self.who_plays(game, at, closes, join_unknown)?;
        let (white, black) = (self.people.find(&game.white)?, self.people.find(&game.black)?);
        if let (Some(white), Some(black)) = (white, black) {
            if white == black {
                return Err(Against::new("I.1", say!("A game has two players; Black is White again.")));
            }
            if matches!(game.when, When::At(_)) {
                self.not_there(white, black, at)?;
            }
        }
        let mut place = at;
        let mut both = [0; 2];
        for (slot, name) in both.iter_mut().zip([&game.white, &game.black]) {
            let (person, joined) = self.people.take_part(name, at, closes, join_unknown, &mut self.plan.memberships)?;
            *slot = person;
            place = place.max(joined);
        }
        let stands = match game.state {
            // The club that kept the file saw to it that the game was overseen.
            State::Rated => {
                let given = AlreadyGiven { approval: false, confirmation: true };
                stands(players.each_ref(), Oversight::Present, given, &self.world.house)
            }
            state => Stands { state, reason: None, acts: Vec::new() },
        };
        Ok(Played { players: both, place, stands })
    }

    /// The players of a game, as they stood then.
    fn who_plays(
        &mut self,
        game: &GameLine,
        at: NaiveDateTime,
        closes: Option<NaiveDateTime>,
        join_unknown: bool,
    ) -> Result<[Player; 2], Against> {
        let (now, zone) = (self.world.now, self.zone());
        let mut player = |name: &str| match self.people.find(name)? {
            None if !join_unknown => Err(unknown(name)),
            None => people::newcomer(name),
            Some(person) => {
                self.people.had_joined(person, at, closes, (join_unknown, zone))?;
                Ok(self.people.player(person, at, closes, now, join_unknown))
            }
        };
        let (white, black) = both(player(&game.white), player(&game.black))?;
        let players = [white, black];
        let breaches: Vec<Breach> =
            players.iter().flat_map(|player| against(player, game.online, game.clocked, false, zone)).collect();
        if breaches.is_empty() { Ok(players) } else { Err(breaches.into()) }
    }

    /// The same game may be there from the desk or from another file (T19).
    fn not_there(&self, white: usize, black: usize, at: NaiveDateTime) -> Result<(), Against> {
        let (Some(white), Some(black)) = (self.people.id(white), self.people.id(black)) else { return Ok(()) };
        let few = TimeDelta::minutes(self.world.house.same_game_minutes);
        let times = self.world.games.get(&(white.min(black), white.max(black)));
        match times.into_iter().flatten().find(|there| (**there - at).abs() <= few) {
            Some(there) => Err(Against::new(
                "II.4.1",
                say!(
                    "A game of these two players is there already: {there} by the club's clock.",
                    there = places::local(*there, self.zone())
                ),
            )),
            None => Ok(()),
        }
    }

    /// Anybody who played in a session that was made for its games was there (Act 0.9).
    fn register_players(&mut self, made: &HashSet<usize>) {
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

    /// Takes back the sessions made for games that were then refused: a session in which nobody could
    /// be would be a week missed by all (T5).
    fn drop_idle(&mut self, mut made: HashSet<usize>) {
        let Plan { games, stays, events, .. } = &mut self.plan;
        let held = games.iter_mut().filter_map(|game| game.session.as_mut());
        let held = held.chain(stays.iter_mut().map(|stay| &mut stay.session));
        let held: Vec<&mut usize> = held.chain(events.iter_mut().filter_map(|event| event.session.as_mut())).collect();
        made.retain(|session| !held.iter().any(|used| **used == *session));
        if made.is_empty() {
            return;
        }
        self.places.remove(&made);
        for session in held {
            *session -= made.iter().filter(|gone| **gone < *session).count();
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
        let session = event.session.map(|session| self.session_of(session)).transpose();
        let (person, session) = both(self.known(&event.person), session)?;
        if matches!(event.kind, EventKind::Absence | EventKind::Idleness) && session.is_none() {
            return Err(Against::new("II.6", say!("A deduction names the session it fell at.")));
        }
        if event.at > self.world.now {
            return Err(Against::new("II.3", in_the_future(event.at, self.zone())));
        }
        let id = self.people.id(person);
        let known = id.is_some_and(|id| self.world.events.contains(&(event.at, event.kind, id)));
        Ok((!known).then_some(NewEvent { line: index, person, session }))
    }

    fn finish(self) -> Plan {
        let Planner { people, places, mut plan, .. } = self;
        plan.ids = people.ids();
        plan.strangers.clone_from(people.strangers());
        plan.people = people.added();
        (plan.places, plan.sessions) = places.finish();
        plan
    }
}

/// Who played a game, its place in the log and where it stands.
struct Played {
    players: [usize; 2],
    place: NaiveDateTime,
    stands: Stands,
}

fn unknown(name: &str) -> Against {
    let name = quoted(name);
    Against::new("0.12", say!("The club knows nobody called {name}; write a handle or a name that is known.", name))
}

fn in_the_future(at: NaiveDateTime, zone: Tz) -> Message {
    let at = places::local(at, zone);
    say!("{at} by the club's clock is in the future. Correct it, or leave the line out.", at)
}
