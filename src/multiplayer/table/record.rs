//! A table's log as a game of the engine: the tokens of 5.2 and 5.3, and from them PGN4 and MPN. Pure.

use rookery_boards::{Game, Seat as Colour};

use super::Multiplayer;
use super::rules::Told;
use crate::error::Error;
use crate::tables::{Entry, Table};

/// The token that a step stands for: what happened first tells it.
fn token(told: &Told) -> Option<String> {
    let (colour, what) = told.events.first()?.split_once(':')?;
    Some(match what.split_once(':') {
        Some((action, of)) => format!("{action}:{colour}:{of}"),
        None => match what {
            "resigned" | "resign_pending" => format!("resign:{colour}"),
            "timed_out" | "timeout_pending" => format!("timeout:{colour}"),
            "offer" => format!("offer:{colour}"),
            notation => notation.to_owned(),
        },
    })
}

/// The game that a log tells.
pub fn game(table: &Table, log: &[Entry]) -> Result<Game, Error> {
    let setup = table.options_of::<Multiplayer>()?.setup()?;
    let mut game = Game::new(setup).map_err(Error::internal)?;
    for entry in log {
        let told = entry.effect_of::<Multiplayer>()?.told;
        if let Some(token) = told.as_ref().and_then(token) {
            game.play(&token).map_err(Error::internal)?;
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
