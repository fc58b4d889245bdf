//! How a board came out, and how a tournament ends.

use rookery_messages::say;

use super::{Board, Facts, counted};
use crate::action::Somebody;
use crate::error::Refusal;
use crate::fields;
use crate::games::rules::afterwards::Game;
use crate::games::{self, Ending};
use crate::id::PersonId;
use crate::ratings::Outcome;
use crate::tournaments::actions::{End, EnterResult};
use crate::tournaments::{Format, Score, State};

/// What is to be written for a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entering {
    /// On the board alone; nothing: it is cleared.
    Write(Option<Score>),
    /// A rated game of the club, which the board names.
    Game { white: PersonId, black: PersonId, outcome: Outcome, ending: Ending },
}

/// The result of a board: by its players, the desk or a moderator; a result that is there is changed by moderators
/// alone.
pub fn result(facts: &Facts, round: i64, board: i64, request: &EnterResult, by: Somebody) -> Result<Entering, Refusal> {
    let found = facts.boards.iter().find(|found| found.round == round && found.board == board);
    let found = found.ok_or_else(|| crate::not_found!("board"))?;
    facts.must_be_open()?;
    let Some(black) = found.black else {
        let detail = say!("Nobody sits opposite on this board: it has no result to be entered.");
        return Err(Refusal::conflict(say!("No opponent"), detail));
    };
    may_enter(facts, found, by)?;
    entering(facts, request, (found.white, black))
}

fn may_enter(facts: &Facts, board: &Board, by: Somebody) -> Result<(), Refusal> {
    let moderates = by.roles.may_moderate();
    if !(moderates || by.roles.kiosk || board.seats(by.person)) {
        let detail = say!("The two players of a board enter its result. So can the desk and a moderator.");
        return Err(Refusal::forbidden(detail, "II.4"));
    }
    if board.game.is_some() && !board.annulled {
        let detail =
            say!("A game of the club stands on this board: correct that game, and the board follows it by itself.");
        return Err(Refusal::conflict(say!("A game of the club"), detail));
    }
    if board.score.is_some() && !moderates {
        let detail = say!("This board has a result; a moderator can change it.");
        return Err(Refusal::conflict(say!("Entered already"), detail));
    }
    // What follows from a knock-out's games was paired already.
    let later = facts.boards.iter().any(|other| other.round > board.round && shares_a_player(other, board));
    if matches!(facts.format(), Format::Knockout { .. }) && later {
        let round = board.round + 1;
        let detail = say!("A later game rests on this one: take back the rounds from {round} on first.", round);
        return Err(Refusal::conflict(say!("Paired already"), detail));
    }
    Ok(())
}

fn shares_a_player(one: &Board, other: &Board) -> bool {
    one.seats(other.white) || other.black.is_some_and(|black| one.seats(black))
}

/// What is written: a game of the club where the tournament is rated and the two played.
pub(super) fn entering(
    facts: &Facts,
    request: &EnterResult,
    (white, black): (PersonId, PersonId),
) -> Result<Entering, Refusal> {
    let Some(outcome) = request.result.and_then(Score::outcome).filter(|_| facts.tournament.settings.rated) else {
        if request.game.is_some() {
            let detail = say!("Only what was played in a rated tournament is a game of the club: leave the game out.");
            return Err(Refusal::field("game", detail));
        }
        return Ok(Entering::Write(request.result));
    };
    Ok(Entering::Game { white, black, outcome, ending: request.ending.unwrap_or(Ending::Unstated) })
}

/// A game of the club that is there already counts for a board: of the same two with the same colours and result, not
/// void, and of no other board. `taken` is whether it is one's already.
pub fn link(game: &Game, taken: bool, seats: [PersonId; 2], outcome: Outcome) -> Result<(), Refusal> {
    let detail = if [game.white, game.black] != seats {
        say!("That game was not played by these two with these colours.")
    } else if game.result != outcome {
        say!("That game ended otherwise: send the result that it has.")
    } else if taken {
        say!("That game counts for a board of a tournament already.")
    } else if !(game.state == games::State::Rated || game.state.waits()) {
        say!("That game does not count: name one that does.")
    } else {
        return Ok(());
    };
    Err(Refusal::field("game", detail))
}

/// A tournament ends once its rounds are played, or before with a reason; one that has not begun is called off.
pub fn end(facts: &Facts, request: &End) -> Result<State, Refusal> {
    facts.must_be_open()?;
    let open =
        facts.boards.iter().any(|board| board.black.is_some() && counted(facts, board).is_none() && !board.annulled);
    let played_out = facts.tournament.state == State::Running && !open && super::rounds::is_played_out(facts);
    match &request.reason {
        Some(reason) => drop(fields::text("reason", reason, 3, 500)?),
        None if !played_out => {
            let detail = say!("Rounds or results are still to come: say why it ends now, in 3 to 500 characters.");
            return Err(Refusal::field("reason", detail));
        }
        None => {}
    }
    Ok(if facts.tournament.state == State::Planned { State::CalledOff } else { State::Ended })
}
