//! Views of tournaments, for JSON answers and for pages.

mod standings;
mod whole;
mod words;

pub use standings::standings;
pub use whole::{next, whole};

use chrono::{DateTime, NaiveDate, NaiveDateTime, Utc};
use serde::Serialize;

use super::{Absence, ChallengeId, Score, Tournament};
use crate::http::instant;
use crate::id::{GameId, PersonId, SessionId};

/// Somebody, by the name that the reader may read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[schema(as = TournamentPerson)]
pub struct Person {
    pub id: PersonId,
    pub name: String,
}

/// A tournament with all that its page tells.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = TournamentView)]
pub struct Whole {
    #[serde(flatten)]
    pub tournament: Tournament,
    pub players: Vec<Entrant>,
    pub teams: Vec<Team>,
    /// The rounds that were announced, the first first.
    pub rounds: Vec<Round>,
    /// After the last round.
    pub standings: Standings,
    /// Of a knock-out, a stage after the other.
    pub stages: Vec<Vec<Match>>,
    /// Of a ladder, the newest first.
    pub challenges: Vec<Challenge>,
}

/// Somebody who takes part.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
#[schema(as = TournamentEntrant)]
pub struct Entrant {
    #[serde(flatten)]
    pub person: Person,
    /// The pairing number, from the beginning of the tournament on.
    pub number: Option<i64>,
    /// The rating that they are seeded by.
    pub rating: Option<i64>,
    pub team: Option<i64>,
    pub team_board: Option<i64>,
    pub first_round: i64,
    pub withdrawn_from: Option<i64>,
    /// The rounds to come that they do not play in, by choice.
    pub absences: Vec<Away>,
}

/// A round that somebody does not play in.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
#[schema(as = TournamentAway)]
pub struct Away {
    pub round: i64,
    pub kind: Absence,
}

#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
#[schema(as = TournamentTeam)]
pub struct Team {
    pub number: i64,
    pub name: String,
}

/// A round that was announced.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
#[schema(as = TournamentRound)]
pub struct Round {
    pub round: i64,
    pub session: Option<SessionId>,
    /// The day on which it is played.
    pub day: Option<NaiveDate>,
    #[serde(serialize_with = "instant::utc")]
    pub announced_at: NaiveDateTime,
    pub boards: Vec<Board>,
    /// Who has the bye of the pairing, and who does not play by choice.
    pub byes: Vec<Bye>,
    /// Of a tournament of teams.
    pub matches: Vec<TeamMatch>,
    /// Whether every board has a result.
    pub complete: bool,
}

/// Two who meet.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
#[schema(as = TournamentBoard)]
pub struct Board {
    pub board: i64,
    pub white: Person,
    pub black: Person,
    /// As it counts now; null if nothing was entered, or what was entered does not count.
    pub result: Option<Score>,
    /// The club's game that was played here.
    pub game: Option<GameId>,
    pub team_match: Option<i64>,
    /// Why the two were paired, in the reader's language.
    pub why: Option<String>,
}

/// A round without an opponent.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
#[schema(as = TournamentBye)]
pub struct Bye {
    #[serde(flatten)]
    pub person: Person,
    /// Null: the bye of the pairing.
    pub asked: Option<Absence>,
}

/// Two teams that meet.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
#[schema(as = TournamentTeamMatch)]
pub struct TeamMatch {
    pub number: i64,
    pub first: i64,
    pub second: i64,
    /// Points of the boards, in tenths: of the first, of the second.
    #[schema(value_type = Vec<i64>, min_items = 2, max_items = 2)]
    pub points: (i64, i64),
}

/// The table after a round.
#[derive(Clone, Debug, Default, PartialEq, Serialize, utoipa::ToSchema)]
#[schema(as = TournamentStandings)]
pub struct Standings {
    /// How many rounds are counted.
    pub round: i64,
    pub rows: Vec<Row>,
    /// Of a tournament of teams.
    pub teams: Vec<TeamRow>,
    /// The names of the tie-breaks, in their order, in the reader's language, each with its code.
    pub tie_breaks: Vec<TieBreak>,
    /// The same of teams, where they play by boards.
    pub team_tie_breaks: Vec<TieBreak>,
}

