//! Two random games through the tables of both databases, with rules of the players' own in play: the same logs, and
//! replayed from them the same games.
//!
//! A month each; `ROOKERY_NOMIC_DAYS=365` plays them for a year.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use chrono::{NaiveDate, NaiveDateTime, NaiveTime, TimeDelta};
use rookery::action::{self, perform};
use rookery::id::PersonId;
use rookery::nomic::table::NomicState;
use rookery::tables::TableId;
use rookery::tables::actions::{self, At};
use rookery_nomic::accounts::By;
use rookery_nomic::bindings::Role;
use rookery_nomic::court::PointOfOrder;
use rookery_nomic::game::Message;
use rookery_nomic::parameters::Threshold;
use rookery_nomic::plays::Target;
use rookery_nomic::record::Beginning;
use rookery_nomic::{Event, Game, Play, Void};
use serde_json::{Value, json};

use super::table::Party;
use crate::harness::Club;

/// A small source of choices (xorshift): the same seed chooses the same.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end
    }
}

fn say(thread: &str, text: String) -> Value {
    json!({ "kind": "say", "thread": thread, "text": text })
}

/// What players count beside points, and what changes it.
const TREASURY: &str = r#"{"quantities":{"Treasury":{"of":"game"},"Gold":{"of":"players","start":3,"least":0},"Crown":{"of":"players","in_all":1}},
    "effects":{"turnout":{"on":"voted","changes":[{"quantity":"Gold","by":{"exactly":1}}]},
    "fee":{"on":"judged","changes":[{"quantity":"Gold","by":{"exactly":2}}]},
    "shame":{"on":"overruled","changes":[{"quantity":"Treasury","by":{"exactly":1}}]},
    "round":{"on":"circuit","changes":[{"quantity":"Treasury","by":{"exactly":5}},
        {"quantity":"Crown","whose":"everybody","by":{"share_of_own":{"part":-1}}}]},
    "take":{"on":{"use":{}},"changes":[{"quantity":"Crown","by":{"exactly":1}}]},
    "pass":{"on":{"use":{}},"changes":[{"quantity":"Crown","whose":"chosen","by":{"exactly":1}},{"quantity":"Crown","by":{"exactly":-1}}]},
    "tax":{"on":{"gain":"points"},"changes":[{"quantity":"points","by":{"share":{"part":-1,"of":10}}},
        {"quantity":"Treasury","by":{"share":{"part":1,"of":10}}}]},
    "wages":{"on":"turn","changes":[{"quantity":"Gold","by":{"exactly":1}}]},
    "gift":{"on":{"use":{"most":3}},"changes":[{"quantity":"Gold","by":{"share":{"part":-1}}},
        {"quantity":"Gold","whose":"chosen","by":{"share":{"part":1}}}]}}}"#;

/// Rules of the players' own about numbers, votes, the court and time, with a goal that nobody reaches: the game lasts.
fn own_rules() -> Value {
    let parameters = json!({
        "numbering": { "parts": "released" },
        "proposal_window": { "changes": 3, "opens": "02:00:00", "cutoff": "22:00:00" },
        "voting": { "proxies": true, "closes": "23:00:00", "weights": [{ "player": "Ben P", "weight": 2 }] },
        "adoption": {
            "threshold": { "part_of_cast": { "part": 1, "of": 2 } }, "quorum": 2, "by_kind": [{ "kind": "repeal", "needs": "two_thirds_of_cast" }],
        },
        "transmute_threshold": { "threshold": { "part_of_eligible": { "part": 2, "of": 5 } } },
        "court": {
            "judges": ["Ben P", "Alex T", "Alex W"], "exclude_parties": true, "may_recuse": true, "may_exclude": true,
            "panel": 2, "appeal_days": 2, "appeal_panel": 2,
        },
        "timezone": { "holidays": [{ "from": "2027-01-13", "until": "2027-01-19" }, { "from": "2027-08-01", "until": "2027-08-21" }] },
        "win": { "points": 1_000_000 },
    });
    json!({ "beginning": { "parameters": parameters } })
}

