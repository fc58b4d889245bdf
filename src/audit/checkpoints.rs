//! Signed checkpoints of the act log, kept outside the database. The chain alone does not reveal a
//! change after which all later seals were recomputed; a checkpoint does, because its signature cannot
//! be recomputed.
//!
//! A folder holds the file of checkpoints, a line of JSON each, and the key that signs them. A thief of
//! the database alone has neither.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};
use chrono::{DateTime, NaiveDateTime, Utc};
use rookery_messages::{Message, say};
use serde::{Deserialize, Serialize};

use super::chain::{Walk, rows_from};
use crate::db::{Db, forget_setting, set_setting, setting, settings_of};
use crate::error::Error;
use crate::files;
use crate::hex::hex;

/// Bytes from the end of the file among which its last line is.
const TAIL: u64 = 4096;

/// The state of the act log at some time: the number of acts, and the seal of the last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    /// 1, 2, …
    pub number: u64,
    pub at: DateTime<Utc>,
    pub acts: i64,
    /// Hexadecimal.
    pub seal: String,
    /// The log was replaced by that of a backup: what was signed before says nothing of this one.
    pub restored: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    checkpoint: Checkpoint,
    /// Ed25519, of the checkpoint as JSON without spaces, in hexadecimal.
    signature: String,
}

/// Checkpoints as they were found.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    /// Those that belong to the present log, oldest first.
    pub checkpoints: Vec<Checkpoint>,
    /// Lines that nobody with the key wrote, or that are missing.
    pub faults: Vec<Message>,
    /// The folder that they were read from, if there is one.
    folder: Option<Checkpoints>,
}

/// Where in `settings` it is kept how many checkpoints each key has signed: a folder that was emptied is missed.
const SIGNED: &str = "checkpoints.";

/// The folder of the checkpoints.
#[derive(Clone, Debug)]
pub struct Checkpoints {
    folder: PathBuf,
}

fn from_hexadecimal(text: &str) -> Option<Vec<u8>> {
    let pairs = text.as_bytes().chunks(2);
    pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect()
}

fn io(file: &Path) -> impl Fn(std::io::Error) -> Error {
    move |error| Error::Unavailable(format!("{}: {error}", file.display()))
}

impl Checkpoints {
    pub fn in_folder(folder: impl Into<PathBuf>) -> Checkpoints {
        Checkpoints { folder: folder.into() }
    }

    fn file(&self) -> PathBuf {
        self.folder.join("checkpoints.jsonl")
    }

    /// Signs a checkpoint if the log has grown since the last one; returns how many were written. A log
    /// that does not continue from the last checkpoint is not signed.
    pub fn write(&self, db: &mut Db, now: NaiveDateTime) -> Result<usize, Error> {
        let (key, mut file) = self.open()?;
        let last = self.last(&mut file)?;
        let noted: u64 = setting(db, &self.name()?)?.and_then(|noted| noted.parse().ok()).unwrap_or(0);
        if last.as_ref().map_or(0, |last| last.number) < noted {
            let detail = format!("the act log is not signed: {noted} checkpoints were, and the folder lacks the last");
            return Err(Error::Internal(detail));
        }
        let (acts, seal) =
            last.as_ref().map_or((0, Vec::new()), |last| (last.acts, from_hexadecimal(&last.seal).unwrap_or_default()));
        let mut walk = Walk::after(acts, seal.clone());
        if let Err(broken) = walk.through(db)? {
            return Err(Error::Internal(format!("the act log is not signed: {}", broken.detail)));
        }
        let held = rows_from(db, acts, 1)?.first().is_some_and(|row| row.id == acts && row.hash == seal);
        if acts > 0 && !held {
            let detail =
                format!("the act log is not signed: act {acts} is not the one that the last checkpoint covers");
            return Err(Error::Internal(detail));
        }
        if walk.acts() == acts {
            return Ok(0);
        }
        self.append(&key, &mut file, &walk, last.as_ref(), now, false)?;
        Ok(1)
    }

    /// Says that the log is a backup's from here on.
    pub fn restored(&self, db: &mut Db, now: NaiveDateTime) -> Result<(), Error> {
        let (key, mut file) = self.open()?;
        let last = self.last(&mut file)?;
        let mut walk = Walk::after(0, Vec::new());
        if let Err(broken) = walk.through(db)? {
            return Err(Error::Internal(format!("the restored act log is not signed: {}", broken.detail)));
        }
        self.append(&key, &mut file, &walk, last.as_ref(), now, true)
    }

