//! Logs of earlier editions: they lead to the same games, byte for byte, as they did in the versions that wrote them.
//!
//! `data/before.jsonl` is of before there were editions, the others are of the edition that names them. Each has one log
//! after the other: a line that begins it, its events, and a line with the instant up to which it ran and the hash of all
//! that came of it. The versions of then wrote the hashes; no later one may write them again.

use chrono::{DateTime, Utc};
use rookery_nomic::record::Beginning;
use rookery_nomic::{Event, Game};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// The logs of an edition, and how many there are.
const LOGS: [(&str, usize); 8] = [
    (include_str!("data/before.jsonl"), 79),
    (include_str!("data/second.jsonl"), 55),
    (include_str!("data/third.jsonl"), 34),
    (include_str!("data/fourth.jsonl"), 38),
    (include_str!("data/fifth.jsonl"), 34),
    (include_str!("data/sixth.jsonl"), 35),
    (include_str!("data/seventh.jsonl"), 40),
    (include_str!("data/eighth.jsonl"), 53),
];

/// A log that is being read: its name, the game so far, and what its messages came to.
struct Read {
    name: String,
    game: Game,
    outcomes: Sha256,
}

impl Read {
    fn begin(line: &Value) -> Read {
        let beginning: Beginning = serde_json::from_value(line["begin"].clone()).expect("a beginning");
        let name = line["log"].as_str().expect("a name").to_owned();
        Read { name, game: beginning.start().expect("it starts"), outcomes: Sha256::new() }
    }

    fn apply(&mut self, line: &Value) {
        let event: Event = serde_json::from_value(line.clone()).expect("an event");
        let outcome = self.game.apply(&event).unwrap_or_else(|refusal| panic!("{}: {refusal}", self.name));
        self.outcomes.update(serde_json::to_vec(&outcome).expect("an outcome is JSON"));
    }

    /// The hash of every outcome, of the whole game and of what people see of it.
    fn hash_at(mut self, until: DateTime<Utc>) -> String {
        self.game.advance(until).expect("forwards");
        self.outcomes.update(serde_json::to_vec(&self.game).expect("a game is JSON"));
        self.outcomes.update(serde_json::to_vec(&self.game.view(None)).expect("a view is JSON"));
        self.outcomes.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// Reads logs and holds each to its hash; gives how many there were.
fn held(logs: &str) -> usize {
    let mut reading: Option<Read> = None;
    let mut read = 0;
    for line in logs.lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        if !line["log"].is_null() {
            reading = Some(Read::begin(&line));
        } else if line["sha256"].is_null() {
            reading.as_mut().expect("a log has begun").apply(&line);
        } else {
            let log = reading.take().expect("a log has begun");
            let (name, until) =
                (log.name.clone(), line["until"].as_str().expect("an instant").parse().expect("a time"));
            assert_eq!(Value::from(log.hash_at(until)), line["sha256"], "{name}");
            read += 1;
        }
    }
    read
}

#[test]
fn logs_of_before_lead_to_the_same_bytes() {
    for (logs, number) in LOGS {
        assert_eq!(held(logs), number, "logs");
    }
}
