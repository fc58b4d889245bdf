//! What a browser shows while the club cannot be reached: one page about nobody, which a worker in the background keeps.

use actix_web::HttpResponse;
use actix_web::http::{StatusCode, header};
use askama::Template;

use crate::error::Error;
use crate::routes;
use crate::web::assets;
use crate::web::layout::{Frame, render};

routes! {
    GET "/worker.js" => worker, Anyone;
    GET "/offline" => page, Anyone;
}

/// The worker of all pages but the clock and those under `/me/`, which have workers of their own.
const WORKER: &str = include_str!("../../assets/offline-worker.js");

#[derive(Template)]
#[template(path = "service/offline.html")]
struct OfflinePage {
    frame: Frame,
}

async fn page(frame: Frame) -> Result<HttpResponse, Error> {
    render(StatusCode::OK, &OfflinePage { frame })
}

/// Another release has another first line: browsers take it for another worker, which asks for its page again.
async fn worker() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/javascript; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .body(format!("// {} {}\n{WORKER}", env!("CARGO_PKG_VERSION"), assets::style()))
}
