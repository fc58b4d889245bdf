//! Signing in and out: passwords under the throttle, refresh tokens that rotate, and ending a whole
//! token family.

use chrono::TimeDelta;
use rookery_messages::say;

use super::actions::{ConfirmPowers, EndSignIn};
use super::secret::{self, Code, Refresh};
use super::security_log::{self, Happened, SecurityEvent};
use super::store::{self, Account, CodeKind, NewSignIn};
use super::tries::{Try, count_failure, too_many, whose, wrong};
use super::{accounts, tokens, totp};
use crate::App;
use crate::action::{By, perform};
use crate::clock::later;
use crate::db::Tx;
use crate::error::{Error, Kind, Refusal};
use crate::id::PersonId;

pub use super::tries::{Answer, CallerOrigin};

/// What a caller says at the door.
#[derive(Clone)]
pub struct Attempt {
    /// A handle or an e-mail address.
    pub login: String,
    pub password: String,
    /// Six digits from the authenticator, or a recovery code.
    pub code: Option<String>,
}

/// The secrets of a sign-in, for the person who signed in.
#[derive(Clone, Debug)]
pub struct SignedIn {
    pub person: PersonId,
    pub access: String,
    /// `None` if only the access token was renewed.
    pub refresh: Option<String>,
    pub device: Option<String>,
}

/// Browsers send several requests at once when they wake up: within this span the refresh token
/// before the last still renews the access token, and nothing else.
const LEEWAY: TimeDelta = TimeDelta::seconds(10);

/// Signs in with a password, and a code where the account has an authenticator.
pub(crate) async fn sign_in(app: &App, attempt: Attempt, from: CallerOrigin) -> Answer<SignedIn> {
    let Answer { limit, result } = whose(app, &attempt.login, &attempt.password, &from).await;
    let account = match result {
        Ok(account) => account,
        Err(error) => return Answer { limit, result: Err(error) },
    };
    let issuer = app.config.url.clone();
    let refresh = Refresh::new();
    let decided = app.db.write(move |tx| match unchanged(tx, &account)? {
        Ok(account) => let_in(tx, &issuer, &account, attempt.code.as_deref(), &from, &refresh),
        Err(refusal) => Ok(Err(refusal)),
    });
    Answer { limit, result: decided.await.and_then(|decided| decided.map_err(Error::from)) }
}

/// Where the first of a browser's two steps leads.
pub enum FirstStep {
    SignedIn(SignedIn),
    /// The password was right, which this code says to [`second_step`]; the authenticator's is missing.
    Halfway(Code),
}

/// How long the second step may take.
const HALFWAY: TimeDelta = TimeDelta::minutes(5);

/// A browser's first step: the password.
pub(crate) async fn first_step(app: &App, login: &str, password: &str, from: CallerOrigin) -> Answer<FirstStep> {
    let Answer { limit, result } = whose(app, login, password, &from).await;
    let account = match result {
        Ok(account) => account,
        Err(error) => return Answer { limit, result: Err(error) },
    };
    let issuer = app.config.url.clone();
    let (refresh, halfway) = (Refresh::new(), accounts::fresh_code());
    let decided = app.db.write(move |tx| {
        let account = match unchanged(tx, &account)? {
            Ok(account) => account,
            Err(refusal) => return Ok(Err(refusal)),
        };
        if account.second_factor().is_none() {
            return Ok(let_in(tx, &issuer, &account, None, &from, &refresh)?.map(FirstStep::SignedIn));
        }
        let (person, expires_at) = (Some(account.person), later(tx.now, HALFWAY));
        let new = store::NewCode { kind: CodeKind::Halfway, person, uses: 1, by: person, expires_at };
        store::add_code(tx, &halfway, new)?;
        Ok(Ok(FirstStep::Halfway(halfway.clone())))
    });
    Answer { limit, result: decided.await.and_then(|decided| decided.map_err(Error::from)) }
}

