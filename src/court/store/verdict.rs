//! Drafts, votes and their count: the transaction in which a judgment is made and carried out.

use diesel::prelude::*;
use rookery_messages::say;
use serde::Serialize;
use serde_json::json;

use super::super::rules::verdict::{self as rules, Contested, Count, Disposition};
use super::super::rules::{Course, Step};
use super::super::{JudgmentId, Stage, State};
use super::{By, Facts, advance, effects, enter, proclaim, tell};
use crate::conduct::decisions::BanTerm;
use crate::db::{
    Tx,
    schema::{cases, drafts, judgments, votes},
};
use crate::error::{Error, Refusal};
use crate::id::PersonId;
use crate::ratings::tried::{Moved, tried};
use crate::rulebook;
use crate::sessions::calendar::{deadline, last_instant};

/// What the judgment is about.
fn contested(tx: &mut Tx, facts: &Facts) -> Result<Contested, Error> {
    let zone = rulebook::in_force(tx.db, tx.now)?.time_zone;
    let term: Option<BanTerm> = facts.case.ban_term.as_deref().map(serde_json::from_str).transpose()?;
    let ban = term.map(|term| match term {
        BanTerm::Through { day } => Some(last_instant(day, zone)),
        BanTerm::ForEver | BanTerm::Lifted => None,
    });
    Ok(Contested { subject: facts.case.subject, ban, has_decision: facts.case.decision.is_some() })
}

/// A justice drafts a judgment. It is tried out at once and taken back, so that nobody votes for what
/// could not be carried out. Gives the draft's number.
pub fn draft(tx: &mut Tx, number: &str, actor: &By, disposition: &Disposition) -> Result<i64, Error> {
    let (facts, _) = enter(tx, number, actor, Step::Draft)?;
    tx.taken_back(|tx| carry_out(tx, &facts, disposition))?;
    let id: i64 = diesel::insert_into(drafts::table)
        .values((
            drafts::case_id.eq(facts.case.id),
            drafts::stage.eq(facts.case.stage()),
            drafts::author_id.eq(actor.person),
            drafts::drafted_at.eq(tx.now),
            drafts::disposition.eq(serde_json::to_string(disposition)?),
        ))
        .returning(drafts::id)
        .get_result(tx.db)?;
    // What it says is the bench's alone: the log, which others read, has only that there is one.
    super::audit::record(
        tx,
        super::Entry {
            actor: Some(actor.person),
            act: "case.drafted",
            subject: facts.case.log_subject(),
            body: json!({ "draft": id }),
        },
    )?;
    Ok(id)
}

/// The author takes a draft back, and with it a vote of their own for it.
pub fn withdraw_draft(tx: &mut Tx, number: &str, actor: &By, draft: i64) -> Result<(), Error> {
    let (facts, _) = enter(tx, number, actor, Step::WithdrawDraft)?;
    let (case, stage) = (&facts.case, facts.case.stage());
    let there = drafts::table.find(draft).filter(drafts::case_id.eq(case.id).and(drafts::stage.eq(stage)));
    let author: Option<PersonId> = there.select(drafts::author_id).first(tx.db).optional()?;
    let author = author.ok_or_else(|| crate::not_found!("draft"))?;
    let others: i64 = votes::table
        .filter(votes::case_id.eq(case.id).and(votes::stage.eq(stage)).and(votes::justice_id.ne(actor.person)))
        .count()
        .get_result(tx.db)?;
    rules::withdraw(actor.person, author, others > 0)?;
    diesel::delete(votes::table.filter(votes::draft_id.eq(draft))).execute(tx.db)?;
    diesel::delete(drafts::table.find(draft)).execute(tx.db)?;
    let entry = super::Entry {
        actor: Some(actor.person),
        act: "case.draft_withdrawn",
        subject: case.log_subject(),
        body: json!({ "draft": draft }),
    };
    super::audit::record(tx, entry)
}

