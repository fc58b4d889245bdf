//! A round: its boards, how they came out, why two were paired, the table after it; taking it back.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;

use super::shown::{self, Keys, Shown};
use crate::App;
use crate::action::performed;
use crate::auth::Actor;
use crate::error::Error;
use crate::tournaments::actions::{On, TakeBackRound};
use crate::tournaments::views::Round;
use crate::tournaments::{State, TournamentId};
use crate::web::assets;
use crate::web::done::{Done, see_done};
use crate::web::layout::{Frame, render};
use crate::web::typed::{Fields, Typed};

#[derive(Template)]
#[template(path = "tournaments/round.html")]
struct RoundPage {
    frame: Frame,
    shown: Shown,
    number: i64,
    keys: Keys,
    typed: Typed,
    sheet: &'static str,
}

impl RoundPage {
    /// Just this one.
    fn rounds(&self) -> Option<&Round> {
        self.shown.round(self.number)
    }

    /// Whether the reader may take it back: the last one, while nothing is entered.
    fn may_be_taken_back(&self) -> bool {
        let shown = &self.shown;
        let untouched = |round: &Round| round.boards.iter().all(|board| board.result.is_none() && board.game.is_none());
        let is_last = shown.last().is_some_and(|round| round.round == self.number && untouched(round));
        shown.moderates() && shown.is(State::Running) && is_last
    }
}

pub(super) async fn round(
    app: Data<App>,
    frame: Frame,
    which: Path<(TournamentId, i64)>,
) -> Result<HttpResponse, Error> {
    let (id, round) = *which;
    page(&app, frame, id, round, Typed::default()).await
}

pub(super) async fn page(
    app: &App,
    frame: Frame,
    id: TournamentId,
    number: i64,
    typed: Typed,
) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let page = app
        .db
        .read(move |db| {
            let shown = shown::read_after(db, id, Some(number), &frame, now)?;
            if shown.round(number).is_none() {
                return Ok(None);
            }
            let sheet = assets::address("tournaments.css").unwrap_or_default();
            Ok(Some(RoundPage { keys: Keys::of(&shown), frame: frame.clone(), shown, number, typed, sheet }))
        })
        .await?;
    match page {
        Some(page) => render(page.typed.status(), &page),
        // Letters name the round, and are read after it was taken back.
        None => Ok(see_done(format!("/tournaments/{id}"), Done::RoundGone)),
    }
}

pub(super) async fn take_back(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    which: Path<(TournamentId, i64)>,
) -> Result<HttpResponse, Error> {
    let (id, round) = *which;
    match performed(&app, &actor, On(id, TakeBackRound(round))).await {
        Ok(()) => Ok(see_done(format!("/tournaments/{id}"), Done::RoundTakenBack)),
        Err(error) => page(&app, frame, id, round, Typed::refused("take-back", Fields::default(), error)?).await,
    }
}
