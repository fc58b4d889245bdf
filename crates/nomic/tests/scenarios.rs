//! Scenarios by rule and reading.
//!
//! A scenario file is JSON lines: `scenario` (with `cites` and optionally the log's first line as `begin`) starts a game; the lines
//! after it are messages (`player` with `say`, `points`, `talk` or `play`, and what is expected of them) and checks (`check`:
//! JSON pointers into the game's view). Times are those of clocks in London. Each is played by the readings of every
//! edition; a scenario or a line with `edition` by those of that one and of later ones, with `until_edition` by no later ones.

use chrono::{DateTime, NaiveDateTime, TimeZone, Utc};
use rookery_nomic::edition::Edition;
use rookery_nomic::plays::Thread;
use rookery_nomic::record::Beginning;
use rookery_nomic::verify::verify;
use rookery_nomic::{Event, Game, Play};
use serde_json::{Value, json};
use std::collections::BTreeSet;

const FILES: [(&str, &str); 4] = [
    ("rules.jsonl", include_str!("data/rules.jsonl")),
    ("readings.jsonl", include_str!("data/readings.jsonl")),
    ("court.jsonl", include_str!("data/court.jsonl")),
    ("months.jsonl", include_str!("data/months.jsonl")),
];

fn instant(text: &str) -> DateTime<Utc> {
    let local: NaiveDateTime = text.parse().unwrap_or_else(|_| panic!("{text} is no time"));
    chrono_tz::Europe::London.from_local_datetime(&local).earliest().expect("a time that exists").with_timezone(&Utc)
}

fn play_of(line: &Value) -> Play {
    let said = |member: &str| line[member].as_str().map(str::to_owned);
    let threads = [("say", Thread::Voting), ("points", Thread::Points), ("talk", Thread::Discussion)];
    match threads.into_iter().find_map(|(member, thread)| said(member).map(|text| Play::Say { thread, text })) {
        Some(play) => play,
        None => serde_json::from_value(line["play"].clone()).unwrap_or_else(|error| panic!("{line}: {error}")),
    }
}

/// Sends one message and compares its fate: `void` names the reason, `made` what it made; neither means that it counts.
fn send(game: &mut Game, line: &Value, place: &str) {
    let event = Event {
        at: instant(line["at"].as_str().expect("a time")),
        player: line["player"].as_str().expect("a player").to_owned(),
        play: play_of(line),
    };
    let outcome = game.apply(&event).unwrap_or_else(|refusal| panic!("{place}: {refusal}"));
    let outcome = serde_json::to_value(&outcome).expect("an outcome is JSON");
    assert_eq!(outcome["void"]["reason"], line["void"], "{place}: {outcome}");
    if !line["made"].is_null() {
        assert_eq!(outcome["made"], line["made"], "{place}");
    }
    if !line["warns"].is_null() {
        assert_eq!(outcome["warnings"][0]["reason"], line["warns"], "{place}: {outcome}");
    }
}

fn check(game: &mut Game, line: &Value, place: &str) {
    game.advance(instant(line["at"].as_str().expect("a time"))).unwrap_or_else(|refusal| panic!("{place}: {refusal}"));
    let view = game.view(line["viewer"].as_str());
    for (pointer, wanted) in line["check"].as_object().expect("pointers") {
        let found = view.pointer(pointer).cloned().unwrap_or(Value::Null);
        let holds = match wanted.as_str().and_then(|text| text.strip_prefix('~')) {
            Some(part) => found.to_string().contains(part),
            None => found == *wanted,
        };
        assert!(holds, "{place}: {pointer} is {found}, not {wanted}\n{}", view["alerts"]);
    }
}

/// Plays a scenario, the head line first, and proves that its texts and totals follow from what happened.
fn play_through(scenario: &[(usize, Value)], name: &str, edition: Edition) {
    let (head, lines) = scenario.split_first().expect("a scenario");
    let number = json!(edition).as_u64();
    let concerned = |line: &Value| {
        let until = line["until_edition"].as_u64();
        line["edition"].as_u64() <= number && until.is_none_or(|until| Some(until) >= number)
    };
    if !concerned(&head.1) {
        return;
    }
    let title = head.1["scenario"].as_str().unwrap_or_else(|| panic!("{name}:{}: a scenario comes first", head.0));
    let mut beginning: Beginning = match &head.1["begin"] {
        Value::Null => Beginning::default(),
        begin => serde_json::from_value(begin.clone()).expect("a beginning"),
    };
    beginning.edition = edition;
    let mut game = beginning.start().expect("it starts");
    for (number, line) in lines.iter().filter(|(_, line)| concerned(line)) {
        let place = format!("{name}:{number} ({title}), edition {edition:?}");
        if line["check"].is_null() { send(&mut game, line, &place) } else { check(&mut game, line, &place) }
    }
    let problems = verify(&game, &beginning.setup().expect("a setup").rules);
    assert!(problems.is_empty(), "{name}:{} ({title}): {problems:#?}", head.0);
}

fn cited() -> BTreeSet<String> {
    let mut cited = BTreeSet::new();
    for (name, text) in FILES {
        let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
        let read = |(line, number): (&str, usize)| {
            (number, serde_json::from_str(line).unwrap_or_else(|error| panic!("{name}:{number}: {error}")))
        };
        let lines: Vec<(usize, Value)> = lines.map(read).collect();
        for scenario in lines.chunk_by(|_, (_, next)| next["scenario"].is_null()) {
            for edition in Edition::ALL {
                play_through(scenario, name, edition);
            }
            let cites = scenario[0].1["cites"].as_array().expect("what it cites");
            cited.extend(cites.iter().map(|cite| cite.as_str().expect("a citation").to_owned()));
        }
    }
    cited
}

#[test]
fn every_rule_and_every_reading_has_a_scenario_that_holds() {
    let cited = cited();
    let labels = (101..=118).chain(201..=215).map(|label| label.to_string());
    let wanted = labels.chain((1..=45).map(|reading| format!("reading {reading}")));
    let missing: Vec<String> = wanted.filter(|cite| !cited.contains(cite)).collect();
    assert!(missing.is_empty(), "no scenario cites {missing:?}");
}
