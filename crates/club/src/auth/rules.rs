//! What an account may be called, which password will do, and who gives and takes which role.

use chrono::{NaiveDateTime, TimeDelta};
use rookery_messages::{Join, Message, Value, say};

use super::{CodeKind, Role, Roles, strength};
use crate::error::{FieldError, Kind, Refusal};
use crate::id::PersonId;
use crate::members;
use crate::members::handles::{self, Looks};

/// Fields of somebody who wants an account, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAccount {
    /// Lower case, unique: what people sign in and are linked by; `None` if one is to be made of the name.
    pub handle: Option<String>,
    /// What people are called on the leaderboard.
    pub name: String,
    /// In lower case; unique among accounts.
    pub email: Option<String>,
    /// As it was typed; only its hash is stored.
    pub password: String,
}

fn wrong(field: &'static str, detail: Message) -> FieldError {
    FieldError { field: field.into(), detail }
}

fn handle(text: &str) -> Result<String, FieldError> {
    let handle = text.trim().to_lowercase();
    let letters = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"._-".contains(&byte);
    if (2..=32).contains(&handle.len())
        && handle.bytes().all(letters)
        && handle.as_bytes().first().is_some_and(u8::is_ascii_lowercase)
    {
        return Ok(handle);
    }
    Err(wrong(
        "handle",
        say!("A handle has 2 to 32 signs: a to z, digits, dots, dashes and underscores. It starts with a letter."),
    ))
}

/// The name of somebody who joins: `Ash, Ann` is Ann Ash, as in a class list.
pub fn called(text: &str) -> Result<String, Refusal> {
    members::rules::name(&members::rules::turned(text))
}

fn name(text: &str) -> Result<String, FieldError> {
    called(text).map_err(|refusal| wrong("name", refusal.detail))
}

fn email(text: &str) -> Result<String, FieldError> {
    let email = text.trim().to_lowercase();
    let parts = email.rsplit_once('@');
    let right = parts.is_some_and(|(user, host)| !user.is_empty() && host.contains('.') && !host.starts_with('.'));
    if right && email.len() <= 254 && !email.chars().any(|c| c.is_whitespace() || c.is_control()) {
        return Ok(email);
    }
    Err(wrong("email", say!("This is no e-mail address. One looks like ann@example.org.")))
}

/// What others know of the owner of a password.
#[derive(Clone, Copy, Debug)]
pub struct Owner<'a> {
    /// In lower case; empty where it is not known.
    pub handle: &'a str,
    /// As typed; it may be no name yet.
    pub name: &'a str,
    /// As typed.
    pub email: Option<&'a str>,
}

fn password(field: &'static str, text: &str, owner: &Owner) -> Result<String, FieldError> {
    match strength::weakness(text, owner) {
        Some(weakness) => Err(wrong(field, weakness.in_words())),
        None => Ok(text.to_owned()),
    }
}

fn refused(errors: Vec<FieldError>) -> Refusal {
    let detail = Message::joined(Join::Sentences, errors.iter().map(|error| error.detail.clone()));
    let mut refusal = Refusal::invalid(say!("Invalid fields"), detail);
    refusal.errors = errors;
    refusal
}

/// Whom an invitation is for joins by the name that the club has, which a moderator changes: what they typed has to look like
/// it. Another name says that the code is somebody else's.
pub fn is_invited(name: &str, typed: &str) -> Result<(), Refusal> {
    if name == typed || Looks::of(name).like(&Looks::of(&members::rules::turned(typed))) {
        return Ok(());
    }
    let detail = say!("This code is for {name}. If that is you, go on with this name.", name);
    Err(Refusal::field("name", detail))
}

/// Checks the fields of a new account; the refusal names every one that is wrong. Without a handle one is made of the name.
pub fn new_account(handle_: &str, name_: &str, email_: Option<&str>, password_: &str) -> Result<NewAccount, Refusal> {
    let handle = Some(handle_).filter(|text| !text.trim().is_empty()).map(handle).transpose();
    let name = name(name_);
    let email = email_.filter(|text| !text.trim().is_empty()).map(email).transpose();
    let chosen = handle.as_ref().ok().and_then(Option::as_deref);
    let owner = Owner { handle: chosen.unwrap_or_default(), name: name_, email: email_ };
    let password = password("password", password_, &owner);
    match (handle, name, email, password) {
        (Ok(handle), Ok(name), Ok(email), Ok(password)) => Ok(NewAccount { handle, name, email, password }),
        (handle, name, email, password) => {
            // In the order of the form.
            Err(refused([name.err(), handle.err(), email.err(), password.err()].into_iter().flatten().collect()))
        }
    }
}

