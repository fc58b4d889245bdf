//! Random games: rules, parameters and plays as players might choose them, and what nobody would.

use crate::bindings::{INITIAL, Role};
use crate::change::{Change, Rewording};
use crate::edition::Edition;
use crate::edits::Edit;
use crate::game::{Game, Newcomer};
use crate::parameters::{Patch, Threshold};
use crate::plays::{Event, Order, Play, Target, Thread};
use crate::record::Beginning;
use crate::references;
use chrono::{TimeDelta, Weekday};
use serde_json::{Value, json};

/// A small deterministic source of choices (xorshift).
pub(super) struct Chance(pub(super) u64);

impl Chance {
    pub(super) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
    pub(super) fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }
    pub(super) fn one_in(&mut self, end: usize) -> bool {
        self.below(end) == 0
    }
    pub(super) fn pick<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        if of.is_empty() { None } else { of.get(self.below(of.len())) }
    }
}

fn beginning(chance: &mut Chance) -> Beginning {
    let days = [Weekday::Mon, Weekday::Tue, Weekday::Wed, Weekday::Thu, Weekday::Fri];
    let players = match chance.below(3) {
        0 => Vec::new(),
        _ => (0..2 + chance.below(6))
            .map(|place| Newcomer { name: format!("P{place}"), weekday: Some(days[chance.below(5)]) })
            .collect(),
    };
    let parameters =
        patch_of("proposal_window", json!({"changes": 1 + chance.below(3), "per_day": 1 + chance.below(2)}));
    let mut parameters = parameters;
    if chance.one_in(2) {
        parameters.extend(patch_of("adoption", json!({"threshold": Threshold::SimpleMajority})));
    }
    let edition = if chance.one_in(3) { Edition::First } else { Edition::LATEST };
    Beginning { edition, players, parameters, ..Beginning::default() }
}

fn patch_of(role: &str, members: Value) -> Patch {
    serde_json::from_value(json!({role: members})).expect("a patch")
}

/// Points that somebody might ask for: mostly few, now and then what no engine should count with.
fn points(chance: &mut Chance) -> i64 {
    match chance.below(12) {
        0 => i64::MIN,
        1 => i64::MAX,
        2 => -1_000_000,
        3 => 1_000_001,
        _ => chance.below(9) as i64 - 4,
    }
}

/// Parameters of a few roles.
fn patch(chance: &mut Chance, game: &Game) -> Patch {
    let mut patch = Patch::new();
    for _ in 0..1 + chance.below(3) {
        let (role, members) = match chance.below(30) {
            0 => ("adoption", json!({"threshold": threshold(chance)})),
            1 => ("transmute_threshold", json!({"threshold": threshold(chance)})),
            2 => ("win", json!({"points": 40 + chance.below(200)})),
            3 => ("win", json!({"points": points(chance)})),
            4 => ("allocation", json!({"start_points": chance.below(9)})),
            5 => {
                let days = &game.bindings.parameters.allocation.days;
                ("allocation", json!({"days": days[chance.below(2).min(days.len())..]}))
            }
            6 => ("voting", json!({"votes_each": 1 + chance.below(2)})),
            7 => ("proposal_window", json!({"changes": chance.below(5), "cutoff": null, "own_day_only": false})),
            8 => ("proposer_points", json!({"least": points(chance), "offset": 280 + chance.below(20)})),
            9 => ("defeat_penalty", json!({"points": points(chance)})),
            10 => ("against_bonus", json!({"points": points(chance)})),
            11 => ("mutable_cap", json!({"rules": 14 + chance.below(9)})),
            12 => (
                "court",
                json!({"window_seconds": 1 + chance.below(9000), "judge_wrap": chance.one_in(2), "only_warns": chance.one_in(4)}),
            ),
            13 => ("timezone", json!({"zone": if chance.one_in(2) { "Asia/Tokyo" } else { "America/New_York" }})),
            14 => ("house_rules", json!({"k": 1 + chance.below(40)})),
            15 => ("numbering", json!({"parts": if chance.one_in(2) { "used_up" } else { "released" }})),
            16 => ("numbering", json!({"first": 1 + chance.below(500)})),
            17 => (
                "court",
                json!({"judges": ["P1", "P0", "Ben P"], "exclude_parties": true, "may_recuse": true, "panel": 3, "appeal_days": 2, "appeal_panel": 3}),
            ),
            18 => ("voting", json!({"proxies": true, "weights": [{"player": "P1", "weight": chance.below(4)}]})),
            19 => ("voting", json!({"opens": "06:00:00", "closes": "22:00:00"})),
            20 => {
                let from = game.day + TimeDelta::days(chance.below(4) as i64);
                let until = from + TimeDelta::days(chance.below(9) as i64);
                ("timezone", json!({"holidays": [{"from": from, "until": until}]}))
            }
            21 => ("timezone", json!({"day_starts": if chance.one_in(2) { "18:00:00" } else { "00:00:00" }})),
            22 => (
                "adoption",
                json!({"quorum": chance.below(4), "quorum_part": {"part": 1, "of": 2}, "by_kind": [{"kind": "enact", "needs": threshold(chance)}]}),
            ),
            23 => ("transmute_threshold", json!({"to_immutable": threshold(chance)})),
            24 => ("voting", json!({"secret": chance.one_in(2)})),
            25 | 26 => ("quantities", quantities(chance)),
            27 | 28 => ("effects", effects(chance)),
            _ => ("renumber_refs", json!({})),
        };
        patch.extend(patch_of(role, members));
        // What is changed is declared with it.
        if role == "effects" && chance.below(4) > 0 {
            patch.extend(patch_of(
                "quantities",
                json!({"Treasury": {"of": "game"}, "Gold": {"of": "players"}, "Crown": {"of": "players", "in_all": 1},
                "Cards": {"of": {"things": ["Ace"]}}}),
            ));
        }
    }
    patch
}

