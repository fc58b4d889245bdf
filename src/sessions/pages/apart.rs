//! Pairs that the recommended pairings keep apart, for moderators' eyes.

use std::collections::HashMap;

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;
use rookery_messages::say;

use crate::App;
use crate::action::pages::sent;
use crate::action::performed;
use crate::auth::Actor;
use crate::db::Db;
use crate::error::{Error, Refusal};
use crate::http::Form;
use crate::id::PersonId;
use crate::members;
use crate::members::store::Listed;
use crate::rulebook;
use crate::sessions::actions::{AllowPair, NewForbiddenPair};
use crate::sessions::store::pairs::{self, ForbiddenPair};
use crate::sessions::{ForbiddenPairId, rules};
use crate::web::dates::Dates;
use crate::web::done::{Done, see_done};
use crate::web::layout::{Frame, render};
use crate::web::typed::{Fields, Typed};

/// The most members that the form offers.
const OFFERED: i64 = 1_000;

#[derive(Template)]
#[template(path = "sessions/apart.html")]
struct ApartPage {
    frame: Frame,
    dates: Dates,
    typed: Typed,
    pairs: Vec<ForbiddenPair>,
    names: HashMap<PersonId, String>,
    people: Vec<Listed>,
}

impl ApartPage {
    fn name(&self, person: &PersonId) -> &str {
        self.names.get(person).map_or("", String::as_str)
    }
}

async fn page(app: &App, frame: Frame, typed: Typed) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let read = move |db: &mut Db| {
        let pairs = pairs::forbidden(db)?;
        let apart: Vec<PersonId> = pairs.iter().flat_map(|pair| [pair.first, pair.second]).collect();
        let names = members::store::names(db, &apart)?;
        let mut people = members::store::list(db, true, None, None, OFFERED)?;
        people.sort_by(|one, other| one.name.cmp(&other.name));
        let dates = Dates { zone: rulebook::in_force(db, now)?.time_zone, language: frame.language };
        Ok(ApartPage { frame, dates, typed, pairs, names, people })
    };
    let page = app.db.read(read).await?;
    render(page.typed.status(), &page)
}

pub(crate) async fn apart(app: Data<App>, frame: Frame) -> Result<HttpResponse, Error> {
    page(&app, frame, Typed::default()).await
}

pub(crate) async fn forbid(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let fields = form.0;
    let person =
        |name: &'static str| fields.number(name)?.ok_or_else(|| Refusal::field(name, say!("Choose a member.")));
    let made = async {
        let (first, second) = (person("first"), person("second"));
        if first.is_err() || second.is_err() {
            let written = rules::why_apart(fields.text("reason"));
            let faults = [first.clone().err(), second.clone().err(), written.err()];
            Refusal::together(faults.into_iter().flatten().collect())?;
        }
        let request = NewForbiddenPair {
            first: PersonId(first?),
            second: PersonId(second?),
            reason: fields.text("reason").to_owned(),
        };
        sent(&app, &actor, &fields, request, |_| "/desk/pairs").await
    };
    match made.await {
        Ok(place) => Ok(see_done(place, Done::KeptApart)),
        Err(error) => page(&app, frame, Typed::refused("forbid", fields, error)?).await,
    }
}

pub(crate) async fn allow(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<ForbiddenPairId>,
) -> Result<HttpResponse, Error> {
    match performed(&app, &actor, AllowPair(*id)).await {
        Ok(()) => Ok(see_done("/desk/pairs", Done::LetPlay)),
        Err(error) => page(&app, frame, Typed::refused("allow", Fields::default(), error)?).await,
    }
}
