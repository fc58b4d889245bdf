//! A try at a password or a code: allowed by the throttle, and counted if it is wrong.

use std::sync::Arc;

use chrono::NaiveDateTime;
use rookery_messages::say;

use super::password;
use super::proof::{self, Challenge};
use super::secret;
use super::security_log::{self, Happened, SecurityEvent};
use super::setup;
use super::store::{self, Account, CodeKind, StoredCode};
use super::throttle::{self, Limit, Scope};
use crate::App;
use crate::db::{Db, Tx};
use crate::error::{Error, Kind, Refusal};
use crate::id::PersonId;
use crate::members::rules::handle_of;

/// Where a caller comes from.
#[derive(Clone, Debug)]
pub struct CallerOrigin {
    /// The address, an IPv6 one shortened to its network.
    pub address: String,
    /// What the device was given when it signed in before.
    pub device: Option<String>,
    /// The proof of work that it brings.
    pub proof: Option<String>,
}

/// An answer at the door, with what the throttle leaves to the caller.
pub struct Answer<T> {
    pub limit: Limit,
    pub result: Result<T, Error>,
}

/// Unknown logins and wrong passwords answer alike.
pub fn wrong() -> Refusal {
    Refusal::new(
        Kind::Unauthenticated,
        say!("Wrong handle or password"),
        say!("Handle or e-mail address and password do not match."),
    )
}

pub fn too_many(seconds: u32) -> Refusal {
    let detail = say!("Too many wrong passwords or codes; the next try is heard in {seconds} seconds.", seconds);
    Refusal::new(Kind::TooMany(seconds), say!("Too many tries"), detail)
}

/// What a stranger's try has to bring while passwords or codes are guessed.
fn work_needed(challenge: &Challenge, for_code: bool) -> Refusal {
    let detail = if for_code {
        say!(
            "Somebody is guessing codes, so your device has to work for a few seconds first. Send it once more; the rest goes by itself."
        )
    } else {
        say!(
            "Somebody is guessing passwords. So a new device has to work for a few seconds first. Type your password again; the rest goes by itself."
        )
    };
    Refusal::new(Kind::TooMany(1), say!("Proof of work needed"), detail).with(PROOF_OF_WORK, challenge)
}

/// The member of a refusal that has the challenge.
pub const PROOF_OF_WORK: &str = "proof_of_work";

/// Whose password is tried.
enum PasswordOwner {
    /// Of the account with this login, as [`counted_as`] writes it.
    Login(String),
    /// Of somebody who is signed in, or gave the right password just now.
    Own,
    /// No account's: somebody tries a sign-up code.
    Code,
}

/// What a proof of work for a code is made for; no login, which has no space at its end.
const CODE: &str = "code ";

/// A try at a password or a code.
pub struct Try {
    account: Option<Account>,
    whose: PasswordOwner,
    from: CallerOrigin,
}

impl Try {
    /// Of an account's owner, who is known already.
    pub fn own(account: &Account, from: &CallerOrigin) -> Try {
        Try { account: Some(account.clone()), whose: PasswordOwner::Own, from: from.clone() }
    }

    /// Whose failures count against it.
    pub fn subjects(&self, db: &mut Db) -> Result<Vec<(Scope, String)>, Error> {
        if let (Some(account), Some(device)) = (&self.account, &self.from.device) {
            let hash = secret::hash(device.as_bytes());
            if store::knows_device(db, account.person, &hash)? {
                let device = format!("device:{}:{}", account.person, secret::encode(&hash[..16]));
                return Ok(vec![(Scope::Own, device)]);
            }
        }
        let login = match (&self.whose, &self.account) {
            (PasswordOwner::Login(login), _) => store::subject(login),
            (PasswordOwner::Code, _) => {
                let address = format!("code:address:{}", self.from.address);
                return Ok(vec![(Scope::Address, address), (Scope::Codes, "code:club".to_owned())]);
            }
            (PasswordOwner::Own, account) => {
                let person = account.as_ref().map_or(PersonId(0), |account| account.person);
                return Ok(vec![(Scope::Own, format!("own:{person}"))]);
            }
        };
        let address = &self.from.address;
        Ok(vec![
            (Scope::Pair, format!("pair:{login}@{address}")),
            (Scope::Login, format!("login:{login}")),
            (Scope::Address, format!("address:{address}")),
            (Scope::Club, "club".to_owned()),
        ])
    }

    pub fn limit(&self, db: &mut Db, now: NaiveDateTime) -> Result<Limit, Error> {
        let subjects = self.subjects(db)?;
        Ok(throttle::limit(&store::failures(db, &subjects)?, now))
    }

    /// Refuses it where it has to wait, or brings no proof of the work that is asked for.
    fn admit(
        &self,
        db: &mut Db,
        limit: Limit,
        proof: Option<&str>,
        now: NaiveDateTime,
    ) -> Result<Result<(), Refusal>, Error> {
        if let Some(seconds) = limit.wait {
            return Ok(Err(too_many(seconds)));
        }
        let login = match &self.whose {
            PasswordOwner::Login(login) => login.as_str(),
            PasswordOwner::Code => CODE,
            PasswordOwner::Own => return Ok(Ok(())),
        };
        let Some(bits) = limit.work else { return Ok(Ok(())) };
        // Every replica has the same key.
        let key = store::signing_key(db)?.ok_or_else(|| Error::internal("there is no key to seal challenges with"))?;
        if proof.is_some_and(|proof| proof::holds(&key.secret, login, bits, proof, now)) {
            return Ok(Ok(()));
        }
        let challenge = proof::challenge(&key.secret, login, bits, now, secret::random());
        Ok(Err(work_needed(&challenge, matches!(self.whose, PasswordOwner::Code))))
    }

