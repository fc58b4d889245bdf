//! Online chess over HTTP: consent to its terms, and games as PGN with what was left on the clocks.

use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, Responder};
use serde::Deserialize;

use super::actions::{GiveConsent, TakeNoteAway, WriteNote};
use super::analysis::{self, Analysis};
use super::notes::{self, Note, Sign};
use super::store::{self, Consent};
use super::{NAME, pgn};
use crate::App;
use crate::action::api::once;
use crate::action::performed;
use crate::auth::Actor;
use crate::error::Error;
use crate::games;
use crate::games::moves::Moves;
use crate::http::{Answer, Body, problem::Problem};
use crate::id::PersonId;
use crate::routes;
use crate::rulebook;
use crate::tables::{TableId, store as tables};

routes! {
    GET "/api/v1/online_consent" => consent, SignedIn;
    POST "/api/v1/online_consents" => give, SignedIn;
    GET "/api/v1/tables/{id}/pgn" => written, Club;
    GET "/api/v1/tables/{id}/analysis" => analysed, Club;
    GET "/api/v1/tables/{id}/notes" => noted, Club;
    PUT "/api/v1/tables/{id}/notes/{ply}" => note, Insider;
    DELETE "/api/v1/tables/{id}/notes/{ply}/{person}" => take_away, Insider;
}

/// The version of the rulebook in force, and when the caller consented to the terms of online play as it has them
/// (Act I.9.4).
#[utoipa::path(get, path = "/api/v1/online_consent", tag = "tables", responses((status = 200, body = Consent)))]
async fn consent(app: Data<App>, actor: Actor) -> Result<Answer, Error> {
    let now = app.clock.now();
    Answer::ok(&app.db.read(move |db| store::consent(db, actor.person, now)).await?)
}

/// Consents to the terms of online play (Act I.9.4): recorded with the version and the time. Without it
/// no game begins.
#[utoipa::path(post, path = "/api/v1/online_consents", tag = "tables", request_body = GiveConsent,
    responses((status = 201, body = Consent), (status = 422, body = Problem)))]
async fn give(app: Data<App>, actor: Actor, body: Body<GiveConsent>) -> Result<Answer, Error> {
    once(&app, &actor, body, |_, given| Answer::created("/api/v1/online_consent".to_owned(), &given)).await
}

/// What the club's chess engine thinks of a game of chess that is over, where the operator has installed one and it has looked at
/// the whole game.
#[utoipa::path(get, path = "/api/v1/tables/{id}/analysis", tag = "tables", params(("id" = i64, Path)),
    responses((status = 200, body = Analysis), (status = 404, body = Problem)))]
async fn analysed(app: Data<App>, id: Path<TableId>) -> Result<Answer, Error> {
    let analysis = app.db.read(move |db| {
        tables::table(db, *id)?;
        analysis::of(db, *id)
    });
    Answer::ok(&analysis.await?.ok_or_else(|| crate::not_found!("analysis"))?)
}

/// Notes on the moves of a game of chess at a table.
#[utoipa::path(get, path = "/api/v1/tables/{id}/notes", tag = "tables", params(("id" = i64, Path)),
    responses((status = 200, body = Vec<Note>), (status = 404, body = Problem)))]
async fn noted(app: Data<App>, id: Path<TableId>) -> Result<Answer, Error> {
    let notes = app.db.read(move |db| {
        tables::table(db, *id)?;
        notes::all(db, *id)
    });
    Answer::ok(&notes.await?)
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct NoteRequest {
    sign: Option<Sign>,
    /// Up to 500 characters; at least one where there is no sign.
    #[serde(default)]
    text: String,
}

/// Writes a note on a move of a finished game of chess; it replaces the caller's earlier note on that move. While a game is
/// played nobody does: who plays has no help (Act I.2).
#[utoipa::path(put, path = "/api/v1/tables/{id}/notes/{ply}", tag = "tables", request_body = NoteRequest,
    params(("id" = i64, Path), ("ply" = i64, Path, description = "Half-moves played; 0 is the position before the first.")),
    responses((status = 200, body = Note), (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)))]
async fn note(
    app: Data<App>,
    actor: Actor,
    place: Path<(TableId, i64)>,
    body: Body<NoteRequest>,
) -> Result<Answer, Error> {
    let ((table, ply), NoteRequest { sign, text }) = (*place, body.value);
    Answer::ok(&performed(&app, &actor, WriteNote { table, ply, sign, text }).await?)
}

/// Removes a note: by its author, or by those who moderate.
#[utoipa::path(delete, path = "/api/v1/tables/{id}/notes/{ply}/{person}", tag = "tables",
    params(("id" = i64, Path), ("ply" = i64, Path), ("person" = i64, Path)),
    responses((status = 204), (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn take_away(app: Data<App>, actor: Actor, place: Path<(TableId, i64, PersonId)>) -> Result<Answer, Error> {
    let (table, ply, of) = *place;
    performed(&app, &actor, TakeNoteAway { table, ply, of }).await?;
    Ok(Answer::nothing())
}

/// A game of chess played at a table, as PGN with the name of its opening, what each player had left after each move, and the notes.
#[utoipa::path(get, path = "/api/v1/tables/{id}/pgn", tag = "tables", params(("id" = i64, Path)),
    responses((status = 200, content_type = "application/vnd.chess-pgn", body = String),
        (status = 404, body = Problem)))]
async fn written(app: Data<App>, id: Path<TableId>) -> Result<impl Responder, Error> {
    let id = *id;
    let (table, log, house, notes) = app
        .db
        .read(move |db| {
            let table = tables::table(db, id)?;
            let house = rulebook::in_force(db, table.played_at())?;
            Ok((table, tables::entries_after(db, id, 0)?, house, notes::all(db, id)?))
        })
        .await?;
    if table.game != NAME {
        return Err(crate::not_found!("game of chess at this table").into());
    }
    let mut moves: Moves = pgn::moves(&table, &log)?;
    pgn::tag(&mut moves.tags, &table, house.time_zone);
    pgn::name_opening(&mut moves);
    let result = pgn::result(&table);
    let text = games::pgn::write_noted(&moves.tags, &moves, result, &|ply| pgn::comments(&notes, ply));
    Ok(HttpResponse::Ok().content_type("application/vnd.chess-pgn; charset=utf-8").body(text))
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(consent, give, written, analysed, noted, note, take_away))]
pub struct Docs;
