//! The lines of teams, as they are read.

use super::TeamRecord;
use crate::team_swiss::{Preferences, TeamSwiss};
use crate::tournament::{Colour, Number, Points, Scoring};
use crate::trf::Fault;
use crate::trf::headers::{MOST_ROUNDS, Source};

/// A match that was forfeited (330).
pub(super) struct Forfeited {
    pub line: usize,
    pub round: usize,
    pub white: Number,
    pub black: Number,
    /// Whether White won, and whether Black did.
    pub won: (bool, bool),
}

/// The lines of teams, as they are read.
#[derive(Default)]
pub(in crate::trf) struct TeamLines {
    /// Each with its line.
    pub(super) records: Vec<(usize, Vec<char>, TeamRecord)>,
    has_310: bool,
    /// The type of the tournament (192).
    pub(super) kind: String,
    /// Its line, where it is one of teams.
    line_of_kind: Option<Fault>,
    pub(super) line_ups: Vec<(usize, usize, Number, Vec<Option<Number>>)>,
    pub(super) bye_points: Option<(Points, Points)>,
    /// Of the pairing (320): round and team, and the line.
    pub(super) byes: Vec<(usize, Number)>,
    pub(super) line_of_byes: usize,
    pub(super) forfeits: Vec<Forfeited>,
    pub(super) colours: Vec<Colour>,
    pub(super) scoring: Option<Scoring>,
    /// Whether a line 299 gives points that no result does.
    pub(super) has_other_points: bool,
}

impl TeamLines {
    pub(in crate::trf) fn is_of_teams(&self) -> bool {
        self.has_310 || (!self.records.is_empty() && self.kind.contains("TEAM"))
    }

    /// Refuses a file that says that teams play, and names none.
    pub(in crate::trf) fn must_have_teams(&self) -> Result<(), Fault> {
        match &self.line_of_kind {
            Some(fault) if self.records.is_empty() => Err(fault.clone()),
            _ => Ok(()),
        }
    }

    /// The type of the tournament, in capitals.
    pub(in crate::trf) fn set_kind(&mut self, source: &Source) -> Result<(), Fault> {
        self.kind = source.columns(5, 60).to_ascii_uppercase();
        let by_games = self.kind.split('_').find(|word| matches!(*word, "MP" | "GP")) == Some("GP");
        if self.kind.contains("TEAM") && by_games {
            return Err(source.fault(5, 30, "a Swiss of teams by match points"));
        }
        let of_teams = self.kind.starts_with("FIDE_TEAM");
        self.line_of_kind =
            of_teams.then(|| source.fault(5, 30, "a tournament of players, or a line 310 for each team"));
        Ok(())
    }

