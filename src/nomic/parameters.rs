//! Parameters of a game as people write them, a line each: `Ben P Wed` for a day, `at_least 3` for a threshold; and back. Pure.

use std::fmt;

use chrono::{NaiveTime, Timelike, Weekday};
use rookery_nomic::Game;
use rookery_nomic::bindings::Role;
use rookery_nomic::parameters::{Kind, Patch, Threshold};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::fields::{of_word, word};

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

/// What a parameter is called, or a part of one that is written in several fields: `adoption.threshold`,
/// `adoption.by_kind.repeal`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    pub role: Role,
    pub member: String,
    pub part: Option<Part>,
}

/// A part of a parameter that has several fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// What this kind of change needs.
    Kind(Kind),
    /// After how many circuits the rule of adoption changes itself.
    Circuits,
    /// What is needed then.
    Threshold,
    /// The text of the rule then.
    Text,
}

impl Name {
    pub fn new(role: Role, member: &str) -> Name {
        Name { role, member: member.to_owned(), part: None }
    }

    fn with(&self, part: Part) -> Name {
        Name { part: Some(part), ..self.clone() }
    }

    /// What its field in a form is called.
    pub fn field(&self) -> String {
        format!("set-{self}")
    }

    /// How people write it; as its JSON says it, if that is not told.
    pub fn written(&self) -> Option<Written> {
        let known = |(role, member, _): &&(Role, &str, Written)| *role == self.role && *member == self.member;
        match self.part {
            Some(Part::Kind(_)) => Some(Written::OwnThreshold),
            Some(Part::Threshold) => Some(Written::Threshold),
            Some(Part::Text) => Some(Written::Text),
            Some(Part::Circuits) => None,
            None => WRITTEN.iter().find(known).map(|(.., written)| *written),
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}.{}", word(&self.role), self.member)?;
        match self.part {
            Some(Part::Kind(kind)) => write!(formatter, ".{}", word(&kind)),
            Some(Part::Circuits) => formatter.write_str(".circuits"),
            Some(Part::Threshold) => formatter.write_str(".threshold"),
            Some(Part::Text) => formatter.write_str(".text"),
            None => Ok(()),
        }
    }
}

/// How people write a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
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
    /// The same, or nothing: then it is as for all others.
    OwnThreshold,
    /// A part of a whole.
    Part,
    Weekday,
    /// A span of time: in seconds, which people write in minutes.
    Minutes,
    /// A time of day.
    Time,
    /// The text of a rule.
    Text,
    /// A field for each kind of change: what it needs.
    ByKind,
    /// A change still to come in three fields: after how many circuits, to what, and the text of the rule then.
    Change,
}

impl Written {
    /// Whether it is several lines.
    pub fn has_lines(self) -> bool {
        use Written::{Days, Holidays, Players, Text, Weekdays, Weights};
        matches!(self, Weekdays | Days | Weights | Holidays | Players | Text)
    }
}

/// The parameters that are not written as their JSON says them.
static WRITTEN: [(Role, &str, Written); 18] = [
    (Role::Allocation, "void_days", Written::Weekdays),
    (Role::Allocation, "days", Written::Days),
    (Role::Voting, "weights", Written::Weights),
    (Role::Timezone, "holidays", Written::Holidays),
    (Role::Court, "judges", Written::Players),
    (Role::Adoption, "threshold", Written::Threshold),
    (Role::TransmuteThreshold, "threshold", Written::Threshold),
    (Role::TransmuteThreshold, "to_immutable", Written::OwnThreshold),
    (Role::Adoption, "by_kind", Written::ByKind),
    (Role::Adoption, "change", Written::Change),
    (Role::Adoption, "quorum_part", Written::Part),
    (Role::HouseRules, "session_weekday", Written::Weekday),
    (Role::Court, "window_seconds", Written::Minutes),
    (Role::Timezone, "day_starts", Written::Time),
    (Role::ProposalWindow, "opens", Written::Time),
    (Role::ProposalWindow, "cutoff", Written::Time),
    (Role::Voting, "opens", Written::Time),
    (Role::Voting, "closes", Written::Time),
];

