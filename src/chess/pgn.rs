//! A table's log as PGN, with what each player had left after each move.

use std::fmt::Write;

use chrono_tz::Tz;
use shakmaty::{KnownOutcome, Outcome};

use crate::chess::Chess;
use crate::chess::notes::{Note, Sign};
use crate::chess::rules::take_back::standing;
use crate::chess::rules::{Ended, Moved, Options};
use crate::error::Error;
use crate::games::Ending;
use crate::games::agreement::GameResult;
use crate::games::moves::Moves;
use crate::games::openings;
use crate::games::pgn::{Comments, Tags};
use crate::tables::{Entry, Table};

/// The moves of a log, read as any PGN is. What else is known of the game, [`tag`] says.
pub fn moves(table: &Table, log: &[Entry]) -> Result<Moves, Error> {
    read(table, &standing(log)?)
}

/// The same of moves that were read out of the log.
pub fn read(table: &Table, moves: &[Moved]) -> Result<Moves, Error> {
    Moves::read(text(table, moves).as_bytes()).map_err(Error::internal)
}

fn text(table: &Table, moves: &[Moved]) -> String {
    let Options { minutes, increment_seconds, .. } = table.options_of::<Chess>().unwrap_or_default();
    let mut text = format!(
        "[Event \"Online game\"]\n[Site \"Rookery\"]\n[TimeControl \"{}+{increment_seconds}\"]\n\n",
        minutes * 60
    );
    for (ply, Moved { san, left_ms, .. }) in moves.iter().enumerate() {
        let seconds = left_ms.unwrap_or_default()[ply % 2] / 1000;
        let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        if ply % 2 == 0 {
            // Writing into a string does not fail.
            let _ = write!(text, "{}. ", ply / 2 + 1);
        }
        let _ = writeln!(text, "{san} {{[%clk {hours}:{minutes:02}:{seconds:02}]}}");
    }
    text.push_str("*\n");
    text
}

/// Says what the opening is called.
pub fn name_opening(moves: &mut Moves) {
    if let Some(opening) = openings::of(moves.positions()) {
        if !opening.eco.is_empty() {
            moves.tags.set("ECO", opening.eco);
        }
        moves.tags.set("Opening", opening.name);
    }
}

/// Says who played, when they began, by the zone that the club's rules had then, and in the standard's words how it ended.
pub fn tag(tags: &mut Tags, table: &Table, zone_then: Tz) {
    tags.set_played(table.started_at.unwrap_or(table.opened_at), zone_then);
    for (colour, chair) in ["White", "Black"].into_iter().zip(&table.seats) {
        tags.set(colour, chair.person.as_ref().map_or("?", |person| person.name.as_str()));
    }
    let termination = match table.outcome_of::<Chess>() {
        None => "unterminated",
        Some(Ended { ending: Ending::Flag, .. }) => "time forfeit",
        // A justice's.
        Some(Ended { reason: Some(_), .. }) => "adjudication",
        Some(_) => "normal",
    };
    tags.set("Termination", termination);
}

/// What is noted on a move: the glyph of the first sign that anybody gave it, and what everybody says.
pub fn comments(notes: &[Note], ply: usize) -> Comments {
    let here = notes.iter().filter(|note| usize::try_from(note.ply) == Ok(ply));
    let said = here.clone().filter(|note| !note.text.is_empty());
    let said = said.map(|note| format!("{}: {}", note.by.name, note.text)).collect::<Vec<_>>();
    Comments { glyph: here.clone().find_map(|note| note.sign).map(Sign::glyph), text: said.join(" · ") }
}

/// What the table says of who won.
pub fn result(table: &Table) -> Outcome {
    let winner = table.outcome_of::<Chess>().map(|ended| GameResult::from(ended.result).winner());
    winner.map_or(Outcome::Unknown, |winner| Outcome::Known(KnownOutcome::from_winner(winner)))
}
