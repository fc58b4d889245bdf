//! Chess for two to four at a table of the games room: what is chosen (`options`), how it is played with
//! clocks (`rules`), what happened on the board (`happened`), why a king may be taken (`exposure`), the log as text (`record`), and what its end means to the club (`effects`).

mod effects;
pub mod exposure;
pub mod happened;
pub mod options;
pub mod record;
pub mod rules;

use chrono::NaiveDateTime;
use rookery_messages::{Message, Value as MessageValue, say};

use crate::action::By;
use crate::db::Tx;
use crate::error::{Error, Refusal};
use crate::tables::game::{Reasoned, Settled, Unread};
use crate::tables::{Entry, Game, Seat, Table, Went};
use options::{Clock, Options};
use rules::{Effect, Ended, Play, Ruling, Sitting, View};

/// What tables call it.
pub const NAME: &str = "multiplayer";

/// Chess for two to four at a table.
pub struct Multiplayer;

impl Reasoned for Ruling {
    fn reason(&mut self) -> &mut String {
        &mut self.reason
    }
}

impl Game for Multiplayer {
    const NAME: &'static str = NAME;

    type Options = Options;
    type Play = Play;
    type Ruling = Ruling;
    type Effect = Effect;
    type Outcome = Ended;
    type View = View;
    type State = Sitting;

    fn unread(unread: Unread) -> Refusal {
        match unread {
            Unread::Options { is_object: false, .. } => Options::unfit(say!("this is no object")),
            Unread::Options { error, .. } => Options::unfit(Message::verbatim(error.to_string())),
            Unread::Play(error) => {
                let error = MessageValue::text(error);
                let detail = say!("This is nothing that is done in chess for several: {error}.", error);
                Refusal::field("play", detail).with("rule", "5.3")
            }
            Unread::Ruling(error) => {
                let error = MessageValue::text(error);
                let detail = say!("A justice says colour, leaves (resigned or timed_out) and reason: {error}.", error);
                Refusal::field("ruling", detail).act("I.9.6")
            }
        }
    }

    fn options(&self, asked: Options) -> Result<Options, Refusal> {
        asked.checked()
    }

    fn seats(&self, options: &Options) -> Seat {
        options.players().map_or(0, |players| players.len() as Seat)
    }

    fn start(&self, options: &Options, seed: i64, at: NaiveDateTime) -> Result<Sitting, Refusal> {
        Sitting::new(options, seed, at)
    }

    fn lasts(&self, options: &Options) -> bool {
        matches!(options.clock, Clock::Days { .. })
    }

    fn stepped(&self, tx: &mut Tx, table: &Table, entry: &Entry, _: &Effect) -> Result<(), Error> {
        match entry.ruling_of::<Self>()? {
            Some(ruling) => effects::declare(tx, table, entry, ruling),
            None => Ok(()),
        }
    }

    fn ended(&self, tx: &mut Tx, table: &Table, _: &[Entry], outcome: &Ended) -> Result<Settled, Error> {
        effects::ended(tx, table, outcome)?;
        Ok(Settled::default())
    }

    fn went(&self, outcome: &Ended, seat: Seat) -> Option<Went> {
        let colour = outcome.colours.get(usize::try_from(seat).ok()?)?;
        Some(match outcome.scores.get(colour)?.as_str() {
            "0" => Went::Loss,
            "1" => Went::Win,
            _ => Went::Draw,
        })
    }

    fn voided(&self, tx: &mut Tx, by: &By, table: &Table, reason: &str) -> Result<(), Error> {
        effects::voided(tx, by, table, reason)
    }
}
