//! Webhooks as a page: the programs that are told the club's news, and their last deliveries.

use std::collections::BTreeMap;

use actix_web::HttpResponse;
use actix_web::http::header;
use actix_web::web::{Data, Path};
use askama::Template;

use crate::App;
use crate::action::performed;
use crate::auth::Actor;
use crate::auth::security_log::SecurityEvent;
use crate::db::Db;
use crate::error::Error;
use crate::http::Form;
use crate::notify::actions::{ChangeSecret, EndWebhook, NewWebhook, TryWebhook, WebhookSecret};
use crate::notify::api::webhooks::{adding, noted};
use crate::notify::rules;
use crate::notify::webhooks::{self, Delivery, Webhook};
use crate::notify::{Topic, WebhookId};
use crate::rulebook;
use crate::web::catalogue::Text;
use crate::web::dates::Dates;
use crate::web::done::{Done, see_done};
use crate::web::layout::{Frame, render};
use crate::web::typed::{Fields, Typed};

/// The most attempts that the page shows of one.
const ROWS: i64 = 20;

#[derive(Template)]
#[template(path = "notify/webhooks.html")]
struct WebhooksPage {
    frame: Frame,
    dates: Dates,
    typed: Typed,
    /// Each with the last attempts to tell it something, the newest first.
    webhooks: Vec<(Webhook, Vec<Delivery>)>,
    /// Those to which a test is on its way.
    tested: Vec<WebhookId>,
    /// A secret that was made just now, shown this once.
    fresh: Option<WebhookSecret>,
    /// Whether the operator lets addresses be used that are not public, nor protected by TLS.
    private_addresses: bool,
}

impl WebhooksPage {
    /// What can be told to one, by what it is about.
    fn groups() -> BTreeMap<&'static str, Vec<Topic>> {
        let mut groups: BTreeMap<&'static str, Vec<Topic>> = BTreeMap::new();
        for topic in rules::told() {
            let about = topic.as_str().split('.').next().unwrap_or_default();
            groups.entry(about).or_default().push(topic);
        }
        groups
    }

    /// How an address begins that is accepted here.
    fn url_hint(&self) -> Text<'_> {
        self.frame.t(if self.private_addresses { "webhooks-url-hint-private" } else { "webhooks-url-hint" })
    }

    /// Whether any of these was ticked in the form that was refused: then they are shown.
    fn is_chosen(&self, topics: &[Topic]) -> bool {
        topics.iter().any(|topic| self.typed.chose("webhook", "topics", topic))
    }
}

async fn page(app: &App, frame: Frame, typed: Typed, fresh: Option<WebhookSecret>) -> Result<HttpResponse, Error> {
    let (now, private_addresses) = (app.clock.now(), app.config.webhooks_to_private_addresses);
    let read = move |db: &mut Db| {
        let dates = Dates { zone: rulebook::in_force(db, now)?.time_zone, language: frame.language };
        let mut told = Vec::new();
        for webhook in webhooks::list(db)? {
            let attempts = webhooks::deliveries(db, webhook.id, None, ROWS)?;
            told.push((webhook, attempts));
        }
        let tested = webhooks::tested(db, now)?;
        Ok(WebhooksPage { frame, dates, typed, webhooks: told, tested, fresh, private_addresses })
    };
    let page = app.db.read(read).await?;
    let mut answer = render(page.typed.status(), &page)?;
    if page.fresh.is_some() {
        answer.headers_mut().insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
    }
    Ok(answer)
}

pub(crate) async fn list(app: Data<App>, frame: Frame) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let goes_on = app.db.read(move |db| Ok(!webhooks::tested(db, now)?.is_empty())).await?;
    let mut answer = page(&app, frame, Typed::default(), None).await?;
    if goes_on {
        // Looked at again until it is known what came of the test; without a script.
        answer.headers_mut().insert(header::REFRESH, header::HeaderValue::from_static("2"));
    }
    Ok(answer)
}

/// The page with a fresh secret, or with what was wrong.
async fn shown(
    app: &App,
    frame: Frame,
    fields: Fields,
    made: Result<WebhookSecret, Error>,
) -> Result<HttpResponse, Error> {
    match made {
        Ok(secret) => page(app, frame, Typed::default(), Some(secret)).await,
        Err(error) => page(app, frame, Typed::refused("webhook", fields, error)?, None).await,
    }
}

pub(crate) async fn add(app: Data<App>, actor: Actor, frame: Frame, form: Form<Fields>) -> Result<HttpResponse, Error> {
    let fields = form.0;
    let topics = fields.all("topics").filter(|topic| !topic.is_empty());
    let new = NewWebhook { url: fields.text("url").to_owned(), topics: topics.map(str::to_owned).collect() };
    let made = performed(&app, &actor, adding(&app, new)).await;
    shown(&app, frame, fields, made).await
}

pub(crate) async fn rotate(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<WebhookId>,
) -> Result<HttpResponse, Error> {
    let change = noted(&app, *id, ChangeSecret(*id), SecurityEvent::WebhookSecretChanged).await?;
    let made = performed(&app, &actor, change).await;
    shown(&app, frame, Fields::default(), made).await
}

pub(crate) async fn test(app: Data<App>, actor: Actor, id: Path<WebhookId>) -> Result<HttpResponse, Error> {
    performed(&app, &actor, TryWebhook(*id)).await?;
    Ok(see_done("/administration/webhooks", Done::WebhookTested))
}

pub(crate) async fn end(app: Data<App>, actor: Actor, id: Path<WebhookId>) -> Result<HttpResponse, Error> {
    let end = noted(&app, *id, EndWebhook(*id), SecurityEvent::WebhookEnded).await?;
    performed(&app, &actor, end).await?;
    Ok(see_done("/administration/webhooks", Done::WebhookEnded))
}
