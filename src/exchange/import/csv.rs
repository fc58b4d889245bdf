//! Reading CSV: the header says what a file is and where its columns stand; the order of columns
//! does not matter, their contents do.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, SubsecRound, Utc};
use chrono_tz::Tz;
use csv::{ByteRecord, ReaderBuilder};
use sha2::{Digest, Sha256};

use super::lines::{EventLine, File, GameLine, Line, MemberLine, Moment, SessionLine, StayLine, When};
use super::rules::places::instant;
use super::{Season, pgn, unreadable};
use crate::error::{Act, Error};
use crate::games::State;
use crate::ratings::{EventKind, Outcome};

/// Lines after which progress is told.
const STEP: u64 = 1_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Table {
    Members,
    Sessions,
    Attendance,
    Results,
    Events,
}

/// Each kind of file: the columns it is known by, and all that it may have.
const TABLES: [(Table, &str, &[&str], &[&str]); 5] = [
    (
        Table::Results,
        "results",
        &["white", "black", "result"],
        &[
            "white",
            "black",
            "result",
            "played_at",
            "date",
            "time",
            "session",
            "round",
            "ending",
            "clocked",
            "online",
            "state",
            "moves",
            "final_position",
        ],
    ),
    (Table::Events, "events", &["kind", "points"], &["at", "kind", "person", "points", "session", "cause", "acts"]),
    (
        Table::Attendance,
        "attendance",
        &["arrived"],
        &["session", "date", "person", "handle", "name", "arrived", "left"],
    ),
    (
        Table::Sessions,
        "sessions",
        &["starts_at"],
        &["starts_at", "ends_at", "room", "extra", "cancelled", "cancel_reason"],
    ),
    (
        Table::Members,
        "members",
        &["handle", "name"],
        &["handle", "name", "joined_at", "removed_at", "removal_reason", "removal_act"],
    ),
];

/// Each kind of file, and the headings that it may have.
pub fn headings() -> impl Iterator<Item = (&'static str, String)> {
    TABLES.into_iter().map(|(_, kind, _, columns)| (kind, columns.join(", ")))
}

/// Other words for columns.
const ALIASES: [(&str, &str); 9] = [
    ("starts", "starts_at"),
    ("start", "starts_at"),
    ("ends", "ends_at"),
    ("end", "ends_at"),
    ("arrived_at", "arrived"),
    ("left_at", "left"),
    ("joined", "joined_at"),
    ("removed", "removed_at"),
    ("termination", "ending"),
];

/// What is wrong with a line.
type Fault = (String, &'static str);

fn fault<T>(detail: impl Into<String>, act: &'static str) -> Result<T, Fault> {
    Err((detail.into(), act))
}

/// Counts lines as an editor does. The parser takes blank lines, and half of an end of two characters, for
/// the beginning of the record after them.
struct Counted<'a> {
    bytes: &'a [u8],
    /// Up to here lines were counted.
    start: usize,
    line: u64,
}

impl Counted<'_> {
    /// The line on which a record begins.
    fn line_of(&mut self, record: &ByteRecord) -> u64 {
        let from = record.position().and_then(|position| usize::try_from(position.byte()).ok()).unwrap_or(self.start);
        let ends = self.bytes.iter().skip(from).take_while(|byte| matches!(byte, b'\r' | b'\n'));
        let start = from + ends.count();
        let passed = self.bytes.get(self.start..start).unwrap_or_default();
        self.line += memchr::memchr_iter(b'\n', passed).count() as u64;
        self.start = start;
        self.line
    }
}

