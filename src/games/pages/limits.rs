//! Games with a time limit and no clock: telling the overseer that one begins, pauses, continues or
//! ends.

use std::collections::HashMap;

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;
use rookery_messages::say;

use crate::App;
use crate::action::Action;
use crate::action::pages::sent;
use crate::auth::Actor;
use crate::db::Db;
use crate::error::{Error, Refusal};
use crate::games::TimedGameId;
use crate::games::actions::{StartTimed, TellTimed};
use crate::games::rules::timed::{Announcement, LONGEST, Phase};
use crate::games::store::timed::{self as store, TimedGameView};
use crate::http::{Form, PageRequest};
use crate::id::PersonId;
use crate::members::store::Comer;
use crate::rulebook;
use crate::web::dates::Dates;
use crate::web::layout::{Frame, render};
use crate::web::typed::{Fields, Typed, see};
use crate::{members, sessions};

/// The most limits that the page shows.
const ROWS: i64 = 200;

#[derive(Template)]
#[template(path = "games/limits.html")]
struct LimitsPage {
    frame: Frame,
    dates: Dates,
    typed: Typed,
    is_on: bool,
    /// Of the session that is on, whose games have not ended.
    limits: Vec<TimedGameView>,
    names: HashMap<PersonId, String>,
    /// Who is here.
    people: Vec<Comer>,
}

impl LimitsPage {
    fn name(&self, person: &PersonId) -> &str {
        self.names.get(person).map_or("", String::as_str)
    }

    /// When its time is over, or was.
    fn ends(&self, limit: &TimedGameView) -> Option<String> {
        limit.expires_at.map(|at| self.dates.moment(&at.naive_utc()))
    }

    /// Minutes and seconds.
    fn rest(limit: &TimedGameView) -> String {
        format!("{}:{:02}", limit.remaining_seconds / 60, limit.remaining_seconds % 60)
    }
}

async fn page(app: &App, frame: Frame, typed: Typed) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let read = move |db: &mut Db| {
        let session = sessions::store::session_at(db, now)?;
        let (mut limits, mut people) = (Vec::new(), Vec::new());
        if let Some(session) = &session {
            let all = PageRequest { after: None, limit: Some(ROWS) };
            limits = store::list(db, Some(session.id), true, &all, now)?.items;
            let present = sessions::store::present_at(db, session, now)?;
            people = members::store::may_play(db)?;
            // Who oversees a game does not play it (Act III.3.5).
            people.retain(|person| present.contains(&person.id) && !frame.is(&person.id.0));
        }
        let players: Vec<PersonId> = limits.iter().flat_map(|limit| [limit.white, limit.black]).collect();
        let names = members::store::names(db, &players)?;
        let dates = Dates { zone: rulebook::in_force(db, now)?.time_zone, language: frame.language };
        Ok(LimitsPage { frame, dates, typed, is_on: session.is_some(), limits, names, people })
    };
    let page = app.db.read(read).await?;
    render(page.typed.status(), &page)
}

pub(crate) async fn limits(app: Data<App>, frame: Frame) -> Result<HttpResponse, Error> {
    page(&app, frame, Typed::default()).await
}

/// Who plays, and for how long: all that is wrong with it at once, in the form's own words.
fn begun(form: &Fields) -> Result<StartTimed, Refusal> {
    let mut wrong = Vec::new();
    let mut player = |name: &'static str| {
        let chosen = form.number(name).and_then(|id| id.ok_or_else(|| Refusal::field(name, say!("Choose a player."))));
        PersonId(Refusal::keep(chosen, &mut wrong))
    };
    let (white, black) = (player("white"), player("black"));
    if form.has("white") && form.text("white") == form.text("black") {
        wrong.push(Refusal::field("black", say!("A game has two players.")).act("I.1"));
    }
    let longest = LONGEST.num_minutes();
    let minutes = form.number("minutes").and_then(|minutes| {
        let fits = minutes.filter(|minutes| (1..=longest).contains(minutes));
        fits.ok_or_else(|| {
            Refusal::field("minutes", say!("A time limit is 1 to {longest} minutes.", longest)).act("I.8")
        })
    });
    let limit_seconds = 60 * Refusal::keep(minutes, &mut wrong);
    Refusal::together(wrong)?;
    Ok(StartTimed { white, black, limit_seconds })
}

/// Performs what a form says, and shows the list.
async fn done<A>(
    app: &App,
    actor: &Actor,
    frame: Frame,
    form: &str,
    fields: Fields,
    action: Result<A, Refusal>,
) -> Result<HttpResponse, Error>
where
    A: Action + Send + Sync + 'static,
{
    let performed = async { sent(app, actor, &fields, action?, |_| "/desk/limits").await };
    match performed.await {
        Ok(place) => Ok(see(place)),
        Err(error) => page(app, frame, Typed::refused(form, fields, error)?).await,
    }
}

pub(crate) async fn start(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let begun = begun(&form.0);
    done(&app, &actor, frame, "start", form.0, begun).await
}

pub(crate) async fn tell(
    app: Data<App>,
    actor: Actor,
    frame: Frame,
    id: Path<TimedGameId>,
    form: Form<Fields>,
) -> Result<HttpResponse, Error> {
    let told = match form.0.text("told") {
        "pause" => Announcement::Pause,
        "resume" => Announcement::Resume,
        _ => Announcement::End,
    };
    done(&app, &actor, frame, "tell", form.0, Ok(TellTimed(*id, told))).await
}
