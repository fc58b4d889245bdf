//! How a rule-change is proposed (rules 103, 107, 109, 202): when, by whom, and whether it is one.

use super::bindings::{Force, Role};
use super::change::{Aim, Change};
use super::citations::{law, readings};
use super::game::{Concern, Game};
use super::numbering;
use super::parameters::{Parameters, Patch};
use super::plays::{Made, Void};
use super::proposals::{Draft, Proposal, ProposalState};
use super::rulebook::{Cause, Meanings, RuleStatus};
use super::time;
use chrono::{DateTime, Utc};
use rookery_messages::{Message, say};

impl Game {
    /// Why `player` may not propose now (rule 202); with a stale rule, what would be the reason if it were known.
    pub fn window_problem(&self, player: &str, at: DateTime<Utc>) -> Option<Void> {
        let window = &self.bindings.parameters.proposal_window;
        let today = self.players_of(self.day);
        if window.own_day_only
            && self.force(Role::Allocation) != Force::Advisory
            && !today.iter().any(|own| own == player)
        {
            return Some(Void::NotOwnDay(today));
        }
        if let Some(opens) = window.opens.filter(|opens| at < self.time_within(self.day, *opens)) {
            return Some(Void::BeforeOpening(opens));
        }
        if let Some(cutoff) = window.cutoff.filter(|cutoff| at >= self.time_within(self.day, *cutoff)) {
            return Some(Void::AfterCutoff(cutoff));
        }
        let proper = |proposal: &&Proposal| {
            let spent =
                matches!(proposal.state, ProposalState::Improper(_) | ProposalState::Void | ProposalState::Unfinished);
            proposal.day == self.day && !spent
        };
        let submitted =
            self.proposals.iter().rev().take_while(|proposal| proposal.day == self.day).filter(proper).count();
        (submitted >= window.per_day as usize).then_some(Void::SecondOfDay)
    }

    /// Whether these are rule-changes now (rule 103), what they act on, and what their numbers mean.
    pub fn check_changes(&self, changes: &[Change], parameters: Option<&Patch>) -> Result<(Vec<Aim>, Meanings), Void> {
        let most = self.bindings.parameters.proposal_window.changes as usize;
        if changes.is_empty() {
            return Err(Void::NotARuleChange(say!("it changes nothing")));
        }
        if changes.len() > most && most == 1 && self.edition.is_sixth() && self.enforces(Role::ProposalWindow) {
            return Err(Void::NotARuleChange(say!(
                "a proposal holds one rule-change, and this one {number}{readings}",
                number = changes.len(),
                readings = readings(" (reading 39)")
            )));
        }
        if changes.len() > most && self.enforces(Role::ProposalWindow) {
            return Err(Void::NotARuleChange(say!(
                "a proposal holds at most {most} rule-change(s), this one {number}{readings}",
                most,
                number = changes.len(),
                readings = readings(" (reading 39)")
            )));
        }
        let aims = changes.iter().map(|change| self.aim(change)).collect::<Result<_, _>>()?;
        if let Some(patch) = parameters {
            let now = &self.bindings.parameters;
            let plainly = |why| now.unread(patch, self.edition).filter(|_| self.edition.is_sixth()).unwrap_or(why);
            let patched = now.patched(patch).map_err(|why| Void::BadParameters(plainly(why)))?;
            self.check_of_today(&patched).map_err(Void::BadParameters)?;
            if patch.keys().any(|role| role.has_names()) {
                self.check_names(&patched).map_err(Void::BadParameters)?;
            }
        }
        // Where no rule makes references follow, a number stays what was written.
        let follows = self.enforces(Role::RenumberRefs);
        let texts = changes.iter().filter(|_| follows).flat_map(Change::strings);
        Ok((aims, self.book.meanings_of(texts)))
    }

    /// What a change acts on, if it is a rule-change now.
    fn aim(&self, change: &Change) -> Result<Aim, Void> {
        self.book.aim(change).map_err(|problem| {
            let named = match change {
                Change::Amend { rule, .. } | Change::Repeal { rule } | Change::Transmute { rule } => Some(*rule),
                Change::Reenact { rule, .. } if self.book.numbered(*rule).is_none() => Some(*rule),
                _ => None,
            };
            named.and_then(|label| self.whereabouts(label)).map_or_else(|| problem.into(), Void::NotARuleChange)
        })
    }

    /// Why no rule in effect has this number though one had it: it has another now, or is no longer in effect (ninth edition).
    fn whereabouts(&self, label: u32) -> Option<Message> {
        if !self.edition.is_ninth() {
            return None;
        }
        if let Some(rule) = self.book.numbered(label) {
            let now = rule.current();
            let has_ended = now.status != RuleStatus::InEffect && now.cause != Cause::Initial;
            let day = time::day_of(now.effective_at, self.bindings.parameters.timezone.zone);
            return has_ended.then(|| say!("rule {label} has not been in effect since {day}", label, day));
        }
        let now = self.book.once_numbered(label)?.current();
        let number = now.label;
        Some(match now.status {
            RuleStatus::InEffect => say!("rule {label} is now rule {number}", label, number),
            _ => say!("rule {label} became rule {number}, and that is not in effect", label, number),
        })
    }