/// Reads one file into the season; what cannot be read is refused with its line.
pub fn read(
    file: &File,
    bytes: &[u8],
    zone: Tz,
    season: &mut Season,
    progress: &mut dyn FnMut(u64),
) -> Result<(), Error> {
    season.lines.files.resize(season.lines.files.len().max(file.number + 1), String::new());
    season.lines.files[file.number].clone_from(&file.name);
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let first = &bytes[..memchr::memchr(b'\n', bytes).unwrap_or(bytes.len())];
    let count = |byte: u8| first.iter().filter(|&&other| other == byte).count();
    let delimiter = if count(b';') > count(b',') { b';' } else { b',' };
    let mut reader = ReaderBuilder::new().has_headers(false).delimiter(delimiter).flexible(true).from_reader(bytes);
    let mut record = ByteRecord::new();
    let mut counted = Counted { bytes, start: 0, line: 1 };
    let header = match reader.read_byte_record(&mut record) {
        Ok(true) => Header::read(&record),
        Ok(false) => Err("The file is empty.".into()),
        Err(error) => Err(error.to_string()),
    };
    let header = match header {
        Ok(header) => header,
        Err(detail) => {
            season.refused.push(unreadable(file, counted.line_of(&record), detail));
            return Ok(());
        }
    };
    let mut occurrences: HashMap<u128, u32> = HashMap::new();
    loop {
        match reader.read_byte_record(&mut record) {
            Ok(true) => {}
            Ok(false) => return Ok(()),
            Err(error) => {
                let line = error.position().map_or(0, csv::Position::line);
                season.refused.push(unreadable(file, line, error));
                return Ok(());
            }
        }
        let line = counted.line_of(&record);
        if record.iter().all(|field| field.trim_ascii().is_empty()) {
            continue;
        }
        season.read += 1;
        if season.read.is_multiple_of(STEP) {
            progress(season.read);
        }
        let row = Row { header: &header, record: &record, zone };
        if let Err((detail, act)) = row.take(file.number, line, season, &mut occurrences) {
            let mut refused = unreadable(file, line, detail);
            if !act.is_empty() {
                refused.acts.push(Act::new(act));
            }
            season.refused.push(refused);
        }
    }
}

struct Header {
    table: Table,
    /// Where each column stands.
    columns: HashMap<&'static str, usize>,
    width: usize,
}

impl Header {
    fn read(record: &ByteRecord) -> Result<Header, String> {
        let mut names = Vec::new();
        for field in record {
            let name = String::from_utf8_lossy(field).trim().to_lowercase().replace([' ', '-'], "_");
            let alias = ALIASES.iter().find(|(alias, _)| *alias == name).map(|(_, name)| (*name).to_owned());
            names.push(alias.unwrap_or(name));
        }
        let has = |column: &&str| names.iter().any(|name| name == column);
        let Some((table, kind, _, known)) = TABLES.iter().find(|(_, _, marks, _)| marks.iter().all(has)) else {
            let kinds: Vec<String> =
                TABLES.iter().map(|(_, kind, _, known)| format!("{kind} ({})", known.join(", "))).collect();
            return Err(format!("The first line is no header of a file that can be imported: {}.", kinds.join("; ")));
        };
        let mut columns = HashMap::new();
        for (index, name) in names.iter().enumerate() {
            let Some(column) = known.iter().find(|column| *column == name) else {
                return Err(format!("A file of {kind} has no column {name:?}; it may have {}.", known.join(", ")));
            };
            if columns.insert(*column, index).is_some() {
                return Err(format!("The column {name} stands twice in the header."));
            }
        }
        Ok(Header { table: *table, columns, width: names.len() })
    }
}

struct Row<'a> {
    header: &'a Header,
    record: &'a ByteRecord,
    zone: Tz,
}

