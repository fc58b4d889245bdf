//! Problem documents (RFC 9457): the one place where an error becomes a status code.

use actix_web::http::{StatusCode, header};
use actix_web::{HttpResponse, HttpResponseBuilder, ResponseError};
use rookery_messages::{Message, say};
use serde::Serialize;

use super::request_id::RequestId;
use crate::error::{Act, Error, FieldError, Kind, Refusal};

/// What every error answers with.
#[derive(Serialize, utoipa::ToSchema)]
pub struct Problem<'a> {
    /// `/problems/<kind>`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    pub title: String,
    pub status: u16,
    pub detail: String,
    /// The same as data.
    #[schema(value_type = MessageDocument)]
    pub message: &'a Message,
    /// The Acts the refusal rests on, `II.9.2`.
    #[schema(value_type = Vec<String>)]
    pub acts: &'a [Act],
    /// Per field: what was wrong with it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<FieldProblem<'a>>,
    /// The id of the request, as in `X-Request-Id` and in the service's log. An answer that is given again keeps its first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, pattern = "^[0-9a-f]{16}$")]
    pub request_id: Option<RequestId>,
    #[serde(flatten)]
    #[schema(ignore)]
    pub more: &'a serde_json::Map<String, serde_json::Value>,
}

/// One field that was wrong: where, and what would be right.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = FieldError)]
pub struct FieldProblem<'a> {
    pub field: &'a str,
    pub detail: String,
    /// The same as data.
    #[schema(value_type = MessageDocument)]
    pub message: &'a Message,
}

/// A sentence as data, for programs that say it in words of their own.
#[derive(utoipa::ToSchema)]
pub struct MessageDocument {
    /// English, with a place for each argument: `{name} is banned.`
    pub template: String,
    /// By name: a number, a text, a message again, or an object with `day`, `moment`, `moves` or `list`.
    pub arguments: Option<serde_json::Map<String, serde_json::Value>>,
}

/// How a message is written in the reader's language.
pub type Say<'a> = &'a dyn Fn(&Message) -> String;

fn problem<'a>(refusal: &'a Refusal, kind: &'static str, status: StatusCode, say: Say<'_>) -> Problem<'a> {
    let field = |error: &'a FieldError| FieldProblem {
        field: &error.field,
        detail: say(&error.detail),
        message: &error.detail,
    };
    Problem {
        kind,
        title: say(&refusal.title),
        status: status.as_u16(),
        detail: say(&refusal.detail),
        message: &refusal.detail,
        acts: &refusal.acts,
        errors: refusal.errors.iter().map(field).collect(),
        request_id: RequestId::current(),
        more: &refusal.more,
    }
}

/// The status that a refusal answers with.
pub fn status(kind: Kind) -> StatusCode {
    answer_to(kind).0
}

/// The `type` of every refusal, with its status.
pub fn types() -> impl Iterator<Item = (StatusCode, &'static str)> {
    Kind::ALL.into_iter().map(answer_to)
}

/// A refusal as a document that travels inside a message.
pub fn told(refusal: &Refusal, say: Say<'_>) -> serde_json::Value {
    let (status, kind) = answer_to(refusal.kind);
    serde_json::json!(problem(refusal, kind, status, say))
}

/// Says when to come back, where a refusal is only for now.
pub fn retry_after(headers: &mut header::HeaderMap, kind: Kind) {
    if let Kind::TooMany(seconds) | Kind::Busy(seconds) | Kind::Unavailable(seconds) = kind {
        headers.insert(header::RETRY_AFTER, header::HeaderValue::from(seconds));
    }
}

