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

/// The database answers too. Where the clock has leapt, it says so: what acts by time alone waits.
#[utoipa::path(get, path = "/readyz", tag = "service", responses((status = 204), (status = 200, body = Readiness), (status = 503)))]
async fn ready(app: Data<App>) -> Result<Answer, Error> {
    app.db.read(|db| Ok(diesel::sql_query("SELECT 1").execute(db)?)).await?;
    if app.watch.has_leapt() {
        return Answer::ok(&Readiness { clock: "leapt" });
    }
    Ok(Answer::nothing())
}

/// What is to be looked at although requests are answered.
#[derive(serde::Serialize, utoipa::ToSchema)]
struct Readiness {
    /// `leapt`: it shows what it should not, and waits to be set right or for an administrator's word.
    clock: &'static str,
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(alive, ready))]
pub struct Docs;