/// A parameter as it stands in its field: times without seconds where there are none.
pub fn shown(name: &Name, value: &Value) -> String {
    let written = name.written();
    let is_time = |time: &NaiveTime| written == Some(Written::Time) && time.second() == 0;
    let time = NaiveTime::deserialize(value).ok().filter(is_time);
    match (time, value.as_f64().filter(|_| written == Some(Written::Minutes))) {
        (Some(time), _) => time.format("%H:%M").to_string(),
        (_, Some(seconds)) => (seconds / 60.0).to_string(),
        _ => text(value),
    }
}

/// The fields of a parameter with what they say now: one, or one for each of its parts.
pub fn fields(name: Name, value: &Value) -> Vec<(Name, String)> {
    match name.written() {
        Some(Written::Change) => [
            (Part::Circuits, text(&value["circuits"])),
            (Part::Threshold, text(&value["threshold"])),
            (Part::Text, text(&value["text"]).trim_end().to_owned()),
        ]
        .map(|(part, now)| (name.with(part), now))
        .to_vec(),
        Some(Written::ByKind) => {
            let needed = |kind: Kind| {
                let own = value.as_array()?.iter().find(|one| one["kind"] == json!(kind))?;
                Some(text(&own["needs"]))
            };
            Kind::ALL.map(|kind| (name.with(Part::Kind(kind)), needed(kind).unwrap_or_default())).to_vec()
        }
        _ => {
            let text = shown(&name, value);
            vec![(name, text)]
        }
    }
}

/// The parameters of a role that have several fields.
pub fn in_parts(role: Role) -> impl Iterator<Item = Name> {
    let has_parts = move |(of, _, written): &&(Role, &str, Written)| {
        *of == role && matches!(written, Written::ByKind | Written::Change)
    };
    WRITTEN.iter().filter(has_parts).map(|(role, member, _)| Name::new(*role, member))
}

/// What such a parameter is to be by what was sent in its fields, if that differs from now.
pub fn of_parts<'a>(name: &Name, now: &Value, sent: impl Fn(&Name) -> Option<&'a str>) -> Option<Value> {
    let typed = |(name, now): (Name, String)| {
        let typed = sent(&name).unwrap_or(&now).to_owned();
        (name, now, typed)
    };
    let parts: Vec<(Name, String, String)> = fields(name.clone(), now).into_iter().map(typed).collect();
    match name.written()? {
        Written::ByKind => by_kind(&parts),
        Written::Change => change(now, &parts),
        _ => None,
    }
}

/// What the rule of adoption is to change itself to; without a number of circuits it does not.
fn change(now: &Value, parts: &[(Name, String, String)]) -> Option<Value> {
    let [(.., circuits), (.., threshold), (.., text)] = parts else { return None };
    let differs = parts.iter().any(|(_, now, typed)| lines(typed) != lines(now));
    let text: Vec<String> = text.split("\n\n").map(|part| format!("{}\n", part.trim())).collect();
    let wanted = match circuits.trim() {
        "" => Value::Null,
        circuits => json!({ "circuits": literal(circuits), "threshold": needed(threshold), "text": text }),
    };
    // While it changes nothing by itself, there is nothing else to say of that.
    (differs && (*now != Value::Null || wanted != Value::Null)).then_some(wanted)
}

/// What each kind of change is to need.
fn by_kind(parts: &[(Name, String, String)]) -> Option<Value> {
    let own = parts.iter().filter(|(_, _, typed)| !typed.is_empty()).filter_map(|(name, _, typed)| {
        let Some(Part::Kind(kind)) = name.part else { return None };
        Some(json!({ "kind": kind, "needs": needed(typed) }))
    });
    parts.iter().any(|(_, now, typed)| now != typed).then(|| own.collect())
}

/// A threshold as it is written: `simple_majority`, `at_least 3`.
pub fn threshold(needed: Threshold) -> String {
    text(&json!(needed))
}

/// The other way round.
pub fn read_threshold(typed: &str) -> Option<Threshold> {
    serde_json::from_value(needed(typed)).ok()
}

/// A threshold as it was typed; nothing where nothing was.
fn needed(typed: &str) -> Value {
    match pair(typed) {
        _ if typed.is_empty() => Value::Null,
        Some((word, number)) => json!({ word: fraction(&number).unwrap_or_else(|| literal(&number)) }),
        None => Value::from(typed),
    }
}

