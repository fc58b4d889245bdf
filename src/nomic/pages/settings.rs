//! What the service enforces, as fields of a form: the parameters of each role as people write them, and back.

use chrono::{NaiveTime, Weekday};
use rookery_messages::{Message, say};
use rookery_nomic::Game;
use rookery_nomic::bindings::{Force, Role};
use rookery_nomic::parameters::{Effect, Holiday, Patch, Quantities, Quantity, Threshold};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::quantities;
use crate::error::Refusal;
use crate::fields::word;
use crate::nomic::deadlines;
use crate::nomic::parameters::{self, Name, Written, current, lines, read, shown, text};
use crate::web::catalogue::Language;
use crate::web::dates::Dates;
use crate::web::layout::Frame;
use crate::web::typed::{Fields, Typed};

/// A role with its parameters.
pub struct Group {
    pub role: String,
    /// The number of the rule behind it.
    pub rule: Option<u32>,
    pub settings: Vec<Setting>,
    /// Whether it is said to go on as its fields have it.
    pub kept: bool,
    /// Whether something of it was typed, or its rule is being changed.
    pub open: bool,
    /// Whether no rule in effect asks for it.
    pub idle: bool,
}

/// What can be set again.
pub struct Groups {
    pub list: Vec<Group>,
    /// Whether one of them is open.
    pub open: bool,
}

impl Groups {
    /// Whether there is something that no rule in effect asks for, and whether some of that is open.
    pub fn any_idle(&self) -> bool {
        self.list.iter().any(|group| group.idle)
    }

    pub fn opens_idle(&self) -> bool {
        self.list.iter().any(|group| group.idle && group.open)
    }

    /// With what a rule is behind in sight: who changes its words reads what the service does by it.
    pub fn about(mut self, rule: Option<u32>) -> Groups {
        for group in self.list.iter_mut().filter(|group| rule.is_some() && group.rule == rule) {
            (group.open, self.open) = (true, true);
        }
        self
    }
}

pub struct Setting {
    pub name: Name,
    pub value: String,
    /// What there is to choose from; nothing: any text.
    pub choices: Vec<Choice>,
    /// Lines of text; 1: a single one.
    pub rows: usize,
    /// Why it cannot be what was typed.
    pub fault: Option<Message>,
}

/// A value to choose, and how it is called.
pub struct Choice {
    pub value: String,
    pub label: String,
}

/// What a rule-change may need, beside a number of votes.
const THRESHOLDS: [Threshold; 5] = [
    Threshold::UnanimousOfCast,
    Threshold::SimpleMajority,
    Threshold::TwoThirdsOfCast,
    Threshold::UnanimousOfEligible,
    Threshold::MajorityOfEligible,
];

/// Parts of the votes or of the players that it may need.
const PARTS: [&str; 5] =
    ["part_of_cast 3/5", "part_of_cast 3/4", "part_of_eligible 1/2", "part_of_eligible 2/3", "part_of_eligible 3/4"];

impl Setting {
    /// What its field is called: `set-proposal_window.cutoff`.
    pub fn field(&self) -> String {
        self.name.field()
    }

    /// Its word in the catalogue: `proposal_window-cutoff`.
    pub fn word(&self) -> String {
        self.name.to_string().replace('.', "-")
    }

    /// `cutoff`
    pub fn member(&self) -> &str {
        &self.name.member
    }
}

/// Those that can be set: the service knows them, or a rule has given them names, or the club leaves them to the game.
fn offered(game: &Game, house: &Map<String, Value>) -> Vec<(String, Role, Map<String, Value>)> {
    let mut all = current(game, house);
    all.retain(|(_, role, _)| match role {
        Role::HouseRules => !house.is_empty(),
        role => !role.has_names() || game.force(*role) != Force::Absent,
    });
    all
}

