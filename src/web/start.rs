//! The first steps of a new club: when it meets, who comes, the first register, the first game.

use actix_web::HttpResponse;
use actix_web::web::Data;
use askama::Template;
use chrono::NaiveDateTime;
use diesel::prelude::*;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::form::{Wrong, asked, see};
use super::layout::{Frame, render};
use crate::App;
use crate::auth::Actor;
use crate::clock::later;
use crate::db::schema::{accounts, attendance, games};
use crate::error::Error;
use crate::http::Form;
use crate::routes;
use crate::rulebook::api::publishing::{NewHouseRules, publish_house_rules};
use crate::rulebook::{self, HouseRules};
use crate::sessions::{self, Session};

routes! {
    GET "/start" => start, ChiefJustice;
    POST "/start/house_rules" => meet, ChiefJustice;
}

/// Within this time a session comes, however rarely the club meets.
const AHEAD: chrono::TimeDelta = chrono::TimeDelta::weeks(2);

const WEEKDAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

#[derive(Template)]
#[template(path = "start.html")]
struct StartPage {
    frame: Frame,
    house: HouseRules,
    /// The version of the rules that the form changes.
    version: i64,
    zones: Vec<&'static str>,
    weekdays: [&'static str; 7],
    accounts: i64,
    /// The session under way, or the next.
    session: Option<Session>,
    registered: i64,
    games: i64,
    now: NaiveDateTime,
    wrong: Wrong,
}

async fn page(app: &App, frame: Frame, wrong: Wrong) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    if app.db.read(move |db| sessions::store::calendar_lacks(db, later(now, AHEAD))).await? {
        app.db.write(move |tx| sessions::store::ensure_calendar(tx, later(tx.now, AHEAD))).await?;
    }
    let status = wrong.status();
    let page = app
        .db
        .read(move |db| {
            let session = match sessions::store::session_at(db, now)? {
                Some(session) => Some(session),
                None => sessions::store::next_held_after(db, now)?,
            };
            Ok(StartPage {
                frame: frame.clone(),
                house: rulebook::in_force(db, now)?,
                version: rulebook::newest(db)?,
                zones: chrono_tz::TZ_VARIANTS.iter().map(|zone| zone.name()).collect(),
                weekdays: WEEKDAYS,
                accounts: accounts::table.count().get_result(db)?,
                session,
                registered: attendance::table.count().get_result(db)?,
                games: games::table.count().get_result(db)?,
                now,
                wrong: wrong.clone(),
            })
        })
        .await?;
    render(status, &page)
}

async fn start(app: Data<App>, frame: Frame) -> Result<HttpResponse, Error> {
    page(&app, frame, Wrong::default()).await
}

#[derive(Deserialize)]
struct MeetForm {
    replaces: i64,
    time_zone: String,
    session_weekday: String,
    session_start: String,
    session_end: String,
    room: String,
}

/// Says when and where the club meets, as house rules.
async fn meet(app: Data<App>, actor: Actor, frame: Frame, form: Form<MeetForm>) -> Result<HttpResponse, Error> {
    let MeetForm { replaces, time_zone, session_weekday, session_start, session_end, room } = form.0;
    // A browser's clock leaves seconds out.
    let time = |text: String| if text.len() == 5 { text + ":00" } else { text };
    let rules: Map<String, Value> = [
        ("time_zone", time_zone.trim().to_owned()),
        ("session_weekday", session_weekday),
        ("session_start", time(session_start)),
        ("session_end", time(session_end)),
        ("room", room),
    ]
    .into_iter()
    .map(|(name, value)| (name.to_owned(), Value::String(value)))
    .collect();
    let note = "When and where the club meets.".to_owned();
    match publish_house_rules(app.clone(), actor, asked(NewHouseRules { replaces, note, rules })).await {
        Ok(_) => Ok(see("/start#people")),
        Err(error) => page(&app, frame, Wrong::of(error)?).await,
    }
}
