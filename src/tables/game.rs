//! What a game implements to be played at a table: how it begins, what a step does, what each viewer
//! sees, and what its beginning and end change in the club.

use chrono::{NaiveDateTime, TimeDelta};
use rookery_messages::{Message, say};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{Entry, Table, TableId};
use crate::action::{By, perform};
use crate::conduct::chief_acts::actions::NewChiefAct;
use crate::conduct::declarations::{self, Exercise, NewDeclaration};
use crate::db::Tx;
use crate::error::{Act, Error, Refusal};
use crate::id::{GameId, PersonId};

/// The number of a seat, from 0.
pub type Seat = i64;

/// Something that happens to a game; the log is made of these.
#[derive(Clone, Copy, Debug)]
pub enum Step<Play, Ruling> {
    /// By the person in the seat.
    Play {
        seat: Seat,
        play: Play,
    },
    /// By a justice.
    Ruling(Ruling),
    /// What was due has come.
    Time,
    Adjourned,
    Resumed,
}

/// A step of a game.
pub type StepOf<G> = Step<<G as Game>::Play, <G as Game>::Ruling>;

/// A justice's ruling: whatever it is about, it has a reason.
pub trait Reasoned {
    fn reason(&mut self) -> &mut String;
}

/// The ruling type of games without rulings; it has no values.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub enum NoRuling {}

impl Reasoned for NoRuling {
    fn reason(&mut self) -> &mut String {
        match *self {}
    }
}

/// What a game was sent and cannot read.
#[derive(Debug)]
pub enum Unread {
    Options { error: serde_json::Error, is_object: bool },
    Play(serde_json::Error),
    Ruling(serde_json::Error),
}

/// Something that is due at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// The first instant that is too late.
    pub at: NaiveDateTime,
    /// From whom.
    pub seats: Vec<Seat>,
    /// In a word, as lists of deadlines know it: `turn`.
    pub what: &'static str,
    /// What happens automatically when it passes.
    pub then: String,
    /// The page where it is done, below that of a game which has pages of its own: `/proposals/301`.
    pub page: Option<String>,
}

/// How a game stands: the fold of its log. It holds what the next step is judged by, and where it can no
/// history, so that a step costs the same however long the game is.
pub trait State: std::any::Any + Clone + Send + Sync {
    type Game: Game<State = Self>;

    /// Judges a step and takes it; returns what it came to, as the log keeps it and everybody is told. The
    /// same log gives the same effects, always. Refused, nothing has changed.
    fn step(&mut self, step: StepOf<Self::Game>, at: NaiveDateTime) -> Result<<Self::Game as Game>::Effect, Refusal>;

    /// Who is awaited.
    fn turn(&self) -> Vec<Seat>;

    /// What a computer player does: its seat and its play. It is asked after every step, and its play is a step like
    /// any other.
    fn by_itself(&self) -> Option<(Seat, <Self::Game as Game>::Play)> {
        None
    }

    /// The next instant at which something happens by time alone ([`Step::Time`]).
    fn due(&self) -> Option<NaiveDateTime>;

    /// What is due at `now`, from whom and by when.
    fn deadlines(&self, _now: NaiveDateTime) -> Vec<Due> {
        let then = "Time does what the game's rules say.".to_owned();
        self.due().map(|at| Due { at, seats: self.turn(), what: "turn", then, page: None }).into_iter().collect()
    }

    /// How it ended, once it has.
    fn outcome(&self) -> Option<<Self::Game as Game>::Outcome>;

    /// The position, as somebody seated sees it, or a spectator.
    fn view(&self, viewer: Option<Seat>, now: NaiveDateTime) -> <Self::Game as Game>::View;

    /// Whether a seat still takes part: a player who is out of the game is not asked to agree to an adjournment.
    fn plays(&self, _seat: Seat) -> bool {
        true
    }

    /// Whether this can be played while the game is adjourned: to give it up, or to agree on its end.
    fn at_rest(&self, _play: &<Self::Game as Game>::Play) -> bool {
        false
    }

    /// What all but its player see in place of an entry's play for now: a game may have secrets.
    fn keeps_back(&self, _entry: &Entry) -> Option<<Self::Game as Game>::Play> {
        None
    }

    /// What everybody goes by, by seat, in a game that people join on its way: it has as many seats.
    fn names(&self) -> Vec<String> {
        Vec::new()
    }
}

crate::words!(
    /// The outcome of a game for a player.
    Went as TableWent {
        Win = "win",
        Draw = "draw",
        Loss = "loss",
    }
);

/// What a table's game became in the club.
#[derive(Clone, Debug, Default)]
pub struct Settled {
    /// The game that was registered.
    pub game: Option<GameId>,
    /// Why none was, where one should have been. It may tell of somebody's ban, and is kept to the service.
    pub unrated: Option<Refusal>,
}

/// A justice's ruling is declared, and theirs to answer for before the Court (Acts I.9.6, I.9.7).
pub fn declare(
    tx: &mut Tx,
    table: TableId,
    justice: Option<PersonId>,
    person: Option<PersonId>,
    reason: Message,
    effect: Message,
) -> Result<(), Error> {
    let (exercise, act, subject) = (Exercise::Ruling, Act::new("I.9.6"), super::store::subject(table));
    let declaration = NewDeclaration { exercise, by: justice, person, act, reason, effect, subject };
    declarations::store::publish(tx, &declaration).map(drop)
}