/// What stands before the last space of a line, and what behind it.
fn pair(line: &str) -> Option<(String, String)> {
    line.rsplit_once(' ').map(|(one, other)| (one.trim().to_owned(), other.to_owned()))
}

/// A parameter as it was typed; what cannot be read is left for the engine to refuse.
pub fn read(name: &Name, now: &Value, typed: &str) -> Value {
    let day = |word: &str| weekday(word).map_or_else(|| json!(word), |day| json!(day));
    match name.written() {
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
        Some(Written::Threshold | Written::OwnThreshold) => needed(typed),
        Some(Written::Part) => fraction(typed).unwrap_or_else(|| Value::from(typed)),
        Some(Written::Weekday) => day(typed),
        // Half minutes have a point or a comma.
        Some(Written::Minutes) => literal(&typed.replace(',', "."))
            .as_f64()
            .map_or_else(|| json!(typed), |minutes| json!((minutes * 60.0).round() as i64)),
        Some(Written::Time) => Value::from(typed),
        _ if now.is_string() => Value::from(typed),
        _ => literal(typed),
    }
}

/// A part of a whole, such as `3/5`.
fn fraction(text: &str) -> Option<Value> {
    let (part, of) = text.split_once('/')?;
    Some(json!({ "part": literal(part.trim()), "of": literal(of.trim()) }))
}

/// A number or a truth value, where it is one.
fn literal(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| Value::from(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_has_one_field_or_one_for_each_of_its_parts() {
        let names = |role, member, value: &Value| -> Vec<(String, String)> {
            let all = fields(Name::new(role, member), value).into_iter();
            all.map(|(name, text)| (name.field(), text)).collect()
        };
        let told = |all: &[(&str, &str)]| -> Vec<(String, String)> {
            all.iter().map(|(field, text)| ((*field).to_owned(), (*text).to_owned())).collect()
        };
        assert_eq!(
            names(Role::ProposalWindow, "cutoff", &json!("19:00:00")),
            told(&[("set-proposal_window.cutoff", "19:00")])
        );
        assert_eq!(names(Role::Court, "window_seconds", &json!(90)), told(&[("set-court.window_seconds", "1.5")]));
        assert_eq!(
            names(Role::Adoption, "by_kind", &json!([{ "kind": "repeal", "needs": { "at_least": 3 } }])),
            told(&[
                ("set-adoption.by_kind.enact", ""),
                ("set-adoption.by_kind.amend", ""),
                ("set-adoption.by_kind.repeal", "at_least 3"),
                ("set-adoption.by_kind.transmute", ""),
                ("set-adoption.by_kind.reenact", ""),
            ])
        );
        assert_eq!(
            names(Role::Adoption, "change", &Value::Null),
            told(&[
                ("set-adoption.change.circuits", ""),
                ("set-adoption.change.threshold", ""),
                ("set-adoption.change.text", ""),
            ])
        );
        // A quantity of the players' own may be called like a parameter.
        assert_eq!(names(Role::Quantities, "change", &json!(1)), told(&[("set-quantities.change", "1")]));
        assert_eq!(in_parts(Role::Quantities).count(), 0);
    }

    #[test]
    fn how_a_parameter_is_written_is_in_one_table() {
        for (name, written) in [
            (Name::new(Role::Adoption, "threshold"), Some(Written::Threshold)),
            (Name::new(Role::Adoption, "by_kind").with(Part::Kind(Kind::Enact)), Some(Written::OwnThreshold)),
            (Name::new(Role::Adoption, "change").with(Part::Threshold), Some(Written::Threshold)),
            (Name::new(Role::Adoption, "change").with(Part::Text), Some(Written::Text)),
            (Name::new(Role::TransmuteThreshold, "to_immutable"), Some(Written::OwnThreshold)),
            (Name::new(Role::Win, "points"), None),
        ] {
            assert_eq!(name.written(), written, "{name}");
        }
        let several: Vec<Name> = in_parts(Role::Adoption).collect();
        assert_eq!(several, ["by_kind", "change"].map(|member| Name::new(Role::Adoption, member)));
    }
}
