//! Actions: giving, taking and handing over roles.

use chrono::NaiveDateTime;
use rookery_messages::{Message, Value, say};
use serde::Deserialize;
use serde_json::json;

use crate::action::{Action, By, Deed, Record, Somebody, perform};
use crate::audit::Word;
use crate::auth::rules::{self, Holder};
use crate::auth::security_log::{self, Happened, SecurityEvent};
use crate::auth::{Role, store};
use crate::conduct::declarations::{self, Exercise, NewDeclaration};
use crate::db::{Db, Tx};
use crate::error::{Act, Error};
use crate::id::PersonId;

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GiveRequest {
    pub role: Role,
    /// 3 to 500 characters, kept in the log of roles.
    pub reason: String,
}

/// Gives a role.
pub struct GiveRole(pub PersonId, pub GiveRequest);

impl Action for GiveRole {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let (GiveRole(person, GiveRequest { role, reason }), by) = (self, by.somebody()?);
        let reason = Message::verbatim(rules::reason(reason)?);
        let to = holder(tx.db, *person)?;
        let chair_is_empty = store::holders(tx.db, Role::ChiefJustice)?.is_empty();
        rules::give(own(by), to, *role, chair_is_empty)?;
        give(tx, by, *person, *role, &reason)?;
        Ok(Deed::of_its_parts(()))
    }
}

/// Takes a role, also the actor's own.
pub struct TakeRole {
    pub person: PersonId,
    pub role: Role,
    pub reason: String,
}

impl Action for TakeRole {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let (TakeRole { person, role, reason }, by) = (self, by.somebody()?);
        let reason = Message::verbatim(rules::reason(reason)?);
        let from = holder(tx.db, *person)?;
        let last = *role == Role::Administrator && store::holders(tx.db, *role)?.len() == 1;
        rules::take(own(by), from, *role, last)?;
        take(tx, by, *person, *role, &reason)?;
        Ok(Deed::of_its_parts(()))
    }
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = HandOverRequest)]
pub struct HandOver {
    /// The next Chief Justice.
    pub person: PersonId,
    pub reason: String,
}

impl Action for HandOver {
    /// The next Chief Justice.
    type Done = PersonId;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<PersonId>, Error> {
        let (HandOver { person: next, reason }, by) = (self, by.somebody()?);
        let reason = Message::verbatim(rules::reason(reason)?);
        let has_account = store::account(tx.db, *next)?.is_some();
        rules::hand_over(own(by), holder(tx.db, *next)?, has_account)?;
        take(tx, by, by.person, Role::ChiefJustice, &reason)?;
        give(tx, by, *next, Role::ChiefJustice, &reason)?;
        Ok(Deed::of_its_parts(*next))
    }
}

/// Somebody the club knows, with the roles they hold.
pub fn holder(db: &mut Db, person: PersonId) -> Result<Holder, Error> {
    if !store::person_exists(db, person)? {
        return Err(crate::not_found!("person").into());
    }
    Ok(Holder { person, roles: store::roles(db, person)? })
}

pub(super) fn own(by: Somebody) -> Holder {
    Holder { person: by.person, roles: by.roles }
}

fn give(tx: &mut Tx, by: Somebody, person: PersonId, role: Role, reason: &Message) -> Result<(), Error> {
    perform(tx, &By::from(by), &PutInOffice { person, role, reason, ends_at: None })?;
    declare(
        tx,
        Some(by.person),
        (Exercise::RoleGiven, say!("Is {role} from now on.", role = Value::word("role", role))),
        person,
        role,
        reason,
    )
}

fn take(tx: &mut Tx, by: Somebody, person: PersonId, role: Role, reason: &Message) -> Result<(), Error> {
    perform(tx, &By::from(by), &TakeOffice { person, role, reason })?;
    declare(tx, Some(by.person), (Exercise::RoleTaken, no_longer(role)), person, role, reason)
}

/// What the declarations say of an office that was taken.
pub fn no_longer(role: Role) -> Message {
    say!("No longer {role}.", role = Value::word("role", role))
}

fn declare(
    tx: &mut Tx,
    by: Option<PersonId>,
    (exercise, effect): (Exercise, Message),
    person: PersonId,
    role: Role,
    reason: &Message,
) -> Result<(), Error> {
    let declaration = NewDeclaration {
        exercise,
        by,
        person: Some(person),
        act: Act::new(rules::act(role)),
        reason: reason.clone(),
        effect,
        subject: person.subject(),
    };
    declarations::store::publish(tx, &declaration).map(drop)
}

/// Puts somebody into an office, as one with the power has decided, or as they were elected.
pub struct PutInOffice<'a> {
    pub person: PersonId,
    pub role: Role,
    pub reason: &'a Message,
    /// The end of an elected moderator's term.
    pub ends_at: Option<NaiveDateTime>,
}

impl Action for PutInOffice<'_> {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let PutInOffice { person, role, reason, ends_at } = *self;
        store::give_role(tx, person, role, by.person(), reason, ends_at)?;
        changed(tx, by, (Word::RoleGiven, SecurityEvent::RoleGiven), person, role, reason)
    }
}

/// Takes an office from somebody; gone at once, since powers are read at every request.
pub struct TakeOffice<'a> {
    pub person: PersonId,
    pub role: Role,
    pub reason: &'a Message,
}

impl Action for TakeOffice<'_> {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let TakeOffice { person, role, reason } = *self;
        store::take_role(tx, person, role, by.person(), reason)?;
        changed(tx, by, (Word::RoleTaken, SecurityEvent::RoleTaken), person, role, reason)
    }
}

/// Takes every office of somebody who is no longer there to hold one.
pub struct TakeAllOffices<'a> {
    pub person: PersonId,
    pub reason: &'a Message,
}

impl Action for TakeAllOffices<'_> {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let TakeAllOffices { person, reason } = *self;
        let held = store::roles(tx.db, person)?;
        for role in Role::ALL.iter().copied().filter(|role| held.holds(*role)) {
            perform(tx, by, &TakeOffice { person, role, reason })?;
            declare(tx, by.person(), (Exercise::RoleTaken, no_longer(role)), person, role, reason)?;
        }
        Ok(Deed::of_its_parts(()))
    }
}

fn changed(
    tx: &mut Tx,
    by: &By,
    (word, event): (Word, SecurityEvent),
    person: PersonId,
    role: Role,
    reason: &Message,
) -> Result<Deed<()>, Error> {
    security_log::note(tx, Happened { by: by.person(), detail: role.as_str(), ..Happened::to(person, event) })?;
    Ok(Record::of(word, person.subject(), json!({ "role": role, "reason": reason })).done(()))
}
