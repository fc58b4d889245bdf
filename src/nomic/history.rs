//! The rulebook of a game through time: at any instant, what changed, the history of a rule, what Judges said of it.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use rookery_nomic::Game;
use rookery_nomic::court::{Judgement, JudgementState, PointOfOrder};
use rookery_nomic::game::Source;
use rookery_nomic::lines::court::without_id;
use rookery_nomic::plays::{Order, Target};
use rookery_nomic::proposals::{Proposal, ProposalState};
use rookery_nomic::references;
use rookery_nomic::rulebook::{Cause, Rule, RuleStatus, RuleVersion};
use rookery_nomic::wins::Basis;
use serde::Serialize;

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

/// Every rule at an instant, by number; rules no longer in effect last.
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

/// Lines this long were broken for their width alone: in a list or a verse they are shorter.
const BROKEN_FOR_WIDTH: usize = 60;

/// Lines that were broken for their width, on one line.
pub fn flowing(text: &str) -> String {
    let mut length = 0;
    let flow = |letter: char| match letter {
        '\n' if std::mem::take(&mut length) >= BROKEN_FOR_WIDTH => ' ',
        '\n' => '\n',
        other => {
            length += 1;
            other
        }
    };
    text.chars().map(flow).collect()
}

fn in_effect(version: Option<&RuleVersion>) -> String {
    let stands = version.filter(|version| version.status == RuleStatus::InEffect);
    stands.map_or_else(String::new, |version| flowing(&said(&version.text)))
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

/// The number now of the rule that had this one at an instant, or that has had it since; the same if none has.
pub fn number_now(game: &Game, label: u32, at: DateTime<Utc>) -> u32 {
    let had = |rule: &&Rule| {
        let then = rule.versions.iter().rfind(|version| version.effective_at <= at);
        then.is_some_and(|version| version.label == label)
    };
    let found = game.book.rules.iter().rfind(had).or_else(|| rule(game, label));
    found.map_or(label, |rule| rule.current().label)
}

/// Everything that happened to a rule, the oldest first.
pub fn history(rule: &Rule) -> Vec<Change<'_>> {
    let befores = std::iter::once(None).chain(rule.versions.iter().map(|version| Some(&**version)));
    befores.zip(&rule.versions).map(|(from, to)| change(&rule.id, from, to)).collect()
}

/// The numbers that a proposal takes up: one for each of its rule-changes (rule 109).
pub fn numbers(proposal: &Proposal) -> std::ops::Range<u32> {
    proposal.numbers()
}

/// The place of the proposal that has this number; of one that was struck only where no other has it now.
pub fn proposal(game: &Game, number: u32) -> Option<usize> {
    let has = |proposal: &Proposal| numbers(proposal).contains(&number);
    let stands = |proposal: &Proposal| has(proposal) && proposal.state != ProposalState::Void;
    game.proposals.iter().rposition(stands).or_else(|| game.proposals.iter().rposition(has))
}

/// What a proposal in effect made of the rules, references that follow its numbers included.
pub fn made_by<'a>(game: &'a Game, proposal: &Proposal) -> Vec<Change<'a>> {
    let numbers = numbers(proposal);
    let by_it = |version: &RuleVersion| {
        Some(version.effective_at) == proposal.effective_at
            && match &version.cause {
                Cause::Proposal { number } => numbers.contains(number),
                Cause::Renumber { to, .. } => numbers.contains(to),
                // A8: merged by the court.
                Cause::Judgement { .. } => numbers.contains(&version.label),
                _ => false,
            }
    };
    let versions = game.book.rules.iter().flat_map(|rule| rule.versions.iter().enumerate().map(move |one| (rule, one)));
    let told = |(rule, (place, version)): (&'a Rule, (usize, &'a Arc<RuleVersion>))| {
        let before = place.checked_sub(1).map(|before| &*rule.versions[before]);
        by_it(version).then(|| change(&rule.id, before, version))
    };
    versions.filter_map(told).collect()
}

