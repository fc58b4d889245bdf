//! What a new version of the rulebook may be, and who may ask for one (Acts IV.1 to IV.5).

use std::borrow::Cow;

use rookery_messages::{Join, Message, say};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::diff::{Difference, difference};
use super::terms::{self, Provision, parent};
use super::{HouseRules, Rulebook};
use crate::error::{Act, FieldError, Refusal};

/// The changes of a new version; everything else is unchanged.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Draft {
    /// At most 100, each named once.
    #[serde(default)]
    pub acts: Vec<Wanted>,
    /// The house rules that change.
    #[serde(default)]
    #[schema(value_type = HouseRules)]
    pub rules: Map<String, Value>,
}

/// The wanted state of an Act: a text, or repealed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = WantedAct)]
pub struct Wanted {
    /// Of an Act that there is, or the next number under a section or an Act.
    #[schema(value_type = String)]
    pub citation: Act,
    /// 1 to 2000 characters; the names of house rules stand in braces: `{k}`.
    pub text: Option<String>,
    /// The Act, with all that stands under it, is to be in force no longer.
    #[serde(default)]
    pub repealed: bool,
}

/// Acts that one draft may change: comparing texts takes time.
const MOST_ACTS: usize = 100;

fn fault(field: String, detail: Message) -> FieldError {
    FieldError { field: field.into(), detail }
}

fn refused(title: Message, errors: Vec<FieldError>) -> Refusal {
    let detail = Message::joined(Join::Sentences, errors.iter().map(|error| error.detail.clone()));
    let mut refusal = Refusal::invalid(title, detail).act("IV.1");
    refusal.errors = errors;
    refusal
}

/// The rulebook with a draft carried out.
pub fn apply(book: &Rulebook, draft: &Draft) -> Result<Rulebook, Refusal> {
    // All that is wrong is said at once, of the house rules and of the Acts.
    let (rules, mut faults) = match changed(&book.rules, &draft.rules) {
        Ok(rules) => (rules, Vec::new()),
        Err(refusal) => (book.rules.clone(), refusal.errors),
    };
    let of_house_rules = faults.len();
    let mut next = Rulebook { terms: book.terms.clone(), rules };
    if draft.acts.len() > MOST_ACTS {
        faults.push(fault("acts".into(), say!("A draft changes at most {most} Acts.", most = MOST_ACTS)));
    }
    for (number, wanted) in draft.acts.iter().take(MOST_ACTS).enumerate() {
        if draft.acts.iter().take(number).any(|other| other.citation == wanted.citation) {
            let detail = say!("Act {act} stands here twice.", act = wanted.citation.to_string());
            faults.push(fault(format!("acts[{number}].citation"), detail));
        } else if let Err(error) = put(&mut next, wanted, number) {
            faults.push(error);
        }
    }
    if !faults.is_empty() {
        let is_of_acts = faults.len() > of_house_rules;
        let title = if is_of_acts { say!("Terms that cannot be") } else { say!("House rules that cannot be") };
        return Err(refused(title, faults));
    }
    if difference(book, &next).is_empty() {
        let detail =
            say!("Nothing is changed yet: change the wording of an Act, add or repeal one, or change a house rule.");
        return Err(Refusal::invalid(say!("Nothing changes"), detail).act("IV.1"));
    }
    Ok(next)
}

/// Puts one wanted Act in its place.
fn put(book: &mut Rulebook, wanted: &Wanted, number: usize) -> Result<(), FieldError> {
    let citation = wanted.citation.0.as_ref();
    let text = match (&wanted.text, wanted.repealed) {
        (Some(text), false) => {
            Some(checked(text, &book.rules).map_err(|why| fault(format!("acts[{number}].text"), why))?)
        }
        (None, true) => None,
        _ => {
            return Err(fault(format!("acts[{number}]"), say!("Give Act {act} a text, or repeal it.", act = citation)));
        }
    };
    let wrong = |detail: Message| Err(fault(format!("acts[{number}].citation"), detail));
    if let Some(under) = parent(citation)
        && let Some(above) = book.terms.find(under)
        && above.repealed
    {
        return wrong(say!("Act {act} is repealed, and all that stands under it: bring that back first.", act = under));
    }
    let Some(text) = text else {
        if book.terms.find(citation).is_none_or(|provision| provision.repealed) {
            return wrong(say!("There is no Act {act} in force to repeal.", act = citation));
        }
        let within = |provision: &&mut Provision| terms::is_within(&provision.citation.0, citation);
        let acts = book.terms.sections.iter_mut().flat_map(|section| &mut section.acts);
        acts.filter(within).for_each(|provision| provision.repealed = true);
        return Ok(());
    };
    if let Some(provision) = book.terms.find_mut(citation) {
        (provision.text, provision.repealed) = (text, false);
        return Ok(());
    }
    let under = parent(citation).unwrap_or_default();
    let is_there =
        book.terms.find(under).is_some() || book.terms.sections.iter().any(|section| section.number == under);
    if !is_there {
        return wrong(say!("There is no Act {act}, and nothing it could stand under.", act = citation));
    }
    let next = book.terms.next_citation(under);
    if next != citation {
        return wrong(say!("There is no Act {act}; the next new one there is {next}.", act = citation, next));
    }
    book.terms.insert(Provision { citation: Act(citation.to_owned().into()), text, repealed: false });
    Ok(())
}

