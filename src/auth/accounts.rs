//! The parts of account handling that happen outside a transaction: codes and passwords are checked, and passwords hashed,
//! before the action is performed.

use rookery_messages::say;

use super::actions::{ChangeEmail, ChangePassword, EndSignIn, Joined, SetUpPerson, SignOutEverywhere, SignUp, Wishes};
use super::rules::{self, NewAccount};
use super::secret::{self, Code, Refresh};
use super::security_log::{self, Happened, SecurityEvent};
use super::sign_in::{self, Beside, CallerOrigin, SignedIn};
use super::store::{self, Account, CodeKind};
use super::{Actor, Role, SignIn, password, setup, tries};
use crate::App;
use crate::action::{By, perform, performed};
use crate::db::Tx;
use crate::error::{Error, Kind, Refusal};
use crate::id::PersonId;

/// The result of signing up.
pub enum Opened {
    SignedIn(Box<SignedIn>),
    /// A moderator has to confirm first who it is: the claim's number, and the handle to sign in with, for those who know the
    /// whole name.
    Claimed(i64, Option<String>),
}

/// Opens an account with a code of one of these kinds, and signs its owner in.
pub(crate) async fn sign_up(
    app: &App,
    code: String,
    account: NewAccount,
    wishes: Wishes,
    from: CallerOrigin,
    kinds: &'static [CodeKind],
) -> Result<Opened, Error> {
    // A wrong code is refused before the work of hashing.
    tries::code(app, &code, kinds, &from).await?;
    let password_hash = password::hash(&account.password).await?;
    let (issuer, refresh) = (app.config.url.clone(), Refresh::new());
    let signing_up = SignUp { code, kinds, account, password_hash, wishes, address: from.address.clone() };
    app.db
        .write(move |tx| {
            let person = match perform(tx, &By::upkeep(), &signing_up)? {
                Joined::Opened(person) => person,
                Joined::Claimed { number, handle } => return Ok(Opened::Claimed(number, handle)),
            };
            let account = store::account(tx.db, person)?;
            let account = account.ok_or_else(|| Error::internal("no account after opening it"))?;
            let signed_in = sign_in::begin(tx, &issuer, &account, Beside::Nothing, &from, &refresh)?;
            Ok(Opened::SignedIn(Box::new(signed_in)))
        })
        .await
}

/// Writes down that a code let nobody in, and says so.
pub(crate) async fn closed(app: &App, from: &CallerOrigin) -> Error {
    let address = from.address.clone();
    let noted = app.db.write(move |tx| {
        let refused = Happened { address: &address, ..Happened::of(SecurityEvent::CodeRefused) };
        security_log::note(tx, refused)
    });
    noted.await.err().unwrap_or_else(|| setup::closed().into())
}

/// Makes a person with an account, for a demonstration or a test; blocks while hashing.
pub fn open_with_password(
    tx: &mut Tx,
    handle: &str,
    name: &str,
    password: &str,
    roles: &[Role],
) -> Result<PersonId, Error> {
    let account = rules::new_account(handle, name, None, password)?;
    let password_hash = &password::hash_now(&account.password)?;
    perform(tx, &By::upkeep(), &SetUpPerson { handle, name: &account.name, password_hash, roles })
}

/// Checks a password again, for what only its owner may do; `field` is where it was given. Failures
/// count as they do at the door.
pub(crate) async fn confirm(
    app: &App,
    actor: &Actor,
    field: &'static str,
    given: &str,
    from: &CallerOrigin,
) -> Result<Account, Error> {
    let person = actor.person;
    let account = app.db.read(move |db| store::account(db, person)).await?;
    let account = account.ok_or_else(super::actor::not_signed_in)?;
    match tries::check_own(app, &account, given, from).await {
        Ok(()) => Ok(account),
        // A caller who is signed in stays so: only the field is wrong.
        Err(Error::Refused(refusal)) if refusal.kind == Kind::Unauthenticated => {
            Err(Refusal::field(field, say!("This is not your password.")).into())
        }
        Err(error) => Err(error),
    }
}

/// Changes a password that its owner knows. All other sign-ins end, unless they are to be kept.
pub(crate) async fn change_password(
    app: &App,
    actor: &Actor,
    own: &SignIn,
    (current, new): (&str, &str),
    keep_other_sign_ins: bool,
    from: &CallerOrigin,
) -> Result<(), Error> {
    let account = confirm(app, actor, "current_password", current, from).await?;
    let password_hash = password::hash(&rules::another_password(new, current, &account.owner())?).await?;
    performed(app, actor, ChangePassword { password_hash, sign_in: own.id, keep_other_sign_ins }).await
}

/// Puts another e-mail address in the place of the account's, or none, once the password was confirmed; where there is an
/// authenticator, with a code of it.
pub(crate) async fn change_email(
    app: &App,
    actor: &Actor,
    password: &str,
    email: Option<&str>,
    code: Option<String>,
    from: CallerOrigin,
) -> Result<(), Error> {
    confirm(app, actor, "password", password, &from).await?;
    let email = rules::new_email(email)?;
    let code = code.filter(|code| !code.trim().is_empty());
    Ok(performed(app, actor, ChangeEmail { email, code, from }).await??)
}

/// Ends one of the sign-ins of somebody who confirms it with their password.
pub(crate) async fn end_sign_in(
    app: &App,
    actor: &Actor,
    sign_in: i64,
    password: &str,
    from: &CallerOrigin,
) -> Result<(), Error> {
    let (person, now) = (actor.person, app.clock.now());
    let open = app.db.read(move |db| store::open_sign_ins(db, person, now)).await?;
    if !open.iter().any(|open| open.id == sign_in) {
        return Err(crate::not_found!("sign-in").into());
    }
    confirm(app, actor, "password", password, from).await?;
    performed(app, actor, EndSignIn { person, sign_in }).await
}

/// Ends all sign-ins of somebody who confirms it with their password.
pub(crate) async fn sign_out_everywhere(
    app: &App,
    actor: &Actor,
    password: &str,
    from: &CallerOrigin,
) -> Result<(), Error> {
    confirm(app, actor, "password", password, from).await?;
    performed(app, actor, SignOutEverywhere(actor.person)).await
}

/// Where a code is used in a browser.
pub fn link(app: &App, path: &str, code: &str) -> String {
    format!("{}{path}?code={code}", app.config.url.trim_end_matches('/'))
}

/// A fresh code by which people sign up, short enough to be read out.
pub fn spoken_code() -> Code {
    Code::new(secret::random::<{ secret::SPOKEN }>())
}

/// A fresh code for people to type.
pub fn fresh_code() -> Code {
    Code::new(secret::random::<{ secret::TYPED }>())
}

/// A new recovery code for an authenticator.
pub fn recovery_code() -> Code {
    Code::new(secret::random::<{ secret::LONG }>())
}
