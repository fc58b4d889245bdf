//! What may be decided, case by case.

use super::*;
use crate::auth::Role;
use crate::conduct::decisions::Mind;
use crate::games::{Ending, State as GameState};
use crate::ratings::Outcome;

const ANN: PersonId = PersonId(1);
const BEN: PersonId = PersonId(2);
const MAY: PersonId = PersonId(3);
const WHY: &str = "Three people saw it and told the same story";

fn at(text: &str) -> NaiveDateTime {
    text.parse().unwrap()
}

/// Friday 6 November 2026, noon.
fn now() -> NaiveDateTime {
    at("2026-11-06T12:00:00")
}

fn game(id: i64, white: PersonId, black: PersonId) -> Game {
    Game {
        id: GameId(id),
        white,
        black,
        state: GameState::Rated,
        result: Outcome::White,
        ending: Ending::Checkmate,
        clocked: false,
        online: false,
        rematch_of: None,
    }
}

/// Ann is accused over her game with Ben.
fn facts() -> Facts {
    Facts {
        accused: ANN,
        is_member: true,
        games: vec![game(7, ANN, BEN)],
        standing: None,
        remanded_to: None,
        frauds: 0,
        ban: None,
        zone: chrono_tz::Europe::London,
        declaration_days: 7,
        fraud_ban_weeks: 4,
    }
}

fn moderator(person: PersonId) -> Decider {
    Decider::Moderator { person, roles: [Role::Moderator].into_iter().collect() }
}

fn finding() -> Finding {
    Finding { mind: Mind::Intent, why: "Said so when asked about it".into() }
}

fn may_decides(facts: &Facts, sanction: Sanction) -> Result<Resolved, Refusal> {
    let decided = decide(moderator(MAY), facts, WHY, Some(&finding()), &[sanction], now());
    decided.map(|mut sanctions| sanctions.remove(0))
}

fn acts<T: std::fmt::Debug>(answer: Result<T, Refusal>) -> Vec<String> {
    answer.unwrap_err().acts.iter().map(ToString::to_string).collect()
}

const FIVE: Sanction = Sanction::Deduction { points: 5 };

fn fraud() -> Sanction {
    Sanction::Fraud { step: None, departure: None }
}

#[test]
fn who_decides_is_independent_iii_3_5() {
    let by = |decider| decide(decider, &facts(), WHY, None, &[FIVE], now());
    assert!(by(moderator(MAY)).is_ok());
    assert!(by(Decider::Moderator { person: MAY, roles: [Role::Justice].into_iter().collect() }).is_ok(), "III.3.4");
    assert!(by(Decider::Court).is_ok());
    assert_eq!(acts(by(moderator(ANN))), ["III.3.5", "II.9"], "not about oneself");
    assert_eq!(acts(by(moderator(BEN))), ["III.3.5"], "not in one's own game");
    assert_eq!(acts(by(Decider::Moderator { person: MAY, roles: Roles::default() })), ["III.2"]);
}

#[test]
fn nobody_is_penalised_twice_for_one_offence_iii_2_2() {
    let decided = Facts { standing: Some(DecisionId(4)), ..facts() };
    assert_eq!(acts(may_decides(&decided, FIVE)), ["III.2.2"]);
    let twice = decide(moderator(MAY), &facts(), WHY, None, &[FIVE, FIVE], now());
    assert_eq!(acts(twice), ["III.2.2"]);
    let until = "2026-11-13".parse().ok();
    let fourth = Facts { frauds: 3, ..facts() };
    let two_bans = decide(moderator(MAY), &fourth, WHY, Some(&finding()), &[fraud(), Sanction::Ban { until }], now());
    assert_eq!(acts(two_bans), ["III.2.2"]);
}

