//! Live games that wait for somebody who looks at another page: the top of every page says so. A page of its own has the same, and
//! scripts fetch that.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use askama::Template;
use serde::Deserialize;

use crate::App;
use crate::error::Error;
use crate::http::Params;
use crate::id::PersonId;
use crate::tables::room::Known;
use crate::web::catalogue::Language;
use crate::web::layout::{Call, Frame, render};

/// What is going on at the clocked games of somebody, in a sentence each.
pub async fn calls(app: &App, person: PersonId, language: Language) -> Result<Vec<Call>, Error> {
    let tables = app.room.clocked(&app.db, person).await?;
    Ok(tables.iter().filter_map(|live| live.read(|known| call(known, person, language))).collect())
}

fn call(known: &Known, person: PersonId, language: Language) -> Option<Call> {
    let (table, state) = (&known.table, known.state.as_ref()?);
    let seat = table.seat_of(person).filter(|seat| state.plays(*seat))?;
    let has_just_begun = known.log.is_empty() && table.opened_by == person;
    let text = match (has_just_begun, state.turn().contains(&seat)) {
        (true, true) => "table-call-accepted-turn",
        (true, false) => "table-call-accepted",
        (false, true) => "table-call-turn",
        (false, false) => return None,
    };
    let others = table.seats.iter().filter(|chair| chair.seat != seat).filter_map(|chair| chair.person.as_ref());
    let others: Vec<&str> = others.map(|other| other.name.as_str()).collect();
    let said = language.t(text).with("who", others.join(", ")).to_string();
    Some(Call { address: format!("/tables/{}", table.id), said })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Seen {
    /// The page on which this is shown: a table there is no news.
    at: Option<String>,
}

#[derive(Template)]
#[template(path = "tables/calls.html")]
struct CallsPage {
    frame: Frame,
}

pub(super) async fn page(mut frame: Frame, seen: Params<Seen>) -> Result<HttpResponse, Error> {
    frame.calls.retain(|call| Some(&call.address) != seen.0.at.as_ref());
    render(StatusCode::OK, &CallsPage { frame })
}
