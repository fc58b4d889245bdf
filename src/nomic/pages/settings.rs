//! What the service enforces, as fields of a form: the parameters of each role as people write them, and back.

use chrono::{NaiveTime, Weekday};
use rookery_nomic::Game;
use rookery_nomic::bindings::{Force, Role};
use rookery_nomic::parameters::{Holiday, Kind, Patch, Quantities, Threshold};
use serde_json::{Map, Value, json};

use super::at_table::weekday;
use super::quantities;
use crate::nomic::deadlines;
use crate::web::catalogue::Language;
use crate::web::dates::Dates;
use crate::web::layout::Frame;
use crate::web::typed::{Fields, Typed};

/// The parameter that is a list by kind of change.
const BY_KIND: &str = "adoption.by_kind";

/// A role with its parameters.
pub struct Group {
    pub role: String,
    /// The number of the rule behind it.
    pub rule: Option<u32>,
    pub settings: Vec<Setting>,
    /// Whether it is said to go on as its fields have it.
    pub kept: bool,
    /// Whether something of it was typed.
    pub typed: bool,
}

/// What can be set again.
pub struct Groups {
    pub list: Vec<Group>,
    /// Whether something of it was typed.
    pub typed: bool,
}

pub struct Setting {
    /// `proposal_window.cutoff`
    pub name: String,
    pub value: String,
    /// What there is to choose from; nothing: any text.
    pub choices: Vec<Choice>,
    /// Lines of text; 1: a single one.
    pub rows: usize,
}

/// A value to choose, and how it is called.
pub struct Choice {
    pub value: String,
    pub label: String,
}

/// The kinds of change, each of which may need votes of its own.
const KINDS: [Kind; 5] = [Kind::Enact, Kind::Amend, Kind::Repeal, Kind::Transmute, Kind::Reenact];

/// What a rule-change may need, beside a number of votes.
const THRESHOLDS: [Threshold; 5] = [
    Threshold::UnanimousOfCast,
    Threshold::SimpleMajority,
    Threshold::TwoThirdsOfCast,
    Threshold::UnanimousOfEligible,
    Threshold::MajorityOfEligible,
];

impl Setting {
    /// `cutoff`
    pub fn member(&self) -> &str {
        self.name.split_once('.').map_or(&self.name, |(_, member)| member)
    }
}

/// All parameters now; `house` are the house rules that the game may set.
fn current(game: &Game, house: &Map<String, Value>) -> Vec<(String, Role, Map<String, Value>)> {
    let parameters = &game.bindings.parameters;
    let mut all = parameters.in_full();
    all["house_rules"] = Value::Object(house.clone());
    (all["quantities"], all["effects"]) = (json!(parameters.quantities), json!(parameters.effects));
    let roles = all.as_object().into_iter().flatten().filter_map(|(name, parameters)| {
        let role: Role = serde_json::from_value(Value::from(name.as_str())).ok()?;
        Some((name.clone(), role, parameters.as_object()?.clone()))
    });
    roles.collect()
}

/// Those that can be set again: a rule in effect stands behind them, or the club leaves them to the game.
fn offered(game: &Game, house: &Map<String, Value>) -> Vec<(String, Role, Map<String, Value>)> {
    let mut all = current(game, house);
    all.retain(|(_, role, _)| match role {
        Role::HouseRules => !house.is_empty(),
        role => game.force(*role) != Force::Absent,
    });
    all
}

/// The fields of a parameter with what they say now: a list by kind has one for each kind.
fn fields(name: String, value: &Value) -> Vec<(String, String)> {
    if name != BY_KIND {
        return vec![(name, text(value))];
    }
    let needed =
        |kind: &Value| value.as_array()?.iter().find(|one| one["kind"] == *kind).map(|one| text(&one["needs"]));
    let kinds = KINDS.map(|kind| json!(kind));
    kinds.iter().map(|kind| (format!("{name}.{}", text(kind)), needed(kind).unwrap_or_default())).collect()
}

/// The fields, as they were typed into a form or as things stand.
pub fn groups(language: Language, game: &Game, house: &Map<String, Value>, typed: &Typed, form: &str) -> Groups {
    let players = game.playing().count();
    let group = |(role, which, parameters): (String, Role, Map<String, Value>)| {
        let all = parameters.iter().flat_map(|(member, value)| fields(format!("{role}.{member}"), value));
        // What rules give names of their own is written in fields of its own.
        let all: Vec<(String, String)> = all.filter(|_| !which.has_names()).collect();
        let is_anew =
            |(name, now): &(String, String)| lines(typed.value_or(form, &format!("set-{name}"), now)) != lines(now);
        let kept = typed.chose(form, "keep", &role);
        let is_typed = kept || all.iter().any(is_anew);
        let setting = |(name, now): (String, String)| {
            let value = typed.value_or(form, &format!("set-{name}"), &now).to_owned();
            Setting { choices: choices(language, &name, &now, players), rows: rows(&name, &now), value, name }
        };
        Group {
            typed: is_typed,
            settings: all.into_iter().map(setting).collect(),
            rule: deadlines::rule(game, which),
            kept,
            role,
        }
    };
    let list: Vec<Group> = offered(game, house).into_iter().map(group).collect();
    Groups { typed: list.iter().any(|group| group.typed), list }
}

