//! Opinions (Act III.3.10).

use chrono::NaiveDateTime;
use diesel::prelude::*;

use super::super::{JudgmentId, OpinionKind, Subject};
use crate::db::{
    Db, Tx,
    schema::{cases, judgments, opinion_joins, opinions},
};
use crate::error::Error;
use crate::id::PersonId;

/// An opinion as the public reads it.
pub struct Published {
    pub id: i64,
    pub case: String,
    /// The petitioner's words for the case; empty where the reader is not to see them.
    pub title: String,
    pub subject: Subject,
    /// Who petitioned, and whom the case concerns.
    parties: [Option<PersonId>; 2],
    pub kind: OpinionKind,
    pub author: PersonId,
    pub text: String,
    pub published_at: NaiveDateTime,
}

impl Published {
    /// Leaves out the petitioner's words where the page of the case does, for who reads of cases without names.
    pub fn cover(&mut self, reader: Option<PersonId>) {
        let is_party = reader.is_some() && self.parties.contains(&reader);
        if self.subject != Subject::Question && !is_party {
            self.title.clear();
        }
    }
}

/// Opinions, newest first, from before a cursor on.
pub fn published(db: &mut Db, before: Option<i64>, limit: i64) -> Result<Vec<Published>, Error> {
    type About = (String, String, Subject, PersonId, Option<PersonId>);
    type Row = (i64, About, OpinionKind, PersonId, String, NaiveDateTime);
    let rows: Vec<Row> = opinions::table
        .inner_join(judgments::table.on(judgments::id.eq(opinions::judgment_id)))
        .inner_join(cases::table.on(cases::id.eq(judgments::case_id)))
        .filter(opinions::id.lt(before.unwrap_or(i64::MAX)))
        .order(opinions::id.desc())
        .limit(limit)
        .select((
            opinions::id,
            (cases::number, cases::title, cases::subject, cases::filed_by, cases::concerned_id),
            opinions::kind,
            opinions::written_by,
            opinions::text,
            opinions::published_at,
        ))
        .load(db)?;
    let read = |(id, (case, title, subject, petitioner, concerned), kind, author, text, published_at): Row| Published {
        id,
        case,
        title,
        subject,
        parties: [Some(petitioner), concerned],
        kind,
        author,
        text,
        published_at,
    };
    Ok(rows.into_iter().map(read).collect())
}

/// Names who writes for the majority.
pub fn set_author(tx: &mut Tx, judgment: JudgmentId, author: PersonId) -> Result<(), Error> {
    diesel::update(judgments::table.find(judgment)).set(judgments::written_by.eq(author)).execute(tx.db)?;
    Ok(())
}

/// The Court's opinion on a judgment is there.
pub fn set_published(tx: &mut Tx, judgment: JudgmentId) -> Result<(), Error> {
    diesel::update(judgments::table.find(judgment)).set(judgments::published_at.eq(tx.now)).execute(tx.db)?;
    Ok(())
}

/// Whether somebody has written an opinion of this kind on a judgment.
pub fn has_written(db: &mut Db, judgment: JudgmentId, author: PersonId, kind: OpinionKind) -> Result<bool, Error> {
    let of_author = opinions::judgment_id.eq(judgment).and(opinions::written_by.eq(author));
    let written: i64 = opinions::table.filter(of_author.and(opinions::kind.eq(kind))).count().get_result(db)?;
    Ok(written > 0)
}

pub fn add(tx: &mut Tx, judgment: JudgmentId, author: PersonId, kind: OpinionKind, text: &str) -> Result<i64, Error> {
    Ok(diesel::insert_into(opinions::table)
        .values((
            opinions::judgment_id.eq(judgment),
            opinions::kind.eq(kind),
            opinions::written_by.eq(author),
            opinions::text.eq(text),
            opinions::published_at.eq(tx.now),
        ))
        .returning(opinions::id)
        .get_result(tx.db)?)
}

/// The kind and the author of an opinion on a judgment.
pub fn side_of(db: &mut Db, judgment: JudgmentId, opinion: i64) -> Result<(OpinionKind, PersonId), Error> {
    let found: Option<(OpinionKind, PersonId)> = opinions::table
        .filter(opinions::id.eq(opinion).and(opinions::judgment_id.eq(judgment)))
        .select((opinions::kind, opinions::written_by))
        .first(db)
        .optional()?;
    found.ok_or_else(|| crate::not_found!("opinion").into())
}

/// Who has joined an opinion.
pub fn joined(db: &mut Db, opinion: i64) -> Result<Vec<PersonId>, Error> {
    let joined = opinion_joins::table.filter(opinion_joins::opinion_id.eq(opinion));
    Ok(joined.select(opinion_joins::joined_by).load(db)?)
}

pub fn add_join(tx: &mut Tx, opinion: i64, justice: PersonId) -> Result<(), Error> {
    diesel::insert_into(opinion_joins::table)
        .values((
            opinion_joins::opinion_id.eq(opinion),
            opinion_joins::joined_by.eq(justice),
            opinion_joins::joined_at.eq(tx.now),
        ))
        .execute(tx.db)?;
    Ok(())
}