#[test]
fn the_same_offence_is_known_under_another_number_iii_2_2() {
    let known = |games: &[i64], answered| Known {
        id: OffenceId(1),
        act: "I.2".into(),
        happened_at: now(),
        games: games.iter().copied().map(GameId).collect(),
        answered,
    };
    let same = |known: Known, act: &str, games: &[i64]| {
        let games: Vec<GameId> = games.iter().copied().map(GameId).collect();
        same_offence(&[known], act, now(), &games, chrono_tz::Europe::London).is_some()
    };
    assert!(same(known(&[7, 8], true), "II.5", &[8]), "the same game, whatever the Act");
    assert!(!same(known(&[7], true), "I.2", &[9]));
    assert!(same(known(&[], true), "I.2", &[]), "the same Act on the same day");
    assert!(!same(known(&[], true), "I.6", &[]));
    assert!(!same(known(&[7], false), "I.2", &[7]), "the answer was overturned");
}

#[test]
fn the_same_day_is_one_of_the_clubs_calendar_iii_2_2() {
    let known =
        |happened_at| Known { id: OffenceId(1), act: "I.2".into(), happened_at, games: Vec::new(), answered: true };
    // Half past midnight on Friday in London's summer is Thursday still in UTC.
    let same = |known: Known| {
        same_offence(&[known], "I.2", at("2026-06-04T23:30:00"), &[], chrono_tz::Europe::London).is_some()
    };
    assert!(same(known(at("2026-06-05T12:00:00"))), "Friday");
    assert!(!same(known(at("2026-06-04T12:00:00"))), "Thursday");
}

#[test]
fn a_remand_is_to_who_decided_iii_3_8() {
    let remanded = Facts { remanded_to: Some(PersonId(4)), ..facts() };
    assert_eq!(acts(may_decides(&remanded, FIVE)), ["III.3.8"]);
    assert!(may_decides(&Facts { remanded_to: Some(MAY), ..facts() }, FIVE).is_ok());
    assert!(decide(Decider::Court, &remanded, WHY, None, &[FIVE], now()).is_ok());
}

#[test]
fn a_ban_has_a_reason_that_is_told_whole_ii_9_1() {
    let ban = || Sanction::Ban { until: "2026-11-13".parse().ok() };
    let fourth = Facts { frauds: 3, ..facts() };
    let told = |facts: &Facts, length: usize, sanction| {
        let finding = finding();
        decide(moderator(MAY), facts, &"x".repeat(length), Some(&finding), &[sanction], now())
    };
    assert!(told(&facts(), 500, ban()).is_ok());
    assert_eq!(acts(told(&facts(), 501, ban())), ["II.9.1"]);
    assert_eq!(acts(told(&fourth, 501, fraud())), ["II.9.1"], "the ladder's ban too");
    assert!(told(&facts(), 2000, FIVE).is_ok(), "only where a sanction bans");
}

#[test]
fn all_that_is_wrong_with_a_ban_is_told_at_once_each_with_its_act() {
    let all = |until: Option<&str>| {
        let ban = [Sanction::Ban { until: until.map(|day| day.parse().unwrap()) }];
        acts(decide(moderator(MAY), &facts(), "Because", None, &ban, now()))
    };
    for until in [None, Some("2026-11-12"), Some("2026-10-30"), Some("9999-12-31")] {
        assert_eq!(all(until), ["III.2.3", "II.9.1", "II.9.2"], "{until:?}");
    }
    assert_eq!(all(Some("2026-11-13")), ["III.2.3", "II.9.1"]);
}

#[test]
fn the_ladders_ban_comes_beside_one_that_runs_ii_5_ii_9_4() {
    let banned = |frauds| Facts { frauds, ban: Some(BanId(3)), ..facts() };
    assert!(may_decides(&banned(3), fraud()).unwrap().ban.is_some());
    assert_eq!(may_decides(&banned(4), fraud()).unwrap().ban, Some(None));
    let until = "2026-11-13".parse().ok();
    assert_eq!(acts(may_decides(&banned(0), Sanction::Ban { until })), ["II.9.4"], "any other is refused");
}

