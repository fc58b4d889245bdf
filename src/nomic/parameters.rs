//! Parameters of a game as people write them, a line each: `Ben P Wed` for a day, `at_least 3` for a threshold; and back. Pure.

use chrono::{NaiveTime, Timelike, Weekday};
use rookery_nomic::Game;
use rookery_nomic::bindings::Role;
use rookery_nomic::parameters::{Kind, Patch, Threshold};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::fields::of_word;

/// What a rule-change or an order has the service enforce, as the line that says so ends.
pub fn line(patch: &Patch) -> String {
    json!(patch).to_string()
}

/// The other way round; `None` if the text is no patch.
pub fn patch(line: &str) -> Option<Patch> {
    serde_json::from_str(line).ok()
}

/// Weekdays from Monday on, in English and German.
const WEEKDAYS: [[&str; 2]; 7] = [
    ["monday", "montag"],
    ["tuesday", "dienstag"],
    ["wednesday", "mittwoch"],
    ["thursday", "donnerstag"],
    ["friday", "freitag"],
    ["saturday", "samstag"],
    ["sunday", "sonntag"],
];

/// A weekday in English or German, in full or by its first letters.
pub fn weekday(word: &str) -> Option<Weekday> {
    let begun = word.to_lowercase();
    let is_meant = |names: &[&str; 2]| begun.len() > 1 && names.iter().any(|name| name.starts_with(&begun));
    let place = WEEKDAYS.iter().position(is_meant)?;
    Weekday::try_from(u8::try_from(place).ok()?).ok()
}

/// All parameters now; `house` are the house rules that the game may set.
pub fn current(game: &Game, house: &Map<String, Value>) -> Vec<(String, Role, Map<String, Value>)> {
    let parameters = &game.bindings.parameters;
    let mut all = parameters.in_full();
    all["house_rules"] = Value::Object(house.clone());
    (all["quantities"], all["effects"]) = (json!(parameters.quantities), json!(parameters.effects));
    let roles = all.as_object().into_iter().flatten().filter_map(|(name, parameters)| {
        let role: Role = of_word(name)?;
        Some((name.clone(), role, parameters.as_object()?.clone()))
    });
    roles.collect()
}

/// The lines of a text that say something.
pub fn lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect()
}

/// A parameter as people write it: `Ben P Wed` for a day, `at_least 3` for a threshold.
pub fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().map(text).collect::<Vec<_>>().join("\n"),
        Value::Object(members) => match members.get("player") {
            Some(player) => {
                let other = members.get("weekday").or_else(|| members.get("weight")).unwrap_or(&Value::Null);
                format!("{} {}", text(player), text(other))
            }
            _ if members.contains_key("part") => {
                format!("{}/{}", text(&members["part"]), members.get("of").map_or("1".to_owned(), text))
            }
            _ if members.contains_key("until") => format!("{} {}", text(&members["from"]), text(&members["until"])),
            _ => members.iter().map(|(word, number)| format!("{word} {}", text(number))).collect(),
        },
        other => other.to_string(),
    }
}

/// The parameter that is a span of time: in seconds, which people write in minutes.
pub const SPAN: &str = "court.window_seconds";

/// How people write a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Written {
    /// A weekday a line.
    Weekdays,
    /// A player and a weekday a line.
    Days,
    /// A player and a number a line.
    Weights,
    /// The first and the last day a line.
    Holidays,
    /// A player a line.
    Players,
    /// What a rule-change needs.
    Threshold,
    /// A part of a whole.
    Part,
    Weekday,
    Minutes,
    /// A time of day.
    Time,
}