    pub fn note(&self, tx: &mut Tx, event: SecurityEvent) -> Result<(), Error> {
        let person = self.account.as_ref().map(|account| account.person);
        security_log::note(tx, Happened { person, address: &self.from.address, ..Happened::of(event) })
    }

    fn count_failure(&self, tx: &mut Tx) -> Result<(), Error> {
        let subjects = self.subjects(tx.db)?;
        store::count_failure(tx, &subjects)
    }
}

/// Checks a password by the throttle's leave, and counts a wrong one.
async fn check(app: &App, one: Try, given: &str) -> Answer<Account> {
    let mut limit = Limit::default();
    let result = checked(app, Arc::new(one), given, &mut limit).await;
    Answer { limit, result }
}

async fn checked(app: &App, one: Arc<Try>, given: &str, limit: &mut Limit) -> Result<Account, Error> {
    let (asked, now) = (one.clone(), app.clock.now());
    let read = app.db.read(move |db| {
        let limit = asked.limit(db, now)?;
        Ok((limit, asked.admit(db, limit, asked.from.proof.as_deref(), now)?))
    });
    let (left, admitted) = read.await?;
    *limit = left;
    admitted?;
    let proven = left.work.is_some();
    if proven {
        let asked = one.clone();
        let spent = app.db.write(move |tx| {
            let proof = asked.from.proof.as_deref().unwrap_or_default();
            if store::spend_proof(tx, proof)? {
                return Ok(Ok(()));
            }
            let now = tx.now;
            asked.admit(tx.db, left, None, now)
        });
        spent.await??;
    }
    let right = password::matches(given, one.account.as_ref().map(|account| account.password_hash.as_str())).await?;
    let asked = one.clone();
    let counted = app.db.write(move |tx| {
        let now = tx.now;
        let limit = asked.limit(tx.db, now)?;
        // Tries that ran side by side are heard one after another: those over the limit are refused, right or wrong.
        let asks = Limit { work: limit.work.filter(|_| !proven), ..limit };
        if let Err(refusal) = asked.admit(tx.db, asks, None, now)? {
            return Ok((limit, Err(refusal)));
        }
        if right {
            return Ok((limit, Ok(())));
        }
        asked.count_failure(tx)?;
        asked.note(tx, SecurityEvent::WrongPassword)?;
        Ok((Limit { wait: None, ..asked.limit(tx.db, now)? }, Err(wrong())))
    });
    let (left, verdict) = counted.await?;
    *limit = left;
    verdict?;
    // A right password has an account.
    one.account.clone().ok_or_else(|| wrong().into())
}

/// The form of a login under which tries are counted, whether or not there is such an account: an e-mail address as it is, and
/// all else as the handle that is made of such a name. So no other spelling of a login gives further tries.
fn counted_as(login: &str) -> String {
    if login.contains('@') { login.to_owned() } else { handle_of(login) }
}

/// Whose password this is, by the throttle's leave. People may type their name for their handle.
pub(crate) async fn whose(app: &App, login: &str, given: &str, from: &CallerOrigin) -> Answer<Account> {
    let typed = login.trim().to_lowercase();
    let login = counted_as(&typed);
    let made = login.clone();
    // A handle may have dots and underscores, so what was typed comes first. Both are always looked up: time tells nothing.
    let read = app.db.read(move |db| {
        let by_handle = store::account_of(db, &typed)?;
        let by_name = store::account_of(db, &made)?;
        Ok(by_handle.or(by_name))
    });
    match read.await {
        Ok(account) => check(app, Try { account, whose: PasswordOwner::Login(login), from: from.clone() }, given).await,
        Err(error) => Answer { limit: Limit::default(), result: Err(error) },
    }
}

/// Checks the password of somebody who is signed in.
pub(crate) async fn check_own(app: &App, account: &Account, given: &str, from: &CallerOrigin) -> Result<(), Error> {
    check(app, Try::own(account, from), given).await.result.map(drop)
}

/// The code by which somebody wants to sign up, by the throttle's leave; a wrong one is counted.
pub(crate) async fn code(
    app: &App,
    typed: &str,
    kinds: &'static [CodeKind],
    from: &CallerOrigin,
) -> Result<StoredCode, Error> {
    let one = Try { account: None, whose: PasswordOwner::Code, from: from.clone() };
    let typed = typed.to_owned();
    // All in one write: tries that run side by side are heard one after another.
    let tried = app.db.write(move |tx| {
        let now = tx.now;
        let limit = one.limit(tx.db, now)?;
        let proof = one.from.proof.as_deref();
        if let Err(refusal) = one.admit(tx.db, limit, proof, now)? {
            return Ok(Err(refusal));
        }
        if limit.work.is_some() && !store::spend_proof(tx, proof.unwrap_or_default())? {
            return one.admit(tx.db, limit, None, now).map(|refused| refused.and(Err(setup::closed())));
        }
        if let Some(kept) = store::code(tx.db, &typed, now)?.filter(|kept| kinds.contains(&kept.kind)) {
            return Ok(Ok(kept));
        }
        one.count_failure(tx)?;
        one.note(tx, SecurityEvent::CodeRefused)?;
        Ok(Err(setup::closed()))
    });
    Ok(tried.await??)
}

/// Counts a wrong code of somebody whose password was right.
pub fn count_failure(tx: &mut Tx, account: &Account, from: &CallerOrigin) -> Result<(), Error> {
    let own = Try::own(account, from);
    own.count_failure(tx)?;
    own.note(tx, SecurityEvent::WrongCode)
}
