//! Evidence of online games over HTTP: taken in, looked at, redacted, released.

use actix_web::http::header;
use actix_web::web::{Data, Path, Payload};
use actix_web::{HttpRequest, HttpResponse};
use chrono::NaiveDateTime;
use rookery_messages::say;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::actions::{Gather, NewRelease, Redact, Release, SeeCopy, SeeRaw};
use super::redaction::{self, Cover};
use super::rules;
use super::store::{self, Gathered, Look};
use super::{EvidenceId, RedactionId, Source};
use crate::App;
use crate::action::api::once;
use crate::action::{Somebody, performed};
use crate::auth::Actor;
use crate::court::exhibits::{self, Media, StoredExhibit};
use crate::db::Db;
use crate::error::{Error, Refusal};
use crate::http::outgoing::{self, Turn};
use crate::http::{self, Answer, Body, instant, problem::Problem};
use crate::id::PersonId;
use crate::routes;
use crate::tables::{TableId, store as tables};

routes! {
    POST "/api/v1/tables/{id}/evidence" => gather, Insider;
    GET "/api/v1/tables/{id}/evidence" => of_table, Insider;
    GET "/api/v1/evidence/{id}/raw" => raw, Insider;
    POST "/api/v1/evidence/{id}/redactions" => redact, ChiefJustice;
    GET "/api/v1/redactions/{id}" => redacted, Insider;
    POST "/api/v1/redactions/{id}/releases" => release, ChiefJustice;
    GET "/api/v1/evidence_views" => views, Insider;
}

/// Something gathered, as somebody may see that it is there.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PieceView {
    #[schema(value_type = i64)]
    pub id: EvidenceId,
    pub kind: Source,
    /// Whose computer it was.
    #[schema(value_type = i64)]
    pub person: PersonId,
    #[serde(serialize_with = "instant::utc")]
    pub gathered_at: NaiveDateTime,
    pub media: Media,
    pub bytes: i64,
    /// It is erased then, unless a case holds it.
    #[serde(serialize_with = "instant::utc")]
    pub keep_until: NaiveDateTime,
    #[serde(serialize_with = "instant::utc_if_any")]
    pub erased_at: Option<NaiveDateTime>,
    /// Whether the caller may see it unredacted.
    pub raw: bool,
    /// Redacted copies that the caller may see.
    pub redactions: Vec<CopyView>,
}

/// A redacted copy.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct CopyView {
    #[schema(value_type = i64)]
    pub id: RedactionId,
    #[serde(serialize_with = "instant::utc")]
    pub made_at: NaiveDateTime,
    pub media: Media,
    /// To whom it was released; for the Chief Justice.
    #[schema(value_type = Vec<i64>)]
    pub released_to: Vec<PersonId>,
}

/// What was gathered in a game, as somebody may see it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Gatherings {
    /// Cases about the game that hold it.
    pub held_by: Vec<String>,
    pub items: Vec<PieceView>,
}

/// What somebody may see of a table's evidence. One's own is there to know of, not to see (Act I.9.5).
pub fn seen(db: &mut Db, table: TableId, viewer: Somebody) -> Result<Gatherings, Error> {
    tables::table(db, table)?;
    let access = store::access(db, table, viewer)?;
    let copies = store::redactions_of(db, table)?;
    let raw = rules::raw(viewer, &access.named).is_some();
    let mut items = Vec::new();
    for piece in store::of_table(db, table)? {
        let mut redactions = Vec::new();
        for copy in copies.iter().filter(|copy| copy.evidence == piece.id) {
            let released = store::released_to(db, copy.id)?;
            if rules::redacted(viewer, &released, access.is_court).is_some() {
                let released_to = if viewer.roles.chief_justice { released } else { Vec::new() };
                redactions.push(CopyView { id: copy.id, made_at: copy.made_at, media: copy.media, released_to });
            }
        }
        if raw || !redactions.is_empty() || piece.person == viewer.person {
            items.push(PieceView {
                id: piece.id,
                kind: piece.kind,
                person: piece.person,
                gathered_at: piece.gathered_at,
                media: piece.media,
                bytes: piece.bytes,
                keep_until: piece.keep_until,
                erased_at: piece.erased_at,
                raw: raw && piece.erased_at.is_none(),
                redactions,
            });
        }
    }
    Ok(Gatherings { held_by: access.holding, items })
}

