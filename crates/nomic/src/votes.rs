//! Votes (rules 104, 111, 113, 204): cast, counted at the end of the day, rewarded.

use super::bindings::{Force, Role};
use super::change::{Aim, Change};
use super::game::{Game, Source};
use super::ledger::Reason;
use super::parameters::{Kind, Occasion, Threshold};
use super::plays::{Made, Void};
use super::proposals::{Completion, Proposal, ProposalState, Vote};
use chrono::{DateTime, Utc};

impl Game {
    /// Rule 113: the first vote counts (rule 208, reading 15).
    pub(super) fn vote(
        &mut self,
        at: DateTime<Utc>,
        player: &str,
        number: Option<u32>,
        yes: bool,
        warnings: &mut Vec<Void>,
    ) -> Result<Made, Void> {
        if self.force(Role::Voting) == Force::Absent {
            return Err(Void::NoRule);
        }
        match self.voting_problem(at) {
            Some(problem) if self.enforces(Role::Voting) => return Err(problem),
            problem => warnings.extend(problem),
        }
        let voting = |place: &usize| self.proposals[*place].state == ProposalState::Voting;
        let place = match number {
            Some(number) => self.proposal(number).filter(voting).ok_or(Void::VotingClosed(number))?,
            None => {
                let open: Vec<usize> = self.open_proposals.iter().copied().filter(voting).collect();
                match open.as_slice() {
                    [] => return Err(Void::NothingToVoteOn),
                    [only] => *only,
                    several => {
                        let numbers = several.iter().filter_map(|place| self.proposals[*place].number);
                        return Err(Void::WhichProposal(
                            numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(", "),
                        ));
                    }
                }
            }
        };
        let proposal = &self.proposals[place];
        let number = proposal.number.unwrap_or_default();
        let used = proposal.counted().filter(|vote| vote.player == player).count();
        if used >= self.bindings.parameters.voting.votes_each as usize {
            if self.enforces(Role::Voting) {
                return Err(Void::AlreadyVoted(number));
            }
            warnings.push(Void::AlreadyVoted(number));
        }
        let weight = self.bindings.parameters.voting.weight_of(player);
        let vote = Vote { player: player.to_owned(), yes, at, void_by: None, weight, by: None, hidden: false };
        self.proposals[place].votes.push(vote);
        self.set_off_for(Occasion::Voted, Some(player), at);
        Ok(Made::Vote(number))
    }

    /// The end of the day: what governs the count is fixed; a disputed proposal is held (rules 206, 214).
    pub(super) fn complete_vote(&mut self, place: usize, at: DateTime<Utc>) {
        self.vote_by_proxy(place, at);
        let completion = self.completion(&self.proposals[place], at);
        self.proposals[place].completion = Some(completion);
        let number = self.proposals[place].number.unwrap_or_default();
        match self.verdict(place) {
            Some(adopted) if self.is_disputed(number) => {
                self.proposals[place].state =
                    if adopted { ProposalState::AdoptedHeld } else { ProposalState::DefeatedHeld };
            }
            _ => self.settle_vote(place, at),
        }
    }

    /// What governs the count of a vote that ends now.
    pub(super) fn completion(&self, proposal: &Proposal, at: DateTime<Utc>) -> Completion {
        let parameters = &self.bindings.parameters;
        Completion {
            at,
            eligible: self.eligible(),
            thresholds: self.thresholds(proposal),
            proposer_points: self
                .source(Role::ProposerPoints)
                .map(|source| (source, parameters.proposer_points.clone())),
            against_bonus: self.source(Role::AgainstBonus).map(|source| (source, parameters.against_bonus.clone())),
            defeat_penalty: self.source(Role::DefeatPenalty).map(|source| (source, parameters.defeat_penalty.clone())),
            effects: self.effects(),
        }
    }

    /// The enforced rule behind `role`, as numbered now.
    fn source(&self, role: Role) -> Option<Source> {
        let rule = self.bindings.rule(role).filter(|_| self.enforces(role))?;
        Some(Source { label: self.book.rule(rule)?.current().label, rule: rule.clone() })
    }

