//! Damaged requests, positions and tokens: no panic, an answer to each, refusals change nothing, and what is accepted
//! agrees with the plain rules.
//!
//! `ROOKERY_FUZZ_SECONDS` runs it for so long; without it, some thousands of rounds.

use std::time::{Duration, Instant};

use rookery_boards::{Game, analysis};
use serde_json::{Value, json};

use super::cases::cases;
use super::chance::Chance;
use super::damage::{damaged, texts};
use super::plain::Plain;
use super::{FOLDER, MOST_LEAVES};

#[test]
fn damaged_input_is_answered() {
    let seconds = std::env::var("ROOKERY_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    let end = seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let requests: Vec<Value> = cases(FOLDER).into_iter().map(|(_, case)| case["request"].clone()).collect();
    let (positions, tokens) = (texts(&requests, "position"), texts(&requests, "tokens"));
    let mut chance = Chance(7);
    let mut rounds = 0;
    while end.map_or(rounds < 4000, |end| Instant::now() < end) {
        rounds += 1;
        let position = chance.pick(&positions).clone();
        let position = if chance.below(3) == 0 { position } else { damaged(&position, &positions, &mut chance) };
        try_position(&position, &tokens, &mut chance);
        let line = damaged(&chance.pick(&requests).to_string(), &positions, &mut chance);
        let request = serde_json::from_str::<Value>(&line).ok().filter(|request| request["op"] != "perft");
        if let Some(request) = request {
            assert!(analysis::answer(&request, MOST_LEAVES).is_object(), "{line}");
        }
    }
}

/// Plays true and damaged tokens from a position that may be damaged itself.
fn try_position(position: &str, tokens: &[String], chance: &mut Chance) {
    let answer = analysis::answer(&json!({ "op": "export", "position": position }), MOST_LEAVES);
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
