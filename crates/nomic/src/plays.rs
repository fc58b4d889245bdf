//! Plays and their effects: the vocabulary of the log.

use super::change::Change;
use super::parameters::Patch;
pub use super::refusals::{Refusal, Void};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// One entry of a game's log. The game's state is the fold of these and of the clock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// When.
    pub at: DateTime<Utc>,
    /// Who.
    pub player: String,
    /// What.
    pub play: Play,
}

/// The three threads of rule 212, and one for drafts (rule 107): nothing in them is edited or deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Thread {
    /// Rule-changes, votes and the court.
    Voting,
    /// Points and claims to them.
    Points,
    /// Everything else.
    Discussion,
    /// Rule-changes that are not proposed yet.
    Drafts,
}

/// Something a player does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Play {
    /// Rule 107. Without `text` the canonical line is written; `unfinished` says that a later part follows (reading 15).
    Propose {
        /// The words of the message.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
        /// The rule-changes.
        changes: Vec<Change>,
        /// Parameters that come with them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        parameters: Option<Patch>,
        /// A later part follows.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        unfinished: bool,
    },
    /// Rule 113. Without a number: on the one proposal that is open.
    Vote {
        /// The proposal's number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        proposal: Option<u32>,
        /// In favour.
        yes: bool,
    },
    /// Who votes for the player, where the rules let them have somebody do so; without a name, nobody any more.
    Proxy {
        /// Who.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        proxy: Option<String>,
    },
    /// Rule 214. `mover` is the player whose move is in question (rule 215).
    PointOfOrder {
        /// The question.
        text: String,
        /// What it is about.
        #[serde(default)]
        targets: Vec<Target>,
        /// Whose move is in question.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mover: Option<String>,
    },
    /// Rule 214: `point` is the Point of Order's id, such as `2.1`.
    Judge {
        /// The Point of Order.
        point: String,
        /// The Judge's words.
        text: String,
        /// What is to be done once it is invoked.
        #[serde(default)]
        orders: Vec<Order>,
    },
    /// Rule 214: `judgement` is an id such as `2.1.2`.
    Dispute {
        /// The Judgement.
        judgement: String,
    },
    /// Rule 214: "I agree with Judgement…", or not.
    Opinion {
        /// The Judgement.
        judgement: String,
        /// Whether the player agrees with it.
        agree: bool,
    },
    /// Players name the Judge of a Point of Order, where their rules let them.
    Name {
        /// The Point of Order.
        point: String,
        /// Who is to judge it.
        judge: String,
    },
    /// Players exclude somebody from judging a Point of Order, where their rules let them.
    Exclude {
        /// The Point of Order.
        point: String,
        /// Who is not to judge it.
        player: String,
    },
    /// A Judge steps back, where the rules let them.
    Recuse {
        /// The Point of Order.
        point: String,
    },
    /// A Judgement is to be judged by others, where the rules let players appeal against it.
    Appeal {
        /// The Judgement.
        judgement: String,
        /// Why, in the player's words.
        text: String,
    },
    /// A title or a note for something of the game, from the second edition on.
    Annotate {
        /// What it is about.
        about: Subject,
        /// A title, not a note.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        title: bool,
        /// The words.
        text: String,
    },
    /// Points, or some of a quantity, by a rule that the engine does not know; `cites` is its number (A5).
    Claim {
        /// Whose: a player's name; of a quantity also a thing's, or `game`.
        player: String,
        /// How much is won or lost.
        delta: i64,
        /// The quantity; points, if none is named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<String>,
        /// The rule.
        cites: u32,
        /// Why, in the player's words.
        reason: String,
    },
    /// What a rule of the players' own lets them do with quantities.
    Use {
        /// What the rule calls it.
        effect: String,
        /// How much, where there is something to choose.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        amount: Option<i64>,
        /// Whose or what, where there is something to choose.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        whom: Option<String>,
    },
    /// Rule 209: a player's total with the last change.
    Announce {
        /// Whose total.
        player: String,
        /// The total.
        total: i64,
        /// The last change.
        change: i64,
    },
    /// A holiday is to end: the game goes on, if all players say so.
    GoOn,
    /// Rule 115: leave the game.
    Forfeit,
    /// Somebody whom rule 201 has named is there, and plays from now on.
    Join,
    /// A line written by hand.
    Say {
        /// Where it stands.
        thread: Thread,
        /// The line.
        text: String,
    },
}

