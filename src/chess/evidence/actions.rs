//! Actions on evidence of online games: storing, redacting, releasing and viewing it, each recorded (Act I.9.5).

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};

use super::redaction::Cover;
use super::rules;
use super::store::{self, Gathered, Piece};
use super::{EvidenceId, RedactionId, Right, Safe};
use crate::action::{Action, By, Deed, Record};
use crate::audit::Word;
use crate::court::exhibits::StoredExhibit;
use crate::db::Tx;
use crate::error::Error;
use crate::id::PersonId;
use crate::notify::Topic;
use crate::tables::{TableId, store as rooms};
use crate::{auth, conduct, members};

fn record(word: Word, piece: &Piece, body: Value) -> Record {
    Record::of(word, rooms::subject(piece.table), body)
}

/// Takes in what a program gathered on a player's computer (Act I.9.4).
pub struct Gather {
    pub safe: Arc<Safe>,
    pub table: TableId,
    pub new: Gathered,
}

impl Action for Gather {
    type Done = EvidenceId;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<EvidenceId>, Error> {
        let Gather { safe, table, new } = self;
        let person = by.somebody()?.person;
        store::may_gather(tx.db, *table, person, tx.now)?;
        rules::is_of_kind(new.kind, new.media, new.content.len())?;
        Ok(Deed::kept_elsewhere(store::add(tx, safe, *table, person, new)?))
    }
}

/// Somebody has seen something: the member concerned can read that.
fn seen(tx: &mut Tx, by: &By, piece: &Piece, copy: Option<RedactionId>, right: Right) -> Result<Record, Error> {
    store::seen(tx, piece, copy, by.somebody()?.person, right)?;
    let body = json!({ "evidence": piece.id, "redaction": copy, "right": right, "acts": ["I.9.5"] });
    Ok(record(Word::EvidenceSeen, piece, body))
}

/// Views the raw evidence.
pub struct SeeRaw {
    pub safe: Arc<Safe>,
    pub id: EvidenceId,
}

impl Action for SeeRaw {
    type Done = StoredExhibit;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<StoredExhibit>, Error> {
        let (piece, viewer) = (store::piece(tx.db, self.id)?, by.somebody()?);
        let access = store::access(tx.db, piece.table, viewer)?;
        let right = rules::raw(viewer, &access.named).ok_or_else(store::unknown)?;
        let content = store::content(tx.db, &self.safe, self.id)?;
        Ok(seen(tx, by, &piece, None, right)?.done(StoredExhibit { media: piece.media, content }))
    }
}

/// Sees a redacted copy.
pub struct SeeCopy {
    pub safe: Arc<Safe>,
    pub id: RedactionId,
}

impl Action for SeeCopy {
    type Done = StoredExhibit;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<StoredExhibit>, Error> {
        let (piece, viewer) = (store::piece_of(tx.db, self.id)?, by.somebody()?);
        let released = store::released_to(tx.db, self.id)?;
        let access = store::access(tx.db, piece.table, viewer)?;
        let right = rules::redacted(viewer, &released, access.is_court).ok_or_else(store::unknown)?;
        let copy = store::copy(tx.db, &self.safe, self.id)?;
        Ok(seen(tx, by, &piece, Some(self.id), right)?.done(copy))
    }
}

/// Is given an exhibit, which may be such a copy: then it was seen.
pub struct SeeOnDocket<'a> {
    pub case: &'a str,
    pub filing: i64,
}

impl Action for SeeOnDocket<'_> {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let Some(copy) = store::filed_as(tx.db, self.case, self.filing)? else { return Ok(Deed::of_its_parts(())) };
        let piece = store::piece_of(tx.db, copy)?;
        Ok(seen(tx, by, &piece, Some(copy), Right::Court)?.done(()))
    }
}

/// Keeps a redacted copy: of what was covered there is nothing in it.
pub struct Redact {
    pub safe: Arc<Safe>,
    pub id: EvidenceId,
    pub cover: Cover,
    pub copy: StoredExhibit,
}

impl Action for Redact {
    type Done = RedactionId;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<RedactionId>, Error> {
        let piece = store::piece(tx.db, self.id)?;
        if piece.erased_at.is_some() {
            return Err(store::unknown().into());
        }
        let made = store::keep(tx, &self.safe, self.id, by.somebody()?.person, &self.cover, &self.copy)?;
        let body = json!({ "evidence": self.id, "redaction": made, "acts": ["I.9.5"] });
        Ok(record(Word::EvidenceRedacted, &piece, body).done(made))
    }
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ReleaseRequest)]
pub struct NewRelease {
    /// A moderator or a justice.
    #[schema(value_type = i64)]
    pub to: PersonId,
    /// 16 to 500 characters.
    pub reason: String,
}

/// Releases a redacted copy to a moderator or a justice, at the Chief Justice's discretion.
pub struct Release(pub RedactionId, pub NewRelease);

impl Action for Release {
    type Done = PersonId;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<PersonId>, Error> {
        let Release(id, NewRelease { to, reason }) = self;
        let reason = conduct::rules::reason("reason", reason, "I.9.5")?;
        members::store::known(tx.db, *to)?;
        let piece = store::piece_of(tx.db, *id)?;
        rules::release(auth::store::roles(tx.db, *to)?)?;
        if store::released_to(tx.db, *id)?.contains(to) {
            return Ok(Deed::of_its_parts(*to));
        }
        store::release(tx, *id, by.somebody()?.person, *to, &reason)?;
        let told = json!({ "redaction": id, "table": piece.table, "acts": ["I.9.5"] });
        let body = json!({ "redaction": id, "to": to, "reason": reason, "acts": ["I.9.5"] });
        Ok(record(Word::EvidenceReleased, &piece, body).tell_of(Topic::EvidenceReleased, Some(*to), told).done(*to))
    }
}
