//! Proposals (rules 103, 107-110, 202): what one is, how it is submitted, and put into effect once adopted.

use super::bindings::{Bindings, Force, Role};
use super::change::{Aim, Change};
use super::effects::Ready;
use super::game::{Game, Source};
use super::ledger::Reason;
use super::numbering;
use super::parameters::{Parameters, Patch, Points, ProposerPoints, Tally, Threshold};
use super::plays::{Made, Void};
use super::rulebook::{Meanings, RuleId, Rulebook};
use super::said::english;
use chrono::{DateTime, NaiveDate, Utc};
use rookery_messages::{Message, say};
use serde::Serialize;

/// A vote on a proposal (rule 113).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Vote {
    /// Who voted.
    pub player: String,
    /// In favour.
    pub yes: bool,
    /// When.
    pub at: DateTime<Utc>,
    /// Voided by this Judgement.
    pub void_by: Option<String>,
    /// How many votes it counts for.
    #[serde(skip_serializing_if = "is_one")]
    pub weight: u32,
    /// Whose vote it follows: they cast it as a proxy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Nobody may see yet what it says; `yes` says nothing. Only in what readers are shown.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
}

fn is_one(weight: &u32) -> bool {
    *weight == 1
}

/// A3. The state of a proposal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ProposalState {
    /// Parts are still to come (reading 15).
    Unfinished,
    /// Not a rule-change that could be voted on.
    Improper(Void),
    /// Open for votes.
    Voting,
    /// Voted down.
    Defeated,
    /// Voted down; points wait for the court.
    DefeatedHeld,
    /// Adopted and in effect.
    InEffect,
    /// Adopted; effect and points wait for the court.
    AdoptedHeld,
    /// Adopted, but rule 211 or 116 bars it (readings 37, 38).
    AdoptedBarred,
    /// Adopted, but its edits no longer fit the text (A8).
    Conflict(#[serde(serialize_with = "english")] Message),
    /// No rule says what adopts.
    Undetermined,
    /// Struck by a Judgement.
    Void,
    /// Adopted once, and undone by a Judgement.
    Undone,
    /// Void like all that happened after the win that ended the game.
    Moot,
}

/// What governed a vote when it was completed, before any effect (reading 4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Completion {
    /// When.
    pub at: DateTime<Utc>,
    /// Who may vote (rule 105).
    pub eligible: Vec<String>,
    /// What must be reached, all of it; None if no rule in effect says.
    pub thresholds: Option<Vec<Threshold>>,
    /// Points for the proposer (203), and under which rule.
    pub proposer_points: Option<(Source, ProposerPoints)>,
    /// Points for votes against (205), and under which rule.
    pub against_bonus: Option<(Source, Points)>,
    /// Points the proposer loses (207), and under which rule.
    pub defeat_penalty: Option<(Source, Points)>,
    /// What happens to quantities because of it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Ready>,
}

/// A submission in the voting thread that begins with "Rule-change:".
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Proposal {
    /// Its number, if it is proper.
    pub number: Option<u32>,
    /// The day on which it was submitted.
    pub day: NaiveDate,
    /// Who proposes.
    pub proposer: String,
    /// When it was submitted.
    pub submitted_at: DateTime<Utc>,
    /// The words of the message.
    pub text: String,
    /// The rule-changes.
    pub changes: Vec<Change>,
    /// What each of them acts on.
    pub aims: Vec<Aim>,
    /// Which rule each number in it means.
    pub meanings: Meanings,
    /// Parameters that come with it.
    pub parameters: Option<Patch>,
    /// Where it stands.
    pub state: ProposalState,
    /// Who voted what is secret until it is counted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub secret: bool,
    /// The votes, in order.
    pub votes: Vec<Vote>,
    /// What governed the vote, once it is complete.
    pub completion: Option<Completion>,
    /// Upheld by a Judgement: adopted, whatever the count was.
    pub upheld: bool,
    /// When it took effect, if so.
    pub effective_at: Option<DateTime<Utc>>,
    /// The numbers of its further parts are free again (rule 109).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub released: bool,
    /// Its entries in the ledger: another proposal may come to have its number (A7).
    pub entries: Vec<usize>,
}

impl Proposal {
    /// Whether the clock or the court still has something to do with it.
    pub fn is_open(&self) -> bool {
        use ProposalState as S;
        matches!(
            self.state,
            S::Unfinished | S::Voting | S::AdoptedHeld | S::DefeatedHeld | S::Undetermined | S::Conflict(_)
        )
    }

    /// Voted on and waiting for the court (rule 206).
    pub fn is_held(&self) -> bool {
        matches!(self.state, ProposalState::AdoptedHeld | ProposalState::DefeatedHeld)
    }

