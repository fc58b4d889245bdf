//! Browsers: tokens in cookies, and the protection against cross-site request forgery.

use std::net::IpAddr;

use actix_web::cookie::Cookie;
use actix_web::dev::{Payload, ServiceRequest};
use actix_web::http::header;
use actix_web::{HttpMessage, HttpRequest, web};
use rookery_messages::say;

use super::sign_in::{CallerOrigin, SignedIn};
use super::tokens::{ACCESS, REFRESH};
use crate::App;
use crate::error::{Error, Kind, Refusal};
use crate::http::cookies::cookie;
use crate::http::upload::{self, CSRF_FIELD};
use crate::http::{AS_JSON, LARGEST, incoming};

/// A browser's access token.
pub const ACCESS_COOKIE: &str = "__Host-access";
/// A browser's refresh token.
pub const REFRESH_COOKIE: &str = "__Host-refresh";
/// What makes a browser known at the door, beyond sign-out.
pub const DEVICE_COOKIE: &str = "__Host-device";

/// What a browser forgets at sign-out: the pages that it kept to go back to. What the chess clock stores stays, and so
/// do cookies: by then only the device's is left.
pub const CLEAR_SITE_DATA: header::HeaderName = header::HeaderName::from_static("clear-site-data");
pub const KEPT_PAGES: header::HeaderValue = header::HeaderValue::from_static("\"cache\"");

/// The header in which scripts of a browser's own pages send the secret along, as forms do in a field.
pub const CSRF_HEADER: &str = "X-CSRF-Token";

/// The cookies of a sign-in.
pub fn cookies(signed_in: &SignedIn) -> Vec<Cookie<'static>> {
    let mut cookies = vec![cookie(ACCESS_COOKIE, signed_in.access.clone(), ACCESS.num_seconds())];
    if let Some(refresh) = &signed_in.refresh {
        cookies.push(cookie(REFRESH_COOKIE, refresh.clone(), REFRESH.num_seconds()));
    }
    if let Some(device) = &signed_in.device {
        cookies.push(cookie(DEVICE_COOKIE, device.clone(), 365 * 24 * 3600));
    }
    cookies
}

/// Cookies that end a browser's sign-in; the device stays known.
pub fn no_cookies() -> [Cookie<'static>; 2] {
    [cookie(ACCESS_COOKIE, String::new(), 0), cookie(REFRESH_COOKIE, String::new(), 0)]
}

fn header<'a>(request: &'a HttpRequest, name: &str) -> Option<&'a str> {
    request.headers().get(name)?.to_str().ok()
}

/// Whether a page has the same origin as the request: the service may have other addresses than its
/// public one, such as a phone's way to it in the club's own network.
fn is_asked(request: &HttpRequest, origin: &str) -> bool {
    origin.split_once("://").is_some_and(|(_, host)| header(request, "Host") == Some(host))
}

/// Refuses a change that a page of another site asks for. Browsers say where a request comes from
/// (`Sec-Fetch-Site`; older ones, and all for a socket or without TLS, `Origin`); programs say neither.
pub fn must_be_our_own(request: &HttpRequest, url: &str) -> Result<(), Refusal> {
    let own = match (header(request, "Sec-Fetch-Site"), header(request, "Origin")) {
        (Some(site), _) => matches!(site, "same-origin" | "none"),
        (None, Some(origin)) => origin == url.trim_end_matches('/') || is_asked(request, origin),
        (None, None) => true,
    };
    if own {
        return Ok(());
    }
    let detail =
        say!("This change was asked for by a page of another site. Open this service's own page and try again there.");
    Err(Refusal::new(Kind::Forbidden, say!("Not from our own pages"), detail))
}

/// Refuses a change by cookie that does not carry the sign-in's own secret: in the header
/// `X-CSRF-Token`, or in the field `csrf` of a form.
pub(crate) async fn must_carry_the_secret(request: &mut ServiceRequest, secret: &str) -> Result<(), Error> {
    let form = header(request.request(), "Content-Type")
        .is_some_and(|kind| kind.trim().to_ascii_lowercase().starts_with("application/x-www-form-urlencoded"));
    let mut sent = header(request.request(), CSRF_HEADER).map(str::to_owned);
    if sent.is_none() && form {
        let payload = request.take_payload();
        let bytes = incoming::whole(request.request(), payload, LARGEST, AS_JSON).await?;
        sent = form_field(&bytes, CSRF_FIELD);
        request.set_payload(Payload::from(bytes));
    }
    if sent.is_none() && upload::is_file_form(request.headers()) {
        let payload = request.take_payload();
        let form = upload::read_form(request.request(), payload).await?;
        sent = form.fields.iter().find(|(name, _)| name == CSRF_FIELD).map(|(_, secret)| secret.clone());
        request.extensions_mut().insert(form);
    }
    // Both are hashes of the same length or the caller's own text: how they differ tells nothing.
    if sent.is_some_and(|sent| super::secret::hash(sent.as_bytes()) == super::secret::hash(secret.as_bytes())) {
        return Ok(());
    }
    let detail =
        say!("This page is out of date, or you have signed in again since. Load it again and send the form once more.");
    Err(Refusal::new(Kind::Forbidden, say!("Page out of date"), detail).into())
}

