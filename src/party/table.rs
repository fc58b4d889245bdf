//! Party Chess as a game of the games room: who sits where, how it begins, and who hears of a Check.

use chrono::{NaiveDateTime, TimeDelta};
use rookery_messages::{Message, say};
use serde_json::{Value, json};

use super::rules::{Effect, Event, Hall, Options, Ruling};
use crate::db::Tx;
use crate::error::{Error, Refusal};
use crate::notify::{self, Topic};
use crate::tables::{Entry, Game, Kind, Seat, State, Table, game};

/// What tables call it.
pub const NAME: &str = "party";

/// Party Chess at a table. A seat is a player: with an Office of Swinger, with the Umpire's, or without any.
pub struct PartyChess;

impl Game for PartyChess {
    fn name(&self) -> &'static str {
        NAME
    }

    fn options(&self, asked: &Value) -> Result<Value, Refusal> {
        Ok(json!(Options::read(asked)?))
    }

    fn seats(&self, options: &Value) -> Seat {
        Options::recorded(options).map_or(0, |options| options.seats)
    }

    fn fewest(&self, options: &Value) -> Seat {
        Options::recorded(options).map_or(0, |options| options.fewest())
    }

    fn start(&self, options: &Value, seed: i64, at: NaiveDateTime) -> Result<Box<dyn State>, Refusal> {
        Ok(Box::new(Hall::new(&Options::recorded(options)?, seed, at)?))
    }

    fn is_practice(&self, options: &Value) -> bool {
        !self.lasts(options)
    }

    /// Its options name the holders of the Offices, once it has begun.
    fn plays_again(&self) -> bool {
        false
    }

    fn has_winners(&self) -> bool {
        false
    }

    /// Practice is played at one sitting, and nobody is told of it.
    fn lasts(&self, options: &Value) -> bool {
        !Options::recorded(options).is_ok_and(|options| options.practice)
    }

    fn begin(&self, _: &mut Tx, table: &Table) -> Result<Value, Error> {
        let taken: Vec<Seat> =
            table.seats.iter().filter(|chair| chair.person.is_some()).map(|chair| chair.seat).collect();
        let options = Options::recorded(&table.options)?;
        Ok(json!(options.begin(&taken, table.seat_of(table.opened_by), table.seed)?))
    }

    /// So many people gather slowly.
    fn waits(&self) -> TimeDelta {
        TimeDelta::days(30)
    }

    /// Everybody at the table hears who is in Check, those on vacation included (1230.2 §1.C.iv, §4.B.ii), and what the Umpire
    /// has corrected; the club hears what a justice ruled.
    fn stepped(&self, tx: &mut Tx, table: &Table, entry: &Entry) -> Result<(), Error> {
        if entry.kind == Kind::Ruling {
            declare(tx, table, entry)?;
        }
        let effect: Effect = serde_json::from_value(entry.effect.clone())?;
        for event in &effect.events {
            let (topic, rule) = match event {
                Event::Check { .. } => (Topic::PartyCheck, "1230.2 §7"),
                Event::Corrected { .. } => (Topic::PartyCorrected, "1230.2 §1.C.i"),
                _ => continue,
            };
            let mut told =
                json!({ "table": table.id, "what": event.sentence(), "number": entry.number, "acts": [rule] });
            if let Event::Corrected { reason, .. } = event {
                told["reason"] = json!(reason);
            }
            for person in table.others_hear() {
                notify::enqueue(tx, topic, Some(person), &told)?;
            }
        }
        Ok(())
    }
}

/// A justice's ruling is declared, and theirs to answer for before the Court (Acts I.9.6, I.9.7).
fn declare(tx: &mut Tx, table: &Table, entry: &Entry) -> Result<(), Error> {
    let Ruling { umpire, reason, .. } = serde_json::from_value(entry.play.clone())?;
    let chair = table.seats.iter().find(|chair| Some(chair.seat) == umpire);
    let named = chair.and_then(|chair| chair.person.as_ref()).map(|person| person.id);
    if umpire.is_some() && named.is_none() {
        let detail = say!("Nobody sits on that seat; a justice names somebody who plays.");
        return Err(Refusal::field("umpire", detail).act("I.9.6").act("1230.2 §1.B").into());
    }
    let effect = match umpire {
        Some(_) => say!("Is Chess-Umpire at table {table}.", table = table.id.0),
        None => say!("The game of Party Chess at table {table} is over.", table = table.id.0),
    };
    game::declare(tx, table.id, entry.by, named, Message::verbatim(reason), effect)
}
