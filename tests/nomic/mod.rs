//! Nomic on the command line, at a table and as pages; its engine has its own tests in `crates/nomic`.

mod before;
mod carried;
mod days;
mod drafts;
mod endings;
mod governing;
mod months;
mod numbers;
mod opening;
mod own;
mod pages;
mod panels;
mod real;
mod refusals;
pub mod table;
mod told;
mod voting;
mod years;

use chrono::{DateTime, NaiveDateTime, TimeZone, Utc};
use rookery::nomic::cli::{Args, run};
use rookery_nomic::documents::INITIAL_SET;
use serde_json::{Value, json};

use clap::Parser;

use crate::harness;

fn instant(text: &str) -> DateTime<Utc> {
    let local: NaiveDateTime = text.parse().unwrap_or_else(|_| panic!("{text} is no time"));
    chrono_tz::Europe::London.from_local_datetime(&local).earliest().expect("a time that exists").with_timezone(&Utc)
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
    let directory = harness::folder();
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
    let directory = harness::folder();
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
fn the_command_cites_rules_and_no_readings() {
    let (_, barred) = command(&["explain", "--draft", "Rule-change: Repeal Rule 101"], &log());
    assert!(barred.contains("(rule 103)") && !barred.contains("reading"), "{barred}");
    // A second rule-change of a day, one vote too many, and a court whose words nobody has said the meaning of.
    let more = event("2019-02-12T11:00:00", "Dave M", "Rule-change: Amend Rule 214 to read: Somebody judges.")
        + &event("2019-02-12T11:01:00", "Dave M", "Rule-change: Repeal Rule 205")
        + &["Chris B", "Dave M", "Ben P", "Ben P"].map(|name| event("2019-02-12T12:00:00", name, "Vote: Yes")).concat();
    let (well, answers) = command(&["replay", "--until", "2019-02-14T00:00:00Z"], &(log() + &more));
    assert!(well && answers.contains("second_of_day") && answers.contains("(rule 301)"), "{answers}");
    let lines: Vec<Value> = answers.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let whys = lines.iter().filter_map(|line| line["why"].as_str());
    let alerts = lines.last().expect("the game")["alerts"].as_array().expect("alerts");
    let told = whys.chain(alerts.iter().filter_map(|alert| alert["text"].as_str())).collect::<Vec<_>>();
    assert!(told.iter().all(|text| !text.contains("reading") && !text.contains("A0")), "{told:?}");
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
