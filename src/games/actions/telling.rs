//! What is written and told of a change of a game: among its changes, in the act log and the ledger, as a declaration, and to
//! its players.

use rookery_messages::{Message, say};
use serde_json::{Value, json};

use crate::action::{By, Record};
use crate::audit::Word;
use crate::conduct::declarations::{self, Exercise, NewDeclaration};
use crate::db::Tx;
use crate::error::Error;
use crate::games::rules::afterwards::Ruling;
use crate::games::store::{self, Moved, Row};
use crate::id::{GameId, PersonId};
use crate::ratings::store::Cause;

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
    let (before, after) = (stood(game), stood(&now));
    store::note_change(tx, game.id, word, by.person(), reason, [&before, &after])?;
    Ok(Record::of(word, game.id.subject(), json!({ "reason": reason, "before": before, "after": after })))
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
    let record = changed(tx, game, word, by, &ruling.reason)?;
    let now = store::row(tx.db, game.id)?;
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
    id: GameId,
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
        subject: declared(exercise, id),
    };
    let players = store::row(tx.db, id)?.players();
    declarations::store::publish_of_game(tx, &declaration, id, players).map(drop)
}

/// What the declarations call something done to a game.
pub fn declared(exercise: Exercise, id: GameId) -> String {
    format!("game:{id}:{exercise}")
}

/// What is done to a game by a ruling.
#[derive(Clone, Copy, Debug)]
pub(super) enum Doing {
    Corrected,
    Forfeited,
    Refused,
    Replaced,
    Restored,
    TakenBack,
    Voided,
}

impl Doing {
    /// What the ledger has of it.
    pub(super) fn cause(self, ruling: &Ruling, game: GameId) -> Cause {
        let (game, why) = (game.0, &ruling.reason);
        let text = match self {
            Doing::Corrected => say!("Game {game} corrected: {why}", game, why),
            Doing::Forfeited => say!("Game {game} forfeited: {why}", game, why),
            Doing::Refused => say!("Game {game} refused: {why}", game, why),
            Doing::Replaced => say!("Game {game} replaced: {why}", game, why),
            Doing::Restored => say!("Game {game} restored: {why}", game, why),
            Doing::TakenBack => say!("Game {game} taken back: {why}", game, why),
            Doing::Voided => say!("Game {game} voided: {why}", game, why),
        };
        Cause { text, acts: vec![ruling.act.clone()], correction: true }
    }
}
