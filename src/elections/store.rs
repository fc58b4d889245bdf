//! Elections, candidates and ballots in the database.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::count::{Count, Scores};
use super::rules::{Call, Facts};
use super::{Candidate, Election, ElectionId};
use crate::auth::Role;
use crate::conduct;
use crate::db::{
    Db, Tx,
    schema::{ballots, candidates, elections, games, people, roles},
};
use crate::error::Error;
use crate::id::PersonId;
use crate::members;
use crate::ratings::GameState;

type Row = (
    ElectionId,
    PersonId,
    NaiveDateTime,
    String,
    i64,
    i64,
    NaiveDateTime,
    NaiveDateTime,
    Option<NaiveDateTime>,
    Option<NaiveDateTime>,
    Option<String>,
    Option<NaiveDateTime>,
    Option<String>,
);

fn read(row: Row) -> Result<Election, Error> {
    let (id, called_by, called_at, note, seats, term_weeks, nominations_close_at, voting_closes_at, ..) = row;
    let (.., counted_at, term_ends_at, result, called_off_at, called_off_reason) = row;
    let result: Option<Count> = result.map(|text| serde_json::from_str(&text)).transpose()?;
    Ok(Election {
        id,
        called_by,
        called_at,
        note,
        seats,
        term_weeks,
        nominations_close_at,
        voting_closes_at,
        counted_at,
        term_ends_at,
        result,
        called_off_at,
        called_off_reason,
    })
}

#[diesel::dsl::auto_type(no_type_alias)]
fn all() -> _ {
    elections::table.select((
        elections::id,
        elections::called_by,
        elections::called_at,
        elections::note,
        elections::seats,
        elections::term_weeks,
        elections::nominations_close_at,
        elections::voting_closes_at,
        elections::counted_at,
        elections::term_ends_at,
        elections::result,
        elections::called_off_at,
        elections::called_off_reason,
    ))
}

/// One election; refused as not found if it does not exist.
pub fn election(db: &mut Db, id: ElectionId) -> Result<Election, Error> {
    let row: Option<Row> = all().filter(elections::id.eq(id)).first(db).optional()?;
    read(row.ok_or_else(|| crate::not_found!("election"))?)
}

/// Elections, the newest first.
pub fn elections(db: &mut Db, before: Option<i64>, limit: i64) -> Result<Vec<Election>, Error> {
    let newest_first = all().filter(elections::id.lt(before.unwrap_or(i64::MAX))).order(elections::id.desc());
    let rows: Vec<Row> = newest_first.limit(limit).load(db)?;
    rows.into_iter().map(read).collect()
}

/// The elections that are neither counted nor called off.
pub fn running(db: &mut Db) -> Result<Vec<Election>, Error> {
    let running = elections::counted_at.is_null().and(elections::called_off_at.is_null());
    let rows: Vec<Row> = all().filter(running).order(elections::id).load(db)?;
    rows.into_iter().map(read).collect()
}

/// Calls an election; `key` is fresh randomness that its ballots' tags are made with.
pub fn call(tx: &mut Tx, by: PersonId, call: &Call, key: &[u8]) -> Result<ElectionId, Error> {
    Ok(diesel::insert_into(elections::table)
        .values((
            elections::called_by.eq(by),
            elections::called_at.eq(tx.now),
            elections::note.eq(&call.note),
            elections::seats.eq(call.seats),
            elections::term_weeks.eq(call.term_weeks),
            elections::nominations_close_at.eq(call.nominations_close_at),
            elections::voting_closes_at.eq(call.voting_closes_at),
            elections::key.eq(key),
        ))
        .returning(elections::id)
        .get_result::<i64>(tx.db)
        .map(ElectionId)?)
}

