//! The delivery channels that the operator has configured.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use rookery_messages::say;
use serde_json::json;

use super::fan_out::WaysOut;
use super::mail::Mail;
use super::outbound::{self, Outbound, Reach};
use super::push::{self, Pusher};
use super::worker::{Failure, Message};
use super::{Channel, inbox, text, webhooks};
use crate::club::Club;
use crate::config::Config;
use crate::db::{Database, Db, schema::accounts};
use crate::error::Error;
use crate::id::PersonId;
use crate::web::catalogue::Language;

/// A letter to one reader, in plain text.
pub struct Letter {
    /// Whose letter it is: the club's name.
    pub club: String,
    pub subject: String,
    pub text: String,
}

/// Writes a message to a reader as the pages would tell it; the text is the club's address.
pub type LetterWriter = fn(&mut Db, &Message, PersonId, &str) -> Result<Letter, Error>;

/// What writes a message as its reader is to have it, in their language.
#[derive(Clone, Copy)]
pub struct Writers {
    pub letter: LetterWriter,
    pub push: push::Writer,
}

pub struct Couriers {
    writers: Writers,
    mail: Option<Mail>,
    /// The webhook of the club's Discord channel: the operator's own choice of address.
    discord: Option<(String, Outbound)>,
    /// To addresses that others chose: webhooks, and push services.
    chosen: Outbound,
    has_push: bool,
    url: String,
}

impl Couriers {
    pub fn open(config: &Config, writers: Writers) -> Result<Couriers, Error> {
        let reach = if config.webhooks_to_private_addresses { Reach::Anywhere } else { Reach::PublicOnly };
        Ok(Couriers {
            writers,
            mail: Mail::open(config)?,
            discord: config.discord.clone().map(|url| (url, Outbound::new(Reach::Anywhere))),
            chosen: Outbound::new(reach),
            has_push: config.push,
            url: config.url.clone(),
        })
    }

    /// Whether letters can be sent.
    pub fn has_mail(&self) -> bool {
        self.mail.is_some()
    }

    /// Sends the way to a new password at once, past the outbox, which keeps what it carries: only its reader may know it.
    pub fn send_code(
        &self,
        club: &Club,
        to: &str,
        language: Option<&str>,
        link: &str,
        now: NaiveDateTime,
    ) -> Result<(), Failure> {
        let mail = self.mail.as_ref().ok_or_else(no_mail)?;
        let language = language.and_then(Language::tagged).unwrap_or_default();
        let text = language.t("letter-reset").with("link", link).to_string();
        let club = club.name().to_owned();
        let letter = Letter { club, subject: language.t("reset").to_string(), text };
        mail.send(to, &mail.id("code", now), now, letter)
    }

    pub(super) fn ways_out(&self) -> WaysOut {
        WaysOut { email: self.mail.is_some(), discord: self.discord.is_some(), push: self.has_push }
    }

    /// Carries a message by its channel.
    pub fn deliver(&self, db: &Database, message: &Message) -> Result<(), Failure> {
        match message.channel {
            Channel::InApp => inbox::deliver(db, message, self.ways_out()).map_err(Failure::temporary),
            Channel::Email => self.write_to_its_reader(db, message),
            Channel::Discord => self.post_to_discord(message),
            Channel::Webhook => webhooks::deliver(db, &self.chosen, message),
            Channel::Push => {
                Pusher { outbound: &self.chosen, writer: self.writers.push, url: &self.url }.deliver(db, message)
            }
        }
    }

    fn write_to_its_reader(&self, db: &Database, message: &Message) -> Result<(), Failure> {
        let mail = self.mail.as_ref().ok_or_else(no_mail)?;
        let reader = message.recipient.ok_or_else(|| Failure::Permanent(say!("a letter to nobody")))?;
        let (asked, writer, url) = (message.clone(), self.writers.letter, self.url.clone());
        let known = db.read_now(move |db| Ok((address(db, reader)?, writer(db, &asked, reader, &url)?)));
        let (address, letter) = known.map_err(Failure::temporary)?;
        let address = address.ok_or_else(|| Failure::Permanent(say!("the reader has no e-mail address any more")))?;
        mail.send(&address, &mail.id(message.id, message.created_at), message.created_at, letter)
    }

    /// Discord is told that something happened and where it can be read. Names of members stay here.
    fn post_to_discord(&self, message: &Message) -> Result<(), Failure> {
        let missing = || Failure::Temporary(say!("no Discord channel is set up (ROOKERY_DISCORD)"));
        let (url, way) = self.discord.as_ref().ok_or_else(missing)?;
        let payload = message.body().unwrap_or_default();
        let acts = text::acts(&payload).join(", ");
        let acts = if acts.is_empty() { acts } else { format!(" (Act {acts})") };
        let content = format!("{}{acts}: {}", Language::English.topic(&message.topic), self.url);
        let body = json!({ "content": content, "allowed_mentions": { "parse": [] } }).to_string();
        let answered = |status: u16| say!("Discord answered {status}", status);
        match way.post(url, &[outbound::json()], body.as_bytes()) {
            Ok(200..=299) => Ok(()),
            // It knows neither the address nor its secret, and will not tomorrow.
            Ok(status @ (401 | 403 | 404)) => Err(Failure::Permanent(answered(status))),
            Ok(status) => Err(Failure::Temporary(answered(status))),
            Err(why) => Err(Failure::Unanswered(why)),
        }
    }
}

fn no_mail() -> Failure {
    Failure::Temporary(say!("no mail server is set up (ROOKERY_SMTP)"))
}

fn address(db: &mut Db, person: PersonId) -> Result<Option<String>, Error> {
    let address: Option<Option<String>> = accounts::table.find(person).select(accounts::email).first(db).optional()?;
    Ok(address.flatten())
}
