//! Setting up an authenticator: begun by its owner, confirmed with its first code, removed.

use super::actions::LiftAuthenticator;
use super::sign_in::CallerOrigin;
use super::store::{self, Account};
use super::{Actor, accounts, rules, secret, totp};
use crate::App;
use crate::action::performed;
use crate::error::Error;

/// The secret for the authenticator app, until it is confirmed.
pub struct Begun {
    /// In base32, to type.
    pub secret: String,
    /// `otpauth://totp/…`, to scan.
    pub address: String,
}

impl Begun {
    /// Of an account whose authenticator is being set up; `None` for any other.
    pub fn of(account: &Account) -> Option<Begun> {
        let key = account.totp_secret.as_ref().filter(|_| account.totp_confirmed_at.is_none())?;
        Some(Begun { secret: totp::base32(key)?, address: totp::address(key, &account.handle)? })
    }
}

/// Begins to set up an authenticator, once the password was confirmed. It demands nothing until it is confirmed, and the act
/// log has nothing of it.
pub(crate) async fn begin(app: &App, actor: &Actor, password: &str, from: &CallerOrigin) -> Result<Begun, Error> {
    accounts::confirm(app, actor, "password", password, from).await?;
    let (person, key) = (actor.person, secret::random::<{ totp::SECRET }>());
    let account = app.db.write(move |tx| {
        let account = store::account(tx.db, person)?.ok_or_else(|| crate::not_found!("account"))?;
        rules::begin_authenticator(account.second_factor().is_some())?;
        store::set_totp(tx, person, Some(&key))?;
        Ok(Account { totp_secret: Some(key.to_vec()), totp_confirmed_at: None, ..account })
    });
    let begun = Begun::of(&account.await?);
    begun.ok_or_else(|| Error::internal("an authenticator's secret could not be made"))
}

/// Lifts the authenticator, once the password was confirmed, with a code of it.
pub(crate) async fn lift(
    app: &App,
    actor: &Actor,
    password: &str,
    code: String,
    from: CallerOrigin,
) -> Result<(), Error> {
    accounts::confirm(app, actor, "password", password, &from).await?;
    Ok(performed(app, actor, LiftAuthenticator { code, from }).await??)
}
