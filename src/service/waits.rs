//! The number of things that wait for the signed-in reader, in the header of every page, and their live games and challenges
//! below it.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};

use actix_web::web::Data;
use actix_web::{HttpMessage, HttpRequest};
use chrono::{NaiveDateTime, TimeDelta};

use crate::App;
use crate::auth::Actor;
use crate::deadlines;
use crate::error::Error;
use crate::id::PersonId;
use crate::notify::pages::lines;
use crate::tables::pages::calls;
use crate::web::catalogue::Language;
use crate::web::layout::Waits;

/// How long a count may be shown before it is made again: a header need not be exact to the second.
const GOOD_FOR: TimeDelta = TimeDelta::seconds(20);
/// The most people whose counts are cached.
const REMEMBERED: usize = 10_000;

/// Counts that were made lately.
#[derive(Default)]
pub struct Counts(Mutex<HashMap<PersonId, (NaiveDateTime, Waits)>>);

impl Counts {
    fn all(&self) -> MutexGuard<'_, HashMap<PersonId, (NaiveDateTime, Waits)>> {
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn lately(&self, person: PersonId, now: NaiveDateTime) -> Option<Waits> {
        let counted = self.all().get(&person).copied();
        counted.filter(|(at, _)| (*at..*at + GOOD_FOR).contains(&now)).map(|(_, waits)| waits)
    }

    fn remember(&self, person: PersonId, now: NaiveDateTime, waits: Waits) {
        let mut all = self.all();
        if all.len() >= REMEMBERED {
            all.clear();
        }
        all.insert(person, (now, waits));
    }
}

async fn count(app: &App, actor: &Actor) -> Result<Waits, Error> {
    let due = deadlines::all(app, actor.person).await?;
    let due = due.iter().filter(|deadline| deadline.is_for(actor.person, actor.roles)).count();
    let (actor, now) = (actor.clone(), app.clock.now());
    let unread = app.db.read(move |db| lines::own(db, &actor, now)).await?;
    Ok(Waits { unread, due })
}

/// What waits for somebody, as it was counted lately. One's own pages say it themselves, so there it is counted again, so that the two
/// do not differ. `None` if it cannot be counted: the page is worth more than the number in its header.
async fn waits(request: &HttpRequest, app: &App, counts: &Counts, actor: &Actor) -> Option<Waits> {
    let now = app.clock.now();
    let own = request.path() == "/me" || request.path().starts_with("/me/");
    if let Some(known) = counts.lately(actor.person, now).filter(|_| !own) {
        return Some(known);
    }
    match count(app, actor).await {
        Ok(waits) => {
            counts.remember(actor.person, now, waits);
            return Some(waits);
        }
        Err(Error::Away(_)) => {}
        Err(error) => tracing::warn!(%error, "what waits could not be counted"),
    }
    None
}

/// Leaves with the request what waits for its reader, and their live games and challenges.
pub(crate) async fn note(request: &HttpRequest) {
    if request.extensions().contains::<Waits>() {
        return;
    }
    let actor = request.extensions().get::<Actor>().cloned().filter(|actor| !actor.roles.kiosk);
    let (Some(actor), Some(app), Some(counts)) =
        (actor, request.app_data::<Data<App>>(), request.app_data::<Data<Counts>>())
    else {
        return;
    };
    // The lines of live games are fetched again and again, and say them themselves.
    if request.path() == calls::ADDRESS {
        return;
    }
    if let Some(waits) = waits(request, app, counts, &actor).await {
        request.extensions_mut().insert(waits);
    }
    // The games room is the club's.
    if !actor.viewpoint().reads_the_club() {
        return;
    }
    // A clock runs: this is asked for every page.
    match calls::calls(app, actor.person, Language::of(request)).await {
        Ok(calls) => {
            request.extensions_mut().insert(calls);
        }
        Err(Error::Away(_)) => {}
        Err(error) => tracing::warn!(%error, "live games could not be looked for"),
    }
}

/// Forgets what waits for the sender of a request: what it did may have changed that.
pub fn forget(request: &HttpRequest) {
    let person = request.extensions().get::<Actor>().map(|actor| actor.person);
    if let (Some(person), Some(counts)) = (person, request.app_data::<Data<Counts>>()) {
        counts.all().remove(&person);
    }
}
