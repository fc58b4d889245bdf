//! VAPID: each request to a push service is signed by the club's own key (RFC 8292).

use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{NaiveDateTime, TimeDelta};
use diesel::prelude::*;
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use serde::Serialize;
use ureq::http::Uri;

use crate::clock::later;
use crate::db::{Database, Db, schema::push_keys};
use crate::error::Error;

/// How long a signature is good for; push services take no more than a day.
const GOOD_FOR: TimeDelta = TimeDelta::hours(12);

/// The key that the club signs with, as PKCS #8.
pub struct Key(Vec<u8>);

impl Key {
    /// The club's own. A club that was just put back to a backup of a version without one has none until the next start.
    pub fn of_the_club(db: &mut Db) -> Result<Option<Key>, Error> {
        let secret: Option<Vec<u8>> =
            push_keys::table.order(push_keys::id.desc()).select(push_keys::secret).first(db).optional()?;
        Ok(secret.map(Key))
    }

    /// Its public half, as browsers take it (`applicationServerKey`).
    pub fn public(&self) -> Result<String, Error> {
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &self.0).map_err(Error::internal)?;
        Ok(URL_SAFE_NO_PAD.encode(pair.public_key()))
    }

    /// The `Authorization` header of a request to this endpoint, with the club's `contact`.
    pub fn authorization(&self, endpoint: &str, contact: &str, now: NaiveDateTime) -> Result<String, Error> {
        #[derive(Serialize)]
        struct Claims<'a> {
            aud: String,
            exp: i64,
            sub: &'a str,
        }
        let aud = origin(endpoint).ok_or_else(|| Error::internal("a device without an address"))?;
        let claims = Claims { aud, exp: later(now, GOOD_FOR).and_utc().timestamp(), sub: contact };
        let token = jsonwebtoken::encode(&Header::new(Algorithm::ES256), &claims, &EncodingKey::from_ec_der(&self.0));
        Ok(format!("vapid t={}, k={}", token.map_err(Error::internal)?, self.public()?))
    }
}

/// Scheme and host of an address.
fn origin(endpoint: &str) -> Option<String> {
    let uri: Uri = endpoint.parse().ok()?;
    Some(format!("{}://{}", uri.scheme_str()?, uri.authority()?))
}

/// Makes the key where there is none yet.
pub fn ensure(db: &Database) -> Result<(), Error> {
    if db.read_now(Key::of_the_club)?.is_some() {
        return Ok(());
    }
    let fresh = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new());
    let fresh = fresh.map_err(Error::internal)?;
    db.write_now(move |tx| {
        // Another replica may have been first.
        if Key::of_the_club(tx.db)?.is_none() {
            let row = (push_keys::secret.eq(fresh.as_ref()), push_keys::created_at.eq(tx.now));
            diesel::insert_into(push_keys::table).values(row).execute(tx.db)?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_for_the_push_service_alone() {
        let service = |endpoint| origin(endpoint);
        assert_eq!(service("https://push.example/w/abc?d=1").as_deref(), Some("https://push.example"));
        assert_eq!(service("https://push.example:8443/w").as_deref(), Some("https://push.example:8443"));
        assert_eq!(service("/w"), None);
    }
}
