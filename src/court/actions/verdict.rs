//! Drafts, votes and their count: the transaction in which a judgment is made and carried out.

use rookery_messages::{Message, say};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::super::rules::verdict::{self, Contested, Disposition};
use super::super::rules::votes::{self, Count as Came};
use super::super::rules::{Course, Step};
use super::super::store::verdict::{self as written, NewJudgment};
use super::super::store::{self, Facts, bench, docket};
use super::super::{Stage, State};
use super::{Numbered, effects};
use crate::action::{Action, By, Deed, Record, Somebody};
use crate::audit::Word;
use crate::conduct::decisions::BanTerm;
use crate::db::Tx;
use crate::error::Error;
use crate::id::PersonId;
use crate::ratings::tried::{Moved, tried};
use crate::rulebook;
use crate::sessions::calendar::{deadline, last_instant};

/// What the judgment is about.
fn contested(tx: &mut Tx, facts: &Facts) -> Result<Contested, Error> {
    let zone = rulebook::in_force(tx.db, tx.now)?.time_zone;
    let ban = facts.case.ban_term()?.map(|term| match term {
        BanTerm::Through { day } => Some(last_instant(day, zone)),
        BanTerm::ForEver | BanTerm::Lifted => None,
    });
    Ok(Contested { subject: facts.case.subject, ban, has_decision: facts.case.decision.is_some() })
}

/// Checks a judgment and carries it out; returns its instants and what it does, in a sentence.
fn carry_out(tx: &mut Tx, facts: &Facts, disposition: &Disposition) -> Result<(verdict::Settled, Message), Error> {
    let zone = rulebook::in_force(tx.db, tx.now)?.time_zone;
    let contested = contested(tx, facts)?;
    let settled = verdict::settle(disposition, &contested, zone, tx.now)?;
    let effect = effects::carry_out(tx, facts, disposition, &settled)?;
    Ok((settled, effect))
}

/// A justice drafts a judgment. It is tried out at once and taken back, so that nobody votes for what
/// could not be carried out.
pub struct Draft(pub String, pub Disposition);

impl Action for Draft {
    /// The draft's number.
    type Done = i64;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<i64>, Error> {
        let (Draft(number, disposition), me) = (self, by.somebody()?);
        let (facts, _) = store::enter(tx, number, me, Step::Draft)?;
        tx.taken_back(|tx| carry_out(tx, &facts, disposition))?;
        let id = written::add_draft(tx, &facts.case, me.person, disposition)?;
        // What it says is the bench's alone: the log, which others read, has only that there is one.
        Ok(facts.logged(Word::CaseDrafted, json!({ "draft": id })).done(id))
    }
}

/// The author takes a draft back, and with it a vote of their own for it.
pub struct WithdrawDraft(pub String, pub i64);

