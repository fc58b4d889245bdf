//! Cases of registering, one table a subject.

use super::*;
use crate::auth::{Role, Roles};
use crate::games::State;
use crate::games::record::Record;
use crate::games::{Assent, TimedGameId};
use crate::ratings::Outcome;

const ANN: PersonId = PersonId(1);
const BEN: PersonId = PersonId(2);
const MAY: PersonId = PersonId(3);

fn at(time: &str) -> NaiveDateTime {
    format!("2026-11-06T{time}").parse().unwrap()
}

fn player(name: &str) -> Player {
    Player {
        name: name.into(),
        standing: MemberStatus::Member,
        ban: None,
        tells_ban: true,
        monitored: false,
        clock_ordered: false,
    }
}

/// A game of two members at 12:40 in a session that a moderator oversees.
fn facts() -> Facts {
    Facts {
        session: Some(Session {
            id: SessionId(5),
            starts_at: at("12:30:00"),
            closes_at: at("13:10:01"),
            room: "322".into(),
        }),
        oversight: Oversight::Present,
        overseen_throughout: true,
        white: player("Ann"),
        black: player("Ben"),
        same_game: None,
        rematch_due: None,
        timed_game: None,
        session_now: true,
    }
}

fn game() -> NewGame {
    NewGame {
        white: ANN,
        black: BEN,
        result: Some(Outcome::White),
        ending: Ending::Resignation,
        played_at: at("12:40:00"),
        room: None,
        began_at: None,
        online: false,
        clock: None,
        record: Record::default(),
        timed_game: None,
        rematch_of: None,
        import_key: None,
        insist: false,
    }
}

fn by(person: PersonId, roles: &[Role]) -> By {
    By::from(Somebody { person, roles: roles.iter().copied().collect::<Roles>() })
}

fn registered(facts: &Facts, game: &NewGame, by: &By, now: &str) -> Result<Decision, Refusal> {
    register(facts, game, by, &HouseRules::default(), at(now))
}

/// The Acts of the refusal, or where the game stands.
fn outcome(facts: &Facts, game: &NewGame, who: &By) -> String {
    match registered(facts, game, who, "12:45:00") {
        Ok(decision) => decision.stands.state.to_string(),
        Err(refusal) => {
            let breaches = refusal.more["breaches"].as_array().map_or(0, Vec::len);
            assert_eq!(refusal.errors.len(), breaches, "each is told at its field: {refusal:?}");
            refusal.acts.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        }
    }
}