    /// Whether there is a key to sign with already.
    pub fn are_begun(&self) -> bool {
        self.folder.join("signing.key").exists()
    }

    /// Makes the folder ready to be written to.
    pub fn are_writable(&self) -> Result<(), Error> {
        self.open().map(drop)
    }

    /// The key and the file, made where they are not there yet; the file is this process's alone until
    /// it is closed.
    fn open(&self) -> Result<(Ed25519KeyPair, File), Error> {
        files::create_folder(&self.folder).map_err(io(&self.folder))?;
        let path = self.file();
        let file = files::append(&path).map_err(io(&path))?;
        file.lock().map_err(io(&path))?;
        let path = self.folder.join("signing.key");
        // A process that dies in between leaves a whole key or none: it gets its name last.
        if !path.exists() {
            let key = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).map_err(Error::internal)?;
            let public = Ed25519KeyPair::from_pkcs8(key.as_ref()).map_err(Error::internal)?;
            let public = hex(public.public_key().as_ref());
            let open = self.folder.join("public.key");
            files::create(&open).and_then(|mut file| file.write_all(public.as_bytes())).map_err(io(&open))?;
            let partial = self.folder.join("signing.key.partial");
            drop(std::fs::remove_file(&partial));
            let written = files::create_new(&partial)
                .and_then(|mut file| file.write_all(key.as_ref()).and_then(|()| file.sync_all()));
            written.and_then(|()| std::fs::rename(&partial, &path)).map_err(io(&path))?;
        }
        let key = std::fs::read(&path).map_err(io(&path))?;
        let key = Ed25519KeyPair::from_pkcs8(&key).map_err(|error| unusable(&path, error))?;
        Ok((key, file))
    }

    /// The last checkpoint, with whatever key it was signed. A last line without its end was torn while it was written, before anybody
    /// was told that it is kept: it is cut off.
    fn last(&self, file: &mut File) -> Result<Option<Checkpoint>, Error> {
        let path = self.file();
        let length = file.seek(SeekFrom::End(0)).map_err(io(&path))?;
        let start = length.saturating_sub(TAIL);
        file.seek(SeekFrom::Start(start)).map_err(io(&path))?;
        let mut tail = Vec::new();
        file.read_to_end(&mut tail).map_err(io(&path))?;
        let whole = tail.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        if whole == 0 && start > 0 {
            return Err(unusable(&path, "its last line is none of a checkpoint"));
        }
        if whole < tail.len() {
            tracing::warn!(file = %path.display(), "a checkpoint that was torn while it was written is cut off");
            tail.truncate(whole);
            file.set_len(start + whole as u64).map_err(io(&path))?;
        }
        let Some(lines) = tail.strip_suffix(b"\n") else { return Ok(None) };
        let line = lines.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
        let line: Line = serde_json::from_slice(line).map_err(|error| unusable(&path, error))?;
        Ok(Some(line.checkpoint))
    }

    fn append(
        &self,
        key: &Ed25519KeyPair,
        file: &mut File,
        walk: &Walk,
        last: Option<&Checkpoint>,
        now: NaiveDateTime,
        restored: bool,
    ) -> Result<(), Error> {
        let checkpoint = Checkpoint {
            number: last.map_or(1, |last| last.number + 1),
            at: now.and_utc(),
            acts: walk.acts(),
            seal: hex(walk.seal()),
            restored,
        };
        let signature = hex(key.sign(&serde_json::to_vec(&checkpoint)?).as_ref());
        let mut line = serde_json::to_vec(&Line { checkpoint, signature })?;
        line.push(b'\n');
        file.write_all(&line).and_then(|()| file.sync_data()).map_err(io(&self.file()))
    }

    /// All checkpoints, each looked at: signed by the key, numbered without a gap. A last line without its end is yet
    /// to be written, or was torn.
    pub fn read(&self) -> Result<Kept, Error> {
        let path = self.file();
        let mut kept = Kept { folder: Some(self.clone()), ..Kept::default() };
        if !path.exists() {
            return Ok(kept);
        }
        let text = std::fs::read_to_string(&path).map_err(io(&path))?;
        let Some(end) = text.rfind('\n') else {
            // Nothing was signed yet: there need be no key.
            return Ok(kept);
        };
        let public = UnparsedPublicKey::new(&ED25519, self.public_key()?);
        let (mut expected, whole) = (1, &text[..end]);
        for (line, text) in (1..).zip(whole.lines()) {
            let signed = serde_json::from_str::<Line>(text).ok().and_then(|line| {
                let text = serde_json::to_vec(&line.checkpoint).ok()?;
                public.verify(&text, &from_hexadecimal(&line.signature)?).ok()?;
                Some(line.checkpoint)
            });
            let Some(checkpoint) = signed else {
                kept.faults.push(say!(
                    "line {line} of {file} is not signed by its key",
                    line,
                    file = path.display().to_string()
                ));
                expected += 1;
                continue;
            };
            if checkpoint.number != expected {
                kept.faults.push(say!(
                    "checkpoint {checkpoint} stands where {expected} should: {file}, line {line}",
                    checkpoint = checkpoint.number,
                    expected,
                    file = path.display().to_string(),
                    line
                ));
            }
            expected = checkpoint.number + 1;
            if checkpoint.restored {
                kept.checkpoints.clear();
            }
            kept.checkpoints.push(checkpoint);
        }
        Ok(kept)
    }

    /// How many the folder has, also while others read it; 0 if there is no whole line.
    fn count(&self) -> Result<u64, Error> {
        let path = self.file();
        if !path.exists() {
            return Ok(0);
        }
        let text = std::fs::read_to_string(&path).map_err(io(&path))?;
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        let last = whole.lines().next_back().and_then(|line| serde_json::from_str::<Line>(line).ok());
        Ok(last.map_or(0, |line| line.checkpoint.number))
    }

    /// Writes down in the database how many were signed with this folder's key.
    pub fn note(&self, db: &mut Db) -> Result<(), Error> {
        let (name, count) = (self.name()?, self.count()?);
        if setting(db, &name)?.and_then(|noted| noted.parse().ok()).unwrap_or(0) < count {
            set_setting(db, &name, &count.to_string())?;
        }
        Ok(())
    }

    /// Where it is noted how many were signed with this folder's key.
    fn name(&self) -> Result<String, Error> {
        Ok(format!("{SIGNED}{}", hex(&self.public_key()?)))
    }

    /// That of the signing key or, where that is elsewhere, the one left with the checkpoints.
    fn public_key(&self) -> Result<Vec<u8>, Error> {
        let path = self.folder.join("signing.key");
        if let Ok(key) = std::fs::read(&path) {
            let key = Ed25519KeyPair::from_pkcs8(&key).map_err(|error| unusable(&path, error))?;
            return Ok(key.public_key().as_ref().to_vec());
        }
        let path = self.folder.join("public.key");
        let text = std::fs::read_to_string(&path).map_err(io(&path))?;
        from_hexadecimal(text.trim()).ok_or_else(|| unusable(&path, "it is not hexadecimal"))
    }
}

