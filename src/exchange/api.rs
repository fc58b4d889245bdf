//! Imports over HTTP, and a person's own data.

use actix_web::http::header;
use actix_web::web::{self, Data, Path};
use actix_web::{HttpRequest, HttpResponse, rt};
use rookery_messages::say;
use serde::Deserialize;

use super::import::jobs::{self, Import};
use super::import::{Options, Source};
use crate::App;
use crate::action::By;
use crate::auth::Actor;
use crate::error::{Error, Refusal};
use crate::http::{Answer, Params, incoming, problem::Problem};
use crate::jobs::background::{self, JobId};
use crate::routes;

routes! {
    POST "/api/v1/imports" => import, ChiefJustice;
    GET "/api/v1/imports/{id}" => one, ChiefJustice;
    POST "/api/v1/imports/{id}/retraction" => take_back_import, ChiefJustice;
    GET "/api/v1/me/data" => mine, SignedIn;
}

/// Bytes that a file to import may have; a larger one is imported by the command.
const LARGEST: usize = 8 << 20;
/// A file up to this size is imported before the answer.
const SMALL: usize = 64 << 10;

#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct ImportQuery {
    /// The file's name: `.csv` or `.pgn` says what it is.
    name: Option<String>,
    /// Unknown players become members at their first game; otherwise their games are refused.
    #[serde(default)]
    join_unknown: bool,
    /// Sessions are added on the days of games that were played in none.
    #[serde(default)]
    make_sessions: bool,
    /// The good lines are entered though others are refused.
    #[serde(default)]
    skip_refused: bool,
    /// Days are written with the month first: 04/09/2026 is the ninth of April.
    #[serde(default)]
    month_first: bool,
    /// Columns that such a file does not know are left out; otherwise one of them refuses all.
    #[serde(default)]
    skip_columns: bool,
    /// Tells what would come of it, and changes nothing.
    #[serde(default)]
    dry_run: bool,
}

/// Imports a file of sessions, attendance, results, members or events (CSV), or of games (PGN), all of
/// it or nothing. A small one is done when the answer comes; a large one continues in the background,
/// see its Location.
#[utoipa::path(post, path = "/api/v1/imports", tag = "exchange", params(ImportQuery),
    request_body(content = Vec<u8>, content_type = "text/csv"),
    responses((status = 201, body = Import), (status = 202, body = Import), (status = 400, body = Problem),
        (status = 403, body = Problem), (status = 413, body = Problem)))]
async fn import(
    app: Data<App>,
    actor: Actor,
    Params(wanted): Params<ImportQuery>,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<Answer, Error> {
    let ImportQuery { name, join_unknown, make_sessions, skip_refused, month_first, skip_columns, dry_run } = wanted;
    let options = Options { join_unknown, make_sessions, skip_refused, month_first, skip_columns, dry_run };
    let name = name.unwrap_or_else(|| "file".into());
    if name.is_empty() || name.len() > 255 || name.contains('\0') {
        return Err(Refusal::field("name", say!("A name of 1 to 255 bytes is needed.")).into());
    }
    let bytes = incoming::whole(&request, payload, LARGEST, 1).await?.to_vec();
    let is_small = bytes.len() <= SMALL;
    let (by, called) = (actor.person, name.clone());
    let id = app.db.write(move |tx| jobs::add(tx, by, &called, options)).await?;
    let (db, source) = (app.db.clone(), Source { name, bytes });
    if is_small {
        let import = move || background::run(&db, id, || jobs::carry_out(&db, id, by, source, options));
        web::block(import).await.map_err(Error::internal)?;
    } else {
        rt::spawn(jobs::run_in_turn(db, id, by, source, options, incoming::take_room(&request)));
    }
    let answer = Answer::created(format!("/api/v1/imports/{id}"), &found(&app, id).await?)?;
    Ok(Answer { status: if is_small { 201 } else { 202 }, ..answer })
}

async fn found(app: &App, id: JobId) -> Result<Import, Error> {
    let import = app.db.read(move |db| jobs::find(db, id)).await?;
    import.ok_or_else(|| crate::not_found!("import").into())
}

/// How far an import is, and what came of it.
#[utoipa::path(get, path = "/api/v1/imports/{id}", tag = "exchange", params(("id" = i64, Path)),
    responses((status = 200, body = Import), (status = 304), (status = 404, body = Problem)))]
async fn one(app: Data<App>, id: Path<JobId>) -> Result<Answer, Error> {
    Ok(Answer::ok(&found(&app, *id).await?)?.tagged())
}

/// Takes an import back as a whole: its games, sessions, people and points go, and the ratings are as though it never was.
/// People who have played, come or opened an account since stay. Refused where something else rests on what it entered.
#[utoipa::path(post, path = "/api/v1/imports/{id}/retraction", tag = "exchange", params(("id" = i64, Path)),
    responses((status = 200, body = Import), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn take_back_import(app: Data<App>, actor: Actor, id: Path<JobId>) -> Result<Answer, Error> {
    jobs::take_back(&app, By::from(&actor), *id).await?;
    Answer::ok(&found(&app, *id).await?)
}

/// Everything that the club keeps about the caller, in one document.
#[utoipa::path(get, path = "/api/v1/me/data", tag = "exchange", responses((status = 200, body = Object), (status = 401)))]
async fn mine(app: Data<App>, actor: Actor) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let person = actor.person;
    let data = app.db.read(move |db| super::mine::gather(db, person, now)).await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_DISPOSITION, "attachment; filename=\"rookery-my-data.json\""))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(data))
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(import, one, take_back_import, mine))]
pub struct Docs;
