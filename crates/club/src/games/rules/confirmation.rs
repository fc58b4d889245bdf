//! Whether both players say that a game ended as it was entered: confirming, disputing, settling, taking back
//! (Act II.4, T47).

use chrono::{NaiveDateTime, TimeDelta};
use rookery_messages::say;

use super::super::{Ending, NewGame, State};
use super::afterwards::{Game, independent, stands_as};
use crate::action::By;
use crate::error::Refusal;
use crate::id::PersonId;
use crate::ratings::Outcome;
use crate::rulebook::{Confirmation, HouseRules};

/// How long the person who entered a game can take it back.
pub const TAKEN_BACK_WITHIN: TimeDelta = TimeDelta::seconds(60);

/// Seconds of that time which are left for what was done at some moment.
pub fn seconds_left(done_at: NaiveDateTime, now: NaiveDateTime) -> i64 {
    (TAKEN_BACK_WITHIN - (now - done_at)).num_seconds().max(0)
}

crate::words!(
    /// What the players say of a game's result.
    ConfirmationState {
        /// One of them entered it, and the other has not answered.
        NotConfirmed = "not_confirmed",
        /// Both say that it ended as it was entered.
        Confirmed = "confirmed",
        /// They say that it ended otherwise, or was not played.
        Disputed = "disputed",
        /// A moderator decided, or one of them agreed with the other.
        Settled = "settled",
    }
);

crate::words!(
    /// The disputer's version of a game's end.
    Claim as DisputeClaim {
        /// White won.
        White = "white",
        /// Nobody won.
        Draw = "draw",
        /// Black won.
        Black = "black",
        /// There was no such game.
        NotPlayed = "not_played",
    }
);

crate::words!(
    /// Which of the two versions of a disputed game holds.
    Version as DisputeVersion {
        /// That of the one who entered the game.
        AsEntered = "as_entered",
        /// The disputer's.
        AsDisputed = "as_disputed",
    }
);

/// What follows where a player says that the other version is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// Both say that it ended as it was entered.
    AsEntered,
    /// Both say that it ended as it is disputed.
    AsDisputed,
    /// Neither of them entered it: the other one is asked, too.
    ByOne,
}

impl Claim {
    /// The result that is claimed; `None` if the game was not played.
    pub fn result(self) -> Option<Outcome> {
        Some(match self {
            Claim::White => Outcome::White,
            Claim::Draw => Outcome::Draw,
            Claim::Black => Outcome::Black,
            Claim::NotPlayed => return None,
        })
    }
}

impl From<Outcome> for Claim {
    fn from(result: Outcome) -> Claim {
        match result {
            Outcome::White => Claim::White,
            Outcome::Draw => Claim::Draw,
            Outcome::Black => Claim::Black,
        }
    }
}

/// A registered game, with who entered it and what the players say of it.
#[derive(Clone, Copy, Debug)]
pub struct ConfirmationFacts {
    /// The game as it is now.
    pub game: Game,
    /// A player, a moderator or the kiosk; `None` for an import.
    pub entered_by: Option<PersonId>,
    /// UTC.
    pub entered_at: NaiveDateTime,
    /// `None` if nobody is asked.
    pub state: Option<ConfirmationState>,
    /// The one of the two who has confirmed what neither of them entered.
    pub confirmed_by: Option<PersonId>,
    /// The player who said otherwise.
    pub disputed_by: Option<PersonId>,
    /// When the next session closes: until then it can be disputed. `None` while that one is not on the calendar.
    pub until: Option<NaiveDateTime>,
    /// Whether somebody has acted on the game since it was entered.
    pub acted_on: bool,
    /// Whether a moderator decided something about it.
    pub decided: bool,
}

/// Whether the other player is asked: where a player or the kiosk enters a game, and no moderator oversees it.
pub fn is_asked(game: &NewGame, by: &By, house: &HouseRules) -> bool {
    let by_a_player = by.is(game.white) || by.is(game.black);
    let by_hand = !game.online && game.import_key.is_none() && game.rematch_of.is_none();
    house.confirmation != Confirmation::Off && by_hand && (by_a_player || by.roles().kiosk)
}

/// A player says that the other one's version is right: how the game was entered or, once it is disputed, how the one
/// who disputes it says that it ended.
pub fn confirmation(said: &ConfirmationFacts, by: &By) -> Result<Agreement, Refusal> {
    let player = player(said, by)?;
    let entered = said.entered_by.filter(|person| said.game.is_played_by(*person));
    let (agreement, author) = match said.state {
        Some(ConfirmationState::Disputed) if said.disputed_by == Some(player) => (Agreement::AsEntered, None),
        Some(ConfirmationState::Disputed) => (Agreement::AsDisputed, said.disputed_by),
        _ if entered.or(said.confirmed_by).is_none() => (Agreement::ByOne, None),
        _ => (Agreement::AsEntered, entered.or(said.confirmed_by)),
    };
    if author == Some(player) {
        let detail = say!("You have said already how this game ended; the other player confirms it.");
        return Err(Refusal::forbidden(detail, "II.4"));
    }
    if said.state != Some(ConfirmationState::Disputed) {
        open(said)?;
    }
    if agreement == Agreement::AsDisputed && said.decided {
        let detail = say!("A moderator decided about this game. So a moderator says who is right, too.");
        return Err(Refusal::forbidden(detail, "III.2"));
    }
    stands(said)?;
    Ok(agreement)
}

