//! Consent to the terms of online play as a page (Act I.9.4).

use actix_web::HttpResponse;
use actix_web::web::Data;
use askama::Template;
use serde::Deserialize;

use crate::App;
use crate::action::performed;
use crate::auth::Actor;
use crate::chess::actions::GiveConsent;
use crate::chess::store::{self, Consent};
use crate::error::Error;
use crate::http::{Form, Params};
use crate::rulebook::{self, Along, HouseRules};
use crate::tables::pages::challenge;
use crate::web::layout::{About, Frame, own_path, render};
use crate::web::typed::{Fields, Typed, see};

/// Where the reader came from, and what they were about to do: to challenge a person, perhaps to a game that was played before, or to
/// play at a table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Whence {
    next: Option<String>,
    person: Option<i64>,
    again: Option<i64>,
    table: Option<i64>,
    /// `no` where it is just for fun.
    rated: Option<String>,
}

impl Whence {
    fn fields(self) -> Fields {
        let numbers = [("person", self.person), ("again", self.again), ("table", self.table)];
        let mut sent: Vec<_> =
            numbers.into_iter().filter_map(|(name, id)| Some((name.into(), id?.to_string()))).collect();
        let texts = [("next", self.next), ("rated", self.rated)];
        sent.extend(texts.into_iter().filter_map(|(name, text)| Some((name.into(), text?))));
        Fields::from(sent)
    }
}

#[derive(Template)]
#[template(path = "chess/consent.html")]
struct ConsentPage {
    frame: Frame,
    house: HouseRules,
    consent: Consent,
    /// The Acts that are consented to: citation, text, and the text as it is written.
    acts: Vec<(String, String, String)>,
    along: Along,
    next: String,
    /// What follows on a yes.
    then: Option<&'static str>,
    /// The terms of a challenge that is sent on a yes.
    usual: String,
    typed: Typed,
}

impl ConsentPage {
    /// By how much an online game moves points, of what a game in the room would (Act I.9.3).
    fn part(&self) -> String {
        let share = self.frame.t("rulebook-share").count("part", self.house.online_factor_numerator);
        share.count("whole", self.house.online_factor_denominator).to_string()
    }

    /// Whether any of the Acts has a translation for the reader.
    fn is_translated(&self) -> bool {
        self.acts.iter().any(|(_, _, wording)| self.along.has(wording))
    }

    /// Whether the Acts are written in another language than the reader's: theirs is then a summary.
    fn is_in_another_language(&self) -> bool {
        let is_english = self.frame.language.tag() == "en";
        !is_english && self.acts.iter().any(|(_, _, wording)| rulebook::is_shipped(wording))
    }
}

pub(super) async fn consent(
    app: Data<App>,
    frame: Frame,
    actor: Actor,
    from: Params<Whence>,
) -> Result<HttpResponse, Error> {
    consent_page(&app, frame, actor, Typed::again("consent", from.0.fields())).await
}

async fn consent_page(app: &App, mut frame: Frame, actor: Actor, typed: Typed) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    // The challenge is answered here: no line above it says that it waits.
    let table = typed.value("consent", "table").parse::<i64>().ok();
    frame.about = table.map(|table| About::Place(format!("/tables/{table}")));
    let (house, consent, acts) = app
        .db
        .read(move |db| {
            let consent = store::consent(db, actor.person, now)?;
            Ok((rulebook::in_force(db, now)?, consent, store::terms(db, consent.version)?))
        })
        .await?;
    let next = own_path(Some(typed.value("consent", "next"))).to_owned();
    let then = [("person", "chess-consent-then-challenge"), ("table", "chess-consent-then-play")];
    let then = then.into_iter().find(|(name, _)| !typed.value("consent", name).is_empty()).map(|(_, text)| text);
    let is_fun = challenge::is_for_fun(typed.fields());
    let (status, usual) = (typed.status(), challenge::usual_terms(&frame, is_fun)?);
    let along = Along::new(&house, frame.language);
    render(status, &ConsentPage { frame, house, consent, acts, along, next, then, usual, typed })
}

pub(super) async fn give(
    app: Data<App>,
    frame: Frame,
    actor: Actor,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let fields = form.0;
    let given = async { performed(&app, &actor, GiveConsent { version: fields.needed("version")? }).await };
    if let Err(error) = given.await {
        return consent_page(&app, frame, actor, Typed::refused("consent", fields, error)?).await;
    }
    if let Some(on) = challenge::goes_on(&app, &actor, &fields).await? {
        return Ok(on);
    }
    Ok(see(match own_path(Some(fields.text("next"))) {
        "/" => "/online-consent",
        next => next,
    }))
}
