//! Where tournaments seat people, for the pages of sessions and of entering a game.

use chrono::NaiveDateTime;

use super::shown::score;
use crate::conduct;
use crate::db::Db;
use crate::error::Error;
use crate::id::{PersonId, SessionId};
use crate::members;
use crate::tournaments::rules::{Board, Facts};
use crate::tournaments::store::Awaited;
use crate::tournaments::{TournamentId, store};

/// A round of a tournament that is played at a session.
pub struct AtSession {
    pub tournament: TournamentId,
    pub name: String,
    pub round: i64,
    pub boards: Vec<Seat>,
}

/// A board of it.
pub struct Seat {
    pub board: i64,
    pub white: (PersonId, String),
    /// Nobody: White has no opponent.
    pub black: Option<(PersonId, String)>,
    /// `1–0`; empty while there is no result.
    pub score: &'static str,
}

impl Seat {
    pub fn is_of(&self, person: &Option<i64>) -> bool {
        let is = |one: PersonId| Some(one.0) == *person;
        is(self.white.0) || self.black.as_ref().is_some_and(|black| is(black.0))
    }
}

/// The rounds that are played at a session.
pub fn at_session(db: &mut Db, session: SessionId, now: NaiveDateTime) -> Result<Vec<AtSession>, Error> {
    let mut all = Vec::new();
    for (tournament, round) in store::rounds_at(db, session)? {
        let facts = store::facts(db, tournament, now)?;
        let name = naming(db, &facts)?;
        let seat = |board: &Board| Seat {
            board: board.board,
            white: (board.white, name(board.white)),
            black: board.black.map(|black| (black, name(black))),
            score: score(board.score),
        };
        let boards = facts.boards.iter().filter(|board| board.round == round).map(seat).collect();
        all.push(AtSession { tournament, name: facts.tournament.name, round, boards });
    }
    Ok(all)
}

/// Of boards that are awaited, those whose game can count now: a ban closes a board of a rated tournament, whichever of the
/// two is banned (Act 0.7).
pub fn playable(db: &mut Db, mut boards: Vec<Awaited>, now: NaiveDateTime) -> Result<Vec<Awaited>, Error> {
    let players: Vec<PersonId> = boards.iter().flat_map(|one| [one.white, one.black]).collect();
    let banned = conduct::store::banned_among(db, &players, now)?;
    boards.retain(|one| !one.rated || ![one.white, one.black].iter().any(|player| banned.contains(player)));
    Ok(boards)
}

/// A board on which somebody is awaited.
pub struct OwnSeat {
    pub tournament: TournamentId,
    pub name: String,
    pub board: i64,
    pub against: PersonId,
    pub opponent: String,
}

/// Where somebody is awaited, and their game can count now.
pub fn own_seats(db: &mut Db, person: PersonId, now: NaiveDateTime) -> Result<Vec<OwnSeat>, Error> {
    let awaited = store::awaited(db, Some(person))?;
    let boards = playable(db, awaited, now)?;
    let people: Vec<PersonId> = boards.iter().flat_map(|one| [one.white, one.black]).collect();
    let name = members::store::naming(db, &people)?;
    let seat = |one: Awaited| {
        let against = if one.white == person { one.black } else { one.white };
        let Awaited { tournament, title, board, .. } = one;
        OwnSeat { tournament, name: title, board, against, opponent: name(against) }
    };
    Ok(boards.into_iter().map(seat).collect())
}

fn naming(db: &mut Db, facts: &Facts) -> Result<impl Fn(PersonId) -> String + use<>, Error> {
    let people: Vec<PersonId> = facts.players.iter().map(|player| player.person).collect();
    members::store::naming(db, &people)
}
