//! Tables for the rules of drafts, rebasing and suggestions.

use serde_json::json;

use super::*;
use crate::rulebook::diff::ChangeKind;

fn draft(value: serde_json::Value) -> Draft {
    serde_json::from_value(value).unwrap()
}

fn fields(result: Result<Rulebook, Refusal>) -> Vec<String> {
    result.unwrap_err().errors.into_iter().map(|error| error.field.into_owned()).collect()
}

#[test]
fn a_draft_changes_what_it_names_and_nothing_else() {
    let book = Rulebook::shipped();
    let wanted = draft(json!({ "acts": [
        { "citation": "II.9.2", "text": "A ban ends on a {session_weekday}." },
        { "citation": "II.13", "text": "New." },
        { "citation": "II.13.1", "text": "Newer." },
        { "citation": "I.7", "repealed": true },
    ], "rules": { "k": 20 } }));
    let next = apply(&book, &wanted).unwrap();
    let difference = difference(&book, &next);
    let changes: Vec<(&str, ChangeKind)> =
        difference.acts.iter().map(|act| (act.citation.0.as_ref(), act.change)).collect();
    use ChangeKind::{Added, Changed, Repealed};
    let expected = [
        ("I.7", Repealed),
        ("I.7.1", Repealed),
        ("I.7.2", Repealed),
        ("I.7.3", Repealed),
        ("I.7.4", Repealed),
        ("I.7.5", Repealed),
        ("I.7.6", Repealed),
        ("II.9.2", Changed),
        ("II.13", Added),
        ("II.13.1", Added),
    ];
    assert_eq!(changes, expected);
    assert_eq!((difference.rules.len(), difference.rules[0].name.as_str()), (1, "k"));
    assert!(next.terms.find("I.7.1").unwrap().repealed, "it keeps its citation");
    assert_eq!(next.terms.next_citation("I"), "I.10", "no number is used twice");

    let back = apply(&next, &draft(json!({ "acts": [{ "citation": "I.7", "text": "With a clock:" }] }))).unwrap();
    assert!(!back.terms.find("I.7").unwrap().repealed && back.terms.find("I.7.1").unwrap().repealed);
}

#[test]
fn drafts_that_cannot_be_say_where() {
    let cases = [
        (json!({ "citation": "II.14", "text": "x" }), "acts[0].citation"),
        (json!({ "citation": "V.1", "text": "x" }), "acts[0].citation"),
        (json!({ "citation": "", "text": "x" }), "acts[0].citation"),
        (json!({ "citation": "II", "text": "x" }), "acts[0].citation"),
        (json!({ "citation": "II.99", "repealed": true }), "acts[0].citation"),
        (json!({ "citation": "II.1" }), "acts[0]"),
        (json!({ "citation": "II.1", "text": "x", "repealed": true }), "acts[0]"),
        (json!({ "citation": "II.1", "text": "  " }), "acts[0].text"),
        (json!({ "citation": "II.1", "text": "{elo}" }), "acts[0].text"),
        (json!({ "citation": "II.1", "text": "{k" }), "acts[0].text"),
        (json!({ "citation": "II.1", "text": "a\u{0}b" }), "acts[0].text"),
    ];
    for (act, field) in cases {
        assert_eq!(fields(apply(&Rulebook::shipped(), &draft(json!({ "acts": [act] })))), [field], "{act}");
    }
    let long = json!({ "citation": "II.1", "text": "x".repeat(2001) });
    assert_eq!(fields(apply(&Rulebook::shipped(), &draft(json!({ "acts": [long] })))), ["acts[0].text"]);
    let many: Vec<_> = (13..114).map(|act| json!({ "citation": format!("II.{act}"), "text": "x" })).collect();
    assert_eq!(fields(apply(&Rulebook::shipped(), &draft(json!({ "acts": many })))), ["acts"]);
    let twice = json!([{ "citation": "II.1", "text": "x" }, { "citation": "II.1", "text": "y" }]);
    assert_eq!(fields(apply(&Rulebook::shipped(), &draft(json!({ "acts": twice })))), ["acts[1].citation"]);
    let under_repealed = json!([{ "citation": "II.9", "repealed": true }, { "citation": "II.9.1", "text": "x" }]);
    assert_eq!(fields(apply(&Rulebook::shipped(), &draft(json!({ "acts": under_repealed })))), ["acts[1].citation"]);
    let same = Rulebook::shipped().terms.find("II.1").unwrap().text.clone();
    for nothing in [json!({}), json!({ "rules": { "k": 40 }, "acts": [{ "citation": "II.1", "text": same }] })] {
        assert_eq!(apply(&Rulebook::shipped(), &draft(nothing)).unwrap_err().title, say!("Nothing changes"));
    }
    let rules = json!({ "rules": { "k": "forty", "elo": 1, "floor": -1, "time_zone": "Mars/Olympus" } });
    assert_eq!(fields(apply(&Rulebook::shipped(), &draft(rules))), ["k", "elo", "time_zone", "floor"]);
    for (wrong, wanted) in [
        (json!({ "k": "forty" }), "Write a whole number, 0 or more, such as 40."),
        (json!({ "time_zone": "" }), "Write it like Europe/London."),
        (json!({ "public_initials": "maybe" }), "Say yes or no: true or false."),
        (json!({ "visitors": "all" }), "Choose nothing, leaderboard or everything."),
    ] {
        let refusal = apply(&Rulebook::shipped(), &draft(json!({ "rules": wrong }))).unwrap_err();
        assert_eq!(refusal.detail.to_string(), wanted, "its field is named beside it");
    }
    let gone = json!([{ "citation": "II.99", "repealed": true }]);
    for (wrong, title) in [
        (json!({ "rules": { "k": 0 } }), "House rules that cannot be"),
        (json!({ "acts": gone }), "Terms that cannot be"),
        (json!({ "rules": { "k": 0 }, "acts": gone }), "Terms that cannot be"),
    ] {
        assert_eq!(apply(&Rulebook::shipped(), &draft(wrong)).unwrap_err().title.to_string(), title);
    }
}