/// The fields, as they were typed into a form, or with what is enforced now.
pub fn groups(language: Language, game: &Game, house: &Map<String, Value>, typed: &Typed, form: &str) -> Groups {
    let players = game.playing().count();
    let wanted = if typed.form() == form { patch(game, house, typed.fields()) } else { Patch::new() };
    let faults = faults(game, &wanted);
    let group = |(role, which, parameters): (String, Role, Map<String, Value>)| {
        let all = parameters.iter().flat_map(|(member, value)| parameters::fields(Name::new(which, member), value));
        // What rules give names of their own is written in fields of its own.
        let all: Vec<(Name, String)> = all.filter(|_| !which.has_names()).collect();
        let is_anew = |(name, now): &(Name, String)| lines(typed.value_or(form, &name.field(), now)) != lines(now);
        let kept = typed.chose(form, "keep", &role);
        let is_typed = kept || all.iter().any(is_anew);
        let setting = |(name, now): (Name, String)| {
            let value = typed.value_or(form, &name.field(), &now).to_owned();
            let is_at_fault = |parameter: &Name| {
                let is_of_it = parameter.role == name.role && parameter.member == name.member;
                is_of_it && (name.part.is_none() || lines(&value) != lines(&now))
            };
            let fault = faults.iter().find(|(parameter, _)| is_at_fault(parameter));
            let fault = fault.map(|(_, why)| {
                why.clone().map_or_else(|| unread(&now), |why| say!("This cannot be used here: {why}.", why))
            });
            Setting { choices: choices(language, &name, &now, players), rows: rows(&name, &now), fault, value, name }
        };
        let idle = which != Role::HouseRules && game.force(which) == Force::Absent;
        Group {
            open: is_typed,
            settings: all.into_iter().map(setting).collect(),
            rule: deadlines::rule(game, which).filter(|_| !idle),
            idle,
            kept,
            role,
        }
    };
    let list: Vec<Group> = offered(game, house).into_iter().map(group).collect();
    Groups { open: list.iter().any(|group| group.open), list }
}

/// The parameters of a patch that cannot be what it sets, and why; `None` if one cannot be read at all.
fn faults(game: &Game, patch: &Patch) -> Vec<(Name, Option<Message>)> {
    let parameters = &game.bindings.parameters;
    let fault = |role: Role, member: &String, value: &Value| {
        let alone = Patch::from([(role, Map::from_iter([(member.clone(), value.clone())]))]);
        let name = Name::new(role, member);
        let why = match parameters.unread(&alone, game.edition) {
            Some(_) => None,
            // The engine counts this in another unit than the field.
            None => Some(game.renumbered(parameters.patched(&alone).err()?))
                .filter(|_| name.written() != Some(Written::Minutes)),
        };
        Some((name, why))
    };
    let mut enforced = patch.clone();
    enforced.remove(&Role::HouseRules);
    // What cannot be used alone may be with the rest: hours that begin and end later.
    if parameters.unread(&enforced, game.edition).is_none() && parameters.patched(&enforced).is_ok() {
        return Vec::new();
    }
    enforced
        .iter()
        .flat_map(|(role, members)| members.iter().filter_map(|(member, value)| fault(*role, member, value)))
        .collect()
}

/// In place of what the engine says to programs: by the field as it stands on the page.
fn unread(now: &str) -> Message {
    match now.lines().count() {
        0 => say!("This cannot be used here."),
        1 => say!("This cannot be used here. It is written like this: {now}", now),
        _ => say!("This cannot be used here. Write a line as those that stood here."),
    }
}

/// Pairs of words: a parameter of such a kind is one of the two.
const EITHER: [[&str; 2]; 3] = [["true", "false"], ["incoming", "outgoing"], ["used_up", "released"]];

fn choices(language: Language, name: &Name, now: &str, players: usize) -> Vec<Choice> {
    let choice =
        |word: &&str| Choice { value: (*word).to_owned(), label: language.word("nomic-choice", word).to_string() };
    match name.written() {
        Some(Written::Threshold) => thresholds(language, now, players),
        Some(Written::OwnThreshold) => {
            let none = Choice { value: String::new(), label: language.t("nomic-choice-as-others").to_string() };
            std::iter::once(none).chain(thresholds(language, now, players)).collect()
        }
        _ => EITHER.iter().filter(|words| words.contains(&now)).flatten().map(choice).collect(),
    }
}

