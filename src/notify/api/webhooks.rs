//! Webhooks and the outbox over HTTP: for the operator.

use actix_web::HttpResponse;
use actix_web::http::header;
use actix_web::web::{Data, Path};
use rookery_messages::{Join, Value, say};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::App;
use crate::audit::{self, Entry};
use crate::auth::Actor;
use crate::db::Tx;
use crate::error::{Error, Refusal};
use crate::http::{Answer, Body, Page, PageRequest, Params, problem::Problem};
use crate::notify::webhooks::{self, Delivery, Webhook};
use crate::notify::worker::{self, Undelivered};
use crate::notify::{FOR_EVERYBODY, WebhookId, audience, fan_out, fan_out::is_public};

#[derive(Serialize, utoipa::ToSchema)]
pub struct Webhooks {
    webhooks: Vec<Webhook>,
}

/// The webhooks that stand.
#[utoipa::path(get, path = "/api/v1/webhooks", tag = "webhooks",
    responses((status = 200, body = Webhooks), (status = 403, body = Problem)))]
pub async fn list(app: Data<App>) -> Result<Answer, Error> {
    let webhooks = app.db.read(webhooks::list).await?;
    Answer::ok(&Webhooks { webhooks })
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewWebhook {
    /// `https://…`
    pub url: String,
    /// The topics to be told of; all of the club's news and the declarations, if none are given.
    #[serde(default)]
    pub topics: Vec<String>,
}

#[derive(Serialize, utoipa::ToSchema)]
pub struct WebhookSecret {
    id: WebhookId,
    /// `whsec_…`: shown this once. It signs every request, as the Standard Webhooks convention has it.
    pub secret: String,
}

fn topics(topics: &[String]) -> Result<(), Refusal> {
    match topics.iter().find(|topic| !is_public(topic, audience(topic, None))) {
        Some(topic) => {
            let detail = say!(
                "\"{topic}\" is not told to webhooks; they hear what begins with `case.` or `declaration.`, and: {known}.",
                topic,
                known = Value::list(Join::Commas, FOR_EVERYBODY),
            );
            Err(Refusal::field("topics", detail))
        }
        None => Ok(()),
    }
}

/// Has another program told the club's news. Not to be retried by Idempotency-Key: the secret is not
/// kept where answers are.
#[utoipa::path(post, path = "/api/v1/webhooks", tag = "webhooks", request_body = NewWebhook,
    responses((status = 201, body = WebhookSecret), (status = 403, body = Problem), (status = 422, body = Problem)))]
pub async fn add(app: Data<App>, actor: Actor, body: Body<NewWebhook>) -> Result<HttpResponse, Error> {
    let location = (header::LOCATION, "/api/v1/webhooks");
    Ok(HttpResponse::Created().insert_header(location).json(added(&app, actor, body.value).await?))
}

/// Adds a webhook; its secret is told this once.
pub async fn added(app: &App, actor: Actor, new: NewWebhook) -> Result<WebhookSecret, Error> {
    let mut wrong = Vec::new();
    let url = webhooks::address(&new.url, app.config.webhooks_to_private_addresses);
    let url = Refusal::keep(url, &mut wrong);
    Refusal::keep(topics(&new.topics), &mut wrong);
    Refusal::together(wrong)?;
    let secret = webhooks::fresh_secret();
    let id = app
        .db
        .write(move |tx| {
            let id = webhooks::add(tx, actor.person, &url, &new.topics, &secret)?;
            log(tx, &actor, "webhook.added", id, json!({ "url": url, "topics": new.topics }))?;
            Ok(id)
        })
        .await?;
    Ok(WebhookSecret { id, secret: webhooks::spoken(&secret) })
}

/// Gives a webhook a new secret. Requests carry signatures by both for a day.
#[utoipa::path(post, path = "/api/v1/webhooks/{id}/secret", tag = "webhooks", params(("id" = i64, Path)),
    responses((status = 201, body = WebhookSecret), (status = 403, body = Problem), (status = 404, body = Problem)))]
pub async fn rotate(app: Data<App>, actor: Actor, id: Path<WebhookId>) -> Result<HttpResponse, Error> {
    Ok(HttpResponse::Created().json(rotated(&app, actor, *id).await?))
}

/// Makes a new secret, which is told this once.
pub async fn rotated(app: &App, actor: Actor, id: WebhookId) -> Result<WebhookSecret, Error> {
    let secret = webhooks::fresh_secret();
    app.db
        .write(move |tx| {
            webhooks::known(tx.db, id)?;
            webhooks::rotate(tx, id, &secret)?;
            log(tx, &actor, "webhook.secret_changed", id, json!({}))
        })
        .await?;
    Ok(WebhookSecret { id, secret: webhooks::spoken(&secret) })
}

/// Sends a webhook a message on the topic `webhook.tested`, whatever it hears of otherwise. Its deliveries say what came of it.
#[utoipa::path(post, path = "/api/v1/webhooks/{id}/tests", tag = "webhooks", params(("id" = i64, Path)),
    responses((status = 202), (status = 403, body = Problem), (status = 404, body = Problem)))]
pub async fn test(app: Data<App>, actor: Actor, id: Path<WebhookId>) -> Result<HttpResponse, Error> {
    let id = *id;
    app.db
        .write(move |tx| {
            webhooks::known(tx.db, id)?;
            fan_out::try_out(tx, id)?;
            log(tx, &actor, "webhook.tested", id, json!({}))
        })
        .await?;
    Ok(HttpResponse::Accepted().finish())
}

/// Tells a webhook nothing more.
#[utoipa::path(delete, path = "/api/v1/webhooks/{id}", tag = "webhooks", params(("id" = i64, Path)),
    responses((status = 204), (status = 403, body = Problem), (status = 404, body = Problem)))]
pub async fn end(app: Data<App>, actor: Actor, id: Path<WebhookId>) -> Result<Answer, Error> {
    let id = *id;
    app.db
        .write(move |tx| {
            webhooks::known(tx.db, id)?;
            webhooks::end(tx, id)?;
            log(tx, &actor, "webhook.ended", id, json!({}))?;
            Ok(Answer::nothing())
        })
        .await
}

/// The attempts to tell a webhook something, the newest first; kept for 30 days.
#[utoipa::path(get, path = "/api/v1/webhooks/{id}/deliveries", tag = "webhooks",
    params(("id" = i64, Path), PageRequest),
    responses((status = 200, body = Page<Delivery>), (status = 403, body = Problem), (status = 404, body = Problem)))]
pub async fn deliveries(
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
pub async fn outbox(app: Data<App>, Params(page): Params<PageRequest>) -> Result<Page<Undelivered>, Error> {
    let (before, limit) = (page.after()?, page.limit()?);
    let rows = app.db.read(move |db| worker::undelivered(db, before, limit + 1)).await?;
    Ok(Page::of(rows, limit, |row| row.id.0))
}

fn log(tx: &mut Tx, actor: &Actor, act: &str, id: WebhookId, body: serde_json::Value) -> Result<(), Error> {
    audit::record(tx, Entry { actor: Some(actor.person), act, subject: format!("webhook:{id}"), body })
}
