//! How a game of Nomic is played here, and how the service reads what rules leave open, as a page.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use askama::Template;

use crate::error::Error;
use crate::web::layout::{Frame, render};

/// What is told, in this order: each a heading and what stands under it.
const TOLD: [&str; 13] =
    ["day", "propose", "vote", "points", "number", "void", "court", "judge", "panel", "warns", "claim", "own", "notes"];

#[derive(Template)]
#[template(path = "nomic/help.html")]
struct HelpPage {
    frame: Frame,
    told: &'static [&'static str],
}

pub async fn help(frame: Frame) -> Result<HttpResponse, Error> {
    render(StatusCode::OK, &HelpPage { frame, told: &TOLD })
}