/// Calls an election off: its ballots and the key to them are destroyed.
pub fn call_off(tx: &mut Tx, id: ElectionId, reason: &str) -> Result<(), Error> {
    let now = tx.now;
    diesel::update(elections::table.find(id))
        .set((
            elections::called_off_at.eq(now),
            elections::called_off_reason.eq(reason),
            elections::key.eq(None::<Vec<u8>>),
        ))
        .execute(tx.db)?;
    diesel::delete(ballots::table.filter(ballots::election_id.eq(id))).execute(tx.db)?;
    Ok(())
}

/// Whether it was announced that voting is open.
pub fn is_opened(db: &mut Db, id: ElectionId) -> Result<bool, Error> {
    Ok(elections::table.find(id).select(elections::opened_at.is_not_null()).first(db)?)
}

pub fn set_opened(tx: &mut Tx, id: ElectionId) -> Result<(), Error> {
    let now = tx.now;
    diesel::update(elections::table.find(id)).set(elections::opened_at.eq(now)).execute(tx.db)?;
    Ok(())
}

/// Everybody who was nominated, in the order of nomination.
pub fn candidates(db: &mut Db, id: ElectionId) -> Result<Vec<Candidate>, Error> {
    type Row = (PersonId, String, PersonId, NaiveDateTime, Option<NaiveDateTime>, Option<NaiveDateTime>, String);
    let rows: Vec<Row> = candidates::table
        .inner_join(people::table.on(people::id.eq(candidates::person_id)))
        .filter(candidates::election_id.eq(id))
        .order(candidates::id)
        .select((
            candidates::person_id,
            people::name,
            candidates::nominated_by,
            candidates::nominated_at,
            candidates::accepted_at,
            candidates::withdrawn_at,
            candidates::statement,
        ))
        .load(db)?;
    let read = |(person, name, nominated_by, nominated_at, accepted_at, withdrawn_at, statement): Row| Candidate {
        person,
        name,
        nominated_by,
        nominated_at,
        accepted_at,
        withdrawn_at,
        statement,
    };
    Ok(rows.into_iter().map(read).collect())
}

/// Stores a nomination; it replaces one that was withdrawn or waiting.
pub fn nominate(
    tx: &mut Tx,
    id: ElectionId,
    person: PersonId,
    by: PersonId,
    accepted: bool,
    statement: &str,
) -> Result<(), Error> {
    let own = candidates::table.filter(candidates::election_id.eq(id).and(candidates::person_id.eq(person)));
    diesel::delete(own).execute(tx.db)?;
    diesel::insert_into(candidates::table)
        .values((
            candidates::election_id.eq(id),
            candidates::person_id.eq(person),
            candidates::nominated_by.eq(by),
            candidates::nominated_at.eq(tx.now),
            candidates::accepted_at.eq(accepted.then_some(tx.now)),
            candidates::statement.eq(statement),
        ))
        .execute(tx.db)?;
    Ok(())
}

/// Writes down that a nominee accepted, with what they say to the voters.
pub fn accept(tx: &mut Tx, id: ElectionId, person: PersonId, statement: &str) -> Result<(), Error> {
    let now = tx.now;
    let own = candidates::table.filter(candidates::election_id.eq(id).and(candidates::person_id.eq(person)));
    diesel::update(own).set((candidates::accepted_at.eq(now), candidates::statement.eq(statement))).execute(tx.db)?;
    Ok(())
}

/// Writes down that a nominee declined, or a candidate withdrew.
pub fn withdraw(tx: &mut Tx, id: ElectionId, person: PersonId) -> Result<(), Error> {
    let now = tx.now;
    let own = candidates::table.filter(candidates::election_id.eq(id).and(candidates::person_id.eq(person)));
    diesel::update(own).set(candidates::withdrawn_at.eq(now)).execute(tx.db)?;
    Ok(())
}