impl Row<'_> {
    fn take(
        &self,
        file: usize,
        line: u64,
        season: &mut Season,
        occurrences: &mut HashMap<u128, u32>,
    ) -> Result<(), Fault> {
        if self.record.len() != self.header.width {
            return fault(format!("The line has {} fields, the header {}.", self.record.len(), self.header.width), "");
        }
        let lines = &mut season.lines;
        match self.header.table {
            Table::Members => lines.members.push(Line { file, line, value: self.member()? }),
            Table::Sessions => lines.sessions.push(Line { file, line, value: self.session()? }),
            Table::Attendance => lines.stays.push(Line { file, line, value: self.stay()? }),
            Table::Results => {
                let mut value = self.game()?;
                // Equal lines are so many games; the same file again has the same lines.
                let count = occurrences.entry(value.key).or_default();
                value.key = value.key.wrapping_add(u128::from(*count));
                *count += 1;
                lines.games.push(Line { file, line, value });
            }
            Table::Events => lines.events.push(Line { file, line, value: self.event()? }),
        }
        Ok(())
    }

    /// A field's text; nothing where it is empty or has no column.
    fn text(&self, column: &str) -> Result<Option<&str>, Fault> {
        let Some(field) = self.header.columns.get(column).and_then(|&index| self.record.get(index)) else {
            return Ok(None);
        };
        match std::str::from_utf8(field).map(str::trim) {
            Ok("") => Ok(None),
            Ok(text) if text.contains('\0') => fault(format!("{column} has a NUL in it."), ""),
            Ok(text) => Ok(Some(text)),
            Err(_) => fault(format!("{column} is not UTF-8; save the file as UTF-8."), ""),
        }
    }

    fn required(&self, column: &str, act: &'static str) -> Result<&str, Fault> {
        match self.text(column)? {
            Some(text) => Ok(text),
            None => fault(format!("{column} is missing."), act),
        }
    }

    fn owned(&self, column: &str) -> Result<Option<String>, Fault> {
        Ok(self.text(column)?.map(str::to_owned))
    }

    fn yes(&self, column: &str) -> Result<bool, Fault> {
        match self.text(column)?.map(str::to_lowercase).as_deref() {
            None | Some("no" | "false" | "0" | "n") => Ok(false),
            Some("yes" | "true" | "1" | "y" | "x") => Ok(true),
            Some(other) => fault(format!("{column} is {other:?}; write yes or no."), ""),
        }
    }

    /// A day, or a time: with an offset as it is, without one as the club's wall clock has it.
    fn when(&self, column: &str, text: &str) -> Result<When, Fault> {
        if let Ok(at) = DateTime::parse_from_rfc3339(text) {
            return Ok(When::At(at.with_timezone(&Utc).naive_utc().trunc_subsecs(6)));
        }
        for format in ["%Y-%m-%d", "%Y.%m.%d", "%d/%m/%Y"] {
            if let Ok(date) = NaiveDate::parse_from_str(text, format) {
                return in_range(date)
                    .map(When::On)
                    .ok_or_else(|| (format!("{column}: no club met in that year."), "0.5"));
            }
        }
        for format in ["%Y-%m-%d %H:%M:%S%.f", "%Y-%m-%dT%H:%M:%S%.f", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M"] {
            if let Ok(local) = NaiveDateTime::parse_from_str(text, format) {
                let at = in_range(local.date()).and_then(|_| instant(local, self.zone));
                return match at {
                    Some(at) => Ok(When::At(at.trunc_subsecs(6))),
                    None => fault(format!("{column}: {text} did not exist in {}.", self.zone), "0.5"),
                };
            }
        }
        fault(format!("{column} is {text:?}; write 2026-11-06, 2026-11-06 12:30 or 2026-11-06T12:30:00Z."), "0.5")
    }

    fn at(&self, column: &str) -> Result<Option<NaiveDateTime>, Fault> {
        match self.text(column)?.map(|text| self.when(column, text)).transpose()? {
            None => Ok(None),
            Some(When::At(at)) => Ok(Some(at)),
            Some(When::On(_)) => fault(format!("{column} needs a time, not only a day."), "0.5"),
        }
    }

    fn member(&self) -> Result<MemberLine, Fault> {
        let handle = self.required("handle", "II.1")?;
        let readable = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_');
        if handle.len() > 40 || !handle.chars().all(readable) {
            return fault(format!("handle {handle:?} is not up to 40 letters, digits, dots and dashes."), "");
        }
        let (joined_at, removed_at) = (self.at("joined_at")?, self.at("removed_at")?);
        if joined_at.is_none() && removed_at.is_some() {
            return fault("removed_at without joined_at.", "II.7");
        }
        Ok(MemberLine {
            handle: handle.to_owned(),
            name: self.required("name", "II.1")?.to_owned(),
            joined_at,
            removed_at,
            removal_reason: self.owned("removal_reason")?,
            removal_act: self.owned("removal_act")?,
        })
    }

    fn session(&self) -> Result<SessionLine, Fault> {
        let missing = |column: &str| (format!("{column} is missing."), "0.5");
        Ok(SessionLine {
            starts_at: self.at("starts_at")?.ok_or_else(|| missing("starts_at"))?,
            ends_at: self.at("ends_at")?.ok_or_else(|| missing("ends_at"))?,
            room: self.owned("room")?,
            extra: self.yes("extra")?,
            cancelled: self.yes("cancelled")?,
            cancel_reason: self.owned("cancel_reason")?,
        })
    }

    fn moment(&self, column: &str) -> Result<Option<Moment>, Fault> {
        let Some(text) = self.text(column)? else { return Ok(None) };
        for format in ["%H:%M:%S", "%H:%M"] {
            if let Ok(time) = NaiveTime::parse_from_str(text, format) {
                return Ok(Some(Moment::Clock(time)));
            }
        }
        match self.when(column, text)? {
            When::At(at) => Ok(Some(Moment::At(at))),
            When::On(_) => fault(format!("{column} is {text:?}; write a time, as in 12:31."), "0.9"),
        }
    }

    fn stay(&self) -> Result<StayLine, Fault> {
        let session = match self.text("session")? {
            Some(text) => self.when("session", text)?,
            None => self.when("date", self.required("date", "0.5")?)?,
        };
        let person = match (self.text("handle")?, self.text("person")?) {
            (Some(person), _) | (None, Some(person)) => person,
            (None, None) => self.required("name", "0.9")?,
        };
        Ok(StayLine {
            session,
            person: person.to_owned(),
            arrived: self.moment("arrived")?,
            left: self.moment("left")?,
        })
    }

    fn game(&self) -> Result<GameLine, Fault> {
        let when = match (self.text("played_at")?, self.text("date")?, self.text("time")?) {
            (Some(played_at), _, _) => self.when("played_at", played_at)?,
            (None, Some(date), Some(time)) => self.when("date", &format!("{date} {time}"))?,
            (None, Some(date), None) => self.when("date", date)?,
            (None, None, _) => self.when("session", self.required("session", "0.5")?)?,
        };
        let result = self.required("result", "II.3")?;
        let Some(result) = outcome(result) else {
            return fault(format!("result is {result:?}; write 1-0, 0-1 or 1/2-1/2."), "II.3");
        };
        let (moves, final_position) = (self.owned("moves")?, self.owned("final_position")?);
        let checked = pgn::check(moves.as_deref(), final_position.as_deref(), result, self.text("ending")?)?;
        let state = match self.text("state")? {
            None => State::Rated,
            Some(text) => match text.parse::<State>() {
                Ok(state) => state,
                Err(error) => return fault(format!("state: {error}"), "II.4"),
            },
        };
        let (white, black) = (self.required("white", "I.1")?.to_owned(), self.required("black", "I.1")?.to_owned());
        let mut hash = Sha256::new();
        for field in self.record {
            hash.update((field.len() as u64).to_be_bytes());
            hash.update(field);
        }
        Ok(GameLine {
            white,
            black,
            when,
            result,
            ending: checked.ending,
            clocked: self.yes("clocked")?,
            online: self.yes("online")?,
            state,
            moves,
            final_position: checked.final_position,
            key: key(hash),
        })
    }

    fn event(&self) -> Result<EventLine, Fault> {
        let kind = self.required("kind", "II.3")?;
        let kind = match kind.parse::<EventKind>() {
            Ok(EventKind::Join | EventKind::Rejoin | EventKind::Removal | EventKind::Game) => {
                return fault(format!("{kind} comes with members and results, not as an event."), "II.3");
            }
            Ok(kind) => kind,
            Err(error) => return fault(format!("kind: {error}"), "II.3"),
        };
        let points = self.text("points")?.unwrap_or("0");
        let Some(points) = points.parse().ok().filter(|points: &i64| points.abs() <= 1_000_000) else {
            return fault(format!("points is {points:?}; write a whole number."), "II.3");
        };
        let acts = self.text("acts")?.unwrap_or("II.3").split_whitespace();
        Ok(EventLine {
            at: self.at("at")?.ok_or(("at is missing.".to_owned(), "II.3"))?,
            kind,
            person: self.required("person", "II.3")?.to_owned(),
            points,
            session: self.text("session")?.map(|text| self.when("session", text)).transpose()?,
            cause: self.owned("cause")?.unwrap_or_else(|| format!("Imported {kind}")),
            acts: acts.map(|act| Act(act.to_owned().into())).collect(),
        })
    }
}

/// A day of the years that a club can have met in.
pub(super) fn in_range(date: NaiveDate) -> Option<NaiveDate> {
    (1900..=9999).contains(&chrono::Datelike::year(&date)).then_some(date)
}

pub(super) fn key(hash: Sha256) -> u128 {
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash.finalize()[..16]);
    u128::from_be_bytes(bytes)
}

/// A result as any of the ways in which it is written.
fn outcome(text: &str) -> Option<Outcome> {
    match text.to_lowercase().replace(' ', "").as_str() {
        "1-0" | "1–0" | "white" => Some(Outcome::White),
        "0-1" | "0–1" | "black" => Some(Outcome::Black),
        "1/2-1/2" | "1/2" | "½-½" | "½–½" | "=" | "draw" | "0.5-0.5" => Some(Outcome::Draw),
        _ => None,
    }
}
