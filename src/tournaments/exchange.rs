//! Tournaments as files: reports (TRF26, TRF16) written and read, their games (PGN), their table (CSV), and their rounds
//! as a calendar to subscribe to (iCalendar).
//!
//! - `report`: facts as a report, pure; `reading`: a report as what is to be entered, pure.
//! - `teams`: both where teams play teams.
//! - `entering`: a report entered; `files`: PGN, CSV and the calendar.

pub mod api;
mod entering;
mod files;
mod reading;
mod report;
mod teams;

use serde::{Deserialize, Serialize};

pub use entering::ReadReport;
pub use report::{Listed, report};

/// The text of a report file, and how its bytes were written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportText {
    text: String,
    /// It was no UTF-8: a letter a byte, as ISO 8859-1 has it.
    latin: bool,
}

impl ReportText {
    pub fn of(bytes: &[u8]) -> ReportText {
        match std::str::from_utf8(bytes) {
            Ok(text) => ReportText { text: text.to_owned(), latin: false },
            Err(_) => ReportText { text: bytes.iter().copied().map(char::from).collect(), latin: true },
        }
    }

    /// What the file says, without the mark that some programs put before it.
    pub fn text(&self) -> &str {
        self.text.strip_prefix(MARK).unwrap_or(&self.text)
    }

    /// A text that was written in place of this one, in the same way; letters that it cannot have are `?`.
    pub fn bytes(&self, text: &str) -> Vec<u8> {
        let mark = if self.text.starts_with(MARK) { MARK.to_string() } else { String::new() };
        match self.latin {
            true => text.chars().map(|letter| u8::try_from(letter).unwrap_or(b'?')).collect(),
            false => (mark + text).into_bytes(),
        }
    }
}

/// Says that a text is UTF-8.
const MARK: char = '\u{feff}';
