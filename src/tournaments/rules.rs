//! The rules of tournaments: what may be founded, who may enter, which round comes next, how boards came out and what the table
//! is. Pure: facts and a request in, a decision or a refusal out.

mod decided;

use std::collections::BTreeSet;

use chrono::{NaiveDate, NaiveDateTime};
use chrono_tz::Tz;

use super::{Absence, ChallengeId, Player, Round, Score, Tournament};
use crate::id::{GameId, PersonId};
use crate::sessions::calendar::local_date;

pub use decided::{Answered, ClubGame, Entered, Entering, Leaving, NextRound};

/// All that is known of a tournament.
#[derive(Clone, Debug)]
pub struct Facts {
    pub tournament: Tournament,
    /// By number, those without one in the order in which they entered.
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

    /// Somebody who takes part, or did until they withdrew.
    pub fn player(&self, person: PersonId) -> Option<&Player> {
        self.players.iter().find(|player| player.person == person)
    }

    pub fn today(&self) -> NaiveDate {
        self.day(self.now)
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
    /// Why the two meet, as it was kept; nothing where a moderator chose it.
    pub why: Option<rookery_messages::Message>,
    /// The club's game that was played here; of several, by rematches, the one that stands.
    pub game: Option<GameId>,
    /// How it came out, as the game stands now; nothing while there is no result that counts.
    pub score: Option<Score>,
    /// Whether a game was entered that does not count now (void, refused, lapsed): nobody has played then.
    pub annulled: bool,
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
