//! The moderators' desk: the register, games that wait, members under a monitor.

use std::collections::HashMap;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use askama::Template;
use chrono_tz::Tz;
use rookery_messages::say;

use crate::App;
use crate::action::By;
use crate::action::pages::sent;
use crate::auth::{self, Actor};
use crate::conduct::actions::{LiftClockOrder, LiftMonitor, Lifting, OrderClock, PlaceMonitor};
use crate::conduct::rules::reason;
use crate::conduct::{ClockOrder, ClockOrderId, Monitor, MonitorId, reports, store};
use crate::court;
use crate::db::Db;
use crate::deadlines;
use crate::error::{Error, Refusal};
use crate::games::State;
use crate::games::pages::{Decided, Missing, ToSettle, just_decided, missing_results, to_settle};
use crate::games::rules::afterwards::ObjectionState;
use crate::games::store::objections::{self, ObjectionView};
use crate::games::store::{Filter, GameView, list};
use crate::http::{Form, PageRequest};
use crate::id::PersonId;
use crate::members;
use crate::members::store::Listed;
use crate::routes;
use crate::rulebook;
use crate::sessions::store::pairs::rounds_announced;
use crate::sessions::{self, Session};
use crate::web::done::{Done, see_done};
use crate::web::layout::{Frame, render};
use crate::web::typed::{Fields, Typed};

/// Where monitors and clock orders are.
const WATCH: &str = "/desk/watch";

routes! {
    GET "/desk" => desk, Moderator;
    GET "/desk/watch" => watch, Moderator;
    POST "/desk/watch/monitors" => place_monitor, Moderator;
    POST "/desk/watch/monitors/{id}/lifting" => lift_monitor, Moderator;
    POST "/desk/watch/clock_orders" => place_order, ChiefJustice;
    POST "/desk/watch/clock_orders/{id}/lifting" => lift_order, ChiefJustice;
}

/// The most rows that a page shows.
const ROWS: i64 = 200;
/// The most members that a form offers.
const OFFERED: i64 = 1_000;

#[derive(Template)]
#[template(path = "service/desk.html")]
struct DeskPage {
    frame: Frame,
    zone: Tz,
    /// The one under way, or the next.
    session: Option<Session>,
    is_on: bool,
    /// Whom the reader asks to start one.
    who_starts: Option<String>,
    here: usize,
    /// The round that can be announced, while a session is on.
    next_round: Option<i64>,
    /// Boards of the session before without a result.
    missing: Option<Missing>,
    /// Objections whose rematch is yet to be played (Act I.6), and what the players are called.
    rematches: Vec<ObjectionView>,
    names: HashMap<PersonId, String>,
    /// Games of monitored players that the reader can decide on, the last entered first (Acts II.10.4, III.3.5).
    waiting: Vec<GameView>,
    /// Disputed games that the reader can settle, the oldest dispute first (T47).
    settle: Vec<ToSettle>,
    /// Games that the reader decided about just now, and can undo that; the last decision first.
    decided: Vec<Decided>,
    /// The session that the reader ended just now, and for how many seconds they can undo that.
    ended: Option<(Session, i64)>,
    due: usize,
    lapsed: usize,
    /// Reports that wait for somebody like the reader.
    reports: usize,
    /// Who says that the club knows them already, by whose page and name.
    claims: Vec<(PersonId, String)>,
}

impl DeskPage {
    fn name(&self, person: &PersonId) -> &str {
        self.names.get(person).map_or("", String::as_str)
    }
}

async fn desk(app: Data<App>, frame: Frame, actor: Actor) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let due = deadlines::all(&app, actor.person).await?;
    let due = due.iter().filter(|deadline| deadline.is_for(actor.person, actor.roles)).count();
    let page = app
        .db
        .read(move |db| {
            let zone = rulebook::in_force(db, now)?.time_zone;
            let on = sessions::store::session_at(db, now)?;
            let here = match &on {
                Some(session) => sessions::store::present_at(db, session, now)?.len(),
                None => 0,
            };
            let next_round = match &on {
                Some(session) => Some(rounds_announced(db, session.id)? + 1),
                None => None,
            };
            let is_on = on.is_some();
            let session = match on {
                Some(session) => Some(session),
                None => sessions::store::next_set_after(db, now)?,
            };
            let filter =
                Filter { state: Some(State::AwaitingApproval), without: Some(actor.person), ..Filter::default() };
            let page = PageRequest { after: None, limit: Some(ROWS) };
            let waiting = list(db, &filter, &page)?.items;
            let settle = to_settle(db, &By::from(&actor), usize::MAX)?;
            let rematches = objections::list(db, Some(ObjectionState::Open), None, &page)?.items;
            let players: Vec<PersonId> = rematches.iter().flat_map(|rematch| [rematch.white, rematch.black]).collect();
            let names = members::store::names(db, &players)?;
            let lapsed = members::removal::lapsed(db, now)?.len();
            let reports = reports::store::list(db, actor.person, true, Some(reports::State::Open), None, ROWS)?.len();
            let claimed: Vec<PersonId> = auth::store::claims(db, None)?.into_iter().map(|claim| claim.person).collect();
            let called = members::store::naming(db, &claimed)?;
            let claims = claimed.iter().map(|person| (*person, called(*person))).collect();
            Ok(DeskPage {
                frame: frame.clone(),
                zone,
                session,
                is_on,
                who_starts: sessions::pages::who_starts(db, &frame)?,
                here,
                next_round,
                missing: missing_results(db, now)?,
                rematches,
                names,
                waiting,
                settle,
                decided: just_decided(db, &By::from(&actor), now)?,
                ended: sessions::pages::just_ended(db, &frame, now)?,
                due,
                lapsed,
                reports,
                claims,
            })
        })
        .await?;
    render(StatusCode::OK, &page)
}

