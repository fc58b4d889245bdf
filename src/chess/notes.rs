//! Notes on the moves of a game that is over: what somebody says of a move, with a sign of chess. One of each on a move.

use chrono::{NaiveDateTime, TimeDelta};
use diesel::prelude::*;
use rookery_messages::say;
use serde::Serialize;
use serde_json::json;

use super::NAME;
use super::rules::take_back::standing;
use crate::audit::{self, Entry, Word};
use crate::auth::{Actor, Power};
use crate::db::{
    Db, Tx,
    schema::{chess_notes, people},
};
use crate::error::{Error, Kind, Refusal};
use crate::fields;
use crate::http::instant;
use crate::id::PersonId;
use crate::tables::{Person, Stage, TableId, store as tables};

/// Letters of a note.
const LETTERS: usize = 500;
/// Notes that one person writes in a day.
const A_DAY: i64 = 200;

crate::words!(
    /// What a note thinks of the move.
    Sign as NoteSign {
        Brilliant = "!!",
        Good = "!",
        Interesting = "!?",
        Dubious = "?!",
        Mistake = "?",
        Blunder = "??",
    }
);

impl Sign {
    /// What its text is called: `.ftl` knows no signs in names.
    pub fn in_letters(self) -> &'static str {
        match self {
            Sign::Brilliant => "brilliant",
            Sign::Good => "good",
            Sign::Interesting => "interesting",
            Sign::Dubious => "dubious",
            Sign::Mistake => "mistake",
            Sign::Blunder => "blunder",
        }
    }

    /// Its number among the glyphs of PGN.
    pub fn glyph(self) -> u8 {
        match self {
            Sign::Good => 1,
            Sign::Mistake => 2,
            Sign::Brilliant => 3,
            Sign::Blunder => 4,
            Sign::Interesting => 5,
            Sign::Dubious => 6,
        }
    }
}

/// What somebody says of a move.
#[derive(Clone, Debug, PartialEq, Serialize, utoipa::ToSchema)]
#[schema(as = NoteOnMove)]
pub struct Note {
    /// Half-moves played: 0 is the position before the first one.
    pub ply: i64,
    pub by: Person,
    #[serde(serialize_with = "instant::utc")]
    pub at: NaiveDateTime,
    pub sign: Option<Sign>,
    pub text: String,
}

/// The notes on a table's game, by the moves' order.
pub fn all(db: &mut Db, table: TableId) -> Result<Vec<Note>, Error> {
    type Row = (i64, PersonId, String, NaiveDateTime, Option<Sign>, String);
    let rows: Vec<Row> = chess_notes::table
        .inner_join(people::table.on(people::id.eq(chess_notes::by_id)))
        .filter(chess_notes::table_id.eq(table))
        .order((chess_notes::ply, chess_notes::id))
        .select((chess_notes::ply, people::id, people::name, chess_notes::at, chess_notes::sign, chess_notes::text))
        .load(db)?;
    let note = |(ply, id, name, at, sign, text)| Note { ply, by: Person { id, name }, at, sign, text };
    Ok(rows.into_iter().map(note).collect())
}

/// Writes a note, in the place of the one that its author had on the same move. While a game is played nobody does: who plays has
/// no help (Act I.2).
pub fn write(
    tx: &mut Tx,
    table: TableId,
    ply: i64,
    by: PersonId,
    sign: Option<Sign>,
    text: &str,
) -> Result<Note, Error> {
    let known = tables::table(tx.db, table)?;
    if known.game != NAME {
        return Err(crate::not_found!("game of chess at this table").into());
    }
    if !matches!(known.stage, Stage::Ended | Stage::Archived) {
        let detail = say!("Notes are written when the game is over: who plays has no help.");
        return Err(Refusal::conflict(say!("Not as the table stands"), detail).act("I.2").into());
    }
    let moves = standing(&tables::entries_after(tx.db, table, 0)?).len();
    if !usize::try_from(ply).is_ok_and(|ply| ply <= moves) {
        let detail = say!("The game has {moves} half-moves; there is none with the number {ply}.", moves, ply);
        return Err(Refusal::field("ply", detail).into());
    }
    let text = fields::text("text", text, usize::from(sign.is_none()), LETTERS)?;
    let today =
        chess_notes::table.filter(chess_notes::by_id.eq(by).and(chess_notes::at.gt(tx.now - TimeDelta::days(1))));
    if today.count().get_result::<i64>(tx.db)? >= A_DAY {
        let detail = say!("That is {most} notes in a day, the most there are.", most = A_DAY);
        return Err(Refusal::new(Kind::TooMany(3600), say!("Too many notes"), detail).into());
    }
    erase(tx, table, ply, by)?;
    diesel::insert_into(chess_notes::table)
        .values((
            chess_notes::table_id.eq(table),
            chess_notes::ply.eq(ply),
            chess_notes::by_id.eq(by),
            chess_notes::at.eq(tx.now),
            chess_notes::sign.eq(sign),
            chess_notes::text.eq(&text),
        ))
        .execute(tx.db)?;
    let name = people::table.find(by.0).select(people::name).first(tx.db)?;
    Ok(Note { ply, by: Person { id: by, name }, at: tx.now, sign, text })
}

/// Takes somebody's note away: their own, or as a moderator another's, which is logged.
pub fn take_away(tx: &mut Tx, table: TableId, ply: i64, of: PersonId, by: &Actor) -> Result<(), Error> {
    tables::table(tx.db, table)?;
    if by.person != of {
        by.must(Power::Moderator)?;
        let body = json!({ "ply": ply, "of": of });
        let subject = tables::subject(table);
        audit::record(tx, Entry { actor: Some(by.person), act: Word::NoteTakenAway, subject, body })?;
    }
    erase(tx, table, ply, of)
}

fn erase(tx: &mut Tx, table: TableId, ply: i64, by: PersonId) -> Result<(), Error> {
    let theirs = chess_notes::table
        .filter(chess_notes::table_id.eq(table).and(chess_notes::ply.eq(ply)).and(chess_notes::by_id.eq(by)));
    diesel::delete(theirs).execute(tx.db)?;
    Ok(())
}
