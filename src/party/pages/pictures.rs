//! The Party Board alone: as a picture, and in letters.

use std::collections::BTreeSet;

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use askama::Template;
use serde::Deserialize;

use super::board::{self, Board};
use super::history;
use crate::App;
use crate::error::Error;
use crate::http::Params;
use crate::party::rules::{Hall, HallView, PieceView};
use crate::tables::TableId;
use crate::web::assets;
use crate::web::layout::Frame;

/// Which moment is asked for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct When {
    at: Option<i64>,
}

/// The board now, or after an entry of the log.
async fn shown(app: &App, id: TableId, at: Option<i64>) -> Result<(HallView, Vec<PieceView>), Error> {
    let live = app.room.open(&app.db, id).await?;
    let known = live.read(|known| {
        let hall = known.state.as_deref().and_then(|state| state.of::<Hall>());
        (hall.map(|hall| HallView::of(hall, None)), known.log.clone())
    });
    let (Some(mut hall), log) = known else {
        return Err(crate::not_found!("game of Party Chess at this table").into());
    };
    let log = history::read(&log)?;
    if let Some(at) = at {
        history::turn_back(&mut hall, &log, at);
    }
    Ok((hall, history::pieces_at(&log, at.unwrap_or(i64::MAX))))
}

/// The board alone, as large as the window.
pub(super) async fn picture(
    app: Data<App>,
    frame: Frame,
    id: Path<TableId>,
    when: Params<When>,
) -> Result<HttpResponse, Error> {
    let (hall, pieces) = shown(&app, *id, when.0.at).await?;
    let svg = Board::of(&frame, &hall, &pieces, None, &BTreeSet::new(), false).render().map_err(Error::internal)?;
    let style = assets::address("party.css").unwrap_or_default();
    let head = format!("<?xml-stylesheet type=\"text/css\" href=\"{style}\"?>\n");
    Ok(HttpResponse::Ok().content_type("image/svg+xml").body(head + &svg))
}

/// The board in letters, as such games were once posted.
pub(super) async fn text(
    app: Data<App>,
    frame: Frame,
    id: Path<TableId>,
    when: Params<When>,
) -> Result<HttpResponse, Error> {
    let (hall, pieces) = shown(&app, *id, when.0.at).await?;
    Ok(HttpResponse::Ok().content_type("text/plain; charset=utf-8").body(board::text(&frame, &hall, &pieces)))
}
