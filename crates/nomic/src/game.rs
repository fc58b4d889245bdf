//! What a game of Nomic is made of (A1).

mod alerts;
mod beginning;

use super::accounts::Accounts;
use super::bindings::{Bindings, Force, Role};
use super::court::PointOfOrder;
use super::edition::Edition;
use super::ledger::{Entry, Reason, Win};
use super::notes::Annotation;
use super::parameters::{Court, Patch};
use super::plays::{Made, Thread, Void};
use super::proposals::{Proposal, ProposalState};
use super::rulebook::{RuleId, Rulebook, shared};
use super::shared::Shared;
pub use alerts::{Alert, Concern};
pub use beginning::{Newcomer, Setup};
use chrono::{DateTime, NaiveDate, Utc, Weekday};
use serde::Serialize;
use serde_json::{Map, Value};
use std::sync::Arc;

/// Where the game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Under way.
    Active,
    /// Won, and still open to a Point of Order (reading 34).
    Won,
    /// Over.
    Ended,
}

/// Somebody who plays, played until they forfeited, or is named by rule 201 and has not joined yet.
///
/// Rule 105 makes every player a voter; nobody is a player before they are there. So a name in rule 201 that belongs to nobody
/// has no vote to miss, no day and nothing to judge, and cannot block what must be unanimous.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Player {
    /// The name.
    pub name: String,
    /// The day of the week, if the player has one.
    pub weekday: Option<Weekday>,
    /// None: named only.
    pub joined_at: Option<DateTime<Utc>>,
    /// When the player left, if so.
    pub forfeited_at: Option<DateTime<Utc>>,
    /// Turns whose day has ended (reading 5).
    pub turns: u32,
    /// Who votes for them, where the rules let them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proxy: Option<String>,
    /// What rule 201 gave them when they came in.
    pub started_with: i64,
    /// Points now.
    pub total: i64,
}

impl Player {
    /// Whether they are in the game now.
    pub fn plays(&self) -> bool {
        self.joined_at.is_some() && self.forfeited_at.is_none()
    }
}

/// A message in one of the threads; each carries the hash of the one before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Message {
    /// Where it stands.
    pub thread: Thread,
    /// When it was sent.
    pub at: DateTime<Utc>,
    /// None: the game itself (rule 209's announcements).
    pub author: Option<String>,
    /// The text.
    pub line: String,
    /// What it made; `None` if it does not count, and for the game's own messages.
    #[serde(skip)]
    pub made: Option<Made>,
    /// Why it does not count, if so.
    pub void: Option<Void>,
    /// What counts only because nobody knows what a changed rule says of it (A0).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Void>,
    /// SHA-256 over the message and the hash before it.
    pub hash: String,
}

/// The rule that an entry is made under, as it was numbered then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Source {
    /// The rule's number then.
    pub label: u32,
    /// The rule.
    pub rule: RuleId,
}

/// House rules of the club that an adopted rule-change or a Judgement has set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HouseChange {
    /// From when on.
    pub at: DateTime<Utc>,
    /// What set them.
    pub by: Reason,
    /// The values by name.
    pub rules: Map<String, Value>,
}

/// A whole game. Everything in it follows from the setup, the log and `now`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Game {
    /// Which readings it is played by.
    #[serde(skip_serializing_if = "Edition::is_first")]
    pub edition: Edition,
    /// The first day.
    pub start_date: NaiveDate,
    /// The first instant.
    pub starts_at: DateTime<Utc>,
    /// The instant up to which the game has run.
    pub now: DateTime<Utc>,
    /// The day that `now` belongs to.
    pub day: NaiveDate,
    /// Days so far on which the voting thread was open, today included: the first part of court ids.
    pub day_number: u32,
    /// Whether it goes on.
    pub status: Status,
    /// Everybody who plays, played, or is named.
    pub players: Vec<Player>,
    /// The rules.
    pub book: Rulebook,
    /// What the game does because of them.
    pub bindings: Bindings,
    /// The number of the next proposal.
    pub next_number: u32,
    /// Rule 204's moment to change by itself has come and gone (reading 7).
    pub adoption_settled: bool,
    /// All proposals, in the order of submission.
    pub proposals: Shared<Vec<Proposal>>,
    /// Every change of points.
    pub ledger: Shared<Vec<Entry>>,
    /// Everything asked of the court.
    pub points_of_order: Shared<Vec<PointOfOrder>>,
    /// Wins and claims to one.
    pub wins: Vec<Win>,
    /// What people should look at.
    pub alerts: Shared<Vec<Alert>>,
    /// House rules that were set.
    pub house_changes: Vec<HouseChange>,
    /// House rules that were set while a win is claimed: the club follows once it has fallen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub held_house_rules: Vec<HouseChange>,
    /// What there is of quantities that rules declare.
    #[serde(skip_serializing_if = "is_unused")]
    pub accounts: Shared<Accounts>,
    /// Who has said on this holiday that the game goes on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub going_on: Vec<String>,
    /// Titles and notes of players, in order.
    #[serde(skip_serializing_if = "is_empty")]
    pub annotations: Shared<Vec<Annotation>>,
    /// All messages, in order.
    #[serde(serialize_with = "shared")]
    pub messages: Shared<Vec<Arc<Message>>>,
    /// Places in `proposals` that are not finished with, and in `points_of_order` that are active.
    pub(super) open_proposals: Vec<usize>,
    pub(super) active_points: Vec<usize>,
    /// Places in `messages` of those that nobody may see before votes are counted.
    #[serde(skip)]
    pub(super) sealed: Vec<usize>,
}

