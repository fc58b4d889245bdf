//! Rounds of a session: who may be paired now, announcing who plays whom, and taking that back.

use std::collections::BTreeSet;

use chrono::NaiveDateTime;
use rookery_messages::say;
use serde_json::json;

use super::pairing::{self, Pairings, Player};
use super::store::pairs::{self, Announced};
use super::{Session, rules, store};
use crate::audit::{self, Entry};
use crate::auth::Actor;
use crate::conduct;
use crate::db::{Db, Tx};
use crate::error::{Error, Refusal};
use crate::id::{PersonId, SessionId};
use crate::members;
use crate::notify;

/// Who is there: who may play, by id, and who may not.
pub struct Present {
    pub players: Vec<Player>,
    /// Present, but no member, or banned (Acts 0.7, 0.9).
    pub left_out: Vec<PersonId>,
}

impl Present {
    pub fn may_play(&self) -> BTreeSet<PersonId> {
        self.players.iter().map(|player| PersonId(player.id)).collect()
    }
}

/// White and Black of each board, and who has a bye.
pub struct Round {
    pub boards: Vec<(PersonId, PersonId)>,
    pub byes: Vec<PersonId>,
}

impl Round {
    /// Has two people change places, whatever their boards and colours.
    pub fn swap(&mut self, one: PersonId, other: PersonId) {
        let places = self.boards.iter_mut().flat_map(|(white, black)| [white, black]).chain(&mut self.byes);
        for place in places {
            if *place == one {
                *place = other;
            } else if *place == other {
                *place = one;
            }
        }
    }
}

impl From<Pairings> for Round {
    fn from(recommended: Pairings) -> Round {
        let board = |board: &pairing::Board| (PersonId(board.white), PersonId(board.black));
        Round {
            boards: recommended.boards.iter().map(board).collect(),
            byes: recommended.byes.into_iter().map(PersonId).collect(),
        }
    }
}

pub fn present(db: &mut Db, session: &Session, now: NaiveDateTime) -> Result<Present, Error> {
    let people = store::present_at(db, session, now)?;
    let banned = conduct::store::banned_among(db, &people, now)?;
    let mut players = pairs::players(db, &people)?;
    players.retain(|player| !banned.contains(&PersonId(player.id)));
    let mut present = Present { players, left_out: people };
    let may_play = present.may_play();
    present.left_out.retain(|person| !may_play.contains(person));
    Ok(present)
}

/// What is recommended for those who are there.
pub fn recommended(db: &mut Db, session: &Session, present: &Present) -> Result<Pairings, Error> {
    let meetings = pairs::recent_meetings(db, session)?;
    let forbidden = pairs::forbidden_set(db)?;
    let recommended = pairing::recommend(&present.players, &meetings, &forbidden);
    Ok(recommended.map_err(|error| Refusal::conflict(say!("Cannot be paired"), error.message()))?)
}

/// How often the two of each board met lately, and how far apart their scores are.
pub fn reasons(db: &mut Db, session: &Session, present: &Present, round: &Round) -> Result<Vec<(u32, u32)>, Error> {
    let meetings = pairs::recent_meetings(db, session)?;
    let score = |person: PersonId| present.players.iter().find(|one| one.id == person.0).map_or(0, |one| one.score);
    let reason = |(white, black): &(PersonId, PersonId)| {
        let met = meetings.get(&pairing::Pair::of(white.0, black.0)).copied().unwrap_or(0);
        (met, score(*white).abs_diff(score(*black)))
    };
    Ok(round.boards.iter().map(reason).collect())
}

/// The round that can be announced now, which has to be the next one: the session, and who is there.
pub fn next(db: &mut Db, id: SessionId, round: i64, now: NaiveDateTime) -> Result<(Session, Present), Error> {
    let session = store::known(db, id)?;
    rules::must_be_on(&session, now)?;
    rules::next_round(pairs::rounds_announced(db, session.id)?, round)?;
    let present = present(db, &session, now)?;
    Ok((session, present))
}

/// Announces a round: as it was chosen, or else as recommended.
pub fn announce(
    tx: &mut Tx,
    actor: &Actor,
    id: SessionId,
    round: i64,
    chosen: Option<Round>,
) -> Result<Vec<Announced>, Error> {
    let (session, present) = next(tx.db, id, round, tx.now)?;
    let Round { boards, byes } = match chosen {
        Some(chosen) => chosen,
        None => recommended(tx.db, &session, &present)?.into(),
    };
    let named = boards.iter().flat_map(|(white, black)| [*white, *black]).chain(byes.iter().copied());
    let name = members::store::naming(tx.db, &named.collect::<Vec<_>>())?;
    rules::round(&boards, &byes, &present.may_play(), &pairs::forbidden_set(tx.db)?, &name)?;
    let boards = boards.into_iter().map(|(white, black)| (white, Some(black)));
    let rows: Vec<Announced> = boards
        .chain(byes.into_iter().map(|person| (person, None)))
        .zip(1..)
        .map(|((white, black), board)| Announced { round, board, white, black })
        .collect();
    pairs::announce(tx, session.id, &rows, actor.person)?;
    let body = json!({ "pairings": rows });
    let subject = format!("session:{}", session.id);
    audit::record(tx, Entry { actor: Some(actor.person), act: "pairings.announced", subject, body })?;
    notify::enqueue(tx, "pairings.announced", None, &json!({ "session": session.id, "pairings": rows }))?;
    Ok(rows)
}

/// Takes back the last round, while the session is on and no game of it was entered. Everybody hears of it, as they heard of the
/// round, and those who were paired in a message of their own.
pub fn take_back(tx: &mut Tx, actor: &Actor, id: SessionId, round: i64) -> Result<(), Error> {
    let session = store::known(tx.db, id)?;
    let mut rows = pairs::announced(tx.db, session.id)?;
    rows.retain(|row| row.round == round);
    if rows.is_empty() {
        return Err(crate::not_found!("round").into());
    }
    rules::must_be_on(&session, tx.now)?;
    let entered = pairs::entered_of(tx.db, session.id, round)?;
    rules::take_back(pairs::rounds_announced(tx.db, session.id)?, round, entered)?;
    pairs::take_back(tx, session.id, round)?;
    let body = json!({ "pairings": rows });
    let subject = format!("session:{}", session.id);
    audit::record(tx, Entry { actor: Some(actor.person), act: "pairings.taken_back", subject, body })?;
    let told = json!({ "session": session.id, "pairings": rows });
    let paired = rows.iter().flat_map(|row| [Some(row.white), row.black]).flatten();
    let readers = std::iter::once(None).chain(paired.map(Some));
    readers.into_iter().try_for_each(|reader| notify::enqueue(tx, "pairings.taken_back", reader, &told))
}
