//! Actions: extra sessions (Act 0.5), planned for a later day or started now; cancelling a session and reinstating it;
//! changing the session that is on.

use chrono::{DateTime, NaiveDateTime, SubsecRound, TimeDelta, Utc};
use rookery_messages::{Message, say};
use serde::Deserialize;
use serde_json::json;

use super::{Arrive, Movement, record};
use crate::action::{Action, By, Deed, perform};
use crate::audit::Word;
use crate::clock::later;
use crate::db::Tx;
use crate::error::{Error, Refusal};
use crate::http::instant;
use crate::id::SessionId;
use crate::sessions::rules::{self, SessionSlot};
use crate::sessions::{Session, store};
use crate::{fields, members, rulebook};

#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewSession {
    pub starts_at: DateTime<Utc>,
    /// Its last second.
    pub ends_at: DateTime<Utc>,
    /// The house rules' room, if not said; none, while nobody has said where the club meets.
    pub room: Option<String>,
    /// 3 to 500 characters.
    pub reason: String,
}

/// Adds an extra session.
impl Action for NewSession {
    type Done = Session;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Session>, Error> {
        let (starts_at, ends_at, room) = (self.starts_at, self.ends_at, self.room.as_deref());
        let reason = members::rules::text("reason", &self.reason, 3, 500).map(Message::verbatim);
        Ok(Deed::of_its_parts(perform(tx, by, &Extra { starts_at, ends_at, room, reason })?))
    }
}

/// An extra session, for what somebody wrote or what the service says.
struct Extra<'a> {
    starts_at: DateTime<Utc>,
    ends_at: DateTime<Utc>,
    room: Option<&'a str>,
    reason: Result<Message, Refusal>,
}

impl Action for Extra<'_> {
    type Done = Session;

    fn carry_out(&self, tx: &mut Tx, _: &By) -> Result<Deed<Session>, Error> {
        let now = tx.now;
        let (starts_at, ends_at) = (whole("starts_at", self.starts_at)?, whole("ends_at", self.ends_at)?);
        store::ensure_calendar(tx, starts_at.max(now).min(later(now, TimeDelta::days(367))))?;
        let overlapping = store::overlapping(tx.db, starts_at, ends_at)?;
        let house = rulebook::in_force(tx.db, now)?;
        let mut wrong = Vec::new();
        Refusal::keep(rules::extra(starts_at, ends_at, overlapping.as_ref(), house.time_zone, now), &mut wrong);
        wrong.extend(self.reason.as_ref().err().cloned());
        let room = match self.room {
            Some(room) => Refusal::keep(fields::room(room), &mut wrong),
            None if store::is_set(tx.db)? => house.room,
            None => String::new(),
        };
        Refusal::together(wrong)?;
        let id = store::add(tx, starts_at, ends_at, &room, true)?;
        let session = store::known(tx.db, id)?;
        let body = json!({ "session": session, "reason": self.reason.as_ref().ok() });
        Ok(record(Word::SessionAdded, id, body).tell(None).done(session))
    }
}

/// An instant without a zone, cut to whole seconds, as session times are.
fn whole(field: &'static str, at: DateTime<Utc>) -> Result<NaiveDateTime, Refusal> {
    Ok(instant::kept(field, at)?.trunc_subsecs(0))
}

/// Starts a session at this moment, in the usual room; it ends as the house rules say, and who starts it is there. While nobody
/// has said when and where the club meets, it names no room and lasts three hours: it can be ended before.
pub struct StartNow;

impl Action for StartNow {
    type Done = Session;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Session>, Error> {
        let now = tx.now;
        store::ensure_calendar(tx, now)?;
        rules::none_is_on(store::session_at(tx.db, now)?.as_ref())?;
        let house = if store::is_set(tx.db)? { Some(rulebook::in_force(tx.db, now)?) } else { None };
        let next = store::next_held_after(tx.db, now)?;
        let (starts_at, ends_at) = rules::starting_now(house.as_ref(), next.as_ref(), now);
        let reason = Ok(say!("The club met, and the session was started on the spot."));
        let (starts_at, ends_at) = (starts_at.and_utc(), ends_at.and_utc());
        let session = perform(tx, by, &Extra { starts_at, ends_at, room: None, reason })?;
        let people = vec![by.somebody()?.person];
        perform(tx, by, &Arrive(session.id, Movement { people, at: None }))?;
        Ok(Deed::of_its_parts(session))
    }
}