/// A code is typed by the person who joins; whether it lets them in is another question.
pub fn code_given(code: &str) -> Result<(), Refusal> {
    if code.trim().is_empty() {
        return Err(Refusal::field("code", say!("Give the code that you were given.")));
    }
    Ok(())
}

/// Whether somebody may choose a handle: one that is nobody's, is like nobody's, and is not kept back; the founder of the
/// club may be its chief by handle, too.
pub fn handle_is_free(handle: &str, founds: bool, is_taken: bool, is_like_anothers: bool) -> Result<(), Refusal> {
    if is_taken {
        return Err(taken("handle", say!("Somebody else goes by this handle; choose another.")));
    }
    if handles::is_reserved(handle) && (!founds || handle.starts_with(handles::ERASED)) {
        let detail = say!("This handle is kept back, so that nobody is taken for the club; choose another.");
        return Err(Refusal::field("handle", detail));
    }
    if is_like_anothers {
        return Err(taken("handle", say!("This handle looks like somebody else's; choose another.")));
    }
    Ok(())
}

fn taken(field: &'static str, detail: Message) -> Refusal {
    let mut refusal = Refusal::field(field, detail);
    refusal.kind = Kind::Conflict;
    refusal
}

/// An e-mail address signs in to one account.
pub fn email_is_free(is_taken: bool) -> Result<(), Refusal> {
    if is_taken {
        return Err(taken("email", say!("Another account has this e-mail address.")));
    }
    Ok(())
}

fn account_there(detail: Message) -> Refusal {
    Refusal::conflict(say!("Account already there"), detail)
}

/// Whether somebody who signs up may open an account.
pub fn open(has_one: bool, email_is_taken: bool) -> Result<(), Refusal> {
    if has_one {
        return Err(account_there(say!("This person has an account; sign in with it.")));
    }
    email_is_free(email_is_taken)
}

/// Only a person without an account is invited, or claimed by somebody who joins.
pub fn has_no_account(has_one: bool) -> Result<(), Refusal> {
    if has_one {
        return Err(account_there(say!("This person has an account.")));
    }
    Ok(())
}

/// The member of the refusal that asks whether somebody is the one of that name.
pub const IS_IT_YOU: &str = "is_it_you";

/// Which person somebody who joins under a name claims to be: one of those without an account who have that name or one
/// nearly like it, or nobody. If the name is only nearly alike, they may say that they are somebody else.
pub fn claimed(
    called_so: &[PersonId],
    called_nearly: &[PersonId],
    says_so: Option<bool>,
) -> Result<Option<PersonId>, Refusal> {
    match (called_so, called_nearly, says_so) {
        ([], [], _) | ([], _, Some(false)) => Ok(None),
        ([one], _, Some(true)) | ([], [one], Some(true)) => Ok(Some(*one)),
        ([_], _, _) => Err(is_it_you(say!(
            "Somebody of this name is known here and has no account yet. Is this you? Then say so: a moderator confirms it. If not, write more of your name."
        ))),
        ([], _, None) => Err(is_it_you(say!(
            "Somebody here has nearly this name and no account yet. Is this you? Then say so: a moderator confirms it. If not, say that, too."
        ))),
        // Which of several it is, only a moderator knows.
        _ => Err(handles::somebody_elses()),
    }
}

fn is_it_you(detail: Message) -> Refusal {
    let mut refusal = taken("is_me", detail);
    refusal.title = say!("Is this you?");
    refusal.with(IS_IT_YOU, true)
}

/// Checks a new e-mail address, which may be none.
pub fn new_email(text: Option<&str>) -> Result<Option<String>, Refusal> {
    let given = text.filter(|text| !text.trim().is_empty());
    given.map(email).transpose().map_err(|error| refused(vec![error]))
}

/// Checks a password that is to take the place of another.
pub fn new_password(text: &str, owner: &Owner) -> Result<String, Refusal> {
    password("new_password", text, owner).map_err(|error| refused(vec![error]))
}

/// Checks a new password.
pub fn another_password(text: &str, current: &str, owner: &Owner) -> Result<String, Refusal> {
    if text == current {
        return Err(Refusal::field("new_password", say!("You have this password already. Choose another one.")));
    }
    new_password(text, owner)
}

/// Why a role is given or taken; the log of roles keeps it.
pub fn reason(text: &str) -> Result<String, Refusal> {
    crate::members::rules::text("reason", text, 3, 500)
}

/// What a code lets its holder do, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeTerms {
    /// People who may sign up with it.
    pub uses: i64,
    /// Until the end of the next session, where no days were asked for.
    pub days: Option<i64>,
}

/// The longest validity of a code, in days.
pub const MOST_DAYS: i64 = 30;
/// Days that a code is good for where no session is planned.
const USUAL_DAYS: i64 = 14;

