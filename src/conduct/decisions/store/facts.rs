//! The facts for deciding about an offence, and whom a decision concerns.

use diesel::prelude::*;

use super::super::actions::NewDecision;
use super::super::rules::{Facts, Known};
use super::super::{DecisionId, Offence, OffenceId, Sanction, SanctionKind, State};
use super::views;
use crate::auth;
use crate::conduct::{self, BanId};
use crate::db::{
    Db, Tx,
    schema::{bans, decisions, offence_games, offences, sanctions},
};
use crate::error::Error;
use crate::games;
use crate::id::{GameId, PersonId};
use crate::members;
use crate::rulebook;

pub fn facts(tx: &mut Tx, new: &NewDecision) -> Result<(Offence, Facts), Error> {
    let now = tx.now;
    let offence = views::offence(tx.db, new.offence)?.ok_or_else(|| crate::not_found!("offence"))?;
    let mut ids = offence.games.clone();
    ids.extend(new.sanctions.iter().filter_map(|sanction| match sanction {
        Sanction::Forfeiture { game } => Some(*game),
        _ => None,
    }));
    ids.sort_unstable();
    ids.dedup();
    let games = ids.iter().map(|id| Ok(games::store::row(tx.db, *id)?.game())).collect::<Result<_, Error>>()?;
    let house = rulebook::in_force(tx.db, now)?;
    let facts = Facts {
        accused: offence.accused,
        is_member: members::store::membership_at(tx.db, offence.accused, now)?.is_some(),
        games,
        standing: standing_on(tx.db, offence.id)?,
        remanded_to: remanded_to(tx.db, offence.id)?,
        frauds: standing_frauds(tx.db, offence.accused)?,
        ban: conduct::store::ban_at(tx.db, offence.accused, now)?.map(|ban| ban.id),
        zone: house.time_zone,
        declaration_days: house.declaration_days,
        fraud_ban_weeks: house.fraud_ban_weeks,
    };
    Ok((offence, facts))
}

/// The decision that stands on an offence.
pub fn standing_on(db: &mut Db, offence: OffenceId) -> Result<Option<DecisionId>, Error> {
    Ok(decisions::table
        .filter(decisions::offence_id.eq(offence).and(decisions::state.eq(State::Standing)))
        .select(decisions::id)
        .first(db)
        .optional()?)
}

/// The moderator who made the decision on an offence that the Court sent back, if in office still.
fn remanded_to(db: &mut Db, offence: OffenceId) -> Result<Option<PersonId>, Error> {
    let decider: Option<Option<PersonId>> = decisions::table
        .filter(decisions::offence_id.eq(offence).and(decisions::state.eq(State::Suspended)))
        .select(decisions::decided_by)
        .first(db)
        .optional()?;
    let Some(decider) = decider.flatten() else { return Ok(None) };
    Ok(auth::store::roles(db, decider)?.may_moderate().then_some(decider))
}

/// How many fraud violations stand against a person: what the ladder's next step is counted from (T26).
pub fn standing_frauds(db: &mut Db, person: PersonId) -> Result<usize, Error> {
    let count: i64 = sanctions::table
        .inner_join(decisions::table.on(decisions::id.eq(sanctions::decision_id)))
        .inner_join(offences::table.on(offences::id.eq(decisions::offence_id)))
        .filter(offences::accused_id.eq(person))
        .filter(decisions::state.eq(State::Standing).and(sanctions::kind.eq(SanctionKind::Fraud)))
        .count()
        .get_result(db)?;
    Ok(usize::try_from(count).unwrap_or(0))
}

/// The offences on record against a person.
pub fn known_offences(db: &mut Db, person: PersonId) -> Result<Vec<Known>, Error> {
    let rows: Vec<(OffenceId, String, chrono::NaiveDateTime)> = offences::table
        .filter(offences::accused_id.eq(person))
        .select((offences::id, offences::act, offences::happened_at))
        .order(offences::id)
        .load(db)?;
    let of_person = offences::table.filter(offences::accused_id.eq(person)).select(offences::id);
    let games: Vec<(OffenceId, GameId)> = offence_games::table
        .filter(offence_games::offence_id.eq_any(of_person))
        .select((offence_games::offence_id, offence_games::game_id))
        .load(db)?;
    let answered: Vec<OffenceId> = decisions::table
        .filter(decisions::offence_id.eq_any(of_person))
        .filter(decisions::state.eq_any([State::Standing, State::Suspended]))
        .select(decisions::offence_id)
        .load(db)?;
    let known = |(id, act, happened_at)| Known {
        id,
        act,
        happened_at,
        games: games.iter().filter(|(offence, _)| *offence == id).map(|(_, game)| *game).collect(),
        answered: answered.contains(&id),
    };
    Ok(rows.into_iter().map(known).collect())
}

/// Whom a decision concerns, for conflicts of interest (Act III.3.5).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Concerned {
    /// `None` if the Court decided.
    pub decider: Option<PersonId>,
    pub accused: Option<PersonId>,
    /// Who played in the games of the offence or in games that are forfeit.
    pub players: Vec<PersonId>,
}

/// Whom a decision concerns.
pub fn concerned(db: &mut Db, id: DecisionId) -> Result<Concerned, Error> {
    let decision = views::decision(db, id)?;
    let mut players = Vec::new();
    for game in decision.offence.games.iter().copied().chain(decision.sanctions.iter().filter_map(|one| one.game)) {
        let game = games::store::row(db, game)?;
        players.extend([game.white, game.black]);
    }
    players.sort_unstable();
    players.dedup();
    Ok(Concerned { decider: decision.decider, accused: Some(decision.offence.accused), players })
}

/// The decision whose sanction a ban is; `None` for a ban by staff.
pub(super) fn decision_of_ban(db: &mut Db, ban: BanId) -> Result<Option<DecisionId>, Error> {
    Ok(bans::table.find(ban).select(bans::decision_id).first(db).optional()?.flatten())
}

/// A decision that waits to be declared, by whom and until when.
#[derive(Clone, Copy, Debug, Queryable)]
pub struct Undeclared {
    pub id: DecisionId,
    pub decider: Option<PersonId>,
    pub due_at: chrono::NaiveDateTime,
    /// How often the moderator who decided was reminded.
    pub reminders: i64,
}

/// The penalties that wait to be declared, the one due first first.
pub fn undeclared(db: &mut Db) -> Result<Vec<Undeclared>, Error> {
    Ok(decisions::table
        .filter(decisions::declared_at.is_null().and(decisions::due_at.is_not_null()))
        .filter(decisions::state.eq_any(State::ALL.iter().copied().filter(|state| state.is_to_be_declared())))
        .order((decisions::due_at, decisions::id))
        .select((decisions::id, decisions::decided_by, decisions::due_at.assume_not_null(), decisions::reminders))
        .load(db)?)
}
