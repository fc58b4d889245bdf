//! What the Chief Justice did alone, as pages, and doing it.

use std::collections::HashMap;

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;
use chrono::NaiveDate;
use rookery_messages::say;

use super::actions::{ActAlone, AnswerBreach};
use super::{Adjustment, Basis, ChiefAct, ChiefActId, store};
use crate::App;
use crate::action::pages::sent;
use crate::action::{By, perform};
use crate::auth::Actor;
use crate::conduct::decisions::Mind;
use crate::conduct::decisions::pages::finding;
use crate::db::Db;
use crate::error::{Error, Refusal};
use crate::http::{Form, Page, PageRequest, Params};
use crate::id::PersonId;
use crate::members::store::Listed;
use crate::ratings::tried::{Moved, tried};
use crate::routes;
use crate::sessions::calendar::next_fridays;
use crate::tables::pages::{Called, Mentioned};
use crate::web::dates::Dates;
use crate::web::done::{Done, see_done};
use crate::web::layout::{Frame, render};
use crate::web::typed::{Fields, Typed, in_list};
use crate::{members, rulebook};

routes! {
    GET "/chief_acts" => list, Insider;
    POST "/chief_acts" => add, ChiefJustice;
    POST "/chief_acts/previews" => preview, ChiefJustice;
    GET "/chief_acts/{id}" => one, Insider;
    POST "/breaches_of_secrecy" => breach, ChiefJustice;
}

/// People that the forms offer, and adjustments that one form has room for.
const PEOPLE: i64 = 1_000;
const ADJUSTMENTS: usize = 3;

/// The form of an act on its page, and what is typed beside its preview: nothing.
const FORM: &str = "act";
const BESIDE: [&str; 0] = [];

/// The field's label, for what was changed since the preview.
fn label(frame: &Frame, field: &str) -> String {
    let id = match field {
        "act" => "chief-act-basis",
        "effect" => "chief-act-effect",
        "reason" => "reason",
        _ => "chief-act-adjustments",
    };
    frame.t(id).to_string()
}

/// How the form of an act was refused.
fn refused(frame: &Frame, fields: Fields, error: Error) -> Result<Typed, Error> {
    let places: Vec<usize> = filled(&fields).collect();
    let own = |field: &str| {
        let (place, name) = in_list(field, "adjustments")?;
        let place = places.get(place)?;
        let label = if name == "person" { "decide-member" } else { "chief-act-points" };
        Some((format!("{name}-{place}"), frame.t(label).to_string()))
    };
    Ok(Typed::refused(FORM, fields, error)?.called(own))
}

/// The rows for adjustments that say something.
fn filled(fields: &Fields) -> impl Iterator<Item = usize> {
    (0..ADJUSTMENTS)
        .filter(move |place| fields.has(&format!("person-{place}")) || fields.has(&format!("delta-{place}")))
}

/// A field of the form for a breach of secrecy by its name there and its label, where a program calls it otherwise.
fn of_a_breach(frame: &Frame, field: &str) -> Option<(String, String)> {
    let (name, label) = match field.rsplit('.').next().unwrap_or_default() {
        "reasons" => ("reason", "reason"),
        "until" => ("ban_until", "breach-ban"),
        "finding" => ("mind", "decide-mind"),
        _ => return None,
    };
    Some((name.to_owned(), frame.t(label).to_string()))
}

#[derive(Template)]
#[template(path = "conduct/chief_acts.html")]
struct ActsPage {
    frame: Frame,
    dates: Dates,
    typed: Typed,
    acts: Page<ChiefAct>,
    /// Games and tables that were acted on.
    called: Called,
    names: HashMap<PersonId, String>,
    /// Whom the forms offer to the Chief Justice.
    people: Vec<Listed>,
    bases: &'static [Basis],
    minds: &'static [Mind],
    /// The last days of a ban that the form offers.
    fridays: Vec<NaiveDate>,
    /// Rows for adjustments.
    places: usize,
    /// One act alone, on a page of its own.
    is_one: bool,
    /// Whose score the act in the form would change; looked at before it is done.
    moved: Option<Vec<Moved>>,
}

impl ActsPage {
    fn name(&self, person: &PersonId) -> &str {
        self.names.get(person).map_or("", String::as_str)
    }

    /// What a petition against an act is called.
    fn subject(act: &ChiefAct) -> &'static str {
        if act.act == Basis::TechnicalModification { "technical_modification" } else { "chief_act" }
    }
}

async fn page(
    app: &App,
    frame: Frame,
    asked: PageRequest,
    only: Option<ChiefActId>,
    typed: Typed,
) -> Result<HttpResponse, Error> {
    shown(app, frame, asked, only, typed, None).await
}