/// A treasury, gold, things and a card that one player holds; now and then one of them goes.
fn quantities(chance: &mut Chance) -> Value {
    let gold = json!({"of": "players", "start": chance.below(5), "least": 0, "most": 5 + chance.below(20)});
    match chance.below(7) {
        0 => json!({"Gold": null}),
        3 => json!({"Crown": {"of": "players", "in_all": 1 + chance.below(2)}}),
        1 => json!({"Cards": {"of": {"things": ["Ace", "King"]}, "least": -3}}),
        2 => json!({"Gold": gold}),
        _ => json!({"Treasury": {"of": "game"}, "Gold": gold, "Cards": {"of": {"things": ["Ace"]}}}),
    }
}

/// A tax, wages, rain, prices, gifts, and a crown that passes from one to another.
fn effects(chance: &mut Chance) -> Value {
    let share = |part: i64| json!({"share": {"part": part, "of": 3}});
    let one = |quantity: &str, whose: &str, by: Value| json!({"quantity": quantity, "whose": whose, "by": by});
    match chance.below(10) {
        8 => json!({"take": {"on": {"use": {}}, "changes": [one("Crown", "player", json!({"exactly": 1}))]},
            "award": {"on": "defeated", "changes": [one("Crown", "everybody", json!({"share_of_own": {"part": -1}})),
                one("Crown", "player", json!({"exactly": 1}))]}}),
        9 => json!({"pass": {"on": {"use": {"per_day": 3}}, "changes": [
            one("Crown", "chosen", json!({"exactly": 1})), one("Crown", "player", json!({"exactly": -1}))]}}),
        6 => json!({"turnout": {"on": "voted", "changes": [one("Gold", "player", json!({"exactly": 1}))]},
            "round": {"on": "circuit", "changes": [one("Treasury", "everybody", json!({"exactly": 5}))]}}),
        7 => json!({"fee": {"on": "judged", "changes": [one("points", "player", json!({"exactly": 1}))]},
            "shame": {"on": "overruled", "changes": [one("Gold", "player", json!({"exactly": -1}))]}}),
        0 => json!({"tax": {"on": {"gain": "points"}, "changes": [
            one("points", "player", share(-1)), one("Treasury", "player", share(1))]}}),
        1 => json!({"wages": {"on": "turn", "changes": [one("Gold", "player", json!({"exactly": 2}))]}}),
        2 => json!({"rain": {"on": "day", "changes": [one("Cards", "everybody", json!({"exactly": 1}))]}}),
        3 => json!({"reign": {"on": "day", "changes": [
            {"quantity": "points", "whose": "everybody", "by": {"exactly": 1}, "per": "Crown"}]},
            "prize": {"on": "adopted", "changes": [
            one("points", "others", json!({"exactly": 1})), one("Gold", "player", json!({"exactly": -1}))]}}),
        4 => json!({"fine": {"on": {"loss": "Gold"}, "changes": [
            one("Treasury", "player", json!({"share_of_own": {"part": 1, "of": 2}}))]}, "tax": null}),
        _ => json!({"gift": {"on": {"use": {"most": 4, "per_day": 2}}, "changes": [
            one("Gold", "player", json!({"share": {"part": -1}})), one("Gold", "chosen", json!({"share": {"part": 1}}))]}}),
    }
}