impl Action for WithdrawDraft {
    type Done = Numbered;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Numbered>, Error> {
        let (WithdrawDraft(number, draft), me) = (self, by.somebody()?);
        let (facts, _) = store::enter(tx, number, me, Step::WithdrawDraft)?;
        let case = &facts.case;
        let author = written::author_of(tx.db, case, *draft)?.ok_or_else(|| crate::not_found!("draft"))?;
        votes::withdraw(me.person, author, written::have_others_voted(tx.db, case, me.person)?)?;
        written::drop_draft(tx, *draft)?;
        Ok(facts.logged(Word::CaseDraftWithdrawn, json!({ "draft": draft })).done(facts.stands(case.state)))
    }
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Vote {
    /// The draft voted for.
    pub draft: i64,
}

/// A justice votes for a draft, or changes the vote before it is counted.
pub struct CastVote(pub String, pub Vote);

impl Action for CastVote {
    type Done = Numbered;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Numbered>, Error> {
        let (CastVote(number, Vote { draft }), me) = (self, by.somebody()?);
        let (facts, _) = store::enter(tx, number, me, Step::Vote)?;
        let case = &facts.case;
        votes::is_before_the_bench(written::author_of(tx.db, case, *draft)?.is_some())?;
        written::cast(tx, case, me.person, *draft)?;
        // How somebody voted is secret until the verdict, also in the log.
        Ok(facts.logged(Word::CaseVoted, json!({ "round": case.round })).done(facts.stands(case.state)))
    }
}

/// What a judgment would do: it is carried out and taken back.
#[derive(Clone, Debug)]
pub struct Effect {
    /// As the docket would tell it.
    pub told: Message,
    /// Whose score would be another.
    pub moved: Vec<Moved>,
}

fn effect(tx: &mut Tx, facts: &Facts, disposition: &Disposition) -> Result<Effect, Error> {
    let ((_, told), moved) = tried(tx, |tx| carry_out(tx, facts, disposition))?;
    Ok(Effect { told, moved })
}

/// What a judgment would do that is being drafted.
pub fn try_draft(tx: &mut Tx, number: &str, by: Somebody, disposition: &Disposition) -> Result<Effect, Error> {
    let (facts, _) = store::enter(tx, number, by, Step::Draft)?;
    effect(tx, &facts, disposition)
}

/// A draft before the bench, and what it would do.
#[derive(Clone, Debug)]
pub struct Weighed {
    pub draft: i64,
    /// `None` if it can no longer be carried out.
    pub effect: Option<Effect>,
}

/// Previews of all drafts, for those who vote on them. A preview of the count itself would reveal how others voted.
pub fn weigh(tx: &mut Tx, number: &str, by: Somebody) -> Result<Vec<Weighed>, Error> {
    let (facts, _) = store::enter(tx, number, by, Step::Vote)?;
    let drafts = written::drafts(tx.db, &facts.case)?;
    let weigh = |(draft, disposition)| match effect(tx, &facts, &disposition) {
        Ok(effect) => Ok(Weighed { draft, effect: Some(effect) }),
        Err(Error::Refused(_)) => Ok(Weighed { draft, effect: None }),
        Err(error) => Err(error),
    };
    drafts.into_iter().map(weigh).collect()
}

/// The result of a count.
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
pub struct Count(pub String);

impl Action for Count {
    type Done = Counted;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Counted>, Error> {
        let (facts, _) = store::enter(tx, &self.0, by.somebody()?, Step::Count)?;
        let (case, bench) = (&facts.case, facts.bench());
        let mut cast = written::votes(tx.db, case)?;
        cast.retain(|(justice, _)| bench.contains(justice));
        let dispositions: Vec<&Disposition> = cast.iter().map(|(_, disposition)| disposition).collect();
        let came = votes::count(&dispositions, facts.size(), case.stage());
        votes::may_count(came, cast.len(), bench.len())?;
        let state = store::advance(tx, case, Step::Count, &Course { count: came, ..facts.course() })?;
        let (record, result) = match came {
            Came::Judgment(place) => {
                let disposition = dispositions[place];
                let agreed = cast.iter().filter(|(_, other)| other == disposition).map(|(justice, _)| *justice);
                judge(tx, by, &facts, disposition, &agreed.collect::<Vec<_>>())?
            }
            Came::Tie => tie(tx, by, &facts)?,
            Came::Again => again(tx, by, &facts)?,
        };
        Ok(record.done(Counted { number: case.number.clone(), state, result }))
    }
}

/// Everybody has voted and nobody has the majority: the docket says so, and the next round begins (T35).
fn again(tx: &mut Tx, by: &By, facts: &Facts) -> Result<(Record, String), Error> {
    let case = &facts.case;
    let text = say!(
        "Round {round}: everybody has voted and no draft has the majority; the bench votes again.",
        round = case.round
    );
    bench::set_round(tx, case, case.round + 1)?;
    docket::notice(tx, case, None, say!("No majority"), text.clone())?;
    Ok((facts.told(by, Word::CaseNoMajority, json!({ "round": case.round })), text.to_string()))
}

fn judge(
    tx: &mut Tx,
    by: &By,
    facts: &Facts,
    disposition: &Disposition,
    majority: &[PersonId],
) -> Result<(Record, String), Error> {
    let case = &facts.case;
    let house = rulebook::in_force(tx.db, tx.now)?;
    let scores = facts.scores(tx, by)?;
    let over = effects::ends(tx, case, disposition)?;
    let (settled, effect) = carry_out(tx, facts, disposition)?;
    let opinion_due_at = deadline(tx.now.and_utc(), house.opinion_days, house.time_zone);
    let made = NewJudgment {
        disposition: Some(disposition),
        majority,
        opinion_due_at: Some(opinion_due_at.naive_utc()),
        remand_due_at: settled.due_at,
    };
    let judgment = written::add_judgment(tx, case, &made)?;
    docket::notice(tx, case, None, say!("Judgment"), effect.clone())?;
    let body = json!({
        "judgment": judgment, "stage": case.stage(), "disposition": disposition, "majority": majority,
        "effect": effect, "over": over, "opinion_due_at": opinion_due_at,
    });
    Ok((facts.proclaimed_since(tx, by, Word::CaseDecided, body, &scores)?, effect.to_string()))
}

/// The whole Court is divided: what was judged below, or done at first, stays (T33).
fn tie(tx: &mut Tx, by: &By, facts: &Facts) -> Result<(Record, String), Error> {
    let text = say!("The whole Court is divided in two halves: what was decided before stands.");
    written::add_judgment(tx, &facts.case, &NewJudgment::default())?;
    docket::notice(tx, &facts.case, None, say!("Judgment"), text.clone())?;
    let body = json!({ "stage": Stage::EnBanc, "effect": text });
    Ok((facts.proclaimed(tx, by, Word::CaseDecided, body)?, text.to_string()))
}
