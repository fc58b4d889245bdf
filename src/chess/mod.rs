//! Chess played online (Acts I.9, 0.10), the first game of the games room: its rules on the board
//! (`rules`), who may begin (`store`), and what its end means to the club (`effects`).

pub mod actions;
pub mod analysis;
pub mod api;
mod effects;
pub mod evidence;
pub mod notes;
pub mod pages;
pub mod pgn;
pub mod rules;
pub mod store;

use chrono::NaiveDateTime;
use rookery_messages::{Message, Value as MessageValue, say};

use crate::action::By;
use crate::db::Tx;
use crate::error::{Error, Refusal};
use crate::id::PersonId;
use crate::ratings::Outcome;
use crate::tables::game::{Reasoned, Settled, Unread};
use crate::tables::{Entry, Game, Seat, Table, Went};
use rules::{Board, Effect, Ended, Options, Play, Ruling, View};

/// What tables call it.
pub const NAME: &str = "chess";

/// Chess at a table: seat 0 has White, seat 1 Black.
pub struct Chess;

impl Reasoned for Ruling {
    fn reason(&mut self) -> &mut String {
        &mut self.reason
    }
}

impl Game for Chess {
    const NAME: &'static str = NAME;

    type Options = Options;
    type Play = Play;
    type Ruling = Ruling;
    type Effect = Effect;
    type Outcome = Ended;
    type View = View;
    type State = Board;

    fn unread(unread: Unread) -> Refusal {
        let options = |detail: Message| Refusal::field("options", detail).act("I.7");
        match unread {
            Unread::Options { is_object: false, .. } => options(say!(
                "These are no options of a game of chess: they are an object of minutes and increment_seconds."
            )),
            Unread::Options { error, .. } => {
                options(say!("These are no options of a game of chess: {error}.", error = MessageValue::text(error)))
            }
            Unread::Play(error) => {
                let error = MessageValue::text(error);
                let detail = say!("This is nothing that is done in a game of chess: {error}.", error);
                Refusal::field("play", detail).act("I.1")
            }
            Unread::Ruling(error) => {
                let detail =
                    say!("A justice says result, ending and reason: {error}.", error = MessageValue::text(error));
                Refusal::field("ruling", detail).act("I.9.6")
            }
        }
    }

    fn options(&self, asked: Options) -> Result<Options, Refusal> {
        asked.check()?;
        Ok(asked)
    }

    fn seats(&self, _: &Options) -> Seat {
        2
    }

    fn start(&self, options: &Options, _: i64, at: NaiveDateTime) -> Result<Board, Refusal> {
        Ok(Board::new(options, at))
    }

    fn may_begin(&self, tx: &mut Tx, table: &Table, asks: PersonId) -> Result<(), Error> {
        store::may_begin(tx, table, asks)
    }

    fn begin(&self, tx: &mut Tx, _: &Table, options: Options) -> Result<Options, Error> {
        store::begin(tx, options)
    }

    fn go_on(&self, tx: &mut Tx, table: &Table, asks: Option<PersonId>) -> Result<(), Error> {
        store::go_on(tx, table, asks)
    }

    fn lasts(&self, _: &Options) -> bool {
        false
    }

    fn ended(&self, tx: &mut Tx, table: &Table, log: &[Entry], outcome: &Ended) -> Result<Settled, Error> {
        effects::ended(tx, table, log, outcome)
    }

    fn went(&self, outcome: &Ended, seat: Seat) -> Option<Went> {
        Some(match (outcome.result, seat) {
            (Outcome::Draw, _) => Went::Draw,
            (Outcome::White, 0) | (Outcome::Black, 1) => Went::Win,
            _ => Went::Loss,
        })
    }

    fn voided(&self, tx: &mut Tx, by: &By, table: &Table, reason: &str) -> Result<(), Error> {
        effects::voided(tx, by, table, reason)
    }
}
