//! Filings, exhibits and rulings.

use std::sync::Arc;

use actix_web::http::header;
use actix_web::web::{Bytes, Data, Path, Payload};
use actix_web::{HttpRequest, HttpResponse};
use rookery_messages::say;
use serde::{Deserialize, Serialize};

use super::super::rules::docket::Filing;
use super::super::store::{self, By, NewFiling};
use super::super::{FilingKind, Visibility, exhibits};
use crate::App;
use crate::auth::Actor;
use crate::chess::evidence::store as evidence;
use crate::error::{Error, Refusal};
use crate::http::{self, Answer, Body, outgoing, problem::Problem};
use crate::id::PersonId;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FilingRequest {
    /// Anything but an exhibit, which is uploaded.
    kind: FilingKind,
    /// 1 to 200 characters.
    title: String,
    /// 1 to 20,000 characters.
    text: String,
    visibility: Visibility,
    /// Whom a sealed filing names.
    #[serde(default)]
    #[schema(value_type = Vec<i64>)]
    readers: Vec<PersonId>,
    /// Whom an appointment appoints.
    #[schema(value_type = Option<i64>)]
    witness: Option<PersonId>,
    /// An order for raw evidence of an online game, which takes a majority (Act I.9.9).
    #[serde(default)]
    raw_evidence: bool,
}

/// What was put on the docket.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct Filed {
    /// Its number on the docket.
    filing: i64,
}

fn filed(number: &str, filing: i64) -> Result<Answer, Error> {
    Answer::created(format!("/api/v1/cases/{number}"), &Filed { filing })
}

/// Puts a brief, answer, motion, order, appointment, testimony or notice on the docket.
#[utoipa::path(post, path = "/api/v1/cases/{number}/filings", tag = "court", request_body = FilingRequest,
    params(("number" = String, Path)),
    responses((status = 201, body = Filed), (status = 403, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem)))]
pub(super) async fn file(
    app: Data<App>,
    actor: Actor,
    number: Path<String>,
    body: Body<FilingRequest>,
) -> Result<Answer, Error> {
    let by = By::from(&actor);
    http::create(&app.db, by.person, body, move |tx, request| {
        if request.kind == FilingKind::Exhibit {
            let path = format!("/api/v1/cases/{number}/exhibits");
            let detail = say!("An exhibit is a file: upload it to {path}.", path);
            return Err(Refusal::field("kind", detail).act("III.3").into());
        }
        if request.raw_evidence && request.kind != FilingKind::Order {
            return Err(Refusal::field("raw_evidence", say!("Only an order hands over raw evidence."))
                .act("I.9.9")
                .into());
        }
        let filing = Filing {
            kind: request.kind,
            title: request.title.clone(),
            text: request.text.clone(),
            visibility: request.visibility,
            readers: request.readers.clone(),
            witness: request.witness,
        };
        let new = NewFiling { filing, exhibit: None, raw_evidence: request.raw_evidence };
        filed(&number, store::file(tx, &number, &by, &new)?)
    })
    .await
}

/// What is said of an uploaded file.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(in crate::court) struct Upload {
    /// 1 to 200 characters.
    title: String,
    visibility: Visibility,
    /// What it shows, at most 20,000 characters.
    #[serde(default)]
    text: String,
    /// Whom a sealed exhibit names: ids with commas between them.
    #[serde(default)]
    readers: String,
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

fn people(list: &str) -> Result<Vec<PersonId>, Refusal> {
    let parts = list.split(',').map(str::trim).filter(|part| !part.is_empty());
    let wrong = |part: &str| Refusal::field("readers", say!("\"{reader}\" is not a person's id.", reader = part));
    parts.map(|part| part.parse().map(PersonId).map_err(|_| wrong(part))).collect()
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
pub(in crate::court) async fn upload(
    app: Data<App>,
    actor: Actor,
    number: Path<String>,
    request: HttpRequest,
    payload: Payload,
) -> Result<Answer, Error> {
    let uploaded = http::upload(&request, payload, exhibits::LARGEST).await?;
    exhibited(&app, &actor, number.into_inner(), uploaded).await
}

/// Puts a file that was sent on the docket.
pub(in crate::court) async fn exhibited(
    app: &App,
    actor: &Actor,
    number: String,
    (said, body): (Upload, Body<Bytes>),
) -> Result<Answer, Error> {
    let by = By::from(actor);
    if let Some(answer) = http::answered(&app.db, by.person, &body).await? {
        return Ok(answer);
    }
    let Body { value: bytes, key, fingerprint } = body;
    let (case, asks, length) = (number.clone(), by, bytes.len());
    app.db.read(move |db| store::may_exhibit(db, &case, &asks, length)).await?;
    let exhibit = Some(Arc::new(exhibits::take(bytes).await?));
    let filing = Filing {
        kind: FilingKind::Exhibit,
        title: said.title,
        text: said.text,
        visibility: said.visibility,
        readers: people(&said.readers)?,
        witness: None,
    };
    let new = NewFiling { filing, exhibit, raw_evidence: false };
    let body = Body { value: new, key, fingerprint };
    http::create(&app.db, by.person, body, move |tx, new| filed(&number, store::file(tx, &number, &by, new)?)).await
}

/// The file of an exhibit, to be saved and not shown. Who is given a sealed one is written down.
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
    let by = actor.as_ref().map(By::from);
    let (wanted, now) = (number.clone(), app.clock.now());
    let turn = outgoing::turn().await?;
    let exhibit = app.db.read(move |db| store::exhibit(db, &wanted, by.as_ref(), filing, now)).await?;
    let saved = format!("attachment; filename=\"{number}-{filing}.{}\"", exhibit.media.extension());
    if let Some(by) = by.filter(|_| exhibit.is_written_down) {
        app.db
            .write(move |tx| {
                store::seen(tx, &number, &by, filing)?;
                evidence::seen_on_docket(tx, &number, filing, by.person)
            })
            .await?;
    }
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, exhibit.media.content_type()))
        .insert_header((header::CONTENT_DISPOSITION, saved))
        .insert_header((header::CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'"))
        .insert_header((header::ETAG, format!("\"{}\"", exhibit.sha256)))
        .body(outgoing::pieces(exhibit.content, turn)))
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = MotionRuling)]
pub(super) struct Ruling {
    granted: bool,
    /// 1 to 4000 characters.
    reason: String,
}

/// What the bench ruled by now.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct Ruled {
    /// Nothing while neither the presiding justice nor a majority has spoken.
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
    let by = By::from(&actor);
    http::create(&app.db, by.person, body, move |tx, ruling| {
        let (number, filing) = &*path;
        let granted = store::rule(tx, number, &by, *filing, ruling.granted, &ruling.reason)?;
        Answer::ok(&Ruled { granted })
    })
    .await
}