fn choices(language: Language, name: &str, now: &str, players: usize) -> Vec<Choice> {
    let words: &[&str] = match now {
        "true" | "false" => &["true", "false"],
        "incoming" | "outgoing" => &["incoming", "outgoing"],
        "used_up" | "released" => &["used_up", "released"],
        _ if name == "adoption.threshold" || name == "transmute_threshold.threshold" => {
            return thresholds(language, now, players);
        }
        _ if name == "transmute_threshold.to_immutable" || name.starts_with(BY_KIND) => {
            let none = Choice { value: String::new(), label: language.t("nomic-choice-as-others").to_string() };
            return std::iter::once(none).chain(thresholds(language, now, players)).collect();
        }
        _ => &[],
    };
    let choice =
        |word: &&str| Choice { value: (*word).to_owned(), label: language.word("nomic-choice", word).to_string() };
    words.iter().map(choice).collect()
}

/// What a rule-change may need: one of the words, a number of players in favour, or what it needs now.
fn thresholds(language: Language, now: &str, players: usize) -> Vec<Choice> {
    let numbers = (1..=u32::try_from(players).unwrap_or(0)).map(Threshold::AtLeast);
    let choice = |threshold: Threshold| Choice {
        value: text(&json!(threshold)),
        label: super::parts::needs(language, &[threshold]),
    };
    let mut all: Vec<Choice> = THRESHOLDS.into_iter().chain(numbers).map(choice).collect();
    let is_there = now.is_empty() || all.iter().any(|one| one.value == now);
    let known = serde_json::from_value(read("adoption.threshold", &Value::Null, now)).ok();
    all.extend(known.filter(|_| !is_there).map(choice));
    all
}

fn rows(name: &str, now: &str) -> usize {
    match name {
        "allocation.days"
        | "allocation.void_days"
        | "adoption.change"
        | "court.judges"
        | "timezone.holidays"
        | "voting.weights" => now.lines().count() + 1,
        _ => 1,
    }
}

/// What fields change: roles with the parameters that differ from now; those kept as they are with none.
pub fn patch(game: &Game, house: &Map<String, Value>, sent: &Fields) -> Patch {
    let mut patch = Patch::new();
    for (name, role, parameters) in offered(game, house) {
        let own = format!("set-{name}.");
        let differs = sent.named(&own).filter_map(|(member, typed)| {
            let now = parameters.get(member)?;
            let typed_anew = lines(&text(now)) != lines(typed);
            typed_anew.then(|| (member.to_owned(), read(&format!("{name}.{member}"), now, typed)))
        });
        let by_kind = parameters.get("by_kind").and_then(|now| Some(("by_kind".to_owned(), by_kind(now, sent)?)));
        let differs: Map<String, Value> = differs.chain(by_kind).collect();
        if !differs.is_empty() || sent.all("keep").any(|kept| kept == name) {
            patch.insert(role, differs);
        }
    }
    patch
}

/// What each kind of change is to need, if that differs from now.
fn by_kind(now: &Value, sent: &Fields) -> Option<Value> {
    let wanted = |(name, now): (String, String)| {
        let typed = sent.sent(&format!("set-{name}")).unwrap_or(&now).to_owned();
        (name, now, typed)
    };
    let all: Vec<(String, String, String)> = fields(BY_KIND.to_owned(), now).into_iter().map(wanted).collect();
    let needed = all.iter().filter(|(_, _, typed)| !typed.is_empty()).map(|(name, _, typed)| {
        let kind = name.rsplit('.').next().unwrap_or_default();
        json!({ "kind": kind, "needs": read("adoption.threshold", &Value::Null, typed) })
    });
    all.iter().any(|(_, now, typed)| now != typed).then(|| needed.collect())
}

/// A parameter or a house rule that a rule-change sets, in words.
pub struct Change {
    pub name: String,
    /// Empty where it is not known, or where there was nothing.
    pub before: String,
    pub after: String,
}

impl Change {
    /// Of a rule-change of long ago: what stands there now is not what stood there before.
    pub fn without_before(self) -> Change {
        Change { before: String::new(), ..self }
    }
}

