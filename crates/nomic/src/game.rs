//! What a game of Nomic is made of (A1), and how one starts.

use super::accounts::Accounts;
use super::bindings::{Binding, Bindings, Force, INITIAL, Role};
use super::carried::Enforced;
use super::citations::law;
use super::court::PointOfOrder;
use super::edition::Edition;
use super::edits::Marks;
use super::ledger::{Entry, Reason, Win};
use super::notes::Annotation;
use super::parameters::{Court, Parameters, Patch, Seat};
use super::plays::{Refusal, Thread, Void};
use super::proposals::{Proposal, ProposalState};
use super::rulebook::{InitialRule, RuleId, Rulebook, shared};
use super::said::english;
use super::shared::Shared;
use super::time;
use chrono::{DateTime, Datelike, NaiveDate, Utc, Weekday};
use rookery_messages::{Message as Said, say};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How to start a game: any rules, any players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The first day.
    pub start_date: NaiveDate,
    /// The players.
    pub players: Vec<Newcomer>,
    /// The rules.
    pub rules: Vec<InitialRule>,
    /// Which rules stand behind which roles; without it, the rules that still read like the initial set's (`known`).
    #[serde(default)]
    pub bindings: Option<BTreeMap<Role, Vec<u32>>>,
    /// Values that differ from the initial set's.
    #[serde(default)]
    pub parameters: Patch,
    /// The number of the first proposal, if a game is carried on.
    #[serde(default)]
    pub next_number: Option<u32>,
    /// Ids of rules whose text is not what the bindings were written for: they start as advisory (A0).
    #[serde(default)]
    pub unknown_texts: Vec<RuleId>,
    /// What the game before did by these rules, if it is carried on; takes the place of `bindings`.
    #[serde(default)]
    pub carried: Option<Enforced>,
    /// Which readings it is played by.
    #[serde(default)]
    pub edition: Edition,
}

/// A player as a game starts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Newcomer {
    /// The name.
    pub name: String,
    /// The day of the week, if the player has one.
    #[serde(default)]
    pub weekday: Option<Weekday>,
}

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
    /// Why it does not count, if so.
    pub void: Option<Void>,
    /// What counts only because nobody knows what a changed rule says of it (A0).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Void>,
    /// SHA-256 over the message and the hash before it.
    pub hash: String,
}

/// Something people should look at: the engine does not decide it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Alert {
    /// Since when.
    pub at: DateTime<Utc>,
    /// What it says.
    #[serde(serialize_with = "english")]
    pub text: Said,
    /// What settles it; none: it stands.
    #[serde(skip)]
    pub concern: Option<Concern>,
}

