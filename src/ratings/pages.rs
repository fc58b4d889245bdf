//! The leaderboard as a page.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use askama::Template;
use chrono::NaiveDate;
use serde::Deserialize;

use super::board::{Leaderboard, PAGE};
use super::history;
use crate::App;
use crate::error::{Error, Refusal};
use crate::http::Params;
use crate::routes;
use crate::rulebook;
use crate::sessions::calendar::last_instant;
use crate::web::assets;
use crate::web::layout::{Frame, render};

routes! {
    GET "/" => leaderboard, Anyone;
}

#[derive(Template)]
#[template(path = "leaderboard.html")]
struct LeaderboardPage {
    frame: Frame,
    board: Leaderboard,
    /// The day whose end is shown, if not now.
    at: Option<String>,
    previous: Option<usize>,
    next: Option<usize>,
    live: &'static str,
}

#[derive(Deserialize)]
struct Which {
    offset: Option<usize>,
    /// Local date; empty as an untouched field sends it.
    on: Option<String>,
}

async fn leaderboard(app: Data<App>, frame: Frame, which: Params<Which>) -> Result<HttpResponse, Error> {
    let Which { offset, on } = which.0;
    let offset = offset.unwrap_or(0);
    let day = match on.as_deref().filter(|day| !day.is_empty()) {
        None => None,
        Some(day) => Some(day.parse::<NaiveDate>().map_err(|_| {
            Refusal::field("on", format!("{day:?} is no date; write it as year, month and day: 2026-11-06."))
        })?),
    };
    let board = match day {
        None => app.board.page(offset, PAGE),
        Some(day) => {
            let now = app.clock.now();
            app.db
                .read(move |db| {
                    let zone = rulebook::in_force(db, now)?.time_zone;
                    history::leaderboard_at(db, last_instant(day, zone), offset, PAGE)
                })
                .await?
        }
    };
    let page = LeaderboardPage {
        frame,
        at: day.map(|day| format!("the end of {day}")),
        previous: (offset > 0).then(|| offset.saturating_sub(PAGE)),
        next: (offset.saturating_add(PAGE) < board.members).then(|| offset + PAGE),
        board,
        live: assets::address("live.js").unwrap_or_default(),
    };
    render(StatusCode::OK, &page)
}
