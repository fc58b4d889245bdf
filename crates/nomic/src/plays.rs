//! What players do, and why a message does not count: the vocabulary of the log.

use super::bindings::Patch;
use super::change::{Change, Problem};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// One entry of a game's log. The game's state is the fold of these and of the clock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Event {
    pub at: DateTime<Utc>,
    pub player: String,
    pub play: Play,
}

/// The three threads of rule 212, and one for drafts (rule 107): nothing in them is edited or deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Thread {
    Voting,
    Points,
    Discussion,
    Drafts,
}

/// Something a player does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Play {
    /// Rule 107. Without `text` the canonical line is written; `unfinished` says that a later part follows (reading 15).
    Propose {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
        changes: Vec<Change>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        parameters: Option<Patch>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        unfinished: bool,
    },
    /// Rule 113. Without a number: on the one proposal that is open.
    Vote {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        proposal: Option<u32>,
        yes: bool,
    },
    /// Rule 214. `mover` is the player whose move is in question (rule 215).
    PointOfOrder {
        text: String,
        #[serde(default)]
        targets: Vec<Target>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mover: Option<String>,
    },
    /// Rule 214: `point` is the Point of Order's id, such as `2.1`.
    Judge {
        point: String,
        text: String,
        #[serde(default)]
        orders: Vec<Order>,
    },
    /// Rule 214: `judgement` is an id such as `2.1.2`.
    Dispute { judgement: String },
    /// Rule 214: "I agree with Judgement…", or not.
    Opinion { judgement: String, agree: bool },
    /// Points by a rule that the engine does not know; `cites` is its number (A5).
    Claim { player: String, delta: i64, cites: u32, reason: String },
    /// Rule 209: a player's total with the last change.
    Announce { player: String, total: i64, change: i64 },
    /// Rule 115: leave the game.
    Forfeit,
    /// Somebody whom rule 201 has named is there, and plays from now on.
    Join,
    /// A line written by hand.
    Say { thread: Thread, text: String },
}

/// What a Point of Order is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Target {
    Proposal {
        number: u32,
    },
    Vote {
        proposal: u32,
        player: String,
    },
    Entry {
        seq: usize,
    },
    Rule {
        label: u32,
    },
    Judgement {
        id: String,
    },
    /// The latest win or claim to it.
    Win,
    Question,
}

/// What an invoked Judgement does to the game (A0, the court layer).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "order", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    None,
    VoidVote {
        proposal: u32,
        player: String,
    },
    VoidProposal {
        number: u32,
    },
    /// What was challenged stands: an undetermined proposal is adopted, a claimed win confirmed.
    Uphold,
    SetRuleVoid {
        label: u32,
    },
    UnvoidRule {
        label: u32,
    },
    AdjustPoints {
        player: String,
        delta: i64,
    },
    /// Takes one entry out of the total.
    ReverseEntry {
        seq: usize,
    },
    SetBinding {
        parameters: Patch,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rule: Option<u32>,
    },
    MergeText {
        rule: u32,
        text: Vec<String>,
    },
    /// Without a player: nobody has won, play resumes.
    DeclareWinner {
        #[serde(default)]
        player: Option<String>,
    },
}