/// A browser's second step: the authenticator's code, from a person who gave the right password.
pub(crate) async fn second_step(
    app: &App,
    halfway: String,
    code: String,
    from: CallerOrigin,
) -> Result<SignedIn, Error> {
    let issuer = app.config.url.clone();
    let refresh = Refresh::new();
    let decided = app.db.write(move |tx| {
        let known = store::code(tx.db, &halfway, tx.now)?.filter(|known| known.kind == CodeKind::Halfway);
        let Some((known, person)) = known.and_then(|known| Some((known.id, known.person_id?))) else {
            return Ok(Err(too_late()));
        };
        let Some(account) = store::account(tx.db, person)? else { return Ok(Err(too_late())) };
        if account.must_change_password {
            return Ok(Err(must_change()));
        }
        let entered = let_in(tx, &issuer, &account, Some(&code), &from, &refresh)?;
        if entered.is_ok() {
            store::use_code(tx, known)?;
        }
        Ok(entered)
    });
    Ok(decided.await??)
}

fn too_late() -> Refusal {
    let detail =
        say!("The code came more than five minutes after the password, or the password has changed: sign in again.");
    Refusal::new(Kind::Unauthenticated, say!("Sign in again"), detail)
}

/// The current account: its password may have changed while it was checked.
fn unchanged(tx: &mut Tx, checked: &Account) -> Result<Result<Account, Refusal>, Error> {
    let now = store::account(tx.db, checked.person)?.filter(|now| now.password_hash == checked.password_hash);
    Ok(match now {
        None => Err(wrong()),
        Some(now) if now.must_change_password => Err(must_change()),
        Some(now) => Ok(now),
    })
}

/// Begins a sign-in after the right password, with the code that their authenticator asks for.
fn let_in(
    tx: &mut Tx,
    issuer: &str,
    account: &Account,
    code: Option<&str>,
    from: &CallerOrigin,
    refresh: &Refresh,
) -> Result<Result<SignedIn, Refusal>, Error> {
    // Codes are tried as seldom as passwords.
    let own = Try::own(account, from);
    let now = tx.now;
    if let Some(seconds) = own.limit(tx.db, now)?.wait {
        return Ok(Err(too_many(seconds)));
    }
    let beside = match second_factor(tx, account, code)? {
        Ok(beside) => beside,
        Err(refusal) => {
            if code.is_some() {
                count_failure(tx, account, from)?;
            }
            return Ok(Err(refusal));
        }
    };
    let subjects = own.subjects(tx.db)?;
    store::forget_failures(tx, &subjects)?;
    // The authenticator that was there before a reset confirms who it is.
    let had_it = |since| account.totp_confirmed_at.is_some_and(|at| at < since);
    if account.powers_rest_since.is_some_and(had_it) {
        perform(tx, &By::upkeep(), &ConfirmPowers(account.person))?;
    }
    begin(tx, issuer, account, beside, from, refresh).map(Ok)
}

fn must_change() -> Refusal {
    let detail = say!("An administrator has reset this password. Choose a new one with the code you were given.");
    Refusal::new(Kind::Forbidden, say!("Password must be changed"), detail)
}

crate::words!(
    /// What stood beside the password, as the security log names it.
    Beside {
        Nothing = "",
        Authenticator = "authenticator",
        RecoveryCode = "recovery_code",
    }
);

/// Checks the code that an account with an authenticator needs; each is good once.
pub fn second_factor(tx: &mut Tx, account: &Account, code: Option<&str>) -> Result<Result<Beside, Refusal>, Error> {
    let Some(key) = account.second_factor() else { return Ok(Ok(Beside::Nothing)) };
    let Some(code) = code.map(str::trim).filter(|code| !code.is_empty()) else {
        let detail =
            say!("This account has an authenticator: give the six digits it shows as the code, or a recovery code.");
        return Ok(Err(
            Refusal::new(Kind::Unauthenticated, say!("Code needed"), detail).with("second_factor", "required")
        ));
    };
    if let Some(step) = totp::step(key, code, tx.now, account.totp_last_step) {
        store::use_totp_step(tx, account.person, step)?;
        return Ok(Ok(Beside::Authenticator));
    }
    let recovery = store::code(tx.db, code, tx.now)?
        .filter(|kept| kept.kind == CodeKind::Recovery && kept.person_id == Some(account.person));
    if let Some(kept) = recovery {
        store::use_code(tx, kept.id)?;
        return Ok(Ok(Beside::RecoveryCode));
    }
    let detail =
        say!("This code is wrong, or was used before: wait for the next six digits that the authenticator shows.");
    Ok(Err(Refusal::new(Kind::Unauthenticated, say!("Wrong code"), detail).with("second_factor", "required")))
}

