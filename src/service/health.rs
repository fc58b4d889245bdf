//! Liveness and readiness: probes that are answered at once, even if the database does not answer.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use rookery_messages::{Message, say};

use crate::App;
use crate::auth::client_address;
use crate::db::Unready;
use crate::error::{Error, Kind, Refusal};
use crate::http::{Answer, address::CLIENT_ADDRESS};
use crate::routes;

routes! {
    GET "/healthz" => alive, Probe;
    GET "/readyz" => ready, Probe;
}

/// Whether the process answers; `Client-Address` is where it takes the request to come from.
#[utoipa::path(get, path = "/healthz", tag = "service", responses(
    (status = 204, headers(("Client-Address" = String, description = "where the request is taken to come from")))
))]
async fn alive(app: Data<App>, request: HttpRequest) -> HttpResponse {
    HttpResponse::NoContent().insert_header((CLIENT_ADDRESS, client_address(&request, &app))).finish()
}

/// Whether requests can be answered, reads and changes.
///
/// It is told from what is known: the service looks five times a second whether its database answers, and writes
/// something of its own where nothing was written for ten seconds. Where the clock has leapt it says so:
/// what acts by time alone waits.
#[utoipa::path(get, path = "/readyz", tag = "service", responses((status = 204), (status = 200, body = Readiness), (status = 503)))]
async fn ready(app: Data<App>) -> Result<Answer, Error> {
    let not_ready = |detail: Message| Refusal::new(Kind::Unavailable(1), say!("Service not ready"), detail).into();
    match app.db.health().is_ready() {
        Ok(()) if app.watch.has_leapt() => Answer::ok(&Readiness { clock: "leapt" }),
        Ok(()) => Ok(Answer::nothing()),
        Err(Unready::Away) => Err(not_ready(say!("The database does not answer."))),
        Err(Unready::TakesNoChanges) => {
            Err(not_ready(say!("Nothing can be changed at the moment; what is there can be read.")))
        }
    }
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
