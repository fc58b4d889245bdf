//! The docket: filings, exhibits, rulings.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use rookery_messages::Message;
use sha2::{Digest, Sha256};

use super::super::exhibits::{Media, StoredExhibit};
use super::super::rules as steps;
use super::super::rules::bench::Seat;
use super::super::rules::docket::{self as rules, Filing, Seal, Word};
use super::super::{CaseId, FilingKind, Visibility};
use super::Case;
use crate::action::Somebody;
use crate::auth::Roles;
use crate::db::{
    self, Db, Tx,
    schema::{cases, exhibits, filing_readers, filings, rulings},
};
use crate::error::Error;
use crate::hex::hex;
use crate::id::PersonId;
use crate::members;

/// What somebody has filed of a sort on a docket, and how much exhibits take there.
pub fn filed(db: &mut Db, case: &Case, person: PersonId, kind: FilingKind) -> Result<rules::Filed, Error> {
    let mine = filings::table.filter(filings::case_id.eq(case.id).and(filings::filed_by.eq(person)));
    let number: i64 = match kind {
        FilingKind::Exhibit => mine.filter(filings::kind.eq(kind)).count().get_result(db)?,
        _ => mine.filter(filings::kind.ne(FilingKind::Exhibit)).count().get_result(db)?,
    };
    let in_case = filings::table.filter(filings::case_id.eq(case.id).and(filings::bytes.is_not_null()));
    let in_case: Vec<Option<i64>> = in_case.select(filings::bytes).load(db)?;
    let of_person = filings::table.filter(filings::filed_by.eq(person).and(filings::bytes.is_not_null()));
    let of_person: Vec<Option<i64>> = of_person.select(filings::bytes).load(db)?;
    let sum = |bytes: Vec<Option<i64>>| bytes.into_iter().flatten().filter_map(|bytes| u64::try_from(bytes).ok()).sum();
    let number = usize::try_from(number).unwrap_or(usize::MAX);
    Ok(rules::Filed { number, in_case: sum(in_case), of_person: sum(of_person) })
}

/// Whether somebody may put an exhibit on a docket, asked before it is read.
pub fn may_exhibit(db: &mut Db, number: &str, actor: Somebody, bytes: usize) -> Result<(), Error> {
    let facts = super::facts(db, number)?;
    let who = facts.who(actor.person, actor.roles)?;
    steps::may(&facts.standing(), steps::Step::Exhibit, &who)?;
    let filed = filed(db, &facts.case, actor.person, FilingKind::Exhibit)?;
    Ok(rules::has_room(filed, Some(bytes as u64))?)
}

/// A new filing: its row, and its number on the docket.
pub struct Added {
    pub row: i64,
    pub number: i64,
}

/// Puts a filing at the end of a docket, with its file where it is an exhibit.
pub fn add(
    tx: &mut Tx,
    case: &Case,
    author: Option<PersonId>,
    filing: &Filing,
    kept: Option<&StoredExhibit>,
) -> Result<Added, Error> {
    let words = [&filing.title, &filing.text].map(Message::verbatim);
    write(tx, case, author, filing, words, kept)
}

