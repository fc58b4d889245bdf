//! The form for what players count: quantities and effects that a rule-change sets, a list of them and fields for one more.

mod filling;
mod reading;
#[cfg(test)]
mod tests;

use rookery_messages::say;
use rookery_nomic::Game;
use rookery_nomic::bindings::Role;
use rookery_nomic::parameters::{Effect, POINTS, Patch, Quantity};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::quantities;
use crate::error::{Error, Refusal};
use crate::fields::{of_word, word};
use crate::nomic::parameters;
use crate::web::layout::Frame;
use crate::web::typed::{Fields, Typed};
use filling::{fill, kind};
use reading::typed;

/// What is chosen for the quantity in the fields above: no quantity has a colon in its name.
const NEW: &str = ":new";

/// What is chosen for a card that one player holds, where else stands who has some.
const CARD: &str = "card";

/// The most changes that an effect can have.
const MOST: usize = 10;

/// Changes that the form for a new effect has fields for.
const FEW: usize = 2;

/// A quantity or an effect that is in force, or that the draft sets.
pub struct Item {
    role: Role,
    /// Where the fields stand that it is changed in.
    pub fields: String,
    pub name: String,
    pub what: String,
    /// The number of the rule that it comes from now.
    pub rule: Option<u32>,
    /// What the draft makes of it, if anything.
    becomes: Option<Becomes>,
}

/// What a draft makes of a quantity or an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Becomes {
    New,
    Changed,
    Gone,
}

impl Item {
    /// What its buttons say: that it is changed, taken away, or left as it is in force.
    pub fn to_change(&self) -> String {
        self.to(Does::Change)
    }

    pub fn to_take(&self) -> String {
        self.to(Does::Take)
    }

    pub fn to_back(&self) -> String {
        self.to(Does::Back)
    }

    fn to(&self, does: Does) -> String {
        Asked { does, role: self.role, name: &self.name }.written()
    }

    /// The word for what the draft makes of it.
    pub fn becomes(&self) -> Option<String> {
        self.becomes.map(|becomes| word(&becomes))
    }

    pub fn is_gone(&self) -> bool {
        self.becomes == Some(Becomes::Gone)
    }

    /// Whether the draft changes what is in force.
    pub fn is_changed(&self) -> bool {
        matches!(self.becomes, Some(Becomes::Changed | Becomes::Gone))
    }
}

/// A part of the form: the names of its fields begin with its word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Part {
    Quantity,
    Effect,
    Change,
}

impl Part {
    /// The part that a field belongs to, if to one of these.
    fn of(field: &str) -> Option<Part> {
        of_word(field.split_once('-')?.0)
    }
}

/// What a field of a change of an effect says: its name ends with this word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Says {
    Quantity,
    Whose,
    Name,
    How,
    By,
    Of,
    Per,
    Least,
}

impl Says {
    /// Of `change-2-per`, the word after the number.
    fn change(field: &str) -> Option<Says> {
        let (name, end) = field.rsplit_once('-')?;
        of_word(end).filter(|_| Part::of(name) == Some(Part::Change))
    }
}

/// What a button of the list does to a quantity or an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Does {
    /// Puts it into the fields.
    Change,
    /// Takes it away by the rule-change.
    Take,
    /// Leaves it as it is in force.
    Back,
}

/// The name of the list's buttons.
const ASKED: &str = "own-do";

/// What a button of the list asks for. It is written `change effects tax`; a name may have spaces.
#[derive(Debug, PartialEq, Eq)]
struct Asked<'a> {
    does: Does,
    role: Role,
    name: &'a str,
}