/// The parameters that are not written as their JSON says them.
const WRITTEN: [(&str, Written); 16] = [
    ("allocation.void_days", Written::Weekdays),
    ("allocation.days", Written::Days),
    ("voting.weights", Written::Weights),
    ("timezone.holidays", Written::Holidays),
    ("court.judges", Written::Players),
    ("adoption.threshold", Written::Threshold),
    ("transmute_threshold.threshold", Written::Threshold),
    ("transmute_threshold.to_immutable", Written::Threshold),
    ("adoption.quorum_part", Written::Part),
    ("house_rules.session_weekday", Written::Weekday),
    (SPAN, Written::Minutes),
    ("timezone.day_starts", Written::Time),
    ("proposal_window.opens", Written::Time),
    ("proposal_window.cutoff", Written::Time),
    ("voting.opens", Written::Time),
    ("voting.closes", Written::Time),
];

impl Written {
    fn of(name: &str) -> Option<Written> {
        WRITTEN.iter().find(|(known, _)| *known == name).map(|(_, written)| *written)
    }
}

/// Whether a parameter is written as several lines.
pub fn is_list(name: &str) -> bool {
    use Written::{Days, Holidays, Players, Weekdays, Weights};
    matches!(Written::of(name), Some(Weekdays | Days | Weights | Holidays | Players))
}

/// A parameter as it stands in its field: times without seconds where there are none.
pub fn shown(name: &str, value: &Value) -> String {
    let written = Written::of(name);
    let is_time = |time: &NaiveTime| written == Some(Written::Time) && time.second() == 0;
    let time = NaiveTime::deserialize(value).ok().filter(is_time);
    match (time, value.as_f64().filter(|_| written == Some(Written::Minutes))) {
        (Some(time), _) => time.format("%H:%M").to_string(),
        (_, Some(seconds)) => (seconds / 60.0).to_string(),
        _ => text(value),
    }
}

/// The parameter that is a list by kind of change.
pub const BY_KIND: &str = "adoption.by_kind";

/// The kinds of change, each of which may need votes of its own.
const KINDS: [Kind; 5] = [Kind::Enact, Kind::Amend, Kind::Repeal, Kind::Transmute, Kind::Reenact];

/// The fields of a parameter with what they say now: a list by kind has one for each kind.
pub fn fields(name: String, value: &Value) -> Vec<(String, String)> {
    if name == CHANGE {
        let text = text(&value["text"]).trim_end().to_owned();
        let parts = [
            ("circuits", self::text(&value["circuits"])),
            ("threshold", self::text(&value["threshold"])),
            ("text", text),
        ];
        return parts.map(|(part, now)| (format!("{name}.{part}"), now)).to_vec();
    }
    if name != BY_KIND {
        let text = shown(&name, value);
        return vec![(name, text)];
    }
    let needed =
        |kind: &Value| value.as_array()?.iter().find(|one| one["kind"] == *kind).map(|one| text(&one["needs"]));
    let kinds = KINDS.map(|kind| json!(kind));
    kinds.iter().map(|kind| (format!("{name}.{}", text(kind)), needed(kind).unwrap_or_default())).collect()
}

/// The parameter that is a change still to come: after how many circuits, to what, and the text of the rule then.
pub const CHANGE: &str = "adoption.change";

/// What the rule of adoption is to change itself to by what was sent in the fields, if that differs from now; without a
/// number of circuits it does not.
pub fn change<'a>(now: &Value, sent: impl Fn(&str) -> Option<&'a str>) -> Option<Value> {
    let typed = |(name, now): (String, String)| (sent(&name).unwrap_or(&now).to_owned(), now);
    let parts: Vec<(String, String)> = fields(CHANGE.to_owned(), now).into_iter().map(typed).collect();
    let [(circuits, _), (threshold, _), (text, _)] = parts.as_slice() else { return None };
    let differs = parts.iter().any(|(typed, now)| lines(typed) != lines(now));
    let text: Vec<String> = text.split("\n\n").map(|part| format!("{}\n", part.trim())).collect();
    let wanted = match circuits.trim() {
        "" => Value::Null,
        circuits => {
            let threshold = read("adoption.threshold", &Value::Null, threshold);
            json!({ "circuits": literal(circuits), "threshold": threshold, "text": text })
        }
    };
    // While it changes nothing by itself, there is nothing else to say of that.
    (differs && (*now != Value::Null || wanted != Value::Null)).then_some(wanted)
}