/// Why a message does not count. It stays in its thread, and uses nothing up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "reason", content = "about", rename_all = "snake_case")]
pub enum Void {
    #[error("messages in the voting thread are void on this day of the week (rule 201)")]
    Weekend,
    #[error("today is not your allocated day: it belongs to {0} (rules 201 and 202)")]
    NotOwnDay(String),
    #[error("a rule-change must be submitted before {0} (rule 202)")]
    AfterCutoff(String),
    #[error("a proper rule-change was already submitted today (rule 202, reading 31)")]
    SecondOfDay,
    #[error("rule {0} is immutable: it can be transmuted, not amended or repealed (rule 103, reading 39)")]
    ImmutableTarget(u32),
    #[error("not a rule-change (rule 103): {0}")]
    NotARuleChange(String),
    #[error("the game is over (rule 210)")]
    GameOver,
    #[error("you have forfeited the game (rule 115)")]
    Forfeited,
    #[error(
        "rule 201 names you, but you have not joined: write “I join the game” in the discussion thread first (rule 105)"
    )]
    NotJoined,
    #[error("you play already")]
    PlaysAlready,
    #[error("the proposal was never finished before its time was up (reading 15)")]
    NeverFinished,
    #[error("not understood: {0}")]
    Malformed(String),
    #[error("no proposal is open for votes (rule 113, reading 15)")]
    NothingToVoteOn,
    #[error("several proposals are open; say which: {0}")]
    WhichProposal(String),
    #[error("voting on proposal {0} is not open (rule 113)")]
    VotingClosed(u32),
    #[error("you have used your vote on proposal {0}; the first counts (rules 113 and 208, reading 15)")]
    AlreadyVoted(u32),
    #[error("no rule in effect lets players do this")]
    NoRule,
    #[error("you have {0} active Points of Order, and no player may have more (rule 214, reading 27)")]
    TooManyPoints(usize),
    #[error(
        "proposal {0} has been voted on and has not yet come into effect: no Point of Order may be raised against it (rule 214, reading 26)"
    )]
    HeldProposal(u32),
    #[error("there is no such thing to raise a Point of Order against: {0}")]
    UnknownTarget(String),
    #[error("there is no active Point of Order {0} (rule 214)")]
    UnknownPoint(String),
    #[error("you are not the Judge of Point of Order {point}: {judge} (rule 214, reading 17)")]
    NotTheJudge { point: String, judge: String },
    #[error("the Judge has pronounced on Point of Order {0}; the first Judgement counts (reading 22)")]
    AlreadyPronounced(String),
    #[error("there is no Judgement {0} to dispute or to have an opinion on now (rule 214)")]
    UnknownJudgement(String),
    #[error("the Judge may neither dispute nor agree with their own Judgement (rule 214, reading 22)")]
    OwnJudgement,
    #[error("Judgement {0} has not been disputed: opinions count only after a dispute (rule 214, reading 22)")]
    NotDisputed(String),
    #[error("there is no player called {0}")]
    UnknownPlayer(String),
    #[error("rule {0} is not in effect: points change only by a rule (reading 36, A5)")]
    NoSuchRule(u32),
    #[error("a claim must change points, by at most a million")]
    BadDelta,
    #[error("{player} has {total} points; claim the difference by a rule instead (rule 209, reading 36)")]
    WrongTotal { player: String, total: i64 },
    #[error("the parameters cannot be used: {0}")]
    BadParameters(String),
    #[error("the order cannot be carried out: {0}")]
    BadOrder(String),
}

impl From<Problem> for Void {
    fn from(problem: Problem) -> Self {
        match problem {
            Problem::Immutable(label) => Self::ImmutableTarget(label),
            Problem::Other(detail) => Self::NotARuleChange(detail),
        }
    }
}

/// Why an event cannot be part of this game's log at all; the game is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("{0} is not a player of this game")]
    Stranger(String),
    #[error("the game's clock is at {now}; {at} is earlier (rule 108: nothing works backwards)")]
    Backwards { at: DateTime<Utc>, now: DateTime<Utc> },
    #[error("{0} is more than a hundred years after the game began")]
    TooFar(DateTime<Utc>),
    #[error("the game cannot start: {0}")]
    BadSetup(String),
}

/// What a play came to: the message's place in the log and, if it did not count, why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    pub message: usize,
    pub made: Option<Made>,
    pub void: Option<Void>,
    /// What a stale rule would have refused (A0: warn, never refuse).
    pub warnings: Vec<Void>,
}

/// What a counted play made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Made {
    Proposal(u32),
    Part,
    Vote(u32),
    PointOfOrder(String),
    Judgement(String),
    Dispute(String),
    Opinion(String),
    Entry(usize),
    Announcement,
    Forfeit,
    Join,
    Message,
}
