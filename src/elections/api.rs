//! Elections over HTTP.

use std::collections::BTreeMap;

use actix_web::web::{Data, Path};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::rules::{self, Call, Nomination};
use super::{Candidate, Election, ElectionId, Phase, store};
use crate::App;
use crate::audit::{self, Entry};
use crate::auth::{Actor, secret};
use crate::db::Tx;
use crate::error::Error;
use crate::http::{self, Answer, Body, Page, PageRequest, Params, instant, problem::Problem};
use crate::id::PersonId;
use crate::members;
use crate::notify;
use crate::routes;
use crate::rulebook;

routes! {
    GET "/api/v1/elections" => list, Club;
    POST "/api/v1/elections" => call, ChiefJustice;
    GET "/api/v1/elections/{id}" => one, Club;
    POST "/api/v1/elections/{id}/calling_off" => call_off, ChiefJustice;
    POST "/api/v1/elections/{id}/nominations" => nominate, Insider;
    PUT "/api/v1/elections/{id}/candidacy" => accept, Insider;
    DELETE "/api/v1/elections/{id}/candidacy" => withdraw, Insider;
    PUT "/api/v1/elections/{id}/ballot" => vote, Insider;
}

/// Elections, the newest first; counted ones with every total.
#[utoipa::path(get, path = "/api/v1/elections", tag = "elections", params(PageRequest),
    responses((status = 200, body = Page<Election>)))]
async fn list(app: Data<App>, Params(page): Params<PageRequest>) -> Result<Page<Election>, Error> {
    let (before, limit) = (page.after()?, page.limit()?);
    let rows = app.db.read(move |db| store::elections(db, before, limit + 1)).await?;
    Ok(Page::of(rows, limit, |election| election.id.0))
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
struct ElectionAnswer {
    #[serde(flatten)]
    election: Election,
    phase: Phase,
    /// Who is nominated and has not declined; only those who accepted stand.
    candidates: Vec<Candidate>,
    /// Whether the caller has voted; nothing where nobody is signed in, or after the count.
    you_voted: Option<bool>,
}

/// An election with its candidates; after the count with every total.
#[utoipa::path(get, path = "/api/v1/elections/{id}", tag = "elections", params(("id" = i64, Path)),
    responses((status = 200, body = ElectionAnswer), (status = 304), (status = 404, body = Problem)))]
