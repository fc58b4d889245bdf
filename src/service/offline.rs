//! What a browser shows while the club cannot be reached: pages about nobody, which a worker in the background keeps.

use actix_web::HttpResponse;
use actix_web::http::{StatusCode, header};
use askama::Template;
use serde::Deserialize;

use crate::error::Error;
use crate::http::Params;
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
    /// Whether a form was sent; else a page was asked for.
    is_unsent: bool,
    script: &'static str,
}

impl OfflinePage {
    fn heading(&self) -> &'static str {
        if self.is_unsent { "offline-unsent" } else { "offline" }
    }
}

#[derive(Deserialize)]
struct OfflineQuery {
    unsent: Option<String>,
}

/// The script that goes on by itself.
fn script() -> &'static str {
    assets::address("offline.js").unwrap_or_default()
}

async fn page(frame: Frame, which: Params<OfflineQuery>) -> Result<HttpResponse, Error> {
    render(StatusCode::OK, &OfflinePage { frame, is_unsent: which.0.unsent.is_some(), script: script() })
}

/// Another release has another first line: browsers take it for another worker, which asks for its pages again.
async fn worker() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/javascript; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .body(format!("// {} {} {}\n{WORKER}", env!("CARGO_PKG_VERSION"), script(), assets::style()))
}