    /// Rule 204, and rule 111 for immutable rules that become mutable (readings 10 to 12); what players have set for
    /// a kind of change comes before the one for all.
    pub fn thresholds(&self, proposal: &Proposal) -> Option<Vec<Threshold>> {
        let (adoption, transmutation) =
            (&self.bindings.parameters.adoption, &self.bindings.parameters.transmute_threshold);
        let special = self.force(Role::TransmuteThreshold) != Force::Absent;
        let (mut of_111, mut of_204) = (Vec::new(), Vec::new());
        for (change, aim) in proposal.changes.iter().zip(&proposal.aims) {
            let own = match self.turns_immutable(change, aim) {
                Some(false) => Some(transmutation.threshold),
                Some(true) => transmutation.to_immutable,
                None => None,
            };
            match own.filter(|_| special) {
                Some(threshold) => of_111.push(threshold),
                None => {
                    let of_kind = adoption.by_kind.iter().find(|one| one.kind == Kind::of(change));
                    of_204.push(of_kind.map_or(adoption.threshold, |one| one.needs));
                }
            }
        }
        let unknown = |wanted: &Vec<Threshold>, role| !wanted.is_empty() && !self.enforces(role);
        if unknown(&of_111, Role::TransmuteThreshold) || unknown(&of_204, Role::Adoption) {
            return None;
        }
        let quorum = adoption.quorum.map(Threshold::Quorum).into_iter();
        let quorum = quorum.chain(adoption.quorum_part.map(Threshold::QuorumPart));
        let quorum = quorum.filter(|_| self.enforces(Role::Adoption));
        Some(each_once(of_111).into_iter().chain(each_once(of_204)).chain(quorum).collect())
    }

    /// What a transmutation makes of its rule.
    fn turns_immutable(&self, change: &Change, aim: &Aim) -> Option<bool> {
        match (change, aim) {
            (Change::Transmute { .. }, Aim::Rule(rule)) => self.book.rule(rule).map(|rule| !rule.current().immutable),
            _ => None,
        }
    }

    /// Adopted, defeated, or not to be said by any rule.
    fn verdict(&self, place: usize) -> Option<bool> {
        let proposal = &self.proposals[place];
        if proposal.upheld {
            return Some(true);
        }
        let completion = proposal.completion.as_ref()?;
        let tally = proposal.tally(&completion.eligible);
        Some(completion.thresholds.as_ref()?.iter().all(|threshold| threshold.adopts(tally)))
    }

    /// Effect and points of a counted vote that nothing holds back.
    pub(super) fn settle_vote(&mut self, place: usize, at: DateTime<Utc>) {
        let Some(adopted) = self.verdict(place) else {
            let number = self.proposals[place].number.unwrap_or_default();
            if self.proposals[place].state != ProposalState::Undetermined {
                self.proposals[place].state = ProposalState::Undetermined;
                self.ask_the_court(at, number);
            }
            return;
        };
        if adopted {
            self.put_into_effect(place, at);
        } else {
            self.proposals[place].state = ProposalState::Defeated;
            self.release_numbers(place);
        }
        self.post_vote_points(place, adopted, at);
    }

    /// Rules 203, 205 and 207, lowest number first (reading 34), in the versions that governed the vote (reading 4).
    pub(super) fn post_vote_points(&mut self, place: usize, adopted: bool, at: DateTime<Utc>) {
        let proposal = self.proposals[place].clone();
        let Some(completion) = proposal.completion.as_ref() else {
            return;
        };
        let (yes, cast) = proposal.count();
        let number = proposal.number.unwrap_or_default();
        let mut due: Vec<(Source, Vec<(String, i64)>)> = Vec::new();
        if let Some((source, points)) = &completion.proposer_points {
            due.push((
                source.clone(),
                vec![(proposal.proposer.clone(), points.earned(self.book.highest(), yes, cast))],
            ));
        }
        if let (true, Some((source, bonus))) = (adopted, &completion.against_bonus) {
            let against = |player: &String| proposal.counted().any(|vote| !vote.yes && vote.player == *player);
            let order = self.order_after(&proposal.proposer).into_iter().filter(against);
            due.push((source.clone(), order.map(|player| (player, bonus.points)).collect()));
        }
        if let (false, Some((source, penalty))) = (adopted, &completion.defeat_penalty) {
            due.push((source.clone(), vec![(proposal.proposer.clone(), -penalty.points)]));
        }
        due.sort_by_key(|(source, _)| source.label);
        for (source, entries) in due {
            for (player, delta) in entries.into_iter().filter(|(_, delta)| *delta != 0) {
                let reason = Reason::Proposal(number);
                let entry = self.post_under(&completion.effects, at, &player, delta, Some(source.clone()), reason);
                self.proposals[place].entries.extend(entry);
            }
        }
        self.set_off_by_vote(&completion.effects, &proposal.proposer, number, adopted, at);
    }
}

/// These in their order, each once.
fn each_once(thresholds: Vec<Threshold>) -> Vec<Threshold> {
    let mut once = Vec::new();
    for threshold in thresholds {
        if !once.contains(&threshold) {
            once.push(threshold);
        }
    }
    once
}
