//! Consent to the terms of online play as a page (Act I.9.4).

use actix_web::HttpResponse;
use actix_web::web::Data;
use askama::Template;
use chrono_tz::Tz;
use serde::Deserialize;

use crate::App;
use crate::action::performed;
use crate::auth::Actor;
use crate::chess::actions::GiveConsent;
use crate::chess::store::{self, Consent};
use crate::error::Error;
use crate::http::{Form, Params};
use crate::rulebook;
use crate::web::layout::{Frame, own_path, render};
use crate::web::typed::{Fields, Typed, see};

/// Where the reader came from.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Whence {
    next: Option<String>,
}

#[derive(Template)]
#[template(path = "chess_consent.html")]
struct ConsentPage {
    frame: Frame,
    zone: Tz,
    consent: Consent,
    /// The Acts that are consented to: citation, text, and the text as it is written.
    acts: Vec<(String, String, String)>,
    next: String,
    typed: Typed,
}

pub(super) async fn consent(
    app: Data<App>,
    frame: Frame,
    actor: Actor,
    from: Params<Whence>,
) -> Result<HttpResponse, Error> {
    consent_page(&app, frame, actor, own_path(from.0.next.as_deref()).to_owned(), Typed::default()).await
}

async fn consent_page(
    app: &App,
    frame: Frame,
    actor: Actor,
    next: String,
    typed: Typed,
) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let (zone, consent, acts) = app
        .db
        .read(move |db| {
            let consent = store::consent(db, actor.person, now)?;
            Ok((rulebook::in_force(db, now)?.time_zone, consent, store::terms(db, consent.version)?))
        })
        .await?;
    let status = typed.status();
    render(status, &ConsentPage { frame, zone, consent, acts, next, typed })
}

pub(super) async fn give(
    app: Data<App>,
    frame: Frame,
    actor: Actor,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let fields = form.0;
    let next = own_path(Some(fields.text("next"))).to_owned();
    let given = async { performed(&app, &actor, GiveConsent { version: fields.needed("version")? }).await };
    match given.await {
        Ok(_) if next == "/" => Ok(see("/online-consent")),
        Ok(_) => Ok(see(next)),
        Err(error) => consent_page(&app, frame, actor, next, Typed::refused("consent", fields, error)?).await,
    }
}
