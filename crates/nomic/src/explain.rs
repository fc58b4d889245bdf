//! What would happen if a draft passed: number, points, references, cap, and what bars it.

use super::adoption::Changed;
use super::bindings::{Bindings, Force, Role};
use super::change::{Aim, Change};
use super::citations::law;
use super::counts::{self, Count};
use super::game::{Game, Player, Status};
use super::lines;
use super::parameters::{Allocation, Effect, Patch, Seat, Threshold};
use super::plays::{Play, Thread, Void};
use super::proposals::{Draft, Proposal, ProposalState};
use super::references;
use super::rulebook::{RuleId, RuleStatus, Rulebook};
use super::supplies::Conflict;
use chrono::Weekday;
use rookery_messages::{Message, say};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// What would come of a draft, and whether it may be submitted now.
#[derive(Debug)]
pub struct Explanation {
    /// What would come of it, or why it is no rule-change.
    pub outcome: Result<Outcome, Message>,
    /// Why it may not be submitted now, if so.
    pub why_not_now: Option<Message>,
}

/// As programs read it, with what is said in English: `{"rule_change": true, "may_submit_now": true, "number": 301, …}`.
impl Serialize for Explanation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Told<'a> {
            rule_change: bool,
            #[serde(flatten)]
            outcome: Option<&'a Outcome>,
            #[serde(skip_serializing_if = "Option::is_none")]
            why: Option<String>,
            may_submit_now: bool,
            why_not_now: Option<String>,
        }
        let told = Told {
            rule_change: self.outcome.is_ok(),
            outcome: self.outcome.as_ref().ok(),
            why: self.outcome.as_ref().err().map(Message::to_string),
            may_submit_now: self.why_not_now.is_none(),
            why_not_now: self.why_not_now.as_ref().map(Message::to_string),
        };
        told.serialize(serializer)
    }
}

/// What would come of a rule-change if it were adopted as the game stands.
#[derive(Debug, Serialize)]
pub struct Outcome {
    /// Its number.
    pub number: Option<u32>,
    /// What it needs, all of it; none where no rule says.
    pub needs: Option<Vec<Threshold>>,
    /// Whether it would take effect.
    pub if_adopted: IfAdopted,
    /// What bars it or does not fit, if so.
    #[serde(serialize_with = "rookery_messages::in_english")]
    pub because: Option<Message>,
    /// The rules that it changes.
    pub rules: Vec<Difference<Shown>>,
    /// Rules whose references follow.
    pub references: Vec<Difference<Shown>>,
    /// How many mutable rules there are.
    pub mutable_rules: MutableRules,
    /// What of the service rests on the rules that it changes.
    #[serde(flatten)]
    pub rests: Rests,
    /// What would be set again as other rules in effect say, or as it was at first, for a rule that set it goes.
    #[serde(skip_serializing_if = "Patch::is_empty")]
    pub returns: Patch,
    /// Rules that would come to be both in effect and say different things.
    pub conflicts: Vec<Conflict>,
    /// Players who could never propose any more: their weekday is void.
    pub silenced: Vec<Seat>,
    /// Names whose votes it weighs or whom it lists as Judges, and which no player has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub weights_of_nobody: Vec<String>,
    /// What it sets while other rules about the same keep their words: these may say otherwise.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<Beside>,
    /// Numbers of the other rules in effect that name one of those it changes.
    pub mentioned_in: Vec<u32>,
    /// Numbers of other open proposals that change the same rules, or set what it sets.
    pub also_changed_by: Vec<u32>,
    /// Whether it is about how the game is won (reading 40).
    pub about_winning: bool,
    /// Every count that there may be.
    pub points: Vec<Count>,
    /// Names of effects that would stop.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stops: Vec<String>,
    /// Quantities that differ, each with who has how much; none where the players' own stay what they are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quantities: Option<Differences<BTreeMap<String, i64>>>,
    /// Effects that differ, likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effects: Option<Differences<Effect>>,
}

/// Whether a rule-change would take effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum IfAdopted {
    /// It would.
    InEffect,
    /// It does not fit the rules as they are.
    Conflict,
    /// There would be too many mutable rules, or none (rules 116, 211).
    Barred,
}

