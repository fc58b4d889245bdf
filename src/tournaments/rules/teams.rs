//! Where teams play teams: who sits at which board, and the matches of the rounds so far.
//!
//! A match is won by board points, a win at a board being one; the settings' points are the players' own. Who is there
//! moves up, so that only the last boards of a team stay empty; who sits alone at a board wins there. A team with
//! nobody there is not paired, or, where a table pairs it, its opponents have the bye. A Swiss is FIDE's for teams
//! (C.04.6): its bye is worth a drawn match, in match points and in points of boards.

use std::collections::{BTreeMap, BTreeSet};

use rookery_pairings as pairings;
use rookery_pairings::{Bye, Entry, Number, Points, Team, TeamMatch, TeamResult, TeamStanding, TeamSwiss, Teams};

use super::field::{counted, is_out, sides};
use super::{Board, Facts, field, seeded};
use crate::id::PersonId;
use crate::tournaments::{Format, Score};

/// Teams as a tournament of `crates/pairings`, by match points, up to a round.
pub struct TeamField {
    pub rounds: i64,
    pub tournament: pairings::Tournament,
    /// The matches of each round.
    matches: Vec<Vec<Match>>,
    /// Points of boards that the bye is worth.
    of_bye: Points,
}

/// A match that was announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match {
    pub number: i64,
    /// The team that has White on the first board.
    pub first: Number,
    pub second: Number,
    /// Points of the boards, as far as they have results.
    pub points: (Points, Points),
    /// Whether a board has a result.
    pub begun: bool,
}

impl TeamField {
    /// The matches of a round (from 1).
    pub fn matches(&self, round: i64) -> &[Match] {
        let index = usize::try_from(round).ok().and_then(|round| round.checked_sub(1));
        index.and_then(|index| self.matches.get(index)).map_or(&[], Vec::as_slice)
    }

    /// The teams, the first first.
    pub fn standings(&self) -> Vec<TeamStanding> {
        let played = self.matches.iter().flatten().map(|of_two| (of_two.first, of_two.second, of_two.points));
        // A bye is a match against nobody, whose number is 0.
        let byes = self.tournament.players.iter().flat_map(|team| {
            let had = team.rounds.iter().filter(|entry| **entry == Entry::Bye(Bye::Allocated));
            had.map(|_| (team.number, 0, (self.of_bye, Points(0))))
        });
        let results = played.chain(byes).map(|(first, second, points)| {
            (TeamMatch { first, second, boards: Vec::new() }, TeamResult { points, score: None })
        });
        Teams { boards: 0 }.standings(&self.tournament, &results.collect::<Vec<_>>())
    }
}

/// The teams after so many rounds.
pub fn team_field(facts: &Facts, rounds: i64) -> TeamField {
    let players = field(facts, rounds);
    let rounds = players.rounds;
    let count = Number::try_from(facts.teams.len()).unwrap_or(0);
    let mut tournament = pairings::Tournament::of(count, players.tournament.rounds);
    let is_swiss = matches!(facts.format(), Format::Swiss { .. });
    tournament.scoring = if is_swiss { TeamSwiss::MATCH_POINTS } else { Teams::MATCH_POINTS };
    let mut matches = Vec::new();
    for round in 1..=rounds {
        let announced = matches_of(facts, round);
        let mut entries: BTreeMap<Number, Entry> = BTreeMap::new();
        for board in facts.boards_of(round).filter(|board| board.team_match.is_none()) {
            entries.extend(team_of(facts, board.white).map(|team| (team, Entry::Bye(Bye::Allocated))));
        }
        for of_two in &announced {
            let score = match of_two.points.0.cmp(&of_two.points.1) {
                _ if !of_two.begun => Score::BothForfeit,
                std::cmp::Ordering::Greater => Score::White,
                std::cmp::Ordering::Equal if of_two.points.0 == Points(0) => Score::BothForfeit,
                std::cmp::Ordering::Equal => Score::Draw,
                std::cmp::Ordering::Less => Score::Black,
            };
            let (first, second) = sides(score, of_two.first, of_two.second);
            entries.insert(of_two.first, first);
            entries.insert(of_two.second, second);
        }
        for team in &mut tournament.players {
            team.rounds.push(entries.get(&team.number).copied().unwrap_or(Entry::Bye(Bye::Zero)));
        }
        matches.push(announced);
    }
    let coming = rounds + 1;
    for team in 1..=count {
        if !facts.format().is_fixed()
            && line_up(facts, team, coming).is_empty()
            && let Ok(round) = usize::try_from(coming)
        {
            tournament.asked.insert((round, team), Bye::Zero);
        }
    }
    if let Format::Swiss { baku: true } = facts.format() {
        tournament.acceleration = pairings::Acceleration::baku(facts.teams.len());
    }
    let boards = facts.tournament.settings.boards.and_then(|boards| i32::try_from(boards).ok()).unwrap_or(0);
    let of_bye = if is_swiss { Points::halves(boards) } else { Points(0) };
    TeamField { rounds, tournament, matches, of_bye }
}

