//! What people do to sessions, a type for each action.

mod calendar;
mod ending;
mod pairings;
mod register;

pub use calendar::{Cancel, ChangeSession, HoldAfterAll, NewSession, Reason, SessionChange, StartNow};
pub use ending::{EndNow, GoOn, goes_on_until};
pub use pairings::{AllowPair, Announce, Board, NewForbiddenPair, NewRound, TakeBackRound};
pub use register::{
    AddStay, AlterStay, AlteredStay, Arrive, Leave, Movement, NewStay, PutDown, Strike, StrikeStay, TakeBackLeaving,
    TakeOff,
};

use serde_json::Value;

use crate::action::Record;
use crate::audit::Word;
use crate::id::SessionId;

fn record(word: Word, session: SessionId, body: Value) -> Record {
    Record::of(word, session.subject(), body)
}
