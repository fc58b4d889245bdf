//! The e-mail channel: plain text over SMTP, by connections that are kept.

use std::time::Duration;

use chrono::NaiveDateTime;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, MessageBuilder};
use lettre::{SmtpTransport, Transport};
use rookery_messages::Message;

use super::Letter;
use super::worker::Failure;
use crate::config::Config;
use crate::error::Error;

/// How long the server may take over each step of a session.
const PATIENCE: Duration = Duration::from_secs(10);
/// Answers that are about our own sign-in at the server, not about the letter.
const SIGN_IN: [u16; 4] = [530, 534, 535, 538];

/// A way to the club's mail server.
pub struct Mail {
    transport: SmtpTransport,
    from: Mailbox,
    /// Whether the operator has said whom letters are from.
    has_own_name: bool,
    /// The host of the service's own address, for what names a message for ever.
    host: String,
}

impl Mail {
    /// `None` if the operator has named no server.
    pub fn open(config: &Config) -> Result<Option<Mail>, Error> {
        let Some(server) = &config.smtp else { return Ok(None) };
        let wrong = |what: &str, error: &dyn std::fmt::Display| Error::Setting(format!("{what}: {error}"));
        let transport = SmtpTransport::from_url(server).map_err(|error| wrong("ROOKERY_SMTP", &error))?;
        let host = host(&config.url).to_owned();
        let has_own_name = config.mail_from.is_some();
        let from = config.mail_from.clone().unwrap_or_else(|| format!("Rookery <rookery@{host}>"));
        let from = from.parse().map_err(|error| wrong("ROOKERY_MAIL_FROM", &error))?;
        Ok(Some(Mail { transport: transport.timeout(Some(PATIENCE)).build(), from, has_own_name, host }))
    }

    /// Sends a letter, which has this Message-ID.
    pub fn send(&self, to: &str, id: &str, at: NaiveDateTime, written: Letter) -> Result<(), Failure> {
        let permanent = |error: &dyn std::fmt::Display| Failure::Permanent(Message::verbatim(error.to_string()));
        let to: Mailbox = to.parse().map_err(|error| permanent(&error))?;
        let mut letter = MessageBuilder::new()
            .from(self.sender(&written.club))
            .to(to)
            .subject(format!("[{}] {}", written.club, written.subject))
            .message_id(Some(id.to_owned()))
            .date(at.and_utc().into())
            .header(ContentType::TEXT_PLAIN)
            .body(written.text)
            .map_err(|error| permanent(&error))?;
        let list = format!("The chess club <club.{}>", self.host);
        for (name, value) in [("List-Id", list.as_str()), ("Auto-Submitted", "auto-generated")] {
            let name = HeaderName::new_from_ascii(name.to_owned()).map_err(|error| permanent(&error))?;
            letter.headers_mut().insert_raw(HeaderValue::new(name, value.to_owned()));
        }
        self.transport.send(&letter).map(drop).map_err(|error| {
            let signs_in = error.status().is_some_and(|code| SIGN_IN.contains(&u16::from(code)));
            let told = Message::verbatim(told(&error));
            match error.status() {
                None => Failure::Unanswered(told),
                Some(_) if error.is_permanent() && !signs_in => Failure::Permanent(told),
                Some(_) => Failure::Temporary(told),
            }
        })
    }

    /// Who a letter is from: as the operator says, else under the club's name.
    fn sender(&self, club: &str) -> Mailbox {
        if self.has_own_name { self.from.clone() } else { Mailbox::new(Some(club.to_owned()), self.from.email.clone()) }
    }

    /// Whether the server takes letters from us: it answers and accepts the sign-in. Nothing is sent.
    pub fn answers(&self) -> Result<(), String> {
        match self.transport.test_connection() {
            Ok(true) => Ok(()),
            Ok(false) => Err("it answers, and then breaks off".to_owned()),
            Err(error) => Err(told(&error)),
        }
    }

    /// What names a letter for ever: sent twice, it has the same.
    pub fn id(&self, number: impl std::fmt::Display, at: NaiveDateTime) -> String {
        format!("<{number}.{}@{}>", at.and_utc().timestamp_micros(), self.host)
    }
}

/// An error with what caused it.
fn told(error: &lettre::transport::smtp::Error) -> String {
    let cause = std::error::Error::source(error).map(|cause| format!(": {cause}")).unwrap_or_default();
    if error.to_string().ends_with(&cause) { error.to_string() } else { format!("{error}{cause}") }
}

/// The host of an address.
fn host(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split(['/', ':']).next().unwrap_or(rest)
}
