//! Notifications over HTTP: what the caller was told, what they have read of it, how they want to be told.

pub mod devices;
pub mod webhooks;

use actix_web::web::Data;
use serde::{Deserialize, Serialize};

use super::inbox::{self, Notification, NotificationId};
use super::pages::lines;
use super::preferences::{self, ALWAYS_TOLD, Preferences};
use crate::App;
use crate::auth::Actor;
use crate::error::Error;
use crate::http::{Answer, Body, Page, PageRequest, Params, problem::Problem};
use crate::routes;

routes! {
    GET "/api/v1/notifications" => list, SignedIn;
    GET "/api/v1/notifications/unread" => unread, SignedIn;
    PUT "/api/v1/notifications/read" => mark, SignedIn;
    GET "/api/v1/me/notification_preferences" => wanted, SignedIn;
    PUT "/api/v1/me/notification_preferences" => want, SignedIn;
    GET "/api/v1/me/devices" => devices::list, SignedIn;
    POST "/api/v1/me/devices" => devices::add, SignedIn;
    PUT "/api/v1/me/devices/{id}" => devices::renew, SignedIn;
    DELETE "/api/v1/me/devices/{id}" => devices::end, SignedIn;
    POST "/api/v1/me/devices/{id}/tests" => devices::test, SignedIn;
    GET "/api/v1/webhooks" => webhooks::list, Administrator;
    POST "/api/v1/webhooks" => webhooks::add, Administrator;
    DELETE "/api/v1/webhooks/{id}" => webhooks::end, Administrator;
    POST "/api/v1/webhooks/{id}/secret" => webhooks::rotate, Administrator;
    POST "/api/v1/webhooks/{id}/tests" => webhooks::test, Administrator;
    GET "/api/v1/webhooks/{id}/deliveries" => webhooks::deliveries, Administrator;
    GET "/api/v1/outbox" => webhooks::outbox, Administrator;
}

/// The caller's notifications, the newest first.
#[utoipa::path(get, path = "/api/v1/notifications", tag = "notifications", params(PageRequest),
    responses((status = 200, body = Page<Notification>), (status = 401, body = Problem), (status = 422, body = Problem)))]
async fn list(app: Data<App>, actor: Actor, Params(page): Params<PageRequest>) -> Result<Page<Notification>, Error> {
    let (before, limit, now) = (page.after()?, page.limit()?, app.clock.now());
    let rows = app.db.read(move |db| lines::list(db, &actor, before, limit + 1, now)).await?;
    Ok(Page::of(rows, limit, |row| row.id.0))
}

#[derive(Serialize, utoipa::ToSchema)]
struct Unread {
    /// Those not marked as read. Of the newest 1,000, what was acted on, decided or undone since does not count.
    unread: i64,
    /// The lines that they make on pages: one for each thing that they are about. Each beyond the newest 1,000 counts as one.
    lines: i64,
    /// Those of the lines that are about the caller alone or ask something of them, not the club's news: the number in the
    /// header of pages. Only the newest 1,000 such notifications are looked through for it.
    own: i64,
}

/// How many notifications the caller has not read.
#[utoipa::path(get, path = "/api/v1/notifications/unread", tag = "notifications",
    responses((status = 200, body = Unread), (status = 304), (status = 401, body = Problem)))]
async fn unread(app: Data<App>, actor: Actor) -> Result<Answer, Error> {
    let now = app.clock.now();
    let lines::Unread { notices, lines, own } = app.db.read(move |db| lines::unread(db, &actor, now)).await?;
    Ok(Answer::ok(&Unread { unread: notices, lines, own })?.tagged())
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

#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = EmailPreferences)]
struct Wanted {
    email: Preferences,
    /// What the reader is told by e-mail in any case, where it concerns them (Acts III.2.4, II.9): topics
    /// by their first word. Moderators and justices are told of every declaration.
    always_told: [&'static str; 8],
}

impl Wanted {
    fn by(email: Preferences) -> Wanted {
        Wanted { email, always_told: ALWAYS_TOLD }
    }
}

/// What the caller wants to be told by e-mail.
#[utoipa::path(get, path = "/api/v1/me/notification_preferences", tag = "notifications",
    responses((status = 200, body = Wanted), (status = 304), (status = 401, body = Problem)))]
async fn wanted(app: Data<App>, actor: Actor) -> Result<Answer, Error> {
    let preferences = app.db.read(move |db| preferences::preferences(db, actor.person)).await?;
    Ok(Answer::ok(&Wanted::by(preferences))?.tagged())
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct Want {
    email: Preferences,
}

/// Says what the caller wants to be told by e-mail.
#[utoipa::path(put, path = "/api/v1/me/notification_preferences", tag = "notifications", request_body = Want,
    responses((status = 200, body = Wanted), (status = 400, body = Problem), (status = 401, body = Problem)))]
async fn want(app: Data<App>, actor: Actor, body: Body<Want>) -> Result<Answer, Error> {
    let email = body.value.email;
    app.db.write(move |tx| preferences::set_preferences(tx, actor.person, email)).await?;
    Answer::ok(&Wanted::by(email))
}

#[derive(utoipa::OpenApi)]
#[openapi(paths(
    list,
    unread,
    mark,
    wanted,
    want,
    devices::list,
    devices::add,
    devices::renew,
    devices::end,
    devices::test,
    webhooks::list,
    webhooks::add,
    webhooks::end,
    webhooks::rotate,
    webhooks::test,
    webhooks::deliveries,
    webhooks::outbox
))]
pub struct Docs;