#[test]
fn a_game_breaks_every_act_that_it_breaks_t15() {
    type Change = fn(&mut Facts, &mut NewGame);
    let table: &[(Change, &str)] = &[
        (|_, _| {}, "rated"),
        (|facts, _| facts.session = None, "0.5"),
        (|facts, _| facts.oversight = Oversight::None, "0.6"),
        (|facts, _| facts.oversight = Oversight::Brief, "0.6 0.9"),
        (|facts, _| facts.oversight = Oversight::Soon, "awaiting_presence"),
        (|facts, game| (facts.oversight, game.rematch_of) = (Oversight::Soon, Some(GameId(1))), "0.6 0.9"),
        (|facts, _| (facts.oversight, facts.white.monitored) = (Oversight::Soon, true), "awaiting_presence"),
        (
            |facts, _| (facts.oversight, facts.white.standing) = (Oversight::Soon, MemberStatus::Guest),
            "awaiting_membership",
        ),
        (|_, game| game.played_at = at("12:46:00"), "rated"),
        (|facts, game| (facts.session, game.played_at) = (None, at("12:46:01")), "II.4.1"),
        (|facts, _| (facts.session, facts.oversight) = (None, Oversight::None), "0.5 0.6"),
        (|_, game| game.room = Some("322".into()), "rated"),
        (|_, game| game.room = Some("The library".into()), "0.5"),
        (|_, game| game.began_at = Some(at("12:30:00")), "rated"),
        (|_, game| game.began_at = Some(at("12:29:59")), "0.5"),
        (|_, game| game.began_at = Some(at("12:40:01")), "0.5"),
        (|facts, _| facts.white.ban = Some(None), "0.7"),
        (|facts, _| facts.black.ban = Some(Some(at("23:59:59"))), "0.7"),
        (|facts, _| (facts.black.ban, facts.black.tells_ban) = (Some(None), false), ""),
        (|facts, _| facts.black.standing = MemberStatus::Removed, "0.8"),
        (|facts, _| facts.black.standing = MemberStatus::Guest, "awaiting_membership"),
        (|facts, _| facts.black.standing = MemberStatus::JoinedAfterwards(at("12:44:00")), "rated"),
        (|facts, _| (facts.session, facts.black.standing) = (None, MemberStatus::Guest), "0.5 0.12"),
        (|facts, _| facts.white.monitored = true, "awaiting_approval"),
        (|facts, _| (facts.white.monitored, facts.black.standing) = (true, MemberStatus::Guest), "awaiting_membership"),
        (|facts, _| facts.white.clock_ordered = true, "II.11"),
        (|_, game| game.ending = Ending::Flag, "I.7.5"),
        (|_, game| game.clock = Some(Assent { white: true, black: false }), "I.7.2"),
        (|_, game| game.clock = Some(Assent { white: true, black: true }), "rated"),
        (
            |facts, game| {
                facts.white.clock_ordered = true;
                game.clock = Some(Assent { white: false, black: true });
            },
            "rated",
        ),
        (
            |facts, game| {
                facts.oversight = Oversight::None;
                game.clock = Some(Assent { white: true, black: true });
            },
            "0.6 I.7.1",
        ),
        (
            |facts, game| {
                facts.overseen_throughout = false;
                game.clock = Some(Assent { white: true, black: true });
            },
            "I.7.1",
        ),
        (|_, game| (game.result, game.ending) = (Some(Outcome::Draw), Ending::Checkmate), "I.1"),
        (|_, game| game.result = None, "I.1"),
        (
            |facts, game| {
                (facts.session, facts.oversight) = (None, Oversight::None);
                facts.white.ban = Some(None);
                facts.black.standing = MemberStatus::Removed;
                facts.black.clock_ordered = true;
                (game.result, game.ending) = (Some(Outcome::White), Ending::Stalemate);
            },
            "0.5 0.6 0.7 0.8 II.11 I.1",
        ),
    ];
    for (index, (change, expected)) in table.iter().enumerate() {
        let (mut facts, mut game) = (facts(), game());
        change(&mut facts, &mut game);
        assert_eq!(outcome(&facts, &game, &by(ANN, &[])), *expected, "row {index}");
    }
}

#[test]
fn a_game_is_registered_by_a_player_a_moderator_or_the_kiosk_ii_4() {
    for (who, expected) in [
        (by(ANN, &[]), "rated"),
        (by(BEN, &[]), "rated"),
        (by(MAY, &[Role::Moderator]), "rated"),
        (by(MAY, &[Role::Justice]), "rated"),
        (by(MAY, &[Role::ChiefJustice]), "rated"),
        (by(MAY, &[Role::Staff, Role::Moderator]), "rated"),
        (by(MAY, &[Role::Kiosk]), "rated"),
        (By::service("0.10"), "rated"),
        (by(MAY, &[]), "II.4"),
        (by(MAY, &[Role::Staff]), "II.4"),
        (by(MAY, &[Role::Administrator]), "II.4"),
    ] {
        assert_eq!(outcome(&facts(), &game(), &who), expected, "{who:?}");
    }
    let flag = NewGame { ending: Ending::Flag, ..game() };
    assert_eq!(outcome(&facts(), &flag, &by(MAY, &[])), "I.7.5 II.4", "T15: every Act");
}

