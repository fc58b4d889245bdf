//! What somebody was told, and how they want to be told.

mod webhooks;

use std::collections::HashMap;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use askama::Template;
use chrono::DateTime;
use chrono_tz::Tz;
use serde::Deserialize;
use serde_json::Value;

use super::inbox::{self, Notification, NotificationId};
use super::preferences::{self, Preferences};
use super::text::{self, Paired, TAKEN_BACK};
use crate::App;
use crate::auth::Actor;
use crate::error::Error;
use crate::http::{Form, Page, Params};
use crate::id::PersonId;
use crate::members;
use crate::nomic::{self, engine::bindings::Threshold};
use crate::routes;
use crate::rulebook;
use crate::web::done::{Done, see_done};
use crate::web::layout::{Frame, render};
use crate::web::places::Place;

routes! {
    GET "/me/notifications" => notifications, SignedIn;
    POST "/me/notifications/read" => read, SignedIn;
    POST "/me/notifications/preferences" => prefer, SignedIn;
    GET "/administration/webhooks" => webhooks::list, Administrator;
    POST "/administration/webhooks" => webhooks::add, Administrator;
    POST "/administration/webhooks/{id}/secret" => webhooks::rotate, Administrator;
    POST "/administration/webhooks/{id}/ending" => webhooks::end, Administrator;
}

/// Notifications on a page.
const ROWS: i64 = 30;
/// Characters of a text that a page shows at the most.
const LONGEST: usize = 300;

/// How a page says a member of a message.
enum Told {
    Text,
    Person,
    Moment,
    Number,
    /// A word that the catalogue has under this kind; of something with particulars, what it is called by.
    Word(&'static str),
    /// What a vote in Nomic needed.
    Needs,
    /// Where the reader sits, of a round of pairings.
    Seat,
    /// How many points the reader has got by it, or lost.
    Points,
    /// What each side captured, in points, where that decided who won.
    Captured,
}

/// What a page says of a message's body, in order, each by its text `told-…`; the rest is for programs.
const TOLD: [(&str, Told); 30] = [
    ("pairings", Told::Seat),
    ("title", Told::Text),
    ("exercise", Told::Word("exercise")),
    ("by", Told::Person),
    ("person", Told::Person),
    ("result", Told::Word("outcome")),
    ("captured", Told::Captured),
    ("after", Told::Word("decision-state")),
    ("what", Told::Text),
    ("effect", Told::Text),
    ("note", Told::Text),
    ("text", Told::Text),
    ("answer", Told::Text),
    ("cause", Told::Text),
    ("reason", Told::Text),
    ("reasons", Told::Text),
    ("points_moved", Told::Points),
    ("starts_at", Told::Moment),
    ("nominations_close_at", Told::Moment),
    ("voting_closes_at", Told::Moment),
    ("closes_at", Told::Moment),
    ("until", Told::Moment),
    ("due_at", Told::Moment),
    ("declaration_due_at", Told::Moment),
    ("at", Told::Moment),
    ("play", Told::Word("told-play")),
    ("yes", Told::Number),
    ("no", Told::Number),
    ("needs", Told::Needs),
    ("state", Told::Word("nomic-state")),
];

#[derive(Template)]
#[template(path = "me/notifications.html")]
struct NotificationsPage {
    frame: Frame,
    zone: Tz,
    page: Page<Notification>,
    names: HashMap<PersonId, String>,
    wanted: Preferences,
    /// Whether there is somewhere to send letters to, and something to send them by.
    has_mail: bool,
}

impl NotificationsPage {
    /// What it says, a line each: see [`TOLD`].
    fn particulars(&self, notification: &Notification) -> Vec<String> {
        let line = |(member, how): &(&'static str, Told)| {
            let said = Some(&notification.body[*member]).filter(|said| !said.is_null());
            // An extra session comes whole.
            let said = said.unwrap_or(&notification.body["session"][*member]);
            let what = self.told(&notification.topic, how, said)?;
            Some(self.frame.word("told", member).with("what", what).to_string())
        };
        // Who won a game that is void is nobody's news.
        let void = notification.body["state"] == "void";
        let ask = if notification.body["online"] == true { "told-voided-ask-online" } else { "told-voided-ask" };
        let ask = (notification.topic == "game.voided").then(|| self.frame.t(ask).to_string());
        TOLD.iter().filter(|(member, _)| !(void && *member == "result")).filter_map(line).chain(ask).collect()
    }

