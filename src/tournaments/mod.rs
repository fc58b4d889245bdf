//! Tournaments of the club: Keizer, Swiss, round robin, knock-out, team matches and a ladder, over sessions or days.
//!
//! `crates/pairings` pairs and counts. Here stands who takes part, what was announced and how the boards came out. A
//! board's result is that of the club's game played there, as that game stands now: a decision that is undone leaves no
//! trace in a table, because no table is kept.

pub mod actions;
pub mod api;
pub mod exchange;
pub mod pages;
pub mod rules;
pub mod store;
pub mod views;

use chrono::{NaiveDate, NaiveDateTime};
use serde::{Deserialize, Serialize};

use crate::http::instant;
use crate::id::{PersonId, SessionId};
use crate::members::OutsideList;
use crate::ratings::Outcome;

crate::id!(
    /// A tournament of the club.
    TournamentId
);
crate::id!(
    /// A challenge on a ladder.
    ChallengeId
);

crate::words!(
    /// Where a tournament stands.
    State as TournamentState {
        /// People enter; nothing is paired yet.
        Planned = "planned",
        Running = "running",
        Ended = "ended",
        CalledOff = "called_off",
    }
);

crate::words!(
    /// How a board came out.
    Score as BoardResult {
        White = "white",
        Draw = "draw",
        Black = "black",
        /// Black did not come: White wins without a game.
        WhiteForfeit = "white_forfeit",
        /// White did not come: Black wins without a game.
        BlackForfeit = "black_forfeit",
        /// Neither came.
        BothForfeit = "both_forfeit",
    }
);

impl Score {
    /// What was played; `None` if somebody did not come.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Score::White => Some(Outcome::White),
            Score::Draw => Some(Outcome::Draw),
            Score::Black => Some(Outcome::Black),
            Score::WhiteForfeit | Score::BlackForfeit | Score::BothForfeit => None,
        }
    }
}

crate::words!(
    /// A round that somebody does not play in, by choice.
    Absence as TournamentAbsence {
        /// Half a point in a Swiss; an excused absence in Keizer.
        Half = "half",
        /// No points.
        Zero = "zero",
        /// On duty for the club: a full point in a Swiss, its own share in Keizer.
        Duty = "duty",
    }
);

crate::words!(
    /// What players are seeded by.
    Seeding {
        /// The club's own score.
        Club = "club",
        Fide = "fide",
        National = "national",
        Online = "online",
    }
);

impl Seeding {
    /// The list besides the club's own scores.
    pub fn outside(self) -> Option<OutsideList> {
        match self {
            Seeding::Club => None,
            Seeding::Fide => Some(OutsideList::Fide),
            Seeding::National => Some(OutsideList::National),
            Seeding::Online => Some(OutsideList::Online),
        }
    }
}

crate::words!(
    /// Who goes through when a match of a knock-out is level.
    Decider as KnockoutDecider {
        /// They play on until one wins.
        Again = "again",
        /// One game more, in which a draw is a win for Black.
        Armageddon = "armageddon",
        HigherSeed = "higher_seed",
    }
);

/// How a tournament is paired.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = TournamentFormat)]
pub enum Format {
    /// Values by rank, counted again after every round.
    Keizer(Keizer),
    /// The Dutch system of FIDE (C.04.3); where teams play, FIDE's Swiss for teams (C.04.6).
    Swiss {
        /// Accelerated as C.04.5.1 has it.
        #[serde(default)]
        baku: bool,
    },
    /// A Swiss that always finds a round, for evenings on which people come and go.
    Casual,
    /// Everybody against everybody, by the Berger tables (C.05).
    RoundRobin {
        /// How often, 1 to 4: each time with the colours changed.
        #[serde(default = "one")]
        legs: i64,
    },
    /// Everybody of one team against everybody of the other.
    Scheveningen,
    /// Who loses is out.
    Knockout {
        /// Games of a match, 1 to 6.
        #[serde(default = "one")]
        games: i64,
        decider: Decider,
    },
    /// Who wins a challenge takes the place of the challenged.
    Ladder(Ladder),
}

fn one() -> i64 {
    1
}

