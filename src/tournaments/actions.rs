//! What people do to tournaments, a type for each action.

mod field;
mod ladder;
mod rounds;

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

use super::{Absence, ChallengeId, Score, Settings, TournamentId, store};
use crate::action::Record;
use crate::audit::Word;
use crate::db::Tx;
use crate::error::Error;
use crate::games::Ending;
use crate::id::{GameId, PersonId, SessionId};

/// Founds a tournament; by a moderator.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTournament {
    /// 3 to 80 characters.
    pub name: String,
    pub settings: Settings,
    /// Names of the teams, in their order, where people play in teams.
    #[serde(default)]
    pub teams: Vec<String>,
}

/// Enters somebody: oneself while entering is open, anybody by a moderator.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TournamentEntry)]
pub struct Enter {
    #[schema(value_type = i64)]
    pub person: PersonId,
    #[serde(default)]
    pub team: Option<i64>,
    #[serde(default)]
    pub team_board: Option<i64>,
}

/// Withdraws somebody from the rounds to come, or takes them out before the first one; oneself, or anybody by a moderator.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TournamentWithdrawal)]
pub struct Withdraw {
    #[schema(value_type = i64)]
    pub person: PersonId,
}

/// Says that somebody does not play in a round to come, or that they do after all; oneself (`half` or `zero`), or anybody
/// by a moderator.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = AbsenceFromRound)]
pub struct Absent {
    #[schema(value_type = i64)]
    pub person: PersonId,
    pub round: i64,
    /// Null or left out: they play.
    #[serde(default)]
    pub kind: Option<Absence>,
}

/// Announces the next round, as recommended or as chosen; by a moderator.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RoundToAnnounce)]
pub struct Announce {
    /// Which has to be the next one: what was announced meanwhile is not announced again.
    pub round: i64,
    /// The session at which it is played.
    #[serde(default)]
    #[schema(value_type = Option<i64>)]
    pub session: Option<SessionId>,
    /// Or the day.
    #[serde(default)]
    pub day: Option<NaiveDate>,
    /// White and Black of each board; as recommended, if nothing is said.
    #[serde(default)]
    pub boards: Option<Vec<Chosen>>,
}

/// Two who meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ChosenBoard)]
pub struct Chosen {
    #[schema(value_type = i64)]
    pub white: PersonId,
    #[schema(value_type = i64)]
    pub black: PersonId,
}

/// Enters a board's result: its players, the desk or a moderator; changes or clears it: a moderator.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ResultToEnter)]
pub struct EnterResult {
    /// Null or left out: what was entered by mistake is cleared, if no game of the club stands behind it.
    pub result: Option<Score>,
    /// How a rated game ended; left out, nobody has said how (`unstated`).
    #[serde(default)]
    pub ending: Option<Ending>,
    /// When a rated game was played; now if not said.
    #[serde(default)]
    pub played_at: Option<DateTime<Utc>>,
    /// The rated game, where it was entered by the club's own means or played at a table of the games room.
    #[serde(default)]
    #[schema(value_type = Option<i64>)]
    pub game: Option<GameId>,
    /// Says that this is another game than one of the same two players that was entered minutes ago.
    #[serde(default)]
    pub insist: bool,
}

/// Challenges somebody higher on the ladder.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewChallenge)]
pub struct Challenge {
    #[schema(value_type = i64)]
    pub person: PersonId,
}

/// Answers a challenge: by the challenged.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = AnswerToChallenge)]
pub struct AnswerChallenge {
    pub accept: bool,
}

/// Ends a tournament, or calls it off before it has begun; by a moderator.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EndOfTournament)]
pub struct End {
    /// Why, 3 to 500 characters; needed where rounds are still to come.
    #[serde(default)]
    pub reason: Option<String>,
}

/// An action on a tournament.
pub struct On<T>(pub TournamentId, pub T);

/// Takes back the round that was announced last, while nothing of it is entered.
pub struct TakeBackRound(pub i64);

/// Takes back one's own challenge, until it is played.
pub struct TakeBackChallenge(pub ChallengeId);

/// Something that is done about a board of a round, or about a challenge.
pub struct OfBoard<T>(pub i64, pub i64, pub T);
pub struct OfChallenge<T>(pub ChallengeId, pub T);

/// What the log is told of an action on a tournament, which counts as a change of it.
fn record(tx: &mut Tx, word: Word, id: TournamentId, body: serde_json::Value) -> Result<Record, Error> {
    store::touch(tx, id)?;
    Ok(Record::of(word, format!("tournament:{id}"), body))
}
