//! Games-room ratings over HTTP: the list, and what each game did to somebody's.

use actix_web::web::{Data, Path};

use super::store::{self, Change, Standing};
use crate::App;
use crate::error::Error;
use crate::http::{Page, PageRequest, Params, problem::Problem};
use crate::id::PersonId;
use crate::routes;

routes! {
    GET "/api/v1/room_ratings" => list, Club;
    GET "/api/v1/room_ratings/{id}" => history, Club;
}

/// The games-room ratings of games of more than two, apart from the club's score: by the method of Weng
/// and Lin, in the order of what is almost certain, the rating less three times its uncertainty.
#[utoipa::path(get, path = "/api/v1/room_ratings", tag = "games room", params(PageRequest),
    responses((status = 200, body = Page<Standing>), (status = 422, body = Problem)))]
async fn list(app: Data<App>, Params(page): Params<PageRequest>) -> Result<Page<Standing>, Error> {
    let (after, limit) = (page.after()?.unwrap_or(0).max(0), page.limit()?);
    let rows = app.db.read(move |db| store::list(db, after, limit + 1)).await?;
    Ok(Page::of(rows, limit, |standing| standing.place))
}

/// What each game did to somebody's games-room rating, the last first.
#[utoipa::path(get, path = "/api/v1/room_ratings/{id}", tag = "games room", params(("id" = i64, Path), PageRequest),
    responses((status = 200, body = Page<Change>), (status = 404, body = Problem), (status = 422, body = Problem)))]
async fn history(app: Data<App>, id: Path<PersonId>, Params(page): Params<PageRequest>) -> Result<Page<Change>, Error> {
    let (before, limit) = (page.after()?, page.limit()?);
    let read = move |db: &mut crate::db::Db| {
        store::person(db, *id)?;
        store::history(db, *id, before, limit + 1)
    };
    let rows = app.db.read(read).await?;
    Ok(Page::of(rows, limit, |change| change.id))
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(list, history))]
pub struct Docs;
