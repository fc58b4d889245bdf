//! The types of chess that tables store and show: options, plays and their effects, the board as a viewer sees it.

use std::collections::BTreeMap;

use rookery_messages::say;
use serde::{Deserialize, Serialize};
use shakmaty::Color;

use super::material::Stood;
use crate::error::Refusal;
use crate::games::Ending;
use crate::ratings::Outcome as Result_;

/// How the game is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ChessOptions)]
pub struct Options {
    /// Minutes that each player has, 1 to 180.
    #[serde(default = "ten")]
    pub minutes: u32,
    /// Seconds that each move adds, up to 60.
    #[serde(default)]
    pub increment_seconds: u32,
    /// By the house rules when the game begins (Act I.9.11).
    #[serde(default = "yes")]
    pub castling: bool,
    /// Whether it goes into the ratings.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub rated: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { minutes: ten(), increment_seconds: 0, castling: true, rated: true }
    }
}

fn ten() -> u32 {
    10
}

fn yes() -> bool {
    true
}

/// Said only where it is otherwise.
fn is_true(rated: &bool) -> bool {
    *rated
}

impl Options {
    /// Whether a game can be played by them.
    pub fn check(&self) -> Result<(), Refusal> {
        if !(1..=180).contains(&self.minutes) {
            let detail = say!("{minutes} minutes are not between 1 and 180.", minutes = self.minutes);
            return Err(Refusal::field("options.minutes", detail).act("I.7"));
        }
        if self.increment_seconds > 60 {
            let detail = say!("{seconds} seconds are not between 0 and 60.", seconds = self.increment_seconds);
            return Err(Refusal::field("options.increment_seconds", detail).act("I.7"));
        }
        Ok(())
    }
}

/// What a player does.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Play {
    /// `e2e4`, or as it is written: `e4`, `Nxf3+`, `O-O`, `e8=Q`.
    Move {
        #[serde(rename = "move")]
        text: String,
    },
    Resign {},
    OfferDraw {},
    AcceptDraw {},
    DeclineDraw {},
    /// To take one's last move back, in a game that is not rated; once between two moves of one's own.
    AskTakeBack {},
    /// The position goes back to before the last move of the one who asked; time that was used is not given back.
    AcceptTakeBack {},
    /// A move declines as well.
    DeclineTakeBack {},
    /// Of a draw, by the one who has the move (FIDE 9.2, 9.3); with the move that would bring it about, if one would.
    Claim {
        reason: Claim,
        #[serde(rename = "move")]
        announced: Option<String>,
    },
}

/// What a draw is claimed by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Claim {
    /// The same position for the third time.
    Repetition,
    FiftyMoves,
}

/// How a justice ends a game, in accordance with the laws of chess (Act I.9.6).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = GameRuling)]
pub struct Ruling {
    pub result: Result_,
    pub ending: Ending,
    pub reason: String,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
pub struct Ended {
    pub result: Result_,
    pub ending: Ending,
    /// A justice's, where one ended it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// One of the two, as the log and views name them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Side {
    White,
    Black,
}

impl From<Color> for Side {
    fn from(color: Color) -> Side {
        color.fold_wb(Side::White, Side::Black)
    }
}

/// A move as the log has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moved {
    pub san: String,
    #[serde(default)]
    pub uci: String,
    /// The position after it.
    #[serde(default)]
    pub fen: String,
    /// White's and Black's clock after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<[i64; 2]>,
    /// Where it ended the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<Ended>,
}

/// The effect of a step. Unknown fields are refused, so that an unreadable move is not taken for an entry of clocks alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Effect {
    Moved(Moved),
    TakenBack {
        taken_back: Side,
        half_moves: usize,
        fen: String,
        left_ms: [i64; 2],
    },
    Ended {
        ended: Ended,
        left_ms: [i64; 2],
    },
    Offered {
        offered: Side,
    },
    Declined {
        declined: Side,
    },
    AsksBack {
        asks_back: Side,
    },
    DeclinedBack {
        declined_back: Side,
    },
    /// The game was adjourned, or goes on.
    Clocks {
        left_ms: [i64; 2],
    },
}

impl Effect {
    /// How the step ended the game, if it did.
    pub fn ended(&self) -> Option<&Ended> {
        match self {
            Effect::Moved(Moved { ended, .. }) => ended.as_ref(),
            Effect::Ended { ended, .. } => Some(ended),
            _ => None,
        }
    }
}

/// The board as somebody sees it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct View {
    pub fen: String,
    pub turn: Side,
    pub check: bool,
    /// The last move.
    pub last: Option<String>,
    pub runs: bool,
    /// Who offers a draw.
    pub offer: Option<Side>,
    /// The position in words.
    pub aloud: String,
    pub ended: Option<Ended>,
    pub declined: Option<Side>,
    #[serde(flatten)]
    pub stood: Stood,
    pub asks_back: Option<Side>,
    pub declined_back: Option<Side>,
    /// To somebody who plays: whether it makes sense to offer a draw, and to ask for a move back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub may_offer: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub may_ask_back: Option<bool>,
    /// To the one who has the move: from where to where they may go, and which draws they may claim.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goals: Option<BTreeMap<String, Vec<String>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claims: Option<Vec<Claim>>,
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn read(effect: Value) -> Effect {
        serde_json::from_value(effect).unwrap()
    }

    #[test]
    fn a_log_is_read_as_it_was_written() {
        let (left, mated) = ([1, 2], json!({ "result": "white", "ending": "checkmate" }));
        let ruled = json!({ "result": "draw", "ending": "draw_agreed", "reason": "They had agreed" });
        for effect in [
            json!({ "san": "e4", "uci": "e2e4", "fen": "8/8 w - - 0 1", "left_ms": left }),
            json!({ "san": "Qh7#", "uci": "h5h7", "fen": "8/8 b - - 0 1", "left_ms": left, "ended": mated }),
            json!({ "taken_back": "Black", "half_moves": 2, "fen": "8/8 w - - 0 1", "left_ms": left }),
            json!({ "ended": ruled, "left_ms": left }),
            json!({ "offered": "White" }),
            json!({ "declined": "Black" }),
            json!({ "asks_back": "White" }),
            json!({ "declined_back": "Black" }),
            json!({ "left_ms": left }),
        ] {
            assert_eq!(serde_json::to_value(read(effect.clone())).unwrap(), effect);
        }
        assert!(matches!(read(json!({ "san": "e4" })), Effect::Moved(Moved { left_ms: None, .. })), "without clocks");
    }

    #[test]
    fn what_cannot_be_read_is_not_taken_for_something_else() {
        let left = [1, 2];
        for effect in [
            json!({ "san": 4, "uci": "e2e4", "fen": "8/8 w - - 0 1", "left_ms": left }),
            json!({ "san": 4, "left_ms": left, "ended": { "result": "white", "ending": "checkmate" } }),
            json!({ "taken_back": "Black", "half_moves": -2, "fen": "8/8 w - - 0 1", "left_ms": left }),
            json!({ "ended": { "result": "nobody" }, "left_ms": left }),
        ] {
            assert!(serde_json::from_value::<Effect>(effect.clone()).is_err(), "{effect}");
        }
    }
}
