//! Actions: opening an account, changing its password and e-mail address, ending its sign-ins.

use rookery_messages::say;
use serde_json::{Value, json};

use super::{LetPowersRest, MakeClaim, PutInOffice, account};
use crate::action::{Action, By, Deed, Record, Somebody, perform};
use crate::audit::Word;
use crate::auth::rules::{self, NewAccount};
use crate::auth::security_log::{self, Happened, SecurityEvent};
use crate::auth::sign_in::{self, CallerOrigin};
use crate::auth::store::{self, CodeKind};
use crate::auth::{Role, Roles, setup, tries};
use crate::db::{Db, Tx};
use crate::error::{Error, Refusal};
use crate::id::PersonId;
use crate::members::{self, Person};
use crate::notify::Topic;

/// Puts somebody on the leaderboard, if they may be: the person, and who does it.
pub type Joins = fn(&mut Tx, PersonId, &By) -> Result<(), Error>;

/// What somebody wants who signs up.
#[derive(Clone, Copy, Default)]
pub struct Wishes {
    /// How they join the leaderboard, where they want to.
    pub joins: Option<Joins>,
    /// Whether they are the person of this name, or nearly this name, whom the club knows already, once they were asked.
    pub is_known: Option<bool>,
}

/// The result of signing up.
pub enum Joined {
    /// An account was opened, of this person.
    Opened(PersonId),
    /// A moderator has to confirm first who it is.
    Claimed {
        /// What tells it from the claims of others: its owner says it to the moderator.
        number: i64,
        /// What to sign in with from then on; told to those who know the whole name.
        handle: Option<String>,
    },
}

/// Signs up with a code of one of these kinds. The service performs it for anyone with the code; the account is opened by
/// its owner.
pub struct SignUp {
    pub code: String,
    pub kinds: &'static [CodeKind],
    pub account: NewAccount,
    pub password_hash: String,
    pub wishes: Wishes,
    /// The network address that it is done from.
    pub address: String,
}

impl Action for SignUp {
    type Done = Joined;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Joined>, Error> {
        let SignUp { account, password_hash, wishes, .. } = self;
        let kept = store::code(tx.db, &self.code, tx.now)?.filter(|kept| self.kinds.contains(&kept.kind));
        let kept = kept.ok_or_else(setup::closed)?;
        store::use_code(tx, kept.id)?;
        let founds = kept.kind == CodeKind::FirstChiefJustice;
        let known = kept.person_id.map(|person| members::store::known(tx.db, person)).transpose()?;
        if let Some(known) = &known {
            rules::is_invited(&known.name, &account.name)?;
        }
        if known.is_none() && !founds {
            let [so, nearly] = store::called_without_account(tx.db, &account.name)?;
            if let Some(person) = rules::claimed(&so, &nearly, wishes.is_known)? {
                let claim = MakeClaim {
                    person,
                    name: &account.name,
                    email: account.email.as_deref(),
                    password_hash,
                    joins_leaderboard: wishes.joins.is_some(),
                };
                let number = perform(tx, by, &claim)?;
                let claimed = members::store::known(tx.db, person)?;
                let handle = members::rules::knows_all_of(&claimed.name, &account.name).then_some(claimed.handle);
                return Ok(Deed::of_its_parts(Joined::Claimed { number, handle }));
            }
        }
        let own = known.as_ref().map(|person| person.id);
        let handle = handle(tx.db, account, known.as_ref(), founds)?;
        // A name that a moderator entered may be used, also where somebody else has it.
        if known.is_none() && members::store::namesake(tx.db, &account.name, None)?.is_some() {
            return Err(members::handles::somebody_elses().into());
        }
        // Whom the club knows already keeps their name, and signs in as they choose, like everybody who joins.
        let person = match own {
            Some(own) => {
                members::store::set_handle(tx, own, &handle)?;
                own
            }
            None => members::store::add_person(tx, &handle, &account.name)?,
        };
        if founds {
            // The person who was handed the link runs the host, too.
            for role in [Role::ChiefJustice, Role::Administrator] {
                let reason = say!("the club's first Chief Justice");
                perform(tx, by, &PutInOffice { person, role, reason: &reason, ends_at: None })?;
            }
        }
        let handle_before = known.map(|known| known.handle).filter(|before| *before != handle);
        let opening = OpenAccount {
            person,
            email: account.email.as_deref(),
            password_hash,
            way: json!({ "by": kept.kind, "code": kept.id, "handle_before": handle_before }),
            address: &self.address,
        };
        let roles = store::roles(tx.db, person)?;
        perform(tx, &By::from(Somebody { person, roles }), &opening)?;
        if kept.kind == CodeKind::Invitation && roles.have_powers() {
            // An office that waited for its holder's account.
            perform(tx, by, &LetPowersRest { person, code_by: kept.created_by })?;
        }
        if let Some(joins) = wishes.joins {
            // They do so themselves, and hold no power yet.
            joins(tx, person, &Somebody { person, roles: Roles::default() }.into())?;
        }
        // Others who claimed this name meanwhile were not this person.
        store::end_claims(tx, person)?;
        Ok(Deed::of_its_parts(Joined::Opened(person)))
    }
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
    let is_taken = store::handle_is_taken(db, &handle)?;
    let is_like_anothers = members::store::handle_is_like_anothers(db, &handle, known.map(|known| known.id))?;
    rules::handle_is_free(&handle, founds, is_taken, is_like_anothers)?;
    Ok(handle)
}

