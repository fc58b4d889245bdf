//! What was acknowledged stays and nothing happens twice, no matter who is killed at whatever moment.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use chrono::{NaiveTime, TimeDelta};
use diesel::prelude::*;
use diesel::sql_types::Integer;
use rookery::clock::Clock;
use rookery::db::schema::sessions as calendar;
use rookery::db::schema::{acts, games, ledger, rating_events};
use rookery::db::{Connector, Database, Db, migrate, set_setting, settings_of};
use rookery::id::PersonId;
use rookery::{members, sessions};
use serde_json::json;

use crate::harness::{self, Binary, Client, Club, fresh_postgres, wait_until};

const CLIENTS: usize = 6;
/// How often somebody is killed, unless ROOKERY_KILLS says otherwise.
const KILLS: u64 = 4;

/// How many games are sent at once by several, each with a key of its own, unless ROOKERY_KEYS says otherwise.
const KEYS: usize = 20;
const SENDERS: usize = 8;

fn kills() -> u64 {
    std::env::var("ROOKERY_KILLS").map_or(KILLS, |number| number.parse().expect("ROOKERY_KILLS is a number"))
}

/// A game that a client was told is registered.
struct Acknowledged {
    key: String,
    body: Vec<u8>,
    id: i64,
}

/// A club's desk: registers one game after another, each again under its key until it is told the game is there.
struct Desk<'a> {
    caller: &'a Client,
    replicas: &'a [String],
    number: usize,
    players: (PersonId, PersonId),
    acknowledged: &'a Mutex<Vec<Acknowledged>>,
    cut_short: &'a AtomicU64,
}

impl Desk<'_> {
    fn work(&self, closed: &AtomicBool) {
        let mut replicas = self.replicas.iter().cycle().skip(self.number);
        let mut caller = self.caller.at(replicas.next().unwrap());
        for game in 0.. {
            if closed.load(Ordering::Relaxed) {
                return;
            }
            let key = format!("desk-{}-game-{game}", self.number);
            let result = ["white", "draw", "black"][(self.number + game) % 3];
            let (white, black) = self.players;
            let ending = if result == "draw" { "draw_agreed" } else { "resignation" };
            let body = json!({ "white": white, "black": black, "result": result, "ending": ending, "insist": true });
            let body = serde_json::to_vec(&body).unwrap();
            let id = loop {
                match register(&caller, &key, &body) {
                    Some(id) => break id,
                    None => {
                        self.cut_short.fetch_add(1, Ordering::Relaxed);
                        std::thread::sleep(Duration::from_millis(5));
                        caller = self.caller.at(replicas.next().unwrap());
                    }
                }
            };
            self.acknowledged.lock().unwrap().push(Acknowledged { key, body, id });
        }
    }
}

/// The game's id; nothing where no answer came, or only that the service is not there.
fn register(caller: &Client, key: &str, body: &[u8]) -> Option<i64> {
    let headers = [("Content-Type", "application/json"), ("Idempotency-Key", key)];
    let answer = caller.try_send("POST", "/api/v1/games", &headers, body).ok()?;
    if answer.status == 503 {
        return None;
    }
    Some(answer.expect(201)["id"].as_i64().unwrap())
}

/// The game's id, asked for until there is an answer.
fn registered(caller: &Client, key: &str, body: &[u8]) -> i64 {
    loop {
        if let Some(id) = register(caller, key, body) {
            return id;
        }
    }
}

