//! One entry of a rule document in each of its dialects (A6).

use chrono::NaiveDate;
use rookery_messages::{Message, say};
use serde_json::{Value, json};
use std::fmt;

/// How a document is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// `rules` or `propositions`, labels such as `101[I]`.
    V1,
    /// `items` with a `decorator`, links in four tables.
    V2,
    /// v2 with the text as one HTML string.
    V3,
}

/// Why a document is not accepted, and where in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// Where: members and ids, joined by points.
    pub place: Message,
    /// What is wrong there.
    pub problem: Message,
}

impl Contradiction {
    /// Both, as people read it.
    pub fn message(&self) -> Message {
        say!("{place}: {problem}", place = &self.place, problem = &self.problem)
    }
}

impl fmt::Display for Contradiction {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(formatter)
    }
}

impl std::error::Error for Contradiction {}

pub(super) fn wrong(place: impl Into<String>, problem: Message) -> Contradiction {
    Contradiction { place: Message::verbatim(place), problem }
}

pub(super) fn check_entry(dialect: Dialect, place: &str, entry: &mut Value) -> Result<(), Contradiction> {
    let members = entry.as_object_mut().ok_or_else(|| wrong(place, say!("must be an object")))?;
    date(members.get("date"), &format!("{place}.date"))?;
    let flag = members.get_mut("ineffect").ok_or_else(|| wrong(format!("{place}.ineffect"), say!("is missing")))?;
    *flag = Value::from(match flag {
        Value::String(text) if text == "1" || text == "0" => text.clone(),
        Value::Bool(on) => u8::from(*on).to_string(),
        Value::Number(number) if number.as_u64().is_some_and(|number| number < 2) => number.to_string(),
        _ => return Err(wrong(format!("{place}.ineffect"), say!("must be \"1\" or \"0\""))),
    });
    let text = members.get("text").ok_or_else(|| wrong(format!("{place}.text"), say!("is missing")))?;
    let paragraphs = text.as_array().is_some_and(|parts| parts.iter().all(Value::is_string));
    if paragraphs == (dialect == Dialect::V3) || !(paragraphs || text.is_string()) {
        return Err(wrong(
            format!("{place}.text"),
            if dialect == Dialect::V3 { say!("must be one HTML string") } else { say!("must be a list of paragraphs") },
        ));
    }
    for (number, note) in members.get("notes").and_then(Value::as_array).into_iter().flatten().enumerate() {
        for member in ["content", "author", "date"] {
            string(note.get(member), &format!("{place}.notes[{number}].{member}"))?;
        }
    }
    match (dialect, members.get("decorator").and_then(Value::as_str)) {
        (Dialect::V1, _) | (_, None | Some("I" | "")) => Ok(()),
        (_, Some(other)) => {
            Err(wrong(format!("{place}.decorator"), say!("is “{other}”; it must be “I” or empty", other)))
        }
    }
}

pub(super) fn string<'a>(value: Option<&'a Value>, place: &str) -> Result<&'a str, Contradiction> {
    value.and_then(Value::as_str).ok_or_else(|| wrong(place, say!("must be a string")))
}

pub(super) fn date(value: Option<&Value>, place: &str) -> Result<(), Contradiction> {
    let parsed: Result<NaiveDate, _> = string(value, place)?.parse();
    parsed.map(|_| ()).map_err(|_| wrong(place, say!("must be a date such as 2019-02-11")))
}

/// The number, and whether the rule is immutable.
pub(super) fn label_of(dialect: Dialect, entry: &Value) -> Option<(u32, bool)> {
    let label = entry.get("label")?.as_str()?;
    let number = label.strip_suffix("[I]").unwrap_or(label);
    let number = number.bytes().all(|byte| byte.is_ascii_digit()).then(|| number.parse().ok())??;
    let immutable = match dialect {
        Dialect::V1 => label.ends_with("[I]"),
        _ => entry.get("decorator").and_then(Value::as_str) == Some("I"),
    };
    (number < 900_000_000).then_some((number, immutable))
}

