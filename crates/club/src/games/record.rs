//! What was entered about the board of a game (moves, last position, captures at the bell), and
//! whether result and ending agree with it.

use rookery_messages::{Message, say};
use serde::{Deserialize, Serialize};
use shakmaty::{Chess, Position};

use super::Ending;
use super::adjudication::{self, Answer, Captures, Decision, PieceValues, explained};
use super::agreement::{self, Disagreement, GameResult};
use super::moves::{Moves, MovesError};
use super::position::{read_position, write_position};
use super::rules::Breach;
use crate::error::{FieldError, Kind, Refusal};
use crate::ratings::Outcome;
use crate::rulebook::HouseRules;

/// What each side had captured when time ended the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Stated {
    /// The black pieces that White took.
    pub white: Captures,
    /// The white pieces that Black took.
    pub black: Captures,
}

/// What was sent of a game, read and legal.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// All legal.
    pub moves: Option<Box<Moves>>,
    /// The last position; after the moves, where both were sent.
    pub position: Option<Box<Chess>>,
    /// Never beside moves, which tell them.
    pub captures: Option<Stated>,
}

/// A result that the record bears out, and how the bell decided it where it did.
#[derive(Clone, Debug, PartialEq)]
pub struct Settled {
    /// Who won.
    pub result: Outcome,
    /// `None` unless the bell ended the game.
    pub decision: Option<Decision>,
}

fn unreadable(field: &'static str, detail: Message) -> Refusal {
    let mut refusal = Refusal::new(Kind::Invalid, say!("Unreadable game"), detail.clone()).act("I.1");
    refusal.errors.push(FieldError { field: field.into(), detail });
    refusal
}

impl Record {
    /// Reads what was sent; the refusal says where it cannot be read and what was expected there.
    pub fn read(moves: Option<&str>, position: Option<&str>, captures: Option<Stated>) -> Result<Record, Refusal> {
        let moves = moves.map(|text| {
            Moves::read(text.as_bytes()).map(Box::new).map_err(|error| {
                let place =
                    if let MovesError::Move(broken) = &error { serde_json::to_value(broken).ok() } else { None };
                let refusal = unreadable("moves", error.message());
                if let Some(place) = place { refusal.with("move", place) } else { refusal }
            })
        });
        let position =
            position.map(|fen| read_position(fen).map_err(|error| unreadable("final_position", error.message())));
        let record = Record { moves: moves.transpose()?, position: position.transpose()?.map(Box::new), captures };
        if let (Some(moves), Some(position)) = (&record.moves, &record.position)
            && moves.last().board() != position.board()
        {
            let detail = say!(
                "After the moves the board is `{position}`, not this position; send one of the two.",
                position = moves.last_fen()
            );
            return Err(unreadable("final_position", detail));
        }
        if record.moves.is_some() && record.captures.is_some() {
            return Err(unreadable("captures", say!("The moves tell the captures; send one of the two.")));
        }
        Ok(record)
    }

    fn last(&self) -> Option<&Chess> {
        self.position.as_deref().or(self.moves.as_deref().map(Moves::last))
    }

    /// The last position as FEN, where the record tells it.
    pub fn last_position(&self) -> Option<String> {
        self.last().map(write_position)
    }

    /// Who wins by the captures (Acts I.5, I.8.2), from the surest form that was sent; of a game that
    /// was not over already.
    pub fn adjudicate(&self, house: &HouseRules) -> Result<Answer, Breach> {
        if let Some(last) = self.last() {
            let told_by = if self.position.is_some() { "final_position" } else { "moves" };
            let over = |disagreement: Disagreement| Breach::new("I.1", disagreement.message()).at(told_by);
            agreement::still_on(last, agreement::Ending::TimeEnded).map_err(over)?;
        }
        let values = values(house);
        let board = self.position.as_ref().map(|position| position.board());
        match (&self.moves, &self.captures, board) {
            (Some(moves), ..) => Ok(Answer::Decided(adjudication::from_moves(moves, &values))),
            (_, Some(stated), board) => Ok(adjudication::from_stated(&stated.white, &stated.black, board, &values)),
            (_, _, Some(board)) => Ok(adjudication::from_position(board, &values)),
            (None, None, None) => Err(Breach::new(
                "I.5",
                say!("The bell decides by the captured pieces: send the moves, the final position, or the captures."),
            )
            .at("captures")),
        }
    }

