//! The rulebook of a game through time: at any instant, what changed, the history of a rule, what Judges said of it.

use chrono::{DateTime, Utc};
use serde::Serialize;

use super::engine::Game;
use super::engine::court::JudgementState;
use super::engine::plays::{Order, Target};
use super::engine::references;
use super::engine::rulebook::{Cause, Rule, RuleStatus, RuleVersion};
use crate::rulebook::diff::{Words, words};

/// A rule in one version.
#[derive(Clone, Debug, Serialize)]
pub struct Stated<'a> {
    /// Its name for life.
    pub id: &'a str,
    pub label: u32,
    pub immutable: bool,
    pub status: RuleStatus,
    pub text: &'a [String],
    pub since: DateTime<Utc>,
    pub cause: &'a Cause,
}

fn stated<'a>(id: &'a str, version: &'a RuleVersion) -> Stated<'a> {
    let RuleVersion { label, immutable, text, status, effective_at, cause, .. } = version;
    Stated { id, label: *label, immutable: *immutable, status: *status, text, since: *effective_at, cause }
}

/// Every rule as it was at an instant, by number; rules no longer in effect last.
pub fn rules_at(game: &Game, at: DateTime<Utc>) -> Vec<Stated<'_>> {
    let mut rules: Vec<Stated<'_>> = game.book.at(at).into_iter().map(|(id, version)| stated(id, version)).collect();
    rules.sort_by_key(|rule| (rule.status != RuleStatus::InEffect, rule.label));
    rules
}

/// How a rule came from one version to the next.
#[derive(Clone, Debug, Serialize)]
pub struct Change<'a> {
    pub from: Option<Stated<'a>>,
    pub to: Stated<'a>,
    /// The two texts as one run of words; nothing is left of a rule that is out of effect.
    pub words: Vec<Words>,
}

/// What a rule says: paragraphs, an empty line between them.
pub fn said(text: &[String]) -> String {
    text.iter().map(|paragraph| paragraph.trim()).collect::<Vec<_>>().join("\n\n")
}

fn in_effect(version: Option<&RuleVersion>) -> String {
    version.filter(|version| version.status == RuleStatus::InEffect).map_or_else(String::new, |v| said(&v.text))
}

fn change<'a>(id: &'a str, from: Option<&'a RuleVersion>, to: &'a RuleVersion) -> Change<'a> {
    let words = words(&in_effect(from), &in_effect(Some(to)));
    Change { from: from.map(|from| stated(id, from)), to: stated(id, to), words }
}

/// The rules that differ between two instants.
pub fn changes(game: &Game, from: DateTime<Utc>, to: DateTime<Utc>) -> Vec<Change<'_>> {
    let version_at =
        |rule: &'_ Rule, at: DateTime<Utc>| rule.versions.iter().rposition(|version| version.effective_at <= at);
    let changed = |rule| {
        let (before, after) = (version_at(rule, from), version_at(rule, to)?);
        let before: Option<&RuleVersion> = before.map(|place| &*rule.versions[place]);
        let after: &RuleVersion = &rule.versions[after];
        let same = before.is_some_and(|before| {
            (before.label, before.immutable, before.status, &before.text)
                == (after.label, after.immutable, after.status, &after.text)
        });
        (!same).then(|| change(&rule.id, before, after))
    };
    game.book.rules.iter().filter_map(changed).collect()
}

/// The rule of this number now, or the newest that ever had it.
pub fn rule(game: &Game, label: u32) -> Option<&Rule> {
    let bore = |rule: &&Rule| rule.versions.iter().any(|version| version.label == label);
    game.book.numbered(label).or_else(|| game.book.rules.iter().rev().find(bore))
}

/// Everything that happened to a rule, the oldest first.
pub fn history(rule: &Rule) -> Vec<Change<'_>> {
    let befores = std::iter::once(None).chain(rule.versions.iter().map(|version| Some(&**version)));
    befores.zip(&rule.versions).map(|(from, to)| change(&rule.id, from, to)).collect()
}

/// What an invoked Judgement says of a rule.
#[derive(Clone, Debug, Serialize)]
pub struct Precedent<'a> {
    pub judgement: &'a str,
    pub at: DateTime<Utc>,
    pub judge: &'a str,
    pub question: &'a str,
    pub text: &'a str,
    pub orders: &'a [Order],
    /// The rule's number when it was said.
    pub label: u32,
}

/// The invoked Judgements that are about a rule or name it, the oldest first.
pub fn precedents<'a>(game: &'a Game, rule: &Rule) -> Vec<Precedent<'a>> {
    let mut found = Vec::new();
    for point in game.points_of_order.iter() {
        for judgement in point.judgements.iter().filter(|judgement| judgement.state == JudgementState::Invoked) {
            let Some(now) = rule.versions.iter().rev().find(|version| version.effective_at <= judgement.at) else {
                continue;
            };
            let named = [&point.text, &judgement.text].into_iter().flat_map(|text| references::find(text));
            let named = named.map(|(_, label)| label).any(|label| label == now.label);
            let targeted = point.targets.contains(&Target::Rule { label: now.label });
            let ordered = judgement.orders.iter().any(|order| concerns(order, now.label));
            if named || targeted || ordered {
                found.push(Precedent {
                    judgement: &judgement.id,
                    at: judgement.at,
                    judge: &judgement.judge,
                    question: &point.text,
                    text: &judgement.text,
                    orders: &judgement.orders,
                    label: now.label,
                });
            }
        }
    }
    found
}

fn concerns(order: &Order, of: u32) -> bool {
    match order {
        Order::SetRuleVoid { label } | Order::UnvoidRule { label } | Order::MergeText { rule: label, .. } => {
            *label == of
        }
        Order::SetBinding { rule, .. } => *rule == Some(of),
        _ => false,
    }
}
