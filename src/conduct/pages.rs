//! Bans and lapsed members as pages.

pub mod banned;

use std::collections::HashMap;

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;
use chrono::{NaiveDate, NaiveDateTime};

use super::actions::{LiftBan, Lifting, PlaceBan};
use super::decisions::DecisionId;
use super::{Ban, BanId, store};
use crate::App;
use crate::action::Somebody;
use crate::action::pages::sent;
use crate::auth::Actor;
use crate::court::Subject;
use crate::court::rules::verdict::Outcome;
use crate::db::Db;
use crate::error::Error;
use crate::http::{Form, Page, PageRequest, Params};
use crate::id::PersonId;
use crate::members::actions::Remove;
use crate::members::removal::{self, Lapsed};
use crate::members::store::{Listed, Request};
use crate::routes;
use crate::sessions::calendar::next_fridays;
use crate::web::dates::Dates;
use crate::web::done::{Done, see_done};
use crate::web::layout::{Frame, render};
use crate::web::typed::{Fields, Typed};
use crate::{court, members, rulebook};

routes! {
    GET "/bans" => bans, Insider;
    POST "/bans" => ban, Staff;
    POST "/bans/{id}/lifting" => lift, ModeratorOrStaff, PlacedByStaff;
    GET "/lapsed_members" => lapsed, Moderator;
    POST "/removals" => remove, ChiefJustice;
}

/// Members that the form offers.
const MEMBERS: i64 = 1_000;

#[derive(Template)]
#[template(path = "conduct/bans.html")]
struct BansPage {
    frame: Frame,
    dates: Dates,
    typed: Typed,
    now: NaiveDateTime,
    bans: Page<Ban>,
    /// Whether the reader is shown their own alone (T42).
    is_partial: bool,
    /// The reader's own that the Court would hear about now.
    appealable: Vec<BanId>,
    /// By which case the Court set how long one runs, by its decision.
    terms: HashMap<DecisionId, (String, Outcome)>,
    names: HashMap<PersonId, String>,
    /// Who reads the reason of a ban.
    readers: &'static str,
    /// Whom staff may ban, and the last days that the form offers.
    people: Vec<Listed>,
    fridays: Vec<NaiveDate>,
}

impl BansPage {
    fn name(&self, person: &PersonId) -> &str {
        self.names.get(person).map_or("", String::as_str)
    }

    fn runs(&self, ban: &Ban) -> bool {
        ban.runs_at(self.now)
    }

    fn term(&self, ban: &Ban) -> Option<&(String, Outcome)> {
        self.terms.get(&ban.decision?)
    }
}

async fn page(app: &App, actor: &Actor, frame: Frame, page: PageRequest, typed: Typed) -> Result<HttpResponse, Error> {
    let (before, limit, now) = (page.after()?, page.limit()?, app.clock.now());
    let (by, reader, staff) = (actor.clone(), actor.person, actor.roles.staff);
    let somebody = Somebody::from(actor);
    let read = move |db: &mut Db| {
        let whose = members::store::told_of(db, &by, None, now)?;
        let rows = store::bans(db, whose, before, limit + 1)?;
        let rows = store::as_read_by(db, rows, frame.viewpoint)?;
        let mut appealable = Vec::new();
        for ban in rows.iter().filter(|ban| ban.person == reader && ban.runs_at(now)) {
            if court::store::may_petition(db, somebody, Subject::Ban, ban.id.0, now)? {
                appealable.push(ban.id);
            }
        }
        let decided: Vec<DecisionId> = rows.iter().filter_map(|ban| ban.decision).collect();
        let terms = court::store::terms_set(db, &decided)?;
        let people: Vec<PersonId> = rows.iter().flat_map(|ban| [Some(ban.person), ban.placed_by]).flatten().collect();
        let names = members::store::names(db, &people)?;
        let mut people = Vec::new();
        if staff {
            people = members::store::list(db, true, None, None, MEMBERS)?;
            people.retain(|person| person.id != reader);
            people.sort_by(|one, other| one.name.cmp(&other.name));
        }
        let house = rulebook::in_force(db, now)?;
        let (dates, readers) = (Dates { zone: house.time_zone, language: frame.language }, house.reasons_are_for());
        let bans = Page::of(rows, limit, |ban| ban.id.0);
        let is_partial = whose.is_some();
        let fridays = next_fridays(now.and_utc(), dates.zone);
        Ok(BansPage { frame, dates, typed, now, bans, is_partial, appealable, terms, names, readers, people, fridays })
    };
    let page = app.db.read(read).await?;
    render(page.typed.status(), &page)
}

