//! What the two players say of a game's result, in the database (Act II.4, T47).

use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;
use serde::Serialize;
use serde_json::json;

use super::afterwards::{Correction, Ruling, correct, declared, undo, void};
use super::{Row, facts, note_change, row, timed, waiting};
use crate::audit::{self, Entry};
use crate::conduct::declarations::{self, Exercise};
use crate::db::{
    Db, Tx,
    schema::{confirmations, games, objections},
};
use crate::error::{Act, Error};
use crate::games::rules::Session;
use crate::games::rules::afterwards::OPEN;
use crate::games::rules::confirmation::{self as rules, Agreement, Claim, ConfirmationState, Said, Version};
use crate::games::{Authority, NewGame, State};
use crate::id::{GameId, PersonId};
use crate::notify;
use crate::rulebook;
use crate::sessions;

/// Why a game stands as it does once its players were asked, as the records have it.
const BOTH: &str = "Both players say so.";
const SETTLED: &str = "A dispute was settled.";
const SILENCE: &str = "Nobody disputed it until the next session closed.";

/// What the players say of a game's result.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct ConfirmationView {
    pub state: ConfirmationState,
    /// Who disputes it, or did.
    #[schema(value_type = Option<i64>)]
    pub disputed_by: Option<PersonId>,
    /// How the game ended by the one who disputes it.
    pub claim: Option<Claim>,
    /// Since when the players say so.
    pub since: DateTime<Utc>,
}

/// Columns of `confirmations`: state, who disputes it, what they claim, when that changed.
pub(super) type Stored = (ConfirmationState, Option<PersonId>, Option<Claim>, NaiveDateTime);

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
pub(super) fn ask(tx: &mut Tx, game: GameId) -> Result<(), Error> {
    diesel::insert_into(confirmations::table)
        .values((
            confirmations::game_id.eq(game),
            confirmations::state.eq(ConfirmationState::NotConfirmed),
            confirmations::changed_at.eq(tx.now),
        ))
        .execute(tx.db)?;
    Ok(())
}

/// Whether nobody's word is waited for.
pub(super) fn is_given(db: &mut Db, game: GameId) -> Result<bool, Error> {
    let open = [ConfirmationState::NotConfirmed, ConfirmationState::Disputed];
    Ok(stored(db, game)?.is_none_or(|(state, ..)| !open.contains(&state)))
}

fn subject(game: GameId) -> String {
    format!("game:{game}")
}

fn set(tx: &mut Tx, game: GameId, state: ConfirmationState) -> Result<(), Error> {
    diesel::update(confirmations::table.find(game))
        .set((confirmations::state.eq(state), confirmations::changed_at.eq(tx.now)))
        .execute(tx.db)?;
    Ok(())
}