impl Game {
    /// Takes in somebody whom the beginning or rule 201 names.
    pub(super) fn name(&mut self, name: &str, joined_at: Option<DateTime<Utc>>) {
        let total = self.bindings.parameters.allocation.start_points;
        let player = Player {
            name: name.to_owned(),
            weekday: None,
            joined_at,
            forfeited_at: None,
            turns: 0,
            proxy: None,
            started_with: total,
            total,
        };
        self.players.push(player);
    }

    /// Players who are in the game now.
    pub fn playing(&self) -> impl Iterator<Item = &Player> {
        self.players.iter().filter(|player| player.plays())
    }

    /// How far `role` acts now.
    pub fn force(&self, role: Role) -> Force {
        self.bindings.force(role, &self.book)
    }

    /// Whether `role` is enforced: its rule is in effect and its parameters are known.
    pub fn enforces(&self, role: Role) -> bool {
        self.force(role) == Force::Enforced
    }

    /// Rule 214's parameters now.
    pub fn court(&self) -> &Court {
        &self.bindings.parameters.court
    }

    /// The player of this name, if they play or have played.
    pub fn player(&self, name: &str) -> Option<&Player> {
        self.players.iter().find(|player| player.name == name)
    }

    /// Whether this player is in the game now (rule 115).
    pub fn plays(&self, name: &str) -> bool {
        self.player(name).is_some_and(Player::plays)
    }

    /// Players who may vote (rule 105).
    pub fn eligible(&self) -> Vec<String> {
        self.playing().map(|player| player.name.clone()).collect()
    }

    /// Proposals that are voted on now, by number.
    pub fn voted_on(&self) -> impl Iterator<Item = &Proposal> {
        let open = self.open_proposals.iter().map(|place| &self.proposals[*place]);
        open.filter(|proposal| proposal.state == ProposalState::Voting)
    }

    /// Players in the game whose vote on a proposal is missing.
    pub fn not_voted(&self, proposal: &Proposal) -> Vec<String> {
        let mut missing = self.eligible();
        missing.retain(|name| proposal.counted().all(|vote| vote.player != *name));
        missing
    }

    /// The newest proposal of this number.
    pub fn proposal(&self, number: u32) -> Option<usize> {
        let named = |proposal: &Proposal| proposal.number == Some(number);
        let live = |proposal: &Proposal| named(proposal) && proposal.state != ProposalState::Void;
        self.proposals.iter().rposition(live).or_else(|| self.proposals.iter().rposition(named))
    }

    /// Notes what `patch` sets of the club's house rules: the engine keeps it, the club follows it.
    pub(super) fn set_house_rules(&mut self, at: DateTime<Utc>, patch: &Patch, by: Reason) {
        if let Some(rules) = patch.get(&Role::HouseRules).filter(|rules| !rules.is_empty()) {
            let change = HouseChange { at, by, rules: rules.clone() };
            let held = self.edition.is_second() && self.claimed_win().is_some();
            if held { &mut self.held_house_rules } else { &mut self.house_changes }.push(change);
        }
    }

    /// What the club is to follow now that no win is claimed any more.
    pub(super) fn release_house_rules(&mut self) {
        if self.claimed_win().is_none() {
            self.house_changes.append(&mut self.held_house_rules);
        }
    }
}

fn is_empty(annotations: &Shared<Vec<Annotation>>) -> bool {
    annotations.is_empty()
}

fn is_unused(accounts: &Accounts) -> bool {
    accounts.are_unused()
}
