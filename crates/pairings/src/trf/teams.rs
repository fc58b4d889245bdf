//! What a file says of teams: who plays for them, the system, byes, forfeits and line-ups out of order; and the tournament
//! of teams that follows from the games of their players.

mod folding;
mod lines;
mod writing;

use std::collections::BTreeMap;

pub(super) use folding::Folding;
pub(super) use lines::TeamLines;

use crate::error::Error;
use crate::round::{Format, Round};
use crate::team_swiss::{Preferences, TeamSwiss};
use crate::tie_breaks::{Games, TeamTournament};
use crate::tournament::{Bye, Entry, Number, Points, Tournament};

/// What a report says of its teams.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamEvent {
    /// The tournament of teams, by match points.
    pub teams: TeamTournament,
    /// What the file says of each team.
    pub records: BTreeMap<Number, TeamRecord>,
    /// Whether the file says that it is a Swiss of teams (192).
    pub is_swiss: bool,
    /// What colours they prefer on the first board, as the type of the tournament has it.
    pub preferences: Preferences,
    /// Whether the points of boards say who has White where match points do not.
    pub has_second_score: bool,
    /// Who sat at which board, where that is not the order of the record: by round (from 1) and team.
    pub line_ups: BTreeMap<(usize, Number), Vec<Option<Number>>>,
}

impl TeamEvent {
    /// Who sat at which board of a team in a round (from 1) of a tournament of players: as a line 300 says or, in the
    /// order of the team, all who had somebody opposite or won because nobody sat there.
    pub fn seats(&self, players: &Tournament, round: usize, team: Number) -> Vec<Option<Number>> {
        match self.line_ups.get(&(round, team)) {
            Some(seats) => seats.clone(),
            None => self.records.get(&team).map(|record| in_order(record, players, round)).unwrap_or_default(),
        }
    }
}

/// Those of a team who sat at a board, in their order in it.
fn in_order(record: &TeamRecord, players: &Tournament, round: usize) -> Vec<Option<Number>> {
    let sat = |number: &Number| {
        let entry = players.player(*number).map(|player| players.entry(player, round));
        entry.is_some_and(|entry| entry.opponent().is_some() || entry == Entry::Bye(Bye::Full))
    };
    record.players.iter().copied().filter(sat).map(Some).collect()
}

impl Format for TeamEvent {
    /// FIDE's Swiss for teams, with the points of boards of the rounds that were played.
    fn pair(&self, tournament: &Tournament) -> Result<Round, Error> {
        let done = tournament.played();
        let games = self.teams.games.iter().filter(|_| self.has_second_score);
        let points = |rounds: &Vec<Games>| rounds.iter().take(done).map(|games| games.points).sum();
        let secondary = games.map(|(team, rounds)| (*team, points(rounds))).collect();
        TeamSwiss { preferences: self.preferences, secondary }.pair(tournament)
    }
}

/// A team, as a line 310 says it; of a line 013 its name and its players.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TeamRecord {
    /// The number it is paired by.
    pub number: Number,
    /// The name.
    pub name: String,
    /// A short name of at most five letters, or nothing.
    pub nickname: String,
    /// What it was seeded by, as the file has it.
    pub strength: String,
    /// Its match points, if the file says them.
    pub match_points: Option<Points>,
    /// The points of its boards.
    pub game_points: Option<Points>,
    /// Its place.
    pub rank: Option<u32>,
    /// Who plays for it, the first board first.
    pub players: Vec<Number>,
}
