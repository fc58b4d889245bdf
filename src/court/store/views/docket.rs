//! A docket as the caller may see it.

use std::collections::HashMap;

use chrono::NaiveDateTime;
use diesel::prelude::*;
use serde::Serialize;

use super::super::super::exhibits::Media;
use super::super::super::rules::Participant;
use super::super::super::rules::bench::Seat;
use super::super::super::rules::docket::{Seal, may_see};
use super::super::super::{CaseId, FilingKind, Stage, Visibility};
use super::SeatView;
use crate::db::{
    Db, Kept,
    schema::{filing_readers, filings, rulings},
};
use crate::error::Error;
use crate::http::instant;
use crate::id::PersonId;

/// A filing, or that there is one.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(untagged)]
pub enum FilingView {
    Seen(Box<Seen>),
    Withheld(Withheld),
}

/// What a docket says of a filing that the caller may not see.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Withheld {
    pub number: i64,
    /// Who may see it: `sealed` is for those named.
    pub withheld: Visibility,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Seen {
    pub number: i64,
    pub kind: FilingKind,
    /// Null if the service or the Court as a whole gives notice.
    pub author: Option<PersonId>,
    #[serde(serialize_with = "instant::utc")]
    pub filed_at: NaiveDateTime,
    #[schema(value_type = String)]
    pub title: Kept,
    #[schema(value_type = String)]
    pub text: Kept,
    pub visibility: Visibility,
    /// Whom a sealed filing names.
    pub readers: Vec<PersonId>,
    /// Whom an appointment appoints.
    pub witness: Option<PersonId>,
    /// An order for raw evidence of an online game, for those whom it names (Act I.9.9).
    pub raw_evidence: bool,
    pub exhibit: Option<ExhibitView>,
    /// The bench that a notice tells of.
    pub bench: Vec<SeatView>,
    /// What the bench ruled, where it rules on such a filing and has.
    pub granted: Option<bool>,
    #[serde(serialize_with = "instant::utc_if_any")]
    pub ruled_at: Option<NaiveDateTime>,
    pub rulings: Vec<RulingView>,
}

/// The stored file of an exhibit.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ExhibitView {
    pub media_type: Media,
    pub bytes: i64,
    /// Hexadecimal.
    pub sha256: String,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct RulingView {
    pub justice: PersonId,
    pub granted: bool,
    pub reason: String,
}

impl FilingView {
    pub(super) fn people(&self) -> Vec<PersonId> {
        let FilingView::Seen(seen) = self else { return Vec::new() };
        let named = seen.author.into_iter().chain(seen.witness).chain(seen.readers.iter().copied());
        let ruled = seen.rulings.iter().map(|ruling| ruling.justice);
        named.chain(ruled).chain(seen.bench.iter().map(|seat| seat.justice)).collect()
    }

    /// The same of a filing that everybody sees.
    pub(super) fn publicly_named(&self) -> Vec<PersonId> {
        let FilingView::Seen(seen) = self else { return Vec::new() };
        if seen.visibility != Visibility::Public {
            return Vec::new();
        }
        seen.author.into_iter().chain(seen.witness).chain(seen.readers.iter().copied()).collect()
    }

    /// Whom it names besides justices as such.
    pub(super) fn people_mut(&mut self) -> Vec<&mut PersonId> {
        let FilingView::Seen(seen) = self else { return Vec::new() };
        let Seen { author, witness, readers, .. } = &mut **seen;
        author.iter_mut().chain(witness).chain(readers).collect()
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = filings)]
struct Row {
    id: i64,
    number: i64,
    kind: FilingKind,
    #[diesel(column_name = filed_by)]
    author: Option<PersonId>,
    filed_at: NaiveDateTime,
    title: Kept,
    text: Kept,
    visibility: Visibility,
    #[diesel(column_name = witness_id)]
    witness: Option<PersonId>,
    raw_evidence: bool,
    granted: Option<bool>,
    ruled_at: Option<NaiveDateTime>,
    media_type: Option<Media>,
    bytes: Option<i64>,
    sha256: Option<String>,
    bench: Option<String>,
}

/// All filings of a case in order, in three queries; those withheld from the caller by number only.
pub(super) fn docket(db: &mut Db, case: CaseId, who: &Participant) -> Result<Vec<FilingView>, Error> {
    let rows: Vec<Row> =
        filings::table.filter(filings::case_id.eq(case)).order(filings::number).select(Row::as_select()).load(db)?;
    let of_case = filings::table.filter(filings::case_id.eq(case)).select(filings::id);
    let named: Vec<(i64, PersonId)> = filing_readers::table
        .filter(filing_readers::filing_id.eq_any(of_case))
        .order(filing_readers::id)
        .select((filing_readers::filing_id, filing_readers::person_id))
        .load(db)?;
    let said: Vec<(i64, PersonId, bool, String)> = rulings::table
        .filter(rulings::filing_id.eq_any(of_case))
        .order(rulings::id)
        .select((rulings::filing_id, rulings::ruled_by, rulings::granted, rulings::reason))
        .load(db)?;
    let mut readers: HashMap<i64, Vec<PersonId>> = HashMap::new();
    for (filing, person) in named {
        readers.entry(filing).or_default().push(person);
    }
    let mut rulings: HashMap<i64, Vec<RulingView>> = HashMap::new();
    for (filing, justice, granted, reason) in said {
        rulings.entry(filing).or_default().push(RulingView { justice, granted, reason });
    }
    let view = |row: Row| {
        let readers = readers.remove(&row.id).unwrap_or_default();
        let Row { visibility, author, raw_evidence, .. } = row;
        if !may_see(Seal { visibility, author, readers: &readers, raw_evidence }, who) {
            return Ok(FilingView::Withheld(Withheld { number: row.number, withheld: row.visibility }));
        }
        let exhibit = match (row.media_type, row.bytes, row.sha256) {
            (Some(media_type), Some(bytes), Some(sha256)) => Some(ExhibitView { media_type, bytes, sha256 }),
            _ => None,
        };
        let bench: Vec<Seat> = row.bench.as_deref().map(serde_json::from_str).transpose()?.unwrap_or_default();
        let bench =
            bench.into_iter().map(|seat| SeatView { justice: seat.person, stage: Stage::Panel, waived: seat.waived });
        Ok(FilingView::Seen(Box::new(Seen {
            number: row.number,
            kind: row.kind,
            author: row.author,
            filed_at: row.filed_at,
            title: row.title,
            text: row.text,
            visibility: row.visibility,
            readers,
            witness: row.witness,
            raw_evidence,
            exhibit,
            granted: row.granted,
            ruled_at: row.ruled_at,
            bench: bench.collect(),
            rulings: rulings.remove(&row.id).unwrap_or_default(),
        })))
    };
    rows.into_iter().map(view).collect()
}
