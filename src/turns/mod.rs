//! Games at a table for two who take turns, with days for each move. Such a game brings its position and its moves, typed and
//! pure, in a folder here; everything else that the games room needs of a game is written once, for all of them.

pub mod four;
pub mod pages;

use std::borrow::Cow;
use std::marker::PhantomData;

use chrono::{NaiveDateTime, TimeDelta};
use rookery_messages::{Value as MessageValue, say};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::error::Refusal;
use crate::tables::game::{NoRuling, Unread};
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Over {
    /// Nobody: it is a draw.
    pub winner: Option<Seat>,
    /// In a word: `full`.
    pub ending: Cow<'static, str>,
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

fn not_here() -> Refusal {
    let detail = say!("Nothing is ruled in this game, and it is not adjourned.");
    Refusal::conflict(say!("Not in this game"), detail)
}

impl<P: Position> Game for Turns<P> {
    const NAME: &'static str = P::NAME;

    type Options = Options;
    type Play = Play<P::Move>;
    type Ruling = NoRuling;
    type Effect = Shown<P>;
    type Outcome = Over;
    type View = Shown<P>;
    type State = TurnsState<P>;

    fn unread(unread: Unread) -> Refusal {
        match unread {
            Unread::Options { error, .. } => {
                let detail =
                    say!("The one option here is days, from 1 to 14: {error}.", error = MessageValue::text(error));
                Refusal::field("options", detail)
            }
            Unread::Play(error) => Refusal::field(
                "play",
                say!("This is no play of this game: {error}.", error = MessageValue::text(error)),
            ),
            Unread::Ruling(_) => not_here(),
        }
    }

    fn options(&self, asked: Options) -> Result<Options, Refusal> {
        if (1..=14).contains(&asked.days) {
            return Ok(asked);
        }
        let detail = say!("A move has 1 to 14 days, not {days}.", days = asked.days);
        Err(Refusal::field("options.days", detail))
    }

    fn seats(&self, _: &Options) -> Seat {
        2
    }

    fn start(&self, options: &Options, _: i64, at: NaiveDateTime) -> Result<TurnsState<P>, Refusal> {
        let patience = TimeDelta::days(options.days);
        Ok(TurnsState { board: P::default(), turn: 0, patience, due: at + patience, over: None })
    }

    /// Its clock of days runs.
    fn adjourns(&self) -> bool {
        false
    }

    fn went(&self, outcome: &Over, seat: Seat) -> Option<Went> {
        Some(match outcome.winner {
            None => Went::Draw,
            Some(winner) if winner == seat => Went::Win,
            Some(_) => Went::Loss,
        })
    }
}

/// The board, and how the game is over.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Shown<P> {
    pub board: P,
    pub ended: Option<Over>,
}

/// The state of a game.
#[derive(Clone)]
pub struct TurnsState<P> {
    board: P,
    turn: Seat,
    patience: TimeDelta,
    due: NaiveDateTime,
    over: Option<Over>,
}

impl<P: Position> TurnsState<P> {
    fn play(&mut self, seat: Seat, play: Play<P::Move>, at: NaiveDateTime) -> Result<(), Refusal> {
        match play {
            Play::Resign {} => self.over = Some(Over { winner: Some(1 - seat), ending: "resigned".into() }),
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

    fn shown(&self) -> Shown<P> {
        Shown { board: self.board.clone(), ended: self.over.clone() }
    }
}

impl<P: Position> State for TurnsState<P> {
    type Game = Turns<P>;

    fn step(&mut self, step: Step<Play<P::Move>, NoRuling>, at: NaiveDateTime) -> Result<Shown<P>, Refusal> {
        if self.over.is_some() {
            return Err(Refusal::conflict(say!("Over"), say!("The game is over.")));
        }
        match step {
            Step::Play { seat, play } => self.play(seat, play, at)?,
            Step::Time => self.over = Some(Over { winner: Some(1 - self.turn), ending: "time".into() }),
            Step::Ruling(none) => match none {},
            Step::Adjourned | Step::Resumed => return Err(not_here()),
        }
        Ok(self.shown())
    }

    fn turn(&self) -> Vec<Seat> {
        if self.over.is_none() { vec![self.turn] } else { Vec::new() }
    }

    fn due(&self) -> Option<NaiveDateTime> {
        self.over.is_none().then_some(self.due)
    }

    fn outcome(&self) -> Option<Over> {
        self.over.clone()
    }

    fn view(&self, _: Option<Seat>, _: NaiveDateTime) -> Shown<P> {
        self.shown()
    }
}
