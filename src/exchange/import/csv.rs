//! Reading CSV: the header says what kind of file it is and which column is which, so the order of
//! columns does not matter.

mod row;

use std::cell::RefCell;
use std::collections::HashMap;

use chrono::NaiveDate;
use chrono_tz::Tz;
use csv::{ByteRecord, ReaderBuilder};
use rookery_messages::{Join, Message, Value, say};
use sha2::{Digest, Sha256};

use row::Row;

use super::lines::File;
use super::{Season, Unknown, text, unreadable};
use crate::error::{Error, quoted};
use crate::members::lists;

/// Days that could be others, of which a report tells.
const MOST_DAYS: usize = 3;
/// Progress is reported after so many lines.
const STEP: u64 = 1_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Table {
    Members,
    Sessions,
    Attendance,
    Results,
    Events,
}

impl Table {
    fn no_column(self, names: &[String], known: &[&str]) -> Message {
        let column = Value::list(Join::Or, names.iter().map(|name| quoted(name)));
        let known = Value::list(Join::Commas, known);
        match self {
            Table::Members => say!("A file of members has no column {column}; it may have {known}.", column, known),
            Table::Sessions => say!("A file of sessions has no column {column}; it may have {known}.", column, known),
            Table::Attendance => {
                say!("A file of attendance has no column {column}; it may have {known}.", column, known)
            }
            Table::Results => say!("A file of results has no column {column}; it may have {known}.", column, known),
            Table::Events => say!("A file of events has no column {column}; it may have {known}.", column, known),
        }
    }
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
            "room",
            "began_at",
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
        &["name"],
        &["handle", "name", "joined_at", "removed_at", "removal_reason", "removal_act"],
    ),
];

/// Each kind of file, and the headings that it may have.
pub fn headings() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    TABLES.into_iter().map(|(_, kind, _, columns)| (kind, columns))
}

/// A column as messages call it; programs read its heading.
pub(super) fn called(column: &str) -> Value {
    Value::word("column", column)
}