/// Replicas are killed one after another while every desk registers games.
fn survives(database: &str, replicas: usize) {
    let (caller, pairs) = Club::closed(database).in_session(CLIENTS);
    let mut running: Vec<Binary> = (0..replicas).map(|_| Binary::start(database)).collect();
    let urls: Vec<String> = running.iter().map(|replica| replica.url.clone()).collect();
    let acknowledged = Mutex::new(Vec::new());
    let (cut_short, closed) = (AtomicU64::new(0), AtomicBool::new(false));
    std::thread::scope(|scope| {
        for (number, players) in pairs.into_iter().enumerate() {
            let (caller, replicas) = (&caller, urls.as_slice());
            let desk = Desk { caller, replicas, number, players, acknowledged: &acknowledged, cut_short: &cut_short };
            let closed = &closed;
            scope.spawn(move || desk.work(closed));
        }
        let registered = || acknowledged.lock().unwrap().len();
        for kill in 0..kills() {
            let before = registered();
            std::thread::sleep(Duration::from_millis(400 + 61 * (kill % 7)));
            // On a busy machine, too, there are games between two kills.
            wait_until(|| registered() >= before + CLIENTS);
            let replica = usize::try_from(kill).unwrap() % running.len();
            running[replica].restart();
        }
        std::thread::sleep(Duration::from_millis(300));
        closed.store(true, Ordering::Relaxed);
    });
    let acknowledged = acknowledged.into_inner().unwrap();
    assert!(cut_short.load(Ordering::Relaxed) >= kills(), "nobody was killed while a game was registered");
    assert!(acknowledged.len() > CLIENTS * 3, "only {} games", acknowledged.len());

    let caller = caller.at(&urls[0]);
    for game in acknowledged.iter().step_by(acknowledged.len().div_ceil(100)) {
        assert_eq!(register(&caller, &game.key, &game.body), Some(game.id), "a retry under {}", game.key);
    }
    running.iter_mut().for_each(Binary::kill);
    let club = Club::closed(database);
    let mut told: Vec<i64> = acknowledged.iter().map(|game| game.id).collect();
    told.sort_unstable();
    let (stored, rated, entries) = club
        .app
        .db
        .read_now(|db| {
            let stored: Vec<i64> = games::table.order(games::id).select(games::id).load(db)?;
            let rated: Vec<i64> = rating_events::table
                .filter(rating_events::game_id.is_not_null())
                .order(rating_events::game_id)
                .select(rating_events::game_id.assume_not_null())
                .load(db)?;
            let of_games = ledger::table.inner_join(rating_events::table.on(rating_events::id.eq(ledger::event_id)));
            let entries: i64 = of_games.filter(rating_events::game_id.is_not_null()).count().get_result(db)?;
            Ok((stored, rated, entries))
        })
        .unwrap();
    assert_eq!(stored, told, "games stored and games acknowledged");
    assert_eq!(rated, told, "games rated and games acknowledged");
    assert_eq!(entries, 2 * i64::try_from(told.len()).unwrap(), "an entry in each player's ledger");
    holds_together(&club);
}

/// Database, act log and ratings, as `rookery check` looks at them.
fn holds_together(club: &Club) {
    let faults = club
        .app
        .db
        .read_now(|db| rookery::commands::check::check(db, &rookery::audit::Kept::default(), &mut |_| {}))
        .unwrap();
    assert_eq!(faults, Vec::<String>::new());
}

#[test]
fn no_acknowledged_game_is_lost_or_doubled_by_a_kill_on_sqlite() {
    let folder = harness::folder();
    survives(&format!("sqlite:{}", folder.path().join("club.sqlite").display()), 1);
}

#[test]
fn no_acknowledged_game_is_lost_or_doubled_by_a_kill_of_one_of_two_replicas_on_postgres() {
    survives(&fresh_postgres(), 2);
}

