//! Databases filled with more than a club ever enters by hand.

use chrono::{DateTime, NaiveDateTime};
use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use rookery::db::schema::{games, people, rating_events, standings};
use rookery::db::{Connector, Db, migrate};
use rookery::each;
use rookery_ratings::elo::{Factor, Outcome};
use rookery_ratings::fold::{Event, Fold, Kind};

use crate::harness::open_to_visitors;
use crate::measure::Random;

/// Rows that go into one statement.
pub const CHUNK: usize = 1000;
const FLOOR: i32 = 100;
const K: u16 = 40;

/// A folder that is gone with this value.
pub struct Scratch(tempfile::TempDir);

impl Scratch {
    pub fn new() -> Scratch {
        Scratch(tempfile::tempdir().unwrap())
    }

    pub fn path(&self) -> &std::path::Path {
        self.0.path()
    }

    pub fn sqlite(&self) -> String {
        format!("sqlite:{}", self.path().join("club.sqlite").display())
    }
}

/// Fills a database in one transaction, which nobody waits for; more of it may follow.
pub fn fill(database: &str, fill: impl FnOnce(&mut Db)) {
    let mut db = Connector::parse(database).unwrap().open().unwrap();
    migrate(&mut db).unwrap();
    if let Db::Sqlite(connection) = &mut db {
        connection
            .batch_execute("PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; PRAGMA cache_size = -200000")
            .unwrap();
    }
    db.transaction(|db| {
        fill(db);
        diesel::sql_query("UPDATE versions SET value = 1").execute(db)
    })
    .unwrap();
    if let Db::Sqlite(connection) = &mut db {
        connection.batch_execute("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    }
}

/// So many seconds into the history.
pub fn at(second: i64) -> NaiveDateTime {
    DateTime::from_timestamp(1_600_000_000 + second, 0).unwrap().naive_utc()
}

/// Everything is measured as a visitor reads it who may read everything.
fn add_people(db: &mut Db, count: usize) {
    open_to_visitors(db);
    let ids: Vec<i64> = (1..=count as i64).collect();
    for ids in ids.chunks(CHUNK) {
        let rows: Vec<_> = ids
            .iter()
            .map(|id| {
                let name = format!("Member {:06}", id.wrapping_mul(7_919) % 1_000_000);
                (
                    people::id.eq(*id),
                    people::handle.eq(format!("member{id}")),
                    people::name.eq(name),
                    people::created_at.eq(at(0)),
                )
            })
            .collect();
        each!(db, c => diesel::insert_into(people::table).values(&rows).execute(c)).unwrap();
    }
}

/// People with a standing each, and no history.
pub fn members(database: &str, count: usize) {
    let mut random = Random(7);
    fill(database, |db| {
        add_people(db, count);
        let ids: Vec<i64> = (1..=count as i64).collect();
        for ids in ids.chunks(CHUNK) {
            let rows: Vec<_> = ids
                .iter()
                .map(|id| {
                    let score = i64::from(FLOOR) + (0..4).map(|_| random.below(500) as i64).sum::<i64>();
                    let games = random.below(40) as i64;
                    (
                        standings::person_id.eq(*id),
                        standings::score.eq(score),
                        standings::wins.eq(games / 2),
                        standings::draws.eq(games / 10),
                        standings::losses.eq(games / 3),
                        standings::version.eq(1),
                    )
                })
                .collect();
            each!(db, c => diesel::insert_into(standings::table).values(&rows).execute(c)).unwrap();
        }
    });
}

/// Players who joined and then played so many games, all rated; game n is event `players + n`.
pub fn history(database: &str, players: usize, count: usize) {
    let log = log(players as i64, count);
    let mut fold = Fold::new();
    fill(database, |db| {
        add_people(db, players);
        for events in log.chunks(CHUNK) {
            let played: Vec<_> = events.iter().filter_map(|event| game_row(event, players)).collect();
            each!(db, c => diesel::insert_into(games::table).values(&played).execute(c)).unwrap();
            let rows: Vec<_> = events.iter().map(|event| event_row(event, players, &mut fold)).collect();
            each!(db, c => diesel::insert_into(rating_events::table).values(&rows).execute(c)).unwrap();
        }
        let ids: Vec<i64> = (1..=players as i64).collect();
        for ids in ids.chunks(CHUNK) {
            let row = |id: &i64| {
                (
                    standings::person_id.eq(*id),
                    standings::score.eq(fold.score(*id).map(i64::from)),
                    standings::version.eq(1),
                )
            };
            let rows: Vec<_> = ids.iter().map(row).collect();
            each!(db, c => diesel::insert_into(standings::table).values(&rows).execute(c)).unwrap();
        }
    });
}

fn log(players: i64, count: usize) -> Vec<Event> {
    let mut random = Random(11);
    let event = |id: i64, kind| Event { id, at: at(id), void: false, kind };
    let mut log: Vec<Event> =
        (1..=players).map(|person| event(person, Kind::Join { person, initial: FLOOR })).collect();
    for id in players + 1..=players + count as i64 {
        let white = random.below(players as u64) as i64;
        let black = (white + 1 + random.below(players as u64 - 1) as i64) % players;
        let outcome = match random.below(5) {
            0 => Outcome::Draw,
            1 | 2 => Outcome::White,
            _ => Outcome::Black,
        };
        log.push(event(
            id,
            Kind::Game { white: white + 1, black: black + 1, outcome, k: K, factor: Factor::WHOLE, floor: FLOOR },
        ));
    }
    log
}

fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::White => "white",
        Outcome::Draw => "draw",
        Outcome::Black => "black",
    }
}

