//! The people in the room whom somebody can play now.

use std::collections::HashSet;

use chrono::NaiveDateTime;
use diesel::dsl::exists;
use diesel::prelude::*;

use crate::conduct;
use crate::db::{
    Db,
    schema::{attendance, bans, forbidden_pairs, games, people, standings},
};
use crate::error::Error;
use crate::id::{PersonId, SessionId};
use crate::sessions::store::pairs::MET;

/// A member in the room, whom the reader has not met in this session.
#[derive(Clone, Debug, PartialEq, diesel::Queryable)]
pub struct Opponent {
    pub id: PersonId,
    pub name: String,
    pub score: i64,
}

/// Members on the register of the session that is on with whom somebody can play a game that counts, the nearest in points
/// first; empty if that somebody is not one of them. Who is banned (Act 0.7) or kept apart from the reader is left out as though
/// they had met, so that nothing is told of it.
pub fn opponents(db: &mut Db, session: SessionId, me: PersonId, now: NaiveDateTime) -> Result<Vec<Opponent>, Error> {
    let (white, black) = (games::white_id, games::black_id);
    let met: Vec<(PersonId, PersonId)> = games::table
        .filter(games::session_id.eq(session.0).and(games::state.eq_any(MET)))
        .filter(white.eq(me).or(black.eq(me)))
        .select((white, black))
        .load(db)?;
    let (first, second) = (forbidden_pairs::first_id, forbidden_pairs::second_id);
    let apart: Vec<(PersonId, PersonId)> = forbidden_pairs::table
        .filter(forbidden_pairs::lifted_at.is_null().and(first.eq(me).or(second.eq(me))))
        .select((first, second))
        .load(db)?;
    let mut others: HashSet<PersonId> = met.into_iter().chain(apart).flat_map(|(one, other)| [one, other]).collect();
    others.remove(&me);
    let banned: Vec<PersonId> = conduct::store::bans_at(now).select(bans::person_id).load(db)?;
    others.extend(banned);

    let here = attendance::table
        .filter(attendance::person_id.eq(people::id).and(attendance::session_id.eq(session)))
        .filter(attendance::struck_at.is_null().and(attendance::arrived_at.le(now)))
        .filter(attendance::left_at.is_null().or(attendance::left_at.gt(now)));
    let mut found: Vec<Opponent> = people::table
        .inner_join(standings::table.on(standings::person_id.eq(people::id)))
        .filter(exists(here).and(standings::score.is_not_null()))
        .select((people::id, people::name, standings::score.assume_not_null()))
        .load(db)?;
    found.retain(|one| !others.contains(&one.id));
    let Some(mine) = found.iter().position(|one| one.id == me).map(|place| found.swap_remove(place).score) else {
        return Ok(Vec::new());
    };
    found.sort_by(|one, other| {
        let distance = |opponent: &Opponent| (opponent.score - mine).abs();
        distance(one).cmp(&distance(other)).then_with(|| one.name.cmp(&other.name))
    });
    Ok(found)
}
