//! The games room as a page: the tables that are shown, by what the reader can do there.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use askama::Template;
use chrono::NaiveDateTime;
use serde::Deserialize;

use super::{game_page, games, small, standing};
use crate::App;
use crate::error::Error;
use crate::http::{Page, PageRequest, Params};
use crate::id::PersonId;
use crate::rulebook;
use crate::tables::store::{self, Filter};
use crate::tables::{Stage, Table};
use crate::web::dates::Dates;
use crate::web::layout::{About, Frame, render};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ListQuery {
    game: Option<String>,
    stage: Option<Stage>,
    /// Only where the reader sits.
    mine: Option<bool>,
    after: Option<String>,
}

#[derive(Template)]
#[template(path = "tables/list.html")]
struct ListPage {
    frame: Frame,
    now: NaiveDateTime,
    dates: Dates,
    /// By what the reader can do there: see [`small::Row::part`].
    parts: Vec<(&'static str, Vec<small::Row>)>,
    /// Where older tables begin.
    next: Option<String>,
    styles: Vec<&'static str>,
    game: Option<String>,
    archived: bool,
    mine: bool,
}

impl ListPage {
    /// The games: name, title.
    fn games(&self) -> Vec<(&'static str, String)> {
        games().map(|(name, game)| (name, game.title(self.frame.language))).collect()
    }

    /// The games for somebody who never saw them: name, title, what each is.
    fn offered(&self) -> Vec<(&'static str, String, String)> {
        games().map(|(name, game)| (name, game.title(self.frame.language), game.about(&self.frame))).collect()
    }

    fn is_of(&self, game: &str) -> bool {
        self.game.as_deref() == Some(game)
    }

    fn title(&self, table: &Table) -> String {
        game_page(&table.game).map_or_else(|_| table.game.clone(), |game| game.title(self.frame.language))
    }

    fn terms(&self, table: &Table) -> String {
        game_page(&table.game).map_or_else(|_| String::new(), |game| game.terms(&self.frame, &table.options))
    }

    /// Stage, or how it ended and for whom.
    fn stands(&self, table: &Table) -> String {
        match (&table.outcome, game_page(&table.game)) {
            (Some(outcome), Ok(game)) if !table.is_void() => {
                let seat = self.frame.person.and_then(|person| table.seat_of(PersonId(person)));
                let end = standing::ended(&self.frame, table, seat);
                end.into_iter().chain([game.outcome(&self.frame, outcome)]).collect::<Vec<_>>().join(" · ")
            }
            (Some(_), _) => self.frame.t("table-void").to_string(),
            (None, _) if table.came_to_nothing() => standing::never_begun(&self.frame, table),
            (None, _) => self.frame.word("table-stage", table.stage).to_string(),
        }
    }
}

pub(super) async fn list(app: Data<App>, mut frame: Frame, which: Params<ListQuery>) -> Result<HttpResponse, Error> {
    let (now, which) = (app.clock.now(), which.0);
    // A live game of the reader's may be missing there.
    if which.game.is_some() || which.stage.is_some() || which.after.is_some() {
        frame.about = Some(About::SomeTables);
    }
    let page = PageRequest { after: which.after, limit: None };
    let (before, limit) = (page.after()?, page.limit()?);
    let reader = frame.person.filter(|_| which.mine == Some(true)).map(PersonId);
    let filter = Filter { game: which.game.clone(), stage: which.stage, person: reader };
    let (room, viewer) = (app.room.clone(), frame.person.map(PersonId));
    let read = app.db.read(move |db| {
        let rows = store::listed(db, &room, &filter, viewer, before, limit + 1)?;
        let kept = viewer.map(|viewer| store::kept_for(db, viewer)).transpose()?.unwrap_or_default();
        let begun = match viewer {
            Some(viewer) if filter.stage.is_none() => {
                let theirs = Filter { stage: Some(Stage::Playing), person: Some(viewer), game: filter.game.clone() };
                store::list(db, &theirs, None, limit)?
            }
            _ => Vec::new(),
        };
        Ok((rulebook::in_force(db, now)?.time_zone, rows, kept, begun))
    });
    let (zone, rows, kept, begun) = read.await?;
    let dates = Dates { zone, language: frame.language };
    let mut tables = Page::of(rows, limit, |table| table.id.0);
    let archived = which.stage == Some(Stage::Archived);
    // Challenges of the reader are in every list, and the games that they play on the first page, however long ago those began.
    tables.items.retain(|table| kept.iter().chain(&begun).all(|listed| listed.id != table.id));
    tables.items.extend(kept);
    if before.is_none() {
        tables.items.extend(begun);
    }
    let parts = small::parts(small::rows(&app, &frame, tables.items).await?);
    let styles = small::styles(games().flat_map(|(_, game)| game.files()).copied());
    let (next, mine) = (tables.next, reader.is_some());
    let game = which.game;
    render(StatusCode::OK, &ListPage { frame, now, dates, parts, next, styles, game, archived, mine })
}
