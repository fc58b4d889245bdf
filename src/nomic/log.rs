//! A game's log as the engine reads it, instants that a game has been through, and the game as it was at one, folded from the log.

use chrono::{DateTime, Utc};
use rookery_messages::{Message, say};
use rookery_nomic::{Event, Game};

use super::api::Found;
use super::table::Options;
use crate::App;
use crate::error::{Error, Refusal};
use crate::tables::{Entry, Kind, store};

/// What players have done so far, each with its entry, the oldest first.
pub async fn events(app: &App, found: &Found) -> Result<Vec<(Entry, Event)>, Error> {
    let id = found.table.id;
    let entries = app.db.read(move |db| store::entries_after(db, id, 0)).await?;
    let player = |entry: &Entry| {
        let player = found.game.players.get(usize::try_from(entry.seat?).ok()?);
        player.map(|player| player.name.clone())
    };
    let event = |entry: Entry| {
        let player = player(&entry).unwrap_or_default();
        let event = Event { at: entry.at.and_utc(), player, play: serde_json::from_value(entry.play.clone())? };
        Ok((entry, event))
    };
    entries.into_iter().filter(|entry| entry.kind == Kind::Play).map(event).collect()
}

/// The game as it was at an instant.
pub async fn as_of(app: &App, found: &Found, at: DateTime<Utc>) -> Result<Game, Error> {
    let unread = |why: Message| Refusal::conflict(say!("Not in this game"), say!("{why}.", why));
    let beginning = Options::read(&found.table.options)?.beginning;
    let mut game = beginning.start().map_err(|bad| unread(bad.message()))?;
    for (_, event) in events(app, found).await?.iter().take_while(|(_, event)| event.at <= at) {
        game.apply(event).map_err(|against| unread(against.message()))?;
    }
    game.advance(at).map_err(|against| unread(against.message()))?;
    Ok(game)
}

/// An instant that the game has been through: not before it began, and not to come. A table that is over stands as it
/// stood at its end.
pub fn in_game(found: &Found, field: &'static str, at: DateTime<Utc>) -> Result<DateTime<Utc>, Refusal> {
    let game = &found.game;
    let local = |at: DateTime<Utc>| at.with_timezone(&game.bindings.parameters.timezone.zone).naive_local();
    let (asked, first, now) = (local(at), local(game.starts_at), local(game.now));
    let wrong = |detail: Message| Refusal { title: say!("No rules of that time"), ..Refusal::field(field, detail) };
    if at < game.starts_at {
        let detail = say!("The game began on {first}: of {asked} there are no rules.", first, asked);
        return Err(wrong(detail));
    }
    if at > game.now && found.table.ended_at.is_none() {
        let detail = say!("{asked} is still to come. The rules can be read as they were until now, {now}.", asked, now);
        return Err(wrong(detail));
    }
    Ok(at.min(game.now))
}
