//! Party Chess as a game of the games room: who sits where, how it begins, and who hears of a Check.

use chrono::{NaiveDateTime, TimeDelta};
use rookery_messages::{Message, Value as MessageValue, say};
use serde_json::json;

use super::rules::{Deed, Effect, Event, Hall, HallView, Options, Over, Ruling};
use crate::db::Tx;
use crate::error::{Error, Refusal};
use crate::notify::{self, Topic};
use crate::tables::game::{Reasoned, Unread};
use crate::tables::{Entry, Game, Seat, Table, game};

/// What tables call it.
pub const NAME: &str = "party";

/// Party Chess at a table. A seat is a player: with an Office of Swinger, with the Umpire's, or without any.
pub struct PartyChess;

impl Reasoned for Ruling {
    fn reason(&mut self) -> &mut String {
        &mut self.reason
    }
}

impl Game for PartyChess {
    const NAME: &'static str = NAME;

    type Options = Options;
    type Play = Deed;
    type Ruling = Ruling;
    type Effect = Effect;
    type Outcome = Over;
    type View = HallView;
    type State = Hall;

    fn unread(unread: Unread) -> Refusal {
        match unread {
            Unread::Options { is_object: false, .. } => {
                let detail = say!("The options are an object of ruleset, swingers, seats and purse.");
                Refusal::field("options", detail).act("1230.2 §2")
            }
            Unread::Options { error, .. } => {
                let detail = say!("These are no options of Party Chess: {error}.", error = error.to_string());
                Refusal::field("options", detail).act("1230.2 §2")
            }
            Unread::Play(error) => {
                let error = MessageValue::text(error);
                let detail = say!("This is nothing that is done at a table of Party Chess: {error}.", error);
                Refusal::field("play", detail).act("1230.2 §6")
            }
            Unread::Ruling(error) => {
                let detail =
                    say!("A justice says umpire or end, and the reason: {error}.", error = MessageValue::text(error));
                Refusal::field("ruling", detail).act("I.9.6")
            }
        }
    }

    fn options(&self, asked: Options) -> Result<Options, Refusal> {
        asked.checked()
    }

    fn seats(&self, options: &Options) -> Seat {
        options.seats
    }

    fn fewest(&self, options: &Options) -> Seat {
        options.fewest()
    }

    fn start(&self, options: &Options, seed: i64, at: NaiveDateTime) -> Result<Hall, Refusal> {
        Hall::new(options, seed, at)
    }

    fn is_practice(&self, options: &Options) -> bool {
        options.practice
    }

    /// Its options name the holders of the Offices, once it has begun.
    fn plays_again(&self) -> bool {
        false
    }

    fn has_winners(&self) -> bool {
        false
    }

    /// Practice is played in one sitting, without notices.
    fn lasts(&self, options: &Options) -> bool {
        !options.practice
    }

    fn begin(&self, _: &mut Tx, table: &Table, options: Options) -> Result<Options, Error> {
        let taken: Vec<Seat> =
            table.seats.iter().filter(|chair| chair.person.is_some()).map(|chair| chair.seat).collect();
        Ok(options.begin(&taken, table.seat_of(table.opened_by), table.seed)?)
    }

    /// So many people gather slowly.
    fn waits(&self) -> TimeDelta {
        TimeDelta::days(30)
    }

    /// Everybody at the table hears who is in Check, those on vacation included (1230.2 §1.C.iv, §4.B.ii), and what the Umpire
    /// has corrected; the club hears what a justice ruled.
    fn stepped(&self, tx: &mut Tx, table: &Table, entry: &Entry, effect: &Effect) -> Result<(), Error> {
        if let Some(ruling) = entry.ruling_of::<Self>()? {
            declare(tx, table, entry, ruling)?;
        }
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
fn declare(tx: &mut Tx, table: &Table, entry: &Entry, ruling: Ruling) -> Result<(), Error> {
    let Ruling { umpire, reason, .. } = ruling;
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
