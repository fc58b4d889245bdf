//! Whether the service is alive and ready.

use actix_web::web::Data;
use diesel::prelude::*;

use crate::App;
use crate::error::Error;
use crate::http::Answer;
use crate::routes;

routes! {
    GET "/healthz" => alive, Anyone;
    GET "/readyz" => ready, Anyone;
}

/// The process answers.
#[utoipa::path(get, path = "/healthz", tag = "service", responses((status = 204)))]
async fn alive() -> Answer {
    Answer::nothing()
}

/// The database answers too.
#[utoipa::path(get, path = "/readyz", tag = "service", responses((status = 204), (status = 503)))]
async fn ready(app: Data<App>) -> Result<Answer, Error> {
    app.db.read(|db| Ok(diesel::sql_query("SELECT 1").execute(db)?)).await?;
    Ok(Answer::nothing())
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(alive, ready))]
pub struct Docs;