/// A rule-change: of texts, of what is counted, of secrets, of time.
fn law(chance: &mut Chance, game: &Game) -> String {
    let next = game.next_number;
    if game.effects().is_empty() {
        return format!("Enact: Law {next}: a Treasury, taxes, wages and gifts.\nParameters: {TREASURY}");
    }
    match chance.below(12) {
        0 => "Repeal Rule 205".to_owned(),
        1 => format!("Amend Rule {} to read: See Rules 203, 214 and {next}.", game.book.highest()),
        2 => format!("Transmute Rule {}", 101 + chance.below(18)),
        5 => "Enact: Votes are secret.\nParameters: {\"voting\":{\"secret\":true}}".to_owned(),
        6 => "Enact: Votes are not secret.\nParameters: {\"voting\":{\"secret\":false}}".to_owned(),
        7 => {
            let (from, until) = (game.day + TimeDelta::days(2), game.day + TimeDelta::days(3));
            let holidays = json!({ "timezone": { "holidays": [{ "from": from, "until": until }] } });
            format!("Enact: A rest.\nParameters: {holidays}")
        }
        _ => format!("(1) Enact: Law {next}: players abide by Rule 203.\n(2) Repeal Rule {}", next - 1),
    }
}

/// The longest time until somebody says something: not long while a Judgement can be agreed with.
fn longest(game: &Game) -> u64 {
    let judged = game.points_of_order.iter().filter(|point| point.is_active());
    let is_open = judged.filter_map(|point| point.judgements.last()).any(|one| one.closes_at > game.now);
    if is_open { 1_200 } else { 4 * 3_600 }
}

/// Somebody's next message: mostly votes and rule-changes, some of them void.
fn choose(chance: &mut Chance, game: &Game) -> (usize, Value) {
    let anybody = chance.below(5) as usize;
    let seat = |name: &String| game.players.iter().position(|player| player.name == *name);
    let own = game.players_of(game.day).first().and_then(seat);
    let open = game.points_of_order.iter().find(|point| point.is_active());
    let voting = |player, text: String| (player, say("voting", text));
    let points = |player, text: String| (player, say("points", text));
    // A Judgement may be disputed for an hour, and nothing but talk ends a holiday.
    let judged = open.and_then(|point| point.judgements.last()).filter(|one| one.disputed_by.is_none());
    if let Some(judgement) = judged.filter(|_| chance.below(4) == 0) {
        return voting(anybody, format!("Dispute: {}", judgement.id));
    }
    if game.is_holiday(game.day) && chance.below(2) == 0 {
        let waited_for = game.not_going_on().first().and_then(seat);
        return (waited_for.unwrap_or(anybody), say("discussion", "The game goes on".to_owned()));
    }
    // Now in these words, now in those.
    let other_words = game.messages.len().is_multiple_of(2);
    match chance.below(22) {
        0..=4 => {
            let heading = if other_words { "" } else { "Rule-change: " };
            voting(own.unwrap_or(anybody), format!("{heading}{}", law(chance, game)))
        }
        5..=11 => {
            let words = if other_words { ["I vote against", "In favour"] } else { ["Vote: No", "Vote: Yes"] };
            voting(anybody, words[usize::from(chance.below(5) != 0)].to_owned())
        }
        12 if other_words && game.points_of_order.iter().any(|point| !point.judgements.is_empty()) => {
            let judged = game.points_of_order.iter().rev().find_map(|point| point.judgements.last());
            let about = judged.map_or_else(String::new, |one| format!("\nAbout: Judgement {}", one.id));
            voting(anybody, format!("Point of Order: Is that so?{about}"))
        }
        12 => voting(anybody, format!("Point of Order: Is proposal {} proper?", game.next_number - 1)),
        13 | 14 => match (open, open.and_then(|point| point.judgements.last())) {
            (Some(point), Some(judgement)) if judgement.judge == point.judge.clone().unwrap_or_default() => {
                let player = judgement.panel.first().and_then(seat).unwrap_or(anybody);
                let agrees = if chance.below(3) == 0 { "disagree" } else { "agree" };
                voting(player, format!("I {agrees} with Judgement {}", judgement.id))
            }
            (Some(point), _) => {
                let judge = point.judge.as_ref().and_then(seat).unwrap_or(anybody);
                let line = if chance.below(6) == 0 { "Recuse: {}" } else { "Judgement: {} It is." };
                voting(judge, line.replace("{}", &point.id))
            }
            (None, _) => voting(anybody, "Vote: Maybe".to_owned()),
        },
        15 => points(anybody, format!("Use: gift: {} Ben P", 1 + chance.below(3))),
        16 => voting(anybody, ["Proxy: Ben P", "Proxy: Chris B", "Proxy: nobody"][chance.below(3) as usize].to_owned()),
        17 => {
            let judged = game.points_of_order.last().and_then(|point| point.judgements.last());
            voting(anybody, judged.map_or_else(|| "yes".to_owned(), |one| format!("Appeal: {} No.", one.id)))
        }
        18 => {
            let of = ["", " Gold", " Treasury", " Crown"][chance.below(4) as usize];
            points(anybody, format!("Claim: +1{of} by Rule 203: so"))
        }
        19 => points(anybody, "Use: take".to_owned()),
        20 => {
            let holder = game.holding("Crown").first().and_then(seat);
            let names = ["Ben P", "Chris B", "Alex W"];
            points(holder.unwrap_or(anybody), format!("Use: pass: {}", names[chance.below(3) as usize]))
        }
        _ => (anybody, say("discussion", "Note: Rule 203: well.".to_owned())),
    }
}

