//! What would happen if a draft passed: number, points, references, cap, and what bars it.

use super::adoption::Changed;
use super::bindings::{Bindings, Force, Role};
use super::change::{Aim, Change};
use super::citations::law;
use super::game::{Game, Player, Status};
use super::lines;
use super::parameters::{Allocation, Patch, Seat, Tally};
use super::plays::{Play, Thread, Void};
use super::proposals::{Draft, Proposal, ProposalState, Vote};
use super::references;
use super::rulebook::{RuleId, Rulebook};
use super::shared::Shared;
use chrono::Weekday;
use rookery_messages::{Message, say};
use serde::Serialize;
use serde_json::{Value, json};

/// A rule before and after.
#[derive(Debug, Serialize)]
struct Difference {
    before: Value,
    after: Value,
}

/// What would come of a rule-change, and what there is to say about it.
#[derive(Debug)]
pub struct Explanation {
    /// All of it as JSON; what is said, in English.
    pub answer: Value,
    /// Why it is no rule-change, if it is none.
    pub why: Option<Message>,
    /// Why it may not be submitted now, if so.
    pub why_not_now: Option<Message>,
    /// What bars it or does not fit, if so.
    pub because: Option<Message>,
    /// Rules that would come to be both in effect and say different things.
    pub conflicts: Vec<Message>,
}

impl Explanation {
    /// The same with what may not be now.
    fn now(mut self, why_not: Option<Message>) -> Self {
        self.answer["may_submit_now"] = why_not.is_none().into();
        self.answer["why_not_now"] = json!(in_english(why_not.as_ref()));
        self.why_not_now = why_not;
        self
    }
}

fn in_english(said: Option<&Message>) -> Option<String> {
    said.map(Message::to_string)
}

/// Why `player` may not submit a rule-change now, if so.
pub fn why_not_now(game: &Game, player: &str) -> Option<Message> {
    let over = (game.status != Status::Active).then_some(Void::GameOver);
    let holiday = || game.holiday_problem(&mut Vec::new()).err();
    let void_day = || game.is_void_day(game.day).then_some(Void::Weekend);
    let window = || game.window_problem(player, game.now).filter(|_| game.enforces(Role::ProposalWindow));
    over.or_else(holiday).or_else(void_day).or_else(window).map(|problem| game.renumbered(problem.message()))
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
    let window = why_not_now(game, player);
    let (aims, meanings) = match game.check_changes(&changes, parameters.as_ref()) {
        Ok(found) => found,
        Err(problem) => {
            let why = game.renumbered(problem.message());
            let none = Explanation {
                answer: json!({"rule_change": false, "why": why.to_string()}),
                why: Some(why),
                why_not_now: None,
                because: None,
                conflicts: Vec::new(),
            };
            return Ok(none.now(window));
        }
    };
    let number = game.number_for(changes.len());
    let draft = Draft { text: String::new(), changes, parameters, unfinished: false };
    let mut proposal = Proposal::new(game.day, player, game.now, draft);
    (proposal.number, proposal.aims, proposal.meanings) = (Some(number), aims, meanings);
    proposal.state = ProposalState::Voting;
    let mut effect = effect(game, &proposal);
    effect.answer["rule_change"] = true.into();
    Ok(effect.now(window))
}