#[derive(Clone, Copy, Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct SourceQuery {
    kind: Source,
}

/// Something that was taken in.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct TakenIn {
    #[schema(value_type = i64)]
    id: EvidenceId,
}

/// Takes in what a program gathered on a player's computer while the game is played (Act I.9.4): lists of
/// processes and of windows as plain text in UTF-8, a line each, of at most 256 KiB; screens as PNG or
/// JPEG of at most 5 MiB. At most 60 a minute of each player. It is kept encrypted.
#[utoipa::path(post, path = "/api/v1/tables/{id}/evidence", tag = "evidence", params(("id" = i64, Path), SourceQuery),
    request_body(content((Vec<u8> = "application/octet-stream"))),
    responses((status = 201, body = TakenIn), (status = 403, body = Problem), (status = 409, body = Problem),
        (status = 413, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)))]
async fn gather(
    app: Data<App>,
    actor: Actor,
    id: Path<TableId>,
    request: HttpRequest,
    payload: Payload,
) -> Result<Answer, Error> {
    let (said, body) = http::upload::<SourceQuery>(&request, payload, exhibits::LARGEST).await?;
    let (id, person, now) = (*id, actor.person, app.clock.now());
    if let Some(answer) = http::answered(&app.db, person, &body).await? {
        return Ok(answer);
    }
    app.db.read(move |db| store::may_gather(db, id, person, now)).await?;
    let Body { value: bytes, key, fingerprint } = body;
    if bytes.is_empty() {
        let detail = say!("Nothing was uploaded; send a list as plain text, or a screen as PNG or JPEG.");
        return Err(Refusal::invalid(say!("No evidence"), detail).act("I.9.4").into());
    }
    // Its type is detected from the content, which is stored unchanged.
    let media = exhibits::take(bytes.clone()).await?.media;
    // A list that begins as a game would is a list.
    let media = if media == Media::Pgn { Media::Text } else { media };
    let new = Gathered { kind: said.kind, media, content: bytes.to_vec() };
    let body = Body { value: Gather { safe: app.safe.clone(), table: id, new }, key, fingerprint };
    once(&app, &actor, body, move |_, taken| {
        Answer::created(format!("/api/v1/tables/{id}/evidence"), &TakenIn { id: taken })
    })
    .await
}

/// What was gathered in a game, as far as the caller may know of it.
#[utoipa::path(get, path = "/api/v1/tables/{id}/evidence", tag = "evidence", params(("id" = i64, Path)),
    responses((status = 200, body = Gatherings), (status = 404, body = Problem)))]
async fn of_table(app: Data<App>, actor: Actor, id: Path<TableId>) -> Result<Answer, Error> {
    let viewer = Somebody::from(&actor);
    Answer::ok(&app.db.read(move |db| seen(db, *id, viewer)).await?)
}