impl<'a> Asked<'a> {
    fn read(text: &'a str) -> Option<Asked<'a>> {
        let mut parts = text.splitn(3, ' ');
        Some(Asked { does: of_word(parts.next()?)?, role: of_word(parts.next()?)?, name: parts.next()? })
    }

    fn written(&self) -> String {
        format!("{} {} {}", word(&self.does), word(&self.role), self.name)
    }
}

/// The field that puts what is called `effects tax` into the fields, as its button does.
pub fn to_change(called: &str) -> (String, String) {
    (ASKED.to_owned(), format!("{} {called}", word(&Does::Change)))
}

/// What the form shows beside its fields.
pub struct Counting {
    pub items: Vec<Item>,
    /// Quantities to choose from, by name: how each is called and who has some.
    pub names: Vec<(String, String)>,
    /// Fields for so many changes of an effect.
    pub changes: usize,
    /// Whether the fields for a quantity and for an effect are open: something has a name there, or is wrong.
    pub opens_quantity: bool,
    pub opens_effect: bool,
}

impl Counting {
    pub fn of(frame: &Frame, game: &Game, typed: &Typed) -> Counting {
        let own = own(typed.fields()).unwrap_or_default();
        let after = game.bindings.parameters.patched(&own);
        let quantities = after.map_or_else(|_| game.bindings.parameters.quantities.clone(), |after| after.quantities);
        let said = |role: Role, value: &Value| match role {
            Role::Quantities => Quantity::deserialize(value).ok().map(|one| quantities::quantity(frame.language, &one)),
            _ => Effect::deserialize(value).ok().map(|one| quantities::effect(frame.language, &one, &quantities)),
        };
        let mut items = Vec::new();
        for role in [Role::Quantities, Role::Effects] {
            let (now, set) = (game.bindings.parameters.of(role), own.get(&role).cloned().unwrap_or_default());
            let new = set.keys().filter(|name| !now.contains_key(*name));
            for name in now.keys().chain(new) {
                let (before, after) = (now.get(name), set.get(name));
                let becomes = match (before, after) {
                    (_, Some(Value::Null)) => Some(Becomes::Gone),
                    (None, _) => Some(Becomes::New),
                    (Some(_), Some(_)) => Some(Becomes::Changed),
                    (Some(_), None) => None,
                };
                let shown = after.filter(|after| !after.is_null()).or(before);
                items.push(Item {
                    role,
                    fields: format!("own-{}", word(&role)),
                    what: shown.and_then(|value| said(role, value)).unwrap_or_default(),
                    rule: before.and_then(|_| game.supplied_by(role, name)),
                    name: name.clone(),
                    becomes,
                });
            }
        }
        let filled = (1..=MOST).filter(|place| typed.fields().has(&format!("change-{place}-quantity"))).count();
        let owners = |one: &Quantity| frame.word("nomic-owners", kind(one));
        let mut names: Vec<(String, String)> =
            quantities.iter().map(|(name, one)| (name.clone(), format!("{name} ({})", owners(one)))).collect();
        // What an effect names that no rule has any more stays chosen.
        for name in typed.fields().named("").filter(|(field, _)| names_a_quantity(field)).map(|(_, name)| name) {
            if ![POINTS, NEW, ""].contains(&name) && names.iter().all(|(known, _)| known != name) {
                names.push((name.to_owned(), name.to_owned()));
            }
        }
        let wrong = typed.refusal("draft").map_or(&[][..], |refusal| &refusal.errors);
        let is_wrong = |part: Part| wrong.iter().any(|error| Part::of(&error.field) == Some(part));
        let has = |name: &str| typed.fields().has(name);
        Counting {
            items,
            names,
            changes: (filled + 1).clamp(FEW, MOST),
            opens_quantity: has("quantity-name") || is_wrong(Part::Quantity),
            opens_effect: has("effect-name") || is_wrong(Part::Effect) || is_wrong(Part::Change),
        }
    }
}

fn names_a_quantity(field: &str) -> bool {
    field == "effect-of" || matches!(Says::change(field), Some(Says::Quantity | Says::Per))
}

/// What the form gathers, as it carries it along.
pub fn fields(patch: &Patch) -> Option<(String, String)> {
    let mut own = patch.clone();
    own.retain(|role, _| role.has_names());
    (!own.is_empty()).then(|| ("own".to_owned(), parameters::line(&own)))
}

/// What the form has gathered so far.
fn own(sent: &Fields) -> Result<Patch, Refusal> {
    let Some(text) = sent.some("own") else { return Ok(Patch::new()) };
    let wrong = || Refusal::field("own", say!("What was gathered beside the draft cannot be read: begin it again."));
    let mut own = parameters::patch(text).ok_or_else(wrong)?;
    own.retain(|role, _| role.has_names());
    Ok(own)
}

/// What is typed joins what was gathered before; a button of the list is carried out. The fields are free for the next
/// then, or hold what is to be changed.
pub fn merged(game: &Game, sent: &mut Fields) -> Result<Patch, Error> {
    let mut own = own(sent)?;
    let now = |role: Role| game.bindings.parameters.of(role);
    for (role, members) in typed(sent)? {
        let (field, was) = match role {
            Role::Quantities => ("quantity-name", sent.some("quantity-was")),
            _ => ("effect-name", sent.some("effect-was")),
        };
        let set = own.entry(role).or_default();
        for (name, value) in members {
            let is_there = set.get(&name).map_or_else(|| now(role).contains_key(&name), |value| !value.is_null());
            if is_there && was != Some(name.as_str()) {
                let taken = say!(
                    "There is already something called “{name}”: choose “Change” beside it in the list, or give another name.",
                    name
                );
                return Err(Refusal::field(field, taken).into());
            }
            if let Some(was) = was.filter(|was| *was != name) {
                take_away(&now(role), set, was);
            }
            set.insert(name, value);
        }
    }
    let asked = sent.text(ASKED).to_owned();
    let others = sent.named("").filter(|(name, _)| Part::of(name).is_none() && *name != ASKED);
    *sent = Fields::from(others.map(|(name, text)| (name.to_owned(), text.to_owned())).collect::<Vec<_>>());
    if let Some(Asked { does, role, name }) = Asked::read(&asked) {
        let set = own.entry(role).or_default();
        match does {
            Does::Change => fill(sent, role, name, set.get(name).or(now(role).get(name))),
            Does::Take => take_away(&now(role), set, name),
            Does::Back => drop(set.shift_remove(name)),
        }
    }
    own.retain(|_, set| !set.is_empty());
    sent.set("own", &if own.is_empty() { String::new() } else { parameters::line(&own) });
    Ok(own)
}

/// What is in force goes with the rule-change; what the draft alone has is forgotten.
fn take_away(now: &Map<String, Value>, set: &mut Map<String, Value>, name: &str) {
    if now.contains_key(name) {
        set.insert(name.to_owned(), Value::Null);
    } else {
        set.shift_remove(name);
    }
}
