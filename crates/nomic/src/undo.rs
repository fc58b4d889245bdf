//! Orders that undo an adoption (A0): the rules as if it had not been, from the Judgement on (rule 108: nothing works
//! backwards).

use super::accounts::About;
use super::change::{Aim, Change};
use super::game::Game;
use super::proposals::{Proposal, ProposalState};
use super::rulebook::{Cause, Rule, RuleId, RuleStatus, RuleVersion};
use super::wins::TakenBy;
use chrono::{DateTime, Utc};
use rookery_messages::{Message, say};
use std::sync::Arc;

impl Game {
    /// Whether the adoption of a proposal can be undone.
    pub(super) fn check_undo(&self, number: u32) -> Result<(), Message> {
        let place = self.proposal(number).ok_or_else(|| say!("there is no proposal {number}", number))?;
        if self.proposals[place].state != ProposalState::InEffect {
            return Err(say!("proposal {number} is not in effect: there is no adoption to undo", number));
        }
        self.without(&self.proposals[place]).map(drop)
    }

    /// Whether a proposal can be said to be defeated.
    pub(super) fn check_defeat(&self, number: u32) -> Result<(), Message> {
        use ProposalState as S;
        let place = self.proposal(number).ok_or_else(|| say!("there is no proposal {number}", number))?;
        match self.proposals[place].state {
            S::InEffect => self.check_undo(number),
            S::Voting => Err(say!("proposal {number} is still voted on: it is void, or its votes are counted", number)),
            S::AdoptedHeld | S::DefeatedHeld | S::AdoptedBarred | S::Conflict(_) | S::Undetermined => Ok(()),
            _ => Err(say!("proposal {number} is settled, and was not adopted", number)),
        }
    }

    /// The adoption is undone: the rules, the parameters and the points that it brought go.
    pub(super) fn undo(&mut self, number: u32, judgement: &str, at: DateTime<Utc>) {
        let Some(place) = self.proposal(number) else { return };
        self.take_back_rules(place, judgement, at);
        self.take_back_points(place, judgement, at);
        self.proposals[place].state = ProposalState::Undone;
    }

    /// The proposal counts as defeated: what it brought goes, and the points of a defeat are posted.
    pub(super) fn defeat(&mut self, number: u32, judgement: &str, at: DateTime<Utc>) {
        let Some(place) = self.proposal(number) else { return };
        let was_in_effect = self.proposals[place].state == ProposalState::InEffect;
        if was_in_effect {
            self.take_back_rules(place, judgement, at);
        }
        self.take_back_points(place, judgement, at);
        self.proposals[place].state = ProposalState::Defeated;
        if !was_in_effect {
            self.release_numbers(place);
        }
        self.post_vote_points(place, false, at);
    }

    fn take_back_points(&mut self, place: usize, judgement: &str, at: DateTime<Utc>) {
        for entry in self.proposals[place].entries.clone() {
            self.reverse(entry, judgement, at);
        }
        if let Some(number) = self.proposals[place].number {
            self.take_back_deeds(&About::Proposal(number), &TakenBy::judgement(judgement), at);
        }
    }

    fn take_back_rules(&mut self, place: usize, judgement: &str, at: DateTime<Utc>) {
        let proposal = self.proposals[place].clone();
        let Ok(versions) = self.without(&proposal) else { return };
        let numbers = proposal.numbers();
        let rules: Vec<RuleId> = versions.iter().map(|(rule, _)| rule.clone()).collect();
        let follows = self.enforces(super::bindings::Role::RenumberRefs);
        for (rule, mut version) in versions {
            let before = self.book.rule(&rule).map_or(version.label, |rule| rule.current().label);
            (version.effective_at, version.cause) = (at, Cause::Judgement { id: judgement.to_owned() });
            let after = version.label;
            self.book.push(&rule, version);
            if before != after && follows {
                self.book.renumber((before, after), at);
            }
        }
        for (change, aim) in proposal.changes.iter().zip(&proposal.aims) {
            if let (Change::RepealAmendment { .. }, Aim::Amendment(index)) = (change, aim) {
                Arc::make_mut(&mut self.book.amendments[*index]).in_effect = true;
            }
        }
        for amendment in self.book.amendments.iter_mut().filter(|one| numbers.contains(&one.number)) {
            Arc::make_mut(amendment).in_effect = false;
        }
        if let Some(number) = proposal.number {
            self.bindings.take_back(number, &rules, proposal.parameters.as_ref());
        }
        self.bindings.settle(&self.book);
        self.seat_players();
    }

    /// What each rule that `proposal` made or changed would be without it.
    fn without(&self, proposal: &Proposal) -> Result<Vec<(RuleId, RuleVersion)>, Message> {
        let numbers = proposal.numbers();
        if proposal.changes.iter().any(|change| matches!(change, Change::AmendAmendment { .. })) {
            return Err(say!(
                "what an amendment of an amendment changed can only be written again: order how the rule reads"
            ));
        }
        let by_it = |version: &RuleVersion| match version.cause {
            Cause::Proposal { number } => {
                numbers.contains(&number) && Some(version.effective_at) == proposal.effective_at
            }
            _ => false,
        };
        let mut undone = Vec::new();
        for rule in &self.book.rules {
            let Some(first) = rule.versions.iter().position(|version| by_it(version)) else { continue };
            let last = rule.versions.iter().rposition(|version| by_it(version)).unwrap_or(first);
            undone.push((rule.id.clone(), self.rule_without(rule, first, last)?));
        }
        Ok(undone)
    }

    /// A rule without its versions from `first` to `last`.
    fn rule_without(&self, rule: &Rule, first: usize, last: usize) -> Result<RuleVersion, Message> {
        let now = rule.current();
        let Some(before) = first.checked_sub(1).map(|before| &rule.versions[before]) else {
            return Ok(RuleVersion { status: RuleStatus::Void, ..now.clone() });
        };
        let is_own = |version: &RuleVersion| !matches!(version.cause, Cause::Renumber { .. });
        if rule.versions[last + 1..].iter().any(|version| is_own(version)) {
            let amendments = self.book.amendments.iter();
            let made_it = |to: usize| (first..=last).contains(&to);
            let places: Vec<usize> = amendments
                .enumerate()
                .filter(|(_, one)| one.rule == rule.id && one.in_effect && made_it(one.to_version))
                .map(|(place, _)| place)
                .collect();
            let label = now.label;
            return match places.as_slice() {
                [place] if first == last => {
                    let text = self.book.without(*place, None).map_err(|problem| problem.message())?;
                    Ok(RuleVersion { text, ..now.clone() })
                }
                _ => Err(say!("rule {label} has been changed since; order how it reads", label)),
            };
        }
        let is_free = self.book.live().all(|other| other.id == rule.id || other.current().label != before.label);
        Ok(RuleVersion {
            label: if is_free { before.label } else { now.label },
            text: before.text.iter().map(|part| self.book.render(part, &before.meanings)).collect(),
            ..before.as_ref().clone()
        })
    }
}
