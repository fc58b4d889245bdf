//! Actions: confirming an authenticator with its first code, and removing it.

use serde::Deserialize;
use serde_json::json;

use super::account;
use crate::action::{Action, By, Deed, Record};
use crate::audit::Word;
use crate::auth::secret::Code;
use crate::auth::security_log::{self, Happened, SecurityEvent};
use crate::auth::sign_in::{self, CallerOrigin};
use crate::auth::store::{self, CodeKind, NewCode};
use crate::auth::{accounts, rules, totp, tries};
use crate::clock::days_later;
use crate::db::Tx;
use crate::error::{Error, Refusal};
use crate::id::PersonId;

/// Codes that are given with an authenticator.
const RECOVERY_CODES: usize = 8;
/// Days that such a code is good for.
const RECOVERY: u64 = 3650;

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ConfirmRequest)]
pub struct ConfirmAuthenticator {
    /// The six digits that the authenticator shows.
    pub code: String,
}

/// Confirms the authenticator with its first code; from now on signing in needs one.
impl Action for ConfirmAuthenticator {
    /// Recovery codes, each valid once; older ones are void.
    type Done = Vec<String>;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Vec<String>>, Error> {
        let person = by.somebody()?.person;
        let account = account(tx, person)?;
        let key = account.totp_secret.as_deref().filter(|_| account.totp_confirmed_at.is_none());
        let key = key.ok_or_else(rules::no_authenticator_begun)?;
        let step = totp::step(key, &self.code, tx.now, account.totp_last_step);
        let step = step.ok_or_else(rules::wrong_first_code)?;
        store::use_totp_step(tx, person, step)?;
        store::confirm_totp(tx, person)?;
        store::end_codes(tx, CodeKind::Recovery, Some(person))?;
        let codes: Vec<Code> = std::iter::repeat_with(accounts::recovery_code).take(RECOVERY_CODES).collect();
        for code in &codes {
            let (kind, expires_at) = (CodeKind::Recovery, days_later(tx.now, RECOVERY));
            store::add_code(tx, code, NewCode { kind, person: Some(person), uses: 1, by: Some(person), expires_at })?;
        }
        security_log::note(tx, Happened::to(person, SecurityEvent::AuthenticatorSetUp))?;
        let record = Record::of(Word::SecondFactorSetUp, person.subject(), json!({ "at": tx.now.and_utc() }));
        Ok(record.done(codes.iter().map(|code| code.as_str().to_owned()).collect()))
    }
}

/// Lifts the authenticator, with a code of it.
pub struct LiftAuthenticator {
    /// Six digits, or a recovery code.
    pub code: String,
    pub from: CallerOrigin,
}

impl Action for LiftAuthenticator {
    /// A wrong code is counted, so the action succeeds and returns the refusal: an error would roll
    /// the count back.
    type Done = Result<(), Refusal>;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Self::Done>, Error> {
        let account = account(tx, by.somebody()?.person)?;
        rules::has_authenticator(account.second_factor().is_some())?;
        if let Err(refusal) = sign_in::second_factor(tx, &account, Some(&self.code))? {
            tries::count_failure(tx, &account, &self.from)?;
            return Ok(Deed::of_its_parts(Err(refusal)));
        }
        lift(tx, account.person)?;
        let what = json!({ "at": tx.now.and_utc() });
        Ok(Record::of(Word::SecondFactorLifted, account.person.subject(), what).done(Ok(())))
    }
}

/// Removes somebody's authenticator and its recovery codes.
pub(super) fn lift(tx: &mut Tx, person: PersonId) -> Result<(), Error> {
    store::set_totp(tx, person, None)?;
    store::end_codes(tx, CodeKind::Recovery, Some(person))?;
    security_log::note(tx, Happened::to(person, SecurityEvent::AuthenticatorLifted))
}
