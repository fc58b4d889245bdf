//! Actions: making and withdrawing invitations and join codes.

use chrono::{NaiveDateTime, TimeDelta};
use serde::Deserialize;
use serde_json::json;

use super::holder;
use crate::action::{Action, By, Deed, Record};
use crate::audit::Word;
use crate::auth::security_log::{self, Happened, SecurityEvent};
use crate::auth::store::{self, CodeKind, NewCode};
use crate::auth::{accounts, rules};
use crate::clock::later;
use crate::db::Tx;
use crate::error::Error;
use crate::id::PersonId;
use crate::sessions;

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = InviteRequest)]
pub struct Invite {
    /// `invitation`, for one person; or `join_code`, for everybody in the room.
    pub kind: CodeKind,
    /// For an invitation: somebody the club knows who has no account yet.
    pub person: Option<PersonId>,
    /// For a join code: how many may sign up with it, 1 to 200; 30 if not said.
    pub uses: Option<i64>,
    /// Days it is good for, 1 to 30; until the end of the next session if not said.
    pub days: Option<i64>,
}

impl Invite {
    /// An invitation for somebody whom the club knows.
    pub fn of(person: PersonId) -> Invite {
        Invite { kind: CodeKind::Invitation, person: Some(person), uses: None, days: None }
    }
}

/// A code that was made; only its hash is kept.
pub struct IssuedCode {
    pub id: i64,
    pub code: String,
    pub expires_at: NaiveDateTime,
}

/// Makes an invitation or a join code.
impl Action for Invite {
    type Done = IssuedCode;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<IssuedCode>, Error> {
        let Invite { kind, person, .. } = *self;
        let terms = rules::code_terms(kind, person, self.uses, self.days)?;
        if let Some(person) = person {
            holder(tx.db, person)?;
            rules::has_no_account(store::account(tx.db, person)?.is_some())?;
            // A newer invitation takes the place of the one before.
            store::end_codes(tx, CodeKind::Invitation, Some(person))?;
        }
        let (code, by) = (accounts::spoken_code(), by.person());
        let expires_at = terms.ends(tx.now, next_session_ends(tx)?);
        let id = store::add_code(tx, &code, NewCode { kind, person, uses: terms.uses, by, expires_at })?;
        security_log::note(tx, Happened { person, by, ..Happened::of(SecurityEvent::CodeMade) })?;
        let what = json!({ "kind": kind, "uses": terms.uses, "person": person });
        let made = IssuedCode { id, code: code.as_str().to_owned(), expires_at };
        Ok(Record::of(Word::InvitationMade, format!("invitation:{id}"), what).done(made))
    }
}

/// When the next session ends that begins from now on.
fn next_session_ends(tx: &mut Tx) -> Result<Option<NaiveDateTime>, Error> {
    let now = tx.now;
    sessions::store::ensure_calendar(tx, later(now, TimeDelta::days(rules::MOST_DAYS)))?;
    Ok(sessions::store::next_held_after(tx.db, now)?.map(|session| session.ends_at))
}

/// Withdraws an invitation or join code.
pub struct WithdrawCode(pub i64);

impl Action for WithdrawCode {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, _: &By) -> Result<Deed<()>, Error> {
        let id = self.0;
        if !store::withdraw_code(tx, id)? {
            return Err(crate::not_found!("open invitation").into());
        }
        Ok(Record::of(Word::InvitationWithdrawn, format!("invitation:{id}"), json!({})).done(()))
    }
}
