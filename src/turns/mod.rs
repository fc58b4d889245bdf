//! Games at a table for two who take turns, with days for each move. Such a game brings its position and its moves, typed and
//! pure, in a folder of its own here; everything else that the games room asks of a game stands once for all of them.

pub mod four;
pub mod pages;

use std::marker::PhantomData;

use chrono::{NaiveDateTime, TimeDelta};
use rookery_messages::{Value as Said, say};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::error::Refusal;
use crate::tables::{Game, Seat, State, Step, Went};

/// The position on the board. Seat 0 begins.
pub trait Position: Clone + Default + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// What tables call the game.
    const NAME: &'static str;

    type Move: Serialize + DeserializeOwned;

    /// Moves, if the rules allow it; refused, nothing has changed.
    fn play(&mut self, seat: Seat, chosen: Self::Move) -> Result<(), Refusal>;

    /// Whether the last move ended the game.
    fn over(&self) -> Option<Over>;
}

/// How a game is over.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Over {
    /// Nobody: it is a draw.
    pub winner: Option<Seat>,
    /// In a word: `full`.
    pub ending: &'static str,
}

/// How the game is played.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// Days for each move, 1 to 14.
    #[serde(default = "three")]
    pub days: i64,
}

fn three() -> i64 {
    3
}

impl Options {
    fn read(asked: &Value) -> Result<Options, Refusal> {
        let asked = if asked.is_null() { json!({}) } else { asked.clone() };
        let options: Options = serde_json::from_value(asked).map_err(|error| {
            let detail = say!("The one option here is days, from 1 to 14: {error}.", error = Said::text(error));
            Refusal::field("options", detail)
        })?;
        if (1..=14).contains(&options.days) {
            return Ok(options);
        }
        let detail = say!("A move has 1 to 14 days, not {days}.", days = options.days);
        Err(Refusal::field("options.days", detail))
    }
}

/// What a player does.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Play<Move> {
    Move {
        #[serde(rename = "move")]
        chosen: Move,
    },
    Resign {},
}

/// The game of such positions, for the games room.
pub struct Turns<P>(PhantomData<fn() -> P>);

impl<P> Turns<P> {
    pub const GAME: Turns<P> = Turns(PhantomData);
}

impl<P: Position> Game for Turns<P> {
    fn name(&self) -> &'static str {
        P::NAME
    }

    fn options(&self, asked: &Value) -> Result<Value, Refusal> {
        Ok(json!(Options::read(asked)?))
    }

    fn seats(&self, _: &Value) -> Seat {
        2
    }

    fn start(&self, options: &Value, _: i64, at: NaiveDateTime) -> Result<Box<dyn State>, Refusal> {
        let patience = TimeDelta::days(Options::read(options)?.days);
        Ok(Box::new(Standing { board: P::default(), turn: 0, patience, due: at + patience, over: None }))
    }

    /// Its days go on.
    fn adjourns(&self) -> bool {
        false
    }

    fn went(&self, outcome: &Value, seat: Seat) -> Option<Went> {
        Some(match outcome["winner"].as_i64() {
            None => Went::Draw,
            Some(winner) if winner == seat => Went::Win,
            Some(_) => Went::Loss,
        })
    }
}

#[derive(Clone)]
struct Standing<P> {
    board: P,
    turn: Seat,
    patience: TimeDelta,
    due: NaiveDateTime,
    over: Option<Over>,
}

impl<P: Position> Standing<P> {
    fn play(&mut self, seat: Seat, play: &Value, at: NaiveDateTime) -> Result<(), Refusal> {
        let play = Play::<P::Move>::deserialize(play).map_err(|error| {
            let detail = say!("This is no play of this game: {error}.", error = Said::text(error));
            Refusal::field("play", detail)
        })?;
        match play {
            Play::Resign {} => self.over = Some(Over { winner: Some(1 - seat), ending: "resigned" }),
            Play::Move { .. } if seat != self.turn => {
                return Err(Refusal::conflict(say!("Not your turn"), say!("The other player has the move.")));
            }
            Play::Move { chosen } => {
                self.board.play(seat, chosen)?;
                self.over = self.board.over();
                self.turn = 1 - seat;
                self.due = at + self.patience;
            }
        }
        Ok(())
    }
}

impl<P: Position> State for Standing<P> {
    fn step(&mut self, step: Step<'_>, at: NaiveDateTime) -> Result<Value, Refusal> {
        if self.over.is_some() {
            return Err(Refusal::conflict(say!("Over"), say!("The game is over.")));
        }
        match step {
            Step::Play { seat, play } => self.play(seat, play, at)?,
            Step::Time => self.over = Some(Over { winner: Some(1 - self.turn), ending: "time" }),
            Step::Ruling(_) | Step::Adjourned | Step::Resumed => {
                let detail = say!("Nothing is ruled in this game, and it is not adjourned.");
                return Err(Refusal::conflict(say!("Not in this game"), detail));
            }
        }
        Ok(json!({ "board": self.board, "ended": self.over }))
    }

    fn turn(&self) -> Vec<Seat> {
        if self.over.is_none() { vec![self.turn] } else { Vec::new() }
    }

    fn due(&self) -> Option<NaiveDateTime> {
        self.over.is_none().then_some(self.due)
    }

    fn outcome(&self) -> Option<Value> {
        self.over.as_ref().map(|over| json!(over))
    }

    fn view(&self, _: Option<Seat>, _: NaiveDateTime) -> Value {
        json!({ "board": self.board, "ended": self.over })
    }

    fn copy(&self) -> Box<dyn State> {
        Box::new(self.clone())
    }
}
