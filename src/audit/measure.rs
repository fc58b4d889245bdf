//! Daily limits, for each person, on actions that notify others, so that nobody can flood everybody's
//! notices. Petitions, reports, suggestions and talk have their own limits and are not in the table.

use chrono::{NaiveDateTime, TimeDelta};
use diesel::prelude::*;
use rookery_messages::say;

use super::Word;
use crate::db::{Tx, schema::acts};
use crate::error::{Error, Kind, Refusal};
use crate::id::PersonId;

/// The act, its daily limit, and the Acts that it is done by, if any.
type Measure = (Word, i64, &'static [&'static str]);

const DAY: TimeDelta = TimeDelta::days(1);

/// Held against every act that is logged.
const ALWAYS: &[Measure] = &[
    (Word::ObjectionMade, 10, &["I.6"]),
    (Word::RemovalRequested, 3, &["II.8"]),
    (Word::ErasureRequested, 3, &[]),
    (Word::CaseFiledOn, 100, &["III.3"]),
    (Word::CaseEnBancRequested, 10, &["III.3.9"]),
    (Word::ElectionNominated, 30, &["III.2.5"]),
    (Word::ChangeRequestMade, 20, &["IV.5"]),
    (Word::PairingsAnnounced, 40, &["0.5"]),
    (Word::SessionCancelled, 20, &["0.5"]),
    (Word::SessionChanged, 20, &["0.5"]),
    (Word::TournamentRoundAnnounced, 40, &["0.5"]),
    (Word::TournamentChallenged, 10, &[]),
];

/// Games that one enters who enters only their own: a desk enters everybody's.
pub const OWN_GAMES: Measure = (Word::GameRegistered, 40, &["II.4"]);
/// Tables to which somebody invites others, or at which one plays alone.
pub const INVITING_TABLES: Measure = (Word::TableOpened, 40, &["I.9"]);
/// Invitations to tables that stand.
pub const INVITATIONS: Measure = (Word::TableInvited, 40, &["I.9"]);

/// When the oldest of the acts was done that use up somebody's daily limit. No row if there is room, or without an actor.
#[diesel::dsl::auto_type(no_type_alias)]
pub fn full_since(actor: Option<PersonId>, measure: Measure, now: NaiveDateTime) -> _ {
    let actor: Option<i64> = actor.map(|actor| actor.0);
    let (act, newer): (Word, i64) = (measure.0, measure.1 - 1);
    let since: NaiveDateTime = now - DAY;
    acts::table
        .filter(acts::actor_id.eq(actor))
        .filter(acts::act.eq(act))
        .filter(acts::at.gt(since))
        .order(acts::at.desc())
        .offset(newer)
        .select(acts::at)
}

/// Refuses an act when its daily limit is reached.
pub fn keep(tx: &mut Tx, actor: PersonId, measure: Measure) -> Result<(), Error> {
    let full = full_since(Some(actor), measure, tx.now).first(tx.db).optional()?;
    has_room(measure, full, tx.now)
}

/// The same where it is known since when a measure is full.
pub fn has_room((_, most, rests_on): Measure, full: Option<NaiveDateTime>, now: NaiveDateTime) -> Result<(), Error> {
    let Some(oldest) = full else { return Ok(()) };
    let wait = u32::try_from((oldest + DAY - now).num_seconds().max(1)).unwrap_or(u32::MAX);
    let detail =
        say!("Others are told of this, so it is heard {most} times a day of one person; try again later.", most);
    let refusal = Refusal::new(Kind::TooMany(wait), say!("Enough for today"), detail);
    Err(rests_on.iter().fold(refusal, |refusal, rests_on| refusal.act(*rests_on)).into())
}

/// The same of an act as it is logged, where the table has it.
pub(super) fn of_logged(tx: &mut Tx, actor: PersonId, act: Word) -> Result<(), Error> {
    match ALWAYS.iter().find(|(measured, ..)| *measured == act) {
        Some(measure) => keep(tx, actor, *measure),
        None => Ok(()),
    }
}
