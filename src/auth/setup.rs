//! The one-time link that makes the first Chief Justice.

use chrono::{NaiveDateTime, TimeDelta};
use hmac::{Hmac, KeyInit, Mac};
use rookery_messages::say;
use sha2::Sha256;

use super::secret::{Code, TYPED};
use super::store::{self, CodeKind, NewCode};
use super::tokens::SigningKey;
use crate::App;
use crate::clock::later;
use crate::error::{Error, Refusal};

/// How long the link is good for; afterwards a start makes another.
const GOOD_FOR: TimeDelta = TimeDelta::days(7);

/// While the club has never had a Chief Justice: the link that makes one. Whichever replica is asked, and however often
/// it is started, gives the same link as long as that one holds: its code follows from the key that signs tokens and
/// from when it was made.
pub fn first_link(app: &App) -> Result<Option<String>, Error> {
    let code = app.db.write_now(|tx| {
        if store::ever_had_a_chief_justice(tx.db)? {
            return Ok(None);
        }
        let key = store::signing_key(tx.db)?.ok_or_else(|| Error::internal("there is no key that signs tokens"))?;
        if let Some(open) = store::open_code(tx.db, CodeKind::FirstChiefJustice, tx.now)? {
            let code = made_at(&key, open.created_at)?;
            if store::code(tx.db, code.as_str(), tx.now)?.is_some() {
                return Ok(Some(code));
            }
        }
        store::end_codes(tx, CodeKind::FirstChiefJustice, None)?;
        let code = made_at(&key, tx.now)?;
        let new = NewCode {
            kind: CodeKind::FirstChiefJustice,
            person: None,
            uses: 1,
            by: None,
            expires_at: later(tx.now, GOOD_FOR),
        };
        store::add_code(tx, &code, new)?;
        Ok(Some(code))
    })?;
    Ok(code.map(|code| format!("{}/setup/{}", app.config.url.trim_end_matches('/'), code.as_str())))
}

/// The code that is made at an instant.
fn made_at(key: &SigningKey, at: NaiveDateTime) -> Result<Code, Error> {
    let mut mac = Hmac::<Sha256>::new_from_slice(&key.secret).map_err(Error::internal)?;
    mac.update(b"the link that makes the first Chief Justice");
    mac.update(&at.and_utc().timestamp_micros().to_be_bytes());
    let tag: [u8; 32] = mac.finalize().into_bytes().into();
    let (randomness, _) = tag.split_at(TYPED);
    Ok(Code::new::<TYPED>(randomness.try_into().map_err(Error::internal)?))
}

/// Whether a setup code still works.
pub(crate) async fn is_open(app: &App, code: String) -> Result<bool, Error> {
    let now = app.clock.now();
    app.db
        .read(move |db| {
            let kept = store::code(db, &code, now)?;
            Ok(kept.is_some_and(|kept| kept.kind == CodeKind::FirstChiefJustice))
        })
        .await
}

/// The refusal of a code that does not let anybody in: unknown, used up, withdrawn and expired ones
/// answer alike.
pub fn closed() -> Refusal {
    Refusal::field(
        "code",
        say!(
            "This code does not work: it was mistyped, used already, withdrawn, or it has expired. Ask for a new one."
        ),
    )
}
