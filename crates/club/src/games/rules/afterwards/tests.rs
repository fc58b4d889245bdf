//! What may be done to a game once it is registered, and by whom.

use super::*;
use crate::action::Somebody;
use crate::auth::{Role, Roles};

const ANN: PersonId = PersonId(1);
const BEN: PersonId = PersonId(2);
const MAY: PersonId = PersonId(3);

fn game(state: State) -> Game {
    Game {
        id: GameId(7),
        white: ANN,
        black: BEN,
        state,
        result: Outcome::White,
        ending: Ending::Checkmate,
        online: false,
        clocked: false,
        rematch_of: None,
    }
}

fn act(citation: &'static str) -> Act {
    Act::new(citation)
}

fn at(instant: &str) -> NaiveDateTime {
    instant.parse().unwrap()
}

fn with(person: PersonId, roles: &[Role]) -> By {
    By::from(Somebody { person, roles: roles.iter().copied().collect::<Roles>() })
}

fn acts<T: std::fmt::Debug>(answer: Result<T, Refusal>) -> Vec<String> {
    answer.unwrap_err().acts.iter().map(ToString::to_string).collect()
}

#[test]
fn a_moderator_does_not_act_in_a_game_of_their_own_iii_3_5() {
    let waiting = game(State::AwaitingApproval);
    assert_eq!(acts(approval(&waiting, &with(ANN, &[Role::Moderator]))), ["III.3.5"]);
    assert_eq!(acts(approval(&waiting, &with(MAY, &[]))), ["III.2"]);
    for role in [Role::Moderator, Role::Justice, Role::ChiefJustice] {
        assert_eq!(approval(&waiting, &with(MAY, &[role])), Ok(()));
    }
    let rated = approval(&game(State::Rated), &with(MAY, &[Role::Moderator])).unwrap_err().detail;
    assert_eq!(rated.to_string(), "The game is rated. You can only approve or refuse a game that waits for it.");
    assert_eq!(acts(void(&game(State::Rated), &act("II.5"), &with(ANN, &[Role::Justice]))), ["III.3.5"]);
    assert_eq!(void(&game(State::Rated), &act("II.5"), &with(ANN, &[Role::ChiefJustice])), Ok(()));
}

#[test]
fn an_objection_is_taken_back_by_the_one_who_made_it_until_a_day_before_the_rematch() {
    let due = at("2026-11-13T12:30:00");
    let before = at("2026-11-12T12:29:59");
    let made_at = at("2026-11-06T12:45:00");
    let open = Objection { objector: BEN, state: ObjectionState::Open, made_at, due: Some(due) };
    assert_eq!(withdrawal(&Objection { due: None, ..open }, &with(BEN, &[]), due), Ok(()), "no session is set");
    assert_eq!(acts(withdrawal(&open, &with(ANN, &[Role::Moderator]), before)), ["I.6"]);
    for (now, taken_back) in [
        ("2026-11-06T12:50:00", true),
        ("2026-11-12T12:29:59", true),
        ("2026-11-12T12:30:00", false),
        ("2026-11-13T12:29:59", false),
        ("2026-11-13T12:30:00", false),
    ] {
        assert_eq!(withdrawal(&open, &with(BEN, &[]), at(now)).is_ok(), taken_back, "{now}");
        let left = objection(&game(State::Rated), &with(ANN, &[]), false, open.due, at(now)).is_ok();
        assert!(left || !taken_back, "the other player can still object: {now}");
    }
    assert_eq!(acts(withdrawal(&open, &with(BEN, &[]), due)), ["I.6"]);
    // Made on the last day, it is taken back within a minute all the same, while the other player can still object.
    let late = Objection { made_at: at("2026-11-13T12:29:00"), ..open };
    for (now, taken_back) in [("12:29:00", true), ("12:29:59", true), ("12:30:00", false)] {
        let heard = withdrawal(&late, &with(BEN, &[]), at(&format!("2026-11-13T{now}")));
        assert_eq!(heard.is_ok(), taken_back, "{now}");
    }
    let earlier = Objection { made_at: at("2026-11-13T12:28:00"), ..open };
    let heard = withdrawal(&earlier, &with(BEN, &[]), at("2026-11-13T12:29:01"));
    assert_eq!(acts(heard), ["I.6"], "61 seconds on");
    for &state in ObjectionState::ALL {
        let objection = Objection { state, ..open };
        let heard = withdrawal(&objection, &with(BEN, &[]), before).is_ok();
        assert_eq!(heard, state == ObjectionState::Open, "{state}");
    }
}