#[test]
fn an_online_game_needs_neither_session_nor_overseer_but_members_0_10_t16() {
    let mut facts = Facts { session: None, oversight: Oversight::None, session_now: false, ..facts() };
    let game = NewGame { online: true, ending: Ending::Flag, ..game() };
    assert_eq!(outcome(&facts, &game, &by(ANN, &[])), "rated");
    facts.white.standing = MemberStatus::Guest;
    assert_eq!(outcome(&facts, &game, &by(ANN, &[])), "0.12");
}

#[test]
fn a_guests_game_waits_only_while_the_session_lasts_0_12() {
    let mut facts = facts();
    facts.white.standing = MemberStatus::Guest;
    let registered = |now| registered(&facts, &game(), &by(BEN, &[]), now);
    assert_eq!(registered("13:10:00").unwrap().stands.state, State::AwaitingMembership);
    assert_eq!(registered("13:10:01").unwrap_err().acts, [Act::new("0.12")]);
}

#[test]
fn a_guests_game_stands_at_the_last_joining_t13() {
    let mut facts = facts();
    facts.white.standing = MemberStatus::JoinedAfterwards(at("12:43:00"));
    facts.black.standing = MemberStatus::JoinedAfterwards(at("12:41:00"));
    assert_eq!(registered(&facts, &game(), &by(BEN, &[]), "12:45:00").unwrap().place, at("12:43:00"));
    facts.white.standing = MemberStatus::Member;
    facts.black.standing = MemberStatus::Member;
    assert_eq!(registered(&facts, &game(), &by(BEN, &[]), "12:45:00").unwrap().place, at("12:40:00"));
}

#[test]
fn time_ends_a_game_by_a_moderators_word_only_i_5() {
    let position = "rnb1kbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1";
    let bell = NewGame {
        ending: Ending::Bell,
        result: None,
        record: Record::read(None, Some(position), None).unwrap(),
        ..game()
    };
    assert_eq!(outcome(&facts(), &bell, &by(ANN, &[])), "I.5");
    assert_eq!(outcome(&facts(), &bell, &by(MAY, &[Role::Kiosk])), "I.5");
    assert_eq!(outcome(&facts(), &bell, &by(ANN, &[Role::Moderator])), "III.3.5");
    let may = by(MAY, &[Role::Justice]);
    let decision = registered(&facts(), &bell, &may, "13:10:00").unwrap();
    assert_eq!(decision.settled.result, Outcome::White, "the queen is missing");
    assert_eq!(outcome(&facts(), &NewGame { result: Some(Outcome::Draw), ..bell.clone() }, &may), "I.5");
    assert_eq!(outcome(&facts(), &NewGame { record: Record::default(), ..bell }, &may), "I.5");
}

#[test]
fn the_same_game_is_a_conflict_unless_the_caller_insists_t19() {
    let facts = Facts { same_game: Some(GameId(9)), ..facts() };
    let refusal = registered(&facts, &game(), &by(ANN, &[]), "12:45:00").unwrap_err();
    assert_eq!((refusal.kind, &refusal.more["game"]), (Kind::Conflict, &serde_json::json!(9)));
    assert_eq!(outcome(&facts, &NewGame { insist: true, ..game() }, &by(ANN, &[])), "rated");
}

#[test]
fn a_board_for_a_rematch_takes_no_other_game_unless_the_caller_insists_i_6() {
    let facts = Facts { rematch_due: Some(GameId(9)), ..facts() };
    let refusal = registered(&facts, &game(), &by(ANN, &[]), "12:45:00").unwrap_err();
    assert_eq!((refusal.kind, &refusal.more["game"]), (Kind::Conflict, &serde_json::json!(9)));
    assert!(registered(&facts, &game(), &by(MAY, &[Role::Moderator]), "12:45:00").is_err(), "a moderator, too");
    assert_eq!(outcome(&facts, &NewGame { insist: true, ..game() }, &by(ANN, &[])), "rated", "another game");
    let rematch = NewGame { rematch_of: Some(GameId(9)), ..game() };
    assert_eq!(outcome(&facts, &rematch, &by(MAY, &[Role::Moderator])), "rated");
}