#[derive(Insertable)]
#[diesel(table_name = games)]
struct GameRow {
    id: i64,
    white_id: i64,
    black_id: i64,
    result: &'static str,
    ending: &'static str,
    played_at: NaiveDateTime,
    state: &'static str,
    registered_at: NaiveDateTime,
}

fn game_row(event: &Event, players: usize) -> Option<GameRow> {
    let Kind::Game { white, black, outcome, .. } = event.kind else { return None };
    Some(GameRow {
        id: event.id - players as i64,
        white_id: white,
        black_id: black,
        result: word(outcome),
        ending: "resignation",
        played_at: event.at,
        state: "rated",
        registered_at: event.at,
    })
}

#[derive(Insertable)]
#[diesel(table_name = rating_events)]
struct EventRow {
    id: i64,
    at: NaiveDateTime,
    kind: &'static str,
    first_id: i64,
    second_id: Option<i64>,
    outcome: Option<&'static str>,
    points: i64,
    floor: i64,
    game_id: Option<i64>,
    first_before: Option<i64>,
    first_after: Option<i64>,
    second_before: Option<i64>,
    second_after: Option<i64>,
}

fn event_row(event: &Event, players: usize, fold: &mut Fold) -> EventRow {
    let effect = fold.apply(event);
    let change = |person: i64| effect.of(person);
    let before = |person: i64| change(person).and_then(|change| change.before).map(i64::from);
    let after = |person: i64| change(person).and_then(|change| change.after).map(i64::from);
    let (id, at, floor) = (event.id, event.at, i64::from(FLOOR));
    match event.kind {
        Kind::Game { white, black, outcome, .. } => EventRow {
            id,
            at,
            kind: "game",
            first_id: white,
            second_id: Some(black),
            outcome: Some(word(outcome)),
            points: i64::from(K),
            floor,
            game_id: Some(id - players as i64),
            first_before: before(white),
            first_after: after(white),
            second_before: before(black),
            second_after: after(black),
        },
        _ => EventRow {
            id,
            at,
            kind: "join",
            first_id: id,
            second_id: None,
            outcome: None,
            points: floor,
            floor,
            game_id: None,
            first_before: None,
            first_after: after(id),
            second_before: None,
            second_after: None,
        },
    }
}