fn form_field(form: &[u8], name: &str) -> Option<String> {
    let form = std::str::from_utf8(form).ok()?;
    let fields = web::Query::<Vec<(String, String)>>::from_query(form).ok()?;
    fields.0.into_iter().find(|(field, _)| field == name).map(|(_, value)| value)
}

/// Where a request comes from.
pub fn from(request: &HttpRequest, app: &App) -> CallerOrigin {
    let device = request.cookie(DEVICE_COOKIE).map(|cookie| cookie.value().to_owned());
    CallerOrigin { address: client_address(request, app), device, proof: None }
}

/// The address that a request is counted for; a proxy that is trusted says it in `X-Forwarded-For`.
pub fn client_address(request: &HttpRequest, app: &App) -> String {
    let peer = request.peer_addr().map(|address| address.ip());
    let mut address = peer;
    if peer.is_some() && peer == app.config.trusted_proxy {
        address = forwarded(request).or(peer);
    }
    address.map_or_else(|| "unknown".into(), network)
}

/// Whom a proxy forwards a request for: the last entry of the last such header is its own word; those before it are the
/// caller's.
fn forwarded(request: &HttpRequest) -> Option<IpAddr> {
    let list = request.headers().get_all("X-Forwarded-For").next_back()?;
    list.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
}

/// The rate-limit key of an address: the IPv4 address, or the IPv6 /64.
fn network(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
    }
}

/// The `Authorization: Bearer` token; `None` if the header is something else. The scheme is written in any case
/// (RFC 9110, section 11.1).
pub fn bearer(request: &HttpRequest) -> Option<String> {
    let (scheme, token) = header(request, header::AUTHORIZATION.as_str())?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("Bearer").then(|| token.trim_start_matches(' ').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    #[test]
    fn only_our_own_pages_may_change_things() {
        let table = [
            (&[("Sec-Fetch-Site", "same-origin")][..], true),
            (&[("Sec-Fetch-Site", "none")], true),
            (&[("Sec-Fetch-Site", "cross-site")], false),
            (&[("Sec-Fetch-Site", "same-site")], false),
            (&[("Sec-Fetch-Site", "cross-site"), ("Origin", "https://club.example")], false),
            (&[("Origin", "https://club.example")], true),
            (&[("Origin", "https://club.example.evil")], false),
            (&[("Origin", "null")], false),
            (&[("Origin", "http://192.168.1.7:8080"), ("Host", "192.168.1.7:8080")], true),
            (&[("Origin", "http://192.168.1.7"), ("Host", "192.168.1.7:8080")], false),
            (&[], true),
        ];
        for (headers, own) in table {
            let mut request = TestRequest::post();
            for header in headers {
                request = request.insert_header(*header);
            }
            let answer = must_be_our_own(&request.to_http_request(), "https://club.example/");
            assert_eq!(answer.is_ok(), own, "{headers:?}");
        }
    }

    #[test]
    fn addresses_are_counted_by_who_has_them() {
        for (address, counted) in [
            ("192.0.2.7", "192.0.2.7"),
            ("::ffff:192.0.2.7", "192.0.2.7"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ] {
            assert_eq!(network(address.parse().unwrap()), counted);
        }
    }

    #[test]
    fn a_proxys_word_is_believed_and_no_other() {
        let from = |lists: &[&str]| {
            let said = |request: TestRequest, list: &&str| request.append_header(("X-Forwarded-For", *list));
            forwarded(&lists.iter().fold(TestRequest::get(), said).to_http_request())
        };
        let proxys: Option<IpAddr> = "192.0.2.7".parse().ok();
        assert_eq!(from(&["192.0.2.7"]), proxys);
        assert_eq!(from(&["198.51.100.1, 192.0.2.7"]), proxys);
        assert_eq!(from(&["198.51.100.1", "192.0.2.7"]), proxys, "a line of the proxy's own");
        assert_eq!((from(&[]), from(&["192.0.2.7, unknown"])), (None, None));
    }

    #[test]
    fn a_form_field_is_found() {
        assert_eq!(form_field(b"a=1&csrf=x%2By&b=2", "csrf").as_deref(), Some("x+y"));
        assert_eq!(form_field(b"a=1", "csrf"), None);
        assert_eq!(form_field(b"\xff", "csrf"), None);
    }
}
