//! A game's log as the engine reads it, the instants in a game, and the game at one of them, folded from the log.

use chrono::{DateTime, NaiveDateTime, Utc};
use rookery_messages::{Message, say};
use rookery_nomic::{Event, Game};

use super::api::{FoundGame, found};
use super::table::{Nomic, NomicState};
use crate::App;
use crate::db::Db;
use crate::error::{Error, Refusal};
use crate::tables::{AnyState, Entry, Kind, TableId, store};

/// The game as it stands, and what players have done in it, each with its entry, the oldest first.
pub(crate) async fn events(app: &App, id: TableId) -> Result<(FoundGame, Vec<(Entry, Event)>), Error> {
    // Entries first: the game then knows who plays in every one of them, and which are secret.
    let entries = app.db.read(move |db| store::entries_after(db, id, 0)).await?;
    let found = found(app, id, None).await?;
    let player = |entry: &Entry| {
        let player = found.game.players.get(usize::try_from(entry.seat?).ok()?);
        player.map(|player| player.name.clone())
    };
    let event = |entry: Entry| {
        let player = player(&entry).unwrap_or_default();
        let play = entry.play_of::<Nomic>().ok_or_else(|| Error::internal("a play of Nomic cannot be read"))?;
        let event = Event { at: entry.at.and_utc(), player, play };
        Ok((entry, event))
    };
    let plays = entries.into_iter().filter(|entry| entry.kind == Kind::Play);
    let events = plays.map(event).collect::<Result<Vec<_>, Error>>()?;
    Ok((found, events))
}

/// The game as it was at an instant, folded from its log where the log is read: of a long game that takes its time.
pub(crate) async fn as_of(app: &App, id: TableId, at: DateTime<Utc>) -> Result<Game, Error> {
    let fold = move |db: &mut Db| {
        let (table, log) = (store::table(db, id)?, store::entries_after(db, id, 0)?);
        let mut standing = NomicState { game: table.options_of::<Nomic>()?.start()? };
        for entry in log.iter().take_while(|entry| entry.at.and_utc() <= at) {
            AnyState::step(&mut standing, entry.step(), entry.at)?;
        }
        Ok(standing.seen_at(at.naive_utc()))
    };
    app.db.read(fold).await
}

/// An instant that the game has been through: not before it began, and not to come. A table that is over stands as it
/// stood at its end. `at` is one that can be kept (`instant::kept`): others may have no local time.
pub fn in_game(found: &FoundGame, field: &'static str, at: NaiveDateTime) -> Result<DateTime<Utc>, Refusal> {
    let (game, at) = (&found.game, at.and_utc());
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
