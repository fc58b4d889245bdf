//! Checks over HTTP.

use actix_web::rt;
use actix_web::web::{Data, Path};
use serde::Deserialize;
use tokio::sync::Semaphore;

use super::Subject;
use super::jobs::{self, Check};
use crate::App;
use crate::audit::Checkpoints;
use crate::auth::Actor;
use crate::error::Error;
use crate::http::{Answer, Body, problem::Problem};
use crate::id::PersonId;
use crate::jobs::background::{self, JobId};
use crate::routes;

routes! {
    POST "/api/v1/checks" => check, Administrator;
    GET "/api/v1/checks/{id}" => one, Administrator;
}

#[derive(Deserialize, utoipa::ToSchema)]
#[schema(as = CheckRequest)]
#[serde(deny_unknown_fields)]
struct Request {
    subject: Subject,
}

/// One check of each kind of records runs at a time.
static TURNS: Semaphore = Semaphore::const_new(Subject::ALL.len());

/// Starts a check as a background job; if one of the same records is under way, answers with that one.
pub(super) async fn begin(app: &App, by: PersonId, subject: Subject) -> Result<JobId, Error> {
    let (id, is_new) = app.db.write(move |tx| jobs::add(tx, by, subject)).await?;
    if is_new {
        let (db, room) = (app.db.clone(), app.room.clone());
        let checkpoints = app.config.checkpoints_folder().map(Checkpoints::in_folder);
        rt::spawn(background::run_in_turn(db, id, &TURNS, move |db| {
            jobs::carry_out(db, id, subject, &room, checkpoints.as_ref())
        }));
    }
    Ok(id)
}

pub(super) async fn found(app: &App, id: JobId) -> Result<Check, Error> {
    let check = app.db.read(move |db| jobs::find(db, id)).await?;
    check.ok_or_else(|| crate::not_found!("check").into())
}

/// Goes through records from their beginning and holds them against everything that was kept of them: the ratings
/// (the whole log folded again), the act log (every seal), the tables of the games room (every log folded again).
/// It continues after the answer, see its Location; while one runs, the same one is answered.
#[utoipa::path(post, path = "/api/v1/checks", tag = "checks", request_body = Request,
    responses((status = 202, body = Check), (status = 400, body = Problem), (status = 403, body = Problem)))]
async fn check(app: Data<App>, actor: Actor, request: Body<Request>) -> Result<Answer, Error> {
    let id = begin(&app, actor.person, request.value.subject).await?;
    let answer = Answer::created(format!("/api/v1/checks/{id}"), &found(&app, id).await?)?;
    Ok(Answer { status: 202, ..answer })
}

/// How far a check is, and what it found.
#[utoipa::path(get, path = "/api/v1/checks/{id}", tag = "checks", params(("id" = i64, Path)),
    responses((status = 200, body = Check), (status = 304), (status = 404, body = Problem)))]
async fn one(app: Data<App>, id: Path<JobId>) -> Result<Answer, Error> {
    Ok(Answer::ok(&found(&app, *id).await?)?.tagged())
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(check, one))]
pub struct Docs;
