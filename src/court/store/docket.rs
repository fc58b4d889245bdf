//! The docket: filings, exhibits, rulings.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use rookery_messages::say;
use serde_json::json;
use sha2::{Digest, Sha256};

use super::super::exhibits::{Kept, Media};
use super::super::rules::bench::Seat;
use super::super::rules::docket::{self as rules, Filing, Seal, Word};
use super::super::rules::{self as steps, Part};
use super::super::{CaseId, FilingKind, Visibility};
use super::{By, Case, Facts, enter, tell};
use crate::audit::{self, Entry};
use crate::auth::Roles;
use crate::db::{
    Db, Tx,
    schema::{cases, exhibits, filing_readers, filings, rulings},
};
use crate::error::{Error, Refusal};
use crate::id::PersonId;
use crate::members;

/// Something to be put on a docket.
#[derive(Clone, Debug)]
pub struct NewFiling {
    pub filing: Filing,
    /// An exhibit's content.
    pub exhibit: Option<std::sync::Arc<Kept>>,
    /// An order for raw evidence, which takes a majority (Act I.9.9).
    pub raw_evidence: bool,
}

/// Puts a filing on a docket; gives its number there.
pub fn file(tx: &mut Tx, number: &str, actor: &By, new: &NewFiling) -> Result<i64, Error> {
    let (facts, who) = enter(tx, number, actor, rules::step(new.filing.kind))?;
    let bytes = new.exhibit.as_deref().map(|kept| kept.content.len() as u64);
    rules::has_room(filed(tx.db, &facts.case, actor.person, new.filing.kind)?, bytes)?;
    let filing = rules::file(&who, new.filing.clone(), &facts.bench())?;
    for person in filing.readers.iter().chain(&filing.witness) {
        members::store::known(tx.db, *person)?;
    }
    let (_, on_docket) = add(tx, &facts.case, Some(actor.person), &filing, new)?;
    let by_decider = facts.case.decider == Some(actor.person);
    if filing.kind == FilingKind::Answer && by_decider && facts.case.answered_at.is_none() {
        diesel::update(cases::table.find(facts.case.id)).set(cases::answered_at.eq(tx.now)).execute(tx.db)?;
    }
    // Sealed things are not told of by their title.
    let title = (filing.visibility == Visibility::Public).then_some(filing.title.as_str());
    let told = json!({ "filing": on_docket, "kind": filing.kind, "visibility": filing.visibility, "title": title });
    tell(tx, &facts, Some(actor.person), "case.filed_on", told)?;
    if who.is(Part::Sitting) && matches!(filing.kind, FilingKind::Order | FilingKind::Appointment) {
        // Anybody who orders or appoints wants it so; a motion asks the bench.
        say(tx, &facts, actor.person, on_docket, true, "As filed.")?;
    }
    Ok(on_docket)
}

/// What somebody has filed of a sort on a docket, and how much exhibits take there.
fn filed(db: &mut Db, case: &Case, person: PersonId, kind: FilingKind) -> Result<rules::Filed, Error> {
    let mine = filings::table.filter(filings::case_id.eq(case.id).and(filings::author_id.eq(person)));
    let number: i64 = match kind {
        FilingKind::Exhibit => mine.filter(filings::kind.eq(kind)).count().get_result(db)?,
        _ => mine.filter(filings::kind.ne(FilingKind::Exhibit)).count().get_result(db)?,
    };
    let in_case = filings::table.filter(filings::case_id.eq(case.id).and(filings::bytes.is_not_null()));
    let in_case: Vec<Option<i64>> = in_case.select(filings::bytes).load(db)?;
    let of_person = filings::table.filter(filings::author_id.eq(person).and(filings::bytes.is_not_null()));
    let of_person: Vec<Option<i64>> = of_person.select(filings::bytes).load(db)?;
    let sum = |bytes: Vec<Option<i64>>| bytes.into_iter().flatten().filter_map(|bytes| u64::try_from(bytes).ok()).sum();
    let number = usize::try_from(number).unwrap_or(usize::MAX);
    Ok(rules::Filed { number, in_case: sum(in_case), of_person: sum(of_person) })
}

/// Whether somebody may put an exhibit on a docket, asked before it is read.
pub fn may_exhibit(db: &mut Db, number: &str, actor: &By, bytes: usize) -> Result<(), Error> {
    let facts = super::facts(db, number)?;
    let who = facts.who(actor.person, actor.roles)?;
    steps::may(&facts.standing(), steps::Step::Exhibit, &who)?;
    let filed = filed(db, &facts.case, actor.person, FilingKind::Exhibit)?;
    Ok(rules::has_room(filed, Some(bytes as u64))?)
}

