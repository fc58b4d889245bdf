//! The text layer (A0): rules, their versions, their numbers, and what each kind of rule-change does to them.

use super::change::{Aim, Change, Problem, Rewording};
use super::citations::{law, readings};
use super::edits::Marks;
use super::references;
use chrono::{DateTime, Utc};
use rookery_messages::{Message, say};
use serde::Serializer;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A rule's name for life: the seed's JSON key `"0"` to `"32"`, then the next free number.
pub type RuleId = String;

/// Which rule each number in a text meant when the text was written.
pub type Meanings = BTreeMap<u32, RuleId>;

/// A rule as a game begins with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InitialRule {
    /// Its name for life.
    pub id: RuleId,
    /// Its number.
    pub label: u32,
    /// Whether it is immutable.
    pub immutable: bool,
    /// Whether it is in effect.
    pub in_effect: bool,
    /// Its paragraphs.
    pub text: Vec<String>,
}

/// Whether a version of a rule counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RuleStatus {
    /// It counts.
    InEffect,
    /// Repealed by a rule-change.
    Repealed,
    /// Entirely void by a Judgement (rule 112, reading 11).
    Void,
}

/// Why a version exists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "by", rename_all = "snake_case")]
pub enum Cause {
    /// The game began with it.
    Initial,
    /// The rule-change of this number.
    Proposal {
        /// The number.
        number: u32,
    },
    /// Rule 204's change of itself.
    AutomaticChange,
    /// Rule 110: another rule was renumbered.
    Renumber {
        /// The number before.
        from: u32,
        /// The number from then on.
        to: u32,
    },
    /// An order of this Judgement.
    Judgement {
        /// The Judgement's id.
        id: String,
    },
    /// What happened after a win that is final is void: the rules are those of then.
    Win,
}

/// One version of a rule, in force from `effective_at` until the next.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleVersion {
    /// The rule's number.
    pub label: u32,
    /// Whether it is immutable.
    pub immutable: bool,
    /// Its paragraphs.
    pub text: Vec<String>,
    /// Whether it counts.
    pub status: RuleStatus,
    /// From when on.
    pub effective_at: DateTime<Utc>,
    /// Why there is this version.
    pub cause: Cause,
    /// What the numbers in the text mean: a reference stays right while the rule is out of effect.
    pub meanings: Meanings,
    /// How many versions the book had before this one.
    pub order: usize,
}

/// History is shared, not copied: a proposal is tried out on a copy of the book.
pub(super) fn shared<T: Serialize, S: Serializer>(list: &[Arc<T>], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(list.iter().map(Arc::as_ref))
}

/// A rule with its whole history, oldest first; never empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rule {
    /// Its name for life.
    pub id: RuleId,
    /// Its versions.
    #[serde(serialize_with = "shared")]
    pub versions: Vec<Arc<RuleVersion>>,
}

impl Rule {
    /// The version now in force.
    pub fn current(&self) -> &RuleVersion {
        self.versions.last().expect("a rule is made with its first version")
    }
}

/// An adopted amendment, so that it can itself be amended or repealed (rule 103).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Amendment {
    /// The number of the rule-change that made it.
    pub number: u32,
    /// The rule it amends.
    pub rule: RuleId,
    /// The place of the version before it in the rule's history.
    pub from_version: usize,
    /// The place of the version it made.
    pub to_version: usize,
    /// The words.
    pub how: Rewording,
    /// Which rule each number in it means.
    pub meanings: Meanings,
    /// Whether it still counts.
    pub in_effect: bool,
}

/// All rules of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rulebook {
    /// Every rule there is or was.
    pub rules: Vec<Rule>,
    /// Every adopted amendment.
    #[serde(serialize_with = "shared")]
    pub amendments: Vec<Arc<Amendment>>,
    /// How exactly an edit quotes the words it looks for.
    #[serde(skip)]
    pub marks: Marks,
}

impl Rulebook {
    /// The book a game starts with.
    pub fn new(initial: Vec<InitialRule>, at: DateTime<Utc>) -> Self {
        let rules = initial
            .into_iter()
            .enumerate()
            .map(|(order, rule)| {
                let status = if rule.in_effect { RuleStatus::InEffect } else { RuleStatus::Repealed };
                let version = RuleVersion {
                    label: rule.label,
                    immutable: rule.immutable,
                    text: rule.text,
                    status,
                    effective_at: at,
                    cause: Cause::Initial,
                    meanings: Meanings::new(),
                    order,
                };
                Rule { id: rule.id, versions: vec![Arc::new(version)] }
            })
            .collect();
        let mut book = Self { rules, amendments: Vec::new(), marks: Marks::default() };
        for index in 0..book.rules.len() {
            let meanings = book.meanings_of(book.rules[index].current().text.iter().map(String::as_str));
            Arc::make_mut(&mut book.rules[index].versions[0]).meanings = meanings;
        }
        book
    }

