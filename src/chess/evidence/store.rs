//! Evidence in the database: stored, redacted, released, viewed, deleted when it expires.

use chrono::{NaiveDateTime, TimeDelta};
use diesel::prelude::*;

use super::redaction::Cover;
use super::rules;
use super::{EvidenceId, RedactionId, Right, Safe, Source};
use crate::action::Somebody;
use crate::court::exhibits::{Media, StoredExhibit};
use crate::court::rules::Part;
use crate::court::{self, Subject};
use crate::db::{
    Db, Tx,
    schema::{
        cases, evidence, evidence_exhibits, evidence_releases, evidence_views, filing_readers, filings, people,
        redactions, tables,
    },
};
use crate::error::{Error, Refusal};
use crate::id::PersonId;
use crate::tables::{TableId, store as rooms};

/// Something that was gathered, without its content.
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = evidence)]
pub struct Piece {
    pub id: EvidenceId,
    #[diesel(column_name = table_id)]
    pub table: TableId,
    /// Whose computer it was.
    #[diesel(column_name = person_id)]
    pub person: PersonId,
    pub kind: Source,
    pub gathered_at: NaiveDateTime,
    pub media: Media,
    pub bytes: i64,
    pub keep_until: NaiveDateTime,
    pub erased_at: Option<NaiveDateTime>,
}

/// Answered like a missing one where the reader may not see it.
pub fn unknown() -> Refusal {
    crate::not_found!("evidence").act("I.9.5")
}

fn label(id: EvidenceId) -> String {
    format!("evidence {id}")
}

fn label_of_redaction(id: RedactionId) -> String {
    format!("redaction {id}")
}

/// What is gathered of a player.
#[derive(Clone, Debug)]
pub struct Gathered {
    pub kind: Source,
    pub media: Media,
    pub content: Vec<u8>,
}

/// Whether something may be gathered of a player now, asked before it is read.
pub fn may_gather(db: &mut Db, table: TableId, person: PersonId, now: NaiveDateTime) -> Result<(), Error> {
    let table = rooms::table(db, table)?;
    let of_player = evidence::table.filter(evidence::table_id.eq(table.id).and(evidence::person_id.eq(person)));
    let gathered: Vec<(NaiveDateTime, i64)> = of_player.select((evidence::gathered_at, evidence::bytes)).load(db)?;
    let a_minute_ago = now - TimeDelta::minutes(1);
    let before = rules::Before {
        lately: gathered.iter().filter(|(at, _)| *at > a_minute_ago).count(),
        pieces: gathered.len(),
        bytes: gathered.iter().filter_map(|(_, bytes)| u64::try_from(*bytes).ok()).sum(),
    };
    Ok(rules::may_gather(&table, person, before)?)
}

/// Keeps what was gathered, encrypted and with an end date (Acts I.9.4.2, I.9.4.3).
pub fn add(tx: &mut Tx, safe: &Safe, table: TableId, person: PersonId, new: &Gathered) -> Result<EvidenceId, Error> {
    let id: EvidenceId = diesel::insert_into(evidence::table)
        .values((
            evidence::table_id.eq(table),
            evidence::person_id.eq(person),
            evidence::kind.eq(new.kind),
            evidence::gathered_at.eq(tx.now),
            evidence::media.eq(new.media),
            evidence::bytes.eq(i64::try_from(new.content.len()).unwrap_or(i64::MAX)),
            evidence::keep_until.eq(rules::keep_until(tx.now)),
        ))
        .returning(evidence::id)
        .get_result(tx.db)?;
    let locked = safe.lock(&label(id), &new.content)?;
    diesel::update(evidence::table.find(id)).set(evidence::content.eq(locked)).execute(tx.db)?;
    Ok(id)
}

/// What was gathered in a table's game, in order.
pub fn of_table(db: &mut Db, table: TableId) -> Result<Vec<Piece>, Error> {
    Ok(evidence::table.filter(evidence::table_id.eq(table)).order(evidence::id).select(Piece::as_select()).load(db)?)
}

