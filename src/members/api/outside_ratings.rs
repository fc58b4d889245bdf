//! Ratings that people have elsewhere, over HTTP.

use actix_web::web::{Data, Path};

use super::super::outside_ratings::{RemoveOutsideRating, SaidOutside, SetOutsideRating};
use super::super::{OutsideList, OutsideRating, outside_ratings, store};
use crate::App;
use crate::action::Somebody;
use crate::action::api::each_time;
use crate::auth::Actor;
use crate::error::Error;
use crate::http::{Answer, Body, problem::Problem};
use crate::id::PersonId;
use crate::routes;

routes! {
    GET "/api/v1/people/{id}/outside_ratings/{list}" => one, SignedIn, OneselfOrModerator;
    PUT "/api/v1/people/{id}/outside_ratings/{list}" => set, SignedIn, OneselfOrModerator;
    DELETE "/api/v1/people/{id}/outside_ratings/{list}" => remove, SignedIn, OneselfOrModerator;
}

/// What somebody has on a list; for themself and moderators.
#[utoipa::path(get, path = "/api/v1/people/{id}/outside_ratings/{list}", tag = "members",
    params(("id" = i64, Path), ("list" = OutsideList, Path)),
    responses((status = 200, body = OutsideRating), (status = 404, body = Problem)))]
async fn one(app: Data<App>, actor: Actor, which: Path<(PersonId, OutsideList)>) -> Result<Answer, Error> {
    let (person, list) = *which;
    outside_ratings::must_be_theirs(Somebody::from(&actor), person)?;
    let held = app.db.read(move |db| store::outside(db, &[person])).await?;
    let held = held.get(&(person, list)).ok_or_else(|| crate::not_found!("rating"))?;
    Ok(Answer::ok(held)?.tagged())
}

/// Sets somebody's rating on a list; by themself or a moderator.
#[utoipa::path(put, path = "/api/v1/people/{id}/outside_ratings/{list}", tag = "members",
    request_body = SaidOutside, params(("id" = i64, Path), ("list" = OutsideList, Path)),
    responses((status = 200, body = OutsideRating), (status = 404, body = Problem), (status = 422, body = Problem)))]
async fn set(
    app: Data<App>,
    actor: Actor,
    which: Path<(PersonId, OutsideList)>,
    body: Body<SaidOutside>,
) -> Result<Answer, Error> {
    let (person, list) = *which;
    each_time(&app, &actor, SetOutsideRating { person, list, said: body.value }, |_, held| Answer::ok(&held)).await
}

/// Removes what somebody has on a list; by themself or a moderator.
#[utoipa::path(delete, path = "/api/v1/people/{id}/outside_ratings/{list}", tag = "members",
    params(("id" = i64, Path), ("list" = OutsideList, Path)),
    responses((status = 204), (status = 404, body = Problem)))]
async fn remove(app: Data<App>, actor: Actor, which: Path<(PersonId, OutsideList)>) -> Result<Answer, Error> {
    let (person, list) = *which;
    each_time(&app, &actor, RemoveOutsideRating { person, list }, |_, ()| Ok(Answer::nothing())).await
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(one, set, remove), components(schemas(OutsideList)))]
pub struct Docs;