    /// Why nothing can be done about the rule of this number, which no rule has.
    pub(super) fn no_rule(&self, label: u32) -> Message {
        self.whereabouts(label).unwrap_or_else(|| say!("there is no rule {label}", label))
    }

    /// Rule 107. Improper submissions are kept, get no number and take no slot (readings 31, 39).
    pub(super) fn propose(
        &mut self,
        at: DateTime<Utc>,
        player: &str,
        draft: Draft,
        warnings: &mut Vec<Void>,
    ) -> Result<Made, Void> {
        let unfinished = draft.unfinished;
        let begun = self.open_proposals.iter().copied().find(|place| {
            let proposal = &self.proposals[*place];
            proposal.state == ProposalState::Unfinished && proposal.proposer == player
        });
        let place = match begun {
            Some(place) => {
                let proposal = &mut self.proposals[place];
                proposal.text = format!("{}\n{}", proposal.text, draft.text);
                proposal.changes.extend(draft.changes);
                proposal.submitted_at = at;
                if let Some(patch) = draft.parameters {
                    proposal.parameters.get_or_insert_default().extend(patch);
                }
                place
            }
            None => {
                self.proposals.push(Proposal::new(self.day, player, at, draft));
                self.open_proposals.push(self.proposals.len() - 1);
                self.proposals.len() - 1
            }
        };
        match self.window_problem(player, at) {
            Some(problem) if self.enforces(Role::ProposalWindow) => {
                return Err(self.improper(place, problem));
            }
            Some(problem) if self.force(Role::ProposalWindow) == Force::Advisory => warnings.push(problem),
            _ => {}
        }
        if unfinished {
            return Ok(Made::Part);
        }
        let proposal = &self.proposals[place];
        let (aims, meanings) = match self.check_changes(&proposal.changes, proposal.parameters.as_ref()) {
            Ok(found) => found,
            Err(problem) => return Err(self.improper(place, problem)),
        };
        let number = self.number_for(self.proposals[place].changes.len());
        let secret = self.enforces(Role::Voting) && self.bindings.parameters.voting.secret;
        let proposal = &mut self.proposals[place];
        (proposal.aims, proposal.meanings) = (aims, meanings);
        proposal.number = Some(number);
        proposal.state = ProposalState::Voting;
        proposal.secret = secret;
        self.next_number = number.saturating_add(u32::try_from(proposal.changes.len()).unwrap_or(u32::MAX));
        self.warn_of_effect(place, number, at);
        Ok(Made::Proposal(number))
    }

    /// What has been wrong with parameters since the third edition: logs of before may have it.
    pub(super) fn check_of_today(&self, parameters: &Parameters) -> Result<(), Message> {
        if !self.edition.is_third() {
            return Ok(());
        }
        parameters.check_hours()?;
        numbering::check_first(parameters.numbering.first)
    }

    /// Whether quantities and effects can be played with.
    fn check_names(&self, parameters: &Parameters) -> Result<(), Message> {
        if self.edition.is_first() {
            return Err(say!(
                "this game began with an earlier version, which knew no quantities of the players' own; write the rule in words, \
                 and claim what it gives"
            ));
        }
        parameters.check_effects()
    }

    fn improper(&mut self, place: usize, problem: Void) -> Void {
        self.proposals[place].state = ProposalState::Improper(problem.clone());
        self.open_proposals.retain(|open| *open != place);
        problem
    }

    /// The parts of a proposal that never came (reading 15).
    pub(super) fn give_up(&mut self, place: usize) {
        self.improper(place, Void::NeverFinished);
    }

    /// Readings 37 and 40: said when it is proposed, not refused.
    fn warn_of_effect(&mut self, place: usize, number: u32, at: DateTime<Utc>) {
        let proposal = &self.proposals[place];
        if let Err(ProposalState::AdoptedBarred) = self.changed(proposal, at) {
            let warning = say!(
                "Proposal {number} could not take effect now if it were adopted: \
                 rules {r116} and {r211} bar it{readings}.",
                number,
                r116 = law(116),
                r211 = law(211),
                readings = readings(" (readings 37 and 38)")
            );
            self.alert_of(at, warning, Concern::Proposal(place));
        }
        let proposal = &self.proposals[place];
        let aims_at_win = proposal
            .aims
            .iter()
            .any(|aim| matches!(aim, Aim::Rule(rule) if self.bindings.rule(Role::Win) == Some(rule)));
        if aims_at_win || proposal.parameters.as_ref().is_some_and(|patch| patch.contains_key(&Role::Win)) {
            let warning = say!(
                "Proposal {number} is about winning: \
                 rule {r114} allows another number of points, not another kind of win{readings}.",
                number,
                r114 = law(114),
                readings = readings(" (reading 40)")
            );
            self.alert_of(at, warning, Concern::Proposal(place));
        }
    }
}