/// One piece.
pub fn piece(db: &mut Db, id: EvidenceId) -> Result<Piece, Error> {
    let found: Option<Piece> = evidence::table.find(id).select(Piece::as_select()).first(db).optional()?;
    Ok(found.ok_or_else(unknown)?)
}

/// Its raw content, without a check of who asks.
pub fn content(db: &mut Db, safe: &Safe, id: EvidenceId) -> Result<Vec<u8>, Error> {
    let locked: Option<Vec<u8>> = evidence::table.find(id).select(evidence::content).first(db).optional()?.flatten();
    let gone = || crate::not_found!("evidence: it was erased at the end of its time").act("I.9.5");
    Ok(safe.unlock(&label(id), &locked.ok_or_else(gone)?)?)
}

/// Why nobody can look at a piece, if so.
pub fn closed(db: &mut Db, safe: &Safe, id: EvidenceId) -> Result<Option<Refusal>, Error> {
    match content(db, safe, id) {
        Ok(_) => Ok(None),
        Err(Error::Refused(why)) => Ok(Some(*why)),
        Err(error) => Err(error),
    }
}

/// Whether a safe opens what has been kept longest, where anything is kept: what came from another machine is older
/// than what was locked by a key of this one.
pub fn opens(db: &mut Db, safe: &Safe) -> Result<bool, Error> {
    let kept = evidence::table.filter(evidence::content.is_not_null()).order(evidence::id);
    let oldest: Option<(EvidenceId, Option<Vec<u8>>)> =
        kept.select((evidence::id, evidence::content)).first(db).optional()?;
    let Some((id, Some(locked))) = oldest else { return Ok(true) };
    Ok(safe.opened(&label(id), &locked).is_some())
}

/// The facts that decide who may see the evidence of a game.
#[derive(Debug, Default)]
pub struct Access {
    /// Cases about the game that are not over: they hold its evidence.
    pub holding: Vec<String>,
    /// Whom orders of the Court name.
    pub named: Vec<PersonId>,
    /// Whether the viewer is of the Court in a case about the game.
    pub is_court: bool,
}

/// Cases about the game that was played at a table, or about its having been made void: number, state.
pub fn cases_about(db: &mut Db, table: TableId) -> Result<Vec<(String, court::State)>, Error> {
    let game = tables::table.find(table).select(tables::game_id).first::<Option<crate::id::GameId>>(db)?;
    let voided = crate::chess::store::voided_by(db, table)?;
    // Where there is neither, nothing is equal to it.
    let of_game = cases::subject.eq(Subject::Game).and(cases::subject_id.eq(game.map(|game| game.0)));
    let of_act = cases::subject.eq(Subject::ChiefAct).and(cases::subject_id.eq(voided));
    Ok(cases::table.filter(of_game.or(of_act)).order(cases::id).select((cases::number, cases::state)).load(db)?)
}

fn is_over(state: court::State) -> bool {
    matches!(state, court::State::Withdrawn | court::State::Final)
}

/// What bears on whether somebody may see the evidence of a table's game.
pub fn access(db: &mut Db, table: TableId, viewer: Somebody) -> Result<Access, Error> {
    let mut access = Access::default();
    for (number, state) in cases_about(db, table)? {
        if !is_over(state) {
            access.holding.push(number.clone());
        }
        let facts = court::store::facts(db, &number)?;
        let who = facts.who(viewer.person, viewer.roles)?;
        access.is_court |= who.is(Part::Justice) || who.is(Part::Sitting) || who.is(Part::Sat);
        let orders: Vec<i64> = filings::table
            .filter(filings::case_id.eq(facts.case.id).and(filings::raw_evidence.eq(true)))
            .filter(filings::granted.eq(true))
            .select(filings::id)
            .load(db)?;
        for order in orders {
            let named: Vec<PersonId> = filing_readers::table
                .filter(filing_readers::filing_id.eq(order))
                .select(filing_readers::person_id)
                .load(db)?;
            // An order that names nobody hands it to the bench that made it.
            access.named.extend(if named.is_empty() { facts.bench() } else { named });
        }
    }
    Ok(access)
}