/// Links to other entries of the same table.
pub(super) fn links(dialect: Dialect, table: &str, entry: &Value) -> Vec<String> {
    let links = entry.get("linksto");
    let own = match (dialect, table) {
        (Dialect::V1, "rules") => links,
        // Propositions link to rules or to one another, by tool version; v2 tables link across files.
        _ => None,
    };
    own.and_then(Value::as_array).into_iter().flatten().filter_map(|link| link.as_str().map(str::to_owned)).collect()
}

/// Paragraphs of a text; HTML is cut at the ends of paragraphs and its entities are read.
pub(super) fn text_of(text: &Value) -> Vec<String> {
    match text {
        Value::String(html) => {
            let parts =
                html.split("</p>").map(|part| part.trim().trim_start_matches("<p>")).filter(|part| !part.is_empty());
            parts
                .map(|part| {
                    part.replace("<br>", "\n")
                        .replace("&lt;", "<")
                        .replace("&gt;", ">")
                        .replace("&quot;", "\"")
                        .replace("&amp;", "&")
                        + "\n"
                })
                .collect()
        }
        parts => parts.as_array().into_iter().flatten().filter_map(|part| part.as_str().map(str::to_owned)).collect(),
    }
}

fn html_of(text: &[String]) -> String {
    let escape = |part: &String| part.trim_end().replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.iter().map(|part| format!("<p>{}</p>", escape(part))).collect()
}

/// Writes only what differs, so that an untouched entry keeps its bytes.
pub(super) fn put(entry: &mut Value, dialect: Dialect, label: u32, immutable: bool, live: bool, text: &[String]) {
    if label_of(dialect, entry) != Some((label, immutable)) {
        let mark = if immutable && dialect == Dialect::V1 { "[I]" } else { "" };
        entry["label"] = Value::from(format!("{label}{mark}"));
        if dialect != Dialect::V1 {
            entry["decorator"] = Value::from(if immutable { "I" } else { "" });
        }
    }
    entry["ineffect"] = Value::from(if live { "1" } else { "0" });
    if text_of(&entry["text"]) != text {
        entry["text"] = if dialect == Dialect::V3 { Value::from(html_of(text)) } else { json!(text) };
    }
}

pub(super) fn new_entry(dialect: Dialect, day: NaiveDate) -> Value {
    let day = day.to_string();
    match dialect {
        Dialect::V1 => {
            json!({"text": [], "notes": [], "label": "", "ineffect": "1", "date": day, "linksto": [], "proplinks": []})
        }
        Dialect::V2 => {
            json!({"date": day, "label": "", "linksto": {"rules": [], "props": [], "psoo": [], "jdgmts": []}, "text": [], "decorator": "", "notes": [], "ineffect": "1"})
        }
        Dialect::V3 => {
            json!({"date": day, "label": "", "linksto": {"rules": [], "props": [], "psoo": [], "jdgmts": []}, "text": "", "decorator": "", "notes": [], "ineffect": "1"})
        }
    }
}

pub(super) fn translate(from: Dialect, to: Dialect, propositions: bool, entry: &Value) -> Value {
    let day = entry["date"].as_str().and_then(|day| day.parse().ok()).unwrap_or_default();
    let mut made = new_entry(to, day);
    let (label, immutable) = label_of(from, entry).unwrap_or_default();
    put(&mut made, to, label, immutable, entry["ineffect"] == "1", &text_of(&entry["text"]));
    made["notes"] = entry["notes"].clone();
    if let Some(author) = entry.get("author") {
        made["author"] = author.clone();
    }
    let (own, other) = if propositions { ("props", "rules") } else { ("rules", "props") };
    match (from, to) {
        (Dialect::V1, _) => {
            made["linksto"][own] = entry["linksto"].clone();
            made["linksto"][other] = entry["proplinks"].clone();
        }
        (_, Dialect::V1) => {
            made["linksto"] = entry["linksto"][own].clone();
            made["proplinks"] = entry["linksto"][other].clone();
        }
        _ => made["linksto"] = entry["linksto"].clone(),
    }
    made
}
