//! Proposals (rules 103, 107-110) from their submission on; `proposing` has how one is submitted, `adoption` its
//! effect.

use super::change::{Aim, Change};
use super::effects::Ready;
use super::game::Source;
use super::parameters::{Patch, Points, ProposerPoints, Tally, Threshold};
use super::plays::Void;
use super::rulebook::Meanings;
use super::said::english;
use chrono::{DateTime, NaiveDate, Utc};
use rookery_messages::Message;
use serde::Serialize;
use std::ops::Range;

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
    /// A submission of this day, before it is looked at.
    pub(super) fn new(day: NaiveDate, proposer: &str, at: DateTime<Utc>, draft: Draft) -> Proposal {
        Proposal {
            number: None,
            day,
            proposer: proposer.to_owned(),
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
        }
    }

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

    /// It can get another number: nothing has come of the one it has.
    pub fn may_be_renumbered(&self) -> bool {
        self.is_held() || matches!(self.state, ProposalState::Voting | ProposalState::Undetermined)
    }

    /// The numbers that it takes up: one for each of its rule-changes (rule 109).
    pub fn numbers(&self) -> Range<u32> {
        self.number.map_or(0..0, |first| self.numbers_from(first))
    }

    /// Those that it would take up from `first` on.
    pub(super) fn numbers_from(&self, first: u32) -> Range<u32> {
        let count = if self.released { 1 } else { u32::try_from(self.changes.len()).unwrap_or(0) };
        first..first.saturating_add(count)
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