/// How often the players' own rules did something.
fn in_play(game: &Game) -> Vec<(&'static str, usize)> {
    let voids =
        |reason: fn(&Void) -> bool| game.messages.iter().filter(|one| one.void.as_ref().is_some_and(reason)).count();
    let votes = || game.proposals.iter().flat_map(|proposal| &proposal.votes);
    let points = || game.points_of_order.iter();
    let by = |effect: &str| {
        let is_it = |by: &By| matches!(by, By::Effect { name, .. } if name == effect);
        game.accounts.deeds.iter().filter(|deed| is_it(&deed.by)).count()
    };
    let is_part = |one: &Threshold| matches!(one, Threshold::PartOfCast(_) | Threshold::PartOfEligible(_));
    let mut wanted: BTreeMap<NaiveDate, BTreeSet<&str>> = BTreeMap::new();
    for one in game.messages.iter().filter(|one| one.line == "The game goes on") {
        wanted.entry(one.at.date_naive()).or_default().extend(one.author.as_deref());
    }
    let counts = |lines: &[&str]| {
        let said = |one: &&Arc<Message>| lines.iter().any(|line| one.line.starts_with(line));
        game.messages.iter().filter(said).filter(|one| one.void.is_none()).count()
    };
    let ended = |role: Role| {
        let supplies = game.bindings.bound.get(&role).into_iter().flat_map(|binding| &binding.supplies);
        supplies.filter(|one| one.rule.as_ref().is_some_and(|rule| !game.book.in_effect(rule))).count()
    };
    let own_judgement = |point: &&PointOfOrder| {
        point.targets.iter().any(|target| matches!(target, Target::Judgement { .. })) && point.appeal_of.is_none()
    };
    let completed = || game.proposals.iter().filter_map(|proposal| proposal.completion.as_ref()?.thresholds.as_ref());
    vec![
        ("votes that are paid", by("turnout")),
        ("Judgements that are paid", by("fee")),
        ("Judges that are overruled", by("shame")),
        ("circuits", by("round")),
        ("cards taken", by("take")),
        ("cards passed on", by("pass")),
        ("quantities claimed", game.accounts.deeds.iter().filter(|deed| matches!(deed.by, By::Claim { .. })).count()),
        ("parts of the votes", completed().filter(|all| all.iter().any(is_part)).count()),
        ("holidays that all ended", wanted.values().filter(|players| players.len() == game.playing().count()).count()),
        ("deeds", game.accounts.deeds.len()),
        ("votes by proxy", votes().filter(|vote| vote.by.is_some()).count()),
        ("votes that weigh more", votes().filter(|vote| vote.weight > 1).count()),
        ("numbers free again", game.proposals.iter().filter(|proposal| proposal.released).count()),
        ("messages on holidays", voids(|void| matches!(void, Void::Holiday(_)))),
        ("outside the hours", voids(|void| matches!(void, Void::OutsideVotingHours { .. } | Void::AfterCutoff(_)))),
        ("panels", points().flat_map(|point| &point.judgements).filter(|one| !one.panel.is_empty()).count()),
        ("judges of the list", points().filter(|point| !point.procedure.judges.is_empty()).count()),
        ("notes", game.annotations.len()),
        ("votes in other words", counts(&["In favour", "I vote against"])),
        ("rule-changes without a heading", counts(&["Enact:", "(1) Enact:", "Repeal ", "Amend "])),
        ("settings that ended with their rule", ended(Role::Voting) + ended(Role::Timezone)),
        ("questions about Judgements", points().filter(own_judgement).count()),
    ]
}

