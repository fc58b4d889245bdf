//! What an action on a game does to scores, and what the ledger has as its cause.

use rookery_messages::{Message, say};

use crate::db::Tx;
use crate::error::Error;
use crate::games::rules::afterwards::Ruling;
use crate::games::store::Row;
use crate::id::GameId;
use crate::ratings::store::{Cause, score};
use crate::sessions::{deductions, store as sessions};

/// What a change did to the score of each player, White first; `None` for a player off the leaderboard.
pub type Moved = [Option<i64>; 2];

/// Carries out a change of what a game does to scores, and returns how its players' scores moved by it.
pub(super) fn moving(
    tx: &mut Tx,
    game: &Row,
    change: impl FnOnce(&mut Tx) -> Result<(), Error>,
) -> Result<Moved, Error> {
    let scores = |tx: &mut Tx| -> Result<Moved, Error> { Ok([score(tx.db, game.white)?, score(tx.db, game.black)?]) };
    let before = scores(tx)?;
    change(tx)?;
    let after = scores(tx)?;
    let moved = |place: usize| after[place].zip(before[place]).map(|(after, before)| after - before);
    Ok([moved(0), moved(1)])
}

/// Reckons the deductions of idleness again (Act II.6.2) where a game comes or goes after a session
/// that is settled.
pub(super) fn deduct_again(tx: &mut Tx, game: &Row, why: &Message) -> Result<(), Error> {
    if sessions::is_settled_since(tx.db, game.played_at)? { deduct_in_settled(tx, game, why) } else { Ok(()) }
}

/// The same where such a session is known to be settled.
pub(super) fn deduct_in_settled(tx: &mut Tx, game: &Row, why: &Message) -> Result<(), Error> {
    deductions::reckon(tx, &sessions::WeeksOf::These(game.players().to_vec()), why).map(drop)
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
