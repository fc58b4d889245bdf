//! Makes the tournament of teams of what their players played.

use std::collections::{BTreeMap, BTreeSet};

use super::lines::{Forfeited, TeamLines};
use super::{TeamEvent, TeamRecord, in_order};
use crate::team_swiss::TeamSwiss;
use crate::tie_breaks::{Games, TeamTournament};
use crate::tournament::{Bye, Colour, Entry, Number, Player, Points, Score, Tournament};
use crate::trf::Fault;
use crate::trf::headers::{Headers, Source};

/// A match of a round as one of the teams has it.
struct Seen {
    opponent: Number,
    /// The colour on the first board.
    colour: Option<Colour>,
    games: Games,
    played: bool,
}

/// Makes the tournament of teams of what their players played.
pub(in crate::trf) struct Folding<'a> {
    lines: &'a TeamLines,
    players: &'a Tournament,
    team_of: BTreeMap<Number, Number>,
    line_ups: BTreeMap<(usize, Number), Vec<Option<Number>>>,
}

impl<'a> Folding<'a> {
    /// Whether teams have players of their own whom the file knows, and lines name teams that there are.
    pub(in crate::trf) fn new(lines: &'a TeamLines, players: &'a Tournament) -> Result<Self, Fault> {
        let fault = |line: usize, expected: String| Fault { line, column: 1, expected, found: String::new() };
        let mut team_of = BTreeMap::new();
        for (line, _, record) in &lines.records {
            for player in &record.players {
                if players.player(*player).is_none() {
                    return Err(fault(*line, format!("players with lines of their own, which {player} has not")));
                }
                if team_of.insert(*player, record.number).is_some() {
                    return Err(fault(*line, format!("players of one team, but {player} is in another one, too")));
                }
            }
        }
        let mut line_ups = BTreeMap::new();
        for (line, round, team, seats) in &lines.line_ups {
            if let Some(stranger) = seats.iter().flatten().find(|player| team_of.get(player) != Some(team)) {
                return Err(fault(*line, format!("players of team {team}, to which {stranger} does not belong")));
            }
            line_ups.insert((*round, *team), seats.clone());
        }
        let known: BTreeSet<Number> = lines.records.iter().map(|(_, _, record)| record.number).collect();
        let forfeited = lines
            .forfeits
            .iter()
            .flat_map(|forfeited| [forfeited.white, forfeited.black].map(|team| (forfeited.line, team)));
        let mut named = lines.byes.iter().map(|(_, team)| (lines.line_of_byes, *team)).chain(forfeited);
        if let Some((line, stranger)) = named.find(|(_, team)| !known.contains(team)) {
            return Err(fault(line, format!("teams with lines 310, which {stranger} has not")));
        }
        Ok(Self { lines, players, team_of, line_ups })
    }

