//! The engine over HTTP: stateless analysis, the same requests and answers as on the command line.

use actix_web::web;
use serde_json::Value;

use super::analysis;
use crate::error::Error;
use crate::http::{Answer, Body};
use crate::routes;

routes! {
    POST "/api/v1/analysis/party" => analyse, SignedIn;
}

/// Answers one request of the engine's command line; a request it refuses is answered 200 with `error`.
#[utoipa::path(post, path = "/api/v1/analysis/party", tag = "games room", request_body = Object,
    responses((status = 200, body = Object)))]
async fn analyse(body: Body<Value>) -> Result<Answer, Error> {
    let answer = web::block(move || analysis::answer(&body.value)).await.map_err(Error::internal)?;
    Answer::ok(&answer)
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(analyse))]
pub struct Docs;
