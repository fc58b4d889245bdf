//! How messages are stored in a game: in English.

use rookery_messages::Message;
use serde::Serializer;

/// A message as a game keeps it: its English sentence.
pub(super) fn english<S: Serializer>(message: &Message, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(message)
}

/// Players as a game keeps them: one text.
pub(super) fn names<S: Serializer>(players: &[String], serializer: S) -> Result<S::Ok, S::Error> {
    if players.is_empty() { serializer.serialize_str("nobody") } else { serializer.serialize_str(&players.join(", ")) }
}
