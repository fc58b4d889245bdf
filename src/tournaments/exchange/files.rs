//! The games of a tournament (PGN), its table (CSV) and its rounds as a calendar.

use chrono::{NaiveDateTime, TimeDelta};

use crate::club::Club;
use crate::db::Db;
use crate::error::Error;
use crate::fields;
use crate::games;
use crate::games::pgn::Tags;
use crate::http::calendar::{escaped, line, utc};
use crate::http::cells;
use crate::http::problem::Say;
use crate::sessions;
use crate::tournaments::rules::{Board, Facts, Name};
use crate::tournaments::views::Standings;

/// The games that count, in the order of rounds and boards; those that were only entered as results have no moves.
pub fn games(db: &mut Db, facts: &Facts, name: Name<'_>) -> Result<String, Error> {
    let mut all = String::new();
    for board in &facts.boards {
        let Some(outcome) = board.score.and_then(|score| score.outcome()) else { continue };
        let tags = [
            ("Event", facts.tournament.name.clone()),
            ("Round", board.round.to_string()),
            ("Board", board.board.to_string()),
        ];
        match board.game {
            Some(game) => all += &games::store::pgn_with(db, game, &tags)?,
            None => {
                let mut tags: Tags = tags.into_iter().collect();
                if let Some(day) = day(facts, board) {
                    tags.set("Date", &day.format("%Y.%m.%d").to_string());
                }
                tags.set("White", &name(board.white));
                tags.set("Black", &board.black.map(name).unwrap_or_default());
                all += &games::store::pgn_of_result(&tags, outcome)?;
            }
        }
        all.push('\n');
    }
    Ok(all)
}

/// The day of a board's round, where it is no session's.
fn day(facts: &Facts, board: &Board) -> Option<chrono::NaiveDate> {
    facts.rounds.iter().find(|round| round.round == board.round)?.day
}

/// The table: a line a player, with what each round brought as `12w1`: the opponent's number, the colour, the result.
pub fn table(standings: &Standings) -> Result<Vec<u8>, Error> {
    let mut lines = csv::Writer::from_writer(Vec::new());
    let mut headings: Vec<String> =
        ["place", "number", "name", "rating", "points", "played", "wins", "draws", "losses"].map(str::to_owned).into();
    headings.extend((1..=standings.round).map(|round| format!("round_{round}")));
    headings.extend(standings.tie_breaks.iter().map(|tie_break| tie_break.code.clone()));
    lines.write_record(&headings).map_err(lost)?;
    let number = |number: Option<i64>| number.map(|number| number.to_string()).unwrap_or_default();
    for row in &standings.rows {
        let name = row.person.name.clone();
        let mut fields = vec![row.place.to_string(), number(row.number), name, number(row.rating), row.points.clone()];
        fields.extend([row.played, row.wins, row.draws, row.losses].map(|count| count.to_string()));
        let letter = |letter: Option<char>| letter.map(String::from).unwrap_or_default();
        let cells = row.rounds.iter().map(|cell| number(cell.opponent) + &letter(cell.colour) + &letter(cell.result));
        let mut cells: Vec<String> = cells.collect();
        cells.resize(usize::try_from(standings.round).unwrap_or(0), String::new());
        fields.extend(cells);
        fields.extend(row.tie_breaks.iter().map(|part| part.value.clone().unwrap_or_default()));
        fields.resize(headings.len(), String::new());
        lines.write_record(fields.iter().map(|field| cells::written(field).into_owned())).map_err(lost)?;
    }
    lines.into_inner().map_err(lost)
}

/// The table of teams: a line a team, with what every tie-break came to.
pub fn teams(standings: &Standings) -> Result<Vec<u8>, Error> {
    let mut lines = csv::Writer::from_writer(Vec::new());
    let mut headings: Vec<String> =
        ["place", "number", "team", "match_points", "board_points"].map(str::to_owned).into();
    headings.extend(standings.team_tie_breaks.iter().map(|tie_break| tie_break.code.clone()));
    lines.write_record(&headings).map_err(lost)?;
    for row in &standings.teams {
        let mut fields = vec![row.place.to_string(), row.team.to_string(), row.name.clone()];
        fields.extend([row.match_points.clone(), row.board_points.clone()]);
        fields.extend(row.tie_breaks.iter().map(|part| part.value.clone().unwrap_or_default()));
        fields.resize(headings.len(), String::new());
        lines.write_record(fields.iter().map(|field| cells::written(field).into_owned())).map_err(lost)?;
    }
    lines.into_inner().map_err(lost)
}

fn lost(error: impl std::fmt::Display) -> Error {
    Error::internal(format!("the table could not be written: {error}"))
}

/// The rounds that have a session or a day; `host` makes their ids the club's own.
pub fn calendar(
    db: &mut Db,
    facts: &Facts,
    club: &Club,
    say: Say<'_>,
    host: &str,
    made_at: NaiveDateTime,
) -> Result<String, Error> {
    let name = escaped(&facts.tournament.name);
    let mut calendar = String::new();
    for text in ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Rookery//Tournaments//EN"] {
        line(&mut calendar, text);
    }
    line(&mut calendar, &format!("X-WR-CALNAME:{name}"));
    for round in &facts.rounds {
        let session = round.session.map(|session| sessions::store::known(db, session)).transpose()?;
        let (begins, ends) = match (&session, round.day) {
            (Some(session), _) => {
                (format!("DTSTART:{}", utc(session.starts_at)), format!("DTEND:{}", utc(session.ends_at)))
            }
            (None, Some(day)) => {
                let next = day.checked_add_signed(TimeDelta::days(1)).unwrap_or(day);
                let date = |word: &str, day: chrono::NaiveDate| format!("{word};VALUE=DATE:{}", day.format("%Y%m%d"));
                (date("DTSTART", day), date("DTEND", next))
            }
            (None, None) => continue,
        };
        line(&mut calendar, "BEGIN:VEVENT");
        line(&mut calendar, &format!("UID:tournament-{}-{}@{host}", facts.tournament.id, round.round));
        line(&mut calendar, &format!("DTSTAMP:{}", utc(made_at)));
        line(&mut calendar, &begins);
        line(&mut calendar, &ends);
        line(&mut calendar, &format!("SUMMARY:{name}: round {}", round.round));
        if let Some(session) = &session {
            line(
                &mut calendar,
                &format!("LOCATION:{}", escaped(&club.where_is(&say(&fields::in_room(&session.room))))),
            );
            if session.is_cancelled() {
                line(&mut calendar, "STATUS:CANCELLED");
            }
        }
        line(&mut calendar, "END:VEVENT");
    }
    line(&mut calendar, "END:VCALENDAR");
    Ok(calendar)
}
