//! What a rule-change needs to be adopted (rules 104, 111, 204), and counts that it is held against.

use super::change::Change;
use serde::{Deserialize, Serialize};

/// How much of the votes must be in favour (rules 111, 204).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Threshold {
    /// Every vote cast, and at least one (readings 10, 14).
    UnanimousOfCast,
    /// Every player who may vote is for it, and not also against it (rule 111).
    UnanimousOfEligible,
    /// More than half of the votes cast (reading 9).
    SimpleMajority,
    /// At least two thirds of the votes cast.
    TwoThirdsOfCast,
    /// More than half of the players who may vote are for it.
    MajorityOfEligible,
    /// At least so many votes in favour.
    AtLeast(u32),
    /// At least so many players have voted.
    Quorum(u32),
}

/// A count: of votes, and of players, who may have several votes and may leave after voting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Votes in favour.
    pub yes: u32,
    /// All votes that count.
    pub cast: u32,
    /// Players who may vote.
    pub eligible: u32,
    /// Those of them who voted Yes and never No.
    pub in_favour: u32,
    /// Players who voted.
    pub voters: u32,
}

impl Threshold {
    /// Whether this count adopts.
    pub fn adopts(self, Tally { yes, cast, eligible, in_favour, voters }: Tally) -> bool {
        match self {
            Self::UnanimousOfCast => cast >= 1 && yes == cast,
            Self::UnanimousOfEligible => eligible >= 1 && in_favour == eligible,
            Self::SimpleMajority => 2 * yes > cast,
            Self::TwoThirdsOfCast => cast >= 1 && 3 * yes >= 2 * cast,
            Self::MajorityOfEligible => 2 * in_favour > eligible,
            Self::AtLeast(votes) => yes >= votes,
            Self::Quorum(players) => voters >= players,
        }
    }
}

/// A kind of rule-change, where players have different thresholds for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A new rule.
    Enact,
    /// Other words for a rule, or for an amendment of it.
    Amend,
    /// A rule goes, or an amendment of it.
    Repeal,
    /// A mutable rule becomes immutable; the other way round has a rule of its own (111).
    Transmute,
    /// A repealed rule comes back.
    Reenact,
}

impl Kind {
    /// Of which kind a change is.
    pub fn of(change: &Change) -> Self {
        match change {
            Change::Enact { .. } => Self::Enact,
            Change::Amend { .. } | Change::AmendAmendment { .. } => Self::Amend,
            Change::Repeal { .. } | Change::RepealAmendment { .. } => Self::Repeal,
            Change::Transmute { .. } => Self::Transmute,
            Change::Reenact { .. } => Self::Reenact,
        }
    }
}

/// What one kind of rule-change needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KindThreshold {
    /// The kind.
    pub kind: Kind,
    /// What must be reached.
    pub needs: Threshold,
}
