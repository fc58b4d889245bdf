//! Reading requests: JSON bodies and query strings, with clear answers where they are malformed.

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::{FromRequest, HttpRequest, web};
use futures_util::future::LocalBoxFuture;
use rookery_messages::{Message, Value, say};
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use super::{incoming, reading};
use crate::error::{Error, Kind, Refusal};

/// Bytes that a JSON body may have.
pub const LARGEST: usize = 1 << 20;
/// Bytes that a byte of JSON or of a form may take once it is read.
pub const AS_JSON: u32 = 16;

/// A JSON body, with what an `Idempotency-Key` needs to know it again.
pub struct Body<T> {
    pub value: T,
    /// The `Idempotency-Key` header.
    pub key: Option<String>,
    /// Hash of method, path and bytes.
    pub fingerprint: Vec<u8>,
}

impl<T> Body<T> {
    /// The same request, as the action that it asks for.
    pub fn map<U>(self, action: impl FnOnce(T) -> U) -> Body<U> {
        let Body { value, key, fingerprint } = self;
        Body { value: action(value), key, fingerprint }
    }

    /// [`Body::map`], where the value has to be read first.
    pub fn try_map<U, E>(self, read: impl FnOnce(T) -> Result<U, E>) -> Result<Body<U>, E> {
        let Body { value, key, fingerprint } = self;
        Ok(Body { value: read(value)?, key, fingerprint })
    }
}

pub(super) fn malformed(title: Message, detail: Message) -> Error {
    Refusal::new(Kind::Malformed, title, detail).into()
}

pub(super) fn idempotency_key(request: &HttpRequest) -> Result<Option<String>, Error> {
    let Some(value) = request.headers().get("Idempotency-Key") else { return Ok(None) };
    let is_visible = |key: &str| key.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ');
    match value.to_str() {
        Ok(key) if (1..=255).contains(&key.len()) && is_visible(key) => Ok(Some(key.to_owned())),
        _ => Err(malformed(
            say!("Malformed Idempotency-Key"),
            say!("An Idempotency-Key is 1 to 255 visible ASCII characters."),
        )),
    }
}

impl<T: DeserializeOwned + 'static> FromRequest for Body<T> {
    type Error = actix_web::Error;
    type Future = LocalBoxFuture<'static, Result<Self, actix_web::Error>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let request = request.clone();
        let mut payload = payload.take();
        Box::pin(async move {
            let json = request
                .headers()
                .get(header::CONTENT_TYPE)
                .and_then(|value| value.to_str().ok())
                .is_some_and(|value| value.split(';').next().is_some_and(|kind| kind.trim() == "application/json"));
            if !json {
                let detail = say!("This endpoint reads JSON: send Content-Type: application/json and a JSON body.");
                return Err(Error::from(Refusal::new(Kind::WrongType, say!("Not JSON"), detail)).into());
            }
            let bytes = incoming::whole(&request, &mut payload, LARGEST, AS_JSON).await?;
            let key = idempotency_key(&request)?;
            let mut hash = Sha256::new();
            hash.update(request.method().as_str());
            hash.update(request.path());
            hash.update(&bytes);
            let value = reading::json(&bytes)?;
            Ok(Body { value, key, fingerprint: hash.finalize().to_vec() })
        })
    }
}

/// The pairs of a query string or a form.
pub(super) fn pairs(text: &str, title: Message) -> Result<Vec<(String, String)>, Error> {
    let pairs = web::Query::<Vec<(String, String)>>::from_query(text);
    Ok(pairs.map_err(|error| malformed(title, say!("{error}.", error = Value::text(error))))?.into_inner())
}

/// A query string, with unknown and malformed parameters refused.
pub struct Params<T>(pub T);

impl<T: DeserializeOwned> FromRequest for Params<T> {
    type Error = Error;
    type Future = std::future::Ready<Result<Self, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let title = say!("The address could not be read");
        let read = pairs(request.query_string(), title.clone()).and_then(|pairs| reading::fields(pairs, title));
        std::future::ready(read.map(Params))
    }
}

/// What a form's bytes say.
pub(super) fn form<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Error> {
    let title = say!("The form could not be read");
    let text = std::str::from_utf8(bytes)
        .map_err(|_| malformed(title.clone(), say!("The form is not text in UTF-8, as browsers send it.")))?;
    reading::fields(pairs(text, title.clone())?, title)
}

/// A form as browsers send it; fields that nobody asked for (such as the secret that the gate
/// checked) are passed over.
pub struct Form<T>(pub T);

impl<T: DeserializeOwned + 'static> FromRequest for Form<T> {
    type Error = actix_web::Error;
    type Future = LocalBoxFuture<'static, Result<Self, actix_web::Error>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, payload) = (request.clone(), payload.take());
        Box::pin(async move { Ok(Form(form(&incoming::whole(&request, payload, LARGEST, AS_JSON).await?)?)) })
    }
}
