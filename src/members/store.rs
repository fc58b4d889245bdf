//! People and memberships in the database.

mod comers;
mod entry;
mod facts;
mod namesakes;
mod notes;
mod outside_ratings;
mod requests;
mod undone;

use std::collections::HashMap;

use chrono::NaiveDateTime;
use diesel::prelude::*;
use diesel::sql_types::Text;
use rookery_messages::{Message, say};
use serde::Serialize;

pub use comers::{Comer, comers, may_play};
pub use entry::{besides_the_entry, void_own_events};
pub use facts::{Facts, Named, Played, facts, feat, games_with, played, record_between};
pub use namesakes::{handle_is_like_anothers, looks, namesake};
pub use notes::{Note, add_note, notes, withdraw_note};
pub use outside_ratings::{by_exact_name, by_outside_number, outside, outside_rating, remove_outside, set_outside};
pub use requests::{Request, ask, open_request, request, requests, set_waiting, withdraw};
pub use undone::{declared, has_rejoined, membership, undo_removal};

use super::handles::{ERASED, Looks};
use super::rules::{self, MembershipFacts};
use super::{Membership, MembershipId, Person};
use crate::auth::{Actor, Role, Roles, Viewpoint};
use crate::conduct;
use crate::db::{
    Db, Kept, Tx, raise_version,
    schema::{memberships, people, roles, standings},
};
use crate::error::Error;
use crate::id::PersonId;
use crate::ratings::{
    self,
    store::{Cause, NewEvent},
};
use crate::rulebook;

/// Makes a person known to the club; joining the leaderboard is another step.
pub fn add_person(tx: &mut Tx, handle: &str, name: &str) -> Result<PersonId, Error> {
    Ok(diesel::insert_into(people::table)
        .values((people::handle.eq(handle), people::name.eq(name), people::created_at.eq(tx.now)))
        .returning(people::id)
        .get_result::<i64>(tx.db)
        .map(PersonId)?)
}

/// What a person signs in with and is found by.
pub fn set_handle(tx: &mut Tx, person: PersonId, handle: &str) -> Result<(), Error> {
    diesel::update(people::table.find(person)).set(people::handle.eq(handle)).execute(tx.db)?;
    Ok(())
}

/// A person; `None` if the id is unknown.
pub fn person(db: &mut Db, id: PersonId) -> Result<Option<Person>, Error> {
    Ok(people::table.find(id).first(db).optional()?)
}

/// A person who must exist; refused as not found otherwise.
pub fn known(db: &mut Db, id: PersonId) -> Result<Person, Error> {
    person(db, id)?.ok_or_else(|| crate::not_found!("person").into())
}

/// All of a person's times on the leaderboard, in order.
pub fn memberships(db: &mut Db, person: PersonId) -> Result<Vec<Membership>, Error> {
    Ok(memberships::table
        .filter(memberships::person_id.eq(person))
        .order((memberships::joined_at, memberships::id))
        .load(db)?)
}

/// The membership that was open at an instant.
pub fn membership_at(db: &mut Db, person: PersonId, at: NaiveDateTime) -> Result<Option<Membership>, Error> {
    let after = memberships::removed_at.is_null().or(memberships::removed_at.gt(at));
    Ok(memberships::table
        .filter(memberships::person_id.eq(person))
        .filter(memberships::joined_at.le(at))
        .filter(after)
        .order(memberships::id.desc())
        .first(db)
        .optional()?)
}

/// Puts a person on the leaderboard from an instant on, at the initial score (Acts II.1, II.7).
pub fn join(tx: &mut Tx, person: PersonId, at: NaiveDateTime) -> Result<MembershipId, Error> {
    let earlier: i64 = memberships::table.filter(memberships::person_id.eq(person)).count().get_result(tx.db)?;
    let id: i64 = diesel::insert_into(memberships::table)
        .values((memberships::person_id.eq(person), memberships::joined_at.eq(at)))
        .returning(memberships::id)
        .get_result(tx.db)?;
    let (event, cause) = match earlier {
        0 => (NewEvent::Join { person }, Cause::new(say!("Joined the leaderboard"), "II.1")),
        _ => (NewEvent::Rejoin { person }, Cause::new(say!("Rejoined the leaderboard"), "II.1")),
    };
    ratings::store::post(tx, at, event, &cause)?;
    Ok(MembershipId(id))
}

