//! A member's page: standing, form, games, points.

mod me;
mod pair;

pub(super) use me::data_page;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use askama::Template;
use chrono_tz::Tz;

use super::api::{FactSheet, fact_sheet};
use super::rules::GameResult;
use super::store::Facts;
use crate::App;
use crate::auth::Actor;
use crate::conduct::decisions::Decision;
use crate::conduct::decisions::store::{Filter, OwedPenalty, decisions};
use crate::conduct::decisions::veil::Veil;
use crate::error::Error;
use crate::id::PersonId;
use crate::ratings::api::{Entry, entries_of};
use crate::ratings::board::Line;
use crate::ratings::history::Petitionable;
use crate::routes;
use crate::rulebook;
use crate::web::chart::Chart;
use crate::web::layout::{Frame, render};

routes! {
    GET "/members/{id}" => member, Club;
    GET "/members/{id}/against/{other}" => pair::pair, Club;
    GET "/me" => me::overview, SignedIn;
    POST "/me/membership" => me::join, SignedIn;
    GET "/me/data" => me::data, SignedIn;
    POST "/me/data/removal" => me::ask_removal, SignedIn;
    POST "/me/data/removal/{id}/withdraw" => me::withdraw_removal, SignedIn;
}

/// Entries of the ledger, and opponents, that the page shows.
const ROWS: i64 = 50;

#[derive(Template)]
#[template(path = "member.html")]
struct MemberPage {
    frame: Frame,
    /// Where the times of the page are told.
    zone: Tz,
    facts: Facts,
    line: Option<Line>,
    chart: Option<Chart>,
    entries: Vec<Entry>,
    /// Those about the member that the reader may read, newest first.
    decisions: Vec<Decision>,
    penalties: Vec<OwedPenalty>,
}

impl MemberPage {
    /// What the reader may petition about, of their own points.
    fn appeal(&self, entry: &Entry) -> Option<Petitionable> {
        entry.petition.filter(|_| self.frame.person == Some(self.facts.person.id.0))
    }

    /// Whether there can be points older than those that are shown.
    fn is_cut(&self) -> bool {
        self.entries.len() >= ROWS as usize
    }
}

impl GameResult {
    fn word(self) -> &'static str {
        match self {
            GameResult::Win => "win",
            GameResult::Draw => "draw",
            GameResult::Loss => "loss",
        }
    }
}

/// The decisions about a person that somebody may read.
fn about(person: PersonId, reader: &Actor) -> Filter {
    let shown_to = (!reader.roles.may_moderate()).then_some(reader.person);
    Filter { accused: Some(person), shown_to, ..Filter::default() }
}

async fn member(app: Data<App>, actor: Option<Actor>, frame: Frame, id: Path<PersonId>) -> Result<HttpResponse, Error> {
    let (id, now) = (*id, app.clock.now());
    let read = app.db.read(move |db| {
        let zone = rulebook::in_force(db, now)?.time_zone;
        let sheet = fact_sheet(db, id, actor.as_ref(), now)?;
        // Whoever has not signed in reads declarations only, and there initials.
        let decisions = match &actor {
            Some(actor) => decisions(db, &about(id, actor), None, ROWS)?,
            None => Vec::new(),
        };
        let veil = Veil::before(db, actor.as_ref().map(|actor| (actor.person, actor.roles)), now)?;
        Ok((zone, sheet, entries_of(db, id, None, ROWS, &veil)?, decisions))
    });
    let (zone, FactSheet { mut facts, time_penalties: penalties }, entries, decisions) = read.await?;
    facts.head_to_head.truncate(ROWS as usize);
    let scores = facts.history.iter().filter_map(|point| Some((point.at, point.score?)));
    let chart = Chart::of(scores);
    let line = app.board.line(id.0);
    render(StatusCode::OK, &MemberPage { frame, zone, facts, line, chart, entries, decisions, penalties })
}
