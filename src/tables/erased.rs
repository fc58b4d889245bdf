//! Type erasure for games: the room, the actions, the store and the shared pages know no game's types. Only here are a game's
//! options, plays, rulings, effects, outcomes and views written as JSON and read back. What cannot be read is refused in the
//! game's own words ([`Game::unread`]).

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use chrono::{NaiveDateTime, TimeDelta};
use serde::de::{DeserializeOwned, Error as _, Unexpected};
use serde::ser::Error as _;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value};

use super::game::{Due, Game, Reasoned, Settled, State, StepOf, Unread, Went};
use super::{Entry, Kind, Seat, Step, Table};
use crate::action::By;
use crate::conduct;
use crate::db::Tx;
use crate::error::{Error, Refusal};
use crate::id::PersonId;

/// Something of a game's own type as tables keep it.
pub fn erased(own: &impl Serialize) -> Result<Value, Error> {
    Ok(serde_json::to_value(own)?)
}

/// Something of a game's own type that only the game looks into; others write it.
pub trait Own: Any + Send + Sync {
    fn json(&self) -> Result<Value, Error>;
}

impl<T: Serialize + Any + Send + Sync> Own for T {
    fn json(&self) -> Result<Value, Error> {
        erased(self)
    }
}

impl fmt::Debug for dyn Own {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a game's own")
    }
}

/// Writes it, where there is any.
pub fn written<S: Serializer>(own: &Option<Arc<dyn Own>>, serializer: S) -> Result<S::Ok, S::Error> {
    own.as_ref().map(|own| own.json()).transpose().map_err(S::Error::custom)?.serialize(serializer)
}

impl dyn Own {
    /// The same as its game has it.
    pub fn of<T: Any>(&self) -> Result<&T, Error> {
        (self as &dyn Any).downcast_ref().ok_or_else(|| Error::internal("this is another game's"))
    }
}

/// A step as the log has it.
pub type AnyStep<'a> = Step<&'a Value, &'a Value>;

/// The state of any game: see [`State`].
pub trait AnyState: Any + Send + Sync {
    fn step(&mut self, step: AnyStep<'_>, at: NaiveDateTime) -> Result<Box<dyn Own>, Refusal>;
    fn turn(&self) -> Vec<Seat>;
    fn by_itself(&self) -> Result<Option<(Seat, Value)>, Error>;
    fn due(&self) -> Option<NaiveDateTime>;
    fn deadlines(&self, now: NaiveDateTime) -> Vec<Due>;
    fn outcome(&self) -> Result<Option<Value>, Error>;
    fn view(&self, viewer: Option<Seat>, now: NaiveDateTime) -> Box<dyn Own>;
    fn plays(&self, seat: Seat) -> bool;
    fn at_rest(&self, play: &Value) -> bool;
    fn keeps_back(&self, entry: &Entry) -> Option<Value>;
    fn copy(&self) -> Box<dyn AnyState>;
    fn names(&self) -> Vec<String>;
}

impl dyn AnyState {
    /// The state of this very game; `None` if another is played.
    pub fn of<S: State>(&self) -> Option<&S> {
        (self as &dyn Any).downcast_ref()
    }
}

/// A step as the game takes it.
fn read<G: Game>(step: AnyStep<'_>) -> Result<StepOf<G>, Refusal> {
    Ok(match step {
        Step::Play { seat, play } => {
            let play = G::Play::deserialize(play).map_err(|error| G::unread(Unread::Play(error)))?;
            Step::Play { seat, play }
        }
        Step::Ruling(ruling) => {
            Step::Ruling(G::Ruling::deserialize(ruling).map_err(|error| G::unread(Unread::Ruling(error)))?)
        }
        Step::Time => Step::Time,
        Step::Adjourned => Step::Adjourned,
        Step::Resumed => Step::Resumed,
    })
}

impl<S: State> AnyState for S {
    fn step(&mut self, step: AnyStep<'_>, at: NaiveDateTime) -> Result<Box<dyn Own>, Refusal> {
        Ok(Box::new(State::step(self, read::<S::Game>(step)?, at)?))
    }

    fn turn(&self) -> Vec<Seat> {
        State::turn(self)
    }

    fn by_itself(&self) -> Result<Option<(Seat, Value)>, Error> {
        State::by_itself(self).map(|(seat, play)| Ok((seat, erased(&play)?))).transpose()
    }

    fn due(&self) -> Option<NaiveDateTime> {
        State::due(self)
    }

