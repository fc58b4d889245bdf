//! Boards of a session whose results are awaited: while it is on, on Today, at the bell, on the wall chart; and afterwards.

use std::collections::BTreeMap;

use chrono::NaiveDateTime;

use crate::conduct;
use crate::db::Db;
use crate::error::Error;
use crate::games::store::{facts, objections};
use crate::id::{GameId, PersonId, SessionId};
use crate::members;
use crate::sessions::pairing::Pair;
use crate::sessions::store::pairs::{self, Announced};
use crate::sessions::{self, Session};

/// A board whose result is awaited.
pub struct StillPlaying {
    pub round: i64,
    pub board: i64,
    pub white: (PersonId, String),
    pub black: (PersonId, String),
    /// Whether their game can count: neither is banned (Act 0.7).
    pub plays: bool,
    /// Whether one of the two has to play with a clock (Act II.11).
    pub clocked: bool,
    /// The game whose rematch they play there (Act I.6): its overseer records that at this game.
    pub rematch: Option<GameId>,
}

/// The boards of a session that have no game yet, in order: those of the round announced last, and of earlier rounds where
/// neither of the two has a game of a later one. Who has played on plays no earlier board any more.
pub(super) fn open_boards(db: &mut Db, session: SessionId) -> Result<Vec<Announced>, Error> {
    let played = pairs::played(db, session)?;
    let mut open = pairs::announced(db, session)?;
    open.retain(|board| {
        let two = [Some(board.white), board.black];
        let mut later = played.iter().filter(|((round, _), _)| *round > board.round).map(|(_, game)| game);
        let has_played_on = later.any(|game| two.contains(&Some(game.white)) || two.contains(&Some(game.black)));
        board.black.is_some() && !played.contains_key(&(board.round, board.board)) && !has_played_on
    });
    Ok(open)
}

/// The same, with who plays there.
pub fn still_playing(db: &mut Db, session: SessionId, now: NaiveDateTime) -> Result<Vec<StillPlaying>, Error> {
    let pair = |board: Announced| Some((board.round, board.board, board.white, board.black?));
    let open: Vec<(i64, i64, PersonId, PersonId)> = open_boards(db, session)?.into_iter().filter_map(pair).collect();
    let people: Vec<PersonId> = open.iter().flat_map(|(_, _, white, black)| [*white, *black]).collect();
    let names = members::store::names(db, &people)?;
    let named = |person: PersonId| (person, names.get(&person).cloned().unwrap_or_default());
    let ordered = conduct::store::clock_ordered_among(db, &people, now)?;
    let banned = conduct::store::banned_among(db, &people, now)?;
    let rematches = rematches_due(db, session)?;
    let still = |(round, board, white, black): (i64, i64, PersonId, PersonId)| {
        let clocked = ordered.contains(&white) || ordered.contains(&black);
        let plays = !banned.contains(&white) && !banned.contains(&black);
        let rematch = rematches.get(&Pair::of(white.0, black.0)).copied().filter(|_| plays);
        StillPlaying { round, board, white: named(white), black: named(black), plays, clocked, rematch }
    };
    Ok(open.into_iter().map(still).collect())
}

/// The games whose rematch is due at a session, by who is to play it.
fn rematches_due(db: &mut Db, session: SessionId) -> Result<BTreeMap<Pair, GameId>, Error> {
    match sessions::store::session(db, session)? {
        Some(session) => objections::due_by(db, session.starts_at),
        None => Ok(BTreeMap::new()),
    }
}

/// The same of the session that is on, if one is.
pub fn still_playing_now(db: &mut Db, now: NaiveDateTime) -> Result<Vec<StillPlaying>, Error> {
    match sessions::store::session_at(db, now)? {
        Some(session) => still_playing(db, session.id, now),
        None => Ok(Vec::new()),
    }
}

/// Boards whose results nobody entered while their session was on.
pub struct Missing {
    pub session: Session,
    /// How many, by round.
    pub rounds: BTreeMap<i64, usize>,
}

