//! The one-time link that makes the first Chief Justice.

use chrono::TimeDelta;

use super::secret::Code;
use super::store::{self, CodeKind, NewCode};
use super::{rules::NewAccount, secret, sign_in};
use crate::App;
use crate::clock::later;
use crate::error::{Error, Refusal};

/// How long the link is good for; a restart makes another.
const GOOD_FOR: TimeDelta = TimeDelta::days(7);

/// While the club has never had a Chief Justice: a fresh link that makes one. Older links are void.
pub fn first_link(app: &App) -> Result<Option<String>, Error> {
    let code = Code::new(secret::random());
    let kept = code.clone();
    let made = app.db.write_now(move |tx| {
        if store::ever_had_a_chief_justice(tx.db)? {
            return Ok(false);
        }
        store::end_codes(tx, CodeKind::FirstChiefJustice, None)?;
        let new = NewCode {
            kind: CodeKind::FirstChiefJustice,
            person: None,
            uses: 1,
            by: None,
            expires_at: later(tx.now, GOOD_FOR),
        };
        store::add_code(tx, &kept, new)?;
        Ok(true)
    })?;
    Ok(made.then(|| format!("{}/setup/{}", app.config.url.trim_end_matches('/'), code.as_str())))
}

/// Whether a setup code still works.
pub async fn is_open(app: &App, code: String) -> Result<bool, Error> {
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
        "This code does not work: it was mistyped, used already, withdrawn, or it has expired. Ask for a new one.",
    )
}

/// Opens the first Chief Justice's account, who also runs the host, and signs them in.
pub async fn set_up(
    app: &App,
    code: String,
    account: NewAccount,
    from: sign_in::From,
) -> Result<sign_in::SignedIn, Error> {
    super::accounts::sign_up(app, code, account, from, &[CodeKind::FirstChiefJustice]).await
}