/// The wording of an Act, trimmed, or what is wrong with it.
fn checked(text: &str, rules: &HouseRules) -> Result<String, Message> {
    let text = text.trim();
    if !(1..=2000).contains(&text.chars().count()) || text.chars().any(|letter| letter.is_control() && letter != '\n') {
        return Err(say!("An Act is 1 to 2000 characters of plain text; a new line begins a new paragraph."));
    }
    let names = terms::placeholders(text)
        .map_err(|half| say!("Braces hold the name of a house rule: here is {half}.", half))?;
    let known = rules.members();
    match names.iter().find(|name| known.iter().all(|(rule, _)| rule != *name)) {
        Some(name) => Err(say!("There is no house rule \"{name}\" to fill in.", name)),
        None => Ok(text.to_owned()),
    }
}

/// The house rules with some of them changed, where that makes sense.
pub fn changed(rules: &HouseRules, changes: &Map<String, Value>) -> Result<HouseRules, Refusal> {
    let mut next = rules.clone();
    let mut faults = Vec::new();
    for (name, value) in changes {
        match with(&next, name, value) {
            Ok(rules) => next = rules,
            Err(why) => faults.push(fault(name.clone(), why)),
        }
    }
    faults.extend(next.faults());
    if faults.is_empty() { Ok(next) } else { Err(refused(say!("House rules that cannot be"), faults)) }
}

fn with(rules: &HouseRules, name: &str, value: &Value) -> Result<HouseRules, Message> {
    let mut members: Map<String, Value> = rules.members().into_iter().collect();
    let Some(held) = members.insert(name.to_owned(), value.clone()) else {
        return Err(say!("There is no house rule \"{name}\".", name));
    };
    serde_json::from_value(Value::Object(members)).map_err(|_| wanted(name, &held))
}

/// The wanted value of a house rule, by its type.
fn wanted(name: &str, held: &Value) -> Message {
    match held {
        _ if name == "visitors" => say!("Choose nothing, leaderboard or everything."),
        _ if name == "confirmation" => say!("Choose none, dispute or before_it_counts."),
        Value::Number(number) => {
            say!("Write a whole number, 0 or more, such as {number}.", number = number.to_string())
        }
        Value::Bool(_) => say!("Say yes or no: true or false."),
        other => say!("Write it like {text}.", text = other.as_str().unwrap_or_default()),
    }
}

/// Why a version is published, or wanted.
pub fn note(text: &str) -> Result<String, Refusal> {
    plain("note", text, 1, 1000, say!("Say what changes and why, in 1 to 1000 characters."))
}

/// A text that people read, trimmed and checked.
pub fn plain(
    field: &'static str,
    text: &str,
    least: usize,
    most: usize,
    otherwise: Message,
) -> Result<String, Refusal> {
    let text = text.trim();
    let is_plain = !text.chars().any(|letter| letter.is_control() && !matches!(letter, '\n' | '\t' | '\r'));
    if is_plain && (least..=most).contains(&text.chars().count()) {
        return Ok(text.to_owned());
    }
    Err(Refusal::field(field, otherwise))
}

/// A draft that was written against `base`, carried out on `newest`: possible unless another version
/// changed the same Acts or house rules since.
pub fn rebase(base: &Rulebook, newest: &Rulebook, draft: &Draft) -> Result<Rulebook, Refusal> {
    let wanted = difference(base, &apply(base, draft)?);
    let (acts, rules) = wanted.shared_with(&difference(base, newest));
    if acts.is_empty() && rules.is_empty() {
        return apply(newest, draft);
    }
    let named = acts.iter().map(|act| say!("Act {act}", act = act.to_string()));
    let named = named.chain(rules.iter().map(|rule| say!("house rule {rule}", rule)));
    let detail = say!(
        "Changed since by another version: {changes}. Write the change against the newest one.",
        changes = Message::joined(Join::Commas, named)
    );
    let mut refusal = Refusal::conflict(say!("Changed since"), detail).with("rules", rules);
    refusal.acts = acts;
    refusal.acts.push("IV.5".into());
    Err(refusal)
}

