//! Accounts from their opening on: signing up, changing a password, having it reset.

use rookery_messages::{Message, say};

use super::rules::{self, NewAccount};
use super::secret::{self, Code, Refresh};
use super::security_log::{self, Happened, SecurityEvent};
use super::sign_in::{self, Beside, From, SignedIn};
use super::store::{self, CodeKind};
use super::{Actor, Role, claims, password, resets, setup, tries};
use crate::App;
use crate::audit::{self, Entry};
use crate::db::{Db, Tx};
use crate::error::{Error, Kind, Refusal};
use crate::id::PersonId;
use crate::members::{self, Person};
use crate::notify;

/// Puts somebody on the leaderboard, if they may be: the person, and who does it.
pub type Joins = fn(&mut Tx, PersonId, PersonId) -> Result<(), Error>;

/// What somebody wants who signs up.
#[derive(Clone, Copy, Default)]
pub struct Wishes {
    /// How they join the leaderboard, where they want to.
    pub joins: Option<Joins>,
    /// That they are the person of this name whom the club knows already.
    pub is_known: bool,
}

/// What signing up came to.
pub enum Opened {
    SignedIn(Box<SignedIn>),
    /// A moderator has to confirm first who it is.
    Claimed {
        /// What tells it from the claims of others: its owner says it to the moderator.
        number: i64,
        /// What to sign in with from then on.
        handle: String,
    },
}

/// Opens an account with a code of one of these kinds, and signs its owner in.
pub async fn sign_up(
    app: &App,
    code: String,
    account: NewAccount,
    wishes: Wishes,
    from: From,
    kinds: &'static [CodeKind],
) -> Result<Opened, Error> {
    // A wrong code is told before the work of hashing.
    tries::code(app, &code, kinds, &from).await?;
    let hash = password::hash(&account.password).await?;
    let issuer = app.config.url.clone();
    let refresh = Refresh::new();
    app.db
        .write(move |tx| {
            let kept = store::code(tx.db, &code, tx.now)?.filter(|kept| kinds.contains(&kept.kind));
            let Some(kept) = kept else { return Err(setup::closed().into()) };
            store::use_code(tx, kept.id)?;
            let founds = kept.kind == CodeKind::FirstChiefJustice;
            let known = kept.person_id.map(|person| members::store::known(tx.db, person)).transpose()?;
            if known.is_none()
                && !founds
                && let [first, others @ ..] = &store::called_without_account(tx.db, &account.name)?[..]
            {
                // Which of several it is, only a moderator knows.
                if !others.is_empty() {
                    return Err(members::handles::somebody_elses().into());
                }
                let claimed = *first;
                if !wishes.is_known {
                    return Err(claims::is_it_you().into());
                }
                let number = claims::make(tx, claimed, &account, &hash, wishes.joins.is_some())?;
                let handle = members::store::known(tx.db, claimed)?.handle;
                return Ok(Opened::Claimed { number, handle });
            }
            let own = known.as_ref().map(|person| person.id);
            let handle = handle(tx.db, &account, known.as_ref(), founds)?;
            // A name that a moderator entered may be used, also where somebody else has it.
            let is_entered = known.as_ref().is_some_and(|person| person.name == account.name);
            if !is_entered && members::store::namesake(tx.db, &account.name, own)?.is_some() {
                return Err(members::handles::somebody_elses().into());
            }
            // Whom the club knows already is called and signs in as they choose, like everybody who joins.
            let person = match &known {
                Some(known) => {
                    members::store::set_handle(tx, known.id, &handle)?;
                    members::store::rename(tx, known.id, &account.name)?;
                    known.id
                }
                None => members::store::add_person(tx, &handle, &account.name)?,
            };
            open(tx, person, account.email.as_deref(), &hash)?;
            if founds {
                // The person who was handed the link runs the host, too.
                for role in [Role::ChiefJustice, Role::Administrator] {
                    store::give_role(tx, person, role, None, "the club's first Chief Justice")?;
                }
            }
            let before = known
                .map(|known| (known.name, known.handle))
                .filter(|(name, before)| *name != account.name || *before != handle);
            let (before, handle_before) = before.unzip();
            let body = serde_json::json!({
                "by": kept.kind, "code": kept.id, "before": before, "handle_before": handle_before,
            });
            let entry = Entry { actor: Some(person), act: "account.opened", subject: format!("person:{person}"), body };
            audit::record(tx, entry)?;
            let opened = Happened { address: &from.address, ..Happened::to(person, SecurityEvent::AccountOpened) };
            security_log::note(tx, opened)?;
            if kept.kind == CodeKind::Invitation && store::roles(tx.db, person)?.have_powers() {
                // An office that waited for its holder's account.
                resets::rest(tx, person, kept.created_by)?;
            }
            if let Some(joins) = wishes.joins {
                joins(tx, person, person)?;
            }
            // Whoever said meanwhile that they are this person is not.
            store::end_claims(tx, person)?;
            let account =
                store::account(tx.db, person)?.ok_or_else(|| Error::internal("no account after opening it"))?;
            let signed_in = sign_in::begin(tx, &issuer, &account, Beside::Nothing, &from, &refresh)?;
            Ok(Opened::SignedIn(Box::new(signed_in)))
        })
        .await
}

