//! Online chess over HTTP: consent to its terms, and games as PGN with what was left on the clocks.

use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, Responder};
use serde::Deserialize;

use super::store::{self, Consent};
use super::{NAME, pgn};
use crate::App;
use crate::auth::Actor;
use crate::error::Error;
use crate::games;
use crate::games::moves::Moves;
use crate::http::{self, Answer, Body, problem::Problem};
use crate::routes;
use crate::rulebook;
use crate::tables::{TableId, store as tables};

routes! {
    GET "/api/v1/online_consent" => consent, SignedIn;
    POST "/api/v1/online_consents" => give, SignedIn;
    GET "/api/v1/tables/{id}/pgn" => written, Club;
}

/// The version of the rulebook in force, and when the caller consented to the terms of online play as it has them
/// (Act I.9.4).
#[utoipa::path(get, path = "/api/v1/online_consent", tag = "tables", responses((status = 200, body = Consent)))]
async fn consent(app: Data<App>, actor: Actor) -> Result<Answer, Error> {
    let now = app.clock.now();
    Answer::ok(&app.db.read(move |db| store::consent(db, actor.person, now)).await?)
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct ConsentRequest {
    /// The version that the caller has read.
    version: i64,
}

/// Consents to the terms of online play (Act I.9.4): recorded with the version and the time. Without it
/// no game begins.
#[utoipa::path(post, path = "/api/v1/online_consents", tag = "tables", request_body = ConsentRequest,
    responses((status = 201, body = Consent), (status = 422, body = Problem)))]
async fn give(app: Data<App>, actor: Actor, body: Body<ConsentRequest>) -> Result<Answer, Error> {
    http::create(&app.db, actor.person, body, move |tx, request| {
        let given = store::give_consent(tx, actor.person, request.version)?;
        Answer::created("/api/v1/online_consent".to_owned(), &given)
    })
    .await
}

/// A game of chess played at a table, as PGN with what each player had left after each move.
#[utoipa::path(get, path = "/api/v1/tables/{id}/pgn", tag = "tables", params(("id" = i64, Path)),
    responses((status = 200, content_type = "application/vnd.chess-pgn", body = String),
        (status = 404, body = Problem)))]
async fn written(app: Data<App>, id: Path<TableId>) -> Result<impl Responder, Error> {
    let id = *id;
    let (table, log, house) = app
        .db
        .read(move |db| {
            let table = tables::table(db, id)?;
            let house = rulebook::in_force(db, table.played_at())?;
            Ok((table, tables::entries_after(db, id, 0)?, house))
        })
        .await?;
    if table.game != NAME {
        return Err(crate::not_found!("game of chess at this table").into());
    }
    let mut moves: Moves = pgn::moves(&table, &log).map_err(Error::internal)?;
    pgn::tag(&mut moves.tags, &table, house.time_zone);
    let result = pgn::result(&table);
    let text = games::pgn::write(&moves.tags, &moves, result, true);
    Ok(HttpResponse::Ok().content_type("application/vnd.chess-pgn; charset=utf-8").body(text))
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(consent, give, written))]
pub struct Docs;
