//! Notes on the moves of a finished game: a comment with an annotation sign of chess; one for each person and move.

use chrono::{NaiveDateTime, TimeDelta};
use diesel::prelude::*;
use rookery_messages::say;
use serde::Serialize;

use super::NAME;
use super::rules::take_back::standing;
use crate::action::Somebody;
use crate::db::{
    Db, Tx,
    schema::{chess_notes, people},
};
use crate::error::{Error, Kind, Refusal};
use crate::fields;
use crate::http::instant;
use crate::id::PersonId;
use crate::tables::{Entry, Person, Stage, Table, TableId};

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
        .inner_join(people::table.on(people::id.eq(chess_notes::written_by)))
        .filter(chess_notes::table_id.eq(table))
        .order((chess_notes::ply, chess_notes::id))
        .select((chess_notes::ply, people::id, people::name, chess_notes::at, chess_notes::sign, chess_notes::text))
        .load(db)?;
    let note = |(ply, id, name, at, sign, text)| Note { ply, by: Person { id, name }, at, sign, text };
    Ok(rows.into_iter().map(note).collect())
}

/// Whether there is a game of chess whose moves are noted. While it is played nobody does: who plays has no help (Act I.2).
pub fn may_be_noted(table: &Table) -> Result<(), Refusal> {
    if table.game != NAME {
        return Err(crate::not_found!("game of chess at this table"));
    }
    if matches!(table.stage, Stage::Ended | Stage::Archived) {
        return Ok(());
    }
    let detail = say!("Notes are written when the game is over: who plays has no help.");
    Err(Refusal::conflict(say!("Not as the table stands"), detail).act("I.2"))
}

/// Whether the game has so many half-moves.
pub fn is_a_move(ply: i64, log: &[Entry]) -> Result<(), Error> {
    let moves = standing(log)?.len();
    if usize::try_from(ply).is_ok_and(|ply| ply <= moves) {
        return Ok(());
    }
    let detail = say!("The game has {moves} half-moves; there is none with the number {ply}.", moves, ply);
    Err(Refusal::field("ply", detail).into())
}

/// What a note says; with a sign that may be nothing.
pub fn text(text: &str, sign: Option<Sign>) -> Result<String, Refusal> {
    fields::text("text", text, usize::from(sign.is_none()), LETTERS)
}

/// Whether somebody may write another who has written so many in a day.
pub fn not_too_many(lately: i64) -> Result<(), Refusal> {
    if lately < A_DAY {
        return Ok(());
    }
    let detail = say!("That is {most} notes in a day, the most there are.", most = A_DAY);
    Err(Refusal::new(Kind::TooMany(3600), say!("Too many notes"), detail))
}

/// Whether somebody takes another's note away.
pub fn takes_away(by: Somebody, of: PersonId) -> Result<(), Refusal> {
    if by.is_or_moderates(of) {
        return Ok(());
    }
    Err(Refusal::forbidden(say!("A note is taken away by its author, and by those who moderate."), "III.2"))
}

/// How many notes somebody has written within a day.
pub fn lately(db: &mut Db, by: PersonId, now: NaiveDateTime) -> Result<i64, Error> {
    let lately = chess_notes::written_by.eq(by).and(chess_notes::at.gt(now - TimeDelta::days(1)));
    Ok(chess_notes::table.filter(lately).count().get_result(db)?)
}

/// Keeps a note.
pub fn add(
    tx: &mut Tx,
    table: TableId,
    ply: i64,
    by: PersonId,
    sign: Option<Sign>,
    text: String,
) -> Result<Note, Error> {
    diesel::insert_into(chess_notes::table)
        .values((
            chess_notes::table_id.eq(table),
            chess_notes::ply.eq(ply),
            chess_notes::written_by.eq(by),
            chess_notes::at.eq(tx.now),
            chess_notes::sign.eq(sign),
            chess_notes::text.eq(&text),
        ))
        .execute(tx.db)?;
    let name = people::table.find(by.0).select(people::name).first(tx.db)?;
    Ok(Note { ply, by: Person { id: by, name }, at: tx.now, sign, text })
}

/// Takes somebody's note on a move away.
pub fn erase(tx: &mut Tx, table: TableId, ply: i64, by: PersonId) -> Result<(), Error> {
    let theirs = chess_notes::table
        .filter(chess_notes::table_id.eq(table).and(chess_notes::ply.eq(ply)).and(chess_notes::written_by.eq(by)));
    diesel::delete(theirs).execute(tx.db)?;
    Ok(())
}
