//! The request types for games, and how they are read.

use chrono::{DateTime, NaiveDateTime, Utc};
use serde::Deserialize;

use crate::error::Refusal;
use crate::games::record::{Record, Stated};
use crate::games::{Assent, Ending, NewGame, TimedGameId, rules};
use crate::http::instant;
use crate::id::PersonId;
use crate::ratings::Outcome;

/// A game to register.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GameRequest {
    pub white: PersonId,
    pub black: PersonId,
    /// May be left out where the moves tell it, or the captures decide it at the bell.
    pub result: Option<Outcome>,
    pub ending: Ending,
    /// RFC 3339; now if not said.
    pub played_at: Option<DateTime<Utc>>,
    /// When it began, RFC 3339, if somebody says so: in the session, and for a game with a clock with a moderator or
    /// justice there from then on (Acts 0.5, I.7.1).
    pub began_at: Option<DateTime<Utc>>,
    /// The room in which it was played, if somebody says so: the session's (Act 0.5).
    pub room: Option<String>,
    /// Who assented to the clock (Act I.7.2); left out if none was used.
    pub clock: Option<Assent>,
    /// PGN of the one game; comments, NAGs and variations are tolerated, moves must be legal.
    pub moves: Option<String>,
    /// FEN.
    pub final_position: Option<String>,
    /// What each side had captured when the bell ended the game (Act I.5).
    pub captures: Option<Stated>,
    /// The time limit without a clock that it was played under (Act I.8).
    pub timed_game: Option<TimedGameId>,
    /// Says that this is another game than the one like it that is there already, and than the rematch that is due at the board
    /// of these two: without it, either is answered with 409.
    #[serde(default)]
    pub insist: bool,
}

impl GameRequest {
    /// Reads the game, as far as it can be read without the club's records.
    pub fn read(&self, now: NaiveDateTime) -> Result<NewGame, Refusal> {
        let played_at = instant::kept_if_any("played_at", self.played_at)?;
        Ok(NewGame {
            white: self.white,
            black: self.black,
            result: self.result,
            ending: self.ending,
            played_at: rules::played_at(played_at, now)?,
            room: self.room.as_deref().map(rules::room).transpose()?,
            began_at: instant::kept_if_any("began_at", self.began_at)?,
            online: false,
            clock: self.clock,
            record: Record::read(self.moves.as_deref(), self.final_position.as_deref(), self.captures)?,
            timed_game: self.timed_game,
            rematch_of: None,
            import_key: None,
            insist: self.insist,
        })
    }
}

/// What of a game is to be adjudicated: one of the three.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecordRequest {
    /// PGN.
    pub moves: Option<String>,
    /// FEN; may come with `captures`, which are then checked against it.
    pub final_position: Option<String>,
    pub captures: Option<Stated>,
}

impl RecordRequest {
    pub fn read(&self) -> Result<Record, Refusal> {
        Record::read(self.moves.as_deref(), self.final_position.as_deref(), self.captures)
    }
}
