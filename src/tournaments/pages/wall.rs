//! A tournament for the wall: on paper, and on a big screen that shows one part after another by itself.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use askama::Template;
use serde::Deserialize;

use super::shown::{self, Shown, score, summary};
use crate::App;
use crate::error::Error;
use crate::http::Params;
use crate::tournaments::TournamentId;
use crate::tournaments::views::{Board, Bye, Round, Row, TeamRow};
use crate::web::assets;
use crate::web::layout::{Frame, render};

/// Lines of a screen: so many can be read from the back of a room.
const LINES: usize = 12;
/// Seconds after which the screen shows its next part.
const SECONDS: u32 = 12;

#[derive(Deserialize)]
pub(super) struct RoundQuery {
    /// After this round; after the last one, if nothing is said.
    round: Option<i64>,
}

#[derive(Template)]
#[template(path = "tournaments/print.html")]
struct PrintPage {
    frame: Frame,
    shown: Shown,
    round: Option<i64>,
    sheet: &'static str,
    script: &'static str,
}

impl PrintPage {
    fn summary(&self) -> String {
        summary(self.frame.language, self.shown.settings())
    }

    fn printed(&self) -> Option<&Round> {
        self.round.and_then(|round| self.shown.round(round))
    }

    fn score(&self, board: &Board) -> &'static str {
        score(board.result)
    }
}

pub(super) async fn print(
    app: Data<App>,
    frame: Frame,
    id: Path<TournamentId>,
    which: Params<RoundQuery>,
) -> Result<HttpResponse, Error> {
    let (now, id, wanted) = (app.clock.now(), *id, which.0.round);
    let page = app
        .db
        .read(move |db| {
            let shown = shown::read_after(db, id, wanted, &frame, now)?;
            let round = wanted.or(shown.last().map(|round| round.round));
            let sheet = assets::address("tournaments.css").unwrap_or_default();
            let script = assets::address("print.js").unwrap_or_default();
            Ok(PrintPage { frame: frame.clone(), shown, round, sheet, script })
        })
        .await?;
    render(StatusCode::OK, &page)
}

#[derive(Deserialize)]
pub(super) struct Turn {
    part: Option<usize>,
}

/// What a screen shows at a time.
enum Part<'a> {
    Boards(&'a Round, &'a [Board], &'a [Bye]),
    Teams(&'a [TeamRow]),
    Table(&'a [Row]),
}

/// What is shown in turn: the boards of the last round, then the table, that of teams first.
fn parts(shown: &Shown) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    if let Some(round) = shown.last() {
        let chunks = round.boards.chunks(LINES);
        let last = chunks.len();
        // Who has no opponent stands after the last boards.
        parts.extend((1..).zip(chunks).map(|(place, boards)| {
            let byes: &[Bye] = if place == last { &round.byes } else { &[] };
            Part::Boards(round, boards, byes)
        }));
    }
    parts.extend(shown.standings().teams.chunks(LINES).map(Part::Teams));
    parts.extend(shown.standings().rows.chunks(LINES).map(Part::Table));
    parts
}

#[derive(Template)]
#[template(path = "tournaments/screen.html")]
struct ScreenPage {
    frame: Frame,
    shown: Shown,
    part: usize,
    seconds: u32,
    sheet: &'static str,
    script: &'static str,
}

impl ScreenPage {
    fn shows(&self) -> Option<Part<'_>> {
        let mut parts = parts(&self.shown);
        (self.part < parts.len()).then(|| parts.swap_remove(self.part))
    }

    fn count(&self) -> usize {
        parts(&self.shown).len().max(1)
    }

    /// The address of the next part.
    fn next(&self) -> String {
        format!("/tournaments/{}/screen?part={}", self.shown.id(), (self.part + 1) % self.count())
    }

    fn score(&self, board: &Board) -> &'static str {
        score(board.result)
    }
}

pub(super) async fn screen(
    app: Data<App>,
    frame: Frame,
    id: Path<TournamentId>,
    turn: Params<Turn>,
) -> Result<HttpResponse, Error> {
    let (now, id) = (app.clock.now(), *id);
    let page = app
        .db
        .read(move |db| {
            let shown = shown::read(db, id, &frame, now)?;
            let sheet = assets::address("tournaments.css").unwrap_or_default();
            let script = assets::address("screen.js").unwrap_or_default();
            let part = turn.0.part.unwrap_or(0) % parts(&shown).len().max(1);
            Ok(ScreenPage { frame: frame.clone(), shown, part, seconds: SECONDS, sheet, script })
        })
        .await?;
    render(StatusCode::OK, &page)
}
