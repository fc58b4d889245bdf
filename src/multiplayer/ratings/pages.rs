//! Games-room ratings as pages: the list, and what each game did to somebody's.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use askama::Template;

use super::rules::Rating;
use super::store::{self, Change, Standing};
use crate::App;
use crate::error::Error;
use crate::http::{Page, PageRequest, Params};
use crate::id::PersonId;
use crate::routes;
use crate::rulebook;
use crate::tables::Person;
use crate::tables::pages::{Called, Mentioned};
use crate::web::dates::Dates;
use crate::web::layout::{Frame, render};

routes! {
    GET "/room-ratings" => list, Club;
    GET "/room-ratings/{id}" => history, Club;
}

#[derive(Template)]
#[template(path = "multiplayer/ratings.html")]
struct ListPage {
    frame: Frame,
    standings: Page<Standing>,
}

impl ListPage {
    fn told(&self, number: &f64) -> String {
        self.frame.language.decimal(*number)
    }
}

async fn list(app: Data<App>, frame: Frame, Params(page): Params<PageRequest>) -> Result<HttpResponse, Error> {
    let (after, limit) = (page.after()?.unwrap_or(0).max(0), page.limit()?);
    let rows = app.db.read(move |db| store::list(db, after, limit + 1)).await?;
    let standings = Page::of(rows, limit, |standing| standing.place);
    render(StatusCode::OK, &ListPage { frame, standings })
}

#[derive(Template)]
#[template(path = "multiplayer/rating.html")]
struct HistoryPage {
    frame: Frame,
    dates: Dates,
    person: Person,
    changes: Page<Change>,
    called: Called,
}

impl HistoryPage {
    fn told(&self, rating: &Rating) -> String {
        let decimal = |number| self.frame.language.decimal(number);
        format!("{} ± {}", decimal(rating.rating), decimal(rating.uncertainty))
    }
}

async fn history(
    app: Data<App>,
    frame: Frame,
    id: Path<PersonId>,
    Params(page): Params<PageRequest>,
) -> Result<HttpResponse, Error> {
    let (now, before, limit) = (app.clock.now(), page.after()?, page.limit()?);
    let read = move |db: &mut crate::db::Db| {
        let dates = Dates { zone: rulebook::in_force(db, now)?.time_zone, language: frame.language };
        let (person, rows) = (store::person(db, *id)?, store::history(db, *id, before, limit + 1)?);
        let mentioned = Mentioned::default().tables(rows.iter().map(|change| change.table));
        let called = mentioned.called(db, frame.viewpoint, dates, now)?;
        Ok(HistoryPage { frame, dates, person, changes: Page::of(rows, limit, |change| change.id), called })
    };
    render(StatusCode::OK, &app.db.read(read).await?)
}