/// What a rule-change may need: one of the words, a number of players in favour, or what it needs now.
fn thresholds(language: Language, now: &str, players: usize) -> Vec<Choice> {
    let numbers = (1..=u32::try_from(players).unwrap_or(0)).map(Threshold::AtLeast);
    let choice = |threshold: Threshold| Choice {
        value: parameters::threshold(threshold),
        label: super::parts::needs(language, &[threshold]),
    };
    let parts = PARTS.into_iter().filter_map(parameters::read_threshold);
    let mut all: Vec<Choice> = THRESHOLDS.into_iter().chain(parts).chain(numbers).map(choice).collect();
    let is_there = now.is_empty() || all.iter().any(|one| one.value == now);
    let known = parameters::read_threshold(now);
    all.extend(known.filter(|_| !is_there).map(choice));
    all
}

fn rows(name: &Name, now: &str) -> usize {
    if name.written().is_some_and(Written::has_lines) { (now.lines().count() + 1).max(2) } else { 1 }
}

/// What fields change: roles with the parameters that differ from now; those kept as they are with none.
pub fn patch(game: &Game, house: &Map<String, Value>, sent: &Fields) -> Patch {
    let mut patch = Patch::new();
    for (name, role, parameters) in offered(game, house) {
        let own = format!("set-{name}.");
        let differs = sent.named(&own).filter_map(|(member, typed)| {
            let (now, whole) = (parameters.get(member)?, Name::new(role, member));
            let typed_anew = lines(&shown(&whole, now)) != lines(typed);
            typed_anew.then(|| (member.to_owned(), read(&whole, now, typed)))
        });
        let in_parts = parameters::in_parts(role).filter_map(|whole| {
            let now = parameters.get(&whole.member)?;
            let wanted = parameters::of_parts(&whole, now, |part: &Name| sent.sent(&part.field()))?;
            Some((whole.member, wanted))
        });
        let differs: Map<String, Value> = differs.chain(in_parts).collect();
        if !differs.is_empty() || sent.all("keep").any(|kept| kept == name) {
            patch.insert(role, differs);
        }
    }
    patch
}

/// What fields change, where all of it can be used; else each field that cannot, with why.
pub fn checked(game: &Game, house: &Map<String, Value>, sent: &Fields) -> Result<Patch, Refusal> {
    const FORM: &str = "checked";
    let typed = Typed::again(FORM, sent.clone());
    // Which language its choices are called in is all the same to a fault.
    let all = groups(Language::English, game, house, &typed, FORM).list.into_iter().flat_map(|group| group.settings);
    let wrong = all.filter_map(|one| Some(Refusal::field(one.field(), one.fault?)));
    Refusal::together(wrong.collect()).map(|()| patch(game, house, sent))
}

/// The fields of a form that set what a patch sets: the other way round.
pub fn fields(patch: &Patch) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for (role, members) in patch.iter().filter(|(role, _)| !role.has_names()) {
        let name = word(role);
        if members.is_empty() {
            all.push(("keep".to_owned(), name.clone()));
        }
        let set = members.iter().flat_map(|(member, value)| parameters::fields(Name::new(*role, member), value));
        all.extend(set.map(|(name, text)| (name.field(), text)));
    }
    all
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
    // Most lines of a thread set nothing, and reading all parameters takes its time.
    if patch.is_empty() {
        return Vec::new();
    }
    let after = game.bindings.parameters.patched(patch);
    let quantities = after.map_or_else(|_| game.bindings.parameters.quantities.clone(), |after| after.quantities);
    let said = |role, member: &str, value: &Value| said(frame, role, member, value, &quantities);
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
            before: parameters.get(&member).map_or_else(String::new, |value| said(role, &member, value)),
            after: said(role, &member, &value),
        })
    });
    changed.collect()
}

/// A parameter of a role as people read it.
fn said(frame: &Frame, role: Role, member: &str, value: &Value, counted: &Quantities) -> String {
    let name = Name::new(role, member);
    let known = match role {
        _ if name.written() == Some(Written::Minutes) => Some(shown(&name, value)),
        Role::Quantities => Quantity::deserialize(value).ok().map(|one| quantities::quantity(frame.language, &one)),
        Role::Effects => Effect::deserialize(value).ok().map(|one| quantities::effect(frame.language, &one, counted)),
        _ => None,
    };
    known.unwrap_or_else(|| told(frame, value))
}

