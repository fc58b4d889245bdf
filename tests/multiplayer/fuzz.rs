//! Damaged requests, positions, tokens, options and plays of tables: no panic, an answer to each, refusals change nothing, and what is accepted
//! agrees with the plain rules.
//!
//! `ROOKERY_FUZZ_SECONDS` runs it for so long; without it, some thousands of rounds.

use std::time::{Duration, Instant};

use rookery::multiplayer::engine::Game;
use rookery::multiplayer::table::Multiplayer;
use rookery::multiplayer::{analysis, cli};
use rookery::tables::{Game as _, Step};
use serde_json::{Value, json};

use super::cases;
use super::chance::Chance;
use super::plain::Plain;

/// What damage is made of.
const SCRAPS: [&str; 24] = [
    "a",
    "t",
    "M",
    "-",
    ":",
    ",",
    "/",
    " ",
    "1",
    "14",
    "99999999999",
    "rK",
    "gP",
    "x",
    "=Q",
    "R",
    "é",
    "\u{0}",
    "{",
    "'",
    "d3:d4",
    "-1",
    "kq",
    "n11",
];

fn damaged(text: &str, others: &[String], chance: &mut Chance) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..=chance.below(3) {
        let at = chance.below(letters.len() + 1);
        let until = (at + chance.below(4)).min(letters.len());
        let scrap: Vec<char> = match chance.below(6) {
            0 => Vec::new(),
            1 => letters[at..until].repeat(2),
            2 => {
                let other: Vec<char> = chance.pick::<String>(others).chars().collect();
                other[chance.below(other.len() + 1)..].iter().copied().take(30).collect()
            }
            _ => chance.pick::<&str>(&SCRAPS).chars().collect(),
        };
        letters.splice(at..until, scrap);
    }
    letters.into_iter().collect()
}

#[test]
fn damaged_input_is_answered() {
    let seconds = std::env::var("ROOKERY_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    let end = seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let requests: Vec<Value> = cases().into_iter().map(|case| case.value["request"].clone()).collect();
    let texts = |name: &str| -> Vec<String> {
        let values = requests.iter().filter_map(|request| request.get(name));
        let leaves = values.flat_map(|value| value.as_array().cloned().unwrap_or_else(|| vec![value.clone()]));
        leaves.filter_map(|value| value.as_str().map(str::to_owned)).collect()
    };
    let (positions, tokens) = (texts("position"), texts("tokens"));
    let mut chance = Chance(7);
    let mut rounds = 0;
    while end.map_or(rounds < 4000, |end| Instant::now() < end) {
        rounds += 1;
        let position = chance.pick(&positions).clone();
        let position = if chance.below(3) == 0 { position } else { damaged(&position, &positions, &mut chance) };
        try_position(&position, &tokens, &mut chance);
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
    for _ in 0..4 {
        let Ok(play) = serde_json::from_str::<Value>(&damaged(play, positions, chance)) else { continue };
        let before = state.view(Some(0), at);
        let seat = chance.below(6) as i64 - 1;
        let step = if chance.below(4) == 0 { Step::Ruling(&play) } else { Step::Play { seat, play: &play } };
        if state.step(step, at).is_err() {
            assert_eq!(state.view(Some(0), at), before, "{play} was refused");
        }
    }
}

/// Plays true and damaged tokens from a position that may be damaged itself.
fn try_position(position: &str, tokens: &[String], chance: &mut Chance) {
    let answer = analysis::answer(&json!({ "op": "export", "position": position }), analysis::OVER_HTTP);
    let Ok(mut game) = Game::from_text(position) else {
        assert_eq!(answer["error"]["title"], "invalid position", "{position}");
        return;
    };
    let mpn = game.start().mpn();
    assert_eq!(Game::from_text(&mpn).expect("its own text").state(), game.state(), "{position}");
    let legal: Vec<String> = game.legal().into_iter().map(|(notation, _)| notation).collect();
    // The plain rules know square boards only.
    if !mpn.starts_with("hex96") {
        assert_eq!(legal, Plain::new(&mpn).legal(), "{position}");
    }
    assert_eq!(game.state().legal_count, legal.len() as u64, "{position}");
    for _ in 0..8 {
        let token = match chance.below(3) {
            0 if !legal.is_empty() => damaged(chance.pick::<String>(&legal), tokens, chance),
            1 => chance.pick(tokens).clone(),
            _ => damaged(chance.pick::<String>(tokens), tokens, chance),
        };
        let before = game.state();
        if game.play(&token).is_err() {
            assert_eq!(game.state(), before, "{token:?} was refused in {position}");
        }
    }
}