/// What Keizer counts; fractions are hundredths of one's own value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(as = KeizerSettings)]
pub struct Keizer {
    /// The value of the first; three times that of the last, if nothing is said.
    pub top: Option<i64>,
    /// Per cent of one's own value for the bye of the pairing.
    pub bye: i64,
    /// Per cent of one's own value for an excused absence.
    pub excused: i64,
    /// Per cent of one's own value for an absence without a word.
    pub absent: i64,
    /// Per cent of one's own value for a round on duty for the club.
    pub duty: i64,
    /// How many excused absences count.
    pub excused_at_most: i64,
    /// After how many rounds two may meet again.
    pub again_after: i64,
}

impl Default for Keizer {
    fn default() -> Keizer {
        Keizer { top: None, bye: 67, excused: 33, absent: 0, duty: 67, excused_at_most: 5, again_after: 6 }
    }
}

/// The rules of a ladder; all but `reach` in days.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(as = LadderSettings)]
pub struct Ladder {
    /// How many places higher somebody challenged may stand.
    pub reach: i64,
    pub to_answer: i64,
    pub to_play: i64,
    /// Before who lost may challenge the same player again.
    pub rest: i64,
    /// The two change places; else the winner comes in above and all between move down.
    pub swap: bool,
    /// A challenge that is not answered in time is won.
    pub unanswered_wins: bool,
}

impl Default for Ladder {
    fn default() -> Ladder {
        Ladder { reach: 3, to_answer: 7, to_play: 14, rest: 14, swap: false, unanswered_wins: true }
    }
}

/// What results are worth, in tenths of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(as = TournamentScoring)]
pub struct Scoring {
    pub win: i64,
    pub draw: i64,
    pub loss: i64,
    pub forfeit_win: i64,
    pub forfeit_loss: i64,
    /// The bye of the pairing.
    pub bye: i64,
    pub half_bye: i64,
    pub duty: i64,
}

impl Default for Scoring {
    fn default() -> Scoring {
        Scoring { win: 10, draw: 5, loss: 0, forfeit_win: 10, forfeit_loss: 0, bye: 10, half_bye: 5, duty: 10 }
    }
}

/// What a tournament is, as its organiser chose it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TournamentSettings)]
pub struct Settings {
    pub format: Format,
    /// Boards of a team; null if people play for themselves.
    #[serde(default)]
    pub boards: Option<i64>,
    /// Rounds of a Swiss or of Keizer, 1 to 99; null for a format whose rounds follow from the field.
    #[serde(default)]
    pub rounds: Option<i64>,
    /// Whether its games are rated games of the club; else results stand in the table alone.
    pub rated: bool,
    /// As people say it: `15+10`.
    #[serde(default)]
    pub time_control: Option<String>,
    #[serde(default)]
    pub scoring: Scoring,
    /// Codes of C.07 in their order: `BH/C1`, `BH`, `SB`, `DE`.
    #[serde(default)]
    pub tie_breaks: Vec<String>,
    pub seeding: Seeding,
    /// Whether members may enter by themselves, until the last round in which one may still begin.
    #[serde(default)]
    pub open_until: Option<i64>,
}

/// A tournament.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[schema(as = ClubTournament)]
pub struct Tournament {
    pub id: TournamentId,
    pub name: String,
    pub settings: Settings,
    pub state: State,
    #[serde(skip)]
    pub created_by: PersonId,
    #[serde(serialize_with = "instant::utc")]
    pub created_at: NaiveDateTime,
    #[serde(serialize_with = "instant::utc_if_any")]
    pub begun_at: Option<NaiveDateTime>,
    #[serde(serialize_with = "instant::utc_if_any")]
    pub ended_at: Option<NaiveDateTime>,
    pub ended_reason: Option<String>,
    /// The number of its last change.
    pub version: i64,
}

/// Somebody who takes part.
#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    pub person: PersonId,
    /// From the beginning on.
    pub number: Option<i64>,
    pub rating: Option<i64>,
    pub team: Option<i64>,
    pub team_board: Option<i64>,
    pub entered_at: NaiveDateTime,
    /// The first round that they are paired in.
    pub first_round: i64,
    /// The first round that they are not paired in any more.
    pub withdrawn_from: Option<i64>,
}

/// A round that was announced.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    pub round: i64,
    pub session: Option<SessionId>,
    pub day: Option<NaiveDate>,
    pub announced_at: NaiveDateTime,
}