/// Members who are monitored or play with a clock by order.
#[derive(Template)]
#[template(path = "service/watch.html")]
struct WatchPage {
    frame: Frame,
    zone: Tz,
    monitors: Vec<Monitor>,
    /// Open cases about monitors: lifting one does not end them.
    cases: HashMap<MonitorId, String>,
    orders: Vec<ClockOrder>,
    names: HashMap<PersonId, String>,
    people: Vec<Listed>,
    /// Who reads why somebody is monitored, or plays with a clock.
    readers: &'static str,
    typed: Typed,
}

impl WatchPage {
    fn name(&self, person: &PersonId) -> &str {
        self.names.get(person).map_or("", String::as_str)
    }

    fn case_about(&self, monitor: &MonitorId) -> Option<&String> {
        self.cases.get(monitor)
    }
}

async fn watch_page(app: &App, reader: PersonId, frame: Frame, typed: Typed) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let read = move |db: &mut Db| {
        let house = rulebook::in_force(db, now)?;
        let (zone, readers) = (house.time_zone, house.reasons_are_for());
        let mut monitors = store::monitors(db, None, None, ROWS)?;
        monitors.retain(|monitor| monitor.runs_at(now));
        let mut orders = store::clock_orders(db, None, None, ROWS)?;
        orders.retain(|order| order.runs_at(now));
        let people = monitors.iter().map(|one| one.person).chain(orders.iter().map(|one| one.person));
        let names = members::store::names(db, &people.collect::<Vec<_>>())?;
        let mut people = members::store::list(db, true, None, None, OFFERED)?;
        people.retain(|person| person.id != reader);
        people.sort_by(|one, other| one.name.cmp(&other.name));
        let cases = court::store::open_cases_about_monitors(db)?;
        Ok(WatchPage { frame, zone, monitors, cases, orders, names, people, readers, typed })
    };
    let page = app.db.read(read).await?;
    render(page.typed.status(), &page)
}

async fn watch(app: Data<App>, actor: Actor, frame: Frame) -> Result<HttpResponse, Error> {
    watch_page(&app, actor.person, frame, Typed::default()).await
}

/// Back to the list, or the list with what was typed and what was wrong with it.
async fn answer(
    app: &App,
    reader: PersonId,
    frame: Frame,
    done: Result<Done, Error>,
    form: &str,
    fields: Fields,
) -> Result<HttpResponse, Error> {
    match done {
        Ok(done) => Ok(see_done(WATCH, done)),
        Err(error) => watch_page(app, reader, frame, Typed::refused(form, fields, error)?).await,
    }
}

/// Whom a form is about; where nobody was chosen, what is wrong with the reason `beside` is told too, which `act` asks.
fn chosen(fields: &Fields, beside: &'static str, act: &'static str) -> Result<PersonId, Refusal> {
    let nobody = || Refusal::field("person", say!("Choose a member."));
    let person = fields.number("person").and_then(|person| person.map(PersonId).ok_or_else(nobody));
    if let Err(nobody) = &person {
        let written = reason(beside, fields.text(beside), act);
        Refusal::together([nobody.clone()].into_iter().chain(written.err()).collect())?;
    }
    person
}

async fn place_monitor(app: Data<App>, actor: Actor, frame: Frame, form: Form<Fields>) -> Result<HttpResponse, Error> {
    let fields = form.0;
    let done = async {
        let person = chosen(&fields, "suspicion", "II.10.1")?;
        let monitor = PlaceMonitor { person, suspicion: fields.text("suspicion").to_owned() };
        sent(&app, &actor, &fields, monitor, |_| WATCH).await
    };
    answer(&app, actor.person, frame, done.await.map(|_| Done::Monitored), "monitor", fields).await
}

async fn lift_monitor(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<MonitorId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let (name, lifting) = (format!("monitor-{}", *id), Lifting { reason: form.0.text("reason").to_owned() });
    let done = sent(&app, &actor, &form.0, LiftMonitor(*id, lifting), |_| WATCH).await;
    answer(&app, actor.person, frame, done.map(|_| Done::MonitorLifted), &name, form.0).await
}

async fn place_order(app: Data<App>, actor: Actor, frame: Frame, form: Form<Fields>) -> Result<HttpResponse, Error> {
    let fields = form.0;
    let done = async {
        let person = chosen(&fields, "reason", "II.11")?;
        let order = OrderClock { person, reason: fields.text("reason").to_owned() };
        sent(&app, &actor, &fields, order, |_| WATCH).await
    };
    answer(&app, actor.person, frame, done.await.map(|_| Done::ClockOrdered), "order", fields).await
}

async fn lift_order(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<ClockOrderId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let (name, lifting) = (format!("order-{}", *id), Lifting { reason: form.0.text("reason").to_owned() });
    let done = sent(&app, &actor, &form.0, LiftClockOrder(*id, lifting), |_| WATCH).await;
    answer(&app, actor.person, frame, done.map(|_| Done::ClockLifted), &name, form.0).await
}
