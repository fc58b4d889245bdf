//! Choosing the language that pages are read in.

use actix_web::HttpResponse;
use actix_web::http::header;
use serde::Deserialize;

use super::catalogue::{COOKIE, Language};
use super::layout::own_path;
use crate::error::{Error, Refusal};
use crate::http::Form;
use crate::http::cookies::cookie;
use crate::routes;

routes! {
    POST "/language" => choose, Anyone;
}

#[derive(Deserialize)]
struct Choice {
    to: String,
    next: Option<String>,
}

async fn choose(form: Form<Choice>) -> Result<HttpResponse, Error> {
    let Some(language) = Language::tagged(&form.0.to) else {
        return Err(Refusal::field("to", "The pages are in English (en) and German (de).").into());
    };
    Ok(HttpResponse::SeeOther()
        .cookie(cookie(COOKIE, language.tag().to_owned(), 365 * 24 * 3600))
        .insert_header((header::LOCATION, own_path(form.0.next.as_deref())))
        .finish())
}
