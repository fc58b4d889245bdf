//! What the Court has said Acts mean (Act III.3.1): written by the Court, shown beside the Acts.

use chrono::{NaiveDateTime, NaiveTime};
use diesel::prelude::*;
use rookery_messages::Message;
use serde::Serialize;

use crate::auth::Viewpoint;
use crate::db::{Db, Kept, Tx, schema::interpretations};
use crate::error::{Act, Error};
use crate::http::instant;

crate::id!(
    /// What a judgment says that Acts mean.
    InterpretationId
);

/// What a judgment says that Acts mean.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
pub struct Interpretation {
    pub id: InterpretationId,
    /// The number of the case: `2026-C-014`; not told to people from outside.
    pub case: Option<String>,
    #[schema(value_type = Vec<String>)]
    pub acts: Vec<Act>,
    pub text: String,
    #[serde(serialize_with = "instant::utc")]
    pub published_at: NaiveDateTime,
    /// Since when it no longer holds, if so, and why.
    #[serde(serialize_with = "instant::utc_if_any")]
    pub withdrawn_at: Option<NaiveDateTime>,
    #[schema(value_type = Option<String>)]
    pub withdrawn_reason: Option<Kept>,
}

/// Puts an interpretation beside the Acts that it is about, from this instant on.
pub fn add_interpretation(tx: &mut Tx, case: &str, acts: &[Act], text: &str) -> Result<InterpretationId, Error> {
    Ok(diesel::insert_into(interpretations::table)
        .values((
            interpretations::case_number.eq(case),
            interpretations::acts.eq(serde_json::to_string(acts)?),
            interpretations::text.eq(text),
            interpretations::published_at.eq(tx.now),
        ))
        .returning(interpretations::id)
        .get_result::<i64>(tx.db)
        .map(InterpretationId)?)
}

/// Withdraws what a case's judgment said, for a reason that members read; returns how many still held.
pub fn withdraw_interpretations(tx: &mut Tx, case: &str, reason: Message) -> Result<usize, Error> {
    let now = tx.now;
    let standing = interpretations::case_number.eq(case).and(interpretations::withdrawn_at.is_null());
    Ok(diesel::update(interpretations::table.filter(standing))
        .set((interpretations::withdrawn_at.eq(now), interpretations::withdrawn_reason.eq(Kept::of(reason))))
        .execute(tx.db)?)
}

/// Everything that the Court has said of Acts as a reader may read it, the newest first: people from outside read what
/// holds, with its day, and nothing that leads to a case.
pub fn interpretations_for(db: &mut Db, reader: Viewpoint) -> Result<Vec<Interpretation>, Error> {
    let mut said = interpretations(db)?;
    if !reader.reads_the_club() {
        said.retain(|said| said.withdrawn_at.is_none());
        for said in &mut said {
            said.case = None;
            said.published_at = said.published_at.date().and_time(NaiveTime::MIN);
        }
    }
    Ok(said)
}

/// Everything that the Court has said of Acts, the newest first.
pub fn interpretations(db: &mut Db) -> Result<Vec<Interpretation>, Error> {
    type Row = (InterpretationId, String, String, String, NaiveDateTime, Option<NaiveDateTime>, Option<Kept>);
    let rows: Vec<Row> = interpretations::table.order(interpretations::id.desc()).load(db)?;
    let read = |(id, case, acts, text, published_at, withdrawn_at, withdrawn_reason): Row| {
        let acts = serde_json::from_str(&acts)?;
        Ok(Interpretation { id, case: Some(case), acts, text, published_at, withdrawn_at, withdrawn_reason })
    };
    rows.into_iter().map(read).collect()
}