/// Takes a member from the leaderboard now; a request for that is granted by it.
pub fn remove(
    tx: &mut Tx,
    person: PersonId,
    by: Option<PersonId>,
    act: &'static str,
    reason: &Message,
) -> Result<(), Error> {
    let now = tx.now;
    diesel::update(memberships::table)
        .filter(memberships::person_id.eq(person).and(memberships::removed_at.is_null()))
        .set((
            memberships::removed_at.eq(now),
            memberships::removed_by.eq(by),
            memberships::removal_reason.eq(Kept::of(reason.clone())),
            memberships::removal_act.eq(act),
        ))
        .execute(tx.db)?;
    requests::grant(tx, person)?;
    let cause = Cause::new(say!("Removed from the leaderboard: {reason}", reason), act);
    ratings::store::post(tx, now, NewEvent::Removal { person }, &cause)?;
    Ok(())
}

/// Makes a guest known under a handle made of the name; returns the id and the handle.
pub fn add_guest(tx: &mut Tx, name: &str) -> Result<(PersonId, String), Error> {
    let handle = free_handle(tx.db, name)?;
    Ok((add_person(tx, &handle, name)?, handle))
}

/// A handle made of a name that is nobody's and looks like nobody's.
pub fn free_handle(db: &mut Db, name: &str) -> Result<String, Error> {
    let base = rules::handle_of(name);
    let taken: Vec<Looks> =
        people::table.select(people::handle).load::<String>(db)?.iter().map(|handle| Looks::of(handle)).collect();
    let free = |handle: &String| !taken.iter().any(|other| other.like(&Looks::of(handle)));
    let mut numbered = (2_u64..).map(|number| format!("{base}{number}"));
    Ok(Some(base.clone()).filter(free).or_else(|| numbered.find(free)).unwrap_or(base))
}

/// Renames a person.
pub fn rename(tx: &mut Tx, person: PersonId, name: &str) -> Result<(), Error> {
    diesel::update(people::table.find(person))
        .set((people::name.eq(name), people::version.eq(people::version + 1)))
        .execute(tx.db)?;
    called_otherwise(tx, person)
}

/// Rooms that keep this person's name in memory forget it.
pub fn called_otherwise(tx: &mut Tx, person: PersonId) -> Result<(), Error> {
    raise_version(tx, "names")?;
    ratings::store::touch(tx, person)
}

/// What bears on a person's joining or leaving; `open_case` is the Court's case that they are a party to.
pub fn standing(
    db: &mut Db,
    person: PersonId,
    open_case: Option<String>,
    now: NaiveDateTime,
) -> Result<MembershipFacts, Error> {
    let memberships = memberships(db, person)?;
    let removed = memberships.last().and_then(|membership| membership.removed_at);
    let banned_when_removed = match removed {
        Some(removed) => conduct::store::ban_at(db, person, removed)?.is_some(),
        None => false,
    };
    let held: i64 = roles::table
        .filter(roles::person_id.eq(person).and(roles::taken_at.is_null()))
        .filter(roles::role.eq_any([Role::Kiosk, Role::Staff]))
        .count()
        .get_result(db)?;
    let banned = conduct::store::ban_at(db, person, now)?.map(|ban| ban.ends_at);
    Ok(MembershipFacts { memberships, banned_when_removed, banned, open_case, is_no_student: held > 0 })
}

/// A line of the list of people.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
#[schema(as = ListedPerson)]
pub struct Listed {
    pub id: PersonId,
    /// What they sign in with: told to themself, those who moderate and administrators.
    pub handle: Option<String>,
    pub name: String,
    /// The score of anybody who is on the leaderboard.
    pub score: Option<i64>,
}

/// Whether a reader may see the handle with which a person signs in.
pub fn tells_handle(reader: Viewpoint, person: PersonId) -> bool {
    reader.moderates() || reader.roles.administrator || reader.is(person)
}