    /// Takes a line in, if it is of teams.
    pub(in crate::trf) fn take(&mut self, source: &Source) -> Result<(), Fault> {
        match source.columns(1, 3).as_str() {
            "013" => {
                let number = Number::try_from(self.records.len() + 1).unwrap_or(Number::MAX);
                let players = players(source, 37)?.into_iter().flatten().collect();
                let record = TeamRecord { number, name: source.columns(5, 36), players, ..TeamRecord::default() };
                self.records.push((source.line, source.text.to_vec(), record));
            }
            "310" => {
                let number = source.number(5, 7, "the number of a team")?;
                if number == 0 || self.records.iter().any(|(_, _, record)| record.number == number) {
                    return Err(source.fault(5, 3, "a number that no other team has, from 1"));
                }
                let points = |first, last| match source.columns(first, last).as_str() {
                    "" => Ok(None),
                    _ => source.points(first, last).map(Some),
                };
                let rank = match source.columns(69, 71).as_str() {
                    "" => None,
                    _ => Some(source.number(69, 71, "a place, or nothing")?),
                };
                let record = TeamRecord {
                    number,
                    name: source.columns(9, 40),
                    nickname: source.columns(42, 46),
                    strength: source.columns(48, 53),
                    match_points: points(55, 60)?,
                    game_points: points(62, 67)?,
                    rank,
                    players: players(source, 74)?.into_iter().flatten().collect(),
                };
                self.has_310 = true;
                self.records.push((source.line, source.text.to_vec(), record));
            }
            "300" => {
                let round = round(source, 5)?;
                let team = source.number(9, 11, "the number of a team")?;
                self.line_ups.push((source.line, round, team, players(source, 17)?));
            }
            "320" => {
                let points = |first, last| match source.columns(first, last).as_str() {
                    "" => Ok(Points(0)),
                    _ => source.points(first, last),
                };
                self.bye_points = Some((points(5, 8)?, points(10, 13)?));
                self.line_of_byes = source.line;
                for (round, first) in (1..).zip((15..=source.text.len()).step_by(4)) {
                    if !source.columns(first, first + 2).is_empty() {
                        self.byes.push((round, source.number(first, first + 2, "the number of a team, or 000")?));
                    }
                }
                self.byes.retain(|(_, team)| *team > 0);
            }
            "330" => {
                let won = match source.columns(5, 6).as_str() {
                    "+-" => (true, false),
                    "-+" => (false, true),
                    "--" => (false, false),
                    _ => return Err(source.fault(5, 2, "+-, -+ or --")),
                };
                let team = |first| source.number(first, first + 2, "the number of a team");
                let (line, round) = (source.line, round(source, 8)?);
                self.forfeits.push(Forfeited { line, round, white: team(12)?, black: team(16)?, won });
            }
            "352" => {
                let colour = |(column, letter): (usize, char)| match letter.to_ascii_uppercase() {
                    'W' => Ok(Colour::White),
                    'B' => Ok(Colour::Black),
                    _ => Err(source.fault(column, 1, "W or B, a letter for each board")),
                };
                let letters = source.columns(5, 5 + 999);
                self.colours = (5..).zip(letters.chars()).map(colour).collect::<Result<_, _>>()?;
            }
            "362" => self.scoring = Some(match_points(source)?),
            "299" => self.has_other_points = true,
            _ => {}
        }
        Ok(())
    }

    /// The system that the type of the tournament names.
    pub(super) fn system(&self) -> (Preferences, bool) {
        let preferences = if self.kind.contains("TYPEB") {
            Preferences::Graded
        } else if self.kind.contains("TYPEA") || !self.kind.contains("_MP") {
            Preferences::Simple
        } else {
            Preferences::Ignored
        };
        (preferences, self.kind.contains("GP") || !self.kind.contains("_MP"))
    }
}

fn round(source: &Source, first: usize) -> Result<usize, Fault> {
    let round = source.number(first, first + 2, "a round")?;
    if (1..=MOST_ROUNDS).contains(&round) { Ok(round) } else { Err(source.fault(first, 3, "a round")) }
}

/// The players from a column on, five columns each; nobody for 0000.
fn players(source: &Source, from: usize) -> Result<Vec<Option<Number>>, Fault> {
    let columns = (from..=source.text.len()).step_by(5).filter(|first| !source.columns(*first, first + 3).is_empty());
    let player = |first| {
        let number: Number = source.number(first, first + 3, "the number of a player")?;
        Ok(Some(number).filter(|number| *number > 0))
    };
    columns.map(player).collect()
}

/// What matches are worth (362): codes of two letters with their values, nine columns each.
fn match_points(source: &Source) -> Result<Scoring, Fault> {
    let mut scoring = TeamSwiss::MATCH_POINTS;
    for column in (5..=source.text.len()).step_by(9) {
        let code = source.columns(column, column + 1);
        if code.is_empty() {
            continue;
        }
        let value = source.points(column + 2, column + 5)?;
        match code.to_ascii_uppercase().as_str() {
            "TW" => (scoring.win, scoring.forfeit_win, scoring.full_bye) = (value, value, value),
            "TD" => (scoring.draw, scoring.half_bye, scoring.allocated_bye) = (value, value, value),
            "TL" => scoring.loss = value,
            _ => return Err(source.fault(column, 2, "TW, TD or TL")),
        }
    }
    Ok(scoring)
}
