//! Secrets that the service hands out: made of fresh randomness, kept only as hashes.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

/// Letters and digits that are not mistaken for one another when read aloud or typed.
const ALPHABET: &[u8; 32] = b"ABCDEFGHJKMNPQRSTVWXYZ0123456789";
/// Characters of a code by which people sign up, which is read out in a room: 40 bits, and tries are counted (`throttle`).
pub const SPOKEN: usize = 8;
/// Characters of a code that is typed from paper and soon ends: 80 bits, so that none can be found by trying.
pub const TYPED: usize = 16;
/// Characters of a recovery code, which is valid for years: 140 bits, so that it cannot be found from its hash.
pub const LONG: usize = 28;

/// Bytes of a generator for cryptography, which the operating system seeds.
pub fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    rand::fill(&mut bytes);
    bytes
}

/// The stored hash of a secret. Secrets are random, so a plain hash is enough.
pub fn hash(secret: &[u8]) -> Vec<u8> {
    Sha256::digest(secret).to_vec()
}

pub fn encode(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

pub fn decode(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text).ok()
}

/// A code for people to type: `ABCD-EFGH-JKMN-PQRS`.
#[derive(Clone)]
pub struct Code(String);

impl Code {
    pub fn new<const N: usize>(randomness: [u8; N]) -> Code {
        let letters = randomness.map(|byte| char::from(ALPHABET[usize::from(byte % 32)]));
        let groups: Vec<String> = letters.chunks(4).map(|group| group.iter().collect()).collect();
        Code(groups.join("-"))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The hash of a code as somebody typed it: case, blanks and dashes do not matter.
    pub fn hash(typed: &str) -> Vec<u8> {
        let letters: String = typed
            .chars()
            .filter(|letter| !letter.is_whitespace() && *letter != '-')
            .map(|letter| match letter.to_ascii_uppercase() {
                'O' => '0',
                'I' | 'L' => '1',
                other => other,
            })
            .collect();
        hash(letters.as_bytes())
    }
}

/// A refresh token: the family it belongs to, and the one secret of it that is good now.
pub struct Refresh {
    pub family: Vec<u8>,
    pub secret: Vec<u8>,
}

impl Refresh {
    pub fn new() -> Refresh {
        Refresh { family: random::<16>().to_vec(), secret: random::<32>().to_vec() }
    }

    /// The next token of the same family.
    pub fn next(&self) -> Refresh {
        Refresh { family: self.family.clone(), secret: random::<32>().to_vec() }
    }

    pub fn text(&self) -> String {
        encode(&[self.family.as_slice(), self.secret.as_slice()].concat())
    }

    pub fn parse(text: &str) -> Option<Refresh> {
        let bytes = decode(text).filter(|bytes| bytes.len() == 48)?;
        let (family, secret) = bytes.split_at(16);
        Some(Refresh { family: family.to_vec(), secret: secret.to_vec() })
    }
}

impl Default for Refresh {
    fn default() -> Refresh {
        Refresh::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_known_again_however_it_is_typed() {
        let code = Code::new([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 22, 23, 31, 255, 64]);
        assert_eq!(code.as_str(), "ABCD-EFGH-JKM0-199A");
        for typed in ["ABCD-EFGH-JKM0-199A", "abcdefghjkm0199a", " abcd efgh jkmO-L99a ", "ABCDEFGHJKMO-I99A"] {
            assert_eq!(Code::hash(typed), Code::hash(code.as_str()), "{typed}");
        }
        assert_ne!(Code::hash("ABCD-EFGH-JKM0-199B"), Code::hash(code.as_str()));
    }

    #[test]
    fn a_refresh_token_is_read_as_it_was_written() {
        let token = Refresh::new();
        let read = Refresh::parse(&token.text()).unwrap();
        assert_eq!((read.family, read.secret), (token.family.clone(), token.secret.clone()));
        assert_eq!(token.next().family, token.family);
        assert_ne!(token.next().secret, token.secret);
        for text in ["", "x", "not base64 at all!", &encode(&[1; 47])] {
            assert!(Refresh::parse(text).is_none(), "{text}");
        }
    }
}
