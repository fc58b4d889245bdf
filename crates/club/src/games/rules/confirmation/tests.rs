//! Who may say what of a game's result, and until when (T47).

use super::*;
use crate::action::Somebody;
use crate::auth::{Role, Roles};
use crate::id::GameId;

const ANN: PersonId = PersonId(1);
const BEN: PersonId = PersonId(2);
const MAY: PersonId = PersonId(3);

fn at(instant: &str) -> NaiveDateTime {
    instant.parse().unwrap()
}

/// White won, Ann entered it at 12:40, nobody has answered.
fn said() -> ConfirmationFacts {
    let game = Game {
        id: GameId(7),
        white: ANN,
        black: BEN,
        state: State::Rated,
        result: Outcome::White,
        ending: Ending::Resignation,
        online: false,
        clocked: false,
        rematch_of: None,
    };
    ConfirmationFacts {
        game,
        entered_by: Some(ANN),
        entered_at: at("2026-11-06T12:40:00"),
        state: Some(ConfirmationState::NotConfirmed),
        confirmed_by: None,
        disputed_by: None,
        until: Some(at("2026-11-13T13:10:01")),
        acted_on: false,
        decided: false,
    }
}

#[test]
fn the_seconds_for_taking_a_game_back_run_out() {
    for (now, left) in [("12:40:00", 60), ("12:40:43", 17), ("12:41:00", 0), ("12:50:00", 0)] {
        assert_eq!(seconds_left(said().entered_at, at(&format!("2026-11-06T{now}"))), left, "{now}");
    }
}

fn disputed() -> ConfirmationFacts {
    ConfirmationFacts { state: Some(ConfirmationState::Disputed), disputed_by: Some(BEN), ..said() }
}

fn by(person: PersonId, roles: &[Role]) -> By {
    By::from(Somebody { person, roles: roles.iter().copied().collect::<Roles>() })
}

fn act<T>(answer: Result<T, Refusal>) -> String {
    answer.map_or_else(|refusal| refusal.acts[0].to_string(), |_| "heard".to_owned())
}

#[test]
fn the_version_of_the_other_one_is_confirmed() {
    type Change = fn(&mut ConfirmationFacts);
    let table: &[(Change, PersonId, Result<Agreement, &str>)] = &[
        (|_| {}, BEN, Ok(Agreement::AsEntered)),
        (|_| {}, ANN, Err("II.4")),
        (|_| {}, MAY, Err("II.4")),
        // Entered by the kiosk: both of them are asked.
        (|said| said.entered_by = Some(PersonId(9)), ANN, Ok(Agreement::ByOne)),
        (|said| (said.entered_by, said.confirmed_by) = (Some(PersonId(9)), Some(ANN)), ANN, Err("II.4")),
        (|said| (said.entered_by, said.confirmed_by) = (Some(PersonId(9)), Some(ANN)), BEN, Ok(Agreement::AsEntered)),
        (|said| *said = disputed(), BEN, Ok(Agreement::AsEntered)),
        (|said| *said = disputed(), ANN, Ok(Agreement::AsDisputed)),
        (|said| *said = ConfirmationFacts { decided: true, ..disputed() }, ANN, Err("III.2")),
        (|said| said.state = Some(ConfirmationState::Confirmed), BEN, Err("II.4")),
        (|said| said.state = Some(ConfirmationState::Settled), BEN, Err("II.4")),
        (|said| said.state = None, BEN, Err("II.4")),
        (|said| said.game.state = State::Void, BEN, Err("II.4")),
        (|said| said.game.state = State::AwaitingConfirmation, BEN, Ok(Agreement::AsEntered)),
    ];
    for (row, (change, person, expected)) in table.iter().enumerate() {
        let mut said = said();
        change(&mut said);
        let answer = confirmation(&said, &by(*person, &[Role::Moderator]));
        let answer = answer.map_err(|refusal| refusal.acts[0].to_string());
        assert_eq!(answer, expected.map_err(str::to_owned), "row {row}");
    }
}

#[test]
fn either_player_disputes_until_the_next_session_closes() {
    let before = at("2026-11-13T13:10:00");
    for player in [ANN, BEN] {
        assert_eq!(act(dispute(&said(), Claim::Draw, &by(player, &[]), before)), "heard");
        let late = dispute(&said(), Claim::Draw, &by(player, &[]), at("2026-11-13T13:10:01"));
        assert_eq!(act(late), "II.4");
    }
    assert_eq!(act(dispute(&said(), Claim::White, &by(BEN, &[]), before)), "II.4", "as it was entered");
    assert_eq!(act(dispute(&disputed(), Claim::NotPlayed, &by(ANN, &[]), before)), "II.4", "one dispute");
    let unplanned = ConfirmationFacts { until: None, ..said() };
    assert_eq!(act(dispute(&unplanned, Claim::NotPlayed, &by(BEN, &[]), before)), "heard", "no session is planned");
}

#[test]
fn a_moderator_who_did_not_play_settles() {
    assert_eq!(act(settlement(&disputed(), &by(MAY, &[Role::Moderator]))), "heard");
    assert_eq!(act(settlement(&disputed(), &by(MAY, &[]))), "III.2");
    assert_eq!(act(settlement(&disputed(), &by(ANN, &[Role::Moderator]))), "III.3.5");
    assert_eq!(act(settlement(&said(), &by(MAY, &[Role::Moderator]))), "II.4", "nobody disputes it");
}

#[test]
fn the_one_who_entered_it_takes_it_back_for_a_minute() {
    type Change = fn(&mut ConfirmationFacts);
    let table: &[(Change, PersonId, &str, &str)] = &[
        (|_| {}, ANN, "12:41:00", "heard"),
        (|_| {}, ANN, "12:41:01", "II.4"),
        (|_| {}, BEN, "12:40:01", "II.4"),
        (|said| said.state = None, ANN, "12:40:30", "heard"),
        (|said| said.state = Some(ConfirmationState::Confirmed), ANN, "12:40:30", "II.4"),
        (|said| said.acted_on = true, ANN, "12:40:30", "II.4"),
        (|said| said.game.online = true, ANN, "12:40:30", "II.4"),
        (|said| said.game.rematch_of = Some(GameId(6)), ANN, "12:40:30", "II.4"),
        (|said| said.game.state = State::Void, ANN, "12:40:30", "II.4"),
        (|said| said.entered_by = None, ANN, "12:40:30", "II.4"),
    ];
    for (row, (change, person, time, expected)) in table.iter().enumerate() {
        let mut said = said();
        change(&mut said);
        let answer = taking_back(&said, &by(*person, &[]), at(&format!("2026-11-06T{time}")));
        assert_eq!(act(answer), *expected, "row {row}");
    }
}

#[test]
fn an_ending_belongs_to_the_result_that_it_was_said_of() {
    use Outcome::{Black, Draw, White};
    for (before, entered, settled, after) in [
        (Ending::Resignation, White, Black, Ending::Unstated),
        (Ending::Checkmate, White, Draw, Ending::Unstated),
        (Ending::Stalemate, Draw, White, Ending::Unstated),
        (Ending::Unstated, White, Black, Ending::Unstated),
        (Ending::Checkmate, Black, Black, Ending::Checkmate),
        (Ending::Repetition, Draw, Draw, Ending::Repetition),
    ] {
        assert_eq!(ending(before, entered, settled), after, "{before} {entered} {settled}");
    }
}
