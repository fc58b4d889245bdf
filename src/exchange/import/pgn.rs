//! Reading PGN archives: every move is checked legal, every result against the board.

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, SubsecRound};
use rookery_messages::{Join, Message, Value, say};
use sha2::{Digest, Sha256};
use shakmaty::{KnownOutcome, Outcome as BoardOutcome};

use super::Season;
use super::csv::{called, days_of_its_month, in_range, key};
use super::faults::{Fault, Faults, unknown_word};
use super::lines::{File, GameLine, Line, When};
use crate::error::quoted;
use crate::fields::without_players;
use crate::games::agreement::{self, GameResult};
use crate::games::archive::{Archive, ArchivedGame};
use crate::games::moves::{BoardEnd, Moves};
use crate::games::pgn::{Tags, decode};
use crate::games::position::{read_position, write_position};
use crate::games::{Ending, State};
use crate::ratings::Outcome;

/// Progress is reported after so many games.
const STEP: u64 = 500;

/// The result according to the board and to what was entered about it.
pub struct Checked {
    /// A stored word.
    pub ending: &'static str,
    /// FEN.
    pub final_position: Option<String>,
}

/// Reads one archive into the season; a broken game is refused with its line.
pub fn read(file: &File, bytes: &[u8], season: &mut Season, progress: &mut dyn FnMut(u64)) {
    season.lines.files.resize(season.lines.files.len().max(file.number + 1), String::new());
    season.lines.files[file.number].clone_from(&file.name);
    let read = |game: ArchivedGame<'_>| {
        let mut faults = Faults::default();
        (game.line, line_of(game, &mut faults).ok_or(faults))
    };
    let take = |(line, game): (u64, Result<GameLine, Faults>)| {
        season.read += 1;
        if season.read.is_multiple_of(STEP) {
            progress(season.read);
        }
        match game {
            Ok(value) => season.lines.games.push(Line { file: file.number, line, value }),
            Err(faults) => season.refused.push(faults.refused(file, line)),
        }
    };
    Archive::new(bytes).read_all(read, take);
}

fn line_of(game: ArchivedGame<'_>, faults: &mut Faults) -> Option<GameLine> {
    let moves = faults.keep(game.moves.map_err(|error| (error.message(), "I.1")))?;
    let tags = &moves.tags;
    let when = faults.keep(when(tags));
    let state = faults.keep(state(tags));
    let began_at = faults.keep(began(tags));
    let result = faults.keep(result(&moves))?;
    let name = |tag: &'static str| tags.get(tag).unwrap_or_default().to_owned();
    let told = ending(tags.get("Termination"));
    // A game may be told without its moves; then its tags alone say how it ended.
    let has_moves = !moves.played().is_empty();
    let checked = match has_moves {
        true => faults.keep(check_moves(&moves, result, told))?,
        false => Checked {
            ending: told.unwrap_or(Ending::Unstated).as_str(),
            final_position: moves.start_fen().map(str::to_owned),
        },
    };
    // What identifies a game in any file: who, when, and what was played.
    let mut hash = Sha256::new();
    for tag in ["White", "Black", "Date", "UTCDate", "UTCTime", "Time", "Round", "Event", "Site"] {
        let value = tags.get(tag).unwrap_or_default();
        hash.update((value.len() as u64).to_be_bytes());
        hash.update(value);
    }
    for played in moves.played() {
        hash.update([played.from().map_or(64, u8::from), u8::from(played.to())]);
    }
    Some(GameLine {
        white: name("White"),
        black: name("Black"),
        when: when?,
        result,
        ending: checked.ending,
        clocked: tags.get("TimeControl").is_some_and(|control| !matches!(control, "" | "-" | "?")),
        online: tags.get("RookeryOnline").is_some_and(|online| online == "yes"),
        state: state?,
        final_position: checked.final_position,
        room: tags.get("RookeryRoom").map(str::to_owned).filter(|room| !room.trim().is_empty()),
        began_at: began_at?,
        key: key(hash),
        moves: has_moves.then(|| {
            let text = decode(game.text);
            without_players(&text).unwrap_or_else(|| text.into_owned())
        }),
    })
}

fn result(moves: &Moves) -> Result<Outcome, Fault> {
    match moves.result {
        BoardOutcome::Known(told) => Ok(Outcome::from(GameResult::won_by(told.winner()))),
        BoardOutcome::Unknown => Err((say!("The game has no result; only finished games are rated."), "II.3")),
    }
}

