//! What members suggest (Act IV.4), and what moderators and justices ask for (Act IV.5), in the database.

use chrono::{NaiveDateTime, TimeDelta};
use diesel::prelude::*;
use serde::Serialize;

use super::rules::{Draft, Suggester};
use super::store::is_member;
use crate::db::{
    Db, Tx,
    schema::{change_requests, people, suggestions},
};
use crate::error::{Act, Error};
use crate::http::instant;
use crate::id::PersonId;

crate::id!(
    /// A member's suggestion (Act IV.4).
    SuggestionId
);
crate::id!(
    /// A change request of a moderator or justice (Act IV.5).
    ChangeRequestId
);
crate::words!(
    /// The state of a suggestion.
    SuggestionState {
        Open = "open",
        TakenUp = "taken_up",
        Declined = "declined",
        Withdrawn = "withdrawn",
    }
);
crate::words!(
    /// The state of a change request.
    RequestState {
        Open = "open",
        Accepted = "accepted",
        Declined = "declined",
        Withdrawn = "withdrawn",
    }
);

/// A member's suggestion.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct Suggestion {
    pub id: SuggestionId,
    pub author: PersonId,
    pub name: String,
    /// Acts that it is about, if it names any.
    #[schema(value_type = Vec<String>)]
    pub acts: Vec<Act>,
    pub text: String,
    #[serde(serialize_with = "instant::utc")]
    pub made_at: NaiveDateTime,
    pub state: SuggestionState,
    /// What the Chief Justice answered.
    pub answer: Option<String>,
    #[serde(serialize_with = "instant::utc_if_any")]
    pub closed_at: Option<NaiveDateTime>,
}

type SuggestionRow = (
    SuggestionId,
    PersonId,
    String,
    String,
    String,
    NaiveDateTime,
    SuggestionState,
    Option<String>,
    Option<NaiveDateTime>,
);

fn suggestion_of(row: SuggestionRow) -> Result<Suggestion, Error> {
    let (id, author, name, acts, text, made_at, state, answer, closed_at) = row;
    let acts = serde_json::from_str(&acts)?;
    Ok(Suggestion { id, author, name, acts, text, made_at, state, answer, closed_at })
}

#[diesel::dsl::auto_type(no_type_alias)]
fn all_suggestions() -> _ {
    suggestions::table.inner_join(people::table.on(people::id.eq(suggestions::made_by))).select((
        suggestions::id,
        suggestions::made_by,
        people::name,
        suggestions::acts,
        suggestions::text,
        suggestions::made_at,
        suggestions::state,
        suggestions::answer,
        suggestions::closed_at,
    ))
}

/// Suggestions, the newest first: one author's, or everybody's.
pub fn suggestions(
    db: &mut Db,
    author: Option<PersonId>,
    before: Option<i64>,
    limit: i64,
) -> Result<Vec<Suggestion>, Error> {
    let mut rows = all_suggestions().order(suggestions::id.desc()).limit(limit).into_boxed();
    if let Some(author) = author {
        rows = rows.filter(suggestions::made_by.eq(author));
    }
    if let Some(before) = before {
        rows = rows.filter(suggestions::id.lt(before));
    }
    let rows: Vec<SuggestionRow> = rows.load(db)?;
    rows.into_iter().map(suggestion_of).collect()
}

/// One suggestion; refused as not found where there is none.
pub fn suggestion(db: &mut Db, id: SuggestionId) -> Result<Suggestion, Error> {
    let row: Option<SuggestionRow> = all_suggestions().filter(suggestions::id.eq(id)).first(db).optional()?;
    suggestion_of(row.ok_or_else(|| crate::not_found!("suggestion"))?)
}

/// What the limits on suggestions are held against.
pub fn suggester(tx: &mut Tx, person: PersonId) -> Result<Suggester, Error> {
    let a_day_ago = tx.now - TimeDelta::days(1);
    let own = suggestions::table.filter(suggestions::made_by.eq(person));
    let waiting = own.filter(suggestions::state.eq(SuggestionState::Open)).count().get_result(tx.db)?;
    let made_today = own.filter(suggestions::made_at.gt(a_day_ago)).count().get_result(tx.db)?;
    Ok(Suggester { is_member: is_member(tx.db, person)?, waiting, made_today })
}

pub fn add_suggestion(tx: &mut Tx, author: PersonId, acts: &[Act], text: &str) -> Result<SuggestionId, Error> {
    Ok(diesel::insert_into(suggestions::table)
        .values((
            suggestions::made_by.eq(author),
            suggestions::acts.eq(serde_json::to_string(acts)?),
            suggestions::text.eq(text),
            suggestions::made_at.eq(tx.now),
        ))
        .returning(suggestions::id)
        .get_result::<i64>(tx.db)
        .map(SuggestionId)?)
}

