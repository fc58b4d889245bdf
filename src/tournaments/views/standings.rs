//! The table after a round: places, points, the crosstable, and where every number comes from.

use std::collections::{BTreeMap, BTreeSet};

use rookery_pairings as pairings;
use rookery_pairings::{Bye, Counted, Entry, Number};

use super::whole::person;
use super::words;
use super::{Cell, Part, Row, Standings, TeamRow, TieBreak};
use crate::error::Error;
use crate::id::PersonId;
use crate::tournaments::Format;
use crate::tournaments::rules::{self, Facts, Field, Name, Placed};
use crate::web::catalogue::Language;

/// The table after a round; after the last one, if none is named.
pub fn standings(facts: &Facts, round: Option<i64>, name: Name<'_>, language: Language) -> Result<Standings, Error> {
    let field = rules::field(facts, round.unwrap_or(facts.last_round()));
    let placed = rules::placed(facts, &field)?;
    let value =
        |placed: &Placed| Some((placed.number, (placed.place as i64, i64::from(placed.keizer.as_ref()?.value))));
    let values = placed.iter().filter_map(value).collect();
    let early = rules::left_early(facts, &field);
    let table = Table { facts, field: &field, early, values, name, language };
    Ok(Standings {
        round: field.rounds,
        rows: placed.iter().filter_map(|placed| table.row(placed)).collect(),
        teams: table.teams()?,
        tie_breaks: rules::tie_breaks_of(facts)
            .map(|known| TieBreak { code: known.to_string(), name: language.say(&words::name_of(&known)) })
            .collect(),
        team_tie_breaks: of_teams(facts, language),
    })
}

/// The names of what parts teams, where they play by boards.
fn of_teams(facts: &Facts, language: Language) -> Vec<TieBreak> {
    let known = rules::team_tie_breaks_of(facts).into_iter().filter(|_| facts.has_line_ups());
    known.map(|known| TieBreak { code: known.to_string(), name: language.say(&words::name_of_teams(&known)) }).collect()
}

struct Table<'a> {
    facts: &'a Facts,
    field: &'a Field,
    /// Who left too early for what was played with them to count.
    early: BTreeSet<Number>,
    /// Of Keizer: places and values.
    values: BTreeMap<Number, (i64, i64)>,
    name: Name<'a>,
    language: Language,
}

impl Table<'_> {
    fn row(&self, placed: &Placed) -> Option<Row> {
        let id = self.field.person(placed.number)?;
        let record = self.field.tournament.player(placed.number)?;
        let counts = |opponent: &Number| !self.early.contains(opponent) && !self.early.contains(&placed.number);
        let scores = |score| {
            let of_score = |entry: &&Entry| matches!(entry, Entry::Game { opponent, score: own, .. } if *own == score && counts(opponent));
            record.rounds.iter().filter(of_score).count() as i64
        };
        let player = self.facts.player(id)?;
        let player_called = |number| self.field.person(number).map(self.name);
        Some(Row {
            place: placed.place as i64,
            person: person(id, self.name),
            number: player.number,
            rating: player.rating,
            points: placed.points.clone(),
            played: record.rounds.iter().filter(|entry| entry.played()).count() as i64,
            wins: scores(pairings::Score::Win),
            draws: scores(pairings::Score::Draw),
            losses: scores(pairings::Score::Loss),
            rounds: (1..=self.field.rounds).map(|round| self.cell(id, placed, round)).collect(),
            tie_breaks: placed.counted.iter().map(|counted| self.part(counted, &player_called)).collect(),
            value: placed.keizer.as_ref().map(|standing| i64::from(standing.value)),
        })
    }

    /// Where a number comes from; `name` says what opponents are called.
    fn part(&self, counted: &Counted, name: &dyn Fn(Number) -> Option<String>) -> Part {
        Part {
            value: counted.value.map(|value| value.to_string()),
            because: self.language.say(&words::explained(counted, name, self.language)),
        }
    }

    fn cell(&self, id: PersonId, placed: &Placed, round: i64) -> Cell {
        let board = self.facts.boards_of(round).find(|board| board.seats(id));
        let entry = self.field.entry(placed.number, round);
        let is_open = board.is_some_and(|board| board.black.is_some() && rules::counted(self.facts, board).is_none());
        let colour = board.filter(|board| board.black.is_some()).map(|board| if board.white == id { 'w' } else { 'b' });
        let opponent = entry.and_then(|entry| entry.opponent());
        // Nobody plays in a knock-out who has no match.
        let result = entry
            .filter(|_| !is_open && (board.is_some() || !matches!(self.facts.format(), Format::Knockout { .. })))
            .map(letter);
        let worth = placed.keizer.as_ref().zip(usize::try_from(round - 1).ok()).filter(|_| !is_open);
        let worth = worth.and_then(|(standing, index)| standing.worth.get(index)).copied();
        let because = worth.zip(entry).and_then(|(worth, entry)| {
            let reason = words::Round {
                facts: self.facts,
                field: self.field,
                number: placed.number,
                round,
                entry,
                values: &self.values,
                worth,
            };
            Some(self.language.say(&reason.because(self.name, self.language)?))
        });
        Cell {
            opponent: opponent.map(i64::from),
            colour,
            result,
            worth: worth.map(|worth| self.language.numeral(rules::keizer_points(self.facts, worth))),
            because,
        }
    }

    fn teams(&self) -> Result<Vec<TeamRow>, Error> {
        if !self.facts.is_of_teams() {
            return Ok(Vec::new());
        }
        let team_called = |number: Number| self.facts.teams.get(usize::try_from(number).ok()?.checked_sub(1)?).cloned();
        let of_team = |standing: pairings::TeamStanding| {
            let index = usize::try_from(standing.number).ok()?.checked_sub(1)?;
            Some(TeamRow {
                place: standing.place as i64,
                team: i64::from(standing.number),
                name: self.facts.teams.get(index)?.clone(),
                match_points: standing.match_points.to_string(),
                board_points: standing.game_points.to_string(),
                tie_breaks: standing.counted.iter().map(|counted| self.part(counted, &team_called)).collect(),
            })
        };
        let standings = rules::team_field(self.facts, self.field.rounds).standings(self.facts)?;
        Ok(standings.into_iter().filter_map(of_team).collect())
    }
}

/// A round as report files write it.
fn letter(entry: Entry) -> char {
    match entry {
        Entry::Game { score: pairings::Score::Win, .. } => '1',
        Entry::Game { score: pairings::Score::Draw, .. } => '=',
        Entry::Game { score: pairings::Score::Loss, .. } => '0',
        Entry::Forfeit { won: true, .. } => '+',
        Entry::Forfeit { won: false, .. } => '-',
        Entry::Bye(Bye::Allocated) => 'U',
        Entry::Bye(Bye::Full) => 'F',
        Entry::Bye(Bye::Half) => 'H',
        Entry::Bye(Bye::Zero) => 'Z',
    }
}
