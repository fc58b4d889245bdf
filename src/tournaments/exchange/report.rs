//! The report of a tournament: written from facts, into the file that it was read from where there is one. Pure.
//!
//! A round is included once all its boards have results. A result of an earlier round that was annulled since counts
//! as absence of both players, as in the table. Pairs that are kept apart are left out: only moderators may know
//! them.

use rookery_messages::{Value, say};
use rookery_pairings::trf::{Edition, National, Report, Unwritable};
use rookery_pairings::{Acceleration, Bye, Entry, Number, Scoring};

use super::teams;
use crate::error::Refusal;
use crate::id::PersonId;
use crate::members::OutsideRating;
use crate::tournaments::rules::{Board, Facts, Field, counted, field, placed, team_tie_breaks_of, tie_breaks_of};
use crate::tournaments::{Format, Seeding, State};

/// Somebody, as a report names them.
#[derive(Clone, Debug, Default)]
pub struct Listed {
    /// As the club calls them: `Maya Goldberg`.
    pub name: String,
    pub fide_number: Option<String>,
    pub title: Option<String>,
    /// What a national federation's list says of them.
    pub national: Option<OutsideRating>,
}

impl Listed {
    /// What the list of a federation says, where it is named by the letters that FIDE knows it by.
    fn national(self, number: Number) -> Option<National> {
        let OutsideRating { rating, number: id, whose, .. } = self.national?;
        let federation = whose?.trim().to_ascii_uppercase();
        let has_letters = federation.len() == 3 && federation.bytes().all(|letter| letter.is_ascii_uppercase());
        let rating = rating.and_then(|rating| u32::try_from(rating).ok());
        has_letters.then(|| National { federation, number, rating, id: id.unwrap_or_default() })
    }

    /// As reports write it: `Goldberg, Maya`.
    fn last_first(&self) -> String {
        match self.name.trim().rsplit_once(' ') {
            Some((first, last)) => format!("{last}, {}", first.trim()),
            None => self.name.clone(),
        }
    }
}

/// The report of a tournament: in the file that it was read from, with what was played since, if the edition is that file's.
pub fn report(
    facts: &Facts,
    kept: Option<Report>,
    edition: Option<Edition>,
    listed: &dyn Fn(PersonId) -> Listed,
) -> Result<Report, Refusal> {
    if matches!(facts.format(), Format::Ladder(_)) {
        return Err(Refusal::conflict(say!("No report"), say!("A ladder has no rounds: there is no report of it.")));
    }
    let mut field = field(facts, complete(facts));
    field.tournament.forbidden.clear();
    if facts.is_of_teams() {
        teams::with_byes_of_boards(facts, &mut field);
    }
    let fits = |kept: &Report| edition.is_none_or(|edition| edition == kept.edition());
    match kept.filter(fits).and_then(|kept| renewed(kept, &field)) {
        Some(report) => Ok(report),
        None => fresh(facts, &field, edition.unwrap_or(Edition::Trf26), listed),
    }
}

/// How many rounds are over: all of a tournament that is.
fn complete(facts: &Facts) -> i64 {
    if matches!(facts.tournament.state, State::Ended | State::CalledOff) {
        return facts.last_round();
    }
    let last = facts.last_round();
    let is_open = |board: &Board| board.black.is_some() && counted(facts, board).is_none();
    let waits = |round: i64| facts.boards_of(round).any(|board| is_open(board) && !(board.annulled && round < last));
    let open = facts.rounds.iter().find(|round| waits(round.round));
    open.map_or(last, |round| round.round - 1)
}

fn fresh(
    facts: &Facts,
    field: &Field,
    edition: Edition,
    listed: &dyn Fn(PersonId) -> Listed,
) -> Result<Report, Refusal> {
    let mut players = field.tournament.clone();
    if facts.is_of_teams() {
        // Teams are accelerated, not players; on their boards a win is worth one point, also where players have other scores.
        players.acceleration = Acceleration::None;
        players.scoring = Scoring::default();
    }
    let mut report = Report::of(&players, &facts.tournament.name, edition).map_err(unwritable)?;
    for placed in placed(facts, field)? {
        if let (Some(person), Ok(place)) = (report.people.get_mut(&placed.number), u32::try_from(placed.place)) {
            person.stand(place);
        }
    }
    for (number, person) in &mut report.people {
        let Some(listed) = field.person(*number).map(listed) else { continue };
        person.set_name(&listed.last_first());
        if let Some(fide) = &listed.fide_number {
            person.set_fide_number(fide);
        }
        if let Some(title) = &listed.title {
            person.set_title(title);
        }
    }
    let national: Vec<National> =
        field.people().filter_map(|(number, person)| listed(person).national(number)).collect();
    report.list_national(&national);
    if let (Edition::Trf26, Some(first)) = (edition, national.first()) {
        report.set_header("172", &format!("{} {}", first.federation, ranked_by(facts)));
    }
    if facts.is_of_teams() {
        report.list_teams(teams::event(facts, field)?);
        report.list_tie_breaks(&team_tie_breaks_of(facts));
    } else {
        report.list_tie_breaks(&tie_breaks_of(facts).collect::<Vec<_>>());
    }
    report.set_header("092", kind(facts));
    if let (Edition::Trf26, Some(coded)) = (edition, coded(facts)) {
        report.set_header("192", coded);
    }
    let days: Vec<_> =
        facts.rounds.iter().map(|round| round.day.unwrap_or_else(|| facts.day(round.announced_at))).collect();
    if let (Some(first), Some(last)) = (days.iter().min(), days.iter().max()) {
        report.set_header("042", &first.format("%Y/%m/%d").to_string());
        report.set_header("052", &last.format("%Y/%m/%d").to_string());
        let days: Vec<String> = days.iter().map(|day| day.format("%y/%m/%d").to_string()).collect();
        // The first round's day begins in column 92.
        report.set_header("132", &format!("{:87}{}", "", days.join("  ")));
    }
    Ok(report)
}

