//! When a game of chess is over: by itself, by claim, by a justice's ruling (FIDE 5, 9; Acts I.1, I.9.6).

use std::collections::HashMap;

use rookery_messages::{Message, say};
use shakmaty::{Chess, Move, Position};

use super::{Claim, Ruling};
use crate::error::Refusal;
use crate::games::Ending;
use crate::games::agreement::{self, GameResult};
use crate::games::moves::BoardEnd;
use crate::ratings::Outcome;

/// Half-moves of the fifty-move rule, which needs a claim, and of the seventy-five-move rule, which
/// is automatic.
const FIFTY: u32 = 100;
const SEVENTY_FIVE: u32 = 150;

fn times(seen: &HashMap<Chess, u32>, position: &Chess) -> u32 {
    seen.get(position).copied().unwrap_or(0)
}

/// How the board ends the game, if it does.
pub fn by_itself(position: &Chess, seen: &HashMap<Chess, u32>) -> Option<(Outcome, Ending)> {
    match BoardEnd::of(position) {
        Some(BoardEnd::Checkmate) => {
            Some((GameResult::won_by(Some(position.turn().other())).into(), Ending::Checkmate))
        }
        Some(BoardEnd::Stalemate) => Some((Outcome::Draw, Ending::Stalemate)),
        Some(BoardEnd::InsufficientMaterial) => Some((Outcome::Draw, Ending::DeadPosition)),
        None if times(seen, position) >= 5 => Some((Outcome::Draw, Ending::Repetition)),
        None if position.halfmoves() >= SEVENTY_FIVE => Some((Outcome::Draw, Ending::FiftyMoves)),
        None => None,
    }
}

fn holds(position: &Chess, seen: &HashMap<Chess, u32>, claim: Claim) -> bool {
    match claim {
        Claim::Repetition => times(seen, position) >= 3,
        Claim::FiftyMoves => position.halfmoves() >= FIFTY,
    }
}

/// What the player to move may claim in the position.
pub fn claims(position: &Chess, seen: &HashMap<Chess, u32>) -> Vec<Claim> {
    [Claim::Repetition, Claim::FiftyMoves].into_iter().filter(|claim| holds(position, seen, *claim)).collect()
}

/// A draw is claimed, as the position stands or with the move that would bring it about.
pub fn claimed(
    position: &Chess,
    seen: &HashMap<Chess, u32>,
    claim: Claim,
    announced: Option<Move>,
) -> Result<Ending, Refusal> {
    let right = holds(position, seen, claim)
        || announced.is_some_and(|announced| {
            let mut next = position.clone();
            next.play_unchecked(announced);
            match claim {
                // It is not on the board yet: twice before is the third time.
                Claim::Repetition => !announced.is_zeroing() && times(seen, &next) >= 2,
                Claim::FiftyMoves => next.halfmoves() >= FIFTY,
            }
        });
    if right {
        return Ok(match claim {
            Claim::Repetition => Ending::Repetition,
            Claim::FiftyMoves => Ending::FiftyMoves,
        });
    }
    let detail = match claim {
        Claim::Repetition => say!(
            "Times that this position has stood: {times}; repetition needs three, with the announced move if one is announced.",
            times = times(seen, position)
        ),
        Claim::FiftyMoves => say!(
            "{moves} full moves were made since the last capture or pawn move; the rule needs fifty.",
            moves = position.halfmoves() / 2
        ),
    };
    Err(Refusal::field("play.reason", detail).act("I.1"))
}

/// A justice's ruling agrees with the board, or it is none in accordance with the laws of chess.
pub fn ruled(position: &Chess, seen: &HashMap<Chess, u32>, ruling: &Ruling) -> Result<(), Refusal> {
    let refuse = |detail: Message| Err(Refusal::field("ruling.ending", detail).act("I.9.6"));
    let claim = match ruling.ending {
        Ending::Bell => {
            return refuse(say!("The clocks of an online game decide on time; a justice cannot rule bell."));
        }
        Ending::Flag => {
            return refuse(say!("The clocks of an online game decide on time; a justice cannot rule flag."));
        }
        Ending::Forfeit if ruling.result == Outcome::Draw => {
            return refuse(say!("A forfeit is a loss; it cannot give a draw."));
        }
        Ending::Repetition => Some(Claim::Repetition),
        Ending::FiftyMoves => Some(Claim::FiftyMoves),
        _ => None,
    };
    if let Some(ending) = ruling.ending.on_the_board() {
        agreement::position_agrees(position, ruling.result.into(), ending).or_else(|disagreement| {
            refuse(say!("This is not in accordance with the laws of chess.").then(disagreement.message()))
        })?;
    }
    match claim.filter(|claim| !holds(position, seen, *claim)) {
        Some(Claim::Repetition) => {
            refuse(say!("Not in accordance with the laws of chess: the board shows no draw by repetition."))
        }
        Some(Claim::FiftyMoves) => {
            refuse(say!("Not in accordance with the laws of chess: the board shows no draw by fifty moves."))
        }
        None => Ok(()),
    }
}