/// What would come of `proposal` if it were adopted as the game stands.
pub fn effect(game: &Game, proposal: &Proposal) -> Explanation {
    let changed = game.changed(proposal, game.now);
    let book = changed.as_ref().map_or(&game.book, |changed| &changed.book);
    let (state, because) = match &changed {
        Ok(_) => ("in_effect", None),
        Err(ProposalState::Conflict(problem)) => ("conflict", Some(problem.clone())),
        Err(_) => (
            "barred",
            Some(say!("rules {r116} and {r211}: too many mutable rules, or none", r116 = law(116), r211 = law(211))),
        ),
    };
    let because = because.map(|because| game.renumbered(because));
    let differences = |ids: &[String]| -> Vec<Difference> {
        ids.iter().map(|id| Difference { before: show(&game.book, id), after: show(book, id) }).collect()
    };
    let (rules, references, rests) = match &changed {
        Ok(changed) => {
            (differences(&changed.rules), differences(&changed.rewritten), Rests::of(game, proposal, changed))
        }
        Err(_) => (Vec::new(), Vec::new(), Rests::default()),
    };
    // What differs already is no news of this change.
    let known = game.bindings.conflicts(&game.book);
    let mut conflicts =
        changed.as_ref().map_or_else(|_| Vec::new(), |changed| changed.bindings.conflicts(&changed.book));
    conflicts.retain(|conflict| !known.contains(conflict));
    let mut answer = json!({
        "number": proposal.number,
        "needs": game.thresholds(proposal),
        "if_adopted": state,
        "because": in_english(because.as_ref()),
        "rules": rules,
        "references": references,
        "mutable_rules": {"before": game.book.mutable_rules(), "after": book.mutable_rules(), "most": game.enforces(Role::MutableCap).then_some(game.bindings.parameters.mutable_cap.rules)},
        "only_warns_afterwards": rests.only_warns,
        "without": rests.without,
        "goes_on": rests.goes_on,
        "conflicts": conflicts,
        "silenced": changed.as_ref().map_or_else(|_| Vec::new(), |changed| silenced(game, &changed.bindings, &changed.book)),
        "mentioned_in": mentioned_in(game, proposal),
        "also_changed_by": also_changed_by(game, proposal),
        "about_winning": about_winning(game, &proposal.changes, proposal.parameters.as_ref()),
        "points": points(game, proposal, changed.as_ref().ok()),
    });
    if let Ok(changed) = &changed {
        let stops = stops(game, changed);
        if !stops.is_empty() {
            answer["stops"] = json!(stops);
        }
        let (before, after) = (&game.bindings.parameters, &changed.bindings.parameters);
        if (&before.quantities, &before.effects) != (&after.quantities, &after.effects) {
            answer["quantities"] =
                difference(game.accounts_by(&before.quantities), game.accounts_by(&after.quantities));
            answer["effects"] = difference(json!(before.effects), json!(after.effects));
        }
    }
    let conflicts = conflicts.iter().map(|conflict| game.renumbered(conflict.message())).collect();
    Explanation { answer, why: None, why_not_now: None, because, conflicts }
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
fn stops<'a>(game: &'a Game, changed: &Changed) -> Vec<&'a String> {
    let after = &changed.bindings.parameters.effects;
    let goes_on = |bindings: &Bindings, book, name: &str| bindings.understood(Role::Effects, name, book).is_some();
    let stops = |name: &&String| {
        let is_in_force = goes_on(&game.bindings, &game.book, name) && after.contains_key(*name);
        is_in_force && !goes_on(&changed.bindings, &changed.book, name)
    };
    game.bindings.parameters.effects.keys().filter(stops).collect()
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

/// What has another value afterwards, by name: what is not there is null.
fn difference(before: impl Serialize, after: impl Serialize) -> Value {
    let (before, after) = (json!(before), json!(after));
    let names = [&before, &after].into_iter().filter_map(Value::as_object).flat_map(|all| all.keys());
    let changed = names.filter(|name| before.get(*name) != after.get(*name));
    changed.map(|name| (name.clone(), json!({ "before": before.get(name), "after": after.get(name) }))).collect()
}

fn show(book: &Rulebook, id: &str) -> Value {
    book.rule(id).map(|rule| rule.current()).map_or(
        Value::Null,
        |now| json!({"id": id, "label": now.label, "immutable": now.immutable, "status": now.status, "text": now.text}),
    )
}