#[test]
fn the_ladder_proposes_and_the_moderator_may_depart_from_it_ii_5() {
    for (frauds, step) in [
        (0, Step::Reverse),
        (1, Step::Halve),
        (2, Step::Reset),
        (3, Step::FourWeekBan),
        (4, Step::PermanentBan),
        (9, Step::PermanentBan),
    ] {
        let decided = may_decides(&Facts { frauds, ..facts() }, fraud()).unwrap();
        assert_eq!((decided.step, decided.proposed_step), (Some(step), Some(step)), "{frauds}");
        let ban = match step {
            // Day 28 is Friday 4 December itself (T3).
            Step::FourWeekBan => Some(Some(at("2026-12-04T23:59:59.999999"))),
            Step::PermanentBan => Some(None),
            _ => None,
        };
        assert_eq!(decided.ban, ban, "{frauds}");
    }
    let depart = |step, departure: Option<&str>| {
        may_decides(&facts(), Sanction::Fraud { step: Some(step), departure: departure.map(str::to_owned) })
    };
    assert_eq!(acts(depart(Step::Reset, None)), ["II.5"]);
    assert_eq!(acts(depart(Step::Reverse, Some("It is the one that is due"))), ["II.5"]);
    let taken = depart(Step::Reset, Some("It went on for half a year")).unwrap();
    assert_eq!((taken.step, taken.proposed_step), (Some(Step::Reset), Some(Step::Reverse)));
    assert_eq!(taken.departure.as_deref(), Some("It went on for half a year"));
    let court = Sanction::Fraud { step: Some(Step::Reset), departure: None };
    assert!(decide(Decider::Court, &facts(), WHY, Some(&finding()), &[court], now()).is_ok(), "its opinion says why");
}

#[test]
fn severe_sanctions_need_intent_or_negligence_iii_2_3() {
    let until = "2026-11-13".parse().ok();
    let severe = |frauds, sanction| {
        let facts = Facts { frauds, ..facts() };
        let without = decide(moderator(MAY), &facts, WHY, None, std::slice::from_ref(&sanction), now());
        let vague = Finding { mind: Mind::Negligence, why: "Hm".into() };
        let vaguely = decide(moderator(MAY), &facts, WHY, Some(&vague), &[sanction], now());
        assert_eq!(acts(vaguely), ["III.2.3"]);
        without.is_err_and(|refusal| refusal.acts == ["III.2.3".into()])
    };
    assert!(severe(0, Sanction::Ban { until }));
    assert!([1, 2, 3, 4].into_iter().all(|frauds| severe(frauds, fraud())));
    assert!(!severe(0, fraud()), "reversing is not severe");
    assert!(!severe(0, FIVE));
}

#[test]
fn what_a_sanction_may_be() {
    let until = |day: &str| Sanction::Ban { until: day.parse().ok() };
    for (sanction, expected) in [
        (Sanction::Deduction { points: 0 }, vec!["I.2.1"]),
        (Sanction::Deduction { points: 1001 }, vec!["I.2.1"]),
        (Sanction::TimePenalty { minutes: 31 }, vec!["I.2.1"]),
        (Sanction::Forfeiture { game: GameId(8) }, vec!["I.2.1"]),
        (until("2026-11-12"), vec!["II.9.2"]),
        (until("2026-10-30"), vec!["II.9.2"]),
    ] {
        assert_eq!(acts(may_decides(&facts(), sanction.clone())), expected, "{sanction:?}");
    }
    assert!(may_decides(&facts(), Sanction::Forfeiture { game: GameId(7) }).is_ok());
    let void = Facts { games: vec![Game { state: GameState::Void, ..game(7, ANN, BEN) }], ..facts() };
    assert_eq!(acts(may_decides(&void, Sanction::Forfeiture { game: GameId(7) })), ["I.2.1"]);
    let banned = Facts { ban: Some(BanId(3)), ..facts() };
    assert_eq!(acts(may_decides(&banned, until("2026-11-13"))), ["II.9.4"]);
    let guest = Facts { is_member: false, ..facts() };
    assert_eq!(acts(may_decides(&guest, FIVE)), ["0.9"]);
    assert_eq!(acts(decide(moderator(MAY), &facts(), "Because", None, &[FIVE], now())), ["III.2.4"]);
    assert_eq!(acts(decide(moderator(MAY), &facts(), WHY, None, &[], now())), ["I.2.1"]);
}

