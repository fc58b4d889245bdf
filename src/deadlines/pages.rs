//! Deadlines as a page: the reader's own; for those who moderate everybody's. And as a calendar.

pub mod calendar;
mod feed;

use std::collections::HashMap;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use askama::Template;
use chrono::NaiveDateTime;
use chrono_tz::Tz;

use super::{Deadline, Kind, all};
use crate::App;
use crate::auth::Actor;
use crate::db::Db;
use crate::error::Error;
use crate::id::{GameId, PersonId};
use crate::members;
use crate::routes;
use crate::rulebook;
use crate::tables::TableId;
use crate::tables::pages::{Called, Mentioned};
use crate::web::dates::{Dates, clock_time};
use crate::web::layout::{Frame, render};
use crate::web::places::{Place, Thing};

routes! {
    GET "/me/deadlines" => deadlines, SignedIn;
    GET "/me/calendar" => calendar::calendar, SignedIn;
    POST "/me/calendar" => calendar::make, SignedIn;
    POST "/me/calendar/withdrawal" => calendar::withdraw, SignedIn;
    GET "/calendar/{secret}.ics" => calendar::feed, Anyone;
}

#[derive(Template)]
#[template(path = "me/deadlines.html")]
struct DeadlinesPage {
    frame: Frame,
    zone: Tz,
    now: NaiveDateTime,
    /// What ends today stands first.
    mine: Vec<Deadline>,
    others: Vec<Deadline>,
    names: HashMap<PersonId, String>,
    /// Whose games they are of, and which tables.
    called: Called,
}

impl DeadlinesPage {
    fn name(&self, person: &PersonId) -> &str {
        self.names.get(person).map_or("", String::as_str)
    }

    /// What the way to it is called: a game or a table by who plays it.
    fn way(&self, place: &Place) -> String {
        match place.thing() {
            Some((Thing::Game, game)) => self.called.game(&GameId(game)),
            Some((Thing::Table, table)) => self.called.table(&TableId(table)),
            _ => place.name(&self.frame.language).to_string(),
        }
    }

    /// By when: today in words.
    fn by(&self, deadline: &Deadline) -> String {
        if deadline.is_today(self.now, self.zone) {
            let time = clock_time(deadline.told_at(self.zone), self.zone);
            return self.frame.t("me-deadlines-today").with("time", time).to_string();
        }
        self.frame
            .t("me-deadlines-by")
            .with("when", self.frame.moment(deadline.told_at(self.zone), &self.zone))
            .to_string()
    }
}

/// The page of what is due, at the part where it is done.
pub fn place(deadline: &Deadline) -> Option<Place> {
    let part = match deadline.kind {
        Kind::Declaration => Some("declare"),
        Kind::Rematch => Some("rematch"),
        Kind::Answer | Kind::Opinion | Kind::Remand => Some("steps"),
        Kind::Nomination => Some("candidacy"),
        _ => None,
    };
    let place = Place::of_subject(&deadline.subject)?.at(part);
    Some(match &deadline.page {
        Some(page) => place.on(page),
        None => place,
    })
}

async fn deadlines(app: Data<App>, frame: Frame, actor: Actor) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let (mut mine, mut others): (Vec<_>, Vec<_>) =
        all(&app, actor.person).await?.into_iter().partition(|deadline| deadline.is_for(actor.person, actor.roles));
    if !actor.roles.may_moderate() {
        others.clear();
    }
    let people: Vec<PersonId> = mine.iter().chain(&others).flat_map(|deadline| deadline.persons.clone()).collect();
    let things: Vec<(Thing, i64)> = mine.iter().chain(&others).filter_map(|due| place(due)?.thing()).collect();
    let (mentioned, reader, language) = (Mentioned::default().things(things), frame.viewpoint, frame.language);
    let read = move |db: &mut Db| {
        let zone = rulebook::in_force(db, now)?.time_zone;
        let called = mentioned.called(db, reader, Dates { zone, language }, now)?;
        Ok((zone, members::store::names(db, &people)?, called))
    };
    let (zone, names, called) = app.db.read(read).await?;
    mine.sort_by_key(|deadline| !deadline.is_today(now, zone));
    render(StatusCode::OK, &DeadlinesPage { frame, zone, now, mine, others, names, called })
}
