//! How a game of Party Chess is played, and with whom it begins (1230.2 §2–3).

use std::sync::Arc;

use rookery_messages::{Message, say};
use rookery_party_chess::{MOST_SWINGERS, Position, Ruleset, Source, Suite};
use serde::{Deserialize, Serialize};

use super::{chance, quoted};
use crate::error::Refusal;
use crate::fields;
use crate::tables::Seat;

/// How the game is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// `amended`, in which all eighteen kinds can be played, or `strict`.
    #[serde(default = "amended")]
    pub ruleset: Ruleset,
    /// Names of the Offices of Swinger, the NAP Swinger's first; four, or two for practice, if none is said.
    #[serde(default)]
    pub swingers: Vec<String>,
    /// Players there may be, those without an Office included; four more than Offices if not said.
    #[serde(default)]
    pub seats: Seat,
    /// A$ that each player has at first.
    #[serde(default = "hundred")]
    pub purse: i64,
    /// Whether nobody is skipped before a first turn. By the rules as written (1230.2 §4.B.iii) seven on the board skip an Office that
    /// has nothing there, so that with eight Offices or more the last ones never play.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub first_turns: bool,
    /// Whether the second of two Offices is a computer's, to practise against; the table has one seat then.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub practice: bool,
    /// Settled when the game begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub begun: Option<Begun>,
}

/// What is settled when the game begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Begun {
    /// The Play List: the NAP Swinger, then the others in random order (1230.2 §3.A).
    pub order: Vec<String>,
    /// Who holds each Office, in the order of [`Options::swingers`].
    pub holders: Vec<Seat>,
    /// The Chess-Umpire: who opened the table.
    pub umpire: Seat,
}

/// So many Offices on the board skip those without pieces there.
const SKIPPING: usize = 7;
/// Most players of a game.
const MOST_SEATS: Seat = 100;
/// Most A$ that a player begins with.
const MOST_PURSE: i64 = 100_000;

fn amended() -> Ruleset {
    Ruleset::Amended
}

fn four() -> Vec<String> {
    ["NAP", "Azure", "Coral", "Olive"].map(str::to_owned).into()
}

fn hundred() -> i64 {
    100
}

/// A name of an Office or an organisation: what it says, the other side of the board can read.
pub fn name(field: &'static str, text: &str) -> Result<String, Refusal> {
    let text = fields::name(text)?;
    fields::text(field, &text, 1, 24)
}

impl Default for Options {
    fn default() -> Options {
        Options {
            ruleset: amended(),
            swingers: four(),
            seats: 0,
            purse: hundred(),
            first_turns: false,
            practice: false,
            begun: None,
        }
    }
}

impl Options {
    /// Checks the options of a request; returns them with nothing left open.
    pub fn checked(self) -> Result<Options, Refusal> {
        let mut options = self;
        if options.begun.is_some() {
            return Err(
                Refusal::field("options.begun", say!("This is settled when the game begins.")).act("1230.2 §3.A")
            );
        }
        if options.practice {
            options.for_practice()?;
        } else if options.swingers.is_empty() {
            options.swingers = four();
        }
        for swinger in &mut options.swingers {
            *swinger = name("options.swingers", swinger)?;
        }
        let swingers = &options.swingers;
        let twice = swingers.iter().enumerate().find(|(place, name)| swingers[..*place].contains(name));
        if let Some((_, name)) = twice {
            let detail =
                say!("Two Offices of Swinger are named {name}; each needs a name of its own.", name = quoted(name));
            return Err(Refusal::field("options.swingers", detail).act("1230.2 §2.B"));
        }
        if !(2..=MOST_SWINGERS).contains(&swingers.len()) {
            let detail = say!(
                "There have to be 2 to {most} Offices of Swinger, not {count}.",
                count = swingers.len(),
                most = MOST_SWINGERS
            );
            return Err(Refusal::field("options.swingers", detail).act("1230.2 §2.B"));
        }
        let least = options.fewest();
        if options.seats == 0 {
            options.seats = (least + 4).min(MOST_SEATS);
        }
        if !(least..=MOST_SEATS).contains(&options.seats) {
            let detail = say!(
                "{count} players are not between {least} and {most}.",
                count = options.seats,
                least,
                most = MOST_SEATS
            );
            return Err(Refusal::field("options.seats", detail).act("1230.2 §2.B"));
        }
        if !(0..=MOST_PURSE).contains(&options.purse) {
            let detail =
                say!("A${amount} are not between A$0 and A${most}.", amount = options.purse, most = MOST_PURSE);
            return Err(Refusal::field("options.purse", detail).act("1230.1 §2.D"));
        }
        Ok(options)
    }

    /// A holder for each Office.
    pub fn fewest(&self) -> Seat {
        if self.practice { 1 } else { Seat::try_from(self.swingers.len()).unwrap_or(MOST_SEATS) }
    }

    /// Begins: an Office is its seat's, the first the first one's; where nobody sits there, it goes to the first who sits beyond all of
    /// those. The one who opened the table is Umpire; the order is drawn.
    pub fn begin(&self, taken: &[Seat], opener: Option<Seat>, seed: i64) -> Result<Options, Refusal> {
        let computer = self.practice.then_some(super::practice::SEAT);
        let taken: Vec<Seat> = taken.iter().copied().chain(computer).collect();
        let offices = Seat::try_from(self.swingers.len()).unwrap_or(MOST_SEATS);
        let mut beyond = taken.iter().copied().filter(|seat| *seat >= offices);
        let holder = |seat: Seat| if taken.contains(&seat) { Some(seat) } else { beyond.next() };
        let holders: Vec<Seat> = (0..offices).filter_map(holder).collect();
        let Some(umpire) = opener.or_else(|| taken.first().copied()).filter(|_| holders.len() == self.swingers.len())
        else {
            let detail =
                say!("{count} players are needed, one for each Office of Swinger.", count = self.swingers.len());
            return Err(Refusal::conflict(say!("Not enough players"), detail).act("1230.2 §2.B"));
        };
        let mut order = self.swingers.clone();
        if let Some((_, others)) = order.split_first_mut() {
            chance::shuffle(seed, others);
        }
        Ok(Options { begun: Some(Begun { order, holders, umpire }), ..self.clone() })
    }

    /// Whether the last Offices never have a turn by these rules.
    pub fn leaves_out(&self) -> bool {
        self.swingers.len() > SKIPPING && !self.first_turns
    }

    /// The empty board with its Play List.
    pub fn position(&self, order: &[String]) -> Result<Position, Refusal> {
        let wrong = |why: Message| Refusal::field("options", why).act("1230.2 §2");
        let source = Source { first_turns: self.first_turns, ..Source::plain(self.ruleset) };
        let suite = Suite::new(source).map_err(|error| wrong(error.0))?;
        Position::new(Arc::new(suite), order.to_vec()).map_err(|error| wrong(error.0))
    }
}