/// What a title or a note is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Subject {
    /// A rule, by its number.
    Rule {
        /// Its number.
        label: u32,
    },
    /// A proposal.
    Proposal {
        /// Its number.
        number: u32,
    },
    /// A draft, by the place of its message among all messages.
    Draft {
        /// Its place.
        message: usize,
    },
}

/// What a Point of Order is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Target {
    /// A proposal.
    Proposal {
        /// Its number.
        number: u32,
    },
    /// Somebody's vote.
    Vote {
        /// The proposal's number.
        proposal: u32,
        /// Who voted.
        player: String,
    },
    /// An entry in the ledger.
    Entry {
        /// Its number.
        seq: usize,
    },
    /// A rule.
    Rule {
        /// Its number.
        label: u32,
    },
    /// A Judgement.
    Judgement {
        /// Its id.
        id: String,
    },
    /// The latest win or claim to it.
    Win,
    /// Nothing of the game: a question about the rules.
    Question,
}

/// What an invoked Judgement does to the game (A0, the court layer).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "order", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Nothing.
    None,
    /// A vote does not count.
    VoidVote {
        /// The proposal's number.
        proposal: u32,
        /// Who voted.
        player: String,
    },
    /// A proposal is struck.
    VoidProposal {
        /// Its number.
        number: u32,
    },
    /// The adoption of a proposal is undone.
    Undo {
        /// Its number.
        number: u32,
    },
    /// A proposal counts as defeated, not as void.
    Defeat {
        /// Its number.
        number: u32,
    },
    /// A rule gets another number.
    Renumber {
        /// Its number.
        rule: u32,
        /// Its number from now on.
        number: u32,
    },
    /// A proposal that has not had its effect gets another number.
    RenumberProposal {
        /// Its number.
        proposal: u32,
        /// Its number from now on.
        number: u32,
    },
    /// What was challenged stands: an undetermined proposal is adopted, a claimed win confirmed.
    Uphold,
    /// A rule is void (112).
    SetRuleVoid {
        /// Its number.
        label: u32,
    },
    /// A rule that was void is in effect again.
    UnvoidRule {
        /// Its number.
        label: u32,
    },
    /// Points are given or taken.
    AdjustPoints {
        /// Whose.
        player: String,
        /// How many.
        delta: i64,
    },
    /// What there is of a quantity changes.
    Adjust {
        /// The quantity.
        quantity: String,
        /// Whose: a player's or a thing's name, or `game`.
        holder: String,
        /// By how much.
        delta: i64,
    },
    /// Takes one entry out of the total.
    ReverseEntry {
        /// The entry's number.
        seq: usize,
    },
    /// Parameters are set.
    SetBinding {
        /// The parameters.
        parameters: Patch,
        /// The number of the rule they belong to from now on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rule: Option<u32>,
    },
    /// A rule gets these words.
    MergeText {
        /// Its number.
        rule: u32,
        /// Its paragraphs.
        text: Vec<String>,
    },
    /// Without a player: nobody has won, play resumes.
    DeclareWinner {
        /// The winner.
        #[serde(default)]
        player: Option<String>,
    },
}

/// What a play came to: the message's place in the log and, if it did not count, why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// The message's place among all messages.
    pub message: usize,
    /// What it made, if it counts.
    pub made: Option<Made>,
    /// Why it does not count, if so.
    pub void: Option<Void>,
    /// What a stale rule would have refused (A0: warn, never refuse).
    pub warnings: Vec<Void>,
}

/// What a counted play made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Made {
    /// The proposal of this number.
    Proposal(u32),
    /// A part of a proposal that is not finished.
    Part,
    /// A vote on the proposal of this number.
    Vote(u32),
    /// Who votes for the player.
    Proxy,
    /// The Point of Order of this id.
    PointOfOrder(String),
    /// Another bench for the Point of Order of this id.
    Bench(String),
    /// The Judgement of this id.
    Judgement(String),
    /// A dispute of the Judgement of this id.
    Dispute(String),
    /// An opinion on the Judgement of this id.
    Opinion(String),
    /// The entry of this number.
    Entry(usize),
    /// The deed of this number.
    Deed(usize),
    /// A total was announced.
    Announcement,
    /// The player's wish that the game goes on.
    GoesOn,
    /// The player left.
    Forfeit,
    /// The player joined.
    Join,
    /// A title or a note.
    Annotation,
    /// A message and nothing else.
    Message,
}
