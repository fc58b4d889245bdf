//! The effects of a game of chess online on the club: its way into the ratings, and what undoes it.

use rookery_messages::{Message, Value as MessageValue, say};

use super::rules::Ended;
use super::{Chess, pgn, store};
use crate::action::{By, Somebody, perform};
use crate::auth::Roles;
use crate::conduct::chief_acts::actions::NewChiefAct;
use crate::db::Tx;
use crate::error::Error;
use crate::games::actions::VoidBy;
use crate::games::record::Record;
use crate::games::rules::afterwards::Ruling;
use crate::games::{self, Assent, NewGame};
use crate::tables::game::{Settled, declare};
use crate::tables::{Entry, Kind, Table};

/// Enters the game by the door of every game: rated at half (Act I.9.3), exempt from time and room
/// (Act 0.10). One that the Terms refuse, a player having been banned meanwhile, stays unrated.
pub fn ended(tx: &mut Tx, table: &Table, log: &[Entry], ended: &Ended) -> Result<Settled, Error> {
    let [white, black] = table.people()[..] else {
        return Err(Error::internal(format!("table {} is without two players", table.id)));
    };
    let moves = match pgn::moves(table, log) {
        Ok(moves) => Some(Box::new(moves)),
        // Longer than any text that is read: the log has it.
        Err(error) => {
            tracing::warn!(%error, table = table.id.0, "the moves are left out of the game");
            None
        }
    };
    let justice = log.last().filter(|entry| entry.kind == Kind::Ruling).and_then(|entry| entry.by);
    let by = match justice {
        Some(person) => By::from(Somebody { person, roles: Roles { justice: true, ..Roles::default() } }),
        None => By::service("0.10"),
    };
    let game = NewGame {
        white,
        black,
        result: Some(ended.result),
        ending: ended.ending,
        played_at: table.ended_at.unwrap_or(tx.now),
        room: None,
        began_at: table.started_at,
        online: true,
        clock: Some(Assent { white: true, black: true }),
        record: Record { moves, position: None, captures: None },
        timed_game: None,
        rematch_of: None,
        import_key: None,
        insist: true,
    };
    // The players agreed that it counts for nothing. Here nothing is taken for granted: it would go into the ratings.
    let is_rated = table.options_of::<Chess>()?.rated;
    let settled = match is_rated.then(|| perform(tx, &by, &game)).transpose() {
        Ok(None) => Settled { game: None, unrated: None },
        Ok(Some(entered)) => Settled { game: Some(entered.id), unrated: None },
        Err(Error::Refused(refusal)) => Settled { game: None, unrated: Some(*refusal) },
        Err(error) => return Err(error),
    };
    if let Some(justice) = justice {
        if let Some(game) = settled.game {
            games::store::set_decider(tx, game, Some(justice))?;
        }
        let effect = say!(
            "The online game at table {table} ended with the result: {outcome}.",
            table = table.id.0,
            outcome = MessageValue::word("outcome", ended.result)
        );
        declare(
            tx,
            table.id,
            Some(justice),
            None,
            Message::verbatim(ended.reason.clone().unwrap_or_default()),
            effect,
        )?;
    }
    Ok(settled)
}

/// The Chief Justice voids after an error (Act I.9.10): a game that was entered is undone as any void
/// game; of one that was not, the act itself is announced and can be petitioned against (Act II.12).
pub fn voided(tx: &mut Tx, by: &By, table: &Table, reason: &str) -> Result<(), Error> {
    if let Some(game) = table.game_id {
        return perform(tx, by, &VoidBy(game, &Ruling::new(Message::verbatim(reason), "I.9.10")));
    }
    let what = say!("The online game at table {table}", table = table.id.0);
    let act = perform(tx, by, &NewChiefAct::voiding(what, reason))?;
    store::set_void_by(tx, table.id, act)
}
