//! Properties of whole games: however the clock is stepped, and however often a log is folded, it is the same game.

mod random;

use super::accounts::By;
use super::bindings::Role;
use super::edition::Edition;
use super::game::{Game, Status};
use super::ledger::WinState;
use super::parameters::Threshold;
use super::plays::{Event, Play, Refusal, Thread};
use super::proposals::ProposalState;
use super::record::Beginning;
use super::verify;
use chrono::{DateTime, TimeDelta, Utc};
use proptest::prelude::*;
use random::{Chance, random_game, random_game_with_gold};
use std::collections::BTreeMap;

fn bytes(game: &Game) -> Vec<u8> {
    serde_json::to_vec(game).expect("a game is JSON")
}

fn fold(
    beginning: &Beginning,
    log: &[Event],
    end: DateTime<Utc>,
    mut step: impl FnMut(&mut Game, DateTime<Utc>),
) -> Game {
    let mut game = beginning.start().expect("it starts");
    for event in log {
        step(&mut game, event.at);
        game.apply(event).expect("it was applied before");
    }
    step(&mut game, end);
    game.advance(end).expect("forwards");
    game
}

/// How often the players' own rules did something in a game.
fn in_play(beginning: &Beginning, log: &[Event], game: &Game) -> BTreeMap<&'static str, usize> {
    let deeds = || game.accounts.deeds.iter();
    let by = |wanted: &[&str]| {
        let is_wanted = |by: &By| matches!(by, By::Effect { name, .. } if wanted.contains(&name.as_str()));
        deeds().filter(|deed| is_wanted(&deed.by)).count()
    };
    let needed = |wanted: fn(&Threshold) -> bool| {
        let completed = game.proposals.iter().filter_map(|proposal| proposal.completion.as_ref()?.thresholds.as_ref());
        completed.filter(|thresholds| thresholds.iter().any(wanted)).count()
    };
    let mut ended = 0;
    fold(beginning, log, game.now, |game, until| {
        game.advance(until).expect("forwards");
        let is_last = |event: &Event| event.play == Play::GoOn && game.not_going_on() == [event.player.clone()];
        let next = log.partition_point(|event| event.at < until);
        ended += usize::from(game.is_holiday(game.day) && log.get(next).is_some_and(is_last));
    });
    BTreeMap::from([
        ("taken back", deeds().filter(|deed| deed.reversed_by.is_some()).count()),
        ("secret votes", game.proposals.iter().filter(|proposal| proposal.secret).count()),
        ("holidays that all ended", ended),
        ("claims of quantities", deeds().filter(|deed| matches!(deed.by, By::Claim { .. })).count()),
        ("voted", by(&["turnout"])),
        ("judged", by(&["fee"])),
        ("overruled", by(&["shame"])),
        ("circuits", by(&["round"])),
        ("cards passed on", by(&["pass"])),
        ("cards that pay", by(&["reign"])),
        ("cards taken or won", by(&["take", "award"])),
        ("parts of the votes", needed(|one| matches!(one, Threshold::PartOfCast(_)))),
        ("parts of the players", needed(|one| matches!(one, Threshold::PartOfEligible(_)))),
    ])
}

#[test]
fn random_games_of_two_years_replay_to_the_same_bytes_and_verify() {
    let mut played = BTreeMap::new();
    for seed in [7, 8, 21, 34, 55, 89, 144] {
        let with_gold = seed > 10;
        let (beginning, log, game) = if with_gold { random_game_with_gold(seed, 730) } else { random_game(seed, 730) };
        for (what, times) in in_play(&beginning, &log, &game) {
            *played.entry(what).or_insert(0) += times;
        }
        let text: Vec<String> =
            log.iter().map(|event| serde_json::to_string(event).expect("an event is JSON")).collect();
        let read: Vec<Event> = text.iter().map(|line| serde_json::from_str(line).expect("it reads back")).collect();
        let again = fold(&beginning, &read, game.now, |_, _| {});
        assert!(bytes(&again) == bytes(&game), "seed {seed}");
        assert!(game.in_all("Crown") <= 2, "seed {seed}: more crowns than any rule ever allowed");
        let problems = verify::verify(&game, &beginning.setup().expect("a setup").rules);
        assert!(problems.is_empty(), "seed {seed}: {problems:#?}");
    }
    assert!(played.values().all(|times| *times > 3), "{played:?}");
}