#[test]
fn a_stale_draft_is_carried_over_unless_the_same_acts_changed() {
    let base = Rulebook::shipped();
    let newest = apply(
        &base,
        &draft(json!({ "acts": [{ "citation": "II.3", "text": "Elo." }, { "citation": "IV.6", "text": "New." },
            { "citation": "I.7", "repealed": true }], "rules": { "k": 20 } })),
    )
    .unwrap();
    let other = draft(json!({ "acts": [{ "citation": "II.4", "text": "Enter games." }], "rules": { "floor": 50 } }));
    let merged = rebase(&base, &newest, &other).unwrap();
    assert_eq!((merged.rules.k, merged.rules.floor), (20, 50));
    assert_eq!(merged.terms.find("II.3").unwrap().text, "Elo.");
    assert_eq!(merged.terms.find("II.4").unwrap().text, "Enter games.");

    let cases = [
        (json!({ "acts": [{ "citation": "II.3", "text": "Glicko." }] }), vec!["II.3", "IV.5"]),
        (json!({ "acts": [{ "citation": "IV.6", "text": "Also new." }] }), vec!["IV.6", "IV.5"]),
        (json!({ "acts": [{ "citation": "I.7.2", "text": "One yes will do." }] }), vec!["I.7.2", "IV.5"]),
        (json!({ "rules": { "k": 30 } }), vec!["IV.5"]),
    ];
    for (stale, acts) in cases {
        let refusal = rebase(&base, &newest, &draft(stale)).unwrap_err();
        let named: Vec<&str> = refusal.acts.iter().map(|act| act.0.as_ref()).collect();
        assert_eq!(named, acts, "{refusal}");
    }
}

#[test]
fn members_suggest_within_measure() {
    let terms = Rulebook::shipped().terms;
    let by = |is_member, waiting, made_today| Suggester { is_member, waiting, made_today };
    let text = "Sessions should be longer.";
    assert!(suggest(by(true, 2, 4), &terms, &["0.5".into()], text).is_ok());
    for (by, acts, text) in [
        (by(false, 0, 0), vec![], text),
        (by(true, 3, 0), vec![], text),
        (by(true, 0, 5), vec![], text),
        (by(true, 0, 0), vec!["VII.1".into()], text),
        (by(true, 0, 0), vec!["0.5".into(); 21], text),
        (by(true, 0, 0), vec![], "Longer!"),
    ] {
        assert_eq!(suggest(by, &terms, &acts, text).unwrap_err().acts, [Act::new("IV.4")]);
    }
}

#[test]
fn acts_are_cited_with_or_without_the_word_while_they_are_in_force() {
    let book = Rulebook::shipped();
    let without = apply(&book, &draft(json!({ "acts": [{ "citation": "I.7", "repealed": true }] }))).unwrap();
    for (terms, text, act) in [
        (&book.terms, "I.9.10", Some("I.9.10")),
        (&book.terms, " Act II.5 ", Some("II.5")),
        (&book.terms, "I.7.1", Some("I.7.1")),
        (&without.terms, "I.7.1", None),
        (&book.terms, "VII.1", None),
        (&book.terms, "act II.5", None),
        (&book.terms, "", None),
        (&book.terms, "Act ", None),
    ] {
        match (cited(terms, "act", text, "III.2.4"), act) {
            (Ok(found), Some(act)) => assert_eq!(found, Act::new(act)),
            (Err(refusal), None) => {
                assert_eq!((&*refusal.errors[0].field, refusal.acts), ("act", vec![Act::new("III.2.4")]));
            }
            (other, _) => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn only_a_table_of_nomic_governs() {
    let book = Rulebook::shipped();
    for (rules, table) in [(json!({ "nomic_table": 7 }), Some(7)), (json!({ "k": 20 }), None)] {
        assert_eq!(governor(&preview(&book, &draft(json!({ "rules": rules }))).unwrap()), table);
    }
    let governed = apply(&book, &draft(json!({ "rules": { "nomic_table": 7 } }))).unwrap();
    let no_more = preview(&governed, &draft(json!({ "rules": { "nomic_table": 0 } }))).unwrap();
    assert_eq!(governor(&no_more), None, "nothing governs any more");
    for (game, governs_by_it) in [(Some("nomic"), true), (Some("chess"), false), (None, false)] {
        assert_eq!(governs(7, game).is_ok(), governs_by_it, "{game:?}");
    }
}