async fn bans(app: Data<App>, actor: Actor, frame: Frame, asked: Params<PageRequest>) -> Result<HttpResponse, Error> {
    page(&app, &actor, frame, asked.0, Typed::default()).await
}

async fn ban(app: Data<App>, actor: Actor, frame: Frame, form: Form<Fields>) -> Result<HttpResponse, Error> {
    let fields = form.0;
    let done = async {
        let ban = PlaceBan {
            person: PersonId(fields.somebody("person")?),
            reason: fields.text("reason").to_owned(),
            until: fields.read_some("until")?,
        };
        sent(&app, &actor, &fields, ban, |_| "/bans").await
    };
    match done.await {
        Ok(place) => Ok(see_done(place, Done::Banned)),
        Err(error) => page(&app, &actor, frame, PageRequest::default(), Typed::refused("ban", fields, error)?).await,
    }
}

async fn lift(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<BanId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let (name, lifting) = (format!("lift-{}", *id), Lifting { reason: form.0.text("reason").to_owned() });
    match sent(&app, &actor, &form.0, LiftBan(*id, lifting), |_| "/bans").await {
        Ok(place) => Ok(see_done(place, Done::BanLifted)),
        Err(error) => page(&app, &actor, frame, PageRequest::default(), Typed::refused(&name, form.0, error)?).await,
    }
}

#[derive(Template)]
#[template(path = "conduct/lapsed.html")]
struct LapsedPage {
    frame: Frame,
    dates: Dates,
    typed: Typed,
    lapsed: Vec<Lapsed>,
    /// Requests to be removed, for the person who grants them (Act II.8).
    requests: Vec<Request>,
    /// Who cannot be removed now: banned, or a party to an open case (Act II.8.1).
    barred: Vec<PersonId>,
}

async fn lapsed_page(app: &App, frame: Frame, typed: Typed) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let read = move |db: &mut Db| {
        let dates = Dates { zone: rulebook::in_force(db, now)?.time_zone, language: frame.language };
        let requests = if frame.roles.chief_justice { members::store::requests(db)? } else { Vec::new() };
        let people: Vec<PersonId> = requests.iter().map(|request| request.person).collect();
        let mut barred = store::banned_among(db, &people, now)?;
        barred.extend(court::store::parties_to_open_cases(db)?);
        Ok(LapsedPage { lapsed: removal::lapsed(db, now)?, requests, barred, frame, dates, typed })
    };
    let page = app.db.read(read).await?;
    render(page.typed.status(), &page)
}

async fn lapsed(app: Data<App>, frame: Frame) -> Result<HttpResponse, Error> {
    lapsed_page(&app, frame, Typed::default()).await
}

async fn remove(app: Data<App>, actor: Actor, frame: Frame, form: Form<Fields>) -> Result<HttpResponse, Error> {
    let fields = form.0;
    let (person, act) = (fields.number("person")?.unwrap_or(0), fields.text("act").to_owned());
    let name = format!("{}-{person}", if act == "II.8" { "grant" } else { "remove" });
    let removal = Remove { person: PersonId(person), act };
    match sent(&app, &actor, &fields, removal, |_| "/lapsed_members").await {
        Ok(place) => Ok(see_done(place, Done::Removed)),
        Err(error) => lapsed_page(&app, frame, Typed::refused(&name, fields, error)?).await,
    }
}
