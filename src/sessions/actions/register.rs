//! Actions: the register, who came and who left, and its corrections. If the session is settled already, the deductions
//! that depend on it are computed again.

use chrono::{DateTime, NaiveDateTime, Utc};
use rookery_messages::say;
use serde::Deserialize;
use serde_json::{Value, json};

use super::record;
use crate::action::{Action, By, Deed, Record};
use crate::audit::Word;
use crate::db::Tx;
use crate::error::{Error, Refusal};
use crate::http::instant;
use crate::id::{PersonId, SessionId};
use crate::sessions::store::WeeksOf;
use crate::sessions::store::pairs::{self, ChartGame};
use crate::sessions::{Session, Stay, StayId, deductions, rules, store};
use crate::{members, rulebook};

#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Movement {
    /// Everybody who came, or who left.
    #[schema(value_type = Vec<i64>)]
    pub people: Vec<PersonId>,
    /// When; now, if not said.
    pub at: Option<DateTime<Utc>>,
}

impl Movement {
    /// The session whose register is taken, the instant that is meant, and who is down already.
    fn on(&self, tx: &mut Tx, by: &By, id: SessionId) -> Result<(Session, NaiveDateTime, Vec<Stay>), Error> {
        let at = instant::kept_if_any("at", self.at)?;
        rules::names_somebody(self.people.len())?;
        let now = tx.now;
        store::ensure_calendar(tx, now)?;
        let session = store::known(tx.db, id)?;
        let zone = rulebook::in_force(tx.db, now)?.time_zone;
        let at = rules::register_at(&session, by.roles(), at, zone, now)?;
        let stays = store::stays(tx.db, id)?;
        Ok((session, at, stays))
    }
}

/// The log's entry for a change of the register; if the session is settled, its deductions are computed again.
fn changed(tx: &mut Tx, session: &Session, word: Word, people: Vec<PersonId>, body: Value) -> Result<Record, Error> {
    if session.settled_at.is_some() {
        let why = say!("The register of {day} was corrected", day = session.starts_at.date());
        deductions::reckon(tx, &WeeksOf::These(people), &why)?;
    }
    Ok(record(word, session.id, body))
}

/// Takes down who came. Anybody who is there already stays as they are.
pub struct Arrive(pub SessionId, pub Movement);

impl Action for Arrive {
    type Done = Session;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Session>, Error> {
        let (session, at, stays) = self.1.on(tx, by, self.0)?;
        let (taken_by, mut came) = (by.somebody()?.person, Vec::new());
        for person in &self.1.people {
            let there = |stay: &Stay| stay.person == *person && stay.left_at.is_none_or(|left| at < left);
            if stays.iter().any(there) || came.contains(person) {
                continue;
            }
            members::store::known(tx.db, *person)?;
            store::register::arrive(tx, session.id, *person, at, None, taken_by)?;
            came.push(*person);
        }
        moved(tx, session, Word::RegisterArrived, came, at)
    }
}

/// Takes down who left. Anybody who is not there stays as they are.
pub struct Leave(pub SessionId, pub Movement);

impl Action for Leave {
    type Done = Session;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Session>, Error> {
        let (session, at, stays) = self.1.on(tx, by, self.0)?;
        let mut left = Vec::new();
        let here = |stay: &&Stay| stay.left_at.is_none() && self.1.people.contains(&stay.person);
        for stay in stays.iter().filter(here) {
            if at < stay.arrived_at {
                return Err(rules::arrived_later(members::store::known(tx.db, stay.person)?.name).into());
            }
            store::register::leave(tx, stay.id, at)?;
            left.push(stay.person);
        }
        moved(tx, session, Word::RegisterLeft, left, at)
    }
}

fn moved(
    tx: &mut Tx,
    session: Session,
    word: Word,
    people: Vec<PersonId>,
    at: NaiveDateTime,
) -> Result<Deed<Session>, Error> {
    if people.is_empty() {
        return Ok(Deed::of_its_parts(session));
    }
    let body = json!({ "people": people, "at": at });
    Ok(changed(tx, &session, word, people, body)?.done(session))
}

/// Puts a whole stay into the register, as somebody who filled it in later would.
pub struct PutDown {
    pub session: SessionId,
    pub person: PersonId,
    pub arrived_at: NaiveDateTime,
    pub left_at: Option<NaiveDateTime>,
}

impl Action for PutDown {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let &PutDown { session, person, arrived_at, left_at } = self;
        let stay = store::register::arrive(tx, session, person, arrived_at, left_at, by.somebody()?.person)?;
        let body = json!({ "stay": stay, "person": person, "arrived_at": arrived_at, "left_at": left_at });
        Ok(record(Word::RegisterStayAdded, session, body).done(()))
    }
}

type Times = (NaiveDateTime, Option<NaiveDateTime>);

/// The times of a corrected stay.
fn times(arrived_at: DateTime<Utc>, left_at: Option<DateTime<Utc>>) -> Result<Times, Refusal> {
    Ok((instant::kept("arrived_at", arrived_at)?, instant::kept_if_any("left_at", left_at)?))
}

#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewStay {
    #[schema(value_type = i64)]
    pub person: PersonId,
    pub arrived_at: DateTime<Utc>,
    /// Open until the session's end, if not said.
    pub left_at: Option<DateTime<Utc>>,
    /// 3 to 500 characters.
    pub reason: String,
}

/// Adds a stay that the register missed.
pub struct AddStay(pub SessionId, pub NewStay);