/// A role of which something is set, and the rules in effect that have a part in it and keep their words.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Beside {
    /// The role.
    pub role: Role,
    /// The numbers of these rules.
    pub rules: Vec<u32>,
}

/// Something before and after; none where it is not there.
#[derive(Debug, Serialize)]
pub struct Difference<T> {
    /// Before.
    pub before: Option<T>,
    /// Afterwards.
    pub after: Option<T>,
}

/// What differs, by name.
pub type Differences<T> = BTreeMap<String, Difference<T>>;

/// A rule as it is, or would be.
#[derive(Debug, Serialize)]
pub struct Shown {
    /// Its name for life.
    pub id: RuleId,
    /// Its number.
    pub label: u32,
    /// Whether it is immutable.
    pub immutable: bool,
    /// Whether it counts.
    pub status: RuleStatus,
    /// Its text, by paragraphs.
    pub text: Vec<String>,
}

/// How many mutable rules there are.
#[derive(Debug, Serialize)]
pub struct MutableRules {
    /// Before.
    pub before: usize,
    /// Afterwards.
    pub after: usize,
    /// The most there may be, where a rule says so (211).
    pub most: Option<usize>,
}

/// Why `player` may not submit a rule-change now, if so.
pub fn why_not_now(game: &Game, player: &str) -> Option<Message> {
    let over = (game.status != Status::Active).then_some(Void::GameOver);
    let holiday = || game.holiday_problem(&mut Vec::new()).err();
    let void_day = || game.is_void_day(game.day).then_some(Void::Weekend);
    let window = || game.window_problem(player, game.now).filter(|_| game.enforces(Role::ProposalWindow));
    over.or_else(holiday).or_else(void_day).or_else(window).map(|problem| game.why(&problem))
}

/// Explains `draft` (a `propose` play, or its line) for `player` as the game stands.
pub fn explain(game: &Game, player: &str, draft: &Play) -> Result<Explanation, Message> {
    let no_change = || say!("a draft is a rule-change (rule {r107})", r107 = law(107));
    let play = match draft {
        Play::Say { text, .. } => lines::parse(game.edition, Thread::Voting, text)?.ok_or_else(no_change)?,
        play => play.clone(),
    };
    let Play::Propose { changes, parameters, .. } = play else {
        return Err(no_change());
    };
    let why_not_now = why_not_now(game, player);
    let (aims, meanings) = match game.check_changes(&changes, parameters.as_ref()) {
        Ok(found) => found,
        Err(problem) => {
            return Ok(Explanation { outcome: Err(game.why(&problem)), why_not_now });
        }
    };
    let number = game.number_for(changes.len());
    let draft = Draft { text: String::new(), changes, parameters, unfinished: false };
    let mut proposal = Proposal::new(game.day, player, game.now, draft);
    (proposal.number, proposal.aims, proposal.meanings) = (Some(number), aims, meanings);
    proposal.state = ProposalState::Voting;
    Ok(Explanation { outcome: Ok(effect(game, &proposal)), why_not_now })
}