/// A game that can be played at tables. It works with its own types; what it keeps and sends of them as JSON is written and read
/// in one place for all games (`erased`).
pub trait Game: Send + Sync + 'static {
    /// `chess`.
    const NAME: &'static str;

    type Options: Serialize + DeserializeOwned;

    /// What somebody seated does.
    type Play: Serialize + DeserializeOwned;

    /// What a justice does.
    type Ruling: Serialize + DeserializeOwned + Reasoned;

    /// What a step came to. The log keeps it for good: what earlier versions wrote is still to be read.
    type Effect: Serialize + DeserializeOwned + Send + Sync + 'static;

    /// How a game ended. A table's record of it has members of the table's own beside.
    type Outcome: Serialize + DeserializeOwned;

    /// The position as somebody sees it.
    type View: Serialize + Send + Sync + 'static;

    type State: State<Game = Self>;

    /// Refuses what was sent and cannot be read.
    fn unread(unread: Unread) -> Refusal;

    /// Checks the options that the person who opens the table asks for; returns the options with
    /// nothing left open.
    fn options(&self, asked: Self::Options) -> Result<Self::Options, Refusal>;

    /// Whether a table with these options may be opened now.
    fn opens(&self, _options: &Self::Options, _now: NaiveDateTime) -> Result<(), Refusal> {
        Ok(())
    }

    /// How many sit at such a table.
    fn seats(&self, options: &Self::Options) -> Seat;

    /// How many of them have to be taken for it to begin. Where that is not all, the rest may be taken later.
    fn fewest(&self, options: &Self::Options) -> Seat {
        self.seats(options)
    }

    /// The game before its first step; options as [`Game::begin`] gave them.
    fn start(&self, options: &Self::Options, seed: i64, at: NaiveDateTime) -> Result<Self::State, Refusal>;

    /// Whether the club lets these people begin now. The refusal tells `asks` no more than they may read of others.
    fn may_begin(&self, _tx: &mut Tx, _table: &Table, _asks: PersonId) -> Result<(), Error> {
        Ok(())
    }

    /// They begin; returns the options by which they play.
    fn begin(&self, _tx: &mut Tx, _table: &Table, options: Self::Options) -> Result<Self::Options, Error> {
        Ok(options)
    }

    /// Whether the club lets them go on, when somebody asks or the time comes; otherwise the
    /// refusal.
    fn go_on(&self, _tx: &mut Tx, _table: &Table, _asks: Option<PersonId>) -> Result<(), Error> {
        Ok(())
    }

    /// Whether its turns last for days: it is not played at one sitting.
    fn lasts(&self, _options: &Self::Options) -> bool {
        true
    }

    /// Whether those awaited are told by a notice each time, and again before their time runs out.
    fn tells_turns(&self, options: &Self::Options) -> bool {
        self.lasts(options)
    }

    /// Whether those who play can break it off and go on later.
    fn adjourns(&self) -> bool {
        true
    }

    /// Whether a play answers the last entry of the log. Otherwise it is a message among others, and none
    /// comes too late.
    fn answers(&self) -> bool {
        true
    }

    /// Whether the club accepts a play that somebody sends, beside what the game's rules say of it. A log that is folded again was
    /// accepted already.
    fn accepts(&self, _play: &Self::Play) -> Result<(), Refusal> {
        Ok(())
    }

    /// What somebody plays by taking a seat that the game gained on its way ([`State::names`]).
    fn joining(&self) -> Option<Self::Play> {
        None
    }

    /// Whether its players can play again by the stored options.
    fn plays_again(&self) -> bool {
        true
    }

    /// Whether somebody only practises at such a table: the list of tables names it to them alone.
    fn is_practice(&self, _options: &Self::Options) -> bool {
        false
    }

    /// How long a table waits for the people that its game needs.
    fn waits(&self) -> TimeDelta {
        TimeDelta::days(1)
    }

    /// A step was taken: what it means to the club besides whose turn it is.
    fn stepped(&self, _tx: &mut Tx, _table: &Table, _entry: &Entry, _effect: &Self::Effect) -> Result<(), Error> {
        Ok(())
    }

    /// The game has ended with the last entry of its log.
    fn ended(&self, _tx: &mut Tx, _table: &Table, _log: &[Entry], _outcome: &Self::Outcome) -> Result<Settled, Error> {
        Ok(Settled::default())
    }

    /// Whether somebody wins it, or could.
    fn has_winners(&self) -> bool {
        true
    }

    /// Whether a seat won, lost or drew; `None` if the outcome says nothing of that.
    fn went(&self, _outcome: &Self::Outcome, _seat: Seat) -> Option<Went> {
        None
    }

    /// The Chief Justice made the table void, for this reason (Act I.9.10): it is announced, and what the game
    /// meant to the club is undone.
    fn voided(&self, tx: &mut Tx, by: &By, table: &Table, reason: &str) -> Result<(), Error> {
        perform(tx, by, &NewChiefAct::voiding(say!("The game at table {table}", table = table.id.0), reason)).map(drop)
    }
}
