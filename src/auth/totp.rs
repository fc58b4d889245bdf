//! The second factor: six-digit codes from an authenticator (TOTP), each valid once. Pure.

use chrono::NaiveDateTime;
use totp_rs::{Builder, Secret, Totp};

/// Bytes of a secret, as RFC 4226 recommends.
pub const SECRET: usize = 20;

fn totp(secret: &[u8], account: &str) -> Option<Totp> {
    Builder::new().with_secret(secret.to_vec()).with_account_name(account).with_issuer(Some("Rookery")).build().ok()
}

/// The address that an authenticator app takes (`otpauth://totp/…`).
pub fn address(secret: &[u8], handle: &str) -> Option<String> {
    totp(secret, handle)?.to_url().ok()
}

/// The secret as people type it into an app.
pub fn base32(secret: &[u8]) -> Option<String> {
    Some(totp(secret, "x")?.secret().to_base32())
}

/// A typed secret; `None` if it is invalid.
pub fn from_base32(text: &str) -> Option<Vec<u8>> {
    Some(Secret::try_from_base32(text).ok()?.as_bytes().to_vec())
}

/// The step of a right code; `None` if it is wrong, or not newer than the last step that was
/// used, so that a code seen over a shoulder is worth nothing (RFC 6238, 5.2).
pub fn step(secret: &[u8], code: &str, now: NaiveDateTime, last: i64) -> Option<i64> {
    let code: String = code.chars().filter(|digit| !digit.is_whitespace()).collect();
    if code.len() != 6 || !code.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let now = u64::try_from(now.and_utc().timestamp()).ok()?;
    let step = totp(secret, "x")?.check(&code, now)?;
    i64::try_from(step).ok().filter(|step| *step > last)
}

/// The code of an instant, as the app shows it.
pub fn code(secret: &[u8], at: NaiveDateTime) -> Option<String> {
    let at = u64::try_from(at.and_utc().timestamp()).ok()?;
    Some(totp(secret, "x")?.generate(at).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeDelta;

    const KEY: &[u8] = b"12345678901234567890";

    fn at(seconds: i64) -> NaiveDateTime {
        chrono::DateTime::from_timestamp(seconds, 0).unwrap().naive_utc()
    }

    #[test]
    fn codes_are_those_of_the_standard() {
        // RFC 6238, appendix B, the last six digits.
        for (seconds, expected) in [(59, "287082"), (1_111_111_109, "081804"), (1_234_567_890, "005924")] {
            assert_eq!(code(KEY, at(seconds)).unwrap(), expected);
            assert_eq!(step(KEY, expected, at(seconds), 0), Some(seconds / 30));
        }
    }

    #[test]
    fn a_code_is_good_for_a_step_either_way_and_only_once() {
        let noon = at(1_800_000_000);
        let now = code(KEY, noon).unwrap();
        let used = step(KEY, &now, noon, 0).unwrap();
        assert_eq!(step(KEY, &now, noon, used), None, "used before");
        assert_eq!(step(KEY, &now, noon + TimeDelta::seconds(30), 0), Some(used));
        assert_eq!(step(KEY, &now, noon + TimeDelta::seconds(60), 0), None);
        for wrong in ["", "12345", "1234567", "abcdef", "٣٤٥٦٧٨"] {
            assert_eq!(step(KEY, wrong, noon, 0), None, "{wrong}");
        }
    }

    #[test]
    fn an_authenticator_is_given_an_address() {
        let address = address(KEY, "ann").unwrap();
        assert!(address.starts_with("otpauth://totp/Rookery:ann?secret="), "{address}");
        assert!(base32(KEY).is_some_and(|text| text.starts_with("GEZDGNBVGY3TQOJQ")));
    }
}
