//! The page of notices, and the settings for them.

mod days;
mod devices;
pub mod letters;
pub mod lines;
mod pushed;
mod still_open;
mod told;
mod webhooks;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use askama::Template;
use chrono::NaiveDateTime;
use chrono_tz::Tz;
use days::Day;
use lines::Line;
use serde::Deserialize;
use told::{Names, Teller, title};

use super::api::devices::{Devices, Renewal, own, renewal};
use super::inbox::{self, Notification, NotificationId};
use super::preferences::{self, Preferences};
use super::{Topic, Writers};
use crate::App;
use crate::auth::{Actor, SignIn};
use crate::db::Db;
use crate::error::Error;
use crate::http::{Form, Page, Params};
use crate::id::PersonId;
use crate::routes;
use crate::rulebook;
use crate::web::assets;
use crate::web::dates::Dates;
use crate::web::done::{Done, see_done};
use crate::web::layout::{Frame, render};
use crate::web::places::Thing;

routes! {
    GET "/me/notifications" => notifications, SignedIn;
    POST "/me/notifications/read" => read, SignedIn;
    POST "/me/notifications/preferences" => prefer, SignedIn;
    POST "/me/devices" => devices::add, SignedIn;
    POST "/me/devices/{id}/ending" => devices::end, SignedIn;
    POST "/me/devices/{id}/tests" => devices::test, SignedIn;
    GET "/me/worker.js" => devices::worker, Anyone;
    GET "/administration/webhooks" => webhooks::list, Administrator;
    POST "/administration/webhooks" => webhooks::add, Administrator;
    POST "/administration/webhooks/{id}/secret" => webhooks::rotate, Administrator;
    POST "/administration/webhooks/{id}/tests" => webhooks::test, Administrator;
    POST "/administration/webhooks/{id}/ending" => webhooks::end, Administrator;
}

/// What writes messages for those who read them outside of the service.
pub const WRITERS: Writers = Writers { letter: letters::write, push: pushed::write };

/// Notifications on a page, which make fewer lines.
const ROWS: i64 = 60;

#[derive(Template)]
#[template(path = "me/notifications.html")]
struct NotificationsPage {
    frame: Frame,
    reader: PersonId,
    zone: Tz,
    /// What asks something of the reader, what else is about them and not read, and what happened. The first two are what the
    /// number at *Me* counts besides deadlines.
    parts: [(&'static str, Vec<Day>); 3],
    /// Through which one all that is on the page is marked as read: the last delivered, which need not be the newest.
    through: Option<i64>,
    next: Option<String>,
    names: Names,
    wanted: Preferences,
    /// Whether there is somewhere to send letters to, and something to send them by.
    has_mail: bool,
    devices: Devices,
    sign_in: i64,
    /// The script that renews this device's address, if messages are switched on.
    renewal: Option<Renewal>,
    script: &'static str,
}

impl NotificationsPage {
    fn heading(&self, notification: &Notification) -> String {
        title(self.frame.language, &notification.topic, &notification.body)
    }

    fn particulars(&self, notification: &Notification) -> Vec<String> {
        let dates = Dates { zone: self.zone, language: self.frame.language };
        let teller = Teller { reader: self.reader, dates, names: &self.names };
        let mut told = teller.particulars(&notification.topic, &notification.body);
        told.extend(notification.is_settled.then(|| self.frame.t("told-settled").to_string()));
        told.extend(notification.is_undone.then(|| self.frame.t("told-undone").to_string()));
        told
    }
}

/// The latest that somebody was told, in a line each, for a page beside.
pub struct News {
    pub title: String,
    pub line: Option<String>,
    pub day: String,
    pub address: Option<String>,
    pub is_new: bool,
}

/// The latest news of somebody, the newest first. Left out is what was done or undone since, and that it is their turn, which
/// their tables say.
pub fn latest(db: &mut Db, actor: &Actor, dates: Dates, most: i64, now: NaiveDateTime) -> Result<Vec<News>, Error> {
    let is_news = |notice: &Notification| {
        let topic = Topic::of(&notice.topic);
        let at_a_table = notice.thing.as_deref().and_then(Thing::of) == Some(Thing::Table);
        !notice.is_undone && !(topic.is_some_and(Topic::cannot_wait) && (notice.read || at_a_table))
    };
    let notices = lines::list(db, actor, None, ROWS, now)?;
    let mut told = lines::lines(notices.into_iter().filter(is_news).collect());
    told.truncate(usize::try_from(most).unwrap_or(usize::MAX));
    let names = Names::of(db, actor.person, told.iter().map(|one| &one.newest.body))?;
    let teller = Teller { reader: actor.person, dates, names: &names };
    let news = |line: Line| {
        let (is_new, one) = (line.is_new(), line.newest);
        let settled = one.is_settled.then(|| dates.language.t("told-settled").to_string());
        let said: Vec<String> = teller.gist(&one.topic, &one.body).into_iter().chain(settled).collect();
        News {
            title: title(dates.language, &one.topic, &one.body),
            line: (!said.is_empty()).then(|| said.join(" · ")),
            day: dates.day(&one.created_at.naive_utc()),
            address: one.place().map(|place| place.address),
            is_new,
        }
    };
    Ok(told.into_iter().map(news).collect())
}

#[derive(Deserialize)]
struct PageQuery {
    before: Option<i64>,
}

async fn notifications(
    app: Data<App>,
    frame: Frame,
    actor: Actor,
    sign_in: SignIn,
    which: Params<PageQuery>,
) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let (has_mail, sign_in) = (app.config.smtp.is_some(), sign_in.id);
    let is_on = app.config.push;
    let (devices, script) = (own(&app, &actor).await?, assets::address("push.js").unwrap_or_default());
    let page = app
        .db
        .read(move |db| {
            let zone = rulebook::in_force(db, now)?.time_zone;
            let rows = lines::list(db, &actor, which.0.before, ROWS + 1, now)?;
            let page = Page::of(rows, ROWS, |row| row.id.0);
            let names = Names::of(db, actor.person, page.items.iter().map(|row| &row.body))?;
            let wanted = preferences::preferences(db, actor.person)?;
            let through = page.items.iter().filter(|row| !row.read).map(|row| row.id.0).max();
            let next = page.next;
            let (ask, rest): (Vec<Line>, Vec<Line>) = lines::lines(page.items).into_iter().partition(Line::asks);
            let (own, tell): (Vec<Line>, Vec<Line>) = rest.into_iter().partition(Line::waits);
            let happened = days::by_day(tell, |at| frame.day(at, &zone));
            let parts = [
                ("me-notifications-now", days::now(ask)),
                ("me-notifications-own", days::now(own)),
                ("me-notifications-happened", happened),
            ];
            let (frame, reader) = (frame.clone(), actor.person);
            Ok(NotificationsPage {
                frame,
                reader,
                zone,
                parts,
                through,
                next,
                names,
                wanted,
                has_mail,
                devices,
                sign_in,
                renewal: if is_on { renewal(db, sign_in)? } else { None },
                script,
            })
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
    digest: Option<String>,
}

async fn prefer(app: Data<App>, actor: Actor, form: Form<PreferencesForm>) -> Result<HttpResponse, Error> {
    let PreferencesForm { personal, duties, club, digest } = form.0;
    let wanted = Preferences {
        personal: personal.is_some(),
        duties: duties.is_some(),
        club: club.is_some(),
        digest: digest.is_some(),
    };
    app.db.write(move |tx| preferences::set_preferences(tx, actor.person, wanted)).await?;
    Ok(see_done("/me/notifications", Done::Saved))
}
