//! Drafts, votes and judgments.

use std::collections::HashMap;

use chrono::NaiveDateTime;
use diesel::prelude::*;

use super::super::rules::verdict::{Disposition, Outcome};
use super::super::{CaseId, JudgmentId};
use super::Case;
use crate::conduct::decisions::DecisionId;
use crate::db::{
    Db, Tx,
    schema::{cases, drafts, judgments, votes},
};
use crate::error::Error;
use crate::id::PersonId;

pub fn add_draft(tx: &mut Tx, case: &Case, author: PersonId, disposition: &Disposition) -> Result<i64, Error> {
    Ok(diesel::insert_into(drafts::table)
        .values((
            drafts::case_id.eq(case.id),
            drafts::stage.eq(case.stage()),
            drafts::drafted_by.eq(author),
            drafts::drafted_at.eq(tx.now),
            drafts::disposition.eq(serde_json::to_string(disposition)?),
        ))
        .returning(drafts::id)
        .get_result(tx.db)?)
}

/// All drafts before the bench.
pub fn drafts(db: &mut Db, case: &Case) -> Result<Vec<(i64, Disposition)>, Error> {
    let written: Vec<(i64, String)> = drafts::table
        .filter(drafts::case_id.eq(case.id).and(drafts::stage.eq(case.stage())))
        .order(drafts::id)
        .select((drafts::id, drafts::disposition))
        .load(db)?;
    written.into_iter().map(|(draft, text)| Ok((draft, serde_json::from_str(&text)?))).collect()
}

/// Who wrote a draft that is before the bench; `None` if there is none.
pub fn author_of(db: &mut Db, case: &Case, draft: i64) -> Result<Option<PersonId>, Error> {
    let there = drafts::table.find(draft).filter(drafts::case_id.eq(case.id).and(drafts::stage.eq(case.stage())));
    Ok(there.select(drafts::drafted_by).first(db).optional()?)
}

/// Throws a draft away, and with it the votes for it.
pub fn drop_draft(tx: &mut Tx, draft: i64) -> Result<(), Error> {
    diesel::delete(votes::table.filter(votes::draft_id.eq(draft))).execute(tx.db)?;
    diesel::delete(drafts::table.find(draft)).execute(tx.db)?;
    Ok(())
}

/// Whether anybody but this justice has voted on the bench, in whichever round.
pub fn have_others_voted(db: &mut Db, case: &Case, justice: PersonId) -> Result<bool, Error> {
    let others: i64 = votes::table
        .filter(votes::case_id.eq(case.id).and(votes::stage.eq(case.stage())).and(votes::voted_by.ne(justice)))
        .count()
        .get_result(db)?;
    Ok(others > 0)
}

/// A justice's vote in this round, in the place of an earlier one.
pub fn cast(tx: &mut Tx, case: &Case, justice: PersonId, draft: i64) -> Result<(), Error> {
    let (stage, round) = (case.stage(), case.round);
    let in_round = votes::case_id.eq(case.id).and(votes::stage.eq(stage)).and(votes::round.eq(round));
    diesel::delete(votes::table.filter(in_round.and(votes::voted_by.eq(justice)))).execute(tx.db)?;
    diesel::insert_into(votes::table)
        .values((
            votes::case_id.eq(case.id),
            votes::stage.eq(stage),
            votes::round.eq(round),
            votes::voted_by.eq(justice),
            votes::draft_id.eq(draft),
            votes::voted_at.eq(tx.now),
        ))
        .execute(tx.db)?;
    Ok(())
}

/// What each justice voted for in this round.
pub fn votes(db: &mut Db, case: &Case) -> Result<Vec<(PersonId, Disposition)>, Error> {
    let cast: Vec<(PersonId, String)> = votes::table
        .inner_join(drafts::table.on(drafts::id.eq(votes::draft_id)))
        .filter(votes::case_id.eq(case.id).and(votes::stage.eq(case.stage())).and(votes::round.eq(case.round)))
        .order(votes::id)
        .select((votes::voted_by, drafts::disposition))
        .load(db)?;
    cast.into_iter().map(|(justice, text)| Ok((justice, serde_json::from_str(&text)?))).collect()
}

/// A judgment as it is made; of a divided Court it decides nothing and nobody made it.
#[derive(Default)]
pub struct NewJudgment<'a> {
    pub disposition: Option<&'a Disposition>,
    pub majority: &'a [PersonId],
    pub opinion_due_at: Option<NaiveDateTime>,
    pub remand_due_at: Option<NaiveDateTime>,
}

pub fn add_judgment(tx: &mut Tx, case: &Case, made: &NewJudgment) -> Result<JudgmentId, Error> {
    Ok(diesel::insert_into(judgments::table)
        .values((
            judgments::case_id.eq(case.id),
            judgments::stage.eq(case.stage()),
            judgments::round.eq(case.round),
            judgments::decided_at.eq(tx.now),
            judgments::disposition.eq(made.disposition.map(serde_json::to_string).transpose()?),
            judgments::majority.eq(serde_json::to_string(made.majority)?),
            judgments::opinion_due_at.eq(made.opinion_due_at),
            judgments::remand_due_at.eq(made.remand_due_at),
        ))
        .returning(judgments::id)
        .get_result(tx.db)?)
}

/// By which case the Court made the ban of a decision shorter or longer, and which of them, by the decision (Act II.9.3).
pub fn terms_set(db: &mut Db, of: &[DecisionId]) -> Result<HashMap<DecisionId, (String, Outcome)>, Error> {
    let of: Vec<i64> = of.iter().map(|decision| decision.0).collect();
    let about: Vec<(CaseId, String, Option<DecisionId>)> = cases::table
        .filter(cases::decision_id.eq_any(of))
        .select((cases::id, cases::number, cases::decision_id))
        .load(db)?;
    let ids: Vec<i64> = about.iter().map(|(case, ..)| case.0).collect();
    let judged: Vec<(CaseId, Option<String>)> = judgments::table
        .filter(judgments::case_id.eq_any(ids))
        .order(judgments::id)
        .select((judgments::case_id, judgments::disposition))
        .load(db)?;
    let mut set: HashMap<DecisionId, (String, Outcome)> = HashMap::new();
    for (case, disposition) in judged {
        let Some((_, number, Some(decision))) = about.iter().find(|(one, ..)| *one == case) else { continue };
        // Where the whole Court was divided, the panel's judgment stands (T33).
        let Some(disposition) = disposition else { continue };
        let outcome = serde_json::from_str::<Disposition>(&disposition)?.outcome;
        if matches!(outcome, Outcome::Shorten | Outcome::Lengthen) {
            set.insert(*decision, (number.clone(), outcome));
        } else if set.get(decision).is_some_and(|(by, _)| by == number) {
            // The whole Court judged the same case again (T34).
            set.remove(decision);
        }
    }
    Ok(set)
}
