//! What a webhook may be told, and where. Pure.

use rookery_messages::{Join, Value, say};

use super::{Audience, Topic};
use crate::error::Refusal;
use crate::web::places::Thing;

/// Checks an address that somebody wants to be told at.
pub fn address(text: &str, private_allowed: bool) -> Result<String, Refusal> {
    let url = text.trim();
    let scheme_fits = url.starts_with("https://") || (private_allowed && url.starts_with("http://"));
    let host = url.parse::<ureq::http::Uri>().ok().and_then(|uri| uri.host().map(str::to_owned));
    if scheme_fits && url.len() <= 1_000 && !url.contains('@') && host.is_some_and(|host| !host.is_empty()) {
        return Ok(url.to_owned());
    }
    let detail =
        say!("A webhook has an https:// address. It has at most 1000 characters and no name or password in it.");
    Err(Refusal::field("url", detail))
}

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
            ("example.org", false, false),
        ] {
            assert_eq!((address(url, false).is_ok(), address(url, true).is_ok()), (public, private), "{url}");
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