/// What would come of `proposal` if it were adopted as the game stands.
pub fn effect(game: &Game, proposal: &Proposal) -> Outcome {
    let changed = game.changed(proposal, game.now);
    let book = changed.as_ref().map_or(&game.book, |changed| &changed.book);
    let (if_adopted, because) = match &changed {
        Ok(_) => (IfAdopted::InEffect, None),
        Err(ProposalState::Conflict(problem)) => (IfAdopted::Conflict, Some(problem.clone())),
        Err(_) => (
            IfAdopted::Barred,
            Some(say!("rules {r116} and {r211}: too many mutable rules, or none", r116 = law(116), r211 = law(211))),
        ),
    };
    let differences = |ids: &[RuleId]| -> Vec<Difference<Shown>> {
        ids.iter().map(|id| Difference { before: Shown::of(&game.book, id), after: Shown::of(book, id) }).collect()
    };
    // What differs already is no news of this change.
    let known = game.bindings.conflicts(&game.book);
    let news = |changed: &Changed| {
        let mut conflicts = changed.bindings.conflicts(&changed.book);
        conflicts.retain(|conflict| !known.contains(conflict));
        conflicts
    };
    let most = game.enforces(Role::MutableCap).then_some(game.bindings.parameters.mutable_cap.rules);
    let changed = changed.as_ref().ok();
    let (now, after) = (&game.bindings.parameters, changed.map(|changed| &changed.bindings.parameters));
    let own = after.filter(|after| (&now.quantities, &now.effects) != (&after.quantities, &after.effects));
    Outcome {
        number: proposal.number,
        needs: game.thresholds(proposal),
        if_adopted,
        because: because.map(|because| game.citing(because, &[(211, Role::MutableCap, "rules")])),
        rules: changed.map(|changed| differences(&changed.rules)).unwrap_or_default(),
        references: changed.map(|changed| differences(&changed.rewritten)).unwrap_or_default(),
        mutable_rules: MutableRules { before: game.book.mutable_rules(), after: book.mutable_rules(), most },
        rests: changed.map(|changed| Rests::of(game, proposal, changed)).unwrap_or_default(),
        returns: changed.map(|changed| returns(game, proposal, changed)).unwrap_or_default(),
        conflicts: changed.map(news).unwrap_or_default(),
        silenced: changed.map(|changed| silenced(game, &changed.bindings, &changed.book)).unwrap_or_default(),
        weights_of_nobody: changed.map(|changed| weights_of_nobody(game, proposal, changed)).unwrap_or_default(),
        beside: changed.map(|changed| beside(game, proposal, changed)).unwrap_or_default(),
        mentioned_in: mentioned_in(game, proposal),
        also_changed_by: also_changed_by(game, proposal),
        about_winning: about_winning(game, &proposal.changes, proposal.parameters.as_ref()),
        points: counts::all(game, proposal, changed),
        stops: changed.map(|changed| stops(game, changed)).unwrap_or_default(),
        quantities: own.map(|after| differing(game.accounts_by(&now.quantities), game.accounts_by(&after.quantities))),
        effects: own.map(|after| differing(now.effects.clone(), after.effects.clone())),
    }
}

/// The rules that it changes, as they are numbered for life.
fn changed_rules<'a>(game: &'a Game, proposal: &'a Proposal) -> Vec<&'a RuleId> {
    let of_aim = |aim: &'a Aim| match aim {
        Aim::New => None,
        Aim::Rule(rule) => Some(rule),
        Aim::Amendment(place) => game.book.amendments.get(*place).map(|amendment| &amendment.rule),
    };
    proposal.aims.iter().filter_map(of_aim).collect()
}

/// Names of effects that would stop: their rule gets other words, and nobody says what these mean.
fn stops(game: &Game, changed: &Changed) -> Vec<String> {
    let after = &changed.bindings.parameters.effects;
    let goes_on = |bindings: &Bindings, book, name: &str| bindings.understood(Role::Effects, name, book).is_some();
    let stops = |name: &&String| {
        let is_in_force = goes_on(&game.bindings, &game.book, name) && after.contains_key(*name);
        is_in_force && !goes_on(&changed.bindings, &changed.book, name)
    };
    game.bindings.parameters.effects.keys().filter(stops).cloned().collect()
}

/// Numbers of the other rules in effect that name one of those it changes: their meaning may change with it.
fn mentioned_in(game: &Game, proposal: &Proposal) -> Vec<u32> {
    let changed = changed_rules(game, proposal);
    let labels: Vec<u32> =
        changed.iter().filter_map(|rule| game.book.rule(rule)).map(|rule| rule.current().label).collect();
    let others = game.book.live().filter(|rule| !changed.contains(&&rule.id)).map(|rule| rule.current());
    let names = |text: &String| references::find(text).iter().any(|(_, label)| labels.contains(label));
    let mut naming: Vec<u32> = others.filter(|now| now.text.iter().any(names)).map(|now| now.label).collect();
    naming.sort_unstable();
    naming
}

