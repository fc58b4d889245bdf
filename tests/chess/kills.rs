//! No move that was acknowledged is lost or made twice, and no clock jumps, no matter who is killed at whatever moment.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use rookery::auth::Role;
use serde_json::{Value, json};

use crate::harness::{self, Answer, Binary, Client, Club, fresh_postgres, wait_until};
use crate::tables::{consent, path};

const GAMES: usize = 3;

/// How often somebody is killed, unless ROOKERY_KILLS says otherwise.
fn kills() -> u64 {
    std::env::var("ROOKERY_KILLS").map_or(4, |number| number.parse().expect("ROOKERY_KILLS is a number"))
}

/// Two who play one game after another, each move sent again until it is acknowledged.
struct Board<'a> {
    players: [Client; 2],
    replicas: &'a [String],
    number: usize,
    /// Table, and the entry as it was acknowledged.
    acknowledged: &'a Mutex<Vec<(String, Value)>>,
    /// Table, and how it stood when a player looked.
    shown: &'a Mutex<Vec<(String, Value)>>,
    cut_short: &'a AtomicU64,
    turn: usize,
}

impl Board<'_> {
    /// Sends until an answer comes, at one replica after another.
    fn insist(&mut self, player: usize, method: &str, path: &str, body: &Value, key: &str) -> Answer {
        loop {
            let caller = self.players[player].at(&self.replicas[self.turn % self.replicas.len()]);
            let headers = [("Content-Type", "application/json"), ("Idempotency-Key", key)];
            match caller.try_send(method, path, &headers, body.to_string().as_bytes()) {
                Ok(answer) if answer.status < 500 => return answer,
                _ => {
                    self.cut_short.fetch_add(1, Ordering::Relaxed);
                    self.turn += 1;
                    std::thread::sleep(Duration::from_millis(5));
                }
            }
        }
    }

    fn seen(&mut self, player: usize, table: &str) -> Value {
        let seen = self.insist(player, "GET", table, &Value::Null, "none").expect(200);
        self.shown.lock().unwrap().push((table.to_owned(), seen.clone()));
        seen
    }

    fn play(&mut self, closed: &AtomicBool) {
        for game in 0.. {
            let open = json!({ "game": "chess", "seat": 0 });
            let table =
                path(&self.insist(0, "POST", "/api/v1/tables", &open, &format!("{}-{game}", self.number)).expect(201));
            self.insist(1, "POST", &format!("{table}/seats"), &json!({}), "none").expect(200);
            for player in [0, 1] {
                // Told or not, the second of the two begins the game.
                self.insist(player, "PUT", &format!("{table}/readiness"), &json!({ "ready": true }), "none")
                    .expect(200);
            }
            for answers in 0..400_i64 {
                if closed.load(Ordering::Relaxed) {
                    return;
                }
                let player = usize::try_from(answers % 2).unwrap();
                let seen = self.seen(player, &table);
                if seen["stage"] == "ended" {
                    break;
                }
                assert_eq!(seen["number"], answers, "what was acknowledged is there at every replica: {seen}");
                let goals = seen["state"]["goals"].as_object().unwrap();
                let wanted = (self.number + usize::try_from(answers).unwrap() * 7) % goals.len();
                let (from, to) = goals.iter().nth(wanted).unwrap();
                let text = format!("{from}{}", to[0].as_str().unwrap());
                // A pawn on the last rank becomes a queen.
                let forms = [text.clone(), format!("{text}q")];
                let made = forms.iter().find_map(|text| {
                    let play = json!({ "answers": answers, "play": { "kind": "move", "move": text } });
                    let answer = self.insist(player, "POST", &format!("{table}/plays"), &play, "none");
                    (answer.status != 422).then(|| answer.expect(200))
                });
                self.acknowledged.lock().unwrap().push((table.clone(), made.expect("one of the two is legal")));
            }
        }
    }
}

fn instant(text: &Value) -> DateTime<Utc> {
    text.as_str().and_then(|text| text.parse().ok()).unwrap()
}

/// What is left on both clocks at an instant, in milliseconds: ten minutes, less what passed while one had the turn.
fn left_at(began: DateTime<Utc>, moves: &[Value], now: DateTime<Utc>) -> [i64; 2] {
    let (mut left, mut since) = ([TimeDelta::minutes(10); 2], began);
    let instants = moves.iter().map(|entry| instant(&entry["at"])).chain([now]);
    for (answers, at) in instants.enumerate() {
        left[answers % 2] -= at - since;
        since = at;
    }
    left.map(|left| left.num_milliseconds())
}

