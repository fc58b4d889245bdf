//! The reader's own page: their place, what waits for them, and links to everything of theirs.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use askama::Template;
use chrono::NaiveDateTime;
use chrono_tz::Tz;

use crate::App;
use crate::action::pages::sent;
use crate::action::performed;
use crate::auth::Actor;
use crate::auth::store::new_handle;
use crate::conduct::decisions::store::{Filter as Decided, decisions};
use crate::conduct::pages::banned::Banned;
use crate::error::{Error, Refusal};
use crate::http::{Form, PageRequest};
use crate::members::actions::{AskRemoval, Join, WithdrawRequest, standing};
use crate::members::erasure::pages::Erasure;
use crate::members::store::{self, Request};
use crate::members::{RemovalRequestId, removal, rules};
use crate::notify::pages::lines;
use crate::ratings::board::Line;
use crate::rulebook;
use crate::web::done::{Done, see_done};
use crate::web::layout::{Frame, own_path, render};
use crate::web::typed::{Fields, Typed, see};
use crate::{court, deadlines, games};

/// The most decisions that are counted.
const MOST: i64 = 200;

#[derive(Template)]
#[template(path = "me/overview.html")]
struct OverviewPage {
    frame: Frame,
    person: i64,
    /// What somebody signs in with who has just joined, and may not know yet.
    handle: Option<String>,
    line: Option<Line>,
    /// The ban that runs on the reader.
    banned: Option<Banned>,
    /// Why the reader cannot join the leaderboard, if they are not on it.
    barred: Option<Refusal>,
    unread: i64,
    due: usize,
    overdue: usize,
    /// What ends today.
    today: usize,
    waiting: usize,
    /// Decisions about the reader, and petitions that they have not filed yet.
    decided: usize,
    drafts: usize,
    /// Whether an authenticator is advised.
    second_factor_advised: bool,
}

pub(crate) async fn overview(app: Data<App>, frame: Frame, actor: Actor) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let line = app.board.line(actor.person.0);
    let second_factor_advised = actor.roles.have_powers() && !actor.second_factor;
    let mut due = deadlines::all(&app, actor.person).await?;
    due.retain(|deadline| deadline.is_for(actor.person, actor.roles));
    let page = app
        .db
        .read(move |db| {
            let zone = rulebook::in_force(db, now)?.time_zone;
            let waits = games::store::Filter { person: Some(actor.person), ..Default::default() };
            let latest = games::store::list(db, &waits, &PageRequest::default())?;
            let standing = standing(db, actor.person, now)?;
            let about = Decided { accused: Some(actor.person), ..Decided::default() };
            Ok(OverviewPage {
                frame: frame.clone(),
                person: actor.person.0,
                handle: new_handle(db, actor.person, now)?,
                line: line.clone(),
                banned: Banned::of(db, &frame, now)?,
                barred: rules::join(&standing, zone).err(),
                unread: lines::own(db, &actor, now)?,
                due: due.len(),
                today: due.iter().filter(|deadline| deadline.is_today(now, zone)).count(),
                overdue: due.iter().filter(|deadline| deadline.overdue).count(),
                decided: decisions(db, &about, None, MOST)?.len(),
                drafts: court::store::drafts::of(db, actor.person)?.len(),
                waiting: latest.items.iter().filter(|game| game.state.waits()).count(),
                second_factor_advised,
            })
        })
        .await?;
    render(StatusCode::OK, &page)
}

/// Joins the leaderboard (Act II.1).
pub(crate) async fn join(app: Data<App>, actor: Actor, form: Form<Fields>) -> Result<HttpResponse, Error> {
    performed(&app, &actor, Join { person: None }).await?;
    Ok(match form.0.some("next") {
        // Where somebody goes on with what they were at.
        Some(next) => see(own_path(Some(next))),
        None => see_done("/me", Done::Member),
    })
}

#[derive(Template)]
#[template(path = "me/data.html")]
struct DataPage {
    frame: Frame,
    zone: Tz,
    is_member: bool,
    request: Option<Request>,
    /// A request made now waits (Act II.8.1).
    waits: bool,
    /// Until when a request made now is due.
    due_at: NaiveDateTime,
    erasure: Erasure,
    typed: Typed,
}

pub(in crate::members) async fn data_page(
    app: &App,
    frame: Frame,
    actor: &Actor,
    typed: Typed,
) -> Result<HttpResponse, Error> {
    let (person, now) = (actor.person, app.clock.now());
    let page = app
        .db
        .read(move |db| {
            let house = rulebook::in_force(db, now)?;
            let standing = standing(db, person, now)?;
            let is_member = rules::must_be_member(&standing).is_ok();
            Ok(DataPage {
                frame,
                zone: house.time_zone,
                is_member,
                request: store::open_request(db, person)?,
                waits: rules::must_be_free(&standing, house.time_zone).is_err(),
                due_at: removal::due(&house, now),
                erasure: Erasure::of(db, person, now)?,
                typed,
            })
        })
        .await?;
    render(page.typed.status(), &page)
}

pub(crate) async fn data(app: Data<App>, frame: Frame, actor: Actor) -> Result<HttpResponse, Error> {
    data_page(&app, frame, &actor, Typed::default()).await
}

/// Asks to be removed from the leaderboard (Act II.8).
pub(crate) async fn ask_removal(
    app: Data<App>,
    frame: Frame,
    actor: Actor,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let asked = AskRemoval { reason: form.0.some("reason").map(str::to_owned) };
    match sent(&app, &actor, &form.0, asked, |_| "/me/data").await {
        Ok(place) => Ok(see_done(place, Done::Asked)),
        Err(error) => data_page(&app, frame, &actor, Typed::refused("removal", form.0, error)?).await,
    }
}

pub(crate) async fn withdraw_removal(
    app: Data<App>,
    actor: Actor,
    id: Path<RemovalRequestId>,
) -> Result<HttpResponse, Error> {
    performed(&app, &actor, WithdrawRequest(*id)).await?;
    Ok(see_done("/me/data", Done::Withdrawn))
}
