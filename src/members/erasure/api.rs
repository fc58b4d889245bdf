//! Requests to be erased over HTTP.

use actix_web::web::{Data, Path};
use serde::Serialize;

use super::{ErasureRequest, ErasureRequestId, store};
use crate::App;
use crate::action::api::{each_time, once};
use crate::auth::Actor;
use crate::error::Error;
use crate::http::{Answer, Body, problem::Problem};
use crate::id::PersonId;
use crate::members::actions::erasure::{
    AnswerErasure, AskErasure, AskErasureFor, ErasureAnswer, RemoveEntry, WithdrawErasure,
};
use crate::routes;

routes! {
    GET "/api/v1/erasure_requests" => waiting, Administrator;
    POST "/api/v1/erasure_requests" => ask, SignedIn;
    POST "/api/v1/people/{id}/erasure_request" => ask_for, Administrator;
    DELETE "/api/v1/people/{id}" => remove_entry, Moderator;
    DELETE "/api/v1/me/erasure_request" => withdraw, SignedIn;
    POST "/api/v1/erasure_requests/{id}/answer" => answer, Administrator;
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
struct ErasureRequests {
    requests: Vec<ErasureRequest>,
}

/// Requests to be erased that wait, the oldest first.
#[utoipa::path(get, path = "/api/v1/erasure_requests", tag = "members",
    responses((status = 200, body = ErasureRequests)))]
async fn waiting(app: Data<App>) -> Result<Answer, Error> {
    Answer::ok(&ErasureRequests { requests: app.db.read(store::waiting).await? })
}

/// Asks that the caller be erased: name and account; an administrator answers.
#[utoipa::path(post, path = "/api/v1/erasure_requests", tag = "members", request_body = AskErasure,
    responses((status = 201, body = ErasureRequest), (status = 409, body = Problem), (status = 422, body = Problem)))]
async fn ask(app: Data<App>, actor: Actor, body: Body<AskErasure>) -> Result<Answer, Error> {
    once(&app, &actor, body, |_, request| Answer::created("/api/v1/erasure_requests".to_owned(), &request)).await
}

/// Asks that somebody without an account be erased, who asked for it or whose parents did; an administrator answers.
#[utoipa::path(post, path = "/api/v1/people/{id}/erasure_request", tag = "members", request_body = AskErasure,
    params(("id" = i64, Path)),
    responses((status = 201, body = ErasureRequest), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
async fn ask_for(app: Data<App>, actor: Actor, id: Path<PersonId>, body: Body<AskErasure>) -> Result<Answer, Error> {
    let asking = body.map(|_| AskErasureFor(*id));
    once(&app, &actor, asking, |_, request| Answer::created("/api/v1/erasure_requests".to_owned(), &request)).await
}

/// Takes somebody out who was entered by mistake: nothing but the entry is known of them, not even an account.
#[utoipa::path(delete, path = "/api/v1/people/{id}", tag = "members", params(("id" = i64, Path)),
    responses((status = 204), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn remove_entry(app: Data<App>, actor: Actor, id: Path<PersonId>) -> Result<Answer, Error> {
    each_time(&app, &actor, RemoveEntry(*id), |_, ()| Ok(Answer::nothing())).await
}

/// Takes one's own request back, until it is carried out.
#[utoipa::path(delete, path = "/api/v1/me/erasure_request", tag = "members",
    responses((status = 204), (status = 404, body = Problem)))]
async fn withdraw(app: Data<App>, actor: Actor) -> Result<Answer, Error> {
    each_time(&app, &actor, WithdrawErasure, |_, ()| Ok(Answer::nothing())).await
}

/// Carries a request out, which nobody can take back, or refuses it.
#[utoipa::path(post, path = "/api/v1/erasure_requests/{id}/answer", tag = "members", request_body = ErasureAnswer,
    params(("id" = i64, Path)),
    responses((status = 204), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn answer(
    app: Data<App>,
    actor: Actor,
    id: Path<ErasureRequestId>,
    body: Body<ErasureAnswer>,
) -> Result<Answer, Error> {
    once(&app, &actor, body.map(|answer| AnswerErasure(*id, answer)), |_, ()| Ok(Answer::nothing())).await
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(waiting, ask, ask_for, remove_entry, withdraw, answer))]
pub struct Docs;
