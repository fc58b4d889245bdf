//! A message encrypted for one browser alone: RFC 8291, in the form of RFC 8188 (`aes128gcm`).

use aws_lc_rs::aead::{AES_128_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use aws_lc_rs::agreement::{self, ECDH_P256, ParsedPublicKey, ParsedPublicKeyFormat, PrivateKey, UnparsedPublicKey};
use aws_lc_rs::error::Unspecified;
use aws_lc_rs::hkdf::{HKDF_SHA256, KeyType, Prk, Salt};

/// Bytes of a browser's secret.
pub const AUTH: usize = 16;
/// Bytes of a salt.
const SALT: usize = 16;
/// The length of a record, of which a message is one: no push service has to take more.
const RECORD: u32 = 4096;
/// What stands behind the text of the last record.
const LAST: u8 = 2;

/// What a message is encrypted for.
#[derive(Clone, Debug)]
pub struct Keys {
    /// The browser's public key: a point of P-256, uncompressed.
    pub public_key: Vec<u8>,
    pub auth: Vec<u8>,
}

impl Keys {
    /// Whether anything can be encrypted for them.
    pub fn are_sound(&self) -> bool {
        let key = ParsedPublicKey::try_from(UnparsedPublicKey::new(&ECDH_P256, &self.public_key));
        self.auth.len() == AUTH && key.is_ok_and(|key| key.format() == ParsedPublicKeyFormat::Uncompressed)
    }
}

/// Encrypts a text, with a key and a salt that are used this once.
pub fn seal(text: &[u8], keys: &Keys) -> Result<Vec<u8>, Unspecified> {
    let mut salt = [0; SALT];
    rand::fill(&mut salt);
    seal_with(text, keys, &PrivateKey::generate(&ECDH_P256)?, &salt)
}

fn seal_with(text: &[u8], keys: &Keys, own: &PrivateKey, salt: &[u8; SALT]) -> Result<Vec<u8>, Unspecified> {
    let own_public = own.compute_public_key()?;
    let theirs = UnparsedPublicKey::new(&ECDH_P256, &keys.public_key);
    let of_both = agreement::agree(own, theirs, Unspecified, |secret| {
        let parties = [b"WebPush: info\0".as_slice(), &keys.public_key, own_public.as_ref()];
        expand::<32>(&Salt::new(HKDF_SHA256, &keys.auth).extract(secret), &parties)
    })?;
    let of_this = Salt::new(HKDF_SHA256, salt).extract(&of_both);
    let key = expand::<16>(&of_this, &[b"Content-Encoding: aes128gcm\0"])?;
    let nonce = expand::<NONCE_LEN>(&of_this, &[b"Content-Encoding: nonce\0"])?;
    let mut record = [text, &[LAST]].concat();
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key)?);
    key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut record)?;
    let length = u8::try_from(own_public.as_ref().len()).map_err(|_| Unspecified)?;
    Ok([salt, RECORD.to_be_bytes().as_slice(), &[length], own_public.as_ref(), &record].concat())
}

struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn expand<const N: usize>(key: &Prk, info: &[&[u8]]) -> Result<[u8; N], Unspecified> {
    let mut made = [0; N];
    key.expand(info, Length(N))?.fill(&mut made)?;
    Ok(made)
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;

    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        URL_SAFE_NO_PAD.decode(text).unwrap()
    }

    /// The example of RFC 8291, section 5 and appendix A.
    #[test]
    fn a_message_is_encrypted_as_the_standard_has_it() {
        let keys = Keys {
            public_key: bytes(
                "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            ),
            auth: bytes("BTBZMqHH6r4Tts7J_aSIgg"),
        };
        let own = bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw");
        let own = PrivateKey::from_private_key(&ECDH_P256, &own).unwrap();
        let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap();
        let sealed = seal_with(b"When I grow up, I want to be a watermelon", &keys, &own, &salt).unwrap();
        let expected = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8w\
            EqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        assert_eq!(URL_SAFE_NO_PAD.encode(&sealed), expected);
        assert!(keys.are_sound());
        assert_ne!(
            seal(b"twice", &keys).unwrap(),
            seal(b"twice", &keys).unwrap(),
            "each with a key and a salt of its own"
        );
        let off_the_curve = Keys { public_key: vec![4; 65], ..keys.clone() };
        let compressed = Keys { public_key: [&[2], &keys.public_key[1..33]].concat(), ..keys.clone() };
        let short = Keys { auth: vec![7; 15], ..keys };
        assert!([off_the_curve, compressed, short].iter().all(|keys| !keys.are_sound()));
    }
}