    /// The numbers that it takes up: one for each of its rule-changes (rule 109).
    pub fn numbers(&self) -> std::ops::Range<u32> {
        let count = if self.released { 1 } else { u32::try_from(self.changes.len()).unwrap_or(0) };
        self.number.map_or(0..0, |first| first..first + count)
    }

    /// Votes that count.
    pub fn counted(&self) -> impl Iterator<Item = &Vote> {
        self.votes.iter().filter(|vote| vote.void_by.is_none())
    }

    /// How many votes count: (in favour, cast).
    pub fn count(&self) -> (u32, u32) {
        self.counted().fold((0, 0), |(yes, cast), vote| (yes + u32::from(vote.yes) * vote.weight, cast + vote.weight))
    }

    /// The count among the players who may vote.
    pub fn tally(&self, eligible: &[String]) -> Tally {
        let (yes, cast) = self.count();
        let said = |name: &String, yes: bool| self.counted().any(|vote| vote.player == *name && vote.yes == yes);
        let in_favour = eligible.iter().filter(|name| said(name, true) && !said(name, false)).count();
        let players = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let voters = eligible.iter().filter(|name| said(name, true) || said(name, false)).count();
        let (eligible, in_favour, voters) = (players(eligible.len()), players(in_favour), players(voters));
        Tally { yes, cast, eligible, in_favour, voters }
    }
}

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

/// A submission as the proposer makes it.
pub struct Draft {
    /// The words of the message.
    pub text: String,
    /// The rule-changes.
    pub changes: Vec<Change>,
    /// Parameters that come with them.
    pub parameters: Option<Patch>,
    /// A later part follows.
    pub unfinished: bool,
}

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
            return Some(Void::BeforeOpening(opens.to_string()));
        }
        if let Some(cutoff) = window.cutoff.filter(|cutoff| at >= self.time_within(self.day, *cutoff)) {
            return Some(Void::AfterCutoff(cutoff.to_string()));
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

    /// Whether these are rule-changes as things stand (rule 103), what they act on, and what their numbers mean.
    pub fn check_changes(&self, changes: &[Change], parameters: Option<&Patch>) -> Result<(Vec<Aim>, Meanings), Void> {
        let most = self.bindings.parameters.proposal_window.changes as usize;
        if changes.is_empty() {
            return Err(Void::NotARuleChange(say!("it changes nothing")));
        }
        if changes.len() > most && self.enforces(Role::ProposalWindow) {
            return Err(Void::NotARuleChange(say!(
                "a proposal holds at most {most} rule-change(s), this one {number} (reading 39)",
                most,
                number = changes.len()
            )));
        }
        let aims = changes.iter().map(|change| self.book.aim(change)).collect::<Result<_, _>>()?;
        if let Some(patch) = parameters {
            let patched = self.bindings.parameters.patched(patch).map_err(Void::BadParameters)?;
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

    /// Rule 107. Improper submissions are kept, get no number and take no slot (readings 31, 39).
    pub(super) fn propose(
        &mut self,
        at: DateTime<Utc>,
        player: &str,
        draft: Draft,
        warnings: &mut Vec<Void>,
    ) -> Result<Made, Void> {
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
                self.proposals.push(Proposal {
                    number: None,
                    day: self.day,
                    proposer: player.to_owned(),
                    submitted_at: at,
                    text: draft.text,
                    changes: draft.changes,
                    aims: Vec::new(),
                    meanings: Meanings::new(),
                    parameters: draft.parameters,
                    state: ProposalState::Unfinished,
                    secret: false,
                    votes: Vec::new(),
                    completion: None,
                    upheld: false,
                    effective_at: None,
                    released: false,
                    entries: Vec::new(),
                });
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
        if draft.unfinished {
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
                 rules 116 and 211 bar it (readings 37 and 38).",
                number
            );
            self.alert(at, warning);
        }
        let proposal = &self.proposals[place];
        let aims_at_win = proposal
            .aims
            .iter()
            .any(|aim| matches!(aim, Aim::Rule(rule) if self.bindings.rule(Role::Win) == Some(rule)));
        if aims_at_win || proposal.parameters.as_ref().is_some_and(|patch| patch.contains_key(&Role::Win)) {
            let warning = say!(
                "Proposal {number} is about winning: \
                 rule 114 allows another number of points, not another kind of win (reading 40).",
                number
            );
            self.alert(at, warning);
        }
    }

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
                self.alert(at, warning);
            }
            ProposalState::AdoptedBarred => {
                let warning = say!(
                    "Proposal {number} was adopted, but changes nothing: \
                     rules 116 and 211 bar it (readings 37 and 38).",
                    number
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
        self.follow_numbering(first);
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
    pub(super) fn warn_stale(&mut self, at: DateTime<Utc>, role: Role, proposal: Option<u32>) {
        let role = role.in_words();
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
        self.alert(at, warning);
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
    pub fn changed(&self, proposal: &Proposal, at: DateTime<Utc>) -> Result<Changed, ProposalState> {
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
