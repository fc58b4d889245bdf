//! Chess played online (Acts I.9, 0.10), the first game of the games room: its rules on the board
//! (`rules`), and what its beginning and its end mean to the club (`store`).

pub mod actions;
pub mod analysis;
pub mod api;
pub mod evidence;
pub mod notes;
pub mod pages;
pub mod pgn;
pub mod rules;
pub mod store;

use serde_json::{Value, json};

use crate::action::By;
use crate::db::Tx;
use crate::error::{Error, Refusal};
use crate::id::PersonId;
use crate::tables::game::Settled;
use crate::tables::{Entry, Game, Seat, State, Table, Went};
use chrono::NaiveDateTime;
use rules::{Board, Options};

/// What tables call it.
pub const NAME: &str = "chess";

/// Chess at a table: seat 0 has White, seat 1 Black.
pub struct Chess;

impl Game for Chess {
    fn name(&self) -> &'static str {
        NAME
    }

    fn options(&self, asked: &Value) -> Result<Value, Refusal> {
        Ok(json!(Options::read(asked)?))
    }

    fn seats(&self, _: &Value) -> Seat {
        2
    }

    fn start(&self, options: &Value, _: i64, at: NaiveDateTime) -> Result<Box<dyn State>, Refusal> {
        Ok(Box::new(Board::new(&Options::read(options)?, at)))
    }

    fn may_begin(&self, tx: &mut Tx, table: &Table, asks: PersonId) -> Result<(), Error> {
        store::may_begin(tx, table, asks)
    }

    fn begin(&self, tx: &mut Tx, table: &Table) -> Result<Value, Error> {
        store::begin(tx, table)
    }

    fn go_on(&self, tx: &mut Tx, table: &Table, asks: Option<PersonId>) -> Result<(), Error> {
        store::go_on(tx, table, asks)
    }

    fn lasts(&self, _: &Value) -> bool {
        false
    }

    fn ended(&self, tx: &mut Tx, table: &Table, log: &[Entry], outcome: &Value) -> Result<Settled, Error> {
        store::ended(tx, table, log, outcome)
    }

    fn went(&self, outcome: &Value, seat: Seat) -> Option<Went> {
        Some(match (outcome["result"].as_str()?, seat) {
            ("draw", _) => Went::Draw,
            ("white", 0) | ("black", 1) => Went::Win,
            _ => Went::Loss,
        })
    }

    fn voided(&self, tx: &mut Tx, by: &By, table: &Table, reason: &str) -> Result<(), Error> {
        store::voided(tx, by, table, reason)
    }
}
