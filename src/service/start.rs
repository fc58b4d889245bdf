//! The guide for a new club: when it meets, who comes, the first register, the first game.

use std::fmt::Display;

use actix_web::HttpResponse;
use actix_web::web::Data;
use askama::Template;
use chrono::NaiveDateTime;
use chrono_tz::Tz;
use diesel::prelude::*;
use rookery_messages::say;
use serde_json::{Map, Value};

use crate::App;
use crate::action::pages::sent;
use crate::auth::Actor;
use crate::auth::store::{CodeKind, new_handle, without_account};
use crate::clock::later;
use crate::club::Club;
use crate::db::{
    Db,
    schema::{accounts, attendance, games, invitations, people},
};
use crate::error::{Error, Refusal};
use crate::http::Form;
use crate::id::PersonId;
use crate::members;
use crate::routes;
use crate::rulebook::actions::PublishMeetings;
use crate::rulebook::{self, HouseRules};
use crate::sessions::{self, Session};
use crate::web::assets;
use crate::web::layout::{Frame, own_path, render};
use crate::web::typed::{Fields, Typed, see};

routes! {
    GET "/start" => start, ChiefJustice;
    POST "/start/house_rules" => meet, ChiefJustice;
}

/// Within this time a session comes, however rarely the club meets.
const AHEAD: chrono::TimeDelta = chrono::TimeDelta::weeks(2);

const WEEKDAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

#[derive(Template)]
#[template(path = "service/start.html")]
struct StartPage {
    frame: Frame,
    /// What the reader signs in with, on the day on which they joined: the founder may not know it yet.
    handle: Option<String>,
    house: HouseRules,
    /// What the form on meetings begins with: what was published, and nothing before.
    zone: &'static str,
    weekday: String,
    begins: String,
    ends: String,
    room: String,
    /// What fills in the browser's time zone, and keeps what is typed in one step while another is saved.
    script: &'static str,
    /// The version of the rules that the form changes.
    version: i64,
    zones: Vec<&'static str>,
    weekdays: [&'static str; 7],
    accounts: i64,
    /// How many the club knows who have no account: cards can be printed for them.
    uninvited: usize,
    /// The session under way, or the next.
    session: Option<Session>,
    /// The steps in their order, each with whether it is done.
    steps: Steps,
    /// Whether the reader is on the leaderboard.
    is_member: bool,
    now: NaiveDateTime,
    typed: Typed,
}

impl StartPage {
    fn is_done(&self, step: &str) -> bool {
        self.steps.iter().any(|(name, done)| *name == step && *done)
    }

    fn are_all_done(&self) -> bool {
        self.steps.iter().all(|(_, done)| *done)
    }

    /// Where one goes on once a step is saved: to the first of the others that is not done.
    fn after(&self, step: &str) -> String {
        let mut open = self.steps.iter().filter(|(name, done)| !done && *name != step);
        open.next().map_or_else(|| "/start".to_owned(), |(name, _)| format!("/start#{name}"))
    }

    /// The next two that are not done are open, for one of them can wait, and one whose form was refused.
    fn is_open(&self, step: &str) -> bool {
        let mut next = self.steps.iter().filter(|(_, done)| !done).take(2);
        next.any(|(name, _)| *name == step) || self.typed.refusal(step).is_some()
    }
}

/// What the names of time zones begin with that people look for their own place among.
const AREAS: [&str; 10] =
    ["Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"];

/// The time zones to choose from: places, UTC, and the one that is set.
fn zones(set: Tz) -> Vec<&'static str> {
    let is_place = |name: &str| name.split_once('/').is_some_and(|(area, _)| AREAS.contains(&area));
    let names = chrono_tz::TZ_VARIANTS.iter().map(|zone| zone.name());
    names.filter(|name| is_place(name) || *name == "UTC" || *name == set.name()).collect()
}

