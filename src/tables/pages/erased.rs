//! Type erasure for a game's part of the pages, as `tables::erased` does it for its rules.

use chrono::NaiveDateTime;
use chrono_tz::Tz;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::door::{Act, GamePage, GamePart, Reason, Seen};
use crate::auth::Viewpoint;
use crate::db::Db;
use crate::error::Error;
use crate::id::PersonId;
use crate::tables::Seat;
use crate::tables::api::TableView;
use crate::tables::erased::{Own, erased};
use crate::web::layout::Frame;
use crate::web::typed::Fields;

/// See [`GamePart`].
pub trait AnyPage: GamePage {
    fn options(&self, sent: &Fields) -> Result<Value, Error>;
    fn usual(&self) -> Result<Value, Error>;
    fn terms(&self, frame: &Frame, options: &Value) -> String;
    fn chooses_seat(&self, options: &Value) -> bool;
    fn against(
        &self,
        db: &mut Db,
        options: &Value,
        players: &[PersonId],
        reader: Viewpoint,
        now: NaiveDateTime,
    ) -> Result<Vec<Reason>, Error>;
    fn for_fun(&self, options: &Value) -> Result<Option<Value>, Error>;
    fn outcome(&self, frame: &Frame, outcome: &Value) -> String;
    fn seat_at(&self, frame: &Frame, view: &TableView, seat: Seat) -> String;
    fn small(&self, state: &dyn Own) -> Result<String, Error>;
    fn first(&self, options: &Value) -> Result<String, Error>;
    fn shown(&self, db: &mut Db, seen: &Seen<'_>, zone: &Tz, from: usize) -> Result<(String, Vec<String>), Error>;
    fn filled(&self, options: &Value) -> Result<Vec<(&'static str, String)>, Error>;
    fn act(&self, sent: &Fields) -> Result<Option<Act<Value, Value>>, Error>;
}

impl<P: GamePart> AnyPage for P {
    fn options(&self, sent: &Fields) -> Result<Value, Error> {
        erased(&GamePart::options(self, sent)?)
    }

    /// No options where the game's rules say by themselves how it is played.
    fn usual(&self) -> Result<Value, Error> {
        GamePart::usual(self).as_ref().map_or_else(|| Ok(Value::Object(Map::new())), erased)
    }

    fn terms(&self, frame: &Frame, options: &Value) -> String {
        Deserialize::deserialize(options)
            .map_or_else(|_| String::new(), |options| GamePart::terms(self, frame, &options))
    }

    fn chooses_seat(&self, options: &Value) -> bool {
        Deserialize::deserialize(options).is_ok_and(|options| GamePart::chooses_seat(self, &options))
    }

    /// Empty if the options cannot be read: they are then refused themselves.
    fn against(
        &self,
        db: &mut Db,
        options: &Value,
        players: &[PersonId],
        reader: Viewpoint,
        now: NaiveDateTime,
    ) -> Result<Vec<Reason>, Error> {
        let Ok(options) = Deserialize::deserialize(options) else { return Ok(Vec::new()) };
        GamePart::against(self, db, &options, players, reader, now)
    }

    fn for_fun(&self, options: &Value) -> Result<Option<Value>, Error> {
        let Ok(options) = Deserialize::deserialize(options) else { return Ok(None) };
        GamePart::for_fun(self, &options).as_ref().map(erased).transpose()
    }

    fn outcome(&self, frame: &Frame, outcome: &Value) -> String {
        let read = Deserialize::deserialize(outcome);
        read.map_or_else(|_| String::new(), |outcome| GamePart::outcome(self, frame, &outcome))
    }

    fn seat_at(&self, frame: &Frame, view: &TableView, seat: Seat) -> String {
        let state = view.state.as_ref().and_then(|state| state.of().ok());
        GamePart::seat_at(self, frame, &view.table, state, seat)
    }

    fn small(&self, state: &dyn Own) -> Result<String, Error> {
        GamePart::small(self, state.of()?)
    }

    /// Empty if the options cannot be read.
    fn first(&self, options: &Value) -> Result<String, Error> {
        let Ok(options) = Deserialize::deserialize(options) else { return Ok(String::new()) };
        GamePart::first(self, &options)
    }

    fn shown(&self, db: &mut Db, seen: &Seen<'_>, zone: &Tz, from: usize) -> Result<(String, Vec<String>), Error> {
        let Seen { frame, viewer, view, log, typed, .. } = *seen;
        let state = seen.state.map(|state| state.of()).transpose()?;
        GamePart::shown(self, db, &Seen { frame, viewer, view, state, log, typed }, zone, from)
    }

    fn filled(&self, options: &Value) -> Result<Vec<(&'static str, String)>, Error> {
        GamePart::filled(self, &Deserialize::deserialize(options)?)
    }

    fn act(&self, sent: &Fields) -> Result<Option<Act<Value, Value>>, Error> {
        let act = GamePart::act(self, sent)?;
        act.map(|act| {
            Ok(match act {
                Act::Play(play) => Act::Play(erased(&play)?),
                Act::Rule(ruling) => Act::Rule(erased(&ruling)?),
                Act::Look(form) => Act::Look(form),
            })
        })
        .transpose()
    }
}
