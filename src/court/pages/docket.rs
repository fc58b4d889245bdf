//! The docket by state and deadline, and what the Court has written.

use std::collections::HashMap;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use askama::Template;
use chrono::NaiveDateTime;
use serde::Deserialize;

use crate::App;
use crate::action::Somebody;
use crate::auth::Actor;
use crate::court::State;
use crate::court::store::{self, Filter, Listed, Published};
use crate::error::{Error, Refusal};
use crate::http::{Page, PageRequest, Params};
use crate::id::PersonId;
use crate::members;
use crate::rulebook;
use crate::web::dates::Dates;
use crate::web::layout::{Frame, render};
use crate::web::markdown;

/// What the filter's form sends; empty where nothing was chosen.
#[derive(Default, Deserialize)]
pub(super) struct FilterForm {
    #[serde(default)]
    state: String,
    /// `open`, `closed`, `mine`, or `due`: those in which something is due, the soonest first.
    #[serde(default)]
    which: String,
    after: Option<String>,
}

#[derive(Template)]
#[template(path = "court/cases.html")]
struct CasesPage {
    frame: Frame,
    dates: Dates,
    wanted: FilterForm,
    now: NaiveDateTime,
    cases: Page<Listed>,
    states: &'static [State],
}

impl CasesPage {
    fn is_late(&self, due: &NaiveDateTime) -> bool {
        *due < self.now
    }

    /// Who asked the Court, and when. A number below 0 has a letter for its name, which is explained.
    fn asked_by(&self, case: &Listed) -> String {
        let text = if case.petitioner.0 < 0 { "court-asked-by-nameless" } else { "court-asked-by" };
        let asked = self.frame.t(text).with("name", &case.petitioner_name);
        asked.with("day", self.dates.day(&case.filed_at)).to_string()
    }
}

pub(super) async fn cases(
    app: Data<App>,
    actor: Option<Actor>,
    frame: Frame,
    wanted: Params<FilterForm>,
) -> Result<HttpResponse, Error> {
    let wanted = wanted.0;
    let page = PageRequest { after: wanted.after.clone(), limit: None };
    let (before, limit, now) = (page.after()?, page.limit()?, app.clock.now());
    let state = match wanted.state.as_str() {
        "" => None,
        word => Some(word.parse().map_err(|wrong| Refusal::field("state", wrong))?),
    };
    let open = match wanted.which.as_str() {
        "open" => Some(true),
        "closed" => Some(false),
        _ => None,
    };
    let person = actor.as_ref().map(|actor| actor.person).filter(|_| wanted.which == "mine");
    let soonest_first = wanted.which == "due";
    let filter = Filter { state, open, person, due_by: soonest_first.then_some(NaiveDateTime::MAX) };
    let page = app.db.read(move |db| {
        let rows = store::list(db, &filter, actor.as_ref().map(Somebody::from).as_ref(), before, limit + 1, now)?;
        let mut cases = Page::of(rows, limit, |case| case.id);
        if soonest_first {
            cases.items.sort_by_key(|case| case.due_at);
        }
        let dates = Dates { zone: rulebook::in_force(db, now)?.time_zone, language: frame.language };
        Ok(CasesPage { frame, dates, wanted, now, cases, states: State::ALL })
    });
    render(StatusCode::OK, &page.await?)
}

#[derive(Template)]
#[template(path = "court/opinions.html")]
struct OpinionsPage {
    frame: Frame,
    dates: Dates,
    opinions: Page<Published>,
    names: HashMap<PersonId, String>,
}

impl OpinionsPage {
    fn name(&self, person: &PersonId) -> &str {
        self.names.get(person).map_or("", String::as_str)
    }

    fn html(text: &str) -> String {
        markdown::to_html(text)
    }
}

pub(super) async fn opinions(app: Data<App>, frame: Frame, page: Params<PageRequest>) -> Result<HttpResponse, Error> {
    let (before, now) = (page.0.after()?, app.clock.now());
    let limit = page.0.limit.map_or(Ok(10), |_| page.0.limit())?;
    let page = app.db.read(move |db| {
        let is_covered = members::store::reads_initials(db, frame.roles, now)?;
        let mut rows = store::published(db, before, limit + 1)?;
        if is_covered {
            rows.iter_mut().for_each(|opinion| opinion.cover(frame.person.map(PersonId)));
        }
        let authors: Vec<PersonId> = rows.iter().map(|opinion| opinion.author).collect();
        let names = store::names(db, authors)?;
        let dates = Dates { zone: rulebook::in_force(db, now)?.time_zone, language: frame.language };
        Ok(OpinionsPage { frame, dates, opinions: Page::of(rows, limit, |opinion| opinion.id), names })
    });
    render(StatusCode::OK, &page.await?)
}
