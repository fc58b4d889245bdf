//! Actions: rotating the keys that sign access tokens.

use serde::Deserialize;
use serde_json::json;

use crate::action::{Action, By, Deed, Record};
use crate::audit::Word;
use crate::auth::security_log::{self, Happened, SecurityEvent};
use crate::auth::{secret, store};
use crate::db::Tx;
use crate::error::Error;

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RotateRequest)]
pub struct RotateKeys {
    /// Whether the old keys may have leaked: then their tokens end at once, and everybody's program
    /// refreshes.
    #[serde(default)]
    pub at_once: bool,
}

/// Replaces all keys by a new one. The old ones are valid until their last token has expired, or end at once.
impl Action for RotateKeys {
    /// The new key's number.
    type Done = i64;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<i64>, Error> {
        let id = store::add_signing_key(tx, &secret::random::<32>())?;
        store::retire_signing_keys(tx, id, self.at_once)?;
        security_log::note(tx, Happened { by: by.person(), ..Happened::of(SecurityEvent::KeyTurned) })?;
        let what = json!({ "at_once": self.at_once });
        Ok(Record::of(Word::SigningKeyRotated, format!("signing_key:{id}"), what).done(id))
    }
}
