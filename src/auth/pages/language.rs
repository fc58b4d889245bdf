//! Choosing the language that pages are read in; letters to the reader who is signed in follow.

use actix_web::HttpResponse;
use actix_web::http::header;
use actix_web::web::Data;
use rookery_messages::say;
use serde::Deserialize;

use crate::App;
use crate::auth::store;
use crate::error::{Error, Refusal};
use crate::http::Form;
use crate::http::cookies::cookie;
use crate::id::PersonId;
use crate::web::catalogue::{COOKIE, Language};
use crate::web::layout::{Frame, own_path};

#[derive(Deserialize)]
pub struct Choice {
    to: String,
    next: Option<String>,
}

pub(crate) async fn choose(app: Data<App>, frame: Frame, form: Form<Choice>) -> Result<HttpResponse, Error> {
    let Some(language) = Language::tagged(&form.0.to) else {
        let languages = Language::all().map(Language::tag).collect::<Vec<_>>().join(", ");
        return Err(Refusal::field("to", say!("The pages are in these languages: {languages}.", languages)).into());
    };
    if let Some(reader) = frame.person {
        keep(&app, PersonId(reader), language).await?;
    }
    Ok(HttpResponse::SeeOther()
        .cookie(cookie(COOKIE, language.tag().to_owned(), 365 * 24 * 3600))
        .insert_header((header::LOCATION, own_path(form.0.next.as_deref())))
        .finish())
}

/// Keeps what somebody reads in, for letters.
pub(crate) async fn keep(app: &App, reader: PersonId, language: Language) -> Result<(), Error> {
    let kept = app.db.read(move |db| store::language(db, reader)).await?;
    if kept.as_deref() == Some(language.tag()) {
        return Ok(());
    }
    app.db.write(move |tx| store::set_language(tx, reader, language.tag())).await
}
