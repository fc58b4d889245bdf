//! An authenticator set up by its owner: begun, confirmed with its first code, lifted.

use rookery_messages::say;

use super::secret::{self, Code};
use super::security_log::{self, Happened, SecurityEvent};
use super::store::{self, Account, CodeKind};
use super::{accounts, sign_in, totp, tries};
use crate::App;
use crate::audit::{self, Entry};
use crate::db::Tx;
use crate::error::{Error, Refusal};
use crate::id::PersonId;

/// Codes that are given with an authenticator.
const RECOVERY_CODES: usize = 8;

/// What the authenticator app has to be told, until it is confirmed.
pub struct Begun {
    /// In base32, to type.
    pub secret: String,
    /// `otpauth://totp/…`, to scan.
    pub address: String,
}

impl Begun {
    /// Of an account whose authenticator is being set up; nothing of any other.
    pub fn of(account: &Account) -> Option<Begun> {
        let key = account.totp_secret.as_ref().filter(|_| account.totp_confirmed_at.is_none())?;
        Some(Begun { secret: totp::base32(key)?, address: totp::address(key, &account.handle)? })
    }
}

fn known(tx: &mut Tx, person: PersonId) -> Result<Account, Error> {
    store::account(tx.db, person)?.ok_or_else(|| crate::not_found!("account").into())
}

/// Begins to set up an authenticator; it demands nothing until it is confirmed.
pub async fn begin(app: &App, person: PersonId) -> Result<Begun, Error> {
    let key = secret::random::<{ totp::SECRET }>();
    let account = app
        .db
        .write(move |tx| {
            if known(tx, person)?.second_factor().is_some() {
                let detail = say!("You have one already. Take the old one off first (DELETE /api/v1/me/totp).");
                return Err(Refusal::conflict(say!("Authenticator already set up"), detail).into());
            }
            store::set_totp(tx, person, Some(&key))?;
            known(tx, person)
        })
        .await?;
    Begun::of(&account).ok_or_else(|| Error::internal("an authenticator's secret could not be made"))
}

/// Confirms the authenticator with its first code; from now on signing in needs one. Gives codes
/// that each stand in once for a lost one.
pub async fn confirm(app: &App, person: PersonId, code: String) -> Result<Vec<String>, Error> {
    let codes: Vec<Code> = std::iter::repeat_with(accounts::recovery_code).take(RECOVERY_CODES).collect();
    let told = codes.iter().map(|code| code.as_str().to_owned()).collect();
    app.db
        .write(move |tx| {
            let account = known(tx, person)?;
            let Some(key) = account.totp_secret.filter(|_| account.totp_confirmed_at.is_none()) else {
                let detail = say!("No authenticator is being set up; begin with POST /api/v1/me/totp.");
                return Err(Refusal::conflict(say!("Nothing to confirm"), detail).into());
            };
            let step = totp::step(&key, &code, tx.now, account.totp_last_step);
            let wrong = say!("These are not the six digits that it shows now. Check the clock of that device.");
            let step = step.ok_or_else(|| Refusal::field("code", wrong))?;
            store::use_totp_step(tx, person, step)?;
            store::confirm_totp(tx, person)?;
            sign_in::recovery_codes(tx, person, &codes)?;
            security_log::note(tx, Happened::to(person, SecurityEvent::AuthenticatorSetUp))?;
            record(tx, person, "second_factor.set_up")
        })
        .await?;
    Ok(told)
}

/// Lifts the authenticator, with a code of it.
pub async fn lift(app: &App, person: PersonId, code: String, from: sign_in::From) -> Result<(), Error> {
    let decided = app
        .db
        .write(move |tx| {
            let account = known(tx, person)?;
            if account.second_factor().is_none() {
                return Err(Refusal::conflict(say!("No authenticator"), say!("No authenticator is set up.")).into());
            }
            if let Err(refusal) = sign_in::second_factor(tx, &account, Some(&code))? {
                tries::count_failure(tx, &account, &from)?;
                return Ok(Err(refusal));
            }
            store::set_totp(tx, person, None)?;
            store::end_codes(tx, CodeKind::Recovery, Some(person))?;
            security_log::note(tx, Happened::to(person, SecurityEvent::AuthenticatorLifted))?;
            record(tx, person, "second_factor.lifted").map(Ok)
        })
        .await?;
    decided.map_err(Error::from)
}

fn record(tx: &mut Tx, person: PersonId, act: &str) -> Result<(), Error> {
    let body = serde_json::json!({ "at": tx.now.and_utc() });
    audit::record(tx, Entry { actor: Some(person), act, subject: format!("person:{person}"), body })
}
