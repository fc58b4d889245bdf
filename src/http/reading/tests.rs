//! Tables of what the reader accepts, and of its refusals.

use chrono::{DateTime, NaiveDate, Utc};

use super::*;

crate::words!(
    /// A word.
    Colour {
        White = "white",
        Black = "black",
    }
);

#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Wanted {
    id: i64,
    small: u8,
    name: Option<String>,
    at: Option<DateTime<Utc>>,
    on: Option<NaiveDate>,
    colour: Option<Colour>,
    pair: Option<Pair>,
    pairs: Vec<Pair>,
    deeds: Vec<Deed>,
    sure: bool,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pair {
    one: i64,
    other: i64,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
enum Deed {
    Fine { points: i64 },
}

fn refused(body: &str) -> String {
    match json::<Wanted>(body.as_bytes()) {
        Err(Error::Refused(refusal)) => refusal.detail.to_string(),
        other => panic!("{body}: {other:?}"),
    }
}

#[test]
fn what_is_right_is_read() {
    let body = r#"{"id": -1, "small": 255, "name": null, "at": "2026-11-06T12:40:00+01:00", "on": "2026-11-06",
        "colour": "black", "pair": {"other": 2, "one": 1}, "pairs": [], "deeds": [{"points": 3, "kind": "fine"}], "sure": true}"#;
    let wanted = Wanted {
        id: -1,
        small: 255,
        at: Some("2026-11-06T11:40:00Z".parse().unwrap()),
        on: "2026-11-06".parse().ok(),
        colour: Some(Colour::Black),
        pair: Some(Pair { one: 1, other: 2 }),
        deeds: vec![Deed::Fine { points: 3 }],
        sure: true,
        ..Wanted::default()
    };
    assert_eq!(json::<Wanted>(body.as_bytes()).unwrap(), wanted);
    // JSON has one kind of number.
    assert_eq!(json::<Wanted>(br#"{"id": 3.0}"#).unwrap(), Wanted { id: 3, ..Wanted::default() });
    let large = Wanted { id: -4_005_125_818_127_886, ..Wanted::default() };
    assert_eq!(json::<Wanted>(br#"{"id": -4005125818127886.0}"#).unwrap(), large);
    let any: serde_json::Value = json(br#"[1, {"a": [2.5, "b", null]}]"#).unwrap();
    assert_eq!(any, serde_json::json!([1, { "a": [2.5, "b", null] }]));
}

#[test]
fn a_refusal_says_which_field_what_was_sent_and_what_would_be_right() {
    for (body, said) in [
        ("", "The body is empty; a JSON object is wanted."),
        (" {\"id\": 1", "The JSON is cut off at line 1, column 9."),
        ("{\"id\": 1,}", "The body is not JSON: trailing comma at line 1 column 10."),
        ("[1, 2]", "The body: a list was sent; an object is wanted."),
        ("7", "The body: 7 was sent; an object is wanted."),
        (r#"{"id": "Ann"}"#, "`id`: \"Ann\" was sent; a whole number is wanted."),
        (r#"{"id": 1.5}"#, "`id`: 1.5 was sent; a whole number is wanted."),
        (
            r#"{"id": 9223372036854775808}"#,
            "`id`: 9223372036854775808 is not possible; a whole number from -9223372036854775808 to 9223372036854775807 is wanted.",
        ),
        (r#"{"small": 256}"#, "`small`: 256 is not possible; a whole number from 0 to 255 is wanted."),
        (r#"{"name": 5}"#, "`name`: 5 was sent; a text is wanted."),
        (r#"{"sure": "true"}"#, "`sure`: \"true\" was sent; true or false is wanted."),
        (
            r#"{"at": "2026-11-06"}"#,
            "`at`: \"2026-11-06\" was sent; an instant such as 2026-11-06T12:40:00Z is wanted.",
        ),
        (r#"{"at": 17}"#, "`at`: 17 was sent; an instant such as 2026-11-06T12:40:00Z is wanted."),
        (r#"{"on": "Friday"}"#, "`on`: \"Friday\" was sent; a day such as 2026-11-06 is wanted."),
        (r#"{"colour": "red"}"#, "`colour`: \"red\" was sent; one of these is wanted: `white`, `black`."),
        (r#"{"colour": 1}"#, "`colour`: 1 was sent; one of `white`, `black` is wanted."),
        (r#"{"pair": [1, 2]}"#, "`pair`: a list was sent; an object is wanted."),
        (r#"{"pair": {"one": 1}}"#, "`pair.other`: This field is missing."),
        (r#"{"pairs": {}}"#, "`pairs`: an object was sent; a list is wanted."),
        (r#"{"pairs": [{"one": 1, "other": null}]}"#, "`pairs[0].other`: null was sent; a whole number is wanted."),
        (r#"{"pairs": [[1, 2]]}"#, "`pairs[0]`: a list was sent; an object is wanted."),
        (r#"{"deeds": [["fine", 3]]}"#, "`deeds[0]`: a list was sent; an object is wanted."),
        (r#"{"pair": {"one": 1, "one": 2}}"#, "`pair.one`: This field is there twice."),
        (r#"{"pair": {"two": 1}}"#, "`pair.two`: There is no such field; there are `one`, `other`."),
    ] {
        assert_eq!(refused(body), said, "{body}");
    }
}

#[test]
fn queries_and_forms_write_everything_as_text() {
    let read = |written: &[(&str, &str)]| {
        let written = written.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        fields::<Wanted>(written, say!("The address could not be read")).map_err(|error| match error {
            Error::Refused(refusal) => refusal.detail.to_string(),
            other => panic!("{other}"),
        })
    };
    let wanted = Wanted { id: 7, name: Some("7".into()), colour: Some(Colour::White), sure: true, ..Wanted::default() };
    assert_eq!(read(&[("id", "7"), ("name", "7"), ("colour", "white"), ("sure", "true")]), Ok(wanted));
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let sent = vec![pair("at", "12:30"), pair("at", "")];
    assert_eq!(
        fields::<Vec<(String, String)>>(sent.clone(), say!("The form could not be read")).unwrap(),
        sent,
        "as they came"
    );
    for (name, value, said) in [
        ("id", "Ann", "`id`: \"Ann\" was sent; a whole number is wanted."),
        ("sure", "yes", "`sure`: \"yes\" was sent; true or false is wanted."),
        ("on", "", "`on`: \"\" was sent; a day such as 2026-11-06 is wanted."),
        (
            "other",
            "1",
            "`other`: There is no such field; there are `id`, `small`, `name`, `at`, `on`, `colour`, `pair`, `pairs`, `deeds`, `sure`.",
        ),
    ] {
        assert_eq!(read(&[(name, value)]), Err(said.to_owned()));
    }
}
