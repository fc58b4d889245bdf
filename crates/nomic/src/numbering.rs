//! Numbers of proposals and rules (rule 109), as the players' rule has them.

use super::bindings::Role;
use super::citations::law;
use super::game::Game;
use super::parameters::Parts;
use super::plays::Target;
use super::proposals::ProposalState;
use super::rulebook::Cause;
use chrono::{DateTime, Utc};
use rookery_messages::{Message, say};

/// Numbers that rules may be given lie below this.
const LIMIT: u32 = 900_000_000;

/// Whether proposals can go on with this number.
pub(super) fn check_first(first: u32) -> Result<(), Message> {
    if !(1..LIMIT).contains(&first) {
        return Err(say!("numbering.first must lie between 1 and {most}", most = LIMIT - 1));
    }
    Ok(())
}

/// Whether a rule or a proposal can have this number.
fn check_number(number: u32) -> Result<(), Message> {
    if !(1..LIMIT).contains(&number) {
        return Err(say!(
            "{number} is no number for a rule: it must lie between 1 and {most}",
            number,
            most = LIMIT - 1
        ));
    }
    Ok(())
}

impl Game {
    /// The first number that a proposal of so many parts would get: the next, or where players have set that back,
    /// the next that are free.
    pub fn number_for(&self, parts: usize) -> u32 {
        if self.edition.is_first() {
            return self.next_number;
        }
        let parts = u32::try_from(parts.max(1)).unwrap_or(1);
        let labels = self.book.rules.iter().flat_map(|rule| rule.versions.iter().map(|version| version.label));
        let proposals = self.proposals.iter().filter(|proposal| proposal.state != ProposalState::Void);
        let mut used: Vec<u32> = labels.chain(proposals.flat_map(|proposal| proposal.numbers())).collect();
        used.retain(|number| *number >= self.next_number);
        used.sort_unstable();
        let mut first = self.next_number;
        for number in used {
            if number >= first.saturating_add(parts) {
                break;
            }
            first = number.saturating_add(1);
        }
        first
    }

    /// Where the number to go on with was changed, the next proposal gets it.
    pub(super) fn follow_numbering(&mut self, before: u32) {
        let first = self.bindings.parameters.numbering.first;
        if self.edition.is_second() && first != before {
            self.next_number = first;
        }
    }

    /// A defeated proposal keeps one number, if the players' rule has it so and nobody has used the next.
    pub(super) fn release_numbers(&mut self, place: usize) {
        let proposal = &self.proposals[place];
        let releases = self.bindings.parameters.numbering.parts == Parts::Released && self.enforces(Role::Numbering);
        if let Some(first) = proposal.number.filter(|_| releases && proposal.numbers().end == self.next_number) {
            self.next_number = first + 1;
            self.proposals[place].released = true;
        }
    }

    /// Whether a rule can get this number.
    pub(super) fn check_renumbering(&self, rule: u32, number: u32) -> Result<(), Message> {
        let found = self.book.numbered(rule).ok_or_else(|| say!("there is no rule {label}", label = rule))?;
        check_number(number)?;
        if self.book.live().any(|other| other.current().label == number && other.id != found.id) {
            return Err(say!("another rule in effect has the number {number}", number));
        }
        if rule == number {
            return Err(say!("rule {label} has that number already", label = rule));
        }
        Ok(())
    }

    /// A rule gets another number, and references follow (rule 110).
    pub(super) fn renumber(&mut self, rule: u32, number: u32, cause: Cause, at: DateTime<Utc>) {
        let Some(id) = self.book.numbered(rule).map(|rule| rule.id.clone()) else { return };
        if let Some(mut version) = self.book.next_version(&id, at, cause) {
            version.label = number;
            self.book.push(&id, version);
            if self.enforces(Role::RenumberRefs) {
                self.book.renumber((rule, number), at);
            }
        }
    }

    /// The place of a proposal that can get this number: it is to come into effect under it, so nothing else has it.
    pub(super) fn check_proposal_number(&self, proposal: u32, number: u32) -> Result<usize, Message> {
        let place = self.proposal(proposal).ok_or_else(|| say!("there is no proposal {number}", number = proposal))?;
        let found = &self.proposals[place];
        if !found.may_be_renumbered() {
            return Err(say!(
                "proposal {number} is settled (rule {r108}); a rule gets another number by “Rule … becomes Rule …”",
                number = proposal,
                r108 = law(108)
            ));
        }
        check_number(number)?;
        let wanted = found.numbers_from(number);
        let others = self.proposals.iter().enumerate().filter(|(other, one)| {
            *other != place && one.state != ProposalState::Void && one.numbers().any(|taken| wanted.contains(&taken))
        });
        let rules = self.book.live().filter(|rule| wanted.contains(&rule.current().label));
        if number == proposal || others.count() + rules.count() > 0 {
            return Err(say!("the number {number} is taken", number));
        }
        Ok(place)
    }

    /// A proposal gets another number, and questions to the court about it follow. If it was the latest, the next one comes
    /// after it still.
    pub(super) fn renumber_proposal(&mut self, proposal: u32, number: u32) -> Result<(), Message> {
        let place = self.check_proposal_number(proposal, number)?;
        let found = &mut self.proposals[place];
        if found.numbers().end == self.next_number {
            self.next_number = found.numbers_from(number).end;
        }
        found.number = Some(number);
        let since = found.submitted_at;
        let points = self.points_of_order.iter_mut().filter(|point| point.at >= since);
        for target in points.flat_map(|point| &mut point.targets) {
            if let Target::Proposal { number: named } | Target::Vote { proposal: named, .. } = target
                && *named == proposal
            {
                *named = number;
            }
        }
        Ok(())
    }

    /// Two rules in effect that say different things of the same are shown as soon as they do.
    pub(super) fn warn_of_conflicts(&mut self, at: DateTime<Utc>) {
        let (bindings, book) = (&self.bindings, &self.book);
        let told = if self.edition.is_fifth() { bindings.conflicts(book) } else { bindings.conflicts_of_before(book) };
        for conflict in told {
            let warning = conflict.message();
            if !self.alerts.iter().any(|alert| alert.text == warning) {
                self.alert(at, warning);
            }
        }
    }
}
