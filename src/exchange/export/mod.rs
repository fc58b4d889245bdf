//! Exports: the club as files that people and other programs read. The CSV files are those that an
//! import takes, so that exported into an empty club they make the same standings.
//!
//! Programs receive a file while it is written; for people it is prepared by a job ([`jobs`]).

pub mod api;
pub mod jobs;
pub mod pages;
mod points;

use std::collections::HashMap;
use std::io::Write;

use chrono::{NaiveDateTime, SecondsFormat};
use diesel::prelude::*;
use rookery_messages::Message;
use serde_json::json;

use crate::club;
use crate::conduct::decisions::veil::Veil;
use crate::db::{
    Db, Kept,
    schema::{attendance, games, ledger, memberships, people, rating_events, sessions, standings},
};
use crate::error::Error;
use crate::exchange::import::pgn::written;
use crate::games::moves::Moves;
use crate::games::pgn;
use crate::http::cells;
use crate::id::PersonId;
use crate::members;
use crate::ratings::Outcome;
use crate::rulebook;

crate::words!(
    /// What can be exported, by the name of its file.
    File as ExportFile {
        Members = "members.csv",
        Sessions = "sessions.csv",
        Attendance = "attendance.csv",
        Games = "games.csv",
        Events = "events.csv",
        Ledger = "ledger.csv",
        Pgn = "games.pgn",
        /// Everything public.
        Club = "club.json",
    }
);

impl File {
    pub fn media_type(self) -> &'static str {
        match self {
            File::Pgn => "application/x-chess-pgn",
            File::Club => "application/json",
            _ => "text/csv; charset=utf-8",
        }
    }

    /// Whether every signed-in person may have it; other files are for those who moderate.
    pub fn is_public(self) -> bool {
        matches!(self, File::Games | File::Pgn | File::Club | File::Sessions | File::Ledger)
    }
}

/// Rows read at once.
const CHUNK: i64 = 5_000;
fn lost(error: impl std::fmt::Display) -> Error {
    Error::Unavailable(format!("the export could not be written: {error}"))
}

/// Entries that a file has: the lines of CSV beneath its headings, the games of an archive, the items of JSON.
pub fn length(db: &mut Db, file: File) -> Result<i64, Error> {
    Ok(match file {
        File::Members => {
            let of = memberships::table.on(memberships::person_id.eq(people::id));
            people::table.left_join(of).count().get_result(db)?
        }
        File::Sessions => sessions::table.count().get_result(db)?,
        File::Attendance => attendance::table.filter(attendance::struck_at.is_null()).count().get_result(db)?,
        File::Games | File::Pgn => games::table.count().get_result(db)?,
        File::Events => {
            let stand = rating_events::kind.eq_any(points::BESIDE_GAMES).and(rating_events::void.eq(false));
            rating_events::table.filter(stand).count().get_result(db)?
        }
        File::Ledger => ledger::table.count().get_result(db)?,
        File::Club => {
            let members: i64 = standings::table.filter(standings::score.is_not_null()).count().get_result(db)?;
            members + length(db, File::Sessions)? + length(db, File::Games)?
        }
    })
}

/// Writes a file, in the same order whenever the club is the same; `tell` hears of each entry that is written.
///
/// Under a `veil` it has what its reader may know; without one everything, for another club to be made of it.
pub fn write(
    db: &mut Db,
    file: File,
    veil: Option<&Veil>,
    output: &mut dyn Write,
    tell: &mut dyn FnMut(),
) -> Result<(), Error> {
    match file {
        File::Pgn => write_pgn(db, veil, output, tell),
        File::Club => write_json(db, veil, output, tell),
        _ => {
            let mut csv = Csv { lines: csv::Writer::from_writer(output), tell };
            match file {
                File::Members => members(db, &mut csv)?,
                File::Sessions => sessions(db, &mut csv)?,
                File::Attendance => attendance(db, &mut csv)?,
                File::Games => games_csv(db, veil, &mut csv)?,
                File::Events => points::events(db, &mut csv)?,
                _ => match veil {
                    Some(veil) => points::told_ledger(db, veil, &mut csv)?,
                    None => points::ledger(db, &mut csv)?,
                },
            }
            csv.lines.flush().map_err(lost)
        }
    }
}

/// Writes lines of CSV.
struct Csv<'a> {
    lines: csv::Writer<&'a mut dyn Write>,
    tell: &'a mut dyn FnMut(),
}

