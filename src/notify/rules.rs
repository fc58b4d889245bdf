//! Which topics and addresses a webhook may have, and which browsers can subscribe to push
//! messages. Pure.

use std::net::IpAddr;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Datelike, NaiveDateTime};
use rookery_messages::{Join, Value, say};
use serde::Deserialize;

use super::push::{self, devices::NewDevice, sealing::Keys};
use super::{Audience, Topic};
use crate::error::Refusal;
use crate::fields;
use crate::http::address::is_public;
use crate::web::places::Thing;

/// Whether the service sends anything to an address: by TLS, unless the operator allows more, and to nobody by name.
fn is_sound(url: &str, private_allowed: bool) -> bool {
    let scheme_fits = url.starts_with("https://") || (private_allowed && url.starts_with("http://"));
    scheme_fits && url.len() <= 1_000 && !url.contains('@') && host(url).is_some_and(|host| !host.is_empty())
}

fn host(url: &str) -> Option<String> {
    url.parse::<ureq::http::Uri>().ok()?.host().map(str::to_owned)
}

/// Whether a host leads to this machine or its network, as far as can be read off it. Where a name leads is looked up when
/// something is sent (`outbound.rs`).
fn leads_home(host: &str) -> bool {
    let host = host.trim_matches(['[', ']']).trim_end_matches('.').to_ascii_lowercase();
    match host.parse::<IpAddr>() {
        Ok(address) => !is_public(address),
        Err(_) => host == "localhost" || host.ends_with(".localhost"),
    }
}

/// Checks the address of a webhook.
pub fn address(text: &str, private_allowed: bool) -> Result<String, Refusal> {
    let url = text.trim();
    if !private_allowed && host(url).is_some_and(|host| leads_home(&host)) {
        let detail = say!(
            "This address leads to the computer of the club or its own network. Who runs it can allow that: `ROOKERY_WEBHOOKS_TO_PRIVATE_ADDRESSES=true`."
        );
        return Err(Refusal::field("url", detail));
    }
    if is_sound(url, private_allowed) {
        return Ok(url.to_owned());
    }
    let detail = if private_allowed {
        say!(
            "A webhook has an https:// or http:// address. It has at most 1000 characters and no name or password in it."
        )
    } else {
        say!("A webhook has an https:// address. It has at most 1000 characters and no name or password in it.")
    };
    Err(Refusal::field("url", detail))
}

/// A browser as it asks to be told: what its `PushSubscription` says, by the names that standard gives (`toJSON`).
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Subscription {
    /// `https://…`: where the push service of the browser takes messages for it.
    pub endpoint: String,
    /// When that address ends, in milliseconds since 1970.
    #[serde(rename = "expirationTime", default)]
    pub expires: Option<f64>,
    pub keys: SubscriptionKeys,
}

/// What messages are encrypted for, in base64url.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SubscriptionKeys {
    pub p256dh: String,
    pub auth: String,
}

/// Checks a browser that somebody switches messages on in, who has so many already.
pub fn device(
    asked: &Subscription,
    name: &str,
    discreet: bool,
    private_allowed: bool,
    others: usize,
    now: NaiveDateTime,
) -> Result<NewDevice, Refusal> {
    if others >= push::MOST {
        let detail = say!(
            "You have messages on {most} devices, which is as many as can be. Switch one off first.",
            most = push::MOST
        );
        return Err(Refusal::conflict(say!("Too many devices"), detail));
    }
    let Subscription { endpoint, expires, keys } = asked;
    let name = fields::line_of("name", name, NAME)?;
    let bytes = |text: &str| URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).unwrap_or_default();
    let keys = Keys { public_key: bytes(&keys.p256dh), auth: bytes(&keys.auth) };
    if !is_sound(endpoint, private_allowed) || !keys.are_sound() {
        let detail = say!(
            "This is no subscription of a browser. It has an https:// address of at most 1000 characters, a key of P-256 and a secret."
        );
        return Err(Refusal::field("subscription", detail));
    }
    let ended = || {
        let detail =
            say!("The address of this browser has ended, or ends at no time that is known. Switch messages on again.");
        Refusal::field("subscription", detail)
    };
    let ends = |at: f64| {
        let at = DateTime::from_timestamp_millis(at as i64).map(|at| at.naive_utc());
        at.filter(|at| *at > now && at.year() <= 9_999).ok_or_else(ended)
    };
    let expires_at = expires.map(ends).transpose()?;
    Ok(NewDevice { name, discreet, endpoint: endpoint.clone(), keys, expires_at })
}

