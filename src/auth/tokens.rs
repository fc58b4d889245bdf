//! Access tokens: short-lived, signed, and only a hint at who calls; the database decides the rest.

use chrono::{NaiveDateTime, TimeDelta};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::id::PersonId;

/// How long an access token is good for.
pub const ACCESS: TimeDelta = TimeDelta::minutes(10);
/// How long a refresh token is good for, if it is not used.
pub const REFRESH: TimeDelta = TimeDelta::days(30);
const AUDIENCE: &str = "rookery";
const KIND: &str = "at+jwt";

/// A key that signs tokens; the newest unretired one signs, all unretired ones verify.
#[derive(Clone, Debug)]
pub struct SigningKey {
    pub id: i64,
    pub secret: Vec<u8>,
}

/// What an access token says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Claims {
    pub iss: String,
    pub aud: String,
    pub sub: PersonId,
    /// The account's generation: raised, it ends every older token.
    pub generation: i64,
    pub iat: i64,
    pub exp: i64,
}

/// Signs an access token.
pub fn issue(
    key: &SigningKey,
    issuer: &str,
    person: PersonId,
    generation: i64,
    now: NaiveDateTime,
) -> Result<String, Error> {
    let iat = now.and_utc().timestamp();
    let claims = Claims {
        iss: issuer.to_owned(),
        aud: AUDIENCE.to_owned(),
        sub: person,
        generation,
        iat,
        exp: iat + ACCESS.num_seconds(),
    };
    let header = Header { typ: Some(KIND.into()), kid: Some(key.id.to_string()), ..Header::new(Algorithm::HS256) };
    jsonwebtoken::encode(&header, &claims, &EncodingKey::from_secret(&key.secret)).map_err(Error::internal)
}

/// Reads an access token; nothing where it is not ours, not of this kind, or no longer good.
pub fn read(token: &str, keys: &[SigningKey], issuer: &str, now: NaiveDateTime) -> Option<Claims> {
    let header = jsonwebtoken::decode_header(token).ok()?;
    if header.typ.as_deref() != Some(KIND) {
        return None;
    }
    let key = keys.iter().find(|key| Some(key.id.to_string()) == header.kid)?;
    let mut validation = Validation::new(Algorithm::HS256);
    validation.set_audience(&[AUDIENCE]);
    validation.set_issuer(&[issuer]);
    // The clock passed in decides, not the library's.
    validation.validate_exp = false;
    let claims =
        jsonwebtoken::decode::<Claims>(token, &DecodingKey::from_secret(&key.secret), &validation).ok()?.claims;
    let now = now.and_utc().timestamp();
    (claims.iat <= now + 60 && now < claims.exp).then_some(claims)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(id: i64) -> SigningKey {
        SigningKey { id, secret: vec![id as u8; 32] }
    }

    fn noon() -> NaiveDateTime {
        "2026-11-20T12:00:00".parse().unwrap()
    }

    #[test]
    fn a_token_is_read_until_it_expires() {
        let token = issue(&key(1), "club", PersonId(7), 3, noon()).unwrap();
        let claims = read(&token, &[key(1), key(2)], "club", noon()).unwrap();
        assert_eq!((claims.sub, claims.generation), (PersonId(7), 3));
        assert!(read(&token, &[key(1)], "club", noon() + ACCESS - TimeDelta::seconds(1)).is_some());
        assert!(read(&token, &[key(1)], "club", noon() + ACCESS).is_none());
    }

    #[test]
    fn other_keys_issuers_kinds_and_times_are_refused() {
        let token = issue(&key(1), "club", PersonId(7), 3, noon()).unwrap();
        assert!(read(&token, &[key(2)], "club", noon()).is_none());
        assert!(read(&token, &[SigningKey { id: 1, secret: vec![9; 32] }], "club", noon()).is_none());
        assert!(read(&token, &[key(1)], "another club", noon()).is_none());
        assert!(read(&token, &[key(1)], "club", noon() - TimeDelta::minutes(2)).is_none());
        let claims =
            Claims { iss: "club".into(), aud: AUDIENCE.into(), sub: PersonId(7), generation: 3, iat: 0, exp: i64::MAX };
        let header = Header { kid: Some("1".into()), ..Header::new(Algorithm::HS256) };
        let plain = jsonwebtoken::encode(&header, &claims, &EncodingKey::from_secret(&key(1).secret)).unwrap();
        assert!(read(&plain, &[key(1)], "club", noon()).is_none(), "typ must be at+jwt");
    }
}
