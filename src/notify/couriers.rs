//! What carries messages out of the service, as the operator has set it up.

use std::collections::HashMap;

use diesel::prelude::*;
use serde_json::{Value, json};

use super::fan_out::WaysOut;
use super::mail::Mail;
use super::outside::{Outside, Reach};
use super::worker::{Failure, Message};
use super::{Channel, inbox, text, webhooks};
use crate::config::Config;
use crate::db::{
    Database, Db,
    schema::{accounts, people},
};
use crate::error::Error;
use crate::id::PersonId;

pub struct Couriers {
    mail: Option<Mail>,
    /// The webhook of the club's Discord channel: the operator's own choice of address.
    discord: Option<(String, Outside)>,
    /// To addresses that others chose.
    webhooks: Outside,
    url: String,
}

impl Couriers {
    pub fn open(config: &Config) -> Result<Couriers, Error> {
        let reach = if config.webhooks_to_private_addresses { Reach::Anywhere } else { Reach::PublicOnly };
        Ok(Couriers {
            mail: Mail::open(config)?,
            discord: config.discord.clone().map(|url| (url, Outside::new(Reach::Anywhere))),
            webhooks: Outside::new(reach),
            url: config.url.clone(),
        })
    }

    /// Carries a message by its channel.
    pub fn deliver(&self, db: &Database, message: &Message) -> Result<(), Failure> {
        match message.channel {
            Channel::InApp => {
                let ways = WaysOut { email: self.mail.is_some(), discord: self.discord.is_some() };
                inbox::deliver(db, message, ways).map_err(|error| Failure::Temporary(error.to_string()))
            }
            Channel::Email => self.write_to_its_reader(db, message),
            Channel::Discord => self.post_to_discord(message),
            Channel::Webhook => webhooks::deliver(db, &self.webhooks, message),
        }
    }

    fn write_to_its_reader(&self, db: &Database, message: &Message) -> Result<(), Failure> {
        let missing = |what: &str| Failure::Temporary(what.to_owned());
        let mail = self.mail.as_ref().ok_or_else(|| missing("no mail server is set up (ROOKERY_SMTP)"))?;
        let reader = message.recipient.ok_or_else(|| Failure::Permanent("a letter to nobody".to_owned()))?;
        let payload = payload(message);
        let named = text::people(&payload, reader);
        let known = db.read_now(move |db| Ok((address(db, reader)?, names(db, &named)?)));
        let (address, names) = known.map_err(|error| Failure::Temporary(error.to_string()))?;
        let address =
            address.ok_or_else(|| Failure::Permanent("the reader has no e-mail address any more".to_owned()))?;
        let letter = text::body(&message.topic, &payload, &names, reader, message.audience, &self.url);
        mail.send(&address, message, &text::subject(&message.topic), letter)
    }

    /// Discord is told that something happened and where it can be read. Names of members stay here.
    fn post_to_discord(&self, message: &Message) -> Result<(), Failure> {
        let missing = || Failure::Temporary("no Discord channel is set up (ROOKERY_DISCORD)".to_owned());
        let (url, outside) = self.discord.as_ref().ok_or_else(missing)?;
        let acts = text::acts(&payload(message)).map(|acts| format!(" (Act {acts})")).unwrap_or_default();
        let content = format!("{}{acts}: {}", text::subject(&message.topic), self.url);
        let body = json!({ "content": content, "allowed_mentions": { "parse": [] } }).to_string();
        match outside.post(url, &[], body.as_bytes()) {
            Ok(200..=299) => Ok(()),
            // It knows neither the address nor its secret, and will not tomorrow.
            Ok(status @ (401 | 403 | 404)) => Err(Failure::Permanent(format!("Discord answered {status}"))),
            Ok(status) => Err(Failure::Temporary(format!("Discord answered {status}"))),
            Err(why) => Err(Failure::Temporary(why)),
        }
    }
}

fn payload(message: &Message) -> Value {
    serde_json::from_str(&message.payload).unwrap_or_default()
}

fn address(db: &mut Db, person: PersonId) -> Result<Option<String>, Error> {
    let address: Option<Option<String>> = accounts::table.find(person).select(accounts::email).first(db).optional()?;
    Ok(address.flatten())
}

fn names(db: &mut Db, named: &[PersonId]) -> Result<HashMap<PersonId, String>, Error> {
    let ids: Vec<i64> = named.iter().map(|person| person.0).collect();
    let rows: Vec<(PersonId, String)> =
        people::table.filter(people::id.eq_any(ids)).select((people::id, people::name)).load(db)?;
    Ok(rows.into_iter().collect())
}