/// The longest name of a device, in characters.
const NAME: usize = 60;

/// All that webhooks are told of, unless they choose: what is for all the world.
pub fn told() -> impl Iterator<Item = Topic> {
    Topic::ALL.iter().copied().filter(|topic| topic.is_public(topic.audience(None)))
}

/// Checks what somebody wants to be told of: the club's news, and declarations.
pub fn topics(topics: &[String]) -> Result<(), Refusal> {
    match topics.iter().find(|topic| !told().any(|one| one.as_str() == topic.as_str())) {
        Some(topic) => {
            let is_news = |topic: &&Topic| topic.audience(None) == Audience::Everybody;
            let news = Topic::ALL.iter().filter(is_news).filter(|topic| topic.thing() != Some(Thing::Case));
            let detail = say!(
                "\"{topic}\" is not told to webhooks; they hear what begins with `case.` or `declaration.`, and: {known}.",
                topic,
                known = Value::list(Join::Commas, news.map(|topic| topic.as_str())),
            );
            Err(Refusal::field("topics", detail))
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_https_unless_the_operator_allows_more() {
        for (url, public, private) in [
            ("https://example.org/hook?x=1", true, true),
            ("http://example.org/hook", false, true),
            ("https://user:word@example.org/", false, false),
            ("ftp://example.org/", false, false),
            ("https://", false, false),
            ("https://localhost/x", false, true),
            ("https://Hook.LOCALHOST.:8443/x", false, true),
            ("https://127.0.0.1/x", false, true),
            ("https://[::1]:8443/x", false, true),
            ("https://192.168.1.7/x", false, true),
            ("https://93.184.216.34/x", true, true),
            ("https://localhost.example.org/x", true, true),
            ("example.org", false, false),
        ] {
            assert_eq!((address(url, false).is_ok(), address(url, true).is_ok()), (public, private), "{url}");
        }
    }

    #[test]
    fn a_browser_is_told_where_its_push_service_is() {
        let point = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
        let now = DateTime::from_timestamp_millis(1_790_000_000_000).unwrap().naive_utc();
        let ending = |endpoint: &str, key: &str, others, expires: f64| {
            let keys = SubscriptionKeys { p256dh: key.to_owned(), auth: "BTBZMqHH6r4Tts7J_aSIgg".to_owned() };
            let asked = Subscription { endpoint: endpoint.to_owned(), expires: Some(expires), keys };
            device(&asked, " My phone ", true, false, others, now)
        };
        let asked = |endpoint: &str, key: &str, others| ending(endpoint, key, others, 1_800_000_000_000.0);
        let new = asked("https://push.example/w/1", point, 9).unwrap();
        assert_eq!((new.name.as_str(), new.discreet), ("My phone", true));
        assert_eq!(new.expires_at.unwrap().to_string(), "2027-01-15 08:00:00");
        assert!(asked("http://push.example/w/1", point, 0).is_err());
        assert!(asked("https://push.example/w/1", "BCVx", 0).is_err());
        assert!(asked("https://push.example/w/1", point, 10).is_err(), "one more than can be");
        for no_time in [1_790_000_000_000.0, 0.0, -1.0, f64::NAN, f64::INFINITY, 1e300, 1e15] {
            assert!(ending("https://push.example/w/1", point, 0, no_time).is_err(), "{no_time}");
        }
    }

    #[test]
    fn only_what_is_for_all_the_world_is_told_to_webhooks() {
        let may = |topic: &str| topics(&[topic.to_owned()]).is_ok();
        assert!(topics(&[]).is_ok() && may("case.decided") && may("declaration.published") && may("session.added"));
        assert!(told().all(|topic| may(topic.as_str())), "what the form lists");
        for not in ["password.changed", "report.made", "webhook.tested", "case.adjourned", ""] {
            assert!(!may(not), "{not}");
        }
    }
}