fn write(
    tx: &mut Tx,
    case: &Case,
    author: Option<PersonId>,
    filing: &Filing,
    [title, text]: [Message; 2],
    kept: Option<&StoredExhibit>,
) -> Result<Added, Error> {
    let last: Option<i64> =
        filings::table.filter(filings::case_id.eq(case.id)).select(diesel::dsl::max(filings::number)).first(tx.db)?;
    let number = last.unwrap_or(0) + 1;
    let sha256 = kept.map(|kept| hex(&Sha256::digest(&kept.content)[..]));
    let id: i64 = diesel::insert_into(filings::table)
        .values((
            filings::case_id.eq(case.id),
            filings::number.eq(number),
            filings::kind.eq(filing.kind),
            filings::filed_by.eq(author),
            filings::filed_at.eq(tx.now),
            filings::title.eq(db::Kept::of(title)),
            filings::text.eq(db::Kept::of(text)),
            filings::visibility.eq(filing.visibility),
            filings::witness_id.eq(filing.witness),
            filings::raw_evidence.eq(filing.raw_evidence),
            filings::media_type.eq(kept.map(|kept| kept.media)),
            filings::bytes.eq(kept.map(|kept| i64::try_from(kept.content.len()).unwrap_or(i64::MAX))),
            filings::sha256.eq(sha256),
        ))
        .returning(filings::id)
        .get_result(tx.db)?;
    for reader in &filing.readers {
        diesel::insert_into(filing_readers::table)
            .values((filing_readers::filing_id.eq(id), filing_readers::person_id.eq(reader)))
            .execute(tx.db)?;
    }
    if let Some(kept) = kept {
        diesel::insert_into(exhibits::table)
            .values((exhibits::filing_id.eq(id), exhibits::content.eq(&kept.content)))
            .execute(tx.db)?;
    }
    Ok(Added { row: id, number })
}

/// The decider has answered.
pub fn set_answered(tx: &mut Tx, case: &Case) -> Result<(), Error> {
    diesel::update(cases::table.find(case.id)).set(cases::answered_at.eq(tx.now)).execute(tx.db)?;
    Ok(())
}

/// Writes on the docket what happened in the case; returns the filing's row.
pub fn notice(tx: &mut Tx, case: &Case, author: Option<PersonId>, title: Message, text: Message) -> Result<i64, Error> {
    let filing = Filing::of(FilingKind::Notice, "", "", Visibility::Public);
    Ok(write(tx, case, author, &filing, [title, text], None)?.row)
}

/// The same of a bench, which is kept by who sits, so that names are given by the rule that is in
/// force when the docket is read.
pub fn notice_of_bench(
    tx: &mut Tx,
    case: &Case,
    author: PersonId,
    title: Message,
    text: Message,
    bench: &[Seat],
) -> Result<(), Error> {
    let filing = notice(tx, case, Some(author), title, text)?;
    let bench = serde_json::to_string(bench)?;
    diesel::update(filings::table.find(filing)).set(filings::bench.eq(bench)).execute(tx.db)?;
    Ok(())
}

/// What a ruling needs to know of a filing.
#[derive(Queryable)]
pub struct Ruled {
    pub id: i64,
    pub kind: FilingKind,
    pub raw_evidence: bool,
    pub granted: Option<bool>,
    pub author: Option<PersonId>,
    pub visibility: Visibility,
}

/// A filing by its number on the docket.
pub fn filing(db: &mut Db, case: CaseId, number: i64) -> Result<Ruled, Error> {
    let found: Option<Ruled> = filings::table
        .filter(filings::case_id.eq(case).and(filings::number.eq(number)))
        .select((
            filings::id,
            filings::kind,
            filings::raw_evidence,
            filings::granted,
            filings::filed_by,
            filings::visibility,
        ))
        .first(db)
        .optional()?;
    found.ok_or_else(|| crate::not_found!("filing").into())
}

/// Whether there is a filing that this justice may rule on and has not, and that the bench has not ruled on.
pub fn waits_for_the_word_of(db: &mut Db, case: CaseId, who: &steps::Participant) -> Result<bool, Error> {
    if !who.is(steps::Part::Sitting) {
        return Ok(false);
    }
    let kinds: Vec<FilingKind> = FilingKind::ALL.iter().copied().filter(|kind| kind.is_ruled_on()).collect();
    let open: Vec<(i64, Visibility, Option<PersonId>, bool)> = filings::table
        .filter(filings::case_id.eq(case).and(filings::granted.is_null()))
        .filter(filings::kind.eq_any(kinds))
        .select((filings::id, filings::visibility, filings::filed_by, filings::raw_evidence))
        .load(db)?;
    for (id, visibility, author, raw_evidence) in open {
        let readers = readers(db, id)?;
        let mine = rulings::table.filter(rulings::filing_id.eq(id).and(rulings::ruled_by.eq(who.person)));
        let said: i64 = mine.count().get_result(db)?;
        if said == 0 && rules::may_see(Seal { visibility, author, readers: &readers, raw_evidence }, who) {
            return Ok(true);
        }
    }
    Ok(false)
}