impl CodeTerms {
    /// When the code ends; `next_session_ends` is the end of the next session that begins from now on.
    pub fn ends(&self, now: NaiveDateTime, next_session_ends: Option<NaiveDateTime>) -> NaiveDateTime {
        let after = |days| now.checked_add_signed(TimeDelta::days(days)).unwrap_or(NaiveDateTime::MAX);
        match (self.days, next_session_ends) {
            (Some(days), _) => after(days),
            (None, Some(ends)) => ends.min(after(MOST_DAYS)),
            (None, None) => after(USUAL_DAYS),
        }
    }
}

/// An invitation is for one person, who may be named; a join code, read out in the room, for as many as are there.
pub fn code_terms(
    kind: CodeKind,
    person: Option<PersonId>,
    uses: Option<i64>,
    days: Option<i64>,
) -> Result<CodeTerms, Refusal> {
    let (most_uses, usual_uses) = match kind {
        CodeKind::Invitation => (1, 1),
        CodeKind::JoinCode => (200, 30),
        _ => {
            let detail = say!("Make invitation or join_code here. Other codes are made elsewhere.");
            return Err(Refusal::field("kind", detail));
        }
    };
    let uses = uses.unwrap_or(usual_uses);
    let mut wrong = Vec::new();
    if !(1..=most_uses).contains(&uses) {
        wrong.push(Refusal::field("uses", say!("{uses} is not between 1 and {most_uses}.", uses, most_uses)));
    }
    if let Some(days) = days.filter(|days| !(1..=MOST_DAYS).contains(days)) {
        wrong.push(Refusal::field("days", say!("{days} is not between 1 and 30 days.", days)));
    }
    Refusal::together(wrong)?;
    if kind == CodeKind::JoinCode && person.is_some() {
        let detail = say!("A join code is for everybody. To ask one person, make an invitation.");
        return Err(Refusal::field("person", detail));
    }
    Ok(CodeTerms { uses, days })
}

/// Whether somebody may hand over the code of a new password: not who asked for it, and not whom it is for.
pub fn hand_code_over(by: PersonId, to: PersonId, asked_by: Option<PersonId>) -> Result<(), Refusal> {
    if by == to || asked_by == Some(by) {
        let detail = say!(
            "Another moderator or justice hands this code over: not the one who asked for it, and not the person it is for."
        );
        return Err(Refusal::forbidden(detail, "III.2"));
    }
    Ok(())
}

/// Whether `by` may confirm who somebody is whose powers rest: a justice, or where no other justice is in office whose own
/// do not, a moderator; not the person, and not who asked for the code.
pub fn confirm_powers(
    by: Holder,
    of: PersonId,
    they_rest: bool,
    asked_by: Option<PersonId>,
    is_other_justice: bool,
) -> Result<(), Refusal> {
    if !they_rest {
        return Err(Refusal::conflict(say!("Nothing to confirm"), say!("This person's powers do not rest.")));
    }
    if by.person == of || asked_by == Some(by.person) {
        let detail =
            say!("Somebody else confirms this: not the person it is about, and not the one who asked for the code.");
        return Err(Refusal::forbidden(detail, "III.3"));
    }
    if is_other_justice && !by.roles.justice && !by.roles.chief_justice {
        return Err(Refusal::forbidden(say!("A justice confirms this."), "III.3"));
    }
    Ok(())
}

/// An authenticator can be set up only if there is none yet.
pub fn begin_authenticator(has_one: bool) -> Result<(), Refusal> {
    if has_one {
        let detail = say!("You have one already. Take the old one off first.");
        return Err(Refusal::conflict(say!("Authenticator already set up"), detail));
    }
    Ok(())
}

/// The refusal of a first code where no authenticator is being set up.
pub fn no_authenticator_begun() -> Refusal {
    let detail = say!("No authenticator is being set up. Begin with a new one.");
    Refusal::conflict(say!("Nothing to confirm"), detail)
}

/// The refusal of a first code that is not the authenticator's.
pub fn wrong_first_code() -> Refusal {
    let detail = say!("These are not the six digits that it shows now. Check the clock of that device.");
    Refusal::field("code", detail)
}

/// Whether there is an authenticator to lift.
pub fn has_authenticator(has_one: bool) -> Result<(), Refusal> {
    if !has_one {
        return Err(Refusal::conflict(say!("No authenticator"), say!("No authenticator is set up.")));
    }
    Ok(())
}

/// A person and the roles they hold.
#[derive(Clone, Copy, Debug)]
pub struct Holder {
    /// Who it is.
    pub person: PersonId,
    /// What they hold now.
    pub roles: Roles,
}

/// The Act under which a role is given and taken.
pub fn act(role: Role) -> &'static str {
    match role {
        Role::Moderator => "III.2",
        Role::Justice | Role::ChiefJustice => "III.3",
        Role::Staff => "III.6",
        Role::Administrator | Role::Kiosk => "III.1",
    }
}

