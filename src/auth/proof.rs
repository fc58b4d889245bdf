//! Proof of work, asked of unknown devices that sign in while passwords are being guessed. Pure.
//!
//! A challenge is made for one login and sealed, so that the server stores nothing until it is used. A proof is the
//! challenge, a dot and a number such that the SHA-256 hash of the whole text begins with as many zero bits as the
//! challenge says.

use chrono::{NaiveDateTime, TimeDelta};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

use super::secret;

/// How long a challenge can be answered.
pub const GOOD_FOR: TimeDelta = TimeDelta::minutes(10);
/// How much easier a proof may be than those wanted by the time it comes.
const LEEWAY: u8 = 2;
/// Bytes: bits, instant, login, randomness; then the seal.
const SAID: usize = 1 + 8 + 16 + 16;
const SEAL: usize = 16;

/// What has to be worked out for the next try.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Challenge {
    #[serde(rename = "challenge")]
    pub text: String,
    pub bits: u8,
}

fn seal(key: &[u8], said: &[u8]) -> Vec<u8> {
    // A key of any length will do.
    let Ok(mac) = Hmac::<Sha256>::new_from_slice(key) else { return Vec::new() };
    let sum = mac.chain_update(b"proof of work").chain_update(said).finalize().into_bytes();
    sum[..SEAL].to_vec()
}

fn of_login(login: &str) -> Vec<u8> {
    secret::hash(login.as_bytes())[..16].to_vec()
}

/// A challenge for the next try at this login.
pub fn challenge(key: &[u8], login: &str, bits: u8, now: NaiveDateTime, randomness: [u8; 16]) -> Challenge {
    let mut said = vec![bits];
    said.extend(now.and_utc().timestamp().to_be_bytes());
    said.extend(of_login(login));
    said.extend(randomness);
    said.extend(seal(key, &said));
    Challenge { text: secret::encode(&said), bits }
}

/// Whether a proof answers a challenge of ours to this login that is as hard as those wanted now.
pub fn holds(key: &[u8], login: &str, asked: u8, proof: &str, now: NaiveDateTime) -> bool {
    let Some((challenge, _)) = proof.split_once('.') else { return false };
    let Some(bytes) = secret::decode(challenge).filter(|bytes| bytes.len() == SAID + SEAL) else { return false };
    let (said, sealed) = bytes.split_at(SAID);
    // Both are hashed: how they differ tells nothing.
    if secret::hash(&seal(key, said)) != secret::hash(sealed) || said[9..25] != of_login(login) {
        return false;
    }
    let bits = said[0];
    let at = i64::from_be_bytes(said[1..9].try_into().unwrap_or_default());
    let age = now.and_utc().timestamp().saturating_sub(at);
    bits.saturating_add(LEEWAY) >= asked && (0..=GOOD_FOR.num_seconds()).contains(&age) && zeros(proof) >= bits.into()
}

/// The zero bits with which the hash of a text begins.
fn zeros(text: &str) -> u32 {
    let hash = Sha256::digest(text.as_bytes());
    let whole = hash.iter().take_while(|byte| **byte == 0).count();
    whole as u32 * 8 + hash.get(whole).map_or(0, |byte| byte.leading_zeros())
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &[u8] = b"a key of the club's";

    fn noon() -> NaiveDateTime {
        "2026-11-20T12:00:00".parse().unwrap()
    }

    fn solve(text: &str, bits: u32) -> String {
        (0..).map(|number| format!("{text}.{number}")).find(|proof| zeros(proof) >= bits).unwrap()
    }

    #[test]
    fn a_proof_holds_for_its_login_and_its_time() {
        let asked = challenge(KEY, "ann", 8, noon(), [7; 16]);
        let proof = solve(&asked.text, 8);
        assert!(holds(KEY, "ann", 8, &proof, noon()));
        assert!(holds(KEY, "ann", 10, &proof, noon() + GOOD_FOR), "a little harder meanwhile");
        assert!(!holds(KEY, "ann", 11, &proof, noon()));
        assert!(!holds(KEY, "bob", 8, &proof, noon()));
        assert!(!holds(b"another key", "ann", 8, &proof, noon()));
        assert!(!holds(KEY, "ann", 8, &proof, noon() + GOOD_FOR + TimeDelta::seconds(1)));
        assert!(!holds(KEY, "ann", 8, &proof, noon() - TimeDelta::seconds(1)));
        let mut easier = secret::decode(&asked.text).unwrap();
        easier[0] = 0;
        for wrong in ["", ".", "x.1", &format!("{}.0", secret::encode(&easier)), &asked.text] {
            assert!(!holds(KEY, "ann", 0, wrong, noon()), "{wrong}");
        }
    }

    #[test]
    fn zeros_are_counted_in_bits() {
        // Its hash begins with 2cf2, as any program finds.
        assert_eq!(zeros("hello"), 2);
        assert!(zeros(&solve("x", 12)) >= 12);
    }
}
