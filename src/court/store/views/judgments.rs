//! Judgments with their votes and opinions; before the verdict, what the bench alone sees.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use serde::Serialize;

use super::super::super::rules::verdict::Disposition;
use super::super::super::rules::{self as steps, Part, Participant, Step, opinion};
use super::super::super::{OpinionKind, Stage, State};
use super::super::Facts;
use crate::db::{
    Db,
    schema::{drafts, judgments as judged, opinion_joins, opinions, votes},
};
use crate::error::Error;
use crate::http::instant;
use crate::id::PersonId;

/// A judgment in force, or one that the whole Court has judged again.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct JudgmentView {
    pub stage: Stage,
    #[serde(serialize_with = "instant::utc")]
    pub decided_at: NaiveDateTime,
    /// Null if the whole Court was divided in halves.
    pub disposition: Option<Disposition>,
    pub majority: Vec<PersonId>,
    /// How each justice voted in the round that decided.
    pub votes: Vec<VoteView>,
    /// Named by the Chief Justice.
    pub author: Option<PersonId>,
    #[serde(serialize_with = "instant::utc_if_any")]
    pub opinion_due_at: Option<NaiveDateTime>,
    #[serde(serialize_with = "instant::utc_if_any")]
    pub opinion_published_at: Option<NaiveDateTime>,
    #[serde(serialize_with = "instant::utc_if_any")]
    pub remand_due_at: Option<NaiveDateTime>,
    pub opinions: Vec<OpinionView>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct VoteView {
    pub justice: PersonId,
    pub disposition: Disposition,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct OpinionView {
    pub id: i64,
    pub kind: OpinionKind,
    pub author: PersonId,
    pub text: String,
    #[serde(serialize_with = "instant::utc")]
    pub published_at: NaiveDateTime,
    /// Justices who joined it.
    pub joined_by: Vec<PersonId>,
    /// Whether the caller can join it now.
    pub joinable: bool,
}

/// What only the bench sees before the verdict.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Deliberation {
    pub round: i64,
    pub drafts: Vec<DraftView>,
    /// Who has voted in this round; how, nobody sees before the count.
    pub voted: Vec<PersonId>,
    /// The draft that the caller voted for.
    pub own_vote: Option<i64>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct DraftView {
    pub id: i64,
    pub author: PersonId,
    #[serde(serialize_with = "instant::utc")]
    pub drafted_at: NaiveDateTime,
    pub disposition: Disposition,
    /// Whether the caller can take it back now.
    pub withdrawable: bool,
}

impl JudgmentView {
    pub(super) fn people(&self) -> Vec<PersonId> {
        let voted = self.votes.iter().map(|vote| vote.justice).chain(self.author);
        voted.chain(self.opinions.iter().map(|opinion| opinion.author)).collect()
    }

    pub(super) fn acts(&self) -> Vec<String> {
        let readings = self.disposition.iter().flat_map(|disposition| &disposition.interpretations);
        let cited = readings.flat_map(|reading| reading.acts.iter().cloned());
        cited.chain(self.disposition.is_some().then(|| "III.3.8".to_owned())).collect()
    }
}

pub(super) fn judgments(db: &mut Db, facts: &Facts, who: &Participant) -> Result<Vec<JudgmentView>, Error> {
    let case = facts.case.id;
    let cast: Vec<(Stage, i64, PersonId, String)> = votes::table
        .inner_join(drafts::table.on(drafts::id.eq(votes::draft_id)))
        .filter(votes::case_id.eq(case))
        .order(votes::id)
        .select((votes::stage, votes::round, votes::voted_by, drafts::disposition))
        .load(db)?;
    let written: Vec<(i64, i64, OpinionKind, PersonId, String, NaiveDateTime)> = opinions::table
        .inner_join(judged::table.on(judged::id.eq(opinions::judgment_id)))
        .filter(judged::case_id.eq(case))
        .order(opinions::id)
        .select((
            opinions::judgment_id,
            opinions::id,
            opinions::kind,
            opinions::written_by,
            opinions::text,
            opinions::published_at,
        ))
        .load(db)?;
    let ids: Vec<i64> = written.iter().map(|(_, id, ..)| *id).collect();
    let joined: Vec<(i64, PersonId)> = opinion_joins::table
        .filter(opinion_joins::opinion_id.eq_any(ids))
        .order(opinion_joins::id)
        .select((opinion_joins::opinion_id, opinion_joins::joined_by))
        .load(db)?;
    let joins = steps::may(&facts.standing(), Step::Join, who).is_ok();
    let in_force = facts.judgment_in_force().map(|judgment| judgment.id);
    let mut views = Vec::with_capacity(facts.judgments.len());
    for judgment in &facts.judgments {
        let counted = cast.iter().filter(|(stage, round, ..)| (*stage, *round) == (judgment.stage, judgment.round));
        let votes = counted
            .map(|(.., justice, text)| Ok(VoteView { justice: *justice, disposition: serde_json::from_str(text)? }))
            .collect::<Result<_, Error>>()?;
        let opinions = written
            .iter()
            .filter(|(of, ..)| *of == judgment.id.0)
            .map(|(_, id, kind, author, text, published_at)| {
                let joined_by: Vec<PersonId> =
                    joined.iter().filter(|(of, _)| of == id).map(|(_, justice)| *justice).collect();
                let stands = joins && in_force == Some(judgment.id);
                OpinionView {
                    id: *id,
                    kind: *kind,
                    author: *author,
                    text: text.clone(),
                    published_at: *published_at,
                    joinable: stands && opinion::join(who, *kind, *author, &joined_by).is_ok(),
                    joined_by,
                }
            })
            .collect();
        views.push(JudgmentView {
            stage: judgment.stage,
            decided_at: judgment.decided_at,
            disposition: judgment.disposition.as_deref().map(serde_json::from_str).transpose()?,
            majority: judgment.majority()?,
            votes,
            author: judgment.author,
            opinion_due_at: judgment.opinion_due_at,
            opinion_published_at: judgment.published_at,
            remand_due_at: judgment.remand_due_at,
            opinions,
        });
    }
    Ok(views)
}

pub(super) fn deliberation(db: &mut Db, facts: &Facts, who: &Participant) -> Result<Option<Deliberation>, Error> {
    let case = &facts.case;
    if !who.is(Part::Sitting) || !matches!(case.state, State::Hearing | State::EnBancHearing) {
        return Ok(None);
    }
    let stage = case.stage();
    let written: Vec<(i64, PersonId, NaiveDateTime, String)> = drafts::table
        .filter(drafts::case_id.eq(case.id).and(drafts::stage.eq(stage)))
        .order(drafts::id)
        .select((drafts::id, drafts::drafted_by, drafts::drafted_at, drafts::disposition))
        .load(db)?;
    let mut cast: Vec<(PersonId, i64, i64)> = votes::table
        .filter(votes::case_id.eq(case.id).and(votes::stage.eq(stage)))
        .order(votes::id)
        .select((votes::voted_by, votes::draft_id, votes::round))
        .load(db)?;
    let others_voted = cast.iter().any(|(justice, ..)| *justice != who.person);
    cast.retain(|(.., round)| *round == case.round);
    let drafts = written
        .into_iter()
        .map(|(id, author, drafted_at, text)| {
            let withdrawable = steps::votes::withdraw(who.person, author, others_voted).is_ok();
            Ok(DraftView { id, author, drafted_at, disposition: serde_json::from_str(&text)?, withdrawable })
        })
        .collect::<Result<_, Error>>()?;
    let own_vote = cast.iter().find(|(justice, ..)| *justice == who.person).map(|(_, draft, _)| *draft);
    Ok(Some(Deliberation {
        round: case.round,
        drafts,
        voted: cast.into_iter().map(|(justice, ..)| justice).collect(),
        own_vote,
    }))
}