/// Opens a person's account.
pub struct OpenAccount<'a> {
    pub person: PersonId,
    pub email: Option<&'a str>,
    pub password_hash: &'a str,
    /// How they came in, as the act log tells it.
    pub way: Value,
    /// The network address that it was opened from; empty if that is not known.
    pub address: &'a str,
}

impl Action for OpenAccount<'_> {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let OpenAccount { person, email, password_hash, .. } = *self;
        open(tx, person, email, password_hash)?;
        let by = by.person().filter(|by| *by != person);
        let opened = Happened { by, address: self.address, ..Happened::to(person, SecurityEvent::AccountOpened) };
        security_log::note(tx, opened)?;
        Ok(Record::of(Word::AccountOpened, person.subject(), self.way.clone()).done(()))
    }
}

/// Keeps a new account, if there may be one.
fn open(tx: &mut Tx, person: PersonId, email: Option<&str>, password_hash: &str) -> Result<(), Error> {
    let has_one = store::account(tx.db, person)?.is_some();
    let email_is_taken = email.map_or(Ok(false), |email| store::email_is_taken(tx.db, email))?;
    rules::open(has_one, email_is_taken)?;
    store::open_account(tx, person, email, password_hash)
}

/// A person with an account and offices, as a demonstration begins with.
pub struct SetUpPerson<'a> {
    pub handle: &'a str,
    pub name: &'a str,
    pub password_hash: &'a str,
    pub roles: &'a [Role],
}

impl Action for SetUpPerson<'_> {
    type Done = PersonId;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<PersonId>, Error> {
        let person = members::store::add_person(tx, self.handle, self.name)?;
        open(tx, person, None, self.password_hash)?;
        for &role in self.roles {
            let reason = say!("set up with the club");
            perform(tx, by, &PutInOffice { person, role, reason: &reason, ends_at: None })?;
        }
        Ok(Deed::of_its_parts(person))
    }
}

/// Changes a password that its owner knows. All other sign-ins end, unless they are to be kept.
pub struct ChangePassword {
    pub password_hash: String,
    pub sign_in: i64,
    pub keep_other_sign_ins: bool,
}

impl Action for ChangePassword {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let person = by.somebody()?.person;
        store::set_password(tx, person, &self.password_hash)?;
        if !self.keep_other_sign_ins {
            store::end_other_sign_ins(tx, person, self.sign_in)?;
            store::end_calendar(tx, person)?;
        }
        // A code that was asked for meanwhile is not needed.
        store::end_codes(tx, CodeKind::PasswordReset, Some(person))?;
        security_log::note(tx, Happened::to(person, SecurityEvent::PasswordChanged))?;
        let what = json!({ "kept_other_sign_ins": self.keep_other_sign_ins });
        let record = Record::of(Word::PasswordChanged, person.subject(), what);
        Ok(record.tell_of(Topic::PasswordChanged, Some(person), json!({})).done(()))
    }
}

/// Changes or removes the account's e-mail address; with an authenticator, a code of it is needed.
pub struct ChangeEmail {
    /// Checked by [`rules::new_email`].
    pub email: Option<String>,
    pub code: Option<String>,
    pub from: CallerOrigin,
}

impl Action for ChangeEmail {
    /// A wrong code is counted, so the action succeeds and returns the refusal: an error would roll
    /// the count back.
    type Done = Result<(), Refusal>;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Self::Done>, Error> {
        let (ChangeEmail { email, code, from }, person) = (self, by.somebody()?.person);
        let account = account(tx, person)?;
        if account.email == *email {
            return Ok(Deed::of_its_parts(Ok(())));
        }
        if let Err(refusal) = sign_in::second_factor(tx, &account, code.as_deref())? {
            if code.is_some() {
                tries::count_failure(tx, &account, from)?;
            }
            return Ok(Deed::of_its_parts(Err(refusal)));
        }
        let is_taken = email.as_deref().map_or(Ok(false), |email| store::email_is_taken(tx.db, email))?;
        rules::email_is_free(is_taken)?;
        store::set_email(tx, person, email.as_deref())?;
        security_log::note(tx, Happened::to(person, SecurityEvent::EmailChanged))?;
        let record = Record::of(Word::EmailChanged, person.subject(), json!({ "has_email": email.is_some() }));
        Ok(record.done(Ok(())))
    }
}

/// Ends one sign-in of a person: they do it, or the service, where a refresh token was used twice.
pub struct EndSignIn {
    pub person: PersonId,
    pub sign_in: i64,
}

impl Action for EndSignIn {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let EndSignIn { person, sign_in } = *self;
        store::end_sign_in(tx, sign_in)?;
        security_log::note(tx, Happened::to(person, SecurityEvent::SignInEnded))?;
        let because = match by.person() {
            Some(_) => "its owner ended it",
            None => "a refresh token was used again",
        };
        let what = json!({ "sign_in": sign_in, "because": because });
        Ok(Record::of(Word::SignInEnded, person.subject(), what).done(()))
    }
}

/// Ends every sign-in of a person, whose password stays: the person does it, or an administrator.
pub struct SignOutEverywhere(pub PersonId);

impl Action for SignOutEverywhere {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let person = account(tx, self.0)?.person;
        store::raise_generation(tx, person)?;
        let by = by.person().filter(|by| *by != person);
        security_log::note(tx, Happened { by, ..Happened::to(person, SecurityEvent::SignedOutEverywhere) })?;
        Ok(Record::of(Word::AccountSignedOutEverywhere, person.subject(), json!({})).done(()))
    }
}