/// How the players were ranked, as TRF26 says it where there are national ratings.
fn ranked_by(facts: &Facts) -> &'static str {
    match facts.tournament.settings.seeding {
        Seeding::Fide => "FIDE",
        Seeding::National => "NRO",
        Seeding::Club | Seeding::Online => "OTHER",
    }
}

fn kind(facts: &Facts) -> &'static str {
    match facts.format() {
        Format::Swiss { .. } | Format::Casual if facts.has_line_ups() => "Team: Swiss-System",
        Format::RoundRobin { .. } if facts.has_line_ups() => "Team: Round-Robin",
        Format::Swiss { .. } => "Individual: Swiss-System",
        Format::Casual => "Individual: Swiss-System, casual",
        Format::RoundRobin { .. } => "Individual: Round-Robin",
        Format::Keizer(_) => "Individual: Keizer",
        Format::Knockout { .. } => "Individual: Knock-out",
        Format::Scheveningen => "Team: Scheveningen",
        Format::Ladder(_) => "Individual: Ladder",
    }
}

/// The kind as TRF26 codes it; of teams with line-ups it stands with them.
fn coded(facts: &Facts) -> Option<&'static str> {
    if facts.has_line_ups() {
        return None;
    }
    Some(match facts.format() {
        Format::Swiss { baku: true } => "FIDE_DUTCH_2026_BAKU",
        Format::Swiss { baku: false } => "FIDE_DUTCH_2026",
        Format::RoundRobin { legs: 1 } => "FIDE_ROUNDROBIN",
        Format::RoundRobin { legs: 2 } => "FIDE_DOUBLEROUNDROBIN",
        Format::RoundRobin { .. } => "CUSTOM_ROUNDROBIN",
        Format::Scheveningen => "FIDE_SCHEVENINGEN",
        Format::Knockout { .. } => "CUSTOM_KNOCKOUT",
        Format::Casual | Format::Keizer(_) => "CUSTOM_SWISS",
        Format::Ladder(_) => return None,
    })
}

fn unwritable(fault: Unwritable) -> Refusal {
    let detail =
        say!("This edition of the report has no place for the tournament: {fault}.", fault = Value::text(fault));
    Refusal::conflict(say!("No report"), detail)
}

/// The file brought up to date; `None` if its participants are not those of the tournament, or its lines of teams would
/// change.
fn renewed(mut kept: Report, field: &Field) -> Option<Report> {
    let of_teams = kept.teams.is_some();
    let (theirs, ours) = (&mut kept.tournament, &field.tournament);
    if theirs.players.len() != ours.players.len() {
        return None;
    }
    for player in &mut theirs.players {
        let now = &ours.player(player.number)?.rounds;
        let absent = Entry::Bye(Bye::Zero);
        // Absences at the end need no words.
        let last = now.iter().rposition(|entry| *entry != absent).map_or(0, |index| index + 1);
        if player.rounds.len() < last {
            player.rounds.resize(last, absent);
        }
        for (said, now) in player.rounds.iter_mut().zip(now) {
            if !is_same(said, now) {
                if of_teams {
                    return None;
                }
                *said = *now;
            }
        }
    }
    let done = theirs.played();
    theirs.asked.retain(|(round, _), _| *round > done);
    Some(kept)
}

/// Whether two entries are one, but for what the club does not keep: colours of forfeits, and games of less than a move.
fn is_same(said: &Entry, now: &Entry) -> bool {
    match (*said, *now) {
        (
            Entry::Game { opponent, colour, score, .. },
            Entry::Game { opponent: other, colour: their_colour, score: their_score, .. },
        ) => (opponent, colour, score) == (other, their_colour, their_score),
        (Entry::Forfeit { opponent, won, .. }, Entry::Forfeit { opponent: other, won: theirs, .. }) => {
            (opponent, won) == (other, theirs)
        }
        (said, now) => said == now,
    }
}
