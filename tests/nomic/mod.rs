//! Nomic from outside: scenarios by rule and reading, and the command line.
//!
//! A scenario file is JSON lines: `scenario` (with `cites` and optionally the log's first line as `begin`) starts a game; the lines
//! after it are messages (`player` with `say`, `points`, `talk` or `play`, and what is expected of them) and checks (`check`:
//! JSON pointers into the game's view). Times are those of clocks in London.

mod days;
mod governing;
mod pages;
mod table;
mod years;

use chrono::{DateTime, NaiveDateTime, TimeZone, Utc};
use rookery::nomic::cli::{Args, run};
use rookery::nomic::documents::INITIAL_SET;
use rookery::nomic::engine::plays::Thread;
use rookery::nomic::engine::{Event, Game, Play};
use rookery::nomic::record::Beginning;
use rookery::nomic::verify::verify;
use serde_json::{Value, json};
use std::collections::BTreeSet;

use clap::Parser;

const FILES: [(&str, &str); 3] = [
    ("rules.jsonl", include_str!("../data/nomic/rules.jsonl")),
    ("readings.jsonl", include_str!("../data/nomic/readings.jsonl")),
    ("court.jsonl", include_str!("../data/nomic/court.jsonl")),
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
fn play_through(scenario: &[(usize, Value)], name: &str) {
    let (head, lines) = scenario.split_first().expect("a scenario");
    let title = head.1["scenario"].as_str().unwrap_or_else(|| panic!("{name}:{}: a scenario comes first", head.0));
    let beginning: Beginning = match &head.1["begin"] {
        Value::Null => Beginning::default(),
        begin => serde_json::from_value(begin.clone()).expect("a beginning"),
    };
    let mut game = beginning.start().expect("it starts");
    for (number, line) in lines {
        let place = format!("{name}:{number} ({title})");
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
            play_through(scenario, name);
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

fn command(args: &[&str], input: &str) -> (bool, String) {
    let args = Args::try_parse_from(["nomic"].iter().chain(args)).expect("arguments");
    let mut output = Vec::new();
    let well = run(args, input.as_bytes(), &mut output).expect("no failure of reading or writing");
    (well, String::from_utf8(output).expect("text"))
}

fn event(at: &str, player: &str, text: &str) -> String {
    json!({"at": instant(at), "player": player, "play": {"kind": "say", "thread": "voting", "text": text}}).to_string()
        + "\n"
}

/// A log in which 301 is adopted.
fn log() -> String {
    let (well, first) = command(&["import"], INITIAL_SET);
    assert!(well, "{first}");
    first
        + &event(
            "2019-02-11T10:00:00",
            "Chris B",
            "Rule-change: Amend Rule 202: replace \"7pm\" with \"8pm\"\nParameters: {\"proposal_window\":{\"cutoff\":\"20:00:00\"}}",
        )
        + &event("2019-02-11T11:00:00", "Chris B", "Vote: Yes")
        + &event("2019-02-12T10:00:00", "Dave M", "Vote: Yes")
}

#[test]
fn a_document_comes_back_byte_for_byte() {
    let (_, first) = command(&["import"], INITIAL_SET);
    assert_eq!(command(&["export"], &first), (true, INITIAL_SET.to_owned()));
    for dialect in ["v2", "v3"] {
        let (_, other) = command(&["export", "--dialect", dialect], &first);
        let (_, log) = command(&["import"], &other);
        assert_eq!(command(&["export"], &log), (true, other));
    }
    let (_, companion) = command(&["export", "--table", "propositions"], &first);
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("propositions.json");
    std::fs::write(&path, &companion).expect("a file");
    let (_, log) = command(&["import", "--propositions", path.to_str().expect("a path")], INITIAL_SET);
    assert_eq!(command(&["export", "--table", "propositions"], &log), (true, companion));
}

#[test]
fn a_played_log_verifies_and_exports_what_it_led_to() {
    let (well, answer) = command(&["verify"], &log());
    assert!(well, "{answer}");
    let (_, before) = command(&["export", "--at", "2019-02-11T23:59:59Z"], &log());
    let (_, after) = command(&["export"], &log());
    assert_eq!(before, INITIAL_SET);
    assert!(
        after.contains("before 8pm on")
            && after.contains("\"label\": \"301\"")
            && after.contains("in accordance with Rule 202"),
        "notes keep their bytes"
    );
    assert!(after.contains("\"text\": [\"A rule-change is proposed by submitting"), "other texts keep theirs");
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("rules.json");
    std::fs::write(&path, &after).expect("a file");
    let path = path.to_str().expect("a path");
    assert!(command(&["verify", "--rules", path], &log()).0);
    std::fs::write(path, &before).expect("a file");
    let (well, answer) = command(&["verify", "--rules", path], &log());
    assert!(!well && answer.contains("the document has number 202, the log 301"), "{answer}");
    let (_, companion) = command(&["export", "--table", "propositions"], &log());
    assert!(companion.contains("\"33\": ") && companion.contains("\"label\": \"301\""), "{companion}");
}

#[test]
fn explain_says_what_would_happen() {
    let (well, answer) =
        command(&["explain", "--draft", "Rule-change: Repeal Rule 205", "--at", "2019-02-13T10:00:00Z"], &log());
    let answer: Value = serde_json::from_str(&answer).expect("JSON");
    assert!(
        well && answer["number"] == 302 && answer["if_adopted"] == "in_effect" && answer["may_submit_now"] == true,
        "{answer}"
    );
    assert_eq!(answer["mutable_rules"], json!({"before": 15, "after": 14, "most": 25}));
    let (_, answer) = command(
        &["explain", "--draft", "Rule-change: Amend Rule 301 to read: Whenever.", "--player", "Dave M"],
        &log(),
    );
    let answer: Value = serde_json::from_str(&answer).expect("JSON");
    assert_eq!(answer["only_warns_afterwards"], json!(["proposal_window"]));
    assert!(
        answer["points"]
            .as_array()
            .expect("rows")
            .contains(&json!({"yes": 3, "cast": 3, "adopted": true, "proposer": 12, "each_against": 0})),
        "{answer}"
    );
    let (_, answer) = command(&["explain", "--draft", "Rule-change: Repeal Rule 101"], &log());
    assert!(answer.contains("immutable"), "{answer}");
    assert!(!command(&["explain", "--draft", "be nice"], &log()).0);
}

#[test]
fn bad_lines_are_answered_and_use_nothing_up() {
    let bad = "{\"at\":1}\n".to_owned()
        + "\u{0}nonsense\n"
        + &event("2019-02-11T09:00:00", "Nobody", "Vote: Yes")
        + &event("2019-02-13T09:00:00", "Ben P", "Vote: Maybe");
    let (well, answers) = command(&["replay", "--until", "2019-02-14T00:00:00Z"], &(log() + &bad));
    let lines: Vec<Value> = answers.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(!well && lines.len() == 9);
    assert_eq!(lines[4]["error"]["title"], "not an event");
    assert_eq!(lines[6]["error"]["title"], "the event was refused");
    assert_eq!(lines[7]["void"]["reason"], "malformed");
    assert_eq!(lines[8]["totals"]["Chris B"], 11);
    for empty in [&["replay"][..], &["verify"], &["export"], &["explain", "--draft", "Rule-change: Repeal Rule 205"]] {
        let (well, answer) = command(empty, "\n");
        assert!(!well && answer.contains("the log is empty"), "{answer}");
    }
    for far in ["+10000-01-01", "+262142-12-30", "-0001-01-01"] {
        let (well, answer) = command(&["import", &format!("--start={far}")], INITIAL_SET);
        assert!(!well && answer.contains("between the years 1 and 9999"), "{answer}");
    }
    let (well, answer) = command(&["import"], &INITIAL_SET.replacen("\"207\"", "\"208\"", 1));
    assert!(!well && answer.contains("rules.25.label"), "{answer}");
    let (well, answer) = command(&["import"], "nonsense\n");
    assert!(!well && answer.contains("this is not JSON") && !answer.contains("contradicts"), "{answer}");
}
