//! Rounds of a session: who can be paired now, and the recommended pairings.

use std::collections::BTreeSet;

use chrono::NaiveDateTime;

use super::pairing::{self, Pairings, Player};
use super::store::pairs;
use super::{Session, rules, store};
use crate::auth::Roles;
use crate::conduct;
use crate::db::Db;
use crate::error::Error;
use crate::id::{PersonId, SessionId};

/// Who is there: who may play, by id, and who may not.
pub struct Present {
    pub players: Vec<Player>,
    /// Present, but no member, or banned (Acts 0.7, 0.9).
    pub left_out: Vec<PersonId>,
    /// Those of them who are banned.
    banned: BTreeSet<PersonId>,
}

impl Present {
    /// Who of those left out is banned, for those who moderate: others read of a ban only what they
    /// may (T42).
    pub fn banned_as_read_by(&self, reader: Roles) -> BTreeSet<PersonId> {
        if reader.may_moderate() { self.banned.clone() } else { BTreeSet::new() }
    }

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
    let banned = BTreeSet::from_iter(conduct::store::banned_among(db, &people, now)?);
    let mut players = pairs::players(db, &people)?;
    players.retain(|player| !banned.contains(&PersonId(player.id)));
    let mut present = Present { players, left_out: people, banned };
    let may_play = present.may_play();
    present.left_out.retain(|person| !may_play.contains(person));
    Ok(present)
}

/// The recommended round for the people who are present.
pub fn recommended(db: &mut Db, session: &Session, present: &Present) -> Result<Pairings, Error> {
    let meetings = pairs::recent_meetings(db, session)?;
    let forbidden = pairs::forbidden_set(db)?;
    let recommended = pairing::recommend(&present.players, &meetings, &forbidden);
    Ok(recommended.map_err(|error| rules::cannot_be_paired(error.message()))?)
}

/// The same beside boards that are wished for, White first: they stand on top, and the others are paired among themselves.
pub fn recommended_beside(
    db: &mut Db,
    session: &Session,
    present: &Present,
    wished: &[(PersonId, PersonId)],
) -> Result<Round, Error> {
    let is_wished = |player: &Player| wished.iter().any(|(white, black)| [white.0, black.0].contains(&player.id));
    let others: Vec<Player> = present.players.iter().filter(|player| !is_wished(player)).copied().collect();
    let (meetings, forbidden) = (pairs::recent_meetings(db, session)?, pairs::forbidden_set(db)?);
    let recommended = pairing::recommend(&others, &meetings, &forbidden);
    let mut round = Round::from(recommended.map_err(|error| rules::cannot_be_paired(error.message()))?);
    round.boards.splice(0..0, wished.iter().copied());
    Ok(round)
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