#[test]
fn second_by_second_is_the_same_game() {
    let (beginning, log, game) = random_game(99, 3);
    let seconds = fold(&beginning, &log, game.now, |game, until| {
        while game.now + TimeDelta::seconds(1) < until {
            game.advance(game.now + TimeDelta::seconds(1)).expect("forwards");
        }
    });
    assert!(bytes(&seconds) == bytes(&game));
}

#[test]
fn a_tampered_message_is_found() {
    let (_, _, mut game) = random_game(5, 20);
    assert_eq!(game.broken_link(), None);
    std::sync::Arc::make_mut(&mut game.messages[3]).line.push('!');
    assert_eq!(game.broken_link(), Some(3));
}

#[test]
fn times_that_cannot_be_are_refused_and_change_nothing() {
    let (_, _, mut game) = random_game(5, 2);
    let before = bytes(&game);
    let event =
        Event { at: game.now - TimeDelta::seconds(1), player: game.players[0].name.clone(), play: Play::Forfeit };
    assert!(matches!(game.apply(&event), Err(Refusal::Backwards { .. })));
    let event = Event { at: game.now + TimeDelta::days(99_999), ..event };
    assert!(matches!(game.apply(&event), Err(Refusal::TooFar(_))));
    assert!(bytes(&game) == before);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn however_the_clock_is_stepped_it_is_the_same_game(seed in 1_u64.., steps in 1_u64..) {
        let (beginning, log, game) = random_game(seed, 40);
        let mut chance = Chance(steps);
        let stepped = fold(&beginning, &log, game.now, |game, until| {
            while chance.one_in(2) && game.now < until {
                let rest = (until - game.now).num_milliseconds().max(1) as usize;
                game.advance(game.now + TimeDelta::milliseconds(chance.below(rest) as i64)).expect("forwards");
            }
        });
        prop_assert!(bytes(&stepped) == bytes(&game));
        // What rules 201, 209, 211 and 116 promise at every time.
        let problems = verify::verify(&game, &beginning.setup().expect("a setup").rules);
        prop_assert!(problems.is_empty(), "{problems:#?}");
        prop_assert!(game.book.mutable_rules() >= 1 || game.points_of_order.iter().any(|point| !point.judgements.is_empty()));
        prop_assert!((game.status == Status::Ended) == game.due().is_none());
        for proposal in game.proposals.iter() {
            let unanimous = proposal.completion.as_ref().filter(|completion| {
                completion.thresholds.as_ref().is_some_and(|all| all.contains(&Threshold::UnanimousOfEligible))
            });
            if let (Some(completion), ProposalState::InEffect, false) = (unanimous, &proposal.state, proposal.upheld) {
                for name in &completion.eligible {
                    let mut votes = proposal.counted().filter(|vote| vote.player == *name).peekable();
                    prop_assert!(votes.peek().is_some() && votes.all(|vote| vote.yes), "rule 111: {name} was not for it");
                }
            }
            if proposal.state == ProposalState::Void {
                let counts = |seq: &usize| game.ledger[*seq].reversed_by.is_none();
                prop_assert!(!proposal.entries.iter().any(counts), "A7: struck, and kept its points");
            }
        }
        prop_assert!(game.in_all("Crown") <= 2, "there are more crowns than any rule ever allowed");
        // Rule 210: nobody has reached the goal unnoticed.
        let overturned = game.wins.iter().any(|win| win.state == WinState::Overturned);
        if game.status == Status::Active && game.enforces(Role::Win) && !overturned {
            let goal = game.bindings.parameters.win.points;
            prop_assert!(game.playing().all(|player| player.total < goal));
        }
    }

    #[test]
    fn no_line_makes_the_engine_panic(lines in proptest::collection::vec((0_u8..3, "\\PC{0,12}(Rule-change: |Vote: |Judgement: |Amend Rule 202: replace |Claim: )?[\"“”:;.()0-9a-zA-Z é\n-]{0,40}"), 1..30)) {
        let mut game = Beginning::default().start().expect("it starts");
        for (thread, text) in lines {
            let thread = [Thread::Voting, Thread::Points, Thread::Discussion][usize::from(thread)];
            let event = Event { at: game.now + TimeDelta::hours(5), player: "Ben P".into(), play: Play::Say { thread, text } };
            prop_assert!(game.apply(&event).is_ok());
        }
    }
}

