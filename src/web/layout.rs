//! The page layout: what every page shows around its own part, and errors as pages.

use actix_web::body::MessageBody;
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::{Method, StatusCode, header};
use actix_web::middleware::Next;
use actix_web::{FromRequest, HttpMessage, HttpRequest, HttpResponse};
use askama::Template;

use super::assets;
use crate::auth::{Actor, Roles, SignIn};
use crate::error::{Error, FieldError, Refusal};

/// What the layout needs to know: who looks, and the secret that their forms carry.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The signed-in person's name.
    pub name: Option<String>,
    pub roles: Roles,
    /// For `<input type="hidden" name="csrf">` in every form that posts.
    pub csrf: Option<String>,
    /// Addresses of the style sheet and the icon.
    pub style: &'static str,
    pub icon: &'static str,
}

impl Frame {
    pub fn of(request: &HttpRequest) -> Frame {
        let extensions = request.extensions();
        let actor = extensions.get::<Actor>();
        Frame {
            name: actor.map(|actor| actor.name.clone()),
            roles: actor.map_or_else(Roles::default, |actor| actor.roles),
            csrf: extensions.get::<SignIn>().map(|sign_in| sign_in.csrf.clone()),
            style: assets::style(),
            icon: assets::address("icon.svg").unwrap_or_default(),
        }
    }
}

impl FromRequest for Frame {
    type Error = std::convert::Infallible;
    type Future = std::future::Ready<Result<Frame, Self::Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        std::future::ready(Ok(Frame::of(request)))
    }
}

/// Answers with a page.
pub fn render(status: StatusCode, page: &impl Template) -> Result<HttpResponse, Error> {
    let html = page.render().map_err(Error::internal)?;
    Ok(HttpResponse::build(status).content_type("text/html; charset=utf-8").body(html))
}

#[derive(Template)]
#[template(path = "problem.html")]
struct ProblemPage<'a> {
    frame: Frame,
    title: &'a str,
    detail: &'a str,
    acts: Vec<String>,
    errors: &'a [FieldError],
}

fn problem_page(request: &HttpRequest, status: StatusCode, refusal: Option<&Refusal>) -> Result<HttpResponse, Error> {
    let (title, detail) = match refusal {
        Some(refusal) => (refusal.title.as_ref(), refusal.detail.as_str()),
        None => (status.canonical_reason().unwrap_or("Error"), "That did not work; nothing was changed."),
    };
    let page = ProblemPage {
        frame: Frame::of(request),
        title,
        detail,
        acts: refusal.map_or_else(Vec::new, |refusal| refusal.acts.iter().map(ToString::to_string).collect()),
        errors: refusal.map_or(&[], |refusal| &refusal.errors),
    };
    render(status, &page)
}

fn wants_page(request: &ServiceRequest) -> bool {
    let accept = request.headers().get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
    !request.path().starts_with("/api/") && accept.is_some_and(|accept| accept.contains("text/html"))
}

/// Middleware: whoever looks with a browser is told of errors by a page, and led to the door where
/// they have not signed in.
pub async fn errors_as_pages(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, actix_web::Error> {
    let page_wanted = wants_page(&request);
    let response = next.call(request).await?;
    let problem = response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/problem+json");
    if !page_wanted || !problem {
        return Ok(response.map_into_left_body());
    }
    let looks = matches!(*response.request().method(), Method::GET | Method::HEAD);
    let mut page = if response.status() == StatusCode::UNAUTHORIZED && looks {
        let here = response.request().uri().path_and_query().map_or("/", |here| here.as_str());
        let query: String = here.bytes().map(escaped).collect();
        HttpResponse::SeeOther().insert_header((header::LOCATION, format!("/sign-in?next={query}"))).finish()
    } else {
        let refusal = match response.response().error().and_then(|error| error.as_error::<Error>()) {
            Some(Error::Refused(refusal)) => Some(refusal.as_ref()),
            _ => None,
        };
        problem_page(response.request(), response.status(), refusal)?
    };
    for (name, value) in response.headers() {
        if matches!(*name, header::SET_COOKIE | header::RETRY_AFTER | header::ALLOW) {
            page.headers_mut().append(name.clone(), value.clone());
        }
    }
    Ok(response.into_response(page).map_into_right_body())
}

/// A byte as it stands in a query's value.
fn escaped(byte: u8) -> String {
    let plain = byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte);
    if plain { char::from(byte).to_string() } else { format!("%{byte:02X}") }
}
