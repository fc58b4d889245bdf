//! A chess clock in the browser, which works offline once opened. If it is attached to a game, a loss
//! on time is entered as any other game is.

use actix_web::HttpResponse;
use actix_web::http::{StatusCode, header};
use actix_web::web::Data;
use askama::Template;
use serde::Deserialize;

use crate::App;
use crate::error::Error;
use crate::http::Params;
use crate::id::PersonId;
use crate::members;
use crate::routes;
use crate::web::assets;
use crate::web::layout::{Frame, render};

routes! {
    GET "/clock" => clock, Anyone;
    GET "/clock/worker.js" => worker, Anyone;
}

const WORKER: &str = include_str!("../../assets/clock-worker.js");

struct Player {
    id: i64,
    name: String,
}

#[derive(Template)]
#[template(path = "service/clock.html")]
struct ClockPage {
    frame: Frame,
    script: &'static str,
    /// Whose game it is, White first.
    players: Option<[Player; 2]>,
}

#[derive(Deserialize)]
struct PlayersQuery {
    white: Option<PersonId>,
    black: Option<PersonId>,
}

async fn clock(app: Data<App>, frame: Frame, which: Params<PlayersQuery>) -> Result<HttpResponse, Error> {
    let players = match (which.0.white, which.0.black) {
        // Names are for those who read the club (T42): to others the clock is a clock.
        (Some(white), Some(black)) if frame.viewpoint.reads_the_club() => {
            let both =
                app.db.read(move |db| Ok([members::store::known(db, white)?, members::store::known(db, black)?]));
            Some(both.await?.map(|person| Player { id: person.id.0, name: person.name }))
        }
        _ => None,
    };
    let script = assets::address("clock.js").unwrap_or_default();
    render(StatusCode::OK, &ClockPage { frame, script, players })
}

/// What keeps the clock at hand without a network.
async fn worker() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/javascript; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .insert_header(("Service-Worker-Allowed", "/clock"))
        .body(WORKER)
}
