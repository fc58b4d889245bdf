//! The trait that a game implements to bring its part of the games room's pages.

use std::sync::Arc;

use chrono::NaiveDateTime;
use chrono_tz::Tz;
use rookery_messages::Message;

use super::challenge::Open;
use crate::auth::Viewpoint;
use crate::conduct::decisions::veil::Veil;
use crate::db::Db;
use crate::error::{Error, Refusal};
use crate::id::PersonId;
use crate::tables::api::TableView;
use crate::tables::erased::Own;
use crate::tables::{Entry, Game, Seat, Table, TableId};
use crate::web::catalogue::Language;
use crate::web::layout::Frame;
use crate::web::typed::{Fields, Typed};

/// Why a game cannot be played now: the Act, where the reader may know it, and what there is to say.
pub type Reason = (Option<&'static str>, Message);

/// The game's state as somebody sees it.
pub type ViewOf<P> = <<P as GamePart>::Game as Game>::View;

/// What somebody reads first of a game that few know, as texts of the catalogue.
#[derive(Clone, Copy)]
pub struct Primer {
    /// How one wins, and what a turn is.
    pub how: &'static str,
    /// What to tap first at a table.
    pub first: &'static str,
    /// Where the rules are, and what that page is called.
    pub rules: &'static str,
    pub called: &'static str,
}

/// A game's part of the pages, as far as it says nothing of one table's game: what things are called, the form that opens a table. What
/// is given as HTML comes from a template of the game's own.
pub trait GamePage: Send + Sync {
    /// What people call the game.
    fn title(&self, language: Language) -> String;

    /// The game in a sentence or two, for somebody who never saw it.
    fn about(&self, frame: &Frame) -> String;

    /// What is read first of it where most have never seen it; `None` for games that most know.
    fn primer(&self) -> Option<Primer> {
        None
    }

    /// What a seat is called: White, the east, the second player.
    fn seat(&self, frame: &Frame, seat: Seat) -> String;

    /// The seat that the person who opens a table takes by its form; `None` leaves it to the lot.
    fn own_seat(&self, sent: &Fields) -> Result<Option<Seat>, Refusal> {
        sent.number("seat")
    }

    /// Whether that form asks for a seat: not where the game's own fields say it.
    fn asks_seat(&self) -> bool {
        true
    }

    /// How many others can be invited when a table is opened.
    fn others(&self) -> Seat;

    /// The seats to choose from when a table is opened.
    fn seats(&self, frame: &Frame, _typed: &Typed) -> Vec<String> {
        (0..=self.others()).map(|seat| self.seat(frame, seat)).collect()
    }

    /// What the list of those says for whom seats are kept.
    fn invites(&self, frame: &Frame) -> String {
        frame.t("table-invite").count("others", self.others()).to_string()
    }

    /// HTML: the game's own fields of the form that opens a table (its name is `open`).
    fn opening(&self, frame: &Frame, typed: &Typed) -> Result<String, Error>;

    /// HTML beside that form: another way to play the game.
    fn besides_opening(&self, _frame: &Frame) -> Result<String, Error> {
        Ok(String::new())
    }

    /// The field that a file may fill in its place.
    fn takes_file(&self) -> Option<&'static str> {
        None
    }

    /// One of those fields by its name there and its label, where a program calls it otherwise.
    fn called(&self, _frame: &Frame, _field: &str) -> Option<(String, String)> {
        None
    }

    /// What can be done while the game is adjourned, in a sentence; empty where nothing can.
    fn at_rest(&self, _frame: &Frame) -> String {
        String::new()
    }

    /// Where a player petitions against the voiding of a game that was never rated.
    fn petition(&self, _db: &mut Db, _table: TableId) -> Result<Option<String>, Error> {
        Ok(None)
    }

    /// What the end did to the rating of somebody who played, as `+11`.
    fn change(&self, _: &mut Db, _: &Frame, _: &Table, _: Seat, _: PersonId) -> Result<Option<String>, Error> {
        Ok(None)
    }

    /// Which games as they are usual these people could begin now, as a reader may know it.
    fn open(&self, _db: &mut Db, _people: &[PersonId], _veil: &Veil, _now: NaiveDateTime) -> Result<Open, Error> {
        Ok(Open { for_points: true, for_fun: true })
    }

    /// The page where a player agrees to the game's terms before saying that they are ready; `None` if they
    /// have, or where there are none.
    fn asks_first(&self, _db: &mut Db, _player: PersonId, _now: NaiveDateTime) -> Result<Option<&'static str>, Error> {
        Ok(None)
    }

    /// Names of the assets that the table's page loads besides its own: style sheets and modules. A
    /// module hears what the page is told by `told` events of `#table`, and keeps the page from fetching
    /// its parts again by preventing their default; it speaks by `say` events.
    fn files(&self) -> &'static [&'static str] {
        &[]
    }
}