fn threshold(chance: &mut Chance) -> Value {
    match chance.below(8) {
        0 => json!({"part_of_cast": {"part": 3, "of": 5}}),
        1 => json!({"part_of_eligible": {"part": 2, "of": 5}}),
        _ => json!(chance.pick(&THRESHOLDS)),
    }
}

const THRESHOLDS: [Threshold; 6] = [
    Threshold::UnanimousOfCast,
    Threshold::UnanimousOfEligible,
    Threshold::SimpleMajority,
    Threshold::TwoThirdsOfCast,
    Threshold::MajorityOfEligible,
    Threshold::AtLeast(2),
];

fn change(chance: &mut Chance, game: &Game) -> Change {
    let labels: Vec<u32> = game.book.rules.iter().map(|rule| rule.current().label).collect();
    let rule = *chance.pick(&labels).expect("a rule");
    let amendment = chance.pick(&game.book.amendments).map_or(301, |amendment| amendment.number);
    let text = game.book.numbered(rule).map(|rule| rule.current().text.join(" ")).unwrap_or_default();
    let names = references::find(&text);
    let how = match chance.below(4) {
        0 => Rewording::Text(vec![format!("All new: see Rules {rule}, 204 and {}.\n", rule + 1)]),
        1 => Rewording::Edits(vec![Edit::AppendParagraph { text: format!("This defers to Rule {rule}.\n") }]),
        2 => Rewording::Edits(vec![Edit::Replace { old: "the".into(), with: "this".into() }]),
        _ => {
            let named = chance.pick(&names).map_or(rule, |(_, label)| *label);
            Rewording::Edits(vec![Edit::InsertAfter { anchor: format!("Rule {named}"), text: " (sic)".into() }])
        }
    };
    match chance.below(12) {
        0..=3 => Change::Enact { text: vec![format!("As Rule {rule} says.\n")], immutable: chance.one_in(20) },
        4..=6 => Change::Amend { rule, how },
        7 => Change::Repeal { rule },
        8 => Change::Transmute { rule },
        9 => Change::RepealAmendment { amendment },
        10 => Change::AmendAmendment { amendment, how },
        _ => Change::Reenact { rule, text: chance.one_in(2).then(|| vec![format!("Again, with Rule {rule}.\n")]) },
    }
}

fn order(chance: &mut Chance, game: &Game) -> Order {
    let number = 300 + chance.below(game.proposals.len() + 2) as u32;
    let label = 201 + chance.below(15) as u32;
    let player = chance.pick(&game.players).expect("a player").name.clone();
    match chance.below(15) {
        13 => Order::RenumberProposal { proposal: number, number: 1 + chance.below(600) as u32 },
        12 => Order::Adjust { quantity: "Gold".into(), holder: player, delta: points(chance) },
        0 => Order::VoidProposal { number },
        1 => Order::VoidVote { proposal: number, player },
        2 => Order::SetRuleVoid { label },
        3 => Order::UnvoidRule { label },
        4 => Order::AdjustPoints { player, delta: points(chance) },
        5 => {
            let known = [(Role::Court, Default::default()), (Role::Adoption, Default::default())];
            let parameters = if chance.one_in(2) { known.into() } else { patch(chance, game) };
            Order::SetBinding { parameters, rule: chance.one_in(9).then_some(label) }
        }
        6 => {
            let rule = chance.pick(&game.book.rules).expect("a rule").current().label;
            Order::MergeText { rule, text: vec![format!("Merged: see Rule {label}.\n")] }
        }
        7 => Order::ReverseEntry { seq: chance.below(game.ledger.len() + 1) },
        8 => Order::DeclareWinner { player: None },
        9 => Order::Undo { number },
        10 => Order::Defeat { number },
        11 => Order::Renumber { rule: label, number: 1 + chance.below(600) as u32 },
        _ => Order::Uphold,
    }
}