/// When a game began, as our own archives say it.
fn began(tags: &Tags) -> Result<Option<NaiveDateTime>, Fault> {
    let Some(told) = tags.get("RookeryBegan") else { return Ok(None) };
    match DateTime::parse_from_rfc3339(told) {
        Ok(at) => Ok(Some(at.naive_utc().trunc_subsecs(6))),
        Err(_) => {
            let told = quoted(told);
            Err((say!("RookeryBegan is {told}; write it as in 2026-11-06T12:40:00Z.", told), "0.5"))
        }
    }
}

fn state(tags: &Tags) -> Result<State, Fault> {
    let Some(told) = tags.get("RookeryState") else { return Ok(State::Rated) };
    let words = || State::ALL.iter().map(|state| state.as_str());
    told.parse::<State>().map_err(|_| (unknown_word(Value::text("RookeryState"), told, words()), "II.4"))
}

/// When a game was played: `UTCDate` and `UTCTime` exactly, else the day it says.
fn when(tags: &Tags) -> Result<When, Fault> {
    let date = |tag: &str| {
        let text = tags.get(tag)?;
        NaiveDate::parse_from_str(text, "%Y.%m.%d").ok().and_then(in_range)
    };
    let time = tags.get("UTCTime").and_then(|text| {
        ["%H:%M:%S%.f", "%H:%M"].iter().find_map(|format| NaiveTime::parse_from_str(text, format).ok())
    });
    if let (Some(date), Some(time)) = (date("UTCDate"), time) {
        return Ok(When::At(date.and_time(time).trunc_subsecs(6)));
    }
    match date("Date").or_else(|| date("UTCDate")).or_else(|| date("EventDate")) {
        Some(date) => Ok(When::On(date)),
        None => {
            let written = tags.get("Date").unwrap_or("nothing");
            let told = quoted(written);
            let detail = match days_of_its_month(written, false) {
                Some(days) => say!("Date is {told}; that month has {days} days.", told, days),
                None => say!("Date is {told}; a whole date is needed, as in 2026.11.06.", told),
            };
            Err((detail, "0.5"))
        }
    }
}

/// What an ending is called in archives.
fn ending(told: Option<&str>) -> Option<Ending> {
    let told = told?.trim().to_lowercase();
    if let Ok(ending) = told.parse() {
        return Some(ending);
    }
    Some(match told.as_str() {
        "time forfeit" => Ending::Flag,
        "rules infraction" | "forfeit" => Ending::Forfeit,
        "agreement" | "draw agreed" => Ending::DrawAgreed,
        "resign" | "resigns" => Ending::Resignation,
        _ => return None,
    })
}

fn check_moves(moves: &Moves, result: Outcome, told: Option<Ending>) -> Result<Checked, Fault> {
    let ending = match (told, moves.end) {
        (Some(Ending::Forfeit), _) => Ending::Forfeit,
        // The board knows better how it ended, if it did.
        (_, Some(BoardEnd::Checkmate)) => Ending::Checkmate,
        (_, Some(BoardEnd::Stalemate)) => Ending::Stalemate,
        (_, Some(BoardEnd::InsufficientMaterial)) => Ending::DeadPosition,
        (Some(ending), None) => ending,
        (None, None) => Ending::Unstated,
    };
    if let Some(end) = ending.on_the_board() {
        agreement::agrees(moves, result.into(), end).map_err(|against| {
            (Message::verbatim(against.to_string()), against.acts().first().copied().unwrap_or("I.1"))
        })?;
    }
    Ok(Checked { ending: ending.as_str(), final_position: Some(write_position(moves.last())) })
}

/// What a line of results calls an ending.
pub fn ending_told(told: &str) -> Result<Ending, Fault> {
    ending(Some(told)).ok_or_else(|| {
        let words = Value::list(Join::Commas, Ending::ALL.iter().map(|ending| ending.as_str()));
        (
            say!("{column} is {told}; write one of {words}.", column = called("ending"), told = quoted(told), words),
            "I.1",
        )
    })
}

/// Checks what a line of results says of the board.
pub fn check(
    moves: Option<&str>,
    position: Option<&str>,
    result: Outcome,
    told: Option<Ending>,
) -> Result<Checked, Fault> {
    if let Some(moves) = moves {
        let moves = Moves::read(moves.as_bytes()).map_err(|error| (error.message(), "I.1"))?;
        return check_moves(&moves, result, told);
    }
    let final_position = position
        .map(|fen| read_position(fen).map_err(|error| (error.message(), "I.1")))
        .transpose()?
        .map(|position| write_position(&position));
    let ending = told.unwrap_or(Ending::Unstated);
    Ok(Checked { ending: ending.as_str(), final_position })
}

/// The result as PGN writes it.
pub fn written(result: Outcome) -> BoardOutcome {
    BoardOutcome::Known(KnownOutcome::from_winner(GameResult::from(result).winner()))
}
