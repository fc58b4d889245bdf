//! What the one who opens a table of chess for several chooses, and how colours are drawn. Pure.

use chrono::TimeDelta;
use rookery_boards::{Board, Game, Seat as Colour, Setup, Status};
use rookery_messages::{Message, say};
use serde::{Deserialize, Serialize};

use crate::error::Refusal;

/// How the game is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// The name of a start (section 2), or a position as MPN, FEN or FEN4 (5.1).
    #[serde(default = "four")]
    pub start: String,
    /// Where pawns promote from a start on the cross board (2.2).
    #[serde(default)]
    pub promotion: Promotion,
    #[serde(default)]
    pub colours: Colours,
    #[serde(default)]
    pub clock: Clock,
    /// Whether it counts for the games-room rating: more than two players, from a named start.
    #[serde(default = "yes")]
    pub rated: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Promotion {
    #[default]
    #[serde(rename = "8")]
    Eighth,
    #[serde(rename = "11")]
    Eleventh,
    /// On the last square before the pawn.
    #[serde(rename = "far")]
    Far,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Colours {
    /// Drawn from the table's seed when the game begins.
    #[default]
    Lot,
    /// By the seat that one takes: 0 has Red, 1 the next colour clockwise, …
    Chosen,
}

/// The time that players have (4.11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Clock {
    /// Minutes for the whole game, 1 to 180, and seconds that each move adds, up to 60.
    Live {
        minutes: u32,
        #[serde(default)]
        increment_seconds: u32,
    },
    /// Days for each turn, 1 to 14.
    Days { days: u32 },
}

impl Default for Clock {
    fn default() -> Clock {
        Clock::Live { minutes: 10, increment_seconds: 5 }
    }
}

impl Clock {
    /// What a player has at the beginning.
    pub fn bank(self) -> TimeDelta {
        match self {
            Clock::Live { minutes, .. } => TimeDelta::minutes(minutes.into()),
            Clock::Days { days } => TimeDelta::days(days.into()),
        }
    }

    /// What a player has after a move before which `left` was left.
    pub fn after_move(self, left: TimeDelta) -> TimeDelta {
        match self {
            Clock::Live { increment_seconds, .. } => left + TimeDelta::seconds(increment_seconds.into()),
            Clock::Days { .. } => self.bank(),
        }
    }
}

fn four() -> String {
    "start4".to_owned()
}

fn yes() -> bool {
    true
}

fn no_position(why: Message) -> Message {
    say!(
        "No position to play from: {why}. Copy it whole, as MPN, FEN or FEN4, or leave the position empty and choose a \
         start.",
        why
    )
}

/// FEN has six fields, FEN4 and MPN have more.
const FIELDS: usize = 6;

/// A colour's name.
pub fn said(colour: Colour) -> Message {
    match colour {
        Colour::Red => say!("Red"),
        Colour::Blue => say!("Blue"),
        Colour::Yellow => say!("Yellow"),
        Colour::Green => say!("Green"),
    }
}

/// What the engine says, with colours by their names where it has their letters.
pub fn in_words(message: Message) -> Message {
    message.map(|place, value| match (place, Colour::parse(&value.to_string())) {
        ("seat" | "of", Some(colour)) => said(colour).into(),
        _ => value,
    })
}

/// A field that was wrong, and the section of the contract that says so.
fn wrong(field: &'static str, detail: Message, rule: &str) -> Refusal {
    Refusal::field(field, detail).with("rule", rule)
}

impl Options {
    /// Refuses what are none.
    pub fn unfit(why: Message) -> Refusal {
        let detail = say!(
            "These are no options of chess for several: {why}. Send an object of `start`, `promotion` (8, 11 or far), `colours` (lot or chosen), `clock` and `rated`. The clock has `minutes` and `increment_seconds`, or `days`.",
            why
        );
        wrong("options", detail, "2")
    }