/// Writes down that somebody saw something; the member concerned can read it.
pub fn seen(tx: &mut Tx, piece: &Piece, copy: Option<RedactionId>, by: PersonId, right: Right) -> Result<(), Error> {
    diesel::insert_into(evidence_views::table)
        .values((
            evidence_views::evidence_id.eq(piece.id),
            evidence_views::redaction_id.eq(copy),
            evidence_views::seen_by.eq(by),
            evidence_views::seen_at.eq(tx.now),
            evidence_views::by_right.eq(right),
        ))
        .execute(tx.db)?;
    Ok(())
}

/// Keeps a redacted copy.
pub fn keep(
    tx: &mut Tx,
    safe: &Safe,
    id: EvidenceId,
    by: PersonId,
    cover: &Cover,
    copy: &StoredExhibit,
) -> Result<RedactionId, Error> {
    let made: RedactionId = diesel::insert_into(redactions::table)
        .values((
            redactions::evidence_id.eq(id),
            redactions::made_by.eq(by),
            redactions::made_at.eq(tx.now),
            redactions::cover.eq(serde_json::to_string(cover)?),
            redactions::media.eq(copy.media),
        ))
        .returning(redactions::id)
        .get_result(tx.db)?;
    let locked = safe.lock(&label_of_redaction(made), &copy.content)?;
    diesel::update(redactions::table.find(made)).set(redactions::content.eq(locked)).execute(tx.db)?;
    Ok(made)
}

/// A redacted copy, without its content.
#[derive(Clone, Debug, Queryable)]
pub struct Redaction {
    pub id: RedactionId,
    pub evidence: EvidenceId,
    pub made_at: NaiveDateTime,
    pub media: Media,
    pub erased: bool,
}

type OfRedaction = (
    redactions::id,
    redactions::evidence_id,
    redactions::made_at,
    redactions::media,
    diesel::dsl::IsNull<redactions::content>,
);

fn of_redaction() -> OfRedaction {
    (redactions::id, redactions::evidence_id, redactions::made_at, redactions::media, redactions::content.is_null())
}

/// The redacted copies of a table's evidence.
pub fn redactions_of(db: &mut Db, table: TableId) -> Result<Vec<Redaction>, Error> {
    Ok(redactions::table
        .inner_join(evidence::table.on(evidence::id.eq(redactions::evidence_id)))
        .filter(evidence::table_id.eq(table))
        .order(redactions::id)
        .select(of_redaction())
        .load(db)?)
}

fn redaction(db: &mut Db, id: RedactionId) -> Result<Redaction, Error> {
    let found: Option<Redaction> = redactions::table.find(id).select(of_redaction()).first(db).optional()?;
    Ok(found.ok_or_else(unknown)?)
}

/// What a redacted copy was made of.
pub fn piece_of(db: &mut Db, id: RedactionId) -> Result<Piece, Error> {
    let of = redaction(db, id)?.evidence;
    piece(db, of)
}

/// To whom a redacted copy was released.
pub fn released_to(db: &mut Db, id: RedactionId) -> Result<Vec<PersonId>, Error> {
    let releases = evidence_releases::table.filter(evidence_releases::redaction_id.eq(id));
    Ok(releases.select(evidence_releases::recipient_id).load(db)?)
}

/// A redacted copy's content, no matter who asks.
pub fn copy(db: &mut Db, safe: &Safe, id: RedactionId) -> Result<StoredExhibit, Error> {
    let copy = redaction(db, id)?;
    let locked: Option<Vec<u8>> = redactions::table.find(id).select(redactions::content).first(db)?;
    let content = safe.unlock(&label_of_redaction(id), &locked.ok_or_else(unknown)?)?;
    Ok(StoredExhibit { media: copy.media, content })
}

/// The redacted copy that was filed as an exhibit, where it is one.
pub fn filed_as(db: &mut Db, case: &str, filing: i64) -> Result<Option<RedactionId>, Error> {
    let found: Option<Option<RedactionId>> = evidence_exhibits::table
        .inner_join(filings::table.on(filings::id.eq(evidence_exhibits::filing_id)))
        .inner_join(cases::table.on(cases::id.eq(filings::case_id)))
        .filter(cases::number.eq(case).and(filings::number.eq(filing)))
        .select(evidence_exhibits::redaction_id)
        .first(db)
        .optional()?;
    Ok(found.flatten())
}