    /// The rule with this id.
    pub fn rule(&self, id: &str) -> Option<&Rule> {
        self.rules.iter().find(|rule| rule.id == id)
    }

    /// Whether the rule with this id is in effect.
    pub fn in_effect(&self, id: &str) -> bool {
        self.rule(id).is_some_and(|rule| rule.current().status == RuleStatus::InEffect)
    }

    /// The rule with this number now, those in effect first, then the newest.
    pub fn numbered(&self, label: u32) -> Option<&Rule> {
        let with = |rule: &&Rule| rule.current().label == label;
        let live = |rule: &&Rule| rule.current().status == RuleStatus::InEffect;
        self.rules.iter().filter(with).find(live).or_else(|| self.rules.iter().rev().find(with))
    }

    /// The rule that had this number last, whatever number it has now.
    pub fn once_numbered(&self, label: u32) -> Option<&Rule> {
        let had = |rule: &&Rule| {
            rule.versions.iter().rposition(|version| version.label == label).map(|place| rule.versions[place].order)
        };
        self.rules.iter().filter(|rule| had(rule).is_some()).max_by_key(had)
    }

    /// The rules in effect.
    pub fn live(&self) -> impl Iterator<Item = &Rule> {
        self.rules.iter().filter(|rule| rule.current().status == RuleStatus::InEffect)
    }

    /// How many mutable rules are in effect (rules 116, 211).
    pub fn mutable_rules(&self) -> usize {
        self.live().filter(|rule| !rule.current().immutable).count()
    }

    /// Whether an amendment of the rule is in effect, or anything else has given it other words than its first (reading 7).
    pub fn is_amended(&self, id: &str) -> bool {
        let says = |version: &RuleVersion| -> Vec<String> {
            version.text.iter().map(|part| self.render(part, &version.meanings)).collect()
        };
        let reworded = |rule: &Rule| says(&rule.versions[0]) != says(rule.current());
        self.amendments.iter().any(|amendment| amendment.rule == id && amendment.in_effect)
            || self.rule(id).is_some_and(reworded)
    }

    /// R of rule 203: the highest number of a rule in effect (reading 1).
    pub fn highest(&self) -> u32 {
        self.live().map(|rule| rule.current().label).max().unwrap_or(0)
    }

