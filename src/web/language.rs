//! Choosing the language that pages are read in.

use actix_web::HttpResponse;
use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::http::header;
use serde::Deserialize;

use super::catalogue::{COOKIE, Language};
use super::layout::own_path;
use crate::error::{Error, Refusal};
use crate::http::Form;
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
    let cookie = Cookie::build(COOKIE, language.tag())
        .path("/")
        .secure(true)
        .http_only(true)
        .same_site(SameSite::Lax)
        .max_age(Duration::days(365))
        .finish();
    Ok(HttpResponse::SeeOther()
        .cookie(cookie)
        .insert_header((header::LOCATION, own_path(form.0.next.as_deref())))
        .finish())
}