fn play(chance: &mut Chance, game: &Game) -> (String, Play) {
    let anybody = chance.pick(&game.players).expect("a player").name.clone();
    let today = game.players_of(game.day);
    let open = game.points_of_order.iter().filter(|point| point.is_active()).collect::<Vec<_>>();
    // A Judgement is disputed before the hour is over.
    let judged = open.iter().filter_map(|point| point.judgements.last()).find(|one| one.disputed_by.is_none());
    if let Some(judgement) = judged.filter(|_| is_judged(game) && chance.one_in(4)) {
        return (anybody, Play::Dispute { judgement: judgement.id.clone() });
    }
    // Nothing can be decided on a holiday; often who plays has had enough of it.
    if game.is_holiday(game.day) && chance.one_in(2) {
        return (chance.pick(&game.not_going_on()).cloned().unwrap_or(anybody), Play::GoOn);
    }
    match chance.below(20) {
        0..=3 => {
            let parameters = match chance.below(3) {
                0 => None,
                1 => Some([(Role::Adoption, Default::default()), (Role::Court, Default::default())].into()),
                _ => Some(patch(chance, game)),
            };
            let changes = (0..1 + chance.below(3)).map(|_| change(chance, game)).collect();
            let unfinished = chance.one_in(30);
            (
                chance.pick(&today).cloned().unwrap_or(anybody),
                Play::Propose { text: None, changes, parameters, unfinished },
            )
        }
        4..=11 => (anybody, Play::Vote { proposal: None, yes: !chance.one_in(6) }),
        12 => {
            let number = game.next_number.saturating_sub(1);
            let targets = match chance.below(4) {
                0 => vec![Target::Win],
                1 => vec![Target::Question],
                _ => vec![Target::Proposal { number }],
            };
            let mover = chance.one_in(8).then(|| anybody.clone());
            (anybody, Play::PointOfOrder { text: "Why?".into(), targets, mover })
        }
        13 | 14 => match chance.pick(&open) {
            Some(point) => {
                let orders = if chance.one_in(2) { vec![order(chance, game)] } else { Vec::new() };
                (
                    point.judge.clone().unwrap_or(anybody),
                    Play::Judge { point: point.id.clone(), text: "So.".into(), orders },
                )
            }
            None => (anybody, Play::Announce { player: "P1".into(), total: 0, change: 0 }),
        },
        15 => match chance.pick(&open).and_then(|point| point.judgements.last()) {
            Some(judgement) if !chance.one_in(3) => (anybody, Play::Dispute { judgement: judgement.id.clone() }),
            Some(judgement) => (anybody, Play::Opinion { judgement: judgement.id.clone(), agree: chance.one_in(3) }),
            None => (anybody, Play::Say { thread: Thread::Voting, text: "Vote: Maybe".into() }),
        },
        16 => (
            anybody.clone(),
            Play::Claim {
                player: anybody,
                delta: points(chance),
                of: chance.one_in(3).then(|| ["Gold", "Treasury", "Crown"][chance.below(3)].into()),
                cites: 201 + chance.below(120) as u32,
                reason: "so".into(),
            },
        ),
        17 if chance.one_in(100) => (anybody, Play::Forfeit),
        18 if chance.one_in(3) => {
            let proxy = chance.pick(&game.players).map(|player| player.name.clone()).filter(|_| chance.one_in(2));
            (anybody, Play::Proxy { proxy })
        }
        18 => match chance.pick(&open) {
            Some(point) if chance.one_in(2) => {
                (point.judge.clone().unwrap_or(anybody), Play::Recuse { point: point.id.clone() })
            }
            Some(point) if chance.one_in(2) => {
                (anybody.clone(), Play::Name { point: point.id.clone(), judge: anybody })
            }
            Some(point) => (anybody.clone(), Play::Exclude { point: point.id.clone(), player: anybody }),
            None => (anybody, Play::Say { thread: Thread::Voting, text: "yes".into() }),
        },
        17 => {
            let whom = chance.pick(&game.players).map(|player| player.name.clone());
            let holder = game.holding("Crown").pop().unwrap_or_else(|| anybody.clone());
            match chance.below(4) {
                0 => (anybody, Play::Use { effect: "take".into(), amount: None, whom: None }),
                1 => (holder, Play::Use { effect: "pass".into(), amount: None, whom }),
                _ => (anybody, Play::Use { effect: "gift".into(), amount: Some(1 + chance.below(4) as i64), whom }),
            }
        }
        19 if chance.one_in(3) => {
            let judged = chance.pick(&game.points_of_order).and_then(|point| point.judgements.last());
            let judgement = judged.map_or_else(String::new, |judgement| judgement.id.clone());
            (anybody, Play::Appeal { judgement, text: "No.".into() })
        }
        19 => (anybody, Play::Say { thread: Thread::Discussion, text: "Note: Rule 205: so".into() }),
        _ => (anybody, Play::Say { thread: Thread::Discussion, text: "Well.".into() }),
    }
}