/// What a draft would change, written against `base`.
pub fn preview(base: &Rulebook, draft: &Draft) -> Result<Difference, Refusal> {
    Ok(difference(base, &apply(base, draft)?))
}

/// What cites an Act, with or without the word: `I.9.10`, `Act 0.11`. Refused, by the Act that asks for it, unless the Act is
/// in force by these Terms.
pub fn cited(
    terms: &terms::Terms,
    field: impl Into<Cow<'static, str>>,
    text: &str,
    asked_by: &'static str,
) -> Result<Act, Refusal> {
    let citation = text.trim();
    let citation = citation.strip_prefix("Act ").unwrap_or(citation);
    if citation.is_empty() {
        return Err(Refusal::field(field, say!("Choose an Act.")).act(asked_by));
    }
    let unknown = || {
        let detail =
            say!("No Act in force then has this number; write section, act and sub-act as in `II.5` or `I.9.10`.");
        Refusal::field(field, detail).act(asked_by)
    };
    let provision = terms.find(citation).filter(|provision| !provision.repealed).ok_or_else(unknown)?;
    Ok(provision.citation.clone())
}

/// The table that is to govern the house rules by these changes, where they name one.
pub fn governor(changes: &Difference) -> Option<i64> {
    let change = changes.rules.iter().find(|change| change.name == "nomic_table");
    change.and_then(|change| change.to.as_i64()).filter(|table| *table != 0)
}

/// A table governs the house rules only by a game of Nomic; `game` is what is played at it, if there is such a table.
pub fn governs(table: i64, game: Option<&str>) -> Result<(), Refusal> {
    let wrong = match game {
        Some("nomic") => return Ok(()),
        Some(game) => say!("The game at table {table} is {game}, not nomic.", table, game),
        None => say!("There is no table {table}.", table),
    };
    let detail = wrong.then(say!("Give the number of a table of Nomic, or 0: no game governs."));
    Err(Refusal::field("nomic_table", detail).act("IV.1"))
}

/// Most suggestions that a member may have waiting: enough for ideas, too few for noise.
const MOST_WAITING: i64 = 3;
/// Most suggestions that a member may make within 24 hours.
const MOST_A_DAY: i64 = 5;
/// Most change requests of one moderator or justice that may wait.
pub const MOST_REQUESTS: i64 = 10;

/// The facts about a person who makes a suggestion.
#[derive(Clone, Copy, Debug)]
pub struct Suggester {
    /// On the leaderboard.
    pub is_member: bool,
    /// Suggestions that wait for an answer.
    pub waiting: i64,
    /// Suggestions made in the last 24 hours, answered and withdrawn ones too.
    pub made_today: i64,
}

/// A member's suggestion, checked: its text, and Acts that it is about, which must be there.
pub fn suggest(by: Suggester, terms: &terms::Terms, acts: &[Act], text: &str) -> Result<String, Refusal> {
    if !by.is_member {
        return Err(Refusal::forbidden(say!("Members suggest changes: join the leaderboard first."), "IV.4"));
    }
    if by.waiting >= MOST_WAITING {
        let count = by.waiting;
        let detail = say!("You have {count} suggestions waiting, the most there may be; withdraw one first.", count);
        return Err(Refusal::conflict(say!("Enough suggestions"), detail).act("IV.4"));
    }
    if by.made_today >= MOST_A_DAY {
        let count = MOST_A_DAY;
        let detail = say!("You have made {count} suggestions within a day; the next is heard tomorrow.", count);
        return Err(Refusal::conflict(say!("Enough suggestions"), detail).act("IV.4"));
    }
    if let Some(unknown) = acts.iter().find(|act| terms.find(&act.0).is_none()) {
        return Err(Refusal::field("acts", say!("There is no Act {act}.", act = unknown.to_string())).act("IV.4"));
    }
    if acts.len() > 20 {
        return Err(Refusal::field("acts", say!("Name at most 20 Acts.")).act("IV.4"));
    }
    let otherwise = say!("Say what should be otherwise and why, in 10 to 2000 characters.");
    plain("text", text, 10, 2000, otherwise).map_err(|refusal| refusal.act("IV.4"))
}

#[cfg(test)]
#[path = "rules_tests.rs"]
mod tests;
