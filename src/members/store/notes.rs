//! Notes that moderators keep on people, to an end date or until withdrawn.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use serde::Serialize;

use crate::db::{
    Db, Tx,
    schema::{notes, people},
};
use crate::error::Error;
use crate::http::instant;
use crate::id::PersonId;
use crate::members::NoteId;

/// A note, for moderators' eyes.
#[derive(Clone, Debug, PartialEq, Serialize, diesel::Queryable, utoipa::ToSchema)]
pub struct Note {
    pub id: NoteId,
    pub author: PersonId,
    pub author_name: String,
    pub text: String,
    #[serde(serialize_with = "instant::utc")]
    pub created_at: NaiveDateTime,
    /// From here on it is no longer shown.
    #[serde(serialize_with = "instant::utc_if_any")]
    pub ends_at: Option<NaiveDateTime>,
}

/// The notes on a person that stand at an instant, newest first.
pub fn notes(db: &mut Db, person: PersonId, at: NaiveDateTime) -> Result<Vec<Note>, Error> {
    Ok(notes::table
        .inner_join(people::table.on(people::id.eq(notes::created_by)))
        .filter(notes::person_id.eq(person).and(notes::withdrawn_at.is_null()))
        .filter(notes::ends_at.is_null().or(notes::ends_at.gt(at)))
        .order(notes::id.desc())
        .select((notes::id, notes::created_by, people::name, notes::text, notes::created_at, notes::ends_at))
        .load(db)?)
}

pub fn add_note(
    tx: &mut Tx,
    person: PersonId,
    author: PersonId,
    text: &str,
    ends_at: Option<NaiveDateTime>,
) -> Result<NoteId, Error> {
    Ok(diesel::insert_into(notes::table)
        .values((
            notes::person_id.eq(person),
            notes::created_by.eq(author),
            notes::text.eq(text),
            notes::created_at.eq(tx.now),
            notes::ends_at.eq(ends_at),
        ))
        .returning(notes::id)
        .get_result::<i64>(tx.db)
        .map(NoteId)?)
}

/// Withdraws a note; returns whom it was about, `None` if it did not stand.
pub fn withdraw_note(tx: &mut Tx, note: NoteId) -> Result<Option<PersonId>, Error> {
    let now = tx.now;
    Ok(diesel::update(notes::table.find(note))
        .filter(notes::withdrawn_at.is_null())
        .set(notes::withdrawn_at.eq(now))
        .returning(notes::person_id)
        .get_result::<i64>(tx.db)
        .optional()?
        .map(PersonId))
}