/// Whether a Judgement was pronounced that players may still say something about.
fn is_judged(game: &Game) -> bool {
    let open = game.points_of_order.iter().filter(|point| point.is_active());
    open.filter_map(|point| point.judgements.last()).any(|judgement| judgement.closes_at > game.now)
}

/// A random game of so many days with its log.
pub(super) fn random_game(seed: u64, days: i64) -> (Beginning, Vec<Event>, Game) {
    let mut chance = Chance(seed | 1);
    let beginning = beginning(&mut chance);
    played(beginning, chance, days)
}

/// One that nobody is likely to win, with rules about a treasury, gold and secret votes from its beginning.
pub(super) fn random_game_with_gold(seed: u64, days: i64) -> (Beginning, Vec<Event>, Game) {
    let all: Vec<Value> = (0..200).map(|turn| effects(&mut Chance(turn * 77 + 1))).collect();
    let effects: serde_json::Map<String, Value> =
        all.iter().filter_map(Value::as_object).flatten().map(|(name, value)| (name.clone(), value.clone())).collect();
    let holidays: Vec<Value> = (1..8)
        .map(|turn| json!({"from": format!("2019-{:02}-04", turn + 2), "until": format!("2019-{:02}-24", turn + 2)}))
        .collect();
    let parameters = json!({
        "win": {"points": 1_000_000}, "voting": {"secret": true}, "timezone": {"holidays": holidays},
        "adoption": {"threshold": {"part_of_cast": {"part": 1, "of": 2}}, "by_kind": [{"kind": "repeal", "needs": "simple_majority"}]},
        "transmute_threshold": {"threshold": {"part_of_eligible": {"part": 2, "of": 5}}},
        "quantities": {"Treasury": {"of": "game"}, "Gold": {"of": "players", "start": 9, "least": 0},
            "Crown": {"of": "players", "in_all": 1}, "Cards": {"of": {"things": ["Ace"]}}},
        "effects": effects,
    });
    let bindings = INITIAL.map(|(role, rules)| (role, rules.to_vec())).into_iter();
    let bindings = bindings.chain([(Role::Quantities, vec![201]), (Role::Effects, vec![201])]).collect();
    let beginning = Beginning {
        edition: Edition::LATEST,
        bindings: Some(bindings),
        parameters: serde_json::from_value(parameters).expect("parameters"),
        ..Beginning::default()
    };
    played(beginning, Chance(seed | 1), days)
}

fn played(beginning: Beginning, mut chance: Chance, days: i64) -> (Beginning, Vec<Event>, Game) {
    let mut game = beginning.start().expect("it starts");
    let end = game.starts_at + TimeDelta::days(days);
    let mut log = Vec::new();
    loop {
        // Mostly some time later, soon while a Judgement can be disputed; now and then exactly when something is due.
        let hour = if is_judged(&game) && chance.one_in(2) { 1_200_000 } else { 4 * 3_600_000 };
        let step = TimeDelta::milliseconds(1 + chance.below(hour) as i64);
        let at = game.due().filter(|_| chance.one_in(8)).unwrap_or(game.now + step);
        if at > end {
            break;
        }
        game.advance(at).expect("forwards");
        let (player, play) = play(&mut chance, &game);
        let event = Event { at, player, play };
        match game.apply(&event) {
            Ok(_) => log.push(event),
            Err(refusal) => panic!("{refusal}"),
        }
    }
    game.advance(end).expect("forwards");
    (beginning, log, game)
}
