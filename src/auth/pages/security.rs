//! The security log as a page.

use std::collections::HashMap;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use askama::Template;
use chrono_tz::Tz;
use serde::Deserialize;

use crate::App;
use crate::auth::security_log::{self, Line, SecurityEvent};
use crate::error::Error;
use crate::http::Params;
use crate::id::PersonId;
use crate::web::layout::{Frame, render};
use crate::{members, rulebook};

/// Lines on a page.
const ROWS: usize = 100;

#[derive(Template)]
#[template(path = "auth/security.html")]
struct SecurityPage {
    frame: Frame,
    zone: Tz,
    lines: Vec<Line>,
    names: HashMap<PersonId, String>,
    next: Option<i64>,
}

impl SecurityPage {
    fn name(&self, person: &Option<PersonId>) -> Option<&String> {
        self.names.get(person.as_ref()?)
    }

    /// The detail in the reader's language: a role has a name, a file is called what it is.
    fn detail(&self, line: &Line) -> String {
        match line.event {
            SecurityEvent::RoleGiven | SecurityEvent::RoleTaken => self.frame.word("role", &line.detail).to_string(),
            SecurityEvent::SignedIn if !line.detail.is_empty() => self.frame.word("beside", &line.detail).to_string(),
            _ => line.detail.clone(),
        }
    }
}

#[derive(Deserialize)]
pub struct Before {
    before: Option<i64>,
}

pub(crate) async fn security(app: Data<App>, frame: Frame, which: Params<Before>) -> Result<HttpResponse, Error> {
    let now = app.clock.now();
    let read = app.db.read(move |db| {
        let mut lines = security_log::lines(db, which.0.before, ROWS as i64 + 1)?;
        let next = (lines.len() > ROWS).then(|| lines[ROWS - 1].id);
        lines.truncate(ROWS);
        let people: Vec<PersonId> = lines.iter().flat_map(|line| [line.person, line.by]).flatten().collect();
        let names = members::store::names(db, &people)?;
        Ok((rulebook::in_force(db, now)?.time_zone, lines, names, next))
    });
    let (zone, lines, names, next) = read.await?;
    render(StatusCode::OK, &SecurityPage { frame, zone, lines, names, next })
}