/// The game with its rules as they were at an instant, to see what a proposal was to do then.
pub fn with_rules_at(game: &Game, at: DateTime<Utc>) -> Game {
    let mut then = game.clone();
    let book = &mut then.book;
    book.rules.iter_mut().for_each(|rule| rule.versions.retain(|version| version.effective_at <= at));
    book.rules.retain(|rule| !rule.versions.is_empty());
    let amendments = std::mem::take(&mut book.amendments).into_iter();
    let known = |rule: &str, version: usize| book.rule(rule).is_some_and(|rule| version < rule.versions.len());
    let amendments = amendments.filter(|one| known(&one.rule, one.to_version)).collect();
    book.amendments = amendments;
    then
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

/// The invoked Judgements that are about a rule, name it, or are about a proposal that made it what it is; the oldest first.
pub fn precedents<'a>(game: &'a Game, rule: &Rule) -> Vec<Precedent<'a>> {
    let made = |target: &Target| {
        let (Target::Proposal { number } | Target::Vote { proposal: number, .. }) = target else { return None };
        let numbers = numbers(&game.proposals[proposal(game, *number)?]);
        let by_it = |version: &&Arc<RuleVersion>| match version.cause {
            Cause::Proposal { number } => numbers.contains(&number),
            _ => false,
        };
        rule.versions.iter().find(by_it).map(|version| version.label)
    };
    let mut found = Vec::new();
    for point in game.points_of_order.iter() {
        for judgement in point.judgements.iter().filter(|judgement| judgement.state == JudgementState::Invoked) {
            let then = rule.versions.iter().rev().find(|version| version.effective_at <= judgement.at);
            let is_said_of = |label: u32| {
                let mut named = [&point.text, &judgement.text].into_iter().flat_map(|text| references::find(text));
                named.any(|(_, named)| named == label)
                    || point.targets.contains(&Target::Rule { label })
                    || judgement.orders.iter().any(|order| concerned(order) == Some(label))
                    || points_in_question(game, point, judgement).any(|source| source.rule == rule.id)
            };
            let label = then.map(|version| version.label).filter(|label| is_said_of(*label));
            if let Some(label) = label.or_else(|| point.targets.iter().find_map(made)) {
                found.push(Precedent {
                    judgement: &judgement.id,
                    at: judgement.at,
                    judge: &judgement.judge,
                    question: &point.text,
                    text: without_id(&judgement.text, &point.id),
                    orders: &judgement.orders,
                    label,
                });
            }
        }
    }
    found
}

/// The rules under which the points were made, or claimed, that a Judgement is about: those in question, those it takes out,
/// and those that a win in question was reached by.
pub fn points_in_question<'a>(
    game: &'a Game,
    point: &'a PointOfOrder,
    judgement: &'a Judgement,
) -> impl Iterator<Item = &'a Source> {
    let targeted = point.targets.iter().flat_map(move |target| match target {
        Target::Entry { seq } => vec![*seq],
        Target::Win => won_by(game, judgement.at),
        _ => Vec::new(),
    });
    let reversed = judgement.orders.iter().filter_map(|order| match order {
        Order::ReverseEntry { seq } => Some(*seq),
        _ => None,
    });
    targeted.chain(reversed).filter_map(move |seq| game.ledger.get(seq)?.rule.as_ref())
}

/// The points that reached the win which was the latest at an instant.
fn won_by(game: &Game, at: DateTime<Utc>) -> Vec<usize> {
    let latest = game.wins.iter().rfind(|win| win.at <= at);
    let entry = latest.and_then(|win| if let Basis::Entry(seq) = win.basis { Some(seq) } else { None });
    entry.into_iter().collect()
}

/// The number of the rule that an order is about.
pub fn concerned(order: &Order) -> Option<u32> {
    match order {
        Order::SetRuleVoid { label }
        | Order::UnvoidRule { label }
        | Order::Renumber { rule: label, .. }
        | Order::MergeText { rule: label, .. } => Some(*label),
        Order::SetBinding { rule, .. } => *rule,
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_broken_for_their_width_flow_and_verses_stay() {
        let wide = "A rule that was written on paper and broken at its right margin";
        assert_eq!(flowing(&format!("{wide}\ngoes on.\nRoses\nare red")), format!("{wide} goes on.\nRoses\nare red"));
    }
}