/// The rest of it, in the game's own types: what it chooses, how it stands, what happened in it. For pages of any game it is erased
/// once ([`super::erased::AnyPage`]).
pub trait GamePart: GamePage + Sized + 'static {
    type Game: Game;

    /// The options that those fields ask for.
    fn options(&self, sent: &Fields) -> Result<<Self::Game as Game>::Options, Error>;

    /// How the game is played where a tap asks for it and nobody says how; `None` if the game's rules say it by themselves.
    fn usual(&self) -> Option<<Self::Game as Game>::Options> {
        None
    }

    /// Options in a few words.
    fn terms(&self, frame: &Frame, options: &<Self::Game as Game>::Options) -> String;

    /// Whether those who sit down at a table with these options choose their seat; else it is the first that is free.
    fn chooses_seat(&self, _options: &<Self::Game as Game>::Options) -> bool {
        false
    }

    /// What stands against these people's playing such a game now, as a reader may know it: it is read before a table is opened for them.
    fn against(
        &self,
        _db: &mut Db,
        _options: &<Self::Game as Game>::Options,
        _players: &[PersonId],
        _reader: Viewpoint,
        _now: NaiveDateTime,
    ) -> Result<Vec<Reason>, Error> {
        Ok(Vec::new())
    }

    /// The same just for fun, where a game with these options is for points and rules about such games can stand against it.
    fn for_fun(&self, _options: &<Self::Game as Game>::Options) -> Option<<Self::Game as Game>::Options> {
        None
    }

    /// An outcome in a few words.
    fn outcome(&self, frame: &Frame, outcome: &<Self::Game as Game>::Outcome) -> String;

    /// What a seat of this table is called, where the game says more of it.
    fn seat_at(&self, frame: &Frame, _table: &Table, _state: Option<&ViewOf<Self>>, seat: Seat) -> String {
        self.seat(frame, seat)
    }

    /// HTML: the board in small as spectators see it, for lists; empty if the game has none.
    fn small(&self, _state: &ViewOf<Self>) -> Result<String, Error> {
        Ok(String::new())
    }

    /// HTML: the board in small as it is when the game begins, for tables where it has not; empty if it has none.
    fn first(&self, _options: &<Self::Game as Game>::Options) -> Result<String, Error> {
        Ok(String::new())
    }

    /// An entry of the log in words, its times by the club's clocks; a game that needs those before it brings `shown`.
    fn line(&self, _frame: &Frame, _zone: &Tz, _entry: &Entry) -> Result<String, Error> {
        Ok(String::new())
    }

    /// HTML: the game's position, and what the viewer can do about it. Its forms post to the table's own
    /// address: `csrf`, `act`, `answers` (the table's number) where they play, and whatever [`GamePart::act`]
    /// reads.
    fn part(&self, _db: &mut Db, _seen: &Seen<'_, ViewOf<Self>>) -> Result<String, Error> {
        Ok(String::new())
    }

    /// That part, and the log from a place on in words. A game that reads its whole log brings both at once: so it reads it once.
    fn shown(
        &self,
        db: &mut Db,
        seen: &Seen<'_, ViewOf<Self>>,
        zone: &Tz,
        from: usize,
    ) -> Result<(String, Vec<String>), Error> {
        let lines = seen.log[from..].iter().map(|entry| self.line(seen.frame, zone, entry));
        let lines = lines.collect::<Result<_, _>>()?;
        Ok((self.part(db, seen)?, lines))
    }

    /// Options as the form that opens a table is filled in with them, by its fields' names: of a game against which something can stand.
    fn filled(&self, _options: &<Self::Game as Game>::Options) -> Result<Vec<(&'static str, String)>, Error> {
        Ok(Vec::new())
    }

    /// What one of those forms asks for, by its `act`; `None` if that is none of the game's.
    fn act(&self, sent: &Fields) -> Result<Option<ActOf<Self::Game>>, Error>;
}

