//! What the two players say of a game's result, in the database (Act II.4, T47).

use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;
use serde::Serialize;

use super::{Row, row, waiting};
use crate::action::By;
use crate::db::{
    Db, Tx,
    schema::{confirmations, games, objections},
};
use crate::error::Error;
use crate::games::rules::confirmation::{Agreement, Claim, ConfirmationFacts, ConfirmationState};
use crate::games::{NewGame, State};
use crate::id::{GameId, PersonId};
use crate::ratings::Outcome;
use crate::sessions;

/// What the players say of a game's result.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct ConfirmationView {
    pub state: ConfirmationState,
    /// Who disputes it, or did.
    #[schema(value_type = Option<i64>)]
    pub disputed_by: Option<PersonId>,
    /// The disputer's version of the game's end.
    pub claim: Option<Claim>,
    /// Since when the players say so.
    pub since: DateTime<Utc>,
}

/// Columns of `confirmations`: state, who disputes it, what they claim, when that changed.
pub type Stored = (ConfirmationState, Option<PersonId>, Option<Claim>, NaiveDateTime);

/// The one of the two who has confirmed what neither of them entered.
fn confirmed_by(db: &mut Db, game: GameId) -> Result<Option<PersonId>, Error> {
    let by: Option<Option<PersonId>> =
        confirmations::table.find(game).select(confirmations::confirmed_by).first(db).optional()?;
    Ok(by.flatten())
}

pub(super) fn view((state, disputed_by, claim, since): Stored) -> ConfirmationView {
    ConfirmationView { state, disputed_by, claim, since: since.and_utc() }
}

fn stored(db: &mut Db, game: GameId) -> Result<Option<Stored>, Error> {
    let columns = (confirmations::state, confirmations::disputed_by, confirmations::claim, confirmations::changed_at);
    Ok(confirmations::table.find(game).select(columns).first(db).optional()?)
}

/// Asks the other player of a game just entered.
pub fn ask(tx: &mut Tx, game: GameId) -> Result<(), Error> {
    diesel::insert_into(confirmations::table)
        .values((
            confirmations::game_id.eq(game),
            confirmations::state.eq(ConfirmationState::NotConfirmed),
            confirmations::changed_at.eq(tx.now),
        ))
        .execute(tx.db)?;
    Ok(())
}

/// Whether no player still has to confirm.
pub fn is_given(db: &mut Db, game: GameId) -> Result<bool, Error> {
    let open = [ConfirmationState::NotConfirmed, ConfirmationState::Disputed];
    Ok(stored(db, game)?.is_none_or(|(state, ..)| !open.contains(&state)))
}

pub fn set(tx: &mut Tx, game: GameId, state: ConfirmationState) -> Result<(), Error> {
    diesel::update(confirmations::table.find(game))
        .set((confirmations::state.eq(state), confirmations::changed_at.eq(tx.now)))
        .execute(tx.db)?;
    Ok(())
}

/// Asks the players again of a game that was settled at a moment: one that was disputed is so again.
pub fn reopen(tx: &mut Tx, game: GameId, settled_at: NaiveDateTime) -> Result<(), Error> {
    let settled = confirmations::table
        .find(game)
        .filter(confirmations::state.eq(ConfirmationState::Settled).and(confirmations::changed_at.eq(settled_at)));
    let disputed_by: Option<Option<PersonId>> = settled.select(confirmations::disputed_by).first(tx.db).optional()?;
    match disputed_by {
        Some(Some(_)) => set(tx, game, ConfirmationState::Disputed),
        Some(None) => set(tx, game, ConfirmationState::NotConfirmed),
        None => Ok(()),
    }
}

/// One of the two confirms what neither of them entered.
pub fn set_confirmed_by(tx: &mut Tx, game: GameId, by: PersonId) -> Result<(), Error> {
    diesel::update(confirmations::table.find(game))
        .set((confirmations::confirmed_by.eq(by), confirmations::changed_at.eq(tx.now)))
        .execute(tx.db)?;
    Ok(())
}

pub fn set_disputed(tx: &mut Tx, game: GameId, by: PersonId, claim: Claim) -> Result<(), Error> {
    diesel::update(confirmations::table.find(game))
        .set((
            confirmations::state.eq(ConfirmationState::Disputed),
            confirmations::disputed_by.eq(by),
            confirmations::claim.eq(claim),
            confirmations::changed_at.eq(tx.now),
        ))
        .execute(tx.db)?;
    Ok(())
}

/// The disputer's version of a game's end.
pub fn claim(db: &mut Db, game: GameId) -> Result<Option<Claim>, Error> {
    Ok(stored(db, game)?.and_then(|(_, _, claim, _)| claim))
}

/// How a game ended by the one with whom a player agrees.
pub fn agreed_with(db: &mut Db, row: &Row, agreement: Agreement) -> Result<Option<Claim>, Error> {
    match agreement {
        Agreement::AsDisputed => claim(db, row.id),
        Agreement::AsEntered | Agreement::ByOne => Ok(Some(row.result.into())),
    }
}

/// A game with what the rules ask about what its players say.
pub fn said(db: &mut Db, row: &Row) -> Result<ConfirmationFacts, Error> {
    let stored = stored(db, row.id)?;
    let objected: i64 = objections::table.filter(objections::game_id.eq(row.id)).count().get_result(db)?;
    Ok(ConfirmationFacts {
        game: row.game(),
        // Imports name who carried them out.
        entered_by: row.registered_by.filter(|_| row.import_key.is_none()),
        entered_at: row.registered_at,
        state: stored.map(|(state, ..)| state),
        confirmed_by: confirmed_by(db, row.id)?,
        disputed_by: stored.and_then(|(_, by, ..)| by),
        until: until(db, row)?,
        acted_on: row.version > 1 || objected > 0,
        decided: row.decided_by.is_some(),
    })
}