#[test]
fn all_that_is_wrong_with_a_decision_is_told_at_once() {
    let severe = Sanction::Fraud { step: Some(Step::Reset), departure: None };
    let sanctions = [severe, Sanction::Deduction { points: 0 }, Sanction::TimePenalty { minutes: 31 }];
    let refusal = decide(moderator(MAY), &facts(), "Because", None, &sanctions, now()).unwrap_err();
    let fields: Vec<&str> = refusal.errors.iter().map(|error| error.field.as_ref()).collect();
    assert_eq!(fields, ["points", "minutes", "finding", "reasons", "departure"]);
    assert_eq!(acts(Err::<(), _>(refusal)), ["I.2.1", "III.2.3", "III.2.4", "II.5"]);
}

#[test]
fn acts_that_can_be_broken_are_of_the_shipped_terms() {
    let terms = crate::rulebook::Rulebook::shipped().terms;
    for citation in FORBIDDING.iter().chain(&BINDING) {
        assert!(terms.find(citation).is_some(), "{citation}");
    }
    assert!(FORBIDDING.iter().all(|citation| !BINDING.contains(citation)));
}

#[test]
fn what_is_void_stays_void_and_all_else_can_be_brought_back() {
    for &from in State::ALL {
        for &to in State::ALL {
            let allowed = match to {
                State::Void => matches!(from, State::Standing | State::Suspended),
                _ => from != State::Void && from != to,
            };
            assert_eq!(may_become(from, to).is_ok(), allowed, "{from} to {to}");
        }
    }
}

#[test]
fn the_decider_declares_in_time_that_instant_included_iii_2_4_t2_t28() {
    let due = at("2026-11-13T12:00:00");
    let declared = |by, state, declared_at, now| declare(by, Some(MAY), state, declared_at, Some(due), now);
    assert_eq!(declared(MAY, State::Standing, None, due), Ok(()));
    assert_eq!(declared(MAY, State::Suspended, None, due), Ok(()), "even while under appeal");
    assert_eq!(acts(declared(MAY, State::Standing, None, at("2026-11-13T12:00:01"))), ["III.2.4.2"]);
    assert_eq!(acts(declared(MAY, State::Void, None, due)), ["III.2.4.2"]);
    for undone in [State::Overturned, State::Replaced] {
        assert_eq!(acts(declared(MAY, undone, None, due)), ["III.3.8"], "{undone}: nothing is left to declare");
    }
    assert_eq!(acts(declared(BEN, State::Standing, None, due)), ["III.2.4"]);
    assert_eq!(acts(declared(MAY, State::Standing, Some(now()), due)), ["III.2.4"]);
    assert_eq!(acts(declare(MAY, None, State::Standing, None, None, due)), ["III.2.4"]);
}

#[test]
fn a_time_penalty_is_served_once_before_an_independent_moderator() {
    let roles: Roles = [Role::Moderator].into_iter().collect();
    let played = game(7, ANN, BEN);
    assert_eq!(serve(MAY, roles, ANN, true, false, Some(&played)), Ok(()));
    assert_eq!(serve(MAY, roles, ANN, true, false, None), Ok(()));
    assert_eq!(acts(serve(MAY, roles, ANN, true, true, None)), ["I.2.1"]);
    assert_eq!(acts(serve(MAY, roles, ANN, false, false, None)), ["I.2.1"]);
    assert_eq!(acts(serve(BEN, roles, ANN, true, false, Some(&played))), ["III.3.5"]);
    assert_eq!(acts(serve(ANN, roles, ANN, true, false, None)), ["III.3.5"]);
    assert_eq!(acts(serve(MAY, Roles::default(), ANN, true, false, None)), ["I.2.1"]);
    assert_eq!(acts(serve(MAY, roles, PersonId(9), true, false, Some(&played))), ["I.2.1"]);
}