fn file(kept: StoredExhibit, turn: Turn) -> HttpResponse {
    let kind = match kept.media {
        Media::Pgn => Media::Text.content_type(),
        other => other.content_type(),
    };
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, kind))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((header::CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'"))
        .body(outgoing::pieces(kept.content, turn))
}

/// What was gathered, as it is: for the Chief Justice, and for those whom an order voted by a majority of
/// the Court names (Acts I.9.5, I.9.9). That it was seen is written down and shown to the member concerned.
#[utoipa::path(get, path = "/api/v1/evidence/{id}/raw", tag = "evidence", params(("id" = i64, Path)),
    responses((status = 200, content((Vec<u8> = "image/png"), (Vec<u8> = "image/jpeg"), (String = "text/plain"))),
        (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn raw(app: Data<App>, actor: Actor, id: Path<EvidenceId>) -> Result<HttpResponse, Error> {
    let turn = outgoing::turn().await?;
    Ok(file(performed(&app, &actor, SeeRaw { safe: app.safe.clone(), id: *id }).await?, turn))
}

/// A redacted copy that was made.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct Made {
    #[schema(value_type = i64)]
    id: RedactionId,
}

/// Makes a redacted copy: areas of a picture or lines of a list are burnt out of a new file, which holds
/// nothing of them and no metadata (Act I.9.5).
#[utoipa::path(post, path = "/api/v1/evidence/{id}/redactions", tag = "evidence", params(("id" = i64, Path)),
    request_body = Cover,
    responses((status = 201, body = Made), (status = 404, body = Problem), (status = 422, body = Problem)))]
async fn redact(app: Data<App>, actor: Actor, id: Path<EvidenceId>, body: Body<Cover>) -> Result<Answer, Error> {
    let redact = burnt(&app, *id, body.value.clone()).await?;
    let body = body.map(|_| redact);
    once(&app, &actor, body, |_, made| Answer::created(format!("/api/v1/redactions/{made}"), &Made { id: made })).await
}

/// The redacted copy of a piece, not kept yet: made for the Chief Justice alone, whose every route this is.
pub(crate) async fn burnt(app: &App, id: EvidenceId, cover: Cover) -> Result<Redact, Error> {
    let (safe, covers) = (app.safe.clone(), cover.clone());
    let read = move |db: &mut Db| {
        store::piece(db, id)?;
        store::content(db, &safe, id)
    };
    let original = app.db.read(read).await?;
    let copy = exhibits::decode(move || redaction::burn(&original, &covers)).await??;
    Ok(Redact { safe: app.safe.clone(), id, cover, copy })
}

/// A redacted copy: for the Chief Justice, moderators and justices to whom it was released, and the
/// Court in a case about the game. That it was seen is written down and shown to the member concerned.
#[utoipa::path(get, path = "/api/v1/redactions/{id}", tag = "evidence", params(("id" = i64, Path)),
    responses((status = 200, content((Vec<u8> = "image/png"), (Vec<u8> = "image/jpeg"), (String = "text/plain"))),
        (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn redacted(app: Data<App>, actor: Actor, id: Path<RedactionId>) -> Result<HttpResponse, Error> {
    let turn = outgoing::turn().await?;
    Ok(file(performed(&app, &actor, SeeCopy { safe: app.safe.clone(), id: *id }).await?, turn))
}

/// Releases a redacted copy to a moderator or a justice, at the Chief Justice's discretion (Act I.9.5).
#[utoipa::path(post, path = "/api/v1/redactions/{id}/releases", tag = "evidence", params(("id" = i64, Path)),
    request_body = NewRelease,
    responses((status = 201), (status = 404, body = Problem), (status = 422, body = Problem)))]
async fn release(app: Data<App>, actor: Actor, id: Path<RedactionId>, body: Body<NewRelease>) -> Result<Answer, Error> {
    let id = *id;
    let body = body.map(|new| Release(id, new));
    once(&app, &actor, body, move |_, to| Answer::created(format!("/api/v1/redactions/{id}"), &json!({ "to": to })))
        .await
}

/// Who saw what was gathered on the caller's computer, by what right and when, the last first.
#[utoipa::path(get, path = "/api/v1/evidence_views", tag = "evidence", responses((status = 200, body = Vec<Look>)))]
async fn views(app: Data<App>, actor: Actor) -> Result<Answer, Error> {
    Answer::ok(&app.db.read(move |db| store::views(db, actor.person)).await?)
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(gather, of_table, raw, redact, redacted, release, views))]
pub struct Docs;