/// Moderators and justices are the Chief Justice's to appoint and dismiss (III.2, III.3); the
/// administrator, who runs the host, looks after those who help to run it. Staff and the kiosk are either's.
fn appoints(by: Roles, role: Role) -> bool {
    match role {
        Role::Moderator | Role::Justice => by.chief_justice,
        Role::ChiefJustice => false,
        Role::Staff | Role::Kiosk => by.chief_justice || by.administrator,
        Role::Administrator => by.administrator,
    }
}

fn word(role: Role) -> Message {
    match role {
        Role::Moderator => say!("moderator"),
        Role::Justice => say!("justice"),
        Role::ChiefJustice => say!("chief justice"),
        Role::Staff => say!("staff"),
        Role::Administrator => say!("administrator"),
        Role::Kiosk => say!("kiosk"),
    }
}

fn not_yours(role: Role) -> Refusal {
    let who = match role {
        Role::Moderator | Role::Justice => say!("The Chief Justice appoints and dismisses moderators and justices."),
        Role::ChiefJustice => {
            say!("There is one Chief Justice: the one in office hands over; an administrator fills an empty chair.")
        }
        Role::Staff | Role::Kiosk => say!("The Chief Justice or an administrator gives and takes this role."),
        Role::Administrator => say!("Administrators give and take this role."),
    };
    Refusal::forbidden(who, act(role))
}

/// Whether `by` may give a role to `to`. An administrator has no power over people, but may fill
/// the Chief Justice's chair while nobody sits in it: otherwise nobody could ever appoint again.
pub fn give(by: Holder, to: Holder, role: Role, chair_is_empty: bool) -> Result<(), Refusal> {
    let fills_the_chair = role == Role::ChiefJustice && chair_is_empty && by.roles.administrator;
    if !appoints(by.roles, role) && !fills_the_chair {
        return Err(not_yours(role));
    }
    held_apart(to, role)
}

/// The kiosk is a machine in the room: it holds no other role.
fn held_apart(to: Holder, role: Role) -> Result<(), Refusal> {
    if to.roles.holds(role) {
        let detail = say!("This person is {role} already.", role = word(role));
        return Err(Refusal::conflict(say!("Role already held"), detail).act(act(role)));
    }
    if to.roles.kiosk || (role == Role::Kiosk && to.roles != Roles::default()) {
        let detail = say!("The kiosk's account holds no other role; use an account of its own for the kiosk.");
        return Err(Refusal::conflict(say!("Roles that exclude each other"), detail).act(act(role)));
    }
    Ok(())
}

/// Whether `by` may take a role from `from`. Everybody may give up a role of their own, but for
/// the Chief Justice, who hands over; and the last administrator, without whom nobody looks after
/// the host, stays.
pub fn take(by: Holder, from: Holder, role: Role, last_administrator: bool) -> Result<(), Refusal> {
    let gives_up = by.person == from.person && role != Role::ChiefJustice && role != Role::Kiosk;
    if !appoints(by.roles, role) && !gives_up {
        return Err(not_yours(role));
    }
    if !from.roles.holds(role) {
        let detail = say!("This person is not {role}; there is nothing to take.", role = word(role));
        return Err(Refusal::conflict(say!("Role not held"), detail).act(act(role)));
    }
    if role == Role::Administrator && last_administrator {
        let detail = say!("This is the last administrator; make another one first.");
        return Err(Refusal::conflict(say!("Last administrator"), detail).act(act(role)));
    }
    Ok(())
}

/// Whether the Chief Justice may hand over to `to`.
pub fn hand_over(by: Holder, to: Holder, has_account: bool) -> Result<(), Refusal> {
    if !by.roles.chief_justice {
        return Err(not_yours(Role::ChiefJustice));
    }
    held_apart(to, Role::ChiefJustice)?;
    if !has_account {
        let detail = say!("The next Chief Justice needs an account first; invite them.");
        return Err(Refusal::conflict(say!("No account"), detail).act("III.3"));
    }
    Ok(())
}

/// The refusal of a handle that nobody has, for the operator of the host, who may know only that somebody runs it:
/// `hosts` are the handles of the administrators.
pub fn nobody_signs_in_as(handle: &str, hosts: Vec<String>) -> Refusal {
    let handle = Value::text(handle);
    if hosts.is_empty() {
        return Refusal::not_found(say!(
            "Nobody signs in as {handle}, and nobody runs the host yet. Open the link that the service prints at its start.",
            handle
        ));
    }
    let hosts = Value::list(Join::Commas, hosts);
    Refusal::not_found(say!("Nobody signs in as {handle}. Who runs the host signs in as {hosts}.", handle, hosts))
}

#[cfg(test)]
#[path = "rules_tests.rs"]
mod tests;