/// When the session closes that is held next after a game was known.
fn until(db: &mut Db, row: &Row) -> Result<Option<NaiveDateTime>, Error> {
    Ok(sessions::store::next_held_after(db, row.known_at())?.map(|session| session.closes_at()))
}

/// A player enters a game that the other player has entered already, and that waits for an answer: gives that game, and the
/// result that the second player enters. `None` if it is another game, or waits for no answer of theirs.
pub fn entered_by_the_other(
    db: &mut Db,
    by: &By,
    game: &NewGame,
    same_game: Option<GameId>,
) -> Result<Option<(Row, Outcome)>, Error> {
    let plays = by.is(game.white) || by.is(game.black);
    let Some(result) = game.result.filter(|_| plays && !game.insist) else { return Ok(None) };
    let Some(id) = same_game else { return Ok(None) };
    let there = row(db, id)?;
    let unanswered = stored(db, id)?.is_some_and(|(state, ..)| state == ConfirmationState::NotConfirmed);
    let said = there.registered_by.is_some_and(|entered| by.is(entered))
        || confirmed_by(db, id)?.is_some_and(|confirmed| by.is(confirmed));
    let result = if there.white == game.white { result } else { result.mirrored() };
    Ok((unanswered && !said).then_some((there, result)))
}

/// Games that wait for a word that nobody gave until the next session closed.
pub fn unanswered(db: &mut Db, now: NaiveDateTime) -> Result<Vec<Row>, Error> {
    let mut waiting: Vec<Row> = games::table
        .inner_join(confirmations::table.on(confirmations::game_id.eq(games::id)))
        .filter(waiting::waits().and(games::state.eq(State::AwaitingConfirmation)))
        .filter(confirmations::state.eq(ConfirmationState::NotConfirmed))
        .order((games::played_at, games::id))
        .select(games::all_columns)
        .load(db)?;
    let mut closed = Vec::new();
    for row in &waiting {
        closed.push(until(db, row)?.is_some_and(|until| until <= now));
    }
    let mut closed = closed.into_iter();
    waiting.retain(|_| closed.next().unwrap_or_default());
    Ok(waiting)
}

/// Games that were entered before this instant cannot be disputed any more: the session that closed last was the next one for
/// each of them.
pub fn disputable_since(db: &mut Db, now: NaiveDateTime) -> Result<NaiveDateTime, Error> {
    Ok(sessions::store::last_closed(db, now)?.map_or_else(NaiveDateTime::default, |session| session.starts_at))
}

/// What waits for one person's word: games that somebody else entered and that can still be disputed, the last first.
pub fn awaited(db: &mut Db, person: PersonId, now: NaiveDateTime) -> Result<Vec<GameId>, Error> {
    let since = disputable_since(db, now)?;
    let rows: Vec<Row> = games::table
        .inner_join(confirmations::table.on(confirmations::game_id.eq(games::id)))
        .filter(confirmations::state.eq(ConfirmationState::NotConfirmed))
        .filter(games::white_id.eq(person).or(games::black_id.eq(person)))
        .filter(games::registered_by.is_null().or(games::registered_by.ne(person)))
        .filter(confirmations::confirmed_by.is_null().or(confirmations::confirmed_by.ne(person)))
        .filter(games::registered_at.ge(since))
        .filter(games::state.eq_any(State::OPEN))
        .order(games::id.desc())
        .select(games::all_columns)
        .load(db)?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}

/// Games that are looked through for those that somebody entered just now: no hand taps more in a minute.
const JUST_ENTERED: i64 = 20;

/// What somebody entered by hand at an instant or later, the last first.
pub fn entered_since(db: &mut Db, person: PersonId, since: NaiveDateTime) -> Result<Vec<Row>, Error> {
    Ok(games::table
        .filter(games::registered_by.eq(person))
        .filter(games::registered_at.ge(since))
        // Said so that SQLite does not look for games without a key first, which nearly all are.
        .filter(diesel::dsl::not(games::import_key.is_not_null()))
        .order(games::id.desc())
        .limit(JUST_ENTERED)
        .load(db)?)
}

/// The games that are disputed, the oldest first.
pub fn disputed(db: &mut Db) -> Result<Vec<GameId>, Error> {
    Ok(games::table
        .inner_join(confirmations::table.on(confirmations::game_id.eq(games::id)))
        .filter(confirmations::state.eq(ConfirmationState::Disputed))
        .filter(games::state.eq_any(State::OPEN))
        .order((confirmations::changed_at, confirmations::game_id))
        .select(games::id)
        .load(db)?)
}

/// Those of somebody that the other player disputes.
pub fn disputed_by_the_other(db: &mut Db, person: PersonId) -> Result<Vec<GameId>, Error> {
    Ok(games::table
        .inner_join(confirmations::table.on(confirmations::game_id.eq(games::id)))
        .filter(confirmations::state.eq(ConfirmationState::Disputed))
        .filter(confirmations::disputed_by.ne(person))
        .filter(games::white_id.eq(person).or(games::black_id.eq(person)))
        .filter(games::state.eq_any(State::OPEN))
        .order((confirmations::changed_at, confirmations::game_id))
        .select(games::id)
        .load(db)?)
}