fn answer_to(kind: Kind) -> (StatusCode, &'static str) {
    match kind {
        Kind::Malformed => (StatusCode::BAD_REQUEST, "/problems/malformed"),
        Kind::Unauthenticated => (StatusCode::UNAUTHORIZED, "/problems/unauthenticated"),
        Kind::Forbidden => (StatusCode::FORBIDDEN, "/problems/forbidden"),
        Kind::NotFound => (StatusCode::NOT_FOUND, "/problems/not-found"),
        Kind::Conflict => (StatusCode::CONFLICT, "/problems/conflict"),
        Kind::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "/problems/too-large"),
        Kind::TooSlow => (StatusCode::REQUEST_TIMEOUT, "/problems/too-slow"),
        Kind::WrongType => (StatusCode::UNSUPPORTED_MEDIA_TYPE, "/problems/wrong-type"),
        Kind::Stale => (StatusCode::PRECONDITION_FAILED, "/problems/stale"),
        Kind::Invalid => (StatusCode::UNPROCESSABLE_ENTITY, "/problems/invalid"),
        Kind::TooMany(_) => (StatusCode::TOO_MANY_REQUESTS, "/problems/too-many"),
        Kind::Busy(_) => (StatusCode::SERVICE_UNAVAILABLE, "/problems/busy"),
        Kind::Unavailable(_) => (StatusCode::SERVICE_UNAVAILABLE, "/problems/unavailable"),
    }
}

/// A problem document with a status that has no [`Kind`] (405, 413, 415).
pub fn document(status: StatusCode, kind: &'static str, title: Message, detail: Message) -> HttpResponse {
    let refusal = Refusal::new(Kind::Malformed, title, detail);
    respond(&mut HttpResponse::build(status), kind, status, &refusal, &Message::to_string)
}

fn respond(
    builder: &mut HttpResponseBuilder,
    kind: &'static str,
    status: StatusCode,
    refusal: &Refusal,
    say: Say<'_>,
) -> HttpResponse {
    let body = serde_json::to_vec(&problem(refusal, kind, status, say)).unwrap_or_default();
    builder.insert_header((header::CONTENT_TYPE, "application/problem+json")).body(body)
}

/// A refusal in English.
pub fn refused(refusal: &Refusal) -> HttpResponse {
    refused_in(refusal, &Message::to_string)
}

/// A refusal in the reader's language.
pub fn refused_in(refusal: &Refusal, say: Say<'_>) -> HttpResponse {
    let (code, kind) = answer_to(refusal.kind);
    let mut builder = HttpResponse::build(code);
    match refusal.kind {
        Kind::TooMany(seconds) | Kind::Busy(seconds) | Kind::Unavailable(seconds) => {
            builder.insert_header((header::RETRY_AFTER, seconds));
        }
        Kind::Unauthenticated => {
            builder.insert_header((header::WWW_AUTHENTICATE, "Bearer"));
        }
        _ => {}
    }
    respond(&mut builder, kind, code, refusal, say)
}

impl ResponseError for Error {
    fn status_code(&self) -> StatusCode {
        match self {
            Error::Refused(refusal) => status(refusal.kind),
            Error::Away(_) | Error::Unavailable(_) => StatusCode::SERVICE_UNAVAILABLE,
            Error::Setting(_) | Error::Database(_) | Error::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn error_response(&self) -> HttpResponse {
        match self {
            Error::Refused(refusal) => refused(refusal),
            Error::Away(why) => {
                tracing::debug!(why, "answered 503");
                refused(&Refusal::unavailable())
            }
            Error::Unavailable(why) => {
                tracing::error!(why, "unavailable");
                refused(&Refusal::unavailable())
            }
            Error::Setting(_) | Error::Database(_) | Error::Internal(_) => {
                tracing::error!(error = %self, "internal error");
                document(
                    StatusCode::INTERNAL_SERVER_ERROR,
                    "/problems/internal",
                    say!("Internal error"),
                    say!("The service met an error of its own; it has been logged and nothing was changed."),
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::STANDARD;

    #[test]
    fn the_standard_members_are_those_of_every_document() {
        let refusal = Refusal::field("name", say!("Too short.")).with("number", 7);
        let mut whole = problem(&refusal, "/problems/invalid", StatusCode::UNPROCESSABLE_ENTITY, &Message::to_string);
        whole.request_id = Some(RequestId::random());
        let document = serde_json::json!(whole);
        let mut members: Vec<&str> = document.as_object().unwrap().keys().map(String::as_str).collect();
        members.retain(|member| *member != "number");
        let mut standard = STANDARD;
        standard.sort_unstable();
        members.sort_unstable();
        assert_eq!(members, standard);
    }
}