/// A game with what the rules ask about what its players say.
pub fn said(db: &mut Db, row: &Row) -> Result<Said, Error> {
    let stored = stored(db, row.id)?;
    let objected: i64 = objections::table.filter(objections::game_id.eq(row.id)).count().get_result(db)?;
    Ok(Said {
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

fn read(tx: &mut Tx, id: GameId) -> Result<(Row, Said), Error> {
    sessions::store::ensure_calendar(tx, tx.now)?;
    let row = row(tx.db, id)?;
    let said = said(tx.db, &row)?;
    Ok((row, said))
}

/// A player says that the other one is right: the game stands as it was entered, or becomes what its disputer says.
pub fn confirm(tx: &mut Tx, id: GameId, by: &Authority) -> Result<(), Error> {
    let (row, said) = read(tx, id)?;
    match rules::confirmation(&said, by)? {
        Agreement::AsEntered => confirmed(tx, &row, by, BOTH),
        Agreement::ByOne => {
            diesel::update(confirmations::table.find(id))
                .set((confirmations::confirmed_by.eq(by.person), confirmations::changed_at.eq(tx.now)))
                .execute(tx.db)?;
            let body = json!({ "result": row.result, "by_one": true });
            audit::record(tx, Entry { actor: by.person, act: "game.confirmed", subject: subject(id), body })
        }
        Agreement::AsDisputed => {
            let body = json!({ "result": row.result, "agreed": true });
            audit::record(tx, Entry { actor: by.person, act: "game.confirmed", subject: subject(id), body })?;
            // A player has no power over the game: the service carries out what both say.
            correct_as_disputed(tx, &row, &Authority::SERVICE, BOTH)
        }
    }
}

fn confirmed(tx: &mut Tx, row: &Row, by: &Authority, why: &str) -> Result<(), Error> {
    set(tx, row.id, ConfirmationState::Confirmed)?;
    if row.state == State::AwaitingConfirmation && waiting::moves_on(tx, row, by, "game.confirmed", why)? {
        return Ok(());
    }
    let body = json!({ "result": row.result });
    audit::record(tx, Entry { actor: by.person, act: "game.confirmed", subject: subject(row.id), body })
}

/// A player says that the game ended otherwise, or was not played: moderators and the other player are told.
pub fn dispute(tx: &mut Tx, id: GameId, claim: Claim, by: &Authority) -> Result<(), Error> {
    let (row, said) = read(tx, id)?;
    rules::dispute(&said, claim, by, tx.now)?;
    diesel::update(confirmations::table.find(id))
        .set((
            confirmations::state.eq(ConfirmationState::Disputed),
            confirmations::disputed_by.eq(by.person),
            confirmations::claim.eq(claim),
            confirmations::changed_at.eq(tx.now),
        ))
        .execute(tx.db)?;
    let told = json!({ "game": id, "by": by.person, "result": row.result, "claim": claim });
    notify::enqueue(tx, "game.dispute_to_settle", None, &told)?;
    let others = [row.white, row.black].into_iter().filter(|player| !by.is(*player));
    others.into_iter().try_for_each(|player| notify::enqueue(tx, "game.disputed", Some(player), &told))?;
    let body = json!({ "result": row.result, "claim": claim });
    audit::record(tx, Entry { actor: by.person, act: "game.disputed", subject: subject(id), body })
}

/// A moderator settles a dispute: the game stands as it was entered, is corrected, or is void as one that was not played.
pub fn settle(tx: &mut Tx, id: GameId, version: Version, by: &Authority) -> Result<(), Error> {
    let (row, said) = read(tx, id)?;
    rules::settlement(&said, by)?;
    let body = json!({ "version": version, "result": row.result });
    audit::record(tx, Entry { actor: by.person, act: "game.dispute_settled", subject: subject(id), body })?;
    match version {
        Version::AsDisputed => correct_as_disputed(tx, &row, by, SETTLED),
        Version::AsEntered => {
            decided(tx, id)?;
            let told = json!({ "game": id, "by": by.person, "result": row.result });
            let players = [row.white, row.black];
            players.into_iter().try_for_each(|player| notify::enqueue(tx, "game.dispute_settled", Some(player), &told))
        }
    }
}

/// Makes of a game what its disputer says: another result, or none where it was not played.
fn correct_as_disputed(tx: &mut Tx, row: &Row, by: &Authority, why: &str) -> Result<(), Error> {
    let claim = stored(tx.db, row.id)?.and_then(|(_, _, claim, _)| claim);
    match claim.and_then(Claim::result) {
        Some(result) => {
            let ending = rules::ending(row.ending, result);
            let correction = Correction { result: Some(result), ending, captures: None };
            correct(tx, row.id, by, &correction, why)
        }
        None => {
            set(tx, row.id, ConfirmationState::Settled)?;
            void(tx, row.id, by, &Ruling { reason: why.to_owned(), act: Act::new("II.4.1") })
        }
    }
}

/// A moderator has decided how a game ended: its players are asked no more, and a game that waited for them goes on.
pub(super) fn decided(tx: &mut Tx, id: GameId) -> Result<(), Error> {
    if is_given(tx.db, id)? {
        return Ok(());
    }
    set(tx, id, ConfirmationState::Settled)?;
    let row = row(tx.db, id)?;
    if row.state == State::AwaitingConfirmation {
        waiting::moves_on(tx, &row, &Authority::SERVICE, "game.confirmed", SETTLED)?;
    }
    Ok(())
}

/// Whoever entered a game takes it back: it is void as one that was never played, so that no score, deduction or
/// standing has a trace of it.
pub fn take_back(tx: &mut Tx, id: GameId, by: &Authority) -> Result<(), Error> {
    let (row, said) = read(tx, id)?;
    rules::taking_back(&said, by, tx.now)?;
    let ruling = Ruling { reason: "Entered by mistake.".to_owned(), act: Act::new("II.4.1") };
    undo(tx, &row, by, &ruling, "taken back")?;
    timed::reopen(tx, id)?;
    declarations::store::set_undone(tx, &declared(Exercise::Adjudication, id), Some(&format!("Game {id} taken back")))?;
    let told = json!({ "game": id, "by": by.person });
    let others = [row.white, row.black].into_iter().filter(|player| !by.is(*player));
    others.into_iter().try_for_each(|player| notify::enqueue(tx, "game.taken_back", Some(player), &told))?;
    note_change(tx, &row, "game.taken_back", by, &ruling.reason)
}

/// What a player enters whose opponent entered the same game: the same winner confirms it, another one disputes it.
/// Gives that game; nothing where this is another game, or nobody is asked.
pub fn second_entry(tx: &mut Tx, by: &Authority, game: &NewGame) -> Result<Option<GameId>, Error> {
    let plays = by.is(game.white) || by.is(game.black);
    let Some(result) = game.result.filter(|_| plays && !game.online && !game.insist) else { return Ok(None) };
    let Some(session) = sessions::store::session_at(tx.db, game.played_at)? else { return Ok(None) };
    let house = rulebook::in_force(tx.db, game.played_at)?;
    let Some(id) = facts::same_game(tx.db, game, Some(&Session::from(&session)), &house)? else { return Ok(None) };
    let there = row(tx.db, id)?;
    let unanswered = stored(tx.db, id)?.is_some_and(|(state, ..)| state == ConfirmationState::NotConfirmed);
    let said = there.registered_by.is_some_and(|entered| by.is(entered))
        || confirmed_by(tx.db, id)?.is_some_and(|confirmed| by.is(confirmed));
    if !unanswered || said {
        return Ok(None);
    }
    let result = if there.white == game.white { result } else { result.mirrored() };
    if result == there.result {
        confirm(tx, id, by)?;
    } else {
        dispute(tx, id, Claim::from(result), by)?;
    }
    Ok(Some(id))
}

/// Games that wait for a word that nobody gave until the next session closed: silence confirms them.
pub fn accept_silence(tx: &mut Tx) -> Result<usize, Error> {
    let waiting: Vec<Row> = games::table
        .inner_join(confirmations::table.on(confirmations::game_id.eq(games::id)))
        .filter(games::state.eq(State::AwaitingConfirmation))
        .filter(confirmations::state.eq(ConfirmationState::NotConfirmed))
        .order((games::played_at, games::id))
        .select(games::all_columns)
        .load(tx.db)?;
    let mut accepted = 0;
    for row in waiting {
        if until(tx.db, &row)?.is_some_and(|until| until <= tx.now) {
            confirmed(tx, &row, &Authority::SERVICE, SILENCE)?;
            accepted += 1;
        }
    }
    Ok(accepted)
}

/// What waits for one person's word: games that somebody else entered and that can still be disputed, the last first.
pub fn awaited(db: &mut Db, person: PersonId, now: NaiveDateTime) -> Result<Vec<GameId>, Error> {
    // A session that has closed was the next one of every game known before it.
    let closed =
        sessions::store::last_closed(db, now)?.map_or_else(NaiveDateTime::default, |session| session.starts_at);
    let rows: Vec<Row> = games::table
        .inner_join(confirmations::table.on(confirmations::game_id.eq(games::id)))
        .filter(confirmations::state.eq(ConfirmationState::NotConfirmed))
        .filter(games::white_id.eq(person).or(games::black_id.eq(person)))
        .filter(games::registered_by.is_null().or(games::registered_by.ne(person)))
        .filter(confirmations::confirmed_by.is_null().or(confirmations::confirmed_by.ne(person)))
        .filter(games::registered_at.ge(closed))
        .filter(games::state.eq_any(OPEN))
        .order(games::id.desc())
        .select(games::all_columns)
        .load(db)?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}

/// The games that are disputed, the oldest first.
pub fn disputed(db: &mut Db) -> Result<Vec<GameId>, Error> {
    Ok(games::table
        .inner_join(confirmations::table.on(confirmations::game_id.eq(games::id)))
        .filter(confirmations::state.eq(ConfirmationState::Disputed))
        .filter(games::state.eq_any(OPEN))
        .order((confirmations::changed_at, confirmations::game_id))
        .select(games::id)
        .load(db)?)
}