/// A justice votes for a draft, or changes the vote before it is counted.
pub fn vote(tx: &mut Tx, number: &str, actor: &By, draft: i64) -> Result<(), Error> {
    let (facts, _) = enter(tx, number, actor, Step::Vote)?;
    let (case, stage) = (&facts.case, facts.case.stage());
    let there: i64 = drafts::table
        .filter(drafts::id.eq(draft).and(drafts::case_id.eq(case.id)).and(drafts::stage.eq(stage)))
        .count()
        .get_result(tx.db)?;
    if there == 0 {
        return Err(Refusal::field("draft", say!("There is no such draft before this bench.")).act("III.3.8").into());
    }
    let mine = votes::table.filter(
        votes::case_id
            .eq(case.id)
            .and(votes::stage.eq(stage))
            .and(votes::round.eq(case.round))
            .and(votes::justice_id.eq(actor.person)),
    );
    diesel::delete(mine).execute(tx.db)?;
    diesel::insert_into(votes::table)
        .values((
            votes::case_id.eq(case.id),
            votes::stage.eq(stage),
            votes::round.eq(case.round),
            votes::justice_id.eq(actor.person),
            votes::draft_id.eq(draft),
            votes::voted_at.eq(tx.now),
        ))
        .execute(tx.db)?;
    // How somebody voted is secret until the verdict, also in the log.
    let entry = super::Entry {
        actor: Some(actor.person),
        act: "case.voted",
        subject: case.log_subject(),
        body: json!({ "round": case.round }),
    };
    super::audit::record(tx, entry)
}

/// What a draft would change if it had the majority.
#[derive(Clone, Debug)]
pub struct Weighed {
    pub draft: i64,
    /// What it would do, as the docket would tell it; nothing where it can no longer be carried out.
    pub effect: Option<String>,
    /// Whose score it would change; nothing where it can no longer be carried out.
    pub moved: Option<Vec<Moved>>,
}

/// All drafts before the bench, for the one who counts: what the count itself would change would tell how others voted.
pub fn weigh(tx: &mut Tx, number: &str, actor: &By) -> Result<Vec<Weighed>, Error> {
    let (facts, _) = enter(tx, number, actor, Step::Count)?;
    let written: Vec<(i64, String)> = drafts::table
        .filter(drafts::case_id.eq(facts.case.id).and(drafts::stage.eq(facts.case.stage())))
        .order(drafts::id)
        .select((drafts::id, drafts::disposition))
        .load(tx.db)?;
    let weigh = |(draft, text): (i64, String)| {
        let disposition: Disposition = serde_json::from_str(&text)?;
        match tried(tx, |tx| carry_out(tx, &facts, &disposition)) {
            Ok(((_, effect), moved)) => Ok(Weighed { draft, effect: Some(effect), moved: Some(moved) }),
            Err(Error::Refused(_)) => Ok(Weighed { draft, effect: None, moved: None }),
            Err(error) => Err(error),
        }
    };
    written.into_iter().map(weigh).collect()
}

/// What a count came to.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct Counted {
    pub number: String,
    /// Where the case stands now.
    pub state: State,
    /// What came of it, in a sentence: what the judgment does, or that there is none.
    pub result: String,
}

/// The presiding justice counts: a majority makes the judgment and all its effects, now and together;
/// halves of the whole Court leave things as they are; where everybody has voted otherwise, the bench
/// votes again.
pub fn count(tx: &mut Tx, number: &str, actor: &By) -> Result<Counted, Error> {
    let (facts, _) = enter(tx, number, actor, Step::Count)?;
    let (case, stage, bench) = (&facts.case, facts.case.stage(), facts.bench());
    let cast: Vec<(PersonId, String)> = votes::table
        .inner_join(drafts::table.on(drafts::id.eq(votes::draft_id)))
        .filter(votes::case_id.eq(case.id).and(votes::stage.eq(stage)).and(votes::round.eq(case.round)))
        .order(votes::id)
        .select((votes::justice_id, drafts::disposition))
        .load(tx.db)?;
    let cast: Vec<(PersonId, Disposition)> = cast
        .into_iter()
        .filter(|(justice, _)| bench.contains(justice))
        .map(|(justice, text)| Ok((justice, serde_json::from_str(&text)?)))
        .collect::<Result<_, Error>>()?;
    let dispositions: Vec<&Disposition> = cast.iter().map(|(_, disposition)| disposition).collect();
    let counted = rules::count(&dispositions, facts.size(), stage);
    rules::may_count(counted, cast.len(), bench.len())?;
    let state = advance(tx, case, Step::Count, &Course { count: counted, ..facts.course() })?;
    let result = match counted {
        Count::Judgment(place) => {
            let disposition = dispositions[place];
            let agreed = cast.iter().filter(|(_, other)| other == disposition).map(|(justice, _)| *justice);
            let majority: Vec<PersonId> = agreed.collect();
            judge(tx, &facts, actor, disposition, &majority)?
        }
        Count::Tie => tie(tx, &facts, actor)?,
        Count::Again => again(tx, &facts, actor)?,
    };
    Ok(Counted { number: case.number.clone(), state, result })
}

