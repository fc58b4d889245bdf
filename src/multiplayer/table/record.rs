//! A table's log as a game of the engine, and from that PGN4 and MPN. Pure.

use rookery_boards::{Game, Seat as Colour};

use super::Multiplayer;
use super::happened::Happened;
use super::rules::BoardEffect;
use crate::error::Error;
use crate::tables::{Entry, Table};

/// Takes a step once more: what happened first tells it.
fn step(game: &mut Game, told: &BoardEffect) -> Result<(), Error> {
    let done = match told.events.first() {
        None => return Ok(()),
        Some(Happened::Moved { notation, .. }) => game.make(notation),
        Some(other) => {
            let action = other.action().ok_or_else(|| Error::internal(format!("no step begins with {other}")))?;
            game.act(action)
        }
    };
    done.map_err(Error::internal)
}

/// The game that a log tells.
pub fn game(table: &Table, log: &[Entry]) -> Result<Game, Error> {
    let setup = table.options_of::<Multiplayer>()?.setup()?;
    let mut game = Game::new(setup).map_err(Error::internal)?;
    for entry in log {
        if let Some(told) = &entry.effect_of::<Multiplayer>()?.told {
            step(&mut game, told)?;
        }
    }
    Ok(game)
}

/// The game as PGN4, with what the club says of it and the names of those who play.
pub fn pgn4<'a>(table: &Table, log: &[Entry], tags: impl Iterator<Item = (&'a str, &'a str)>) -> Result<String, Error> {
    let colours = table.options_of::<Multiplayer>()?.colours(table.seed)?;
    let mut text: String = tags.map(|(name, value)| format!("[{name} \"{value}\"]\n")).collect();
    for colour in Colour::ALL {
        let seat = colours.iter().position(|other| *other == colour);
        let Some(person) = seat.and_then(|seat| table.seats.get(seat)?.person.as_ref()) else { continue };
        text += &format!("[{} \"{}\"]\n", colour.name(), person.name.replace('\\', "\\\\").replace('"', "\\\""));
    }
    Ok(text + &game(table, log)?.pgn4())
}