#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CancellationReason)]
pub struct Reason {
    /// 3 to 500 characters.
    pub reason: String,
}

/// Cancels a session that has not begun, or calls one off that was started by mistake.
pub struct Cancel(pub SessionId, pub Reason);

impl Action for Cancel {
    type Done = Session;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Session>, Error> {
        let reason = members::rules::text("reason", &self.1.reason, 3, 500)?;
        set_cancelled(tx, by, self.0, Some(&Message::verbatim(reason)))
    }
}

/// Holds a cancelled session after all.
pub struct HoldAfterAll(pub SessionId);

impl Action for HoldAfterAll {
    type Done = Session;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Session>, Error> {
        set_cancelled(tx, by, self.0, None)
    }
}

fn set_cancelled(tx: &mut Tx, by: &By, id: SessionId, reason: Option<&Message>) -> Result<Deed<Session>, Error> {
    let session = store::known(tx.db, id)?;
    rules::cancel(&session, reason.is_some(), store::pairs::is_played(tx.db, id)?, tx.now)?;
    let person = by.somebody()?.person;
    store::set_cancelled(tx, id, reason.map(|reason| (person, reason)))?;
    let word = if reason.is_some() { Word::SessionCancelled } else { Word::SessionHeldAfterAll };
    let session = store::known(tx.db, id)?;
    let record = record(word, id, json!({ "reason": reason }));
    let mut told = json!(session);
    told["cancel_reason"] = json!(reason);
    Ok(record.tell_what(None, told).done(session))
}

#[derive(Clone, Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionChange {
    /// When it began; unchanged if missing.
    pub starts_at: Option<DateTime<Utc>>,
    /// Its last second, in the future; unchanged if missing.
    pub ends_at: Option<DateTime<Utc>>,
    /// Unchanged if missing.
    pub room: Option<String>,
}

/// Gives a session that is on other times, or another room.
pub struct ChangeSession(pub SessionId, pub SessionChange);

impl Action for ChangeSession {
    type Done = Session;

    fn carry_out(&self, tx: &mut Tx, _: &By) -> Result<Deed<Session>, Error> {
        let ChangeSession(id, SessionChange { starts_at, ends_at, room }) = self;
        let session = store::known(tx.db, *id)?;
        let zone = rulebook::in_force(tx.db, tx.now)?.time_zone;
        let time = |field, said: Option<DateTime<Utc>>, as_it_is| said.map_or(Ok(as_it_is), |at| whole(field, at));
        let wanted = SessionSlot {
            starts_at: time("starts_at", *starts_at, session.starts_at)?,
            ends_at: time("ends_at", *ends_at, session.ends_at)?,
            room: match room {
                Some(room) => fields::room(room).map_err(|refusal| refusal.act("0.5"))?,
                None => session.room.clone(),
            },
        };
        let first = store::pairs::first_and_last(tx.db, *id)?.map(|(first, _)| first);
        let another = store::another(tx.db, *id, wanted.starts_at, wanted.ends_at)?;
        rules::hours::change(&session, &wanted, first, another.as_ref(), zone, tx.now)?;
        let session = changed(tx, &session, &wanted)?;
        let told = json!({
            "session": session, "what": fields::in_room(&session.room), "starts_at": session.starts_at.and_utc(),
            "until": session.ends_at.and_utc(),
        });
        Ok(record(Word::SessionChanged, *id, json!({ "session": session })).tell_what(None, told).done(session))
    }
}

/// Writes it down: what lives until the end of the session does so until the new one.
pub(super) fn changed(tx: &mut Tx, before: &Session, wanted: &SessionSlot) -> Result<Session, Error> {
    store::change(tx, before.id, wanted)?;
    store::move_codes(tx, before.ends_at, wanted.ends_at)?;
    store::known(tx.db, before.id)
}