#[test]
fn each_step_needs_the_state_it_starts_from() {
    let may = with(MAY, &[Role::Moderator]);
    for &state in State::ALL {
        let game = game(state);
        let open = state.stands();
        assert_eq!(approval(&game, &may).is_ok(), state == State::AwaitingApproval, "{state}");
        assert_eq!(void(&game, &act("II.5"), &may).is_ok(), open, "{state}");
        assert_eq!(restore(&game, &[act("II.5")], &may).is_ok(), state == State::Void, "{state}");
        assert_eq!(correction(&game, &may, Ending::DrawAgreed).is_ok(), open, "{state}");
    }
    let forfeit = correction(&game(State::Rated), &with(MAY, &[Role::ChiefJustice]), Ending::Forfeit);
    assert_eq!(acts(forfeit), ["I.2.1"], "a sanction, not a correction");
}

#[test]
fn whose_voidings_are_not_any_moderators_i_9_7_i_9_10() {
    let (may, chief) = (with(MAY, &[Role::Moderator]), with(MAY, &[Role::ChiefJustice]));
    let online = Game { online: true, ..game(State::Rated) };
    let undone = Game { state: State::Void, ..online };
    for (under, by, allowed) in [
        ("I.9.7", &may, false),
        ("I.9.7", &chief, false),
        ("I.9.7", &By::service("I.9.7"), true),
        ("I.9.10", &may, false),
        ("I.9.10", &chief, true),
    ] {
        assert_eq!(void(&online, &act(under), by).is_ok(), allowed, "{under} {by:?}");
        assert_eq!(restore(&undone, &[act(under)], by).is_ok(), allowed, "{under} {by:?}");
    }
    assert_eq!(acts(void(&online, &act("I.9.10"), &may)), ["I.9.10"]);
    assert_eq!(acts(void(&game(State::Rated), &act("I.9.10"), &chief)), ["I.9.10"], "only online");
}

#[test]
fn an_objection_is_open_until_the_next_held_session_begins_t22() {
    let next = Some(at("2026-11-13T12:30:00"));
    let ann = with(ANN, &[]);
    let rated = game(State::Rated);
    assert_eq!(objection(&rated, &ann, false, next, at("2026-11-13T12:29:59")), Ok(ANN));
    assert_eq!(acts(objection(&rated, &ann, false, next, at("2026-11-13T12:30:00"))), ["I.6"]);
    assert_eq!(acts(objection(&rated, &with(MAY, &[]), false, next, at("2026-11-06T12:50:00"))), ["I.6"]);
    assert_eq!(acts(objection(&rated, &ann, true, next, at("2026-11-06T12:50:00"))), ["I.6"]);
    let rematch = Game { rematch_of: Some(GameId(5)), ..rated };
    assert_eq!(acts(objection(&rematch, &ann, false, next, at("2026-11-06T12:50:00"))), ["I.6"]);
}

#[test]
fn what_becomes_of_a_rematch_i_6() {
    let due = at("2026-11-13T12:30:00");
    let made_at = at("2026-11-06T12:45:00");
    let open = Objection { objector: BEN, state: ObjectionState::Open, made_at, due: Some(due) };
    let may = with(MAY, &[Role::Moderator]);
    let settle = |outcome| rematch(&game(State::Rated), &open, outcome, &may, due);
    assert_eq!(settle(RematchOutcome::Played), Ok(Settlement::Replace));
    for outcome in [RematchOutcome::ObjectorAbsent, RematchOutcome::ObjectorUnwilling] {
        assert_eq!(settle(outcome), Ok(Settlement::Final));
    }
    for outcome in [RematchOutcome::OpponentAbsent, RematchOutcome::OpponentUnwilling] {
        assert_eq!(settle(outcome), Ok(Settlement::Forfeit(Outcome::Black)));
    }
    let early = rematch(&game(State::Rated), &open, RematchOutcome::Played, &may, at("2026-11-13T12:29:59"));
    assert_eq!(acts(early), ["I.6"]);
    let settled = Objection { state: ObjectionState::OriginalFinal, ..open };
    assert_eq!(acts(rematch(&game(State::Rated), &settled, RematchOutcome::Played, &may, due)), ["I.6"]);
    let playing = with(BEN, &[Role::Justice]);
    assert_eq!(acts(rematch(&game(State::Rated), &open, RematchOutcome::Played, &playing, due)), ["III.3.5"]);
}

#[test]
fn an_objection_that_nothing_has_settled_is_open_while_its_game_counts() {
    for state in State::ALL.iter().copied() {
        let expected = if state == State::Rated { ObjectionState::Open } else { ObjectionState::Lapsed };
        assert_eq!(ObjectionState::unsettled(state), expected, "{state:?}");
    }
    for state in ObjectionState::ALL {
        let is_settled = ObjectionState::SETTLED.contains(state);
        assert_ne!(is_settled, ObjectionState::UNSETTLED.contains(state), "{state:?} is one of the two");
    }
}