/// Numbers of other open proposals that change the same rules, or set what it sets.
fn also_changed_by(game: &Game, proposal: &Proposal) -> Vec<u32> {
    let changed = changed_rules(game, proposal);
    let roles = |of: &Proposal| of.parameters.iter().flatten().map(|(role, _)| *role).collect::<Vec<_>>();
    let own = roles(proposal);
    let meets = |other: &&Proposal| {
        let same_rule = changed_rules(game, other).iter().any(|rule| changed.contains(rule));
        other.number != proposal.number && (same_rule || roles(other).iter().any(|role| own.contains(role)))
    };
    game.proposals.iter().filter(|other| other.is_open()).filter(meets).filter_map(|other| other.number).collect()
}

/// What has another value afterwards.
fn differing<T: PartialEq>(mut before: BTreeMap<String, T>, after: BTreeMap<String, T>) -> Differences<T> {
    let mut all: Differences<T> = after
        .into_iter()
        .map(|(name, after)| (name.clone(), Difference { before: before.remove(&name), after: Some(after) }))
        .collect();
    all.extend(before.into_iter().map(|(name, gone)| (name, Difference { before: Some(gone), after: None })));
    all.retain(|_, difference| difference.before != difference.after);
    all
}

impl Shown {
    fn of(book: &Rulebook, id: &RuleId) -> Option<Self> {
        let now = book.rule(id)?.current();
        let text = now.text.clone();
        Some(Self { id: id.clone(), label: now.label, immutable: now.immutable, status: now.status, text })
    }
}

/// Players who could never propose any more: all messages would be void on their weekday (rule 201).
fn silenced(game: &Game, bindings: &Bindings, book: &Rulebook) -> Vec<Seat> {
    let is_void = |allocation: &Allocation, day: Weekday| allocation.void_days.contains(&day);
    let already = |player: &Player| {
        let before = &game.bindings.parameters.allocation;
        game.enforces(Role::Allocation) && player.weekday.is_some_and(|day| is_void(before, day))
    };
    let concerned = |seat: &&Seat| {
        let player = game.player(&seat.player);
        player.is_none_or(|player| player.forfeited_at.is_none() && !already(player))
    };
    let after = &bindings.parameters.allocation;
    let enforced = bindings.force(Role::Allocation, book) == Force::Enforced;
    let void = after.days.iter().filter(|seat| enforced && is_void(after, seat.weekday)).filter(concerned);
    void.cloned().collect()
}

/// Parameters that would differ though the proposal does not set them; what rules give names of their own is told by name.
fn returns(game: &Game, proposal: &Proposal, changed: &Changed) -> Patch {
    let (now, after) = (game.bindings.parameters.in_full(), changed.bindings.parameters.in_full());
    let mut returns = Patch::new();
    for role in changed.bindings.bound.keys().filter(|role| !role.has_names()) {
        let name = json!(role);
        let Some((name, members)) = name.as_str().and_then(|name| Some((name, after[name].as_object()?))) else {
            continue;
        };
        let set = proposal.parameters.as_ref().and_then(|patch| patch.get(role));
        let is_set = |member: &String| set.is_some_and(|set| set.contains_key(member));
        let differs = |(member, value): &(&String, &Value)| now[name][*member] != **value && !is_set(member);
        let members: Map<String, Value> =
            members.iter().filter(differs).map(|(member, value)| (member.clone(), value.clone())).collect();
        if !members.is_empty() {
            returns.insert(*role, members);
        }
    }
    returns
}

/// Names whose votes it weighs or whom it lists as Judges, and who neither play nor are named as players by then.
fn weights_of_nobody(game: &Game, proposal: &Proposal, changed: &Changed) -> Vec<String> {
    let sets = |role: Role, member: &str| {
        let members = proposal.parameters.as_ref().and_then(|patch| patch.get(&role));
        members.is_some_and(|members| members.contains_key(member))
    };
    let after = &changed.bindings.parameters;
    let weighed = after.voting.weights.iter().map(|one| &one.player).filter(|_| sets(Role::Voting, "weights"));
    let judges = after.court.judges.iter().filter(|_| sets(Role::Court, "judges"));
    let mut nobody: Vec<String> = Vec::new();
    for name in weighed.chain(judges) {
        let is_somebody = match game.player(name) {
            Some(player) => player.forfeited_at.is_none(),
            None => after.allocation.days.iter().any(|seat| seat.player == *name),
        };
        if !is_somebody && !nobody.contains(name) {
            nobody.push(name.clone());
        }
    }
    nobody
}

