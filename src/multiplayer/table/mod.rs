//! Chess for two to four at a table of the games room: what is chosen (`options`), how it is played with
//! clocks (`rules`), why a king may be taken (`exposure`), the log as text (`record`), and what its end means to the club (`store`).

pub mod exposure;
pub mod options;
pub mod record;
pub mod rules;
pub mod store;

use chrono::NaiveDateTime;
use serde_json::{Value, json};

use crate::action::By;
use crate::db::Tx;
use crate::error::{Error, Refusal};
use crate::tables::game::Settled;
use crate::tables::{Entry, Game, Kind, Seat, State, Table, Went};
use options::Options;
use rules::Sitting;

/// What tables call it.
pub const NAME: &str = "multiplayer";

/// Chess for two to four at a table.
pub struct Multiplayer;

impl Game for Multiplayer {
    fn name(&self) -> &'static str {
        NAME
    }

    fn options(&self, asked: &Value) -> Result<Value, Refusal> {
        Ok(json!(Options::read(asked)?))
    }

    fn seats(&self, options: &Value) -> Seat {
        Options::read(options).and_then(|options| options.players()).map_or(0, |players| players.len() as Seat)
    }

    fn start(&self, options: &Value, seed: i64, at: NaiveDateTime) -> Result<Box<dyn State>, Refusal> {
        Ok(Box::new(Sitting::new(&Options::read(options)?, seed, at)?))
    }

    fn lasts(&self, options: &Value) -> bool {
        options["clock"]["days"].is_number()
    }

    fn stepped(&self, tx: &mut Tx, table: &Table, entry: &Entry) -> Result<(), Error> {
        match entry.kind {
            Kind::Ruling => store::declare(tx, table, entry),
            _ => Ok(()),
        }
    }

    fn ended(&self, tx: &mut Tx, table: &Table, _: &[Entry], outcome: &Value) -> Result<Settled, Error> {
        store::ended(tx, table, outcome)?;
        Ok(Settled::default())
    }

    fn went(&self, outcome: &Value, seat: Seat) -> Option<Went> {
        let colour = outcome["colours"][usize::try_from(seat).ok()?].as_str()?;
        Some(match outcome["scores"][colour].as_str()? {
            "0" => Went::Loss,
            "1" => Went::Win,
            _ => Went::Draw,
        })
    }

    fn voided(&self, tx: &mut Tx, by: &By, table: &Table, reason: &str) -> Result<(), Error> {
        store::voided(tx, by, table, reason)
    }
}