    /// Settles the result; the breaches say what does not agree with what.
    pub fn settle(&self, ending: Ending, result: Option<Outcome>, house: &HouseRules) -> Result<Settled, Vec<Breach>> {
        let breach = |act, field, detail: Message| Err(vec![Breach::new(act, detail).at(field)]);
        if ending != Ending::Bell && self.captures.is_some() {
            let detail = say!("Captures are counted only in a game that the bell ended.");
            return breach("I.5", "captures", detail);
        }
        let decision = if ending == Ending::Bell { Some(self.decide(house)?) } else { None };
        let told = self.moves.as_ref().and_then(|moves| told(moves));
        let Some(result) = result.or(decision.as_ref().map(|decision| decision.result.into())).or(told) else {
            let detail = say!("Neither the result nor the moves say who won; say white, draw or black.");
            return breach("I.1", "result", detail);
        };
        if let Some(decision) = &decision
            && decision.result != result.into()
        {
            let detail = say!(
                "By what was taken White has {white} points and Black {black}. That is {decided}. You gave {result}.",
                white = decision.white.points,
                black = decision.black.points,
                decided = decision.result.message(),
                result = GameResult::from(result).message()
            );
            return breach("I.5", "result", detail);
        }
        let Some(end) = ending.on_the_board() else {
            return match result {
                Outcome::Draw => breach("I.2.1", "result", say!("A forfeit is a loss; it cannot give a draw.")),
                _ => Ok(Settled { result, decision }),
            };
        };
        let agreed = match (&self.moves, &self.position) {
            (Some(moves), _) => agreement::agrees(moves, result.into(), end),
            (None, Some(position)) => agreement::position_agrees(position, result.into(), end),
            (None, None) if end.allows(result.into()) => Ok(()),
            (None, None) => Err(Disagreement::ResultOfEnding { ending: end, result: result.into() }),
        };
        match agreed {
            Ok(()) => Ok(Settled { result, decision }),
            Err(disagreement) => {
                let detail = disagreement.message();
                let field = disagreement.field();
                Err(disagreement.acts().iter().map(|act| Breach::new(act, detail.clone()).at(field)).collect())
            }
        }
    }

    fn decide(&self, house: &HouseRules) -> Result<Decision, Vec<Breach>> {
        let told_by = if self.position.is_some() { "final_position" } else { "captures" };
        let breach = |detail: Message| Err(vec![Breach::new("I.5", detail).at(told_by)]);
        match self.adjudicate(house).map_err(|breach| vec![breach])? {
            Answer::Decided(decision) => Ok(decision),
            Answer::Ambiguous { reasons, .. } => breach(
                explained(&reasons).then(say!("Send the moves of the game, or the pieces that each side captured.")),
            ),
            Answer::Impossible { reasons, .. } => breach(explained(&reasons)),
        }
    }
}

fn told(moves: &Moves) -> Option<Outcome> {
    match moves.result {
        shakmaty::Outcome::Known(told) => Some(GameResult::won_by(told.winner()).into()),
        shakmaty::Outcome::Unknown => None,
    }
}

/// The house rules' points for captured pieces.
fn values(house: &HouseRules) -> PieceValues {
    let points = |points: u32| u16::try_from(points).unwrap_or(u16::MAX);
    PieceValues {
        pawn: points(house.pawn),
        knight: points(house.knight),
        bishop: points(house.bishop),
        rook: points(house.rook),
        queen: points(house.queen),
    }
}