/// Those of the session that was last, by round.
pub fn missing_results(db: &mut Db, now: NaiveDateTime) -> Result<Option<Missing>, Error> {
    let Some((session, _, boards)) = without_results(db, None, now)? else { return Ok(None) };
    let mut rounds = BTreeMap::new();
    for board in boards {
        *rounds.entry(board.round).or_insert(0) += 1;
    }
    Ok((!rounds.is_empty()).then_some(Missing { session, rounds }))
}

/// A board of the reader's at the session that was last, whose result nobody entered.
pub struct OwnMissing {
    pub board: i64,
    pub opponent: PersonId,
    pub name: String,
    /// Whether the reader had White there.
    pub is_white: bool,
    /// When its game counts as played.
    pub played_at: NaiveDateTime,
}

/// Those of one reader: players enter their own games, afterwards too. Without rematches, which are recorded by who oversees
/// them (Act I.6).
pub fn own_missing(db: &mut Db, me: PersonId, now: NaiveDateTime) -> Result<Vec<OwnMissing>, Error> {
    let Some((session, played_at, boards)) = without_results(db, Some(me), now)? else { return Ok(Vec::new()) };
    let rematches = objections::due_by(db, session.starts_at)?;
    let mut own = Vec::new();
    for board in boards {
        let Some(black) = board.black else { continue };
        if rematches.contains_key(&Pair::of(board.white.0, black.0)) {
            continue;
        }
        let is_white = board.white == me;
        let opponent = if is_white { black } else { board.white };
        let name = members::store::known(db, opponent)?.name;
        own.push(OwnMissing { board: board.board, opponent, name, is_white, played_at });
    }
    Ok(own)
}

/// The session that was last, until the next one begins, when a game of it counts as played that is entered now, and its
/// boards without a result, or only those of one player: of rounds that could be played (Act 0.6), without those that a
/// ban closed (Act 0.7).
fn without_results(
    db: &mut Db,
    only: Option<PersonId>,
    now: NaiveDateTime,
) -> Result<Option<(Session, NaiveDateTime, Vec<Announced>)>, Error> {
    let Some(session) = sessions::store::just_over(db, now)? else { return Ok(None) };
    let mut boards = pairs::announced(db, session.id)?;
    boards.retain(|board| board.black.is_some() && only.is_none_or(|player| board.is_of(&Some(player.0))));
    if boards.is_empty() {
        return Ok(None);
    }
    let Some(overseen) = facts::last_overseen(db, &session, now)? else { return Ok(None) };
    let playable = pairs::rounds_by(db, session.id, overseen)?;
    let played = pairs::played(db, session.id)?;
    boards.retain(|board| playable.contains(&board.round) && !played.contains_key(&(board.round, board.board)));
    let players = |board: &Announced| [Some(board.white), board.black].into_iter().flatten();
    let people: Vec<PersonId> = boards.iter().flat_map(players).collect();
    let banned = conduct::store::banned_among(db, &people, overseen)?;
    boards.retain(|board| players(board).all(|player| !banned.contains(&player)));
    Ok(Some((session, overseen, boards)))
}

/// When a game of a round counts as played whose result is entered after its session; `None` if results of that
/// round are not asked for.
pub fn played_at_afterwards(
    db: &mut Db,
    session: &Session,
    round: i64,
    now: NaiveDateTime,
) -> Result<Option<NaiveDateTime>, Error> {
    if sessions::store::just_over(db, now)?.is_none_or(|last| last.id != session.id) {
        return Ok(None);
    }
    let Some(overseen) = facts::last_overseen(db, session, now)? else { return Ok(None) };
    Ok(pairs::rounds_by(db, session.id, overseen)?.contains(&round).then_some(overseen))
}

/// When a game counts as played that is entered now: now, or in the last overseen minute of the session that is just over.
pub(super) fn played_at(db: &mut Db, now: NaiveDateTime) -> Result<NaiveDateTime, Error> {
    let Some(over) = sessions::store::just_over(db, now)? else { return Ok(now) };
    Ok(facts::last_overseen(db, &over, now)?.unwrap_or(now))
}
