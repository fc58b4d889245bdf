//! The days of a case: when its steps were taken, by the act log, and when somebody first spoke in it.

use chrono::NaiveDateTime;
use diesel::prelude::*;

use super::super::FilingKind;
use super::Case;
use crate::audit::Word;
use crate::db::{
    Db,
    schema::{acts, filings},
};
use crate::error::Error;
use crate::id::PersonId;

/// Some of the steps that were taken in a case, with their times, oldest first.
pub fn taken(db: &mut Db, case: &Case, steps: &[Word]) -> Result<Vec<(Word, NaiveDateTime)>, Error> {
    let entries: Vec<(String, NaiveDateTime)> = acts::table
        .filter(acts::subject.eq(case.log_subject()))
        .order(acts::id)
        .select((acts::act, acts::at))
        .load(db)?;
    let step = |(act, at): (String, NaiveDateTime)| Some((Word::of(&act).filter(|word| steps.contains(word))?, at));
    Ok(entries.into_iter().filter_map(step).collect())
}

/// When one of these people first filed something on a docket; anybody, where nobody is named.
pub fn first_word(db: &mut Db, case: &Case, people: &[PersonId]) -> Result<Option<NaiveDateTime>, Error> {
    let said: Vec<(Option<PersonId>, NaiveDateTime)> = filings::table
        .filter(filings::case_id.eq(case.id).and(filings::kind.ne(FilingKind::Notice)))
        .order(filings::id)
        .select((filings::filed_by, filings::filed_at))
        .load(db)?;
    let is_theirs = |by: Option<PersonId>| people.is_empty() || by.is_some_and(|by| people.contains(&by));
    Ok(said.into_iter().find(|(by, _)| is_theirs(*by)).map(|(_, at)| at))
}