fn survives(database: &str, replicas: usize) {
    let club = Club::closed(database);
    let chief = club.person("Chief", &[Role::ChiefJustice]);
    let pairs: Vec<_> = (0..GAMES).map(|_| ["White", "Black"].map(|name| club.person(name, &[]))).collect();
    drop(club);
    let mut running: Vec<Binary> = (0..replicas).map(|_| Binary::start(database)).collect();
    let urls: Vec<String> = running.iter().map(|replica| replica.url.clone()).collect();
    let chief = chief.at(&urls[0]);
    let version = &chief.get("/api/v1/online_consent").expect(200)["version"];
    let rules = json!({ "online_games_at_once": 1_000, "online_games_a_day": 1_000 });
    let change = json!({ "replaces": version, "note": "Many games", "rules": rules });
    chief.post("/api/v1/rulebook/versions", &change).expect(201);
    let (acknowledged, shown) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
    let (cut_short, closed) = (AtomicU64::new(0), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let mut boards = Vec::new();
        for (number, pair) in pairs.iter().enumerate() {
            let players = [0, 1].map(|player| pair[player].at(&urls[0]));
            for player in &players {
                player.post("/api/v1/memberships", &json!({})).expect(201);
                consent(player);
            }
            let (replicas, acknowledged, shown) = (urls.as_slice(), &acknowledged, &shown);
            let (cut_short, closed) = (&cut_short, &closed);
            let mut board = Board { players, replicas, number, acknowledged, shown, cut_short, turn: number };
            boards.push(scope.spawn(move || board.play(closed)));
        }
        let moves = || acknowledged.lock().unwrap().len();
        for kill in 0..kills() {
            let before = moves();
            std::thread::sleep(Duration::from_millis(400 + 61 * (kill % 7)));
            // On a busy machine, too, there are moves between two kills; a board that ends before it is closed has failed.
            wait_until(|| moves() >= before + 2 * GAMES || boards.iter().any(|board| board.is_finished()));
            let replica = usize::try_from(kill).unwrap() % running.len();
            running[replica].restart();
        }
        std::thread::sleep(Duration::from_millis(300));
        closed.store(true, Ordering::Relaxed);
    });
    let acknowledged = acknowledged.into_inner().unwrap();
    assert!(cut_short.load(Ordering::Relaxed) >= 1, "nobody was killed while somebody moved");
    assert!(acknowledged.len() > GAMES * 5, "only {} moves", acknowledged.len());
    let shown = shown.into_inner().unwrap();
    let tables: BTreeSet<&String> = acknowledged.iter().map(|(table, _)| table).collect();
    let mut furthest = 0;
    for table in tables {
        let log = chief.get(&format!("{table}/log")).text();
        let mut log: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let began = instant(&log.remove(0)["started_at"]);
        let of_this: Vec<_> = acknowledged.iter().filter(|(other, _)| other == table).map(|(_, entry)| entry).collect();
        assert!(of_this.len() <= log.len(), "{table}: {} moves of {} are there", log.len(), of_this.len());
        for (entry, logged) in of_this.into_iter().zip(&log) {
            // The clocks too, to the millisecond.
            assert_eq!(entry, logged, "as it was acknowledged");
        }
        // Anybody who looked, before a kill or after it, was shown the clocks as the log has them.
        for (_, seen) in shown.iter().filter(|(other, seen)| other == table && seen["stage"] == "playing") {
            let moves = &log[..usize::try_from(seen["number"].as_i64().unwrap()).unwrap()];
            let left = left_at(began, moves, instant(&seen["now"]));
            for (shown, left) in seen["state"]["left_ms"].as_array().unwrap().iter().zip(left) {
                furthest = furthest.max((shown.as_i64().unwrap() - left).abs());
            }
        }
        let replayed = chief.get(&format!("{table}/replay")).expect(200);
        assert_eq!(replayed["wrong"], json!([]), "{replayed}");
    }
    assert!(furthest <= 100, "a clock was shown {furthest} ms wrong");
    eprintln!(
        "{} kills, {} moves, {} answers cut short, {} looks, clocks within {furthest} ms",
        kills(),
        acknowledged.len(),
        cut_short.into_inner(),
        shown.len()
    );
    running.iter_mut().for_each(Binary::kill);
}

#[test]
fn no_acknowledged_move_is_lost_or_doubled_by_a_kill_on_sqlite() {
    let folder = harness::folder();
    survives(&format!("sqlite:{}", folder.path().join("club.sqlite").display()), 1);
}

#[test]
fn no_acknowledged_move_is_lost_or_doubled_by_a_kill_of_one_of_two_replicas_on_postgres() {
    survives(&fresh_postgres(), 2);
}