/// The first steps in their order, each by the word of its text (`start-club`), with whether it is done.
pub type Steps = [(&'static str, bool); 5];

/// How far the club's first steps are.
pub fn steps(db: &mut Db, club: &Club) -> Result<Steps, Error> {
    Ok([
        ("club", club.is_named()),
        ("meet", rulebook::newest(db)? > 0),
        ("people", has_invited(db)?),
        ("register", attendance::table.select(attendance::id).first::<i64>(db).optional()?.is_some()),
        ("game", games::table.select(games::id).first::<i64>(db).optional()?.is_some()),
    ])
}

/// Whether anybody but the founder of the club is known, or could be by a code that was made.
fn has_invited(db: &mut Db) -> Result<bool, Error> {
    let known: i64 = people::table.count().get_result(db)?;
    let codes = invitations::table.filter(invitations::kind.eq_any([CodeKind::Invitation, CodeKind::JoinCode]));
    Ok(known > 1 || codes.count().get_result::<i64>(db)? > 0)
}

async fn page(app: &App, frame: Frame, typed: Typed) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    if app.db.read(move |db| sessions::store::calendar_lacks(db, later(now, AHEAD))).await? {
        app.db.write(move |tx| sessions::store::ensure_calendar(tx, later(tx.now, AHEAD))).await?;
    }
    let page = app
        .db
        .read(move |db| {
            let session = match sessions::store::session_at(db, now)? {
                Some(session) => Some(session),
                None => sessions::store::next_held_after(db, now)?,
            };
            let (house, version) = (rulebook::in_force(db, now)?, rulebook::newest(db)?);
            let published = |value: &dyn Display| if version > 0 { value.to_string() } else { String::new() };
            let handle = match frame.person {
                Some(person) => new_handle(db, PersonId(person), now)?,
                None => None,
            };
            Ok(StartPage {
                handle,
                weekday: published(&house.session_weekday),
                begins: published(&house.session_start.format("%H:%M")),
                ends: published(&house.session_end.format("%H:%M")),
                room: published(&house.room),
                zones: zones(house.time_zone),
                zone: if version > 0 { house.time_zone.name() } else { "" },
                script: assets::address("start.js").unwrap_or_default(),
                house,
                version,
                weekdays: WEEKDAYS,
                accounts: accounts::table.count().get_result(db)?,
                uninvited: without_account(db)?.len(),
                session,
                steps: steps(db, &frame.club)?,
                is_member: match frame.person {
                    Some(person) => members::store::membership_at(db, PersonId(person), now)?.is_some(),
                    None => false,
                },
                frame,
                now,
                typed,
            })
        })
        .await?;
    render(page.typed.status(), &page)
}

async fn start(app: Data<App>, frame: Frame) -> Result<HttpResponse, Error> {
    page(&app, frame, Typed::default()).await
}

/// The house rules that the form sets.
const MEETING: [&str; 5] = ["time_zone", "session_weekday", "session_start", "session_end", "room"];

/// Says when and where the club meets, as house rules.
async fn meet(app: Data<App>, actor: Actor, frame: Frame, form: Form<Fields>) -> Result<HttpResponse, Error> {
    let fields = form.0;
    let rule = |name: &str| {
        let text = fields.text(name);
        // A browser's clock leaves seconds out.
        let is_short = ["session_start", "session_end"].contains(&name) && text.len() == 5;
        (name.to_owned(), Value::String(format!("{text}{}", if is_short { ":00" } else { "" })))
    };
    let empty = MEETING.into_iter().filter(|name| fields.text(name).is_empty());
    let empty: Vec<Refusal> = empty.map(|name| Refusal::field(name, say!("This is still empty."))).collect();
    let next = fields.sent("next").map_or("/start#people", |next| own_path(Some(next))).to_owned();
    let published = async {
        Refusal::together(empty)?;
        let replaces = fields.number("replaces")?.unwrap_or(0);
        let rules: Map<String, Value> = MEETING.into_iter().map(rule).collect();
        sent(&app, &actor, &fields, PublishMeetings { replaces, rules }, move |_| next.clone()).await
    };
    match published.await {
        Ok(place) => Ok(see(place)),
        Err(error) => page(&app, frame, Typed::refused("meet", fields, error)?).await,
    }
}
