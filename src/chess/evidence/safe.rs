//! Encryption of evidence: it is stored in the database under AES-256-GCM, and the key is not in the
//! database.

use std::io::{Read, Write};
use std::path::Path;
use std::sync::Once;

use aws_lc_rs::aead::{AES_256_GCM, Aad, NONCE_LEN, Nonce, RandomizedNonceKey};
use rookery_messages::say;

use crate::config::Config;
use crate::error::{Error, Refusal};
use crate::files;
use crate::hex::hex;

/// Bytes of the key.
const KEY: usize = 32;

/// What locks and opens; without a key nothing is taken in.
pub struct Safe {
    key: Option<RandomizedNonceKey>,
    /// A failure to decrypt is logged once, for the operator.
    told: Once,
}

impl Safe {
    fn by(key: Option<RandomizedNonceKey>) -> Safe {
        Safe { key, told: Once::new() }
    }

    /// Uses the key that the operator set, or the one beside an SQLite file, which is created if missing.
    pub fn open(config: &Config) -> Result<Safe, Error> {
        let text = match (&config.evidence_key, config.evidence_key_file()) {
            (Some(key), _) => key.clone(),
            (None, Some(file)) => key_in(&file)?,
            (None, None) => return Ok(Safe::by(None)),
        };
        let wrong =
            || Error::Setting("ROOKERY_EVIDENCE_KEY, or the file that keeps it, is 64 hexadecimal digits".to_owned());
        let pairs = text.trim().as_bytes().chunks(2);
        let bytes: Option<Vec<u8>> =
            pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect();
        let bytes = bytes.filter(|bytes| bytes.len() == KEY).ok_or_else(wrong)?;
        Ok(Safe::by(Some(RandomizedNonceKey::new(&AES_256_GCM, &bytes).map_err(|_| wrong())?)))
    }

    /// [`Safe::open`] for who only looks: where there is no key, none is made.
    pub fn as_it_is(config: &Config) -> Result<Safe, Error> {
        let is_there = config.evidence_key.is_some() || config.evidence_key_file().is_some_and(|file| file.exists());
        if is_there { Safe::open(config) } else { Ok(Safe::by(None)) }
    }

    /// Whether anything can be kept in it.
    pub fn is_open(&self) -> bool {
        self.key.is_some()
    }

    /// Encrypts something; `label` says what it is, and decryption needs the same label.
    pub fn lock(&self, label: &str, content: &[u8]) -> Result<Vec<u8>, Error> {
        let key = self.key.as_ref().ok_or_else(|| {
            let detail = say!("There is no key for evidence. So none is kept here. Ask who runs the host.");
            Refusal::conflict(say!("No safe"), detail).act("I.9.4")
        })?;
        let mut locked = content.to_vec();
        let nonce = key.seal_in_place_append_tag(Aad::from(label.as_bytes()), &mut locked);
        let nonce = nonce.map_err(|_| Error::internal("evidence could not be encrypted"))?;
        Ok([nonce.as_ref().as_slice(), &locked].concat())
    }

    /// Takes it out again, for somebody to read.
    pub fn unlock(&self, label: &str, locked: &[u8]) -> Result<Vec<u8>, Refusal> {
        self.opened(label, locked).ok_or_else(|| {
            self.told.call_once(|| {
                tracing::error!(
                    label,
                    "evidence does not open by this machine's key, as after a move: `rookery doctor` says where the club's own belongs"
                );
            });
            let detail = say!(
                "This evidence does not open here. It was locked by another key than this machine's, or was changed since. Ask who runs the host: the club's own key file belongs with its database."
            );
            Refusal::conflict(say!("Does not open"), detail).act("I.9.4")
        })
    }

    /// The decrypted content; `None` if there is no key, the key is wrong, or the stored bytes were
    /// changed.
    pub fn opened(&self, label: &str, locked: &[u8]) -> Option<Vec<u8>> {
        let (nonce, rest) = locked.split_at_checked(NONCE_LEN)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
        let mut content = rest.to_vec();
        let length = self.key.as_ref()?.open_in_place(nonce, Aad::from(label.as_bytes()), &mut content).ok()?.len();
        content.truncate(length);
        Some(content)
    }
}

/// The key in a file that only its owner may read; a new one where there is none.
fn key_in(file: &Path) -> Result<String, Error> {
    let failed = |error: std::io::Error| Error::Unavailable(format!("{}: {error}", file.display()));
    match files::create_new(file) {
        Ok(mut made) => {
            let key = hex(&rand::random::<[u8; KEY]>());
            made.write_all(key.as_bytes()).and_then(|()| made.sync_all()).map_err(failed)?;
            Ok(key)
        }
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            let mut key = String::new();
            std::fs::File::open(file).and_then(|mut there| there.read_to_string(&mut key)).map_err(failed)?;
            Ok(key)
        }
        Err(error) => Err(failed(error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_locked_away_opens_by_its_own_key_and_label_alone() {
        let folder = tempfile::tempdir().unwrap();
        let config = |name: &str| Config::embedded(format!("sqlite:{}", folder.path().join(name).display()));
        let safe = Safe::open(&config("club")).unwrap();
        let locked = safe.lock("evidence 1", b"browser.exe").unwrap();
        assert!(!locked.windows(7).any(|window| window == b"browser"));
        assert_ne!(locked, safe.lock("evidence 1", b"browser.exe").unwrap(), "never twice the same");
        let again = Safe::open(&config("club")).unwrap();
        assert_eq!(again.unlock("evidence 1", &locked).unwrap(), b"browser.exe", "the key was kept");
        assert!(again.unlock("evidence 2", &locked).is_err());
        assert!(Safe::open(&config("other")).unwrap().unlock("evidence 1", &locked).is_err());
        let mut changed = locked.clone();
        *changed.last_mut().unwrap() ^= 1;
        assert!(again.unlock("evidence 1", &changed).is_err() && again.unlock("evidence 1", &locked[..5]).is_err());
        #[cfg(unix)]
        {
            let key = std::fs::metadata(folder.path().join("club.evidence-key")).unwrap();
            assert_eq!(std::os::unix::fs::PermissionsExt::mode(&key.permissions()) & 0o777, 0o600);
        }
        let none = Safe::open(&Config::embedded("postgres://nowhere/club")).unwrap();
        assert!(none.lock("evidence 1", b"").is_err() && none.unlock("evidence 1", &locked).is_err());
        let wrong = Config { evidence_key: Some("short".into()), ..config("club") };
        assert!(Safe::open(&wrong).is_err());
    }
}