impl Csv<'_> {
    fn headings<const N: usize>(&mut self, names: [&str; N]) -> Result<(), Error> {
        self.lines.write_record(names).map_err(lost)
    }

    fn line<const N: usize>(&mut self, fields: [&str; N]) -> Result<(), Error> {
        for field in fields {
            self.lines.write_field(&*cells::written(field)).map_err(lost)?;
        }
        self.lines.write_record(None::<&[u8]>).map_err(lost)?;
        (self.tell)();
        Ok(())
    }
}

fn utc(at: NaiveDateTime) -> String {
    at.and_utc().to_rfc3339_opts(SecondsFormat::AutoSi, true)
}

fn utc_if_any(at: Option<NaiveDateTime>) -> String {
    at.map(utc).unwrap_or_default()
}

fn yes(is: bool) -> &'static str {
    if is { "yes" } else { "no" }
}

fn members(db: &mut Db, csv: &mut Csv) -> Result<(), Error> {
    type Row = (i64, String, String, Option<(i64, NaiveDateTime, Option<NaiveDateTime>, Option<Kept>, Option<String>)>);
    csv.headings(["handle", "name", "joined_at", "removed_at", "removal_reason", "removal_act"])?;
    let mut after = 0;
    loop {
        let ids: Vec<i64> =
            people::table.filter(people::id.gt(after)).order(people::id).limit(CHUNK).select(people::id).load(db)?;
        let Some(&last) = ids.last() else { return Ok(()) };
        let rows: Vec<Row> = people::table
            .left_join(memberships::table.on(memberships::person_id.eq(people::id)))
            .filter(people::id.gt(after).and(people::id.le(last)))
            .order((people::id, memberships::joined_at, memberships::id))
            .select((
                people::id,
                people::handle,
                people::name,
                (
                    memberships::id,
                    memberships::joined_at,
                    memberships::removed_at,
                    memberships::removal_reason,
                    memberships::removal_act,
                )
                    .nullable(),
            ))
            .load(db)?;
        for (_, handle, name, membership) in rows {
            let (joined, removed, reason, act) = match membership {
                Some((_, joined, removed, reason, act)) => (utc(joined), utc_if_any(removed), reason, act),
                None => (String::new(), String::new(), None, None),
            };
            let (reason, act) =
                (reason.as_deref().map_or_else(String::new, Message::to_string), act.unwrap_or_default());
            csv.line([&handle, &name, &joined, &removed, &reason, &act])?;
        }
        after = last;
    }
}

type SessionRow = (i64, NaiveDateTime, NaiveDateTime, String, bool, Option<NaiveDateTime>, Option<Kept>);

fn session_rows(db: &mut Db) -> Result<Vec<SessionRow>, Error> {
    Ok(sessions::table
        .order((sessions::starts_at, sessions::id))
        .select((
            sessions::id,
            sessions::starts_at,
            sessions::ends_at,
            sessions::room,
            sessions::extra,
            sessions::cancelled_at,
            sessions::cancel_reason,
        ))
        .load(db)?)
}

fn sessions(db: &mut Db, csv: &mut Csv) -> Result<(), Error> {
    csv.headings(["starts_at", "ends_at", "room", "extra", "cancelled", "cancel_reason"])?;
    for (_, starts, ends, room, extra, cancelled, reason) in session_rows(db)? {
        let (cancelled, reason) =
            (yes(cancelled.is_some()), reason.map_or_else(String::new, |reason| reason.to_string()));
        csv.line([&utc(starts), &utc(ends), &room, yes(extra), cancelled, &reason])?;
    }
    Ok(())
}

fn attendance(db: &mut Db, csv: &mut Csv) -> Result<(), Error> {
    csv.headings(["session", "handle", "name", "arrived", "left"])?;
    for (id, starts, ..) in session_rows(db)? {
        let rows: Vec<(String, String, NaiveDateTime, Option<NaiveDateTime>)> = attendance::table
            .inner_join(people::table.on(people::id.eq(attendance::person_id)))
            .filter(attendance::session_id.eq(id).and(attendance::struck_at.is_null()))
            .order((attendance::arrived_at, attendance::id))
            .select((people::handle, people::name, attendance::arrived_at, attendance::left_at))
            .load(db)?;
        for (handle, name, arrived, left) in rows {
            csv.line([&utc(starts), &handle, &name, &utc(arrived), &utc_if_any(left)])?;
        }
    }
    Ok(())
}

#[derive(Queryable)]
struct GameRow {
    id: i64,
    session: Option<i64>,
    played_at: NaiveDateTime,
    white: PersonId,
    black: PersonId,
    result: Outcome,
    ending: String,
    clocked: bool,
    online: bool,
    state: String,
    moves: Option<String>,
    final_position: Option<String>,
    room: Option<String>,
    began_at: Option<NaiveDateTime>,
    /// Its place in the log of ratings, if it was rated.
    place: Option<i64>,
}

