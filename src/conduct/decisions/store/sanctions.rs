//! Sanctions in the database: what each moved and banned, and what those in force make of a game.

use chrono::NaiveDateTime;
use diesel::prelude::*;

use super::super::{BanTerm, Decision, DecisionId, Imposed, SanctionId, SanctionKind, State, rules};
use super::{facts, views};
use crate::conduct::{self, Ban, BanId};
use crate::db::{
    Db, Tx,
    schema::{bans, decisions, offence_games, sanctions},
};
use crate::error::Error;
use crate::games::store::held_games::Holding;
use crate::games::store::row as game_row;
use crate::id::{EventId, GameId, PersonId};
use crate::ratings::Outcome;
use crate::rulebook;
use crate::sessions::calendar::local_date;

/// What the standing decisions make of a game: void where any of them found fraud in it, forfeit as
/// the newest of them has it.
pub fn holding(db: &mut Db, game: GameId) -> Result<Holding, Error> {
    let fraud: Option<DecisionId> = sanctions::table
        .inner_join(decisions::table.on(decisions::id.eq(sanctions::decision_id)))
        .inner_join(offence_games::table.on(offence_games::offence_id.eq(decisions::offence_id)))
        .filter(offence_games::game_id.eq(game))
        .filter(decisions::state.eq(State::Standing).and(sanctions::kind.eq(SanctionKind::Fraud)))
        .select(decisions::id)
        .first(db)
        .optional()?;
    let forfeit: Option<DecisionId> = sanctions::table
        .inner_join(decisions::table.on(decisions::id.eq(sanctions::decision_id)))
        .filter(sanctions::game_id.eq(game).and(sanctions::kind.eq(SanctionKind::Forfeiture)))
        .filter(decisions::state.eq(State::Standing))
        .order(decisions::id.desc())
        .select(decisions::id)
        .first(db)
        .optional()?;
    let forfeit = match forfeit {
        Some(decision) => {
            let loser = views::decision(db, decision)?.offence.accused;
            let white = game_row(db, game)?.white;
            Some(if white == loser { Outcome::Black } else { Outcome::White })
        }
        None => None,
    };
    Ok(Holding { void: fraud.is_some(), forfeit })
}

/// The event by which a sanction moved the score, where one was posted.
pub fn posted(db: &mut Db, sanction: SanctionId) -> Result<Option<EventId>, Error> {
    Ok(sanctions::table.find(sanction).select(sanctions::event_id).first(db)?)
}

pub fn set_posted(tx: &mut Tx, sanction: SanctionId, event: EventId) -> Result<(), Error> {
    diesel::update(sanctions::table.find(sanction)).set(sanctions::event_id.eq(event)).execute(tx.db)?;
    Ok(())
}

/// The ban of a decision that runs at an instant.
pub fn running_ban(db: &mut Db, decision: DecisionId, now: NaiveDateTime) -> Result<Option<Ban>, Error> {
    let of_it = conduct::store::bans_at(now).filter(bans::decision_id.eq(decision));
    Ok(of_it.order(bans::id.desc()).first(db).optional()?)
}

/// How long a decision's ban runs; refused for a ban by staff.
pub fn ban_term(tx: &mut Tx, ban: BanId) -> Result<BanTerm, Error> {
    let zone = rulebook::in_force(tx.db, tx.now)?.time_zone;
    let (_, sanction) = banning(tx.db, ban)?;
    Ok(match sanction.ban_ends_at {
        _ if sanction.ban_lifted => BanTerm::Lifted,
        Some(ends) => BanTerm::Through { day: local_date(ends.and_utc(), zone) },
        None => BanTerm::ForEver,
    })
}

/// The decision and the sanction that a ban comes from; refused for a ban by staff.
pub fn banning(db: &mut Db, ban: BanId) -> Result<(Decision, Imposed), Error> {
    let id = rules::of_a_decision(facts::decision_of_ban(db, ban)?)?;
    let decision = views::decision(db, id)?;
    let sanction = decision.sanctions.iter().find(|sanction| sanction.bans).cloned();
    let sanction = sanction.ok_or_else(|| Error::Internal(format!("ban {ban} is no sanction of decision {id}")))?;
    Ok((decision, sanction))
}

/// Sets until when a sanction bans, `None` for ever, and whether the ban is lifted.
pub fn set_ban(tx: &mut Tx, id: SanctionId, ends_at: Option<NaiveDateTime>, lifted: bool) -> Result<(), Error> {
    diesel::update(sanctions::table.find(id))
        .set((sanctions::ban_ends_at.eq(ends_at), sanctions::ban_lifted.eq(lifted)))
        .execute(tx.db)?;
    Ok(())
}

/// Writes down that a time penalty was served, and in which game.
pub fn serve(tx: &mut Tx, id: SanctionId, by: PersonId, game: Option<GameId>) -> Result<(), Error> {
    diesel::update(sanctions::table.find(id))
        .set((sanctions::served_at.eq(tx.now), sanctions::served_by.eq(by), sanctions::served_game_id.eq(game)))
        .execute(tx.db)?;
    Ok(())
}