/// Which replica is sent a key, and at what moment, makes no difference: all who send it are told of the same game.
#[test]
fn keys_sent_by_eight_to_two_replicas_enter_one_game_each() {
    let keys = std::env::var("ROOKERY_KEYS").map_or(KEYS, |number| number.parse().expect("ROOKERY_KEYS is a number"));
    let database = fresh_postgres();
    let (caller, pairs) = Club::closed(&database).in_session(1);
    let replicas = [0; 2].map(|_| Binary::start(&database));
    let senders: Vec<Client> = replicas.iter().cycle().take(SENDERS).map(|replica| caller.at(&replica.url)).collect();
    let (white, black) = pairs[0];
    let body = json!({ "white": white, "black": black, "result": "white", "ending": "resignation", "insist": true });
    let body = serde_json::to_vec(&body).unwrap();
    let mut told: Vec<i64> = Vec::new();
    for number in 0..keys {
        let key = format!("game-{number}");
        let (key, body) = (key.as_str(), body.as_slice());
        let ids: Vec<i64> = std::thread::scope(|scope| {
            let send = senders.iter().map(|sender| scope.spawn(move || registered(sender, key, body)));
            let sent: Vec<_> = send.collect();
            sent.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!(ids, [ids[0]; SENDERS], "{key}");
        told.push(ids[0]);
    }
    drop(replicas);
    let club = Club::closed(&database);
    let stored: Vec<i64> =
        club.app.db.read_now(|db| Ok(games::table.order(games::id).select(games::id).load(db)?)).unwrap();
    assert_eq!(stored, told, "games stored and games told of");
    holds_together(&club);
}

/// Act II.6 falls once a member and week, though two replicas find the sessions closed at the same moment.
#[test]
fn two_replicas_deduct_once() {
    const MEMBERS: usize = 30;
    const WEEKS: i64 = 6;
    let database = fresh_postgres();
    let club = Club::closed(&database);
    // At midnight: a member who joined during a session would not be deducted for it.
    let began = (club.now() - TimeDelta::weeks(WEEKS)).date().and_time(NaiveTime::MIN);
    let held: i64 = club.write(move |tx| {
        sessions::store::begin_calendar(tx, began)?;
        for number in 0..MEMBERS {
            let name = format!("absent{number}");
            let person = members::store::add_person(tx, &name, &name)?;
            members::store::join(tx, person, began)?;
        }
        let closed = calendar::table.filter(calendar::ends_at.lt(tx.now - TimeDelta::seconds(1)));
        Ok(closed.count().get_result(tx.db)?)
    });
    assert!(held >= WEEKS - 1, "{held} sessions");
    // The third week away is the first that costs points.
    let due = MEMBERS * usize::try_from(held - 2).unwrap();

    let replicas: Vec<_> = (0..2)
        .map(|_| {
            std::thread::spawn({
                let database = database.clone();
                move || Binary::start(&database)
            })
        })
        .collect();
    let mut replicas: Vec<Binary> = replicas.into_iter().map(|replica| replica.join().unwrap()).collect();
    let unsettled = || -> i64 {
        let now = club.now();
        let unsettled = calendar::table.filter(calendar::settled_at.is_null()).filter(calendar::ends_at.lt(now));
        club.app.db.read_now(|db| Ok(unsettled.count().get_result(db)?)).unwrap()
    };
    wait_until(|| unsettled() == 0);
    replicas.iter_mut().for_each(Binary::kill);
    let (settled, deductions, entries) = club
        .app
        .db
        .read_now(|db| {
            let settled: i64 = acts::table.filter(acts::act.eq("session.settled")).count().get_result(db)?;
            let deductions: i64 =
                rating_events::table.filter(rating_events::session_id.is_not_null()).count().get_result(db)?;
            let of_sessions = ledger::table.inner_join(rating_events::table.on(rating_events::id.eq(ledger::event_id)));
            let entries: i64 = of_sessions.filter(rating_events::session_id.is_not_null()).count().get_result(db)?;
            Ok((settled, usize::try_from(deductions).unwrap(), usize::try_from(entries).unwrap()))
        })
        .unwrap();
    assert_eq!(settled, held, "sessions settled");
    assert_eq!((deductions, entries), (due, due), "deductions and ledger entries");
    holds_together(&club);
}

#[derive(QueryableByName)]
struct Log {
    #[diesel(sql_type = Integer)]
    log: i32,
    #[diesel(sql_type = Integer)]
    checkpointed: i32,
}

/// SQLite's log is copied into the database beside the commits, it begins again, and all that was written is there.
#[test]
fn the_log_is_copied_beside_the_commits_and_stays_bounded() {
    // Pages of the log: so many are copied together, and with so many a commit copies the rest.
    const ENOUGH: i32 = 1_000;
    const MOST: i32 = 4_000;
    const ROWS: usize = 100;
    let folder = harness::folder();
    let file = folder.path().join("club.sqlite");
    let connector = Connector::parse(&format!("sqlite:{}", file.display())).unwrap();
    migrate(&mut connector.open().unwrap()).unwrap();
    let Db::Sqlite(mut beside) = connector.open().unwrap() else { unreachable!("a file is SQLite's") };
    let mut log = || -> Log { diesel::sql_query("PRAGMA wal_checkpoint(NOOP)").get_result(&mut beside).unwrap() };
    let db = Database::open(&connector.url(), 1, Clock::System, Arc::new(|_| {})).unwrap();
    // Some three hundred pages.
    let write = |round: usize| {
        db.write_now(move |tx| {
            let text = "x".repeat(12_000);
            (0..ROWS).try_for_each(|row| set_setting(tx.db, &format!("filler {round} {row}"), &text))
        })
        .unwrap();
    };
    let mut rounds = 0..50;
    let mut most = 0;
    while most < ENOUGH {
        write(rounds.next().expect("pages in the log"));
        most = log().log;
    }
    assert!(most < MOST, "{most} pages: a commit would copy them");
    wait_until(|| log().checkpointed > 0);
    for round in rounds {
        write(round);
        most = most.max(log().log);
    }
    // While the thread copies, commits do not: some may go beyond.
    assert!(most < 3 * MOST, "{most} pages in the log");
    wait_until(|| {
        let log = log();
        log.log - log.checkpointed < ENOUGH
    });
    drop(db);
    let kept = settings_of(&mut connector.open().unwrap(), "filler ").unwrap();
    assert_eq!(kept.len(), 50 * ROWS);
    let club = Club::closed(&connector.url());
    holds_together(&club);
}