    /// The tournament of teams, with the byes, the pairs that must not meet and the points that the other lines give it.
    pub(in crate::trf) fn event(mut self, headers: &mut Headers) -> Result<TeamEvent, Fault> {
        let records: BTreeMap<Number, TeamRecord> =
            self.lines.records.iter().map(|(_, _, record)| (record.number, record.clone())).collect();
        let last_bye = self.lines.byes.iter().map(|(round, _)| *round).max().unwrap_or(0);
        let last_forfeit = self.lines.forfeits.iter().map(|forfeited| forfeited.round).max().unwrap_or(0);
        let done = self.players.played().max(last_bye).max(last_forfeit);
        let boards = self.boards(&records, done);
        let on_all = |points: Points| Points(points.0.saturating_mul(i32::try_from(boards).unwrap_or(i32::MAX)));
        let games = self.players.scoring;
        let mut scoring = self.lines.scoring.unwrap_or(TeamSwiss::MATCH_POINTS);
        let (bye_points, bye_games) = self.lines.bye_points.unwrap_or((scoring.draw, on_all(games.draw)));
        scoring.allocated_bye = bye_points;
        let mut matches = Tournament { scoring, ..Tournament::of(0, self.players.rounds.max(done)) };
        matches.initial_colour = headers.initial.unwrap_or(Colour::White);
        let mut points: BTreeMap<Number, Vec<Games>> = BTreeMap::new();
        for record in records.values() {
            let mut team = Player { number: record.number, ..Player::default() };
            for round in 1..=done {
                let (entry, mut own) = match self.seen(record.number, round)? {
                    Some(seen) => self.entry(record.number, round, seen)?,
                    None => (self.bye(record.number, round, headers), Games::default()),
                };
                if own.boards.is_empty() {
                    own.points = match entry {
                        Entry::Bye(Bye::Allocated) => bye_games,
                        Entry::Bye(Bye::Half) => on_all(games.draw),
                        Entry::Bye(Bye::Full) | Entry::Forfeit { won: true, .. } => on_all(games.win),
                        _ => Points(0),
                    };
                }
                team.rounds.push(entry);
                points.entry(record.number).or_default().push(own);
            }
            matches.players.push(team);
        }
        for (team, round, bye) in &headers.byes {
            if *round > done && records.contains_key(team) {
                matches.asked.insert((*round, *team), *bye);
            }
        }
        matches.forbidden = headers.forbidden(matches.rounds);
        matches.acceleration = headers.acceleration(&matches.players)?;
        if headers.initial.is_none() {
            matches.initial_colour = crate::trf::read::inferred(&matches).unwrap_or(Colour::White);
        }
        let (preferences, has_second_score) = self.lines.system();
        let teams = TeamTournament { matches, boards, scoring: games, games: points };
        self.adds_up(&teams)?;
        let line_ups = std::mem::take(&mut self.line_ups);
        let is_swiss = self.lines.kind.contains("TEAM");
        Ok(TeamEvent { teams, records, is_swiss, preferences, has_second_score, line_ups })
    }

    /// How many boards a match has: as many as have a colour, or as any match had.
    fn boards(&self, records: &BTreeMap<Number, TeamRecord>, done: usize) -> usize {
        let said = Some(self.lines.colours.len()).filter(|boards| *boards > 0);
        let seats = || records.keys().flat_map(|team| (1..=done).map(|round| self.seats(*team, round).len())).max();
        let seats = || seats().filter(|boards| *boards > 0);
        let members = || records.values().map(|record| record.players.len()).min();
        said.or_else(seats).or_else(members).unwrap_or(1).max(1)
    }

    fn seats(&self, team: Number, round: usize) -> Vec<Option<Number>> {
        if let Some(seats) = self.line_ups.get(&(round, team)) {
            return seats.clone();
        }
        let record = self.lines.records.iter().find(|(_, _, record)| record.number == team);
        record.map(|(_, _, record)| in_order(record, self.players, round)).unwrap_or_default()
    }

    /// The match of a team in a round, if its players had one.
    fn seen(&self, team: Number, round: usize) -> Result<Option<Seen>, Fault> {
        let seats = self.seats(team, round);
        let entries: Vec<Option<Entry>> = seats
            .iter()
            .map(|seat| {
                seat.and_then(|number| self.players.player(number)).map(|player| self.players.entry(player, round))
            })
            .collect();
        let mut seen: Option<Seen> = None;
        for (board, entry) in entries.iter().enumerate() {
            let Some(other) = entry.and_then(|entry| entry.opponent()) else { continue };
            let Some(&opponent) = self.team_of.get(&other).filter(|other| **other != team) else {
                return Err(
                    self.fault(team, format!("in round {round} opponents of another team, which {other} is not"))
                );
            };
            let seen = seen.get_or_insert(Seen { opponent, colour: None, games: Games::default(), played: false });
            if seen.opponent != opponent {
                return Err(self.fault(team, format!("opponents of one team in round {round}, not of two")));
            }
            let colour = match entry {
                Some(Entry::Game { colour, .. }) => Some(*colour),
                Some(Entry::Forfeit { colour, .. }) => *colour,
                _ => None,
            };
            let first = |colour| if self.has_white(board) { colour } else { Colour::other(colour) };
            seen.colour = seen.colour.or(colour.map(first));
            seen.played |= entry.is_some_and(|entry| entry.played());
        }
        let worth = |entry: &Option<Entry>| entry.map_or(Points(0), |entry| self.players.scoring.of(&entry));
        Ok(seen.map(|seen| Seen { games: Games::of(entries.iter().map(worth).collect()), ..seen }))
    }

