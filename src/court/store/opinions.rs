//! Opinions: naming an author, writing, joining (Act III.3.10).

use chrono::NaiveDateTime;
use diesel::prelude::*;
use rookery_messages::say;
use serde_json::json;

use super::super::rules::Step;
use super::super::rules::opinion as rules;
use super::super::{OpinionKind, State};
use super::{By, Facts, Judgment, advance, docket, enter, proclaim, tell};
use crate::db::{
    Db, Tx,
    schema::{cases, judgments, opinion_joins, opinions},
};
use crate::error::{Error, Refusal};
use crate::id::PersonId;
use crate::members;

/// An opinion as the public reads it.
pub struct Published {
    pub id: i64,
    pub case: String,
    pub title: String,
    pub kind: OpinionKind,
    pub author: PersonId,
    pub text: String,
    pub published_at: NaiveDateTime,
}

/// Opinions, newest first, from before a cursor on.
pub fn published(db: &mut Db, before: Option<i64>, limit: i64) -> Result<Vec<Published>, Error> {
    type Row = (i64, String, String, OpinionKind, PersonId, String, NaiveDateTime);
    let rows: Vec<Row> = opinions::table
        .inner_join(judgments::table.on(judgments::id.eq(opinions::judgment_id)))
        .inner_join(cases::table.on(cases::id.eq(judgments::case_id)))
        .filter(opinions::id.lt(before.unwrap_or(i64::MAX)))
        .order(opinions::id.desc())
        .limit(limit)
        .select((
            opinions::id,
            cases::number,
            cases::title,
            opinions::kind,
            opinions::author_id,
            opinions::text,
            opinions::published_at,
        ))
        .load(db)?;
    let read = |(id, case, title, kind, author, text, published_at): Row| Published {
        id,
        case,
        title,
        kind,
        author,
        text,
        published_at,
    };
    Ok(rows.into_iter().map(read).collect())
}

/// The judgment that is written about.
fn judgment(facts: &Facts) -> Result<&Judgment, Error> {
    facts.judgment_in_force().ok_or_else(|| Error::Internal(format!("{} has no judgment", facts.case.number)))
}

/// The Chief Justice, of the majority, names who writes for it.
pub fn name_author(tx: &mut Tx, number: &str, actor: &By, author: PersonId) -> Result<(), Error> {
    let (facts, who) = enter(tx, number, actor, Step::NameAuthor)?;
    let judgment = judgment(&facts)?;
    rules::name_author(&who, author, &judgment.majority()?)?;
    diesel::update(judgments::table.find(judgment.id)).set(judgments::author_id.eq(author)).execute(tx.db)?;
    tell(tx, &facts, Some(actor.person), "case.author_named", json!({ "author": author }))
}

/// Publishes the Court's opinion, a concurrence or a dissent; gives its id.
pub fn write(tx: &mut Tx, number: &str, actor: &By, kind: OpinionKind, text: &str) -> Result<i64, Error> {
    let step = if kind == OpinionKind::Majority { Step::Publish } else { Step::WriteSeparately };
    let (facts, who) = enter(tx, number, actor, step)?;
    let text = rules::text(text)?;
    let judgment = judgment(&facts)?;
    match kind {
        OpinionKind::Majority => {
            let name = members::store::naming(tx.db, &facts.justices)?;
            rules::publish(&who, named(&facts, judgment), &name)?;
        }
        _ => rules::side(&who, kind)?,
    }
    let again: i64 = opinions::table
        .filter(opinions::judgment_id.eq(judgment.id).and(opinions::author_id.eq(actor.person)))
        .filter(opinions::kind.eq(kind))
        .count()
        .get_result(tx.db)?;
    if again > 0 {
        let detail = match kind {
            OpinionKind::Majority => {
                say!("All can read your opinion (majority) by now. It stays as it is.")
            }
            OpinionKind::Concurrence => {
                say!("All can read your opinion (concurrence) by now. It stays as it is.")
            }
            OpinionKind::Dissent => {
                say!("All can read your opinion (dissent) by now. It stays as it is.")
            }
        };
        return Err(Refusal::conflict(say!("Published already"), detail).act("III.3.10").into());
    }
    let id: i64 = diesel::insert_into(opinions::table)
        .values((
            opinions::judgment_id.eq(judgment.id),
            opinions::kind.eq(kind),
            opinions::author_id.eq(actor.person),
            opinions::text.eq(&text),
            opinions::published_at.eq(tx.now),
        ))
        .returning(opinions::id)
        .get_result(tx.db)?;
    if kind == OpinionKind::Majority {
        let published = judgments::published_at.eq(tx.now);
        diesel::update(judgments::table.find(judgment.id)).set(published).execute(tx.db)?;
        let next = advance(tx, &facts.case, step, &facts.course())?;
        let title = if next == State::Final {
            "The opinion is published; the case is final"
        } else {
            "The opinion is published"
        };
        docket::notice(tx, &facts.case, Some(actor.person), title, "See the judgment.")?;
    }
    let told = json!({ "opinion": id, "kind": kind, "author": actor.person });
    proclaim(tx, &facts, Some(actor.person), "case.opinion_published", told)?;
    Ok(id)
}

/// The one who was named to write, as long as that one still is a justice.
fn named(facts: &Facts, judgment: &Judgment) -> Option<PersonId> {
    judgment.author.filter(|author| facts.justices.contains(author))
}

/// A justice who took part joins another's opinion on the last judgment.
pub fn join(tx: &mut Tx, number: &str, actor: &By, opinion: i64) -> Result<(), Error> {
    let (facts, who) = enter(tx, number, actor, Step::Join)?;
    let judgment = judgment(&facts)?;
    let (kind, author) = side_of(tx, judgment, opinion)?;
    let joined: Vec<PersonId> = opinion_joins::table
        .filter(opinion_joins::opinion_id.eq(opinion))
        .select(opinion_joins::justice_id)
        .load(tx.db)?;
    rules::join(&who, kind, author, &joined)?;
    diesel::insert_into(opinion_joins::table)
        .values((
            opinion_joins::opinion_id.eq(opinion),
            opinion_joins::justice_id.eq(actor.person),
            opinion_joins::joined_at.eq(tx.now),
        ))
        .execute(tx.db)?;
    tell(tx, &facts, Some(actor.person), "case.opinion_joined", json!({ "opinion": opinion }))
}

fn side_of(tx: &mut Tx, judgment: &Judgment, opinion: i64) -> Result<(OpinionKind, PersonId), Error> {
    let found: Option<(OpinionKind, PersonId)> = opinions::table
        .filter(opinions::id.eq(opinion).and(opinions::judgment_id.eq(judgment.id)))
        .select((opinions::kind, opinions::author_id))
        .first(tx.db)
        .optional()?;
    found.ok_or_else(|| crate::not_found!("opinion").into())
}
