//! What the games room adds to a game's outcome: that it was made void, or that it does not count in the club.

use chrono::{DateTime, NaiveDateTime, Utc};
use rookery_messages::{Message, say};
use serde_json::{Value, json};

/// Makes a game void (Act I.9.10).
pub fn make_void(outcome: &mut Value, reason: &str, at: NaiveDateTime) {
    (outcome["void"], outcome["void_reason"]) = (true.into(), reason.into());
    outcome["voided_at"] = at.and_utc().to_rfc3339().into();
}

pub fn is_void(outcome: &Value) -> bool {
    outcome["void"] == true
}

/// Why a game is void, if it is.
pub fn why_void(outcome: &Value) -> Option<&str> {
    outcome["void_reason"].as_str()
}

/// When it was made void; earlier versions did not say.
pub fn voided_at(outcome: &Value) -> Option<DateTime<Utc>> {
    outcome["voided_at"].as_str()?.parse().ok()
}

/// Says that a game was not registered, as everybody may read it: the reason may be a player's own affair.
pub fn leave_unrated(outcome: &mut Value) {
    outcome["unrated"] = json!({ "detail": not_counted().to_string(), "acts": [] });
}

pub fn is_unrated(outcome: &Value) -> bool {
    outcome["unrated"].is_object()
}

/// Why an unrated game is not registered, as pages say it.
pub fn not_counted() -> Message {
    say!("When the game ended, the rules of the club did not let it count.")
}
