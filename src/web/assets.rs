//! Front-end files, embedded in the binary; their address changes with their content.

use std::io::Write;
use std::iter;
use std::sync::LazyLock;

use actix_web::http::header;
use actix_web::web::Path;
use actix_web::{HttpRequest, HttpResponse};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::error::Error;
use crate::http::{etag, unchanged};
use crate::routes;

routes! {
    GET "/assets/{tag}/{file}" => asset, Anyone;
}

struct Asset {
    name: &'static str,
    kind: &'static str,
    bytes: &'static [u8],
}

/// The sheet of all pages, in the order in which later parts rest on earlier ones.
const STYLE: &str = concat!(
    include_str!("../../assets/style/base.css"),
    include_str!("../../assets/style/controls.css"),
    include_str!("../../assets/style/parts.css"),
    include_str!("../../assets/style/pages.css"),
    include_str!("../../assets/style/frame.css"),
);

/// Every other file, as `build.rs` finds them.
const FILES: &[Asset] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

static ASSETS: LazyLock<Vec<&Asset>> = LazyLock::new(|| {
    const SHEET: &Asset = &Asset { name: "style.css", kind: "text/css; charset=utf-8", bytes: STYLE.as_bytes() };
    iter::once(SHEET).chain(FILES).collect()
});

/// Each file compressed, for browsers that accept it.
static PACKED: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| ASSETS.iter().map(|asset| packed(asset.bytes)).collect());

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    // Writing into memory does not fail.
    let _ = packer.write_all(bytes);
    packer.finish().unwrap_or_default()
}

/// Tag and address of each file.
static ADDRESSES: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let address = |asset: &&Asset| {
        let tag = etag(asset.bytes).trim_matches('"').to_owned();
        let address = format!("/assets/{tag}/{}", asset.name);
        (tag, address)
    };
    ASSETS.iter().map(address).collect()
});

/// The address of a file; `None` if there is no such file.
pub fn address(name: &str) -> Option<&'static str> {
    let place = ASSETS.iter().position(|asset| asset.name == name)?;
    ADDRESSES.get(place).map(|(_, address)| address.as_str())
}

pub fn style() -> &'static str {
    address("style.css").unwrap_or("/")
}

/// Whether anybody who asks can unpack gzip.
pub fn unpacks(headers: &header::HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|accepted| accepted.to_str().ok());
    accepted.is_some_and(|accepted| accepted.contains("gzip"))
}

async fn asset(request: HttpRequest, path: Path<(String, String)>) -> Result<HttpResponse, Error> {
    let (tag, file) = path.into_inner();
    let place = ASSETS.iter().position(|asset| asset.name == file).ok_or_else(|| crate::not_found!("file"))?;
    let (asset, (own, _)) = (ASSETS[place], &ADDRESSES[place]);
    let is_packed = unpacks(request.headers());
    let quoted = if is_packed { format!("\"{own}-gzip\"") } else { format!("\"{own}\"") };
    // An address with this file's own tag never means anything else.
    let kept = if tag == *own { "public, max-age=31536000, immutable" } else { "no-cache" };
    let is_known = unchanged(&request, &quoted);
    let mut answer = if is_known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    answer.insert_header((header::ETAG, quoted)).insert_header((header::CACHE_CONTROL, kept));
    answer.insert_header((header::VARY, "Accept-Encoding"));
    if is_known {
        return Ok(answer.finish());
    }
    answer.content_type(asset.kind);
    if is_packed {
        answer.insert_header((header::CONTENT_ENCODING, "gzip"));
        return Ok(answer.body(PACKED[place].as_slice()));
    }
    Ok(answer.body(asset.bytes))
}