pub fn readers(db: &mut Db, filing: i64) -> Result<Vec<PersonId>, Error> {
    let readers = filing_readers::table.filter(filing_readers::filing_id.eq(filing));
    Ok(readers.select(filing_readers::person_id).load(db)?)
}

/// Writes a justice's word on a filing in the place of an earlier one; returns all words on it.
pub fn say(tx: &mut Tx, filing: i64, justice: PersonId, granted: bool, reason: &str) -> Result<Vec<Word>, Error> {
    let mine = rulings::table.filter(rulings::filing_id.eq(filing).and(rulings::ruled_by.eq(justice)));
    diesel::delete(mine).execute(tx.db)?;
    diesel::insert_into(rulings::table)
        .values((
            rulings::filing_id.eq(filing),
            rulings::ruled_by.eq(justice),
            rulings::granted.eq(granted),
            rulings::reason.eq(reason),
            rulings::ruled_at.eq(tx.now),
        ))
        .execute(tx.db)?;
    let words: Vec<(PersonId, bool)> = rulings::table
        .filter(rulings::filing_id.eq(filing))
        .order(rulings::id)
        .select((rulings::ruled_by, rulings::granted))
        .load(tx.db)?;
    Ok(words.into_iter().map(|(justice, granted)| Word { justice, granted }).collect())
}

/// What the bench ruled on a filing by now.
pub fn set_ruled(tx: &mut Tx, filing: i64, granted: Option<bool>) -> Result<(), Error> {
    diesel::update(filings::table.find(filing))
        .set((filings::granted.eq(granted), filings::ruled_at.eq(granted.map(|_| tx.now))))
        .execute(tx.db)?;
    Ok(())
}

/// The file of an exhibit.
#[derive(Debug)]
pub struct Exhibit {
    pub media: Media,
    /// Sealed, or for the Court alone: anybody who reads it is written down.
    pub is_written_down: bool,
    pub content: Vec<u8>,
    pub sha256: String,
}

/// An exhibit's file, for anybody who may see the filing; others are told that there is none.
pub fn exhibit(
    db: &mut Db,
    number: &str,
    actor: Option<&Somebody>,
    filing: i64,
    now: NaiveDateTime,
) -> Result<Exhibit, Error> {
    let facts = super::facts(db, number)?;
    let who = facts.caller(actor)?;
    type Row = (i64, Option<PersonId>, Visibility, Option<Media>, Option<String>);
    let row: Option<Row> = filings::table
        .filter(filings::case_id.eq(facts.case.id).and(filings::number.eq(filing)))
        .select((filings::id, filings::filed_by, filings::visibility, filings::media_type, filings::sha256))
        .first(db)
        .optional()?;
    let unknown = || crate::not_found!("exhibit");
    let (id, author, visibility, media, sha256) = row.ok_or_else(unknown)?;
    let readers = readers(db, id)?;
    let (Some(media), Some(sha256)) = (media, sha256) else { return Err(unknown().into()) };
    // Files tell who is meant (`views/cover.rs`).
    let roles = actor.map_or_else(Roles::default, |actor| actor.roles);
    let is_covered = !facts.concern(actor, &who) && members::store::reads_initials(db, roles, now)?;
    let seal = Seal { visibility, author, readers: &readers, raw_evidence: false };
    if is_covered || !rules::may_see(seal, &who) {
        return Err(unknown().into());
    }
    let content = exhibits::table.find(id).select(exhibits::content).first(db)?;
    Ok(Exhibit {
        media,
        is_written_down: matches!(visibility, Visibility::Sealed | Visibility::Court),
        content,
        sha256,
    })
}
