//! Switching messages on devices on and off by the page of notices, and the script that shows them.

use actix_web::HttpResponse;
use actix_web::http::header;
use actix_web::web::{Data, Path};
use serde::Deserialize;

use crate::App;
use crate::auth::{Actor, SignIn};
use crate::error::Error;
use crate::http::Form;
use crate::notify::DeviceId;
use crate::notify::api::devices::{SwitchOn, switch_off, switch_on, try_out};
use crate::notify::rules::{Subscription, SubscriptionKeys};
use crate::web::done::{Done, see_done};

/// Where the devices stand on the page of notices.
const PLACE: &str = "/me/notifications#devices";
const WORKER: &str = include_str!("../../../assets/push-worker.js");

/// What `push.js` fills in of the browser's subscription; a box that is not ticked is not sent.
#[derive(Deserialize)]
pub struct DeviceForm {
    name: String,
    discreet: Option<String>,
    endpoint: String,
    expires: String,
    p256dh: String,
    auth: String,
}

pub(crate) async fn add(
    app: Data<App>,
    actor: Actor,
    sign_in: SignIn,
    form: Form<DeviceForm>,
) -> Result<HttpResponse, Error> {
    let DeviceForm { name, discreet, endpoint, expires, p256dh, auth } = form.0;
    let keys = SubscriptionKeys { p256dh, auth };
    // What is no number is no time, and is refused as such.
    let expires = (!expires.is_empty()).then(|| expires.parse().unwrap_or(f64::NAN));
    let subscription = Subscription { endpoint, expires, keys };
    let asked = SwitchOn { subscription, name, discreet: discreet.is_some() };
    switch_on(&app, &actor, &sign_in, asked).await?;
    Ok(see_done(PLACE, Done::DeviceOn))
}

pub(crate) async fn end(app: Data<App>, actor: Actor, id: Path<DeviceId>) -> Result<HttpResponse, Error> {
    switch_off(&app, &actor, *id).await?;
    Ok(see_done(PLACE, Done::DeviceOff))
}

pub(crate) async fn test(app: Data<App>, actor: Actor, id: Path<DeviceId>) -> Result<HttpResponse, Error> {
    try_out(&app, &actor, *id).await?;
    Ok(see_done(PLACE, Done::DeviceTested))
}

/// What shows messages, in the background of the browser; its address stays the same, for subscriptions are bound to it.
pub(crate) async fn worker() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/javascript; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .body(WORKER)
}
