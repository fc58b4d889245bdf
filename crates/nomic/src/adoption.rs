//! How an adopted rule-change changes the rules (rules 108, 109, 110, 116, 211), and its announcement.

use super::bindings::{Bindings, Role};
use super::change::{Aim, Change};
use super::citations::{law, readings};
use super::game::{Concern, Game};
use super::ledger::Reason;
use super::proposals::{Proposal, ProposalState};
use super::rulebook::{RuleId, Rulebook};
use chrono::{DateTime, Utc};
use rookery_messages::say;

/// What an adopted proposal makes of the rules; the game is not touched yet.
pub struct Changed {
    /// The rules then.
    pub book: Rulebook,
    /// What the game does because of them then.
    pub bindings: Bindings,
    /// The rules changed by the proposal itself.
    pub rules: Vec<RuleId>,
    /// Rules whose references follow (rule 110).
    pub rewritten: Vec<RuleId>,
    /// Roles that nobody gave parameters for.
    pub stale: Vec<Role>,
}

impl Game {
    /// An adopted proposal becomes part of the rules, or is barred, or does not fit (A3).
    pub(super) fn put_into_effect(&mut self, place: usize, at: DateTime<Utc>) {
        let number = self.proposals[place].number.unwrap_or_default();
        let state = match self.changed(&self.proposals[place], at) {
            Ok(changed) => {
                self.follow(place, number, changed, at);
                self.proposals[place].effective_at = Some(at);
                ProposalState::InEffect
            }
            Err(state) => state,
        };
        match &state {
            ProposalState::Conflict(problem) => {
                let warning = say!(
                    "Proposal {number} was adopted, but cannot be put into the text: {problem}. \
                     A Judgement must merge it (A8).",
                    number,
                    problem
                );
                self.alert_of(at, warning, Concern::Proposal(place));
            }
            ProposalState::AdoptedBarred => {
                let warning = say!(
                    "Proposal {number} was adopted, but changes nothing: \
                     rules {r116} and {r211} bar it{readings}.",
                    number,
                    r116 = law(116),
                    r211 = law(211),
                    readings = readings(" (readings 37 and 38)")
                );
                self.alert(at, warning);
            }
            _ => {}
        }
        self.proposals[place].state = state;
    }

    fn follow(&mut self, place: usize, number: u32, changed: Changed, at: DateTime<Utc>) {
        let (goal, first) = (self.goal(), self.bindings.parameters.numbering.first);
        self.book = changed.book;
        self.bindings = changed.bindings;
        // Where a rule that set the number only goes, numbers go on from where they are.
        let numbering = self.proposals[place].parameters.as_ref().and_then(|patch| patch.get(&Role::Numbering));
        if !self.edition.is_ninth() || numbering.is_some_and(|members| members.contains_key("first")) {
            self.follow_numbering(first);
        }
        self.stretch_windows();
        self.warn_of_conflicts(at);
        if let Some(patch) = self.proposals[place].parameters.clone() {
            self.set_house_rules(at, &patch, Reason::Proposal(number));
        }
        for role in changed.stale {
            self.warn_stale(at, role, Some(number));
        }
        self.seat_players();
        self.look_for_impossible_play(at);
        self.look_below(goal, at);
    }

    /// A role's rule has other words now, by this proposal or by a Judgement.
    pub(super) fn warn_stale(&mut self, at: DateTime<Utc>, concerned: Role, proposal: Option<u32>) {
        let role = concerned.in_words();
        let warning = match proposal {
            Some(number) => say!(
                "The text behind {role} was changed by proposal {number} without parameters: \
                 it only warns until a Judgement or a proposal supplies them (A0).",
                role,
                number
            ),
            None => say!(
                "The text behind {role} was changed by a Judgement without parameters: \
                 it only warns until a Judgement or a proposal supplies them (A0).",
                role
            ),
        };
        self.alert_of(at, warning, Concern::Role(concerned));
    }

    /// Places of the changes in `proposal` that give `rule` other words, by itself or by an amendment of it.
    pub(super) fn rewordings(&self, proposal: &Proposal, rule: &RuleId) -> Vec<usize> {
        let of_rule = |aim: &Aim| match aim {
            Aim::New => false,
            Aim::Rule(aimed) => aimed == rule,
            Aim::Amendment(index) => self.book.amendments.get(*index).is_some_and(|amendment| amendment.rule == *rule),
        };
        let changes = proposal.changes.iter().zip(&proposal.aims).enumerate();
        let rewordings = changes.filter(|(_, (change, aim))| change.rewords() && of_rule(aim));
        rewordings.map(|(index, _)| index).collect()
    }

    /// The rules after `proposal`, if it were in effect at `at`; otherwise the state it would be left in.
    pub(super) fn changed(&self, proposal: &Proposal, at: DateTime<Utc>) -> Result<Changed, ProposalState> {
        let conflict = ProposalState::Conflict;
        let mut book = self.book.clone();
        let mut bindings = self.bindings.clone();
        let (mut rules, mut rewritten, mut stale) = (Vec::new(), Vec::new(), Vec::new());
        let follows = self.enforces(Role::RenumberRefs);
        let first = proposal.number.unwrap_or_default();
        for ((change, aim), number) in proposal.changes.iter().zip(&proposal.aims).zip(first..) {
            let (rule, renumbered) = book
                .make(change, aim, &proposal.meanings, number, at)
                .map_err(|problem| conflict(problem.message()))?;
            if change.rewords() {
                stale.extend(bindings.mark_stale(&rule, proposal.parameters.as_ref(), &book));
            } else if matches!(change, Change::Repeal { .. }) {
                stale.extend(bindings.mark_stale_without(&rule, proposal.parameters.as_ref(), &book));
            }
            // At once: the next change must find the words as this one leaves them.
            if let Some(numbers) = renumbered.filter(|_| follows) {
                rewritten.extend(book.renumber(numbers, at));
            }
            rules.push(rule);
        }
        let (before, after) = (self.book.mutable_rules(), book.mutable_rules());
        let over = after > before && after > self.bindings.parameters.mutable_cap.rules;
        if after == 0 || (over && self.enforces(Role::MutableCap)) {
            return Err(ProposalState::AdoptedBarred);
        }
        if let Some(patch) = &proposal.parameters {
            bindings.adopt(patch, &rules, proposal.number, &book).map_err(conflict)?;
        }
        // Other changes bring no rule into effect and put none out of it.
        let comes_or_goes = |change: &Change| matches!(change, Change::Repeal { .. } | Change::Reenact { .. });
        if proposal.changes.iter().any(comes_or_goes) {
            bindings.settle(&book);
        }
        Ok(Changed { book, bindings, rules, rewritten, stale })
    }
}
