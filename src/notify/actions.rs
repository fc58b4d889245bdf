//! Actions: adding and removing webhooks, changing their secrets, sending a test message.

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{WebhookId, fan_out, rules, webhooks};
use crate::action::{Action, By, Deed, Record};
use crate::audit::Word;
use crate::db::Tx;
use crate::error::{Error, Refusal};

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewWebhook {
    /// `https://…`
    pub url: String,
    /// The topics to be told of; all of the club's news and the declarations, if none are given.
    #[serde(default)]
    pub topics: Vec<String>,
}

#[derive(Serialize, utoipa::ToSchema)]
pub struct WebhookSecret {
    id: WebhookId,
    /// `whsec_…`: shown this once. It signs every request, as the Standard Webhooks convention has it.
    pub secret: String,
}

fn record(word: Word, id: WebhookId, what: serde_json::Value) -> Record {
    Record::of(word, format!("webhook:{id}"), what)
}

/// Has another program told the club's news.
pub struct AddWebhook {
    pub new: NewWebhook,
    /// Whether the operator lets addresses be used that are not public.
    pub private_addresses: bool,
}

impl Action for AddWebhook {
    type Done = WebhookSecret;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<WebhookSecret>, Error> {
        let mut wrong = Vec::new();
        let url = Refusal::keep(rules::address(&self.new.url, self.private_addresses), &mut wrong);
        Refusal::keep(rules::topics(&self.new.topics), &mut wrong);
        Refusal::together(wrong)?;
        let secret = webhooks::fresh_secret();
        let id = webhooks::add(tx, by.somebody()?.person, &url, &self.new.topics, &secret)?;
        let record = record(Word::WebhookAdded, id, json!({ "url": url, "topics": self.new.topics }));
        Ok(record.done(WebhookSecret { id, secret: webhooks::spoken(&secret) }))
    }
}

/// Gives a webhook a new secret. Requests carry signatures by both for a day.
pub struct ChangeSecret(pub WebhookId);

impl Action for ChangeSecret {
    type Done = WebhookSecret;

    fn carry_out(&self, tx: &mut Tx, _: &By) -> Result<Deed<WebhookSecret>, Error> {
        let (id, secret) = (webhooks::known(tx.db, self.0)?.id, webhooks::fresh_secret());
        webhooks::rotate(tx, id, &secret)?;
        let fresh = WebhookSecret { id, secret: webhooks::spoken(&secret) };
        Ok(record(Word::WebhookSecretChanged, id, json!({})).done(fresh))
    }
}

/// Sends a webhook a message, whatever it hears of otherwise.
pub struct TryWebhook(pub WebhookId);

impl Action for TryWebhook {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, _: &By) -> Result<Deed<()>, Error> {
        let id = webhooks::known(tx.db, self.0)?.id;
        fan_out::try_out(tx, id)?;
        Ok(record(Word::WebhookTested, id, json!({})).done(()))
    }
}

/// Tells a webhook nothing more.
pub struct EndWebhook(pub WebhookId);

impl Action for EndWebhook {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, _: &By) -> Result<Deed<()>, Error> {
        let id = webhooks::known(tx.db, self.0)?.id;
        webhooks::end(tx, id)?;
        Ok(record(Word::WebhookEnded, id, json!({})).done(()))
    }
}