/// Begins a sign-in of an account's owner.
pub fn begin(
    tx: &mut Tx,
    issuer: &str,
    account: &Account,
    beside: Beside,
    from: &CallerOrigin,
    refresh: &Refresh,
) -> Result<SignedIn, Error> {
    let known = match &from.device {
        Some(device) => store::knows_device(tx.db, account.person, &secret::hash(device.as_bytes()))?,
        None => false,
    };
    let device = match &from.device {
        Some(device) if known => device.clone(),
        _ => secret::encode(&secret::random::<24>()),
    };
    let new = NewSignIn {
        person: account.person,
        generation: account.generation,
        device: &secret::hash(device.as_bytes()),
        address: &from.address,
    };
    let sign_in = store::start_sign_in(tx, &new, refresh)?;
    let signed_in = Happened { detail: beside.as_str(), ..Happened::to(account.person, SecurityEvent::SignedIn) };
    security_log::note(tx, Happened { address: &from.address, ..signed_in })?;
    let access = access(tx, issuer, account.person, sign_in)?;
    Ok(SignedIn { person: account.person, access, refresh: Some(refresh.text()), device: Some(device) })
}

fn access(tx: &mut Tx, issuer: &str, person: PersonId, sign_in: i64) -> Result<String, Error> {
    let key = store::signing_key(tx.db)?.ok_or_else(|| Error::internal("there is no key to sign tokens with"))?;
    tokens::issue(&key, issuer, person, sign_in, tx.now, tokens::ACCESS)
}

/// Who presents a refresh token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presenter {
    /// A program, which sends one request after another.
    Program,
    /// A browser, by its cookie: see [`LEEWAY`].
    Browser,
}

/// Turns a refresh token into new tokens. A token that was used before ends its family: either its
/// owner or a thief holds the newer one, and nobody can tell which.
pub(crate) async fn refresh(app: &App, token: &str, presenter: Presenter) -> Result<SignedIn, Error> {
    let ended = || {
        let detail = say!("This refresh token does not hold any more; sign in again.");
        Refusal::new(Kind::Unauthenticated, say!("Sign in again"), detail)
    };
    let last = Refresh::parse(token).ok_or_else(ended)?;
    let next = last.next();
    let issuer = app.config.url.clone();
    let renewed = app
        .db
        .write(move |tx| {
            let Some(family) = store::family(tx.db, &last)? else { return Ok(None) };
            if !family.holds(tx.now) {
                return Ok(None);
            }
            let presented = secret::hash(&last.secret);
            let mut signed_in = SignedIn { person: family.person, access: String::new(), refresh: None, device: None };
            if presented == family.refresh {
                store::turn(tx, &family, &last, &next)?;
                signed_in.refresh = Some(next.text());
            } else if presenter == Presenter::Program
                || family.previous.as_ref() != Some(&presented)
                || tx.now - family.refreshed_at > LEEWAY
            {
                perform(tx, &By::upkeep(), &EndSignIn { person: family.person, sign_in: family.id })?;
                return Ok(None);
            }
            signed_in.access = access(tx, &issuer, family.person, family.id)?;
            Ok(Some(signed_in))
        })
        .await?;
    Ok(renewed.ok_or_else(ended)?)
}

/// Ends one sign-in.
pub(crate) async fn sign_out(app: &App, person: PersonId, sign_in: i64) -> Result<(), Error> {
    app.db
        .write(move |tx| {
            store::end_sign_in(tx, sign_in)?;
            security_log::note(tx, Happened::to(person, SecurityEvent::SignedOut))
        })
        .await
}
