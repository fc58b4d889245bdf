//! Party Chess over HTTP: stateless analysis, the same requests and answers as on the command line; and at a
//! table where a piece may go, and why not elsewhere.

use actix_web::web::{self, Data, Path};
use rookery_party_chess::analysis;
use rookery_party_chess::{PieceId, Position, Square, bounded};
use serde::Deserialize;
use serde_json::{Value, json};

use super::rules::{Hall, MOST_SEARCHED, tap};
use crate::App;
use crate::error::{Error, Refusal};
use crate::http::{Answer, Body, Params, problem::Problem};
use crate::routes;
use crate::tables::TableId;

routes! {
    POST "/api/v1/analysis/party" => analyse, SignedIn;
    GET "/api/v1/tables/{id}/pieces/{piece}" => piece, Club;
}

/// What one request may cost: sequences of plays that perft counts, and segments of Tornado chains that are searched (G36).
const MOST: u64 = 10_000_000;

/// Answers one request of the engine's command line. One that it does not answer is refused, with what it said as `answer`.
#[utoipa::path(post, path = "/api/v1/analysis/party", tag = "games room", request_body = Object,
    responses((status = 200, body = Object), (status = 422, body = Problem)))]
async fn analyse(body: Body<Value>) -> Result<Answer, Error> {
    let answer = web::block(move || analysis::answer(&body.value, MOST)).await.map_err(Error::internal)?;
    Answer::of_engine(&answer)
}

#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct Aim {
    /// A square, to be told why the piece may not go there.
    to: Option<String>,
    /// Squares that a Tornado's chain has stopped at: `c5-f5`.
    path: Option<String>,
}

/// What a piece at a table of Party Chess may do, were it its Swinger's turn: legal plays, a Tornado's next
/// steps, and why it may not go to a square.
#[utoipa::path(get, path = "/api/v1/tables/{id}/pieces/{piece}", tag = "tables",
    params(("id" = i64, Path), ("piece" = u32, Path), Aim),
    responses((status = 200, body = Object), (status = 404, body = Problem), (status = 422, body = Problem)))]
async fn piece(app: Data<App>, at: Path<(TableId, u32)>, aim: Params<Aim>) -> Result<Answer, Error> {
    let ((id, piece), aim) = (*at, aim.0);
    let to = aim.to.map(|to| tap::square("to", &to)).transpose()?;
    let path = aim.path.as_deref().filter(|path| !path.is_empty()).into_iter().flat_map(|path| path.split('-'));
    let path: Vec<Square> = path.map(|step| tap::square("path", step)).collect::<Result<_, _>>()?;
    let live = app.room.open(&app.db, id).await?;
    let position = live.read(|known| Some(known.state.as_deref()?.of::<Hall>()?.position().clone()));
    let position = position.ok_or_else(|| crate::not_found!("game of Party Chess at this table"))?;
    let told = move || bounded(MOST_SEARCHED, || told(&position, PieceId(piece), &path, to));
    let told = web::block(told).await.map_err(Error::internal)?;
    Answer::ok(&told?)
}

fn told(position: &Position, piece: PieceId, path: &[Square], to: Option<Square>) -> Result<Value, Refusal> {
    let found = position.board().find(piece).map(|index| *position.board().piece(index));
    let owner = found.ok_or_else(|| crate::not_found!("piece"))?.owner;
    let as_if = tap::on_turn(position, owner).ok_or_else(|| crate::not_found!("Swinger"))?;
    let reach = tap::reach(&as_if, piece, path)?;
    let mut told = tap::told(&as_if, &reach);
    told["on_turn"] = json!(position.to_play() == Some(owner));
    if let Some(refusal) = to.and_then(|to| tap::why_not(&as_if, piece, path, to)) {
        told["why_not"] = json!({ "detail": refusal.detail, "acts": refusal.acts });
    }
    Ok(told)
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(analyse, piece))]
pub struct Docs;