/// What each kind of change is to need by what was sent in its field, if that differs from now.
pub fn by_kind<'a>(now: &Value, sent: impl Fn(&str) -> Option<&'a str>) -> Option<Value> {
    let wanted = |(name, now): (String, String)| {
        let typed = sent(&name).unwrap_or(&now).to_owned();
        (name, now, typed)
    };
    let all: Vec<(String, String, String)> = fields(BY_KIND.to_owned(), now).into_iter().map(wanted).collect();
    let needed = all.iter().filter(|(_, _, typed)| !typed.is_empty()).map(|(name, _, typed)| {
        let kind = name.rsplit('.').next().unwrap_or_default();
        json!({ "kind": kind, "needs": read("adoption.threshold", &Value::Null, typed) })
    });
    all.iter().any(|(_, now, typed)| now != typed).then(|| needed.collect())
}

/// A threshold as it is written: `simple_majority`, `at_least 3`.
pub fn threshold(needed: Threshold) -> String {
    text(&json!(needed))
}

/// The other way round.
pub fn read_threshold(typed: &str) -> Option<Threshold> {
    serde_json::from_value(read("adoption.threshold", &Value::Null, typed)).ok()
}

/// A parameter as it was typed; what cannot be read is left for the engine to refuse.
pub fn read(name: &str, now: &Value, typed: &str) -> Value {
    let pair = |line: &str| line.rsplit_once(' ').map(|(one, other)| (one.trim().to_owned(), other.to_owned()));
    let day = |word: &str| weekday(word).map_or_else(|| json!(word), |day| json!(day));
    match Written::of(name) {
        Some(Written::Weekdays) => lines(typed).into_iter().map(day).collect(),
        Some(Written::Weights) => {
            let weight = |line: &str| {
                pair(line)
                    .map_or(json!(line), |(player, weight)| json!({ "player": player, "weight": literal(&weight) }))
            };
            lines(typed).into_iter().map(weight).collect()
        }
        Some(Written::Holidays) => {
            let holiday = |line: &str| {
                let (from, until) = line.split_once(' ').unwrap_or((line, line));
                json!({ "from": from, "until": until.trim() })
            };
            lines(typed).into_iter().map(holiday).collect()
        }
        Some(Written::Players) => lines(typed).into_iter().map(Value::from).collect(),
        Some(Written::Days) => {
            let seat = |line: &str| {
                pair(line).map_or(json!(line), |(player, word)| json!({ "player": player, "weekday": day(&word) }))
            };
            lines(typed).into_iter().map(seat).collect()
        }
        _ if typed.is_empty() => Value::Null,
        Some(Written::Threshold) => match pair(typed) {
            Some((word, number)) => json!({ word: part(&number).unwrap_or_else(|| literal(&number)) }),
            None => Value::from(typed),
        },
        Some(Written::Part) => part(typed).unwrap_or_else(|| Value::from(typed)),
        Some(Written::Weekday) => day(typed),
        // Half minutes have a point or a comma.
        Some(Written::Minutes) => literal(&typed.replace(',', "."))
            .as_f64()
            .map_or_else(|| json!(typed), |minutes| json!((minutes * 60.0).round() as i64)),
        Some(Written::Time) => Value::from(typed),
        None if now.is_string() => Value::from(typed),
        None => literal(typed),
    }
}

/// A part of a whole, such as `3/5`.
fn part(text: &str) -> Option<Value> {
    let (part, of) = text.split_once('/')?;
    Some(json!({ "part": literal(part.trim()), "of": literal(of.trim()) }))
}

/// A number or a truth value, where it is one.
fn literal(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| Value::from(text))
}