#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
#[schema(as = TournamentTieBreak)]
pub struct TieBreak {
    pub code: String,
    pub name: String,
}

/// A player's place.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
#[schema(as = TournamentRow)]
pub struct Row {
    pub place: i64,
    #[serde(flatten)]
    pub person: Person,
    pub number: Option<i64>,
    pub rating: Option<i64>,
    /// Points as they are written: `3.5`; in Keizer, a whole number.
    pub points: String,
    pub played: i64,
    pub wins: i64,
    pub draws: i64,
    pub losses: i64,
    /// What each round brought, for the crosstable.
    pub rounds: Vec<Cell>,
    /// In the order of the tournament's tie-breaks.
    pub tie_breaks: Vec<Part>,
    /// Of Keizer: what a win over the player is worth now.
    pub value: Option<i64>,
}

/// A round of a player.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
#[schema(as = TournamentCell)]
pub struct Cell {
    /// The opponent's pairing number.
    pub opponent: Option<i64>,
    /// `w` or `b`; null if nobody sat opposite.
    pub colour: Option<char>,
    /// As report files write it: `1`, `=`, `0`, `+`, `-`, `H`, `F`, `U`, `Z`; null while there is no result.
    pub result: Option<char>,
    /// Of Keizer: what the round was worth, and why, in the reader's language.
    pub worth: Option<String>,
    pub because: Option<String>,
}

/// The value of a tie-break.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
#[schema(as = TournamentPart)]
pub struct Part {
    pub value: Option<String>,
    /// How it came about: `9½ = 3 + 2½ + 4 (1 cut)`.
    pub because: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
#[schema(as = TournamentTeamRow)]
pub struct TeamRow {
    pub place: i64,
    pub team: i64,
    pub name: String,
    pub match_points: String,
    pub board_points: String,
    /// In the order of the tie-breaks of teams.
    pub tie_breaks: Vec<Part>,
}

/// A match of a knock-out.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
#[schema(as = TournamentMatch)]
pub struct Match {
    pub higher: Person,
    /// Null: the higher seed goes through without a game.
    pub lower: Option<Person>,
    /// Of the higher and of the lower seed.
    #[schema(value_type = Vec<String>, min_items = 2, max_items = 2)]
    pub points: (String, String),
    pub winner: Option<PersonId>,
    /// The rounds of its games.
    pub rounds: Vec<i64>,
}

/// A challenge of a ladder.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
#[schema(as = LadderChallenge)]
pub struct Challenge {
    pub id: ChallengeId,
    pub challenger: Person,
    pub challenged: Person,
    #[serde(serialize_with = "instant::utc")]
    pub made_at: NaiveDateTime,
    #[serde(serialize_with = "instant::utc_if_any")]
    pub accepted_at: Option<NaiveDateTime>,
    /// Who has White, once it is accepted.
    pub white: Option<PersonId>,
    /// The last instants in time, by the club's days.
    pub answer_by: DateTime<Utc>,
    pub play_by: DateTime<Utc>,
    pub game: Option<GameId>,
    /// How it ended for the challenger: `won`, `held`, `withdrawn`; null while it is open.
    pub outcome: Option<Outcome>,
}

crate::words!(
    /// How a challenge ended, for the challenger.
    Outcome as ChallengeOutcome {
        Won = "won",
        Held = "held",
        Withdrawn = "withdrawn",
    }
);

/// The round that would be announced now.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
#[schema(as = NextTournamentRound)]
pub struct Next {
    pub round: i64,
    pub boards: Vec<Board>,
    pub byes: Vec<Bye>,
    pub matches: Vec<TeamMatch>,
}