/// A parameter as people read it.
fn told(frame: &Frame, value: &Value) -> String {
    if let Ok(threshold) = Threshold::deserialize(value) {
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
    if let Ok(holiday) = Holiday::deserialize(value) {
        let dates = Dates { zone: chrono_tz::Tz::UTC, language: frame.language };
        let [from, until] = [holiday.from, holiday.until].map(|day| dates.date(&day));
        return if from == until { from } else { format!("{from} – {until}") };
    }
    if let Ok(time) = NaiveTime::deserialize(value) {
        return time.format("%H:%M").to_string();
    }
    if let (Some(player), Some(day)) = (value["player"].as_str(), value["weekday"].as_str().and_then(weekday)) {
        return format!("{player} {day}");
    }
    let text = text(value);
    let known = frame.word("nomic-choice", &text).known().or_else(|| weekday(&text));
    known.map_or(text, |word| word.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rookery_nomic::parameters::Kind;
    use rookery_nomic::record::Beginning;

    #[test]
    fn what_cannot_be_used_is_told_at_its_field() {
        let game = Beginning::default().start().expect("the initial set");
        let typed = [
            ("court.window_seconds", "soon"),
            ("win.points", "0"),
            ("timezone.holidays", "Christmas"),
            ("adoption.by_kind.enact", "simple_majority"),
        ];
        let sent = typed.map(|(name, value)| (format!("set-{name}"), value.to_owned()));
        let refused = checked(&game, &Map::new(), &Fields::from(sent.to_vec())).expect_err("three faults");
        let mut fields: Vec<&str> = refused.errors.iter().map(|error| error.field.as_ref()).collect();
        fields.sort_unstable();
        assert_eq!(fields, ["set-court.window_seconds", "set-timezone.holidays", "set-win.points"]);
        let typed = Typed::again("draft", Fields::from(sent.to_vec()));
        let all = groups(Language::English, &game, &Map::new(), &typed, "draft").list;
        let told: Vec<(String, String)> = all
            .into_iter()
            .flat_map(|group| group.settings)
            .filter_map(|one| Some((one.name.to_string(), one.fault?.to_string())))
            .collect();
        let told: Vec<(&str, &str)> = told.iter().map(|(name, fault)| (name.as_str(), fault.as_str())).collect();
        let expected = [
            ("timezone.holidays", "This cannot be used here."),
            ("win.points", "This cannot be used here: a game cannot be won by the points that everybody starts with."),
            ("court.window_seconds", "This cannot be used here. It is written like this: 60"),
        ];
        for one in expected {
            assert!(told.contains(&one), "{one:?}: {told:?}");
        }
        assert_eq!(told.len(), expected.len(), "{told:?}");
    }

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
                "set-adoption.change.circuits" => *value = old.replace('2', "3"),
                "set-court.window_seconds" => {
                    assert_eq!(old, "60", "minutes");
                    *value = "1.5".to_owned();
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
        assert_eq!(after.adoption.threshold, Threshold::AtLeast(3));
        assert_eq!(after.adoption.change.map(|change| change.circuits), Some(3));
        assert_eq!((after.court.window_seconds, after.proposal_window.own_day_only), (90, false));
        assert_eq!(after.proposal_window.cutoff, chrono::NaiveTime::from_hms_opt(20, 0, 0));
        assert_eq!(patch.get(&Role::Numbering), Some(&Map::new()));
        let holidays: Vec<_> =
            after.timezone.holidays.iter().map(|one| (one.from.to_string(), one.until.to_string())).collect();
        assert_eq!(holidays[0], ("2026-12-21".to_owned(), "2027-01-03".to_owned()));
        assert_eq!(holidays[1].0, holidays[1].1, "a day alone");
        assert_eq!(Some(after.timezone.day_starts), chrono::NaiveTime::from_hms_opt(18, 0, 0));
        assert_eq!(after.voting.weight_of("Ben P"), 2);
        assert_eq!(
            (after.adoption.by_kind[1].kind, after.adoption.by_kind[1].needs),
            (Kind::Repeal, Threshold::AtLeast(3))
        );
        assert_eq!(after.transmute_threshold.to_immutable, Some(Threshold::TwoThirdsOfCast));
        assert_eq!(patch.len(), 8);
        let again = Fields::from(fields(&patch));
        assert_eq!(super::patch(&game, &house, &again), patch, "a draft comes back into its fields whole");
    }
}