#[test]
fn the_kiosk_enters_games_only_while_a_session_is_on() {
    let kiosk = by(MAY, &[Role::Kiosk]);
    assert_eq!(outcome(&facts(), &game(), &kiosk), "rated");
    let closed = Facts { session_now: false, ..facts() };
    assert_eq!(outcome(&closed, &game(), &kiosk), "0.5");
    assert_eq!(outcome(&closed, &game(), &by(ANN, &[])), "rated", "late entry by a person is fine");
}

#[test]
fn a_time_limit_that_ran_out_is_decided_by_the_captures_i_8() {
    let limit = TimedGame {
        white: ANN,
        black: BEN,
        game: None,
        limit: TimeDelta::minutes(10),
        expired_at: Some(at("12:39:00")),
    };
    let with = |timed| Facts { timed_game: Some(timed), ..facts() };
    let game = NewGame { timed_game: Some(TimedGameId(1)), ..game() };
    assert_eq!(outcome(&with(limit), &game, &by(ANN, &[])), "I.8.2");
    let later = TimedGame { expired_at: Some(at("12:41:00")), ..limit };
    assert_eq!(outcome(&with(later), &game, &by(ANN, &[])), "rated", "it ended before its time did");
    let others = TimedGame { white: MAY, expired_at: None, ..limit };
    assert_eq!(outcome(&with(others), &game, &by(ANN, &[])), "I.8.1");
    let used = TimedGame { game: Some(GameId(3)), expired_at: None, ..limit };
    assert_eq!(outcome(&with(used), &game, &by(ANN, &[])), "I.8.1");
}

#[test]
fn a_claimed_time_is_not_in_the_future_but_for_a_little_skew() {
    let now = at("12:40:00");
    assert_eq!(played_at(None, now), Ok(now));
    assert_eq!(played_at(Some(at("12:41:00")), now), Ok(now));
    assert_eq!(played_at(Some(at("12:41:01")), now), Ok(at("12:41:01")), "for the rules to refuse");
    let to_come = NewGame { played_at: at("13:40:00"), ..game() };
    assert_eq!(
        registered(&facts(), &to_come, &by(ANN, &[]), "12:40:00").unwrap_err().detail.to_string(),
        "Friday 6 November 2026, 13:40 by the club's clock is in the future; \
         it is Friday 6 November 2026, 12:40 now. Is the clock right?"
    );
    assert_eq!(played_at(Some(at("12:39:00")), now), Ok(at("12:39:00")));
    assert!(played_at(Some("1969-12-31T23:59:59".parse().unwrap()), now).is_err());
}

#[test]
fn how_a_person_stood_follows_from_the_memberships() {
    let (early, then, later) = (at("12:30:00"), at("12:40:00"), at("12:50:00"));
    let closes = Some(at("13:10:01"));
    let table: &[(&[Membership], MemberStatus)] = &[
        (&[], MemberStatus::Guest),
        (&[(early, None)], MemberStatus::Member),
        (&[(then, None)], MemberStatus::Member),
        (&[(early, Some(then))], MemberStatus::Removed),
        (&[(early, Some(later))], MemberStatus::Member),
        (&[(early, Some(at("12:35:00"))), (at("12:36:00"), None)], MemberStatus::Member),
        (&[(early, Some(at("12:35:00"))), (later, None)], MemberStatus::Removed),
        (&[(later, None)], MemberStatus::JoinedAfterwards(later)),
        (&[(at("13:10:01"), None)], MemberStatus::Guest),
    ];
    for (memberships, expected) in table {
        assert_eq!(standing_at(memberships, then, closes), *expected, "{memberships:?}");
    }
    assert_eq!(standing_at(&[(later, None)], then, None), MemberStatus::Guest, "no session to join within");
}
