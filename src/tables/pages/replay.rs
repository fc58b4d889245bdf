//! Whether replaying a table's log gives the same state, in words.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use askama::Template;

use crate::App;
use crate::error::Error;
use crate::tables::TableId;
use crate::tables::api::{self, Replayed};
use crate::web::layout::{Frame, render};

#[derive(Template)]
#[template(path = "tables/replay.html")]
struct ReplayPage {
    frame: Frame,
    id: TableId,
    replayed: Replayed,
}

impl ReplayPage {
    /// The entries that came out otherwise, with commas between them.
    fn wrong(&self) -> String {
        self.replayed.wrong.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    }
}

pub(super) async fn replay(app: Data<App>, frame: Frame, id: Path<TableId>) -> Result<HttpResponse, Error> {
    let id = *id;
    let replayed = api::replayed(&app, id).await?;
    render(StatusCode::OK, &ReplayPage { frame, id, replayed })
}