/// People as a reader may know them: see [`list`]. Who reads no handles finds nobody by theirs.
pub fn list_for(
    db: &mut Db,
    reader: Viewpoint,
    members_only: bool,
    containing: Option<&str>,
    after: Option<i64>,
    limit: i64,
) -> Result<Vec<Listed>, Error> {
    let reads_handles = reader.moderates() || reader.roles.administrator;
    let mut people = found(db, members_only, containing, reads_handles, after, limit)?;
    for person in &mut people {
        person.handle = person.handle.take().filter(|_| tells_handle(reader, person.id));
    }
    Ok(people)
}

/// People by id, from after a cursor on; members only, if asked; names and handles containing a text. Who was erased, or
/// entered by an import that was undone, is left out: a number in records that others need is nobody.
pub fn list(
    db: &mut Db,
    members_only: bool,
    containing: Option<&str>,
    after: Option<i64>,
    limit: i64,
) -> Result<Vec<Listed>, Error> {
    found(db, members_only, containing, true, after, limit)
}

fn found(
    db: &mut Db,
    members_only: bool,
    containing: Option<&str>,
    by_handle: bool,
    after: Option<i64>,
    limit: i64,
) -> Result<Vec<Listed>, Error> {
    let mut query = people::table
        .left_join(standings::table.on(standings::person_id.eq(people::id)))
        .select((people::id, people::handle, people::name, standings::score.nullable()))
        .filter(people::id.gt(after.unwrap_or(0)))
        .filter(people::handle.not_like(format!("{ERASED}-%")))
        .order(people::id)
        .limit(limit)
        .into_boxed();
    if members_only {
        let open = memberships::table.filter(memberships::removed_at.is_null()).select(memberships::person_id);
        query = query.filter(people::id.eq_any(open));
    }
    if let Some(text) = containing {
        let pattern = pattern(text);
        let matches = lower(people::name).like(pattern.clone()).escape('!');
        // No handle is empty.
        let pattern = if by_handle { pattern } else { String::new() };
        query = query.filter(matches.or(lower(people::handle).like(pattern).escape('!')));
    }
    let rows: Vec<(PersonId, String, String, Option<i64>)> = query.load(db)?;
    let listed = |(id, handle, name, score)| Listed { id, handle: Some(handle), name, score };
    Ok(rows.into_iter().map(listed).collect())
}

#[diesel::declare_sql_function]
extern "SQL" {
    /// Small letters; on SQLite those of ASCII only.
    fn lower(text: Text) -> Text;
}

/// A pattern for LIKE that finds the text anywhere, with `!` as its escape.
fn pattern(text: &str) -> String {
    let mut pattern = String::from("%");
    for letter in text.to_lowercase().chars() {
        if matches!(letter, '%' | '_' | '!') {
            pattern.push('!');
        }
        pattern.push(letter);
    }
    pattern + "%"
}

/// Whether a reader is not told whom cases, declarations and decisions are about (T42): where the club says so, all but
/// those who moderate, and staff. Anybody who is concerned reads what concerns them all the same.
pub fn reads_initials(db: &mut Db, reader: Roles, now: NaiveDateTime) -> Result<bool, Error> {
    let is_told = reader.may_moderate() || reader.staff;
    Ok(!is_told && rulebook::in_force(db, now)?.public_initials)
}

/// Whose bans, monitors and orders somebody may read ([`rules::told_of`]).
pub fn told_of(
    db: &mut Db,
    reader: &Actor,
    wanted: Option<PersonId>,
    now: NaiveDateTime,
) -> Result<Option<PersonId>, Error> {
    Ok(rules::told_of(reads_initials(db, reader.roles, now)?, reader.person, wanted)?)
}

/// The names of some people for refusals; the number if there is no such person.
pub fn naming(db: &mut Db, ids: &[PersonId]) -> Result<impl Fn(PersonId) -> String + use<>, Error> {
    let names = names(db, ids)?;
    Ok(move |person: PersonId| names.get(&person).cloned().unwrap_or_else(|| format!("Person {person}")))
}

/// The names of some people.
pub fn names(db: &mut Db, ids: &[PersonId]) -> Result<HashMap<PersonId, String>, Error> {
    let ids: Vec<i64> = ids.iter().map(|id| id.0).collect();
    let rows: Vec<(PersonId, String)> =
        people::table.filter(people::id.eq_any(ids)).select((people::id, people::name)).load(db)?;
    Ok(rows.into_iter().collect())
}
