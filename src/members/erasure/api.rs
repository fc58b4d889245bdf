//! Requests to be erased over HTTP.

use actix_web::web::{Data, Path};
use chrono::NaiveDateTime;
use chrono_tz::Tz;
use rookery_messages::say;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{ErasureRequest, ErasureRequestId, State, forgetting, rules, store};
use crate::App;
use crate::audit::{self, Entry};
use crate::auth::Actor;
use crate::court;
use crate::db::{Db, Tx};
use crate::error::{Error, Refusal};
use crate::http::{self, Answer, Body, problem::Problem};
use crate::id::PersonId;
use crate::members::{self, rules::text};
use crate::notify;
use crate::routes;
use crate::rulebook;

routes! {
    GET "/api/v1/erasure_requests" => waiting, Administrator;
    POST "/api/v1/erasure_requests" => ask, SignedIn;
    DELETE "/api/v1/me/erasure_request" => withdraw, SignedIn;
    POST "/api/v1/erasure_requests/{id}/answer" => answer, Administrator;
}

/// Whether somebody may be erased as things stand.
pub(super) fn may_be_erased(
    db: &mut Db,
    person: PersonId,
    zone: Tz,
    now: NaiveDateTime,
) -> Result<Result<(), Refusal>, Error> {
    let open_case = court::store::open_case_of(db, person)?;
    let standing = members::store::standing(db, person, open_case, now)?;
    Ok(rules::may_be_erased(&standing, store::offices(db, person)? > 0, zone))
}

fn log(tx: &mut Tx, by: PersonId, act: &str, person: PersonId, body: serde_json::Value) -> Result<(), Error> {
    audit::record(tx, Entry { actor: Some(by), act, subject: format!("person:{person}"), body })
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

#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AskErasure {}

/// Asks that the caller be erased: name and account; an administrator answers.
#[utoipa::path(post, path = "/api/v1/erasure_requests", tag = "members", request_body = AskErasure,
    responses((status = 201, body = ErasureRequest), (status = 409, body = Problem), (status = 422, body = Problem)))]
pub(super) async fn ask(app: Data<App>, actor: Actor, body: Body<AskErasure>) -> Result<Answer, Error> {
    http::create(&app.db, actor.person, body, move |tx, _| {
        let (person, now) = (actor.person, tx.now);
        let zone = rulebook::in_force(tx.db, now)?.time_zone;
        may_be_erased(tx.db, person, zone, now)??;
        if store::own(tx.db, person)?.is_some() {
            let detail = say!("You have asked already; an administrator will answer. You may take it back until then.");
            return Err(Refusal::conflict(say!("Asked already"), detail).into());
        }
        let id = store::ask(tx, person)?;
        log(tx, person, "erasure.requested", person, json!({ "request": id }))?;
        for administrator in store::administrators(tx.db)? {
            notify::enqueue(tx, "erasure.requested", Some(administrator), &json!({ "person": person }))?;
        }
        Answer::created("/api/v1/erasure_requests".to_owned(), &store::request(tx.db, id)?)
    })
    .await
}

/// Takes one's own request back, until it is carried out.
#[utoipa::path(delete, path = "/api/v1/me/erasure_request", tag = "members",
    responses((status = 204), (status = 404, body = Problem)))]
pub(super) async fn withdraw(app: Data<App>, actor: Actor) -> Result<Answer, Error> {
    app.db
        .write(move |tx| {
            let own = store::own(tx.db, actor.person)?.ok_or_else(|| crate::not_found!("request"))?;
            store::close(tx, own.id, State::Withdrawn, actor.person, "")?;
            log(tx, actor.person, "erasure.withdrawn", actor.person, json!({ "request": own.id }))?;
            Ok(Answer::nothing())
        })
        .await
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ErasureAnswer {
    /// Whether the person is erased, for good.
    pub erase: bool,
    /// Why not, where it is refused: 3 to 500 characters, for the person.
    pub reason: Option<String>,
}

/// Carries a request out, which nobody can take back, or refuses it.
#[utoipa::path(post, path = "/api/v1/erasure_requests/{id}/answer", tag = "members", request_body = ErasureAnswer,
    params(("id" = i64, Path)),
    responses((status = 204), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub(super) async fn answer(
    app: Data<App>,
    actor: Actor,
    id: Path<ErasureRequestId>,
    body: Body<ErasureAnswer>,
) -> Result<Answer, Error> {
    http::create(&app.db, actor.person, body, move |tx, answer| {
        let request = store::request(tx.db, *id)?.ok_or_else(|| crate::not_found!("request"))?;
        let (person, by, now) = (request.person, actor.person, tx.now);
        if answer.erase {
            let zone = rulebook::in_force(tx.db, now)?.time_zone;
            may_be_erased(tx.db, person, zone, now)??;
            store::close(tx, request.id, State::CarriedOut, by, "")?;
            forgetting::erase(tx, person, by, json!({ "request": request.id }))?;
        } else {
            let reason = text("reason", answer.reason.as_deref().unwrap_or_default(), 3, 500)?;
            store::close(tx, request.id, State::Refused, by, &reason)?;
            log(tx, by, "erasure.refused", person, json!({ "request": request.id, "reason": reason }))?;
            notify::enqueue(tx, "erasure.refused", Some(person), &json!({ "reason": reason }))?;
        }
        Ok(Answer::nothing())
    })
    .await
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(waiting, ask, withdraw, answer))]
pub struct Docs;
