//! Tables of the demonstration: opened, taken and played at by the actions that people perform.

use std::sync::Arc;

use serde_json::Value;

use crate::action::{By, perform};
use crate::db::Tx;
use crate::error::Error;
use crate::id::PersonId;
use crate::nomic::table as nomic;
use crate::tables::Room;
use crate::tables::actions::{At, NewTable, OpenTable, Play, SayReady, Sit};

/// A table that the first of these people opens for the others, all of whom sit down in their order.
pub fn taken(
    tx: &mut Tx,
    room: &Arc<Room>,
    game: &str,
    options: Value,
    seed: i64,
    people: &[PersonId],
) -> Result<At, Error> {
    let [first, others @ ..] = people else { return Err(Error::internal("nobody plays")) };
    // A game of months has a name, as clubs give it one.
    let name = (game == nomic::NAME).then(|| "Laws for a long winter".to_owned());
    let new = NewTable { options, name, seat: Some(0), invite: others.to_vec(), ..NewTable::of(game) };
    let id = perform(tx, &By::oneself(*first), &OpenTable { room: room.clone(), new, seed })?;
    let at = At::table(room, id);
    for person in others {
        perform(tx, &By::oneself(*person), &Sit { at: at.clone(), seat: None })?;
    }
    Ok(at)
}

/// [`taken`], and the game begins: everybody is ready.
pub fn begun(
    tx: &mut Tx,
    room: &Arc<Room>,
    game: &str,
    options: Value,
    seed: i64,
    people: &[PersonId],
) -> Result<At, Error> {
    let at = taken(tx, room, game, options, seed, people)?;
    for person in people {
        perform(tx, &By::oneself(*person), &SayReady { at: at.clone(), ready: true, until: None })?;
    }
    Ok(at)
}

/// Somebody plays.
pub fn played(tx: &mut Tx, at: &At, person: PersonId, answers: i64, play: &Value) -> Result<(), Error> {
    perform(tx, &By::oneself(person), &Play { at: at.clone(), answers, play: play.clone() }).map(drop)
}
