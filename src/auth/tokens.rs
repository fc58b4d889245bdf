//! Access tokens: short-lived and signed. A token only names a sign-in; the database decides what
//! it may do.

use chrono::{NaiveDateTime, TimeDelta};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::id::PersonId;

/// How long an access token is good for.
pub const ACCESS: TimeDelta = TimeDelta::minutes(10);
/// How long a refresh token is good for, if it is not used.
pub const REFRESH: TimeDelta = TimeDelta::days(30);
/// How long a sign-in lasts at the most, however often its refresh token is used.
pub const LONGEST: TimeDelta = TimeDelta::days(90);
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
    /// The sign-in that the token belongs to; ended, it ends its tokens.
    pub sid: i64,
    pub iat: i64,
    pub exp: i64,
}

/// Signs an access token that is good for so long: the service's for [`ACCESS`].
pub fn issue(
    key: &SigningKey,
    issuer: &str,
    person: PersonId,
    sign_in: i64,
    now: NaiveDateTime,
    good_for: TimeDelta,
) -> Result<String, Error> {
    let iat = now.and_utc().timestamp();
    let claims = Claims {
        iss: issuer.to_owned(),
        aud: AUDIENCE.to_owned(),
        sub: person,
        sid: sign_in,
        iat,
        exp: iat + good_for.num_seconds(),
    };
    let header = Header { typ: Some(KIND.into()), kid: Some(key.id.to_string()), ..Header::new(Algorithm::HS256) };
    jsonwebtoken::encode(&header, &claims, &EncodingKey::from_secret(&key.secret)).map_err(Error::internal)
}

/// What a token claims before anything of it is believed: enough to look up what decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claimed {
    pub key: i64,
    pub sign_in: i64,
}

/// The claim of a token, unbelieved; `None` if it is no token of ours.
pub fn claimed(token: &str) -> Option<Claimed> {
    let read = jsonwebtoken::dangerous::insecure_decode::<Claims>(token).ok()?;
    Some(Claimed { key: read.header.kid?.parse().ok()?, sign_in: read.claims.sid })
}

/// Reads an access token; `None` if this key did not sign it, or it is not of this kind, or no
/// longer good.
pub fn read(token: &str, key: &SigningKey, issuer: &str, now: NaiveDateTime) -> Option<Claims> {
    let header = jsonwebtoken::decode_header(token).ok()?;
    if header.typ.as_deref() != Some(KIND) || header.kid != Some(key.id.to_string()) {
        return None;
    }
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
        let token = issue(&key(1), "club", PersonId(7), 3, noon(), ACCESS).unwrap();
        let claims = read(&token, &key(1), "club", noon()).unwrap();
        assert_eq!(claimed(&token), Some(Claimed { key: 1, sign_in: 3 }));
        assert_eq!((claims.sub, claims.sid), (PersonId(7), 3));
        assert!(read(&token, &key(1), "club", noon() + ACCESS - TimeDelta::seconds(1)).is_some());
        assert!(read(&token, &key(1), "club", noon() + ACCESS).is_none());
    }

    #[test]
    fn other_keys_issuers_kinds_and_times_are_refused() {
        let token = issue(&key(1), "club", PersonId(7), 3, noon(), ACCESS).unwrap();
        assert!(read(&token, &key(2), "club", noon()).is_none());
        assert!(read(&token, &SigningKey { id: 1, secret: vec![9; 32] }, "club", noon()).is_none());
        assert!(read(&token, &key(1), "another club", noon()).is_none());
        assert!(read(&token, &key(1), "club", noon() - TimeDelta::minutes(2)).is_none());
        let claims =
            Claims { iss: "club".into(), aud: AUDIENCE.into(), sub: PersonId(7), sid: 3, iat: 0, exp: i64::MAX };
        let header = Header { kid: Some("1".into()), ..Header::new(Algorithm::HS256) };
        let plain = jsonwebtoken::encode(&header, &claims, &EncodingKey::from_secret(&key(1).secret)).unwrap();
        assert!(read(&plain, &key(1), "club", noon()).is_none(), "typ must be at+jwt");
        for text in ["", "a.b.c", "no token"] {
            assert!(claimed(text).is_none(), "{text}");
        }
    }
}
