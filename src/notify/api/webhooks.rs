//! Webhooks and the outbox over HTTP: for the operator.

use actix_web::HttpResponse;
use actix_web::http::header;
use actix_web::web::{Data, Path};
use serde::Serialize;

use crate::App;
use crate::action::{self, api};
use crate::auth::Actor;
use crate::auth::actions::Noted;
use crate::auth::security_log::SecurityEvent;
use crate::error::Error;
use crate::http::{Answer, Body, Page, PageRequest, Params, problem::Problem};
use crate::notify::WebhookId;
use crate::notify::actions::{AddWebhook, ChangeSecret, EndWebhook, NewWebhook, TryWebhook, WebhookSecret};
use crate::notify::webhooks::{self, Delivery, Webhook};
use crate::notify::worker::{self, Undelivered};

#[derive(Serialize, utoipa::ToSchema)]
pub struct Webhooks {
    webhooks: Vec<Webhook>,
}

/// An address without all but its host: what comes after it may be a secret.
fn host(url: &str) -> String {
    url.parse::<ureq::http::Uri>().ok().and_then(|uri| uri.host().map(str::to_owned)).unwrap_or_default()
}

/// Adding a webhook, with its line in the security log.
pub fn adding(app: &App, new: NewWebhook) -> Noted<AddWebhook> {
    let detail = host(new.url.trim());
    let private_addresses = app.config.webhooks_to_private_addresses;
    Noted { action: AddWebhook { new, private_addresses }, event: SecurityEvent::WebhookAdded, detail }
}

/// Something done to a webhook, with its line in the security log.
pub(crate) async fn noted<A>(app: &App, id: WebhookId, action: A, event: SecurityEvent) -> Result<Noted<A>, Error> {
    let webhook = app.db.read(move |db| webhooks::known(db, id)).await?;
    Ok(Noted { action, event, detail: host(&webhook.url) })
}

/// The webhooks that stand.
#[utoipa::path(get, path = "/api/v1/webhooks", tag = "webhooks",
    responses((status = 200, body = Webhooks), (status = 403, body = Problem)))]
pub(crate) async fn list(app: Data<App>) -> Result<Answer, Error> {
    let webhooks = app.db.read(webhooks::list).await?;
    Answer::ok(&Webhooks { webhooks })
}

/// Has another program told the club's news. Not to be retried by Idempotency-Key: the secret is not
/// kept where answers are.
#[utoipa::path(post, path = "/api/v1/webhooks", tag = "webhooks", request_body = NewWebhook,
    responses((status = 201, body = WebhookSecret), (status = 403, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn add(app: Data<App>, actor: Actor, body: Body<NewWebhook>) -> Result<HttpResponse, Error> {
    let location = (header::LOCATION, "/api/v1/webhooks");
    let adding = adding(&app, body.value);
    Ok(HttpResponse::Created().insert_header(location).json(action::performed(&app, &actor, adding).await?))
}

/// Gives a webhook a new secret. Requests carry signatures by both for a day.
#[utoipa::path(post, path = "/api/v1/webhooks/{id}/secret", tag = "webhooks", params(("id" = i64, Path)),
    responses((status = 201, body = WebhookSecret), (status = 403, body = Problem), (status = 404, body = Problem)))]
pub(crate) async fn rotate(app: Data<App>, actor: Actor, id: Path<WebhookId>) -> Result<HttpResponse, Error> {
    let change = noted(&app, *id, ChangeSecret(*id), SecurityEvent::WebhookSecretChanged).await?;
    Ok(HttpResponse::Created().json(action::performed(&app, &actor, change).await?))
}

/// Sends a webhook a message on the topic `webhook.tested`, whatever it hears of otherwise. It is sent once; its deliveries
/// say what came of it.
#[utoipa::path(post, path = "/api/v1/webhooks/{id}/tests", tag = "webhooks", params(("id" = i64, Path)),
    responses((status = 202), (status = 403, body = Problem), (status = 404, body = Problem)))]
pub(crate) async fn test(app: Data<App>, actor: Actor, id: Path<WebhookId>) -> Result<HttpResponse, Error> {
    action::performed(&app, &actor, TryWebhook(*id)).await?;
    Ok(HttpResponse::Accepted().finish())
}

/// Tells a webhook nothing more.
#[utoipa::path(delete, path = "/api/v1/webhooks/{id}", tag = "webhooks", params(("id" = i64, Path)),
    responses((status = 204), (status = 403, body = Problem), (status = 404, body = Problem)))]
pub(crate) async fn end(app: Data<App>, actor: Actor, id: Path<WebhookId>) -> Result<Answer, Error> {
    let end = noted(&app, *id, EndWebhook(*id), SecurityEvent::WebhookEnded).await?;
    api::each_time(&app, &actor, end, |_, ()| Ok(Answer::nothing())).await
}

/// The attempts to tell a webhook something, the newest first; kept for 30 days.
#[utoipa::path(get, path = "/api/v1/webhooks/{id}/deliveries", tag = "webhooks",
    params(("id" = i64, Path), PageRequest),
    responses((status = 200, body = Page<Delivery>), (status = 403, body = Problem), (status = 404, body = Problem)))]
pub(crate) async fn deliveries(
    app: Data<App>,
    id: Path<WebhookId>,
    Params(page): Params<PageRequest>,
) -> Result<Page<Delivery>, Error> {
    let (id, before, limit) = (*id, page.after()?, page.limit()?);
    let read = app.db.read(move |db| {
        webhooks::known(db, id)?;
        webhooks::deliveries(db, id, before, limit + 1)
    });
    Ok(Page::of(read.await?, limit, |delivery| delivery.id))
}

/// What the outbox has not delivered, by whatever channel, and why; the newest first.
#[utoipa::path(get, path = "/api/v1/outbox", tag = "webhooks", params(PageRequest),
    responses((status = 200, body = Page<Undelivered>), (status = 403, body = Problem)))]
pub(crate) async fn outbox(app: Data<App>, Params(page): Params<PageRequest>) -> Result<Page<Undelivered>, Error> {
    let (before, limit) = (page.after()?, page.limit()?);
    let rows = app.db.read(move |db| worker::undelivered(db, before, limit + 1)).await?;
    Ok(Page::of(rows, limit, |row| row.id.0))
}