/// What a patch changes; `club` are the house rules that a game can set.
pub fn changes(frame: &Frame, game: &Game, club: &Map<String, Value>, patch: &Patch) -> Vec<Change> {
    let after = game.bindings.parameters.patched(patch);
    let quantities = after.map_or_else(|_| game.bindings.parameters.quantities.clone(), |after| after.quantities);
    let said = |role, value: &Value| said(frame, role, value, &quantities);
    let changed = current(game, club).into_iter().flat_map(|(name, role, parameters)| {
        let after = patch.get(&role).cloned().unwrap_or_default();
        after.into_iter().map(move |(member, value)| Change {
            name: match role {
                Role::HouseRules => frame.word("rule", &member).to_string(),
                role if role.has_names() => format!("{}: {member}", frame.word("nomic-role", &name)),
                _ => format!(
                    "{}: {}",
                    frame.word("nomic-role", &name),
                    frame.word("nomic-set", format!("{name}-{member}"))
                ),
            },
            before: parameters.get(&member).map_or_else(String::new, |value| said(role, value)),
            after: said(role, &value),
        })
    });
    changed.collect()
}

/// A parameter of a role as people read it.
fn said(frame: &Frame, role: Role, value: &Value, counted: &Quantities) -> String {
    let known = match role {
        Role::Quantities => serde_json::from_value(value.clone()).ok().map(|one| quantities::quantity(frame, &one)),
        Role::Effects => serde_json::from_value(value.clone()).ok().map(|one| quantities::effect(frame, &one, counted)),
        _ => None,
    };
    known.unwrap_or_else(|| told(frame, value))
}

/// A parameter as people read it.
fn told(frame: &Frame, value: &Value) -> String {
    if let Ok(threshold) = serde_json::from_value::<Threshold>(value.clone()) {
        return super::parts::needs(frame.language, &[threshold]);
    }
    if let Some(circuits) = value.get("circuits") {
        let change = frame.t("nomic-after-circuits").count("circuits", circuits);
        let text = text(&value["text"]);
        return format!("{change}: {}\n{text}", told(frame, &value["threshold"])).trim_end().to_owned();
    }
    if let (Some(kind), false) = (value["kind"].as_str(), value["needs"].is_null()) {
        return format!("{}: {}", frame.word("nomic-kind", kind), told(frame, &value["needs"]));
    }
    if let Value::Array(list) = value {
        return list.iter().map(|one| told(frame, one)).collect::<Vec<_>>().join("\n");
    }
    let weekday = |day: &str| {
        let day: Weekday = day.parse().ok()?;
        Some(frame.word("nomic-day", day.to_string().to_lowercase()))
    };
    if let Ok(holiday) = serde_json::from_value::<Holiday>(value.clone()) {
        let dates = Dates { zone: chrono_tz::Tz::UTC, language: frame.language };
        let [from, until] = [holiday.from, holiday.until].map(|day| dates.date(&day));
        return if from == until { from } else { format!("{from} – {until}") };
    }
    if let Ok(time) = serde_json::from_value::<NaiveTime>(value.clone()) {
        return time.format("%H:%M").to_string();
    }
    if let (Some(player), Some(day)) = (value["player"].as_str(), value["weekday"].as_str().and_then(weekday)) {
        return format!("{player} {day}");
    }
    let text = text(value);
    let known = frame.word("nomic-choice", &text).known().or_else(|| weekday(&text));
    known.map_or(text, |word| word.to_string())
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect()
}

/// A parameter as people write it: `Ben P Wed` for a day, `at_least 3` for a threshold.
fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().map(text).collect::<Vec<_>>().join("\n"),
        Value::Object(members) => match (members.get("player"), members.get("circuits")) {
            (Some(player), _) => {
                let other = members.get("weekday").or_else(|| members.get("weight")).unwrap_or(&Value::Null);
                format!("{} {}", text(player), text(other))
            }
            _ if members.contains_key("until") => format!("{} {}", text(&members["from"]), text(&members["until"])),
            (_, Some(circuits)) => {
                format!("{circuits} {}\n{}", text(&members["threshold"]), text(&members["text"]).trim_end())
            }
            _ => members.iter().map(|(word, number)| format!("{word} {number}")).collect(),
        },
        other => other.to_string(),
    }
}