    fn deadlines(&self, now: NaiveDateTime) -> Vec<Due> {
        State::deadlines(self, now)
    }

    fn outcome(&self) -> Result<Option<Value>, Error> {
        State::outcome(self).as_ref().map(erased).transpose()
    }

    fn view(&self, viewer: Option<Seat>, now: NaiveDateTime) -> Box<dyn Own> {
        Box::new(State::view(self, viewer, now))
    }

    fn plays(&self, seat: Seat) -> bool {
        State::plays(self, seat)
    }

    fn at_rest(&self, play: &Value) -> bool {
        Deserialize::deserialize(play).is_ok_and(|play| State::at_rest(self, &play))
    }

    fn keeps_back(&self, entry: &Entry) -> Option<Value> {
        // What cannot be written in its place is kept back whole.
        State::keeps_back(self, entry).map(|play| erased(&play).unwrap_or_default())
    }

    fn copy(&self) -> Box<dyn AnyState> {
        Box::new(self.clone())
    }

    fn names(&self) -> Vec<String> {
        State::names(self)
    }
}

/// A game that can be played at tables, whichever it is: see [`Game`].
pub trait AnyGame: Send + Sync {
    fn name(&self) -> &'static str;
    fn options(&self, asked: &Value) -> Result<Value, Error>;
    fn ruling(&self, asked: &Value) -> Result<Value, Error>;
    fn opens(&self, options: &Value, now: NaiveDateTime) -> Result<(), Error>;
    fn seats(&self, options: &Value) -> Seat;
    fn fewest(&self, options: &Value) -> Seat;
    fn start(&self, options: &Value, seed: i64, at: NaiveDateTime) -> Result<Box<dyn AnyState>, Error>;
    fn may_begin(&self, tx: &mut Tx, table: &Table, asks: PersonId) -> Result<(), Error>;
    fn begin(&self, tx: &mut Tx, table: &Table) -> Result<Value, Error>;
    fn go_on(&self, tx: &mut Tx, table: &Table, asks: Option<PersonId>) -> Result<(), Error>;
    fn lasts(&self, options: &Value) -> bool;
    fn tells_turns(&self, options: &Value) -> bool;
    fn adjourns(&self) -> bool;
    fn answers(&self) -> bool;
    fn accepts(&self, play: &Value) -> Result<(), Refusal>;
    fn joining(&self) -> Result<Option<Value>, Error>;
    fn plays_again(&self) -> bool;
    fn is_practice(&self, options: &Value) -> bool;
    fn waits(&self) -> TimeDelta;
    fn stepped(&self, tx: &mut Tx, table: &Table, entry: &Entry, effect: &dyn Own) -> Result<(), Error>;
    fn ended(&self, tx: &mut Tx, table: &Table, log: &[Entry], outcome: &Value) -> Result<Settled, Error>;
    fn has_winners(&self) -> bool;
    fn went(&self, outcome: &Value, seat: Seat) -> Option<Went>;
    fn voided(&self, tx: &mut Tx, by: &By, table: &Table, reason: &str) -> Result<(), Error>;
}

/// The options that somebody asks for.
pub fn asked<G: Game>(game: &G, asked: &Value) -> Result<G::Options, Refusal> {
    let nothing = Value::Object(Map::new());
    let asked = if asked.is_null() { &nothing } else { asked };
    // Serde reads a struct from a list as well: that is refused here.
    let is_object = asked.is_object();
    let no_object = || serde_json::Error::invalid_type(Unexpected::Seq, &"an object");
    let read = G::Options::deserialize(asked);
    let read = read.and_then(|options| if is_object { Ok(options) } else { Err(no_object()) });
    game.options(read.map_err(|error| G::unread(Unread::Options { error, is_object }))?)
}

fn kept<T: DeserializeOwned>(options: &Value) -> Result<T, Error> {
    Ok(T::deserialize(options)?)
}

/// What kept options say; options that the game cannot read say nothing.
fn says<G: Game, T>(options: &Value, otherwise: T, says: impl FnOnce(&G::Options) -> T) -> T {
    G::Options::deserialize(options).map_or(otherwise, |options| says(&options))
}

impl<G: Game> AnyGame for G {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn options(&self, asked: &Value) -> Result<Value, Error> {
        erased(&self::asked(self, asked)?)
    }

