//! Refusals in the reader's language; for browsers as a page.

use actix_web::HttpResponse;
use actix_web::dev::ServiceResponse;
use actix_web::http::{StatusCode, header};
use askama::Template;

use super::waits;
use crate::error::{Error, Refusal};
use crate::http::problem;
use crate::http::request_id::RequestId;
use crate::web::catalogue::Language;
use crate::web::layout::{Frame, render, wants_page};

#[derive(Template)]
#[template(path = "service/problem.html")]
struct ProblemPage<'a> {
    frame: Frame,
    /// `None` if the fault was the service's own.
    refusal: Option<&'a Refusal>,
}

impl ProblemPage<'_> {
    /// The explanation without repetition: with faults of fields, the sentence would repeat each of them, with the
    /// API's names.
    fn sentences(&self) -> Vec<String> {
        let Some(refusal) = self.refusal else { return Vec::new() };
        match &refusal.errors[..] {
            [] => vec![self.frame.said(&refusal.detail)],
            errors => errors.iter().map(|error| self.frame.said(&error.detail)).collect(),
        }
    }

    /// The table that a page of its belongs to, where there is no such page.
    fn table(&self) -> Option<String> {
        let mut parts = self.frame.here.split('?').next()?.trim_start_matches('/').splitn(3, '/');
        let (room, table) = (parts.next()?, parts.next()?);
        let is_below = ["nomic", "tables"].contains(&room) && table.parse::<i64>().is_ok() && parts.next().is_some();
        is_below.then(|| format!("/{room}/{table}"))
    }

    /// What to tell the operator, who finds it in the log.
    fn request(&self) -> Option<RequestId> {
        RequestId::current()
    }

    fn title(&self) -> String {
        self.refusal
            .map_or_else(|| self.frame.t("problem-title").to_string(), |refusal| self.frame.said(&refusal.title))
    }
}

/// What the reader of a refusal is told in its place; any other answer stays as it is. Anybody who looks with a browser
/// and has not signed in is led to the door.
pub(crate) async fn tell(mut response: ServiceResponse) -> Result<ServiceResponse, Error> {
    let problem = response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/problem+json");
    if !problem {
        return Ok(response);
    }
    let varies = header::HeaderValue::from_static("Accept-Language, Cookie");
    response.headers_mut().append(header::VARY, varies);
    let language = Language::of(response.request());
    let refusal = match response.response().error().and_then(|error| error.as_error::<Error>()) {
        Some(Error::Refused(refusal)) => Some((**refusal).clone()),
        Some(Error::Away(_) | Error::Unavailable(_)) => Some(Refusal::unavailable()),
        _ => None,
    };
    let mut told = if !wants_page(response.request()) {
        let Some(refusal) = refusal.filter(|_| language != Language::English) else { return Ok(response) };
        problem::refused_in(&refusal, &|message| language.answer(message))
    } else if response.status() == StatusCode::UNAUTHORIZED {
        let query: String = Frame::of(response.request()).here.bytes().map(escaped).collect();
        HttpResponse::SeeOther().insert_header((header::LOCATION, format!("/sign-in?next={query}"))).finish()
    } else {
        if response.status().is_client_error() {
            Box::pin(waits::note(response.request())).await;
        }
        let frame = Frame::of(response.request());
        render(response.status(), &ProblemPage { frame, refusal: refusal.as_ref() })?
    };
    told.headers_mut().insert(header::CONTENT_LANGUAGE, header::HeaderValue::from_static(language.tag()));
    for (name, value) in response.headers() {
        if *name == header::SET_COOKIE || *name == header::VARY {
            told.headers_mut().append(name.clone(), value.clone());
        } else if *name == header::RETRY_AFTER || *name == header::ALLOW {
            told.headers_mut().insert(name.clone(), value.clone());
        }
    }
    Ok(response.into_response(told))
}

/// A byte, percent-encoded for a query.
fn escaped(byte: u8) -> String {
    let plain = byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte);
    if plain { char::from(byte).to_string() } else { format!("%{byte:02X}") }
}