/// Releases a redacted copy to somebody.
pub fn release(tx: &mut Tx, id: RedactionId, by: PersonId, to: PersonId, reason: &str) -> Result<(), Error> {
    diesel::insert_into(evidence_releases::table)
        .values((
            evidence_releases::redaction_id.eq(id),
            evidence_releases::recipient_id.eq(to),
            evidence_releases::released_by.eq(by),
            evidence_releases::released_at.eq(tx.now),
            evidence_releases::reason.eq(reason),
        ))
        .execute(tx.db)?;
    Ok(())
}

/// That somebody saw something.
#[derive(Clone, Debug, PartialEq, serde::Serialize, utoipa::ToSchema)]
pub struct Look {
    #[schema(value_type = i64)]
    pub evidence: EvidenceId,
    pub kind: Source,
    /// The table at which the game was played.
    #[schema(value_type = i64)]
    pub table: TableId,
    /// The raw piece, or a redacted copy.
    pub raw: bool,
    pub by: String,
    #[serde(serialize_with = "crate::http::instant::utc")]
    pub seen_at: NaiveDateTime,
    pub right: Right,
}

/// Who saw what was gathered on a member's computer, the last first.
pub fn views(db: &mut Db, person: PersonId) -> Result<Vec<Look>, Error> {
    type Row = (EvidenceId, Source, TableId, Option<RedactionId>, String, NaiveDateTime, Right);
    let rows: Vec<Row> = evidence_views::table
        .inner_join(evidence::table.on(evidence::id.eq(evidence_views::evidence_id)))
        .inner_join(people::table.on(people::id.eq(evidence_views::seen_by)))
        .filter(evidence::person_id.eq(person))
        .order(evidence_views::id.desc())
        .limit(500)
        .select((
            evidence::id,
            evidence::kind,
            evidence::table_id,
            evidence_views::redaction_id,
            people::name,
            evidence_views::seen_at,
            evidence_views::by_right,
        ))
        .load(db)?;
    let view = |(evidence, kind, table, copy, by, seen_at, right): Row| Look {
        evidence,
        kind,
        table,
        raw: copy.is_none(),
        by,
        seen_at,
        right,
    };
    Ok(rows.into_iter().map(view).collect())
}

/// What was gathered on a member's computer: how many pieces at which table, and until when they are kept.
pub fn gathered_of(db: &mut Db, person: PersonId) -> Result<Vec<Piece>, Error> {
    let theirs = evidence::table.filter(evidence::person_id.eq(person));
    Ok(theirs.order(evidence::id.desc()).limit(500).select(Piece::as_select()).load(db)?)
}

/// Erases expired evidence, unless a case about the game holds it; returns how many pieces.
pub fn sweep(tx: &mut Tx) -> Result<usize, Error> {
    let past = evidence::table.filter(evidence::keep_until.le(tx.now).and(evidence::erased_at.is_null()));
    let mut in_question: Vec<TableId> = past.select(evidence::table_id).load(tx.db)?;
    in_question.sort_unstable();
    in_question.dedup();
    let mut erased = 0;
    for table in in_question {
        if cases_about(tx.db, table)?.into_iter().any(|(_, state)| !is_over(state)) {
            continue;
        }
        let past = evidence::table_id.eq(table).and(evidence::keep_until.le(tx.now)).and(evidence::erased_at.is_null());
        let ids: Vec<EvidenceId> = evidence::table.filter(past).select(evidence::id).load(tx.db)?;
        diesel::update(redactions::table.filter(redactions::evidence_id.eq_any(ids.clone())))
            .set(redactions::content.eq(None::<Vec<u8>>))
            .execute(tx.db)?;
        erased += diesel::update(evidence::table.filter(evidence::id.eq_any(ids)))
            .set((evidence::content.eq(None::<Vec<u8>>), evidence::erased_at.eq(tx.now)))
            .execute(tx.db)?;
    }
    Ok(erased)
}
