//! JSON answers: status, location, entity tag.

use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, Responder};
use rookery_messages::say;
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::error::{Act, Error, Kind, Refusal};
use crate::hex::hex;

/// An answer as bytes, so that it can be stored and given again.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    pub location: Option<String>,
    pub body: Vec<u8>,
    pub etag: Option<String>,
}

impl Answer {
    pub fn ok(value: &impl Serialize) -> Result<Answer, Error> {
        Ok(Answer { status: 200, location: None, body: serde_json::to_vec(value)?, etag: None })
    }

    /// What an engine answered to a request by itself; what it did not answer is refused, with all that it said.
    pub fn of_engine(answer: &Value) -> Result<Answer, Error> {
        let Some(error) = answer["error"].as_object() else { return Answer::ok(answer) };
        let said = |members: [&str; 2]| members.into_iter().find_map(|member| error.get(member)?.as_str());
        let words = said(["message", "detail"]).unwrap_or_default();
        let detail = say!("The engine does not answer this: {words}", words);
        let mut refusal = Refusal::invalid(say!("Not answered"), detail).with("answer", answer);
        if let Some(rule) = said(["rule", "rule"]).or(answer["rule"].as_str()) {
            refusal = refusal.act(Act(rule.to_owned().into()));
        }
        Err(refusal.into())
    }

    pub fn created(location: String, value: &impl Serialize) -> Result<Answer, Error> {
        Ok(Answer { status: 201, location: Some(location), ..Answer::ok(value)? })
    }

    /// Done, nothing to say.
    pub fn nothing() -> Answer {
        Answer { status: 204, location: None, body: Vec::new(), etag: None }
    }

    pub fn etag(mut self, etag: String) -> Answer {
        self.etag = Some(etag);
        self
    }

    /// Tags the answer with a hash of its own bytes.
    pub fn tagged(self) -> Answer {
        let tag = etag(&self.body);
        self.etag(tag)
    }
}

/// A strong entity tag of some bytes.
pub fn etag(bytes: &[u8]) -> String {
    let hash = Sha256::digest(bytes);
    format!("\"{}\"", hex(&hash[..12]))
}

/// Whether the caller has this version already (`If-None-Match` contains the tag).
pub fn unchanged(request: &HttpRequest, etag: &str) -> bool {
    request.headers().get(header::IF_NONE_MATCH).is_some_and(|tags| is_among(tags, etag))
}

/// Whether a tag is among those of a header, compared weakly.
pub fn is_among(tags: &header::HeaderValue, etag: &str) -> bool {
    let is_one = |tags: &str| tags == "*" || tags.split(',').any(|tag| tag.trim().trim_start_matches("W/") == etag);
    tags.to_str().is_ok_and(is_one)
}

/// What the caller last saw of a thing that they change (`If-Match`).
#[derive(Clone, Debug, Default)]
pub struct IfMatch(Option<String>);

impl IfMatch {
    pub fn by(request: &HttpRequest) -> IfMatch {
        let seen = request.headers().get(header::IF_MATCH);
        IfMatch(seen.map(|tags| String::from_utf8_lossy(tags.as_bytes()).into_owned()))
    }

    /// 412 unless If-Match equals the ETag; `now` computes it.
    pub fn must_hold(&self, now: impl FnOnce() -> Result<String, Error>) -> Result<(), Error> {
        let Some(seen) = self.0.as_deref().filter(|seen| *seen != "*") else { return Ok(()) };
        let now = now()?;
        if seen.split(',').any(|tag| tag.trim() == now) {
            return Ok(());
        }
        let detail = say!("It has changed since you read it; read it again before you decide.");
        Err(Refusal::new(Kind::Stale, say!("Changed meanwhile"), detail).into())
    }
}

impl Responder for Answer {
    type Body = actix_web::body::BoxBody;

    fn respond_to(self, request: &HttpRequest) -> HttpResponse {
        if let Some(etag) = &self.etag
            && self.status == 200
            && unchanged(request, etag)
        {
            return HttpResponse::NotModified().insert_header((header::ETAG, etag.as_str())).finish();
        }
        let mut builder = HttpResponse::build(StatusCode::from_u16(self.status).unwrap_or(StatusCode::OK));
        if let Some(location) = self.location {
            builder.insert_header((header::LOCATION, location));
        }
        if let Some(etag) = self.etag {
            builder.insert_header((header::ETAG, etag));
        }
        if self.body.is_empty() { builder.finish() } else { builder.content_type("application/json").body(self.body) }
    }
}