/// Rules that may contradict what it sets: they have a part in the same role, and it leaves their words. What two rules
/// have set differently is told as a conflict.
fn beside(game: &Game, proposal: &Proposal, changed: &Changed) -> Vec<Beside> {
    let (now, after) = (&game.bindings, &changed.bindings);
    let conflicts = after.conflicts(&changed.book);
    let is_set = |role: &Role| {
        let is_told = role.has_names() || *role == Role::HouseRules || conflicts.iter().any(|one| one.role == *role);
        !is_told && now.parameters.of(*role) != after.parameters.of(*role)
    };
    let stays = |rule: &&RuleId| changed.book.in_effect(rule) && !changed.rules.contains(rule);
    let label = |rule: &RuleId| changed.book.rule(rule).map(|rule| rule.current().label);
    let told = |role: &Role| {
        let bound = after.bound.get(role)?.rules.iter();
        let mut rules: Vec<u32> = bound.filter(stays).filter_map(label).collect();
        rules.sort_unstable();
        (!rules.is_empty()).then_some(Beside { role: *role, rules })
    };
    proposal.parameters.iter().flat_map(Patch::keys).filter(|role| is_set(role)).filter_map(told).collect()
}

/// Reading 40: rule 114 keeps the kind of win.
fn about_winning(game: &Game, changes: &[Change], parameters: Option<&Patch>) -> bool {
    let label = game.bindings.rule(Role::Win).and_then(|rule| game.book.rule(rule)).map(|rule| rule.current().label);
    let touches = |change: &Change| match change {
        Change::Amend { rule, .. }
        | Change::Repeal { rule }
        | Change::Transmute { rule }
        | Change::Reenact { rule, .. } => Some(*rule) == label,
        _ => false,
    };
    changes.iter().any(touches) || parameters.is_some_and(|patch| patch.contains_key(&Role::Win))
}

/// What of the service rests on the rules that are changed.
#[derive(Debug, Default, Serialize)]
pub struct Rests {
    /// Roles that the service would only warn about.
    #[serde(rename = "only_warns_afterwards")]
    pub only_warns: Vec<Role>,
    /// Roles without a rule that the service goes by: what it does then is told for each.
    pub without: Vec<Role>,
    /// Roles of a repealed rule that go on by another one.
    pub goes_on: Vec<Role>,
}

/// What the service does alike whether a rule asks for it or not, at least in the main.
const BUILT_IN: [Role; 5] =
    [Role::Timezone, Role::EffectTime, Role::Numbering, Role::Precedence, Role::ImmutableThreads];

impl Rests {
    fn of(game: &Game, proposal: &Proposal, changed: &Changed) -> Self {
        let mut rests = Self::default();
        let is_repeal = |change: &Change| matches!(change, Change::Repeal { .. });
        let repealed: Vec<&RuleId> = changed
            .rules
            .iter()
            .zip(&proposal.changes)
            .filter(|(_, change)| is_repeal(change))
            .map(|(id, _)| id)
            .collect();
        // Quantities and effects are told one by one, and house rules are the club's.
        let told = |role: &Role| !role.has_names() && *role != Role::HouseRules;
        for (role, binding) in game.bindings.bound.iter().filter(|(role, _)| told(role)) {
            let (before, after) = (game.force(*role), changed.bindings.force(*role, &changed.book));
            let had_part = binding.rules.iter().any(|rule| repealed.contains(&rule));
            let list = match (before, after) {
                (Force::Absent, _) => continue,
                (_, Force::Absent) => &mut rests.without,
                (_, Force::Advisory) if had_part && BUILT_IN.contains(role) => &mut rests.without,
                (Force::Enforced, Force::Advisory) => &mut rests.only_warns,
                _ if changed.stale.contains(role) => &mut rests.only_warns,
                (_, Force::Enforced) if had_part => &mut rests.goes_on,
                _ => continue,
            };
            list.push(*role);
        }
        rests
    }
}