/// The game as the tables have it.
fn standing(club: &Club, id: TableId) -> Game {
    let live = club.app.db.read_now(|db| club.app.room.live(db, id)).unwrap();
    live.read(|known| {
        let state: &dyn std::any::Any = known.state.as_deref().expect("it has begun");
        state.downcast_ref::<NomicState>().expect("a game of Nomic").seen_at(club.now())
    })
}

/// Plays a game through; gives its log and the bytes of the whole game.
fn played(club: &Club, seed: u64, days: i64) -> (String, Vec<u8>) {
    let mut party = Party::begun_with(club, "2027-01-04T08:00:00", &own_rules());
    let id = TableId(party.table.rsplit('/').next().unwrap().parse().unwrap());
    let people: Vec<PersonId> = party.players.iter().map(|player| PersonId(player.id)).collect();
    let mut chance = Chance(seed);
    let mut at: NaiveDateTime = club.now();
    let end = at + TimeDelta::days(days);
    loop {
        at += TimeDelta::seconds(60 + chance.below(longest(&standing(club, id))) as i64);
        if at > end {
            break;
        }
        club.app.clock.set(at);
        let (player, play) = choose(&mut chance, &standing(club, id));
        let (by, at) = (action::By::oneself(people[player]), At::table(&club.app.room, id));
        let play = actions::Play { at, answers: -1, play };
        match club.app.db.write_now(move |tx| perform(tx, &by, &play)) {
            Ok(_) => {}
            // Somebody has won, and nobody challenged it: the table is over.
            Err(_) if standing(club, id).due().is_none() => break,
            Err(error) => panic!("{error}"),
        }
    }
    // After the count and all holidays: votes that are secret until then stand in the log.
    let counted = (end.date() + TimeDelta::days(30)).and_time(NaiveTime::MIN);
    party.at(club, &counted.to_string().replace(' ', "T"));
    let log = party.players[0].get(&format!("{}/log", party.game)).text();
    let replay = party.players[0].get(&format!("{}/replay", party.table)).expect(200);
    assert_eq!(replay["wrong"], json!([]), "{replay}");
    (log, serde_json::to_vec(&standing(club, id)).unwrap())
}

#[test]
fn random_games_are_the_same_on_both_databases_and_from_their_logs() {
    let days = std::env::var("ROOKERY_NOMIC_DAYS").map_or(30, |days| days.parse().expect("a number of days"));
    for seed in [5, 2_027] {
        let one = played(&Club::on_sqlite(), seed, days);
        let other = played(&Club::on_postgres(), seed, days);
        assert!(one == other, "seed {seed}: the two databases differ");
        let (log, bytes) = one;
        let mut lines = log.lines();
        let beginning: Beginning = serde_json::from_str(lines.next().unwrap()).unwrap();
        let mut game = beginning.start().unwrap();
        let mut plays = 0;
        for line in lines {
            let event: Event = serde_json::from_str(line).unwrap();
            assert!(matches!(event.play, Play::Say { .. }));
            game.apply(&event).unwrap();
            plays += 1;
        }
        let end: Value = serde_json::from_slice(&bytes).unwrap();
        game.advance(end["now"].as_str().unwrap().parse().unwrap()).unwrap();
        assert!(serde_json::to_vec(&game).unwrap() == bytes, "seed {seed}: its log comes to another game");
        assert!(game.holding("Crown").len() <= 1, "seed {seed}: there is one crown");
        let played = in_play(&game);
        assert!(played.iter().all(|(_, times)| *times > 0), "seed {seed}: {played:?}");
        println!("seed {seed}: {plays} plays in {days} days, {} proposals; {played:?}", game.proposals.len());
    }
}