/// What the rules ask of a person in an election that was called at `called_at`, as that person may know it.
pub fn facts(db: &mut Db, person: PersonId, called_at: NaiveDateTime, now: NaiveDateTime) -> Result<Facts, Error> {
    let member_since = members::store::membership_at(db, person, now)?.map(|membership| membership.joined_at);
    let played = games::white_id.eq(person).or(games::black_id.eq(person));
    let rated = games::state.eq(GameState::Rated).and(games::played_at.le(called_at));
    let games = games::table.filter(played).filter(rated).count().get_result(db)?;
    let is_banned = conduct::store::ban_at(db, person, now)?.is_some();
    let is_appointed = term(db, person)? == Some(None);
    Ok(Facts { person, member_since, games, is_banned, tells_ban: true, is_appointed })
}

/// The end of a moderator's term: `None` if the person is no moderator, `Some(None)` if
/// the office has no end.
pub fn term(db: &mut Db, person: PersonId) -> Result<Option<Option<NaiveDateTime>>, Error> {
    let held = roles::person_id.eq(person).and(roles::role.eq(Role::Moderator)).and(roles::taken_at.is_null());
    Ok(roles::table.filter(held).select(roles::ends_at).first(db).optional()?)
}

/// The tag of a person's ballot; `None` if the election has no key any more.
fn tag(db: &mut Db, id: ElectionId, person: PersonId) -> Result<Option<Vec<u8>>, Error> {
    let key: Option<Vec<u8>> = elections::table.find(id).select(elections::key).first(db)?;
    key.map(|key| seal(&key, &person.0.to_be_bytes())).transpose()
}

fn seal(key: &[u8], what: &[u8]) -> Result<Vec<u8>, Error> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).map_err(Error::internal)?;
    mac.update(what);
    Ok(mac.finalize().into_bytes().to_vec())
}

/// Whether a person has voted in an election that is not counted yet.
pub fn has_voted(db: &mut Db, id: ElectionId, person: PersonId) -> Result<bool, Error> {
    let Some(tag) = tag(db, id, person)? else { return Ok(false) };
    Ok(ballots::table.filter(ballots::tag.eq(tag)).count().get_result::<i64>(db)? > 0)
}

/// Stores a ballot; it replaces the same voter's last one.
pub fn cast(tx: &mut Tx, id: ElectionId, voter: PersonId, scores: &Scores) -> Result<(), Error> {
    let tag = tag(tx.db, id, voter)?.ok_or_else(|| Error::internal("an open election without its key"))?;
    let scores = serde_json::to_string(scores)?;
    diesel::delete(ballots::table.filter(ballots::tag.eq(&tag))).execute(tx.db)?;
    diesel::insert_into(ballots::table)
        .values((ballots::tag.eq(tag), ballots::election_id.eq(id), ballots::scores.eq(scores)))
        .execute(tx.db)?;
    Ok(())
}

/// Makes the ballots anonymous after the count: they get new tags, by a key that is not stored.
pub fn empty_the_box(tx: &mut Tx, id: ElectionId, fresh: &[u8]) -> Result<Vec<Scores>, Error> {
    let cast: Vec<(Vec<u8>, String)> = ballots::table
        .filter(ballots::election_id.eq(id))
        .order(ballots::tag)
        .select((ballots::tag, ballots::scores))
        .load(tx.db)?;
    let mut scores = Vec::with_capacity(cast.len());
    for (tag, ballot) in cast {
        let unknown = seal(fresh, &tag)?;
        diesel::update(ballots::table.find(tag)).set(ballots::tag.eq(unknown)).execute(tx.db)?;
        scores.push(serde_json::from_str(&ballot)?);
    }
    diesel::update(elections::table.find(id)).set(elections::key.eq(None::<Vec<u8>>)).execute(tx.db)?;
    Ok(scores)
}

/// Stores the result of the count.
pub fn set_result(tx: &mut Tx, id: ElectionId, count: &Count, term_ends_at: NaiveDateTime) -> Result<(), Error> {
    let now = tx.now;
    diesel::update(elections::table.find(id))
        .set((
            elections::counted_at.eq(now),
            elections::term_ends_at.eq(term_ends_at),
            elections::result.eq(serde_json::to_string(count)?),
        ))
        .execute(tx.db)?;
    Ok(())
}