/// What an alert is about, if that can settle it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Concern {
    /// A role whose rule has words that nobody has said the meaning of.
    Role(Role),
    /// An open proposal, by its place among all.
    Proposal(usize),
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
    /// A game at the first instant of its first day.
    pub fn start(setup: &Setup) -> Result<Self, Refusal> {
        let bad = Refusal::BadSetup;
        check_rules(&setup.rules).map_err(bad)?;
        if !(1..=9999).contains(&setup.start_date.year()) {
            return Err(bad(say!("{day} is not between the years 1 and 9999", day = setup.start_date)));
        }
        let mut parameters =
            setup.carried.as_ref().map_or_else(Parameters::default, |carried| carried.parameters.clone());
        for (place, newcomer) in setup.players.iter().enumerate() {
            if newcomer.name.trim() != newcomer.name || newcomer.name.is_empty() {
                return Err(bad(say!("players[{place}]: “{name}” is not a name", place, name = &newcomer.name)));
            }
            if setup.players[..place].iter().any(|earlier| earlier.name == newcomer.name) {
                return Err(bad(say!("players[{place}]: {name} is named twice", place, name = &newcomer.name)));
            }
            let seat = |weekday| Seat { player: newcomer.name.clone(), weekday };
            parameters.allocation.days.extend(newcomer.weekday.map(seat));
        }
        if setup.players.is_empty() {
            return Err(bad(say!("a game needs players")));
        }
        let parameters = parameters.patched(&setup.parameters).map_err(bad)?;
        if setup.edition.is_third() {
            parameters.check_hours().map_err(bad)?;
        }
        let starts_at = time::at_time(setup.start_date, parameters.timezone.day_starts, parameters.timezone.zone);
        let mut book = Rulebook::new(setup.rules.clone(), starts_at);
        if setup.edition.is_second() {
            book.marks = Marks::Alike;
        }
        let bound = match &setup.carried {
            Some(carried) => carried.bound_for(&parameters.allocation.days),
            None => bind(setup, &book).map_err(bad)?,
        };
        let taken = setup.rules.iter().map(|rule| rule.label.saturating_add(1)).max().unwrap_or(0);
        let next_number = setup.next_number.unwrap_or(parameters.numbering.first).max(taken);
        if next_number > 900_000_000 {
            return Err(bad(say!("the next proposal would have the number {number}", number = next_number)));
        }
        let mut game = Self {
            edition: setup.edition,
            start_date: setup.start_date,
            starts_at,
            now: starts_at,
            day: setup.start_date,
            day_number: 0,
            status: Status::Active,
            players: Vec::new(),
            book,
            bindings: Bindings { bound, parameters, keeps_supplies: false, initial: None },
            next_number,
            adoption_settled: false,
            proposals: Shared::default(),
            ledger: Shared::default(),
            points_of_order: Shared::default(),
            wins: Vec::new(),
            alerts: Shared::default(),
            house_changes: Vec::new(),
            held_house_rules: Vec::new(),
            accounts: Shared::default(),
            going_on: Vec::new(),
            annotations: Shared::default(),
            messages: Shared::default(),
            open_proposals: Vec::new(),
            active_points: Vec::new(),
            sealed: Vec::new(),
        };
        for newcomer in &setup.players {
            game.name(&newcomer.name, Some(starts_at));
        }
        game.seat_players();
        if game.edition.is_second() {
            game.bindings.keep_supplies();
        }
        if game.edition.is_ninth() {
            game.bindings.initial = Some(Arc::new(game.set_at_first(setup).map_err(bad)?));
        }
        if setup.carried.is_some() {
            for rule in &setup.unknown_texts {
                game.bindings.mark_stale(rule, None, &game.book);
            }
            game.bindings.adopt(&setup.parameters, &[], None, &game.book).map_err(bad)?;
        }
        game.day_number = u32::from(!game.is_void_day(game.day));
        game.look_for_impossible_play(starts_at);
        Ok(game)
    }

    /// What is set where no rule says anything: what a game that was carried on had been set by rules, and is theirs.
    fn set_at_first(&self, setup: &Setup) -> Result<Parameters, Said> {
        let now = &self.bindings.parameters;
        if setup.carried.is_none() {
            return Ok(now.clone());
        }
        let mut initial = Parameters::default();
        initial.allocation.days.clone_from(&now.allocation.days);
        initial.adoption.change.clone_from(&now.adoption.change);
        initial.patched(&setup.parameters)
    }

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

    pub(super) fn alert(&mut self, at: DateTime<Utc>, text: Said) {
        self.alerts.push(Alert { at, text, concern: None });
    }

    /// The same of what can be settled.
    pub(super) fn alert_of(&mut self, at: DateTime<Utc>, text: Said, concern: Concern) {
        self.alerts.push(Alert { at, text, concern: Some(concern) });
    }

    /// The alerts that nothing has settled yet, the oldest first. What has stopped by the players' own names is told by name
    /// ([`Game::stopped`]).
    pub fn open_alerts(&self) -> impl DoubleEndedIterator<Item = &Alert> {
        self.alerts.iter().filter(|alert| match alert.concern {
            Some(Concern::Role(role)) => !role.has_names() && self.force(role) == Force::Advisory,
            Some(Concern::Proposal(place)) => self.proposals.get(place).is_some_and(Proposal::is_open),
            None => true,
        })
    }

    /// Reading 42: structural alarms. A winner still needs a Judgement.
    pub(super) fn look_for_impossible_play(&mut self, at: DateTime<Utc>) {
        let mut reasons = Vec::new();
        if self.force(Role::Adoption) == Force::Absent {
            reasons.push(say!("no rule says what adopts a rule-change"));
        }
        if self.seats().is_empty() {
            reasons.push(say!("no player has an allocated day"));
        }
        if self.book.mutable_rules() == 0 {
            reasons.push(say!("no mutable rule is left"));
        }
        for reason in reasons {
            let holder = self.players_of(self.day).join(", ");
            let text = if holder.is_empty() {
                say!(
                    "Play may be impossible: {reason}. It is nobody's day; \
                     a Judgement decides (rule {r215}, reading 42).",
                    reason,
                    r215 = law(215)
                )
            } else {
                say!(
                    "Play may be impossible: {reason}. Today's player: {holder}; \
                     a Judgement decides (rule {r215}, reading 42).",
                    reason,
                    holder,
                    r215 = law(215)
                )
            };
            if !self.alerts.iter().any(|alert| alert.text == text) {
                self.alert(at, text);
            }
        }
    }
}

fn is_empty(annotations: &Shared<Vec<Annotation>>) -> bool {
    annotations.is_empty()
}

fn is_unused(accounts: &Accounts) -> bool {
    accounts.are_unused()
}

fn check_rules(rules: &[InitialRule]) -> Result<(), Said> {
    for (place, rule) in rules.iter().enumerate() {
        let earlier = &rules[..place];
        if earlier.iter().any(|other| other.id == rule.id) {
            return Err(say!("rule id {id} is given twice", id = &rule.id));
        }
        if let Some(other) = earlier.iter().find(|other| other.label == rule.label && other.in_effect && rule.in_effect)
        {
            return Err(say!(
                "rules with ids {id} and {other} both have the number {label} and are in effect",
                id = &other.id,
                other = &rule.id,
                label = rule.label
            ));
        }
    }
    if rules.iter().any(|rule| rule.in_effect && !rule.immutable) {
        Ok(())
    } else {
        Err(say!("there must be at least one mutable rule in effect (rule {r116})", r116 = law(116)))
    }
}

fn bind(setup: &Setup, book: &Rulebook) -> Result<BTreeMap<Role, Binding>, Said> {
    let mut bound = BTreeMap::new();
    let wanted: Vec<(Role, Vec<u32>)> = match &setup.bindings {
        Some(given) => given.iter().map(|(role, labels)| (*role, labels.clone())).collect(),
        None => INITIAL.iter().map(|(role, labels)| (*role, labels.to_vec())).collect(),
    };
    for (role, labels) in wanted {
        let mut rules = Vec::new();
        for label in labels {
            match book.numbered(label) {
                Some(rule) => rules.push(rule.id.clone()),
                None if setup.bindings.is_some() => {
                    return Err(say!("bindings: there is no rule {label}", label));
                }
                None => {}
            }
        }
        let stale = rules.iter().any(|rule| setup.unknown_texts.contains(rule));
        bound.insert(role, Binding { rules, stale, supplies: Vec::new() });
    }
    Ok(bound)
}