    fn told(&self, topic: &str, how: &Told, value: &Value) -> Option<String> {
        match how {
            Told::Text => {
                value.as_str().filter(|text| !text.is_empty()).map(|text| shortened(&self.frame.language.said(text)))
            }
            Told::Person => self.names.get(&PersonId(value.as_i64()?)).cloned(),
            Told::Moment => {
                let at = DateTime::parse_from_rfc3339(value.as_str()?).ok()?;
                Some(self.frame.moment(at.naive_utc(), &self.zone))
            }
            Told::Number => value.as_i64().map(|number| number.to_string()),
            Told::Word(kind) => {
                let word = value.as_str().or_else(|| value.as_object()?.keys().next().map(String::as_str))?;
                self.frame.word(kind, word).known().map(|text| text.to_string())
            }
            Told::Seat => self.seat(topic, value),
            Told::Points => {
                let points = value.as_i64()?;
                let said = match points {
                    0 => return Some(self.frame.t("told-points-stay").to_string()),
                    1.. => self.frame.t("told-points-given"),
                    _ => self.frame.t("told-points-taken"),
                };
                Some(said.count("points", points.abs()).to_string())
            }
            Told::Captured => {
                let (white, black) = (value["white"].as_i64()?, value["black"].as_i64()?);
                Some(self.frame.t("bell-points").count("white", white).count("black", black).to_string())
            }
            Told::Needs => {
                let thresholds: Vec<Threshold> = serde_json::from_value(value.clone()).ok()?;
                Some(nomic::pages::needs(&self.frame, &thresholds)).filter(|needs| !needs.is_empty())
            }
        }
    }

    /// Where the reader sits in a round, or was to sit in one that is taken back: board, colour, opponent.
    fn seat(&self, topic: &str, pairings: &Value) -> Option<String> {
        let Paired { round, board, against } = text::paired(pairings, PersonId(self.frame.person?))?;
        let (bye, seat) = match topic {
            TAKEN_BACK => ("told-bye-taken-back", "told-board-taken-back"),
            _ => ("told-bye", "told-board"),
        };
        let Some((colour, opponent)) = against else {
            return Some(self.frame.t(bye).with("round", round).to_string());
        };
        let (colour, opponent) = (self.frame.word("colour", colour), self.names.get(&opponent)?);
        let told = self.frame.t(seat).with("round", round).with("board", board);
        Some(told.with("colour", colour).with("opponent", opponent).to_string())
    }

    fn acts(&self, notification: &Notification) -> Vec<String> {
        let acts = text::acts(&notification.body).unwrap_or_default();
        acts.split(", ").filter(|act| !act.is_empty()).map(str::to_owned).collect()
    }

    /// The page of what it is about.
    fn place(&self, notification: &Notification) -> Option<Place> {
        Place::of_message(&notification.topic, &notification.body)
    }

    /// Through which one all that is on the page is marked as read: the last delivered, which need not be the newest.
    fn last_unread(&self) -> Option<i64> {
        self.page.items.iter().filter(|notification| !notification.read).map(|notification| notification.id.0).max()
    }
}

/// The beginning of a long text; its own page has all of it.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[derive(Deserialize)]
struct Which {
    before: Option<i64>,
}

async fn notifications(
    app: Data<App>,
    frame: Frame,
    actor: Actor,
    which: Params<Which>,
) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let has_mail = app.config.smtp.is_some();
    let page = app
        .db
        .read(move |db| {
            let zone = rulebook::in_force(db, now)?.time_zone;
            let rows = inbox::list(db, &actor, which.0.before, ROWS + 1)?;
            let page = Page::of(rows, ROWS, |row| row.id.0);
            let people: Vec<PersonId> =
                page.items.iter().flat_map(|row| text::people(&row.body, actor.person)).collect();
            let names = members::store::names(db, &people)?;
            let wanted = preferences::preferences(db, actor.person)?;
            Ok(NotificationsPage { frame: frame.clone(), zone, page, names, wanted, has_mail })
        })
        .await?;
    render(StatusCode::OK, &page)
}

#[derive(Deserialize)]
struct ReadForm {
    through: NotificationId,
}

async fn read(app: Data<App>, actor: Actor, form: Form<ReadForm>) -> Result<HttpResponse, Error> {
    let through = form.0.through;
    app.db.write(move |tx| inbox::mark_read(tx, actor.person, through)).await?;
    Ok(see_done("/me/notifications", Done::Read))
}

/// A box that is not ticked is not sent.
#[derive(Deserialize)]
struct PreferencesForm {
    personal: Option<String>,
    duties: Option<String>,
    club: Option<String>,
}

async fn prefer(app: Data<App>, actor: Actor, form: Form<PreferencesForm>) -> Result<HttpResponse, Error> {
    let PreferencesForm { personal, duties, club } = form.0;
    let wanted = Preferences { personal: personal.is_some(), duties: duties.is_some(), club: club.is_some() };
    app.db.write(move |tx| preferences::set_preferences(tx, actor.person, wanted)).await?;
    Ok(see_done("/me/notifications", Done::Saved))
}