async fn one(app: Data<App>, actor: Option<Actor>, id: Path<ElectionId>) -> Result<Answer, Error> {
    let now = app.clock.now();
    let read = move |db: &mut crate::db::Db| {
        let election = store::election(db, *id)?;
        let phase = election.phase(now);
        let mut candidates = store::candidates(db, *id)?;
        candidates.retain(|candidate| candidate.withdrawn_at.is_none());
        let you_voted = match actor.filter(|_| phase == Phase::Voting) {
            Some(actor) => Some(store::has_voted(db, *id, actor.person)?),
            None => None,
        };
        Ok(ElectionAnswer { election, phase, candidates, you_voted })
    };
    Ok(Answer::ok(&app.db.read(read).await?)?.tagged())
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewElection {
    /// Moderators to be elected, 1 to 50.
    seats: i64,
    /// How long they are in office.
    term_weeks: i64,
    /// The last instant of nominations, some days ahead.
    nominations_close_at: DateTime<Utc>,
    /// The last instant of voting, some days after that.
    voting_closes_at: DateTime<Utc>,
    /// What it is for, 1 to 1000 characters.
    note: String,
}

/// Logs something about an election.
fn tell(tx: &mut Tx, actor: &Actor, act: &str, id: ElectionId, body: &serde_json::Value) -> Result<(), Error> {
    audit::record(tx, Entry { actor: Some(actor.person), act, subject: format!("election:{id}"), body })
}

/// Calls an election of moderators (Act III.2.5): nominations are open at once.
#[utoipa::path(post, path = "/api/v1/elections", tag = "elections", request_body = NewElection,
    responses((status = 201, body = Election), (status = 403, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
pub(super) async fn call(app: Data<App>, actor: Actor, body: Body<NewElection>) -> Result<Answer, Error> {
    let key = secret::random::<32>();
    http::create(&app.db, actor.person, body, move |tx, request| {
        let wanted = Call {
            seats: request.seats,
            term_weeks: request.term_weeks,
            nominations_close_at: instant::kept("nominations_close_at", request.nominations_close_at)?,
            voting_closes_at: instant::kept("voting_closes_at", request.voting_closes_at)?,
            note: request.note.trim().to_owned(),
        };
        let now = tx.now;
        let house = rulebook::in_force(tx.db, now)?;
        let another_runs = !store::running(tx.db)?.is_empty();
        rules::call(&wanted, &house, another_runs, now)?;
        let id = store::call(tx, actor.person, &wanted, &key)?;
        let election = store::election(tx.db, id)?;
        notify::enqueue(tx, "election.called", None, &election)?;
        tell(tx, &actor, "election.called", id, &json!(election))?;
        Answer::created(format!("/api/v1/elections/{id}"), &election)
    })
    .await
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CallingOff {
    /// Why, 3 to 500 characters.
    reason: String,
}

/// Calls an election off before it is counted; what was voted is destroyed.
#[utoipa::path(post, path = "/api/v1/elections/{id}/calling_off", tag = "elections", params(("id" = i64, Path)),
    request_body = CallingOff,
    responses((status = 200, body = Election), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub(super) async fn call_off(
    app: Data<App>,
    actor: Actor,
    id: Path<ElectionId>,
    body: Body<CallingOff>,
) -> Result<Answer, Error> {
    http::create(&app.db, actor.person, body, move |tx, request| {
        let now = tx.now;
        let reason = rules::call_off(store::election(tx.db, *id)?.phase(now), &request.reason)?;
        store::call_off(tx, *id, &reason)?;
        let news = json!({ "election": *id, "reason": reason });
        notify::enqueue(tx, "election.called_off", None, &news)?;
        tell(tx, &actor, "election.called_off", *id, &news)?;
        Answer::ok(&store::election(tx.db, *id)?)
    })
    .await
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewNomination {
    /// Who should stand; oneself is candidate at once.
    #[schema(value_type = i64)]
    person: PersonId,
    /// What oneself says to the voters, at most 1000 characters.
    #[serde(default)]
    statement: String,
}

/// Nominates a member, or oneself.
#[utoipa::path(post, path = "/api/v1/elections/{id}/nominations", tag = "elections", params(("id" = i64, Path)),
    request_body = NewNomination,
    responses((status = 201, body = Vec<Candidate>), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
pub(super) async fn nominate(
    app: Data<App>,
    actor: Actor,
    id: Path<ElectionId>,
    body: Body<NewNomination>,
) -> Result<Answer, Error> {
    http::create(&app.db, actor.person, body, move |tx, request| {
        let now = tx.now;
        let election = store::election(tx.db, *id)?;
        let nominee = members::store::known(tx.db, request.person)?;
        let house = rulebook::in_force(tx.db, election.called_at)?;
        let by = store::facts(tx.db, actor.person, election.called_at, now)?;
        let of = store::facts(tx.db, request.person, election.called_at, now)?;
        let candidates = store::candidates(tx.db, *id)?;
        let earlier = candidates.iter().find(|candidate| candidate.person == request.person);
        let nomination = rules::nominate(election.phase(now), &by, &of, earlier, &house, election.called_at)?;
        let is_own = nomination == Nomination::Accepted;
        let statement = rules::statement(if is_own { &request.statement } else { "" })?;
        store::nominate(tx, *id, request.person, actor.person, is_own, &statement)?;
        let news = json!({ "election": *id, "person": request.person, "name": nominee.name, "accepted": is_own });
        if !is_own {
            notify::enqueue(tx, "election.nominated", Some(request.person), &news)?;
        }
        tell(tx, &actor, "election.nominated", *id, &news)?;
        Answer::created(format!("/api/v1/elections/{id}"), &store::candidates(tx.db, *id)?)
    })
    .await
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Acceptance {
    /// What one says to the voters, at most 1000 characters.
    #[serde(default)]
    statement: String,
}

/// Accepts one's nomination, or changes what one says to the voters.
#[utoipa::path(put, path = "/api/v1/elections/{id}/candidacy", tag = "elections", params(("id" = i64, Path)),
    request_body = Acceptance,
    responses((status = 204), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
pub(super) async fn accept(
    app: Data<App>,
    actor: Actor,
    id: Path<ElectionId>,
    body: Body<Acceptance>,
) -> Result<Answer, Error> {
    let statement = rules::statement(&body.value.statement)?;
    let accept = move |tx: &mut Tx| {
        let now = tx.now;
        let election = store::election(tx.db, *id)?;
        let house = rulebook::in_force(tx.db, election.called_at)?;
        let facts = store::facts(tx.db, actor.person, election.called_at, now)?;
        let candidates = store::candidates(tx.db, *id)?;
        let own = candidates.iter().find(|candidate| candidate.person == actor.person);
        rules::accept(election.phase(now), &facts, own, &house, election.called_at)?;
        store::accept(tx, *id, actor.person, &statement)?;
        tell(tx, &actor, "election.accepted", *id, &json!({ "statement": statement }))
    };
    app.db.write(accept).await?;
    Ok(Answer::nothing())
}

/// Declines one's nomination, or withdraws while nominations are open.
#[utoipa::path(delete, path = "/api/v1/elections/{id}/candidacy", tag = "elections", params(("id" = i64, Path)),
    responses((status = 204), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub(super) async fn withdraw(app: Data<App>, actor: Actor, id: Path<ElectionId>) -> Result<Answer, Error> {
    let withdraw = move |tx: &mut Tx| {
        let now = tx.now;
        let election = store::election(tx.db, *id)?;
        let candidates = store::candidates(tx.db, *id)?;
        let own = candidates.iter().find(|candidate| candidate.person == actor.person);
        rules::withdraw(election.phase(now), own)?;
        store::withdraw(tx, *id, actor.person)?;
        tell(tx, &actor, "election.withdrawn", *id, &json!({}))
    };
    app.db.write(withdraw).await?;
    Ok(Answer::nothing())
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Ballot {
    /// A score of 0 to 5 by each candidate's person number; who is left out gets 0.
    scores: BTreeMap<String, i64>,
}

/// Votes, or votes again: only the last ballot counts. What was voted is told to nobody, oneself included.
#[utoipa::path(put, path = "/api/v1/elections/{id}/ballot", tag = "elections", params(("id" = i64, Path)),
    request_body = Ballot,
    responses((status = 204), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
pub(super) async fn vote(
    app: Data<App>,
    actor: Actor,
    id: Path<ElectionId>,
    body: Body<Ballot>,
) -> Result<Answer, Error> {
    let scores = body.value.scores;
    let vote = move |tx: &mut Tx| {
        let now = tx.now;
        let election = store::election(tx.db, *id)?;
        let house = rulebook::in_force(tx.db, election.called_at)?;
        let voter = store::facts(tx.db, actor.person, election.called_at, now)?;
        let candidates = store::candidates(tx.db, *id)?;
        let ballot = rules::vote(election.phase(now), &voter, &candidates, &scores, &house, election.called_at)?;
        store::cast(tx, *id, actor.person, &ballot)?;
        // That a ballot was cast is logged; whose it was, and what it says, is not.
        audit::record(tx, Entry { actor: None, act: "ballot.cast", subject: format!("election:{id}"), body: json!({}) })
    };
    app.db.write(vote).await?;
    Ok(Answer::nothing())
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(list, call, one, call_off, nominate, accept, withdraw, vote))]
pub struct Docs;
