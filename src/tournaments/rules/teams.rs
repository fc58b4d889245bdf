//! Where teams play teams: who sits at which board, and the matches of the rounds so far.
//!
//! - A team wins a match by board points: a win at a board is one point. The points of the settings are for players.
//! - Players who are present move up, so that only the last boards of a team stay empty. A player without an opponent at
//!   a board wins there.
//! - A team of which nobody is present is not paired. If a table (such as a round robin) pairs it, its opponents have
//!   the bye.
//! - A Swiss is FIDE's for teams (C.04.6): its bye is worth a drawn match, in match points and in board points.
//! - A round for which a whole team asked for half a point is worth the same. A round that a whole team spends on duty
//!   for the club is worth a match won.

use std::collections::{BTreeMap, BTreeSet};

use rookery_pairings as pairings;
use rookery_pairings::{
    Bye, Entry, Games, Number, Points, Team, TeamScore, TeamStanding, TeamSwiss, TeamTieBreak, TeamTieBreaks,
    TeamTournament, Teams,
};

use super::field::{bye_of, counted, is_out, sides};
use super::places::contradicts;
use super::{Board, Facts, field, seeded, settings};
use crate::error::Refusal;
use crate::id::PersonId;
use crate::tournaments::{Format, Score};

/// Teams as a tournament of `crates/pairings`, by match points, up to a round.
pub struct TeamField {
    pub rounds: i64,
    pub tournament: pairings::Tournament,
    /// The matches of each round.
    matches: Vec<Vec<Match>>,
    /// The results of each round on the boards of a team.
    games: BTreeMap<Number, Vec<Games>>,
}

/// A match that was announced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    pub number: i64,
    /// The team that has White on the first board.
    pub first: Number,
    pub second: Number,
    /// The points of the boards, as far as they have results.
    pub games: (Games, Games),
    /// Whether a board has a result.
    pub begun: bool,
}

impl TeamField {
    /// The matches of a round (from 1).
    pub fn matches(&self, round: i64) -> &[Match] {
        let index = usize::try_from(round).ok().and_then(|round| round.checked_sub(1));
        index.and_then(|index| self.matches.get(index)).map_or(&[], Vec::as_slice)
    }

    /// The tournament of teams with the results of their matches on the boards.
    pub fn with_boards(&self, facts: &Facts) -> TeamTournament {
        // A Scheveningen match has as many as it has players.
        let most = || self.games.values().flatten().map(|games| games.boards.len()).max();
        let said = facts.tournament.settings.boards.and_then(|boards| usize::try_from(boards).ok());
        let boards = said.or_else(most).unwrap_or(1);
        let scoring = pairings::Scoring::default();
        TeamTournament { matches: self.tournament.clone(), boards, scoring, games: self.games.clone() }
    }

    /// The points of the boards of each team.
    pub fn points_of_boards(&self) -> BTreeMap<Number, Points> {
        let sum = |rounds: &[Games]| rounds.iter().map(|games| games.points).sum();
        self.games.iter().map(|(team, rounds)| (*team, sum(rounds))).collect()
    }

    /// The teams, the first first.
    pub fn standings(&self, facts: &Facts) -> Result<Vec<TeamStanding>, Refusal> {
        let order = team_tie_breaks_of(facts);
        let rules = TeamTieBreaks { order, primary: TeamScore::Match, fixed: facts.format().is_fixed() };
        rules.standings(&self.with_boards(facts), usize::MAX).map_err(contradicts)
    }
}

/// The tie-breaks of teams, in their order: the points of their boards, if nothing was chosen.
pub fn team_tie_breaks_of(facts: &Facts) -> Vec<TeamTieBreak> {
    let chosen: Vec<TeamTieBreak> = settings::team_tie_breaks(&facts.tournament.settings).flatten().collect();
    if chosen.is_empty() { vec![TeamTieBreak::OtherScore] } else { chosen }
}