/// What a new account signs in with: as chosen, as it was, or made of the name.
fn handle(db: &mut Db, account: &NewAccount, known: Option<&Person>, founds: bool) -> Result<String, Error> {
    let Some(handle) = account.handle.clone() else {
        return match known {
            Some(known) => Ok(known.handle.clone()),
            None => members::store::free_handle(db, &account.name),
        };
    };
    if known.is_some_and(|known| known.handle == handle) {
        return Ok(handle);
    }
    if store::handle_is_taken(db, &handle)? {
        return Err(taken("handle", say!("Somebody else goes by this handle; choose another.")).into());
    }
    rules::handle_is_free(&handle, founds)?;
    if members::store::handle_is_like_anothers(db, &handle, known.map(|known| known.id))? {
        return Err(taken("handle", say!("This handle looks like somebody else's; choose another.")).into());
    }
    Ok(handle)
}

/// Writes down that a code let nobody in, and says so.
pub async fn closed(app: &App, from: &From) -> Error {
    let address = from.address.clone();
    let noted = app.db.write(move |tx| {
        let refused = Happened { address: &address, ..Happened::of(SecurityEvent::CodeRefused) };
        security_log::note(tx, refused)
    });
    noted.await.err().unwrap_or_else(|| setup::closed().into())
}

fn taken(field: &'static str, detail: Message) -> Refusal {
    let mut refusal = Refusal::field(field, detail);
    refusal.kind = Kind::Conflict;
    refusal
}

fn open(tx: &mut Tx, person: PersonId, email: Option<&str>, hash: &str) -> Result<(), Error> {
    if store::account(tx.db, person)?.is_some() {
        return Err(Refusal::conflict(
            say!("Account already there"),
            say!("This person has an account; sign in with it."),
        )
        .into());
    }
    if let Some(email) = email
        && store::email_is_taken(tx.db, email)?
    {
        return Err(taken("email", say!("Another account has this e-mail address.")).into());
    }
    store::open_account(tx, person, email, hash)
}

/// Makes a person with an account, for a demonstration or an import; blocks while hashing.
pub fn open_with_password(
    tx: &mut Tx,
    handle: &str,
    name: &str,
    password: &str,
    roles: &[Role],
) -> Result<PersonId, Error> {
    let account = rules::new_account(handle, name, None, password)?;
    let person = members::store::add_person(tx, handle, &account.name)?;
    open(tx, person, None, &password::hash_now(&account.password)?)?;
    for role in roles {
        store::give_role(tx, person, *role, None, "set up with the club")?;
    }
    Ok(person)
}

/// Checks a password again, for what only its owner may do; `field` is where it was given. Failures
/// count as they do at the door.
pub async fn confirm(app: &App, actor: &Actor, field: &'static str, given: &str, from: &From) -> Result<(), Error> {
    let person = actor.person;
    let account = app.db.read(move |db| store::account(db, person)).await?;
    let Some(account) = account else { return Err(super::actor::not_signed_in().into()) };
    match tries::check_own(app, &account, given, from).await {
        // Who is signed in stays so: only the field is wrong.
        Err(Error::Refused(refusal)) if refusal.kind == Kind::Unauthenticated => {
            Err(Refusal::field(field, say!("This is not your password.")).into())
        }
        result => result,
    }
}

/// Puts a new password in the place of one that its owner knows. Other sign-ins end, unless kept.
pub async fn change_password(
    app: &App,
    actor: &Actor,
    sign_in: i64,
    (current, new): (&str, &str),
    keep_others: bool,
) -> Result<(), Error> {
    let person = actor.person;
    let account = app.db.read(move |db| store::account(db, person)).await?;
    let account = account.ok_or_else(|| crate::not_found!("account"))?;
    let hash = password::hash(&rules::another_password(new, current, &account.owner())?).await?;
    app.db
        .write(move |tx| {
            store::set_password(tx, person, &hash)?;
            if !keep_others {
                store::end_other_sign_ins(tx, person, sign_in)?;
            }
            let body = serde_json::json!({ "kept_other_sign_ins": keep_others });
            let entry =
                Entry { actor: Some(person), act: "password.changed", subject: format!("person:{person}"), body };
            audit::record(tx, entry)?;
            // A code that was asked for meanwhile is not needed.
            resets::end(tx, person)?;
            security_log::note(tx, Happened::to(person, SecurityEvent::PasswordChanged))?;
            notify::enqueue(tx, "password.changed", Some(person), &serde_json::json!({}))
        })
        .await
}

/// Puts another e-mail address in the place of the account's, or none, once the password was confirmed; where there is an
/// authenticator, with a code of it.
pub async fn change_email(
    app: &App,
    person: PersonId,
    email: Option<&str>,
    code: Option<String>,
    from: From,
) -> Result<(), Error> {
    let email = rules::new_email(email)?;
    let code = code.filter(|code| !code.trim().is_empty());
    let decided = app
        .db
        .write(move |tx| {
            let account = store::account(tx.db, person)?.ok_or_else(|| crate::not_found!("account"))?;
            if account.email == email {
                return Ok(Ok(()));
            }
            if let Err(refusal) = sign_in::second_factor(tx, &account, code.as_deref())? {
                if code.is_some() {
                    tries::count_failure(tx, &account, &from)?;
                }
                return Ok(Err(refusal));
            }
            if let Some(email) = &email
                && store::email_is_taken(tx.db, email)?
            {
                return Err(taken("email", say!("Another account has this e-mail address.")).into());
            }
            store::set_email(tx, person, email.as_deref())?;
            let subject = format!("person:{person}");
            let body = serde_json::json!({ "has_email": email.is_some() });
            audit::record(tx, Entry { actor: Some(person), act: "email.changed", subject, body })?;
            security_log::note(tx, Happened::to(person, SecurityEvent::EmailChanged)).map(Ok)
        })
        .await?;
    decided.map_err(Error::from)
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

/// A fresh code that stands in for an authenticator.
pub fn recovery_code() -> Code {
    Code::new(secret::random::<{ secret::LONG }>())
}