#[test]
fn the_court_changes_no_ban_by_staff_iii_6() {
    assert_eq!(of_a_decision(Some(DecisionId(4))), Ok(DecisionId(4)));
    assert_eq!(acts(of_a_decision(None)), ["III.6"]);
}

#[test]
fn a_sanction_has_its_measure_and_its_act() {
    for (points, minutes, may) in [(1, 1, true), (1000, 30, true), (-1, 1, false), (1, 0, false)] {
        let both = [Sanction::Deduction { points }, Sanction::TimePenalty { minutes }];
        let decided = decide(moderator(MAY), &facts(), WHY, None, &both, now());
        assert_eq!(decided.is_ok(), may, "{points} {minutes}");
        if let Ok(sanctions) = decided {
            let found = sanctions.iter().map(|one| (one.kind, one.points, one.minutes)).collect::<Vec<_>>();
            let wanted =
                [(SanctionKind::Deduction, Some(points), None), (SanctionKind::TimePenalty, None, Some(minutes))];
            assert_eq!(found, wanted);
        }
    }
    let games = |number: i64| Facts { games: (1..=number).map(|id| game(id, ANN, BEN)).collect(), ..facts() };
    let forfeit =
        |number: i64| -> Vec<Sanction> { (1..=number).map(|id| Sanction::Forfeiture { game: GameId(id) }).collect() };
    for (number, may) in [(10, true), (11, false)] {
        assert_eq!(decide(moderator(MAY), &games(number), WHY, None, &forfeit(number), now()).is_ok(), may, "{number}");
    }
    let others = Facts { games: vec![game(7, MAY, BEN)], ..facts() };
    let forfeited = decide(Decider::Court, &others, WHY, None, &[Sanction::Forfeiture { game: GameId(7) }], now());
    assert_eq!(acts(forfeited), ["I.2.1"], "a game of others");
    for &kind in SanctionKind::ALL {
        let act = match kind {
            SanctionKind::Fraud => "II.5",
            SanctionKind::Ban => "II.9",
            _ => "I.2.1",
        };
        assert_eq!(kind.act(), act, "{kind}");
    }
}

#[test]
fn the_last_days_of_bans_are_looked_at_alone_too() {
    let ban = |day: &str| Sanction::Ban { until: day.parse().ok() };
    let wrong = wrong_days(&[FIVE, ban("2026-11-13"), ban("2026-11-12"), ban("")], chrono_tz::Europe::London, now());
    let said: Vec<String> = wrong.iter().map(|refusal| refusal.detail.to_string()).collect();
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said[0].starts_with("2026-11-12 is a Thursday") && said[1].starts_with("Say through which"), "{said:?}");
}

#[test]
fn a_departure_from_the_ladder_names_both_steps_ii_5() {
    let depart = |frauds, step| {
        let refusal = may_decides(&Facts { frauds, ..facts() }, Sanction::Fraud { step: Some(step), departure: None });
        refusal.unwrap_err().detail.to_string()
    };
    let listed = |one: Step| as_listed(one).to_string();
    for (frauds, &due) in (0..).zip(Step::ALL) {
        for &step in Step::ALL.iter().filter(|step| **step != due) {
            let told = depart(frauds, step);
            assert!(told.contains(&listed(due)) && told.contains(&listed(step)), "{told}");
        }
    }
}

#[test]
fn games_where_no_day_is_the_same_offence_are_named_iii_2_2() {
    let known =
        |games: Vec<GameId>| Known { id: OffenceId(1), act: "I.2".into(), happened_at: now(), games, answered: true };
    let same = |known: Known, games: &[GameId]| {
        same_offence(&[known], "I.2", now(), games, chrono_tz::Europe::London).is_some()
    };
    assert!(!same(known(vec![GameId(7)]), &[]), "one names a game");
    assert!(!same(known(Vec::new()), &[GameId(7)]), "or the other does");
}
