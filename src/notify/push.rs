//! Web Push (RFC 8030): messages on phones and in browsers, for those who subscribed. They go through the browser's push
//! service, which cannot read them.

pub mod devices;
pub mod sealing;
pub mod vapid;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use rookery_messages::say;
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::worker::{Failure, Message};
use super::{Outbound, Topic};
use crate::clock::later;
use crate::db::{Database, Db};
use crate::error::Error;
use crate::id::PersonId;
use devices::Target;
use sealing::Keys;
use vapid::Key;

/// The most devices of one person.
pub const MOST: usize = 10;
/// The bytes of every message before it is encrypted, so that its length says nothing of it.
const LENGTH: usize = 2_048;
/// Letters that name what a message takes the place of (RFC 8030, section 5.4).
const TOPIC: usize = 32;

/// A message as a device shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Pushed {
    pub title: String,
    pub body: String,
    /// The page that it leads to.
    pub place: String,
    /// What it is about: a later message about the same takes its place.
    pub thing: String,
}

/// Writes a message for a device of its reader, who may want it to say only that there is something.
pub type Writer = fn(&mut Db, &Message, PersonId, bool) -> Result<Pushed, Error>;

/// How long a message is worth showing, and whether a sleeping phone is woken for it.
fn worth(topic: Option<Topic>) -> (TimeDelta, &'static str) {
    match topic {
        Some(topic) if topic.hurries() => (TimeDelta::minutes(15), "high"),
        Some(topic) if topic.cannot_wait() => (TimeDelta::days(1), "high"),
        _ => (TimeDelta::days(1), "normal"),
    }
}

/// Carries messages to push services.
#[derive(Clone, Copy)]
pub struct Pusher<'a> {
    pub outbound: &'a Outbound,
    pub writer: Writer,
    /// The club's own address: the contact that push services are given (RFC 8292, section 2.1).
    pub url: &'a str,
}

impl Pusher<'_> {
    /// Tells a device something; one that its push service knows no longer is told nothing more.
    pub fn deliver(self, db: &Database, message: &Message) -> Result<(), Failure> {
        let over = || Failure::Over(say!("messages were switched off on this device"));
        let (device, reader) = message.device.zip(message.recipient).ok_or_else(over)?;
        let (now, writer, asked) = (db.clock().now(), self.writer, message.clone());
        let known = db.read_now(move |db| {
            let Some((target, key)) = devices::target(db, device, now)?.zip(Key::of_the_club(db)?) else {
                return Ok(None);
            };
            let pushed = writer(db, &asked, reader, target.discreet)?;
            Ok(Some((target, pushed, key)))
        });
        let (target, pushed, key) = known.map_err(Failure::temporary)?.ok_or_else(over)?;
        let (worth, urgency) = worth(Topic::of(&message.topic));
        let left = later(message.created_at, worth) - now;
        if left <= TimeDelta::zero() {
            return Err(Failure::Over(say!("it was too late to show this on a phone")));
        }
        let Target { endpoint, public_key, auth, .. } = target;
        let mut text = serde_json::to_vec(&pushed).map_err(Failure::temporary)?;
        text.resize(text.len().max(LENGTH), b' ');
        let body = sealing::seal(&text, &Keys { public_key, auth });
        let mut replaced = URL_SAFE_NO_PAD.encode(Sha256::digest(&pushed.thing));
        replaced.truncate(TOPIC);
        let headers = [
            ("Content-Type", "application/octet-stream".to_owned()),
            ("Content-Encoding", "aes128gcm".to_owned()),
            ("TTL", left.num_seconds().to_string()),
            ("Urgency", urgency.to_owned()),
            ("Topic", replaced),
            ("Authorization", key.authorization(&endpoint, self.url, now).map_err(Failure::temporary)?),
        ];
        let answered = |status: u16| say!("the push service answered {status}", status);
        match self.outbound.post(&endpoint, &headers, &body.map_err(Failure::temporary)?) {
            Ok(200..=299) => Ok(()),
            Ok(status @ (404 | 410)) => {
                db.write_now(move |tx| devices::lose(tx, device)).map_err(Failure::temporary)?;
                Err(Failure::Over(answered(status)))
            }
            // This device has had too much of late, and others have not.
            Ok(status @ 429) => Err(Failure::Temporary(answered(status))),
            // It has too much to do for anybody.
            Ok(status @ 500..=599) => Err(Failure::Unanswered(answered(status))),
            Ok(status) => Err(Failure::Permanent(answered(status))),
            Err(why) => Err(Failure::Unanswered(why)),
        }
    }
}

/// The queue of an address: its push service's.
pub(super) fn receiver(endpoint: &str) -> String {
    let host = endpoint.parse::<ureq::http::Uri>().ok().and_then(|uri| uri.host().map(str::to_owned));
    format!("push:{}", host.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_over_soon_is_not_shown_late() {
        assert_eq!(worth(Some(Topic::TableBegun)), (TimeDelta::minutes(15), "high"));
        assert_eq!(worth(Some(Topic::TableYourTurn)), (TimeDelta::days(1), "high"));
        assert_eq!(worth(Some(Topic::GameVoided)), (TimeDelta::days(1), "normal"));
    }

    #[test]
    fn each_push_service_has_its_own_queue() {
        assert_eq!(receiver("https://push.example/w/1?x=2"), "push:push.example");
    }
}
