//! How often one person may do in a day what others are told of: no form is a way to fill everybody's list of
//! notices. What has limits of its own (petitions, reports, suggestions, talk) is not in the table.

use chrono::TimeDelta;
use diesel::prelude::*;
use rookery_messages::say;

use super::Word;
use crate::db::{Tx, schema::acts};
use crate::error::{Error, Kind, Refusal};
use crate::id::PersonId;

/// What is done, how often in 24 hours, and the Act that it is done by, if one is.
type Measure = (Word, usize, &'static [&'static str]);

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
    (Word::TournamentRoundAnnounced, 40, &["0.5"]),
    (Word::TournamentChallenged, 10, &[]),
];

/// Games that one enters who enters only their own: a desk enters everybody's.
pub const OWN_GAMES: Measure = (Word::GameRegistered, 40, &["II.4"]);
/// Tables to which somebody invites others, or at which one plays alone.
pub const INVITING_TABLES: Measure = (Word::TableOpened, 40, &["I.9"]);
/// Invitations to tables that stand.
pub const INVITATIONS: Measure = (Word::TableInvited, 40, &["I.9"]);

/// Refuses what was done within a day as often as may be.
pub fn keep(tx: &mut Tx, actor: PersonId, (act, most, rests_on): Measure) -> Result<(), Error> {
    let day = TimeDelta::days(1);
    let lately = acts::table
        .filter(acts::actor_id.eq(actor.0).and(acts::act.eq(act)).and(acts::at.gt(tx.now - day)))
        .order(acts::at.desc());
    let oldest = lately.offset(i64::try_from(most).unwrap_or(i64::MAX) - 1).select(acts::at).first(tx.db).optional()?;
    let Some(oldest) = oldest else { return Ok(()) };
    let oldest: chrono::NaiveDateTime = oldest;
    let wait = u32::try_from((oldest + day - tx.now).num_seconds().max(1)).unwrap_or(u32::MAX);
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