#[test]
fn points_of_an_effect_are_reversed_with_all_that_it_changed() {
    let reversed = |edition, orders: &str| {
        let mut game = Beginning { edition, ..Beginning::default() }.start().expect("it starts");
        let mut say = |at: &str, player: &str, thread, text: &str| {
            let play = Play::Say { thread, text: text.to_owned() };
            let at = format!("2019-02-{at}Z").parse().expect("a time");
            let outcome = game.apply(&Event { at, player: player.to_owned(), play }).expect("it can be said");
            assert_eq!(outcome.void, None, "{text}");
        };
        let bank = "Rule-change: Enact: Who asks has 3 points of the Treasury, and 1 of Alex T.\nParameters: {\"quantities\":\
            {\"Treasury\":{\"of\":\"game\",\"start\":5}},\"effects\":{\"grant\":{\"on\":{\"use\":{}},\"changes\":[{\"quantity\":\"Treasury\",\
            \"by\":{\"exactly\":-3}},{\"quantity\":\"points\",\"by\":{\"exactly\":4}},{\"quantity\":\"points\",\"whose\":{\"named\":\
            \"Alex T\"},\"by\":{\"exactly\":-1}}]}}}";
        say("11T09:00:00", "Chris B", Thread::Voting, bank);
        say("11T09:01:00", "Chris B", Thread::Voting, "Vote: Yes");
        say("12T09:00:00", "Ben P", Thread::Points, "Use: grant");
        say("12T09:01:00", "Dave M", Thread::Voting, "Point of Order: May Ben have that?");
        say("12T09:02:00", "Chris B", Thread::Voting, &format!("Judgement: 2.1 No.{orders}"));
        game.advance("2019-02-13T09:00:00Z".parse().expect("a time")).expect("forwards");
        let total = |name: &str| game.player(name).expect("a player").total;
        assert_eq!(*game.alerts, vec![], "all orders are carried out");
        (total("Ben P"), total("Alex T"), game.accounts.of("Treasury", "game"))
    };
    let one = "\nOrder: reverse entry 1";
    assert_eq!(reversed(Edition::Sixth, one), (0, -1, Some(2)), "as it was read before");
    assert_eq!(reversed(Edition::LATEST, one), (0, 0, Some(5)));
    assert_eq!(reversed(Edition::LATEST, "\nOrder: reverse entry 1\nOrder: reverse entry 2"), (0, 0, Some(5)));
    assert_eq!(
        reversed(Edition::LATEST, "\nOrder: Ben P -4"),
        (0, -1, Some(2)),
        "points alone are taken by their number"
    );
}

