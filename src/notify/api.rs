//! Notifications over HTTP: what the caller was told, and what they have read of it.

use actix_web::web::Data;
use serde::{Deserialize, Serialize};

use super::inbox::{self, Notification, NotificationId};
use crate::App;
use crate::auth::Actor;
use crate::error::Error;
use crate::http::{Answer, Body, Page, PageRequest, Params, problem::Problem};
use crate::routes;

routes! {
    GET "/api/v1/notifications" => list, SignedIn;
    GET "/api/v1/notifications/unread" => unread, SignedIn;
    PUT "/api/v1/notifications/read" => mark, SignedIn;
}

/// The caller's notifications, the newest first.
#[utoipa::path(get, path = "/api/v1/notifications", tag = "notifications", params(PageRequest),
    responses((status = 200, body = Page<Notification>), (status = 401, body = Problem), (status = 422, body = Problem)))]
async fn list(app: Data<App>, actor: Actor, Params(page): Params<PageRequest>) -> Result<Page<Notification>, Error> {
    let (before, limit) = (page.after()?, page.limit()?);
    let rows = app.db.read(move |db| inbox::list(db, &actor, before, limit + 1)).await?;
    Ok(Page::of(rows, limit, |row| row.id.0))
}

#[derive(Serialize, utoipa::ToSchema)]
struct Unread {
    unread: i64,
}

/// How many notifications the caller has not read.
#[utoipa::path(get, path = "/api/v1/notifications/unread", tag = "notifications",
    responses((status = 200, body = Unread), (status = 304), (status = 401, body = Problem)))]
async fn unread(app: Data<App>, actor: Actor) -> Result<Answer, Error> {
    let unread = app.db.read(move |db| inbox::unread(db, &actor)).await?;
    Ok(Answer::ok(&Unread { unread })?.tagged())
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct Read {
    /// The newest notification that was read; all before it count as read too.
    through: NotificationId,
}

/// Marks the caller's notifications as read.
#[utoipa::path(put, path = "/api/v1/notifications/read", tag = "notifications", request_body = Read,
    responses((status = 204), (status = 400, body = Problem), (status = 401, body = Problem)))]
async fn mark(app: Data<App>, actor: Actor, body: Body<Read>) -> Result<Answer, Error> {
    let through = body.value.through;
    app.db.write(move |tx| inbox::mark_read(tx, actor.person, through)).await?;
    Ok(Answer::nothing())
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(list, unread, mark))]
pub struct Docs;