impl Action for AddStay {
    type Done = Session;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Session>, Error> {
        let AddStay(id, NewStay { person, arrived_at, left_at, reason }) = self;
        let (session, person) = (store::known(tx.db, *id)?, *person);
        members::store::known(tx.db, person)?;
        let reason = members::rules::text("reason", reason, 3, 500)?;
        let (arrived_at, left_at) = times(*arrived_at, *left_at)?;
        let others = of_person(tx, session.id, person, None)?;
        rules::corrected_stay(&session, arrived_at, left_at, &others, tx.now)?;
        let stay = store::register::arrive(tx, session.id, person, arrived_at, left_at, by.somebody()?.person)?;
        let told = json!({
            "stay": stay, "person": person, "arrived_at": arrived_at, "left_at": left_at, "reason": reason
        });
        Ok(changed(tx, &session, Word::RegisterStayAdded, vec![person], told)?.done(session))
    }
}

#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AlteredStay {
    pub arrived_at: DateTime<Utc>,
    /// Open until the session's end, if not said.
    pub left_at: Option<DateTime<Utc>>,
    /// 3 to 500 characters.
    pub reason: String,
}

/// Alters a stay: it is struck, and one with the right times put in its place.
pub struct AlterStay(pub StayId, pub AlteredStay);

impl Action for AlterStay {
    type Done = Session;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Session>, Error> {
        let AlterStay(id, AlteredStay { arrived_at, left_at, reason }) = self;
        let ((session, stay), by) = (known_stay(tx, *id)?, by.somebody()?.person);
        let reason = members::rules::text("reason", reason, 3, 500)?;
        let (arrived_at, left_at) = times(*arrived_at, *left_at)?;
        let others = of_person(tx, session.id, stay.person, Some(stay.id))?;
        rules::corrected_stay(&session, arrived_at, left_at, &others, tx.now)?;
        store::register::strike(tx, stay.id, by)?;
        let new = store::register::arrive(tx, session.id, stay.person, arrived_at, left_at, by)?;
        let told = json!({
            "struck": stay, "stay": new, "arrived_at": arrived_at, "left_at": left_at, "reason": reason
        });
        Ok(changed(tx, &session, Word::RegisterStayAltered, vec![stay.person], told)?.done(session))
    }
}

/// Takes back that somebody left, by another tap soon after: their stay goes on in one piece (Act 0.9).
pub struct TakeBackLeaving(pub StayId);

impl Action for TakeBackLeaving {
    type Done = Session;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Session>, Error> {
        let ((session, stay), now) = (known_stay(tx, self.0)?, tx.now);
        let zone = rulebook::in_force(tx.db, now)?.time_zone;
        rules::register_at(&session, by.roles(), None, zone, now)?;
        let others = of_person(tx, session.id, stay.person, Some(stay.id))?;
        rules::corrected_stay(&session, stay.arrived_at, None, &others, now)?;
        let by = by.somebody()?.person;
        store::register::strike(tx, stay.id, by)?;
        let new = store::register::arrive(tx, session.id, stay.person, stay.arrived_at, None, by)?;
        let reason = say!("Marked as gone by mistake.");
        let told = json!({
            "struck": stay, "stay": new, "arrived_at": stay.arrived_at, "left_at": null, "reason": reason
        });
        Ok(changed(tx, &session, Word::RegisterStayAltered, vec![stay.person], told)?.done(session))
    }
}

#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Strike {
    /// 3 to 500 characters.
    pub reason: String,
}

/// Strikes a stay that never was.
pub struct StrikeStay(pub StayId, pub Strike);

impl Action for StrikeStay {
    type Done = Session;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Session>, Error> {
        let (session, stay) = known_stay(tx, self.0)?;
        let reason = members::rules::text("reason", &self.1.reason, 3, 500)?;
        store::register::strike(tx, stay.id, by.somebody()?.person)?;
        let told = json!({ "struck": stay, "reason": reason });
        Ok(changed(tx, &session, Word::RegisterStayStruck, vec![stay.person], told)?.done(session))
    }
}

/// Takes somebody off the register who was tapped in by mistake, as though nobody had tapped.
pub struct TakeOff(pub SessionId, pub PersonId);

impl Action for TakeOff {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let &TakeOff(id, person) = self;
        let session = store::known(tx.db, id)?;
        let stays = of_person(tx, id, person, None)?;
        if stays.is_empty() {
            return Err(crate::not_found!("stay").into());
        }
        let is_theirs = |game: &ChartGame| [game.white, game.black].contains(&person) && game.came_to_something();
        rules::take_off(pairs::games_of(tx.db, id)?.into_iter().find(is_theirs).map(|game| game.id))?;
        let taker = by.somebody()?.person;
        for stay in &stays {
            store::register::strike(tx, stay.id, taker)?;
        }
        for stay in stays {
            let told = json!({ "struck": stay, "reason": say!("Tapped in by mistake.") });
            changed(tx, &session, Word::RegisterStayStruck, vec![person], told)?.logged(tx, by)?;
        }
        Ok(Deed::of_its_parts(()))
    }
}

fn known_stay(tx: &mut Tx, id: StayId) -> Result<(Session, Stay), Error> {
    let Some((session, stay)) = store::register::stay(tx.db, id)? else {
        return Err(crate::not_found!("stay").into());
    };
    Ok((store::known(tx.db, session)?, stay))
}

/// A person's stays in a session, but for one.
fn of_person(tx: &mut Tx, session: SessionId, person: PersonId, but: Option<StayId>) -> Result<Vec<Stay>, Error> {
    let mut stays = store::stays(tx.db, session)?;
    stays.retain(|stay| stay.person == person && Some(stay.id) != but);
    Ok(stays)
}