#[test]
fn who_has_the_goal_again_by_a_reversed_effect_has_won() {
    let mut game = Beginning { edition: Edition::LATEST, ..Beginning::default() }.start().expect("it starts");
    let mut say = |at: &str, player: &str, thread, text: &str| {
        let play = Play::Say { thread, text: text.to_owned() };
        let at = format!("2019-02-{at}Z").parse().expect("a time");
        let outcome = game.apply(&Event { at, player: player.to_owned(), play }).expect("it can be said");
        assert_eq!(outcome.void, None, "{text}");
    };
    let tax = "Rule-change: Enact: Who asks gets gold, and Alex T pays for it.\nParameters: {\"quantities\":{\"Gold\":{\"of\":\"players\"}},\
        \"effects\":{\"grant\":{\"on\":{\"use\":{}},\"changes\":[{\"quantity\":\"Gold\",\"by\":{\"exactly\":1}},{\"quantity\":\"points\",\
        \"by\":{\"exactly\":1}}]},\"tax\":{\"on\":{\"gain\":\"Gold\"},\"changes\":[{\"quantity\":\"points\",\"whose\":{\"named\":\
        \"Alex T\"},\"by\":{\"exactly\":-5}}]}}}";
    say("11T09:00:00", "Chris B", Thread::Voting, tax);
    say("11T09:01:00", "Chris B", Thread::Voting, "Vote: Yes");
    say("12T09:00:00", "Alex T", Thread::Points, "Claim: +102 by Rule 301: a gift");
    say("12T09:01:00", "Ben P", Thread::Points, "Use: grant");
    let goal = "Rule-change: Amend Rule 210: replace \"200\" with \"100\"\nParameters: {\"win\":{\"points\":100}}";
    say("12T09:02:00", "Dave M", Thread::Voting, goal);
    say("12T09:03:00", "Dave M", Thread::Voting, "Vote: Yes");
    say("13T09:00:00", "Chris B", Thread::Voting, "Point of Order: May Ben have that?");
    say("13T09:01:00", "Dave M", Thread::Voting, "Judgement: 3.1 No.\nOrder: reverse entry 2");
    assert_eq!(*game.wins, vec![], "nobody has 100");
    game.advance("2019-02-14T09:00:00Z".parse().expect("a time")).expect("forwards");
    let won: Vec<&str> = game.wins.iter().map(|win| win.player.as_str()).collect();
    assert_eq!((won, game.player("Alex T").expect("a player").total), (vec!["Alex T"], 102));
}

#[test]
fn an_alert_is_open_until_what_it_is_about_is_settled() {
    let mut game = Beginning { edition: Edition::LATEST, ..Beginning::default() }.start().expect("it starts");
    let day = |game: &mut super::Game, day: u32, player: &str, text: &str, vote: &str| {
        for (minute, line) in [text, vote].into_iter().enumerate() {
            let play = Play::Say { thread: Thread::Voting, text: line.to_owned() };
            let at = format!("2019-02-{day}T09:0{minute}:00Z").parse().expect("a time");
            let outcome = game.apply(&Event { at, player: player.to_owned(), play }).expect("it can be said");
            assert_eq!(outcome.void, None, "{line}");
        }
        let open = game.open_alerts().count();
        game.advance(format!("2019-02-{}T00:00:00Z", day + 1).parse().expect("a time")).expect("forwards");
        (open, game.open_alerts().count())
    };
    let goal = "Rule-change: Amend Rule 210: replace \"200\" with \"100\"\nParameters: {\"win\":{\"points\":100}}";
    assert_eq!(day(&mut game, 11, "Chris B", goal, "Vote: No"), (1, 0), "about winning, until it is defeated");
    let words = "Rule-change: Amend Rule 207: replace \"10\" with \"5\"";
    assert_eq!(day(&mut game, 12, "Dave M", words, "Vote: Yes"), (0, 1), "a rule that only warns");
    let values = "Rule-change: Amend Rule 302: append \"Always.\"\nParameters: {\"defeat_penalty\":{\"points\":5}}";
    assert_eq!(day(&mut game, 13, "Ben P", values, "Vote: Yes"), (1, 0), "until its values are set");
}
