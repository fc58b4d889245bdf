//! A report file as what is to be entered of it; nothing is half-read. Pure.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use rookery_messages::{Value, say};
use rookery_pairings::trf::{Fault, Report};
use rookery_pairings::{Bye, Colour, Entry, Number, Points};

use super::Kept;
use crate::error::Refusal;
use crate::tournaments::actions::NewTournament;
use crate::tournaments::{Absence, Format, Score, Scoring, Seeding, Settings};

/// A player of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    pub number: Number,
    /// Where the file has them, from 1.
    pub line: usize,
    /// As the club would call them: `Maya Goldberg`.
    pub name: String,
    pub rating: Option<i64>,
    pub fide_number: Option<String>,
    pub title: Option<String>,
}

/// A round of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    pub day: Option<NaiveDate>,
    /// White, Black (or the bye of the pairing) and the result.
    pub boards: Vec<(Number, Option<Number>, Option<Score>)>,
}

/// What a file says.
#[derive(Debug)]
pub struct Read {
    pub founded: NewTournament,
    pub entrants: Vec<Entrant>,
    pub rounds: Vec<Round>,
    /// Who does not play in which round.
    pub absences: Vec<(Number, i64, Absence)>,
    /// Whether all its rounds are played.
    pub is_over: bool,
}

/// Reads a file.
pub fn read(kept: &Kept) -> Result<Read, Refusal> {
    let report = Report::read(kept.text()).map_err(at_fault)?;
    let tournament = &report.tournament;
    let done = tournament.played();
    let planned = if report.says_rounds() { tournament.rounds.max(done) } else { done };
    let codes = report.tie_breaks().map_err(|code| {
        let detail = say!("The file counts by a tie-break that nobody here knows: {code}.", code = Value::text(code));
        Refusal::field("file", detail)
    })?;
    let settings = Settings {
        format: format(&report),
        boards: None,
        rounds: i64::try_from(planned.max(1)).ok(),
        rated: false,
        time_control: None,
        scoring: scoring(tournament.scoring),
        tie_breaks: codes.iter().map(ToString::to_string).collect(),
        seeding: Seeding::Fide,
        open_until: None,
    };
    let settings = match settings.format {
        Format::RoundRobin { .. } => Settings { rounds: None, ..settings },
        _ => settings,
    };
    let mut absences = Vec::new();
    for player in &tournament.players {
        for round in 1..=done {
            if let Entry::Bye(bye) = tournament.entry(player, round) {
                absences.extend(absence(bye).map(|kind| (player.number, round as i64, kind)));
            }
        }
    }
    for ((round, number), bye) in &tournament.asked {
        absences.extend(absence(*bye).map(|kind| (*number, *round as i64, kind)));
    }
    let name = report.header("012").unwrap_or_default().trim().to_owned();
    Ok(Read {
        founded: NewTournament { name, settings, teams: Vec::new() },
        entrants: entrants(&report),
        rounds: (1..=done).map(|round| played(&report, round)).collect(),
        absences,
        is_over: done > 0 && done >= planned,
    })
}

fn at_fault(fault: Fault) -> Refusal {
    let Fault { line, column, expected, found } = fault;
    let detail = say!(
        "Line {line}, column {column}: here should stand {expected}, and not \"{found}\".",
        line,
        column,
        expected,
        found
    );
    Refusal::field("file", detail)
}

/// A table or a Swiss: by what the file says of its kind, and by how many rounds there are.
fn format(report: &Report) -> Format {
    let kind =
        ["092", "192"].map(|code| report.header(code).unwrap_or_default().to_lowercase().replace(['-', '_', ' '], ""));
    let turns = report.tournament.players.len().next_multiple_of(2).saturating_sub(1).max(1);
    let rounds = report.tournament.rounds.max(report.tournament.played());
    if kind.iter().any(|kind| kind.contains("roundrobin")) && rounds.is_multiple_of(turns) && rounds / turns <= 4 {
        return Format::RoundRobin { legs: (rounds / turns).max(1) as i64 };
    }
    Format::Swiss { baku: false }
}