    /// Act I.9.6: with a reason that was looked at.
    fn ruling(&self, asked: &Value) -> Result<Value, Error> {
        let mut ruling = G::Ruling::deserialize(asked).map_err(|error| G::unread(Unread::Ruling(error)))?;
        let reason = Reasoned::reason(&mut ruling);
        *reason = conduct::rules::reason("reason", reason, "I.9.6")?;
        erased(&ruling)
    }

    fn opens(&self, options: &Value, now: NaiveDateTime) -> Result<(), Error> {
        Ok(Game::opens(self, &kept(options)?, now)?)
    }

    fn seats(&self, options: &Value) -> Seat {
        says::<G, _>(options, 0, |options| Game::seats(self, options))
    }

    fn fewest(&self, options: &Value) -> Seat {
        says::<G, _>(options, 0, |options| Game::fewest(self, options))
    }

    fn start(&self, options: &Value, seed: i64, at: NaiveDateTime) -> Result<Box<dyn AnyState>, Error> {
        Ok(Box::new(Game::start(self, &kept(options)?, seed, at)?))
    }

    fn may_begin(&self, tx: &mut Tx, table: &Table, asks: PersonId) -> Result<(), Error> {
        Game::may_begin(self, tx, table, asks)
    }

    fn begin(&self, tx: &mut Tx, table: &Table) -> Result<Value, Error> {
        erased(&Game::begin(self, tx, table, kept(&table.options)?)?)
    }

    fn go_on(&self, tx: &mut Tx, table: &Table, asks: Option<PersonId>) -> Result<(), Error> {
        Game::go_on(self, tx, table, asks)
    }

    fn lasts(&self, options: &Value) -> bool {
        says::<G, _>(options, true, |options| Game::lasts(self, options))
    }

    fn tells_turns(&self, options: &Value) -> bool {
        says::<G, _>(options, true, |options| Game::tells_turns(self, options))
    }

    fn adjourns(&self) -> bool {
        Game::adjourns(self)
    }

    fn answers(&self) -> bool {
        Game::answers(self)
    }

    fn accepts(&self, play: &Value) -> Result<(), Refusal> {
        // What cannot be read is refused where it is played.
        G::Play::deserialize(play).map_or(Ok(()), |play| Game::accepts(self, &play))
    }

    fn joining(&self) -> Result<Option<Value>, Error> {
        Game::joining(self).as_ref().map(erased).transpose()
    }

    fn plays_again(&self) -> bool {
        Game::plays_again(self)
    }

    fn is_practice(&self, options: &Value) -> bool {
        says::<G, _>(options, false, |options| Game::is_practice(self, options))
    }

    fn waits(&self) -> TimeDelta {
        Game::waits(self)
    }

    fn stepped(&self, tx: &mut Tx, table: &Table, entry: &Entry, effect: &dyn Own) -> Result<(), Error> {
        Game::stepped(self, tx, table, entry, effect.of()?)
    }

    fn ended(&self, tx: &mut Tx, table: &Table, log: &[Entry], outcome: &Value) -> Result<Settled, Error> {
        Game::ended(self, tx, table, log, &kept(outcome)?)
    }

    fn has_winners(&self) -> bool {
        Game::has_winners(self)
    }

    fn went(&self, outcome: &Value, seat: Seat) -> Option<Went> {
        Game::went(self, &G::Outcome::deserialize(outcome).ok()?, seat)
    }

    fn voided(&self, tx: &mut Tx, by: &By, table: &Table, reason: &str) -> Result<(), Error> {
        Game::voided(self, tx, by, table, reason)
    }
}

impl Table {
    /// Its options as its game has them.
    pub fn options_of<G: Game>(&self) -> Result<G::Options, Error> {
        kept(&self.options)
    }

    /// How it ended, likewise; `None` if it has not, or was made void before its end.
    pub fn outcome_of<G: Game>(&self) -> Option<G::Outcome> {
        G::Outcome::deserialize(self.outcome.as_ref()?).ok()
    }
}

impl Entry {
    /// What somebody seated played, as their game has it.
    pub fn play_of<G: Game>(&self) -> Option<G::Play> {
        (self.kind == Kind::Play).then(|| G::Play::deserialize(&self.play).ok()).flatten()
    }

    /// What a justice ruled, likewise; `None` if it is no ruling.
    pub fn ruling_of<G: Game>(&self) -> Result<Option<G::Ruling>, Error> {
        (self.kind == Kind::Ruling).then(|| kept(&self.play)).transpose()
    }

    /// What it came to, likewise.
    pub fn effect_of<G: Game>(&self) -> Result<G::Effect, Error> {
        kept(&self.effect)
    }
}
