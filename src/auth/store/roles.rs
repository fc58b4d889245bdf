//! Roles: who holds them, and the log of who gave and took them and why. They are apart from membership: who leaves the
//! leaderboard keeps them (Act II.8.2).

use std::collections::HashSet;

use chrono::NaiveDateTime;
use diesel::prelude::*;
use rookery_messages::Message;

use crate::auth::{Role, Roles};
use crate::db::{
    Db, Kept, Tx,
    schema::{accounts, people, roles},
};
use crate::error::Error;
use crate::id::PersonId;

/// A line of the log of roles.
#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = roles)]
pub struct RoleEntry {
    pub role: Role,
    pub given_by: Option<PersonId>,
    pub given_at: NaiveDateTime,
    pub given_reason: Kept,
    /// The end of an elected moderator's term.
    pub ends_at: Option<NaiveDateTime>,
    pub taken_by: Option<PersonId>,
    pub taken_at: Option<NaiveDateTime>,
    pub taken_reason: Option<Kept>,
}

/// The roles a person holds.
pub fn roles(db: &mut Db, person: PersonId) -> Result<Roles, Error> {
    let held: Vec<Role> =
        roles::table.filter(roles::person_id.eq(person).and(roles::taken_at.is_null())).select(roles::role).load(db)?;
    Ok(held.into_iter().collect())
}

/// Every role the person holds or held, newest first.
pub fn role_log(db: &mut Db, person: PersonId) -> Result<Vec<RoleEntry>, Error> {
    Ok(roles::table
        .filter(roles::person_id.eq(person))
        .order(roles::id.desc())
        .select(RoleEntry::as_select())
        .limit(200)
        .load(db)?)
}

/// Who holds a role.
pub fn holders(db: &mut Db, role: Role) -> Result<Vec<PersonId>, Error> {
    Ok(roles::table
        .filter(roles::role.eq(role).and(roles::taken_at.is_null()))
        .order(roles::person_id)
        .select(roles::person_id)
        .load::<i64>(db)?
        .into_iter()
        .map(PersonId)
        .collect())
}

/// What those sign in with who hold a role.
pub fn handles_of(db: &mut Db, role: Role) -> Result<Vec<String>, Error> {
    Ok(roles::table
        .inner_join(people::table.on(people::id.eq(roles::person_id)))
        .filter(roles::role.eq(role).and(roles::taken_at.is_null()))
        .order(people::handle)
        .select(people::handle)
        .load(db)?)
}

/// Who holds one of these roles, and has its powers: they do not rest.
pub fn awake_holders(db: &mut Db, wanted: &[Role]) -> Result<Vec<PersonId>, Error> {
    let awake = accounts::person_id.eq(roles::person_id).and(accounts::powers_rest_since.is_null());
    Ok(roles::table
        .inner_join(accounts::table.on(awake))
        .filter(roles::role.eq_any(wanted).and(roles::taken_at.is_null()))
        .order(roles::person_id)
        .select(roles::person_id)
        .distinct()
        .load::<i64>(db)?
        .into_iter()
        .map(PersonId)
        .collect())
}

/// Whether the club has had a Chief Justice, now or ever.
pub fn ever_had_a_chief_justice(db: &mut Db) -> Result<bool, Error> {
    let query = roles::table.filter(roles::role.eq(Role::ChiefJustice)).select(roles::id);
    Ok(query.first::<i64>(db).optional()?.is_some())
}

/// Gives a role, until an instant or for good; the log of roles keeps who gave it and why.
pub fn give_role(
    tx: &mut Tx,
    person: PersonId,
    role: Role,
    by: Option<PersonId>,
    reason: &Message,
    ends_at: Option<NaiveDateTime>,
) -> Result<(), Error> {
    diesel::insert_into(roles::table)
        .values((
            roles::person_id.eq(person),
            roles::role.eq(role),
            roles::given_by.eq(by),
            roles::given_at.eq(tx.now),
            roles::given_reason.eq(Kept::of(reason.clone())),
            roles::ends_at.eq(ends_at),
        ))
        .execute(tx.db)?;
    Ok(())
}

/// Who still holds a role whose term is over, and which.
pub fn terms_over(db: &mut Db, now: NaiveDateTime) -> Result<Vec<(PersonId, Role)>, Error> {
    let over = roles::taken_at.is_null().and(roles::ends_at.le(now));
    Ok(roles::table.filter(over).order(roles::id).select((roles::person_id, roles::role)).load(db)?)
}

/// Takes a role; the log of roles keeps who took it and why.
pub fn take_role(
    tx: &mut Tx,
    person: PersonId,
    role: Role,
    by: Option<PersonId>,
    reason: &Message,
) -> Result<(), Error> {
    let held =
        roles::table.filter(roles::person_id.eq(person).and(roles::role.eq(role)).and(roles::taken_at.is_null()));
    diesel::update(held)
        .set((roles::taken_by.eq(by), roles::taken_at.eq(tx.now), roles::taken_reason.eq(Kept::of(reason.clone()))))
        .execute(tx.db)?;
    Ok(())
}

/// Everybody who has an account of their own to read with; a kiosk is nobody.
pub fn who_reads(db: &mut Db) -> Result<HashSet<PersonId>, Error> {
    let kiosks = roles::table.filter(roles::taken_at.is_null().and(roles::role.eq(Role::Kiosk)));
    let kiosks: Vec<PersonId> = kiosks.select(roles::person_id).load(db)?;
    let mut readers: HashSet<PersonId> = accounts::table.select(accounts::person_id).load(db)?.into_iter().collect();
    readers.retain(|person| !kiosks.contains(person));
    Ok(readers)
}
