//! The deadlines of all capabilities, the tables of the games room among them.

use chrono::{NaiveDateTime, TimeDelta};
use diesel::prelude::*;

use super::{Deadline, Kind};
use crate::auth::Role;
use crate::conduct::decisions::store::{Undeclared, undeclared};
use crate::court::{self, Awaited};
use crate::db::{
    Db,
    schema::{games, held_games, objections, sessions},
};
use crate::elections::{self, Phase};
use crate::error::Error;
use crate::games::State;
use crate::games::rules::afterwards::ObjectionState;
use crate::id::{GameId, PersonId};
use crate::members;
use crate::tables::game::Due;
use crate::tables::room::Live;
use crate::tables::store as tables;
use crate::tournaments;

/// Decisions that wait to be declared (Act III.2.4).
pub fn declarations(db: &mut Db, now: NaiveDateTime) -> Result<Vec<Deadline>, Error> {
    let deadline = |one: Undeclared| Deadline {
        page: None,
        due_at: one.due_at,
        kind: Kind::Declaration,
        subject: format!("decision:{}", one.id),
        persons: one.decider.into_iter().collect(),
        role: None,
        act: Some("III.2.4"),
        then: "The penalty is void and undone.".to_owned(),
        overdue: one.due_at < now,
    };
    Ok(undeclared(db)?.into_iter().map(deadline).collect())
}

/// Requests to be removed that do not wait (Acts II.8, II.8.1; T44).
pub fn removals(db: &mut Db, now: NaiveDateTime) -> Result<Vec<Deadline>, Error> {
    let deadline = |request: members::store::Request| {
        let due_at = request.due_at?;
        Some(Deadline {
            page: None,
            due_at,
            kind: Kind::Removal,
            subject: format!("removal_request:{}", request.id),
            persons: Vec::new(),
            role: Some(Role::ChiefJustice),
            act: Some("II.8"),
            then: "Nothing by itself: it stays due.".to_owned(),
            overdue: due_at < now,
        })
    };
    Ok(members::store::requests(db)?.into_iter().filter_map(deadline).collect())
}

/// Rematches, due at the session held next after the game was played and known (Act I.6, T22).
pub fn rematches(db: &mut Db, now: NaiveDateTime) -> Result<Vec<Deadline>, Error> {
    let held_by_decisions = held_games::table.select(held_games::game_id);
    type Open = (GameId, PersonId, PersonId, (NaiveDateTime, NaiveDateTime));
    let open: Vec<Open> = objections::table
        .inner_join(games::table.on(games::id.eq(objections::game_id)))
        .filter(objections::state.eq(ObjectionState::Open).and(games::state.eq(State::Rated)))
        .filter(games::id.ne_all(held_by_decisions))
        .order(objections::id)
        .select((games::id, games::white_id, games::black_id, (games::played_at, games::registered_at)))
        .load(db)?;
    let known = |(played_at, registered_at): (NaiveDateTime, NaiveDateTime)| played_at.max(registered_at);
    let Some(earliest) = open.iter().map(|(.., at)| known(*at)).min() else { return Ok(Vec::new()) };
    let held: Vec<(NaiveDateTime, NaiveDateTime)> = sessions::table
        .filter(sessions::cancelled_at.is_null().and(sessions::starts_at.gt(earliest)))
        .order(sessions::starts_at)
        .select((sessions::starts_at, sessions::ends_at))
        .load(db)?;
    let deadline = |(game, white, black, at): Open| {
        let (_, ends_at) = held.iter().find(|(starts_at, _)| *starts_at > known(at))?;
        Some(Deadline {
            page: None,
            due_at: *ends_at,
            kind: Kind::Rematch,
            subject: format!("game:{game}:rematch"),
            persons: vec![white, black],
            role: Some(Role::Moderator),
            act: Some("I.6"),
            then: "Nothing by itself: the overseer says who did not play.".to_owned(),
            overdue: *ends_at < now,
        })
    };
    Ok(open.into_iter().filter_map(deadline).collect())
}

/// The Court's answers, opinions and remanded decisions (Acts III.2.4.3, III.3.8, III.3.10).
pub fn cases(db: &mut Db, now: NaiveDateTime) -> Result<Vec<Deadline>, Error> {
    let deadline = |due: court::store::Due| Deadline {
        page: None,
        due_at: due.due_at,
        kind: match due.kind {
            Awaited::Answer => Kind::Answer,
            Awaited::Opinion => Kind::Opinion,
            Awaited::Remand => Kind::Remand,
        },
        subject: due.subject,
        persons: due.persons,
        role: None,
        act: Some(due.act),
        then: due.then.to_owned(),
        overdue: due.overdue,
    };
    Ok(court::store::deadlines(db, now)?.into_iter().map(deadline).collect())
}

/// Challenges on ladders: to be answered, then to be played.
pub fn challenges(db: &mut Db, now: NaiveDateTime) -> Result<Vec<Deadline>, Error> {
    let mut due = Vec::new();
    for id in tournaments::store::open_challenges(db)? {
        let facts = tournaments::store::facts(db, id, now)?;
        due.extend(tournaments::rules::awaited(&facts)?.into_iter().map(|awaited| Deadline {
            page: None,
            due_at: awaited.due_at,
            kind: if awaited.is_answered { Kind::LadderGame } else { Kind::Challenge },
            subject: format!("tournament:{id}:challenge:{}", awaited.challenge),
            persons: awaited.persons,
            role: None,
            act: None,
            then: awaited.then,
            overdue: awaited.due_at < now,
        }));
    }
    Ok(due)
}

/// Nominations that nobody accepted or declined yet, while they can (Act III.2.5).
pub fn nominations(db: &mut Db, now: NaiveDateTime) -> Result<Vec<Deadline>, Error> {
    let mut due = Vec::new();
    for election in elections::store::running(db)? {
        if election.phase(now) != Phase::Nominations {
            continue;
        }
        let candidates = elections::store::candidates(db, election.id)?;
        due.extend(candidates.iter().filter(|one| one.is_asked()).map(|asked| Deadline {
            page: None,
            due_at: election.nominations_close_at,
            kind: Kind::Nomination,
            subject: format!("election:{}", election.id),
            persons: vec![asked.person],
            role: None,
            act: Some("III.2.5"),
            then: "The nominee does not stand.".to_owned(),
            overdue: false,
        }));
    }
    Ok(due)
}

/// What somebody has to do at a table: their turn, where turns last for days, and what the game knows besides.
pub fn at_table(live: &Live, person: PersonId, now: NaiveDateTime) -> Vec<Deadline> {
    live.read(|known| {
        let deadline = |due: Due| Deadline {
            page: due.page.map(|page| format!("/{}/{}{page}", known.table.game, known.table.id)),
            due_at: due.at - TimeDelta::microseconds(1),
            kind: due.what.parse().unwrap_or(Kind::Turn),
            subject: tables::subject(known.table.id),
            persons: vec![person],
            role: None,
            act: Some("I.9"),
            overdue: due.at <= now,
            then: due.then,
        };
        let (Some(state), Some(seat)) = (&known.state, known.table.seat_of(person)) else { return Vec::new() };
        let due = state.deadlines(now).into_iter();
        due.filter(|due| due.seats.contains(&seat)).map(deadline).collect()
    })
}
