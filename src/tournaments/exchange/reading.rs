//! A report file as what is to be entered of it; nothing is half-read. Pure.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use rookery_messages::{Value, say};
use rookery_pairings::trf::{Fault, Report};
use rookery_pairings::{Bye, Colour, Entry, Number, Points, Tournament};

use super::{ReportText, teams};
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
    /// The team that they play for, and their place in it.
    pub team: Option<(i64, i64)>,
}

/// A round of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    pub day: Option<NaiveDate>,
    pub boards: Vec<Seated>,
}

/// A board of the file; a player without an opponent has the bye or, in a match of teams, wins there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seated {
    pub white: Number,
    pub black: Option<Number>,
    pub score: Option<Score>,
    pub team_match: Option<i64>,
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
pub fn read(kept: &ReportText) -> Result<Read, Refusal> {
    // PostgreSQL keeps no NUL in a text, and is asked for none.
    if kept.text().contains('\0') {
        return Err(Refusal::field("file", say!("This has control characters in it.")));
    }
    let report = Report::read(kept.text()).map_err(at_fault)?;
    let tournament = &report.tournament;
    let matches = report.teams.as_ref().map_or(tournament, |event| &event.teams.matches);
    let done = matches.played();
    let planned = if report.says_rounds() { tournament.rounds.max(done) } else { done };
    let codes: Result<Vec<String>, _> = match &report.teams {
        Some(_) => report.team_tie_breaks().map(|codes| codes.iter().map(ToString::to_string).collect()),
        None => report.tie_breaks().map(|codes| codes.iter().map(ToString::to_string).collect()),
    };
    let codes = codes.map_err(|code| {
        let detail = say!("The file counts by a tie-break that nobody here knows: {code}.", code = Value::text(code));
        Refusal::field("file", detail)
    })?;
    let settings = Settings {
        format: format(&report),
        boards: report.teams.as_ref().and_then(|event| i64::try_from(event.teams.boards).ok()),
        rounds: i64::try_from(planned.max(1)).ok(),
        rated: false,
        time_control: None,
        scoring: scoring(tournament.scoring),
        tie_breaks: codes,
        seeding: Seeding::Fide,
        open_until: None,
    };
    // How many rounds there are follows from who takes part.
    let settings = match settings.format {
        Format::RoundRobin { .. } => Settings { rounds: None, ..settings },
        Format::Scheveningen => Settings { rounds: None, boards: None, tie_breaks: Vec::new(), ..settings },
        _ => settings,
    };
    let mut absences = Vec::new();
    // Where teams play, their players' byes are wins at boards without anybody opposite.
    for player in tournament.players.iter().filter(|_| report.teams.is_none()) {
        for round in 1..=done {
            if let Entry::Bye(bye) = tournament.entry(player, round) {
                absences.extend(absence(bye).map(|kind| (player.number, round as i64, kind)));
            }
        }
    }
    let asked = tournament.asked.iter().map(|((round, number), bye)| (*number, *round, *bye));
    let asked = asked.chain(report.teams.iter().flat_map(teams::asked));
    absences.extend(asked.filter_map(|(number, round, bye)| Some((number, round as i64, absence(bye)?))));
    let name = report.header("012").unwrap_or_default().trim().to_owned();
    let names = report.teams.iter().flat_map(|event| event.records.values()).map(|team| team.name.clone()).collect();
    let rounds = (1..=done).map(|round| played(&report, round)).collect();
    Ok(Read {
        founded: NewTournament { name, settings, teams: names },
        entrants: entrants(&report),
        rounds,
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

/// A table, a Scheveningen match or a Swiss: by what the file says of its kind, and by how many rounds there are.
fn format(report: &Report) -> Format {
    let kind =
        ["092", "192"].map(|code| report.header(code).unwrap_or_default().to_lowercase().replace(['-', '_', ' '], ""));
    let paired = report.teams.as_ref().map_or(&report.tournament, |event| &event.teams.matches);
    let turns = paired.players.len().next_multiple_of(2).saturating_sub(1).max(1);
    let rounds = paired.rounds.max(paired.played());
    if report.teams.is_some() && kind.iter().any(|kind| kind.contains("scheveningen")) {
        return Format::Scheveningen;
    }
    if kind.iter().any(|kind| kind.contains("roundrobin")) && rounds.is_multiple_of(turns) && rounds / turns <= 4 {
        return Format::RoundRobin { legs: (rounds / turns).max(1) as i64 };
    }
    Format::Swiss { baku: report.teams.is_none() && kind.iter().any(|kind| kind.contains("baku")) }
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
    let records = (1..).zip(report.teams.iter().flat_map(|event| event.records.values()));
    let teams: BTreeMap<Number, (i64, i64)> = records
        .flat_map(|(team, record)| (1..).zip(&record.players).map(move |(board, player)| (*player, (team, board))))
        .collect();
    let of = |(number, person): (&Number, &rookery_pairings::trf::Person)| Entrant {
        number: *number,
        line: report.line_of(*number).unwrap_or(1),
        name: first_last(&person.name()),
        rating: report.tournament.player(*number).and_then(|player| player.rating).map(i64::from),
        fide_number: some(person.fide_number()),
        title: some(person.title().to_uppercase()),
        team: teams.get(number).copied(),
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

/// A round: the lowest number first, or match by match where teams play.
fn played(report: &Report, round: usize) -> Round {
    let boards = match &report.teams {
        Some(event) => teams::boards(report, event, round),
        None => {
            let players = &report.tournament.players;
            let mut boards: Vec<Seated> =
                players.iter().filter_map(|player| Seated::once(&report.tournament, round, player.number)).collect();
            // The bye stands behind all.
            boards.sort_by_key(|seated| seated.black.is_none());
            boards
        }
    };
    Round { day: day(report, round), boards }
}

impl Seated {
    /// Who has nobody opposite.
    pub fn alone(white: Number) -> Seated {
        Seated { white, black: None, score: None, team_match: None }
    }

    /// The board of a player in a round, by the one of the two who has the lower number, or the bye.
    fn once(players: &Tournament, round: usize, number: Number) -> Option<Seated> {
        let entry = players.entry(players.player(number)?, round);
        match entry.opponent() {
            Some(opponent) => Seated::of(players, round, number).filter(|_| number < opponent),
            None => (entry == Entry::Bye(Bye::Allocated)).then(|| Seated::alone(number)),
        }
    }

    /// The board of a player in a round, where there was an opponent.
    pub fn of(players: &Tournament, round: usize, number: Number) -> Option<Seated> {
        use rookery_pairings::Score::{Draw, Loss, Win};
        let (opponent, colour, score) = match players.entry(players.player(number)?, round) {
            Entry::Game { opponent, colour, score, .. } => {
                let score = match (score, colour) {
                    (Draw, _) => Score::Draw,
                    (Win, Colour::White) | (Loss, Colour::Black) => Score::White,
                    (Loss, Colour::White) | (Win, Colour::Black) => Score::Black,
                };
                (opponent, colour, score)
            }
            Entry::Forfeit { opponent, colour, won } => {
                let theirs = players.player(opponent).map(|player| players.entry(player, round));
                let theirs = matches!(theirs, Some(Entry::Forfeit { won: true, .. }));
                let colour = colour.unwrap_or(Colour::White);
                let score = match (won, theirs, colour) {
                    (false, false, _) | (true, true, _) => Score::BothForfeit,
                    (true, false, Colour::White) | (false, true, Colour::Black) => Score::WhiteForfeit,
                    (false, true, Colour::White) | (true, false, Colour::Black) => Score::BlackForfeit,
                };
                (opponent, colour, score)
            }
            Entry::Bye(_) => return None,
        };
        let (white, black) = if colour == Colour::White { (number, opponent) } else { (opponent, number) };
        Some(Seated { white, black: Some(black), score: Some(score), team_match: None })
    }
}

/// The day of a round, where the file says it.
fn day(report: &Report, round: usize) -> Option<NaiveDate> {
    // Columns 92 to 99, 102 to 109 and so on; what follows the code begins in column 5.
    let said: String = report.header("132")?.chars().skip(87 + 10 * (round - 1)).take(8).collect();
    NaiveDate::parse_from_str(said.trim(), "%y/%m/%d").ok()
}