impl Kept {
    /// Checkpoints that were signed, as the database has it, and are not in the folder. It is counted now: a service
    /// that signs meanwhile writes the line before the note.
    pub fn missing(&self, db: &mut Db) -> Result<Option<Message>, Error> {
        let Some(folder) = &self.folder else { return Ok(None) };
        let noted = settings_of(db, SIGNED)?;
        let most = noted.iter().filter_map(|(_, count)| count.parse::<u64>().ok()).max().unwrap_or(0);
        let (Ok(name), found) = (folder.name(), folder.count()?) else {
            let gone = say!(
                "checkpoints are missing: {number} were signed, and the folder {folder} has none of them",
                number = most,
                folder = folder.folder.display().to_string()
            );
            return Ok((most > 0).then_some(gone));
        };
        let signed: u64 = setting(db, &name)?.and_then(|noted| noted.parse().ok()).unwrap_or(0);
        let gone = say!(
            "checkpoints are missing: {number} were signed with this key, the folder has {found}",
            number = signed,
            found
        );
        Ok((found < signed).then_some(gone))
    }
}

/// Forgets what was signed: the log comes from elsewhere.
pub fn forget_signed(db: &mut Db) -> Result<(), Error> {
    settings_of(db, SIGNED)?.iter().try_for_each(|(name, _)| forget_setting(db, name))
}

fn unusable(file: &Path, detail: impl std::fmt::Display) -> Error {
    Error::Unavailable(format!("{} cannot be used: {detail}", file.display()))
}
