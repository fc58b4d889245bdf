//! The club as an import sees it.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::NaiveDateTime;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Timestamp};
use rookery_messages::Message;

use super::lines::{Lines, When};
use super::plan::{KnownPerson, KnownSession, World};
use crate::db::{
    Db, Kept,
    schema::{attendance, bans, clock_orders, games, memberships, monitors, people, rating_events, sessions},
};
use crate::error::Error;
use crate::games::State;
use crate::id::{PersonId, SessionId};
use crate::ratings::EventKind;
use crate::rulebook::{self, HouseRules};
use crate::sessions::store::is_set;

/// Gathers what the rules of imports ask for.
pub fn world(db: &mut Db, now: NaiveDateTime, lines: &Lines) -> Result<World, Error> {
    let keys: Vec<Option<String>> =
        games::table.filter(games::import_key.is_not_null()).select(games::import_key).load(db)?;
    let keys = keys.into_iter().flatten().filter_map(|key| u128::from_str_radix(&key, 16).ok()).collect();
    type Event = (NaiveDateTime, EventKind, PersonId);
    let mut events: HashSet<Event> = HashSet::new();
    if !lines.events.is_empty() {
        let loaded: Vec<Event> = rating_events::table
            .filter(rating_events::second_id.is_null())
            .select((rating_events::at, rating_events::kind, rating_events::first_id))
            .load(db)?;
        events = loaded.into_iter().collect();
    }
    type Stay = (SessionId, PersonId, NaiveDateTime);
    let mut stays: HashSet<Stay> = HashSet::new();
    if !lines.stays.is_empty() {
        let loaded: Vec<Stay> = attendance::table
            .filter(attendance::struck_at.is_null())
            .select((attendance::session_id, attendance::person_id, attendance::arrived_at))
            .load(db)?;
        stays = loaded.into_iter().collect();
    }
    let mut house = rulebook::in_force(db, now)?;
    // While nobody has said where the club meets, the room of the rules that the program comes with is a guess.
    if !is_set(db)? {
        house.room.clear();
    }
    Ok(World {
        now,
        house,
        people: known_people(db)?,
        sessions: known_sessions(db)?,
        stays,
        keys,
        games: known_games(db, lines)?,
        events,
    })
}

fn known_people(db: &mut Db) -> Result<Vec<KnownPerson>, Error> {
    type Span = (PersonId, NaiveDateTime, Option<NaiveDateTime>);
    let rows: Vec<(PersonId, String, String)> =
        people::table.order(people::id).select((people::id, people::handle, people::name)).load(db)?;
    let known = |(id, handle, name)| (id, KnownPerson { id: Some(id), handle, name, ..KnownPerson::default() });
    let mut people: BTreeMap<PersonId, KnownPerson> = rows.into_iter().map(known).collect();
    let memberships: Vec<Span> = memberships::table
        .order(memberships::joined_at)
        .select((memberships::person_id, memberships::joined_at, memberships::removed_at))
        .load(db)?;
    for (person, from, to) in memberships {
        owner(&mut people, person)?.memberships.push((from, to));
    }
    let (changes, done) = (changes_of_the_initial_score(db)?, done_before_joining(db)?);
    for (id, person) in &mut people {
        let Some(first) = person.memberships.iter().map(|(joined, _)| *joined).min() else { continue };
        let changed = changes.iter().copied().filter(|at| *at <= first).max();
        person.free_since = Some(changed.max(done.get(id).copied()).unwrap_or(NaiveDateTime::MIN));
    }
    type Ban = (PersonId, NaiveDateTime, Option<NaiveDateTime>, Option<NaiveDateTime>);
    let bans: Vec<Ban> =
        bans::table.select((bans::person_id, bans::placed_at, bans::ends_at, bans::lifted_at)).load(db)?;
    for (person, from, ends, lifted) in bans {
        let to = ends.into_iter().chain(lifted).min();
        owner(&mut people, person)?.bans.push((from, to));
    }
    let watched: Vec<Span> =
        monitors::table.select((monitors::person_id, monitors::placed_at, monitors::lifted_at)).load(db)?;
    for (person, from, to) in watched {
        owner(&mut people, person)?.monitors.push((from, to));
    }
    let orders: Vec<Span> = clock_orders::table
        .select((clock_orders::person_id, clock_orders::ordered_at, clock_orders::lifted_at))
        .load(db)?;
    for (person, from, to) in orders {
        owner(&mut people, person)?.clock_orders.push((from, to));
    }
    Ok(people.into_values().collect())
}