/// Puts a filing at the end of a docket; gives its row and its number there.
fn add(
    tx: &mut Tx,
    case: &Case,
    author: Option<PersonId>,
    filing: &Filing,
    new: &NewFiling,
) -> Result<(i64, i64), Error> {
    let last: Option<i64> =
        filings::table.filter(filings::case_id.eq(case.id)).select(diesel::dsl::max(filings::number)).first(tx.db)?;
    let number = last.unwrap_or(0) + 1;
    let kept = new.exhibit.as_deref();
    let sha256 = kept.map(|kept| Sha256::digest(&kept.content).iter().map(|byte| format!("{byte:02x}")).collect());
    let sha256: Option<String> = sha256;
    let id: i64 = diesel::insert_into(filings::table)
        .values((
            filings::case_id.eq(case.id),
            filings::number.eq(number),
            filings::kind.eq(filing.kind),
            filings::author_id.eq(author),
            filings::filed_at.eq(tx.now),
            filings::title.eq(&filing.title),
            filings::text.eq(&filing.text),
            filings::visibility.eq(filing.visibility),
            filings::witness_id.eq(filing.witness),
            filings::raw_evidence.eq(new.raw_evidence),
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
    Ok((id, number))
}

/// Puts on a docket what the Terms hand over by themselves (Act I.9.8); gives the filing's row.
pub fn hand_over(tx: &mut Tx, case: &Case, title: &str, visibility: Visibility, kept: Kept) -> Result<i64, Error> {
    let filing = Filing {
        kind: FilingKind::Exhibit,
        title: title.to_owned(),
        text: String::new(),
        visibility,
        readers: Vec::new(),
        witness: None,
    };
    let new = NewFiling { filing: filing.clone(), exhibit: Some(std::sync::Arc::new(kept)), raw_evidence: false };
    let (row, on_docket) = add(tx, case, None, &filing, &new)?;
    let facts = super::facts(tx.db, &case.number)?;
    let told = json!({ "filing": on_docket, "kind": filing.kind, "visibility": visibility, "acts": ["I.9.8"] });
    tell(tx, &facts, None, "case.filed_on", told)?;
    Ok(row)
}

/// Writes on the docket what happened in the case.
pub(super) fn notice(
    tx: &mut Tx,
    case: &Case,
    author: Option<PersonId>,
    title: &str,
    text: &str,
) -> Result<i64, Error> {
    let filing = Filing {
        kind: FilingKind::Notice,
        title: title.to_owned(),
        text: text.to_owned(),
        visibility: Visibility::Public,
        readers: Vec::new(),
        witness: None,
    };
    let new = NewFiling { filing: filing.clone(), exhibit: None, raw_evidence: false };
    Ok(add(tx, case, author, &filing, &new)?.0)
}

/// The same of a bench, which is kept by who sits, so that names are given by the rule that is in
/// force when the docket is read.
pub(super) fn notice_of_bench(
    tx: &mut Tx,
    case: &Case,
    author: PersonId,
    title: &str,
    text: &str,
    bench: &[Seat],
) -> Result<(), Error> {
    let filing = notice(tx, case, Some(author), title, text)?;
    let bench = serde_json::to_string(bench)?;
    diesel::update(filings::table.find(filing)).set(filings::bench.eq(bench)).execute(tx.db)?;
    Ok(())
}

/// What a ruling needs to know of a filing.
#[derive(Queryable)]
struct Ruled {
    id: i64,
    kind: FilingKind,
    raw_evidence: bool,
    granted: Option<bool>,
    author: Option<PersonId>,
    visibility: Visibility,
}

fn ruled(db: &mut Db, case: CaseId, number: i64) -> Result<Ruled, Error> {
    let found: Option<Ruled> = filings::table
        .filter(filings::case_id.eq(case).and(filings::number.eq(number)))
        .select((
            filings::id,
            filings::kind,
            filings::raw_evidence,
            filings::granted,
            filings::author_id,
            filings::visibility,
        ))
        .first(db)
        .optional()?;
    found.ok_or_else(|| crate::not_found!("filing").into())
}

fn readers(db: &mut Db, filing: i64) -> Result<Vec<PersonId>, Error> {
    let readers = filing_readers::table.filter(filing_readers::filing_id.eq(filing));
    Ok(readers.select(filing_readers::person_id).load(db)?)
}

/// A justice rules on a motion, an order or an appointment; gives what the bench ruled by now.
pub fn rule(
    tx: &mut Tx,
    number: &str,
    actor: &By,
    filing: i64,
    granted: bool,
    reason: &str,
) -> Result<Option<bool>, Error> {
    let (facts, who) = enter(tx, number, actor, steps::Step::Rule)?;
    let found = ruled(tx.db, facts.case.id, filing)?;
    let readers = readers(tx.db, found.id)?;
    let (visibility, author, raw_evidence) = (found.visibility, found.author, found.raw_evidence);
    if !rules::may_see(Seal { visibility, author, readers: &readers, raw_evidence }, &who) {
        return Err(crate::not_found!("filing").into());
    }
    if !found.kind.is_ruled_on() {
        let detail = say!(
            "What was filed here is of the kind {kind}; the bench rules on motions, orders and appointments.",
            kind = found.kind.said()
        );
        return Err(Refusal::invalid(say!("Nothing to rule on"), detail).act("III.3").into());
    }
    let reason = members::rules::text("reason", reason, 1, 4000).map_err(|refusal| refusal.act("III.3"))?;
    say(tx, &facts, actor.person, filing, granted, &reason)
}

fn say(
    tx: &mut Tx,
    facts: &Facts,
    justice: PersonId,
    filing: i64,
    granted: bool,
    reason: &str,
) -> Result<Option<bool>, Error> {
    let found = ruled(tx.db, facts.case.id, filing)?;
    let mine = rulings::table.filter(rulings::filing_id.eq(found.id).and(rulings::justice_id.eq(justice)));
    diesel::delete(mine).execute(tx.db)?;
    diesel::insert_into(rulings::table)
        .values((
            rulings::filing_id.eq(found.id),
            rulings::justice_id.eq(justice),
            rulings::granted.eq(granted),
            rulings::reason.eq(reason),
            rulings::ruled_at.eq(tx.now),
        ))
        .execute(tx.db)?;
    let words: Vec<(PersonId, bool)> = rulings::table
        .filter(rulings::filing_id.eq(found.id))
        .order(rulings::id)
        .select((rulings::justice_id, rulings::granted))
        .load(tx.db)?;
    let words: Vec<Word> = words.into_iter().map(|(justice, granted)| Word { justice, granted }).collect();
    let result = rules::ruling(&words, &facts.bench(), facts.size(), found.raw_evidence);
    if result != found.granted {
        let ruled_at = result.map(|_| tx.now);
        diesel::update(filings::table.find(found.id))
            .set((filings::granted.eq(result), filings::ruled_at.eq(ruled_at)))
            .execute(tx.db)?;
        let told = json!({ "filing": filing, "kind": found.kind, "granted": result });
        tell(tx, facts, Some(justice), "case.ruled", told)?;
    }
    Ok(result)
}

/// The file of an exhibit.
#[derive(Debug)]
pub struct Exhibit {
    pub media: Media,
    /// Sealed, or for the Court alone: anybody who reads it is written down by [`seen`].
    pub is_written_down: bool,
    pub content: Vec<u8>,
    pub sha256: String,
}

/// An exhibit's file, for anybody who may see the filing; others are told that there is none.
pub fn exhibit(
    db: &mut Db,
    number: &str,
    actor: Option<&By>,
    filing: i64,
    now: NaiveDateTime,
) -> Result<Exhibit, Error> {
    let facts = super::facts(db, number)?;
    let who = facts.caller(actor)?;
    type Row = (i64, Option<PersonId>, Visibility, Option<Media>, Option<String>);
    let row: Option<Row> = filings::table
        .filter(filings::case_id.eq(facts.case.id).and(filings::number.eq(filing)))
        .select((filings::id, filings::author_id, filings::visibility, filings::media_type, filings::sha256))
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

/// Writes down who was given an exhibit that not everybody may see (Act I.9.9).
pub fn seen(tx: &mut Tx, number: &str, actor: &By, filing: i64) -> Result<(), Error> {
    let case = super::case(tx.db, number)?;
    let body = json!({ "filing": filing });
    audit::record(tx, Entry { actor: Some(actor.person), act: "exhibit.seen", subject: case.log_subject(), body })
}