fn names(db: &mut Db) -> Result<HashMap<PersonId, (String, String)>, Error> {
    let rows: Vec<(PersonId, String, String)> =
        people::table.select((people::id, people::handle, people::name)).load(db)?;
    Ok(rows.into_iter().map(|(id, handle, name)| (id, (handle, name))).collect())
}

/// What people are called in files: by handle where an import is to find them, by name for who reads no handles.
fn calls(db: &mut Db, veil: Option<&Veil>) -> Result<impl Fn(PersonId) -> String + use<>, Error> {
    let (names, reader) = (names(db)?, veil.map(|veil| veil.reader));
    Ok(move |person: PersonId| {
        let known = names.get(&person);
        let told = known.map(|(handle, name)| match reader {
            Some(reader) if !members::store::tells_handle(reader, person) => name,
            _ => handle,
        });
        told.cloned().unwrap_or_default()
    })
}

/// The games that are there for the reader, in the order in which they were played; of the same instant, as the log
/// has them.
fn each_game(
    db: &mut Db,
    veil: Option<&Veil>,
    mut take: impl FnMut(GameRow) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut after = (NaiveDateTime::MIN, 0);
    loop {
        let mut query = games::table
            .left_join(rating_events::table.on(rating_events::game_id.eq(games::id.nullable())))
            .order((games::played_at, games::id))
            .limit(CHUNK)
            .select((
                games::id,
                games::session_id,
                games::played_at,
                games::white_id,
                games::black_id,
                games::result,
                games::ending,
                games::clocked,
                games::online,
                games::state,
                games::moves,
                games::final_position,
                games::room,
                games::began_at,
                rating_events::id.nullable(),
            ))
            .into_boxed();
        if after.1 > 0 {
            let (at, id) = after;
            query = query.filter(games::played_at.ge(at).and(games::played_at.gt(at).or(games::id.gt(id))));
        }
        let rows: Vec<GameRow> = query.load(db)?;
        let Some(last) = rows.last() else { return Ok(()) };
        after = (last.played_at, last.id);
        let is_there = |game: &GameRow| {
            let shows = |veil: &Veil| game.state.parse().is_ok_and(|state| veil.shows(state, game.white, game.black));
            veil.is_none_or(shows)
        };
        rows.into_iter().filter(is_there).try_for_each(&mut take)?;
    }
}

fn games_csv(db: &mut Db, veil: Option<&Veil>, csv: &mut Csv) -> Result<(), Error> {
    csv.headings([
        "played_at",
        "white",
        "black",
        "result",
        "ending",
        "clocked",
        "online",
        "state",
        "moves",
        "final_position",
        "room",
        "began_at",
    ])?;
    let called = calls(db, veil)?;
    each_game(db, veil, |game| {
        let result = written(game.result).to_string();
        // The moves tell the final position.
        let position = game.final_position.filter(|_| game.moves.is_none()).unwrap_or_default();
        csv.line([
            &utc(game.played_at),
            &called(game.white),
            &called(game.black),
            &result,
            &game.ending,
            yes(game.clocked),
            yes(game.online),
            &game.state,
            &game.moves.unwrap_or_default(),
            &position,
            &game.room.unwrap_or_default(),
            &utc_if_any(game.began_at),
        ])
    })
}

