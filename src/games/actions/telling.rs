//! What is written and told of a change of a game: among its changes, in the act log and the ledger, as a declaration, and to
//! its players.

use rookery_messages::Message;
use serde_json::{Value, json};

use super::scores::Moved;
use crate::action::{By, Record};
use crate::audit::Word;
use crate::conduct::declarations::{self, Exercise, NewDeclaration};
use crate::db::Tx;
use crate::error::Error;
use crate::games::rules::afterwards::Ruling;
use crate::games::store::{self, Row};
use crate::id::{GameId, PersonId};

/// The players of a game, White first, as a message has them: so it can name the winner.
pub(in crate::games) fn between(players: [PersonId; 2]) -> Value {
    json!({ "players": players, "winners": [] })
}

/// The state of a game, as its changes record it.
pub(super) fn stood(row: &Row) -> Value {
    json!({ "result": row.result, "ending": row.ending, "state": row.state })
}

/// What was changed about a game and why: stored beside it (T24) and written to the log.
pub(in crate::games) fn changed(
    tx: &mut Tx,
    game: &Row,
    word: Word,
    by: &By,
    reason: &Message,
) -> Result<Record, Error> {
    let now = store::row(tx.db, game.id)?;
    noted(tx, [game, &now], word, by, reason)
}

fn noted(tx: &mut Tx, [before, after]: [&Row; 2], word: Word, by: &By, reason: &Message) -> Result<Record, Error> {
    let (id, before, after) = (before.id, stood(before), stood(after));
    store::note_change(tx, id, word, by.person(), reason, [&before, &after])?;
    Ok(Record::of(word, id.subject(), json!({ "reason": reason, "before": before, "after": after })))
}

/// [`changed`], told to both players: by whom, and each what it did to their own score.
pub(super) fn changed_and_told(
    tx: &mut Tx,
    game: &Row,
    word: Word,
    by: &By,
    ruling: &Ruling,
    moved: Moved,
) -> Result<Record, Error> {
    let now = store::row(tx.db, game.id)?;
    let record = noted(tx, [game, &now], word, by, &ruling.reason)?;
    // The person who changed its state has declared that, and so may be named (T28); if the service did, nobody is named.
    let by = now.decided_by.filter(|_| now.state != game.state);
    let told = json!({
        "game": game.id, "online": game.online, "reason": ruling.reason, "acts": [ruling.act],
        "played": between(game.players()),
    });
    let tell = |record: Record, (player, moved): (PersonId, Option<i64>)| {
        let mut told = told.clone();
        told["points_moved"] = moved.into();
        if let Some(by) = by {
            told["by"] = by.0.into();
        }
        record.tell_what(Some(player), told)
    };
    Ok([game.white, game.black].into_iter().zip(moved).fold(record, tell))
}

/// Declares what somebody with a power did to a game (Act III.2.4); what the service does follows
/// from a decision or judgment, which has a declaration of its own.
pub(super) fn declare(
    tx: &mut Tx,
    by: &By,
    exercise: Exercise,
    ruling: &Ruling,
    game: &Row,
    effect: Message,
) -> Result<(), Error> {
    let By::Somebody(by) = by else { return Ok(()) };
    let declaration = NewDeclaration {
        exercise,
        by: Some(by.person),
        person: None,
        act: ruling.act.clone(),
        reason: ruling.reason.clone(),
        effect,
        subject: declared(exercise, game.id),
    };
    declarations::store::publish_of_game(tx, &declaration, game.id, game.players()).map(drop)
}

/// What the declarations call something done to a game.
pub fn declared(exercise: Exercise, id: GameId) -> String {
    format!("game:{id}:{exercise}")
}
