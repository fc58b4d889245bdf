//! Party Hall: everything at a table of Party Chess, and what each step does (rules 1230.1–1230.3). Pure.
//!
//! The board is the engine's; here are the Offices and who holds them, the Umpire, the Treasury, time and
//! Warmth. The log's instants are all the time there is, and the table's seed all the chance.

mod chance;
mod deed;
mod event;
pub mod lesson;
mod offices;
mod options;
mod practice;
pub mod tap;
mod treasury;
mod turn;
mod umpire;
mod view;

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDateTime, Utc};
use rookery_messages::say;
use rookery_party_chess::{Act, ActRefusal, Citation, MOST_NODES, Position, bounded};
use serde::{Deserialize, Serialize};

use super::table::PartyChess;
use crate::error::Refusal;
use crate::tables::{Seat, State, Step};

pub use deed::{Deed, Placed, Ruling, announced};
pub use event::{Change, Correction, Effect, Event, ToldPlay, Why};
pub use offices::Office;
pub use options::{Begun, Options};
pub use practice::{Practised, first_army, suite};
pub use treasury::{Account, Organisation, Treasury};
pub use turn::Halt;
pub use view::{HallView, KindView, OFF_BOARD, OfficeView, PieceView};

/// Segments of chains that a step or a tap looks at, at most: five times as many as one listing of chains (G36).
pub const MOST_SEARCHED: u64 = 5 * MOST_NODES as u64;

/// How a game is over; its result is `over`, as nobody wins it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "result", rename = "over")]
pub struct Over {
    pub reason: String,
    #[serde(default)]
    pub rounds: u32,
    /// The Weights of the Swingers at the end (1230.3).
    #[serde(default)]
    pub weights: BTreeMap<String, f64>,
}

/// How a game of Party Chess stands.
#[derive(Clone)]
pub struct Hall {
    position: Position,
    /// In the order of their founding, destroyed ones included: so each keeps its letter and its colour.
    offices: Vec<Office>,
    umpire: Option<Seat>,
    /// Where a computer plays, to practise against.
    computer: Option<Seat>,
    treasury: Treasury,
    seats: Seat,
    seed: i64,
    /// Numbers drawn from the seed so far.
    drawn: u64,
    /// When the state was announced, and when the turn's limit expires (1230.2 §4, G33).
    announced: DateTime<Utc>,
    limit: DateTime<Utc>,
    adjourned: bool,
    /// Chains of Tornados branch beyond what is searched (G36): the Umpire has to correct the board.
    tangled: bool,
    ended: Option<Over>,
    standing: view::WeightsAndAttackers,
}

impl Hall {
    /// The game before its first step; the options as they were when it began.
    pub fn new(options: &Options, seed: i64, at: NaiveDateTime) -> Result<Hall, Refusal> {
        let begun = options.begun.as_ref().ok_or_else(|| {
            Refusal::field("options.begun", say!("A game begins with its Play List, its holders and its Umpire."))
        })?;
        let position = options.position(&begun.order)?;
        let offices = options.swingers.iter().zip(&begun.holders);
        let mut hall = Hall {
            position,
            offices: offices.map(|(name, holder)| Office::new(name.clone(), Some(*holder))).collect(),
            umpire: Some(begun.umpire),
            computer: options.practice.then_some(practice::SEAT),
            treasury: Treasury::new(options.seats, options.purse),
            seats: options.seats,
            seed,
            drawn: begun.order.len() as u64,
            announced: at.and_utc(),
            limit: at.and_utc() + turn::LIMIT,
            adjourned: false,
            tangled: false,
            ended: None,
            standing: view::WeightsAndAttackers::default(),
        };
        hall.standing = view::WeightsAndAttackers::of(&hall.position).unwrap_or_default();
        Ok(hall)
    }

    /// The board.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Offices of Swinger, destroyed ones included.
    pub fn offices(&self) -> &[Office] {
        &self.offices
    }

    /// Does to the board what the engine allows.
    fn act(&mut self, act: &Act) -> Result<(), Refusal> {
        self.position = self.position.act(act).map_err(|refusal| refused(&refusal))?;
        Ok(())
    }

    fn take(&mut self, step: Step<Deed, Ruling>) -> Result<Vec<Event>, Refusal> {
        match step {
            Step::Play { seat, play } => self.perform(seat, play),
            Step::Ruling(ruling) => self.rule(ruling),
            Step::Time => Ok(self.limit_expires()),
            Step::Adjourned => {
                self.adjourned = true;
                Ok(Vec::new())
            }
            Step::Resumed => {
                self.adjourned = false;
                Ok(Vec::new())
            }
        }
    }
}

impl State for Hall {
    type Game = PartyChess;

    fn step(&mut self, step: Step<Deed, Ruling>, at: NaiveDateTime) -> Result<Effect, Refusal> {
        if self.ended.is_some() {
            return Err(Refusal::conflict(say!("Over"), say!("This game of Party Chess is over.")).act("1230.2 §1"));
        }
        let mut next = self.clone();
        let effect = bounded(MOST_SEARCHED, || {
            let events = next.take(step)?;
            Ok::<_, Refusal>(next.conclude(self, events, at.and_utc()))
        })?;
        *self = next;
        Ok(effect)
    }

    fn turn(&self) -> Vec<Seat> {
        if self.halted().is_some() {
            return Vec::new();
        }
        self.top().and_then(|office| office.holder).into_iter().collect()
    }

    fn by_itself(&self) -> Option<(Seat, Deed)> {
        self.computers_deed()
    }

    fn due(&self) -> Option<NaiveDateTime> {
        self.halted().is_none().then(|| self.limit.naive_utc())
    }

    fn outcome(&self) -> Option<Over> {
        self.ended.clone()
    }

    fn view(&self, viewer: Option<Seat>, _: NaiveDateTime) -> HallView {
        HallView::of(self, viewer)
    }

    /// Who holds no office has no turns, so that nobody waits for them.
    fn plays(&self, seat: Seat) -> bool {
        self.held_by(seat).is_some() || self.umpire == Some(seat)
    }
}

/// A name, or what somebody wrote, in quotation marks.
fn quoted(text: &str) -> String {
    format!("{text:?}")
}

/// A refusal of the engine as the service tells it.
pub fn refused(refusal: &ActRefusal) -> Refusal {
    cited(Refusal::invalid(say!("Against the rules of Party Chess"), refusal.message()), &refusal.rule())
}

/// Cites a rule and the readings beside it.
fn cited(refusal: Refusal, rule: &Citation) -> Refusal {
    rule.parts().fold(refusal, |refusal, part| refusal.act(crate::error::Act(part)))
}

#[cfg(test)]
mod tests;