/// Everybody has voted and nobody has the majority: the docket says so, and the next round begins (T35).
fn again(tx: &mut Tx, facts: &Facts, actor: &By) -> Result<String, Error> {
    let case = &facts.case;
    let text =
        format!("Round {}: everybody has voted and no draft has the majority; the bench votes again.", case.round);
    diesel::update(cases::table.find(case.id)).set(cases::round.eq(case.round + 1)).execute(tx.db)?;
    super::docket::notice(tx, case, None, "No majority", &text)?;
    tell(tx, facts, Some(actor.person), "case.no_majority", json!({ "round": case.round }))?;
    Ok(text)
}

fn judge(
    tx: &mut Tx,
    facts: &Facts,
    actor: &By,
    disposition: &Disposition,
    majority: &[PersonId],
) -> Result<String, Error> {
    let (now, case) = (tx.now, &facts.case);
    let house = rulebook::in_force(tx.db, now)?;
    let (settled, effect) = carry_out(tx, facts, disposition)?;
    let opinion_due = deadline(now.and_utc(), house.opinion_days, house.time_zone).naive_utc();
    let judgment: JudgmentId = diesel::insert_into(judgments::table)
        .values((
            judgments::case_id.eq(case.id),
            judgments::stage.eq(case.stage()),
            judgments::round.eq(case.round),
            judgments::decided_at.eq(now),
            judgments::disposition.eq(serde_json::to_string(disposition)?),
            judgments::majority.eq(serde_json::to_string(majority)?),
            judgments::opinion_due_at.eq(opinion_due),
            judgments::remand_due_at.eq(settled.due_at),
        ))
        .returning(judgments::id)
        .get_result(tx.db)?;
    super::docket::notice(tx, case, None, "Judgment", &effect)?;
    let told = json!({
        "judgment": judgment, "stage": case.stage(), "disposition": disposition, "majority": majority,
        "effect": effect, "opinion_due_at": opinion_due.and_utc(),
    });
    proclaim(tx, facts, Some(actor.person), "case.decided", told)?;
    Ok(effect)
}

/// Checks a judgment and carries it out; gives its instants and what it does, in a sentence.
fn carry_out(tx: &mut Tx, facts: &Facts, disposition: &Disposition) -> Result<(rules::Settled, String), Error> {
    let zone = rulebook::in_force(tx.db, tx.now)?.time_zone;
    let contested = contested(tx, facts)?;
    let settled = rules::settle(disposition, &contested, zone, tx.now)?;
    let effect = effects::carry_out(tx, facts, disposition, &settled)?;
    Ok((settled, effect))
}

/// The whole Court is divided: what was judged below, or done at first, stays (T33).
fn tie(tx: &mut Tx, facts: &Facts, actor: &By) -> Result<String, Error> {
    diesel::insert_into(judgments::table)
        .values((
            judgments::case_id.eq(facts.case.id),
            judgments::stage.eq(Stage::EnBanc),
            judgments::round.eq(facts.case.round),
            judgments::decided_at.eq(tx.now),
            judgments::majority.eq("[]"),
        ))
        .execute(tx.db)?;
    let text = "The whole Court is divided in two halves: what was decided before stands.";
    super::docket::notice(tx, &facts.case, None, "Judgment", text)?;
    proclaim(tx, facts, Some(actor.person), "case.decided", json!({ "stage": Stage::EnBanc, "effect": text }))?;
    Ok(text.to_owned())
}