/// Players who could never propose any more: all messages would be void on their weekday (rule 201).
fn silenced(game: &Game, bindings: &Bindings, book: &Rulebook) -> Vec<Value> {
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
    void.map(|seat| json!({ "player": seat.player, "weekday": seat.weekday })).collect()
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
#[derive(Default)]
struct Rests {
    /// Roles that the service would only warn about.
    only_warns: Vec<Role>,
    /// Roles without a rule that the service goes by: what it does then is told for each.
    without: Vec<Role>,
    /// Roles of a repealed rule that go on by another one.
    goes_on: Vec<Role>,
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

/// The votes on a proposal that are cast, and that still can be.
struct Turnout {
    /// What those who have left had voted: in favour, and in all.
    gone: (u32, u32),
    /// The most votes that can be counted.
    most: u32,
}

impl Turnout {
    fn of(game: &Game, proposal: &Proposal) -> Self {
        let voting = &game.bindings.parameters.voting;
        let mut turnout = Self { gone: (0, 0), most: 0 };
        for vote in proposal.counted().filter(|vote| !game.plays(&vote.player)) {
            turnout.gone.1 += vote.weight;
            turnout.gone.0 += if vote.yes { vote.weight } else { 0 };
        }
        let own = |player: &Player| voting.votes_each.saturating_mul(voting.weight_of(&player.name));
        turnout.most = game.playing().map(own).fold(turnout.gone.1, u32::saturating_add);
        turnout
    }
}

/// A copy of the game in which one count after another of a proposal is played. A count adds to the past and changes nothing
/// of it: so going back copies none of it, however long the game has gone on.
struct Trial {
    /// Its only proposal is the one that is counted.
    before: Game,
    then: Game,
}

impl Trial {
    /// Of the past it has only what a count looks at.
    fn of(mut before: Game, proposal: Proposal) -> Self {
        before.proposals = vec![proposal].into();
        before.messages = Shared::default();
        Self { then: before.clone(), before }
    }

    /// Takes back what a count has done.
    fn go_back(&mut self) {
        let Self { before, then } = self;
        then.status = before.status;
        then.players.clone_from(&before.players);
        then.wins.clone_from(&before.wins);
        then.proposals[0].clone_from(&before.proposals[0]);
        then.messages.truncate(before.messages.len());
        then.ledger.truncate(before.ledger.len());
        then.alerts.truncate(before.alerts.len());
        then.accounts.held.clone_from(&before.accounts.held);
        then.accounts.deeds.truncate(before.accounts.deeds.len());
        debug_assert_eq!(then, before, "a count changes nothing else");
    }
}

/// Counts as effects of the players' own have them come out: copies of the game play them to their end.
struct Played<'a> {
    game: &'a Game,
    adopted: Trial,
    defeated: Trial,
    /// Who may vote, the proposer first.
    voters: Vec<String>,
}

impl<'a> Played<'a> {
    /// None where no effect is in force: the rules about points say all that comes of a count.
    fn of(game: &'a Game, proposal: &Proposal) -> Option<Self> {
        if game.effects().is_empty() {
            return None;
        }
        let (mut proposal, mut adopted) = (proposal.clone(), game.clone());
        proposal.completion = Some(game.completion(&proposal, game.now));
        // The votes of those who play are the counts'.
        proposal.votes.retain(|vote| vote.void_by.is_none() && !game.plays(&vote.player));
        let mut voters = game.eligible();
        voters.sort_by_key(|name| *name != proposal.proposer);
        let place = adopted.proposals.len();
        adopted.proposals.push(proposal.clone());
        adopted.put_into_effect(place, game.now);
        let in_effect = adopted.proposals.swap_remove(place);
        let (adopted, defeated) = (Trial::of(adopted, in_effect), Trial::of(game.clone(), proposal));
        Some(Self { game, adopted, defeated, voters })
    }

    /// The game after this count.
    fn after(&mut self, yes: u32, cast: u32, adopted: bool) -> &Game {
        let (trial, at) = (if adopted { &mut self.adopted } else { &mut self.defeated }, self.game.now);
        trial.go_back();
        let then = &mut trial.then;
        let proposal = &mut then.proposals[0];
        let (gone_yes, gone) = proposal.count();
        let vote = |(nth, player): (u32, &String)| Vote {
            player: player.clone(),
            yes: nth < yes.saturating_sub(gone_yes),
            at,
            void_by: None,
            weight: 1,
            by: None,
            hidden: false,
        };
        proposal.votes.extend((0..cast.saturating_sub(gone)).zip(self.voters.iter().cycle()).map(vote));
        then.post_vote_points(0, adopted, at);
        then
    }

    /// What the proposer gets, what each player against does, and whether the proposer wins by it.
    fn come_to(&mut self, yes: u32, cast: u32, adopted: bool) -> (i64, i64, bool) {
        let game = self.game;
        let then = self.after(yes, cast, adopted);
        let total = |game: &Game, name: &str| game.player(name).map_or(0, |player| player.total);
        let gained = |name: &str| total(then, name) - total(game, name);
        let proposal = &then.proposals[0];
        let against = proposal.counted().find(|vote| !vote.yes && vote.player != proposal.proposer);
        let each_against = against.map_or(0, |vote| gained(&vote.player));
        let wins = then.wins.iter().skip(game.wins.len()).any(|win| win.player == proposal.proposer);
        (gained(&proposal.proposer), each_against, wins)
    }
}

/// For every possible count: adopted or not, what the proposer and each player against would get, and whether that
/// makes the proposer win.
fn points(game: &Game, proposal: &Proposal, changed: Option<&Changed>) -> Vec<Value> {
    /// Of more votes than these the rows say nothing to anybody; fewer, where each row is played in a copy of the game.
    const MOST: u32 = 60;
    const MOST_PLAYED: u32 = 20;
    let parameters = &game.bindings.parameters;
    let eligible = u32::try_from(game.eligible().len()).unwrap_or(u32::MAX);
    let turnout = Turnout::of(game, proposal);
    let (gone_yes, gone) = turnout.gone;
    let given = |role, points: i64| if game.enforces(role) { points } else { 0 };
    let possible = |(yes, cast): &(u32, u32)| *yes >= gone_yes && cast - yes >= gone - gone_yes;
    let mut played = Played::of(game, proposal);
    let most = if played.is_some() { MOST_PLAYED } else { MOST };
    let most = turnout.most.min(most.max(eligible));
    let counts = (0..=most).flat_map(|cast| (0..=cast).map(move |yes| (yes, cast))).filter(possible);
    let number = |role| game.bindings.rule(role).and_then(|rule| Some(game.book.rule(rule)?.current().label));
    let row = |(yes, cast): (u32, u32)| {
        let (in_favour, voters) = ((yes - gone_yes).min(eligible), (cast - gone).min(eligible));
        let tally = Tally { yes, cast, eligible, in_favour, voters };
        let adopted = game.thresholds(proposal).map(|all| all.iter().all(|threshold| threshold.adopts(tally)));
        let after = changed.filter(|_| adopted == Some(true));
        let highest = after.map_or(&game.book, |changed| &changed.book).highest();
        let earned = given(Role::ProposerPoints, parameters.proposer_points.earned(highest, yes, cast));
        let penalty =
            if adopted == Some(false) { given(Role::DefeatPenalty, parameters.defeat_penalty.points) } else { 0 };
        let against = if adopted == Some(true) && yes < cast {
            given(Role::AgainstBonus, parameters.against_bonus.points)
        } else {
            0
        };
        // Points come one after the other, the rule with the lowest number first (reading 34).
        let penalty_first = number(Role::DefeatPenalty) < number(Role::ProposerPoints);
        let before = game.player(&proposal.proposer).filter(|player| player.plays()).map(|player| player.total);
        let bindings = after.map_or(&game.bindings, |changed| &changed.bindings);
        let book = after.map_or(&game.book, |changed| &changed.book);
        let goal = (bindings.force(Role::Win, book) == Force::Enforced).then_some(bindings.parameters.win.points);
        let highest = before.map(|before| before + if penalty_first { earned - penalty } else { earned });
        let wins = goal.is_some_and(|goal| highest.is_some_and(|highest| highest >= goal));
        let played = played.as_mut().zip(adopted).map(|(played, adopted)| played.come_to(yes, cast, adopted));
        let (proposer, each_against, wins) = played.unwrap_or((earned - penalty, against, wins));
        let mut row =
            json!({"yes": yes, "cast": cast, "adopted": adopted, "proposer": proposer, "each_against": each_against});
        if wins && game.status == Status::Active {
            row["wins"] = true.into();
        }
        row
    };
    counts.map(row).collect()
}