/// Other words for columns.
const ALIASES: [(&str, &str); 23] = [
    ("weiß", "white"),
    ("weiss", "white"),
    ("schwarz", "black"),
    ("ergebnis", "result"),
    ("datum", "date"),
    ("uhrzeit", "time"),
    ("starts", "starts_at"),
    ("start", "starts_at"),
    ("ends", "ends_at"),
    ("end", "ends_at"),
    ("arrived_at", "arrived"),
    ("left_at", "left"),
    ("joined", "joined_at"),
    ("removed", "removed_at"),
    ("termination", "ending"),
    ("names", "name"),
    ("members", "name"),
    ("players", "name"),
    ("pupils", "name"),
    ("namen", "name"),
    ("mitglieder", "name"),
    ("spieler", "name"),
    ("schüler", "name"),
];

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
    (zone, month_first): (Tz, bool),
    season: &mut Season,
    progress: &mut dyn FnMut(u64),
) -> Result<(), Error> {
    let (has_months_first, has_days_first) = first_in_days(bytes);
    let month_first = month_first || (has_months_first && !has_days_first);
    // Beside 18/09/2026 nobody has to be asked what 04/09/2026 is.
    let are_settled = !month_first && has_days_first && !has_months_first;
    season.month_first |= month_first;
    season.lines.files.resize(season.lines.files.len().max(file.number + 1), String::new());
    season.lines.files[file.number].clone_from(&file.name);
    if text::is_workbook(bytes) {
        let detail = say!("This is a workbook of a spreadsheet. Save it there as CSV, and choose that file.");
        season.refused.push(unreadable(file, 1, &detail));
        return Ok(());
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let first = &bytes[..memchr::memchr(b'\n', bytes).unwrap_or(bytes.len())];
    let delimiter = delimiter_of(first);
    // A class list with headings of its own is a list of names; its lines keep their numbers.
    let headings: ByteRecord = first.split(|byte| *byte == delimiter).collect();
    let listed = match Header::read(&headings) {
        Ok(header) if header.unknown.is_empty() => None,
        _ => std::str::from_utf8(bytes).ok().and_then(lists::table),
    };
    // Beside a column that an import knows, one that it does not know is a slip.
    let listed = listed.filter(|table| !table.ignored.iter().any(|heading| is_column(&column_name(heading))));
    let listed = listed.map(|table| table.names.join("\n"));
    let bytes = listed.as_deref().map_or(bytes, str::as_bytes);
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .delimiter(delimiter)
        .flexible(true)
        .from_reader(std::io::Cursor::new(bytes));
    let mut record = ByteRecord::new();
    let mut counted = Counted { bytes, start: 0, line: 1 };
    let header = match reader.read_byte_record(&mut record) {
        Ok(true) if listed.is_some() || is_name(&record) => {
            // A list of names alone has no header: its first line is read again, as a name.
            reader.seek(csv::Position::new()).map_err(Error::internal)?;
            Ok(Header::of_names())
        }
        Ok(true) => Header::read(&record),
        Ok(false) => Err(say!("The file is empty.")),
        Err(error) => Err(Message::verbatim(error.to_string())),
    };
    let header = match header {
        Ok(header) => header,
        Err(detail) => {
            season.refused.push(unreadable(file, counted.line_of(&record), &detail));
            return Ok(());
        }
    };
    if !header.unknown.is_empty() {
        let detail = header.table.no_column(&header.unknown, header.known);
        let refused = unreadable(file, counted.line_of(&record), &detail);
        season.unknown.push(Unknown { columns: header.unknown.clone(), refused });
    }
    let mut occurrences: HashMap<u128, u32> = HashMap::new();
    loop {
        match reader.read_byte_record(&mut record) {
            Ok(true) => {}
            Ok(false) => return Ok(()),
            Err(error) => {
                let line = error.position().map_or(0, csv::Position::line);
                season.refused.push(unreadable(file, line, &Message::verbatim(error.to_string())));
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
        let row = Row { header: &header, record: &record, zone, month_first, days: RefCell::default() };
        if let Err(faults) = row.take(file.number, line, season, &mut occurrences) {
            season.refused.push(faults.refused(file, line));
        }
        for day in row.days.into_inner().into_iter().filter(|_| !are_settled) {
            if season.days.len() < MOST_DAYS && !season.days.contains(&day) {
                season.days.push(day);
            }
        }
    }
}

/// What stands between the fields of a line: what is in it most often, and a comma where nothing is.
pub(super) fn delimiter_of(first: &[u8]) -> u8 {
    let count = |byte: u8| first.iter().filter(|&&other| other == byte).count();
    [b'\t', b';', b','].into_iter().max_by_key(|byte| count(*byte)).unwrap_or(b',')
}

/// Whether some of the days with slashes can only have the month first, as 04/13/2026, and some only the day, as 13/04/2026.
fn first_in_days(bytes: &[u8]) -> (bool, bool) {
    let words = bytes.split(|byte| matches!(byte, b'\r' | b'\n' | b';' | b',' | b'\t' | b'"' | b' '));
    let days = words.filter(|word| word.contains(&b'/')).filter_map(first_two_of_a_day);
    let (mut months_first, mut days_first) = (false, false);
    for (first, second) in days {
        months_first |= second > 12;
        days_first |= first > 12;
    }
    (months_first, days_first)
}

/// The first two numbers of a day with slashes.
fn first_two_of_a_day(word: &[u8]) -> Option<(u32, u32)> {
    let numbers: Result<Vec<u32>, _> = std::str::from_utf8(word).ok()?.split('/').map(str::parse).collect();
    match numbers.ok()?[..] {
        [first, second, _] => Some((first, second)),
        _ => None,
    }
}

/// Whether a first line is somebody's name, and no header: one field of letters that names no column.
fn is_name(first: &ByteRecord) -> bool {
    let [Some(name), None] = [first.get(0), first.get(1)] else { return false };
    let Some(name) = std::str::from_utf8(name).ok().and_then(|line| lists::name_in(line).ok()) else { return false };
    let is_written = |letter: char| letter.is_alphabetic() || letter.is_whitespace() || "'’.-".contains(letter);
    name.contains(char::is_alphabetic) && name.chars().all(is_written) && !is_column(&name.to_lowercase())
}

/// A heading as columns are called.
fn column_name(heading: &str) -> String {
    heading.trim().to_lowercase().replace([' ', '-'], "_")
}

fn is_column(told: &str) -> bool {
    TABLES.iter().any(|(_, _, _, columns)| columns.contains(&told)) || ALIASES.iter().any(|(alias, _)| *alias == told)
}

struct Header {
    table: Table,
    /// Where each column stands.
    columns: HashMap<&'static str, usize>,
    width: usize,
    /// All columns that such a file may have, and those of the file that are none of them.
    known: &'static [&'static str],
    unknown: Vec<String>,
}

impl Header {
    fn of_names() -> Header {
        let columns = HashMap::from([("name", 0)]);
        Header { table: Table::Members, columns, width: 1, known: &[], unknown: Vec::new() }
    }

    fn read(record: &ByteRecord) -> Result<Header, Message> {
        let mut names = Vec::new();
        for field in record {
            let name = column_name(&String::from_utf8_lossy(field));
            let alias = ALIASES.iter().find(|(alias, _)| *alias == name).map(|(_, name)| (*name).to_owned());
            names.push(alias.unwrap_or(name));
        }
        let has = |column: &&str| names.iter().any(|name| name == column);
        let Some(&(table, _, _, known)) = TABLES.iter().find(|(_, _, marks, _)| marks.iter().all(has)) else {
            let kinds = TABLES.iter().map(|(_, kind, marks, _)| {
                say!("{kind} ({headings})", kind = Value::word("import-file", kind), headings = marks.join(", "))
            });
            let kinds = Value::list(Join::Commas, kinds);
            return Err(say!(
                "The first line names no columns of a file that can be imported, such as: {kinds}. A list of names needs no such line.",
                kinds
            ));
        };
        let (mut columns, mut unknown) = (HashMap::new(), Vec::new());
        for (index, name) in names.iter().enumerate() {
            let Some(column) = known.iter().find(|column| *column == name) else {
                unknown.push(name.clone());
                continue;
            };
            if columns.insert(*column, index).is_some() {
                return Err(say!("The column {name} stands twice in the header.", name = called(name)));
            }
        }
        Ok(Header { table, columns, width: names.len(), known, unknown })
    }
}

/// A day of the years that a club can have met in.
pub(super) fn in_range(date: NaiveDate) -> Option<NaiveDate> {
    (1900..=9999).contains(&chrono::Datelike::year(&date)).then_some(date)
}

/// How many days the month of a written day has, where the day is beyond them: 30 for 31/09/2026.
pub(super) fn days_of_its_month(written: &str, month_first: bool) -> Option<u32> {
    if !written.chars().all(|sign| sign.is_ascii_digit() || "/.-:+TZ ".contains(sign)) {
        return None;
    }
    let numbers = written.split(|sign: char| !sign.is_ascii_digit()).filter(|number| !number.is_empty());
    let mut numbers = numbers.map(|number| number.parse::<u32>().ok());
    let (first, second, third) = (numbers.next()??, numbers.next()??, numbers.next()??);
    let (year, month, day) = match month_first && written.contains('/') {
        _ if first > 31 => (first, second, third),
        true => (third, first, second),
        false => (third, second, first),
    };
    let year = i32::try_from(year).ok().map(|year| if year < 100 { year + 2_000 } else { year })?;
    let last = (28..=31).rev().find(|last| NaiveDate::from_ymd_opt(year, month, *last).is_some())?;
    (last < day && day <= 31).then_some(last)
}

/// A day without its year, as it would be with one: 04/09/2026 for 04/09.
pub(super) fn with_a_year(written: &str) -> Option<String> {
    let day = match written.rsplit_once(' ') {
        Some((day, time)) if time.contains(':') => day,
        _ => written,
    };
    let day = day.trim().trim_end_matches(['.', '/']);
    let between = day.find(['.', '/'])?;
    let (first, second) = (&day[..between], day[between + 1..].trim());
    let is_number = |part: &str| (1..=2).contains(&part.len()) && part.bytes().all(|sign| sign.is_ascii_digit());
    (is_number(first) && is_number(second)).then(|| format!("{day}{}2026", &day[between..=between]))
}

pub(super) fn key(hash: Sha256) -> u128 {
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash.finalize()[..16]);
    u128::from_be_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::{days_of_its_month, first_in_days, with_a_year};

    #[test]
    fn a_day_without_a_year_is_known() {
        for (written, whole) in [
            ("04/09", Some("04/09/2026")),
            ("4.9.", Some("4.9.2026")),
            ("18. 9. 12:30", Some("18. 9.2026")),
            ("04/09/2026", None),
            ("4.", None),
            ("12:30", None),
            ("yesterday", None),
            ("", None),
        ] {
            assert_eq!(with_a_year(written).as_deref(), whole, "{written}");
        }
    }

    #[test]
    fn what_stands_first_in_days_is_settled_by_those_that_can_be_read_in_one_way() {
        for (text, found) in [
            ("04/09/2026,1-0\n18/09/2026,0-1", (false, true)),
            ("04/09/2026\r\n04/13/2026 12:30", (true, false)),
            ("18/09/2026;04/13/2026", (true, true)),
            ("04/09/2026 18/09 1/2-1/2", (false, false)),
        ] {
            assert_eq!(first_in_days(text.as_bytes()), found, "{text}");
        }
    }

    #[test]
    fn a_day_beyond_its_month_is_known() {
        for (written, month_first, days) in [
            ("31/09/2026", false, Some(30)),
            ("09/31/2026", true, Some(30)),
            ("31.9.26", false, Some(30)),
            ("31. 9. 2026 12:40", true, Some(30)),
            ("2026-09-31T12:40:00Z", false, Some(30)),
            ("2026.02.30", false, Some(28)),
            ("29.2.2026", false, Some(28)),
            ("30.2.2028", false, Some(29)),
            ("30/09/2026", false, None),
            ("31.13.2026", false, None),
            ("32.1.2026", false, None),
            ("2026.??.??", false, None),
            ("31 September 2026", false, None),
            ("99999999999.9.31", false, None),
            ("31.9", false, None),
            ("", false, None),
        ] {
            assert_eq!(days_of_its_month(written, month_first), days, "{written}");
        }
    }
}
