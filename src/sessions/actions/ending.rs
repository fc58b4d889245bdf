//! Carrying out: a session that is on is ended now, and goes on again where that was a mistake.

use chrono::NaiveDateTime;
use serde_json::json;

use super::calendar::changed;
use super::record;
use crate::action::{Action, By, Deed};
use crate::audit::Word;
use crate::db::{Db, Tx};
use crate::error::Error;
use crate::id::{PersonId, SessionId};
use crate::sessions::rules::SessionSlot;
use crate::sessions::rules::hours;
use crate::sessions::{Session, store};

/// Ends a session that is on: what follows from its end comes once that cannot be undone any more.
pub struct EndNow(pub SessionId);

impl Action for EndNow {
    type Done = Session;

    fn carry_out(&self, tx: &mut Tx, _: &By) -> Result<Deed<Session>, Error> {
        let before = store::known(tx.db, self.0)?;
        let last = store::pairs::first_and_last(tx.db, self.0)?.map(|(_, last)| last);
        let ends_at = hours::end(&before, last, tx.now)?;
        let wanted = SessionSlot { starts_at: before.starts_at, ends_at, room: before.room.clone() };
        let session = changed(tx, &before, &wanted)?;
        let told = json!({ "session": session, "until": session.ends_at.and_utc() });
        let body = json!({ "session": session, "instead_of": before.ends_at.and_utc() });
        Ok(record(Word::SessionEnded, session.id, body).tell_what(None, told).done(session))
    }
}

/// Goes on with a session that was ended by mistake: it ends as it would have.
pub struct GoOn(pub SessionId);

impl Action for GoOn {
    type Done = Session;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Session>, Error> {
        let session = store::known(tx.db, self.0)?;
        let ends_at = goes_on_until(tx.db, &session, by.person(), tx.now)?;
        let wanted = SessionSlot { starts_at: session.starts_at, ends_at, room: session.room.clone() };
        let session = changed(tx, &session, &wanted)?;
        let body = json!({ "session": session, "until": session.ends_at.and_utc() });
        Ok(record(Word::SessionWentOn, session.id, body).tell(None).done(session))
    }
}

/// Until when a session would go on; refused as going on with it would be.
pub fn goes_on_until(
    db: &mut Db,
    session: &Session,
    person: Option<PersonId>,
    now: NaiveDateTime,
) -> Result<NaiveDateTime, Error> {
    let ended = store::ended(db, &[session.id])?.pop().map(|(_, ended)| ended);
    let another = match &ended {
        Some(ended) => store::another(db, session.id, session.starts_at, ended.instead_of)?,
        None => None,
    };
    Ok(hours::go_on(session, ended.as_ref(), another.as_ref(), person, now)?)
}