/// Ends a suggestion: answered, or withdrawn by its author.
pub fn close_suggestion(
    tx: &mut Tx,
    id: SuggestionId,
    state: SuggestionState,
    answer: Option<&str>,
    by: PersonId,
) -> Result<Suggestion, Error> {
    let now = tx.now;
    diesel::update(suggestions::table.find(id))
        .set((
            suggestions::state.eq(state),
            suggestions::answer.eq(answer),
            suggestions::closed_by.eq(by),
            suggestions::closed_at.eq(now),
        ))
        .execute(tx.db)?;
    suggestion(tx.db, id)
}

/// A change request.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct ChangeRequest {
    pub id: ChangeRequestId,
    pub author: PersonId,
    pub name: String,
    /// The version that it was written against.
    pub base: i64,
    pub note: String,
    pub draft: Draft,
    #[serde(serialize_with = "instant::utc")]
    pub made_at: NaiveDateTime,
    pub state: RequestState,
    /// Why it was declined.
    pub reason: Option<String>,
    #[serde(serialize_with = "instant::utc_if_any")]
    pub closed_at: Option<NaiveDateTime>,
    /// The version that its acceptance published.
    pub published: Option<i64>,
}

type RequestRow = (
    ChangeRequestId,
    PersonId,
    String,
    i64,
    String,
    String,
    NaiveDateTime,
    RequestState,
    Option<String>,
    Option<NaiveDateTime>,
    Option<i64>,
);

fn request_of(row: RequestRow) -> Result<ChangeRequest, Error> {
    let (id, author, name, base, note, draft, made_at, state, reason, closed_at, published) = row;
    let draft = serde_json::from_str(&draft)?;
    Ok(ChangeRequest { id, author, name, base, note, draft, made_at, state, reason, closed_at, published })
}

#[diesel::dsl::auto_type(no_type_alias)]
fn all_requests() -> _ {
    change_requests::table.inner_join(people::table.on(people::id.eq(change_requests::made_by))).select((
        change_requests::id,
        change_requests::made_by,
        people::name,
        change_requests::base,
        change_requests::note,
        change_requests::draft,
        change_requests::made_at,
        change_requests::state,
        change_requests::reason,
        change_requests::closed_at,
        change_requests::published,
    ))
}

/// Change requests, the newest first.
pub fn change_requests(
    db: &mut Db,
    state: Option<RequestState>,
    before: Option<i64>,
    limit: i64,
) -> Result<Vec<ChangeRequest>, Error> {
    let mut rows = all_requests().order(change_requests::id.desc()).limit(limit).into_boxed();
    if let Some(state) = state {
        rows = rows.filter(change_requests::state.eq(state));
    }
    if let Some(before) = before {
        rows = rows.filter(change_requests::id.lt(before));
    }
    let rows: Vec<RequestRow> = rows.load(db)?;
    rows.into_iter().map(request_of).collect()
}

/// One change request; refused as not found where there is none.
pub fn change_request(db: &mut Db, id: ChangeRequestId) -> Result<ChangeRequest, Error> {
    let row: Option<RequestRow> = all_requests().filter(change_requests::id.eq(id)).first(db).optional()?;
    request_of(row.ok_or_else(|| crate::not_found!("change request"))?)
}

/// How many of a person's change requests wait.
pub fn waiting_requests(db: &mut Db, author: PersonId) -> Result<i64, Error> {
    let own = change_requests::made_by.eq(author).and(change_requests::state.eq(RequestState::Open));
    Ok(change_requests::table.filter(own).count().get_result(db)?)
}

pub fn add_request(
    tx: &mut Tx,
    author: PersonId,
    base: i64,
    note: &str,
    draft: &Draft,
) -> Result<ChangeRequestId, Error> {
    Ok(diesel::insert_into(change_requests::table)
        .values((
            change_requests::made_by.eq(author),
            change_requests::base.eq(base),
            change_requests::note.eq(note),
            change_requests::draft.eq(serde_json::to_string(draft)?),
            change_requests::made_at.eq(tx.now),
        ))
        .returning(change_requests::id)
        .get_result::<i64>(tx.db)
        .map(ChangeRequestId)?)
}

/// How a change request ends.
pub struct Ending<'a> {
    pub state: RequestState,
    pub reason: Option<&'a str>,
    pub by: PersonId,
    pub published: Option<i64>,
}

/// Ends a change request.
pub fn close_request(tx: &mut Tx, id: ChangeRequestId, ending: &Ending<'_>) -> Result<ChangeRequest, Error> {
    let now = tx.now;
    diesel::update(change_requests::table.find(id))
        .set((
            change_requests::state.eq(ending.state),
            change_requests::reason.eq(ending.reason),
            change_requests::closed_by.eq(ending.by),
            change_requests::closed_at.eq(now),
            change_requests::published.eq(ending.published),
        ))
        .execute(tx.db)?;
    change_request(tx.db, id)
}