/// The teams after so many rounds.
pub fn team_field(facts: &Facts, rounds: i64) -> TeamField {
    let players = field(facts, rounds);
    let rounds = players.rounds;
    let count = Number::try_from(facts.teams.len()).unwrap_or(0);
    let mut tournament = pairings::Tournament::of(count, players.tournament.rounds);
    let is_swiss = matches!(facts.format(), Format::Swiss { .. });
    tournament.scoring = if is_swiss { TeamSwiss::MATCH_POINTS } else { Teams::MATCH_POINTS };
    let boards = facts.tournament.settings.boards.and_then(|boards| i32::try_from(boards).ok()).unwrap_or(0);
    let on_boards = |entry: Entry| match entry {
        Entry::Bye(Bye::Allocated | Bye::Half) if is_swiss => Points::halves(boards),
        Entry::Bye(Bye::Full) if is_swiss => Points::whole(boards),
        _ => Points(0),
    };
    let mut matches = Vec::new();
    let mut games: BTreeMap<Number, Vec<Games>> = BTreeMap::new();
    for round in 1..=rounds {
        let announced = matches_of(facts, round);
        let mut entries: BTreeMap<Number, Entry> = BTreeMap::new();
        for board in facts.boards_of(round).filter(|board| board.team_match.is_none()) {
            entries.extend(team_of(facts, board.white).map(|team| (team, Entry::Bye(Bye::Allocated))));
        }
        for of_two in &announced {
            let (one, other) = (of_two.games.0.points, of_two.games.1.points);
            let score = match one.cmp(&other) {
                _ if !of_two.begun => Score::BothForfeit,
                std::cmp::Ordering::Greater => Score::White,
                std::cmp::Ordering::Equal if one == Points(0) => Score::BothForfeit,
                std::cmp::Ordering::Equal => Score::Draw,
                std::cmp::Ordering::Less => Score::Black,
            };
            let (first, second) = sides(score, of_two.first, of_two.second);
            entries.insert(of_two.first, first);
            entries.insert(of_two.second, second);
        }
        for team in &mut tournament.players {
            let away = || Entry::Bye(if is_swiss { asked(facts, team.number, round) } else { Bye::Zero });
            let entry = entries.get(&team.number).copied().unwrap_or_else(away);
            team.rounds.push(entry);
            let own = announced.iter().find_map(|of_two| of_two.of(team.number)).cloned();
            let own = own.unwrap_or(Games { points: on_boards(entry), boards: Vec::new() });
            games.entry(team.number).or_default().push(own);
        }
        matches.push(announced);
    }
    let coming = rounds + 1;
    for team in 1..=count {
        if !facts.format().is_fixed()
            && line_up(facts, team, coming).is_empty()
            && let Ok(round) = usize::try_from(coming)
        {
            tournament.asked.insert((round, team), asked(facts, team, coming));
        }
    }
    if let Format::Swiss { baku: true } = facts.format() {
        tournament.acceleration = pairings::Acceleration::baku(facts.teams.len());
    }
    TeamField { rounds, tournament, matches, games }
}

impl Match {
    /// The boards of one of the two.
    fn of(&self, team: Number) -> Option<&Games> {
        [(self.first, &self.games.0), (self.second, &self.games.1)]
            .into_iter()
            .find(|own| own.0 == team)
            .map(|own| own.1)
    }
}

/// The team that somebody plays for.
pub fn team_of(facts: &Facts, person: PersonId) -> Option<Number> {
    facts.player(person).and_then(|player| Number::try_from(player.team?).ok())
}

/// Those of a team who play in a round, the first board first.
fn line_up(facts: &Facts, team: Number, round: i64) -> Vec<PersonId> {
    let away: BTreeSet<PersonId> =
        facts.absences.iter().filter(|(_, absent, _)| *absent == round).map(|(person, ..)| *person).collect();
    let here = |person: &PersonId| !away.contains(person) && !is_out(facts, *person, round);
    members(facts, team).into_iter().filter(here).collect()
}

/// The bye that a team asked for in which nobody is there for a round: what all of it asked for who might have been.
fn asked(facts: &Facts, team: Number, round: i64) -> Bye {
    let kind = |person: PersonId| {
        facts.absences.iter().find(|(absent, of, _)| (*absent, *of) == (person, round)).map(|(.., kind)| *kind)
    };
    let mut kinds = members(facts, team).into_iter().filter(|person| !is_out(facts, *person, round)).map(kind);
    match kinds.next().flatten() {
        Some(first) if kinds.all(|kind| kind == Some(first)) => bye_of(first),
        _ => Bye::Zero,
    }
}

/// All of a team, in their order in it.
pub fn members(facts: &Facts, team: Number) -> Vec<PersonId> {
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

/// The matches of an announced round, with the results of their boards.
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
    let (mut of_first, mut of_second, mut begun) = (Vec::new(), Vec::new(), false);
    for board in boards {
        let score = counted(facts, board);
        let (white, black) = match (board.black, score) {
            (None, _) | (_, Some(Score::White | Score::WhiteForfeit)) => (2, 0),
            (_, Some(Score::Draw)) => (1, 1),
            (_, Some(Score::Black | Score::BlackForfeit)) => (0, 2),
            (_, Some(Score::BothForfeit) | None) => (0, 0),
        };
        begun |= score.is_some();
        let is_first = team_of(facts, board.white) == Some(first);
        let (one, other) = if is_first { (white, black) } else { (black, white) };
        of_first.push(Points::halves(one));
        of_second.push(Points::halves(other));
    }
    Some(Match { number, first, second, games: (Games::of(of_first), Games::of(of_second)), begun })
}
