//! All tournaments: those under way, those to come, those that are over.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use askama::Template;

use super::shown::summary;
use crate::App;
use crate::error::Error;
use crate::http::{Page, PageRequest, Params};
use crate::tournaments::{State, Tournament, store};
use crate::web::layout::{Frame, render};

#[derive(Template)]
#[template(path = "tournaments/list.html")]
struct ListPage {
    frame: Frame,
    tournaments: Page<Tournament>,
}

impl ListPage {
    /// The page's parts: the id of each heading, and its tournaments.
    fn parts(&self) -> Vec<(&'static str, Vec<&Tournament>)> {
        let of = |states: &[State]| self.tournaments.items.iter().filter(|one| states.contains(&one.state)).collect();
        let parts = [
            ("running", of(&[State::Running])),
            ("planned", of(&[State::Planned])),
            ("past", of(&[State::Ended, State::CalledOff])),
        ];
        parts.into_iter().filter(|(_, some): &(_, Vec<_>)| !some.is_empty()).collect()
    }

    fn summary(&self, tournament: &Tournament) -> String {
        summary(self.frame.language, &tournament.settings)
    }
}

pub(super) async fn list(app: Data<App>, frame: Frame, page: Params<PageRequest>) -> Result<HttpResponse, Error> {
    let (before, limit) = (page.0.after()?, page.0.limit()?);
    let read = app.db.read(move |db| store::list(db, before, limit + 1)).await?;
    let tournaments = Page::of(read, limit, |tournament| tournament.id.0);
    render(StatusCode::OK, &ListPage { frame, tournaments })
}