/// Every game, with its moves where they are known, and the tags that the club knows better than who sent it.
fn write_pgn(db: &mut Db, veil: Option<&Veil>, output: &mut dyn Write, tell: &mut dyn FnMut()) -> Result<(), Error> {
    let names = names(db)?;
    let name = |person: PersonId| names.get(&person).map_or("?", |(_, name)| name.as_str());
    let mut versions = rulebook::versions(db)?;
    versions.reverse();
    let standard = rulebook::HouseRules::default();
    let rooms: HashMap<i64, String> = session_rows(db)?.into_iter().map(|(id, _, _, room, ..)| (id, room)).collect();
    let place = club::store::place(db)?;
    each_game(db, veil, |game| {
        let moves = Moves::read(game.moves.as_deref().unwrap_or("*").as_bytes())
            .map_err(|error| Error::Internal(format!("the moves of game {}: {error}", game.id)))?;
        let house = versions.iter().find(|version| version.published_at <= game.played_at);
        let house = house.map_or(&standard, |version| &version.rules);
        let mut tags = moves.tags.clone();
        let tag_if_new = |tags: &mut pgn::Tags, tag: &str, value: &str| {
            if tags.get(tag).is_none_or(|told| told == "?") {
                tags.set(tag, value);
            }
        };
        tag_if_new(&mut tags, "Event", if game.online { "Online game" } else { "Chess club" });
        let whereabouts = pgn::Whereabouts {
            online: game.online,
            told: game.room.as_deref(),
            of_session: game.session.and_then(|session| rooms.get(&session)).map_or("", String::as_str),
            usual: &house.room,
            place: &place,
        };
        tag_if_new(&mut tags, "Site", whereabouts.site());
        if let Some(room) = &game.room {
            tags.set("RookeryRoom", room);
        }
        if let Some(began_at) = game.began_at {
            tags.set("RookeryBegan", &utc(began_at));
        }
        tags.set_played(game.played_at, house.time_zone);
        // An import has to come to the same instant.
        tags.set("UTCTime", &game.played_at.format("%H:%M:%S%.f").to_string());
        tags.set("White", name(game.white));
        tags.set("Black", name(game.black));
        tags.set("Result", &written(game.result).to_string());
        tags.set("Termination", &game.ending);
        tags.set("RookeryState", &game.state);
        if game.online {
            tags.set("RookeryOnline", "yes");
        }
        output.write_all(pgn::write(&tags, &moves, written(game.result), true).as_bytes()).map_err(lost)?;
        output.write_all(b"\n").map_err(lost)?;
        tell();
        Ok(())
    })
}

/// Writes an array, an item at a time.
/// What ends an array before another.
const AFTER: &str = "\n],\n";

struct Array<'a> {
    output: &'a mut dyn Write,
    tell: &'a mut dyn FnMut(),
    any: bool,
}

impl<'a> Array<'a> {
    fn begin(
        output: &'a mut dyn Write,
        tell: &'a mut dyn FnMut(),
        name: &str,
        before: &str,
    ) -> Result<Array<'a>, Error> {
        write!(output, "{before}\"{name}\":[").map_err(lost)?;
        Ok(Array { output, tell, any: false })
    }

    fn push(&mut self, value: &serde_json::Value) -> Result<(), Error> {
        let comma = if std::mem::replace(&mut self.any, true) { ",\n" } else { "\n" };
        write!(self.output, "{comma}{value}").map_err(lost)?;
        (self.tell)();
        Ok(())
    }
}

/// What the whole club may see: who it is, members and scores, the calendar, the games.
fn write_json(db: &mut Db, veil: Option<&Veil>, output: &mut dyn Write, tell: &mut dyn FnMut()) -> Result<(), Error> {
    let club = club::store::club(db)?;
    let accent = club.accent.map(|accent| accent.to_string());
    let club = json!({ "name": club.name, "place": club.place, "accent": accent });
    writeln!(output, "{{\"club\":{club},").map_err(lost)?;
    let mut array = Array::begin(output, tell, "members", "")?;
    type Member = (i64, String, i64, i64, i64, i64);
    let members: Vec<Member> = standings::table
        .inner_join(people::table.on(people::id.eq(standings::person_id)))
        .filter(standings::score.is_not_null())
        .order((standings::score.desc(), people::id))
        .select((
            people::id,
            people::name,
            standings::score.assume_not_null(),
            standings::wins,
            standings::draws,
            standings::losses,
        ))
        .load(db)?;
    for (id, name, score, wins, draws, losses) in members {
        array
            .push(&json!({ "id": id, "name": name, "score": score, "wins": wins, "draws": draws, "losses": losses }))?;
    }
    let mut array = Array::begin(output, tell, "sessions", AFTER)?;
    for (id, starts, ends, room, extra, cancelled, reason) in session_rows(db)? {
        array.push(&json!({
            "id": id, "starts_at": utc(starts), "ends_at": utc(ends), "room": room, "extra": extra,
            "cancelled": cancelled.is_some(), "cancel_reason": reason,
        }))?;
    }
    let mut array = Array::begin(output, tell, "games", AFTER)?;
    each_game(db, veil, |game| {
        array.push(&json!({
            "id": game.id, "played_at": utc(game.played_at), "white": game.white, "black": game.black,
            "result": game.result, "ending": game.ending, "clocked": game.clocked, "online": game.online,
            "state": game.state, "rated": game.place.is_some(), "moves": game.moves, "final_position": game.final_position,
            "room": game.room, "began_at": game.began_at.map(utc),
        }))
    })?;
    output.write_all(b"\n]}\n").map_err(lost)
}
