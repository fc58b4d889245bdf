//! Tournament report files of FIDE: TRF26, TRF16 and the additions of pairing engines. Unchanged lines are written
//! exactly as they were read.
//!
//! ```
//! use rookery_pairings::trf::Report;
//!
//! let text = "012 Club evening\nXXR 3\n\
//!     001    1      Ada                               1800                             1.0    1     2 w 1\n\
//!     001    2      Ben                               1700                             0.0    2     1 b 0\n";
//! let report = Report::read(text).unwrap();
//! assert_eq!(report.tournament.played(), 1);
//! assert_eq!(report.people[&1].name(), "Ada");
//! assert_eq!(report.write(), text);
//! ```

mod cells;
mod edit;
mod headers;
mod read;
mod teams;
mod write;

use std::collections::BTreeMap;

use crate::tie_breaks::{TeamTieBreak, TieBreak, UnknownTieBreak};
use crate::tournament::{Bye, Entry, Number, Points, Tournament};

pub use edit::National;
pub use teams::{TeamEvent, TeamRecord};
pub use write::{Edition, Unwritable};

/// A report: what pairings depend on, and all else that the file says, as it says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The tournament. Rounds entered here are written, and byes asked for.
    pub tournament: Tournament,
    /// What the file says of each player.
    pub people: BTreeMap<Number, Person>,
    /// The teams, if it is a tournament of teams (310).
    pub teams: Option<TeamEvent>,
    lines: Vec<Line>,
    ending: String,
    closed: bool,
    edition: Edition,
    /// The rounds that were paired when the file was read.
    played: usize,
    /// The byes that its lines ask for.
    asked: BTreeMap<(usize, Number), Bye>,
}

impl Report {
    /// Whether a line says how many rounds there will be.
    pub fn says_rounds(&self) -> bool {
        self.lines
            .iter()
            .any(|line| matches!(line, Line::Other(text) if text.starts_with("142") || text.starts_with("XXR")))
    }
}

/// The codes of tie-breaks stand in these: those after the points; those with the points among them.
const AFTER_POINTS: &str = "202";
const WITH_POINTS: &str = "212";

impl Report {
    /// The tie-breaks that the file lists, in their order; none if it has no such line.
    ///
    /// # Errors
    /// The first that is unknown; points that do not come first are one.
    pub fn tie_breaks(&self) -> Result<Vec<TieBreak>, UnknownTieBreak> {
        self.listed_tie_breaks()
    }

    /// The tie-breaks of teams that the file lists.
    ///
    /// # Errors
    /// As [`Report::tie_breaks`].
    pub fn team_tie_breaks(&self) -> Result<Vec<TeamTieBreak>, UnknownTieBreak> {
        self.listed_tie_breaks()
    }

    fn listed_tie_breaks<T: std::str::FromStr<Err = UnknownTieBreak>>(&self) -> Result<Vec<T>, UnknownTieBreak> {
        let list = |code: &str| {
            self.lines.iter().find_map(|line| match line {
                Line::Other(text) => text.strip_prefix(code),
                _ => None,
            })
        };
        let codes = match (list(AFTER_POINTS), list(WITH_POINTS)) {
            (Some(codes), _) => codes,
            (None, Some(codes)) => {
                let codes = codes.trim();
                codes.strip_prefix("PTS").ok_or_else(|| UnknownTieBreak(codes.to_owned()))?.trim_start_matches(',')
            }
            (None, None) => "",
        };
        codes.split(',').map(str::trim).filter(|code| !code.is_empty()).map(str::parse).collect()
    }

    /// Lists the tie-breaks in the file, in place of those that it had.
    ///
    /// ```
    /// use rookery_pairings::{TieBreak, trf::Report};
    ///
    /// let mut report = Report::read("142 3\n212 PTS,BH\n001    1\n")?;
    /// assert_eq!(report.tie_breaks()?, ["BH".parse()?]);
    /// let order: [TieBreak; 2] = ["BH/C1".parse()?, "DE".parse()?];
    /// report.list_tie_breaks(&order);
    /// assert_eq!(report.write(), "142 3\n202 BH/C1,DE\n001    1\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn list_tie_breaks<T: std::fmt::Display>(&mut self, order: &[T]) {
        let listed = |text: &str| text.starts_with(AFTER_POINTS) || text.starts_with(WITH_POINTS);
        self.lines.retain(|line| !matches!(line, Line::Other(text) if listed(text)));
        let codes: Vec<String> = order.iter().map(T::to_string).collect();
        if !codes.is_empty() {
            self.insert_before_players([format!("{AFTER_POINTS} {}", codes.join(","))]);
        }
    }

    fn insert_before_players(&mut self, lines: impl IntoIterator<Item = String>) {
        let players = self.lines.iter().position(|line| matches!(line, Line::Player(_))).unwrap_or(self.lines.len());
        self.lines.splice(players..players, lines.into_iter().map(Line::Other));
    }
}

/// A line of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Line {
    Player(Number),
    /// Asks for byes.
    Byes(String),
    Other(String),
}

/// What stands in a player's line before the rounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// Columns 1 to 91.
    head: Vec<char>,
    /// The rounds as they were read, so that they are written alike.
    cells: Vec<(String, Entry)>,
    /// What the line has behind them.
    tail: String,
}

impl Person {
    fn text(&self, first: usize, last: usize) -> String {
        let columns = self.head.iter().skip(first - 1).take(last + 1 - first);
        columns.collect::<String>().trim().to_owned()
    }

    /// The name, as the file has it.
    pub fn name(&self) -> String {
        self.text(15, 47)
    }

    /// `m` or `w`, or nothing.
    pub fn sex(&self) -> String {
        self.text(10, 10)
    }

    /// The title, or nothing.
    pub fn title(&self) -> String {
        self.text(11, 13)
    }

    /// The federation's three letters, or nothing.
    pub fn federation(&self) -> String {
        self.text(54, 56)
    }

    /// The number that FIDE gave the player, or nothing.
    pub fn fide_number(&self) -> String {
        self.text(58, 68)
    }

    /// The day of birth, or nothing.
    pub fn birth(&self) -> String {
        self.text(70, 79)
    }

    /// The place in the standings, if the file has one.
    pub fn rank(&self) -> Option<u32> {
        self.text(86, 89).parse().ok()
    }

    /// Writes the place in the standings, unless it has more than four digits.
    pub fn stand(&mut self, rank: u32) {
        if rank <= 9999 {
            self.put(86, &format!("{rank:>4}"));
        }
    }

    /// Writes points: without their tenths where that is the only way they fit, or none.
    fn score(&mut self, points: Points) {
        let mut text = points.to_string();
        if text.len() > 4 {
            text = text.strip_suffix(".0").filter(|whole| whole.len() <= 4).unwrap_or_default().to_owned();
        }
        self.put(81, &format!("{text:>4}"));
    }

    fn put(&mut self, first: usize, text: &str) {
        let end = first - 1 + text.chars().count();
        if self.head.len() < end {
            self.head.resize(end, ' ');
        }
        for (place, letter) in self.head[first - 1..end].iter_mut().zip(text.chars()) {
            *place = letter;
        }
    }
}

/// Why a file cannot be read: where, and what should stand there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: expected {expected}, found \"{found}\"")]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What should stand there.
    pub expected: String,
    /// What does.
    pub found: String,
}
