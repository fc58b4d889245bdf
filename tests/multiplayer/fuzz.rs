//! Damaged options, plays of tables and lines of requests: no panic, an answer to each, refusals change nothing.
//!
//! `ROOKERY_FUZZ_SECONDS` runs it for so long; without it, some thousands of rounds.

use std::time::{Duration, Instant};

use rookery::multiplayer::cli;
use rookery::multiplayer::table::Multiplayer;
use rookery::tables::{AnyGame as _, AnyState, Step};
use serde_json::{Value, json};

use super::cases::cases;
use super::chance::Chance;
use super::damage::{damaged, texts};

/// The engine's cases.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/boards/tests/data");

#[test]
fn damaged_input_is_answered() {
    let seconds = std::env::var("ROOKERY_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    let end = seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let requests: Vec<Value> = cases(FOLDER).into_iter().map(|(_, case)| case["request"].clone()).collect();
    let positions = texts(&requests, "position");
    let mut chance = Chance(7);
    let mut rounds = 0;
    while end.map_or(rounds < 4000, |end| Instant::now() < end) {
        rounds += 1;
        try_table(&positions, &mut chance);
        let line = damaged(&chance.pick(&requests).to_string(), &positions, &mut chance);
        if !line.contains("perft") {
            let mut answers = Vec::new();
            cli::run(line.replace('\n', " ").as_bytes(), &mut answers).expect("a write to memory");
            assert!(
                answers.is_empty() && line.is_empty() || serde_json::from_slice::<Value>(&answers).is_ok(),
                "{line}"
            );
        }
    }
}

/// Opens tables and plays at them with JSON that may be damaged.
fn try_table(positions: &[String], chance: &mut Chance) {
    let start = chance.pick(positions);
    let options =
        json!({ "start": start, "promotion": "8", "colours": "lot", "clock": { "minutes": 5 }, "rated": true });
    let play = *chance.pick(&[
        r#"{"kind":"move","move":"d2-d4"}"#,
        r#"{"kind":"accept_draw","of":"R"}"#,
        r#"{"kind":"claim","reason":"repetition"}"#,
        r#"{"kind":"resign"}"#,
        r#"{"colour":"B","leaves":"timed_out","reason":"A reason of a justice"}"#,
    ]);
    let options = damaged(&options.to_string(), positions, chance);
    let Ok(options) = serde_json::from_str::<Value>(&options) else { return };
    let Ok(options) = Multiplayer.options(&options) else { return };
    let at = "2026-11-06T12:00:00".parse().expect("an instant");
    let mut state = Multiplayer.start(&options, chance.below(1000) as i64, at).expect("options that were read");
    let seen = |state: &dyn AnyState| state.view(Some(0), at).json().expect("a view");
    for _ in 0..4 {
        let Ok(play) = serde_json::from_str::<Value>(&damaged(play, positions, chance)) else { continue };
        let before = seen(&*state);
        let seat = chance.below(6) as i64 - 1;
        let step = if chance.below(4) == 0 { Step::Ruling(&play) } else { Step::Play { seat, play: &play } };
        if state.step(step, at).is_err() {
            assert_eq!(seen(&*state), before, "{play} was refused");
        }
    }
}
