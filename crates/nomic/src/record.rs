//! A game's log as a file: one line that starts it, then one line for each event.

use super::bindings::Role;
use super::documents::{Contradiction, Document, INITIAL_SET};
use super::edition::Edition;
use super::entries::wrong;
use super::game::Newcomer;
use super::parameters::Patch;
use super::rulebook::{InitialRule, RuleId};
use super::{Game, Refusal, Setup, references};
use chrono::NaiveDate;
use rookery_messages::{Message, say};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// The first line of a log. Without `rules` the game begins with the initial set.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Beginning {
    /// Which readings the game is played by; the first edition's, if none is named.
    #[serde(default, skip_serializing_if = "Edition::is_first")]
    pub edition: Edition,
    /// The first day; the document's date if none is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_date: Option<NaiveDate>,
    /// Without players: those that the rule of days names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<Newcomer>,
    /// The rules behind the roles, by number; those of the initial set if none are given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bindings: Option<BTreeMap<Role, Vec<u32>>>,
    /// Values that differ from the initial set's.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub parameters: Patch,
    /// The document of rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<Value>,
    /// The document of propositions that belongs to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub propositions: Option<Value>,
}

/// Why a log cannot begin.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BadBeginning {
    /// A document is not accepted.
    #[error(transparent)]
    Document(#[from] Contradiction),
    /// The game cannot start.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

impl BadBeginning {
    /// Why, as people read it.
    pub fn message(&self) -> Message {
        match self {
            Self::Document(contradiction) => contradiction.message(),
            Self::Refused(refusal) => refusal.message(),
        }
    }
}

impl Beginning {
    /// The rules document that the game begins with.
    pub fn rules(&self) -> Result<Document, Contradiction> {
        match &self.rules {
            Some(value) => Document::from_value(value.clone()),
            None => Document::parse(INITIAL_SET),
        }
    }

    /// The companion document, if one was given.
    pub fn propositions(&self) -> Result<Option<Document>, Contradiction> {
        let document = self.propositions.clone().map(Document::from_value).transpose()?;
        if let Some(document) = &document {
            self.check_companion(document)?;
        }
        Ok(document)
    }

    /// A rule that a proposal numbered must be among the adopted propositions (A6).
    fn check_companion(&self, propositions: &Document) -> Result<(), Contradiction> {
        let known = propositions.rules();
        for rule in self.rules()?.rules().iter().filter(|rule| rule.in_effect && rule.label > 300) {
            let proposal = known.iter().find(|proposal| proposal.label == rule.label);
            let problem = match proposal {
                None => say!("rule {label} has no proposition of that number", label = rule.label),
                Some(proposal) if !proposal.in_effect => {
                    say!("rule {label} has the number of a defeated proposition", label = rule.label)
                }
                Some(_) => continue,
            };
            return Err(wrong(format!("rules.{}.label", rule.id), problem));
        }
        Ok(())
    }

    /// The rules of its document whose words are not the initial set's.
    ///
    /// # Errors
    /// If the document is not accepted.
    pub fn own_words(&self) -> Result<Vec<RuleId>, Contradiction> {
        Ok(of_their_own(&self.rules()?.rules(), &Document::parse(INITIAL_SET)?.rules()))
    }

    /// The game's setup: roster written into the rule of days, bindings for the texts that are still the initial ones.
    pub fn setup(&self) -> Result<Setup, BadBeginning> {
        let document = self.rules()?;
        let companion = self.propositions()?;
        let mut rules = document.rules();
        let known = Document::parse(INITIAL_SET)?.rules();
        let carried = document.enforced()?.filter(|_| self.bindings.is_none());
        let unknown_texts = match &carried {
            Some(carried) => carried.reworded(&rules),
            None if self.bindings.is_some() => Vec::new(),
            None => of_their_own(&rules, &known),
        };
        let bindings = self.bindings.clone().unwrap_or_else(|| initial_bindings(&rules, &known));
        let label = bindings.get(&Role::Allocation).and_then(|labels| labels.first()).copied();
        let main = carried.as_ref().map(|carried| carried.main_rule(Role::Allocation));
        let is_main = |rule: &&mut InitialRule| match main {
            Some(main) => Some(&rule.id) == main,
            None => Some(rule.label) == label,
        };
        let allocation = rules.iter_mut().find(is_main);
        let players = match allocation {
            Some(rule) if self.players.is_empty() => roster(rule),
            Some(rule) => {
                write_roster(rule, &self.players);
                self.players.clone()
            }
            None => self.players.clone(),
        };
        let start_date = self.start_date.or(document.date()).unwrap_or_default();
        let used = companion.iter().flat_map(Document::rules).chain(document.rules()).map(|rule| rule.label).max();
        let next_number = used.filter(|label| *label > 300).map(|label| label + 1);
        let next_number = carried.as_ref().map(|carried| carried.next_number).or(next_number);
        Ok(Setup {
            start_date,
            players,
            rules,
            bindings: Some(bindings),
            parameters: self.parameters.clone(),
            next_number,
            unknown_texts,
            carried,
            edition: self.edition,
        })
    }

    /// The game at its first instant.
    pub fn start(&self) -> Result<Game, BadBeginning> {
        Ok(Game::start(&self.setup()?)?)
    }
}

/// The initial set's roles, with the numbers that their rules have in `rules`: ids are for life.
fn initial_bindings(rules: &[InitialRule], known: &[InitialRule]) -> BTreeMap<Role, Vec<u32>> {
    let number_now = |label: &u32| {
        let id = &known.iter().find(|rule| rule.label == *label)?.id;
        rules.iter().find(|rule| rule.id == *id).map(|rule| rule.label)
    };
    super::bindings::INITIAL
        .iter()
        .map(|(role, labels)| (*role, labels.iter().filter_map(number_now).collect()))
        .collect()
}

/// Those of these rules whose words are others than in the initial set.
fn of_their_own(rules: &[InitialRule], known: &[InitialRule]) -> Vec<RuleId> {
    let is_known = |rule: &&InitialRule| known.iter().any(|initial| initial.id == rule.id && same_words(initial, rule));
    rules.iter().filter(|rule| !is_known(rule)).map(|rule| rule.id.clone()).collect()
}

/// The same text, apart from the numbers that references carry and from white space.
fn same_words(one: &InitialRule, other: &InitialRule) -> bool {
    let words = |rule: &InitialRule| {
        let text = rule.text.join(" ");
        let bare = references::rewrite(&text, |_| Some(0)).unwrap_or(text);
        bare.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    words(one) == words(other)
}

/// A paragraph of the form "Ben P Wednesday".
pub(super) fn seat(paragraph: &str) -> Option<Newcomer> {
    let (name, weekday) = paragraph.trim().rsplit_once(' ')?;
    (!name.contains(['.', ','])).then_some(())?;
    Some(Newcomer { name: name.to_owned(), weekday: Some(weekday.parse().ok()?) })
}

fn roster(rule: &InitialRule) -> Vec<Newcomer> {
    rule.text.iter().filter_map(|paragraph| seat(paragraph)).collect()
}

/// Rule 201 names the players: other players, other lines (reading 32).
fn write_roster(rule: &mut InitialRule, players: &[Newcomer]) {
    let Some(first) = rule.text.iter().position(|paragraph| seat(paragraph).is_some()) else {
        return;
    };
    rule.text.retain(|paragraph| seat(paragraph).is_none());
    let day = |player: &Newcomer| player.weekday.map(|weekday| format!("{} {}\n", player.name, full_name(weekday)));
    let lines: Vec<String> = players.iter().filter_map(day).collect();
    rule.text.splice(first..first, lines);
}

/// A day by its whole name: `Monday`.
pub fn full_name(weekday: chrono::Weekday) -> &'static str {
    use chrono::Weekday as W;
    match weekday {
        W::Mon => "Monday",
        W::Tue => "Tuesday",
        W::Wed => "Wednesday",
        W::Thu => "Thursday",
        W::Fri => "Friday",
        W::Sat => "Saturday",
        W::Sun => "Sunday",
    }
}
