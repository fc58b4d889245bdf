//! Chess for several over HTTP: stateless analysis, the same requests and answers as on the command line, and
//! games played at tables as text.

use actix_web::web::{self, Data, Path};
use actix_web::{HttpResponse, Responder};
use rookery_boards::analysis;
use serde_json::Value;

use super::table::{NAME, record};
use crate::App;
use crate::error::Error;
use crate::games::pgn::Tags;
use crate::http::{Answer, Body, problem::Problem};
use crate::routes;
use crate::rulebook;
use crate::tables::{Entry, Stage, Table, TableId, store};

routes! {
    POST "/api/v1/analysis/multiplayer" => analyse, SignedIn;
    GET "/api/v1/tables/{id}/pgn4" => pgn4, Club;
    GET "/api/v1/tables/{id}/mpn" => mpn, Club;
}

/// The most leaves that `perft` counts for one request.
const MOST_LEAVES: u64 = 10_000_000;

/// Answers one request of the engine's command line. One that it does not answer is refused, with what it said as `answer`.
#[utoipa::path(post, path = "/api/v1/analysis/multiplayer", tag = "games room", request_body = Object,
    responses((status = 200, body = Object), (status = 422, body = Problem)))]
async fn analyse(body: Body<Value>) -> Result<Answer, Error> {
    let answer = web::block(move || analysis::answer(&body.value, MOST_LEAVES)).await.map_err(Error::internal)?;
    Answer::of_engine(&answer)
}

/// A table of chess for several that has begun, with its log.
async fn played(app: &App, id: TableId) -> Result<(Table, Vec<Entry>), Error> {
    let (table, log) = app.db.read(move |db| Ok((store::table(db, id)?, store::entries_after(db, id, 0)?))).await?;
    if table.game != NAME || table.stage == Stage::Open {
        return Err(crate::not_found!("game of chess for several at this table").into());
    }
    Ok((table, log))
}

/// A game of chess for several played at a table, as PGN4.
#[utoipa::path(get, path = "/api/v1/tables/{id}/pgn4", tag = "tables", params(("id" = i64, Path)),
    responses((status = 200, content_type = "text/plain", body = String), (status = 404, body = Problem)))]
async fn pgn4(app: Data<App>, id: Path<TableId>) -> Result<impl Responder, Error> {
    let (table, log) = played(&app, *id).await?;
    let at = table.played_at();
    let house = app.db.read(move |db| rulebook::in_force(db, at)).await?;
    let mut tags = Tags::default();
    tags.set("Site", "Rookery");
    tags.set_played(at, house.time_zone);
    tags.set("Table", &table.id.to_string());
    let name = format!("attachment; filename=\"table-{id}.pgn4\"");
    let mut answer = HttpResponse::Ok();
    answer.content_type("text/plain; charset=utf-8").insert_header(("Content-Disposition", name));
    Ok(answer.body(record::pgn4(&table, &log, tags.iter())?))
}

/// How a game of chess for several stands, as MPN in a line.
#[utoipa::path(get, path = "/api/v1/tables/{id}/mpn", tag = "tables", params(("id" = i64, Path)),
    responses((status = 200, content_type = "text/plain", body = String), (status = 404, body = Problem)))]
async fn mpn(app: Data<App>, id: Path<TableId>) -> Result<impl Responder, Error> {
    let (table, log) = played(&app, *id).await?;
    let position = record::game(&table, &log)?.setup().mpn();
    Ok(HttpResponse::Ok().content_type("text/plain; charset=utf-8").body(position + "\n"))
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(analyse, pgn4, mpn))]
pub struct Docs;