/// Refuses an agreement that was read off an outdated page: the other player says something else by now.
pub fn is_still_said(has_read: Option<Claim>, claim: Option<Claim>) -> Result<(), Refusal> {
    if has_read.is_none() || has_read == claim {
        return Ok(());
    }
    let detail = say!("The other player says something else now. Read it, and answer again.");
    Err(Refusal::conflict(say!("Said otherwise since"), detail).act("II.4"))
}

/// A player says that the game ended otherwise, until the next session closes.
pub fn dispute(said: &ConfirmationFacts, claim: Claim, by: &By, now: NaiveDateTime) -> Result<(), Refusal> {
    player(said, by)?;
    open(said)?;
    stands(said)?;
    if claim == Claim::from(said.game.result) {
        let detail = say!("This is the result that was entered: confirm it, or say how the game ended.");
        return Err(Refusal::field("result", detail).act("II.4"));
    }
    if said.until.is_some_and(|until| until <= now) {
        let detail = say!("The next session has closed since. Show the game to a moderator, who can still correct it.");
        return Err(Refusal::conflict(say!("Too late"), detail).act("II.4"));
    }
    Ok(())
}

/// A moderator who did not play says which version of a disputed game holds.
pub fn settlement(said: &ConfirmationFacts, by: &By) -> Result<(), Refusal> {
    independent(by, &said.game)?;
    if said.state != Some(ConfirmationState::Disputed) {
        let detail = say!("Nobody disputes this game, so that there is nothing to settle.");
        return Err(Refusal::conflict(say!("Not disputed"), detail).act("II.4"));
    }
    stands(said)
}

/// The person who entered a game takes it back within a minute, while nobody else has acted on it.
pub fn taking_back(said: &ConfirmationFacts, by: &By, now: NaiveDateTime) -> Result<(), Refusal> {
    let game = &said.game;
    if !said.entered_by.is_some_and(|entered| by.is(entered)) || game.online || game.rematch_of.is_some() {
        let detail = say!("Only the person who entered this game can undo it.");
        return Err(Refusal::forbidden(detail, "II.4"));
    }
    if now - said.entered_at > TAKEN_BACK_WITHIN {
        let seconds = TAKEN_BACK_WITHIN.num_seconds();
        let detail =
            say!("You can undo a game for {seconds} seconds. Show it to a moderator, who can correct it.", seconds);
        return Err(Refusal::conflict(say!("Too late"), detail).act("II.4"));
    }
    stands(said)?;
    let unanswered = said.state.is_none_or(|state| state == ConfirmationState::NotConfirmed);
    if said.acted_on || !unanswered {
        let detail = say!("Somebody has acted on this game already. Show it to a moderator, who can correct it.");
        return Err(Refusal::conflict(say!("Acted on"), detail).act("II.4"));
    }
    Ok(())
}

/// How a game ended that was entered with an ending for one result and is settled with `settled`: the ending was said of that
/// result alone, so nobody has said how it ended with another.
pub fn ending(before: Ending, entered: Outcome, settled: Outcome) -> Ending {
    if settled == entered { before } else { Ending::Unstated }
}

fn player(said: &ConfirmationFacts, by: &By) -> Result<PersonId, Refusal> {
    by.person().filter(|person| said.game.is_played_by(*person)).ok_or_else(|| {
        Refusal::forbidden(say!("Only the two players say whether a game ended as it was entered."), "II.4")
    })
}

/// While the other player has not answered.
fn open(said: &ConfirmationFacts) -> Result<(), Refusal> {
    let detail = match said.state {
        Some(ConfirmationState::NotConfirmed) => return Ok(()),
        Some(ConfirmationState::Confirmed) => {
            say!("Both players have confirmed this game. A moderator can correct it.")
        }
        Some(ConfirmationState::Disputed) => say!("This game is disputed already: a moderator settles it."),
        Some(ConfirmationState::Settled) => say!("A dispute about this game is settled. A moderator can correct it."),
        None => say!("Nobody is asked to confirm this game. A moderator can correct it."),
    };
    Err(Refusal::conflict(say!("Answered already"), detail).act("II.4"))
}

/// While the game counts, or may yet.
fn stands(said: &ConfirmationFacts) -> Result<(), Refusal> {
    stands_as(&said.game, &State::OPEN, "II.4", |state| {
        say!("The game is {state}: there is nothing left to say about its result.", state)
    })
}

#[cfg(test)]
mod tests;