    /// Whether the team that has White on the first board has it on this one (from 0), too.
    fn has_white(&self, board: usize) -> bool {
        self.lines.colours.get(board).map_or(board.is_multiple_of(2), |colour| *colour == Colour::White)
    }

    fn entry(&self, team: Number, round: usize, seen: Seen) -> Result<(Entry, Games), Fault> {
        let Some(theirs) = self.seen(seen.opponent, round)?.filter(|theirs| theirs.opponent == team) else {
            return Err(
                self.fault(team, format!("a match with team {} in round {round} that both have", seen.opponent))
            );
        };
        let opponent = seen.opponent;
        // Where no board says a colour, the lower number has White.
        let fallback = if team < opponent { Colour::White } else { Colour::Black };
        let colour = seen.colour.or(theirs.colour.map(Colour::other)).unwrap_or(fallback);
        let (own, other) = (seen.games.points, theirs.games.points);
        let entry = if seen.played || theirs.played {
            let score = match own.cmp(&other) {
                std::cmp::Ordering::Greater => Score::Win,
                std::cmp::Ordering::Equal => Score::Draw,
                std::cmp::Ordering::Less => Score::Loss,
            };
            Entry::game(opponent, colour, score)
        } else {
            Entry::Forfeit { opponent, colour: Some(colour), won: own > other }
        };
        Ok((entry, seen.games))
    }

    /// What a team had in a round without a match of its players: a match that was forfeited, or a bye.
    fn bye(&self, team: Number, round: usize, headers: &Headers) -> Entry {
        let forfeited = self.lines.forfeits.iter().filter(|forfeited| forfeited.round == round);
        for Forfeited { white, black, won, .. } in forfeited {
            if team == *white {
                return Entry::Forfeit { opponent: *black, colour: Some(Colour::White), won: won.0 };
            }
            if team == *black {
                return Entry::Forfeit { opponent: *white, colour: Some(Colour::Black), won: won.1 };
            }
        }
        if self.lines.byes.contains(&(round, team)) {
            return Entry::Bye(Bye::Allocated);
        }
        let asked = headers.byes.iter().find(|(number, asked, _)| (*number, *asked) == (team, round));
        Entry::Bye(asked.map_or(Bye::Zero, |(_, _, bye)| *bye))
    }

    /// Whether the points of each team are those of its results; a line 299 may give others.
    fn adds_up(&self, teams: &TeamTournament) -> Result<(), Fault> {
        if self.lines.has_other_points {
            return Ok(());
        }
        for (line, text, record) in &self.lines.records {
            let source = Source { line: *line, text };
            let made = teams.matches.points(record.number, usize::MAX);
            if record.match_points.is_some_and(|points| points != made) {
                return Err(source.fault(55, 6, format!("the match points that the results add up to, {made}")));
            }
            let games = teams.games.get(&record.number);
            let made: Points = games.into_iter().flatten().map(|games| games.points).sum();
            if record.game_points.is_some_and(|points| points != made) {
                return Err(source.fault(62, 6, format!("the points of boards that the results add up to, {made}")));
            }
        }
        Ok(())
    }

    fn fault(&self, team: Number, expected: String) -> Fault {
        let line = self.lines.records.iter().find(|(_, _, record)| record.number == team);
        Fault { line: line.map_or(1, |(line, ..)| *line), column: 1, expected, found: String::new() }
    }
}
