//! The effects of a table of chess for several on the club: games-room ratings, and the
//! declarations of a justice's rulings. The club's own score is never changed.

use rookery_messages::{Message, say};

use super::Multiplayer;
use super::rules::{Ended, Leaves, Letter, Ruling};
use crate::action::{By, perform};
use crate::conduct::chief_acts::actions::NewChiefAct;
use crate::db::Tx;
use crate::error::Error;
use crate::multiplayer::ratings;
use crate::tables::{Entry, Table, TableId, game};

/// Enters the game into the games-room ratings, where it counts.
pub fn ended(tx: &mut Tx, table: &Table, ended: &Ended) -> Result<(), Error> {
    if !table.options_of::<Multiplayer>()?.rated {
        return Ok(());
    }
    let mut results = Vec::new();
    for (person, colour) in table.people().into_iter().zip(&ended.colours) {
        let share = ended.scores.get(colour).and_then(|share| ratings::rules::Share::read(share));
        let share = share.ok_or_else(|| Error::internal(format!("table {} has no score of {colour}", table.id)))?;
        results.push((person, share));
    }
    ratings::store::enter(tx, table.id, table.ended_at.unwrap_or(tx.now), &results)
}

/// How a player left the game by a ruling, in the English that programs have always read.
fn left(table: TableId, colour: Letter, how: Leaves) -> Message {
    let (table, colour) = (table.0, format!("{colour:?}"));
    match how {
        Leaves::Resigned => say!("At table {table} the player of {colour} left the game: Resigned.", table, colour),
        Leaves::TimedOut => say!("At table {table} the player of {colour} left the game: TimedOut.", table, colour),
    }
}

/// A justice's ruling is declared, and theirs to answer for before the Court (Acts I.9.6, I.9.7).
pub fn declare(tx: &mut Tx, table: &Table, entry: &Entry, ruling: Ruling) -> Result<(), Error> {
    let Ruling { colour, leaves, reason } = ruling;
    game::declare(tx, table.id, entry.by, None, Message::verbatim(reason), left(table.id, colour, leaves))
}

/// The Chief Justice voids after an error (Act I.9.10): announced, and what it did to ratings is undone.
pub fn voided(tx: &mut Tx, by: &By, table: &Table, reason: &str) -> Result<(), Error> {
    perform(tx, by, &NewChiefAct::voiding(say!("The game at table {table}", table = table.id.0), reason))?;
    ratings::store::void(tx, table.id)
}
