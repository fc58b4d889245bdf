//! Uploads: a file as the whole body with what is said of it in the query, as programs send it, or
//! as a browser's form (`multipart/form-data`) whose other fields say it.

use actix_multipart::Multipart;
use actix_web::HttpRequest;
use actix_web::http::header::{CONTENT_TYPE, HeaderMap};
use actix_web::web::{Bytes, BytesMut};
use futures_util::{Stream, StreamExt, stream};
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use super::body::{Body, idempotency_key, malformed, pairs};
use super::reading;
use crate::error::{Error, Kind, Refusal};

/// The field in which the forms of a browser's own pages carry the sign-in's secret.
pub const CSRF_FIELD: &str = "csrf";
/// Bytes that a form's fields besides the file may have, and those that stand between them.
const AROUND: usize = 256 << 10;
/// Bytes that any form with a file may have.
const LARGEST_FORM: usize = (8 << 20) + AROUND;

/// A form as a browser sends it when a file is in it.
pub struct FileForm {
    /// Texts with the names of their fields, in order.
    pub fields: Vec<(String, String)>,
    /// The file with its name; none where nothing was chosen.
    pub file: Option<(String, Bytes)>,
}

impl FileForm {
    /// What the fields besides the secret, which the gate has checked, say.
    fn said<T: DeserializeOwned>(self) -> Result<T, Error> {
        let said = self.fields.into_iter().filter(|(name, _)| name != CSRF_FIELD);
        reading::fields(said.collect(), "The form could not be read")
    }
}

/// Whether a request carries such a form.
pub fn is_file_form(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| kind.trim().to_ascii_lowercase().starts_with("multipart/form-data"))
}

/// All bytes of a body that carries such a form.
pub async fn form_bytes<E: std::fmt::Display>(
    payload: impl Stream<Item = Result<Bytes, E>> + Unpin,
) -> Result<Bytes, Error> {
    whole(payload, LARGEST_FORM).await
}

async fn whole<E: std::fmt::Display>(
    mut payload: impl Stream<Item = Result<Bytes, E>> + Unpin,
    largest: usize,
) -> Result<Bytes, Error> {
    let mut bytes = BytesMut::new();
    while let Some(chunk) = payload.next().await {
        let chunk = chunk
            .map_err(|error| malformed("Not all of it arrived", format!("The body did not arrive whole: {error}.")))?;
        fits(bytes.len() + chunk.len(), largest)?;
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes.freeze())
}

fn fits(length: usize, largest: usize) -> Result<(), Error> {
    if length <= largest {
        return Ok(());
    }
    let detail = format!("The file is larger than {largest} bytes, the most that is read.");
    Err(Refusal::new(Kind::TooLarge, "Too large", detail).into())
}

/// Takes a form apart.
pub async fn file_form(headers: &HeaderMap, body: Bytes) -> Result<FileForm, Error> {
    let wrong = |error: &dyn std::fmt::Display| {
        malformed("The form could not be read", format!("A form with a file is multipart/form-data: {error}"))
    };
    let mut parts = Multipart::new(headers, stream::iter([Ok(body)]));
    let mut form = FileForm { fields: Vec::new(), file: None };
    while let Some(part) = parts.next().await {
        let mut part = part.map_err(|error| wrong(&error))?;
        let file_name = part.content_disposition().and_then(|told| told.get_filename()).map(str::to_owned);
        let name = part.name().unwrap_or_default().to_owned();
        let bytes = part.bytes(LARGEST_FORM).await.map_err(|_| wrong(&"a part of it is too large"))?;
        let bytes = bytes.map_err(|error| wrong(&error))?;
        if let Some(file_name) = file_name {
            form.file = Some((file_name, bytes)).filter(|(name, bytes)| !name.is_empty() || !bytes.is_empty());
        } else {
            let text = std::str::from_utf8(&bytes).map_err(|_| wrong(&"a field is not UTF-8"))?;
            form.fields.push((name, text.to_owned()));
        }
    }
    Ok(form)
}

/// A form of a page in which a file may have been chosen: what it says, and the file with its name.
pub async fn with_file<T: DeserializeOwned>(
    request: &HttpRequest,
    payload: actix_web::web::Payload,
) -> Result<(T, Option<(String, Bytes)>), Error> {
    let bytes = form_bytes(payload).await?;
    if !is_file_form(request.headers()) {
        return Ok((super::body::form(&bytes)?, None));
    }
    let mut form = file_form(request.headers(), bytes).await?;
    let file = form.file.take();
    Ok((form.said()?, file))
}

/// A file, at most so large, and what is said of it.
pub async fn upload<T: DeserializeOwned>(
    request: &HttpRequest,
    payload: actix_web::web::Payload,
    largest: usize,
) -> Result<(T, Body<Bytes>), Error> {
    if is_file_form(request.headers()) {
        return uploaded(request, file_form(request.headers(), form_bytes(payload).await?).await?, largest);
    }
    let mut hash = hash_of(request);
    let value = whole(payload, largest).await?;
    hash.update(&value);
    let title = "The address could not be read";
    let said = reading::fields(pairs(request.query_string(), title)?, title)?;
    Ok((said, Body { value, key: idempotency_key(request)?, fingerprint: hash.finalize().to_vec() }))
}

/// The same of a form that was taken apart already.
pub fn uploaded<T: DeserializeOwned>(
    request: &HttpRequest,
    mut form: FileForm,
    largest: usize,
) -> Result<(T, Body<Bytes>), Error> {
    form.fields.retain(|(name, _)| name != CSRF_FIELD);
    let Some((_, value)) = form.file.take() else {
        return Err(Refusal::field("file", "The form has no file.").into());
    };
    fits(value.len(), largest)?;
    let mut hash = hash_of(request);
    hash.update(serde_json::to_vec(&form.fields)?);
    hash.update(&value);
    Ok((form.said()?, Body { value, key: idempotency_key(request)?, fingerprint: hash.finalize().to_vec() }))
}

fn hash_of(request: &HttpRequest) -> Sha256 {
    let mut hash = Sha256::new();
    hash.update(request.method().as_str());
    hash.update(request.uri().to_string());
    hash
}
