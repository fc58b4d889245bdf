//! Opinions: naming an author, writing, joining (Act III.3.10).

use rookery_messages::say;
use serde::Deserialize;
use serde_json::json;

use super::super::rules::Step;
use super::super::rules::opinion as rules;
use super::super::store::{self, Facts, Judgment, docket, opinions};
use super::super::{OpinionKind, State};
use super::Numbered;
use crate::action::{Action, By, Deed};
use crate::audit::Word;
use crate::db::Tx;
use crate::error::Error;
use crate::id::PersonId;
use crate::members;

/// The judgment that is written about.
fn judgment(facts: &Facts) -> Result<&Judgment, Error> {
    facts.judgment_in_force().ok_or_else(|| Error::Internal(format!("{} has no judgment", facts.case.number)))
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Author {
    /// One of the majority.
    #[schema(value_type = i64)]
    pub justice: PersonId,
}

/// The Chief Justice, of the majority, names who writes for it.
pub struct NameAuthor(pub String, pub Author);

impl Action for NameAuthor {
    type Done = Numbered;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Numbered>, Error> {
        let NameAuthor(number, Author { justice: author }) = self;
        let (facts, who) = store::enter(tx, number, by.somebody()?, Step::NameAuthor)?;
        let judgment = judgment(&facts)?;
        rules::name_author(&who, *author, &judgment.majority()?)?;
        opinions::set_author(tx, judgment.id, *author)?;
        Ok(facts.told(by, Word::CaseAuthorNamed, json!({ "author": author })).done(facts.stands(facts.case.state)))
    }
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Opinion {
    pub kind: OpinionKind,
    /// 16 to 50,000 characters.
    pub text: String,
}

/// Publishes the Court's opinion, a concurrence or a dissent.
pub struct PublishOpinion(pub String, pub Opinion);

impl Action for PublishOpinion {
    /// The opinion's id.
    type Done = i64;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<i64>, Error> {
        let (PublishOpinion(number, Opinion { kind, text }), me) = (self, by.somebody()?);
        let is_majority = *kind == OpinionKind::Majority;
        let step = if is_majority { Step::Publish } else { Step::WriteSeparately };
        let (facts, who) = store::enter(tx, number, me, step)?;
        let (text, judgment) = (rules::text(text)?, judgment(&facts)?);
        if is_majority {
            // Who was named writes, as long as that one still is a justice.
            let named = judgment.author.filter(|author| facts.justices.contains(author));
            rules::publish(&who, named, &members::store::naming(tx.db, &facts.justices)?)?;
        } else {
            rules::side(&who, *kind)?;
        }
        rules::is_new(*kind, opinions::has_written(tx.db, judgment.id, me.person, *kind)?)?;
        let id = opinions::add(tx, judgment.id, me.person, *kind, &text)?;
        if is_majority {
            opinions::set_published(tx, judgment.id)?;
            let title = match store::advance(tx, &facts.case, step, &facts.course())? {
                State::Final => say!("The opinion is published; the case is final"),
                _ => say!("The opinion is published"),
            };
            docket::notice(tx, &facts.case, by.person(), title, say!("See the judgment."))?;
        }
        let body = json!({ "opinion": id, "kind": kind, "author": me.person });
        Ok(facts.proclaimed(tx, by, Word::CaseOpinionPublished, body)?.done(id))
    }
}

/// A justice who took part joins another's opinion on the last judgment.
pub struct JoinOpinion(pub String, pub i64);

impl Action for JoinOpinion {
    type Done = Numbered;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Numbered>, Error> {
        let (JoinOpinion(number, opinion), me) = (self, by.somebody()?);
        let (facts, who) = store::enter(tx, number, me, Step::Join)?;
        let (kind, author) = opinions::side_of(tx.db, judgment(&facts)?.id, *opinion)?;
        rules::join(&who, kind, author, &opinions::joined(tx.db, *opinion)?)?;
        opinions::add_join(tx, *opinion, me.person)?;
        Ok(facts.told(by, Word::CaseOpinionJoined, json!({ "opinion": opinion })).done(facts.stands(facts.case.state)))
    }
}