    /// Checks what was asked for; nothing is left open afterwards.
    pub fn checked(self) -> Result<Options, Refusal> {
        self.check_clock()?;
        let players = self.players()?.len();
        Ok(Options { rated: self.rated && self.is_start() && players > 2, ..self })
    }

    fn check_clock(&self) -> Result<(), Refusal> {
        let (field, detail) = match self.clock {
            Clock::Live { minutes, .. } if !(1..=180).contains(&minutes) => {
                let out = say!("{minutes} minutes are not between {least} and {most}.", minutes, least = 1, most = 180);
                ("options.clock.minutes", out)
            }
            Clock::Live { increment_seconds: seconds, .. } if seconds > 60 => {
                let out = say!("{seconds} seconds are not between {least} and {most}.", seconds, least = 0, most = 60);
                ("options.clock.increment_seconds", out)
            }
            Clock::Days { days } if !(1..=14).contains(&days) => {
                let out = say!("{days} days are not between {least} and {most}.", days, least = 1, most = 14);
                ("options.clock.days", out)
            }
            _ => return Ok(()),
        };
        Err(wrong(field, detail, "4.11"))
    }

    /// Whether it begins from a named start, not from some position.
    pub fn is_start(&self) -> bool {
        Setup::starts().any(|name| name == self.start)
    }

    /// The position that the game begins with, everybody in it active.
    pub fn setup(&self) -> Result<Setup, Refusal> {
        let unfit = |detail: Message| wrong("options.start", detail, "5.1");
        if !self.is_start() && self.start.split([' ', '-']).count() < FIELDS {
            return Err(unfit(no_position(say!("this is no start's name, and too short for a position"))));
        }
        let mut setup = Setup::from_text(&self.start).map_err(|error| unfit(no_position(in_words(error.0))))?;
        match (setup.board, self.is_start()) {
            (Board::Cross14(_), true) => {
                setup.board = Board::Cross14(match self.promotion {
                    Promotion::Eighth => rookery_boards::Promotion::Rank8,
                    Promotion::Eleventh => rookery_boards::Promotion::Rank11,
                    Promotion::Far => rookery_boards::Promotion::Far,
                });
            }
            _ if self.promotion != Promotion::default() => {
                let detail =
                    say!("Where pawns promote is chosen for starts on the cross board; a position says it itself.");
                return Err(wrong("options.promotion", detail, "2.2"));
            }
            _ => {}
        }
        let game = Game::new(setup.clone()).map_err(|error| unfit(no_position(in_words(error.0))))?;
        let seated = Colour::ALL.map(|colour| setup.status(colour));
        if seated.iter().any(|status| !matches!(status, Status::Active | Status::Absent)) {
            return Err(unfit(say!("Everybody in the position must be active: nobody sits down to a lost game.")));
        }
        if game.is_over() || Colour::ALL.map(|colour| game.setup().status(colour)) != seated {
            return Err(unfit(say!("The position is mate, stalemate or a draw: begin with one that is to be played.")));
        }
        Ok(setup)
    }

    /// The colours that are played, clockwise from Red.
    pub fn players(&self) -> Result<Vec<Colour>, Refusal> {
        let setup = self.setup()?;
        Ok(Colour::ALL.into_iter().filter(|&colour| setup.status(colour) == Status::Active).collect())
    }

    /// The colour of each seat; a lot is drawn from the seed.
    pub fn colours(&self, seed: i64) -> Result<Vec<Colour>, Refusal> {
        let mut colours = self.players()?;
        if self.colours == Colours::Lot {
            let mut lot = Lot(seed.cast_unsigned());
            for place in (1..colours.len()).rev() {
                colours.swap(place, lot.below(place + 1));
            }
        }
        Ok(colours)
    }
}

/// Chance that comes out the same from the same seed for ever (splitmix64): the log must tell the game.
struct Lot(u64);

impl Lot {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit as u64) as usize
    }
}