    /// What the numbers in `texts` mean now.
    pub fn meanings_of<'a>(&self, texts: impl Iterator<Item = &'a str>) -> Meanings {
        texts
            .flat_map(references::find)
            .filter_map(|(_, label)| Some((label, self.numbered(label)?.id.clone())))
            .collect()
    }

    /// `text` with each number it meant turned into that rule's number now (rule 110).
    pub fn render(&self, text: &str, meanings: &Meanings) -> String {
        let number = |label| Some(self.rule(meanings.get(&label)?)?.current().label);
        references::rewrite(text, number).unwrap_or_else(|| text.to_owned())
    }

    /// What `change` acts on, if it is a rule-change now (rule 103, reading 39).
    pub fn aim(&self, change: &Change) -> Result<Aim, Problem> {
        let aim = match change {
            Change::Enact { immutable: true, .. } => {
                return Err(Problem::Other(say!(
                    "only mutable rules can be enacted (rule {r103}{readings}); transmute it later",
                    r103 = law(103),
                    readings = readings(", readings 39 and 45")
                )));
            }
            Change::Enact { .. } => Aim::New,
            Change::Amend { rule, .. }
            | Change::Repeal { rule }
            | Change::Transmute { rule }
            | Change::Reenact { rule, .. } => {
                let found = self
                    .numbered(*rule)
                    .ok_or_else(|| Problem::Other(say!("there is no rule {label}", label = *rule)))?;
                Aim::Rule(found.id.clone())
            }
            Change::RepealAmendment { amendment } | Change::AmendAmendment { amendment, .. } => {
                let found = self.amendments.iter().rposition(|made| made.number == *amendment);
                Aim::Amendment(found.ok_or_else(|| {
                    Problem::Other(say!("no rule-change {amendment} amended a rule", amendment = *amendment))
                })?)
            }
        };
        let meanings = self.meanings_of(change.strings().into_iter());
        self.outcome(change, &aim, &meanings).map(|_| aim)
    }

    /// The version that `change` would put in force for the rule it acts on, with its number still the old one.
    fn outcome(&self, change: &Change, aim: &Aim, meanings: &Meanings) -> Result<Outcome, Problem> {
        let other = |why: Message| Err(Problem::Other(why));
        let write = |text: &[String]| -> Vec<String> { text.iter().map(|part| self.render(part, meanings)).collect() };
        let reword = |how: &Rewording| how.map_text(|text| self.render(text, meanings));
        if let Change::Enact { text, .. } = change {
            if text.iter().all(|paragraph| paragraph.trim().is_empty()) {
                return other(say!("a rule needs words"));
            }
            return Ok(Outcome { text: write(text), immutable: false, status: RuleStatus::InEffect });
        }
        let rule = match aim {
            Aim::New => return other(say!("a change of an existing rule must say which")),
            Aim::Rule(id) => self.rule(id),
            Aim::Amendment(index) => self.amendments.get(*index).and_then(|amendment| self.rule(&amendment.rule)),
        };
        let Some(rule) = rule else {
            return other(say!("the rule does not exist"));
        };
        let now = rule.current();
        let same = |text: Vec<String>| Ok(Outcome { text, immutable: now.immutable, status: now.status });
        if let Change::Reenact { text, .. } = change {
            if now.status == RuleStatus::InEffect {
                return other(say!(
                    "rule {label} is in effect; only a repealed rule can be reenacted",
                    label = now.label
                ));
            }
            let text = match text {
                Some(text) => write(text),
                None => now.text.iter().map(|part| self.render(part, &now.meanings)).collect(),
            };
            return Ok(Outcome { text, immutable: false, status: RuleStatus::InEffect });
        }
        if now.status != RuleStatus::InEffect {
            return other(say!("rule {label} is not in effect", label = now.label));
        }
        if let Change::Transmute { .. } = change {
            return Ok(Outcome { text: now.text.clone(), immutable: !now.immutable, status: now.status });
        }
        if now.immutable {
            return Err(Problem::Immutable(now.label));
        }
        match (change, aim) {
            (Change::Repeal { .. }, _) => {
                Ok(Outcome { text: now.text.clone(), immutable: false, status: RuleStatus::Repealed })
            }
            (Change::Amend { how, .. }, _) => same(reword(how).apply(&now.text, self.marks).map_err(Problem::Other)?),
            (Change::RepealAmendment { .. }, Aim::Amendment(index)) => same(self.without(*index, None)?),
            (Change::AmendAmendment { how, .. }, Aim::Amendment(index)) => {
                same(self.without(*index, Some(&reword(how)))?)
            }
            _ => other(say!("the change and what it acts on do not fit")),
        }
    }

    /// A rule's text as if the amendment at `index` had been `instead`, or had never been (A8).
    pub(super) fn without(&self, index: usize, instead: Option<&Rewording>) -> Result<Vec<String>, Problem> {
        let amendment = &self.amendments[index];
        let number = amendment.number;
        let other = Problem::Other;
        if !amendment.in_effect {
            return Err(other(say!("amendment {number} is no longer in effect", number)));
        }
        let rule = self.rule(&amendment.rule).ok_or_else(|| other(say!("the amended rule does not exist")))?;
        let after = &rule.versions[amendment.to_version + 1..];
        let own = |cause: &Cause| matches!(cause, Cause::AutomaticChange | Cause::Judgement { .. });
        if after.iter().any(|version| own(&version.cause)) {
            let label = rule.current().label;
            return Err(other(say!("rule {label} was rewritten after amendment {number}", label, number)));
        }
        let before = &rule.versions[amendment.from_version];
        let base: Vec<String> = before.text.iter().map(|part| self.render(part, &before.meanings)).collect();
        let mut text = match instead {
            Some(how) => how.apply(&base, self.marks).map_err(other)?,
            None => base,
        };
        let later = self.amendments[index + 1..].iter().filter(|later| later.rule == amendment.rule && later.in_effect);
        for later in later {
            let overlap = |why: Message| {
                let later = later.number;
                other(say!("amendment {later} builds on amendment {number}: {why}", later, number, why))
            };
            let how = later.how.map_text(|text| self.render(text, &later.meanings));
            match how {
                Rewording::Text(_) => return Err(overlap(say!("it replaced the whole text"))),
                how => text = how.apply(&text, self.marks).map_err(overlap)?,
            }
        }
        Ok(text)
    }

    /// Makes `change` as rule-change `number`; answers the rule changed and its renumbering, if any.
    pub fn make(
        &mut self,
        change: &Change,
        aim: &Aim,
        meanings: &Meanings,
        number: u32,
        at: DateTime<Utc>,
    ) -> Result<(RuleId, Option<(u32, u32)>), Problem> {
        let Outcome { text, immutable, status } = self.outcome(change, aim, meanings)?;
        let id = match aim {
            Aim::New => self.next_id(),
            Aim::Rule(id) => id.clone(),
            Aim::Amendment(index) => self.amendments[*index].rule.clone(),
        };
        let before = self.rule(&id).map(|rule| (rule.current().label, rule.versions.len() - 1));
        let (old, from_version) = before.unwrap_or((number, 0));
        let label = if matches!(change, Change::Repeal { .. }) { old } else { number };
        let cause = Cause::Proposal { number };
        let version = RuleVersion {
            label,
            immutable,
            text,
            status,
            effective_at: at,
            cause,
            meanings: Meanings::new(),
            order: 0,
        };
        self.push(&id, version);
        match (change, aim) {
            (Change::Amend { how, .. }, _) => self.amendments.push(Arc::new(Amendment {
                number,
                rule: id.clone(),
                from_version,
                to_version: from_version + 1,
                how: how.clone(),
                meanings: meanings.clone(),
                in_effect: true,
            })),
            (Change::RepealAmendment { .. }, Aim::Amendment(index)) => {
                Arc::make_mut(&mut self.amendments[*index]).in_effect = false;
            }
            // Its words are new: nothing that was done to the old ones can be undone in them (A8).
            (Change::Reenact { text: Some(_), .. }, _) => {
                let of_rule = self.amendments.iter_mut().filter(|amendment| amendment.rule == id);
                of_rule.for_each(|amendment| Arc::make_mut(amendment).in_effect = false);
            }
            (Change::AmendAmendment { how, .. }, Aim::Amendment(index)) => {
                let amendment = Arc::make_mut(&mut self.amendments[*index]);
                amendment.how = how.clone();
                amendment.meanings.extend(meanings.clone());
                amendment.number = number;
            }
            _ => {}
        }
        Ok((id, (label != old).then_some((old, label))))
    }

    /// Puts a version in force, the first of a new rule too; its place and what its numbers mean are found here.
    pub fn push(&mut self, id: &str, mut version: RuleVersion) {
        version.order = self.rules.iter().map(|rule| rule.versions.len()).sum();
        match self.rules.iter_mut().find(|rule| rule.id == id) {
            Some(rule) => rule.versions.push(Arc::new(version)),
            None => self.rules.push(Rule { id: id.to_owned(), versions: vec![Arc::new(version)] }),
        }
        self.refresh_meanings(id);
    }

    /// A copy of the version in force, to be changed and pushed.
    pub fn next_version(&self, id: &str, at: DateTime<Utc>, cause: Cause) -> Option<RuleVersion> {
        let now = self.rule(id)?.current();
        Some(RuleVersion { effective_at: at, cause, ..now.clone() })
    }

    fn refresh_meanings(&mut self, id: &str) {
        let Some(index) = self.rules.iter().position(|rule| rule.id == id) else {
            return;
        };
        let meanings = self.meanings_of(self.rules[index].current().text.iter().map(String::as_str));
        if let Some(version) = self.rules[index].versions.last_mut() {
            Arc::make_mut(version).meanings = meanings;
        }
    }

    /// Rule 110: follows a renumbering in the text of every rule in effect; answers the rules touched.
    pub fn renumber(&mut self, (from, to): (u32, u32), at: DateTime<Utc>) -> Vec<RuleId> {
        let mut touched = Vec::new();
        for index in 0..self.rules.len() {
            let now = self.rules[index].current();
            if now.status != RuleStatus::InEffect {
                continue;
            }
            let follow = |part: &String| references::rewrite(part, |label| (label == from).then_some(to));
            let rewritten: Vec<Option<String>> = now.text.iter().map(follow).collect();
            if rewritten.iter().all(Option::is_none) {
                continue;
            }
            let id = self.rules[index].id.clone();
            let text = now.text.iter().zip(rewritten).map(|(old, new)| new.unwrap_or_else(|| old.clone())).collect();
            let cause = Cause::Renumber { from, to };
            let version = RuleVersion { text, effective_at: at, cause, ..now.clone() };
            self.push(&id, version);
            touched.push(id);
        }
        touched
    }

    /// The next free id: one above the highest, counting the rules themselves.
    fn next_id(&self) -> RuleId {
        let highest = self.rules.iter().filter_map(|rule| rule.id.parse::<u64>().ok()).max();
        let free = highest.map_or(0, |id| id.saturating_add(1)).max(self.rules.len() as u64);
        free.to_string()
    }

    /// The version of each rule that was in force at `at`, oldest rule first.
    pub fn at(&self, at: DateTime<Utc>) -> Vec<(&RuleId, &RuleVersion)> {
        self.rules
            .iter()
            .filter_map(|rule| {
                Some((
                    &rule.id,
                    rule.versions.iter().rev().map(Arc::as_ref).find(|version| version.effective_at <= at)?,
                ))
            })
            .collect()
    }
}

struct Outcome {
    text: Vec<String>,
    immutable: bool,
    status: RuleStatus,
}
