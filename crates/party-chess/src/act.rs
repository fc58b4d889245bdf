//! Everything that can change a game, as values: a game is a first position and a log of acts, its state their fold.

use std::fmt;
use std::sync::Arc;

use rookery_messages::{Message, say};

use super::amendments::Amendment;
use super::board::Swinger;
use super::citation::Citation;
use super::definitions::{BadRule, Kind, Part, Source, Suite};
use super::offices::OfficeRefusal;
use super::play::Announcement;
use super::position::{Position, TooManyChains};
use super::refusal::{Refusal, clause};

/// One entry of a game's log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Act {
    /// The top Swinger announces a play.
    Play(Announcement),
    /// The Pass of a Warm Swinger who is not in Check.
    Automatic,
    /// The time limit has expired.
    Default,
    /// A Surrender that waits for no turn: by message of a Warm Office, or after two whole Rounds of Warmth.
    Surrender(Swinger),
    /// An Office becomes Warm, or is so no longer.
    Warm(Swinger, bool),
    /// An Office chooses its five.
    Army(Swinger, Vec<Kind>),
    /// A piece is bought for a Swinger.
    Buy(Swinger, Kind),
    /// A new Office, with its army or to choose it later.
    Found(String, Option<Vec<Kind>>),
    /// An Office is destroyed.
    Destroy(Swinger),
    /// A piece rule is added, amended or repealed.
    Amend(Amendment),
    /// The umpire gives il-Nabi another movement.
    IlNabi(Vec<Part>),
    /// The umpire corrects the board: the game goes on from this position.
    Correct(Box<Position>),
}

/// Why an act is refused; the position stays as it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ActRefusal {
    /// The announced play is not legal.
    Play(Refusal),
    /// The Office cannot do this.
    Office(OfficeRefusal),
    /// Rules cannot be made so.
    Rule(BadRule),
    /// The Office is not Warm.
    NotWarm(String),
    /// The top Swinger's turn is not played automatically.
    NotAutomatic,
    /// A search of Tornado chains passed its bound.
    TooManyChains,
}

impl ActRefusal {
    /// The rule or reading that the refusal rests on.
    pub fn rule(&self) -> Citation {
        match self {
            ActRefusal::Play(refusal) => refusal.rule(),
            ActRefusal::Office(refusal) => refusal.rule(),
            ActRefusal::Rule(_) => Citation::of("1230.1 §3.A"),
            ActRefusal::NotWarm(_) => Citation::of("1230.2 §4.B.iv"),
            ActRefusal::NotAutomatic => Citation::of("1230.2 §4.B.i–ii"),
            ActRefusal::TooManyChains => Citation::reading(&[36]),
        }
    }
}

impl ActRefusal {
    /// What is wrong, for people.
    pub fn message(&self) -> Message {
        match self {
            ActRefusal::Play(refusal) => refusal.message(),
            ActRefusal::Office(refusal) => refusal.message(),
            ActRefusal::Rule(BadRule(why)) => say!("{why}.", why),
            ActRefusal::NotWarm(name) => {
                say!("{name} is not Warm; only a Warm Office may Surrender out of turn.", name)
            }
            ActRefusal::NotAutomatic => {
                say!("Only the turn of a Warm Swinger who is not in Check passes by itself.")
            }
            ActRefusal::TooManyChains => TooManyChains.message(),
        }
    }
}

impl fmt::Display for ActRefusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&clause(&self.message()))
    }
}

impl From<Refusal> for ActRefusal {
    fn from(refusal: Refusal) -> ActRefusal {
        ActRefusal::Play(refusal)
    }
}

impl From<OfficeRefusal> for ActRefusal {
    fn from(refusal: OfficeRefusal) -> ActRefusal {
        ActRefusal::Office(refusal)
    }
}

impl From<TooManyChains> for ActRefusal {
    fn from(_: TooManyChains) -> ActRefusal {
        ActRefusal::TooManyChains
    }
}

impl Position {
    /// The position after an act.
    pub fn act(&self, act: &Act) -> Result<Position, ActRefusal> {
        let mut next = self.clone();
        match act {
            Act::Play(announcement) => return Ok(self.play(announcement)?),
            Act::Automatic => {
                let play = self.automatic_play()?.ok_or(ActRefusal::NotAutomatic)?;
                return Ok(self.play(&play.into())?);
            }
            Act::Default => return Ok(self.play(&self.default_play()?.into())?),
            Act::Surrender(swinger) => {
                if self.warm_since(*swinger).is_none() {
                    return Err(ActRefusal::NotWarm(self.name(*swinger).to_owned()));
                }
                next.surrender_at_once(*swinger)?;
            }
            Act::Warm(swinger, warm) => next.set_warm(*swinger, *warm),
            Act::Army(swinger, army) => next.grant_army(*swinger, army)?,
            Act::Buy(swinger, kind) => next.create(*swinger, *kind).map(|_| ())?,
            Act::Found(name, army) => next.found(name, army.as_deref())?,
            Act::Destroy(swinger) => next.destroy_office(*swinger)?,
            Act::Amend(amendment) => next.change_rules(|source| source.amendments.push(amendment.clone()))?,
            Act::IlNabi(parts) => next.change_rules(|source| source.il_nabi.clone_from(parts))?,
            Act::Correct(position) => next = (**position).clone(),
        }
        Ok(next)
    }

    /// Folds a log; the refusal tells at which entry it stopped.
    pub fn replay<'a>(&self, log: impl IntoIterator<Item = &'a Act>) -> Result<Position, (usize, ActRefusal)> {
        let step =
            |position: Position, (place, act): (usize, &Act)| position.act(act).map_err(|refusal| (place, refusal));
        log.into_iter().enumerate().try_fold(self.clone(), step)
    }

    /// Puts changed rules in force: finds out which rules count, clears the board of undefined pieces, enforces limits, sorts the list
    /// (1230.1 §3.A, §3.E, §3.G).
    fn change_rules(&mut self, change: impl FnOnce(&mut Source)) -> Result<(), ActRefusal> {
        let mut source = self.suite.source().clone();
        change(&mut source);
        self.suite = Arc::new(Suite::new(source).map_err(ActRefusal::Rule)?);
        self.normalise();
        Ok(self.settle_list()?)
    }
}
