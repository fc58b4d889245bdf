//! What a member has played in the games room: how each game went, and the last tables.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use askama::Template;

use super::{game_page, games, names, rules_of, small};
use crate::App;
use crate::error::Error;
use crate::id::PersonId;
use crate::members;
use crate::rulebook;
use crate::tables::store::{self, Filter, Record};
use crate::tables::{Stage, Table};
use crate::web::dates::Dates;
use crate::web::layout::{Frame, render};

/// Tables that are listed, the last ones.
const LISTED: usize = 50;

#[derive(Template)]
#[template(path = "tables/history.html")]
struct HistoryPage {
    frame: Frame,
    dates: Dates,
    person: PersonId,
    name: String,
    records: Vec<Record>,
    rows: Vec<Row>,
    styles: Vec<&'static str>,
}

/// A game that is over.
struct Row {
    table: Table,
    /// HTML: its last position in small.
    small: String,
    names: String,
    title: String,
    outcome: String,
    /// The outcome for this member, if the game has one.
    went: Option<&'static str>,
}

impl HistoryPage {
    fn title(&self, game: &str) -> String {
        game_page(game).map_or_else(|_| game.to_owned(), |page| page.title(self.frame.language))
    }

    fn has_winners(&self, game: &str) -> bool {
        rules_of(game).is_ok_and(|game| game.has_winners())
    }
}

pub(super) async fn history(app: Data<App>, frame: Frame, id: Path<PersonId>) -> Result<HttpResponse, Error> {
    let (now, person, room) = (app.clock.now(), *id, app.room.clone());
    let language = frame.language;
    let (name, dates, records, tables) = app
        .db
        .read(move |db| {
            let name = members::store::known(db, person)?.name;
            let dates = Dates { zone: rulebook::in_force(db, now)?.time_zone, language };
            let mut tables = Vec::new();
            for stage in [Stage::Ended, Stage::Archived] {
                let theirs = Filter { stage: Some(stage), person: Some(person), game: None };
                tables.extend(store::list(db, &theirs, None, LISTED as i64)?);
            }
            tables.retain(|table| table.started_at.is_some());
            tables.truncate(LISTED);
            Ok((name, dates, store::record(db, &room, person)?, tables))
        })
        .await?;
    let mut rows = Vec::new();
    for table in tables {
        let Some(outcome) = &table.outcome else { continue };
        let (page, rules) = (game_page(&table.game)?, app.room.game(&table.game)?);
        let is_void = table.is_void();
        let went = table.seat_of(person).filter(|_| !is_void).and_then(|seat| rules.went(outcome, seat));
        rows.push(Row {
            small: small::last(&app, &table).await,
            names: names(&frame, &table, None),
            title: page.title(frame.language),
            outcome: if is_void { frame.t("table-void").to_string() } else { page.outcome(&frame, outcome) },
            went: went.map(|went| went.as_str()),
            table,
        });
    }
    let styles = small::styles(games().flat_map(|(_, game)| game.files()).copied());
    render(StatusCode::OK, &HistoryPage { frame, dates, person, name, records, rows, styles })
}