/// [`page`], with the scores that the act in its form would change.
async fn shown(
    app: &App,
    frame: Frame,
    asked: PageRequest,
    only: Option<ChiefActId>,
    typed: Typed,
    moved: Option<Vec<Moved>>,
) -> Result<HttpResponse, Error> {
    let (before, limit, now) = (asked.after()?, asked.limit()?, app.clock.now());
    let read = move |db: &mut Db| {
        let rows = match only {
            Some(id) => vec![store::chief_act(db, id)?],
            None => store::list(db, before, limit + 1)?,
        };
        let rows = store::as_read_by(db, rows, frame.viewpoint, now)?;
        let named = |act: &ChiefAct| {
            let adjusted = act.adjustments.iter().map(|adjustment| adjustment.person);
            adjusted.chain([act.by]).collect::<Vec<_>>()
        };
        let ids: Vec<PersonId> = rows.iter().flat_map(named).collect();
        let names = members::store::names(db, &ids)?;
        let mut people = Vec::new();
        if frame.roles.chief_justice && only.is_none() {
            people = members::store::list(db, false, None, None, PEOPLE)?;
            people.sort_by(|one, other| one.name.cmp(&other.name));
        }
        let dates = Dates { zone: rulebook::in_force(db, now)?.time_zone, language: frame.language };
        let records = rows.iter().flat_map(|act| [Some(&act.effect), act.undone_by.as_ref()]).flatten();
        let called = Mentioned::default().records(records).called(db, frame.viewpoint, dates, now)?;
        let acts = Page::of(rows, limit, |act| act.id.0);
        let (bases, minds) = (Basis::ALL, Mind::ALL);
        let (is_one, places) = (only.is_some(), ADJUSTMENTS);
        let fridays = next_fridays(now.and_utc(), dates.zone);
        Ok(ActsPage { frame, dates, typed, acts, called, names, people, bases, minds, fridays, places, is_one, moved })
    };
    let page = app.db.read(read).await?;
    render(page.typed.status(), &page)
}

async fn list(app: Data<App>, frame: Frame, asked: Params<PageRequest>) -> Result<HttpResponse, Error> {
    page(&app, frame, asked.0, None, Typed::default()).await
}

async fn one(app: Data<App>, frame: Frame, id: Path<ChiefActId>) -> Result<HttpResponse, Error> {
    page(&app, frame, PageRequest::default(), Some(*id), Typed::default()).await
}

/// What the form asks, with the rows for adjustments that say something.
fn act(fields: &Fields) -> Result<ActAlone, Error> {
    let (mut adjustments, mut wrong) = (Vec::new(), Vec::new());
    if !fields.has("act") {
        wrong.push(Refusal::field("act", say!("Choose an Act.")));
    }
    for place in filled(fields) {
        let person = Refusal::keep(fields.somebody(&format!("person-{place}")), &mut wrong);
        let delta = Refusal::keep(fields.number(&format!("delta-{place}")), &mut wrong).unwrap_or(0);
        adjustments.push(Adjustment { person: PersonId(person), delta });
    }
    Refusal::together(wrong)?;
    let (reason, effect) = (fields.text("reason").to_owned(), fields.text("effect").to_owned());
    Ok(ActAlone { act: fields.read("act")?, reason, effect, adjustments })
}

async fn preview(app: Data<App>, actor: Actor, frame: Frame, form: Form<Fields>) -> Result<HttpResponse, Error> {
    look(&app, &actor, frame, form.0, &[]).await
}

/// Shows whose score the act would change; `changed` since it was looked at before.
async fn look(
    app: &App,
    actor: &Actor,
    frame: Frame,
    fields: Fields,
    changed: &[String],
) -> Result<HttpResponse, Error> {
    let by = By::from(actor);
    let moved = async {
        let act = act(&fields)?;
        app.db.write(move |tx| tried(tx, |tx| perform(tx, &by, &act))).await
    };
    let (moved, typed) = match moved.await {
        Ok((_, moved)) => {
            let changed = changed.iter().map(|field| label(&frame, field)).collect();
            (Some(moved), Typed::again(FORM, fields).unsigned(changed))
        }
        Err(error) => (None, refused(&frame, fields, error)?),
    };
    shown(app, frame, PageRequest::default(), None, typed, moved).await
}

async fn add(app: Data<App>, actor: Actor, frame: Frame, form: Form<Fields>) -> Result<HttpResponse, Error> {
    let fields = form.0;
    if let Err(changed) = fields.as_seen(&BESIDE) {
        return look(&app, &actor, frame, fields, &changed).await;
    }
    let done = async { sent(&app, &actor, &fields, act(&fields)?, |_| "/chief_acts").await };
    match done.await {
        Ok(place) => Ok(see_done(place, Done::ChiefAct)),
        Err(error) => {
            let typed = refused(&frame, fields, error)?;
            page(&app, frame, PageRequest::default(), None, typed).await
        }
    }
}

async fn breach(app: Data<App>, actor: Actor, frame: Frame, form: Form<Fields>) -> Result<HttpResponse, Error> {
    let fields = form.0;
    let done = async {
        let mut wrong = Vec::new();
        let finding = finding(&fields, &mut wrong)?;
        Refusal::together(wrong)?;
        let breach = AnswerBreach {
            person: PersonId(fields.somebody("person")?),
            reason: fields.text("reason").to_owned(),
            ban_until: fields.read_some("ban_until")?,
            finding,
        };
        sent(&app, &actor, &fields, breach, |_| "/declarations").await
    };
    match done.await {
        Ok(place) => Ok(see_done(place, Done::OfficesTaken)),
        Err(error) => {
            let typed = Typed::refused("breach", fields, error)?.called(|field| of_a_breach(&frame, field));
            page(&app, frame, PageRequest::default(), None, typed).await
        }
    }
}
