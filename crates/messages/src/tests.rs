//! Tests: messages in English, and stored as JSON.

use chrono::{NaiveDate, NaiveTime};
use proptest::prelude::*;

use super::*;

fn friday() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, 6).unwrap()
}

#[test]
fn places_are_filled_in_english() {
    let (name, games) = ("Mia {games}", 3_u32);
    let message = say!("{games} games of {name} (`{name}`).", name, games);
    assert_eq!(message.to_string(), "3 games of Mia {games} (`Mia {games}`).");
    let at = friday().and_hms_opt(12, 45, 0).unwrap();
    assert_eq!(
        say!("{day}, {long}", day = friday(), long = Value::long_day(friday())).to_string(),
        "2026-11-06, Friday 6 November 2026"
    );
    assert_eq!(say!("{at}", at).to_string(), "Friday 6 November 2026, 12:45");
    assert_eq!(say!("{time}", time = at.time()).to_string(), "12:45:00");
}

#[test]
fn messages_stand_in_messages_and_after_one_another() {
    let because = |why: Message| say!("It does not count: {why}.", why);
    assert_eq!(because(say!("the bell rang")).to_string(), "It does not count: the bell rang.");
    let colours = ["white", "black", "red"];
    let listed = |join| say!("{colours}!", colours = Value::list(join, colours)).to_string();
    assert_eq!(listed(Join::And), "white, black and red!");
    assert_eq!(listed(Join::Or), "white, black or red!");
    assert_eq!(listed(Join::Commas), "white, black, red!");
    assert_eq!(say!("One.").then(say!("Two.")).to_string(), "One. Two.");
    assert_eq!(Message::joined(Join::Sentences, [say!("One.")]), say!("One."));
    assert_eq!(Message::verbatim("{x}").to_string(), "{x}");
}

#[test]
fn values_are_replaced_in_all_parts_of_a_message() {
    let void = |game: i64| say!("Game {game} is void.", game);
    let named =
        |place: &str, value: &Value| (place == "game" && *value == Value::Number(7)).then(|| Value::from("of Mia"));
    for (message, told) in [
        (void(7), "Game of Mia is void."),
        (void(8), "Game 8 is void."),
        (say!("Round {round}.", round = 7), "Round 7."),
        (say!("It does not count: {why}", why = void(7)), "It does not count: Game of Mia is void."),
        (void(8).then(void(7)), "Game 8 is void. Game of Mia is void."),
        (say!("{game}!", game = Value::list(Join::And, [6, 7])), "6 and of Mia!"),
    ] {
        assert_eq!(message.with_values(&named).to_string(), told);
    }
}

#[test]
fn what_records_alone_have_is_told_to_nobody() {
    let void = say!("your vote is used (rule 113{readings})", readings = Value::recorded(", readings 15 and 16"));
    let late = say!("it was late{readings}", readings = Value::recorded(" (reading 15)"));
    for (message, recorded, told) in [
        (void.clone(), "your vote is used (rule 113, readings 15 and 16)", "your vote is used (rule 113)"),
        (say!("Void: {why}.", why = &late), "Void: it was late (reading 15).", "Void: it was late."),
        (
            say!("{all}!", all = Value::list(Join::Semicolons, [late, void])),
            "it was late (reading 15); your vote is used (rule 113, readings 15 and 16)!",
            "it was late; your vote is used (rule 113)!",
        ),
        // Somebody's own words stay.
        (say!("nobody is called {name}", name = "Al (reading 3)"), "nobody is called Al (reading 3)", ""),
    ] {
        assert_eq!(message.to_string(), recorded);
        assert_eq!(message.told().to_string(), if told.is_empty() { recorded } else { told });
    }
}

#[test]
fn every_sentence_is_registered_with_its_file() {
    say!("Nobody says this elsewhere.");
    let found: Vec<_> = templates().filter(|template| template.text == "Nobody says this elsewhere.").collect();
    assert_eq!(found.len(), 1);
    assert!(found[0].file.ends_with("tests.rs"));
}

#[test]
fn json_has_a_member_for_each_argument() {
    let message = say!("{name} is banned through {day}.", name = "Mia", day = friday());
    let json = serde_json::json!({
        "template": "{name} is banned through {day}.",
        "arguments": { "name": "Mia", "day": { "day": "2026-11-06" } },
    });
    assert_eq!(serde_json::to_value(&message).unwrap(), json);
    assert_eq!(serde_json::to_value(say!("Gone.")).unwrap(), serde_json::json!({ "template": "Gone." }));
}

fn value() -> impl Strategy<Value = Value> {
    let day = (0_i32..80_000).prop_map(|days| friday() + chrono::TimeDelta::days(i64::from(days) - 40_000));
    let leaf = prop_oneof![
        any::<i64>().prop_map(Value::Number),
        ".{0,12}".prop_map(Value::Text),
        day.clone().prop_map(Value::from),
        day.clone().prop_map(Value::long_day),
        day.prop_map(|day| Value::from(day.and_hms_opt(12, 45, 0).unwrap_or_default())),
        (0_u32..86_400).prop_map(|at| NaiveTime::from_num_seconds_from_midnight_opt(at, 0).unwrap_or_default().into()),
        "[a-h1-8 ]{0,8}".prop_map(Value::moves),
        "[a-z_]{1,8}".prop_map(|word| Value::word("role", word)),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            inner.clone().prop_map(|inner| say!("({inner})", inner).into()),
            prop::collection::vec(inner, 0..4).prop_map(|items| Value::list(Join::And, items)),
        ]
    })
}

proptest! {
    /// What is kept is read back equal, whatever stands in it.
    #[test]
    fn json_is_read_back_equal(one in value(), other in value()) {
        let message = say!("{one}: {other}", one, other);
        let json = serde_json::to_string(&message).unwrap();
        prop_assert_eq!(serde_json::from_str::<Message>(&json).unwrap(), message);
    }
}
