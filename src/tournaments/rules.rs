//! The rules of tournaments: what may be founded, who may enter, which round comes next, how boards came out and what
//! the table is. Pure: facts and a request in, a decision or a refusal out.
//!
//! - `settings`: what may be founded.
//! - `entering`: who enters, withdraws, stays away.
//! - `field`: facts as a tournament of `crates/pairings`, after any round; `teams`, likewise where teams play.
//! - `rounds`: the next round, as recommended or as chosen, and why two meet (`why`).
//! - `places`: who stands where.
//! - `results`: how boards came out, and the end.
//! - `ladder`: challenges.

mod entering;
mod field;
mod ladder;
mod places;
mod results;
mod rounds;
mod settings;
mod teams;
#[cfg(test)]
mod tests;
mod why;

use std::collections::BTreeSet;

use chrono::{NaiveDate, NaiveDateTime};
use chrono_tz::Tz;
use rookery_messages::say;
use rookery_pairings::Number;

pub use entering::{Leaving, absent, enter, withdraw};
pub use field::{Field, counted, field, planned, seeded};
pub use ladder::{Answer, Awaited, answer, awaited, challenge, challenge_result, due, ladder, take_back_challenge};
pub use places::{Placed, absent_from, keizer_of, keizer_points, left_early, placed, stages, tie_breaks_of};
pub use results::{Entering, end, link, result};
pub use rounds::{NextRound, announce, has_next, next, take_back_round};
pub use settings::found;
pub use teams::{Match as TeamMatch, TeamField, members, team_field, team_of, team_tie_breaks_of};

use super::{Absence, ChallengeId, Format, Player, Round, Score, State, Tournament};
use crate::error::Refusal;
use crate::id::{GameId, PersonId};
use crate::sessions::calendar::local_date;

/// What somebody is called by who reads it.
pub type Name<'a> = &'a dyn Fn(PersonId) -> String;

/// All that is known of a tournament.
#[derive(Clone, Debug)]
pub struct Facts {
    pub tournament: Tournament,
    /// By number; those without one by the club's score, and of equals who entered first.
    pub players: Vec<Player>,
    /// Names of the teams, in the order of their numbers.
    pub teams: Vec<String>,
    /// Who does not play in which round, by choice.
    pub absences: Vec<(PersonId, i64, Absence)>,
    /// The rounds that were announced, the first first.
    pub rounds: Vec<Round>,
    /// Their boards, in order.
    pub boards: Vec<Board>,
    /// Challenges of a ladder, the first first.
    pub challenges: Vec<Challenge>,
    /// Who is kept apart in the club, the lower id first.
    pub apart: BTreeSet<(PersonId, PersonId)>,
    /// The time zone of the club's clocks.
    pub zone: Tz,
    pub now: NaiveDateTime,
}

impl Facts {
    /// The day of an instant by the club's clocks.
    pub fn day(&self, at: NaiveDateTime) -> NaiveDate {
        local_date(at.and_utc(), self.zone)
    }

    pub fn today(&self) -> NaiveDate {
        self.day(self.now)
    }

    /// The format it is played by.
    pub fn format(&self) -> &Format {
        &self.tournament.settings.format
    }

    /// The last round that was announced; 0 before the first.
    pub fn last_round(&self) -> i64 {
        self.rounds.last().map_or(0, |round| round.round)
    }

    /// Somebody who takes part.
    pub fn player(&self, person: PersonId) -> Option<&Player> {
        self.players.iter().find(|player| player.person == person)
    }

    /// The number that somebody is paired by, once the first round was announced.
    pub fn seed(&self, person: PersonId) -> Option<Number> {
        self.player(person).and_then(|player| Number::try_from(player.number?).ok())
    }

    /// Whether teams play against teams.
    pub fn is_of_teams(&self) -> bool {
        self.tournament.settings.boards.is_some() || *self.format() == Format::Scheveningen
    }

    /// Whether teams line up again for every round, so that somebody may be absent and another stand in.
    pub fn has_line_ups(&self) -> bool {
        self.tournament.settings.boards.is_some()
    }

    /// Whether two are kept apart in the club.
    fn keeps_apart(&self, one: PersonId, other: PersonId) -> bool {
        self.apart.contains(&(one.min(other), one.max(other)))
    }

    /// The boards of a round, in order.
    pub fn boards_of(&self, round: i64) -> impl Iterator<Item = &Board> {
        self.boards.iter().filter(move |board| board.round == round)
    }

    /// Refuses what is for a tournament that is going on, or about to.
    fn must_be_open(&self) -> Result<(), Refusal> {
        match self.tournament.state {
            State::Planned | State::Running => Ok(()),
            State::Ended | State::CalledOff => {
                let detail = say!("This tournament is over: it is read, and nothing is changed in it any more.");
                Err(Refusal::conflict(say!("Over"), detail))
            }
        }
    }
}

/// A board that was announced, as it counts now.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    pub round: i64,
    pub board: i64,
    pub white: PersonId,
    /// Nobody: White has the bye of the pairing.
    pub black: Option<PersonId>,
    pub team_match: Option<i64>,
    /// Why the two meet, as it was kept; `None` if a moderator chose it.
    pub why: Option<rookery_messages::Message>,
    /// The club's game that was played here; of several, by rematches, the one that stands.
    pub game: Option<GameId>,
    /// How it came out, as the game stands now; `None` while there is no result that counts.
    pub score: Option<Score>,
    /// Whether a game was entered that does not count now (void, refused, lapsed): nobody has played then.
    pub annulled: bool,
}

impl Board {
    /// Whether somebody sits at it.
    pub fn seats(&self, person: PersonId) -> bool {
        self.white == person || self.black == Some(person)
    }
}

impl Format {
    /// Whether all pairings follow from who takes part, so that who does not come loses the game without playing it.
    pub fn is_fixed(&self) -> bool {
        matches!(self, Format::RoundRobin { .. } | Format::Scheveningen | Format::Knockout { .. })
    }
}

/// A challenge of a ladder, as it counts now.
#[derive(Clone, Debug, PartialEq)]
pub struct Challenge {
    pub id: ChallengeId,
    pub challenger: PersonId,
    pub challenged: PersonId,
    pub made_at: NaiveDateTime,
    pub accepted_at: Option<NaiveDateTime>,
    pub white: Option<PersonId>,
    pub game: Option<GameId>,
    /// How it ended, and when.
    pub outcome: Option<(super::views::Outcome, NaiveDateTime)>,
}