/// A table as somebody sees it.
pub struct Seen<'a, View: ?Sized = dyn Own> {
    pub frame: &'a Frame,
    pub viewer: Option<PersonId>,
    pub view: &'a TableView,
    /// The game's state, as the viewer may see it, once it has begun.
    pub state: Option<&'a View>,
    pub log: &'a [Arc<Entry>],
    /// What was typed and refused, by the form's `act`.
    pub typed: &'a Typed,
}

impl<View: ?Sized> Seen<'_, View> {
    /// That somebody is not at the table, and for how long.
    pub fn absence(&self, seat: &Seat) -> String {
        absence(self.frame, self.view, *seat)
    }

    /// The query of the page's address: `?ply=12`.
    pub fn asked(&self, name: &str) -> Option<&str> {
        let (_, query) = self.frame.here.split_once('?')?;
        query.split('&').filter_map(|pair| pair.split_once('=')).find(|pair| pair.0 == name).map(|pair| pair.1)
    }
}

/// That somebody is not at the table, and for how long as far as that is known.
pub fn absence(frame: &Frame, view: &TableView, seat: Seat) -> String {
    let left = view.away.iter().find(|away| away.seat == seat);
    let minutes = left.map_or(0, |away| (view.now - away.since).num_minutes());
    let time = match minutes {
        ..1 => return frame.t("table-is-away").to_string(),
        1..60 => frame.t("table-minutes").count("minutes", minutes),
        60.. => frame.t("table-hours").count("hours", minutes / 60),
    };
    frame.t("table-away-for").with("time", time).to_string()
}

/// The time that each player has for a game, in words: `10 minutes each, 5 seconds a move`.
pub fn clock(language: Language, minutes: u32, increment_seconds: u32) -> String {
    language.t("table-clock").count("minutes", minutes).count("seconds", increment_seconds).to_string()
}

/// What a form does to a game.
#[derive(Clone, Debug, PartialEq)]
pub enum Act<Play, Ruling> {
    Play(Play),
    /// As a justice.
    Rule(Ruling),
    /// Does nothing yet: the form is shown again with what was chosen, and with what that comes to.
    Look(&'static str),
}

/// What a form does to a game of this kind.
pub type ActOf<G> = Act<<G as Game>::Play, <G as Game>::Ruling>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_move_adds_is_said_where_it_adds_something() {
        for (minutes, seconds, english, german) in [
            (10, 0, "10 minutes each", "10 Minuten für jeden"),
            (1, 0, "one minute each", "eine Minute für jeden"),
            (10, 5, "10 minutes each, 5 seconds a move", "10 Minuten für jeden, 5 Sekunden je Zug"),
            (1, 1, "one minute each, one second a move", "eine Minute für jeden, eine Sekunde je Zug"),
        ] {
            assert_eq!(clock(Language::English, minutes, seconds), english);
            assert_eq!(clock(Language::German, minutes, seconds), german);
        }
    }
}
