//! Filings, exhibits and rulings.

use actix_web::http::header;
use actix_web::web::{Data, Path, Payload};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};

use super::super::actions::{self, File, Filed, Rule, Ruling, SeeExhibit, Upload, filed};
use super::super::rules::docket::Filing;
use super::super::{Visibility, exhibits, store};
use crate::App;
use crate::action::api::once;
use crate::action::{By, Somebody, perform};
use crate::auth::Actor;
use crate::chess::evidence::actions::SeeOnDocket;
use crate::error::Error;
use crate::http::{self, Answer, Body, outgoing, problem::Problem};

/// Puts a brief, answer, motion, order, appointment, testimony or notice on the docket.
#[utoipa::path(post, path = "/api/v1/cases/{number}/filings", tag = "court", request_body = Filing,
    params(("number" = String, Path)),
    responses((status = 201, body = Filed), (status = 403, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
pub(super) async fn file(
    app: Data<App>,
    actor: Actor,
    number: Path<String>,
    body: Body<Filing>,
) -> Result<Answer, Error> {
    let number = number.into_inner();
    let file = |filing| File { number: number.clone(), filing, exhibit: None };
    once(&app, &actor, body.map(file), filed(number.clone())).await
}

/// The same as a form.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "it is there to be described")]
struct UploadForm {
    title: String,
    visibility: Visibility,
    text: Option<String>,
    readers: Option<String>,
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Uploads an exhibit: the file is the body, or the file of a form (`multipart/form-data`) whose fields
/// are those of the query. PDF, PNG, JPEG, plain text or PGN, told by its content; at most 5 MiB. Images
/// are written again, without metadata.
#[utoipa::path(post, path = "/api/v1/cases/{number}/exhibits", tag = "court",
    params(("number" = String, Path), Upload),
    request_body(content(
        (Vec<u8> = "application/octet-stream"),
        (UploadForm = "multipart/form-data"),
    )),
    responses((status = 201, body = Filed), (status = 403, body = Problem), (status = 409, body = Problem),
        (status = 413, body = Problem), (status = 422, body = Problem)))]
pub(super) async fn upload(
    app: Data<App>,
    actor: Actor,
    number: Path<String>,
    request: HttpRequest,
    payload: Payload,
) -> Result<Answer, Error> {
    let uploaded = http::upload(&request, payload, exhibits::LARGEST).await?;
    actions::upload(&app, &actor, number.into_inner(), uploaded).await
}

/// The file of an exhibit, as a download. Downloads of sealed exhibits are recorded.
#[utoipa::path(get, path = "/api/v1/cases/{number}/filings/{filing}/file", tag = "court",
    params(("number" = String, Path), ("filing" = i64, Path)),
    responses((status = 200, content((Vec<u8> = "application/pdf"), (Vec<u8> = "image/png"), (Vec<u8> = "image/jpeg"),
        (String = "text/plain"), (String = "application/x-chess-pgn"))), (status = 404, body = Problem)))]
pub(super) async fn download(
    app: Data<App>,
    actor: Option<Actor>,
    path: Path<(String, i64)>,
) -> Result<HttpResponse, Error> {
    let (number, filing) = path.into_inner();
    let by = actor.as_ref().map(Somebody::from);
    let (wanted, now) = (number.clone(), app.clock.now());
    let turn = outgoing::turn().await?;
    let exhibit = app.db.read(move |db| store::exhibit(db, &wanted, by.as_ref(), filing, now)).await?;
    let saved = format!("attachment; filename=\"{number}-{filing}.{}\"", exhibit.media.extension());
    given(&app, by, &exhibit, number, filing).await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, exhibit.media.content_type()))
        .insert_header((header::CONTENT_DISPOSITION, saved))
        .insert_header((header::CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'"))
        .insert_header((header::ETAG, format!("\"{}\"", exhibit.sha256)))
        .body(outgoing::pieces(exhibit.content, turn)))
}

/// Writes down who was given an exhibit that not everybody may see (Act I.9.9).
pub(in crate::court) async fn given(
    app: &App,
    by: Option<Somebody>,
    exhibit: &store::Exhibit,
    number: String,
    filing: i64,
) -> Result<(), Error> {
    let Some(by) = by.filter(|_| exhibit.is_written_down) else { return Ok(()) };
    app.db
        .write(move |tx| {
            perform(tx, &By::from(by), &SeeExhibit(&number, filing))?;
            perform(tx, &By::from(by), &SeeOnDocket { case: &number, filing })
        })
        .await
}

/// What the bench ruled by now.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct Ruled {
    /// Null while neither the presiding justice nor a majority has spoken.
    granted: Option<bool>,
}

/// Rules on a motion, an order or an appointment: the presiding justice's word stands unless a
/// majority of the bench says otherwise.
#[utoipa::path(post, path = "/api/v1/cases/{number}/filings/{filing}/rulings", tag = "court", request_body = Ruling,
    params(("number" = String, Path), ("filing" = i64, Path)),
    responses((status = 200, body = Ruled), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem)))]
pub(super) async fn rule(
    app: Data<App>,
    actor: Actor,
    path: Path<(String, i64)>,
    body: Body<Ruling>,
) -> Result<Answer, Error> {
    let (number, filing) = path.into_inner();
    once(&app, &actor, body.map(|ruling| Rule(number, filing, ruling)), |_, granted| Answer::ok(&Ruled { granted }))
        .await
}
