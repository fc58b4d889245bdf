//! The days of a case: when its steps were taken, by the act log.

use chrono::NaiveDateTime;
use diesel::prelude::*;

use super::Case;
use crate::audit::Word;
use crate::db::{Db, schema::acts};
use crate::error::Error;

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
