//! Security headers of every answer: what a browser may do with it.

use actix_web::HttpMessage;
use actix_web::dev::ServiceResponse;
use actix_web::http::header::{self, HeaderName, HeaderValue};

use crate::auth::{Actor, Visitors};

/// Our own files and nothing else: no script or style inside a page, no frames, no foreign forms.
const POLICY: &str =
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'";
/// Swagger UI draws its icons from data addresses.
const DOCS_POLICY: &str = "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'";

const ALWAYS: [(HeaderName, &str); 5] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    // What no page of ours asks for, nobody who got into one may ask for either.
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
];

/// HSTS: for a year browsers use only https for this host and its subdomains.
const BY_TLS: &str = "max-age=31536000; includeSubDomains";

/// Adds them; `url` is the service's own, and `visitors` what people from outside may read.
pub fn add(response: &mut ServiceResponse, url: &str, visitors: Visitors) {
    let path = response.request().path();
    let (docs, secret) = (path.starts_with("/docs/"), path.starts_with("/calendar/"));
    let signed_in = response.request().extensions().get::<Actor>().is_some();
    let headers = response.headers_mut();
    for (name, value) in ALWAYS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if secret {
        // The address of a calendar is secret, so even its error page must not leak it.
        headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    }
    let policy = if docs { DOCS_POLICY } else { POLICY };
    if !headers.contains_key(header::CONTENT_SECURITY_POLICY) {
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    }
    if visitors != Visitors::Everything {
        // Search engines keep no page of it, nor follow its links.
        headers.insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex, nofollow"));
    }
    if url.starts_with("https:") {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static(BY_TLS));
    }
    // Pages differ by reader. Browsers keep nothing that a signed-in reader saw, so that after sign-out nobody can go
    // back to it; other readers' browsers ask each time whether a page has changed.
    if !headers.contains_key(header::CACHE_CONTROL) {
        let kept = if signed_in { "no-store" } else { "private, no-cache" };
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(kept));
    }
}
