//! An exhibit that is text, on a page: shown as plain text, so that a browser runs nothing of it.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};
use askama::Template;

use crate::App;
use crate::action::Somebody;
use crate::auth::Actor;
use crate::court::api::docket::given;
use crate::court::exhibits::Media;
use crate::court::store;
use crate::error::Error;
use crate::http::outgoing;
use crate::web::layout::{Frame, render};

/// Bytes of a text that its page shows: some thirty pages of a book. All of it is in the file.
const SHOWN: usize = 64 << 10;

#[derive(Template)]
#[template(path = "court/exhibit.html")]
struct ExhibitPage {
    frame: Frame,
    case: String,
    filing: i64,
    media: Media,
    /// Bytes of the whole file.
    bytes: usize,
    text: String,
    /// Whether the text is only the beginning of the file.
    is_cut: bool,
}

/// Shows a text to who may see it; that they did is on record where not everybody may. Other files are saved.
pub(super) async fn read(
    app: Data<App>,
    actor: Option<Actor>,
    frame: Frame,
    path: Path<(String, i64)>,
) -> Result<HttpResponse, Error> {
    let (case, filing) = path.into_inner();
    let by = actor.as_ref().map(Somebody::from);
    let (wanted, now) = (case.clone(), app.clock.now());
    let _turn = outgoing::turn().await?;
    let mut exhibit = app.db.read(move |db| store::exhibit(db, &wanted, by.as_ref(), filing, now)).await?;
    if !exhibit.media.is_text() {
        return Err(crate::not_found!("exhibit").into());
    }
    let mut text = String::from_utf8(std::mem::take(&mut exhibit.content)).map_err(Error::internal)?;
    let bytes = text.len();
    text.truncate(text.floor_char_boundary(SHOWN));
    given(&app, by, &exhibit, case.clone(), filing).await?;
    let (media, is_cut) = (exhibit.media, text.len() < bytes);
    render(StatusCode::OK, &ExhibitPage { frame, case, filing, media, bytes, text, is_cut })
}