fn scoring(worth: rookery_pairings::Scoring) -> Scoring {
    let tenths = |points: Points| i64::from(points.0);
    Scoring {
        win: tenths(worth.win),
        draw: tenths(worth.draw),
        loss: tenths(worth.loss),
        forfeit_win: tenths(worth.forfeit_win),
        forfeit_loss: tenths(worth.forfeit_loss),
        bye: tenths(worth.allocated_bye),
        half_bye: tenths(worth.half_bye),
        duty: tenths(worth.full_bye),
    }
}

fn absence(bye: Bye) -> Option<Absence> {
    match bye {
        Bye::Allocated => None,
        Bye::Half => Some(Absence::Half),
        Bye::Full => Some(Absence::Duty),
        Bye::Zero => Some(Absence::Zero),
    }
}

fn entrants(report: &Report) -> Vec<Entrant> {
    let some = |text: String| Some(text).filter(|text| !text.is_empty());
    let of = |(number, person): (&Number, &rookery_pairings::trf::Person)| Entrant {
        number: *number,
        line: report.line_of(*number).unwrap_or(1),
        name: first_last(&person.name()),
        rating: report.tournament.player(*number).and_then(|player| player.rating).map(i64::from),
        fide_number: some(person.fide_number()),
        title: some(person.title().to_uppercase()),
    };
    report.people.iter().map(of).collect()
}

/// `Goldberg, Maya` as the club says it.
fn first_last(name: &str) -> String {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    match name.split_once(',') {
        Some((last, first)) => words(&format!("{first} {last}")),
        None => words(name),
    }
}

/// The boards of a round, the lowest number first.
fn played(report: &Report, round: usize) -> Round {
    let tournament = &report.tournament;
    let entries: BTreeMap<Number, Entry> =
        tournament.players.iter().map(|player| (player.number, tournament.entry(player, round))).collect();
    let mut boards = Vec::new();
    for (&number, entry) in &entries {
        match *entry {
            Entry::Bye(Bye::Allocated) => boards.push((number, None, None)),
            Entry::Game { opponent, colour, score, .. } if number < opponent => {
                use rookery_pairings::Score::{Draw, Loss, Win};
                let score = match (score, colour) {
                    (Draw, _) => Score::Draw,
                    (Win, Colour::White) | (Loss, Colour::Black) => Score::White,
                    (Loss, Colour::White) | (Win, Colour::Black) => Score::Black,
                };
                boards.push(seated(number, opponent, colour, score));
            }
            Entry::Forfeit { opponent, colour, won } if number < opponent => {
                let theirs = matches!(entries.get(&opponent), Some(Entry::Forfeit { won: true, .. }));
                let colour = colour.unwrap_or(Colour::White);
                let score = match (won, theirs, colour) {
                    (false, false, _) | (true, true, _) => Score::BothForfeit,
                    (true, false, Colour::White) | (false, true, Colour::Black) => Score::WhiteForfeit,
                    (false, true, Colour::White) | (true, false, Colour::Black) => Score::BlackForfeit,
                };
                boards.push(seated(number, opponent, colour, score));
            }
            _ => {}
        }
    }
    // The bye stands behind all.
    boards.sort_by_key(|(_, black, _)| black.is_none());
    Round { day: day(report, round), boards }
}

fn seated(number: Number, opponent: Number, colour: Colour, score: Score) -> (Number, Option<Number>, Option<Score>) {
    let (white, black) = if colour == Colour::White { (number, opponent) } else { (opponent, number) };
    (white, Some(black), Some(score))
}

/// The day of a round, where the file says it.
fn day(report: &Report, round: usize) -> Option<NaiveDate> {
    // Columns 92 to 99, 102 to 109 and so on; what follows the code begins in column 5.
    let said: String = report.header("132")?.chars().skip(87 + 10 * (round - 1)).take(8).collect();
    NaiveDate::parse_from_str(said.trim(), "%y/%m/%d").ok()
}
