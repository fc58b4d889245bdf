//! Drafts of petitions. Only their author can read them; they are neither logged nor announced.

use chrono::NaiveDateTime;
use diesel::prelude::*;

use super::super::actions::Petition;
use super::super::rules::petition as rules;
use super::super::{Ground, Subject};
use crate::db::{Db, Tx, schema::petition_drafts};
use crate::error::Error;
use crate::id::PersonId;

crate::id!(
    /// A petition that is being written.
    DraftId
);

/// A petition that is being written.
#[derive(Clone, Debug, Queryable)]
pub struct Draft {
    pub id: DraftId,
    pub author: PersonId,
    pub subject: Subject,
    pub subject_id: Option<i64>,
    pub ground: Option<Ground>,
    pub title: String,
    pub grounds: String,
    pub saved_at: NaiveDateTime,
}

impl Draft {
    fn says(&self, petition: &Petition) -> bool {
        (self.subject, self.subject_id, self.ground) == (petition.subject, petition.subject_id, petition.ground)
            && self.title == petition.title
            && self.grounds == petition.grounds
    }
}

/// One's own drafts, the last saved first.
pub fn of(db: &mut Db, author: PersonId) -> Result<Vec<Draft>, Error> {
    let own = petition_drafts::table.filter(petition_drafts::saved_by.eq(author));
    Ok(own.order((petition_drafts::saved_at.desc(), petition_drafts::id.desc())).load(db)?)
}

/// One's own draft; anybody else's is not found.
pub fn one(db: &mut Db, author: PersonId, id: DraftId) -> Result<Draft, Error> {
    let own = petition_drafts::table.find(id).filter(petition_drafts::saved_by.eq(author));
    own.first(db).optional()?.ok_or_else(|| crate::not_found!("draft").into())
}

/// Saves a draft: into the one that it continues, or into an identical one.
pub fn save(tx: &mut Tx, author: PersonId, before: Option<DraftId>, petition: &Petition) -> Result<DraftId, Error> {
    rules::draft(&petition.title, &petition.grounds)?;
    let own = of(tx.db, author)?;
    let goes_on = match before {
        Some(id) => Some(one(tx.db, author, id)?),
        None => own.iter().find(|draft| draft.says(petition)).cloned(),
    };
    let written = (
        petition_drafts::saved_by.eq(author),
        petition_drafts::subject.eq(petition.subject),
        petition_drafts::subject_id.eq(petition.subject_id),
        petition_drafts::ground.eq(petition.ground),
        petition_drafts::title.eq(&petition.title),
        petition_drafts::grounds.eq(&petition.grounds),
        petition_drafts::saved_at.eq(tx.now),
    );
    if let Some(draft) = goes_on {
        diesel::update(petition_drafts::table.find(draft.id)).set(written).execute(tx.db)?;
        return Ok(draft.id);
    }
    rules::another_draft(own.len())?;
    Ok(diesel::insert_into(petition_drafts::table).values(written).returning(petition_drafts::id).get_result(tx.db)?)
}

/// Throws one's own draft away.
pub fn discard(tx: &mut Tx, author: PersonId, id: DraftId) -> Result<(), Error> {
    let own = petition_drafts::table.find(id).filter(petition_drafts::saved_by.eq(author));
    diesel::delete(own).execute(tx.db)?;
    Ok(())
}
