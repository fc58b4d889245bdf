//! Elections over HTTP.

use actix_web::web::{Data, Path};
use serde::Serialize;

use super::actions::{Accept, Acceptance, Ballot, Call, CallOff, CallingOff, NewNomination, Nominate, Vote, Withdraw};
use super::{Candidate, Election, ElectionId, Phase, store};
use crate::App;
use crate::action::api::{each_time, once};
use crate::auth::Actor;
use crate::error::Error;
use crate::http::{Answer, Body, Page, PageRequest, Params, problem::Problem};
use crate::routes;

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
    /// Whether the caller has voted; null if nobody is signed in, and after the count.
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

/// Calls an election of moderators (Act III.2.5): nominations are open at once.
#[utoipa::path(post, path = "/api/v1/elections", tag = "elections", request_body = Call,
    responses((status = 201, body = Election), (status = 403, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
async fn call(app: Data<App>, actor: Actor, body: Body<Call>) -> Result<Answer, Error> {
    once(&app, &actor, body, |_, election| Answer::created(format!("/api/v1/elections/{}", election.id), &election))
        .await
}

/// Calls an election off before it is counted; what was voted is destroyed.
#[utoipa::path(post, path = "/api/v1/elections/{id}/calling_off", tag = "elections", params(("id" = i64, Path)),
    request_body = CallingOff,
    responses((status = 200, body = Election), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn call_off(app: Data<App>, actor: Actor, id: Path<ElectionId>, body: Body<CallingOff>) -> Result<Answer, Error> {
    once(&app, &actor, body.map(|why| CallOff(*id, why)), |_, election| Answer::ok(&election)).await
}

/// Nominates a member, or oneself.
#[utoipa::path(post, path = "/api/v1/elections/{id}/nominations", tag = "elections", params(("id" = i64, Path)),
    request_body = NewNomination,
    responses((status = 201, body = Vec<Candidate>), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
async fn nominate(
    app: Data<App>,
    actor: Actor,
    id: Path<ElectionId>,
    body: Body<NewNomination>,
) -> Result<Answer, Error> {
    let place = format!("/api/v1/elections/{id}");
    let nomination = body.map(|nomination| Nominate(*id, nomination));
    once(&app, &actor, nomination, move |_, candidates| Answer::created(place.clone(), &candidates)).await
}

/// Accepts one's nomination, or changes what one says to the voters.
#[utoipa::path(put, path = "/api/v1/elections/{id}/candidacy", tag = "elections", params(("id" = i64, Path)),
    request_body = Acceptance,
    responses((status = 204), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
async fn accept(app: Data<App>, actor: Actor, id: Path<ElectionId>, body: Body<Acceptance>) -> Result<Answer, Error> {
    each_time(&app, &actor, Accept(*id, body.value), |_, ()| Ok(Answer::nothing())).await
}

/// Declines one's nomination, or withdraws while nominations are open.
#[utoipa::path(delete, path = "/api/v1/elections/{id}/candidacy", tag = "elections", params(("id" = i64, Path)),
    responses((status = 204), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn withdraw(app: Data<App>, actor: Actor, id: Path<ElectionId>) -> Result<Answer, Error> {
    each_time(&app, &actor, Withdraw(*id), |_, ()| Ok(Answer::nothing())).await
}

/// Votes, or votes again: only the last ballot counts. What was voted is told to nobody, oneself included.
#[utoipa::path(put, path = "/api/v1/elections/{id}/ballot", tag = "elections", params(("id" = i64, Path)),
    request_body = Ballot,
    responses((status = 204), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
async fn vote(app: Data<App>, actor: Actor, id: Path<ElectionId>, body: Body<Ballot>) -> Result<Answer, Error> {
    each_time(&app, &actor, Vote(*id, body.value), |_, ()| Ok(Answer::nothing())).await
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(list, call, one, call_off, nominate, accept, withdraw, vote))]
pub struct Docs;
