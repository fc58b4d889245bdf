//! Compresses pages: those with many names and tables shrink to a fifth.

use std::io::Write;

use actix_web::body::MessageBody;
use actix_web::dev::ServiceResponse;
use actix_web::http::header::{CONTENT_ENCODING, CONTENT_TYPE, HeaderValue, VARY};
use actix_web::web::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::web::assets;

/// Bytes from which on packing is worth its time.
const WORTHWHILE: usize = 4 << 10;

/// Packs a page that is whole. Streams go as they come, and what programs read is theirs to ask for.
pub fn pack(response: ServiceResponse) -> std::io::Result<ServiceResponse> {
    let kind = response.headers().get(CONTENT_TYPE);
    let is_page = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    if !is_page || !assets::unpacks(response.request().headers()) {
        return Ok(response);
    }
    let (request, response) = response.into_parts();
    let (mut head, body) = response.into_parts();
    let page = match body.try_into_bytes() {
        Ok(page) => page,
        Err(stream) => return Ok(ServiceResponse::new(request, head.set_body(stream))),
    };
    head.headers_mut().append(VARY, HeaderValue::from_static("accept-encoding"));
    let packed = (page.len() >= WORTHWHILE).then(|| packed(&page)).transpose()?;
    if packed.is_some() {
        head.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    Ok(ServiceResponse::new(request, head.set_body(packed.unwrap_or(page))).map_into_boxed_body())
}

fn packed(page: &[u8]) -> std::io::Result<Bytes> {
    let mut packer = GzEncoder::new(Vec::with_capacity(page.len() / 4), Compression::fast());
    packer.write_all(page)?;
    Ok(packer.finish()?.into())
}
