//! Messages on phones and in browsers over HTTP: the caller's own devices.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use rookery_messages::say;
use serde::{Deserialize, Serialize};

use crate::App;
use crate::auth::{Actor, SignIn};
use crate::db::Db;
use crate::error::{Error, Refusal};
use crate::http::{Answer, Body, problem::Problem};
use crate::notify::push::devices::{self, Device};
use crate::notify::push::vapid::Key;
use crate::notify::rules::{self, Subscription};
use crate::notify::{DeviceId, fan_out};
use crate::web::assets;

#[derive(Serialize, utoipa::ToSchema)]
pub struct Devices {
    /// The club's public key, for `PushManager.subscribe`; null if the operator has switched messages on devices off.
    pub key: Option<String>,
    /// The newest first.
    pub devices: Vec<Device>,
}

/// A browser that is to show messages.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SwitchOn {
    pub subscription: Subscription,
    /// What its owner calls it, in at most 60 characters.
    #[serde(default)]
    pub name: String,
    /// Whether it shows only that there is something.
    #[serde(default)]
    pub discreet: bool,
}

/// The caller's devices, and what switching one on takes.
pub(crate) async fn own(app: &App, actor: &Actor) -> Result<Devices, Error> {
    let (person, now, is_on) = (actor.person, app.clock.now(), app.config.push);
    let read = app.db.read(move |db| {
        let key = if is_on { Key::of_the_club(db)? } else { None };
        Ok(Devices { key: key.map(|key| key.public()).transpose()?, devices: devices::list(db, person, now)? })
    });
    read.await
}

/// Has the browser told from now on, as long as the sign-in lasts.
pub(crate) async fn switch_on(app: &App, actor: &Actor, sign_in: &SignIn, asked: SwitchOn) -> Result<Device, Error> {
    if !app.config.push {
        let detail = say!("Who runs the host has switched messages on phones and in browsers off.");
        return Err(Refusal::conflict(say!("Switched off"), detail).into());
    }
    let (person, sign_in, private) = (actor.person, sign_in.id, app.config.webhooks_to_private_addresses);
    let write = app.db.write(move |tx| {
        let SwitchOn { subscription, name, discreet } = &asked;
        let others = devices::others(tx.db, person, &subscription.endpoint, tx.now)?;
        let new = rules::device(subscription, name, *discreet, private, others, tx.now)?;
        let id = devices::add(tx, person, sign_in, &new)?;
        devices::known(tx.db, person, id, tx.now)
    });
    write.await
}

/// The address that a browser has now.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RenewDevice {
    pub subscription: Subscription,
}

/// What a page of the club needs to see whether its browser has another address by now.
pub struct Renewal {
    pub device: DeviceId,
    /// The address that the club has.
    pub endpoint: String,
    pub key: String,
    pub script: &'static str,
}

/// The device of the sign-in of a page, if messages are on in it.
pub fn renewal(db: &mut Db, sign_in: i64) -> Result<Option<Renewal>, Error> {
    let Some((device, endpoint)) = devices::of_sign_in(db, sign_in)? else { return Ok(None) };
    let Some(key) = Key::of_the_club(db)? else { return Ok(None) };
    let script = assets::address("renew.js").unwrap_or_default();
    Ok(Some(Renewal { device, endpoint, key: key.public()?, script }))
}

/// Tells one of the caller's devices nothing more.
pub(crate) async fn switch_off(app: &App, actor: &Actor, id: DeviceId) -> Result<(), Error> {
    let person = actor.person;
    let write = app.db.write(move |tx| {
        let device = devices::known(tx.db, person, id, tx.now)?;
        devices::end(tx, device.id)
    });
    write.await
}

/// Sends one of the caller's devices a message that says what messages look like.
pub(crate) async fn try_out(app: &App, actor: &Actor, id: DeviceId) -> Result<(), Error> {
    let person = actor.person;
    let write = app.db.write(move |tx| {
        let device = devices::known(tx.db, person, id, tx.now)?;
        match devices::target(tx.db, device.id, tx.now)? {
            Some(target) => fan_out::try_device(tx, person, device.id, &target.endpoint),
            None => Err(crate::not_found!("device").into()),
        }
    });
    write.await
}

/// The caller's devices: phones and browsers that show what the caller is told, by Web Push (RFC 8030).
#[utoipa::path(get, path = "/api/v1/me/devices", tag = "notifications",
    responses((status = 200, body = Devices), (status = 304), (status = 401, body = Problem)))]
pub(crate) async fn list(app: Data<App>, actor: Actor) -> Result<Answer, Error> {
    Ok(Answer::ok(&own(&app, &actor).await?)?.tagged())
}

/// Has a browser show what the caller is told, until this sign-in ends; in the place of whom it was told for before. Which
/// notices those are, the caller's preferences say, as for e-mail.
#[utoipa::path(post, path = "/api/v1/me/devices", tag = "notifications", request_body = SwitchOn,
    responses((status = 201, body = Device), (status = 401, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn add(app: Data<App>, actor: Actor, sign_in: SignIn, body: Body<SwitchOn>) -> Result<Answer, Error> {
    let device = switch_on(&app, &actor, &sign_in, body.value).await?;
    Answer::created("/api/v1/me/devices".into(), &device)
}

/// Gives the device of this sign-in the address that its browser has now: push services change them. It keeps its name.
#[utoipa::path(put, path = "/api/v1/me/devices/{id}", tag = "notifications", params(("id" = i64, Path)), request_body = RenewDevice,
    responses((status = 204), (status = 401, body = Problem), (status = 404, body = Problem), (status = 422, body = Problem)))]
pub(crate) async fn renew(
    app: Data<App>,
    sign_in: SignIn,
    id: Path<DeviceId>,
    body: Body<RenewDevice>,
) -> Result<Answer, Error> {
    let (subscription, private) = (body.value.subscription, app.config.webhooks_to_private_addresses);
    let write = app.db.write(move |tx| {
        let (name, discreet) = devices::called(tx.db, *id, sign_in.id)?;
        let new = rules::device(&subscription, &name, discreet, private, 0, tx.now)?;
        devices::renew(tx, *id, &new)
    });
    write.await?;
    Ok(Answer::nothing())
}

/// Tells one of the caller's devices nothing more.
#[utoipa::path(delete, path = "/api/v1/me/devices/{id}", tag = "notifications", params(("id" = i64, Path)),
    responses((status = 204), (status = 401, body = Problem), (status = 404, body = Problem)))]
pub(crate) async fn end(app: Data<App>, actor: Actor, id: Path<DeviceId>) -> Result<Answer, Error> {
    switch_off(&app, &actor, *id).await?;
    Ok(Answer::nothing())
}

/// Sends one of the caller's devices a message, so that they see what messages look like.
#[utoipa::path(post, path = "/api/v1/me/devices/{id}/tests", tag = "notifications", params(("id" = i64, Path)),
    responses((status = 202), (status = 401, body = Problem), (status = 404, body = Problem)))]
pub(crate) async fn test(app: Data<App>, actor: Actor, id: Path<DeviceId>) -> Result<HttpResponse, Error> {
    try_out(&app, &actor, *id).await?;
    Ok(HttpResponse::Accepted().finish())
}
