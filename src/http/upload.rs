//! Uploads: a file as the whole body with what is said of it in the query, as programs send it, or
//! as a browser's form (`multipart/form-data`) whose other fields say it.

use actix_multipart::Multipart;
use actix_web::error::PayloadError;
use actix_web::http::header::{CONTENT_TYPE, HeaderMap};
use actix_web::web::{Bytes, Payload};
use actix_web::{HttpMessage, HttpRequest};
use futures_util::{Stream, StreamExt};
use rookery_messages::{Value, say};
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use super::body::{AS_JSON, Body, LARGEST, idempotency_key, malformed, pairs};
use super::{incoming, reading};
use crate::error::{Error, Refusal};

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
    /// The file with its name; `None` if nothing was chosen.
    pub file: Option<(String, Bytes)>,
}

impl FileForm {
    /// What the fields besides the secret, which the gate has checked, say.
    fn said<T: DeserializeOwned>(self) -> Result<T, Error> {
        let said = self.fields.into_iter().filter(|(name, _)| name != CSRF_FIELD);
        reading::fields(said.collect(), say!("The form could not be read"))
    }
}

/// Whether a request carries such a form.
pub fn is_file_form(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| kind.trim().to_ascii_lowercase().starts_with("multipart/form-data"))
}

/// Reads a form piece by piece.
pub(crate) async fn read_form<E>(
    request: &HttpRequest,
    mut payload: impl Stream<Item = Result<Bytes, E>> + Unpin + 'static,
) -> Result<FileForm, Error>
where
    E: Into<PayloadError> + 'static,
{
    if let Err(refused) = incoming::make_room(request, LARGEST_FORM, 1).await {
        incoming::pass(&mut payload).await;
        return Err(refused);
    }
    let wrong = |error: Value| {
        let detail = say!("A form with a file is multipart/form-data: {error}", error);
        malformed(say!("The form could not be read"), detail)
    };
    let mut parts = Multipart::new(request.headers(), payload.map(|chunk| chunk.map_err(Into::into)));
    let mut form = FileForm { fields: Vec::new(), file: None };
    let mut left = LARGEST_FORM;
    while let Some(part) = parts.next().await {
        let mut part = part.map_err(|error| wrong(Value::text(error)))?;
        let file_name = part.content_disposition().and_then(|told| told.get_filename()).map(str::to_owned);
        let name = part.name().unwrap_or_default().to_owned();
        let bytes = part.bytes(left).await.map_err(|_| wrong(say!("a part of it is too large").into()))?;
        let bytes = bytes.map_err(|error| wrong(Value::text(error)))?;
        left -= bytes.len();
        if let Some(file_name) = file_name {
            form.file = Some((file_name, bytes)).filter(|(name, bytes)| !name.is_empty() || !bytes.is_empty());
        } else {
            let text = std::str::from_utf8(&bytes).map_err(|_| wrong(say!("a field is not UTF-8").into()))?;
            form.fields.push((name, text.to_owned()));
        }
    }
    Ok(form)
}

/// The form that a request carries; the gate may have read it already, for the secret in it.
pub(crate) async fn file_form(request: &HttpRequest, payload: Payload) -> Result<FileForm, Error> {
    let read = request.extensions_mut().remove::<FileForm>();
    match read {
        Some(form) => Ok(form),
        None => read_form(request, payload).await,
    }
}

/// A form of a page in which a file may have been chosen: what it says, and the file with its name.
pub(crate) async fn with_file<T: DeserializeOwned>(
    request: &HttpRequest,
    payload: Payload,
) -> Result<(T, Option<(String, Bytes)>), Error> {
    if !is_file_form(request.headers()) {
        let bytes = incoming::whole(request, payload, LARGEST, AS_JSON).await?;
        return Ok((super::body::form(&bytes)?, None));
    }
    let mut form = file_form(request, payload).await?;
    let file = form.file.take();
    Ok((form.said()?, file))
}

/// A file, at most so large, and what is said of it.
pub(crate) async fn upload<T: DeserializeOwned>(
    request: &HttpRequest,
    payload: Payload,
    largest: usize,
) -> Result<(T, Body<Bytes>), Error> {
    if is_file_form(request.headers()) {
        return uploaded(request, file_form(request, payload).await?, largest);
    }
    let mut hash = hash_of(request);
    let value = incoming::whole(request, payload, largest, 1).await?;
    hash.update(&value);
    let title = say!("The address could not be read");
    let said = reading::fields(pairs(request.query_string(), title.clone())?, title)?;
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
        return Err(Refusal::field("file", say!("The form has no file.")).into());
    };
    incoming::fits(value.len(), largest)?;
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
