//! Actions of online chess besides playing: consent to its terms, and notes on the moves of finished games.

use serde::Deserialize;
use serde_json::json;

use super::notes::{self, Note, Sign};
use super::rules::begin;
use super::store::{self, Consent};
use crate::action::{Action, By, Deed, Record};
use crate::audit::Word;
use crate::db::Tx;
use crate::error::Error;
use crate::id::PersonId;
use crate::tables::{TableId, store as tables};

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ConsentRequest)]
pub struct GiveConsent {
    /// The version that the caller has read.
    pub version: i64,
}

/// Consents to the terms of online play (Act I.9.4) as a version has them, which must read as the one in force.
impl Action for GiveConsent {
    type Done = Consent;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Consent>, Error> {
        let (person, now) = (by.somebody()?.person, tx.now);
        let in_force = store::consent(tx.db, person, now)?;
        let reads_the_same = store::reads_the_same(tx.db, self.version, in_force.version)?;
        begin::is_current(self.version, in_force.version, reads_the_same)?;
        if in_force.given_at.is_some() {
            return Ok(Deed::of_its_parts(in_force));
        }
        store::consented(tx, person, in_force.version)?;
        let body = json!({ "version": in_force.version, "acts": ["I.9.4"] });
        let record = Record::of(Word::OnlineConsented, person.subject(), body);
        Ok(record.done(Consent { given_at: Some(now), ..in_force }))
    }
}

/// Writes a note on a move of a finished game of chess; it replaces the author's earlier note on that move.
pub struct WriteNote {
    pub table: TableId,
    /// Half-moves played: 0 is the position before the first one.
    pub ply: i64,
    pub sign: Option<Sign>,
    pub text: String,
}

impl Action for WriteNote {
    type Done = Note;

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<Note>, Error> {
        let WriteNote { table, ply, sign, text } = self;
        let by = by.somebody()?.person;
        let known = tables::table(tx.db, *table)?;
        notes::may_be_noted(&known)?;
        notes::is_a_move(*ply, &tables::entries_after(tx.db, *table, 0)?)?;
        let text = notes::text(text, *sign)?;
        notes::not_too_many(notes::lately(tx.db, by, tx.now)?)?;
        notes::erase(tx, *table, *ply, by)?;
        Ok(Deed::kept_elsewhere(notes::add(tx, *table, *ply, by, *sign, text)?))
    }
}

/// Takes somebody's note away: one's own, or as a moderator another's, which is logged.
pub struct TakeNoteAway {
    pub table: TableId,
    pub ply: i64,
    pub of: PersonId,
}

impl Action for TakeNoteAway {
    type Done = ();

    fn carry_out(&self, tx: &mut Tx, by: &By) -> Result<Deed<()>, Error> {
        let TakeNoteAway { table, ply, of } = *self;
        tables::table(tx.db, table)?;
        notes::takes_away(by.somebody()?, of)?;
        notes::erase(tx, table, ply, of)?;
        if by.is(of) {
            return Ok(Deed::kept_elsewhere(()));
        }
        Ok(Record::of(Word::NoteTakenAway, tables::subject(table), json!({ "ply": ply, "of": of })).done(()))
    }
}