/// The other way round; what cannot be read is left for the engine to refuse.
fn read(name: &str, now: &Value, typed: &str) -> Value {
    let pair = |line: &str| line.rsplit_once(' ').map(|(one, other)| (one.trim().to_owned(), other.to_owned()));
    let day = |word: &str| weekday(word).map_or_else(|| json!(word), |day| json!(day));
    match name {
        "allocation.void_days" => lines(typed).into_iter().map(day).collect(),
        "voting.weights" => {
            let weight = |line: &str| {
                pair(line)
                    .map_or(json!(line), |(player, weight)| json!({ "player": player, "weight": literal(&weight) }))
            };
            lines(typed).into_iter().map(weight).collect()
        }
        "timezone.holidays" => {
            let holiday = |line: &str| {
                let (from, until) = line.split_once(' ').unwrap_or((line, line));
                json!({ "from": from, "until": until.trim() })
            };
            lines(typed).into_iter().map(holiday).collect()
        }
        "court.judges" => lines(typed).into_iter().map(Value::from).collect(),
        "allocation.days" => {
            let seat = |line: &str| {
                pair(line).map_or(json!(line), |(player, word)| json!({ "player": player, "weekday": day(&word) }))
            };
            lines(typed).into_iter().map(seat).collect()
        }
        _ if typed.is_empty() => Value::Null,
        "adoption.change" => {
            let (first, rest) = typed.split_once('\n').unwrap_or((typed, ""));
            let (circuits, threshold) = first.trim().split_once(' ').unwrap_or((first, ""));
            let text: Vec<String> = rest.split("\n\n").map(|part| format!("{}\n", part.trim())).collect();
            json!({ "circuits": literal(circuits), "threshold": read("adoption.threshold", now, threshold), "text": text })
        }
        "adoption.threshold" | "transmute_threshold.threshold" | "transmute_threshold.to_immutable" => {
            match pair(typed) {
                Some((word, number)) => json!({ word: literal(&number) }),
                None => Value::from(typed),
            }
        }
        "house_rules.session_weekday" => day(typed),
        "proposal_window.cutoff" | "proposal_window.opens" | "voting.opens" | "voting.closes" => Value::from(typed),
        _ if now.is_string() => Value::from(typed),
        _ => literal(typed),
    }
}

/// A number or a truth value, where it is one.
fn literal(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| Value::from(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rookery_nomic::record::Beginning;

    #[test]
    fn parameters_read_back_as_they_are_written_and_only_what_differs_is_set() {
        let game = Beginning::default().start().expect("the initial set");
        let (house, mut sent) = (Map::new(), Vec::new());
        for group in groups(Language::English, &game, &house, &Typed::default(), "draft").list {
            sent.extend(group.settings.into_iter().map(|one| (format!("set-{}", one.name), one.value)));
        }
        assert_eq!(patch(&game, &house, &Fields::from(sent.clone())), Patch::new());
        for (name, value) in &mut sent {
            let old = value.clone();
            match name.as_str() {
                "set-allocation.days" => value.push_str("\nEve Freitag"),
                "set-adoption.threshold" => *value = "at_least 3".to_owned(),
                "set-proposal_window.cutoff" => *value = "20:00".to_owned(),
                "set-adoption.change" | "set-court.window_seconds" => {
                    *value = old.replace('2', "3").replace("3600", "60")
                }
                "set-proposal_window.own_day_only" => *value = "false".to_owned(),
                "set-timezone.day_starts" => *value = "18:00".to_owned(),
                "set-timezone.holidays" => *value = "2026-12-21 2027-01-03\n2027-03-26".to_owned(),
                "set-voting.weights" => *value = "Ben P 2".to_owned(),
                "set-adoption.by_kind.enact" => *value = "simple_majority".to_owned(),
                "set-adoption.by_kind.repeal" => *value = "at_least 3".to_owned(),
                "set-transmute_threshold.to_immutable" => *value = "two_thirds_of_cast".to_owned(),
                _ => {}
            }
        }
        sent.push(("keep".to_owned(), "numbering".to_owned()));
        let patch = patch(&game, &house, &Fields::from(sent));
        let after = game.bindings.parameters.patched(&patch).expect("parameters");
        let newest = after.allocation.days.last().map(|seat| (seat.player.as_str(), seat.weekday));
        assert_eq!(newest, Some(("Eve", Weekday::Fri)));
        assert_eq!(json!(after.adoption.threshold), json!({ "at_least": 3 }));
        assert_eq!(after.adoption.change.map(|change| change.circuits), Some(3));
        assert_eq!((after.court.window_seconds, after.proposal_window.own_day_only), (60, false));
        assert_eq!(after.proposal_window.cutoff, chrono::NaiveTime::from_hms_opt(20, 0, 0));
        assert_eq!(patch.get(&Role::Numbering), Some(&Map::new()));
        let holidays: Vec<_> =
            after.timezone.holidays.iter().map(|one| (one.from.to_string(), one.until.to_string())).collect();
        assert_eq!(holidays[0], ("2026-12-21".to_owned(), "2027-01-03".to_owned()));
        assert_eq!(holidays[1].0, holidays[1].1, "a day alone");
        assert_eq!(json!(after.timezone.day_starts), "18:00:00");
        assert_eq!(after.voting.weight_of("Ben P"), 2);
        assert_eq!(json!(after.adoption.by_kind[1]), json!({ "kind": "repeal", "needs": { "at_least": 3 } }));
        assert_eq!(json!(after.transmute_threshold.to_immutable), "two_thirds_of_cast");
        assert_eq!(patch.len(), 8);
    }
}
