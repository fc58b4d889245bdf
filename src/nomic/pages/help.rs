//! How a game of Nomic is played here, and how the service reads what rules leave open, as a page.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use askama::Template;

use crate::error::Error;
use crate::web::layout::{Frame, render};

/// The sections, in this order: each has a heading and a text.
const TOLD: [&str; 14] = [
    "day", "propose", "vote", "points", "win", "number", "void", "court", "judge", "panel", "warns", "claim", "own",
    "notes",
];

/// The rules of the initial set that each reading is about, from reading 1 on.
const READINGS: [&str; 45] = [
    "203, 109", "203, 207", "203", "108", "204", "204", "204", "204", "204", "204, 111", "204, 111", "111, 204",
    "105, 113", "204", "113", "108, 206", "214", "214", "214", "214, 215", "214", "214", "214", "214", "206, 214",
    "214", "214", "201, 214", "214, 108", "214", "202", "201", "202", "210", "210", "209", "211", "116", "103", "114",
    "115", "215", "", "201, 212", "103",
];

#[derive(Template)]
#[template(path = "nomic/help.html")]
struct HelpPage {
    frame: Frame,
    told: &'static [&'static str],
}

pub(crate) async fn help(frame: Frame) -> Result<HttpResponse, Error> {
    render(StatusCode::OK, &HelpPage { frame, told: &TOLD })
}

#[derive(Template)]
#[template(path = "nomic/readings.html")]
struct ReadingsPage {
    frame: Frame,
    readings: &'static [&'static str],
}

pub(crate) async fn readings(frame: Frame) -> Result<HttpResponse, Error> {
    render(StatusCode::OK, &ReadingsPage { frame, readings: &READINGS })
}