/// When the initial score became another one: with an earlier beginning, somebody would have begun with other points (T14).
fn changes_of_the_initial_score(db: &mut Db) -> Result<Vec<NaiveDateTime>, Error> {
    let mut initial = HouseRules::default().initial_score;
    let mut changes = Vec::new();
    for version in rulebook::versions(db)? {
        if version.rules.initial_score != initial {
            initial = version.rules.initial_score;
            changes.push(version.published_at);
        }
    }
    Ok(changes)
}

/// The last that happened to people before they first joined, if anything did: games as guests, and events of the log.
fn done_before_joining(db: &mut Db) -> Result<HashMap<PersonId, NaiveDateTime>, Error> {
    #[derive(QueryableByName)]
    struct Done {
        #[diesel(sql_type = BigInt)]
        person_id: i64,
        #[diesel(sql_type = Timestamp)]
        done_at: NaiveDateTime,
    }
    let rows: Vec<Done> = diesel::sql_query(
        "WITH begun AS (SELECT person_id, min(joined_at) AS joined_at FROM memberships GROUP BY person_id), \
         done AS ( \
           SELECT begun.person_id, games.played_at AS done_at FROM games \
           JOIN begun ON begun.person_id = games.white_id WHERE games.played_at < begun.joined_at \
           UNION ALL \
           SELECT begun.person_id, games.played_at FROM games \
           JOIN begun ON begun.person_id = games.black_id WHERE games.played_at < begun.joined_at \
           UNION ALL \
           SELECT begun.person_id, events.at FROM rating_events AS events \
           JOIN begun ON begun.person_id = events.first_id WHERE NOT events.void AND events.at < begun.joined_at \
           UNION ALL \
           SELECT begun.person_id, events.at FROM rating_events AS events \
           JOIN begun ON begun.person_id = events.second_id WHERE NOT events.void AND events.at < begun.joined_at) \
         SELECT person_id, max(done_at) AS done_at FROM done GROUP BY person_id",
    )
    .load(db)?;
    Ok(rows.into_iter().map(|done| (PersonId(done.person_id), done.done_at)).collect())
}

/// Whose row it is. Foreign keys see to it that each is somebody's.
fn owner(people: &mut BTreeMap<PersonId, KnownPerson>, person: PersonId) -> Result<&mut KnownPerson, Error> {
    people
        .get_mut(&person)
        .ok_or_else(|| Error::internal(format!("there is a row of person {}, but nobody of that number", person.0)))
}

fn known_sessions(db: &mut Db) -> Result<Vec<KnownSession>, Error> {
    type Row = (SessionId, NaiveDateTime, NaiveDateTime, String, bool, Option<NaiveDateTime>, Option<Kept>);
    let rows: Vec<Row> = sessions::table
        .order(sessions::starts_at)
        .select((
            sessions::id,
            sessions::starts_at,
            sessions::ends_at,
            sessions::room,
            sessions::extra,
            sessions::cancelled_at,
            sessions::cancel_reason,
        ))
        .load(db)?;
    let session = |(id, starts_at, ends_at, room, extra, cancelled_at, cancel_reason): Row| KnownSession {
        id: Some(id),
        starts_at,
        ends_at,
        room,
        extra,
        cancelled: cancelled_at.is_some(),
        cancel_reason: cancel_reason.as_ref().map(Message::from),
    };
    Ok(rows.into_iter().map(session).collect())
}

type Played = HashMap<(PersonId, PersonId), Vec<NaiveDateTime>>;

/// When games were played that are there, in the time that the lines span.
fn known_games(db: &mut Db, lines: &Lines) -> Result<Played, Error> {
    let times =
        || lines.games.iter().filter_map(|line| if let When::At(at) = line.value.when { Some(at) } else { None });
    let (Some(first), Some(last)) = (times().min(), times().max()) else { return Ok(Played::new()) };
    let hour = chrono::TimeDelta::hours(1);
    let rows: Vec<(PersonId, PersonId, NaiveDateTime)> = games::table
        .filter(games::played_at.between(first - hour, last + hour))
        .filter(games::state.ne_all([State::Refused, State::Lapsed, State::Void]))
        .select((games::white_id, games::black_id, games::played_at))
        .load(db)?;
    let mut played = Played::new();
    for (white, black, at) in rows {
        played.entry((white.min(black), white.max(black))).or_default().push(at);
    }
    Ok(played)
}
