//! What a rule-change needs to be adopted (rules 104, 111, 204), and the counts that are compared
//! with it.

use super::change::Change;
use super::parameters::Share;
use rookery_messages::{Message, say};
use serde::{Deserialize, Serialize};
use std::fmt;

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
    /// At least this part of the votes cast, and at least one.
    PartOfCast(Part),
    /// At least this part of the players who may vote are for it.
    PartOfEligible(Part),
    /// At least this part of the players who may vote have voted.
    QuorumPart(Part),
}

/// A part of a whole: 3 of 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Share", try_from = "Share")]
pub struct Part {
    /// So many.
    part: u32,
    /// Of so many.
    of: u32,
}

impl TryFrom<Share> for Part {
    type Error = Message;

    fn try_from(Share { part, of }: Share) -> Result<Self, Message> {
        let fits = (1..=of).contains(&part) && of <= 1000;
        let read = u32::try_from(part).ok().zip(u32::try_from(of).ok()).filter(|_| fits);
        let (part, of) = read.ok_or_else(|| say!("{part}/{of} is no part of a whole, such as 3/5", part, of))?;
        Ok(Self { part, of })
    }
}

impl From<Part> for Share {
    fn from(Part { part, of }: Part) -> Self {
        Self { part: part.into(), of: of.into() }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}", self.part, self.of)
    }
}

impl Part {
    /// Whether `some` of `all` are at least this part; of nothing, nothing is.
    fn is_reached(self, some: u32, all: u32) -> bool {
        all >= 1 && u64::from(some) * u64::from(self.of) >= u64::from(all) * u64::from(self.part)
    }
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
    /// Those that are said by a word alone.
    pub const WORDS: [Self; 5] = [
        Self::UnanimousOfCast,
        Self::UnanimousOfEligible,
        Self::SimpleMajority,
        Self::TwoThirdsOfCast,
        Self::MajorityOfEligible,
    ];

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
            Self::PartOfCast(part) => part.is_reached(yes, cast),
            Self::PartOfEligible(part) => part.is_reached(in_favour, eligible),
            Self::QuorumPart(part) => part.is_reached(voters, eligible),
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
    /// Every kind.
    pub const ALL: [Self; 5] = [Self::Enact, Self::Amend, Self::Repeal, Self::Transmute, Self::Reenact];

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