/// The team that somebody plays for.
pub(super) fn team_of(facts: &Facts, person: PersonId) -> Option<Number> {
    facts.player(person).and_then(|player| Number::try_from(player.team?).ok())
}

/// Those of a team who play in a round, the first board first.
fn line_up(facts: &Facts, team: Number, round: i64) -> Vec<PersonId> {
    let away: BTreeSet<PersonId> =
        facts.absences.iter().filter(|(_, absent, _)| *absent == round).map(|(person, ..)| *person).collect();
    let here = |person: &PersonId| !away.contains(person) && !is_out(facts, *person, round);
    members(facts, team).into_iter().filter(here).collect()
}

/// All of a team, in their order in it.
pub(super) fn members(facts: &Facts, team: Number) -> Vec<PersonId> {
    let mut members: Vec<_> = facts.players.iter().filter(|player| player.team == Some(i64::from(team))).collect();
    members.sort_by_key(|player| (player.team_board, player.entered_at));
    members.into_iter().map(|player| player.person).collect()
}

/// Line-ups of all teams for a round, by pairing numbers.
pub(super) fn line_ups(facts: &Facts, round: i64) -> Vec<Team> {
    let numbers: BTreeMap<PersonId, i64> =
        seeded(facts).into_iter().map(|(person, number, _)| (person, number)).collect();
    let number = |person: &PersonId| numbers.get(person).and_then(|number| Number::try_from(*number).ok());
    let teams = 1..=Number::try_from(facts.teams.len()).unwrap_or(0);
    let team = |team: Number| Team { number: team, boards: line_up(facts, team, round).iter().map(number).collect() };
    teams.map(team).collect()
}

/// The matches of a round that was announced, with what their boards came to.
fn matches_of(facts: &Facts, round: i64) -> Vec<Match> {
    let mut boards: BTreeMap<i64, Vec<&Board>> = BTreeMap::new();
    for board in facts.boards_of(round) {
        if let Some(number) = board.team_match {
            boards.entry(number).or_default().push(board);
        }
    }
    boards.into_iter().filter_map(|(number, boards)| of_two(facts, number, &boards)).collect()
}

fn of_two(facts: &Facts, number: i64, boards: &[&Board]) -> Option<Match> {
    // The first board always has two.
    let full = boards.iter().find_map(|board| Some((team_of(facts, board.white)?, team_of(facts, board.black?)?)));
    let (first, second) = full?;
    let mut of_two = Match { number, first, second, points: (Points(0), Points(0)), begun: false };
    for board in boards {
        let score = counted(facts, board);
        let (white, black) = match (board.black, score) {
            (None, _) | (_, Some(Score::White | Score::WhiteForfeit)) => (2, 0),
            (_, Some(Score::Draw)) => (1, 1),
            (_, Some(Score::Black | Score::BlackForfeit)) => (0, 2),
            (_, Some(Score::BothForfeit) | None) => (0, 0),
        };
        of_two.begun |= score.is_some();
        let is_first = team_of(facts, board.white) == Some(first);
        let (one, other) = if is_first { (white, black) } else { (black, white) };
        of_two.points = (of_two.points.0 + Points::halves(one), of_two.points.1 + Points::halves(other));
    }
    Some(of_two)
}
